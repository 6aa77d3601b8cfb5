// Kernels of oneDNN for the CPU device that another plugin opens: those that its bench shows to be
// faster than the CPU plugin's own. What they do not take stays there.
#include "plugins/sdk/plugin.h"

#include "plugins/onednn/rows.h"

namespace runnel::onednn {
namespace {

constexpr const rnlp_kernel_row_t* kKernels[] = {&kConvRows[0], &kConvRows[1], &kConvRows[2]};

constexpr rnlp_plugin_t kPlugin = plugin::MakePlugin(
    {.id = "runnel.onednn", .version = "0.1", .kernels = kKernels, .num_kernels = std::size(kKernels)});

}  // namespace
}  // namespace runnel::onednn

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &runnel::onednn::kPlugin; }
