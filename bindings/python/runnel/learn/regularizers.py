"""Regularizers: what weights and activities cost.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from ._spec import Spec


class L1(Spec):
    """l1 times the sum of all magnitudes."""

    def __init__(self, l1: float = 0.01) -> None:
        super().__init__("L1", (), (("l1", l1, 0.01),))


class L1L2(Spec):
    """l1 times the sum of all magnitudes and l2 times that of all squares."""

    def __init__(self, l1: float = 0.0, l2: float = 0.0) -> None:
        super().__init__("L1L2", (), (("l1", l1, 0.0), ("l2", l2, 0.0)))


class L2(Spec):
    """l2 times the sum of all squares."""

    def __init__(self, l2: float = 0.01) -> None:
        super().__init__("L2", (), (("l2", l2, 0.01),))
