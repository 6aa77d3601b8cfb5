// Products of floats with weights of 16 bits, against float64 loops over the weights as they are stored.
#include "tests/cpu/conv_reference.h"

namespace runnel::test {
namespace {

constexpr int32_t kWeightTypes[] = {RNLP_HALF, RNLP_BFLOAT16};
constexpr const char* kIsas[] = {"scalar", "sse4", "avx2", "avx3"};

Node MatMulNode(const char* op, int32_t weights, bool ta, bool tb) {
  const bool batched = op != std::string("_MixedMatMul");
  return Node(op)
      .T(RNLP_FLOAT)
      .Set("Tw", Type{weights})
      .Set(batched ? "adj_x" : "transpose_a", ta)
      .Set(batched ? "adj_y" : "transpose_b", tb)
      .Set("epilogue", std::string())
      .Outputs({RNLP_FLOAT});
}

struct Product {
  int64_t m, n, k;
};

void Check(int32_t weights, const Product& p, bool ta, bool tb, const char* isa, bool packed) {
  Numbers numbers;
  const Value a = Value::Doubles(RNLP_FLOAT, ta ? Shape{p.k, p.m} : Shape{p.m, p.k},
                                 numbers.For(RNLP_FLOAT, p.m * p.k, -2, 2), 1);
  const Value b = Value::Doubles(weights, tb ? Shape{p.n, p.k} : Shape{p.k, p.n},
                                 numbers.For(weights, p.k * p.n, -2, 2), 1);
  MiniHost host;
  host.settings["isa"] = isa;
  host.threads = 2;
  host.backwards = true;
  RunOptions options;
  options.constants = packed;
  const Outcome got = RunCpu(host, MatMulNode("_MixedMatMul", weights, ta, tb), {a, b}, options);
  const std::string what =
      Name({p.m, p.n, p.k}) + (ta ? " ta" : "") + (tb ? " tb " : " ") + isa + (packed ? " packed" : "");
  ASSERT_EQ(got.code, 0) << what << got.message;
  ASSERT_EQ(got.outputs[0].shape(), (Shape{p.m, p.n})) << what;
  std::vector<double> want;
  for (int64_t i = 0; i < p.m; ++i) {
    for (int64_t j = 0; j < p.n; ++j) {
      double sum = 0;
      for (int64_t q = 0; q < p.k; ++q)
        sum += a.Get(ta ? q * p.m + i : i * p.k + q) * b.Get(tb ? j * p.k + q : q * p.n + j);
      want.push_back(sum);
    }
  }
  ExpectNear(got.outputs[0], want, 1e-6, 1e-6 * std::sqrt(static_cast<double>(p.k)), what);
}

TEST(CpuMixed, MatricesAgreeWithDoubleOnEveryInstructionSet) {
  const std::vector<Product> products = {{1, 1, 1},   {0, 3, 2},     {3, 0, 2},      {2, 3, 0},
                                         {1, 17, 5},  {17, 1, 5},    {1, 300, 270},  {14, 32, 9},
                                         {29, 65, 3}, {5, 100, 500}, {300, 40, 130}, {33, 1100, 5}};
  for (const int32_t weights : kWeightTypes) {
    for (const char* isa : kIsas) {
      for (const Product& p : products) {
        for (int flags = 0; flags < 8; ++flags)
          Check(weights, p, (flags & 1) != 0, (flags & 2) != 0, isa, (flags & 4) != 0);
      }
    }
    if (!::testing::Test::HasFailure()) {
      runnel::testing::LogCase("forward", "_MixedMatMul",
                               weights == RNLP_HALF ? "float,half" : "float,bfloat16", "CPU");
    }
  }
}

TEST(CpuMixed, EveryNumberOf16BitsIsWidenedAsItIs) {
  for (const int32_t weights : kWeightTypes) {
    std::vector<uint16_t> bits(1 << 16);
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = static_cast<uint16_t>(i);
    Value b(weights, {1, 1 << 16});
    std::memcpy(b.data(), bits.data(), bits.size() * sizeof(uint16_t));
    std::vector<double> want;
    for (int64_t i = 0; i < b.elements(); ++i) want.push_back(b.Get(i));
    for (const char* isa : kIsas) {
      MiniHost host;
      host.settings["isa"] = isa;
      const Outcome got = RunCpu(host, MatMulNode("_MixedMatMul", weights, false, false),
                                 {Value::Doubles(RNLP_FLOAT, {1, 1}, {1.0}), b});
      ASSERT_EQ(got.code, 0) << got.message;
      ExpectNear(got.outputs[0], want, 0, 0, isa);
    }
  }
}

TEST(CpuMixed, BatchesMeetOneMatrix) {
  Numbers numbers;
  for (const int32_t weights : kWeightTypes) {
    for (const bool turned : {false, true}) {
      const Value x = Value::Doubles(RNLP_FLOAT, {3, 2, 5, 40}, numbers.For(RNLP_FLOAT, 1200, -2, 2));
      const Value y = Value::Doubles(weights, turned ? Shape{1, 33, 40} : Shape{1, 40, 33},
                                     numbers.For(weights, 1320, -2, 2));
      const Outcome got = RunCpu(MatMulNode("_MixedBatchMatMulV2", weights, false, turned), {x, y});
      ASSERT_EQ(got.code, 0) << got.message;
      ASSERT_EQ(got.outputs[0].shape(), (Shape{3, 2, 5, 33}));
      std::vector<double> want;
      for (int64_t i = 0; i < 30; ++i) {
        for (int64_t j = 0; j < 33; ++j) {
          double sum = 0;
          for (int64_t q = 0; q < 40; ++q)
            sum += x.Get(i * 40 + q) * y.Get(turned ? j * 40 + q : q * 33 + j);
          want.push_back(sum);
        }
      }
      ExpectNear(got.outputs[0], want, 1e-6, 1e-5, turned ? "turned" : "straight");
    }
    if (!::testing::Test::HasFailure()) {
      runnel::testing::LogCase("forward", "_MixedBatchMatMulV2",
                               weights == RNLP_HALF ? "float,half" : "float,bfloat16", "CPU");
    }
  }
  const Node node = MatMulNode("_MixedBatchMatMulV2", RNLP_HALF, false, false);
  EXPECT_EQ(RunCpu(node, {Value(RNLP_FLOAT, {2, 2, 3}), Value(RNLP_HALF, {2, 3, 4})}).message,
            "_MixedBatchMatMulV2: expected rows and one matrix of weights, got shapes [2,2,3] and "
            "[2,3,4]");
}

TEST(CpuMixed, ConvolutionsAgreeWithDoubleInBothLayouts) {
  const ConvFamily family = {{"_MixedConv2D", nullptr, nullptr}, false};
  const std::vector<WindowCase> cases = {
      {1, 1, 1, 1, {1, 1}, 1},
      {2, 5, 4, 3, {1, 1}, 7},
      {1, 9, 11, 2, {3, 2}, 40, {2, 3}, "SAME"},
      {1, 12, 13, 2, {3, 4}, 3, {4, 2}, "VALID", {2, 2}},
      {2, 5, 6, 3, {2, 3}, 4, {3, 2}, "EXPLICIT", {2, 1}, {4, 0, 0, 5}},
      {1, 9, 7, 50, {3, 3}, 70, {1, 1}, "SAME"},
      {2, 10, 10, 16, {3, 3}, 520, {2, 2}, "SAME"},
      {1, 4, 270, 8, {3, 3}, 9, {1, 1}, "SAME"},
      {3, 28, 28, 1, {5, 5}, 6, {1, 1}, "SAME"},
      {1, 5, 6, 128, {3, 3}, 260, {1, 1}, "SAME"},
      {0, 5, 5, 2, {3, 3}, 2},
      {2, 5, 5, 0, {3, 3}, 2, {1, 1}, "SAME"},
  };
  for (const int32_t weights : kWeightTypes) {
    for (const char* isa : {"scalar", "avx2", "avx3"}) {
      for (const WindowCase& c : cases) {
        for (const bool nchw : {false, true}) {
          for (const bool packed : {false, true}) {
            ConvCall call(family, c, nchw, RNLP_FLOAT);
            Numbers numbers;
            call.filter.Draw(numbers, weights);
            MiniHost host;
            host.settings["isa"] = isa;
            host.threads = 2;
            RunOptions options;
            options.constants = packed;
            const Node node = WindowNode("_MixedConv2D", RNLP_FLOAT, nchw, c)
                                  .Set("dilations", AxisList(nchw, c.dilation))
                                  .Set("Tw", Type{weights})
                                  .Set("epilogue", std::string());
            const Outcome got =
                RunCpu(host, node, {call.image.In(RNLP_FLOAT), call.filter.In(weights)}, options);
            const std::string what = isa + std::string(nchw ? " nchw " : " ") + Name(call.filter.dims) +
                                     (packed ? " packed" : "");
            ASSERT_EQ(got.code, 0) << what << got.message;
            ExpectNear(got.outputs[0], call.Reference(0).values, 1e-5, 1e-4, what);
          }
        }
      }
    }
    if (!::testing::Test::HasFailure()) {
      runnel::testing::LogCase("forward", "_MixedConv2D",
                               weights == RNLP_HALF ? "float,half" : "float,bfloat16", "CPU");
    }
  }
}

TEST(CpuMixed, NamesWhatIsMissingWhenMemoryIsFull) {
  MiniHost host;
  host.fail_allocation = 1;
  const Outcome got = RunCpu(host, MatMulNode("_MixedMatMul", RNLP_HALF, false, false),
                             {Value(RNLP_FLOAT, {2, 3}), Value(RNLP_HALF, {3, 2})});
  EXPECT_EQ(got.code, RNLP_RESOURCE_EXHAUSTED);
  EXPECT_NE(got.message.find("_MixedMatMul"), std::string::npos);
}

}  // namespace
}  // namespace runnel::test
