// SavedPlan: what save_plan.h makes, as plain values.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_SAVED_PLAN_H_
#define RUNNEL_CORE_RUNTIME_PLAN_SAVED_PLAN_H_

#include <string>
#include <vector>

#include "core/graph/graph_def.h"

namespace runnel {

struct SavedPlan {
  GraphDef graph;
  // Tensors of the graph that stand for the feeds and fetches, in their order: of the same names, unless
  // another node needs one.
  std::vector<std::string> feeds, fetches;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_SAVED_PLAN_H_
