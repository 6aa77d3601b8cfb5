// Devices: what a step takes that spans two, against the longer of what it computes and what it copies.
//
// The virtual device keeps to a pace that is given to it, so that the figure is about waiting and not
// about this machine: each kernel keeps its queue busy for a time, each copy another.
#include <algorithm>
#include <array>

#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kParts = 48;
constexpr int64_t kFloats = 16384;  // of a part
constexpr int kKernelUs = 8000;
constexpr int kCopyUs = 8000;  // of a part, once

rnl_output_t Neg(rnl_graph_t* graph, rnl_output_t input, std::string_view device) {
  rnl_node_builder_t* builder = rnl_node_builder_create(graph, Str("Neg"), Str(""));
  rnl_node_builder_add_input(builder, input);
  rnl_node_builder_set_device(builder, Str(device));
  rnl_node_t node;
  Check(rnl_node_builder_finish(builder, &node));
  return {node, 0};
}

// Seconds of a step that computes every part on one device and, if `both`, again on another.
double StepSeconds(bool both) {
  RuntimeOptionsHandle options;
  Check(rnl_runtime_options_create(Out(&options)));
  Check(rnl_runtime_options_set_threads(options.get(), 2));
  Check(rnl_runtime_options_add_plugin(options.get(), Str("virtual")));
  const auto set = [&](std::string_view key, int64_t value) {
    Check(rnl_runtime_options_set_config(options.get(), Str(key), Str(std::to_string(value))));
  };
  set("virtual.devices", 2);
  set("virtual.kernel_us", kKernelUs);
  set("virtual.copy_us_per_mib", int64_t{kCopyUs} * (1 << 20) / (kFloats * 4));
  RuntimeHandle runtime;
  Check(rnl_runtime_create(options.get(), Out(&runtime)));
  GraphHandle graph;
  Check(rnl_graph_create(runtime.get(), Out(&graph)));
  const rnl_output_t x = AddPlaceholder(graph.get(), "x", {kFloats});
  std::vector<rnl_node_t> targets;
  rnl_output_t part = x;
  for (int i = 0; i < kParts; ++i) {
    part = Neg(graph.get(), part, "/device:VIRTUAL:0");
    targets.push_back(both ? Neg(graph.get(), part, "/device:VIRTUAL:1").node : part.node);
  }
  SessionOptionsHandle session_options;
  Check(rnl_session_options_create(Out(&session_options)));
  // A kernel for each part: one for several would end later, and all of them be copied after it.
  for (const char* pass : {"simplify", "fuse"}) {
    Check(rnl_session_options_disable_pass(session_options.get(), Str(pass)));
  }
  SessionHandle session;
  Check(rnl_session_create(graph.get(), session_options.get(), Out(&session)));
  CallableHandle callable;
  Check(rnl_session_prepare(session.get(), &x, 1, nullptr, 0, targets.data(), targets.size(),
                            Out(&callable)));
  const TensorHandle value = MakeTensor(runtime.get(), {kFloats});
  std::vector<double> times;
  for (int run = 0; run < 5; ++run) {
    rnl_tensor_t* feed = value.get();
    const auto start = std::chrono::steady_clock::now();
    Check(rnl_callable_run(callable.get(), nullptr, &feed, 1, nullptr, 0, nullptr));
    times.push_back(SecondsSince(start));
  }
  return Median(std::move(times));
}

}  // namespace

void BenchDevices(Report* report) {
  // What is copied takes as long on each of its ways, out and in, which run beside each other.
  const double compute = StepSeconds(false), copy = kParts * kCopyUs * 1e-6;
  report->Add({.section = "devices",
               .name = "two_devices_over_the_longer_part",
               .threads = 2,
               .value = StepSeconds(true) / std::max(compute, copy),
               .unit = "ratio",
               .limit = 1.15});
}

}  // namespace runnel::tools
