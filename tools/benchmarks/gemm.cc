// gemm: MatMul through a callable against the peak of f32 multiply-adds, measured in the same run.
#include "tools/benchmarks/onednn.h"
#include "tools/benchmarks/rates.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kRounds = 7;

struct Shape {
  int64_t m, k, n;
  double share;  // of the peak that it should reach; 0: none is asked
};
constexpr Shape kShapes[] = {{64, 64, 64, 0},
                             {256, 256, 256, 0.85},
                             {1024, 1024, 1024, 0.85},
                             {1, 1024, 1024, 0},
                             {32, 784, 128, 0}};

// The right side is a constant, as weights are.
Work Product(rnl_runtime_t* runtime, int threads, const Shape& s) {
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  const rnl_output_t x = AddPlaceholder(graph.get(), "x", {s.m, s.k});
  const TensorHandle weights = MakeTensor(runtime, {s.k, s.n});
  rnl_output_t w;
  Check(rnl_graph_add_constant(graph.get(), rnl_str("w"), weights.get(), &w));
  Work work;
  work.name = Cat("f32_", s.m, "x", s.k, "x", s.n);
  work.flops = 2.0 * static_cast<double>(s.m * s.k * s.n);
  work.share = s.share;
  work.own = std::make_unique<Prepared>(graph.get(), x, AddOp(graph.get(), "MatMul", {x, w}),
                                        MakeTensor(runtime, {s.m, s.k}), Passes::kRegions);
  for (int i = 0; i < 3; ++i) work.own->Run();
  work.onednn = OneDnnProduct(s.m, s.k, s.n, threads);
  return work;
}

}  // namespace

void BenchGemm(Report* report) {
  const auto make = [](rnl_runtime_t* runtime, int threads) {
    std::vector<Work> all;
    for (const Shape& shape : kShapes) all.push_back(Product(runtime, threads, shape));
    return all;
  };
  MeasureRates("gemm", kRounds, false, {"ggml"}, make, report);  // the plugin has no products
}

}  // namespace runnel::tools
