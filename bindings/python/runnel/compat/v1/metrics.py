"""tf.metrics: figures over many batches. Each function gives the figure and the operation that adds a batch; the sums are local variables."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import DType
from . import _array, _math, _nn
from ._apply import apply as _apply
from ._apply import constant, convert_to_tensor
from ._graph import GraphKeys, add_to_collections, control_dependencies
from ._near import missing as _missing
from ._variable_scope import variable_scope
from ._variables import Variable

__all__ = ["accuracy", "auc", "average_precision_at_k", "false_negatives", "false_positives", "mean", "mean_absolute_error", "mean_cosine_distance",
           "mean_iou", "mean_per_class_accuracy", "mean_relative_error", "mean_squared_error", "mean_tensor", "percentage_below", "precision",
           "precision_at_thresholds", "recall", "recall_at_k", "recall_at_thresholds", "root_mean_squared_error", "sensitivity_at_specificity",
           "specificity_at_sensitivity", "true_negatives", "true_positives"]


def _local(shape: Any, dtype: Any, name: str) -> Variable:
    return Variable(lambda: _array.zeros(shape, dtype), trainable=False, collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES], name=name)


def _collected(value: Any, update: Any, metrics: Any, updates: Any) -> tuple[Any, Any]:
    if metrics:
        add_to_collections(metrics, value)
    if updates:
        add_to_collections(updates, update)
    return value, update


def _ratio(numerator: Any, denominator: Any, name: str) -> Any:
    return _math.div_no_nan(numerator, _math.maximum(denominator, constant(0, denominator.dtype)), name=name)


def _weighted(values: Any, weights: Any) -> tuple[Any, Any]:
    """The values times their weights, and the sum of the weights."""
    if weights is None:
        return values, _math.cast(_array.size(values), DType.float32)
    weights = _math.cast(convert_to_tensor(weights), DType.float32)
    while weights.shape.ndims is not None and values.shape.ndims is not None and 0 < weights.shape.ndims < values.shape.ndims:
        weights = _array.expand_dims(weights, -1)
    weights = weights * _array.ones_like(values)
    return values * weights, _math.reduce_sum(weights)


def _together(predictions: Any, labels: Any) -> tuple[Any, Any]:
    predictions, labels = convert_to_tensor(predictions), convert_to_tensor(labels)
    a, b = predictions.shape, labels.shape
    if a.ndims is not None and b.ndims is not None:
        if a.ndims == b.ndims + 1 and a[-1].is_compatible_with(1):
            predictions = _array.squeeze(predictions, [-1])
        elif b.ndims == a.ndims + 1 and b[-1].is_compatible_with(1):
            labels = _array.squeeze(labels, [-1])
    predictions.shape.assert_is_compatible_with(labels.shape)
    return predictions, labels


def mean(values: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None, name: Any = None) -> Any:
    with variable_scope(name, "mean", (values, weights)):
        values = _math.cast(convert_to_tensor(values), DType.float32)
        total, count = _local([], DType.float32, "total"), _local([], DType.float32, "count")
        weighted, number = _weighted(values, weights)
        update_total = total.assign_add(_math.reduce_sum(weighted))
        with control_dependencies([values]):
            update_count = count.assign_add(number)
        value = _ratio(total.value(), count.value(), "value")
        update = _ratio(update_total.value(), update_count.value(), "update_op")
        return _collected(value, update, metrics_collections, updates_collections)


def accuracy(labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None, name: Any = None) -> Any:
    predictions, labels = _together(predictions, labels)
    if labels.dtype != predictions.dtype:
        predictions = _math.cast(predictions, labels.dtype)
    correct = _math.cast(_math.equal(predictions, labels), DType.float32)
    return mean(correct, weights, metrics_collections, updates_collections, name or "accuracy")


def _errors(title: str, error: Any, finish: Any = None) -> Any:
    def function(labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
                 name: Any = None) -> Any:
        predictions, labels = _together(predictions, labels)
        labels = _math.cast(labels, predictions.dtype)
        value, update = mean(error(predictions, labels), weights, None, None, name or title)
        if finish is not None:
            value, update = finish(value), finish(update)
        return _collected(value, update, metrics_collections, updates_collections)
    function.__name__ = function.__qualname__ = title
    return function


mean_absolute_error = _errors("mean_absolute_error", lambda p, t: _math.abs_(p - t))
mean_squared_error = _errors("mean_squared_error", lambda p, t: _math.squared_difference(t, p))
root_mean_squared_error = _errors("root_mean_squared_error", lambda p, t: _math.squared_difference(t, p), _math.sqrt)


def mean_relative_error(labels: Any, predictions: Any, normalizer: Any, weights: Any = None, metrics_collections: Any = None,
                        updates_collections: Any = None, name: Any = None) -> Any:
    predictions, labels = _together(predictions, labels)
    normalizer = convert_to_tensor(normalizer, predictions.dtype)
    errors = _array.where(_math.equal(normalizer, 0.0), _array.zeros_like(labels), _math.div(_math.abs_(labels - predictions), normalizer))
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_relative_error")


def mean_cosine_distance(labels: Any, predictions: Any, dim: int, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
                         name: Any = None) -> Any:
    predictions, labels = _together(predictions, labels)
    product = _math.reduce_sum(predictions * _math.cast(labels, predictions.dtype), [dim], keepdims=True)
    value, update = mean(product, weights, None, None, name or "mean_cosine_distance")
    return _collected(1.0 - value, 1.0 - update, metrics_collections, updates_collections)


def percentage_below(values: Any, threshold: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
                     name: Any = None) -> Any:
    below = _math.cast(_math.less(values, threshold), DType.float32)
    return mean(below, weights, metrics_collections, updates_collections, name or "percentage_below_threshold")


def mean_tensor(values: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None, name: Any = None) -> Any:
    with variable_scope(name, "mean", (values, weights)):
        values = _math.cast(convert_to_tensor(values), DType.float32)
        total, count = _local(values.shape, DType.float32, "total_tensor"), _local(values.shape, DType.float32, "count_tensor")
        ones = _array.ones_like(values)
        if weights is not None:
            weights = _math.cast(convert_to_tensor(weights), DType.float32)
            values, ones = values * weights, ones * weights
        update_total = total.assign_add(values)
        with control_dependencies([values]):
            update_count = count.assign_add(ones)
        return _collected(_ratio(total.value(), count.value(), "value"), _ratio(update_total.value(), update_count.value(), "update_op"),
                          metrics_collections, updates_collections)


def _counted(title: str, of_prediction: bool, of_label: bool) -> Any:
    def function(labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
                 name: Any = None) -> Any:
        with variable_scope(name, title, (predictions, labels, weights)):
            predictions, labels = _together(_math.cast(predictions, DType.bool), _math.cast(labels, DType.bool))
            hit = _math.logical_and(_math.equal(labels, of_label), _math.equal(predictions, of_prediction))
            values = _math.cast(hit, DType.float32)
            values = values if weights is None else _weighted(values, weights)[0]
            count = _local([], DType.float32, "count")
            update = count.assign_add(_math.reduce_sum(values))
            return _collected(_array.identity(count.value()), _array.identity(update.value()), metrics_collections, updates_collections)
    function.__name__ = function.__qualname__ = title
    return function


true_positives, false_positives = _counted("true_positives", True, True), _counted("false_positives", True, False)
true_negatives, false_negatives = _counted("true_negatives", False, False), _counted("false_negatives", False, True)


def _share(title: str, other: Any) -> Any:
    """True positives by them and others."""
    def function(labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
                 name: Any = None) -> Any:
        with variable_scope(name, title, (predictions, labels, weights)):
            true_p, true_update = true_positives(labels, predictions, weights)
            others, others_update = other(labels, predictions, weights)

            def compute(tp: Any, rest: Any, name: str) -> Any:
                return _array.where(_math.greater(tp + rest, 0), _math.div(tp, tp + rest), constant(0.0), name=name)
            return _collected(compute(true_p, others, "value"), compute(true_update, others_update, "update_op"), metrics_collections, updates_collections)
    function.__name__ = function.__qualname__ = title
    return function


precision, recall = _share("precision", false_positives), _share("recall", false_negatives)


def _confusion(labels: Any, predictions: Any, thresholds: Any, weights: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Counts of the four kinds at each threshold: their values and their updates."""
    count = len(thresholds)
    predictions = _math.cast(convert_to_tensor(predictions), DType.float32)
    labels = _math.cast(convert_to_tensor(labels), DType.bool)
    flat, truth = _array.reshape(predictions, [1, -1]), _array.reshape(labels, [1, -1])
    limits = _array.expand_dims(constant(np.asarray(thresholds, np.float32)), 1)
    positive = _math.greater(flat, limits)
    truth = _array.tile(truth, [count, 1])
    by = None
    if weights is not None:
        whole = _math.cast(convert_to_tensor(weights), DType.float32) * _array.ones_like(predictions)
        by = _array.tile(_array.reshape(whole, [1, -1]), [count, 1])
    values: dict[str, Any] = {}
    updates: dict[str, Any] = {}
    kinds = {"tp": (True, True), "fn": (False, True), "tn": (False, False), "fp": (True, False)}
    names = {"tp": "true_positives", "fn": "false_negatives", "tn": "true_negatives", "fp": "false_positives"}
    for kind, (said, true) in kinds.items():
        hit = _math.logical_and(positive if said else _math.logical_not(positive), truth if true else _math.logical_not(truth))
        number = _math.cast(hit, DType.float32)
        number = number if by is None else number * by
        total = _local([count], DType.float32, names[kind])
        updates[kind] = total.assign_add(_math.reduce_sum(number, 1)).value()
        values[kind] = total.value()
    return values, updates


_EPSILON = 1e-7


def auc(labels: Any, predictions: Any, weights: Any = None, num_thresholds: int = 200, metrics_collections: Any = None, updates_collections: Any = None,
        curve: str = "ROC", name: Any = None, summation_method: str = "trapezoidal", thresholds: Any = None) -> Any:
    """The area under the curve, by a sum over thresholds."""
    if curve not in ("ROC", "PR"):
        raise ValueError("curve must be either ROC or PR, %s unknown" % curve)
    if summation_method not in ("trapezoidal", "minoring", "majoring"):
        raise NotImplementedError("the summation method %s of auc is UNIMPLEMENTED: trapezoidal, minoring, majoring" % summation_method)
    with variable_scope(name, "auc", (labels, predictions, weights)):
        inner = sorted(thresholds) if thresholds is not None else [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]
        values, updates = _confusion(labels, predictions, [0.0 - _EPSILON] + inner + [1.0 + _EPSILON], weights)

        def area(counts: dict[str, Any], name: str) -> Any:
            tp, fn, tn, fp = (counts[k] for k in ("tp", "fn", "tn", "fp"))
            rec = _math.div(tp + _EPSILON, tp + fn + _EPSILON)
            x, y = (_math.div(fp, fp + tn + _EPSILON), rec) if curve == "ROC" else (rec, _math.div(tp + _EPSILON, tp + fp + _EPSILON))
            heights = {"trapezoidal": lambda: (y[:-1] + y[1:]) / 2.0, "minoring": lambda: _math.minimum(y[:-1], y[1:]),
                       "majoring": lambda: _math.maximum(y[:-1], y[1:])}[summation_method]()
            return _math.reduce_sum(_math.multiply(x[:-1] - x[1:], heights), name=name)
        return _collected(area(values, "value"), area(updates, "update_op"), metrics_collections, updates_collections)


def _at_thresholds(title: str, other: str) -> Any:
    def function(labels: Any, predictions: Any, thresholds: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
                 name: Any = None) -> Any:
        with variable_scope(name, title, (predictions, labels, weights)):
            values, updates = _confusion(labels, predictions, list(thresholds), weights)

            def share(counts: dict[str, Any], name: str) -> Any:
                return _math.div(counts["tp"], _EPSILON + counts["tp"] + counts[other], name=name)
            return _collected(share(values, "value"), share(updates, "update_op"), metrics_collections, updates_collections)
    function.__name__ = function.__qualname__ = title
    return function


precision_at_thresholds, recall_at_thresholds = _at_thresholds("precision_at_thresholds", "fp"), _at_thresholds("recall_at_thresholds", "fn")


def _at_level(title: str, wanted: Any, given: Any) -> Any:
    def function(labels: Any, predictions: Any, level: Any, weights: Any = None, num_thresholds: int = 200, metrics_collections: Any = None,
                 updates_collections: Any = None, name: Any = None) -> Any:
        with variable_scope(name, title, (predictions, labels, weights)):
            limits = [0.0 - _EPSILON] + [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)] + [1.0 + _EPSILON]
            values, updates = _confusion(labels, predictions, limits, weights)

            def at(counts: dict[str, Any], name: str) -> Any:
                best = _math.argmin(_math.abs_(given(counts) - level), 0)
                return _array.identity(wanted(counts)[_math.cast(best, DType.int32)], name=name)
            return _collected(at(values, "value"), at(updates, "update_op"), metrics_collections, updates_collections)
    function.__name__ = function.__qualname__ = title
    return function


sensitivity_at_specificity = _at_level("sensitivity_at_specificity", lambda c: _math.div(c["tp"], c["tp"] + c["fn"] + _EPSILON),
                                       lambda c: _math.div(c["tn"], c["tn"] + c["fp"] + _EPSILON))
specificity_at_sensitivity = _at_level("specificity_at_sensitivity", lambda c: _math.div(c["tn"], c["tn"] + c["fp"] + _EPSILON),
                                       lambda c: _math.div(c["tp"], c["tp"] + c["fn"] + _EPSILON))


def _streaming_confusion(labels: Any, predictions: Any, num_classes: int, weights: Any) -> tuple[Any, Any]:
    total = _local([num_classes, num_classes], DType.float64, "total_confusion_matrix")
    from ._special import confusion_matrix
    predictions, labels = (_array.reshape(_math.cast(convert_to_tensor(t), DType.int64), [-1]) for t in (predictions, labels))
    by = None if weights is None else _array.reshape(convert_to_tensor(weights), [-1])
    now = _math.cast(confusion_matrix(labels, predictions, num_classes, weights=by, dtype=DType.float64), DType.float64)
    return total, total.assign_add(now)


def mean_iou(labels: Any, predictions: Any, num_classes: int, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
             name: Any = None) -> Any:
    """Intersection over union, the mean of the classes that there are."""
    with variable_scope(name, "mean_iou", (predictions, labels, weights)):
        total, update = _streaming_confusion(labels, predictions, num_classes, weights)
        matrix = total.value()
        rows = _math.to_float(_math.reduce_sum(matrix, 0))
        columns = _math.to_float(_math.reduce_sum(matrix, 1))
        diagonal = _math.to_float(_array.matrix_diag_part(matrix))
        denominator = rows + columns - diagonal
        valid = _math.reduce_sum(_math.cast(_math.not_equal(denominator, 0), DType.float32))
        safe = _array.where(_math.greater(denominator, 0), denominator, _array.ones_like(denominator))
        value = _array.where(_math.greater(valid, 0), _math.reduce_sum(_math.div(diagonal, safe), name="mean_iou") / valid, constant(0.0))
        return _collected(value, update, metrics_collections, updates_collections)


def mean_per_class_accuracy(labels: Any, predictions: Any, num_classes: int, weights: Any = None, metrics_collections: Any = None,
                            updates_collections: Any = None, name: Any = None) -> Any:
    with variable_scope(name, "mean_accuracy", (predictions, labels, weights)):
        labels = _array.reshape(_math.cast(convert_to_tensor(labels), DType.int64), [-1])
        predictions = _array.reshape(_math.cast(convert_to_tensor(predictions), DType.int64), [-1])
        total, count = _local([num_classes], DType.float32, "total"), _local([num_classes], DType.float32, "count")
        ones = _array.ones([_array.size(labels)], DType.float32)
        right = _math.cast(_math.equal(predictions, labels), DType.float32)
        if weights is not None:
            by = _math.cast(_array.reshape(convert_to_tensor(weights), [-1]), DType.float32)
            right, ones = right * by, ones * by
        update_total = _apply("ResourceScatterAdd", total.handle, labels, ones)
        update_count = _apply("ResourceScatterAdd", count.handle, labels, right)
        value = _math.reduce_mean(_math.div_no_nan(count.value(), total.value()), name="mean_accuracy")
        with control_dependencies([update_total, update_count]):
            update = _math.div_no_nan(count.value(), total.value(), name="update_op")
        return _collected(value, update, metrics_collections, updates_collections)


def recall_at_k(labels: Any, predictions: Any, k: int, class_id: Any = None, weights: Any = None, metrics_collections: Any = None,
                updates_collections: Any = None, name: Any = None) -> Any:
    """Of one label for each example, how often it is among the k best."""
    if class_id is not None:
        raise NotImplementedError("recall_at_k with class_id is UNIMPLEMENTED")
    labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
    if labels.shape.ndims == 2 and labels.shape[1].value == 1:
        labels = _array.squeeze(labels, [1])
    if labels.shape.ndims != 1:
        raise NotImplementedError("recall_at_k with several labels for an example is UNIMPLEMENTED")
    hit = _math.cast(_nn.in_top_k(predictions, labels, k), DType.float32)
    return mean(hit, weights, metrics_collections, updates_collections, name or "recall_at_%d" % k)


def average_precision_at_k(*args: Any, **kwargs: Any) -> Any:
    raise NotImplementedError("average_precision_at_k is UNIMPLEMENTED")


__getattr__ = _missing(__name__, "metrics")
