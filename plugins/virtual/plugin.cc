// The virtual device's plugin: see device.h for what it is, kernels.cc for what it computes.
#include "plugins/sdk/plugin.h"

#include "plugins/virtual/api.h"
#include "plugins/virtual/device.h"

namespace runnel::virtual_device {
namespace {

rnlp_plugin_t MakeTable() {
  uint32_t num_kernels = 0;
  const rnlp_kernel_row_t* const* kernels = KernelRows(&num_kernels);
  return plugin::MakePlugin<rnlp_instance_t>({.id = kId,
                                              .version = "0.1.0",
                                              .device = &kDeviceApi,
                                              .kernels = kernels,
                                              .num_kernels = num_kernels});
}

}  // namespace
}  // namespace runnel::virtual_device

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) {
  static const rnlp_plugin_t table = runnel::virtual_device::MakeTable();  // built once, then constant
  return &table;
}
