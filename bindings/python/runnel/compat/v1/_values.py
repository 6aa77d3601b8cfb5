"""Values of several tensors, and the named results of ops that have several."""
from __future__ import annotations

from typing import Any, NamedTuple

from ...dtypes import DType
from ._apply import apply, convert_to_tensor, static_value
from ._graph import Graph, Operation
from ._shape import TensorShape


class UniqueOutputs(NamedTuple):
    y: Any
    idx: Any


class UniqueWithCountsOutputs(NamedTuple):
    y: Any
    idx: Any
    count: Any


class ListDiffOutputs(NamedTuple):
    out: Any
    idx: Any


class TopKOutputs(NamedTuple):
    values: Any
    indices: Any


class SparseTensorValue(NamedTuple):
    """What a run gives for a SparseTensor: three arrays."""

    indices: Any
    values: Any
    dense_shape: Any


class IndexedSlicesValue(NamedTuple):
    values: Any
    indices: Any
    dense_shape: Any


class SparseTensor:
    """The elements that are not zero: values[i] at indices[i]."""

    _is_sparse = True

    def __init__(self, indices: Any, values: Any, dense_shape: Any):
        self.indices = convert_to_tensor(indices, DType.int64, name="indices")
        self.values = convert_to_tensor(values, name="values")
        self.dense_shape = convert_to_tensor(dense_shape, DType.int64, name="dense_shape")

    @classmethod
    def from_value(cls, value: Any) -> SparseTensor:
        return value if isinstance(value, SparseTensor) else cls(*value)

    @property
    def dtype(self) -> DType:
        return self.values.dtype

    @property
    def op(self) -> Operation:
        return self.values.op

    @property
    def graph(self) -> Graph:
        return self.values.graph  # type: ignore[return-value]

    @property
    def name(self) -> str:
        return self.values.name

    @property
    def shape(self) -> TensorShape:
        from ._apply import shape_from
        return shape_from(self.dense_shape)

    def get_shape(self) -> TensorShape:
        return self.shape

    def consumers(self) -> Any:
        return self.values.consumers()

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        from ._session import _session_for
        return _session_for(session, self.graph).run(self, feed_dict)

    def __mul__(self, other: Any) -> SparseTensor:
        return SparseTensor(self.indices, apply("SparseDenseCwiseMul", self.indices, self.values, self.dense_shape, other), self.dense_shape)

    def __truediv__(self, other: Any) -> SparseTensor:
        return SparseTensor(self.indices, apply("SparseDenseCwiseDiv", self.indices, self.values, self.dense_shape, other), self.dense_shape)

    def __repr__(self) -> str:
        return "SparseTensor(indices=%s, values=%s, dense_shape=%s)" % (self.indices, self.values, self.dense_shape)


class IndexedSlices:
    """Slices of a tensor: values[i] at indices[i] along dimension 0. As an input of an op it becomes the whole tensor."""

    def __init__(self, values: Any, indices: Any, dense_shape: Any = None):
        self.values, self.indices, self.dense_shape = values, indices, dense_shape

    @property
    def dtype(self) -> DType:
        return self.values.dtype  # type: ignore[no-any-return]

    @property
    def op(self) -> Operation:
        return self.values.op  # type: ignore[no-any-return]

    @property
    def graph(self) -> Graph:
        return self.values.graph  # type: ignore[no-any-return]

    @property
    def name(self) -> str:
        return self.values.name  # type: ignore[no-any-return]

    @property
    def device(self) -> str:
        return self.values.device  # type: ignore[no-any-return]

    @property
    def shape(self) -> TensorShape:
        known = None if self.dense_shape is None else static_value(self.dense_shape)
        return TensorShape(None) if known is None else TensorShape([int(d) for d in known])

    get_shape = lambda self: self.shape  # noqa: E731

    def _as_tensor(self) -> Any:
        if self.dense_shape is None:
            raise ValueError("Tensor conversion requested for IndexedSlices without dense_shape: %s" % self)
        rows = convert_to_tensor(self.dense_shape)[0]
        return apply("UnsortedSegmentSum", self.values, self.indices, rows, name=None)

    def __neg__(self) -> IndexedSlices:
        return IndexedSlices(-self.values, self.indices, self.dense_shape)

    def __repr__(self) -> str:
        return "IndexedSlices(indices=%s, values=%s, dense_shape=%s)" % (self.indices, self.values, self.dense_shape)


class VarLenFeature(NamedTuple):
    dtype: Any


class FixedLenFeature(NamedTuple):
    shape: Any
    dtype: Any
    default_value: Any = None


class FixedLenSequenceFeature(NamedTuple):
    shape: Any
    dtype: Any
    allow_missing: bool = False
    default_value: Any = None


class SparseFeature(NamedTuple):
    index_key: Any
    value_key: str
    dtype: Any
    size: Any
    already_sorted: bool = False
