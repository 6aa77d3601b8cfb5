// A capture: what a queue recorded between begin and end, as a graph that the driver runs again.
#ifndef RUNNEL_DEVICES_CUDA_DRIVER_CAPTURE_H_
#define RUNNEL_DEVICES_CUDA_DRIVER_CAPTURE_H_

#include <deque>

#include "devices/cuda/driver/device.h"

namespace runnel::cuda {

// What the driver calls when a host call's turn comes.
struct HostCall {
  rnlp_range_fn_t fn;
  void* arg;
  static void Run(void* call) {
    const auto* self = static_cast<const HostCall*>(call);
    self->fn(self->arg, 0, 1);
  }
};

}  // namespace runnel::cuda

struct rnlp_capture_t {
  CUgraphExec graph = nullptr;
  std::deque<runnel::cuda::HostCall> calls;  // a deque: their addresses stay
};

#endif  // RUNNEL_DEVICES_CUDA_DRIVER_CAPTURE_H_
