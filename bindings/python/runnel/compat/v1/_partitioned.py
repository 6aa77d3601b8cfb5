"""Variables in parts along one dimension: what cuts them, and what they are together."""
from __future__ import annotations

import math
from typing import Any

from ...dtypes import DType, as_dtype
from ...graph import Operators
from . import _array
from ._control_flow import group
from ._graph import name_scope
from ._operators import TensorOperators
from ._shape import TensorShape


class PartitionInfo:
    """What an initializer is told of a part: the whole shape, and where the part begins in it."""

    def __init__(self, full_shape: Any, var_offset: Any):
        self.full_shape, self.var_offset = list(full_shape), list(var_offset)

    def single_offset(self, shape: Any) -> int:
        at = self.single_slice_dim(shape)
        return 0 if at is None else self.var_offset[at]

    def single_slice_dim(self, shape: Any) -> int | None:
        different = [i for i, (part, whole) in enumerate(zip(shape, self.full_shape)) if part != whole]
        if len(different) > 1:
            raise ValueError("Cannot use single_slice_dim() with shape %s and full_shape %s since slice dim could be either dimension %d or %d." % (
                list(shape), self.full_shape, different[0], different[1]))
        return different[0] if different else None


class PartitionedVariable(TensorOperators, Operators):
    """Variables that are parts of one, which as a tensor is their concatenation."""

    def __init__(self, name: str, shape: Any, dtype: Any, variable_list: Any, partitions: Any):
        if not isinstance(variable_list, (list, tuple)):
            raise TypeError("variable_list is not a list or tuple: %s" % (variable_list,))
        if len(variable_list) != math.prod(partitions):
            raise ValueError("The partitions %s are of another number of variables than %d" % (partitions, len(variable_list)))
        if sum(p > 1 for p in partitions) > 1:
            raise NotImplementedError("Cannot concatenate along more than one dimension: %s. Multi-axis partition concat is not supported" % (
                [i for i, p in enumerate(partitions) if p > 1],))
        self._name, self._shape, self._dtype = name, TensorShape(shape), as_dtype(dtype)
        self._variable_list = sorted(variable_list, key=lambda v: v._save_slice_info.var_offset)
        self._partitions: list[int] = list(partitions)

    @property
    def name(self) -> str:
        return self._name

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        return self._shape

    def get_shape(self) -> TensorShape:
        return self._shape

    @property
    def graph(self) -> Any:  # type: ignore[override]
        return self._variable_list[0].graph

    @property
    def op(self) -> Any:
        raise AttributeError("a partitioned variable has no op of its own: its parts have")

    def _get_variable_list(self) -> list[Any]:
        return self._variable_list

    def _get_partitions(self) -> list[int]:
        return self._partitions

    def _partition_axes(self) -> list[int]:
        return [i for i, p in enumerate(self._partitions) if p > 1] or [0]

    def __iter__(self) -> Any:
        return iter(self._variable_list)

    def __len__(self) -> int:
        return len(self._variable_list)

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return "<tf.PartitionedVariable '%s' shape=%s dtype=%s of %d parts>" % (self._name, self._shape, self._dtype.name, len(self._variable_list))

    def as_tensor(self) -> Any:
        with name_scope(None):
            if len(self._variable_list) == 1:
                return _array.identity(self._variable_list[0], name=self._name)
            with name_scope(self._name + "/ConcatPartitions/"):
                whole = _array.concat([v.value() for v in self._variable_list], self._partition_axes()[0])
            with name_scope(None):
                return _array.identity(whole, name=self._name)

    def value(self) -> Any:
        return self.as_tensor()

    def _taken_as(self, dtype: DType | None) -> Any:
        return self.as_tensor()

    def read_value(self) -> Any:
        return self.as_tensor()

    def eval(self, session: Any = None, feed_dict: Any = None) -> Any:
        return self.as_tensor().eval(feed_dict, session)

    @property
    def initializer(self) -> Any:
        return group(*[v.initializer for v in self._variable_list])

    def _cut(self, value: Any) -> list[Any]:
        sizes = [v.shape.as_list()[self._partition_axes()[0]] for v in self._variable_list]
        return _array.split(value, sizes, self._partition_axes()[0])  # type: ignore[no-any-return]

    def _each(self, method: str, value: Any, name: Any, read_value: bool) -> list[Any]:
        return [getattr(v, method)(part, name="%s_%d" % (name, i) if name else None, read_value=read_value)
                for i, (v, part) in enumerate(zip(self._variable_list, self._cut(value)))]

    def assign(self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True) -> list[Any]:
        return self._each("assign", value, name, read_value)

    def assign_add(self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True) -> list[Any]:
        return self._each("assign_add", value, name, read_value)

    def assign_sub(self, value: Any, use_locking: bool = False, name: Any = None, read_value: bool = True) -> list[Any]:
        return self._each("assign_sub", value, name, read_value)


# ---- what says how many parts there are

def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Any:
    """That many parts along an axis, or as many as it is long."""
    def cut(shape: Any, **_: Any) -> list[int]:
        parts = [1] * len(shape)
        parts[axis] = min(num_shards, int(TensorShape(shape).as_list()[axis]))  # type: ignore[arg-type]
        return parts
    return cut


def variable_axis_size_partitioner(max_shard_bytes: int, axis: int = 0, bytes_per_string_element: int = 16, max_shards: Any = None) -> Any:
    """As few parts along an axis as have at most so many bytes each."""
    if max_shard_bytes < 1 or bytes_per_string_element < 1 or (max_shards is not None and max_shards < 1):
        raise ValueError("max_shard_bytes, bytes_per_string_element and max_shards must be positive, got %s, %s and %s" % (
            max_shard_bytes, bytes_per_string_element, max_shards))

    def cut(shape: Any, dtype: Any) -> list[int]:
        known = TensorShape(shape)
        if not known.is_fully_defined():
            raise ValueError("shape is not fully defined: %s" % known)
        parts, dim = [1] * len(known), known.as_list()[axis]
        bytes_per_slice = (known.num_elements() or 0) / dim * _element_bytes(dtype, bytes_per_string_element)  # type: ignore[operator]
        shards = math.ceil(dim / max(1, math.floor(max_shard_bytes / bytes_per_slice)))  # type: ignore[operator]
        parts[axis] = shards if max_shards is None else min(max_shards, shards)
        return parts
    return cut


def _element_bytes(dtype: Any, of_string: int) -> int:
    return of_string if as_dtype(dtype) == DType.string else as_dtype(dtype).size


def min_max_variable_partitioner(max_partitions: int = 1, axis: int = 0, min_slice_size: int = 256 << 10, bytes_per_string_element: int = 16) -> Any:
    """At most so many parts along an axis, of at least so many bytes each."""
    def cut(shape: Any, dtype: Any) -> list[int]:
        known = TensorShape(shape)
        if axis >= len(known):
            raise ValueError("Cannot partition variable along axis %d when shape is only %s" % (axis, known))
        size, parts, dim = (known.num_elements() or 0) * _element_bytes(dtype, bytes_per_string_element), [1] * len(known), known.as_list()[axis]
        parts[axis] = max(1, min(dim, max_partitions, math.ceil(size / min_slice_size)))  # type: ignore[type-var,assignment]
        return parts
    return cut


def slices_of(shape: list[int], partitions: Any) -> list[tuple[list[int], list[int]]]:
    """Offset and shape of each part. Raises ValueError for what is no partition of the shape along one dimension."""
    if not isinstance(partitions, (list, tuple)):
        raise ValueError("Partitioner must return a sequence, but saw: %s" % (partitions,))
    if len(partitions) != len(shape):
        raise ValueError("Partitioner returned a partition list that does not match the Variable's rank: %s vs. %s" % (partitions, shape))
    if any(p < 1 for p in partitions):
        raise ValueError("Partitioner returned zero partitions for some axes: %s" % (partitions,))
    cut = [i for i, p in enumerate(partitions) if p > 1]
    if len(cut) > 1:
        raise ValueError("Can only slice a variable along one dimension: shape: %s, partitioning: %s" % (shape, partitions))
    axis = cut[0] if cut else 0
    count = partitions[axis]
    if count > shape[axis]:
        raise ValueError("Cannot cut dimension %d of %s into %d parts" % (axis, shape, count))
    least, more = divmod(shape[axis], count)
    found, offset = [], [0] * len(shape)
    for i in range(count):
        part = list(shape)
        part[axis] = least + (1 if i < more else 0)
        found.append((list(offset), part))
        offset[axis] += part[axis]
    return found
