// Arguments of what is named by indices, of scans and ranges, and of random numbers.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_INDEX_ARGS_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_INDEX_ARGS_H_

#include "devices/cuda/device_code/args.h"

namespace runnel::cuda {

// params [batch][outer][limit][inner], indices [batch][count], out [batch][outer][count][inner]. An
// index outside gives zeros.
struct GatherArgs {  // gather_<bytes>
  u64 params, indices, out;
  i64 total, outer, limit, inner, count;
  int wide;  // int64 indices
};

struct OneHotArgs {  // one_hot_<bytes>: out [outer][depth][inner], indices [outer][inner]
  u64 indices, on, off, out;
  i64 total, depth, inner;
  int index_bytes;  // 1 (unsigned), 4 or 8
};

struct RangeArgs {  // range_<type>: start and delta as the type's compute type
  u64 out;
  i64 count;
  double start, delta;
  i64 whole_start, whole_delta;
};

struct ScanArgs {  // scan_<type>: along `length`
  u64 in, out;
  i64 outer, length, inner;
  int product, exclusive, reverse;
};

struct SegmentSumArgs {  // segment_sum_<type>: data [count][inner], ids [count], out [segments][inner]
  u64 data, ids, out;
  i64 count, inner, segments;
  int wide;
};

enum RandomLaw : int { kUniformLaw, kNormalLaw, kTruncatedLaw };
struct RandomArgs {  // random_<type>, random_integers
  u64 out;
  i64 count;
  u64 key, high, base;  // of the counter
  int law;
  int wide;  // of integers: int64
  i64 low;
  u64 range;
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_INDEX_ARGS_H_
