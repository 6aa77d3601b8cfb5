#include "core/passes/node_fusion.h"

namespace runnel {

NodeFusion::NodeFusion(const Supports& supports, PlanGraph* plan)
    : supports_(supports),
      plan_(plan),
      uses_(plan->CountReads()),
      reader_(plan->nodes.size(), -1),
      gives_more_(plan->nodes.size(), false),
      orders_others_(plan->OrderingNodes()),
      replacement_(plan->nodes.size()) {
  for (size_t i = 0; i < plan->nodes.size(); ++i) {
    if (plan->nodes[i].removed) continue;
    for (const PlanEdge& in : plan->nodes[i].inputs) {
      if (in.node < 0) continue;
      if (in.index == 0) {
        reader_[static_cast<size_t>(in.node)] = static_cast<int>(i);
      } else {
        gives_more_[static_cast<size_t>(in.node)] = true;
      }
    }
  }
  for (const PlanFetch& fetch : plan->fetches) {
    if (fetch.source.index > 0) gives_more_[static_cast<size_t>(fetch.source.node)] = true;
  }
}

bool NodeFusion::MayGo(int i, const Device* placed) const {
  if (i < 0 || i >= end()) return false;
  const PlanNode& node = plan_->at(i);
  return !node.removed && !node.pinned && node.feed < 0 && node.placed != nullptr &&
         node.placed == placed && !OrdersOthers(i);
}

bool NodeFusion::Replace(int made, int last, const std::vector<int>& sources) {
  PlanNode& node = plan_->at(made);
  node.shapes = {plan_->at(last).shapes[0]};
  node.placed = plan_->at(last).placed;
  if (!supports_(node)) {
    node.removed = true;
    return false;
  }
  for (const int i : sources) plan_->at(i).removed = true;
  replacement_[static_cast<size_t>(last)] = {{made, 0}};
  made_.push_back({made, sources});
  return true;
}

}  // namespace runnel
