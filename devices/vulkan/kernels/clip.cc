// Element by element, with bounds or a slope: ClipByValue, LeakyRelu and its gradient.
#include "devices/vulkan/kernels/kernel.h"

namespace runnel::vulkan {
namespace {

struct ClipKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t *t = run->inputs[0], *low = run->inputs[1], *high = run->inputs[2];
    for (const rnlp_tensor_t* bound : {low, high}) {
      if (bound->rank == 0 || plugin::SameShape(bound, t)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "ClipByValue: a bound of shape %s for %s",
                  plugin::ShapeText(bound).c_str(), plugin::ShapeText(t).c_str());
    }
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, t));
    Call call(run, Shader("clip", TypeWord(t->dtype)));
    call.Const(0).Const(low->rank == 0 ? 1 : 0).Const(high->rank == 0 ? 1 : 0);
    call.Read(t).Read(low).Read(high).Write(run->outputs[0]).Push(t->num_elements).PushFloat(0);
    return call.Threads(t->num_elements);
  }
};

// LeakyRelu: features. LeakyReluGrad: gradients, features.
struct LeakyKernel {
  float alpha = 0.2F;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return plugin::AttrFloat(host, node, "alpha", &alpha);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const bool gradient = run->num_inputs > 1;
    const rnlp_tensor_t* x = run->inputs[0];
    const rnlp_tensor_t* features = run->inputs[gradient ? 1 : 0];
    if (!plugin::SameShape(x, features)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "LeakyReluGrad: gradients %s for features %s",
                  plugin::ShapeText(x).c_str(), plugin::ShapeText(features).c_str());
    }
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, x));
    Call call(run, Shader("clip", TypeWord(x->dtype)));
    call.Const(gradient ? 2 : 1).Const(0).Const(0);
    call.Read(x).Read(features).Read(x).Write(run->outputs[0]).Push(x->num_elements).PushFloat(alpha);
    return call.Threads(x->num_elements);
  }
};

}  // namespace

constinit const rnlp_kernel_row_t kClipRows[] = {
    Row<ClipKernel>(
        {.op = "ClipByValue", .types = kNumberT, .num_types = 1, .aliases = kInPlace, .num_aliases = 1}),
    Row<LeakyKernel>(
        {.op = "LeakyRelu", .types = kFloatT, .num_types = 1, .aliases = kInPlace, .num_aliases = 1}),
    Row<LeakyKernel>({.op = "LeakyReluGrad",
                      .types = kFloatT,
                      .num_types = 1,
                      .aliases = kInPlace,
                      .num_aliases = 1}),
};
std::span<const rnlp_kernel_row_t> ClipRows() { return kClipRows; }

}  // namespace runnel::vulkan
