"""Learning rates that fall with the global step."""
from __future__ import annotations

import math
from typing import Any

from ...dtypes import DType
from ...graph import Operators
from . import _array, _math, _random
from ._apply import constant, convert_to_tensor
from ._graph import name_scope


def _step(global_step: Any) -> Any:
    if global_step is None:
        raise ValueError("global_step is required.")
    return global_step


def exponential_decay(learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False, name: Any = None) -> Any:
    """learning_rate * decay_rate ** (global_step / decay_steps)."""
    with name_scope(name, "ExponentialDecay", [learning_rate, _step(global_step), decay_steps, decay_rate]) as scope:
        rate = convert_to_tensor(learning_rate, name="learning_rate")
        p = _math.cast(global_step, rate.dtype) / _math.cast(decay_steps, rate.dtype)
        p = _math.floor(p) if staircase else p
        return _math.multiply(rate, _math.pow_(_math.cast(decay_rate, rate.dtype), p), name=scope)


def natural_exp_decay(learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False, name: Any = None) -> Any:
    return exponential_decay(learning_rate, global_step, decay_steps, _math.exp(_math.negative(constant(float(decay_rate)))), staircase,
                             name or "NaturalExpDecay")


def inverse_time_decay(learning_rate: Any, global_step: Any, decay_steps: Any, decay_rate: Any, staircase: bool = False, name: Any = None) -> Any:
    with name_scope(name, "InverseTimeDecay", [learning_rate, _step(global_step), decay_steps, decay_rate]) as scope:
        rate = convert_to_tensor(learning_rate, name="learning_rate")
        p = _math.cast(global_step, rate.dtype) / _math.cast(decay_steps, rate.dtype)
        p = _math.floor(p) if staircase else p
        return _math.div(rate, constant(1, rate.dtype) + _math.cast(decay_rate, rate.dtype) * p, name=scope)


def polynomial_decay(learning_rate: Any, global_step: Any, decay_steps: Any, end_learning_rate: Any = 0.0001, power: Any = 1.0, cycle: bool = False,
                     name: Any = None) -> Any:
    with name_scope(name, "PolynomialDecay", [learning_rate, _step(global_step), decay_steps, end_learning_rate, power]) as scope:
        rate = convert_to_tensor(learning_rate, name="learning_rate")
        end, power = _math.cast(end_learning_rate, rate.dtype), _math.cast(power, rate.dtype)
        step, steps = _math.cast(global_step, rate.dtype), _math.cast(decay_steps, rate.dtype)
        if cycle:
            steps = steps * _array.where(_math.equal(step, 0), constant(1.0, rate.dtype), _math.cast(_math.ceil(step / steps), rate.dtype))
        else:
            step = _math.minimum(step, steps)
        p = step / steps
        return _math.add(_math.multiply(rate - end, _math.pow_(1 - p, power)), end, name=scope)


def piecewise_constant(x: Any, boundaries: Any, values: Any, name: Any = None) -> Any:
    """values[i] up to boundaries[i], which is included."""
    from ._control_flow import case
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    with name_scope(name, "PiecewiseConstant", [x, boundaries, values]):
        x = convert_to_tensor(x)
        limits = [_math.cast(b, x.dtype) if isinstance(b, Operators) else constant(b, x.dtype) for b in boundaries]
        given = [convert_to_tensor(v) for v in values]
        pairs = [(x <= limits[0], lambda: given[0]), (x > limits[-1], lambda: given[-1])]
        for low, high, v in zip(limits[:-1], limits[1:], given[1:-1]):
            pairs.append((_math.logical_and(x > low, x <= high), lambda v=v: v))  # type: ignore[misc]
        return case(pairs, default=lambda: given[0], exclusive=True)


piecewise_constant_decay = piecewise_constant


def cosine_decay(learning_rate: Any, global_step: Any, decay_steps: Any, alpha: float = 0.0, name: Any = None) -> Any:
    with name_scope(name, "CosineDecay", [learning_rate, _step(global_step)]):
        rate = convert_to_tensor(learning_rate, name="learning_rate")
        steps = _math.cast(decay_steps, rate.dtype)
        done = _math.minimum(_math.cast(global_step, rate.dtype), steps) / steps
        cosine = 0.5 * (1.0 + apply_cos(constant(math.pi, rate.dtype) * done))
        return _math.multiply(rate, (1 - alpha) * cosine + alpha)


def apply_cos(x: Any) -> Any:
    from ._apply import apply
    return apply("Cos", x)


def cosine_decay_restarts(learning_rate: Any, global_step: Any, first_decay_steps: Any, t_mul: float = 2.0, m_mul: float = 1.0, alpha: float = 0.0,
                          name: Any = None) -> Any:
    """Source: Loshchilov and Hutter 2016."""
    with name_scope(name, "SGDRDecay", [learning_rate, _step(global_step)]) as scope:
        rate = convert_to_tensor(learning_rate, name="initial_learning_rate")
        done = _math.cast(global_step, rate.dtype) / _math.cast(first_decay_steps, rate.dtype)
        if t_mul == 1.0:
            restarts = _math.floor(done)
            done = done - restarts
        else:
            restarts = _math.floor(_math.log(1.0 - done * (1.0 - t_mul)) / math.log(t_mul))
            total = (1.0 - _math.pow_(constant(t_mul, rate.dtype), restarts)) / (1.0 - t_mul)
            done = (done - total) / _math.pow_(constant(t_mul, rate.dtype), restarts)
        m_fac = _math.pow_(constant(m_mul, rate.dtype), restarts)
        cosine = 0.5 * m_fac * (1.0 + apply_cos(constant(math.pi, rate.dtype) * done))
        return _math.multiply(rate, (1 - alpha) * cosine + alpha, name=scope)


def linear_cosine_decay(learning_rate: Any, global_step: Any, decay_steps: Any, num_periods: float = 0.5, alpha: float = 0.0, beta: float = 0.001,
                        name: Any = None) -> Any:
    with name_scope(name, "LinearCosineDecay", [learning_rate, _step(global_step)]) as scope:
        rate = convert_to_tensor(learning_rate, name="learning_rate")
        steps = _math.cast(decay_steps, rate.dtype)
        step = _math.minimum(_math.cast(global_step, rate.dtype), steps)
        linear = (steps - step) / steps
        cosine = 0.5 * (1.0 + apply_cos(constant(math.pi, rate.dtype) * (2.0 * num_periods * (step / steps))))
        return _math.multiply(rate, (alpha + linear) * cosine + beta, name=scope)


def noisy_linear_cosine_decay(learning_rate: Any, global_step: Any, decay_steps: Any, initial_variance: float = 1.0, variance_decay: float = 0.55,
                              num_periods: float = 0.5, alpha: float = 0.0, beta: float = 0.001, name: Any = None) -> Any:
    with name_scope(name, "NoisyLinearCosineDecay", [learning_rate, _step(global_step)]) as scope:
        rate = convert_to_tensor(learning_rate, name="learning_rate")
        steps = _math.cast(decay_steps, rate.dtype)
        step = _math.minimum(_math.cast(global_step, rate.dtype), steps)
        linear = (steps - step) / steps
        deviation = _math.sqrt(initial_variance / _math.pow_(1.0 + step, constant(variance_decay, rate.dtype)))
        noisy = linear + _random.random_normal(_array.shape(linear), stddev=deviation, dtype=rate.dtype if rate.dtype.is_floating else DType.float32)
        cosine = 0.5 * (1.0 + apply_cos(constant(math.pi, rate.dtype) * (2.0 * num_periods * (step / steps))))
        return _math.multiply(rate, (alpha + noisy) * cosine + beta, name=scope)
