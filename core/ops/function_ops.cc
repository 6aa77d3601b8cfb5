// Calls of named subgraphs, and control flow over them. Plans lower these to plain nodes and primitives.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The bodies are not available here. A plan that has inlined them knows the shapes.
Status OutputShapesAttr(ShapeContext& ctx) {
  const auto* shapes = ctx.attr<std::vector<Shape>>("output_shapes");
  if (shapes == nullptr || shapes->empty()) return OkStatus();
  if (static_cast<int>(shapes->size()) != ctx.num_outputs()) {
    return InvalidArgument("attr \"output_shapes\" has ", shapes->size(), " entries for ",
                           ctx.num_outputs(), " outputs");
  }
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, (*shapes)[static_cast<size_t>(i)]);
  return OkStatus();
}

Status CaseShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "branch_index"));
  return OutputShapesAttr(ctx);
}

// A loop's resources are passed from iteration to iteration.
Status WhileShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(OutputShapesAttr(ctx));
  for (int i = 0; i < ctx.num_outputs() && i < ctx.num_inputs(); ++i) {
    if (ctx.input_type(i) != DType::kResource) continue;
    ctx.set_output(i, Shape());
    ctx.set_output_handle(i, ctx.input_handle(i));
  }
  return OkStatus();
}

// Each output is the gradient of one input of the function.
Status SymbolicGradientShape(ShapeContext& ctx) {
  for (int i = 0; i < ctx.num_outputs() && i < ctx.num_inputs(); ++i) {
    ctx.set_output(i, ctx.input_type(i) == DType::kResource ? ctx.input_handle(i).shape : ctx.input(i));
  }
  return OkStatus();
}

constexpr OpRow kFunctionOps[] = {
    {
        .name = "SymbolicGradient",
        .inputs = "input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 1; Tout: list(type) >= 1; f: func",
        .doc = "Gives the gradients of the function f with respect to each of its inputs, zeros where "
               "there is none. input: f's inputs, and what arrives at each of its outputs. Plans have "
               "the gradient's nodes in its place. Shapes: outputs are like f's inputs. Errors: "
               "INVALID_ARGUMENT for inputs that do not fit f; NOT_FOUND if the graph has no f; "
               "UNIMPLEMENTED for an op of f without a gradient.",
        .flags = kOpNotDifferentiable,
        .shape = SymbolicGradientShape,
    },
    {
        .name = "PartitionedCall",
        .inputs = "args: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ''; "
                 "config_proto: string = ''; executor_type: string = ''",
        .doc =
            "Gives the results of the function f, which has no effects. Errors: INVALID_ARGUMENT if f's "
            "signature is not Tin -> Tout; NOT_FOUND if the graph has no f.",
        .shape = LateShape,
    },
    {
        .name = "StatefulPartitionedCall",
        .inputs = "args: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 0; Tout: list(type) >= 0; f: func; config: string = ''; "
                 "config_proto: string = ''; executor_type: string = ''",
        .doc =
            "Gives the results of the function f, which may have effects. Errors: as PartitionedCall.",
        .flags = kOpStateful,
        .shape = LateShape,
    },
    {
        .name = "RemoteCall",
        .inputs = "target: string, args: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 1; Tout: list(type) >= 1; f: func",
        .doc =
            "Gives the results of the function f, whose nodes run on the device `target`, a constant, "
            "unless they ask for another one. Errors: as PartitionedCall; INVALID_ARGUMENT for a "
            "device that there is not; UNIMPLEMENTED for a target that is no constant.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = LateShape,
    },
    {
        .name = "If",
        .inputs = "cond: Tcond, input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; "
                 "else_branch: func; output_shapes: list(shape) = []",
        .doc = "Gives the results of then_branch if cond holds, else of else_branch; both take input. A "
               "cond that is no bool holds if it is not 0, or a string not empty, or no scalar and not "
               "empty. Errors: INVALID_ARGUMENT if a signature is not Tin -> Tout.",
        .flags = kOpStateful,
        .shape = OutputShapesAttr,
    },
    {
        .name = "StatelessIf",
        .inputs = "cond: Tcond, input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tcond: type; Tin: list(type) >= 0; Tout: list(type) >= 0; then_branch: func; "
                 "else_branch: func; output_shapes: list(shape) = []",
        .doc = "As If, for branches without effects.",
        .shape = OutputShapesAttr,
    },
    {
        .name = "Case",
        .inputs = "branch_index: int32, input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1; "
                 "output_shapes: list(shape) = []",
        .doc = "Gives the results of the branch that branch_index counts from 0, or of the last one if "
               "there "
               "is none; all take input. Errors: INVALID_ARGUMENT if a signature is not Tin -> Tout.",
        .flags = kOpStateful,
        .shape = CaseShape,
    },
    {
        .name = "StatelessCase",
        .inputs = "branch_index: int32, input: Tin",
        .outputs = "output: Tout",
        .attrs = "Tin: list(type) >= 0; Tout: list(type) >= 0; branches: list(func) >= 1; "
                 "output_shapes: list(shape) = []",
        .doc = "As Case, for branches without effects.",
        .shape = CaseShape,
    },
    {
        .name = "While",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; "
                 "parallel_iterations: int = 10",
        .doc = "While cond of the values holds, replaces them by the results of body; gives the last "
               "values. Errors: INVALID_ARGUMENT unless cond is T -> one scalar and body is T -> T.",
        .flags = kOpStateful,
        .shape = WhileShape,
    },
    {
        .name = "StatelessWhile",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: list(type) >= 0; cond: func; body: func; output_shapes: list(shape) = []; "
                 "parallel_iterations: int = 10",
        .doc = "As While, for functions without effects.",
        .shape = WhileShape,
    },
};

}  // namespace

std::span<const OpRow> FunctionOps() { return ChosenRows<kFunctionOps>::All(); }

}  // namespace runnel
