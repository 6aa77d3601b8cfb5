#include "core/runtime/host_ops/accumulator.h"

#include <algorithm>
#include <utility>

#include "core/runtime/exchange/combine.h"
#include "core/runtime/host_ops/host_util.h"

namespace runnel {

Status Accumulator::Apply(int64_t local_step, const Tensor& gradient, Allocator* allocator) {
  if (gradient.dtype() != spec_.dtype) {
    return InvalidArgument("accumulator \"", name(), "\" adds up ", DTypeName(spec_.dtype), ", got ",
                           DTypeName(gradient.dtype()));
  }
  if (!spec_.shape.IsCompatibleWith(gradient.shape())) {
    return InvalidArgument("accumulator \"", name(), "\" has shape ", spec_.shape.ToString(),
                           ", got a gradient of shape ", gradient.shape().ToString());
  }
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    if (!aborted_.ok()) return aborted_;
    if (local_step < global_step_) return OkStatus();
    if (count_ == 0) {
      RUNNEL_ASSIGN_OR_RETURN(sum_, KeepBeyondStep(gradient, allocator));
    } else if (!(sum_.shape() == gradient.shape())) {
      return InvalidArgument("accumulator \"", name(), "\" has added up gradients of shape ",
                             sum_.shape().ToString(), ", got one of shape ",
                             gradient.shape().ToString());
    } else {
      CombineInto(Combine::kAdd, spec_.dtype, sum_.data(), gradient.data(), gradient.num_elements());
    }
    ++count_;
    Advance(&finished);
  }
  Finish(std::move(finished));
  return OkStatus();
}

void Accumulator::Take(int64_t num_required, CancellationManager* cancellation, Done done) {
  if (num_required < 1) {
    const Status status = InvalidArgument("num_required is ", num_required, ", expected at least 1");
    return done(status, Tensor());
  }
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    const uint64_t id = next_id_++;
    Attempt& attempt = takes_.emplace_back();
    attempt.id = id;
    attempt.num_required = num_required;
    attempt.done = std::move(done);
    if (!aborted_.ok() || (cancellation != nullptr && cancellation->cancelled())) {
      attempt.status =
          aborted_.ok() ? Cancelled("accumulator \"", name(), "\": the step was cancelled") : aborted_;
      finished.splice(finished.end(), takes_, std::prev(takes_.end()));
    } else {
      Advance(&finished);
      if (cancellation != nullptr && !takes_.empty() && takes_.back().id == id) {
        // From here on the callback may come at any time, even after the attempt has ended: it then
        // finds no attempt of that id.
        Attempt& waiting = takes_.back();
        waiting.cancellation = Ref<CancellationManager>::Share(cancellation);
        waiting.token =
            cancellation->Register([self = Ref<Accumulator>::Share(this), id](const Status& reason) {
              self->OnCancel(id, reason);
            });
        if (waiting.token == 0) {
          waiting.status = Cancelled("accumulator \"", name(), "\": the step was cancelled");
          finished.splice(finished.end(), takes_, std::prev(takes_.end()));
        }
      }
    }
  }
  Finish(std::move(finished));
}

void Accumulator::SetGlobalStep(int64_t step) {
  const std::lock_guard lock(mutex_);
  global_step_ = step;
}

int64_t Accumulator::num_accumulated() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

void Accumulator::Abort(const Status& status) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    aborted_ = status;
    for (Attempt& attempt : takes_) attempt.status = status;
    finished.swap(takes_);
  }
  Finish(std::move(finished));
}

void Accumulator::OnCancel(uint64_t id, const Status& reason) {
  Line finished;
  {
    const std::lock_guard lock(mutex_);
    const auto it =
        std::find_if(takes_.begin(), takes_.end(), [id](const Attempt& a) { return a.id == id; });
    if (it == takes_.end()) return;
    it->token = 0;
    it->status = Cancelled("accumulator \"", name(),
                           "\": the step was cancelled while it waited: ", reason.message());
    finished.splice(finished.end(), takes_, it);
    Advance(&finished);  // the next attempt may want fewer
  }
  Finish(std::move(finished));
}

void Accumulator::Advance(Line* finished) {
  if (takes_.empty() || count_ < takes_.front().num_required) return;
  ++global_step_;
  if (spec_.mean) DivideBy(spec_.dtype, sum_.data(), sum_.num_elements(), count_);
  takes_.front().value = std::move(sum_);
  sum_ = Tensor();
  count_ = 0;
  finished->splice(finished->end(), takes_, takes_.begin());
}

void Accumulator::Finish(Line finished) {
  for (Attempt& attempt : finished) {
    if (attempt.cancellation && attempt.token != 0)
      (void)attempt.cancellation->TryDeregister(attempt.token);
    attempt.done(std::move(attempt.status), std::move(attempt.value));
  }
}

}  // namespace runnel
