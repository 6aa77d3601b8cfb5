// VariableUses: who reads and who changes the variables of a graph.
#ifndef RUNNEL_CORE_RUNTIME_PLAN_VARIABLE_USES_H_
#define RUNNEL_CORE_RUNTIME_PLAN_VARIABLE_USES_H_

#include <map>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

struct VariableUses {
  struct Reader {
    int node;
    size_t input;
  };
  std::vector<bool> written;                   // by node: a handle with uses other than reads
  std::map<int, std::vector<Reader>> readers;  // by handle: where the variable's value is used

  bool IsWritten(int handle) const { return written[static_cast<size_t>(handle)]; }
};

VariableUses FindVariableUses(const PlanGraph& graph);

// How many nodes use the variable of `handle` at the input at which node `reader` does, by the same op
// with the same attrs.
size_t CountReadersLike(const PlanGraph& graph, const VariableUses& uses, int handle, int reader,
                        size_t input);

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_PLAN_VARIABLE_USES_H_
