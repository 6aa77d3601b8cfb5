// Element-wise fusion: neighbouring element-wise nodes of one region become one node that reads each
// operand and writes each result once. plugins/abi/rnlp_fused.h has the language.
#ifndef RUNNEL_CORE_PASSES_FUSE_H_
#define RUNNEL_CORE_PASSES_FUSE_H_

#include <map>
#include <tuple>

#include "core/passes/plan_graph.h"

namespace runnel {

// How the elements of `in` are repeated over those of `out`; false if no run length describes it.
bool SpreadsOver(const Shape& in, const Shape& out, int64_t* run);

class ElementwiseFusion {
 public:
  // Whether the device of a fused node has a kernel for it.
  using Supports = std::function<bool(const PlanNode& fused)>;

  ElementwiseFusion(PlanGraph* plan, Supports supports);

  // Fuses nodes among `members`: nodes of one device, of known shapes, in topological order, that wait
  // for the same values, so that joining any of them adds no dependence. `is_kernel(node)`: a device's
  // kernel computes the node. Errors: RESOURCE_EXHAUSTED.
  Status Run(std::span<const int> members, const std::function<bool(int node)>& is_kernel);
  // Writes the results of all runs to the graph. Returns how many nodes were removed.
  int Commit();
  // Whether a node of known shapes could be part of a fused one.
  bool CanJoin(int node) { return IsCandidate(node) && SupportsOp(node); }
  // New nodes, and what each was made of.
  const std::vector<int>& fused() const { return fused_; }
  const std::vector<std::vector<int>>& sources() const { return sources_; }

 private:
  struct Part;
  using Predicate = std::function<bool(int node)>;

  bool IsCandidate(int node) const;
  bool SupportsOp(int node);
  Status FusePhase(std::span<const int> phase);
  Status FuseComponent(std::span<const int> nodes);
  // The longest prefix of `nodes` within the limits of a program.
  Part TakePart(std::span<const int> nodes) const;
  std::vector<int> ResultsOf(const Part& part) const;
  // Appends the node, which nothing uses yet.
  Result<int> Make(const Part& part, std::span<const int> results);

  PlanGraph* plan_;
  Supports supports_;
  std::vector<bool> orders_others_;  // by node: the source of a control edge
  std::vector<int> uses_;            // by node: how many inputs and fetches read it
  std::vector<int> place_;           // by node: where in the list at hand, or -1
  std::map<std::tuple<const OpSchema*, DType, Device*>, bool> supports_op_;
  std::vector<std::vector<PlanEdge>> replacement_;
  std::vector<int> fused_;
  std::vector<std::vector<int>> sources_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_FUSE_H_
