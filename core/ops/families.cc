// All rows of all families.
#include "core/ops/families.h"

namespace runnel {

std::vector<std::span<const OpRow>> CoreOpFamilies() {
#define RUNNEL_LIST_FAMILY(family) family##Ops(),
  return {RUNNEL_OP_FAMILIES(RUNNEL_LIST_FAMILY)};
#undef RUNNEL_LIST_FAMILY
}

}  // namespace runnel
