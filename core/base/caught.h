// Converts what was thrown into a Status.
#ifndef RUNNEL_CORE_BASE_CAUGHT_H_
#define RUNNEL_CORE_BASE_CAUGHT_H_

#include "core/base/status.h"

namespace runnel {

// To be called in a catch (...): RESOURCE_EXHAUSTED for memory, and for a thread that could not be
// started (the message says so); else INTERNAL.
Status CaughtStatus() noexcept;

// The Status that `work` returns, or CaughtStatus of the exception that it throws.
template <typename Work>
Status Guarded(Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return CaughtStatus();
  }
}

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_CAUGHT_H_
