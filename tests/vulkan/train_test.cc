// Models that train on a Vulkan device, alone or beside the CPU, as they do on the CPU.
#include "core/passes/gradients.h"
#include "tests/vulkan/vulkan_test.h"

namespace runnel {
namespace {

// A generator of numbers that are the same everywhere.
struct Draws {
  uint64_t state = 88172645463325252ull;
  float Next(float low, float high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * static_cast<float>(static_cast<double>(state >> 11) * 0x1p-53);
  }
};

class VulkanTraining : public VulkanTest {
 protected:
  static constexpr int64_t kBatch = 16, kSize = 12, kQuarters = 4;

  OutputRef Weights(const std::string& name, const Shape& shape, float scale, const char* device) {
    const OutputRef variable = Variable(name, DType::kFloat, shape, device);
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i) values.push_back(draws_.Next(-scale, scale));
    initial_.push_back(Assign(variable, b().Constant(Floats(values, shape))));
    variables_.push_back(variable);
    reads_.push_back(Read(variable));
    return reads_.back();
  }
  OutputRef Layer(const char* device, const char* pool, OutputRef x, OutputRef filter, OutputRef bias) {
    const std::vector<int64_t> one{1, 1, 1, 1}, two{1, 2, 2, 1};
    x = On(device, "Conv2D", {x, filter}, {{"padding", AttrValue("SAME")}, {"strides", AttrValue(one)}});
    x = On(device, "Relu", {On(device, "BiasAdd", {x, bias})});
    return On(device, pool, {x},
              {{"ksize", AttrValue(two)}, {"padding", AttrValue("VALID")}, {"strides", AttrValue(two)}});
  }

  // The losses of `steps` steps of Adam over one batch: a small LeNet that learns which quarter of an
  // image is bright, convolutions on one device and the dense layer on another.
  std::vector<float> Train(const char* convolutions, const char* dense, int steps) {
    draws_ = {};
    initial_.clear();
    variables_.clear();
    reads_.clear();
    const Shape shape{kBatch, kSize, kSize, 1};
    const OutputRef images = Placeholder("images", DType::kFloat, shape);
    const OutputRef labels = Placeholder("labels", DType::kInt32, Shape{kBatch});
    const OutputRef filter1 = Weights("filter1", {5, 5, 1, 4}, 0.3F, convolutions);
    const OutputRef bias1 = Weights("bias1", {4}, 0.1F, convolutions);
    const OutputRef filter2 = Weights("filter2", {3, 3, 4, 8}, 0.3F, convolutions);
    const OutputRef bias2 = Weights("bias2", {8}, 0.1F, convolutions);
    const OutputRef matrix = Weights("matrix", {72, kQuarters}, 0.2F, dense);
    OutputRef x = Layer(convolutions, "MaxPool", images, filter1, bias1);
    x = Layer(convolutions, "AvgPool", x, filter2, bias2);
    x = b().Op("Reshape", {x, b().Int32Vector({kBatch, 72})});
    const OutputRef losses =
        On(dense, "SparseSoftmaxCrossEntropyWithLogits", {On(dense, "MatMul", {x, matrix}), labels});
    const OutputRef loss = On(dense, "Mean", {losses, b().Int32Vector({0})});
    const OutputRef ys[] = {loss};
    const auto slopes = AddGradients(graph_.get(), ys, reads_);
    EXPECT_TRUE(slopes.ok()) << slopes.status().ToString();
    if (!slopes.ok()) return {};
    std::vector<Node*> train;
    for (size_t i = 0; i < variables_.size(); ++i) {
      const char* home = i < 4 ? convolutions : dense;
      train.push_back(b().AddNode({{},
                                   "ResourceApplyMomentum",
                                   {variables_[i], Slot(i, home), b().Scalar(DType::kFloat, 0.05),
                                    (*slopes)[i], b().Scalar(DType::kFloat, 0.8)},
                                   {},
                                   {},
                                   home}));
    }
    Run({}, {}, initial_);

    Draws noise;
    std::vector<float> pixels;
    std::vector<int32_t> quarters;
    for (int64_t n = 0; n < kBatch; ++n) {
      quarters.push_back(static_cast<int32_t>(n % kQuarters));
      for (int64_t h = 0; h < kSize; ++h) {
        for (int64_t w = 0; w < kSize; ++w) {
          const bool bright = h / 6 == n % kQuarters / 2 && w / 6 == n % 2;
          pixels.push_back(noise.Next(0, 0.3F) + (bright ? 0.7F : 0));
        }
      }
    }
    std::vector<float> falling;
    for (int step = 0; step < steps; ++step) {
      const auto out = Run({loss},
                           {{images, Floats(pixels, shape)},
                            {labels, *Tensor::FromValues<int32_t>(Shape{kBatch}, quarters)}},
                           train);
      if (out.empty() || out[0].empty()) return falling;
      falling.push_back(ToFloats(out[0]).at(0));
    }
    return falling;
  }
  OutputRef Slot(size_t i, const char* device) {
    static const Shape kShapes[] = {{5, 5, 1, 4}, {4}, {3, 3, 4, 8}, {8}, {72, kQuarters}};
    const OutputRef slot = Variable("slot" + std::to_string(i), DType::kFloat, kShapes[i], device);
    const std::vector<float> zeros(static_cast<size_t>(kShapes[i].num_elements()), 0.0F);
    initial_.push_back(Assign(slot, b().Constant(Floats(zeros, kShapes[i]))));
    return slot;
  }

  void ExpectAlike(const std::vector<float>& got, const std::vector<float>& want) {
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-3F * want[i] + 1e-6F) << i;
  }

  Draws draws_;
  std::vector<Node*> initial_;
  std::vector<OutputRef> variables_, reads_;
};

TEST_F(VulkanTraining, ALeNetHasTheCpusLossesForAHundredSteps) {
  RUNNEL_START_OR_SKIP();
  const std::vector<float> vulkan = Train(kVulkan, kVulkan, 100);
  ASSERT_TRUE(Start());
  const std::vector<float> cpu = Train(kCpu, kCpu, 100);
  ASSERT_EQ(cpu.size(), 100u);
  EXPECT_LT(cpu.back(), cpu.front() * 0.5F);
  ExpectAlike(vulkan, cpu);
}

TEST_F(VulkanTraining, AModelSplitOverCpuAndVulkanHasTheSameLosses) {
  RUNNEL_START_OR_SKIP();
  const std::vector<float> cpu = Train(kCpu, kCpu, 12);
  ASSERT_EQ(cpu.size(), 12u);
  ASSERT_TRUE(Start());
  ExpectAlike(Train(kVulkan, kCpu, 12), cpu);
  ASSERT_TRUE(Start());
  ExpectAlike(Train(kCpu, kVulkan, 12), cpu);
}

TEST_F(VulkanTraining, TheValidationLayerFindsNothingInATrainingStep) {
  RUNNEL_START_OR_SKIP({{"vulkan.validation", "1"}});
  EXPECT_EQ(Train(kVulkan, kVulkan, 2).size(), 2u);
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanTraining, TheValidationLayerFindsABarrierThatIsLeftOut) {
  // The first barrier of a submission only stands behind earlier ones; the second is between two
  // kernels.
  bool found = false;
  for (const char* skipped : {"2", "3", "4"}) {
    RUNNEL_START_OR_SKIP({{"vulkan.validation", "1"}, {"vulkan.skip_barrier", skipped}});
    const OutputRef x = Placeholder("x", DType::kFloat, Shape{64});
    // Ops that are not fused into one kernel.
    const OutputRef y = On(kVulkan, "Softmax", {On(kVulkan, "Softmax", {On(kVulkan, "Softmax", {x})})});
    EXPECT_EQ(Run({y}, {{x, Floats(std::vector<float>(64, 1.0F))}}).size(), 1u);
    found = found || errors().find("SYNC-HAZARD") != std::string::npos;
  }
  EXPECT_TRUE(found) << "no hazard was reported";
}

}  // namespace
}  // namespace runnel
