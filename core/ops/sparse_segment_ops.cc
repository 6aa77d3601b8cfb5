// Chosen rows of a tensor reduced segment by segment, and buckets of numbers: all made of simpler ops.
#include <algorithm>

#include "core/graph/builder.h"
#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status SparseSegmentShape(ShapeContext& ctx) {
  const Shape& data = ctx.input(0);
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "indices", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "segment_ids", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireSame(ctx, 1, "indices", 2, "segment_ids").status());
  int64_t rows = kUnknownDim;
  if (ctx.num_inputs() > 3) {
    RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, "num_segments"));
    const auto n = ConstantInt(ctx, 3);
    if (n && *n < 0) return InvalidArgument("num_segments is ", *n, ", expected at least 0");
    if (n) rows = *n;
  }
  if (!data.has_rank()) return OkStatus();
  if (data.rank() == 0) return InvalidArgument("data is a scalar, expected rows");
  ctx.set_output(0, Concat(Shape{rows}, SubShape(data, 1, data.rank())));
  return OkStatus();
}

Status SparseSegmentGradShape(ShapeContext& ctx) {
  const Shape& grad = ctx.input(0);
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "indices", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireSame(ctx, 1, "indices", 2, "segment_ids").status());
  const std::string_view rows_name = ctx.schema().inputs[3].name;
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 3, rows_name));
  const auto rows = ConstantInt(ctx, 3);
  if (rows && *rows < 0) return InvalidArgument(rows_name, " is ", *rows, ", expected at least 0");
  if (!grad.has_rank()) return OkStatus();
  if (grad.rank() == 0) return InvalidArgument("grad is a scalar, expected rows");
  ctx.set_output(0, Concat(Shape{rows ? *rows : kUnknownDim}, SubShape(grad, 1, grad.rank())));
  return OkStatus();
}

// The rows of the gradient that are not 0, and which they are.
Status SparseSegmentGradV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(SparseSegmentGradShape(ctx));
  const Shape dense = ctx.outputs()[0];
  if (dense.has_rank()) ctx.set_output(0, Concat(Shape{kUnknownDim}, SubShape(dense, 1, dense.rank())));
  ctx.set_output(1, Shape{kUnknownDim});
  return OkStatus();
}

Status BucketizeShape(ShapeContext& ctx) {
  const auto* boundaries = ctx.attr<std::vector<float>>("boundaries");
  if (boundaries != nullptr && !std::is_sorted(boundaries->begin(), boundaries->end())) {
    return InvalidArgument("boundaries fall, expected them in order");
  }
  ctx.set_output(0, ctx.input(0));
  return OkStatus();
}

// Compares as C++ does: integers as floats.
Status BucketizeComposition(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const auto* attr = ctx.attr<std::vector<float>>("boundaries");
  const std::vector<float> boundaries = attr == nullptr ? std::vector<float>() : *attr;
  const Shape shape{static_cast<int64_t>(boundaries.size())};
  RUNNEL_ASSIGN_OR_RETURN(const Tensor values, Tensor::FromValues<float>(shape, boundaries));
  const DType* const given = ctx.attr<DType>("T");
  if (given == nullptr) return InvalidArgument("attr \"T\" is missing");
  const DType type = *given == DType::kDouble ? DType::kDouble : DType::kFloat;
  const auto cast = [&](OutputRef x, DType from, DType to) {
    return from == to ? x : b.Op("Cast", {x}, {{"DstT", to}});
  };
  const OutputRef x =
      b.Op("ExpandDims", {cast(ctx.input(0), *given, type), b.Scalar(DType::kInt32, -1)});
  const OutputRef below =
      b.Op("LogicalNot", {b.Op("Less", {x, cast(b.Constant(values), DType::kFloat, type)})});
  ctx.set_output(
      0, b.Op("Sum", {b.Op("Cast", {below}, {{"DstT", DType::kInt32}}), b.Scalar(DType::kInt32, -1)}));
  return OkStatus();
}

// The indices, each of which must be that of a row.
#define RUNNEL_SPARSE_PLACES \
  "GatherV2(Range(constant(0, int32), output_dim0, constant(1, int32)), indices, 0)"
// Of gradients whose rows are told apart: sorted by index, and those of one index added up.
#define RUNNEL_SPARSE_GRAD_V2(op_name, of, weight)                                                      \
  {                                                                                                     \
    .name = op_name,                                                                                    \
    .inputs = "grad: T, indices: Tidx, segment_ids: Tsegmentids, dense_output_dim0: int32",             \
    .outputs = "output: T, sorted_unique_indices: Tidx",                                                \
    .attrs =                                                                                            \
        "T: " RUNNEL_FLOAT_TYPES "; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32", \
    .doc = "Gives the gradient of " of                                                                  \
           " with respect to data, as its rows that indices names and "                                 \
           "their indices, rising. Shapes: indices and segment_ids are vectors of one length, "         \
           "dense_output_dim0, the number of data's rows, a scalar. Errors: INVALID_ARGUMENT for an "   \
           "index or id out of range.",                                                                 \
    .shape = SparseSegmentGradV2Shape,                                                                  \
    .composition =                                                                                      \
        "t = TopKV2(-GatherV2(Range(constant(0, int32), dense_output_dim0, constant(1, int32)), "       \
        "indices, 0), Size(indices)); q = Unique(-t.values); r = GatherV2(grad, segment_ids, 0)" weight \
        "; output: UnsortedSegmentSum(GatherV2(r, t.indices, 0), q.idx, Size(q.y)); "                   \
        "sorted_unique_indices: Cast(q.y, DstT = Tidx)",                                                \
  }
#define RUNNEL_SPARSE_WEIGHT(each)                                                                   \
  " * Cast(Reshape(GatherV2(" each                                                                   \
  ", segment_ids, 0), ConcatV2([Shape(segment_ids), Fill(Reshape(Rank(grad) - 1, [1]), constant(1, " \
  "int32))], 0)), DstT = T)"
#define RUNNEL_SPARSE_COUNT                                                              \
  "Maximum(UnsortedSegmentSum(OnesLike(Cast(segment_ids, DstT = double)), segment_ids, " \
  "Gather(Shape(grad), 0)), 1)"

constexpr OpRow kSparseSegmentOps[] = {
    {
        .name = "SparseSegmentSum",
        .inputs = "data: T, indices: Tidx, segment_ids: Tsegmentids",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_REAL_TYPES "; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = "
                 "int32; sparse_gradient: bool = false",
        .doc = "Adds the rows of data that indices names, by segments: ids rise, and one that is "
               "missing has 0. Shapes: indices and segment_ids are vectors of one length; output has "
               "as many rows as the last id says. Errors: INVALID_ARGUMENT for an index out of "
               "range, or ids that fall or are negative.",
        .shape = SparseSegmentShape,
        .composition = "s = SegmentSum(GatherV2(data, indices, 0), segment_ids); v = s; output: v",
    },
    {
        .name = "SparseSegmentMean",
        .inputs = "data: T, indices: Tidx, segment_ids: Tsegmentids",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES "; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} "
                 "= int32; sparse_gradient: bool = false",
        .doc = "Gives the mean of the rows of data that indices names, by segments: ids rise, and "
               "one that is missing has 0. Shapes: indices and segment_ids are vectors of one "
               "length; output has as many rows as the last id says. Errors: INVALID_ARGUMENT for an "
               "index out of range, or ids that fall or are negative.",
        .shape = SparseSegmentShape,
        .composition = "s = SegmentMean(GatherV2(data, indices, 0), segment_ids); v = s; output: v",
    },
    {
        .name = "SparseSegmentSqrtN",
        .inputs = "data: T, indices: Tidx, segment_ids: Tsegmentids",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES "; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} "
                 "= int32; sparse_gradient: bool = false",
        .doc = "Adds, and divides by the square root of how many they are, the rows of data that "
               "indices names, by segments: ids rise, and one that is missing has 0. Shapes: indices "
               "and segment_ids are vectors of one length; output has as many rows as the last id "
               "says. Errors: INVALID_ARGUMENT for an index out of range, or ids that fall or are "
               "negative.",
        .shape = SparseSegmentShape,
        .composition =
            "s = SegmentSum(GatherV2(data, indices, 0), segment_ids); n = "
            "Maximum(SegmentSum(OnesLike(Cast(segment_ids, DstT = double)), segment_ids), 1); q = "
            "ConcatV2([Shape(n), Fill(Reshape(Rank(data) - 1, [1]), constant(1, int32))], 0); v = "
            "s / Cast(Reshape(Sqrt(n), q), DstT = T); output: v",
    },
    {
        .name = "SparseSegmentSumWithNumSegments",
        .inputs = "data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_REAL_TYPES
                 "; Tidx: {int32, int64} = int32; Tnumsegments: {int32, int64} = int32; Tsegmentids: "
                 "{int32, int64} = int32; sparse_gradient: bool = false",
        .doc = "Adds the rows of data that indices names, by segments: ids rise, and one that is "
               "missing has 0. Shapes: indices and segment_ids are vectors of one length; output has "
               "as many rows as num_segments says, which are 0 behind the last id. Errors: "
               "INVALID_ARGUMENT for an index out of range, or ids that fall or are negative, or not "
               "below num_segments.",
        .shape = SparseSegmentShape,
        .composition =
            "s = SegmentSum(GatherV2(data, indices, 0), segment_ids); v = s; p = "
            "Reshape(ConcatV2([constant([0], int32), Reshape(Cast(num_segments, DstT = int32) - "
            "Gather(Shape(v), 0), [1]), Fill(Reshape(2 * Rank(data) - 2, [1]), constant(0, "
            "int32))], 0), [-1, 2]); output: Pad(v, p)",
    },
    {
        .name = "SparseSegmentMeanWithNumSegments",
        .inputs = "data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES
                 "; Tidx: {int32, int64} = int32; Tnumsegments: {int32, int64} = int32; Tsegmentids: "
                 "{int32, int64} = int32; sparse_gradient: bool = false",
        .doc = "Gives the mean of the rows of data that indices names, by segments: ids rise, and "
               "one that is missing has 0. Shapes: indices and segment_ids are vectors of one "
               "length; output has as many rows as num_segments says, which are 0 behind the last "
               "id. Errors: INVALID_ARGUMENT for an index out of range, or ids that fall or are "
               "negative, or not below num_segments.",
        .shape = SparseSegmentShape,
        .composition =
            "s = SegmentMean(GatherV2(data, indices, 0), segment_ids); v = s; p = "
            "Reshape(ConcatV2([constant([0], int32), Reshape(Cast(num_segments, DstT = int32) - "
            "Gather(Shape(v), 0), [1]), Fill(Reshape(2 * Rank(data) - 2, [1]), constant(0, "
            "int32))], 0), [-1, 2]); output: Pad(v, p)",
    },
    {
        .name = "SparseSegmentSqrtNWithNumSegments",
        .inputs = "data: T, indices: Tidx, segment_ids: Tsegmentids, num_segments: Tnumsegments",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES
                 "; Tidx: {int32, int64} = int32; Tnumsegments: {int32, int64} = int32; Tsegmentids: "
                 "{int32, int64} = int32; sparse_gradient: bool = false",
        .doc = "Adds, and divides by the square root of how many they are, the rows of data that "
               "indices names, by segments: ids rise, and one that is missing has 0. Shapes: indices "
               "and segment_ids are vectors of one length; output has as many rows as num_segments "
               "says, which are 0 behind the last id. Errors: INVALID_ARGUMENT for an index out of "
               "range, or ids that fall or are negative, or not below num_segments.",
        .shape = SparseSegmentShape,
        .composition =
            "s = SegmentSum(GatherV2(data, indices, 0), segment_ids); n = "
            "Maximum(SegmentSum(OnesLike(Cast(segment_ids, DstT = double)), segment_ids), 1); q = "
            "ConcatV2([Shape(n), Fill(Reshape(Rank(data) - 1, [1]), constant(1, int32))], 0); v = "
            "s / Cast(Reshape(Sqrt(n), q), DstT = T); p = Reshape(ConcatV2([constant([0], int32), "
            "Reshape(Cast(num_segments, DstT = int32) - Gather(Shape(v), 0), [1]), Fill(Reshape(2 "
            "* Rank(data) - 2, [1]), constant(0, int32))], 0), [-1, 2]); output: Pad(v, p)",
    },
    {
        .name = "SparseSegmentSumGrad",
        .inputs = "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES
                 "; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32",
        .doc = "Gives the gradient of SparseSegmentSum with respect to data, which has output_dim0 "
               "rows, from that of its output. Shapes: indices and segment_ids are vectors of one "
               "length, output_dim0 a scalar. Errors: INVALID_ARGUMENT for an index or id out of "
               "range.",
        .shape = SparseSegmentGradShape,
        .composition = "output: UnsortedSegmentSum(GatherV2(grad, segment_ids, 0), " RUNNEL_SPARSE_PLACES
                       ", output_dim0)",
    },
    {
        .name = "SparseSegmentMeanGrad",
        .inputs = "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES
                 "; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32",
        .doc = "Gives the gradient of SparseSegmentMean with respect to data, which has output_dim0 "
               "rows, from that of its output. Shapes: indices and segment_ids are vectors of one "
               "length, output_dim0 a scalar. Errors: INVALID_ARGUMENT for an index or id out of "
               "range.",
        .shape = SparseSegmentGradShape,
        .composition = "n = Maximum(UnsortedSegmentSum(OnesLike(Cast(segment_ids, DstT = double)), "
                       "segment_ids, Gather(Shape(grad), 0)), 1); q = ConcatV2([Shape(segment_ids), "
                       "Fill(Reshape(Rank(grad) - 1, [1]), constant(1, int32))], 0); w = "
                       "Cast(Reshape(GatherV2(1 / n, segment_ids, 0), q), DstT = T); output: "
                       "UnsortedSegmentSum(GatherV2(grad, segment_ids, 0) * w, " RUNNEL_SPARSE_PLACES
                       ", output_dim0)",
    },
    {
        .name = "SparseSegmentSqrtNGrad",
        .inputs = "grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32",
        .outputs = "output: T",
        .attrs = "T: " RUNNEL_FLOAT_TYPES
                 "; Tidx: {int32, int64} = int32; Tsegmentids: {int32, int64} = int32",
        .doc = "Gives the gradient of SparseSegmentSqrtN with respect to data, which has output_dim0 "
               "rows, from that of its output. Shapes: indices and segment_ids are vectors of one "
               "length, output_dim0 a scalar. Errors: INVALID_ARGUMENT for an index or id out of "
               "range.",
        .shape = SparseSegmentGradShape,
        .composition = "n = Maximum(UnsortedSegmentSum(OnesLike(Cast(segment_ids, DstT = double)), "
                       "segment_ids, Gather(Shape(grad), 0)), 1); q = ConcatV2([Shape(segment_ids), "
                       "Fill(Reshape(Rank(grad) - 1, [1]), constant(1, int32))], 0); w = "
                       "Cast(Reshape(GatherV2(1 / Sqrt(n), segment_ids, 0), q), DstT = T); output: "
                       "UnsortedSegmentSum(GatherV2(grad, segment_ids, 0) * w, " RUNNEL_SPARSE_PLACES
                       ", output_dim0)",
    },
    RUNNEL_SPARSE_GRAD_V2("SparseSegmentSumGradV2", "SparseSegmentSum", ""),
    RUNNEL_SPARSE_GRAD_V2("SparseSegmentMeanGradV2", "SparseSegmentMean",
                          RUNNEL_SPARSE_WEIGHT("1 / " RUNNEL_SPARSE_COUNT)),
    RUNNEL_SPARSE_GRAD_V2("SparseSegmentSqrtNGradV2", "SparseSegmentSqrtN",
                          RUNNEL_SPARSE_WEIGHT("1 / Sqrt(" RUNNEL_SPARSE_COUNT ")")),
    {
        .name = "Bucketize",
        .inputs = "input: T",
        .outputs = "output: int32",
        .attrs = "T: {int32, int64, float, double}; boundaries: list(float)",
        .doc = "Gives the number of boundaries that are not above each element; all of them for NaN. "
               "Shapes: output is like input. Errors: INVALID_ARGUMENT for boundaries that fall.",
        .flags = kOpNotDifferentiable,
        .shape = BucketizeShape,
        .composition = BucketizeComposition,
    },
};

}  // namespace

std::span<const OpRow> SparseSegmentOps() { return ChosenRows<kSparseSegmentOps>::All(); }

}  // namespace runnel
