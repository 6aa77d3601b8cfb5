// What happens in the bodies of functions, and what calls wait for.
#ifndef RUNNEL_CORE_PASSES_BODY_EFFECTS_H_
#define RUNNEL_CORE_PASSES_BODY_EFFECTS_H_

#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// The control input that nodes of a body need, so that they run when, and only if, the call would.
struct Pivot {
  int node = -1;
  bool of_arguments = false;  // of what takes an argument, too: the call waits for more than these
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

  // Adds to `effects` those of the nodes of a body, which begin at `first`, that have one. What control
  // flow decides on nothing outside of it can wait for: it becomes a target of the plan.
  void Add(size_t first, const std::vector<PlanEdge>& outputs, std::vector<int>* effects);
  // The producers of inputs that wait for a change: no part of a body need use them, and they happen.
  std::vector<int> CarryingInputs(int id);

 private:
  // What a call, or a node of a body, does that others can tell.
  bool Changes(const PlanNode& node);
  // Whether something upstream changes anything. What a loop hands back may.
  bool Carries(int id);

  const Graph& library_;
  PlanGraph* const plan_;
  std::vector<char> carries_;  // by node: 0 is not known, see Carries
  std::optional<std::unordered_set<std::string_view>> changing_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_BODY_EFFECTS_H_
