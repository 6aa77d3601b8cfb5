"""Constraints, which weights keep to after each step.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Sequence

from ._spec import Spec


class MaxNorm(Spec):
    """Weights of a larger norm along one or more axes are made as small as it."""

    def __init__(self, max_value: float = 2.0, axis: int | Sequence[int] = (0,)) -> None:
        super().__init__("MaxNorm", (), (("max_value", max_value, 2.0), ("axis", axis, (0,))))


class MinMaxNorm(Spec):
    """Norms along one or more axes come between both, by the share `rate` of the way."""

    def __init__(self, min_value: float = 0.0, max_value: float = 1.0, rate: float = 1.0,
                 axis: int | Sequence[int] = (0,)) -> None:
        super().__init__("MinMaxNorm", (), (("min_value", min_value, 0.0), ("max_value", max_value, 1.0),
            ("rate", rate, 1.0), ("axis", axis, (0,))))


class NonNeg(Spec):
    """Negative weights become 0."""

    def __init__(self) -> None:
        super().__init__("NonNeg", (), ())


class UnitNorm(Spec):
    """Weights get norm 1 along one or more axes."""

    def __init__(self, axis: int | Sequence[int] = (0,)) -> None:
        super().__init__("UnitNorm", (), (("axis", axis, (0,)),))
