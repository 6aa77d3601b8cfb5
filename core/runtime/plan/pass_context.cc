#include "core/runtime/plan/pass_context.h"

#include <algorithm>

#include "core/graph/device_name.h"
#include "core/passes/watched_passes.h"
#include "core/runtime/devices/device.h"
#include "core/runtime/kernels/kernel_select.h"
#include "core/runtime/runtime.h"

namespace runnel {
namespace {

// `kRun`: the function of one stage's passes. `graph`: what they leave.
template <auto kRun, typename... Drafts>
Status RunEach(const PassContext& context, const PlanGraph& graph, Drafts*... drafts) {
  for (const Pass& pass : context.passes) {
    if (pass.*kRun == nullptr || !context.IsOn(pass.id)) continue;
    RUNNEL_RETURN_IF_ERROR(LookAt(context.watch));
    RUNNEL_RETURN_IF_ERROR((pass.*kRun)(context, drafts...));
    if (context.log != nullptr) context.log->After(pass, graph);
  }
  return OkStatus();
}

}  // namespace

PluginSet& PassContext::plugins() const { return plan.runtime->plugins(); }

bool HasKernelFor(const PassContext& context, const PlanGraph& graph, const PlanNode& node) {
  if (KindOf(node) != NodeKind::kKernel) return true;
  const PluginSet& plugins = context.plugins();
  auto want = DeviceName::Parse(node.device.empty() ? context.options.default_device : node.device);
  if (!want.ok()) return false;
  const auto has = [&](Device* device) {
    const auto entry = SelectKernel(plugins, graph, node, device);
    return entry.ok() && entry->row != nullptr;
  };
  for (Device* device : plugins.devices()) {
    const auto name = DeviceName::Parse(device->name());
    if (name.ok() && want->Matches(*name)) return has(device);
  }
  // With soft placement it may run on another device.
  const std::vector<Device*> devices = plugins.devices();
  return context.options.soft_placement && std::any_of(devices.begin(), devices.end(), has);
}

bool IsSupported(const PassContext& context, const PlanGraph& graph, const PlanNode& node) {
  const auto entry = SelectKernel(context.plugins(), graph, node, node.placed);
  return entry.ok() && entry->row != nullptr;
}

Status RunPasses(const PassContext& context, PlanGraph* graph) {
  return RunEach<&Pass::lower>(context, *graph, graph);
}

Status RunPasses(const PassContext& context, PlanGraph* graph, PlacementNotes* notes) {
  return RunEach<&Pass::place>(context, *graph, graph, notes);
}

Status RunPasses(const PassContext& context, const PlanGraph& graph, FramedGraph* framed,
                 NodeGroups* groups) {
  return RunEach<&Pass::group>(context, graph, framed, groups);
}

}  // namespace runnel
