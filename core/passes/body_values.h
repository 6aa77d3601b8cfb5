// The values that the nodes of a function's body may name.
#ifndef RUNNEL_CORE_PASSES_BODY_VALUES_H_
#define RUNNEL_CORE_PASSES_BODY_VALUES_H_

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/passes/plan_graph.h"

namespace runnel {

using BodyValues = std::unordered_map<std::string, std::vector<PlanEdge>>;  // "arg", "node:out"

// Puts the arguments of a call under the names that the function has for them.
// Errors: INVALID_ARGUMENT naming the function, if there are more or fewer than it takes.
Status BindArguments(const OpSchema& signature, const AttrList& attrs, const std::vector<PlanEdge>& args,
                     BodyValues* values);
// "arg", "node:out" (all of it), "node:out:3", and "node", "node:2" as graphs write them.
// Errors: INVALID_ARGUMENT naming the function.
Result<std::vector<PlanEdge>> LookUp(const BodyValues& values, const std::string& text,
                                     std::string_view function);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_BODY_VALUES_H_
