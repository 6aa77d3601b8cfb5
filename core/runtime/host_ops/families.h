// Host kernels stand in arrays, one a file, and a file ends with
//   std::span<const HostKernelRow> <Family>Kernels() { return ChosenRows<...>::All(); }
// By this line the build finds them (tools/cmake/families.cmake).
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_FAMILIES_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_FAMILIES_H_

#include <span>

#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

// A kernel of SummaryKernels with a file of its own.
Result<std::unique_ptr<HostKernel>> CreateImageSummary(const HostNode& node);  // image_summary.cc

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_FAMILIES_H_
