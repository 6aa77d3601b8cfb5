// Containers whose memory comes from a tensor Allocator, so that it counts against the runtime's limit.
#ifndef RUNNEL_CORE_TENSOR_COUNTED_H_
#define RUNNEL_CORE_TENSOR_COUNTED_H_

#include <new>
#include <vector>

#include "core/tensor/buffer.h"

namespace runnel {

// Throws std::bad_alloc when the allocator has no memory left. The allocator outlives the container.
template <typename T>
class CountedAllocator {
 public:
  using value_type = T;
  explicit CountedAllocator(Allocator* allocator) : allocator_(allocator) {}
  template <typename U>
  CountedAllocator(const CountedAllocator<U>& other)
      : allocator_(other.allocator()) {}  // NOLINT: rebinds

  T* allocate(size_t count) {
    void* const memory =
        count > SIZE_MAX / sizeof(T) ? nullptr : allocator_->Allocate(count * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t count) { allocator_->Free(memory, count * sizeof(T)); }
  Allocator* allocator() const { return allocator_; }
  template <typename U>
  bool operator==(const CountedAllocator<U>& other) const {
    return allocator_ == other.allocator();
  }

 private:
  Allocator* allocator_;
};

template <typename T>
using CountedVector = std::vector<T, CountedAllocator<T>>;

// Errors: RESOURCE_EXHAUSTED naming the number of elements.
template <typename T>
Status Resize(CountedVector<T>* elements, int64_t count) {
  try {
    elements->resize(static_cast<size_t>(count));
  } catch (const std::bad_alloc&) {
    return ResourceExhausted("cannot allocate a list of ", count, " elements");
  }
  return OkStatus();
}

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_COUNTED_H_
