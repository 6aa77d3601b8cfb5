// Layers of one product, of shapes, and of noise.
#include <algorithm>
#include <cmath>

#include "core/base/number.h"
#include "core/learn/layer_row.h"
#include "core/learn/row_text.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// Joins all dimensions but the first, which may be unknown.
Status FlattenCall(CompositionContext& ctx) {
  const OutputRef x = ctx.input(0);
  const Shape& shape = ShapeOf(x);
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
  const Shape& shape = ShapeOf(x);
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

// One alpha for each element of a sample, or for all along the shared axes.
Result<std::optional<std::vector<int64_t>>> AlphaSizes(const BoundRow& row, const RowCall& call) {
  const Shape& shape = ShapeOf(call.inputs[0]);
  const auto& shared = row.arg<std::vector<int64_t>>("shared_axes");
  if (!shape.has_rank() || shape.rank() < 2)
    return InvalidArgument("its input must have dimensions behind the batch, got ", shape.ToString());
  for (const int64_t axis : shared) {
    if (axis < 1 || axis >= shape.rank())
      return InvalidArgument("shared_axes: ", axis, " is no dimension behind the batch of its input ",
                             shape.ToString());
  }
  std::vector<int64_t> sizes;
  for (int i = 1; i < shape.rank(); ++i) {
    const bool one = std::find(shared.begin(), shared.end(), i) != shared.end();
    if (!one && shape.dim(i) < 0)
      return InvalidArgument("dimension ", i, " of its input ", shape.ToString(), " is not known");
    sizes.push_back(one ? 1 : shape.dim(i));
  }
  return std::optional(sizes);
}

// ---- dropout ----

// The shape of what is drawn: that of x, with 1 along some axes.
OutputRef DrawnShape(LayerContext& ctx, const std::vector<int64_t>& axes) {
  OutputRef x = ctx.input(0);
  if (!axes.empty())
    x = ctx.b().Op("Sum", {x, IntVector(ctx.b(), DType::kInt32, axes)}, {{"keep_dims", true}});
  return ctx.b().Op("Shape", {x});
}

// Keras' noise_shape, where none, -1 here, stands for the size of x: the axes of size 1.
Result<std::vector<int64_t>> SharedAxes(LayerContext& ctx) {
  const auto& sizes = ctx.arg<std::vector<int64_t>>("noise_shape");
  const Shape& shape = ShapeOf(ctx.input(0));
  std::vector<int64_t> axes;
  if (sizes.empty()) return axes;
  if (!shape.has_rank() || static_cast<size_t>(shape.rank()) != sizes.size())
    return InvalidArgument("noise_shape has ", sizes.size(), " sizes, its input is ", shape.ToString());
  for (int i = 0; i < shape.rank(); ++i) {
    const int64_t size = sizes[static_cast<size_t>(i)];
    if (size == 1) {
      axes.push_back(i);
    } else if (size != -1 && shape.dim(i) >= 0 && size != shape.dim(i)) {
      return InvalidArgument("noise_shape: size ", size, " of dimension ", i,
                             ": expected 1 or that of its input ", shape.ToString());
    }
  }
  return axes;
}

Status DropoutOver(LayerContext& ctx, const std::vector<int64_t>& axes, std::string_view arg = "rate") {
  const double rate = ctx.number(arg);
  if (rate < 0 || rate > 1) return InvalidArgument(arg, ": expected 0 to 1, got ", rate);
  OutputRef y = ctx.input(0);
  if (ctx.training() && rate == 1) y = ctx.b().Op("ZerosLike", {y});
  if (ctx.training() && rate > 0 && rate < 1)
    y = ctx.b().Op("Mul", {y, ctx.Kept(DrawnShape(ctx, axes), rate, 0)});
  ctx.Give(y, ctx.mask(0));
  return OkStatus();
}

Status DropoutCall(LayerContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, SharedAxes(ctx));
  return DropoutOver(ctx, axes);
}

// Whole channels: drawn once for all positions.
Status SpatialDropoutCall(LayerContext& ctx) {
  const Shape& shape = ShapeOf(ctx.input(0));
  if (!shape.has_rank() || shape.rank() < 3)
    return InvalidArgument("its input must be [batch, positions, ..., channels], got ",
                           shape.ToString());
  std::vector<int64_t> axes;
  for (int i = 1; i + 1 < shape.rank(); ++i) axes.push_back(i);
  return DropoutOver(ctx, axes);
}

// Whole samples.
Status StochasticDepthCall(LayerContext& ctx) {
  const Shape& shape = ShapeOf(ctx.input(0));
  if (!shape.has_rank()) return InvalidArgument("its input's number of dimensions is not known");
  std::vector<int64_t> axes;
  for (int i = 1; i < shape.rank(); ++i) axes.push_back(i);
  return DropoutOver(ctx, axes, "drop_path_rate");
}

std::string ScaleInitial(const BoundRow& row) {
  return StrCat("Constant(",
                RealText(static_cast<double>(row.arg<float>("init_values")), RealType::kFloat), ")");
}

// What is dropped becomes selu's limit, and all is moved so that mean and variance stay.
Status AlphaDropoutCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  const double rate = ctx.number("rate");
  if (rate < 0 || rate >= 1) return InvalidArgument("rate: expected 0 up to 1, got ", rate);
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> axes, SharedAxes(ctx));
  OutputRef y = ctx.input(0);
  if (ctx.training() && rate > 0) {
    constexpr double kLimit = -1.6732632423543772848170429916717 * 1.0507009873554804934193349852946;
    const double a = 1 / std::sqrt((1 - rate) * (1 + rate * kLimit * kLimit));
    const OutputRef kept =
        b.Op("GreaterEqual", {ctx.Uniform(DrawnShape(ctx, axes), 0), b.Scalar(ctx.dtype(), rate)});
    y = b.Op("SelectV2", {kept, y, b.Scalar(ctx.dtype(), kLimit)});
    y = b.Op("AddV2",
             {b.Op("Mul", {y, b.Scalar(ctx.dtype(), a)}), b.Scalar(ctx.dtype(), -a * kLimit * rate)});
  }
  ctx.Give(y, ctx.mask(0));
  return OkStatus();
}

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
                "string = ''; shared_axes: list(int) = []",
        .doc = "x where it is positive, alpha x elsewhere, with an alpha for each element of a sample, "
               "or for all along shared_axes. Shapes: y is like x; alpha is like x without the batch, "
               "and 1 along shared_axes.",
        .call = "y: Relu(x) - alpha * Relu(-x)",
        .weights = {{.name = "alpha",
                     .initializer = "alpha_initializer",
                     .regularizer = "alpha_regularizer",
                     .constraint = "alpha_constraint",
                     .sizes = AlphaSizes}},
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
        .args = "axis: int = -1",
        .doc = "exp(x) divided by its sum over a dimension. Shapes: y is like x.",
        .call =
            "z = has_mask ? SelectV2(mask, x, T == half ? -30000 : -1000000000) : x; s = Softmax(z); "
            "y: has_mask ? SelectV2(mask, s, 0) : s",
        .mask = kKeepsMask,
        .uses_mask = true,
        .channels = Channels::kByAxis,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Flatten",
        .inputs = "x: I",
        .doc = "Joins all dimensions but the first. Shapes: x [b, n, m, ...], y [b, n m ...].",
        .call = FlattenCall,
        .channels = Channels::kByFormat,
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
        .args = "rate: float; noise_shape: list(int) = []; seed: int = 0",
        .doc = "While training, makes each element 0 with probability rate and the others larger by 1 / "
               "(1 - rate). Along axes of size 1 in noise_shape all go together; none in it is the size "
               "of x. Shapes: y is like x.",
        .layer = DropoutCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "AlphaDropout",
        .args = "rate: float; noise_shape: list(int) = []; seed: int = 0",
        .doc = "As Dropout for what selu gives: mean and variance stay. Shapes: y is like x.",
        .layer = AlphaDropoutCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "StochasticDepth",
        .args = "drop_path_rate: float; seed: int = 0",
        .doc =
            "As Dropout, for whole samples, as ConvNeXt drops what a block adds. Shapes: y is like x. "
            "Source: Huang et al. 2016.",
        .layer = StochasticDepthCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "LayerScale",
        .args = "init_values: float; projection_dim: int >= 1",
        .doc =
            "x gamma, which begins at init_values, as in ConvNeXt. Shapes: x [..., projection_dim], y "
            "like it; gamma [projection_dim]. Source: Touvron et al. 2021.",
        .call = "y: x * gamma",
        .weights = {{.name = "gamma", .shape = "[projection_dim]", .initial = ScaleInitial}},
        .mask = kKeepsMask,
    },
    {
        .kind = RowKind::kLayer,
        .name = "CustomScaleLayer",
        .inputs = "x: T, other: T",
        .args = "scale: float",
        .doc = "x + scale other, as InceptionResNet adds its blocks. Shapes: y is like x, and other.",
        .call = "y: x + scale * other",
    },
    {
        .kind = RowKind::kLayer,
        .name = "SpatialDropout1D",
        .args = "rate: float; seed: int = 0",
        .doc = "As Dropout, for whole channels. Shapes: x [b, n, c], y like it.",
        .layer = SpatialDropoutCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "SpatialDropout2D",
        .args = "rate: float; seed: int = 0",
        .doc = "As Dropout, for whole channels. Shapes: x [b, h, w, c], y like it.",
        .channels = Channels::kByFormat,
        .layer = SpatialDropoutCall,
    },
    {
        .kind = RowKind::kLayer,
        .name = "SpatialDropout3D",
        .args = "rate: float; seed: int = 0",
        .doc = "As Dropout, for whole channels. Shapes: x [b, d, h, w, c], y like it.",
        .channels = Channels::kByFormat,
        .layer = SpatialDropoutCall,
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
