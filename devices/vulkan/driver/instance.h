// The plugin within one runtime: its configuration, libvulkan, and the physical devices that fit.
//
// libvulkan is opened by the first `enumerate`, and only where something could drive a device: a machine
// without a GPU pays nothing. Devices that a processor simulates (lavapipe) are listed only if the
// configuration "software" is 1, for they are slower than the CPU plugin on the same processor.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_INSTANCE_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_INSTANCE_H_

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "devices/vulkan/driver/quirks.h"
#include "devices/vulkan/driver/vk_api.h"
#include "plugins/sdk/plugin.h"

namespace runnel::vulkan {

using plugin::Fail;

inline constexpr const char* kId = "runnel.vulkan";

// The shaders of matrix products (kernels' gemm.cc), by their names in the configuration.
enum class GemmShader : uint8_t { kFitting, kFlat, kLanes, kMatrix, kTile };

// What configuration sets.
struct Options {
  uint64_t software = 0;            // 1: also devices that a processor simulates
  uint64_t memory_limit_bytes = 0;  // 0: the device's own memory
  uint64_t submit_dispatches = 0;   // most commands in one submission; 0: what suits the device
  uint64_t validation = 0;          // 1: the validation layer, its findings logged as errors
  uint64_t skip_barrier = 0;        // tests only: leaves out the n-th barrier of each device
  uint64_t f16 = 1;                 // 0: no kernels for half
  uint64_t canary = 1;              // 0: no trial product when a device is opened; 2: known ones too
  GemmShader gemm = GemmShader::kFitting;  // where it can; kFitting: what suits device and sizes
  std::string library = "libvulkan.so.1";  // a name or a path
  std::string cache_dir;  // of pipelines; "none": no cache; empty: $XDG_CACHE_HOME/runnel
};

// What a physical device can do, as far as kernels care.
struct Capabilities {
  bool int64 = false;
  bool storage16 = false;
  bool keep_nan = false;  // shaders may ask that floats keep NaN, infinities and the sign of zero
  bool unified = false;   // all memory is visible to the host
  bool matrices = false;  // subgroups of 32 multiply halves 16 x 16 x 16 into floats
  uint32_t lanes = 0;     // of a processor's vector, which is a subgroup; 0: not known
  uint32_t max_invocations = 128;
  uint32_t shared_bytes = 16384;
  uint32_t max_groups[3] = {65535, 65535, 65535};
  uint64_t max_range_bytes = 0;
  uint64_t max_allocation_bytes = 0;  // larger ones may fail, whatever memory is left
  uint32_t max_bindings = 4;
  uint32_t alignment_bytes = 64;
};

struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  VkPhysicalDeviceProperties properties{};
  VkPhysicalDeviceMemoryProperties memory{};
  Capabilities can;
  Quirks quirks;
  uint32_t queue_family = 0;
  uint32_t queue_count = 1;
  uint32_t memory_type = 0;  // of tensors
  uint32_t host_type = 0;    // of what the host writes and reads
  uint64_t memory_bytes = 0;
  bool is_processor() const { return properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }
};

// A message that names the call, for whoever gets it.
rnlp_status_t* FailedCall(const rnlp_host_t* host, VkResult result, const char* what);

// Runs a body that may throw bad_alloc; the ABI carries no exceptions.
template <typename Body>
rnlp_status_t* Guard(const rnlp_host_t* host, Body&& body) {
  try {
    return body();
  } catch (const std::exception&) {
    return Fail(host, RNLP_RESOURCE_EXHAUSTED, "%s: no host memory left", kId);
  }
}

}  // namespace runnel::vulkan

struct rnlp_instance_t {
  explicit rnlp_instance_t(const rnlp_host_t* h) : host(h) {}
  ~rnlp_instance_t();
  rnlp_status_t* Init();  // reads the options

  // Opens libvulkan and lists the devices, once. Errors: RESOURCE_EXHAUSTED; what stands in the way of
  // Vulkan itself is logged, and then there are no devices.
  rnlp_status_t* Start();

  const rnlp_host_t* const host;
  runnel::vulkan::Options options;
  runnel::vulkan::InstanceApi vk;
  std::vector<runnel::vulkan::PhysicalDevice> devices;  // constant after Start
  std::atomic<uint64_t> findings{0};                    // of the validation layer

 private:
  bool LoadLibrary();
  bool CreateInstance();
  void ListDevices();
  void Watch();  // hears the validation layer

  std::mutex mutex_;  // guards all below
  bool started_ = false;
  void* library_ = nullptr;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
};

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_INSTANCE_H_
