// A residual network of two blocks learns to tell which way bars run: convolutions, batch normalisation,
// additions and an average pool, trained with momentum, then served with the moments it gathered.
#include <map>

#include "core/passes/gradients.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class ResNetTest : public RuntimeTest {
 protected:
  static constexpr int64_t kBatch = 12, kSize = 8, kClasses = 3;

  float Next(float low, float high) {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return low + (high - low) * static_cast<float>(static_cast<double>(state_ >> 11) * 0x1p-53);
  }
  // The variable of that name, made and set to random values when it is first asked for.
  OutputRef Keep(const std::string& name, const Shape& shape, float scale, float offset) {
    const auto known = kept_.find(name);
    if (known != kept_.end()) return known->second;
    const OutputRef variable = kept_[name] = Variable(name, DType::kFloat, shape);
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i) values.push_back(offset + Next(-scale, scale));
    initial_.push_back(Assign(variable, b().Constant(Floats(values, shape))));
    return variable;
  }
  OutputRef Weights(const std::string& name, const Shape& shape, float scale, float offset = 0) {
    const OutputRef variable = Keep(name, shape, scale, offset);
    variables_.push_back(variable);
    reads_.push_back(Read(variable));
    return reads_.back();
  }
  OutputRef Conv(OutputRef x, const std::string& name, const Shape& filter, int64_t stride) {
    return b().Op("Conv2D", {x, Weights(name, filter, 0.4F)},
                  {{"strides", AttrValue(std::vector<int64_t>{1, stride, stride, 1})},
                   {"padding", AttrValue("SAME")}});
  }
  // In training the moments go into variables, which serving reads.
  OutputRef Norm(OutputRef x, const std::string& name, int64_t channels, bool training) {
    const OutputRef scale = Weights(name + "_scale", {channels}, 0, 1);
    const OutputRef offset = Weights(name + "_offset", {channels}, 0);
    const OutputRef mean = Keep(name + "_mean", {channels}, 0, 0);
    const OutputRef variance = Keep(name + "_variance", {channels}, 0, 1);
    const OutputRef y = b().Op("FusedBatchNormV3", {x, scale, offset, Read(mean), Read(variance)},
                               {{"exponential_avg_factor", AttrValue(training ? 0.2F : 1.0F)},
                                {"is_training", AttrValue(training)}});
    if (training) {
      updates_.push_back(Assign(mean, {y.node, 1}));
      updates_.push_back(Assign(variance, {y.node, 2}));
    }
    return y;
  }
  OutputRef Block(OutputRef x, const std::string& name, int64_t in, int64_t out, int64_t stride,
                  bool training) {
    OutputRef y = Norm(Conv(x, name + "_a", {3, 3, in, out}, stride), name + "_a", out, training);
    y = b().Op("Relu", {y});
    y = Norm(Conv(y, name + "_b", {3, 3, out, out}, 1), name + "_b", out, training);
    if (in != out) x = Conv(x, name + "_skip", {1, 1, in, out}, stride);
    return b().Op("Relu", {b().Op("AddV2", {x, y})});
  }
  OutputRef Logits(OutputRef images, bool training) {
    OutputRef x = b().Op("Relu", {Norm(Conv(images, "first", {3, 3, 1, 4}, 1), "first", 4, training)});
    x = Block(x, "one", 4, 4, 1, training);
    x = Block(x, "two", 4, 8, 2, training);
    const std::vector<int64_t> whole = {1, 4, 4, 1};
    x = b().Op(
        "AvgPool", {x},
        {{"ksize", AttrValue(whole)}, {"strides", AttrValue(whole)}, {"padding", AttrValue("VALID")}});
    return b().Op("MatMul", {b().Op("Reshape", {x, b().Int32Vector({kBatch, 8})}),
                             Weights("dense", {8, kClasses}, 0.5F)});
  }

  std::map<std::string, OutputRef> kept_;
  uint64_t state_ = 88172645463325252ull;
  std::vector<Node*> initial_, updates_;
  std::vector<OutputRef> variables_, reads_;
};

TEST_F(ResNetTest, LossFallsAndServingAgreesWithTheLabels) {
  const Shape shape{kBatch, kSize, kSize, 1};
  const OutputRef images = Placeholder("images", DType::kFloat, shape);
  const OutputRef labels = Placeholder("labels", DType::kInt32, Shape{kBatch});
  const OutputRef losses = b().Op("SparseSoftmaxCrossEntropyWithLogits", {Logits(images, true), labels});
  const OutputRef loss = b().Op("Mean", {losses, b().Int32Vector({0})});
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  const OutputRef ys[] = {loss};
  const auto slopes = AddGradients(graph_.get(), ys, reads_);
  ASSERT_TRUE(slopes.ok()) << slopes.status().ToString();
  std::vector<Node*> train = updates_;
  for (size_t i = 0; i < variables_.size(); ++i) {
    const OutputRef& read = reads_[i];
    const OutputRef speed = Keep("speed" + std::to_string(i), read.node->output_shape(read.index), 0, 0);
    train.push_back(b().AddNode({{},
                                 "ResourceApplyMomentum",
                                 {variables_[i], speed, b().Scalar(DType::kFloat, 0.05), (*slopes)[i],
                                  b().Scalar(DType::kFloat, 0.9)},
                                 {},
                                 {},
                                 {}}));
  }
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  Run({}, {}, initial_);

  std::vector<float> pixels;
  std::vector<int32_t> classes;
  for (int64_t n = 0; n < kBatch; ++n) {
    classes.push_back(static_cast<int32_t>(n % kClasses));
    for (int64_t h = 0; h < kSize; ++h) {
      for (int64_t w = 0; w < kSize; ++w) {
        // Bars across, bars down, and slanting ones.
        const int64_t along = n % kClasses == 0 ? h : n % kClasses == 1 ? w : h + w;
        pixels.push_back(((along + n / kClasses) % 4 < 2 ? 1.0F : 0.0F) + Next(-0.2F, 0.2F));
      }
    }
  }
  const Tensor in = Floats(pixels, shape);
  const Tensor wanted = *Tensor::FromValues<int32_t>(Shape{kBatch}, classes);
  std::vector<float> falling;
  for (int step = 0; step < 30; ++step) {
    const auto out = Run({loss}, {{images, in}, {labels, wanted}}, train);
    ASSERT_EQ(out.size(), 1u);
    falling.push_back(ToFloats(out[0]).at(0));
  }
  EXPECT_GT(falling.front(), 0.8F);
  EXPECT_LT(falling.back(), 0.1F * falling.front());

  // The same variables, read by a graph that normalises with the moments gathered.
  const OutputRef served = Logits(images, false);
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  const auto out = Run({served}, {{images, in}});
  ASSERT_EQ(out.size(), 1u);
  const std::vector<float> logits = ToFloats(out[0]);
  for (int64_t n = 0; n < kBatch; ++n) {
    const auto row = logits.begin() + n * kClasses;
    EXPECT_EQ(std::max_element(row, row + kClasses) - row, classes[static_cast<size_t>(n)]) << n;
  }
}

}  // namespace
}  // namespace runnel
