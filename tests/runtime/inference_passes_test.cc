// What is folded ahead in graphs whose weights are constants: padding, factors and summands behind a
// product, control edges of what is constant. The results are those without the pass, within rounding
// where sums are scaled term by term.
#include <limits>

#include "tests/runtime/pass_test.h"

namespace runnel {
namespace {

class InferencePassTest : public PassTest {
 protected:
  explicit InferencePassTest(std::string pass) : PassTest(std::move(pass)) {}

  OutputRef Const(DType dtype, const Shape& shape, int64_t seed, float least = 0.25f) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(least + static_cast<float>((i * 37 + seed * 11) % 23) / 8);
    if (dtype == DType::kFloat) return b().Constant(Floats(values, shape));
    const std::vector<double> wide(values.begin(), values.end());
    return b().Constant(*Tensor::FromValues<double>(shape, wide));
  }
  OutputRef Ints(const std::vector<int32_t>& values, const Shape& shape) {
    return b().Constant(*Tensor::FromValues<int32_t>(shape, values));
  }
  OutputRef Conv(const char* op, OutputRef x, OutputRef filter, const char* padding,
                 const char* format = "NHWC", std::vector<int64_t> pads = {}) {
    AttrList attrs = {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                      {"padding", AttrValue(padding)},
                      {"data_format", AttrValue(format)}};
    if (!pads.empty()) attrs.emplace_back("explicit_paddings", AttrValue(std::move(pads)));
    return b().Op(op, {x, filter}, attrs);
  }
  OutputRef Op(const char* op, OutputRef x, OutputRef y) { return b().Op(op, {x, y}); }
  OutputRef Neg(OutputRef x) { return b().Op("Neg", {x}); }
  void Again() {
    Restart({});
    feeds_.clear();
  }
};

// ---- padding ----

class PadsTest : public InferencePassTest {
 protected:
  PadsTest() : InferencePassTest("pads") {}
};

TEST_F(PadsTest, ZerosAroundAnImageAreTheConvolutionsOwn) {
  for (const DType dtype : {DType::kFloat, DType::kDouble}) {
    for (const char* op : {"Conv2D", "DepthwiseConv2dNative"}) {
      for (const char* padding : {"VALID", "EXPLICIT"}) {
        for (const bool last : {true, false}) {
          SCOPED_TRACE(StrCat(op, " ", padding, " ", last));
          Again();
          const OutputRef x = Value(dtype, last ? Shape{2, 7, 6, 3} : Shape{2, 3, 7, 6}, 1);
          const OutputRef sides =
              last ? Ints({0, 0, 1, 2, 0, 3, 0, 0}, {4, 2}) : Ints({0, 0, 0, 0, 1, 2, 0, 3}, {4, 2});
          std::vector<int64_t> own;
          if (padding[0] == 'E')
            own = last ? std::vector<int64_t>{0, 0, 1, 0, 2, 1, 0, 0}
                       : std::vector<int64_t>{0, 0, 0, 0, 1, 0, 2, 1};
          Both({Neg(Conv(op, Op("Pad", x, sides), Const(dtype, {3, 3, 3, 2}, 2), padding,
                         last ? "NHWC" : "NCHW", own))},
               1);
        }
      }
    }
  }
}

TEST_F(PadsTest, OnlyZerosAroundTheImageAlone) {
  const OutputRef x = Value(DType::kFloat, {2, 7, 6, 3}, 1), w = Const(DType::kFloat, {3, 3, 3, 2}, 2);
  const OutputRef sides = Ints({0, 0, 1, 2, 0, 3, 0, 0}, {4, 2});
  const auto padded = [&](float value) {
    return b().Op("PadV2", {x, sides, b().Constant(Floats({value}, Shape()))});
  };
  Both({Neg(Conv("Conv2D", padded(0), w, "VALID"))}, 1);
  Both({Neg(Conv("Conv2D", padded(1), w, "VALID"))}, 0);
  Both({Neg(Conv("Conv2D", padded(0), w, "SAME"))}, 0);
  const OutputRef more = Ints({0, 1, 1, 2, 0, 3, 0, 0}, {4, 2});  // and an image of zeros
  Both({Neg(Conv("Conv2D", Op("Pad", x, more), w, "VALID"))}, 0);
  const OutputRef read_twice = Op("Pad", x, sides);
  Both({Neg(Conv("Conv2D", read_twice, w, "VALID")), Neg(read_twice)}, 0);
  const OutputRef fetched = Op("Pad", x, sides);
  Both({Neg(Conv("Conv2D", fetched, w, "VALID")), fetched}, 0);
}

TEST_F(PadsTest, APoolOfWhatIsNeverLessThanZero) {
  for (const bool last : {true, false}) {
    const auto pooled = [&](const char* op, const std::vector<int32_t>& sides) {
      const OutputRef x =
          b().Op(op, {Value(DType::kFloat, last ? Shape{2, 7, 6, 3} : Shape{2, 3, 7, 6}, 1)});
      const OutputRef padded =
          b().Op("PadV2", {x, Ints(sides, {4, 2}), b().Constant(Floats({0}, Shape()))});
      return Neg(b().Op("MaxPool", {padded},
                        {{"ksize", AttrValue(last ? std::vector<int64_t>{1, 3, 2, 1}
                                                  : std::vector<int64_t>{1, 1, 3, 2})},
                         {"strides", AttrValue(last ? std::vector<int64_t>{1, 2, 2, 1}
                                                    : std::vector<int64_t>{1, 1, 2, 2})},
                         {"padding", AttrValue("VALID")},
                         {"data_format", AttrValue(last ? "NHWC" : "NCHW")}}));
    };
    const auto sides = [&](int32_t a, int32_t b, int32_t c, int32_t d) {
      return last ? std::vector<int32_t>{0, 0, a, b, c, d, 0, 0}
                  : std::vector<int32_t>{0, 0, 0, 0, a, b, c, d};
    };
    Both({pooled("Relu", sides(1, 2, 0, 1))}, 1);
    Both({pooled("Relu6", sides(2, 2, 1, 1))}, 1);
    Both({pooled("Relu", sides(3, 0, 0, 0))}, 0);  // a window of zeros alone
    Both({pooled("Abs", sides(1, 1, 1, 1))}, 0);
    Both({pooled("Tanh", sides(1, 1, 1, 1))}, 0);  // where zeros are more
  }
}

// ---- factors and summands ----

class ScalesTest : public InferencePassTest {
 protected:
  ScalesTest() : InferencePassTest("scales") {}
  struct Kind {
    const char* op;
    Shape x, filter;
    bool first, turned;  // channels first, transpose_b
    int64_t channels;
  };
  static std::vector<Kind> Kinds() {
    return {{"Conv2D", {2, 6, 5, 3}, {3, 3, 3, 4}, false, false, 4},
            {"Conv2D", {2, 3, 6, 5}, {3, 3, 3, 4}, true, false, 4},
            {"DepthwiseConv2dNative", {2, 6, 5, 3}, {3, 3, 3, 2}, false, false, 6},
            {"DepthwiseConv2dNative", {2, 3, 6, 5}, {3, 3, 3, 2}, true, false, 6},
            {"MatMul", {5, 7}, {7, 4}, false, false, 4},
            {"MatMul", {5, 7}, {4, 7}, false, true, 4}};
  }
  OutputRef Product(const Kind& kind, DType dtype, int64_t seed = 2) {
    const OutputRef x = Value(dtype, kind.x, 1), w = Const(dtype, kind.filter, seed, -1.5f);
    if (kind.filter.rank() == 2)
      return b().Op("MatMul", {x, w}, {{"transpose_b", AttrValue(kind.turned)}});
    return Conv(kind.op, x, w, "SAME", kind.first ? "NCHW" : "NHWC");
  }
  // A shape that spreads over the results by channel.
  static Shape Spread(const Kind& kind) {
    return kind.first ? Shape{kind.channels, 1, 1} : Shape{kind.channels};
  }
  OutputRef Bias(const Kind& kind, OutputRef x, OutputRef bias) {
    AttrList attrs;
    if (kind.filter.rank() == 4) attrs = {{"data_format", AttrValue(kind.first ? "NCHW" : "NHWC")}};
    return b().Op("BiasAdd", {x, bias}, attrs);
  }
};

TEST_F(ScalesTest, AFrozenBatchNormGoesIntoWeightsAndBias) {
  for (const DType dtype : {DType::kFloat, DType::kDouble}) {
    for (const Kind& kind : Kinds()) {
      SCOPED_TRACE(StrCat(kind.op, " ", kind.first, " ", kind.turned));
      Again();
      const OutputRef scale = Const(dtype, Spread(kind), 3), shift = Const(dtype, Spread(kind), 4, -1);
      // The bias goes along with the product as its epilogue.
      Both({Neg(Op("AddV2", Op("Mul", Product(kind, dtype), scale), shift))}, 2, 1e-4f);
    }
  }
}

TEST_F(ScalesTest, EveryStepOfAChain) {
  for (const Kind& kind : Kinds()) {
    SCOPED_TRACE(StrCat(kind.op, " ", kind.first, " ", kind.turned));
    Again();
    const auto spread = [&](int64_t seed) { return Const(DType::kFloat, Spread(kind), seed); };
    OutputRef y = Bias(kind, Product(kind, DType::kFloat), Const(DType::kFloat, {kind.channels}, 9));
    y = Op("Sub", spread(4), y);
    y = Op("RealDiv", y, spread(5));
    y = Op("Sub", y, spread(6));
    y = Op("Mul", Const(DType::kFloat, Shape(), 7), y);
    y = Op("AddV2", spread(8), y);
    Both({Neg(y)}, 5, 1e-3f);  // the first bias goes along in any case
  }
}

TEST_F(ScalesTest, BatchNormsOfInference) {
  for (const char* op : {"FusedBatchNorm", "FusedBatchNormV3"}) {
    for (const Kind& kind : Kinds()) {
      if (kind.filter.rank() == 2) continue;
      SCOPED_TRACE(StrCat(op, " ", kind.op, " ", kind.first));
      Again();
      const auto vector = [&](int64_t seed) { return Const(DType::kFloat, {kind.channels}, seed); };
      const auto normed = [&](OutputRef x, bool training) {
        return b().Op(op, {x, vector(3), vector(4), vector(5), vector(6)},
                      {{"is_training", AttrValue(training)},
                       {"epsilon", AttrValue(0.01f)},
                       {"data_format", AttrValue(kind.first ? "NCHW" : "NHWC")}});
      };
      Both({Neg(normed(Product(kind, DType::kFloat), false))}, 1, 1e-4f);
      const OutputRef trained = normed(Product(kind, DType::kFloat), true);
      Both({Neg(trained), Neg({trained.node, 1})}, 0, 1e-5f);
    }
  }
}

TEST_F(ScalesTest, ASumAloneIsABiasToTheSameBits) {
  for (const Kind& kind : Kinds()) {
    SCOPED_TRACE(StrCat(kind.op, " ", kind.first, " ", kind.turned));
    Again();
    Both({Neg(Op("AddV2", Product(kind, DType::kFloat), Const(DType::kFloat, Spread(kind), 4)))}, 1);
  }
}

TEST_F(ScalesTest, WhatIsNoConstantByChannelStays) {
  const Kind kind = Kinds()[0];
  const auto product = [&] { return Product(kind, DType::kFloat); };
  Both({Neg(Op("Mul", product(), Const(DType::kFloat, {5, 4}, 3)))}, 0);  // by column
  Both({Neg(Op("Mul", product(), Const(DType::kFloat, {1, 2, 6, 5, 4}, 3)))}, 0);
  Both({Neg(Op("Mul", product(), Value(DType::kFloat, {4}, 3)))}, 0);      // is fed
  Both({Neg(Op("RealDiv", Const(DType::kFloat, {4}, 3), product()))}, 0);  // divided by
  const float inf = std::numeric_limits<float>::infinity();
  Both({Neg(Op("Mul", product(), b().Constant(Floats({1, inf, 1, 1}))))}, 0);
  Both({Neg(Op("RealDiv", product(), b().Constant(Floats({1, 0, 1, 1}))))}, 0);
  Both({Neg(Op("Mul", product(), b().Constant(Floats({1, 3e38f, 1, 1}))))}, 0);  // weights of inf
  const OutputRef read = product();
  Both({Neg(Op("Mul", read, Const(DType::kFloat, {4}, 3))), Neg(read)}, 0);
  const OutputRef fetched = product();
  Both({Neg(Op("Mul", fetched, Const(DType::kFloat, {4}, 3))), fetched}, 0);
  const OutputRef x = Value(DType::kFloat, kind.x, 1), w = Value(DType::kFloat, kind.filter, 2);
  Both({Neg(Op("Mul", Conv(kind.op, x, w, "SAME"), Const(DType::kFloat, {4}, 3)))}, 0);  // no constant
}

TEST_F(ScalesTest, AOneChannelResultIsNotSpread) {
  const OutputRef x = Value(DType::kFloat, {2, 6, 5, 3}, 1), w = Const(DType::kFloat, {3, 3, 3, 1}, 2);
  Both({Neg(Op("Mul", Conv("Conv2D", x, w, "SAME"), Const(DType::kFloat, {4}, 3)))}, 0);
  Both({Neg(Op("Mul", Conv("Conv2D", x, w, "SAME"), Const(DType::kFloat, {1}, 3)))}, 1, 1e-4f);
}

// ---- what passes several values on ----

class IdentityNTest : public InferencePassTest {
 protected:
  IdentityNTest() : InferencePassTest("simplify") { off_ = {"fuse", "follow", "fold", "cse"}; }
};

TEST_F(IdentityNTest, IsBypassedOutputByOutput) {
  const OutputRef x = Value(DType::kFloat, {3, 4}, 1), y = Value(DType::kFloat, {4}, 2);
  const OutputRef both = b().Op("IdentityN", {Neg(x), y},
                                {{"T", AttrValue(std::vector<DType>{DType::kFloat, DType::kFloat})}});
  const std::vector<Tensor> out = Both({Neg(both), Neg({both.node, 1})}, 0);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[1].shape(), Shape({4}));
  std::vector<OutputRef> keys;
  std::vector<Shape> shapes;
  for (const auto& [key, value] : feeds_) keys.push_back(key), shapes.push_back(value.shape());
  const auto plan = session().DescribePlan({keys, {Neg(both), Neg({both.node, 1})}, {}}, shapes);
  ASSERT_TRUE(plan.ok()) << plan.status().ToString();
  for (const PlanDescription::Node& node : plan->nodes) EXPECT_NE(node.op, "IdentityN");
}

// ---- equal nodes ----

class EqualNodesTest : public InferencePassTest {
 protected:
  EqualNodesTest() : InferencePassTest("cse") { off_ = {"fuse", "follow"}; }
};

// Large constants are told apart wherever they differ.
TEST_F(EqualNodesTest, OfLargeConstantsThatAreAlikeOnlyTheSameAreOne) {
  const OutputRef x = Value(DType::kFloat, {5000}, 1);
  const auto sum = [&](int64_t differs_at) {
    std::vector<float> values(5000, 0.5F);
    if (differs_at >= 0) values[static_cast<size_t>(differs_at)] = 2;
    return Op("Add", x, b().Constant(Floats(values)));
  };
  Both({sum(-1), sum(1717), sum(-1), sum(0), sum(4999), sum(1718)}, 1);
}

// ---- control edges ----

class ControlsTest : public InferencePassTest {
 protected:
  ControlsTest() : InferencePassTest("controls") {}
};

TEST_F(ControlsTest, AReadOfAConstantOrdersNothing) {
  const OutputRef x = Value(DType::kFloat, {3, 4}, 1), c = Const(DType::kFloat, {4}, 2);
  const OutputRef read = b().Op("Identity", {c});
  Node* all = b().AddNode({{}, "NoOp", {}, {read.node}, {}, {}});
  Node* sum = b().AddNode({{}, "AddV2", {x, read}, {all}, {}, {}});
  Both({Neg({sum, 0})}, 0);
  std::vector<OutputRef> keys;
  std::vector<Shape> shapes;
  for (const auto& [key, value] : feeds_) keys.push_back(key), shapes.push_back(value.shape());
  const auto plan = session().DescribePlan({keys, {Neg({sum, 0})}, {}}, shapes);
  ASSERT_TRUE(plan.ok()) << plan.status().ToString();
  for (const PlanDescription::Node& node : plan->nodes) EXPECT_NE(node.op, "NoOp");
}

TEST_F(ControlsTest, WhatMayFailIsWaitedFor) {
  const OutputRef x = Value(DType::kFloat, {3}, 1);
  const OutputRef no = b().Constant(*Tensor::FromScalar(false));
  Node* check = b().AddNode(
      {{}, "Assert", {no, x}, {}, {{"T", AttrValue(std::vector<DType>{DType::kFloat})}}, {}});
  Node* all = b().AddNode({{}, "NoOp", {}, {check}, {}, {}});
  const OutputRef constant = b().Constant(Floats({1, 2, 3}));
  Node* late = b().AddNode({{}, "Identity", {constant}, {all}, {}, {}});
  Node* sum = b().AddNode({{}, "AddV2", {x, constant}, {late}, {}, {}});
  std::vector<Tensor> out;
  EXPECT_EQ(TryRun({{sum, 0}}, feeds_, {}, &out).code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace runnel
