#include "devices/vulkan/driver/matrices.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace runnel::vulkan {
namespace {

bool HasExtension(const InstanceApi& vk, VkInstance instance, VkPhysicalDevice device) {
  const auto list = reinterpret_cast<PFN_vkEnumerateDeviceExtensionProperties>(
      vk.GetInstanceProcAddr(instance, "vkEnumerateDeviceExtensionProperties"));
  uint32_t count = 0;
  if (list == nullptr || list(device, nullptr, &count, nullptr) != VK_SUCCESS) return false;
  std::vector<VkExtensionProperties> extensions(count);
  if (list(device, nullptr, &count, extensions.data()) != VK_SUCCESS) return false;
  extensions.resize(count);
  return std::any_of(extensions.begin(), extensions.end(), [](const VkExtensionProperties& extension) {
    return std::string_view(extension.extensionName) == VK_NV_COOPERATIVE_MATRIX_EXTENSION_NAME;
  });
}

bool HasSize(const InstanceApi& vk, VkInstance instance, VkPhysicalDevice device) {
  const auto list = reinterpret_cast<PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesNV>(
      vk.GetInstanceProcAddr(instance, "vkGetPhysicalDeviceCooperativeMatrixPropertiesNV"));
  uint32_t count = 0;
  if (list == nullptr || list(device, &count, nullptr) != VK_SUCCESS) return false;
  VkCooperativeMatrixPropertiesNV empty{};
  empty.sType = VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES_NV;
  std::vector<VkCooperativeMatrixPropertiesNV> sizes(count, empty);
  if (list(device, &count, sizes.data()) != VK_SUCCESS) return false;
  sizes.resize(count);
  return std::any_of(sizes.begin(), sizes.end(), [](const VkCooperativeMatrixPropertiesNV& size) {
    return size.MSize == 16 && size.NSize == 16 && size.KSize == 16 &&
           size.AType == VK_COMPONENT_TYPE_FLOAT16_NV && size.BType == VK_COMPONENT_TYPE_FLOAT16_NV &&
           size.CType == VK_COMPONENT_TYPE_FLOAT32_NV && size.DType == VK_COMPONENT_TYPE_FLOAT32_NV &&
           size.scope == VK_SCOPE_SUBGROUP_NV;
  });
}

}  // namespace

bool HasMatrices(const InstanceApi& vk, VkInstance instance, VkPhysicalDevice device) {
  if (!HasExtension(vk, instance, device) || !HasSize(vk, instance, device)) return false;
  VkPhysicalDeviceCooperativeMatrixFeaturesNV matrices{};
  matrices.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV;
  VkPhysicalDeviceVulkan12Features v12{};
  v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  v12.pNext = &matrices;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &v12;
  vk.GetPhysicalDeviceFeatures2(device, &features);
  VkPhysicalDeviceVulkan11Properties p11{};
  p11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &p11;
  vk.GetPhysicalDeviceProperties2(device, &properties);
  return matrices.cooperativeMatrix == VK_TRUE && v12.shaderFloat16 == VK_TRUE &&
         v12.vulkanMemoryModel == VK_TRUE && p11.subgroupSize == 32 &&
         (p11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
}

MatrixFeatures::MatrixFeatures(VkPhysicalDeviceVulkan12Features* v12) : v12_(v12) {
  matrices_.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_NV;
  matrices_.cooperativeMatrix = VK_TRUE;
}

void MatrixFeatures::Enable(VkDeviceCreateInfo* info) {
  matrices_.pNext = v12_->pNext;
  v12_->pNext = &matrices_;
  v12_->shaderFloat16 = VK_TRUE;
  v12_->vulkanMemoryModel = VK_TRUE;
  info->enabledExtensionCount = 1;
  info->ppEnabledExtensionNames = &name_;
}

}  // namespace runnel::vulkan
