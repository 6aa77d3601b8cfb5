// Constants of 16 bits that are cast to floats: the same values whether products widen them or folding
// does, in half the memory.
#include "plugins/sdk/half.h"
#include "tests/runtime/pass_test.h"

namespace runnel {
namespace {

class NarrowWeightsTest : public PassTest {
 protected:
  NarrowWeightsTest() : PassTest("weights") { off_ = {}; }
  void Again() {
    Restart({});
    feeds_.clear();
  }
  // Multiples of 1/8, which both types hold, behind a Cast.
  OutputRef Weights(DType dtype, const Shape& shape, int64_t seed = 2) {
    return Floats32(Narrow(dtype, shape, seed));
  }
  OutputRef Narrow(DType dtype, const Shape& shape, int64_t seed) {
    std::vector<uint16_t> bits;
    for (int64_t i = 0; i < shape.num_elements(); ++i) {
      const float value = static_cast<float>((i * 37 + seed * 11) % 23 - 11) / 8;
      bits.push_back(dtype == DType::kHalf ? plugin::ToHalf(value).bits
                                           : plugin::ToBFloat16(value).bits);
    }
    Tensor tensor = *Tensor::Allocate(SystemAllocator(), dtype, shape);
    std::memcpy(tensor.data(), bits.data(), tensor.size_bytes());
    return b().Constant(tensor);
  }
  OutputRef Floats32(OutputRef x) { return b().Op("Cast", {x}, {{"DstT", AttrValue(DType::kFloat)}}); }
  OutputRef Ints(const std::vector<int32_t>& values) {
    return b().Constant(
        *Tensor::FromValues<int32_t>(Shape({static_cast<int64_t>(values.size())}), values));
  }
  OutputRef Vector(int64_t size, float least = 0.5f) {
    std::vector<float> values;
    for (int64_t i = 0; i < size; ++i) values.push_back(least + static_cast<float>(i % 7) / 8);
    return b().Constant(Floats(values, {size}));
  }
  OutputRef Conv(OutputRef x, OutputRef filter, const char* format) {
    return b().Op("Conv2D", {x, filter},
                  {{"strides", AttrValue(std::vector<int64_t>{1, 1, 1, 1})},
                   {"padding", AttrValue("SAME")},
                   {"data_format", AttrValue(format)}});
  }
};

TEST_F(NarrowWeightsTest, ProductsWidenThemAndTakeAlongWhatFollows) {
  for (const DType dtype : {DType::kHalf, DType::kBFloat16}) {
    for (const bool turned : {false, true}) {
      for (const int64_t rows : {1, 5, 40}) {
        SCOPED_TRACE(StrCat(DTypeName(dtype), " ", turned, " ", rows));
        Again();
        const OutputRef product = b().Op("MatMul",
                                         {Value(DType::kFloat, {rows, 64}, 1),
                                          Weights(dtype, turned ? Shape{48, 64} : Shape{64, 48})},
                                         {{"transpose_b", AttrValue(turned)}});
        const OutputRef y = b().Op("Relu", {b().Op("BiasAdd", {product, Vector(48)})});
        const OutputRef batch =
            b().Op("BatchMatMulV2", {Value(DType::kFloat, {3, rows, 64}, 3), Weights(dtype, {64, 32})});
        Both({b().Op("Neg", {y}), product, b().Op("Tanh", {batch})}, 0, 1e-4f);
      }
    }
  }
}

TEST_F(NarrowWeightsTest, ConvolutionsKeepTheFactorsOfBatchNormsApart) {
  for (const DType dtype : {DType::kHalf, DType::kBFloat16}) {
    for (const char* format : {"NHWC", "NCHW"}) {
      SCOPED_TRACE(StrCat(DTypeName(dtype), " ", format));
      Again();
      const bool last = format == std::string("NHWC");
      const OutputRef x = Value(DType::kFloat, last ? Shape{2, 9, 8, 12} : Shape{2, 12, 9, 8}, 1);
      const OutputRef conv = Conv(x, Weights(dtype, {3, 3, 12, 32}), format);
      const OutputRef norm =
          b().Op("FusedBatchNormV3", {conv, Vector(32), Vector(32), Vector(32), Vector(32)},
                 {{"is_training", AttrValue(false)}, {"data_format", AttrValue(format)}});
      // The filter of few columns is folded as ever.
      const OutputRef few = Conv(b().Op("Relu6", {norm}), Weights(dtype, {3, 3, 32, 4}, 5), format);
      Both({b().Op("Neg", {few})}, 0, 2e-3f);
    }
  }
}

TEST_F(NarrowWeightsTest, ATableThatIsLookedUpMayBeAFactorToo) {
  Again();
  const OutputRef table = Narrow(DType::kHalf, {100, 32}, 4);
  const OutputRef wide = Floats32(table);
  const OutputRef ids = Placeholder("", DType::kInt32, {3});
  feeds_.emplace_back(ids, *Tensor::FromValues<int32_t>(Shape({3}), {{5, 99, 0}}));
  const OutputRef rows = b().Op("GatherV2", {wide, ids, b().Constant(Scalar<int32_t>(0))});
  const OutputRef scores = b().Op("MatMul", {rows, wide}, {{"transpose_b", AttrValue(true)}});
  Both({scores, rows}, -1, 1e-5f);  // the rows are cast when they are found
}

TEST_F(NarrowWeightsTest, CastsFollowWhatOnlyMovesElements) {
  Again();
  const OutputRef turned =
      b().Op("Transpose", {Weights(DType::kHalf, {40, 12, 3, 3}), Ints({2, 3, 1, 0})});
  const OutputRef y = Conv(Value(DType::kFloat, {1, 6, 6, 12}, 1), turned, "NHWC");
  const OutputRef flat = b().Op("Reshape", {Weights(DType::kHalf, {8, 8, 40}), Ints({64, 40})});
  const OutputRef z = b().Op("MatMul", {Value(DType::kFloat, {3, 64}, 2), flat});
  Both({b().Op("Neg", {y}), b().Op("Neg", {z})}, 0, 1e-4f);
}

TEST_F(NarrowWeightsTest, WhatOthersReadIsFoldedAsEver) {
  Again();
  const OutputRef weights = Weights(DType::kHalf, {64, 48});
  const OutputRef y = b().Op("MatMul", {Value(DType::kFloat, {3, 64}, 1), weights});
  Both({y, b().Op("Neg", {weights}), weights}, 0, 1e-4f);
}

TEST_F(NarrowWeightsTest, ASessionHoldsHalfAsMuch) {
  uint64_t held[2];
  for (const bool narrow : {false, true}) {
    Again();
    const OutputRef y =
        b().Op("MatMul", {Value(DType::kFloat, {4, 512}, 1), Weights(DType::kHalf, {512, 1024})});
    session_options_.disabled_passes = {};
    if (!narrow) session_options_.disabled_passes = {"weights"};
    session_ = nullptr;
    std::vector<Tensor> out;
    const Status status = TryRun({y}, feeds_, {}, &out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    held[narrow] = runtime_->host_bytes_in_use();
  }
  // The constant itself, and what is packed of it: 1 + 1 MiB instead of 1 + 2 + 2.
  EXPECT_LT(held[1] + (2u << 20), held[0]);
}

}  // namespace
}  // namespace runnel
