// The Vulkan device through the runtime: memory that runs out, devices that are lost, caches on disk,
// random numbers, what is out of range.
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/vulkan/vulkan_test.h"
// after gtest, whose namespace it has in this one
#include "tests/support/case_log.h"

namespace runnel {
namespace {

class VulkanDevice : public VulkanTest {
 protected:
  // Adds two vectors on the device.
  Status Add(std::vector<float>* out) {
    const OutputRef x = Placeholder("x" + std::to_string(++runs_), DType::kFloat, Shape{4});
    const OutputRef y = On(kVulkan, "Softmax", {On(kVulkan, "AddV2", {x, x})});
    std::vector<Tensor> fetched;
    Status status = TryRun({y}, {{x, Floats({1, 1, 1, 1})}}, {}, &fetched);
    if (status.ok()) *out = ToFloats(fetched[0]);
    return status;
  }
  void ExpectWorks() {
    std::vector<float> out;
    const Status status = Add(&out);
    ASSERT_TRUE(status.ok()) << status.ToString();
    EXPECT_EQ(out, std::vector<float>(4, 0.25F));
  }
  int runs_ = 0;
};

// A folder that is gone with the test.
struct Folder {
  Folder() {
    char name[] = "/tmp/runnel_vulkan_XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::permissions(path, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path, ignored);
  }
  std::vector<std::string> Files() const {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(path)) files.push_back(entry.path());
    return files;
  }
  std::string path;
};

TEST_F(VulkanDevice, WithoutTheSettingNoSimulatedDeviceIsListed) {
  if (!Start({{"vulkan.software", "0"}})) return;
  EXPECT_EQ(std::string(vulkan()->info().description).find("llvmpipe"), std::string::npos);
}

TEST_F(VulkanDevice, ALibraryThatIsNotThereIsNoDevice) {
  EXPECT_FALSE(Start({{"vulkan.library", "libvulkan_of_nobody.so.1"}}));
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanDevice, MemoryThatRunsOutNamesAskedUsedAndLimitAndTheDeviceGoesOn) {
  RUNNEL_START_OR_SKIP({{"vulkan.memory_limit_bytes", "1000000"}});
  ASSERT_TRUE(vulkan()->Open().ok());
  const auto first = vulkan()->AllocateBuffer(600000);
  ASSERT_TRUE(first.ok()) << first.status().ToString();
  const auto second = vulkan()->AllocateBuffer(600000);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.status().code(), Code::kResourceExhausted);
  for (const char* part : {"600", "in use", "1000000"}) {
    EXPECT_NE(std::string(second.status().message()).find(part), std::string::npos)
        << second.status().ToString();
  }
  ExpectWorks();
  const auto stats = vulkan()->MemoryStats();
  ASSERT_TRUE(stats.ok());
  EXPECT_GE(stats->bytes_in_use, 600000u);
  EXPECT_EQ(stats->limit_bytes, 1000000u);
}

// Recorded step by step, and replayed.
TEST_F(VulkanDevice, NoSubmissionIsLongerThanItMayBe) {
  for (const auto& [most, passes] :
       {std::pair("3", "fuse"), std::pair("1", "fuse"), std::pair("0", "fuse"), std::pair("3", "all")}) {
    RUNNEL_START_OR_SKIP({{"vulkan.library", RUNNEL_TEST_LOSING_VULKAN},
                          {"vulkan.canary", "0"},
                          {"vulkan.submit_dispatches", most}});
    void* library = dlopen(RUNNEL_TEST_LOSING_VULKAN, RTLD_NOW | RTLD_NOLOAD);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto longest = reinterpret_cast<int (*)()>(dlsym(library, "losing_vulkan_longest_submission"));
    ASSERT_NE(longest, nullptr);
    // All passes off: op by op; with the others the step becomes a region, which is recorded.
    session_options_.disabled_passes = {passes};
    const OutputRef x = Placeholder("x", DType::kFloat, Shape{4});
    OutputRef y = x;
    for (int i = 0; i < 10; ++i) y = On(kVulkan, i % 2 == 0 ? "Neg" : "Square", {y});
    (void)longest();
    int at_most = 0;
    for (int step = 0; step < 6; ++step) {
      EXPECT_EQ(ToFloats(Run({y}, {{x, Floats({1, -1, 1, -1})}})[0]), std::vector<float>(4, 1));
      at_most = std::max(at_most, longest());
    }
    // Without a limit of ours a step is one submission.
    EXPECT_EQ(at_most, *most == '0' ? 10 : std::stoi(most));
    EXPECT_EQ(errors(), "");
  }
}

// In parts, which are added up; of whole numbers, so that every order gives the same.
TEST_F(VulkanDevice, LongReductionsAreSplit) {
  RUNNEL_START_OR_SKIP({{"vulkan.validation", "1"}});
  std::vector<OutputRef> fetches;
  std::vector<std::pair<OutputRef, Tensor>> feeds;
  for (const Shape& shape : {Shape{65536}, Shape{3, 20480}, Shape{16384, 4}}) {
    std::vector<float> values(static_cast<size_t>(shape.num_elements()));
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 9) - 3;
    const OutputRef x = Placeholder("", DType::kFloat, shape);
    feeds.emplace_back(x, Floats(values, shape));
    for (const char* op : {"Sum", "Mean", "Max", "Min", "L2Loss"}) {
      for (const char* device : {kCpu, kVulkan}) {
        const int32_t axis = shape.rank() == 2 && shape.dim(0) == 3 ? 1 : 0;
        std::vector<OutputRef> inputs = {x};
        if (std::string_view(op) != "L2Loss") inputs.push_back(b().Int32Vector({axis}));
        fetches.push_back(On(device, op, inputs));
      }
    }
  }
  const auto out = Run(fetches, feeds);
  for (size_t i = 0; i < out.size(); i += 2) {
    const std::vector<float> want = ToFloats(out[i]), got = ToFloats(out[i + 1]);
    ASSERT_EQ(got.size(), want.size());
    for (size_t k = 0; k < got.size(); ++k) EXPECT_FLOAT_EQ(got[k], want[k]) << "reduction " << i / 2;
  }
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanDevice, HalfIsAnOption) {
  const auto run = [&] {
    const OutputRef x = Placeholder("x", DType::kFloat, Shape{2});
    const OutputRef half = On(kCpu, "Cast", {x}, {{"DstT", AttrValue(DType::kHalf)}});
    const OutputRef y = On(kVulkan, "Neg", {half});
    std::vector<Tensor> got;
    Status status = TryRun({On(kCpu, "Cast", {y}, {{"DstT", AttrValue(DType::kFloat)}})},
                           {{x, Floats({1, 2})}}, {}, &got);
    if (status.ok()) {
      EXPECT_EQ(ToFloats(got[0]), (std::vector<float>{-1, -2}));
    }
    return status;
  };
  RUNNEL_START_OR_SKIP({});
  const Status there = run();
  EXPECT_TRUE(there.ok()) << there.ToString();
  RUNNEL_START_OR_SKIP({{"vulkan.f16", "0"}});
  const Status refused = run();
  EXPECT_EQ(refused.code(), Code::kInvalidArgument);
  EXPECT_NE(refused.message().find("(Neg T=half of [2]) has no kernel on"), std::string_view::npos)
      << refused.ToString();
  EXPECT_NE(refused.message().find("\"f16\" is 0"), std::string_view::npos) << refused.ToString();
}

// Those of the build and those that are written for a region.
TEST_F(VulkanDevice, EveryShaderKeepsNanWhereTheDeviceCan) {
  for (const bool hidden : {false, true}) {
    if (hidden) setenv("PRETENDED_VULKAN_LOSES_NAN", "1", 1);
    const bool is_there =
        Start({{"vulkan.library", RUNNEL_TEST_LOSING_VULKAN}, {"vulkan.validation", "1"}});
    unsetenv("PRETENDED_VULKAN_LOSES_NAN");
    if (!is_there) GTEST_SKIP() << "vulkan: no Vulkan device";
    void* library = dlopen(RUNNEL_TEST_LOSING_VULKAN, RTLD_NOW | RTLD_NOLOAD);
    ASSERT_NE(library, nullptr) << dlerror();
    const auto shaders = reinterpret_cast<int (*)(int*, bool*)>(dlsym(library, "losing_vulkan_shaders"));
    ASSERT_NE(shaders, nullptr);
    int keep_nan = 0;
    bool offered = false;
    (void)shaders(&keep_nan, &offered);
    const OutputRef x = Placeholder("x", DType::kFloat, Shape{2, 2});
    const OutputRef region = On(kVulkan, "Relu", {On(kVulkan, "Neg", {x})});
    const OutputRef product = On(kVulkan, "MatMul", {region, region});
    const auto out = Run({region, product}, {{x, Floats({NAN, -1, -2, INFINITY}, Shape{2, 2})}});
    const std::vector<float> got = ToFloats(out[0]);
    EXPECT_TRUE(std::isnan(got[0])) << got[0];
    EXPECT_EQ((std::vector<float>(got.begin() + 1, got.end())), (std::vector<float>{1, 2, 0}));
    const int made = shaders(&keep_nan, &offered);
    EXPECT_GE(made, 2);
    EXPECT_EQ(offered && hidden, false);
    EXPECT_EQ(keep_nan, offered ? made : 0);
    EXPECT_EQ(errors(), "");
  }
}

TEST_F(VulkanDevice, ALossIsAStatusAndTheDeviceOpensAgain) {
  RUNNEL_START_OR_SKIP({{"vulkan.library", RUNNEL_TEST_LOSING_VULKAN}});
  void* library = dlopen(RUNNEL_TEST_LOSING_VULKAN, RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto lose_after = reinterpret_cast<void (*)(int)>(dlsym(library, "losing_vulkan_lose_after"));
  const auto destroyed_under_waits =
      reinterpret_cast<int (*)()>(dlsym(library, "losing_vulkan_destroyed_under_waits"));
  ASSERT_TRUE(lose_after != nullptr && destroyed_under_waits != nullptr);
  ExpectWorks();
  for (int round = 0; round < 30; ++round) {
    lose_after(round % 3);
    Status status;
    for (int i = 0; i < 4 && status.ok(); ++i) {
      std::vector<float> out;
      status = Add(&out);
    }
    EXPECT_EQ(status.code(), Code::kUnavailable) << status.ToString();
    EXPECT_TRUE(vulkan()->lost());
    EXPECT_EQ(vulkan()->AllocateBuffer(1 << 20).status().code(), Code::kUnavailable);
    lose_after(-1);
    session_ = nullptr;  // and with it what it holds on the device
    const Status again = vulkan()->Reopen();
    ASSERT_TRUE(again.ok()) << again.ToString();
    ExpectWorks();
  }
  EXPECT_EQ(destroyed_under_waits(), 0);
}

TEST_F(VulkanDevice, PipelinesAreKeptOnDiskAndABadFileLosesNothing) {
  const Folder folder;
  const auto run = [&] {
    if (!Start({{"vulkan.cache_dir", folder.path}})) return false;
    ExpectWorks();
    TearDown();
    return true;
  };
  if (!run()) GTEST_SKIP() << "vulkan: no Vulkan device";
  const auto files = folder.Files();
  ASSERT_EQ(files.size(), 1u);
  const auto size = std::filesystem::file_size(files[0]);
  EXPECT_GT(size, 32u);
  // Cut short, changed, of somebody else, empty: each run works and leaves a whole file.
  const auto overwrite = [&](const std::string& bytes) {
    std::ofstream(files[0], std::ios::binary) << bytes;
  };
  std::string whole(size, '\0');
  std::ifstream(files[0], std::ios::binary).read(whole.data(), static_cast<std::streamsize>(size));
  std::string changed = whole;
  changed.back() = static_cast<char>(changed.back() ^ 1);
  for (const std::string& bad :
       {whole.substr(0, size / 2), changed, std::string(1000, 'x'), std::string()}) {
    overwrite(bad);
    ASSERT_TRUE(run());
    EXPECT_EQ(folder.Files().size(), 1u);
    EXPECT_EQ(std::filesystem::file_size(files[0]), size);
  }
}

TEST_F(VulkanDevice, ACacheFolderThatCannotBeMadeIsNotMissed) {
  RUNNEL_START_OR_SKIP({{"vulkan.cache_dir", "/dev/null/cache"}});
  ExpectWorks();
}

TEST_F(VulkanDevice, TheTrialProductOfAnUnknownDeviceIsExactInEveryVariant) {
  for (const char* gemm : {"flat", "tile", "lanes", "matrix"}) {
    RUNNEL_START_OR_SKIP({{"vulkan.canary", "2"}, {"vulkan.gemm", gemm}});
    const Status opened = vulkan()->Open();
    EXPECT_TRUE(opened.ok()) << opened.ToString();
    ExpectWorks();
  }
}

// An Adreno that miscomputes square workgroups, and a Mali whose driver loses 16-bit stores: the one
// multiplies with others, the other has no kernels for half.
TEST_F(VulkanDevice, KnownFaultsOfDriversAreAvoided) {
  const struct {
    const char* pretended;
    bool has_half;
  } devices[] = {{"1 5143 6030001 80000000", true}, {"1 13B5 60000001 2000000", false}};
  for (const auto& device : devices) {
    setenv("PRETENDED_VULKAN", device.pretended, 1);
    const bool is_there = Start({{"vulkan.library", RUNNEL_TEST_LOSING_VULKAN}});
    unsetenv("PRETENDED_VULKAN");
    if (!is_there) GTEST_SKIP() << "vulkan: no Vulkan device";
    const Shape square{70, 70};
    std::vector<float> values(70 * 70);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7) - 3;
    const OutputRef x = Placeholder("x", DType::kFloat, square);
    const auto product = [&](const char* on, DType dtype) {
      const OutputRef factor = On(kCpu, "Cast", {x}, {{"DstT", AttrValue(dtype)}});
      return On(kCpu, "Cast", {On(on, "MatMul", {factor, factor})},
                {{"DstT", AttrValue(DType::kFloat)}});
    };
    for (const DType dtype : {DType::kFloat, DType::kHalf}) {
      std::vector<Tensor> got;
      const Status status = TryRun({product(kCpu, dtype), product(kVulkan, dtype)},
                                   {{x, Floats(values, square)}}, {}, &got);
      const bool can = dtype == DType::kFloat || device.has_half;
      EXPECT_EQ(status.code(), can ? Code::kOk : Code::kInvalidArgument) << status.ToString();
      if (status.ok()) {
        EXPECT_EQ(ToFloats(got[0]), ToFloats(got[1]));
      }
    }
    EXPECT_EQ(errors(), "");
  }
}

TEST_F(VulkanDevice, RandomNumbersAreTheCpus) {
  RUNNEL_START_OR_SKIP();
  for (const char* op : {"RandomUniform", "RandomStandardNormal", "TruncatedNormal"}) {
    std::vector<Tensor> values;
    for (const char* device : {kCpu, kVulkan}) {
      const OutputRef y = On(device, op, {b().Int32Vector({1003})},
                             {{"dtype", AttrValue(DType::kFloat)},
                              {"seed", AttrValue(int64_t{87654321})},
                              {"seed2", AttrValue(int64_t{5})}});
      values.push_back(Run({y}).at(0));
    }
    const auto cpu = ToFloats(values[0]), vulkan = ToFloats(values[1]);
    ASSERT_EQ(vulkan.size(), 1003u);
    for (size_t i = 0; i < cpu.size(); ++i) EXPECT_NEAR(vulkan[i], cpu[i], 2e-6F) << op << " " << i;
    testing::LogCase("forward", op, "dtype=float,T=int32", "VULKAN");
  }
}

TEST_F(VulkanDevice, RandomNumbersWithoutStateAreTheCpus) {
  RUNNEL_START_OR_SKIP();
  const Tensor seeds = *Tensor::FromValues<int64_t>(Shape{2}, std::vector<int64_t>{-7, 0x123456789AB});
  for (const char* op :
       {"StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal"}) {
    std::vector<std::vector<float>> values;
    for (const char* device : {kCpu, kVulkan}) {
      const OutputRef y = On(device, op, {b().Int32Vector({17, 59}), b().Constant(seeds)},
                             {{"dtype", AttrValue(DType::kFloat)}});
      values.push_back(ToFloats(Run({y}).at(0)));
      session_ = nullptr;
    }
    ASSERT_EQ(values[1].size(), 1003u);
    for (size_t i = 0; i < values[0].size(); ++i)
      EXPECT_NEAR(values[1][i], values[0][i], 2e-6F) << op << " " << i;
  }
  std::vector<Tensor> whole;
  for (const char* device : {kCpu, kVulkan}) {
    const OutputRef y = On(device, "StatelessRandomUniformInt",
                           {b().Int32Vector({1003}), b().Constant(seeds),
                            b().Constant(*Tensor::FromScalar<int64_t>(-5000000000)),
                            b().Constant(*Tensor::FromScalar<int64_t>(7000000000))},
                           {{"dtype", AttrValue(DType::kInt64)}});
    whole.push_back(Run({y}).at(0));
    session_ = nullptr;
  }
  ASSERT_EQ(whole[0].size_bytes(), 1003u * 8);
  EXPECT_EQ(std::memcmp(whole[0].data(), whole[1].data(), whole[0].size_bytes()), 0);
}

TEST_F(VulkanDevice, RowsThatAnOptimizerMeetsTwiceAreSteppedTwice) {
  RUNNEL_START_OR_SKIP({{"vulkan.validation", "1"}});
  std::vector<std::vector<float>> values;
  const Tensor rows = *Tensor::FromValues<int32_t>(Shape{4}, std::vector<int32_t>{2, 0, 2, 4});
  for (const char* device : {kCpu, kVulkan}) {
    const OutputRef var = Variable(std::string("var") + device[8], DType::kFloat, Shape{5, 3}, device);
    const OutputRef slot = Variable(std::string("slot") + device[8], DType::kFloat, Shape{5, 3}, device);
    std::vector<float> start, slopes;
    for (int i = 0; i < 15; ++i) start.push_back(0.25F * static_cast<float>(i) - 1);
    for (int i = 0; i < 12; ++i) slopes.push_back(0.125F * static_cast<float>(i) - 0.5F);
    const Tensor initial = Floats(start, Shape{5, 3});
    const std::vector<Node*> assign = {Assign(var, b().Constant(initial)),
                                       Assign(slot, b().Constant(initial))};
    Node* step = b().AddNode(
        {{},
         "ResourceSparseApplyMomentum",
         {var, slot, b().Scalar(DType::kFloat, 0.5), b().Constant(Floats(slopes, Shape{4, 3})),
          b().Constant(rows), b().Scalar(DType::kFloat, 0.75)},
         {},
         {},
         device});
    const OutputRef read = Read(var);
    session_ = nullptr;
    Run({}, {}, assign);
    Run({}, {}, {step});
    values.push_back(ToFloats(Run({read}).at(0)));
  }
  ASSERT_EQ(values[1].size(), 15u);
  for (size_t i = 0; i < values[0].size(); ++i) EXPECT_FLOAT_EQ(values[1][i], values[0][i]) << i;
  EXPECT_EQ(errors(), "");
}

TEST_F(VulkanDevice, WhatIsOutOfRangeIsZeroOrNan) {
  RUNNEL_START_OR_SKIP();
  const OutputRef rows = b().Constant(Floats({1, 2, 3, 4}, Shape{2, 2}));
  const OutputRef indices = Placeholder("indices", DType::kInt32, Shape{3});
  const OutputRef gathered = On(kVulkan, "GatherV2", {rows, indices, b().Scalar(DType::kInt32, 0)});
  const Tensor bad = *Tensor::FromValues<int32_t>(Shape{3}, std::vector<int32_t>{1, 7, -1});
  EXPECT_EQ(ToFloats(Run({gathered}, {{indices, bad}}).at(0)), (std::vector<float>{3, 4, 0, 0, 0, 0}));
  const OutputRef logits = b().Constant(Floats({1, 2, 3, 4, 5, 6}, Shape{3, 2}));
  const OutputRef losses = On(kVulkan, "SparseSoftmaxCrossEntropyWithLogits", {logits, indices});
  session_ = nullptr;
  const auto values = ToFloats(Run({losses}, {{indices, bad}}).at(0));
  EXPECT_NEAR(values[0], 0.31326169F, 1e-6F);
  EXPECT_TRUE(std::isnan(values[1]) && std::isnan(values[2])) << values[1] << " " << values[2];
}

}  // namespace
}  // namespace runnel
