// cuBLASLt, opened where it is present: products of matrices, for which device_code/gemm.cu is the
// fallback.
#ifndef RUNNEL_DEVICES_CUDA_LIBRARIES_BLAS_H_
#define RUNNEL_DEVICES_CUDA_LIBRARIES_BLAS_H_

#include <cublasLt.h>

#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <string>

#include "devices/cuda/device_code/args.h"
#include "plugins/abi/rnlp_base.h"

namespace runnel::cuda {

// X(name): the entry cublasLt<name>.
#define RUNNEL_CUDA_BLAS_CALLS(X) \
  X(Create)                       \
  X(Destroy)                      \
  X(MatmulDescCreate)             \
  X(MatmulDescDestroy)            \
  X(MatmulDescSetAttribute)       \
  X(MatrixLayoutCreate)           \
  X(MatrixLayoutDestroy)          \
  X(MatrixLayoutSetAttribute)     \
  X(MatmulPreferenceCreate)       \
  X(MatmulPreferenceDestroy)      \
  X(MatmulPreferenceSetAttribute) \
  X(MatmulAlgoGetHeuristic)       \
  X(Matmul)

// The library's entries. Constant after Open.
struct BlasLibrary {
#define RUNNEL_CUDA_DECLARE(name) decltype(&::cublasLt##name) name = nullptr;
  RUNNEL_CUDA_BLAS_CALLS(RUNNEL_CUDA_DECLARE)
#undef RUNNEL_CUDA_DECLARE
  // Opens `path`, or libcublasLt.so of a known version if it is empty; "none": not at all.
  bool Open(const std::string& path);
  bool is_open() const { return Matmul != nullptr; }
};

// Row-major products of one shape: out[m][n] = sum over k of a[m][k] * b[k][n].
struct ProductShape {
  int32_t dtype = 0;
  bool transpose_a = false, transpose_b = false;
  int64_t m = 0, n = 0, k = 0;
  int64_t batches = 1, a_batch = 0, b_batch = 0;  // strides in elements
  uint64_t workspace_bytes = 0;
  bool bias = false, relu = false;  // a vector of n is added; then what is below 0 becomes 0

  auto key() const {
    return std::array<int64_t, 11>{dtype,
                                   transpose_a,
                                   transpose_b,
                                   m,
                                   n,
                                   k,
                                   batches,
                                   a_batch,
                                   b_batch,
                                   bias + 2 * relu,
                                   static_cast<int64_t>(workspace_bytes)};
  }
};

// Where its operands are; bias may be 0.
struct ProductAt {
  u64 a, b, bias, out, workspace;
};

// One device's handle, and how it multiplies each shape that it has met. Threads: any, with the context
// of the device current.
class Blas {
 public:
  Blas(const BlasLibrary& library, bool tf32) : library_(library), tf32_(tf32) {}
  ~Blas();
  // False where the library cannot start on this device.
  bool Start();

  // Puts a product on `stream`. False if the library has no way to do it, *out_error 0, or failed. A way
  // that its estimate took for one may turn out to be none; it is not asked for again.
  bool Multiply(const ProductShape& shape, const ProductAt& at, CUstream_st* stream, int* out_error);

 private:
  struct Plan {
    cublasLtMatmulDesc_t product = nullptr;
    cublasLtMatrixLayout_t a = nullptr, b = nullptr, out = nullptr;
    cublasLtMatmulAlgo_t algorithm{};
    std::atomic<bool> usable{false};
  };
  Plan& PlanFor(const ProductShape& shape);
  void MakePlan(const ProductShape& shape, Plan* plan);

  const BlasLibrary& library_;
  const bool tf32_;
  cublasLtHandle_t handle_ = nullptr;
  // Guards plans_; a plan is constant once it is in there, but for where its bias is, and whether it
  // works.
  std::mutex mutex_;
  std::map<std::array<int64_t, 11>, Plan> plans_;
  std::mutex bias_mutex_;  // guards that
};

}  // namespace runnel::cuda

#endif  // RUNNEL_DEVICES_CUDA_LIBRARIES_BLAS_H_
