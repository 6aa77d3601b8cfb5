// fusion: six element-wise ops over 16M floats of three operands, through a callable, against a loop
// that a compiler made for just that, with non-temporal stores, in the same run.
#include <algorithm>
#include <cmath>
#include <memory>
#include <thread>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace runnel::tools {
namespace {

constexpr int64_t kElements = int64_t{16} << 20;
constexpr int kRounds = 7;
constexpr double kAllowed = 1.2;

// max((x * b + c) * x - b, 0) * 0.5
#if defined(__x86_64__)
__attribute__((target("avx2"))) void CompiledLoop(const float* x, const float* b, const float* c,
                                                  float* out, int64_t n) {
  const __m256 half = _mm256_set1_ps(0.5f), zero = _mm256_setzero_ps();
  for (int64_t i = 0; i < n; i += 8) {
    const __m256 vx = _mm256_loadu_ps(x + i), vb = _mm256_loadu_ps(b + i);
    __m256 v = _mm256_add_ps(_mm256_mul_ps(vx, vb), _mm256_loadu_ps(c + i));
    v = _mm256_max_ps(_mm256_sub_ps(_mm256_mul_ps(v, vx), vb), zero);
    _mm256_stream_ps(out + i, _mm256_mul_ps(v, half));
  }
  _mm_sfence();
}
bool HasCompiledLoop() { return __builtin_cpu_supports("avx2"); }
#else
void CompiledLoop(const float* x, const float* b, const float* c, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = std::max((x[i] * b[i] + c[i]) * x[i] - b[i], 0.0f) * 0.5f;
}
bool HasCompiledLoop() { return true; }
#endif

const float* Floats(const TensorHandle& tensor) {
  return static_cast<const float*>(rnl_tensor_data(tensor.get()));
}

double CompiledSeconds(int threads, const float* x, const float* b, const float* c, float* out) {
  const auto start = std::chrono::steady_clock::now();
  const int64_t part = kElements / threads;
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t)
    others.emplace_back(CompiledLoop, x + t * part, b + t * part, c + t * part, out + t * part, part);
  CompiledLoop(x, b, c, out, part);
  for (std::thread& thread : others) thread.join();
  return SecondsSince(start);
}

}  // namespace

void BenchFusion(Report* report) {
  if (!HasCompiledLoop()) throw Error("fusion: the loop to compare with needs AVX2");
  for (int threads : {1, 2}) {
    const RuntimeHandle runtime = RuntimeWithThreads(threads);
    GraphHandle graph;
    Check(rnl_graph_create(runtime.get(), Out(&graph)));
    const TensorHandle feed = MakeTensor(runtime.get(), {kElements});
    const TensorHandle b_value = MakeTensor(runtime.get(), {kElements});
    const TensorHandle c_value = MakeTensor(runtime.get(), {kElements});
    TensorHandle out = MakeTensor(runtime.get(), {kElements});
    const rnl_output_t x = AddPlaceholder(graph.get(), "x", {kElements});
    rnl_output_t b, c;
    Check(rnl_graph_add_constant(graph.get(), rnl_str("b"), b_value.get(), &b));
    Check(rnl_graph_add_constant(graph.get(), rnl_str("c"), c_value.get(), &c));
    const auto op = [&](std::string_view name, std::initializer_list<rnl_output_t> inputs) {
      return AddOp(graph.get(), name, inputs);
    };
    const rnl_output_t sum = op("AddV2", {op("Mul", {x, b}), c});
    const rnl_output_t rectified = op("Relu", {op("Sub", {op("Mul", {sum, x}), b})});
    const rnl_output_t end = op("Mul", {rectified, AddScalar(graph.get(), 0.5)});
    Prepared fused(graph.get(), x, end, MakeTensor(runtime.get(), {kElements}), Passes::kFused);
    Prepared apart(graph.get(), x, end, MakeTensor(runtime.get(), {kElements}), Passes::kRegions);
    void* data = nullptr;
    Check(rnl_tensor_mutable_data(out.get(), &data));
    std::vector<double> compiled, fused_times, apart_times;
    for (int round = 0; round < kRounds; ++round) {
      compiled.push_back(CompiledSeconds(threads, Floats(feed), Floats(b_value), Floats(c_value),
                                         static_cast<float*>(data)));
      fused_times.push_back(fused.MedianSeconds(1e-9));
      apart_times.push_back(apart.MedianSeconds(1e-9));
    }
    Line line{"fusion", "six_ops_16M_f32", threads, Median(fused_times) * 1e3, "ms"};
    line.limit = kAllowed * Median(compiled) * 1e3;
    line.peers = {"pytorch", "onnxruntime"};
    report->Add(line);
    report->Add({"fusion", "six_ops_16M_f32_apart", threads, Median(apart_times) * 1e3, "ms", NAN});
  }
}

}  // namespace runnel::tools
