// Every array of host kernels, by hand: the one list that a new file of kernels is added to.
#include "core/runtime/host_ops/families.h"

#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

std::vector<std::span<const HostKernelRow>> HostKernelFamilies() {
  return {AccumulatorKernels(), AssertKernels(),  CollectiveKernels(),  FileKernels(),
          QueueKernels(),       RefusedKernels(), SaveRestoreKernels(), SendRecvKernels(),
          StackKernels(),       StringKernels(),  SummaryKernels()};
}

const HostKernelRow* FindHostKernel(std::string_view op) {
  for (const std::span<const HostKernelRow> family : HostKernelFamilies()) {
    for (const HostKernelRow& row : family) {
      if (row.op == op) return &row;
    }
  }
  return nullptr;
}

}  // namespace runnel
