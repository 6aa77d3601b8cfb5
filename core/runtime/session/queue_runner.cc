#include "core/runtime/session/queue_runner.h"

#include <algorithm>
#include <utility>

namespace runnel {

// The callables hold the session, which a closed one does not mind: their steps end at once.
struct QueueRunner::Run {
  Ref<QueueRunner> runner;
  Ref<Session> session;
  Ref<Coordinator> coordinator;  // may be null
  std::vector<Ref<Callable>> enqueue;
  Ref<Callable> close, cancel;

  // What enters the coordinator: each op, and last of all what waits to cancel.
  std::vector<std::string> names;
  // The name entered: it cannot be unknown.
  void Leave(const std::string& name) const {
    if (coordinator) static_cast<void>(coordinator->Leave(name).ok());
  }
};

template <typename Then>
void QueueRunner::RunOnce(const std::shared_ptr<Run>& run, const Ref<Callable>& op, Then then) {
  // In a process that was forked no thread would run it.
  if (!op || !run->session->runtime().CheckProcess().ok()) return then();
  try {
    op->RunAsync({}, {}, [run, then](const Status& status, const std::vector<Tensor>&) {
      // A queue that is closed already, and a session that is, are no news.
      if (!status.ok()) {
        run->session->runtime().Log(
            Severity::kDebug, StrCat("queue \"", run->runner->spec_.queue, "\": ", status.ToString()));
      }
      then();
    });
  } catch (const std::bad_alloc&) {
    then();
  }
}

Status QueueRunner::Start(const Ref<Session>& session, const Ref<Coordinator>& coordinator) {
  auto run = std::make_shared<Run>();
  run->runner = Ref<QueueRunner>::Share(this);
  run->session = session;
  run->coordinator = coordinator;
  const std::string name = StrCat("queue runner of \"", spec_.queue, "\"");
  for (Node* node : spec_.enqueue_ops) run->names.push_back(StrCat(name, ": ", node->name()));
  run->names.push_back(name);
  const auto prepare = [&](Node* node, Ref<Callable>* out) -> Status {
    if (node == nullptr) return OkStatus();
    RUNNEL_ASSIGN_OR_RETURN(*out, session->MakeCallable({{}, {}, {node}}));
    return OkStatus();
  };
  for (Node* node : spec_.enqueue_ops)
    RUNNEL_RETURN_IF_ERROR(prepare(node, &run->enqueue.emplace_back()));
  RUNNEL_RETURN_IF_ERROR(prepare(spec_.close_op, &run->close));
  RUNNEL_RETURN_IF_ERROR(prepare(spec_.cancel_op, &run->cancel));
  {
    const std::lock_guard lock(mutex_);
    size_t& running = running_[session.get()];
    if (running > 0) return OkStatus();
    running = run->enqueue.size();
    status_ = OkStatus();
  }
  if (coordinator) {
    size_t entered = 0;
    try {
      for (; entered < run->names.size(); ++entered) coordinator->Enter(run->names[entered]);
      coordinator->OnStop(
          [run] { RunOnce(run, run->cancel, [run] { run->Leave(run->names.back()); }); });
    } catch (const std::bad_alloc&) {
      while (entered > 0) run->Leave(run->names[--entered]);
      const std::lock_guard lock(mutex_);
      running_.erase(session.get());
      return Status::OutOfMemory();
    }
  }
  for (size_t op = 0; op < run->enqueue.size(); ++op) Step(run, op);
  return OkStatus();
}

void QueueRunner::Step(const std::shared_ptr<Run>& run, size_t op) {
  if (run->coordinator && run->coordinator->should_stop()) return End(run, op, false);
  try {
    run->enqueue[op]->RunAsync({}, {}, [run, op](const Status& status, const std::vector<Tensor>&) {
      OnStep(run, op, status);
    });
  } catch (const std::bad_alloc&) {
    OnStep(run, op, Status::OutOfMemory());
  }
}

void QueueRunner::OnStep(const std::shared_ptr<Run>& run, size_t op, const Status& status) {
  if (status.ok()) return Step(run, op);
  const std::vector<Code>& closed = run->runner->spec_.closed_codes;
  if (std::find(closed.begin(), closed.end(), status.code()) != closed.end()) return End(run, op, true);
  if (run->coordinator) {
    // After a join nobody waits for the error.
    static_cast<void>(run->coordinator->RequestStop(status).ok());
    return End(run, op, false);
  }
  {
    const std::lock_guard lock(run->runner->mutex_);
    if (run->runner->status_.ok()) run->runner->status_ = status;
  }
  run->session->runtime().Log(Severity::kError,
                              StrCat("queue \"", run->runner->spec_.queue, "\": ", status.ToString()));
  End(run, op, true);
}

void QueueRunner::End(const std::shared_ptr<Run>& run, size_t op, bool close) {
  bool last = false;
  {
    const std::lock_guard lock(run->runner->mutex_);
    const auto it = run->runner->running_.find(run->session.get());
    last = --it->second == 0;
    if (last) run->runner->running_.erase(it);
  }
  const auto leave = [run, op] { run->Leave(run->names[op]); };
  if (last && close) return RunOnce(run, run->close, leave);
  leave();
}

Status QueueRunner::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

}  // namespace runnel
