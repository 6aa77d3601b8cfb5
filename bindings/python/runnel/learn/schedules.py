"""Schedules: learning rates that follow the number of steps.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Sequence

from ._spec import Spec


class CosineDecay(Spec):
    """Half a cosine down to alpha initial_learning_rate. With a warmup_target that is not negative the rate
    first goes there along a line, in warmup_steps, and the cosine begins there.
    """

    def __init__(self, initial_learning_rate: float, decay_steps: int, alpha: float = 0.0,
                 warmup_target: float = -1.0, warmup_steps: int = 0) -> None:
        super().__init__("CosineDecay",
            (("initial_learning_rate", initial_learning_rate), ("decay_steps", decay_steps),),
            (("alpha", alpha, 0.0), ("warmup_target", warmup_target, -1.0),
            ("warmup_steps", warmup_steps, 0)))


class CosineDecayRestarts(Spec):
    """Half cosines down to alpha initial_learning_rate, each t_mul times as long as the one before and m_mul
    times as high. Source: Loshchilov and Hutter 2016.
    """

    def __init__(self, initial_learning_rate: float, first_decay_steps: int, t_mul: float = 2.0,
                 m_mul: float = 1.0, alpha: float = 0.0) -> None:
        super().__init__("CosineDecayRestarts",
            (("initial_learning_rate", initial_learning_rate), ("first_decay_steps", first_decay_steps),),
            (("t_mul", t_mul, 2.0), ("m_mul", m_mul, 1.0), ("alpha", alpha, 0.0)))


class ExponentialDecay(Spec):
    """initial_learning_rate decay_rate^(step / decay_steps)."""

    def __init__(self, initial_learning_rate: float, decay_steps: int, decay_rate: float,
                 staircase: bool = False) -> None:
        super().__init__("ExponentialDecay",
            (("initial_learning_rate", initial_learning_rate), ("decay_steps", decay_steps), ("decay_rate", decay_rate),),
            (("staircase", staircase, False),))


class InverseTimeDecay(Spec):
    """initial_learning_rate / (1 + decay_rate step / decay_steps)."""

    def __init__(self, initial_learning_rate: float, decay_steps: int, decay_rate: float,
                 staircase: bool = False) -> None:
        super().__init__("InverseTimeDecay",
            (("initial_learning_rate", initial_learning_rate), ("decay_steps", decay_steps), ("decay_rate", decay_rate),),
            (("staircase", staircase, False),))


class PiecewiseConstantDecay(Spec):
    """values[i] for steps above boundaries[i - 1] and up to boundaries[i]."""

    def __init__(self, boundaries: int | Sequence[int], values: float | Sequence[float]) -> None:
        super().__init__("PiecewiseConstantDecay", (("boundaries", boundaries), ("values", values),), ())


class PolynomialDecay(Spec):
    """From the first rate to the last one along a power of what is left of decay_steps; with cycle of the
    next multiple of them.
    """

    def __init__(self, initial_learning_rate: float, decay_steps: int, end_learning_rate: float = 0.0001,
                 power: float = 1.0, cycle: bool = False) -> None:
        super().__init__("PolynomialDecay",
            (("initial_learning_rate", initial_learning_rate), ("decay_steps", decay_steps),),
            (("end_learning_rate", end_learning_rate, 0.0001), ("power", power, 1.0),
            ("cycle", cycle, False)))
