"""Seeing what happens: event files for TensorBoard, and traces of steps for Perfetto and chrome://tracing."""
from __future__ import annotations

from ._library import Handle, check, created, lib, releases, string, take_bytes, text
from .graph import Graph
from .runtime import Runtime, default_runtime
from .session import Metadata
from .tensor import Tensor


def _bytes_of(summary: bytes | Tensor) -> bytes:
    return bytes(summary.item()) if isinstance(summary, Tensor) else summary


@releases(lib.rnl_event_writer_release)
class EventWriter(Handle):
    """Writes one event file in `folder`, which is made where it is missing. A context manager that closes it.

    Each event is there for readers as soon as it is added. wall_time is in seconds since 1970; None: now.
    """

    def __init__(self, folder: str, suffix: str = "", runtime: Runtime | None = None):
        super().__init__(created(lib.rnl_event_writer_create, runtime or default_runtime(), string(folder), string(suffix)))

    @property
    def path(self) -> str:
        return text(lib.rnl_event_writer_path(self))

    def scalar(self, tag: str, value: float, step: int, wall_time: float | None = None) -> None:
        check(lib.rnl_event_writer_add_scalar(self, string(tag), float(value), step, _time(wall_time)))

    def summary(self, summary: bytes | Tensor, step: int, wall_time: float | None = None) -> None:
        """What the summary ops give, fetched."""
        check(lib.rnl_event_writer_add_summary(self, string(_bytes_of(summary)), step, _time(wall_time)))

    def graph(self, graph: Graph | bytes, wall_time: float | None = None) -> None:
        graph_def = graph if isinstance(graph, bytes) else graph.to_graph_def()
        check(lib.rnl_event_writer_add_graph(self, string(graph_def), _time(wall_time)))

    def run_metadata(self, tag: str, metadata: Metadata, step: int, wall_time: float | None = None) -> None:
        """Under a tag that no other of this writer has."""
        check(lib.rnl_event_writer_add_run_metadata(self, string(tag), string(metadata.to_run_metadata()), step,
                                                    _time(wall_time)))

    def flush(self) -> None:
        """Returns when all that was added will survive a loss of power."""
        check(lib.rnl_event_writer_flush(self))

    def close(self) -> None:
        check(lib.rnl_event_writer_close(self))

    def __enter__(self) -> EventWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _time(wall_time: float | None) -> float:
    return -1.0 if wall_time is None else wall_time


@releases(lib.rnl_trace_release)
class Trace(Handle):
    """Traced steps in one drawing. One thread at a time."""

    def __init__(self) -> None:
        super().__init__(created(lib.rnl_trace_create))

    def add(self, metadata: Metadata) -> None:
        """The step that filled it. Raises FailedPrecondition if that was not traced."""
        check(lib.rnl_trace_add_step(self, metadata))

    def to_json(self) -> bytes:
        """Chrome's trace event format."""
        return take_bytes(created(lib.rnl_trace_json, self))
