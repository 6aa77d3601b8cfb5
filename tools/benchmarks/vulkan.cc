// vulkan: what a tiny op costs inside a recorded step, and the rate of a product of matrices, on Mesa's
// lavapipe. Figures of a simulated device say what the plugin and the recording cost, not what a GPU
// does.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kOps = 1000;
constexpr int64_t kSide = 1024;
constexpr std::string_view kDevice = "/device:VULKAN:0";

// A runtime with lavapipe, which computes on so many threads beside the caller's; none: on that alone.
// It reads the variable when it is opened.
RuntimeHandle RuntimeWithLavapipe(const char* threads) {
  setenv("LP_NUM_THREADS", threads, 1);
  RuntimeOptionsHandle options;
  Check(rnl_runtime_options_create(Out(&options)));
  Check(rnl_runtime_options_set_threads(options.get(), 2));
  Check(rnl_runtime_options_set_config(options.get(), Str("vulkan.software"), Str("1")));
  RuntimeHandle runtime;
  Check(rnl_runtime_create(options.get(), Out(&runtime)));
  for (size_t i = 0; i < rnl_runtime_num_devices(runtime.get()); ++i) {
    const std::string_view what = View(rnl_runtime_device_description(runtime.get(), i));
    if (View(rnl_runtime_device_type(runtime.get(), i)) == "VULKAN" &&
        what.find("llvmpipe") != std::string_view::npos)
      return runtime;
  }
  return {};
}

// Median seconds of a step from x to y, the first ones left out.
double StepSeconds(rnl_graph_t* graph, rnl_output_t x, rnl_output_t y, TensorHandle value, int steps) {
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  Check(rnl_session_options_set_default_device(options.get(), Str(kDevice)));
  for (const std::string_view pass : {"fold", "simplify", "cse", "fuse"})
    Check(rnl_session_options_disable_pass(options.get(), Str(pass)));
  SessionHandle session;
  Check(rnl_session_create(graph, options.get(), Out(&session)));
  CallableHandle callable;
  Check(rnl_session_prepare(session.get(), &x, 1, &y, 1, nullptr, 0, Out(&callable)));
  std::vector<double> times;
  for (int i = 0; i < 5 + steps; ++i) {
    rnl_tensor_t* feed = value.get();
    rnl_tensor_t* fetched = nullptr;
    const auto start = std::chrono::steady_clock::now();
    Check(rnl_callable_run(callable.get(), nullptr, &feed, 1, &fetched, 1, nullptr));
    rnl_tensor_release(fetched);
    if (i >= 5) times.push_back(SecondsSince(start));
  }
  return Median(std::move(times));
}

double TinyOpSeconds(rnl_runtime_t* runtime) {
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  const rnl_output_t x = AddPlaceholder(graph.get(), "x", {4});
  rnl_output_t y = x;
  for (int i = 0; i < kOps; ++i) y = AddOp(graph.get(), "Neg", {y});
  return StepSeconds(graph.get(), x, y, MakeTensor(runtime, {4}), 200) / kOps;
}

// The products stay on the device, and so does one of their operands; what is fetched is a sum.
double ProductGflops(rnl_runtime_t* runtime) {
  constexpr int kProducts = 4;
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  const rnl_output_t x = AddPlaceholder(graph.get(), "x", {kSide, kSide});
  rnl_output_t y = x;
  for (int i = 0; i < kProducts; ++i) y = AddOp(graph.get(), "MatMul", {x, y});
  const int32_t axes[] = {0, 1};
  const int64_t two = 2;
  TensorHandle both;
  Check(rnl_tensor_from_data(runtime, RNL_INT32, 1, &two, axes, sizeof(axes), Out(&both)));
  rnl_output_t axis;
  Check(rnl_graph_add_constant(graph.get(), rnl_str(""), both.get(), &axis));
  y = AddOp(graph.get(), "Max", {y, axis});
  const double seconds = StepSeconds(graph.get(), x, y, MakeTensor(runtime, {kSide, kSide}), 7);
  return kProducts * 2.0 * static_cast<double>(kSide * kSide * kSide) / seconds * 1e-9;
}

}  // namespace

void BenchVulkan(Report* report) {
  {
    const RuntimeHandle runtime = RuntimeWithLavapipe("0");
    if (!runtime) {
      std::fprintf(stderr, "vulkan: no lavapipe\n");
      return;
    }
    report->Add({.section = "vulkan",
                 .name = "tiny_op_in_a_recorded_step",
                 .threads = 1,
                 .value = TinyOpSeconds(runtime.get()) * 1e6,
                 .unit = "us",
                 .limit = 1.5,
                 .peers = {"ggml"}});
  }
  const RuntimeHandle runtime = RuntimeWithLavapipe("2");
  report->Add({.section = "vulkan",
               .name = "sgemm_1024",
               .threads = 2,
               .value = ProductGflops(runtime.get()),
               .unit = "GFLOP/s",
               .limit = 14,
               .peers = {"ggml"},
               .at_least = true});
}

}  // namespace runnel::tools
