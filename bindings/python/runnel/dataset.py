"""Datasets: pipelines of elements, from tensors, files or a function of the program, without a graph."""
from __future__ import annotations

import ctypes
import threading
from typing import Any, Callable, Iterable, Iterator as Iteration, Sequence

from . import _abi, errors
from ._interrupt import Cancellation, interruptibly, on_main_thread
from ._host_functions import status_of
from ._library import Handle, byref, check, created, dims, immortal, lib, releases, string, strings, take_bytes
from .dtypes import DType, as_dtype
from .graph import Graph
from .runtime import Runtime, default_runtime
from .tensor import ArrayLike, DTypeLike, Tensor, as_tensor

Element = tuple[Tensor, ...]


def _handles(values: Sequence[Handle]) -> Any:
    return (ctypes.c_void_p * len(values))(*(v._as_parameter_ for v in values))


class _Generators:
    """The functions that datasets call, by number: what C knows of them."""

    def __init__(self) -> None:
        self.next = 1
        self.functions: dict[int, tuple[Callable[[int], Sequence[ArrayLike] | None], list[DType], Runtime]] = {}

    def add(self, function: Callable[[int], Sequence[ArrayLike] | None], dtypes: list[DType], runtime: Runtime) -> int:
        number, self.next = self.next, self.next + 1
        self.functions[number] = function, dtypes, runtime
        return number


_generators = _Generators()


class _Interrupted(threading.local):
    """Whether Ctrl-C came while a generator function ran within this thread's own call of the library."""

    seen = False


_interrupted = _Interrupted()


@immortal
@_abi.rnl_generate_fn_t  # type: ignore[untyped-decorator]
def _generate(number: int, index: int, out: Any, count: int) -> Any:
    function, dtypes, runtime = _generators.functions[number]
    try:
        element = function(index)
        if element is None:
            return lib.rnl_status_create(_abi.RNL_OUT_OF_RANGE, string("the generator has no more elements"))
        if len(element) != count:
            raise errors.InvalidArgument("the generator gave %d components, expected %d" % (len(element), count))
        tensors = [as_tensor(value, dtype, runtime) for value, dtype in zip(element, dtypes)]
        for i, tensor in enumerate(tensors):
            out[i] = lib.rnl_tensor_retain(tensor)
        return None
    except errors.OutOfRange as error:  # which would end the pass without a word
        return lib.rnl_status_create(_abi.RNL_UNKNOWN, string("OutOfRange: %s" % error))
    except BaseException as error:  # what the function raises must not pass through C
        _interrupted.seen = isinstance(error, KeyboardInterrupt)
        return status_of(error)


@immortal
@_abi.rnl_drop_fn_t  # type: ignore[untyped-decorator]
def _drop(number: int) -> None:
    _generators.functions.pop(number, None)


@releases(lib.rnl_dataset_release)
class Dataset(Handle):
    """What a pipeline is. Iterating over it is one pass, which gives elements: tuples with a tensor for each component."""

    def __init__(self, pointer: int, runtime: Runtime):
        self._runtime = runtime
        super().__init__(pointer)

    @staticmethod
    def from_tensors(*tensors: ArrayLike, runtime: Runtime | None = None) -> Dataset:
        """One element."""
        runtime = runtime or default_runtime()
        values = [as_tensor(t, None, runtime) for t in tensors]
        return Dataset(created(lib.rnl_dataset_from_tensors, runtime, _handles(values), len(values)), runtime)

    @staticmethod
    def from_slices(*tensors: ArrayLike, runtime: Runtime | None = None) -> Dataset:
        """The slices of the tensors along dimension 0, which all have in one size."""
        runtime = runtime or default_runtime()
        values = [as_tensor(t, None, runtime) for t in tensors]
        return Dataset(created(lib.rnl_dataset_from_slices, runtime, _handles(values), len(values)), runtime)

    @staticmethod
    def range(start: int, stop: int | None = None, step: int = 1, runtime: Runtime | None = None) -> Dataset:
        runtime = runtime or default_runtime()
        first, last = (0, start) if stop is None else (start, stop)
        return Dataset(created(lib.rnl_dataset_range, runtime, first, last, step), runtime)

    @staticmethod
    def from_generator(function: Callable[[int], Sequence[ArrayLike] | None], dtypes: Iterable[DTypeLike],
                       runtime: Runtime | None = None) -> Dataset:
        """What function(index) gives, a value for each component, until it gives None or raises StopIteration. It is called on threads of the
        runtime; what else it raises is the element's failure."""
        runtime = runtime or default_runtime()
        types = [as_dtype(t) for t in dtypes]
        number = _generators.add(function, types, runtime)
        return Dataset(created(lib.rnl_dataset_from_generator, runtime, (ctypes.c_int32 * len(types))(*map(int, types)),
                               len(types), _generate, number, _drop), runtime)

    @staticmethod
    def from_records(*paths: str, compression: str = "", runtime: Runtime | None = None) -> Dataset:
        """The records of TFRecord files. compression: "", "ZLIB" or "GZIP"."""
        runtime = runtime or default_runtime()
        return Dataset(created(lib.rnl_dataset_from_records, runtime, strings(list(paths)), len(paths), string(compression)), runtime)

    @staticmethod
    def from_lines(*paths: str, compression: str = "", runtime: Runtime | None = None) -> Dataset:
        runtime = runtime or default_runtime()
        return Dataset(created(lib.rnl_dataset_from_lines, runtime, strings(list(paths)), len(paths), string(compression)), runtime)

    @staticmethod
    def from_pieces(*paths: str, record_bytes: int, header_bytes: int = 0, footer_bytes: int = 0, compression: str = "",
                    runtime: Runtime | None = None) -> Dataset:
        """Pieces of record_bytes bytes of files, behind a header and before a footer."""
        runtime = runtime or default_runtime()
        return Dataset(created(lib.rnl_dataset_from_pieces, runtime, strings(list(paths)), len(paths), string(compression),
                               header_bytes, record_bytes, footer_bytes), runtime)

    @staticmethod
    def zip(*datasets: Dataset) -> Dataset:
        return Dataset(created(lib.rnl_dataset_zip, _handles(datasets), len(datasets)), datasets[0]._runtime)

    def _with(self, function: Any, *arguments: Any) -> Dataset:
        return Dataset(created(function, self, *arguments), self._runtime)

    def take(self, count: int) -> Dataset:
        return self._with(lib.rnl_dataset_take, count)

    def skip(self, count: int) -> Dataset:
        return self._with(lib.rnl_dataset_skip, count)

    def repeat(self, count: int = -1) -> Dataset:
        """count passes one after the other; without an end below 0."""
        return self._with(lib.rnl_dataset_repeat, count)

    def shard(self, shards: int, index: int) -> Dataset:
        return self._with(lib.rnl_dataset_shard, shards, index)

    def concatenate(self, other: Dataset) -> Dataset:
        return self._with(lib.rnl_dataset_concatenate, other)

    def batch(self, size: int, drop_remainder: bool = False) -> Dataset:
        return self._with(lib.rnl_dataset_batch, size, drop_remainder)

    def padded_batch(self, size: int, padded_shapes: Sequence[Sequence[int | None]], padding: Sequence[ArrayLike | None] | None = None,
                     drop_remainder: bool = False) -> Dataset:
        """A shape for each component; None in it: as large as the batch needs. padding: what fills up; None: zeros."""
        shapes = [[-1 if d is None else d for d in shape] for shape in padded_shapes]
        ranks = (ctypes.c_int32 * len(shapes))(*map(len, shapes))
        sizes = [dims(shape) for shape in shapes]
        pointers = (ctypes.POINTER(ctypes.c_int64) * len(shapes))(*(ctypes.cast(s, ctypes.POINTER(ctypes.c_int64)) for s in sizes))
        fill = None
        if padding is not None:
            if len(padding) != len(shapes):
                raise ValueError("%d values of padding for %d shapes" % (len(padding), len(shapes)))
            tensors = [None if p is None else as_tensor(p, t, self._runtime) for p, t in zip(padding, self.dtypes)]
            fill = (ctypes.c_void_p * len(tensors))(*(None if t is None else t._as_parameter_ for t in tensors))
        return self._with(lib.rnl_dataset_padded_batch, size, ranks, pointers, fill, len(shapes), drop_remainder)

    def window(self, size: int, shift: int | None = None, stride: int = 1, drop_remainder: bool = False) -> Dataset:
        """Groups of elements; a component of one is a variant, which Dataset.from_variant takes."""
        return self._with(lib.rnl_dataset_window, size, size if shift is None else shift, stride, drop_remainder)

    def interleave(self, graph: Graph, function: str, dtypes: Iterable[DTypeLike], cycle_length: int = -1, block_length: int = 1,
                   parallel: bool = False, in_order: bool = True) -> Dataset:
        """The elements, of dtypes, of the datasets that a function of the graph gives, from several of them in turn."""
        types = [as_dtype(t) for t in dtypes]
        return self._with(lib.rnl_dataset_interleave, graph, string(function), (ctypes.c_int32 * len(types))(*map(int, types)),
                          len(types), cycle_length, block_length, parallel, in_order)

    def flat_map(self, graph: Graph, function: str, dtypes: Iterable[DTypeLike]) -> Dataset:
        """The same, one dataset after the other."""
        return self.interleave(graph, function, dtypes, cycle_length=1)

    def group_by_window(self, graph: Graph, key: str, reduce: str, window_size: str, dtypes: Iterable[DTypeLike]) -> Dataset:
        """key gives an element's int64, window_size how many of one are a group, reduce the dataset of key and group."""
        types = [as_dtype(t) for t in dtypes]
        return self._with(lib.rnl_dataset_group_by_window, graph, string(key), string(reduce), string(window_size),
                          (ctypes.c_int32 * len(types))(*map(int, types)), len(types))

    @staticmethod
    def from_variant(tensor: Tensor, runtime: Runtime | None = None) -> Dataset:
        """The dataset that a variant is: of a window, or fetched of a graph."""
        runtime = runtime or default_runtime()
        return Dataset(created(lib.rnl_dataset_from_variant, runtime, tensor), runtime)

    def to_variant(self) -> Tensor:
        """For the Dataset and Iterator ops of a graph in this process."""
        return Tensor._adopt(created(lib.rnl_dataset_to_variant, self), self._runtime)

    def unbatch(self) -> Dataset:
        return self._with(lib.rnl_dataset_unbatch)

    def map(self, graph: Graph, function: str, calls: int = 1, in_order: bool = True) -> Dataset:
        """What a function of the graph gives for each element; `calls` at a time, -1: as many as there are threads."""
        return self._with(lib.rnl_dataset_map, graph, string(function), calls, in_order)

    def filter(self, graph: Graph, function: str) -> Dataset:
        return self._with(lib.rnl_dataset_filter, graph, string(function))

    def shuffle(self, buffer_size: int, seed: int = 0, reshuffle: bool = True) -> Dataset:
        """Each element is drawn from a buffer; the order is that of TensorFlow for the same seed, another one each time for 0."""
        return self._with(lib.rnl_dataset_shuffle, buffer_size, seed, reshuffle)

    def prefetch(self, buffer_size: int = -1) -> Dataset:
        return self._with(lib.rnl_dataset_prefetch, buffer_size)

    def cache(self, path: str = "") -> Dataset:
        return self._with(lib.rnl_dataset_cache, string(path))

    def ignore_errors(self) -> Dataset:
        return self._with(lib.rnl_dataset_ignore_errors)

    @property
    def dtypes(self) -> tuple[DType, ...]:
        return tuple(DType(lib.rnl_dataset_component_dtype(self, i)) for i in range(lib.rnl_dataset_num_components(self)))

    @property
    def cardinality(self) -> int:
        """-1 without an end, -2 if only a pass would tell."""
        return int(lib.rnl_dataset_cardinality(self))

    def __iter__(self) -> DatasetIterator:
        return DatasetIterator(self)


@releases(lib.rnl_iterator_release)
class DatasetIterator(Handle, Iteration[Element]):
    """One pass over a dataset. Any number of threads may take elements from it; each gets its own."""

    def __init__(self, dataset: Dataset):
        self._runtime, self._count = dataset._runtime, len(dataset.dtypes)
        self._cancellation = Cancellation()  # by Ctrl-C
        super().__init__(created(lib.rnl_dataset_iterate, dataset))

    def __iter__(self) -> DatasetIterator:
        return self

    def __next__(self) -> Element:
        return self.next()

    def next(self, timeout: float | None = None, cancellation: Cancellation | None = None) -> Element:
        """Waits for an element. Raises StopIteration at the end; DeadlineExceeded and Cancelled lose no element, nor does Ctrl-C."""
        out, end = (ctypes.c_void_p * self._count)(), ctypes.c_bool()
        timeout_ms = -1 if timeout is None else int(timeout * 1000)
        if cancellation is None and on_main_thread():
            if self._cancellation.fired:
                self._cancellation = Cancellation()
            mine = self._cancellation
            _interrupted.seen = False
            status = interruptibly(lambda: lib.rnl_iterator_next(self, timeout_ms, mine, out, self._count, byref(end)), mine)
            try:
                check(status)
            except errors.Error:
                if _interrupted.seen:
                    raise KeyboardInterrupt from None
                raise
        else:
            check(lib.rnl_iterator_next(self, timeout_ms, cancellation, out, self._count, byref(end)))
        if end.value:
            raise StopIteration
        return tuple(Tensor._adopt(h, self._runtime) for h in out)

    def save(self) -> bytes:
        """Where the pass is, for restore."""
        return take_bytes(created(lib.rnl_iterator_save, self))

    def restore(self, state: bytes) -> None:
        """Goes on where a pass over an equal dataset was. Before the first element only."""
        check(lib.rnl_iterator_restore(self, state, len(state)))


__all__ = ["Dataset", "DatasetIterator"]
