// The arguments of kernels, as the host fills them in and the device reads them. Addresses are of device
// memory; sizes count elements.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_ARGS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_ARGS_H_

#include "devices/cuda/device_code/language.h"

namespace runnel::cuda {

// Loops of a strided access, outermost first. Neighbours that can be one are one, so that more than
// these are seldom needed: the host then runs the outer ones.
constexpr int kMaxLoops = 8;
// Neighbouring results of which a block adds up the parts, the lanes for each (reduce_finish_,
// norm_finish).
constexpr int kFinishWidth = 8, kFinishLanes = 32;

struct UnaryArgs {  // unary_<type>, test_<type>
  u64 in, out;
  i64 count;
  int code;
  float parameter;
};

// Operands are read by strides, 0 where one repeats; `plain` means that each is either as long as the
// output or one element (`step` 1 or 0).
struct BinaryArgs {  // binary_<type>, compare_<type>
  u64 in[2], out;
  i64 count;
  int code;
  float parameter;
  int plain;
  int step[2];
  int loops;
  u32 size[kMaxLoops];
  i64 stride[2][kMaxLoops];
};

struct SelectArgs {  // select_<bytes>: in[0] is the condition
  u64 in[3], out;
  i64 count;
  int loops;
  u32 size[kMaxLoops];
  i64 stride[3][kMaxLoops];
};

struct CastArgs {  // cast
  u64 in, out;
  i64 count;
  int from, to;  // rnlp_dtype_t
  int clear_bits;
};

constexpr int kMaxAddends = 8;
struct AddNArgs {  // addn_<type>: adds to `out` if `accumulate`
  u64 in[kMaxAddends], out;
  i64 count;
  int addends;
  int accumulate;
};

struct ClipArgs {  // clip_<type>: steps of the bounds are 0 or 1
  u64 in, low, high, out;
  i64 count;
  int low_step, high_step;
};

struct FillArgs {  // fill_<bytes>: `value` is one element in device memory, or `bits` if that is 0
  u64 value, out;
  u64 bits;
  i64 count;
};

// out[o + sum of index * out_stride] = in[i + sum of index * in_stride]
struct CopyArgs {  // copy_<bytes>
  u64 in, out;
  i64 count;
  int loops;
  u32 size[kMaxLoops];
  i64 in_stride[kMaxLoops];
  i64 out_stride[kMaxLoops];
};

// A matrix product for each of `batches`: out[m][n] = sum over k of a[m][k] * b[k][n], with any strides.
struct GemmArgs {  // gemm_<type>
  u64 a, b, out;
  u64 bias;  // a vector of n to add, or 0
  int relu;  // what is below 0 becomes 0 at last
  int m, n, k;
  i64 a_m, a_k, b_k, b_n;  // strides; out is dense
  int batches;
  // Of the batch: the operands' loops, 0 where one repeats.
  int loops;
  u32 size[kMaxLoops];
  i64 a_batch[kMaxLoops];
  i64 b_batch[kMaxLoops];
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_ARGS_H_
