// The heap of this program, counted, and made to fail at a chosen allocation. Under a sanitizer, which
// has a malloc of its own, only operator new is replaced.
#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <new>

#include "tests/c_api/process/cases.h"

namespace {

std::atomic<int64_t> g_count{0};
std::atomic<int64_t> g_left{0};  // allocations until the one that fails; 0: none
std::atomic<bool> g_failed{false};

// True if this allocation is the one to fail.
bool Take() {
  g_count.fetch_add(1, std::memory_order_relaxed);
  if (g_left.load(std::memory_order_relaxed) == 0) return false;
  if (g_left.fetch_sub(1, std::memory_order_relaxed) != 1) return false;
  g_failed.store(true, std::memory_order_relaxed);
  // Who lacks it, for whoever looks into a failure.
  if (std::getenv("RUNNEL_TEST_VERBOSE") != nullptr) {
    void* stack[32];
    backtrace_symbols_fd(stack, backtrace(stack, 32), STDERR_FILENO);
  }
  return true;
}

}  // namespace

namespace runnel_test {

void FailAllocation(int64_t n) {
  g_failed = false;
  g_left = n;
}
bool AllocationFailed() { return g_failed; }
int64_t AllocationCount() { return g_count; }

}  // namespace runnel_test

#ifdef RUNNEL_SANITIZED

void* operator new(size_t size) {
  void* data = Take() ? nullptr : std::malloc(size == 0 ? 1 : size);
  if (data == nullptr) throw std::bad_alloc();
  return data;
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
  return Take() ? nullptr : std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* data) noexcept { std::free(data); }
void operator delete(void* data, size_t) noexcept { std::free(data); }

#else

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);

void* malloc(size_t size) {
  if (Take()) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_malloc(size);
}
void* calloc(size_t n, size_t size) {
  if (Take()) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_calloc(n, size);
}
void* realloc(void* data, size_t size) {
  if (Take()) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_realloc(data, size);
}
void* memalign(size_t alignment, size_t size) {
  if (Take()) {
    errno = ENOMEM;
    return nullptr;
  }
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void** out, size_t alignment, size_t size) {
  void* data = memalign(alignment, size);
  if (data == nullptr) return ENOMEM;
  *out = data;
  return 0;
}
void free(void* data) { __libc_free(data); }
}

#endif
