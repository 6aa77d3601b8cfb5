"""Dimension and TensorShape: what is known of a tensor's sizes while a graph is built."""
from __future__ import annotations

from typing import Any, Iterator


class Dimension:
    """One size, or None where it is not known. Arithmetic with an unknown size gives one."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value: int | None = _size(value)

    def _with(self, other: Any, combine: Any) -> Dimension:
        there = _size(other)
        return Dimension(None if self.value is None or there is None else combine(self.value, there))

    def __add__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: a + b)
    def __radd__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: b + a)
    def __sub__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: a - b)
    def __rsub__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: b - a)
    def __mul__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: a * b)
    def __rmul__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: b * a)
    def __floordiv__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: a // b)
    def __rfloordiv__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: b // a)
    def __mod__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: a % b)
    def __rmod__(self, other: Any) -> Dimension: return self._with(other, lambda a, b: b % a)
    __div__, __rdiv__ = __floordiv__, __rfloordiv__

    def _number(self) -> int:
        if self.value is None:
            raise TypeError("the size is not known before the graph runs: tf.shape gives it then")
        return self.value

    def __int__(self) -> int: return self._number()
    def __index__(self) -> int: return self._number()
    def __lt__(self, other: Any) -> Any: return self._compared(other, lambda a, b: a < b)
    def __le__(self, other: Any) -> Any: return self._compared(other, lambda a, b: a <= b)
    def __gt__(self, other: Any) -> Any: return self._compared(other, lambda a, b: a > b)
    def __ge__(self, other: Any) -> Any: return self._compared(other, lambda a, b: a >= b)

    def _compared(self, other: Any, compare: Any) -> bool | None:
        there = _size(other)
        return None if self.value is None or there is None else compare(self.value, there)

    def __eq__(self, other: object) -> Any:
        try:
            there = _size(other)
        except (TypeError, ValueError):
            return NotImplemented
        return self.value is None and there is None if self.value is None or there is None else self.value == there

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return "Dimension(%r)" % self.value

    def __str__(self) -> str:
        return "?" if self.value is None else str(self.value)

    def is_compatible_with(self, other: Any) -> bool:
        there = _size(other)
        return self.value is None or there is None or self.value == there

    def merge_with(self, other: Any) -> Dimension:
        """Raises ValueError for two sizes that differ."""
        if not self.is_compatible_with(other):
            raise ValueError("Dimensions %s and %s are not compatible" % (self, Dimension(other)))
        return Dimension(other) if self.value is None else self

    def assert_is_compatible_with(self, other: Any) -> None:
        self.merge_with(other)


def _size(value: Any) -> int | None:
    if isinstance(value, Dimension):
        return value.value
    if value is None:
        return None
    size = int(value)
    return None if size < 0 else size


class TensorShape:
    """The sizes of a tensor as far as they are known. `dims` is None where not even the rank is."""

    __slots__ = ("_dims",)

    def __init__(self, dims: Any = None):
        if isinstance(dims, TensorShape):
            self._dims: tuple[int | None, ...] | None = dims._dims
        elif dims is None:
            self._dims = None
        elif hasattr(dims, "dim"):  # a TensorShapeProto
            self._dims = None if dims.unknown_rank else tuple(_size(d.size) for d in dims.dim)
        elif hasattr(dims, "__iter__"):
            self._dims = tuple(_size(d) for d in dims)
        else:
            self._dims = (_size(dims),)

    @property
    def dims(self) -> list[Dimension] | None:
        return None if self._dims is None else [Dimension(d) for d in self._dims]

    @property
    def ndims(self) -> int | None:
        return None if self._dims is None else len(self._dims)

    rank = ndims

    def _known(self) -> tuple[int | None, ...]:
        if self._dims is None:
            raise ValueError("the rank of the shape is not known")
        return self._dims

    def as_list(self) -> list[int | None]:
        """Raises ValueError where the rank is not known."""
        return list(self._known())

    def __len__(self) -> int: return len(self._known())
    def __iter__(self) -> Iterator[Any]: return (Dimension(d) for d in self._known())
    def __bool__(self) -> bool: return self._dims is not None
    def __hash__(self) -> int: return hash(self._dims)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            if self._dims is None:
                start, stop = key.start or 0, key.stop
                return unknown_shape() if stop is None or start < 0 or stop < 0 else unknown_shape(max(stop - start, 0))
            return TensorShape(self._dims[key])
        return Dimension(None) if self._dims is None else Dimension(self._dims[key])

    def __eq__(self, other: object) -> bool:
        try:
            return self._dims == TensorShape(other)._dims
        except TypeError:
            return False

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __add__(self, other: Any) -> TensorShape: return self.concatenate(other)
    def __radd__(self, other: Any) -> TensorShape: return TensorShape(other).concatenate(self)

    def __repr__(self) -> str:
        return "TensorShape(%r)" % (None if self._dims is None else list(self._dims))

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        text = ", ".join("?" if d is None else str(d) for d in self._dims)
        return "(%s,)" % text if len(self._dims) == 1 else "(%s)" % text

    def num_elements(self) -> int | None:
        total = 1
        for d in self._dims if self._dims is not None else (None,):
            if d is None:
                return None
            total *= d
        return total

    def is_fully_defined(self) -> bool:
        return self._dims is not None and None not in self._dims

    def assert_is_fully_defined(self) -> None:
        if not self.is_fully_defined():
            raise ValueError("Shape %s is not fully defined" % self)

    def is_compatible_with(self, other: Any) -> bool:
        there = TensorShape(other)._dims
        if self._dims is None or there is None:
            return True
        return len(self._dims) == len(there) and all(a is None or b is None or a == b for a, b in zip(self._dims, there))

    def assert_is_compatible_with(self, other: Any) -> None:
        if not self.is_compatible_with(other):
            raise ValueError("Shapes %s and %s are incompatible" % (self, TensorShape(other)))

    def assert_same_rank(self, other: Any) -> None:
        there = TensorShape(other)
        if self.ndims is not None and there.ndims is not None and self.ndims != there.ndims:
            raise ValueError("Shapes %s and %s must have the same rank" % (self, there))

    def merge_with(self, other: Any) -> TensorShape:
        """What both say. Raises ValueError where they contradict each other."""
        there = TensorShape(other)
        self.assert_is_compatible_with(there)
        if self._dims is None or there._dims is None:
            return there if self._dims is None else self
        return TensorShape([b if a is None else a for a, b in zip(self._dims, there._dims)])

    def concatenate(self, other: Any) -> TensorShape:
        there = TensorShape(other)
        if self._dims is None or there._dims is None:
            return unknown_shape()
        return TensorShape(self._dims + there._dims)

    def with_rank(self, rank: int) -> TensorShape:
        try:
            return self.merge_with(unknown_shape(rank))
        except ValueError:
            raise ValueError("Shape %s must have rank %d" % (self, rank)) from None

    def with_rank_at_least(self, rank: int) -> TensorShape:
        if self.ndims is not None and self.ndims < rank:
            raise ValueError("Shape %s must have rank at least %d" % (self, rank))
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        if self.ndims is not None and self.ndims > rank:
            raise ValueError("Shape %s must have rank at most %d" % (self, rank))
        return self

    assert_has_rank = with_rank


def unknown_shape(rank: int | None = None) -> TensorShape:
    return TensorShape(None if rank is None else [None] * rank)


def dimension_value(dimension: Any) -> int | None:
    return dimension.value if isinstance(dimension, Dimension) else dimension


def plain(shape: Any) -> list[int | None] | None:
    """A shape as Runnel's attrs take it."""
    dims = TensorShape(shape)._dims
    return None if dims is None else list(dims)
