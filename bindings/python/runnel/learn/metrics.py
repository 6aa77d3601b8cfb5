"""Metrics: what is told of a model besides its loss.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from ._spec import Spec


class AUC(Spec):
    """The area below the receiver operating characteristic, by trapezoids over evenly spaced thresholds.
    """

    def __init__(self, num_thresholds: int = 200, name: str = "") -> None:
        super().__init__("AUC", (), (("num_thresholds", num_thresholds, 200), ("name", name, "")))


class BinaryAccuracy(Spec):
    """How many predictions are on their label's side of the threshold."""

    def __init__(self, threshold: float = 0.5, name: str = "") -> None:
        super().__init__("BinaryAccuracy", (), (("threshold", threshold, 0.5), ("name", name, "")))


class CategoricalAccuracy(Spec):
    """How often the likeliest class is that of the largest label."""

    def __init__(self, name: str = "") -> None:
        super().__init__("CategoricalAccuracy", (), (("name", name, ""),))


class Precision(Spec):
    """How many of those that were predicted to be are."""

    def __init__(self, thresholds: float = 0.5, name: str = "") -> None:
        super().__init__("Precision", (), (("thresholds", thresholds, 0.5), ("name", name, "")))


class Recall(Spec):
    """How many of those that are were predicted to be."""

    def __init__(self, thresholds: float = 0.5, name: str = "") -> None:
        super().__init__("Recall", (), (("thresholds", thresholds, 0.5), ("name", name, "")))


class RootMeanSquaredError(Spec):
    """The square root of the mean of all squared differences."""

    def __init__(self, name: str = "") -> None:
        super().__init__("RootMeanSquaredError", (), (("name", name, ""),))


class SparseCategoricalAccuracy(Spec):
    """How often the likeliest class is the label. Shapes: y_true [...] or [..., 1], y_pred [..., classes].
    """

    def __init__(self, name: str = "") -> None:
        super().__init__("SparseCategoricalAccuracy", (), (("name", name, ""),))


class SparseTopKCategoricalAccuracy(Spec):
    """How often the label is among the k likeliest classes. Shapes: y_true [b] or [b, 1], y_pred [b,
    classes].
    """

    def __init__(self, k: int = 5, name: str = "") -> None:
        super().__init__("SparseTopKCategoricalAccuracy", (), (("k", k, 5), ("name", name, "")))


class TopKCategoricalAccuracy(Spec):
    """How often the class of the largest label is among the k likeliest. Shapes: [b, classes]."""

    def __init__(self, k: int = 5, name: str = "") -> None:
        super().__init__("TopKCategoricalAccuracy", (), (("k", k, 5), ("name", name, "")))
