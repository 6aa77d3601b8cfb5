// What the parts of the virtual device's plugin offer each other.
#ifndef RUNNEL_PLUGINS_VIRTUAL_API_H_
#define RUNNEL_PLUGINS_VIRTUAL_API_H_

#include "plugins/abi/rnlp_plugin.h"

namespace runnel::virtual_device {

extern const rnlp_device_api_t kDeviceApi;  // api.cc

// The rows of the CPU, each wrapped (kernels.cc). The same constants every time; any thread.
const rnlp_kernel_row_t* const* KernelRows(uint32_t* out_count);

}  // namespace runnel::virtual_device

#endif  // RUNNEL_PLUGINS_VIRTUAL_API_H_
