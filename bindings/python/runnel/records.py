"""TFRecord files, and the Examples and SequenceExamples in them, without a graph."""
from __future__ import annotations

import ctypes
import os
from typing import Any, Iterator, Mapping, Sequence, Union

from . import _abi
from ._library import Handle, byref, check, created, lib, releases, string, strings, take_bytes, text, view
from .runtime import Runtime, default_runtime

Path = Union[str, "os.PathLike[str]"]
# The values of a feature: all of one kind. None: a feature of no kind.
Feature = Union[Sequence[int], Sequence[float], Sequence[Union[str, bytes]], None]


@releases(lib.rnl_record_reader_release)
class RecordReader(Handle, Iterator[bytes]):
    """Gives the records of a TFRecord file, from any number of threads. compression: "", "ZLIB" or "GZIP".

    A record that is cut off or damaged raises DataLoss with file and byte, and so does every later call.
    """

    def __init__(self, path: Path, compression: str = "", runtime: Runtime | None = None):
        super().__init__(created(lib.rnl_record_reader_open, runtime or default_runtime(), string(os.fspath(path)),
                                 string(compression)))

    def __iter__(self) -> RecordReader:
        return self

    def __next__(self) -> bytes:
        out = ctypes.c_void_p()
        check(lib.rnl_record_reader_next(self, byref(out)))
        if not out.value:
            raise StopIteration
        return take_bytes(out.value)

    def seek(self, offset: int) -> None:
        """Goes to the record that begins there, as `offset` told. Raises OutOfRange behind the end."""
        check(lib.rnl_record_reader_seek(self, offset))

    @property
    def offset(self) -> int:
        """Where the next record begins, in bytes of what is decompressed."""
        return int(lib.rnl_record_reader_offset(self))

    @property
    def progress(self) -> tuple[int, int]:
        """How many bytes of the file were read, and how many it has."""
        read, size = ctypes.c_uint64(), ctypes.c_uint64()
        check(lib.rnl_record_reader_progress(self, byref(read), byref(size)))
        return read.value, size.value


@releases(lib.rnl_record_writer_release)
class RecordWriter(Handle):
    """Writes a TFRecord file anew, from any number of threads. A context manager that closes it.

    level: 0 to 9, of a file that is compressed; None: the usual one.
    """

    def __init__(self, path: Path, compression: str = "", level: int | None = None, runtime: Runtime | None = None):
        super().__init__(created(lib.rnl_record_writer_create, runtime or default_runtime(), string(os.fspath(path)),
                                 string(compression), -1 if level is None else level))

    def write(self, record: bytes | Example) -> None:
        check(lib.rnl_record_writer_write(self, string(record.to_bytes() if isinstance(record, Example) else bytes(record))))

    def flush(self, sync: bool = False) -> None:
        """All that was written is in the file for readers; with `sync` it survives a loss of power too."""
        check(lib.rnl_record_writer_flush(self, sync))

    def close(self) -> None:
        check(lib.rnl_record_writer_close(self))

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _items(values: Any) -> list[Any]:
    if isinstance(values, (str, bytes)):
        raise TypeError("a feature is a sequence of values, not %r itself" % type(values).__name__)
    listed = values.tolist() if hasattr(values, "tolist") else values
    return list(listed) if hasattr(listed, "__iter__") else [listed]


def _c_values(feature: Feature) -> tuple[int, Any, int]:
    """Dtype, C array and count."""
    if feature is None:
        return _abi.RNL_INVALID, None, 0
    dtype = getattr(feature, "dtype", None)
    values = _items(feature)
    kind = getattr(dtype, "kind", None) if not values else None  # numpy's, of an array without elements
    if any(isinstance(v, (str, bytes)) for v in values) or kind in ("S", "U"):
        return _abi.RNL_STRING, strings(v.encode() if isinstance(v, str) else v for v in values), len(values)
    if any(isinstance(v, float) for v in values) or kind == "f" or (not values and kind is None):
        return _abi.RNL_FLOAT, (ctypes.c_float * len(values))(*values), len(values)
    for v in values:
        if not -2**63 <= int(v) < 2**63:
            raise ValueError("%d does not fit into an int64" % v)
    return _abi.RNL_INT64, (ctypes.c_int64 * len(values))(*map(int, values)), len(values)


def _python_values(function: Any, *arguments: Any) -> Feature:
    dtype, values, count = ctypes.c_int32(), ctypes.c_void_p(), ctypes.c_size_t()
    check(function(*arguments, byref(dtype), byref(values), byref(count)))
    if dtype.value == _abi.RNL_INVALID:
        return None
    kind: Any = {_abi.RNL_FLOAT: ctypes.c_float, _abi.RNL_INT64: ctypes.c_int64}.get(dtype.value, _abi.rnl_str_t)
    if not count.value:
        return []
    array = ctypes.cast(values, ctypes.POINTER(kind))
    if kind is _abi.rnl_str_t:
        return [view(array[i]) for i in range(count.value)]
    return list(array[:count.value])


@releases(lib.rnl_example_release)
class Example(Handle):
    """TensorFlow's Example: features by name, each a list of ints, floats or bytes. One thread at a time.

        example = runnel.Example({"label": [3], "pixels": [0.5, 1.0], "name": ["seven"]})
        example["label"]                 # [3]
        writer.write(example)

    Ints become int64, lists with a float in them float, str is encoded as UTF-8. An empty list is one of floats; an empty numpy
    array is one of its own type.
    """

    _sequence = False

    def __init__(self, features: Mapping[str, Feature] | None = None):
        super().__init__(created(lib.rnl_example_create, self._sequence))
        for name, values in (features or {}).items():
            self[name] = values

    @classmethod
    def parse(cls, data: bytes) -> Any:
        """Raises InvalidArgument with the byte where they are none."""
        example = cls.__new__(cls)
        Handle.__init__(example, created(lib.rnl_example_parse, string(bytes(data)), cls._sequence))
        return example

    def to_bytes(self) -> bytes:
        """As TensorFlow reads it. Equal examples give equal bytes."""
        return take_bytes(created(lib.rnl_example_serialize, self))

    def __setitem__(self, name: str, values: Feature) -> None:
        dtype, array, count = _c_values(values)
        check(lib.rnl_example_set_feature(self, string(name), dtype, array, count))

    def __getitem__(self, name: str) -> Feature:
        if name not in self:
            raise KeyError(name)
        return _python_values(lib.rnl_example_feature, self, string(name))

    def __contains__(self, name: object) -> bool:
        return name in self.keys()

    def keys(self) -> list[str]:
        """Sorted."""
        return [text(lib.rnl_example_feature_name(self, i)) for i in range(lib.rnl_example_num_features(self))]

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return int(lib.rnl_example_num_features(self))

    def to_dict(self) -> dict[str, Feature]:
        return {name: _python_values(lib.rnl_example_feature, self, string(name)) for name in self.keys()}

    def __repr__(self) -> str:
        return "%s(%r)" % (type(self).__name__, self.to_dict())


class SequenceExample(Example):
    """An Example, its context, with feature lists: by name a list of steps, each a list of values.

        SequenceExample({"length": [2]}, {"tokens": [[1], [2, 3]]})
    """

    _sequence = True

    def __init__(self, context: Mapping[str, Feature] | None = None, lists: Mapping[str, Sequence[Feature]] | None = None):
        super().__init__(context)
        for name, steps in (lists or {}).items():
            check(lib.rnl_example_add_list(self, string(name)))
            for step in steps:
                self.add_step(name, step)

    def add_step(self, name: str, values: Feature) -> None:
        """Adds a step to a list, which is made where it is missing."""
        dtype, array, count = _c_values(values)
        check(lib.rnl_example_add_step(self, string(name), dtype, array, count))

    @property
    def lists(self) -> dict[str, list[Feature]]:
        """By name, a copy."""
        found = {}
        for i in range(lib.rnl_example_num_lists(self)):
            name, count = text(lib.rnl_example_list_name(self, i)), ctypes.c_size_t()
            check(lib.rnl_example_num_steps(self, string(name), byref(count)))
            found[name] = [_python_values(lib.rnl_example_step, self, string(name), step) for step in range(count.value)]
        return found

    def __repr__(self) -> str:
        return "SequenceExample(%r, %r)" % (self.to_dict(), self.lists)


__all__ = ["Example", "RecordReader", "RecordWriter", "SequenceExample"]
