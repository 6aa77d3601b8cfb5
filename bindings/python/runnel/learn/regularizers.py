"""Regularizers: what weights and activities cost.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal

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


class OrthogonalRegularizer(Spec):
    """factor times the mean cosine, without sign, of any two rows, or columns, of a matrix."""

    def __init__(self, factor: float = 0.01, mode: Literal["rows", "columns"] = "rows") -> None:
        super().__init__("OrthogonalRegularizer", (), (("factor", factor, 0.01), ("mode", mode, "rows")))
