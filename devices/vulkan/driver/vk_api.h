// The part of Vulkan that the plugin calls, from a libvulkan.so.1 that is opened at run time: nothing
// here is linked, so the plugin loads where there is no Vulkan.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_VK_API_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_VK_API_H_

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

namespace runnel::vulkan {

#define RUNNEL_VK_INSTANCE_FUNCTIONS(X)     \
  X(DestroyInstance)                        \
  X(EnumeratePhysicalDevices)               \
  X(GetPhysicalDeviceProperties)            \
  X(GetPhysicalDeviceProperties2)           \
  X(GetPhysicalDeviceFeatures2)             \
  X(GetPhysicalDeviceMemoryProperties)      \
  X(GetPhysicalDeviceQueueFamilyProperties) \
  X(CreateDevice)                           \
  X(GetDeviceProcAddr)

#define RUNNEL_VK_DEVICE_FUNCTIONS(X) \
  X(DestroyDevice)                    \
  X(DeviceWaitIdle)                   \
  X(GetDeviceQueue)                   \
  X(QueueSubmit)                      \
  X(AllocateMemory)                   \
  X(FreeMemory)                       \
  X(MapMemory)                        \
  X(CreateBuffer)                     \
  X(DestroyBuffer)                    \
  X(GetBufferMemoryRequirements)      \
  X(BindBufferMemory)                 \
  X(CreateSemaphore)                  \
  X(DestroySemaphore)                 \
  X(GetSemaphoreCounterValue)         \
  X(WaitSemaphores)                   \
  X(SignalSemaphore)                  \
  X(CreateCommandPool)                \
  X(DestroyCommandPool)               \
  X(AllocateCommandBuffers)           \
  X(FreeCommandBuffers)               \
  X(BeginCommandBuffer)               \
  X(EndCommandBuffer)                 \
  X(CreateDescriptorSetLayout)        \
  X(DestroyDescriptorSetLayout)       \
  X(CreatePipelineLayout)             \
  X(DestroyPipelineLayout)            \
  X(CreateDescriptorPool)             \
  X(DestroyDescriptorPool)            \
  X(ResetDescriptorPool)              \
  X(AllocateDescriptorSets)           \
  X(UpdateDescriptorSets)             \
  X(CreateShaderModule)               \
  X(DestroyShaderModule)              \
  X(CreatePipelineCache)              \
  X(DestroyPipelineCache)             \
  X(GetPipelineCacheData)             \
  X(CreateComputePipelines)           \
  X(DestroyPipeline)                  \
  X(CmdBindPipeline)                  \
  X(CmdBindDescriptorSets)            \
  X(CmdPushConstants)                 \
  X(CmdDispatch)                      \
  X(CmdCopyBuffer)                    \
  X(CmdFillBuffer)                    \
  X(CmdPipelineBarrier)               \
  X(CmdExecuteCommands)

// Calls of an instance; all set, or the library was refused.
struct InstanceApi {
  PFN_vkGetInstanceProcAddr GetInstanceProcAddr = nullptr;
#define RUNNEL_VK_MEMBER(name) PFN_vk##name name = nullptr;
  RUNNEL_VK_INSTANCE_FUNCTIONS(RUNNEL_VK_MEMBER)
};
// Calls of a device.
struct DeviceApi {
  RUNNEL_VK_DEVICE_FUNCTIONS(RUNNEL_VK_MEMBER)
#undef RUNNEL_VK_MEMBER
};

// "VK_ERROR_DEVICE_LOST"; the number in words where it has no name here.
const char* ResultName(VkResult result);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_VK_API_H_
