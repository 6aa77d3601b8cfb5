// Pooling, over windows and over all there is.
#include <algorithm>

#include "core/learn/row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

#define RUNNEL_POOL_ARGS(sizes, defaults, none)                                               \
  "pool_size: list(int) >= " sizes " = " defaults "; strides: list(int) >= " sizes " = " none \
  "; padding: {'VALID', "                                                                     \
  "'SAME'} = 'VALID'"
// Windows do not overlap unless strides say so: 0 stands for the window's size.
#define RUNNEL_STEPS(none) "strides = [1, (strides == " none " ? pool_size : strides), 1]"
#define RUNNEL_WINDOW(none) "ksize = [1, pool_size, 1], " RUNNEL_STEPS(none) ", padding = padding"
#define RUNNEL_LINE                                                                                     \
  "ksize = [1, 1, pool_size, 1], strides = [1, 1, (strides == [0] ? pool_size : strides), 1], padding " \
  "= padding"

#define RUNNEL_POOL(name_text, short_name, args_text, call_text, doc_text)                \
  {                                                                                       \
    .kind = RowKind::kLayer, .name = name_text, .aliases = short_name, .args = args_text, \
    .doc = doc_text, .call = call_text, .channels = Channels::kByFormat,                  \
  }
#define RUNNEL_GLOBAL(name_text, short_name, op, axes, shapes) \
  RUNNEL_POOL(name_text, short_name, "keepdims: bool = false", \
              "y: " op "(x, " axes ", keep_dims = keepdims)",  \
              "The " op " over all positions. Shapes: " shapes ".")

// Windows of different sizes are nodes of their own.
constexpr int64_t kMostWindows = 4096;

// x with an axis of the given length: value i is that of a window from i n / length, rounded down, to
// (i + 1) n / length, rounded up.
Result<OutputRef> PoolAxis(GraphBuilder& b, OutputRef x, const char* op, int axis, int64_t length) {
  const Shape shape = ShapeOf(x);
  const int64_t n = shape.dim(axis);
  if (n < 1)
    return InvalidArgument("dimension ", axis, " of its input ", shape.ToString(),
                           n < 0 ? " is not known" : " is empty");
  if (n == length) return x;
  const auto reduce = [&](OutputRef value, int along, bool keep) {
    return b.Op(op, {value, b.Int32Vector({along})}, {{"keep_dims", keep}});
  };
  if (n % length == 0) {
    std::vector<int64_t> dims;
    for (int i = 0; i < shape.rank(); ++i) dims.push_back(i == axis ? length : shape.dim(i));
    dims.insert(dims.begin() + axis + 1, n / length);
    dims[0] = -1;
    if (std::count(dims.begin(), dims.end(), -1) > 1)
      return InvalidArgument("more than the batch of its input ", shape.ToString(), " is not known");
    return reduce(b.Op("Reshape", {x, IntVector(b, DType::kInt64, dims)}), axis + 1, false);
  }
  if (length > kMostWindows || n > INT64_MAX / kMostWindows)
    return Unimplemented("output_size ", length, " for ", n, " values: more than ", kMostWindows,
                         " windows of different sizes");
  std::vector<OutputRef> parts;
  const auto rank = static_cast<size_t>(shape.rank());
  for (int64_t i = 0; i < length; ++i) {
    std::vector<int64_t> begin(rank, 0), size(rank, -1);
    begin[static_cast<size_t>(axis)] = i * n / length;
    size[static_cast<size_t>(axis)] = ((i + 1) * n + length - 1) / length - i * n / length;
    parts.push_back(
        reduce(b.Op("Slice", {x, IntVector(b, DType::kInt64, begin), IntVector(b, DType::kInt64, size)}),
               axis, true));
  }
  parts.push_back(IntScalar(b, DType::kInt32, axis));
  return b.Op("ConcatV2", parts);
}

template <int axes>
Status AdaptiveCall(CompositionContext& ctx, const char* op) {
  const auto& lengths = *ctx.attr<std::vector<int64_t>>("output_size");
  OutputRef x = ctx.input(0);
  const Shape& shape = ShapeOf(x);
  if (!shape.has_rank() || shape.rank() != axes + 2)
    return InvalidArgument("its input: expected ", axes + 2, " dimensions, got ", shape.ToString());
  if (lengths.size() != axes)
    return InvalidArgument("output_size: expected ", axes, " sizes, got ", lengths.size());
  for (int i = 0; i < axes; ++i) {
    const int64_t length = lengths[static_cast<size_t>(i)];
    if (length < 1) return InvalidArgument("output_size: expected at least 1, got ", length);
    RUNNEL_ASSIGN_OR_RETURN(x, PoolAxis(ctx.b(), x, op, i + 1, length));
    RUNNEL_RETURN_IF_ERROR(ctx.b().status());
  }
  ctx.set_output(0, x);
  return OkStatus();
}

template <int axes>
Status AdaptiveMean(CompositionContext& ctx) {
  return AdaptiveCall<axes>(ctx, "Mean");
}

template <int axes>
Status AdaptiveMax(CompositionContext& ctx) {
  return AdaptiveCall<axes>(ctx, "Max");
}

#define RUNNEL_ADAPTIVE(name_text, axes, what, function, shapes)                               \
  RUNNEL_POOL(name_text, {}, "output_size: list(int) >= " #axes, function<axes>,               \
              what                                                                             \
              " of windows that divide each axis into output_size as evenly as they can, and " \
              "overlap by one where that is needed. Shapes: " shapes ".")

constexpr Row kPoolLayers[] = {
    RUNNEL_POOL("MaxPooling1D", "MaxPool1D", RUNNEL_POOL_ARGS("1", "[2]", "[0]"),
                "y: Squeeze(MaxPool(ExpandDims(x, 1), " RUNNEL_LINE "), squeeze_dims = [1])",
                "The largest value of each window. Shapes: x [b, n, c], y [b, m, c]."),
    RUNNEL_POOL("MaxPooling2D", "MaxPool2D", RUNNEL_POOL_ARGS("2", "[2, 2]", "[0, 0]"),
                "y: MaxPool(x, " RUNNEL_WINDOW("[0, 0]") ")",
                "The largest value of each window. Shapes: x [b, h, w, c], y [b, h', w', c]."),
    RUNNEL_POOL("MaxPooling3D", "MaxPool3D", RUNNEL_POOL_ARGS("3", "[2, 2, 2]", "[0, 0, 0]"),
                "y: MaxPool3D(x, " RUNNEL_WINDOW("[0, 0, 0]") ")",
                "The largest value of each window. Shapes: x [b, d, h, w, c], y [b, d', h', w', c]."),
    RUNNEL_POOL("AveragePooling1D", "AvgPool1D", RUNNEL_POOL_ARGS("1", "[2]", "[0]"),
                "y: Squeeze(AvgPool(ExpandDims(x, 1), " RUNNEL_LINE "), squeeze_dims = [1])",
                "The mean of each window. Shapes: x [b, n, c], y [b, m, c]."),
    RUNNEL_POOL("AveragePooling2D", "AvgPool2D", RUNNEL_POOL_ARGS("2", "[2, 2]", "[0, 0]"),
                "y: AvgPool(x, " RUNNEL_WINDOW("[0, 0]") ")",
                "The mean of each window. Shapes: x [b, h, w, c], y [b, h', w', c]."),
    RUNNEL_POOL("AveragePooling3D", "AvgPool3D", RUNNEL_POOL_ARGS("3", "[2, 2, 2]", "[0, 0, 0]"),
                "y: AvgPool3D(x, " RUNNEL_WINDOW("[0, 0, 0]") ")",
                "The mean of each window. Shapes: x [b, d, h, w, c], y [b, d', h', w', c]."),
    RUNNEL_GLOBAL("GlobalMaxPooling1D", "GlobalMaxPool1D", "Max", "[1]", "x [b, n, c], y [b, c]"),
    RUNNEL_GLOBAL("GlobalMaxPooling2D", "GlobalMaxPool2D", "Max", "[1, 2]", "x [b, h, w, c], y [b, c]"),
    RUNNEL_GLOBAL("GlobalMaxPooling3D", "GlobalMaxPool3D", "Max", "[1, 2, 3]",
                  "x [b, d, h, w, c], y [b, c]"),
    {
        .kind = RowKind::kLayer,
        .name = "GlobalAveragePooling1D",
        .aliases = "GlobalAvgPool1D",
        .args = "keepdims: bool = false",
        .doc = "The Mean over all positions, of those that count if there is a mask. Shapes: x [b, n, "
               "c], y "
               "[b, c].",
        .call =
            "k = has_mask ? ExpandDims(mask, -1) : none; y: has_mask ? Sum(SelectV2(k, x, zeros(x)), "
            "[1], "
            "keep_dims = keepdims) / Sum(Cast(k, DstT = T), [1], keep_dims = keepdims) : Mean(x, [1], "
            "keep_dims = keepdims)",
        .uses_mask = true,
        .channels = Channels::kByFormat,
    },
    RUNNEL_GLOBAL("GlobalAveragePooling2D", "GlobalAvgPool2D", "Mean", "[1, 2]",
                  "x [b, h, w, c], y [b, c]"),
    RUNNEL_GLOBAL("GlobalAveragePooling3D", "GlobalAvgPool3D", "Mean", "[1, 2, 3]",
                  "x [b, d, h, w, c], y [b, c]"),
    RUNNEL_ADAPTIVE("AdaptiveAveragePooling1D", 1, "The means", AdaptiveMean,
                    "x [b, n, c], y [b, m, c]"),
    RUNNEL_ADAPTIVE("AdaptiveAveragePooling2D", 2, "The means", AdaptiveMean,
                    "x [b, h, w, c], y [b, h', w', c]"),
    RUNNEL_ADAPTIVE("AdaptiveAveragePooling3D", 3, "The means", AdaptiveMean,
                    "x [b, d, h, w, c], y [b, d', h', w', c]"),
    RUNNEL_ADAPTIVE("AdaptiveMaxPooling1D", 1, "The largest values", AdaptiveMax,
                    "x [b, n, c], y [b, m, c]"),
    RUNNEL_ADAPTIVE("AdaptiveMaxPooling2D", 2, "The largest values", AdaptiveMax,
                    "x [b, h, w, c], y [b, h', w', c]"),
    RUNNEL_ADAPTIVE("AdaptiveMaxPooling3D", 3, "The largest values", AdaptiveMax,
                    "x [b, d, h, w, c], y [b, d', h', w', c]"),
};

}  // namespace

std::span<const Row> PoolLayerRows() { return kPoolLayers; }

}  // namespace runnel::learn
