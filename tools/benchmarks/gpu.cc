// gpu: matrix products, training steps and the host's share of them on a GPU. Where there is none it
// says so and measures nothing: figures of simulated devices would mean nothing.
#include <cstdio>
#include <ctime>
#include <limits>

#include "model.h"
#include "tools/benchmarks/bench.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kWarmUp = 20, kSteps = 200, kChain = 8, kRounds = 10;

// The first GPU that is real, as a device string; empty if there is none.
std::string FindGpu(const rnl_runtime_t* runtime) {
  for (size_t i = 0; i < rnl_runtime_num_devices(runtime); ++i) {
    const std::string_view type = View(rnl_runtime_device_type(runtime, i));
    const std::string_view what = View(rnl_runtime_device_description(runtime, i));
    if (type == "CUDA" && what.find("fake") == std::string_view::npos) return "/device:CUDA:0";
  }
  return {};
}

double ThreadCpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

SessionHandle SessionOn(const rnl_graph_t* graph, const std::string& device) {
  SessionOptionsHandle options;
  Check(rnl_session_options_create(Out(&options)));
  Check(rnl_session_options_set_default_device(options.get(), Str(device)));
  SessionHandle session;
  Check(rnl_session_create(const_cast<rnl_graph_t*>(graph), options.get(), Out(&session)));
  return session;
}

rnl_output_t AddInts(rnl_graph_t* graph, const std::vector<int32_t>& values) {
  TensorHandle tensor;
  const auto count = static_cast<int64_t>(values.size());
  Check(rnl_tensor_from_data(rnl_graph_runtime(graph), RNL_INT32, 1, &count, values.data(),
                             values.size() * sizeof(int32_t), Out(&tensor)));
  rnl_output_t out;
  Check(rnl_graph_add_constant(graph, rnl_str(""), tensor.get(), &out));
  return out;
}

// `op` with attr `attr` of type `dtype`.
rnl_output_t AddTyped(rnl_graph_t* graph, const char* op, const std::vector<rnl_output_t>& inputs,
                      const char* attr, rnl_dtype_t dtype) {
  rnl_node_builder_t* builder = rnl_node_builder_create(graph, rnl_str(op), rnl_str(""));
  for (const rnl_output_t input : inputs) rnl_node_builder_add_input(builder, input);
  rnl_node_builder_set_attr_type(builder, rnl_str(attr), dtype);
  rnl_output_t out{};
  Check(rnl_node_builder_finish(builder, &out.node));
  return out;
}

// A chain of products of [n, n], whose operands stay on the device; one element is fetched.
double ProductGflops(rnl_runtime_t* runtime, const std::string& device, int32_t n, rnl_dtype_t dtype) {
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  const int64_t dims[] = {n, n};
  rnl_output_t handle;
  Check(rnl_graph_add_variable(graph.get(), rnl_str("a"), dtype, 2, dims, &handle));
  rnl_output_t first =
      AddTyped(graph.get(), "RandomStandardNormal", {AddInts(graph.get(), {n, n})}, "dtype", RNL_FLOAT);
  if (dtype != RNL_FLOAT) first = AddTyped(graph.get(), "Cast", {first}, "DstT", dtype);
  rnl_node_builder_t* builder =
      rnl_node_builder_create(graph.get(), rnl_str("AssignVariableOp"), rnl_str(""));
  rnl_node_builder_add_input(builder, handle);
  rnl_node_builder_add_input(builder, first);
  rnl_node_t assign{};
  Check(rnl_node_builder_finish(builder, &assign));
  const rnl_output_t a = AddTyped(graph.get(), "ReadVariableOp", {handle}, "dtype", dtype);
  rnl_output_t y = a;
  for (int i = 0; i < kChain; ++i) y = AddOp(graph.get(), "MatMul", {a, y});
  y = AddOp(graph.get(), "Slice", {y, AddInts(graph.get(), {0, 0}), AddInts(graph.get(), {1, 1})});
  const SessionHandle session = SessionOn(graph.get(), device);
  Check(rnl_session_run_outputs(session.get(), nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                &assign, 1, nullptr));
  CallableHandle callable;
  Check(rnl_session_prepare(session.get(), nullptr, 0, &y, 1, nullptr, 0, Out(&callable)));
  std::vector<double> seconds;
  for (int i = 0; i < 3 + kRounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    rnl_tensor_t* fetched = nullptr;
    Check(rnl_callable_run(callable.get(), nullptr, nullptr, 0, &fetched, 1, nullptr));
    rnl_tensor_release(fetched);
    if (i >= 3) seconds.push_back(SecondsSince(start));
  }
  return kChain * 2.0 * n * n * n / Median(seconds) * 1e-9;
}

// Microseconds of a training step: by the clock, and of this thread's processor.
struct StepTime {
  double wall_us, host_us;
};
StepTime TrainingStep(rnl_runtime_t* runtime, const std::string& device, model_kind_t kind,
                      int64_t batch) {
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  model_t model;
  Check(model_build(graph.get(), kind, OPTIMIZER_ADAM, 0.001, 1, &model));
  const SessionHandle session = SessionOn(graph.get(), device);
  Check(rnl_session_run_outputs(session.get(), nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0,
                                &model.initialize, 1, nullptr));
  CallableHandle callable;
  const rnl_output_t feeds[] = {model.image, model.label};
  Check(rnl_session_prepare(session.get(), feeds, 2, &model.loss, 1, &model.train, 1, Out(&callable)));
  const TensorHandle image = MakeTensor(runtime, {batch, 784});
  std::vector<int64_t> classes(static_cast<size_t>(batch));
  for (size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<int64_t>(i % 10);
  TensorHandle label;
  Check(rnl_tensor_from_data(runtime, RNL_INT64, 1, &batch, classes.data(),
                             classes.size() * sizeof(int64_t), Out(&label)));
  std::vector<double> wall, host;
  for (int i = 0; i < kWarmUp + kSteps; ++i) {
    rnl_tensor_t* values[] = {image.get(), label.get()};
    rnl_tensor_t* loss = nullptr;
    const double cpu = ThreadCpuSeconds();
    const auto start = std::chrono::steady_clock::now();
    Check(rnl_callable_run(callable.get(), nullptr, values, 2, &loss, 1, nullptr));
    rnl_tensor_release(loss);
    if (i < kWarmUp) continue;
    wall.push_back(SecondsSince(start) * 1e6);
    host.push_back((ThreadCpuSeconds() - cpu) * 1e6);
  }
  return {Median(wall), Median(host)};
}

}  // namespace

void BenchGpu(Report* report) {
  const auto line = [&](std::string name, double value, std::string_view unit) {
    Line result{"gpu", std::move(name), 1, value, unit};
    result.limit = std::numeric_limits<double>::quiet_NaN();
    result.peers = {"pytorch"};
    report->Add(result);
  };
  const struct {
    const char* name;
    bool tf32;
    rnl_dtype_t dtype;
  } kinds[] = {{"f32", false, RNL_FLOAT}, {"tf32", true, RNL_FLOAT}, {"bf16", false, RNL_BFLOAT16}};
  for (const auto& kind : kinds) {
    RuntimeOptionsHandle options;
    Check(rnl_runtime_options_create(Out(&options)));
    Check(rnl_runtime_options_set_config(options.get(), rnl_str("cuda.tf32"),
                                         rnl_str(kind.tf32 ? "1" : "0")));
    RuntimeHandle runtime;
    Check(rnl_runtime_create(options.get(), Out(&runtime)));
    const std::string device = FindGpu(runtime.get());
    if (device.empty()) {
      std::fprintf(stderr, "gpu: no device\n");
      return;
    }
    for (const int32_t n : {1024, 2048, 4096, 8192}) {
      line(Cat("matmul_", kind.name, "_", n), ProductGflops(runtime.get(), device, n, kind.dtype),
           "GFLOP/s");
    }
    if (kind.tf32 || kind.dtype != RNL_FLOAT) continue;
    const StepTime mlp = TrainingStep(runtime.get(), device, MODEL_MLP, 100);
    line("mlp_784_128_10_adam_step", mlp.wall_us, "us");
    line("mlp_784_128_10_adam_step_host", mlp.host_us, "us");
    const StepTime lenet = TrainingStep(runtime.get(), device, MODEL_LENET, 64);
    line("lenet_adam_step", lenet.wall_us, "us");
    line("lenet_adam_step_host", lenet.host_us, "us");
  }
}

}  // namespace runnel::tools
