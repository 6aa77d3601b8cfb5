#include "devices/cpu/simd.h"

#include <algorithm>
#include <string_view>

#include "plugins/sdk/status.h"

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

namespace {

// The most that configuration "isa" allows; *out_known: whether its text is one of kNames, or not set.
Isa ConfiguredIsa(rnlp_str_t cap, bool* out_known) {
  static constexpr std::string_view kNames[] = {"scalar", "sse4", "avx2", "avx3"};
  *out_known = true;
  if (cap.data == nullptr) return Isa::kAvx3;
  for (uint8_t i = 0; i < 4; ++i) {
    if (std::string_view(cap.data, cap.size) == kNames[i]) return static_cast<Isa>(i);
  }
  *out_known = false;
  return Isa::kAvx3;
}

}  // namespace

rnlp_status_t* CheckIsaConfig(const rnlp_host_t* host) {
  const rnlp_str_t cap = host->config(host, "isa", 3);
  bool known = false;
  ConfiguredIsa(cap, &known);
  if (known) return nullptr;
  return plugin::Fail(host, RNLP_INVALID_ARGUMENT,
                      "configuration \"isa\" is \"%.*s\", expected scalar, sse4, avx2 or avx3",
                      static_cast<int>(std::min<size_t>(cap.size, 64)), cap.data);
}

Isa ChooseIsa(const rnlp_host_t* host) {
  // Once per process: cpuid leaves a virtual machine, which takes tens of microseconds.
  static const Isa detected = DetectIsa();
  bool known = false;
  return std::min(detected, ConfiguredIsa(host->config(host, "isa", 3), &known));
}

}  // namespace runnel::cpu
