// The peak of f32 multiply-adds: independent chains in registers, in the widest vectors that the CPU
// has.
#include <algorithm>
#include <thread>
#include <vector>

#include "tools/benchmarks/bench.h"

namespace runnel::tools {
namespace {

constexpr int kChains = 12, kIterations = 200000;

// Multiply-adds of `Vector`s; returns the floats' operations. The asm keeps the chains in registers.
#define RUNNEL_FMA_LOOP(Vector, lanes)                                         \
  Vector acc[kChains];                                                         \
  Vector a = {}, b = {};                                                       \
  for (int c = 0; c < kChains; ++c) acc[c] = Vector{} + static_cast<float>(c); \
  a = a + 0.999f;                                                              \
  b = b + 0.001f;                                                              \
  for (int i = 0; i < kIterations; ++i) {                                      \
    for (int c = 0; c < kChains; ++c) acc[c] = acc[c] * a + b;                 \
    asm volatile("" : "+m"(*sink));                                            \
  }                                                                            \
  Vector sum = {};                                                             \
  for (int c = 0; c < kChains; ++c) sum = sum + acc[c];                        \
  *sink = sum[0];                                                              \
  return 2.0 * lanes * kChains * kIterations

typedef float Float4 __attribute__((vector_size(16)));

#if defined(__x86_64__)
typedef float Float8 __attribute__((vector_size(32)));
typedef float Float16 __attribute__((vector_size(64)));

__attribute__((target("avx512f"))) double Wide16(float* sink) { RUNNEL_FMA_LOOP(Float16, 16); }
__attribute__((target("avx2,fma"))) double Wide8(float* sink) { RUNNEL_FMA_LOOP(Float8, 8); }
#endif

double Wide4(float* sink) { RUNNEL_FMA_LOOP(Float4, 4); }

double Loop(float* sink) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return Wide16(sink);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Wide8(sink);
#endif
  return Wide4(sink);
}

}  // namespace

double PeakGflops(int threads) {
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> others;
    std::vector<float> sinks(static_cast<size_t>(threads) * 64);
    for (int t = 1; t < threads; ++t) {
      others.emplace_back([&sinks, t] { Loop(&sinks[static_cast<size_t>(t) * 64]); });
    }
    const double flops = Loop(sinks.data());
    for (std::thread& thread : others) thread.join();
    best = std::max(best, flops * threads / SecondsSince(start) * 1e-9);
  }
  return best;
}

}  // namespace runnel::tools
