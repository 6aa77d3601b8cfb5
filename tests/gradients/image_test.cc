// Gradients of resized images. Bilinear ones come out in float whatever goes in, too coarse for small
// differences; but they are linear, so that the images of unit vectors are their derivatives.
#include <gtest/gtest.h>

#include "core/passes/gradients.h"
#include "tests/gradients/numeric.h"
#include "tests/support/case_log.h"

namespace runnel::testing {
namespace {

using Values = std::vector<std::vector<double>>;

AttrList Attrs(int mode) {
  return {{"align_corners", AttrValue(mode == 1)}, {"half_pixel_centers", AttrValue(mode == 2)}};
}

GradientCase Nearest(const char* name, const char* op, const Shape& in, const std::vector<int32_t>& size,
                     int mode) {
  return {name, {op}, {in}, [=](GraphBuilder& b, const Edges& x) {
            const OutputRef sizes = b.Constant(*Tensor::FromValues<int32_t>(Shape{2}, size));
            return b.Op(op, {x[0], sizes}, Attrs(mode));
          }};
}

const GradientCase kCases[] = {
    Nearest("Nearest", "ResizeNearestNeighbor", {2, 3, 2, 2}, {5, 3}, 0),
    Nearest("NearestAligned", "ResizeNearestNeighbor", {1, 4, 5, 1}, {3, 7}, 1),
    Nearest("NearestHalf", "ResizeNearestNeighbor", {1, 4, 5, 2}, {2, 3}, 2),
    Nearest("NearestGrad", "ResizeNearestNeighborGrad", {1, 4, 5, 2}, {2, 3}, 0),
};

class ImageGradients : public ::testing::TestWithParam<GradientCase> {};
TEST_P(ImageGradients, MatchFiniteDifferences) { CheckGradients(GetParam()); }
INSTANTIATE_TEST_SUITE_P(Table, ImageGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

// For "ResizeBilinear" and "ResizeBilinearGrad": the gradient of the sum of weights times y, and of that
// gradient by the weights, against the images of unit vectors.
TEST(BilinearGradients, AreTheDerivativesThatUnitVectorsShow) {
  for (int mode = 0; mode < 3; ++mode) {
    for (const DType dtype : {DType::kFloat, DType::kDouble}) {
      Evaluator evaluator;
      GraphBuilder b(&evaluator.graph(), "");
      const Shape small{1, 3, 4, 1}, large{1, 5, 2, 1};
      const OutputRef x = evaluator.Input(small, dtype, mode != 0);
      const OutputRef weight = evaluator.Input(large, DType::kFloat, mode != 0);
      const OutputRef y = b.Op("ResizeBilinear", {x, b.Int32Vector({5, 2})}, Attrs(mode));
      const Edges ys = {y}, xs = {x}, weights = {weight};
      const auto grads = AddGradients(&evaluator.graph(), ys, xs, weights);
      ASSERT_TRUE(grads.ok()) << grads.status().ToString();
      const Edges gs = {(*grads)[0]};
      const OutputRef again = b.Op("Cast", {x}, {{"DstT", AttrValue(dtype)}});
      const Edges agains = {again};
      const auto second = AddGradients(&evaluator.graph(), gs, weights, agains);
      ASSERT_TRUE(second.ok()) << second.status().ToString();

      const std::vector<double> w = Draw(10, -1, 1, 3), at = Draw(12, -1, 1, 4);
      const Edges all = {(*grads)[0], (*second)[0]};
      const Values got = evaluator.Run({at, w}, all);
      ASSERT_EQ(got.size(), 2u);
      std::vector<double> image(10, 0);  // of `at`, put together from those of unit vectors
      for (size_t k = 0; k < 12; ++k) {
        std::vector<double> unit(12, 0);
        unit[k] = 1;
        const Values shown = evaluator.Run({unit, w}, ys);
        ASSERT_EQ(shown.size(), 1u);
        double sum = 0;
        for (size_t i = 0; i < 10; ++i) {
          sum += w[i] * shown[0][i];
          image[i] += at[k] * shown[0][i];
        }
        EXPECT_NEAR(got[0][k], sum, 1e-6) << "mode " << mode << " element " << k;
      }
      for (size_t i = 0; i < 10; ++i) EXPECT_NEAR(got[1][i], image[i], 1e-6) << "mode " << mode;
    }
  }
  if (HasFailure()) return;
  LogCase("gradient", "ResizeBilinear", "double", "*");
  LogCase("gradient", "ResizeBilinearGrad", "double", "*");
}

// Ops that compute in float: too coarse for the differences of doubles, but smooth enough for steps of
// 1/256.
struct FloatCase {
  const char* name;
  std::vector<const char*> ops;
  Shape input;
  std::function<OutputRef(GraphBuilder& b, OutputRef x)> function;
  std::vector<double> values = {};  // of the input; drawn from [0.1,0.9] where there are none
};

OutputRef Floats(GraphBuilder& b, const Shape& shape, int seed) {
  const std::vector<double> drawn = Draw(shape.num_elements(), 0.1, 0.9, seed);
  return b.Constant(*Tensor::FromValues<float>(shape, std::vector<float>(drawn.begin(), drawn.end())));
}
const std::vector<float>& Boxes() {
  static const std::vector<float> boxes = {0.11f, 0.07f, 0.83f, 0.91f, 0.73f, 0.93f,
                                           0.21f, 0.16f, -0.2f, 0.3f,  0.4f,  1.3f};
  return boxes;
}
OutputRef BoxTensor(GraphBuilder& b) {
  return b.Constant(*Tensor::FromValues<float>(Shape{3, 4}, Boxes()));
}
OutputRef Scalar(GraphBuilder& b, double value) { return b.Scalar(DType::kFloat, value); }

FloatCase Resized(const char* name, const char* op, const AttrList& attrs) {
  return {name, {op}, {1, 4, 5, 2}, [=](GraphBuilder& b, OutputRef x) {
            return b.Op(op, std::vector<OutputRef>{x, b.Int32Vector({3, 7})}, attrs);
          }};
}

const FloatCase kFloatCases[] = {
    Resized("Bicubic", "ResizeBicubic", Attrs(0)),
    Resized("BicubicAligned", "ResizeBicubic", Attrs(1)),
    Resized("BicubicHalf", "ResizeBicubic", Attrs(2)),
    Resized("Area", "ResizeArea", {}),
    Resized("AreaAligned", "ResizeArea", {{"align_corners", AttrValue(true)}}),
    {"BicubicGrad",
     {"ResizeBicubicGrad"},
     {1, 3, 7, 2},
     [](GraphBuilder& b, OutputRef x) {
       return b.Op("ResizeBicubicGrad", {x, Floats(b, {1, 4, 5, 2}, 9)});
     }},
    {"CropImage",
     {"CropAndResize"},
     {2, 5, 6, 2},
     [](GraphBuilder& b, OutputRef x) {
       return b.Op("CropAndResize", {x, BoxTensor(b), b.Int32Vector({0, 1, 0}), b.Int32Vector({3, 4})});
     }},
    {"CropImageGrad",
     {"CropAndResizeGradImage"},
     {3, 3, 4, 2},
     [](GraphBuilder& b, OutputRef x) {
       return b.Op("CropAndResizeGradImage",
                   {x, BoxTensor(b), b.Int32Vector({0, 1, 0}), b.Int32Vector({2, 5, 6, 2})},
                   {{"T", DType::kFloat}});
     }},
    {"CropBoxes",
     {"CropAndResize"},
     {3, 4},
     [](GraphBuilder& b, OutputRef x) {
       return b.Op("CropAndResize",
                   {Floats(b, {2, 5, 6, 2}, 8), x, b.Int32Vector({0, 1, 0}), b.Int32Vector({3, 4})});
     },
     {Boxes().begin(), Boxes().end()}},
    {"Contrast",
     {"AdjustContrastv2"},
     {2, 3, 2, 3},
     [](GraphBuilder& b, OutputRef x) {
       return b.Op("AdjustContrastv2", {x, Scalar(b, 1.75)});
     }},
    {"Hue",
     {"AdjustHue"},
     {1, 3, 2, 3},
     [](GraphBuilder& b, OutputRef x) {
       return b.Op("AdjustHue", {x, Scalar(b, 0.3)});
     }},
    {"Saturation",
     {"AdjustSaturation"},
     {1, 3, 2, 3},
     [](GraphBuilder& b, OutputRef x) {
       return b.Op("AdjustSaturation", {x, Scalar(b, 0.5)});
     }},
    {"RGBToHSV",
     {"RGBToHSV"},
     {1, 3, 2, 3},
     [](GraphBuilder& b, OutputRef x) { return b.Op("RGBToHSV", {x}); }},
    {"HSVToRGB",
     {"HSVToRGB"},
     {1, 3, 2, 3},
     [](GraphBuilder& b, OutputRef x) { return b.Op("HSVToRGB", {x}); }},
};

TEST(FloatImageGradients, AreTheDifferences) {
  constexpr double kStep = 1.0 / 256;
  for (const FloatCase& c : kFloatCases) {
    for (const bool known : {true, false}) {
      SCOPED_TRACE(StrCat(c.name, known ? "" : ", shapes unknown"));
      Evaluator evaluator;
      GraphBuilder b(&evaluator.graph(), "");
      const OutputRef x = evaluator.Input(c.input, DType::kFloat, known);
      const Edges xs = {x}, ys = {c.function(b, x)};
      ASSERT_TRUE(b.status().ok()) << b.status().ToString();
      std::vector<double> at = c.values.empty() ? Draw(c.input.num_elements(), 0.1, 0.9, 5) : c.values;
      const size_t count = evaluator.Run({at}, ys)[0].size();
      const std::vector<double> drawn = Draw(static_cast<int64_t>(count), -1, 1, 6);
      const Shape flat{static_cast<int64_t>(count)};
      const OutputRef weights = b.Op(
          "Reshape",
          {b.Constant(*Tensor::FromValues<float>(flat, std::vector<float>(drawn.begin(), drawn.end()))),
           b.Op("Shape", {ys[0]})});
      const Edges gs = {weights};
      const auto grads = AddGradients(&evaluator.graph(), ys, xs, gs);
      ASSERT_TRUE(grads.ok()) << grads.status().ToString();
      const std::vector<double> got = evaluator.Run({at}, *grads)[0];
      ASSERT_EQ(got.size(), at.size());
      const auto sum = [&](size_t k, double by) {
        std::vector<double> near = at;
        near[k] += by;
        const std::vector<double> y = evaluator.Run({near}, ys)[0];
        double all = 0;
        for (size_t i = 0; i < count; ++i) all += drawn[i] * y[i];
        return all;
      };
      for (size_t k = 0; k < at.size(); ++k) {
        EXPECT_NEAR(got[k], (sum(k, kStep) - sum(k, -kStep)) / (2 * kStep), 5e-3) << "element " << k;
      }
      if (HasFailure()) return;
    }
    for (const char* op : c.ops) LogCase("gradient", op, "float", "*");
  }
}

}  // namespace
}  // namespace runnel::testing
