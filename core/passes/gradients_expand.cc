// Expands a function into a copy instead of making a gradient function for it. The graph is append-only,
// so the values inside of a body, which its gradient needs, can only be had by computing them again, in
// a gradient function or here. One mechanism thus serves calls, If, While and compositions; second
// derivatives need nothing more, and plans share what the copy and the inlined original have in common.
#include "core/passes/gradients_expand.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_map>

#include "core/graph/unknown_ops.h"
#include "core/ops/formula.h"
#include "core/passes/case_branches.h"
#include "core/passes/control_flow_builder.h"
#include "core/passes/function_attrs.h"
#include "core/passes/gradients.h"

namespace runnel {
namespace {

bool IsAnyOf(const std::string& op, std::initializer_list<std::string_view> ops) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

bool IsCall(const std::string& op) {
  return IsAnyOf(op, {"PartitionedCall", "StatefulPartitionedCall"});
}
bool IsIf(const std::string& op) { return IsAnyOf(op, {"If", "StatelessIf"}); }
bool IsWhile(const std::string& op) { return IsAnyOf(op, {"While", "StatelessWhile"}); }

// Stateful ops that give the same result a second time within a step.
bool IsRepeatable(const std::string& op) {
  return IsCall(op) || IsIf(op) || IsCaseOp(op) || IsWhile(op) || op.starts_with("TensorArray") ||
         IsAnyOf(op,
                 {"VarHandleOp", "ReadVariableOp", "ResourceGather", "VarIsInitializedOp", "Assert"});
}

// Errors: UNIMPLEMENTED if a second run would repeat an effect.
Status CheckRepeatable(const Graph& graph, const std::string& function, std::set<std::string>* seen) {
  if (!seen->insert(function).second) return OkStatus();
  const FunctionDef* def = graph.FindFunction(function);
  if (def == nullptr) return NotFound("the graph has no function \"", function, "\"");
  for (const NodeDef& node : def->nodes) {
    auto schema = graph.FindSchema(node.op);
    if (!schema.ok()) return schema.status().WithPrefix(StrCat("function \"", function, "\""));
    if (((*schema)->flags & kOpStateful) != 0 && !IsRepeatable(node.op)) {
      return Unimplemented("gradients through function \"", function, "\": its node \"", node.name,
                           "\" (", node.op, ") would have to run a second time with the same result");
    }
    if (graph.FindFunction(node.op) != nullptr) {
      RUNNEL_RETURN_IF_ERROR(CheckRepeatable(graph, node.op, seen));
    }
    for (const auto& [name, value] : node.attrs) {
      if (const FuncRef* callee = value.get_if<FuncRef>()) {
        RUNNEL_RETURN_IF_ERROR(CheckRepeatable(graph, callee->name, seen));
      }
      if (const auto* callees = value.get_if<std::vector<FuncRef>>()) {
        for (const FuncRef& callee : *callees) {
          RUNNEL_RETURN_IF_ERROR(CheckRepeatable(graph, callee.name, seen));
        }
      }
    }
  }
  return OkStatus();
}

class Instantiator {
 public:
  Instantiator(GraphBuilder& b, const FunctionDef& function, const AttrList& attrs)
      : b_(b), function_(function), attrs_(attrs) {}

  Result<std::vector<OutputRef>> Run(const std::vector<OutputRef>& inputs) {
    RUNNEL_RETURN_IF_ERROR(BindInputs(inputs));
    std::vector<const NodeDef*> todo;
    for (const NodeDef& node : function_.nodes) todo.push_back(&node);
    while (!todo.empty()) {
      std::vector<const NodeDef*> later;
      for (const NodeDef* node : todo) {
        if (!IsReady(*node)) {
          later.push_back(node);
        } else {
          RUNNEL_RETURN_IF_ERROR(Add(*node));
        }
      }
      if (later.size() == todo.size()) {
        return Error("node \"", later[0]->name, "\" has inputs that are missing or form a cycle");
      }
      todo = std::move(later);
    }
    std::vector<OutputRef> outputs;
    for (const ArgSchema& out : function_.signature.outputs) {
      const auto ret = std::find_if(function_.ret.begin(), function_.ret.end(),
                                    [&](const auto& r) { return r.first == out.name; });
      if (ret == function_.ret.end()) return Error("does not say what it returns as \"", out.name, "\"");
      std::vector<OutputRef> values;
      if (!Lookup(ret->second, &values)) return Error("returns \"", ret->second, "\", which it lacks");
      outputs.insert(outputs.end(), values.begin(), values.end());
    }
    return outputs;
  }

 private:
  template <typename... Args>
  Status Error(const Args&... args) const {
    return InvalidArgument("function \"", function_.signature.name, "\": ", args...);
  }

  Status BindInputs(const std::vector<OutputRef>& inputs) {
    size_t at = 0;
    for (const ArgSchema& arg : function_.signature.inputs) {
      size_t length = 1;
      if (arg.is_list()) {
        const AttrValue* value =
            FindAttr(attrs_, arg.number_attr.empty() ? arg.type_list_attr : arg.number_attr);
        if (value != nullptr && value->get_if<int64_t>() != nullptr) {
          length = static_cast<size_t>(std::max<int64_t>(0, *value->get_if<int64_t>()));
        } else if (value != nullptr && value->get_if<std::vector<DType>>() != nullptr) {
          length = value->get_if<std::vector<DType>>()->size();
        }
      }
      if (length > inputs.size() - at)
        return Error("takes more than the ", inputs.size(), " inputs given");
      values_[arg.name].assign(inputs.begin() + static_cast<ptrdiff_t>(at),
                               inputs.begin() + static_cast<ptrdiff_t>(at + length));
      at += length;
    }
    if (at != inputs.size()) return Error("takes ", at, " inputs, got ", inputs.size());
    return OkStatus();
  }

  // "arg", "arg:0", "node:out", "node:out:0"; each must mean all values of that name.
  bool Lookup(const std::string& text, std::vector<OutputRef>* out) const {
    if (const auto it = values_.find(text); it != values_.end()) {
      *out = it->second;
      return true;
    }
    const size_t colon = text.rfind(':');
    if (colon == std::string::npos) return false;
    const auto it = values_.find(text.substr(0, colon));
    size_t index = 0;
    const auto [end, ec] = std::from_chars(text.data() + colon + 1, text.data() + text.size(), index);
    if (it == values_.end() || ec != std::errc() || end != text.data() + text.size() ||
        index >= it->second.size()) {
      return false;
    }
    *out = {it->second[index]};
    return true;
  }

  bool IsReady(const NodeDef& node) const {
    for (const std::string& text : node.inputs) {
      std::vector<OutputRef> values;
      if (text.starts_with('^') ? !nodes_.contains(text.substr(1)) : !Lookup(text, &values))
        return false;
    }
    return true;
  }

  Status Add(const NodeDef& def) {
    NodeSpec spec;
    spec.op = def.op;
    spec.device = def.device;
    for (const std::string& text : def.inputs) {
      if (text.starts_with('^')) {
        Node* control = nodes_.at(text.substr(1));
        if (control != nullptr) spec.control_inputs.push_back(control);
        continue;
      }
      std::vector<OutputRef> values;
      Lookup(text, &values);
      spec.inputs.insert(spec.inputs.end(), values.begin(), values.end());
    }
    for (const auto& [name, value] : def.attrs) {
      if (name == "_class") continue;  // names nodes of the function, not of this graph
      RUNNEL_ASSIGN_OR_RETURN(AttrValue bound,
                              BindFunctionAttr(value, attrs_, function_.signature.name));
      spec.attrs.emplace_back(name, std::move(bound));
    }
    if (const auto schema = b_.graph()->FindSchema(def.op); schema.ok())
      TakeUnknownAttrs(**schema, &spec.attrs);  // the import has warned of it
    Node* node = b_.AddNode(std::move(spec));
    if (node == nullptr) {
      return b_.status().WithPrefix(StrCat("function \"", function_.signature.name, "\""));
    }
    nodes_[def.name] = node;
    for (const ArgSchema& arg : node->schema().outputs) {
      const auto [first, last] = node->output_range(arg.name);
      std::vector<OutputRef>& values = values_[StrCat(def.name, ":", arg.name)];
      for (int i = first; i < last; ++i) values.push_back({node, i});
    }
    return OkStatus();
  }

  GraphBuilder& b_;
  const FunctionDef& function_;
  const AttrList& attrs_;
  std::unordered_map<std::string, std::vector<OutputRef>> values_;
  std::unordered_map<std::string, Node*> nodes_;
};

class Expander {
 public:
  Expander(Graph* graph, const Node& node, const std::string& scope, const std::vector<Node*>& controls)
      : graph_(graph), node_(node), scope_(scope), controls_(controls) {}

  Result<std::vector<OutputRef>> Run() {
    const std::string& op = node_.op();
    if (IsCall(op)) return Call();
    if (IsIf(op)) return LowerIf();
    if (IsCaseOp(op)) return LowerCase();
    if (IsWhile(op)) return LowerWhile();
    GraphBuilder b(graph_, scope_);
    b.set_source_controls(controls_);
    if (const FunctionDef* function = graph_->FindFunction(op)) {
      std::set<std::string> seen;
      RUNNEL_RETURN_IF_ERROR(CheckRepeatable(*graph_, op, &seen));
      return InstantiateFunction(b, *function, node_.attrs(), node_.inputs());
    }
    if (node_.schema().composition()) {
      CompositionContext ctx(node_.schema(), node_.attrs(), node_.inputs(),
                             static_cast<size_t>(node_.num_outputs()), &b);
      RUNNEL_RETURN_IF_ERROR(BuildComposition(ctx));
      RUNNEL_RETURN_IF_ERROR(b.status());
      return ctx.outputs();
    }
    RUNNEL_ASSIGN_OR_RETURN(const FunctionDef function,
                            DecodeFunctionDef(node_.schema().composition_bytes()));
    return InstantiateFunction(b, function, node_.attrs(), node_.inputs());
  }

 private:
  Result<const FuncRef*> Function(std::string_view attr) {
    const FuncRef* ref = node_.attr<FuncRef>(attr);
    if (ref == nullptr) return InvalidArgument("attr \"", attr, "\" names no function");
    std::set<std::string> seen;
    RUNNEL_RETURN_IF_ERROR(CheckRepeatable(*graph_, ref->name, &seen));
    return ref;
  }

  Result<std::vector<OutputRef>> Body(GraphBuilder& b, const FuncRef& ref,
                                      const std::vector<OutputRef>& args) {
    return InstantiateFunction(b, *graph_->FindFunction(ref.name), ref.attrs, args);
  }

  Result<std::vector<OutputRef>> Call() {
    RUNNEL_ASSIGN_OR_RETURN(const FuncRef* function, Function("f"));
    GraphBuilder b(graph_, scope_);
    b.set_source_controls(controls_);
    return Body(b, *function, node_.inputs());
  }

  // A callback for the control flow builder; failures stick to its builder.
  BranchFn Callback(const FuncRef& ref) {
    return [this, &ref](GraphBuilder& b, const std::vector<OutputRef>& in) {
      auto out = Body(b, ref, in);
      if (out.ok()) return *out;
      b.Fail(out.status());
      return std::vector<OutputRef>();
    };
  }

  Result<std::vector<OutputRef>> LowerIf() {
    RUNNEL_ASSIGN_OR_RETURN(const FuncRef* then_branch, Function("then_branch"));
    RUNNEL_ASSIGN_OR_RETURN(const FuncRef* else_branch, Function("else_branch"));
    const OutputRef cond = node_.input(0);
    GraphBuilder b(graph_, scope_);
    b.set_source_controls(controls_);
    OutputRef pred = cond;
    const DType dtype = cond.node->output_type(cond.index);
    const Shape& shape = cond.node->output_shape(cond.index);
    if (dtype != DType::kBool) {
      if (!(shape == Shape()) || dtype == DType::kString) {
        return Unimplemented("gradients of If on a condition that is no bool and no number: ",
                             DTypeName(dtype), shape.ToString());
      }
      pred = b.Op("NotEqual", {cond, b.Scalar(dtype, 0)});
      RUNNEL_RETURN_IF_ERROR(b.status());
    }
    const std::vector<OutputRef> inputs(node_.inputs().begin() + 1, node_.inputs().end());
    ControlFlowOptions options;
    options.name = scope_ + "/cond";
    return BuildCond(graph_, pred, inputs, Callback(*then_branch), Callback(*else_branch), options);
  }

  // The only branch, or a condition between two halves, each with a Case that is expanded in turn.
  Result<std::vector<OutputRef>> LowerCase() {
    const auto* branches = node_.attr<std::vector<FuncRef>>("branches");
    if (branches == nullptr || branches->empty()) {
      return InvalidArgument("attr \"branches\" names no function");
    }
    for (const FuncRef& branch : *branches) {
      std::set<std::string> seen;
      RUNNEL_RETURN_IF_ERROR(CheckRepeatable(*graph_, branch.name, &seen));
    }
    GraphBuilder b(graph_, scope_);
    b.set_source_controls(controls_);
    if (branches->size() == 1) {
      return Body(b, branches->front(), {node_.inputs().begin() + 1, node_.inputs().end()});
    }
    RUNNEL_ASSIGN_OR_RETURN(const CaseHalves halves, HalveCase(node_.op(), *branches));
    const OutputRef index = node_.input(0);
    const auto compare = [&](const char* op, int32_t value) {
      return b.Op(op, {index, b.Scalar(DType::kInt32, value)});
    };
    const OutputRef pred =
        halves.size == 1
            ? compare("Equal", 0)
            : b.Op("LogicalAnd", {compare("GreaterEqual", 0), compare("Less", halves.size)});
    RUNNEL_RETURN_IF_ERROR(b.status());
    ControlFlowOptions options;
    options.name = scope_ + "/case";
    const auto half = [&](const FunctionDef& def) -> BranchFn {
      return [this, &def](GraphBuilder& branch, const std::vector<OutputRef>& in) {
        auto out = InstantiateFunction(branch, def, node_.attrs(), in);
        if (out.ok()) return *out;
        branch.Fail(out.status());
        return std::vector<OutputRef>();
      };
    };
    const BranchFn alone = Callback(branches->front());
    const BranchFn first = halves.size > 1
                               ? half(halves.first)
                               : [&](GraphBuilder& branch, const std::vector<OutputRef>& in) {
                                   return alone(branch, {in.begin() + 1, in.end()});
                                 };
    return BuildCond(graph_, pred, node_.inputs(), first, half(halves.second), options);
  }

  Result<std::vector<OutputRef>> LowerWhile() {
    RUNNEL_ASSIGN_OR_RETURN(const FuncRef* cond, Function("cond"));
    RUNNEL_ASSIGN_OR_RETURN(const FuncRef* body, Function("body"));
    ControlFlowOptions options;
    options.name = scope_ + "/while";
    options.parallel_iterations = static_cast<int>(*node_.attr<int64_t>("parallel_iterations"));
    // Functional loops may change shapes. Only what output_shapes promises is known, by others whose
    // inference may know more.
    options.trusts_invariants = true;
    for (int i = 0; i < node_.num_outputs(); ++i) {
      const bool handle = node_.output_type(i) == DType::kResource;
      options.shape_invariants.push_back(handle ? Shape() : node_.output_shape(i));
    }
    const BranchFn condition = Callback(*cond);
    return BuildWhile(
        graph_, node_.inputs(), {},
        [&](GraphBuilder& b, const std::vector<OutputRef>& vars) {
          const std::vector<OutputRef> out = condition(b, vars);
          return out.size() == 1 ? out[0] : OutputRef();
        },
        Callback(*body), options);
  }

  Graph* graph_;
  const Node& node_;
  const std::string& scope_;
  const std::vector<Node*>& controls_;
};

}  // namespace

Result<std::vector<OutputRef>> InstantiateFunction(GraphBuilder& b, const FunctionDef& function,
                                                   const AttrList& attrs,
                                                   const std::vector<OutputRef>& inputs) {
  return Instantiator(b, function, attrs).Run(inputs);
}

bool IsExpandable(const Graph& graph, const Node& node) {
  const std::string& op = node.op();
  if (IsCall(op) || IsIf(op) || IsCaseOp(op) || IsWhile(op) || graph.FindFunction(op) != nullptr)
    return true;
  return node.schema().has_composition();
}

Result<std::vector<OutputRef>> ExpandNode(Graph* graph, const Node& node, const std::string& scope,
                                          const std::vector<Node*>& controls) {
  RUNNEL_ASSIGN_OR_RETURN(std::vector<OutputRef> outputs, Expander(graph, node, scope, controls).Run());
  if (static_cast<int>(outputs.size()) != node.num_outputs()) {
    return InvalidArgument("expects ", node.num_outputs(), " outputs, its function gives ",
                           outputs.size());
  }
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].node == nullptr) return Internal("output ", i, " of the composition is unset");
    const DType got = outputs[i].node->output_type(outputs[i].index);
    if (got != node.output_type(static_cast<int>(i))) {
      return InvalidArgument("output ", i, " must be ", DTypeName(node.output_type(static_cast<int>(i))),
                             ", its function gives ", DTypeName(got));
    }
  }
  return outputs;
}

}  // namespace runnel
