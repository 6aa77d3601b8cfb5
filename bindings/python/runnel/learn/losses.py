"""Losses: what a model is trained to make small. They are metrics, too.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal

from ._spec import Spec


class BinaryCrossentropy(Spec):
    """Cross entropy of labels from 0 to 1 and predicted probabilities, or of logits."""

    def __init__(self, from_logits: bool = False, label_smoothing: float = 0.0,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("BinaryCrossentropy", (), (("from_logits", from_logits, False),
            ("label_smoothing", label_smoothing, 0.0), ("reduction", reduction, "sum_over_batch_size")))


class CategoricalCrossentropy(Spec):
    """Cross entropy of distributions over classes, one-hot ones for instance, and predicted ones, or logits.
    """

    def __init__(self, from_logits: bool = False, label_smoothing: float = 0.0,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CategoricalCrossentropy", (), (("from_logits", from_logits, False),
            ("label_smoothing", label_smoothing, 0.0), ("reduction", reduction, "sum_over_batch_size")))


class CategoricalHinge(Spec):
    """max(1 + the largest wrong score - the right score, 0)."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CategoricalHinge", (), (("reduction", reduction, "sum_over_batch_size"),))


class CosineSimilarity(Spec):
    """Minus the cosine of the angle between the vectors."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("CosineSimilarity", (), (("reduction", reduction, "sum_over_batch_size"),))


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
    """Cross entropy of classes by number and predicted probabilities, or logits. Shapes: y_true [...] or
    [..., 1], y_pred [..., classes].
    """

    def __init__(self, from_logits: bool = False,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("SparseCategoricalCrossentropy", (), (("from_logits", from_logits, False),
            ("reduction", reduction, "sum_over_batch_size")))


class SquaredHinge(Spec):
    """The mean of max(1 - y_true y_pred, 0) squared; labels 0 count as -1."""

    def __init__(self,
                 reduction: Literal["sum_over_batch_size", "sum", "mean_with_sample_weight"] = "sum_over_batch_size") -> None:
        super().__init__("SquaredHinge", (), (("reduction", reduction, "sum_over_batch_size"),))
