#include "core/runtime/host_ops/turns.h"

#include <algorithm>
#include <utility>

namespace runnel {

void Turns::Enter(CancellationManager* cancellation, Entered entered) {
  Status status;
  {
    const std::lock_guard lock(mutex_);
    if (cancellation != nullptr && cancellation->cancelled()) {
      status = Cancelled("the step was cancelled");
    } else if (taken_) {
      Waiting& waiting = waiting_.emplace_back();
      waiting.id = next_id_++;
      if (cancellation != nullptr) {
        waiting.cancellation = Ref<CancellationManager>::Share(cancellation);
        waiting.token =
            cancellation->Register([self = Ref<Turns>::Share(this), id = waiting.id](
                                       const Status& reason) { self->OnCancel(id, reason); });
        if (waiting.token == 0) {
          waiting_.pop_back();
          status = Cancelled("the step was cancelled");
        }
      }
      if (status.ok()) {
        waiting.entered = std::move(entered);
        return;
      }
    } else {
      taken_ = true;
    }
  }
  entered(std::move(status));
}

void Turns::Leave() {
  std::list<Waiting> next;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.empty()) {
      taken_ = false;
      return;
    }
    next.splice(next.end(), waiting_, waiting_.begin());
  }
  Waiting& first = next.front();
  if (first.token != 0) (void)first.cancellation->TryDeregister(first.token);
  first.entered(OkStatus());
}

void Turns::OnCancel(uint64_t id, const Status& reason) {
  std::list<Waiting> ended;
  {
    const std::lock_guard lock(mutex_);
    const auto it = std::find_if(waiting_.begin(), waiting_.end(),
                                 [id](const Waiting& waiting) { return waiting.id == id; });
    if (it == waiting_.end()) return;
    ended.splice(ended.end(), waiting_, it);
  }
  ended.front().entered(Cancelled("the step was cancelled while it waited: ", reason.message()));
}

}  // namespace runnel
