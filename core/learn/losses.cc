// Losses, one value for each sample. Formulas are those of Keras 3.
#include "core/learn/row.h"

namespace runnel::learn {
namespace {

// Labels without the dimension of size 1 that predictions have last get it.
#define RUNNEL_LABELS "t = rank(y_true) == rank(y_pred) ? y_true : ExpandDims(y_true, -1); "
#define RUNNEL_CLIPPED "p = Minimum(Maximum(y_pred, 1e-7), 1 - 1e-7); "
#define RUNNEL_HINGE_LABELS                                                                             \
  RUNNEL_LABELS                                                                                         \
  "b = Cast(All(Reshape(LogicalOr(Equal(t, 0), Equal(t, 1)), [-1]), [0]), DstT = T); s = b * (2 * t - " \
  "1) + (1 "                                                                                            \
  "- b) * t; "
#define RUNNEL_UNIT(x) x " * Rsqrt(Maximum(Sum(Square(" x "), [-1], keep_dims = true), 1e-12))"

// What no label is.
#define RUNNEL_NO_CLASS "-2147483648"

// 1 - a share, the same for all of the axes that it was summed over.
#define RUNNEL_SHARES(share)                                                        \
  RUNNEL_LABELS                                                                     \
  "all = axis == []; x = all ? [0] : axis; a = all ? Reshape(t, [-1]) : t; "        \
  "b = all ? Reshape(y_pred, [-1]) : y_pred; i = Sum(a * b, x, keep_dims = true); " \
  "loss: Mean(OnesLike(y_pred) * (1 - " share "), [-1])"

constexpr Row kLosses[] = {
    {.kind = RowKind::kLoss,
     .name = "MeanSquaredError",
     .aliases = "mse",
     .doc = "The mean of the squares of all differences.",
     .call = RUNNEL_LABELS "loss: Mean(SquaredDifference(y_pred, t), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "MeanAbsoluteError",
     .aliases = "mae",
     .doc = "The mean of all distances.",
     .call = RUNNEL_LABELS "loss: Mean(Abs(y_pred - t), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "MeanAbsolutePercentageError",
     .aliases = "mape",
     .doc = "100 times the mean of all distances by the labels' magnitudes.",
     .call = RUNNEL_LABELS "loss: 100 * Mean(Abs((t - y_pred) / Maximum(Abs(t), 1e-7)), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "MeanSquaredLogarithmicError",
     .aliases = "msle",
     .doc = "The mean of the squared differences of log(1 + x).",
     .call = RUNNEL_LABELS
     "loss: Mean(SquaredDifference(Log(Maximum(y_pred, 1e-7) + 1), Log(Maximum(t, 1e-7) + 1)), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "BinaryCrossentropy",
     .aliases = "bce",
     .args = "from_logits: bool = false; label_smoothing: float = 0",
     .doc = "Cross entropy of labels from 0 to 1 and predicted probabilities, or of logits.",
     .call = RUNNEL_LABELS RUNNEL_CLIPPED
     "s = label_smoothing == 0 ? t : t * (1 - label_smoothing) + 0.5 * label_smoothing; "
     // The derivative at 0 is 0.5 - s, which Relu and Abs would not give: weights begin as 0 there.
     "u = GreaterEqual(y_pred, ZerosLike(y_pred)); "
     "l = SelectV2(u, y_pred, ZerosLike(y_pred)) - y_pred * s + Softplus(SelectV2(u, -y_pred, y_pred)); "
     "loss: Mean(from_logits ? l : -(s * Log(p) + (1 - s) * Log(1 - p)), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "CategoricalCrossentropy",
     .args = "from_logits: bool = false; label_smoothing: float = 0",
     .doc = "Cross entropy of distributions over classes, one-hot ones for instance, and predicted "
            "ones, or logits.",
     .call =
         "s = label_smoothing == 0 ? y_true : y_true * (1 - label_smoothing) + label_smoothing / "
         "dim(y_pred, -1); "
         "q = y_pred / Sum(y_pred, [-1], keep_dims = true); p = Minimum(Maximum(q, 1e-7), 1 - 1e-7); "
         "n = dim(y_pred, -1); "
         "f = SoftmaxCrossEntropyWithLogits(Reshape(y_pred, [-1, n]), Reshape(s, [-1, n])).loss; "
         "g = rank(y_pred) == 2 ? f : Reshape(f, shape(Sum(y_pred, [-1]))); "
         "loss: from_logits ? g : -Sum(s * Log(p), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "SparseCategoricalCrossentropy",
     .inputs = "y_true: Y, y_pred: T",
     .args = "from_logits: bool = false; ignore_class: int = " RUNNEL_NO_CLASS,
     .doc = "Cross entropy of classes by number and predicted probabilities, or logits. Labels "
            "ignore_class do not count. Shapes: y_true [...] or [..., 1], y_pred [..., classes].",
     .call = "u = rank(y_true) == rank(y_pred) ? Squeeze(y_true, squeeze_dims = [-1]) : "
             "y_true; " RUNNEL_CLIPPED "z = from_logits ? y_pred : Log(p); n = dim(y_pred, -1); "
             "a = Reshape(Cast(u, DstT = int64), [-1]); any = ignore_class == " RUNNEL_NO_CLASS "; "
             "v = NotEqual(a, ignore_class); "
             "f = SparseSoftmaxCrossEntropyWithLogits(Reshape(z, [-1, n]), any ? a : SelectV2(v, a, "
             "ZerosLike(a))).loss; "
             // What is left out gives its weight to the others, so that means are theirs.
             "m = Cast(v, DstT = T); c = Sum(OnesLike(m), [0]) / (Sum(m, [0]) + 1e-7); "
             "g = any ? f : f * (reduction == 'sum' ? m : m * c); "
             "loss: rank(y_pred) == 2 ? g : Reshape(g, shape(u))"},
    {.kind = RowKind::kLoss,
     .name = "Hinge",
     .doc = "The mean of max(1 - y_true y_pred, 0); labels 0 count as -1.",
     .call = RUNNEL_HINGE_LABELS "loss: Mean(Relu(1 - s * y_pred), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "SquaredHinge",
     .doc = "The mean of max(1 - y_true y_pred, 0) squared; labels 0 count as -1.",
     .call = RUNNEL_HINGE_LABELS "loss: Mean(Square(Relu(1 - s * y_pred)), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "CategoricalHinge",
     .doc = "max(1 + the largest wrong score - the right score, 0).",
     .call = "loss: Relu(Max((1 - y_true) * y_pred, [-1]) - Sum(y_true * y_pred, [-1]) + 1)"},
    {.kind = RowKind::kLoss,
     .name = "Huber",
     .args = "delta: float = 1",
     .doc = "Half the squared difference up to delta, linear beyond; the mean.",
     .call = RUNNEL_LABELS
     "e = Abs(y_pred - t); c = Minimum(e, delta); loss: Mean(c * (e - 0.5 * c), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "LogCosh",
     .doc = "The mean of log(cosh(difference)).",
     .call = RUNNEL_LABELS
     "x = y_pred - t; loss: Mean(x + Softplus(-2 * x) - 0.69314718055994530942, [-1])"},
    {.kind = RowKind::kLoss,
     .name = "KLDivergence",
     .aliases = "kld, kullback_leibler_divergence",
     .doc = "The sum of y_true log(y_true / y_pred).",
     .call = "t = Minimum(Maximum(y_true, 1e-7), 1); p = Minimum(Maximum(y_pred, 1e-7), 1); "
             "loss: Sum(t * Log(t / p), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "Poisson",
     .doc = "The mean of y_pred - y_true log(y_pred).",
     .call = RUNNEL_LABELS "loss: Mean(y_pred - t * Log(y_pred + 1e-7), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "CosineSimilarity",
     .doc = "Minus the cosine of the angle between the vectors.",
     .call = "a = " RUNNEL_UNIT("y_true") "; b = " RUNNEL_UNIT("y_pred") "; loss: -Sum(a * b, [-1])"},
    {.kind = RowKind::kLoss,
     .name = "BinaryFocalCrossentropy",
     .args = "apply_class_balancing: bool = false; alpha: float = 0.25; gamma: float = 2; from_logits: "
             "bool = false; label_smoothing: float = 0",
     .doc = "BinaryCrossentropy by (1 - the probability of the label) to the power gamma, so that what "
            "is predicted well weighs less; with apply_class_balancing by alpha for labels 1 and 1 - "
            "alpha for labels 0.",
     .call = RUNNEL_LABELS
     "q = from_logits ? Sigmoid(y_pred) : y_pred; p = Minimum(Maximum(q, 1e-7), 1 - 1e-7); "
     "s = label_smoothing == 0 ? t : t * (1 - label_smoothing) + 0.5 * label_smoothing; "
     "c = -(s * Log(p) + (1 - s) * Log(1 - p)); f = Pow(1 - (s * q + (1 - s) * (1 - q)), gamma) * c; "
     "loss: Mean(apply_class_balancing ? (s * alpha + (1 - s) * (1 - alpha)) * f : f, [-1])"},
    {.kind = RowKind::kLoss,
     .name = "CategoricalFocalCrossentropy",
     .args = "alpha: float = 0.25; gamma: float = 2; from_logits: bool = false; label_smoothing: float "
             "= 0",
     .doc = "CategoricalCrossentropy by alpha (1 - the probability) to the power gamma.",
     .call = "s = label_smoothing == 0 ? y_true : y_true * (1 - label_smoothing) + label_smoothing / "
             "dim(y_pred, -1); z = from_logits ? Softmax(y_pred) : y_pred; "
             "q = z / Sum(z, [-1], keep_dims = true); p = Minimum(Maximum(q, 1e-7), 1 - 1e-7); "
             "loss: Sum(Pow(1 - p, gamma) * alpha * (-s * Log(p)), [-1])"},
    {.kind = RowKind::kLoss,
     .name = "CategoricalGeneralizedCrossEntropy",
     .inputs = "y_true: Y, y_pred: T",
     .args = "q: float = 0.5",
     .doc = "(1 - the probability of the class to the power q) / q: between cross entropy and distance, "
            "for labels that may be wrong. Shapes: y_true [b] or [b, 1], y_pred [b, classes].",
     .call = "u = rank(y_true) == rank(y_pred) ? Squeeze(y_true, squeeze_dims = [-1]) : y_true; "
             "h = OneHot(Cast(u, DstT = int32), dim(y_pred, -1), constant(1, T), constant(0, T)); "
             "loss: (1 - Pow(Sum(y_pred * h, [-1]), q)) * (1 / q)"},
    {.kind = RowKind::kLoss,
     .name = "Dice",
     .args = "axis: list(int) = []",
     .doc = "1 - twice what labels and predictions share by what both have, over the axes, or over the "
            "batch as a whole.",
     .call =
         RUNNEL_SHARES("2 * i / (Sum(a, x, keep_dims = true) + Sum(b, x, keep_dims = true) + 1e-7)")},
    {.kind = RowKind::kLoss,
     .name = "Tversky",
     .args = "alpha: float = 0.5; beta: float = 0.5; axis: list(int) = []",
     .doc = "As Dice, where alpha weighs what predictions miss and beta what they have too much.",
     .call =
         RUNNEL_SHARES("i / (i + alpha * Sum((1 - b) * a, x, keep_dims = true) + beta * Sum(b * (1 - "
                       "a), x, keep_dims = true) + 1e-7)")},
};

}  // namespace

std::span<const Row> LossRows() { return kLosses; }

}  // namespace runnel::learn
