"""tf.distributions: Normal, Uniform, Bernoulli and Categorical. Samples with a seed are TensorFlow's."""
from __future__ import annotations

import math
from typing import Any, Callable

from ...dtypes import DType, as_dtype
from . import _array, _entropy, _math, _nn, _random
from ._apply import apply, convert_to_tensor, static_value
from ._graph import name_scope
from ._near import missing
from ._shape import TensorShape


class ReparameterizationType:
    """Whether gradients go through samples."""

    def __init__(self, rep_type: str):
        self._rep_type = rep_type

    def __repr__(self) -> str:
        return "<Reparameterization Type: %s>" % self._rep_type


FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED = ReparameterizationType("FULLY_REPARAMETERIZED"), ReparameterizationType("NOT_REPARAMETERIZED")


class Distribution:
    """Independent distributions of scalars, one for each element of a batch."""

    reparameterization_type = NOT_REPARAMETERIZED

    def __init__(self, dtype: Any, parameters: dict[str, Any], validate_args: bool, allow_nan_stats: bool, name: str):
        self._parameters = {k: v for k, v in parameters.items() if k not in ("self", "__class__")}
        self._dtype, self._name, self._validate_args, self._allow_nan_stats = as_dtype(dtype), name, validate_args, allow_nan_stats

    @property
    def name(self) -> str:
        return self._name

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def parameters(self) -> dict[str, Any]:
        return dict(self._parameters)

    @property
    def allow_nan_stats(self) -> bool:
        return self._allow_nan_stats

    @property
    def validate_args(self) -> bool:
        return self._validate_args

    def copy(self, **overridden: Any) -> Any:
        return type(self)(**dict(self._parameters, **overridden))

    def _parameter(self) -> Any:
        """What has the batch's shape."""
        raise NotImplementedError

    @property
    def batch_shape(self) -> TensorShape:
        return self._parameter().shape  # type: ignore[no-any-return]

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Any:
        with self._scope(name):
            return self._sizes()

    def _sizes(self) -> Any:
        shape = self.batch_shape
        return convert_to_tensor(shape.as_list(), DType.int32) if shape.is_fully_defined() else _array.shape(self._parameter())

    @property
    def event_shape(self) -> TensorShape:
        return TensorShape([])

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Any:
        with self._scope(name):
            return convert_to_tensor([], DType.int32)

    def is_scalar_event(self, name: str = "is_scalar_event") -> Any:
        return convert_to_tensor(True)

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Any:
        with self._scope(name):
            return _math.equal(_array.size(self._sizes()), 0)

    def _scope(self, name: str) -> Any:
        return name_scope(self._name + "/" + name)

    # ---- what each has of its own; what is missing says so

    def _missing(self, what: str) -> Any:
        raise NotImplementedError("%s is not implemented: %s" % (what, type(self).__name__))

    def _draw(self, shape: Any, count: Any, seed: Any) -> Any:
        return self._missing("sample")

    def _log_prob(self, value: Any) -> Any:
        return self._missing("log_prob")

    def _prob(self, value: Any) -> Any:
        return _math.exp(self._log_prob(value))

    def _cdf(self, value: Any) -> Any:
        return self._missing("cdf")

    def _log_cdf(self, value: Any) -> Any:
        return _math.log(self._cdf(value))

    def _quantile(self, value: Any) -> Any:
        return self._missing("quantile")

    def _entropy(self) -> Any:
        return self._missing("entropy")

    def _mean(self) -> Any:
        return self._missing("mean")

    def _variance(self) -> Any:
        return _math.square(self._stddev())

    def _stddev(self) -> Any:
        return _math.sqrt(self._variance())

    def _mode(self) -> Any:
        return self._missing("mode")

    # ---- what all have

    def sample(self, sample_shape: Any = (), seed: Any = None, name: str = "sample") -> Any:
        with self._scope(name):
            sizes = convert_to_tensor(sample_shape, DType.int32, name="sample_shape")
            known = static_value(sizes)
            count = _math.reduce_prod(sizes) if known is None else int(known.prod())
            flat = _array.reshape(sizes, [-1])
            drawn = self._draw(_array.concat([[count], self._sizes()], 0), count, seed)
            values = _array.reshape(drawn, _array.concat([flat, self._sizes()], 0))
            if known is not None:
                values.set_shape(TensorShape(known.reshape(-1).tolist()).concatenate(self.batch_shape))
            return values

    def _of_value(self, function: Callable[[Any], Any], value: Any, name: str) -> Any:
        with self._scope(name):
            return function(convert_to_tensor(value, name="value"))

    def log_prob(self, value: Any, name: str = "log_prob") -> Any:
        return self._of_value(self._log_prob, value, name)

    def prob(self, value: Any, name: str = "prob") -> Any:
        return self._of_value(self._prob, value, name)

    def cdf(self, value: Any, name: str = "cdf") -> Any:
        return self._of_value(self._cdf, value, name)

    def log_cdf(self, value: Any, name: str = "log_cdf") -> Any:
        return self._of_value(self._log_cdf, value, name)

    def survival_function(self, value: Any, name: str = "survival_function") -> Any:
        return self._of_value(lambda x: 1.0 - self._cdf(x), value, name)

    def log_survival_function(self, value: Any, name: str = "log_survival_function") -> Any:
        return self._of_value(lambda x: _math.log1p(-self._cdf(x)), value, name)

    def quantile(self, value: Any, name: str = "quantile") -> Any:
        return self._of_value(self._quantile, value, name)

    def entropy(self, name: str = "entropy") -> Any:
        with self._scope(name):
            return self._entropy()

    def mean(self, name: str = "mean") -> Any:
        with self._scope(name):
            return self._mean()

    def variance(self, name: str = "variance") -> Any:
        with self._scope(name):
            return self._variance()

    def stddev(self, name: str = "stddev") -> Any:
        with self._scope(name):
            return self._stddev()

    def mode(self, name: str = "mode") -> Any:
        with self._scope(name):
            return self._mode()

    def kl_divergence(self, other: Any, name: str = "kl_divergence") -> Any:
        with self._scope(name):
            return kl_divergence(self, other, self._allow_nan_stats)

    def cross_entropy(self, other: Any, name: str = "cross_entropy") -> Any:
        with self._scope(name):
            return self._entropy() + kl_divergence(self, other, self._allow_nan_stats)

    def __str__(self) -> str:
        return 'tfp.distributions.%s("%s", batch_shape=%s, event_shape=(), dtype=%s)' % (
            type(self).__name__, self._name, self.batch_shape, self._dtype.name)

    def __repr__(self) -> str:
        return "<tfp.distributions.%s '%s' batch_shape=%s event_shape=() dtype=%s>" % (
            type(self).__name__, self._name, self.batch_shape, self._dtype.name)


def _pair(a: Any, b: Any, names: tuple[str, str]) -> tuple[Any, Any]:
    first = convert_to_tensor(a, name=names[0])
    second = convert_to_tensor(b, name=names[1])
    if first.dtype != second.dtype or not first.dtype.is_floating:
        raise TypeError("%s and %s must be of one floating type, got %s and %s" % (*names, first.dtype.name, second.dtype.name))
    return first, second


class _TwoParameters(Distribution):
    """The batch is what both parameters broadcast to."""

    _first: Any
    _second: Any

    @property
    def batch_shape(self) -> TensorShape:
        return _array.broadcast_static_shape(self._first.shape, self._second.shape)

    def _sizes(self) -> Any:
        shape = self.batch_shape
        return convert_to_tensor(shape.as_list(), DType.int32) if shape.is_fully_defined() else \
            _array.broadcast_dynamic_shape(_array.shape(self._first), _array.shape(self._second))


class Normal(_TwoParameters):
    """The density exp(-(x - loc)^2 / (2 scale^2)) / sqrt(2 pi scale^2)."""

    reparameterization_type = FULLY_REPARAMETERIZED

    def __init__(self, loc: Any, scale: Any, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Normal"):
        parameters = dict(locals())
        with name_scope(name, None, [loc, scale]) as scope:
            self._first, self._second = _pair(loc, scale, ("loc", "scale"))
            if validate_args:
                self._second = _checked(self._second, "scale")
        super().__init__(self._first.dtype, parameters, validate_args, allow_nan_stats, scope[:-1])

    @property
    def loc(self) -> Any:
        return self._first

    @property
    def scale(self) -> Any:
        return self._second

    def _z(self, value: Any) -> Any:
        return (value - self.loc) / self.scale

    def _draw(self, shape: Any, count: Any, seed: Any) -> Any:
        return _random.random_normal(shape, 0.0, 1.0, self._dtype, seed) * self.scale + self.loc

    def _log_prob(self, value: Any) -> Any:
        return -0.5 * _math.square(self._z(value)) - (0.5 * math.log(2.0 * math.pi) + _math.log(self.scale))

    def _cdf(self, value: Any) -> Any:
        # Of the complementary error function where it is exact.
        half, z = math.sqrt(0.5), self._z(value)
        w = z * half
        far = _array.where_v2(w > 0.0, 2.0 - apply("Erfc", w), apply("Erfc", -w))
        return 0.5 * _array.where_v2(_math.abs(w) < half, 1.0 + _math.erf(w), far)

    def _quantile(self, value: Any) -> Any:
        return apply("Ndtri", value) * self.scale + self.loc

    def _entropy(self) -> Any:
        return 0.5 * math.log(2.0 * math.pi * math.e) + _math.log(self.scale * _array.ones_like(self.loc))

    def _mean(self) -> Any:
        return self.loc * _array.ones_like(self.scale)

    _mode = _mean

    def _stddev(self) -> Any:
        return self.scale * _array.ones_like(self.loc)


class Uniform(_TwoParameters):
    """The density 1 / (high - low) from low up to high, which is not reached."""

    reparameterization_type = FULLY_REPARAMETERIZED

    def __init__(self, low: Any = 0.0, high: Any = 1.0, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Uniform"):
        parameters = dict(locals())
        with name_scope(name, None, [low, high]) as scope:
            self._first, self._second = _pair(low, high, ("low", "high"))
            if validate_args:
                from ._check import assert_less
                from ._control_flow import with_dependencies
                self._first = with_dependencies([assert_less(self._first, self._second, message="uniform not defined when low >= high.")], self._first)
        super().__init__(self._first.dtype, parameters, validate_args, allow_nan_stats, scope[:-1])

    @property
    def low(self) -> Any:
        return self._first

    @property
    def high(self) -> Any:
        return self._second

    def range(self, name: str = "range") -> Any:
        with self._scope(name):
            return self.high - self.low

    def _draw(self, shape: Any, count: Any, seed: Any) -> Any:
        return self.low + self.range() * _random.random_uniform(shape, dtype=self._dtype, seed=seed)

    def _prob(self, value: Any) -> Any:
        wide = value * _array.ones_like(self.range())
        inside = _array.ones_like(wide) / self.range()
        outside = _math.logical_or(wide < self.low, wide >= self.high)
        return _array.where_v2(apply("IsNan", wide), wide, _array.where_v2(outside, _array.zeros_like(wide), inside))

    def _log_prob(self, value: Any) -> Any:
        return _math.log(self._prob(value))

    def _cdf(self, value: Any) -> Any:
        wide = value * _array.ones_like(self.range())
        inside = (wide - self.low) / self.range()
        return _array.where_v2(wide < self.low, _array.zeros_like(inside), _array.where_v2(wide >= self.high, _array.ones_like(inside), inside))

    def _entropy(self) -> Any:
        return _math.log(self.range())

    def _mean(self) -> Any:
        return (self.low + self.high) / 2.0

    def _variance(self) -> Any:
        return _math.square(self.range()) / 12.0

    def _stddev(self) -> Any:
        return self.range() / math.sqrt(12.0)


def _checked(value: Any, what: str) -> Any:
    from ._check import assert_positive
    from ._control_flow import with_dependencies
    return with_dependencies([assert_positive(value, message="%s must be positive" % what)], value)


def _logits_and_probs(logits: Any, probs: Any, classes: bool) -> tuple[Any, Any]:
    if (logits is None) == (probs is None):
        raise ValueError("Must pass probs or logits, but not both.")
    if probs is None:
        logits = convert_to_tensor(logits, name="logits")
        if not logits.dtype.is_floating:
            raise TypeError("logits must having floating type.")
        return logits, _nn.softmax(logits, name="probs") if classes else _math.sigmoid(logits, name="probs")
    probs = convert_to_tensor(probs, name="probs")
    if not probs.dtype.is_floating:
        raise TypeError("probs must having floating type.")
    # Logits of classes are without a common summand.
    return (_math.log(probs) if classes else _math.log(probs) - _math.log1p(-1.0 * probs)), probs


class Bernoulli(Distribution):
    """1 with a probability, else 0."""

    def __init__(self, logits: Any = None, probs: Any = None, dtype: Any = DType.int32, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "Bernoulli"):
        parameters = dict(locals())
        with name_scope(name, None, [logits, probs]) as scope:
            self._logits, self._probs = _logits_and_probs(logits, probs, False)
        super().__init__(dtype, parameters, validate_args, allow_nan_stats, scope[:-1])

    @property
    def logits(self) -> Any:
        return self._logits

    @property
    def probs(self) -> Any:
        return self._probs

    def _parameter(self) -> Any:
        return self._logits

    def _draw(self, shape: Any, count: Any, seed: Any) -> Any:
        return _math.cast(_math.less(_random.random_uniform(shape, dtype=self._probs.dtype, seed=seed), self._probs), self._dtype)

    def _log_prob(self, value: Any) -> Any:
        event = _math.cast(value, self._logits.dtype)
        logits, event = _array.ones_like(event) * self._logits, _array.ones_like(self._logits) * event
        return -_entropy.sigmoid_cross_entropy_with_logits(labels=event, logits=logits)

    def _entropy(self) -> Any:
        return -self._logits * (_math.sigmoid(self._logits) - 1) + apply("Softplus", -self._logits)

    def _mean(self) -> Any:
        return _array.identity(self._probs)

    def _variance(self) -> Any:
        return self._mean() * (1.0 - self._probs)

    def _mode(self) -> Any:
        return _math.cast(self._probs > 0.5, self._dtype)


class Categorical(Distribution):
    """A class by its number, with a probability for each; the last dimension of logits or probs is that of the classes."""

    def __init__(self, logits: Any = None, probs: Any = None, dtype: Any = DType.int32, validate_args: bool = False,
                 allow_nan_stats: bool = True, name: str = "Categorical"):
        parameters = dict(locals())
        with name_scope(name, None, [logits, probs]) as scope:
            self._logits, self._probs = _logits_and_probs(logits, probs, True)
            if self._logits.shape.ndims is None:
                raise NotImplementedError("Categorical of logits of unknown rank is UNIMPLEMENTED")
            if self._logits.shape.ndims == 0:
                raise ValueError("logits of Categorical have a dimension for the classes at least, got a scalar")
        super().__init__(dtype, parameters, validate_args, allow_nan_stats, scope[:-1])

    @property
    def logits(self) -> Any:
        return self._logits

    @property
    def probs(self) -> Any:
        return self._probs

    @property
    def event_size(self) -> Any:
        return _array.shape(self._logits)[-1]

    @property
    def batch_shape(self) -> TensorShape:
        return self._logits.shape[:-1]  # type: ignore[no-any-return]

    def _sizes(self) -> Any:
        shape = self.batch_shape
        return convert_to_tensor(shape.as_list(), DType.int32) if shape.is_fully_defined() else _array.shape(self._logits)[:-1]

    def _draw(self, shape: Any, count: Any, seed: Any) -> Any:
        flat = self._logits if self._logits.shape.ndims == 2 else _array.reshape(self._logits, _array.stack([-1, self.event_size]))
        drawn = _random.multinomial(flat, count, seed, output_dtype=DType.int64 if self._dtype.size > 4 else DType.int32)
        return _math.cast(_array.reshape(_array.transpose(drawn), shape), self._dtype)

    def _both(self, value: Any, of: Any) -> tuple[Any, Any]:
        """Classes and the values of all classes, of one batch shape."""
        wide = _array.ones_like(value, dtype=of.dtype)
        classes = of * _array.expand_dims(wide, -1)
        return value * _array.ones(_array.shape(classes)[:-1], value.dtype), classes

    def _log_prob(self, value: Any) -> Any:
        value, logits = self._both(value, self._logits)
        return -_entropy.sparse_softmax_cross_entropy_with_logits(labels=value, logits=logits)

    def _cdf(self, value: Any) -> Any:
        value, probs = self._both(value, self._probs)
        below = _array.sequence_mask(value, self.event_size, probs.dtype)
        return _math.reduce_sum(below * probs, axis=-1)

    def _entropy(self) -> Any:
        return -_math.reduce_sum(_nn.log_softmax(self._logits) * self._probs, axis=-1)

    def _mode(self) -> Any:
        return _math.cast(_math.argmax(self._logits, axis=-1), self._dtype)


# ---- divergences

_DIVERGENCES: dict[tuple[type, type], Callable[..., Any]] = {}


class RegisterKL:
    """`@tf.distributions.RegisterKL(A, B)` over a function of a, b and name that gives their divergence."""

    def __init__(self, dist_cls_a: type, dist_cls_b: type):
        self._key = dist_cls_a, dist_cls_b

    def __call__(self, kl_fn: Any) -> Any:
        if not callable(kl_fn):
            raise TypeError("kl_fn must be callable, received: %s" % kl_fn)
        if self._key in _DIVERGENCES:
            raise ValueError("KL(%s || %s) has already been registered to: %s" % (self._key[0].__name__, self._key[1].__name__, _DIVERGENCES[self._key]))
        _DIVERGENCES[self._key] = kl_fn
        return kl_fn


def kl_divergence(distribution_a: Any, distribution_b: Any, allow_nan_stats: bool = True, name: Any = None) -> Any:
    """The sum or integral of a log(a / b). Raises NotImplementedError for classes of which nobody has said it."""
    for a in type(distribution_a).__mro__:
        for b in type(distribution_b).__mro__:
            if (a, b) in _DIVERGENCES:
                with name_scope("KullbackLeibler"):
                    return _DIVERGENCES[a, b](distribution_a, distribution_b, name=name)
    raise NotImplementedError("No KL(distribution_a || distribution_b) registered for distribution_a type %s and distribution_b type %s" % (
        type(distribution_a).__name__, type(distribution_b).__name__))


@RegisterKL(Normal, Normal)
def _kl_normal(a: Any, b: Any, name: Any = None) -> Any:
    with name_scope(name, "kl_normal_normal", [a.loc, b.loc]):
        one, two, half = 1.0, 2.0, 0.5
        ratio = _math.square(a.scale) / _math.square(b.scale)
        return _math.squared_difference(a.loc, b.loc) / (two * _math.square(b.scale)) + half * (ratio - one - _math.log(ratio))


@RegisterKL(Bernoulli, Bernoulli)
def _kl_bernoulli(a: Any, b: Any, name: Any = None) -> Any:
    with name_scope(name, "kl_bernoulli_bernoulli", [a.logits, b.logits]):
        zero = apply("Softplus", -b.logits) - apply("Softplus", -a.logits)
        one = apply("Softplus", b.logits) - apply("Softplus", a.logits)
        return _math.sigmoid(a.logits) * zero + _math.sigmoid(-a.logits) * one


@RegisterKL(Categorical, Categorical)
def _kl_categorical(a: Any, b: Any, name: Any = None) -> Any:
    with name_scope(name, "kl_categorical_categorical", [a.logits, b.logits]):
        return _math.reduce_sum(_nn.softmax(a.logits) * (_nn.log_softmax(a.logits) - _nn.log_softmax(b.logits)), axis=-1)


__getattr__ = missing(__name__, "distributions")
