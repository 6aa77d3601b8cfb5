// Work on a queue of a device that ends when a test says so, to show what happens in which order.
#ifndef RUNNEL_TESTS_PLUGINS_GATE_H_
#define RUNNEL_TESTS_PLUGINS_GATE_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "core/runtime/devices/device.h"

namespace runnel {

// Work on a queue that begins, and ends when it is told to.
class Gate {
 public:
  Status SubmitTo(DeviceQueue& queue) {
    return queue.Submit(
        [&](rnlp_queue_t* raw) {
          const auto body = [](void* arg, int64_t, int64_t) { static_cast<Gate*>(arg)->Pass(); };
          return FromPluginStatus(queue.device()->api().queue_host_call(raw, body, this));
        },
        SubmitOrder(), &point_);
  }
  // Behind this gate only when that one has begun.
  void WaitsFor(Gate* other) { other_ = other; }
  void Open() {
    const std::lock_guard lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  bool AwaitBeginning() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return begun_; });
  }
  uint64_t point() const { return point_; }
  bool gave_up() const { return gave_up_; }

 private:
  static constexpr auto kPatience = std::chrono::seconds(60);  // then a test that hangs fails

  void Pass() {
    {
      const std::lock_guard lock(mutex_);
      begun_ = true;
      changed_.notify_all();
    }
    if (other_ != nullptr && !other_->AwaitBeginning()) gave_up_ = true;
    std::unique_lock lock(mutex_);
    if (other_ == nullptr && !changed_.wait_for(lock, kPatience, [&] { return open_; })) gave_up_ = true;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool begun_ = false, open_ = false;
  std::atomic<bool> gave_up_{false};
  Gate* other_ = nullptr;
  uint64_t point_ = 0;
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_PLUGINS_GATE_H_
