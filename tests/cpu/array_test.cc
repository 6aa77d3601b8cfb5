// Ops that move elements or make new values, case by case and against plain loops.
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

// 0, 1, 2, ... in any type; strings are the digits.
Value Iota(int32_t dtype, Shape shape) {
  Value value(dtype, std::move(shape));
  for (int64_t i = 0; i < value.elements(); ++i) {
    if (dtype == RNLP_STRING)
      value.SetString(i, "s" + std::to_string(i));
    else
      value.Set(i, dtype == RNLP_BOOL ? static_cast<double>(i % 2) : static_cast<double>(i));
  }
  return value;
}
const std::vector<int32_t> kMovable = {RNLP_FLOAT,      RNLP_DOUBLE, RNLP_HALF,   RNLP_INT8,
                                       RNLP_INT64,      RNLP_BOOL,   RNLP_UINT16, RNLP_COMPLEX64,
                                       RNLP_COMPLEX128, RNLP_STRING};

// Expects out[i] to be element from[i] of `source` (-1: zero or empty).
void ExpectElements(const Value& out, const Value& source, const std::vector<int64_t>& from,
                    const std::string& what) {
  ASSERT_EQ(out.elements(), static_cast<int64_t>(from.size())) << what;
  const size_t size = SizeOfType(source.dtype());
  for (size_t i = 0; i < from.size(); ++i) {
    if (source.dtype() == RNLP_STRING) {
      ASSERT_EQ(out.string(static_cast<int64_t>(i)), from[i] < 0 ? "" : source.string(from[i]))
          << what << i;
      continue;
    }
    const std::vector<char> zero(size, 0);
    const char* want =
        from[i] < 0 ? zero.data() : source.as<char>() + static_cast<size_t>(from[i]) * size;
    ASSERT_EQ(std::memcmp(out.as<char>() + i * size, want, size), 0) << what << " element " << i;
  }
}

TEST(CpuTranspose, PermutesAnyRank) {
  struct Case {
    Shape shape;
    std::vector<int32_t> perm;
  };
  const std::vector<Case> cases = {{{}, {}},
                                   {{3}, {0}},
                                   {{2, 3}, {1, 0}},
                                   {{2, 3}, {0, 1}},
                                   {{0, 3}, {1, 0}},
                                   {{33, 47}, {1, 0}},
                                   {{2, 3, 4}, {2, 0, 1}},
                                   {{3, 20, 18}, {0, 2, 1}},
                                   {{20, 3, 18}, {2, 1, 0}},
                                   {{2, 3, 2, 5}, {3, 1, 0, 2}},
                                   {{200, 300}, {1, 0}},
                                   {{2, 3, 41, 27}, {0, 2, 3, 1}},  // images of few channels
                                   {{2, 41, 27, 3}, {0, 3, 1, 2}},
                                   {{2, 301}, {1, 0}},
                                   {{301, 2}, {1, 0}},
                                   {{4, 301}, {1, 0}},
                                   {{301, 4}, {1, 0}},
                                   {{3, 2053}, {1, 0}},
                                   {{7, 203}, {1, 0}},
                                   {{203, 7}, {1, 0}},
                                   {{1, 5, 1, 3}, {3, 2, 1, 0}}};
  const auto check = [&](int32_t dtype, const char* isa) {
    for (const Case& c : cases) {
      if (Elements(c.shape) > 10000 && dtype != RNLP_FLOAT) continue;
      const Value x = Iota(dtype, c.shape);
      MiniHost host;
      host.settings["isa"] = isa;
      host.backwards = true;
      const Outcome got =
          RunCpu(host, Node("Transpose").T(dtype).Outputs({dtype}), {x, Value::Vector(c.perm)});
      ASSERT_EQ(got.code, 0) << got.message;
      Shape out;
      for (int32_t p : c.perm) out.push_back(c.shape[static_cast<size_t>(p)]);
      ASSERT_EQ(got.outputs[0].shape(), out);
      std::vector<int64_t> from;
      for (int64_t i = 0; i < Elements(out); ++i) {
        int64_t rest = i, at = 0;
        std::vector<int64_t> coordinate(c.shape.size());
        for (size_t d = out.size(); d-- > 0;) {
          coordinate[static_cast<size_t>(c.perm[d])] = rest % out[d];
          rest /= out[d];
        }
        for (size_t d = 0; d < c.shape.size(); ++d) at = at * c.shape[d] + coordinate[d];
        from.push_back(at);
      }
      ExpectElements(got.outputs[0], x, from, Name(c.shape) + " " + isa);
    }
  };
  for (int32_t dtype : kMovable) check(dtype, "avx3");
  for (const char* isa : {"scalar", "sse4", "avx2"}) {
    for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_INT32, RNLP_INT64}) check(dtype, isa);
  }
  const Node node = Node("Transpose").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 3}), Value::Vector({0, 0})}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 3}), Value::Vector({0})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 3}), Value::Vector({0, 2})}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuConcat, JoinsAndSplitCutsAgain) {
  for (int32_t dtype : kMovable) {
    for (int32_t axis : {0, 1, -1}) {
      const Value x = Iota(dtype, {2, 3, 4});
      const Outcome parts =
          RunCpu(Node("Split").T(dtype).Set("num_split", int64_t{2}).Outputs({dtype, dtype}),
                 {Value::Scalar(axis == 1 ? 0 : axis), x});
      ASSERT_EQ(parts.code, 0) << parts.message;
      const Outcome whole =
          RunCpu(Node("ConcatV2").T(dtype).Set("N", int64_t{2}).Outputs({dtype}),
                 {parts.outputs[0], parts.outputs[1], Value::Scalar(axis == 1 ? 0 : axis)});
      ASSERT_EQ(whole.code, 0) << whole.message;
      EXPECT_TRUE(whole.outputs[0].SameBytes(x)) << axis;
    }
  }
  const Value a = Iota(RNLP_FLOAT, {2, 1}), b = Iota(RNLP_FLOAT, {2, 2}), empty(RNLP_FLOAT, {2, 0});
  const Node concat = Node("ConcatV2").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  const Outcome got = RunCpu(concat, {a, empty, b, Value::Scalar(1)});
  EXPECT_EQ(got.outputs[0].shape(), (Shape{2, 3}));
  EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{0, 0, 1, 1, 2, 3}));
  EXPECT_EQ(RunCpu(concat, {a, b, Value::Scalar(0)}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(concat, {a, b, Value::Scalar(2)}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(Node("Split").T(RNLP_FLOAT).Outputs({RNLP_FLOAT, RNLP_FLOAT}),
                   {Value::Scalar(0), Value(RNLP_FLOAT, {3})})
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuPack, StacksAndUnpackTakesApart) {
  for (int32_t dtype : kMovable) {
    for (int64_t axis : {0, 1, 2, -1}) {
      const Value a = Iota(dtype, {2, 3});
      Value b = Iota(dtype, {2, 3});
      const Outcome packed = RunCpu(Node("Pack").T(dtype).Set("axis", axis).Outputs({dtype}), {a, b, a});
      ASSERT_EQ(packed.code, 0) << packed.message;
      const int64_t at = axis < 0 ? 2 : axis;
      Shape shape = {2, 3};
      shape.insert(shape.begin() + at, 3);
      ASSERT_EQ(packed.outputs[0].shape(), shape);
      const Outcome apart = RunCpu(Node("Unpack")
                                       .T(dtype)
                                       .Set("axis", axis)
                                       .Set("num", int64_t{3})
                                       .Outputs({dtype, dtype, dtype}),
                                   {packed.outputs[0]});
      ASSERT_EQ(apart.code, 0) << apart.message;
      for (const Value& part : apart.outputs) EXPECT_TRUE(part.SameBytes(a)) << axis;
    }
  }
  EXPECT_EQ(RunCpu(Node("Pack").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}),
                   {Value(RNLP_FLOAT, {1}), Value(RNLP_FLOAT, {2})})
                .code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(Node("Unpack").T(RNLP_FLOAT).Outputs({RNLP_FLOAT}), {Value(RNLP_FLOAT, {2})}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuSlice, CutsBlocks) {
  for (int32_t dtype : kMovable) {
    const Value x = Iota(dtype, {3, 4, 5});
    const Node node = Node("Slice").T(dtype).Set("Index", Type{RNLP_INT32}).Outputs({dtype});
    const Outcome got = RunCpu(node, {x, Value::Vector({1, 0, 2}), Value::Vector({2, 3, -1})});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].shape(), (Shape{2, 3, 3}));
    std::vector<int64_t> from;
    for (int64_t i = 1; i < 3; ++i) {
      for (int64_t j = 0; j < 3; ++j) {
        for (int64_t k = 2; k < 5; ++k) from.push_back((i * 4 + j) * 5 + k);
      }
    }
    ExpectElements(got.outputs[0], x, from, "Slice");
  }
  const Node node = Node("Slice").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  const Value x(RNLP_FLOAT, {3});
  EXPECT_EQ(RunCpu(node, {x, Value::Vector({3}), Value::Vector({0})}).outputs[0].shape(), Shape{0});
  EXPECT_EQ(RunCpu(node, {x, Value::Vector({1}), Value::Vector({3})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {x, Value::Vector({-1}), Value::Vector({1})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {x, Value::Vector({0}), Value::Vector({-2})}).code, RNLP_INVALID_ARGUMENT);
}

struct SliceCase {
  const char* name;
  Shape shape;
  std::vector<int32_t> begin, end, strides;
  int64_t begin_mask, end_mask, ellipsis, new_axis, shrink;
  Shape out;
  std::vector<int64_t> from;
};
const std::vector<SliceCase> kSlices = {
    {"x[1:3]", {5}, {1}, {3}, {1}, 0, 0, 0, 0, 0, {2}, {1, 2}},
    {"x[::-1]", {4}, {0}, {0}, {-1}, 1, 1, 0, 0, 0, {4}, {3, 2, 1, 0}},
    {"x[::2]", {5}, {0}, {0}, {2}, 1, 1, 0, 0, 0, {3}, {0, 2, 4}},
    {"x[-2:]", {5}, {-2}, {0}, {1}, 0, 1, 0, 0, 0, {2}, {3, 4}},
    {"x[3:1]", {5}, {3}, {1}, {1}, 0, 0, 0, 0, 0, {0}, {}},
    {"x[10:20]", {5}, {10}, {20}, {1}, 0, 0, 0, 0, 0, {0}, {}},
    {"x[-100:100]", {3}, {-100}, {100}, {1}, 0, 0, 0, 0, 0, {3}, {0, 1, 2}},
    {"x[4:0:-2]", {5}, {4}, {0}, {-2}, 0, 0, 0, 0, 0, {2}, {4, 2}},
    {"x[1]", {2, 3}, {1}, {2}, {1}, 0, 0, 0, 0, 1, {3}, {3, 4, 5}},
    {"x[-1, 0]", {2, 3}, {-1, 0}, {0, 1}, {1, 1}, 0, 0, 0, 0, 3, {}, {3}},
    {"x[..., 1]", {2, 3}, {0, 1}, {0, 2}, {1, 1}, 0, 0, 1, 0, 2, {2}, {1, 4}},
    {"x[:, newaxis, ::2]",
     {2, 3},
     {0, 0, 0},
     {0, 0, 0},
     {1, 1, 2},
     5,
     5,
     0,
     2,
     0,
     {2, 1, 2},
     {0, 2, 3, 5}},
    {"x[newaxis]", {2}, {0}, {0}, {1}, 0, 0, 0, 1, 0, {1, 2}, {0, 1}},
    {"x[...]", {2, 2}, {0}, {0}, {1}, 0, 0, 1, 0, 0, {2, 2}, {0, 1, 2, 3}},
    {"x[0, ..., ::-1]",
     {2, 2, 2},
     {0, 0, 0},
     {1, 0, 0},
     {1, 1, -1},
     4,
     4,
     2,
     0,
     1,
     {2, 2},
     {1, 0, 3, 2}},
    {"x[]", {3}, {}, {}, {}, 0, 0, 0, 0, 0, {3}, {0, 1, 2}},
};
Node SliceNode(const char* op, int32_t dtype, const SliceCase& c) {
  return Node(op)
      .T(dtype)
      .Set("Index", Type{RNLP_INT32})
      .Set("begin_mask", c.begin_mask)
      .Set("end_mask", c.end_mask)
      .Set("ellipsis_mask", c.ellipsis)
      .Set("new_axis_mask", c.new_axis)
      .Set("shrink_axis_mask", c.shrink)
      .Outputs({dtype});
}

TEST(CpuStridedSlice, SlicesAsPythonDoesAndItsGradientPutsBack) {
  for (int32_t dtype : kMovable) {
    for (const SliceCase& c : kSlices) {
      const Value x = Iota(dtype, c.shape);
      const Outcome got =
          RunCpu(SliceNode("StridedSlice", dtype, c),
                 {x, Value::Vector(c.begin), Value::Vector(c.end), Value::Vector(c.strides)});
      ASSERT_EQ(got.code, 0) << c.name << got.message;
      ASSERT_EQ(got.outputs[0].shape(), c.out) << c.name;
      ExpectElements(got.outputs[0], x, c.from, c.name);

      const std::vector<int32_t> shape(c.shape.begin(), c.shape.end());
      const Outcome grad = RunCpu(SliceNode("StridedSliceGrad", dtype, c),
                                  {Value::Vector(shape), Value::Vector(c.begin), Value::Vector(c.end),
                                   Value::Vector(c.strides), got.outputs[0]});
      ASSERT_EQ(grad.code, 0) << c.name << grad.message;
      std::vector<int64_t> back(static_cast<size_t>(x.elements()), -1);
      for (int64_t from : c.from) back[static_cast<size_t>(from)] = from;
      ExpectElements(grad.outputs[0], x, back, std::string(c.name) + " gradient");
    }
  }
}

TEST(CpuStridedSlice, RefusesWhatPythonRefuses) {
  const auto code = [](const SliceCase& c) {
    return RunCpu(SliceNode("StridedSlice", RNLP_FLOAT, c),
                  {Value(RNLP_FLOAT, c.shape), Value::Vector(c.begin), Value::Vector(c.end),
                   Value::Vector(c.strides)})
        .code;
  };
  EXPECT_EQ(code({"", {3}, {0}, {3}, {0}, 0, 0, 0, 0, 0, {}, {}}), RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(code({"", {3}, {3}, {4}, {1}, 0, 0, 0, 0, 1, {}, {}}), RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(code({"", {3}, {-4}, {0}, {1}, 0, 0, 0, 0, 1, {}, {}}), RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(code({"", {3}, {0, 0}, {1, 1}, {1, 1}, 0, 0, 0, 0, 0, {}, {}}), RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(code({"", {3}, {0, 0}, {1, 1}, {1, 1}, 0, 0, 3, 0, 0, {}, {}}), RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(code({"", {3}, {0}, {1, 1}, {1}, 0, 0, 0, 0, 0, {}, {}}), RNLP_INVALID_ARGUMENT);
  // Extreme bounds must not overflow.
  const Outcome wide =
      RunCpu(SliceNode("StridedSlice", RNLP_FLOAT, kSlices[0]),
             {Value(RNLP_FLOAT, {5}), Value::Longs({1}, {std::numeric_limits<int64_t>::min()}),
              Value::Longs({1}, {std::numeric_limits<int64_t>::max()}),
              Value::Longs({1}, {std::numeric_limits<int64_t>::max()})});
  EXPECT_EQ(wide.outputs[0].shape(), Shape{1}) << wide.message;
}

TEST(CpuTile, RepeatsEveryDimension) {
  for (int32_t dtype : kMovable) {
    const Value x = Iota(dtype, {2, 3});
    const Outcome got = RunCpu(Node("Tile").T(dtype).Outputs({dtype}), {x, Value::Vector({2, 2})});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].shape(), (Shape{4, 6}));
    std::vector<int64_t> from;
    for (int64_t i = 0; i < 4; ++i) {
      for (int64_t j = 0; j < 6; ++j) from.push_back(i % 2 * 3 + j % 3);
    }
    ExpectElements(got.outputs[0], x, from, "Tile");
  }
  const Node node = Node("Tile").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Vector({0})}).outputs[0].shape(), Shape{0});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Vector({-1})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 2}), Value::Longs({2}, {1ll << 40, 1ll << 40})}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuBroadcastTo, RepeatsAlongOnesAndNewDimensions) {
  for (int32_t dtype : kMovable) {
    const Value x = Iota(dtype, {2, 1});
    const Outcome got =
        RunCpu(Node("BroadcastTo").T(dtype).Outputs({dtype}), {x, Value::Vector({3, 2, 2})});
    ASSERT_EQ(got.code, 0) << got.message;
    ExpectElements(got.outputs[0], x, {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1}, "BroadcastTo");
  }
  const Node node = Node("BroadcastTo").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Vector({3})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 2}), Value::Vector({2})}).code, RNLP_INVALID_ARGUMENT);
}

TEST(CpuPad, PutsZerosAround) {
  for (int32_t dtype : kMovable) {
    const Value x = Iota(dtype, {1, 2});
    const Outcome got =
        RunCpu(Node("Pad").T(dtype).Outputs({dtype}), {x, Value::Ints({2, 2}, {1, 0, 2, 1})});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].shape(), (Shape{2, 5}));
    ExpectElements(got.outputs[0], x, {-1, -1, -1, -1, -1, -1, -1, 0, 1, -1}, "Pad");
  }
  const Node node = Node("Pad").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Ints({1, 2}, {-1, 0})}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2}), Value::Ints({2, 2}, {0, 0, 0, 0})}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuGather, TakesSlicesAlongAnyAxisAndInBatches) {
  const auto node = [](int32_t dtype, int64_t batch) {
    return Node("GatherV2").Set("Tparams", Type{dtype}).Set("batch_dims", batch).Outputs({dtype});
  };
  for (int32_t dtype : kMovable) {
    const Value x = Iota(dtype, {2, 3, 2});
    const Outcome rows = RunCpu(node(dtype, 0), {x, Value::Ints({2}, {1, 1}), Value::Scalar(0)});
    ASSERT_EQ(rows.code, 0) << rows.message;
    ExpectElements(rows.outputs[0], x, {6, 7, 8, 9, 10, 11, 6, 7, 8, 9, 10, 11}, "axis 0");
    const Outcome middle = RunCpu(node(dtype, 0), {x, Value::Longs({1, 2}, {2, 0}), Value::Scalar(1)});
    EXPECT_EQ(middle.outputs[0].shape(), (Shape{2, 1, 2, 2}));
    ExpectElements(middle.outputs[0], x, {4, 5, 0, 1, 10, 11, 6, 7}, "axis 1");
    const Outcome batched = RunCpu(node(dtype, 1), {x, Value::Ints({2, 1}, {2, 0}), Value::Scalar(1)});
    EXPECT_EQ(batched.outputs[0].shape(), (Shape{2, 1, 2}));
    ExpectElements(batched.outputs[0], x, {4, 5, 6, 7}, "batched");
  }
  const Value x(RNLP_FLOAT, {3, 2});
  EXPECT_EQ(RunCpu(node(RNLP_FLOAT, 0), {x, Value::Vector({3}), Value::Scalar(0)}).message,
            "GatherV2: indices[0] = 3 is not in [0, 3)");
  EXPECT_EQ(RunCpu(node(RNLP_FLOAT, 0), {x, Value::Vector({0}), Value::Scalar(2)}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node(RNLP_FLOAT, 1), {x, Value::Vector({0}), Value::Scalar(0)}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuStitch, MergesWithTheLastOneWinning) {
  const Node node = Node("DynamicStitch").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  const Outcome got = RunCpu(node, {Value::Vector({2, 0}), Value::Ints({}, {2}),
                                    Value::Floats({2, 2}, {1, 2, 3, 4}), Value::Floats({2}, {5, 6})});
  ASSERT_EQ(got.code, 0) << got.message;
  EXPECT_EQ(got.outputs[0].shape(), (Shape{3, 2}));
  EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{3, 4, 0, 0, 5, 6}));
  EXPECT_EQ(RunCpu(node, {Value::Vector({-1}), Value(RNLP_FLOAT, {1})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(node, {Value::Vector({0}), Value(RNLP_FLOAT, {2})}).code, RNLP_INVALID_ARGUMENT);
}

TEST(CpuMake, FillsAndMakesZerosAndOnes) {
  for (int32_t dtype : kMovable) {
    const Value value = Iota(dtype, {});
    const Outcome filled =
        RunCpu(Node("Fill").T(dtype).Outputs({dtype}), {Value::Vector({2, 3}), value});
    ASSERT_EQ(filled.code, 0) << filled.message;
    ExpectElements(filled.outputs[0], value, {0, 0, 0, 0, 0, 0}, "Fill");
    const Value like = Iota(dtype, {3});
    const Outcome zeros = RunCpu(Node("ZerosLike").T(dtype).Outputs({dtype}), {like});
    ExpectElements(zeros.outputs[0], like, {-1, -1, -1}, "ZerosLike");
    if (dtype == RNLP_STRING || dtype == RNLP_COMPLEX128) continue;
    const Outcome ones = RunCpu(Node("OnesLike").T(dtype).Outputs({dtype}), {like});
    EXPECT_EQ(ones.outputs[0].Doubles(), (std::vector<double>{1, 1, 1})) << dtype;
  }
  const Node fill = Node("Fill").T(RNLP_FLOAT).Outputs({RNLP_FLOAT});
  EXPECT_EQ(RunCpu(fill, {Value::Vector({-1}), Value(RNLP_FLOAT, {})}).code, RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(fill, {Value::Longs({2}, {1ll << 40, 1ll << 40}), Value(RNLP_FLOAT, {})}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(fill, {Value::Vector({1}), Value(RNLP_FLOAT, {2})}).code, RNLP_INVALID_ARGUMENT);
}

TEST(CpuMake, CountsThroughARange) {
  for (int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16, RNLP_INT32, RNLP_INT64}) {
    const auto run = [&](double start, double limit, double delta) {
      return RunCpu(Node("Range").Set("Tidx", Type{dtype}).Outputs({dtype}),
                    {Value::Doubles(dtype, {}, {start}), Value::Doubles(dtype, {}, {limit}),
                     Value::Doubles(dtype, {}, {delta})});
    };
    EXPECT_EQ(run(1, 8, 3).outputs[0].Doubles(), (std::vector<double>{1, 4, 7}));
    EXPECT_EQ(run(5, -1, -2).outputs[0].Doubles(), (std::vector<double>{5, 3, 1}));
    EXPECT_EQ(run(2, 2, 1).outputs[0].elements(), 0);
    EXPECT_EQ(run(0, 4, 0).code, RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(run(0, 4, -1).code, RNLP_INVALID_ARGUMENT);
  }
}

TEST(CpuMake, SetsOneOfDepth) {
  for (int32_t dtype : {RNLP_FLOAT, RNLP_INT8, RNLP_BOOL, RNLP_DOUBLE, RNLP_HALF}) {
    const auto run = [&](int64_t axis) {
      return RunCpu(
          Node("OneHot").T(dtype).Set("TI", Type{RNLP_INT32}).Set("axis", axis).Outputs({dtype}),
          {Value::Vector({2, -1, 0, 7}), Value::Scalar(3), Value::Doubles(dtype, {}, {1}),
           Value::Doubles(dtype, {}, {0})});
    };
    EXPECT_EQ(run(-1).outputs[0].Doubles(), (std::vector<double>{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0}));
    EXPECT_EQ(run(0).outputs[0].shape(), (Shape{3, 4}));
    EXPECT_EQ(run(0).outputs[0].Doubles(), (std::vector<double>{0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(run(2).code, RNLP_INVALID_ARGUMENT);
  }
  const Outcome bytes =
      RunCpu(Node("OneHot").T(RNLP_FLOAT).Set("TI", Type{RNLP_UINT8}).Outputs({RNLP_FLOAT}),
             {Value::Doubles(RNLP_UINT8, {1}, {1}), Value::Scalar(2), Value::Floats({}, {5}),
              Value::Floats({}, {-5})});
  EXPECT_EQ(bytes.outputs[0].Doubles(), (std::vector<double>{-5, 5}));
}

TEST(CpuMake, ListsWhereSomethingIs) {
  std::vector<int32_t> types(std::begin(kAllReal), std::end(kAllReal));
  types.push_back(RNLP_BOOL);
  types.push_back(RNLP_COMPLEX64);
  for (int32_t dtype : types) {
    const Value x = Value::Doubles(dtype, {2, 3}, {0, 1, 0, 1, 0, 1});
    RunOptions late;
    late.both = false;
    const Outcome got = RunCpu(Node("Where").T(dtype).Outputs({RNLP_INT64}), {x}, late);
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].shape(), (Shape{3, 2}));
    EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{0, 1, 1, 0, 1, 2}));
  }
  EXPECT_EQ(RunCpu(Node("Where").T(RNLP_BOOL).Outputs({RNLP_INT64}), {Value::Bools({}, {1})}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(Node("Where").T(RNLP_BOOL).Outputs({RNLP_INT64}), {Value::Bools({0}, {})})
                .outputs[0]
                .shape(),
            (Shape{0, 1}));
}

TEST(CpuMake, SumsSegments) {
  for (int32_t dtype : kAllReal) {
    const Node node = Node("UnsortedSegmentSum").T(dtype).Outputs({dtype});
    const Value data = Value::Doubles(dtype, {4, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
    const Outcome got = RunCpu(node, {data, Value::Vector({2, 0, 2, -1}), Value::Scalar(3)});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{3, 4, 0, 0, 6, 8}));
    EXPECT_EQ(RunCpu(node, {data, Value::Vector({2, 0, 3, 1}), Value::Scalar(3)}).code,
              RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(RunCpu(node, {data, Value::Vector({2, 0, 1}), Value::Scalar(3)}).code,
              RNLP_INVALID_ARGUMENT);
  }
}

TEST(CpuMake, InvertsPermutationsAndGivesOffsets) {
  for (int32_t dtype : {RNLP_INT32, RNLP_INT64}) {
    const Node node = Node("InvertPermutation").T(dtype).Outputs({dtype});
    EXPECT_EQ(RunCpu(node, {Value::Doubles(dtype, {4}, {3, 0, 1, 2})}).outputs[0].Doubles(),
              (std::vector<double>{1, 2, 3, 0}));
    EXPECT_EQ(RunCpu(node, {Value::Doubles(dtype, {2}, {0, 0})}).code, RNLP_INVALID_ARGUMENT);
    EXPECT_EQ(RunCpu(node, {Value::Doubles(dtype, {2}, {0, 2})}).code, RNLP_INVALID_ARGUMENT);
  }
  const Node node = Node("ConcatOffset").Outputs({RNLP_INT32, RNLP_INT32, RNLP_INT32});
  const Outcome got = RunCpu(
      node, {Value::Scalar(1), Value::Vector({2, 3}), Value::Vector({2, 4}), Value::Vector({2, 1})});
  ASSERT_EQ(got.code, 0) << got.message;
  EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{0, 0}));
  EXPECT_EQ(got.outputs[1].Doubles(), (std::vector<double>{0, 3}));
  EXPECT_EQ(got.outputs[2].Doubles(), (std::vector<double>{0, 7}));
  EXPECT_EQ(RunCpu(node, {Value::Scalar(1), Value::Vector({2, 3}), Value::Vector({1, 4}),
                          Value::Vector({2, 1})})
                .code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuMake, FindsTheAxesOfBroadcastGradients) {
  const auto run = [](const std::vector<int32_t>& a, const std::vector<int32_t>& b) {
    return RunCpu(Node("BroadcastGradientArgs").T(RNLP_INT32).Outputs({RNLP_INT32, RNLP_INT32}),
                  {Value::Vector(a), Value::Vector(b)});
  };
  const Outcome got = run({2, 3, 1}, {3, 5});
  ASSERT_EQ(got.code, 0) << got.message;
  EXPECT_EQ(got.outputs[0].Doubles(), (std::vector<double>{2}));
  EXPECT_EQ(got.outputs[1].Doubles(), (std::vector<double>{0}));
  EXPECT_EQ(run({2, 3}, {2, 3}).outputs[0].elements(), 0);
  EXPECT_EQ(run({}, {4}).outputs[0].Doubles(), (std::vector<double>{0}));
  EXPECT_EQ(run({1, 4}, {1, 1}).outputs[1].Doubles(), (std::vector<double>{0, 1}));
  EXPECT_EQ(run({2}, {3}).code, RNLP_INVALID_ARGUMENT);
}

TEST(CpuString, JoinsWithSeparators) {
  const Node node =
      Node("StringJoin").Set("N", int64_t{3}).Set("separator", std::string("-")).Outputs({RNLP_STRING});
  const std::string nul("a\0b", 3);
  const Outcome got = RunCpu(node, {Value::Strings({2}, {"x", std::string(2000, 'y')}),
                                    Value::Strings({}, {nul}), Value::Strings({2}, {"", "z"})});
  ASSERT_EQ(got.code, 0) << got.message;
  EXPECT_EQ(got.outputs[0].string(0), "x-" + nul + "-");
  EXPECT_EQ(got.outputs[0].string(1), std::string(2000, 'y') + "-" + nul + "-z");
  EXPECT_EQ(RunCpu(node, {Value::Strings({2}, {"a", "b"}), Value::Strings({1}, {"c"})}).code,
            RNLP_INVALID_ARGUMENT);
}

TEST(CpuString, PrintsNumbersAsPrintfDoes) {
  struct Case {
    int32_t dtype;
    double value;
    int64_t precision, width;
    bool scientific, shortest;
    const char *fill, *want;
  };
  const Case cases[] = {
      {RNLP_INT32, -42, -1, -1, false, false, "", "-42"},
      {RNLP_INT32, 42, -1, 6, false, false, "0", "000042"},
      {RNLP_INT32, -42, -1, 6, false, false, "0", "-00042"},
      {RNLP_INT32, 42, -1, 6, false, false, "-", "42    "},
      {RNLP_INT32, 42, -1, 6, false, false, "+", "   +42"},
      {RNLP_INT8, -7, -1, -1, false, false, "", "-7"},
      {RNLP_FLOAT, 1.5, -1, -1, false, false, "", "1.500000"},
      {RNLP_FLOAT, 1.5, 2, -1, false, false, "", "1.50"},
      {RNLP_DOUBLE, 0.1, -1, -1, false, true, "", "0.1"},
      {RNLP_DOUBLE, 12345.678, 3, -1, true, false, "", "1.235e+04"},
      {RNLP_DOUBLE, 1e300, 0, -1, true, false, "", "1e+300"},
      {RNLP_FLOAT, INFINITY, -1, -1, false, false, "", "inf"},
      {RNLP_BOOL, 1, -1, -1, false, false, "", "true"},
  };
  for (const Case& c : cases) {
    const Node node = Node("AsString")
                          .T(c.dtype)
                          .Set("precision", c.precision)
                          .Set("width", c.width)
                          .Set("scientific", c.scientific)
                          .Set("shortest", c.shortest)
                          .Set("fill", std::string(c.fill))
                          .Outputs({RNLP_STRING});
    const Outcome got = RunCpu(node, {Value::Doubles(c.dtype, {1}, {c.value})});
    ASSERT_EQ(got.code, 0) << got.message;
    EXPECT_EQ(got.outputs[0].string(0), c.want);
  }
  const Outcome complex =
      RunCpu(Node("AsString").T(RNLP_COMPLEX64).Set("precision", int64_t{1}).Outputs({RNLP_STRING}),
             {Value::Of<float>(RNLP_COMPLEX64, {1}, {1, -2})});
  EXPECT_EQ(complex.outputs[0].string(0), "(1.0,-2.0)");
  EXPECT_EQ(RunCpu(Node("AsString").T(RNLP_FLOAT).Set("fill", std::string("ab")).Outputs({RNLP_STRING}),
                   {Value(RNLP_FLOAT, {})})
                .code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(RunCpu(Node("AsString")
                       .T(RNLP_DOUBLE)
                       .Set("width", int64_t{400})
                       .Set("precision", int64_t{300})
                       .Outputs({RNLP_STRING}),
                   {Value::Doubles(RNLP_DOUBLE, {}, {-1e308})})
                .outputs[0]
                .string(0)
                .size(),
            1u + 309 + 1 + 300);
}

}  // namespace
}  // namespace runnel::test
