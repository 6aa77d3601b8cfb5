// Products of floats with matrices of half or bfloat16, which stay narrow in memory: each panel of B is
// widened, a piece at a time, where the first cache holds it, and meets all rows of A then.
//
// Each element of C is one chain of fused multiply-adds over k in ascending order, as in gemm.h: the
// bits of the product with the same B in float.
#ifndef RUNNEL_DEVICES_CPU_MIXED_GEMM_H_
#define RUNNEL_DEVICES_CPU_MIXED_GEMM_H_

#include "devices/cpu/gemm.h"

namespace runnel::cpu {

// B in the order in which it is read: panel by panel, each of all k. `b`: of bits, with one stride of 1.
uint64_t PackedMixedBytes(const GemmTable& table, int64_t n, int64_t k);
void PackMixedMatrix(const rnlp_run_t* run, const GemmTable& table, int64_t n, int64_t k,
                     MatrixView<uint16_t> b, uint16_t* packed);

// C = A * B for what PackMixedMatrix made of B. `dtype`: RNLP_HALF or RNLP_BFLOAT16, that of B.
void MixedGemm(const rnlp_run_t* run, const GemmTable& table, int32_t dtype, int64_t m, int64_t n,
               int64_t k, MatrixView<float> a, const uint16_t* packed, float* c,
               const Epilogue* epilogue);

// The same for one row of A, without gaps, and B itself.
void MixedVector(const rnlp_run_t* run, const GemmTable& table, int32_t dtype, int64_t n, int64_t k,
                 const float* a, MatrixView<uint16_t> b, float* c, const Epilogue* epilogue);

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_MIXED_GEMM_H_
