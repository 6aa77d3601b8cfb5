// Training by steps: configurations, trainers, hooks of the program.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "c_api/callback_argument.h"
#include "c_api/cluster.h"
#include "c_api/program_hook.h"
#include "c_api/runnel_learn.h"
#include "c_api/train_host.h"

using runnel::FailedPrecondition;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::NotFound;
using runnel::OkStatus;
using runnel::OutputRef;
using runnel::Ref;
using runnel::Result;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;
namespace learn = runnel::learn;

struct rnl_learn_trainer_t final : Child {
  rnl_learn_trainer_t(Ref<rnl_graph_t> g, CGraphHost* h, Ref<learn::Trainer> t, rnl_server_t* s)
      : Child(g->owner),
        graph(std::move(g)),
        server(rnl_server_retain(s)),
        host(h),
        trainer(std::move(t)) {}
  const Ref<rnl_graph_t> graph;
  const Owned<rnl_server_t, rnl_server_release> server;  // outlives the session; may be null
  CGraphHost* const host;                                // the trainer's
  const Ref<learn::Trainer> trainer;
};

namespace {

// The names of a scaffold, looked up in a graph and its collections.
class ScaffoldFinder {
 public:
  ScaffoldFinder(const runnel::Graph& graph, const rnl_learn_scaffold_t& given)
      : graph_(graph), given_(given) {}

  Result<learn::Scaffold> Find() {
    learn::Scaffold found;
    RUNNEL_RETURN_IF_ERROR(FindNodes(given_.init_op, "init_op", "init_op", &found.init_ops));
    if (found.init_ops.empty()) RUNNEL_RETURN_IF_ERROR(FindInitializers("variables", &found.init_ops));
    RUNNEL_RETURN_IF_ERROR(
        FindNodes(given_.local_init_op, "local_init_op", "local_init_op", &found.local_init_ops));
    if (found.local_init_ops.empty()) {
      RUNNEL_RETURN_IF_ERROR(FindInitializers("local_variables", &found.local_init_ops));
      std::vector<Node*> tables;
      RUNNEL_RETURN_IF_ERROR(FindNodes({}, "", "table_initializer", &tables));
      found.local_init_ops.insert(found.local_init_ops.end(), tables.begin(), tables.end());
    }
    RUNNEL_RETURN_IF_ERROR(FindValue(given_.ready_op, "ready_op", &found.ready_op));
    RUNNEL_RETURN_IF_ERROR(FindValue(given_.global_step, "global_step", &found.global_step));
    RUNNEL_RETURN_IF_ERROR(FindValue(given_.summary_op, "summary_op", &found.summary_op));
    RUNNEL_RETURN_IF_ERROR(FindNodes(given_.finalize_op, "finalize_op", "", &found.finalize));
    std::string_view checkpoint;
    RUNNEL_RETURN_IF_ERROR(ToView(given_.checkpoint, "checkpoint", &checkpoint));
    found.checkpoint = checkpoint;
    return found;
  }

 private:
  std::vector<std::string> Collection(std::string_view name) const {
    if (given_.meta == nullptr) return {};
    for (const runnel::CollectionDef& collection : given_.meta->spec.def.collections) {
      if (collection.name == name) return collection.nodes;
    }
    return {};
  }
  Status AddNode(const std::string& name, std::string_view what, std::vector<Node*>* out) const {
    Node* const node = graph_.FindNode(name.substr(0, name.find(':')));
    if (node == nullptr) return NotFound(what, ": the graph has no node \"", name, "\"");
    out->push_back(node);
    return OkStatus();
  }
  Status FindNodes(rnl_str_t given, std::string_view what, std::string_view collection,
                   std::vector<Node*>* out) const {
    std::string_view name;
    RUNNEL_RETURN_IF_ERROR(ToView(given, what, &name));
    if (!name.empty()) return AddNode(std::string(name), what, out);
    for (const std::string& node : Collection(collection))
      RUNNEL_RETURN_IF_ERROR(AddNode(node, collection, out));
    return OkStatus();
  }
  Status FindInitializers(std::string_view collection, std::vector<Node*>* out) const {
    if (given_.meta == nullptr) return OkStatus();
    const auto variables = given_.meta->variables.find(collection);
    if (variables == given_.meta->variables.end()) return OkStatus();
    for (const auto& variable : variables->second) {
      if (!variable.def.initializer.empty())
        RUNNEL_RETURN_IF_ERROR(AddNode(variable.def.initializer, collection, out));
    }
    return OkStatus();
  }
  Status FindValue(rnl_str_t given, std::string_view what, OutputRef* out) const {
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(given, what, &view));
    std::string name(view);
    if (name.empty() && given_.meta != nullptr) {
      const auto variables = given_.meta->variables.find(what);
      if (variables != given_.meta->variables.end() && !variables->second.empty())
        name = variables->second[0].handle;
    }
    if (name.empty()) {
      const std::vector<std::string> nodes = Collection(what);
      if (!nodes.empty()) name = nodes[0];
    }
    if (name.empty()) return OkStatus();
    auto found = graph_.FindOutput(name);
    if (!found.ok()) return found.status().WithPrefix(what);
    *out = *found;
    return OkStatus();
  }

  const runnel::Graph& graph_;
  const rnl_learn_scaffold_t& given_;
};

Status Check(const rnl_learn_trainer_t* trainer) { return CheckHandle(trainer, "trainer"); }

}  // namespace

rnl_status_t* rnl_learn_config_create(rnl_runtime_t* runtime, rnl_str_t options, rnl_str_t tf_config,
                                      rnl_learn_config_t** out_config) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_config);
    *out_config = nullptr;
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::string_view options_text, json;
    RUNNEL_RETURN_IF_ERROR(ToView(options, "options", &options_text));
    RUNNEL_RETURN_IF_ERROR(ToView(tf_config, "tf_config", &json));
    RUNNEL_ASSIGN_OR_RETURN(const learn::TrainPart* part, OpenTrain());
    RUNNEL_ASSIGN_OR_RETURN(learn::RunConfig config, part->parse_config(options_text, json));
    *out_config = new rnl_learn_config_t(Ref<rnl_runtime_t>::Share(runtime), std::move(config));
    return OkStatus();
  });
}

rnl_learn_config_t* rnl_learn_config_retain(rnl_learn_config_t* config) { return Retain(config); }
void rnl_learn_config_release(rnl_learn_config_t* config) { Release(config); }

rnl_str_t rnl_learn_config_task_type(const rnl_learn_config_t* config) {
  return config == nullptr ? kEmpty : ToC(std::string_view(config->config.task_type));
}
int64_t rnl_learn_config_task_index(const rnl_learn_config_t* config) {
  return config == nullptr ? 0 : config->config.task_index;
}
bool rnl_learn_config_is_chief(const rnl_learn_config_t* config) {
  return config != nullptr && config->config.is_chief();
}
rnl_str_t rnl_learn_config_model_dir(const rnl_learn_config_t* config) {
  return config == nullptr ? kEmpty : ToC(std::string_view(config->config.model_dir));
}
size_t rnl_learn_config_num_tasks(const rnl_learn_config_t* config, rnl_str_t job) {
  std::string_view name;
  if (config == nullptr || !ToView(job, "job", &name).ok()) return 0;
  return config->config.num_tasks(name);
}

rnl_status_t* rnl_learn_config_start_server(const rnl_learn_config_t* config,
                                            rnl_server_t** out_server) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_server);
    *out_server = nullptr;
    RNL_CHECK_NOT_NULL(config);
    const learn::RunConfig& c = config->config;
    if (!c.is_distributed()) return OkStatus();
    rnl_cluster_t cluster;
    for (const auto& [job, tasks] : c.cluster) {
      for (const auto& [task, address] : tasks)
        RUNNEL_RETURN_IF_ERROR(cluster.spec.AddTask(job, static_cast<int>(task), address));
    }
    rnl_server_options_t* made = nullptr;
    RUNNEL_RETURN_IF_ERROR(Took(
        rnl_server_options_create(&cluster, ToC(std::string_view(c.task_type)), c.task_index, &made)));
    const Owned<rnl_server_options_t, rnl_server_options_release> options(made);
    RUNNEL_RETURN_IF_ERROR(
        Took(rnl_server_options_set_listen_fd(made, static_cast<int32_t>(c.listen_fd))));
    return Took(rnl_server_start(config->owner.get(), made, out_server));
  });
}

rnl_status_t* rnl_learn_trainer_create(rnl_graph_t* graph, const rnl_learn_config_t* config,
                                       const rnl_learn_scaffold_t* scaffold,
                                       const rnl_session_options_t* options, rnl_server_t* server,
                                       rnl_learn_trainer_t** out_trainer) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_trainer);
    *out_trainer = nullptr;
    RUNNEL_RETURN_IF_ERROR(CheckHandle(graph, "graph"));
    RNL_CHECK_NOT_NULL(config);
    rnl_learn_scaffold_t given = {};
    if (scaffold != nullptr) {
      constexpr size_t kLeast = offsetof(rnl_learn_scaffold_t, finalize_op);
      if (scaffold->struct_size < kLeast)
        return InvalidArgument("argument scaffold: struct_size is ", scaffold->struct_size,
                               ", expected ", sizeof(given));
      std::memcpy(&given, scaffold, std::min(scaffold->struct_size, sizeof(given)));
    }
    RUNNEL_ASSIGN_OR_RETURN(const learn::Scaffold found, ScaffoldFinder(*graph->graph, given).Find());
    rnl_session_options_t session_options;
    if (options != nullptr) session_options = *options;
    learn::RunConfig run = config->config;
    if (server != nullptr) {
      const rnl_str_t target = rnl_server_target(server), token = rnl_server_token(server);
      run.target.assign(target.data, target.size);
      if (session_options.remote.token.empty())
        session_options.remote.token.assign(token.data, token.size);
    }
    RUNNEL_ASSIGN_OR_RETURN(const learn::TrainPart* part, OpenTrain());
    auto host =
        std::make_unique<CGraphHost>(Ref<rnl_graph_t>::Share(graph), session_options, given.meta);
    CGraphHost* const borrowed = host.get();
    RUNNEL_ASSIGN_OR_RETURN(Ref<learn::Trainer> trainer,
                            part->make_trainer(std::move(host), run, found));
    *out_trainer =
        new rnl_learn_trainer_t(Ref<rnl_graph_t>::Share(graph), borrowed, std::move(trainer), server);
    return OkStatus();
  });
}

rnl_learn_trainer_t* rnl_learn_trainer_retain(rnl_learn_trainer_t* trainer) { return Retain(trainer); }
void rnl_learn_trainer_release(rnl_learn_trainer_t* trainer) { Release(trainer); }

rnl_status_t* rnl_learn_trainer_add_hook(rnl_learn_trainer_t* trainer, const rnl_learn_hook_t* hook,
                                         void* arg, rnl_drop_fn_t drop) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    Status status;
    KeepArgument(arg, drop, [&](const std::shared_ptr<Argument>& argument) {
      auto made = MakeProgramHook(hook, argument);
      status = made.ok() ? trainer->trainer->AddHook(std::move(*made)) : made.status();
      if (!status.ok()) argument->Forget();
    });
    return status;
  });
}

rnl_status_t* rnl_learn_trainer_add_hooks(rnl_learn_trainer_t* trainer, rnl_str_t specs) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    std::string_view text;
    RUNNEL_RETURN_IF_ERROR(ToView(specs, "specs", &text));
    return trainer->trainer->AddHookRows(text);
  });
}

rnl_status_t* rnl_learn_trainer_start(rnl_learn_trainer_t* trainer) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    return trainer->trainer->Start();
  });
}

rnl_status_t* rnl_learn_trainer_run(rnl_learn_trainer_t* trainer, const rnl_output_t* feed_outputs,
                                    rnl_tensor_t* const* feeds, size_t num_feeds,
                                    const rnl_output_t* fetch_outputs, rnl_tensor_t** out_fetches,
                                    size_t num_fetches, const rnl_node_t* targets, size_t num_targets) {
  for (size_t i = 0; out_fetches != nullptr && i < num_fetches; ++i) out_fetches[i] = nullptr;
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    RUNNEL_ASSIGN_OR_RETURN(const runnel::Signature signature,
                            ToSignature(*trainer->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                        num_fetches, targets, num_targets));
    if (feeds == nullptr && num_feeds != 0) return NullArgument("feeds");
    if (out_fetches == nullptr && num_fetches != 0) return NullArgument("out_fetches");
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, ToTensors(feeds, num_feeds));
    std::vector<Tensor> fetched(num_fetches);
    RUNNEL_RETURN_IF_ERROR(trainer->trainer->Run(signature, values, fetched));
    ToHandles(trainer->owner, fetched, out_fetches);
    return OkStatus();
  });
}

rnl_status_t* rnl_learn_trainer_train(rnl_learn_trainer_t* trainer, const rnl_node_t* targets,
                                      size_t num_targets) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    RUNNEL_ASSIGN_OR_RETURN(
        const runnel::Signature signature,
        ToSignature(*trainer->graph->graph, nullptr, 0, nullptr, 0, targets, num_targets));
    RUNNEL_RETURN_IF_ERROR(trainer->trainer->Start());
    while (!trainer->trainer->should_stop()) {
      Status status = trainer->trainer->Run(signature, {}, {});
      if (status.ok() || trainer->trainer->ended_normally()) continue;
      static_cast<void>(trainer->trainer->Close().ok());
      return status;
    }
    return trainer->trainer->Close();
  });
}

bool rnl_learn_trainer_should_stop(const rnl_learn_trainer_t* trainer) {
  return trainer == nullptr || trainer->trainer->should_stop();
}
void rnl_learn_trainer_request_stop(rnl_learn_trainer_t* trainer) {
  if (trainer != nullptr) trainer->trainer->RequestStop();
}

rnl_status_t* rnl_learn_trainer_close(rnl_learn_trainer_t* trainer) {
  return Guard([&]() -> Status {
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    return trainer->trainer->Close();
  });
}

int64_t rnl_learn_trainer_global_step(const rnl_learn_trainer_t* trainer) {
  return trainer == nullptr ? 0 : trainer->trainer->step();
}
int64_t rnl_learn_trainer_recoveries(const rnl_learn_trainer_t* trainer) {
  return trainer == nullptr ? 0 : trainer->trainer->recoveries();
}

rnl_status_t* rnl_learn_trainer_session(rnl_learn_trainer_t* trainer, rnl_session_t** out_session) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_session);
    *out_session = nullptr;
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    if (!trainer->host->session_handle()) return FailedPrecondition("the trainer has no session now");
    *out_session = Retain(trainer->host->session_handle().get());
    return OkStatus();
  });
}

size_t rnl_learn_trainer_num_final_values(const rnl_learn_trainer_t* trainer) {
  return trainer == nullptr ? 0 : trainer->trainer->final_values().size();
}

rnl_status_t* rnl_learn_trainer_final_value(const rnl_learn_trainer_t* trainer, size_t index,
                                            rnl_tensor_t** out_tensor) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_tensor);
    *out_tensor = nullptr;
    RUNNEL_RETURN_IF_ERROR(Check(trainer));
    const std::vector<Tensor>& values = trainer->trainer->final_values();
    if (index >= values.size())
      return Status(runnel::Code::kOutOfRange, runnel::StrCat("value ", index, " of ", values.size()));
    *out_tensor = NewTensor(trainer->owner, values[index]);
    return OkStatus();
  });
}
