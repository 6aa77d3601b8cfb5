// A Case as a chain of conditions: the first branch, or else a function that is the Case of all others.
#ifndef RUNNEL_CORE_PASSES_CASE_BRANCHES_H_
#define RUNNEL_CORE_PASSES_CASE_BRANCHES_H_

#include "core/graph/graph_def.h"

namespace runnel {

inline bool IsCaseOp(std::string_view op) { return op == "Case" || op == "StatelessCase"; }

// The branches but for the first, as a function of the inputs of `op`, which has two branches or more.
Result<FunctionDef> OtherBranches(const std::string& op, const std::vector<FuncRef>& branches);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_CASE_BRANCHES_H_
