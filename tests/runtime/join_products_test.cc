// Sums of products that become one product: where it may be, where not, and to the same bits where sums
// are exact.
#include "core/passes/gradients.h"
#include "tests/runtime/pass_test.h"

namespace runnel {
namespace {

class JoinProductsTest : public PassTest {
 protected:
  JoinProductsTest() : PassTest("products") {}

  // m x n, summed over k.
  OutputRef Product(DType dtype, int64_t m, int64_t n, int64_t k, int64_t seed, bool transpose_a = true,
                    bool transpose_b = false) {
    const Shape a = transpose_a ? Shape{k, m} : Shape{m, k}, c = transpose_b ? Shape{n, k} : Shape{k, n};
    return b().Op("MatMul", {Value(dtype, a, seed), Value(dtype, c, seed + 5)},
                  {{"transpose_a", AttrValue(transpose_a)}, {"transpose_b", AttrValue(transpose_b)}});
  }
  OutputRef Sum(const std::vector<OutputRef>& terms) {
    return b().Op("AddN", {terms.begin(), terms.end()},
                  {{"N", AttrValue(static_cast<int64_t>(terms.size()))}});
  }
  OutputRef Negative(OutputRef x) { return b().Op("Neg", {x}); }
};

TEST_F(JoinProductsTest, AreOneWhateverIsTransposed) {
  for (const DType dtype : {DType::kFloat, DType::kDouble}) {
    for (const bool transpose_a : {false, true}) {
      for (const bool transpose_b : {false, true}) {
        SCOPED_TRACE(StrCat(DTypeName(dtype), " ", transpose_a, " ", transpose_b));
        Restart({});
        feeds_.clear();
        std::vector<OutputRef> terms;
        for (const int64_t k : {3, 1, 8, 2})
          terms.push_back(Product(dtype, 20, 17, k, k, transpose_a, transpose_b));
        Both({Negative(Sum(terms))},
             2);  // four products and a sum, or a product and what brings its factors
      }
    }
  }
}

TEST_F(JoinProductsTest, OtherTermsStayInTheSum) {
  const OutputRef other = Value(DType::kFloat, {20, 17}, 9);
  std::vector<OutputRef> terms = {other};
  for (int64_t i = 0; i < 3; ++i) terms.push_back(Product(DType::kFloat, 20, 17, 4, i));
  for (int64_t i = 0; i < 3; ++i) terms.push_back(Product(DType::kFloat, 20, 17, 4, i + 3, false));
  terms.push_back(other);
  Both({Negative(Sum(terms))}, 0);  // two groups of three, each become three nodes
  const std::vector<OutputRef> twice = {terms[1], terms[1], terms[2]};
  Both({Negative(Sum(twice))}, 0);  // a term that counts twice is read twice
}

TEST_F(JoinProductsTest, ASumMayBeATermOfAnother) {
  std::vector<OutputRef> inner, outer;
  for (int64_t i = 0; i < 4; ++i) inner.push_back(Product(DType::kFloat, 20, 17, 4, i));
  outer.push_back(Sum(inner));
  for (int64_t i = 4; i < 8; ++i) outer.push_back(Product(DType::kFloat, 20, 17, 4, i));
  Both({Negative(Sum(outer))}, 3);  // of ten, two products with what brings their factors, and a sum
}

TEST_F(JoinProductsTest, WhatIsFetchedReadOrOrderedElsewhereIsATermOfItsOwn) {
  std::vector<OutputRef> p;
  for (int64_t i = 0; i < 6; ++i) p.push_back(Product(DType::kFloat, 20, 17, 4, i));
  const OutputRef sum = Sum(p);
  Both({Negative(sum)}, 4);
  Both({sum}, 4);
  Both({Negative(sum), p[1]}, 2);
  Both({Negative(sum), Negative(p[1]), Negative(p[2])}, 1);
  Node* after = b().AddNode({{}, "Neg", {feeds_[0].first}, {p[0].node}, {}, {}});
  Both({Negative(sum), {after, 0}}, 2);
  Both({Negative(sum), p[0], p[1], p[2], p[3]}, 0);  // two are too few
}

TEST_F(JoinProductsTest, LongSumsOverSmallTermsStayAsTheyAre) {
  Both({Negative(Sum({Product(DType::kFloat, 4, 5, 100, 1), Product(DType::kFloat, 4, 5, 100, 2)}))}, 0);
  Both({Negative(Sum({Product(DType::kFloat, 9, 9, 0, 1), Product(DType::kFloat, 9, 9, 0, 2)}))}, 0);
  Both({Negative(Sum({Product(DType::kHalf, 20, 17, 4, 1), Product(DType::kHalf, 20, 17, 4, 2),
                      Product(DType::kHalf, 20, 17, 4, 3), Product(DType::kHalf, 20, 17, 4, 4)}))},
       0);
}

TEST_F(JoinProductsTest, TheGradientOfWhatEveryStepUsesIsOneProduct) {
  const OutputRef w = Value(DType::kFloat, {12, 12}, 2);
  OutputRef state = Value(DType::kFloat, {2, 12}, 1);
  for (int i = 0; i < 6; ++i) {
    const OutputRef z = b().Op("MatMul", {b().Op("Add", {state, Value(DType::kFloat, {2, 12}, i)}), w});
    state = b().Op("Sign", {z}), state = b().Op("Add", {state, z});
    state = b().Op("Sub", {state, b().Op("StopGradient", {z})});  // -1, 0 or 1
  }
  const auto slope = AddGradients(graph_.get(), {{state}}, {{w}});
  ASSERT_TRUE(slope.ok()) << slope.status().ToString();
  std::vector<Tensor> with, without;
  RunMetadata fewer, more;
  session_options_.disabled_passes = {};
  ASSERT_TRUE(TryRun({(*slope)[0]}, feeds_, {}, &with, {}, &fewer).ok());
  session_options_.disabled_passes = {"products"};
  session_ = nullptr;
  ASSERT_TRUE(TryRun({(*slope)[0]}, feeds_, {}, &without, {}, &more).ok());
  EXPECT_EQ(more.launches - fewer.launches, 4u);
  for (int64_t i = 0; i < with[0].shape().num_elements(); ++i) {
    const float want = without[0].values<const float>()[static_cast<size_t>(i)];
    EXPECT_NEAR(with[0].values<const float>()[static_cast<size_t>(i)], want,
                1e-5f * (1 + std::abs(want)));
  }
}

}  // namespace
}  // namespace runnel
