"""Hooks, which see each step of a trainer.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Sequence

from ._spec import Spec


class CheckpointSaverHook(Spec):
    """Writes a checkpoint at the beginning, every so many steps or seconds, and at the end."""

    def __init__(self, checkpoint_dir: str = "", save_secs: float = 0.0, save_steps: int = 0,
                 checkpoint_basename: str = "model.ckpt") -> None:
        super().__init__("CheckpointSaverHook", (), (("checkpoint_dir", checkpoint_dir, ""),
            ("save_secs", save_secs, 0.0), ("save_steps", save_steps, 0),
            ("checkpoint_basename", checkpoint_basename, "model.ckpt")))


class FinalOpsHook(Spec):
    """Fetches tensors at the end, for the program."""

    def __init__(self, final_ops: str | Sequence[str]) -> None:
        super().__init__("FinalOpsHook", (("final_ops", final_ops),), ())


class GlobalStepWaiterHook(Spec):
    """Holds the first runs back until the global step has been reached."""

    def __init__(self, wait_until_step: int) -> None:
        super().__init__("GlobalStepWaiterHook", (("wait_until_step", wait_until_step),), ())


class LoggingTensorHook(Spec):
    """Writes the tensors' values to the log, with severity info, every so many runs or seconds, and at the
    end if `at_end`.
    """

    def __init__(self, tensors: str | Sequence[str], every_n_iter: int = 0, every_n_secs: float = 0.0,
                 at_end: bool = False) -> None:
        super().__init__("LoggingTensorHook", (("tensors", tensors),), (("every_n_iter", every_n_iter, 0),
            ("every_n_secs", every_n_secs, 0.0), ("at_end", at_end, False)))


class NanTensorHook(Spec):
    """Ends the run with a failure when the loss is not a number, or stops it."""

    def __init__(self, loss_tensor: str, fail_on_nan_loss: bool = True) -> None:
        super().__init__("NanTensorHook", (("loss_tensor", loss_tensor),),
            (("fail_on_nan_loss", fail_on_nan_loss, True),))


class ProfilerHook(Spec):
    """Traces a run every so many steps or seconds, into timeline-STEP.json."""

    def __init__(self, save_steps: int = 0, save_secs: float = 0.0, output_dir: str = "") -> None:
        super().__init__("ProfilerHook", (), (("save_steps", save_steps, 0), ("save_secs", save_secs, 0.0),
            ("output_dir", output_dir, "")))


class StepCounterHook(Spec):
    """Writes steps per second, as global_step/sec, to the log and an event file."""

    def __init__(self, every_n_steps: int = 100, every_n_secs: float = 0.0, output_dir: str = "") -> None:
        super().__init__("StepCounterHook", (), (("every_n_steps", every_n_steps, 100),
            ("every_n_secs", every_n_secs, 0.0), ("output_dir", output_dir, "")))


class StopAtStepHook(Spec):
    """Stops at the global step `last_step`, or after `num_steps` more than there were at the beginning."""

    def __init__(self, num_steps: int = 0, last_step: int = 0) -> None:
        super().__init__("StopAtStepHook", (), (("num_steps", num_steps, 0), ("last_step", last_step, 0)))


class SummarySaverHook(Spec):
    """Writes what a summary op gives to an event file, every so many steps or seconds."""

    def __init__(self, summary_op: str, save_steps: int = 0, save_secs: float = 0.0,
                 output_dir: str = "") -> None:
        super().__init__("SummarySaverHook", (("summary_op", summary_op),), (("save_steps", save_steps, 0),
            ("save_secs", save_secs, 0.0), ("output_dir", output_dir, "")))
