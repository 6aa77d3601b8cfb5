// Kernels that move elements without computing: copies with strides, fills, choices; and Cast.
#include "devices/cuda/device_code/args.h"
#include "devices/cuda/device_code/dtypes.h"

namespace runnel::cuda {

// Takes the index along loop d off `rest`.
RUNNEL_DEVICE i64 TakeIndex(i64* rest, u32 size) {
  if (*rest <= 0xffffffffll) {  // a division of 64 bits costs several times as much
    const u32 value = static_cast<u32>(*rest);
    *rest = value / size;
    return value % size;
  }
  const i64 index = *rest % size;
  *rest /= size;
  return index;
}

template <typename T>
RUNNEL_DEVICE void CopyBody(const CopyArgs& a) {
  const T* in = At<const T>(a.in);
  T* out = At<T>(a.out);
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {
    i64 rest = i, from = 0, to = 0;
    for (int d = a.loops - 1; d >= 0; --d) {
      const i64 index = TakeIndex(&rest, a.size[d]);
      from += index * a.in_stride[d];
      to += index * a.out_stride[d];
    }
    out[to] = in[from];
  }
}

template <typename T>
RUNNEL_DEVICE void SelectBody(const SelectArgs& a) {
  const bool* condition = At<const bool>(a.in[0]);
  const T* yes = At<const T>(a.in[1]);
  const T* no = At<const T>(a.in[2]);
  T* out = At<T>(a.out);
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {
    i64 rest = i, c = 0, y = 0, n = 0;
    for (int d = a.loops - 1; d >= 0; --d) {
      const i64 index = TakeIndex(&rest, a.size[d]);
      c += index * a.stride[0][d];
      y += index * a.stride[1][d];
      n += index * a.stride[2][d];
    }
    out[i] = condition[c] ? yes[y] : no[n];
  }
}

template <typename T>
RUNNEL_DEVICE void FillBody(const FillArgs& a) {
  const T value = a.value != 0 ? *At<const T>(a.value) : static_cast<T>(a.bits);
  T* out = At<T>(a.out);
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) out[i] = value;
}

#define RUNNEL_CUDA_MOVE_KERNELS(bytes, T)                     \
  RUNNEL_KERNEL(copy_##bytes, CopyArgs) { CopyBody<T>(a); }    \
  RUNNEL_KERNEL(select_##bytes, SelectArgs) { SelectBody<T>(a); } \
  RUNNEL_KERNEL(fill_##bytes, FillArgs) { FillBody<T>(a); }

RUNNEL_CUDA_MOVE_KERNELS(1, u8)
RUNNEL_CUDA_MOVE_KERNELS(2, u16)
RUNNEL_CUDA_MOVE_KERNELS(4, u32)
RUNNEL_CUDA_MOVE_KERNELS(8, u64)
using Wide = Pack<u64, 2>;
RUNNEL_KERNEL(copy_16, CopyArgs) { CopyBody<Wide>(a); }

// ---- Cast ----

// An element of any type: a float or an integer, whichever holds it whole.
struct Scalar {
  double real;
  i64 whole;  // of unsigned 64 bits, the same bits
  bool is_real;
  bool is_unsigned;
};

RUNNEL_DEVICE Scalar Read(u64 address, int dtype, i64 i) {
  switch (dtype) {
    case kFloatDType: return {At<const float>(address)[i], 0, true, false};
    case kDoubleDType: return {At<const double>(address)[i], 0, true, false};
    case kHalfDType: return {Load(At<const Half>(address)[i]), 0, true, false};
    case kBFloat16DType: return {Load(At<const BFloat16>(address)[i]), 0, true, false};
    case kInt8DType: return {0, At<const i8>(address)[i], false, false};
    case kInt16DType: return {0, At<const i16>(address)[i], false, false};
    case kInt32DType: return {0, At<const i32>(address)[i], false, false};
    case kInt64DType: return {0, At<const i64>(address)[i], false, false};
    case kUInt8DType: return {0, At<const u8>(address)[i], false, false};
    case kUInt16DType: return {0, At<const u16>(address)[i], false, false};
    case kUInt32DType: return {0, At<const u32>(address)[i], false, false};
    case kUInt64DType:
      return {0, static_cast<i64>(At<const u64>(address)[i]), false, true};
    default: return {0, At<const u8>(address)[i] != 0 ? 1 : 0, false, false};
  }
}

// As the CPU's Cast: what the type cannot hold becomes its lowest value; small integers keep the low bits
// of that as an int32.
RUNNEL_DEVICE i64 Lowest64() { return static_cast<i64>(u64{1} << 63); }
RUNNEL_DEVICE i64 ToInt64(double value) {
  return value >= -9223372036854775808.0 && value < 9223372036854775808.0 ? static_cast<i64>(value)
                                                                           : Lowest64();
}
RUNNEL_DEVICE i64 ToInt32(double value) {
  return value >= -2147483648.0 && value < 2147483648.0 ? static_cast<i64>(value) : -2147483648ll;
}
RUNNEL_DEVICE u64 ToUInt64(double value) {
  if (value < 9223372036854775808.0) return static_cast<u64>(ToInt64(value));
  return static_cast<u64>(ToInt64(value - 9223372036854775808.0)) ^ (u64{1} << 63);
}

RUNNEL_DEVICE double RealOf(const Scalar& x) {
  if (x.is_real) return x.real;
  return x.is_unsigned ? static_cast<double>(static_cast<u64>(x.whole)) : static_cast<double>(x.whole);
}
// Rounds once, also from integers that a double does not hold.
RUNNEL_DEVICE float SingleOf(const Scalar& x) {
  if (x.is_real) return static_cast<float>(x.real);
  return x.is_unsigned ? static_cast<float>(static_cast<u64>(x.whole)) : static_cast<float>(x.whole);
}
RUNNEL_DEVICE i64 WholeOf(const Scalar& x, bool wide) {
  if (!x.is_real) return x.whole;
  return wide ? ToInt64(x.real) : ToInt32(x.real);
}

RUNNEL_DEVICE void Write(u64 address, int dtype, i64 i, const Scalar& x) {
  switch (dtype) {
    case kFloatDType: At<float>(address)[i] = SingleOf(x); break;
    case kDoubleDType: At<double>(address)[i] = RealOf(x); break;
    case kHalfDType: At<Half>(address)[i] = Store<Half>(SingleOf(x)); break;
    case kBFloat16DType: At<BFloat16>(address)[i] = Store<BFloat16>(SingleOf(x)); break;
    case kInt8DType:
    case kUInt8DType: At<u8>(address)[i] = static_cast<u8>(WholeOf(x, false)); break;
    case kInt16DType:
    case kUInt16DType: At<u16>(address)[i] = static_cast<u16>(WholeOf(x, false)); break;
    case kInt32DType: At<u32>(address)[i] = static_cast<u32>(WholeOf(x, false)); break;
    case kUInt32DType: At<u32>(address)[i] = static_cast<u32>(WholeOf(x, true)); break;
    case kInt64DType: At<i64>(address)[i] = WholeOf(x, true); break;
    case kUInt64DType: At<u64>(address)[i] = x.is_real ? ToUInt64(x.real) : static_cast<u64>(x.whole); break;
    default: At<bool>(address)[i] = x.is_real ? x.real != 0 : x.whole != 0; break;
  }
}

// Clears bits that the new type lacks; a NaN stays one.
RUNNEL_DEVICE double Truncated(double value, int bits) {
  if (value != value) return value;
  const float single = static_cast<float>(value);
  return BitsToFloat(FloatToBits(single) & (0xffffffffu << bits));
}

RUNNEL_KERNEL(cast, CastArgs) {
  for (i64 i = ThreadIndex(); i < a.count; i += NumThreads()) {
    Scalar x = Read(a.in, a.from, i);
    if (a.clear_bits > 0) x.real = Truncated(x.real, a.clear_bits);
    Write(a.out, a.to, i, x);
  }
}

}  // namespace runnel::cuda
