// The CUDA language for a host compiler: what devices/cuda/device_code are written in, so that the
// driver of the tests runs the very same sources. One block at a time per stream, one thread of it at a
// time; at a barrier or a shuffle a thread gives way to the next (block.h).
#ifndef RUNNEL_TESTS_CUDA_FAKE_LANGUAGE_H_
#define RUNNEL_TESTS_CUDA_FAKE_LANGUAGE_H_

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "tests/cuda/fake/block.h"

#define RUNNEL_FAKE_CUDA 1
#define RUNNEL_DEVICE inline
#define RUNNEL_UNROLL
// A stream's thread runs one block at a time, so what a block shares is its thread's.
#define __shared__ static thread_local

// Defines a kernel, and lists it under its name for cuModuleGetFunction.
#define RUNNEL_KERNEL(name, Args)                                                            \
  static void name(const Args& a);                                                           \
  static const ::fake_cuda::Registration registration_##name(                                \
      #name, sizeof(Args), [](const void* args) { name(*static_cast<const Args*>(args)); }); \
  static void name(const Args& a)

#define RUNNEL_PACKED_KERNEL(name, Args, blocks) RUNNEL_KERNEL(name, Args)

using fake_cuda::blockDim;
using fake_cuda::blockIdx;
using fake_cuda::gridDim;
using fake_cuda::threadIdx;

inline int min(int a, int b) { return a < b ? a : b; }
inline int max(int a, int b) { return a < b ? b : a; }

inline void __syncthreads() { fake_cuda::BlockBarrier(); }
inline void __syncwarp(unsigned = 0xffffffffu) { fake_cuda::WarpBarrier(); }

template <typename T>
T __shfl_down_sync(unsigned, T value, unsigned delta) {
  const unsigned lane = fake_cuda::Lane();
  return fake_cuda::Exchange(value, lane + delta < 32 ? lane + delta : lane);
}
template <typename T>
T __shfl_xor_sync(unsigned, T value, unsigned mask) {
  return fake_cuda::Exchange(value, fake_cuda::Lane() ^ mask);
}

template <typename T>
T atomicAdd(T* address, T value) {
  std::atomic_ref<T> cell(*address);
  T old = cell.load(std::memory_order_relaxed);
  while (!cell.compare_exchange_weak(old, static_cast<T>(old + value))) {
  }
  return old;
}
template <typename T>
T atomicCAS(T* address, T expected, T wanted) {
  std::atomic_ref<T>(*address).compare_exchange_strong(expected, wanted);
  return expected;
}

namespace runnel::cuda {

template <typename T>
T* At(uint64_t address) {
  return static_cast<T*>(fake_cuda::Translate(address));
}
inline float BitsToFloat(uint32_t bits) { return std::bit_cast<float>(bits); }
inline uint32_t FloatToBits(float value) { return std::bit_cast<uint32_t>(value); }
// As IEEE 754 has binary16; rounds to nearest, ties to even.
inline float HalfBitsToFloat(uint16_t bits) {
  const uint32_t magnitude = bits & 0x7fffu, sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
  if (magnitude >= 0x7c00u) return BitsToFloat(sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  if (magnitude >= 0x400u) return BitsToFloat(sign | ((magnitude << 13) + (112u << 23)));
  return std::copysign(std::ldexp(static_cast<float>(magnitude), -24), BitsToFloat(sign | 0x3f800000u));
}
inline uint16_t FloatToHalfBits(float value) {
  const uint32_t bits = FloatToBits(value);
  const auto sign = static_cast<uint16_t>(bits >> 16 & 0x8000u);
  const uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return static_cast<uint16_t>(sign | 0x7e00u);
  if (magnitude >= 0x477ff000u) return static_cast<uint16_t>(sign | 0x7c00u);  // rounds past the largest
  if (magnitude < 0x38800000u) {
    const float steps = std::nearbyint(std::ldexp(BitsToFloat(magnitude), 24));
    return static_cast<uint16_t>(sign | static_cast<uint16_t>(steps));
  }
  const uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u);
  return static_cast<uint16_t>(sign | (rounded - (112u << 23)) >> 13);
}

}  // namespace runnel::cuda

#endif  // RUNNEL_TESTS_CUDA_FAKE_LANGUAGE_H_
