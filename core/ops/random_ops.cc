// Random numbers, drawn by counter: the same seeds, step and node give the same bits on every device.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// The bounds are inputs `first` and `first` + 1.
Status CheckBounds(ShapeContext& ctx, int first) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, first, "minval"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, first + 1, "maxval"));
  const auto low = ConstantInt(ctx, first), high = ConstantInt(ctx, first + 1);
  if (low && high && *low >= *high) {
    return InvalidArgument("minval is ", *low, ", maxval is ", *high, ": minval must be smaller");
  }
  return OkStatus();
}

Status RandomIntShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckBounds(ctx, 1));
  return VectorInputShape(ctx);
}

Status CheckSeed(const ShapeContext& ctx, int i) {
  const Shape& seed = ctx.input(i);
  if (seed.IsCompatibleWith(Shape{2})) return OkStatus();
  return InvalidArgument(ArgIs(ctx, i, "seed"), ": it must be a vector of two numbers");
}
Status SeededShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckSeed(ctx, 1));
  return VectorInputShape(ctx);
}
Status SeededIntShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckBounds(ctx, 2));
  return SeededShape(ctx);
}

Status MultinomialShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape logits, RequireRank(ctx, 0, "logits", 2));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "num_samples"));
  const auto samples = ConstantInt(ctx, 1);
  if (samples && *samples < 0) return InvalidArgument("num_samples is ", *samples, ", below 0");
  ctx.set_output(0, Shape{logits.dim(0), samples.value_or(kUnknownDim)});
  return OkStatus();
}
Status SeededMultinomialShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckSeed(ctx, 2));
  return MultinomialShape(ctx);
}

constexpr OpRow kRandomOps[] = {
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
    {
        .name = "RandomShuffle",
        .inputs = "value: T",
        .outputs = "output: T",
        .attrs = "seed: int = 0; seed2: int = 0; T: type",
        .doc = "Permutes value along its first dimension, every order as likely. Seeds: as "
               "RandomUniform. Source: Durstenfeld 1964.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = UnchangedShape,
    },
    {
        .name = "Multinomial",
        .inputs = "logits: T, num_samples: int32",
        .outputs = "output: output_dtype",
        .attrs = "seed: int = 0; seed2: int = 0; T: " RUNNEL_REAL_TYPES
                 "; output_dtype: {int32, int64} = int64",
        .doc = "Draws num_samples classes for each row of logits, in proportion to the exponentials of "
               "its numbers; classes whose logit is not finite are never drawn. Shapes: logits is a "
               "matrix, num_samples a scalar, output is [logits.shape[0], num_samples]. Errors: "
               "INVALID_ARGUMENT for a row without a finite number. Seeds: as RandomUniform.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = MultinomialShape,
    },
    {
        .name = "StatelessRandomUniform",
        .inputs = "shape: T, seed: Tseed",
        .outputs = "output: dtype",
        .attrs = "dtype: " RUNNEL_FLOAT_TYPES
                 " = float; T: {int32, int64} = int32; Tseed: {int32, int64} = int64",
        .doc =
            "As RandomUniform, but the numbers depend on seed alone. Shapes: seed is a vector of two. "
            "Errors: INVALID_ARGUMENT for another seed.",
        .flags = kOpNotDifferentiable,
        .shape = SeededShape,
    },
    {
        .name = "StatelessRandomNormal",
        .inputs = "shape: T, seed: Tseed",
        .outputs = "output: dtype",
        .attrs = "dtype: " RUNNEL_FLOAT_TYPES
                 " = float; T: {int32, int64} = int32; Tseed: {int32, int64} = int64",
        .doc = "As RandomStandardNormal, but the numbers depend on seed alone. Shapes: seed is a vector "
               "of two. "
               "Errors: INVALID_ARGUMENT for another seed.",
        .flags = kOpNotDifferentiable,
        .shape = SeededShape,
    },
    {
        .name = "StatelessTruncatedNormal",
        .inputs = "shape: T, seed: Tseed",
        .outputs = "output: dtype",
        .attrs = "dtype: " RUNNEL_FLOAT_TYPES
                 " = float; T: {int32, int64} = int32; Tseed: {int32, int64} = int64",
        .doc =
            "As TruncatedNormal, but the numbers depend on seed alone. Shapes: seed is a vector of two. "
            "Errors: INVALID_ARGUMENT for another seed.",
        .flags = kOpNotDifferentiable,
        .shape = SeededShape,
    },
    {
        .name = "StatelessRandomUniformInt",
        .inputs = "shape: T, seed: Tseed, minval: dtype, maxval: dtype",
        .outputs = "output: dtype",
        .attrs = "dtype: {int32, int64}; T: {int32, int64}; Tseed: {int32, int64} = int64",
        .doc = "As RandomUniformInt, but the numbers depend on seed alone. Shapes: seed is a vector of "
               "two, the bounds are scalars. "
               "Errors: INVALID_ARGUMENT for another seed, and unless minval < maxval.",
        .flags = kOpNotDifferentiable,
        .shape = SeededIntShape,
    },
    {
        .name = "StatelessMultinomial",
        .inputs = "logits: T, num_samples: int32, seed: Tseed",
        .outputs = "output: output_dtype",
        .attrs = "T: " RUNNEL_REAL_TYPES
                 "; Tseed: {int32, int64} = int64; output_dtype: {int32, int64} = int64",
        .doc = "As Multinomial, but the classes depend on seed alone. Shapes: seed is a vector of two. "
               "Errors: INVALID_ARGUMENT for another seed.",
        .flags = kOpNotDifferentiable,
        .shape = SeededMultinomialShape,
    },
};

}  // namespace

std::span<const OpRow> RandomOps() { return ChosenRows<kRandomOps>::All(); }

}  // namespace runnel
