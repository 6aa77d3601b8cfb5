// Device memory: blocks of one VkBuffer each, from which tensors get ranges. Small machines allow few
// allocations and small ones (4,096 is a common limit), so most buffers share a block; large ones have
// their own.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_MEMORY_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_MEMORY_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "devices/vulkan/driver/vk_api.h"
#include "plugins/abi/rnlp_device.h"

namespace runnel::vulkan {

// One allocation and the buffer over all of it.
struct Block {
  struct Range {
    uint64_t offset, size;
  };
  VkDeviceMemory memory = VK_NULL_HANDLE;
  VkBuffer buffer = VK_NULL_HANDLE;
  char* mapped = nullptr;  // where the host sees it
  uint64_t size_bytes = 0;
  std::vector<Range> free;  // by offset, never touching
};

// Threads: any.
class Memory {
 public:
  explicit Memory(rnlp_device_t* device) : device_(device) {}
  ~Memory();
  Memory(const Memory&) = delete;

  // Errors: RESOURCE_EXHAUSTED with what was asked, in use, and the limit; UNAVAILABLE.
  rnlp_status_t* Allocate(uint64_t size_bytes, rnlp_buffer_t** out);
  void Free(rnlp_buffer_t* buffer);
  void Stats(rnlp_memory_stats_t* out);

  // A block of its own of memory type `type`; mapped if the host can see it.
  rnlp_status_t* MakeBlock(uint64_t size_bytes, uint32_t type, Block* out);
  void DestroyBlock(Block* block);

 private:
  bool Carve(Block* block, uint64_t size_bytes, uint64_t* offset);
  rnlp_status_t* Exhausted(uint64_t asked, uint64_t in_use) const;

  rnlp_device_t* const device_;
  std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<Block>> blocks_;
  uint64_t in_use_ = 0;
  uint64_t peak_ = 0;
};

}  // namespace runnel::vulkan

struct rnlp_buffer_t {
  runnel::vulkan::Block* block = nullptr;
  uint64_t offset = 0;          // in the block
  uint64_t size_bytes = 0;      // as asked for
  uint64_t reserved_bytes = 0;  // as counted
};

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_MEMORY_H_
