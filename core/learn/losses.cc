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

// Of pairs of a batch: which are of one class (e), and not the same sample (p), and which are of two
// (n); and the logarithms of the sums of exp over the ones (a) and the others (c). What is not meant
// counts as exp(-60000), which is 0 beside any other and stays in the range of half.
#define RUNNEL_CIRCLE                                                                  \
  "u = rank(y_true) == 2 ? Squeeze(y_true, squeeze_dims = [-1]) : y_true; "            \
  "e = Cast(Equal(ExpandDims(u, 1), ExpandDims(u, 0)), DstT = T); "                    \
  "p = remove_diagonal ? e - MatrixDiag(OnesLike(Sum(y_pred, [-1]))) : e; n = 1 - e; " \
  "d = Maximum(1 - MatMul(y_pred, y_pred, transpose_b = true), 0); "                   \
  "f = -gamma * Maximum((d + margin) * p, 0) * (margin - d) * p - 60000 * (1 - p); "   \
  "g = gamma * Maximum((1 + margin - d) * n, 0) * (1 - margin - d) * n - 60000 * e; "  \
  "k = StopGradient(Max(f, [1], keep_dims = true)); "                                  \
  "a = Log(Sum(Exp(f - k), [1])) + Squeeze(k, squeeze_dims = [1]); "                   \
  "h = StopGradient(Max(g, [1], keep_dims = true)); "                                  \
  "c = Log(Sum(Exp(g - h), [1])) + Squeeze(h, squeeze_dims = [1]); "

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
    {.kind = RowKind::kLoss,
     .name = "CTC",
     .inputs = "y_true: Y, y_pred: T",
     .doc = "Connectionist temporal classification: minus the logarithm of the probability that the "
            "steps of y_pred, which are logits, say the classes of y_true with blanks and repetitions "
            "between them. Class 0 is the blank, and behind the last class of a shorter row of y_true. "
            "Shapes: y_true [b, most classes], y_pred [b, steps, classes]. Source: Graves et al. 2006.",
     .call = "t = Cast(y_true, DstT = int32); i = Where(NotEqual(t, 0)); "
             // The op has the blank last.
             "z = Transpose(Roll(y_pred, -1, 2), [1, 0, 2]); "
             "n = Cast(Sum(OnesLike(Max(y_pred, [-1])), [-1]), DstT = int32); "
             "loss: CTCLoss(z, i, GatherNd(t, i) - 1, n).loss",
     .own_labels = true},
    {.kind = RowKind::kLoss,
     .name = "Circle",
     .inputs = "y_true: Y, y_pred: T",
     .args = "gamma: float = 80; margin: float = 0.4; remove_diagonal: bool = true",
     .doc = "Draws embeddings of a class together and those of others apart, the more the further they "
            "are from where they should be, over all pairs of a batch. The mean is of samples that have "
            "a loss. Shapes: y_true [b] or [b, 1], classes; y_pred [b, n], of length 1. Source: Sun et "
            "al. 2020.",
     .call = RUNNEL_CIRCLE
     "l = Softplus(a + c); v = Cast(Greater(l, 0), DstT = T); "
     "loss: reduction == 'sum' ? l : l * (Sum(OnesLike(v), [0]) / (Sum(v, [0]) + 1e-7))"},
};

}  // namespace

std::span<const Row> LossRows() { return kLosses; }

}  // namespace runnel::learn
