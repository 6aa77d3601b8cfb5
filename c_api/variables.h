// The variables of a session, read and assigned through nodes that are added to its graph under
// "rnl_checkpoint/" when they are first needed. Nodes that another session of the graph added are used.
#ifndef RUNNEL_C_API_VARIABLES_H_
#define RUNNEL_C_API_VARIABLES_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c_api/internal.h"
#include "core/graph/meta_graph_build.h"

namespace runnel::capi {

struct VariableNodes {
  Node* handle = nullptr;
  std::string key;  // what the variable is called in checkpoints (ListVariables)
  OutputRef is_initialized;
  OutputRef read;
  OutputRef new_value;  // a Placeholder
  Node* assign = nullptr;
};

// One entry for each variable that ListVariables has. Errors: also its.
Result<std::vector<VariableNodes>> FindVariables(Graph& graph);
Result<std::vector<VariableNodes>> NodesOf(Graph& graph, std::span<const GraphVariable> variables);
// The nodes for one handle, without a key.
Result<VariableNodes> NodesFor(Graph& graph, Node* handle);

// Their values, in host memory. Errors: FAILED_PRECONDITION naming an uninitialised variable.
Result<std::vector<Tensor>> ReadAll(Session& session, std::span<const VariableNodes> variables);
// Which of them have a value.
Result<std::vector<bool>> AreInitialized(Session& session, std::span<const VariableNodes> variables);
Status AssignAll(Session& session, std::span<const VariableNodes> variables,
                 std::span<const Tensor> values);

// What a checkpoint has under a variable's name.
struct StoredVariable {
  DType dtype;
  Shape shape;
};
// Checks that `find` has every variable, by its key. A checkpoint that has all of them by the names of
// their VarHandleOps instead, as version 0.1 wrote them, is one, too: then those become the keys.
// Errors: NOT_FOUND naming every key that `find` has not got; INVALID_ARGUMENT for what does not fit.
Status CheckStored(std::string_view prefix, std::span<VariableNodes> variables,
                   const std::function<std::optional<StoredVariable>(const std::string&)>& find);

}  // namespace runnel::capi

#endif  // RUNNEL_C_API_VARIABLES_H_
