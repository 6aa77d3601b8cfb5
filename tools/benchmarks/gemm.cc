// gemm: MatMul through a callable against the peak of f32 multiply-adds, measured in the same run.
#include <algorithm>
#include <memory>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kRounds = 7;

struct Shape {
  int64_t m, k, n;
};
constexpr Shape kShapes[] = {
    {64, 64, 64}, {256, 256, 256}, {1024, 1024, 1024}, {1, 1024, 1024}, {32, 784, 128}};

struct Product {
  Shape shape;
  GraphHandle graph;
  std::unique_ptr<Prepared> prepared;
  std::vector<double> gflops;

  // The right side is a constant, as weights are.
  Product(rnl_runtime_t* runtime, Shape s) : shape(s) {
    Check(rnl_graph_create(runtime, Out(&graph)));
    const rnl_output_t x = AddPlaceholder(graph.get(), "x", {s.m, s.k});
    const TensorHandle weights = MakeTensor(runtime, {s.k, s.n});
    rnl_output_t w;
    Check(rnl_graph_add_constant(graph.get(), rnl_str("w"), weights.get(), &w));
    prepared = std::make_unique<Prepared>(graph.get(), x, AddOp(graph.get(), "MatMul", {x, w}),
                                          MakeTensor(runtime, {s.m, s.k}), Passes::kRegions);
    for (int i = 0; i < 3; ++i) prepared->Run();
  }
  double flops() const { return 2.0 * static_cast<double>(shape.m * shape.k * shape.n); }
};

}  // namespace

void BenchGemm(Report* report) {
  for (int threads : {1, 2}) {
    const RuntimeHandle runtime = RuntimeWithThreads(threads);
    std::vector<std::unique_ptr<Product>> products;
    for (Shape shape : kShapes) products.push_back(std::make_unique<Product>(runtime.get(), shape));
    std::vector<double> peaks;
    for (int round = 0; round < kRounds; ++round) {
      peaks.push_back(PeakGflops(threads));
      for (const auto& p : products)
        p->gflops.push_back(p->flops() / p->prepared->MedianSeconds(0.05) * 1e-9);
    }
    const double peak = *std::max_element(peaks.begin(), peaks.end());
    for (const auto& p : products) {
      Line line{"gemm", Cat("f32_", p->shape.m, "x", p->shape.k, "x", p->shape.n), threads,
                Median(p->gflops), "GFLOP/s"};
      line.limit = peak;
      line.peers = {"onednn", "openblas", "onnxruntime", "ggml"};
      report->Add(line);
    }
  }
}

}  // namespace runnel::tools
