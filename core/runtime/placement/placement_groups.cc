// Union and find over nodes, and device strings by group.
#include "core/runtime/placement/placement_groups.h"

#include <numeric>
#include <unordered_map>

namespace runnel {

namespace {

constexpr std::string_view kColocated = "loc:@";

}  // namespace

Standing StandingOf(const PlanGraph& plan, int node) {
  const PlanNode& one = plan.at(node);
  for (const PlanEdge& in : one.inputs) {
    if (in.node >= 0 && plan.type(in) == DType::kResource) return Standing::kUser;
  }
  for (const DType dtype : one.output_types) {
    if (dtype == DType::kResource) return Standing::kOwner;
  }
  if (const auto* classes = one.attr<std::vector<std::string>>("_class")) {
    for (const std::string& text : *classes) {
      if (text.starts_with(kColocated) && text.substr(kColocated.size()) != one.name)
        return Standing::kFollower;
    }
  }
  return Standing::kNone;
}

int OwnerFor(const PlanGraph& plan, int node) {
  int owner = -1;
  // Bounded, because a loop's back edge may lead here again.
  for (size_t hops = 0; hops <= plan.nodes.size(); ++hops) {
    const int before = node;
    for (const PlanEdge& in : plan.at(node).inputs) {
      if (in.node < 0 || plan.type(in) != DType::kResource) continue;
      owner = node = in.node;
      break;
    }
    if (node == before) break;
  }
  return owner;
}

std::string DroppedWish(const PlanGraph& plan, int node, int other, const std::string& before) {
  const int owner = OwnerFor(plan, node);
  const PlanNode& one = plan.at(node);
  return owner >= 0 ? StrCat(one.name, ": wanted \"", one.device, "\", goes with ", plan.at(owner).name,
                             ", whose resource it uses, on \"", before, "\"")
                    : StrCat(one.name, ": wanted \"", one.device, "\", is colocated with ",
                             plan.at(other).name, " on \"", before, "\"");
}

PlacementGroups::PlacementGroups(const PlanGraph& plan)
    : plan_(plan), parent_(plan.nodes.size()), want_(plan.nodes.size()), source_(plan.nodes.size(), -1) {
  std::iota(parent_.begin(), parent_.end(), 0);
}

int PlacementGroups::Find(int node) {
  while (parent_[static_cast<size_t>(node)] != node) {
    int& parent = parent_[static_cast<size_t>(node)];
    parent = parent_[static_cast<size_t>(parent)];
    node = parent;
  }
  return node;
}

void PlacementGroups::JoinByNamesAndResources(std::span<const int> nodes) {
  std::unordered_map<std::string_view, int> by_name;
  for (const int i : nodes) {
    const PlanNode& node = plan_.at(i);
    const auto* classes = node.attr<std::vector<std::string>>("_class");
    if (classes != nullptr && by_name.empty()) {
      for (const int k : nodes) by_name.emplace(plan_.at(k).name, k);
    }
    if (classes != nullptr) {
      for (const std::string& text : *classes) {
        if (!text.starts_with(kColocated)) continue;
        const auto it = by_name.find(std::string_view(text).substr(kColocated.size()));
        if (it != by_name.end()) Join(i, it->second);
      }
    }
    for (const PlanEdge& in : node.inputs) {
      if (plan_.type(in) == DType::kResource) Join(i, in.node);
    }
  }
}

Status PlacementGroups::Merge(int i, int* other, std::string* before) {
  const PlanNode& node = plan_.at(i);
  if (node.device.empty()) return OkStatus();
  auto want = DeviceName::Parse(node.device);
  if (!want.ok())
    return want.status().WithPrefix(StrCat("node \"", node.name, "\"")).WithNode(node.name);
  const size_t root = static_cast<size_t>(Find(i));
  *before = want_[root].ToString();
  DeviceName both = want_[root];
  if (both.MergeFrom(*want)) {
    want_[root] = std::move(both);
    source_[root] = i;
  } else {
    *other = source_[root];
  }
  return OkStatus();
}

Status PlacementGroups::Contradiction(int i, int other, const std::string& before) const {
  const PlanNode& node = plan_.at(i);
  return Status(
      Code::kInvalidArgument,
      StrCat("node \"", node.name, "\" asks for device \"", node.device,
             "\", but it is colocated with \"", plan_.at(other).name, "\" on \"", before, "\""),
      node.name);
}

std::vector<std::vector<int>> PlacementGroups::Members(std::span<const int> nodes) {
  std::vector<std::vector<int>> groups;
  std::vector<int> number(parent_.size(), -1);
  for (const int i : nodes) {
    int& group = number[static_cast<size_t>(Find(i))];
    if (group < 0) {
      group = static_cast<int>(groups.size());
      groups.emplace_back();
    }
    groups[static_cast<size_t>(group)].push_back(i);
  }
  return groups;
}

}  // namespace runnel
