// conv: the 3x3 convolutions of a ResNet and their gradients, through a callable, against the peak of
// f32 multiply-adds, measured in the same run.
#include <algorithm>

#include "tools/benchmarks/onednn.h"
#include "tools/benchmarks/rates.h"
#include "tools/common/error.h"

namespace runnel::tools {
namespace {

constexpr int kRounds = 3;
constexpr int64_t kBatch = 4;

struct Stage {
  int64_t size, channels;
};
constexpr Stage kStages[] = {{56, 64}, {28, 128}, {14, 256}, {7, 512}};
constexpr std::string_view kOps[] = {"Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter"};

rnl_output_t AddConv(rnl_graph_t* graph, std::string_view op,
                     std::initializer_list<rnl_output_t> inputs) {
  constexpr int64_t kOnes[] = {1, 1, 1, 1};
  rnl_node_builder_t* builder = rnl_node_builder_create(graph, Str(op), rnl_str(""));
  rnl_node_builder_add_input_list(builder, inputs.begin(), inputs.size());
  rnl_node_builder_set_attr_int_list(builder, rnl_str("strides"), kOnes, 4);
  rnl_node_builder_set_attr_string(builder, rnl_str("padding"), rnl_str("SAME"));
  rnl_node_t node;
  Check(rnl_node_builder_finish(builder, &node));
  return rnl_output(node, 0);
}

TensorHandle Sizes(rnl_runtime_t* runtime, std::initializer_list<int64_t> dims) {
  constexpr int64_t kFour = 4;
  TensorHandle tensor;
  Check(rnl_tensor_create(runtime, RNL_INT32, 1, &kFour, Out(&tensor)));
  void* data = nullptr;
  Check(rnl_tensor_mutable_data(tensor.get(), &data));
  std::transform(dims.begin(), dims.end(), static_cast<int32_t*>(data),
                 [](int64_t dim) { return static_cast<int32_t>(dim); });
  return tensor;
}

// One op at one stage: image and gradient have the same shape.
Work Convolution(rnl_runtime_t* runtime, int threads, const Stage& s, std::string_view op) {
  GraphHandle graph;
  Check(rnl_graph_create(runtime, Out(&graph)));
  const std::initializer_list<int64_t> image = {kBatch, s.size, s.size, s.channels};
  const std::initializer_list<int64_t> filter = {3, 3, s.channels, s.channels};
  const auto constant = [&](const char* name, const TensorHandle& value) {
    rnl_output_t out;
    Check(rnl_graph_add_constant(graph.get(), rnl_str(name), value.get(), &out));
    return out;
  };
  const rnl_output_t x = AddPlaceholder(graph.get(), "x", image);
  const bool forward = op == kOps[0], of_filter = op == kOps[2];
  // The filter, or for its gradient the image, is a constant; and so is the shape of what comes out.
  const rnl_output_t other = constant("other", MakeTensor(runtime, of_filter ? image : filter));
  rnl_output_t out;
  if (forward) {
    out = AddConv(graph.get(), op, {x, other});
  } else {
    const rnl_output_t sizes = constant("sizes", Sizes(runtime, of_filter ? filter : image));
    out = of_filter ? AddConv(graph.get(), op, {other, sizes, x})
                    : AddConv(graph.get(), op, {sizes, other, x});
  }
  Work work;
  work.name = Cat(op, "_3x3_", s.size, "x", s.size, "x", s.channels);
  work.flops = 2.0 * 9 * static_cast<double>(kBatch * s.size * s.size * s.channels * s.channels);
  work.share = forward ? 0.8 : 0.7;
  work.own =
      std::make_unique<Prepared>(graph.get(), x, out, MakeTensor(runtime, image), Passes::kRegions);
  for (int i = 0; i < 2; ++i) work.own->Run();
  work.onednn = OneDnnConvolution(op, kBatch, s.size, s.channels, threads);
  return work;
}

}  // namespace

void BenchConv(Report* report) {
  const auto make = [](rnl_runtime_t* runtime, int threads) {
    std::vector<Work> all;
    for (const Stage& stage : kStages) {
      for (const std::string_view op : kOps) all.push_back(Convolution(runtime, threads, stage, op));
    }
    return all;
  };
  MeasureRates("conv", kRounds, true, {}, make, report);
}

}  // namespace runnel::tools
