// All rows of all families. A family is a file <name>_ops.cc whose last function gives its rows,
//   std::span<const OpRow> <Family>Ops() { return ChosenRows<k<Family>Ops>::All(); }
// and by this line the build finds it (tools/cmake/families.cmake).
//
// Built twice: for librunnel, with RUNNEL_OPENS_FAMILIES, without the rows that are in libraries of
// their own (tools/cmake/op_libraries.cmake); for all that links core statically, with every row.
#include "core/graph/op_schema.h"

namespace runnel {

#ifdef RUNNEL_OPENS_FAMILIES
#define RUNNEL_FAMILIES_HEADER "runnel_own_op_families.h"
#else
#define RUNNEL_FAMILIES_HEADER "runnel_op_families.h"
#endif

#define RUNNEL_FAMILY(family) std::span<const OpRow> family##Ops();
#include RUNNEL_FAMILIES_HEADER
#undef RUNNEL_FAMILY

std::vector<std::span<const OpRow>> CoreOpFamilies() {
  return {
#define RUNNEL_FAMILY(family) family##Ops(),
#include RUNNEL_FAMILIES_HEADER
#undef RUNNEL_FAMILY
  };
}

std::span<const OpLibrary> OpLibraries() {
#ifdef RUNNEL_OPENS_FAMILIES
#define RUNNEL_OP_LIBRARY(family, ops, host_ops) {#family, ops, host_ops},
#define RUNNEL_OP_GROUP(family, group)
#define RUNNEL_KERNEL_GROUP(family, group)
  static constexpr OpLibrary kLibraries[] = {
#include "runnel_op_libraries.h"
  };
  return kLibraries;
#else
  return {};
#endif
}

}  // namespace runnel
