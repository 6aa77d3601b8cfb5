// A program to run by hand: the matrix product against the machine's fused multiply-add peak on one
// thread, and what a run of a one-element kernel costs. Prints one line a measurement; take ratios, not
// figures, on a machine that does other work.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "devices/cpu/gemm.h"
#include "devices/cpu/kernel_rows.h"
#include "tests/support/mini_host.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace {

using runnel::test::MiniHost;
using runnel::test::Node;
using runnel::test::Value;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
// The best of several short measurements: the one that others disturbed least.
template <typename F>
double SecondsEach(const F& f, double at_least, int rounds) {
  f();
  double best = 1e9;
  for (int round = 0; round < rounds; ++round) {
    int64_t count = 0;
    const double start = Now();
    do {
      f();
      ++count;
    } while (Now() - start < at_least);
    best = std::min(best, (Now() - start) / static_cast<double>(count));
  }
  return best;
}

#if defined(__x86_64__)
volatile float sink;
__attribute__((target("avx512f"))) void Fma512(int64_t count) {
  __m512 sum[12];
  for (int i = 0; i < 12; ++i) sum[i] = _mm512_set1_ps(static_cast<float>(i));
  __m512 b = _mm512_set1_ps(0.999f), c = _mm512_set1_ps(0.001f);
  asm volatile("" : "+v"(b), "+v"(c));
  for (int64_t k = 0; k < count; ++k) {
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) sum[i] = _mm512_fmadd_ps(sum[i], b, c);
  }
  for (int i = 1; i < 12; ++i) sum[0] = _mm512_add_ps(sum[0], sum[i]);
  float lane[16];
  _mm512_storeu_ps(lane, sum[0]);
  sink = lane[0] + lane[15];
}
__attribute__((target("avx2,fma"))) void Fma256(int64_t count) {
  __m256 sum[12];
  for (int i = 0; i < 12; ++i) sum[i] = _mm256_set1_ps(static_cast<float>(i));
  __m256 b = _mm256_set1_ps(0.999f), c = _mm256_set1_ps(0.001f);
  asm volatile("" : "+x"(b), "+x"(c));
  for (int64_t k = 0; k < count; ++k) {
#pragma GCC unroll 12
    for (int i = 0; i < 12; ++i) sum[i] = _mm256_fmadd_ps(sum[i], b, c);
  }
  for (int i = 1; i < 12; ++i) sum[0] = _mm256_add_ps(sum[0], sum[i]);
  float lane[8];
  _mm256_storeu_ps(lane, sum[0]);
  sink = lane[0] + lane[7];
}
double PeakGflops() {
  constexpr int64_t kCount = 100000;
  if (__builtin_cpu_supports("avx512f"))
    return 12 * 32 * kCount / SecondsEach([] { Fma512(kCount); }, 0.05, 5) * 1e-9;
  if (__builtin_cpu_supports("fma"))
    return 12 * 16 * kCount / SecondsEach([] { Fma256(kCount); }, 0.05, 5) * 1e-9;
  return 0;
}
#else
double PeakGflops() { return 0; }
#endif

void BenchGemm(double peak, int64_t m, int64_t n, int64_t k) {
  MiniHost host;
  const runnel::cpu::GemmTable& table = runnel::cpu::Gemms(runnel::cpu::ChooseIsa(&host));
  std::vector<float> a(static_cast<size_t>(m * k), 0.5f), b(static_cast<size_t>(k * n), 0.25f),
      c(static_cast<size_t>(m * n));
  void* workspace = std::aligned_alloc(64, runnel::cpu::GemmWorkspaceBytes(m, n, k, 4) + 64);
  const double seconds = SecondsEach(
      [&] {
        runnel::cpu::Gemm<float>(nullptr, table, m, n, k, {a.data(), k, 1}, {b.data(), n, 1}, c.data(),
                                 workspace);
      },
      0.05, 7);
  std::free(workspace);
  const double gflops =
      2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k) / seconds * 1e-9;
  std::printf("gemm %lldx%lldx%lld  %.1f GFLOP/s  %.2f of peak\n", static_cast<long long>(m),
              static_cast<long long>(k), static_cast<long long>(n), gflops,
              peak > 0 ? gflops / peak : 0);
}

void BenchOneElement(const char* op, int inputs) {
  MiniHost host;
  uint32_t count = 0;
  const rnlp_kernel_row_t* const* rows = rnlp_cpu_kernel_rows(&count);
  Node node = Node(op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  node.input_types.assign(static_cast<size_t>(inputs), RNLP_FLOAT);
  const rnlp_kernel_row_t* row = runnel::test::FindRow(rows, count, node);
  rnlp_kernel_t* kernel = nullptr;
  if (row == nullptr || row->create(&host, nullptr, runnel::test::HandleOf(&node), &kernel) != nullptr)
    return;
  Value x = Value::Floats({1}, {1}), y = Value::Floats({1}, {1}), z = Value::Floats({1}, {1});
  rnlp_tensor_t vx = x.View(), vy = y.View(), vz = z.View();
  const rnlp_tensor_t* in[] = {&vx, &vy};
  rnlp_tensor_t* out[] = {&vz};
  rnlp_run_t run = {};
  run.size_bytes = RNLP_SIZE_TO(rnlp_run_t, step);  // NOLINT: a pointer is its last field
  run.num_inputs = static_cast<uint32_t>(inputs);
  run.num_outputs = 1;
  run.inputs = in;
  run.outputs = out;
  run.host = &host;
  constexpr int kRuns = 1000;
  const double seconds = SecondsEach(
      [&] {
        for (int i = 0; i < kRuns; ++i) row->run(kernel, &run);
      },
      0.01, 20);
  std::printf("one-element %s  %.1f ns\n", op, seconds / kRuns * 1e9);
  row->destroy(&host, kernel);
}

}  // namespace

int main() {
  const double peak = PeakGflops();
  std::printf("fma peak, one thread  %.1f GFLOP/s\n", peak);
  BenchGemm(peak, 64, 64, 64);
  BenchGemm(peak, 256, 256, 256);
  BenchGemm(peak, 1024, 1024, 1024);
  BenchGemm(peak, 32, 128, 784);
  BenchGemm(peak, 100, 10, 784);
  BenchGemm(peak, 1, 1024, 1024);
  for (const char* op : {"AddV2", "Mul"}) BenchOneElement(op, 2);
  for (const char* op : {"Relu", "Exp"}) BenchOneElement(op, 1);
  return 0;
}
