// The product of matrices that several kernels come down to, and which shader computes it.
#ifndef RUNNEL_DEVICES_VULKAN_KERNELS_GEMM_H_
#define RUNNEL_DEVICES_VULKAN_KERNELS_GEMM_H_

#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {

// out = a * b for each of `batches`: `a` is m x k (transposed: k x m), `b` is k x n. All in elements.
struct Gemm {
  const rnlp_tensor_t* a = nullptr;
  const rnlp_tensor_t* b = nullptr;
  const rnlp_tensor_t* out = nullptr;
  int64_t m = 0, n = 0, k = 0;  // without an epilogue k is at least 1
  bool trans_a = false, trans_b = false;
  int64_t batches = 1;
  int64_t a_base = 0, b_base = 0, o_base = 0;
  int64_t a_batch = 0, b_batch = 0, o_batch = 0;
  bool fused = false;  // a bias of n, if it is not null, is added, and what is below 0 then becomes 0
  const rnlp_tensor_t* bias = nullptr;
  bool relu = false;
};
// By the shader that the table in gemm.cc gives, or that the configuration "gemm" names where it can.
rnlp_status_t* RecordGemm(const rnlp_run_t* run, const Gemm& gemm);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_KERNELS_GEMM_H_
