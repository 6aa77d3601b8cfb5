// Lowering: a worklist over the plan's nodes, in order of their numbers; what a replacement adds is
// appended and visited in turn. A call becomes its function's body, If and Case become Switch and Merge
// (a Case as a tree of conditions), While a loop of primitives, an op without a kernel its composition.
//
// A replaced node keeps its meaning: the body's nodes wait for what the call waits for (a pivot runs
// exactly when the call would); its effects run even if no output is used (body_effects.h); readers are
// rewired, and whoever waited for the node waits for its ends (EndsOf). Depth and number are bounded.
#include <algorithm>
#include <functional>
#include <unordered_set>

#include "core/graph/device_name.h"
#include "core/passes/body_effects.h"
#include "core/passes/body_nodes.h"
#include "core/passes/case_branches.h"
#include "core/passes/compose.h"
#include "core/passes/function_attrs.h"
#include "core/passes/plan_uses.h"
#include "core/passes/symbolic_gradient.h"
#include "core/passes/watched_passes.h"
#include "runnel_chosen.h"

namespace runnel {

class Composer {};

namespace {

constexpr int kMaxDepth = 64;
// More control edges than these are gathered in one NoOp.
constexpr size_t kMaxEnds = 8;

bool IsCall(const PlanNode& node) {
  return node.is("PartitionedCall") || node.is("StatefulPartitionedCall");
}
bool IsCase(const PlanNode& node) { return node.is("Case") || node.is("StatelessCase"); }
bool IsIf(const PlanNode& node) { return node.is("If") || node.is("StatelessIf"); }
bool IsWhile(const PlanNode& node) { return node.is("While") || node.is("StatelessWhile"); }

class Lowerer final : public Composer {
 public:
  Lowerer(const Graph& library, const HasKernel& has_kernel, const IsLeft& is_left, PlanGraph* plan,
          PlanWatch* watch, const GetGradients& gradients, bool shapes_follow)
      : library_(library),
        has_kernel_(has_kernel),
        is_left_(is_left),
        gradients_(gradients),
        plan_(plan),
        watch_(watch),
        shapes_follow_(shapes_follow),
        uses_(plan),
        effects_(library, plan),
        bodies_(library, plan, watch, &effects_) {}

  Status Run() {
    depth_.assign(plan_->nodes.size(), 0);
    for (size_t i = 0; i < plan_->nodes.size(); ++i) {
      RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
      if (plan_->nodes[i].removed || (is_left_ && is_left_(plan_->nodes[i]))) continue;
      const int id = static_cast<int>(i);
      const size_t before = plan_->nodes.size();
      bool changed = true;
      if (IsCall(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(InlineCall(id));
      } else if (!kMinimal && plan_->nodes[i].is("RemoteCall")) {
        RUNNEL_RETURN_IF_ERROR(InlineRemoteCall(id));
      } else if (IsIf(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(LowerIf(id));
      } else if (IsCase(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(LowerCase(id));
      } else if (IsWhile(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(LowerWhile(id));
      } else if (const FunctionDef* direct =
                     !kHasFunctions ? nullptr : library_.FindFunction(plan_->nodes[i].op())) {
        RUNNEL_RETURN_IF_ERROR(InlineDirect(id, *direct));
      } else if (gradients_ && plan_->nodes[i].is("SymbolicGradient")) {
        RUNNEL_RETURN_IF_ERROR(
            PutComposition(id, MakeSymbolicGradient(library_, *plan_, plan_->nodes[i], gradients_)));
      } else if (plan_->nodes[i].schema->has_composition() && !has_kernel_(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(Expand(id));
      } else {
        changed = false;
      }
      if (!changed) continue;
      any_ = true;
      if (watch_ != nullptr) {
        const uint64_t made = plan_->nodes.size() - before + bodies_.TakeNameBytes() / 1024;
        const Status status = watch_->CountInlined(made);
        if (!status.ok()) {
          return status
              .WithPrefix(StrCat("node \"", plan_->nodes[i].name, "\" (", Callee(plan_->nodes[i]), ")"))
              .WithNode(plan_->nodes[i].name);
        }
      }
      depth_.resize(plan_->nodes.size(), depth_[i] + 1);
      if (depth_[i] >= kMaxDepth) {
        return Unimplemented("node \"", plan_->nodes[i].name, "\" (", Callee(plan_->nodes[i]),
                             "): calls nest ", kMaxDepth,
                             " deep; recursive functions are not supported");
      }
    }
    if (!any_) return OkStatus();
    uses_.Finish();
    plan_->RemoveUnused();
    return OkStatus();
  }

  // Expands the composition in the row of the node's op.
  Status Compose(int id) {
    auto made = MakeComposition(*plan_, plan_->at(id));
    if (shapes_follow_ && made.status().code() == Code::kUnimplemented) return OkStatus();
    return PutComposition(id, std::move(made));
  }
  Status PutComposition(int id, Result<Composition> made) {
    if (!made.ok()) return Wrap(id, made.status());
    const std::shared_ptr<Graph> graph = made->graph;
    const std::vector<OutputRef>& args = made->args;
    if (made->outputs.empty()) return OkStatus();
    // Stateful parts run behind everything that the op waits for.
    const auto is_stateful = [](const Node& node) { return (node.schema().flags & kOpStateful) != 0; };
    RUNNEL_ASSIGN_OR_RETURN(const Pivot pivot, CallPivot(id));
    // Users of a resource go where it is; the other parts of the composition then ask for no device
    // either.
    const std::vector<PlanEdge>& inputs_of = plan_->at(id).inputs;
    const bool uses_resource = std::any_of(inputs_of.begin(), inputs_of.end(), [&](const PlanEdge& in) {
      return plan_->type(in) == DType::kResource;
    });
    const std::string device = uses_resource ? TaskOf(plan_->at(id).device) : plan_->at(id).device;
    std::vector<int> number(static_cast<size_t>(graph->num_nodes()), -1);
    const auto edge = [&](const OutputRef& ref) {
      for (size_t k = 0; k < args.size(); ++k) {
        if (ref == args[k]) return plan_->at(id).inputs[k];
      }
      return PlanEdge{number[static_cast<size_t>(ref.node->id())], ref.index};
    };
    for (int k = 0; k < graph->num_nodes(); ++k) {
      const Node& node = *graph->node(k);
      if (std::find(args.begin(), args.end(), OutputRef{graph->node(k), 0}) != args.end()) continue;
      if (!made->needed.empty() && !made->needed[static_cast<size_t>(k)]) continue;
      std::vector<PlanEdge> inputs;
      bool takes_argument = false;
      for (const OutputRef& in : node.inputs()) {
        takes_argument |= std::find(args.begin(), args.end(), in) != args.end();
        inputs.push_back(edge(in));
      }
      std::vector<int> controls;
      for (Node* control : node.control_inputs()) controls.push_back(edge({control, 0}).node);
      if (pivot.Binds(inputs.empty() || is_stateful(node), takes_argument))
        controls.push_back(pivot.node);
      RUNNEL_ASSIGN_OR_RETURN(number[static_cast<size_t>(k)],
                              AddComposed(node, plan_->at(id).name + "/" + node.name(),
                                          std::move(inputs), device, std::move(controls)));
    }
    std::vector<PlanEdge> outputs;
    for (const OutputRef& out : made->outputs) {
      if (!out) return Wrap(id, Internal("the composition leaves an output unset"));
      outputs.push_back(edge(out));
    }
    RUNNEL_RETURN_IF_ERROR(bodies_.BindReturned(plan_->at(id).name, plan_->at(id).device, pivot,
                                                plan_->at(id).inputs, &outputs));
    return Replace(id, outputs, -1);
  }

 private:
  // A function that is called by its name is called as any other.
  Result<int> AddComposed(const Node& node, std::string name, std::vector<PlanEdge> inputs,
                          const std::string& device, std::vector<int> controls) {
    if (!kHasFunctions || library_.FindFunction(node.op()) == nullptr) {
      return plan_->Add(std::move(name), node.op(), std::move(inputs), node.attrs(), device,
                        std::move(controls));
    }
    std::vector<DType> in_types, out_types;
    for (const OutputRef& in : node.inputs()) in_types.push_back(in.node->output_type(in.index));
    for (int i = 0; i < node.num_outputs(); ++i) out_types.push_back(node.output_type(i));
    AttrList call{{"f", AttrValue(FuncRef{node.op(), node.attrs()})},
                  {"Tin", AttrValue(std::move(in_types))},
                  {"Tout", AttrValue(std::move(out_types))}};
    return plan_->Add(std::move(name), "PartitionedCall", std::move(inputs), std::move(call), device,
                      std::move(controls));
  }

  // The op, and the functions that it calls, for messages.
  static std::string Callee(const PlanNode& node) {
    std::string text = node.op();
    for (const auto& [name, value] : *node.attrs) {
      if (value.get_if<FuncRef>() != nullptr) text += StrCat(" of ", value.ToString());
    }
    return text;
  }

  Status Wrap(int id, const Status& status) const {
    const PlanNode& node = plan_->at(id);
    return status.WithPrefix(StrCat("node \"", node.name, "\" (", node.op(), ")")).WithNode(node.name);
  }

  // Whether anything upstream is control flow: then nodes of a body without inputs must be tied to the
  // call. Answers are kept: a node found outside of control flow stays so, because a replacement ends in
  // the frame and branch where it began.
  bool InControlFlow(int id) {
    in_flow_.resize(plan_->nodes.size(), Flow::kUnknown);
    std::vector<int> stack{id};
    while (!stack.empty()) {
      const int i = stack.back();
      Flow& flow = in_flow_[static_cast<size_t>(i)];
      const PlanNode& node = plan_->at(i);
      if (flow == Flow::kUnknown && (node.schema->flags & kOpControlFlow) != 0) flow = Flow::kInside;
      if (flow != Flow::kUnknown) {
        stack.pop_back();
        continue;
      }
      // Every cycle contains a Merge, whose answer is known, so the walk ends.
      const size_t depth = stack.size();
      bool inside = false;
      const auto look = [&](int source) {
        const Flow there = in_flow_[static_cast<size_t>(source)];
        inside |= there == Flow::kInside;
        if (there == Flow::kUnknown) stack.push_back(source);
      };
      for (const PlanEdge& in : node.inputs) look(in.node);
      for (const int c : node.controls) look(c);
      if (!inside && stack.size() > depth) continue;
      flow = inside ? Flow::kInside : Flow::kOutside;
      stack.resize(depth - 1);
    }
    return in_flow_[static_cast<size_t>(id)] == Flow::kInside;
  }

  // Rewires all users of `id` to the body's outputs and drops it.
  Status Replace(int id, const std::vector<PlanEdge>& outputs, int done) {
    if (outputs.size() != plan_->at(id).output_types.size()) {
      return Wrap(id, InvalidArgument("expects ", plan_->at(id).output_types.size(),
                                      " outputs, the function has ", outputs.size()));
    }
    for (size_t k = 0; k < outputs.size(); ++k) {
      if (plan_->type(outputs[k]) != plan_->at(id).output_types[k]) {
        return Wrap(id,
                    InvalidArgument("output ", k, " must be ", DTypeName(plan_->at(id).output_types[k]),
                                    ", the function gives ", DTypeName(plan_->type(outputs[k]))));
      }
    }
    uses_.ReplaceOutputs(id, outputs);
    if (uses_.IsAwaited(id)) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<int> ends, EndsOf(id, outputs, done));
      if (uses_.CountWaits(id) > 0) uses_.ReplaceControl(id, ends);
      if (uses_.IsTarget(id)) {
        RUNNEL_ASSIGN_OR_RETURN(const int end, AddEnd(id, ends));
        plan_->at(end).pinned = true;
        uses_.ReplaceTarget(id, end);
      }
    }
    plan_->at(id).removed = true;
    return OkStatus();
  }

  // The nodes to wait for in place of the replaced node; never empty.
  Result<std::vector<int>> EndsOf(int id, const std::vector<PlanEdge>& outputs, int done) {
    std::vector<int> ends;
    if (done >= 0) ends.push_back(done);
    for (const PlanEdge& out : outputs) {
      RUNNEL_ASSIGN_OR_RETURN(const int source, bodies_.ControlOf(out));
      ends.push_back(source);
    }
    if (ends.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(ends, EndsOfSources(id));
    }
    if (ends.empty() || (ends.size() > kMaxEnds && uses_.CountWaits(id) > 1)) {
      RUNNEL_ASSIGN_OR_RETURN(const int end, AddEnd(id, std::move(ends)));
      ends = {end};
    }
    return ends;
  }
  Result<int> AddEnd(int id, std::vector<int> ends) {
    return plan_->Add(plan_->UniqueName(plan_->at(id).name), "NoOp", {}, {}, plan_->at(id).device,
                      std::move(ends));
  }

  Result<const FunctionDef*> FindFunction(int id, std::string_view attr, const FuncRef** ref) const {
    *ref = plan_->at(id).attr<FuncRef>(attr);
    const FunctionDef* def = *ref == nullptr ? nullptr : library_.FindFunction((*ref)->name);
    if (def == nullptr) {
      return Wrap(id,
                  NotFound("the graph has no function \"", *ref == nullptr ? "" : (*ref)->name, "\""));
    }
    return def;
  }

  // SourcesOf the node; for a Switch, the side that is read.
  Result<std::vector<int>> EndsOfSources(int id) {
    std::vector<int> ends = plan_->at(id).controls;
    std::unordered_set<int> seen(ends.begin(), ends.end());
    for (const PlanEdge& in : std::vector<PlanEdge>(plan_->at(id).inputs)) {
      RUNNEL_ASSIGN_OR_RETURN(const int end, bodies_.ControlOf(in));
      if (seen.insert(end).second) ends.push_back(end);
    }
    return ends;
  }

  // The task in a device string: host ops ask for nothing more.
  static std::string TaskOf(const std::string& device) {
    auto name = DeviceName::Parse(device);
    if (!name.ok()) return device;  // placement refuses it
    name->type.reset();
    name->id.reset();
    return name->ToString();
  }

  // A control source inside the call's frame and branch.
  Result<Pivot> CallPivot(int id) {
    const bool waits = !plan_->at(id).controls.empty() || !effects_.CarryingInputs(id).empty();
    if (!waits && !InControlFlow(id)) return Pivot{-1, false, true};
    RUNNEL_ASSIGN_OR_RETURN(std::vector<int> sources, EndsOfSources(id));
    RUNNEL_ASSIGN_OR_RETURN(const int node,
                            plan_->Add(plan_->at(id).name + "/_pivot", "NoOp", {}, {},
                                       TaskOf(plan_->at(id).device), std::move(sources)));
    return Pivot{node, waits, true};
  }

  Status InlineCall(int id) {
    const FuncRef* ref = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* def, FindFunction(id, "f", &ref));
    return InlineBody(id, *def, ref->attrs);
  }

  // A call whose nodes ask for the device that its first input says.
  Status InlineRemoteCall(int id) {
    const FuncRef* ref = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* def, FindFunction(id, "f", &ref));
    std::vector<PlanEdge> args = plan_->at(id).inputs;
    int source = args.empty() ? -1 : args[0].node;
    while (source >= 0 && plan_->at(source).is("Identity")) source = plan_->at(source).inputs[0].node;
    const Tensor* const target =
        source < 0 || !plan_->at(source).is("Const") ? nullptr : plan_->at(source).attr<Tensor>("value");
    if (target == nullptr || target->dtype() != DType::kString || target->num_elements() != 1)
      return Wrap(id, Unimplemented("a target that is no constant"));
    Result<DeviceName> device = DeviceName::Parse(target->string_at(0));
    if (!device.ok()) return Wrap(id, device.status());
    if (const auto own = DeviceName::Parse(plan_->at(id).device); own.ok() && !device->job) {
      device->job = own->job;
      device->replica = own->replica;
      device->task = own->task;
    }
    args.erase(args.begin());
    return InlineBody(id, *def, ref->attrs, args, device->ToString());
  }

  Status InlineDirect(int id, const FunctionDef& def) {
    return InlineBody(id, def, *plan_->at(id).attrs);
  }

  Status InlineBody(int id, const FunctionDef& def, const AttrList& attrs) {
    return InlineBody(id, def, attrs, plan_->at(id).inputs, plan_->at(id).device);
  }
  Status InlineBody(int id, const FunctionDef& def, const AttrList& attrs,
                    const std::vector<PlanEdge>& args, const std::string& device) {
    RUNNEL_ASSIGN_OR_RETURN(const Pivot pivot, CallPivot(id));
    auto body = bodies_.Instantiate(def, attrs, args, plan_->at(id).name, device, pivot);
    if (!body.ok()) return Wrap(id, body.status());
    return Replace(id, body->outputs, body->done);
  }

  // The condition as a bool scalar.
  Result<PlanEdge> AsBool(int id, PlanEdge value) {
    if (plan_->type(value) == DType::kBool) return value;
    if (!IsPlainData(plan_->type(value))) {
      return Wrap(id, Unimplemented("a condition of type ", DTypeName(plan_->type(value))));
    }
    RUNNEL_ASSIGN_OR_RETURN(const int cast,
                            plan_->Add(plan_->UniqueName(plan_->at(id).name), "Cast", {value},
                                       {{"DstT", AttrValue(DType::kBool)}}, plan_->at(id).device));
    return PlanEdge{cast, 0};
  }

  Status LowerIf(int id) {
    const FuncRef *then_ref = nullptr, *else_ref = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* then_def, FindFunction(id, "then_branch", &then_ref));
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* else_def, FindFunction(id, "else_branch", &else_ref));
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge pred, AsBool(id, plan_->at(id).inputs[0]));
    return LowerCondition(id, pred, {then_def, &then_ref->attrs}, {else_def, &else_ref->attrs});
  }

  // The only branch, or a condition between two halves, each a Case that is lowered in turn.
  Status LowerCase(int id) {
    const auto* branches = plan_->at(id).attr<std::vector<FuncRef>>("branches");
    if (branches == nullptr || branches->empty()) return Wrap(id, InvalidArgument("has no branches"));
    const FunctionDef* first = library_.FindFunction(branches->front().name);
    if (first == nullptr) {
      return Wrap(id, NotFound("the graph has no function \"", branches->front().name, "\""));
    }
    const std::string name = plan_->at(id).name, device = plan_->at(id).device;
    const PlanEdge index = plan_->at(id).inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const Pivot pivot, CallPivot(id));
    if (branches->size() == 1) {
      const std::vector<PlanEdge> args(plan_->at(id).inputs.begin() + 1, plan_->at(id).inputs.end());
      auto body = bodies_.Instantiate(*first, branches->front().attrs, args, name, device,
                                      Pivot{pivot.node, pivot.of_arguments});
      if (!body.ok()) return Wrap(id, body.status());
      return Replace(id, body->outputs, body->done);
    }
    RUNNEL_ASSIGN_OR_RETURN(const CaseHalves halves, HalveCase(plan_->at(id).op(), *branches));
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge pred, IsBelow(id, index, halves.size, pivot));
    const AttrList attrs = *plan_->at(id).attrs;
    const Branch second{&halves.second, &attrs, 0};
    if (halves.size == 1) return LowerCondition(id, pred, {first, &branches->front().attrs}, second);
    return LowerCondition(id, pred, {&halves.first, &attrs, 0}, second);
  }

  // 0 <= index < size.
  Result<PlanEdge> IsBelow(int id, PlanEdge index, int32_t size, const Pivot& pivot) {
    const std::string name = plan_->at(id).name, device = plan_->at(id).device;
    const auto constant = [&](int32_t value) -> Result<PlanEdge> {
      RUNNEL_ASSIGN_OR_RETURN(const Tensor tensor, Tensor::FromScalar<int32_t>(value));
      std::vector<int> controls;
      if (pivot.node >= 0) controls.push_back(pivot.node);
      RUNNEL_ASSIGN_OR_RETURN(
          const int node, plan_->Add(plan_->UniqueName(name), "Const", {},
                                     {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(tensor)}},
                                     device, controls));
      return PlanEdge{node, 0};
    };
    const auto compare = [&](const char* op, PlanEdge left, PlanEdge right) -> Result<PlanEdge> {
      RUNNEL_ASSIGN_OR_RETURN(const int node,
                              plan_->Add(plan_->UniqueName(name), op, {left, right}, {}, device));
      return PlanEdge{node, 0};
    };
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge zero, constant(0));
    if (size == 1) return compare("Equal", index, zero);
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge end, constant(size));
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge from, compare("GreaterEqual", index, zero));
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge below, compare("Less", index, end));
    return compare("LogicalAnd", from, below);
  }

  struct Branch {
    const FunctionDef* def;
    const AttrList* attrs;
    size_t first_input = 1;  // 0: the branch also takes the input that the condition comes from
  };
  Status LowerCondition(int id, PlanEdge pred, const Branch& then_branch, const Branch& else_branch) {
    const std::string name = plan_->at(id).name, device = plan_->at(id).device;
    std::vector<int> controls = plan_->at(id).controls;
    for (const int source : effects_.CarryingInputs(id)) controls.push_back(source);
    RUNNEL_ASSIGN_OR_RETURN(const int pred_switch,
                            bodies_.AddLike(name + "/_pred", "Switch", {pred, pred}, device));
    plan_->at(pred_switch).controls = controls;
    std::vector<PlanEdge> branch_args[2];
    const std::vector<PlanEdge> inputs = plan_->at(id).inputs;
    for (size_t i = std::min(then_branch.first_input, else_branch.first_input); i < inputs.size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(
          const int sw, bodies_.AddLike(plan_->UniqueName(name), "Switch", {inputs[i], pred}, device));
      plan_->at(sw).controls = controls;
      if (i >= else_branch.first_input) branch_args[0].push_back({sw, 0});
      if (i >= then_branch.first_input) branch_args[1].push_back({sw, 1});
    }
    Body bodies[2];
    for (const int branch : {0, 1}) {
      RUNNEL_ASSIGN_OR_RETURN(
          const int pivot, bodies_.AddLike(StrCat(name, branch == 0 ? "/_else" : "/_then"), "Identity",
                                           {PlanEdge{pred_switch, branch}}, device));
      const Branch& taken = branch == 0 ? else_branch : then_branch;
      auto body =
          bodies_.Instantiate(*taken.def, *taken.attrs, branch_args[branch],
                              StrCat(name, branch == 0 ? "/else" : "/then"), device, Pivot{pivot});
      if (!body.ok()) return Wrap(id, body.status());
      bodies[branch] = std::move(*body);
      // A branch without effects ends with its pivot.
      if (bodies[branch].done < 0) bodies[branch].done = pivot;
      // A value from outside of the branch is dead with it in any case: an argument that is returned as
      // it is comes from its Switch, a constant has a control edge from the pivot.
    }
    if (bodies[0].outputs.size() != bodies[1].outputs.size()) {
      return Wrap(id, InvalidArgument("the branches return ", bodies[1].outputs.size(), " and ",
                                      bodies[0].outputs.size(), " values"));
    }
    std::vector<PlanEdge> outputs;
    for (size_t k = 0; k < bodies[0].outputs.size(); ++k) {
      if (plan_->type(bodies[0].outputs[k]) != plan_->type(bodies[1].outputs[k])) {
        return Wrap(id, InvalidArgument("the branches return different types as output ", k));
      }
      RUNNEL_ASSIGN_OR_RETURN(const int merge,
                              bodies_.AddLike(plan_->UniqueName(name), "Merge",
                                              {bodies[0].outputs[k], bodies[1].outputs[k]}, device));
      outputs.push_back({merge, 0});
    }
    // The end of the taken branch: a Merge of both branches' ends.
    std::vector<PlanEdge> tokens;
    for (const int branch : {0, 1}) {
      RUNNEL_ASSIGN_OR_RETURN(const int token, bodies_.AddLike(plan_->UniqueName(name), "Identity",
                                                               {PlanEdge{pred_switch, branch}}, device));
      plan_->at(token).controls = {bodies[branch].done};
      tokens.push_back({token, 0});
    }
    RUNNEL_ASSIGN_OR_RETURN(const int done, bodies_.AddLike(name + "/_done", "Merge", tokens, device));
    return Replace(id, outputs, done);
  }

  Status LowerWhile(int id) {
    const std::string name = plan_->at(id).name, device = plan_->at(id).device;
    const FuncRef *cond_ref = nullptr, *body_ref = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* cond_def, FindFunction(id, "cond", &cond_ref));
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* body_def, FindFunction(id, "body", &body_ref));
    const std::vector<PlanEdge> inputs = plan_->at(id).inputs;
    if (inputs.empty()) return Wrap(id, InvalidArgument("a loop needs at least one input"));
    const int64_t* parallel = plan_->at(id).attr<int64_t>("parallel_iterations");
    std::vector<int> controls = plan_->at(id).controls;
    for (const int source : effects_.CarryingInputs(id)) controls.push_back(source);
    std::vector<PlanEdge> merges;
    for (const PlanEdge& in : inputs) {
      RUNNEL_ASSIGN_OR_RETURN(
          const int enter,
          bodies_.AddLike(plan_->UniqueName(name), "Enter", {in}, device,
                          {{"frame_name", AttrValue(name)},
                           {"parallel_iterations", AttrValue(parallel ? *parallel : 10)}}));
      plan_->at(enter).controls = controls;
      // The second input is filled in below; until then it repeats the first.
      RUNNEL_ASSIGN_OR_RETURN(const int merge,
                              bodies_.AddLike(plan_->UniqueName(name), "Merge",
                                              {PlanEdge{enter, 0}, PlanEdge{enter, 0}}, device));
      merges.push_back({merge, 0});
    }
    auto cond = bodies_.Instantiate(*cond_def, cond_ref->attrs, merges, name + "/cond", device,
                                    Pivot{merges[0].node});
    if (!cond.ok()) return Wrap(id, cond.status());
    if (cond->outputs.size() != 1) {
      return Wrap(id, InvalidArgument("cond must return one value, got ", cond->outputs.size()));
    }
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge pred, AsBool(id, cond->outputs[0]));
    RUNNEL_ASSIGN_OR_RETURN(const int loop_cond,
                            plan_->Add(name + "/_loop_cond", "LoopCond", {pred}, {}, device));
    std::vector<PlanEdge> args, outputs;
    for (const PlanEdge& merge : merges) {
      RUNNEL_ASSIGN_OR_RETURN(const int sw, bodies_.AddLike(plan_->UniqueName(name), "Switch",
                                                            {merge, PlanEdge{loop_cond, 0}}, device));
      RUNNEL_ASSIGN_OR_RETURN(
          const int exit, bodies_.AddLike(plan_->UniqueName(name), "Exit", {PlanEdge{sw, 0}}, device));
      args.push_back({sw, 1});
      outputs.push_back({exit, 0});
    }
    RUNNEL_ASSIGN_OR_RETURN(const int pivot,
                            bodies_.AddLike(name + "/_body", "Identity", {args[0]}, device));
    auto body =
        bodies_.Instantiate(*body_def, body_ref->attrs, args, name + "/body", device, Pivot{pivot});
    if (!body.ok()) return Wrap(id, body.status());
    if (body->outputs.size() != inputs.size()) {
      return Wrap(id, InvalidArgument("body must return ", inputs.size(), " values, got ",
                                      body->outputs.size()));
    }
    for (size_t k = 0; k < inputs.size(); ++k) {
      if (plan_->type(body->outputs[k]) != plan_->type(inputs[k])) {
        return Wrap(
            id, InvalidArgument("body must return ", DTypeName(plan_->type(inputs[k])), " as value ", k,
                                ", got ", DTypeName(plan_->type(body->outputs[k]))));
      }
      RUNNEL_ASSIGN_OR_RETURN(const int next, bodies_.AddLike(plan_->UniqueName(name), "NextIteration",
                                                              {body->outputs[k]}, device));
      if (body->done >= 0) plan_->at(next).controls.push_back(body->done);
      plan_->at(merges[k].node).inputs[1] = {next, 0};
    }
    return Replace(id, outputs, -1);
  }

  // Expands the composition of a row, or the function of a plugin's op.
  Status Expand(int id) {
    const OpSchema& schema = *plan_->at(id).schema;
    if (const Rule<CompositionFn> rule = schema.composition()) return rule.expand(*this, id);
    if constexpr (!kHasFunctions) return LeftOut("functions");
    RUNNEL_ASSIGN_OR_RETURN(const Pivot pivot, CallPivot(id));
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef def, DecodeFunctionDef(schema.composition_bytes()));
    auto body = bodies_.Instantiate(def, *plan_->at(id).attrs, plan_->at(id).inputs, plan_->at(id).name,
                                    plan_->at(id).device, pivot);
    if (!body.ok()) return Wrap(id, body.status());
    return Replace(id, body->outputs, body->done);
  }

  const Graph& library_;
  const HasKernel& has_kernel_;
  const IsLeft& is_left_;
  const GetGradients& gradients_;
  PlanGraph* plan_;
  PlanWatch* const watch_;
  const bool shapes_follow_;
  std::vector<int> depth_;
  enum class Flow : uint8_t { kUnknown, kOutside, kInside };
  std::vector<Flow> in_flow_;  // by node
  PlanUses uses_;
  BodyEffects effects_;
  BodyNodes bodies_;
  bool any_ = false;
};

}  // namespace

Status ExpandNode(Composer& composer, int node) { return static_cast<Lowerer&>(composer).Compose(node); }

Status InlineAndLower(const Graph& library, const HasKernel& has_kernel, PlanGraph* plan,
                      const IsLeft& is_left, PlanWatch* watch, const GetGradients& gradients,
                      bool shapes_follow) {
  return Lowerer(library, has_kernel, is_left, plan, watch, gradients, shapes_follow).Run();
}

}  // namespace runnel
