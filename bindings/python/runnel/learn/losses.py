"""Losses: what a model is trained to make small. They are metrics, too.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal, Sequence

from ._spec import Spec


class BinaryCrossentropy(Spec):
    """Cross entropy of labels from 0 to 1 and predicted probabilities, or of logits."""

    def __init__(self, from_logits: bool = False, label_smoothing: float = 0.0,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("BinaryCrossentropy", (), (("from_logits", from_logits, False),
            ("label_smoothing", label_smoothing, 0.0), ("reduction", reduction, "sum_over_batch_size")))


class BinaryFocalCrossentropy(Spec):
    """BinaryCrossentropy by (1 - the probability of the label) to the power gamma, so that what is predicted
    well weighs less; with apply_class_balancing by alpha for labels 1 and 1 - alpha for labels 0.
    """

    def __init__(self, apply_class_balancing: bool = False, alpha: float = 0.25, gamma: float = 2.0,
                 from_logits: bool = False, label_smoothing: float = 0.0,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("BinaryFocalCrossentropy", (),
            (("apply_class_balancing", apply_class_balancing, False), ("alpha", alpha, 0.25),
            ("gamma", gamma, 2.0), ("from_logits", from_logits, False),
            ("label_smoothing", label_smoothing, 0.0), ("reduction", reduction, "sum_over_batch_size")))


class CTC(Spec):
    """Connectionist temporal classification: minus the logarithm of the probability that the steps of y_pred,
    which are logits, say the classes of y_true with blanks and repetitions between them. Class 0 is the
    blank, and behind the last class of a shorter row of y_true. Shapes: y_true [b, most classes], y_pred [b,
    steps, classes]. Source: Graves et al. 2006.
    """

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CTC", (), (("reduction", reduction, "sum_over_batch_size"),))


class CategoricalCrossentropy(Spec):
    """Cross entropy of distributions over classes, one-hot ones for instance, and predicted ones, or logits.
    """

    def __init__(self, from_logits: bool = False, label_smoothing: float = 0.0,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CategoricalCrossentropy", (), (("from_logits", from_logits, False),
            ("label_smoothing", label_smoothing, 0.0), ("reduction", reduction, "sum_over_batch_size")))


class CategoricalFocalCrossentropy(Spec):
    """CategoricalCrossentropy by alpha (1 - the probability) to the power gamma."""

    def __init__(self, alpha: float = 0.25, gamma: float = 2.0, from_logits: bool = False,
                 label_smoothing: float = 0.0,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CategoricalFocalCrossentropy", (), (("alpha", alpha, 0.25), ("gamma", gamma, 2.0),
            ("from_logits", from_logits, False), ("label_smoothing", label_smoothing, 0.0),
            ("reduction", reduction, "sum_over_batch_size")))


class CategoricalGeneralizedCrossEntropy(Spec):
    """(1 - the probability of the class to the power q) / q: between cross entropy and distance, for labels
    that may be wrong. Shapes: y_true [b] or [b, 1], y_pred [b, classes].
    """

    def __init__(self, q: float = 0.5,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CategoricalGeneralizedCrossEntropy", (), (("q", q, 0.5),
            ("reduction", reduction, "sum_over_batch_size")))


class CategoricalHinge(Spec):
    """max(1 + the largest wrong score - the right score, 0)."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CategoricalHinge", (), (("reduction", reduction, "sum_over_batch_size"),))


class Circle(Spec):
    """Draws embeddings of a class together and those of others apart, the more the further they are from
    where they should be, over all pairs of a batch. The mean is of samples that have a loss. Shapes: y_true
    [b] or [b, 1], classes; y_pred [b, n], of length 1. Source: Sun et al. 2020.
    """

    def __init__(self, gamma: float = 80.0, margin: float = 0.4, remove_diagonal: bool = True,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("Circle", (), (("gamma", gamma, 80.0), ("margin", margin, 0.4),
            ("remove_diagonal", remove_diagonal, True), ("reduction", reduction, "sum_over_batch_size")))


class CosineSimilarity(Spec):
    """Minus the cosine of the angle between the vectors."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CosineSimilarity", (), (("reduction", reduction, "sum_over_batch_size"),))


class Dice(Spec):
    """1 - twice what labels and predictions share by what both have, over the axes, or over the batch as a
    whole.
    """

    def __init__(self, axis: int | Sequence[int] = (),
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("Dice", (), (("axis", axis, ()), ("reduction", reduction, "sum_over_batch_size")))


class Hinge(Spec):
    """The mean of max(1 - y_true y_pred, 0); labels 0 count as -1."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("Hinge", (), (("reduction", reduction, "sum_over_batch_size"),))


class Huber(Spec):
    """Half the squared difference up to delta, linear beyond; the mean."""

    def __init__(self, delta: float = 1.0,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("Huber", (), (("delta", delta, 1.0),
            ("reduction", reduction, "sum_over_batch_size")))


class KLDivergence(Spec):
    """The sum of y_true log(y_true / y_pred)."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("KLDivergence", (), (("reduction", reduction, "sum_over_batch_size"),))


class LogCosh(Spec):
    """The mean of log(cosh(difference))."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("LogCosh", (), (("reduction", reduction, "sum_over_batch_size"),))


class MeanAbsoluteError(Spec):
    """The mean of all distances."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("MeanAbsoluteError", (), (("reduction", reduction, "sum_over_batch_size"),))


class MeanAbsolutePercentageError(Spec):
    """100 times the mean of all distances by the labels' magnitudes."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("MeanAbsolutePercentageError", (),
            (("reduction", reduction, "sum_over_batch_size"),))


class MeanSquaredError(Spec):
    """The mean of the squares of all differences."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("MeanSquaredError", (), (("reduction", reduction, "sum_over_batch_size"),))


class MeanSquaredLogarithmicError(Spec):
    """The mean of the squared differences of log(1 + x)."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("MeanSquaredLogarithmicError", (),
            (("reduction", reduction, "sum_over_batch_size"),))


class Poisson(Spec):
    """The mean of y_pred - y_true log(y_pred)."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("Poisson", (), (("reduction", reduction, "sum_over_batch_size"),))


class SparseCategoricalCrossentropy(Spec):
    """Cross entropy of classes by number and predicted probabilities, or logits. Labels ignore_class do not
    count. Shapes: y_true [...] or [..., 1], y_pred [..., classes].
    """

    def __init__(self, from_logits: bool = False, ignore_class: int = -2147483648,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("SparseCategoricalCrossentropy", (), (("from_logits", from_logits, False),
            ("ignore_class", ignore_class, -2147483648), ("reduction", reduction, "sum_over_batch_size")))


class SquaredHinge(Spec):
    """The mean of max(1 - y_true y_pred, 0) squared; labels 0 count as -1."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("SquaredHinge", (), (("reduction", reduction, "sum_over_batch_size"),))


class Tversky(Spec):
    """As Dice, where alpha weighs what predictions miss and beta what they have too much."""

    def __init__(self, alpha: float = 0.5, beta: float = 0.5, axis: int | Sequence[int] = (),
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("Tversky", (), (("alpha", alpha, 0.5), ("beta", beta, 0.5), ("axis", axis, ()),
            ("reduction", reduction, "sum_over_batch_size")))
