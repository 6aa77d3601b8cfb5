#include "devices/cuda/libraries/blas.h"

#include "devices/cuda/libraries/library.h"

namespace runnel::cuda {
namespace {

cudaDataType_t TypeOf(int32_t dtype) {
  return dtype == RNLP_FLOAT ? CUDA_R_32F : dtype == RNLP_HALF ? CUDA_R_16F : CUDA_R_16BF;
}

// A plan costs little; graphs with ever new shapes must not keep all of them.
constexpr size_t kMostPlans = 1024;

}  // namespace

bool BlasLibrary::Open(const std::string& path) {
  void* const library = OpenLibrary(path, {"libcublasLt.so.13", "libcublasLt.so.12"});
  if (library == nullptr) return false;
#define RUNNEL_CUDA_FIND(name)                                               \
  name = reinterpret_cast<decltype(name)>(dlsym(library, "cublasLt" #name)); \
  if (name == nullptr) {                                                     \
    Matmul = nullptr;                                                        \
    return false;                                                            \
  }
  RUNNEL_CUDA_BLAS_CALLS(RUNNEL_CUDA_FIND)
#undef RUNNEL_CUDA_FIND
  return true;
}

Blas::~Blas() {
  for (auto& [key, plan] : plans_) {
    if (plan.product != nullptr) library_.MatmulDescDestroy(plan.product);
    for (cublasLtMatrixLayout_t layout : {plan.a, plan.b, plan.out}) {
      if (layout != nullptr) library_.MatrixLayoutDestroy(layout);
    }
  }
  if (handle_ != nullptr) library_.Destroy(handle_);
}

bool Blas::Start() {
  if (library_.Create(&handle_) == CUBLAS_STATUS_SUCCESS) return true;
  handle_ = nullptr;
  return false;
}

// The library counts by columns. A row-major matrix is the transpose of one that does, so it computes
// the transposed product: out' [n][m] = b' [n][k] * a' [k][m].
void Blas::MakePlan(const ProductShape& shape, Plan* plan) {
  const cudaDataType_t type = TypeOf(shape.dtype);
  const cublasComputeType_t compute =
      shape.dtype == RNLP_FLOAT && tf32_ ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
  const auto m = static_cast<uint64_t>(shape.m), n = static_cast<uint64_t>(shape.n),
             k = static_cast<uint64_t>(shape.k);
  const cublasOperation_t op_left = shape.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N;
  const cublasOperation_t op_right = shape.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N;
  const auto ok = [](cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS; };
  const auto layout = [&](cublasLtMatrixLayout_t* out, uint64_t rows, uint64_t columns, int64_t batch) {
    if (!ok(library_.MatrixLayoutCreate(out, type, rows, columns, static_cast<int64_t>(rows))))
      return false;
    if (shape.batches == 1) return true;
    const auto count = static_cast<int32_t>(shape.batches);
    return ok(library_.MatrixLayoutSetAttribute(*out, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                                sizeof(count))) &&
           ok(library_.MatrixLayoutSetAttribute(*out, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                                &batch, sizeof(batch)));
  };
  const cublasLtEpilogue_t epilogue =
      shape.bias   ? shape.relu ? CUBLASLT_EPILOGUE_RELU_BIAS : CUBLASLT_EPILOGUE_BIAS
      : shape.relu ? CUBLASLT_EPILOGUE_RELU
                   : CUBLASLT_EPILOGUE_DEFAULT;
  if (!ok(library_.MatmulDescCreate(&plan->product, compute, CUDA_R_32F)) ||
      !ok(library_.MatmulDescSetAttribute(plan->product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                          sizeof(epilogue))) ||
      !ok(library_.MatmulDescSetAttribute(plan->product, CUBLASLT_MATMUL_DESC_TRANSA, &op_left,
                                          sizeof(op_left))) ||
      !ok(library_.MatmulDescSetAttribute(plan->product, CUBLASLT_MATMUL_DESC_TRANSB, &op_right,
                                          sizeof(op_right))) ||
      !layout(&plan->b, shape.transpose_b ? k : n, shape.transpose_b ? n : k, shape.b_batch) ||
      !layout(&plan->a, shape.transpose_a ? m : k, shape.transpose_a ? k : m, shape.a_batch) ||
      !layout(&plan->out, n, m, shape.m * shape.n)) {
    return;
  }
  cublasLtMatmulPreference_t preference = nullptr;
  if (!ok(library_.MatmulPreferenceCreate(&preference))) return;
  cublasLtMatmulHeuristicResult_t found{};
  int count = 0;
  plan->usable =
      ok(library_.MatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                               &shape.workspace_bytes, sizeof(shape.workspace_bytes))) &&
      ok(library_.MatmulAlgoGetHeuristic(handle_, plan->product, plan->b, plan->a, plan->out, plan->out,
                                         preference, 1, &found, &count)) &&
      count > 0 && found.state == CUBLAS_STATUS_SUCCESS;
  plan->algorithm = found.algo;
  library_.MatmulPreferenceDestroy(preference);
}

Blas::Plan& Blas::PlanFor(const ProductShape& shape) {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto known = plans_.find(shape.key());
  if (known != plans_.end()) return known->second;
  static Plan none;
  if (plans_.size() >= kMostPlans) return none;
  Plan& plan = plans_[shape.key()];
  MakePlan(shape, &plan);
  return plan;
}

bool Blas::Multiply(const ProductShape& shape, const ProductAt& at, CUstream_st* stream,
                    int* out_error) {
  *out_error = 0;
  Plan& plan = PlanFor(shape);
  if (!plan.usable.load(std::memory_order_relaxed)) return false;
  const float one = 1.0f, zero = 0.0f;
  const auto address = [](u64 of) { return reinterpret_cast<void*>(of); };
  std::unique_lock<std::mutex> lock(bias_mutex_, std::defer_lock);
  if (shape.bias) {
    // The description holds where the bias is, and is read when the product is put on the stream.
    lock.lock();
    *out_error = library_.MatmulDescSetAttribute(plan.product, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                                 &at.bias, sizeof(at.bias));
    if (*out_error != 0) return false;
  }
  void* const out = address(at.out);
  *out_error =
      library_.Matmul(handle_, plan.product, &one, address(at.b), plan.b, address(at.a), plan.a, &zero,
                      out, plan.out, out, plan.out, &plan.algorithm, address(at.workspace),
                      shape.workspace_bytes, reinterpret_cast<cudaStream_t>(stream));
  if (*out_error == CUBLAS_STATUS_NOT_SUPPORTED) {
    plan.usable.store(false, std::memory_order_relaxed);
    *out_error = 0;
    return false;
  }
  return *out_error == 0;
}

}  // namespace runnel::cuda
