// What each library of a family has besides the family's own files: its one symbol. Built once for each
// library, with the header that lists its groups of rows as RUNNEL_OP_LIBRARY_HEADER.
#include <cstring>

#include "core/base/build_mark.h"
#include "core/graph/op_schema.h"
#include "core/runtime/host_ops/host_kernel.h"
#include "runnel_build_mark.h"

namespace runnel {

#define RUNNEL_OP_LIBRARY(family, ops, host_ops)
#define RUNNEL_OP_GROUP(family, group) std::span<const OpRow> group##Ops();
#define RUNNEL_KERNEL_GROUP(family, group) std::span<const HostKernelRow> group##Kernels();
#include RUNNEL_OP_LIBRARY_HEADER
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP

namespace {

template <typename Row>
const Row* FindIn(std::span<const Row> rows, std::string_view Row::*name, std::string_view wanted) {
  for (const Row& row : rows) {
    if (row.*name == wanted) return &row;
  }
  return nullptr;
}

const OpRow* FindOp([[maybe_unused]] std::string_view op) {
#define RUNNEL_OP_LIBRARY(family, ops, host_ops)
#define RUNNEL_OP_GROUP(family, group) \
  if (const OpRow* row = FindIn(group##Ops(), &OpRow::name, op)) return row;
#define RUNNEL_KERNEL_GROUP(family, group)
#include RUNNEL_OP_LIBRARY_HEADER
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP
  return nullptr;
}

const HostKernelRow* FindKernel([[maybe_unused]] std::string_view op) {
#define RUNNEL_OP_LIBRARY(family, ops, host_ops)
#define RUNNEL_OP_GROUP(family, group)
#define RUNNEL_KERNEL_GROUP(family, group) \
  if (const HostKernelRow* row = FindIn(group##Kernels(), &HostKernelRow::op, op)) return row;
#include RUNNEL_OP_LIBRARY_HEADER
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP
  return nullptr;
}

#define RUNNEL_OP_LIBRARY(family, ops, host_ops) constexpr char kFamily[] = #family;
#define RUNNEL_OP_GROUP(family, group)
#define RUNNEL_KERNEL_GROUP(family, group)
#include RUNNEL_OP_LIBRARY_HEADER
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP

// kBuildMark is librunnel's, found when the library is loaded; RUNNEL_BUILD_MARK is this library's own.
constinit const OpFamily kOpFamily = {{kBuildMark}, kFamily, FindOp, FindKernel};

}  // namespace
}  // namespace runnel

extern "C" __attribute__((visibility("default"))) const runnel::BuiltPart* runnel_open_part(
    const char* build) {
  return std::strcmp(build, RUNNEL_BUILD_MARK) == 0 ? &runnel::kOpFamily : nullptr;
}
