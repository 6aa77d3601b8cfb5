// What a session keeps of a run while it is planned or executed, so that its user, its deadline and the
// session's end can end it early.
#ifndef RUNNEL_CORE_RUNTIME_SESSION_RUNNING_H_
#define RUNNEL_CORE_RUNTIME_SESSION_RUNNING_H_

#include "core/runtime/session_impl.h"

namespace runnel {

// On the stack of a run (or in its asynchronous record): in the session's list while it runs, so that
// Close can end it, and tied to the user's cancellation and the deadline.
class LocalSession::Running {
 public:
  // A step; or planning, which may wait for somebody else who plans the same: then that wait ends too.
  Running(LocalSession* session, Step* step, const RunOptions& options, const Deadline& deadline);
  Running(LocalSession* session, PlanWatch* watch, Prepared* prepared, const RunOptions& options,
          const Deadline& deadline);
  Running(const Running&) = delete;
  ~Running() { Leave(); }

  // Adds itself to the session. Errors: FAILED_PRECONDITION if it is closed; why the run is over before
  // it has begun.
  Status Enter();
  // The run is over; nothing will touch what it ran any more.
  void Leave();

 private:
  friend class LocalSession;
  Status Tie(const RunOptions& options, const Deadline& deadline);
  void Fail(const Status& reason);

  LocalSession* const session_;
  Step* const step_ = nullptr;
  PlanWatch* const watch_ = nullptr;  // of planning; then there is no step
  Prepared* const prepared_ = nullptr;
  Ref<CancellationManager> user_;
  CancellationManager::Token token_ = 0;
  bool timed_ = false;
  Timer::Key key_;
  Status early_;
  bool entered_ = false;
  Running* next_ = nullptr;
  Running* previous_ = nullptr;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_SESSION_RUNNING_H_
