#include "net/link/shared_ring.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/base/descriptor.h"

namespace runnel::net {
namespace {

constexpr size_t kMarkBytes = 16;
constexpr uint64_t kMostBytes = 64 << 20;  // of a peer's
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW;

Status Refused(std::string_view what) {
  return MakeStatus(errno == ENOMEM || errno == ENOSPC || errno == EMFILE || errno == ENFILE
                        ? Code::kResourceExhausted
                        : Code::kUnavailable,
                    what, ": ", std::strerror(errno));
}

}  // namespace

Result<std::unique_ptr<SharedRing>> SharedRing::Make() {
  std::unique_ptr<SharedRing> ring(new SharedRing);
  ring->fd_ = memfd_create("runnel", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (ring->fd_ < 0) return Refused("cannot make memory to share");
  // Commits the memory, so that exhaustion is an error here and not a signal on a later access.
  if (const int error = posix_fallocate(ring->fd_, 0, kBytes); error != 0) {
    errno = error;
    return Refused("cannot make memory to share");
  }
  if (fcntl(ring->fd_, F_ADD_SEALS, kSeals | F_SEAL_SEAL) != 0) {
    return Refused("cannot seal memory to share");
  }
  void* const data = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring->fd_, 0);
  if (data == MAP_FAILED) return Refused("cannot map memory to share");
  ring->data_ = static_cast<char*>(data);
  if (getrandom(ring->data_, kMarkBytes, 0) != static_cast<ssize_t>(kMarkBytes)) {
    return Refused("no random numbers");
  }
  ring->mark_.assign(ring->data_, kMarkBytes);
  return ring;
}

SharedRing::~SharedRing() {
  if (data_ != nullptr) munmap(data_, kBytes);
  if (fd_ >= 0) close(fd_);
}

std::span<char> SharedRing::Space() const {
  const uint64_t at = written_ % kBytes;
  return {data_ + at, static_cast<size_t>(std::min(kBytes - (written_ - read_), kBytes - at))};
}

uint64_t SharedRing::Filled(uint64_t size_bytes) {
  const uint64_t position = written_;
  written_ += size_bytes;
  return position;
}

Status SharedRing::Read(uint64_t position) {
  if (position > written_ || position < read_) {
    return DataLoss("the peer has read up to byte ", position, " of shared memory; ", written_,
                    " were written, and ", read_, " read before");
  }
  read_ = position;
  return OkStatus();
}

Result<std::unique_ptr<SharedRingView>> SharedRingView::Open(pid_t pid, uint64_t fd, uint64_t size_bytes,
                                                             std::string_view mark) {
  if (pid <= 0) return Unavailable("the peer's process cannot be seen from here");
  if (size_bytes < kMarkBytes || size_bytes > kMostBytes || mark.size() != kMarkBytes) {
    return DataLoss("the peer shares memory of ", size_bytes, " bytes with a mark of ", mark.size());
  }
  const std::string path = StrCat("/proc/", pid, "/fd/", fd);
  // Looks only at descriptors of this kind: opening a pipe or a file on a network could block for ever.
  constexpr std::string_view kMemory = "/memfd:";
  char name[kMemory.size()];
  const ssize_t length = readlink(path.c_str(), name, sizeof(name));
  if (length < 0) return Refused(path);
  if (std::string_view(name, static_cast<size_t>(length)) != kMemory) {
    return DataLoss(path, " is no memory");
  }
  std::unique_ptr<SharedRingView> view(new SharedRingView);
  const Descriptor memory(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  const int opened = memory.get();
  if (opened < 0) return Refused(path);
  struct stat info {};
  const int seals = fcntl(opened, F_GET_SEALS);
  const bool sealed = seals >= 0 && (seals & kSeals) == kSeals && fstat(opened, &info) == 0 &&
                      static_cast<uint64_t>(info.st_size) == size_bytes;
  void* const data = sealed ? mmap(nullptr, size_bytes, PROT_READ, MAP_SHARED, opened, 0) : MAP_FAILED;
  if (data == MAP_FAILED && sealed) return Refused(path);
  if (!sealed) return DataLoss(path, " is no sealed memory of ", size_bytes, " bytes");
  view->data_ = static_cast<const char*>(data);
  view->size_bytes_ = size_bytes;
  if (std::memcmp(view->data_, mark.data(), kMarkBytes) != 0) {
    return DataLoss(path, " is not the memory that the peer shares");
  }
  return view;
}

SharedRingView::~SharedRingView() {
  if (data_ != nullptr) munmap(const_cast<char*>(data_), size_bytes_);
}

Result<std::span<const char>> SharedRingView::At(uint64_t position, uint64_t size_bytes) {
  const uint64_t at = position % size_bytes_;
  if (position != read_ || size_bytes == 0 || size_bytes > size_bytes_ - at) {
    return DataLoss("the peer shares ", size_bytes, " bytes at ", position, " of memory of ",
                    size_bytes_, "; expected byte ", read_);
  }
  read_ += size_bytes;
  return std::span<const char>(data_ + at, size_bytes);
}

}  // namespace runnel::net
