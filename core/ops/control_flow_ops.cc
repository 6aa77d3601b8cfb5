// The control flow primitives: the executor itself runs them, with dead tensors and frames.
// Source of the semantics: Yu et al. 2018, "Dynamic control flow in large-scale machine learning".
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status SwitchShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "pred"));
  for (int i = 0; i < 2; ++i) {
    ctx.set_output(i, ctx.input(0));
    ctx.set_output_handle(i, ctx.input_handle(0));
  }
  return OkStatus();
}

// What holds for every input: unknown where two differ.
Shape CommonShape(const Shape& a, const Shape& b) {
  if (!a.has_rank() || !b.has_rank() || a.rank() != b.rank()) return Shape::Unknown();
  Shape out = a;
  for (int i = 0; i < a.rank(); ++i) {
    if (a.dim(i) != b.dim(i)) out.set_dim(i, kUnknownDim);
  }
  return out;
}

Status MergeShape(ShapeContext& ctx) {
  ctx.set_output(1, Shape());
  Shape shape = ctx.input(0);
  for (int i = 1; i < ctx.num_inputs(); ++i) shape = CommonShape(shape, ctx.input(i));
  ctx.set_output(0, std::move(shape));
  HandleData handle = ctx.input_handle(0);
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    const HandleData& other = ctx.input_handle(i);
    if (other.dtype != handle.dtype) handle.dtype = DType::kInvalid;
    handle.shape = CommonShape(handle.shape, other.shape);
  }
  ctx.set_output_handle(0, std::move(handle));
  return OkStatus();
}

Status LoopCondShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "input"));
  return ScalarShape(ctx);
}

constexpr OpRow kControlFlowOps[] = {
    {
        .name = "Switch",
        .inputs = "data: T, pred: bool",
        .outputs = "output_false: T, output_true: T",
        .attrs = "T: type",
        .doc =
            "Passes data to output_true if pred holds, else to output_false; the other output is dead. "
            "Shapes: pred is a scalar; the outputs are like data.",
        .flags = kOpControlFlow,
        .shape = SwitchShape,
    },
    {
        .name = "Merge",
        .inputs = "inputs: N * T",
        .outputs = "output: T, value_index: int32",
        .attrs = "T: type; N: int >= 1",
        .doc =
            "Passes on the first live input and says which it was; dead if all are. A Merge whose "
            "second input is a NextIteration is the head of a loop. Shapes: output has what all inputs "
            "have in common.",
        .flags = kOpControlFlow,
        .shape = MergeShape,
    },
    {
        .name = "Enter",
        .inputs = "data: T",
        .outputs = "output: T",
        .attrs = "T: type; frame_name: string; is_constant: bool = false; parallel_iterations: int = 10",
        .doc = "Passes data into iteration 0 of the child frame called frame_name, or with is_constant "
               "into each of its iterations; at most parallel_iterations of them run at once. Shapes: "
               "output is like data.",
        .flags = kOpControlFlow,
        .shape = UnchangedShape,
    },
    {
        .name = "Exit",
        .inputs = "data: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes data from a frame to its parent. Shapes: output is like data.",
        .flags = kOpControlFlow,
        .shape = UnchangedShape,
    },
    {
        .name = "NextIteration",
        .inputs = "data: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes data into the frame's next iteration. Shapes: output is like data.",
        .flags = kOpControlFlow,
        .shape = UnchangedShape,
    },
    {
        .name = "LoopCond",
        .inputs = "input: bool",
        .outputs = "output: bool",
        .doc =
            "Passes input on and marks it as what decides whether the loop goes on. Shapes: a scalar.",
        .flags = kOpControlFlow | kOpNotDifferentiable,
        .shape = LoopCondShape,
    },
    {
        .name = "ControlTrigger",
        .doc = "Does nothing, but is alive even where its control inputs are dead.",
        .flags = kOpControlFlow | kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
};

}  // namespace

std::span<const OpRow> ControlFlowOps() { return ChosenRows<kControlFlowOps>::All(); }

}  // namespace runnel
