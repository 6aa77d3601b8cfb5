// What the tests of the CUDA plugin share: a runtime whose plugin has opened the fake driver, and the
// wires by which that is told to fail.
#ifndef RUNNEL_TESTS_CUDA_CUDA_TEST_H_
#define RUNNEL_TESTS_CUDA_CUDA_TEST_H_

#include <dlfcn.h>

#include <string>
#include <vector>

#include "core/passes/gradients.h"
#include "core/runtime/devices/device.h"
#include "tests/cuda/fake/control.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {

inline constexpr const char* kCuda = "/device:CUDA:0";
inline constexpr const char* kCpu = "/device:CPU:0";

// A generator of numbers that are the same everywhere.
struct Draws {
  uint64_t state = 88172645463325252ull;
  float Next(float low, float high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * static_cast<float>(static_cast<double>(state >> 11) * 0x1p-53);
  }
};

class CudaTest : public RuntimeTest {
 protected:
  void SetUp() override {
    void* library = dlopen(RUNNEL_FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
    auto control = reinterpret_cast<decltype(&fake_cuda_control)>(dlsym(library, "fake_cuda_control"));
    ASSERT_NE(control, nullptr);
    fake_ = control();
    fake_->reset(1);
    fake_->set_memory(size_t{64} << 20);
    Begin();
  }
  // Nothing was written behind an allocation, and all of them are gone.
  void TearDown() override {
    if (fake_ == nullptr) return;
    End();
    EXPECT_EQ(fake_->broken_canaries(), 0);
    EXPECT_EQ(fake_->bytes_in_use(), 0u);
  }

  // A runtime of its own, with an empty graph.
  void Begin(const std::map<std::string, std::string>& config = {}) {
    RuntimeOptions options;
    options.num_threads = 2;
    options.config["cuda.driver"] = RUNNEL_FAKE_DRIVER;
    options.config["cuda.nvrtc"] = "none";
    options.config["cuda.cublaslt"] = "none";
    options.config["cuda.cudnn"] = "none";
    options.config["cuda.nccl"] = "none";
    for (const auto& [key, value] : config) options.config[key] = value;
    Restart(options);
  }
  void End() {
    session_ = nullptr;
    builder_.reset();
    graph_.reset();
    runtime_ = nullptr;
  }

  Device* cuda() {
    for (Device* device : runtime_->devices()) {
      if (device->type() == "CUDA") return device;
    }
    return nullptr;
  }

  // A fed value of small whole numbers: every type and order of summing has the same ones.
  OutputRef Whole(DType dtype, const Shape& shape, int64_t seed) {
    std::vector<float> values;
    for (int64_t i = 0; i < shape.num_elements(); ++i)
      values.push_back(static_cast<float>((i * 7 + seed) % 5) - 2);
    const OutputRef x = Placeholder("", DType::kFloat, shape);
    feeds_.emplace_back(x, Floats(values, shape));
    return dtype == DType::kFloat ? x : b().Op("Cast", {x}, {{"DstT", AttrValue(dtype)}});
  }

  const fake_cuda_control_t* fake_ = nullptr;
  std::vector<std::pair<OutputRef, Tensor>> feeds_;
};

}  // namespace runnel

#endif  // RUNNEL_TESTS_CUDA_CUDA_TEST_H_
