// Pooling, over windows and over all there is.
#include "core/learn/row.h"

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
};

}  // namespace

std::span<const Row> PoolLayerRows() { return kPoolLayers; }

}  // namespace runnel::learn
