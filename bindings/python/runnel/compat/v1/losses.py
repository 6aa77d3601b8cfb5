"""tf.losses: losses of batches, with weights, collected for the total."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType
from . import _array, _entropy, _math
from ._apply import constant, convert_to_tensor
from ._graph import GraphKeys, add_to_collection, get_collection, name_scope


class Reduction:
    """How the loss of a batch follows from those of its elements."""

    NONE, SUM, MEAN = "none", "weighted_sum", "weighted_mean"
    SUM_OVER_BATCH_SIZE, SUM_OVER_NONZERO_WEIGHTS = "weighted_sum_over_batch_size", "weighted_sum_by_nonzero_weights"
    SUM_BY_NONZERO_WEIGHTS = SUM_OVER_NONZERO_WEIGHTS


_BY_NONZERO = Reduction.SUM_BY_NONZERO_WEIGHTS


def _safe_mean(losses: Any, count: Any) -> Any:
    return _math.div_no_nan(_math.reduce_sum(losses), count, name="value")


def _num_present(losses: Any, weights: Any) -> Any:
    """How many elements have a weight that is not zero."""
    with name_scope(None, "num_present", (losses, weights)):
        if isinstance(weights, (int, float)):
            return constant(0.0) if weights == 0 else _math.cast(_array.size(losses), losses.dtype)
        weights = _math.cast(weights, losses.dtype)
        present = _array.where(_math.equal(weights, 0.0), _array.zeros_like(weights), _array.ones_like(weights))
        return _math.reduce_sum(present * _array.ones_like(losses))


def compute_weighted_loss(losses: Any, weights: Any = 1.0, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
                          reduction: str = _BY_NONZERO) -> Any:
    if reduction not in (Reduction.NONE, Reduction.SUM, Reduction.MEAN, Reduction.SUM_OVER_BATCH_SIZE, _BY_NONZERO):
        raise ValueError("Invalid ReductionKey %s." % reduction)
    with name_scope(scope, "weighted_loss", (losses, weights)):
        losses = convert_to_tensor(losses)
        kind = losses.dtype
        losses = _math.cast(losses, DType.float32) if kind != DType.float64 else losses
        given = weights
        weights = _math.cast(weights, losses.dtype) if not isinstance(weights, (int, float)) else convert_to_tensor(float(weights), losses.dtype)
        _check_weights(weights, losses)
        losses = _math.multiply(losses, weights)
        if reduction == Reduction.NONE:
            loss = losses
        else:
            loss = _math.reduce_sum(losses)
            if reduction == Reduction.MEAN:
                loss = _safe_mean(loss, _math.reduce_sum(_array.ones_like(losses) * weights))
            elif reduction == _BY_NONZERO:
                loss = _safe_mean(loss, _num_present(losses, given if isinstance(given, (int, float)) else weights))
            elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                loss = _safe_mean(loss, _math.cast(_array.size(losses), losses.dtype))
        loss = _math.cast(loss, kind)
        add_loss(loss, loss_collection)
        return loss


def _check_weights(weights: Any, values: Any) -> None:
    a, b = weights.shape, values.shape
    if a.ndims in (None, 0) or b.ndims is None:
        return
    if a.ndims != b.ndims or any(x.value is not None and y.value is not None and x.value not in (1, y.value) for x, y in zip(a.dims, b.dims)):
        raise ValueError("weights can not be broadcast to values. weights.shape=%s, values.shape=%s" % (a, b))


def add_loss(loss: Any, loss_collection: Any = GraphKeys.LOSSES) -> None:
    if loss_collection:
        add_to_collection(loss_collection, loss)


def get_losses(scope: Any = None, loss_collection: Any = GraphKeys.LOSSES) -> list[Any]:
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope: Any = None) -> list[Any]:
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope: Any = None, name: str = "total_regularization_loss") -> Any:
    losses = get_regularization_losses(scope)
    return _math.add_n(losses, name=name) if losses else constant(0.0)


def get_total_loss(add_regularization_losses: bool = True, name: str = "total_loss", scope: Any = None) -> Any:
    losses = get_losses(scope)
    if add_regularization_losses:
        losses += get_regularization_losses(scope)
    return _math.add_n(losses, name=name)


def _pair(labels: Any, predictions: Any) -> tuple[Any, Any]:
    if labels is None or predictions is None:
        raise ValueError("labels and predictions must not be None.")
    predictions = convert_to_tensor(predictions)
    predictions = predictions if predictions.dtype == DType.float64 else _math.cast(predictions, DType.float32)
    labels = _math.cast(labels, predictions.dtype)
    predictions.shape.assert_is_compatible_with(labels.shape)
    return labels, predictions


def absolute_difference(labels: Any, predictions: Any, weights: Any = 1.0, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
                        reduction: str = _BY_NONZERO) -> Any:
    with name_scope(scope, "absolute_difference", (predictions, labels, weights)) as at:
        labels, predictions = _pair(labels, predictions)
        return compute_weighted_loss(_math.abs_(_math.subtract(predictions, labels)), weights, at, loss_collection, reduction)


def mean_squared_error(labels: Any, predictions: Any, weights: Any = 1.0, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
                       reduction: str = _BY_NONZERO) -> Any:
    with name_scope(scope, "mean_squared_error", (predictions, labels, weights)) as at:
        labels, predictions = _pair(labels, predictions)
        return compute_weighted_loss(_math.squared_difference(predictions, labels), weights, at, loss_collection, reduction)


def huber_loss(labels: Any, predictions: Any, weights: Any = 1.0, delta: float = 1.0, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
               reduction: str = _BY_NONZERO) -> Any:
    with name_scope(scope, "huber_loss", (predictions, labels, weights)) as at:
        labels, predictions = _pair(labels, predictions)
        error = _math.abs_(_math.subtract(predictions, labels))
        quadratic = _math.minimum(error, delta)
        linear = _math.subtract(error, quadratic)
        losses = _math.add(_math.multiply(convert_to_tensor(0.5, quadratic.dtype), _math.multiply(quadratic, quadratic)), _math.multiply(delta, linear))
        return compute_weighted_loss(losses, weights, at, loss_collection, reduction)


def hinge_loss(labels: Any, logits: Any, weights: Any = 1.0, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
               reduction: str = _BY_NONZERO) -> Any:
    """labels are 0 or 1."""
    with name_scope(scope, "hinge_loss", (logits, labels, weights)) as at:
        labels, logits = _pair(labels, logits)
        from ._nn import relu
        ones = _array.ones_like(labels)
        labels = _math.subtract(2 * labels, ones)
        return compute_weighted_loss(relu(_math.subtract(ones, _math.multiply(labels, logits))), weights, at, loss_collection, reduction)


def log_loss(labels: Any, predictions: Any, weights: Any = 1.0, epsilon: float = 1e-7, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
             reduction: str = _BY_NONZERO) -> Any:
    with name_scope(scope, "log_loss", (predictions, labels, weights)) as at:
        labels, predictions = _pair(labels, predictions)
        losses = -_math.multiply(labels, _math.log(predictions + epsilon)) - _math.multiply((1 - labels), _math.log(1 - predictions + epsilon))
        return compute_weighted_loss(losses, weights, at, loss_collection, reduction)


def cosine_distance(labels: Any, predictions: Any, axis: Any = None, weights: Any = 1.0, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
                    reduction: str = _BY_NONZERO, dim: Any = None) -> Any:
    """Of vectors that have been normalised."""
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify 'axis'.")
    with name_scope(scope, "cosine_distance_loss", (predictions, labels, weights)) as at:
        labels, predictions = _pair(labels, predictions)
        losses = 1 - _math.reduce_sum(_math.multiply(predictions, labels), axis=(axis,), keepdims=True)
        return compute_weighted_loss(losses, weights, at, loss_collection, reduction)


def mean_pairwise_squared_error(labels: Any, predictions: Any, weights: Any = 1.0, scope: Any = None,
                                loss_collection: Any = GraphKeys.LOSSES) -> Any:
    """Of the differences between all pairs of elements of an example."""
    with name_scope(scope, "mean_pairwise_squared_error", (predictions, labels, weights)):
        labels, predictions = _pair(labels, predictions)
        weights = _math.cast(convert_to_tensor(weights), predictions.dtype)
        diffs = predictions - labels
        axes = list(range(1, diffs.shape.ndims))
        sum_squares = _math.reduce_sum(_math.square(diffs), axes, keepdims=True)
        per_batch = _math.cast(_math.reduce_prod(_array.shape(diffs)[1:]), diffs.dtype)
        term1 = 2.0 * _math.div_no_nan(sum_squares, _math.maximum(per_batch - 1, 0))
        sums = _math.reduce_sum(diffs, axes, keepdims=True)
        term2 = 2.0 * _math.div_no_nan(_math.square(sums), _math.maximum(_math.multiply(per_batch, per_batch - 1), 0))
        losses = _math.multiply(term1 - term2, weights)
        loss = _math.reduce_sum(losses)
        present = _math.reduce_sum(_array.ones_like(losses) * _math.cast(_math.not_equal(weights, 0.0), losses.dtype))
        mean = _array.where(_math.reduce_sum(present) > 0, loss, _array.zeros_like(loss)) / _math.maximum(present, 1.0)
        add_loss(mean, loss_collection)
        return mean


def _smoothed(labels: Any, amount: Any, classes: Any) -> Any:
    return labels * (1 - amount) + amount / classes


def sigmoid_cross_entropy(multi_class_labels: Any, logits: Any, weights: Any = 1.0, label_smoothing: float = 0, scope: Any = None,
                          loss_collection: Any = GraphKeys.LOSSES, reduction: str = _BY_NONZERO) -> Any:
    with name_scope(scope, "sigmoid_cross_entropy_loss", (logits, multi_class_labels, weights)) as at:
        logits = convert_to_tensor(logits)
        labels = _math.cast(multi_class_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = _entropy.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, at, loss_collection, reduction)


def softmax_cross_entropy(onehot_labels: Any, logits: Any, weights: Any = 1.0, label_smoothing: float = 0, scope: Any = None,
                          loss_collection: Any = GraphKeys.LOSSES, reduction: str = _BY_NONZERO) -> Any:
    with name_scope(scope, "softmax_cross_entropy_loss", (logits, onehot_labels, weights)) as at:
        logits = convert_to_tensor(logits)
        labels = _math.cast(onehot_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = _math.cast(_array.shape(labels)[-1], logits.dtype)
            labels = _smoothed(labels, label_smoothing, classes)
        labels = _array.stop_gradient(labels, name="labels_stop_gradient")
        losses = _entropy.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, at, loss_collection, reduction)


def sparse_softmax_cross_entropy(labels: Any, logits: Any, weights: Any = 1.0, scope: Any = None, loss_collection: Any = GraphKeys.LOSSES,
                                 reduction: str = _BY_NONZERO) -> Any:
    with name_scope(scope, "sparse_softmax_cross_entropy_loss", (logits, labels, weights)) as at:
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        if labels.shape.ndims is not None and labels.shape.ndims == logits.shape.ndims:  # [batch, 1]
            labels = _array.squeeze(labels, [-1])
        losses = _entropy.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="xentropy")
        return compute_weighted_loss(losses, weights, at, loss_collection, reduction)
