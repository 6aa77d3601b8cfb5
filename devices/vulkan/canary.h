// A trial computation with a device that nobody has tested: products of small integers, exact in floats.
#ifndef RUNNEL_DEVICES_VULKAN_CANARY_H_
#define RUNNEL_DEVICES_VULKAN_CANARY_H_

#include "plugins/abi/rnlp_device.h"

namespace runnel::vulkan {

// UNAVAILABLE if the device computes a wrong product. Known devices are not tried.
rnlp_status_t* RunCanary(rnlp_device_t* device);

}  // namespace runnel::vulkan

#endif  // RUNNEL_DEVICES_VULKAN_CANARY_H_
