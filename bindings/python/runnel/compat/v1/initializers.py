"""Initializers of variables: called with a shape, they give the first value."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...dtypes import DType, as_dtype
from . import _array, _math, _random
from ._apply import apply, constant
from ._shape import TensorShape


class Initializer:
    """initializer(shape, dtype) gives a tensor."""

    dtype: Any = DType.float32

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        return {k: (v.name if isinstance(v, DType) else v) for k, v in self.__dict__.items()}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        return cls(**config)

    def _type(self, dtype: Any) -> DType:
        return as_dtype(self.dtype if dtype is None else dtype)


class Zeros(Initializer):
    def __init__(self, dtype: Any = DType.float32):
        self.dtype = as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return _array.zeros(shape, self._type(dtype))


class Ones(Initializer):
    def __init__(self, dtype: Any = DType.float32):
        self.dtype = as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return _array.ones(shape, self._type(dtype))


class Constant(Initializer):
    """A number, or values that fill the shape, the last one repeated."""

    def __init__(self, value: Any = 0, dtype: Any = DType.float32, verify_shape: bool = False):
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError("Invalid type for initial value: %s. Expected Python scalar, list or tuple of values, or numpy.ndarray." % type(value))
        self.value, self.dtype, self._verify_shape = value, as_dtype(dtype), verify_shape

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return constant(self.value, self._type(dtype), shape, verify_shape=self._verify_shape)


class RandomUniform(Initializer):
    def __init__(self, minval: Any = 0.0, maxval: Any = None, seed: Any = None, dtype: Any = DType.float32):
        self.minval, self.maxval, self.seed, self.dtype = minval, maxval, seed, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return _random.random_uniform(shape, self.minval, self.maxval, self._type(dtype), self.seed)


class RandomNormal(Initializer):
    def __init__(self, mean: Any = 0.0, stddev: Any = 1.0, seed: Any = None, dtype: Any = DType.float32):
        self.mean, self.stddev, self.seed, self.dtype = mean, stddev, seed, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return _random.random_normal(shape, self.mean, self.stddev, self._type(dtype), self.seed)


class TruncatedNormal(RandomNormal):
    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        return _random.truncated_normal(shape, self.mean, self.stddev, self._type(dtype), self.seed)


def _fans(shape: Any) -> tuple[int, int]:
    dims: list[int] = [d for d in TensorShape(shape).as_list() if d is not None]
    if len(dims) < 1:
        return 1, 1
    if len(dims) == 1:
        return dims[0], dims[0]
    field = math.prod(dims[:-2])
    return dims[-2] * field, dims[-1] * field


class VarianceScaling(Initializer):
    """Values whose variance is scale / n, where n is the number of inputs, of outputs, or the mean of both."""

    def __init__(self, scale: float = 1.0, mode: str = "fan_in", distribution: str = "truncated_normal", seed: Any = None,
                 dtype: Any = DType.float32):
        if scale <= 0:
            raise ValueError("`scale` must be positive float.")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError("Invalid `mode` argument: %s" % mode)
        distribution = distribution.lower()
        if distribution not in ("normal", "uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError("Invalid `distribution` argument: %s" % distribution)
        self.scale, self.mode, self.distribution, self.seed, self.dtype = scale, mode, distribution, seed, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        wanted, (fan_in, fan_out) = self._type(dtype), _fans(shape if partition_info is None else partition_info.full_shape)
        n = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2}[self.mode]
        scale = self.scale / max(1.0, n)
        if self.distribution in ("normal", "truncated_normal"):
            # the standard deviation of a normal distribution that is cut at two of them
            return _random.truncated_normal(shape, 0.0, math.sqrt(scale) / 0.87962566103423978, wanted, self.seed)
        if self.distribution == "untruncated_normal":
            return _random.random_normal(shape, 0.0, math.sqrt(scale), wanted, self.seed)
        limit = math.sqrt(3.0 * scale)
        return _random.random_uniform(shape, -limit, limit, wanted, self.seed)


class UniformUnitScaling(Initializer):
    def __init__(self, factor: float = 1.0, seed: Any = None, dtype: Any = DType.float32):
        self.factor, self.seed, self.dtype = factor, seed, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        whole = TensorShape(shape if partition_info is None else partition_info.full_shape)
        inputs = math.prod([d or 1 for d in whole.as_list()[:-1]]) if whole.ndims else 1
        limit = math.sqrt(3.0 / max(inputs, 1)) * self.factor
        return _random.random_uniform(shape, -limit, limit, self._type(dtype), self.seed)


class GlorotUniform(VarianceScaling):
    def __init__(self, seed: Any = None, dtype: Any = DType.float32):
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)


class GlorotNormal(VarianceScaling):
    def __init__(self, seed: Any = None, dtype: Any = DType.float32):
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)


class Orthogonal(Initializer):
    """A matrix with orthogonal rows or columns, times gain; further dimensions count as rows."""

    def __init__(self, gain: float = 1.0, seed: Any = None, dtype: Any = DType.float32):
        self.gain, self.seed, self.dtype = gain, seed, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        dims: Any = TensorShape(shape).as_list()
        if len(dims) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional")
        rows, columns = math.prod(dims[:-1]), dims[-1]
        flat = (columns, rows) if rows < columns else (rows, columns)
        q, r = apply("Qr", _random.random_normal(flat, dtype=self._type(dtype), seed=self.seed), full_matrices=False)
        q = q * _math.sign(_array.matrix_diag_part(r))
        if rows < columns:
            q = _array.matrix_transpose(q)
        return self.gain * _array.reshape(q, dims)


class Identity(Initializer):
    def __init__(self, gain: float = 1.0, dtype: Any = DType.float32):
        self.gain, self.dtype = gain, as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        dims = TensorShape(shape if partition_info is None else partition_info.full_shape).as_list()
        if len(dims) != 2:
            raise ValueError("Identity matrix initializer can only be used for 2D matrices.")
        made = _array.eye(dims[0], dims[1], dtype=self._type(dtype))
        if partition_info is not None:
            made = _array.slice_(made, partition_info.var_offset, TensorShape(shape).as_list())
        return made if self.gain == 1.0 else self.gain * made


def lecun_normal(seed: Any = None) -> VarianceScaling:
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed: Any = None) -> VarianceScaling:
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


def he_normal(seed: Any = None) -> VarianceScaling:
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed: Any = None) -> VarianceScaling:
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


zeros = zeros_initializer = Zeros
ones = ones_initializer = Ones
constant_initializer = Constant
random_uniform = random_uniform_initializer = RandomUniform
random_normal = random_normal_initializer = RandomNormal
truncated_normal = truncated_normal_initializer = TruncatedNormal
variance_scaling = variance_scaling_initializer = VarianceScaling
uniform_unit_scaling = uniform_unit_scaling_initializer = UniformUnitScaling
orthogonal = orthogonal_initializer = Orthogonal
glorot_uniform = glorot_uniform_initializer = GlorotUniform
glorot_normal = glorot_normal_initializer = GlorotNormal
identity = Identity


def global_variables() -> Any:
    """The operation that initialises all global variables."""
    from ._variables import global_variables_initializer
    return global_variables_initializer()


def get(identifier: Any) -> Any:
    """An initializer by itself, its class or its name."""
    if isinstance(identifier, str):
        found: Any = {"zeros": Zeros, "ones": Ones, "glorot_uniform": GlorotUniform, "glorot_normal": GlorotNormal, "he_normal": he_normal,
                 "he_uniform": he_uniform, "lecun_normal": lecun_normal, "lecun_uniform": lecun_uniform, "orthogonal": Orthogonal,
                 "random_normal": RandomNormal, "random_uniform": RandomUniform, "truncated_normal": TruncatedNormal}.get(identifier)
        if found is None:
            raise ValueError("Unknown initializer: %s" % identifier)
        return found()
    return identifier() if isinstance(identifier, type) else identifier
