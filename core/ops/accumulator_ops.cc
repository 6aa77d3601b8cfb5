// Accumulators of gradients, for replicas that train in step. TensorFlow's older five ops pass a
// reference to a string; these pass a resource. The graphs are the same, since a GraphDef's edges have
// no types.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kAccumulatorFlags = kOpStateful | kOpHost | kOpNotDifferentiable;

Status ApplyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  return RequireScalar(ctx, 1, "local_step");
}

// The result has the accumulator's shape, which is known at run time.
Status TakeShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  return RequireScalar(ctx, 1, "num_required");
}

Status TakeSparseShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(TakeShape(ctx));
  ctx.set_output(0, Shape{kUnknownDim});
  ctx.set_output(2, Shape{kUnknownDim});
  return OkStatus();
}

Status SetStepShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  return RequireScalar(ctx, 1, "new_global_step");
}

Status CountShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "handle"));
  return ScalarShape(ctx);
}

#define RUNNEL_ACCUMULATOR_ROWS(prefix)                                                               \
  {                                                                                                   \
      .name = prefix "ConditionalAccumulator",                                                        \
      .outputs = "handle: resource",                                                                  \
      .attrs = "dtype: " RUNNEL_NUMBER_TYPES                                                          \
               "; shape: shape; container: string = ''; shared_name: string = ''; reduction_type: "   \
               "{'MEAN', 'SUM'} = 'MEAN'",                                                            \
      .doc =                                                                                          \
          "Gives the handle of an accumulator that adds up gradients until their mean, or sum, is "   \
          "taken; with shape unknown, of any shape. Errors: UNIMPLEMENTED for complex and quantised " \
          "types and integers of 8 and 16 bits.",                                                     \
      .flags = kAccumulatorFlags,                                                                     \
      .shape = ScalarShape,                                                                           \
  },                                                                                                  \
      {                                                                                               \
          .name = prefix "AccumulatorApplyGradient",                                                  \
          .inputs = "handle: resource, local_step: int64, gradient: dtype",                           \
          .attrs = "dtype: " RUNNEL_NUMBER_TYPES,                                                     \
          .doc =                                                                                      \
              "Adds a gradient that was computed from the values of step local_step; drops it if "    \
              "the accumulator has moved on. Shapes: local_step is a scalar, gradient has the "       \
              "accumulator's shape. Errors: INVALID_ARGUMENT for another shape or type.",             \
          .flags = kAccumulatorFlags,                                                                 \
          .shape = ApplyShape,                                                                        \
      },                                                                                              \
      {                                                                                               \
          .name = prefix "AccumulatorTakeGradient",                                                   \
          .inputs = "handle: resource, num_required: int32",                                          \
          .outputs = "average: dtype",                                                                \
          .attrs = "dtype: " RUNNEL_NUMBER_TYPES,                                                     \
          .doc =                                                                                      \
              "Takes the mean, or sum, of what was added, waiting until that is num_required "        \
              "gradients, and moves the accumulator one step on. Shapes: num_required is a "          \
              "scalar. Errors: INVALID_ARGUMENT for num_required below 1 or another type.",           \
          .flags = kAccumulatorFlags,                                                                 \
          .shape = TakeShape,                                                                         \
      },                                                                                              \
      {                                                                                               \
          .name = prefix "AccumulatorSetGlobalStep",                                                  \
          .inputs = "handle: resource, new_global_step: int64",                                       \
          .doc =                                                                                      \
              "Tells the accumulator its step: gradients of older ones are dropped from now on. "     \
              "Shapes: new_global_step is a scalar.",                                                 \
          .flags = kAccumulatorFlags,                                                                 \
          .shape = SetStepShape,                                                                      \
      },                                                                                              \
  {                                                                                                   \
    .name = prefix "AccumulatorNumAccumulated", .inputs = "handle: resource",                         \
    .outputs = "num_accumulated: int32",                                                              \
    .doc =                                                                                            \
        "Gives the number of gradients that were added and not yet taken. Shapes: "                   \
        "num_accumulated is a scalar.",                                                               \
    .flags = kAccumulatorFlags, .shape = CountShape,                                                  \
  }

constexpr OpRow kAccumulatorOps[] = {
    RUNNEL_ACCUMULATOR_ROWS(""),
    RUNNEL_ACCUMULATOR_ROWS("Resource"),
    {
        .name = "SparseConditionalAccumulator",
        .outputs = "handle: resource",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES
                 "; shape: shape; container: string = ''; shared_name: string = ''; reduction_type: "
                 "{'MEAN', 'SUM'} = 'MEAN'",
        .doc = "Gives the handle of an accumulator of gradients that have some rows only. Errors: "
               "UNIMPLEMENTED for complex and quantised types and integers of 8 and 16 bits.",
        .flags = kAccumulatorFlags,
        .shape = ScalarShape,
    },
    {
        .name = "SparseAccumulatorApplyGradient",
        .inputs = "handle: resource, local_step: int64, gradient_indices: int64, gradient_values: "
                  "dtype, gradient_shape: int64",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES "; has_known_shape: bool",
        .doc = "Adds gradient_values[i] to row gradient_indices[i]; drops a gradient that was computed "
               "from the values of a step before the accumulator's. Shapes: local_step is a scalar, "
               "gradient_indices a vector, gradient_values has a row for each; gradient_shape says the "
               "shape of the whole if has_known_shape. Errors: INVALID_ARGUMENT for another shape or "
               "type, or a row outside of it.",
        .flags = kAccumulatorFlags,
        .shape = ApplyShape,
    },
    {
        .name = "SparseAccumulatorTakeGradient",
        .inputs = "handle: resource, num_required: int32",
        .outputs = "indices: int64, values: dtype, shape: int64",
        .attrs = "dtype: " RUNNEL_NUMBER_TYPES,
        .doc = "Takes the rows that were added, each as the mean over the gradients that have it, or "
               "the sum, waiting until num_required gradients were added, and moves the accumulator "
               "one step on. Shapes: num_required is a scalar; indices are in order, values has a row "
               "for each, shape's first size is -1 if it is not known. Errors: INVALID_ARGUMENT for "
               "num_required below 1 or another type.",
        .flags = kAccumulatorFlags,
        .shape = TakeSparseShape,
    },
};

#undef RUNNEL_ACCUMULATOR_ROWS

}  // namespace

std::span<const OpRow> AccumulatorOps() { return ChosenRows<kAccumulatorOps>::All(); }

}  // namespace runnel
