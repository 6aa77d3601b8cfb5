"""Layers' building blocks: activations, convolutions, pools, normalization, losses of logits."""
from __future__ import annotations

import numbers
from typing import Any

import numpy as np

from ...dtypes import DType
from ...graph import Operators
from . import _array, _math, _random
from ._apply import apply, constant, convert_to_tensor
from ._graph import name_scope
from ._shape import TensorShape
from ._values import TopKOutputs

relu, relu6, elu, selu, softplus = map(_math._unary, ("Relu", "Relu6", "Elu", "Selu", "Softplus"))


def leaky_relu(features: Any, alpha: Any = 0.2, name: Any = None) -> Any:
    with name_scope(name, "LeakyRelu", [features, alpha]) as scope:
        features = convert_to_tensor(features, name="features")
        if features.dtype.is_integer:
            features = _math.cast(features, DType.float32)
        if isinstance(alpha, Operators):
            return _math.maximum(alpha * features, features, name=scope)
        return apply("LeakyRelu", features, alpha=float(alpha), name=scope)


def crelu(features: Any, name: Any = None, axis: int = -1) -> Any:
    with name_scope(name, "CRelu", [features]) as scope:
        features = convert_to_tensor(features, name="features")
        return relu(_array.concat([features, -features], axis, name=scope))


def swish(features: Any, beta: Any = 1.0) -> Any:
    with name_scope("swish"):
        features = convert_to_tensor(features, name="features")
        return features * _math.sigmoid(features if isinstance(beta, float) and beta == 1.0 else beta * features)


silu = swish


def log_sigmoid(x: Any, name: Any = None) -> Any:
    with name_scope(name, "LogSigmoid", [x]) as scope:
        return _math.negative(softplus(-convert_to_tensor(x, name="x")), name=scope)


def relu_layer(x: Any, weights: Any, biases: Any, name: Any = None) -> Any:
    with name_scope(name, "relu_layer", [x, weights, biases]) as scope:
        return relu(bias_add(_math.matmul(x, weights), biases), name=scope)


def xw_plus_b(x: Any, weights: Any, biases: Any, name: Any = None) -> Any:
    with name_scope(name, "xw_plus_b", [x, weights, biases]) as scope:
        return bias_add(_math.matmul(x, weights), biases, name=scope)


def zero_fraction(value: Any, name: Any = None) -> Any:
    with name_scope(name, "zero_fraction", [value]):
        value = convert_to_tensor(value, name="value")
        return _math.reduce_mean(_math.cast(_math.equal(value, constant(0, value.dtype)), DType.float32), name="fraction")


def _along_last(op: str, logits: Any, dim: Any, name: Any) -> Any:
    logits = convert_to_tensor(logits)
    count, at = logits.shape.ndims, int(dim)
    if at == -1 or count is not None and at == count - 1:
        return apply(op, logits, name=name)
    if count is None:
        raise NotImplementedError("%s along another dimension than the last of a tensor of unknown rank is UNIMPLEMENTED" % op)
    if not -count <= at < count:
        raise ValueError("axis = %d is not in [%d, %d)" % (at, -count, count))
    order = list(range(count))
    order[at], order[-1] = order[-1], order[at]
    return _array.transpose(apply(op, _array.transpose(logits, order)), order, name=name or op)


def softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    axis = dim if axis is None else axis
    return _along_last("Softmax", logits, -1 if axis is None else axis, name)


def log_softmax(logits: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    axis = dim if axis is None else axis
    return _along_last("LogSoftmax", logits, -1 if axis is None else axis, name)


def bias_add(value: Any, bias: Any, data_format: Any = None, name: Any = None) -> Any:
    with name_scope(name, "BiasAdd", [value, bias]) as scope:
        layout = "NCHW" if data_format is not None and data_format.startswith("NC") else "NHWC"
        return apply("BiasAdd", value, bias, data_format=layout, name=scope)


def dropout(x: Any, keep_prob: Any = None, noise_shape: Any = None, seed: Any = None, name: Any = None, rate: Any = None) -> Any:
    """Elements become 0 with probability `rate`, and the others are divided by 1 - rate."""
    if rate is None and keep_prob is None:
        raise ValueError("You must provide a rate to dropout.")
    if rate is None:
        rate = 1 - keep_prob
    with name_scope(name, "dropout", [x]):
        plain = isinstance(rate, numbers.Real)
        if plain and not 0 <= rate < 1:
            raise ValueError("rate must be a scalar tensor or a float in the range [0, 1), got %g" % rate)
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_floating:
            raise ValueError("x has to be a floating point tensor since it's going to be scaled. Got a %s tensor instead." % x.dtype)
        if plain:
            if rate == 0:
                return x
            result = apply("Mul", x, constant(1 / (1 - rate), x.dtype))
        else:
            rate = convert_to_tensor(rate, x.dtype, name="rate")
            result = apply("RealDiv", x, apply("Sub", constant(1, x.dtype), rate))
        random = _random.random_uniform(_noise_shape(x, noise_shape), seed=seed, dtype=x.dtype)
        dropped = apply("SelectV2", random >= rate, result, constant(0, x.dtype))
        if noise_shape is None and x.shape.ndims is not None and dropped.shape != x.shape:
            dropped.set_shape(x.shape)
        return dropped


def _noise_shape(x: Any, noise_shape: Any) -> Any:
    if noise_shape is None:
        return _array.shape(x)
    if isinstance(noise_shape, Operators):
        return noise_shape
    dims = TensorShape(noise_shape).as_list()
    known = x.shape
    if known.ndims == len(dims):
        dims = [known[i].value if d is None else d for i, d in enumerate(dims)]
    return dims


# ---- convolutions and pools

def _window(value: Any, count: int, channels_first: bool, name: str) -> list[int]:
    """One number, one for each spatial dimension, or one for each dimension of the tensor."""
    values = [1] if value is None else list(value) if isinstance(value, (list, tuple)) else [value]
    if len(values) == 1:
        values = values * count
    if len(values) == count + 2:
        return [int(v) for v in values]
    if len(values) != count:
        raise ValueError("%s should be of length 1, %d or %d but was %d" % (name, count, count + 2, len(values)))
    return [1, 1] + values if channels_first else [1] + values + [1]


def _padding(padding: Any, channels_first: bool) -> tuple[str, Any]:
    if isinstance(padding, (list, tuple)):
        return "EXPLICIT", [int(p) for pair in padding for p in pair]
    return padding.upper(), None


def conv2d(input: Any, filter: Any = None, strides: Any = None, padding: Any = None, use_cudnn_on_gpu: bool = True, data_format: Any = "NHWC",
           dilations: Any = None, name: Any = None, filters: Any = None) -> Any:
    """Shapes: input is [batch, rows, columns, channels], the filter [rows, columns, channels, filters]."""
    filter, layout = filters if filter is None else filter, data_format or "NHWC"
    first = layout == "NCHW"
    kind, explicit = _padding(padding, first)
    return apply("Conv2D", input, filter, strides=_window(strides, 2, first, "strides"), padding=kind, explicit_paddings=explicit,
                 data_format=layout, dilations=_window(dilations, 2, first, "dilations"), name=name)


def conv3d(input: Any, filter: Any = None, strides: Any = None, padding: Any = None, data_format: str = "NDHWC", dilations: Any = None,
           name: Any = None, filters: Any = None) -> Any:
    first = data_format == "NCDHW"
    return apply("Conv3D", input, filters if filter is None else filter, strides=_window(strides, 3, first, "strides"), padding=padding.upper(),
                 data_format=data_format, dilations=_window(dilations, 3, first, "dilations"), name=name)


def conv1d(value: Any = None, filters: Any = None, stride: Any = None, padding: Any = None, use_cudnn_on_gpu: Any = None, data_format: Any = None,
           name: Any = None, input: Any = None, dilations: Any = None) -> Any:
    with name_scope(name, "conv1d", [value, filters]):
        value = convert_to_tensor(value if value is not None else input)
        first = data_format in ("NCW", "NCHW")
        axis = 2 if first else 1
        step: Any = [stride] if isinstance(stride, int) else list(stride)
        step = step[-1 if first else 1] if len(step) == 3 else step[0]
        spread = 1 if dilations is None else dilations if isinstance(dilations, int) else list(dilations)[-1 if first or len(list(dilations)) == 1 else 1]
        made = apply("Conv2D", _array.expand_dims(value, axis), _array.expand_dims(filters, 0), padding=padding.upper(),
                     strides=[1, 1, 1, step] if first else [1, 1, step, 1], dilations=[1, 1, 1, spread] if first else [1, 1, spread, 1],
                     data_format="NCHW" if first else "NHWC")
        return _array.squeeze(made, [axis])


def conv2d_transpose(value: Any = None, filter: Any = None, output_shape: Any = None, strides: Any = None, padding: str = "SAME",
                     data_format: Any = "NHWC", name: Any = None, input: Any = None, filters: Any = None, dilations: Any = None) -> Any:
    """The gradient of conv2d, as a layer. Shapes: the filter is [rows, columns, filters, channels]."""
    value, filter, layout = input if value is None else value, filters if filter is None else filter, data_format or "NHWC"
    first = layout == "NCHW"
    with name_scope(name, "conv2d_transpose", [value, filter, output_shape]) as scope:
        return apply("Conv2DBackpropInput", _sizes(output_shape), filter, value, strides=_window(strides, 2, first, "strides"),
                     padding=padding.upper(), data_format=layout, dilations=_window(dilations, 2, first, "dilations"), name=scope)


def conv3d_transpose(value: Any = None, filter: Any = None, output_shape: Any = None, strides: Any = None, padding: str = "SAME",
                     data_format: str = "NDHWC", name: Any = None, input: Any = None, filters: Any = None, dilations: Any = None) -> Any:
    first = data_format == "NCDHW"
    return apply("Conv3DBackpropInputV2", _sizes(output_shape), filters if filter is None else filter, input if value is None else value,
                 strides=_window(strides, 3, first, "strides"), padding=padding.upper(), data_format=data_format,
                 dilations=_window(dilations, 3, first, "dilations"), name=name or "conv3d_transpose")


def _sizes(shape: Any) -> Any:
    return _array._sizes(shape)


def conv2d_backprop_input(input_sizes: Any, filter: Any = None, out_backprop: Any = None, strides: Any = None, padding: Any = None,
                          use_cudnn_on_gpu: bool = True, data_format: str = "NHWC", dilations: Any = None, name: Any = None,
                          filters: Any = None) -> Any:
    return apply("Conv2DBackpropInput", _sizes(input_sizes), filters if filter is None else filter, out_backprop, strides=list(strides),
                 padding=padding, data_format=data_format, dilations=dilations, name=name)


def conv2d_backprop_filter(input: Any, filter_sizes: Any, out_backprop: Any, strides: Any = None, padding: Any = None,
                           use_cudnn_on_gpu: bool = True, data_format: str = "NHWC", dilations: Any = None, name: Any = None) -> Any:
    return apply("Conv2DBackpropFilter", input, _sizes(filter_sizes), out_backprop, strides=list(strides), padding=padding,
                 data_format=data_format, dilations=dilations, name=name)


def depthwise_conv2d(input: Any, filter: Any = None, strides: Any = None, padding: Any = None, rate: Any = None, name: Any = None,
                     data_format: Any = None, dilations: Any = None, filters: Any = None) -> Any:
    with name_scope(name, "depthwise", [input, filter]) as scope:
        layout = data_format or "NHWC"
        spread = [1, 1] if (dilations if rate is None else rate) is None else (dilations if rate is None else rate)
        return apply("DepthwiseConv2dNative", input, filters if filter is None else filter, strides=list(strides), padding=padding.upper(),
                     data_format=layout, dilations=_window(spread, 2, layout == "NCHW", "rate"), name=scope)


def depthwise_conv2d_native(input: Any, filter: Any, strides: Any, padding: str, data_format: str = "NHWC", dilations: Any = None,
                            name: Any = None) -> Any:
    return apply("DepthwiseConv2dNative", input, filter, strides=list(strides), padding=padding, data_format=data_format, dilations=dilations,
                 name=name)


def separable_conv2d(input: Any, depthwise_filter: Any, pointwise_filter: Any, strides: Any, padding: str, rate: Any = None, name: Any = None,
                     data_format: Any = None, dilations: Any = None) -> Any:
    with name_scope(name, "separable_conv2d", [input, depthwise_filter, pointwise_filter]) as scope:
        layout = data_format or "NHWC"
        spread = _window([1, 1] if (dilations if rate is None else rate) is None else (dilations if rate is None else rate), 2, layout == "NCHW", "rate")
        depthwise = apply("DepthwiseConv2dNative", input, depthwise_filter, strides=list(strides), padding=padding.upper(), data_format=layout,
                          dilations=spread, name="depthwise")
        return apply("Conv2D", depthwise, pointwise_filter, strides=[1, 1, 1, 1], padding="VALID", data_format=layout, name=scope)


def atrous_conv2d(value: Any, filters: Any, rate: int, padding: str, name: Any = None) -> Any:
    return conv2d(value, filters, strides=1, padding=padding, dilations=rate, name=name)


def convolution(input: Any, filter: Any = None, padding: Any = None, strides: Any = None, dilation_rate: Any = None, name: Any = None,
                data_format: Any = None, filters: Any = None, dilations: Any = None) -> Any:
    filter = convert_to_tensor(filters if filter is None else filter)
    count = (filter.shape.ndims or 4) - 2
    spread = dilations if dilation_rate is None else dilation_rate
    if count == 1:
        return conv1d(input, filter, strides or 1, padding, data_format=data_format, dilations=spread, name=name)
    function: Any = {2: conv2d, 3: conv3d}[count]
    layout = data_format or ("NHWC" if count == 2 else "NDHWC")
    return function(input, filter, strides=strides or 1, padding=padding, data_format=layout, dilations=spread, name=name)


def _pool(op: str) -> Any:
    def function(value: Any = None, ksize: Any = None, strides: Any = None, padding: Any = None, data_format: Any = "NHWC", name: Any = None,
                 input: Any = None) -> Any:
        value, layout = input if value is None else value, data_format or "NHWC"
        first = layout == "NCHW"
        with name_scope(name, op, [value]) as scope:
            kind, explicit = _padding(padding, first)
            more = {"explicit_paddings": explicit} if explicit is not None else {}
            return apply(op, value, ksize=_window(ksize, 2, first, "ksize"), strides=_window(strides, 2, first, "strides"), padding=kind,
                         data_format=layout, name=scope, **more)
    function.__name__ = function.__qualname__ = op
    return function


max_pool, avg_pool = _pool("MaxPool"), _pool("AvgPool")
max_pool2d, avg_pool2d = max_pool, avg_pool


def _pool3d(op: str) -> Any:
    def function(input: Any, ksize: Any, strides: Any, padding: str, data_format: str = "NDHWC", name: Any = None) -> Any:
        first = data_format == "NCDHW"
        return apply(op, input, ksize=_window(ksize, 3, first, "ksize"), strides=_window(strides, 3, first, "strides"), padding=padding,
                     data_format=data_format, name=name)
    return function


max_pool3d, avg_pool3d = _pool3d("MaxPool3D"), _pool3d("AvgPool3D")


def _pool1d(function: Any) -> Any:
    def pooled(input: Any, ksize: Any, strides: Any, padding: str, data_format: str = "NWC", name: Any = None) -> Any:
        with name_scope(name, "Pool1d", [input]):
            first = data_format.startswith("NC")
            size, step = (int(np.max(np.asarray(v))) for v in (ksize, strides))
            wide = _array.expand_dims(input, 3 if first else 2)
            return _array.squeeze(function(wide, [size, 1], [step, 1], padding, data_format="NCHW" if first else "NHWC"), [3 if first else 2])
    return pooled


max_pool1d, avg_pool1d = _pool1d(max_pool), _pool1d(avg_pool)


def dilation2d(input: Any, filter: Any = None, strides: Any = None, rates: Any = None, padding: Any = None, name: Any = None, filters: Any = None,
               dilations: Any = None) -> Any:
    return apply("Dilation2D", input, filters if filter is None else filter, strides=list(strides), rates=list(rates or dilations), padding=padding,
                 name=name)


def erosion2d(value: Any, kernel: Any, strides: Any, rates: Any, padding: str, name: Any = None) -> Any:
    with name_scope(name, "erosion2d", [value, kernel]) as scope:
        turned = dilation2d(-convert_to_tensor(value), _array.reverse(kernel, [0, 1]), strides, rates, padding)
        return _math.negative(turned, name=scope)


def max_pool_with_argmax(input: Any, ksize: Any, strides: Any, padding: str, data_format: str = "NHWC", Targmax: Any = None,  # noqa: N803
                         name: Any = None, output_dtype: Any = None, include_batch_in_index: bool = False) -> Any:
    return apply("MaxPoolWithArgmax", input, ksize=_window(ksize, 2, False, "ksize"), strides=_window(strides, 2, False, "strides"),
                 padding=padding, Targmax=Targmax or output_dtype or DType.int64, include_batch_in_index=include_batch_in_index, name=name)


def pool(input: Any, window_shape: Any, pooling_type: str, padding: str, dilation_rate: Any = None, strides: Any = None, name: Any = None,
         data_format: Any = None, dilations: Any = None) -> Any:
    if any(d != 1 for d in np.ravel(dilation_rate or dilations or 1)):
        raise NotImplementedError("pool with dilations is UNIMPLEMENTED")
    function = {"MAX": max_pool, "AVG": avg_pool}[pooling_type.upper()]
    return function(input, list(window_shape), list(strides or [1] * len(window_shape)), padding.upper(), data_format=data_format or "NHWC", name=name)


# ---- normalization

def moments(x: Any, axes: Any, shift: Any = None, name: Any = None, keep_dims: Any = None, keepdims: Any = None) -> tuple[Any, Any]:
    keep = bool(keep_dims if keepdims is None else keepdims)
    with name_scope(name, "moments", [x, axes]):
        x = convert_to_tensor(x)
        half = x.dtype in (DType.float16, DType.bfloat16)
        y = _math.cast(x, DType.float32) if half else x
        mean = _math.reduce_mean(y, axes, keepdims=True, name="mean")
        variance = _math.reduce_mean(_math.squared_difference(y, _array.stop_gradient(mean)), axes, keepdims=True, name="variance")
        if not keep:
            mean, variance = _array.squeeze(mean, axes), _array.squeeze(variance, axes)
        return (_math.cast(mean, x.dtype), _math.cast(variance, x.dtype)) if half else (mean, variance)


def weighted_moments(x: Any, axes: Any, frequency_weights: Any, name: Any = None, keep_dims: Any = None, keepdims: Any = None) -> tuple[Any, Any]:
    keep = bool(keep_dims if keepdims is None else keepdims)
    with name_scope(name, "weighted_moments", [x, frequency_weights, axes]):
        x = convert_to_tensor(x, name="x")
        weights = _math.cast(convert_to_tensor(frequency_weights, name="frequency_weights"), x.dtype) + _array.zeros_like(x)
        total = _math.reduce_sum(weights, axes, keepdims=True)
        mean = _math.reduce_sum(weights * x, axes, keepdims=True) / total
        variance = _math.reduce_sum(weights * _math.squared_difference(x, mean), axes, keepdims=True) / total
        return (mean, variance) if keep else (_array.squeeze(mean, axes), _array.squeeze(variance, axes))


def sufficient_statistics(x: Any, axes: Any, shift: Any = None, keep_dims: Any = None, name: Any = None, keepdims: Any = None) -> Any:
    keep = bool(keep_dims if keepdims is None else keepdims)
    with name_scope(name, "sufficient_statistics", [x, shift]):
        x = convert_to_tensor(x, name="x")
        sizes = _array.gather(_array.shape(x), list(axes))
        count = _math.cast(_math.reduce_prod(sizes), x.dtype)
        m = x if shift is None else x - shift
        return (count, _math.reduce_sum(m, axes, keepdims=keep, name="mean_ss"), _math.reduce_sum(_math.square(m), axes, keepdims=keep, name="var_ss"),
                shift)


def normalize_moments(counts: Any, mean_ss: Any, variance_ss: Any, shift: Any, name: Any = None) -> tuple[Any, Any]:
    with name_scope(name, "normalize", [counts, mean_ss, variance_ss, shift]):
        divisor = _math.reciprocal(counts, name="divisor")
        shifted = _math.multiply(mean_ss, divisor, name="shifted_mean")
        mean = shifted if shift is None else _math.add(shifted, shift, name="mean")
        return mean, _math.subtract(_math.multiply(variance_ss, divisor), _math.square(shifted), name="variance")


def batch_normalization(x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: Any, name: Any = None) -> Any:
    with name_scope(name, "batchnorm", [x, mean, variance, scale, offset]):
        inverse = _math.rsqrt(variance + variance_epsilon)
        if scale is not None:
            inverse = inverse * scale
        x = convert_to_tensor(x)
        return x * _math.cast(inverse, x.dtype) + _math.cast(offset - mean * inverse if offset is not None else -mean * inverse, x.dtype)


def batch_norm_with_global_normalization(t: Any = None, m: Any = None, v: Any = None, beta: Any = None, gamma: Any = None, variance_epsilon: Any = None,
                                         scale_after_normalization: Any = None, name: Any = None, input: Any = None, mean: Any = None,
                                         variance: Any = None) -> Any:
    return batch_normalization(input if t is None else t, mean if m is None else m, variance if v is None else v, beta,
                               gamma if scale_after_normalization else None, variance_epsilon, name)


def fused_batch_norm(x: Any, scale: Any, offset: Any, mean: Any = None, variance: Any = None, epsilon: float = 0.001, data_format: str = "NHWC",
                     is_training: bool = True, name: Any = None, exponential_avg_factor: float = 1.0) -> tuple[Any, Any, Any]:
    """y, and the mean and variance of the batch."""
    if not is_training and (mean is None or variance is None):
        raise ValueError("Both `mean` and `variance` must be a 1D tensor when `is_training` is False.")
    x = convert_to_tensor(x, name="input")
    scale, offset = convert_to_tensor(scale, DType.float32, name="scale"), convert_to_tensor(offset, DType.float32, name="offset")
    mean = constant(np.zeros([0], np.float32)) if mean is None else mean
    variance = constant(np.zeros([0], np.float32)) if variance is None else variance
    made = apply("FusedBatchNormV3", x, scale, offset, mean, variance, epsilon=max(epsilon, 1.001e-5), data_format=data_format,
                 exponential_avg_factor=None if exponential_avg_factor == 1.0 else exponential_avg_factor, is_training=is_training, name=name)
    return made[0], made[1], made[2]


def l2_normalize(x: Any, axis: Any = None, epsilon: float = 1e-12, name: Any = None, dim: Any = None) -> Any:
    axis = dim if axis is None else axis
    with name_scope(name, "l2_normalize", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        square_sum = _math.reduce_sum(_math.square(x), axis, keepdims=True)
        return _math.multiply(x, _math.rsqrt(_math.maximum(square_sum, epsilon)), name=scope)


def l2_loss(t: Any, name: Any = None) -> Any:
    return apply("L2Loss", t, name=name)


def top_k(input: Any, k: Any = 1, sorted: bool = True, name: Any = None) -> TopKOutputs:
    return TopKOutputs(*apply("TopKV2", input, k, sorted=sorted, name=name))


def in_top_k(predictions: Any, targets: Any, k: Any, name: Any = None) -> Any:
    with name_scope(name, "in_top_k") as scope:
        return apply("InTopKV2", predictions, targets, convert_to_tensor(k, targets.dtype if isinstance(targets, Operators) else None), name=scope)


