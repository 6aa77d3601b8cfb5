// Models that train on the CUDA plugin, alone and beside the CPU, to what the CPU computes.
#include <cmath>

#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

class CudaTraining : public CudaTest {
 protected:
  static constexpr int64_t kBatch = 16, kSize = 12, kQuarters = 4;

  OutputRef Weights(const std::string& name, const Shape& shape, float scale,
                    const std::string& device) {
    const OutputRef variable = Variable(name, DType::kFloat, shape, device);
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i) values.push_back(draws_.Next(-scale, scale));
    initial_.push_back(Assign(variable, b().Constant(Floats(values, shape))));
    variables_.push_back(variable);
    reads_.push_back(Read(variable));
    return reads_.back();
  }
  static AttrValue Axes(bool nchw, int64_t size) {
    return AttrValue(nchw ? std::vector<int64_t>{1, 1, size, size}
                          : std::vector<int64_t>{1, size, size, 1});
  }
  OutputRef Layer(bool nchw, const char* pool, OutputRef x, OutputRef filter, OutputRef bias) {
    const AttrValue format(nchw ? "NCHW" : "NHWC"), same("SAME");
    x = b().Op("Conv2D", {x, filter},
               {{"strides", Axes(nchw, 1)}, {"padding", same}, {"data_format", format}});
    x = b().Op("Relu", {b().Op("BiasAdd", {x, bias}, {{"data_format", format}})});
    return b().Op(pool, {x},
                  {{"ksize", Axes(nchw, 2)},
                   {"strides", Axes(nchw, 2)},
                   {"padding", AttrValue("VALID")},
                   {"data_format", format}});
  }

  // The losses of `steps` steps of a small LeNet that tells which quarter of an image is bright. The
  // convolutions lie on one device, the dense layer on another.
  std::vector<float> Train(bool nchw, const std::string& convolutions, const std::string& dense_device,
                           int steps) {
    End();
    Begin();
    draws_ = {};
    initial_.clear();
    variables_.clear();
    reads_.clear();
    const Shape shape = nchw ? Shape{kBatch, 1, kSize, kSize} : Shape{kBatch, kSize, kSize, 1};
    const OutputRef images = Placeholder("images", DType::kFloat, shape);
    const OutputRef labels = Placeholder("labels", DType::kInt32, Shape{kBatch});
    b().set_device(convolutions);
    const OutputRef filter1 = Weights("filter1", {5, 5, 1, 4}, 0.3F, convolutions);
    const OutputRef bias1 = Weights("bias1", {4}, 0.1F, convolutions);
    const OutputRef filter2 = Weights("filter2", {3, 3, 4, 8}, 0.3F, convolutions);
    const OutputRef bias2 = Weights("bias2", {8}, 0.1F, convolutions);
    OutputRef x = Layer(nchw, "MaxPool", images, filter1, bias1);
    x = Layer(nchw, "AvgPool", x, filter2, bias2);
    if (nchw) x = b().Op("Transpose", {x, b().Int32Vector({0, 2, 3, 1})});
    x = b().Op("Reshape", {x, b().Int32Vector({kBatch, 72})});
    b().set_device(dense_device);
    const OutputRef dense = Weights("dense", {72, kQuarters}, 0.2F, dense_device);
    const OutputRef losses =
        b().Op("SparseSoftmaxCrossEntropyWithLogits", {b().Op("MatMul", {x, dense}), labels});
    const OutputRef loss = b().Op("Mean", {losses, b().Int32Vector({0})});
    b().set_device("");
    EXPECT_TRUE(b().status().ok()) << b().status().ToString();
    const OutputRef ys[] = {loss};
    const auto slopes = AddGradients(graph_.get(), ys, reads_);
    EXPECT_TRUE(slopes.ok()) << slopes.status().ToString();
    if (!slopes.ok()) return {};
    std::vector<Node*> train;
    for (size_t i = 0; i < variables_.size(); ++i) {
      train.push_back(b().AddNode({{},
                                   "ResourceApplyMomentum",
                                   {variables_[i], Slot(i), b().Scalar(DType::kFloat, 0.02),
                                    (*slopes)[i], b().Scalar(DType::kFloat, 0.5)},
                                   {},
                                   {},
                                   i < 4 ? convolutions : dense_device}));
    }
    Run({}, {}, initial_);
    std::vector<float> history;
    for (int step = 0; step < steps; ++step) {
      std::vector<float> pixels;
      std::vector<int32_t> classes;
      for (int64_t n = 0; n < kBatch; ++n) {
        const auto quarter = static_cast<int32_t>(draws_.Next(0, 3.999F));
        classes.push_back(quarter);
        for (int64_t i = 0; i < kSize * kSize; ++i) {
          const bool bright = i / kSize / 6 == quarter / 2 && i % kSize / 6 == quarter % 2;
          pixels.push_back(draws_.Next(0, bright ? 1.0F : 0.6F));
        }
      }
      const Tensor label =
          *Tensor::FromValues<int32_t>(Shape{kBatch}, std::span<const int32_t>(classes));
      history.push_back(
          ToFloats(Run({loss}, {{images, Floats(pixels, shape)}, {labels, label}}, train).at(0)).at(0));
      if (HasFailure()) break;
    }
    return history;
  }

  OutputRef Slot(size_t i) {
    static const Shape kShapes[] = {{5, 5, 1, 4}, {4}, {3, 3, 4, 8}, {8}, {72, kQuarters}};
    const OutputRef slot = Variable("slot" + std::to_string(i), DType::kFloat, kShapes[i]);
    const std::vector<float> zeros(static_cast<size_t>(kShapes[i].num_elements()), 0.0F);
    initial_.push_back(Assign(slot, b().Constant(Floats(zeros, kShapes[i]))));
    return slot;
  }

  static void ExpectClose(const std::vector<float>& got, const std::vector<float>& want) {
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_NEAR(got[i], want[i], 1e-3F * std::fabs(want[i])) << "step " << i;
    }
  }

  Draws draws_;
  std::vector<Node*> initial_;
  std::vector<OutputRef> variables_, reads_;
};

TEST_F(CudaTraining, LeNetHasTheLossesOfTheCpuForAHundredSteps) {
  const std::vector<float> on_cpu = Train(false, kCpu, kCpu, 100);
  ASSERT_EQ(on_cpu.size(), 100u);
  EXPECT_LT(on_cpu.back(), on_cpu.front() / 2);
  const int64_t kernels = fake_->kernels_run(), graphs = fake_->graph_launches();
  ExpectClose(Train(false, kCuda, kCuda, 100), on_cpu);
  EXPECT_GT(fake_->kernels_run(), kernels + 100 * 20);
  EXPECT_GT(fake_->graph_launches(), graphs + 90) << "though each step brings a batch";
}

// What waits for nothing is no launch of its own, nor does the device stop for what is merely fetched.
TEST_F(CudaTraining, AStepIsOneLaunchWhateverItFetches) {
  const Shape shape({3, 2});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({8, 3}));
  b().set_device(kCuda);
  std::vector<Node*> init;
  const auto variable = [&](const std::string& name, const Shape& of, float value) {
    const OutputRef made = Variable(name, DType::kFloat, of, kCuda);
    const std::vector<float> values(static_cast<size_t>(of.num_elements()), value);
    init.push_back(Assign(made, b().Constant(Floats(values, of))));
    return made;
  };
  const OutputRef w = variable("w", shape, 1), m = variable("m", shape, 0), v = variable("v", shape, 0);
  const OutputRef powers[] = {variable("power1", Shape(), 0.9F), variable("power2", Shape(), 0.99F)};
  const OutputRef reads[] = {Read(powers[0]), Read(powers[1])};
  const OutputRef betas[] = {b().Scalar(DType::kFloat, 0.9), b().Scalar(DType::kFloat, 0.99)};
  const OutputRef y = b().Op("MatMul", {x, Read(w)});
  const OutputRef early = b().Op("Max", {y, b().Int32Vector({0, 1})});
  const OutputRef slope = b().Op("MatMul", {x, y}, {{"transpose_a", AttrValue(true)}});
  Node* const update = b().AddNode({{},
                                    "ResourceApplyAdam",
                                    {w, m, v, reads[0], reads[1], b().Scalar(DType::kFloat, 0.01),
                                     betas[0], betas[1], b().Scalar(DType::kFloat, 1e-8), slope},
                                    {},
                                    {},
                                    kCuda});
  std::vector<Node*> targets = {update};
  for (int i = 0; i < 2; ++i) {
    const OutputRef next = b().Op("Mul", {reads[i], betas[i]});
    targets.push_back(b().AddNode({{}, "AssignVariableOp", {powers[i], next}, {update}, {}, kCuda}));
  }
  const OutputRef late = b().Op("Sum", {b().Op("Square", {y}), b().Int32Vector({0, 1})});
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  Run({}, {}, init);
  constexpr int kSteps = 20;
  int64_t before = 0;
  float loss = 0;
  for (int step = 0; step < 2 * kSteps; ++step) {
    if (step == kSteps) before = fake_->graph_launches();
    const auto out =
        Run({early, late}, {{x, Floats(std::vector<float>(24, 0.5F), Shape({8, 3}))}}, targets);
    loss = ToFloats(out[1])[0];
  }
  EXPECT_EQ(fake_->graph_launches(), before + kSteps);
  EXPECT_LT(loss, 36.0F * 0.6F) << "from 36";
  const auto out = Run({Read(powers[0])}, {});
  EXPECT_NEAR(ToFloats(out[0])[0], std::pow(0.9F, 2 * kSteps + 1), 1e-5F);
}

TEST_F(CudaTraining, ChannelsMayComeFirst) {
  ExpectClose(Train(true, kCuda, kCuda, 10), Train(true, kCpu, kCpu, 10));
}

TEST_F(CudaTraining, ConvolutionsHereAndTheDenseLayerThereGiveTheSame) {
  const std::vector<float> on_cpu = Train(false, kCpu, kCpu, 20);
  for (const uint64_t seed : {1u, 2u, 3u}) {
    fake_->reset(seed);
    ExpectClose(Train(false, kCuda, kCpu, 20), on_cpu);
    ExpectClose(Train(false, kCpu, kCuda, 20), on_cpu);
  }
}

}  // namespace
}  // namespace runnel
