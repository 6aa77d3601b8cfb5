// Tables in the place of what computes numbers of 8 bits from such numbers: the same bits as without.
#include <numeric>

#include "tests/runtime/pass_test.h"

namespace runnel {
namespace {

class LookupsTest : public PassTest {
 protected:
  LookupsTest() : PassTest("lookups") {}
  // Not element by element.
  OutputRef Last(OutputRef x) {
    const OutputRef order = b().Constant(*Tensor::FromValues<int32_t>(Shape({3}), {{1, 0, 2}}));
    return b().Op("Transpose", {x, order});
  }
  // All 256 numbers, some of them more often, behind a node that is no part of a table.
  OutputRef Bytes(DType type, const Shape& shape = {2, 17, 40}) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>(i * 31 % 256 - (type == DType::kInt8 ? 128 : 0)));
    const OutputRef x = Placeholder("", DType::kFloat, shape);
    feeds_.emplace_back(x, Floats(values, shape));
    return Last(b().Op("Cast", {x}, {{"DstT", AttrValue(type)}}));
  }
  static AttrValue Scale(float scale) { return AttrValue(scale); }
  OutputRef Sigmoid(OutputRef x, float scale) {
    return b().Op("Runnel>AffineSigmoid", {x},
                  {{"x_scale", Scale(scale)},
                   {"x_zero_point", AttrValue(int64_t{3})},
                   {"y_scale", Scale(1.0F / 256)},
                   {"y_zero_point", AttrValue(int64_t{-128})}});
  }
  OutputRef Mul(OutputRef x, OutputRef y) {
    return b().Op("Runnel>AffineMul", {x, y},
                  {{"x_scale", Scale(0.05F)},
                   {"x_zero_point", AttrValue(int64_t{3})},
                   {"y_scale", Scale(1.0F / 256)},
                   {"y_zero_point", AttrValue(int64_t{-128})},
                   {"z_scale", Scale(0.03F)},
                   {"z_zero_point", AttrValue(int64_t{-90})}});
  }
  OutputRef Numbers(float scale, int32_t zero, OutputRef x, const char* op,
                    const std::vector<std::pair<std::string, AttrValue>>& attrs = {}) {
    const OutputRef scales = b().Constant(Floats({scale}, {1}));
    const OutputRef zeros = b().Constant(*Tensor::FromValues<int32_t>(Shape({1}), {{zero}}));
    return b().Op(op, {x, scales, zeros}, attrs);
  }
};

TEST_F(LookupsTest, AProductWithItsOwnSigmoidIsATable) {
  const OutputRef x = Bytes(DType::kInt8);
  Both({Last(Mul(x, Sigmoid(x, 0.05F)))}, 1);
}

// As ONNX's quantiser leaves what it has no integer op for.
TEST_F(LookupsTest, RealNumbersBetweenQuantisedOnesAreATable) {
  const OutputRef x = Bytes(DType::kUInt8);
  const OutputRef real = Numbers(0.04F, 120, x, "Runnel>AffineDequantize");
  const OutputRef y = b().Op("Mul", {b().Op("Tanh", {real}), b().Constant(Floats({0.75F}, Shape()))});
  Both({Last(Numbers(0.01F, 100, y, "Runnel>AffineQuantize", {{"T", AttrValue(DType::kUInt8)}}))}, 3);
}

TEST_F(LookupsTest, AChainOfTablesIsOne) {
  const OutputRef x = Bytes(DType::kInt8);
  const OutputRef once = Mul(x, Sigmoid(x, 0.05F));
  Both({Last(Mul(once, Sigmoid(once, 0.03F)))}, 3);
}

TEST_F(LookupsTest, WhatIsReadElsewhereOrOfTwoTensorsStays) {
  const OutputRef x = Bytes(DType::kInt8), other = Bytes(DType::kInt8);
  Both({Last(Mul(x, Sigmoid(other, 0.05F)))}, 0);
  const OutputRef gate = Sigmoid(x, 0.05F);
  Both({Last(Mul(x, gate)), gate}, 0);
}

TEST_F(LookupsTest, AFewNumbersAreComputed) {
  const OutputRef x = Bytes(DType::kInt8, {1, 2, 8});
  Both({Last(Mul(x, Sigmoid(x, 0.05F)))}, 0);
}

}  // namespace
}  // namespace runnel
