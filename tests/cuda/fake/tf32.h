// What tensor cores make of a float that they take as TF32.
#ifndef RUNNEL_TESTS_CUDA_FAKE_TF32_H_
#define RUNNEL_TESTS_CUDA_FAKE_TF32_H_

#include <bit>
#include <cstdint>

namespace fake_cuda {

// Ten bits of the fraction are left, rounded to nearest, ties away from zero.
inline float ToTf32(float value) {
  return std::bit_cast<float>((std::bit_cast<uint32_t>(value) + 0x1000u) & ~uint32_t{0x1fff});
}

}  // namespace fake_cuda

#endif  // RUNNEL_TESTS_CUDA_FAKE_TF32_H_
