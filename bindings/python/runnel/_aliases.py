"""Functions of ops under the names and with the arguments that people type: matmul, argmax, concat with an axis, reductions with
axis and keepdims. Each adds the op that its first line names, or runs it where ops run at once."""
from __future__ import annotations

from typing import Any, Sequence, Union

from . import ops
from ._build import TensorLike
from .dtypes import DType
from .graph import Operators, Output
from .tensor import DTypeLike, Tensor

__all__ = ["argmax", "argmin", "concatenate", "divide", "gather_rows", "matmul", "multiply", "negative", "permute", "power", "reduce_all", "reduce_any",
           "reduce_max", "reduce_mean", "reduce_min", "reduce_prod", "reduce_sum", "stack", "subtract", "unstack"]

Axis = Union[int, Sequence[int], None]


def _rank(value: TensorLike) -> int | None:
    if isinstance(value, Operators):
        return None if value.shape is None else len(value.shape)
    return len(value.shape if isinstance(value, Tensor) else Tensor(value).shape)


def _list(axis: Axis) -> Any:
    return None if axis is None else [axis] if isinstance(axis, int) else list(axis)


def matmul(a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False, name: str = "") -> Output:
    """MatMul of two matrices; of more dimensions, BatchMatMulV2 of the matrices in the last two."""
    if _rank(a) == 2 and _rank(b) == 2:
        return ops.mat_mul(a, b, transpose_a=transpose_a, transpose_b=transpose_b, name=name)
    return ops.batch_mat_mul_v2(a, b, adj_x=transpose_a, adj_y=transpose_b, name=name)


def argmax(input: TensorLike, axis: int = 0, *, output_type: DTypeLike = DType.int64, name: str = "") -> Output:
    """ArgMax: where along `axis` the largest element is."""
    return ops.arg_max(input, axis, output_type=output_type, name=name)


def argmin(input: TensorLike, axis: int = 0, *, output_type: DTypeLike = DType.int64, name: str = "") -> Output:
    """ArgMin: where along `axis` the smallest element is."""
    return ops.arg_min(input, axis, output_type=output_type, name=name)


def reduce_sum(input: TensorLike, axis: Axis = None, keepdims: bool = False, *, name: str = "") -> Output:
    """Sum over `axis`: a number, several, or None for all."""
    return ops.sum(input, _list(axis), keep_dims=keepdims, name=name)


def reduce_mean(input: TensorLike, axis: Axis = None, keepdims: bool = False, *, name: str = "") -> Output:
    """Mean over `axis`: a number, several, or None for all."""
    return ops.mean(input, _list(axis), keep_dims=keepdims, name=name)


def reduce_max(input: TensorLike, axis: Axis = None, keepdims: bool = False, *, name: str = "") -> Output:
    """Max over `axis`: a number, several, or None for all."""
    return ops.max(input, _list(axis), keep_dims=keepdims, name=name)


def reduce_min(input: TensorLike, axis: Axis = None, keepdims: bool = False, *, name: str = "") -> Output:
    """Min over `axis`: a number, several, or None for all."""
    return ops.min(input, _list(axis), keep_dims=keepdims, name=name)


def reduce_prod(input: TensorLike, axis: Axis = None, keepdims: bool = False, *, name: str = "") -> Output:
    """Prod over `axis`: a number, several, or None for all."""
    return ops.prod(input, _list(axis), keep_dims=keepdims, name=name)


def reduce_all(input: TensorLike, axis: Axis = None, keepdims: bool = False, *, name: str = "") -> Output:
    """All over `axis`: a number, several, or None for all."""
    return ops.all(input, _list(axis), keep_dims=keepdims, name=name)


def reduce_any(input: TensorLike, axis: Axis = None, keepdims: bool = False, *, name: str = "") -> Output:
    """Any over `axis`: a number, several, or None for all."""
    return ops.any(input, _list(axis), keep_dims=keepdims, name=name)


def subtract(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Sub: x - y."""
    return ops.sub(x, y, name=name)


def multiply(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Mul: x * y, element by element."""
    return ops.mul(x, y, name=name)


def divide(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """RealDiv: x / y."""
    return ops.real_div(x, y, name=name)


def negative(x: TensorLike, *, name: str = "") -> Output:
    """Neg: -x."""
    return ops.neg(x, name=name)


def power(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Pow: x to the power of y."""
    return ops.pow(x, y, name=name)


def concatenate(values: Sequence[TensorLike], axis: int = 0, *, name: str = "") -> Output:
    """ConcatV2: the values one behind the other along `axis`."""
    return ops.concat_v2(values, axis, name=name)


def stack(values: Sequence[TensorLike], axis: int = 0, *, name: str = "") -> Output:
    """Pack: the values along a new dimension `axis`."""
    return ops.pack(values, axis=axis, name=name)


def unstack(value: TensorLike, num: int | None = None, axis: int = 0, *, name: str = "") -> list[Output]:
    """Unpack: the parts along `axis`. num: how many, where the shape does not say it."""
    if num is None:
        shape = value.shape if isinstance(value, (Operators, Tensor)) else Tensor(value).shape
        num = None if shape is None else shape[axis]
        if num is None:
            raise ValueError("unstack needs num: the size of dimension %d is not known" % axis)
    return ops.unpack(value, num, axis=axis, name=name)


def permute(x: TensorLike, perm: Sequence[int] | None = None, *, name: str = "") -> Output:
    """Transpose: dimension i is what dimension perm[i] was; without perm the order is turned round."""
    if perm is None:
        rank = _rank(x)
        if rank is None:
            raise ValueError("permute needs perm: the rank is not known")
        perm = list(range(rank - 1, -1, -1))
    return ops.transpose(x, list(perm), name=name)


def gather_rows(params: TensorLike, indices: TensorLike, axis: int = 0, *, name: str = "") -> Output:
    """GatherV2: the parts of params at `indices` along `axis`."""
    return ops.gather_v2(params, indices, axis, name=name)
