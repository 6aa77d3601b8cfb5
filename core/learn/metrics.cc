// Metrics: states that batches are added to, and what is made of them. A loss can be a metric, too: its
// mean.
#include "core/learn/row.h"
#include "core/ops/gradient_helpers.h"

namespace runnel::learn {
namespace {

// The weighted mean of `v`, one value for each sample.
#define RUNNEL_MEAN_STATES                                        \
  {                                                               \
    {.name = "total", .shape = "[]", .initializer = "zeros"},     \
        {.name = "count", .shape = "[]", .initializer = "zeros"}, \
  }
#define RUNNEL_MEAN(v)                                                                                 \
  v "; w = OnesLike(v) * weight; total: Sum(Reshape(v * w, [-1]), [0]); count: Sum(Reshape(w, [-1]), " \
    "[0])"
#define RUNNEL_RATIO "result: DivNoNan(total, count)"
#define RUNNEL_LABELS "t = rank(y_true) == rank(y_pred) ? y_true : ExpandDims(y_true, -1); "

// Weights of hits and misses by a threshold: true and false positives, false negatives.
#define RUNNEL_COUNT_STATES                                                 \
  {                                                                         \
    {.name = "true_positives", .shape = "[]", .initializer = "zeros"},      \
        {.name = "false_positives", .shape = "[]", .initializer = "zeros"}, \
        {.name = "false_negatives", .shape = "[]", .initializer = "zeros"}, \
  }
#define RUNNEL_COUNTS                                                                                  \
  RUNNEL_LABELS                                                                                        \
  "w = OnesLike(y_pred) * ExpandDims(weight, -1); p = Cast(Greater(y_pred, thresholds), DstT = T); "   \
  "true_positives: Sum(Reshape(w * t * p, [-1]), [0]); false_positives: Sum(Reshape(w * (1 - t) * p, " \
  "[-1]), "                                                                                            \
  "[0]); false_negatives: Sum(Reshape(w * t * (1 - p), [-1]), [0])"

// Each is a node, and a batch is compared with all of them.
constexpr int64_t kMaxThresholds = 100000;

// Keras' thresholds: evenly from 0 to 1, the outer ones a little further out.
std::vector<double> Thresholds(int64_t count) {
  std::vector<double> thresholds;
  for (int64_t i = 0; i < count; ++i) {
    thresholds.push_back(static_cast<double>(i) / static_cast<double>(count - 1));
  }
  thresholds.front() = -1e-7;
  thresholds.back() = 1 + 1e-7;
  return thresholds;
}

Status AucCall(CompositionContext& ctx) {
  GraphBuilder& b = ctx.b();
  const DType dtype = *ctx.attr<DType>("T");
  const int64_t count = *ctx.attr<int64_t>("num_thresholds");
  if (count > kMaxThresholds)
    return InvalidArgument("num_thresholds: expected at most ", kMaxThresholds, ", got ", count);
  const std::vector<double> values = Thresholds(count);
  std::vector<OutputRef> each;
  for (const double value : values) each.push_back(b.Scalar(dtype, value));
  const OutputRef thresholds = b.Op("Pack", each);  // folded when a plan is made
  const OutputRef minus = IntVector(b, DType::kInt32, {-1, 1}), first = IntVector(b, DType::kInt32, {0});
  const OutputRef labels = b.Op("Reshape", {ctx.input(0), minus}),
                  scores = b.Op("Reshape", {ctx.input(1), minus});
  const OutputRef weights = b.Op(
      "Reshape", {b.Op("Mul", {b.Op("OnesLike", {ctx.input(1)}),
                               b.Op("ExpandDims", {ctx.input(2), IntScalar(b, DType::kInt32, -1)})}),
                  minus});
  const OutputRef above = b.Op("Cast", {b.Op("Greater", {scores, thresholds})}, {{"DstT", dtype}});
  const OutputRef positive = b.Op("Mul", {weights, labels});
  const OutputRef negative = b.Op("Sub", {weights, positive});
  const auto sum = [&](OutputRef which, OutputRef hit) {
    return b.Op("Sum", {b.Op("Mul", {which, hit}), first});
  };
  const OutputRef below = b.Op("Sub", {b.Scalar(dtype, 1), above});
  ctx.set_output(0, sum(positive, above));
  ctx.set_output(1, sum(negative, above));
  ctx.set_output(2, sum(negative, below));
  ctx.set_output(3, sum(positive, below));
  return OkStatus();
}

#define RUNNEL_LINE(name_text) \
  { .name = name_text, .shape = "[num_thresholds]", .initializer = "zeros" }

constexpr Row kMetrics[] = {
    {.kind = RowKind::kMetric,
     .name = "BinaryAccuracy",
     .aliases = "binary_acc",
     .args = "threshold: float = 0.5",
     .doc = "How many predictions are on their label's side of the threshold.",
     .call = RUNNEL_LABELS RUNNEL_MEAN(
         "v = Mean(Cast(Equal(t, Cast(Greater(y_pred, threshold), DstT = T)), DstT = T), [-1])"),
     .weights = RUNNEL_MEAN_STATES,
     .result = RUNNEL_RATIO,
     .uses_mask = true},
    {.kind = RowKind::kMetric,
     .name = "CategoricalAccuracy",
     .aliases = "categorical_acc",
     .doc = "How often the likeliest class is that of the largest label.",
     .call = RUNNEL_MEAN("v = Cast(Equal(ArgMax(y_true, -1), ArgMax(y_pred, -1)), DstT = T)"),
     .weights = RUNNEL_MEAN_STATES,
     .result = RUNNEL_RATIO,
     .uses_mask = true},
    {.kind = RowKind::kMetric,
     .name = "SparseCategoricalAccuracy",
     .aliases = "sparse_categorical_acc",
     .inputs = "y_true: Y, y_pred: T, weight: T",
     .doc = "How often the likeliest class is the label. Shapes: y_true [...] or [..., 1], y_pred [..., "
            "classes].",
     .call =
         "u = rank(y_true) == rank(y_pred) ? Squeeze(y_true, squeeze_dims = [-1]) : "
         "y_true; " RUNNEL_MEAN("v = Cast(Equal(Cast(u, DstT = int64), ArgMax(y_pred, -1)), DstT = T)"),
     .weights = RUNNEL_MEAN_STATES,
     .result = RUNNEL_RATIO,
     .uses_mask = true},
    {.kind = RowKind::kMetric,
     .name = "TopKCategoricalAccuracy",
     .args = "k: int >= 1 = 5",
     .doc = "How often the class of the largest label is among the k likeliest. Shapes: [b, classes].",
     .call = RUNNEL_MEAN("v = Cast(InTopKV2(Cast(y_pred, DstT = float), ArgMax(y_true, -1), constant(k, "
                         "int64)), DstT = T)"),
     .weights = RUNNEL_MEAN_STATES,
     .result = RUNNEL_RATIO,
     .uses_mask = true},
    {.kind = RowKind::kMetric,
     .name = "SparseTopKCategoricalAccuracy",
     .inputs = "y_true: Y, y_pred: T, weight: T",
     .args = "k: int >= 1 = 5",
     .doc = "How often the label is among the k likeliest classes. Shapes: y_true [b] or [b, 1], y_pred "
            "[b, classes].",
     .call = RUNNEL_MEAN(
         "v = Cast(InTopKV2(Cast(y_pred, DstT = float), Reshape(Cast(y_true, DstT = int64), [-1]), "
         "constant(k, int64)), DstT = T)"),
     .weights = RUNNEL_MEAN_STATES,
     .result = RUNNEL_RATIO,
     .uses_mask = true},
    {.kind = RowKind::kMetric,
     .name = "RootMeanSquaredError",
     .aliases = "rmse",
     .doc = "The square root of the mean of all squared differences.",
     .call = RUNNEL_LABELS "v = SquaredDifference(y_pred, t); w = OnesLike(v) * ExpandDims(weight, -1); "
                           "total: Sum(Reshape(v * w, [-1]), [0]); count: Sum(Reshape(w, [-1]), [0])",
     .weights = RUNNEL_MEAN_STATES,
     .result = "result: Sqrt(DivNoNan(total, count))"},
    {.kind = RowKind::kMetric,
     .name = "Precision",
     .args = "thresholds: float = 0.5",
     .doc = "How many of those that were predicted to be are.",
     .call = RUNNEL_COUNTS,
     .weights = RUNNEL_COUNT_STATES,
     .result = "result: DivNoNan(true_positives, true_positives + false_positives)"},
    {.kind = RowKind::kMetric,
     .name = "Recall",
     .args = "thresholds: float = 0.5",
     .doc = "How many of those that are were predicted to be.",
     .call = RUNNEL_COUNTS,
     .weights = RUNNEL_COUNT_STATES,
     .result = "result: DivNoNan(true_positives, true_positives + false_negatives)"},
    {.kind = RowKind::kMetric,
     .name = "AUC",
     .args = "num_thresholds: int >= 3 = 200",
     .doc = "The area below the receiver operating characteristic, by trapezoids over evenly spaced "
            "thresholds.",
     .call = AucCall,
     .weights = {RUNNEL_LINE("true_positives"), RUNNEL_LINE("false_positives"),
                 RUNNEL_LINE("true_negatives"), RUNNEL_LINE("false_negatives")},
     .result =
         "r = DivNoNan(true_positives, true_positives + false_negatives); "
         "f = DivNoNan(false_positives, false_positives + true_negatives); n = num_thresholds - 1; "
         "result: Sum((Slice(f, constant([0], int32), constant([n], int32)) - Slice(f, constant([1], "
         "int32), constant([n], int32))) * "
         "(Slice(r, constant([0], int32), constant([n], int32)) + Slice(r, constant([1], int32), "
         "constant([n], int32))), [0]) * 0.5"},
};

}  // namespace

std::span<const Row> MetricRows() { return kMetrics; }

}  // namespace runnel::learn
