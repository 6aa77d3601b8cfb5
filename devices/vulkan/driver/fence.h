// Fence: a value that only grows, or a failure that stays. Points are announced when their signal is put
// on a queue and reached when the submission that holds them is retired (device.cc), so a wait knows
// which semaphore of which queue to wait for.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_FENCE_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_FENCE_H_

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "plugins/abi/rnlp_device.h"
#include "plugins/sdk/status.h"

namespace runnel::vulkan {

// A call that is due; made by the device's notify thread, or by the host's own calls.
struct Callback {
  rnlp_done_fn_t fn;
  void* arg;
  rnlp_status_t* status;
};

// Keeps the queue of somebody else from being destroyed: it is found under a lock while it has work, and
// by the time it is waited for that may be retired and the queue's owner done with it.
class QueuePin {
 public:
  QueuePin() = default;
  explicit QueuePin(rnlp_queue_t* queue);
  ~QueuePin();
  QueuePin(QueuePin&& other) noexcept : queue_(std::exchange(other.queue_, nullptr)) {}
  QueuePin& operator=(QueuePin&& other) noexcept {
    std::swap(queue_, other.queue_);
    return *this;
  }
  rnlp_queue_t* get() const { return queue_; }

 private:
  rnlp_queue_t* queue_ = nullptr;
};

class Fence {
 public:
  explicit Fence(const rnlp_host_t* host) : host_(host), failure_(host) {}

  // A queue will reach `value` with its submission `serial`, or fail with a copy of `failure`, if that
  // is not NULL. Points of one submission join.
  void Announce(uint64_t value, rnlp_queue_t* queue, uint64_t serial,
                const rnlp_status_t* failure = nullptr);
  // Reaches `value`; callbacks that are due are appended.
  void Reach(uint64_t value, rnlp_queue_t* queue, uint64_t serial, std::vector<Callback>* due);
  // Takes over `status`.
  void Fail(rnlp_status_t* status, std::vector<Callback>* due);

  enum class State { kReached, kFailed, kPending, kUnknown };
  // kPending: `queue` and `serial` say what reaches it, and `failure`, where asked for, whether that
  // will fail. kFailed: `failure` is a copy. kUnknown: nobody has said that they will.
  State Find(uint64_t value, QueuePin* queue, uint64_t* serial,
             plugin::OwnedStatus* failure = nullptr) const;
  // Any queue with a point that is not reached; false if there is none.
  bool AnyPending(QueuePin* queue, uint64_t* serial) const;
  rnlp_status_t* Query(uint64_t* out_value) const;
  rnlp_status_t* Failure() const;  // a copy; NULL without one
  // Waits for a change, for at most `timeout_ns`.
  void Sleep(uint64_t value, uint64_t timeout_ns) const;
  // True if the call was kept; otherwise the point is reached or the fence has failed.
  bool Keep(uint64_t value, rnlp_done_fn_t fn, void* arg);

 private:
  struct Pending {
    uint64_t value;
    rnlp_queue_t* queue;
    uint64_t serial;
    plugin::OwnedStatus failure;  // what it will end with
  };
  struct Waiter {
    uint64_t value;
    rnlp_done_fn_t fn;
    void* arg;
  };
  const rnlp_host_t* const host_;
  mutable std::mutex mutex_;  // guards all below
  mutable std::condition_variable changed_;
  uint64_t value_ = 0;
  plugin::OwnedStatus failure_;
  std::vector<Pending> pending_;
  std::vector<Waiter> waiters_;
};

}  // namespace runnel::vulkan

struct rnlp_fence_t {
  rnlp_device_t* device;
  std::shared_ptr<runnel::vulkan::Fence> state;  // submissions share it
};

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_FENCE_H_
