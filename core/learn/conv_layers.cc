// Convolutions. Images are channels last.
#include "core/learn/row.h"
#include "core/learn/row_text.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// How long an axis of a transposed convolution's output is. A padding behind of -1 is not said; then
// padded outputs are in * stride long, and others as long as the kernel or the stride needs.
Result<int64_t> TransposedLength(int64_t in, int64_t kernel, int64_t stride, bool same, int64_t behind) {
  if (behind < -1 || behind >= stride)
    return InvalidArgument("output_padding ", behind, ": expected 0 up to its stride, ", stride);
  int64_t length = 0;
  bool large = __builtin_mul_overflow(in - 1, stride, &length);
  const int64_t more = !same ? kernel + (behind < 0 ? std::max<int64_t>(stride - kernel, 0) : behind)
                       : behind < 0 ? stride
                                    : kernel % 2 + behind;
  large |= __builtin_add_overflow(length, more, &length);
  if (large || length < 1) return InvalidArgument("its output is too large, or empty");
  return length;
}

// The gradient of a convolution by its input, as a convolution of its own, along one to three axes.
template <size_t axes>
Status TransposeCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef x = ctx.input(0), kernel = ctx.input(1);
  const OutputRef bias = ctx.input(2);
  const Shape in = ShapeOf(x);
  std::vector<int64_t> size = *ctx.attr<std::vector<int64_t>>("kernel_size");
  std::vector<int64_t> strides = *ctx.attr<std::vector<int64_t>>("strides");
  std::vector<int64_t> dilations = *ctx.attr<std::vector<int64_t>>("dilation_rate");
  const auto& behind = *ctx.attr<std::vector<int64_t>>("output_padding");
  const bool same = *ctx.attr<std::string>("padding") == "SAME";
  for (const std::vector<int64_t>* list : {&size, &strides, &dilations}) {
    if (list->size() != axes)
      return InvalidArgument("kernel_size, strides and dilation_rate: expected ", axes,
                             " numbers each, got ", list->size());
  }
  bool fits = in.has_rank() && static_cast<size_t>(in.rank()) == axes + 2;
  for (size_t i = 0; fits && i < axes; ++i) fits = in.dim(static_cast<int>(i) + 1) >= 0;
  if (!fits) {
    return InvalidArgument("its input must have ", axes,
                           " dimensions of known sizes between batch and channels, got ", in.ToString());
  }
  if (!behind.empty() && behind.size() != 1 && behind.size() != axes)
    return InvalidArgument("output_padding has ", behind.size(), " numbers, expected ", axes);
  std::vector<int64_t> out;
  for (size_t i = 0; i < axes; ++i) {
    if (size[i] < 1 || strides[i] < 1 || dilations[i] < 1 || size[i] > INT32_MAX ||
        dilations[i] > INT32_MAX)
      return InvalidArgument("kernel_size, strides and dilation_rate must be at least 1");
    RUNNEL_ASSIGN_OR_RETURN(
        const int64_t length,
        TransposedLength(in.dim(static_cast<int>(i) + 1), (size[i] - 1) * dilations[i] + 1, strides[i],
                         same, behind.empty() ? -1 : behind[behind.size() == 1 ? 0 : i]));
    out.push_back(length);
  }
  const OutputRef batch =
      b.Op("StridedSlice", {ShapeTensor(ctx, x), IntVector(b, DType::kInt32, {0}),
                            IntVector(b, DType::kInt32, {1}), IntVector(b, DType::kInt32, {1})});
  out.push_back(*ctx.attr<int64_t>("filters"));
  Shape known{-1};
  for (const int64_t length : out) known.Append(length);
  if (axes == 1) {  // a row of an image
    const OutputRef first = IntScalar(b, DType::kInt32, 1);
    x = b.Op("ExpandDims", {x, first});
    kernel = b.Op("ExpandDims", {kernel, IntScalar(b, DType::kInt32, 0)});
    out.insert(out.begin(), 1);
    strides.insert(strides.begin(), 1);
    dilations.insert(dilations.begin(), 1);
  }
  const OutputRef sizes = b.Op(
      "ConcatV2",
      std::vector<OutputRef>{batch, IntVector(b, DType::kInt32, out), IntScalar(b, DType::kInt32, 0)});
  for (std::vector<int64_t>* each : {&strides, &dilations}) {
    each->insert(each->begin(), 1);
    each->push_back(1);
  }
  OutputRef y = b.Op(axes == 3 ? "Conv3DBackpropInputV2" : "Conv2DBackpropInput", {sizes, kernel, x},
                     {{"strides", AttrValue(strides)},
                      {"dilations", AttrValue(dilations)},
                      {"padding", same ? "SAME" : "VALID"}});
  if (axes == 1) y = b.Op("Squeeze", {y}, {{"squeeze_dims", AttrValue(std::vector<int64_t>{1})}});
  // What is known of the result is what was computed above.
  y = b.Op("EnsureShape", {y}, {{"shape", known}});
  if (bias) y = axes == 3 ? b.Op("AddV2", {y, bias}) : b.Op("BiasAdd", {y, bias});
  ctx.set_output(0, y);
  return OkStatus();
}

#define RUNNEL_PADDING "padding: {'VALID', 'SAME'} = 'VALID'"
#define RUNNEL_DEPTHWISE_ARGS                                                                           \
  "activation: string = ''; use_bias: bool = true; depthwise_initializer: string = 'glorot_uniform'; "  \
  "bias_initializer: string = 'zeros'; depthwise_regularizer: string = ''; bias_regularizer: string = " \
  "''; activity_regularizer: string = ''; depthwise_constraint: string = ''; bias_constraint: string "  \
  "= ''"
#define RUNNEL_SEPARABLE_ARGS                                                                \
  RUNNEL_DEPTHWISE_ARGS                                                                      \
  "; pointwise_initializer: string = 'glorot_uniform'; pointwise_regularizer: string = ''; " \
  "pointwise_constraint: string = ''"
#define RUNNEL_DEPTHWISE(name_text)                                                 \
  {                                                                                 \
    .name = name_text, .shape = "[kernel_size, dim(x, -1), depth_multiplier]",      \
    .initializer = "depthwise_initializer", .regularizer = "depthwise_regularizer", \
    .constraint = "depthwise_constraint",                                           \
  }
#define RUNNEL_POINTWISE(shape_text)                                                         \
  {                                                                                          \
    .name = "pointwise_kernel", .shape = shape_text, .initializer = "pointwise_initializer", \
    .regularizer = "pointwise_regularizer", .constraint = "pointwise_constraint",            \
  }
#define RUNNEL_TRANSPOSED(name_text, aliases_text, n, axes, ones, shapes)                             \
  {                                                                                                   \
    .kind = RowKind::kLayer, .name = name_text, .aliases = aliases_text,                              \
    .args = "filters: int >= 1; kernel_size: list(int) >= " n "; strides: list(int) >= " n " = " ones \
            "; " RUNNEL_PADDING "; " RUNNEL_KERNEL_ARGS                                               \
            "; output_padding: list(int) = []; "                                                      \
            "dilation_rate: list(int) >= " n " = " ones,                                              \
    .doc =                                                                                            \
        "The gradient of a convolution by its input, which makes its input larger; "                  \
        "output_padding, below the strides, makes it that much longer. Shapes: " shapes               \
        "; kernel [kernel_size, filters, c], bias [filters].",                                        \
    .call = TransposeCall<axes>,                                                                      \
    .weights = {RUNNEL_KERNEL("[kernel_size, filters, dim(x, -1)]"), RUNNEL_BIAS("[filters]")},       \
    .channels = Channels::kByFormat,                                                                  \
  }

constexpr Row kConvLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "Conv1D",
        .aliases = "Convolution1D",
        .args = "filters: int >= 1; kernel_size: int >= 1; strides: int >= 1 = 1; "
                "padding: {'VALID', 'SAME', 'CAUSAL'} = 'VALID'; dilation_rate: int >= 1 = 1; "
                "groups: int >= 1 = 1; " RUNNEL_KERNEL_ARGS,
        .doc = "Convolution along one axis. padding 'causal' lets no output depend on later inputs. "
               "Shapes: x [b, n, "
               "c], y [b, m, filters]; kernel [kernel_size, c / groups, filters], bias [filters].",
        .call =
            "h = Squeeze(Conv2D(ExpandDims(x, 1), ExpandDims(kernel, 0), strides = [1, 1, strides, 1], "
            "padding = padding == 'CAUSAL' ? 'EXPLICIT' : padding, explicit_paddings = padding == "
            "'CAUSAL' ? "
            "[0, 0, 0, 0, (kernel_size - 1) * dilation_rate, 0, 0, 0] : [], dilations = [1, 1, "
            "dilation_rate, 1]), "
            "squeeze_dims = [1]); y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {RUNNEL_KERNEL("[kernel_size, dim(x, -1) / groups, filters]"),
                    RUNNEL_BIAS("[filters]")},
        .channels = Channels::kByFormat,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Conv2D",
        .aliases = "Convolution2D",
        .args = "filters: int >= 1; kernel_size: list(int) >= 2; strides: list(int) >= 2 = [1, "
                "1]; " RUNNEL_PADDING
                "; dilation_rate: list(int) >= 2 = [1, 1]; groups: int >= 1 = 1; " RUNNEL_KERNEL_ARGS,
        .doc = "Convolution over images. Shapes: x [b, h, w, c], y [b, h', w', filters]; kernel "
               "[kernel_size, c / "
               "groups, filters], bias [filters].",
        .call = "h = Conv2D(x, kernel, strides = [1, strides, 1], padding = padding, dilations = [1, "
                "dilation_rate, 1]); "
                "y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {RUNNEL_KERNEL("[kernel_size, dim(x, -1) / groups, filters]"),
                    RUNNEL_BIAS("[filters]")},
        .channels = Channels::kByFormat,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Conv3D",
        .aliases = "Convolution3D",
        .args = "filters: int >= 1; kernel_size: list(int) >= 3; strides: list(int) >= 3 = [1, 1, "
                "1]; " RUNNEL_PADDING "; dilation_rate: list(int) >= 3 = [1, 1, 1]; groups: int >= 1 = "
                "1; " RUNNEL_KERNEL_ARGS,
        .doc = "Convolution over volumes. Shapes: x [b, d, h, w, c], y [b, d', h', w', filters]; kernel "
               "[kernel_size, c / groups, filters], bias [filters].",
        .call = "h = Conv3D(x, kernel, strides = [1, strides, 1], padding = padding, dilations = [1, "
                "dilation_rate, 1]); "
                "y: use_bias ? h + bias : h",
        .weights = {RUNNEL_KERNEL("[kernel_size, dim(x, -1) / groups, filters]"),
                    RUNNEL_BIAS("[filters]")},
        .channels = Channels::kByFormat,
    },
    {
        .kind = RowKind::kLayer,
        .name = "DepthwiseConv2D",
        .args = "kernel_size: list(int) >= 2; strides: list(int) >= 2 = [1, 1]; " RUNNEL_PADDING
                "; depth_multiplier: int >= 1 = 1; dilation_rate: list(int) >= 2 = [1, "
                "1]; " RUNNEL_DEPTHWISE_ARGS,
        .doc = "Convolves each channel by itself. Shapes: x [b, h, w, c], y [b, h', w', c "
               "depth_multiplier]; kernel "
               "[kernel_size, c, depth_multiplier], bias [c depth_multiplier].",
        .call = "h = DepthwiseConv2dNative(x, kernel, strides = [1, strides, 1], padding = padding, "
                "dilations = [1, dilation_rate, 1]); y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {RUNNEL_DEPTHWISE("kernel"), RUNNEL_BIAS("[dim(x, -1) * depth_multiplier]")},
        .channels = Channels::kByFormat,
    },
    {
        .kind = RowKind::kLayer,
        .name = "SeparableConv2D",
        .aliases = "SeparableConvolution2D",
        .args = "filters: int >= 1; kernel_size: list(int) >= 2; strides: list(int) >= 2 = [1, "
                "1]; " RUNNEL_PADDING "; dilation_rate: list(int) >= 2 = [1, 1]; depth_multiplier: int "
                ">= 1 = 1; " RUNNEL_SEPARABLE_ARGS,
        .doc =
            "Convolves each channel by itself, then mixes the channels. Shapes: x [b, h, w, c], y [b, "
            "h', w', "
            "filters]; depthwise_kernel [kernel_size, c, depth_multiplier], pointwise_kernel [1, 1, c "
            "depth_multiplier, filters], bias [filters].",
        .call = "d = DepthwiseConv2dNative(x, depthwise_kernel, strides = [1, strides, 1], padding = "
                "padding, "
                "dilations = [1, dilation_rate, 1]); "
                "h = Conv2D(d, pointwise_kernel, strides = [1, 1, 1, 1], padding = 'VALID'); "
                "y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {RUNNEL_DEPTHWISE("depthwise_kernel"),
                    RUNNEL_POINTWISE("[1, 1, dim(x, -1) * depth_multiplier, filters]"),
                    RUNNEL_BIAS("[filters]")},
        .channels = Channels::kByFormat,
    },
    {
        .kind = RowKind::kLayer,
        .name = "DepthwiseConv1D",
        .args = "kernel_size: int >= 1; strides: int >= 1 = 1; " RUNNEL_PADDING
                "; depth_multiplier: int >= 1 = 1; dilation_rate: int >= 1 = 1; " RUNNEL_DEPTHWISE_ARGS,
        .doc = "Convolves each channel by itself, along one axis. Shapes: x [b, n, c], y [b, m, c "
               "depth_multiplier]; kernel [kernel_size, c, depth_multiplier], bias [c "
               "depth_multiplier].",
        .call = "h = Squeeze(DepthwiseConv2dNative(ExpandDims(x, 1), ExpandDims(kernel, 0), strides = "
                "[1, strides, strides, 1], padding = padding, dilations = [1, 1, dilation_rate, 1]), "
                "squeeze_dims = [1]); y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {RUNNEL_DEPTHWISE("kernel"), RUNNEL_BIAS("[dim(x, -1) * depth_multiplier]")},
        .channels = Channels::kByFormat,
    },
    {
        .kind = RowKind::kLayer,
        .name = "SeparableConv1D",
        .aliases = "SeparableConvolution1D",
        .args = "filters: int >= 1; kernel_size: int >= 1; strides: int >= 1 = 1; " RUNNEL_PADDING
                "; dilation_rate: int >= 1 = 1; depth_multiplier: int >= 1 = 1; " RUNNEL_SEPARABLE_ARGS,
        .doc = "Convolves each channel by itself along one axis, then mixes the channels. Shapes: x [b, "
               "n, c], y [b, m, filters]; depthwise_kernel [kernel_size, c, depth_multiplier], "
               "pointwise_kernel [1, c depth_multiplier, filters], bias [filters].",
        .call = "d = DepthwiseConv2dNative(ExpandDims(x, 1), ExpandDims(depthwise_kernel, 0), strides = "
                "[1, strides, strides, 1], padding = padding, dilations = [1, 1, dilation_rate, 1]); "
                "h = Squeeze(Conv2D(d, ExpandDims(pointwise_kernel, 0), strides = [1, 1, 1, 1], padding "
                "= 'VALID'), squeeze_dims = [1]); y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {RUNNEL_DEPTHWISE("depthwise_kernel"),
                    RUNNEL_POINTWISE("[1, dim(x, -1) * depth_multiplier, filters]"),
                    RUNNEL_BIAS("[filters]")},
        .channels = Channels::kByFormat,
    },
    RUNNEL_TRANSPOSED("Conv1DTranspose", "Convolution1DTranspose", "1", 1, "[1]",
                      "x [b, n, c], y [b, m, filters]"),
    RUNNEL_TRANSPOSED("Conv2DTranspose", "Convolution2DTranspose", "2", 2, "[1, 1]",
                      "x [b, h, w, c], y [b, h', w', filters]"),
    RUNNEL_TRANSPOSED("Conv3DTranspose", "Convolution3DTranspose", "3", 3, "[1, 1, 1]",
                      "x [b, d, h, w, c], y [b, d', h', w', filters]"),
};

}  // namespace

std::span<const Row> ConvLayerRows() { return kConvLayers; }

}  // namespace runnel::learn
