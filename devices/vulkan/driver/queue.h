// A queue: one open command buffer that calls append to, submitted when somebody must see its work or
// when it is long enough. Commands that touch bytes which an earlier one wrote, or write bytes which one
// read, have a barrier between them; others may overlap.
//
// Threads: the host calls one queue from one thread at a time, but a wait on another thread may flush
// it, so each call locks.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_QUEUE_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_QUEUE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "devices/vulkan/driver/device.h"

namespace runnel::vulkan {

// Bytes that a command reads or writes.
struct Access {
  VkBuffer buffer;
  uint64_t begin, end;
  bool write;
};

// One dispatch: everything that recording it takes.
struct Dispatch {
  static constexpr uint32_t kMaxBindings = 16;
  static constexpr uint32_t kMaxPush = 32;
  const Pipeline* pipeline = nullptr;
  Access bindings[kMaxBindings];
  uint32_t num_bindings = 0;
  uint32_t push[kMaxPush];
  uint32_t num_push = 0;
  uint32_t groups[3] = {1, 1, 1};
};

}  // namespace runnel::vulkan

struct rnlp_capture_t {
  rnlp_device_t* device;
  VkCommandPool pool = VK_NULL_HANDLE;
  std::vector<runnel::vulkan::Chunk> chunks;  // secondary command buffers, in order
};

namespace runnel::vulkan {
void FreeCapture(rnlp_device_t* device, rnlp_capture_t* capture);  // capture.cc; NULL is fine
}

struct rnlp_queue_t {
  rnlp_queue_t(rnlp_device_t* on, VkQueue physical) : device(on), queue(physical) {}
  ~rnlp_queue_t();
  rnlp_status_t* Init();

  rnlp_status_t* Record(const runnel::vulkan::Dispatch& dispatch);
  rnlp_status_t* Copy(const rnlp_place_t& src, const rnlp_place_t& dst, uint64_t size_bytes);
  // Four bytes, repeated; offset and size are multiples of four.
  rnlp_status_t* FillWords(const rnlp_buffer_t* buffer, uint64_t offset, uint64_t size_bytes,
                           uint32_t word);
  // Any bytes; `pattern` has eight.
  rnlp_status_t* FillBytes(const rnlp_buffer_t* buffer, uint64_t offset, uint64_t size_bytes,
                           const uint32_t (&pattern)[2]);
  rnlp_status_t* HostCall(rnlp_range_fn_t fn, void* arg);
  rnlp_status_t* Wait(const std::shared_ptr<runnel::vulkan::Fence>& fence, uint64_t value);
  rnlp_status_t* Signal(const std::shared_ptr<runnel::vulkan::Fence>& fence, uint64_t value);
  rnlp_status_t* Flush();
  rnlp_status_t* CaptureBegin();
  rnlp_status_t* CaptureEnd(rnlp_capture_t** out);
  rnlp_status_t* CaptureLaunch(const rnlp_capture_t* capture);
  // Blocks until all work is retired.
  void Drain();

  // Called by the device as it retires a submission.
  void Recycle(runnel::vulkan::Chunk chunk, uint64_t staging_end);
  uint64_t submitted() const { return submitted_.load(std::memory_order_acquire); }

  rnlp_device_t* const device;
  VkQueue const queue;
  VkSemaphore timeline = VK_NULL_HANDLE;       // reaches the serial of each submission
  std::shared_ptr<const bool> timeline_users;  // shared with the points of other queues that name it
  VkSemaphore host_timeline = VK_NULL_HANDLE;  // reaches the number of each host call that was made
  std::atomic<uint64_t> retired{0};
  int pins = 0;  // the device's to guard

 private:
  // These are called with mutex_ held.
  rnlp_status_t* OpenChunk();
  rnlp_status_t* Touch(const runnel::vulkan::Access* accesses, uint32_t count);
  void Barrier();
  rnlp_status_t* SubmitLocked();
  rnlp_status_t* Count();
  rnlp_status_t* NewChunk(VkCommandPool pool, VkCommandBufferLevel level, runnel::vulkan::Chunk* out);
  rnlp_status_t* Begin(runnel::vulkan::Chunk* chunk, bool secondary);
  rnlp_status_t* EnsureStaging();
  // Room in the ring; submits and waits where it is full.
  rnlp_status_t* Stage(uint64_t size_bytes, uint64_t* offset);
  rnlp_status_t* CopyRange(VkBuffer src, uint64_t src_offset, VkBuffer dst, uint64_t dst_offset,
                           uint64_t size_bytes);
  rnlp_status_t* NotCaptured(const char* what) const;

  std::mutex mutex_;  // guards all below, but what says otherwise
  VkCommandPool pool_ = VK_NULL_HANDLE;
  runnel::vulkan::Chunk open_;  // commands null: nothing is open
  std::unique_ptr<runnel::vulkan::Submission> next_;
  struct Point {
    VkSemaphore semaphore;
    uint64_t value;
    std::shared_ptr<const bool> user;
  };
  std::vector<Point> waits_;                     // of the next submission
  std::vector<runnel::vulkan::Access> touched_;  // since the last barrier
  bool must_fence_ = false;                      // whatever comes next needs a barrier before it
  rnlp_status_t* error_ = nullptr;               // fails the next signal
  std::atomic<uint64_t> submitted_{0};
  uint64_t host_calls_ = 0;
  const runnel::vulkan::Pipeline* bound_ = nullptr;  // in the open chunk
  rnlp_capture_t* capture_ = nullptr;                // being recorded

  runnel::vulkan::Block staging_;
  uint64_t staging_head_ = 0;  // bytes ever taken; the ring is modulo its size

  std::mutex recycle_mutex_;  // guards the next three
  std::vector<runnel::vulkan::Chunk> spare_;
  size_t num_chunks_ = 0;
  uint64_t staging_tail_ = 0;
};

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_QUEUE_H_
