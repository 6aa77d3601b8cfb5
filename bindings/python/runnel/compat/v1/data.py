"""tf.data: pipelines of elements as nodes of the graph, whose functions are traced."""
from __future__ import annotations

import itertools
from typing import Any, Callable

import numpy as np

from ...dtypes import DType, as_dtype
from ...graph import Operators
from ._apply import apply, convert_to_tensor, value_of
from ._functions import Traced
from ._graph import Graph, Tensor, get_default_graph, get_seed, name_scope
from ._shape import TensorShape
from ._values import SparseTensor, SparseTensorValue

AUTOTUNE = -1


class _Spec:
    """The type and shape of a component; a sparse one travels as a variant."""

    def __init__(self, dtype: Any, shape: Any, sparse: bool = False):
        self.dtype, self.shape, self.sparse = as_dtype(dtype), TensorShape(shape), sparse

    @property
    def component(self) -> tuple[DType, TensorShape]:
        return (DType.variant, TensorShape([3])) if self.sparse else (self.dtype, self.shape)

    def encode(self, value: Any) -> Any:
        if not self.sparse:
            return value
        return apply("SerializeSparse", value.indices, value.values, value.dense_shape, out_type=DType.variant)

    def decode(self, tensor: Any) -> Any:
        if not self.sparse:
            if self.shape.ndims is not None and tensor.shape != self.shape:
                tensor.set_shape(self.shape)
            return tensor
        return SparseTensor(*apply("DeserializeSparse", tensor, dtype=self.dtype))

    def with_shape(self, shape: Any) -> _Spec:
        return _Spec(self.dtype, shape, self.sparse)


def _spec(value: Any) -> _Spec:
    if isinstance(value, (SparseTensor, SparseTensorValue)):
        return _Spec(convert_to_tensor(value.values).dtype, value.shape if isinstance(value, SparseTensor) else None, True)
    if isinstance(value, Operators):
        return _Spec(value.dtype, value.shape)
    held = value_of(value)
    return _Spec(held.dtype, held.shape)


def _tupled(value: Any) -> Any:
    """tf.data's structure: tuples and dicts; lists are tensors."""
    if isinstance(value, SparseTensorValue):
        return SparseTensor(*value)
    if isinstance(value, tuple):
        parts = [_tupled(v) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, dict):
        return {k: _tupled(v) for k, v in value.items()}
    return value


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for key in sorted(value) for leaf in _leaves(value[key])]
    if isinstance(value, tuple) and not isinstance(value, SparseTensorValue):
        return [leaf for part in value for leaf in _leaves(part)]
    return [value]


def _like(structure: Any, leaves: Any) -> Any:
    at = iter(leaves)

    def build(value: Any) -> Any:
        if isinstance(value, dict):
            built = {key: build(value[key]) for key in sorted(value)}
            return {key: built[key] for key in value}
        if isinstance(value, tuple):
            parts = [build(part) for part in value]
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return next(at)
    return build(structure)


class Dataset:
    """A pipeline. Its nodes are made when an iterator is, so that a one-shot iterator can hold them in a function."""

    def __init__(self, make: Callable[[], Any], structure: Any):
        self._make, self._structure = make, structure
        self._made: dict[Any, Any] = {}

    # ---- what elements are

    @property
    def _specs(self) -> list[_Spec]:
        return _leaves(self._structure)

    @property
    def output_types(self) -> Any:
        return _like(self._structure, [s.dtype for s in self._specs])

    @property
    def output_shapes(self) -> Any:
        return _like(self._structure, [s.shape for s in self._specs])

    @property
    def output_classes(self) -> Any:
        return _like(self._structure, [SparseTensor if s.sparse else Tensor for s in self._specs])

    @property
    def element_spec(self) -> Any:
        return self._structure

    def _attrs(self) -> dict[str, Any]:
        return {"output_types": [s.component[0] for s in self._specs], "output_shapes": [s.component[1] for s in self._specs]}

    def _variant(self) -> Any:
        graph = get_default_graph()
        if graph not in self._made:
            self._made[graph] = self._make()
        return self._made[graph]

    # ---- sources

    @staticmethod
    def from_tensors(tensors: Any) -> Dataset:
        """One element."""
        tensors = _tupled(tensors)
        structure = _like(tensors, [_spec(leaf) for leaf in _leaves(tensors)])

        def make() -> Any:
            parts = [s.encode(t if isinstance(t, SparseTensor) else convert_to_tensor(t)) for s, t in zip(_leaves(structure), _leaves(tensors))]
            return apply("TensorDataset", parts, output_shapes=[s.component[1] for s in _leaves(structure)])
        return Dataset(make, structure)

    @staticmethod
    def from_tensor_slices(tensors: Any) -> Dataset:
        """The slices of the tensors along dimension 0."""
        tensors = _tupled(tensors)
        whole = [_spec(leaf) for leaf in _leaves(tensors)]
        if any(s.sparse for s in whole):
            raise NotImplementedError("from_tensor_slices of a SparseTensor is UNIMPLEMENTED: from_tensors takes one")
        for s in whole:
            if s.shape.ndims == 0:
                raise ValueError("from_tensor_slices needs tensors of at least one dimension, got a scalar")
        sizes = {s.shape[0].value for s in whole if s.shape.ndims} - {None}
        if len(sizes) > 1:
            raise ValueError("Dimensions %s are not compatible" % " and ".join(str(s) for s in sorted(sizes)))
        structure = _like(tensors, [s.with_shape(s.shape[1:]) for s in whole])

        def make() -> Any:
            return apply("TensorSliceDataset", [convert_to_tensor(t, name="tensors/component_%d" % i) for i, t in enumerate(_leaves(tensors))],
                         output_shapes=[s.shape for s in _leaves(structure)])
        return Dataset(make, structure)

    @staticmethod
    def range(*args: Any) -> Dataset:
        start, stop, step = (0, args[0], 1) if len(args) == 1 else (args[0], args[1], args[2] if len(args) > 2 else 1)
        structure = _Spec(DType.int64, [])
        return Dataset(lambda: apply("RangeDataset", *(convert_to_tensor(v, DType.int64) for v in (start, stop, step)), output_types=[DType.int64],
                                     output_shapes=[TensorShape([])]), structure)

    @staticmethod
    def from_generator(generator: Callable[..., Any], output_types: Any, output_shapes: Any = None, args: Any = None) -> Dataset:
        """What a generator function of Python's gives, from its start for each pass."""
        structure = _like(output_types, [_Spec(t, None if output_shapes is None else s) for t, s in zip(
            _leaves(output_types), _leaves(output_shapes) if output_shapes is not None else itertools.repeat(None))])
        specs = _leaves(structure)
        passes: dict[int, Any] = {}
        numbers = itertools.count()
        from ._special import py_func

        def make() -> Any:
            def begin() -> list[Any]:
                def start() -> Any:
                    number = next(numbers)
                    passes[number] = iter(generator(*(args or ())))
                    return np.int64(number)
                return [py_func(start, [], DType.int64)]

            def following(number: Any) -> list[Any]:
                def give(number: Any) -> Any:
                    element = next(passes[int(number)])  # StopIteration ends the sequence
                    return [np.asarray(v, None if s.dtype == DType.string else s.dtype.as_numpy_dtype) for v, s in zip(_leaves(_tupled(element)), specs)]
                got = py_func(give, [number], [s.dtype for s in specs])
                for g, s in zip(got, specs):
                    if s.shape.ndims is not None:
                        g.set_shape(s.shape)
                return got  # type: ignore[no-any-return]

            def end(number: Any) -> list[Any]:
                def finish(number: Any) -> Any:
                    passes.pop(int(number), None)
                    return np.int64(0)
                return [py_func(finish, [number], DType.int64)]
            graph = get_default_graph()
            one, scalar = [DType.int64], [TensorShape([])]
            functions = [Traced(graph, begin, [], [], "generator_init"), Traced(graph, following, one, scalar, "generator_next"),
                         Traced(graph, end, one, scalar, "generator_finalize")]
            return apply("GeneratorDataset", [], [], [], init_func=functions[0].name, next_func=functions[1].name, finalize_func=functions[2].name,
                         Tinit_func_args=[], Tnext_func_args=[], Tfinalize_func_args=[], output_types=[s.dtype for s in specs],
                         output_shapes=[s.shape for s in specs])
        return Dataset(make, structure)

    @staticmethod
    def zip(datasets: Any) -> Dataset:
        every = [d for d in _leaves(datasets)]
        structure = _like(datasets, [d._structure for d in every])
        made = Dataset(lambda: None, structure)
        made._make = lambda: apply("ZipDataset", [d._variant() for d in every], **made._attrs())
        return made

    @staticmethod
    def list_files(file_pattern: Any, shuffle: Any = None, seed: Any = None) -> Dataset:
        """The names of files that fit a pattern, as they are when this is called."""
        import glob
        patterns: Any = [file_pattern] if isinstance(file_pattern, (str, bytes)) else file_pattern
        names = sorted(n for p in patterns for n in glob.glob(p))
        if not names:
            raise ValueError("No files matched pattern: %s" % file_pattern)
        files = Dataset.from_tensor_slices(np.array(names, object))
        return files.shuffle(len(names), seed) if shuffle is None or shuffle else files

    # ---- transformations

    def _with(self, op: str, *inputs: Any, structure: Any = None, **attrs: Any) -> Dataset:
        made = Dataset(lambda: None, self._structure if structure is None else structure)
        made._make = lambda: apply(op, self._variant(), *[i() if callable(i) else i for i in inputs], **attrs, **made._attrs())
        return made

    @staticmethod
    def _int64(value: Any) -> Any:
        return lambda: convert_to_tensor(value, DType.int64)

    def batch(self, batch_size: Any, drop_remainder: bool = False) -> Dataset:
        known = int(batch_size) if drop_remainder and not isinstance(batch_size, Operators) else None
        structure = _like(self._structure, [s.with_shape(TensorShape([known]).concatenate(s.shape)) for s in self._specs])
        return self._with("BatchDatasetV2", self._int64(batch_size), lambda: convert_to_tensor(drop_remainder, DType.bool), structure=structure)

    def padded_batch(self, batch_size: Any, padded_shapes: Any = None, padding_values: Any = None, drop_remainder: bool = False) -> Dataset:
        shapes = [s.shape for s in self._specs] if padded_shapes is None else [TensorShape(s) for s in _leaves_of_shapes(padded_shapes, self._structure)]
        given = [None] * len(shapes) if padding_values is None else _leaves(padding_values)
        values = [("" if s.dtype == DType.string else 0) if v is None else v for s, v in zip(self._specs, given)]
        known = int(batch_size) if drop_remainder and not isinstance(batch_size, Operators) else None
        structure = _like(self._structure, [s.with_shape(TensorShape([known]).concatenate(p)) for s, p in zip(self._specs, shapes)])
        made = Dataset(lambda: None, structure)
        made._make = lambda: apply(
            "PaddedBatchDatasetV2", self._variant(), convert_to_tensor(batch_size, DType.int64),
            [convert_to_tensor([-1 if d is None else d for d in p.as_list()], DType.int64) for p in shapes],
            [convert_to_tensor(v, s.dtype) for v, s in zip(values, self._specs)], convert_to_tensor(drop_remainder, DType.bool),
            output_shapes=[s.shape for s in made._specs])
        return made

    def shuffle(self, buffer_size: Any, seed: Any = None, reshuffle_each_iteration: Any = None) -> Dataset:
        def seeds(which: int) -> Any:
            def get() -> Any:
                pair = get_seed(seed)
                return convert_to_tensor((pair[which] or 0), DType.int64)
            return get
        return self._with("ShuffleDataset", self._int64(buffer_size), seeds(0), seeds(1),
                          reshuffle_each_iteration=True if reshuffle_each_iteration is None else reshuffle_each_iteration)

    def repeat(self, count: Any = None) -> Dataset:
        return self._with("RepeatDataset", self._int64(-1 if count is None else count))

    def prefetch(self, buffer_size: Any) -> Dataset:
        return self._with("PrefetchDataset", self._int64(-1 if buffer_size is None else buffer_size))

    def take(self, count: Any) -> Dataset:
        return self._with("TakeDataset", self._int64(count))

    def skip(self, count: Any) -> Dataset:
        return self._with("SkipDataset", self._int64(count))

    def cache(self, filename: Any = "") -> Dataset:
        return self._with("CacheDataset", lambda: convert_to_tensor(filename, DType.string))

    def shard(self, num_shards: Any, index: Any) -> Dataset:
        if not isinstance(index, Operators) and not isinstance(num_shards, Operators) and not 0 <= index < num_shards:
            raise ValueError("index must be in [0, %s), got %s" % (num_shards, index))
        return self._with("ShardDataset", self._int64(num_shards), self._int64(index))

    def concatenate(self, dataset: Dataset) -> Dataset:
        if [s.dtype for s in self._specs] != [s.dtype for s in dataset._specs]:
            raise TypeError("Two datasets to concatenate have different types %s and %s" % (self.output_types, dataset.output_types))
        structure = _like(self._structure, [a.with_shape(_wider(a.shape, b.shape)) for a, b in zip(self._specs, dataset._specs)])
        return self._with("ConcatenateDataset", dataset._variant, structure=structure)

    def _traced(self, function: Callable[..., Any], name: str) -> tuple[Traced, Any]:
        """The function over an element, and the structure of what it gives."""
        found: list[Any] = []

        def flat(*tensors: Any) -> list[Any]:
            element = _like(self._structure, [s.decode(t) for s, t in zip(self._specs, tensors)])
            given = function(*element) if isinstance(element, tuple) and not hasattr(element, "_fields") else function(element)
            if isinstance(given, Dataset):
                found.append(given._structure)
                return [given._variant()]
            given = _tupled(tuple(given) if isinstance(given, list) else given)
            given = _like(given, [v if isinstance(v, SparseTensor) else convert_to_tensor(v) for v in _leaves(given)])
            structure = _like(given, [_spec(v) for v in _leaves(given)])
            found.append(structure)
            return [s.encode(v) for s, v in zip(_leaves(structure), _leaves(given))]
        components = [s.component for s in self._specs]
        traced = Traced(get_default_graph(), flat, [c[0] for c in components], [c[1] for c in components], name)
        return traced, found[0]

    def map(self, map_func: Callable[..., Any], num_parallel_calls: Any = None, deterministic: Any = None) -> Dataset:
        """What a function, traced once, gives for each element."""
        with _scratch() as graph:  # to learn the structure; the function itself is made where the dataset is
            _, structure = self._traced(map_func, "map") if graph is not None else (None, None)
        made = Dataset(lambda: None, structure)

        def make() -> Any:
            source = self._variant()
            traced, _ = self._traced(map_func, "Dataset_map")
            if num_parallel_calls is None:
                return apply("MapDataset", source, traced.captured, f=traced.name, Targuments=[t.dtype for t in traced.captured], **made._attrs())
            return apply("ParallelMapDataset", source, traced.captured, convert_to_tensor(max(int(num_parallel_calls), 1) if not isinstance(
                num_parallel_calls, Operators) else num_parallel_calls, DType.int32), f=traced.name,
                Targuments=[t.dtype for t in traced.captured], **made._attrs())
        made._make = make
        return made

    def filter(self, predicate: Callable[..., Any]) -> Dataset:
        made = Dataset(lambda: None, self._structure)

        def make() -> Any:
            source = self._variant()
            traced, _ = self._traced(predicate, "Dataset_filter")
            return apply("FilterDataset", source, traced.captured, predicate=traced.name, Targuments=[t.dtype for t in traced.captured], **made._attrs())
        made._make = make
        return made

    def _nested(self, function: Callable[..., Any], op: str, more: Callable[[], list[Any]]) -> Dataset:
        with _scratch():
            _, structure = self._traced(function, "inner")
        made = Dataset(lambda: None, structure)

        def make() -> Any:
            source = self._variant()
            traced, _ = self._traced(function, "Dataset_" + op)
            return apply(op, source, traced.captured, *more(), f=traced.name, Targuments=[t.dtype for t in traced.captured], **made._attrs())
        made._make = make
        return made

    def flat_map(self, map_func: Callable[..., Any]) -> Dataset:
        return self._nested(map_func, "FlatMapDataset", lambda: [])

    def interleave(self, map_func: Callable[..., Any], cycle_length: Any = -1, block_length: Any = 1, num_parallel_calls: Any = None,
                   deterministic: Any = None) -> Dataset:
        import os
        cycle = (os.cpu_count() or 1) if cycle_length in (-1, None) else cycle_length
        return self._nested(map_func, "InterleaveDataset", lambda: [convert_to_tensor(v, DType.int64) for v in (cycle, block_length)])

    def unbatch(self) -> Dataset:
        structure = _like(self._structure, [s.with_shape(s.shape[1:]) for s in self._specs])
        return self._with("UnbatchDataset", structure=structure)

    def enumerate(self, start: int = 0) -> Dataset:
        return Dataset.zip((Dataset.range(start, np.iinfo(np.int64).max), self))

    def apply(self, transformation_func: Callable[[Any], Any]) -> Dataset:
        return transformation_func(self)  # type: ignore[no-any-return]

    # ---- iterators

    def make_one_shot_iterator(self) -> Iterator:
        """One pass, which begins by itself. The dataset may use constants alone."""
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: Any = None) -> Iterator:
        """A pass that begins when iterator.initializer runs."""
        return make_initializable_iterator(self, shared_name)


def _leaves_of_shapes(shapes: Any, structure: Any) -> list[Any]:
    if isinstance(structure, dict):
        return [leaf for key in sorted(structure) for leaf in _leaves_of_shapes(shapes[key], structure[key])]
    if isinstance(structure, tuple):
        return [leaf for part, of in zip(shapes, structure) for leaf in _leaves_of_shapes(part, of)]
    return [shapes]


def _wider(a: TensorShape, b: TensorShape) -> TensorShape:
    if a.ndims is None or a.ndims != b.ndims:
        return TensorShape(None)
    return TensorShape([x if x == y else None for x, y in zip(a.as_list(), b.as_list())])


class _scratch:
    """A place for a trace that only tells types and shapes."""

    def __enter__(self) -> Graph:
        from ._functions import FuncGraph
        outer = get_default_graph()
        self._graph = FuncGraph(outer)
        self._graph._collections = {}
        self._entered = self._graph.as_default()
        self._entered.__enter__()
        return self._graph

    def __exit__(self, *error: Any) -> None:
        self._entered.__exit__(*error)


def _files(op: str, inputs: Callable[[Any], list[Any]]) -> Any:
    def make(filenames: Any) -> Dataset:
        if isinstance(filenames, Dataset):
            return filenames.flat_map(make)
        names = filenames if isinstance(filenames, Operators) else np.array([filenames] if isinstance(filenames, (str, bytes)) else list(filenames), object)
        return Dataset(lambda: apply(op, *inputs(convert_to_tensor(names, DType.string))), _Spec(DType.string, []))
    return make


def _int(value: Any) -> Any:
    return convert_to_tensor(value, DType.int64)


def TFRecordDataset(filenames: Any, compression_type: Any = None, buffer_size: Any = None, num_parallel_reads: Any = None) -> Dataset:  # noqa: N802
    """The records of TFRecord files."""
    return _files("TFRecordDataset", lambda f: [f, compression_type or "", _int(buffer_size or 256 * 1024)])(filenames)  # type: ignore[no-any-return]


def TextLineDataset(filenames: Any, compression_type: Any = None, buffer_size: Any = None, num_parallel_reads: Any = None) -> Dataset:  # noqa: N802
    return _files("TextLineDataset", lambda f: [f, compression_type or "", _int(buffer_size or 256 * 1024)])(filenames)  # type: ignore[no-any-return]


def FixedLengthRecordDataset(filenames: Any, record_bytes: Any, header_bytes: Any = None, footer_bytes: Any = None, buffer_size: Any = None,  # noqa: N802
                             compression_type: Any = None, num_parallel_reads: Any = None) -> Dataset:
    return _files("FixedLengthRecordDatasetV2", lambda f: [f, _int(header_bytes or 0), _int(record_bytes), _int(footer_bytes or 0),  # type: ignore[no-any-return]
                                                          _int(buffer_size or 256 * 1024), compression_type or ""])(filenames)


class Iterator:
    """get_next gives nodes that take the next element in each run; at the end they raise OutOfRangeError."""

    def __init__(self, resource: Any, initializer: Any, structure: Any):
        self._resource, self._initializer, self._structure = resource, initializer, structure

    @staticmethod
    def from_structure(output_types: Any, output_shapes: Any = None, shared_name: Any = None, output_classes: Any = None) -> Iterator:
        structure = _structure_of(output_types, output_shapes)
        return Iterator(_iterator(structure, shared_name), None, structure)

    @staticmethod
    def from_string_handle(string_handle: Any, output_types: Any, output_shapes: Any = None, output_classes: Any = None) -> Iterator:
        structure = _structure_of(output_types, output_shapes)
        made = Dataset(lambda: None, structure)
        return Iterator(apply("IteratorFromStringHandleV2", string_handle, **made._attrs()), None, structure)

    @property
    def initializer(self) -> Any:
        if self._initializer is None:
            raise ValueError("Iterator does not have an initializer.")
        return self._initializer

    def make_initializer(self, dataset: Dataset, name: Any = None) -> Any:
        """The operation that begins a pass over a dataset of the same structure."""
        with name_scope(name, "make_initializer"):
            return apply("MakeIterator", dataset._variant(), self._resource)

    def get_next(self, name: Any = None) -> Any:
        made = Dataset(lambda: None, self._structure)
        got = apply("IteratorGetNext", self._resource, name=name or "IteratorGetNext", **made._attrs())
        return _like(self._structure, [s.decode(t) for s, t in zip(_leaves(self._structure), got)])

    def string_handle(self, name: Any = None) -> Any:
        return apply("IteratorToStringHandle", self._resource, name=name)

    @property
    def output_types(self) -> Any:
        return Dataset(lambda: None, self._structure).output_types

    @property
    def output_shapes(self) -> Any:
        return Dataset(lambda: None, self._structure).output_shapes


def _structure_of(types: Any, shapes: Any) -> Any:
    kinds = _leaves(types)
    known = [None] * len(kinds) if shapes is None else _leaves_of_shapes(shapes, types)
    return _like(types, [_Spec(t, s) for t, s in zip(kinds, known)])


def _iterator(structure: Any, shared_name: Any) -> Any:
    made = Dataset(lambda: None, structure)
    return apply("IteratorV2", shared_name=shared_name or "", container="", **made._attrs())


def make_initializable_iterator(dataset: Dataset, shared_name: Any = None) -> Iterator:
    variant = dataset._variant()
    resource = _iterator(dataset._structure, shared_name)
    initializer = apply("MakeIterator", variant, resource, name="MakeIterator")
    get_default_graph().add_to_collection("iterators", resource)
    return Iterator(resource, initializer, dataset._structure)


def make_one_shot_iterator(dataset: Dataset) -> Iterator:
    traced = Traced(get_default_graph(), lambda: [dataset._variant()], [], [], "make_dataset", copies=True)
    return Iterator(apply("OneShotIterator", dataset_factory=traced.name, **dataset._attrs()), None, dataset._structure)


def get_output_types(dataset_or_iterator: Any) -> Any:
    return dataset_or_iterator.output_types


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    return dataset_or_iterator.output_shapes


class experimental:
    """tf.data.experimental."""

    AUTOTUNE = AUTOTUNE

    @staticmethod
    def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Any:
        return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)

    @staticmethod
    def map_and_batch(map_func: Any, batch_size: Any, num_parallel_batches: Any = None, drop_remainder: bool = False, num_parallel_calls: Any = None) -> Any:
        return lambda dataset: dataset.map(map_func, num_parallel_calls).batch(batch_size, drop_remainder)

    @staticmethod
    def ignore_errors() -> Any:
        return lambda dataset: dataset._with("IgnoreErrorsDataset")

    @staticmethod
    def unbatch() -> Any:
        return lambda dataset: dataset.unbatch()

    @staticmethod
    def enumerate_dataset(start: int = 0) -> Any:
        return lambda dataset: dataset.enumerate(start)


