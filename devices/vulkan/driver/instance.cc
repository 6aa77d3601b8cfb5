#include "devices/vulkan/driver/instance.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

#include "devices/vulkan/driver/matrices.h"

namespace runnel::vulkan {
namespace {

// Device nodes of the kernel drivers that Vulkan drivers sit on.
bool MayHaveHardware() {
  static constexpr const char* kNodes[] = {"/dev/dri",   "/dev/nvidiactl", "/dev/kgsl-3d0",
                                           "/dev/mali0", "/dev/dxg",       "/dev/nvgpu"};
  struct stat info;
  return std::any_of(std::begin(kNodes), std::end(kNodes),
                     [&](const char* node) { return stat(node, &info) == 0; });
}

// The smallest set of properties that `want` asks for; UINT32_MAX if no type has them.
uint32_t FindMemoryType(const VkPhysicalDeviceMemoryProperties& memory, VkMemoryPropertyFlags want) {
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((memory.memoryTypes[i].propertyFlags & want) == want) return i;
  }
  return UINT32_MAX;
}

constexpr VkMemoryPropertyFlags kVisible =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

VkBool32 VKAPI_CALL Hear(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  auto* instance = static_cast<rnlp_instance_t*>(user);
  instance->findings.fetch_add(1, std::memory_order_relaxed);
  plugin::Log(instance->host, RNLP_LOG_ERROR, "vulkan validation: %s", data->pMessage);
  return VK_FALSE;
}

bool FindGemmShader(std::string_view name, GemmShader* out) {
  static constexpr std::pair<std::string_view, GemmShader> kNames[] = {{"", GemmShader::kFitting},
                                                                       {"flat", GemmShader::kFlat},
                                                                       {"lanes", GemmShader::kLanes},
                                                                       {"matrix", GemmShader::kMatrix},
                                                                       {"tile", GemmShader::kTile}};
  for (const auto& [known, shader] : kNames) {
    if (name != known) continue;
    *out = shader;
    return true;
  }
  return false;
}

}  // namespace

const char* ResultName(VkResult result) {
  switch (result) {
    case VK_SUCCESS:
      return "VK_SUCCESS";
    case VK_TIMEOUT:
      return "VK_TIMEOUT";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "VK_ERROR_OUT_OF_DEVICE_MEMORY";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_DEVICE_LOST:
      return "VK_ERROR_DEVICE_LOST";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "VK_ERROR_INCOMPATIBLE_DRIVER";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "VK_ERROR_EXTENSION_NOT_PRESENT";
    case VK_ERROR_FEATURE_NOT_PRESENT:
      return "VK_ERROR_FEATURE_NOT_PRESENT";
    case VK_ERROR_OUT_OF_POOL_MEMORY:
      return "VK_ERROR_OUT_OF_POOL_MEMORY";
    case VK_ERROR_TOO_MANY_OBJECTS:
      return "VK_ERROR_TOO_MANY_OBJECTS";
    default:
      return "another Vulkan error";
  }
}

rnlp_status_t* FailedCall(const rnlp_host_t* host, VkResult result, const char* what) {
  int32_t code = RNLP_INTERNAL;
  if (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
      result == VK_ERROR_OUT_OF_POOL_MEMORY || result == VK_ERROR_FRAGMENTED_POOL ||
      result == VK_ERROR_TOO_MANY_OBJECTS) {
    code = RNLP_RESOURCE_EXHAUSTED;
  } else if (result == VK_ERROR_DEVICE_LOST || result == VK_ERROR_INITIALIZATION_FAILED) {
    code = RNLP_UNAVAILABLE;
  }
  return Fail(host, code, "%s: %s failed with %s (%d)", kId, what, ResultName(result),
              static_cast<int>(result));
}

}  // namespace runnel::vulkan

using namespace runnel::vulkan;  // NOLINT: the ABI's types are global, their parts are not

rnlp_status_t* rnlp_instance_t::Init() {
  RNLP_TRY(runnel::plugin::ConfigNumber(host, "software", &options.software));
  RNLP_TRY(runnel::plugin::ConfigNumber(host, "memory_limit_bytes", &options.memory_limit_bytes));
  RNLP_TRY(runnel::plugin::ConfigNumber(host, "submit_dispatches", &options.submit_dispatches));
  RNLP_TRY(runnel::plugin::ConfigNumber(host, "validation", &options.validation));
  RNLP_TRY(runnel::plugin::ConfigNumber(host, "skip_barrier", &options.skip_barrier));
  RNLP_TRY(runnel::plugin::ConfigNumber(host, "f16", &options.f16));
  RNLP_TRY(runnel::plugin::ConfigNumber(host, "canary", &options.canary));
  if (options.submit_dispatches > 4096) {
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: configuration \"submit_dispatches\" is %llu, expected at most 4096", kId,
                static_cast<unsigned long long>(options.submit_dispatches));
  }
  return Guard(host, [&]() -> rnlp_status_t* {
    options.cache_dir = runnel::plugin::Config(host, "cache_dir");
    options.library = runnel::plugin::Config(host, "library", "libvulkan.so.1");
    const std::string gemm = runnel::plugin::Config(host, "gemm");
    if (FindGemmShader(gemm, &options.gemm)) return nullptr;
    return Fail(host, RNLP_INVALID_ARGUMENT,
                "%s: configuration \"gemm\" is \"%s\", expected flat, lanes, matrix or tile", kId,
                gemm.c_str());
  });
}

rnlp_instance_t::~rnlp_instance_t() {
  if (instance_ == VK_NULL_HANDLE) return;
  if (messenger_ != VK_NULL_HANDLE) {
    auto destroy = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vk.GetInstanceProcAddr(instance_, "vkDestroyDebugUtilsMessengerEXT"));
    if (destroy != nullptr) destroy(instance_, messenger_, nullptr);
  }
  vk.DestroyInstance(instance_, nullptr);
}

rnlp_status_t* rnlp_instance_t::Start() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (started_) return nullptr;
  return Guard(host, [&]() -> rnlp_status_t* {
    if ((options.software != 0 || MayHaveHardware()) && LoadLibrary() && CreateInstance()) ListDevices();
    started_ = true;
    return nullptr;
  });
}

bool rnlp_instance_t::LoadLibrary() {
  // Never unmapped: drivers leave threads and exit handlers behind.
  library_ = dlopen(options.library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library_ == nullptr) {
    runnel::plugin::Log(host, RNLP_LOG_DEBUG, "%s: no devices: %s", kId, dlerror());
    return false;
  }
  vk.GetInstanceProcAddr =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library_, "vkGetInstanceProcAddr"));
  return vk.GetInstanceProcAddr != nullptr;
}

bool rnlp_instance_t::CreateInstance() {
  const auto create =
      reinterpret_cast<PFN_vkCreateInstance>(vk.GetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateInstance"));
  const auto version = reinterpret_cast<PFN_vkEnumerateInstanceVersion>(
      vk.GetInstanceProcAddr(VK_NULL_HANDLE, "vkEnumerateInstanceVersion"));
  uint32_t offered = VK_API_VERSION_1_0;
  if (create == nullptr || version == nullptr || version(&offered) != VK_SUCCESS ||
      offered < VK_API_VERSION_1_2) {
    runnel::plugin::Log(host, RNLP_LOG_INFO, "%s: no devices: libvulkan is older than Vulkan 1.2", kId);
    return false;
  }
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "runnel";
  application.pEngineName = "runnel";
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  const char* layers[] = {"VK_LAYER_KHRONOS_validation"};
  const char* extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
                              VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME};
  const VkValidationFeatureEnableEXT enabled[] = {
      VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkValidationFeaturesEXT features{};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = enabled;
  if (options.validation != 0) {
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = layers;
    info.enabledExtensionCount = 2;
    info.ppEnabledExtensionNames = extensions;
    info.pNext = &features;
  }
  const VkResult created = create(&info, nullptr, &instance_);
  if (created != VK_SUCCESS) {
    instance_ = VK_NULL_HANDLE;
    runnel::plugin::Log(host, RNLP_LOG_INFO, "%s: no devices: vkCreateInstance failed with %s (%d)", kId,
                        ResultName(created), static_cast<int>(created));
    return false;
  }
#define RUNNEL_VK_LOAD(name) \
  vk.name = reinterpret_cast<PFN_vk##name>(vk.GetInstanceProcAddr(instance_, "vk" #name));
  RUNNEL_VK_INSTANCE_FUNCTIONS(RUNNEL_VK_LOAD)
#undef RUNNEL_VK_LOAD
  bool complete = true;
#define RUNNEL_VK_CHECK(name) complete = complete && vk.name != nullptr;
  RUNNEL_VK_INSTANCE_FUNCTIONS(RUNNEL_VK_CHECK)
#undef RUNNEL_VK_CHECK
  if (!complete)
    runnel::plugin::Log(host, RNLP_LOG_WARNING, "%s: libvulkan lacks functions of 1.2", kId);
  if (complete && options.validation != 0) Watch();
  return complete;
}

void rnlp_instance_t::Watch() {
  const auto create = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vk.GetInstanceProcAddr(instance_, "vkCreateDebugUtilsMessengerEXT"));
  if (create == nullptr) return;
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType =
      VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT;
  info.pfnUserCallback = Hear;
  info.pUserData = this;
  if (create(instance_, &info, nullptr, &messenger_) != VK_SUCCESS) messenger_ = VK_NULL_HANDLE;
}

void rnlp_instance_t::ListDevices() {
  uint32_t count = 0;
  if (vk.EnumeratePhysicalDevices(instance_, &count, nullptr) != VK_SUCCESS || count == 0) return;
  std::vector<VkPhysicalDevice> handles(count);
  if (vk.EnumeratePhysicalDevices(instance_, &count, handles.data()) < 0) return;
  handles.resize(count);
  for (VkPhysicalDevice handle : handles) {
    PhysicalDevice device;
    device.handle = handle;
    vk.GetPhysicalDeviceProperties(handle, &device.properties);
    const VkPhysicalDeviceProperties& properties = device.properties;
    const bool software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (properties.apiVersion < VK_API_VERSION_1_2 || (software && options.software == 0)) continue;
    VkPhysicalDeviceVulkan12Features v12{};
    v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    VkPhysicalDeviceVulkan11Features v11{};
    v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    v11.pNext = &v12;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &v11;
    vk.GetPhysicalDeviceFeatures2(handle, &features);
    if (v12.timelineSemaphore == VK_FALSE) continue;

    uint32_t num_families = 0;
    vk.GetPhysicalDeviceQueueFamilyProperties(handle, &num_families, nullptr);
    std::vector<VkQueueFamilyProperties> families(num_families);
    vk.GetPhysicalDeviceQueueFamilyProperties(handle, &num_families, families.data());
    device.queue_family = UINT32_MAX;
    for (uint32_t i = 0; i < num_families; ++i) {
      if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
      // A family for computing alone does not wait behind a desktop.
      const bool alone = (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0;
      if (device.queue_family == UINT32_MAX || alone) {
        device.queue_family = i;
        device.queue_count = families[i].queueCount;
        if (alone) break;
      }
    }
    if (device.queue_family == UINT32_MAX) continue;

    vk.GetPhysicalDeviceMemoryProperties(handle, &device.memory);
    Capabilities& can = device.can;
    const bool shared_memory =
        software || properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    // Memory that the host reads past its caches is slower for it than copies.
    const uint32_t both = FindMemoryType(device.memory, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | kVisible |
                                                            VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    const uint32_t local = FindMemoryType(device.memory, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    can.unified = shared_memory && both != UINT32_MAX;
    device.memory_type = can.unified ? both : local;
    device.host_type = FindMemoryType(device.memory, kVisible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
    if (device.host_type == UINT32_MAX) device.host_type = FindMemoryType(device.memory, kVisible);
    if (device.memory_type == UINT32_MAX || device.host_type == UINT32_MAX) continue;
    device.memory_bytes =
        device.memory.memoryHeaps[device.memory.memoryTypes[device.memory_type].heapIndex].size;
    if (options.memory_limit_bytes != 0)
      device.memory_bytes = std::min(device.memory_bytes, options.memory_limit_bytes);

    device.quirks =
        QuirksOf(properties.vendorID, properties.deviceID, properties.driverVersion, software);
    can.int64 = features.features.shaderInt64 == VK_TRUE;
    can.storage16 =
        v11.storageBuffer16BitAccess == VK_TRUE && !device.quirks.no_storage16 && options.f16 != 0;
    VkPhysicalDeviceVulkan12Properties p12{};
    p12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES;
    VkPhysicalDeviceVulkan11Properties p11{};
    p11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
    p11.pNext = &p12;
    VkPhysicalDeviceProperties2 more{};
    more.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    more.pNext = &p11;
    vk.GetPhysicalDeviceProperties2(handle, &more);
    // A workgroup of as many invocations as a processor's vector is one subgroup, and in step.
    const bool subgroups = software &&
                           (p11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                           (p11.subgroupSupportedOperations & VK_SUBGROUP_FEATURE_BASIC_BIT) != 0;
    can.lanes = subgroups && p11.subgroupSize >= 4 && p11.subgroupSize <= 16 ? p11.subgroupSize : 0;
    can.keep_nan = p12.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE;
    can.matrices = can.storage16 && !device.quirks.flat_groups && HasMatrices(vk, instance_, handle);
    const VkPhysicalDeviceLimits& limits = properties.limits;
    can.max_invocations = limits.maxComputeWorkGroupInvocations;
    can.shared_bytes = limits.maxComputeSharedMemorySize;
    for (int i = 0; i < 3; ++i) can.max_groups[i] = limits.maxComputeWorkGroupCount[i];
    can.max_allocation_bytes = p11.maxMemoryAllocationSize;
    can.max_range_bytes = limits.maxStorageBufferRange;
    can.max_bindings = limits.maxPerStageDescriptorStorageBuffers;
    can.alignment_bytes = static_cast<uint32_t>(std::max<VkDeviceSize>(
        {64, limits.minStorageBufferOffsetAlignment, limits.nonCoherentAtomSize}));
    if (device.quirks.note != nullptr)
      runnel::plugin::Log(host, RNLP_LOG_INFO, "%s: %s: %s", kId, properties.deviceName,
                          device.quirks.note);
    if (can.max_invocations < 256 || can.alignment_bytes > 4096) {
      runnel::plugin::Log(host, RNLP_LOG_INFO, "%s: %s has too small workgroups (%u) for the kernels",
                          kId, properties.deviceName, can.max_invocations);
      continue;
    }
    devices.push_back(device);
  }
}
