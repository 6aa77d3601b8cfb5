// Copies of blocks of one tensor into another, each with strides of its own: what transposing, slicing,
// joining, repeating and padding come down to.
#ifndef RUNNEL_DEVICES_CPU_STRIDED_COPY_H_
#define RUNNEL_DEVICES_CPU_STRIDED_COPY_H_

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

// The loops of one copy, outermost first; strides in elements, 0 to repeat, negative to go backwards.
struct StridedCopy {
  // Tile has two loops a dimension.
  static constexpr int kMaxLoops = 2 * kMaxRank + 4;
  int loops = 0;
  bool empty = false;
  int64_t size[kMaxLoops];
  int64_t in_stride[kMaxLoops];
  int64_t out_stride[kMaxLoops];

  // Adds the next inner loop, joining it with the one outside where both tensors go on without a gap.
  void Loop(int64_t count, int64_t in, int64_t out) {
    if (count == 0) empty = true;
    if (count == 1 || empty) return;
    if (loops > 0 && in_stride[loops - 1] == count * in && out_stride[loops - 1] == count * out) {
      size[loops - 1] *= count;
      in_stride[loops - 1] = in;
      out_stride[loops - 1] = out;
      return;
    }
    size[loops] = count;
    in_stride[loops] = in;
    out_stride[loops] = out;
    ++loops;
  }
};

// Runs the loops from element `in_offset` of `in` to element `out_offset` of output `output`. Strings go
// through the host. Changes `copy`.
rnlp_status_t* RunCopy(const rnlp_run_t* run, StridedCopy& copy, const rnlp_tensor_t* in,
                       int64_t in_offset, uint32_t output, int64_t out_offset);

// n elements in a row.
rnlp_status_t* CopyElements(const rnlp_run_t* run, const rnlp_tensor_t* in, int64_t in_offset,
                            uint32_t output, int64_t out_offset, int64_t n);

// Repeats an element of `bytes` bytes n times.
void FillElements(void* out, const void* value, uint32_t bytes, int64_t n);

// Makes every element of output `output` zero; new strings are empty already.
inline void ZeroOutput(const rnlp_run_t* run, uint32_t output) {
  const rnlp_tensor_t* out = run->outputs[output];
  if (out->dtype != RNLP_STRING && out->num_elements > 0) {
    __builtin_memset(out->data, 0, static_cast<size_t>(out->num_elements) * TypeSize(out->dtype));
  }
}

// Elements behind each dimension of a dense shape.
inline void Strides(int32_t rank, const int64_t* dims, int64_t* strides) {
  int64_t step = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    strides[i] = step;
    step *= dims[i];
  }
}
inline int64_t ProductOf(const int64_t* dims, int32_t begin, int32_t end) {
  int64_t product = 1;
  for (int32_t i = begin; i < end; ++i) product *= dims[i];
  return product;
}
// Sets *out to `axis` counted from the front. Errors: INVALID_ARGUMENT outside [-rank, rank).
rnlp_status_t* Axis(const rnlp_run_t* run, const char* op, const char* arg, int64_t axis, int32_t rank,
                    int32_t* out);

// Reads a vector of dimensions, none negative. Errors: INVALID_ARGUMENT naming op and argument.
rnlp_status_t* ReadDims(const rnlp_run_t* run, const char* op, const char* arg,
                        const rnlp_tensor_t* tensor, Dims* out);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_STRIDED_COPY_H_
