"""Constraints, which weights keep to after each step.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from ._spec import Spec


class MaxNorm(Spec):
    """Weights of a larger norm along an axis are made as small as it."""

    def __init__(self, max_value: float = 2.0, axis: int = 0) -> None:
        super().__init__("MaxNorm", (), (("max_value", max_value, 2.0), ("axis", axis, 0)))


class NonNeg(Spec):
    """Negative weights become 0."""

    def __init__(self) -> None:
        super().__init__("NonNeg", (), ())


class UnitNorm(Spec):
    """Weights get norm 1 along an axis."""

    def __init__(self, axis: int = 0) -> None:
        super().__init__("UnitNorm", (), (("axis", axis, 0),))
