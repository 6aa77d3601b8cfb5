#include "net/link/uv_memory.h"

#include <malloc.h>
#include <uv.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace runnel::net {
namespace {

// Tables of eight bytes for each descriptor, doubled as there are more: enough for those of a few loops.
// Not touched, it costs nothing.
constexpr size_t kBlockBytes = 64 << 10;
constexpr size_t kNumBlocks = 16;

constinit std::mutex mutex;  // guards used
std::array<bool, kNumBlocks> used;
alignas(64) char blocks[kNumBlocks][kBlockBytes];

// The block that `data` is, kNumBlocks if it is none.
size_t IndexOf(const void* data) {
  const auto at = reinterpret_cast<uintptr_t>(data), begin = reinterpret_cast<uintptr_t>(blocks);
  return at >= begin && at < begin + sizeof(blocks) ? (at - begin) / kBlockBytes : kNumBlocks;
}

void* TakeBlock(size_t size) {
  if (size > kBlockBytes) return nullptr;
  const std::lock_guard lock(mutex);
  const auto free = std::find(used.begin(), used.end(), false);
  if (free == used.end()) return nullptr;
  *free = true;
  return blocks[free - used.begin()];
}

void Free(void* data) {
  const size_t index = IndexOf(data);
  if (index == kNumBlocks) return std::free(data);
  const std::lock_guard lock(mutex);
  used.at(index) = false;
}

void* Reallocate(void* data, size_t size) {
  if (IndexOf(data) < kNumBlocks) {
    if (size <= kBlockBytes) return data;
    void* const larger = std::malloc(size);
    if (larger == nullptr) return nullptr;
    std::memcpy(larger, data, kBlockBytes);
    Free(data);
    return larger;
  }
  void* const same = std::realloc(data, size);
  if (same != nullptr || size == 0) return same;
  void* const block = TakeBlock(size);
  if (block == nullptr || data == nullptr) return block;
  // Only malloc knows the old size; bytes beyond it are never read.
  std::memcpy(block, data, std::min(size, malloc_usable_size(data)));
  std::free(data);
  return block;
}

}  // namespace

void KeepUvAlive() {
  static const int done = uv_replace_allocator(std::malloc, Reallocate, std::calloc, Free);
  (void)done;
}

}  // namespace runnel::net
