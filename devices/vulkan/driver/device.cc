#include "devices/vulkan/driver/device.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "devices/vulkan/driver/matrices.h"
#include "devices/vulkan/driver/queue.h"

namespace {
constexpr uint64_t kSliceNs = 50'000'000;  // a lost device may leave a wait without an end
constexpr std::chrono::seconds kMostToSettle{1};
constexpr size_t kQueues = 8;  // that are looked at in one round
}  // namespace

using namespace runnel::vulkan;  // NOLINT: the ABI's types are global, their parts are not

rnlp_device_t::rnlp_device_t(rnlp_instance_t* instance_of, const PhysicalDevice& described)
    : instance(instance_of),
      host(instance_of->host),
      physical(described),
      memory(this),
      pipelines(this) {}

rnlp_status_t* rnlp_device_t::Open() {
  const InstanceApi& api = instance->vk;
  constexpr float kPriorities[3] = {1, 1, 1};
  VkDeviceQueueCreateInfo queue_info{};
  queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue_info.queueFamilyIndex = physical.queue_family;
  queue_info.queueCount = std::min<uint32_t>(physical.queue_count, 3);
  queue_info.pQueuePriorities = kPriorities;
  VkPhysicalDeviceVulkan12Features v12{};
  v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  v12.timelineSemaphore = VK_TRUE;
  VkPhysicalDeviceVulkan11Features v11{};
  v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
  v11.pNext = &v12;
  v11.storageBuffer16BitAccess = physical.can.storage16 ? VK_TRUE : VK_FALSE;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &v11;
  features.features.shaderInt64 = physical.can.int64 ? VK_TRUE : VK_FALSE;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue_info;
  MatrixFeatures matrices(&v12);
  if (physical.can.matrices) matrices.Enable(&info);
  RNLP_TRY(Check(api.CreateDevice(physical.handle, &info, nullptr, &handle), "vkCreateDevice"));
  bool complete = true;
#define RUNNEL_VK_LOAD(name)                                                           \
  vk.name = reinterpret_cast<PFN_vk##name>(api.GetDeviceProcAddr(handle, "vk" #name)); \
  complete = complete && vk.name != nullptr;
  RUNNEL_VK_DEVICE_FUNCTIONS(RUNNEL_VK_LOAD)
#undef RUNNEL_VK_LOAD
  if (!complete) {
    return Fail(host, RNLP_UNAVAILABLE, "%s: the driver of %s lacks functions of Vulkan 1.2", kId,
                physical.properties.deviceName);
  }
  for (uint32_t i = 0; i < queue_info.queueCount; ++i) {
    vk.GetDeviceQueue(handle, physical.queue_family, i, &queues.emplace_back());
  }
  return pipelines.Open();
}

rnlp_device_t::~rnlp_device_t() {
  if (notifier_.joinable()) {
    {
      std::lock_guard<std::mutex> lock(notify_mutex_);
      stopping_ = true;
    }
    notify_changed_.notify_all();
    notifier_.join();
  }
  for (const LeftTimeline& left : left_) vk.DestroySemaphore(handle, left.semaphore, nullptr);
}

rnlp_status_t* rnlp_device_t::CheckAlive() const {
  if (!lost()) return nullptr;
  return Fail(host, RNLP_UNAVAILABLE, "%s: the device %s is lost; close it and open it again", kId,
              physical.properties.deviceName);
}

rnlp_status_t* rnlp_device_t::Failed(VkResult result, const char* what) {
  if (result == VK_ERROR_DEVICE_LOST) {
    Lose(what);
    return CheckAlive();
  }
  return FailedCall(host, result, what);
}

void rnlp_device_t::Lose(const char* what) {
  std::lock_guard<std::mutex> lose_lock(lose_mutex_);
  if (lost()) return;
  AwaitFlying();
  lost_.store(true, std::memory_order_release);
  runnel::plugin::Log(host, RNLP_LOG_ERROR, "%s: the device %s was lost in %s", kId,
                      physical.properties.deviceName, what);
  std::vector<Callback> due;
  {
    std::lock_guard<std::mutex> lock(fences_mutex_);
    for (const std::weak_ptr<Fence>& weak : fences_) {
      if (const std::shared_ptr<Fence> fence = weak.lock()) fence->Fail(CheckAlive(), &due);
    }
  }
  Post(std::move(due));
}

// Earlier work may still run when a call says that the device is lost, and once the host knows, it takes
// the memory away. Of a device that runs nothing any more drivers answer at once.
void rnlp_device_t::AwaitFlying() {
  QueuePin queues_in_use[kQueues];
  uint64_t serials[kQueues] = {};
  {
    std::lock_guard<std::mutex> lock(flight_mutex_);
    for (const auto& submission : in_flight_) {
      size_t i = 0;
      while (i < kQueues && queues_in_use[i].get() != nullptr &&
             queues_in_use[i].get() != submission->queue) {
        ++i;
      }
      if (i == kQueues) continue;
      if (queues_in_use[i].get() == nullptr) queues_in_use[i] = QueuePin(submission->queue);
      serials[i] = std::max(serials[i], submission->serial);
    }
  }
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + kMostToSettle;
  for (size_t i = 0; i < kQueues && queues_in_use[i].get() != nullptr; ++i) {
    VkSemaphoreWaitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
    info.semaphoreCount = 1;
    info.pSemaphores = &queues_in_use[i].get()->timeline;
    info.pValues = &serials[i];
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(end - Clock::now()).count();
    vk.WaitSemaphores(handle, &info, static_cast<uint64_t>(std::max<int64_t>(rest, 0)));
  }
}

rnlp_status_t* rnlp_device_t::NewFence(std::shared_ptr<Fence>* out) {
  auto fence = std::make_shared<Fence>(host);
  std::lock_guard<std::mutex> lock(fences_mutex_);
  fences_.erase(
      std::remove_if(fences_.begin(), fences_.end(), [](const auto& weak) { return weak.expired(); }),
      fences_.end());
  fences_.push_back(fence);
  *out = std::move(fence);
  return nullptr;
}

rnlp_status_t* rnlp_device_t::NewTimeline(VkSemaphore* out) {
  VkSemaphoreTypeCreateInfo type{};
  type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  info.pNext = &type;
  return Check(vk.CreateSemaphore(handle, &info, nullptr, out), "vkCreateSemaphore");
}

// ---- what was submitted ----

std::unique_ptr<Submission> rnlp_device_t::TakeSubmission() {
  {
    std::lock_guard<std::mutex> lock(flight_mutex_);
    if (!spare_.empty()) {
      std::unique_ptr<Submission> taken = std::move(spare_.back());
      spare_.pop_back();
      return taken;
    }
  }
  return std::make_unique<Submission>();
}

void rnlp_device_t::Submitted(std::unique_ptr<Submission> submission) {
  {
    std::lock_guard<std::mutex> lock(flight_mutex_);
    in_flight_.push_back(std::move(submission));
  }
  std::lock_guard<std::mutex> lock(notify_mutex_);
  if (notifying_) notify_changed_.notify_all();
}

void rnlp_device_t::Retire(Submission* submission, std::vector<Callback>* due) {
  for (const Submission::ReadBack& read : submission->read_backs) {
    __builtin_memcpy(read.to, read.from, read.size_bytes);
  }
  submission->read_backs.clear();
  rnlp_queue_t* queue = submission->queue;
  queue->Recycle(submission->chunk, submission->staging_end);
  submission->chunk = Chunk();
  if (submission->host_call != nullptr) {
    std::lock_guard<std::mutex> lock(notify_mutex_);
    host_calls_.push_back(
        {submission->host_call, submission->host_arg, queue->host_timeline, submission->host_serial});
    notify_changed_.notify_all();
    submission->host_call = nullptr;
  }
  for (Submission::Signal& signal : submission->signals) {
    if (signal.failure != nullptr) {
      signal.fence->Fail(std::exchange(signal.failure, nullptr), due);
    } else {
      signal.fence->Reach(signal.value, queue, submission->serial, due);
    }
  }
  submission->signals.clear();
  submission->awaited.clear();
  queue->retired.store(submission->serial, std::memory_order_release);
}

void rnlp_device_t::Poll() {
  std::vector<Callback> due;
  bool lost_now = false;
  {
    std::lock_guard<std::mutex> retire_lock(retire_mutex_);
    // Counters only grow: one look at each queue is enough for a round.
    struct Seen {
      rnlp_queue_t* queue;
      uint64_t value;
    } seen[kQueues];
    size_t num_seen = 0;
    const bool was_lost = lost();
    for (size_t i = 0;;) {
      std::unique_ptr<Submission> done;
      {
        std::lock_guard<std::mutex> lock(flight_mutex_);
        if (i >= in_flight_.size()) break;
        Submission& next = *in_flight_[i];
        const Seen* known =
            std::find_if(seen, seen + num_seen, [&](const Seen& s) { return s.queue == next.queue; });
        uint64_t value = 0;
        if (was_lost) {
          value = UINT64_MAX;  // nothing of it will come; fences have failed already
        } else if (known != seen + num_seen) {
          value = known->value;
        } else {
          const VkResult result = vk.GetSemaphoreCounterValue(handle, next.queue->timeline, &value);
          if (result == VK_ERROR_DEVICE_LOST) {
            lost_now = true;
            break;
          }
          if (num_seen < kQueues) seen[num_seen++] = {next.queue, value};
        }
        if (value < next.serial) {
          ++i;
          continue;
        }
        done = std::move(in_flight_[i]);
        in_flight_.erase(in_flight_.begin() + static_cast<std::ptrdiff_t>(i));
      }
      if (was_lost) {
        done->read_backs.clear();
        done->host_call = nullptr;
      }
      Retire(done.get(), &due);
      std::lock_guard<std::mutex> lock(flight_mutex_);
      spare_.push_back(std::move(done));
    }
  }
  if (!due.empty()) Post(std::move(due));
  if (lost_now) Lose("vkGetSemaphoreCounterValue");
}

void rnlp_device_t::WaitFor(rnlp_queue_t* queue, uint64_t serial, uint64_t timeout_ns) {
  VkSemaphoreWaitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  info.semaphoreCount = 1;
  info.pSemaphores = &queue->timeline;
  info.pValues = &serial;
  if (!lost()) {
    const VkResult result = vk.WaitSemaphores(handle, &info, std::min(timeout_ns, kSliceNs));
    if (result == VK_ERROR_DEVICE_LOST) Lose("vkWaitSemaphores");
  }
  Poll();
}

void rnlp_device_t::LetGo(VkSemaphore timeline, std::shared_ptr<const bool> users) {
  std::lock_guard<std::mutex> lock(left_mutex_);
  std::erase_if(left_, [this](const LeftTimeline& left) {
    if (left.users.use_count() > 1) return false;
    vk.DestroySemaphore(handle, left.semaphore, nullptr);
    return true;
  });
  if (users.use_count() == 1) return vk.DestroySemaphore(handle, timeline, nullptr);
  try {
    left_.push_back({timeline, std::move(users)});
  } catch (const std::bad_alloc&) {
    // It stays until the device is closed: a small loss where there is no memory at all.
  }
}

void rnlp_device_t::Pin(rnlp_queue_t* queue) {
  std::lock_guard<std::mutex> lock(pins_mutex_);
  ++queue->pins;
}
void rnlp_device_t::Unpin(rnlp_queue_t* queue) {
  std::lock_guard<std::mutex> lock(pins_mutex_);
  if (--queue->pins == 0) pins_changed_.notify_all();
}
void rnlp_device_t::AwaitUnpinned(const rnlp_queue_t* queue) {
  std::unique_lock<std::mutex> lock(pins_mutex_);
  pins_changed_.wait(lock, [&] { return queue->pins == 0; });
}

// ---- the notify thread ----

rnlp_status_t* rnlp_device_t::StartNotifying() {
  std::lock_guard<std::mutex> lock(notify_mutex_);
  if (notifying_) return nullptr;
  try {
    notifier_ = std::thread([this] { Notify(); });
  } catch (const std::system_error&) {
    return Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no thread for the device's notifications", kId);
  }
  notifying_ = true;
  return nullptr;
}

void rnlp_device_t::Post(std::vector<Callback> due) {
  if (due.empty()) return;
  std::lock_guard<std::mutex> lock(notify_mutex_);
  due_.insert(due_.end(), due.begin(), due.end());
  notify_changed_.notify_all();
}

void rnlp_device_t::Notify() {
  std::vector<Callback> due;
  std::vector<HostCall> calls;
  for (;;) {
    QueuePin queue;
    uint64_t serial = 0;
    const auto flying = [&] {
      std::lock_guard<std::mutex> lock(flight_mutex_);
      if (in_flight_.empty()) return false;
      queue = QueuePin(in_flight_.front()->queue);
      serial = in_flight_.front()->serial;
      return true;
    };
    {
      std::unique_lock<std::mutex> lock(notify_mutex_);
      notify_changed_.wait(
          lock, [&] { return stopping_ || !due_.empty() || !host_calls_.empty() || flying(); });
      due.swap(due_);
      calls.swap(host_calls_);
      if (stopping_ && due.empty() && calls.empty()) return;
    }
    if (!due.empty() || !calls.empty()) {
      for (const HostCall& call : calls) {
        call.fn(call.arg, 0, 1);
        VkSemaphoreSignalInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO;
        info.semaphore = call.semaphore;
        info.value = call.value;
        if (vk.SignalSemaphore(handle, &info) == VK_ERROR_DEVICE_LOST) Lose("vkSignalSemaphore");
      }
      for (const Callback& callback : due) callback.fn(callback.arg, callback.status);
      calls.clear();
      due.clear();
      continue;
    }
    // With several queues of the hardware a later submission may be done first.
    if (queue.get() != nullptr) WaitFor(queue.get(), serial, queues.size() > 1 ? 1'000'000 : kSliceNs);
  }
}
