// Slices of tensors, and padding.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/strided_slice.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status SliceShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape length, RequireSame(ctx, 1, "begin", 2, "size"));
  if (length.has_rank() && length.rank() != 1) {
    return InvalidArgument("begin and size must be vectors, their shape is ", length.ToString());
  }
  RUNNEL_ASSIGN_OR_RETURN(const auto begin, ConstantInts(ctx, 1, "begin"));
  RUNNEL_ASSIGN_OR_RETURN(const auto size, ConstantInts(ctx, 2, "size"));
  const Shape& in = ctx.input(0);
  const int64_t rank = in.has_rank() ? in.rank() : length.has_rank() ? length.dim(0) : kUnknownDim;
  if (rank < 0) return OkStatus();
  if (rank > kMaxRank || (length.has_rank() && length.dim(0) >= 0 && length.dim(0) != rank)) {
    return InvalidArgument("begin and size have ", length.dim(0), " entries, but ",
                           ArgIs(ctx, 0, "input"));
  }
  // What shape inference knows of the sizes. An entry of -1 cannot be told from an unknown one, so only
  // the others count.
  RUNNEL_ASSIGN_OR_RETURN(const Shape sizes,
                          size ? Result<Shape>(Shape::Unknown()) : ctx.ConstantInputAsShape(2));
  Shape out;
  for (int i = 0; i < static_cast<int>(rank); ++i) {
    const int64_t dim = in.has_rank() ? in.dim(i) : kUnknownDim;
    const int64_t from = begin ? (*begin)[static_cast<size_t>(i)] : kUnknownDim;
    if (begin && (from < 0 || (dim >= 0 && from > dim))) {
      return InvalidArgument("begin[", i, "] is ", from,
                             ", which lies outside: ", ArgIs(ctx, 0, "input"));
    }
    if (!size) {
      out.Append(sizes.has_rank() && sizes.rank() == rank ? sizes.dim(i) : kUnknownDim);
      continue;
    }
    const int64_t count = (*size)[static_cast<size_t>(i)];
    if (count < -1) return InvalidArgument("size[", i, "] is ", count, ", expected at least -1");
    if (count == -1) {
      out.Append(dim >= 0 && begin ? dim - from : kUnknownDim);
      continue;
    }
    if (dim >= 0 && count > dim - (begin ? from : 0)) {
      return InvalidArgument("size[", i, "] is ", count, begin ? StrCat(" from ", from, " on") : "",
                             ", which does not fit: ", ArgIs(ctx, 0, "input"));
    }
    out.Append(count);
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// What is known of a node's slice; `first` is the input called begin. False if not even the number of
// entries is known.
Result<bool> ReadStridedSlice(ShapeContext& ctx, int first, StridedSliceSpec* spec) {
  spec->begin_mask = IntAttr(ctx, "begin_mask");
  spec->end_mask = IntAttr(ctx, "end_mask");
  spec->ellipsis_mask = IntAttr(ctx, "ellipsis_mask");
  spec->new_axis_mask = IntAttr(ctx, "new_axis_mask");
  spec->shrink_axis_mask = IntAttr(ctx, "shrink_axis_mask");
  Shape all = Shape::UnknownOfRank(1);
  for (int i = 0; i < 3; ++i) {
    auto merged = Shape::Merge(all, ctx.input(first + i));
    if (!merged.ok()) {
      return InvalidArgument(ArgIs(ctx, first, "begin"), ", ", ArgIs(ctx, first + 1, "end"), ", ",
                             ArgIs(ctx, first + 2, "strides"), ": must be vectors of one length");
    }
    all = std::move(*merged);
  }
  RUNNEL_ASSIGN_OR_RETURN(spec->begin, ConstantInts(ctx, first, "begin"));
  RUNNEL_ASSIGN_OR_RETURN(spec->end, ConstantInts(ctx, first + 1, "end"));
  RUNNEL_ASSIGN_OR_RETURN(spec->strides, ConstantInts(ctx, first + 2, "strides"));
  if (all.dim(0) < 0) return false;
  if (all.dim(0) > 2 * kMaxRank) {
    return InvalidArgument("begin has ", all.dim(0), " entries, at most ", 2 * kMaxRank);
  }
  spec->count = static_cast<int>(all.dim(0));
  return true;
}

Status StridedSliceShape(ShapeContext& ctx) {
  StridedSliceSpec spec;
  RUNNEL_ASSIGN_OR_RETURN(const bool known, ReadStridedSlice(ctx, 1, &spec));
  if (!known || !ctx.input(0).has_rank()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(Shape out, StridedSliceOutput(ctx.input(0), spec));
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status StridedSliceGradShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(VectorInputShape(ctx));
  StridedSliceSpec spec;
  RUNNEL_ASSIGN_OR_RETURN(const bool known, ReadStridedSlice(ctx, 1, &spec));
  const Shape& whole = ctx.outputs()[0];
  if (!known || !whole.has_rank()) return OkStatus();
  RUNNEL_ASSIGN_OR_RETURN(const Shape slice, StridedSliceOutput(whole, spec));
  if (!slice.IsCompatibleWith(ctx.input(4))) {
    return InvalidArgument(ArgIs(ctx, 4, "dy"), ", but the slice of ", whole.ToString(), " is ",
                           slice.ToString());
  }
  return OkStatus();
}

// Whether inputs 1 to 3 are a slice of `whole`. Whether the value fits is for the kernel, as in
// TensorFlow, where a graph may hold a node that does not as long as nobody runs it.
Status CheckReplaced(ShapeContext& ctx, const Shape& whole) {
  StridedSliceSpec spec;
  RUNNEL_ASSIGN_OR_RETURN(const bool known, ReadStridedSlice(ctx, 1, &spec));
  if (!known || !whole.has_rank()) return OkStatus();
  return StridedSliceOutput(whole, spec).status();
}

Status StridedSliceUpdateShape(ShapeContext& ctx) {
  ctx.set_output(0, ctx.input(0));
  return CheckReplaced(ctx, ctx.input(0));
}

Status StridedSliceAssignShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 0, "ref"));
  return CheckReplaced(ctx, ctx.input_handle(0).shape);
}

Status SliceGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const auto begin = ConstantIntsOf(ctx.input_ref(1));
  const Shape& in = ctx.input_shape(0);
  const Shape& out = ctx.output_shape(0);
  const DType index = ctx.input_type(1);
  OutputRef paddings;
  if (begin && in.IsFullyDefined() && out.IsFullyDefined()) {
    std::vector<int64_t> values;
    for (int i = 0; i < in.rank(); ++i) {
      const int64_t from = (*begin)[static_cast<size_t>(i)];
      values.push_back(from);
      values.push_back(in.dim(i) - from - out.dim(i));
    }
    RUNNEL_ASSIGN_OR_RETURN(const Tensor flat, Tensor::FromValues<int64_t>(Shape{in.rank(), 2}, values));
    paddings = b.Constant(flat);
  } else {
    const OutputRef before = ctx.input(1);
    const OutputRef rest = b.Op("Sub", {ShapeTensor(ctx, ctx.input_ref(0), index), before});
    const OutputRef after = b.Op("Sub", {rest, b.Op("Shape", {ctx.grad()}, {{"out_type", index}})});
    paddings = b.Op("Pack", {before, after}, {{"axis", 1}});
  }
  ctx.set_input_grad(0, b.Op("Pad", {ctx.grad(), paddings}));
  return OkStatus();
}

// The value's gradient is summed over what the value was repeated along.
Status StridedSliceUpdateGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  AttrList masks;
  for (const char* const name :
       {"begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"}) {
    if (const AttrValue* mask = FindAttr(ctx.attrs(), name)) SetAttr(&masks, name, *mask);
  }
  const auto add = [&](const char* op, std::vector<OutputRef> inputs) {
    return OutputRef{b.AddNode({{}, op, std::move(inputs), {}, masks, {}}), 0};
  };
  const OutputRef value = ctx.input_ref(4);
  const OutputRef begin = ctx.input(1), end = ctx.input(2), strides = ctx.input(3);
  ctx.set_input_grad(
      0, add("TensorStridedSliceUpdate", {ctx.grad(), begin, end, strides, ZerosForward(ctx, value)}));
  const OutputRef part = add("StridedSlice", {ctx.grad(), begin, end, strides});
  if (!b.status().ok()) return b.status();
  if (ctx.input_shape(4).IsFullyDefined() && ShapeOf(part) == ctx.input_shape(4)) {
    ctx.set_input_grad(4, part);
    return OkStatus();
  }
  const OutputRef own = ShapeTensor(ctx, value), whole = b.Op("Shape", {part});
  const OutputRef axes = b.Op("BroadcastGradientArgs", {own, whole});
  const OutputRef same_rank = b.Op("Reshape", {part, b.Op("BroadcastArgs", {own, whole})});
  const OutputRef sum = b.Op("Sum", {same_rank, axes}, {{"keep_dims", false}});
  ctx.set_input_grad(4, b.Op("Reshape", {sum, own}));
  return OkStatus();
}

Status PadGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const DType index = ctx.input_type(1);
  const OutputRef shape = ShapeTensor(ctx, ctx.input_ref(0), index);
  OutputRef begin;
  if (const Tensor* paddings = ConstantOf(ctx.input_ref(1))) {
    std::vector<int64_t> before;
    for (int64_t i = 0; i < paddings->num_elements(); i += 2) before.push_back(paddings->int_at(i));
    begin = IntVector(b, index, before);
  } else {
    begin = b.Op("StridedSlice",
                 {ctx.input(1), b.Int32Vector({0, 0}), b.Int32Vector({0, 1}), b.Int32Vector({1, 1})},
                 {{"begin_mask", 1}, {"end_mask", 1}, {"shrink_axis_mask", 2}});
  }
  ctx.set_input_grad(0, b.Op("Slice", {ctx.grad(), begin, shape}));
  return OkStatus();
}

constexpr OpRow kSliceOps[] = {
    {
        .name = "Slice",
        .inputs = "input: T, begin: Index, size: Index",
        .outputs = "output: T",
        .attrs = "T: type; Index: {int32, int64}",
        .doc = "Takes the block of the given size that starts at begin; a size of -1 means all that is "
               "left. Shapes: begin and size are vectors as long as the rank of input. Errors: "
               "INVALID_ARGUMENT if the block does not lie within input.",
        .shape = SliceShape,
        .gradient = SliceGrad,
    },
    {
        .name = "StridedSlice",
        .inputs = "input: T, begin: Index, end: Index, strides: Index",
        .outputs = "output: T",
        .attrs = "T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; "
                 "ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0",
        .doc =
            "Python's x[begin:end:strides, ...]: bit i of a mask belongs to entry i. begin_mask and "
            "end_mask drop that bound, ellipsis_mask makes the entry stand for all dimensions not "
            "mentioned, new_axis_mask inserts a dimension of 1, shrink_axis_mask takes the single "
            "index begin[i] and removes the dimension. Negative bounds count from the end and are "
            "clamped. Errors: INVALID_ARGUMENT for a stride of 0, two ellipses, an index out of range, "
            "or more entries than dimensions.",
        .shape = StridedSliceShape,
        .gradient = "input: StridedSliceGrad(shape(input, Index), begin, end, strides, g, ...)",
    },
    {
        .name = "StridedSliceGrad",
        .inputs = "shape: Index, begin: Index, end: Index, strides: Index, dy: T",
        .outputs = "output: T",
        .attrs = "T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; "
                 "ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0",
        .doc =
            "Gives zeros of the given shape, with dy where StridedSlice of that shape would have read. "
            "Errors: INVALID_ARGUMENT as StridedSlice, and if dy has not the shape of the slice.",
        .shape = StridedSliceGradShape,
        .gradient = "dy: StridedSlice(g, begin, end, strides, ...)",
    },
    {
        .name = "TensorStridedSliceUpdate",
        .inputs = "input: T, begin: Index, end: Index, strides: Index, value: T",
        .outputs = "output: T",
        .attrs = "T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; "
                 "ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0",
        .doc = "Gives input with value where StridedSlice would have read. Shapes: value is broadcast "
               "to the "
               "slice. Errors: INVALID_ARGUMENT as StridedSlice, and if value does not fit the slice.",
        .shape = StridedSliceUpdateShape,
        .gradient = StridedSliceUpdateGrad,
    },
    {
        .name = "ResourceStridedSliceAssign",
        .inputs = "ref: resource, begin: Index, end: Index, strides: Index, value: T",
        .attrs = "T: type; Index: {int32, int64}; begin_mask: int = 0; end_mask: int = 0; "
                 "ellipsis_mask: int = 0; new_axis_mask: int = 0; shrink_axis_mask: int = 0",
        .doc =
            "Puts value where StridedSlice of the variable would have read, in place. Shapes: value is "
            "broadcast to the slice. Errors: INVALID_ARGUMENT as StridedSlice, and if value does not "
            "fit "
            "the slice; "
            "FAILED_PRECONDITION for a variable without a value.",
        .flags = kOpStateful | kOpNotDifferentiable,
        .shape = StridedSliceAssignShape,
    },
    {
        .name = "Pad",
        .inputs = "input: T, paddings: Tpaddings",
        .outputs = "output: T",
        .attrs = "T: type; Tpaddings: {int32, int64} = int32",
        .doc = "Puts paddings[i,0] zeros before and paddings[i,1] zeros after dimension i. Shapes: "
               "paddings is [rank,2]. Errors: INVALID_ARGUMENT for a negative padding.",
        .shape = PadShape,
        .gradient = PadGrad,
    },
};

}  // namespace

std::span<const OpRow> SliceOps() { return ChosenRows<kSliceOps>::All(); }

}  // namespace runnel
