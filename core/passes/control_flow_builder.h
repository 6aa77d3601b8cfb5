// Emits conditionals and loops as the primitives Switch, Merge, Enter, Exit, NextIteration and LoopCond.
//
// Callbacks write the branches and bodies through the builder that they are given: it keeps nodes
// without inputs, constants above all, in the right branch and frame. They may use only what they are
// handed and what they make of it: a value from outside reaches a loop as an input or a constant of it.
#ifndef RUNNEL_CORE_PASSES_CONTROL_FLOW_BUILDER_H_
#define RUNNEL_CORE_PASSES_CONTROL_FLOW_BUILDER_H_

#include <functional>
#include <string>
#include <vector>

#include "core/graph/builder.h"

namespace runnel {

struct ControlFlowOptions {
  std::string name;              // scope of the nodes, made unique; "while" or "cond" if empty
  std::vector<Node*> controls;   // of constants outside the loop or branches, where that matters
  int parallel_iterations = 10;  // loops only
  // Loops only: the shape that each variable keeps; empty: those of the inputs.
  std::vector<Shape> shape_invariants;
  // Loops only: the caller promises these shapes, so that it need not be provable that the loop keeps
  // them.
  bool trusts_invariants = false;
};

// `vars` are the loop's variables, then its constants.
using LoopCondFn = std::function<OutputRef(GraphBuilder& b, const std::vector<OutputRef>& vars)>;
// Gives the next value of every variable, not of constants.
using LoopBodyFn =
    std::function<std::vector<OutputRef>(GraphBuilder& b, const std::vector<OutputRef>& vars)>;
using BranchFn =
    std::function<std::vector<OutputRef>(GraphBuilder& b, const std::vector<OutputRef>& in)>;

// While cond is true of the variables, replaces them by the results of body; returns their last values.
// Errors: INVALID_ARGUMENT if there is no variable, or body gives another number, type or shape of them;
// else the failure of a callback.
Result<std::vector<OutputRef>> BuildWhile(Graph* graph, const std::vector<OutputRef>& inputs,
                                          const std::vector<OutputRef>& constants,
                                          const LoopCondFn& cond, const LoopBodyFn& body,
                                          const ControlFlowOptions& options = {});

// The results of then_branch if pred holds, else those of else_branch.
// Errors: INVALID_ARGUMENT if the branches give different numbers or types of results.
Result<std::vector<OutputRef>> BuildCond(Graph* graph, OutputRef pred,
                                         const std::vector<OutputRef>& inputs,
                                         const BranchFn& then_branch, const BranchFn& else_branch,
                                         const ControlFlowOptions& options = {});

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_CONTROL_FLOW_BUILDER_H_
