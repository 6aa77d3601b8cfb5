// Sessions: create, close, run by names and by numbers, partial runs.
#include "c_api/internal.h"
#include "c_api/session_options.h"

using runnel::Node;
using runnel::OutputRef;
using runnel::Ref;
using runnel::Result;
using runnel::RunMetadata;
using runnel::Session;
using runnel::Signature;
using runnel::Status;
using runnel::Tensor;
using namespace runnel::capi;

struct rnl_partial_run_t final : Child {
  using Child::Child;
  Ref<rnl_session_t> session;
  std::string handle;
};

namespace runnel::capi {

Result<Signature> ToSignature(const Graph& graph, const rnl_output_t* feeds, size_t num_feeds,
                              const rnl_output_t* fetches, size_t num_fetches, const rnl_node_t* targets,
                              size_t num_targets) {
  Signature signature;
  RUNNEL_ASSIGN_OR_RETURN(signature.feeds, ToOutputs(graph, feeds, num_feeds, "feed_outputs"));
  RUNNEL_ASSIGN_OR_RETURN(signature.fetches, ToOutputs(graph, fetches, num_fetches, "fetch_outputs"));
  std::span<const rnl_node_t> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(targets, num_targets, "targets", &span));
  signature.targets.reserve(num_targets);
  for (const rnl_node_t target : span) {
    RUNNEL_ASSIGN_OR_RETURN(Node * node, ToNode(graph, target));
    signature.targets.push_back(node);
  }
  return signature;
}

}  // namespace runnel::capi

namespace {

Result<Ref<Session>> CreateSession(const Ref<runnel::Runtime>& runtime,
                                   const std::shared_ptr<runnel::Graph>& graph,
                                   const rnl_session_options_t& options) {
  if (options.remote.target.empty()) return Session::Create(runtime, graph, options.options);
  RUNNEL_ASSIGN_OR_RETURN(const runnel::NetLibrary* net, runnel::OpenNetLibrary());
  runnel::RemoteOptions remote = options.remote;
  if (remote.token.empty()) remote.token = TokenOfEnvironment();
  remote.security = SecurityOr(remote.security);
  return net->Connect(runnel::ThisCore(), runtime, graph, options.options, remote);
}

void ClearFetches(rnl_tensor_t** out_fetches, size_t num_fetches) {
  for (size_t i = 0; out_fetches != nullptr && i < num_fetches; ++i) out_fetches[i] = nullptr;
}

Status Run(rnl_session_t* session, const rnl_run_options_t* options, const Signature& signature,
           rnl_tensor_t* const* feeds, rnl_tensor_t** out_fetches, rnl_metadata_t* metadata) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, ToTensors(feeds, signature.feeds.size()));
  if (out_fetches == nullptr && !signature.fetches.empty()) return NullArgument("out_fetches");
  std::vector<Tensor> fetched(signature.fetches.size());
  RunMetadata* core_metadata = nullptr;
  if (metadata != nullptr) {
    metadata->metadata = RunMetadata();
    core_metadata = &metadata->metadata;
  }
  RUNNEL_RETURN_IF_ERROR(
      session->session->Run(signature, values, fetched, CopyOptions(options), core_metadata));
  ToHandles(session->owner, fetched, out_fetches);
  return runnel::OkStatus();
}

Status FindOutputs(const runnel::Graph& graph, const rnl_str_t* names, size_t count,
                   std::string_view what, std::vector<OutputRef>* out) {
  std::span<const rnl_str_t> span;
  RUNNEL_RETURN_IF_ERROR(ToSpan(names, count, what, &span));
  out->reserve(count);
  for (const rnl_str_t name : span) {
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, what, &view));
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef output, graph.FindOutput(view));
    out->push_back(output);
  }
  return runnel::OkStatus();
}

}  // namespace

rnl_status_t* rnl_session_create(rnl_graph_t* graph, const rnl_session_options_t* options,
                                 rnl_session_t** out_session) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_session);
    *out_session = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    RUNNEL_RETURN_IF_ERROR(graph->runtime().CheckProcess());
    const rnl_session_options_t defaults;
    RUNNEL_ASSIGN_OR_RETURN(
        Ref<Session> session,
        CreateSession(graph->owner->runtime, graph->graph, options == nullptr ? defaults : *options));
    *out_session = new rnl_session_t(Ref<rnl_graph_t>::Share(graph), std::move(session));
    return runnel::OkStatus();
  });
}

rnl_session_t* rnl_session_retain(rnl_session_t* session) { return Retain(session); }

void rnl_session_release(rnl_session_t* session) { Release(session); }

rnl_status_t* rnl_session_close(rnl_session_t* session) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    return session->session->Close();
  });
}

rnl_status_t* rnl_session_devices(rnl_session_t* session, rnl_names_t** out_names) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_names);
    *out_names = nullptr;
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(std::vector<std::string> names, session->session->ListDevices());
    *out_names = NewNames(std::move(names));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_task_logs(rnl_session_t* session, rnl_names_t** out_lines) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_lines);
    *out_lines = nullptr;
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(std::vector<std::string> lines, session->session->TaskLogs());
    *out_lines = NewNames(std::move(lines));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_session_reset(rnl_runtime_t* runtime, const rnl_session_options_t* options,
                                const rnl_str_t* containers, size_t num_containers) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runtime);
    RUNNEL_RETURN_IF_ERROR(runtime->runtime->CheckProcess());
    std::span<const rnl_str_t> names;
    RUNNEL_RETURN_IF_ERROR(ToSpan(containers, num_containers, "containers", &names));
    std::vector<std::string> list;
    for (const rnl_str_t name : names) {
      std::string_view view;
      RUNNEL_RETURN_IF_ERROR(ToView(name, "containers", &view));
      list.emplace_back(view);
    }
    const rnl_session_options_t defaults;
    const auto graph = std::make_shared<runnel::Graph>(&runtime->runtime->ops());
    RUNNEL_ASSIGN_OR_RETURN(
        const Ref<Session> session,
        CreateSession(runtime->runtime, graph, options == nullptr ? defaults : *options));
    Status status = session->ResetContainers(list);
    (void)session->Close();
    return status;
  });
}

rnl_status_t* rnl_session_run(rnl_session_t* session, const rnl_run_options_t* options,
                              const rnl_str_t* feed_names, rnl_tensor_t* const* feeds, size_t num_feeds,
                              const rnl_str_t* fetch_names, rnl_tensor_t** out_fetches,
                              size_t num_fetches, const rnl_str_t* target_names, size_t num_targets,
                              rnl_metadata_t* metadata) {
  ClearFetches(out_fetches, num_fetches);
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    const runnel::Graph& graph = *session->graph->graph;
    Signature signature;
    RUNNEL_RETURN_IF_ERROR(FindOutputs(graph, feed_names, num_feeds, "feed_names", &signature.feeds));
    RUNNEL_RETURN_IF_ERROR(
        FindOutputs(graph, fetch_names, num_fetches, "fetch_names", &signature.fetches));
    std::span<const rnl_str_t> targets;
    RUNNEL_RETURN_IF_ERROR(ToSpan(target_names, num_targets, "target_names", &targets));
    for (const rnl_str_t name : targets) {
      std::string_view view;
      RUNNEL_RETURN_IF_ERROR(ToView(name, "target_names", &view));
      Node* node = graph.FindNode(view);
      if (node == nullptr) return runnel::NotFound("target \"", view, "\": the graph has no such node");
      signature.targets.push_back(node);
    }
    return Run(session, options, signature, feeds, out_fetches, metadata);
  });
}

rnl_status_t* rnl_session_run_outputs(rnl_session_t* session, const rnl_run_options_t* options,
                                      const rnl_output_t* feed_outputs, rnl_tensor_t* const* feeds,
                                      size_t num_feeds, const rnl_output_t* fetch_outputs,
                                      rnl_tensor_t** out_fetches, size_t num_fetches,
                                      const rnl_node_t* targets, size_t num_targets,
                                      rnl_metadata_t* metadata) {
  ClearFetches(out_fetches, num_fetches);
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(const Signature signature,
                            ToSignature(*session->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                        num_fetches, targets, num_targets));
    return Run(session, options, signature, feeds, out_fetches, metadata);
  });
}

rnl_status_t* rnl_session_begin_partial_run(rnl_session_t* session, const rnl_output_t* feed_outputs,
                                            size_t num_feeds, const rnl_output_t* fetch_outputs,
                                            size_t num_fetches, const rnl_node_t* targets,
                                            size_t num_targets, rnl_partial_run_t** out_partial_run) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_partial_run);
    *out_partial_run = nullptr;
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(session->runtime().CheckProcess());
    RUNNEL_ASSIGN_OR_RETURN(const Signature signature,
                            ToSignature(*session->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                        num_fetches, targets, num_targets));
    const auto run = Ref<rnl_partial_run_t>::Adopt(new rnl_partial_run_t(session->owner));
    run->session = Ref<rnl_session_t>::Share(session);
    RUNNEL_ASSIGN_OR_RETURN(run->handle, session->session->PartialRunSetup(signature));
    *out_partial_run = Retain(run.get());
    return runnel::OkStatus();
  });
}

rnl_partial_run_t* rnl_partial_run_retain(rnl_partial_run_t* partial_run) { return Retain(partial_run); }

void rnl_partial_run_release(rnl_partial_run_t* partial_run) { Release(partial_run); }

rnl_status_t* rnl_partial_run_step(rnl_partial_run_t* partial_run, const rnl_output_t* feed_outputs,
                                   rnl_tensor_t* const* feeds, size_t num_feeds,
                                   const rnl_output_t* fetch_outputs, rnl_tensor_t** out_fetches,
                                   size_t num_fetches) {
  ClearFetches(out_fetches, num_fetches);
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(partial_run);
    RUNNEL_RETURN_IF_ERROR(partial_run->runtime().CheckProcess());
    rnl_session_t* session = partial_run->session.get();
    if (out_fetches == nullptr && num_fetches != 0) return NullArgument("out_fetches");
    RUNNEL_ASSIGN_OR_RETURN(const Signature items,
                            ToSignature(*session->graph->graph, feed_outputs, num_feeds, fetch_outputs,
                                        num_fetches, nullptr, 0));
    RUNNEL_ASSIGN_OR_RETURN(const std::vector<Tensor> values, ToTensors(feeds, num_feeds));
    std::vector<Tensor> fetched(num_fetches);
    RUNNEL_RETURN_IF_ERROR(
        session->session->PartialRun(partial_run->handle, items.feeds, values, items.fetches, fetched));
    ToHandles(session->owner, fetched, out_fetches);
    return runnel::OkStatus();
  });
}
