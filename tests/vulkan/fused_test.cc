// Fused element-wise regions on Vulkan: the words that are written for each program are valid SPIR-V,
// and a session computes with them what it computes op by op.
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "devices/vulkan/spirv/fused_shader.h"
#include "tests/vulkan/vulkan_test.h"

namespace runnel {
namespace {

using vulkan::Element;
using vulkan::FusedProgram;
using vulkan::LaneOp;
using vulkan::Spread;

constexpr Element kElements[] = {Element::kFloat, Element::kHalf, Element::kInt};

// What spirv-val says of the words; empty: nothing. The test is skipped where it is not installed.
std::string Validate(const std::vector<uint32_t>& words) {
#ifdef RUNNEL_TEST_SPIRV_VAL
  const std::string path = testing::TempDir() + "runnel_fused_" + std::to_string(getpid()) + ".spv";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(words.data()),
             static_cast<std::streamsize>(words.size() * 4));
  const std::string command =
      std::string(RUNNEL_TEST_SPIRV_VAL) + " --target-env vulkan1.2 " + path + " 2>&1";
  std::string said;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "spirv-val was not started";
  char text[256];
  while (fgets(text, sizeof(text), pipe) != nullptr) said += text;
  const int status = pclose(pipe);
  std::remove(path.c_str());
  return status == 0 ? said : "exit status " + std::to_string(status) + ": " + said;
#else
  (void)words;
  return {};
#endif
}
#ifdef RUNNEL_TEST_SPIRV_VAL
#define RUNNEL_NEEDS_SPIRV_VAL
#else
#define RUNNEL_NEEDS_SPIRV_VAL GTEST_SKIP() << "spirv-val (spirv-tools) is not installed"
#endif

TEST(VulkanFusedShader, EveryOpInEveryTypeIsValid) {
  RUNNEL_NEEDS_SPIRV_VAL;
  int modules = 0;
  for (const LaneOp& op : vulkan::LaneOps()) {
    for (const Element element : kElements) {
      for (const char* operands : {" 0;", " 0 1;"}) {
        FusedProgram program;
        program.num_inputs = 2;
        program.num_outputs = 1;
        program.results[0] = 2;
        if (program.Parse(std::string(op.op) + operands, element) != nullptr) continue;
        const Spread spreads[] = {Spread::kAll, Spread::kOne};
        EXPECT_EQ(Validate(EmitFused(program, element, spreads, 64)), "") << op.op;
        ++modules;
      }
    }
  }
  EXPECT_GE(modules, 110);
}

TEST(VulkanFusedShader, EverySpreadAndNumberOfTensorsIsValid) {
  RUNNEL_NEEDS_SPIRV_VAL;
  constexpr Spread kSpreads[] = {Spread::kAll, Spread::kOne, Spread::kRuns, Spread::kWide,
                                 Spread::kCycle};
  for (const Element element : kElements) {
    for (const Spread first : kSpreads) {
      FusedProgram program;
      program.num_inputs = RNLP_FUSED_MAX_INPUTS;
      std::string text = "AddV2 0 1;";
      for (uint32_t i = 2; i < program.num_inputs; ++i)
        text += "Maximum " + std::to_string(program.num_inputs + i - 2) + " " + std::to_string(i) + ";";
      ASSERT_EQ(program.Parse(text, element), nullptr);
      Spread spreads[RNLP_FUSED_MAX_INPUTS];
      for (uint32_t i = 0; i < program.num_inputs; ++i)
        spreads[i] = i % 2 == 0 ? first : kSpreads[i % 5];
      program.num_outputs = RNLP_FUSED_MAX_OUTPUTS;
      for (uint32_t r = 0; r < program.num_outputs; ++r) program.results[r] = program.num_inputs + r;
      EXPECT_EQ(Validate(EmitFused(program, element, spreads, 64)), "") << static_cast<int>(first);
    }
  }
}

TEST(VulkanFusedShader, WhatIsNoProgramIsRefused) {
  const auto wrong = [](const char* text, Element element) {
    FusedProgram program;
    program.num_inputs = 2;
    return program.Parse(text, element) != nullptr;
  };
  for (const char* text : {"", "Neg", "Neg 0", "Neg 2;", "Neg 0 ;", "AddV2 0 1 1;", "AddV2 0;",
                           "Neg 0 1;", "Asinh 0;", "Neg -1;", "Neg 00000;", "Neg 0;Neg 3;", " 0;"}) {
    EXPECT_TRUE(wrong(text, Element::kFloat)) << text;
  }
  EXPECT_TRUE(wrong("Exp 0;", Element::kInt));
  EXPECT_TRUE(wrong("BitwiseAnd 0 1;", Element::kFloat));
  EXPECT_FALSE(wrong("Neg 0;AddV2 2 1;", Element::kFloat));
  std::string longest;
  for (int i = 0; i < RNLP_FUSED_MAX_INSTRUCTIONS; ++i) longest += "Neg 0;";
  EXPECT_FALSE(wrong(longest.c_str(), Element::kHalf));
  EXPECT_TRUE(wrong((longest + "Neg 0;").c_str(), Element::kHalf));
}

class VulkanFused : public VulkanTest {
 protected:
  static Tensor Values(const Shape& shape, float phase) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(phase + 0.37F * static_cast<float>(i % 17) - 0.11F * static_cast<float>(i % 41));
    return Floats(values, shape);
  }
  OutputRef Feed(const std::string& name, const Shape& shape, float phase) {
    const OutputRef placeholder = Placeholder(name, DType::kFloat, shape);
    feeds_.emplace_back(placeholder, Values(shape, phase));
    return placeholder;
  }
  OutputRef V(const char* op, std::vector<OutputRef> inputs) {
    return On(kVulkan, op, std::move(inputs));
  }
  OutputRef Cast(OutputRef x, DType to) { return On(kVulkan, "Cast", {x}, {{"DstT", AttrValue(to)}}); }

  // Expects that fusion saves launches, and what it computes to be what the ops compute one by one.
  void ExpectAlike(const std::vector<OutputRef>& fetches, float tolerance) {
    std::vector<Tensor> out[2];
    int64_t launches[2] = {};
    for (const bool fuse : {true, false}) {
      session_ = nullptr;
      session_options_.disabled_passes = {"fold"};
      if (!fuse) session_options_.disabled_passes.emplace_back("fuse");
      RunMetadata metadata;
      const Status status = TryRun(fetches, feeds_, {}, &out[fuse], {}, &metadata);
      ASSERT_TRUE(status.ok()) << status.ToString();
      launches[fuse] = metadata.launches;
    }
    EXPECT_LT(launches[1], launches[0]);
    for (size_t i = 0; i < fetches.size(); ++i) {
      const std::vector<float> fused = ToFloats(out[1][i]), apart = ToFloats(out[0][i]);
      ASSERT_EQ(fused.size(), apart.size());
      ASSERT_FALSE(fused.empty());
      for (size_t k = 0; k < fused.size(); ++k) {
        ASSERT_NEAR(fused[k], apart[k], tolerance * (1 + std::fabs(apart[k])))
            << "fetch " << i << " at " << k << " of " << fused.size();
      }
    }
  }
  std::vector<std::pair<OutputRef, Tensor>> feeds_;
};

TEST_F(VulkanFused, EverySizeIsComputedAsOpByOp) {
  RUNNEL_START_OR_SKIP({{"vulkan.validation", "1"}});
  for (const int64_t n : {1, 2, 3, 4, 5, 255, 1023, 1024, 1025, 40001}) {
    feeds_.clear();
    const std::string number = std::to_string(n);
    const OutputRef x = Feed("x" + number, {n}, -3), y = Feed("y" + number, {n}, 1);
    const OutputRef r = V("Mul", {V("Tanh", {V("AddV2", {x, y})}), y});
    const OutputRef s = V("Sub", {V("Sigmoid", {r}), V("Relu", {x})});
    ExpectAlike({r, s}, 2e-6F);
  }
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanFused, OperandsThatRepeatAreSpread) {
  RUNNEL_START_OR_SKIP({{"vulkan.validation", "1"}});
  // Rows of a multiple of four, and of what is none; runs likewise.
  for (const Shape& shape : {Shape{3, 5, 8}, Shape{3, 4, 7}, Shape{6, 7, 5}}) {
    feeds_.clear();
    const std::string id = std::to_string(shape.dim(2));
    const OutputRef x = Feed("x" + id, shape, -2);
    // What is fed later would begin another region.
    const auto constant = [&](const Shape& of, float phase) { return b().Constant(Values(of, phase)); };
    const OutputRef row = constant({shape.dim(2)}, 0.5F);
    const OutputRef column = constant({shape.dim(0), 1, 1}, 0.75F);
    const OutputRef middle = constant({shape.dim(1), 1}, 1.5F);
    const OutputRef one = constant({}, 0.25F);
    const OutputRef sum = V("AddV2", {V("Mul", {V("AddV2", {x, row}), middle}), column});
    ExpectAlike({V("Square", {V("Sub", {sum, one})})}, 2e-6F);
  }
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanFused, HalvesAndIntegersToo) {
  RUNNEL_START_OR_SKIP({{"vulkan.validation", "1"}});
  const OutputRef x = Feed("x", {5, 13}, -2), y = Feed("y", {13}, 1);
  const OutputRef hx = Cast(x, DType::kHalf), hy = Cast(y, DType::kHalf);
  // Op by op each value is rounded to a half.
  const OutputRef halves = V("Mul", {V("AddV2", {hx, hy}), V("Sigmoid", {hx})});
  ExpectAlike({Cast(halves, DType::kFloat)}, 4e-3F);
  const OutputRef ten = Feed("ten", {}, 10);
  const OutputRef ix = Cast(V("Mul", {x, ten}), DType::kInt32);
  const OutputRef iy = Cast(V("Mul", {y, ten}), DType::kInt32);
  const OutputRef quotient = V("FloorDiv", {ix, iy}), rest = V("FloorMod", {ix, iy});
  const OutputRef bits = V("BitwiseXor", {V("Mul", {quotient, iy}), rest});
  ExpectAlike({Cast(bits, DType::kFloat), Cast(rest, DType::kFloat)}, 0);
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanFused, WhatHasNoFormulaIsLeftToItsKernel) {
  RUNNEL_START_OR_SKIP();
  // Whole powers of integers are a loop, which programs have not.
  const OutputRef x = Feed("x", {9}, 3);
  const OutputRef whole = Cast(x, DType::kInt32);
  const OutputRef power = V("Pow", {V("AddV2", {V("Neg", {whole}), whole}), V("Square", {whole})});
  ExpectAlike({Cast(V("Neg", {V("Abs", {V("Pow", {whole, power})})}), DType::kFloat)}, 0);
}

}  // namespace
}  // namespace runnel
