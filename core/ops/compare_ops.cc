// Comparisons, logic, and selection by a condition.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Without incompatible_shape_error, shapes that do not broadcast are simply unequal as a whole.
Status EqualShape(ShapeContext& ctx) {
  if (BoolAttr(ctx, "incompatible_shape_error")) return BroadcastShape(ctx);
  auto shape = Shape::Broadcast(ctx.input(0), ctx.input(1));
  if (!shape.ok()) {
    ctx.set_output(0, Shape());
  } else if (ctx.input(0).IsFullyDefined() && ctx.input(1).IsFullyDefined()) {
    ctx.set_output(0, std::move(*shape));
  }
  return OkStatus();
}

Status SelectShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape value, RequireSame(ctx, 1, "t", 2, "e"));
  const Shape& condition = ctx.input(0);
  const auto mismatch = [&] {
    return InvalidArgument(
        ArgIs(ctx, 0, "condition"), ", t and e are ", value.ToString(),
        ": condition must be like them, a scalar, or a vector of their first dimension");
  };
  if (condition.has_rank() && condition.rank() == 1 && value.has_rank()) {
    if (value.rank() == 0 || !condition.IsCompatibleWith(Shape{value.dim(0)})) return mismatch();
  } else if (condition.has_rank() && condition.rank() > 1) {
    auto merged = Shape::Merge(condition, value);
    if (!merged.ok()) return mismatch();
    value = std::move(*merged);
  }
  ctx.set_output(0, std::move(value));
  return OkStatus();
}

Status SelectV2Shape(ShapeContext& ctx) {
  auto shape = Shape::Broadcast(ctx.input(1), ctx.input(2));
  if (shape.ok()) shape = Shape::Broadcast(*shape, ctx.input(0));
  if (!shape.ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "condition"), ", ", ArgIs(ctx, 1, "t"), ", ",
                           ArgIs(ctx, 2, "e"), ": shapes do not broadcast against each other");
  }
  ctx.set_output(0, std::move(*shape));
  return OkStatus();
}

constexpr OpRow kCompareOps[] = {
    {
        .name = "Equal",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: type; incompatible_shape_error: bool = true",
        .doc = "Tells where x equals y. Shapes: x and y broadcast against each other; with "
               "incompatible_shape_error false, shapes that do not broadcast give a scalar false.",
        .flags = kOpCommutative | kOpNotDifferentiable,
        .shape = EqualShape,
    },
    {
        .name = "NotEqual",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: type; incompatible_shape_error: bool = true",
        .doc = "Tells where x differs from y. Shapes: x and y broadcast against each other; with "
               "incompatible_shape_error false, shapes that do not broadcast give a scalar true.",
        .flags = kOpCommutative | kOpNotDifferentiable,
        .shape = EqualShape,
    },
    {
        .name = "Less",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x < y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "LessEqual",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x <= y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "Greater",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x > y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "GreaterEqual",
        .inputs = "x: T, y: T",
        .outputs = "z: bool",
        .attrs = "T: " RUNNEL_REAL_TYPES,
        .doc = "Tells where x >= y. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "LogicalAnd",
        .inputs = "x: bool, y: bool",
        .outputs = "z: bool",
        .doc = "Gives x and y, element by element. Shapes: x and y broadcast against each other.",
        .flags = kOpCommutative | kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "LogicalOr",
        .inputs = "x: bool, y: bool",
        .outputs = "z: bool",
        .doc = "Gives x or y, element by element. Shapes: x and y broadcast against each other.",
        .flags = kOpCommutative | kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
    {
        .name = "LogicalNot",
        .inputs = "x: bool",
        .outputs = "y: bool",
        .doc = "Gives not x, element by element. Shapes: y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "Select",
        .inputs = "condition: bool, t: T, e: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc =
            "Takes elements of t where condition holds, of e elsewhere. Shapes: t and e are alike; "
            "condition is like them, or a scalar, or a vector as long as their first dimension, which "
            "then chooses whole rows.",
        .shape = SelectShape,
        .gradient = "n = ZerosLike(g); t: Select(condition, g, n); e: Select(condition, n, g)",
    },
    {
        .name = "SelectV2",
        .inputs = "condition: bool, t: T, e: T",
        .outputs = "output: T",
        .attrs = "T: type",
        .doc = "Takes elements of t where condition holds, of e elsewhere. Shapes: all three broadcast "
               "against each other.",
        .shape = SelectV2Shape,
        .gradient = "t: sum_to(SelectV2(condition, g, 0), t); e: sum_to(SelectV2(condition, 0, g), e)",
    },
};

}  // namespace

std::span<const OpRow> CompareOps() { return ChosenRows<kCompareOps>::All(); }

}  // namespace runnel
