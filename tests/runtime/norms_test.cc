// Normalised rows and whole powers as exporters write them: the same values as without the pass.
#include <cmath>

#include "tests/runtime/pass_test.h"

namespace runnel {
namespace {

class NormsTest : public PassTest {
 protected:
  NormsTest() : PassTest("norms") {}
  void Again() {
    Restart({});
    feeds_.clear();
  }
  OutputRef Number(float value) { return b().Constant(Floats({value}, Shape())); }
  OutputRef Vector(int64_t size, float least) {
    std::vector<float> values;
    for (int64_t i = 0; i < size; ++i) values.push_back(least + static_cast<float>(i % 7) / 8);
    return b().Constant(Floats(values, {size}));
  }
  OutputRef Op(const char* op, OutputRef x) { return b().Op(op, {x}); }
  OutputRef Op(const char* op, OutputRef x, OutputRef y) { return b().Op(op, {x, y}); }
  OutputRef Mean(OutputRef x, int32_t axis = -1) {
    const OutputRef axes = b().Constant(*Tensor::FromValues<int32_t>(Shape({1}), {{axis}}));
    return b().Op("Mean", {x, axes}, {{"keep_dims", AttrValue(true)}});
  }
  OutputRef Square(const std::string& how, OutputRef x, OutputRef centred) {
    if (how == "Pow") return Op("Pow", centred, Number(2));
    if (how == "Mul") return Op("Mul", centred, centred);
    if (how == "SquaredDifference") return Op(how.c_str(), x, Mean(x));
    return Op("Square", centred);
  }
  static constexpr float kNear = 5e-6F;
};

// What PyTorch exports below opset 17, and tf2onnx from Keras' layers.
TEST_F(NormsTest, RowsAreNormalisedInOneNode) {
  for (const char* square : {"Pow", "Mul", "Square", "SquaredDifference"}) {
    for (const bool inverse : {false, true}) {
      SCOPED_TRACE(StrCat(square, " ", inverse));
      Again();
      const OutputRef x = Op("Neg", Value(DType::kFloat, {3, 5, 24}, 1));
      const OutputRef centred = Op("Sub", x, Mean(x));
      const OutputRef variance = Mean(Square(square, x, centred));
      const OutputRef under = Op("AddV2", variance, Number(1e-5F));
      const OutputRef unit =
          inverse ? Op("Mul", centred, Op("Rsqrt", under)) : Op("RealDiv", centred, Op("Sqrt", under));
      const OutputRef y = Op("AddV2", Op("Mul", unit, Vector(24, 0.5F)), Vector(24, -0.5F));
      const bool twice = square == std::string("SquaredDifference");
      Both({Op("Neg", y)}, twice ? 9 : 8, kNear);
    }
  }
}

TEST_F(NormsTest, WhatIsAnotherNormOrReadElsewhereStays) {
  const OutputRef x = Op("Neg", Value(DType::kFloat, {3, 24}, 1));
  const auto norm = [&](OutputRef centred, OutputRef variance) {
    const OutputRef unit = Op("RealDiv", centred, Op("Sqrt", Op("AddV2", variance, Number(1e-5F))));
    return Op("AddV2", Op("Mul", unit, Vector(24, 0.5F)), Vector(24, -0.5F));
  };
  // The variance is fetched; columns are normalised; the mean is of something else.
  const OutputRef centred = Op("Sub", x, Mean(x)), variance = Mean(Op("Square", centred));
  const OutputRef by_column = Op("Sub", x, Mean(x, 0)), other = Op("Sub", x, Mean(Op("Abs", x)));
  Both({norm(centred, variance), variance, norm(by_column, Mean(Op("Square", by_column), 0)),
        norm(other, Mean(Op("Square", other)))},
       0);
}

// As PyTorch and TensorFlow write Gelu by tanh.
TEST_F(NormsTest, SquaresAndCubesAreProducts) {
  for (const float power : {2.0F, 3.0F, 2.5F}) {
    SCOPED_TRACE(power);
    Again();
    const OutputRef x = Op("Neg", Value(DType::kFloat, {4, 33}, 3));
    const std::vector<Tensor> out =
        Both({Op("Tanh", Op("Pow", power == 2.5F ? Op("Abs", x) : x, Number(power)))},
             power == 3 ? -1 : 0, kNear);
    const std::vector<float> got = ToFloats(out[0]), from = ToFloats(feeds_[0].second);
    for (size_t i = 0; i < got.size(); ++i) {
      const double base = power == 2.5F ? std::fabs(from[i]) : -static_cast<double>(from[i]);
      EXPECT_NEAR(got[i], std::tanh(std::pow(base, static_cast<double>(power))), kNear) << i;
    }
  }
}

}  // namespace
}  // namespace runnel
