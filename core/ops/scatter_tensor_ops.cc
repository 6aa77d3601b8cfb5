// Tensors with some of their slices replaced or combined with updates; the tensor that comes in stays as
// it is.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status TensorScatterShape(ShapeContext& ctx) {
  const Shape& tensor = ctx.input(0);
  const Shape& indices = ctx.input(1);
  ctx.set_output(0, tensor);
  if (indices.has_rank() && indices.rank() == 0)
    return InvalidArgument(ArgIs(ctx, 1, "indices"), ": must have rank 1 or more");
  if (!tensor.has_rank() || !indices.has_rank()) return OkStatus();
  const int64_t depth = indices.dim(indices.rank() - 1);
  if (depth < 0) return OkStatus();
  if (depth > tensor.rank()) {
    return InvalidArgument(ArgIs(ctx, 1, "indices"),
                           ": index vectors are longer than the rank: ", ArgIs(ctx, 0, "tensor"));
  }
  const Shape updates = Concat(SubShape(indices, 0, indices.rank() - 1),
                               SubShape(tensor, static_cast<int>(depth), tensor.rank()));
  if (updates.IsCompatibleWith(ctx.input(2))) return OkStatus();
  return InvalidArgument(ArgIs(ctx, 2, "updates"), ", expected ", updates.ToString());
}

Status InplaceShape(ShapeContext& ctx) {
  const Shape& x = ctx.input(0);
  const Shape& i = ctx.input(1);
  const Shape& v = ctx.input(2);
  ctx.set_output(0, x);
  if (i.has_rank() && i.rank() != 1) return InvalidArgument(ArgIs(ctx, 1, "i"), ": must be a vector");
  if (!x.has_rank() || !v.has_rank()) return OkStatus();
  if (x.rank() == 0 || v.rank() != x.rank() ||
      !SubShape(x, 1, x.rank()).IsCompatibleWith(SubShape(v, 1, v.rank()))) {
    return InvalidArgument("x and v shape doesn't match but for the first dimension: ",
                           ArgIs(ctx, 0, "x"), ", ", ArgIs(ctx, 2, "v"));
  }
  if (i.has_rank() && !i.IsCompatibleWith(Shape{v.dim(0)})) {
    return InvalidArgument("i and x shape doesn't match: there must be a row of v for each index: ",
                           ArgIs(ctx, 1, "i"), ", ", ArgIs(ctx, 2, "v"));
  }
  return OkStatus();
}

#define RUNNEL_SCATTER_ATTRS(indices) "T: type; Tindices: {" indices "}; " RUNNEL_BAD_INDICES
// Places in rows, counted around.
#define RUNNEL_ROWS \
  "ExpandDims(FloorMod(i, StridedSlice(shape(x), [0], [1], [1], shrink_axis_mask = 1)), 1)"
// Where several hold the extreme, they share what arrives.
#define RUNNEL_EXTREME_GRADIENT                                               \
  "here = Cast(Equal(tensor, output), DstT = T); "                            \
  "there = Cast(Equal(updates, GatherNd(output, indices)), DstT = T); "       \
  "share = g / (here + ScatterNd(indices, there, shape(tensor, Tindices))); " \
  "tensor: share * here; updates: GatherNd(share, indices) * there"

constexpr OpRow kScatterTensorOps[] = {
    {
        .name = "TensorScatterUpdate",
        .inputs = "tensor: T, indices: Tindices, updates: T",
        .outputs = "output: T",
        .attrs = RUNNEL_SCATTER_ATTRS("int16, int32, int64, uint16"),
        .doc = "Gives tensor with the slices that the vectors in the last dimension of indices name "
               "replaced by updates, in their order. Shapes: output is like tensor; updates is "
               "indices.shape[:-1] + tensor.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an "
               "index out of range.",
        .shape = TensorScatterShape,
        .gradient = "tensor: TensorScatterUpdate(g, indices, zeros(updates)); "
                    "updates: GatherNd(g, indices)",
    },
    {
        .name = "TensorScatterAdd",
        .inputs = "tensor: T, indices: Tindices, updates: T",
        .outputs = "output: T",
        .attrs = RUNNEL_SCATTER_ATTRS("int32, int64"),
        .doc = "As TensorScatterUpdate; updates are added.",
        .shape = TensorScatterShape,
        .gradient = "tensor: g; updates: GatherNd(g, indices)",
    },
    {
        .name = "TensorScatterSub",
        .inputs = "tensor: T, indices: Tindices, updates: T",
        .outputs = "output: T",
        .attrs = RUNNEL_SCATTER_ATTRS("int32, int64"),
        .doc = "As TensorScatterUpdate; updates are subtracted.",
        .shape = TensorScatterShape,
        .gradient = "tensor: g; updates: -GatherNd(g, indices)",
    },
    {
        .name = "TensorScatterMax",
        .inputs = "tensor: T, indices: Tindices, updates: T",
        .outputs = "output: T",
        .attrs = RUNNEL_SCATTER_ATTRS("int32, int64"),
        .doc = "As TensorScatterUpdate; the larger of both stays.",
        .shape = TensorScatterShape,
        .gradient = RUNNEL_EXTREME_GRADIENT,
    },
    {
        .name = "TensorScatterMin",
        .inputs = "tensor: T, indices: Tindices, updates: T",
        .outputs = "output: T",
        .attrs = RUNNEL_SCATTER_ATTRS("int32, int64"),
        .doc = "As TensorScatterUpdate; the smaller of both stays.",
        .shape = TensorScatterShape,
        .gradient = RUNNEL_EXTREME_GRADIENT,
    },
    {
        .name = "ScatterNdNonAliasingAdd",
        .inputs = "input: T, indices: Tindices, updates: T",
        .outputs = "output: T",
        .attrs = "T: type; Tindices: {int32, int64}; " RUNNEL_BAD_INDICES,
        .doc = "TensorScatterAdd, by its older name.",
        .shape = TensorScatterShape,
        .composition = "output: TensorScatterAdd(input, indices, updates, bad_indices_policy = "
                       "bad_indices_policy)",
    },
    {
        .name = "InplaceUpdate",
        .inputs = "x: T, i: int32, v: T",
        .outputs = "y: T",
        .attrs = "T: type",
        .doc = "Gives x with rows i replaced by those of v, in their order; indices are counted around. "
               "x itself stays as it is, unlike in TensorFlow, where other readers may see the rows. "
               "Shapes: i is a vector, v has a row for each index; y is like x.",
        .flags = kOpNotDifferentiable,
        .shape = InplaceShape,
        .composition = "y: TensorScatterUpdate(x, " RUNNEL_ROWS ", v)",
    },
    {
        .name = "InplaceAdd",
        .inputs = "x: T, i: int32, v: T",
        .outputs = "y: T",
        .attrs = "T: type",
        .doc = "As InplaceUpdate; rows are added.",
        .flags = kOpNotDifferentiable,
        .shape = InplaceShape,
        .composition = "y: TensorScatterAdd(x, " RUNNEL_ROWS ", v)",
    },
    {
        .name = "InplaceSub",
        .inputs = "x: T, i: int32, v: T",
        .outputs = "y: T",
        .attrs = "T: type",
        .doc = "As InplaceUpdate; rows are subtracted.",
        .flags = kOpNotDifferentiable,
        .shape = InplaceShape,
        .composition = "y: TensorScatterSub(x, " RUNNEL_ROWS ", v)",
    },
};

}  // namespace

std::span<const OpRow> ScatterTensorOps() { return ChosenRows<kScatterTensorOps>::All(); }

}  // namespace runnel
