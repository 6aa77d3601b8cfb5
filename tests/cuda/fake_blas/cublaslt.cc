// A libcublasLt that is none: takes the descriptions of products that the plugin makes, in the library's
// own order of columns, and computes them by plain loops on the fake driver's streams.
#include <cublasLt.h>
#include <cuda.h>

#include <cstring>
#include <memory>

#include "devices/cuda/device_code/language.h"
#include "tests/cuda/fake/memory.h"
#include "tests/cuda/fake/tf32.h"

namespace {

using runnel::cuda::BFloat16;
using runnel::cuda::Half;
using runnel::cuda::Load;
using runnel::cuda::Store;

struct Product {
  cublasOperation_t left = CUBLAS_OP_N, right = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  uint64_t bias_at = 0;
  bool tf32 = false;
  // A factor as it is multiplied.
  double Taken(double factor) const {
    return tf32 ? fake_cuda::ToTf32(static_cast<float>(factor)) : factor;
  }
  bool has_bias() const {
    return epilogue == CUBLASLT_EPILOGUE_BIAS || epilogue == CUBLASLT_EPILOGUE_RELU_BIAS;
  }
  bool has_relu() const {
    return epilogue == CUBLASLT_EPILOGUE_RELU || epilogue == CUBLASLT_EPILOGUE_RELU_BIAS;
  }
};
struct Layout {
  cudaDataType_t type;
  uint64_t rows, columns;
  int64_t leading;
  int32_t batches = 1;
  int64_t stride = 0;
};

double Element(const void* data, cudaDataType_t type, int64_t i) {
  if (type == CUDA_R_32F) return static_cast<const float*>(data)[i];
  if (type == CUDA_R_16F) return Load(static_cast<const Half*>(data)[i]);
  return Load(static_cast<const BFloat16*>(data)[i]);
}
void SetElement(void* data, cudaDataType_t type, int64_t i, float value) {
  if (type == CUDA_R_32F) {
    static_cast<float*>(data)[i] = value;
  } else if (type == CUDA_R_16F) {
    static_cast<Half*>(data)[i] = Store<Half>(value);
  } else {
    static_cast<BFloat16*>(data)[i] = Store<BFloat16>(value);
  }
}

// How far apart addresses of the left and the right factor, of what is added and of the result may be
// taken to be: where nobody says less, 256 bytes.
struct Preference {
  uint64_t workspace_bytes = 0;
  uint32_t alignment[4] = {256, 256, 256, 256};
};

struct Call {
  Product product;
  Layout left, right, out;
  uint64_t left_at, right_at, out_at;
};
void Compute(void* arg) {
  const std::unique_ptr<Call> call(static_cast<Call*>(arg));
  const Call& c = *call;
  const void* left = fake_cuda::HostAddress(c.left_at);
  const void* right = fake_cuda::HostAddress(c.right_at);
  void* out = fake_cuda::HostAddress(c.out_at);
  const uint64_t depth = c.product.left == CUBLAS_OP_N ? c.left.columns : c.left.rows;
  for (int64_t batch = 0; batch < c.out.batches; ++batch) {
    for (uint64_t x = 0; x < c.out.columns; ++x) {
      for (uint64_t y = 0; y < c.out.rows; ++y) {
        double sum = 0;
        for (uint64_t k = 0; k < depth; ++k) {
          const int64_t l = c.product.left == CUBLAS_OP_N
                                ? static_cast<int64_t>(y) + static_cast<int64_t>(k) * c.left.leading
                                : static_cast<int64_t>(k) + static_cast<int64_t>(y) * c.left.leading;
          const int64_t r = c.product.right == CUBLAS_OP_N
                                ? static_cast<int64_t>(k) + static_cast<int64_t>(x) * c.right.leading
                                : static_cast<int64_t>(x) + static_cast<int64_t>(k) * c.right.leading;
          sum += c.product.Taken(Element(left, c.left.type, batch * c.left.stride + l)) *
                 c.product.Taken(Element(right, c.right.type, batch * c.right.stride + r));
        }
        // A number for each row.
        if (c.product.has_bias()) {
          sum += Element(fake_cuda::HostAddress(c.product.bias_at), c.out.type, static_cast<int64_t>(y));
        }
        if (c.product.has_relu() && sum < 0) sum = 0;
        SetElement(
            out, c.out.type,
            batch * c.out.stride + static_cast<int64_t>(y) + static_cast<int64_t>(x) * c.out.leading,
            static_cast<float>(sum));
      }
    }
  }
}

Layout* LayoutOf(cublasLtMatrixLayout_t layout) { return reinterpret_cast<Layout*>(layout); }

}  // namespace

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* out) {
  *out = reinterpret_cast<cublasLtHandle_t>(new int(0));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  delete reinterpret_cast<int*>(handle);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* out, cublasComputeType_t compute,
                                        cudaDataType_t) {
  if (compute != CUBLAS_COMPUTE_32F && compute != CUBLAS_COMPUTE_32F_FAST_TF32)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  auto* const product = new Product;
  product->tf32 = compute == CUBLAS_COMPUTE_32F_FAST_TF32;
  *out = reinterpret_cast<cublasLtMatmulDesc_t>(product);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) {
  delete reinterpret_cast<Product*>(product);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
                                              cublasLtMatmulDescAttributes_t which, const void* value,
                                              size_t size) {
  auto* self = reinterpret_cast<Product*>(product);
  const auto set = [&](auto* member) {
    if (size != sizeof(*member)) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(member, value, size);
    return CUBLAS_STATUS_SUCCESS;
  };
  switch (which) {
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return set(&self->left);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return set(&self->right);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return set(&self->bias_at);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      if (set(&self->epilogue) != CUBLAS_STATUS_SUCCESS) return CUBLAS_STATUS_INVALID_VALUE;
      return self->epilogue == CUBLASLT_EPILOGUE_DEFAULT || self->has_bias() || self->has_relu()
                 ? CUBLAS_STATUS_SUCCESS
                 : CUBLAS_STATUS_NOT_SUPPORTED;
    default:
      return CUBLAS_STATUS_INVALID_VALUE;
  }
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* out, cudaDataType_t type,
                                          uint64_t rows, uint64_t columns, int64_t leading) {
  if (leading < static_cast<int64_t>(rows)) return CUBLAS_STATUS_INVALID_VALUE;
  *out = reinterpret_cast<cublasLtMatrixLayout_t>(new Layout{type, rows, columns, leading});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete LayoutOf(layout);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t which, const void* value,
                                                size_t size) {
  if (which == CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT && size == 4) {
    std::memcpy(&LayoutOf(layout)->batches, value, size);
  } else if (which == CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET && size == 8) {
    std::memcpy(&LayoutOf(layout)->stride, value, size);
  } else {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* out) {
  *out = reinterpret_cast<cublasLtMatmulPreference_t>(new Preference);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete reinterpret_cast<Preference*>(preference);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t which,
                                                    const void* value, size_t size) {
  auto* const self = reinterpret_cast<Preference*>(preference);
  const auto set = [&](auto* member) {
    if (size != sizeof(*member)) return CUBLAS_STATUS_INVALID_VALUE;
    std::memcpy(member, value, size);
    return CUBLAS_STATUS_SUCCESS;
  };
  switch (which) {
    case CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES:
      return set(&self->workspace_bytes);
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES:
      return set(&self->alignment[0]);
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES:
      return set(&self->alignment[1]);
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES:
      return set(&self->alignment[2]);
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES:
      return set(&self->alignment[3]);
    default:
      return CUBLAS_STATUS_INVALID_VALUE;
  }
}
// As the real one may, it has nothing for some shapes: here those with an odd number of columns below 4.
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t out,
                                              cublasLtMatmulPreference_t preference, int,
                                              cublasLtMatmulHeuristicResult_t* results, int* count) {
  *count = LayoutOf(out)->rows < 4 && LayoutOf(out)->rows % 2 != 0 ? 0 : 1;
  if (*count == 0) return CUBLAS_STATUS_NOT_SUPPORTED;
  *results = {};
  for (int i = 0; i < 4; ++i)
    results->algo.data[i] = reinterpret_cast<const Preference*>(preference)->alignment[i];
  results->state = CUBLAS_STATUS_SUCCESS;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t product, const void* alpha,
                              const void* left, cublasLtMatrixLayout_t left_layout, const void* right,
                              cublasLtMatrixLayout_t right_layout, const void* beta, const void* in,
                              cublasLtMatrixLayout_t, void* out, cublasLtMatrixLayout_t out_layout,
                              const cublasLtMatmulAlgo_t* algorithm, void* workspace, size_t,
                              cudaStream_t stream) {
  const void* const addresses[] = {left, right, in, out};
  for (int i = 0; i < 4; ++i) {
    if (reinterpret_cast<uint64_t>(addresses[i]) % algorithm->data[i] != 0)
      return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (reinterpret_cast<uint64_t>(workspace) % 256 != 0) return CUBLAS_STATUS_INVALID_VALUE;
  if (*static_cast<const float*>(alpha) != 1 || *static_cast<const float*>(beta) != 0 || in != out) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto* described = reinterpret_cast<Product*>(product);
  if (described->has_bias() && described->bias_at == 0) return CUBLAS_STATUS_INVALID_VALUE;
  auto call = std::make_unique<Call>(
      Call{*reinterpret_cast<Product*>(product), *LayoutOf(left_layout), *LayoutOf(right_layout),
           *LayoutOf(out_layout), reinterpret_cast<uint64_t>(left), reinterpret_cast<uint64_t>(right),
           reinterpret_cast<uint64_t>(out)});
  const CUresult result = cuLaunchHostFunc(reinterpret_cast<CUstream>(stream), Compute, call.get());
  if (result != CUDA_SUCCESS) return CUBLAS_STATUS_EXECUTION_FAILED;
  (void)call.release();  // Compute's
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
