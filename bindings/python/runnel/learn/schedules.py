"""Schedules: learning rates that follow the number of steps.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from ._spec import Spec


class CosineDecay(Spec):
    """Half a cosine down to alpha initial_learning_rate."""

    def __init__(self, initial_learning_rate: float, decay_steps: int, alpha: float = 0.0) -> None:
        super().__init__("CosineDecay",
            (("initial_learning_rate", initial_learning_rate), ("decay_steps", decay_steps),),
            (("alpha", alpha, 0.0),))


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


class PolynomialDecay(Spec):
    """From the first rate to the last one along a power of what is left of decay_steps."""

    def __init__(self, initial_learning_rate: float, decay_steps: int, end_learning_rate: float = 0.0001,
                 power: float = 1.0) -> None:
        super().__init__("PolynomialDecay",
            (("initial_learning_rate", initial_learning_rate), ("decay_steps", decay_steps),),
            (("end_learning_rate", end_learning_rate, 0.0001), ("power", power, 1.0)))
