// Images scaled, moved and projected.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// Two numbers from 1, if they are known.
Result<Shape> Resized(ShapeContext& ctx, int size_input, Shape image) {
  const std::string_view name = ctx.schema().inputs[static_cast<size_t>(size_input)].name;
  RUNNEL_ASSIGN_OR_RETURN(const Shape size, RequireRank(ctx, size_input, name, 1));
  if (size.dim(0) >= 0 && size.dim(0) != 2) {
    return InvalidArgument(ArgIs(ctx, size_input, name), ": expected rows and columns");
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, size_input, name));
  for (int axis = 0; axis < 2; ++axis) {
    const int64_t wanted = sizes.has_value() ? (*sizes)[static_cast<size_t>(axis)] : kUnknownDim;
    if (sizes.has_value() && wanted < 1) {
      return InvalidArgument(name, " is ", (*sizes)[0], " rows, ", (*sizes)[1],
                             " columns: expected numbers from 1");
    }
    image.set_dim(axis + 1, wanted);
  }
  return image;
}

Status CheckTwo(const ShapeContext& ctx, int i) {
  const std::string_view name = ctx.schema().inputs[static_cast<size_t>(i)].name;
  if (ctx.input(i).IsCompatibleWith(Shape{2})) return OkStatus();
  return InvalidArgument(ArgIs(ctx, i, name), ": expected two numbers, of rows and columns");
}

Status ScaleShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "images", 4));
  for (const int i : {2, 3}) RUNNEL_RETURN_IF_ERROR(CheckTwo(ctx, i));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, Resized(ctx, 1, image));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status ScaleGradShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape grads, RequireRank(ctx, 0, "grads", 4));
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 1, "original_image", 4));
  for (const int i : {2, 3}) RUNNEL_RETURN_IF_ERROR(CheckTwo(ctx, i));
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

Status ProjectShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape image, RequireRank(ctx, 0, "images", 4));
  RUNNEL_ASSIGN_OR_RETURN(const Shape transforms, RequireRank(ctx, 1, "transforms", 2));
  const int64_t count = transforms.dim(0), batch = image.dim(0);
  if ((transforms.dim(1) >= 0 && transforms.dim(1) != 8) ||
      (count >= 0 && count != 1 && batch >= 0 && count != batch)) {
    return InvalidArgument(ArgIs(ctx, 1, "transforms"), ", ", ArgIs(ctx, 0, "images"),
                           ": expected eight numbers, for all images or for each");
  }
  if (ctx.num_inputs() > 3) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "fill_value"));
  RUNNEL_ASSIGN_OR_RETURN(Shape out, Resized(ctx, 2, image));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

#define RUNNEL_PROJECT_TYPES "dtype: {uint8, int32, int64, half, bfloat16, float, double}; "
#define RUNNEL_PROJECT_ATTRS RUNNEL_PROJECT_TYPES "interpolation: string; fill_mode: string = 'CONSTANT'"
// The projection back, of matrices with a last element of 1.
#define RUNNEL_PROJECT_BACK                                                                            \
  "m = Reshape(ConcatV2([transforms, OnesLike(Slice(transforms, [0, 0], [-1, 1]))], 1), [-1, 3, 3]); " \
  "i = Reshape(MatrixInverse(m), [-1, 9]); b = Slice(i / Slice(i, [0, 8], [-1, 1]), [0, 0], [-1, 8]); "

constexpr OpRow kSampleImageOps[] = {
    {
        .name = "ScaleAndTranslate",
        .inputs = "images: T, size: int32, scale: float, translation: float",
        .outputs = "resized_images: float",
        .attrs = "T: {int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double}; "
                 "kernel_type: string = 'lanczos3'; antialias: bool = true",
        .doc =
            "Scales images by scale and moves them by translation, in pixels of the output, which has "
            "size rows and columns; kernel_type is lanczos1, lanczos3, lanczos5, gaussian, box, "
            "triangle, keyscubic or mitchellcubic, and as wide as an input pixel, or an output pixel if "
            "that is wider and antialias is set. What lies outside of the image is 0. Shapes: images is "
            "[batch,rows,columns,channels], the others two numbers. Errors: INVALID_ARGUMENT for empty "
            "images and for scales that are not above 0.",
        .shape = ScaleShape,
        .gradient = "images: ScaleAndTranslateGrad(g, images, scale, translation, kernel_type = "
                    "kernel_type, antialias = antialias)",
    },
    {
        .name = "ScaleAndTranslateGrad",
        .inputs = "grads: T, original_image: T, scale: float, translation: float",
        .outputs = "output: T",
        .attrs = "T: {float}; kernel_type: string = 'lanczos3'; antialias: bool = true",
        .doc =
            "Gives the gradient of ScaleAndTranslate for images that are like original_image. Shapes: "
            "grads is [batch,rows,columns,channels].",
        .shape = ScaleGradShape,
        .gradient = "grads: ScaleAndTranslate(g, Slice(shape(grads), [1], [2]), scale, translation, "
                    "kernel_type = kernel_type, antialias = antialias)",
    },
    {
        .name = "ImageProjectiveTransformV2",
        .inputs = "images: dtype, transforms: float, output_shape: int32",
        .outputs = "transformed_images: dtype",
        .attrs = RUNNEL_PROJECT_ATTRS,
        .doc =
            "Takes pixel (x, y) of the output from place ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / "
            "k) of the image, where k is c0 x + c1 y + 1 and transforms holds a0, a1, a2, b0, b1, b2, "
            "c0, c1. interpolation is NEAREST or BILINEAR; fill_mode says what lies outside: CONSTANT "
            "zeros, REFLECT, WRAP or NEAREST. Shapes: images is [batch,rows,columns,channels], "
            "transforms [1 or batch,8], output_shape rows and columns. Its gradient, as TensorFlow's, "
            "is the projection back. Errors: INVALID_ARGUMENT for other attrs.",
        .shape = ProjectShape,
        .gradient = RUNNEL_PROJECT_BACK
        "images: ImageProjectiveTransformV2(g, b, Slice(shape(images), [1], [2]), ...)",
    },
    {
        .name = "ImageProjectiveTransformV3",
        .inputs = "images: dtype, transforms: float, output_shape: int32, fill_value: float",
        .outputs = "transformed_images: dtype",
        .attrs = RUNNEL_PROJECT_ATTRS,
        .doc = "ImageProjectiveTransformV2 with fill_value, a scalar, for what lies outside where "
               "fill_mode is CONSTANT.",
        .shape = ProjectShape,
        .gradient = RUNNEL_PROJECT_BACK
        "images: ImageProjectiveTransformV3(g, b, Slice(shape(images), [1], [2]), 0, ...)",
    },
};

}  // namespace

std::span<const OpRow> SampleImageOps() { return ChosenRows<kSampleImageOps>::All(); }

}  // namespace runnel
