// Every family of kernel rows, by hand: a family is a line here and a file that defines k<Family>Rows.
// A row that is added without its count does not compile.
#ifndef RUNNEL_DEVICES_CPU_ROWS_H_
#define RUNNEL_DEVICES_CPU_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "plugins/abi/rnlp_kernel.h"
#include "runnel_chosen.h"

// X(family, number of rows)
#define RUNNEL_CPU_FAMILIES(X) \
  X(Binary, 27)                \
  X(Unary, 16)                 \
  X(Math, 27)                  \
  X(Special, 4)                \
  X(Bitwise, 6)                \
  X(Activation, 13)            \
  X(Fused, 1)                  \
  X(Reduce, 8)                 \
  X(MatMul, 3)                 \
  X(Pool, 5)                   \
  X(Softmax, 4)                \
  X(Combine, 6)                \
  X(Cast, 1)                   \
  X(Move, 10)                  \
  X(Arrange, 6)                \
  X(Scatter, 2)                \
  X(Scan, 3)                   \
  X(StridedSlice, 2)           \
  X(Segment, 9)                \
  X(Select, 6)                 \
  X(Sparse, 2)                 \
  X(Make, 9)                   \
  X(Random, 8)                 \
  X(Sample, 3)                 \
  X(Variable, 3)               \
  X(ScatterVariable, 12)       \
  X(Training, 21)              \
  X(String, 3)                 \
  X(Conv, 7)                   \
  X(BatchNorm, 6)              \
  X(LayerNorm, 1)              \
  X(Attention, 1)              \
  X(Lrn, 2)                    \
  X(Space, 4)                  \
  X(Check, 1)                  \
  X(Resize, 4)

namespace runnel::cpu {

#define RUNNEL_CPU_DECLARE(family, count)             \
  inline constexpr size_t kNum##family##Rows = count; \
  std::span<const rnlp_kernel_row_t> family##Rows();
RUNNEL_CPU_FAMILIES(RUNNEL_CPU_DECLARE)
#undef RUNNEL_CPU_DECLARE

// Ends a family's file, behind its constexpr array: those of its rows that this build has.
#define RUNNEL_CPU_ROWS(family)                                                          \
  static_assert(std::size(k##family##Rows) == kNum##family##Rows, "rows.h counts them"); \
  std::span<const rnlp_kernel_row_t> family##Rows() { return ChosenRows<k##family##Rows>::All(); }

#define RUNNEL_CPU_COUNT(family, count) +count
inline constexpr size_t kMaxRows = 0 RUNNEL_CPU_FAMILIES(RUNNEL_CPU_COUNT);
#undef RUNNEL_CPU_COUNT

// Every family's, in their order.
struct RowTable {
  const rnlp_kernel_row_t* rows[kMaxRows];
  uint32_t count;
};
const RowTable& AllRows();

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_ROWS_H_
