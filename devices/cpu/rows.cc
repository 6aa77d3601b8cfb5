// The rows of all families, as the build finds them.
#include "plugins/sdk/rows.h"

#include "devices/cpu/kernel_rows.h"

namespace runnel::cpu {

#define RUNNEL_FAMILY(family) std::span<const rnlp_kernel_row_t> family##Rows();
#include "runnel_cpu_families.h"
#undef RUNNEL_FAMILY

}  // namespace runnel::cpu

extern "C" const rnlp_kernel_row_t* const* rnlp_cpu_kernel_rows(uint32_t* out_count) {
  using namespace runnel::cpu;  // NOLINT(google-build-using-namespace): for the names in the list
  static const runnel::plugin::RowTable table({
#define RUNNEL_FAMILY(family) family##Rows(),
#include "runnel_cpu_families.h"
#undef RUNNEL_FAMILY
  });
  *out_count = table.count();
  return table.rows();
}
