"""tf.contrib: what most programs took of it."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math, _nn, initializers, lookup, rnn_cell
from . import data as _data
from . import layers as _layers
from ._apply import apply
from ._global_step import assert_global_step, create_global_step, get_global_step, get_or_create_global_step
from ._graph import GraphKeys, get_default_graph, name_scope
from ._near import Namespace
from ._near import missing as _missing
from ._rnn import static_bidirectional_rnn, static_rnn
from ._shape import TensorShape
from ._variable_scope import get_variable, variable_scope
from ._variables import local_variables, model_variables, trainable_variables

__all__ = ["data", "framework", "layers", "lookup", "metrics", "rnn", "staging"]


def xavier_initializer(uniform: bool = True, seed: Any = None, dtype: Any = DType.float32) -> Any:
    return variance_scaling_initializer(1.0, "FAN_AVG", uniform, seed, dtype)


class _Variance(initializers.Initializer):
    def __init__(self, factor: float, mode: str, uniform: bool, seed: Any, dtype: Any):
        self.factor, self.mode, self.uniform, self.seed, self.dtype = factor, mode, uniform, seed, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        from ._random import random_uniform, truncated_normal
        fan_in, fan_out = initializers._fans(shape)
        n = {"FAN_IN": fan_in, "FAN_OUT": fan_out, "FAN_AVG": (fan_in + fan_out) / 2.0}[self.mode]
        if self.uniform:
            limit = (3.0 * self.factor / n) ** 0.5
            return random_uniform(shape, -limit, limit, self._type(dtype), self.seed)
        return truncated_normal(shape, 0.0, (1.3 * self.factor / n) ** 0.5, self._type(dtype), self.seed)


def variance_scaling_initializer(factor: float = 2.0, mode: str = "FAN_IN", uniform: bool = False, seed: Any = None, dtype: Any = DType.float32) -> Any:
    if mode not in ("FAN_IN", "FAN_OUT", "FAN_AVG"):
        raise TypeError("Unknown mode %s [FAN_IN, FAN_OUT, FAN_AVG]" % mode)
    return _Variance(factor, mode, uniform, seed, dtype)


def l2_regularizer(scale: float, scope: Any = None) -> Any:
    """A function of weights that gives scale * l2_loss(weights); None for a scale of 0."""
    if scale < 0:
        raise ValueError("Setting a scale less than 0 on a regularizer: %g." % scale)

    def regularizer(weights: Any) -> Any:
        with name_scope(scope, "l2_regularizer", [weights]) as at:
            return _math.multiply(_array_constant(scale, weights), _nn.l2_loss(weights), name=at)
    return regularizer if scale else lambda _: None


def _array_constant(scale: float, weights: Any) -> Any:
    from ._apply import convert_to_tensor
    return convert_to_tensor(scale, weights.dtype, name="scale")


def l1_regularizer(scale: float, scope: Any = None) -> Any:
    if scale < 0:
        raise ValueError("Setting a scale less than 0 on a regularizer: %g" % scale)

    def regularizer(weights: Any) -> Any:
        with name_scope(scope, "l1_regularizer", [weights]) as at:
            return _math.multiply(_array_constant(scale, weights), _math.reduce_sum(_math.abs_(weights)), name=at)
    return regularizer if scale else lambda _: None


def l1_l2_regularizer(scale_l1: float = 1.0, scale_l2: float = 1.0, scope: Any = None) -> Any:
    first, second = l1_regularizer(scale_l1, scope), l2_regularizer(scale_l2, scope)
    return lambda weights: _math.add_n([x for x in (first(weights), second(weights)) if x is not None])


def apply_regularization(regularizer: Any, weights_list: Any = None) -> Any:
    weights = get_default_graph().get_collection(GraphKeys.WEIGHTS) if weights_list is None else weights_list
    penalties = [regularizer(w) for w in weights]
    total = _math.add_n([p for p in penalties if p is not None])
    get_default_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, total)
    return total


def flatten(inputs: Any, outputs_collections: Any = None, scope: Any = None) -> Any:
    with name_scope(scope, "Flatten", [inputs]):
        return _layers.flatten(inputs)


def fully_connected(inputs: Any, num_outputs: int, activation_fn: Any = _nn.relu, normalizer_fn: Any = None, normalizer_params: Any = None,
                    weights_initializer: Any = None, weights_regularizer: Any = None, biases_initializer: Any = initializers.Zeros,
                    biases_regularizer: Any = None, reuse: Any = None, variables_collections: Any = None, outputs_collections: Any = None,
                    trainable: bool = True, scope: Any = None) -> Any:
    """Variables are named weights and biases. With a normalizer there are no biases."""
    with variable_scope(scope, "fully_connected", [inputs], reuse=reuse):
        last = inputs.shape[-1].value
        weights = get_variable("weights", [last, num_outputs], inputs.dtype, weights_initializer or xavier_initializer(), weights_regularizer, trainable)
        rank = inputs.shape.ndims
        outputs = _math.matmul(inputs, weights) if rank == 2 else _math.tensordot(inputs, weights, [[rank - 1], [0]])
        return _finished(outputs, num_outputs, normalizer_fn, normalizer_params, biases_initializer, biases_regularizer, activation_fn, trainable)


def _finished(outputs: Any, count: int, normalizer: Any, parameters: Any, initializer: Any, regularizer: Any, activation: Any, trainable: bool) -> Any:
    if normalizer is not None:
        outputs = normalizer(outputs, **(parameters or {}))
    elif initializer is not None:
        outputs = _nn.bias_add(outputs, get_variable("biases", [count], outputs.dtype, initializer, regularizer, trainable))
    return outputs if activation is None else activation(outputs)


def conv2d(inputs: Any, num_outputs: int, kernel_size: Any, stride: Any = 1, padding: str = "SAME", data_format: Any = None, rate: Any = 1,
           activation_fn: Any = _nn.relu, normalizer_fn: Any = None, normalizer_params: Any = None, weights_initializer: Any = None,
           weights_regularizer: Any = None, biases_initializer: Any = initializers.Zeros, biases_regularizer: Any = None, reuse: Any = None,
           variables_collections: Any = None, outputs_collections: Any = None, trainable: bool = True, scope: Any = None) -> Any:
    if data_format not in (None, "NHWC"):
        raise NotImplementedError("tf.contrib.layers.conv2d with %s is UNIMPLEMENTED: tf.layers.conv2d takes channels_first" % data_format)
    with variable_scope(scope, "Conv", [inputs], reuse=reuse):
        kernel = [kernel_size, kernel_size] if isinstance(kernel_size, int) else list(kernel_size)
        shape = kernel + [inputs.shape[-1].value, num_outputs]
        weights = get_variable("weights", shape, inputs.dtype, weights_initializer or xavier_initializer(), weights_regularizer, trainable)
        outputs = _nn.conv2d(inputs, weights, strides=stride, padding=padding, dilations=rate)
        return _finished(outputs, num_outputs, normalizer_fn, normalizer_params, biases_initializer, biases_regularizer, activation_fn, trainable)


def max_pool2d(inputs: Any, kernel_size: Any, stride: Any = 2, padding: str = "VALID", data_format: str = "NHWC", outputs_collections: Any = None,
               scope: Any = None) -> Any:
    with name_scope(scope, "MaxPool2D", [inputs]):
        return _nn.max_pool(inputs, kernel_size, stride, padding, data_format)


def avg_pool2d(inputs: Any, kernel_size: Any, stride: Any = 2, padding: str = "VALID", data_format: str = "NHWC", outputs_collections: Any = None,
               scope: Any = None) -> Any:
    with name_scope(scope, "AvgPool2D", [inputs]):
        return _nn.avg_pool(inputs, kernel_size, stride, padding, data_format)


def dropout(inputs: Any, keep_prob: Any = 0.5, noise_shape: Any = None, is_training: Any = True, outputs_collections: Any = None, scope: Any = None,
            seed: Any = None) -> Any:
    with variable_scope(scope, "Dropout", [inputs]):
        return _layers.dropout(inputs, rate=1 - keep_prob, noise_shape=noise_shape, seed=seed, training=is_training)


def batch_norm(inputs: Any, decay: float = 0.999, center: bool = True, scale: bool = False, epsilon: float = 0.001, activation_fn: Any = None,
               param_initializers: Any = None, param_regularizers: Any = None, updates_collections: Any = GraphKeys.UPDATE_OPS, is_training: Any = True,
               reuse: Any = None, variables_collections: Any = None, outputs_collections: Any = None, trainable: bool = True,
               batch_weights: Any = None, fused: Any = None, data_format: str = "NHWC", zero_debias_moving_mean: bool = False, scope: Any = None,
               **_: Any) -> Any:
    """updates_collections=None: the moving statistics are updated before the output is there."""
    with variable_scope(scope, "BatchNorm", [inputs], reuse=reuse) as at:
        layer = _layers.BatchNormalization(axis=-1 if data_format == "NHWC" else 1, momentum=decay, epsilon=epsilon, center=center, scale=scale,
                                           fused=fused, trainable=trainable, name=at.name.rsplit("/", 1)[-1], _scope=at, _reuse=reuse)
        outputs = layer(inputs, training=is_training)
        if updates_collections is None:
            with get_default_graph().control_dependencies(layer.updates):
                outputs = _array.identity(outputs)
        return outputs if activation_fn is None else activation_fn(outputs)


def embed_sequence(ids: Any, vocab_size: Any = None, embed_dim: Any = None, unique: bool = False, initializer: Any = None, regularizer: Any = None,
                   trainable: bool = True, scope: Any = None, reuse: Any = None) -> Any:
    from ._embedding import embedding_lookup
    with variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        return embedding_lookup(get_variable("embeddings", [vocab_size, embed_dim], None, initializer, regularizer, trainable), ids)


def one_hot_encoding(labels: Any, num_classes: int, on_value: float = 1.0, off_value: float = 0.0, outputs_collections: Any = None, scope: Any = None) -> Any:
    return _array.one_hot(labels, num_classes, on_value=on_value, off_value=off_value)


class StagingArea:
    """Holds elements between two parts of a step."""

    def __init__(self, dtypes: Any, shapes: Any = None, names: Any = None, shared_name: Any = None, capacity: int = 0, memory_limit: int = 0):
        self.dtypes = [as_dtype(d) for d in dtypes]
        self.shapes = [TensorShape(s) for s in shapes] if shapes is not None else [TensorShape(None)] * len(self.dtypes)
        self._settings = {"capacity": capacity, "memory_limit": memory_limit,
                          "shared_name": shared_name or get_default_graph().unique_name("StagingArea")}

    def put(self, values: Any, indices: Any = None, name: Any = None) -> Any:
        from ._apply import convert_to_tensor
        values = list(values) if isinstance(values, (list, tuple)) else [values]
        return apply("Stage", [convert_to_tensor(v, d) for v, d in zip(values, self.dtypes)], dtypes=self.dtypes, name=name, **self._settings)

    def get(self, name: Any = None) -> Any:
        got = apply("Unstage", dtypes=self.dtypes, name=name, **self._settings)
        for g, s in zip(got, self.shapes):
            if s.ndims is not None:
                g.set_shape(s)
        return got

    def size(self, name: Any = None) -> Any:
        return apply("StageSize", dtypes=self.dtypes, name=name, **self._settings)

    def clear(self, name: Any = None) -> Any:
        return apply("StageClear", dtypes=self.dtypes, name=name, **self._settings)


class Barrier:
    """Elements by key, whole when all their components have come."""

    def __init__(self, types: Any, shapes: Any = None, shared_name: Any = None, name: str = "barrier"):
        self._types = [as_dtype(t) for t in types]
        self.barrier_ref = apply("Barrier", component_types=self._types, shapes=[TensorShape(s) for s in shapes or []], shared_name=shared_name or "", name=name)

    def insert_many(self, component_index: int, keys: Any, values: Any, name: Any = None) -> Any:
        from ._apply import convert_to_tensor
        return apply("BarrierInsertMany", self.barrier_ref, keys, convert_to_tensor(values, self._types[component_index]),
                     component_index=component_index, name=name)

    def take_many(self, num_elements: Any, allow_small_batch: bool = False, timeout: Any = None, name: Any = None) -> Any:
        return apply("BarrierTakeMany", self.barrier_ref, num_elements, component_types=self._types, allow_small_batch=allow_small_batch, name=name)

    def close(self, cancel_pending_enqueues: bool = False, name: Any = None) -> Any:
        return apply("BarrierClose", self.barrier_ref, cancel_pending_enqueues=cancel_pending_enqueues, name=name)

    def ready_size(self, name: Any = None) -> Any:
        return apply("BarrierReadySize", self.barrier_ref, name=name)

    def incomplete_size(self, name: Any = None) -> Any:
        return apply("BarrierIncompleteSize", self.barrier_ref, name=name)


class RecordInput:
    """Batches of records of files, in a random order, again and again."""

    def __init__(self, file_pattern: str, batch_size: int = 1, buffer_size: int = 1, parallelism: int = 1, shift_ratio: float = 0, seed: int = 0,
                 name: Any = None, batches: Any = None, compression_type: Any = None):
        self._settings = dict(file_pattern=file_pattern, batch_size=batch_size * (batches or 1), file_buffer_size=buffer_size, file_parallelism=parallelism,
                              file_shuffle_shift_ratio=shift_ratio, file_random_seed=seed, compression_type=compression_type or "")
        self._batches, self._name = batches, name

    def get_yield_op(self) -> Any:
        records = apply("RecordInput", name=self._name, **self._settings)
        return records if self._batches is None else _array.split(records, self._batches, 0)


layers = Namespace(
    "contrib.layers", apply_regularization=apply_regularization, avg_pool2d=avg_pool2d, batch_norm=batch_norm, conv2d=conv2d, convolution2d=conv2d,
    dropout=dropout, embed_sequence=embed_sequence, flatten=flatten, fully_connected=fully_connected, l1_l2_regularizer=l1_l2_regularizer,
    l1_regularizer=l1_regularizer, l2_regularizer=l2_regularizer, linear=lambda *a, **k: fully_connected(*a, **{**k, "activation_fn": None}),
    max_pool2d=max_pool2d, one_hot_encoding=one_hot_encoding, relu=fully_connected, softmax=_nn.softmax,
    variance_scaling_initializer=variance_scaling_initializer, xavier_initializer=xavier_initializer, xavier_initializer_conv2d=xavier_initializer)
rnn = Namespace(
    "contrib.rnn", BasicLSTMCell=rnn_cell.BasicLSTMCell, BasicRNNCell=rnn_cell.BasicRNNCell, DeviceWrapper=rnn_cell.DeviceWrapper,
    DropoutWrapper=rnn_cell.DropoutWrapper, GRUCell=rnn_cell.GRUCell, LSTMCell=rnn_cell.LSTMCell, LSTMStateTuple=rnn_cell.LSTMStateTuple,
    MultiRNNCell=rnn_cell.MultiRNNCell, RNNCell=rnn_cell.RNNCell, ResidualWrapper=rnn_cell.ResidualWrapper,
    static_bidirectional_rnn=static_bidirectional_rnn, static_rnn=static_rnn)
framework = Namespace(
    "contrib.framework", assert_global_step=assert_global_step, create_global_step=create_global_step, get_global_step=get_global_step,
    get_local_variables=local_variables, get_model_variables=model_variables, get_or_create_global_step=get_or_create_global_step,
    get_trainable_variables=trainable_variables)
data = Namespace("contrib.data", Dataset=_data.Dataset, Iterator=_data.Iterator, TFRecordDataset=_data.TFRecordDataset,
                 TextLineDataset=_data.TextLineDataset, map_and_batch=_data.experimental.map_and_batch,
                 shuffle_and_repeat=_data.experimental.shuffle_and_repeat, unbatch=_data.experimental.unbatch)
staging = Namespace("contrib.staging", StagingArea=StagingArea)

__getattr__ = _missing(__name__, "contrib")
