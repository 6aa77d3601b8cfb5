// The table of ops in libraries, which the build makes of the sources' text, against the rows
// themselves.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

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

using Names = std::map<std::string, std::set<std::string>>;  // family -> ops

template <typename Row>
void Put(Names* names, const std::string& family, std::span<const Row> rows,
         std::string_view Row::*name) {
  for (const Row& row : rows)
    EXPECT_TRUE((*names)[family].insert(std::string(row.*name)).second) << row.*name;
}

void Put(Names* names, const std::string& family, std::string_view table) {
  ForNames(table, [&](std::string_view name) {
    EXPECT_TRUE((*names)[family].insert(std::string(name)).second) << name << " is there twice";
  });
}

TEST(OpLibraries, TableHasTheRowsOfTheirFiles) {
  Names ops, kernels, listed, listed_kernels;
#define RUNNEL_OP_LIBRARY(family, ops, host_ops) \
  Put(&listed, #family, ops);                    \
  if (*host_ops != '\0') Put(&listed_kernels, #family, host_ops);
#define RUNNEL_OP_GROUP(family, group) Put(&ops, #family, group##Ops(), &OpRow::name);
#define RUNNEL_KERNEL_GROUP(family, group) Put(&kernels, #family, group##Kernels(), &HostKernelRow::op);
#include "runnel_op_libraries.h"
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP
  EXPECT_EQ(listed, ops);
  EXPECT_EQ(listed_kernels, kernels);
}

// A kernel that is not with its row would never be found.
TEST(OpLibraries, KernelsAreWithTheirRows) {
  std::map<std::string_view, std::string> family_of_kernel;
#define RUNNEL_OP_LIBRARY(family, ops, host_ops) \
  ForNames(host_ops, [&](std::string_view op) { family_of_kernel[op] = #family; });
#define RUNNEL_OP_GROUP(family, group)
#define RUNNEL_KERNEL_GROUP(family, group)
#include "runnel_op_libraries.h"
#undef RUNNEL_OP_LIBRARY
#define RUNNEL_OP_LIBRARY(family, ops, host_ops)                                                    \
  ForNames(ops, [&](std::string_view op) {                                                          \
    const bool has_kernel = FindLinkedHostKernel(op) != nullptr;                                    \
    EXPECT_EQ(has_kernel ? #family : "", family_of_kernel.contains(op) ? family_of_kernel[op] : "") \
        << op;                                                                                      \
    family_of_kernel.erase(op);                                                                     \
  });
#include "runnel_op_libraries.h"
#undef RUNNEL_OP_LIBRARY
#undef RUNNEL_OP_GROUP
#undef RUNNEL_KERNEL_GROUP
  for (const auto& [op, family] : family_of_kernel)
    ADD_FAILURE() << "the kernel of " << op << " is in " << family << ", its row is not";
}

TEST(OpLibraries, NamesAreWholeWords) {
  EXPECT_TRUE(HasName("Aa Bb Cc", "Aa"));
  EXPECT_TRUE(HasName("Aa Bb Cc", "Cc"));
  EXPECT_FALSE(HasName("Aa Bb Cc", "A"));
  EXPECT_FALSE(HasName("Aa Bb Cc", "Aa Bb"));
  EXPECT_FALSE(HasName("Aa Bb Cc", ""));
  EXPECT_FALSE(HasName("", "Aa"));
}

TEST(OpLibraries, EveryRowIsFoundWhereAllIsLinkedIn) {
  const OpRegistry registry;
  for (const std::span<const OpRow> family : CoreOpFamilies()) {
    for (const OpRow& row : family) {
      const auto schema = registry.Find(row.name);
      ASSERT_TRUE(schema.ok()) << row.name;
      EXPECT_EQ((*schema)->family, nullptr) << row.name;
      EXPECT_TRUE(registry.LibraryOf(row.name).empty()) << row.name;
    }
  }
}

}  // namespace
}  // namespace runnel
