// What kernels are written in, whoever compiles them: nvcc, NVRTC, or a host compiler for the driver of
// the tests, which comes first with its own definitions of the CUDA language (RUNNEL_FAKE_CUDA).
//
// A kernel takes one struct of plain numbers. Device memory is named by addresses, which At<T> turns
// into pointers: a driver that is not real may map and check them there. Blocks have at most 256
// threads; shared memory is static.
#ifndef RUNNEL_DEVICES_CUDA_DEVICE_CODE_LANGUAGE_H_
#define RUNNEL_DEVICES_CUDA_DEVICE_CODE_LANGUAGE_H_

namespace runnel::cuda {

using i8 = signed char;
using u8 = unsigned char;
using i16 = short;
using u16 = unsigned short;
using i32 = int;
using u32 = unsigned;
using i64 = long long;
using u64 = unsigned long long;

// What a thread moves at once: so many bytes, and no more elements than these.
constexpr int kPackBytes = 16, kMostInPack = 8;

}  // namespace runnel::cuda

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

#define RUNNEL_DEVICE __device__ __forceinline__
#define RUNNEL_UNROLL _Pragma("unroll")
#define RUNNEL_KERNEL(name, Args) RUNNEL_PACKED_KERNEL(name, Args, 1)
// At least `blocks` of them at a time on a multiprocessor.
#define RUNNEL_PACKED_KERNEL(name, Args, blocks) \
  extern "C" __global__ void __launch_bounds__(256, blocks) name(const __grid_constant__ Args a)

namespace runnel::cuda {

template <typename T>
RUNNEL_DEVICE T* At(u64 address) {
  return reinterpret_cast<T*>(address);
}
RUNNEL_DEVICE float HalfBitsToFloat(u16 bits) {
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
}
RUNNEL_DEVICE u16 FloatToHalfBits(float value) {
  u16 bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
}
RUNNEL_DEVICE float BitsToFloat(u32 bits) { return __uint_as_float(bits); }
RUNNEL_DEVICE u32 FloatToBits(float value) { return __float_as_uint(value); }

}  // namespace runnel::cuda

#endif

#if defined(__CUDACC__) || defined(__CUDACC_RTC__) || defined(RUNNEL_FAKE_CUDA)
namespace runnel::cuda {

// ---- the types of elements, and what they are computed in ----

struct Half {
  u16 bits;
};
struct BFloat16 {
  u16 bits;
};

template <typename T>
struct ComputeOf {
  using Type = T;
};
template <>
struct ComputeOf<Half> {
  using Type = float;
};
template <>
struct ComputeOf<BFloat16> {
  using Type = float;
};
template <typename T>
using Compute = typename ComputeOf<T>::Type;

template <typename T>
RUNNEL_DEVICE T Load(T value) {
  return value;
}
RUNNEL_DEVICE float Load(Half value) { return HalfBitsToFloat(value.bits); }
RUNNEL_DEVICE float Load(BFloat16 value) { return BitsToFloat(static_cast<u32>(value.bits) << 16); }

template <typename T>
struct StoreAs {
  static RUNNEL_DEVICE T Do(T value) { return value; }
};
template <>
struct StoreAs<Half> {
  static RUNNEL_DEVICE Half Do(float value) { return {FloatToHalfBits(value)}; }
};
// Rounds to nearest, ties to even; a NaN stays one.
template <>
struct StoreAs<BFloat16> {
  static RUNNEL_DEVICE BFloat16 Do(float value) {
    const u32 bits = FloatToBits(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return {static_cast<u16>((bits >> 16) | 0x40u)};
    return {static_cast<u16>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16)};
  }
};
template <typename T>
RUNNEL_DEVICE T Store(Compute<T> value) {
  return StoreAs<T>::Do(value);
}

// Several elements that lie next to each other, moved as one.
template <typename T, int kCount>
struct alignas(sizeof(T) * kCount) Pack {
  T value[kCount];
};
// How many of them a thread moves at once.
template <typename T>
inline constexpr int kPackCount = kPackBytes / static_cast<int>(sizeof(T)) < kMostInPack
                                      ? kPackBytes / static_cast<int>(sizeof(T))
                                      : kMostInPack;

RUNNEL_DEVICE i64 ThreadIndex() { return static_cast<i64>(blockIdx.x) * blockDim.x + threadIdx.x; }
RUNNEL_DEVICE i64 NumThreads() { return static_cast<i64>(gridDim.x) * blockDim.x; }

}  // namespace runnel::cuda
#endif

#endif  // RUNNEL_DEVICES_CUDA_DEVICE_CODE_LANGUAGE_H_
