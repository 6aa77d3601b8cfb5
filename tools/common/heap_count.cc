#include "tools/common/heap_count.h"

#include <cerrno>
#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define RUNNEL_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RUNNEL_SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(RUNNEL_SANITIZED)

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>

// glibc's own allocator, under the names that it keeps for those who replace malloc. Declared here
// because no header does; using them needs no look-up by name, which would itself allocate.
extern "C" {
void* __libc_malloc(size_t size) noexcept;
void* __libc_calloc(size_t count, size_t size) noexcept;
void* __libc_realloc(void* old, size_t size) noexcept;
void* __libc_memalign(size_t alignment, size_t size) noexcept;
}

namespace {
std::atomic<int64_t> allocations{0};
void Count() { allocations.fetch_add(1, std::memory_order_relaxed); }
}  // namespace

#define RUNNEL_INTERPOSE extern "C" __attribute__((visibility("default"), used))

RUNNEL_INTERPOSE void* malloc(size_t size) noexcept {
  Count();
  return __libc_malloc(size);
}

RUNNEL_INTERPOSE void* calloc(size_t count, size_t size) noexcept {
  Count();
  return __libc_calloc(count, size);
}

RUNNEL_INTERPOSE void* realloc(void* old, size_t size) noexcept {
  Count();
  return __libc_realloc(old, size);
}

RUNNEL_INTERPOSE void* memalign(size_t alignment, size_t size) noexcept {
  Count();
  return __libc_memalign(alignment, size);
}

RUNNEL_INTERPOSE void* aligned_alloc(size_t alignment, size_t size) noexcept {
  Count();
  return __libc_memalign(alignment, size);
}

RUNNEL_INTERPOSE int posix_memalign(void** out, size_t alignment, size_t size) noexcept {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  Count();
  void* memory = __libc_memalign(alignment, size);
  if (memory == nullptr) return ENOMEM;
  *out = memory;
  return 0;
}

#if defined(SYS_mmap) && defined(__LP64__)
RUNNEL_INTERPOSE void* mmap(void* address, size_t length, int protection, int flags, int file,
                            off_t offset) noexcept {
  Count();
  return reinterpret_cast<void*>(syscall(SYS_mmap, address, length, protection, flags, file, offset));
}
#endif

namespace runnel::tools {
std::optional<int64_t> HeapAllocations() { return allocations.load(std::memory_order_relaxed); }
}  // namespace runnel::tools

#else

namespace runnel::tools {
std::optional<int64_t> HeapAllocations() { return std::nullopt; }
}  // namespace runnel::tools

#endif
