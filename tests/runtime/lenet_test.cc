// A small LeNet learns to tell which quarter of an image is bright, in both layouts.
#include "core/passes/gradients.h"
#include "tests/runtime/runtime_test.h"

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

class LeNetTest : public RuntimeTest {
 protected:
  static constexpr int64_t kBatch = 16, kSize = 12, kQuarters = 4;

  OutputRef Weights(const std::string& name, const Shape& shape, float scale) {
    const OutputRef variable = Variable(name, DType::kFloat, shape);
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i) values.push_back(draws_.Next(-scale, scale));
    initial_.push_back(Assign(variable, b().Constant(Floats(values, shape))));
    variables_.push_back(variable);
    reads_.push_back(Read(variable));
    return reads_.back();
  }
  // An attr for both axes of an image.
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
  // The losses of 12 steps over one batch.
  std::vector<float> Train(bool nchw) {
    Restart({});
    draws_ = {};
    initial_.clear();
    variables_.clear();
    reads_.clear();
    const Shape shape = nchw ? Shape{kBatch, 1, kSize, kSize} : Shape{kBatch, kSize, kSize, 1};
    const OutputRef images = Placeholder("images", DType::kFloat, shape);
    const OutputRef labels = Placeholder("labels", DType::kInt32, Shape{kBatch});
    const OutputRef filter1 = Weights("filter1", {5, 5, 1, 4}, 0.3F),
                    bias1 = Weights("bias1", {4}, 0.1F);
    const OutputRef filter2 = Weights("filter2", {3, 3, 4, 8}, 0.3F),
                    bias2 = Weights("bias2", {8}, 0.1F);
    const OutputRef dense = Weights("dense", {72, kQuarters}, 0.2F);
    OutputRef x = Layer(nchw, "MaxPool", images, filter1, bias1);
    x = Layer(nchw, "AvgPool", x, filter2, bias2);
    if (nchw) x = b().Op("Transpose", {x, b().Int32Vector({0, 2, 3, 1})});
    x = b().Op("Reshape", {x, b().Int32Vector({kBatch, 72})});
    const OutputRef losses =
        b().Op("SparseSoftmaxCrossEntropyWithLogits", {b().Op("MatMul", {x, dense}), labels});
    const OutputRef loss = b().Op("Mean", {losses, b().Int32Vector({0})});
    EXPECT_TRUE(b().status().ok()) << b().status().ToString();
    const OutputRef ys[] = {loss};
    const auto slopes = AddGradients(graph_.get(), ys, reads_);
    EXPECT_TRUE(slopes.ok()) << slopes.status().ToString();
    if (!slopes.ok()) return {};
    std::vector<Node*> train;
    for (size_t i = 0; i < variables_.size(); ++i) {
      train.push_back(b().AddNode({{},
                                   "ResourceApplyGradientDescent",
                                   {variables_[i], b().Scalar(DType::kFloat, 0.3), (*slopes)[i]},
                                   {},
                                   {},
                                   {}}));
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
    for (int step = 0; step < 12; ++step) {
      const auto out = Run({loss},
                           {{images, Floats(pixels, shape)},
                            {labels, *Tensor::FromValues<int32_t>(Shape{kBatch}, quarters)}},
                           train);
      if (out.empty()) return falling;
      falling.push_back(ToFloats(out[0]).at(0));
    }
    return falling;
  }

  Draws draws_;
  std::vector<Node*> initial_;
  std::vector<OutputRef> variables_, reads_;
};

TEST_F(LeNetTest, LossFallsAndIsTheSameInBothLayouts) {
  const std::vector<float> nhwc = Train(false), nchw = Train(true);
  ASSERT_EQ(nhwc.size(), 12u);
  ASSERT_EQ(nchw.size(), 12u);
  EXPECT_LT(nhwc.back(), nhwc.front() * 0.5F);
  for (size_t i = 0; i < nhwc.size(); ++i) EXPECT_NEAR(nhwc[i], nchw[i], 1e-4F * nhwc[0]) << i;
}

}  // namespace
}  // namespace runnel
