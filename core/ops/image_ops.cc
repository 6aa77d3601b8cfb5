// Images made larger and smaller, with gradients.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

namespace runnel {
namespace {

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
};

}  // namespace

std::span<const OpRow> ImageOps() { return ChosenRows<kImageOps>::All(); }

}  // namespace runnel
