// Shape inference over a plan, with constant folding as a part of it: values that become known
// (constants, sizes of known shapes, and what follows from them) determine more shapes.
#include <algorithm>
#include <utility>

#include "core/graph/shape_context.h"
#include "core/graph/shape_value.h"
#include "core/passes/effects.h"
#include "core/passes/handle_shapes.h"
#include "core/passes/plan_limits.h"
#include "core/passes/watched_passes.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

struct PlanView {
  const PlanGraph& plan;
  using Ref = PlanEdge;
  bool valid(const Ref& r) const { return r.node >= 0; }
  std::string_view op(const Ref& r) const { return plan.at(r.node).op(); }
  int num_inputs(const Ref& r) const { return static_cast<int>(plan.at(r.node).inputs.size()); }
  Ref input(const Ref& r, int i) const { return plan.at(r.node).inputs[static_cast<size_t>(i)]; }
  const Tensor* constant(const Ref& r) const {
    const PlanNode& node = plan.at(r.node);
    const size_t index = static_cast<size_t>(r.index);
    return index < node.known.size() && !node.known[index].empty() ? &node.known[index] : nullptr;
  }
  const Shape& shape(const Ref& r) const { return plan.shape(r); }
};

class PlanShapeContext : public ShapeContext {
 public:
  PlanShapeContext(const PlanGraph& plan, const PlanNode& node, std::vector<Input> inputs)
      : ShapeContext(*node.schema, *node.attrs, node.name, std::move(inputs), node.output_types.size()),
        view_{plan},
        node_(node) {}
  const Tensor* ConstantInput(int i) override {
    return view_.constant(node_.inputs[static_cast<size_t>(i)]);
  }
  Result<Shape> ConstantInputAsShape(int i) override {
    return ShapeValueOf(view_, node_.inputs[static_cast<size_t>(i)]);
  }

 private:
  PlanView view_;
  const PlanNode& node_;
};

class Inferer {
 public:
  Inferer(bool fold, const Evaluate& evaluate, PlanGraph* plan, PlanWatch* watch,
          const std::vector<bool>& held)
      : fold_(fold), held_(held), evaluate_(evaluate), plan_(plan), watch_(watch), view_{*plan} {}

  Status Run() {
    RUNNEL_ASSIGN_OR_RETURN(order_, plan_->TopologicalOrder());
    FindLoops();
    // Loops are followed to a fixed point: a Merge is assumed to keep the shape with which the loop was
    // entered; inference compares with what comes back, gives up the dimensions that differ, and repeats
    // until nothing changes.
    for (int round = 0;; ++round) {
      contradictions_.clear();
      if (watch_ != nullptr) watch_->ForgetFolded();
      for (const int i : order_) {
        RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
        RUNNEL_RETURN_IF_ERROR(InferNode(i));
      }
      if (std::exchange(forgot_, false)) {
        FindLoops();
        continue;
      }
      if (!RelaxMerges(/*give_up=*/round >= kMaxRounds)) break;
    }
    // No constants to anyone else, who might leave out that they are not always alive.
    for (const int i : order_) {
      PlanNode& node = plan_->at(i);
      if (node.is("Switch")) node.known.assign(node.output_types.size(), Tensor());
    }
    return RefuseOrDefer();
  }

 private:
  static constexpr int kMaxRounds = 4;

  void FindLoops() {
    assumed_.resize(plan_->nodes.size(), Shape::Unknown());
    is_loop_merge_.assign(plan_->nodes.size(), false);
    for (const int i : order_) {
      for (const PlanEdge& in : plan_->at(i).inputs) {
        if (plan_->IsBackEdge(i, in)) is_loop_merge_[static_cast<size_t>(i)] = true;
      }
    }
    entered_ = std::vector<bool>(plan_->nodes.size(), false);
  }

  Status InferNode(int i) {
    PlanNode& node = plan_->at(i);
    if (node.feed >= 0) return OkStatus();
    if (is_loop_merge_[static_cast<size_t>(i)]) {
      InferLoopMerge(i);
      return OkStatus();
    }
    std::vector<ShapeContext::Input> inputs;
    inputs.reserve(node.inputs.size());
    for (const PlanEdge& in : node.inputs) {
      const PlanNode& source = plan_->at(in.node);
      const size_t index = static_cast<size_t>(in.index);
      inputs.push_back({source.output_types[index], source.shapes[index], source.handles[index]});
    }
    if (HasOp("AssignVariableOp") && node.is("AssignVariableOp") && MayResize(node)) return OkStatus();
    PlanShapeContext ctx(*plan_, node, std::move(inputs));
    if (Status status = InferShapes(ctx); !status.ok()) {
      // The assumption about a loop may be wrong: the contradiction counts only if it is still there at
      // the end.
      contradictions_.emplace_back(i, std::move(status));
      node.shapes.assign(node.output_types.size(), Shape::Unknown());
      node.known.assign(node.output_types.size(), Tensor());
      return OkStatus();
    }
    node.shapes = std::move(ctx.outputs());
    node.handles = std::move(ctx.output_handles());
    const bool is_held = static_cast<size_t>(i) < held_.size() && held_[static_cast<size_t>(i)];
    return (fold_ && !is_held) || node.is("Const") ? FoldNode(&node) : OkStatus();
  }

  // A node whose inputs do not fit fails the plan if it is certain to run. Behind a Switch it fails the
  // steps that reach it.
  Status RefuseOrDefer() {
    if (contradictions_.empty()) return OkStatus();
    const OpSchema* refused = nullptr;
    if (const auto found = plan_->registry().Find("_Refused"); found.ok()) refused = *found;
    const std::vector<bool> may_be_dead = BehindSwitches();
    for (const auto& [i, status] : contradictions_) {
      const bool is_flow = (plan_->at(i).schema->flags & kOpControlFlow) != 0;
      if (refused == nullptr || is_flow || !may_be_dead[static_cast<size_t>(i)]) return status;
    }
    for (const auto& [i, status] : contradictions_) {
      PlanNode& node = plan_->at(i);
      std::vector<DType> types;
      for (const PlanEdge& in : node.inputs) types.push_back(plan_->type(in));
      node.schema = refused;
      node.attrs = plan_->Own({{"Tin", AttrValue(std::move(types))},
                               {"Tout", AttrValue(node.output_types)},
                               {"code", AttrValue(static_cast<int64_t>(status.code()))},
                               {"message", AttrValue(std::string(status.message()))}});
    }
    return OkStatus();
  }

  std::vector<bool> BehindSwitches() const {
    std::vector<bool> behind(plan_->nodes.size(), false);
    const auto decides = [&](int source) {
      return behind[static_cast<size_t>(source)] || plan_->at(source).is("Switch");
    };
    for (const int i : order_) {
      const PlanNode& node = plan_->at(i);
      behind[static_cast<size_t>(i)] =
          std::any_of(
              node.inputs.begin(), node.inputs.end(),
              [&](const PlanEdge& in) { return !plan_->IsBackEdge(i, in) && decides(in.node); }) ||
          std::any_of(node.controls.begin(), node.controls.end(), decides);
    }
    return behind;
  }

  // Whether an assignment gives, or may give, the variable a shape other than the plan relies on: then
  // all is inferred once more without that shape.
  bool MayResize(const PlanNode& node) {
    const PlanNode& source = plan_->at(node.inputs[0].node);
    const Shape& counted_on = source.handles[static_cast<size_t>(node.inputs[0].index)].shape;
    const Shape& value = plan_->shape(node.inputs[1]);
    const bool fits = counted_on.IsCompatibleWith(value);
    if (fits && (value.IsFullyDefined() || !counted_on.IsFullyDefined())) return false;
    const int handle = VariableBehind(*plan_, node.inputs[0]);
    if (handle < 0) return false;
    if (fits) {
      // A variable that nothing else in the step uses is checked when it is assigned.
      if (used_variables_.empty()) used_variables_ = UsedVariables(*plan_);
      if (!used_variables_[static_cast<size_t>(handle)]) return false;
    }
    ForgetShape(handle, plan_);
    return forgot_ = true;
  }

  void InferLoopMerge(int i) {
    PlanNode& node = plan_->at(i);
    const PlanEdge enter = *std::find_if(
        node.inputs.begin(), node.inputs.end(),
        [&](const PlanEdge& in) { return !plan_->IsBackEdge(i, in) || in == node.inputs.back(); });
    Shape& assumed = assumed_[static_cast<size_t>(i)];
    if (!entered_[static_cast<size_t>(i)]) {
      assumed = plan_->shape(enter);
      entered_[static_cast<size_t>(i)] = true;
    }
    node.shapes[0] = assumed;
    node.handles[0] = plan_->at(enter.node).handles[static_cast<size_t>(enter.index)];
    if (node.shapes.size() > 1) node.shapes[1] = Shape();
  }

  // True if an assumption did not hold.
  bool RelaxMerges(bool give_up) {
    bool changed = false;
    for (const int i : order_) {
      if (!is_loop_merge_[static_cast<size_t>(i)]) continue;
      Shape& assumed = assumed_[static_cast<size_t>(i)];
      for (const PlanEdge& in : plan_->at(i).inputs) {
        const Shape& comes = plan_->shape(in);
        Shape both = Shape::Unknown();
        if (!give_up && assumed.has_rank() && comes.has_rank() && assumed.rank() == comes.rank()) {
          both = assumed;
          for (int d = 0; d < both.rank(); ++d) {
            if (comes.dim(d) != both.dim(d)) both.set_dim(d, kUnknownDim);
          }
        }
        if (!(both == assumed)) {
          assumed = both;
          changed = true;
        }
      }
    }
    return changed;
  }

  Status FoldNode(PlanNode* node) {
    node->known.assign(node->output_types.size(), Tensor());
    if (node->is("Const")) {
      if (const Tensor* value = node->attr<Tensor>("value")) node->known[0] = *value;
      return OkStatus();
    }
    if (node->is("Switch") && node->output_types.size() == 2) {
      // For its readers: what is alive is what comes in.
      const Tensor* value = view_.constant(node->inputs[0]);
      if (value != nullptr) node->known = {*value, *value};
      return OkStatus();
    }
    if ((node->schema->flags & (kOpStateful | kOpControlFlow | kOpHost)) != 0) return OkStatus();
    if (node->output_types.empty()) return OkStatus();
    if (node->is("Shape") || node->is("Size") || node->is("Rank") || node->is("ShapeN")) {
      return FoldMetadata(node);
    }
    std::vector<Tensor> inputs;
    for (const PlanEdge& in : node->inputs) {
      const Tensor* value = view_.constant(in);
      if (value == nullptr) return OkStatus();
      inputs.push_back(*value);
    }
    if (inputs.empty() || node->is("Placeholder") || node->is("PlaceholderWithDefault"))
      return OkStatus();
    uint64_t bytes = 0;
    for (size_t i = 0; i < node->shapes.size(); ++i) {
      if (!node->shapes[i].IsFullyDefined()) continue;
      if (!node->shapes[i].CheckSize(DTypeSize(node->output_types[i])).ok()) return OkStatus();
      bytes += static_cast<uint64_t>(node->shapes[i].num_elements()) * DTypeSize(node->output_types[i]);
    }
    if (bytes > kMaxFoldedBytes) return OkStatus();
    std::vector<Tensor> outputs;
    // The failure may never happen (a branch not taken): the node stays and fails when it runs.
    if (!evaluate_(*node, inputs, &outputs).ok() || outputs.size() != node->known.size())
      return OkStatus();
    for (size_t i = 0; i < outputs.size(); ++i) node->shapes[i] = outputs[i].shape();
    node->known = std::move(outputs);
    return CountFolded(*node, inputs);
  }

  // An output that shares an input's memory takes none.
  Status CountFolded(const PlanNode& node, std::span<const Tensor> inputs) const {
    if (watch_ == nullptr) return OkStatus();
    uint64_t bytes = 0;
    for (const Tensor& output : node.known) {
      const bool shared = std::any_of(inputs.begin(), inputs.end(), [&](const Tensor& input) {
        return input.buffer().get() == output.buffer().get();
      });
      if (!shared) bytes += output.size_bytes();
    }
    return watch_->CountFolded(bytes, node.name);
  }

  Status FoldMetadata(PlanNode* node) {
    for (size_t i = 0; i < node->output_types.size(); ++i) {
      const Shape& of = plan_->shape(node->inputs[i]);
      std::vector<int64_t> values;
      Shape shape;
      if (node->is("Rank")) {
        if (!of.has_rank()) continue;
        values = {of.rank()};
      } else {
        if (!of.IsFullyDefined()) continue;
        if (node->is("Size")) {
          values = {of.num_elements()};
        } else {
          values.assign(of.dims().begin(), of.dims().end());
          shape = Shape({of.rank()});
        }
      }
      if (node->output_types[i] == DType::kInt64) {
        RUNNEL_ASSIGN_OR_RETURN(node->known[i], Tensor::FromValues<int64_t>(shape, values));
      } else {
        std::vector<int32_t> narrow;
        for (const int64_t v : values) {
          if (v > INT32_MAX) return OkStatus();  // the op itself reports it when it runs
          narrow.push_back(static_cast<int32_t>(v));
        }
        RUNNEL_ASSIGN_OR_RETURN(node->known[i], Tensor::FromValues<int32_t>(shape, narrow));
      }
    }
    return OkStatus();
  }

  bool fold_;
  const std::vector<bool>& held_;  // by node: stays computed
  const Evaluate& evaluate_;
  PlanGraph* plan_;
  PlanWatch* const watch_;
  PlanView view_;
  std::vector<int> order_;
  std::vector<bool> is_loop_merge_, entered_;
  std::vector<bool> used_variables_;  // see MayResize
  bool forgot_ = false;               // a variable's shape, in this round
  std::vector<Shape> assumed_;
  std::vector<std::pair<int, Status>> contradictions_;  // errors of shape functions in this round
};

// In loops and behind a Switch a constant must keep the meaning of the node's control inputs (it runs
// per iteration, or not at all). So it gets a control edge from an input that is alive exactly then. The
// control output of a Switch runs for both sides, so there the anchor is an Identity of one output.
Result<std::vector<int>> AnchorControls(int node, PlanGraph* plan) {
  std::vector<int> controls = plan->at(node).controls;
  for (const PlanEdge& in : plan->at(node).inputs) {
    if (!plan->at(in.node).is("Switch")) {
      controls.push_back(in.node);
      continue;
    }
    RUNNEL_ASSIGN_OR_RETURN(const int side, plan->Add(plan->UniqueName(plan->at(in.node).name),
                                                      "Identity", {in}, {}, plan->at(in.node).device));
    plan->at(side).shapes = {plan->shape(in)};
    plan->at(side).handles = {plan->at(in.node).handles[static_cast<size_t>(in.index)]};
    controls.push_back(side);
  }
  return controls;
}

}  // namespace

Status InferAndFold(bool fold, const Evaluate& evaluate, PlanGraph* plan, PlanWatch* watch,
                    const std::vector<bool>& held) {
  return Inferer(fold, evaluate, plan, watch, held).Run();
}

Status InferAndFold(bool fold, const Evaluate& evaluate, PlanGraph* plan) {
  return InferAndFold(fold, evaluate, plan, nullptr);
}

Status CommitConstants(PlanGraph* plan, int* count) {
  const size_t n = plan->nodes.size();
  // Elsewhere a constant needs no control edge, but its readers may, for effects that the node waited
  // for.
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<bool> conditional, ConditionalNodes(*plan));
  const std::vector<bool> effects = EffectsOf(*plan);
  std::vector<std::vector<PlanEdge>> replacement(n);
  std::vector<int> anchor(n, -1);  // by node whose values are all constant: one of these
  for (size_t i = 0; i < n; ++i) {
    if (plan->nodes[i].removed || plan->nodes[i].is("Const") || plan->nodes[i].feed >= 0) continue;
    for (size_t k = 0; k < plan->nodes[i].known.size(); ++k) {
      if (plan->nodes[i].known[k].empty()) continue;
      RUNNEL_ASSIGN_OR_RETURN(const int constant,
                              plan->AddConst(plan->UniqueName(plan->nodes[i].name),
                                             plan->nodes[i].known[k], plan->nodes[i].device));
      if (conditional[i]) {
        RUNNEL_ASSIGN_OR_RETURN(plan->at(constant).controls, AnchorControls(static_cast<int>(i), plan));
      }
      if (replacement[i].empty()) replacement[i].resize(plan->nodes[i].known.size());
      replacement[i][k] = {constant, 0};
      ++*count;
    }
    const bool all = std::all_of(replacement[i].begin(), replacement[i].end(),
                                 [](const PlanEdge& to) { return to.node >= 0; });
    if (conditional[i] && !replacement[i].empty() && all) anchor[i] = replacement[i][0].node;
  }
  // A constant is alive when its node was, which therefore need not run only to tell it.
  for (PlanNode& node : plan->nodes) {
    if (node.removed) continue;
    for (int& source : node.controls) {
      if (static_cast<size_t>(source) < n && anchor[static_cast<size_t>(source)] >= 0)
        source = anchor[static_cast<size_t>(source)];
    }
  }
  RUNNEL_RETURN_IF_ERROR(KeepWaiting(replacement, effects, plan));
  plan->ReplaceUses(replacement);
  plan->RemoveUnused();
  return OkStatus();
}

}  // namespace runnel
