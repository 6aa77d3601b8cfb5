// What the Vulkan plugin's tests share: a runtime with a simulated device, and what it has logged.
#ifndef RUNNEL_TESTS_VULKAN_VULKAN_TEST_H_
#define RUNNEL_TESTS_VULKAN_VULKAN_TEST_H_

#include <map>
#include <mutex>
#include <string>

#include "core/runtime/devices/device.h"
#include "tests/runtime/runtime_test.h"

namespace runnel {

inline constexpr const char* kVulkan = "/device:VULKAN:0";
inline constexpr const char* kCpu = "/device:CPU:0";

class VulkanTest : public RuntimeTest {
 protected:
  using Config = std::map<std::string, std::string, std::less<>>;
  void SetUp() override {}
  void TearDown() override {
    session_ = nullptr;
    builder_.reset();
    graph_.reset();
    runtime_ = nullptr;
  }

  // A runtime with these settings of the plugin besides "software" and "cache_dir"; false, with the test
  // skipped, where there is no Vulkan device.
  bool Start(Config config = {}) {
    config.emplace("vulkan.software", "1");
    config.emplace("vulkan.cache_dir", "none");
    RuntimeOptions options;
    options.num_threads = 2;
    options.config = std::move(config);
    options.log_sink = [this](Severity severity, std::string_view message) {
      const std::lock_guard lock(log_mutex_);
      if (severity >= Severity::kError) errors_ += std::string(message) + "\n";
    };
    Restart(options);
    return vulkan() != nullptr;
  }
  Device* vulkan() const {
    for (Device* device : runtime_->devices()) {
      if (device->type() == "VULKAN") return device;
    }
    return nullptr;
  }
  std::string errors() {
    const std::lock_guard lock(log_mutex_);
    return errors_;
  }

  // An op on a device.
  OutputRef On(const char* device, const char* op, std::vector<OutputRef> inputs, AttrList attrs = {}) {
    return {b().AddNode({{}, op, std::move(inputs), {}, std::move(attrs), device}), 0};
  }

 private:
  std::mutex log_mutex_;  // guards errors_
  std::string errors_;
};

#define RUNNEL_START_OR_SKIP(...) \
  if (!Start(__VA_ARGS__)) GTEST_SKIP() << "vulkan: no Vulkan device"

}  // namespace runnel

#endif  // RUNNEL_TESTS_VULKAN_VULKAN_TEST_H_
