// The effects in the bodies of functions, and what calls wait for.
#ifndef RUNNEL_CORE_PASSES_BODY_EFFECTS_H_
#define RUNNEL_CORE_PASSES_BODY_EFFECTS_H_

#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// The control input of a body's nodes that makes them run when, and only if, the call would.
struct Pivot {
  int node = -1;
  bool of_arguments = false;  // also for nodes that take an argument: the call waits for more than these
  bool of_call = false;       // and not of a branch or a loop
  bool Binds(bool is_source, bool takes_argument) const {
    return node >= 0 && (is_source || (of_arguments && takes_argument));
  }
};

// What a node waits for, as sources of control edges.
std::vector<int> SourcesOf(const PlanGraph& plan, int node);

class BodyEffects {
 public:
  BodyEffects(const Graph& library, PlanGraph* plan) : library_(library), plan_(plan) {}

  // Adds to `effects` those nodes of a body, from `first` on, that have an effect. An effect under
  // control flow cannot be waited for from outside: it becomes a target of the plan.
  void Add(size_t first, const std::vector<PlanEdge>& outputs, std::vector<int>* effects);
  // The producers of inputs behind a change: they run even if no node of the body uses them.
  std::vector<int> CarryingInputs(int id);

 private:
  // The observable effects of a call, or of a node of a body.
  bool Changes(const PlanNode& node);
  // Whether something upstream changes anything. A value that a loop hands back may.
  bool Carries(int id);

  const Graph& library_;
  PlanGraph* const plan_;
  std::vector<char> carries_;  // by node: 0 is not known, see Carries
  std::optional<std::unordered_set<std::string_view>> changing_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_BODY_EFFECTS_H_
