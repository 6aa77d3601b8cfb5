"""tf.layers: layers as objects, and as functions that make one and call it."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import DType
from ...graph import Operators
from . import _array, _math, _nn
from ._apply import apply, constant, convert_to_tensor, static_value
from ._control_flow import smart_cond
from ._graph import get_default_graph, name_scope
from ._layer import InputSpec, Layer
from ._shape import TensorShape
from .initializers import Ones, Zeros
from .initializers import get as _initializer

__all__ = ["Layer", "InputSpec", "Dense", "dense", "Dropout", "dropout", "Flatten", "flatten", "Conv1D", "conv1d", "Conv2D", "conv2d", "Conv3D",
           "conv3d", "SeparableConv2D", "separable_conv2d", "Conv2DTranspose", "conv2d_transpose", "Conv3DTranspose", "conv3d_transpose",
           "MaxPooling1D", "max_pooling1d", "AveragePooling1D", "average_pooling1d", "MaxPooling2D", "max_pooling2d", "AveragePooling2D",
           "average_pooling2d", "MaxPooling3D", "max_pooling3d", "AveragePooling3D", "average_pooling3d", "BatchNormalization",
           "batch_normalization"]


def _function(activation: Any) -> Any:
    if activation is None or callable(activation):
        return activation
    if activation == "linear":
        return None
    return getattr(_nn, activation, None) or getattr(_math, activation)


class Dense(Layer):
    """activation(inputs * kernel + bias), over the last dimension."""

    def __init__(self, units: int, activation: Any = None, use_bias: bool = True, kernel_initializer: Any = None, bias_initializer: Any = Zeros,
                 kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None,
                 bias_constraint: Any = None, trainable: bool = True, name: Any = None, **kwargs: Any):
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        self.units, self.activation, self.use_bias = int(units), _function(activation), use_bias
        self.kernel_initializer, self.bias_initializer = _initializer(kernel_initializer), _initializer(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = kernel_regularizer, bias_regularizer
        self.kernel_constraint, self.bias_constraint = kernel_constraint, bias_constraint
        self.kernel: Any = None
        self.bias: Any = None

    def build(self, input_shape: Any) -> None:
        last = TensorShape(input_shape)[-1].value if TensorShape(input_shape).ndims else None
        if last is None:
            raise ValueError("The last dimension of the inputs to `Dense` should be defined. Found `None`.")
        self.kernel = self.add_weight("kernel", [last, self.units], initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                      constraint=self.kernel_constraint)
        if self.use_bias:
            self.bias = self.add_weight("bias", [self.units], initializer=self.bias_initializer, regularizer=self.bias_regularizer,
                                        constraint=self.bias_constraint)

    def call(self, inputs: Any) -> Any:
        rank = inputs.shape.ndims
        if rank is not None and rank > 2:
            outputs = _math.tensordot(inputs, self.kernel, [[rank - 1], [0]])
            wanted = TensorShape(inputs.shape.as_list()[:-1] + [self.units])
            if outputs.shape != wanted:
                outputs.set_shape(wanted)
        else:
            outputs = apply("MatMul", inputs, self.kernel)
        if self.use_bias:
            outputs = _nn.bias_add(outputs, self.bias)
        return outputs if self.activation is None else self.activation(outputs)


class Dropout(Layer):
    def __init__(self, rate: Any = 0.5, noise_shape: Any = None, seed: Any = None, name: Any = None, **kwargs: Any):
        super().__init__(name=name, **kwargs)
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs: Any, training: Any = False) -> Any:
        return smart_cond(training, lambda: _nn.dropout(inputs, noise_shape=self.noise_shape, seed=self.seed, rate=self.rate),
                          lambda: _array.identity(inputs))


class Flatten(Layer):
    """Keeps the first dimension and makes one of all others."""

    def __init__(self, data_format: Any = None, **kwargs: Any):
        super().__init__(**kwargs)
        self.data_format = data_format or "channels_last"

    def call(self, inputs: Any) -> Any:
        shape = inputs.shape
        if self.data_format == "channels_first" and (shape.ndims or 0) > 2:
            inputs = _array.transpose(inputs, [0] + list(range(2, shape.ndims)) + [1])
            shape = inputs.shape
        rest = None if shape.ndims is None else shape[1:].num_elements()
        if rest is not None:
            return _array.reshape(inputs, [-1, rest])
        made = _array.reshape(inputs, [_array.shape(inputs)[0], -1])
        return made


def _tuple(value: Any, count: int, name: str) -> tuple[int, ...]:
    values = (value,) * count if isinstance(value, int) else tuple(value)
    if len(values) != count:
        raise ValueError("The `%s` argument must be a tuple of %d integers. Received: %s" % (name, count, value))
    return tuple(int(v) for v in values)


class _Conv(Layer):
    rank = 2

    def __init__(self, filters: Any, kernel_size: Any, strides: Any = 1, padding: str = "valid", data_format: str = "channels_last",
                 dilation_rate: Any = 1, activation: Any = None, use_bias: bool = True, kernel_initializer: Any = None, bias_initializer: Any = Zeros,
                 kernel_regularizer: Any = None, bias_regularizer: Any = None, activity_regularizer: Any = None, kernel_constraint: Any = None,
                 bias_constraint: Any = None, trainable: bool = True, name: Any = None, **kwargs: Any):
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        self.filters, self.kernel_size = int(filters), _tuple(kernel_size, self.rank, "kernel_size")
        self.strides, self.dilation_rate = _tuple(strides, self.rank, "strides"), _tuple(dilation_rate, self.rank, "dilation_rate")
        self.padding, self.data_format = padding.lower(), data_format
        if self.padding not in ("valid", "same"):
            raise ValueError("The `padding` argument must be one of \"valid\", \"same\". Received: %s" % padding)
        self.activation, self.use_bias = _function(activation), use_bias
        self.kernel_initializer, self.bias_initializer = _initializer(kernel_initializer), _initializer(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = kernel_regularizer, bias_regularizer
        self.kernel_constraint, self.bias_constraint = kernel_constraint, bias_constraint

    @property
    def _first(self) -> bool:
        return self.data_format == "channels_first"

    def _layout(self) -> str:
        return {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}[self.rank][self._first]

    def _channels(self, input_shape: Any) -> int:
        shape = TensorShape(input_shape).with_rank(self.rank + 2)
        depth = shape[1 if self._first else -1].value
        if depth is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        return depth  # type: ignore[no-any-return]

    def _weights(self, kernel_shape: Any) -> None:
        self.kernel = self.add_weight("kernel", kernel_shape, initializer=self.kernel_initializer, regularizer=self.kernel_regularizer,
                                      constraint=self.kernel_constraint)
        self._bias()

    def _bias(self) -> None:
        self.bias = self.add_weight("bias", [self.filters], initializer=self.bias_initializer, regularizer=self.bias_regularizer,
                                    constraint=self.bias_constraint) if self.use_bias else None

    def build(self, input_shape: Any) -> None:
        self._weights(list(self.kernel_size) + [self._channels(input_shape), self.filters])

    def _finish(self, outputs: Any) -> Any:
        if self.use_bias:
            outputs = _nn.bias_add(outputs, self.bias, data_format="NCHW" if self._first else "NHWC")
        return outputs if self.activation is None else self.activation(outputs)

    def call(self, inputs: Any) -> Any:
        function: Any = {1: _nn.conv1d, 2: _nn.conv2d, 3: _nn.conv3d}[self.rank]
        if self.rank == 1:
            outputs = _nn.conv1d(inputs, self.kernel, self.strides[0], self.padding.upper(), data_format=self._layout(),
                                 dilations=self.dilation_rate[0], name="conv1d")
        else:
            outputs = function(inputs, self.kernel, strides=list(self.strides), padding=self.padding.upper(), data_format=self._layout(),
                               dilations=list(self.dilation_rate))
        return self._finish(outputs)


class Conv1D(_Conv):
    """Shapes: inputs are [batch, steps, channels]."""

    rank = 1


class Conv2D(_Conv):
    """Shapes: inputs are [batch, rows, columns, channels], or [batch, channels, rows, columns] with data_format="channels_first"."""


class Conv3D(_Conv):
    rank = 3


class SeparableConv2D(_Conv):
    """A convolution of each channel by itself, and then one of 1x1 over all."""

    def __init__(self, filters: Any, kernel_size: Any, strides: Any = (1, 1), padding: str = "valid", data_format: str = "channels_last",
                 dilation_rate: Any = (1, 1), depth_multiplier: int = 1, activation: Any = None, use_bias: bool = True,
                 depthwise_initializer: Any = None, pointwise_initializer: Any = None, bias_initializer: Any = Zeros,
                 depthwise_regularizer: Any = None, pointwise_regularizer: Any = None, **kwargs: Any):
        super().__init__(filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
                         bias_initializer=bias_initializer, **kwargs)
        self.depth_multiplier = depth_multiplier
        self.depthwise_initializer, self.pointwise_initializer = _initializer(depthwise_initializer), _initializer(pointwise_initializer)
        self.depthwise_regularizer, self.pointwise_regularizer = depthwise_regularizer, pointwise_regularizer

    def build(self, input_shape: Any) -> None:
        depth = self._channels(input_shape)
        self.depthwise_kernel = self.add_weight("depthwise_kernel", list(self.kernel_size) + [depth, self.depth_multiplier],
                                                initializer=self.depthwise_initializer, regularizer=self.depthwise_regularizer)
        self.pointwise_kernel = self.add_weight("pointwise_kernel", [1, 1, self.depth_multiplier * depth, self.filters],
                                                initializer=self.pointwise_initializer, regularizer=self.pointwise_regularizer)
        self._bias()

    def call(self, inputs: Any) -> Any:
        strides = [1, 1, *self.strides] if self._first else [1, *self.strides, 1]
        return self._finish(_nn.separable_conv2d(inputs, self.depthwise_kernel, self.pointwise_kernel, strides, self.padding.upper(),
                                                 rate=list(self.dilation_rate), data_format=self._layout()))


def _transposed_size(size: Any, kernel: int, stride: int, padding: str) -> Any:
    if size is None:
        return None
    return size * stride if padding == "same" else size * stride + max(kernel - stride, 0)


class Conv2DTranspose(_Conv):
    """The gradient of a convolution, as a layer that makes images larger."""

    def build(self, input_shape: Any) -> None:
        self._weights(list(self.kernel_size) + [self.filters, self._channels(input_shape)])

    def call(self, inputs: Any) -> Any:
        shape = _array.shape(inputs)
        at = 2 if self._first else 1
        known = inputs.shape.as_list()
        sizes: list[Any] = []
        for i, (kernel, stride) in enumerate(zip(self.kernel_size, self.strides)):
            size = known[at + i]
            sizes.append(_transposed_size(size if size is not None else shape[at + i], kernel, stride, self.padding))
        batch = shape[0]
        whole = [batch, self.filters] + sizes if self._first else [batch] + sizes + [self.filters]
        function = _nn.conv2d_transpose if self.rank == 2 else _nn.conv3d_transpose
        outputs = function(inputs, self.kernel, _array.stack(whole), list(self.strides), self.padding.upper(), data_format=self._layout())
        spatial = [_transposed_size(known[at + i], k, s, self.padding) for i, (k, s) in enumerate(zip(self.kernel_size, self.strides))]
        outputs_shape = TensorShape([known[0], self.filters] + spatial if self._first else [known[0]] + spatial + [self.filters])
        if not outputs_shape.is_compatible_with(outputs.shape) or outputs.shape != outputs_shape:
            outputs.set_shape(outputs_shape)
        return self._finish(outputs)


class Conv3DTranspose(Conv2DTranspose):
    rank = 3


class _Pooling(Layer):
    rank, kind = 2, "MAX"

    def __init__(self, pool_size: Any, strides: Any, padding: str = "valid", data_format: str = "channels_last", name: Any = None, **kwargs: Any):
        super().__init__(name=name, **kwargs)
        self.pool_size = _tuple(pool_size, self.rank, "pool_size")
        self.strides = self.pool_size if strides is None else _tuple(strides, self.rank, "strides")
        self.padding, self.data_format = padding.upper(), data_format

    def call(self, inputs: Any) -> Any:
        first = self.data_format == "channels_first"
        if self.rank == 1:
            axis = 3 if first else 2
            inputs = _array.expand_dims(inputs, axis)
            pooled = (_nn.max_pool if self.kind == "MAX" else _nn.avg_pool)(
                inputs, [self.pool_size[0], 1], [self.strides[0], 1], self.padding, data_format="NCHW" if first else "NHWC")
            return _array.squeeze(pooled, [axis])
        window = [1, 1, *self.pool_size] if first else [1, *self.pool_size, 1]
        step = [1, 1, *self.strides] if first else [1, *self.strides, 1]
        if self.rank == 2:
            return (_nn.max_pool if self.kind == "MAX" else _nn.avg_pool)(inputs, window, step, self.padding, data_format="NCHW" if first else "NHWC")
        return (_nn.max_pool3d if self.kind == "MAX" else _nn.avg_pool3d)(inputs, window, step, self.padding, data_format="NCDHW" if first else "NDHWC")


class MaxPooling1D(_Pooling):
    rank = 1


class AveragePooling1D(_Pooling):
    rank, kind = 1, "AVG"


class MaxPooling2D(_Pooling):
    pass


class AveragePooling2D(_Pooling):
    kind = "AVG"


class MaxPooling3D(_Pooling):
    rank = 3


class AveragePooling3D(_Pooling):
    rank, kind = 3, "AVG"


class BatchNormalization(Layer):
    """Source: Ioffe and Szegedy 2015. With training the statistics are the batch's, and the moving ones are updated by the operations of
    the collection UPDATE_OPS; else the moving ones are used."""

    def __init__(self, axis: Any = -1, momentum: float = 0.99, epsilon: float = 1e-3, center: bool = True, scale: bool = True,
                 beta_initializer: Any = Zeros, gamma_initializer: Any = Ones, moving_mean_initializer: Any = Zeros,
                 moving_variance_initializer: Any = Ones, beta_regularizer: Any = None, gamma_regularizer: Any = None, beta_constraint: Any = None,
                 gamma_constraint: Any = None, renorm: bool = False, renorm_clipping: Any = None, renorm_momentum: float = 0.99, fused: Any = None,
                 trainable: bool = True, virtual_batch_size: Any = None, adjustment: Any = None, name: Any = None, **kwargs: Any):
        super().__init__(trainable=trainable, name=name, **kwargs)
        if renorm or virtual_batch_size is not None or adjustment is not None:
            raise NotImplementedError("renorm, virtual_batch_size and adjustment of batch normalization are UNIMPLEMENTED")
        self.axis = list(axis) if isinstance(axis, (list, tuple)) else [axis]
        self.momentum, self.epsilon, self.center, self.scale, self.fused = momentum, epsilon, center, scale, fused
        self._initializers = [_initializer(i) for i in (gamma_initializer, beta_initializer, moving_mean_initializer, moving_variance_initializer)]
        self._regularizers = gamma_regularizer, beta_regularizer

    def build(self, input_shape: Any) -> None:
        shape = TensorShape(input_shape)
        rank = shape.ndims
        if rank is None:
            raise ValueError("Input has undefined rank: %s" % shape)
        self.axis = [a + rank if a < 0 else a for a in self.axis]
        if self.fused is None:
            self.fused = rank == 4 and self.axis in ([1], [3])
        sizes = [shape[a].value for a in self.axis]
        if None in sizes:
            raise ValueError("Input has undefined `axis` dimension. Received input with shape %s" % shape)
        whole = sizes if len(sizes) == 1 else [shape[i].value if i in self.axis else 1 for i in range(rank)]
        dtype = DType.float32 if self._dtype in (DType.float16, DType.bfloat16) else self._dtype
        gamma, beta, mean, variance = self._initializers
        self.gamma = self.add_weight("gamma", whole, dtype, gamma, self._regularizers[0]) if self.scale else None
        self.beta = self.add_weight("beta", whole, dtype, beta, self._regularizers[1]) if self.center else None
        self.moving_mean = self.add_weight("moving_mean", whole, dtype, mean, trainable=False)
        self.moving_variance = self.add_weight("moving_variance", whole, dtype, variance, trainable=False)

    def _assign_moving_average(self, variable: Any, value: Any, momentum: Any) -> Any:
        with name_scope("AssignMovingAvg", values=[variable, value, momentum]) as scope, get_default_graph().colocate_with(variable):
            decay = convert_to_tensor(1.0 - momentum, name="decay")
            decay = _math.cast(decay, variable.dtype) if decay.dtype != variable.dtype else decay
            return variable.assign_sub((variable - _math.cast(value, variable.dtype)) * decay, name=scope)

    def call(self, inputs: Any, training: Any = False) -> Any:
        return self._fused_call(inputs, training) if self.fused else self._plain_call(inputs, training)

    def _fused_call(self, inputs: Any, training: Any) -> Any:
        layout = "NCHW" if self.axis == [1] else "NHWC"
        beta = self.beta if self.center else constant(np.zeros(self.moving_mean.shape.as_list(), np.float32))
        gamma = self.gamma if self.scale else constant(np.ones(self.moving_mean.shape.as_list(), np.float32))

        def batch() -> Any:
            return _nn.fused_batch_norm(inputs, gamma, beta, epsilon=self.epsilon, data_format=layout)

        def moving() -> Any:
            return _nn.fused_batch_norm(inputs, gamma, beta, self.moving_mean, self.moving_variance, self.epsilon, layout, is_training=False)

        output, mean, variance = smart_cond(training, batch, moving)
        known = _known(training)
        if known is not False:
            momentum = convert_to_tensor(self.momentum) if known else smart_cond(
                training, lambda: convert_to_tensor(self.momentum), lambda: convert_to_tensor(1.0))
            self.add_update(self._assign_moving_average(self.moving_mean, mean, momentum))
            self.add_update(self._assign_moving_average(self.moving_variance, variance, momentum))
        return output

    def _plain_call(self, inputs: Any, training: Any) -> Any:
        rank = inputs.shape.ndims
        axes = [i for i in range(rank) if i not in self.axis]
        whole = [inputs.shape[i].value if i in self.axis else 1 for i in range(rank)]
        spread = len(self.axis) == 1 and self.axis != [rank - 1]

        def broadcast(v: Any) -> Any:
            return _array.reshape(v, whole) if v is not None and spread else v

        known = _known(training)
        if known is not False:
            mean, variance = _nn.moments(inputs, axes, keep_dims=len(self.axis) > 1)
            mean_now = smart_cond(training, lambda: mean, lambda: convert_to_tensor(self.moving_mean))
            variance_now = smart_cond(training, lambda: variance, lambda: convert_to_tensor(self.moving_variance))
            momentum = convert_to_tensor(self.momentum) if known else smart_cond(
                training, lambda: convert_to_tensor(self.momentum), lambda: convert_to_tensor(1.0))
            self.add_update(self._assign_moving_average(self.moving_mean, mean_now, momentum))
            self.add_update(self._assign_moving_average(self.moving_variance, variance_now, momentum))
        else:
            mean_now, variance_now = self.moving_mean, self.moving_variance
        outputs = _nn.batch_normalization(inputs, broadcast(mean_now), broadcast(variance_now), broadcast(self.beta), broadcast(self.gamma), self.epsilon)
        return outputs


def _known(training: Any) -> Any:
    """True, False, or None where only a run tells."""
    if isinstance(training, (bool, int)):
        return bool(training)
    known = static_value(training) if isinstance(training, Operators) else training
    return None if known is None else bool(known)


def _functional(kind: Any, count: int = 0) -> Any:
    """A function of inputs that makes the layer and calls it. `training` goes to the call, `reuse` and `name` to the scope."""
    def function(inputs: Any, *args: Any, name: Any = None, reuse: Any = None, **kwargs: Any) -> Any:
        training = {"training": kwargs.pop("training")} if "training" in kwargs else {}
        layer = kind(*args, name=name, _reuse=reuse, _scope=name, **kwargs)
        if isinstance(inputs, Operators):
            layer._dtype = inputs.dtype
        return layer(inputs, **training)
    function.__name__ = function.__qualname__ = kind.__name__
    function.__doc__ = kind.__doc__
    return function


dense, flatten, conv1d, conv2d, conv3d = map(_functional, (Dense, Flatten, Conv1D, Conv2D, Conv3D))
separable_conv2d, conv2d_transpose, conv3d_transpose = map(_functional, (SeparableConv2D, Conv2DTranspose, Conv3DTranspose))
max_pooling1d, average_pooling1d, max_pooling2d = map(_functional, (MaxPooling1D, AveragePooling1D, MaxPooling2D))
average_pooling2d, max_pooling3d, average_pooling3d = map(_functional, (AveragePooling2D, MaxPooling3D, AveragePooling3D))


def dropout(inputs: Any, rate: Any = 0.5, noise_shape: Any = None, seed: Any = None, training: Any = False, name: Any = None) -> Any:
    """Without training nothing happens: pass training=True, or a tensor that says it."""
    return Dropout(rate, noise_shape=noise_shape, seed=seed, name=name)(inputs, training=training)


def batch_normalization(inputs: Any, axis: Any = -1, momentum: float = 0.99, epsilon: float = 1e-3, center: bool = True, scale: bool = True,
                        beta_initializer: Any = Zeros, gamma_initializer: Any = Ones, moving_mean_initializer: Any = Zeros,
                        moving_variance_initializer: Any = Ones, beta_regularizer: Any = None, gamma_regularizer: Any = None,
                        beta_constraint: Any = None, gamma_constraint: Any = None, training: Any = False, trainable: bool = True, name: Any = None,
                        reuse: Any = None, renorm: bool = False, renorm_clipping: Any = None, renorm_momentum: float = 0.99, fused: Any = None,
                        virtual_batch_size: Any = None, adjustment: Any = None) -> Any:
    """See BatchNormalization. The moving statistics are only updated by the operations of tf.GraphKeys.UPDATE_OPS."""
    layer = BatchNormalization(axis, momentum, epsilon, center, scale, beta_initializer, gamma_initializer, moving_mean_initializer,
                               moving_variance_initializer, beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint, renorm,
                               renorm_clipping, renorm_momentum, fused, trainable, virtual_batch_size, adjustment, name, _reuse=reuse, _scope=name,
                               dtype=inputs.dtype)
    return layer(inputs, training=training)
