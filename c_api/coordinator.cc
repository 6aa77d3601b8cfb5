// Coordinators and queue runners: core's (core/runtime/session), by names of nodes.
#include "c_api/internal.h"
#include "c_api/meta_graph.h"
#include "core/runtime/session/queue_runner.h"

using runnel::Code;
using runnel::Coordinator;
using runnel::InvalidArgument;
using runnel::Node;
using runnel::QueueRunner;
using runnel::Ref;
using runnel::Result;
using runnel::Status;
using namespace runnel::capi;

struct rnl_coordinator_t final : runnel::RefCounted {
  explicit rnl_coordinator_t(Ref<Coordinator> c) : coordinator(std::move(c)) {}
  const Ref<Coordinator> coordinator;

 private:
  // Nobody is left who could stop the queue runners, which keep core's coordinator.
  ~rnl_coordinator_t() override {
    try {
      static_cast<void>(coordinator->RequestStop({}).ok());
    } catch (const std::bad_alloc&) {
      // They end with their session.
    }
  }
};

struct rnl_queue_runner_t final : Child {
  rnl_queue_runner_t(Ref<rnl_graph_t> g, Ref<QueueRunner> r)
      : Child(g->owner), graph(std::move(g)), runner(std::move(r)) {}
  const Ref<rnl_graph_t> graph;
  const Ref<QueueRunner> runner;
};

namespace {

Result<std::vector<Code>> ToCodes(const rnl_code_t* codes, size_t count, std::string_view name) {
  std::span<const rnl_code_t> all;
  RUNNEL_RETURN_IF_ERROR(ToSpan(codes, count, name, &all));
  std::vector<Code> out;
  for (const rnl_code_t code : all) {
    if (code <= RNL_OK || code > RNL_UNAUTHENTICATED)
      return InvalidArgument("argument ", name, ": ", code, " is no code of a failure");
    out.push_back(static_cast<Code>(code));
  }
  if (out.empty()) out.push_back(Code::kOutOfRange);
  return out;
}

Status Borrow(rnl_status_t* status) {
  auto* const rep = reinterpret_cast<Status::Rep*>(status);
  Status::Retain(rep);
  return Status::Adopt(rep);
}

struct Names {
  std::string queue;
  std::vector<std::string> enqueue_ops;
  std::string close_op, cancel_op;
};

Result<Node*> FindNode(const runnel::Graph& graph, const std::string& name) {
  Node* const node = graph.FindNode(name);
  if (node == nullptr) return runnel::NotFound("the graph has no node \"", name, "\"");
  return node;
}

// A node that closes the queue.
Result<Node*> AddClose(rnl_graph_t* graph, const Node* queue, bool cancel) {
  const std::string name = std::string(queue->name()) + "/";
  rnl_node_builder_t* const builder =
      rnl_node_builder_create(graph, rnl_str("QueueCloseV2"), ToC(std::string_view(name)));
  rnl_node_builder_add_input(builder, rnl_output(queue->id(), 0));
  rnl_node_builder_set_attr_bool(builder, rnl_str("cancel_pending_enqueues"), cancel);
  rnl_node_t node = RNL_NO_NODE;
  RUNNEL_RETURN_IF_ERROR(
      Status::Adopt(reinterpret_cast<Status::Rep*>(rnl_node_builder_finish(builder, &node))));
  return ToNode(*graph->graph, node);
}

Result<rnl_queue_runner_t*> Make(rnl_graph_t* graph, const Names& names, std::vector<Code> codes) {
  QueueRunner::Spec spec;
  spec.queue = names.queue;
  spec.closed_codes = std::move(codes);
  if (names.enqueue_ops.empty()) return InvalidArgument("the runner of \"", names.queue, "\" has no op");
  const runnel::Graph& g = *graph->graph;
  for (const std::string& op : names.enqueue_ops) {
    RUNNEL_ASSIGN_OR_RETURN(Node* const node, FindNode(g, op));
    spec.enqueue_ops.push_back(node);
  }
  const auto close = [&](const std::string& name, bool cancel) -> Result<Node*> {
    if (!name.empty()) return FindNode(g, name);
    RUNNEL_ASSIGN_OR_RETURN(Node* const queue, FindNode(g, names.queue));
    return AddClose(graph, queue, cancel);
  };
  RUNNEL_ASSIGN_OR_RETURN(spec.close_op, close(names.close_op, false));
  RUNNEL_ASSIGN_OR_RETURN(spec.cancel_op, close(names.cancel_op, true));
  return new rnl_queue_runner_t(Ref<rnl_graph_t>::Share(graph),
                                runnel::MakeRef<QueueRunner>(graph->graph, std::move(spec)));
}

}  // namespace

rnl_status_t* rnl_coordinator_create(const rnl_code_t* clean_codes, size_t num_clean_codes,
                                     rnl_coordinator_t** out_coordinator) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_coordinator);
    *out_coordinator = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Code> codes,
                            ToCodes(clean_codes, num_clean_codes, "clean_codes"));
    *out_coordinator = new rnl_coordinator_t(runnel::MakeRef<Coordinator>(std::move(codes)));
    return runnel::OkStatus();
  });
}

rnl_coordinator_t* rnl_coordinator_retain(rnl_coordinator_t* coordinator) { return Retain(coordinator); }

void rnl_coordinator_release(rnl_coordinator_t* coordinator) { Release(coordinator); }

rnl_status_t* rnl_coordinator_request_stop(rnl_coordinator_t* coordinator, rnl_status_t* why) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(coordinator);
    return coordinator->coordinator->RequestStop(Borrow(why));
  });
}

bool rnl_coordinator_should_stop(const rnl_coordinator_t* coordinator) {
  return coordinator != nullptr && coordinator->coordinator->should_stop();
}

rnl_status_t* rnl_coordinator_wait_for_stop(const rnl_coordinator_t* coordinator, int64_t timeout_ms,
                                            bool* out_stop) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_stop);
    *out_stop = false;
    RNL_CHECK_NOT_NULL(coordinator);
    if (timeout_ms < -1) return InvalidArgument("timeout_ms must be at least -1, got ", timeout_ms);
    *out_stop = coordinator->coordinator->WaitForStop(timeout_ms);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_coordinator_clear_stop(rnl_coordinator_t* coordinator) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(coordinator);
    coordinator->coordinator->ClearStop();
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_coordinator_enter(rnl_coordinator_t* coordinator, rnl_str_t name) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(coordinator);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    coordinator->coordinator->Enter(view);
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_coordinator_leave(rnl_coordinator_t* coordinator, rnl_str_t name) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(coordinator);
    std::string_view view;
    RUNNEL_RETURN_IF_ERROR(ToView(name, "name", &view));
    return coordinator->coordinator->Leave(view);
  });
}

rnl_status_t* rnl_coordinator_join(rnl_coordinator_t* coordinator, int64_t grace_ms,
                                   bool ignore_running) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(coordinator);
    if (grace_ms < -1) return InvalidArgument("grace_ms must be at least -1, got ", grace_ms);
    return coordinator->coordinator->Join(grace_ms, ignore_running);
  });
}

rnl_status_t* rnl_coordinator_error(const rnl_coordinator_t* coordinator) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(coordinator);
    return coordinator->coordinator->status();
  });
}

rnl_status_t* rnl_queue_runner_create(rnl_graph_t* graph, rnl_str_t queue, const rnl_str_t* enqueue_ops,
                                      size_t num_enqueue_ops, rnl_str_t close_op, rnl_str_t cancel_op,
                                      const rnl_code_t* closed_codes, size_t num_closed_codes,
                                      rnl_queue_runner_t** out_runner) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_runner);
    *out_runner = nullptr;
    RNL_CHECK_NOT_NULL(graph);
    Names names;
    std::string_view view;
    std::span<const rnl_str_t> ops;
    RUNNEL_RETURN_IF_ERROR(ToSpan(enqueue_ops, num_enqueue_ops, "enqueue_ops", &ops));
    for (const rnl_str_t& op : ops) {
      RUNNEL_RETURN_IF_ERROR(ToView(op, "enqueue_ops", &view));
      names.enqueue_ops.emplace_back(view);
    }
    RUNNEL_RETURN_IF_ERROR(ToView(queue, "queue", &view));
    names.queue = view;
    RUNNEL_RETURN_IF_ERROR(ToView(close_op, "close_op", &view));
    names.close_op = view;
    RUNNEL_RETURN_IF_ERROR(ToView(cancel_op, "cancel_op", &view));
    names.cancel_op = view;
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Code> codes,
                            ToCodes(closed_codes, num_closed_codes, "closed_codes"));
    RUNNEL_ASSIGN_OR_RETURN(*out_runner, Make(graph, names, std::move(codes)));
    return runnel::OkStatus();
  });
}

rnl_status_t* rnl_meta_graph_make_queue_runner(const rnl_meta_graph_t* meta, size_t index,
                                               rnl_graph_t* graph, rnl_str_t prefix,
                                               rnl_queue_runner_t** out_runner) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(out_runner);
    *out_runner = nullptr;
    RNL_CHECK_NOT_NULL(meta);
    RNL_CHECK_NOT_NULL(graph);
    std::string_view scope;
    RUNNEL_RETURN_IF_ERROR(ToView(prefix, "prefix", &scope));
    if (index >= meta->queue_runners.size())
      return runnel::OutOfRange("queue runner ", index, " of ", meta->queue_runners.size());
    const runnel::QueueRunnerDef& def = meta->queue_runners[index];
    const auto within = [&](const std::string& name) {
      return name.empty() || scope.empty() ? name : runnel::StrCat(scope, "/", name);
    };
    Names names{within(def.queue), {}, within(def.close_op), within(def.cancel_op)};
    for (const std::string& op : def.enqueue_ops) names.enqueue_ops.push_back(within(op));
    const std::vector<int32_t>& raw = def.closed_codes;
    RUNNEL_ASSIGN_OR_RETURN(std::vector<Code> codes, ToCodes(raw.data(), raw.size(), "closed_codes"));
    RUNNEL_ASSIGN_OR_RETURN(*out_runner, Make(graph, names, std::move(codes)));
    return runnel::OkStatus();
  });
}

rnl_queue_runner_t* rnl_queue_runner_retain(rnl_queue_runner_t* runner) { return Retain(runner); }

void rnl_queue_runner_release(rnl_queue_runner_t* runner) { Release(runner); }

rnl_str_t rnl_queue_runner_queue(const rnl_queue_runner_t* runner) {
  return runner == nullptr ? kEmpty : ToC(std::string_view(runner->runner->spec().queue));
}

rnl_status_t* rnl_queue_runner_start(rnl_queue_runner_t* runner, rnl_session_t* session,
                                     rnl_coordinator_t* coordinator) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runner);
    RNL_CHECK_NOT_NULL(session);
    RUNNEL_RETURN_IF_ERROR(runner->runtime().CheckProcess());
    if (session->graph->graph != runner->graph->graph)
      return InvalidArgument("the session is of another graph than the queue runner of \"",
                             runner->runner->spec().queue, "\"");
    session->closes = true;
    return runner->runner->Start(session->session,
                                 coordinator == nullptr ? nullptr : coordinator->coordinator);
  });
}

rnl_status_t* rnl_queue_runner_error(const rnl_queue_runner_t* runner) {
  return Guard([&]() -> Status {
    RNL_CHECK_NOT_NULL(runner);
    return runner->runner->status();
  });
}
