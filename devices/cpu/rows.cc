#include "devices/cpu/rows.h"

#include "devices/cpu/kernel_rows.h"

namespace runnel::cpu {
namespace {

struct Family {
  const rnlp_kernel_row_t* rows;
  size_t count;
};
constexpr Family kFamilies[] = {
    {kBinaryRows, kNumBinaryRows},
    {kUnaryRows, kNumUnaryRows},
    {kMathRows, kNumMathRows},
    {kSpecialRows, kNumSpecialRows},
    {kBitwiseRows, kNumBitwiseRows},
    {kActivationRows, kNumActivationRows},
    {kReduceRows, kNumReduceRows},
    {kMatMulRows, kNumMatMulRows},
    {kPoolRows, kNumPoolRows},
    {kSoftmaxRows, kNumSoftmaxRows},
    {kCombineRows, kNumCombineRows},
    {kCastRows, kNumCastRows},
    {kMoveRows, kNumMoveRows},
    {kArrangeRows, kNumArrangeRows},
    {kScatterRows, kNumScatterRows},
    {kScanRows, kNumScanRows},
    {kStridedSliceRows, kNumStridedSliceRows},
    {kMakeRows, kNumMakeRows},
    {kRandomRows, kNumRandomRows},
    {kSampleRows, kNumSampleRows},
    {kVariableRows, kNumVariableRows},
    {kScatterVariableRows, kNumScatterVariableRows},
    {kTrainingRows, kNumTrainingRows},
    {kStringRows, kNumStringRows},
    {kConvRows, kNumConvRows},
    {kBatchNormRows, kNumBatchNormRows},
    {kLrnRows, kNumLrnRows},
    {kResizeRows, kNumResizeRows},
};

constexpr RowTable MakeTable() {
  RowTable table = {};
  size_t next = 0;
  for (const Family& family : kFamilies) {
    for (size_t i = 0; i < family.count; ++i) table.rows[next++] = family.rows + i;
  }
  return table;
}
constexpr size_t CountRows() {
  size_t count = 0;
  for (const Family& family : kFamilies) count += family.count;
  return count;
}
static_assert(CountRows() == kNumAllRows, "a family of rows.h is not listed here");

}  // namespace

constinit const RowTable kAllRows = MakeTable();

}  // namespace runnel::cpu

extern "C" const rnlp_kernel_row_t* const* rnlp_cpu_kernel_rows(uint32_t* out_count) {
  *out_count = static_cast<uint32_t>(runnel::cpu::kNumAllRows);
  return runnel::cpu::kAllRows.rows;
}
