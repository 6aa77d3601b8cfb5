#include "tests/cuda/fake/memory.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace fake_cuda {
namespace {

// Not a canonical address: a host that follows one ends at once.
constexpr uint64_t kBase = uint64_t{1} << 56;
constexpr size_t kCanaryBytes = 256;
constexpr unsigned char kCanary = 0xC3;
constexpr unsigned char kPoison = 0xFF;  // NaN in every float, -1 as an integer

struct Block {
  char* host;
  size_t size_bytes;
  bool registered;
  const void* owner = nullptr;  // a context
};
struct Heap {
  std::shared_mutex mutex;  // guards all below
  std::map<uint64_t, Block> blocks;
  uint64_t next = kBase;
  size_t in_use = 0;
  size_t total = size_t{256} << 20;
  int broken = 0;
};
Heap& TheHeap() {
  static auto* heap = new Heap;  // outlives every thread
  return *heap;
}

std::map<uint64_t, Block>::iterator Find(Heap& heap, uint64_t address) {
  auto next = heap.blocks.upper_bound(address);
  if (next == heap.blocks.begin()) return heap.blocks.end();
  --next;
  // One past the end belongs to the block: an empty tensor may lie there.
  return address - next->first <= next->second.size_bytes ? next : heap.blocks.end();
}

uint64_t Insert(Heap& heap, const Block& block) {
  const uint64_t address = heap.next;
  heap.next += (block.size_bytes + 0xffff) / 0x10000 * 0x10000 + 0x10000;
  heap.blocks[address] = block;
  return address;
}

}  // namespace

uint64_t Allocate(size_t size_bytes) {
  Heap& heap = TheHeap();
  std::unique_lock lock(heap.mutex);
  if (size_bytes > heap.total || heap.in_use > heap.total - size_bytes) return 0;
  auto* host =
      static_cast<char*>(std::aligned_alloc(256, (size_bytes + 255) / 256 * 256 + kCanaryBytes));
  if (host == nullptr) return 0;
  std::memset(host, kPoison, size_bytes);
  std::memset(host + size_bytes, kCanary, kCanaryBytes);
  heap.in_use += size_bytes;
  return Insert(heap, {host, size_bytes, false});
}

uint64_t Register(void* host, size_t size_bytes) {
  Heap& heap = TheHeap();
  std::unique_lock lock(heap.mutex);
  return Insert(heap, {static_cast<char*>(host), size_bytes, true});
}

void Unregister(void* host) {
  Heap& heap = TheHeap();
  std::unique_lock lock(heap.mutex);
  for (auto it = heap.blocks.begin(); it != heap.blocks.end(); ++it) {
    if (!it->second.registered || it->second.host != host) continue;
    heap.blocks.erase(it);
    return;
  }
}

uint64_t RegisteredAddress(void* host) {
  Heap& heap = TheHeap();
  std::shared_lock lock(heap.mutex);
  for (const auto& [address, block] : heap.blocks) {
    if (block.registered && block.host == host) return address;
  }
  return 0;
}

bool IsRegistered(const void* host) {
  Heap& heap = TheHeap();
  std::shared_lock lock(heap.mutex);
  return std::ranges::any_of(heap.blocks, [&](const auto& entry) {
    const Block& block = entry.second;
    const auto* const at = static_cast<const char*>(host);
    return block.registered && std::less_equal<>()(block.host, at) &&
           std::less<>()(at, block.host + block.size_bytes);
  });
}

bool Free(uint64_t address) {
  Heap& heap = TheHeap();
  std::unique_lock lock(heap.mutex);
  const auto found = heap.blocks.find(address);
  if (found == heap.blocks.end() || found->second.registered) return false;
  const Block block = found->second;
  heap.blocks.erase(found);
  heap.in_use -= block.size_bytes;
  for (size_t i = 0; i < kCanaryBytes; ++i) {
    if (static_cast<unsigned char>(block.host[block.size_bytes + i]) == kCanary) continue;
    std::fprintf(stderr, "fake libcuda: byte %zu behind an allocation of %zu was written\n", i,
                 block.size_bytes);
    ++heap.broken;
    break;
  }
  std::memset(block.host, kPoison, block.size_bytes);
  std::free(block.host);
  return true;
}

void* HostAddress(uint64_t address) {
  Heap& heap = TheHeap();
  std::shared_lock lock(heap.mutex);
  const auto found = Find(heap, address);
  return found == heap.blocks.end() ? nullptr : found->second.host + (address - found->first);
}

bool Covers(uint64_t address, size_t size_bytes) {
  Heap& heap = TheHeap();
  std::shared_lock lock(heap.mutex);
  const auto found = Find(heap, address);
  return found != heap.blocks.end() && size_bytes <= found->second.size_bytes - (address - found->first);
}

void Own(uint64_t address, const void* context) {
  Heap& heap = TheHeap();
  const std::unique_lock lock(heap.mutex);
  const auto it = Find(heap, address);
  if (it != heap.blocks.end()) it->second.owner = context;
}

bool IsOf(uint64_t address, const void* context) {
  Heap& heap = TheHeap();
  const std::shared_lock lock(heap.mutex);
  const auto it = Find(heap, address);
  return it == heap.blocks.end() || it->second.owner == nullptr || it->second.owner == context;
}

size_t BytesInUse() {
  std::shared_lock lock(TheHeap().mutex);
  return TheHeap().in_use;
}
size_t TotalBytes() {
  std::shared_lock lock(TheHeap().mutex);
  return TheHeap().total;
}
void SetTotalBytes(size_t size_bytes) {
  std::unique_lock lock(TheHeap().mutex);
  TheHeap().total = size_bytes;
}
int BrokenCanaries() {
  std::shared_lock lock(TheHeap().mutex);
  return TheHeap().broken;
}
void ResetCanaries() {
  std::unique_lock lock(TheHeap().mutex);
  TheHeap().broken = 0;
}

}  // namespace fake_cuda
