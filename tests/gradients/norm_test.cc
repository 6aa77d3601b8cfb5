// Gradients of fused batch normalisation, which TensorFlow has in float only: first and second
// derivatives in float against those of a composition in double, whose ops are all checked against
// finite differences; and that composition against them as a whole.
#include <gtest/gtest.h>

#include "core/passes/gradients.h"
#include "tests/gradients/numeric.h"
#include "tests/support/case_log.h"

namespace runnel::testing {
namespace {

using Values = std::vector<std::vector<double>>;

struct NormCase {
  const char* name;
  const char* op;
  Shape shape;
  const char* format;
  bool training;
};
std::ostream& operator<<(std::ostream& out, const NormCase& c) { return out << c.name; }
constexpr float kEpsilon = 0.03125f;  // the same number in float and in double

int64_t Channels(const NormCase& c) { return c.shape.dim(c.format[1] == 'C' ? 1 : c.shape.rank() - 1); }

// y by ops, from x, scale, offset, mean and variance; mean and variance count outside of training.
OutputRef Compose(GraphBuilder& b, const NormCase& c, const Edges& in) {
  std::vector<int32_t> axes, vector(static_cast<size_t>(c.shape.rank()), 1);
  const bool first = c.format[1] == 'C';
  for (int i = 0; i < c.shape.rank(); ++i) {
    if (i != (first ? 1 : c.shape.rank() - 1)) axes.push_back(i);
  }
  vector[first ? 1 : vector.size() - 1] = -1;
  const auto ints = [&](const std::vector<int32_t>& values) {
    return b.Constant(*Tensor::FromValues<int32_t>(Shape{static_cast<int64_t>(values.size())}, values));
  };
  const auto row = [&](OutputRef edge) { return b.Op("Reshape", {edge, ints(vector)}); };
  const auto mean = [&](OutputRef edge) {
    return b.Op("Mean", {edge, ints(axes)}, {{"keep_dims", AttrValue(true)}});
  };
  const OutputRef m = c.training ? mean(in[0]) : row(in[3]);
  const OutputRef moved = b.Op("Sub", {in[0], m});
  const OutputRef v = c.training ? mean(b.Op("Square", {moved})) : row(in[4]);
  const OutputRef epsilon = b.Scalar(in[0].node->output_type(in[0].index), kEpsilon);
  const OutputRef rate = b.Op("Rsqrt", {b.Op("AddV2", {v, epsilon})});
  return b.Op("AddV2", {b.Op("Mul", {b.Op("Mul", {moved, rate}), row(in[1])}), row(in[2])});
}

OutputRef Fuse(GraphBuilder& b, const NormCase& c, Edges in) {
  if (c.training) {
    in[3] = in[4] = b.Constant(*Tensor::FromValues<float>(Shape{0}, std::vector<float>()));
  }
  return b.Op(c.op, in,
              {{"epsilon", AttrValue(kEpsilon)},
               {"data_format", AttrValue(c.format)},
               {"is_training", AttrValue(c.training)}});
}

// y, its gradients by x, scale and offset, and theirs by x, dy and scale.
Values Derivatives(const NormCase& c, bool fused) {
  const DType dtype = fused ? DType::kFloat : DType::kDouble;
  const Shape vector{Channels(c)};
  const int64_t size = c.shape.num_elements(), channels = Channels(c);
  const Values at = {Draw(size, -2, 2, 1),     Draw(channels, 0.5, 2, 2), Draw(channels, -1, 1, 3),
                     Draw(channels, -1, 1, 4), Draw(channels, 0.5, 2, 5), Draw(size, -1, 1, 6)};
  Evaluator evaluator;
  GraphBuilder b(&evaluator.graph(), "");
  Edges in;
  for (size_t i = 0; i < at.size(); ++i) {
    in.push_back(evaluator.Input(i == 0 || i == 5 ? c.shape : vector, dtype, true));
  }
  const OutputRef dy = in[5];
  const Edges forward(in.begin(), in.begin() + 5);
  const OutputRef y = fused ? Fuse(b, c, forward) : Compose(b, c, forward);
  if (!b.status().ok()) {
    ADD_FAILURE() << b.status().ToString();
    return {};
  }
  Edges all = {y};
  const Edges ys = {y}, xs = {in[0], in[1], in[2]}, dys = {dy};
  const auto grads = AddGradients(&evaluator.graph(), ys, xs, dys);
  if (!grads.ok()) {
    ADD_FAILURE() << grads.status().ToString();
    return {};
  }
  all.insert(all.end(), grads->begin(), grads->end());
  std::vector<size_t> sizes = {0, 0, 0, 0};
  for (size_t i = 0; i < 3; ++i) {
    const std::vector<double> drawn = Draw(i == 0 ? size : channels, -1, 1, 10 + static_cast<int>(i));
    const std::vector<float> narrow(drawn.begin(), drawn.end());
    OutputRef weight = b.Constant(*Tensor::FromValues<float>(i == 0 ? c.shape : vector, narrow));
    if (!fused) weight = b.Op("Cast", {weight}, {{"DstT", AttrValue(dtype)}});
    const Edges gs = {(*grads)[i]}, ins = {in[0], dy, in[1]}, weights = {weight};
    const auto second = AddGradients(&evaluator.graph(), gs, ins, weights);
    if (!second.ok()) {
      ADD_FAILURE() << second.status().ToString();
      return {};
    }
    all.insert(all.end(), second->begin(), second->end());
    sizes.insert(sizes.end(), {at[0].size(), at[0].size(), at[1].size()});
  }
  Edges fetches;
  for (const OutputRef& edge : all) {
    if (edge) fetches.push_back(edge);
  }
  const Values got = evaluator.Run(at, fetches);
  if (got.size() != fetches.size()) return {};
  Values out;
  size_t next = 0;
  for (size_t i = 0; i < all.size(); ++i) {
    out.push_back(all[i] ? got[next++] : std::vector<double>(sizes[i], 0.0));
  }
  return out;
}

class NormGradients : public ::testing::TestWithParam<NormCase> {};

TEST_P(NormGradients, MatchTheCompositionInDouble) {
  const NormCase& c = GetParam();
  const Values got = Derivatives(c, true), want = Derivatives(c, false);
  ASSERT_EQ(got.size(), 13u);
  ASSERT_EQ(want.size(), got.size());
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].size(), want[i].size()) << i;
    for (size_t k = 0; k < got[i].size(); ++k) {
      ASSERT_NEAR(got[i][k], want[i][k], 2e-5 * (1 + std::abs(want[i][k]))) << i << " element " << k;
    }
  }
  const std::string op = c.op;
  LogCase("gradient", op, "double", "*");
  LogCase("gradient", op.substr(0, 14) + "Grad" + op.substr(14), "double", "*");
}

const NormCase kCases[] = {
    {"V3Training", "FusedBatchNormV3", {2, 3, 2, 3}, "NHWC", true},
    {"V3Nchw", "FusedBatchNormV3", {2, 3, 2, 4}, "NCHW", true},
    {"V3Inference", "FusedBatchNormV3", {2, 2, 3, 3}, "NHWC", false},
    {"V3NchwInference", "FusedBatchNormV3", {3, 2, 2, 2}, "NCHW", false},
    {"V3Ndhwc", "FusedBatchNormV3", {2, 2, 3, 1, 2}, "NDHWC", true},
    {"V3Ncdhw", "FusedBatchNormV3", {2, 2, 3, 1, 2}, "NCDHW", true},
    {"V2Training", "FusedBatchNormV2", {2, 3, 2, 3}, "NHWC", true},
    {"V1Training", "FusedBatchNorm", {2, 3, 2, 3}, "NHWC", true},
};
// The gradients that these derivatives pass through are those of "FusedBatchNormGrad",
// "FusedBatchNormGradV2" and "FusedBatchNormGradV3".
INSTANTIATE_TEST_SUITE_P(Table, NormGradients, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Normalisation, OfBatchesAndOfLayersMatchesFiniteDifferences) {
  const NormCase batch = {"", "", {2, 2, 2, 2}, "NHWC", true};
  CheckGradients({"BatchNorm", {}, {{2, 2, 2, 2}, {2}, {2}}, [&](GraphBuilder& b, const Edges& x) {
                    return Compose(b, batch, {x[0], x[1], x[2]});
                  }});
  // Layer normalisation: moments of the last dimension.
  CheckGradients(
      {"LayerNorm", {}, {{3, 4}, {4}, {4}}, [](GraphBuilder& b, const Edges& x) {
         const AttrList keep = {{"keep_dims", AttrValue(true)}};
         const OutputRef last = b.Int32Vector({-1});
         const OutputRef moved = b.Op("Sub", {x[0], b.Op("Mean", {x[0], last}, keep)});
         const OutputRef v = b.Op("Mean", {b.Op("Square", {moved}), last}, keep);
         const DType dtype = x[0].node->output_type(x[0].index);
         const OutputRef rate = b.Op("Rsqrt", {b.Op("AddV2", {v, b.Scalar(dtype, kEpsilon)})});
         const OutputRef scaled = b.Op("Mul", {b.Op("Mul", {moved, rate}), x[1]});
         return b.Op("AddV2", {scaled, x[2]});
       }});
}

// "LRN" and "LRNGrad" in float against a composition in double, the sums of neighbours being a product
// with a band.
TEST(LrnGradient, MatchesACompositionInDouble) {
  constexpr int64_t kChannels = 6, kRadius = 2;
  std::vector<float> band;
  for (int64_t i = 0; i < kChannels * kChannels; ++i) {
    band.push_back(std::abs(i / kChannels - i % kChannels) <= kRadius ? 1.0f : 0.0f);
  }
  const std::vector<double> drawn = Draw(36, -1, 1, 9);
  const std::vector<float> weights(drawn.begin(), drawn.end());
  Values gradients;
  for (const bool fused : {true, false}) {
    const DType dtype = fused ? DType::kFloat : DType::kDouble;
    Evaluator evaluator;
    GraphBuilder b(&evaluator.graph(), "");
    const OutputRef x = evaluator.Input(Shape{1, 2, 3, kChannels}, dtype, true);
    const OutputRef dy = evaluator.Input(Shape{1, 2, 3, kChannels}, dtype, true);
    OutputRef y;
    if (fused) {
      y = b.Op("LRN", {x},
               {{"depth_radius", AttrValue(kRadius)},
                {"bias", AttrValue(1.5f)},
                {"alpha", AttrValue(0.5f)},
                {"beta", AttrValue(0.75f)}});
    } else {
      OutputRef near = b.Constant(*Tensor::FromValues<float>(Shape{kChannels, kChannels}, band));
      near = b.Op("Cast", {near}, {{"DstT", AttrValue(dtype)}});
      OutputRef sums = b.Op("Reshape", {b.Op("Square", {x}), b.Int32Vector({-1, kChannels})});
      sums = b.Op("Reshape", {b.Op("MatMul", {sums, near}), b.Int32Vector({1, 2, 3, kChannels})});
      const OutputRef norm =
          b.Op("AddV2", {b.Op("Mul", {sums, b.Scalar(dtype, 0.5)}), b.Scalar(dtype, 1.5)});
      y = b.Op("Mul", {x, b.Op("Pow", {norm, b.Scalar(dtype, -0.75)})});
    }
    const Edges ys = {y}, xs = {x}, dys = {dy};
    const auto grads = AddGradients(&evaluator.graph(), ys, xs, dys);
    ASSERT_TRUE(grads.ok()) << grads.status().ToString();
    OutputRef weight = b.Constant(*Tensor::FromValues<float>(Shape{1, 2, 3, kChannels}, weights));
    weight = b.Op("Cast", {weight}, {{"DstT", AttrValue(dtype)}});
    const Edges gs = {(*grads)[0]}, ins = {x, dy}, more = {weight};
    const auto second = AddGradients(&evaluator.graph(), gs, ins, more);
    ASSERT_TRUE(second.ok()) << second.status().ToString();
    const Edges fetches = {y, (*grads)[0], (*second)[0], (*second)[1]};
    for (auto& values : evaluator.Run({Draw(36, -2, 2, 7), Draw(36, -1, 1, 8)}, fetches)) {
      gradients.push_back(std::move(values));
    }
  }
  ASSERT_EQ(gradients.size(), 8u);
  for (size_t i = 0; i < 4; ++i) {
    for (size_t k = 0; k < 36; ++k) ASSERT_NEAR(gradients[i][k], gradients[i + 4][k], 2e-6) << i;
  }
  LogCase("gradient", "LRNGrad", "double", "*");
  LogCase("gradient", "LRN", "double", "*");
}

}  // namespace
}  // namespace runnel::testing
