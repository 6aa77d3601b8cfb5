"""tf.summary: nodes that summarise values, and the files that TensorBoard reads."""
from __future__ import annotations

import glob as _glob
import os
import re
from typing import Any

from ...events import EventWriter
from ._apply import apply, convert_to_tensor
from ._graph import Graph, GraphKeys, get_collection, get_default_graph, name_scope

__all__ = ["FileWriter", "FileWriterCache", "Summary", "audio", "histogram", "image", "merge", "merge_all", "scalar", "tensor_summary", "text"]


def _clean(name: str) -> str:
    return re.sub(r"[^-/\w.]", "_", name).lstrip("/")


def _summarised(op: str, name: str, values: Any, collections: Any, family: Any, inputs: Any, **attrs: Any) -> Any:
    clean = _clean(name)
    with name_scope("%s/%s" % (_clean(family), clean) if family else clean, values=[values]) as scope:
        tag = scope.rstrip("/")
        made = apply(op, *inputs(tag), name=scope, **attrs)
    get_default_graph().add_to_collections(collections if collections is not None else [GraphKeys.SUMMARIES], made)
    return made


def scalar(name: str, tensor: Any, collections: Any = None, family: Any = None) -> Any:
    return _summarised("ScalarSummary", name, tensor, collections, family, lambda tag: (tag, tensor))


def histogram(name: str, values: Any, collections: Any = None, family: Any = None) -> Any:
    return _summarised("HistogramSummary", name, values, collections, family, lambda tag: (tag, values))


def image(name: str, tensor: Any, max_outputs: int = 3, collections: Any = None, family: Any = None) -> Any:
    return _summarised("ImageSummary", name, tensor, collections, family, lambda tag: (tag, tensor), max_images=max_outputs)


def audio(name: str, tensor: Any, sample_rate: Any, max_outputs: int = 3, collections: Any = None, family: Any = None) -> Any:
    return _summarised("AudioSummaryV2", name, tensor, collections, family, lambda tag: (tag, tensor, convert_to_tensor(sample_rate, "float32")),
                       max_outputs=max_outputs)


def tensor_summary(name: str, tensor: Any, summary_description: Any = None, collections: Any = None, summary_metadata: Any = None, family: Any = None,
                   display_name: Any = None) -> Any:
    return _summarised("TensorSummaryV2", name, tensor, collections, family, lambda tag: (tag, tensor, summary_metadata or b""))


def text(name: str, tensor: Any, collections: Any = None) -> Any:
    # SummaryMetadata with the plugin's name, as TensorBoard's text dashboard looks for it
    plugin = b"\x0a\x04text"
    return tensor_summary(name, tensor, collections=collections, summary_metadata=b"\x0a" + bytes([len(plugin)]) + plugin)


def merge(inputs: Any, collections: Any = None, name: Any = None) -> Any:
    inputs = list(inputs)
    with name_scope(name, "Merge", inputs):
        made = apply("MergeSummary", inputs, name=name)
    if collections:
        get_default_graph().add_to_collections(collections, made)
    return made


def merge_all(key: Any = GraphKeys.SUMMARIES, scope: Any = None, name: Any = None) -> Any:
    """All summaries of the graph in one; None if there are none."""
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


class _Value:
    def __init__(self, tag: str = "", simple_value: float = 0.0):
        self.tag, self.simple_value = tag, simple_value


class Summary:
    """Scalars that a program has itself: Summary(value=[Summary.Value(tag="loss", simple_value=0.1)])."""

    Value = _Value

    def __init__(self, value: Any = ()):
        self.value = _Values(value)


class _Values(list):  # type: ignore[type-arg]
    def add(self, **fields: Any) -> _Value:
        self.append(_Value(**fields))
        return self[-1]  # type: ignore[no-any-return]


class FileWriter:
    """Writes an event file in `logdir`."""

    def __init__(self, logdir: Any, graph: Any = None, max_queue: int = 10, flush_secs: int = 120, graph_def: Any = None, filename_suffix: Any = None,
                 session: Any = None):
        self._logdir: str = os.fspath(logdir)
        self._suffix = filename_suffix or ""
        self._writer: EventWriter | None = EventWriter(self._logdir, self._suffix)
        if graph is not None:
            self.add_graph(graph)

    def get_logdir(self) -> str:
        return self._logdir

    def _open(self) -> EventWriter:
        if self._writer is None:
            raise RuntimeError("the FileWriter is closed: call reopen")
        return self._writer

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        step = 0 if global_step is None else int(global_step)
        if isinstance(summary, Summary):
            for value in summary.value:
                self._open().scalar(value.tag, float(value.simple_value), step)
        else:
            self._open().summary(bytes(summary), step)

    def add_graph(self, graph: Any, global_step: Any = None, graph_def: Any = None) -> None:
        self._open().graph(graph if isinstance(graph, Graph) else graph.SerializeToString())

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        self._open().run_metadata(tag, run_metadata.metadata, 0 if global_step is None else int(global_step))

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        pass

    def add_meta_graph(self, meta_graph_def: Any, global_step: Any = None) -> None:
        pass

    def flush(self) -> None:
        if self._writer is not None:
            self._writer.flush()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.flush()
            self._writer.close()
            self._writer = None

    def reopen(self) -> None:
        if self._writer is None:
            self._writer = EventWriter(self._logdir, self._suffix)

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class FileWriterCache:
    """One writer for a folder."""

    _writers: dict[str, FileWriter] = {}

    @staticmethod
    def get(logdir: str) -> FileWriter:
        if logdir not in FileWriterCache._writers:
            FileWriterCache._writers[logdir] = FileWriter(logdir, get_default_graph())
        return FileWriterCache._writers[logdir]

    @staticmethod
    def clear() -> None:
        for writer in FileWriterCache._writers.values():
            writer.close()
        FileWriterCache._writers.clear()


def event_files(logdir: str) -> list[str]:
    """The event files of a folder, oldest first."""
    return sorted(_glob.glob(os.path.join(_glob.escape(logdir), "*tfevents*")))


