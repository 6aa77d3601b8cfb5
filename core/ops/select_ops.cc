// Ops whose values select places: ranks of predictions, unique elements, partitions, counts.
#include "core/ops/shape_helpers.h"
#include "core/ops/type_sets.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

Status InTopShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(const Shape predictions, RequireRank(ctx, 0, "predictions", 2));
  RUNNEL_ASSIGN_OR_RETURN(const Shape targets, RequireRank(ctx, 1, "targets", 1));
  if (ctx.num_inputs() > 2) RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 2, "k"));
  auto rows = Shape::Merge(SubShape(predictions, 0, 1), targets);
  if (!rows.ok()) {
    return InvalidArgument(ArgIs(ctx, 0, "predictions"), ", ", ArgIs(ctx, 1, "targets"),
                           ": there must be as many rows as targets");
  }
  ctx.set_output(0, std::move(*rows));
  return OkStatus();
}

Status UniqueShape(ShapeContext& ctx) {
  RUNNEL_ASSIGN_OR_RETURN(Shape x, RequireRank(ctx, 0, "x", 1));
  ctx.set_output(0, Shape{kUnknownDim});
  ctx.set_output(1, std::move(x));
  if (ctx.num_outputs() > 2) ctx.set_output(2, Shape{kUnknownDim});
  return OkStatus();
}

Status PartitionShape(ShapeContext& ctx) {
  const Shape& data = ctx.input(0);
  const Shape& partitions = ctx.input(1);
  if (!data.has_rank() || !partitions.has_rank()) return OkStatus();
  if (partitions.rank() > data.rank() ||
      !partitions.IsCompatibleWith(SubShape(data, 0, partitions.rank()))) {
    return InvalidArgument(ArgIs(ctx, 0, "data"), ", ", ArgIs(ctx, 1, "partitions"),
                           ": partitions must be a prefix of data's shape");
  }
  const Shape part = Concat(Shape{kUnknownDim}, SubShape(data, partitions.rank(), data.rank()));
  for (int i = 0; i < ctx.num_outputs(); ++i) ctx.set_output(i, part);
  return OkStatus();
}

Status BincountShape(ShapeContext& ctx) {
  RUNNEL_RETURN_IF_ERROR(RequireScalar(ctx, 1, "size"));
  const auto size = ConstantInt(ctx, 1);
  if (size && *size < 0) return InvalidArgument("size is ", *size, ", expected at least 0");
  ctx.set_output(0, Shape{size.value_or(kUnknownDim)});
  return OkStatus();
}

constexpr OpRow kSelectOps[] = {
    {
        .name = "InTopK",
        .inputs = "predictions: float, targets: T",
        .outputs = "precision: bool",
        .attrs = "k: int; T: {int32, int64} = int32",
        .doc =
            "Tells for every row whether fewer than k predictions are above that of its target; false "
            "for a target that is no class and for a row with a number that is not finite. Shapes: "
            "predictions is [batch,classes], targets and precision are [batch].",
        .flags = kOpNotDifferentiable,
        .shape = InTopShape,
    },
    {
        .name = "InTopKV2",
        .inputs = "predictions: float, targets: T, k: T",
        .outputs = "precision: bool",
        .attrs = "T: {int32, int64} = int32",
        .doc = "As InTopK, with k as a scalar input.",
        .flags = kOpNotDifferentiable,
        .shape = InTopShape,
    },
    {
        .name = "Unique",
        .inputs = "x: T",
        .outputs = "y: T, idx: out_idx",
        .attrs = "T: type; out_idx: {int32, int64} = int32",
        .doc = "Gives the values of x once each, in the order in which they come first, and where each "
               "element is among them: x = y[idx]. NaN is equal to nothing. Shapes: all are vectors.",
        .flags = kOpNotDifferentiable,
        .shape = UniqueShape,
    },
    {
        .name = "UniqueWithCounts",
        .inputs = "x: T",
        .outputs = "y: T, idx: out_idx, count: out_idx",
        .attrs = "T: type; out_idx: {int32, int64} = int32",
        .doc = "As Unique; count says how often each value is there.",
        .flags = kOpNotDifferentiable,
        .shape = UniqueShape,
    },
    {
        .name = "DynamicPartition",
        .inputs = "data: T, partitions: int32",
        .outputs = "outputs: num_partitions * T",
        .attrs = "num_partitions: int >= 1; T: type",
        .doc = "Puts every slice of data into the output that partitions names, in order. Shapes: "
               "partitions is a prefix of data's shape; outputs are [?] + the rest. Errors: "
               "INVALID_ARGUMENT for a partition outside [0,num_partitions).",
        .shape = PartitionShape,
        .gradient = "i = DynamicPartition(Reshape(Range(0, Size(partitions), 1), shape(partitions)), "
                    "partitions, num_partitions = num_partitions); "
                    "data: reshape_to(DynamicStitch(i, complete(g)), data)",
    },
    {
        .name = "Bincount",
        .inputs = "arr: int32, size: int32, weights: T",
        .outputs = "bins: T",
        .attrs = "T: {int32, int64, float, double}",
        .doc = "Counts how often each of 0 to size - 1 is in arr, or adds up the weights of these "
               "elements. "
               "Shapes: size is a scalar, weights is like arr or empty, bins is [size]. Errors: "
               "INVALID_ARGUMENT for an element below 0.",
        .flags = kOpNotDifferentiable,
        .shape = BincountShape,
    },
};

}  // namespace

std::span<const OpRow> SelectOps() { return ChosenRows<kSelectOps>::All(); }

}  // namespace runnel
