#include "core/runtime/plan/region_kernels.h"

#include "core/runtime/devices/device.h"
#include "core/runtime/plan/value_origin.h"

namespace runnel {

Result<const PlannedKernel*> RegionKernels::Of(int node) const {
  if (const PlannedKernel* const known = objects_->FindKernel(node)) return known;
  return objects_->Kernel(framed_.graph(), node, InputLives(node));
}

std::vector<uint32_t> RegionKernels::InputLives(int node) const {
  if (!context_.IsOn(PassId::kPack)) return {};
  std::vector<uint32_t> lives;
  for (size_t k = 0; k < framed_.graph().at(node).inputs.size(); ++k) lives.push_back(LifeOf(node, k));
  return lives;
}

uint32_t RegionKernels::LifeOf(int node, size_t input) const {
  // A packed form of a weight that each step changes pays off from so many reading nodes on.
  constexpr size_t kManyReaders = 4;
  const PlanGraph& graph = framed_.graph();
  const PlanEdge in = graph.at(node).inputs[input], origin = OriginOf(graph, in);
  // A device that computes later would wait for the form in each step, and a capture cannot see which
  // version a form is of.
  const Device& device = *graph.at(node).placed;
  const bool later = !device.host_memory();
  const bool captures = (device.flags() & RNLP_DEVICE_CAPTURE) != 0;
  const int handle = captures && later ? -1 : VariableReadAt(graph, in);
  if (handle >= 0) {
    const VariableUses& uses = framed_.variables;
    if (!uses.IsWritten(handle)) return RNLP_INPUT_VARIABLE;
    if (!later && CountReadersLike(graph, uses, handle, node, input) >= kManyReaders)
      return RNLP_INPUT_VARIABLE;
  }
  const bool is_constant = IsLiteral(graph, origin.node) && graph.type(origin) != DType::kResource;
  return is_constant ? RNLP_INPUT_CONSTANT : RNLP_INPUT_PER_RUN;
}

}  // namespace runnel
