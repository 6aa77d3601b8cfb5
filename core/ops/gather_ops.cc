// Ops that move elements by index.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status GatherV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "axis"));
  const Shape& params = ctx.input(0);
  const Shape& indices = ctx.input(1);
  int64_t batch = IntAttr(ctx, "batch_dims");
  const auto axis = ConstantInt(ctx, 2);
  if (params.has_rank() && params.rank() == 0) {
    return InvalidArgument(ArgIs(ctx, 0, "params"), ": must have rank 1 or more");
  }
  if (!params.has_rank() || !indices.has_rank()) return OkStatus();
  if (batch < 0) batch += indices.rank();
  if (batch < 0 || batch > indices.rank() || batch >= params.rank()) {
    return InvalidArgument("batch_dims is ", IntAttr(ctx, "batch_dims"),
                           ", which is out of range: ", ArgIs(ctx, 0, "params"), ", ",
                           ArgIs(ctx, 1, "indices"));
  }
  const int b = static_cast<int>(batch);
  if (!axis) {
    ctx.set_output(0, Shape::UnknownOfRank(params.rank() - 1 + indices.rank() - b));
    return OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(const int a,
                          NormalAxis(*axis, params.rank(), "axis", ArgIs(ctx, 0, "params")));
  if (a < b) return InvalidArgument("axis is ", a, ", expected at least batch_dims, which is ", b);
  auto outer = Shape::Merge(SubShape(params, 0, b), SubShape(indices, 0, b));
  if (!outer.ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "params"), ", ", ArgIs(ctx, 1, "indices"), ": the first ", b,
                           " dimensions must be equal");
  }
  if (indices.IsFullyDefined() && indices.num_elements() > 0 && params.dim(a) == 0) {
    return InvalidArgument("no index is in range: ", ArgIs(ctx, 0, "params"), ", axis is ", a);
  }
  ctx.set_output(
      0, Concat(Concat(Concat(*outer, SubShape(params, b, a)), SubShape(indices, b, indices.rank())),
                SubShape(params, a + 1, params.rank())));
  return OkStatus();
}

Status GatherShape(ShapeContext& ctx) {
  const Shape& params = ctx.input(0);
  if (params.has_rank() && params.rank() == 0) {
    return InvalidArgument(ArgIs(ctx, 0, "params"), ": must have rank 1 or more");
  }
  if (params.has_rank()) ctx.set_output(0, Concat(ctx.input(1), SubShape(params, 1, params.rank())));
  return OkStatus();
}

Status OneHotShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "depth"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "on_value"));
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "off_value"));
  const auto depth = ConstantInt(ctx, 1);
  if (depth && *depth < 0) return InvalidArgument("depth is ", *depth, ", expected at least 0");
  const Shape& indices = ctx.input(0);
  if (!indices.has_rank()) return OkStatus();
  int64_t axis = IntAttr(ctx, "axis", -1);
  if (axis < -1 || axis > indices.rank()) {
    return InvalidArgument("axis ", axis, " is out of range: ", ArgIs(ctx, 0, "indices"));
  }
  const int a = axis == -1 ? indices.rank() : static_cast<int>(axis);
  ctx.set_output(0, Concat(Concat(SubShape(indices, 0, a), Shape{depth ? *depth : kUnknownDim}),
                           SubShape(indices, a, indices.rank())));
  return OkStatus();
}

Status WhereShape(ShapeContext& ctx) {
  ctx.set_output(0, Shape{kUnknownDim, ctx.input(0).has_rank() ? ctx.input(0).rank() : kUnknownDim});
  return OkStatus();
}

std::vector<int64_t> Iota(int64_t first, int64_t last) {
  std::vector<int64_t> out;
  for (int64_t i = first; i < last; ++i) out.push_back(i);
  return out;
}

std::vector<int64_t> Joined(std::initializer_list<std::vector<int64_t>> parts) {
  std::vector<int64_t> out;
  for (const auto& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

// Transposes, unless the order stays the same.
OutputRef Permuted(GraphBuilder& b, OutputRef x, const std::vector<int64_t>& perm) {
  if (perm == Iota(0, static_cast<int64_t>(perm.size()))) return x;
  return b.Op("Transpose", {x, IntVector(b, DType::kInt32, perm)});
}

// Entries [first,last) of the shape of a forward value, as int64.
OutputRef DimsOf(GradientContext& ctx, OutputRef forward, int first, int last) {
  GraphBuilder& b = ctx.b();
  const Shape& shape = ShapeOf(forward);
  std::vector<int64_t> dims;
  for (int i = first; i < last && (dims.empty() || dims.back() >= 0); ++i) dims.push_back(shape.dim(i));
  if (dims.empty() || dims.back() >= 0) return IntVector(b, DType::kInt64, dims);
  return b.Op("Slice", {ShapeTensor(ctx, forward, DType::kInt64), IntVector(b, DType::kInt32, {first}),
                        IntVector(b, DType::kInt32, {last - first})});
}

OutputRef ProductOf(GraphBuilder& b, OutputRef dims) {
  return b.Op("Prod", {dims, b.Scalar(DType::kInt32, 0)});
}

// Adds the slices of the gradient to the rows that they were taken from. The dimensions of the indices
// come first, then the rest of params'; batch dimensions become part of the index.
Status GatherGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef params = ctx.input_ref(0), indices = ctx.input_ref(1);
  const auto axes = ConstantIntsOf(ctx.input_ref(2));
  const int64_t batch_dims = *ctx.node().attr<int64_t>("batch_dims");
  const Shape& p = ShapeOf(params);
  if (axes && (*axes)[0] == 0 && batch_dims == 0) {  // no ranks needed
    OutputRef rows;
    if (p.has_rank()) {
      rows = b.Op("Reshape", {DimsOf(ctx, params, 0, 1), IntVector(b, DType::kInt32, {})});
      if (p.dim(0) >= 0) rows = IntScalar(b, DType::kInt64, p.dim(0));
    } else {
      rows = b.Op("StridedSlice",
                  {ShapeTensor(ctx, params, DType::kInt64), b.Int32Vector({0}), b.Int32Vector({1}),
                   b.Int32Vector({1})},
                  {{"shrink_axis_mask", 1}});
    }
    ctx.set_input_grad(0, b.Op("UnsortedSegmentSum", {ctx.grad(), ctx.input(1), rows}));
    return OkStatus();
  }
  if (!axes || !p.has_rank() || !ShapeOf(indices).has_rank()) {
    return Unimplemented(
        "gradients of GatherV2 along an axis other than 0 need a constant axis and the ranks of ",
        "params and indices at build time");
  }
  const int64_t rank = p.rank(), i_rank = ShapeOf(indices).rank();
  const int64_t axis = (*axes)[0] < 0 ? (*axes)[0] + rank : (*axes)[0];
  const int64_t batch = batch_dims < 0 ? batch_dims + i_rank : batch_dims;
  const int64_t i_free = i_rank - batch;  // dims of indices that are no batch
  // grad is [batch, params[batch:axis], indices[batch:], params[axis+1:]].
  const OutputRef grad = Permuted(b, ctx.grad(),
                                  Joined({Iota(0, batch), Iota(axis, axis + i_free), Iota(batch, axis),
                                          Iota(axis + i_free, rank - 1 + i_free)}));
  const OutputRef rows =
      ProductOf(b, DimsOf(ctx, params, static_cast<int>(axis), static_cast<int>(axis) + 1));
  OutputRef ids = ctx.input(1), segments = rows;
  if (batch > 0) {
    const DType dtype = TypeOf(ids);
    const OutputRef outer = DimsOf(ctx, params, 0, static_cast<int>(batch));
    const OutputRef count = ProductOf(b, outer);
    segments = b.Op("Mul", {count, rows});
    OutputRef offset = b.Op(
        "Mul", {b.Op("Range", {b.Scalar(DType::kInt64, 0), count, b.Scalar(DType::kInt64, 1)}), rows});
    const OutputRef ones =
        IntVector(b, DType::kInt64, std::vector<int64_t>(static_cast<size_t>(i_free), 1));
    offset = b.Op("Reshape", {offset, b.Op("ConcatV2", {outer, ones, b.Scalar(DType::kInt32, 0)})});
    if (dtype != DType::kInt64) offset = b.Op("Cast", {offset}, {{"DstT", dtype}});
    ids = b.Op("AddV2", {ids, offset});
  }
  OutputRef sum = b.Op("UnsortedSegmentSum", {grad, ids, segments});
  if (batch > 0) {
    const OutputRef shape =
        b.Op("ConcatV2", {DimsOf(ctx, params, 0, static_cast<int>(batch)),
                          DimsOf(ctx, params, static_cast<int>(axis), static_cast<int>(axis) + 1),
                          DimsOf(ctx, params, static_cast<int>(batch), static_cast<int>(axis)),
                          DimsOf(ctx, params, static_cast<int>(axis) + 1, static_cast<int>(rank)),
                          b.Scalar(DType::kInt32, 0)});
    sum = b.Op("Reshape", {sum, shape});
  }
  // sum is [batch, params[axis], params[batch:axis], params[axis+1:]].
  ctx.set_input_grad(
      0, Permuted(b, sum,
                  Joined({Iota(0, batch), Iota(batch + 1, axis + 1), {batch}, Iota(axis + 1, rank)})));
  return OkStatus();
}

constexpr OpRow kGatherOps[] = {
    {
        .name = "GatherV2",
        .inputs = "params: Tparams, indices: Tindices, axis: Taxis",
        .outputs = "output: Tparams",
        .attrs =
            "batch_dims: int = 0; Tparams: type; Tindices: {int16, int32, int64}; Taxis: {int32, int64}",
        .doc =
            "Takes the slices of params along axis that indices name; the first batch_dims dimensions "
            "are matched one to one. Shapes: output is params.shape[:axis] + "
            "indices.shape[batch_dims:] + params.shape[axis+1:]. Errors: INVALID_ARGUMENT for an index "
            "outside [0,params.shape[axis]).",
        .shape = GatherV2Shape,
        .gradient = GatherGrad,
    },
    {
        .name = "Gather",
        .inputs = "params: Tparams, indices: Tindices",
        .outputs = "output: Tparams",
        .attrs = "validate_indices: bool = true; Tparams: type; Tindices: {int32, int64}",
        .doc = "GatherV2 along the first axis, as older graphs call it.",
        .shape = GatherShape,
        .composition = "output: GatherV2(params, indices, 0)",
    },
    {
        .name = "OneHot",
        .inputs = "indices: TI, depth: int32, on_value: T, off_value: T",
        .outputs = "output: T",
        .attrs = "axis: int = -1; T: type; TI: {uint8, int8, int32, int64} = int64",
        .doc =
            "Gives on_value at the positions that indices name along a new axis of size depth, and "
            "off_value elsewhere; an index outside [0,depth) gives off_value only. Shapes: depth, "
            "on_value and off_value are scalars; axis lies in [-1,rank]. Errors: INVALID_ARGUMENT for a "
            "negative depth.",
        .flags = kOpNotDifferentiable,
        .shape = OneHotShape,
    },
    {
        .name = "Where",
        .inputs = "input: T",
        .outputs = "index: int64",
        .attrs =
            "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
            "bfloat16, uint16, complex128, half, uint32, uint64, bool} = bool",
        .doc =
            "Gives the positions of the elements that are true or not zero, in row-major order. Shapes: "
            "index is [count,rank]; count is known only at run time.",
        .flags = kOpNotDifferentiable,
        .shape = WhereShape,
    },
};

}  // namespace

std::span<const OpRow> GatherOps() { return ChosenRows<kGatherOps>::All(); }

}  // namespace runnel
