// Convolutions. Images are channels last.
#include "core/learn/row.h"
#include "core/learn/row_text.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// The gradient of a convolution by its input, as a convolution of its own. Keras' output size: in *
// stride if padded, else in * stride + max(kernel - stride, 0).
Status TransposeCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0), kernel = ctx.input(1), bias = ctx.input(2);
  const Shape& in = x.node->output_shape(x.index);
  const auto& size = *ctx.attr<std::vector<int64_t>>("kernel_size");
  const auto& strides = *ctx.attr<std::vector<int64_t>>("strides");
  const bool same = *ctx.attr<std::string>("padding") == "SAME";
  if (!in.has_rank() || in.rank() != 4 || in.dim(1) < 0 || in.dim(2) < 0) {
    return InvalidArgument(
        "its input must be [batch, height, width, channels] with a known height and width, got ",
        in.ToString());
  }
  std::vector<int64_t> out = {-1, 0, 0, *ctx.attr<int64_t>("filters")};
  for (size_t i = 0; i < 2; ++i) {
    int64_t length = 0;
    if (__builtin_mul_overflow(in.dim(static_cast<int>(i) + 1), strides[i], &length) ||
        __builtin_add_overflow(length, same ? 0 : std::max<int64_t>(size[i] - strides[i], 0), &length)) {
      return InvalidArgument("its output is too large");
    }
    out[i + 1] = length;
  }
  const OutputRef batch =
      b.Op("StridedSlice", {ShapeTensor(ctx, x), IntVector(b, DType::kInt32, {0}),
                            IntVector(b, DType::kInt32, {1}), IntVector(b, DType::kInt32, {1})});
  const OutputRef sizes = b.Op(
      "ConcatV2", std::vector<OutputRef>{batch, IntVector(b, DType::kInt32, {out[1], out[2], out[3]}),
                                         IntScalar(b, DType::kInt32, 0)});
  const std::vector<int64_t> steps = {1, strides[0], strides[1], 1};
  const AttrValue step_value(steps);
  OutputRef y = b.Op("Conv2DBackpropInput", {sizes, kernel, x},
                     {{"strides", step_value}, {"padding", same ? "SAME" : "VALID"}});
  // What is known of the result is what was computed above.
  y = b.Op("EnsureShape", {y}, {{"shape", Shape{-1, out[1], out[2], out[3]}}});
  if (bias) y = b.Op("BiasAdd", {y, bias});
  ctx.set_output(0, y);
  return OkStatus();
}

#define RUNNEL_PADDING "padding: {'VALID', 'SAME'} = 'VALID'"

constexpr Row kConvLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "Conv1D",
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
    },
    {
        .kind = RowKind::kLayer,
        .name = "Conv2D",
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
    },
    {
        .kind = RowKind::kLayer,
        .name = "Conv3D",
        .args = "filters: int >= 1; kernel_size: list(int) >= 3; strides: list(int) >= 3 = [1, 1, "
                "1]; " RUNNEL_PADDING "; dilation_rate: list(int) >= 3 = [1, 1, 1]; " RUNNEL_KERNEL_ARGS,
        .doc = "Convolution over volumes. Shapes: x [b, d, h, w, c], y [b, d', h', w', filters]; kernel "
               "[kernel_size, "
               "c, filters], bias [filters].",
        .call = "h = Conv3D(x, kernel, strides = [1, strides, 1], padding = padding, dilations = [1, "
                "dilation_rate, 1]); "
                "y: use_bias ? h + bias : h",
        .weights = {RUNNEL_KERNEL("[kernel_size, dim(x, -1), filters]"), RUNNEL_BIAS("[filters]")},
    },
    {
        .kind = RowKind::kLayer,
        .name = "DepthwiseConv2D",
        .args = "kernel_size: list(int) >= 2; strides: list(int) >= 2 = [1, 1]; " RUNNEL_PADDING
                "; depth_multiplier: int >= 1 = 1; dilation_rate: list(int) >= 2 = [1, 1]; activation: "
                "string = ''; "
                "use_bias: bool = true; depthwise_initializer: string = 'glorot_uniform'; "
                "bias_initializer: string = "
                "'zeros'; depthwise_regularizer: string = ''; bias_regularizer: string = ''; "
                "activity_regularizer: "
                "string = ''; depthwise_constraint: string = ''; bias_constraint: string = ''",
        .doc = "Convolves each channel by itself. Shapes: x [b, h, w, c], y [b, h', w', c "
               "depth_multiplier]; kernel "
               "[kernel_size, c, depth_multiplier], bias [c depth_multiplier].",
        .call = "h = DepthwiseConv2dNative(x, kernel, strides = [1, strides, 1], padding = padding, "
                "dilations = [1, dilation_rate, 1]); y: use_bias ? BiasAdd(h, bias) : h",
        .weights = {{.name = "kernel",
                     .shape = "[kernel_size, dim(x, -1), depth_multiplier]",
                     .initializer = "depthwise_initializer",
                     .regularizer = "depthwise_regularizer",
                     .constraint = "depthwise_constraint"},
                    RUNNEL_BIAS("[dim(x, -1) * depth_multiplier]")},
    },
    {
        .kind = RowKind::kLayer,
        .name = "SeparableConv2D",
        .args = "filters: int >= 1; kernel_size: list(int) >= 2; strides: list(int) >= 2 = [1, "
                "1]; " RUNNEL_PADDING "; dilation_rate: list(int) >= 2 = [1, 1]; depth_multiplier: int "
                ">= 1 = 1; activation: string = ''; "
                "use_bias: bool = true; depthwise_initializer: string = 'glorot_uniform'; "
                "pointwise_initializer: string "
                "= 'glorot_uniform'; bias_initializer: string = 'zeros'; depthwise_regularizer: string "
                "= ''; "
                "pointwise_regularizer: string = ''; bias_regularizer: string = ''; "
                "activity_regularizer: string = ''; "
                "depthwise_constraint: string = ''; pointwise_constraint: string = ''; bias_constraint: "
                "string = ''",
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
        .weights = {{.name = "depthwise_kernel",
                     .shape = "[kernel_size, dim(x, -1), depth_multiplier]",
                     .initializer = "depthwise_initializer",
                     .regularizer = "depthwise_regularizer",
                     .constraint = "depthwise_constraint"},
                    {.name = "pointwise_kernel",
                     .shape = "[1, 1, dim(x, -1) * depth_multiplier, filters]",
                     .initializer = "pointwise_initializer",
                     .regularizer = "pointwise_regularizer",
                     .constraint = "pointwise_constraint"},
                    RUNNEL_BIAS("[filters]")},
    },
    {
        .kind = RowKind::kLayer,
        .name = "Conv2DTranspose",
        .args = "filters: int >= 1; kernel_size: list(int) >= 2; strides: list(int) >= 2 = [1, "
                "1]; " RUNNEL_PADDING "; " RUNNEL_KERNEL_ARGS,
        .doc = "The gradient of a convolution by its input, which makes images larger. Shapes: x [b, h, "
               "w, c], y [b, "
               "h', w', filters]; kernel [kernel_size, filters, c], bias [filters].",
        .call = TransposeCall,
        .weights = {RUNNEL_KERNEL("[kernel_size, filters, dim(x, -1)]"), RUNNEL_BIAS("[filters]")},
    },
};

}  // namespace

std::span<const Row> ConvLayerRows() { return kConvLayers; }

}  // namespace runnel::learn
