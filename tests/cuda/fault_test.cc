// A driver that is not there, that fails, that runs out of memory, and a device that is lost: a status
// each, and the process goes on.
#include <atomic>
#include <cstring>

#include "core/runtime/plugins/host_table.h"
#include "tests/cuda/cuda_test.h"

namespace runnel {
namespace {

// What cuda.h calls them.
constexpr int kInvalidValue = 1, kIllegalAddress = 700;

class CudaFaults : public CudaTest {
 protected:
  // Two steps of a layer that learns, from an empty runtime to fetched weights.
  Status LearnTwice() {
    End();
    RuntimeOptions options;
    options.num_threads = 1;
    options.config["cuda.driver"] = RUNNEL_FAKE_DRIVER;
    options.config["cuda.nvrtc"] = "none";
    options.config["cuda.cublaslt"] = "none";
    options.config["cuda.cudnn"] = "none";
    auto runtime = Runtime::Create(options);
    RUNNEL_RETURN_IF_ERROR(runtime.status());
    runtime_ = *runtime;
    graph_ = std::make_shared<Graph>(&runtime_->ops());
    builder_ = std::make_unique<GraphBuilder>(graph_.get(), "");
    if (cuda() == nullptr) return Unavailable("no device is listed");
    b().set_device(kCuda);
    const OutputRef x = Placeholder("x", DType::kFloat, Shape({4, 3}));
    const OutputRef w = Variable("w", DType::kFloat, Shape({3, 2}), kCuda);
    Node* const init = Assign(w, b().Constant(Floats({1, 2, 3, 4, 5, 6}, Shape({3, 2}))));
    const OutputRef y = b().Op("MatMul", {x, Read(w)});
    const OutputRef loss = b().Op("Mean", {b().Op("Square", {y}), b().Int32Vector({0, 1})});
    const OutputRef slope = b().Op("MatMul", {x, y}, {{"transpose_a", AttrValue(true)}});
    Node* const update = b().AddNode({{},
                                      "ResourceApplyGradientDescent",
                                      {w, b().Scalar(DType::kFloat, 0.01), slope},
                                      {},
                                      {},
                                      kCuda});
    const OutputRef after = Read(w);
    std::vector<Tensor> out;
    const std::pair<OutputRef, Tensor> feed{x, Floats(std::vector<float>(12, 0.5F), Shape({4, 3}))};
    RUNNEL_RETURN_IF_ERROR(TryRun({}, {}, {init}, &out));
    for (int i = 0; i < 2; ++i) RUNNEL_RETURN_IF_ERROR(TryRun({loss}, {feed}, {update}, &out));
    RUNNEL_RETURN_IF_ERROR(TryRun({after}, {}, {}, &out));
    result_ = ToFloats(out[0]);
    return OkStatus();
  }
  std::vector<float> result_;
};

TEST_F(CudaFaults, WithoutADriverThereIsNoDeviceAndNoError) {
  for (const char* path : {"/no/such/libcuda.so.1", "/proc/self/exe"}) {
    Begin({{"cuda.driver", path}});
    ASSERT_TRUE(runtime_);
    EXPECT_EQ(cuda(), nullptr) << path;
  }
  Begin({{"cuda.devices", "0"}});
  EXPECT_EQ(cuda(), nullptr);
  Begin();
  EXPECT_NE(cuda(), nullptr);
}

// It lists devices, and refuses the plugin's kernels one by one.
TEST_F(CudaFaults, AnOlderDriverHasNoDevicesAndTheLogSaysWhy) {
  End();
  setenv("FAKE_CUDA_VERSION", "12040", 1);
  RuntimeOptions options;
  options.config["cuda.driver"] = RUNNEL_FAKE_DRIVER;
  options.min_severity = Severity::kWarning;
  std::string log;
  options.log_sink = [&](Severity, std::string_view text) { log += text; };
  const auto runtime = Runtime::Create(options);
  unsetenv("FAKE_CUDA_VERSION");
  ASSERT_TRUE(runtime.ok()) << runtime.status().ToString();
  for (const Device* device : (*runtime)->devices()) EXPECT_NE(device->type(), "CUDA");
  EXPECT_NE(log.find("no CUDA devices: the driver is for CUDA 12.4, wanted is one for 13.0 or newer"),
            std::string::npos)
      << log;
}

TEST_F(CudaFaults, EveryCallOfTheDriverThatFailsIsAStatus) {
  fake_->reset(1);
  ASSERT_TRUE(LearnTwice().ok());
  const std::vector<float> expected = result_;
  End();
  const int64_t calls = fake_->calls();
  ASSERT_GT(calls, 100);
  int reported = 0;
  for (int64_t n = 1; n <= calls; ++n) {
    fake_->reset(1);
    fake_->fail(n, nullptr, kInvalidValue);
    const Status status = LearnTwice();
    // A call on the way out, or one whose failure has another way, does not end the run.
    if (status.ok()) {
      EXPECT_EQ(result_, expected) << "call " << n;
    } else {
      ++reported;
      const std::string text = status.ToString();
      EXPECT_TRUE(text.find("cu") != std::string::npos || text.find("no device") != std::string::npos)
          << "call " << n << ": " << text;
    }
    End();
    ASSERT_FALSE(HasFailure()) << "call " << n << " of " << calls;
  }
  // Of all calls most may be questions whether work has ended, as many as there is time for.
  EXPECT_GT(reported, 100);
  fake_->reset(1);
  ASSERT_TRUE(LearnTwice().ok());
  EXPECT_EQ(result_, expected);
}

TEST_F(CudaFaults, AContextThatBreaksAtAnyCallLosesTheDeviceAndNothingElse) {
  fake_->reset(1);
  ASSERT_TRUE(LearnTwice().ok());
  End();
  const int64_t calls = fake_->calls();
  for (int64_t n = 1; n <= calls; n += 5) {
    fake_->reset(n);
    fake_->fail(n, nullptr, kIllegalAddress);
    const Status status = LearnTwice();
    End();
    fake_->reset(1);
    const Status again = LearnTwice();
    ASSERT_TRUE(again.ok()) << "after call " << n << " (" << status.ToString()
                            << "): " << again.ToString();
    End();
  }
}

TEST_F(CudaFaults, ALostDeviceAnswersUnavailableAndIsOpenedAgain) {
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({4}));
  b().set_device(kCuda);
  const OutputRef y = b().Op("Exp", {x});
  std::vector<Tensor> out;
  const std::pair<OutputRef, Tensor> feed{x, Floats({0, 0, 0, 0})};
  ASSERT_TRUE(TryRun({y}, {feed}, {}, &out).ok());
  fake_->fail(1, "cuLaunchKernel", kIllegalAddress);
  const Status lost = TryRun({y}, {feed}, {}, &out);
  EXPECT_EQ(lost.code(), Code::kUnavailable) << lost.ToString();
  EXPECT_NE(lost.message().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string_view::npos)
      << lost.ToString();
  EXPECT_EQ(TryRun({y}, {feed}, {}, &out).code(), Code::kUnavailable);
  session_ = nullptr;
  out.clear();
  ASSERT_TRUE(cuda()->Reopen().ok());
  ASSERT_TRUE(TryRun({y}, {feed}, {}, &out).ok());
  EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{1, 1, 1, 1}));
}

// As whoever lets memory go does, which asks how far the device is.
TEST_F(CudaFaults, WhoHearsOfALossMayAskTheDeviceAtOnce) {
  constexpr uint64_t kBytes = 64;
  Device* const device = cuda();
  ASSERT_TRUE(device->Open().ok());
  struct Asker {
    Device* device;
    Status heard;
    std::atomic<bool> done{false};
  } asker{device, {}};
  {
    const Ref<Buffer> there = *device->AllocateBuffer(kBytes);
    const Ref<Buffer> host = *AllocateHostBuffer(SystemAllocator(), kBytes);
    std::memset(host->data(), 0, kBytes);
    fake_->hold(1);
    uint64_t point = 0;
    ASSERT_TRUE(device->CopyToDevice(host, 0, there, 0, kBytes, &point).ok());
    const auto ask = [](void* arg, rnlp_status_t* failed) {
      auto* const self = static_cast<Asker*>(arg);
      self->heard = FromPluginStatus(failed);
      (void)self->device->compute().ReachedPoint();
      self->done = true;
      self->done.notify_all();
    };
    ASSERT_TRUE(device->Notify(point, ask, &asker).ok());
    fake_->fail(1, "cuEventQuery", kIllegalAddress);
    (void)device->Reached(point);
    asker.done.wait(false);
    fake_->hold(0);
  }
  EXPECT_EQ(asker.heard.code(), Code::kUnavailable) << asker.heard.ToString();
  EXPECT_TRUE(device->lost());
  fake_->reset(1);
  EXPECT_TRUE(device->Reopen().ok());
}

TEST_F(CudaFaults, AFullDeviceNamesWhatWasAskedAndTheSessionGoesOn) {
  Begin({{"cuda.memory_bytes", "300000"}});
  const OutputRef x = Placeholder("x", DType::kFloat, Shape({-1}));
  b().set_device(kCuda);
  const OutputRef y = b().Op("Exp", {x});
  std::vector<Tensor> out;
  const Status full = TryRun({y}, {{x, Floats(std::vector<float>(100000, 0))}}, {}, &out);
  EXPECT_EQ(full.code(), Code::kResourceExhausted) << full.ToString();
  EXPECT_NE(full.message().find("300000"), std::string_view::npos) << full.ToString();
  ASSERT_TRUE(TryRun({y}, {{x, Floats({0, 0})}}, {}, &out).ok());
  EXPECT_EQ(ToFloats(out[0]), (std::vector<float>{1, 1}));
}

// Of the fake's 64 MiB.
TEST_F(CudaFaults, MemoryIsLimitedByBytesOrByTheShareOfTheDevice) {
  const auto limit = [&] {
    EXPECT_TRUE(cuda()->Open().ok());
    return cuda()->MemoryStats()->limit_bytes;
  };
  EXPECT_EQ(limit(), 64u << 20);
  Begin({{"cuda.memory_percent", "25"}});
  EXPECT_EQ(limit(), (64u << 20) / 100 * 25);
  const Status full = cuda()->AllocateBuffer(20 << 20).status();
  EXPECT_EQ(full.code(), Code::kResourceExhausted) << full.ToString();
  EXPECT_NE(full.message().find(std::to_string((64u << 20) / 100 * 25)), std::string_view::npos)
      << full.ToString();
  EXPECT_TRUE(cuda()->AllocateBuffer(10 << 20).ok());
  Begin({{"cuda.memory_percent", "25"}, {"cuda.memory_bytes", "1000000"}});
  EXPECT_EQ(limit(), 1'000'000u) << "the lower of both";
  End();
  RuntimeOptions options;
  options.config["cuda.driver"] = RUNNEL_FAKE_DRIVER;
  options.config["cuda.memory_percent"] = "101";
  std::string log;
  options.log_sink = [&](Severity, std::string_view text) { log += text; };
  ASSERT_TRUE(Runtime::Create(options).ok());
  EXPECT_NE(log.find("\"memory_percent\" is 101"), std::string::npos) << log;
}

TEST_F(CudaFaults, WithoutGrowthTheLimitIsTakenWhenTheDeviceIsOpened) {
  const std::string half = std::to_string(32 << 20);
  Begin({{"cuda.memory_bytes", half}, {"cuda.allow_growth", "0"}});
  ASSERT_TRUE(cuda()->Open().ok());
  EXPECT_TRUE(cuda()->AllocateBuffer(32 << 20).ok()) << "and is there";
  Begin();
  const Ref<Runtime> others = runtime_;
  const auto most = cuda()->AllocateBuffer(40 << 20);
  ASSERT_TRUE(most.ok()) << most.status().ToString();
  Begin({{"cuda.memory_bytes", half}, {"cuda.allow_growth", "0"}});
  const Status full = cuda()->Open();
  EXPECT_EQ(full.code(), Code::kResourceExhausted) << full.ToString();
  EXPECT_NE(full.message().find(half), std::string_view::npos) << full.ToString();
  EXPECT_NE(full.message().find("allow_growth"), std::string_view::npos) << full.ToString();
  Begin({{"cuda.memory_bytes", half}});
  EXPECT_TRUE(cuda()->Open().ok()) << "what grows may find more later";
}

}  // namespace
}  // namespace runnel
