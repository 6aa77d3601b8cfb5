// Prune: the part of the user's graph that a signature needs, copied into a PlanGraph.
#include <algorithm>
#include <unordered_map>

#include "core/passes/colocation.h"
#include "core/passes/plan_graph.h"

namespace runnel {
namespace {

struct OutputHash {
  size_t operator()(const OutputRef& o) const {
    return std::hash<const void*>()(o.node) * 31 + static_cast<size_t>(o.index);
  }
};

PlanNode CopyNode(const Node& node) {
  PlanNode out;
  out.name = node.name();
  out.schema = &node.schema();
  out.attrs = &node.attrs();
  out.device = node.device();
  out.output_types.resize(static_cast<size_t>(node.num_outputs()));
  for (int i = 0; i < node.num_outputs(); ++i) {
    out.output_types[static_cast<size_t>(i)] = node.output_type(i);
    out.shapes.push_back(node.output_shape(i));
    out.handles.push_back(node.output_handle(i));
  }
  return out;
}

class Pruner {
 public:
  Pruner(const Graph& graph, std::span<const PlanFeed> feeds, PlanGraph* plan)
      : graph_(graph), plan_(plan), number_(static_cast<size_t>(graph.num_nodes()), -1) {
    for (size_t i = 0; i < feeds.size(); ++i) fed_.emplace(feeds[i].output, static_cast<int>(i));
    plan->feeds.assign(feeds.begin(), feeds.end());
  }

  Status AddFeeds() {
    RUNNEL_ASSIGN_OR_RETURN(const OpSchema* schema, graph_.registry().Find("Placeholder"));
    for (size_t i = 0; i < plan_->feeds.size(); ++i) {
      const PlanFeed& feed = plan_->feeds[i];
      PlanNode node;
      node.name = StrCat("_feed_", i, "_", feed.output.node->name());
      node.schema = schema;
      node.attrs = plan_->Own({{"dtype", AttrValue(feed.dtype)}, {"shape", AttrValue(feed.shape)}});
      node.device = feed.output.node->device();
      node.output_types = {feed.dtype};
      node.shapes = {feed.shape};
      node.handles = {feed.output.node->output_handle(feed.output.index)};
      node.feed = static_cast<int>(i);
      plan_->nodes.push_back(std::move(node));
    }
    return OkStatus();
  }

  Status Reach(Node* node) {
    stack_.push_back(node);
    while (!stack_.empty()) {
      Node* next = stack_.back();
      stack_.pop_back();
      RUNNEL_RETURN_IF_ERROR(Visit(next));
    }
    return OkStatus();
  }

  // The plan's edge for an output of the user's graph, which Reach has copied.
  PlanEdge Edge(const OutputRef& ref) const {
    const auto it = fed_.find(ref);
    if (it != fed_.end()) return {it->second, 0};
    return {number_[static_cast<size_t>(ref.node->id())], ref.index};
  }
  bool IsFed(const OutputRef& ref) const { return fed_.contains(ref); }

  // Unregistered ops are reported first: no feed would help.
  Status CheckReached() const {
    std::vector<const Node*> nodes;
    for (const auto& [node, id] : copied_) nodes.push_back(node);
    RUNNEL_RETURN_IF_ERROR(graph_.CheckKnown(nodes, "the step"));
    return unfed_;
  }

  Status Connect() {
    for (const auto& [node, id] : copied_) {
      PlanNode& copy = plan_->at(id);
      for (const OutputRef& in : node->inputs()) copy.inputs.push_back(Edge(in));
      for (const Node* control : node->control_inputs()) {
        copy.controls.push_back(number_[static_cast<size_t>(control->id())]);
      }
    }
    return OkStatus();
  }
  void InheritDevices() { runnel::InheritDevices(graph_, copied_, plan_); }
  int number(const Node* node) const { return number_[static_cast<size_t>(node->id())]; }

 private:
  Status Visit(Node* node) {
    int& number = number_[static_cast<size_t>(node->id())];
    if (number >= 0) return OkStatus();
    if (node->op() == "Placeholder" || node->op() == "_Arg") {
      // Reached by a control edge or as a target: the feed takes the node's place.
      if (const auto it = fed_.find(OutputRef{node, 0}); it != fed_.end()) {
        number = it->second;
        return OkStatus();
      }
      Status unfed(
          Code::kInvalidArgument,
          StrCat("You must feed a value for placeholder tensor '", node->name(), "' with dtype ",
                 DTypeName(node->output_type(0)), " and shape ", node->output_shape(0).ToString()),
          node->name());
      if (!graph_.has_unknown_ops()) return unfed;
      if (unfed_.ok()) unfed_ = std::move(unfed);
      return OkStatus();
    }
    number = static_cast<int>(plan_->nodes.size());
    plan_->nodes.push_back(CopyNode(*node));
    copied_.emplace_back(node, number);
    for (const OutputRef& in : node->inputs()) {
      if (in.node == nullptr) {
        return InvalidArgument("Merge \"", node->name(),
                               "\" lacks its back edge: the loop was never closed");
      }
      if (!IsFed(in)) stack_.push_back(in.node);
    }
    for (Node* control : node->control_inputs()) stack_.push_back(control);
    return OkStatus();
  }

  const Graph& graph_;
  PlanGraph* plan_;
  std::unordered_map<OutputRef, int, OutputHash> fed_;
  std::vector<int> number_;
  std::vector<std::pair<const Node*, int>> copied_;
  std::vector<Node*> stack_;
  Status unfed_;  // the first placeholder without a feed, of a graph with unknown ops
};

// By node: whether it depends on an unregistered op. Empty: none does.
std::vector<bool> NeedUnknownOps(const Graph& graph) {
  if (!graph.has_unknown_ops()) return {};
  const int n = graph.num_nodes();
  std::vector<bool> needs(static_cast<size_t>(n), false);
  const auto is_marked = [&](const Node* node) {
    return node != nullptr && node->id() < n && needs[static_cast<size_t>(node->id())];
  };
  for (bool changed = true; changed;) {  // again for the back edges of loops
    changed = false;
    for (int i = 0; i < n; ++i) {
      const Node* const node = graph.node(i);
      if (is_marked(node)) continue;
      const bool marked =
          !node->is_known() || !graph.CheckKnown({&node, 1}, "").ok() ||
          std::any_of(node->inputs().begin(), node->inputs().end(),
                      [&](const OutputRef& in) { return is_marked(in.node); }) ||
          std::any_of(node->control_inputs().begin(), node->control_inputs().end(), is_marked);
      needs[static_cast<size_t>(i)] = marked;
      changed |= marked;
    }
  }
  return needs;
}

}  // namespace

Status Prune(const Graph& graph, std::span<const PlanFeed> feeds, std::span<const OutputRef> fetches,
             std::span<Node* const> targets, PlanGraph* plan) {
  Pruner pruner(graph, feeds, plan);
  RUNNEL_RETURN_IF_ERROR(pruner.AddFeeds());
  for (const OutputRef& fetch : fetches) {
    if (!pruner.IsFed(fetch)) RUNNEL_RETURN_IF_ERROR(pruner.Reach(fetch.node));
  }
  for (Node* target : targets) RUNNEL_RETURN_IF_ERROR(pruner.Reach(target));
  if (graph.has_unknown_ops()) RUNNEL_RETURN_IF_ERROR(pruner.CheckReached());
  RUNNEL_RETURN_IF_ERROR(pruner.Connect());
  pruner.InheritDevices();
  for (const OutputRef& fetch : fetches) {
    plan->fetches.push_back({pruner.Edge(fetch), StrCat(fetch.node->name(), ":", fetch.index)});
  }
  for (const Node* target : targets) {
    plan->targets.push_back(pruner.number(target));
    plan->at(pruner.number(target)).pinned = true;
  }
  return OkStatus();
}

Status PruneNothing(const Graph& graph, int64_t assumed_size, const FedShapes& fed, PlanGraph* plan) {
  std::vector<PlanFeed> feeds;
  std::vector<Node*> targets;
  const std::vector<bool> unknown = NeedUnknownOps(graph);
  for (int i = 0; i < graph.num_nodes(); ++i) {
    Node* node = graph.node(i);
    if (static_cast<size_t>(i) < unknown.size() && unknown[static_cast<size_t>(i)]) continue;
    if (node->op() != "Placeholder") {
      targets.push_back(node);
      continue;
    }
    const Shape& shape = node->output_shape(0);
    const auto it = fed.find(node->name());
    Shape taken = it != fed.end() ? it->second : shape.has_rank() ? Shape() : shape;
    for (int d = 0; d < shape.rank() && it == fed.end(); ++d)
      taken.Append(shape.dim(d) < 0 ? assumed_size : shape.dim(d));
    feeds.push_back({{node, 0}, node->output_type(0), taken, nullptr});
  }
  return Prune(graph, feeds, {}, targets, plan);
}

}  // namespace runnel
