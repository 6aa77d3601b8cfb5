// Whether subgroups multiply matrices together, by VK_NV_cooperative_matrix: the form that the shader
// compiler of Debian 12 knows. That of Khronos is newer.
#ifndef RUNNEL_DEVICES_VULKAN_DRIVER_MATRICES_H_
#define RUNNEL_DEVICES_VULKAN_DRIVER_MATRICES_H_

#include "devices/vulkan/driver/vk_api.h"

namespace runnel::vulkan {

// True if subgroups of 32 multiply halves, 16 x 16 x 16, into floats, and shaders may say so.
bool HasMatrices(const InstanceApi& vk, VkInstance instance, VkPhysicalDevice device);

// What a device is opened with to use them: lies behind `v12` in the chain, and names the extension.
class MatrixFeatures {
 public:
  explicit MatrixFeatures(VkPhysicalDeviceVulkan12Features* v12);
  MatrixFeatures(const MatrixFeatures&) = delete;
  void Enable(VkDeviceCreateInfo* info);

 private:
  VkPhysicalDeviceVulkan12Features* const v12_;
  VkPhysicalDeviceCooperativeMatrixFeaturesNV matrices_{};
  const char* const name_ = VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME;
};

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_DRIVER_MATRICES_H_
