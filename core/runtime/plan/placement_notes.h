// PlacementNotes: what placement has to tell of a graph, beside the device of each node.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_PLACEMENT_NOTES_H_
#define RUNNEL_CORE_RUNTIME_PLAN_PLACEMENT_NOTES_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/runtime/placement/placement.h"

namespace runnel {

struct PlacementNotes {
  std::vector<std::string> reasons;         // by node, if somebody asks; else empty
  std::vector<std::string> fallbacks;       // as Place says
  std::vector<std::string> dropped_wishes;  // PlacementOptions::dropped
  NodeParts parts;                          // of nodes that stand for several
  PlacementForecast forecast;               // of automatic placement

  // Of nodes behind the end of `reasons`, which partition makes: that they move a value.
  std::string_view ReasonOf(size_t node) const;
  // Nodes from number `before` on are new, `because`.
  void ExplainNew(const PlanGraph& graph, size_t before, const char* because);
  // Node `made` stands for `sources`, for measurements and for the reasons of its placement.
  void AddMade(const PlanGraph& graph, int made, std::span<const int> sources);
};

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_PLACEMENT_NOTES_H_
