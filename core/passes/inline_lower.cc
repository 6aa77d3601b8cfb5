// Calls become the bodies of their functions, If and While become Switch/Merge primitives, and ops that
// a device cannot do become the simpler ops that they are composed of.
#include <algorithm>
#include <functional>
#include <unordered_map>
#include <utility>

#include "core/graph/unknown_ops.h"
#include "core/passes/body_effects.h"
#include "core/passes/body_values.h"
#include "core/passes/case_branches.h"
#include "core/passes/compose.h"
#include "core/passes/function_attrs.h"
#include "core/passes/watched_passes.h"

namespace runnel {

class Composer {};

namespace {

constexpr int kMaxDepth = 64;

bool IsCall(const PlanNode& node) {
  return node.is("PartitionedCall") || node.is("StatefulPartitionedCall");
}
bool IsCase(const PlanNode& node) { return node.is("Case") || node.is("StatelessCase"); }
bool IsIf(const PlanNode& node) { return node.is("If") || node.is("StatelessIf"); }
bool IsWhile(const PlanNode& node) { return node.is("While") || node.is("StatelessWhile"); }

// Outputs of an instantiated body, and a node that runs when all of the body's effects have happened
// (-1: it has none).
struct Body {
  std::vector<PlanEdge> outputs;
  int done = -1;
};

class Lowerer final : public Composer {
 public:
  Lowerer(const Graph& library, const HasKernel& has_kernel, const IsLeft& is_left, PlanGraph* plan,
          PlanWatch* watch)
      : library_(library),
        has_kernel_(has_kernel),
        is_left_(is_left),
        plan_(plan),
        watch_(watch),
        effects_(library, plan) {}

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
      } else if (IsIf(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(LowerIf(id));
      } else if (IsCase(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(LowerCase(id));
      } else if (IsWhile(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(LowerWhile(id));
      } else if (const FunctionDef* direct =
                     !kHasFunctions ? nullptr : library_.FindFunction(plan_->nodes[i].op())) {
        RUNNEL_RETURN_IF_ERROR(InlineDirect(id, *direct));
      } else if (plan_->nodes[i].schema->has_composition() && !has_kernel_(plan_->nodes[i])) {
        RUNNEL_RETURN_IF_ERROR(Expand(id));
      } else {
        changed = false;
      }
      if (!changed) continue;
      any_ = true;
      if (watch_ != nullptr) {
        const uint64_t made = plan_->nodes.size() - before + std::exchange(name_bytes_, 0) / 1024;
        const Status status = watch_->CountInlined(made);
        if (!status.ok()) {
          return status
              .WithPrefix(
                  StrCat("node \"", plan_->nodes[i].name, "\" (", Callee(plan_->nodes[i]), ")"))
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
    if (any_) plan_->RemoveUnused();
    return OkStatus();
  }

  // By the row of the node's op.
  Status Compose(int id) {
    auto made = MakeComposition(*plan_, plan_->at(id));
    if (!made.ok()) return Wrap(id, made.status());
    const std::shared_ptr<Graph> graph = made->graph;
    const std::vector<OutputRef>& args = made->args;
    if (made->outputs.empty()) return OkStatus();
    // What reads or changes state does so behind all that the op has to wait for.
    const auto is_stateful = [](const Node& node) { return (node.schema().flags & kOpStateful) != 0; };
    RUNNEL_ASSIGN_OR_RETURN(const Pivot pivot, CallPivot(id));
    std::vector<int> number(static_cast<size_t>(graph->num_nodes()), -1);
    const auto edge = [&](const OutputRef& ref) {
      for (size_t k = 0; k < args.size(); ++k) {
        if (ref == args[k]) return plan_->at(id).inputs[k];
      }
      return PlanEdge{number[static_cast<size_t>(ref.node->id())], ref.index};
    };
    for (int k = 0; k < graph->num_nodes(); ++k) {
      const Node& node = *graph->node(k);
      if (node.op() == "Placeholder") continue;
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
      RUNNEL_ASSIGN_OR_RETURN(
          number[static_cast<size_t>(k)],
          plan_->Add(plan_->at(id).name + "/" + node.name(), node.op(), std::move(inputs), node.attrs(),
                     plan_->at(id).device, std::move(controls)));
    }
    std::vector<PlanEdge> outputs;
    for (const OutputRef& out : made->outputs) {
      if (!out) return Wrap(id, Internal("the composition leaves an output unset"));
      outputs.push_back(edge(out));
    }
    RUNNEL_RETURN_IF_ERROR(
        BindReturned(plan_->at(id).name, plan_->at(id).device, pivot, plan_->at(id).inputs, &outputs));
    return Replace(id, outputs, -1);
  }

 private:
  // The op, and the functions that it calls.
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

  // Whether anything upstream is control flow: then the sources of a body must be tied to the call.
  bool InControlFlow(int id) const {
    std::vector<bool> seen(plan_->nodes.size(), false);
    std::vector<int> stack{id};
    while (!stack.empty()) {
      const int i = stack.back();
      stack.pop_back();
      if (seen[static_cast<size_t>(i)]) continue;
      seen[static_cast<size_t>(i)] = true;
      const PlanNode& node = plan_->at(i);
      if ((node.schema->flags & kOpControlFlow) != 0) return true;
      for (const PlanEdge& in : node.inputs) stack.push_back(in.node);
      for (const int c : node.controls) stack.push_back(c);
    }
    return false;
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
      plan_->ReplaceUses(PlanEdge{id, static_cast<int>(k)}, outputs[k]);
    }
    std::vector<int> end;
    if (done >= 0) end.push_back(done);
    for (const PlanEdge& out : outputs) {
      RUNNEL_ASSIGN_OR_RETURN(const int source, ControlOf(out));
      end.push_back(source);
    }
    if (end.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(end, EndsOfSources(id));
    }
    plan_->ReplaceControls(id, end);
    for (int& target : plan_->targets) {
      if (target != id) continue;
      RUNNEL_ASSIGN_OR_RETURN(target, plan_->Add(plan_->UniqueName(plan_->at(id).name), "NoOp", {}, {},
                                                 plan_->at(id).device, end));
      plan_->at(target).pinned = true;
    }
    plan_->at(id).removed = true;
    return OkStatus();
  }

  // Adds the nodes of `def` with its attrs bound, behind the pivot. In the body of a call all that has
  // an effect runs, whatever is asked of the outputs; in branches and loops what the outputs and
  // control_ret name, as in TensorFlow.
  Result<Body> Instantiate(const FunctionDef& def, const AttrList& attrs,
                           const std::vector<PlanEdge>& args, const std::string& prefix,
                           const std::string& device, Pivot pivot) {
    BodyValues values;
    std::unordered_map<std::string, int> numbers;
    RUNNEL_RETURN_IF_ERROR(BindArguments(def.signature, attrs, args, &values));
    const size_t first = plan_->nodes.size();
    RUNNEL_RETURN_IF_ERROR(AddBodyNodes(def, attrs, args, prefix, device, pivot, &values, &numbers));
    Body body;
    for (const ArgSchema& out : def.signature.outputs) {
      const std::string* source = nullptr;
      for (const auto& [name, text] : def.ret) {
        if (name == out.name) source = &text;
      }
      if (source == nullptr) {
        return InvalidArgument("function \"", def.signature.name,
                               "\" does not say what it returns as \"", out.name, "\"");
      }
      RUNNEL_ASSIGN_OR_RETURN(std::vector<PlanEdge> edges, LookUp(values, *source, def.signature.name));
      if (!out.is_list() && edges.size() > 1) edges.resize(1);
      body.outputs.insert(body.outputs.end(), edges.begin(), edges.end());
    }
    std::vector<int> effects;
    for (const auto& [name, node] : def.control_ret) {
      const auto it = numbers.find(node);
      if (it == numbers.end()) {
        return InvalidArgument("function \"", def.signature.name, "\" has no node \"", node, "\"");
      }
      effects.push_back(it->second);
    }
    if (pivot.of_call) effects_.Add(first, body.outputs, &effects);
    RUNNEL_RETURN_IF_ERROR(BindReturned(prefix, device, pivot, args, &body.outputs));
    if (!effects.empty()) {
      RUNNEL_ASSIGN_OR_RETURN(body.done, plan_->Add(prefix + "/_done", "NoOp", {}, {}, device, effects));
      // Whoever takes a value sees the effects too.
      for (PlanEdge& out : body.outputs) {
        RUNNEL_ASSIGN_OR_RETURN(const int id, plan_->Add(plan_->UniqueName(prefix), "Identity", {out},
                                                         {}, device, {body.done}));
        plan_->at(id).handles = {plan_->at(out.node).handles[static_cast<size_t>(out.index)]};
        out = {id, 0};
      }
    }
    return body;
  }

  // An argument that a body returns as it is waits for nothing in the body.
  Status BindReturned(const std::string& prefix, const std::string& device, const Pivot& pivot,
                      const std::vector<PlanEdge>& args, std::vector<PlanEdge>* outputs) {
    for (PlanEdge& out : *outputs) {
      if (!pivot.Binds(false, std::find(args.begin(), args.end(), out) != args.end())) continue;
      RUNNEL_ASSIGN_OR_RETURN(const int id,
                              AddLike(plan_->UniqueName(prefix), "Identity", {out}, device));
      plan_->at(id).controls = {pivot.node};
      out = {id, 0};
    }
    return OkStatus();
  }

  Status AddBodyNodes(const FunctionDef& def, const AttrList& attrs, const std::vector<PlanEdge>& args,
                      const std::string& prefix, const std::string& device, const Pivot& pivot,
                      BodyValues* values, std::unordered_map<std::string, int>* numbers) {
    // Bodies may list their nodes in any order: add what is complete until nothing is left.
    std::vector<const NodeDef*> todo;
    for (const NodeDef& node : def.nodes) todo.push_back(&node);
    const BackEdgeNames back_names = NextIterations(def);
    std::vector<BackEdge> back_edges;
    while (!todo.empty()) {
      std::vector<const NodeDef*> later;
      for (const NodeDef* node : todo) {
        std::vector<PlanEdge> inputs;
        std::vector<int> controls;
        std::vector<BackEdge> back;
        bool ready = true;
        for (const std::string& text : node->inputs) {
          if (text.starts_with('^')) {
            const auto it = numbers->find(text.substr(1));
            if (it != numbers->end()) {
              controls.push_back(it->second);
            } else if (const auto arg = values->find(text.substr(1)); arg != values->end()) {
              RUNNEL_ASSIGN_OR_RETURN(const int id, ArgControl(arg->second, prefix, device, pivot));
              numbers->emplace(text.substr(1), id);
              controls.push_back(id);
            } else {
              ready = false;
            }
            continue;
          }
          if (node->op == "Merge" && back_names.contains(NodeOf(text))) {
            back.push_back({-1, inputs.size(), &text});
            inputs.push_back({-1, 0});
            continue;
          }
          const auto edges = LookUp(*values, text, def.signature.name);
          ready &= edges.ok();
          if (edges.ok()) inputs.insert(inputs.end(), edges->begin(), edges->end());
        }
        if (!ready) {
          later.push_back(node);
          continue;
        }
        const bool takes_argument = std::any_of(inputs.begin(), inputs.end(), [&](const PlanEdge& in) {
          return std::find(args.begin(), args.end(), in) != args.end();
        });
        if (pivot.Binds(inputs.empty() && controls.empty(), takes_argument))
          controls.push_back(pivot.node);
        RUNNEL_ASSIGN_OR_RETURN(AttrList bound,
                                BindFunctionAttrs(node->attrs, attrs, def.signature.name));
        if (node->op == "Enter") NameFrame(prefix, &bound);
        RUNNEL_RETURN_IF_ERROR(StandIn(def, *node, back, &inputs));
        RUNNEL_RETURN_IF_ERROR(LookAt(watch_));
        name_bytes_ += prefix.size() + node->name.size();
        RUNNEL_ASSIGN_OR_RETURN(
            const int id, AddNode(*node, std::move(bound), std::move(inputs), prefix + "/" + node->name,
                                  node->device.empty() ? device : node->device, controls));
        (*numbers)[node->name] = id;
        Publish(*node, id, values);
        for (BackEdge& edge : back) {
          edge.merge = id;
          back_edges.push_back(edge);
        }
      }
      if (later.size() == todo.size()) {
        return InvalidArgument("function \"", def.signature.name, "\": node \"", later[0]->name,
                               "\" has an input that nothing in the body provides");
      }
      todo = std::move(later);
    }
    for (const BackEdge& edge : back_edges) {
      RUNNEL_ASSIGN_OR_RETURN(const std::vector<PlanEdge> from,
                              LookUp(*values, *edge.text, def.signature.name));
      PlanEdge& input = plan_->at(edge.merge).inputs[edge.input];
      if (from.size() != 1 || plan_->type(from[0]) != plan_->type(input)) {
        return InvalidArgument("function \"", def.signature.name, "\": node \"",
                               plan_->at(edge.merge).name, "\" merges ", DTypeName(plan_->type(input)),
                               " with the ", DTypeName(plan_->type(from[0])), " \"", *edge.text, "\"");
      }
      input = from[0];
    }
    return OkStatus();
  }

  // Of a loop of primitives: the input of a Merge that a NextIteration gives, which is added later.
  struct BackEdge {
    int merge;
    size_t input;
    const std::string* text;
  };
  using BackEdgeNames = std::unordered_set<std::string_view>;
  static BackEdgeNames NextIterations(const FunctionDef& def) {
    BackEdgeNames names;
    for (const NodeDef& node : def.nodes) {
      if (node.op == "NextIteration") names.insert(node.name);
    }
    return names;
  }
  // The node in "node:out:0".
  static std::string_view NodeOf(std::string_view text) { return text.substr(0, text.find(':')); }

  // Another input in the place of each back edge.
  static Status StandIn(const FunctionDef& def, const NodeDef& merge, const std::vector<BackEdge>& back,
                        std::vector<PlanEdge>* inputs) {
    if (back.empty()) return OkStatus();
    const auto first = std::find_if(inputs->begin(), inputs->end(),
                                    [](const PlanEdge& input) { return input.node >= 0; });
    if (first == inputs->end()) {
      return InvalidArgument("function \"", def.signature.name, "\": node \"", merge.name,
                             "\" (Merge) begins a loop that nothing enters");
    }
    for (const BackEdge& edge : back) (*inputs)[edge.input] = *first;
    return OkStatus();
  }

  // Each call has loops of its own.
  static void NameFrame(const std::string& prefix, AttrList* attrs) {
    const AttrValue* value = FindAttr(*attrs, "frame_name");
    const auto* name = value == nullptr ? nullptr : value->get_if<std::string>();
    if (name != nullptr) SetAttr(attrs, "frame_name", AttrValue(StrCat(prefix, "/", *name)));
  }

  // What a control edge from an argument comes from: it runs when the argument is there, in the call's
  // frame and branch.
  Result<int> ArgControl(const std::vector<PlanEdge>& values, const std::string& prefix,
                         const std::string& device, const Pivot& pivot) {
    std::vector<int> controls;
    if (pivot.node >= 0) controls.push_back(pivot.node);
    for (const PlanEdge& value : values) {
      RUNNEL_ASSIGN_OR_RETURN(const int source, ControlOf(value));
      controls.push_back(source);
    }
    return plan_->Add(plan_->UniqueName(prefix), "NoOp", {}, {}, device, std::move(controls));
  }

  Result<int> AddNode(const NodeDef& def, AttrList attrs, std::vector<PlanEdge> inputs, std::string name,
                      const std::string& device, std::vector<int> controls) {
    if (const auto schema = library_.FindSchema(def.op); schema.ok())
      TakeUnknownAttrs(**schema, &attrs);  // of which the import has warned
    if (const FunctionDef* direct = library_.FindFunction(def.op)) {
      // A function called by its name: as a call.
      AttrList call{{"f", AttrValue(FuncRef{def.op, attrs})}};
      std::vector<DType> types;
      for (const PlanEdge& in : inputs) types.push_back(plan_->type(in));
      std::vector<DType> out_types;
      RUNNEL_RETURN_IF_ERROR(BindNode(direct->signature, name, types, &attrs, &out_types));
      call.emplace_back("Tin", AttrValue(std::move(types)));
      call.emplace_back("Tout", AttrValue(std::move(out_types)));
      return plan_->Add(std::move(name), "PartitionedCall", std::move(inputs), std::move(call), device,
                        std::move(controls));
    }
    return plan_->Add(std::move(name), def.op, std::move(inputs), std::move(attrs), device,
                      std::move(controls));
  }

  // "node:out_arg" -> all edges of that output argument.
  void Publish(const NodeDef& def, int id, BodyValues* values) {
    const PlanNode& node = plan_->at(id);
    const OpSchema* schema = node.schema;
    if (const FunctionDef* direct = library_.FindFunction(def.op)) schema = &direct->signature;
    int at = 0;
    for (const ArgSchema& out : schema->outputs) {
      int length = 1;
      if (!out.number_attr.empty()) {
        length = static_cast<int>(*node.attr<int64_t>(out.number_attr));
      } else if (!out.type_list_attr.empty() &&
                 node.attr<std::vector<DType>>(out.type_list_attr) != nullptr) {
        length = static_cast<int>(node.attr<std::vector<DType>>(out.type_list_attr)->size());
      }
      std::vector<PlanEdge>& edges = (*values)[def.name + ":" + out.name];
      for (int k = 0; k < length; ++k) edges.push_back({id, at + k});
      at += length;
    }
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

  // A node that runs where the value is alive: the end of a Switch is the end of both sides.
  Result<int> ControlOf(PlanEdge value) {
    if (!plan_->at(value.node).is("Switch")) return value.node;
    return AddLike(plan_->UniqueName(plan_->at(value.node).name), "Identity", {value},
                   plan_->at(value.node).device);
  }
  // SourcesOf the node, where of a Switch there is the side that it reads.
  Result<std::vector<int>> EndsOfSources(int id) {
    std::vector<int> ends = plan_->at(id).controls;
    for (const PlanEdge& in : std::vector<PlanEdge>(plan_->at(id).inputs)) {
      RUNNEL_ASSIGN_OR_RETURN(const int end, ControlOf(in));
      if (std::find(ends.begin(), ends.end(), end) == ends.end()) ends.push_back(end);
    }
    return ends;
  }

  // A control source inside the call's frame and branch.
  Result<Pivot> CallPivot(int id) {
    const bool waits = !plan_->at(id).controls.empty() || !effects_.CarryingInputs(id).empty();
    if (!waits && !InControlFlow(id)) return Pivot{-1, false, true};
    RUNNEL_ASSIGN_OR_RETURN(std::vector<int> sources, EndsOfSources(id));
    RUNNEL_ASSIGN_OR_RETURN(const int node, plan_->Add(plan_->at(id).name + "/_pivot", "NoOp", {}, {},
                                                       plan_->at(id).device, std::move(sources)));
    return Pivot{node, waits, true};
  }

  Status InlineCall(int id) {
    const FuncRef* ref = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* def, FindFunction(id, "f", &ref));
    return InlineBody(id, *def, ref->attrs);
  }

  Status InlineDirect(int id, const FunctionDef& def) {
    return InlineBody(id, def, *plan_->at(id).attrs);
  }

  Status InlineBody(int id, const FunctionDef& def, const AttrList& attrs) {
    RUNNEL_ASSIGN_OR_RETURN(const Pivot pivot, CallPivot(id));
    auto body =
        Instantiate(def, attrs, plan_->at(id).inputs, plan_->at(id).name, plan_->at(id).device, pivot);
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

  Result<int> AddLike(const std::string& name, std::string_view op, std::vector<PlanEdge> inputs,
                      const std::string& device, AttrList attrs = {}) {
    const PlanEdge first = inputs[0];
    RUNNEL_ASSIGN_OR_RETURN(const int id,
                            plan_->Add(name, op, std::move(inputs), std::move(attrs), device));
    // Handles travel with the value, so that reads inside know what they read.
    const HandleData handle = plan_->at(first.node).handles[static_cast<size_t>(first.index)];
    for (HandleData& h : plan_->at(id).handles) h = handle;
    return id;
  }

  Status LowerIf(int id) {
    const FuncRef *then_ref = nullptr, *else_ref = nullptr;
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* then_def, FindFunction(id, "then_branch", &then_ref));
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef* else_def, FindFunction(id, "else_branch", &else_ref));
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge pred, AsBool(id, plan_->at(id).inputs[0]));
    return LowerCondition(id, pred, {then_def, &then_ref->attrs}, {else_def, &else_ref->attrs});
  }

  // The first branch, or a Case of the others, which is lowered when its turn comes.
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
      auto body = Instantiate(*first, branches->front().attrs, args, name, device,
                              Pivot{pivot.node, pivot.of_arguments});
      if (!body.ok()) return Wrap(id, body.status());
      return Replace(id, body->outputs, body->done);
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor zero, Tensor::FromScalar<int32_t>(0));
    std::vector<int> controls;
    if (pivot.node >= 0) controls.push_back(pivot.node);
    RUNNEL_ASSIGN_OR_RETURN(
        const int none,
        plan_->Add(plan_->UniqueName(name), "Const", {},
                   {{"dtype", AttrValue(DType::kInt32)}, {"value", AttrValue(zero)}}, device, controls));
    RUNNEL_ASSIGN_OR_RETURN(const int equal, plan_->Add(plan_->UniqueName(name), "Equal",
                                                        {index, PlanEdge{none, 0}}, {}, device));
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef others, OtherBranches(plan_->at(id).op(), *branches));
    const AttrList attrs = *plan_->at(id).attrs;
    return LowerCondition(id, {equal, 0}, {first, &branches->front().attrs}, {&others, &attrs}, 0);
  }

  struct Branch {
    const FunctionDef* def;
    const AttrList* attrs;
  };
  // Branches take the inputs behind the condition; else_first 0: the else branch takes that one too.
  Status LowerCondition(int id, PlanEdge pred, const Branch& then_branch, const Branch& else_branch,
                        size_t else_first = 1) {
    const std::string name = plan_->at(id).name, device = plan_->at(id).device;
    std::vector<int> controls = plan_->at(id).controls;
    for (const int source : effects_.CarryingInputs(id)) controls.push_back(source);
    RUNNEL_ASSIGN_OR_RETURN(const int pred_switch,
                            AddLike(name + "/_pred", "Switch", {pred, pred}, device));
    plan_->at(pred_switch).controls = controls;
    std::vector<PlanEdge> branch_args[2];
    const std::vector<PlanEdge> inputs = plan_->at(id).inputs;
    for (size_t i = else_first; i < inputs.size(); ++i) {
      RUNNEL_ASSIGN_OR_RETURN(const int sw,
                              AddLike(plan_->UniqueName(name), "Switch", {inputs[i], pred}, device));
      plan_->at(sw).controls = controls;
      branch_args[0].push_back({sw, 0});
      if (i > 0) branch_args[1].push_back({sw, 1});
    }
    Body bodies[2];
    for (const int branch : {0, 1}) {
      RUNNEL_ASSIGN_OR_RETURN(const int pivot,
                              AddLike(StrCat(name, branch == 0 ? "/_else" : "/_then"), "Identity",
                                      {PlanEdge{pred_switch, branch}}, device));
      const Branch& taken = branch == 0 ? else_branch : then_branch;
      auto body = Instantiate(*taken.def, *taken.attrs, branch_args[branch],
                              StrCat(name, branch == 0 ? "/else" : "/then"), device, Pivot{pivot});
      if (!body.ok()) return Wrap(id, body.status());
      bodies[branch] = std::move(*body);
      // Effects without a value still end the branch.
      if (bodies[branch].done < 0) bodies[branch].done = pivot;
      // A value from outside the branch (an argument returned as it is comes from its Switch; a constant
      // hangs on the pivot) is dead with the branch either way.
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
                              AddLike(plan_->UniqueName(name), "Merge",
                                      {bodies[0].outputs[k], bodies[1].outputs[k]}, device));
      outputs.push_back({merge, 0});
    }
    // The branch that was taken has ended: a Merge over both ends' tokens.
    std::vector<PlanEdge> tokens;
    for (const int branch : {0, 1}) {
      RUNNEL_ASSIGN_OR_RETURN(const int token, AddLike(plan_->UniqueName(name), "Identity",
                                                       {PlanEdge{pred_switch, branch}}, device));
      plan_->at(token).controls = {bodies[branch].done};
      tokens.push_back({token, 0});
    }
    RUNNEL_ASSIGN_OR_RETURN(const int done, AddLike(name + "/_done", "Merge", tokens, device));
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
      RUNNEL_ASSIGN_OR_RETURN(const int enter,
                              AddLike(plan_->UniqueName(name), "Enter", {in}, device,
                                      {{"frame_name", AttrValue(name)},
                                       {"parallel_iterations", AttrValue(parallel ? *parallel : 10)}}));
      plan_->at(enter).controls = controls;
      // The second input is filled in below; until then it repeats the first.
      RUNNEL_ASSIGN_OR_RETURN(
          const int merge,
          AddLike(plan_->UniqueName(name), "Merge", {PlanEdge{enter, 0}, PlanEdge{enter, 0}}, device));
      merges.push_back({merge, 0});
    }
    auto cond =
        Instantiate(*cond_def, cond_ref->attrs, merges, name + "/cond", device, Pivot{merges[0].node});
    if (!cond.ok()) return Wrap(id, cond.status());
    if (cond->outputs.size() != 1) {
      return Wrap(id, InvalidArgument("cond must return one value, got ", cond->outputs.size()));
    }
    RUNNEL_ASSIGN_OR_RETURN(const PlanEdge pred, AsBool(id, cond->outputs[0]));
    RUNNEL_ASSIGN_OR_RETURN(const int loop_cond,
                            plan_->Add(name + "/_loop_cond", "LoopCond", {pred}, {}, device));
    std::vector<PlanEdge> args, outputs;
    for (const PlanEdge& merge : merges) {
      RUNNEL_ASSIGN_OR_RETURN(const int sw, AddLike(plan_->UniqueName(name), "Switch",
                                                    {merge, PlanEdge{loop_cond, 0}}, device));
      RUNNEL_ASSIGN_OR_RETURN(const int exit,
                              AddLike(plan_->UniqueName(name), "Exit", {PlanEdge{sw, 0}}, device));
      args.push_back({sw, 1});
      outputs.push_back({exit, 0});
    }
    RUNNEL_ASSIGN_OR_RETURN(const int pivot, AddLike(name + "/_body", "Identity", {args[0]}, device));
    auto body = Instantiate(*body_def, body_ref->attrs, args, name + "/body", device, Pivot{pivot});
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
      RUNNEL_ASSIGN_OR_RETURN(
          const int next, AddLike(plan_->UniqueName(name), "NextIteration", {body->outputs[k]}, device));
      if (body->done >= 0) plan_->at(next).controls.push_back(body->done);
      plan_->at(merges[k].node).inputs[1] = {next, 0};
    }
    return Replace(id, outputs, -1);
  }

  // What a row says of its composition, or the function that a plugin's op brings.
  Status Expand(int id) {
    const OpSchema& schema = *plan_->at(id).schema;
    if (const Rule<CompositionFn> rule = schema.composition()) return rule.expand(*this, id);
    if constexpr (!kHasFunctions) return LeftOut("functions");
    RUNNEL_ASSIGN_OR_RETURN(const Pivot pivot, CallPivot(id));
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef def, DecodeFunctionDef(schema.composition_bytes()));
    auto body = Instantiate(def, *plan_->at(id).attrs, plan_->at(id).inputs, plan_->at(id).name,
                            plan_->at(id).device, pivot);
    if (!body.ok()) return Wrap(id, body.status());
    return Replace(id, body->outputs, body->done);
  }

  const Graph& library_;
  const HasKernel& has_kernel_;
  const IsLeft& is_left_;
  PlanGraph* plan_;
  PlanWatch* const watch_;
  uint64_t name_bytes_ = 0;  // of the nodes that stand for the one whose turn it is
  std::vector<int> depth_;
  BodyEffects effects_;
  bool any_ = false;
};

}  // namespace

Status ExpandNode(Composer& composer, int node) { return static_cast<Lowerer&>(composer).Compose(node); }

Status InlineAndLower(const Graph& library, const HasKernel& has_kernel, PlanGraph* plan,
                      const IsLeft& is_left, PlanWatch* watch) {
  return Lowerer(library, has_kernel, is_left, plan, watch).Run();
}

Status InlineAndLower(const Graph& library, const HasKernel& has_kernel, PlanGraph* plan,
                      const IsLeft& is_left) {
  return InlineAndLower(library, has_kernel, plan, is_left, nullptr);
}

}  // namespace runnel
