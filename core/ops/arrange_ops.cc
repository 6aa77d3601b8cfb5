// Ops that pad, reverse, cut at given places and move slices by index vectors; running sums and the
// largest elements.
#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status SplitVShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 1, "size_splits", 1).status());
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "split_dim"));
  RUNNEL_ASSIGN_OR_RETURN(const auto sizes, ConstantInts(ctx, 1, "size_splits"));
  const int n = static_cast<int>(ctx.outputs().size());
  if (sizes && sizes->size() != static_cast<size_t>(n)) {
    return InvalidArgument("size_splits has ", sizes->size(), " entries, expected num_split, which is ",
                           n);
  }
  const Shape& value = ctx.input(0);
  if (!value.has_rank()) return OkStatus();
  if (value.rank() == 0) return InvalidArgument("value is a scalar, which cannot be split");
  const auto axis = ConstantInt(ctx, 2);
  int a = -1;
  int64_t total = 0, left = kUnknownDim;
  if (axis) {
    RUNNEL_ASSIGN_OR_RETURN(a, NormalAxis(*axis, value.rank(), "split_dim", ArgIs(ctx, 0, "value")));
    int open = 0;
    for (int i = 0; sizes && i < n; ++i) {
      const int64_t size = (*sizes)[static_cast<size_t>(i)];
      if (size < -1) return InvalidArgument("size_splits[", i, "] is ", size, ", expected at least -1");
      if (size == -1) {
        ++open;
      } else {
        RUNNEL_ASSIGN_OR_RETURN(total, AddDims(total, size));
      }
    }
    if (sizes && value.dim(a) >= 0) {
      left = value.dim(a) - total;
      if (open > 1 || left < 0 || (open == 0 && left > 0)) {
        return InvalidArgument("size_splits must add up to dimension ", a,
                               ", with one -1 at most: ", ArgIs(ctx, 0, "value"), ", the sizes give ",
                               total);
      }
    }
  }
  for (int i = 0; i < n; ++i) {
    Shape piece = a < 0 ? Shape::UnknownOfRank(value.rank()) : value;
    if (a >= 0) {
      const int64_t size = sizes ? (*sizes)[static_cast<size_t>(i)] : kUnknownDim;
      piece.set_dim(a, sizes && size == -1 ? left : size);
    }
    ctx.set_output(i, std::move(piece));
  }
  return OkStatus();
}

Status PadV2Shape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "constant_values"));
  return PaddedShape(ctx, 1);
}
Status MirrorPadGradShape(ShapeContext& ctx) { return PaddedShape(ctx, -1); }

// The number of dimensions that an index vector indexes; -1 if it is not known. Errors: scalars.
Result<int> IndexDepth(ShapeContext& ctx, int input) {
  const Shape& indices = ctx.input(input);
  if (!indices.has_rank()) return -1;
  if (indices.rank() == 0)
    return InvalidArgument(ArgIs(ctx, input, "indices"), ": must have rank 1 or more");
  const int64_t depth = indices.dim(indices.rank() - 1);
  return depth < 0 || depth > kMaxRank + 1 ? (depth < 0 ? -1 : kMaxRank + 1) : static_cast<int>(depth);
}

Status GatherNdShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const int depth, IndexDepth(ctx, 1));
  const Shape& params = ctx.input(0);
  const Shape& indices = ctx.input(1);
  if (depth < 0 || !params.has_rank()) return OkStatus();
  if (depth > params.rank()) {
    return InvalidArgument(ArgIs(ctx, 1, "indices"),
                           ": index vectors are longer than the rank: ", ArgIs(ctx, 0, "params"));
  }
  ctx.set_output(
      0, Concat(SubShape(indices, 0, indices.rank() - 1), SubShape(params, depth, params.rank())));
  return OkStatus();
}

Status ScatterNdShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const int depth, IndexDepth(ctx, 0));
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "shape", 1).status());
  RUNNEL_ASSIGN_OR_RETURN(Shape out, ctx.ConstantInputAsShape(2));
  const Shape& indices = ctx.input(0);
  if (depth >= 0 && out.has_rank()) {
    if (depth > out.rank()) {
      return InvalidArgument(ArgIs(ctx, 0, "indices"),
                             ": index vectors are longer than the rank of shape ", out.ToString());
    }
    const Shape updates =
        Concat(SubShape(indices, 0, indices.rank() - 1), SubShape(out, depth, out.rank()));
    if (!updates.IsCompatibleWith(ctx.input(1))) {
      return InvalidArgument(ArgIs(ctx, 1, "updates"), ", expected ", updates.ToString());
    }
  }
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

Status TopKShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "k"));
  const auto k = ConstantInt(ctx, 1);
  if (k && *k < 0) return InvalidArgument("k is ", *k, ", expected at least 0");
  Shape out = ctx.input(0);
  if (out.has_rank()) {
    if (out.rank() == 0) return InvalidArgument(ArgIs(ctx, 0, "input"), ": must have rank 1 or more");
    const int last = out.rank() - 1;
    if (k && out.dim(last) >= 0 && *k > out.dim(last)) {
      return InvalidArgument("k is ", *k, ", more than there is: ", ArgIs(ctx, 0, "input"));
    }
    out.set_dim(last, k ? *k : kUnknownDim);
  }
  ctx.set_output(1, out);
  ctx.set_output(0, std::move(out));
  return OkStatus();
}

// Rows of [batch, sequence] blocks are gathered in the order that lengths give. A negative length gives
// indices that no row has, as one that is too long does.
Status ReverseSequenceComposition(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const Shape& shape = ShapeOf(ctx.input_ref(0));
  if (!shape.has_rank()) return Unimplemented("an input of unknown rank");
  const int rank = shape.rank();
  RUNNEL_ASSIGN_OR_RETURN(const int sequence, NormalAxis(*ctx.attr<int64_t>("seq_dim"), rank, "seq_dim",
                                                         StrCat("input is ", shape.ToString())));
  RUNNEL_ASSIGN_OR_RETURN(const int batch, NormalAxis(*ctx.attr<int64_t>("batch_dim"), rank, "batch_dim",
                                                      StrCat("input is ", shape.ToString())));
  std::vector<int64_t> to = {batch, sequence}, back(static_cast<size_t>(rank));
  for (int64_t d = 0; d < rank; ++d) {
    if (d != batch && d != sequence) to.push_back(d);
  }
  for (size_t d = 0; d < to.size(); ++d) back[static_cast<size_t>(to[d])] = static_cast<int64_t>(d);
  const bool in_order = std::is_sorted(to.begin(), to.end());
  const auto transposed = [&](OutputRef value, const std::vector<int64_t>& order) {
    return in_order ? value : b.Op("Transpose", {value, IntVector(b, DType::kInt32, order)});
  };
  const auto scalar = [&](int value) { return b.Scalar(DType::kInt32, value); };
  const OutputRef blocks = transposed(ctx.input(0), to);
  const OutputRef sizes = b.Op("Shape", {blocks});
  const auto count = [&](int d) {
    const OutputRef size = b.Op("GatherV2", {sizes, scalar(d), scalar(0)});
    return b.Op("Range", {scalar(0), size, scalar(1)});
  };
  const OutputRef row = count(0), step = count(1);
  OutputRef length = ctx.input(1);
  if (TypeOf(ctx.input_ref(1)) != DType::kInt32) {
    // What int32 cannot hold is as wrong as what it can, and must not become right.
    length = b.Op("Maximum", {length, b.Scalar(DType::kInt64, -1)});
    length = b.Op("Minimum", {length, b.Scalar(DType::kInt64, INT32_MAX)});
    length = b.Op("Cast", {length}, {{"DstT", DType::kInt32}});
  }
  length = b.Op("ExpandDims", {length, scalar(1)});
  const OutputRef last = b.Op("Sub", {length, scalar(1)});
  OutputRef from = b.Op("SelectV2", {b.Op("Less", {step, length}), b.Op("Sub", {last, step}), step});
  from = b.Op("AddV2", {from, b.Op("Minimum", {length, scalar(0)})});
  const OutputRef rows =
      b.Op("AddV2", {b.Op("ExpandDims", {row, scalar(1)}), b.Op("ZerosLike", {from})});
  const OutputRef places = b.Op("Pack", {rows, from}, {{"axis", 2}});
  ctx.set_output(0, transposed(b.Op("GatherNd", {blocks, places}), back));
  return OkStatus();
}

Status ReverseSequenceShape(ShapeContext& ctx) {
  const Shape& input = ctx.input(0);
  ctx.set_output(0, input);
  RUNNEL_ASSIGN_OR_RETURN(const Shape lengths, RequireRank(ctx, 1, "seq_lengths", 1));
  if (!input.has_rank()) return OkStatus();
  const std::string is = ArgIs(ctx, 0, "input");
  RUNNEL_ASSIGN_OR_RETURN(const int sequence,
                          NormalAxis(IntAttr(ctx, "seq_dim"), input.rank(), "seq_dim", is));
  RUNNEL_ASSIGN_OR_RETURN(const int batch,
                          NormalAxis(IntAttr(ctx, "batch_dim"), input.rank(), "batch_dim", is));
  if (sequence == batch) return InvalidArgument("seq_dim and batch_dim are both ", batch);
  int64_t rows = 0;
  return ctx.MergeDim(input.dim(batch), lengths.dim(0), &rows);
}

Status ReverseSequenceGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  ctx.set_input_grad(0, ctx.b().Op("ReverseSequence", {ctx.grad(), ctx.input(1)},
                                   {{"seq_dim", *ctx.attr<int64_t>("seq_dim")},
                                    {"batch_dim", *ctx.attr<int64_t>("batch_dim")}}));
  return OkStatus();
}

constexpr OpRow kArrangeOps[] = {
    {
        .name = "SplitV",
        .inputs = "value: T, size_splits: Tlen, split_dim: int32",
        .outputs = "output: num_split * T",
        .attrs = "num_split: int >= 1; T: type; Tlen: {int8, int32, int64} = int64",
        .doc =
            "Cuts a tensor into pieces of the given sizes along an axis; one size may be -1, which is "
            "what is left. Shapes: size_splits is a vector of num_split; split_dim is a scalar in "
            "[-rank,rank). Errors: INVALID_ARGUMENT if the sizes do not add up to that dimension.",
        .shape = SplitVShape,
        .gradient = "value: num_split == 1 ? AddN(complete(g)) : ConcatV2(complete(g), split_dim)",
    },
    {
        .name = "PadV2",
        .inputs = "input: T, paddings: Tpaddings, constant_values: T",
        .outputs = "output: T",
        .attrs = "T: type; Tpaddings: {int32, int64} = int32",
        .doc =
            "Puts paddings[i,0] copies of constant_values before and paddings[i,1] after dimension i. "
            "Shapes: paddings is [rank,2], constant_values a scalar. Errors: INVALID_ARGUMENT for a "
            "negative padding.",
        .shape = PadV2Shape,
        .gradient = "b = StridedSlice(paddings, [0, 0], [0, 1], [1, 1], begin_mask = 1, end_mask = 1, "
                    "shrink_axis_mask = 2); "
                    "s = Slice(g, b, shape(input, Tpaddings)); "
                    "input: s; "
                    "constant_values: Sum(g - Pad(s, paddings), Range(0, Rank(g), 1))",
    },
    {
        .name = "MirrorPad",
        .inputs = "input: T, paddings: Tpaddings",
        .outputs = "output: T",
        .attrs = "T: type; Tpaddings: {int32, int64} = int32; mode: {'REFLECT', 'SYMMETRIC'}",
        .doc =
            "Puts the mirror image of input before and after every dimension, with the border itself "
            "(SYMMETRIC) or without (REFLECT). Shapes: paddings is [rank,2]. Errors: INVALID_ARGUMENT "
            "for a negative padding or one longer than what there is to mirror, which for REFLECT is an "
            "element at least.",
        .shape = PadShape,
        .gradient = "input: MirrorPadGrad(g, paddings, ...)",
    },
    {
        .name = "MirrorPadGrad",
        .inputs = "input: T, paddings: Tpaddings",
        .outputs = "output: T",
        .attrs = "T: type; Tpaddings: {int32, int64} = int32; mode: {'REFLECT', 'SYMMETRIC'}",
        .doc = "The gradient of MirrorPad: adds every mirrored element to the one it was copied from. "
               "Shapes: output is input without the paddings. Errors: INVALID_ARGUMENT as MirrorPad.",
        .shape = MirrorPadGradShape,
        .gradient = "input: MirrorPad(g, paddings, ...)",
    },
    {
        .name = "ReverseV2",
        .inputs = "tensor: T, axis: Tidx",
        .outputs = "output: T",
        .attrs = "Tidx: {int32, int64} = int32; T: {uint8, int8, uint16, int16, int32, uint32, int64, "
                 "uint64, bool, bfloat16, half, float, double, complex64, complex128, string}",
        .doc = "Turns the order round along the given axes. Shapes: axis is a vector of values in "
               "[-rank,rank), none twice. Errors: INVALID_ARGUMENT otherwise.",
        .shape = UnchangedShape,
        .gradient = "tensor: ReverseV2(g, axis)",
    },
    {
        .name = "ReverseSequence",
        .inputs = "input: T, seq_lengths: Tlen",
        .outputs = "output: T",
        .attrs = "seq_dim: int; batch_dim: int = 0; T: type; Tlen: {int32, int64} = int64",
        .doc = "Turns the order of the first seq_lengths[i] steps along seq_dim round, in slice i along "
               "batch_dim; the rest stays. Shapes: seq_lengths is a vector of the size of batch_dim. "
               "Errors: INVALID_ARGUMENT for a length below 0 or beyond seq_dim.",
        .shape = ReverseSequenceShape,
        .gradient = ReverseSequenceGrad,
        .composition = ReverseSequenceComposition,
    },
    {
        .name = "Cumsum",
        .inputs = "x: T, axis: Tidx",
        .outputs = "out: T",
        .attrs = "exclusive: bool = false; reverse: bool = false; T: " RUNNEL_NUMBER_TYPES
                 "; Tidx: {int32, int64} = int32",
        .doc = "Gives the running sum along an axis: from the end if reverse, and without the element "
               "itself if exclusive. Shapes: out is like x; axis is a scalar in [-rank,rank).",
        .shape = UnchangedShape,
        .gradient = "x: Cumsum(g, axis, exclusive = exclusive, reverse = !reverse)",
    },
    {
        .name = "Cumprod",
        .inputs = "x: T, axis: Tidx",
        .outputs = "out: T",
        .attrs = "exclusive: bool = false; reverse: bool = false; T: " RUNNEL_NUMBER_TYPES
                 "; Tidx: {int32, int64} = int32",
        .doc =
            "Gives the running product along an axis: from the end if reverse, and without the element "
            "itself if exclusive. The gradient is 0 where x is 0, as TensorFlow's. Shapes: out is "
            "like x; axis is a scalar in [-rank,rank).",
        .shape = UnchangedShape,
        .gradient = "x: DivNoNan(Cumsum(out * g, axis, exclusive = exclusive, reverse = !reverse), x)",
    },
    {
        .name = "GatherNd",
        .inputs = "params: Tparams, indices: Tindices",
        .outputs = "output: Tparams",
        .attrs = "Tparams: type; Tindices: {int16, int32, int64}; " RUNNEL_BAD_INDICES,
        .doc =
            "Takes the slices of params that the vectors in the last dimension of indices name. Shapes: "
            "output is indices.shape[:-1] + params.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT "
            "for an index out of range.",
        .shape = GatherNdShape,
        .gradient = "params: ScatterNd(indices, g, shape(params, Tindices))",
    },
    {
        .name = "ScatterNd",
        .inputs = "indices: Tindices, updates: T, shape: Tindices",
        .outputs = "output: T",
        .attrs = "T: type; Tindices: {int16, int32, int64}; " RUNNEL_BAD_INDICES,
        .doc = "Adds slices to zeros of the given shape at the places that the vectors in the last "
               "dimension of indices name, in their order. Shapes: updates is indices.shape[:-1] + "
               "shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an index out of range.",
        .shape = ScatterNdShape,
        .gradient = "updates: GatherNd(g, indices)",
    },
    {
        .name = "TopKV2",
        .inputs = "input: T, k: Tk",
        .outputs = "values: T, indices: index_type",
        .attrs = "sorted: bool = true; T: " RUNNEL_REAL_TYPES
                 "; Tk: {int16, int32, int64} = int32; index_type: {int16, int32, int64} = int32",
        .doc =
            "Gives the k largest elements of every row, largest first, and where they stood; of equals "
            "the first comes first, and NaN counts as the largest of all. Shapes: rows lie along the "
            "last dimension, which becomes k. Errors: INVALID_ARGUMENT for k outside [0,row length].",
        .shape = TopKShape,
        // Row numbers have the shape [outer dimensions,1], so that they broadcast over the indices.
        .gradient =
            "s = shape(input, int64); "
            "o = StridedSlice(s, [0], [-1], [1], begin_mask = 1); "
            "n = StridedSlice(s, [-1], [0], [1], end_mask = 1, shrink_axis_mask = 1); "
            "r = n * Reshape(Range(constant(0, int64), Prod(o, 0), 1), ConcatV2([o, constant([1], "
            "int64)], 0)); "
            "input: reshape_to(UnsortedSegmentSum(g, Cast(indices, DstT = int64) + r, Prod(s, 0)), "
            "input)",
    },
};

}  // namespace

std::span<const OpRow> ArrangeOps() { return ChosenRows<kArrangeOps>::All(); }

}  // namespace runnel
