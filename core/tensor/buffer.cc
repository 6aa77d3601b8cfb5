#include "core/tensor/buffer.h"

#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/base/checked.h"

namespace runnel {
namespace {

class SystemAllocatorImpl : public Allocator {
 public:
  void* Allocate(size_t bytes) override {
    if (bytes > SIZE_MAX - kTensorAlignment) return nullptr;
    return std::aligned_alloc(kTensorAlignment, AlignUp(bytes == 0 ? 1 : bytes, kTensorAlignment));
  }
  void Free(void* data, size_t) override { std::free(data); }
};

// The header stands at the start of its block and the elements follow it: one allocation each, which a
// caching allocator serves without the heap.
class AllocatedBuffer : public Buffer {
 public:
  AllocatedBuffer(Allocator* allocator, void* data, uint64_t size)
      : Buffer(Kind::kHost, data, size), allocator_(allocator) {}
  static constexpr uint64_t HeaderBytes() {
    return (sizeof(AllocatedBuffer) + kTensorAlignment - 1) / kTensorAlignment * kTensorAlignment;
  }

 private:
  void Destroy() const override {
    Allocator* allocator = allocator_;
    const uint64_t block_bytes = HeaderBytes() + size_bytes_;
    this->~AllocatedBuffer();
    allocator->Free(const_cast<AllocatedBuffer*>(this), block_bytes);
  }
  Allocator* allocator_;
};

class WrappedBuffer : public Buffer {
 public:
  WrappedBuffer(void* data, uint64_t size, BufferDeleter deleter, void* arg, bool writable)
      : Buffer(Kind::kHost, data, size), deleter_(deleter), arg_(arg) {
    writable_ = writable;
  }

 private:
  ~WrappedBuffer() override {
    if (deleter_ != nullptr) deleter_(data_, size_bytes_, arg_);
  }
  BufferDeleter deleter_;
  void* arg_;
};

}  // namespace

Allocator* SystemAllocator() {
  // Never destroyed, so that nothing runs at exit.
  alignas(SystemAllocatorImpl) static unsigned char storage[sizeof(SystemAllocatorImpl)];
  static Allocator* allocator = new (storage) SystemAllocatorImpl;
  return allocator;
}

Result<Ref<Buffer>> AllocateHostBuffer(Allocator* allocator, uint64_t size_bytes) {
  uint64_t block_bytes = 0;
  void* block = nullptr;
  if (CheckedAdd(size_bytes, AllocatedBuffer::HeaderBytes(), &block_bytes)) {
    block = allocator->Allocate(block_bytes);
  }
  if (block == nullptr) {
    return ResourceExhausted("cannot allocate ", size_bytes, " bytes of host memory");
  }
  void* data = size_bytes == 0 ? nullptr : static_cast<char*>(block) + AllocatedBuffer::HeaderBytes();
  return Ref<Buffer>::Adopt(new (block) AllocatedBuffer(allocator, data, size_bytes));
}

Result<Ref<Buffer>> WrapHostBuffer(void* data, uint64_t size_bytes, BufferDeleter deleter, void* arg,
                                   bool writable) {
  Buffer* buffer = new (std::nothrow) WrappedBuffer(data, size_bytes, deleter, arg, writable);
  if (buffer == nullptr) return Status::OutOfMemory();
  return Ref<Buffer>::Adopt(buffer);
}

StringBuffer::StringBuffer(Allocator* allocator, rnlp_str_t* views, int64_t num_elements)
    : Buffer(Kind::kString, views, static_cast<uint64_t>(num_elements) * sizeof(rnlp_str_t)),
      allocator_(allocator),
      num_elements_(num_elements) {}

StringBuffer::~StringBuffer() {
  for (int64_t i = 0; i < num_elements_; ++i) {
    if (views()[i].size > 0) allocator_->Free(const_cast<char*>(views()[i].data), views()[i].size);
  }
  if (data_ != nullptr) allocator_->Free(data_, size_bytes_);
}

Result<Ref<Buffer>> StringBuffer::Create(Allocator* allocator, int64_t num_elements) {
  rnlp_str_t* views = nullptr;
  const uint64_t bytes = static_cast<uint64_t>(num_elements) * sizeof(rnlp_str_t);
  if (num_elements > 0) {
    views = static_cast<rnlp_str_t*>(allocator->Allocate(bytes));
    if (views == nullptr) return ResourceExhausted("cannot allocate ", num_elements, " string elements");
    for (int64_t i = 0; i < num_elements; ++i) views[i] = {"", 0};
  }
  Buffer* buffer = new (std::nothrow) StringBuffer(allocator, views, num_elements);
  if (buffer == nullptr) {
    if (views != nullptr) allocator->Free(views, bytes);
    return Status::OutOfMemory();
  }
  return Ref<Buffer>::Adopt(buffer);
}

Status StringBuffer::Set(int64_t i, std::string_view value) {
  rnlp_str_t& view = views()[i];
  char* copy = nullptr;
  if (!value.empty()) {
    copy = static_cast<char*>(allocator_->Allocate(value.size()));
    if (copy == nullptr)
      return ResourceExhausted("cannot allocate a string of ", value.size(), " bytes");
    std::memcpy(copy, value.data(), value.size());
  }
  if (view.size > 0) allocator_->Free(const_cast<char*>(view.data), view.size);
  view = copy == nullptr ? rnlp_str_t{"", 0} : rnlp_str_t{copy, value.size()};
  return OkStatus();
}

}  // namespace runnel
