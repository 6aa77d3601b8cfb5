"""tf.io: files, records and what parses them."""
from __future__ import annotations

import os
from typing import Any

from ...records import RecordReader, RecordWriter
from . import gfile
from ._apply import apply as _apply
from ._near import missing as _missing
from ._queues import QueueBase
from ._strings import decode_csv, decode_raw, parse_example, parse_single_example
from ._values import FixedLenFeature, FixedLenSequenceFeature, SparseFeature, VarLenFeature

__all__ = ["FixedLenFeature", "FixedLenSequenceFeature", "QueueBase", "SparseFeature", "TFRecordWriter", "VarLenFeature", "decode_csv", "decode_raw",
           "gfile", "parse_example", "parse_single_example", "read_file", "tf_record_iterator", "write_graph"]


class TFRecordCompressionType:
    NONE, ZLIB, GZIP = 0, 1, 2


class TFRecordOptions:
    def __init__(self, compression_type: Any = None, **_: Any):
        self.compression_type = {0: "", 1: "ZLIB", 2: "GZIP", None: ""}.get(compression_type, compression_type)


def _compression(options: Any) -> str:
    return options if isinstance(options, str) else "" if options is None else options.compression_type


class TFRecordWriter:
    """Writes records of bytes to a file."""

    def __init__(self, path: Any, options: Any = None):
        self._writer = RecordWriter(os.fspath(path), compression=_compression(options))

    def write(self, record: bytes) -> None:
        self._writer.write(record)

    def flush(self) -> None:
        self._writer.flush()

    def close(self) -> None:
        self._writer.close()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def tf_record_iterator(path: Any, options: Any = None) -> Any:
    """The records of a file."""
    return iter(RecordReader(os.fspath(path), compression=_compression(options)))


def read_file(filename: Any, name: Any = None) -> Any:
    return _apply("ReadFile", filename, name=name)


def write_graph(graph_or_graph_def: Any, logdir: Any, name: str, as_text: bool = True) -> str:
    graph_def = graph_or_graph_def.as_graph_def() if hasattr(graph_or_graph_def, "as_graph_def") else graph_or_graph_def
    os.makedirs(logdir, exist_ok=True)
    path = os.path.join(logdir, name)
    with open(path, "wb") as file:
        file.write(str(graph_def).encode() if as_text else graph_def.SerializeToString())
    return path


__getattr__ = _missing(__name__, "io")
