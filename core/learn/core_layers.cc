// Layers of one product, of shapes, and of noise.
#include "core/learn/row.h"
#include "core/learn/row_text.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// Joins all dimensions but the first, which may be unknown.
Status FlattenCall(CompositionContext& ctx) {
  const OutputRef x = ctx.input(0);
  const Shape& shape = x.node->output_shape(x.index);
  if (!shape.has_rank()) return InvalidArgument("its input's number of dimensions is not known");
  int64_t size = 1;
  for (int i = 1; i < shape.rank(); ++i) {
    if (shape.dim(i) < 0)
      return InvalidArgument("dimension ", i, " of its input ", shape.ToString(), " is not known");
    if (__builtin_mul_overflow(size, shape.dim(i), &size))
      return InvalidArgument("its input is too large");
  }
  ctx.set_output(0, ctx.b().Op("Reshape", {x, IntVector(ctx.b(), DType::kInt64, {-1, size})}));
  return OkStatus();
}

// The batch stays; one size may be -1.
Status ReshapeCall(CompositionContext& ctx) {
  std::vector<int64_t> sizes = {-1};
  const auto& target = *ctx.attr<std::vector<int64_t>>("target_shape");
  const OutputRef x = ctx.input(0);
  const Shape& shape = x.node->output_shape(x.index);
  int64_t known = 1, have = 1;
  int open = -1;
  for (size_t i = 0; i < target.size(); ++i) {
    if (target[i] < 0) {
      if (open >= 0) return InvalidArgument("target_shape has more than one size of -1");
      open = static_cast<int>(i);
    } else if (__builtin_mul_overflow(known, target[i], &known)) {
      return InvalidArgument("target_shape is too large");
    }
    sizes.push_back(target[i]);
  }
  if (!shape.has_rank()) return InvalidArgument("its input's number of dimensions is not known");
  for (int i = 1; i < shape.rank(); ++i) {
    if (shape.dim(i) < 0)
      return InvalidArgument("dimension ", i, " of its input ", shape.ToString(), " is not known");
    if (__builtin_mul_overflow(have, shape.dim(i), &have))
      return InvalidArgument("its input is too large");
  }
  if (open >= 0 && known > 0 && have % known == 0) {
    sizes[static_cast<size_t>(open) + 1] = have / known;
  } else if (open >= 0 || known != have) {
    return InvalidArgument("its input ", shape.ToString(), " has ", have,
                           " elements a sample, target_shape ", known);
  }
  ctx.set_output(0, ctx.b().Op("Reshape", {x, IntVector(ctx.b(), DType::kInt64, sizes)}));
  return OkStatus();
}

// dims count from 1: the batch stays.
Status PermuteCall(CompositionContext& ctx) {
  std::vector<int64_t> order = {0};
  for (const int64_t dim : *ctx.attr<std::vector<int64_t>>("dims")) order.push_back(dim);
  ctx.set_output(0, ctx.b().Op("Transpose", {ctx.input(0), IntVector(ctx.b(), DType::kInt32, order)}));
  return OkStatus();
}

#define RUNNEL_KEPT(shape_text)                 \
  "Cast(GreaterEqual(RandomUniform(" shape_text \
  ", dtype = T, seed = seed, seed2 = seed2), rate), DstT = T)"
#define RUNNEL_DROPOUT(shape_text) \
  "y: training ? (rate == 0 ? x : x * (1 / (1 - rate)) * " RUNNEL_KEPT(shape_text) ") : x"

constexpr Row kCoreLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "Dense",
        .args = "units: int >= 1; " RUNNEL_KERNEL_ARGS,
        .doc = "activation(x kernel + bias) over the last dimension. Shapes: x [..., n], y [..., "
               "units]; kernel "
               "[n, units], bias [units].",
        .call = "h = rank(x) == 2 ? MatMul(x, kernel) : BatchMatMulV2(x, kernel); "
                "y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {RUNNEL_KERNEL("[dim(x, -1), units]"), RUNNEL_BIAS("[units]")},
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Activation",
        .args = "activation: string",
        .doc = "Applies an activation, element by element but for softmax. Shapes: y is like x.",
        .call = "y: x",
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "ReLU",
        .args = "max_value: float = -1; negative_slope: float = 0; threshold: float = 0",
        .doc = "x above threshold, negative_slope (x - threshold) below it, at most max_value if that "
               "is not "
               "negative. Shapes: y is like x.",
        .call = "above = threshold == 0 ? Relu(x) : x * Cast(Greater(x, threshold), DstT = T); "
                "low = max_value == -1 ? above : Minimum(above, max_value); "
                "y: negative_slope == 0 ? low : low - negative_slope * Relu(threshold - x)",
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "LeakyReLU",
        .args = "negative_slope: float = 0.3",
        .doc = "x where it is positive, negative_slope x elsewhere. Shapes: y is like x.",
        .call = "y: LeakyRelu(x, alpha = negative_slope)",
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "PReLU",
        .args = "alpha_initializer: string = 'zeros'; alpha_regularizer: string = ''; alpha_constraint: "
                "string = ''",
        .doc = "x where it is positive, alpha x elsewhere, with an alpha for each element of a sample. "
               "Shapes: y is like x, of up to four dimensions; alpha is like x without the batch.",
        .call = "y: Relu(x) - alpha * Relu(-x)",
        .weights = {{.name = "alpha",
                     .shape = "rank(x) == 2 ? [dim(x, 1)] : rank(x) == 3 ? [dim(x, 1), dim(x, 2)] : "
                              "[dim(x, 1), dim(x, 2), dim(x, 3)]",
                     .initializer = "alpha_initializer",
                     .regularizer = "alpha_regularizer",
                     .constraint = "alpha_constraint"}},
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "ELU",
        .args = "alpha: float = 1",
        .doc = "x where it is positive, alpha (exp(x) - 1) elsewhere. Shapes: y is like x.",
        .call = "y: alpha == 1 ? Elu(x) : Relu(x) + alpha * (Exp(Minimum(x, 0)) - 1)",
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Identity",
        .inputs = "x: I",
        .doc = "x itself.",
        .call = "y: x",
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Masking",
        .args = "mask_value: float = 0",
        .doc =
            "Steps whose features are all mask_value become zeros that do not count: recurrent layers, "
            "attention, GlobalAveragePooling1D, losses and metrics leave them out. Shapes: x [b, steps, "
            "n], y like it.",
        .call = "y: SelectV2(Any(NotEqual(x, mask_value), [-1], keep_dims = true), x, zeros(x))",
        .mask = "mask: Any(NotEqual(x, mask_value), [-1])",
    },
    {
        .kind = RowKind::kLayer,
        .name = "Softmax",
        .doc = "exp(x) divided by its sum over the last dimension. Shapes: y is like x.",
        .call =
            "z = has_mask ? SelectV2(mask, x, T == half ? -30000 : -1000000000) : x; s = Softmax(z); "
            "y: has_mask ? SelectV2(mask, s, 0) : s",
        .mask = kKeepsMask,
        .uses_mask = true,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Flatten",
        .inputs = "x: I",
        .doc = "Joins all dimensions but the first. Shapes: x [b, n, m, ...], y [b, n m ...].",
        .call = FlattenCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Reshape",
        .inputs = "x: I",
        .args = "target_shape: list(int)",
        .doc =
            "The same elements in another shape, without the batch. One size may be -1: what is left.",
        .call = ReshapeCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Permute",
        .inputs = "x: I",
        .args = "dims: list(int)",
        .doc = "Other order of dimensions, counted from 1, without the batch.",
        .call = PermuteCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "RepeatVector",
        .inputs = "x: I",
        .args = "n: int >= 1",
        .doc = "Repeats each sample. Shapes: x [b, m], y [b, n, m].",
        .call = "y: Tile(ExpandDims(x, 1), [1, n, 1])",
    },
    {
        .kind = RowKind::kLayer,
        .name = "Embedding",
        .inputs = "x: I",
        .args = "input_dim: int >= 1; output_dim: int >= 1; embeddings_initializer: string = 'uniform'; "
                "embeddings_regularizer: string = ''; embeddings_constraint: string = ''; mask_zero: "
                "bool = false",
        .doc = "Gives each number, which is at least 0 and below input_dim, its row of embeddings. "
               "Shapes: x "
               "[...], y [..., output_dim]; embeddings [input_dim, output_dim].",
        .call = "y: GatherV2(embeddings, Cast(x, DstT = int32), 0)",
        .weights = {{.name = "embeddings",
                     .shape = "[input_dim, output_dim]",
                     .initializer = "embeddings_initializer",
                     .regularizer = "embeddings_regularizer",
                     .constraint = "embeddings_constraint"}},
        .mask = "mask: mask_zero ? NotEqual(x, 0) : none",
    },
    {
        .kind = RowKind::kLayer,
        .name = "Dropout",
        .args = "rate: float; seed: int = 0",
        .doc = "While training, makes each element 0 with probability rate and the others larger by 1 / "
               "(1 - "
               "rate). Shapes: y is like x.",
        .call = RUNNEL_DROPOUT("shape(x)"),
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "SpatialDropout1D",
        .args = "rate: float; seed: int = 0",
        .doc = "As Dropout, for whole channels. Shapes: x [b, n, c], y like it.",
        .call = RUNNEL_DROPOUT("shape(Sum(x, [1], keep_dims = true))"),
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "SpatialDropout2D",
        .args = "rate: float; seed: int = 0",
        .doc = "As Dropout, for whole channels. Shapes: x [b, h, w, c], y like it.",
        .call = RUNNEL_DROPOUT("shape(Sum(x, [1, 2], keep_dims = true))"),
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "GaussianNoise",
        .args = "stddev: float; seed: int = 0",
        .doc = "While training, adds normal noise. Shapes: y is like x.",
        .call = "y: training ? x + stddev * RandomStandardNormal(shape(x), dtype = T, seed = seed, "
                "seed2 = seed2) : x",
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "GaussianDropout",
        .args = "rate: float; seed: int = 0",
        .doc = "While training, multiplies by normal noise of mean 1 and variance rate / (1 - rate). "
               "Shapes: y is "
               "like x.",
        .call = "y: training ? x * (1 + Sqrt(constant(rate / (1 - rate), T)) * "
                "RandomStandardNormal(shape(x), dtype = T, "
                "seed = seed, seed2 = seed2)) : x",
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Rescaling",
        .args = "scale: float; offset: float = 0",
        .doc = "x scale + offset; integers become floating. Shapes: y is like x.",
        .call = "y: offset == 0 ? x * scale : x * scale + offset",
        .mask = kKeepsMask,
    },
};

}  // namespace

std::span<const Row> CoreLayerRows() { return kCoreLayers; }

}  // namespace runnel::learn
