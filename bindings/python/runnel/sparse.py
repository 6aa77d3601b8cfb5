"""Values of several tensors: SparseTensor and IndexedSlices, as feeds and fetches.

Of outputs, each stands for a value in a graph; of tensors or arrays, for the value itself. Feeding one feeds its parts, and
fetching one gives one of the same kind:

    x = runnel.sparse_placeholder(graph, "float32", [None, 3])
    y = runnel.SparseTensor(*ops.sparse_reorder(x.indices, x.values, x.dense_shape), x.dense_shape)
    got = session.run(y, {x: runnel.SparseTensor([[1, 2], [0, 0]], [5.0, 6.0], [2, 3])})
    got.values                       # [6, 5]
"""
from __future__ import annotations

from typing import Any, NamedTuple

from .dtypes import DType
from .graph import Graph, ShapeLike
from .tensor import DTypeLike


class SparseTensor(NamedTuple):
    """The elements that are not zero: element i is values[i] at indices[i]. Shapes: [n, rank] of int64, [n], [rank] of int64."""

    indices: Any
    values: Any
    dense_shape: Any


class IndexedSlices(NamedTuple):
    """Slices of a tensor: slice i is values[i], at indices[i] along dimension 0. dense_shape, of the whole tensor, may be None."""

    values: Any
    indices: Any
    dense_shape: Any = None


def sparse_placeholder(graph: Graph, dtype: DTypeLike = DType.float32, shape: ShapeLike = None, name: str = "") -> SparseTensor:
    """Three placeholders, NAME/indices, NAME/values and NAME/shape. shape: None, or one whose rank holds; its sizes are fed."""
    rank = None if shape is None else len(list(shape))
    at = (name or "SparsePlaceholder") + "/"
    return SparseTensor(graph.placeholder(DType.int64, [None, rank], at + "indices"), graph.placeholder(dtype, [None], at + "values"),
                        graph.placeholder(DType.int64, [rank], at + "shape"))


__all__ = ["IndexedSlices", "SparseTensor", "sparse_placeholder"]
