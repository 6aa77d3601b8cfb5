// Reductions over given axes, and the positions of extremes.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status ArgMaxShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "dimension"));
  const Shape& input = ctx.input(0);
  if (!input.has_rank()) return OkStatus();
  if (input.rank() == 0) return InvalidArgument(ArgIs(ctx, 0, "input"), ": must have rank 1 or more");
  const auto axis = ConstantInt(ctx, 1);
  if (!axis) {
    ctx.set_output(0, Shape::UnknownOfRank(input.rank() - 1));
    return OkStatus();
  }
  RUNNEL_ASSIGN_OR_RETURN(const int a,
                          NormalAxis(*axis, input.rank(), "dimension", ArgIs(ctx, 0, "input")));
  if (input.dim(a) == 0) {
    return InvalidArgument("dimension ", *axis, " is empty: ", ArgIs(ctx, 0, "input"));
  }
  ctx.set_output(0, Concat(SubShape(input, 0, a), SubShape(input, a + 1, input.rank())));
  return OkStatus();
}

#define RUNNEL_ARG_ATTRS(positions)                                                                   \
  "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, " \
  "uint16, complex128, half, uint32, uint64, bool}; Tidx: {int32, int64} = int32; "                   \
  "output_type: " positions " = int64"

constexpr OpRow kReductionOps[] = {
    {
        .name = "Sum",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Sums over the given axes; an empty axis gives 0. Shapes: reduction_indices is a scalar or "
            "vector of axes in [-rank,rank); they vanish, or become 1 with keep_dims. Errors: "
            "INVALID_ARGUMENT for an axis out of range or given twice.",
        .shape = ReductionShape,
        .gradient = "input: broadcast_to(expand_axes(g, input, reduction_indices), input)",
    },
    {
        .name = "Mean",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc = "Averages over the given axes; an empty axis gives NaN, or 0 for integers, whose "
               "quotient is "
               "cut towards zero. Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = "n = reduced_size(input, reduction_indices, output, T); "
                    "input: broadcast_to(expand_axes(g / n, input, reduction_indices), input)",
    },
    {
        .name = "Prod",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc = "Multiplies over the given axes; an empty axis gives 1. Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = "z = Equal(input, 0); "
                    "s = conj(SelectV2(z, 1, input)); "
                    "n = Sum(Cast(z, DstT = T), reduction_indices, ...); "
                    "p = g * Prod(s, reduction_indices, ...); "
                    "one = expand_axes(p * Cast(Equal(n, 1), DstT = T), input, reduction_indices); "
                    "all = expand_axes(p * Cast(Equal(n, 0), DstT = T), input, reduction_indices); "
                    "input: SelectV2(z, one, all / s)",
    },
    {
        .name = "Max",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the largest element over the given axes; an empty axis gives the lowest number of T. "
            "Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = "m = Cast(Equal(expand_axes(output, input, reduction_indices), real(input)), DstT "
                    "= T); "
                    "n = Sum(m, reduction_indices, ...); "
                    "input: m * expand_axes(g / n, input, reduction_indices)",
    },
    {
        .name = "Min",
        .inputs = "input: T, reduction_indices: Tidx",
        .outputs = "output: T",
        .attrs = "keep_dims: bool = false; T: " RUNNEL_NUMBER_TYPES "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the smallest element over the given axes; an empty axis gives the highest number of "
            "T. Shapes and errors: as Sum.",
        .shape = ReductionShape,
        .gradient = "m = Cast(Equal(expand_axes(output, input, reduction_indices), real(input)), DstT "
                    "= T); "
                    "n = Sum(m, reduction_indices, ...); "
                    "input: m * expand_axes(g / n, input, reduction_indices)",
    },
    {
        .name = "All",
        .inputs = "input: bool, reduction_indices: Tidx",
        .outputs = "output: bool",
        .attrs = "keep_dims: bool = false; Tidx: {int32, int64} = int32",
        .doc = "Tells whether all elements over the given axes hold; true for an empty axis. Shapes and "
               "errors: as Sum.",
        .flags = kOpNotDifferentiable,
        .shape = ReductionShape,
    },
    {
        .name = "Any",
        .inputs = "input: bool, reduction_indices: Tidx",
        .outputs = "output: bool",
        .attrs = "keep_dims: bool = false; Tidx: {int32, int64} = int32",
        .doc =
            "Tells whether any element over the given axes holds; false for an empty axis. Shapes and "
            "errors: as Sum.",
        .flags = kOpNotDifferentiable,
        .shape = ReductionShape,
    },
    {
        .name = "ArgMax",
        .inputs = "input: T, dimension: Tidx",
        .outputs = "output: output_type",
        .attrs = RUNNEL_ARG_ATTRS("{int16, uint16, int32, int64}"),
        .doc =
            "Gives the position of the largest element along one axis, the first of equal ones. Shapes: "
            "dimension is a scalar in [-rank,rank); that axis vanishes. Errors: INVALID_ARGUMENT for an "
            "axis out of range, empty or longer than output_type can count.",
        .flags = kOpNotDifferentiable,
        .shape = ArgMaxShape,
    },
    {
        .name = "ArgMin",
        .inputs = "input: T, dimension: Tidx",
        .outputs = "output: output_type",
        .attrs = RUNNEL_ARG_ATTRS("{int32, int64}"),
        .doc =
            "Gives the position of the smallest element along one axis, the first of equal ones. Shapes "
            "and errors: as ArgMax.",
        .flags = kOpNotDifferentiable,
        .shape = ArgMaxShape,
    },
};

}  // namespace

std::span<const OpRow> ReductionOps() { return ChosenRows<kReductionOps>::All(); }

}  // namespace runnel
