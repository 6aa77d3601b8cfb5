// The table of the plugin's devices.
#ifndef RUNNEL_DEVICES_VULKAN_API_H_
#define RUNNEL_DEVICES_VULKAN_API_H_

#include "plugins/abi/rnlp_device.h"

namespace runnel::vulkan {

extern const rnlp_device_api_t kDeviceApi;

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_API_H_
