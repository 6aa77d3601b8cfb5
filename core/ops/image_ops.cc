// Images and parts of them made larger and smaller, with gradients.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Not all resizing ops have both attrs; one that lacks is false.
Status CheckResizeAttrs(const ShapeContext& ctx) {
  if (!BoolAttr(ctx, "align_corners") || !BoolAttr(ctx, "half_pixel_centers")) return OkStatus();
  return InvalidArgument("attrs \"align_corners\" and \"half_pixel_centers\" are both true");
}

// Input 0 with the rows and columns that input 1, "size", contains.
Status ResizedShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckResizeAttrs(ctx));
  const std::string_view name = ctx.schema().inputs[0].name;
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, name, 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape size, RequireRank(ctx, 1, "size", 1));
  if (size.dim(0) >= 0 && size.dim(0) != 2) {
    return InvalidArgument(ArgIs(ctx, 1, "size"), ": expected rows and columns");
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 1, "size"));
  for (int axis = 0; axis < 2; ++axis) {
    if (image.dim(axis + 1) == 0) return InvalidArgument(ArgIs(ctx, 0, name), ": it has no pixels");
    const int64_t wanted = sizes.has_value() ? (*sizes)[static_cast<size_t>(axis)] : kUnknownDim;
    if (sizes.has_value() && wanted < 1) {
      return InvalidArgument("size is ", (*sizes)[0], " rows, ", (*sizes)[1],
                             " columns: expected numbers from 1");
    }
    image.set_dim(axis + 1, wanted);
  }
  if (image.dim(3) == 0 && name == "images")
    return InvalidArgument(ArgIs(ctx, 0, name), ": it has no channels");
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

Status ResizeBilinearGradShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(CheckResizeAttrs(ctx));
  RUNNEL_ASSIGN_OR_RETURN(const Shape grads, RequireRank(ctx, 0, "grads", 4));
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 1, "original_image", 4));
  for (const int dim : {0, 3}) {
    int64_t size = 0;
    if (!ctx.MergeDim(image.dim(dim), grads.dim(dim), &size).ok()) {
      return InvalidArgument(ArgIs(ctx, 0, "grads"), ", ", ArgIs(ctx, 1, "original_image"),
                             ": batch and channels must be equal");
    }
    image.set_dim(dim, size);
  }
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

// What boxes and the images that they lie in must be: boxes [n,4], box_ind [n].
Result<int64_t> NumBoxes(ShapeContext& ctx, int boxes_input) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape boxes, RequireRank(ctx, boxes_input, "boxes", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape index, RequireRank(ctx, boxes_input + 1, "box_ind", 1));
  if (boxes.dim(1) >= 0 && boxes.dim(1) != 4) {
    return InvalidArgument(ArgIs(ctx, boxes_input, "boxes"),
                           ": expected four columns, y1, x1, y2 and x2");
  }
  int64_t count = 0;
  if (!ctx.MergeDim(boxes.dim(0), index.dim(0), &count).ok()) {
    return InvalidArgument(ArgIs(ctx, boxes_input, "boxes"), ", ",
                           ArgIs(ctx, boxes_input + 1, "box_ind"),
                           ": there must be one index for each box");
  }
  return count;
}

Status CropAndResizeShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "image", 4));
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, NumBoxes(ctx, 1));
  RUNNEL_ASSIGN_OR_RETURN(const Shape size, RequireRank(ctx, 3, "crop_size", 1));
  if (size.dim(0) >= 0 && size.dim(0) != 2) {
    return InvalidArgument(ArgIs(ctx, 3, "crop_size"), ": expected rows and columns");
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 3, "crop_size"));
  Shape crops{count, kUnknownDim, kUnknownDim, image.dim(3)};
  for (int axis = 0; axis < 2 && sizes.has_value(); ++axis) {
    const int64_t wanted = (*sizes)[static_cast<size_t>(axis)];
    if (wanted < 1) {
      return InvalidArgument("crop_size is ", (*sizes)[0], " rows, ", (*sizes)[1],
                             " columns: expected numbers from 1");
    }
    crops.set_dim(axis + 1, wanted);
  }
  ctx.set_output(0, std::move(crops));
  return OkStatus();
}

Status CropAndResizeGradImageShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape grads, RequireRank(ctx, 0, "grads", 4));
  RUNNEL_RETURN_IF_ERROR(NumBoxes(ctx, 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 3, "image_size", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 3, "image_size"));
  Shape image{kUnknownDim, kUnknownDim, kUnknownDim, grads.dim(3)};
  if (sizes.has_value()) {
    if (sizes->size() != 4)
      return InvalidArgument("image_size has ", sizes->size(), " elements, expected 4");
    for (int d = 0; d < 4; ++d) {
      const int64_t wanted = (*sizes)[static_cast<size_t>(d)];
      if (wanted < 0) return InvalidArgument("image_size[", d, "] is ", wanted, ", expected at least 0");
      image.set_dim(d, wanted);
    }
  }
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

Status CropAndResizeGradBoxesShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 0, "grads", 4).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "image", 4).status());
  RUNNEL_ASSIGN_OR_RETURN(const int64_t count, NumBoxes(ctx, 2));
  ctx.set_output(0, Shape{count, 4});
  return OkStatus();
}

#define RUNNEL_IMAGE_TYPES "{int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16}"
// `weights`: how much of each pixel of an axis, a column, each new pixel, a row, is made of. A new pixel
// covers an interval as long as `name`_scale; what of it lies in pixel i is the overlap with [i, i+1),
// where the last pixel reaches as far as there are intervals.
#define RUNNEL_AREA_AXIS(name, from, to)                                                                \
  name "_from = StridedSlice(into, " from ", [1], shrink_axis_mask = 1); " name                         \
       "_to = StridedSlice(out, " to ", [1], shrink_axis_mask = 1); " name "_rest = " name              \
       "_to - 1; " name "_scale = align_corners ? SelectV2(Greater(" name "_rest, 0), (" name           \
       "_from - 1) / Maximum(" name "_rest, 1), " name "_from / " name "_to) : " name "_from / " name   \
       "_to; " name "_begin = ExpandDims(Range(0, " name "_to, 1) * " name "_scale, 1); " name          \
       "_pixel = ExpandDims(Range(0, " name "_from, 1), 0); " name "_end = " name "_pixel + 1; " name   \
       "_limit = " name "_end + SelectV2(Equal(" name "_end, " name "_from), " name "_scale, 0); " name \
       " = Maximum(Minimum(" name "_limit, " name "_begin + " name "_scale) - Maximum(" name            \
       "_pixel, " name "_begin), 0) / " name "_scale; "
#define RUNNEL_CROP_TYPES "{uint8, uint16, int8, int16, int32, int64, half, float, double}"
#define RUNNEL_RESIZE_ATTRS "; align_corners: bool = false; half_pixel_centers: bool = false"
#define RUNNEL_RESIZE_DOC                                                                             \
  "Shapes: images is [batch,rows,columns,channels], size holds the new rows and columns. A pixel of " \
  "the result lies at index * size / new size of the images; with align_corners the corners lie on "  \
  "corners, with half_pixel_centers both indices count from the centres of pixels. Errors: "          \
  "INVALID_ARGUMENT for sizes below 1, images without pixels and both attrs at once."

constexpr OpRow kImageOps[] = {
    {
        .name = "ResizeNearestNeighbor",
        .inputs = "images: T, size: int32",
        .outputs = "resized_images: T",
        .attrs = "T: {int8, uint8, int16, uint16, int32, int64, half, float, double, "
                 "bfloat16}" RUNNEL_RESIZE_ATTRS,
        .doc = "Gives images of another size, made of the nearest pixels. " RUNNEL_RESIZE_DOC,
        .shape = ResizedShape,
        .gradient = "images: ResizeNearestNeighborGrad(g, Slice(shape(images), [1], [2]), ...)",
    },
    {
        .name = "ResizeNearestNeighborGrad",
        .inputs = "grads: T, size: int32",
        .outputs = "output: T",
        .attrs = "T: {uint8, int8, int32, half, float, double, bfloat16}" RUNNEL_RESIZE_ATTRS,
        .doc =
            "Gives the gradient of ResizeNearestNeighbor for images of `size` rows and columns: every "
            "element of grads is added to the pixel that it came from.",
        .shape = ResizedShape,
        .gradient = "grads: ResizeNearestNeighbor(g, Slice(shape(grads), [1], [2]), ...)",
    },
    {
        .name = "ResizeBilinear",
        .inputs = "images: T, size: int32",
        .outputs = "resized_images: float",
        .attrs = "T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, "
                 "double}" RUNNEL_RESIZE_ATTRS,
        .doc = "Gives images of another size, interpolated between the four nearest pixels, in float. "
               "" RUNNEL_RESIZE_DOC,
        .shape = ResizedShape,
        .gradient = "images: ResizeBilinearGrad(g, images, ...)",
    },
    {
        .name = "ResizeBilinearGrad",
        .inputs = "grads: float, original_image: T",
        .outputs = "output: T",
        .attrs = "T: {float, bfloat16, half, double}" RUNNEL_RESIZE_ATTRS,
        .doc = "Gives the gradient of ResizeBilinear for original_image: every element of grads is "
               "shared among the four pixels that it came from. Shapes: output is like original_image.",
        .shape = ResizeBilinearGradShape,
        .gradient = "grads: ResizeBilinear(g, Slice(shape(grads), [1], [2]), ...)",
    },
    {
        .name = "ResizeBicubic",
        .inputs = "images: T, size: int32",
        .outputs = "resized_images: float",
        .attrs = "T: " RUNNEL_IMAGE_TYPES RUNNEL_RESIZE_ATTRS,
        .doc = "Gives images of another size, interpolated between the nearest four by four pixels by a "
               "cubic kernel "
               "of coefficient -0.75, or -0.5 with half_pixel_centers, in float. Outside of the images "
               "lie copies of "
               "their edges, or nothing with half_pixel_centers. " RUNNEL_RESIZE_DOC
               " Source: Keys 1981, Cubic convolution interpolation for digital image processing.",
        .shape = ResizedShape,
        .gradient = "images: ResizeBicubicGrad(g, images, ...)",
    },
    {
        .name = "ResizeBicubicGrad",
        .inputs = "grads: float, original_image: T",
        .outputs = "output: T",
        .attrs = "T: {float, double}" RUNNEL_RESIZE_ATTRS,
        .doc = "Gives the gradient of ResizeBicubic for original_image: every element of grads is "
               "shared among the "
               "pixels that it came from. Shapes: output is like original_image.",
        .shape = ResizeBilinearGradShape,
        .gradient = "grads: ResizeBicubic(g, Slice(shape(grads), [1], [2]), ...)",
    },
    {
        .name = "ResizeArea",
        .inputs = "images: T, size: int32",
        .outputs = "resized_images: float",
        .attrs = "T: " RUNNEL_IMAGE_TYPES "; align_corners: bool = false",
        .doc = "Gives images of another size, in float. Every pixel is the mean of the area of the "
               "images that it "
               "covers. Shapes: images is [batch,rows,columns,channels], size holds the new rows and "
               "columns. With "
               "align_corners the scale is (size - 1) / (new size - 1). Errors: INVALID_ARGUMENT for "
               "sizes below 1 "
               "and images without pixels.",
        .shape = ResizedShape,
        .composition =
            "into = Cast(shape(images), DstT = float); out = Cast(size, DstT = "
            "float); " RUNNEL_AREA_AXIS("down", "[1], [2]", "[0], [1]") RUNNEL_AREA_AXIS(
                "along", "[2], [3]",
                "[1], [2]") "resized_images: Einsum([along, Einsum([down, Cast(images, DstT = float)], "
                            "equation = 'yi,bijc->byjc')], equation = 'xj,byjc->byxc')",
    },
    {
        .name = "CropAndResize",
        .inputs = "image: T, boxes: float, box_ind: int32, crop_size: int32",
        .outputs = "crops: float",
        .attrs = "T: " RUNNEL_CROP_TYPES
                 "; method: {'bilinear', 'nearest'} = 'bilinear'; extrapolation_value: float = 0",
        .doc = "Cuts boxes out of images and gives each the size crop_size, in float. A box is y1, x1, "
               "y2 and x2, "
               "where 0 and 1 are the centres of the first and the last pixels; it may be turned "
               "around, and what "
               "lies outside of the image is extrapolation_value. Shapes: image is "
               "[batch,rows,columns,channels], "
               "boxes [n,4], box_ind, which says in which image of the batch each box lies, [n], "
               "crop_size two "
               "numbers, crops [n,rows,columns,channels]. Errors: OUT_OF_RANGE for an image that is not "
               "there, "
               "INVALID_ARGUMENT for sizes below 1.",
        .shape = CropAndResizeShape,
        .gradient =
            "image: CropAndResizeGradImage(Cast(g, DstT = float), boxes, box_ind, shape(image), ...); "
            "boxes: CropAndResizeGradBoxes(g, image, boxes, box_ind)",
    },
    {
        .name = "CropAndResizeGradImage",
        .inputs = "grads: float, boxes: float, box_ind: int32, image_size: int32",
        .outputs = "output: T",
        .attrs = "T: {float, half, double}; method: {'bilinear', 'nearest'} = 'bilinear'",
        .doc = "Gives the gradient of CropAndResize for its images. Shapes: grads is "
               "[n,rows,columns,channels], "
               "image_size the four sizes of the images, output of that shape. Errors: as of "
               "CropAndResize.",
        .shape = CropAndResizeGradImageShape,
        .gradient =
            "grads: CropAndResize(g, boxes, box_ind, Slice(shape(grads), [1], [2]), ...); boxes: none",
    },
    {
        .name = "CropAndResizeGradBoxes",
        .inputs = "grads: float, image: T, boxes: float, box_ind: int32",
        .outputs = "output: float",
        .attrs = "T: " RUNNEL_CROP_TYPES "; method: {'bilinear'} = 'bilinear'",
        .doc =
            "Gives the gradient of CropAndResize for its boxes, where it interpolates. Shapes: grads is "
            "[n,rows,columns,channels], output [n,4]. Errors: as of CropAndResize.",
        .flags = kOpNotDifferentiable,
        .shape = CropAndResizeGradBoxesShape,
    },
};

}  // namespace

std::span<const OpRow> ImageOps() { return ChosenRows<kImageOps>::All(); }

}  // namespace runnel
