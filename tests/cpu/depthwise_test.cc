// Depthwise convolutions and their gradients against plain loops in float64.
#include "tests/cpu/conv_reference.h"

namespace runnel::test {
namespace {

// clang-format off
const std::vector<WindowCase> kCases = {
    {1, 1, 1, 1, {1, 1}, 1},
    {2, 5, 4, 3, {1, 1}, 1, {2, 3}},
    {2, 7, 6, 3, {3, 3}, 1, {1, 1}, "SAME"},
    {2, 7, 6, 3, {3, 3}, 2},
    {1, 9, 11, 2, {3, 2}, 3, {2, 3}, "SAME"},
    {1, 9, 11, 2, {2, 3}, 4, {2, 3}},
    {2, 9, 8, 16, {3, 3}, 1, {1, 1}, "SAME"},
    {1, 9, 8, 37, {3, 3}, 1, {1, 2}, "SAME"},             // no whole number of vectors
    {1, 8, 8, 70, {3, 3}, 2, {2, 2}, "SAME"},             // more than one block of channels
    {1, 10, 9, 2, {3, 3}, 1, {1, 1}, "SAME", {2, 3}},
    {1, 12, 13, 2, {3, 3}, 3, {2, 2}, "SAME", {2, 3}},
    {1, 12, 13, 2, {3, 4}, 1, {4, 2}, "VALID", {2, 2}},
    {1, 13, 12, 2, {3, 3}, 1, {3, 6}, "VALID", {2, 4}},
    {2, 5, 6, 3, {3, 3}, 2, {1, 1}, "EXPLICIT", {1, 1}, {0, 2, 3, 1}},
    {2, 5, 6, 3, {2, 3}, 1, {3, 2}, "EXPLICIT", {2, 1}, {4, 0, 0, 5}},
    {1, 3, 3, 2, {5, 5}, 2, {1, 1}, "SAME"},              // larger than the image
    {1, 2, 2, 1, {1, 1}, 1, {1, 1}, "EXPLICIT", {1, 1}, {3, 3, 3, 3}},
    {1, 6, 6, 2, {1, 1}, 2, {7, 9}, "SAME"},              // strides beyond it
    {1, 6, 6, 2, {2, 2}, 1, {3, 3}},                      // pixels that no window sees
    {2, 40, 41, 33, {3, 3}, 1, {1, 1}, "SAME"},           // several bands of rows
    {2, 14, 14, 37, {3, 3}, 1, {1, 1}, "SAME"},           // bands, the last channels of which overlap
    {1, 15, 9, 150, {3, 3}, 1, {2, 2}, "SAME"},           // in groups of channels
    {1, 9, 23, 21, {5, 5}, 1, {1, 1}, "SAME"},
    {1, 29, 7, 16, {5, 5}, 1, {2, 2}, "SAME"},
    {1, 2, 2, 16, {5, 5}, 1, {1, 1}, "EXPLICIT", {1, 1}, {4, 3, 3, 4}},
    {1, 4, 270, 17, {3, 3}, 1, {1, 1}, "SAME"},           // rows in parts
    {1, 60, 50, 20, {3, 5}, 2, {2, 1}, "SAME", {3, 1}},
    {0, 5, 5, 2, {3, 3}, 2}, {2, 5, 5, 0, {3, 3}, 2, {1, 1}, "SAME"}, {2, 5, 5, 2, {3, 3}, 0},
    {1, 2, 5, 2, {3, 3}, 2, {1, 1}},                      // less than a stride is missing: nothing
};
// clang-format on
const ConvFamily kFamily = {{"DepthwiseConv2dNative", "DepthwiseConv2dNativeBackpropInput",
                             "DepthwiseConv2dNativeBackpropFilter"},
                            true};

TEST(CpuDepthwise, AgreesWithDoubleForEveryTypeLayoutAndGradient) { CheckConvs(kFamily, kCases); }

TEST(CpuDepthwise, AgreesOnEveryInstructionSet) { CheckConvsOnEveryIsa(kFamily, kCases); }

TEST(CpuDepthwise, GivesTheSameBitsOnAnyNumberOfThreads) {
  for (const int64_t multiplier : {1, 2})
    CheckConvThreads(kFamily, {3, 31, 29, 40, {3, 3}, multiplier, {1, 2}, "SAME"});
  CheckConvThreads(kFamily, {3, 31, 29, 140, {3, 3}, 1, {1, 1}, "SAME"});
}

// Recorded from TensorFlow 2.21: tf.raw_ops.DepthwiseConv2dNative on
// x = arange(1, 13).reshape(1, 2, 3, 2), f = arange(1, 17).reshape(2, 2, 2, 2), SAME.
TEST(CpuDepthwise, GivesTensorFlowsRecordedValues) {
  std::vector<double> x(12), f(16);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i) + 1;
  for (size_t i = 0; i < f.size(); ++i) f[i] = static_cast<double>(i) + 1;
  const Node node =
      WindowNode(kFamily.ops[0], RNLP_FLOAT, false, {1, 2, 3, 2, {2, 2}, 2, {1, 1}, "SAME"});
  const Outcome got = RunCpu(
      node, {Value::Doubles(RNLP_FLOAT, {1, 2, 3, 2}, x), Value::Doubles(RNLP_FLOAT, {2, 2, 2, 2}, f)});
  ASSERT_EQ(got.code, 0) << got.message;
  ExpectNear(got.outputs[0], {196, 216, 272, 296, 252, 280, 344, 376, 104, 120, 150, 168,
                              52,  68,  94,  112, 64,  84,  114, 136, 11,  22,  36,  48},
             0, 0, "recorded");
}

std::string ErrorOf(const Node& node, std::vector<Input> inputs) {
  const Outcome got = RunCpu(node, std::move(inputs));
  return got.code == RNLP_INVALID_ARGUMENT ? got.message : "code " + std::to_string(got.code);
}

TEST(CpuDepthwise, RefusesWhatDoesNotFitNamingOpAndSizes) {
  const WindowCase c = {1, 5, 5, 3, {3, 3}, 2};
  const Node forward = WindowNode(kFamily.ops[0], RNLP_FLOAT, false, c);
  EXPECT_EQ(ErrorOf(forward, {Value(RNLP_FLOAT, {1, 5, 5, 4}), Value(RNLP_FLOAT, {3, 3, 3, 2})}),
            "DepthwiseConv2dNative: the filter should have as many input channels as the image: "
            "[3,3,3,2] and [1,5,5,4]");
  const Value filter(RNLP_FLOAT, {3, 3, 3, 2}), grad(RNLP_FLOAT, {1, 3, 3, 3});
  EXPECT_EQ(
      ErrorOf(WindowNode(kFamily.ops[1], RNLP_FLOAT, false, c),
              {Value::Vector({1, 5, 5, 3}), filter, grad}),
      "DepthwiseConv2dNativeBackpropInput: out_backprop should have shape [1,3,3,6], got [1,3,3,3]");
  EXPECT_EQ(
      ErrorOf(WindowNode(kFamily.ops[2], RNLP_FLOAT, false, c),
              {Value(RNLP_FLOAT, {1, 5, 5, 3}), Value::Vector({3, 3, 3, -2}), grad}),
      "DepthwiseConv2dNativeBackpropFilter: filter_sizes should be four sizes from 0, got a tensor "
      "of shape [4]");
}

// Paddings, strides and dilations of a thousand million: no sum overflows.
TEST(CpuDepthwise, BearsAbsurdPaddingsStridesAndDilations) {
  const int64_t most = int64_t{1} << 30;
  const Value image = Value::Floats({1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Value filter = Value::Floats({2, 2, 1, 1}, {1, 1, 1, 1});
  for (const bool narrow : {false, true}) {
    const int32_t dtype = narrow ? RNLP_HALF : RNLP_FLOAT;
    Node node =
        WindowNode(kFamily.ops[0], dtype, false,
                   {1, 3, 3, 1, {2, 2}, 1, {most, most}, "EXPLICIT", {1, 1}, {most, most, most, most}});
    const Value x = Value::Doubles(dtype, {1, 3, 3, 1}, image.Doubles());
    const Value f = Value::Doubles(dtype, {2, 2, 1, 1}, filter.Doubles());
    const Outcome got = RunCpu(node, {x, f});
    ASSERT_EQ(got.code, 0) << got.message;
    ASSERT_EQ(got.outputs[0].shape(), (Shape{1, 3, 3, 1}));
    ExpectNear(got.outputs[0], {0, 0, 0, 0, 12, 0, 0, 0, 0}, 0, 0, "absurd");
    node = WindowNode(kFamily.ops[0], dtype, false,
                      {1, 3, 3, 1, {2, 2}, 1, {1, 1}, "SAME", {most - 1, most - 1}});
    node.Set("dilations", std::vector<int64_t>{1, most - 1, most - 1, 1});
    const Outcome dilated = RunCpu(node, {x, f});
    ASSERT_EQ(dilated.code, 0) << dilated.message;
    ExpectNear(dilated.outputs[0], {0, 0, 0, 0, 0, 0, 0, 0, 0}, 0, 0, "dilated");
    node.Set("dilations", std::vector<int64_t>{1, most, most, 1});
    EXPECT_EQ(RunCpu(node, {x, f}).code, RNLP_INVALID_ARGUMENT);
  }
}

TEST(CpuDepthwise, NamesWhatIsMissingWhenMemoryIsFull) {
  MiniHost host;
  host.fail_allocation = 0;
  ConvCall call(kFamily, {1, 5, 5, 3, {3, 3}, 2}, false, RNLP_FLOAT);
  EXPECT_EQ(call.Run(host, 0).code, RNLP_RESOURCE_EXHAUSTED);
}

}  // namespace
}  // namespace runnel::test
