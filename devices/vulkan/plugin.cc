// The Vulkan device plugin: instance.h finds devices, device.h and queue.h run work; the build finds
// the rows of kernels.
#include "plugins/sdk/plugin.h"

#include "devices/vulkan/api.h"
#include "devices/vulkan/driver/instance.h"
#include "plugins/sdk/rows.h"

namespace runnel::vulkan {

#define RUNNEL_FAMILY(family) std::span<const rnlp_kernel_row_t> family##Rows();
#include "runnel_vulkan_families.h"
#undef RUNNEL_FAMILY

namespace {

rnlp_plugin_t MakeTable() {
  static const plugin::RowTable rows({
#define RUNNEL_FAMILY(family) family##Rows(),
#include "runnel_vulkan_families.h"
#undef RUNNEL_FAMILY
  });
  return plugin::MakePlugin<rnlp_instance_t>({.id = kId,
                                              .version = "0.1.0",
                                              .device = &kDeviceApi,
                                              .kernels = rows.rows(),
                                              .num_kernels = rows.count()});
}

}  // namespace
}  // namespace runnel::vulkan

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) {
  static const rnlp_plugin_t table = runnel::vulkan::MakeTable();  // built once, then constant
  return &table;
}
