// Long short-term memory whose products are convolutions. What inputs give to the gates of all steps is
// one convolution, ahead of the loop.
#include "core/learn/recurrent.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

struct ConvSizes {
  std::vector<int64_t> strides, dilations;
  bool same = false;
};

// Along one to three axes, as many as `sizes` says: [b, ..., c] by kernel [..., c, filters].
OutputRef Convolve(GraphBuilder& b, OutputRef x, OutputRef kernel, const ConvSizes& sizes) {
  ConvSizes of = sizes;
  const bool is_line = of.strides.size() == 1, is_volume = of.strides.size() == 3;
  if (is_line) {  // a row of an image
    x = b.Op("ExpandDims", {x, IntScalar(b, DType::kInt32, 1)});
    kernel = b.Op("ExpandDims", {kernel, IntScalar(b, DType::kInt32, 0)});
    of.strides.insert(of.strides.begin(), 1);
    of.dilations.insert(of.dilations.begin(), 1);
  }
  for (std::vector<int64_t>* each : {&of.strides, &of.dilations}) {
    each->insert(each->begin(), 1);
    each->push_back(1);
  }
  const OutputRef y = b.Op(is_volume ? "Conv3D" : "Conv2D", {x, kernel},
                           {{"strides", AttrValue(of.strides)},
                            {"dilations", AttrValue(of.dilations)},
                            {"padding", of.same ? "SAME" : "VALID"}});
  return is_line ? b.Op("Squeeze", {y}, {{"squeeze_dims", AttrValue(std::vector<int64_t>{1})}}) : y;
}

// The sizes of a state behind the batch, channels last. Errors: INVALID_ARGUMENT for an input of other
// dimensions or of unknown sizes, for strides with dilations, and for kernels that do not fit.
Result<std::vector<int64_t>> StateSizes(LayerContext& ctx, const ConvSizes& conv,
                                        const std::vector<int64_t>& kernel, bool channels_first) {
  const size_t axes = kernel.size();
  RUNNEL_ASSIGN_OR_RETURN(const Shape in, RankOf(ctx.input(0), static_cast<int>(axes) + 3, "its input"));
  std::vector<int64_t> sizes;
  bool strides = false, dilates = false;
  for (size_t i = 0; i < axes; ++i) {
    const int64_t n = in.dim(static_cast<int>(i) + (channels_first ? 3 : 2));
    if (n < 0)
      return InvalidArgument("the sizes of its input ", in.ToString(),
                             " behind the steps must be known");
    const int64_t stride = conv.strides[i], dilation = conv.dilations[i], size = kernel[i];
    if (size < 1 || stride < 1 || dilation < 1 || size > INT32_MAX || stride > INT32_MAX ||
        dilation > INT32_MAX)
      return InvalidArgument("kernel_size, strides and dilation_rate must be at least 1 and below 2^31");
    strides |= stride > 1;
    dilates |= dilation > 1;
    const int64_t covered = (size - 1) * dilation + 1;
    const int64_t out = conv.same     ? (n + stride - 1) / stride
                        : n < covered ? 0
                                      : (n - covered) / stride + 1;
    if (out < 1)
      return InvalidArgument("a kernel of ", covered, " does not fit into ", n, " values of its input ",
                             in.ToString());
    sizes.push_back(out);
  }
  if (strides && dilates) return InvalidArgument("strides and dilation_rate are not both above 1");
  sizes.push_back(ctx.arg<int64_t>("filters"));
  return sizes;
}

Status ConvLstmCall(LayerContext& ctx) {
  GraphBuilder& outside = ctx.b();
  const auto& kernel_size = ctx.arg<std::vector<int64_t>>("kernel_size");
  const size_t axes = kernel_size.size();
  ConvSizes conv = {ctx.arg<std::vector<int64_t>>("strides"),
                    ctx.arg<std::vector<int64_t>>("dilation_rate"), ctx.text("padding") == "SAME"};
  if (axes < 1 || axes > 3 || conv.strides.size() != axes || conv.dilations.size() != axes)
    return InvalidArgument("strides and dilation_rate: expected ", axes,
                           " numbers each, as kernel_size");
  const bool channels_first = ctx.text("data_format") == "channels_first";
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> sizes,
                          StateSizes(ctx, conv, kernel_size, channels_first));
  Recurrent rnn(ctx, sizes, 2, channels_first);
  RUNNEL_RETURN_IF_ERROR(rnn.Begin());

  // All steps of all samples beside each other.
  const Shape x = ShapeOf(rnn.x());
  std::vector<int64_t> flat = {-1}, states = {-1};
  for (int i = 2; i < x.rank(); ++i) flat.push_back(x.dim(i));
  states.insert(states.end(), sizes.begin(), sizes.end());
  OutputRef projected =
      Convolve(outside, outside.Op("Reshape", {rnn.x(), IntVector(outside, DType::kInt64, flat)}),
               ctx.weight("kernel"), conv);
  if (ctx.weight("bias")) projected = outside.Op("AddV2", {projected, ctx.weight("bias")});

  const std::string& activation = ctx.text("activation");
  const std::string& gate = ctx.text("recurrent_activation");
  const ConvSizes recurrent = {std::vector<int64_t>(axes, 1), std::vector<int64_t>(axes, 1), true};
  const int64_t units = rnn.units();
  return rnn.Loop(rnn.BySteps(projected), {},
                  [&, units](GraphBuilder& b, OutputRef of_x, const std::vector<OutputRef>& before,
                             const std::vector<OutputRef>& constants) -> Result<std::vector<OutputRef>> {
                    const auto shaped = [&](OutputRef state) {
                      return b.Op("Reshape", {state, IntVector(b, DType::kInt64, states)});
                    };
                    const auto flattened = [&](OutputRef state) {
                      return b.Op("Reshape", {state, IntVector(b, DType::kInt64, {-1, units})});
                    };
                    const OutputRef product = Convolve(b, shaped(rnn.Dropped(b, before[0], constants)),
                                                       constants[0], recurrent);
                    const std::vector<OutputRef> z =
                        b.Ops("Split",
                              {IntScalar(b, DType::kInt32, static_cast<int64_t>(axes) + 1),
                               b.Op("AddV2", {of_x, product})},
                              {{"num_split", int64_t{4}}});
                    RUNNEL_RETURN_IF_ERROR(b.status());
                    RUNNEL_ASSIGN_OR_RETURN(const OutputRef i, Activate(&b, gate, z[0]));
                    RUNNEL_ASSIGN_OR_RETURN(const OutputRef f, Activate(&b, gate, z[1]));
                    RUNNEL_ASSIGN_OR_RETURN(const OutputRef fresh, Activate(&b, activation, z[2]));
                    RUNNEL_ASSIGN_OR_RETURN(const OutputRef o, Activate(&b, gate, z[3]));
                    const OutputRef c =
                        b.Op("AddV2", {b.Op("Mul", {f, shaped(before[1])}), b.Op("Mul", {i, fresh})});
                    RUNNEL_RETURN_IF_ERROR(b.status());
                    RUNNEL_ASSIGN_OR_RETURN(const OutputRef shown, Activate(&b, activation, c));
                    return std::vector<OutputRef>{flattened(b.Op("Mul", {o, shown})), flattened(c)};
                  });
}

#define RUNNEL_CELL_WEIGHT(name_text, shape_text, initial_text, part)                              \
  {                                                                                                \
    .name = name_text, .shape = shape_text, .initializer = initial_text,                           \
    .regularizer = part "_regularizer", .constraint = part "_constraint", .path = "conv_lstm_cell" \
  }
#define RUNNEL_CONV_LSTM(name_text, n, ones, shapes)                                                    \
  {                                                                                                     \
    .kind = RowKind::kLayer, .name = name_text, .inputs = "x: T, initial_state: N * T",                 \
    .args = "filters: int >= 1; kernel_size: list(int) >= " n "; strides: list(int) >= " n " = " ones   \
            "; padding: {'VALID', 'SAME'} = 'VALID'; data_format: {'channels_last', 'channels_first'} " \
            "= 'channels_last'; dilation_rate: list(int) >= " n " = " ones                              \
            "; activation: string = 'tanh'; recurrent_activation: string = "                            \
            "'sigmoid'; " RUNNEL_RNN_WEIGHT_ARGS "unit_forget_bias: bool = true; " RUNNEL_RNN_ARGS,     \
    .doc =                                                                                              \
        "LSTM over images: the products of inputs and of states with kernels are convolutions, that "   \
        "of states padded to their size. dropout and recurrent_dropout drop the same elements for "     \
        "all gates. Shapes: " shapes                                                                    \
        "; kernel [kernel_size, c, 4 filters], recurrent_kernel "                                       \
        "[kernel_size, filters, 4 filters], bias [4 filters]. Source: Shi et al. 2015.",                \
    .weights = {RUNNEL_CELL_WEIGHT("kernel",                                                            \
                                   "[kernel_size, (data_format == 'channels_first' ? dim(x, 2) : "      \
                                   "dim(x, -1)), 4 * filters]",                                         \
                                   "kernel_initializer", "kernel"),                                     \
                RUNNEL_CELL_WEIGHT("recurrent_kernel", "[kernel_size, filters, 4 * filters]",           \
                                   "recurrent_initializer", "recurrent"),                               \
                {.name = "bias",                                                                        \
                 .shape = "[4 * filters]",                                                              \
                 .initializer = "bias_initializer",                                                     \
                 .regularizer = "bias_regularizer",                                                     \
                 .constraint = "bias_constraint",                                                       \
                 .when = "use_bias",                                                                    \
                 .path = "conv_lstm_cell",                                                              \
                 .initial = LstmBias}},                                                                 \
    .own_activation = true, .layer = ConvLstmCall,                                                      \
  }

constexpr Row kConvLstmLayers[] = {
    RUNNEL_CONV_LSTM("ConvLSTM1D", "1", "[1]",
                     "x [b, steps, n, c], y [b, m, filters] or [b, steps, m, filters]"),
    RUNNEL_CONV_LSTM("ConvLSTM2D", "2", "[1, 1]",
                     "x [b, steps, h, w, c], y [b, h', w', filters] or [b, steps, h', w', filters]"),
    RUNNEL_CONV_LSTM("ConvLSTM3D", "3", "[1, 1, 1]",
                     "x [b, steps, d, h, w, c], y [b, d', h', w', filters] or [b, steps, d', h', w', "
                     "filters]"),
};

}  // namespace

std::span<const Row> ConvLstmLayerRows() { return kConvLstmLayers; }

}  // namespace runnel::learn
