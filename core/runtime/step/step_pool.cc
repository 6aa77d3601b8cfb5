#include "core/runtime/step/step_pool.h"

#include <algorithm>
#include <iterator>

namespace runnel {

std::unique_ptr<Step> StepPool::Take() {
  if (Step* const last = last_.Take()) return std::unique_ptr<Step>(last);
  {
    const std::lock_guard lock(mutex_);
    if (!steps_.empty()) {
      std::unique_ptr<Step> step = std::move(steps_.back());
      steps_.pop_back();
      idle_steps_ = std::min(idle_steps_, steps_.size());
      return step;
    }
  }
  return std::make_unique<Step>(*plan_);
}

void StepPool::GiveBack(std::unique_ptr<Step> step) {
  constexpr size_t kMaxPooled = 16;
  step->Renew();
  if (last_.Keep(step.get())) {
    (void)step.release();
    return;
  }
  const std::lock_guard lock(mutex_);
  if (steps_.capacity() < kMaxPooled) steps_.reserve(kMaxPooled);
  if (steps_.size() < kMaxPooled) steps_.push_back(std::move(step));
}

void StepPool::TrimIdle() {
  for (const std::unique_ptr<Region>& region : plan_->regions) region->TrimIdle();
  std::vector<std::unique_ptr<Step>> dropped;  // outside of the lock
  const std::lock_guard lock(mutex_);
  const auto end = steps_.begin() + static_cast<std::ptrdiff_t>(idle_steps_);
  dropped.assign(std::make_move_iterator(steps_.begin()), std::make_move_iterator(end));
  steps_.erase(steps_.begin(), end);
  idle_steps_ = steps_.size();
}

}  // namespace runnel
