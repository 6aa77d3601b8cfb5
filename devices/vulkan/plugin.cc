// The Vulkan device plugin: instance.h finds devices, device.h and queue.h run work, rows.h lists
// kernels.
#include "plugins/sdk/plugin.h"

#include "devices/vulkan/device.h"
#include "devices/vulkan/rows.h"

namespace runnel::vulkan {
namespace {

constinit const rnlp_plugin_t kPlugin =
    plugin::MakePlugin<rnlp_instance_t>({.id = kId,
                                         .version = "0.1.0",
                                         .device = &kDeviceApi,
                                         .kernels = kAllRows.rows,
                                         .num_kernels = kNumAllRows});

}  // namespace
}  // namespace runnel::vulkan

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &runnel::vulkan::kPlugin; }
