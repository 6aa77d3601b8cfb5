// A Case as a tree of conditions: the branches in two halves, each the Case of its own.
#ifndef RUNNEL_CORE_PASSES_CASE_BRANCHES_H_
#define RUNNEL_CORE_PASSES_CASE_BRANCHES_H_

#include "core/graph/graph_def.h"

namespace runnel {

inline bool IsCaseOp(std::string_view op) { return op == "Case" || op == "StatelessCase"; }

// Both are functions of the inputs of the Case: `first` for an index from 0 to below `size`, `second`
// for any other.
struct CaseHalves {
  int32_t size = 0;  // branches of `first`
  FunctionDef first, second;
};
// Of `op`, which has two branches or more.
Result<CaseHalves> HalveCase(const std::string& op, const std::vector<FuncRef>& branches);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_CASE_BRANCHES_H_
