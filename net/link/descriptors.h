// Checks and reserves descriptors before libuv is called, which ends the process if some of its own
// cannot be opened.
#ifndef RUNNEL_NET_LINK_DESCRIPTORS_H_
#define RUNNEL_NET_LINK_DESCRIPTORS_H_

#include <string_view>

#include "core/base/status.h"

namespace runnel::net {

// An open descriptor that reserves one for later use. Movable.
class ReservedDescriptor {
 public:
  ReservedDescriptor() = default;
  ~ReservedDescriptor() { Free(); }
  ReservedDescriptor(const ReservedDescriptor&) = delete;

  // Opens the descriptor if it is not open. False: none is available.
  bool Take();
  bool is_taken() const { return fd_ >= 0; }
  void Free();

 private:
  int fd_ = -1;
};

// Opens those of 0, 1 and 2 that are closed as /dev/null. Errors: RESOURCE_EXHAUSTED.
Status OpenStandardDescriptors();
// Whether `count` descriptors can be had now. Errors: RESOURCE_EXHAUSTED naming `purpose` and the limit.
Status CheckDescriptors(int count, std::string_view purpose);
// EMFILE and ENFILE as a status that names the limit.
Status NoDescriptor(std::string_view purpose, int error);

}  // namespace runnel::net

#endif  // RUNNEL_NET_LINK_DESCRIPTORS_H_
