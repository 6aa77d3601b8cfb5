// Products of quantised tensors against exact sums of integers, for shapes that fill tiles, that do not,
// and that no tile takes.
#include <random>

#include "devices/cpu/affine.h"
#include "tests/cpu/kernel_test.h"

namespace runnel::test {
namespace {

using cpu::affine::Factor;
using cpu::affine::Rounding;

struct AffineCase {
  int64_t batch, rows, columns, in, out;
  int64_t window[2] = {1, 1};
  std::vector<int64_t> strides = {1, 1};
  const char* padding = "VALID";
  std::vector<int64_t> dilations = {1, 1};
  int64_t groups = 1;
};
struct Variant {
  int32_t x = RNLP_INT8, filter = RNLP_INT8;
  int64_t filter_zero = 0;
  const char* rounding = "DOUBLE";
  float y_scale = 0.7F;
  const char* activation = "NONE";
};
// clang-format off
const std::vector<AffineCase> kConvs = {
    {1, 1, 1, 1, 1},
    {2, 5, 6, 3, 7, {3, 3}, {1, 1}, "SAME"},
    {1, 9, 13, 4, 33, {3, 3}, {2, 1}, "SAME"},
    {2, 14, 15, 16, 64, {1, 1}},
    {1, 13, 13, 17, 40, {1, 1}, {2, 2}},
    {1, 28, 27, 3, 32, {7, 7}, {2, 2}, "SAME"},
    {2, 8, 9, 12, 70, {3, 2}, {1, 1}, "SAME", {2, 1}},
    {1, 9, 9, 8, 20, {3, 3}, {1, 1}, "SAME", {1, 2}},   // columns with gaps
    {2, 7, 3, 8, 24, {3, 3}, {1, 1}, "SAME"},           // short lines
    {1, 30, 1, 8, 24, {5, 1}, {1, 1}, "SAME"},          // one column
    {1, 1, 30, 8, 24, {1, 5}, {3, 3}, "SAME"},
    {1, 6, 6, 48, 48, {3, 3}, {1, 1}, "SAME", {1, 1}, 2},
    {1, 6, 6, 60, 60, {3, 3}, {2, 1}, "SAME", {1, 1}, 3},
    {1, 6, 6, 8, 8, {3, 3}, {1, 1}, "SAME", {1, 1}, 4}, // groups that no tile takes
    {1, 2, 2, 4, 4, {5, 5}, {1, 1}, "SAME", {9, 9}},    // far more padding than image
    {3, 17, 16, 20, 96, {3, 3}, {1, 1}, "SAME"},
    {0, 5, 6, 3, 7},
};
const std::vector<AffineCase> kDepths = {
    {1, 1, 1, 1, 1},
    {2, 5, 6, 3, 3, {3, 3}, {1, 1}, "SAME"},
    {1, 9, 8, 16, 16, {3, 3}, {1, 1}, "SAME"},
    {1, 9, 9, 37, 37, {3, 3}, {2, 2}, "SAME"},
    {1, 11, 10, 70, 70, {5, 3}, {1, 2}, "VALID", {1, 2}},
    {2, 3, 100, 32, 32, {1, 1}},                        // more than a segment
    {1, 7, 7, 6, 12, {3, 3}, {1, 1}, "SAME"},           // two results for each channel: plain loops
    {2, 9, 10, 1, 8, {3, 3}, {2, 2}, "SAME"},           // one channel: a product
    {1, 6, 7, 3, 48, {3, 3}, {1, 1}, "SAME"},           // groups of one channel
    {2, 6, 13, 8, 8, {3, 3}, {1, 1}, "SAME"},           // pixels that share a vector, and some left
    {1, 5, 7, 5, 5, {3, 2}, {1, 1}, "VALID", {2, 1}},
    {1, 9, 9, 4, 4, {3, 3}, {2, 2}, "SAME"},            // pixels apart
};
// clang-format on
const std::vector<Variant> kVariants = {
    {},
    {RNLP_INT8, RNLP_INT8, 0, "SINGLE", 0.7F, "RELU6"},
    {RNLP_INT8, RNLP_INT8, 0, "DOUBLE", 0.0021F},  // factors around 1, some above
    {RNLP_INT8, RNLP_INT8, 0, "SINGLE", 0.0045F},  // below 1, some without a shift
    {RNLP_INT8, RNLP_INT8, 0, "DOUBLE", 0.0045F},
    {RNLP_UINT8, RNLP_UINT8, 131, "DOUBLE", 0.9F, "RELU"},
    {RNLP_UINT8, RNLP_UINT8, 128, "SINGLE"},
    {RNLP_UINT8, RNLP_INT8, -5, "DOUBLE"},
    {RNLP_UINT8, RNLP_INT8, 0, "REAL", 0.4F, "RELU"},
    {RNLP_INT8, RNLP_INT8, 0, "REAL", 0.001F},
};

std::vector<double> Draw(std::mt19937& random, int64_t count, int low, int high) {
  std::uniform_int_distribution<int> draw(low, high);
  std::vector<double> out(static_cast<size_t>(count));
  for (double& value : out) value = draw(random);
  return out;
}
int Lowest(int32_t dtype) { return dtype == RNLP_INT8 ? -128 : 0; }

class AffineProduct {
 public:
  AffineProduct(const AffineCase& c, const Variant& v, bool depthwise, uint32_t seed)
      : case_(c), variant_(v), depthwise_(depthwise), random_(seed) {
    x_zero_ = v.x == RNLP_INT8 ? -3 : 121;
    y_zero_ = v.x == RNLP_INT8 ? 5 : 117;
    seen_ = depthwise ? c.out : c.in / c.groups;
    const int64_t f0 = depthwise ? 1 : c.out;
    x_ = Draw(random_, c.batch * c.rows * c.columns * c.in, Lowest(v.x), Lowest(v.x) + 255);
    filter_ =
        Draw(random_, f0 * c.window[0] * c.window[1] * seen_, Lowest(v.filter), Lowest(v.filter) + 255);
    bias_ = Draw(random_, c.out, -2000, 2000);
    for (int64_t o = 0; o < c.out; ++o) scales_.push_back(0.01 + 0.002 * static_cast<double>(o % 5));
    for (double& scale : scales_) scale = static_cast<double>(static_cast<float>(scale));
    filter_shape_ = {f0, c.window[0], c.window[1], seen_};
  }

  void Check(const std::string& isa, int threads) {
    Node node(depthwise_ ? "Runnel>AffineDepthwiseConv2D" : "Runnel>AffineConv2D");
    node.T(variant_.x).Set("W", Type{variant_.filter}).Set("B", Type{RNLP_INT32});
    node.Set("x_scale", kXScale).Set("x_zero_point", x_zero_).Set("y_scale", variant_.y_scale);
    node.Set("y_zero_point", y_zero_).Set("filter_zero_point", variant_.filter_zero);
    node.Set("activation", std::string(variant_.activation));
    node.Set("rounding", std::string(variant_.rounding)).Set("padding", std::string(case_.padding));
    node.Set("strides", std::vector<int64_t>{1, case_.strides[0], case_.strides[1], 1});
    node.Set("dilations", std::vector<int64_t>{1, case_.dilations[0], case_.dilations[1], 1});
    node.Outputs({variant_.x});
    for (const bool constants : {false, true}) {
      MiniHost host;
      host.threads = threads;
      if (!isa.empty()) host.settings["isa"] = isa;
      RunOptions options;
      options.constants = constants;
      const Outcome got =
          RunCpu(host, node,
                 {Value::Doubles(variant_.x, {case_.batch, case_.rows, case_.columns, case_.in}, x_),
                  Value::Doubles(variant_.filter, filter_shape_, filter_),
                  Value::Doubles(RNLP_INT32, {case_.out}, bias_),
                  Value::Doubles(RNLP_FLOAT, {case_.out}, scales_)},
                 options);
      ASSERT_EQ(got.code, 0) << got.message;
      Compare(got.outputs[0], isa, &AffineProduct::Want);
    }
  }

  // The sums alone, with a zero point for all images or one for each.
  void CheckSums(const std::string& isa, bool constants) {
    Node node("Runnel>AffineConv2DSums");
    node.T(variant_.x).Set("W", Type{variant_.filter});
    node.Set("filter_zero_point", variant_.filter_zero).Set("padding", std::string(case_.padding));
    node.Set("strides", std::vector<int64_t>{1, case_.strides[0], case_.strides[1], 1});
    node.Set("dilations", std::vector<int64_t>{1, case_.dilations[0], case_.dilations[1], 1});
    node.Outputs({RNLP_INT32});
    for (const int64_t step : {0, 3}) {
      zero_step_ = step;
      std::vector<double> zeros(step == 0 ? 1 : static_cast<size_t>(case_.batch));
      for (size_t i = 0; i < zeros.size(); ++i)
        zeros[i] = static_cast<double>(ZeroOf(static_cast<int64_t>(i)));
      MiniHost host;
      host.settings["isa"] = isa;
      RunOptions options;
      options.constants = constants;
      const Outcome got =
          RunCpu(host, node,
                 {Value::Doubles(variant_.x, {case_.batch, case_.rows, case_.columns, case_.in}, x_),
                  Value::Doubles(variant_.filter, filter_shape_, filter_),
                  Value::Doubles(variant_.x, {static_cast<int64_t>(zeros.size())}, zeros)},
                 options);
      ASSERT_EQ(got.code, 0) << got.message;
      Compare(got.outputs[0], isa, &AffineProduct::Sum);
    }
  }

 private:
  static constexpr float kXScale = 0.37F;

  void Compare(const Value& got, const std::string& isa,
               int32_t (AffineProduct::*of)(int64_t, int64_t, int64_t, int64_t) const) const {
    const Shape& shape = got.shape();
    int64_t before[2], count[2];
    for (int a = 0; a < 2; ++a) {
      const int64_t image = a == 0 ? case_.rows : case_.columns;
      const int64_t stride = case_.strides[static_cast<size_t>(a)],
                    reach = (case_.window[a] - 1) * case_.dilations[static_cast<size_t>(a)] + 1;
      const bool same = std::string(case_.padding) == "SAME";
      count[a] = same ? (image + stride - 1) / stride : (image - reach) / stride + 1;
      before[a] = same ? std::max<int64_t>(0, (count[a] - 1) * stride + reach - image) / 2 : 0;
    }
    ASSERT_EQ(shape, (Shape{case_.batch, count[0], count[1], case_.out}));
    int64_t at = 0;
    for (int64_t b = 0; b < case_.batch; ++b) {
      for (int64_t i = 0; i < count[0]; ++i) {
        for (int64_t j = 0; j < count[1]; ++j) {
          for (int64_t o = 0; o < case_.out; ++o, ++at) {
            const int32_t want =
                (this->*of)(b, i * case_.strides[0] - before[0], j * case_.strides[1] - before[1], o);
            ASSERT_EQ(static_cast<int32_t>(got.Get(at)), want)
                << "isa " << isa << ", result " << at << " of " << case_.rows << "x" << case_.columns
                << "x" << case_.in << "->" << case_.out << " " << variant_.rounding << " "
                << static_cast<double>(variant_.y_scale) << " types " << variant_.x << " "
                << variant_.filter;
          }
        }
      }
    }
  }
  int64_t ZeroOf(int64_t b) const { return x_zero_ + zero_step_ * b; }
  int32_t Sum(int64_t b, int64_t top, int64_t left, int64_t o) const {
    int64_t sum = 0;
    const int64_t each = depthwise_ ? case_.out / case_.in : 1,
                  group = depthwise_ ? 0 : o / (case_.out / case_.groups);
    for (int64_t s = 0; s < case_.window[0]; ++s) {
      for (int64_t t = 0; t < case_.window[1]; ++t) {
        const int64_t y = top + s * case_.dilations[0], x = left + t * case_.dilations[1];
        if (y < 0 || y >= case_.rows || x < 0 || x >= case_.columns) continue;
        for (int64_t c = 0; c < (depthwise_ ? 1 : seen_); ++c) {
          const int64_t channel = depthwise_ ? o / each : group * seen_ + c;
          const int64_t weight = depthwise_
                                     ? (s * case_.window[1] + t) * case_.out + o
                                     : ((o * case_.window[0] + s) * case_.window[1] + t) * seen_ + c;
          const int64_t pixel = ((b * case_.rows + y) * case_.columns + x) * case_.in + channel;
          sum += (static_cast<int64_t>(x_[static_cast<size_t>(pixel)]) - ZeroOf(b)) *
                 (static_cast<int64_t>(filter_[static_cast<size_t>(weight)]) - variant_.filter_zero);
        }
      }
    }
    return static_cast<int32_t>(sum);
  }
  int32_t Want(int64_t b, int64_t top, int64_t left, int64_t o) const {
    const int64_t sum = Sum(b, top, left, o) + static_cast<int64_t>(bias_[static_cast<size_t>(o)]);
    double scale = static_cast<double>(kXScale) * scales_[static_cast<size_t>(o)] /
                   static_cast<double>(variant_.y_scale);
    const std::string rounding = variant_.rounding;
    if (rounding == "REAL") {
      scale = static_cast<double>(kXScale * static_cast<float>(scales_[static_cast<size_t>(o)]) /
                                  variant_.y_scale);
    }
    const Factor factor(scale, rounding == "SINGLE" ? Rounding::kOnce
                               : rounding == "REAL" ? Rounding::kReal
                                                    : Rounding::kTwice);
    const int64_t scaled = int64_t{factor.Times(static_cast<int32_t>(sum))} + y_zero_;
    const std::string activation = variant_.activation;
    int64_t low = Lowest(variant_.x), high = low + 255;
    if (activation != "NONE") low = std::max(low, y_zero_);
    if (activation == "RELU6")
      high = std::min(high, y_zero_ + static_cast<int64_t>(std::round(6 / variant_.y_scale)));
    return static_cast<int32_t>(std::min(std::max(scaled, low), high));
  }

  const AffineCase& case_;
  const Variant& variant_;
  const bool depthwise_;
  std::mt19937 random_;
  int64_t x_zero_ = 0, y_zero_ = 0, seen_ = 0, zero_step_ = 0;
  std::vector<double> x_, filter_, bias_, scales_;
  Shape filter_shape_;
};

void CheckAll(const std::vector<AffineCase>& cases, bool depthwise) {
  uint32_t seed = 1;
  for (const std::string isa : {"scalar", "sse4", "avx2", "avx3"}) {
    for (const AffineCase& c : cases) {
      for (const Variant& v : kVariants) {
        AffineProduct(c, v, depthwise, ++seed).Check(isa, 1);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(CpuAffine, ConvolutionsAreExactOnEveryInstructionSet) { CheckAll(kConvs, false); }
TEST(CpuAffine, SumsAreExactOnEveryInstructionSet) {
  std::vector<AffineCase> cases = kConvs;
  cases.push_back({2, 9, 9, 37, 37, {3, 3}, {2, 2}, "SAME", {1, 1}, 37});
  cases.push_back({2, 7, 8, 64, 64, {5, 3}, {1, 1}, "SAME", {1, 2}, 64});
  uint32_t seed = 1000;
  for (const std::string isa : {"scalar", "sse4", "avx2", "avx3"}) {
    for (const AffineCase& c : cases) {
      for (const Variant& v : kVariants) {
        ++seed;
        AffineProduct(c, v, false, seed).CheckSums(isa, seed % 2 == 0);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}
TEST(CpuAffine, DepthwiseConvolutionsAreExactOnEveryInstructionSet) { CheckAll(kDepths, true); }
// TensorFlow's product of quint8: ranges of 255 steps, whose zero points are 100 and 131.
TEST(CpuAffine, QuantizedMatMulIsExactOnEveryInstructionSet) {
  constexpr int64_t kRows = 30, kDepth = 71, kColumns = 45;
  constexpr int kZeroA = 100, kZeroB = 131;
  std::mt19937 random(3);
  const std::vector<double> a = Draw(random, kRows * kDepth, 0, 255),
                            b = Draw(random, kDepth * kColumns, 0, 255);
  for (const bool transposed : {false, true}) {
    Node node("QuantizedMatMul");
    node.Set("T1", Type{RNLP_QUINT8}).Set("T2", Type{RNLP_QUINT8}).Set("Toutput", Type{RNLP_QINT32});
    node.Set("transpose_a", false).Set("transpose_b", transposed);
    node.Outputs({RNLP_QINT32, RNLP_FLOAT, RNLP_FLOAT});
    const Shape of_b = transposed ? Shape{kColumns, kDepth} : Shape{kDepth, kColumns};
    for (const std::string isa : {"scalar", "sse4", "avx2", "avx3"}) {
      MiniHost host;
      host.settings["isa"] = isa;
      const auto limit = [](int steps) { return Value::Floats({}, {0.5F * static_cast<float>(steps)}); };
      const Outcome got =
          RunCpu(host, node,
                 {Value::Of<uint8_t>(RNLP_QUINT8, {kRows, kDepth}, {a.begin(), a.end()}),
                  Value::Of<uint8_t>(RNLP_QUINT8, of_b, {b.begin(), b.end()}), limit(-kZeroA),
                  limit(255 - kZeroA), limit(-kZeroB), limit(255 - kZeroB)});
      ASSERT_EQ(got.code, 0) << got.message;
      const int32_t* sums = got.outputs[0].as<int32_t>();
      for (int64_t i = 0; i < kRows * kColumns; ++i) {
        int32_t want = 0;
        for (int64_t k = 0; k < kDepth; ++k) {
          const int64_t at = transposed ? i % kColumns * kDepth + k : k * kColumns + i % kColumns;
          want += (static_cast<int32_t>(a[static_cast<size_t>(i / kColumns * kDepth + k)]) - kZeroA) *
                  (static_cast<int32_t>(b[static_cast<size_t>(at)]) - kZeroB);
        }
        ASSERT_EQ(sums[i], want) << isa << " " << transposed << " " << i;
      }
    }
  }
}

TEST(CpuAffine, ThreadsDoNotShow) {
  AffineProduct(kConvs[15], kVariants[0], false, 5).Check("", 4);
  AffineProduct({2, 30, 31, 40, 40, {3, 3}, {1, 1}, "SAME"}, kVariants[5], true, 6).Check("", 4);
}

}  // namespace
}  // namespace runnel::test
