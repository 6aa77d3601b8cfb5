// An open device: the VkDevice, its memory, its pipelines, and the retiring of what was submitted.
//
// Submissions of all queues are kept in the order of submission. Whoever looks (a wait, a query, the
// notify thread) retires those whose semaphore value is reached: reads staged bytes back, returns the
// command buffer, reaches fences. Callbacks and host calls are made by the notify thread alone, for the
// others may hold locks of the host.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_DEVICE_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_DEVICE_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "devices/vulkan/driver/fence.h"
#include "devices/vulkan/driver/instance.h"
#include "devices/vulkan/driver/memory.h"
#include "devices/vulkan/driver/pipelines.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel::vulkan {

// Commands and the descriptors that they name.
struct Chunk {
  VkCommandBuffer commands = VK_NULL_HANDLE;
  VkDescriptorPool descriptors = VK_NULL_HANDLE;
  uint32_t recorded = 0;
};

// What one vkQueueSubmit held, until it is retired.
struct Submission {
  struct Signal {
    std::shared_ptr<Fence> fence;
    uint64_t value;
    rnlp_status_t* failure;  // fails the fence instead
  };
  struct ReadBack {
    const char* from;
    void* to;
    uint64_t size_bytes;
  };
  rnlp_queue_t* queue = nullptr;
  uint64_t serial = 0;
  Chunk chunk;
  std::vector<Signal> signals;
  std::vector<ReadBack> read_backs;
  std::vector<std::shared_ptr<const bool>> awaited;  // keeps the timelines that it waits for
  uint64_t staging_end = 0;                          // of the queue's ring
  rnlp_range_fn_t host_call = nullptr;
  void* host_arg = nullptr;
  uint64_t host_serial = 0;  // of the semaphore that the host signals behind the call
};

}  // namespace runnel::vulkan

struct rnlp_device_t {
  rnlp_device_t(rnlp_instance_t* instance_of, const runnel::vulkan::PhysicalDevice& described);
  ~rnlp_device_t();
  rnlp_status_t* Open();

  // Whether subgroups multiply matrices, and did so right when the device was opened.
  bool has_matrices() const { return physical.can.matrices && !wrong_matrices; }
  bool lost() const { return lost_.load(std::memory_order_acquire); }
  // Most commands in one submission: watchdogs of GPUs end long ones, a processor has none.
  uint32_t submit_dispatches() const {
    const uint64_t given = instance->options.submit_dispatches;
    return given > 0 ? static_cast<uint32_t>(given) : physical.is_processor() ? 512 : 64;
  }
  // NULL, or UNAVAILABLE once the device is lost.
  rnlp_status_t* CheckAlive() const;
  // A status for a failed call; notices a loss.
  rnlp_status_t* Check(VkResult result, const char* what) {
    return result == VK_SUCCESS ? nullptr : Failed(result, what);
  }
  rnlp_status_t* Failed(VkResult result, const char* what);
  void Lose(const char* what);  // returns when the loss is known to all

  // Retires what is done.
  void Poll();
  // Waits until `serial` of `queue` is retired, or for about timeout_ns.
  void WaitFor(rnlp_queue_t* queue, uint64_t serial, uint64_t timeout_ns);
  // See QueuePin. The caller of the first holds a lock under which the queue has work that is not
  // retired.
  void Pin(rnlp_queue_t* queue);
  void Unpin(rnlp_queue_t* queue);
  // Returns when nobody but the caller can know the queue: its work is retired, and no pin is left.
  void AwaitUnpinned(const rnlp_queue_t* queue);
  // Hands a submission over, in order; the caller holds submit_mutex.
  void Submitted(std::unique_ptr<runnel::vulkan::Submission> submission);
  std::unique_ptr<runnel::vulkan::Submission> TakeSubmission();
  // Callbacks for the notify thread, which this starts. Errors: RESOURCE_EXHAUSTED.
  rnlp_status_t* StartNotifying();
  void Post(std::vector<runnel::vulkan::Callback> due);

  rnlp_status_t* NewFence(std::shared_ptr<runnel::vulkan::Fence>* out);
  rnlp_status_t* NewTimeline(VkSemaphore* out);
  // Destroys a timeline, and those let go of before, once no queue has a point of it to wait for in what
  // it will submit. The device is idle.
  void LetGo(VkSemaphore timeline, std::shared_ptr<const bool> users);

  rnlp_instance_t* const instance;
  const rnlp_host_t* const host;
  const runnel::vulkan::PhysicalDevice physical;
  bool wrong_matrices = false;  // set while it is opened
  runnel::vulkan::DeviceApi vk;
  VkDevice handle = VK_NULL_HANDLE;
  std::vector<VkQueue> queues;
  runnel::vulkan::Memory memory;
  runnel::vulkan::Pipelines pipelines;
  std::mutex submit_mutex;  // guards vkQueueSubmit and the order of `in_flight_`
  std::atomic<uint64_t> barriers{0};

 private:
  void Retire(runnel::vulkan::Submission* submission, std::vector<runnel::vulkan::Callback>* due);
  void Notify();
  void AwaitFlying();  // what was submitted, for a second at most

  std::mutex lose_mutex_;  // held while the device becomes lost
  std::atomic<bool> lost_{false};

  std::mutex retire_mutex_;  // held while submissions are retired, so that they are in order
  std::mutex flight_mutex_;  // guards the next two
  std::deque<std::unique_ptr<runnel::vulkan::Submission>> in_flight_;
  std::vector<std::unique_ptr<runnel::vulkan::Submission>> spare_;

  struct LeftTimeline {
    VkSemaphore semaphore;
    std::shared_ptr<const bool> users;
  };
  std::mutex left_mutex_;  // guards left_
  std::vector<LeftTimeline> left_;

  std::mutex pins_mutex_;  // guards the pins of all queues; no other lock is taken under it
  std::condition_variable pins_changed_;

  std::mutex fences_mutex_;  // guards fences_
  std::vector<std::weak_ptr<runnel::vulkan::Fence>> fences_;

  struct HostCall {
    rnlp_range_fn_t fn;
    void* arg;
    VkSemaphore semaphore;
    uint64_t value;
  };
  std::mutex notify_mutex_;  // guards all below
  std::condition_variable notify_changed_;
  bool stopping_ = false;
  bool notifying_ = false;
  std::vector<runnel::vulkan::Callback> due_;
  std::vector<HostCall> host_calls_;
  std::thread notifier_;
};

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_DEVICE_H_
