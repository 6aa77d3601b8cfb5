"""Exporters: what train_and_evaluate exports, and when.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal

from ._spec import Spec


class BestExporter(Spec):
    """Writes a SavedModel after an evaluation whose metric is better than all before."""

    def __init__(self, name: str = "best_exporter", metric: str = "loss", mode: Literal["min", "max"] = "min",
                 exports_to_keep: int = 5) -> None:
        super().__init__("BestExporter", (), (("name", name, "best_exporter"), ("metric", metric, "loss"),
            ("mode", mode, "min"), ("exports_to_keep", exports_to_keep, 5)))


class FinalExporter(Spec):
    """Writes a SavedModel at the end."""

    def __init__(self, name: str) -> None:
        super().__init__("FinalExporter", (("name", name),), ())


class LatestExporter(Spec):
    """Writes a SavedModel after every evaluation, and keeps the newest."""

    def __init__(self, name: str, exports_to_keep: int = 5) -> None:
        super().__init__("LatestExporter", (("name", name),), (("exports_to_keep", exports_to_keep, 5),))
