// Copies of blocks of one tensor into another, each with strides of its own: what transposing, slicing,
// joining, repeating and padding come down to.
#ifndef RUNNEL_DEVICES_CPU_STRIDED_COPY_H_
#define RUNNEL_DEVICES_CPU_STRIDED_COPY_H_

#include "devices/cpu/kernel_base.h"

namespace runnel::cpu {

using plugin::ProductOf;
using plugin::StridedCopy;
using plugin::Strides;

// Runs the loops from element `in_offset` of `in` to element `out_offset` of output `output`. Strings go
// through the host. Changes `copy`.
rnlp_status_t* RunCopy(const rnlp_run_t* run, StridedCopy& copy, const rnlp_tensor_t* in,
                       int64_t in_offset, uint32_t output, int64_t out_offset);

// n elements in a row.
rnlp_status_t* CopyElements(const rnlp_run_t* run, const rnlp_tensor_t* in, int64_t in_offset,
                            uint32_t output, int64_t out_offset, int64_t n);

// Repeats an element of `bytes` bytes n times.
void FillElements(void* out, const void* value, uint32_t bytes, int64_t n);
// The same with the whole of output `output`, which is not of strings, on the pool.
void FillOutput(const rnlp_run_t* run, uint32_t output, const void* value);

// Makes every element of output `output` zero; new strings are empty already.
void ZeroOutput(const rnlp_run_t* run, uint32_t output);

// Sets *out to `axis` counted from the front. Errors: INVALID_ARGUMENT outside [-rank, rank).
rnlp_status_t* Axis(const rnlp_run_t* run, const char* op, const char* arg, int64_t axis, int32_t rank,
                    int32_t* out);

// Reads a vector of dimensions, none negative. Errors: INVALID_ARGUMENT naming op and argument.
rnlp_status_t* ReadDims(const rnlp_run_t* run, const char* op, const char* arg,
                        const rnlp_tensor_t* tensor, Dims* out);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_STRIDED_COPY_H_
