// Values that no kernel can use, fed through a session: a status that names the node and what is wrong,
// or the value that TensorFlow documents; and the session goes on.
#include <cmath>
#include <limits>

#include "tests/runtime/runtime_test.h"

namespace runnel {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

class BadInputTest : public RuntimeTest {
 protected:
  using Feeds = std::vector<std::pair<OutputRef, Tensor>>;

  template <typename T>
  static Tensor Of(std::vector<T> values, const Shape& shape) {
    return *Tensor::FromValues<T>(shape, std::span<const T>(values));
  }
  template <typename T>
  static Tensor Of(std::vector<T> values) {
    const Shape shape{static_cast<int64_t>(values.size())};
    return Of<T>(std::move(values), shape);
  }
  OutputRef Named(const char* op, std::vector<OutputRef> inputs, AttrList attrs = {}) {
    return {b().AddNode({"culprit", op, std::move(inputs), {}, std::move(attrs), {}}), 0};
  }
  // The fetch fails with the code and every text, names its node, and works with what is good.
  void ExpectRefused(OutputRef fetch, const Feeds& bad, Code code, const std::vector<std::string>& texts,
                     const Feeds& good) {
    ASSERT_TRUE(b().status().ok()) << b().status().ToString();
    std::vector<Tensor> out;
    const Status status = TryRun({fetch}, bad, {}, &out);
    EXPECT_EQ(status.code(), code) << status.ToString();
    EXPECT_EQ(status.node(), "culprit") << status.ToString();
    for (const std::string& text : texts)
      EXPECT_NE(status.message().find(text), std::string::npos) << text << " in: " << status.ToString();
    EXPECT_FALSE(Run({fetch}, good).empty());
  }
};

TEST_F(BadInputTest, LabelsOutOfRange) {
  const OutputRef logits = Placeholder("logits", DType::kFloat, {2, 3});
  const OutputRef labels = Placeholder("labels", DType::kInt32, {2});
  const OutputRef loss = Named("SparseSoftmaxCrossEntropyWithLogits", {logits, labels});
  const Tensor x = Floats({1, 2, 3, 4, 5, 6}, {2, 3});
  for (const int32_t bad : {3, -1, std::numeric_limits<int32_t>::max()}) {
    ExpectRefused(loss, {{logits, x}, {labels, Of<int32_t>({1, bad})}}, Code::kInvalidArgument,
                  {std::to_string(bad)}, {{logits, x}, {labels, Of<int32_t>({1, 2})}});
  }
}

TEST_F(BadInputTest, IndicesOutOfRange) {
  const OutputRef params = Placeholder("params", DType::kFloat, {3, 2});
  const OutputRef indices = Placeholder("indices", DType::kInt64, {2});
  const OutputRef y = Named("GatherV2", {params, indices, b().Scalar(DType::kInt32, 0)});
  const Tensor x = Floats({1, 2, 3, 4, 5, 6}, {3, 2});
  for (const int64_t bad : {int64_t{3}, int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
    ExpectRefused(y, {{params, x}, {indices, Of<int64_t>({0, bad})}}, Code::kInvalidArgument,
                  {std::to_string(bad)}, {{params, x}, {indices, Of<int64_t>({0, 2})}});
  }
}

TEST_F(BadInputTest, ScatteredIndicesOutOfRange) {
  const OutputRef indices = Placeholder("indices", DType::kInt32, {2, 1});
  const OutputRef y =
      Named("ScatterNd", {indices, b().Constant(Floats({1, 2})), b().Constant(Of<int32_t>({4}))});
  for (const int32_t bad : {4, -1}) {
    ExpectRefused(y, {{indices, Of<int32_t>({0, bad}, {2, 1})}}, Code::kInvalidArgument, {},
                  {{indices, Of<int32_t>({0, 3}, {2, 1})}});
  }
}

TEST_F(BadInputTest, AOneHotOfAnIndexOutOfRangeIsAllOff) {
  const OutputRef indices = Placeholder("indices", DType::kInt32, {3});
  const OutputRef y = Named("OneHot", {indices, b().Scalar(DType::kInt32, 2),
                                       b().Scalar(DType::kFloat, 1), b().Scalar(DType::kFloat, 0)});
  EXPECT_EQ(ToFloats(Run({y}, {{indices, Of<int32_t>({-1, 1, 2})}})[0]),
            (std::vector<float>{0, 0, 0, 1, 0, 0}));
}

// Lengths that int32 cannot hold must not wrap around to ones that fit.
TEST_F(BadInputTest, ReverseSequenceRefusesLengthsBeyondTheSequence) {
  const OutputRef x = b().Op("Reshape", {Vector({1, 2, 3}), b().Int32Vector({1, 3})});
  for (const int64_t length : {int64_t{-1}, int64_t{4}, (int64_t{1} << 32) + 2}) {
    const auto lengths = Tensor::FromValues<int64_t>(Shape{1}, {{length}});
    ASSERT_TRUE(lengths.ok());
    const OutputRef y =
        b().Op("ReverseSequence", {x, b().Constant(*lengths)}, {{"seq_dim", 1}, {"batch_dim", 0}});
    ASSERT_TRUE(b().status().ok()) << b().status().ToString();
    std::vector<Tensor> out;
    EXPECT_EQ(TryRun({y}, {}, {}, &out).code(), Code::kInvalidArgument) << length;
  }
}

TEST_F(BadInputTest, AListThatMemoryIsLackingForNamesItsNodeAndSize) {
  const OutputRef list = b().Op(
      "TensorListReserve",
      {b().Scalar(DType::kInt32, -1), b().Scalar(DType::kInt32, std::numeric_limits<int32_t>::max())},
      {{"element_dtype", DType::kFloat}});
  const OutputRef length = b().Op("TensorListLength", {list});
  ASSERT_TRUE(b().status().ok()) << b().status().ToString();
  std::vector<Tensor> out;
  const Status status = TryRun({length}, {}, {}, &out);
  EXPECT_EQ(status.code(), Code::kResourceExhausted) << status.ToString();
  EXPECT_NE(status.message().find("TensorListReserve"), std::string::npos) << status.ToString();
  EXPECT_NE(status.message().find("2147483647"), std::string::npos) << status.ToString();
}

TEST_F(BadInputTest, CheckNumericsNamesNodeAndElement) {
  const OutputRef x = Placeholder("x", DType::kFloat, {-1});
  const OutputRef y = Named("CheckNumerics", {x}, {{"message", AttrValue("loss")}});
  ExpectRefused(y, {{x, Floats({0, 1, kNaN, 3})}}, Code::kInvalidArgument, {"loss", "NaN", "2"},
                {{x, Floats({0, 1})}});
  ExpectRefused(y, {{x, Floats({0, -kInf, 2})}}, Code::kInvalidArgument, {"loss", "Inf", "1"},
                {{x, Floats({0, 1})}});
}

TEST_F(BadInputTest, IntegersDividedByZero) {
  for (const char* op : {"FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod", "Div", "Mod"}) {
    SCOPED_TRACE(op);
    Restart({});
    const OutputRef x = Placeholder("x", DType::kInt32, {2}), y = Placeholder("y", DType::kInt32, {2});
    ExpectRefused(
        Named(op, {x, y}), {{x, Of<int32_t>({1, 2})}, {y, Of<int32_t>({1, 0})}}, Code::kInvalidArgument,
        {"zero"},
        {{x, Of<int32_t>({std::numeric_limits<int32_t>::min(), 2})}, {y, Of<int32_t>({-1, 2})}});
  }
}

TEST_F(BadInputTest, ReductionsOfNothing) {
  const OutputRef x = Placeholder("x", DType::kFloat, {0, 2});
  const OutputRef axis = b().Constant(Of<int32_t>({0}));
  const std::vector<Tensor> out =
      Run({b().Op("Sum", {x, axis}), b().Op("Prod", {x, axis}), b().Op("Max", {x, axis}),
           b().Op("Min", {x, axis}), b().Op("Mean", {x, axis})},
          {{x, Floats({}, {0, 2})}});
  ASSERT_EQ(out.size(), 5u);
  EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{0, 0}));
  EXPECT_EQ(ToFloats(out[1]), (std::vector<float>{1, 1}));
  EXPECT_EQ(ToFloats(out[2]), (std::vector<float>{-kInf, -kInf}));
  EXPECT_EQ(ToFloats(out[3]), (std::vector<float>{kInf, kInf}));
  for (const float mean : ToFloats(out[4])) EXPECT_TRUE(std::isnan(mean));
}

TEST_F(BadInputTest, TheLargestOfNothing) {
  const OutputRef x = Placeholder("x", DType::kFloat, {-1, 2});
  const OutputRef y = Named("ArgMax", {x, b().Scalar(DType::kInt32, 0)});
  ExpectRefused(y, {{x, Floats({}, {0, 2})}}, Code::kInvalidArgument, {}, {{x, Floats({1, 2}, {1, 2})}});
}

TEST_F(BadInputTest, ProductsOverNothingAreZero) {
  const OutputRef a = Placeholder("a", DType::kFloat, {2, 0}),
                  c = Placeholder("c", DType::kFloat, {0, 3});
  EXPECT_EQ(
      ToFloats(Run({b().Op("MatMul", {a, c})}, {{a, Floats({}, {2, 0})}, {c, Floats({}, {0, 3})}})[0]),
      std::vector<float>(6, 0));
}

TEST_F(BadInputTest, SizesThatOverflowOrCannotBe) {
  const int64_t huge = int64_t{1} << 40;
  const OutputRef dims = Placeholder("dims", DType::kInt64, {2});
  const Feeds good = {{dims, Of<int64_t>({1, 2})}};
  const OutputRef fill = Named("Fill", {dims, b().Scalar(DType::kFloat, 1)});
  ExpectRefused(fill, {{dims, Of<int64_t>({huge, huge})}}, Code::kInvalidArgument, {}, good);
  ExpectRefused(fill, {{dims, Of<int64_t>({-1, 2})}}, Code::kInvalidArgument, {"-1"}, good);
  Restart({});
  const OutputRef x = Placeholder("x", DType::kFloat, {2, 2});
  const OutputRef times = Placeholder("times", DType::kInt64, {2});
  const OutputRef tile = Named("Tile", {x, times});
  const Tensor two = Floats({1, 2, 3, 4}, {2, 2});
  ExpectRefused(tile, {{x, two}, {times, Of<int64_t>({huge, huge})}}, Code::kInvalidArgument, {},
                {{x, two}, {times, Of<int64_t>({1, 2})}});
  ExpectRefused(tile, {{x, two}, {times, Of<int64_t>({-1, 1})}}, Code::kInvalidArgument, {"-1"},
                {{x, two}, {times, Of<int64_t>({0, 2})}});
}

TEST_F(BadInputTest, PaddingsThatCannotBe) {
  const OutputRef x = Placeholder("x", DType::kFloat, {3});
  const OutputRef paddings = Placeholder("paddings", DType::kInt64, {1, 2});
  const OutputRef y = Named("Pad", {x, paddings});
  const Feeds good = {{x, Floats({1, 2, 3})}, {paddings, Of<int64_t>({0, 1}, {1, 2})}};
  for (const std::vector<int64_t>& bad :
       {std::vector<int64_t>{-1, 0}, {0, std::numeric_limits<int64_t>::max()}}) {
    ExpectRefused(y, {{x, Floats({1, 2, 3})}, {paddings, Of<int64_t>(bad, {1, 2})}},
                  Code::kInvalidArgument, {}, good);
  }
}

TEST_F(BadInputTest, ConvolutionsOfSizesThatCannotBe) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1, -1, -1, -1}));
  const OutputRef filter = Placeholder("filter", DType::kFloat, Shape({-1, -1, -1, -1}));
  const OutputRef y = Named("Conv2D", {x, filter},
                            {{"strides", AttrValue(std::vector<int64_t>{1, 1 << 30, 1 << 30, 1})},
                             {"padding", AttrValue("VALID")}});
  const Feeds good = {{x, Floats({1, 2, 3, 4}, {1, 2, 2, 1})}, {filter, Floats({1}, {1, 1, 1, 1})}};
  ExpectRefused(y, {{x, Floats({1, 2, 3, 4}, {1, 2, 2, 1})}, {filter, Floats({1, 2}, {1, 1, 2, 1})}},
                Code::kInvalidArgument, {"2 input channels"}, good);
  // A window that does not fit anywhere.
  EXPECT_EQ(
      Run({y}, {{x, Floats({1, 2, 3, 4}, {1, 2, 2, 1})}, {filter, Floats({1, 2, 3}, {3, 1, 1, 1})}})[0]
          .num_elements(),
      0);
  EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({}, {0, 2, 2, 1})}, {filter, Floats({1}, {1, 1, 1, 1})}})[0]),
            std::vector<float>());
}

}  // namespace
}  // namespace runnel
