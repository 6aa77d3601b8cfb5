// Optimizer steps on variables, in place: with a gradient for all of a variable, or for some of its
// rows.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The variables of all resource arguments, and the gradient, have one type and shape; with `indices` the
// gradient has one row for each index. All other arguments are scalars.
Status ApplyShape(ShapeContext& ctx) {
  Shape all = Shape::Unknown();
  const DType* dtype = ctx.attr<DType>("T");
  Shape rows = Shape::Unknown();
  int grad = -1, indices = -1;
  for (int i = 0; i < ctx.num_inputs(); ++i) {
    const std::string& arg = ctx.schema().inputs[static_cast<size_t>(i)].name;
    if (arg == "grad" || arg == "delta") {
      grad = i;
      continue;
    }
    if (arg == "indices") {
      RUNNEL_ASSIGN_OR_RETURN(rows, RequireRank(ctx, i, arg, 1));
      indices = i;
      continue;
    }
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, arg));
    if (ctx.input_type(i) != DType::kResource) continue;
    const HandleData& handle = ctx.input_handle(i);
    if (dtype != nullptr && handle.dtype != DType::kInvalid && handle.dtype != *dtype) {
      return InvalidArgument("variable ", arg, " is ", DTypeName(handle.dtype), ", but attr \"T\" is ",
                             DTypeName(*dtype));
    }
    auto merged = Shape::Merge(all, handle.shape);
    if (!merged.ok()) {
      return InvalidArgument(arg, " is ", handle.shape.ToString(), ", but ", ctx.schema().inputs[0].name,
                             " is ", all.ToString());
    }
    all = std::move(*merged);
  }
  const std::string& arg = ctx.schema().inputs[static_cast<size_t>(grad)].name;
  if (indices < 0) {
    if (all.IsCompatibleWith(ctx.input(grad))) return OkStatus();
    return InvalidArgument(ArgIs(ctx, grad, arg), ", but ", ctx.schema().inputs[0].name, " is ",
                           all.ToString());
  }
  if (!all.has_rank()) return OkStatus();
  if (all.rank() > 0 && Concat(rows, SubShape(all, 1, all.rank())).IsCompatibleWith(ctx.input(grad))) {
    return OkStatus();
  }
  return InvalidArgument(ArgIs(ctx, grad, arg), ", ", ArgIs(ctx, indices, "indices"), ", ",
                         ctx.schema().inputs[0].name, " is ", all.ToString(), ": ", arg,
                         " must have a row of it for every index");
}

constexpr OpRow kTrainingOps[] = {
    {
        .name = "ResourceApplyGradientDescent",
        .inputs = "var: resource, alpha: T, delta: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "var -= alpha * delta. Shapes: alpha is a scalar, delta is like var. Errors: "
               "FAILED_PRECONDITION for a variable without a value; INVALID_ARGUMENT for another "
               "shape.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyMomentum",
        .inputs = "var: resource, accum: resource, lr: T, grad: T, momentum: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; use_nesterov: bool = false",
        .doc = "accum = momentum * accum + grad; var -= lr * accum, or with use_nesterov var -= lr * "
               "(grad + momentum * accum). Shapes: lr and momentum are scalars, the rest are like "
               "var. Errors: as ResourceApplyGradientDescent. Source: Sutskever et al. 2013.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyMomentum",
        .inputs = "var: resource, accum: resource, lr: T, grad: T, indices: Tindices, momentum: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tindices: {int32, int64}; use_locking: bool = false; use_nesterov: bool = false",
        .doc = "As ResourceApplyMomentum, for the rows of the variables that indices name, in that "
               "order; a row that is named twice is updated twice. Shapes: indices is a vector, grad "
               "is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyKerasMomentum",
        .inputs = "var: resource, accum: resource, lr: T, grad: T, momentum: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; use_nesterov: bool = false",
        .doc = "accum = momentum * accum - lr * grad; var += accum, or with use_nesterov var += "
               "momentum * accum - lr * grad. Shapes and errors: as ResourceApplyMomentum. Source: "
               "Sutskever et al. 2013.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyKerasMomentum",
        .inputs = "var: resource, accum: resource, lr: T, grad: T, indices: Tindices, momentum: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tindices: {int32, int64}; use_locking: bool = false; use_nesterov: bool = false",
        .doc = "As ResourceApplyKerasMomentum, for the rows of the variables that indices name, in "
               "that order; a row that is named twice is updated twice. Shapes: indices is a vector, "
               "grad is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of "
               "range, before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAdam",
        .inputs = "var: resource, m: resource, v: resource, beta1_power: T, beta2_power: T, lr: T, "
                  "beta1: T, beta2: T, epsilon: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; use_nesterov: bool = false",
        .doc = "m = beta1 * m + (1 - beta1) * grad; v = beta2 * v + (1 - beta2) * grad * grad; var -= "
               "lr * sqrt(1 - beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon), where "
               "use_nesterov takes beta1 * m + (1 - beta1) * grad for m. Shapes: var, m, v and grad "
               "are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent. Source: "
               "Kingma & Ba 2015, section 2, last lines.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAdaMax",
        .inputs = "var: resource, m: resource, v: resource, beta1_power: T, lr: T, beta1: T, beta2: "
                  "T, epsilon: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "m = beta1 * m + (1 - beta1) * grad; v = max(beta2 * v, |grad|); var -= lr / (1 - "
               "beta1_power) * m / (v + epsilon). Shapes: as ResourceApplyAdam. Errors: as "
               "ResourceApplyGradientDescent. Source: Kingma & Ba 2015, section 7.1.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAdagrad",
        .inputs = "var: resource, accum: resource, lr: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; update_slots: bool = true",
        .doc = "accum += grad * grad, unless update_slots is false; var -= lr * grad / sqrt(accum). "
               "Shapes: lr is a scalar, the rest are like var. Errors: as "
               "ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer 2011.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyAdagrad",
        .inputs = "var: resource, accum: resource, lr: T, grad: T, indices: Tindices",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tindices: {int32, int64}; use_locking: bool = false; update_slots: bool = true",
        .doc = "As ResourceApplyAdagrad, for the rows of the variables that indices name, in that "
               "order; a row that is named twice is updated twice. Shapes: indices is a vector, grad "
               "is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAdagradV2",
        .inputs = "var: resource, accum: resource, lr: T, epsilon: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; update_slots: bool = true",
        .doc = "As ResourceApplyAdagrad, but var -= lr * grad / (sqrt(accum) + epsilon).",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyAdagradV2",
        .inputs = "var: resource, accum: resource, lr: T, epsilon: T, grad: T, indices: Tindices",
        .attrs = "T: " RUNNEL_NUMBER_TYPES
                 "; Tindices: {int32, int64}; use_locking: bool = false; update_slots: bool = true",
        .doc = "As ResourceApplyAdagradV2, for the rows of the variables that indices name, in that "
               "order; a row that is named twice is updated twice. Shapes: indices is a vector, grad "
               "is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAdadelta",
        .inputs = "var: resource, accum: resource, accum_update: resource, lr: T, rho: T, epsilon: T, "
                  "grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "accum = rho * accum + (1 - rho) * grad * grad; update = grad * sqrt(accum_update + "
               "epsilon) / sqrt(accum + epsilon); var -= lr * update; accum_update = rho * "
               "accum_update + (1 - rho) * update * update. Shapes: lr, rho and epsilon are scalars, "
               "the rest are like var. Errors: as ResourceApplyGradientDescent. Source: Zeiler 2012, "
               "algorithm 1.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyAdadelta",
        .inputs = "var: resource, accum: resource, accum_update: resource, lr: T, rho: T, epsilon: T, "
                  "grad: T, indices: Tindices",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; use_locking: bool = false",
        .doc = "As ResourceApplyAdadelta, for the rows of the variables that indices name, in that "
               "order; a row that is named twice is updated twice. Shapes: indices is a vector, grad "
               "is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyRMSProp",
        .inputs = "var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: "
                  "T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "ms = rho * ms + (1 - rho) * grad * grad; mom = momentum * mom + lr * grad / sqrt(ms + "
               "epsilon); var -= mom. Shapes: lr, rho, momentum and epsilon are scalars, the rest are "
               "like var. Errors: as ResourceApplyGradientDescent. Source: Tieleman & Hinton 2012, "
               "lecture 6.5.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyRMSProp",
        .inputs = "var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T, epsilon: "
                  "T, grad: T, indices: Tindices",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; use_locking: bool = false",
        .doc = "As ResourceApplyRMSProp, for the rows of the variables that indices name, in that "
               "order; a row that is named twice is updated twice. Shapes: indices is a vector, grad "
               "is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyCenteredRMSProp",
        .inputs = "var: resource, mg: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: "
                  "T, epsilon: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "mg = rho * mg + (1 - rho) * grad; ms = rho * ms + (1 - rho) * grad * grad; mom = "
               "momentum * mom + lr * grad / sqrt(ms - mg * mg + epsilon); var -= mom. Shapes and "
               "errors: as ResourceApplyRMSProp. Source: Graves 2013, section 4.2.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyCenteredRMSProp",
        .inputs = "var: resource, mg: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: "
                  "T, epsilon: T, grad: T, indices: Tindices",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; use_locking: bool = false",
        .doc = "As ResourceApplyCenteredRMSProp, for the rows of the variables that indices name, in "
               "that order; a row that is named twice is updated twice. Shapes: indices is a vector, "
               "grad is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of "
               "range, before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyProximalGradientDescent",
        .inputs = "var: resource, alpha: T, l1: T, l2: T, delta: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "With moved = var - alpha * delta: var = sign(moved) * max(|moved| - alpha * l1, 0) / (1 "
               "+ alpha * l2). Shapes: alpha, l1 and l2 are scalars, delta is like var. Errors: as "
               "ResourceApplyGradientDescent. Source: Duchi & Singer 2009.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyProximalGradientDescent",
        .inputs = "var: resource, alpha: T, l1: T, l2: T, grad: T, indices: Tindices",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; use_locking: bool = false",
        .doc = "As ResourceApplyProximalGradientDescent, for the rows of the variables that indices "
               "name, in that order; a row that is named twice is updated twice. Shapes: indices is a "
               "vector, grad is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index "
               "out of range, before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyProximalAdagrad",
        .inputs = "var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "accum += grad * grad; then a step of ResourceApplyProximalGradientDescent with the rate "
               "lr / sqrt(accum) of each element. Shapes: lr, l1 and l2 are scalars, the rest are like "
               "var. Errors: as ResourceApplyGradientDescent. Source: Duchi & Singer 2009.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyProximalAdagrad",
        .inputs = "var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T, indices: Tindices",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; use_locking: bool = false",
        .doc = "As ResourceApplyProximalAdagrad, for the rows of the variables that indices name, in "
               "that order; a row that is named twice is updated twice. Shapes: indices is a vector, "
               "grad is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of "
               "range, before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAdagradDA",
        .inputs = "var: resource, gradient_accumulator: resource, gradient_squared_accumulator: "
                  "resource, grad: T, lr: T, l1: T, l2: T, global_step: int64",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "Adds grad and its square to the accumulators; var = -lr * sign(sum) * max(|sum| - l1 * "
               "global_step, 0) / (l2 * global_step * lr + sqrt(sum of squares)). Shapes: lr, l1, l2 "
               "and global_step are scalars, the rest are like var. Errors: as "
               "ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer 2011, dual averaging.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyAdagradDA",
        .inputs = "var: resource, gradient_accumulator: resource, gradient_squared_accumulator: "
                  "resource, grad: T, indices: Tindices, lr: T, l1: T, l2: T, global_step: int64",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; use_locking: bool = false",
        .doc = "As ResourceApplyAdagradDA, for the rows of the variables that indices name, in that "
               "order; a row that is named twice is updated twice. Shapes: indices is a vector, grad is "
               "indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAddSign",
        .inputs = "var: resource, m: resource, lr: T, alpha: T, sign_decay: T, beta: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "m = beta * m + (1 - beta) * grad; var -= lr * (alpha + sign_decay * sign(grad) * "
               "sign(m)) * grad. Shapes: var, m and grad are alike, the rest are scalars. Errors: as "
               "ResourceApplyGradientDescent. Source: Bello et al. 2017.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyPowerSign",
        .inputs = "var: resource, m: resource, lr: T, logbase: T, sign_decay: T, beta: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "m = beta * m + (1 - beta) * grad; var -= lr * exp(logbase * sign_decay * sign(grad) * "
               "sign(m)) * grad. Shapes and errors: as ResourceApplyAddSign. Source: Bello et al. 2017.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyAdamWithAmsgrad",
        .inputs = "var: resource, m: resource, v: resource, vhat: resource, beta1_power: T, "
                  "beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T",
        .attrs = "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false",
        .doc = "As ResourceApplyAdam, with vhat = max(vhat, v) under the root in the place of v. "
               "Shapes: var, m, v, vhat and grad are alike, the rest are scalars. Errors: as "
               "ResourceApplyGradientDescent. Source: Reddi, Kale & Kumar 2018.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyFtrl",
        .inputs = "var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2: T, "
                  "lr_power: T",
        .attrs =
            "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; multiply_linear_by_lr: bool = false",
        .doc = "With new = accum + grad * grad: linear += grad - (new^-lr_power - accum^-lr_power) / "
               "lr * var; var = 0 where |linear| <= l1, else (sign(linear) * l1 - linear) / "
               "(new^-lr_power / lr + 2 * l2); accum = new. With multiply_linear_by_lr linear is kept "
               "times lr. Shapes: var, accum, linear and grad are alike, the rest are scalars. "
               "Errors: INVALID_ARGUMENT unless lr is positive, l1 and l2 are not negative and "
               "lr_power is not positive; else as ResourceApplyGradientDescent. Source: McMahan et "
               "al. 2013, algorithm 1.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyFtrl",
        .inputs = "var: resource, accum: resource, linear: resource, grad: T, indices: Tindices, lr: "
                  "T, l1: T, l2: T, lr_power: T",
        .attrs =
            "T: " RUNNEL_NUMBER_TYPES
            "; Tindices: {int32, int64}; use_locking: bool = false; multiply_linear_by_lr: bool = false",
        .doc = "As ResourceApplyFtrl, for the rows of the variables that indices name, in that order; "
               "a row that is named twice is updated twice. Shapes: indices is a vector, grad is "
               "indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceApplyFtrlV2",
        .inputs = "var: resource, accum: resource, linear: resource, grad: T, lr: T, l1: T, l2: T, "
                  "l2_shrinkage: T, lr_power: T",
        .attrs =
            "T: " RUNNEL_NUMBER_TYPES "; use_locking: bool = false; multiply_linear_by_lr: bool = false",
        .doc = "As ResourceApplyFtrl, but linear gets grad + 2 * l2_shrinkage * var for grad; "
               "l2_shrinkage may not be negative.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
    {
        .name = "ResourceSparseApplyFtrlV2",
        .inputs = "var: resource, accum: resource, linear: resource, grad: T, indices: Tindices, lr: "
                  "T, l1: T, l2: T, l2_shrinkage: T, lr_power: T",
        .attrs =
            "T: " RUNNEL_NUMBER_TYPES
            "; Tindices: {int32, int64}; use_locking: bool = false; multiply_linear_by_lr: bool = false",
        .doc = "As ResourceApplyFtrlV2, for the rows of the variables that indices name, in that "
               "order; a row that is named twice is updated twice. Shapes: indices is a vector, grad "
               "is indices.shape + var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, "
               "before anything is updated.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ApplyShape,
    },
};

}  // namespace

std::span<const OpRow> TrainingOps() { return ChosenRows<kTrainingOps>::All(); }

}  // namespace runnel
