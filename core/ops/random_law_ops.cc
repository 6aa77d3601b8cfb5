// Random numbers of other laws, and those whose key and counter are inputs.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status RequireVectorOf(const ShapeContext& ctx, int i, std::string_view arg, int64_t size) {
  if (ctx.input(i).IsCompatibleWith(Shape{size})) return OkStatus();
  return InvalidArgument(ArgIs(ctx, i, arg), ": it must be a vector of ", size);
}

// Inputs 1 to 3: key, counter, alg.
Status RequireKey(const ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireVectorOf(ctx, 1, "key", 1));
  RUNNEL_RETURN_IF_ERROR(RequireVectorOf(ctx, 2, "counter", 2));
  return RequireScalar(ctx, 3, "alg");
}
// Inputs: shape, key, counter, alg, perhaps minval and maxval.
Status KeyedShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireKey(ctx));
  for (int i = 4; i < ctx.num_inputs(); ++i) {
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, i == 4 ? "minval" : "maxval"));
  }
  return VectorInputShape(ctx);
}
Status KeyedGammaShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireKey(ctx));
  return VectorInputShape(ctx);
}
// Input i is a seed.
Status SeededShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireVectorOf(ctx, 1, "seed", 2));
  return VectorInputShape(ctx);
}
Status KeyShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireVectorOf(ctx, 0, "seed", 2));
  ctx.set_output(0, Shape{1});
  ctx.set_output(1, Shape{2});
  if (ctx.num_outputs() > 2) ctx.set_output(2, Shape());
  return OkStatus();
}
// `shape` of each of the parameters.
Status PerParameterShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(VectorInputShape(ctx));
  ctx.set_output(0, Concat(ctx.outputs()[0], ctx.input(1)));
  return OkStatus();
}

// Inputs: shape, of rank 1 or more, and parameters that are scalars or vectors.
Status BatchedShape(ShapeContext& ctx) {
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    const Shape& parameter = ctx.input(i);
    if (parameter.has_rank() && parameter.rank() > 1) {
      return InvalidArgument(ArgIs(ctx, i, ctx.schema().inputs[static_cast<size_t>(i)].name),
                             ": must be a scalar or a vector");
    }
  }
  return VectorInputShape(ctx);
}
Status CropShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "image", 3));
  RUNNEL_RETURN_IF_ERROR(RequireVectorOf(ctx, 1, "size", 2));
  RUNNEL_ASSIGN_OR_RETURN(const auto size, ConstantInts(ctx, 1, "size"));
  Shape out{kUnknownDim, kUnknownDim, image.dim(2)};
  if (size && size->size() == 2) {
    if ((*size)[0] < 0 || (*size)[1] < 0) return InvalidArgument("size should not be negative");
    out = Shape{(*size)[0], (*size)[1], image.dim(2)};
  }
  ctx.set_output(0, out);
  return OkStatus();
}

#define RUNNEL_KEYED_INPUTS "shape: Tshape, key: uint64, counter: uint64, alg: int32"
#define RUNNEL_POISSON_TYPES "{half, float, double, int32, int64}"

constexpr OpRow kRandomLawOps[] = {
    {
        .name = "StatelessRandomGetKeyCounter",
        .inputs = "seed: Tseed",
        .outputs = "key: uint64, counter: uint64",
        .attrs = "Tseed: {int32, int64} = int64",
        .doc = "Makes the key and the counter of a stream from a seed, as the ops without state do that "
               "take the seed itself. Shapes: seed is a vector of two, key of one, counter of two.",
        .flags = kOpNotDifferentiable,
        .shape = KeyShape,
    },
    {
        .name = "StatelessRandomGetKeyCounterAlg",
        .inputs = "seed: Tseed",
        .outputs = "key: uint64, counter: uint64, alg: int32",
        .attrs = "Tseed: {int32, int64} = int64",
        .doc =
            "As StatelessRandomGetKeyCounter, with the number of the algorithm: 1, Philox. Shapes: alg "
            "is a scalar.",
        .flags = kOpNotDifferentiable,
        .shape = KeyShape,
    },
    {
        .name = "StatelessRandomGetAlg",
        .outputs = "alg: int32",
        .doc =
            "Gives the number of the algorithm of random numbers: 1, Philox. Shapes: alg is a scalar.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = ScalarShape,
    },
    {
        .name = "StatelessRandomUniformV2",
        .inputs = RUNNEL_KEYED_INPUTS,
        .outputs = "output: dtype",
        .attrs = "dtype: " RUNNEL_FLOAT_TYPES " = float; Tshape: {int32, int64} = int32",
        .doc =
            "As RandomUniform, from the stream of key and counter. Shapes: shape is a vector, key a "
            "vector of one, counter of two, alg a scalar. Errors: UNIMPLEMENTED for an algorithm other "
            "than 1 (Philox) and 3 (any).",
        .flags = kOpNotDifferentiable,
        .shape = KeyedShape,
    },
    {
        .name = "StatelessRandomNormalV2",
        .inputs = RUNNEL_KEYED_INPUTS,
        .outputs = "output: dtype",
        .attrs = "dtype: " RUNNEL_FLOAT_TYPES " = float; Tshape: {int32, int64} = int32",
        .doc = "As RandomStandardNormal, from the stream of key and counter. Shapes and errors: as "
               "StatelessRandomUniformV2.",
        .flags = kOpNotDifferentiable,
        .shape = KeyedShape,
    },
    {
        .name = "StatelessTruncatedNormalV2",
        .inputs = RUNNEL_KEYED_INPUTS,
        .outputs = "output: dtype",
        .attrs = "dtype: " RUNNEL_FLOAT_TYPES " = float; Tshape: {int32, int64} = int32",
        .doc = "As TruncatedNormal, from the stream of key and counter. Shapes and errors: as "
               "StatelessRandomUniformV2.",
        .flags = kOpNotDifferentiable,
        .shape = KeyedShape,
    },
    {
        .name = "StatelessRandomUniformIntV2",
        .inputs = RUNNEL_KEYED_INPUTS ", minval: dtype, maxval: dtype",
        .outputs = "output: dtype",
        .attrs = "dtype: {int32, int64, uint32, uint64}; Tshape: {int32, int64} = int32",
        .doc = "As RandomUniformInt, from the stream of key and counter. Shapes and errors: as "
               "StatelessRandomUniformV2; INVALID_ARGUMENT unless minval < maxval, which are scalars.",
        .flags = kOpNotDifferentiable,
        .shape = KeyedShape,
    },
    {
        .name = "StatelessRandomUniformFullIntV2",
        .inputs = RUNNEL_KEYED_INPUTS,
        .outputs = "output: dtype",
        .attrs = "dtype: {int32, int64, uint32, uint64} = uint64; Tshape: {int32, int64} = int32",
        .doc = "Draws whole numbers from all that dtype has, from the stream of key and counter. Shapes "
               "and errors: as StatelessRandomUniformV2.",
        .flags = kOpNotDifferentiable,
        .shape = KeyedShape,
    },
    {
        .name = "StatelessRandomUniformFullInt",
        .inputs = "shape: T, seed: Tseed",
        .outputs = "output: dtype",
        .attrs = "dtype: {int32, int64, uint32, uint64} = uint64; T: {int32, int64} = int32; "
                 "Tseed: {int32, int64, uint32, uint64} = int64",
        .doc =
            "Draws whole numbers from all that dtype has; they depend on seed alone. Shapes: shape is "
            "a vector, seed a vector of two.",
        .flags = kOpNotDifferentiable,
        .shape = SeededShape,
    },
    {
        .name = "RandomGamma",
        .inputs = "shape: S, alpha: T",
        .outputs = "output: T",
        .attrs = "seed: int = 0; seed2: int = 0; S: {int32, int64}; T: {half, float, double}",
        .doc = "Draws from gamma distributions of scale 1; NaN unless alpha is positive. Seeds: as "
               "RandomUniform. Shapes: shape is a vector, output is shape + alpha.shape. Source: "
               "Marsaglia & Tsang 2000; the gradient: Figurnov, Mohamed & Mnih 2018.",
        .flags = kOpStateful,
        .shape = PerParameterShape,
        .gradient = "alpha: sum_to(g * RandomGammaGrad(alpha, output), alpha, output)",
    },
    {
        .name = "RandomPoisson",
        .inputs = "shape: S, rate: dtype",
        .outputs = "output: dtype",
        .attrs = "seed: int = 0; seed2: int = 0; S: {int32, int64}; dtype: {half, float, double}",
        .doc = "The older form of RandomPoissonV2, which has one type for all.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = PerParameterShape,
        .composition = "output: RandomPoissonV2(shape, rate, dtype = dtype, seed = seed, seed2 = seed2)",
    },
    {
        .name = "RandomPoissonV2",
        .inputs = "shape: S, rate: R",
        .outputs = "output: dtype",
        .attrs = "seed: int = 0; seed2: int = 0; S: {int32, int64}; R: " RUNNEL_POISSON_TYPES
                 " = double; dtype: " RUNNEL_POISSON_TYPES " = int64",
        .doc = "Draws from Poisson distributions; NaN (the lowest number, of integers) for a rate below "
               "0. Seeds: as RandomUniform. Shapes: shape is a vector, output is shape + rate.shape. "
               "Source: Hoermann 1993.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = PerParameterShape,
    },
    {
        .name = "StatelessRandomGammaV2",
        .inputs = "shape: T, seed: Tseed, alpha: dtype",
        .outputs = "output: dtype",
        .attrs = "dtype: {half, float, double}; T: {int32, int64}; Tseed: {int32, int64} = int64",
        .doc = "As RandomGamma, but the numbers depend on seed alone. Shapes: shape is that of output, "
               "and ends with that of alpha; seed is a vector of two.",
        .shape = SeededShape,
        .gradient = "alpha: sum_to(g * RandomGammaGrad(alpha, output), alpha, output)",
    },
    {
        .name = "StatelessRandomGammaV3",
        .inputs = "shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype",
        .outputs = "output: dtype",
        .attrs = "dtype: {half, float, double}; shape_dtype: {int32, int64} = int32",
        .doc =
            "As StatelessRandomGammaV2, from the stream of key and counter. Shapes: key is a vector of "
            "one, counter of two, alg a scalar. Errors: UNIMPLEMENTED for an algorithm other than 1 "
            "(Philox) and 3 (any).",
        .shape = KeyedGammaShape,
        .gradient = "alpha: sum_to(g * RandomGammaGrad(alpha, output), alpha, output)",
    },
    {
        .name = "ParameterizedTruncatedNormal",
        .inputs = "shape: T, means: dtype, stdevs: dtype, minvals: dtype, maxvals: dtype",
        .outputs = "output: dtype",
        .attrs = "seed: int = 0; seed2: int = 0; dtype: " RUNNEL_FLOAT_TYPES "; T: {int32, int64}",
        .doc =
            "Draws normal numbers that lie between minvals and maxvals. Seeds: as RandomUniform; "
            "numbers "
            "behind the first hundred are TensorFlow's law, not its numbers, which depend on threads "
            "there. Shapes: shape is that of output, of rank 1 or more; the parameters are scalars or "
            "vectors, one for all or one for each output[i]. Errors: INVALID_ARGUMENT unless stdevs are "
            "positive and minvals below maxvals, one of them finite; INTERNAL if bounds are so that a "
            "thousand numbers in a row are rejected. Source: Robert 1995.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = BatchedShape,
    },
    {
        .name = "StatelessParameterizedTruncatedNormal",
        .inputs = "shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype, maxvals: dtype",
        .outputs = "output: dtype",
        .attrs = "S: {int32, int64}; Tseed: {int32, int64} = int64; dtype: {half, float, double}",
        .doc = "As ParameterizedTruncatedNormal, but the numbers depend on seed alone. Shapes: shape is "
               "that "
               "of output, and ends with what the parameters broadcast to; seed is a vector of two.",
        .flags = kOpNotDifferentiable,
        .shape = SeededShape,
    },
    {
        .name = "StatelessRandomBinomial",
        .inputs = "shape: S, seed: Tseed, counts: T, probs: T",
        .outputs = "output: dtype",
        .attrs = "S: {int32, int64}; Tseed: {int32, int64} = int64; T: " RUNNEL_POISSON_TYPES
                 " = double; dtype: " RUNNEL_POISSON_TYPES " = int64",
        .doc =
            "Draws from binomial distributions: how many of counts trials succeed, each with the chance "
            "probs; NaN (0, of integers) for NaN. Shapes: shape is that of output, and ends with what "
            "the parameters broadcast to; seed is a vector of two. Source: Devroye 1986, Hoermann 1993.",
        .flags = kOpNotDifferentiable,
        .shape = SeededShape,
    },
    {
        .name = "RandomCrop",
        .inputs = "image: T, size: int64",
        .outputs = "output: T",
        .attrs = "T: {uint8, int8, int16, int32, int64, float, double}; seed: int = 0; seed2: int = 0",
        .doc =
            "Cuts a window of this size out of an image, at a random place. TensorFlow has it in graphs "
            "before version 8. Shapes: image is [height, width, channels], size a vector of height and "
            "width, which output has. Errors: FAILED_PRECONDITION if it is larger than the image.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = CropShape,
    },
    {
        .name = "StatelessRandomPoisson",
        .inputs = "shape: T, seed: Tseed, lam: Rtype",
        .outputs = "output: dtype",
        .attrs = "Rtype: " RUNNEL_POISSON_TYPES "; dtype: " RUNNEL_POISSON_TYPES
                 "; T: {int32, int64}; Tseed: {int32, int64} = int64",
        .doc = "As RandomPoissonV2, but the numbers depend on seed alone. Shapes: shape is that of "
               "output, and ends with that of lam; seed is a vector of two.",
        .flags = kOpNotDifferentiable,
        .shape = SeededShape,
    },
};

}  // namespace

std::span<const OpRow> RandomLawOps() { return ChosenRows<kRandomLawOps>::All(); }

}  // namespace runnel
