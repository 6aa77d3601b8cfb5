// gpu: matrix products, training steps and the host's share of them on a GPU, by CUDA and by Vulkan, and
// a step that also uses the CPU. Where there is no GPU it says so and measures nothing: figures of
// simulated devices would mean nothing. What PyTorch takes, and the limits that follow from it,
// tools/bench adds.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>

#include "model.h"
#include "tools/benchmarks/bench.h"
#include "tools/benchmarks/gpu_models.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

using ::runnel::DType;
using ::runnel::Graph;
using ::runnel::Node;
using ::runnel::Output;
using ::runnel::Runtime;
using ::runnel::Session;
using ::runnel::Tensor;
using ::runnel::Variable;
namespace ops = ::runnel::ops;

constexpr double kNoLimit = std::numeric_limits<double>::quiet_NaN();

// How much is measured; a trial shows only that all of it runs.
struct Sizes {
  std::vector<int64_t> products;
  int64_t vulkan_product;
  int chain, warm_up, steps;
  int64_t mlp_batch, lenet_batch;
  int64_t resnet_batch, resnet_side, resnet_width;
  int64_t gpt_batch, gpt_length, gpt_heads, gpt_size;
  int parts;
  int64_t part_side;
};
const Sizes kMeasured = {.products = {1024, 2048, 4096, 8192},
                         .vulkan_product = 4096,
                         .chain = 8,
                         .warm_up = 10,
                         .steps = 100,
                         .mlp_batch = 100,
                         .lenet_batch = 64,
                         .resnet_batch = 64,
                         .resnet_side = 224,
                         .resnet_width = 64,
                         .gpt_batch = 8,
                         .gpt_length = 1024,
                         .gpt_heads = 12,
                         .gpt_size = 768,
                         .parts = 16,
                         .part_side = 2048};
const Sizes kTrial = {.products = {64},
                      .vulkan_product = 64,
                      .chain = 2,
                      .warm_up = 1,
                      .steps = 2,
                      .mlp_batch = 2,
                      .lenet_batch = 2,
                      .resnet_batch = 2,
                      .resnet_side = 32,
                      .resnet_width = 4,
                      .gpt_batch = 1,
                      .gpt_length = 16,
                      .gpt_heads = 2,
                      .gpt_size = 32,
                      .parts = 3,
                      .part_side = 32};

// The first device of a type that is real, as a device string; empty if there is none. In a trial a
// simulated one will do.
std::string FindDevice(const Runtime& runtime, std::string_view type, bool trial) {
  for (const ::runnel::Device& device : runtime.devices()) {
    const bool simulated = device.description.find("fake") != std::string::npos ||
                           device.description.find("llvmpipe") != std::string::npos;
    if (device.type == type && (trial || !simulated)) return device.name;
  }
  return {};
}

Session SessionOn(const Graph& graph, const std::string& device) {
  return Session::Create(graph, {.default_device = device});
}

// A chain of products of [n, n] of numbers that stay of one size. Operands stay on the device; one
// element is fetched.
double ProductGflops(const Runtime& runtime, const std::string& device, const Sizes& sizes, int64_t n,
                     DType dtype) {
  const Graph graph = Graph::Create(runtime);
  Output first = ops::RandomStandardNormal(IntVector(graph, {n, n}), DType::kFloat) *
                 std::sqrt(1 / static_cast<double>(n));
  if (dtype != DType::kFloat) first = ops::Cast(first, dtype);
  const Variable a = graph.Variable(first, "a", false);
  Output y = a.Read();
  for (int i = 0; i < sizes.chain; ++i) y = ops::MatMul(a, y);
  y = ops::Slice(y, IntVector(graph, {0, 0}), IntVector(graph, {1, 1}));
  const Session session = SessionOn(graph, device);
  session.Do(graph.Initializer());
  const ::runnel::Callable products = session.Prepare({}, std::span<const Output>(&y, 1), {});
  std::vector<double> seconds;
  for (int i = 0; i < sizes.warm_up + std::min(sizes.steps, 20); ++i) {
    const auto start = std::chrono::steady_clock::now();
    products(std::span<const Tensor>());
    if (i >= sizes.warm_up) seconds.push_back(SecondsSince(start));
  }
  return sizes.chain * 2.0 * std::pow(static_cast<double>(n), 3) / Median(seconds) * 1e-9;
}

// What to run again and again.
struct Step {
  Node initializer;
  std::vector<Output> inputs = {};
  std::vector<Tensor> values = {};
  std::vector<Output> fetches = {};
  std::vector<Node> targets = {};
};

// Microseconds: of the step by the clock, and of all processors of this process.
struct StepTime {
  double wall_us, cpu_us;
};

double ProcessCpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

StepTime Measure(const Graph& graph, const std::string& device, const Sizes& sizes, const Step& step) {
  const Session session = SessionOn(graph, device);
  session.Do(step.initializer);
  const ::runnel::Callable callable = session.Prepare(step.inputs, step.fetches, step.targets);
  std::vector<double> wall, cpu;
  for (int i = 0; i < sizes.warm_up + sizes.steps; ++i) {
    const double cpu_start = ProcessCpuSeconds();
    const auto start = std::chrono::steady_clock::now();
    const std::vector<Tensor> fetched = callable(step.values);
    // What has run away may be quicker to compute with.
    if (!fetched.empty() && !std::isfinite(fetched[0].item<float>())) Fail("a loss is not finite");
    if (i < sizes.warm_up) continue;
    wall.push_back(SecondsSince(start) * 1e6);
    cpu.push_back((ProcessCpuSeconds() - cpu_start) * 1e6);
  }
  return {Median(std::move(wall)), Median(std::move(cpu))};
}

// A model of the C examples, fed from the host.
StepTime ExampleStep(const Runtime& runtime, const std::string& device, const Sizes& sizes,
                     model_kind_t kind, int64_t Sizes::*batch_of) {
  const int64_t batch = sizes.*batch_of;
  const Graph graph = Graph::Create(runtime);
  model_t model;
  Check(model_build(graph.get(), kind, OPTIMIZER_ADAM, 0.001, 1, &model));
  std::vector<float> pixels(static_cast<size_t>(batch * 784));
  for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<float>(i % 17) / 17;
  std::vector<int64_t> classes(static_cast<size_t>(batch));
  for (size_t i = 0; i < classes.size(); ++i) classes[i] = static_cast<int64_t>(i % 10);
  auto* const state = graph.state();
  return Measure(graph, device, sizes,
                 {.initializer = Node(state, model.initialize),
                  .inputs = {{state, model.image}, {state, model.label}},
                  .values = {Tensor::From<float>(runtime, pixels, {batch, 784}),
                             Tensor::From<int64_t>(runtime, classes, {batch})},
                  .fetches = {{state, model.loss}},
                  .targets = {Node(state, model.train)}});
}

StepTime ModelStep(const Graph& graph, const std::string& device, const Sizes& sizes,
                   const GpuModel& model) {
  return Measure(graph, device, sizes,
                 {.initializer = graph.Initializer(), .fetches = {model.loss}, .targets = {model.step}});
}
StepTime ResNetStep(const Runtime& runtime, const std::string& device, const Sizes& sizes) {
  const Graph graph = Graph::Create(runtime);
  const GpuModel model = ResNet50(graph, sizes.resnet_batch, sizes.resnet_side, sizes.resnet_width);
  return ModelStep(graph, device, sizes, model);
}
StepTime GptStep(const Runtime& runtime, const std::string& device, const Sizes& sizes) {
  const Graph graph = Graph::Create(runtime);
  const GpuModel model =
      GptBlock(graph, sizes.gpt_batch, sizes.gpt_length, sizes.gpt_heads, sizes.gpt_size);
  return ModelStep(graph, device, sizes, model);
}

// Parts that a GPU computes and the CPU looks at: seconds of computing them, of copying as many, and of
// a step that does both.
struct TwoDevices {
  double compute, copy, both;
};
TwoDevices MeasureTwoDevices(const Runtime& runtime, const std::string& device, const Sizes& sizes) {
  const auto seconds = [&](bool computes, bool copies) {
    const Graph graph = Graph::Create(runtime);
    const int64_t n = sizes.part_side;
    const auto variable = [&](const std::string& name) {
      const Output normal = ops::RandomStandardNormal(IntVector(graph, {n, n}), DType::kFloat);
      return graph.Variable(normal * std::sqrt(1 / static_cast<double>(n)), name, false);
    };
    const Variable a = variable("a");
    Output part = a.Read();
    std::vector<Node> targets;
    for (int i = 0; i < sizes.parts; ++i) {
      part = computes ? ops::MatMul(a, part) : variable("part" + std::to_string(i)).Read();
      if (copies) {
        const ::runnel::DeviceScope there(graph, "/device:CPU:0");
        targets.push_back(ops::Slice(part, IntVector(graph, {0, 0}), IntVector(graph, {1, 1})));
      } else {
        targets.push_back(part);
      }
    }
    const StepTime time =
        Measure(graph, device, sizes, {.initializer = graph.Initializer(), .targets = targets});
    return time.wall_us * 1e-6;
  };
  return {seconds(true, false), seconds(false, true), seconds(true, true)};
}

class Gpu {
 public:
  Gpu(Report* report, const Sizes& sizes, Runtime runtime, std::string cuda)
      : report_(*report), sizes_(sizes), runtime_(std::move(runtime)), cuda_(std::move(cuda)) {}

  void Add(std::string name, double value, std::string_view unit, double limit = kNoLimit,
           double share = 0) {
    report_.Add({.section = "gpu",
                 .name = std::move(name),
                 .threads = 1,
                 .value = value,
                 .unit = unit,
                 .limit = limit,
                 .share = share});
  }
  // measure(runtime, device, sizes) gives a StepTime. The host's part is measured where waits do not
  // spin.
  template <typename F>
  void AddStep(const std::string& name, const F& measure) {
    if (!report_.Wants(name)) return;
    Add(name, measure(runtime_, cuda_, sizes_).wall_us, "us");
    const Runtime sleepy = Runtime::Create({.config = {{"cuda.spin_us", "0"}}});
    Add(name + "_host", measure(sleepy, cuda_, sizes_).cpu_us, "us", kHostMicros);
  }
  void AddProducts(const Runtime& runtime, const std::string& type, DType dtype) {
    for (const int64_t n : sizes_.products) {
      const std::string name = Cat("matmul_", type, "_", n);
      if (report_.Wants(name)) Add(name, ProductGflops(runtime, cuda_, sizes_, n, dtype), "GFLOP/s");
    }
  }
  void AddAllProducts() {
    AddProducts(runtime_, "f32", DType::kFloat);
    AddProducts(Runtime::Create({.config = {{"cuda.tf32", "1"}}}), "tf32", DType::kFloat);
    AddProducts(runtime_, "bf16", DType::kBfloat16);
  }
  void AddSteps() {
    const Sizes& s = sizes_;
    AddStep(Cat("mlp_b", s.mlp_batch, "_adam_step"),
            [](const auto&... where) { return ExampleStep(where..., MODEL_MLP, &Sizes::mlp_batch); });
    AddStep(Cat("lenet_b", s.lenet_batch, "_adam_step"), [](const auto&... where) {
      return ExampleStep(where..., MODEL_LENET, &Sizes::lenet_batch);
    });
    AddStep(Cat("resnet50_b", s.resnet_batch, "_s", s.resnet_side, "_w", s.resnet_width, "_bf16_step"),
            ResNetStep);
    AddStep(Cat("gpt2_block_b", s.gpt_batch, "_t", s.gpt_length, "_h", s.gpt_heads, "_d", s.gpt_size,
                "_bf16_step"),
            GptStep);
  }
  void AddTwoDevices() {
    const std::string name = "two_devices_over_the_longer_part";
    if (!report_.Wants(name)) return;
    const TwoDevices time = MeasureTwoDevices(runtime_, cuda_, sizes_);
    Add(name, time.both / std::max(time.compute, time.copy), "ratio", 1.15);
  }
  // Vulkan's share of what CUDA does on the same GPU; of halves, by cooperative matrices.
  void AddVulkan(const std::string& vulkan) {
    const int64_t n = sizes_.vulkan_product;
    const struct {
      const char* type;
      DType dtype;
      double share;
    } kinds[] = {{"f32", DType::kFloat, 0.5}, {"f16", DType::kHalf, 0.6}};
    for (const auto& kind : kinds) {
      const std::string name = Cat("vulkan_matmul_", kind.type, "_", n);
      if (!report_.Wants(name)) continue;
      const double theirs = ProductGflops(runtime_, cuda_, sizes_, n, kind.dtype);
      Add(name, ProductGflops(runtime_, vulkan, sizes_, n, kind.dtype), "GFLOP/s", theirs, kind.share);
    }
  }

 private:
  static constexpr double kHostMicros = 20;  // of a step that is replayed

  Report& report_;
  const Sizes& sizes_;
  const Runtime runtime_;
  const std::string cuda_;  // the device
};

}  // namespace

void BenchGpu(Report* report) {
  const Sizes& sizes = report->trial() ? kTrial : kMeasured;
  const Runtime runtime = Runtime::Create();
  const std::string cuda = FindDevice(runtime, "CUDA", report->trial());
  if (cuda.empty()) {
    std::fprintf(stderr, "gpu: no device\n");
    return;
  }
  Gpu gpu(report, sizes, runtime, cuda);
  gpu.AddAllProducts();
  gpu.AddSteps();
  gpu.AddTwoDevices();
  const std::string vulkan = FindDevice(runtime, "VULKAN", report->trial());
  if (vulkan.empty()) {
    std::fprintf(stderr, "gpu: no Vulkan device\n");
    return;
  }
  gpu.AddVulkan(vulkan);
}

}  // namespace runnel::tools
