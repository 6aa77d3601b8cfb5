// Convolutions and their gradients against plain loops in float64.
#include "tests/cpu/conv_reference.h"

namespace runnel::test {
namespace {

// clang-format off
const std::vector<WindowCase> kCases = {
    {1, 1, 1, 1, {1, 1}, 1},
    {2, 5, 4, 3, {1, 1}, 7},
    {2, 5, 4, 3, {1, 1}, 2, {2, 3}},
    {2, 7, 6, 3, {3, 3}, 5, {1, 1}, "SAME"},
    {2, 7, 6, 3, {3, 3}, 5},
    {1, 9, 11, 2, {3, 2}, 4, {2, 3}, "SAME"},
    {1, 9, 11, 2, {2, 3}, 4, {2, 3}},
    {3, 8, 8, 1, {5, 5}, 33, {1, 1}, "SAME"},
    {1, 10, 9, 2, {3, 3}, 3, {1, 1}, "SAME", {2, 3}},
    {1, 12, 13, 2, {3, 3}, 3, {2, 2}, "SAME", {2, 3}},
    {1, 12, 13, 2, {3, 4}, 3, {4, 2}, "VALID", {2, 2}},
    {1, 13, 12, 2, {3, 3}, 3, {3, 6}, "VALID", {2, 4}},
    {2, 5, 6, 3, {3, 3}, 4, {1, 1}, "EXPLICIT", {1, 1}, {0, 2, 3, 1}},
    {2, 5, 6, 3, {2, 3}, 4, {3, 2}, "EXPLICIT", {2, 1}, {4, 0, 0, 5}},
    {1, 3, 3, 2, {5, 5}, 2, {1, 1}, "SAME"},            // larger than the image
    {1, 2, 2, 1, {1, 1}, 1, {1, 1}, "EXPLICIT", {1, 1}, {3, 3, 3, 3}},
    {1, 6, 6, 2, {1, 1}, 2, {7, 9}, "SAME"},            // strides beyond it
    {1, 6, 6, 2, {2, 2}, 2, {3, 3}},                    // pixels that no window sees
    {1, 9, 7, 50, {3, 3}, 70, {1, 1}, "SAME"},          // more than one block of depth
    {2, 10, 10, 16, {3, 3}, 520, {2, 2}, "SAME"},       // more than one group of columns
    {5, 16, 16, 4, {3, 3}, 16, {1, 1}, "SAME"},         // many blocks of rows
    // Lines that are longer than a block, pixels that lie pages apart, taps that do not touch: over several images.
    {1, 4, 270, 8, {3, 3}, 9, {1, 1}, "SAME"},
    {1, 5, 530, 15, {2, 3}, 5, {3, 2}, "SAME"},
    {2, 7, 7, 520, {3, 3}, 20, {1, 1}, "SAME"},
    {3, 6, 9, 20, {3, 3}, 33, {1, 1}, "SAME", {2, 3}},
    {3, 9, 15, 18, {2, 2}, 17, {2, 1}, "EXPLICIT", {3, 1}, {5, 1, 0, 4}},
    // Neighbouring pixels joined: in the product, in the gradients, with strides and dilations, over several blocks.
    {3, 28, 28, 1, {5, 5}, 6, {1, 1}, "SAME"},
    {3, 14, 14, 6, {5, 5}, 16},
    {2, 9, 12, 3, {3, 3}, 1, {1, 1}, "SAME"},
    {2, 10, 16, 3, {3, 4}, 3, {2, 2}, "SAME"},
    {1, 12, 18, 2, {2, 3}, 2, {1, 1}, "VALID", {3, 3}},
    {1, 6, 20, 5, {3, 5}, 5, {4, 4}, "SAME"},
    {0, 5, 5, 2, {3, 3}, 2}, {2, 5, 5, 0, {3, 3}, 2, {1, 1}, "SAME"}, {2, 5, 5, 2, {3, 3}, 0},
    {1, 2, 5, 2, {3, 3}, 2, {1, 1}},                    // less than a stride is missing: nothing
};
// clang-format on

const ConvFamily kFamily = {{"Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter"}, false};

TEST(CpuConv, AgreesWithDoubleForEveryTypeLayoutAndGradient) { CheckConvs(kFamily, kCases); }

TEST(CpuConv, AgreesOnEveryInstructionSet) { CheckConvsOnEveryIsa(kFamily, kCases); }

TEST(CpuConv, GivesTheSameBitsOnAnyNumberOfThreads) {
  CheckConvThreads(kFamily, {4, 17, 15, 9, {3, 3}, 40, {1, 2}, "SAME"});
}

// Filters that no cache holds: columns in several groups, of one block of rows and of more.
TEST(CpuConv, LargeFiltersAreCutToFit) {
  const WindowCase few_rows = {1, 5, 6, 128, {3, 3}, 260, {1, 1}, "SAME"};
  for (const bool nchw : {false, true}) CheckConv(kFamily, few_rows, nchw, RNLP_FLOAT, "avx3");
  CheckConv(kFamily, few_rows, false, RNLP_HALF, "avx2");
  CheckConvThreads(kFamily, few_rows);
  const WindowCase more_rows = {1, 13, 20, 256, {1, 2}, 260, {1, 1}, "SAME"};
  CheckConv(kFamily, more_rows, false, RNLP_FLOAT, "avx3");
  CheckConvThreads(kFamily, more_rows);
}

// The gradient's phases are cut in two ways, and the second takes more room.
TEST(CpuConv, PhasesOfAGradientAreCutApart) {
  ConvCall call(kFamily, {1, 33, 16, 512, {2, 1}, 260, {2, 1}, "SAME"}, false, RNLP_FLOAT);
  MiniHost host;
  const Outcome got = call.Run(host, 1);
  ASSERT_EQ(got.code, 0) << got.message;
  ExpectNear(got.outputs[0], call.Reference(1).values, 1e-5, 1e-3, "two phases");
}

// Whatever is computed together with them, infinities and NaNs reach those pixels alone that have them
// in their windows.
TEST(CpuConv, WhatIsNotFiniteStaysInItsWindows) {
  for (const bool nchw : {false, true}) {
    for (const char* isa : {"scalar", "sse4", "avx2", "avx3"}) {
      for (const float odd : {INFINITY, -INFINITY, NAN}) {
        ConvCall call(kFamily, {2, 13, 12, 3, {3, 3}, 6, {1, 1}, "SAME"}, nchw, RNLP_FLOAT);
        call.image.at(0, 5, 4, 1) = odd;
        call.out.at(1, 6, 7, 2) = odd;
        for (int which = 0; which < 3; ++which) {
          MiniHost host;
          host.settings["isa"] = isa;
          const Outcome got = call.Run(host, which);
          ASSERT_EQ(got.code, 0) << got.message;
          ExpectNear(got.outputs[0], call.Reference(which).values, 1e-5, 1e-4,
                     std::string(kFamily.ops[which]) + " " + isa + " " + std::to_string(odd));
        }
      }
    }
  }
}

std::string ErrorOf(const Node& node, std::vector<Input> inputs) {
  const Outcome got = RunCpu(node, std::move(inputs));
  return got.code == RNLP_INVALID_ARGUMENT ? got.message : "code " + std::to_string(got.code);
}

TEST(CpuConv, RefusesWhatDoesNotFitNamingOpAndSizes) {
  const Node valid = WindowNode("Conv2D", RNLP_FLOAT, false, {1, 1, 1, 1, {1, 1}, 1});
  EXPECT_EQ(ErrorOf(valid, {Value(RNLP_FLOAT, {1, 2, 5, 3}), Value(RNLP_FLOAT, {4, 3, 3, 2})}),
            "Conv2D: a window of 4 rows with stride 1 and dilation 1 should fit into an image of 2 with "
            "paddings of 0 and 0");
  EXPECT_EQ(
      ErrorOf(valid, {Value(RNLP_FLOAT, {1, 5, 5, 4}), Value(RNLP_FLOAT, {3, 3, 3, 2})}),
      "Conv2D: the filter should have as many input channels as the image, or divide them into groups "
      "that divide its output channels: [3,3,3,2] and [1,5,5,4]");
  EXPECT_EQ(ErrorOf(valid, {Value(RNLP_FLOAT, {5, 5, 3}), Value(RNLP_FLOAT, {3, 3, 3, 2})}),
            "Conv2D: images and filters should have four dimensions, got [5,5,3] and [3,3,3,2]");
  EXPECT_EQ(ErrorOf(valid, {Value(RNLP_FLOAT, {1, 5, 5, 3}), Value(RNLP_FLOAT, {0, 3, 3, 2})}),
            "Conv2D: a window of 0 rows with stride 1 and dilation 1 should fit into an image of 5 with "
            "paddings of 0 and 0");

  Node node = valid;
  node.Set("strides", std::vector<int64_t>{1, 0, 1, 1});
  const Value image(RNLP_FLOAT, {1, 5, 5, 3}), filter(RNLP_FLOAT, {3, 3, 3, 2});
  EXPECT_EQ(ErrorOf(node, {image, filter}),
            "Conv2D: attr strides should be from 1, and 1 for batch and channels, got 0 at 1");
  node.Set("strides", std::vector<int64_t>{2, 1, 1, 1});
  EXPECT_EQ(ErrorOf(node, {image, filter}),
            "Conv2D: attr strides should be from 1, and 1 for batch and channels, got 2 at 0");
  node.Set("strides", std::vector<int64_t>{1, 1});
  EXPECT_EQ(ErrorOf(node, {image, filter}), "Conv2D: attr strides should have 4 numbers, got 2");
  Node padded = WindowNode("Conv2D", RNLP_FLOAT, false,
                           {1, 1, 1, 1, {1, 1}, 1, {1, 1}, "EXPLICIT", {1, 1}, {-1, 0, 0, 0}});
  EXPECT_EQ(ErrorOf(padded, {image, filter}),
            "Conv2D: explicit_paddings should be from 0, and 0 for batch and channels, got -1 at 2");
}

TEST(CpuConv, BackpropsCheckSizesAndGradients) {
  const WindowCase c = {1, 5, 5, 3, {3, 3}, 2};
  const Node input = WindowNode("Conv2DBackpropInput", RNLP_FLOAT, false, c);
  const Value filter(RNLP_FLOAT, {3, 3, 3, 2}), grad(RNLP_FLOAT, {1, 3, 3, 2});
  EXPECT_EQ(ErrorOf(input, {Value::Vector({1, 6, 5, 3}), filter, grad}),
            "Conv2DBackpropInput: out_backprop should have shape [1,4,3,2], got [1,3,3,2]");
  EXPECT_EQ(ErrorOf(input, {Value::Vector({1, 5, 5}), filter, grad}),
            "Conv2DBackpropInput: input_sizes should be four sizes from 0, got a tensor of shape [3]");
  EXPECT_EQ(ErrorOf(input, {Value::Vector({1, -5, 5, 3}), filter, grad}),
            "Conv2DBackpropInput: input_sizes should be four sizes from 0, got a tensor of shape [4]");
  const Node other = WindowNode("Conv2DBackpropFilter", RNLP_FLOAT, false, c);
  EXPECT_EQ(ErrorOf(other, {Value(RNLP_FLOAT, {1, 5, 5, 3}), Value::Vector({3, 3, 3, 4}), grad}),
            "Conv2DBackpropFilter: out_backprop should have shape [1,3,3,4], got [1,3,3,2]");
}

// Paddings and strides of a thousand million: the sums do not overflow, and the sizes that come out are
// small enough to be computed.
TEST(CpuConv, BearsAbsurdPaddingsAndStrides) {
  const int64_t most = int64_t{1} << 30;
  WindowCase c = {1, 3, 3, 1, {2, 2}, 1, {most, most}, "EXPLICIT", {1, 1}, {most, most, most, most}};
  MiniHost host;
  Node node = WindowNode("Conv2D", RNLP_FLOAT, false, c);
  const Value image = Value::Floats({1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Value filter = Value::Floats({2, 2, 1, 1}, {1, 1, 1, 1});
  const Outcome got = RunCpu(host, node, {image, filter});
  ASSERT_EQ(got.code, 0) << got.message;
  ASSERT_EQ(got.outputs[0].shape(), (Shape{1, 3, 3, 1}));
  ExpectNear(got.outputs[0], {0, 0, 0, 0, 12, 0, 0, 0, 0}, 0, 0, "absurd");
  node.Set("dilations", std::vector<int64_t>{1, most, most, 1});
  EXPECT_EQ(RunCpu(node, {image, filter}).code, RNLP_INVALID_ARGUMENT);
  node.Set("strides", std::vector<int64_t>{1, int64_t{1} << 62, 1, 1});
  EXPECT_EQ(RunCpu(node, {image, filter}).code, RNLP_INVALID_ARGUMENT);
}

TEST(CpuConv, NamesWhatIsMissingWhenMemoryIsFull) {
  MiniHost host;
  host.fail_allocation = 0;
  ConvCall call(kFamily, {1, 5, 5, 3, {3, 3}, 2}, false, RNLP_FLOAT);
  EXPECT_EQ(call.Run(host, 0).code, RNLP_RESOURCE_EXHAUSTED);
}

}  // namespace
}  // namespace runnel::test
