// Parts of images and pools that are chosen at random.
#include <algorithm>
#include <cmath>

#include "core/graph/builder.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status BoxShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape size, RequireRank(ctx, 0, "image_size", 1));
  RUNNEL_ASSIGN_OR_RETURN(const Shape boxes, RequireRank(ctx, 1, "bounding_boxes", 3));
  if (!size.IsCompatibleWith(Shape{3}) || (boxes.dim(2) >= 0 && boxes.dim(2) != 4)) {
    return InvalidArgument(ArgIs(ctx, 0, "image_size"), ", ", ArgIs(ctx, 1, "bounding_boxes"),
                           ": expected three numbers, and boxes of four");
  }
  if (ctx.num_inputs() > 2) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "min_object_covered"));
  if (ctx.num_inputs() > 3 && !ctx.input(3).IsCompatibleWith(Shape{2})) {
    return InvalidArgument(ArgIs(ctx, 3, "seed"), ": it must be a vector of two numbers");
  }
  ctx.set_output(0, Shape{3});
  ctx.set_output(1, Shape{3});
  ctx.set_output(2, Shape{1, 1, 4});
  return OkStatus();
}

Status GlimpseShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, "input", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape size, RequireRank(ctx, 1, "size", 1));
  RUNNEL_ASSIGN_OR_RETURN(const Shape offsets, RequireRank(ctx, 2, "offsets", 2));
  if (!size.IsCompatibleWith(Shape{2})) {
    return InvalidArgument(ArgIs(ctx, 1, "size"), ": expected rows and columns");
  }
  int64_t batch = 0;
  if (!ctx.MergeDim(image.dim(0), offsets.dim(0), &batch).ok() ||
      (offsets.dim(1) >= 0 && offsets.dim(1) != 2)) {
    return InvalidArgument(ArgIs(ctx, 2, "offsets"), ", ", ArgIs(ctx, 0, "input"),
                           ": expected two numbers for each image");
  }
  image.set_dim(0, batch);
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 1, "size"));
  for (int axis = 0; axis < 2; ++axis) {
    const int64_t wanted = sizes.has_value() ? (*sizes)[static_cast<size_t>(axis)] : kUnknownDim;
    if (sizes.has_value() && wanted < 0) return InvalidArgument("size is ", wanted, ", expected from 0");
    image.set_dim(axis + 1, wanted);
  }
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

Status FractionalShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, "value", 4));
  const auto* ratios = ctx.attr<std::vector<float>>("pooling_ratio");
  const bool fits = ratios != nullptr && ratios->size() == 4 && (*ratios)[0] == 1 && (*ratios)[3] == 1 &&
                    (*ratios)[1] >= 1 && (*ratios)[2] >= 1;
  if (!fits) {
    return InvalidArgument(
        "attr \"pooling_ratio\" should have four numbers from 1, and 1 for batch and channels");
  }
  for (int axis = 1; axis < 3; ++axis) {
    if (image.dim(axis) >= 0) {
      image.set_dim(axis, static_cast<int64_t>(std::floor(static_cast<float>(image.dim(axis)) /
                                                          (*ratios)[static_cast<size_t>(axis)])));
    }
    const int64_t count = image.dim(axis);
    if (count == 0) return InvalidArgument(ArgIs(ctx, 0, "value"), ": too small for the pooling ratio");
    ctx.set_output(axis, Shape{count < 0 ? kUnknownDim : count + 1});
  }
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

Status FractionalMaxGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, "orig_input", 4));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "orig_output", 4).status());
  RUNNEL_RETURN_IF_ERROR(RequireSame(ctx, 1, "orig_output", 2, "out_backprop").status());
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

Status FractionalAvgGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape image, ctx.ConstantInputAsShape(0));
  if (!image.has_rank()) image = Shape::UnknownOfRank(4);
  if (image.rank() != 4) {
    return InvalidArgument("orig_input_tensor_shape is ", image.ToString(), ": expected four sizes");
  }
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "out_backprop", 4).status());
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

Status NoGradient(GradientContext&) {
  return Unimplemented("second derivatives of fractional pools, which TensorFlow lacks too");
}

#define RUNNEL_BOX_ATTRS                                                                    \
  "aspect_ratio_range: list(float) = [0.75, 1.33]; area_range: list(float) = [0.05, 1.0]; " \
  "max_attempts: int = 100; use_image_if_no_bounding_boxes: bool = false"
#define RUNNEL_BOX_TYPES "T: {uint8, int8, int16, int32, int64}; "
#define RUNNEL_GLIMPSE_ATTRS                                                                     \
  "centered: bool = true; normalized: bool = true; uniform_noise: bool = true; noise: string = " \
  "'uniform'"
#define RUNNEL_FRACTIONAL_ATTRS                                                               \
  "pooling_ratio: list(float) >= 4; pseudo_random: bool = false; overlapping: bool = false; " \
  "deterministic: bool = false; seed: int = 0; seed2: int = 0; T: {float, double, int32, int64}"

constexpr OpRow kImageRandomOps[] = {
    {
        .name = "SampleDistortedBoundingBox",
        .inputs = "image_size: T, bounding_boxes: float",
        .outputs = "begin: T, size: T, bboxes: float",
        .attrs = RUNNEL_BOX_TYPES
        "seed: int = 0; seed2: int = 0; min_object_covered: float = 0.1; " RUNNEL_BOX_ATTRS,
        .doc =
            "Draws a box in an image, with width over height in aspect_ratio_range and area_range of "
            "the "
            "image's area, that covers min_object_covered of one of bounding_boxes; the whole image if "
            "max_attempts boxes do not. begin and size are for Slice, bboxes for DrawBoundingBoxes. "
            "With "
            "seed and seed2 both 0 the seed is chosen at random. Shapes: image_size, begin and size are "
            "rows, columns and channels, bounding_boxes is [batch,n,4]. Errors: INVALID_ARGUMENT for "
            "boxes outside of [0,1], and if there are none without use_image_if_no_bounding_boxes.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = BoxShape,
    },
    {
        .name = "SampleDistortedBoundingBoxV2",
        .inputs = "image_size: T, bounding_boxes: float, min_object_covered: float",
        .outputs = "begin: T, size: T, bboxes: float",
        .attrs = RUNNEL_BOX_TYPES "seed: int = 0; seed2: int = 0; " RUNNEL_BOX_ATTRS,
        .doc = "SampleDistortedBoundingBox with min_object_covered, a scalar, as an input.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = BoxShape,
    },
    {
        .name = "StatelessSampleDistortedBoundingBox",
        .inputs = "image_size: T, bounding_boxes: float, min_object_covered: float, seed: Tseed",
        .outputs = "begin: T, size: T, bboxes: float",
        .attrs = RUNNEL_BOX_TYPES "Tseed: {int32, int64}; " RUNNEL_BOX_ATTRS,
        .doc =
            "SampleDistortedBoundingBoxV2 with its seed, two numbers, as an input: the same box for the "
            "same seed.",
        .flags = kOpNotDifferentiable,
        .shape = BoxShape,
    },
    {
        .name = "ExtractGlimpse",
        .inputs = "input: float, size: int32, offsets: float",
        .outputs = "glimpse: float",
        .attrs = RUNNEL_GLIMPSE_ATTRS,
        .doc = "Cuts size rows and columns out of each image around its offsets: in units of the "
               "image's size if "
               "normalized, else in pixels; halved and from the image's middle if centered. What lies "
               "outside "
               "is noise of the image's range (uniform), of each channel's mean and deviation "
               "(gaussian), or "
               "zero. Shapes: input is [batch,rows,columns,channels], offsets [batch,2].",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = GlimpseShape,
    },
    {
        .name = "ExtractGlimpseV2",
        .inputs = "input: float, size: int32, offsets: float",
        .outputs = "glimpse: float",
        .attrs = RUNNEL_GLIMPSE_ATTRS,
        .doc =
            "ExtractGlimpse, but offsets are those of the glimpse's first pixel, and in pixels from the "
            "image's middle if centered, unless they are both normalized and centered.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = GlimpseShape,
    },
    {
        .name = "FractionalMaxPool",
        .inputs = "value: T",
        .outputs = "output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
        .attrs = RUNNEL_FRACTIONAL_ATTRS,
        .doc =
            "Gives the largest element of every region of an image that is divided at random into about "
            "1 / pooling_ratio as many rows and columns, and where the regions begin. deterministic: "
            "the "
            "same regions in every run. Shapes: value is [batch,rows,columns,channels]; a sequence has "
            "one number more than there are regions. Source: Graham 2014.",
        .flags = kOpStateful,
        .shape = FractionalShape,
        .gradient = "value: FractionalMaxPoolGrad(value, output, g, row_pooling_sequence, "
                    "col_pooling_sequence, overlapping = overlapping)",
    },
    {
        .name = "FractionalAvgPool",
        .inputs = "value: T",
        .outputs = "output: T, row_pooling_sequence: int64, col_pooling_sequence: int64",
        .attrs = RUNNEL_FRACTIONAL_ATTRS,
        .doc = "FractionalMaxPool, but with the mean of every region.",
        .flags = kOpStateful,
        .shape = FractionalShape,
        .gradient = "value: FractionalAvgPoolGrad(shape(value, int64), g, row_pooling_sequence, "
                    "col_pooling_sequence, overlapping = overlapping)",
    },
    {
        .name = "FractionalMaxPoolGrad",
        .inputs = "orig_input: T, orig_output: T, out_backprop: T, row_pooling_sequence: int64, "
                  "col_pooling_sequence: int64",
        .outputs = "output: T",
        .attrs = "overlapping: bool = false; T: {float, double, int32, int64}",
        .doc =
            "Gives the gradient of FractionalMaxPool: each element of out_backprop goes to the first of "
            "the largest elements of its region. Shapes: output is like orig_input. Errors: "
            "INVALID_ARGUMENT for sequences that do not rise within the image.",
        .shape = FractionalMaxGradShape,
        .gradient = NoGradient,
    },
    {
        .name = "FractionalAvgPoolGrad",
        .inputs = "orig_input_tensor_shape: int64, out_backprop: T, row_pooling_sequence: int64, "
                  "col_pooling_sequence: int64",
        .outputs = "output: T",
        .attrs = "overlapping: bool = false; T: {float, double, int32, int64}",
        .doc =
            "Gives the gradient of FractionalAvgPool for an input whose shape orig_input_tensor_shape "
            "spells. Errors: as FractionalMaxPoolGrad.",
        .shape = FractionalAvgGradShape,
        .gradient = NoGradient,
    },
};

}  // namespace

std::span<const OpRow> ImageRandomOps() { return ChosenRows<kImageRandomOps>::All(); }

}  // namespace runnel
