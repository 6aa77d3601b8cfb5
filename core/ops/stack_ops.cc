// Stacks of tensors that live as long as a step: what a backward loop reads of its forward loop.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kStackFlags = kOpStateful | kOpHost;

Status StackShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "max_size"));
  return ScalarShape(ctx);
}

Status StackPushShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  ctx.set_output(0, ctx.input(1));
  ctx.set_output_handle(0, ctx.input_handle(1));
  return OkStatus();
}

// The popped value was pushed by a node that shape inference cannot see.
Status StackHandleShape(ShapeContext& ctx) { return RequireScalar(ctx, 0, "handle"); }

// A backward loop's reads of its forward loop. Differentiating them again would need stacks of stacks.
Status StackGrad(GradientContext&) { return Unimplemented("second derivatives through a while loop"); }

constexpr OpRow kStackOps[] = {
    {
        .name = "StackV2",
        .inputs = "max_size: int32",
        .outputs = "handle: resource",
        .attrs = "elem_type: type; stack_name: string = ''",
        .doc =
            "Gives the handle of a new stack of tensors of elem_type, at most max_size of them if that "
            "is not negative. It ends with its step. Shapes: max_size is a scalar.",
        .flags = kStackFlags | kOpNotDifferentiable,
        .shape = StackShape,
    },
    {
        .name = "StackPushV2",
        .inputs = "handle: resource, elem: T",
        .outputs = "output: T",
        .attrs = "T: type; swap_memory: bool = false",
        .doc = "Puts elem on the stack and passes it on. Shapes: output is like elem. Errors: "
               "INVALID_ARGUMENT for another type; RESOURCE_EXHAUSTED if the stack is full; "
               "FAILED_PRECONDITION if it is closed.",
        .flags = kStackFlags,
        .shape = StackPushShape,
        .gradient = StackGrad,
    },
    {
        .name = "StackPopV2",
        .inputs = "handle: resource",
        .outputs = "elem: elem_type",
        .attrs = "elem_type: type",
        .doc = "Takes the element last put on the stack. Errors: INVALID_ARGUMENT for an empty stack or "
               "another type; FAILED_PRECONDITION if it is closed.",
        .flags = kStackFlags,
        .shape = StackHandleShape,
        .gradient = StackGrad,
    },
    {
        .name = "StackCloseV2",
        .inputs = "handle: resource",
        .doc = "Drops what is on the stack; it cannot be used any more.",
        .flags = kStackFlags | kOpNotDifferentiable,
        .shape = StackHandleShape,
    },
};

}  // namespace

std::span<const OpRow> StackOps() { return ChosenRows<kStackOps>::All(); }

}  // namespace runnel
