// Ops that move elements by index.
#include "core/ops/families.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"

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

Status SegmentShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "num_segments"));
  const Shape& data = ctx.input(0);
  const Shape& ids = ctx.input(1);
  const auto n = ConstantInt(ctx, 2);
  if (n && *n < 0) return InvalidArgument("num_segments is ", *n, ", expected at least 0");
  if (!data.has_rank() || !ids.has_rank()) return OkStatus();
  if (ids.rank() > data.rank() || !ids.IsCompatibleWith(SubShape(data, 0, ids.rank()))) {
    return InvalidArgument(ArgIs(ctx, 0, "data"), ", ", ArgIs(ctx, 1, "segment_ids"),
                           ": segment_ids must be a prefix of data's shape");
  }
  ctx.set_output(0, Concat(Shape{n ? *n : kUnknownDim}, SubShape(data, ids.rank(), data.rank())));
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

constinit const OpRow kGatherOps[] = {
    {
        .name = "GatherV2",
        .inputs = "params: Tparams, indices: Tindices, axis: Taxis",
        .outputs = "output: Tparams",
        .attrs = "batch_dims: int = 0; Tparams: type; Tindices: {int32, int64}; Taxis: {int32, int64}",
        .doc =
            "Takes the slices of params along axis that indices name; the first batch_dims dimensions "
            "are matched one to one. Shapes: output is params.shape[:axis] + "
            "indices.shape[batch_dims:] + params.shape[axis+1:]. Errors: INVALID_ARGUMENT for an index "
            "outside [0,params.shape[axis]).",
        .shape = GatherV2Shape,
    },
    {
        .name = "UnsortedSegmentSum",
        .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs =
            "T: " RUNNEL_NUMBER_TYPES "; Tindices: {int32, int64}; Tnumsegments: {int32, int64} = int32",
        .doc =
            "Adds every slice of data into the row of output that segment_ids names; negative ids are "
            "dropped, rows without an id are 0. Shapes: segment_ids is a prefix of data's shape; output "
            "is [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id >= num_segments.",
        .shape = SegmentShape,
    },
    {
        .name = "OneHot",
        .inputs = "indices: TI, depth: int32, on_value: T, off_value: T",
        .outputs = "output: T",
        .attrs = "axis: int = -1; T: type; TI: {uint8, int32, int64} = int64",
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

std::span<const OpRow> GatherOps() { return kGatherOps; }

}  // namespace runnel
