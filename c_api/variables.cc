#include "c_api/variables.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/graph/ref_ops.h"

namespace runnel::capi {
namespace {

constexpr std::string_view kScope = "rnl_checkpoint/";

// Finds the node that an earlier call added, or adds it.
Result<Node*> FindOrAdd(Graph& graph, NodeSpec spec) {
  if (Node* node = graph.FindNode(spec.name)) {
    if (node->op() == spec.op) return node;
    return AlreadyExists("node \"", spec.name, "\" is a ", node->op(), ", expected the ", spec.op,
                         " that checkpoints use");
  }
  const std::string name = spec.name;
  Result<Node*> added = graph.AddNode(std::move(spec));
  if (added.ok() || added.status().code() != Code::kAlreadyExists) return added;
  // Another session of the graph was faster.
  Node* node = graph.FindNode(name);
  if (node == nullptr) return added;
  return node;
}

std::string NameOf(const Node& handle) {
  const std::string* shared = handle.attr<std::string>("shared_name");
  return shared == nullptr || shared->empty() ? handle.name() : *shared;
}

std::string KeyOf(const Node& handle) {
  const std::string& name = handle.name();
  if (!name.ends_with(kHandleSuffix)) return NameOf(handle);
  return name.substr(0, name.size() - kHandleSuffix.size());
}

}  // namespace

Result<VariableNodes> NodesFor(Graph& graph, Node* handle) {
  const DType* dtype = handle->attr<DType>("dtype");
  const Shape* shape = handle->attr<Shape>("shape");
  if (dtype == nullptr || shape == nullptr) {
    return Internal("node \"", handle->name(), "\" (VarHandleOp) has no dtype or shape");
  }
  const std::string scope = StrCat(kScope, handle->name());
  VariableNodes nodes;
  nodes.handle = handle;
  nodes.key = KeyOf(*handle);
  const auto add = [&](std::string_view op, std::string_view suffix, std::vector<OutputRef> inputs,
                       AttrList attrs) -> Result<Node*> {
    NodeSpec spec;
    spec.op = op;
    spec.name = StrCat(scope, "/", suffix);
    spec.inputs = std::move(inputs);
    spec.attrs = std::move(attrs);
    return FindOrAdd(graph, std::move(spec));
  };
  AttrList typed;
  SetAttr(&typed, "dtype", *dtype);
  AttrList shaped = typed;
  SetAttr(&shaped, "shape", *shape);
  const OutputRef resource{handle, 0};
  RUNNEL_ASSIGN_OR_RETURN(Node * initialized,
                          add("VarIsInitializedOp", "is_initialized", {resource}, {}));
  RUNNEL_ASSIGN_OR_RETURN(Node * read, add("ReadVariableOp", "read", {resource}, typed));
  RUNNEL_ASSIGN_OR_RETURN(Node * value, add("Placeholder", "value", {}, shaped));
  RUNNEL_ASSIGN_OR_RETURN(nodes.assign,
                          add("AssignVariableOp", "assign", {resource, {value, 0}}, typed));
  nodes.is_initialized = {initialized, 0};
  nodes.read = {read, 0};
  nodes.new_value = {value, 0};
  return nodes;
}

Result<std::vector<VariableNodes>> FindVariables(Graph& graph) {
  std::vector<VariableNodes> variables;
  std::set<std::pair<std::string, std::string>> seen;  // container, name of the resource
  const int num_nodes = graph.num_nodes();
  for (int i = 0; i < num_nodes; ++i) {
    Node* node = graph.node(i);
    if (node->op() != "VarHandleOp") continue;
    const std::string* container = node->attr<std::string>("container");
    if (!seen.emplace(container == nullptr ? "" : *container, NameOf(*node)).second) continue;
    RUNNEL_ASSIGN_OR_RETURN(VariableNodes nodes, NodesFor(graph, node));
    variables.push_back(std::move(nodes));
  }
  // Of two containers.
  std::map<std::string, size_t> uses;
  for (const VariableNodes& variable : variables) ++uses[variable.key];
  std::map<std::string, const Node*> taken;
  for (VariableNodes& variable : variables) {
    if (uses.at(variable.key) > 1) variable.key = variable.handle->name();
    const auto [other, is_new] = taken.emplace(variable.key, variable.handle);
    if (!is_new) {
      return InvalidArgument("variables \"", other->second->name(), "\" and \"", variable.handle->name(),
                             "\" are both called \"", variable.key, "\" in a checkpoint");
    }
  }
  return variables;
}

Result<std::vector<Tensor>> ReadAll(Session& session, std::span<const VariableNodes> variables) {
  std::vector<Tensor> values(variables.size());
  if (variables.empty()) return values;
  Signature signature;
  for (const VariableNodes& variable : variables) signature.fetches.push_back(variable.read);
  RUNNEL_RETURN_IF_ERROR(session.Run(signature, {}, values));
  return values;
}

Result<std::vector<bool>> AreInitialized(Session& session, std::span<const VariableNodes> variables) {
  std::vector<bool> result;
  if (variables.empty()) return result;
  Signature signature;
  for (const VariableNodes& variable : variables) signature.fetches.push_back(variable.is_initialized);
  std::vector<Tensor> values(variables.size());
  RUNNEL_RETURN_IF_ERROR(session.Run(signature, {}, values));
  for (const Tensor& value : values) result.push_back(value.values<const bool>()[0]);
  return result;
}

Status AssignAll(Session& session, std::span<const VariableNodes> variables,
                 std::span<const Tensor> values) {
  if (variables.empty()) return OkStatus();
  Signature signature;
  for (const VariableNodes& variable : variables) {
    signature.feeds.push_back(variable.new_value);
    signature.targets.push_back(variable.assign);
  }
  return session.Run(signature, values, {});
}

Status CheckStored(std::string_view prefix, std::span<VariableNodes> variables,
                   const std::function<std::optional<StoredVariable>(const std::string&)>& find) {
  const bool by_node =
      std::all_of(variables.begin(), variables.end(),
                  [&](const VariableNodes& variable) { return find(variable.handle->name()); }) &&
      !std::all_of(variables.begin(), variables.end(),
                   [&](const VariableNodes& variable) { return find(variable.key); });
  std::string missing;
  for (VariableNodes& variable : variables) {
    if (by_node) variable.key = variable.handle->name();
    const std::string& name = variable.key;
    const std::optional<StoredVariable> stored = find(name);
    if (!stored) {
      missing += StrCat(missing.empty() ? "\"" : ", \"", name, "\"");
      continue;
    }
    const auto dtype = *variable.handle->attr<DType>("dtype");
    const auto& shape = *variable.handle->attr<Shape>("shape");
    if (stored->dtype != dtype || !shape.IsCompatibleWith(stored->shape)) {
      return InvalidArgument("variable \"", name, "\" is ", DTypeName(dtype), shape.ToString(),
                             ", the checkpoint ", prefix, " has ", DTypeName(stored->dtype),
                             stored->shape.ToString())
          .WithNode(variable.handle->name());
    }
  }
  if (missing.empty()) return OkStatus();
  return NotFound("the checkpoint ", prefix, " has no ", missing);
}

}  // namespace runnel::capi
