// Random numbers and Dropout; ops of com.microsoft whose numbers are packed, and its attentions.
#include <cmath>
#include <numeric>

#include "tests/onnx/onnx_model.h"
#include "tests/support/imported.h"

namespace runnel::test {
namespace {

constexpr int kOnnxUint8 = 2, kOnnxBool = 9;
constexpr int64_t kCount = 4000;

Tensor Floats(const Shape& shape, const std::vector<float>& values) {
  return *Tensor::FromValues<float>(shape, std::span<const float>(values));
}
// Numbers without a pattern that products would hide.
std::vector<float> Some(size_t count, size_t from) {
  std::vector<float> out(count);
  for (size_t i = 0; i < count; ++i) out[i] = static_cast<float>((i + from) * 37 % 101) / 50 - 1;
  return out;
}
std::map<std::string, Tensor> RunAll(const OnnxGraph& graph,
                                     const std::map<std::string, Tensor>& feeds) {
  Imported model(OnnxFile(graph));
  std::map<std::string, Tensor> out;
  const Status status = model.Run(feeds, &out);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return out;
}

TEST(OnnxDrawn, DropoutDropsInTrainingAlone) {
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {kCount}), OnnxValue("train", kOnnxBool, {})};
  graph.outputs = {OnnxValue("y", kOnnxFloat, {kCount}), OnnxValue("mask", kOnnxBool, {kCount})};
  graph.initializers = {OnnxTensor<float>("ratio", kOnnxFloat, {}, {0.25F})};
  graph.nodes = {OnnxNode("Dropout", {"x", "ratio", "train"}, {"y", "mask"})};
  const std::vector<float> x(kCount, 3.0F);
  for (const bool train : {true, false}) {
    const auto out =
        RunAll(graph, {{"x", Floats(Shape{kCount}, x)},
                       {"train", *Tensor::FromValues<bool>(Shape{}, std::span(&train, 1))}});
    const std::vector<float> y = Values<float>(out.at("y"));
    const auto* const mask = static_cast<const bool*>(out.at("mask").data());
    int64_t kept = 0;
    for (size_t i = 0; i < y.size(); ++i) {
      ASSERT_FLOAT_EQ(y[i], !mask[i] ? 0.0F : train ? 4.0F : 3.0F);
      kept += mask[i] ? 1 : 0;
    }
    // Five deviations of the binomial law.
    const double expected = train ? 0.75 * kCount : kCount;
    EXPECT_NEAR(static_cast<double>(kept), expected, train ? 5 * std::sqrt(0.1875 * kCount) : 0);
  }
}

TEST(OnnxDrawn, LawsHaveTheirMomentsAndSeedsRepeat) {
  OnnxGraph graph;
  graph.inputs = {OnnxValue("x", kOnnxFloat, {kCount})};
  OnnxNode normal("RandomNormal", {}, {"normal"}), again("RandomNormal", {}, {"again"}),
      uniform("RandomUniformLike", {"x"}, {"uniform"}), coin("Bernoulli", {"x"}, {"coin"});
  graph.nodes = {normal.Ints("shape", {kCount}).Float("mean", 2).Float("scale", 3).Float("seed", 0.5F),
                 again.Ints("shape", {kCount}).Float("mean", 2).Float("scale", 3).Float("seed", 0.5F),
                 uniform.Float("low", -1).Float("high", 5), coin};
  for (const char* name : {"normal", "again", "uniform", "coin"})
    graph.outputs.push_back(OnnxValue(name, kOnnxFloat, {kCount}));
  const auto out = RunAll(graph, {{"x", Floats(Shape{kCount}, std::vector<float>(kCount, 0.3F))}});
  const auto check = [&](const char* name, double mean, double deviation) {
    const std::vector<float> values = Values<float>(out.at(name));
    double sum = 0, squares = 0;
    for (const float value : values) sum += static_cast<double>(value);
    for (const float value : values) squares += std::pow(static_cast<double>(value) - mean, 2);
    EXPECT_NEAR(sum / kCount, mean, 5 * deviation / std::sqrt(kCount)) << name;
    EXPECT_NEAR(std::sqrt(squares / kCount), deviation, 0.1 * deviation) << name;
  };
  check("normal", 2, 3);
  check("uniform", 2, std::sqrt(3.0));
  check("coin", 0.3, std::sqrt(0.21));
  EXPECT_EQ(Values<float>(out.at("normal")), Values<float>(out.at("again")));
}

TEST(OnnxMicrosoft, PackedMatricesOfEveryWidth) {
  constexpr int64_t kDepth = 32, kColumns = 3, kBlock = 16, kBlocks = kDepth / kBlock;
  for (const int64_t bits : {2, 4, 8}) {
    const int64_t each = 8 / bits, bytes = kBlock / each, zero_bytes = (kBlocks + each - 1) / each;
    std::vector<uint8_t> packed(static_cast<size_t>(kColumns * kBlocks * bytes)),
        zeros(static_cast<size_t>(kColumns * zero_bytes));
    for (size_t i = 0; i < packed.size(); ++i) packed[i] = static_cast<uint8_t>(i * 89 + 17);
    for (size_t i = 0; i < zeros.size(); ++i) zeros[i] = static_cast<uint8_t>(i * 77 + 45);
    const std::vector<float> scales = Some(kColumns * kBlocks, 5), x = Some(kDepth, 0);
    OnnxGraph graph;
    graph.inputs = {OnnxValue("x", kOnnxFloat, {1, kDepth})};
    graph.outputs = {OnnxValue("y", kOnnxFloat, {1, kColumns})};
    graph.initializers = {OnnxTensor<uint8_t>("b", kOnnxUint8, {kColumns, kBlocks, bytes}, packed),
                          OnnxTensor<float>("s", kOnnxFloat, {kColumns * kBlocks}, scales),
                          OnnxTensor<uint8_t>("z", kOnnxUint8, {kColumns * zero_bytes}, zeros)};
    OnnxNode node("MatMulNBits", {"x", "b", "s", "z"}, {"y"}, "com.microsoft");
    node.Int("K", kDepth).Int("N", kColumns).Int("bits", bits).Int("block_size", kBlock);
    graph.nodes = {node};
    const auto out = RunAll(graph, {{"x", Floats(Shape{1, kDepth}, x)}});
    const std::vector<float> y = Values<float>(out.at("y"));
    const auto number = [&](const std::vector<uint8_t>& from, int64_t row, int64_t row_bytes,
                            int64_t i) {
      return from[static_cast<size_t>(row * row_bytes + i / each)] >> (i % each * bits) &
             ((1 << bits) - 1);
    };
    for (int64_t c = 0; c < kColumns; ++c) {
      double sum = 0;
      for (int64_t k = 0; k < kDepth; ++k) {
        const int64_t block = c * kBlocks + k / kBlock;
        const int step =
            number(packed, block, bytes, k % kBlock) - number(zeros, c, zero_bytes, k / kBlock);
        sum += static_cast<double>(x[static_cast<size_t>(k)]) * step *
               static_cast<double>(scales[static_cast<size_t>(block)]);
      }
      EXPECT_NEAR(y[static_cast<size_t>(c)], sum, 1e-4 * std::abs(sum) + 1e-4) << bits << " " << c;
    }
  }
}

// As the op Attention of ONNX, with a past, a causal mask and terms for scores.
TEST(OnnxMicrosoft, MultiHeadAttentionIsAttention) {
  constexpr int64_t kHeads = 2, kSize = 3, kNew = 4, kPast = 5, kAll = kHeads * kSize;
  const std::vector<int64_t> rows = {1, kNew, kAll}, past = {1, kHeads, kPast, kSize},
                             terms = {1, 1, kNew, kPast + kNew};
  OnnxGraph graph;
  std::map<std::string, Tensor> feeds;
  size_t from = 0;
  for (const auto& [name, dims] : std::map<std::string, std::vector<int64_t>>{
           {"q", rows}, {"k", rows}, {"v", rows}, {"add", terms}, {"pk", past}, {"pv", past}}) {
    graph.inputs.push_back(OnnxValue(name, kOnnxFloat, dims));
    const Shape shape(dims);
    feeds[name] = Floats(shape, Some(static_cast<size_t>(shape.num_elements()), from += 11));
  }
  OnnxNode ours("MultiHeadAttention", {"q", "k", "v", "", "", "add", "pk", "pv"}, {"y", "yk", "yv"},
                "com.microsoft"),
      other("Attention", {"q", "k", "v", "add", "pk", "pv"}, {"z", "zk", "zv"});
  graph.nodes = {ours.Int("num_heads", kHeads).Int("unidirectional", 1),
                 other.Int("q_num_heads", kHeads).Int("kv_num_heads", kHeads).Int("is_causal", 1)};
  for (const char* name : {"y", "z"}) graph.outputs.push_back(OnnxValue(name, kOnnxFloat, rows));
  for (const char* name : {"yk", "zk", "yv", "zv"})
    graph.outputs.push_back(OnnxValue(name, kOnnxFloat, {1, kHeads, kPast + kNew, kSize}));
  Imported model(OnnxFile(graph, 23));
  std::map<std::string, Tensor> out;
  const Status status = model.Run(feeds, &out);
  ASSERT_TRUE(status.ok()) << status.ToString();
  for (const char* part : {"", "k", "v"}) {
    EXPECT_EQ(Values<float>(out.at(std::string("y") + part)),
              Values<float>(out.at(std::string("z") + part)));
  }
}

// Steps with a cache give what one step over all gives: two tokens of two batches, then one more, where
// batch 1 is one token behind and sees no key that is not its own.
TEST(OnnxMicrosoft, GroupQueryAttentionContinuesItsCache) {
  constexpr int64_t kHeads = 4, kGroups = 2, kSize = 4, kTokens = 3,
                    kWidth = (kHeads + 2 * kGroups) * kSize;
  const std::vector<float> tokens = Some(2 * kTokens * kWidth, 3), angles = Some(8 * kSize / 2, 1);
  // Tokens [from, from + count) of each batch, with its first `old` keys in a cache.
  const auto step = [&](int64_t from[2], int64_t count, const Tensor* keys, const Tensor* values) {
    const int64_t old = keys == nullptr ? 0 : keys->shape().dim(2),
                  all = std::max(from[0], from[1]) + count;
    OnnxGraph graph;
    graph.inputs = {OnnxValue("x", kOnnxFloat, {2, count, kWidth}), OnnxValue("len", 6, {2}),
                    OnnxValue("total", 6, {}), OnnxValue("pk", kOnnxFloat, {2, kGroups, old, kSize}),
                    OnnxValue("pv", kOnnxFloat, {2, kGroups, old, kSize})};
    graph.outputs = {OnnxValue("y", kOnnxFloat, {2, count, kHeads * kSize}),
                     OnnxValue("k", kOnnxFloat, {2, kGroups, -1, kSize}),
                     OnnxValue("v", kOnnxFloat, {2, kGroups, -1, kSize})};
    graph.initializers = {OnnxTensor<float>("cos", kOnnxFloat, {8, kSize / 2}, angles),
                          OnnxTensor<float>("sin", kOnnxFloat, {8, kSize / 2}, angles)};
    OnnxNode node("GroupQueryAttention", {"x", "", "", "pk", "pv", "len", "total", "cos", "sin"},
                  {"y", "k", "v"}, "com.microsoft");
    graph.nodes = {node.Int("num_heads", kHeads).Int("kv_num_heads", kGroups).Int("do_rotary", 1)};
    std::vector<float> x;
    std::vector<int32_t> lengths;
    for (size_t b = 0; b < 2; ++b) {
      const auto begin = tokens.begin() + (static_cast<int64_t>(b) * kTokens + from[b]) * kWidth;
      x.insert(x.end(), begin, begin + count * kWidth);
      lengths.push_back(static_cast<int32_t>(from[b] + count - 1));
    }
    const auto total = static_cast<int32_t>(all);
    const Tensor empty = Floats(Shape{2, kGroups, 0, kSize}, {});
    return RunAll(graph, {{"x", Floats(Shape{2, count, kWidth}, x)},
                          {"len", *Tensor::FromValues<int32_t>(Shape{2}, lengths)},
                          {"total", *Tensor::FromValues<int32_t>(Shape{}, std::span(&total, 1))},
                          {"pk", keys == nullptr ? empty : *keys},
                          {"pv", values == nullptr ? empty : *values}});
  };
  int64_t none[2] = {0, 0}, behind[2] = {2, 1};
  const auto whole = step(none, kTokens, nullptr, nullptr), first = step(none, 2, nullptr, nullptr),
             next = step(behind, 1, &first.at("k"), &first.at("v"));
  const std::vector<float> want = Values<float>(whole.at("y")), got = Values<float>(next.at("y"));
  constexpr size_t kRow = kHeads * kSize;
  for (size_t i = 0; i < kRow; ++i) {
    EXPECT_NEAR(got[i], want[2 * kRow + i], 1e-5) << i;                     // token 2 of batch 0
    EXPECT_NEAR(got[kRow + i], want[(kTokens + 1) * kRow + i], 1e-5) << i;  // token 1 of batch 1
  }
}

}  // namespace
}  // namespace runnel::test
