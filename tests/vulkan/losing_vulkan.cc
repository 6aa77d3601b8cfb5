// A libvulkan in front of the real one, whose vkQueueSubmit answers VK_ERROR_DEVICE_LOST from the n-th
// call on, as often as it was told; and which counts semaphores that are destroyed while somebody waits
// for them, and the dispatches of a submission. With PRETENDED_VULKAN="TYPE VENDOR DEVICE DRIVER" in the
// environment, hexadecimal numbers of Vulkan's, its devices say that they are others: code for GPUs runs
// on a processor. A fifth number is how many workgroups a dispatch may have in a row. It counts shaders
// that keep NaN; devices say that they cannot, with PRETENDED_VULKAN_LOSES_NAN in the environment.
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace {

std::atomic<int> g_calls_until_loss{-1};  // -1: never
PFN_vkGetDeviceProcAddr g_device_proc = nullptr;
PFN_vkGetPhysicalDeviceProperties g_properties = nullptr;
PFN_vkGetPhysicalDeviceProperties2 g_properties2 = nullptr;
PFN_vkCreateShaderModule g_shader = nullptr;
PFN_vkQueueSubmit g_submit = nullptr;
PFN_vkWaitSemaphores g_wait = nullptr;
PFN_vkDestroySemaphore g_destroy = nullptr;
PFN_vkBeginCommandBuffer g_begin = nullptr;
PFN_vkCmdDispatch g_dispatch = nullptr;
PFN_vkCmdExecuteCommands g_execute = nullptr;
std::mutex g_mutex;  // guards all below
std::vector<VkSemaphore> g_waited_for;
int g_destroyed_under_waits = 0;
std::map<VkCommandBuffer, int> g_dispatches;
int g_longest = 0;  // most dispatches of a submission
int g_shaders = 0, g_shaders_that_keep_nan = 0;
std::atomic<bool> g_offers_nan{false};  // by the device that was last asked

PFN_vkGetInstanceProcAddr Real() {
  static const auto real = [] {
    void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return library == nullptr
               ? nullptr
               : reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  }();
  return real;
}

VKAPI_ATTR void VKAPI_CALL Properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* out) {
  g_properties(device, out);
  const char* const pretended = std::getenv("PRETENDED_VULKAN");
  unsigned type = 0;
  if (pretended == nullptr ||
      std::sscanf(pretended, "%x %x %x %x %x", &type, &out->vendorID, &out->deviceID,
                  &out->driverVersion, &out->limits.maxComputeWorkGroupCount[0]) < 4) {
    return;
  }
  out->deviceType = static_cast<VkPhysicalDeviceType>(type);
}
VKAPI_ATTR void VKAPI_CALL Properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* out) {
  g_properties2(device, out);
  for (auto* next = static_cast<VkBaseOutStructure*>(out->pNext); next != nullptr; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES) continue;
    VkBool32& offer = reinterpret_cast<VkPhysicalDeviceVulkan12Properties*>(next)
                          ->shaderSignedZeroInfNanPreserveFloat32;
    if (std::getenv("PRETENDED_VULKAN_LOSES_NAN") != nullptr) offer = VK_FALSE;
    g_offers_nan = offer == VK_TRUE;
  }
}
VKAPI_ATTR VkResult VKAPI_CALL Shader(VkDevice device, const VkShaderModuleCreateInfo* info,
                                      const VkAllocationCallbacks* callbacks, VkShaderModule* out) {
  // OpExecutionMode, of four words, SignedZeroInfNanPreserve, 32 bits.
  constexpr uint32_t kHead = 4 << 16 | 16, kMode = 4461, kBits = 32;
  const uint32_t* const words = info->pCode;
  const size_t num_words = info->codeSize / 4;
  bool keeps = false;
  for (size_t at = 5; at < num_words; at += words[at] >> 16)
    keeps = keeps || (words[at] == kHead && words[at + 2] == kMode && words[at + 3] == kBits);
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    ++g_shaders;
    g_shaders_that_keep_nan += keeps ? 1 : 0;
  }
  return g_shader(device, info, callbacks, out);
}
VKAPI_ATTR VkResult VKAPI_CALL Submit(VkQueue queue, uint32_t count, const VkSubmitInfo* infos,
                                      VkFence fence) {
  if (g_calls_until_loss.load() == 0) return VK_ERROR_DEVICE_LOST;
  if (g_calls_until_loss.load() > 0) --g_calls_until_loss;
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    int dispatches = 0;
    for (uint32_t i = 0; i < count; ++i) {
      for (uint32_t b = 0; b < infos[i].commandBufferCount; ++b)
        dispatches += g_dispatches[infos[i].pCommandBuffers[b]];
    }
    g_longest = std::max(g_longest, dispatches);
  }
  return g_submit(queue, count, infos, fence);
}
VKAPI_ATTR VkResult VKAPI_CALL Begin(VkCommandBuffer commands, const VkCommandBufferBeginInfo* info) {
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    g_dispatches[commands] = 0;
  }
  return g_begin(commands, info);
}
VKAPI_ATTR void VKAPI_CALL Dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y, uint32_t z) {
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    ++g_dispatches[commands];
  }
  g_dispatch(commands, x, y, z);
}
VKAPI_ATTR void VKAPI_CALL Execute(VkCommandBuffer commands, uint32_t count,
                                   const VkCommandBuffer* others) {
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    for (uint32_t i = 0; i < count; ++i) g_dispatches[commands] += g_dispatches[others[i]];
  }
  g_execute(commands, count, others);
}

// The plugin waits for one at a time.
VKAPI_ATTR VkResult VKAPI_CALL Wait(VkDevice device, const VkSemaphoreWaitInfo* info, uint64_t timeout) {
  const VkSemaphore semaphore = info->pSemaphores[0];
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    g_waited_for.push_back(semaphore);
  }
  const VkResult result = g_wait(device, info, timeout);
  std::lock_guard<std::mutex> lock(g_mutex);
  g_waited_for.erase(std::find(g_waited_for.begin(), g_waited_for.end(), semaphore));
  return result;
}
VKAPI_ATTR void VKAPI_CALL Destroy(VkDevice device, VkSemaphore semaphore,
                                   const VkAllocationCallbacks* callbacks) {
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    if (std::find(g_waited_for.begin(), g_waited_for.end(), semaphore) != g_waited_for.end()) {
      ++g_destroyed_under_waits;
      return;  // it would end the process now and then
    }
  }
  g_destroy(device, semaphore, callbacks);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL DeviceProc(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = g_device_proc(device, name);
  const auto instead = [&](const char* of, auto* real, auto* ours) -> PFN_vkVoidFunction {
    if (std::strcmp(name, of) != 0 || found == nullptr) return nullptr;
    *real = reinterpret_cast<std::remove_reference_t<decltype(*real)>>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(ours);
  };
  if (const auto submit = instead("vkQueueSubmit", &g_submit, Submit)) return submit;
  if (const auto wait = instead("vkWaitSemaphores", &g_wait, Wait)) return wait;
  if (const auto destroy = instead("vkDestroySemaphore", &g_destroy, Destroy)) return destroy;
  if (const auto begin = instead("vkBeginCommandBuffer", &g_begin, Begin)) return begin;
  if (const auto dispatch = instead("vkCmdDispatch", &g_dispatch, Dispatch)) return dispatch;
  if (const auto execute = instead("vkCmdExecuteCommands", &g_execute, Execute)) return execute;
  if (const auto shader = instead("vkCreateShaderModule", &g_shader, Shader)) return shader;
  return found;
}

}  // namespace

#define TEST_EXPORT extern "C" __attribute__((visibility("default")))

TEST_EXPORT void losing_vulkan_lose_after(int calls) { g_calls_until_loss = calls; }
TEST_EXPORT int losing_vulkan_destroyed_under_waits() {
  std::lock_guard<std::mutex> lock(g_mutex);
  return g_destroyed_under_waits;
}
// Since it was last asked.
TEST_EXPORT int losing_vulkan_longest_submission() {
  std::lock_guard<std::mutex> lock(g_mutex);
  return std::exchange(g_longest, 0);
}

// Shaders since it was last asked; *keep_nan of them keep NaN, which the device offers or not.
TEST_EXPORT int losing_vulkan_shaders(int* keep_nan, bool* offered) {
  std::lock_guard<std::mutex> lock(g_mutex);
  *offered = g_offers_nan;
  *keep_nan = std::exchange(g_shaders_that_keep_nan, 0);
  return std::exchange(g_shaders, 0);
}

TEST_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                           const char* name) {
  if (Real() == nullptr) return nullptr;
  const PFN_vkVoidFunction found = Real()(instance, name);
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties") == 0 && found != nullptr) {
    g_properties = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(Properties);
  }
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties2") == 0 && found != nullptr) {
    g_properties2 = reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(Properties2);
  }
  if (std::strcmp(name, "vkGetDeviceProcAddr") != 0) return found;
  g_device_proc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(DeviceProc);
}
