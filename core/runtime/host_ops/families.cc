// Every array of host kernels, as the build finds them.
#include "core/runtime/host_ops/families.h"

#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

#define RUNNEL_FAMILY(family) std::span<const HostKernelRow> family##Kernels();
#include "runnel_host_op_families.h"
#undef RUNNEL_FAMILY

std::vector<std::span<const HostKernelRow>> HostKernelFamilies() {
  return {
#define RUNNEL_FAMILY(family) family##Kernels(),
#include "runnel_host_op_families.h"
#undef RUNNEL_FAMILY
  };
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
