// Pixels moved between rows and columns on one side and channels or the batch on the other.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

// a / b, both known and b > 0; else unknown. Errors: INVALID_ARGUMENT for a remainder.
Result<int64_t> DivideDim(int64_t a, int64_t b, std::string_view what) {
  if (a < 0 || b < 1) return kUnknownDim;
  if (a % b == 0) return a / b;
  return InvalidArgument(what, " of ", a, " is no multiple of ", b);
}

Status BlocksShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape image, RequireRank(ctx, 0, "input", 4));
  const std::string* format = ctx.attr<std::string>("data_format");
  if (format != nullptr && *format == "NCHW_VECT_C") {
    return Unimplemented("data_format NCHW_VECT_C, which is for quantised values on some GPUs");
  }
  const bool first = format != nullptr && *format == "NCHW";
  const int channel = first ? 1 : 3, row = first ? 2 : 1;
  const int64_t block = IntAttr(ctx, "block_size");
  RUNNEL_ASSIGN_OR_RETURN(const int64_t square, MulDims(block, block));
  const bool to_depth = ctx.schema().name == "SpaceToDepth";
  for (int dim = row; dim < row + 2; ++dim) {
    RUNNEL_ASSIGN_OR_RETURN(const int64_t size, to_depth ? DivideDim(image.dim(dim), block, "a side")
                                                         : MulDims(image.dim(dim), block));
    image.set_dim(dim, size);
  }
  RUNNEL_ASSIGN_OR_RETURN(const int64_t channels,
                          to_depth ? MulDims(image.dim(channel), square)
                                   : DivideDim(image.dim(channel), square, "a number of channels"));
  image.set_dim(channel, channels);
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

// The values of `paddings` or `crops`, two for each block. Errors: INVALID_ARGUMENT if they do not fit.
Result<std::optional<std::vector<int64_t>>> ReadMargins(ShapeContext& ctx, int64_t blocks,
                                                        std::string_view name) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape shape, RequireRank(ctx, 2, name, 2));
  if ((shape.dim(1) >= 0 && shape.dim(1) != 2) ||
      (shape.dim(0) >= 0 && blocks >= 0 && shape.dim(0) != blocks)) {
    return InvalidArgument(ArgIs(ctx, 2, name), ", ", ArgIs(ctx, 1, "block_shape"),
                           ": expected two numbers for each block");
  }
  const Tensor* value = ctx.ConstantInput(2);
  if (value == nullptr) return std::optional<std::vector<int64_t>>();
  std::vector<int64_t> margins;
  for (int64_t i = 0; i < value->num_elements(); ++i) {
    margins.push_back(value->int_at(i));
    if (margins.back() < 0) {
      return InvalidArgument(name, " has ", margins.back(), ": expected numbers from 0");
    }
  }
  return std::optional(std::move(margins));
}

Status BatchBlocksShape(ShapeContext& ctx) {
  const bool to_batch = ctx.schema().name == "SpaceToBatchND";
  RUNNEL_ASSIGN_OR_RETURN(const Shape block_shape, RequireRank(ctx, 1, "block_shape", 1));
  RUNNEL_ASSIGN_OR_RETURN(const auto block, ConstantInts(ctx, 1, "block_shape"));
  const int64_t blocks = block_shape.dim(0);
  RUNNEL_ASSIGN_OR_RETURN(const auto margins, ReadMargins(ctx, blocks, to_batch ? "paddings" : "crops"));
  Shape image = ctx.input(0);
  if (!image.has_rank()) return OkStatus();
  if (blocks >= image.rank() || image.rank() < 1) {
    return InvalidArgument(ArgIs(ctx, 0, "input"), ", ", ArgIs(ctx, 1, "block_shape"),
                           ": expected a dimension for the batch and one for each block");
  }
  if (!block || !margins) {
    Shape out = Shape::UnknownOfRank(image.rank());
    for (int i = static_cast<int>(blocks) + 1; blocks >= 0 && i < image.rank(); ++i) {
      out.set_dim(i, image.dim(i));
    }
    ctx.set_output(0, std::move(out));
    return OkStatus();
  }
  int64_t product = 1;
  for (size_t i = 0; i < block->size(); ++i) {
    const int64_t size = (*block)[i], before = (*margins)[2 * i], after = (*margins)[2 * i + 1];
    if (size < 1) return InvalidArgument("block_shape has ", size, ": expected numbers from 1");
    const int dim = static_cast<int>(i) + 1;
    RUNNEL_ASSIGN_OR_RETURN(product, MulDims(product, size));
    RUNNEL_ASSIGN_OR_RETURN(const int64_t margin, AddDims(before, after));
    int64_t length = image.dim(dim);
    if (to_batch) {
      RUNNEL_ASSIGN_OR_RETURN(length, AddDims(length, margin));
      RUNNEL_ASSIGN_OR_RETURN(length, DivideDim(length, size, "a padded dimension"));
    } else {
      RUNNEL_ASSIGN_OR_RETURN(length, MulDims(length, size));
      if (length >= 0 && length < margin) {
        return InvalidArgument("crops take ", margin, " of a dimension of ", length);
      }
      if (length >= 0) length -= margin;
    }
    image.set_dim(dim, length);
  }
  RUNNEL_ASSIGN_OR_RETURN(const int64_t batch, to_batch ? MulDims(image.dim(0), product)
                                                        : DivideDim(image.dim(0), product, "a batch"));
  image.set_dim(0, batch);
  ctx.set_output(0, std::move(image));
  return OkStatus();
}

#define RUNNEL_BLOCK_ATTRS \
  "T: type; block_size: int >= 2; data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'"

constexpr OpRow kSpaceOps[] = {
    {
        .name = "SpaceToDepth",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_BLOCK_ATTRS,
        .doc =
            "Puts the pixels of every square of block_size pixels behind each other, row by row, as "
            "channels of one pixel. Shapes: [batch,rows,columns,channels] becomes "
            "[batch,rows/b,columns/b,b*b*channels]. Errors: INVALID_ARGUMENT if a side is no multiple.",
        .shape = BlocksShape,
        .gradient = "input: DepthToSpace(g, ...)",
    },
    {
        .name = "DepthToSpace",
        .inputs = "input: T",
        .outputs = "output: T",
        .attrs = RUNNEL_BLOCK_ATTRS,
        .doc = "Spreads the channels of every pixel over a square of block_size pixels: undoes "
               "SpaceToDepth. Shapes: [batch,rows,columns,b*b*channels] becomes "
               "[batch,rows*b,columns*b,channels].",
        .shape = BlocksShape,
        .gradient = "input: SpaceToDepth(g, ...)",
    },
    {
        .name = "SpaceToBatchND",
        .inputs = "input: T, block_shape: Tblock_shape, paddings: Tpaddings",
        .outputs = "output: T",
        .attrs = "T: type; Tblock_shape: {int32, int64} = int32; Tpaddings: {int32, int64} = int32",
        .doc =
            "Pads dimensions 1 to m with zeros and deals their elements out, block by block, to as "
            "many images in the batch. Shapes: block_shape is [m], paddings [m,2]; the batch grows by "
            "the product of block_shape. Errors: INVALID_ARGUMENT if a padded dimension is no "
            "multiple of its block.",
        .shape = BatchBlocksShape,
        .gradient = "input: BatchToSpaceND(g, block_shape, paddings)",
    },
    {
        .name = "BatchToSpaceND",
        .inputs = "input: T, block_shape: Tblock_shape, crops: Tcrops",
        .outputs = "output: T",
        .attrs = "T: type; Tblock_shape: {int32, int64} = int32; Tcrops: {int32, int64} = int32",
        .doc =
            "Puts images of the batch together again, pixel beside pixel, and crops the result: undoes "
            "SpaceToBatchND. Shapes: block_shape is [m], crops [m,2]; the batch shrinks by the "
            "product of block_shape.",
        .shape = BatchBlocksShape,
        .gradient = "input: SpaceToBatchND(g, block_shape, crops)",
    },
};

}  // namespace

std::span<const OpRow> SpaceOps() { return ChosenRows<kSpaceOps>::All(); }

}  // namespace runnel
