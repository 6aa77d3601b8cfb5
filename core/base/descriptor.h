// An open file descriptor with one owner. The owner comes first and the open after it, so that a failed
// allocation in between closes it.
#ifndef RUNNEL_CORE_BASE_DESCRIPTOR_H_
#define RUNNEL_CORE_BASE_DESCRIPTOR_H_

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace runnel {

// Closes what it holds; leaves errno as it was. A negative number is none. Not for two threads at once.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() {
    const int error = errno;
    if (fd_ >= 0) ::close(fd_);
    errno = error;
  }
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const { return fd_; }
  // The caller closes it from now on.
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_DESCRIPTOR_H_
