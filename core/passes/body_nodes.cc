#include "core/passes/body_nodes.h"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "core/graph/unknown_ops.h"
#include "core/passes/body_order.h"
#include "core/passes/function_attrs.h"

namespace runnel {
namespace {

using BackEdgeNames = std::unordered_set<std::string_view>;
BackEdgeNames NextIterations(const FunctionDef& def) {
  BackEdgeNames names;
  for (const NodeDef& node : def.nodes) {
    if (node.op == "NextIteration") names.insert(node.name);
  }
  return names;
}

// Each call has loops of its own.
void NameFrame(const std::string& prefix, AttrList* attrs) {
  const AttrValue* value = FindAttr(*attrs, "frame_name");
  const auto* name = value == nullptr ? nullptr : value->get_if<std::string>();
  if (name != nullptr) SetAttr(attrs, "frame_name", AttrValue(StrCat(prefix, "/", *name)));
}

}  // namespace

Result<Body> BodyNodes::Instantiate(const FunctionDef& def, const AttrList& attrs,
                                    const std::vector<PlanEdge>& args, const std::string& prefix,
                                    const std::string& device, Pivot pivot) {
  BodyValues values;
  std::unordered_map<std::string, int> numbers;
  RUNNEL_RETURN_IF_ERROR(BindArguments(def.signature, attrs, args, &values));
  const size_t first = plan_->nodes.size();
  RUNNEL_RETURN_IF_ERROR(AddAll(def, attrs, args, prefix, device, pivot, &values, &numbers));
  Body body;
  for (const ArgSchema& out : def.signature.outputs) {
    const std::string* source = nullptr;
    for (const auto& [name, text] : def.ret) {
      if (name == out.name) source = &text;
    }
    if (source == nullptr) {
      return InvalidArgument("function \"", def.signature.name, "\" does not say what it returns as \"",
                             out.name, "\"");
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
  if (pivot.of_call) effects_->Add(first, body.outputs, &effects);
  RUNNEL_RETURN_IF_ERROR(BindReturned(prefix, device, pivot, args, &body.outputs));
  if (!effects.empty()) {
    RUNNEL_ASSIGN_OR_RETURN(body.done, plan_->Add(prefix + "/_done", "NoOp", {}, {}, device, effects));
    // Readers of a value wait for the effects as well.
    for (PlanEdge& out : body.outputs) {
      RUNNEL_ASSIGN_OR_RETURN(const int id, plan_->Add(plan_->UniqueName(prefix), "Identity", {out}, {},
                                                       device, {body.done}));
      plan_->at(id).handles = {plan_->at(out.node).handles[static_cast<size_t>(out.index)]};
      out = {id, 0};
    }
  }
  return body;
}

Status BodyNodes::BindReturned(const std::string& prefix, const std::string& device, const Pivot& pivot,
                               const std::vector<PlanEdge>& args, std::vector<PlanEdge>* outputs) {
  for (PlanEdge& out : *outputs) {
    if (!pivot.Binds(false, std::find(args.begin(), args.end(), out) != args.end())) continue;
    RUNNEL_ASSIGN_OR_RETURN(const int id, AddLike(plan_->UniqueName(prefix), "Identity", {out}, device));
    plan_->at(id).controls = {pivot.node};
    out = {id, 0};
  }
  return OkStatus();
}

Status BodyNodes::AddAll(const FunctionDef& def, const AttrList& attrs,
                         const std::vector<PlanEdge>& args, const std::string& prefix,
                         const std::string& device, const Pivot& pivot, BodyValues* values,
                         std::unordered_map<std::string, int>* numbers) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<const NodeDef*> order, BodyOrder(def));
  const auto unprovided = [&def](const NodeDef& node) {
    return InvalidArgument("function \"", def.signature.name, "\": node \"", node.name,
                           "\" has an input that nothing in the body provides");
  };
  const BackEdgeNames back_names = NextIterations(def);
  std::vector<BackEdge> back_edges;
  std::set<std::pair<int, int>> arguments;
  for (const PlanEdge& arg : args) arguments.emplace(arg.node, arg.index);
  for (const NodeDef* node : order) {
    std::vector<PlanEdge> inputs;
    std::vector<int> controls;
    std::vector<BackEdge> back;
    for (const std::string& text : node->inputs) {
      if (text.starts_with('^')) {
        const std::string source(SourceOf(text));
        if (const auto it = numbers->find(source); it != numbers->end()) {
          controls.push_back(it->second);
        } else if (const auto arg = values->find(source); arg != values->end()) {
          RUNNEL_ASSIGN_OR_RETURN(const int id, ArgControl(arg->second, prefix, device, pivot));
          numbers->emplace(source, id);
          controls.push_back(id);
        } else {
          return unprovided(*node);
        }
        continue;
      }
      if (node->op == "Merge" && back_names.contains(SourceOf(text))) {
        back.push_back({-1, inputs.size(), &text});
        inputs.push_back({-1, 0});
        continue;
      }
      const auto edges = LookUp(*values, text, def.signature.name);
      if (!edges.ok()) return unprovided(*node);
      inputs.insert(inputs.end(), edges->begin(), edges->end());
    }
    const bool takes_argument = std::any_of(inputs.begin(), inputs.end(), [&](const PlanEdge& in) {
      return arguments.contains({in.node, in.index});
    });
    if (pivot.Binds(inputs.empty() && controls.empty(), takes_argument)) controls.push_back(pivot.node);
    RUNNEL_ASSIGN_OR_RETURN(AttrList bound, BindFunctionAttrs(node->attrs, attrs, def.signature.name));
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

// Replaces each back edge by another input for now.
Status BodyNodes::StandIn(const FunctionDef& def, const NodeDef& merge,
                          const std::vector<BackEdge>& back, std::vector<PlanEdge>* inputs) {
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

// The source of a control edge from an argument: it runs when the argument is there, in the frame and
// branch of the call.
Result<int> BodyNodes::ArgControl(const std::vector<PlanEdge>& values, const std::string& prefix,
                                  const std::string& device, const Pivot& pivot) {
  std::vector<int> controls;
  if (pivot.node >= 0) controls.push_back(pivot.node);
  for (const PlanEdge& value : values) {
    RUNNEL_ASSIGN_OR_RETURN(const int source, ControlOf(value));
    controls.push_back(source);
  }
  return plan_->Add(plan_->UniqueName(prefix), "NoOp", {}, {}, device, std::move(controls));
}

Result<int> BodyNodes::AddNode(const NodeDef& def, AttrList attrs, std::vector<PlanEdge> inputs,
                               std::string name, const std::string& device, std::vector<int> controls) {
  if (const auto schema = library_.FindSchema(def.op); schema.ok())
    TakeUnknownAttrs(**schema, &attrs);  // the import has warned of it
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
void BodyNodes::Publish(const NodeDef& def, int id, BodyValues* values) {
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

Result<int> BodyNodes::ControlOf(PlanEdge value) {
  if (!plan_->at(value.node).is("Switch")) return value.node;
  return AddLike(plan_->UniqueName(plan_->at(value.node).name), "Identity", {value},
                 plan_->at(value.node).device);
}
Result<int> BodyNodes::AddLike(const std::string& name, std::string_view op,
                               std::vector<PlanEdge> inputs, const std::string& device, AttrList attrs) {
  const PlanEdge first = inputs[0];
  RUNNEL_ASSIGN_OR_RETURN(const int id,
                          plan_->Add(name, op, std::move(inputs), std::move(attrs), device));
  // Handles travel with the value, so that reads inside know what they read.
  const HandleData handle = plan_->at(first.node).handles[static_cast<size_t>(first.index)];
  for (HandleData& h : plan_->at(id).handles) h = handle;
  return id;
}

}  // namespace runnel
