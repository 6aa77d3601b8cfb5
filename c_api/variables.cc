#include "c_api/variables.h"

#include <algorithm>
#include <utility>

namespace runnel::capi {
namespace {

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

}  // namespace

Result<VariableNodes> NodesFor(Graph& graph, Node* handle) {
  const DType* dtype = handle->attr<DType>("dtype");
  const Shape* shape = handle->attr<Shape>("shape");
  if (dtype == nullptr || shape == nullptr) {
    return Internal("node \"", handle->name(), "\" (VarHandleOp) has no dtype or shape");
  }
  const std::string scope = StrCat(kCheckpointScope, handle->name());
  VariableNodes nodes;
  nodes.handle = handle;
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
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<GraphVariable> listed, ListVariables(graph));
  return NodesOf(graph, listed);
}

Result<std::vector<VariableNodes>> NodesOf(Graph& graph, std::span<const GraphVariable> listed) {
  std::vector<VariableNodes> variables;
  for (const GraphVariable& variable : listed) {
    RUNNEL_ASSIGN_OR_RETURN(VariableNodes nodes, NodesFor(graph, variable.handle));
    nodes.key = variable.key;
    variables.push_back(std::move(nodes));
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
