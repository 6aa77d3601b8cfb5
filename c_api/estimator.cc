// Estimators: model functions of the program, inputs, predictions.
#include <cstring>

#include "c_api/callback_argument.h"
#include "c_api/dataset.h"
#include "c_api/dataset_pass.h"
#include "c_api/learn.h"
#include "c_api/program_hook.h"
#include "c_api/saved_model_write.h"
#include "c_api/train_host.h"
#include "core/learn/train/estimator.h"

using runnel::AlreadyExists;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::OkStatus;
using runnel::OutputRef;
using runnel::Ref;
using runnel::Result;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;
namespace learn = runnel::learn;

struct rnl_learn_estimator_t final : Child {
  rnl_learn_estimator_t(Ref<rnl_runtime_t> r, Ref<learn::Estimator> e)
      : Child(std::move(r)), estimator(std::move(e)) {}
  const Ref<learn::Estimator> estimator;
};

struct rnl_learn_predictions_t final : Child {
  rnl_learn_predictions_t(Ref<rnl_learn_estimator_t> e, std::unique_ptr<learn::Predictions> p)
      : Child(e->owner), estimator(std::move(e)), predictions(std::move(p)) {}
  const Ref<rnl_learn_estimator_t> estimator;
  const std::unique_ptr<learn::Predictions> predictions;
};

struct rnl_learn_model_call_t {
  learn::ModelCall* call = nullptr;
  Ref<rnl_graph_t> graph;
};

namespace {

class ProgramModel final : public learn::ModelFunction {
 public:
  ProgramModel(Ref<rnl_runtime_t> owner, rnl_learn_model_fn_t fn, std::shared_ptr<Argument> argument)
      : owner_(std::move(owner)), fn_(fn), argument_(std::move(argument)) {}
  Status Build(learn::ModelCall* call) override {
    rnl_learn_model_call_t handle = {call, runnel::MakeRef<rnl_graph_t>(owner_, call->made->graph)};
    return Took(fn_(argument_->data(), &handle));
  }

 private:
  const Ref<rnl_runtime_t> owner_;
  const rnl_learn_model_fn_t fn_;
  const std::shared_ptr<Argument> argument_;
};

class DatasetInput final : public learn::InputSource {
 public:
  DatasetInput(Ref<rnl_dataset_t> dataset, learn::InputParts parts)
      : dataset_(std::move(dataset)), parts_(std::move(parts)) {}
  const learn::InputParts& parts() const override { return parts_; }
  Result<std::unique_ptr<learn::InputPass>> Begin() override { return BeginDataset(dataset_.get()); }

 private:
  const Ref<rnl_dataset_t> dataset_;
  const learn::InputParts parts_;
};

Result<std::unique_ptr<DatasetInput>> ToInput(const rnl_learn_input_t* input, std::string_view name) {
  if (input == nullptr) return NullArgument(name);
  if (input->struct_size < sizeof(rnl_learn_input_t))
    return InvalidArgument("argument ", name, ": struct_size is ", input->struct_size, ", expected ",
                           sizeof(rnl_learn_input_t));
  if (input->dataset == nullptr) return InvalidArgument("argument ", name, ": the dataset is NULL");
  const runnel::DatasetInfo& info = input->dataset->dataset->info();
  if (input->num_features == 0 || input->num_features > info.types.size())
    return InvalidArgument("argument ", name, ": num_features is ", input->num_features,
                           ", the dataset has ", info.types.size(), " components");
  learn::InputParts parts;
  for (size_t i = 0; i < info.types.size(); ++i) {
    learn::InputPart part;
    part.dtype = info.types[i];
    if (i >= input->num_features) {
      parts.labels.push_back(std::move(part));
      continue;
    }
    part.name = runnel::StrCat(i);
    if (input->feature_names != nullptr) {
      std::string_view view;
      RUNNEL_RETURN_IF_ERROR(ToView(input->feature_names[i], "feature_names", &view));
      part.name = view;
    }
    parts.features.push_back(std::move(part));
  }
  return std::make_unique<DatasetInput>(Ref<rnl_dataset_t>::Share(input->dataset), std::move(parts));
}

class CEstimatorHost final : public learn::EstimatorHost {
 public:
  CEstimatorHost(Ref<rnl_learn_config_t> config, const rnl_session_options_t* options)
      : config_(std::move(config)) {
    if (options != nullptr) options_ = *options;
  }
  const Ref<runnel::Runtime>& runtime() override { return config_->owner->runtime; }
  Result<std::unique_ptr<learn::GraphHost>> Over(const std::shared_ptr<runnel::Graph>& graph,
                                                 const std::vector<Node*>& locals) override {
    rnl_meta_graph_t meta;
    if (!locals.empty()) {
      runnel::CollectionDef collection;
      collection.name = "local_variables";
      collection.kind = runnel::CollectionKind::kBytes;
      for (const Node* local : locals) {
        runnel::VariableDef def;
        def.variable = runnel::StrCat(local->name(), ":0");
        def.is_resource = true;
        RUNNEL_ASSIGN_OR_RETURN(std::string bytes, runnel::EncodeVariableDef(def));
        collection.bytes.push_back(std::move(bytes));
      }
      meta.spec.def.collections.push_back(std::move(collection));
    }
    return std::unique_ptr<learn::GraphHost>(std::make_unique<CGraphHost>(
        runnel::MakeRef<rnl_graph_t>(config_->owner, graph), options_, &meta));
  }
  Result<std::string> StartServer(const learn::RunConfig&) override {
    if (server_ == nullptr) {
      rnl_server_t* server = nullptr;
      RUNNEL_RETURN_IF_ERROR(Took(rnl_learn_config_start_server(config_.get(), &server)));
      server_.reset(server);
      const rnl_str_t token = rnl_server_token(server);
      if (options_.remote.token.empty()) options_.remote.token.assign(token.data, token.size);
    }
    const rnl_str_t target = rnl_server_target(server_.get());
    return std::string(target.data, target.size);
  }
  Status Export(learn::GraphHost* host, const std::vector<std::pair<std::string, OutputRef>>& inputs,
                const std::vector<std::pair<std::string, OutputRef>>& outputs, const Node* init_op,
                const std::string& folder) override {
    rnl_meta_graph_t meta;
    if (init_op != nullptr)
      RUNNEL_RETURN_IF_ERROR(
          Took(rnl_meta_graph_set_init_op(&meta, ToC(std::string_view(init_op->name())))));
    const auto add = [&](const auto& named, auto function) -> Status {
      for (const auto& [key, output] : named) {
        const std::string tensor = runnel::StrCat(output.node->name(), ":", output.index);
        RUNNEL_RETURN_IF_ERROR(
            Took(function(&meta, rnl_str("serving_default"), ToC(std::string_view(key)),
                          ToC(std::string_view(tensor)))));
      }
      return OkStatus();
    };
    RUNNEL_RETURN_IF_ERROR(add(inputs, &rnl_meta_graph_add_input));
    RUNNEL_RETURN_IF_ERROR(add(outputs, &rnl_meta_graph_add_output));
    return WriteServed(static_cast<CGraphHost*>(host)->session_handle().get(), meta, folder);
  }

 private:
  const Ref<rnl_learn_config_t> config_;
  rnl_session_options_t options_;
  Owned<rnl_server_t, rnl_server_release> server_;
};

Status Check(const rnl_learn_estimator_t* estimator) { return CheckHandle(estimator, "estimator"); }

// Makes an estimator by `make`, which is given the library's part and a host.
template <typename Make>
rnl_status_t* NewEstimator(const rnl_learn_config_t* config, const rnl_session_options_t* options,
                           rnl_learn_estimator_t** out_estimator, Make make) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_estimator);
    *out_estimator = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckHandle(config, "config"));
    RUNNEL_ASSIGN_OR_RETURN(const learn::TrainPart* part, OpenTrain());
    auto shared = Ref<rnl_learn_config_t>::Share(const_cast<rnl_learn_config_t*>(config));
    RUNNEL_ASSIGN_OR_RETURN(Ref<learn::Estimator> made,
                            make(*part, std::make_unique<CEstimatorHost>(std::move(shared), options)));
    *out_estimator = new rnl_learn_estimator_t(config->owner, std::move(made));
    return OkStatus();
  });
}

// What a call of the program gets to hooks of the trainer: the host is the one of the trainer that runs.
Result<learn::Estimator::Hooks> ToHooks(rnl_str_t specs, const rnl_learn_hook_t* hook,
                                        const std::shared_ptr<Argument>& argument) {
  learn::Estimator::Hooks hooks;
  RUNNEL_RETURN_IF_ERROR(ToView(specs, "hooks", &hooks.specs));
  if (hook == nullptr) return hooks;
  RUNNEL_ASSIGN_OR_RETURN(hooks.hook, MakeProgramHook(hook, argument));
  return hooks;
}

// Gives a node and output of a model call's graph.
Result<OutputRef> OutputOf(const rnl_learn_model_call_t* call, rnl_output_t output,
                           std::string_view what) {
  auto found = ToOutput(*call->graph->graph, output);
  if (!found.ok()) return found.status().WithPrefix(what);
  return *found;
}

rnl_output_t Numbered(const std::vector<OutputRef>& outputs, size_t index) {
  return index < outputs.size() ? FromOutput(outputs[index]) : rnl_output_t{RNL_NO_NODE, 0};
}

}  // namespace

rnl_status_t* rnl_learn_estimator_create(const rnl_learn_config_t* config, rnl_learn_model_fn_t model_fn,
                                         void* arg, rnl_drop_fn_t drop,
                                         const rnl_session_options_t* options,
                                         rnl_learn_estimator_t** out_estimator) {
  const auto make = [&](const learn::TrainPart& part, auto host) -> Result<Ref<learn::Estimator>> {
    RNL_CHECK_NOT_NULL(model_fn);
    Result<Ref<learn::Estimator>> made = Ref<learn::Estimator>();
    KeepArgument(arg, drop, [&](const std::shared_ptr<Argument>& argument) {
      auto model = std::make_unique<ProgramModel>(config->owner, model_fn, argument);
      made = part.estimator_of_function(std::move(host), std::move(model), config->config);
      if (!made.ok()) argument->Forget();
    });
    return made;
  };
  return NewEstimator(config, options, out_estimator, make);
}

rnl_status_t* rnl_learn_estimator_from_model(const rnl_learn_config_t* config, rnl_learn_model_t* model,
                                             const rnl_session_options_t* options,
                                             rnl_learn_estimator_t** out_estimator) {
  return NewEstimator(config, options, out_estimator,
                      [&](const learn::TrainPart& part, auto host) -> Result<Ref<learn::Estimator>> {
                        RNL_CHECK_NOT_NULL(model);
                        return part.estimator_of_model(std::move(host), model->model, config->config);
                      });
}

rnl_status_t* rnl_learn_estimator_from_spec(const rnl_learn_config_t* config, rnl_str_t spec,
                                            const rnl_session_options_t* options,
                                            rnl_learn_estimator_t** out_estimator) {
  return NewEstimator(config, options, out_estimator,
                      [&](const learn::TrainPart& part, auto host) -> Result<Ref<learn::Estimator>> {
                        std::string_view text;
                        RUNNEL_RETURN_IF_ERROR(ToView(spec, "spec", &text));
                        return part.estimator_of_spec(std::move(host), text, config->config);
                      });
}

rnl_learn_estimator_t* rnl_learn_estimator_retain(rnl_learn_estimator_t* estimator) {
  return Retain(estimator);
}
void rnl_learn_estimator_release(rnl_learn_estimator_t* estimator) { Release(estimator); }

rnl_graph_t* rnl_learn_model_call_graph(const rnl_learn_model_call_t* call) {
  return call == nullptr ? nullptr : call->graph.get();
}
rnl_learn_mode_t rnl_learn_model_call_mode(const rnl_learn_model_call_t* call) {
  return call == nullptr ? RNL_LEARN_TRAIN : static_cast<rnl_learn_mode_t>(call->call->mode);
}
size_t rnl_learn_model_call_num_features(const rnl_learn_model_call_t* call) {
  return call == nullptr ? 0 : call->call->parts->features.size();
}
rnl_str_t rnl_learn_model_call_feature_name(const rnl_learn_model_call_t* call, size_t index) {
  if (call == nullptr || index >= call->call->parts->features.size()) return kEmpty;
  return ToC(std::string_view(call->call->parts->features[index].name));
}
rnl_output_t rnl_learn_model_call_feature(const rnl_learn_model_call_t* call, size_t index) {
  return call == nullptr ? rnl_output_t{RNL_NO_NODE, 0} : Numbered(call->call->made->features, index);
}
size_t rnl_learn_model_call_num_labels(const rnl_learn_model_call_t* call) {
  return call == nullptr ? 0 : call->call->parts->labels.size();
}
rnl_output_t rnl_learn_model_call_label(const rnl_learn_model_call_t* call, size_t index) {
  return call == nullptr ? rnl_output_t{RNL_NO_NODE, 0} : Numbered(call->call->made->labels, index);
}
rnl_output_t rnl_learn_model_call_global_step(const rnl_learn_model_call_t* call) {
  return call == nullptr ? rnl_output_t{RNL_NO_NODE, 0} : FromOutput(call->call->made->global_step);
}

rnl_status_t* rnl_learn_model_call_minimize(rnl_learn_model_call_t* call, rnl_output_t loss,
                                            rnl_str_t optimizer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(call);
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(optimizer, "optimizer", &text));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, OutputOf(call, loss, "loss"));
    return call->call->Minimize(output, text);
  });
}

rnl_status_t* rnl_learn_model_call_set_loss(rnl_learn_model_call_t* call, rnl_output_t loss) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(call);
    RUNNEL_ASSIGN_OR_RETURN(call->call->made->loss, OutputOf(call, loss, "loss"));
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_call_set_train_op(rnl_learn_model_call_t* call, rnl_node_t train_op) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(call);
    RUNNEL_ASSIGN_OR_RETURN(call->call->made->train_op, ToNode(*call->graph->graph, train_op));
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_call_add_prediction(rnl_learn_model_call_t* call, rnl_str_t name,
                                                  rnl_output_t prediction) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(call);
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &text));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, OutputOf(call, prediction, "prediction"));
    for (const auto& known : call->call->made->predictions) {
      if (known.first == text) return AlreadyExists("there is a prediction \"", text, "\" already");
    }
    call->call->made->predictions.emplace_back(text, output);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_call_add_metric(rnl_learn_model_call_t* call, rnl_str_t name,
                                              rnl_str_t metric, rnl_output_t labels,
                                              rnl_output_t predictions, rnl_output_t weights) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(call);
    std::string_view name_text, spec;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &name_text));
    RUNNEL_RETURN_IF_ERROR(ToView(metric, "metric", &spec));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef wanted, OutputOf(call, labels, "labels"));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef predicted, OutputOf(call, predictions, "predictions"));
    OutputRef weighted;
    if (weights.node != RNL_NO_NODE) {
      RUNNEL_ASSIGN_OR_RETURN(weighted, OutputOf(call, weights, "weights"));
    }
    return call->call->AddMetric(name_text, spec, wanted, predicted, weighted);
  });
}

rnl_status_t* rnl_learn_estimator_warm_start(rnl_learn_estimator_t* estimator, rnl_str_t checkpoint,
                                             rnl_str_t pattern) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(estimator));
    std::string_view path, names;
    RUNNEL_RETURN_IF_ERROR(ToView(checkpoint, "checkpoint", &path));
    RUNNEL_RETURN_IF_ERROR(ToView(pattern, "pattern", &names));
    return estimator->estimator->WarmStart(path, names);
  });
}

rnl_status_t* rnl_learn_estimator_train(rnl_learn_estimator_t* estimator, const rnl_learn_input_t* input,
                                        rnl_str_t options, rnl_str_t hooks, const rnl_learn_hook_t* hook,
                                        void* arg) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(estimator));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &text));
    RUNNEL_ASSIGN_OR_RETURN(const auto source, ToInput(input, "input"));
    RUNNEL_ASSIGN_OR_RETURN(learn::Estimator::Hooks made,
                            ToHooks(hooks, hook, std::make_shared<Argument>(arg, nullptr)));
    return estimator->estimator->Train(source.get(), text, std::move(made));
  });
}

rnl_status_t* rnl_learn_estimator_evaluate(rnl_learn_estimator_t* estimator,
                                           const rnl_learn_input_t* input, rnl_str_t options,
                                           rnl_str_t hooks, rnl_learn_history_t** out_history) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_history);
    *out_history = nullptr;
    RUNNEL_RETURN_IF_ERROR(Check(estimator));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &text));
    RUNNEL_ASSIGN_OR_RETURN(const auto source, ToInput(input, "input"));
    RUNNEL_ASSIGN_OR_RETURN(learn::Estimator::Hooks made, ToHooks(hooks, nullptr, nullptr));
    return GiveLogs(estimator->estimator->Evaluate(source.get(), text, std::move(made)), out_history);
  });
}

rnl_status_t* rnl_learn_estimator_predict(rnl_learn_estimator_t* estimator,
                                          const rnl_learn_input_t* input, rnl_str_t options,
                                          rnl_learn_predictions_t** out_predictions) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_predictions);
    *out_predictions = nullptr;
    RUNNEL_RETURN_IF_ERROR(Check(estimator));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &text));
    RUNNEL_ASSIGN_OR_RETURN(auto source, ToInput(input, "input"));
    RUNNEL_ASSIGN_OR_RETURN(auto made, estimator->estimator->Predict(std::move(source), text));
    *out_predictions =
        new rnl_learn_predictions_t(Ref<rnl_learn_estimator_t>::Share(estimator), std::move(made));
    return OkStatus();
  });
}

rnl_learn_predictions_t* rnl_learn_predictions_retain(rnl_learn_predictions_t* predictions) {
  return Retain(predictions);
}
void rnl_learn_predictions_release(rnl_learn_predictions_t* predictions) { Release(predictions); }

size_t rnl_learn_predictions_count(const rnl_learn_predictions_t* predictions) {
  return predictions == nullptr ? 0 : predictions->predictions->names().size();
}
rnl_str_t rnl_learn_predictions_name(const rnl_learn_predictions_t* predictions, size_t index) {
  if (predictions == nullptr || index >= predictions->predictions->names().size()) return kEmpty;
  return ToC(std::string_view(predictions->predictions->names()[index]));
}

rnl_status_t* rnl_learn_predictions_next(rnl_learn_predictions_t* predictions,
                                         rnl_tensor_t** out_tensors, size_t count, bool* out_end) {
  for (size_t i = 0; out_tensors != nullptr && i < count; ++i) out_tensors[i] = nullptr;
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_end);
    *out_end = false;
    RUNNEL_RETURN_IF_ERROR(CheckHandle(predictions, "predictions"));
    RNL_CHECK_NOT_NULL(out_tensors);
    if (count != predictions->predictions->names().size())
      return InvalidArgument("there are ", predictions->predictions->names().size(),
                             " predictions, and room for ", count);
    std::vector<Tensor> values;
    RUNNEL_ASSIGN_OR_RETURN(const bool more, predictions->predictions->Next(&values));
    *out_end = !more;
    if (more) ToHandles(predictions->owner, values, out_tensors);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_estimator_train_and_evaluate(
    rnl_learn_estimator_t* estimator, const rnl_learn_input_t* train, rnl_str_t train_options,
    const rnl_learn_input_t* evaluate, rnl_str_t evaluate_options, rnl_str_t hooks,
    const rnl_learn_hook_t* hook, void* arg, rnl_learn_history_t** out_history) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_history);
    *out_history = nullptr;
    RUNNEL_RETURN_IF_ERROR(Check(estimator));
    std::string_view train_text, evaluate_text;
    RUNNEL_RETURN_IF_ERROR(ToView(train_options, "train_options", &train_text));
    RUNNEL_RETURN_IF_ERROR(ToView(evaluate_options, "evaluate_options", &evaluate_text));
    RUNNEL_ASSIGN_OR_RETURN(const auto train_source, ToInput(train, "train"));
    RUNNEL_ASSIGN_OR_RETURN(const auto evaluate_source, ToInput(evaluate, "evaluate"));
    RUNNEL_ASSIGN_OR_RETURN(learn::Estimator::Hooks made,
                            ToHooks(hooks, hook, std::make_shared<Argument>(arg, nullptr)));
    auto logs = estimator->estimator->TrainAndEvaluate(
        train_source.get(), train_text, evaluate_source.get(), evaluate_text, std::move(made));
    if (!logs.ok()) return logs.status();
    if (!logs->empty()) return GiveLogs(std::move(logs), out_history);
    GiveHistory({}, out_history);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_estimator_export(rnl_learn_estimator_t* estimator, rnl_str_t base,
                                         const rnl_learn_input_t* input, rnl_str_t checkpoint,
                                         rnl_bytes_t** out_folder) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_folder);
    *out_folder = nullptr;
    RUNNEL_RETURN_IF_ERROR(Check(estimator));
    std::string_view base_text, checkpoint_text;
    RUNNEL_RETURN_IF_ERROR(ToView(base, "base", &base_text));
    RUNNEL_RETURN_IF_ERROR(ToView(checkpoint, "checkpoint", &checkpoint_text));
    RUNNEL_ASSIGN_OR_RETURN(const auto source, ToInput(input, "input"));
    RUNNEL_ASSIGN_OR_RETURN(
        std::string folder,
        estimator->estimator->Export(std::string(base_text), source.get(), checkpoint_text));
    *out_folder = NewBytes(std::move(folder));
    return OkStatus();
  });
}

void rnl_learn_estimator_request_stop(rnl_learn_estimator_t* estimator) {
  if (estimator != nullptr) estimator->estimator->RequestStop();
}
