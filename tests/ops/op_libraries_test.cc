// The list of a library's ops, which the build takes from its sources' text, against the rows that they
// are compiled to.
#include <gtest/gtest.h>

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/graph/op_schema.h"
#include "core/runtime/host_ops/host_kernel.h"

namespace runnel {

#define RUNNEL_OP_LIBRARY(family, ops, host_ops)
#define RUNNEL_OP_GROUP(family, group) std::span<const OpRow> group##Ops();
#define RUNNEL_KERNEL_GROUP(family, group) std::span<const HostKernelRow> group##Kernels();
#include "runnel_op_libraries.h"
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP

namespace {

// "family op", of all libraries.
using Names = std::set<std::string>;

void Take(std::string_view family, std::string_view list, Names* names) {
  while (!list.empty()) {
    const size_t end = list.find(' ');
    const std::string_view name = list.substr(0, end);
    if (!name.empty()) names->insert(StrCat(family, " ", name));
    list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
  }
}

TEST(OpLibraries, ListTheOpsOfTheirRows) {
  Names listed, compiled;
#define RUNNEL_OP_LIBRARY(family, ops, host_ops) Take(#family, ops, &listed);
#define RUNNEL_OP_GROUP(family, group) \
  for (const OpRow& row : group##Ops()) compiled.insert(StrCat(#family, " ", row.name));
#define RUNNEL_KERNEL_GROUP(family, group)
#include "runnel_op_libraries.h"
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP
  EXPECT_EQ(listed, compiled);
}

TEST(OpLibraries, ListTheOpsOfTheirHostKernels) {
  Names listed, compiled;
#define RUNNEL_OP_LIBRARY(family, ops, host_ops) Take(#family, host_ops, &listed);
#define RUNNEL_OP_GROUP(family, group)
#define RUNNEL_KERNEL_GROUP(family, group) \
  for (const HostKernelRow& row : group##Kernels()) compiled.insert(StrCat(#family, " ", row.op));
#include "runnel_op_libraries.h"
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP
  EXPECT_EQ(listed, compiled);
}

}  // namespace
}  // namespace runnel
