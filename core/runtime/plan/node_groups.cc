// What nodes wait for while a step runs, and the groups that wait for the same.
//
// By a decision (0002-regions-by-equal-waits.md) nodes belong together that wait for equal sets of
// dynamic values. The sets are found in one walk along the order (FindSets). Then nodes that wait for
// nothing, reads of variables above all, go where they are used (ReadMover).
#include "core/runtime/plan/node_groups.h"

#include <algorithm>
#include <map>

#include "core/runtime/devices/device.h"
#include "core/runtime/plan/ancestors.h"
#include "core/runtime/plan/value_origin.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Device* MemoryOf(Device* device) { return device->host_memory() ? nullptr : device; }

// Whether an op created the resource, as opposed to a loop or a branch that passes it on.
bool IsResourceOfAnOp(const PlanGraph& graph, PlanEdge edge) {
  const PlanNode& origin = graph.at(OriginOf(graph, edge).node);
  const NodeKind kind = KindOf(origin);
  return origin.feed < 0 && (kind == NodeKind::kKernel || kind == NodeKind::kHost);
}

// What is known of the nodes while they are grouped.
struct Waits {
  std::vector<int> set_of;      // by node: the number of what it waits for; 0: nothing
  std::vector<bool> is_static;  // by node: it may become part of a region

  bool IsStatic(int node) const { return is_static[static_cast<size_t>(node)]; }
  int SetOf(int node) const { return set_of[static_cast<size_t>(node)]; }
};

class GroupFinder {
 public:
  GroupFinder(const PassContext& context, const FramedGraph& framed, const RegionKernels& kernels)
      : context_(context), framed_(framed), graph_(framed.graph()), kernels_(kernels) {}

  Waits FindSets();

 private:
  bool HasKnownShapes(const PlanNode& node) const;
  bool IsStatic(int i) const;
  int SetOf(int i, AncestorSets* ancestors) const;
  // Values that come while the step runs. Feeds are there when it begins, except in partial runs.
  bool Awaited(int i, const PlanNode& by) const;
  bool ComesWithOthers(int i) const { return !kMinimal && arrives_with_[static_cast<size_t>(i)] >= 0; }
  // The node that stands for `i` among awaited values.
  int ArrivesWith(int i) const { return ComesWithOthers(i) ? arrives_with_[static_cast<size_t>(i)] : i; }
  void FindArrivals();

  const PassContext& context_;
  const FramedGraph& framed_;
  const PlanGraph& graph_;
  const RegionKernels& kernels_;
  std::vector<int> arrives_with_;  // by node; -1: it comes alone
  Waits waits_;                    // of the nodes seen so far
};

bool GroupFinder::HasKnownShapes(const PlanNode& node) const {
  for (size_t k = 0; k < node.output_types.size(); ++k) {
    if (node.output_types[k] == DType::kResource) continue;
    if (!IsPlainData(node.output_types[k]) || !node.shapes[k].IsFullyDefined()) return false;
    if (!node.shapes[k].CheckSize(DTypeSize(node.output_types[k])).ok()) return false;
    if (node.where[k] != MemoryOf(node.placed)) return false;
  }
  for (const PlanEdge& in : node.inputs) {
    if (graph_.type(in) == DType::kResource) {
      if (HandleOf(graph_, in) < 0) return false;
    } else if (!IsPlainData(graph_.type(in)) || !graph_.shape(in).IsFullyDefined()) {
      return false;
    }
  }
  return true;
}

bool GroupFinder::IsStatic(int i) const {
  const PlanNode& node = graph_.at(i);
  if (framed_.RunsIn(i) != 0 || node.placed == nullptr || !HasKnownShapes(node)) return false;
  switch (KindOf(node)) {
    case NodeKind::kKernel: {
      const auto kernel = kernels_.Of(i);
      return kernel.ok() && ((*kernel)->row().flags & RNLP_KERNEL_LATE_SHAPE) == 0 &&
             (*kernel)->row().run != nullptr;
    }
    case NodeKind::kPassThrough:
      return !node.is("_Send") && !node.is("LoopCond");
    case NodeKind::kReshape:
      // A shape that arrives during the step, and an element count that changes, must be checked by the
      // op then: the inferred shape holds only if they fit.
      for (size_t k = 1; k < node.inputs.size(); ++k) {
        if (!IsKnown(graph_, node.inputs[k])) return false;
      }
      return graph_.shape(node.inputs[0]).num_elements() == node.shapes[0].num_elements();
    case NodeKind::kNoOp:
    case NodeKind::kReadVariable:
    case NodeKind::kAssignVariable:
    case NodeKind::kVarIsInitialized:
    case NodeKind::kDestroyResource:
      return true;
    default:
      return false;
  }
}

bool GroupFinder::Awaited(int i, const PlanNode& by) const {
  if (graph_.at(i).feed >= 0) return context_.options.deferred_feeds;
  // What another device's region gives arrives during the step: two regions must not wait for each
  // other.
  return !waits_.IsStatic(i) || graph_.at(i).placed != by.placed;
}

// Groups values that the host begins to copy to a device at one moment: all feeds, or the outputs of one
// op. A region for each would be another launch, so small ones, whose copies take no longer than a few
// launches, count as one value. Large ones do not: while one is copied, the reader of another can
// compute.
void GroupFinder::FindArrivals() {
  constexpr int64_t kSmall = 1 << 20;  // bytes
  constexpr int kFeeds = -1;           // in place of the node that gives the values
  arrives_with_.assign(graph_.nodes.size(), -1);
  std::map<std::pair<int, Device*>, std::vector<int>> together;
  for (const int i : framed_.order) {
    const PlanNode& node = graph_.at(i);
    if (node.feed >= 0 || KindOf(node) != NodeKind::kTransfer || node.where[0] == nullptr) continue;
    if (node.inputs.empty() || !node.controls.empty() || framed_.RunsIn(i) != 0) continue;
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
    if (is_fed ? context_.options.deferred_feeds : !is_one_op) continue;
    together[{is_fed ? kFeeds : value.node, node.where[0]}].push_back(i);
  }
  for (const auto& [moment, copies] : together) {
    if (copies.size() == 1) continue;
    for (const int copy : copies) arrives_with_[static_cast<size_t>(copy)] = copies[0];
  }
}

int GroupFinder::SetOf(int i, AncestorSets* ancestors) const {
  const PlanNode& node = graph_.at(i);
  int set = 0;
  for (const PlanEdge& in : node.inputs) {
    if (graph_.IsBackEdge(i, in) || !IsDynamic(graph_, i, in)) continue;
    set = ancestors->Union(set, waits_.SetOf(in.node));
    if (Awaited(in.node, node)) set = ancestors->With(set, ArrivesWith(in.node), in.index);
  }
  for (const int c : node.controls) {
    if (IsLiteral(graph_, c)) continue;
    set = ancestors->Union(set, waits_.SetOf(c));
    if (Awaited(c, node)) set = ancestors->With(set, ArrivesWith(c), -1);
  }
  // The value arrives together with others, so waiting for any of them means waiting for all: they count
  // as one.
  return ComesWithOthers(i) ? 0 : set;
}

Waits GroupFinder::FindSets() {
  waits_.set_of.assign(graph_.nodes.size(), 0);
  waits_.is_static.assign(graph_.nodes.size(), false);
  if constexpr (!kMinimal) FindArrivals();
  AncestorSets ancestors;
  for (const int i : framed_.order) {
    if (IsLiteral(graph_, i)) continue;
    const int set = SetOf(i, &ancestors);
    waits_.set_of[static_cast<size_t>(i)] = set;
    // Beyond the number of sets that is tracked, nodes stay on their own.
    waits_.is_static[static_cast<size_t>(i)] = set != AncestorSets::kTooLarge && IsStatic(i);
  }
  return std::move(waits_);
}

// Moves reads of variables into the region that uses them. A read waits for nothing: in a region of its
// own it would be another launch, and its value would be borrowed elsewhere while another region updates
// the variable. So a read whose value is used in one region is made there, unless another region writes
// the variable: an unordered read that waits for nothing comes before that write. On devices the same is
// done with kernels that take no longer than a few launches.
class ReadMover {
 public:
  ReadMover(const PassContext& context, const FramedGraph& framed, const RegionKernels& kernels,
            Waits* waits)
      : context_(context), framed_(framed), graph_(framed.graph()), kernels_(kernels), waits_(waits) {}

  void Run();

 private:
  static constexpr int kNowhere = -1, kSeveral = -2;  // in place of a set
  static constexpr uint64_t kMostMovedNs = 20'000;    // into one region

  static void Add(int* found, int set) { *found = *found == kNowhere || *found == set ? set : kSeveral; }
  // False: some handle may be of any variable.
  bool FindWrites();
  bool WrittenThereAlone(int handle, int set) const;
  bool IsCheap(int i, int set);
  bool MayMove(int i, int set);

  const PassContext& context_;
  const FramedGraph& framed_;
  const PlanGraph& graph_;
  const RegionKernels& kernels_;
  Waits* const waits_;
  std::map<std::pair<std::string, std::string>, int> written_in_;  // by VariableName: the set
  std::map<int, uint64_t> moved_ns_;                               // by set
};

bool ReadMover::FindWrites() {
  for (const int i : framed_.order) {
    const PlanNode& node = graph_.at(i);
    const NodeKind kind = KindOf(node);
    if (kind == NodeKind::kReadVariable || kind == NodeKind::kVarIsInitialized ||
        kind == NodeKind::kNoOp || kind == NodeKind::kPassThrough)
      continue;
    for (const PlanEdge& in : node.inputs) {
      if (graph_.type(in) != DType::kResource) continue;
      const int handle = HandleOf(graph_, in);
      // The handle comes through a loop or a branch and may be of any variable.
      if (handle < 0 && !IsResourceOfAnOp(graph_, in)) return false;
      if (handle < 0) continue;
      const auto it = written_in_.try_emplace(VariableName(graph_.at(handle)), kNowhere).first;
      Add(&it->second, waits_->IsStatic(i) ? waits_->SetOf(i) : kSeveral);
    }
  }
  return true;
}

bool ReadMover::WrittenThereAlone(int handle, int set) const {
  const auto it = written_in_.find(VariableName(graph_.at(handle)));
  return it == written_in_.end() || it->second == set;
}

bool ReadMover::IsCheap(int i, int set) {
  const PlanNode& node = graph_.at(i);
  if (kMinimal || node.placed->host_memory()) return false;
  const auto kernel = kernels_.Of(i);
  if (!kernel.ok() || ((*kernel)->row().flags & RNLP_KERNEL_STATEFUL) != 0) return false;
  for (const PlanEdge& in : node.inputs) {
    if (graph_.type(in) == DType::kResource) return false;
    const int handle = VariableReadAt(graph_, in);
    if (handle >= 0 && !WrittenThereAlone(handle, set)) return false;
  }
  uint64_t cost_ns = 0;
  if (!SelectKernel(context_.plugins(), graph_, node, node.placed, &cost_ns).ok()) return false;
  if (cost_ns == 0 || moved_ns_[set] + cost_ns > kMostMovedNs) return false;  // 0: not known
  moved_ns_[set] += cost_ns;
  return true;
}

bool ReadMover::MayMove(int i, int set) {
  const PlanNode& node = graph_.at(i);
  switch (KindOf(node)) {
    case NodeKind::kReadVariable:
      return WrittenThereAlone(HandleOf(graph_, node.inputs[0]), set);
    case NodeKind::kPassThrough:
    case NodeKind::kReshape:
      return true;
    case NodeKind::kKernel:
      return IsCheap(i, set);
    default:
      return false;
  }
}

void ReadMover::Run() {
  if (!FindWrites()) return;
  std::vector<int> used_in(graph_.nodes.size(), kNowhere);
  const auto use = [&](int source, int set) { Add(&used_in[static_cast<size_t>(source)], set); };
  for (const PlanFetch& fetch : graph_.fetches) use(fetch.source.node, kSeveral);
  for (const int target : graph_.targets) use(target, kSeveral);
  for (auto it = framed_.order.rbegin(); it != framed_.order.rend(); ++it) {
    const int i = *it;
    const PlanNode& node = graph_.at(i);
    const int used = used_in[static_cast<size_t>(i)];
    if (waits_->IsStatic(i) && waits_->SetOf(i) == 0 && used > 0 && MayMove(i, used))
      waits_->set_of[static_cast<size_t>(i)] = used;
    const auto uses = [&](int source) {
      const bool together = waits_->IsStatic(i) && graph_.at(source).placed == node.placed;
      use(source, together ? waits_->SetOf(i) : kSeveral);
    };
    for (const PlanEdge& in : node.inputs) uses(in.node);
    for (const int c : node.controls) uses(c);
  }
}

}  // namespace

NodeGroups NoGroups(const FramedGraph& framed) {
  NodeGroups groups;
  groups.group_of.assign(framed.graph().nodes.size(), -1);
  return groups;
}

NodeGroups FindGroups(const PassContext& context, const FramedGraph& framed,
                      const RegionKernels& kernels) {
  Waits waits = GroupFinder(context, framed, kernels).FindSets();
  if constexpr (kHasVariables) ReadMover(context, framed, kernels, &waits).Run();
  std::map<std::pair<int, Device*>, std::vector<int>> together;
  for (const int i : framed.order) {
    if (waits.IsStatic(i)) together[{waits.SetOf(i), framed.graph().at(i).placed}].push_back(i);
  }
  NodeGroups groups = NoGroups(framed);
  for (auto& [key, members] : together) {
    const int number = static_cast<int>(groups.members.size());
    for (const int m : members) groups.group_of[static_cast<size_t>(m)] = number;
    groups.members.push_back(std::move(members));
    groups.devices.push_back(key.second);
  }
  return groups;
}

}  // namespace runnel
