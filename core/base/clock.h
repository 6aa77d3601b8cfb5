// The clock that traces are written by, and the time of day.
#ifndef RUNNEL_CORE_BASE_CLOCK_H_
#define RUNNEL_CORE_BASE_CLOCK_H_

#include <chrono>
#include <cstdint>

namespace runnel {

inline int64_t MonotonicNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Since 1970.
inline int64_t UnixMicros() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_CLOCK_H_
