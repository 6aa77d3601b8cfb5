"""Counts, segments and what else stands between the families."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math
from ._apply import apply, constant, convert_to_tensor
from ._check import assert_less, assert_non_negative
from ._control_flow import with_dependencies
from ._graph import name_scope


def bincount(arr: Any, weights: Any = None, minlength: Any = None, maxlength: Any = None, dtype: Any = DType.int32) -> Any:
    """How often each number is in arr, or the sum of its weights."""
    with name_scope("bincount"):
        arr = convert_to_tensor(arr, DType.int32, name="arr")
        size = _math.cast(_math.reduce_prod(_array.shape(arr)) > 0, DType.int32) * (_math.reduce_max(arr) + 1)
        if minlength is not None:
            size = _math.maximum(convert_to_tensor(minlength, DType.int32), size)
        if maxlength is not None:
            size = _math.minimum(convert_to_tensor(maxlength, DType.int32), size)
        by = constant([], as_dtype(dtype)) if weights is None else convert_to_tensor(weights)
        return apply("Bincount", arr, size, by)


def confusion_matrix(labels: Any, predictions: Any, num_classes: Any = None, dtype: Any = DType.int32, name: Any = None, weights: Any = None) -> Any:
    """Row: label, column: prediction."""
    with name_scope(name, "confusion_matrix", [predictions, labels, num_classes, weights]) as scope:
        predictions = _math.cast(_squeezed(convert_to_tensor(predictions), convert_to_tensor(labels)), DType.int64)
        labels = _math.cast(_squeezed(convert_to_tensor(labels), predictions), DType.int64)
        labels = with_dependencies([assert_non_negative(labels, message="`labels` contains negative values")], labels)
        predictions = with_dependencies([assert_non_negative(predictions, message="`predictions` contains negative values")], predictions)
        if num_classes is None:
            num_classes = _math.maximum(_math.reduce_max(predictions), _math.reduce_max(labels)) + 1
        else:
            classes = _math.cast(num_classes, DType.int64)
            labels = with_dependencies([assert_less(labels, classes, message="`labels` out of bound")], labels)
            predictions = with_dependencies([assert_less(predictions, classes, message="`predictions` out of bound")], predictions)
        size = _math.cast(num_classes, DType.int64)
        indices = _array.stack([labels, predictions], axis=1)
        values = _array.ones_like(predictions, dtype) if weights is None else _math.cast(weights, dtype)
        return apply("ScatterNd", indices, values, _array.stack([size, size]), name=scope)


def _squeezed(value: Any, other: Any) -> Any:
    a, b = value.shape, other.shape
    if a.ndims is not None and b.ndims is not None and a.ndims - b.ndims == 1 and a[-1].is_compatible_with(1):
        return _array.squeeze(value, [-1])
    return value


def lbeta(x: Any, name: Any = None) -> Any:
    """log(|Beta(x)|) over the last dimension."""
    with name_scope(name, "lbeta", [x]):
        x = convert_to_tensor(x, name="x")
        return _math.subtract(_math.reduce_sum(_math.lgamma(x), axis=[-1]), _math.lgamma(_math.reduce_sum(x, axis=[-1])))


def _counts(data: Any, segment_ids: Any, num_segments: Any) -> Any:
    ones = _array.ones(_array.shape(segment_ids), data.dtype)
    count = apply("UnsortedSegmentSum", ones, segment_ids, num_segments)
    rank = data.shape.ndims
    ids = segment_ids.shape.ndims
    return _array.reshape(_math.maximum(count, 1), [-1] + [1] * ((rank or 1) - (ids or 1)))


def unsorted_segment_mean(data: Any, segment_ids: Any, num_segments: Any, name: Any = None) -> Any:
    with name_scope(name, "UnsortedSegmentMean"):
        data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        return apply("UnsortedSegmentSum", data, segment_ids, num_segments) / _counts(data, segment_ids, num_segments)


def unsorted_segment_sqrt_n(data: Any, segment_ids: Any, num_segments: Any, name: Any = None) -> Any:
    with name_scope(name, "UnsortedSegmentSqrtN"):
        data, segment_ids = convert_to_tensor(data), convert_to_tensor(segment_ids)
        return apply("UnsortedSegmentSum", data, segment_ids, num_segments) / _math.sqrt(_counts(data, segment_ids, num_segments))


def norm(tensor: Any, ord: Any = "euclidean", axis: Any = None, keepdims: Any = None, name: Any = None, keep_dims: Any = None) -> Any:  # noqa: A002
    """Of vectors: "euclidean", a number, or inf; of matrices, where axis has two: "euclidean", "fro", 1 or inf."""
    keep = bool(keep_dims if keepdims is None else keepdims)
    with name_scope(name, "norm", [tensor]):
        tensor = convert_to_tensor(tensor)
        matrix = isinstance(axis, (list, tuple)) and len(axis) == 2
        if ord in ("fro", "euclidean", 2, 2.0) and not (matrix and ord in (2, 2.0)):
            return _math.sqrt(_math.reduce_sum(tensor * _math.conj(tensor), axis, keepdims=True)) if keep else _array.identity(
                _math.sqrt(_math.reduce_sum(tensor * _math.conj(tensor), axis)))
        size = _math.abs_(tensor)
        if matrix:
            rows, columns = (axis[0], axis[1]) if ord == 1 else (axis[1], axis[0])
            if ord not in (1, float("inf")):
                raise NotImplementedError("the norm %s of matrices is UNIMPLEMENTED" % (ord,))
            result = _math.reduce_max(_math.reduce_sum(size, rows, keepdims=True), columns, keepdims=True)
            return result if keep else _array.squeeze(result, list(axis))
        if ord == 1:
            return _math.reduce_sum(size, axis, keepdims=keep)
        if ord == float("inf"):
            return _math.reduce_max(size, axis, keepdims=keep)
        return _math.pow_(_math.reduce_sum(_math.pow_(size, ord), axis, keepdims=keep), 1.0 / ord)


def histogram_fixed_width(values: Any, value_range: Any, nbins: Any = 100, dtype: Any = DType.int32, name: Any = None) -> Any:
    return apply("HistogramFixedWidth", values, value_range, nbins, dtype=as_dtype(dtype), name=name)


def py_func(func: Any, inp: Any, Tout: Any, stateful: bool = True, name: Any = None) -> Any:  # noqa: N803
    """A node that calls a Python function with numpy arrays. It lives as long as the process."""
    import itertools

    from ...runtime import default_runtime
    types = [as_dtype(t) for t in (Tout if isinstance(Tout, (list, tuple)) else [Tout])]
    tensors = [convert_to_tensor(t) for t in (inp if isinstance(inp, (list, tuple)) else [inp])]
    global _tokens
    if _tokens is None:
        _tokens = itertools.count()
    token = "pyfunc_%d" % next(_tokens)

    def call(*values: Any) -> Any:
        from ._session import to_numpy
        import numpy as np
        given = func(*[to_numpy(v) for v in values])
        parts = list(given) if isinstance(given, (list, tuple)) else [] if given is None else [given]
        if len(parts) != len(types):
            raise ValueError("the function gave %d values, expected %d" % (len(parts), len(types)))
        return tuple(p if t == DType.string else np.asarray(p, t.as_numpy_dtype) if np.asarray(p).dtype != t.as_numpy_dtype and np.isscalar(p)
                     else _checked(np.asarray(p), t) for p, t in zip(parts, types))
    default_runtime().set_host_function(token, call)
    made = apply("PyFunc" if stateful else "PyFuncStateless", tensors, token=token, Tout=types, name=name)
    return made if isinstance(Tout, (list, tuple)) or not isinstance(made, list) else made[0]


def _checked(array: Any, dtype: DType) -> Any:
    if array.dtype != dtype.as_numpy_dtype:
        raise TypeError("the function gave %s, expected %s" % (array.dtype.name, dtype.name))
    return array


_tokens: Any = None


def numpy_function(func: Any = None, inp: Any = None, Tout: Any = None, stateful: bool = True, name: Any = None) -> Any:  # noqa: N803
    return py_func(func, inp, Tout, stateful, name)


def quantize_v2(input: Any, min_range: Any, max_range: Any, T: Any, mode: str = "MIN_COMBINED", name: Any = None,  # noqa: N803
                round_mode: str = "HALF_AWAY_FROM_ZERO", narrow_range: bool = False, axis: Any = None, ensure_minimum_range: float = 0.01) -> Any:
    """output, output_min and output_max."""
    return tuple(apply("QuantizeV2", input, convert_to_tensor(min_range, DType.float32), convert_to_tensor(max_range, DType.float32), T=as_dtype(T),
                       mode=mode, round_mode=round_mode, narrow_range=narrow_range, axis=-1 if axis is None else axis,
                       ensure_minimum_range=ensure_minimum_range, name=name))


def dequantize(input: Any, min_range: Any, max_range: Any, mode: str = "MIN_COMBINED", name: Any = None, axis: Any = None, narrow_range: bool = False,
               dtype: Any = DType.float32) -> Any:
    return apply("Dequantize", input, min_range, max_range, mode=mode, axis=-1 if axis is None else axis, narrow_range=narrow_range,
                 dtype=as_dtype(dtype), name=name)
