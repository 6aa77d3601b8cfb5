"""Initializers: what weights are at first.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal

from ._spec import Spec


class Constant(Spec):
    """The initializer Constant."""

    def __init__(self, value: float = 0.0) -> None:
        super().__init__("Constant", (), (("value", value, 0.0),))


class GlorotNormal(Spec):
    """VarianceScaling(1, 'fan_avg', 'truncated_normal')."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("GlorotNormal", (), (("seed", seed, 0),))


class GlorotUniform(Spec):
    """VarianceScaling(1, 'fan_avg', 'uniform')."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("GlorotUniform", (), (("seed", seed, 0),))


class HeNormal(Spec):
    """VarianceScaling(2, 'fan_in', 'truncated_normal')."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("HeNormal", (), (("seed", seed, 0),))


class HeUniform(Spec):
    """VarianceScaling(2, 'fan_in', 'uniform')."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("HeUniform", (), (("seed", seed, 0),))


class Identity(Spec):
    """The initializer Identity."""

    def __init__(self, gain: float = 1.0) -> None:
        super().__init__("Identity", (), (("gain", gain, 1.0),))


class LecunNormal(Spec):
    """VarianceScaling(1, 'fan_in', 'truncated_normal')."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("LecunNormal", (), (("seed", seed, 0),))


class LecunUniform(Spec):
    """VarianceScaling(1, 'fan_in', 'uniform')."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__("LecunUniform", (), (("seed", seed, 0),))


class Ones(Spec):
    """The initializer Ones."""

    def __init__(self) -> None:
        super().__init__("Ones", (), ())


class Orthogonal(Spec):
    """A matrix whose columns, or rows, are orthogonal and of norm gain."""

    def __init__(self, gain: float = 1.0, seed: int = 0) -> None:
        super().__init__("Orthogonal", (), (("gain", gain, 1.0), ("seed", seed, 0)))


class RandomNormal(Spec):
    """The initializer RandomNormal."""

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int = 0) -> None:
        super().__init__("RandomNormal", (), (("mean", mean, 0.0), ("stddev", stddev, 0.05),
            ("seed", seed, 0)))


class RandomUniform(Spec):
    """The initializer RandomUniform."""

    def __init__(self, minval: float = -0.05, maxval: float = 0.05, seed: int = 0) -> None:
        super().__init__("RandomUniform", (), (("minval", minval, -0.05), ("maxval", maxval, 0.05),
            ("seed", seed, 0)))


class TruncatedNormal(Spec):
    """Normal, but never further from the mean than two standard deviations."""

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int = 0) -> None:
        super().__init__("TruncatedNormal", (), (("mean", mean, 0.0), ("stddev", stddev, 0.05),
            ("seed", seed, 0)))


class UnitForgetBias(Spec):
    """The bias of an LSTM with unit_forget_bias: ones for the second quarter, which is the gate that forgets,
    another initializer's values for the rest.
    """

    def __init__(self, others: str = "zeros") -> None:
        super().__init__("UnitForgetBias", (), (("others", others, "zeros"),))


class VarianceScaling(Spec):
    """Variance scale / n, where n is how many inputs or outputs a unit has."""

    def __init__(self, scale: float = 1.0, mode: Literal["fan_in", "fan_out", "fan_avg"] = "fan_in",
                 distribution: Literal["truncated_normal", "untruncated_normal", "uniform"] = "truncated_normal",
                 seed: int = 0) -> None:
        super().__init__("VarianceScaling", (), (("scale", scale, 1.0), ("mode", mode, "fan_in"),
            ("distribution", distribution, "truncated_normal"), ("seed", seed, 0)))


class Zeros(Spec):
    """The initializer Zeros."""

    def __init__(self) -> None:
        super().__init__("Zeros", (), ())
