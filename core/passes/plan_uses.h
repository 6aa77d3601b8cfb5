// Who reads and who waits for a node of a plan that grows while its nodes are replaced: replacing one
// takes time in proportion to its readers, not to the plan.
#ifndef RUNNEL_CORE_PASSES_PLAN_USES_H_
#define RUNNEL_CORE_PASSES_PLAN_USES_H_

#include <span>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// Between the replacement of one node and of the next the plan may get nodes and targets; edges of nodes
// that were there before change through this alone.
class PlanUses {
 public:
  // `plan` outlives it.
  explicit PlanUses(PlanGraph* plan) : plan_(plan) {}
  PlanUses(const PlanUses&) = delete;

  // Whoever reads output k of the node, fetches too, reads outputs[k] from now on.
  void ReplaceOutputs(int id, std::span<const PlanEdge> outputs);
  bool IsAwaited(int id);
  // How many wait for the node by control edges.
  size_t CountWaits(int id);
  // Whoever waits for the node waits for all of these instead, of which there is at least one.
  void ReplaceControl(int id, std::span<const int> ends);
  bool IsTarget(int id);
  void ReplaceTarget(int id, int by);
  // After the last replacement: nobody waits for the same node twice.
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
