#include "core/runtime/session/session_impl.h"

#include <chrono>

#include "core/base/caught.h"

namespace runnel {

LocalSession::Deadline LocalSession::DeadlineOf(const RunOptions& options) const {
  Deadline deadline;
  deadline.timeout_ms = options.timeout_ms >= 0 ? options.timeout_ms : options_.default_timeout_ms;
  // A deadline beyond the clock's range is none.
  constexpr int64_t kForever = int64_t{1} << 40;
  deadline.timed = deadline.timeout_ms >= 0 && deadline.timeout_ms < kForever;
  if (deadline.timed) deadline.at = Timer::Clock::now() + std::chrono::milliseconds(deadline.timeout_ms);
  return deadline;
}

Status LocalSession::Deadline::Exceeded() const {
  return DeadlineExceeded("the step did not end within ", timeout_ms, " ms");
}

LocalSession::Running::Running(LocalSession* session, Step* step, const RunOptions& options,
                               const Deadline& deadline)
    : session_(session), step_(step) {
  // A failure here becomes the run's status, and what was registered is undone as after any run.
  const Status status = Guarded([&] { return Tie(options, deadline); });
  if (early_.ok()) early_ = status;
}

LocalSession::Running::Running(LocalSession* session, PlanWatch* watch, Prepared* prepared,
                               const RunOptions& options, const Deadline& deadline)
    : session_(session), watch_(watch), prepared_(prepared) {
  // A failure here becomes the run's status, and what was registered is undone as after any run.
  const Status status = Guarded([&] { return Tie(options, deadline); });
  if (early_.ok()) early_ = status;
}

Status LocalSession::Running::Tie(const RunOptions& options, const Deadline& deadline) {
  user_ = options.cancellation;
  if (user_) {
    token_ = user_->Register([this](const Status& reason) { Fail(reason); });
    if (token_ == 0) early_ = user_->reason();
  }
  if (!deadline.timed) return OkStatus();
  if (early_.ok() && Timer::Clock::now() >= deadline.at) early_ = deadline.Exceeded();
  RUNNEL_ASSIGN_OR_RETURN(
      key_, session_->timer_.Schedule(deadline.at, [this, deadline] { Fail(deadline.Exceeded()); }));
  timed_ = true;
  return OkStatus();
}

void LocalSession::Running::Fail(const Status& reason) {
  if (step_ != nullptr) return step_->Fail(reason);
  watch_->Stop(reason);
  if (prepared_ == nullptr) return;
  // Locks once, so that a run about to wait has either seen the watch or is woken by the notification.
  { const std::lock_guard lock(prepared_->mutex); }
  prepared_->planned.notify_all();
}

Status LocalSession::Running::Enter() {
  if (!early_.ok()) return early_;
  const std::lock_guard lock(session_->mutex_);
  if (session_->closed_) return FailedPrecondition("the session is closed");
  next_ = session_->running_;
  if (next_ != nullptr) next_->previous_ = this;
  session_->running_ = this;
  ++session_->running_count_;
  entered_ = true;
  return OkStatus();
}

void LocalSession::Running::Leave() {
  if (user_ && token_ != 0) user_->Deregister(token_);
  if (timed_) session_->timer_.Cancel(key_);
  token_ = 0;
  timed_ = false;
  if (!entered_) return;
  const std::lock_guard lock(session_->mutex_);
  if (previous_ != nullptr) previous_->next_ = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
  if (session_->running_ == this) session_->running_ = next_;
  entered_ = false;
  if (--session_->running_count_ == 0) session_->idle_.notify_all();
}

}  // namespace runnel
