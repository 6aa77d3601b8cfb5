#include "devices/cpu/simd.h"

#include <cstring>

namespace runnel::cpu {
namespace {

Isa DetectIsa() {
#if defined(__x86_64__) || defined(__i386__)
  // The answers were read when the library was loaded, and say whether the system saves the wide
  // registers too. No CPUID here: in a virtual machine it costs microseconds, and every kernel comes
  // this way.
  __builtin_cpu_init();
  const bool sse4 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") &&
                    __builtin_cpu_supports("aes");
  if (!sse4) return Isa::kBase;
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (!avx2) return Isa::kSse4;
  const bool avx3 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512cd");
  return avx3 ? Isa::kAvx3 : Isa::kAvx2;
#else
  return Isa::kBase;
#endif
}

}  // namespace

bool HasOwnIsa() {
#if !defined(RUNNEL_CPU_ONE_TARGET)
  return true;
#elif defined(__AVX512F__)
  return DetectIsa() >= Isa::kAvx3;
#elif defined(__AVX2__)
  return DetectIsa() >= Isa::kAvx2;
#elif defined(__SSE4_2__)
  return DetectIsa() >= Isa::kSse4;
#else
  return true;
#endif
}

Isa ChooseIsa(const rnlp_host_t* host) {
  // Once per process: cpuid leaves a virtual machine, which takes tens of microseconds.
  static const Isa detected = DetectIsa();
  Isa best = detected;
  const rnlp_str_t cap = host->config(host, "isa", 3);
  if (cap.data == nullptr) return best;
  static constexpr const char* kNames[] = {"scalar", "sse4", "avx2", "avx3"};
  for (uint8_t i = 0; i < 4; ++i) {
    const size_t size = std::strlen(kNames[i]);
    if (cap.size == size && std::memcmp(cap.data, kNames[i], size) == 0 && static_cast<Isa>(i) < best) {
      best = static_cast<Isa>(i);
    }
  }
  return best;
}

}  // namespace runnel::cpu
