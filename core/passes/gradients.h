// Symbolic reverse-mode differentiation: adds the nodes that compute dy/dx to a graph.
#ifndef RUNNEL_CORE_PASSES_GRADIENTS_H_
#define RUNNEL_CORE_PASSES_GRADIENTS_H_

#include <span>
#include <string>
#include <vector>

#include "core/base/build_mark.h"
#include "core/graph/graph.h"
#include "core/passes/control_flow_builder.h"

namespace runnel {

struct GradientOptions {
  std::string name_scope = "gradients";
  std::vector<OutputRef> stop_gradients;
};

// Adds to `graph` the gradients of sum(ys) with respect to each x, through control flow and functions
// too. grad_ys[i] weighs ys[i]; empty span or empty entry: ones. An x that no y depends on gets an empty
// OutputRef. x may be a resource handle: the gradient is that of the values read from it.
// Errors: UNIMPLEMENTED naming the op and node without a gradient; INVALID_ARGUMENT for a y or x of a
//   type that has none. On error nodes may have been added, none of the old ones changed.
Result<std::vector<OutputRef>> AddGradients(Graph* graph, std::span<const OutputRef> ys,
                                            std::span<const OutputRef> xs,
                                            std::span<const OutputRef> grad_ys = {},
                                            const GradientOptions& options = {});

// Whether gradients flow through an op: by its row, by what it is composed of, through the bodies of
// functions, branches and loops that it calls, or as a part of control flow. Where they do not, what was
// asked for is empty (for an op of kOpNotDifferentiable) or UNIMPLEMENTED.
bool GradientsFlow(const OpSchema& schema);

// What librunnel_gradients.so answers when it is opened (core/runtime/plugins/gradients_library.h).
struct GradientsPart : BuiltPart {
  decltype(&AddGradients) add_gradients;
  decltype(&BuildWhile) build_while;
};

}  // namespace runnel

#endif  // RUNNEL_CORE_PASSES_GRADIENTS_H_
