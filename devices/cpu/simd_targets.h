// Included by the simd_*.cc files before Highway: which targets they compile, and how a table is chosen.
//
// SSSE3 adds nothing over SSE4 that these loops use; scalable vectors cannot be kept in arrays, so SVE
// machines run the NEON code; 32-bit NEON has no doubles, so that those machines run Highway's portable
// code. Its debug assertions would end the process and need its library.
#ifndef RUNNEL_DEVICES_CPU_SIMD_TARGETS_H_
#define RUNNEL_DEVICES_CPU_SIMD_TARGETS_H_

#ifdef __aarch64__
#define RUNNEL_CPU_NO_DOUBLES 0
#else
#define RUNNEL_CPU_NO_DOUBLES HWY_NEON
#endif
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | RUNNEL_CPU_NO_DOUBLES)
#define HWY_IS_DEBUG_BUILD 0
#ifdef RUNNEL_CPU_ONE_TARGET  // that of -march (RUNNEL_CPU_MARCH), and no choice at run time
#define HWY_COMPILE_ONLY_STATIC
#define HWY_DISABLE_PCLMUL_AES  // which the levels of x86-64 leave out, and these loops do not use
#endif

#include "devices/cpu/simd.h"
#include "devices/cpu/types.h"

namespace runnel::cpu {

// Highway's HWY_CHOOSE_* are null for targets that were not compiled.
template <typename T>
const T& ChooseTable(Isa isa, const T* base, const T* sse4, const T* avx2, const T* avx3) {
  if (isa >= Isa::kAvx3 && avx3 != nullptr) return *avx3;
  if (isa >= Isa::kAvx2 && avx2 != nullptr) return *avx2;
  if (isa >= Isa::kSse4 && sse4 != nullptr) return *sse4;
  return *base;
}

#ifdef RUNNEL_CPU_ONE_TARGET
#define RUNNEL_CPU_CHOOSE(isa, table) (static_cast<void>(isa), HWY_STATIC_DISPATCH(table))
#else
#define RUNNEL_CPU_CHOOSE(isa, table)                                                               \
  ChooseTable<decltype(HWY_STATIC_DISPATCH(table))>(isa, HWY_CHOOSE_FALLBACK(table),                \
                                                    HWY_CHOOSE_SSE4(table), HWY_CHOOSE_AVX2(table), \
                                                    HWY_CHOOSE_AVX3(table))
#endif

}  // namespace runnel::cpu

#endif  // RUNNEL_DEVICES_CPU_SIMD_TARGETS_H_
