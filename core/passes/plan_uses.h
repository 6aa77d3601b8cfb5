// The readers and waiters of each node, in a plan that grows while nodes are replaced: a replacement
// takes time in proportion to the node's readers, not to the plan.
#ifndef RUNNEL_CORE_PASSES_PLAN_USES_H_
#define RUNNEL_CORE_PASSES_PLAN_USES_H_

#include <span>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// Between two replacements the plan may get new nodes and targets; edges of existing nodes change
// through this class only.
class PlanUses {
 public:
  // `plan` outlives it.
  explicit PlanUses(PlanGraph* plan) : plan_(plan) {}
  PlanUses(const PlanUses&) = delete;

  // Readers of output k of the node, fetches included, read outputs[k] from now on.
  void ReplaceOutputs(int id, std::span<const PlanEdge> outputs);
  bool IsAwaited(int id);
  // How many wait for the node by control edges.
  size_t CountWaits(int id);
  // Nodes that wait for this node wait for all of these instead; at least one.
  void ReplaceControl(int id, std::span<const int> ends);
  bool IsTarget(int id);
  void ReplaceTarget(int id, int by);
  // To be called after the last replacement: removes duplicate control edges.
  void Finish();

 private:
  // A place in the plan where a node stands.
  struct Use {
    int user;  // a node, or for fetches and targets an index of those
    int place;
  };
  struct Uses {
    std::vector<Use> reads, waits;
    std::vector<size_t> fetches, targets;
  };
  Uses& Of(int id);
  void AddWait(int user, size_t place);

  PlanGraph* const plan_;
  size_t num_nodes_ = 0, num_fetches_ = 0, num_targets_ = 0;  // that are in uses_
  std::vector<Uses> uses_;                                    // by node
  std::vector<int> changed_;                                  // nodes whose control edges were changed
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_PLAN_USES_H_
