#include "core/passes/plan_uses.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace runnel {

void PlanUses::AddWait(int user, size_t place) {
  const int source = plan_->at(user).controls[place];
  uses_[static_cast<size_t>(source)].waits.push_back({user, static_cast<int>(place)});
}

PlanUses::Uses& PlanUses::Of(int id) {
  uses_.resize(plan_->nodes.size());
  for (; num_nodes_ < plan_->nodes.size(); ++num_nodes_) {
    const PlanNode& node = plan_->nodes[num_nodes_];
    if (node.removed) continue;
    const int user = static_cast<int>(num_nodes_);
    for (size_t k = 0; k < node.inputs.size(); ++k)
      uses_[static_cast<size_t>(node.inputs[k].node)].reads.push_back({user, static_cast<int>(k)});
    for (size_t k = 0; k < node.controls.size(); ++k) AddWait(user, k);
  }
  for (; num_fetches_ < plan_->fetches.size(); ++num_fetches_)
    uses_[static_cast<size_t>(plan_->fetches[num_fetches_].source.node)].fetches.push_back(num_fetches_);
  for (; num_targets_ < plan_->targets.size(); ++num_targets_)
    uses_[static_cast<size_t>(plan_->targets[num_targets_])].targets.push_back(num_targets_);
  return uses_[static_cast<size_t>(id)];
}

void PlanUses::ReplaceOutputs(int id, std::span<const PlanEdge> outputs) {
  Uses& uses = Of(id);
  for (const Use& use : std::exchange(uses.reads, {})) {
    PlanEdge& input = plan_->at(use.user).inputs[static_cast<size_t>(use.place)];
    input = outputs[static_cast<size_t>(input.index)];
    uses_[static_cast<size_t>(input.node)].reads.push_back(use);
  }
  for (const size_t fetch : std::exchange(uses.fetches, {})) {
    PlanEdge& source = plan_->fetches[fetch].source;
    source = outputs[static_cast<size_t>(source.index)];
    uses_[static_cast<size_t>(source.node)].fetches.push_back(fetch);
  }
}

size_t PlanUses::CountWaits(int id) { return Of(id).waits.size(); }
bool PlanUses::IsTarget(int id) { return !Of(id).targets.empty(); }
bool PlanUses::IsAwaited(int id) { return CountWaits(id) > 0 || IsTarget(id); }

void PlanUses::ReplaceControl(int id, std::span<const int> ends) {
  for (const Use& use : std::exchange(Of(id).waits, {})) {
    std::vector<int>& controls = plan_->at(use.user).controls;
    controls[static_cast<size_t>(use.place)] = ends[0];
    AddWait(use.user, static_cast<size_t>(use.place));
    for (const int end : ends.subspan(1)) {
      controls.push_back(end);
      AddWait(use.user, controls.size() - 1);
    }
    changed_.push_back(use.user);
  }
}

void PlanUses::ReplaceTarget(int id, int by) {
  for (const size_t target : std::exchange(Of(id).targets, {})) {
    plan_->targets[target] = by;
    uses_[static_cast<size_t>(by)].targets.push_back(target);
  }
}

void PlanUses::Finish() {
  std::sort(changed_.begin(), changed_.end());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  for (const int user : changed_) {
    std::unordered_set<int> seen;
    std::erase_if(plan_->at(user).controls, [&](int source) { return !seen.insert(source).second; });
  }
}

}  // namespace runnel
