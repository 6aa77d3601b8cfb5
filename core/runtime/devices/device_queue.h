// DeviceQueue: one queue of a device, its timeline, and the fences of those who submit to it.
//
// Every submission ends in a point of the queue (a monotonic number), which is reached when all work up
// to it is over; memory is released by points. Failures are another matter. A submission made with a
// StepFence signals that fence first, and a failure is reported to the first signal behind it: so the
// failure is that step's and no other's.
//
// A step's later submissions wait for its earlier ones, also on the same queue. A wait for a failed
// fence fails, so nothing is computed from what a failure has left. Values carry a failure to other
// steps in the same way (Device::ProducerOf).
//
// Work that is submitted without a StepFence and fails, fails its point and all later points that were
// submitted before the failure was noticed. Then the timeline gets a new fence.
#ifndef RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_QUEUE_H_
#define RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_QUEUE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"
#include "core/runtime/devices/plugin_device.h"
#include "core/tensor/buffer.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel {

class DeviceQueue;

// True on a plugin's thread during a callback: it may drop the last reference to a runtime, but cannot
// wait for its own end.
class PluginCall {
 public:
  PluginCall() { ++depth_; }
  ~PluginCall() { --depth_; }
  PluginCall(const PluginCall&) = delete;
  static bool IsActive() { return depth_ > 0; }

 private:
  static thread_local int depth_;
};

// The points of one step on one queue. Goes back to its queue with the last reference.
// Threads: any; values are handed out with the queue locked.
class StepFence final : public RefCounted {
 public:
  StepFence(DeviceQueue* queue, rnlp_fence_t* raw) : queue_(queue), raw_(raw) {}

  DeviceQueue& queue() const { return *queue_; }
  // Of the last submission; 0: there was none.
  uint64_t value() const { return value_.load(std::memory_order_acquire); }
  // False once `value` is known to have been reached.
  bool Pending(uint64_t value) const { return value > reached_.load(std::memory_order_acquire); }

 private:
  friend class DeviceQueue;
  ~StepFence() override = default;
  void Destroy() const override;

  DeviceQueue* const queue_;
  rnlp_fence_t* const raw_;
  std::atomic<uint64_t> value_{0};
  std::atomic<uint64_t> point_{0};  // the queue's own, behind the last value
  mutable std::atomic<uint64_t> reached_{0};
  StepFence* next_ = nullptr;  // in the queue's pool
};

struct FencePoint {
  Ref<StepFence> fence;
  uint64_t value = 0;
};

// What a submission waits for, and whose it is.
struct SubmitOrder {
  StepFence* fence = nullptr;         // of this queue; null: nobody's
  std::span<const FencePoint> after;  // of any queue of the device
  DeviceQueue* behind = nullptr;      // another queue of the device, up to its `behind_point`
  uint64_t behind_point = 0;
};

// Threads: any. Errors of all: the device's, UNAVAILABLE once it is lost.
class DeviceQueue {
  struct Notice;  // what a notification remembers

 public:
  static constexpr uint64_t kNoTimeout = UINT64_MAX;

  DeviceQueue(PluginDevice* device, int32_t kind) : device_(device), kind_(kind) {}
  ~DeviceQueue();
  DeviceQueue(const DeviceQueue&) = delete;

  PluginDevice* device() const { return device_; }
  int32_t kind() const { return kind_; }

  // Calls `record(queue)`, which returns Status, with the queue locked, then signals. The signal follows
  // a failure of `record` as well, so that what was recorded is waited for; its error is returned.
  template <typename Record>
  Status Submit(Record&& record, const SubmitOrder& order, uint64_t* out_point = nullptr) {
    std::lock_guard<std::mutex> lock(mutex_);
    RUNNEL_RETURN_IF_ERROR(RenewFenceLocked());
    Status recorded = WaitsLocked(order);
    if (recorded.ok()) recorded = record(queue_);
    Status signalled = SignalLocked(order.fence, out_point);
    return recorded.ok() ? signalled : recorded;
  }

  // ---- the timeline ----

  uint64_t CurrentPoint() const { return submitted_.load(std::memory_order_acquire); }
  Status Flush();
  Status Wait(uint64_t point, uint64_t timeout_ns = kNoTimeout);
  Status Notify(uint64_t point, rnlp_done_fn_t fn, void* arg);
  Result<bool> Reached(uint64_t point);
  // How far the timeline is known to be. Never an error: a lost device has reached all points.
  uint64_t ReachedPoint();
  // If everything submitted with `fence` is known to be over, so is the timeline up to there, even if
  // its own signal is still pending. The caller submits nothing with the fence meanwhile.
  void NoteOver(const StepFence& fence);
  // Keeps `buffer` alive until `point` is reached.
  void KeepUntil(uint64_t point, Ref<Buffer> buffer);
  bool HasKept();
  // Releases what was kept and is over. Returns how far the queue is.
  uint64_t Reap();
  void ReapKept() {
    if (HasKept()) Reap();
  }

  // ---- fences of steps ----

  Result<Ref<StepFence>> TakeFence();
  // Blocks until `value` is reached. Errors: the failure of the step's work, after which none of it runs
  // any more; DEADLINE_EXCEEDED.
  Status WaitFence(StepFence* fence, uint64_t value, uint64_t timeout_ns = kNoTimeout);
  // A notification that may be withdrawn.
  class Ticket {
   private:
    friend class DeviceQueue;
    Notice* notice = nullptr;
    uint64_t number = 0;
  };
  // Notify in two parts, so that a thread that withdraws knows the ticket before any call is made.
  // `keep` may be null; it is released when the value is reached, withdrawn or not.
  Result<Ticket> Reserve(StepFence* fence, uint64_t value, rnlp_done_fn_t fn, void* arg,
                         Ref<Buffer> keep);
  Status NotifyFence(const Ticket& ticket);
  // True if fn was not called and never will be. For those who can wait no longer: the queue's work may
  // go on for ever then, and closing the device does not wait for it.
  bool Withdraw(const Ticket& ticket);
  // For a ticket that was withdrawn before NotifyFence.
  void Discard(const Ticket& ticket);
  void Abandon() { abandoned_.store(true, std::memory_order_release); }
  bool abandoned() const { return abandoned_.load(std::memory_order_acquire); }
  int64_t live_fences() const { return live_fences_.load(std::memory_order_acquire); }

  // Destroys a capture once all that was submitted up to now is over.
  void DropCapture(rnlp_capture_t* capture);

  // ---- for Device ----

  Status Open(rnlp_device_t* handle);
  // Waits for the queue's work, then drops it with all that it kept.
  void Close(rnlp_device_t* handle);
  // Whether work that a step has stopped waiting for is not over even after some more patience.
  bool Hangs();
  bool is_open() const { return queue_ != nullptr; }

 private:
  friend class StepFence;
  struct Kept {
    uint64_t point;
    Ref<Buffer> buffer;
  };
  // The timeline's fence lives as long as anybody waits for it.
  struct Fence {
    Fence(const rnlp_device_api_t* api, rnlp_device_t* handle) : api(api), handle(handle) {}
    ~Fence();
    const rnlp_device_api_t* api;
    rnlp_device_t* handle;
    rnlp_fence_t* raw = nullptr;
  };
  // One that failed, and the last point that it was to signal.
  struct Retired {
    std::shared_ptr<Fence> fence;
    uint64_t last;
  };
  struct Doomed {
    uint64_t point;
    rnlp_capture_t* capture;
  };

  const rnlp_device_api_t& api() const;
  Status WaitsLocked(const SubmitOrder& order);
  Status SignalLocked(StepFence* fence, uint64_t* out_point);
  Status RenewFenceLocked();  // replaces a fence that has failed by a new one
  Result<std::shared_ptr<Fence>> NewFence(rnlp_device_t* handle);
  std::shared_ptr<Fence> FenceOf(uint64_t point) const;
  // As Device::Check, for answers about the timeline: remembers that its fence has failed.
  Status CheckFence(rnlp_status_t* status);
  static void OnNotice(void* arg, rnlp_status_t* status);
  Result<Notice*> TakeNotice(rnlp_done_fn_t fn, void* arg);
  void GiveBack(Notice* notice);
  void Recycle(StepFence* fence);
  void DestroyFences(StepFence* list, rnlp_device_t* handle);
  void DestroyCaptures(uint64_t reached, rnlp_device_t* handle);

  PluginDevice* const device_;
  const int32_t kind_;

  std::mutex mutex_;  // guards queue_ and the order of signals
  rnlp_queue_t* queue_ = nullptr;
  std::atomic<uint64_t> submitted_{0};
  std::atomic<uint64_t> known_over_{0};  // by the fences of steps
  std::atomic<bool> fence_failed_{false};
  std::atomic<bool> abandoned_{false};

  mutable std::mutex fence_mutex_;  // guards the two below; changed with mutex_ held as well
  std::shared_ptr<Fence> fence_;
  std::vector<Retired> retired_;  // in order; the last few

  std::mutex pool_mutex_;   // guards all below
  std::vector<Kept> kept_;  // first in, first out, from kept_head_
  size_t kept_head_ = 0;
  Notice* notices_ = nullptr;    // unused ones
  std::vector<Doomed> doomed_;   // captures, in order
  StepFence* fences_ = nullptr;  // unused ones
  std::atomic<int64_t> live_fences_{0};
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_DEVICES_DEVICE_QUEUE_H_
