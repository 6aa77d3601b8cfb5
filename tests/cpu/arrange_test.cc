// Padding, reversing, index vectors and scans where the float64 references of runnel-conformance do not
// look: many elements, NaN, strings, and arguments that must be refused.
#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

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
            "GatherNd: indices[1] = [0,3] does not index into param shape [2,3]");
  EXPECT_EQ(Message(gather, {params, Value::Ints({1}, {-1})}),
            "GatherNd: indices = [-1] does not index into param shape [2,3]");
  EXPECT_EQ(
      Message(gather, {params, Value::Ints({1, 3}, {0, 0, 0})}),
      "GatherNd: indices [1,3] should hold vectors of at most 2 entries, for a tensor of shape [2,3]");
  EXPECT_EQ(Message(gather, {Value(RNLP_FLOAT, {0, 3}), Value::Ints({1, 2}, {0, 0})}),
            "GatherNd: Requested more than 0 entries, but params is empty. Params shape: [0,3]");
  const Node scatter = Floats("ScatterNd").Set("Tindices", Type{RNLP_INT32});
  const Value shape = Value::Ints({2}, {2, 3});
  EXPECT_EQ(Message(scatter, {Value::Ints({1, 1}, {2}), Value(RNLP_FLOAT, {1, 3}), shape}),
            "ScatterNd: indices[0] = [2] does not index into shape [2,3]");
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

// Ops that only move elements, in the types that have no arithmetic: where each element goes is read off
// a run over int64 element numbers.
TEST(CpuArrange, MovesElementsOfEveryOtherType) {
  struct Moved {
    const char* op;
    std::vector<Input> arguments;  // behind the elements
    std::string label;             // of the types as they are logged, % for the elements' type
    const char* type_attr = "T";
    size_t outputs = 1;
  };
  const Moved moves[] = {
      {"SplitV", {Value::Ints({2}, {1, -1}), Value::Scalar(1)}, "%", "T", 2},
      {"PadV2", {Pads({1, 0, 0, 2})}, "%"},
      {"MirrorPad", {Pads({1, 0, 0, 2})}, "%"},
      {"ReverseV2", {Value::Ints({2}, {1, 0})}, "%"},
      {"Pad", {Pads({0, 0, 0, 0})}, "%"},
      {"Slice", {Value::Ints({2}, {0, 1}), Value::Ints({2}, {2, -1})}, "%"},
      {"Transpose", {Value::Ints({2}, {1, 0})}, "%"},
      {"Tile", {Value::Ints({2}, {2, 3})}, "%"},
      {"BroadcastTo", {Value::Ints({3}, {2, 2, 3})}, "%"},
      {"GatherNd", {Value::Ints({3, 1}, {1, 0, 1})}, "Tparams=%,Tindices=int32", "Tparams"},
      {"GatherNd",
       {Value::Doubles(RNLP_INT64, {2, 2}, {1, 2, 0, 1})},
       "Tparams=%,Tindices=int64",
       "Tparams"},
  };
  const std::pair<int32_t, const char*> types[] = {
      {RNLP_QINT8, "qint8"},           {RNLP_QUINT8, "quint8"}, {RNLP_QINT16, "qint16"},
      {RNLP_QUINT16, "quint16"},       {RNLP_QINT32, "qint32"}, {RNLP_COMPLEX64, "complex64"},
      {RNLP_COMPLEX128, "complex128"}, {RNLP_STRING, "string"}};
  const auto element = [](int32_t dtype, int64_t i) {
    Value one(dtype, {});
    if (dtype == RNLP_STRING) {
      one.SetString(0, std::string(static_cast<size_t>(i) * 9, 'x'));
    } else {
      for (size_t k = 0; k < one.size_bytes(); ++k)
        static_cast<uint8_t*>(one.data())[k] =
            static_cast<uint8_t>(i * 16 + static_cast<int64_t>(k) + 1);
    }
    return one;
  };
  const auto elements = [&](int32_t dtype, const Shape& shape, const std::vector<double>& numbers) {
    Value all(dtype, shape);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto number = static_cast<int64_t>(numbers[i]);
      if (dtype == RNLP_STRING) {
        all.SetString(static_cast<int64_t>(i), std::string(static_cast<size_t>(number) * 9, 'x'));
      } else {
        const Value one = element(dtype, number);
        std::memcpy(static_cast<char*>(all.data()) + i * one.size_bytes(), one.data(), one.size_bytes());
      }
    }
    return all;
  };
  for (const Moved& move : moves) {
    const auto run = [&](int32_t dtype, Value in) {
      std::vector<Input> inputs = {std::move(in)};
      inputs.insert(inputs.end(), move.arguments.begin(), move.arguments.end());
      if (std::string(move.op) == "PadV2") inputs.emplace_back(elements(dtype, {}, {7}));
      Node node(move.op);
      node.Set(move.type_attr, Type{dtype})
          .Set("mode", std::string("REFLECT"))
          .Outputs(std::vector<int32_t>(move.outputs, dtype));
      if (std::string(move.op) == "GatherNd")
        node.Set("Tindices", Type{move.arguments[0].value.dtype()});
      return RunCpu(node, std::move(inputs));
    };
    // An int64 whose bytes say its number, so that the numbers can be read back.
    Outcome places = run(RNLP_INT64, elements(RNLP_INT64, {2, 3}, {0, 1, 2, 3, 4, 5}));
    ASSERT_EQ(places.code, 0) << move.op << places.message;
    for (const auto& [dtype, name] : types) {
      if (dtype == RNLP_STRING && std::string(move.op) == "MirrorPad") continue;
      if (std::string(name)[0] == 'q' &&
          (std::string(move.op) == "MirrorPad" || std::string(move.op) == "ReverseV2"))
        continue;
      const Outcome got = run(dtype, elements(dtype, {2, 3}, {0, 1, 2, 3, 4, 5}));
      ASSERT_EQ(got.code, 0) << move.op << " " << name << ": " << got.message;
      for (size_t o = 0; o < move.outputs; ++o) {
        const Value& where = places.outputs[o];
        std::vector<double> numbers;
        for (int64_t i = 0; i < where.elements(); ++i) {
          const int64_t number = ((where.as<int64_t>()[i] & 255) - 1) / 16;
          numbers.push_back(static_cast<double>(number));
        }
        EXPECT_TRUE(got.outputs[o].SameBytes(elements(dtype, where.shape(), numbers)))
            << move.op << " " << name;
      }
      if (HasFailure()) continue;
      std::string label = move.label;
      testing::LogCase("forward", move.op, label.replace(label.find('%'), 1, name), "CPU");
    }
  }
}

TEST(CpuArrange, MakesZerosAndOnesOfEveryOtherType) {
  const std::pair<int32_t, const char*> types[] = {
      {RNLP_COMPLEX64, "complex64"}, {RNLP_COMPLEX128, "complex128"}, {RNLP_QINT8, "qint8"},
      {RNLP_QUINT8, "quint8"},       {RNLP_QINT16, "qint16"},         {RNLP_QUINT16, "quint16"},
      {RNLP_QINT32, "qint32"},       {RNLP_STRING, "string"}};
  for (const auto& [dtype, name] : types) {
    Value in(dtype, {2, 2});
    if (dtype == RNLP_STRING)
      in.SetString(3, "not empty");
    else
      std::memset(in.data(), 0x3c, in.size_bytes());
    const Outcome zeros = RunCpu(Node("ZerosLike").T(dtype).Outputs({dtype}), {in});
    ASSERT_EQ(zeros.code, 0) << name << zeros.message;
    EXPECT_TRUE(zeros.outputs[0].SameBytes(Value(dtype, {2, 2}))) << name;
    if (!HasFailure()) testing::LogCase("forward", "ZerosLike", name, "CPU");
    if (dtype != RNLP_COMPLEX64 && dtype != RNLP_COMPLEX128) continue;
    const Outcome ones = RunCpu(Node("OnesLike").T(dtype).Outputs({dtype}), {in});
    ASSERT_EQ(ones.code, 0) << name << ones.message;
    for (int64_t i = 0; i < 8; ++i) {
      const double part = dtype == RNLP_COMPLEX64 ? static_cast<double>(ones.outputs[0].as<float>()[i])
                                                  : ones.outputs[0].as<double>()[i];
      EXPECT_EQ(part, i % 2 == 0 ? 1 : 0) << name;
    }
    if (!HasFailure()) testing::LogCase("forward", "OnesLike", name, "CPU");
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

  const Node mirror =
      Node("MirrorPad").T(RNLP_STRING).Set("mode", std::string("REFLECT")).Outputs({RNLP_STRING});
  const Outcome padded =
      RunCpu(mirror, {Value::Strings({3}, {"a", "b", "c"}), Value::Ints({1, 2}, {2, 1})});
  ASSERT_EQ(padded.code, 0) << padded.message;
  EXPECT_TRUE(padded.outputs[0].SameBytes(Value::Strings({6}, {"c", "b", "a", "b", "c", "b"})));
}

}  // namespace
}  // namespace runnel::test
