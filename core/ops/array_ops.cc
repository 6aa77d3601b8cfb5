// Values that enter a graph or pass through it unchanged.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status ConstShape(ShapeContext& ctx) {
  const Tensor* value = ctx.attr<Tensor>("value");
  const DType* dtype = ctx.attr<DType>("dtype");
  if (value == nullptr || dtype == nullptr) return InvalidArgument("attr \"value\" is missing");
  if (value->dtype() != *dtype) {
    return InvalidArgument("attr \"value\" is ", DTypeName(value->dtype()), ", but attr \"dtype\" is ",
                           DTypeName(*dtype));
  }
  ctx.set_output(0, value->shape());
  return OkStatus();
}

Status PlaceholderShape(ShapeContext& ctx) {
  if (const Shape* shape = ctx.attr<Shape>("shape")) ctx.set_output(0, *shape);
  return OkStatus();
}

Status PlaceholderWithDefaultShape(ShapeContext& ctx) {
  const Shape* shape = ctx.attr<Shape>("shape");
  if (shape == nullptr) return OkStatus();
  if (!shape->IsCompatibleWith(ctx.input(0))) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ", attr \"shape\" is ", shape->ToString(),
                           ": shapes must fit");
  }
  ctx.set_output(0, *shape);
  return OkStatus();
}

Status PreventGrad(GradientContext& ctx) {
  const std::string* message = ctx.node().attr<std::string>("message");
  return InvalidArgument("gradients are not wanted here",
                         message == nullptr || message->empty() ? "" : ": ",
                         message == nullptr ? "" : *message);
}

constexpr OpRow kArrayOps[] = {
    {
        .name = "Const",
        .outputs = "output: dtype",
        .attrs = "value: tensor; dtype: type",
        .doc =
            "Gives the tensor of the attr `value`. Errors: INVALID_ARGUMENT if its type is not dtype.",
        .flags = kOpNotDifferentiable,
        .shape = ConstShape,
    },
    {
        .name = "Placeholder",
        .outputs = "output: dtype",
        .attrs = "dtype: type; shape: shape = <unknown>",
        .doc = "Stands for a tensor that every run feeds. Shapes: what is fed must fit `shape`. Errors: "
               "INVALID_ARGUMENT if it is needed and not fed.",
        .flags = kOpNotDifferentiable,
        .shape = PlaceholderShape,
    },
    {
        .name = "PlaceholderWithDefault",
        .inputs = "input: dtype",
        .outputs = "output: dtype",
        .attrs = "dtype: type; shape: shape",
        .doc =
            "Passes input on unless a run feeds something else. Shapes: input and what is fed must fit "
            "`shape`.",
        .shape = PlaceholderWithDefaultShape,
        .gradient = "input: g",
    },
    {
        .name = "Identity",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes input on. Shapes: output is like input.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = "input: g",
    },
    {
        .name = "IdentityN",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: list(type) >= 1",
        .doc =
            "Passes all inputs on, once all of them are there. Shapes: each output is like its input.",
        .shape = UnchangedShape,
        .gradient = "input: g",
    },
    {
        .name = "StopGradient",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Passes input on; no gradient flows back through it. Shapes: output is like input.",
        .flags = kOpNotDifferentiable | kOpAnyLayout,
        .shape = UnchangedShape,
    },
    {
        .name = "PreventGradient",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = "T: type; message: string = ''",
        .doc = "Passes input on; asking for a gradient through it is an error that shows `message`. "
               "Shapes: output is like input.",
        .flags = kOpAnyLayout,
        .shape = UnchangedShape,
        .gradient = PreventGrad,
    },
    {
        .name = "NoOp",
        .doc = "Does nothing: a place for control edges to meet.",
        .flags = kOpNotDifferentiable,
        .shape = NoOutputShape,
    },
};

}  // namespace

std::span<const OpRow> ArrayOps() { return ChosenRows<kArrayOps>::All(); }

}  // namespace runnel
