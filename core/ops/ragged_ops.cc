// Ragged tensors: rows of different lengths, whose limits are vectors of splits. Row i holds what lies
// from splits[i] to splits[i + 1] of the next level, or of the values.
#include <algorithm>

#include "core/ops/gradient_helpers.h"
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr uint32_t kHostFlags = kOpStateful | kOpHost;
constexpr uint32_t kHostFinal = kHostFlags | kOpNotDifferentiable;

Status ToTensorShape(ShapeContext& ctx) {
  const Shape& shape = ctx.input(0);
  if (shape.has_rank() && shape.rank() > 1) {
    return InvalidArgument(ArgIs(ctx, 0, "shape"), ": must be a vector, or a scalar of -1");
  }
  ctx.set_output(0, Shape::Unknown());
  return OkStatus();
}

Status ToSparseShape(ShapeContext& ctx) {
  const int splits = static_cast<int>(IntAttr(ctx, "RAGGED_RANK", 1));
  const Shape& values = ctx.input(splits);
  int64_t rank = kUnknownDim;
  if (values.has_rank()) {
    if (values.rank() == 0)
      return InvalidArgument(ArgIs(ctx, splits, "rt_dense_values"), ": must have rank 1 or more");
    rank = splits + values.rank();
  }
  ctx.set_output(0, Shape{kUnknownDim, rank});
  ctx.set_output(1, Shape{kUnknownDim});
  ctx.set_output(2, Shape{rank});
  return OkStatus();
}

Status ToVariantShape(ShapeContext& ctx) {
  const int splits = static_cast<int>(IntAttr(ctx, "RAGGED_RANK"));
  if (!BoolAttr(ctx, "batched_input")) {
    ctx.set_output(0, Shape());
    return OkStatus();
  }
  const Shape& outer = ctx.input(0);
  if (!outer.has_rank() || outer.rank() == 0) {
    ctx.set_output(0, Shape{kUnknownDim});
  } else if (splits == 0 || outer.dim(0) < 1) {
    ctx.set_output(0, Shape{splits == 0 ? outer.dim(0) : kUnknownDim});
  } else {
    ctx.set_output(0, Shape{outer.dim(0) - 1});
  }
  return OkStatus();
}

// Splits are vectors; of the values nothing is known.
Status SplitsAndValuesShape(ShapeContext& ctx) {
  const auto last = static_cast<int>(ctx.outputs().size()) - 1;
  for (int i = 0; i < last; ++i) ctx.set_output(i, Shape{kUnknownDim});
  ctx.set_output(last, Shape::Unknown());
  return OkStatus();
}

Status RangeShape(ShapeContext& ctx) {
  for (int i = 0; i < 3; ++i) {
    if (ctx.input(i).has_rank() && ctx.input(i).rank() > 1) {
      return InvalidArgument("starts, limits and deltas must be scalars or vectors: ",
                             ArgIs(ctx, i, ctx.schema().inputs[static_cast<size_t>(i)].name));
    }
  }
  ctx.set_output(0, Shape{kUnknownDim});
  ctx.set_output(1, Shape{kUnknownDim});
  return OkStatus();
}

Status ToVariantGradShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireRank(ctx, 2, "dense_values_shape", 1).status());
  ctx.set_output(0, Shape::Unknown());
  return OkStatus();
}

// ---- gradients ----

OutputRef IntOf(GraphBuilder& b, int64_t value) { return IntScalar(b, DType::kInt32, value); }
// How many rows a forward value has, as a scalar.
OutputRef RowsOf(GradientContext& ctx, OutputRef forward) {
  return ctx.b().Op("GatherV2", {ShapeTensor(ctx, forward), IntOf(ctx.b(), 0), IntOf(ctx.b(), 0)});
}

// Where each place of the result comes from is the same op over the numbers of values, -1 for
// default_value.
Status ToTensorGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef grad = ctx.grad(), values = ctx.input(1), filler = ctx.input(2);
  if (!grad) return OkStatus();
  const auto types = *ctx.attr<std::vector<std::string>>("row_partition_types");
  const auto levels = std::count_if(types.begin(), types.end(),
                                    [](const std::string& type) { return type != "FIRST_DIM_SIZE"; });
  const OutputRef rows = RowsOf(ctx, values), none = IntOf(b, -1);
  const OutputRef all = b.Op("Range", {IntOf(b, 0), rows, IntOf(b, 1)});
  const OutputRef places = b.Op("Slice", {ShapeTensor(ctx, ctx.output(0)), b.Int32Vector({0}),
                                          b.Int32Vector({static_cast<int32_t>(levels) + 1})});
  std::vector<OutputRef> inputs = {places, all, none};
  const int count = static_cast<int>(ctx.input_refs().size());
  for (int i = 3; i < count; ++i) inputs.push_back(ctx.input(i));
  const AttrValue kinds(types);
  const OutputRef sources =
      b.Op("RaggedTensorToTensor", inputs,
           {{"row_partition_types", kinds}, {"num_row_partition_tensors", int64_t{count - 3}}});
  ctx.set_input_grad(1, b.Op("UnsortedSegmentSum", {grad, sources, rows}));
  // What came from default_value adds up to one element of values, over which that was broadcast.
  const OutputRef unsourced = b.Op("Sub", {none, sources});
  const OutputRef sum = b.Op("Squeeze", {b.Op("UnsortedSegmentSum", {grad, unsourced, IntOf(b, 1)})},
                             {{"squeeze_dims", AttrValue(std::vector<int64_t>{0})}});
  const OutputRef shape = ShapeTensor(ctx, filler);
  const std::vector<OutputRef> axes = b.Ops("BroadcastGradientArgs", {shape, b.Op("Shape", {sum})});
  if (axes.empty()) return b.status();
  ctx.set_input_grad(2, b.Op("Reshape", {b.Op("Sum", {sum, axes[0]}), shape}));
  return b.status();
}

// Each row that was taken is a range of the values.
Status GatherGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const int depth = static_cast<int>(*ctx.attr<int64_t>("PARAMS_RAGGED_RANK"));
  const OutputRef grad = ctx.grad(static_cast<int>(*ctx.attr<int64_t>("OUTPUT_RAGGED_RANK")));
  if (!grad) return OkStatus();
  const OutputRef zero = IntOf(b, 0), values = ctx.input(depth);
  OutputRef splits = ctx.input(0);
  for (int k = 1; k < depth; ++k) splits = b.Op("GatherV2", {ctx.input(k), splits, zero});
  const OutputRef rows = b.Op("Reshape", {ctx.input(depth + 1), b.Int32Vector({-1})});
  const OutputRef next = b.Op("AddV2", {rows, IntScalar(b, TypeOf(rows), 1)});
  const std::vector<OutputRef> ranges =
      b.Ops("RaggedRange", {b.Op("GatherV2", {splits, rows, zero}),
                            b.Op("GatherV2", {splits, next, zero}), IntScalar(b, TypeOf(splits), 1)});
  if (ranges.empty()) return b.status();
  ctx.set_input_grad(depth, b.Op("UnsortedSegmentSum", {grad, ranges[1], RowsOf(ctx, values)}));
  return b.status();
}

Status ToVariantGrad(GradientContext& ctx) {
  if (!ctx.grad()) return OkStatus();
  GraphBuilder& b = ctx.b();
  const int depth = static_cast<int>(*ctx.attr<int64_t>("RAGGED_RANK"));
  const OutputRef values = ctx.input(depth);
  const DType kind = *ctx.attr<DType>("Tsplits"), type = TypeOf(values);
  const OutputRef splits = depth > 0 ? ctx.input(0) : IntScalar(b, kind, 0);
  ctx.set_input_grad(depth, b.Op("RaggedTensorToVariantGradient",
                                 {ctx.grad(), splits, ShapeTensor(ctx, values)}, {{"Tvalues", type}}));
  return b.status();
}
Status FromVariantGrad(GradientContext& ctx) {
  GraphBuilder& b = ctx.b();
  const int depth = static_cast<int>(*ctx.attr<int64_t>("output_ragged_rank"));
  const Shape& encoded = ctx.input_shape(0);
  if (!ctx.grad(depth)) return OkStatus();
  if (encoded.has_rank() && encoded.rank() > 1) {
    return Unimplemented(
        "gradients of RaggedTensorFromVariant for encoded_ragged of more than one "
        "dimension: it is ",
        encoded.ToString());
  }
  std::vector<OutputRef> inputs;
  for (int k = 0; k < depth; ++k) inputs.push_back(ctx.output(k));
  inputs.push_back(ctx.grad(depth));
  const bool batched = encoded.has_rank() ? encoded.rank() == 1 : depth > 0;
  const DType kind = *ctx.attr<DType>("Tsplits");
  ctx.set_input_grad(
      0, b.Op("RaggedTensorToVariant", inputs,
              {{"RAGGED_RANK", int64_t{depth}}, {"batched_input", batched}, {"Tsplits", kind}}));
  return b.status();
}

Status NoGradient(GradientContext& ctx) {
  return Unimplemented("the gradient of ", ctx.schema().name, ", which TensorFlow has none of either");
}

constexpr OpRow kRaggedOps[] = {
    {
        .name = "RaggedTensorToTensor",
        .inputs = "shape: Tshape, values: T, default_value: T, row_partition_tensors: "
                  "num_row_partition_tensors * Tindex",
        .outputs = "result: T",
        .attrs = "T: type; Tindex: {int64, int32}; Tshape: {int64, int32}; num_row_partition_tensors: "
                 "int >= 1; row_partition_types: list(string)",
        .doc =
            "Gives a ragged tensor as a dense one, with default_value where rows end early. "
            "row_partition_types say what the tensors are: ROW_SPLITS, or FIRST_DIM_SIZE and for each "
            "level VALUE_ROWIDS. Shapes: shape gives sizes to which rows are cut or filled, -1 for as "
            "many as there are; a scalar of -1 says nothing. default_value broadcasts to one element "
            "of values. Errors: INVALID_ARGUMENT for partitions that do not fit each other, and for "
            "shapes that do not; UNIMPLEMENTED for other types of partitions.",
        .flags = kHostFlags,
        .shape = ToTensorShape,
        .gradient = ToTensorGrad,
    },
    {
        .name = "RaggedTensorToSparse",
        .inputs = "rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: T",
        .outputs = "sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64",
        .attrs = "RAGGED_RANK: int >= 1; T: type; Tsplits: {int32, int64} = int64",
        .doc =
            "Gives a ragged tensor as a sparse one, with a place for every element of rt_dense_values. "
            "Shapes: splits are vectors; the rank is that of the ragged tensor. Errors: "
            "INVALID_ARGUMENT for splits that do not fit.",
        .flags = kHostFlags,
        .shape = ToSparseShape,
        .gradient = "rt_dense_values: reshape_to(g.sparse_values, rt_dense_values)",
    },
    {
        .name = "RaggedTensorToVariant",
        .inputs = "rt_nested_splits: RAGGED_RANK * Tsplits, rt_dense_values: Tvalues",
        .outputs = "encoded_ragged: variant",
        .attrs = "RAGGED_RANK: int >= 0; Tvalues: type; Tsplits: {int32, int64} = int64; "
                 "batched_input: bool",
        .doc = "Gives a ragged tensor as a variant, or with batched_input each of its rows as one. "
               "Shapes: encoded_ragged is a scalar, or a vector with an element for each row. Errors: "
               "INVALID_ARGUMENT for splits that do not fit.",
        .flags = kHostFlags,
        .shape = ToVariantShape,
        .gradient = ToVariantGrad,
    },
    {
        .name = "RaggedTensorToVariantGradient",
        .inputs = "encoded_ragged_grad: variant, row_splits: Tsplits, dense_values_shape: int32",
        .outputs = "dense_values_grad: Tvalues",
        .attrs = "Tvalues: type; Tsplits: {int32, int64} = int64",
        .doc = "Gives the gradient of RaggedTensorToVariant for its values: those of the variants one "
               "after "
               "the other, zeros for rows that no gradient reached. Shapes: row_splits are the "
               "outermost, or "
               "a scalar if there are none; dense_values_grad has dense_values_shape. Errors: "
               "INVALID_ARGUMENT for variants of other values.",
        .flags = kHostFlags,
        .shape = ToVariantGradShape,
        .gradient = NoGradient,
    },
    {
        .name = "RaggedTensorFromVariant",
        .inputs = "encoded_ragged: variant",
        .outputs = "output_nested_splits: output_ragged_rank * Tsplits, output_dense_values: Tvalues",
        .attrs = "input_ragged_rank: int >= -1; output_ragged_rank: int >= 0; Tvalues: type; Tsplits: "
                 "{int32, int64} = int64",
        .doc =
            "Gives the ragged tensor that a variant is, or one whose outer dimensions are those of "
            "encoded_ragged and whose rows are its elements. Shapes: output_ragged_rank is "
            "input_ragged_rank and the rank of encoded_ragged together; an input_ragged_rank of -1 is "
            "what is left. Errors: INVALID_ARGUMENT for elements of other types or ranks.",
        .flags = kHostFlags,
        .shape = SplitsAndValuesShape,
        .gradient = FromVariantGrad,
    },
    {
        .name = "RaggedGather",
        .inputs = "params_nested_splits: PARAMS_RAGGED_RANK * Tsplits, params_dense_values: Tvalues, "
                  "indices: Tindices",
        .outputs = "output_nested_splits: OUTPUT_RAGGED_RANK * Tsplits, output_dense_values: Tvalues",
        .attrs = "Tvalues: type; Tindices: {int32, int64}; Tsplits: {int32, int64} = int64; "
                 "PARAMS_RAGGED_RANK: int >= 1; OUTPUT_RAGGED_RANK: int >= 0",
        .doc =
            "Takes rows of a ragged tensor. Shapes: OUTPUT_RAGGED_RANK is PARAMS_RAGGED_RANK and the "
            "rank of indices together, less 1. Errors: INVALID_ARGUMENT for an index out of range, or "
            "splits that do not fit.",
        .flags = kHostFlags,
        .shape = SplitsAndValuesShape,
        .gradient = GatherGrad,
    },
    {
        .name = "RaggedRange",
        .inputs = "starts: T, limits: T, deltas: T",
        .outputs = "rt_nested_splits: Tsplits, rt_dense_values: T",
        .attrs = "T: {bfloat16, float, double, int32, int64} = int32; Tsplits: {int32, int64} = int64",
        .doc = "Gives a range for each row, as Range does. Shapes: vectors of one length, or scalars, "
               "which are repeated. Errors: INVALID_ARGUMENT for a delta of 0.",
        .flags = kHostFinal,
        .shape = RangeShape,
    },
};

}  // namespace

std::span<const OpRow> RaggedOps() { return ChosenRows<kRaggedOps>::All(); }

}  // namespace runnel
