// The reverse sweep: which nodes lie between xs and ys, in which order they are visited, and how their
// gradients add up. A loop inside the frame being swept is visited as one unit.
#include "core/passes/gradients.h"

#include <algorithm>
#include <queue>

#include "core/ops/gradient_helpers.h"
#include "core/passes/gradients_internal.h"

namespace runnel {

DType GradientType(OutputRef edge) {
  const DType dtype = TypeOf(edge);
  return dtype == DType::kResource ? edge.node->output_handle(edge.index).dtype : dtype;
}

const Shape& GradientShape(OutputRef edge) {
  return TypeOf(edge) == DType::kResource ? edge.node->output_handle(edge.index).shape : ShapeOf(edge);
}

bool IsDifferentiable(OutputRef edge) {
  const DType dtype = GradientType(edge);
  // An unknown type may be differentiable: the op is named when the path goes through it.
  if (dtype == DType::kInvalid && edge.node != nullptr && !edge.node->is_known()) return true;
  return IsFloating(dtype) || IsComplex(dtype) || dtype == DType::kVariant;  // a list of such
}

const Node* GradientBuilder::StackOf(OutputRef handle, int depth) const {
  if (depth > kMaxGradientDepth) return nullptr;
  const Node* node = handle.node;
  for (int steps = 0; node != nullptr && steps <= graph_->num_nodes(); ++steps) {
    const std::string& op = node->op();
    if (op == "StackV2") return node;
    if (op == "StackPopV2") {  // a handle from a stack: the stack of a nested loop
      const auto pushes = pushes_.find(StackOf(node->input(0), depth + 1));
      if (pushes == pushes_.end() || pushes->second.size() != 1) return nullptr;
      node = pushes->second[0]->input(1).node;
      continue;
    }
    const bool passes = op == "Enter" || op == "Exit" || op == "Switch" || op == "Merge" ||
                        op == "Identity" || op == "StackPushV2";
    node = passes ? node->input(op == "StackPushV2" ? 1 : 0).node : nullptr;
  }
  return nullptr;
}

// Boundaries of a loop's body when the body is swept on its own.
bool GradientBuilder::IsLeaf(const Scope& scope, const Node* node) const {
  if (structure_.FrameOf(node) != scope.frame) return false;
  if (node->op() == "NextIteration" || (node->op() == "Enter" && scope.loop != nullptr)) return true;
  return ControlStructure::IsLoopSwitch(node) || ControlStructure::IsLoopMerge(node);
}

bool GradientBuilder::IsReached(const Sweep& sweep, OutputRef edge) const {
  if (edge.node == nullptr || !IsDifferentiable(edge)) return false;
  if (sweep.xs.contains(edge)) return true;
  return sweep.reached[static_cast<size_t>(edge.node->id())] != 0 && !stops_.contains(edge);
}

int GradientBuilder::UnitOf(const Sweep& sweep, const Node* node) const {
  const int child = structure_.ChildTowards(sweep.scope->frame, structure_.FrameOf(node));
  return child >= 0 ? -child : node->id();
}

void GradientBuilder::ExtendConsumers() {
  const int n = structure_.num_nodes();
  consumers_.resize(static_cast<size_t>(n));
  for (; consumers_done_ < n; ++consumers_done_) {
    Node* node = graph_->node(consumers_done_);
    for (const OutputRef& in : node->inputs()) {
      if (in.node == nullptr) continue;
      // A back edge may come from a node that is not taken in yet.
      if (static_cast<size_t>(in.node->id()) >= consumers_.size()) {
        consumers_.resize(static_cast<size_t>(in.node->id()) + 1);
      }
      consumers_[static_cast<size_t>(in.node->id())].push_back(node);
    }
    if (node->op() == "StackPushV2") pushes_[StackOf(node->input(0))].push_back(node);
    if (node->op() == "StackPopV2") all_pops_.push_back(node);
  }
  // Which stack is popped may depend on pushes that come later.
  pops_.clear();
  for (Node* pop : all_pops_) pops_[StackOf(pop->input(0))].push_back(pop);
}

void GradientBuilder::MarkReached(Sweep* sweep, int first_id) {
  std::vector<Node*> todo;
  const auto visit = [&](Node* node) {
    const size_t id = static_cast<size_t>(node->id());
    if (id >= sweep->reached.size() || node->id() < first_id || sweep->reached[id] != 0) return;
    if ((node->schema().flags & kOpNotDifferentiable) != 0) return;
    if (!structure_.IsWithin(structure_.FrameOf(node), sweep->scope->frame)) return;
    if (IsLeaf(*sweep->scope, node)) return;
    sweep->reached[id] = 1;
    todo.push_back(node);
  };
  const auto follow = [&](OutputRef edge) {
    if (!IsDifferentiable(edge)) return;
    for (Node* user : consumers_[static_cast<size_t>(edge.node->id())]) {
      const bool reads =
          std::find(user->inputs().begin(), user->inputs().end(), edge) != user->inputs().end();
      if (reads) visit(user);
      // A pushed value comes back where its stack is popped.
      if (reads && user->op() == "StackPushV2" && user->input(1) == edge) {
        for (Node* pop : pops_[StackOf(user->input(0))]) visit(pop);
        for (Node* pop : pops_[nullptr]) visit(pop);  // of a stack that cannot be determined
      }
    }
  };
  for (const OutputRef& x : sweep->xs) follow(x);
  while (!todo.empty()) {
    Node* node = todo.back();
    todo.pop_back();
    for (int i = 0; i < node->num_outputs(); ++i) {
      if (!stops_.contains({node, i})) follow({node, i});
    }
  }
}

void GradientBuilder::MarkBetween(Sweep* sweep, const std::vector<OutputRef>& ys) {
  std::vector<Node*> todo;
  const auto mark = [&](Node* node) {
    const size_t id = static_cast<size_t>(node->id());
    if (id >= sweep->reached.size() || sweep->reached[id] == 0 || sweep->between[id] != 0) return;
    sweep->between[id] = 1;
    todo.push_back(node);
  };
  const auto visit = [&](OutputRef edge) {
    if (IsReached(*sweep, edge)) mark(edge.node);
  };
  for (const OutputRef& y : ys) visit(y);
  while (!todo.empty()) {
    Node* node = todo.back();
    todo.pop_back();
    for (const OutputRef& in : node->inputs()) visit(in);
    if (node->op() != "StackPopV2") continue;
    for (Node* push : pushes_[StackOf(node->input(0))]) mark(push);
  }
}

// A loop that pops what another loop pushed is the gradient of that loop, being differentiated again.
// That works if both are side by side, outside of other loops.
Status GradientBuilder::CheckStacks(const Sweep& sweep, int frame, const std::vector<Node*>& members) {
  for (const Node* pop : members) {
    if (pop->op() != "StackPopV2") continue;
    const Node* stack = StackOf(pop->input(0));
    bool simple = sweep.scope->parent == nullptr && structure_.FrameOf(pop) == frame &&
                  stack != nullptr && pops_[stack].size() == 1 && pushes_[stack].size() == 1;
    if (simple) {
      const int from = structure_.FrameOf(pushes_[stack][0]);
      simple = from != frame && structure_.ChildTowards(sweep.scope->frame, from) == from;
    }
    if (simple) continue;
    return Unimplemented("second derivatives through loop \"", structure_.FrameName(frame),
                         "\", the gradient of loops within each other: at node \"", pop->name(), "\"")
        .WithNode(pop->name());
  }
  return OkStatus();
}

Status GradientBuilder::Process(Sweep* sweep) {
  // Units in the order of their last node: users come before what they use. Among ready units the latest
  // is taken, so the order is deterministic.
  std::map<int, std::set<int>> sources;  // unit -> units that it reads
  std::map<int, int> pending;            // unit -> users not yet visited
  std::map<int, std::vector<Node*>> members;
  for (size_t id = 0; id < sweep->between.size(); ++id) {
    if (sweep->between[id] == 0) continue;
    Node* node = graph_->node(static_cast<int>(id));
    const int unit = UnitOf(*sweep, node);
    members[unit].push_back(node);
    pending.emplace(unit, 0);
    for (const OutputRef& in : node->inputs()) {
      if (!IsReached(*sweep, in) || sweep->between[static_cast<size_t>(in.node->id())] == 0) continue;
      const int source = UnitOf(*sweep, in.node);
      if (source != unit && sources[unit].insert(source).second) ++pending[source];
    }
    if (node->op() != "StackPopV2") continue;
    for (const Node* push : pushes_[StackOf(node->input(0))]) {  // read by way of the stack
      if (static_cast<size_t>(push->id()) >= sweep->between.size()) continue;
      if (sweep->between[static_cast<size_t>(push->id())] == 0) continue;
      const int source = UnitOf(*sweep, push);
      if (source != unit && sources[unit].insert(source).second) ++pending[source];
    }
  }
  std::priority_queue<std::pair<int, int>> ready;
  const auto last_id = [&](int unit) { return members[unit].back()->id(); };
  for (const auto& [unit, count] : pending) {
    if (count == 0) ready.emplace(last_id(unit), unit);
  }
  size_t visited = 0;
  while (!ready.empty()) {
    const int unit = ready.top().second;
    ready.pop();
    ++visited;
    if (unit < 0) {
      RUNNEL_RETURN_IF_ERROR(CheckStacks(*sweep, -unit, members[unit]));
      RUNNEL_RETURN_IF_ERROR(ProcessLoop(sweep, -unit));
    } else {
      RUNNEL_RETURN_IF_ERROR(ProcessNode(sweep, members[unit][0]));
    }
    for (const int source : sources[unit]) {
      if (--pending[source] == 0) ready.emplace(last_id(source), source);
    }
  }
  if (visited == pending.size()) return OkStatus();
  for (const auto& [unit, count] : pending) {
    if (count > 0 && unit < 0) {
      return Unimplemented("gradients of loop \"", structure_.FrameName(-unit),
                           "\": its results are entered into it again");
    }
  }
  return Internal("gradients: nodes depend on each other in a circle");
}

Result<std::vector<OutputRef>> GradientBuilder::Differentiate(Scope& scope,
                                                              const std::vector<OutputRef>& ys,
                                                              const std::vector<OutputRef>& grad_ys,
                                                              const std::vector<OutputRef>& xs,
                                                              int first_id) {
  RUNNEL_RETURN_IF_ERROR(structure_.Update());
  ExtendConsumers();
  Sweep sweep;
  sweep.scope = &scope;
  sweep.xs.insert(xs.begin(), xs.end());
  const size_t n = static_cast<size_t>(structure_.num_nodes());
  sweep.reached.assign(n, 0);
  sweep.between.assign(n, 0);
  MarkReached(&sweep, first_id);
  MarkBetween(&sweep, ys);
  if (graph_->has_unknown_ops()) {
    std::vector<const Node*> between;
    for (size_t id = 0; id < n; ++id) {
      if (sweep.between[id] != 0) between.push_back(graph_->node(static_cast<int>(id)));
    }
    RUNNEL_RETURN_IF_ERROR(graph_->CheckKnown(between, "the gradient"));
  }
  for (size_t i = 0; i < ys.size(); ++i) {
    if (grad_ys[i] && IsReached(sweep, ys[i])) sweep.grads[ys[i]].push_back(grad_ys[i]);
  }
  RUNNEL_RETURN_IF_ERROR(Process(&sweep));
  std::vector<OutputRef> out;
  for (const OutputRef& x : xs) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef total, Total(&sweep, x));
    out.push_back(total);
  }
  return out;
}

Result<std::vector<OutputRef>> GradientBuilder::Run(const std::vector<OutputRef>& ys,
                                                    const std::vector<OutputRef>& xs,
                                                    std::vector<OutputRef> grad_ys) {
  RUNNEL_RETURN_IF_ERROR(structure_.Update());
  Scope scope;
  scope.frame = ys.empty() ? 0 : structure_.FrameOf(ys[0].node);
  for (const bool is_y : {true, false}) {
    for (const OutputRef& edge : is_y ? ys : xs) {
      const int frame = structure_.FrameOf(edge.node);
      if (frame == scope.frame || ys.empty()) continue;
      return Unimplemented("gradients between different loops: \"", ys[0].node->name(), "\" and \"",
                           edge.node->name(), "\" must lie in the same one");
    }
  }
  if (scope.frame != 0) scope.source_controls = {ys[0].node};
  GraphBuilder b(graph_, scope_);
  b.set_source_controls(scope.source_controls);
  grad_ys.resize(ys.size());
  for (size_t i = 0; i < ys.size(); ++i) {
    if (grad_ys[i]) continue;
    const bool plain = scope.frame == 0 && structure_.ConditionsOf(ys[i]).empty();
    const Shape& shape = ShapeOf(ys[i]);
    if (plain && shape == Shape()) {
      grad_ys[i] = b.Scalar(TypeOf(ys[i]), 1);
    } else {
      grad_ys[i] = b.Op("OnesLike", {ys[i]});
    }
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return Differentiate(scope, ys, grad_ys, xs, 0);
}

namespace {

Status CheckEdges(const Graph* graph, std::span<const OutputRef> edges, std::string_view what) {
  for (size_t i = 0; i < edges.size(); ++i) {
    const OutputRef& e = edges[i];
    if (e.node == nullptr || graph->node(e.node->id()) != e.node) {
      return InvalidArgument("gradients: ", what, "[", i, "] is missing or belongs to another graph");
    }
    if (e.index < 0 || e.index >= e.node->num_outputs()) {
      return InvalidArgument("gradients: ", what, "[", i, "] is output ", e.index, " of \"",
                             e.node->name(), "\", which has ", e.node->num_outputs());
    }
    if (!IsDifferentiable(e) || (what == "ys" && TypeOf(e) == DType::kResource) ||
        (TypeOf(e) == DType::kVariant && what == "ys")) {
      return InvalidArgument("gradients: ", what, "[", i, "], \"", e.node->name(), "\", is ",
                             DTypeName(TypeOf(e)), "; gradients exist for floating and complex types",
                             what == "xs" ? " and for handles of variables of such types" : "")
          .WithNode(e.node->name());
    }
  }
  return OkStatus();
}

}  // namespace

Result<std::vector<OutputRef>> AddGradients(Graph* graph, std::span<const OutputRef> ys,
                                            std::span<const OutputRef> xs,
                                            std::span<const OutputRef> grad_ys,
                                            const GradientOptions& options) {
  if constexpr (kMinimal) return LeftOut("gradients");
  RUNNEL_RETURN_IF_ERROR(CheckEdges(graph, ys, "ys"));
  RUNNEL_RETURN_IF_ERROR(CheckEdges(graph, xs, "xs"));
  if (!grad_ys.empty() && grad_ys.size() != ys.size()) {
    return InvalidArgument("gradients: ", ys.size(), " ys, but ", grad_ys.size(), " grad_ys");
  }
  for (size_t i = 0; i < grad_ys.size(); ++i) {
    if (!grad_ys[i]) continue;
    RUNNEL_RETURN_IF_ERROR(CheckEdges(graph, grad_ys.subspan(i, 1), "grad_ys"));
    if (TypeOf(grad_ys[i]) != TypeOf(ys[i]) || !ShapeOf(grad_ys[i]).IsCompatibleWith(ShapeOf(ys[i]))) {
      return InvalidArgument("gradients: grad_ys[", i, "] is ", DTypeName(TypeOf(grad_ys[i])),
                             ShapeOf(grad_ys[i]).ToString(), ", but \"", ys[i].node->name(), "\" is ",
                             DTypeName(TypeOf(ys[i])), ShapeOf(ys[i]).ToString());
    }
  }
  GradientBuilder builder(graph, graph->UniqueName(options.name_scope), options.stop_gradients);
  return builder.Run({ys.begin(), ys.end()}, {xs.begin(), xs.end()}, {grad_ys.begin(), grad_ys.end()});
}

}  // namespace runnel
