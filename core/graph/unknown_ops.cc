#include "core/graph/unknown_ops.h"

#include <algorithm>
#include <set>

#include "core/graph/graph.h"

namespace runnel {
namespace {

constexpr size_t kMostNamed = 20;         // nodes of one name in a message
constexpr int64_t kMostInputs = 1 << 20;  // of a node, by an attr that may say anything

// The value of an attr, or the schema's default; null: neither.
const AttrValue* Given(const OpSchema& schema, const AttrList& attrs, std::string_view name) {
  if (const AttrValue* value = FindAttr(attrs, name)) return value;
  const AttrSchema* attr = schema.FindAttr(name);
  return attr == nullptr || !attr->default_value ? nullptr : &*attr->default_value;
}

// The functions that a node calls: by its op, and those among its attrs.
template <typename Visit>
void ForCallees(std::string_view op, const AttrList& attrs, const Visit& visit) {
  visit(op);
  for (const AttrList::value_type& attr : attrs) {
    const AttrValue& value = attr.second;
    if (const auto* one = value.get_if<FuncRef>()) visit(one->name);
    if (const auto* list = value.get_if<std::vector<FuncRef>>()) {
      for (const FuncRef& each : *list) visit(each.name);
    }
  }
}

}  // namespace

std::string NodesByName::ToString() const {
  std::string out;
  for (const auto& [name, nodes] : nodes_) {
    out += StrCat(out.empty() ? "" : ", ", name, " (");
    if (nodes.size() > 1) out += StrCat(nodes.size(), " nodes: ");
    for (size_t i = 0; i < std::min(nodes.size(), kMostNamed); ++i)
      out += StrCat(i == 0 ? "" : ", ", "\"", nodes[i], "\"");
    out += nodes.size() > kMostNamed ? ", ...)" : ")";
  }
  return out;
}

AttrList TakeUnknownAttrs(const OpSchema& schema, AttrList* attrs) {
  const auto first = std::stable_partition(attrs->begin(), attrs->end(), [&](const auto& attr) {
    return attr.first.starts_with('_') || schema.FindAttr(attr.first) != nullptr;
  });
  AttrList taken(std::make_move_iterator(first), std::make_move_iterator(attrs->end()));
  attrs->erase(first, attrs->end());
  return taken;
}

std::vector<DType> InputTypesByAttrs(const OpSchema& schema, const AttrList& attrs) {
  std::vector<DType> types;
  for (const ArgSchema& arg : schema.inputs) {
    if (!arg.type_list_attr.empty()) {
      const AttrValue* value = Given(schema, attrs, arg.type_list_attr);
      const auto* list = value == nullptr ? nullptr : value->get_if<std::vector<DType>>();
      if (list == nullptr) return {};
      types.insert(types.end(), list->begin(), list->end());
      continue;
    }
    DType dtype = arg.dtype;
    if (!arg.type_attr.empty()) {
      const AttrValue* value = Given(schema, attrs, arg.type_attr);
      const DType* given = value == nullptr ? nullptr : value->get_if<DType>();
      dtype = given == nullptr ? DType::kInvalid : *given;
    }
    int64_t length = 1;
    if (!arg.number_attr.empty()) {
      const AttrValue* value = Given(schema, attrs, arg.number_attr);
      const int64_t* given = value == nullptr ? nullptr : value->get_if<int64_t>();
      if (given == nullptr || *given < 0 || *given > kMostInputs) return {};
      length = *given;
    }
    types.insert(types.end(), static_cast<size_t>(length), dtype);
  }
  return types;
}

// A step may ask for any output, and a graph that grows may use one that nobody used before.
constexpr size_t kLeastOutputs = 8;

Result<Node*> Graph::AddUnknownNode(NodeSpec spec, std::vector<DType> output_types) {
  if (output_types.size() < kLeastOutputs) output_types.resize(kLeastOutputs, DType::kInvalid);
  RUNNEL_RETURN_IF_ERROR(CheckNewName(spec));
  for (const OutputRef& in : spec.inputs) {
    if (in.node == nullptr) return InvalidArgument("node \"", spec.name, "\": an input is missing");
  }
  RUNNEL_RETURN_IF_ERROR(CheckInputs(spec));
  OpSchema& schema = unknown_schemas_.emplace_back();
  schema.name = spec.op;
  schema.flags = kOpUnknown | kOpStateful;
  auto node = std::make_unique<Node>();
  node->schema_ = &schema;
  node->attrs_ = std::move(spec.attrs);
  node->output_shapes_.assign(output_types.size(), Shape::Unknown());
  node->output_handles_.resize(output_types.size());
  node->output_types_ = std::move(output_types);
  Fill(std::move(spec), node.get());
  return Append(std::move(node));
}

bool Graph::has_unknown_ops() const {
  const std::lock_guard lock(mutex_);
  return has_unknown_in_functions_ || !unknown_schemas_.empty();
}

Status Graph::CheckKnown(std::span<const Node* const> nodes, std::string_view purpose) const {
  const std::lock_guard lock(mutex_);
  if (!has_unknown_ops()) return OkStatus();
  NodesByName missing;
  std::set<const FunctionDef*> called;
  std::vector<const FunctionDef*> todo;
  const auto call = [&](std::string_view name) {
    const FunctionDef* function = FindFunction(name);
    if (function != nullptr && called.insert(function).second) todo.push_back(function);
  };
  std::map<std::string, bool, std::less<>> registered;  // by op: a miss is expensive
  const auto is_registered = [&](const std::string& op) {
    const auto it = registered.find(op);
    return it != registered.end() ? it->second
                                  : registered.emplace(op, FindSchema(op).ok()).first->second;
  };
  std::vector<const Node*> in_order(nodes.begin(), nodes.end());
  std::sort(in_order.begin(), in_order.end(),
            [](const Node* a, const Node* b) { return a->id() < b->id(); });
  for (const Node* node : in_order) {
    if (!node->is_known() && !is_registered(node->op())) missing.Add(node->op(), node->name());
    ForCallees(node->op(), node->attrs(), call);
  }
  while (!todo.empty()) {
    const FunctionDef& function = *todo.back();
    todo.pop_back();
    for (const NodeDef& node : function.nodes) {
      if (!is_registered(node.op)) missing.Add(node.op, StrCat(function.signature.name, "/", node.name));
      ForCallees(node.op, node.attrs, call);
    }
  }
  if (missing.empty()) return OkStatus();
  if (missing.size() == 1) {
    // With similar names that the registry knows.
    return registry_->Find(missing.front())
        .status()
        .WithPrefix(StrCat(purpose, " needs ", missing.ToString()));
  }
  std::map<std::string_view, std::string> libraries;  // by family: why it cannot be opened
  for (const auto& [op, is_there] : registered) {
    const std::string_view family = is_there ? std::string_view() : registry_->LibraryOf(op);
    if (!family.empty()) libraries.emplace(family, registry_->Find(op).status().message());
  }
  std::string why;
  for (const auto& [family, message] : libraries) why += StrCat("; ", message);
  return NotFound(purpose, " needs ", missing.size(),
                  " ops that are not registered: ", missing.ToString(), why);
}

}  // namespace runnel
