// RegionKernels: the kernels of nodes that may become part of a region. They know which of their inputs
// stay from step to step, and may ask for a packed form of those.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_REGION_KERNELS_H_
#define RUNNEL_CORE_RUNTIME_PLAN_REGION_KERNELS_H_

#include <vector>

#include "core/runtime/plan/framed_graph.h"
#include "core/runtime/plan/plan_objects.h"

namespace runnel {

class RegionKernels {
 public:
  // All of them outlive it.
  RegionKernels(const PassContext& context, const FramedGraph& framed, PlanObjects* objects)
      : context_(context), framed_(framed), objects_(objects) {}

  // Errors: PlanObjects::Kernel's.
  Result<const PlannedKernel*> Of(int node) const;

 private:
  // rnlp_input_life_t of what a node reads.
  std::vector<uint32_t> InputLives(int node) const;
  uint32_t LifeOf(int node, size_t input) const;

  const PassContext& context_;
  const FramedGraph& framed_;
  PlanObjects* const objects_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_REGION_KERNELS_H_
