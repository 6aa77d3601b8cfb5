// A convolution of 1 x 1 and the depthwise one behind it as one node: the same bits as two, where it may
// be and where not.
#include "tests/runtime/pass_test.h"
#include "tests/support/case_log.h"

namespace runnel {
namespace {

struct Case {
  int64_t batch = 1, height = 45, width = 46, in = 5, channels = 136;
  int64_t taps = 3, step = 1;
  const char* padding = "SAME";
  bool with_epilogues = true;
};

class BandsTest : public PassTest {
 protected:
  BandsTest() : PassTest("bands") { off_ = {"fold", "cse", "simplify"}; }
  static AttrList Strides(int64_t step, const char* padding) {
    return {{"strides", AttrValue(std::vector<int64_t>{1, step, step, 1})},
            {"padding", AttrValue(padding)}};
  }
  OutputRef Pointwise(const Case& c, OutputRef x) {
    const OutputRef y =
        b().Op("Conv2D", {x, Value(DType::kFloat, {1, 1, c.in, c.channels}, 2)}, Strides(1, "SAME"));
    return c.with_epilogues ? b().Op("BiasAdd", {y, Value(DType::kFloat, {c.channels}, 3)}) : y;
  }
  OutputRef Depthwise(const Case& c, OutputRef x) {
    return b().Op("DepthwiseConv2dNative", {x, Value(DType::kFloat, {c.taps, c.taps, c.channels, 1}, 4)},
                  Strides(c.step, c.padding));
  }
  OutputRef Image(const Case& c) { return Value(DType::kFloat, {c.batch, c.height, c.width, c.in}, 1); }
  OutputRef Last(OutputRef y) { return b().Op("Neg", {b().Op("Transpose", {y, Order()})}); }
  OutputRef Order() { return b().Constant(*Tensor::FromValues<int32_t>(Shape({4}), {{3, 0, 1, 2}})); }
  void Again(const SessionOptions& options = {}) {
    Restart({});
    session_options_ = options;
    feeds_.clear();
  }
};

TEST_F(BandsTest, WindowsOfEverySizeStepAndPaddingAreTheSameBits) {
  for (const int64_t taps : {3, 5}) {
    for (const int64_t step : {1, 2}) {
      for (const char* padding : {"SAME", "VALID"}) {
        for (const bool with_epilogues : {false, true}) {
          SCOPED_TRACE(StrCat(taps, " ", step, " ", padding, " ", with_epilogues));
          Again();
          const Case c = {
              .taps = taps, .step = step, .padding = padding, .with_epilogues = with_epilogues};
          OutputRef y = Pointwise(c, Image(c));
          if (with_epilogues) y = b().Op("Relu6", {y});
          y = Depthwise(c, y);
          if (with_epilogues)
            y = b().Op("Relu", {b().Op("BiasAdd", {y, Value(DType::kFloat, {c.channels}, 5)})});
          Both({Last(y)}, 1);
        }
      }
    }
  }
  if (!HasFailure()) testing::LogCase("forward", "_FusedPointwiseDepthwise", "float", "CPU");
}

// Widths that fill no tile, rows wider than a slab, few rows, several images.
TEST_F(BandsTest, ImagesOfEveryFormAreTheSameBits) {
  for (const Case& c :
       {Case{.batch = 3}, Case{.height = 7, .width = 1000, .channels = 40},
        Case{.height = 999, .width = 3, .channels = 100},
        Case{.height = 27, .width = 27, .in = 384, .channels = 384}, Case{.in = 1, .channels = 161},
        Case{.height = 300, .width = 30, .in = 33, .channels = 32, .step = 2}}) {
    SCOPED_TRACE(StrCat(c.batch, " ", c.height, " ", c.width, " ", c.in, " ", c.channels));
    Again();
    Both({Last(Depthwise(c, Pointwise(c, Image(c))))}, 1);
  }
}

// SiLU is a program of several ops with an operand by column, the residual sum one with an operand of
// its own for each element.
TEST_F(BandsTest, ProgramsGoAlong) {
  for (const int64_t threads : {1, 2, 5}) {
    SCOPED_TRACE(threads);
    Again();
    const Case c;
    const auto silu = [&](OutputRef x) { return b().Op("Mul", {x, b().Op("Sigmoid", {x})}); };
    OutputRef y = silu(Pointwise(c, Image(c)));
    y = b().Op("Mul", {y, Value(DType::kFloat, {c.channels}, 6)});
    y = Depthwise(c, y);
    y = b().Op("AddV2", {y, Value(DType::kFloat, {1, c.height, c.width, c.channels}, 7)});
    Both({Last(silu(y))}, 1);
  }
}

TEST_F(BandsTest, ConstantFiltersArePackedOnce) {
  Again();
  const Case c;
  std::vector<float> numbers(static_cast<size_t>(c.in * c.channels));
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 13) / 8 - 0.5F;
  const OutputRef filter = b().Constant(Floats(numbers, {1, 1, c.in, c.channels}));
  const OutputRef y = b().Op("Conv2D", {Image(c), filter}, Strides(1, "VALID"));
  Both({Last(Depthwise(c, y))}, 1);
}

TEST_F(BandsTest, WhatIsReadTwiceSmallOrOfAnotherFormStays) {
  const auto stays = [&](const char* what, const Case& c, auto make) {
    SCOPED_TRACE(what);
    Again();
    Both(make(c), 0);
  };
  stays("read twice", {}, [&](const Case& c) {
    const OutputRef y = Pointwise(c, Image(c));
    return std::vector<OutputRef>{Last(Depthwise(c, y)), Last(y)};
  });
  stays("fetched", {}, [&](const Case& c) {
    const OutputRef y = Pointwise(c, Image(c));
    return std::vector<OutputRef>{Last(Depthwise(c, y)), y};
  });
  stays("small", {.height = 20, .width = 20}, [&](const Case& c) {
    return std::vector<OutputRef>{Last(Depthwise(c, Pointwise(c, Image(c))))};
  });
  stays("seven taps", {.taps = 7}, [&](const Case& c) {
    return std::vector<OutputRef>{Last(Depthwise(c, Pointwise(c, Image(c))))};
  });
  stays("a sum between that has an operand for each element", {}, [&](const Case& c) {
    const OutputRef y = b().Op(
        "AddV2", {Pointwise(c, Image(c)), Value(DType::kFloat, {1, c.height, c.width, c.channels}, 7)});
    return std::vector<OutputRef>{Last(Depthwise(c, y))};
  });
}

}  // namespace
}  // namespace runnel
