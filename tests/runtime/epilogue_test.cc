// Products that take along what follows them: the same bits as without, where it may be and where not.
#include <cmath>

#include "core/passes/gradients.h"
#include "tests/runtime/pass_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

class EpilogueTest : public PassTest {
 protected:
  explicit EpilogueTest(const char* pass = "epilogue") : PassTest(pass) {}
  static AttrList Format(const char* format) { return {{"data_format", AttrValue(format)}}; }
  OutputRef Conv(OutputRef x, OutputRef filter, const char* format, const char* padding = "SAME") {
    return b().Op("Conv2D", {x, filter},
                  {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                   {"padding", AttrValue(padding)},
                   {"data_format", AttrValue(format)}});
  }
};

TEST_F(EpilogueTest, AProductTakesItsBiasAndActivation) {
  for (const DType dtype : {DType::kFloat, DType::kDouble}) {
    for (const int64_t m : {1, 7, 130}) {
      for (const int64_t n : {1, 5, 70, 1100}) {
        for (const int64_t k : {1, 33, 900}) {
          SCOPED_TRACE(StrCat(m, " ", n, " ", k));
          if (m * n * k > 40000000) continue;
          Restart({});
          feeds_.clear();
          const OutputRef bias = Value(dtype, {n}, 3);
          const OutputRef y = b().Op(
              "BiasAdd", {b().Op("MatMul", {Value(dtype, {m, k}, 1), Value(dtype, {k, n}, 2)}), bias});
          Both({b().Op("Neg", {b().Op("Relu", {y})})}, 2);
        }
      }
    }
    if (!HasFailure()) testing::LogCase("forward", "_FusedMatMul", std::string(DTypeName(dtype)), "CPU");
  }
}

TEST_F(EpilogueTest, AConvolutionDoesInBothLayouts) {
  for (const DType dtype : {DType::kFloat, DType::kDouble}) {
    for (const char* format : {"NHWC", "NCHW"}) {
      for (const int64_t channels : {1, 6, 600}) {
        SCOPED_TRACE(StrCat(format, " ", channels));
        Restart({});
        feeds_.clear();
        const bool last = format == std::string("NHWC");
        const OutputRef x = Value(dtype, last ? Shape{2, 9, 11, 3} : Shape{2, 3, 9, 11}, 1);
        const OutputRef filter = Value(dtype, {3, 3, 3, channels}, 2),
                        bias = Value(dtype, {channels}, 3);
        const OutputRef y = b().Op("BiasAdd", {Conv(x, filter, format), bias}, Format(format));
        Both({b().Op("Neg", {b().Op("Elu", {y})})}, 2);
      }
    }
    if (!HasFailure()) testing::LogCase("forward", "_FusedConv2D", std::string(DTypeName(dtype)), "CPU");
  }
}

TEST_F(EpilogueTest, SoDoesOneChannelByChannel) {
  for (const DType dtype : {DType::kFloat, DType::kDouble}) {
    for (const char* format : {"NHWC", "NCHW"}) {
      for (const int64_t multiplier : {1, 2}) {
        for (const int64_t channels : {1, 6, 70}) {
          SCOPED_TRACE(StrCat(format, " ", multiplier, " ", channels));
          Restart({});
          feeds_.clear();
          const bool last = format == std::string("NHWC");
          const OutputRef x =
              Value(dtype, last ? Shape{2, 9, 11, channels} : Shape{2, channels, 9, 11}, 1);
          const OutputRef filter = Value(dtype, {3, 3, channels, multiplier}, 2);
          const OutputRef product = b().Op("DepthwiseConv2dNative", {x, filter},
                                           {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                                            {"padding", AttrValue("SAME")},
                                            {"data_format", AttrValue(format)}});
          const OutputRef bias = Value(dtype, {channels * multiplier}, 3);
          const OutputRef y = b().Op("BiasAdd", {product, bias}, Format(format));
          Both({b().Op("Neg", {b().Op("Relu6", {y})})}, 2);
        }
      }
    }
    if (!HasFailure())
      testing::LogCase("forward", "_FusedDepthwiseConv2dNative", std::string(DTypeName(dtype)), "CPU");
  }
}

TEST_F(EpilogueTest, TransposedOperandsEveryActivationAndNoBias) {
  for (const char* op : {"Relu", "Relu6", "Elu", "Selu", "Tanh", "Sigmoid", "Softplus", "Softsign"}) {
    SCOPED_TRACE(op);
    Restart({});
    feeds_.clear();
    const OutputRef y =
        b().Op("MatMul", {Value(DType::kFloat, {5, 9}, 1), Value(DType::kFloat, {7, 5}, 2)},
               {{"transpose_a", AttrValue(true)}, {"transpose_b", AttrValue(true)}});
    Both({b().Op("Neg", {b().Op(op, {y})})}, 1);
  }
}

// Tiles of every width, of sums over several blocks, with and without windows.
TEST_F(EpilogueTest, LimitsOfEveryWidthAreTheSameBits) {
  for (const char* op : {"Relu", "Relu6", "Tanh"}) {
    for (const int64_t in : {24, 500}) {
      for (const int64_t taps : {1, 3}) {
        for (const int64_t out : {1, 13, 16, 24, 40, 160}) {
          SCOPED_TRACE(StrCat(op, " ", in, " ", taps, " ", out));
          Restart({});
          feeds_.clear();
          const OutputRef x = Value(DType::kFloat, {1, 7, 7, in}, 1),
                          filter = Value(DType::kFloat, {taps, taps, in, out}, 2);
          const OutputRef bias = Value(DType::kFloat, {out}, 3);
          const OutputRef y = b().Op("BiasAdd", {Conv(x, filter, "NHWC"), bias}, Format("NHWC"));
          Both({b().Op("Neg", {b().Op(op, {y})})}, 2);
        }
      }
    }
  }
}

TEST_F(EpilogueTest, WhatOthersReadStays) {
  const OutputRef x = Value(DType::kFloat, {4, 6}, 1), w = Value(DType::kFloat, {6, 5}, 2);
  const OutputRef bias = Value(DType::kFloat, {5}, 3);
  const OutputRef product = b().Op("MatMul", {x, w});
  const OutputRef sum = b().Op("BiasAdd", {product, bias}), y = b().Op("Relu", {sum});
  Both({y}, 2);
  Both({b().Op("Neg", {y}), sum}, 1);                          // the sum has two readers
  Both({b().Op("Neg", {y}), b().Op("Square", {product})}, 0);  // so has the product
  Node* after = b().AddNode({{}, "Neg", {x}, {sum.node}, {}, {}});
  Both({b().Op("Neg", {y}), {after, 0}}, 0);
}

TEST_F(EpilogueTest, SumsOfNothingTakeTheBiasToo) {
  const OutputRef bias = Value(DType::kFloat, {3}, 3);
  const OutputRef none =
      b().Op("MatMul", {Value(DType::kFloat, {2, 0}, 1), Value(DType::kFloat, {0, 3}, 2)});
  Both({b().Op("Neg", {b().Op("BiasAdd", {none, bias})})}, 1);
}

TEST_F(EpilogueTest, TrainingGivesTheSameBits) {
  const OutputRef w = Value(DType::kFloat, {6, 5}, 2), bias = Value(DType::kFloat, {5}, 3);
  const OutputRef y = b().Op(
      "Relu", {b().Op("BiasAdd", {b().Op("MatMul", {Value(DType::kFloat, {4, 6}, 1), w}), bias})});
  const OutputRef loss = b().Op("Mean", {b().Op("Square", {y}), b().Int32Vector({0, 1})});
  const auto slopes = AddGradients(graph_.get(), {{loss}}, {{w, bias}});
  ASSERT_TRUE(slopes.ok()) << slopes.status().ToString();
  Both({loss, (*slopes)[0], (*slopes)[1]}, 2);
}

TEST_F(EpilogueTest, ABiasThatDoesNotFitIsRefusedAsBefore) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape{-1, -1});
  const OutputRef bias = Placeholder("bias", DType::kFloat, Shape{-1});
  const OutputRef y = b().Op("Neg", {b().Op("BiasAdd", {b().Op("MatMul", {x, x}), bias})});
  std::vector<Tensor> out;
  const Status status =
      TryRun({y}, {{x, Floats({1, 2, 3, 4}, Shape{2, 2})}, {bias, Floats({1, 2, 3})}}, {}, &out);
  EXPECT_EQ(status.code(), Code::kInvalidArgument) << status.ToString();
}

// ---- element-wise nodes behind a product ----

class FollowTest : public EpilogueTest {
 protected:
  FollowTest() : EpilogueTest("follow") { off_ = {"fold", "cse", "simplify"}; }
  struct Product {
    OutputRef y;
    Shape shape;
  };
  // Products of several kinds with a bias, or without.
  std::vector<Product> Products(DType dtype, bool biased) {
    std::vector<Product> all;
    const auto add = [&](OutputRef y, const Shape& shape) {
      const int64_t channels = shape.dim(shape.rank() - 1);
      const bool batched = shape.rank() == 4 && shape.dim(1) == 3;  // their bias is a sum of its own
      if (biased && !batched) y = b().Op("BiasAdd", {y, Value(dtype, {channels}, 3)});
      all.push_back({y, shape});
    };
    for (const int64_t m : {1, 7, 130})
      add(b().Op("MatMul", {Value(dtype, {m, 33}, 1), Value(dtype, {33, 70}, 2)}), {m, 70});
    add(b().Op("BatchMatMulV2", {Value(dtype, {2, 3, 5, 33}, 1), Value(dtype, {33, 70}, 2)}),
        {2, 3, 5, 70});
    for (const bool turned : {false, true}) {
      const Shape right = turned ? Shape{3, 24, 33} : Shape{3, 33, 24};
      add(b().Op("BatchMatMulV2", {Value(dtype, {2, 1, 5, 33}, 1), Value(dtype, right, 2)},
                 {{"adj_y", AttrValue(turned)}}),
          {2, 3, 5, 24});
    }
    for (const int64_t channels : {1, 6, 600})
      add(Conv(Value(dtype, {2, 9, 11, 3}, 1), Value(dtype, {3, 3, 3, channels}, 2), "NHWC"),
          {2, 9, 11, channels});
    add(Conv(Value(dtype, {2, 9, 11, 40}, 1), Value(dtype, {1, 1, 40, 24}, 2), "NHWC"), {2, 9, 11, 24});
    for (const int64_t multiplier : {1, 2}) {
      const OutputRef x = Value(dtype, {2, 9, 11, 40}, 1), w = Value(dtype, {3, 3, 40, multiplier}, 2);
      add(b().Op("DepthwiseConv2dNative", {x, w},
                 {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                  {"padding", AttrValue("SAME")}}),
          {2, 9, 11, 40 * multiplier});
    }
    return all;
  }
  OutputRef Op(const char* op, OutputRef x, OutputRef y) { return b().Op(op, {x, y}); }
  // So that what is fetched is not what follows.
  OutputRef End(OutputRef x) { return b().Op("Softmax", {x}); }
};

TEST_F(FollowTest, ASumGateAndEveryOperandThatSpreads) {
  for (const DType dtype : {DType::kFloat, DType::kDouble}) {
    for (const bool biased : {false, true}) {
      for (size_t k = 0; k < 12; ++k) {
        SCOPED_TRACE(StrCat(DTypeName(dtype), " ", biased, " ", k));
        Restart({});
        feeds_.clear();
        const Product p = Products(dtype, biased)[k];
        const auto last = [&](int64_t seed) {
          return Value(dtype, {p.shape.dim(p.shape.rank() - 1)}, seed);
        };
        Both({End(Op("AddV2", Value(dtype, p.shape, 5), p.y))}, 1);
        OutputRef y =
            Op("Mul", Op("Sub", Products(dtype, biased)[k].y, last(6)), Value(dtype, Shape(), 7));
        y = b().Op("Relu", {Op("AddV2", y, Value(dtype, p.shape, 8))});
        Both({End(y)}, 1);
        const OutputRef x = Products(dtype, biased)[k].y;
        Both({End(Op("Mul", b().Op("Sigmoid", {x}), x))}, 1);
      }
    }
    if (!HasFailure())
      testing::LogCase("forward", "_FusedBatchMatMulV2", std::string(DTypeName(dtype)), "CPU");
  }
}

TEST_F(FollowTest, LimitsThatCrossAndLimitsThatDoNot) {
  const std::pair<float, float> limits[] = {{0, 6}, {-0.5f, 0.25f}, {2, -1}, {NAN, 1}};
  for (const auto& [low, high] : limits) {
    for (const bool low_first : {true, false}) {
      SCOPED_TRACE(StrCat(low, " ", high, " ", low_first));
      Restart({});
      feeds_.clear();
      const auto bound = [&](float value) { return b().Constant(Floats({value}, Shape())); };
      const char *first = low_first ? "Maximum" : "Minimum", *second = low_first ? "Minimum" : "Maximum";
      for (const Product& p : Products(DType::kFloat, true)) {
        const OutputRef y = Op(first, p.y, bound(low_first ? low : high));
        Both({End(Op(second, bound(low_first ? high : low), y))}, 1);
      }
    }
  }
}

TEST_F(FollowTest, TwoProductsOfOneSumAndSumsInARow) {
  const OutputRef x = Value(DType::kFloat, {2, 9, 11, 8}, 1);
  const auto conv = [&](OutputRef in, int64_t seed) {
    return Conv(in, Value(DType::kFloat, {1, 1, 8, 8}, seed), "NHWC");
  };
  OutputRef y = b().Op("Relu", {Op("AddV2", conv(x, 2), conv(x, 3))});
  for (int64_t i = 0; i < 3; ++i) y = b().Op("Relu", {Op("AddV2", conv(y, 4 + i), y)});
  Both({End(y)}, 4);
}

TEST_F(FollowTest, WhatOthersReadOrAnotherLayoutHasStays) {
  const OutputRef x = Value(DType::kFloat, {2, 9, 11, 8}, 1), w = Value(DType::kFloat, {1, 1, 8, 8}, 2);
  const OutputRef read = Conv(x, w, "NHWC");
  Both({End(Op("AddV2", read, x)), End(read)}, 0);
  const OutputRef fetched = Conv(x, w, "NHWC");
  Both({End(Op("AddV2", fetched, x)), fetched}, 0);
  const OutputRef grouped = Conv(x, Value(DType::kFloat, {1, 1, 4, 8}, 2), "NHWC");
  Both({End(Op("AddV2", grouped, x))}, 0);
  const OutputRef by_row = Value(DType::kFloat, {2, 9, 11, 1}, 3);
  Both({End(Op("AddV2", Conv(x, w, "NHWC"), by_row))}, 0);
  off_.push_back("layout");
  const OutputRef first = Value(DType::kFloat, {2, 8, 9, 11}, 1);
  Both({End(Op("AddV2", Conv(first, w, "NCHW"), first))}, 0);
}

}  // namespace
}  // namespace runnel
