// What the conformance program cannot compare: random numbers against the CPU's, and indices that are
// out of range, of which a GPU cannot tell.
#include <gmock/gmock-matchers.h>

#include <cmath>

#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

class CudaKernels : public CudaTest {
 protected:
  Tensor Draw(const char* op, DType dtype, const std::string& device) {
    End();
    Begin();
    b().set_device(device);
    const OutputRef numbers = b().Op(op, {b().Int32Vector({37, 11})},
                                     {{"dtype", AttrValue(dtype)},
                                      {"seed", AttrValue(int64_t{7})},
                                      {"seed2", AttrValue(int64_t{5})}});
    Run({numbers});
    return Run({numbers}).at(0);  // the second draw: the counter has moved on
  }
  static Tensor Ints(std::vector<int32_t> values) {
    return *Tensor::FromValues<int32_t>(Shape({static_cast<int64_t>(values.size())}),
                                        std::span<const int32_t>(values));
  }
};

TEST_F(CudaKernels, RandomNumbersAreThoseOfTheCpu) {
  for (const char* op : {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}) {
    const std::vector<float> want = ToFloats(Draw(op, DType::kFloat, kCpu));
    const std::vector<float> got = ToFloats(Draw(op, DType::kFloat, kCuda));
    ASSERT_EQ(got.size(), want.size());
    for (size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 2e-6F) << op << " " << i;
    if (std::string_view(op) == "RandomUniform") {
      EXPECT_EQ(got, want);
    }
  }
}

TEST_F(CudaKernels, AnIndexOutOfRangeGathersZeros) {
  b().set_device(kCuda);
  const OutputRef params = b().Constant(Floats({1, 2, 3, 4, 5, 6}, Shape({3, 2})));
  const OutputRef indices = Placeholder("indices", DType::kInt32, Shape({4}));
  const OutputRef rows = b().Op("GatherV2", {params, indices, b().Scalar(DType::kInt32, 0)});
  const std::vector<float> got = ToFloats(Run({rows}, {{indices, Ints({2, -1, 3, 0})}}).at(0));
  EXPECT_EQ(got, (std::vector<float>{5, 6, 0, 0, 0, 0, 1, 2}));
}

TEST_F(CudaKernels, ALabelThatIsNoClassMakesItsRowNaN) {
  b().set_device(kCuda);
  const OutputRef features = Placeholder("features", DType::kFloat, Shape({2, 3}));
  const OutputRef labels = Placeholder("labels", DType::kInt32, Shape({2}));
  const OutputRef loss = b().Op("SparseSoftmaxCrossEntropyWithLogits", {features, labels});
  const OutputRef backprop{loss.node, 1};
  const auto out = Run({loss, backprop},
                       {{features, Floats({0, 0, 0, 0, 0, 0}, Shape({2, 3}))}, {labels, Ints({1, 3})}});
  const std::vector<float> losses = ToFloats(out[0]), slopes = ToFloats(out[1]);
  EXPECT_NEAR(losses[0], std::log(3.0F), 1e-6F);
  EXPECT_TRUE(std::isnan(losses[1]));
  EXPECT_NEAR(slopes[1], 1.0F / 3 - 1, 1e-6F);
  for (size_t i = 3; i < 6; ++i) EXPECT_TRUE(std::isnan(slopes[i]));
}

TEST_F(CudaKernels, AScatterLeavesOutWhatIsOutOfRange) {
  const OutputRef w = Variable("w", DType::kFloat, Shape({3}), kCuda);
  Node* const init = Assign(w, b().Constant(Floats({1, 2, 3})));
  b().set_device(kCuda);
  const OutputRef indices = Placeholder("indices", DType::kInt32, Shape({4}));
  const OutputRef updates = Placeholder("updates", DType::kFloat, Shape({4}));
  Node* const scatter = b().AddNode({{}, "ResourceScatterAdd", {w, indices, updates}, {}, {}, kCuda});
  const OutputRef after = Read(w);
  Run({}, {}, {init});
  Run({}, {{indices, Ints({1, 1, 7, -2})}, {updates, Floats({10, 100, 5, 6})}}, {scatter});
  EXPECT_EQ(ToFloats(Run({after}).at(0)), (std::vector<float>{1, 112, 3}));
}

// Sizes at which kernels move several elements at a time, and one at which they cannot.
TEST_F(CudaKernels, WhatGoesByPacksIsWhatTheCpuGives) {
  struct Op {
    const char* op;
    Shape shape;
    AttrList attrs;
    int inputs = 1;
    int output = 0;
  };
  const AttrValue window(std::vector<int64_t>{1, 3, 3, 1}), stride(std::vector<int64_t>{1, 2, 2, 1});
  const AttrList pool = {{"ksize", window}, {"strides", stride}, {"padding", AttrValue("SAME")}};
  const Op ops[] = {{"Softmax", Shape({9, 64}), {}},
                    {"LogSoftmax", Shape({3, 1024}), {}},
                    {"Softmax", Shape({5, 1030}), {}},
                    {"MaxPool", Shape({2, 9, 7, 16}), pool},
                    {"MaxPool", Shape({2, 9, 7, 3}), pool},
                    {"AddV2", Shape({7, 40}), {}, 2},
                    {"AddN", Shape({7, 43}), {{"N", AttrValue(int64_t{3})}}, 3},
                    {"BiasAddGrad", Shape({3000, 16}), {}},
                    {"Square", Shape({11, 24}), {}}};
  for (const DType dtype : {DType::kFloat, DType::kHalf, DType::kBFloat16}) {
    for (const Op& op : ops) {
      SCOPED_TRACE(StrCat(op.op, " ", op.shape.ToString(), " ", DTypeName(dtype)));
      std::vector<float> results[2];
      for (const char* device : {kCpu, kCuda}) {
        End();
        Begin();
        feeds_.clear();
        b().set_device(device);
        std::vector<OutputRef> inputs;
        for (int i = 0; i < op.inputs; ++i) inputs.push_back(Whole(dtype, op.shape, i));
        const OutputRef y{b().Op(op.op, inputs, op.attrs).node, op.output};
        const OutputRef wide = b().Op("Cast", {y}, {{"DstT", AttrValue(DType::kFloat)}});
        results[device == kCuda] = ToFloats(Run({wide}, feeds_).at(0));
      }
      ASSERT_EQ(results[1].size(), results[0].size());
      const float tolerance = dtype == DType::kFloat ? 2e-6F : 1e-2F;
      for (size_t i = 0; i < results[0].size(); ++i)
        ASSERT_NEAR(results[1][i], results[0][i], tolerance * (1 + std::abs(results[0][i]))) << i;
    }
  }
}

// A maximum that occurs twice in a window takes what arrives there once.
TEST_F(CudaKernels, GradientsOfPoolsAndNormsByPacksAreTheCpus) {
  for (const int64_t channels : {16, 3}) {
    std::vector<float> results[2];
    for (const char* device : {kCpu, kCuda}) {
      End();
      Begin();
      feeds_.clear();
      b().set_device(device);
      const OutputRef x = Whole(DType::kFloat, Shape({2, 9, 8, channels}), 1);
      const OutputRef scale = Whole(DType::kFloat, Shape({channels}), 4),
                      offset = Whole(DType::kFloat, Shape({channels}), 2),
                      none = b().Constant(Floats({}, Shape({0})));
      const OutputRef norm = b().Op("FusedBatchNormV3", {x, scale, offset, none, none},
                                    {{"epsilon", AttrValue(1e-3F)}, {"is_training", AttrValue(true)}});
      const OutputRef y = b().Op("MaxPool", {norm},
                                 {{"ksize", AttrValue(std::vector<int64_t>{1, 3, 3, 1})},
                                  {"strides", AttrValue(std::vector<int64_t>{1, 2, 2, 1})},
                                  {"padding", AttrValue("SAME")}});
      const OutputRef ys[] = {b().Op("Square", {y})}, xs[] = {x, scale, offset};
      const auto slopes = AddGradients(graph_.get(), ys, xs);
      ASSERT_TRUE(slopes.ok()) << slopes.status().ToString();
      for (const Tensor& out : Run({y, (*slopes)[0], (*slopes)[1], (*slopes)[2]}, feeds_)) {
        const std::vector<float> values = ToFloats(out);
        results[device == kCuda].insert(results[device == kCuda].end(), values.begin(), values.end());
      }
    }
    ASSERT_EQ(results[1].size(), results[0].size());
    for (size_t i = 0; i < results[0].size(); ++i)
      ASSERT_NEAR(results[1][i], results[0][i], 2e-4F * (1 + std::abs(results[0][i])))
          << channels << " " << i;
  }
}

// Reductions of so much that they are done in parts, which are then added up.
TEST_F(CudaKernels, LongReductionsAreSplit) {
  for (const char* op : {"Sum", "Mean", "Max", "Min", "L2Loss"}) {
    for (const Shape& shape : {Shape{100000}, Shape{3, 50000}, Shape{50000, 3}}) {
      End();
      Begin();
      std::vector<float> values(static_cast<size_t>(shape.num_elements()));
      for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7) - 3;
      const OutputRef x = Placeholder("x", DType::kFloat, shape);
      std::vector<OutputRef> fetches;
      for (const char* device : {kCpu, kCuda}) {
        b().set_device(device);
        std::vector<OutputRef> inputs = {x};
        const int32_t axis = shape.rank() == 2 && shape.dim(0) == 3 ? 1 : 0;
        if (std::string_view(op) != "L2Loss") inputs.push_back(b().Int32Vector({axis}));
        fetches.push_back({b().AddNode({{}, op, inputs, {}, {}, device}), 0});
      }
      const int64_t launches = fake_->launches();
      const auto out = Run(fetches, {{x, Floats(values, shape)}});
      EXPECT_GE(fake_->launches(), launches + 2) << op << shape.ToString();
      const std::vector<float> want = ToFloats(out[0]), got = ToFloats(out[1]);
      ASSERT_EQ(got.size(), want.size());
      for (size_t k = 0; k < got.size(); ++k) EXPECT_FLOAT_EQ(got[k], want[k]) << op << shape.ToString();
    }
  }
}

// So many elements of a channel that several blocks sum them, in both layouts; and too few for that.
TEST_F(CudaKernels, NormsOfManyElementsAreSplit) {
  struct Case {
    const char* format;
    Shape shape;
    int64_t channels;
  };
  const Case cases[] = {{"NHWC", Shape({4, 16, 16, 40}), 40},
                        {"NHWC", Shape({2, 9, 31, 1}), 1},
                        {"NCHW", Shape({3, 2, 50, 60}), 2},
                        {"NHWC", Shape({1, 3, 3, 7}), 7}};
  for (const Case& c : cases) {
    SCOPED_TRACE(StrCat(c.format, c.shape.ToString()));
    Begin();
    feeds_.clear();
    Draws draws;
    const auto fed = [&](const Shape& shape, float low, float high) {
      std::vector<float> values;
      for (int64_t i = 0; i < shape.num_elements(); ++i) values.push_back(draws.Next(low, high));
      const OutputRef x = Placeholder("", DType::kFloat, shape);
      feeds_.emplace_back(x, Floats(values, shape));
      return x;
    };
    const OutputRef x = fed(c.shape, -1, 3), dy = fed(c.shape, -1, 1);
    const OutputRef scale = fed(Shape({c.channels}), 0.5F, 2), offset = fed(Shape({c.channels}), -1, 1);
    std::vector<OutputRef> fetches;
    for (const char* device : {kCpu, kCuda}) {
      b().set_device(device);
      const AttrValue format(c.format);
      const OutputRef norm =
          b().Op("FusedBatchNormV3", {x, scale, offset, offset, offset}, {{"data_format", format}});
      const OutputRef slope =
          b().Op("FusedBatchNormGradV3", {dy, x, scale, {norm.node, 3}, {norm.node, 4}, {norm.node, 5}},
                 {{"data_format", format}});
      for (int i = 0; i < 3; ++i) {
        fetches.push_back({norm.node, i});
        fetches.push_back({slope.node, i});
      }
    }
    ASSERT_TRUE(b().status().ok()) << b().status().ToString();
    const auto out = Run(fetches, feeds_);
    for (size_t i = 0; i < out.size() / 2; ++i) {
      const std::vector<float> want = ToFloats(out[i]), got = ToFloats(out[out.size() / 2 + i]);
      ASSERT_EQ(got.size(), want.size());
      for (size_t k = 0; k < got.size(); ++k)
        ASSERT_NEAR(got[k], want[k], 1e-4F * (1 + std::fabs(want[k]))) << "fetch " << i << ", " << k;
    }
  }
}

// More than a megabyte, from and to the host's own memory.
TEST_F(CudaKernels, LargeValuesCross) {
  b().set_device(kCuda);
  const Shape shape({1, 700'001});
  std::vector<float> values(static_cast<size_t>(shape.num_elements()));
  for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1001);
  const OutputRef x = Placeholder("x", DType::kFloat, shape);
  std::vector<float> want = values;
  for (float& value : want) value = -value;
  EXPECT_EQ(ToFloats(Run({b().Op("Neg", {x})}, {{x, Floats(values, shape)}}).at(0)), want);
}

// More tiles of columns than a grid has rows of blocks.
TEST_F(CudaKernels, AWideProductHasAllOfItsColumns) {
  constexpr int64_t kColumns = 65536 * 64 + 1;
  b().set_device(kCuda);
  const OutputRef row = b().Op("Fill", {b().Int32Vector({1, kColumns}), b().Scalar(DType::kFloat, 2)});
  const OutputRef three = Placeholder("three", DType::kFloat, Shape({1, 1}));
  const OutputRef product = b().Op("MatMul", {three, row});
  const OutputRef least = b().Op("Min", {product, b().Int32Vector({0, 1})});
  const OutputRef most = b().Op("Max", {product, b().Int32Vector({0, 1})});
  const auto out = Run({least, most}, {{three, Floats({3}, Shape({1, 1}))}});
  EXPECT_EQ(ToFloats(out[0]), std::vector<float>{6});
  EXPECT_EQ(ToFloats(out[1]), std::vector<float>{6});
}

TEST_F(CudaKernels, WhatIsLeftToAttrsIsAsOnTheCpu) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({4}));
  const OutputRef image = Placeholder("image", DType::kFloat, Shape({0, 2, 2, 3}));
  const OutputRef channels = Placeholder("channels", DType::kFloat, Shape({3}));
  std::vector<OutputRef> fetches;
  for (const char* device : {kCpu, kCuda}) {
    b().set_device(device);
    for (const DType dtype : {DType::kHalf, DType::kBFloat16}) {
      const OutputRef cut =
          b().Op("Cast", {x}, {{"DstT", AttrValue(dtype)}, {"Truncate", AttrValue(true)}});
      fetches.push_back(b().Op("Cast", {cut}, {{"DstT", AttrValue(DType::kFloat)}}));
    }
    for (const char* op : {"Equal", "NotEqual"}) {
      const OutputRef other = b().Op("Slice", {x, b().Int32Vector({0}), b().Int32Vector({3})});
      const OutputRef same = b().Op(op, {x, other}, {{"incompatible_shape_error", AttrValue(false)}});
      fetches.push_back(b().Op("Cast", {same}, {{"DstT", AttrValue(DType::kFloat)}}));
    }
    const OutputRef norm = b().Op("FusedBatchNormV3", {image, channels, channels, channels, channels},
                                  {{"is_training", AttrValue(false)}});
    fetches.push_back({norm.node, 1});
    fetches.push_back({norm.node, 2});
  }
  const auto out = Run(fetches, {{x, Floats({1.0005F, -2.0019F, 3.0077F, 65519.0F})},
                                 {image, Floats({}, Shape({0, 2, 2, 3}))},
                                 {channels, Floats({1, 2, 3})}});
  const size_t half = out.size() / 2;
  for (size_t i = 0; i < half; ++i) {
    EXPECT_THAT(ToFloats(out[i]),
                testing::Pointwise(testing::NanSensitiveFloatEq(), ToFloats(out[half + i])))
        << i;
  }
  EXPECT_NE(ToFloats(out[half])[0], 1.0005F);
}

}  // namespace
}  // namespace runnel
