// SymbolicGradient: the gradient of a function, which TensorFlow 1 writes for functions that a graph
// calls. A plan has the nodes of the gradient in its place.
#ifndef RUNNEL_CORE_PASSES_SYMBOLIC_GRADIENT_H_
#define RUNNEL_CORE_PASSES_SYMBOLIC_GRADIENT_H_

#include <functional>

#include "core/passes/compose.h"
#include "core/passes/gradients.h"

namespace runnel {

// AddGradients, which is in a library of its own. Errors: the library is missing.
using GetGradients = std::function<Result<decltype(&AddGradients)>()>;

// `library` has the functions. Errors: those of AddGradients and `gradients`; INVALID_ARGUMENT for types
// or numbers of inputs that do not fit the function.
Result<Composition> MakeSymbolicGradient(const Graph& library, const PlanGraph& plan,
                                         const PlanNode& node, const GetGradients& gradients);

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_SYMBOLIC_GRADIENT_H_
