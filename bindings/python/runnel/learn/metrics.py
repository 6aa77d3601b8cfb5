"""Metrics: what is told of a model besides its loss.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal, Sequence

from ._spec import Spec


class AUC(Spec):
    """The area below the receiver operating characteristic, or below precision over recall, over evenly
    spaced thresholds: by interpolation, or by the smaller or larger of two neighbours.
    """

    def __init__(self, num_thresholds: int = 200, curve: Literal["roc", "ROC", "pr", "PR"] = "ROC",
                 summation_method: Literal["interpolation", "minoring", "majoring"] = "interpolation",
                 from_logits: bool = False, name: str = "") -> None:
        super().__init__("AUC", (), (("num_thresholds", num_thresholds, 200), ("curve", curve, "ROC"),
            ("summation_method", summation_method, "interpolation"), ("from_logits", from_logits, False),
            ("name", name, "")))


class BinaryAccuracy(Spec):
    """How many predictions are on their label's side of the threshold."""

    def __init__(self, threshold: float = 0.5, name: str = "") -> None:
        super().__init__("BinaryAccuracy", (), (("threshold", threshold, 0.5), ("name", name, "")))


class BinaryIoU(Spec):
    """IoU of what is below threshold, class 0, and the rest, class 1."""

    def __init__(self, target_class_ids: int | Sequence[int] = (0, 1), threshold: float = 0.5,
                 name: str = "") -> None:
        super().__init__("BinaryIoU", (), (("target_class_ids", target_class_ids, (0, 1)),
            ("threshold", threshold, 0.5), ("name", name, "")))


class CategoricalAccuracy(Spec):
    """How often the likeliest class is that of the largest label."""

    def __init__(self, name: str = "") -> None:
        super().__init__("CategoricalAccuracy", (), (("name", name, ""),))


class F1Score(Spec):
    """The harmonic mean of precision and recall: the mean of classes, also weighted by how often they are, or
    (micro) over all. What is above threshold counts as predicted, or the largest of a sample where that is 0.
    Shapes: [b, classes].
    """

    def __init__(self, average: Literal["macro", "micro", "weighted"] = "macro", threshold: float = 0.0,
                 name: str = "") -> None:
        super().__init__("F1Score", (), (("average", average, "macro"), ("threshold", threshold, 0.0),
            ("name", name, "")))


class FBetaScore(Spec):
    """As F1Score, with recall beta times as important as precision. Shapes: [b, classes]."""

    def __init__(self, average: Literal["macro", "micro", "weighted"] = "macro", beta: float = 1.0,
                 threshold: float = 0.0, name: str = "") -> None:
        super().__init__("FBetaScore", (), (("average", average, "macro"), ("beta", beta, 1.0),
            ("threshold", threshold, 0.0), ("name", name, "")))


class FalseNegatives(Spec):
    """The weight of those that are and were not predicted to be."""

    def __init__(self, thresholds: float = 0.5, name: str = "") -> None:
        super().__init__("FalseNegatives", (), (("thresholds", thresholds, 0.5), ("name", name, "")))


class FalsePositives(Spec):
    """The weight of those that were predicted to be and are not."""

    def __init__(self, thresholds: float = 0.5, name: str = "") -> None:
        super().__init__("FalsePositives", (), (("thresholds", thresholds, 0.5), ("name", name, "")))


class IoU(Spec):
    """What classes and their predictions share of what they cover together, the mean of the classes that are
    named. Labels and predictions are classes by number, or one value for each class.
    """

    def __init__(self, num_classes: int, target_class_ids: int | Sequence[int], sparse_y_true: bool = True,
                 sparse_y_pred: bool = True, name: str = "") -> None:
        super().__init__("IoU", (("num_classes", num_classes), ("target_class_ids", target_class_ids),),
            (("sparse_y_true", sparse_y_true, True), ("sparse_y_pred", sparse_y_pred, True),
            ("name", name, "")))


class MeanIoU(Spec):
    """IoU of all classes."""

    def __init__(self, num_classes: int, sparse_y_true: bool = True, sparse_y_pred: bool = True,
                 name: str = "") -> None:
        super().__init__("MeanIoU", (("num_classes", num_classes),), (("sparse_y_true", sparse_y_true, True),
            ("sparse_y_pred", sparse_y_pred, True), ("name", name, "")))


class OneHotIoU(Spec):
    """IoU of labels and predictions with one value for each class."""

    def __init__(self, num_classes: int, target_class_ids: int | Sequence[int], name: str = "") -> None:
        super().__init__("OneHotIoU", (("num_classes", num_classes), ("target_class_ids", target_class_ids),),
            (("name", name, ""),))


class OneHotMeanIoU(Spec):
    """IoU of all classes, of labels and predictions with one value for each."""

    def __init__(self, num_classes: int, name: str = "") -> None:
        super().__init__("OneHotMeanIoU", (("num_classes", num_classes),), (("name", name, ""),))


class Precision(Spec):
    """How many of those that were predicted to be are, of all classes or of class_id. Predicted is what is
    above thresholds, 0.5 if that is -1; with top_k only the so many largest of a sample, and those, whatever
    they are, if thresholds is -1.
    """

    def __init__(self, thresholds: float = -1.0, top_k: int = 0, class_id: int = -1, name: str = "") -> None:
        super().__init__("Precision", (), (("thresholds", thresholds, -1.0), ("top_k", top_k, 0),
            ("class_id", class_id, -1), ("name", name, "")))


class PrecisionAtRecall(Spec):
    """The best precision where recall is at least that."""

    def __init__(self, recall: float, num_thresholds: int = 200, class_id: int = -1, name: str = "") -> None:
        super().__init__("PrecisionAtRecall", (("recall", recall),), (("num_thresholds", num_thresholds, 200),
            ("class_id", class_id, -1), ("name", name, "")))


class R2Score(Spec):
    """1 - the squared differences by those from the labels' mean: of each output, and their mean. Shapes: [b,
    outputs].
    """

    def __init__(self,
                 class_aggregation: Literal["uniform_average", "variance_weighted_average"] = "uniform_average",
                 name: str = "") -> None:
        super().__init__("R2Score", (), (("class_aggregation", class_aggregation, "uniform_average"),
            ("name", name, "")))


class Recall(Spec):
    """How many of those that are were predicted to be, of all classes or of class_id. Predicted is what
    Precision says.
    """

    def __init__(self, thresholds: float = -1.0, top_k: int = 0, class_id: int = -1, name: str = "") -> None:
        super().__init__("Recall", (), (("thresholds", thresholds, -1.0), ("top_k", top_k, 0),
            ("class_id", class_id, -1), ("name", name, "")))


class RecallAtPrecision(Spec):
    """The best recall where precision is at least that."""

    def __init__(self, precision: float, num_thresholds: int = 200, class_id: int = -1,
                 name: str = "") -> None:
        super().__init__("RecallAtPrecision", (("precision", precision),),
            (("num_thresholds", num_thresholds, 200), ("class_id", class_id, -1), ("name", name, "")))


class RootMeanSquaredError(Spec):
    """The square root of the mean of all squared differences."""

    def __init__(self, name: str = "") -> None:
        super().__init__("RootMeanSquaredError", (), (("name", name, ""),))


class SensitivityAtSpecificity(Spec):
    """The best sensitivity where specificity is at least that."""

    def __init__(self, specificity: float, num_thresholds: int = 200, class_id: int = -1,
                 name: str = "") -> None:
        super().__init__("SensitivityAtSpecificity", (("specificity", specificity),),
            (("num_thresholds", num_thresholds, 200), ("class_id", class_id, -1), ("name", name, "")))


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


class SpecificityAtSensitivity(Spec):
    """The best specificity where sensitivity is at least that."""

    def __init__(self, sensitivity: float, num_thresholds: int = 200, class_id: int = -1,
                 name: str = "") -> None:
        super().__init__("SpecificityAtSensitivity", (("sensitivity", sensitivity),),
            (("num_thresholds", num_thresholds, 200), ("class_id", class_id, -1), ("name", name, "")))


class TopKCategoricalAccuracy(Spec):
    """How often the class of the largest label is among the k likeliest. Shapes: [b, classes]."""

    def __init__(self, k: int = 5, name: str = "") -> None:
        super().__init__("TopKCategoricalAccuracy", (), (("k", k, 5), ("name", name, "")))


class TrueNegatives(Spec):
    """The weight of those that are not and were not predicted to be."""

    def __init__(self, thresholds: float = 0.5, name: str = "") -> None:
        super().__init__("TrueNegatives", (), (("thresholds", thresholds, 0.5), ("name", name, "")))


class TruePositives(Spec):
    """The weight of those that are and were predicted to be."""

    def __init__(self, thresholds: float = 0.5, name: str = "") -> None:
        super().__init__("TruePositives", (), (("thresholds", thresholds, 0.5), ("name", name, "")))
