#include "devices/vulkan/driver/memory.h"

#include <algorithm>

#include "devices/vulkan/driver/device.h"

namespace runnel::vulkan {
namespace {

constexpr uint64_t kBlockBytes = 16ull << 20;
constexpr uint64_t kLargeBytes = 4ull << 20;  // from here on a buffer has a block of its own
constexpr uint64_t kUnit = 256;               // no device wants more for the offset of a storage buffer

unsigned long long Ull(uint64_t value) { return value; }

}  // namespace

Memory::~Memory() {
  for (const auto& block : blocks_) DestroyBlock(block.get());
}

rnlp_status_t* Memory::Exhausted(uint64_t asked, uint64_t in_use) const {
  return Fail(
      device_->host, RNLP_RESOURCE_EXHAUSTED,
      "%s: no memory for %llu bytes: %llu are in use, the limit is %llu, and %llu for one tensor", kId,
      Ull(asked), Ull(in_use), Ull(device_->physical.memory_bytes),
      Ull(std::min(device_->physical.memory_bytes, device_->physical.can.max_allocation_bytes)));
}

rnlp_status_t* Memory::MakeBlock(uint64_t size_bytes, uint32_t type, Block* out) {
  const DeviceApi& vk = device_->vk;
  VkDevice device = device_->handle;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = size_bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  RNLP_TRY(device_->Check(vk.CreateBuffer(device, &info, nullptr, &out->buffer), "vkCreateBuffer"));
  VkMemoryRequirements needs{};
  vk.GetBufferMemoryRequirements(device, out->buffer, &needs);
  if ((needs.memoryTypeBits >> type & 1) == 0) {
    // The wanted type takes no buffers of this kind: the first that does and that is as near and
    // visible.
    const VkPhysicalDeviceMemoryProperties& memory = device_->physical.memory;
    const VkMemoryPropertyFlags want =
        memory.memoryTypes[type].propertyFlags &
        (VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
         VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    uint32_t other = 0;
    while (other < memory.memoryTypeCount &&
           ((needs.memoryTypeBits >> other & 1) == 0 ||
            (memory.memoryTypes[other].propertyFlags & want) != want)) {
      ++other;
    }
    if (other == memory.memoryTypeCount) {
      DestroyBlock(out);
      return Fail(device_->host, RNLP_UNAVAILABLE,
                  "%s: %s keeps buffers in memory types 0x%x, none of which is like type %u", kId,
                  device_->physical.properties.deviceName, needs.memoryTypeBits, type);
    }
    type = other;
  }
  VkMemoryAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocate.allocationSize = needs.size;
  allocate.memoryTypeIndex = type;
  rnlp_status_t* status =
      device_->Check(vk.AllocateMemory(device, &allocate, nullptr, &out->memory), "vkAllocateMemory");
  if (status == nullptr)
    status =
        device_->Check(vk.BindBufferMemory(device, out->buffer, out->memory, 0), "vkBindBufferMemory");
  const VkMemoryPropertyFlags flags = device_->physical.memory.memoryTypes[type].propertyFlags;
  if (status == nullptr && (flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0) {
    void* mapped = nullptr;
    status =
        device_->Check(vk.MapMemory(device, out->memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    out->mapped = static_cast<char*>(mapped);
  }
  out->size_bytes = size_bytes;
  if (status != nullptr) DestroyBlock(out);
  return status;
}

void Memory::DestroyBlock(Block* block) {
  device_->vk.DestroyBuffer(device_->handle, block->buffer, nullptr);
  device_->vk.FreeMemory(device_->handle, block->memory, nullptr);
  block->buffer = VK_NULL_HANDLE;
  block->memory = VK_NULL_HANDLE;
}

// First fit: the low end of the lowest range that is large enough.
bool Memory::Carve(Block* block, uint64_t size_bytes, uint64_t* offset) {
  for (auto range = block->free.begin(); range != block->free.end(); ++range) {
    if (range->size < size_bytes) continue;
    *offset = range->offset;
    range->offset += size_bytes;
    range->size -= size_bytes;
    if (range->size == 0) block->free.erase(range);
    return true;
  }
  return false;
}

rnlp_status_t* Memory::Allocate(uint64_t size_bytes, rnlp_buffer_t** out) {
  const uint64_t limit = device_->physical.memory_bytes;
  std::lock_guard<std::mutex> lock(mutex_);
  if (size_bytes > limit || in_use_ > limit - size_bytes) return Exhausted(size_bytes, in_use_);
  const uint64_t rounded = (std::max<uint64_t>(size_bytes, 1) + kUnit - 1) / kUnit * kUnit;
  auto* buffer = plugin::New<rnlp_buffer_t>(device_->host);
  if (buffer == nullptr) return plugin::OutOfMemory(device_->host, sizeof(rnlp_buffer_t), kId);
  struct Undo {
    const rnlp_host_t* host;
    rnlp_buffer_t* buffer;
    ~Undo() { plugin::Delete(host, buffer); }
  } undo{device_->host, buffer};
  buffer->size_bytes = size_bytes;
  buffer->reserved_bytes = size_bytes;
  const bool large = rounded >= kLargeBytes;
  if (!large) {
    for (const auto& block : blocks_) {
      if (!Carve(block.get(), rounded, &buffer->offset)) continue;
      buffer->block = block.get();
      break;
    }
  }
  if (buffer->block == nullptr) {
    auto block = std::make_unique<Block>();
    blocks_.reserve(blocks_.size() + 1);
    if (!large) block->free.reserve(64);
    const uint64_t block_bytes = large ? rounded : std::min(kBlockBytes, std::max(limit, rounded));
    rnlp_status_t* status = MakeBlock(block_bytes, device_->physical.memory_type, block.get());
    if (status != nullptr) {
      if (device_->host->status_code(device_->host, status) != RNLP_RESOURCE_EXHAUSTED) return status;
      device_->host->status_release(device_->host, status);
      return Exhausted(size_bytes, in_use_);
    }
    if (!large && block_bytes > rounded) block->free.push_back({rounded, block_bytes - rounded});
    buffer->block = block.get();
    blocks_.push_back(std::move(block));
  }
  in_use_ += buffer->reserved_bytes;
  peak_ = std::max(peak_, in_use_);
  *out = std::exchange(undo.buffer, nullptr);
  return nullptr;
}

void Memory::Free(rnlp_buffer_t* buffer) {
  std::lock_guard<std::mutex> lock(mutex_);
  Block* block = buffer->block;
  in_use_ -= buffer->reserved_bytes;
  const uint64_t size = (std::max<uint64_t>(buffer->size_bytes, 1) + kUnit - 1) / kUnit * kUnit;
  const uint64_t begin = buffer->offset, end = begin + size;
  plugin::Delete(device_->host, buffer);
  auto& free = block->free;
  auto next = std::lower_bound(free.begin(), free.end(), begin,
                               [](const Block::Range& range, uint64_t at) { return range.offset < at; });
  const bool joins_next = next != free.end() && next->offset == end;
  const bool joins_last = next != free.begin() && (next - 1)->offset + (next - 1)->size == begin;
  if (joins_last && joins_next) {
    (next - 1)->size += size + next->size;
    free.erase(next);
  } else if (joins_last) {
    (next - 1)->size += size;
  } else if (joins_next) {
    next->offset = begin;
    next->size += size;
  } else {
    try {
      free.insert(next, {begin, size});
    } catch (const std::bad_alloc&) {
      // The range stays unused until its block is freed with the device: nothing is wrong but its size.
      return;
    }
  }
  // An empty block goes back, but for the last one, which the next allocation would make again.
  const bool is_empty = free.size() == 1 && free[0].size == block->size_bytes;
  const bool is_large = block->size_bytes != kBlockBytes;
  if (!is_empty) return;
  const auto others = std::count_if(blocks_.begin(), blocks_.end(),
                                    [](const auto& b) { return b->size_bytes == kBlockBytes; });
  if (!is_large && others <= 1) return;
  DestroyBlock(block);
  blocks_.erase(
      std::find_if(blocks_.begin(), blocks_.end(), [&](const auto& b) { return b.get() == block; }));
}

void Memory::Stats(rnlp_memory_stats_t* out) {
  std::lock_guard<std::mutex> lock(mutex_);
  out->bytes_in_use = in_use_;
  out->peak_bytes_in_use = peak_;
  out->limit_bytes = device_->physical.memory_bytes;
}

}  // namespace runnel::vulkan
