// Layouts chosen once: graphs with channels first, last and mixed give what they give without the pass,
// and transposes that lie between are gone.
#include <cmath>

#include "core/passes/gradients.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

class LayoutTest : public RuntimeTest {
 protected:
  struct Image {
    OutputRef value;
    bool first;  // its channels
    int64_t size, channels;
  };

  static AttrList Window(const Image& x, int64_t size, int64_t stride, const char* padding = "SAME") {
    const auto four = [&](int64_t v) {
      return AttrValue(x.first ? std::vector<int64_t>{1, 1, v, v} : std::vector<int64_t>{1, v, v, 1});
    };
    AttrList attrs = {{"strides", four(stride)},
                      {"padding", AttrValue(padding)},
                      {"data_format", AttrValue(x.first ? "NCHW" : "NHWC")}};
    if (size > 0) attrs.emplace_back("ksize", four(size));
    return attrs;
  }
  static AttrList Format(const Image& x) {
    return {{"data_format", AttrValue(x.first ? "NCHW" : "NHWC")}};
  }
  static Tensor Numbers(const Shape& shape, int64_t seed) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>((i * 37 + seed * 11 + i / 7) % 23 - 11) / 16);
    return Floats(values, shape);
  }
  OutputRef Weight(const Shape& shape) {
    weights_.push_back(Placeholder(StrCat("w", weights_.size()), DType::kFloat, shape));
    feeds_.emplace_back(weights_.back(), Numbers(shape, static_cast<int64_t>(weights_.size())));
    return weights_.back();
  }
  Image Input(bool first, int64_t size, int64_t channels) {
    const Shape shape = first ? Shape{2, channels, size, size} : Shape{2, size, size, channels};
    const OutputRef x = Placeholder(StrCat("x", feeds_.size()), DType::kFloat, shape);
    feeds_.emplace_back(x, Numbers(shape, 5));
    return {x, first, size, channels};
  }
  OutputRef Dims(const std::vector<int32_t>& dims) {
    return b().Constant(*Tensor::FromValues<int32_t>(Shape({static_cast<int64_t>(dims.size())}), dims));
  }
  OutputRef Sides(const std::vector<int32_t>& sides) {
    return b().Constant(*Tensor::FromValues<int32_t>(Shape({4, 2}), sides));
  }
  Image Transposed(const Image& x) {
    const std::vector<int32_t> order =
        x.first ? std::vector<int32_t>{0, 2, 3, 1} : std::vector<int32_t>{0, 3, 1, 2};
    const OutputRef perm = b().Constant(*Tensor::FromValues<int32_t>(Shape({4}), order));
    return {b().Op("Transpose", {x.value, perm}), !x.first, x.size, x.channels};
  }
  Image Conv(const Image& x, int64_t out, int64_t stride = 1) {
    return {b().Op("Conv2D", {x.value, Weight({3, 3, x.channels, out})}, Window(x, 0, stride)), x.first,
            (x.size + stride - 1) / stride, out};
  }
  Image Depthwise(const Image& x) {
    return {b().Op("DepthwiseConv2dNative", {x.value, Weight({3, 3, x.channels, 1})}, Window(x, 0, 1)),
            x.first, x.size, x.channels};
  }
  Image Bias(const Image& x) {
    return {b().Op("BiasAdd", {x.value, Weight({x.channels})}, Format(x)), x.first, x.size, x.channels};
  }
  Image Elementwise(const Image& x, const char* op) {
    return {b().Op(op, {x.value}), x.first, x.size, x.channels};
  }
  Image Add(const Image& x, const Image& y) {
    return {b().Op("AddV2", {x.value, y.value}), x.first, x.size, x.channels};
  }
  Image Pool(const Image& x, const char* op) {
    return {b().Op(op, {x.value}, Window(x, 2, 2)), x.first, (x.size + 1) / 2, x.channels};
  }
  Image Norm(const Image& x) {
    AttrList attrs = Format(x);
    attrs.emplace_back("is_training", AttrValue(true));
    const OutputRef zeros = b().Constant(Floats({}, Shape({0})));
    return {b().Op("FusedBatchNormV3",
                   {x.value, Weight({x.channels}), Weight({x.channels}), zeros, zeros}, attrs),
            x.first, x.size, x.channels};
  }

  // Runs with the pass and without, and compares. How many transposes are left with it.
  struct Left {
    int transposes = 0;
  };
  Left Compare(const std::vector<OutputRef>& fetches, double tolerance = 2e-5) {
    std::vector<Tensor> out[2];
    Left left;
    for (const bool on : {false, true}) {
      session_options_.disabled_passes = {"fuse", "follow", "epilogue"};
      if (!on) session_options_.disabled_passes.emplace_back("layout");
      session_ = nullptr;
      std::vector<OutputRef> keys;
      std::vector<Shape> shapes;
      const Status status = TryRun(fetches, feeds_, {}, &out[on]);
      EXPECT_TRUE(status.ok()) << status.ToString();
      if (!status.ok()) return left;
      if (!on) continue;
      for (const auto& [key, value] : feeds_) keys.push_back(key), shapes.push_back(value.shape());
      const auto plan = session().DescribePlan({keys, fetches, {}}, shapes);
      EXPECT_TRUE(plan.ok()) << plan.status().ToString();
      for (const PlanDescription::Node& node : plan->nodes) {
        left.transposes += node.op == "Transpose" ? 1 : 0;
      }
    }
    for (size_t i = 0; i < fetches.size(); ++i) {
      EXPECT_EQ(out[0][i].shape(), out[1][i].shape());
      const auto want = out[0][i].values<const float>(), got = out[1][i].values<const float>();
      if (want.size() != got.size()) return left;
      double largest = 0;
      for (const float v : want) largest = std::max(largest, std::fabs(double{v}));
      for (size_t k = 0; k < want.size(); ++k) {
        EXPECT_NEAR(want[k], got[k], tolerance * std::max(largest, 1e-3)) << "fetch " << i;
        if (HasFailure()) return left;
      }
    }
    return left;
  }
  std::vector<OutputRef> WithGradients(OutputRef y, const std::vector<OutputRef>& of) {
    const OutputRef loss =
        b().Op("Sum", {b().Op("Square", {y}), b().Constant(*Tensor::FromValues<int32_t>(
                                                  Shape({4}), std::vector<int32_t>{0, 1, 2, 3}))});
    const OutputRef losses[] = {loss};
    const auto grads = AddGradients(graph_.get(), losses, of);
    EXPECT_TRUE(grads.ok()) << grads.status().ToString();
    std::vector<OutputRef> fetches = {y, loss};
    if (grads.ok()) fetches.insert(fetches.end(), grads->begin(), grads->end());
    return fetches;
  }

  std::vector<std::pair<OutputRef, Tensor>> feeds_;
  std::vector<OutputRef> weights_;
};

TEST_F(LayoutTest, ANetWithChannelsFirstIsTransposedAtItsEndsOnly) {
  const Image x = Input(true, 12, 3);
  Image y = Elementwise(Bias(Conv(x, 8)), "Relu");
  y = Pool(y, "MaxPool");
  y = Elementwise(Norm(Conv(y, 16)), "Relu");
  const Image shortcut = y;
  y = Add(Elementwise(Conv(Depthwise(y), 16), "Tanh"), shortcut);
  y = Pool(y, "AvgPool");
  EXPECT_EQ(Compare({y.value}).transposes, 2);
}

TEST_F(LayoutTest, ItsGradientsAreToo) {
  const Image x = Input(true, 10, 3);
  Image y = Elementwise(Bias(Conv(x, 8, 2)), "Relu");
  y = Elementwise(Norm(Conv(Depthwise(y), 6)), "Elu");
  y = Pool(Pool(y, "MaxPool"), "AvgPool");
  std::vector<OutputRef> of = weights_;
  of.push_back(x.value);
  // What enters: x and the loss's gradient. What leaves: y, and the gradient of x.
  EXPECT_LE(Compare(WithGradients(y.value, of), 1e-4).transposes, 4);
}

TEST_F(LayoutTest, TransposesBetweenGo) {
  // As exported from a framework with channels first around layers with channels last.
  Image y = Input(false, 9, 4);
  for (int i = 0; i < 3; ++i)
    y = Transposed(
        Pool(Elementwise(Bias(Conv(Transposed(y), 8)), "Relu"), i == 1 ? "AvgPool" : "MaxPool"));
  EXPECT_EQ(Compare({y.value}).transposes, 0);
}

TEST_F(LayoutTest, WhatIsReadInBothLayoutsIsGivenInBoth) {
  const Image x = Input(true, 9, 8);
  const Image a = Elementwise(Conv(x, 16), "Relu");
  const Image c = Conv(Elementwise(Conv(a, 16), "Relu"), 8);
  const OutputRef soft = b().Op("Softmax", {a.value});  // along the last dimension
  EXPECT_EQ(Compare({c.value, soft}).transposes, 3);
  const Image back = Transposed(c);
  Compare({c.value, soft, back.value, Elementwise(back, "Neg").value});
}

TEST_F(LayoutTest, OperandsThatSpreadGoAlong) {
  const Image x = Input(true, 9, 8);
  Image y = Conv(x, 16);
  const auto constant = [&](const Shape& shape) { return b().Constant(Numbers(shape, 3)); };
  for (const Shape& shape : {Shape{16, 1, 1}, Shape{1, 16, 1, 1}, Shape{2, 16, 9, 9}, Shape{9},
                             Shape{9, 1}, Shape{1, 1, 1, 1}, Shape{16, 9, 9}, Shape{2, 1, 1, 1}}) {
    y.value = b().Op("Mul", {y.value, constant(shape)});
    y.value = b().Op("Maximum", {constant(shape), y.value});
  }
  y.value = b().Op("Minimum", {y.value, constant(Shape())});
  // A gate by channel, of the image itself.
  const OutputRef mean = b().Op("Mean", {y.value, Dims({2, 3})}, {{"keep_dims", AttrValue(true)}});
  y.value = b().Op("Mul", {y.value, b().Op("Sigmoid", {mean})});
  EXPECT_EQ(Compare({Conv(y, 8).value}).transposes, 2);
}

TEST_F(LayoutTest, DimensionsThatAreNamedAreThoseOfTheNewOrder) {
  const Image x = Input(true, 8, 8);
  const auto ending = [&](OutputRef value, int64_t size, int64_t channels) {
    return Compare({Conv({value, true, size, channels}, 8).value}).transposes;
  };
  const Image a = Conv(x, 6), c = Conv(x, 10);
  const OutputRef one[] = {b().Constant(*Tensor::FromScalar(1)), b().Constant(*Tensor::FromScalar(-3))};
  for (const OutputRef dim : one) {
    const OutputRef joined = b().Op("ConcatV2", {a.value, c.value, dim}, {{"N", AttrValue(int64_t{2})}});
    EXPECT_EQ(ending(joined, 8, 16), 2);
  }
  for (const char* op : {"Pad", "MirrorPad"}) {
    const bool mirrors = op[0] == 'M';
    const OutputRef padded = mirrors ? b().Op(op, {a.value, Sides({0, 0, 0, 0, 3, 1, 0, 4})},
                                              {{"mode", AttrValue("REFLECT")}})
                                     : b().Op(op, {a.value, Sides({0, 1, 2, 0, 3, 1, 0, 4})});
    EXPECT_EQ(ending(padded, 12, mirrors ? 6 : 8), 2) << op;  // what enters and leaves
  }
  for (const char* op : {"Mean", "Max", "Sum", "Min"}) {
    for (const auto& dims : std::vector<std::vector<int32_t>>{{2, 3}, {1}, {-1}, {0, 2}, {1, 2, 3}}) {
      const OutputRef kept = b().Op(op, {a.value, Dims(dims)}, {{"keep_dims", AttrValue(true)}});
      Compare({Conv({b().Op("Mul", {a.value, kept}), true, 8, 6}, 4).value});
      Compare({Conv(a, 4).value, b().Op(op, {a.value, Dims(dims)})});
    }
  }
}

TEST_F(LayoutTest, AGroupThatDisagreesStays) {
  const Image x = Input(true, 6, 6);
  const Image y = Input(false, 6, 6);
  // Images of one shape in two layouts, added up: nonsense, but its own.
  const Image first = Conv(x, 6), last = Conv(y, 6);
  const Image sum = Add(first, last);
  EXPECT_EQ(Compare({Conv(sum, 6).value}).transposes, 0);
  const OutputRef wrong = Transposed({x.value, false, 6, 6}).value;  // the other way round
  Compare({Conv({wrong, true, 6, 6}, 4).value});
}

TEST_F(LayoutTest, ASmallGroupBetweenOthersStays) {
  // One pool gains less than two transposes cost.
  EXPECT_EQ(Compare({Pool(Input(true, 8, 4), "MaxPool").value}).transposes, 0);
  EXPECT_EQ(Compare({Bias(Input(true, 8, 4)).value}).transposes, 0);
}

TEST_F(LayoutTest, ControlEdgesAndNodesThatAreAskedForStay) {
  const Image x = Input(true, 8, 4);
  const Image a = Conv(x, 8), bias = Bias(a), c = Conv(Elementwise(bias, "Relu"), 8);
  Node* after = b().AddNode({"after", "NoOp", {}, {bias.value.node}, {}, {}});
  session_options_.disabled_passes = {};
  std::vector<Tensor> out, plain;
  EXPECT_TRUE(TryRun({a.value, c.value}, feeds_, {after, a.value.node}, &out).ok());
  session_options_.disabled_passes = {"layout"};
  session_ = nullptr;
  EXPECT_TRUE(TryRun({a.value, c.value}, feeds_, {after, a.value.node}, &plain).ok());
  for (size_t i = 0; i < 2; ++i) {
    const auto want = ToFloats(plain[i]), got = ToFloats(out[i]);
    ASSERT_EQ(want.size(), got.size());
    for (size_t k = 0; k < want.size(); ++k) ASSERT_NEAR(want[k], got[k], 1e-5);
  }
}

TEST_F(LayoutTest, ExplicitPaddingsAndDilationsMoveWithTheirDimensions) {
  const Image x = Input(true, 9, 4);
  const OutputRef conv =
      b().Op("Conv2D", {x.value, Weight({3, 2, 4, 8})},
             {{"strides", AttrValue(std::vector<int64_t>{1, 1, 2, 1})},
              {"dilations", AttrValue(std::vector<int64_t>{1, 1, 1, 2})},
              {"padding", AttrValue("EXPLICIT")},
              {"explicit_paddings", AttrValue(std::vector<int64_t>{0, 0, 0, 0, 1, 2, 3, 0})},
              {"data_format", AttrValue("NCHW")}});
  const Image y = {conv, true, 0, 8};
  std::vector<OutputRef> of = weights_;
  of.push_back(x.value);
  Compare(WithGradients(Elementwise(y, "Relu").value, of), 1e-4);
}

// Any mix of ops, layouts and transposes.
TEST_F(LayoutTest, RandomNetsGiveTheSame) {
  uint64_t state = 88172645463325252ull;
  const auto next = [&](uint64_t below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % below;
  };
  for (int round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    Restart({});
    feeds_.clear();
    weights_.clear();
    const Image x = Input(next(2) == 0, 8, 4);
    std::vector<Image> images = {x};
    for (int i = 0; i < 10; ++i) {
      const Image from = images[images.size() - 1 - next(std::min<uint64_t>(3, images.size()))];
      switch (next(9)) {
        case 0:
        case 1:
          images.push_back(Conv(from, 4 + 4 * static_cast<int64_t>(next(2))));
          break;
        case 2:
          images.push_back(Depthwise(from));
          break;
        case 3:
          images.push_back(Bias(from));
          break;
        case 4:
          images.push_back(Elementwise(from, next(2) == 0 ? "Tanh" : "Relu"));
          break;
        case 5:
          images.push_back(from.size > 2 ? Pool(from, next(2) == 0 ? "MaxPool" : "AvgPool")
                                         : Norm(from));
          break;
        case 6:
          images.push_back(Norm(from));
          break;
        case 7: {
          const Image& other = images[next(images.size())];
          const bool fits =
              other.first == from.first && other.size == from.size && other.channels == from.channels;
          images.push_back(Add(from, fits ? other : from));
          break;
        }
        default:
          images.push_back(Transposed(from));
      }
    }
    std::vector<OutputRef> of = weights_;
    of.push_back(x.value);
    std::vector<OutputRef> fetches =
        next(2) == 0 ? WithGradients(images.back().value, {x.value}) : std::vector{images.back().value};
    fetches.push_back(images[1 + next(images.size() - 1)].value);
    Compare(fetches, 1e-3);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace runnel
