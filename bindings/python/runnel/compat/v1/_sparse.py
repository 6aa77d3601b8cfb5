"""Ops on SparseTensors."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import DType, as_dtype
from ...graph import Operators
from . import _array, _math
from ._apply import apply, constant, convert_to_tensor
from ._graph import name_scope
from ._values import IndexedSlices, SparseTensor


def _of(value: Any) -> SparseTensor:
    if isinstance(value, SparseTensor):
        return value
    if isinstance(value, tuple) and len(value) == 3:
        return SparseTensor(*value)
    raise TypeError("Input must be a SparseTensor, not %r" % (value,))


def _parts(value: Any) -> tuple[Any, Any, Any]:
    value = _of(value)
    return value.indices, value.values, value.dense_shape


def sparse_placeholder(dtype: Any, shape: Any = None, name: Any = None) -> SparseTensor:
    base = name or "SparsePlaceholder"
    rank = None if shape is None else len(list(shape))
    return SparseTensor(_array.placeholder(DType.int64, [None, rank], name=base + "/indices"), _array.placeholder(dtype, [None], name=base + "/values"),
                        _array.placeholder(DType.int64, [rank], name=base + "/shape"))


def sparse_tensor_to_dense(sp_input: Any, default_value: Any = None, validate_indices: bool = True, name: Any = None) -> Any:
    sp = _of(sp_input)
    default = (b"" if sp.dtype == DType.string else 0) if default_value is None else default_value
    return apply("SparseToDense", sp.indices, sp.dense_shape, sp.values, constant(default, sp.dtype) if not isinstance(default, Operators) else default,
                 validate_indices=validate_indices, name=name)


def sparse_to_dense(sparse_indices: Any, output_shape: Any, sparse_values: Any, default_value: Any = 0, validate_indices: bool = True,
                    name: Any = None) -> Any:
    return apply("SparseToDense", sparse_indices, output_shape, sparse_values, default_value, validate_indices=validate_indices, name=name)


def sparse_tensor_dense_matmul(sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: Any = None) -> Any:
    with name_scope(name, "SparseTensorDenseMatMul", [_of(sp_a).values, b]) as scope:
        return apply("SparseTensorDenseMatMul", *_parts(sp_a), convert_to_tensor(b, name="b"), adjoint_a=adjoint_a, adjoint_b=adjoint_b, name=scope)


sparse_matmul_dense = sparse_tensor_dense_matmul


def sparse_add(a: Any, b: Any, threshold: Any = None, thresh: Any = None) -> Any:
    threshold = thresh if threshold is None else threshold
    if isinstance(a, SparseTensor) and isinstance(b, SparseTensor):
        limit = 0 if threshold is None else threshold
        return SparseTensor(*apply("SparseAdd", *_parts(a), *_parts(b), convert_to_tensor(limit, a.dtype.real_dtype, name="thresh")))
    if isinstance(b, SparseTensor):
        a, b = b, a
    return apply("SparseTensorDenseAdd", *_parts(a), b)


def sparse_concat(axis: int, sp_inputs: Any, name: Any = None, expand_nonconcat_dim: bool = False, concat_dim: Any = None,
                  expand_nonconcat_dims: Any = None) -> SparseTensor:
    axis = axis if concat_dim is None else concat_dim
    inputs = [_of(s) for s in sp_inputs]
    if len(inputs) == 1:
        return inputs[0]
    if expand_nonconcat_dims or expand_nonconcat_dim:
        rank = inputs[0].dense_shape.shape[0].value
        if rank is None:
            raise NotImplementedError("expand_nonconcat_dims of sparse tensors of unknown rank is UNIMPLEMENTED")
        largest = _math.reduce_max(_array.stack([s.dense_shape for s in inputs]), 0)
        at = axis % rank
        inputs = [SparseTensor(s.indices, s.values, _array.concat([largest[:at], s.dense_shape[at:at + 1], largest[at + 1:]], 0)) for s in inputs]
    return SparseTensor(*apply("SparseConcat", [s.indices for s in inputs], [s.values for s in inputs], [s.dense_shape for s in inputs], concat_dim=axis,
                               name=name))


def sparse_reorder(sp_input: Any, name: Any = None) -> SparseTensor:
    sp = _of(sp_input)
    indices, values = apply("SparseReorder", *_parts(sp), name=name)
    return SparseTensor(indices, values, sp.dense_shape)


def sparse_reshape(sp_input: Any, shape: Any, name: Any = None) -> SparseTensor:
    sp = _of(sp_input)
    with name_scope(name, "SparseReshape", [sp.values]) as scope:
        indices, dense_shape = apply("SparseReshape", sp.indices, sp.dense_shape, _math.cast(convert_to_tensor(shape), DType.int64), name=scope)
        return SparseTensor(indices, sp.values, dense_shape)


def sparse_slice(sp_input: Any, start: Any, size: Any, name: Any = None) -> SparseTensor:
    return SparseTensor(*apply("SparseSlice", *_parts(sp_input), start, size, name=name))


def sparse_split(keyword_required: Any = None, sp_input: Any = None, num_split: Any = None, axis: Any = None, name: Any = None,
                 split_dim: Any = None) -> list[SparseTensor]:
    if keyword_required is not None:
        raise ValueError("Keyword arguments are required for this function.")
    indices, values, shapes = apply("SparseSplit", split_dim if axis is None else axis, *_parts(sp_input), num_split=num_split, name=name)
    return [SparseTensor(*p) for p in zip(indices, values, shapes)]


def sparse_softmax(sp_input: Any, name: Any = None) -> SparseTensor:
    sp = _of(sp_input)
    return SparseTensor(sp.indices, apply("SparseSoftmax", *_parts(sp), name=name), sp.dense_shape)


def sparse_transpose(sp_input: Any, perm: Any = None, name: Any = None) -> SparseTensor:
    sp = _of(sp_input)
    with name_scope(name, "SparseTranspose"):
        if perm is None:
            rank = _array.rank(sp.dense_shape) if sp.indices.shape.ndims != 2 else sp.indices.shape[1].value
            if not isinstance(rank, int):
                raise NotImplementedError("sparse_transpose of unknown rank without perm is UNIMPLEMENTED")
            perm = list(range(rank - 1, -1, -1))
        columns = _array.transpose(_array.gather(_array.transpose(sp.indices), perm))
        return sparse_reorder(SparseTensor(columns, sp.values, _array.gather(sp.dense_shape, perm)))


def sparse_retain(sp_input: Any, to_retain: Any) -> SparseTensor:
    sp = _of(sp_input)
    at = _array.reshape(_array.where(convert_to_tensor(to_retain, DType.bool)), [-1])
    return SparseTensor(_array.gather(sp.indices, at), _array.gather(sp.values, at), _array.identity(sp.dense_shape))


def sparse_fill_empty_rows(sp_input: Any, default_value: Any, name: Any = None) -> tuple[SparseTensor, Any]:
    sp = _of(sp_input)
    with name_scope(name, "SparseFillEmptyRows", [sp.values]):
        default = convert_to_tensor(default_value, sp.dtype)
        indices, values, empty, _ = apply("SparseFillEmptyRows", *_parts(sp), default)
        return SparseTensor(indices, values, sp.dense_shape), empty


def sparse_reset_shape(sp_input: Any, new_shape: Any = None) -> SparseTensor:
    sp = _of(sp_input)
    if new_shape is None:
        bounds = _math.reduce_max(sp.indices, 0) + 1
        return SparseTensor(sp.indices, sp.values, _math.maximum(bounds, 0))
    return SparseTensor(sp.indices, sp.values, _math.cast(convert_to_tensor(new_shape), DType.int64))


def _elementwise(op: str) -> Any:
    def function(sp_a: Any, sp_b: Any, name: Any = None) -> SparseTensor:
        indices, values = apply(op, *_parts(sp_a), *_parts(sp_b), name=name)
        return SparseTensor(indices, values, _of(sp_a).dense_shape)
    return function


sparse_maximum, sparse_minimum = _elementwise("SparseSparseMaximum"), _elementwise("SparseSparseMinimum")


def _reduced(op: str, sparse: bool) -> Any:
    def function(sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None) -> Any:
        axis = reduction_axes if axis is None else axis
        sp = _of(sp_input)
        axes = axis
        if axis is None:
            rank = sp.dense_shape.shape[0].value
            axes = np.arange(rank, dtype=np.int32) if rank is not None else _math.range_(0, _array.shape(sp.dense_shape)[0])
        made = apply(op, *_parts(sp), axes, keep_dims=bool(keep_dims if keepdims is None else keepdims))
        return SparseTensor(*made) if sparse else made
    return function


sparse_reduce_sum, sparse_reduce_max = _reduced("SparseReduceSum", False), _reduced("SparseReduceMax", False)
sparse_reduce_sum_sparse, sparse_reduce_max_sparse = _reduced("SparseReduceSumSparse", True), _reduced("SparseReduceMaxSparse", True)


def sparse_to_indicator(sp_input: Any, vocab_size: Any, name: Any = None) -> Any:
    sp = _of(sp_input)
    with name_scope(name, "SparseToIndicator", [sp.values]):
        ones = _array.ones_like(sp.values, DType.bool)
        merged = sparse_merge(sp, SparseTensor(sp.indices, ones, sp.dense_shape), vocab_size)
        return sparse_tensor_to_dense(merged, False, validate_indices=False)


def sparse_merge(sp_ids: Any, sp_values: Any, vocab_size: Any, name: Any = None, already_sorted: bool = False) -> SparseTensor:
    ids, values = _of(sp_ids), _of(sp_values)
    with name_scope(name, "SparseMerge"):
        last = _array.expand_dims(_math.cast(ids.values, DType.int64), 1)
        indices = _array.concat([ids.indices[:, :-1], last], 1)
        shape = _array.concat([ids.dense_shape[:-1], _array.reshape(_math.cast(convert_to_tensor(vocab_size), DType.int64), [-1])], 0)
        merged = SparseTensor(indices, values.values, shape)
        return merged if already_sorted else sparse_reorder(merged)


def sparse_mask(a: Any, mask_indices: Any, name: Any = None) -> IndexedSlices:
    """The slices whose indices are not among mask_indices."""
    with name_scope(name, "sparse_mask", [a.values, mask_indices]):
        kept, at = apply("ListDiff", a.indices, _math.cast(convert_to_tensor(mask_indices), a.indices.dtype))
        return IndexedSlices(_array.gather(a.values, at), kept, a.dense_shape)


def _segments(op: str, counted: str) -> Any:
    def function(data: Any, indices: Any, segment_ids: Any, name: Any = None, num_segments: Any = None, sparse_gradient: bool = False) -> Any:
        if num_segments is not None:
            return apply(counted, data, indices, segment_ids, num_segments, name=name)
        return apply(op, data, indices, segment_ids, name=name)
    return function


sparse_segment_sum = _segments("SparseSegmentSum", "SparseSegmentSumWithNumSegments")
sparse_segment_mean = _segments("SparseSegmentMean", "SparseSegmentMeanWithNumSegments")
sparse_segment_sqrt_n = _segments("SparseSegmentSqrtN", "SparseSegmentSqrtNWithNumSegments")


def serialize_sparse(sp_input: Any, name: Any = None, out_type: Any = DType.string) -> Any:
    return apply("SerializeSparse", *_parts(sp_input), out_type=as_dtype(out_type), name=name)


def serialize_many_sparse(sp_input: Any, name: Any = None, out_type: Any = DType.string) -> Any:
    return apply("SerializeManySparse", *_parts(sp_input), out_type=as_dtype(out_type), name=name)


def deserialize_many_sparse(serialized_sparse: Any, dtype: Any, rank: Any = None, name: Any = None) -> SparseTensor:
    return SparseTensor(*apply("DeserializeManySparse", serialized_sparse, dtype=as_dtype(dtype), name=name))


def sparse_eye(num_rows: int, num_columns: Any = None, dtype: Any = DType.float32, name: Any = None) -> SparseTensor:
    columns = num_rows if num_columns is None else num_columns
    count = min(num_rows, columns)
    at = np.stack([np.arange(count, dtype=np.int64)] * 2, 1)
    return SparseTensor(at, _array.ones([count], dtype), [num_rows, columns])


def from_dense(tensor: Any, name: Any = None) -> SparseTensor:
    with name_scope(name, "dense_to_sparse"):
        tensor = convert_to_tensor(tensor)
        zero = constant(b"" if tensor.dtype == DType.string else 0, tensor.dtype)
        indices = _array.where(_math.not_equal(tensor, zero))
        return SparseTensor(indices, _array.gather_nd(tensor, indices), _array.shape(tensor, out_type=DType.int64))


def edit_distance(hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance") -> Any:
    return apply("EditDistance", *_parts(hypothesis), *_parts(truth), normalize=normalize, name=name)

