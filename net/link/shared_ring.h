// A ring of shared memory between two processes of one host, for the bytes of large tensors. The sender
// copies them in and announces their position; the receiver copies them out and announces how far it has
// read. Only these announcements go through the kernel.
//
// The memory has no name. Its maker sends the number of its descriptor over a Unix socket; the peer,
// which knows the process number from the socket, opens it through /proc, which the kernel allows among
// processes of one user. The peer maps it read-only, and it is sealed: it can neither shrink nor grow,
// so neither process can make the other's access fault.
#ifndef RUNNEL_NET_LINK_SHARED_RING_H_
#define RUNNEL_NET_LINK_SHARED_RING_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace runnel::net {

// The end that writes.
class SharedRing {
 public:
  static constexpr uint64_t kBytes = 2 << 20;  // of each direction of a connection

  // Errors: UNAVAILABLE or RESOURCE_EXHAUSTED, saying what the system refused.
  static Result<std::unique_ptr<SharedRing>> Make();
  ~SharedRing();
  SharedRing(const SharedRing&) = delete;

  int fd() const { return fd_; }
  // A mark in its first bytes until something is written, by which the peer recognises the memory.
  const std::string& mark() const { return mark_; }

  // The next free bytes that lie in one piece; empty where the peer has read too little.
  std::span<char> Space() const;
  // The first `size_bytes` of them are filled. Returns where they lie.
  uint64_t Filled(uint64_t size_bytes);
  // The peer has read all before `position`. Errors: DATA_LOSS for what was not written or was read
  // before.
  Status Read(uint64_t position);

 private:
  SharedRing() = default;

  int fd_ = -1;
  char* data_ = nullptr;
  std::string mark_;
  uint64_t written_ = 0, read_ = 0;  // since it was made
};

// The end that reads.
class SharedRingView {
 public:
  // Opens what descriptor `fd` of process `pid` is. Errors: UNAVAILABLE if that cannot be opened from
  // here; DATA_LOSS if it is not what the peer says.
  static Result<std::unique_ptr<SharedRingView>> Open(pid_t pid, uint64_t fd, uint64_t size_bytes,
                                                      std::string_view mark);
  ~SharedRingView();
  SharedRingView(const SharedRingView&) = delete;

  // The bytes at `position`, which were written after all that was read before. Errors: DATA_LOSS.
  Result<std::span<const char>> At(uint64_t position, uint64_t size_bytes);
  uint64_t read() const { return read_; }  // up to here

 private:
  SharedRingView() = default;

  const char* data_ = nullptr;
  uint64_t size_bytes_ = 0;
  uint64_t read_ = 0;
};

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_SHARED_RING_H_
