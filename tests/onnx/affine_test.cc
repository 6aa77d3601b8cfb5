// Quantised models: what lies between DequantizeLinear and QuantizeLinear is computed in integers.
#include <cmath>
#include <cstring>

#include "tests/onnx/onnx_model.h"
#include "tests/support/imported.h"

namespace runnel::test {
namespace {

constexpr int kOnnxUint8 = 2, kOnnxInt8 = 3;
constexpr float kXScale = 0.1F, kYScale = 0.03F;
constexpr int kXZero = 120;
const std::vector<float> kScales = {0.02F, 0.05F};

std::vector<float> Image() {
  std::vector<float> x(2 * 4 * 4);
  for (size_t i = 0; i < x.size(); ++i) x[i] = 0.37F * static_cast<float>((i * 7) % 23) - 4;
  return x;
}
std::vector<int8_t> Filter() {
  std::vector<int8_t> f(2 * 2 * 3 * 3);
  for (size_t i = 0; i < f.size(); ++i) f[i] = static_cast<int8_t>((i * 29) % 111 - 55);
  return f;
}

// x, quantised; a convolution with pads and Relu; y, quantised and made real again.
OnnxGraph Quantised(bool as_one_op) {
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {1, 2, 4, 4})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {1, 2, 4, 4})};
  graph.initializers = {OnnxTensor<float>("xs", kOnnxFloat, {}, {kXScale}),
                        OnnxTensor<uint8_t>("xz", kOnnxUint8, {}, {kXZero}),
                        OnnxTensor<float>("ys", kOnnxFloat, {}, {kYScale}),
                        OnnxTensor<uint8_t>("yz", kOnnxUint8, {}, {0}),
                        OnnxTensor<float>("fs", kOnnxFloat, {2}, kScales),
                        OnnxTensor<int8_t>("fz", kOnnxInt8, {2}, {0, 0}),
                        OnnxTensor<int8_t>("f", kOnnxInt8, {2, 2, 3, 3}, Filter()),
                        OnnxTensor<float>("b", kOnnxFloat, {2}, {0.2F, -0.4F}),
                        OnnxTensor<int32_t>("bq", 6, {2}, {100, -80})};
  graph.nodes = {OnnxNode("QuantizeLinear", {"x", "xs", "xz"}, {"xq"})};
  if (as_one_op) {
    OnnxNode conv("QLinearConv", {"xq", "xs", "xz", "f", "fs", "fz", "ys", "yz", "bq"}, {"yq"});
    graph.nodes.push_back(conv.Ints("pads", {1, 1, 1, 1}));
  } else {
    OnnxNode filter("DequantizeLinear", {"f", "fs", "fz"}, {"fr"});
    graph.nodes.push_back(filter.Int("axis", 0));
    graph.nodes.push_back(OnnxNode("DequantizeLinear", {"xq", "xs", "xz"}, {"xr"}));
    OnnxNode conv("Conv", {"xr", "fr", "b"}, {"c"});
    graph.nodes.push_back(conv.Ints("pads", {1, 1, 1, 1}));
    graph.nodes.push_back(OnnxNode("Relu", {"c"}, {"r"}));
    graph.nodes.push_back(OnnxNode("QuantizeLinear", {"r", "ys", "yz"}, {"yq"}));
  }
  graph.nodes.push_back(OnnxNode("DequantizeLinear", {"yq", "ys", "yz"}, {"y"}));
  return graph;
}

// The same in plain loops over integers. The zero point of y is 0, so that QuantizeLinear is a Relu,
// too.
std::vector<float> Expected() {
  const std::vector<float> x = Image();
  const std::vector<int8_t> f = Filter();
  std::vector<float> y;
  for (size_t o = 0; o < 2; ++o) {
    for (int i = 0; i < 16; ++i) {
      int sum = o == 0 ? 100 : -80;
      for (int k = 0; k < 18; ++k) {
        const int row = i / 4 + k % 9 / 3 - 1, column = i % 4 + k % 3 - 1;
        if (row < 0 || row > 3 || column < 0 || column > 3) continue;
        const float real = x[static_cast<size_t>(k / 9) * 16 + static_cast<size_t>(row * 4 + column)];
        const int q =
            std::min(std::max(static_cast<int>(std::nearbyint(real / kXScale)) + kXZero, 0), 255);
        sum += (q - kXZero) * f[o * 18 + static_cast<size_t>(k)];
      }
      const float factor = kXScale * kScales[o] / kYScale;
      const float q = std::nearbyint(static_cast<float>(sum) * factor);
      y.push_back(kYScale * std::min(std::max(q, 0.0F), 255.0F));
    }
  }
  return y;
}

TEST(OnnxAffine, QuantisedConvolutionsAreIntegerOps) {
  for (const bool as_one_op : {false, true}) {
    const std::string file = OnnxFile(Quantised(as_one_op));
    EXPECT_NE(ImportBytes(file).bytes.find("Runnel>AffineConv2D"), std::string::npos) << as_one_op;
    Imported model(file);
    const std::vector<float> x = Image();
    std::map<std::string, Tensor> out;
    const Status status = model.Run(
        {{"x", *Tensor::FromValues<float>(Shape{1, 2, 4, 4}, std::span<const float>(x))}}, &out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(Values<float>(out.at("y")), Expected()) << as_one_op;
  }
}

// Scales that a step computes stay real numbers.
TEST(OnnxAffine, ScalesThatAreNotConstantAreTaken) {
  OnnxGraph graph = Quantised(false);
  graph.initializers.erase(graph.initializers.begin() + 2);
  graph.inputs.push_back(OnnxValue("ys", kOnnxFloat, {}));
  Imported model(OnnxFile(graph));
  const std::vector<float> x = Image();
  std::map<std::string, Tensor> out;
  const Status status =
      model.Run({{"x", *Tensor::FromValues<float>(Shape{1, 2, 4, 4}, std::span<const float>(x))},
                 {"ys", *Tensor::FromValues<float>(Shape{}, std::span<const float>(&kYScale, 1))}},
                &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  const std::vector<float> y = Values<float>(out.at("y")), expected = Expected();
  for (size_t i = 0; i < y.size(); ++i) EXPECT_NEAR(y[i], expected[i], kYScale * 1.01F);
}

}  // namespace
}  // namespace runnel::test
