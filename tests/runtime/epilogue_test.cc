// Products that take along what follows them: the same bits as without, where it may be and where not.
#include "core/passes/gradients.h"
#include "tests/runtime/pass_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

class EpilogueTest : public PassTest {
 protected:
  EpilogueTest() : PassTest("epilogue") {}
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

}  // namespace
}  // namespace runnel
