// Every family of kernel rows, by hand: a family is a line here and a file that defines <Family>Rows.
#ifndef RUNNEL_DEVICES_CUDA_ROWS_H_
#define RUNNEL_DEVICES_CUDA_ROWS_H_

#include <span>

#include "plugins/abi/rnlp_kernel.h"

// X(family)
#define RUNNEL_CUDA_ROW_FAMILIES(X) \
  X(Elementwise)                    \
  X(Combine)                        \
  X(MatMul) X(Attention) X(Reduce) X(Optimizer) X(Conv) X(Window) X(Arrange) X(Index) X(Random) X(Fused)

namespace runnel::cuda {

#define RUNNEL_CUDA_DECLARE_ROWS(family) std::span<const rnlp_kernel_row_t> family##Rows();
RUNNEL_CUDA_ROW_FAMILIES(RUNNEL_CUDA_DECLARE_ROWS)
#undef RUNNEL_CUDA_DECLARE_ROWS

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_ROWS_H_
