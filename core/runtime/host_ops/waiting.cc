#include "core/runtime/host_ops/waiting.h"

#include <algorithm>
#include <utility>

namespace runnel {

void WaitingResource::Submit(Try attempt, CancellationManager* cancellation, Done done) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    const uint64_t id = next_id_++;
    Operation& operation = waiting_.emplace_back();
    operation.id = id;
    operation.attempt = std::move(attempt);
    operation.done = std::move(done);
    if (!aborted_.ok() || (cancellation != nullptr && cancellation->cancelled())) {
      operation.status =
          aborted_.ok() ? Cancelled(TypeName(), " \"", name(), "\": the step was cancelled") : aborted_;
      finished.splice(finished.end(), waiting_, std::prev(waiting_.end()));
    } else {
      AdvanceAll(&finished);
      if (cancellation != nullptr && !waiting_.empty() && waiting_.back().id == id) {
        // From here on the callback may come at any time, even after the operation has ended: it then
        // finds no operation of that id.
        Operation& last = waiting_.back();
        last.cancellation = Ref<CancellationManager>::Share(cancellation);
        last.token = cancellation->Register([self = Ref<WaitingResource>::Share(this),
                                             id](const Status& reason) { self->OnCancel(id, reason); });
        if (last.token == 0) {
          last.status = Cancelled(TypeName(), " \"", name(), "\": the step was cancelled");
          finished.splice(finished.end(), waiting_, std::prev(waiting_.end()));
        }
      }
    }
  }
  Finish(std::move(finished));
}

void WaitingResource::AdvanceAll(Line* finished) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = waiting_.begin(); it != waiting_.end();) {
      const auto next = std::next(it);
      if (it->attempt(&it->status)) {
        finished->splice(finished->end(), waiting_, it);
        changed = true;
      }
      it = next;
    }
  }
}

void WaitingResource::OnCancel(uint64_t id, const Status& reason) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    const auto it = std::find_if(waiting_.begin(), waiting_.end(),
                                 [id](const Operation& operation) { return operation.id == id; });
    if (it == waiting_.end()) return;
    it->token = 0;
    it->status = Cancelled(TypeName(), " \"", name(),
                           "\": the step was cancelled while it waited: ", reason.message());
    finished.splice(finished.end(), waiting_, it);
  }
  Finish(std::move(finished));
}

void WaitingResource::Abort(const Status& status) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    aborted_ = status;
    for (Operation& operation : waiting_) operation.status = status;
    finished.swap(waiting_);
  }
  Finish(std::move(finished));
}

void WaitingResource::Finish(Line finished) {
  for (Operation& operation : finished) {
    // Never waits: two steps that are cancelled at once may each be ending an operation of the other.
    if (operation.token != 0) (void)operation.cancellation->TryDeregister(operation.token);
    operation.done(std::move(operation.status));
  }
}

}  // namespace runnel
