// Buffer: reference-counted memory behind tensors, on the host or on a device.
//
// What a buffer holds is fixed by its kind. Plain host buffers come from an Allocator, from the caller
// (with a deleter that runs exactly once), or from a DLPack producer. Device buffers are opaque here.
#ifndef RUNNEL_CORE_TENSOR_BUFFER_H_
#define RUNNEL_CORE_TENSOR_BUFFER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/ref.h"
#include "core/base/status.h"

namespace runnel {

class Device;  // core/runtime/devices/device.h; only a name here

inline constexpr size_t kTensorAlignment = 64;

// Source of host memory. Any thread.
class Allocator {
 public:
  virtual ~Allocator() = default;
  // 64-byte aligned; nullptr when the limit or the machine is exhausted. bytes may be 0.
  virtual void* Allocate(size_t bytes) = 0;
  virtual void Free(void* data, size_t bytes) = 0;
};

// aligned_alloc and free, uncounted: for tests and tools, and where no runtime is at hand.
Allocator* SystemAllocator();

class Buffer : public RefCounted {
 public:
  enum class Kind { kHost, kString, kResource, kVariant, kDevice };

  Kind kind() const { return kind_; }
  // Host address; null for device memory. Null too for an empty host buffer.
  void* data() const { return data_; }
  uint64_t size_bytes() const { return size_bytes_; }
  // Set for device buffers only.
  rnlp_buffer_t* device_buffer() const { return device_buffer_; }
  Device* device() const { return device_; }
  // True if an op that took over the last reference may write to it. False for caller-owned memory that
  // was not donated and for memory-mapped files.
  bool writable() const { return writable_; }

 protected:
  Buffer(Kind kind, void* data, uint64_t size_bytes)
      : kind_(kind), data_(data), size_bytes_(size_bytes) {}
  Kind kind_;
  bool writable_ = true;
  void* data_;
  uint64_t size_bytes_;
  rnlp_buffer_t* device_buffer_ = nullptr;
  Device* device_ = nullptr;
};

// Errors of all: RESOURCE_EXHAUSTED naming the size.
Result<Ref<Buffer>> AllocateHostBuffer(Allocator* allocator, uint64_t size_bytes);

// Wraps memory that the caller owns. `deleter(data, size, arg)` runs once, on whichever thread drops the
// last reference; it may be null. On failure the deleter is not called.
using BufferDeleter = void (*)(void* data, size_t size_bytes, void* arg);
Result<Ref<Buffer>> WrapHostBuffer(void* data, uint64_t size_bytes, BufferDeleter deleter, void* arg,
                                   bool writable);

// Elements of a string tensor: an array of rnlp_str_t views whose bytes the buffer owns.
class StringBuffer : public Buffer {
 public:
  static Result<Ref<Buffer>> Create(Allocator* allocator, int64_t num_elements);
  // Copies `value` into element i. Different elements may be set from different threads.
  Status Set(int64_t i, std::string_view value);
  std::string_view Get(int64_t i) const { return {views()[i].data, views()[i].size}; }
  int64_t num_elements() const { return num_elements_; }

 private:
  StringBuffer(Allocator* allocator, rnlp_str_t* views, int64_t num_elements);
  ~StringBuffer() override;
  rnlp_str_t* views() const { return static_cast<rnlp_str_t*>(data_); }
  Allocator* allocator_;
  int64_t num_elements_;
};

// Elements of a variant tensor: objects of the runtime (lists of tensors, optional values, iterators),
// not bytes. Copying the tensor, or its elements, shares the objects, which do not change once anybody
// else can see them.
class Variant : public RefCounted {
 public:
  // "TensorList": for error messages and look-ups.
  virtual std::string_view TypeName() const = 0;
};

class VariantBuffer : public Buffer {
 public:
  explicit VariantBuffer(int64_t num_elements)
      : Buffer(Kind::kVariant, nullptr, 0), elements_(static_cast<size_t>(num_elements)) {}
  const Ref<Variant>& Get(int64_t i) const { return elements_[static_cast<size_t>(i)]; }
  void Set(int64_t i, Ref<Variant> value) { elements_[static_cast<size_t>(i)] = std::move(value); }

 private:
  std::vector<Ref<Variant>> elements_;  // null: nothing was set
};

}  // namespace runnel

#endif  // RUNNEL_CORE_TENSOR_BUFFER_H_
