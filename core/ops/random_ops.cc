// Random numbers, drawn by counter: the same seeds, step and node give the same bits on every device.
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

Status RandomIntShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "minval"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "maxval"));
  const auto low = ConstantInt(ctx, 1), high = ConstantInt(ctx, 2);
  if (low && high && *low >= *high) {
    return InvalidArgument("minval is ", *low, ", maxval is ", *high, ": minval must be smaller");
  }
  return VectorInputShape(ctx);
}

constinit const OpRow kRandomOps[] = {
    {
        .name = "RandomUniform",
        .inputs = "shape: T",
        .outputs = "output: dtype",
        .attrs = "seed: int = 0; seed2: int = 0; dtype: " RUNNEL_FLOAT_TYPES "; T: {int32, int64}",
        .doc =
            "Draws from the uniform distribution over [0,1). With seed and seed2 both 0 the seed is "
            "chosen at random. Shapes: shape is a vector. Source: Salmon et al. 2011, Philox 4x32-10.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = VectorInputShape,
    },
    {
        .name = "RandomStandardNormal",
        .inputs = "shape: T",
        .outputs = "output: dtype",
        .attrs = "seed: int = 0; seed2: int = 0; dtype: " RUNNEL_FLOAT_TYPES "; T: {int32, int64}",
        .doc = "Draws from the normal distribution of mean 0 and deviation 1. Seeds and shapes: as "
               "RandomUniform. Source: Box & Muller 1958.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = VectorInputShape,
    },
    {
        .name = "TruncatedNormal",
        .inputs = "shape: T",
        .outputs = "output: dtype",
        .attrs = "seed: int = 0; seed2: int = 0; dtype: " RUNNEL_FLOAT_TYPES "; T: {int32, int64}",
        .doc =
            "Draws from the normal distribution of mean 0 and deviation 1, drawing again what lies more "
            "than two deviations off. Seeds and shapes: as RandomUniform.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = VectorInputShape,
    },
    {
        .name = "RandomUniformInt",
        .inputs = "shape: T, minval: Tout, maxval: Tout",
        .outputs = "output: Tout",
        .attrs = "seed: int = 0; seed2: int = 0; Tout: {int32, int64}; T: {int32, int64}",
        .doc = "Draws whole numbers from [minval,maxval), with a slight bias unless the range is a "
               "power of "
               "two. Shapes: shape is a vector, the bounds are scalars. Errors: INVALID_ARGUMENT unless "
               "minval < maxval. Seeds: as RandomUniform.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = RandomIntShape,
    },
};

}  // namespace

std::span<const OpRow> RandomOps() { return kRandomOps; }

}  // namespace runnel
