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

}  // namespace
}  // namespace runnel::testing
