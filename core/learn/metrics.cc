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

#define RUNNEL_COUNT(name_text) \
  { .name = name_text, .shape = "[]", .initializer = "zeros" }

// Weights of hits and misses by a threshold. A class can be looked at alone.
// A threshold that is not said is 0.5, or none where the largest are taken.
#define RUNNEL_HIT_ARGS "thresholds: float = -1; top_k: int >= 0 = 0; class_id: int = -1"
#define RUNNEL_OF_CLASS                                                     \
  RUNNEL_LABELS                                                             \
  "u = class_id == -1 ? t : GatherV2(t, constant([class_id], int32), -1); " \
  "a = Cast(NotEqual(u, 0), DstT = T); "                                    \
  "q = class_id == -1 ? y_pred : GatherV2(y_pred, constant([class_id], int32), -1); "
#define RUNNEL_HITS                                                                               \
  RUNNEL_OF_CLASS                                                                                 \
  "w = OnesLike(q) * ExpandDims(weight, -1); "                                                    \
  "above = thresholds == -1 ? (top_k == 0 ? 0.5 : -1e30) : thresholds; "                          \
  "large = top_k == 0 ? none : Sum(OneHot(TopKV2(y_pred, top_k).indices, dim(y_pred, -1), "       \
  "constant(1, T), constant(0, T)), [-2]); "                                                      \
  "p = Cast(Greater(q, above), DstT = T) * (top_k == 0 ? OnesLike(q) : class_id == -1 ? large : " \
  "GatherV2(large, constant([class_id], int32), -1)); "
#define RUNNEL_SUM(v) "Sum(Reshape(" v ", [-1]), [0])"
#define RUNNEL_TRUE_POSITIVES RUNNEL_SUM("w * a * p")
#define RUNNEL_FALSE_POSITIVES RUNNEL_SUM("w * (1 - a) * p")
#define RUNNEL_TRUE_NEGATIVES RUNNEL_SUM("w * (1 - a) * (1 - p)")
#define RUNNEL_FALSE_NEGATIVES RUNNEL_SUM("w * a * (1 - p)")
#define RUNNEL_COUNTER(name_text, doc_text, count)                                                   \
  {                                                                                                  \
    .kind = RowKind::kMetric, .name = name_text, .args = "thresholds: float = 0.5", .doc = doc_text, \
    .call = RUNNEL_LABELS                                                                            \
        "a = Cast(NotEqual(t, 0), DstT = T); q = y_pred; w = OnesLike(q) * ExpandDims(weight, -1); " \
        "p = Cast(Greater(q, thresholds), DstT = T); accumulator: " count,                           \
    .weights = {RUNNEL_COUNT("accumulator")}, .result = "result: Identity(accumulator)",             \
  }

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

Status ThresholdsCall(CompositionContext& ctx) {
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
  OutputRef truth = ctx.input(0), predicted = ctx.input(1);
  if (const int64_t* id = ctx.attr<int64_t>("class_id"); id != nullptr && *id != -1) {
    const OutputRef only = IntVector(b, DType::kInt32, {*id}), axis = IntScalar(b, DType::kInt32, -1);
    truth = b.Op("GatherV2", {truth, only, axis});
    predicted = b.Op("GatherV2", {predicted, only, axis});
  }
  if (const bool* logits = ctx.attr<bool>("from_logits"); logits != nullptr && *logits)
    predicted = b.Op("Sigmoid", {predicted});
  const OutputRef labels = b.Op("Reshape", {truth, minus}), scores = b.Op("Reshape", {predicted, minus});
  const OutputRef weights = b.Op(
      "Reshape", {b.Op("Mul", {b.Op("OnesLike", {predicted}),
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
#define RUNNEL_LINES                                                                              \
  {                                                                                               \
    RUNNEL_LINE("true_positives"), RUNNEL_LINE("false_positives"), RUNNEL_LINE("true_negatives"), \
        RUNNEL_LINE("false_negatives"),                                                           \
  }
// Of a value for each threshold all but the last, and all but the first.
#define RUNNEL_HEAD(v) "Slice(" v ", constant([0], int32), constant([n], int32))"
#define RUNNEL_TAIL(v) "Slice(" v ", constant([1], int32), constant([n], int32))"
#define RUNNEL_RATES                                                        \
  "recalled = DivNoNan(true_positives, true_positives + false_negatives); " \
  "precise = DivNoNan(true_positives, true_positives + false_positives); "  \
  "specific = DivNoNan(true_negatives, true_negatives + false_positives); "
// Precision is no line between two thresholds: hits and misses are, and `lines` is the area by them.
#define RUNNEL_AREA \
  RUNNEL_RATES      \
  "n = num_thresholds - 1; roc = curve == 'ROC'; even = summation_method == 'interpolation'; "    \
  "x = roc ? DivNoNan(false_positives, false_positives + true_negatives) : recalled; "            \
  "y = roc ? recalled : precise; l = " RUNNEL_HEAD("y") "; r = " RUNNEL_TAIL("y") "; "            \
  "height = even ? (l + r) * 0.5 : summation_method == 'minoring' ? Minimum(l, r) : Maximum(l, r); " \
  "area = Sum((" RUNNEL_HEAD("x") " - " RUNNEL_TAIL("x") ") * height, [0]); "                     \
  "h = true_positives; s = true_positives + false_positives; ht = " RUNNEL_TAIL("h") "; "         \
  "dh = " RUNNEL_HEAD("h") " - ht; sh = " RUNNEL_HEAD("s") "; st = " RUNNEL_TAIL("s") "; "        \
  "slope = DivNoNan(dh, Maximum(sh - st, 0)); from = ht - slope * st; "                           \
  "ratio = SelectV2(LogicalAnd(Greater(sh, 0), Greater(st, 0)), DivNoNan(sh, Maximum(st, 0)), "   \
  "OnesLike(st)); all = ht + " RUNNEL_TAIL("false_negatives") "; "                                \
  "lines = Sum(DivNoNan(slope * (dh + from * Log(ratio)), Maximum(all, 0)), [0]); "               \
  "result: roc ? area : even ? lines : area"

// The largest `of` where `where` is at least the argument.
#define RUNNEL_BEST_AT(name_text, arg, of, where, doc_text)                                           \
  {                                                                                                   \
    .kind = RowKind::kMetric, .name = name_text,                                                      \
    .args = arg ": float; num_thresholds: int >= 3 = 200; class_id: int = -1", .doc = doc_text,       \
    .call = ThresholdsCall, .weights = RUNNEL_LINES,                                                  \
    .result = RUNNEL_RATES "result: Max(SelectV2(GreaterEqual(" where ", " arg "), " of ", 0), [0])", \
  }

// By class, or over all classes.
#define RUNNEL_F_STATE(name_text) \
  { .name = name_text, .shape = "average == 'micro' ? [] : [dim(y_pred, -1)]", .initializer = "zeros" }
#define RUNNEL_F_SUM(v) "micro ? Sum(Reshape(" v ", [-1]), [0]) : Sum(" v ", [0])"
#define RUNNEL_F_CALL \
  "micro = average == 'micro'; w = OnesLike(y_pred) * ExpandDims(weight, -1); "                         \
  "m = Max(y_pred, [-1], keep_dims = true); "                                                           \
  "h = threshold == 0 ? LogicalAnd(GreaterEqual(y_pred, m), Greater(Abs(y_pred), 1e-9)) : "             \
  "Greater(y_pred, threshold); p = Cast(h, DstT = T); t = y_true; "                                     \
  "true_positives: " RUNNEL_F_SUM("w * p * t") "; false_positives: " RUNNEL_F_SUM("w * p * (1 - t)")    \
  "; false_negatives: " RUNNEL_F_SUM("w * (1 - p) * t") "; intermediate_weights: "                      \
  RUNNEL_F_SUM("w * t")
#define RUNNEL_F_RESULT(square)                                                         \
  "p = true_positives / (true_positives + false_positives + 1e-7); "                    \
  "r = true_positives / (true_positives + false_negatives + 1e-7); "                    \
  "f = p * r / (" square " * p + r + 1e-7) * (1 + " square                              \
  "); "                                                                                 \
  "k = intermediate_weights / (Sum(Reshape(intermediate_weights, [-1]), [0]) + 1e-7); " \
  "result: average == 'weighted' ? Sum(Reshape(f * k, [-1]), [0]) : Mean(Reshape(f, [-1]), [0])"
#define RUNNEL_F_STATES                                                            \
  {                                                                                \
    RUNNEL_F_STATE("true_positives"), RUNNEL_F_STATE("false_positives"),           \
        RUNNEL_F_STATE("false_negatives"), RUNNEL_F_STATE("intermediate_weights"), \
  }
#define RUNNEL_F_ARGS "average: {'macro', 'micro', 'weighted'} = 'macro'; "

// Weights of pairs of a true and a predicted class; those that are no classes count nowhere.
#define RUNNEL_CONFUSION(truth, predicted, classes)                                           \
  "u = Reshape(Cast(" truth                                                                   \
  ", DstT = int32), [-1]); "                                                                  \
  "v = Cast(" predicted                                                                       \
  ", DstT = int32); e = Cast(OnesLike(v), DstT = T); "                                        \
  "w = Reshape(rank(v) == rank(weight) ? e * weight : e * ExpandDims(weight, -1), [-1, 1]); " \
  "o = OneHot(u, " classes                                                                    \
  ", constant(1, T), constant(0, T)) * w; "                                                   \
  "p = OneHot(Reshape(v, [-1]), " classes                                                     \
  ", constant(1, T), constant(0, T)); "                                                       \
  "total_confusion_matrix: MatMul(o, p, transpose_a = true)"
#define RUNNEL_MATRIX(classes) \
  { .name = "total_confusion_matrix", .shape = "[" classes ", " classes "]", .initializer = "zeros" }
#define RUNNEL_OUTPUTS(name_text) \
  { .name = name_text, .shape = "[dim(y_pred, -1)]", .initializer = "zeros" }
// The shared part of what a class and its prediction cover together, the mean of classes.
#define RUNNEL_IOU(hits, union) \
  "h = MatrixDiagPart(total_confusion_matrix); "                                                      \
  "d = Sum(total_confusion_matrix, [0]) + Sum(total_confusion_matrix, [1]) - h; "                     \
  "a = " hits "; b = " union "; there = Cast(Greater(b, 1e-9), DstT = T); "                        \
  "result: Sum(there * (a / (b + 1e-7)), [0]) / (Sum(there, [0]) + 1e-7)"

#define RUNNEL_TARGETS "target_class_ids: list(int) >= 1"
#define RUNNEL_TARGET(v) "GatherV2(" v ", constant(target_class_ids, int32), 0)"
#define RUNNEL_SPARSE_ARGS "sparse_y_true: bool = true; sparse_y_pred: bool = true"
#define RUNNEL_SPARSE_TRUE "(sparse_y_true ? y_true : ArgMax(y_true, -1))"
#define RUNNEL_SPARSE_PRED "(sparse_y_pred ? y_pred : ArgMax(y_pred, -1))"
#define RUNNEL_IOU_ROW(name_text, args_text, doc_text, truth, predicted, classes, hits, union) \
  {                                                                                            \
    .kind = RowKind::kMetric, .name = name_text, .inputs = "y_true: Y, y_pred: T, weight: T",  \
    .args = args_text, .doc = doc_text, .call = RUNNEL_CONFUSION(truth, predicted, classes),   \
    .weights = {RUNNEL_MATRIX(classes)}, .result = RUNNEL_IOU(hits, union),                    \
  }

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
     .args = RUNNEL_HIT_ARGS,
     .doc = "How many of those that were predicted to be are, of all classes or of class_id. Predicted "
            "is what is above thresholds, 0.5 if that is -1; with top_k only the so many largest of a "
            "sample, and those, whatever they are, if thresholds is -1.",
     .call = RUNNEL_HITS "true_positives: " RUNNEL_TRUE_POSITIVES
                         "; false_positives: " RUNNEL_FALSE_POSITIVES,
     .weights = {RUNNEL_COUNT("true_positives"), RUNNEL_COUNT("false_positives")},
     .result = "result: DivNoNan(true_positives, true_positives + false_positives)"},
    {.kind = RowKind::kMetric,
     .name = "Recall",
     .args = RUNNEL_HIT_ARGS,
     .doc = "How many of those that are were predicted to be, of all classes or of class_id. Predicted "
            "is what Precision says.",
     .call = RUNNEL_HITS "true_positives: " RUNNEL_TRUE_POSITIVES
                         "; false_negatives: " RUNNEL_FALSE_NEGATIVES,
     .weights = {RUNNEL_COUNT("true_positives"), RUNNEL_COUNT("false_negatives")},
     .result = "result: DivNoNan(true_positives, true_positives + false_negatives)"},
    RUNNEL_COUNTER("TruePositives", "The weight of those that are and were predicted to be.",
                   RUNNEL_TRUE_POSITIVES),
    RUNNEL_COUNTER("TrueNegatives", "The weight of those that are not and were not predicted to be.",
                   RUNNEL_TRUE_NEGATIVES),
    RUNNEL_COUNTER("FalsePositives", "The weight of those that were predicted to be and are not.",
                   RUNNEL_FALSE_POSITIVES),
    RUNNEL_COUNTER("FalseNegatives", "The weight of those that are and were not predicted to be.",
                   RUNNEL_FALSE_NEGATIVES),
    {.kind = RowKind::kMetric,
     .name = "AUC",
     .args = "num_thresholds: int >= 3 = 200; curve: {'ROC', 'PR'} = 'ROC'; summation_method: "
             "{'interpolation', 'minoring', 'majoring'} = 'interpolation'; from_logits: bool = false",
     .doc = "The area below the receiver operating characteristic, or below precision over recall, over "
            "evenly spaced thresholds: by interpolation, or by the smaller or larger of two neighbours.",
     .call = ThresholdsCall,
     .weights = RUNNEL_LINES,
     .result = RUNNEL_AREA},
    RUNNEL_BEST_AT("PrecisionAtRecall", "recall", "precise", "recalled",
                   "The best precision where recall is at least that."),
    RUNNEL_BEST_AT("RecallAtPrecision", "precision", "recalled", "precise",
                   "The best recall where precision is at least that."),
    RUNNEL_BEST_AT("SensitivityAtSpecificity", "specificity", "recalled", "specific",
                   "The best sensitivity where specificity is at least that."),
    RUNNEL_BEST_AT("SpecificityAtSensitivity", "sensitivity", "specific", "recalled",
                   "The best specificity where sensitivity is at least that."),
    {.kind = RowKind::kMetric,
     .name = "F1Score",
     .args = RUNNEL_F_ARGS "threshold: float = 0",
     .doc = "The harmonic mean of precision and recall: the mean of classes, also weighted by how often "
            "they are, or (micro) over all. What is above threshold counts as predicted, or the largest "
            "of a sample where that is 0. Shapes: [b, classes].",
     .call = RUNNEL_F_CALL,
     .weights = RUNNEL_F_STATES,
     .result = RUNNEL_F_RESULT("1")},
    {.kind = RowKind::kMetric,
     .name = "FBetaScore",
     .args = RUNNEL_F_ARGS "beta: float = 1; threshold: float = 0",
     .doc = "As F1Score, with recall beta times as important as precision. Shapes: [b, classes].",
     .call = RUNNEL_F_CALL,
     .weights = RUNNEL_F_STATES,
     .result = RUNNEL_F_RESULT("beta * beta"),
     .told_as = "fbeta_score"},
    RUNNEL_IOU_ROW("IoU", "num_classes: int >= 1; " RUNNEL_TARGETS "; " RUNNEL_SPARSE_ARGS,
                   "What classes and their predictions share of what they cover together, the mean of "
                   "the classes that are named. Labels and predictions are classes by number, or one "
                   "value for each class.",
                   RUNNEL_SPARSE_TRUE, RUNNEL_SPARSE_PRED, "num_classes", RUNNEL_TARGET("h"),
                   RUNNEL_TARGET("d")),
    RUNNEL_IOU_ROW("MeanIoU", "num_classes: int >= 1; " RUNNEL_SPARSE_ARGS, "IoU of all classes.",
                   RUNNEL_SPARSE_TRUE, RUNNEL_SPARSE_PRED, "num_classes", "h", "d"),
    RUNNEL_IOU_ROW("OneHotIoU", "num_classes: int >= 1; " RUNNEL_TARGETS,
                   "IoU of labels and predictions with one value for each class.", "ArgMax(y_true, -1)",
                   "ArgMax(y_pred, -1)", "num_classes", RUNNEL_TARGET("h"), RUNNEL_TARGET("d")),
    RUNNEL_IOU_ROW("OneHotMeanIoU", "num_classes: int >= 1",
                   "IoU of all classes, of labels and predictions with one value for each.",
                   "ArgMax(y_true, -1)", "ArgMax(y_pred, -1)", "num_classes", "h", "d"),
    RUNNEL_IOU_ROW("BinaryIoU", RUNNEL_TARGETS " = [0, 1]; threshold: float = 0.5",
                   "IoU of what is below threshold, class 0, and the rest, class 1.", "y_true",
                   "GreaterEqual(y_pred, threshold)", "2", RUNNEL_TARGET("h"), RUNNEL_TARGET("d")),
    {.kind = RowKind::kMetric,
     .name = "R2Score",
     .args = "class_aggregation: {'uniform_average', 'variance_weighted_average'} = 'uniform_average'",
     .doc =
         "1 - the squared differences by those from the labels' mean: of each output, and their mean. "
         "Shapes: [b, outputs].",
     .call = RUNNEL_LABELS "w = OnesLike(y_pred) * ExpandDims(weight, -1); "
                           "squared_sum: Sum(t * t * w, [0]); sum: Sum(t * w, [0]); "
                           "residual: Sum(SquaredDifference(t, y_pred) * w, [0]); count: Sum(w, [0])",
     .weights = {RUNNEL_OUTPUTS("squared_sum"), RUNNEL_OUTPUTS("sum"), RUNNEL_OUTPUTS("residual"),
                 RUNNEL_OUTPUTS("count")},
     .result = "total = squared_sum - sum * (sum / count); raw = 1 - residual / total; "
               "score = SelectV2(IsInf(raw), ZerosLike(raw), raw); "
               "result: class_aggregation == 'uniform_average' ? Mean(score, [0]) : Sum(total * score, "
               "[0]) / Sum(total, [0])"},
};

}  // namespace

std::span<const Row> MetricRows() { return kMetrics; }

}  // namespace runnel::learn
