// bindings: what one prepared call over a tiny graph costs in C, and in C++ against it. The other
// languages are timed by tools/benchmarks/languages.py with the figure for C from here.
#include <runnel/runnel.hpp>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kRounds = 1001, kCalls = 100;  // short ones, so that a neighbour's share spoils few
constexpr double kCppOverC = 1.05;

double CallC(rnl_callable_t* callable, rnl_tensor_t* feed) {
  rnl_tensor_t* fetch = nullptr;
  Check(rnl_callable_run(callable, nullptr, &feed, 1, &fetch, 1, nullptr));
  const double value = *static_cast<const float*>(rnl_tensor_data(fetch));
  rnl_tensor_release(fetch);
  return value;
}

double CallCpp(const Callable& callable, std::span<const Tensor> feeds, std::span<Tensor> fetches) {
  callable.Run(feeds, fetches);
  return fetches[0].item<float>();
}

// Mean nanoseconds of a call.
template <typename F>
double Ns(F&& call) {
  double sum = 0;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < kCalls; ++i) sum += call();
  const double ns = SecondsSince(start) * 1e9 / kCalls;
  if (sum != 3.0 * kCalls) Fail("bindings: 2 + 1 is not 3");
  return ns;
}

}  // namespace

void BenchBindings(Report* report) {
  const Runtime runtime = Runtime::Create({.threads = 1});
  const Graph graph = Graph::Create(runtime);
  const Output x = graph.Placeholder(DType::kFloat, Shape{});
  const Session session = Session::Create(graph);
  const Callable callable = session.Prepare({x}, {x + 1});
  const std::vector<Tensor> feeds{Tensor::Scalar(runtime, 2.0F)};
  std::vector<Tensor> fetches(1);
  std::vector<double> c, ratio;
  for (int round = 0; round < kRounds; ++round) {
    const double plain = Ns([&] { return CallC(callable.get(), feeds[0].get()); });
    const double cpp = Ns([&] { return CallCpp(callable, feeds, fetches); });
    c.push_back(plain);
    ratio.push_back(cpp / plain);
  }
  report->Add({"bindings", "call_c", 1, Median(c), "ns", NAN});
  report->Add({"bindings", "call_cpp_over_c", 1, Median(ratio), "times", kCppOverC});
}

}  // namespace runnel::tools
