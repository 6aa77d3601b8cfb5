// HostMemory: a runtime's host memory: counted, limited, and cached by size class so that steps in a
// steady state do not reach the underlying allocator.
//
// The cache stays below the recent peak of memory in use. A peak is forgotten, and its memory freed,
// after two intervals of kForgetMs or two calls of Forget.
//
// Blocks may outlive the runtime: what is freed later goes straight back to the underlying allocator.
#ifndef RUNNEL_CORE_RUNTIME_HOST_HOST_MEMORY_H_
#define RUNNEL_CORE_RUNTIME_HOST_HOST_MEMORY_H_

#include <cstdint>
#include <memory>

#include "core/tensor/buffer.h"

namespace runnel {

// Size classes: multiples of 64 up to 1 KiB, then eight per power of two.
struct SizeClass {
  int index = -1;      // -1: too large for any class
  uint64_t bytes = 0;  // what is really taken
};
inline constexpr int kNumSizeClasses = 16 + 8 * 38;  // up to 2^48
SizeClass SizeClassOf(uint64_t bytes);

class HostMemory {
 public:
  // limit_bytes 0: none. `base` null: the system's; else it outlives this and every block, for which
  // `owner` is held if it is not null.
  HostMemory(Allocator* base, std::shared_ptr<Allocator> owner, uint64_t limit_bytes);
  ~HostMemory();
  HostMemory(const HostMemory&) = delete;
  static constexpr int64_t kForgetMs = 10'000;

  // Any thread. The pointer is valid as long as this, or a block from it, lives.
  Allocator* allocator();
  // Ends an interval by hand: the peak before the last call no longer counts, and memory cached for it
  // is freed.
  void Forget();
  // The same for the HostMemory behind an allocator, if it is one.
  static void Forget(Allocator* allocator);
  uint64_t bytes_in_use() const;
  uint64_t bytes_cached() const;
  uint64_t limit_bytes() const;

 private:
  class Arena;
  Arena* arena_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_HOST_MEMORY_H_
