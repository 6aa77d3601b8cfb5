// Element-wise kernels: one for each type, told by its arguments what to compute.
#include "devices/cuda/device_code/args.h"
#include "devices/cuda/device_code/element_ops.h"

namespace runnel::cuda {

// Every element once; several at a time where memory allows it.
template <typename In, typename Out, typename F>
RUNNEL_DEVICE void ForElements(u64 in_address, u64 out_address, i64 count, const F& f) {
  constexpr int kVector = sizeof(In) + sizeof(Out) <= 4 ? 8 : 4;
  const In* in = At<const In>(in_address);
  Out* out = At<Out>(out_address);
  const bool aligned =
      in_address % (sizeof(In) * kVector) == 0 && out_address % (sizeof(Out) * kVector) == 0;
  const i64 vectors = aligned ? count / kVector : 0;
  for (i64 i = ThreadIndex(); i < vectors; i += NumThreads()) {
    const auto x = reinterpret_cast<const Pack<In, kVector>*>(in)[i];
    Pack<Out, kVector> y;
    RUNNEL_UNROLL
    for (int k = 0; k < kVector; ++k) y.value[k] = f(x.value[k]);
    reinterpret_cast<Pack<Out, kVector>*>(out)[i] = y;
  }
  for (i64 i = vectors * kVector + ThreadIndex(); i < count; i += NumThreads()) out[i] = f(in[i]);
}

template <typename T>
RUNNEL_DEVICE void UnaryBody(const UnaryArgs& a) {
  ForElements<T, T>(a.in, a.out, a.count,
                    [&](T x) { return Store<T>(Unary(a.code, Load(x), a.parameter)); });
}
template <typename T>
RUNNEL_DEVICE void TestBody(const UnaryArgs& a) {
  ForElements<T, bool>(a.in, a.out, a.count, [&](T x) { return Test(a.code, Load(x)); });
}

template <typename T, typename Out, typename F>
RUNNEL_DEVICE void BinaryLoop(const BinaryArgs& a, const F& f) {
  const T* x = At<const T>(a.in[0]);
  const T* y = At<const T>(a.in[1]);
  Out* out = At<Out>(a.out);
  if (a.plain) {
    constexpr int kVector = kPackCount<T>;
    using In = Pack<T, kVector>;
    using Result = Pack<Out, kVector>;
    const bool aligned = (a.in[0] * a.step[0] | a.in[1] * a.step[1]) % sizeof(In) == 0 && a.out % sizeof(Result) == 0;
    const i64 vectors = aligned ? a.count / kVector : 0;
    for (i64 i = ThreadIndex(); i < vectors; i += NumThreads()) {
      In u, v;
      Result r;
      if (a.step[0] == 1) u = reinterpret_cast<const In*>(x)[i];
      if (a.step[1] == 1) v = reinterpret_cast<const In*>(y)[i];
      RUNNEL_UNROLL
      for (int k = 0; k < kVector; ++k) {
        r.value[k] = f(a.step[0] == 1 ? u.value[k] : x[0], a.step[1] == 1 ? v.value[k] : y[0]);
      }
      reinterpret_cast<Result*>(out)[i] = r;
    }
    for (i64 i = vectors * kVector + ThreadIndex(); i < a.count; i += NumThreads()) {
      out[i] = f(x[i * a.step[0]], y[i * a.step[1]]);
    }
    return;
  }
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {
    i64 rest = i, at_x = 0, at_y = 0;
    for (int d = a.loops - 1; d >= 0; --d) {
      i64 index;
      if (rest <= 0xffffffffll) {  // a division of 64 bits costs several times as much
        const u32 quotient = static_cast<u32>(rest) / a.size[d];
        index = static_cast<u32>(rest) - quotient * a.size[d];
        rest = quotient;
      } else {
        index = rest % a.size[d];
        rest /= a.size[d];
      }
      at_x += index * a.stride[0][d];
      at_y += index * a.stride[1][d];
    }
    out[i] = f(x[at_x], y[at_y]);
  }
}
template <typename T>
RUNNEL_DEVICE void BinaryBody(const BinaryArgs& a) {
  BinaryLoop<T, T>(
      a, [&](T x, T y) { return Store<T>(Binary(a.code, Load(x), Load(y), a.parameter)); });
}
template <typename T>
RUNNEL_DEVICE void CompareBody(const BinaryArgs& a) {
  BinaryLoop<T, bool>(a, [&](T x, T y) { return CompareValues(a.code, Load(x), Load(y)); });
}

template <typename T>
RUNNEL_DEVICE void AddNBody(const AddNArgs& a) {
  T* out = At<T>(a.out);
  constexpr int kVector = kPackCount<T>;
  using Values = Pack<T, kVector>;
  u64 addresses = a.out;
  for (int k = 0; k < a.addends; ++k) addresses |= a.in[k];
  const i64 vectors = addresses % sizeof(Values) == 0 ? a.count / kVector : 0;
  for (i64 i = ThreadIndex(); i < vectors; i += NumThreads()) {
    Values sum = At<const Values>(a.accumulate ? a.out : a.in[0])[i];
    for (int k = a.accumulate ? 0 : 1; k < a.addends; ++k) {
      const Values more = At<const Values>(a.in[k])[i];
      RUNNEL_UNROLL
      for (int j = 0; j < kVector; ++j)
        sum.value[j] = Store<T>(Binary(kAdd, Load(sum.value[j]), Load(more.value[j]), 0.0f));
    }
    At<Values>(a.out)[i] = sum;
  }
  for (i64 i = vectors * kVector + ThreadIndex(); i < a.count; i += NumThreads()) {
    T sum = a.accumulate ? out[i] : At<const T>(a.in[0])[i];
    for (int k = a.accumulate ? 0 : 1; k < a.addends; ++k) {
      sum = Store<T>(Binary(kAdd, Load(sum), Load(At<const T>(a.in[k])[i]), 0.0f));
    }
    out[i] = sum;
  }
}

template <typename T>
RUNNEL_DEVICE void ClipBody(const ClipArgs& a) {
  const T* in = At<const T>(a.in);
  const T* low = At<const T>(a.low);
  const T* high = At<const T>(a.high);
  T* out = At<T>(a.out);
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {
    const auto below = Binary(kMinimum, Load(in[i]), Load(high[i * a.high_step]), 0.0f);
    out[i] = Store<T>(Binary(kMaximum, below, Load(low[i * a.low_step]), 0.0f));
  }
}

#define RUNNEL_CUDA_NUMBER_KERNELS(name, T)                                    \
  RUNNEL_KERNEL(unary_##name, UnaryArgs) { UnaryBody<T>(a); }                  \
  RUNNEL_KERNEL(binary_##name, BinaryArgs) { BinaryBody<T>(a); }               \
  RUNNEL_KERNEL(compare_##name, BinaryArgs) { CompareBody<T>(a); }             \
  RUNNEL_KERNEL(addn_##name, AddNArgs) { AddNBody<T>(a); }                     \
  RUNNEL_KERNEL(clip_##name, ClipArgs) { ClipBody<T>(a); }
#define RUNNEL_CUDA_FLOAT_KERNELS(name, T) \
  RUNNEL_KERNEL(test_##name, UnaryArgs) { TestBody<T>(a); }

RUNNEL_CUDA_NUMBER_KERNELS(f32, float)
RUNNEL_CUDA_NUMBER_KERNELS(f16, Half)
RUNNEL_CUDA_NUMBER_KERNELS(bf16, BFloat16)
RUNNEL_CUDA_NUMBER_KERNELS(i32, i32)
RUNNEL_CUDA_NUMBER_KERNELS(i64, i64)
RUNNEL_CUDA_FLOAT_KERNELS(f32, float)
RUNNEL_CUDA_FLOAT_KERNELS(f16, Half)
RUNNEL_CUDA_FLOAT_KERNELS(bf16, BFloat16)
RUNNEL_KERNEL(unary_bool, UnaryArgs) { UnaryBody<bool>(a); }
RUNNEL_KERNEL(binary_bool, BinaryArgs) { BinaryBody<bool>(a); }
RUNNEL_KERNEL(compare_bool, BinaryArgs) { CompareBody<bool>(a); }

}  // namespace runnel::cuda
