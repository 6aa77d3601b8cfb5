// Attention that is found in graphs: the same values as without the pass, where it may be and where not.
#include <limits>

#include "core/passes/gradients.h"
#include "tests/runtime/pass_test.h"

namespace runnel {
namespace {

class AttentionTest : public PassTest {
 protected:
  AttentionTest() : PassTest("attention") {}
  void Begin() {
    Restart({});
    feeds_.clear();
  }
  OutputRef Product(OutputRef x, OutputRef y, bool transposed) {
    return b().Op("BatchMatMulV2", {x, y}, {{"adj_y", AttrValue(transposed)}});
  }
  OutputRef Scores(const Shape& query, const Shape& key) {
    return Product(Value(DType::kFloat, query, 1), Value(DType::kFloat, key, 2), true);
  }
  OutputRef Weigh(OutputRef scores, const Shape& value) {
    return Product(b().Op("Softmax", {scores}), Value(DType::kFloat, value, 3), false);
  }
  static constexpr float kNear = 2e-6F;
};

TEST_F(AttentionTest, ScaledAndMaskedInEveryOrder) {
  const OutputRef none;
  for (const char* scale : {"", "Mul", "mul", "RealDiv"}) {
    for (const char* mask : {"", "AddV2", "add", "Add"}) {
      SCOPED_TRACE(StrCat(scale, " ", mask));
      Begin();
      OutputRef x = Scores({2, 3, 5, 4}, {2, 3, 7, 4});
      const OutputRef factor = b().Constant(Floats({0.5F}, Shape()));
      if (*scale == 'm') x = b().Op("Mul", {factor, x});
      if (*scale == 'M' || *scale == 'R') x = b().Op(scale, {x, factor});
      const OutputRef more = *mask == 0 ? none : Value(DType::kFloat, {5, 7}, 4);
      if (*mask == 'a') x = b().Op("AddV2", {more, x});
      if (*mask == 'A') x = b().Op(mask, {x, more});
      const int gone = 2 + (*scale != 0 ? 1 : 0) + (*mask != 0 ? 1 : 0);
      Both({b().Op("Neg", {Weigh(x, {2, 3, 7, 6})})}, gone, kNear);
    }
  }
}

TEST_F(AttentionTest, MasksThatBroadcast) {
  for (const Shape& mask : {Shape{}, Shape{1}, Shape{7}, Shape{5, 1}, Shape{3, 1, 7}, Shape{2, 1, 1, 7},
                            Shape{2, 3, 5, 7}}) {
    SCOPED_TRACE(mask.ToString());
    Begin();
    const OutputRef x =
        b().Op("AddV2", {Scores({2, 3, 5, 4}, {2, 3, 7, 4}), Value(DType::kFloat, mask, 4)});
    Both({Weigh(x, {2, 3, 7, 6})}, 3, kNear);
  }
}

TEST_F(AttentionTest, WhatOthersReadOrBroadcastStays) {
  const OutputRef scores = Scores({2, 5, 4}, {2, 7, 4}), weights = b().Op("Softmax", {scores});
  const OutputRef y = Product(weights, Value(DType::kFloat, {2, 7, 6}, 3), false);
  Both({y, weights}, 0);
  Both({y, scores}, 0);
  Node* after = b().AddNode({{}, "Neg", {y}, {weights.node}, {}, {}});
  Both({{after, 0}}, 0);
  Both({y}, 2, kNear);
  Begin();
  Both({Weigh(Scores({2, 5, 4}, {1, 7, 4}), {2, 7, 6})}, 0);  // keys for all
  Begin();
  Both({Weigh(Scores({2, 5, 4}, {2, 7, 4}), {7, 6})}, 0);  // values for all
  Begin();
  const OutputRef larger =
      b().Op("AddV2", {Scores({1, 5, 4}, {1, 7, 4}), Value(DType::kFloat, {2, 5, 7}, 4)});
  Both({Weigh(larger, {1, 7, 6})}, 0);  // a mask that makes more of them
}

// The gradient reads the weights, so they are made; that of the fused op makes them again.
TEST_F(AttentionTest, TrainingAgreesAndTheOpHasAGradient) {
  const OutputRef q = Value(DType::kFloat, {2, 5, 4}, 1), k = Value(DType::kFloat, {2, 7, 4}, 2),
                  v = Value(DType::kFloat, {2, 7, 6}, 3), mask = Value(DType::kFloat, {5, 7}, 4);
  const auto slopes = [&](OutputRef y) {
    const OutputRef loss = b().Op("Sum", {b().Op("Square", {y}), b().Int32Vector({0, 1, 2})});
    const auto made = AddGradients(graph_.get(), {{loss}}, {{q, k, v, mask}});
    EXPECT_TRUE(made.ok()) << made.status().ToString();
    return made.ok() ? *made : std::vector<OutputRef>(4, loss);
  };
  const std::vector<OutputRef> apart =
      slopes(Product(b().Op("Softmax", {b().Op("AddV2", {Product(q, k, true), mask})}), v, false));
  const std::vector<OutputRef> fused =
      slopes(b().Op("Runnel>Attention", {q, k, v, mask}, {{"scale", AttrValue(1.0F)}}));
  std::vector<OutputRef> fetches = apart;
  fetches.insert(fetches.end(), fused.begin(), fused.end());
  const std::vector<Tensor> out = Both(fetches, 0);
  ASSERT_EQ(out.size(), 8u);
  for (size_t i = 0; i < 4; ++i) {
    const std::vector<float> a = ToFloats(out[i]), c = ToFloats(out[i + 4]);
    for (size_t e = 0; e < a.size(); ++e) EXPECT_NEAR(c[e], a[e], 1e-5F * (1 + std::abs(a[e]))) << i;
  }
}

// As exporters write it: the keys are transposed by a node, alone or with what splits heads, and may
// have a factor of their own.
TEST_F(AttentionTest, KeysThatANodeTransposes) {
  const auto order = [&](std::vector<int32_t> values) {
    return b().Constant(*Tensor::FromValues<int32_t>(Shape({4}), std::span<const int32_t>(values)));
  };
  for (const bool split : {false, true}) {
    for (const bool scaled : {false, true}) {
      SCOPED_TRACE(StrCat(split, " ", scaled));
      Begin();
      const OutputRef key = Value(DType::kFloat, split ? Shape{2, 7, 3, 4} : Shape{2, 3, 7, 4}, 2);
      OutputRef turned = b().Op("Transpose", {key, order(split ? std::vector<int32_t>{0, 2, 3, 1}
                                                               : std::vector<int32_t>{0, 1, 3, 2})});
      if (scaled) turned = b().Op("Mul", {turned, b().Constant(Floats({0.5F}, Shape()))});
      const OutputRef scores = Product(Value(DType::kFloat, {2, 3, 5, 4}, 1), turned, false);
      // The heads of split keys are still brought in front of their places.
      Both({b().Op("Neg", {Weigh(scores, {2, 3, 7, 6})})}, 2 + (split ? 0 : 1) + (scaled ? 1 : 0),
           kNear);
    }
  }
}

TEST_F(AttentionTest, ScoresThatDoNotCountAreChosen) {
  for (const float low : {-1e9F, -std::numeric_limits<float>::infinity(), -3.4e38F}) {
    for (const bool first : {false, true}) {
      SCOPED_TRACE(StrCat(low, " ", first));
      Begin();
      const OutputRef scores = Scores({2, 3, 5, 4}, {2, 3, 5, 4});
      const OutputRef counts =
          b().Op("Less", {Value(DType::kFloat, {5, 5}, 7), b().Constant(Floats({1.2F}, Shape()))});
      const OutputRef other = b().Constant(Floats({low}, Shape()));
      const OutputRef chosen = first
                                   ? b().Op("SelectV2", {b().Op("LogicalNot", {counts}), other, scores})
                                   : b().Op("SelectV2", {counts, scores, other});
      Both({Weigh(chosen, {2, 3, 5, 6})}, 2, kNear);
    }
  }
  Begin();
  const OutputRef zero = b().Constant(Floats({0}, Shape()));
  const OutputRef counts = b().Op("Less", {Value(DType::kFloat, {5, 5}, 7), zero});
  Both({Weigh(b().Op("SelectV2", {counts, Scores({2, 5, 4}, {2, 5, 4}), zero}), {2, 5, 6})}, 0);
}

}  // namespace
}  // namespace runnel
