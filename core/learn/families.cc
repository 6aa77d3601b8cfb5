// All rows. A file whose last function is
//   std::span<const Row> <Family>Rows() { return k<Family>; }
// holds a family, and by this line the build finds it (tools/cmake/families.cmake).
#include "core/learn/row.h"

namespace runnel::learn {

#define RUNNEL_FAMILY(family) std::span<const Row> family##Rows();
#include "runnel_learn_families.h"
#undef RUNNEL_FAMILY

std::vector<std::span<const Row>> AllRows() {
  return {
#define RUNNEL_FAMILY(family) family##Rows(),
#include "runnel_learn_families.h"
#undef RUNNEL_FAMILY
  };
}

}  // namespace runnel::learn
