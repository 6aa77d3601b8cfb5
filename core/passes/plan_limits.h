// How much a graph may become as it is planned.
#ifndef RUNNEL_CORE_PASSES_PLAN_LIMITS_H_
#define RUNNEL_CORE_PASSES_PLAN_LIMITS_H_

#include <cstdint>

namespace runnel {

// Larger results of folding stay computed, as in TensorFlow.
inline constexpr uint64_t kMaxFoldedBytes = 10u << 20;

struct PlanLimits {
  // Nodes that bodies of functions, conditions, loops and compositions become; a kibibyte of name counts
  // as another node.
  uint64_t inlined_nodes = 1u << 18;
  // What constants hold that folding has made, all that are there at once.
  uint64_t folded_bytes = 1u << 30;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_PLAN_LIMITS_H_
