// Matrix products where no library is there to do them.
#include "devices/cuda/device_code/args.h"
#include "devices/cuda/device_code/tile_gemm.h"

namespace runnel::cuda {

template <typename T>
struct LeftMatrix {
  const T* data;
  i64 m_stride, k_stride;
  bool rows_are_next;
  using RowState = const T*;
  RUNNEL_DEVICE RowState Row(int m) const { return data + m * m_stride; }
  RUNNEL_DEVICE float At(RowState row, i64 k) const { return Load(row[k * k_stride]); }
};
template <typename T>
struct RightMatrix {
  const T* data;
  i64 k_stride, n_stride;
  bool columns_are_next;
  RUNNEL_DEVICE float At(i64 k, int n) const { return Load(data[k * k_stride + n * n_stride]); }
};

template <typename T>
RUNNEL_DEVICE void GemmBody(const GemmArgs& a) {
  for (i64 batch = blockIdx.z; batch < a.batches; batch += gridDim.z) {
    i64 rest = batch, a_at = 0, b_at = 0;
    for (int d = a.loops - 1; d >= 0; --d) {
      const i64 index = rest % a.size[d];
      rest /= a.size[d];
      a_at += index * a.a_batch[d];
      b_at += index * a.b_batch[d];
    }
    T* out = At<T>(a.out) + batch * a.m * a.n;
    const T* bias = At<const T>(a.bias);
    TileGemm(a.m, a.n, 0, a.k, LeftMatrix<T>{At<const T>(a.a) + a_at, a.a_m, a.a_k, a.a_m == 1},
             RightMatrix<T>{At<const T>(a.b) + b_at, a.b_k, a.b_n, a.b_n == 1},
             [&](int m, int n, float sum) {
               out[static_cast<i64>(m) * a.n + n] = Store<T>(WithEpilogue(sum, bias, n, a.relu));
             });
  }
}

RUNNEL_KERNEL(gemm_f32, GemmArgs) { GemmBody<float>(a); }
RUNNEL_KERNEL(gemm_f16, GemmArgs) { GemmBody<Half>(a); }
RUNNEL_KERNEL(gemm_bf16, GemmArgs) { GemmBody<BFloat16>(a); }

// Integers are seldom multiplied so: a thread for each result.
template <typename T>
RUNNEL_DEVICE void IntegerGemmBody(const GemmArgs& a) {
  const i64 per_batch = static_cast<i64>(a.m) * a.n;
  for (i64 i = ThreadIndex(); i < per_batch * a.batches; i += NumThreads()) {
    i64 rest = i / per_batch, a_at = 0, b_at = 0;
    for (int d = a.loops - 1; d >= 0; --d) {
      const i64 index = rest % a.size[d];
      rest /= a.size[d];
      a_at += index * a.a_batch[d];
      b_at += index * a.b_batch[d];
    }
    const i64 m = i % per_batch / a.n, n = i % a.n;
    const T* x = At<const T>(a.a) + a_at + m * a.a_m;
    const T* y = At<const T>(a.b) + b_at + n * a.b_n;
    u64 sum = 0;
    for (int k = 0; k < a.k; ++k) sum += static_cast<u64>(x[k * a.a_k]) * static_cast<u64>(y[k * a.b_k]);
    At<T>(a.out)[i] = static_cast<T>(sum);
  }
}
RUNNEL_KERNEL(gemm_i32, GemmArgs) { IntegerGemmBody<i32>(a); }
RUNNEL_KERNEL(gemm_i64, GemmArgs) { IntegerGemmBody<i64>(a); }

}  // namespace runnel::cuda
