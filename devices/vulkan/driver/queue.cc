#include "devices/vulkan/driver/queue.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "devices/vulkan/shaders/shaders.h"

namespace runnel::vulkan {
namespace {

constexpr uint64_t kStagingBytes = 8ull << 20;
constexpr uint64_t kStagingPiece = 2ull << 20;  // long copies go in pieces of this, so that they overlap
constexpr size_t kMaxTouched = 48;
constexpr VkPipelineStageFlags kStages =
    VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;

}  // namespace
}  // namespace runnel::vulkan

using namespace runnel::vulkan;  // NOLINT: the ABI's types are global, their parts are not

rnlp_status_t* rnlp_queue_t::Init() {
  timeline_users = std::make_shared<const bool>();
  RNLP_TRY(device->NewTimeline(&timeline));
  RNLP_TRY(device->NewTimeline(&host_timeline));
  VkCommandPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  info.queueFamilyIndex = device->physical.queue_family;
  RNLP_TRY(device->Check(device->vk.CreateCommandPool(device->handle, &info, nullptr, &pool_),
                         "vkCreateCommandPool"));
  touched_.reserve(kMaxTouched + Dispatch::kMaxBindings);
  return nullptr;
}

rnlp_queue_t::~rnlp_queue_t() {
  const DeviceApi& vk = device->vk;
  if (timeline != VK_NULL_HANDLE) {
    // Whoever saw a timeline's value may destroy it, says the specification; but lavapipe (Mesa 22.3)
    // has a thread that then still lets go of the points that it has signalled.
    const std::lock_guard<std::mutex> lock(device->submit_mutex);
    vk.DeviceWaitIdle(device->handle);  // whatever it answers, nothing is waited for again
  }
  if (capture_ != nullptr) {
    if (open_.commands != VK_NULL_HANDLE) {
      vk.DestroyDescriptorPool(device->handle, open_.descriptors, nullptr);
      open_ = Chunk();
    }
    FreeCapture(device, std::exchange(capture_, nullptr));
  }
  std::vector<Chunk> chunks = std::move(spare_);
  if (open_.commands != VK_NULL_HANDLE) chunks.push_back(open_);
  for (const Chunk& chunk : chunks) vk.DestroyDescriptorPool(device->handle, chunk.descriptors, nullptr);
  if (pool_ != VK_NULL_HANDLE) vk.DestroyCommandPool(device->handle, pool_, nullptr);
  waits_.clear();
  if (timeline != VK_NULL_HANDLE) device->LetGo(timeline, std::move(timeline_users));
  if (host_timeline != VK_NULL_HANDLE) vk.DestroySemaphore(device->handle, host_timeline, nullptr);
  if (staging_.buffer != VK_NULL_HANDLE) device->memory.DestroyBlock(&staging_);
  if (error_ != nullptr) device->host->status_release(device->host, error_);
}

// ---- command buffers ----

rnlp_status_t* rnlp_queue_t::NewChunk(VkCommandPool pool, VkCommandBufferLevel level, Chunk* out) {
  const uint32_t limit = device->submit_dispatches();
  VkCommandBufferAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = pool;
  allocate.level = level;
  allocate.commandBufferCount = 1;
  Chunk chunk;
  RNLP_TRY(device->Check(device->vk.AllocateCommandBuffers(device->handle, &allocate, &chunk.commands),
                         "vkAllocateCommandBuffers"));
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, limit * Dispatch::kMaxBindings};
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = limit;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  rnlp_status_t* status =
      device->Check(device->vk.CreateDescriptorPool(device->handle, &info, nullptr, &chunk.descriptors),
                    "vkCreateDescriptorPool");
  if (status != nullptr) {
    device->vk.FreeCommandBuffers(device->handle, pool, 1, &chunk.commands);
    return status;
  }
  *out = chunk;
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::Begin(Chunk* chunk, bool secondary) {
  VkCommandBufferInheritanceInfo inheritance{};
  inheritance.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO;
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  info.flags = secondary ? VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT
                         : VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  info.pInheritanceInfo = secondary ? &inheritance : nullptr;
  RNLP_TRY(device->Check(device->vk.BeginCommandBuffer(chunk->commands, &info), "vkBeginCommandBuffer"));
  chunk->recorded = 0;
  bound_ = nullptr;
  touched_.clear();
  must_fence_ = true;  // behind everything that was submitted before
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::OpenChunk() {
  RNLP_TRY(device->CheckAlive());
  if (open_.commands != VK_NULL_HANDLE) return nullptr;
  Chunk chunk;
  if (capture_ != nullptr) {
    RNLP_TRY(NewChunk(capture_->pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY, &chunk));
  } else {
    {
      std::lock_guard<std::mutex> lock(recycle_mutex_);
      if (!spare_.empty()) {
        chunk = spare_.back();
        spare_.pop_back();
      }
    }
    if (chunk.commands == VK_NULL_HANDLE) {
      RNLP_TRY(NewChunk(pool_, VK_COMMAND_BUFFER_LEVEL_PRIMARY, &chunk));
      std::lock_guard<std::mutex> lock(recycle_mutex_);
      spare_.reserve(++num_chunks_);  // so that Recycle never allocates
    }
  }
  rnlp_status_t* status = Begin(&chunk, capture_ != nullptr);
  if (status != nullptr) {
    if (capture_ == nullptr) Recycle(chunk, 0);
    return status;
  }
  open_ = chunk;
  return nullptr;
}

void rnlp_queue_t::Recycle(Chunk chunk, uint64_t staging_end) {
  if (chunk.descriptors != VK_NULL_HANDLE) {
    device->vk.ResetDescriptorPool(device->handle, chunk.descriptors, 0);
  }
  std::lock_guard<std::mutex> lock(recycle_mutex_);
  if (chunk.commands != VK_NULL_HANDLE) spare_.push_back(chunk);
  staging_tail_ = std::max(staging_tail_, staging_end);
}

void rnlp_queue_t::Barrier() {
  touched_.clear();
  must_fence_ = false;
  const uint64_t skip = device->instance->options.skip_barrier;
  if (device->barriers.fetch_add(1, std::memory_order_relaxed) + 1 == skip) return;
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                          VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  device->vk.CmdPipelineBarrier(open_.commands, kStages, kStages, 0, 1, &barrier, 0, nullptr, 0,
                                nullptr);
}

// Puts a barrier before a command that touches `accesses`, where one is needed.
rnlp_status_t* rnlp_queue_t::Touch(const Access* accesses, uint32_t count) {
  bool conflict = must_fence_ || touched_.size() + count > kMaxTouched;
  for (uint32_t i = 0; i < count && !conflict; ++i) {
    const Access& mine = accesses[i];
    for (const Access& other : touched_) {
      if ((mine.write || other.write) && mine.buffer == other.buffer && mine.begin < other.end &&
          other.begin < mine.end) {
        conflict = true;
        break;
      }
    }
  }
  if (conflict) Barrier();
  touched_.insert(touched_.end(), accesses, accesses + count);
  return nullptr;
}

// After a command: starts the work once there is enough of it.
rnlp_status_t* rnlp_queue_t::Count() {
  if (++open_.recorded < device->submit_dispatches()) return nullptr;
  if (capture_ == nullptr) return SubmitLocked();
  RNLP_TRY(device->Check(device->vk.EndCommandBuffer(open_.commands), "vkEndCommandBuffer"));
  capture_->chunks.push_back(std::exchange(open_, Chunk()));
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::SubmitLocked() {
  const bool has_work = open_.commands != VK_NULL_HANDLE;
  if (!has_work && waits_.empty() && next_ == nullptr) return nullptr;
  RNLP_TRY(device->CheckAlive());
  const DeviceApi& vk = device->vk;
  if (next_ == nullptr) next_ = device->TakeSubmission();
  const uint64_t serial = submitted_.load(std::memory_order_relaxed) + 1;
  VkResult result = VK_SUCCESS;
  if (has_work) {
    // What the host will read, of staging or where it sees all memory; a semaphore alone is not enough.
    if (!next_->read_backs.empty() || device->physical.can.unified) {
      VkMemoryBarrier barrier{};
      barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
      barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
      barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
      vk.CmdPipelineBarrier(open_.commands, kStages, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                            nullptr, 0, nullptr);
    }
    result = vk.EndCommandBuffer(open_.commands);
  }
  constexpr size_t kMostWaits = 16;
  VkSemaphore wait_semaphores[kMostWaits];
  uint64_t wait_values[kMostWaits];
  VkPipelineStageFlags wait_stages[kMostWaits];
  const size_t num_waits = std::min(waits_.size(), kMostWaits);
  for (size_t i = 0; i < num_waits; ++i) {
    wait_semaphores[i] = waits_[i].semaphore;
    wait_values[i] = waits_[i].value;
    wait_stages[i] = kStages;
    if (waits_[i].user != nullptr) next_->awaited.push_back(std::move(waits_[i].user));
  }
  const VkCommandBuffer commands = open_.commands;
  VkTimelineSemaphoreSubmitInfo values{};
  values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  values.waitSemaphoreValueCount = static_cast<uint32_t>(num_waits);
  values.pWaitSemaphoreValues = wait_values;
  values.signalSemaphoreValueCount = 1;
  values.pSignalSemaphoreValues = &serial;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.pNext = &values;
  info.waitSemaphoreCount = values.waitSemaphoreValueCount;
  info.pWaitSemaphores = wait_semaphores;
  info.pWaitDstStageMask = wait_stages;
  info.commandBufferCount = has_work ? 1 : 0;
  info.pCommandBuffers = &commands;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &timeline;
  next_->queue = this;
  next_->serial = serial;
  next_->chunk = std::exchange(open_, Chunk());
  next_->staging_end = staging_head_;
  waits_.clear();
  std::unique_ptr<Submission> submission = std::move(next_);
  if (result == VK_SUCCESS) {
    std::lock_guard<std::mutex> lock(device->submit_mutex);
    result = vk.QueueSubmit(queue, 1, &info, VK_NULL_HANDLE);
    if (result == VK_SUCCESS) {
      submitted_.store(serial, std::memory_order_release);
      device->Submitted(std::move(submission));
      return nullptr;
    }
  }
  // It will never run: its fences say so.
  rnlp_status_t* status = device->Failed(result, "vkQueueSubmit");
  runnel::plugin::OwnedStatus owned(device->host, status);
  std::vector<Callback> due;
  for (Submission::Signal& signal : submission->signals) {
    if (signal.failure != nullptr) device->host->status_release(device->host, signal.failure);
    signal.fence->Fail(owned.Copy(), &due);
  }
  submission->signals.clear();
  submission->awaited.clear();
  Recycle(submission->chunk, submission->staging_end);
  device->Post(std::move(due));
  return owned.release();
}

rnlp_status_t* rnlp_queue_t::Flush() {
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(device->CheckAlive());
  return capture_ == nullptr ? SubmitLocked() : nullptr;
}

void rnlp_queue_t::Drain() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    rnlp_status_t* status = capture_ == nullptr ? SubmitLocked() : nullptr;
    if (status != nullptr) device->host->status_release(device->host, status);
  }
  while (retired.load(std::memory_order_acquire) < submitted()) {
    device->WaitFor(this, submitted(), UINT64_MAX);
  }
}

// ---- commands ----

rnlp_status_t* rnlp_queue_t::Record(const Dispatch& dispatch) {
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(OpenChunk());
  const DeviceApi& vk = device->vk;
  const Pipeline& pipeline = *dispatch.pipeline;
  VkDescriptorSet set = VK_NULL_HANDLE;
  if (dispatch.num_bindings > 0) {
    VkDescriptorSetAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    allocate.descriptorPool = open_.descriptors;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &pipeline.set_layout;
    RNLP_TRY(device->Check(vk.AllocateDescriptorSets(device->handle, &allocate, &set),
                           "vkAllocateDescriptorSets"));
    VkDescriptorBufferInfo buffers[Dispatch::kMaxBindings];
    VkWriteDescriptorSet writes[Dispatch::kMaxBindings];
    for (uint32_t i = 0; i < dispatch.num_bindings; ++i) {
      const Access& binding = dispatch.bindings[i];
      buffers[i] = {binding.buffer, binding.begin, binding.end - binding.begin};
      writes[i] = {};
      writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
      writes[i].dstSet = set;
      writes[i].dstBinding = i;
      writes[i].descriptorCount = 1;
      writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      writes[i].pBufferInfo = &buffers[i];
    }
    vk.UpdateDescriptorSets(device->handle, dispatch.num_bindings, writes, 0, nullptr);
  }
  RNLP_TRY(Touch(dispatch.bindings, dispatch.num_bindings));
  if (bound_ != dispatch.pipeline) {
    vk.CmdBindPipeline(open_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle);
    bound_ = dispatch.pipeline;
  }
  if (set != VK_NULL_HANDLE) {
    vk.CmdBindDescriptorSets(open_.commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1, &set,
                             0, nullptr);
  }
  if (dispatch.num_push > 0) {
    vk.CmdPushConstants(open_.commands, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                        dispatch.num_push * 4, dispatch.push);
  }
  vk.CmdDispatch(open_.commands, dispatch.groups[0], dispatch.groups[1], dispatch.groups[2]);
  return Count();
}

rnlp_status_t* rnlp_queue_t::CopyRange(VkBuffer src, uint64_t src_offset, VkBuffer dst,
                                       uint64_t dst_offset, uint64_t size_bytes) {
  RNLP_TRY(OpenChunk());
  const Access accesses[] = {{src, src_offset, src_offset + size_bytes, false},
                             {dst, dst_offset, dst_offset + size_bytes, true}};
  RNLP_TRY(Touch(accesses, 2));
  const VkBufferCopy region{src_offset, dst_offset, size_bytes};
  device->vk.CmdCopyBuffer(open_.commands, src, dst, 1, &region);
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::EnsureStaging() {
  if (staging_.buffer != VK_NULL_HANDLE) return nullptr;
  return device->memory.MakeBlock(kStagingBytes, device->physical.host_type, &staging_);
}

rnlp_status_t* rnlp_queue_t::Stage(uint64_t size_bytes, uint64_t* offset) {
  RNLP_TRY(EnsureStaging());
  constexpr uint64_t kAlign = 64;
  const uint64_t size = (size_bytes + kAlign - 1) / kAlign * kAlign;
  uint64_t begin = staging_head_;
  if (begin % kStagingBytes + size > kStagingBytes) begin += kStagingBytes - begin % kStagingBytes;
  for (;;) {
    uint64_t tail = 0;
    {
      std::lock_guard<std::mutex> lock(recycle_mutex_);
      tail = staging_tail_;
    }
    if (begin + size - tail <= kStagingBytes) break;
    RNLP_TRY(SubmitLocked());
    RNLP_TRY(device->CheckAlive());
    device->WaitFor(this, retired.load(std::memory_order_acquire) + 1, UINT64_MAX);
  }
  staging_head_ = begin + size;
  *offset = begin % kStagingBytes;
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::NotCaptured(const char* what) const {
  if (capture_ == nullptr) return nullptr;
  return Fail(device->host, RNLP_FAILED_PRECONDITION, "%s: %s cannot be part of a capture", kId, what);
}

rnlp_status_t* rnlp_queue_t::Copy(const rnlp_place_t& src, const rnlp_place_t& dst,
                                  uint64_t size_bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (src.buffer != nullptr && dst.buffer != nullptr) {
    const uint64_t from = src.buffer->offset + src.offset_bytes,
                   to = dst.buffer->offset + dst.offset_bytes;
    if (src.buffer == dst.buffer && from < to + size_bytes && to < from + size_bytes) {
      if (from == to) return device->CheckAlive();
      return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: source and destination of a copy overlap",
                  kId);
    }
    RNLP_TRY(CopyRange(src.buffer->block->buffer, from, dst.buffer->block->buffer, to, size_bytes));
    return Count();
  }
  RNLP_TRY(NotCaptured("a copy between host and device"));
  RNLP_TRY(device->CheckAlive());
  if (src.buffer == nullptr && dst.buffer == nullptr) {
    return Fail(device->host, RNLP_INVALID_ARGUMENT, "%s: a copy between two host addresses", kId);
  }
  for (uint64_t done = 0; done < size_bytes;) {
    const uint64_t piece = std::min(kStagingPiece, size_bytes - done);
    uint64_t at = 0;
    RNLP_TRY(Stage(piece, &at));
    if (src.buffer == nullptr) {
      std::memcpy(staging_.mapped + at, static_cast<const char*>(src.host) + done, piece);
      RNLP_TRY(CopyRange(staging_.buffer, at, dst.buffer->block->buffer,
                         dst.buffer->offset + dst.offset_bytes + done, piece));
    } else {
      RNLP_TRY(CopyRange(src.buffer->block->buffer, src.buffer->offset + src.offset_bytes + done,
                         staging_.buffer, at, piece));
      if (next_ == nullptr) next_ = device->TakeSubmission();
      next_->read_backs.push_back({staging_.mapped + at, static_cast<char*>(dst.host) + done, piece});
    }
    RNLP_TRY(Count());
    done += piece;
    if (done < size_bytes) RNLP_TRY(SubmitLocked());  // the device copies this piece, the host the next
  }
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::FillWords(const rnlp_buffer_t* buffer, uint64_t offset, uint64_t size_bytes,
                                       uint32_t word) {
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(OpenChunk());
  const uint64_t begin = buffer->offset + offset;
  const Access access{buffer->block->buffer, begin, begin + size_bytes, true};
  RNLP_TRY(Touch(&access, 1));
  device->vk.CmdFillBuffer(open_.commands, buffer->block->buffer, begin, size_bytes, word);
  return Count();
}

rnlp_status_t* rnlp_queue_t::FillBytes(const rnlp_buffer_t* buffer, uint64_t offset, uint64_t size_bytes,
                                       const uint32_t (&pattern)[2]) {
  Dispatch dispatch;
  PipelineKey key;
  key.shader = FindShader("fillbytes");
  key.num_bindings = 1;
  RNLP_TRY(device->pipelines.Get(key, &dispatch.pipeline));
  const Capabilities& can = device->physical.can;
  const uint64_t align = can.alignment_bytes;
  // In pieces that one descriptor reaches, each a multiple of the pattern.
  const uint64_t most = std::min<uint64_t>(can.max_range_bytes, uint64_t{1} << 30) / 2 / align * align;
  for (uint64_t done = 0; done < size_bytes;) {
    const uint64_t begin = buffer->offset + offset + done, base = begin / align * align;
    const uint64_t count = std::min(size_bytes - done, most);
    const uint64_t words = (begin - base + count + 3) / 4;
    dispatch.bindings[0] = {buffer->block->buffer, base, base + words * 4, true};
    dispatch.num_bindings = 1;
    const uint32_t push[] = {static_cast<uint32_t>(words), static_cast<uint32_t>(begin - base),
                             static_cast<uint32_t>(count), pattern[0], pattern[1]};
    std::copy(push, push + 5, dispatch.push);
    dispatch.num_push = 5;
    const uint64_t groups = (words + 255) / 256;
    const uint64_t y = (groups + can.max_groups[0] - 1) / can.max_groups[0];
    dispatch.groups[0] = static_cast<uint32_t>((groups + y - 1) / y);
    dispatch.groups[1] = static_cast<uint32_t>(y);
    RNLP_TRY(Record(dispatch));
    done += count;
  }
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::HostCall(rnlp_range_fn_t fn, void* arg) {
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(NotCaptured("a host call"));
  RNLP_TRY(device->CheckAlive());
  RNLP_TRY(device->StartNotifying());
  waits_.reserve(waits_.size() + 2);
  if (next_ == nullptr) next_ = device->TakeSubmission();
  next_->host_call = fn;
  next_->host_arg = arg;
  next_->host_serial = ++host_calls_;
  RNLP_TRY(SubmitLocked());
  waits_.push_back({host_timeline, host_calls_, nullptr});
  return nullptr;
}

// ---- order ----

rnlp_status_t* rnlp_queue_t::Wait(const std::shared_ptr<Fence>& fence, uint64_t value) {
  QueuePin pin;
  uint64_t serial = 0;
  runnel::plugin::OwnedStatus failure(device->host);
  const auto state = fence->Find(value, &pin, &serial, &failure);
  rnlp_queue_t* const other = pin.get();
  if (state == Fence::State::kPending && other != this && other->submitted() < serial) {
    RNLP_TRY(other->Flush());
  }
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(NotCaptured("a wait"));
  RNLP_TRY(device->CheckAlive());
  switch (state) {
    case Fence::State::kReached:
      return nullptr;
    case Fence::State::kFailed:
      if (error_ == nullptr) error_ = failure.release();
      return nullptr;
    case Fence::State::kUnknown:
      return Fail(device->host, RNLP_INVALID_ARGUMENT,
                  "%s: a wait for point %llu of a fence that nobody was told to signal", kId,
                  static_cast<unsigned long long>(value));
    case Fence::State::kPending:
      if (error_ == nullptr) error_ = failure.release();  // what comes with the point, if it will fail
      break;
  }
  if (other == this) return nullptr;                               // in order anyway
  if (open_.commands != VK_NULL_HANDLE) RNLP_TRY(SubmitLocked());  // need not wait
  for (Point& point : waits_) {
    if (point.semaphore != other->timeline) continue;
    point.value = std::max(point.value, serial);
    return nullptr;
  }
  if (waits_.size() >= 15) RNLP_TRY(SubmitLocked());
  waits_.push_back({other->timeline, serial, other->timeline_users});
  return nullptr;
}

rnlp_status_t* rnlp_queue_t::Signal(const std::shared_ptr<Fence>& fence, uint64_t value) {
  std::lock_guard<std::mutex> lock(mutex_);
  RNLP_TRY(NotCaptured("a signal"));
  RNLP_TRY(device->CheckAlive());
  if (next_ == nullptr) next_ = device->TakeSubmission();
  if (error_ == nullptr && !next_->signals.empty()) {
    Submission::Signal& last = next_->signals.back();
    if (last.fence == fence && last.failure == nullptr) {
      last.value = std::max(last.value, value);
      fence->Announce(value, this, submitted_.load(std::memory_order_relaxed) + 1);
      return nullptr;
    }
  }
  next_->signals.push_back({fence, value, std::exchange(error_, nullptr)});
  fence->Announce(value, this, submitted_.load(std::memory_order_relaxed) + 1,
                  next_->signals.back().failure);
  return nullptr;
}
