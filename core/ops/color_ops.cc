// Colours of images: RGB and HSV, contrast, hue and saturation. All of them are compositions, so that
// every device has them, with gradients, and their element-wise parts fuse.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Like input 0, whose last dimension has three channels; further inputs are scalars.
Status ColorShape(ShapeContext& ctx) {
  const Shape& images = ctx.input(0);
  for (int i = 1; i < ctx.num_inputs(); ++i) {
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, i, ctx.schema().inputs[static_cast<size_t>(i)].name));
  }
  if (images.has_rank()) {
    const int least = ctx.num_inputs() > 1 ? 3 : 1;
    if (images.rank() < least) {
      return InvalidArgument(ArgIs(ctx, 0, "images"), ": expected at least ", least, " dimensions");
    }
    const int64_t channels = images.dim(images.rank() - 1);
    if (channels >= 0 && channels != 3) {
      return InvalidArgument(ArgIs(ctx, 0, "images"), ": expected three channels");
    }
  }
  ctx.set_output(0, images);
  return OkStatus();
}

Status ContrastShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "contrast_factor"));
  if (ctx.input(0).has_rank() && ctx.input(0).rank() < 3) {
    return InvalidArgument(ArgIs(ctx, 0, "images"), ": expected at least 3 dimensions");
  }
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

// The channels of `from` as a, b and c, each with a last dimension of 1.
#define RUNNEL_CHANNELS(from, a, b, c)                                                                 \
  a " = StridedSlice(" from ", [0, 0], [0, 1], [1, 1], ellipsis_mask = 1); " b " = StridedSlice(" from \
    ", [0, 1], [0, 2], [1, 1], ellipsis_mask = 1); " c " = StridedSlice(" from                         \
    ", [0, 2], [0, 3], [1, 1], ellipsis_mask = 1); "
// The largest channel `high`, its distance `range` from the smallest, and the hue in [0,1]; 0 for greys.
#define RUNNEL_HUE(from)                                                                         \
  RUNNEL_CHANNELS(from, "red", "green", "blue")                                                  \
  "high = Max(" from ", [-1], keep_dims = true); low = Min(" from                                \
  ", [-1], keep_dims = true); range = high - low; sixth = DivNoNan(0.16666666666666666, range);" \
  "turn = SelectV2(Equal(red, high), sixth * (green - blue), SelectV2(Equal(green, high), "      \
  "sixth * (blue - red) + 0.33333333333333333, sixth * (red - green) + 0.66666666666666667)); "  \
  "hue = SelectV2(Greater(range, 0), SelectV2(Less(turn, 0), turn + 1, turn), "                  \
  "0); "
// How much of red, green and blue a hue of `wheel` sixths has, in [0,1].
#define RUNNEL_SHARES(wheel)                                                                         \
  "share = Minimum(Maximum(ConcatV2([Abs(" wheel " - 3) - 1, 2 - Abs(" wheel " - 2), 2 - Abs(" wheel \
  " - 4)], -1), 0), 1); "
#define RUNNEL_SATURATION "saturation = SelectV2(Greater(high, 0), DivNoNan(range, high), 0); "

constexpr OpRow kColorOps[] = {
    {
        .name = "RGBToHSV",
        .inputs = "images: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES " = float",
        .doc = "Gives hue, saturation and value of colours in red, green and blue, all in [0,1]. "
               "Shapes: images is "
               "[...,3], output like it. Errors: INVALID_ARGUMENT for another number of channels.",
        .shape = ColorShape,
        .composition =
            RUNNEL_HUE("images") RUNNEL_SATURATION "output: ConcatV2([hue, saturation, high], -1)",
    },
    {
        .name = "HSVToRGB",
        .inputs = "images: T",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES " = float",
        .doc = "Gives red, green and blue of colours in hue, saturation and value, all in [0,1]. "
               "Shapes: images is "
               "[...,3], output like it. Errors: INVALID_ARGUMENT for another number of channels.",
        .shape = ColorShape,
        .composition =
            RUNNEL_CHANNELS("images", "hue", "saturation", "high") "wheel = hue * 6; " RUNNEL_SHARES(
                "wheel") "output: ((1 - saturation) + saturation * share) * high",
    },
    {
        .name = "AdjustContrastv2",
        .inputs = "images: T, contrast_factor: float",
        .outputs = "output: T",
        .attrs = "T: {half, float} = float",
        .doc = "Gives (x - mean) * contrast_factor + mean, where mean is that of the channel over rows "
               "and columns. "
               "Shapes: images is [...,rows,columns,channels], contrast_factor a scalar, output like "
               "images.",
        .shape = ContrastShape,
        .composition = "mean = Mean(images, [-3, -2], keep_dims = true); "
                       "output: (images - mean) * Cast(contrast_factor, DstT = T) + mean",
    },
    {
        .name = "AdjustHue",
        .inputs = "images: T, delta: float",
        .outputs = "output: T",
        .attrs = "T: {half, float} = float",
        .doc = "Turns the hue of colours in red, green and blue by delta, where 1 is once around. "
               "Shapes: images is "
               "[...,rows,columns,3], delta a scalar, output like images.",
        .shape = ColorShape,
        .composition =
            RUNNEL_HUE("images") "wheel = FloorMod(hue + Cast(delta, DstT = T), 1) * 6; " RUNNEL_SHARES(
                "wheel") "output: low + range * share",
    },
    {
        .name = "AdjustSaturation",
        .inputs = "images: T, scale: float",
        .outputs = "output: T",
        .attrs = "T: {half, float} = float",
        .doc = "Multiplies the saturation of colours in red, green and blue by scale and keeps it in "
               "[0,1]. Shapes: "
               "images is [...,rows,columns,3], scale a scalar, output like images.",
        .shape = ColorShape,
        .composition = RUNNEL_HUE("images") RUNNEL_SATURATION
        "vivid = Minimum(Maximum(saturation * Cast(scale, DstT = T), 0), 1); wheel = hue * "
        "6; " RUNNEL_SHARES("wheel") "output: ((1 - vivid) + vivid * share) * high",
    },
};

}  // namespace

std::span<const OpRow> ColorOps() { return ChosenRows<kColorOps>::All(); }

}  // namespace runnel
