// Ops that reduce the rows of a tensor segment by segment.
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status UnsortedShape(ShapeContext& ctx) {
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

// The last id determines the number of segments.
Status SortedShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape ids, RequireRank(ctx, 1, "segment_ids", 1));
  const Shape& data = ctx.input(0);
  if (!data.has_rank()) return OkStatus();
  if (data.rank() == 0 || !ids.IsCompatibleWith(SubShape(data, 0, 1))) {
    return InvalidArgument(ArgIs(ctx, 0, "data"), ", ", ArgIs(ctx, 1, "segment_ids"),
                           ": segment_ids must be as long as data has rows");
  }
  ctx.set_output(0, Concat(Shape{kUnknownDim}, SubShape(data, 1, data.rank())));
  return OkStatus();
}

// Every slice gets its row of the gradient; slices with negative ids, which were dropped, get zeros.
Status UnsortedSumGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef ids = ctx.input(1), zero = b.Scalar(ctx.input_type(1), 0);
  const OutputRef rows =
      b.Op("GatherV2", {ctx.grad(), b.Op("Maximum", {ids, zero}), b.Scalar(DType::kInt32, 0)});
  OutputRef kept = b.Op("GreaterEqual", {ids, zero});
  const Shape& data = ctx.input_shape(0);
  const Shape& id_shape = ctx.input_shape(1);
  // Reshaped to [ids.., 1, 1, ...], so that it broadcasts over the slices.
  OutputRef ones;
  if (data.has_rank() && id_shape.has_rank()) {
    const size_t count = static_cast<size_t>(data.rank() - id_shape.rank());
    if (count > 0) ones = IntVector(b, DType::kInt32, std::vector<int64_t>(count, 1));
  } else {
    const OutputRef count = b.Op("Sub", {b.Op("Rank", {rows}), b.Op("Rank", {ids})});
    ones = b.Op("Fill",
                {b.Op("ExpandDims", {count, b.Scalar(DType::kInt32, 0)}), b.Scalar(DType::kInt32, 1)});
  }
  if (ones) {
    const OutputRef shape = b.Op("Shape", {ids});
    kept = b.Op("Reshape", {kept, b.Op("ConcatV2", {shape, ones, b.Scalar(DType::kInt32, 0)})});
  }
  ctx.set_input_grad(0, b.Op("SelectV2", {kept, rows, b.Scalar(ctx.input_type(0), 0)}));
  return OkStatus();
}

#define RUNNEL_SORTED_ATTRS(types) "T: " types "; Tindices: {int32, int64}"
#define RUNNEL_UNSORTED_ATTRS(types, ids) \
  "T: " types "; Tindices: " ids "; Tnumsegments: {int32, int64} = int32"

#define RUNNEL_SORTED_DOC(what, empty)                                                                \
  what " all rows of data that have the same id in segment_ids, which must not fall; rows of output " \
       "without an id are " empty                                                                     \
       ". Shapes: segment_ids is a vector as long as data has rows; output has as many rows as the "  \
       "last "                                                                                        \
       "id says. Errors: INVALID_ARGUMENT for ids that fall or are negative."
#define RUNNEL_UNSORTED_DOC(what, empty)                                                                \
  what                                                                                                  \
      " all slices of data that segment_ids gives the same id; negative ids are dropped, rows without " \
      "an id are " empty                                                                                \
      ". Shapes: segment_ids is a prefix of data's shape; output is [num_segments] + the rest. "        \
      "Errors: INVALID_ARGUMENT for an id >= num_segments."

// Several largest elements share the gradient. Source: TensorFlow's math_grad.py.
#define RUNNEL_SORTED_EXTREME_GRADIENT                  \
  "e = Equal(data, GatherV2(output, segment_ids, 0)); " \
  "n = SegmentSum(Cast(e, DstT = T), segment_ids); "    \
  "data: SelectV2(e, GatherV2(g / n, segment_ids, 0), zeros(data))"

// For unsorted ops: r is the row of each slice, k whether it has one, as [ids.., 1, 1, ...].
#define RUNNEL_KEPT_ROWS                                                          \
  "r = Maximum(segment_ids, 0); "                                                 \
  "s = ConcatV2([Shape(segment_ids), "                                            \
  "Fill(Reshape(Rank(data) - Rank(segment_ids), [1]), constant(1, int32))], 0); " \
  "k = Reshape(GreaterEqual(segment_ids, 0), s); "
#define RUNNEL_UNSORTED_EXTREME_GRADIENT                                   \
  RUNNEL_KEPT_ROWS                                                         \
  "e = LogicalAnd(Equal(data, GatherV2(output, r, 0)), k); "               \
  "n = UnsortedSegmentSum(Cast(e, DstT = T), segment_ids, num_segments); " \
  "data: SelectV2(e, GatherV2(g / n, r, 0), zeros(data))"

// The product of all other elements: the row's product divided by the element. If the element is 0, it
// is the product of the non-zero elements, unless there is another 0.
#define RUNNEL_PRODUCT_GRADIENT(zeros_of, product_of, rows, kept)    \
  "z = Equal(data, zeros(data)); "                                   \
  "c = " zeros_of                                                    \
  "; "                                                               \
  "p = " product_of                                                  \
  "; "                                                               \
  "h = SelectV2(Greater(c, 1), zeros(output), g); "                  \
  "o = SelectV2(z, GatherV2(p, " rows ", 0), GatherV2(output, " rows \
  ", 0) / "                                                          \
  "SelectV2(z, OnesLike(data), data)); "                             \
  "data: " kept

constexpr OpRow kSegmentOps[] = {
    {
        .name = "SegmentSum",
        .inputs = "data: T, segment_ids: Tindices",
        .outputs = "output: T",
        .attrs = RUNNEL_SORTED_ATTRS(RUNNEL_NUMBER_TYPES),
        .doc = RUNNEL_SORTED_DOC("Adds", "0"),
        .shape = SortedShape,
        .gradient = "data: GatherV2(g, segment_ids, 0)",
    },
    {
        .name = "SegmentMean",
        .inputs = "data: T, segment_ids: Tindices",
        .outputs = "output: T",
        .attrs = RUNNEL_SORTED_ATTRS(RUNNEL_NUMBER_TYPES),
        .doc = RUNNEL_SORTED_DOC("Gives the mean of", "0"),
        .shape = SortedShape,
        .gradient = "s = ConcatV2([Shape(segment_ids), "
                    "Fill(Reshape(Rank(data) - 1, [1]), constant(1, int32))], 0); "
                    "n = SegmentSum(OnesLike(Cast(segment_ids, DstT = T)), segment_ids); "
                    "data: GatherV2(g, segment_ids, 0) / Reshape(GatherV2(n, segment_ids, 0), s)",
    },
    {
        .name = "SegmentProd",
        .inputs = "data: T, segment_ids: Tindices",
        .outputs = "output: T",
        .attrs = RUNNEL_SORTED_ATTRS(RUNNEL_NUMBER_TYPES),
        .doc = RUNNEL_SORTED_DOC("Multiplies", "ones"),
        .shape = SortedShape,
        .gradient =
            RUNNEL_PRODUCT_GRADIENT("SegmentSum(Cast(z, DstT = int32), segment_ids)",
                                    "SegmentProd(SelectV2(z, OnesLike(data), data), segment_ids)",
                                    "segment_ids", "GatherV2(h, segment_ids, 0) * conj(o)"),
    },
    {
        .name = "SegmentMax",
        .inputs = "data: T, segment_ids: Tindices",
        .outputs = "output: T",
        .attrs = RUNNEL_SORTED_ATTRS(RUNNEL_REAL_TYPES),
        .doc = RUNNEL_SORTED_DOC("Gives the largest elements of", "0"),
        .shape = SortedShape,
        .gradient = RUNNEL_SORTED_EXTREME_GRADIENT,
    },
    {
        .name = "SegmentMin",
        .inputs = "data: T, segment_ids: Tindices",
        .outputs = "output: T",
        .attrs = RUNNEL_SORTED_ATTRS(RUNNEL_REAL_TYPES),
        .doc = RUNNEL_SORTED_DOC("Gives the smallest elements of", "0"),
        .shape = SortedShape,
        .gradient = RUNNEL_SORTED_EXTREME_GRADIENT,
    },
    {
        .name = "UnsortedSegmentSum",
        .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs = RUNNEL_UNSORTED_ATTRS(RUNNEL_NUMBER_TYPES, "{int16, int32, int64}"),
        .doc = RUNNEL_UNSORTED_DOC("Adds", "0"),
        .shape = UnsortedShape,
        .gradient = UnsortedSumGrad,
    },
    {
        .name = "UnsortedSegmentProd",
        .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs = RUNNEL_UNSORTED_ATTRS(RUNNEL_NUMBER_TYPES, "{int32, int64}"),
        .doc = RUNNEL_UNSORTED_DOC("Multiplies", "ones"),
        .shape = UnsortedShape,
        .gradient = RUNNEL_KEPT_ROWS RUNNEL_PRODUCT_GRADIENT(
            "UnsortedSegmentSum(Cast(z, DstT = int32), segment_ids, num_segments)",
            "UnsortedSegmentProd(SelectV2(z, OnesLike(data), data), segment_ids, num_segments)", "r",
            "SelectV2(k, GatherV2(h, r, 0) * conj(o), zeros(data))"),
    },
    {
        .name = "UnsortedSegmentMax",
        .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs = RUNNEL_UNSORTED_ATTRS(RUNNEL_REAL_TYPES, "{int32, int64}"),
        .doc = RUNNEL_UNSORTED_DOC("Gives the largest elements of", "the lowest finite number"),
        .shape = UnsortedShape,
        .gradient = RUNNEL_UNSORTED_EXTREME_GRADIENT,
    },
    {
        .name = "UnsortedSegmentMin",
        .inputs = "data: T, segment_ids: Tindices, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs = RUNNEL_UNSORTED_ATTRS(RUNNEL_REAL_TYPES, "{int32, int64}"),
        .doc = RUNNEL_UNSORTED_DOC("Gives the smallest elements of", "the highest finite number"),
        .shape = UnsortedShape,
        .gradient = RUNNEL_UNSORTED_EXTREME_GRADIENT,
    },
};

}  // namespace

std::span<const OpRow> SegmentOps() { return ChosenRows<kSegmentOps>::All(); }

}  // namespace runnel
