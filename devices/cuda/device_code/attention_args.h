// Arguments of attention.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_ATTENTION_ARGS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_ATTENTION_ARGS_H_

#include "devices/cuda/device_code/args.h"

namespace runnel::cuda {

// Queries of a block: 64 by plain arithmetic, 128 by products of whole tiles. A grid has blocks of
// queries in x, parts of the values' columns (128, or the width in the kernel's name) in y, matrices in
// z.
constexpr int kQueries = 64, kTileQueries = 128, kValueColumns = 128;

// out = Softmax(scale * query * transposed key + mask) * value for each of `matrices`: query [m][d], key
// [n][d], value [n][e], out [m][e], all dense, n above 0.
struct AttentionArgs {  // attention_<type>, attention_tiles_<width>_<type> where d is at most the width
  u64 query, key, value, mask, out;
  i64 matrices;
  int m, n, d, e;
  float scale;
  int aligned;                // rows of key and value begin at multiples of 16 bytes
  i64 mask_row, mask_column;  // steps of the mask, 0 where it repeats
  int loops;                  // of the mask over matrices
  u32 size[kMaxLoops];
  i64 mask_matrix[kMaxLoops];
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_ATTENTION_ARGS_H_
