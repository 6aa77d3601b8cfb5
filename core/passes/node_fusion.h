// What passes share that put one node in the place of several, after placement.
#ifndef RUNNEL_CORE_PASSES_NODE_FUSION_H_
#define RUNNEL_CORE_PASSES_NODE_FUSION_H_

#include <functional>
#include <utility>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

class NodeFusion {
 public:
  // `supports(node)`: its device has a kernel for it.
  using Supports = std::function<bool(const PlanNode& node)>;
  // `same_library(product, made)`: the device's kernel for what is made comes from where that for the
  // product comes from, so that no better kernel is lost.
  using SameLibrary = std::function<bool(const PlanNode& product, const PlanNode& made)>;

  // The nodes that were made, with those that they stand for.
  std::vector<MadeNode> Take() { return std::move(made_); }

 protected:
  NodeFusion(const Supports& supports, PlanGraph* plan);

  // Nodes from here on were made by the pass.
  int end() const { return static_cast<int>(uses_.size()); }
  // Whether a node on `placed` may be removed: it is neither fed nor fetched, and no control edge leaves
  // it.
  bool MayGo(int i, const Device* placed) const;
  bool IsReadOnce(int i) const { return i < end() && uses_[static_cast<size_t>(i)] == 1; }
  // Whether its only reader on `placed` can be fused with it: no control edge enters either.
  bool GoesWithItsReader(int i, const Device* placed) const {
    return IsReadOnce(i) && MayGo(i, placed) && plan_->at(i).controls.empty();
  }
  // The node that alone reads the values of `i`, which are then its output 0 only; or -1.
  int ReaderOf(int i) const { return IsReadOnce(i) ? reader_[static_cast<size_t>(i)] : -1; }
  // Whether something reads another output than 0.
  bool GivesMore(int i) const { return gives_more_[static_cast<size_t>(i)]; }
  bool OrdersOthers(int i) const { return orders_others_[static_cast<size_t>(i)]; }
  // Replaces `sources`, and the readers of output 0 of `last`, one of these, by node `made`; applied by
  // Commit. False, and `made` is removed, if its device has no kernel for it.
  bool Replace(int made, int last, const std::vector<int>& sources);
  void Commit() { plan_->ReplaceUses(replacement_); }

  const Supports& supports_;
  PlanGraph* const plan_;
  std::vector<MadeNode> made_;

 private:
  std::vector<int> uses_;  // by node: how many inputs and fetches read it
  std::vector<int>
      reader_;  // by node: who reads it, of one reader; -1 where a fetch or another output is read
  std::vector<bool> gives_more_;
  std::vector<bool> orders_others_;
  std::vector<std::vector<PlanEdge>> replacement_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_NODE_FUSION_H_
