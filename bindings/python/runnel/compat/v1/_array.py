"""Shapes, slices, joins and gathers under TensorFlow 1's names."""
from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from ...dtypes import DType, as_dtype
from ...graph import Operators
from . import _math
from ._apply import apply, constant, convert_to_tensor, static_value, to_tensor
from ._graph import Tensor, name_scope
from ._shape import Dimension, TensorShape, plain


def placeholder(dtype: Any, shape: Any = None, name: Any = None) -> Any:
    return apply("Placeholder", dtype=as_dtype(dtype), shape=TensorShape(shape), name=name)


def placeholder_with_default(input: Any, shape: Any, name: Any = None) -> Any:
    return apply("PlaceholderWithDefault", input, shape=TensorShape(shape), name=name)


def identity(input: Any, name: Any = None) -> Any:
    if hasattr(input, "_is_sparse"):
        return type(input)(identity(input.indices), identity(input.values, name), identity(input.dense_shape))
    return apply("Identity", input, name=name)


def stop_gradient(input: Any, name: Any = None) -> Any:
    return apply("StopGradient", input, name=name)


def reshape(tensor: Any, shape: Any, name: Any = None) -> Any:
    return apply("Reshape", tensor, _sizes(shape), name=name)


def _sizes(shape: Any) -> Any:
    """A shape as an input: sizes that are Dimension or TensorShape become numbers."""
    if isinstance(shape, TensorShape):
        return shape.as_list() or np.zeros([0], np.int32)
    if isinstance(shape, (list, tuple)):
        return [builtins.int(s) if isinstance(s, Dimension) else s for s in shape] if len(shape) else np.zeros([0], np.int32)
    return shape


def ensure_shape(x: Any, shape: Any, name: Any = None) -> Any:
    return apply("EnsureShape", x, shape=TensorShape(shape), name=name)


def expand_dims(input: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    return apply("ExpandDims", input, dim if axis is None else axis, name=name)


def squeeze(input: Any, axis: Any = None, name: Any = None, squeeze_dims: Any = None) -> Any:
    axis = squeeze_dims if axis is None else axis
    axes = None if axis is None else [axis] if np.isscalar(axis) else list(axis)
    return apply("Squeeze", input, squeeze_dims=axes, name=name)


def shape(input: Any, name: Any = None, out_type: Any = None) -> Any:
    wanted = as_dtype(out_type or DType.int32)
    with name_scope(name, "Shape", [input]) as scope:
        if hasattr(input, "_is_sparse"):
            return _math.cast(input.dense_shape, wanted)
        input = convert_to_tensor(input, name="input")
        if input.shape.is_fully_defined():
            return constant(np.array(input.shape.as_list(), np.int32), wanted, name=scope)
        return apply("Shape", input, out_type=wanted, name=scope)


def shape_n(input: Any, out_type: Any = DType.int32, name: Any = None) -> Any:
    return apply("ShapeN", input, out_type=as_dtype(out_type), name=name)


def rank(input: Any, name: Any = None) -> Any:
    with name_scope(name, "Rank", [input]) as scope:
        input = convert_to_tensor(input, name="input")
        if input.shape.ndims is not None:
            return constant(input.shape.ndims, DType.int32, name=scope)
        return apply("Rank", input, name=scope)


def size(input: Any, name: Any = None, out_type: Any = DType.int32) -> Any:
    wanted = as_dtype(out_type or DType.int32)
    with name_scope(name, "Size", [input]) as scope:
        if hasattr(input, "_is_sparse"):
            return _math.reduce_prod(_math.cast(input.dense_shape, wanted))
        input = convert_to_tensor(input, name="input")
        if input.shape.is_fully_defined():
            return constant(input.shape.num_elements(), wanted, name=scope)
        return apply("Size", input, out_type=wanted, name=scope)


# ---- making

def fill(dims: Any, value: Any, name: Any = None) -> Any:
    return apply("Fill", _sizes(dims), value, name=name)


def _filled(value: int, title: str) -> Any:
    def function(shape: Any, dtype: Any = DType.float32, name: Any = None) -> Any:
        wanted = as_dtype(dtype)
        with name_scope(name, title, [shape]) as scope:
            what: Any = (b"" if wanted == DType.string else builtins.bool(value) if wanted == DType.bool else value)
            if not isinstance(shape, Operators):
                given = _sizes(shape)
                if not (isinstance(given, (list, tuple)) and any(isinstance(d, Operators) for d in given)):
                    known = [builtins.int(d) for d in np.asarray(given).ravel()]
                    if np.prod(known, dtype=np.float64) < 1000:
                        return constant(what, wanted, known, name=scope)
                    shape = constant(np.array(known, np.int32), name="shape_as_tensor")
                else:
                    shape = to_tensor(given, DType.int32)
            return apply("Fill", shape, constant(what, wanted), name=scope)
    function.__name__ = function.__qualname__ = title
    return function


zeros, ones = _filled(0, "zeros"), _filled(1, "ones")


def _filled_like(value: int, title: str) -> Any:
    def function(tensor: Any, dtype: Any = None, name: Any = None, optimize: bool = True) -> Any:
        with name_scope(name, title, [tensor]) as scope:
            tensor = convert_to_tensor(tensor, name="tensor")
            wanted = tensor.dtype if dtype is None else as_dtype(dtype)
            make = ones if value else zeros
            if optimize and value == 0 and tensor.shape.is_fully_defined() and tensor.dtype != DType.variant:
                return make(tensor.shape, wanted, name=scope)
            if value == 0 and wanted == tensor.dtype:
                return apply("ZerosLike", tensor, name=scope)
            made = make(shape(tensor), wanted, name=scope)
            if tensor.shape.ndims is not None and made.shape != tensor.shape:
                made.set_shape(tensor.shape)
            return made
    function.__name__ = function.__qualname__ = title
    return function


zeros_like, ones_like = _filled_like(0, "zeros_like"), _filled_like(1, "ones_like")


def eye(num_rows: Any, num_columns: Any = None, batch_shape: Any = None, dtype: Any = DType.float32, name: Any = None) -> Any:
    with name_scope(name, "eye", [num_rows]):
        columns = num_rows if num_columns is None else num_columns
        square = num_columns is None
        batch: Any = [] if batch_shape is None else batch_shape
        batch = list(batch) if not isinstance(batch, Operators) else batch
        diagonal_size = num_rows if square else _math.minimum(num_rows, columns)
        if isinstance(batch, list):
            diagonal = ones(batch + [diagonal_size], dtype)
        else:
            diagonal = ones(concat([batch, [diagonal_size]], 0), dtype)
        if square:
            return matrix_diag(diagonal)
        whole = batch + [num_rows, columns] if isinstance(batch, list) else concat([batch, [num_rows, columns]], 0)
        return apply("MatrixSetDiagV3", zeros(whole, dtype), diagonal, 0)


def one_hot(indices: Any, depth: Any, on_value: Any = None, off_value: Any = None, axis: Any = None, dtype: Any = None, name: Any = None) -> Any:
    with name_scope(name, "one_hot", [indices, depth, on_value, off_value]) as scope:
        given = [v.dtype for v in (on_value, off_value) if isinstance(v, Operators)]
        if dtype is None:
            guess = [convert_to_tensor(v).dtype for v in (on_value, off_value) if v is not None and not isinstance(v, Operators)]
            dtype = given[0] if given else guess[0] if guess else DType.float32
        wanted = as_dtype(dtype)
        on = to_tensor(1 if on_value is None else on_value, wanted, "on_value") if not isinstance(on_value, Operators) else on_value
        off = to_tensor(0 if off_value is None else off_value, wanted, "off_value") if not isinstance(off_value, Operators) else off_value
        return apply("OneHot", indices, depth, on, off, axis=-1 if axis is None else axis, name=scope)


def sequence_mask(lengths: Any, maxlen: Any = None, dtype: Any = DType.bool, name: Any = None) -> Any:
    """True at the first lengths[i] places of row i."""
    with name_scope(name, "SequenceMask", [lengths, maxlen]):
        lengths = convert_to_tensor(lengths)
        if maxlen is None:
            maxlen = _math.reduce_max(lengths, _math._axes(lengths, None))
            maxlen = _math.maximum(constant(0, maxlen.dtype), maxlen)
        else:
            maxlen = convert_to_tensor(maxlen)
        row = _math.range_(constant(0, maxlen.dtype), maxlen, constant(1, maxlen.dtype))
        result = row < _math.cast(expand_dims(lengths, -1), maxlen.dtype)
        return result if as_dtype(dtype) == DType.bool else _math.cast(result, dtype)


def meshgrid(*args: Any, **kwargs: Any) -> Any:
    indexing, name = kwargs.pop("indexing", "xy"), kwargs.pop("name", "meshgrid")
    if kwargs:
        raise TypeError("'%s' is an invalid keyword argument for this function" % next(iter(kwargs)))
    if indexing not in ("xy", "ij"):
        raise ValueError("indexing must be either 'xy' or 'ij'")
    with name_scope(name, "meshgrid", list(args)):
        count = len(args)
        ones_shape = (1,) * count
        output = [reshape(stack(x), ones_shape[:i] + (-1,) + ones_shape[i + 1:]) for i, x in enumerate(args)]
        shapes = [size(x) for x in args]
        if indexing == "xy" and count > 1:
            output[0] = reshape(output[0], (1, -1) + (1,) * (count - 2))
            output[1] = reshape(output[1], (-1, 1) + (1,) * (count - 2))
            shapes[0], shapes[1] = shapes[1], shapes[0]
        mult = fill(shapes, constant(1, output[0].dtype))
        return [x * mult for x in output]


# ---- joining and taking apart

def concat(values: Any, axis: Any, name: str = "concat") -> Any:
    if not isinstance(values, (list, tuple)):
        values = [values]
    if len(values) == 1:
        with name_scope(name):
            convert_to_tensor(axis, DType.int32, name="concat_dim")
            return identity(values[0], name=name)
    return apply("ConcatV2", list(values), axis, name=name)


def stack(values: Any, axis: int = 0, name: str = "stack") -> Any:
    if axis == 0 and not isinstance(values, Operators):
        try:
            return convert_to_tensor(values, name=name)
        except (TypeError, ValueError):
            pass
    if isinstance(values, Operators):
        return values
    return apply("Pack", list(values), axis=axis, name=name)


pack = stack


def parallel_stack(values: Any, name: str = "parallel_stack") -> Any:
    return stack(values, 0, name)


def unstack(value: Any, num: Any = None, axis: int = 0, name: str = "unstack") -> Any:
    if num is None:
        value = convert_to_tensor(value)
        dims = value.shape
        if dims.ndims is not None:
            if not -dims.ndims <= axis < dims.ndims:
                raise ValueError("axis = %d not in [%d, %d)" % (axis, -dims.ndims, dims.ndims))
            num = dims[axis].value
        if num is None:
            raise ValueError("Cannot infer num from shape %s" % dims)
    return apply("Unpack", value, num=num, axis=axis, name=name)


unpack = unstack


def split(value: Any, num_or_size_splits: Any, axis: Any = 0, num: Any = None, name: str = "split") -> Any:
    if isinstance(num_or_size_splits, (builtins.int, np.integer, Dimension)):
        with_axis = to_tensor(axis, DType.int32, name + "/split_dim") if isinstance(axis, Operators) else axis
        return apply("Split", with_axis, value, num_split=builtins.int(num_or_size_splits), name=name)
    sizes = convert_to_tensor(num_or_size_splits)
    if num is None:
        count = sizes.shape
        if count.ndims == 0:
            raise ValueError("Rank-0 tensors are not supported as the num_or_size_splits argument to split.")
        num = None if count.ndims is None else count[0].value
        if num is None:
            raise ValueError("Cannot infer argument `num` from shape %s" % count)
    return apply("SplitV", value, sizes, axis, num_split=num, name=name)


def transpose(a: Any, perm: Any = None, name: str = "transpose", conjugate: bool = False) -> Any:
    with name_scope(name, "transpose", [a]) as scope:
        a = convert_to_tensor(a, name="a")
        op = "ConjugateTranspose" if conjugate and a.dtype.is_complex else "Transpose"
        if perm is not None:
            return apply(op, a, perm, name=scope)
        count = a.shape.ndims
        if count is None:
            whole = apply("Rank", a)
            return apply(op, a, whole - 1 - _math.range_(0, whole, 1), name=scope)
        return apply(op, a, np.arange(count - 1, -1, -1, dtype=np.int32), name=scope)


def matrix_transpose(a: Any, name: str = "matrix_transpose", conjugate: bool = False) -> Any:
    with name_scope(name):
        a = convert_to_tensor(a, name="a")
        count = a.shape.ndims
        if count is None:
            whole = rank(a)
            return transpose(a, concat([_math.range_(whole - 2), [whole - 1, whole - 2]], 0), conjugate=conjugate)
        return transpose(a, list(builtins.range(count - 2)) + [count - 1, count - 2], conjugate=conjugate)


def tile(input: Any, multiples: Any, name: Any = None) -> Any:
    return apply("Tile", input, _sizes(multiples), name=name)


def repeat(input: Any, repeats: Any, axis: Any = None, name: Any = None) -> Any:
    with name_scope(name, "Repeat", [input, repeats]):
        input = convert_to_tensor(input)
        if axis is None:
            input, axis = reshape(input, [-1]), 0
        axis = axis + input.shape.ndims if axis < 0 else axis
        repeats = convert_to_tensor(repeats, name="repeats")
        length = shape(input)[axis]
        counts = fill([length], repeats) if repeats.shape.ndims == 0 else reshape(repeats, [-1])
        ends = _math.cumsum(counts)
        at = apply("UpperBound", expand_dims(ends, 0), expand_dims(_math.range_(_math.reduce_sum(counts)), 0))
        return gather(input, squeeze(at, [0]), axis=axis)


def pad(tensor: Any, paddings: Any, mode: str = "CONSTANT", name: Any = None, constant_values: Any = 0) -> Any:
    kind = mode.upper()
    if kind == "CONSTANT":
        if isinstance(constant_values, Operators) or constant_values != 0:
            return apply("PadV2", tensor, paddings, constant_values, name=name)
        return apply("Pad", tensor, paddings, name=name)
    if kind not in ("REFLECT", "SYMMETRIC"):
        raise ValueError("Unknown padding mode: %s" % mode)
    return apply("MirrorPad", tensor, paddings, mode=kind, name=name)


def slice_(input_: Any, begin: Any, size: Any, name: Any = None) -> Any:
    return apply("Slice", input_, _sizes(begin), _sizes(size), name=name)


def strided_slice(input_: Any, begin: Any, end: Any, strides: Any = None, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0,
                  new_axis_mask: int = 0, shrink_axis_mask: int = 0, var: Any = None, name: Any = None) -> Any:
    if strides is None:
        strides = ones_like(begin)
    made = apply("StridedSlice", input_, begin, end, strides, begin_mask=begin_mask, end_mask=end_mask, ellipsis_mask=ellipsis_mask,
                 new_axis_mask=new_axis_mask, shrink_axis_mask=shrink_axis_mask, name=name or "StridedSlice")
    return _Sliced.of(made, var, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask) if var is not None else made


class _Sliced(Tensor):
    """A slice of a variable, which may be assigned to."""

    __slots__ = ("_assignment",)

    @classmethod
    def of(cls, tensor: Tensor, variable: Any, begin: Any, end: Any, strides: Any, *masks: int) -> _Sliced:
        self = cls(tensor.graph, tensor.node_index, tensor.index)
        self._assignment = variable, begin, end, strides, masks  # type: ignore[attr-defined]
        return self

    def assign(self, value: Any, name: Any = None) -> Any:
        variable, begin, end, strides, masks = self._assignment  # type: ignore[attr-defined]
        names = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
        with variable.at_home():
            done = apply("ResourceStridedSliceAssign", variable.handle, begin, end, strides, convert_to_tensor(value, variable.dtype),
                         name=name, **dict(zip(names, masks)))
        return variable._after(done)


def _slice(tensor: Any, index: Any, variable: Any = None) -> Any:
    """tensor[index], where numbers and ends may be tensors too."""
    if isinstance(index, Operators) and index.dtype == DType.bool or isinstance(index, np.ndarray) and index.dtype == np.bool_:
        return boolean_mask(tensor, index)
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    begin_mask = end_mask = ellipsis_mask = new_axis_mask = shrink_axis_mask = 0
    for i, part in enumerate(index if isinstance(index, (tuple, list)) else (index,)):
        bit = 1 << i
        if isinstance(part, builtins.slice):
            step = 1 if part.step is None else part.step
            begin.append(0 if part.start is None else part.start)
            end.append(0 if part.stop is None else part.stop)
            strides.append(step)
            begin_mask |= bit if part.start is None else 0
            end_mask |= bit if part.stop is None else 0
        elif part is Ellipsis:
            _append((begin, end, strides), 0, 0, 1)
            ellipsis_mask |= bit
        elif part is None:
            _append((begin, end, strides), 0, 0, 1)
            new_axis_mask |= bit
        else:
            if not isinstance(part, (builtins.int, np.integer, Dimension, Operators)) or isinstance(part, builtins.bool):
                raise TypeError("Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are "
                                "valid indices, got %r" % (part,))
            _append((begin, end, strides), part, part + 1, 1)
            shrink_axis_mask |= bit
    with name_scope(None, "strided_slice", [tensor]) as scope:
        first, last, step = (_packed_ends(p) for p in (begin, end, strides))
        return strided_slice(tensor, first, last, step, begin_mask=begin_mask, end_mask=end_mask, ellipsis_mask=ellipsis_mask,
                             new_axis_mask=new_axis_mask, shrink_axis_mask=shrink_axis_mask, var=variable, name=scope)


def _append(lists: tuple[list[Any], ...], *values: Any) -> None:
    for each, value in zip(lists, values):
        each.append(value)


def _packed_ends(parts: list[Any]) -> Any:
    if not parts:
        return constant(np.zeros([0], np.int32), name="stack")
    parts = [builtins.int(p) if isinstance(p, Dimension) else p for p in parts]
    return stack(parts, name="stack")


def boolean_mask(tensor: Any, mask: Any, name: str = "boolean_mask", axis: Any = None) -> Any:
    """The parts of tensor where mask is true."""
    with name_scope(name, "boolean_mask", [tensor, mask]):
        tensor, mask = convert_to_tensor(tensor, name="tensor"), convert_to_tensor(mask, DType.bool, name="mask")
        at = 0 if axis is None else builtins.int(static_value(axis))
        count = mask.shape.ndims
        if not count:
            raise ValueError("mask must be a tensor of known rank of at least 1")
        leading = _math.reduce_prod(shape(tensor)[at:at + count], [0])
        flat_shape = concat([shape(tensor)[:at], [leading], shape(tensor)[at + count:]], 0)
        flat = reshape(tensor, flat_shape)
        known = tensor.shape
        if known.ndims is not None:
            first = known[at:at + count].num_elements()
            flat.set_shape(TensorShape(known[:at].as_list() + [first] + known[at + count:].as_list()))
        indices = squeeze(where(reshape(mask, [-1])), axis=[1])
        return gather(flat, indices, axis=at)


# ---- picking

def gather(params: Any, indices: Any, validate_indices: Any = None, name: Any = None, axis: Any = None, batch_dims: int = 0) -> Any:
    axis = batch_dims if axis is None else axis
    if hasattr(params, "sparse_read") and not isinstance(axis, Operators) and axis == 0 and batch_dims == 0:
        return params.sparse_read(indices, name=name)
    return apply("GatherV2", params, indices, axis, batch_dims=batch_dims, name=name)


def batch_gather(params: Any, indices: Any, name: Any = None) -> Any:
    with name_scope(name, "BatchGather", [params, indices]):
        indices = convert_to_tensor(indices, name="indices")
        count = indices.shape.ndims
        if count is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        return gather(params, indices, batch_dims=count - 1, axis=count - 1)


def gather_nd(params: Any, indices: Any, name: Any = None, batch_dims: int = 0) -> Any:
    if batch_dims:
        raise NotImplementedError("gather_nd with batch_dims is UNIMPLEMENTED: tf.batch_gather or a map_fn may do")
    if hasattr(params, "sparse_read"):
        return params.gather_nd(indices, name=name)
    return apply("GatherNd", params, indices, name=name)


def where(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> Any:
    """The places where condition holds; with x and y, the elements of x there and of y elsewhere."""
    if x is None and y is None:
        return apply("Where", convert_to_tensor(condition, DType.bool), name=name or "Where")
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return apply("Select", condition, x, y, name=name)


def where_v2(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> Any:
    if x is None and y is None:
        return where(condition, name=name)
    return apply("SelectV2", condition, x, y, name=name)


def unique(x: Any, out_idx: Any = DType.int32, name: Any = None) -> Any:
    from ._values import UniqueOutputs
    return UniqueOutputs(*apply("Unique", x, out_idx=as_dtype(out_idx), name=name))


def unique_with_counts(x: Any, out_idx: Any = DType.int32, name: Any = None) -> Any:
    from ._values import UniqueWithCountsOutputs
    return UniqueWithCountsOutputs(*apply("UniqueWithCounts", x, out_idx=as_dtype(out_idx), name=name))


def setdiff1d(x: Any, y: Any, index_dtype: Any = DType.int32, name: Any = None) -> Any:
    from ._values import ListDiffOutputs
    return ListDiffOutputs(*apply("ListDiff", x, y, out_idx=as_dtype(index_dtype), name=name))


def reverse(tensor: Any, axis: Any, name: Any = None) -> Any:
    return apply("ReverseV2", tensor, axis, name=name)


def reverse_sequence(input: Any, seq_lengths: Any, seq_axis: Any = None, batch_axis: Any = None, name: Any = None, seq_dim: Any = None,
                     batch_dim: Any = None) -> Any:
    seq_axis = seq_dim if seq_axis is None else seq_axis
    batch_axis = batch_dim if batch_axis is None else batch_axis
    return apply("ReverseSequence", input, seq_lengths, seq_dim=seq_axis, batch_dim=batch_axis or 0, name=name)


def roll(input: Any, shift: Any, axis: Any, name: Any = None) -> Any:
    return apply("Roll", input, shift, axis, name=name)


def broadcast_static_shape(shape_x: Any, shape_y: Any) -> TensorShape:
    """Raises ValueError for shapes that do not broadcast."""
    given_x, given_y = plain(shape_x), plain(shape_y)
    if given_x is None or given_y is None:
        return TensorShape(None)
    x: list[Any] = [1] * (len(given_y) - len(given_x)) + list(given_x)
    y: list[Any] = [1] * (len(given_x) - len(given_y)) + list(given_y)
    out: list[Any] = []
    for a, b in zip(x, y):
        if a is not None and b is not None and a != b and 1 not in (a, b):
            raise ValueError("Incompatible shapes for broadcasting: %s and %s" % (TensorShape(x), TensorShape(y)))
        out.append(b if a == 1 else a if b == 1 else a if b is None else b if a is None else a)
    return TensorShape(out)


def broadcast_dynamic_shape(shape_x: Any, shape_y: Any) -> Any:
    return apply("BroadcastArgs", shape_x, shape_y)


def matrix_diag(diagonal: Any, name: str = "diag", k: Any = 0, num_rows: Any = -1, num_cols: Any = -1, padding_value: Any = 0,
                align: str = "RIGHT_LEFT") -> Any:
    with name_scope(name):
        diagonal = convert_to_tensor(diagonal, name="diagonal")
        return apply("MatrixDiagV3", diagonal, k, num_rows, num_cols, constant(padding_value, diagonal.dtype), align=align, name=name)


def matrix_diag_part(input: Any, name: str = "diag_part", k: Any = 0, padding_value: Any = 0, align: str = "RIGHT_LEFT") -> Any:
    input = convert_to_tensor(input, name="input")
    return apply("MatrixDiagPartV3", input, k, constant(padding_value, input.dtype), align=align, name=name)


def matrix_set_diag(input: Any, diagonal: Any, name: str = "set_diag", k: Any = 0, align: str = "RIGHT_LEFT") -> Any:
    return apply("MatrixSetDiagV3", input, diagonal, k, align=align, name=name)


def searchsorted(sorted_sequence: Any, values: Any, side: str = "left", out_type: Any = DType.int32, name: Any = None) -> Any:
    with name_scope(name, "searchsorted", [sorted_sequence, values]):
        sorted_sequence = convert_to_tensor(sorted_sequence)
        values = convert_to_tensor(values, sorted_sequence.dtype)
        last = shape(sorted_sequence)[-1]
        rows, wanted = reshape(sorted_sequence, [-1, last]), reshape(values, stack([-1, shape(values)[-1]]))
        op = "LowerBound" if side == "left" else "UpperBound"
        return reshape(apply(op, rows, wanted, out_type=as_dtype(out_type)), shape(values))


def sort(values: Any, axis: int = -1, direction: str = "ASCENDING", name: Any = None) -> Any:
    with name_scope(name, "sort"):
        return _sorted(values, axis, direction)[0]


def argsort(values: Any, axis: int = -1, direction: str = "ASCENDING", stable: bool = False, name: Any = None) -> Any:
    with name_scope(name, "argsort"):
        return _sorted(values, axis, direction)[1]


def _sorted(values: Any, axis: int, direction: str) -> Any:
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError("Direction should be one of DESCENDING, ASCENDING, got %s" % direction)
    values = convert_to_tensor(values)
    count = values.shape.ndims
    moved = axis not in (-1, None if count is None else count - 1)
    order: list[int] = []
    if moved:
        order = list(builtins.range(count))
        order[axis], order[-1] = order[-1], order[axis]
        values = transpose(values, order)
    rising = direction == "ASCENDING"
    if rising:  # whole numbers are turned without overflow
        turned = (constant(-1, values.dtype) - values) if values.dtype.is_integer and not values.dtype.is_unsigned else -values
    else:
        turned = values
    top, at = apply("TopKV2", turned, shape(values)[-1])
    top = ((constant(-1, values.dtype) - top) if values.dtype.is_integer and not values.dtype.is_unsigned else -top) if rising else top
    return (transpose(top, order), transpose(at, order)) if moved else (top, at)


def space_to_depth(input: Any, block_size: int, name: Any = None, data_format: str = "NHWC") -> Any:
    return apply("SpaceToDepth", input, block_size=block_size, data_format=data_format, name=name)


def depth_to_space(input: Any, block_size: int, name: Any = None, data_format: str = "NHWC") -> Any:
    return apply("DepthToSpace", input, block_size=block_size, data_format=data_format, name=name)


def guarantee_const(input: Any, name: Any = None) -> Any:
    return apply("GuaranteeConst", input, name=name)


def shape_as_list(tensor: Any) -> list[Any]:
    """Known sizes as numbers, the others as tensors."""
    known, dynamic = tensor.shape.as_list(), None
    for i, d in enumerate(known):
        if d is None:
            dynamic = shape(tensor) if dynamic is None else dynamic
            known[i] = dynamic[i]
    return known  # type: ignore[no-any-return]


