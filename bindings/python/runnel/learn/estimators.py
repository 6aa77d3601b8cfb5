"""Estimators that Runnel has ready.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal, Sequence

from ._spec import Spec, SpecLike


class DNNClassifier(Spec):
    """Classes by a network of fully connected layers over feature columns."""

    def __init__(self, hidden_units: int | Sequence[int], feature_columns: SpecLike | Sequence[SpecLike],
                 optimizer: SpecLike = "Adagrad(0.001)", activation_fn: str = "relu", dropout: float = 0.0,
                 batch_norm: bool = False, n_classes: int = 2, weight_column: SpecLike = "",
                 label_vocabulary: str | Sequence[str] = (),
                 loss_reduction: Literal["sum_over_batch_size", "sum"] = "sum_over_batch_size") -> None:
        super().__init__("DNNClassifier",
            (("hidden_units", hidden_units), ("feature_columns", feature_columns),),
            (("optimizer", optimizer, "Adagrad(0.001)"), ("activation_fn", activation_fn, "relu"),
            ("dropout", dropout, 0.0), ("batch_norm", batch_norm, False), ("n_classes", n_classes, 2),
            ("weight_column", weight_column, ""), ("label_vocabulary", label_vocabulary, ()),
            ("loss_reduction", loss_reduction, "sum_over_batch_size")))


class DNNLinearCombinedClassifier(Spec):
    """Classes by the sum of a linear model and a network: wide and deep."""

    def __init__(self, linear_feature_columns: SpecLike | Sequence[SpecLike] = (),
                 linear_optimizer: SpecLike = "", dnn_feature_columns: SpecLike | Sequence[SpecLike] = (),
                 dnn_optimizer: SpecLike = "Adagrad(0.001)", dnn_hidden_units: int | Sequence[int] = (),
                 dnn_activation_fn: str = "relu", dnn_dropout: float = 0.0, batch_norm: bool = False,
                 n_classes: int = 2, weight_column: SpecLike = "", label_vocabulary: str | Sequence[str] = (),
                 loss_reduction: Literal["sum_over_batch_size", "sum"] = "sum_over_batch_size") -> None:
        super().__init__("DNNLinearCombinedClassifier", (),
            (("linear_feature_columns", linear_feature_columns, ()),
            ("linear_optimizer", linear_optimizer, ""), ("dnn_feature_columns", dnn_feature_columns, ()),
            ("dnn_optimizer", dnn_optimizer, "Adagrad(0.001)"), ("dnn_hidden_units", dnn_hidden_units, ()),
            ("dnn_activation_fn", dnn_activation_fn, "relu"), ("dnn_dropout", dnn_dropout, 0.0),
            ("batch_norm", batch_norm, False), ("n_classes", n_classes, 2),
            ("weight_column", weight_column, ""), ("label_vocabulary", label_vocabulary, ()),
            ("loss_reduction", loss_reduction, "sum_over_batch_size")))


class DNNLinearCombinedRegressor(Spec):
    """Numbers by the sum of a linear model and a network."""

    def __init__(self, linear_feature_columns: SpecLike | Sequence[SpecLike] = (),
                 linear_optimizer: SpecLike = "", dnn_feature_columns: SpecLike | Sequence[SpecLike] = (),
                 dnn_optimizer: SpecLike = "Adagrad(0.001)", dnn_hidden_units: int | Sequence[int] = (),
                 dnn_activation_fn: str = "relu", dnn_dropout: float = 0.0, batch_norm: bool = False,
                 label_dimension: int = 1, weight_column: SpecLike = "",
                 loss_reduction: Literal["sum_over_batch_size", "sum"] = "sum_over_batch_size") -> None:
        super().__init__("DNNLinearCombinedRegressor", (),
            (("linear_feature_columns", linear_feature_columns, ()),
            ("linear_optimizer", linear_optimizer, ""), ("dnn_feature_columns", dnn_feature_columns, ()),
            ("dnn_optimizer", dnn_optimizer, "Adagrad(0.001)"), ("dnn_hidden_units", dnn_hidden_units, ()),
            ("dnn_activation_fn", dnn_activation_fn, "relu"), ("dnn_dropout", dnn_dropout, 0.0),
            ("batch_norm", batch_norm, False), ("label_dimension", label_dimension, 1),
            ("weight_column", weight_column, ""), ("loss_reduction", loss_reduction, "sum_over_batch_size")))


class DNNRegressor(Spec):
    """Numbers by a network of fully connected layers over feature columns."""

    def __init__(self, hidden_units: int | Sequence[int], feature_columns: SpecLike | Sequence[SpecLike],
                 optimizer: SpecLike = "Adagrad(0.001)", activation_fn: str = "relu", dropout: float = 0.0,
                 batch_norm: bool = False, label_dimension: int = 1, weight_column: SpecLike = "",
                 loss_reduction: Literal["sum_over_batch_size", "sum"] = "sum_over_batch_size") -> None:
        super().__init__("DNNRegressor",
            (("hidden_units", hidden_units), ("feature_columns", feature_columns),),
            (("optimizer", optimizer, "Adagrad(0.001)"), ("activation_fn", activation_fn, "relu"),
            ("dropout", dropout, 0.0), ("batch_norm", batch_norm, False),
            ("label_dimension", label_dimension, 1), ("weight_column", weight_column, ""),
            ("loss_reduction", loss_reduction, "sum_over_batch_size")))


class LinearClassifier(Spec):
    """Classes by a weighted sum of feature columns."""

    def __init__(self, feature_columns: SpecLike | Sequence[SpecLike], optimizer: SpecLike = "",
                 n_classes: int = 2, weight_column: SpecLike = "", label_vocabulary: str | Sequence[str] = (),
                 loss_reduction: Literal["sum_over_batch_size", "sum"] = "sum_over_batch_size") -> None:
        super().__init__("LinearClassifier", (("feature_columns", feature_columns),),
            (("optimizer", optimizer, ""), ("n_classes", n_classes, 2), ("weight_column", weight_column, ""),
            ("label_vocabulary", label_vocabulary, ()),
            ("loss_reduction", loss_reduction, "sum_over_batch_size")))


class LinearRegressor(Spec):
    """Numbers by a weighted sum of feature columns."""

    def __init__(self, feature_columns: SpecLike | Sequence[SpecLike], optimizer: SpecLike = "",
                 label_dimension: int = 1, weight_column: SpecLike = "",
                 loss_reduction: Literal["sum_over_batch_size", "sum"] = "sum_over_batch_size") -> None:
        super().__init__("LinearRegressor", (("feature_columns", feature_columns),),
            (("optimizer", optimizer, ""), ("label_dimension", label_dimension, 1),
            ("weight_column", weight_column, ""), ("loss_reduction", loss_reduction, "sum_over_batch_size")))
