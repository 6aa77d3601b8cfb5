// What was thrown, as a Status.
#ifndef RUNNEL_CORE_BASE_CAUGHT_H_
#define RUNNEL_CORE_BASE_CAUGHT_H_

#include "core/base/status.h"

namespace runnel {

// In a catch (...): RESOURCE_EXHAUSTED for memory, and for threads where one could not be started,
// naming them; else INTERNAL.
Status CaughtStatus() noexcept;

// What `work` returns, a Status, or CaughtStatus of what flies out of it.
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
