// The peak of f32 multiply-adds: independent chains in registers, in the widest vectors that the CPU
// has.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <vector>

#include "tools/benchmarks/bench.h"

namespace runnel::tools {
namespace {

constexpr int kChains = 12, kIterations = 50000, kTries = 12;

// Values that a compiler knew it would compute itself: 0.999 * 1 + 0.001 is 1, and a chain of that is
// none, though it counts as one.
volatile float factor = 0.999f, offset = 0.001f;

// The chains are variables of their own, so that compilers keep them in registers.
template <typename Vector, int kLanes>
inline __attribute__((always_inline)) double Chains(float* sink) {
  const Vector a = Vector{} + factor, b = Vector{} + offset;
  Vector c0 = b, c1 = b + b, c2 = a, c3 = a + a, c4 = a + b, c5 = a - b, c6 = c0, c7 = c1, c8 = c2,
         c9 = c3, c10 = c4, c11 = c5;
  for (int i = 0; i < kIterations; ++i) {
    c0 = c0 * a + b;
    c1 = c1 * a + b;
    c2 = c2 * a + b;
    c3 = c3 * a + b;
    c4 = c4 * a + b;
    c5 = c5 * a + b;
    c6 = c6 * a - b;
    c7 = c7 * a - b;
    c8 = c8 * a - b;
    c9 = c9 * a - b;
    c10 = c10 * a - b;
    c11 = c11 * a - b;
  }
  const Vector sum = c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7 + c8 + c9 + c10 + c11;
  *sink = sum[0];
  return 2.0 * kLanes * kChains * kIterations;
}

typedef float Float4 __attribute__((vector_size(16)));

#if defined(__x86_64__)
typedef float Float8 __attribute__((vector_size(32)));
typedef float Float16 __attribute__((vector_size(64)));

__attribute__((target("avx512f"))) double Wide16(float* sink) { return Chains<Float16, 16>(sink); }
__attribute__((target("avx2,fma"))) double Wide8(float* sink) { return Chains<Float8, 8>(sink); }
#endif

double Wide4(float* sink) { return Chains<Float4, 4>(sink); }

double Loop(float* sink) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return Wide16(sink);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Wide8(sink);
#endif
  return Wide4(sink);
}

}  // namespace

// Each thread times itself once all have started; a peak is the best of several tries, for on a busy
// machine most of them are cut up.
double PeakGflops(int threads) {
  double best = 0;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    std::atomic<int> ready{0};
    std::vector<double> rates(static_cast<size_t>(threads));
    const auto measure = [&](size_t t) {
      float sink[16] = {};
      ready.fetch_add(1);
      while (ready.load() < threads) std::this_thread::yield();
      const auto start = std::chrono::steady_clock::now();
      const double flops = Loop(sink);
      rates[t] = flops / SecondsSince(start) * 1e-9;
    };
    std::vector<std::thread> others;
    for (int t = 1; t < threads; ++t) others.emplace_back(measure, static_cast<size_t>(t));
    measure(0);
    for (std::thread& thread : others) thread.join();
    best = std::max(best, std::accumulate(rates.begin(), rates.end(), 0.0));
  }
  return best;
}

}  // namespace runnel::tools
