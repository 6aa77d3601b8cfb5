// Epilogues: a matrix product or a convolution takes the bias and the activation that follow it along,
// so that results are touched once, while they are in the cache. Kernels get them as attr "epilogue":
// "BiasAdd;Relu", "Relu", "BiasAdd". A step with operands begins a program of rnlp_fused.h, whose value
// 0 is what comes before, and which goes to the end: "BiasAdd;AddV2 0 1;Relu 2;" (follow.h).
#ifndef RUNNEL_CORE_PASSES_EPILOGUE_H_
#define RUNNEL_CORE_PASSES_EPILOGUE_H_

#include "core/passes/plan_graph.h"

namespace runnel {

// After placement. `supports(fused node)`: its device has a kernel for it. Errors: RESOURCE_EXHAUSTED.
Result<std::vector<MadeNode>> FuseEpilogues(const std::function<bool(const PlanNode& fused)>& supports,
                                            PlanGraph* plan);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_EPILOGUE_H_
