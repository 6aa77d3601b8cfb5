// When something that is done now and then is due: every so many steps or seconds, whichever is first.
#ifndef RUNNEL_CORE_LEARN_TRAIN_STEP_TIMER_H_
#define RUNNEL_CORE_LEARN_TRAIN_STEP_TIMER_H_

#include <cstdint>
#include <optional>

#include "core/base/clock.h"

namespace runnel::learn {

// As TensorFlow's SecondOrStepTimer: due at the first step that it is asked about, and never twice at
// one step. Where both are 0 it is never due.
class StepTimer {
 public:
  StepTimer(int64_t every_steps, double every_secs)
      : every_steps_(every_steps), every_secs_(every_secs) {}

  bool is_on() const { return every_steps_ > 0 || every_secs_ > 0; }
  bool IsDue(int64_t step) const {
    if (!is_on() || step == last_step_) return false;
    if (!last_step_) return true;
    // A recovery goes back to an earlier step.
    if (every_steps_ > 0 && (step >= *last_step_ + every_steps_ || step < *last_step_)) return true;
    return every_secs_ > 0 && static_cast<double>(MonotonicNs() - last_ns_) >= every_secs_ * 1e9;
  }
  // What has passed since the last mark.
  struct Elapsed {
    double secs = 0;
    int64_t steps = 0;
  };
  std::optional<Elapsed> Mark(int64_t step) {
    std::optional<Elapsed> passed;
    const int64_t now = MonotonicNs();
    if (last_step_) passed = {static_cast<double>(now - last_ns_) / 1e9, step - *last_step_};
    last_step_ = step;
    last_ns_ = now;
    return passed;
  }
  std::optional<int64_t> last_step() const { return last_step_; }

 private:
  const int64_t every_steps_;
  const double every_secs_;
  std::optional<int64_t> last_step_;
  int64_t last_ns_ = 0;
};

}  // namespace runnel::learn

#endif  // RUNNEL_CORE_LEARN_TRAIN_STEP_TIMER_H_
