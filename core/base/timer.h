// Timer: one thread that calls back at deadlines. Started with the first deadline.
#ifndef RUNNEL_CORE_BASE_TIMER_H_
#define RUNNEL_CORE_BASE_TIMER_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "core/base/status.h"

namespace runnel {

// Any thread.
class Timer {
 public:
  using Clock = std::chrono::steady_clock;
  using Key = std::pair<Clock::time_point, uint64_t>;

  Timer() = default;
  ~Timer();  // pending callbacks are dropped
  Timer(const Timer&) = delete;

  // Starts the thread ahead of time, so that later calls cannot fail for want of one. Errors:
  // RESOURCE_EXHAUSTED.
  Status Start();
  // Calls `callback` once on the timer's thread, not before `when`. It must be short, and not throw.
  // Errors: RESOURCE_EXHAUSTED if there is no thread for it; it is never called then.
  Result<Key> Schedule(Clock::time_point when, std::function<void()> callback);
  // On return the callback has ended or will never run. Not to be called from a callback.
  void Cancel(const Key& key);

 private:
  void Main();
  Status StartLocked();

  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  std::condition_variable ended_;  // a callback has returned
  std::map<Key, std::function<void()>> pending_;
  uint64_t next_ = 0;
  Key running_{};
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_TIMER_H_
