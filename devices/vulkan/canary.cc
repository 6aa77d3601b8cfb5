#include "devices/vulkan/canary.h"

#include "devices/vulkan/device.h"

namespace runnel::vulkan {

rnlp_status_t* RunCanary(rnlp_device_t*) { return nullptr; }

}  // namespace runnel::vulkan
