#include "devices/cpu/rows.h"

#include "devices/cpu/kernel_rows.h"

namespace runnel::cpu {
namespace {

RowTable MakeTable() {
  RowTable table = {};
  const auto add = [&table](std::span<const rnlp_kernel_row_t> family) {
    for (const rnlp_kernel_row_t& row : family) table.rows[table.count++] = &row;
  };
#define RUNNEL_CPU_ADD(family, count) add(family##Rows());
  RUNNEL_CPU_FAMILIES(RUNNEL_CPU_ADD)
#undef RUNNEL_CPU_ADD
  return table;
}

}  // namespace

const RowTable& AllRows() {
  static const RowTable table = MakeTable();
  return table;
}

}  // namespace runnel::cpu

extern "C" const rnlp_kernel_row_t* const* rnlp_cpu_kernel_rows(uint32_t* out_count) {
  const runnel::cpu::RowTable& table = runnel::cpu::AllRows();
  *out_count = table.count;
  return table.rows;
}
