"""Rows of tables by number."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType
from . import _array, _math
from ._apply import apply, convert_to_tensor
from ._graph import get_default_graph, name_scope
from ._partitioned import PartitionedVariable


def embedding_lookup(params: Any, ids: Any, partition_strategy: str = "mod", name: Any = None, validate_indices: bool = True,
                     max_norm: Any = None) -> Any:
    """The rows of params at ids. Several params are one table in parts: "mod" deals its rows out in turn, "div" in blocks."""
    params = list(params) if isinstance(params, (list, tuple, PartitionedVariable)) else [params]
    if not params:
        raise ValueError("Need at least one param")
    with name_scope(name, "embedding_lookup", params + [ids]) as scope:
        ids = convert_to_tensor(ids, name="ids")
        if len(params) == 1:
            with get_default_graph().colocate_with(params[0]):
                rows = _clipped(_array.gather(params[0], ids, name=scope), ids, max_norm)
            return _array.identity(rows)
        return _from_parts(params, ids, partition_strategy, max_norm, scope)


def _clipped(rows: Any, ids: Any, max_norm: Any) -> Any:
    if max_norm is None:
        return rows
    axes = list(range(ids.shape.ndims or 0, rows.shape.ndims or 1))
    return _math.clip_by_norm(rows, max_norm, axes=axes)


def _from_parts(params: list[Any], ids: Any, strategy: str, max_norm: Any, name: str) -> Any:
    count = len(params)
    flat = _array.reshape(ids, [-1])
    places = _math.range_(_array.size(flat))
    if strategy == "mod":
        parts, inner = flat % count, flat // count
    elif strategy == "div":
        sizes = [p.shape[0].value for p in params]
        if None in sizes:
            raise ValueError("embedding_lookup by \"div\" needs tables of known size")
        whole, extra = divmod(sum(sizes), count)
        limit = extra * (whole + 1)
        parts = _math.maximum(flat // (whole + 1), (flat - extra) // whole)
        inner = _array.where(flat < limit, flat % (whole + 1), (flat - extra) % whole)
    else:
        raise ValueError("Unrecognized partition strategy: %s" % strategy)
    parts = _math.cast(parts, DType.int32)
    split_ids = apply("DynamicPartition", inner, parts, num_partitions=count)
    split_places = apply("DynamicPartition", places, parts, num_partitions=count)
    rows = [_array.gather(p, i) for p, i in zip(params, split_ids)]
    merged = apply("ParallelDynamicStitch", split_places, rows, name=name)
    element = convert_to_tensor(rows[0]).shape[1:]
    merged = _array.reshape(merged, _array.concat([_array.shape(ids), _array.shape(rows[0])[1:]], 0))
    if element.is_fully_defined():
        merged.set_shape(ids.shape.concatenate(element))
    return _clipped(merged, ids, max_norm)


def embedding_lookup_sparse(params: Any, sp_ids: Any, sp_weights: Any, partition_strategy: str = "mod", name: Any = None, combiner: Any = None,
                            max_norm: Any = None) -> Any:
    """For each row of sp_ids, its table rows combined: "sum", "mean", or "sqrtn", the sum by the norm of the weights."""
    combiner = combiner or "mean"
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError("combiner must be one of 'mean', 'sqrtn' or 'sum'")
    params = list(params) if isinstance(params, (list, tuple)) else [params]
    with name_scope(name, "embedding_lookup_sparse", params + [sp_ids.values]) as scope:
        segments = sp_ids.indices[:, 0]
        ids, at = apply("Unique", sp_ids.values)
        rows = embedding_lookup(params, ids, partition_strategy, max_norm=max_norm)
        if sp_weights is None:
            op = {"sum": "SparseSegmentSum", "mean": "SparseSegmentMean", "sqrtn": "SparseSegmentSqrtN"}[combiner]
            return apply(op, rows, at, _math.cast(segments, DType.int32), name=scope)
        segments = _math.cast(segments, DType.int32)
        rows = _array.gather(rows, at)
        weights = _math.cast(sp_weights.values, rows.dtype)
        ones = [1] * ((rows.shape.ndims or 2) - 1)
        rows = rows * _array.reshape(weights, [-1] + ones)
        total = apply("SegmentSum", rows, segments)
        if combiner == "sum":
            return _array.identity(total, name=scope)
        squares = weights if combiner == "mean" else _math.square(weights)
        by = apply("SegmentSum", squares, segments)
        by = _array.reshape(by if combiner == "mean" else _math.sqrt(by), [-1] + ones)
        return _math.div_no_nan(total, by, name=scope)


def safe_embedding_lookup_sparse(embedding_weights: Any, sparse_ids: Any, sparse_weights: Any = None, combiner: str = "mean", default_id: Any = None,
                                 name: Any = None, partition_strategy: str = "div", max_norm: Any = None) -> Any:
    """embedding_lookup_sparse where ids below 0 are left out and a row without any gives zeros, or the row of default_id."""
    from . import _sparse
    weights = list(embedding_weights) if isinstance(embedding_weights, (list, tuple)) else [embedding_weights]
    with name_scope(name, "embedding_lookup", weights + [sparse_ids]):
        shape = sparse_ids.dense_shape
        rank = shape.shape[0].value
        if rank is not None and rank > 2:
            flat_shape = _array.concat([[_math.reduce_prod(shape[:rank - 1])], shape[rank - 1:]], 0)
            sparse_ids = _sparse.sparse_reshape(sparse_ids, flat_shape)
            if sparse_weights is not None:
                sparse_weights = type(sparse_ids)(sparse_ids.indices, sparse_weights.values, sparse_ids.dense_shape)
        kept = sparse_ids.values >= 0
        if sparse_weights is not None and combiner != "sum":
            kept = _math.logical_and(kept, sparse_weights.values > 0)
        ids = _sparse.sparse_retain(sparse_ids, kept)
        by = None if sparse_weights is None else _sparse.sparse_retain(sparse_weights, kept)
        ids, empty = _sparse.sparse_fill_empty_rows(ids, default_id or 0)
        if by is not None:
            by, _ = _sparse.sparse_fill_empty_rows(by, 1.0)
        result = embedding_lookup_sparse(weights, ids, by, partition_strategy, combiner=combiner, max_norm=max_norm)
        if default_id is None:
            mask = _array.tile(_array.reshape(empty, [-1, 1]), _array.stack([1, _array.shape(result)[1]]))
            result = _array.where(mask, _array.zeros_like(result), result)
        if rank is not None and rank > 2:
            result = _array.reshape(result, _array.concat([_math.cast(shape[:rank - 1], DType.int32), _array.shape(result)[1:]], 0))
        return result
