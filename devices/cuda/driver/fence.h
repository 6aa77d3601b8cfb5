// Fences: points on a timeline that events of the driver reach, in the order in which they were put on
// queues; or that the host reaches by itself.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_FENCE_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_FENCE_H_

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "devices/cuda/driver/device.h"
#include "plugins/sdk/timeline.h"

namespace runnel::cuda {

// Threads: any. The context of the device must be current where events are asked.
class Fence : public std::enable_shared_from_this<Fence> {
 public:
  explicit Fence(rnlp_device_t* device) : device_(device), timeline_(device->host) {}
  rnlp_device_t* device() const { return device_; }

  // `value` is reached, or the fence fails with `failure` (owned), when `event` has happened. Throws
  // bad_alloc.
  void Push(uint64_t value, std::shared_ptr<Event> event, OwnedStatus failure);
  // Notices what has happened. False if events are still to come. Sets *out_moved, which may be NULL, if
  // there was anything.
  bool Poll(bool* out_moved = nullptr);

  rnlp_status_t* Query(uint64_t* out_value);
  rnlp_status_t* Wait(uint64_t value, uint64_t timeout_ns);
  rnlp_status_t* Notify(uint64_t value, rnlp_done_fn_t fn, void* arg);
  void Signal(uint64_t value, rnlp_status_t* status);

  // What a queue that waits for `value` must do: nothing (*out_event empty), wait for an event, or fail
  // at its next signal. Errors: INVALID_ARGUMENT for a point that nobody has submitted.
  rnlp_status_t* WaitOn(uint64_t value, std::shared_ptr<Event>* out_event, OwnedStatus* out_failure);

 private:
  struct Point {
    uint64_t value;
    std::shared_ptr<Event> event;
    OwnedStatus failure;
    uint64_t id = 0;
    // Whoever noticed it tells the timeline without the lock; until that is done it is still to be found
    // here.
    bool taken = false;
    bool failed = false;  // of one that is taken
  };
  bool Over(uint64_t value) const;
  // The event of the first point that reaches `value`; empty if none was submitted.
  std::shared_ptr<Event> EventFor(uint64_t value);

  rnlp_device_t* const device_;
  plugin::Timeline timeline_;
  std::mutex mutex_;  // guards what follows
  std::deque<Point> points_;
  uint64_t num_pushed_ = 0;
};

// The thread that calls back when fences are reached. Started by the first that wants it.
class Notifier {
 public:
  explicit Notifier(rnlp_device_t* device) : device_(device) {}
  ~Notifier();
  // Errors: RESOURCE_EXHAUSTED without a thread. Throws bad_alloc.
  rnlp_status_t* Watch(std::shared_ptr<Fence> fence);
  // Something was submitted that a watched fence may wait for.
  void Wake();

 private:
  void Work();

  rnlp_device_t* const device_;
  std::mutex mutex_;  // guards all below but the thread
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Fence>> watched_;
  bool stopping_ = false;
  bool news_ = false;
  std::thread thread_;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_FENCE_H_
