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

// Sums of integers, of images and of lines, with zero points that a step computes and a filter that has
// one for each channel; and of a matrix that is no constant.
TEST(OnnxAffine, SumsOfIntegersAreIntegerOps) {
  constexpr int64_t kIn = 3, kOut = 4, kSize = 6;
  std::vector<uint8_t> x(kIn * kSize);
  std::vector<int8_t> f(kOut * kIn * 3);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<uint8_t>(i * 53 % 256);
  for (size_t i = 0; i < f.size(); ++i) f[i] = static_cast<int8_t>(i * 37 % 255);
  constexpr int kZero = 117;
  const std::vector<int8_t> zeros = {3, -9, 0, 14};
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxUint8, {1, kIn, kSize}), OnnxValue("z", kOnnxUint8, {}),
                  OnnxValue("m", kOnnxInt8, {kSize, kOut}), OnnxValue("mz", kOnnxInt8, {})};
  graph.outputs = {OnnxValue("y", 6, {1, kOut, kSize}), OnnxValue("p", 6, {1, kIn, kOut})};
  graph.initializers = {OnnxTensor<int8_t>("f", kOnnxInt8, {kOut, kIn, 3}, f),
                        OnnxTensor<int8_t>("fz", kOnnxInt8, {kOut}, zeros)};
  OnnxNode conv("ConvInteger", {"x", "f", "z", "fz"}, {"y"});
  graph.nodes = {conv.Ints("pads", {1, 1}), OnnxNode("MatMulInteger", {"x", "m", "z", "mz"}, {"p"})};
  const std::string file = OnnxFile(graph);
  for (const char* op : {"Runnel>AffineConv2DSums", "Runnel>AffineFullyConnectedSums"})
    EXPECT_NE(ImportBytes(file).bytes.find(op), std::string::npos) << op;
  std::vector<int8_t> m(kSize * kOut);
  for (size_t i = 0; i < m.size(); ++i) m[i] = static_cast<int8_t>(i * 91 % 253);
  constexpr int kMatrixZero = -7;
  const auto byte = [](auto value) {
    return *Tensor::FromValues(Shape{}, std::span<const decltype(value)>(&value, 1));
  };
  Imported model(file);
  std::map<std::string, Tensor> out;
  const Status status =
      model.Run({{"x", *Tensor::FromValues(Shape{1, kIn, kSize}, std::span<const uint8_t>(x))},
                 {"z", byte(static_cast<uint8_t>(kZero))},
                 {"m", *Tensor::FromValues(Shape{kSize, kOut}, std::span<const int8_t>(m))},
                 {"mz", byte(static_cast<int8_t>(kMatrixZero))}},
                &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  std::vector<int32_t> y, p;
  for (size_t o = 0; o < kOut; ++o) {
    for (int64_t i = 0; i < kSize; ++i) {
      int32_t sum = 0;
      for (size_t k = 0; k < kIn * 3; ++k) {
        const int64_t at = i + static_cast<int64_t>(k % 3) - 1;
        if (at < 0 || at >= kSize) continue;
        const int pixel = x[k / 3 * kSize + static_cast<size_t>(at)];
        sum += (pixel - kZero) * (f[o * kIn * 3 + k] - zeros[o]);
      }
      y.push_back(sum);
    }
  }
  for (size_t i = 0; i < kIn * kOut; ++i) {
    int32_t sum = 0;
    for (size_t k = 0; k < kSize; ++k)
      sum += (x[i / kOut * kSize + k] - kZero) * (m[k * kOut + i % kOut] - kMatrixZero);
    p.push_back(sum);
  }
  EXPECT_EQ(Values<int32_t>(out.at("y")), y);
  EXPECT_EQ(Values<int32_t>(out.at("p")), p);
}

}  // namespace
}  // namespace runnel::test
