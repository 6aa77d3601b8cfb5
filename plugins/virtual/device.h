// The virtual device: an asynchronous device with an address space of its own, run by a thread.
//
// It is built to make mistakes of its host visible without a GPU. Nothing starts before it must, so that
// a missing wait reads poison; queues advance in an order drawn from a seed, so that a missing fence
// between two queues shows; memory is poisoned when it is allocated and when it is freed; buffers are
// handles that hold no address; work on a freed buffer fails. The same seed and the same calls give the
// same order.
#ifndef RUNNEL_PLUGINS_VIRTUAL_DEVICE_H_
#define RUNNEL_PLUGINS_VIRTUAL_DEVICE_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

#include "plugins/sdk/plugin.h"
#include "plugins/sdk/timeline.h"

namespace runnel::virtual_device {

using plugin::Fail;
using plugin::OwnedStatus;
using plugin::Timeline;

inline constexpr const char* kId = "runnel.virtual";

// What configuration sets: "seed", "memory_bytes", "devices", "lose_after", "map", "capture",
// "kernel_us", "copy_us_per_mib", "cost_ns", "threads", "groups", "peers".
struct Options {
  uint64_t seed = 1;
  uint64_t memory_bytes = 256ull << 20;
  uint64_t devices = 1;
  uint64_t lose_after = 0;  // the device is lost at this many launches, once per instance; 0: never
  uint64_t capture = 1;     // 0: the device has no captures
  // How long its queue is busy with a kernel, and with a MiB of a copy between host and device, as if
  // another machine did them; 0: as long as it takes.
  uint64_t kernel_us = 0;
  uint64_t copy_us_per_mib = 0;
  uint64_t threads = 1;  // that run its queues; with more than one, queues run at the same time
  uint64_t cost_ns = 0;  // what its kernels say that they cost, true or not; 0: kernel_us, or the CPU's
  uint64_t groups = 1;   // 0: the device cannot be in groups; 2: it says that it can, and joins none
  uint64_t peers = 1;    // 0: copies from another device go by the host
  uint64_t map = 0;      // 1: memory is the host's as well, and the device says that it is unified
};

// Bytes that a buffer holds. Recorded work shares them, so that work on a freed buffer is noticed.
struct Storage {
  char* data = nullptr;
  uint64_t size_bytes = 0;
  bool imported = false;  // `data` is the host's
  std::atomic<bool> freed{false};
  ~Storage();
};
// NaN as float and double, an enormous number as an integer.
void Poison(Storage* storage);

// Work, and how long the queue is busy with it.
struct Work {
  std::function<rnlp_status_t*()> run;
  uint64_t busy_us = 0;
};

// What was appended between capture_begin and capture_end.
struct Captured {
  std::vector<Work> works;
  uint64_t launches = 0;  // kernels among them
};

// What waits on a queue.
struct Command {
  enum class Kind { kWork, kLaunch, kWait, kSignal };
  Kind kind = Kind::kWork;
  Work work;
  std::shared_ptr<const Captured> captured;
  std::shared_ptr<Timeline> fence;
  uint64_t value = 0;
};

// Runs a body that may throw bad_alloc; the ABI carries no exceptions.
template <typename Body>
rnlp_status_t* Guard(const rnlp_host_t* host, Body&& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory left", kId);
  }
}

}  // namespace runnel::virtual_device

struct rnlp_instance_t {
  explicit rnlp_instance_t(const rnlp_host_t* h) : host(h) {}
  rnlp_status_t* Init();  // reads the options
  const rnlp_host_t* host;
  runnel::virtual_device::Options options;
  std::atomic<uint64_t> launches{0};
};

struct rnlp_buffer_t {
  std::shared_ptr<runnel::virtual_device::Storage> storage;
  rnlp_device_t* device = nullptr;
};

struct rnlp_fence_t {
  rnlp_device_t* device;
  std::shared_ptr<runnel::virtual_device::Timeline> timeline;
};

struct rnlp_capture_t {
  std::shared_ptr<const runnel::virtual_device::Captured> captured;
};

struct rnlp_queue_t {
  explicit rnlp_queue_t(rnlp_device_t* d);
  rnlp_device_t* const device;
  // All guarded by device->mutex.
  std::deque<runnel::virtual_device::Command> commands;
  size_t released = 0;   // how many commands from the front may start
  bool busy = false;     // one of its commands runs now
  bool blocked = false;  // waits for a fence
  // By the pace of the options: until when the queue is busy, and since when it could go on. A worker
  // that is late does not make the queue late.
  std::chrono::steady_clock::time_point runnable_since{};
  std::chrono::steady_clock::time_point busy_until{};           // by the pace of the options
  std::shared_ptr<runnel::virtual_device::Captured> recording;  // between capture_begin and _end
  // The first failure since the last signal: work up to the next signal is skipped, its fence fails.
  runnel::virtual_device::OwnedStatus error;
};

struct rnlp_device_t {
  rnlp_device_t(rnlp_instance_t* i, uint32_t ordinal_in_plugin);
  ~rnlp_device_t();

  // NULL, or UNAVAILABLE once the device is lost.
  rnlp_status_t* CheckAlive();
  // Appends to a queue, or to its capture. Errors: UNAVAILABLE; INVALID_ARGUMENT for a wait or a signal
  // in a capture.
  rnlp_status_t* Append(rnlp_queue_t* queue, runnel::virtual_device::Command command);
  // Lets all that was appended start: to one queue, or to every queue.
  void Release(rnlp_queue_t* queue);
  void ReleaseAll();
  void ReleaseLocked(rnlp_queue_t* queue);
  // Blocks until the queue has nothing left to do.
  void Drain(rnlp_queue_t* queue);
  // Counts kernel launches, and loses the device where the options say so.
  rnlp_status_t* CountLaunches(uint64_t count);
  // Whether what is appended to the queue is recorded; counts a launch of the capture then.
  bool CountRecorded(rnlp_queue_t* queue);
  void Lose();
  rnlp_status_t* Lost() const;

  rnlp_instance_t* const instance;
  const rnlp_host_t* const host;
  const uint32_t ordinal;

  std::mutex mutex;  // guards all below but the thread
  std::condition_variable changed;
  std::vector<rnlp_queue_t*> queues;
  std::vector<std::weak_ptr<runnel::virtual_device::Timeline>> fences;
  uint64_t random;
  bool stopping = false;
  bool lost = false;
  uint64_t bytes_in_use = 0;
  uint64_t peak_bytes_in_use = 0;
  std::thread worker;
  std::vector<std::thread> more_workers;

 private:
  void Work();
  void RunOne(std::unique_lock<std::mutex>& lock, rnlp_queue_t* queue);
};

#endif  // RUNNEL_PLUGINS_VIRTUAL_DEVICE_H_
