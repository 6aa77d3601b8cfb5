// Which values of a plan share memory with ref variables, and which variables a handle may be of.
#ifndef RUNNEL_CORE_PASSES_REFERENCE_ALIASES_H_
#define RUNNEL_CORE_PASSES_REFERENCE_ALIASES_H_

#include <map>
#include <utility>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

// A ReadVariableOp that stands for a reference.
bool IsReferenceRead(const PlanNode& node);

// The input with which an output shares its memory, whatever the values are; -1: none, or it is a Merge.
int SharedInput(const PlanNode& node, int output);

// The variables that handles may be of. A variable goes by its first VarHandleOp.
class HandleOrigins {
 public:
  static constexpr int kAny = -1;  // a handle that came from outside

  HandleOrigins(const PlanGraph& plan, const std::vector<int>& order);
  // Sorted; empty for what is no variable.
  const std::vector<int>& Of(PlanEdge handle) const;
  // The variables that a node may change, sorted.
  std::vector<int> WrittenBy(int node) const;

 private:
  bool Join(PlanEdge to, const std::vector<int>& from);

  const PlanGraph& plan_;
  std::map<std::pair<int, int>, std::vector<int>> of_;
};

struct Alias {
  std::vector<int> reads;  // sorted: the IsReferenceRead nodes that it may stand for
  bool certain = true;     // else a Merge may have handed on something else
  bool moved = false;      // of another iteration, or out of a loop
  bool reshaped = false;   // moved by control flow
};

class Aliases {
 public:
  Aliases(const PlanGraph& plan, const std::vector<int>& order);
  // Null for a value of its own.
  const Alias* Find(PlanEdge value) const {
    const auto it = of_.find({value.node, value.index});
    return it == of_.end() ? nullptr : &it->second;
  }

 private:
  bool Update(int node, bool is_first_round);
  bool Join(PlanEdge to, const Alias& from);

  const PlanGraph& plan_;
  std::map<std::pair<int, int>, Alias> of_;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_REFERENCE_ALIASES_H_
