"""Random values. The two seeds of an op follow from the graph's and its own as in TensorFlow 1, so the values do too."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math
from ._apply import apply, convert_to_tensor
from ._graph import get_seed, name_scope


def _seeds(seed: Any) -> dict[str, Any]:
    first, second = get_seed(seed)
    return {"seed": first or 0, "seed2": second or 0}


def _shape(shape: Any) -> Any:
    shape = _array._sizes(shape)
    return convert_to_tensor(shape, DType.int32 if isinstance(shape, (list, tuple)) else None, name="shape")


def random_normal(shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = DType.float32, seed: Any = None, name: Any = None) -> Any:
    wanted = as_dtype(dtype)
    with name_scope(name, "random_normal", [shape, mean, stddev]) as scope:
        sizes = _shape(shape)
        mean, stddev = convert_to_tensor(mean, wanted, name="mean"), convert_to_tensor(stddev, wanted, name="stddev")
        values = apply("RandomStandardNormal", sizes, dtype=wanted, **_seeds(seed))
        return _math.add(values * stddev, mean, name=scope)


def truncated_normal(shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = DType.float32, seed: Any = None, name: Any = None) -> Any:
    """Values beyond two standard deviations are drawn again."""
    wanted = as_dtype(dtype)
    with name_scope(name, "truncated_normal", [shape, mean, stddev]) as scope:
        sizes = _shape(shape)
        mean, stddev = convert_to_tensor(mean, wanted, name="mean"), convert_to_tensor(stddev, wanted, name="stddev")
        values = apply("TruncatedNormal", sizes, dtype=wanted, **_seeds(seed))
        return _math.add(values * stddev, mean, name=scope)


def random_uniform(shape: Any, minval: Any = 0, maxval: Any = None, dtype: Any = DType.float32, seed: Any = None, name: Any = None) -> Any:
    """From minval up to maxval, which is never reached; whole numbers need a maxval."""
    wanted = as_dtype(dtype)
    if maxval is None:
        if wanted.is_integer:
            raise ValueError("Must specify maxval for integer dtype %r" % wanted)
        maxval = 1
    with name_scope(name, "random_uniform", [shape, minval, maxval]) as scope:
        sizes = _shape(shape)
        unit = isinstance(minval, (int, float)) and minval == 0 and isinstance(maxval, (int, float)) and maxval == 1 and not wanted.is_integer
        if unit:
            return apply("RandomUniform", sizes, dtype=wanted, **_seeds(seed))
        low, high = convert_to_tensor(minval, wanted, name="min"), convert_to_tensor(maxval, wanted, name="max")
        if wanted.is_integer:
            return apply("RandomUniformInt", sizes, low, high, name=scope, **_seeds(seed))
        values = apply("RandomUniform", sizes, dtype=wanted, **_seeds(seed))
        return _math.add(values * (high - low), low, name=scope)


def random_shuffle(value: Any, seed: Any = None, name: Any = None) -> Any:
    return apply("RandomShuffle", value, name=name, **_seeds(seed))


def random_crop(value: Any, size: Any, seed: Any = None, name: Any = None) -> Any:
    from ._check import Assert
    with name_scope(name, "random_crop", [value, size]) as scope:
        value = convert_to_tensor(value, name="value")
        size = convert_to_tensor(size, DType.int32, name="size")
        shape = _array.shape(value)
        Assert(_math.reduce_all(shape >= size), ["Need value.shape >= size, got ", shape, size])
        limit = shape - size + 1
        offset = random_uniform(_array.shape(shape), dtype=size.dtype, maxval=size.dtype.max, seed=seed) % limit
        return _array.slice_(value, offset, size, name=scope)


def multinomial(logits: Any, num_samples: Any, seed: Any = None, name: Any = None, output_dtype: Any = None) -> Any:
    with name_scope(name, "multinomial", [logits]):
        return apply("Multinomial", logits, num_samples, output_dtype=output_dtype, **_seeds(seed))


def categorical(logits: Any, num_samples: Any, dtype: Any = None, seed: Any = None, name: Any = None) -> Any:
    with name_scope(name, "categorical", [logits]):
        return apply("Multinomial", logits, num_samples, output_dtype=dtype, **_seeds(seed))


def random_gamma(shape: Any, alpha: Any, beta: Any = None, dtype: Any = DType.float32, seed: Any = None, name: Any = None) -> Any:
    wanted = as_dtype(dtype)
    with name_scope(name, "random_gamma", [shape, alpha, beta]):
        sizes = convert_to_tensor(shape, DType.int32, name="shape")
        alpha = convert_to_tensor(alpha, wanted, name="alpha")
        beta = convert_to_tensor(1 if beta is None else beta, wanted, name="beta")
        alpha = alpha + _array.zeros_like(beta)
        return _math.maximum(wanted.as_numpy_dtype(_tiny(wanted)), apply("RandomGamma", sizes, alpha, **_seeds(seed)) / beta)


def _tiny(dtype: DType) -> float:
    import numpy as np
    return float(np.finfo(dtype.as_numpy_dtype).tiny)


def random_poisson(lam: Any, shape: Any, dtype: Any = DType.float32, seed: Any = None, name: Any = None) -> Any:
    with name_scope(name, "random_poisson", [lam, shape]):
        sizes = convert_to_tensor(shape, DType.int32, name="shape")
        return apply("RandomPoissonV2", sizes, lam, dtype=as_dtype(dtype), **_seeds(seed))


def stateless_uniform(shape: Any, seed: Any, minval: Any = 0, maxval: Any = None, dtype: Any = DType.float32, name: Any = None) -> Any:
    wanted = as_dtype(dtype)
    with name_scope(name, "stateless_random_uniform", [shape, seed, minval, maxval]) as scope:
        sizes = _shape(shape)
        if wanted.is_integer:
            if maxval is None:
                raise ValueError("stateless_random_uniform of whole numbers needs a maxval")
            return apply("StatelessRandomUniformInt", sizes, seed, convert_to_tensor(minval, wanted), convert_to_tensor(maxval, wanted), name=scope)
        low, high = convert_to_tensor(minval, wanted, name="min"), convert_to_tensor(1 if maxval is None else maxval, wanted, name="max")
        return _math.add(apply("StatelessRandomUniform", sizes, seed, dtype=wanted) * (high - low), low, name=scope)


def stateless_normal(shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = DType.float32, name: Any = None) -> Any:
    wanted = as_dtype(dtype)
    with name_scope(name, "stateless_random_normal", [shape, seed, mean, stddev]) as scope:
        sizes = _shape(shape)
        mean, stddev = convert_to_tensor(mean, wanted, name="mean"), convert_to_tensor(stddev, wanted, name="stddev")
        return _math.add(apply("StatelessRandomNormal", sizes, seed, dtype=wanted) * stddev, mean, name=scope)


def stateless_truncated_normal(shape: Any, seed: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = DType.float32, name: Any = None) -> Any:
    wanted = as_dtype(dtype)
    with name_scope(name, "stateless_truncated_normal", [shape, seed, mean, stddev]) as scope:
        sizes = _shape(shape)
        mean, stddev = convert_to_tensor(mean, wanted, name="mean"), convert_to_tensor(stddev, wanted, name="stddev")
        return _math.add(apply("StatelessTruncatedNormal", sizes, seed, dtype=wanted) * stddev, mean, name=scope)
