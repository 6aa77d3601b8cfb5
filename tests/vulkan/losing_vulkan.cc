// A libvulkan in front of the real one, whose vkQueueSubmit answers VK_ERROR_DEVICE_LOST from the n-th
// call on, as often as it was told.
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <atomic>
#include <cstring>

namespace {

std::atomic<int> g_calls_until_loss{-1};  // -1: never
PFN_vkGetDeviceProcAddr g_device_proc = nullptr;
PFN_vkQueueSubmit g_submit = nullptr;

PFN_vkGetInstanceProcAddr Real() {
  static const auto real = [] {
    void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    return library == nullptr
               ? nullptr
               : reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  }();
  return real;
}

VKAPI_ATTR VkResult VKAPI_CALL Submit(VkQueue queue, uint32_t count, const VkSubmitInfo* infos,
                                      VkFence fence) {
  if (g_calls_until_loss.load() == 0) return VK_ERROR_DEVICE_LOST;
  if (g_calls_until_loss.load() > 0) --g_calls_until_loss;
  return g_submit(queue, count, infos, fence);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL DeviceProc(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = g_device_proc(device, name);
  if (std::strcmp(name, "vkQueueSubmit") != 0) return found;
  g_submit = reinterpret_cast<PFN_vkQueueSubmit>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(Submit);
}

}  // namespace

#define TEST_EXPORT extern "C" __attribute__((visibility("default")))

TEST_EXPORT void losing_vulkan_lose_after(int calls) { g_calls_until_loss = calls; }

TEST_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                           const char* name) {
  if (Real() == nullptr) return nullptr;
  const PFN_vkVoidFunction found = Real()(instance, name);
  if (std::strcmp(name, "vkGetDeviceProcAddr") != 0) return found;
  g_device_proc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(DeviceProc);
}
