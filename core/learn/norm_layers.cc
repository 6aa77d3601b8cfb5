// Normalisation.
#include <algorithm>
#include <set>

#include "core/learn/layer_row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

#define RUNNEL_SCALE_ARGS                                                                             \
  "center: bool = true; scale: bool = true; beta_initializer: string = 'zeros'; gamma_initializer: "  \
  "string = "                                                                                         \
  "'ones'; beta_regularizer: string = ''; gamma_regularizer: string = ''; beta_constraint: string = " \
  "''; "                                                                                              \
  "gamma_constraint: string = ''"
#define RUNNEL_GAMMA                                                                       \
  {                                                                                        \
    .name = "gamma", .shape = "[dim(x, -1)]", .initializer = "gamma_initializer",          \
    .regularizer = "gamma_regularizer", .constraint = "gamma_constraint", .when = "scale", \
  }
#define RUNNEL_BETA                                                                       \
  {                                                                                       \
    .name = "beta", .shape = "[dim(x, -1)]", .initializer = "beta_initializer",           \
    .regularizer = "beta_regularizer", .constraint = "beta_constraint", .when = "center", \
  }

// Over the positions and the channels of a group: [b, positions, groups, channels of one].
Status GroupCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0), gamma = ctx.input(1), beta = ctx.input(2);
  const Shape& in = ShapeOf(x);
  int64_t groups = *ctx.attr<int64_t>("groups");
  if (!in.has_rank() || in.rank() < 2 || in.dim(in.rank() - 1) < 0) {
    return InvalidArgument("its input must have a known last dimension, got ", in.ToString());
  }
  const int64_t channels = in.dim(in.rank() - 1);
  if (groups == -1) groups = channels;
  if (groups < 1 || channels % groups != 0) {
    return InvalidArgument("the ", channels, " channels of its input do not divide into ", groups,
                           " groups");
  }
  const OutputRef shape = ShapeTensor(ctx, x);
  const OutputRef batch =
      b.Op("StridedSlice", {shape, IntVector(b, DType::kInt32, {0}), IntVector(b, DType::kInt32, {1}),
                            IntVector(b, DType::kInt32, {1})});
  const OutputRef split =
      b.Op("ConcatV2",
           std::vector<OutputRef>{batch, IntVector(b, DType::kInt32, {-1, groups, channels / groups}),
                                  IntScalar(b, DType::kInt32, 0)});
  const OutputRef parts = b.Op("Reshape", {x, split});
  const OutputRef axes = IntVector(b, DType::kInt32, {1, 3});
  const OutputRef mean = b.Op("Mean", {parts, axes}, {{"keep_dims", true}});
  const OutputRef variance =
      b.Op("Mean", {b.Op("SquaredDifference", {parts, mean}), axes}, {{"keep_dims", true}});
  const OutputRef epsilon = b.Scalar(TypeOf(x), *ctx.attr<float>("epsilon"));
  OutputRef y =
      b.Op("Mul", {b.Op("Sub", {parts, mean}), b.Op("Rsqrt", {b.Op("AddV2", {variance, epsilon})})});
  y = b.Op("Reshape", {y, shape});
  if (gamma) y = b.Op("Mul", {y, gamma});
  if (beta) y = b.Op("AddV2", {y, beta});
  ctx.set_output(0, y);
  return OkStatus();
}

// The axes that `axis` names, in order.
Result<std::set<int>> AxesOf(const std::vector<int64_t>& axis, const Shape& shape) {
  std::set<int> axes;
  if (!shape.has_rank()) return InvalidArgument("its input's number of dimensions is not known");
  for (const int64_t each : axis) {
    const int64_t at = each < 0 ? each + shape.rank() : each;
    if (at < 1 || at >= shape.rank())
      return InvalidArgument("axis ", each, " is no dimension behind the batch of its input ",
                             shape.ToString());
    axes.insert(static_cast<int>(at));
  }
  if (axes.empty()) return InvalidArgument("axis is empty");
  return axes;
}

// Of gamma and beta: the sizes of the axes that are normalised.
Result<std::optional<std::vector<int64_t>>> AxesSizes(const BoundRow& row, const RowCall& call) {
  const Shape& shape = ShapeOf(call.inputs[0]);
  RUNNEL_ASSIGN_OR_RETURN(const std::set<int> axes,
                          AxesOf(row.arg<std::vector<int64_t>>("axis"), shape));
  std::vector<int64_t> sizes;
  for (const int axis : axes) {
    if (shape.dim(axis) < 0)
      return InvalidArgument("dimension ", axis, " of its input ", shape.ToString(), " is not known");
    sizes.push_back(shape.dim(axis));
  }
  return std::optional(sizes);
}
Result<std::optional<std::vector<int64_t>>> GammaSizes(const BoundRow& row, const RowCall& call) {
  if (!row.arg<bool>("scale")) return std::optional<std::vector<int64_t>>();
  return AxesSizes(row, call);
}
Result<std::optional<std::vector<int64_t>>> BetaSizes(const BoundRow& row, const RowCall& call) {
  if (!row.arg<bool>("center")) return std::optional<std::vector<int64_t>>();
  return AxesSizes(row, call);
}

// A weight of those axes, with 1 for the others, so that it broadcasts.
OutputRef Spread(GraphBuilder& b, OutputRef weight, const std::set<int>& axes, int rank) {
  if (*axes.rbegin() == rank - 1 && *axes.begin() == rank - static_cast<int>(axes.size())) return weight;
  std::vector<int64_t> sizes;
  int next = 0;
  for (int i = *axes.begin(); i < rank; ++i)
    sizes.push_back(axes.count(i) != 0 ? ShapeOf(weight).dim(next++) : 1);
  return b.Op("Reshape", {weight, IntVector(b, DType::kInt32, sizes)});
}

Status LayerNormCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0), gamma = ctx.input(1), beta = ctx.input(2);
  const int rank = ShapeOf(x).rank();
  RUNNEL_ASSIGN_OR_RETURN(const std::set<int> axes,
                          AxesOf(*ctx.attr<std::vector<int64_t>>("axis"), ShapeOf(x)));
  std::vector<int64_t> list(axes.begin(), axes.end());
  if (list.size() == 1 && list[0] == rank - 1) list = {-1};
  const OutputRef along = IntVector(b, DType::kInt32, list);
  const OutputRef mean = b.Op("Mean", {x, along}, {{"keep_dims", true}});
  const OutputRef variance =
      b.Op("Mean", {b.Op("SquaredDifference", {x, mean}), along}, {{"keep_dims", true}});
  const OutputRef epsilon = b.Scalar(TypeOf(x), *ctx.attr<float>("epsilon"));
  OutputRef y =
      b.Op("Mul", {b.Op("Sub", {x, mean}), b.Op("Rsqrt", {b.Op("AddV2", {variance, epsilon})})});
  if (gamma) y = b.Op("Mul", {y, Spread(b, gamma, axes, rank)});
  if (beta) y = b.Op("AddV2", {y, Spread(b, beta, axes, rank)});
  ctx.set_output(0, y);
  return OkStatus();
}

Status RmsNormCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const OutputRef x = ctx.input(0);
  const int rank = ShapeOf(x).rank();
  RUNNEL_ASSIGN_OR_RETURN(const std::set<int> axes,
                          AxesOf(*ctx.attr<std::vector<int64_t>>("axis"), ShapeOf(x)));
  const OutputRef along = IntVector(b, DType::kInt32, std::vector<int64_t>(axes.begin(), axes.end()));
  const OutputRef square = b.Op("Mean", {b.Op("Square", {x}), along}, {{"keep_dims", true}});
  const OutputRef epsilon = b.Scalar(TypeOf(x), *ctx.attr<float>("epsilon"));
  const OutputRef y = b.Op("Mul", {x, b.Op("Rsqrt", {b.Op("AddV2", {square, epsilon})})});
  ctx.set_output(0, b.Op("Mul", {y, Spread(b, ctx.input(1), axes, rank)}));
  return OkStatus();
}

constexpr Row kNormLayers[] = {
    {
        .kind = RowKind::kLayer,
        .name = "BatchNormalization",
        .args =
            "axis: int = -1; momentum: float = 0.99; epsilon: float = 0.001; " RUNNEL_SCALE_ARGS
            "; moving_mean_initializer: string = 'zeros'; moving_variance_initializer: string = 'ones'",
        .doc = "(x - mean) / sqrt(variance + epsilon) gamma + beta for each channel. While training, "
               "mean and variance "
               "are those of the batch, and moving_mean and moving_variance follow them; else these are "
               "used, also by a layer that is not trainable. Shapes: x [..., c], with c along axis, y "
               "like it; all weights [c].",
        .call = "axes = Range(0, rank(x) - 1, 1); counts = has_mask ? Cast(ExpandDims(mask, -1), DstT = "
                "T) : "
                "none; n = has_mask ? Sum(OnesLike(x) * counts, axes) + 1e-7 : none; "
                "m = has_mask ? Sum(x * counts, axes) / n : Mean(x, axes); "
                "v = has_mask ? Sum(Square((x - m) * counts), axes) / n : Mean(SquaredDifference(x, m), "
                "axes); "
                "r = Rsqrt((training ? v : moving_variance) + epsilon); k = scale ? r * gamma : r; "
                "c = (x - m) * k; o = center ? beta - moving_mean * k : -(moving_mean * k); "
                "y: training ? (center ? c + beta : c) : x * k + o; "
                "moving_mean: training ? moving_mean * momentum + m * (1 - momentum) : none; "
                "moving_variance: training ? moving_variance * momentum + v * (1 - momentum) : none",
        .weights = {RUNNEL_GAMMA,
                    RUNNEL_BETA,
                    {.name = "moving_mean",
                     .shape = "[dim(x, -1)]",
                     .initializer = "moving_mean_initializer",
                     .trainable = false},
                    {.name = "moving_variance",
                     .shape = "[dim(x, -1)]",
                     .initializer = "moving_variance_initializer",
                     .trainable = false}},
        .mask = kKeepsMask,
        .uses_mask = true,
        .widens = true,
        .channels = Channels::kByAxis,
    },
    {
        .kind = RowKind::kLayer,
        .name = "LayerNormalization",
        .args = "axis: list(int) >= 1 = [-1]; epsilon: float = 0.001; " RUNNEL_SCALE_ARGS,
        .doc = "(x - mean) / sqrt(variance + epsilon) gamma + beta over one or more dimensions of each "
               "sample. Shapes: y is like x; gamma and beta have the sizes along axis.",
        .call = LayerNormCall,
        .weights = {{.name = "gamma",
                     .initializer = "gamma_initializer",
                     .regularizer = "gamma_regularizer",
                     .constraint = "gamma_constraint",
                     .sizes = GammaSizes},
                    {.name = "beta",
                     .initializer = "beta_initializer",
                     .regularizer = "beta_regularizer",
                     .constraint = "beta_constraint",
                     .sizes = BetaSizes}},
        .mask = kKeepsMask,
        .widens = true,
    },
    {
        .kind = RowKind::kLayer,
        .name = "GroupNormalization",
        .args = "groups: int = 32; axis: int = -1; epsilon: float = 0.001; " RUNNEL_SCALE_ARGS,
        .doc = "(x - mean) / sqrt(variance + epsilon) gamma + beta over the positions and channels of "
               "each group of "
               "channels; groups -1: one for each channel. Shapes: x [b, ..., c], y like it; gamma and "
               "beta [c].",
        .call = GroupCall,
        .weights = {RUNNEL_GAMMA, RUNNEL_BETA},
        .mask = kKeepsMask,
        .widens = true,
        .channels = Channels::kByAxis,
    },
    {
        .kind = RowKind::kLayer,
        .name = "RMSNormalization",
        .args = "axis: list(int) >= 1 = [-1]; epsilon: float = 1e-6",
        .doc = "x / sqrt(mean of x squared + epsilon) scale over one or more dimensions of each sample. "
               "Shapes: y is like x; scale has the sizes along axis.",
        .call = RmsNormCall,
        .weights = {{.name = "scale", .initializer = "ones", .sizes = AxesSizes}},
        .mask = kKeepsMask,
        .widens = true,
    },
    {
        .kind = RowKind::kLayer,
        .name = "UnitNormalization",
        .args = "axis: list(int) >= 1 = [-1]",
        .doc = "Divides by the Euclidean norm of one or more dimensions. Shapes: y is like x.",
        .call = "y: x * Rsqrt(Maximum(Sum(Square(x), axis, keep_dims = true), 1e-12))",
        .mask = kKeepsMask,
    },
};

}  // namespace

std::span<const Row> NormLayerRows() { return kNormLayers; }

}  // namespace runnel::learn
