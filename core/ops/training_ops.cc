// Optimizer steps on variables, in place.
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

// Every resource argument's variable, and the argument `grad_arg`, have one type and shape; all other
// arguments are scalars.
Status ApplyShape(ShapeContext& ctx, std::string_view grad_arg) {
  Shape all = Shape::Unknown();
  const DType* dtype = ctx.attr<DType>("T");
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const std::string& arg = ctx.schema().inputs[static_cast<size_t>(i)].name;
    const bool is_variable = ctx.input_type(i) == DType::kResource;
    if (!is_variable && arg != grad_arg) {
      RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, arg));
      continue;
    }
    if (is_variable) {
      RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, arg));
      const DType got = ctx.input_handle(i).dtype;
      if (dtype != nullptr && got != DType::kInvalid && got != *dtype) {
        return InvalidArgument("variable ", arg, " is ", DTypeName(got), ", but attr \"T\" is ",
                               DTypeName(*dtype));
      }
    }
    const Shape& shape = is_variable ? ctx.input_handle(i).shape : ctx.input(i);
    auto merged = Shape::Merge(all, shape);
    if (!merged.ok()) {
      return InvalidArgument(arg, " is ", shape.ToString(), ", but ", ctx.schema().inputs[0].name,
                             " is ", all.ToString());
    }
    all = std::move(*merged);
  }
  return OkStatus();
}

Status ApplyDeltaShape(ShapeContext& ctx) { return ApplyShape(ctx, "delta"); }

Status ApplyGradShape(ShapeContext& ctx) { return ApplyShape(ctx, "grad"); }

constinit const OpRow kTrainingOps[] = {
    {
        .name = "ResourceApplyGradientDescent",
        .inputs = "var: resource, alpha: T, delta: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "var -= alpha * delta. Shapes: alpha is a scalar, delta is like var. Errors: "
               "FAILED_PRECONDITION for a variable without a value; INVALID_ARGUMENT for another shape.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyDeltaShape,
    },
    {
        .name = "ResourceApplyMomentum",
        .inputs = "var: resource, accum: resource, lr: T, grad: T, momentum: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; use_nesterov: bool = false",
        .doc =
            "accum = momentum * accum + grad; var -= lr * accum, or with use_nesterov var -= lr * (grad "
            "+ "
            "momentum * accum). Shapes: lr and momentum are scalars, the rest are like var. Errors: as "
            "ResourceApplyGradientDescent. Source: Sutskever et al. 2013.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyGradShape,
    },
    {
        .name = "ResourceApplyAdam",
        .inputs = "var: resource, m: resource, v: resource, beta1_power: T, beta2_power: T, lr: T, "
                  "beta1: T, beta2: T, epsilon: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; use_nesterov: bool = false",
        .doc =
            "m = beta1 * m + (1 - beta1) * grad; v = beta2 * v + (1 - beta2) * grad * grad; var -= lr * "
            "sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon), where use_nesterov "
            "takes beta1 * m + (1 - beta1) * grad for m. Shapes: var, m, v and grad are alike, the rest "
            "are scalars. Errors: as ResourceApplyGradientDescent. Source: Kingma & Ba 2015, section 2, "
            "last lines.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyGradShape,
    },
};

}  // namespace

std::span<const OpRow> TrainingOps() { return kTrainingOps; }

}  // namespace runnel
