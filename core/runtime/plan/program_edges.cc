// The executor's edges: what each node waits for, and the slots that values go to.
#include "core/runtime/plan/program_builder.h"

#include <algorithm>

#include "core/runtime/plan/value_origin.h"

namespace runnel {

Status ProgramBuilder::Connect() {
  // Inputs: slots of the frame's iterations, literals in place.
  for (const int i : set_.framed.order) {
    if (set_.groups.Of(i) >= 0 || exec_of_[static_cast<size_t>(i)] < 0) continue;
    const int id = exec_of_[static_cast<size_t>(i)];
    const PlanNode& from = graph_.at(i);
    RUNNEL_RETURN_IF_ERROR(ConnectInputs(id, from.inputs));
    ConnectControls(id, from.controls);
  }
  for (size_t r = 0; r < region_exec_.size(); ++r) {
    if (region_exec_[r] < 0) continue;
    RUNNEL_RETURN_IF_ERROR(ConnectInputs(region_exec_[r], set_.externals[r]));
    ConnectControls(region_exec_[r], ControlsOfRegion(static_cast<int>(r)));
    plan_->nodes[static_cast<size_t>(region_exec_[r])].num_outputs =
        static_cast<int32_t>(plan_->regions[r]->export_values.size());
  }
  for (size_t f = 0; f < graph_.fetches.size(); ++f) {
    const int id = NewExecNode(NodeKind::kFetch, 0);
    ExecNode& node = plan_->nodes.back();
    node.index = static_cast<int32_t>(f);
    node.details->name = graph_.fetches[f].name;
    node.details->op = "_Fetch";
    RUNNEL_RETURN_IF_ERROR(ConnectInputs(id, {graph_.fetches[f].source}));
  }
  return LayOutEdges();
}

// What a region waits for besides its externals: control edges, and inputs whose values were known when
// its ops were planned (shapes of views, handles) but whose nodes may have to wait for something.
std::vector<int> ProgramBuilder::ControlsOfRegion(int region) const {
  std::vector<int> controls;
  const auto add = [&](int source) {
    if (set_.groups.Of(source) != region) controls.push_back(source);
  };
  for (const int m : set_.groups.members[static_cast<size_t>(region)]) {
    const PlanNode& node = graph_.at(m);
    for (const int c : node.controls) add(c);
    const bool is_view = KindOf(node) == NodeKind::kReshape;
    for (size_t k = 0; k < node.inputs.size(); ++k) {
      const PlanEdge& in = node.inputs[k];
      if (IsLiteral(graph_, in.node) || exec_of_[static_cast<size_t>(in.node)] < 0) continue;
      if ((is_view && k > 0) || graph_.type(in) == DType::kResource) add(in.node);
    }
  }
  return controls;
}

Status ProgramBuilder::ConnectInputs(int id, const std::vector<PlanEdge>& inputs) {
  ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
  node.num_inputs = static_cast<int32_t>(inputs.size());
  node.first_literal = static_cast<int32_t>(plan_->literals.size());
  for (size_t k = 0; k < inputs.size(); ++k) {
    const PlanEdge in = inputs[k];
    const bool literal = IsLiteral(graph_, in.node) && node.kind != NodeKind::kMerge;
    if (literal) {
      RUNNEL_ASSIGN_OR_RETURN(const int32_t value, LiteralOf(in.node));
      plan_->literals.push_back({static_cast<int32_t>(k), value});
      continue;
    }
    const int region = set_.groups.Of(in.node);
    const int output =
        region < 0 ? in.index
                   : set_.export_numbers[static_cast<size_t>(region)].at(std::pair(in.node, in.index));
    pending_edges_.push_back({exec_of_[static_cast<size_t>(in.node)], output, id, static_cast<int>(k)});
    ++node.pending;
  }
  node.last_literal = static_cast<int32_t>(plan_->literals.size());
  return OkStatus();
}

void ProgramBuilder::ConnectControls(int id, const std::vector<int>& controls) {
  std::vector<int> sources;
  for (const int c : controls) {
    if (IsLiteral(graph_, c) && exec_of_[static_cast<size_t>(c)] < 0) continue;
    sources.push_back(exec_of_[static_cast<size_t>(c)]);
  }
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  for (const int s : sources) pending_edges_.push_back({s, -1, id, -1});
  ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
  node.pending += static_cast<int32_t>(sources.size());
  if (node.kind == NodeKind::kMerge) node.pending = 1 + 2 * static_cast<int32_t>(sources.size());
}

Status ProgramBuilder::LayOutEdges() {
  std::stable_sort(pending_edges_.begin(), pending_edges_.end(),
                   [](const PendingEdge& a, const PendingEdge& b) { return a.src < b.src; });
  for (size_t i = 0; i < plan_->nodes.size(); ++i) {
    // An Enter gives its value to the child frame; its own input slots are in the parent.
    ExecNode& node = plan_->nodes[i];
    FrameInfo& frame = plan_->frames[static_cast<size_t>(node.frame)];
    node.first_slot = frame.num_slots;
    frame.num_slots += node.num_inputs - (node.last_literal - node.first_literal);
    if (node.pending > 1 || node.kind == NodeKind::kMerge) {
      node.count = static_cast<int32_t>(frame.pending.size());
      frame.pending.push_back(node.pending);
    }
    if (node.pending == 0) plan_->roots.push_back(static_cast<int32_t>(i));
  }
  size_t at = 0;
  for (size_t i = 0; i < plan_->nodes.size(); ++i) {
    ExecNode& node = plan_->nodes[i];
    node.first_edge = static_cast<int32_t>(plan_->edges.size());
    for (; at < pending_edges_.size() && pending_edges_[at].src == static_cast<int>(i); ++at) {
      const PendingEdge& e = pending_edges_[at];
      plan_->edges.push_back({e.dst, e.dst_input < 0 ? -1 : SlotOf(e.dst, e.dst_input), e.src_output});
    }
    node.last_edge = static_cast<int32_t>(plan_->edges.size());
  }
  return OkStatus();
}

int32_t ProgramBuilder::SlotOf(int id, int input) const {
  const ExecNode& node = plan_->nodes[static_cast<size_t>(id)];
  int32_t slot = node.first_slot + input;
  for (int32_t l = node.first_literal; l < node.last_literal; ++l) {
    if (plan_->literals[static_cast<size_t>(l)].input < input) --slot;
  }
  return slot;
}

}  // namespace runnel
