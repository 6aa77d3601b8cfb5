#include "net/link/descriptors.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace runnel::net {

bool ReservedDescriptor::Take() {
  if (fd_ < 0) fd_ = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return fd_ >= 0;
}

void ReservedDescriptor::Free() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

Status NoDescriptor(std::string_view purpose, int error) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  char buffer[128] = "";
  return ResourceExhausted(purpose, ": ", strerror_r(error, buffer, sizeof(buffer)),
                           "; file descriptors are limited by RLIMIT_NOFILE (",
                           static_cast<uint64_t>(limit.rlim_cur), " for this process)");
}

Status OpenStandardDescriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() gives the lowest free number, which is this one unless another thread has taken it.
    const int opened = open("/dev/null", O_RDWR);
    if (opened < 0) return NoDescriptor("cannot open /dev/null for a closed standard stream", errno);
    if (opened > STDERR_FILENO) close(opened);
  }
  return OkStatus();
}

Status CheckDescriptors(int count, std::string_view purpose) {
  std::array<ReservedDescriptor, 16> taken;
  for (int i = 0; i < count; ++i) {
    if (!taken.at(static_cast<size_t>(i)).Take()) return NoDescriptor(purpose, errno);
  }
  return OkStatus();
}

}  // namespace runnel::net
