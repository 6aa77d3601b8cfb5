"""Callbacks, which watch a fit.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal

from ._spec import Spec


class BackupAndRestore(Spec):
    """Keeps weights, the optimizer's state and the place in the fit as a checkpoint in `backup_dir`, written
    after each epoch and, if `save_freq` is a number, after so many batches. A fit that finds one there goes
    on from it. A fit that ends without a failure deletes it, unless delete_checkpoint is false.
    """

    def __init__(self, backup_dir: str, save_freq: str = "epoch", delete_checkpoint: bool = True) -> None:
        super().__init__("BackupAndRestore", (("backup_dir", backup_dir),),
            (("save_freq", save_freq, "epoch"), ("delete_checkpoint", delete_checkpoint, True)))


class CSVLogger(Spec):
    """Writes a line of values by commas for each epoch, behind a line of their names."""

    def __init__(self, filename: str, separator: str = ",", append: bool = False) -> None:
        super().__init__("CSVLogger", (("filename", filename),), (("separator", separator, ","),
            ("append", append, False)))


class EarlyStopping(Spec):
    """Ends the fit when `monitor` has not become better for `patience` epochs, or not better than the number
    `baseline`.
    """

    def __init__(self, monitor: str = "val_loss", min_delta: float = 0.0, patience: int = 0,
                 mode: Literal["auto", "min", "max"] = "auto", restore_best_weights: bool = False,
                 start_from_epoch: int = 0, baseline: str = "") -> None:
        super().__init__("EarlyStopping", (), (("monitor", monitor, "val_loss"),
            ("min_delta", min_delta, 0.0), ("patience", patience, 0), ("mode", mode, "auto"),
            ("restore_best_weights", restore_best_weights, False), ("start_from_epoch", start_from_epoch, 0),
            ("baseline", baseline, "")))


class ModelCheckpoint(Spec):
    """Writes the weights as a checkpoint, or as a file of Keras where filepath ends in .weights.h5, after
    each epoch or, if `save_freq` is a number, after so many batches; with save_best_only only where `monitor`
    is the best so far, and better than the number `initial_value_threshold`. In filepath {epoch} and {batch}
    stand for their numbers, from 1, and the names of values for these, also by Python's formats: {epoch:02d},
    {val_loss:.2f}.
    """

    def __init__(self, filepath: str, monitor: str = "val_loss", save_best_only: bool = False,
                 mode: Literal["auto", "min", "max"] = "auto", save_freq: str = "epoch",
                 initial_value_threshold: str = "") -> None:
        super().__init__("ModelCheckpoint", (("filepath", filepath),), (("monitor", monitor, "val_loss"),
            ("save_best_only", save_best_only, False), ("mode", mode, "auto"),
            ("save_freq", save_freq, "epoch"), ("initial_value_threshold", initial_value_threshold, "")))


class ReduceLROnPlateau(Spec):
    """Multiplies the learning rate by `factor` when `monitor` has not become better for `patience` epochs.
    """

    def __init__(self, monitor: str = "val_loss", min_delta: float = 0.0001, patience: int = 10,
                 mode: Literal["auto", "min", "max"] = "auto", factor: float = 0.1, cooldown: int = 0,
                 min_lr: float = 0.0) -> None:
        super().__init__("ReduceLROnPlateau", (), (("monitor", monitor, "val_loss"),
            ("min_delta", min_delta, 0.0001), ("patience", patience, 10), ("mode", mode, "auto"),
            ("factor", factor, 0.1), ("cooldown", cooldown, 0), ("min_lr", min_lr, 0.0)))


class TensorBoard(Spec):
    """Writes event files for TensorBoard: the values of each epoch to log_dir/train and log_dir/validation,
    the graph once, histograms of weights every `histogram_freq` epochs, and the loss of each batch, or of
    every so many, if `update_freq` is batch or a number.
    """

    def __init__(self, log_dir: str = "logs", histogram_freq: int = 0, write_graph: bool = True,
                 update_freq: str = "epoch") -> None:
        super().__init__("TensorBoard", (), (("log_dir", log_dir, "logs"),
            ("histogram_freq", histogram_freq, 0), ("write_graph", write_graph, True),
            ("update_freq", update_freq, "epoch")))


class TerminateOnNaN(Spec):
    """Ends the fit at a batch whose loss is no finite number."""

    def __init__(self) -> None:
        super().__init__("TerminateOnNaN", (), ())
