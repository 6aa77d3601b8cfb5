// The arrays of host kernels, one function per file.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_FAMILIES_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_FAMILIES_H_

#include <span>

#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

std::span<const HostKernelRow> AccumulatorKernels();  // accumulator_ops.cc
std::span<const HostKernelRow> AssertKernels();       // assert_op.cc
std::span<const HostKernelRow> CollectiveKernels();   // collective_ops.cc
std::span<const HostKernelRow> FileKernels();         // file_ops.cc
std::span<const HostKernelRow> QueueKernels();        // queue_ops.cc
std::span<const HostKernelRow> RefusedKernels();      // refused_op.cc
std::span<const HostKernelRow> SendRecvKernels();     // send_recv.cc
std::span<const HostKernelRow> StackKernels();        // stack_ops.cc
std::span<const HostKernelRow> SaveRestoreKernels();  // save_restore.cc
std::span<const HostKernelRow> StringKernels();       // string_ops.cc
std::span<const HostKernelRow> SummaryKernels();      // summary_ops.cc

// A kernel with a file of its own, of the family above.
Result<std::unique_ptr<HostKernel>> CreateImageSummary(const HostNode& node);  // image_summary.cc

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_FAMILIES_H_
