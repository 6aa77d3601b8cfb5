// Every family of kernel rows, by hand: add a family here and in rows.cc, nothing else is touched. The
// sizes are part of the declarations, so a row that is added without its count does not compile.
#ifndef RUNNEL_DEVICES_CPU_ROWS_H_
#define RUNNEL_DEVICES_CPU_ROWS_H_

#include <cstddef>

#include "plugins/abi/rnlp_kernel.h"

namespace runnel::cpu {

inline constexpr size_t kNumBinaryRows = 27;
extern const rnlp_kernel_row_t kBinaryRows[kNumBinaryRows];
inline constexpr size_t kNumUnaryRows = 16;
extern const rnlp_kernel_row_t kUnaryRows[kNumUnaryRows];
inline constexpr size_t kNumMathRows = 27;
extern const rnlp_kernel_row_t kMathRows[kNumMathRows];
inline constexpr size_t kNumSpecialRows = 4;
extern const rnlp_kernel_row_t kSpecialRows[kNumSpecialRows];
inline constexpr size_t kNumBitwiseRows = 6;
extern const rnlp_kernel_row_t kBitwiseRows[kNumBitwiseRows];
inline constexpr size_t kNumActivationRows = 13;
extern const rnlp_kernel_row_t kActivationRows[kNumActivationRows];
inline constexpr size_t kNumReduceRows = 8;
extern const rnlp_kernel_row_t kReduceRows[kNumReduceRows];
inline constexpr size_t kNumMatMulRows = 2;
extern const rnlp_kernel_row_t kMatMulRows[kNumMatMulRows];
inline constexpr size_t kNumConvRows = 6;
extern const rnlp_kernel_row_t kConvRows[kNumConvRows];
inline constexpr size_t kNumPoolRows = 5;
extern const rnlp_kernel_row_t kPoolRows[kNumPoolRows];
inline constexpr size_t kNumBatchNormRows = 6;
extern const rnlp_kernel_row_t kBatchNormRows[kNumBatchNormRows];
inline constexpr size_t kNumLrnRows = 2;
extern const rnlp_kernel_row_t kLrnRows[kNumLrnRows];
inline constexpr size_t kNumResizeRows = 4;
extern const rnlp_kernel_row_t kResizeRows[kNumResizeRows];
inline constexpr size_t kNumSoftmaxRows = 4;
extern const rnlp_kernel_row_t kSoftmaxRows[kNumSoftmaxRows];
inline constexpr size_t kNumCombineRows = 6;
extern const rnlp_kernel_row_t kCombineRows[kNumCombineRows];
inline constexpr size_t kNumCastRows = 1;
extern const rnlp_kernel_row_t kCastRows[kNumCastRows];
inline constexpr size_t kNumMoveRows = 10;
extern const rnlp_kernel_row_t kMoveRows[kNumMoveRows];
inline constexpr size_t kNumArrangeRows = 6;
extern const rnlp_kernel_row_t kArrangeRows[kNumArrangeRows];
inline constexpr size_t kNumScatterRows = 2;
extern const rnlp_kernel_row_t kScatterRows[kNumScatterRows];
inline constexpr size_t kNumScanRows = 3;
extern const rnlp_kernel_row_t kScanRows[kNumScanRows];
inline constexpr size_t kNumStridedSliceRows = 2;
extern const rnlp_kernel_row_t kStridedSliceRows[kNumStridedSliceRows];
inline constexpr size_t kNumMakeRows = 10;
extern const rnlp_kernel_row_t kMakeRows[kNumMakeRows];
inline constexpr size_t kNumRandomRows = 8;
extern const rnlp_kernel_row_t kRandomRows[kNumRandomRows];
inline constexpr size_t kNumSampleRows = 3;
extern const rnlp_kernel_row_t kSampleRows[kNumSampleRows];
inline constexpr size_t kNumVariableRows = 3;
extern const rnlp_kernel_row_t kVariableRows[kNumVariableRows];
inline constexpr size_t kNumScatterVariableRows = 12;
extern const rnlp_kernel_row_t kScatterVariableRows[kNumScatterVariableRows];
inline constexpr size_t kNumTrainingRows = 21;
extern const rnlp_kernel_row_t kTrainingRows[kNumTrainingRows];
inline constexpr size_t kNumStringRows = 2;
extern const rnlp_kernel_row_t kStringRows[kNumStringRows];

inline constexpr size_t kNumAllRows =
    kNumBatchNormRows + kNumBinaryRows + kNumUnaryRows + kNumReduceRows + kNumMatMulRows +
    kNumSoftmaxRows + kNumCombineRows + kNumCastRows + kNumMoveRows + kNumStridedSliceRows +
    kNumMakeRows + kNumRandomRows + kNumVariableRows + kNumStringRows + kNumMathRows + kNumBitwiseRows +
    kNumActivationRows + kNumArrangeRows + kNumScatterRows + kNumScanRows + kNumConvRows + kNumPoolRows +
    kNumScatterVariableRows + kNumTrainingRows + kNumSampleRows + kNumSpecialRows + kNumLrnRows +
    kNumResizeRows;
struct RowTable {
  const rnlp_kernel_row_t* rows[kNumAllRows];
};
extern const RowTable kAllRows;

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_ROWS_H_
