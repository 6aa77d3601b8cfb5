// Padding, reversing, index vectors and scans where the float64 references of runnel-conformance do not
// look: many elements, NaN, strings, and arguments that must be refused.
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

Value Pads(const std::vector<int32_t>& values) {
  const auto rows = static_cast<int64_t>(values.size() / 2);
  return Value::Ints({rows, 2}, values);
}
std::string Message(const Node& node, std::vector<Input> inputs) {
  const Outcome got = RunCpu(node, std::move(inputs));
  EXPECT_EQ(got.code, RNLP_INVALID_ARGUMENT) << node.op;
  return got.message;
}
Node Floats(const char* op) { return Node(op).T(RNLP_FLOAT).Outputs({RNLP_FLOAT}); }

TEST(CpuArrange, RefusesSizesThatDoNotAddUp) {
  const Node split = Node("SplitV").T(RNLP_FLOAT).Outputs({RNLP_FLOAT, RNLP_FLOAT});
  const Value x(RNLP_FLOAT, {2, 6});
  const std::string expected =
      "SplitV: size_splits should add up to dimension 1 of [2,6], with one -1 at most";
  for (const std::vector<int32_t>& sizes :
       {std::vector<int32_t>{2, 3}, {7, -1}, {-1, -1}, {-2, 8}, {2147483647, 2147483647}}) {
    EXPECT_EQ(Message(split, {x, Value::Ints({2}, sizes), Value::Scalar(1)}), expected);
  }
  EXPECT_EQ(Message(split, {x, Value::Ints({3}, {1, 2, 3}), Value::Scalar(1)}),
            "SplitV: size_splits should be a vector of 2, got shape [3]");
  EXPECT_EQ(Message(split, {x, Value::Ints({2}, {1, 5}), Value::Scalar(2)}),
            "SplitV: split_dim is 2, expected a value in [-2,2)");
}

TEST(CpuArrange, RefusesPaddingsThatCannotBe) {
  const Value x(RNLP_FLOAT, {3});
  EXPECT_EQ(Message(Floats("PadV2"), {x, Pads({-1, 0}), Value(RNLP_FLOAT, {})}),
            "PadV2: paddings[0] is [-1,0], which does not fit input [3]");
  EXPECT_EQ(Message(Floats("PadV2"), {x, Pads({1, 0, 0, 0}), Value(RNLP_FLOAT, {})}),
            "PadV2: paddings should have shape [1,2] for input [3], got [2,2]");
  EXPECT_EQ(Message(Floats("MirrorPad").Set("mode", std::string("REFLECT")), {x, Pads({3, 0})}),
            "MirrorPad: paddings[0] is [3,0], but only 2 elements can be mirrored");
  EXPECT_EQ(Message(Floats("MirrorPad").Set("mode", std::string("SYMMETRIC")), {x, Pads({3, 4})}),
            "MirrorPad: paddings[0] is [3,4], but only 3 elements can be mirrored");
  EXPECT_EQ(Message(Floats("MirrorPad").Set("mode", std::string("BACK")), {x, Pads({1, 1})}),
            "MirrorPad: mode should be REFLECT or SYMMETRIC");
  EXPECT_EQ(Message(Floats("MirrorPadGrad").Set("mode", std::string("SYMMETRIC")), {x, Pads({2, 2})}),
            "MirrorPadGrad: paddings[0] is [2,2], which does not fit input [3]");
  EXPECT_EQ(Message(Floats("MirrorPadGrad").Set("mode", std::string("REFLECT")), {x, Pads({1, 1})}),
            "MirrorPadGrad: paddings[0] is [1,1], but only 0 elements can be mirrored");
}

TEST(CpuArrange, RefusesIndexVectorsOutOfRange) {
  const Value params(RNLP_FLOAT, {2, 3});
  const Node gather = Node("GatherNd")
                          .Set("Tparams", Type{RNLP_FLOAT})
                          .Set("Tindices", Type{RNLP_INT32})
                          .Outputs({RNLP_FLOAT});
  EXPECT_EQ(Message(gather, {params, Value::Ints({2, 2}, {1, 2, 0, 3})}),
            "GatherNd: indices[1,1] = 3 is not in [0,3), for a tensor of shape [2,3]");
  EXPECT_EQ(Message(gather, {params, Value::Ints({1}, {-1})}),
            "GatherNd: indices[0,0] = -1 is not in [0,2), for a tensor of shape [2,3]");
  EXPECT_EQ(
      Message(gather, {params, Value::Ints({1, 3}, {0, 0, 0})}),
      "GatherNd: indices [1,3] should hold vectors of at most 2 entries, for a tensor of shape [2,3]");
  const Node scatter = Floats("ScatterNd").Set("Tindices", Type{RNLP_INT32});
  const Value shape = Value::Ints({2}, {2, 3});
  EXPECT_EQ(Message(scatter, {Value::Ints({1, 1}, {2}), Value(RNLP_FLOAT, {1, 3}), shape}),
            "ScatterNd: indices[0,0] = 2 is not in [0,2), for a tensor of shape [2,3]");
  EXPECT_NE(Message(scatter, {Value::Ints({1, 1}, {1}), Value(RNLP_FLOAT, {1, 2}), shape})
                .find("updates [1,2] should be shaped like indices [1,1]"),
            std::string::npos);
  EXPECT_NE(
      Message(scatter, {Value::Ints({1, 1}, {1}), Value(RNLP_FLOAT, {1, 2}), Value::Ints({1}, {-4})})
          .find("ScatterNd"),
      std::string::npos);
}

TEST(CpuArrange, RefusesAxesOutOfRangeOrTwice) {
  const Value x(RNLP_FLOAT, {2, 3});
  EXPECT_EQ(Message(Floats("ReverseV2"), {x, Value::Ints({2}, {0, -2})}),
            "ReverseV2: axis 0 is given twice");
  EXPECT_EQ(Message(Floats("ReverseV2"), {x, Value::Ints({1}, {2})}),
            "ReverseV2: axis is 2, expected a value in [-2,2)");
  EXPECT_EQ(Message(Floats("Cumsum"), {x, Value::Scalar(-3)}),
            "Cumsum: axis is -3, expected a value in [-2,2)");
  EXPECT_EQ(Message(Floats("Cumsum"), {Value(RNLP_FLOAT, {}), Value::Scalar(0)}),
            "Cumsum: axis is 0, expected a value in [0,0)");
}

TEST(CpuArrange, FindsTheLargestWithNaNFirstAndEqualsInOrder) {
  const double nan = std::nan("");
  for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
    const Value x = Value::Doubles(dtype, {7}, {1, nan, 3, -INFINITY, 3, nan, INFINITY});
    const Outcome got =
        RunCpu(Node("TopKV2").T(dtype).Outputs({dtype, RNLP_INT32}), {x, Value::Scalar(6)});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[1].Doubles(), (std::vector<double>{1, 5, 6, 2, 4, 0}));
    ExpectNear(got.outputs[0], {nan, nan, INFINITY, 3, 3, 1}, 0, 0, "TopKV2");
  }
  const Node top = Node("TopKV2").T(RNLP_FLOAT).Outputs({RNLP_FLOAT, RNLP_INT32});
  for (const int32_t k : {-1, 4}) {
    EXPECT_EQ(Message(top, {Value(RNLP_FLOAT, {2, 3}), Value::Scalar(k)}),
              "TopKV2: k is " + std::to_string(k) +
                  ", expected at least 0 and at most the last dimension of input [2,3]");
  }
}

TEST(CpuArrange, WorksOnManyElementsInBlocks) {
  Numbers numbers;
  const Value x = Value::Doubles(RNLP_FLOAT, {300, 400}, numbers.For(RNLP_FLOAT, 120000));
  MiniHost host;
  host.threads = 3;
  const Outcome sums = RunCpu(host, Floats("Cumsum"), {x, Value::Scalar(0)});
  const Outcome turned = RunCpu(host, Floats("ReverseV2"), {x, Value::Ints({2}, {0, 1})});
  const Outcome top = RunCpu(host, Node("TopKV2").T(RNLP_FLOAT).Outputs({RNLP_FLOAT, RNLP_INT32}),
                             {x, Value::Scalar(3)});
  for (int64_t column = 0; column < 400; ++column) {
    double sum = 0;
    for (int64_t row = 0; row < 300; ++row) {
      sum += x.Get(row * 400 + column);  // eighths: exact in float
      ASSERT_EQ(sums.outputs[0].Get(row * 400 + column), sum);
      ASSERT_EQ(turned.outputs[0].Get(row * 400 + column), x.Get(119999 - row * 400 - column));
    }
  }
  for (int64_t row = 0; row < 300; ++row) {
    std::vector<double> values;
    for (int64_t column = 0; column < 400; ++column) values.push_back(x.Get(row * 400 + column));
    std::sort(values.rbegin(), values.rend());
    for (int64_t i = 0; i < 3; ++i)
      ASSERT_EQ(top.outputs[0].Get(row * 3 + i), values[static_cast<size_t>(i)]);
  }
}

TEST(CpuArrange, MovesStrings) {
  Value words(RNLP_STRING, {3});
  words.SetString(0, "a");
  words.SetString(1, "word that is longer than a small string");
  const Node reverse = Node("ReverseV2").T(RNLP_STRING).Outputs({RNLP_STRING});
  const Outcome got = RunCpu(reverse, {words, Value::Ints({1}, {0})});
  ASSERT_EQ(got.code, 0) << got.message;
  Value turned(RNLP_STRING, {3});
  turned.SetString(2, "a");
  turned.SetString(1, "word that is longer than a small string");
  EXPECT_TRUE(got.outputs[0].SameBytes(turned));
}

}  // namespace
}  // namespace runnel::test
