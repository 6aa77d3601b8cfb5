// Fused regions: the source that is made of a program, what NVRTC says of it, and regions that run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "devices/cuda/kernels/fused_source.h"
#include "devices/cuda/libraries/nvrtc.h"
#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

using cuda::FusedProgram;
using cuda::FusedSource;

std::string ProblemOf(const FusedProgram& program) {
  std::string source, name;
  return FusedSource(program, &source, &name);
}

TEST(CudaFusedSource, RefusesWhatIsNoProgram) {
  EXPECT_EQ(ProblemOf({"AddV2 0 1;", {0, -1}, {2}, "float"}), "");
  for (const char* text : {"", "AddV2 0 1", "AddV2 0 2;", "AddV2;", "AddV2 0 1 2;", "NoSuchOp 0;",
                           "LeakyRelu 0;", "Relu -1;", "Relu 99999999999999999999;"}) {
    EXPECT_NE(ProblemOf({text, {0, 0}, {2}, "float"}), "") << text;
  }
  EXPECT_NE(ProblemOf({"Relu 0;", {}, {0}, "float"}), "");
  EXPECT_NE(ProblemOf({"Relu 0;", {-2}, {1}, "float"}), "");
  EXPECT_NE(ProblemOf({"Relu 0;", {0}, {0}, "float"}), "") << "a result that is an input";
  EXPECT_NE(ProblemOf({"Relu 0;", {0}, {2}, "float"}), "");
  EXPECT_NE(ProblemOf({"Relu 0;", std::vector<int64_t>(13, 0), {13}, "float"}), "");
}

// Needs the compiler but no GPU.
TEST(CudaFusedSource, NvrtcCompilesEveryOpForEveryType) {
  cuda::Nvrtc compiler;
  if (!compiler.Open("")) GTEST_SKIP() << "no CUDA run-time compiler (libnvrtc) here";
  const std::string program =
      "AddV2 0 1;Sub 3 2;Mul 4 0;Div 5 1;Maximum 6 2;Pow 7 0;FloorMod 8 1;SquaredDifference 9 0;"
      "TanhGrad 10 0;SoftplusGrad 11 2;Exp 12;Log1p 13;Sigmoid 14;Tanh 15;Erf 16;Selu 17;Softplus "
      "18;Rint 19;";
  for (const char* type : {"float", "Half", "BFloat16"}) {
    for (const int capability : {80, 90}) {
      std::string source, name, image;
      ASSERT_EQ(FusedSource({program, {0, -1, 5}, {20, 12}, type}, &source, &name), "");
      EXPECT_EQ(compiler.Compile(source, capability, &image), "") << type << " for " << capability;
      EXPECT_EQ(image.substr(0, 4), "\177ELF");
      EXPECT_NE(image.find(name), std::string::npos);
    }
  }
  std::string image;
  EXPECT_NE(compiler.Compile("this is no program", 90, &image), "");
}

class CudaFused : public CudaTest {
 protected:
  CudaFused() {
    folder_ = std::filesystem::temp_directory_path() / ("runnel-cuda-" + std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
  }
  ~CudaFused() override {
    std::filesystem::remove_all(folder_);
    // What the fake compiler made.
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(RUNNEL_FAKE_NVRTC).parent_path())) {
      if (entry.path().filename().string().starts_with("fused-")) std::filesystem::remove(entry.path());
    }
  }

  // A few ops in a row on CUDA, over inputs that broadcast.
  std::vector<float> Compute(bool fuse, DType dtype = DType::kFloat) {
    End();
    Begin({{"cuda.nvrtc", RUNNEL_FAKE_NVRTC}, {"cuda.cache_dir", folder_.string()}});
    session_options_ = {};
    if (!fuse) session_options_.disabled_passes = {"fuse"};
    b().set_device(kCuda);
    const auto cast = [&](OutputRef value, DType to) {
      return dtype == DType::kFloat ? value : b().Op("Cast", {value}, {{"DstT", AttrValue(to)}});
    };
    const OutputRef fed_x = Placeholder("x", DType::kFloat, Shape({6, 4}));
    const OutputRef fed_row = Placeholder("row", DType::kFloat, Shape({4}));
    const OutputRef x = cast(fed_x, dtype);
    OutputRef y = b().Op("AddV2", {x, cast(fed_row, dtype)});
    y = b().Op("Tanh", {b().Op("Mul", {y, b().Scalar(dtype, 0.5)})});
    y = cast(b().Op("SquaredDifference", {y, x}), DType::kFloat);
    std::vector<float> values;
    Draws draws;
    for (int i = 0; i < 24; ++i) values.push_back(draws.Next(-2, 2));
    const int64_t before = fake_->launches();
    const auto out =
        Run({y}, {{fed_x, Floats(values, Shape({6, 4}))}, {fed_row, Floats({1, -1, 0.5F, 0.25F})}});
    launches_ = fake_->launches() - before;
    return ToFloats(out.at(0));
  }
  std::filesystem::path folder_;
  int64_t launches_ = 0;
};

TEST_F(CudaFused, ARegionHasTheBitsOfItsOpsInOneLaunch) {
  const std::vector<float> apart = Compute(false);
  const int64_t launches_apart = launches_;
  const std::vector<float> fused = Compute(true);
  EXPECT_EQ(fused, apart);
  EXPECT_EQ(launches_, 1);
  EXPECT_EQ(launches_apart, 4);
  // Narrow types round after each op, fused or not. Three launches more cast to them and back.
  for (const DType dtype : {DType::kHalf, DType::kBFloat16}) {
    const std::vector<float> narrow = Compute(false, dtype);
    EXPECT_EQ(launches_, 7);
    EXPECT_NE(narrow, apart);
    EXPECT_EQ(Compute(true, dtype), narrow) << DTypeName(dtype);
    EXPECT_EQ(launches_, 4);
  }
}

TEST_F(CudaFused, ACacheThatIsBrokenForeignOrUnwritableLosesNothing) {
  const std::vector<float> first = Compute(true);
  ASSERT_TRUE(std::filesystem::exists(folder_));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    ++files;
    std::filesystem::resize_file(entry.path(), std::filesystem::file_size(entry.path()) / 2);
  }
  EXPECT_EQ(files, 1);
  EXPECT_EQ(Compute(true), first) << "after half a file";
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    std::ofstream(entry.path(), std::ios::trunc) << "something else";
  }
  EXPECT_EQ(Compute(true), first) << "after another's file";
  // Whole, but nothing that the driver takes.
  cuda::ImageCache cache(folder_.string());
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    cache.Write(entry.path().filename().string(), "fake cubin /no/such/library.so");
  }
  EXPECT_EQ(Compute(true), first) << "after an image that does not load";
  std::filesystem::remove_all(folder_);
  std::ofstream(folder_) << "no folder";
  EXPECT_EQ(Compute(true), first) << "without a folder";
}

}  // namespace
}  // namespace runnel
