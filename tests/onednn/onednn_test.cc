// Graphs whose kernels are partly oneDNN's: what it takes and what it leaves, and training that agrees
// with the CPU plugin's own kernels on any number of threads.
#include <cmath>
#include <cstring>
#include <thread>

#include "core/passes/gradients.h"
#include "core/passes/plan_graph.h"
#include "core/runtime/kernels/kernel_select.h"
#include "tests/runtime/runtime_test.h"

extern "C" int omp_get_max_threads(void);
extern "C" void omp_set_num_threads(int count);

namespace runnel {
namespace {

constexpr const char* kCpu = "runnel.cpu";
constexpr const char* kOneDnn = "runnel.onednn";

class OneDnnTest : public RuntimeTest {
 protected:
  void SetUp() override { Restart(With(2)); }
  static RuntimeOptions With(int threads) {
    RuntimeOptions options;
    options.plugins = {"onednn"};
    options.num_threads = threads;
    return options;
  }
  static Tensor Numbers(const Shape& shape, int64_t seed, float scale = 1) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(scale * static_cast<float>((i * 37 + seed * 11) % 23 - 11) / 8);
    return Floats(values, shape);
  }

  // The plugin whose kernel computes `op` on constants of these shapes, or what went wrong.
  std::string Chosen(const std::string& op, const std::vector<Shape>& inputs, const Shape& output,
                     const AttrList& attrs) {
    PlanGraph plan(&runtime_->ops());
    std::vector<PlanEdge> edges;
    for (const Shape& shape : inputs) {
      const auto made = plan.AddConst("in" + std::to_string(edges.size()), Numbers(shape, 1));
      if (!made.ok()) return made.status().ToString();
      edges.push_back({*made, 0});
    }
    const auto added = plan.Add("node", op, edges, attrs);
    if (!added.ok()) return added.status().ToString();
    PlanNode& node = plan.at(*added);
    node.placed = runtime_->devices()[0];
    node.shapes = {output};
    const auto entry = SelectKernel(runtime_->plugins(), plan, node, node.placed);
    return entry.ok() && entry->row != nullptr ? entry->plugin->id : entry.status().ToString();
  }

  // Trains two convolutions and a dense layer for some steps from the same weights; every loss, and the
  // weights in the end.
  std::vector<Tensor> Train(const RuntimeOptions& options) {
    constexpr int64_t kBatch = 5, kSize = 12;
    Restart(options);
    const OutputRef x = Placeholder("x", DType::kFloat, {kBatch, kSize, kSize, 16});
    const Shape shapes[] = {{3, 3, 16, 32}, {3, 3, 32, 16}, {16}, {6 * 6 * 16, 64}, {64}};
    std::vector<OutputRef> variables, reads;
    std::vector<Node*> initial, train;
    for (const Shape& shape : shapes) {
      const int64_t i = static_cast<int64_t>(variables.size());
      variables.push_back(Variable("w" + std::to_string(i), DType::kFloat, shape));
      initial.push_back(Assign(variables.back(), b().Constant(Numbers(shape, i, 0.05F))));
      reads.push_back(Read(variables.back()));
    }
    const auto conv = [&](OutputRef in, OutputRef filter, int64_t stride) {
      return b().Op("Conv2D", {in, filter},
                    {{"strides", AttrValue(std::vector<int64_t>{1, stride, stride, 1})},
                     {"padding", AttrValue("SAME")}});
    };
    OutputRef y = b().Op("Relu", {conv(x, reads[0], 1)});
    y = b().Op("Relu6", {b().Op("BiasAdd", {conv(y, reads[1], 2), reads[2]})});
    y = b().Op("Reshape", {b().Op("Tile", {y, b().Int32Vector({8, 1, 1, 1})}),
                           b().Int32Vector({8 * kBatch, 6 * 6 * 16})});
    y = b().Op("Relu", {b().Op("BiasAdd", {b().Op("MatMul", {y, reads[3]}), reads[4]})});
    const OutputRef loss = b().Op("Mean", {b().Op("Square", {y}), b().Int32Vector({0, 1})});
    const OutputRef ys[] = {loss};
    const auto slopes = AddGradients(graph_.get(), ys, reads);
    if (!slopes.ok()) {
      ADD_FAILURE() << slopes.status().ToString();
      return {};
    }
    for (size_t i = 0; i < variables.size(); ++i) {
      const OutputRef rate = b().Scalar(DType::kFloat, 0.05);
      train.push_back(b().AddNode(
          {{}, "ResourceApplyGradientDescent", {variables[i], rate, (*slopes)[i]}, {}, {}, {}}));
    }
    Run({}, {}, initial);
    std::vector<Tensor> found;
    for (int64_t step = 0; step < 6; ++step) {
      for (Tensor& value : Run({loss}, {{x, Numbers({kBatch, kSize, kSize, 16}, step)}}, train))
        found.push_back(std::move(value));
    }
    for (Tensor& value : Run(reads)) found.push_back(std::move(value));
    return found;
  }
};

const AttrList kConv = {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                        {"padding", AttrValue("SAME")}};

TEST_F(OneDnnTest, WideConvolutionsAreItsOwnAndNarrowOnesTheCpus) {
  EXPECT_EQ(Chosen("Conv2D", {{2, 9, 9, 16}, {3, 3, 16, 32}}, {2, 9, 9, 32}, kConv), kOneDnn);
  EXPECT_EQ(Chosen("Conv2D", {{2, 9, 9, 1}, {5, 5, 1, 6}}, {2, 9, 9, 6}, kConv), kCpu);
  EXPECT_EQ(Chosen("Conv2D", {{0, 9, 9, 16}, {3, 3, 16, 32}}, {0, 9, 9, 32}, kConv), kCpu);
  AttrList first = kConv;
  first.emplace_back("data_format", AttrValue("NCHW"));
  EXPECT_EQ(Chosen("Conv2D", {{2, 16, 9, 9}, {3, 3, 16, 32}}, {2, 32, 9, 9}, first), kCpu);
  EXPECT_EQ(Chosen("MatMul", {{64, 128}, {128, 64}}, {64, 64}, {}), kCpu);
}

TEST_F(OneDnnTest, TrainingAgreesWithTheCpusKernelsOnAnyNumberOfThreads) {
  const std::vector<Tensor> one = Train(With(1)), three = Train(With(3)), own = Train({});
  ASSERT_EQ(one.size(), 11u);
  ASSERT_EQ(three.size(), one.size());
  ASSERT_EQ(own.size(), one.size());
  EXPECT_LT(ToFloats(one[5])[0], 0.9F * ToFloats(one[0])[0]) << "nothing was learnt";
  for (size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(std::memcmp(one[i].data(), three[i].data(), one[i].size_bytes()), 0) << i;
    const std::vector<float> got = ToFloats(one[i]), wanted = ToFloats(own[i]);
    for (size_t k = 0; k < got.size(); ++k)
      ASSERT_NEAR(got[k], wanted[k], 2e-5F * (1 + std::fabs(wanted[k]))) << i << " " << k;
  }
}

TEST_F(OneDnnTest, ACallersOpenMpKeepsItsThreads) {
  omp_set_num_threads(5);
  const OutputRef x = Placeholder("x", DType::kFloat, {4, 10, 10, 16});
  const OutputRef y = b().Op("Conv2D", {x, b().Constant(Numbers({3, 3, 16, 16}, 2))}, kConv);
  Run({y}, {{x, Numbers({4, 10, 10, 16}, 1)}});
  EXPECT_EQ(omp_get_max_threads(), 5);
}

TEST_F(OneDnnTest, StepsBesideEachOtherDoNotMixTheirArguments) {
  const OutputRef x = Placeholder("x", DType::kFloat, {4, 10, 10, 16});
  const OutputRef y = b().Op("Conv2D", {x, b().Constant(Numbers({3, 3, 16, 16}, 2))}, kConv);
  std::vector<Tensor> inputs, wanted;
  for (int64_t i = 0; i < 4; ++i) {
    inputs.push_back(Numbers({4, 10, 10, 16}, i));
    for (Tensor& value : Run({y}, {{x, inputs.back()}})) wanted.push_back(std::move(value));
  }
  ASSERT_EQ(wanted.size(), inputs.size());
  std::vector<int> wrong(inputs.size(), 0);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < inputs.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 30; ++round) {
        const auto out = Run({y}, {{x, inputs[t]}});
        if (out.size() != 1 || std::memcmp(out[0].data(), wanted[t].data(), out[0].size_bytes()) != 0)
          ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(inputs.size(), 0));
}

}  // namespace
}  // namespace runnel
