// Runs the gradients and compositions in op rows. Formulas are text that a small interpreter reads while
// a graph is being built; plugins/abi/rnlp_formula.h describes them.
#ifndef RUNNEL_CORE_OPS_FORMULA_H_
#define RUNNEL_CORE_OPS_FORMULA_H_

#include <string_view>

#include "core/graph/builder.h"

namespace runnel {

// Sets the gradients of the inputs that the context wants, as the op's row says.
// Errors: UNIMPLEMENTED if it says nothing; those of its formula or function.
Status BuildGradient(GradientContext& ctx);
// Sets all outputs. Errors: likewise.
Status BuildComposition(CompositionContext& ctx);

// The value of one expression that is known when the graph is built, as a list of sizes: a number, a
// list of numbers, or what an attr holds. Errors: those of formulas; INVALID_ARGUMENT for a tensor.
Result<AttrValue> EvaluateFormula(std::string_view text, RuleContext& ctx);

enum class FormulaKind { kGradient, kComposition };

// Checks a formula without an op to run it for: its grammar, its names, the ops it uses and their attrs.
// Errors: INVALID_ARGUMENT with op, position and what was expected.
Status CheckFormula(FormulaKind kind, std::string_view text, const OpSchema& schema,
                    const OpRegistry& registry);

}  // namespace runnel

#endif  // RUNNEL_CORE_OPS_FORMULA_H_
