// Layers of several inputs, and layers that make images larger or smaller.
#include "core/learn/layer_row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// Folds the inputs with an op of two.
Status Fold(CompositionContext& ctx, const char* op) {
  OutputRef y = ctx.input(0);
  for (size_t i = 1; i < ctx.input_refs().size(); ++i)
    y = ctx.b().Op(op, {y, ctx.input(static_cast<int>(i))});
  ctx.set_output(0, y);
  return OkStatus();
}
Status AddCall(CompositionContext& ctx) { return Fold(ctx, "AddV2"); }

// ---- with masks, as Keras does ----

// The mask of an input, with a dimension for features; empty: there is none.
OutputRef Column(LayerContext& ctx, size_t i) {
  if (!ctx.mask(i)) return {};
  return ctx.b().Op("ExpandDims", {ctx.mask(i), IntScalar(ctx.b(), DType::kInt32, -1)});
}
// Whether any of the masks is true; empty unless all inputs have one.
OutputRef AnyMask(LayerContext& ctx) {
  OutputRef joined;
  for (size_t i = 0; i < ctx.num_inputs(); ++i) {
    if (!ctx.mask(i)) return {};
    joined = joined ? ctx.b().Op("LogicalOr", {joined, ctx.mask(i)}) : ctx.mask(i);
  }
  return joined;
}

// What does not count is 1 in the product, and where nothing counts that is 0.
Status MultiplyCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  OutputRef y;
  for (size_t i = 0; i < ctx.num_inputs(); ++i) {
    OutputRef x = ctx.input(i);
    if (const OutputRef mask = Column(ctx, i)) x = b.Op("SelectV2", {mask, x, b.Scalar(ctx.dtype(), 1)});
    y = y ? b.Op("Mul", {y, x}) : x;
  }
  const OutputRef mask = AnyMask(ctx);
  if (mask) {
    const OutputRef column = b.Op("ExpandDims", {mask, IntScalar(b, DType::kInt32, -1)});
    y = b.Op("SelectV2", {column, y, b.Scalar(ctx.dtype(), 0)});
  }
  ctx.Give(y, mask);
  return b.status();
}

// Of two elements the one that counts is taken, and `op` of both where both do.
Status Compare(LayerContext& ctx, const char* op) {
  GraphBuilder& b = ctx.b();
  OutputRef y = ctx.input(0), counts = Column(ctx, 0);
  for (size_t i = 1; i < ctx.num_inputs(); ++i) {
    OutputRef x = ctx.input(i);
    const OutputRef mask = Column(ctx, i);
    if (mask) x = b.Op("SelectV2", {mask, x, y});
    if (counts) y = b.Op("SelectV2", {counts, y, x});
    counts = mask && counts ? b.Op("LogicalOr", {counts, mask}) : OutputRef();
    y = b.Op(op, {y, x});
  }
  ctx.Give(y, AnyMask(ctx));
  return b.status();
}
Status MaximumCall(LayerContext& ctx) { return Compare(ctx, "Maximum"); }
Status MinimumCall(LayerContext& ctx) { return Compare(ctx, "Minimum"); }

Status ConcatenateCall(LayerContext& ctx) {
  GraphBuilder& b = ctx.b();
  std::vector<OutputRef> parts, masks;
  bool any = false;
  for (size_t i = 0; i < ctx.num_inputs(); ++i) {
    const OutputRef x = ctx.input(i);
    parts.push_back(x);
    any |= static_cast<bool>(ctx.mask(i));
    const OutputRef all =
        b.Op("Fill", {b.Op("Shape", {x}), b.Scalar(DType::kBool, ctx.mask(i) ? 0 : 1)});
    masks.push_back(ctx.mask(i) ? b.Op("LogicalOr", {Column(ctx, i), all}) : all);
  }
  const OutputRef axis = IntScalar(b, DType::kInt32, ctx.arg<int64_t>("axis"));
  parts.push_back(axis);
  masks.push_back(axis);
  OutputRef mask;
  if (any) mask = b.Op("Any", {b.Op("ConcatV2", masks), IntScalar(b, DType::kInt32, -1)});
  ctx.Give(b.Op("ConcatV2", parts), mask);
  return b.status();
}
Status AverageCall(CompositionContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(Fold(ctx, "AddV2"));
  const OutputRef sum = ctx.outputs()[0];
  const double share = 1 / static_cast<double>(ctx.input_refs().size());
  ctx.set_output(0, ctx.b().Op("Mul", {sum, ctx.b().Scalar(TypeOf(sum), share)}));
  return OkStatus();
}

// Zeros around the positions: before and behind each axis but batch and channels.
Status Pad(CompositionContext& ctx, const std::vector<int64_t>& around) {
  std::vector<int64_t> paddings = {0, 0};
  for (const int64_t n : around) {
    if (n < 0) return InvalidArgument("a padding is negative: ", n);
    paddings.push_back(n);
  }
  paddings.insert(paddings.end(), {0, 0});
  GraphBuilder& b = ctx.b();
  RUNNEL_ASSIGN_OR_RETURN(
      const Tensor matrix,
      Tensor::FromValues<int64_t>(Shape{static_cast<int64_t>(paddings.size()) / 2, 2}, paddings));
  ctx.set_output(0, b.Op("Pad", {ctx.input(0), b.Constant(matrix)}));
  return OkStatus();
}

// One number for all, one for each axis, or two for each: Keras' three forms, flattened.
Result<std::vector<int64_t>> Around(CompositionContext& ctx, std::string_view arg, size_t axes) {
  const auto& given = *ctx.attr<std::vector<int64_t>>(arg);
  std::vector<int64_t> around;
  for (size_t i = 0; i < axes; ++i) {
    const bool paired = given.size() == 2 * axes;
    if (!paired && given.size() != axes && given.size() != 1) {
      return InvalidArgument(arg, " has ", given.size(), " numbers, expected 1, ", axes, " or ",
                             2 * axes);
    }
    const size_t at = paired ? 2 * i : given.size() == 1 ? 0 : i;
    around.push_back(given[at]);
    around.push_back(given[paired ? at + 1 : at]);
  }
  return around;
}

Status ZeroPaddingCall(CompositionContext& ctx) {
  const OutputRef x = ctx.input(0);
  const Shape& in = ShapeOf(x);
  if (!in.has_rank() || in.rank() < 3)
    return InvalidArgument("its input must be [batch, positions, ..., channels], got ", in.ToString());
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> around,
                          Around(ctx, "padding", static_cast<size_t>(in.rank()) - 2));
  return Pad(ctx, around);
}

// Each position as often as `size` says, along each axis.
Status UpSampling3DCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0);
  const Shape in = ShapeOf(x);
  const auto& factor = *ctx.attr<std::vector<int64_t>>("size");
  if (!in.has_rank() || in.rank() != 5)
    return InvalidArgument("its input must be [batch, depth, height, width, channels], got ",
                           in.ToString());
  std::vector<int64_t> apart = {-1}, times = {1}, joined = {-1};
  for (int i = 1; i < 5; ++i) {
    const int64_t by = i < 4 ? factor[static_cast<size_t>(i) - 1] : 1;
    int64_t length = 0;
    if (in.dim(i) < 0 || by < 1 || __builtin_mul_overflow(in.dim(i), by, &length))
      return InvalidArgument("size ", by, " does not fit dimension ", i, " of its input ",
                             in.ToString());
    apart.push_back(in.dim(i));
    times.push_back(1);
    joined.push_back(length);
    if (i == 4) continue;
    apart.push_back(1);
    times.push_back(by);
  }
  const OutputRef cut = b.Op("Reshape", {x, IntVector(b, DType::kInt64, apart)});
  const OutputRef tiled = b.Op("Tile", {cut, IntVector(b, DType::kInt64, times)});
  ctx.set_output(0, b.Op("Reshape", {tiled, IntVector(b, DType::kInt64, joined)}));
  return OkStatus();
}

Status CroppingCall(CompositionContext& ctx) {
  const OutputRef x = ctx.input(0);
  const Shape& in = ShapeOf(x);
  if (!in.has_rank() || in.rank() < 3) {
    return InvalidArgument("its input must be [batch, positions, ..., channels], got ", in.ToString());
  }
  const size_t axes = static_cast<size_t>(in.rank()) - 2;
  RUNNEL_ASSIGN_OR_RETURN(const std::vector<int64_t> around, Around(ctx, "cropping", axes));
  std::vector<int64_t> begin = {0}, size = {-1};
  for (size_t i = 0; i < axes; ++i) {
    const int64_t have = in.dim(static_cast<int>(i) + 1);
    if (have < 0)
      return InvalidArgument("dimension ", i + 1, " of its input ", in.ToString(), " is not known");
    const int64_t left = have - around[2 * i] - around[2 * i + 1];
    if (around[2 * i] < 0 || around[2 * i + 1] < 0 || left < 1) {
      return InvalidArgument("nothing of dimension ", i + 1, " of its input ", in.ToString(),
                             " is left");
    }
    begin.push_back(around[2 * i]);
    size.push_back(left);
  }
  begin.push_back(0);
  size.push_back(-1);
  GraphBuilder& b = ctx.b();
  ctx.set_output(
      0, b.Op("Slice", {x, IntVector(b, DType::kInt32, begin), IntVector(b, DType::kInt32, size)}));
  return OkStatus();
}

Status DotCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  std::vector<int64_t> axes = *ctx.attr<std::vector<int64_t>>("axes");
  if (axes.size() != 2) return InvalidArgument("axes: expected one or two, got ", axes.size());
  std::vector<OutputRef> inputs;
  std::string labels[2], free;  // of the batch, a; of what is summed over, z
  char next = 'b';
  for (size_t i = 0; i < 2; ++i) {
    OutputRef x = ctx.input(static_cast<int>(i));
    const Shape& shape = ShapeOf(x);
    if (!shape.has_rank() || shape.rank() < 2 || shape.rank() > 12)
      return InvalidArgument("its inputs must be [batch, ...], got ", shape.ToString());
    const int64_t axis = axes[i] < 0 ? axes[i] + shape.rank() : axes[i];
    if (axis < 1 || axis >= shape.rank())
      return InvalidArgument("axes: ", axes[i], " is no dimension behind the batch of ",
                             shape.ToString());
    for (int d = 0; d < shape.rank(); ++d) {
      labels[i] += d == 0 ? 'a' : d == axis ? 'z' : next;
      if (d != 0 && d != axis) free += next++;
    }
    if (*ctx.attr<bool>("normalize")) {
      const OutputRef squares =
          b.Op("Sum", {b.Op("Square", {x}), IntVector(b, DType::kInt32, {axis})}, {{"keep_dims", true}});
      const OutputRef least = b.Scalar(TypeOf(x), 1e-12);
      x = b.Op("Mul", {x, b.Op("Rsqrt", {b.Op("Maximum", {squares, least})})});
    }
    inputs.push_back(x);
  }
  OutputRef y =
      b.Op("Einsum", inputs, {{"equation", AttrValue(StrCat(labels[0], ",", labels[1], "->a", free))}});
  if (free.empty()) y = b.Op("ExpandDims", {y, IntScalar(b, DType::kInt32, 1)});
  ctx.set_output(0, y);
  return b.status();
}

Status UpSampling2DCall(CompositionContext& ctx) {
  const OutputRef x = ctx.input(0);
  const Shape& in = ShapeOf(x);
  const auto& factor = *ctx.attr<std::vector<int64_t>>("size");
  if (!in.has_rank() || in.rank() != 4 || in.dim(1) < 0 || in.dim(2) < 0) {
    return InvalidArgument(
        "its input must be [batch, height, width, channels] with a known height and width, got ",
        in.ToString());
  }
  std::vector<int64_t> size(2);
  for (size_t i = 0; i < 2; ++i) {
    if (factor[i] < 1 || __builtin_mul_overflow(in.dim(static_cast<int>(i) + 1), factor[i], &size[i])) {
      return InvalidArgument("size ", factor[i], " does not fit an input of ", in.ToString());
    }
  }
  GraphBuilder& b = ctx.b();
  const bool nearest = *ctx.attr<std::string>("interpolation") == "nearest";
  ctx.set_output(0, b.Op(nearest ? "ResizeNearestNeighbor" : "ResizeBilinear",
                         {x, IntVector(b, DType::kInt32, size)}, {{"half_pixel_centers", true}}));
  return OkStatus();
}

constexpr Row kMergeLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "Add",
        .inputs = "x: N * T",
        .doc = "The sum of the inputs, which broadcast.",
        .call = AddCall,
        .mask = kJoinsMasks,
    },
    {
        .kind = RowKind::kLayer,
        .name = "Subtract",
        .inputs = "x: T, other: T",
        .doc = "The first input without the second; they broadcast.",
        .call = "y: x - other",
        .mask = kJoinsMasks,
    },
    {.kind = RowKind::kLayer,
     .name = "Multiply",
     .inputs = "x: N * T",
     .doc = "The product of the inputs, element by element; they broadcast.",
     .layer = MultiplyCall},
    {
        .kind = RowKind::kLayer,
        .name = "Average",
        .inputs = "x: N * T",
        .doc = "The mean of the inputs, element by element; they broadcast.",
        .call = AverageCall,
        .mask = kJoinsMasks,
    },
    {.kind = RowKind::kLayer,
     .name = "Maximum",
     .inputs = "x: N * T",
     .doc = "The largest of the inputs, element by element; they broadcast.",
     .layer = MaximumCall},
    {.kind = RowKind::kLayer,
     .name = "Minimum",
     .inputs = "x: N * T",
     .doc = "The smallest of the inputs, element by element; they broadcast.",
     .layer = MinimumCall},
    {.kind = RowKind::kLayer,
     .name = "Concatenate",
     .inputs = "x: N * T",
     .args = "axis: int = -1",
     .doc = "The inputs one behind the other along an axis.",
     .layer = ConcatenateCall},
    {.kind = RowKind::kLayer,
     .name = "Dot",
     .inputs = "x: T, other: T",
     .args = "axes: list(int) >= 2; normalize: bool = false",
     .doc =
         "The sums of products along an axis of each, one number or two, behind the batch; with "
         "normalize of vectors of length 1. Shapes: x [b, ..., n, ...], other [b, ..., n, ...], y [b, "
         "what else x has, what else other has], or [b, 1] where that is nothing.",
     .call = DotCall},
    {.kind = RowKind::kLayer,
     .name = "ZeroPadding1D",
     .args = "padding: list(int) >= 1 = [1]",
     .doc = "Zeros before and behind. Shapes: x [b, n, c], y [b, n + padding, c].",
     .call = ZeroPaddingCall,
     .channels = Channels::kByFormat},
    {.kind = RowKind::kLayer,
     .name = "ZeroPadding2D",
     .args = "padding: list(int) >= 1 = [1]",
     .doc = "Zeros around: one number, [height, width], or [top, bottom, left, right]. Shapes: x [b, h, "
            "w, c].",
     .call = ZeroPaddingCall,
     .channels = Channels::kByFormat},
    {.kind = RowKind::kLayer,
     .name = "ZeroPadding3D",
     .args = "padding: list(int) >= 1 = [1]",
     .doc = "Zeros around: one number, one for each axis, or two for each. Shapes: x [b, d, h, w, c].",
     .call = ZeroPaddingCall,
     .channels = Channels::kByFormat},
    {.kind = RowKind::kLayer,
     .name = "Cropping1D",
     .args = "cropping: list(int) >= 1 = [1]",
     .doc = "Leaves out positions at both ends. Shapes: x [b, n, c].",
     .call = CroppingCall},
    {.kind = RowKind::kLayer,
     .name = "Cropping2D",
     .args = "cropping: list(int) >= 1 = [0]",
     .doc = "Leaves out the edges: one number, [height, width], or [top, bottom, left, right]. Shapes: "
            "x [b, h, w, c].",
     .call = CroppingCall,
     .channels = Channels::kByFormat},
    {.kind = RowKind::kLayer,
     .name = "Cropping3D",
     .args = "cropping: list(int) >= 1 = [1]",
     .doc = "Leaves out the edges: one number, one for each axis, or two for each. Shapes: x [b, d, h, "
            "w, c].",
     .call = CroppingCall,
     .channels = Channels::kByFormat},
    {.kind = RowKind::kLayer,
     .name = "UpSampling1D",
     .args = "size: int >= 1 = 2",
     .doc = "Repeats each position. Shapes: x [b, n, c], y [b, n size, c].",
     .call = "y: Reshape(Tile(ExpandDims(x, 2), [1, 1, size, 1]), [-1, dim(x, 1) * size, dim(x, 2)])"},
    {.kind = RowKind::kLayer,
     .name = "UpSampling2D",
     .args = "size: list(int) >= 2 = [2, 2]; interpolation: {'nearest', 'bilinear'} = 'nearest'",
     .doc = "Makes images larger. Shapes: x [b, h, w, c], y [b, h size, w size, c].",
     .call = UpSampling2DCall,
     .channels = Channels::kByFormat},
    {.kind = RowKind::kLayer,
     .name = "UpSampling3D",
     .args = "size: list(int) >= 3 = [2, 2, 2]",
     .doc = "Repeats each position along each axis. Shapes: x [b, d, h, w, c].",
     .call = UpSampling3DCall,
     .channels = Channels::kByFormat},
};

}  // namespace

std::span<const Row> MergeLayerRows() { return kMergeLayers; }

}  // namespace runnel::learn
