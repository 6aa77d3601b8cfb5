// Timeline: a fence for devices whose work runs on the host's processor: a value that only grows, or a
// failure that stays, with waiters and callbacks. Devices with fences of their own do not need it.
#ifndef RNLP_SDK_TIMELINE_H_
#define RNLP_SDK_TIMELINE_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <new>

#include "status.h"

namespace runnel::plugin {

// Threads: any. Callbacks run without a lock held.
class Timeline {
 public:
  explicit Timeline(const rnlp_host_t* host) : host_(host), failure_(host) {}

  // Reaches `value`; smaller ones than now are no news. Nothing happens once it has failed.
  void Signal(uint64_t value) {
    std::list<Waiter> ready;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!failure_.ok() || value <= value_) return;
      value_ = value;
      Take([&](const Waiter& waiter) { return waiter.value <= value; }, &ready);
      reached_.notify_all();
    }
    for (const Waiter& waiter : ready) waiter.fn(waiter.arg, nullptr);
  }

  // Takes over `status`: nothing above the present value will be reached.
  void Fail(rnlp_status_t* status) {
    OwnedStatus owned(host_, status);
    std::list<Waiter> ready;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!failure_.ok()) return;
      failure_ = std::move(owned);
      Take([](const Waiter&) { return true; }, &ready);
      reached_.notify_all();
    }
    for (const Waiter& waiter : ready) waiter.fn(waiter.arg, failure_.Copy());
  }

  // The value and whether it has failed, without making a status.
  bool Peek(uint64_t* out_value) const {
    std::lock_guard<std::mutex> lock(mutex_);
    *out_value = value_;
    return failure_.ok();
  }

  rnlp_status_t* Query(uint64_t* out_value) const {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_.ok()) return failure_.Copy();
    *out_value = value_;
    return nullptr;
  }

  // A point that was reached before the failure is still a success.
  rnlp_status_t* Wait(uint64_t value, uint64_t timeout_ns) const {
    std::unique_lock<std::mutex> lock(mutex_);
    if (!AwaitLocked(lock, value, timeout_ns)) {
      return plugin::Fail(
          host_, RNLP_DEADLINE_EXCEEDED, "fence is at %llu, %llu was not reached in %llu ns",
          static_cast<unsigned long long>(value_), static_cast<unsigned long long>(value),
          static_cast<unsigned long long>(timeout_ns));
    }
    return value_ >= value ? nullptr : failure_.Copy();
  }

  // As Wait, for who looks elsewhere, too: false if `value` was not reached in time and nothing failed.
  bool Await(uint64_t value, uint64_t timeout_ns) const {
    std::unique_lock<std::mutex> lock(mutex_);
    return AwaitLocked(lock, value, timeout_ns);
  }

  rnlp_status_t* Notify(uint64_t value, rnlp_done_fn_t fn, void* arg) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (value_ < value && failure_.ok()) {
        try {
          waiters_.push_back({value, fn, arg});
        } catch (const std::bad_alloc&) {
          return OutOfMemory(host_, sizeof(Waiter), "fence callback");
        }
        return nullptr;
      }
    }
    // Values only grow and a failure stays, so what was seen under the lock still holds.
    fn(arg, value_at_least(value) ? nullptr : failure_.Copy());
    return nullptr;
  }

 private:
  struct Waiter {
    uint64_t value;
    rnlp_done_fn_t fn;
    void* arg;
  };

  bool AwaitLocked(std::unique_lock<std::mutex>& lock, uint64_t value, uint64_t timeout_ns) const {
    // Longer than this is no limit: the clock's arithmetic would overflow.
    constexpr uint64_t kNoLimit = uint64_t{1} << 62;
    const auto over = [&] { return value_ >= value || !failure_.ok(); };
    if (timeout_ns >= kNoLimit) return reached_.wait(lock, over), true;
    return over() ||
           (timeout_ns > 0 && reached_.wait_for(lock, std::chrono::nanoseconds(timeout_ns), over));
  }

  bool value_at_least(uint64_t value) const {
    std::lock_guard<std::mutex> lock(mutex_);
    return value_ >= value;
  }

  // Moves, without allocating, the waiters that `which` picks.
  template <typename Which>
  void Take(const Which& which, std::list<Waiter>* ready) {
    for (auto it = waiters_.begin(); it != waiters_.end();) {
      const auto here = it++;
      if (which(*here)) ready->splice(ready->end(), waiters_, here);
    }
  }

  const rnlp_host_t* const host_;
  mutable std::mutex mutex_;  // guards all below; failure_ is constant once it is set
  mutable std::condition_variable reached_;
  uint64_t value_ = 0;
  OwnedStatus failure_;
  std::list<Waiter> waiters_;
};

}  // namespace runnel::plugin

#endif  // RNLP_SDK_TIMELINE_H_
