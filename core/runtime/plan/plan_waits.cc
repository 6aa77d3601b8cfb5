// What nodes wait for while a step runs: the sets by which regions are formed.
#include "core/runtime/plan/plan_builder.h"

#include <algorithm>
#include <map>

namespace runnel {

bool PlanBuilder::Awaited(int i, const PlanNode& by) const {
  if (graph_.at(i).feed >= 0) return options_.deferred_feeds;
  // What another device's region gives arrives during the step: two regions must not wait for each
  // other.
  return !static_[static_cast<size_t>(i)] || graph_.at(i).placed != by.placed;
}

// Groups values that the host begins to copy to a device at one moment: all feeds, or the outputs of one
// op. A region for each would be another launch, so small ones, whose copies take no longer than a few
// launches, count as one value. Large ones do not: while one is copied, the reader of another can
// compute.
void PlanBuilder::FindArrivals() {
  constexpr int64_t kSmall = 1 << 20;  // bytes
  constexpr int kFeeds = -1;           // in place of the node that gives the values
  arrives_with_.assign(graph_.nodes.size(), -1);
  std::map<std::pair<int, Device*>, std::vector<int>> together;
  for (const int i : order_) {
    const PlanNode& node = graph_.at(i);
    if (node.feed >= 0 || KindOf(node) != NodeKind::kTransfer || node.where[0] == nullptr) continue;
    if (node.inputs.empty() || !node.controls.empty() || RunsIn(i) != 0) continue;
    const Shape& shape = node.shapes[0];
    const size_t size = DTypeSize(node.output_types[0]);
    if (!shape.IsFullyDefined() || !shape.CheckSize(size).ok()) continue;
    if (shape.num_elements() * static_cast<int64_t>(size) > kSmall) continue;
    const PlanEdge value = graph_.at(node.inputs[0].node).inputs[0];
    const PlanNode& source = graph_.at(value.node);
    if (source.where[static_cast<size_t>(value.index)] != nullptr) continue;
    const bool is_fed = source.feed >= 0;
    // A region's exports arrive at different moments, and one side of a Switch never arrives.
    const NodeKind kind = KindOf(source);
    const bool is_one_op =
        (kind == NodeKind::kKernel || kind == NodeKind::kHost) && !IsStatic(value.node);
    if (is_fed ? options_.deferred_feeds : !is_one_op) continue;
    together[{is_fed ? kFeeds : value.node, node.where[0]}].push_back(i);
  }
  for (const auto& [moment, copies] : together) {
    if (copies.size() == 1) continue;
    for (const int copy : copies) arrives_with_[static_cast<size_t>(copy)] = copies[0];
  }
}

// Moves reads of variables into the region that uses them. A read waits for nothing: in a region of its
// own it would be another launch, and its value would be borrowed elsewhere while another region updates
// the variable. So a read whose value is used in one region is made there, unless another region writes
// the variable: an unordered read that waits for nothing comes before that write. On devices the same is
// done with kernels that take no longer than a few launches.
void PlanBuilder::ReadWhereUsed(std::vector<int>* set_of) {
  constexpr int kNowhere = -1, kSeveral = -2;
  constexpr uint64_t kMostMovedNs = 20'000;  // into one region
  std::map<int, uint64_t> moved_ns;
  const auto add = [](int* found, int set) {
    *found = *found == kNowhere || *found == set ? set : kSeveral;
  };
  std::map<std::pair<std::string, std::string>, int> written_in;
  for (const int i : order_) {
    const PlanNode& node = graph_.at(i);
    const NodeKind kind = KindOf(node);
    if (kind == NodeKind::kReadVariable || kind == NodeKind::kVarIsInitialized ||
        kind == NodeKind::kNoOp)
      continue;
    if (kind == NodeKind::kPassThrough) continue;
    for (const PlanEdge& in : node.inputs) {
      if (graph_.type(in) != DType::kResource) continue;
      const int handle = HandleOf(in);
      // The handle comes through a loop or a branch and may be of any variable.
      if (handle < 0 && !IsResourceOfAnOp(in)) return;
      if (handle < 0) continue;
      const auto it = written_in.try_emplace(VariableName(graph_.at(handle)), kNowhere).first;
      add(&it->second, static_[static_cast<size_t>(i)] ? (*set_of)[static_cast<size_t>(i)] : kSeveral);
    }
  }
  const auto written_there_alone = [&](int handle, int set) {
    const auto it = written_in.find(VariableName(graph_.at(handle)));
    return it == written_in.end() || it->second == set;
  };
  const auto is_cheap = [&](int i, int set) {
    const PlanNode& node = graph_.at(i);
    if (kMinimal || node.placed->host_memory()) return false;
    const auto kernel = KernelOf(i);
    if (!kernel.ok() || ((*kernel)->row().flags & RNLP_KERNEL_STATEFUL) != 0) return false;
    for (const PlanEdge& in : node.inputs) {
      if (graph_.type(in) == DType::kResource) return false;
      const int handle = VariableReadAt(in);
      if (handle >= 0 && !written_there_alone(handle, set)) return false;
    }
    uint64_t cost_ns = 0;
    if (!SelectKernel(plugins_, graph_, node, node.placed, &cost_ns).ok()) return false;
    if (cost_ns == 0 || moved_ns[set] + cost_ns > kMostMovedNs) return false;  // 0: not known
    moved_ns[set] += cost_ns;
    return true;
  };
  const auto may_move = [&](int i, int set) {
    const PlanNode& node = graph_.at(i);
    switch (KindOf(node)) {
      case NodeKind::kReadVariable:
        return written_there_alone(HandleOf(node.inputs[0]), set);
      case NodeKind::kPassThrough:
      case NodeKind::kReshape:
        return true;
      case NodeKind::kKernel:
        return is_cheap(i, set);
      default:
        return false;
    }
  };
  std::vector<int> used_in(graph_.nodes.size(), kNowhere);
  const auto use = [&](int source, int set) { add(&used_in[static_cast<size_t>(source)], set); };
  for (const PlanFetch& fetch : graph_.fetches) use(fetch.source.node, kSeveral);
  for (const int target : graph_.targets) use(target, kSeveral);
  for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
    const PlanNode& node = graph_.at(*it);
    const auto i = static_cast<size_t>(*it);
    if (static_[i] && (*set_of)[i] == 0 && used_in[i] > 0 && may_move(*it, used_in[i]))
      (*set_of)[i] = used_in[i];
    const auto uses = [&](int source) {
      const bool together = static_[i] && graph_.at(source).placed == node.placed;
      use(source, together ? (*set_of)[i] : kSeveral);
    };
    for (const PlanEdge& in : node.inputs) uses(in.node);
    for (const int c : node.controls) uses(c);
  }
}

// Whether an op created the resource, as opposed to a loop or a branch that passes it on.
bool PlanBuilder::IsResourceOfAnOp(PlanEdge edge) const {
  const PlanNode& origin = graph_.at(OriginOf(edge).node);
  const NodeKind kind = KindOf(origin);
  return origin.feed < 0 && (kind == NodeKind::kKernel || kind == NodeKind::kHost);
}

}  // namespace runnel
