// A plugin as somebody else would write it: built from the installed headers alone, by their installed
// names.
#include <runnel/plugin/plugin.h>
#include <runnel/plugin/timeline.h>

namespace {

using namespace runnel::plugin;  // NOLINT: a plugin of one file

// Cube is no op of ours: a kernel without an op is harmless.
struct Cube {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RNLP_TRY(EnsureOutputLike(run, 0, run->inputs[0]));
    const float* x = Data<const float>(run->inputs[0]);
    float* y = Data<float>(run->outputs[0]);
    ParallelFor(run->host, run->inputs[0]->num_elements, 4096, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) y[i] = x[i] * x[i] * x[i];
    });
    return nullptr;
  }
};
constexpr rnlp_kernel_row_t kCube = KernelRow<Cube>({.op = "Stranger>Cube", .device_type = "CPU"});
constexpr const rnlp_kernel_row_t* kKernels[] = {&kCube};
constexpr rnlp_plugin_t kPlugin =
    MakePlugin({.id = "stranger.cube", .version = "3.1", .kernels = kKernels, .num_kernels = 1});

}  // namespace

extern "C" RNLP_EXPORT const rnlp_plugin_t* rnlp_plugin_query(void) { return &kPlugin; }
