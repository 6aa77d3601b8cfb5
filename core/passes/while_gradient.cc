// The gradient of a while loop, as TensorFlow 1 builds it. The forward loop counts its iterations and
// pushes the values that the gradient needs onto stacks; a backward loop counts down and pops them.
//
// The two counters keep the order: a push waits for the counter of its iteration, and the next value of
// the counter waits for all pushes of the iteration; likewise for pops. A stack of a nested loop is made
// anew, and is itself pushed, in every iteration of the outer loop.
//
// A value that the forward loop does not change (a constant Enter, a constant) is used directly. A value
// under a condition is pushed only if its branch was taken; a ControlTrigger lets the counter continue
// otherwise.
// Source: Yu et al. 2018, "Dynamic control flow in large-scale machine learning", section 5.
#include <algorithm>
#include <optional>
#include <span>

#include "core/ops/gradient_helpers.h"
#include "core/passes/gradients_internal.h"

namespace runnel {
namespace {

AttrList EnterAttrs(const std::string& frame, bool is_constant, int parallel_iterations) {
  return {{"frame_name", AttrValue(frame)},
          {"is_constant", AttrValue(is_constant)},
          {"parallel_iterations", AttrValue(parallel_iterations)}};
}

// The Merge at the head of a loop, which waits for its back edge.
OutputRef OpenMerge(GraphBuilder& b, OutputRef enter, const Shape& keeps) {
  return b.Op("Merge", {enter}, {{"N", 2}, {"_rnl_shape_invariant", keeps}});
}

OutputRef AddWithControls(GraphBuilder& b, std::string_view op, std::vector<OutputRef> inputs,
                          std::vector<Node*> controls, AttrList attrs = {}) {
  NodeSpec spec;
  spec.op = op;
  spec.inputs = std::move(inputs);
  spec.control_inputs = std::move(controls);
  spec.attrs = std::move(attrs);
  return {b.AddNode(std::move(spec)), 0};
}

}  // namespace

// Zeros of the type and shape of a gradient for `forward`, in the gradient's frame.
Result<OutputRef> GradientBuilder::Zeros(Scope& scope, GraphBuilder& b, OutputRef forward) {
  const DType dtype = GradientType(forward);
  if (dtype == DType::kVariant) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef value, Forward(scope, forward));
    const OutputRef zeros = b.Op("ZerosLike", {value});
    RUNNEL_RETURN_IF_ERROR(b.status());
    return zeros;
  }
  const Shape& shape = GradientShape(forward);
  const auto dims = shape.dims();
  OutputRef sizes;
  if (shape.IsFullyDefined() &&
      std::all_of(dims.begin(), dims.end(), [](int64_t d) { return d <= INT32_MAX; })) {
    sizes = IntVector(b, DType::kInt32, {dims.begin(), dims.end()});
  } else {
    GraphBuilder forward_builder(graph_, StrCat(scope_, "/", forward.node->name(), "_grad"));
    OutputRef value = forward;
    if (TypeOf(forward) == DType::kResource) {
      value = forward_builder.Op("ReadVariableOp", {forward}, {{"dtype", dtype}});
    }
    const OutputRef forward_sizes = forward_builder.Op("Shape", {value});
    RUNNEL_RETURN_IF_ERROR(forward_builder.status());
    RUNNEL_ASSIGN_OR_RETURN(sizes, Forward(scope, forward_sizes));
  }
  const OutputRef zeros = b.Op("Fill", {sizes, b.Scalar(dtype, 0)});
  RUNNEL_RETURN_IF_ERROR(b.status());
  return zeros;
}

Result<OutputRef> GradientBuilder::EnterBackward(Scope& scope, OutputRef outside) {
  GraphBuilder b(graph_, scope.loop->backward_frame);
  const OutputRef inside =
      b.Op("Enter", {outside},
           EnterAttrs(scope.loop->backward_frame, true, scope.loop->parts.parallel_iterations));
  RUNNEL_RETURN_IF_ERROR(b.status());
  return inside;
}

Result<OutputRef> GradientBuilder::Forward(Scope& scope, OutputRef edge) {
  if (scope.parent == nullptr) return edge;
  if (const auto it = scope.values.find(edge); it != scope.values.end()) return it->second;
  RUNNEL_RETURN_IF_ERROR(structure_.Update());
  OutputRef value;
  const Node* node = edge.node;
  OutputRef outside;  // the same value outside of the loop, if there is one
  if (structure_.FrameOf(node) != scope.frame) {
    outside = edge;
  } else if (node->op() == "Enter" && *node->attr<bool>("is_constant")) {
    outside = node->input(0);
  } else {
    for (const LoopVariable& variable : scope.loop->parts.variables) {
      if (!variable.invariant) continue;
      bool is_it = edge == OutputRef{variable.merge, 0};
      for (Node* s : variable.switches) is_it |= edge == OutputRef{s, 1};
      if (is_it) outside = variable.enter->input(0);
    }
  }
  if (outside) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef parent_value, Forward(*scope.parent, outside));
    RUNNEL_ASSIGN_OR_RETURN(value, EnterBackward(scope, parent_value));
  } else if (node->op() == "Const") {
    GraphBuilder b(graph_, scope.loop->backward_frame);
    b.set_source_controls(scope.source_controls);
    value = b.Constant(*node->attr<Tensor>("value"));
    RUNNEL_RETURN_IF_ERROR(b.status());
  } else if (node->op() == "Identity") {
    OutputRef source = edge;
    while (source.node->op() == "Identity") source = source.node->input(0);
    RUNNEL_ASSIGN_OR_RETURN(value, Forward(scope, source));
  } else {
    RUNNEL_ASSIGN_OR_RETURN(value, PushAndPop(scope, edge));
  }
  scope.values[edge] = value;
  return value;
}

Result<OutputRef> GradientBuilder::PushAndPop(Scope& scope, OutputRef edge) {
  LoopPair& loop = *scope.loop;
  const DType dtype = TypeOf(edge);
  GraphBuilder f(graph_, StrCat(scope_, "/", edge.node->name(), "_grad"));
  f.set_source_controls(loop.entry_controls);
  const OutputRef stack = f.Op("StackV2", {f.Scalar(DType::kInt32, -1)},
                               {{"elem_type", dtype}, {"stack_name", AttrValue(edge.node->name())}});
  const OutputRef inside =
      f.Op("Enter", {stack}, EnterAttrs(loop.parts.frame_name, true, loop.parts.parallel_iterations));
  const OutputRef push = AddWithControls(f, "StackPushV2", {inside, edge}, {loop.forward_index.node});
  RUNNEL_RETURN_IF_ERROR(f.status());
  const BranchConditions conditions = structure_.ConditionsOf(edge);
  // If the value's branch is not taken the push is dead; the trigger lets the counter continue.
  Node* pushed = push.node;
  if (!conditions.empty()) pushed = AddWithControls(f, "ControlTrigger", {}, {push.node}).node;
  RUNNEL_RETURN_IF_ERROR(f.status());
  loop.forward_done.push_back(pushed);

  RUNNEL_RETURN_IF_ERROR(structure_.Update());
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef parent_stack, Forward(*scope.parent, stack));
  return Pop(scope, parent_stack, edge);
}

// Pops the value of `edge`, once in each iteration of the backward loop in which `edge` was alive.
Result<OutputRef> GradientBuilder::Pop(Scope& scope, OutputRef stack, OutputRef edge) {
  LoopPair& loop = *scope.loop;
  const BranchConditions conditions = structure_.ConditionsOf(edge);
  const DType dtype = TypeOf(edge);
  RUNNEL_ASSIGN_OR_RETURN(OutputRef handle, EnterBackward(scope, stack));
  GraphBuilder b(graph_, StrCat(scope_, "/", edge.node->name(), "_grad"));
  b.set_source_controls(scope.source_controls);
  for (const BranchCondition& c : conditions) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef pred, Forward(scope, c.pred));
    handle = b.Op("Switch", {handle, pred});
    handle.index = c.branch ? 1 : 0;
  }
  OutputRef value =
      AddWithControls(b, "StackPopV2", {handle}, {loop.backward_index.node}, {{"elem_type", dtype}});
  RUNNEL_RETURN_IF_ERROR(b.status());
  Node* popped = value.node;
  if (!conditions.empty()) popped = AddWithControls(b, "ControlTrigger", {}, {value.node}).node;
  RUNNEL_RETURN_IF_ERROR(b.status());
  loop.backward_done.push_back(popped);
  // A stack does not know shapes. A Reshape costs nothing and restores the shape.
  const Shape& shape = ShapeOf(edge);
  if (shape.IsFullyDefined() && IsPlainData(dtype)) {
    const auto dims = shape.dims();
    value = b.Op("Reshape", {value, IntVector(b, DType::kInt64, {dims.begin(), dims.end()})});
  }
  RUNNEL_RETURN_IF_ERROR(b.status());
  return value;
}

// Differentiating a gradient loop again: the gradient of a value that it popped is pushed, in this
// loop's order, and popped by the backward loop of the loop that pushed the value.
Status GradientBuilder::PushGradients(Sweep* sweep, Scope& inner, const std::vector<Node*>& pops,
                                      std::span<const OutputRef> grads) {
  LoopPair& loop = *inner.loop;
  GraphBuilder b(graph_, loop.backward_frame);
  b.set_source_controls(inner.source_controls);
  GraphBuilder outside(graph_, loop.backward_frame);
  outside.set_source_controls(sweep->scope->source_controls);
  Node* over = nullptr;
  for (size_t i = 0; i < pops.size(); ++i) {
    if (!grads[i]) continue;
    const OutputRef stack =
        outside.Op("StackV2", {outside.Scalar(DType::kInt32, -1)},
                   {{"elem_type", TypeOf(grads[i])}, {"stack_name", AttrValue(pops[i]->name())}});
    RUNNEL_RETURN_IF_ERROR(outside.status());
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef handle, EnterBackward(inner, stack));
    Node* pushed =
        AddWithControls(b, "StackPushV2", {handle, grads[i]}, {loop.backward_index.node}).node;
    RUNNEL_RETURN_IF_ERROR(b.status());
    RUNNEL_RETURN_IF_ERROR(structure_.Update());
    if (!structure_.ConditionsOf(grads[i]).empty()) {
      pushed = AddWithControls(b, "ControlTrigger", {}, {pushed}).node;
      RUNNEL_RETURN_IF_ERROR(b.status());
    }
    loop.backward_done.push_back(pushed);
    // The stack is complete when the counter, which waits for all pushes, has left the loop.
    if (over == nullptr) over = b.Op("Exit", {loop.backward_rest}).node;
    popped_grads_[StackOf(pops[i]->input(0))] = AddWithControls(outside, "Identity", {stack}, {over});
    RUNNEL_RETURN_IF_ERROR(b.status());
    RUNNEL_RETURN_IF_ERROR(outside.status());
  }
  return OkStatus();
}

// Adds the forward counter and the head of the backward loop; `open` gets their Merges.
Status GradientBuilder::StartLoops(Scope& outer, int frame, LoopPair* loop,
                                   std::vector<OutputRef>* open) {
  const LoopParts& parts = loop->parts;
  const std::string scope = StrCat(scope_, "/", parts.frame_name, "_grad");
  loop->backward_frame = graph_->UniqueName(scope);
  if (outer.frame != 0 || !structure_.EnteredUnder(frame).empty()) {
    // Constants beside the forward loop are alive where its first variable is.
    GraphBuilder pin(graph_, scope);
    loop->entry_controls = {pin.Op("Identity", {parts.variables[0].enter->input(0)}).node};
    RUNNEL_RETURN_IF_ERROR(pin.status());
  }
  GraphBuilder f(graph_, scope);
  f.set_source_controls(loop->entry_controls);
  const OutputRef enter = f.Op("Enter", {f.Scalar(DType::kInt32, 0)},
                               EnterAttrs(parts.frame_name, false, parts.parallel_iterations));
  const OutputRef merge = OpenMerge(f, enter, Shape());
  const std::vector<OutputRef> sides = f.Ops("Switch", {merge, parts.pred});
  RUNNEL_RETURN_IF_ERROR(f.status());
  loop->forward_index = f.Op("Identity", {sides[1]});
  const OutputRef count = f.Op("Exit", {sides[0]});
  RUNNEL_RETURN_IF_ERROR(f.status());
  RUNNEL_RETURN_IF_ERROR(structure_.Update());

  RUNNEL_ASSIGN_OR_RETURN(const OutputRef steps, Forward(outer, count));
  GraphBuilder b(graph_, loop->backward_frame);
  const OutputRef back_enter =
      b.Op("Enter", {steps}, EnterAttrs(loop->backward_frame, false, parts.parallel_iterations));
  const OutputRef back_merge = OpenMerge(b, back_enter, Shape());
  RUNNEL_RETURN_IF_ERROR(b.status());
  b.set_source_controls({back_merge.node});
  const OutputRef goes_on =
      b.Op("LoopCond", {b.Op("Greater", {back_merge, b.Scalar(DType::kInt32, 0)})});
  const std::vector<OutputRef> back_sides = b.Ops("Switch", {back_merge, goes_on});
  RUNNEL_RETURN_IF_ERROR(b.status());
  loop->backward_rest = back_sides[0];
  loop->backward_index = b.Op("Identity", {back_sides[1]});
  RUNNEL_RETURN_IF_ERROR(b.status());
  *open = {merge, back_merge, goes_on};
  return OkStatus();
}

Status GradientBuilder::CloseCounters(LoopPair* loop, const std::vector<OutputRef>& open) {
  GraphBuilder f(graph_, StrCat(scope_, "/", loop->parts.frame_name, "_grad"));
  f.set_source_controls({loop->forward_index.node});
  const OutputRef one = f.Scalar(DType::kInt32, 1);
  const OutputRef next = f.Op(
      "NextIteration", {AddWithControls(f, "AddV2", {loop->forward_index, one}, loop->forward_done)});
  RUNNEL_RETURN_IF_ERROR(f.status());
  RUNNEL_RETURN_IF_ERROR(graph_->CloseLoop(open[0].node, next));
  GraphBuilder b(graph_, loop->backward_frame);
  b.set_source_controls({loop->backward_index.node});
  const OutputRef back_one = b.Scalar(DType::kInt32, 1);
  const OutputRef back_next =
      b.Op("NextIteration",
           {AddWithControls(b, "Sub", {loop->backward_index, back_one}, loop->backward_done)});
  RUNNEL_RETURN_IF_ERROR(b.status());
  return graph_->CloseLoop(open[1].node, back_next);
}

// One loop's part of a sweep: the forward loop counts, the backward loop carries a gradient for each
// variable and a sum for each constant.
class GradientBuilder::LoopGradient {
 public:
  LoopGradient(GradientBuilder* of, Sweep* sweep, int frame)
      : of_(*of), sweep_(*sweep), outer_(*sweep->scope), frame_(frame) {}

  Status Run();

 private:
  // A variable of the backward loop.
  struct Carried {
    OutputRef merge, exit, inside;
    Shape keeps = Shape::Unknown();  // the shape that it has in every iteration
  };

  bool IsBetween(const Node* node) const {
    const auto id = static_cast<size_t>(node->id());
    return id < sweep_.between.size() && sweep_.between[id] != 0;
  }
  // False: no gradient arrives at the loop.
  bool FindActive();
  Status Open();
  Result<Carried> Carry(OutputRef init, bool keeps);
  Status CloseLoop(const Carried& carried, OutputRef next);
  // What the variable's gradient is when the forward loop has ended.
  Result<OutputRef> ArrivesAt(const LoopVariable& variable);
  Status CarryVariables();
  Status PopPushed();
  // These take their gradients off the front of `results`.
  Status CloseVariables(std::span<const OutputRef>* results);
  Status SumConstants(std::span<const OutputRef>* results);

  GradientBuilder& of_;
  Sweep& sweep_;
  Scope& outer_;
  const int frame_;
  LoopPair loop_;
  std::vector<const LoopVariable*> active_;
  std::vector<Node*> constants_, pops_;
  std::vector<Node*> pushes_;    // onto stacks whose pops have gradients
  std::vector<OutputRef> open_;  // of StartLoops
  Scope inner_;
  std::optional<GraphBuilder> b_, outside_;  // in the backward loop, and before it
  std::vector<Carried> carried_;             // by active variable
  std::vector<OutputRef> ys_, grad_ys_, xs_;
};

Status GradientBuilder::ProcessLoop(Sweep* sweep, int frame) {
  return LoopGradient(this, sweep, frame).Run();
}

Status GradientBuilder::LoopGradient::Run() {
  RUNNEL_ASSIGN_OR_RETURN(loop_.parts, of_.structure_.Loop(frame_));
  if (loop_.parts.variables.empty()) {
    return Unimplemented("gradients of loop \"", loop_.parts.frame_name, "\", which has no variables");
  }
  if (!FindActive()) return OkStatus();
  if (of_.depth_ >= kMaxGradientDepth) {
    return Unimplemented("gradients of loop \"", loop_.parts.frame_name, "\": loops nest ",
                         kMaxGradientDepth, " deep");
  }
  RUNNEL_RETURN_IF_ERROR(Open());
  RUNNEL_RETURN_IF_ERROR(CarryVariables());
  for (Node* constant : constants_) xs_.push_back({constant, 0});
  for (Node* pop : pops_) xs_.push_back({pop, 0});
  RUNNEL_RETURN_IF_ERROR(PopPushed());
  ++of_.depth_;
  const auto differentiated = of_.Differentiate(inner_, ys_, grad_ys_, xs_, 0);
  --of_.depth_;
  RUNNEL_RETURN_IF_ERROR(differentiated.status());
  std::span<const OutputRef> results = *differentiated;
  RUNNEL_RETURN_IF_ERROR(CloseVariables(&results));
  RUNNEL_RETURN_IF_ERROR(SumConstants(&results));
  RUNNEL_RETURN_IF_ERROR(of_.PushGradients(&sweep_, inner_, pops_, results));
  RUNNEL_RETURN_IF_ERROR(of_.CloseCounters(&loop_, open_));
  return of_.structure_.Update();
}

bool GradientBuilder::LoopGradient::FindActive() {
  bool any = false;
  for (const LoopVariable& variable : loop_.parts.variables) {
    if (!IsBetween(variable.merge) || variable.switches.empty()) continue;
    active_.push_back(&variable);
    for (Node* s : variable.switches) any |= sweep_.grads.contains({s, 0});
  }
  for (Node* constant : loop_.parts.constants) {
    if (IsBetween(constant)) constants_.push_back(constant);
  }
  for (Node* node : of_.structure_.NodesOf(frame_)) {
    if (!IsBetween(node)) continue;
    if (node->op() == "StackPopV2") pops_.push_back(node);
    if (node->op() == "StackPushV2" && of_.popped_grads_.contains(of_.StackOf(node->input(0)))) {
      pushes_.push_back(node);
    }
  }
  return any || !pushes_.empty();
}

Status GradientBuilder::LoopGradient::Open() {
  RUNNEL_RETURN_IF_ERROR(of_.StartLoops(outer_, frame_, &loop_, &open_));
  inner_.frame = frame_;
  inner_.parent = &outer_;
  inner_.loop = &loop_;
  inner_.source_controls = {loop_.backward_index.node};
  b_.emplace(of_.graph_, loop_.backward_frame).set_source_controls(inner_.source_controls);
  outside_.emplace(of_.graph_, loop_.backward_frame).set_source_controls(outer_.source_controls);
  if (of_.structure_.EnteredUnder(frame_).empty()) return OkStatus();
  // If the loop is not entered, nothing of its gradient may be alive.
  RUNNEL_ASSIGN_OR_RETURN(const OutputRef entered,
                          of_.Forward(outer_, loop_.parts.variables[0].enter->input(0)));
  outside_->set_source_controls({outside_->Op("Identity", {entered}).node});
  return outside_->status();
}

Result<GradientBuilder::LoopGradient::Carried> GradientBuilder::LoopGradient::Carry(OutputRef init,
                                                                                    bool keeps) {
  Carried carried;
  if (keeps && ShapeOf(init).IsFullyDefined()) carried.keeps = ShapeOf(init);
  const AttrList attrs = EnterAttrs(loop_.backward_frame, false, loop_.parts.parallel_iterations);
  carried.merge = OpenMerge(*b_, b_->Op("Enter", {init}, attrs), carried.keeps);
  const OutputRef backward_cond = open_[2];
  const std::vector<OutputRef> sides = b_->Ops("Switch", {carried.merge, backward_cond});
  RUNNEL_RETURN_IF_ERROR(b_->status());
  carried.exit = b_->Op("Exit", {sides[0]});
  carried.inside = b_->Op("Identity", {sides[1]});
  RUNNEL_RETURN_IF_ERROR(b_->status());
  return carried;
}

Status GradientBuilder::LoopGradient::CloseLoop(const Carried& carried, OutputRef next) {
  if (carried.keeps.has_rank() && !(ShapeOf(next) == carried.keeps)) {
    const auto dims = carried.keeps.dims();
    next = b_->Op("Reshape", {next, IntVector(*b_, DType::kInt64, {dims.begin(), dims.end()})});
  }
  const OutputRef back = b_->Op("NextIteration", {next});
  RUNNEL_RETURN_IF_ERROR(b_->status());
  return of_.graph_->CloseLoop(carried.merge.node, back);
}

Result<OutputRef> GradientBuilder::LoopGradient::ArrivesAt(const LoopVariable& variable) {
  OutputRef sum;
  for (Node* s : variable.switches) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef arrived, of_.Total(&sweep_, {s, 0}));
    if (arrived) sum = sum ? outside_->Op("AddV2", {sum, arrived}) : arrived;
  }
  if (!sum) {
    OutputRef last{variable.exits.empty() ? variable.switches[0] : variable.exits[0], 0};
    if (variable.exits.empty() && !GradientShape(last).IsFullyDefined()) {
      GraphBuilder f(of_.graph_, StrCat(of_.scope_, "/", variable.enter->name(), "_grad"));
      last = f.Op("Exit", {last});
      RUNNEL_RETURN_IF_ERROR(f.status());
      RUNNEL_RETURN_IF_ERROR(of_.structure_.Update());
    }
    RUNNEL_ASSIGN_OR_RETURN(sum, of_.Zeros(outer_, *outside_, last));
  }
  RUNNEL_RETURN_IF_ERROR(outside_->status());
  return sum;
}

Status GradientBuilder::LoopGradient::CarryVariables() {
  for (const LoopVariable* variable : active_) {
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef init, ArrivesAt(*variable));
    // A variable whose shape changes between iterations has no invariant shape.
    const bool keeps = GradientShape({variable->merge, 0}).IsFullyDefined();
    RUNNEL_ASSIGN_OR_RETURN(const Carried carried, Carry(init, keeps));
    carried_.push_back(carried);
    ys_.push_back(variable->next->input(0));
    grad_ys_.push_back(carried.inside);
    xs_.push_back({variable->merge, 0});
    for (Node* s : variable->switches) xs_.push_back({s, 1});
  }
  return OkStatus();
}

Status GradientBuilder::LoopGradient::PopPushed() {
  for (Node* push : pushes_) {
    const OutputRef value = push->input(1);
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef grad,
                            of_.Pop(inner_, of_.popped_grads_[of_.StackOf(push->input(0))], value));
    ys_.push_back(value);
    grad_ys_.push_back(grad);
  }
  return OkStatus();
}

Status GradientBuilder::LoopGradient::CloseVariables(std::span<const OutputRef>* results) {
  for (size_t i = 0; i < active_.size(); ++i) {
    const LoopVariable& variable = *active_[i];
    const size_t num_places = 1 + variable.switches.size();
    OutputRef next;
    for (const OutputRef& grad : results->first(num_places)) {
      if (grad) next = next ? b_->Op("AddV2", {next, grad}) : grad;
    }
    *results = results->subspan(num_places);
    if (!next) {
      RUNNEL_ASSIGN_OR_RETURN(next, of_.Zeros(inner_, *b_, {variable.switches[0], 1}));
    }
    RUNNEL_RETURN_IF_ERROR(b_->status());
    RUNNEL_RETURN_IF_ERROR(CloseLoop(carried_[i], next));
    const OutputRef source = variable.enter->input(0);
    if (!of_.IsReached(sweep_, source)) continue;
    RUNNEL_RETURN_IF_ERROR(of_.Contribute(&sweep_, nullptr, source, carried_[i].exit));
  }
  return OkStatus();
}

Status GradientBuilder::LoopGradient::SumConstants(std::span<const OutputRef>* results) {
  for (Node* constant : constants_) {
    const OutputRef grad = results->front(), source = constant->input(0);
    *results = results->subspan(1);
    if (!grad || !of_.IsReached(sweep_, source)) continue;
    RUNNEL_ASSIGN_OR_RETURN(const OutputRef zeros, of_.Zeros(outer_, *outside_, source));
    RUNNEL_ASSIGN_OR_RETURN(const Carried sum, Carry(zeros, true));
    const OutputRef next = b_->Op("AddV2", {sum.inside, grad});
    RUNNEL_RETURN_IF_ERROR(b_->status());
    RUNNEL_RETURN_IF_ERROR(CloseLoop(sum, next));
    RUNNEL_RETURN_IF_ERROR(of_.Contribute(&sweep_, nullptr, source, sum.exit));
  }
  return OkStatus();
}

}  // namespace runnel
