// Pixels moved into channels and into the batch, and CheckNumerics.
#include "tests/cpu/kernel_test.h"
#include "tests/support/case_log.h"

namespace runnel::test {
namespace {

const std::pair<int32_t, const char*> kTypes[] = {
    {RNLP_FLOAT, "float"}, {RNLP_DOUBLE, "double"}, {RNLP_HALF, "half"},     {RNLP_BFLOAT16, "bfloat16"},
    {RNLP_INT8, "int8"},   {RNLP_INT16, "int16"},   {RNLP_INT32, "int32"},   {RNLP_INT64, "int64"},
    {RNLP_UINT8, "uint8"}, {RNLP_UINT16, "uint16"}, {RNLP_UINT32, "uint32"}, {RNLP_UINT64, "uint64"}};

std::vector<double> Count(int64_t n) {
  std::vector<double> values;
  for (int64_t i = 1; i <= n; ++i) values.push_back(static_cast<double>(i));
  return values;
}
Node BlockNode(const char* op, int32_t dtype, int64_t size, const char* format) {
  return Node(op)
      .T(dtype)
      .Set("block_size", size)
      .Set("data_format", std::string(format))
      .Outputs({dtype});
}
Node BatchNode(const char* op, int32_t dtype) { return Node(op).T(dtype).Outputs({dtype}); }

// Recorded from TensorFlow 2.21 (tf.raw_ops), inputs counting from 1.
struct RecordedMove {
  const char* op;
  Shape in;
  std::vector<int32_t> block, margins;
  Shape out;
  std::vector<double> want;
};
const RecordedMove kRecorded[] = {
    {"SpaceToDepth", {1, 2, 6, 2}, {}, {}, {1, 1, 3, 8}, {1, 2,  3,  4,  13, 14, 15, 16,
                                                          5, 6,  7,  8,  17, 18, 19, 20,
                                                          9, 10, 11, 12, 21, 22, 23, 24}},
    {"DepthToSpace", {1, 2, 2, 8}, {}, {}, {1, 4, 4, 2}, {1,  2,  3,  4,  9,  10, 11, 12, 5,  6,  7,
                                                          8,  13, 14, 15, 16, 17, 18, 19, 20, 25, 26,
                                                          27, 28, 21, 22, 23, 24, 29, 30, 31, 32}},
    {"SpaceToBatchND", {1, 3, 4, 1}, {2, 3}, {1, 0, 0, 2}, {6, 2, 2, 1}, {0, 0, 5,  8, 0, 0, 6,  0,
                                                                          0, 0, 7,  0, 1, 4, 9,  12,
                                                                          2, 0, 10, 0, 3, 0, 11, 0}},
    {"BatchToSpaceND", {12, 1, 2, 1}, {2, 3}, {0, 1, 2, 1}, {2, 1, 3, 1}, {9, 2, 6, 11, 4, 8}},
    {"SpaceToBatchND", {1, 2, 2, 1}, {1, 1}, {0, 0, 0, 0}, {1, 2, 2, 1}, {1, 2, 3, 4}},
    {"BatchToSpaceND", {0, 3, 2, 1}, {2, 3}, {0, 0, 0, 0}, {0, 6, 6, 1}, {}},
};

TEST(CpuSpace, GivesTensorFlowsRecordedValuesForEveryType) {
  for (const auto& [dtype, name] : kTypes) {
    for (const RecordedMove& r : kRecorded) {
      std::vector<Input> inputs = {Value::Doubles(dtype, r.in, Count(Elements(r.in)))};
      Node node = BlockNode(r.op, dtype, 2, "NHWC");
      if (!r.block.empty()) {
        inputs.emplace_back(Value::Vector(r.block));
        inputs.emplace_back(Value::Ints({static_cast<int64_t>(r.block.size()), 2}, r.margins));
        node = BatchNode(r.op, dtype);
      }
      const Outcome got = RunCpu(node, std::move(inputs));
      ASSERT_EQ(got.code, 0) << got.message;
      EXPECT_EQ(got.outputs[0].shape(), r.out);
      EXPECT_EQ(got.outputs[0].Doubles(), r.want) << r.op << " " << name;
      if (!HasFailure()) testing::LogCase("forward", r.op, name, "CPU");
    }
  }
}

TEST(CpuSpace, PlanesOfChannelsMoveLikeChannelsSideBySide) {
  const int64_t rows = 4, columns = 6, channels = 3, b = 2;
  const Value in = Value::Doubles(RNLP_FLOAT, {2, channels, rows, columns}, Count(144));
  const Outcome deep = RunCpu(BlockNode("SpaceToDepth", RNLP_FLOAT, b, "NCHW"), {in});
  ASSERT_EQ(deep.code, 0) << deep.message;
  ASSERT_EQ(deep.outputs[0].shape(), (Shape{2, channels * b * b, rows / b, columns / b}));
  int64_t at = 0;
  for (int64_t n = 0; n < 2; ++n) {
    for (int64_t d = 0; d < channels * b * b; ++d) {
      const int64_t c = d % channels, i = d / channels / b, j = d / channels % b;
      for (int64_t h = 0; h < rows / b; ++h) {
        for (int64_t w = 0; w < columns / b; ++w) {
          const int64_t from = ((n * channels + c) * rows + h * b + i) * columns + w * b + j;
          ASSERT_EQ(deep.outputs[0].Get(at++), in.Get(from));
        }
      }
    }
  }
  const Outcome back = RunCpu(BlockNode("DepthToSpace", RNLP_FLOAT, b, "NCHW"), {deep.outputs[0]});
  ASSERT_EQ(back.code, 0) << back.message;
  EXPECT_TRUE(back.outputs[0].SameBytes(in));
}

TEST(CpuSpace, TheBatchGivesBackWhatItTook) {
  const Value in = Value::Doubles(RNLP_FLOAT, {2, 5, 7, 3, 2}, Count(420));
  const Value block = Value::Vector({3, 4, 2}), margins = Value::Ints({3, 2}, {1, 0, 5, 8, 0, 1});
  const Outcome parts = RunCpu(BatchNode("SpaceToBatchND", RNLP_FLOAT), {in, block, margins});
  ASSERT_EQ(parts.code, 0) << parts.message;
  ASSERT_EQ(parts.outputs[0].shape(), (Shape{48, 2, 5, 2, 2}));
  const Outcome back =
      RunCpu(BatchNode("BatchToSpaceND", RNLP_FLOAT), {parts.outputs[0], block, margins});
  ASSERT_EQ(back.code, 0) << back.message;
  EXPECT_TRUE(back.outputs[0].SameBytes(in));
}

std::string ErrorOf(const Node& node, std::vector<Input> inputs) {
  const Outcome got = RunCpu(node, std::move(inputs));
  return got.code == RNLP_INVALID_ARGUMENT ? got.message : "code " + std::to_string(got.code);
}

TEST(CpuSpace, RefusesWhatDoesNotFitNamingOpAndSizes) {
  EXPECT_EQ(ErrorOf(BlockNode("SpaceToDepth", RNLP_FLOAT, 2, "NHWC"), {Value(RNLP_FLOAT, {1, 3, 4, 1})}),
            "SpaceToDepth: blocks of 2 do not fit an input of shape [1,3,4,1]");
  EXPECT_EQ(ErrorOf(BlockNode("DepthToSpace", RNLP_FLOAT, 2, "NHWC"), {Value(RNLP_FLOAT, {1, 3, 4, 6})}),
            "DepthToSpace: blocks of 2 do not fit an input of shape [1,3,4,6]");
  EXPECT_EQ(ErrorOf(BlockNode("DepthToSpace", RNLP_FLOAT, int64_t{1} << 40, "NHWC"),
                    {Value(RNLP_FLOAT, {1, 3, 4, 6})}),
            "DepthToSpace: attr block_size is out of range: 1099511627776");
  const Node to_batch = BatchNode("SpaceToBatchND", RNLP_FLOAT);
  const Value image(RNLP_FLOAT, {1, 3, 4, 1});
  EXPECT_EQ(ErrorOf(to_batch, {image, Value::Vector({2}), Value::Ints({1, 2}, {0, 0})}),
            "SpaceToBatchND: every padded dimension should be a multiple of its block for an input of "
            "shape [1,3,4,1]");
  EXPECT_EQ(
      ErrorOf(to_batch, {image, Value::Vector({0}), Value::Ints({1, 2}, {0, 0})}),
      "SpaceToBatchND: block_shape should be numbers from 1 and margins from 0 for an input of shape "
      "[1,3,4,1]");
  EXPECT_EQ(
      ErrorOf(to_batch,
              {image, Value::Vector({1, 1, 1, 1}), Value::Ints({4, 2}, {0, 0, 0, 0, 0, 0, 0, 0})}),
      "SpaceToBatchND: block_shape should be a vector of numbers, with two margins for each, for an "
      "input of shape [1,3,4,1]");
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(RunCpu(to_batch, {image, Value::Longs({1}, {1}), Value::Longs({1, 2}, {most, most})}).code,
            RNLP_INVALID_ARGUMENT);
  EXPECT_EQ(
      RunCpu(to_batch, {image, Value::Longs({2}, {most, most}), Value::Longs({2, 2}, {0, 0, 0, 0})})
          .code,
      RNLP_INVALID_ARGUMENT);
  const Node from_batch = BatchNode("BatchToSpaceND", RNLP_FLOAT);
  EXPECT_EQ(
      ErrorOf(from_batch,
              {Value(RNLP_FLOAT, {3, 3, 4, 1}), Value::Vector({2}), Value::Ints({1, 2}, {0, 0})}),
      "BatchToSpaceND: the batch should be a multiple of all blocks for an input of shape [3,3,4,1]");
  EXPECT_EQ(ErrorOf(from_batch,
                    {Value(RNLP_FLOAT, {2, 3, 4, 1}), Value::Vector({2}), Value::Ints({1, 2}, {4, 3})}),
            "BatchToSpaceND: crops should leave something of every dimension for an input of shape "
            "[2,3,4,1]");
}

Node CheckNode(int32_t dtype) {
  return Node("CheckNumerics").T(dtype).Set("message", std::string("loss")).Outputs({dtype});
}

TEST(CpuCheckNumerics, PassesOnWhatIsFinite) {
  for (const auto& [dtype, name] : kTypes) {
    if (CpuRow(CheckNode(dtype)) == nullptr) continue;
    Numbers numbers;
    for (const Shape& shape : std::vector<Shape>{{}, {0, 3}, {7}, {300, 400}}) {
      const Value x = Value::Doubles(dtype, shape, numbers.For(dtype, Elements(shape)));
      RunOptions in_place;
      in_place.alias_input = 0;
      for (const RunOptions& options : {RunOptions(), in_place}) {
        const Outcome got = RunCpu(CheckNode(dtype), {x}, options);
        ASSERT_EQ(got.code, 0) << got.message;
        EXPECT_TRUE(got.outputs[0].SameBytes(x)) << name;
      }
    }
    if (!HasFailure()) testing::LogCase("forward", "CheckNumerics", name, "CPU");
  }
}

TEST(CpuCheckNumerics, NamesTheFirstElementThatIsNotAndBothKinds) {
  for (const int32_t dtype : {RNLP_FLOAT, RNLP_DOUBLE, RNLP_HALF, RNLP_BFLOAT16}) {
    const auto error = [&](const Shape& shape, const std::vector<double>& values) {
      return ErrorOf(CheckNode(dtype), {Value::Doubles(dtype, shape, values)});
    };
    EXPECT_EQ(error({2, 2}, {1, 2, NAN, 3}),
              "CheckNumerics: loss : Tensor had NaN values, the first is element [1,0]");
    EXPECT_EQ(error({3}, {1, -INFINITY, 3}),
              "CheckNumerics: loss : Tensor had Inf values, the first is element [1]");
    EXPECT_EQ(error({3}, {INFINITY, 1, NAN}),
              "CheckNumerics: loss : Tensor had Inf and NaN values, the first is element [0]");
    EXPECT_EQ(error({}, {NAN}), "CheckNumerics: loss : Tensor had NaN values, the first is element []");
  }
  MiniHost host;
  host.threads = 3;
  std::vector<double> many(100000, 1);
  many[70000] = many[99999] = NAN;
  const Outcome got = RunCpu(host, CheckNode(RNLP_FLOAT), {Value::Doubles(RNLP_FLOAT, {100000}, many)});
  EXPECT_EQ(got.message, "CheckNumerics: loss : Tensor had NaN values, the first is element [70000]");
}

}  // namespace
}  // namespace runnel::test
