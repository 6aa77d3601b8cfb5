// A libvulkan in front of the real one, whose vkQueueSubmit answers VK_ERROR_DEVICE_LOST from the n-th
// call on, as often as it was told; and which counts semaphores that are destroyed while somebody waits
// for them.
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <vector>

namespace {

std::atomic<int> g_calls_until_loss{-1};  // -1: never
PFN_vkGetDeviceProcAddr g_device_proc = nullptr;
PFN_vkQueueSubmit g_submit = nullptr;
PFN_vkWaitSemaphores g_wait = nullptr;
PFN_vkDestroySemaphore g_destroy = nullptr;
std::mutex g_mutex;  // guards the two below
std::vector<VkSemaphore> g_waited_for;
int g_destroyed_under_waits = 0;

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
  return found;
}

}  // namespace

#define TEST_EXPORT extern "C" __attribute__((visibility("default")))

TEST_EXPORT void losing_vulkan_lose_after(int calls) { g_calls_until_loss = calls; }
TEST_EXPORT int losing_vulkan_destroyed_under_waits() {
  std::lock_guard<std::mutex> lock(g_mutex);
  return g_destroyed_under_waits;
}

TEST_EXPORT VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                                           const char* name) {
  if (Real() == nullptr) return nullptr;
  const PFN_vkVoidFunction found = Real()(instance, name);
  if (std::strcmp(name, "vkGetDeviceProcAddr") != 0) return found;
  g_device_proc = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(DeviceProc);
}
