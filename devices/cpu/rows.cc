#include "devices/cpu/rows.h"

#include "devices/cpu/kernel_rows.h"

namespace runnel::cpu {
namespace {

constexpr RowTable MakeTable() {
  RowTable table = {};
  size_t next = 0;
#define RUNNEL_CPU_LIST(family, count) \
  for (size_t i = 0; i < (count); ++i) table.rows[next++] = k##family##Rows + i;
  RUNNEL_CPU_FAMILIES(RUNNEL_CPU_LIST)
#undef RUNNEL_CPU_LIST
  return table;
}

}  // namespace

constinit const RowTable kAllRows = MakeTable();

}  // namespace runnel::cpu

extern "C" const rnlp_kernel_row_t* const* rnlp_cpu_kernel_rows(uint32_t* out_count) {
  *out_count = static_cast<uint32_t>(runnel::cpu::kNumAllRows);
  return runnel::cpu::kAllRows.rows;
}
