// All rows of all families. A family is a file <name>_ops.cc whose last function gives its rows,
//   std::span<const OpRow> <Family>Ops() { return ChosenRows<k<Family>Ops>::All(); }
// and by this line the build finds it (tools/cmake/families.cmake).
#include "core/graph/op_schema.h"

namespace runnel {

#define RUNNEL_FAMILY(family) std::span<const OpRow> family##Ops();
#include "runnel_op_families.h"
#undef RUNNEL_FAMILY

std::vector<std::span<const OpRow>> CoreOpFamilies() {
  return {
#define RUNNEL_FAMILY(family) family##Ops(),
#include "runnel_op_families.h"
#undef RUNNEL_FAMILY
  };
}

}  // namespace runnel
