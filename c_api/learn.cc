// Models of layers: arguments, handles, and the opening of their library.
#include "c_api/learn.h"

#include "c_api/learn_observer.h"

using runnel::InvalidArgument;
using runnel::OkStatus;
using runnel::Ref;
using runnel::Result;
using runnel::Shape;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;
namespace learn = runnel::learn;

namespace {

Result<std::vector<int>> ToValues(const rnl_learn_value_t* values, size_t count, std::string_view name) {
  std::span<const rnl_learn_value_t> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(values, count, name, &span));
  return std::vector<int>(span.begin(), span.end());
}

Result<learn::Samples> ToSamples(const rnl_learn_samples_t* samples, std::string_view name) {
  if (samples == nullptr) return NullArgument(name);
  if (samples->struct_size < sizeof(rnl_learn_samples_t)) {
    return InvalidArgument("argument ", name, ": struct_size is ", samples->struct_size, ", expected ",
                           sizeof(rnl_learn_samples_t));
  }
  if ((samples->inputs == nullptr && samples->num_inputs != 0) ||
      (samples->targets == nullptr && samples->num_targets != 0)) {
    return InvalidArgument("argument ", name, ": an array of tensors is NULL, its count is not 0");
  }
  learn::Samples made;
  RUNNEL_ASSIGN_OR_RETURN(made.inputs, ToTensors(samples->inputs, samples->num_inputs));
  RUNNEL_ASSIGN_OR_RETURN(made.targets, ToTensors(samples->targets, samples->num_targets));
  if (samples->weights != nullptr) made.weights = samples->weights->tensor;
  return made;
}

const learn::Logs* LogsOf(const rnl_learn_history_t* history, size_t epoch) {
  return history == nullptr || epoch >= history->history.logs.size() ? nullptr
                                                                     : &history->history.logs[epoch];
}

}  // namespace

rnl_status_t* rnl_learn_describe(rnl_bytes_t** out_lines) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_lines);
    *out_lines = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const learn::LearnPart* part, learn::OpenLearn());
    *out_lines = NewBytes(part->describe());
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_adapt(rnl_runtime_t* runtime, rnl_str_t layer, rnl_tensor_t* data,
                              rnl_bytes_t** out_layer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_layer);
    *out_layer = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RNL_CHECK_NOT_NULL(data);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(layer, "layer", &text));
    RUNNEL_ASSIGN_OR_RETURN(const learn::LearnPart* part, learn::OpenLearn());
    RUNNEL_ASSIGN_OR_RETURN(std::string adapted, part->adapt(runtime->runtime, text, data->tensor));
    *out_layer = NewBytes(std::move(adapted));
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_create(rnl_runtime_t* runtime, rnl_str_t options,
                                     rnl_learn_model_t** out_model) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_model);
    *out_model = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &text));
    RUNNEL_ASSIGN_OR_RETURN(const learn::LearnPart* part, learn::OpenLearn());
    RUNNEL_ASSIGN_OR_RETURN(Ref<learn::Model> model, part->create(runtime->runtime, text));
    const auto handle = Ref<rnl_learn_model_t>::Adopt(
        new rnl_learn_model_t(Ref<rnl_runtime_t>::Share(runtime), std::move(model)));
    *out_model = Retain(handle.get());
    return OkStatus();
  });
}

rnl_learn_model_t* rnl_learn_model_retain(rnl_learn_model_t* model) { return Retain(model); }
void rnl_learn_model_release(rnl_learn_model_t* model) { Release(model); }

rnl_status_t* rnl_learn_model_add(rnl_learn_model_t* model, rnl_str_t layer) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(layer, "layer", &text));
    return model->model->Add(text);
  });
}

rnl_status_t* rnl_learn_model_input(rnl_learn_model_t* model, rnl_str_t name, rnl_dtype_t dtype,
                                    int32_t rank, const int64_t* dims, rnl_learn_value_t* out_value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_value);
    *out_value = 0;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &text));
    if (!runnel::IsValidDType(dtype)) return InvalidArgument(dtype, " is no dtype");
    RUNNEL_ASSIGN_OR_RETURN(const Shape sample, ToShape(rank, dims, true));
    if (!sample.has_rank())
      return InvalidArgument("argument rank: expected the number of a sample's dimensions, got ", rank);
    std::vector<int64_t> sizes = {-1};
    for (int i = 0; i < sample.rank(); ++i) sizes.push_back(sample.dim(i));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, Shape::Make(sizes, -1));
    RUNNEL_ASSIGN_OR_RETURN(*out_value,
                            model->model->AddInput(text, static_cast<runnel::DType>(dtype), shape));
    return OkStatus();
  });
}

namespace {

// Calls the layer that `find` gives for a text.
template <typename Find>
rnl_status_t* CallLayer(rnl_learn_model_t* model, rnl_str_t text, std::string_view argument,
                        const rnl_learn_value_t* inputs, size_t num_inputs, rnl_learn_value_t* out_value,
                        Find find) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_value);
    *out_value = 0;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(text, argument, &view));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> values, ToValues(inputs, num_inputs, "inputs"));
    RUNNEL_ASSIGN_OR_RETURN(const int layer, find(*model->model, view));
    RUNNEL_ASSIGN_OR_RETURN(*out_value, model->model->Call(layer, values));
    return OkStatus();
  });
}

}  // namespace

rnl_status_t* rnl_learn_model_call(rnl_learn_model_t* model, rnl_str_t layer,
                                   const rnl_learn_value_t* inputs, size_t num_inputs,
                                   rnl_learn_value_t* out_value) {
  return CallLayer(model, layer, "layer", inputs, num_inputs, out_value,
                   [](learn::Model& m, std::string_view spec) { return m.AddLayer(spec); });
}

rnl_status_t* rnl_learn_model_call_again(rnl_learn_model_t* model, rnl_str_t layer_name,
                                         const rnl_learn_value_t* inputs, size_t num_inputs,
                                         rnl_learn_value_t* out_value) {
  return CallLayer(model, layer_name, "layer_name", inputs, num_inputs, out_value,
                   [](learn::Model& m, std::string_view name) { return m.FindLayer(name); });
}

rnl_status_t* rnl_learn_model_set_outputs(rnl_learn_model_t* model, const rnl_learn_value_t* values,
                                          size_t num_values) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> outputs, ToValues(values, num_values, "values"));
    return model->model->SetOutputs(outputs);
  });
}

rnl_status_t* rnl_learn_model_reset_states(rnl_learn_model_t* model) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    return model->model->ResetStates();
  });
}

rnl_status_t* rnl_learn_model_set_trainable(rnl_learn_model_t* model, rnl_str_t layer_name,
                                            bool trainable) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(layer_name, "layer_name", &text));
    return model->model->SetTrainable(text, trainable);
  });
}

rnl_status_t* rnl_learn_model_value(rnl_learn_model_t* model, rnl_learn_value_t value,
                                    rnl_dtype_t* out_dtype, int32_t* out_rank, int64_t* out_dims,
                                    size_t capacity) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_dtype);
    RNL_CHECK_NOT_NULL(out_rank);
    *out_dtype = 0;
    *out_rank = 0;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(const Shape shape, model->model->ShapeOf(value));
    RUNNEL_ASSIGN_OR_RETURN(const runnel::DType dtype, model->model->TypeOf(value));
    if (shape.has_rank() && static_cast<size_t>(shape.rank()) > capacity) {
      return InvalidArgument("argument capacity: the value has ", shape.rank(),
                             " dimensions, there is room for ", capacity);
    }
    if (out_dims == nullptr && shape.has_rank() && shape.rank() > 0) return NullArgument("out_dims");
    for (int i = 0; shape.has_rank() && i < shape.rank(); ++i) out_dims[i] = shape.dim(i);
    *out_rank = shape.has_rank() ? shape.rank() : -1;
    *out_dtype = static_cast<rnl_dtype_t>(dtype);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_summary(rnl_learn_model_t* model, rnl_bytes_t** out_text) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_text);
    *out_text = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(std::string text, model->model->Summary());
    *out_text = NewBytes(std::move(text));
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_set_strategy(rnl_learn_model_t* model, rnl_str_t strategy) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(strategy, "strategy", &text));
    return model->model->SetStrategy(text);
  });
}

rnl_status_t* rnl_learn_model_compile(rnl_learn_model_t* model, rnl_str_t optimizer, rnl_str_t losses,
                                      rnl_str_t metrics, const double* loss_weights,
                                      size_t num_loss_weights) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    std::string_view optimizer_text, losses_text, metrics_text;
    RUNNEL_RETURN_IF_ERROR(ToView(optimizer, "optimizer", &optimizer_text));
    RUNNEL_RETURN_IF_ERROR(ToView(losses, "losses", &losses_text));
    RUNNEL_RETURN_IF_ERROR(ToView(metrics, "metrics", &metrics_text));
    std::span<const double> weights;
    RUNNEL_RETURN_IF_ERROR(ToSpan(loss_weights, num_loss_weights, "loss_weights", &weights));
    return model->model->Compile(optimizer_text, losses_text, metrics_text, weights);
  });
}

rnl_status_t* rnl_learn_model_fit(rnl_learn_model_t* model, const rnl_learn_samples_t* samples,
                                  const rnl_learn_samples_t* validation, rnl_str_t options,
                                  rnl_str_t callbacks, rnl_learn_progress_fn_t on_progress, void* arg,
                                  rnl_learn_history_t** out_history) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_history);
    *out_history = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(const learn::Samples training, ToSamples(samples, "samples"));
    learn::Samples other;
    if (validation != nullptr) {
      RUNNEL_ASSIGN_OR_RETURN(other, ToSamples(validation, "validation"));
    }
    std::string_view options_text, callbacks_text;
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &options_text));
    RUNNEL_RETURN_IF_ERROR(ToView(callbacks, "callbacks", &callbacks_text));
    CallingObserver observer(on_progress, arg);
    RUNNEL_ASSIGN_OR_RETURN(
        learn::History history,
        model->model->Fit(training, validation == nullptr ? nullptr : &other, options_text,
                          callbacks_text, on_progress == nullptr ? nullptr : &observer));
    GiveHistory(std::move(history), out_history);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_evaluate(rnl_learn_model_t* model, const rnl_learn_samples_t* samples,
                                       int64_t batch_size, rnl_learn_history_t** out_history) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_history);
    *out_history = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(const learn::Samples given, ToSamples(samples, "samples"));
    return GiveLogs(model->model->Evaluate(given, batch_size), out_history);
  });
}

rnl_status_t* rnl_learn_model_train_on_batch(rnl_learn_model_t* model,
                                             const rnl_learn_samples_t* samples,
                                             rnl_learn_history_t** out_history) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_history);
    *out_history = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(const learn::Samples given, ToSamples(samples, "samples"));
    return GiveLogs(model->model->TrainOnBatch(given), out_history);
  });
}

rnl_status_t* rnl_learn_model_predict(rnl_learn_model_t* model, rnl_tensor_t* const* inputs,
                                      size_t num_inputs, int64_t batch_size, rnl_tensor_t** out_outputs,
                                      size_t num_outputs) {
  for (size_t i = 0; out_outputs != nullptr && i < num_outputs; ++i) out_outputs[i] = nullptr;
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    if (inputs == nullptr && num_inputs != 0) return NullArgument("inputs");
    if (out_outputs == nullptr) return NullArgument("out_outputs");
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> given, ToTensors(inputs, num_inputs));
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> made, model->model->Predict(given, batch_size));
    if (made.size() != num_outputs) {
      return InvalidArgument("the model has ", made.size(), " outputs, there is room for ", num_outputs);
    }
    ToHandles(model->owner, made, out_outputs);
    return OkStatus();
  });
}

rnl_learn_history_t* rnl_learn_history_retain(rnl_learn_history_t* history) { return Retain(history); }
void rnl_learn_history_release(rnl_learn_history_t* history) { Release(history); }

size_t rnl_learn_history_num_epochs(const rnl_learn_history_t* history) {
  return history == nullptr ? 0 : history->history.logs.size();
}
size_t rnl_learn_history_num_values(const rnl_learn_history_t* history, size_t epoch) {
  const learn::Logs* logs = LogsOf(history, epoch);
  return logs == nullptr ? 0 : logs->size();
}
rnl_str_t rnl_learn_history_name(const rnl_learn_history_t* history, size_t epoch, size_t index) {
  const learn::Logs* logs = LogsOf(history, epoch);
  return logs == nullptr || index >= logs->size() ? kEmpty : ToC(std::string_view((*logs)[index].first));
}
double rnl_learn_history_value(const rnl_learn_history_t* history, size_t epoch, size_t index) {
  const learn::Logs* logs = LogsOf(history, epoch);
  return logs == nullptr || index >= logs->size() ? 0 : (*logs)[index].second;
}

rnl_status_t* rnl_learn_history_find(const rnl_learn_history_t* history, size_t epoch, rnl_str_t name,
                                     double* out_value) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_value);
    *out_value = 0;
    RNL_CHECK_NOT_NULL(history);
    std::string_view wanted;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &wanted));
    const learn::Logs* logs = LogsOf(history, epoch);
    if (logs == nullptr) {
      return Status(runnel::Code::kOutOfRange,
                    runnel::StrCat("epoch ", epoch, " of ", history->history.logs.size()));
    }
    std::string names;
    for (const auto& [known, value] : *logs) {
      if (known == wanted) {
        *out_value = value;
        return OkStatus();
      }
      names += runnel::StrCat(names.empty() ? "" : ", ", known);
    }
    return runnel::NotFound("there is no \"", wanted, "\"; there is ", names);
  });
}

rnl_str_t rnl_learn_history_stopped_by(const rnl_learn_history_t* history) {
  return history == nullptr ? kEmpty : ToC(std::string_view(history->history.stopped_by));
}

rnl_status_t* rnl_learn_model_weight_names(rnl_learn_model_t* model, rnl_names_t** out_names) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_names);
    *out_names = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(std::vector<std::string> names, model->model->WeightNames());
    *out_names = NewNames(std::move(names));
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_get_weights(rnl_learn_model_t* model, rnl_tensor_t** out_tensors,
                                          size_t num_tensors) {
  for (size_t i = 0; out_tensors != nullptr && i < num_tensors; ++i) out_tensors[i] = nullptr;
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    if (out_tensors == nullptr && num_tensors != 0) return NullArgument("out_tensors");
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Tensor> values, model->model->GetWeights());
    if (values.size() != num_tensors) {
      return InvalidArgument("the model has ", values.size(), " weights, there is room for ",
                             num_tensors);
    }
    ToHandles(model->owner, values, out_tensors);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_set_weights(rnl_learn_model_t* model, rnl_tensor_t* const* tensors,
                                          size_t num_tensors) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    if (tensors == nullptr && num_tensors != 0) return NullArgument("tensors");
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, ToTensors(tensors, num_tensors));
    return model->model->SetWeights(values);
  });
}

rnl_status_t* rnl_learn_model_session(rnl_learn_model_t* model, rnl_session_t** out_session) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_session);
    *out_session = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(Ref<runnel::Session> session, model->model->session());
    const auto handle = Ref<rnl_session_t>::Adopt(new rnl_session_t(model->graph, std::move(session)));
    *out_session = Retain(handle.get());
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_graph(rnl_learn_model_t* model, rnl_graph_t** out_graph) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_graph);
    *out_graph = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    *out_graph = Retain(model->graph.get());
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_model_output(rnl_learn_model_t* model, rnl_learn_value_t value,
                                     rnl_output_t* out_output) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_output);
    *out_output = {RNL_NO_NODE, 0};
    RUNNEL_RETURN_IF_ERROR(CheckModel(model));
    RUNNEL_ASSIGN_OR_RETURN(const runnel::OutputRef edge, model->model->OutputOf(value));
    *out_output = FromOutput(edge);
    return OkStatus();
  });
}
