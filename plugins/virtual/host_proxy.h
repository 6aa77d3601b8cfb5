// A host table that stands before the real one, so that a kernel written for host memory can run on the
// virtual device: everything is forwarded, but outputs that the kernel allocates while it runs are
// resolved to addresses in the device's memory.
#ifndef RUNNEL_PLUGINS_VIRTUAL_HOST_PROXY_H_
#define RUNNEL_PLUGINS_VIRTUAL_HOST_PROXY_H_

#include "plugins/abi/rnlp_host.h"

namespace runnel::virtual_device {

struct HostProxy : rnlp_host_t {
  // Called after the real host has allocated output `index`.
  using Allocated = rnlp_status_t* (*)(void* arg, uint32_t index);
  HostProxy(const rnlp_host_t* real_host, Allocated allocated_fn, void* allocated_arg);

  const rnlp_host_t* real;
  Allocated allocated;
  void* arg;
};

}  // namespace runnel::virtual_device

#endif  // RUNNEL_PLUGINS_VIRTUAL_HOST_PROXY_H_
