// The system calls of this program that give descriptors and threads, counted, and made to fail at a
// chosen one. The libraries find these before libc's own, also those that are opened later. Sanitizers
// have such calls of their own: under one of them none is replaced.
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>

#include "tests/c_api/process/cases.h"

namespace {

using runnel_test::Call;

std::atomic<Call> g_call{Call::kNone};
std::atomic<int64_t> g_left{0};
std::atomic<bool> g_failed{false};
std::atomic<bool> g_lasting{false};

}  // namespace

namespace runnel_test {

void FailCall(Call call, int64_t n, bool lasting) {
  g_failed = false;
  g_left = n;
  g_lasting = lasting;
  g_call = n == 0 ? Call::kNone : call;
}
bool CallFailed() { return g_failed; }

bool TakeCall(Call call) {
  if (g_call.load(std::memory_order_relaxed) != call) return false;
  const int64_t left = g_left.fetch_sub(1, std::memory_order_relaxed);
  if (left > 1 || (left < 1 && !g_lasting.load(std::memory_order_relaxed))) return false;
  g_failed.store(true, std::memory_order_relaxed);
  return true;
}

std::vector<std::string> Descriptors() {
  std::vector<std::string> open;
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) return open;
  while (const dirent* entry = readdir(folder)) {
    char link[256] = "";
    if (entry->d_name[0] == '.') continue;
    if (readlinkat(dirfd(folder), entry->d_name, link, sizeof(link) - 1) < 0) continue;
    open.push_back(std::string(link) + " ");
  }
  closedir(folder);
  return open;
}
int CountDescriptors() { return static_cast<int>(Descriptors().size()); }

}  // namespace runnel_test

#ifndef RUNNEL_SANITIZED

namespace {

template <typename Fn>
Fn Next(const char* name) {
  return reinterpret_cast<Fn>(dlsym(RTLD_NEXT, name));
}

// Sets errno if this call is to fail.
bool Fails(Call call, int error) {
  if (!runnel_test::TakeCall(call)) return false;
  errno = error;
  return true;
}

int ModeOf(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, int) : 0;
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

#define OPEN_FUNCTION(name)                                               \
  EXPORTED int name(const char* path, int flags, ...) {                   \
    static const auto next = Next<int (*)(const char*, int, ...)>(#name); \
    va_list arguments;                                                    \
    va_start(arguments, flags);                                           \
    const int mode = ModeOf(flags, arguments);                            \
    va_end(arguments);                                                    \
    return Fails(Call::kOpen, EMFILE) ? -1 : next(path, flags, mode);     \
  }
#define OPENAT_FUNCTION(name)                                                  \
  EXPORTED int name(int folder, const char* path, int flags, ...) {            \
    static const auto next = Next<int (*)(int, const char*, int, ...)>(#name); \
    va_list arguments;                                                         \
    va_start(arguments, flags);                                                \
    const int mode = ModeOf(flags, arguments);                                 \
    va_end(arguments);                                                         \
    return Fails(Call::kOpen, EMFILE) ? -1 : next(folder, path, flags, mode);  \
  }
OPEN_FUNCTION(open)
OPEN_FUNCTION(open64)
OPENAT_FUNCTION(openat)
OPENAT_FUNCTION(openat64)

// The guard of a static that several threads reach at once waits by this very function: no static here.
EXPORTED long syscall(long number, ...) noexcept {
  using Fn = long (*)(long, long, long, long, long, long, long);
  constinit static std::atomic<Fn> found{nullptr};
  Fn next = found.load(std::memory_order_relaxed);
  if (next == nullptr) found.store(next = Next<Fn>("syscall"), std::memory_order_relaxed);
  va_list arguments;
  va_start(arguments, number);
  long a[6];
  for (long& argument : a) argument = va_arg(arguments, long);
  va_end(arguments);
  if (number == SYS_openat2 && Fails(Call::kOpen, EMFILE)) return -1;
  return next(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
EXPORTED int pipe(int fds[2]) noexcept {
  static const auto next = Next<int (*)(int*)>("pipe");
  return Fails(Call::kPipe, EMFILE) ? -1 : next(fds);
}
EXPORTED int pipe2(int fds[2], int flags) noexcept {
  static const auto next = Next<int (*)(int*, int)>("pipe2");
  return Fails(Call::kPipe, EMFILE) ? -1 : next(fds, flags);
}
EXPORTED int eventfd(unsigned int value, int flags) noexcept {
  static const auto next = Next<int (*)(unsigned, int)>("eventfd");
  return Fails(Call::kPipe, EMFILE) ? -1 : next(value, flags);
}
EXPORTED int epoll_create1(int flags) noexcept {
  static const auto next = Next<int (*)(int)>("epoll_create1");
  return Fails(Call::kPipe, EMFILE) ? -1 : next(flags);
}
EXPORTED int memfd_create(const char* name, unsigned int flags) noexcept {
  static const auto next = Next<int (*)(const char*, unsigned)>("memfd_create");
  return Fails(Call::kOpen, EMFILE) ? -1 : next(name, flags);
}
EXPORTED int socket(int domain, int type, int protocol) noexcept {
  static const auto next = Next<int (*)(int, int, int)>("socket");
  return Fails(Call::kSocket, EMFILE) ? -1 : next(domain, type, protocol);
}
EXPORTED int accept4(int fd, sockaddr* address, socklen_t* size, int flags) {
  static const auto next = Next<int (*)(int, sockaddr*, socklen_t*, int)>("accept4");
  return Fails(Call::kSocket, EMFILE) ? -1 : next(fd, address, size, flags);
}
EXPORTED int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*),
                            void* argument) noexcept {
  static const auto next =
      Next<int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return runnel_test::TakeCall(Call::kThread) ? EAGAIN : next(thread, attributes, run, argument);
}

#endif
