// Arguments of reductions, and of what reduces rows: softmax and losses.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_REDUCE_ARGS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_REDUCE_ARGS_H_

#include "devices/cuda/device_code/args.h"

namespace runnel::cuda {

enum ReduceCode : int {
  kReduceSum,
  kReduceMean,
  kReduceProd,
  kReduceMax,
  kReduceMin,
  kReduceAll,
  kReduceAny
};

struct ReduceLoops {
  int loops;
  u32 size[kMaxLoops];
  i64 stride[kMaxLoops];
};

// Each output is reduced over `reduced` elements. With `splits` above 1 each split leaves what it has,
// in the type that is reduced in, in `partial` [splits][outputs], and reduce_finish_<type> makes outputs
// of them; `in` is not read then.
struct ReduceArgs {  // reduce_<type>, reduce_finish_<type>
  u64 in, out, partial;
  i64 outputs, reduced;
  i64 divisor;  // of a mean
  int code;
  int splits;
  int columns;  // neighbouring outputs lie next to each other in `in`: a thread for each
  int lanes;    // threads for each output, a power of two
  ReduceLoops kept, inner;
};

struct ArgArgs {  // arg_<type>: the first of the largest, or of the smallest
  u64 in, out;
  i64 outer, length, inner;
  int smallest;
  int wide;   // int64 results
  int lanes;  // threads for each result, a power of two
};

constexpr int kSoftmaxHeld = 8;  // elements of a row that a thread holds

struct SoftmaxArgs {  // softmax_<type>
  u64 in, out;
  i64 rows, columns;
  int logarithm;
  int group;  // threads a row, a power of two
};

struct CrossEntropyArgs {  // cross_entropy_<type>, sparse_cross_entropy_<type>
  u64 features, labels, loss, backprop;
  i64 rows, columns;
  i64 feature_row, feature_column, label_row, label_column;  // strides
  int group;
  int wide;  // int64 labels
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_REDUCE_ARGS_H_
