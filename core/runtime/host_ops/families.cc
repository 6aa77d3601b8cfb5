// Every array of host kernels, as the build finds them. Built twice, as core/ops/families.cc is.
#include "core/runtime/host_ops/families.h"

#include "core/graph/op_schema.h"
#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

#ifdef RUNNEL_OPENS_FAMILIES
#define RUNNEL_FAMILIES_HEADER "runnel_own_host_op_families.h"
#else
#define RUNNEL_FAMILIES_HEADER "runnel_host_op_families.h"
#endif

#define RUNNEL_FAMILY(family) std::span<const HostKernelRow> family##Kernels();
#include RUNNEL_FAMILIES_HEADER
#undef RUNNEL_FAMILY

std::vector<std::span<const HostKernelRow>> HostKernelFamilies() {
  return {
#define RUNNEL_FAMILY(family) family##Kernels(),
#include RUNNEL_FAMILIES_HEADER
#undef RUNNEL_FAMILY
  };
}

const HostKernelRow* FindLinkedHostKernel(std::string_view op) {
  for (const std::span<const HostKernelRow> family : HostKernelFamilies()) {
    for (const HostKernelRow& row : family) {
      if (row.op == op) return &row;
    }
  }
  return nullptr;
}

const HostKernelRow* FindHostKernel(const OpSchema& schema) {
  return schema.family == nullptr ? FindLinkedHostKernel(schema.name)
                                  : schema.family->find_host_kernel(schema.name);
}

}  // namespace runnel
