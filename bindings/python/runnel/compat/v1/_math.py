"""Arithmetic, comparisons, reductions and products under TensorFlow 1's names."""
from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from ...dtypes import DType, as_dtype
from ...graph import Operators
from ._apply import apply, constant, convert_to_tensor, static_value, to_tensor
from ._graph import Tensor, get_default_graph, name_scope
from ._shape import TensorShape


def _unary(op: str) -> Any:
    def function(x: Any, name: Any = None) -> Any:
        if hasattr(x, "dense_shape") and hasattr(x, "indices"):
            return type(x)(x.indices, apply(op, x.values, name=name), x.dense_shape)
        return apply(op, x, name=name)
    function.__name__ = function.__qualname__ = op.lower()
    function.__doc__ = "%s, element by element." % op
    return function


exp, sqrt, rsqrt, square, log, log1p, expm1 = map(_unary, ("Exp", "Sqrt", "Rsqrt", "Square", "Log", "Log1p", "Expm1"))
negative, sign, floor, ceil, sigmoid, tanh, erf = map(_unary, ("Neg", "Sign", "Floor", "Ceil", "Sigmoid", "Tanh", "Erf"))
lgamma, reciprocal = _unary("Lgamma"), _unary("Reciprocal")
neg = negative


def round_(x: Any, name: Any = None) -> Any:
    """To the nearest whole number, halves to even."""
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else apply("Round", x, name=name)


def abs_(x: Any, name: Any = None) -> Any:
    with name_scope(name, "Abs", [x]) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return apply("ComplexAbs", x, Tout=x.dtype.real_dtype, name=scope)
        return apply("Abs", x, name=scope)


abs = abs_


def add(x: Any, y: Any, name: Any = None) -> Any:
    """x + y; strings are joined."""
    with name_scope(name, "Add", [x]) as scope:
        x = convert_to_tensor(x, dtype_hint=y.dtype if isinstance(y, Operators) else None, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        return apply("Add" if x.dtype == DType.string else "AddV2", x, y, name=scope)


def _add(x: Any, y: Any, name: Any = None) -> Any:
    return apply("Add" if x.dtype == DType.string else "AddV2", x, y, name=name)


def _plain_binary(op: str) -> Any:
    def function(x: Any, y: Any, name: Any = None) -> Any:
        return apply(op, x, y, name=name)
    function.__name__ = function.__qualname__ = op.lower()
    function.__doc__ = "%s of x and y, which broadcast against each other." % op
    return function


subtract, multiply, maximum, minimum = map(_plain_binary, ("Sub", "Mul", "Maximum", "Minimum"))
floormod, mod, less, less_equal = map(_plain_binary, ("FloorMod", "FloorMod", "Less", "LessEqual"))
greater, greater_equal = map(_plain_binary, ("Greater", "GreaterEqual"))
squared_difference, logical_and, logical_or = map(_plain_binary, ("SquaredDifference", "LogicalAnd", "LogicalOr"))
sub, mul = subtract, multiply


def equal(x: Any, y: Any, name: Any = None) -> Any:
    return apply("Equal", x, y, name=name)


def not_equal(x: Any, y: Any, name: Any = None) -> Any:
    return apply("NotEqual", x, y, name=name)


def logical_not(x: Any, name: Any = None) -> Any:
    return apply("LogicalNot", x, name=name)


def logical_xor(x: Any, y: Any, name: str = "LogicalXor") -> Any:
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name=name)


def pow_(x: Any, y: Any, name: Any = None) -> Any:
    with name_scope(name, "Pow", [x]) as scope:
        return apply("Pow", x, y, name=scope)


pow = pow_


def truediv(x: Any, y: Any, name: Any = None) -> Any:
    """Python 3's division: whole numbers become float64, or float32 where they have at most 16 bits."""
    with name_scope(name, "truediv", [x, y]) as scope:
        x = convert_to_tensor(x, dtype_hint=y.dtype if isinstance(y, Operators) else None, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        if x.dtype != y.dtype:
            raise TypeError("x and y must have the same dtype, got %r != %r" % (x.dtype, y.dtype))
        if x.dtype.is_integer:
            wide = DType.float32 if x.dtype.itemsize <= 2 else DType.float64
            x, y = cast(x, wide), cast(y, wide)
        return apply("RealDiv", x, y, name=scope)


def divide(x: Any, y: Any, name: Any = None) -> Any:
    if name is not None:
        return truediv(x, y, name)
    return convert_to_tensor(x, dtype_hint=y.dtype if isinstance(y, Operators) else None) / y


def div(x: Any, y: Any, name: Any = None) -> Any:
    """Python 2's division: of whole numbers, rounded down."""
    with name_scope(name, "div", [x, y]) as scope:
        x = convert_to_tensor(x, dtype_hint=y.dtype if isinstance(y, Operators) else None, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        return apply("RealDiv" if x.dtype.is_floating or x.dtype.is_complex else "FloorDiv", x, y, name=scope)


def floordiv(x: Any, y: Any, name: Any = None) -> Any:
    with name_scope(name, "floordiv", [x, y]) as scope:
        return apply("FloorDiv", x, y, name=scope)


def div_no_nan(x: Any, y: Any, name: Any = None) -> Any:
    """0 where y is 0."""
    with name_scope(name, "div_no_nan", [x, y]) as scope:
        x = convert_to_tensor(x, dtype_hint=y.dtype if isinstance(y, Operators) else None, name="x")
        return apply("DivNoNan", x, convert_to_tensor(y, x.dtype, name="y"), name=scope)


def _logic(whole: str, bits: str) -> Any:
    def function(x: Any, y: Any, name: Any = None) -> Any:
        return apply(whole if x.dtype == DType.bool else bits, x, y, name=name)
    return function


_and, _or = _logic("LogicalAnd", "BitwiseAnd"), _logic("LogicalOr", "BitwiseOr")


def _xor(x: Any, y: Any, name: Any = None) -> Any:
    return logical_xor(x, y) if x.dtype == DType.bool else apply("BitwiseXor", x, y, name=name)


def _invert(x: Any, name: Any = None) -> Any:
    return apply("LogicalNot" if x.dtype == DType.bool else "Invert", x, name=name)


def cast(x: Any, dtype: Any, name: Any = None) -> Any:
    wanted = as_dtype(dtype)
    if isinstance(x, Operators) and x.dtype == wanted and not hasattr(x, "read_value"):
        return x
    with name_scope(name, "Cast", [x]) as scope:
        if hasattr(x, "dense_shape") and hasattr(x, "indices"):
            values = cast(x.values, wanted, name=scope)
            return type(x)(x.indices, values, x.dense_shape) if hasattr(x, "_is_sparse") else type(x)(values, x.indices, x.dense_shape)
        x = convert_to_tensor(x, name="x")
        return x if x.dtype == wanted else apply("Cast", x, DstT=wanted, name=scope)


def saturate_cast(value: Any, dtype: Any, name: Any = None) -> Any:
    """A cast whose values are first brought into the range of the type."""
    wanted = as_dtype(dtype)
    with name_scope(name, "saturate_cast", [value]) as scope:
        value = convert_to_tensor(value, name="value")
        if value.dtype.min < wanted.min:
            value = maximum(value, constant(wanted.min, value.dtype, name="min"))
        if value.dtype.max > wanted.max:
            value = minimum(value, constant(wanted.max, value.dtype, name="max"))
        return cast(value, wanted, name=scope)


def _caster(name: str, dtype: DType) -> Any:
    def function(x: Any, name: str = name) -> Any:
        return cast(x, dtype, name=name)
    function.__name__ = function.__qualname__ = "to_" + dtype.name
    return function


to_float, to_double = _caster("ToFloat", DType.float32), _caster("ToDouble", DType.float64)
to_int32, to_int64 = _caster("ToInt32", DType.int32), _caster("ToInt64", DType.int64)
to_bfloat16, to_complex64 = _caster("ToBFloat16", DType.bfloat16), _caster("ToComplex64", DType.complex64)
to_complex128 = _caster("ToComplex128", DType.complex128)


def complex_(real: Any, imag: Any, name: Any = None) -> Any:
    with name_scope(name, "Complex") as scope:
        real, imag = convert_to_tensor(real, name="real"), convert_to_tensor(imag, name="imag")
        return apply("Complex", real, imag, Tout=DType.complex128 if real.dtype == DType.float64 else DType.complex64, name=scope)


def real(input: Any, name: Any = None) -> Any:
    input = convert_to_tensor(input, name="input")
    return apply("Real", input, Tout=input.dtype.real_dtype, name=name) if input.dtype.is_complex else input


def imag(input: Any, name: Any = None) -> Any:
    input = convert_to_tensor(input, name="input")
    return apply("Imag", input, Tout=input.dtype.real_dtype, name=name) if input.dtype.is_complex else apply("ZerosLike", input)


def angle(input: Any, name: Any = None) -> Any:
    input = convert_to_tensor(input, name="input")
    if input.dtype.is_complex:
        return apply("Angle", input, Tout=input.dtype.real_dtype, name=name)
    from ._array import where, zeros_like
    return where(less(input, 0), np.pi + zeros_like(input), zeros_like(input))


def conj(x: Any, name: Any = None) -> Any:
    x = convert_to_tensor(x, name="x")
    return apply("Conj", x, name=name) if x.dtype.is_complex else x


def add_n(inputs: Any, name: Any = None) -> Any:
    inputs = [i._as_tensor() if hasattr(i, "_as_tensor") else convert_to_tensor(i) for i in
              (inputs if isinstance(inputs, (list, tuple)) else [inputs])]
    if not inputs:
        raise ValueError("inputs must be an iterable of at least one Tensor with the same dtype and shape")
    if len(inputs) == 1:
        return inputs[0] if not name else apply("Identity", inputs[0], name=name)
    return apply("AddN", inputs, name=name)


def accumulate_n(inputs: Any, shape: Any = None, tensor_dtype: Any = None, name: Any = None) -> Any:
    return add_n(inputs, name=name)


def scalar_mul(scalar: Any, x: Any, name: Any = None) -> Any:
    if hasattr(x, "dense_shape"):
        return type(x)(multiply(scalar, x.values, name), x.indices, x.dense_shape)
    return multiply(convert_to_tensor(scalar, x.dtype), x, name)


# ---- reductions

def _axes(x: Tensor, axis: Any) -> Any:
    if axis is not None:
        return list(axis) if isinstance(axis, tuple) else axis
    rank = x.shape.ndims
    if rank is not None:
        return constant(np.arange(rank, dtype=np.int32))
    return range_(0, apply("Rank", x))


def _reduction(op: str) -> Any:
    def function(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: Any = None, reduction_indices: Any = None,
                 keep_dims: Any = None) -> Any:
        axis = reduction_indices if axis is None else axis
        keep = builtins.bool(keep_dims if keepdims is None else keepdims)
        input_tensor = convert_to_tensor(input_tensor, DType.bool if op in ("All", "Any") else None, name="input_tensor")
        return apply(op, input_tensor, _axes(input_tensor, axis), keep_dims=keep, name=name)
    function.__name__ = function.__qualname__ = "reduce_" + op.lower()
    function.__doc__ = "%s over the dimensions `axis`: one, several, or None for all." % op
    return function


reduce_sum, reduce_mean, reduce_max, reduce_min = map(_reduction, ("Sum", "Mean", "Max", "Min"))
reduce_prod, reduce_all, reduce_any, reduce_euclidean_norm = map(_reduction, ("Prod", "All", "Any", "EuclideanNorm"))


def reduce_logsumexp(input_tensor: Any, axis: Any = None, keepdims: Any = None, name: Any = None, reduction_indices: Any = None,
                     keep_dims: Any = None) -> Any:
    axis = reduction_indices if axis is None else axis
    keep = builtins.bool(keep_dims if keepdims is None else keepdims)
    with name_scope(name, "ReduceLogSumExp", [input_tensor]) as scope:
        from ._array import reshape, shape, stop_gradient, where, zeros_like
        raw_max = reduce_max(input_tensor, axis=axis, keepdims=True)
        my_max = stop_gradient(where(apply("IsFinite", raw_max), raw_max, zeros_like(raw_max)))
        result = log(reduce_sum(exp(subtract(input_tensor, my_max)), axis=axis, keepdims=keep))
        if not keep:
            my_max = reshape(my_max, shape(result))
        return add(result, my_max, name=scope)


def reduce_variance(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: Any = None) -> Any:
    with name_scope(name or "reduce_variance"):
        input_tensor = convert_to_tensor(input_tensor)
        means = reduce_mean(input_tensor, axis=axis, keepdims=True)
        return reduce_mean(square(input_tensor - means), axis=axis, keepdims=keepdims)


def reduce_std(input_tensor: Any, axis: Any = None, keepdims: bool = False, name: Any = None) -> Any:
    with name_scope(name or "reduce_std"):
        return sqrt(reduce_variance(input_tensor, axis, keepdims))


def count_nonzero(input_tensor: Any = None, axis: Any = None, keepdims: Any = None, dtype: Any = DType.int64, name: Any = None,
                  reduction_indices: Any = None, keep_dims: Any = None, input: Any = None) -> Any:
    input = convert_to_tensor(input_tensor if input is None else input, name="input")
    axis = reduction_indices if axis is None else axis
    keep = builtins.bool(keep_dims if keepdims is None else keepdims)
    with name_scope(name, "count_nonzero", [input]):
        zero = "" if input.dtype == DType.string else np.zeros((), input.dtype.as_numpy_dtype)
        return cast(reduce_sum(to_int64(not_equal(input, zero)), axis=axis, keepdims=keep), dtype)


def argmax(input: Any, axis: Any = None, name: Any = None, dimension: Any = None, output_type: Any = DType.int64) -> Any:
    axis = dimension if axis is None else axis
    return apply("ArgMax", input, 0 if axis is None else axis, output_type=output_type, name=name)


def argmin(input: Any, axis: Any = None, name: Any = None, dimension: Any = None, output_type: Any = DType.int64) -> Any:
    axis = dimension if axis is None else axis
    return apply("ArgMin", input, 0 if axis is None else axis, output_type=output_type, name=name)


def cumsum(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: Any = None) -> Any:
    with name_scope(name, "Cumsum", [x]) as scope:
        return apply("Cumsum", convert_to_tensor(x, name="x"), axis, exclusive=exclusive, reverse=reverse, name=scope)


def cumprod(x: Any, axis: Any = 0, exclusive: bool = False, reverse: bool = False, name: Any = None) -> Any:
    with name_scope(name, "Cumprod", [x]) as scope:
        return apply("Cumprod", convert_to_tensor(x, name="x"), axis, exclusive=exclusive, reverse=reverse, name=scope)


def range_(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str = "range") -> Any:
    """start, start + delta... up to limit, which is not there any more; with one argument, from 0."""
    if limit is None:
        start, limit = 0, start
    with name_scope(name, "Range", [start, limit, delta]) as scope:
        if dtype is None:
            typed = [v.dtype for v in (start, limit, delta) if isinstance(v, (Operators, np.ndarray, np.generic))]
            kinds = [as_dtype(t) for t in typed] + [to_type(v) for v in (start, limit, delta) if isinstance(v, (builtins.int, float))]
            order = [DType.int32, DType.int64, DType.float32, DType.float64]
            dtype = max_by(kinds, order)
        wanted = as_dtype(dtype)
        parts = [cast(v, wanted) if isinstance(v, Operators) else convert_to_tensor(v, wanted, name=n)
                 for v, n in ((start, "start"), (limit, "limit"), (delta, "delta"))]
        return apply("Range", *parts, name=scope)


def to_type(value: Any) -> DType:
    return DType.float32 if isinstance(value, float) else DType.int32


def max_by(kinds: list[DType], order: list[DType]) -> DType:
    return builtins.max(kinds, key=lambda k: order.index(k) if k in order else -1) if kinds else DType.int32


def linspace(start: Any, stop: Any, num: Any, name: Any = None, axis: int = 0) -> Any:
    """num values from start to stop, both included."""
    from ._array import concat, expand_dims
    with name_scope(name, "linspace", [start, stop]):
        start = convert_to_tensor(start, name="start")
        stop = convert_to_tensor(stop, start.dtype, name="stop")
        num = convert_to_tensor(num, DType.int32, name="num")
        count = cast(num, start.dtype)
        step = (stop - start) / maximum(count - 1, constant(1, start.dtype))
        inner = start + step * cast(range_(1, maximum(num - 1, 1)), start.dtype)
        inner = inner[:maximum(num - 2, 0)]
        ends = [expand_dims(start, 0), inner, expand_dims(stop, 0)]
        return concat(ends, 0)[:num] if static_value(num) is None or int(static_value(num)) > 1 else expand_dims(start, 0)


# ---- products

def matmul(a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, adjoint_a: bool = False, adjoint_b: bool = False,
           a_is_sparse: bool = False, b_is_sparse: bool = False, name: Any = None) -> Any:
    """The product of matrices; of more than two dimensions, of the matrices in the last two."""
    with name_scope(name, "MatMul", [a, b]) as scope:
        if transpose_a and adjoint_a or transpose_b and adjoint_b:
            raise ValueError("Only one of transpose and adjoint can be True.")
        a = convert_to_tensor(a, dtype_hint=b.dtype if isinstance(b, Operators) else None, name="a")
        b = convert_to_tensor(b, dtype_hint=a.dtype, name="b")
        ranks = a.shape.ndims, b.shape.ndims
        if any(r is None or r > 2 for r in ranks):
            if transpose_a:
                a, adjoint_a = conj(a), True
            if transpose_b:
                b, adjoint_b = conj(b), True
            return apply("BatchMatMulV2", a, b, adj_x=adjoint_a, adj_y=adjoint_b, name=scope)
        if adjoint_a:
            a, transpose_a = conj(a), True
        if adjoint_b:
            b, transpose_b = conj(b), True
        return apply("MatMul", a, b, transpose_a=transpose_a, transpose_b=transpose_b, name=scope)


def batch_matmul(x: Any, y: Any, adj_x: bool = False, adj_y: bool = False, name: Any = None) -> Any:
    return apply("BatchMatMulV2", x, y, adj_x=adj_x, adj_y=adj_y, name=name)


def matvec(a: Any, b: Any, transpose_a: bool = False, adjoint_a: bool = False, name: Any = None) -> Any:
    from ._array import expand_dims, squeeze
    with name_scope(name, "MatVec", [a, b]):
        return squeeze(matmul(a, expand_dims(b, -1), transpose_a=transpose_a, adjoint_a=adjoint_a), axis=-1)


def tensordot(a: Any, b: Any, axes: Any, name: Any = None) -> Any:
    """Sums over axes: a number of the last of a and the first of b, or two lists."""
    from ._array import concat, gather, reshape, shape, transpose
    with name_scope(name, "Tensordot", [a, b, axes]) as scope:
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, a.dtype, name="b")
        pairs: Any = axes
        if isinstance(axes, builtins.int):
            if a.shape.ndims is None:
                raise ValueError("tensordot of a tensor of unknown rank needs lists of axes")
            a_axes: list[int] = list(builtins.range(a.shape.ndims - axes, a.shape.ndims))
            b_axes: list[int] = list(builtins.range(axes))
        else:
            a_axes, b_axes = ([builtins.int(i)] if np.ndim(i) == 0 else [builtins.int(j) for j in i] for i in pairs)

        def flat(x: Tensor, summed: list[int], flipped: bool) -> tuple[Any, Any]:
            rank = x.shape.ndims
            if rank is None:
                raise ValueError("tensordot of a tensor of unknown rank is UNIMPLEMENTED")
            summed = [i + rank if i < 0 else i for i in summed]
            free = [i for i in builtins.range(rank) if i not in summed]
            order = summed + free if flipped else free + summed
            if x.shape.is_fully_defined():
                sizes: list[Any] = x.shape.as_list()
                product = builtins.int(np.prod([sizes[i] for i in summed]))
                rest = builtins.int(np.prod([sizes[i] for i in free]))
                new = [product, rest] if flipped else [rest, product]
                turned = x if order == list(builtins.range(rank)) else transpose(x, order)
                return reshape(turned, new), [sizes[i] for i in free]
            sizes = shape(x)
            free_sizes = gather(sizes, free)
            product, rest = reduce_prod(gather(sizes, summed)), reduce_prod(free_sizes)
            new = [product, rest] if flipped else [rest, product]
            return reshape(transpose(x, order), new), free_sizes

        a2, a_free = flat(a, a_axes, False)
        b2, b_free = flat(b, b_axes, True)
        product = matmul(a2, b2)
        if isinstance(a_free, list) and isinstance(b_free, list):
            known = TensorShape(a_free + b_free)
            return product if product.shape == known else reshape(product, a_free + b_free, name=scope)
        return reshape(product, concat([to_tensor(a_free, DType.int32), to_tensor(b_free, DType.int32)], 0), name=scope)


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> Any:
    name = kwargs.pop("name", None)
    kwargs.pop("optimize", None)
    inputs = tuple(inputs[0]) if len(inputs) == 1 and isinstance(inputs[0], (list, tuple)) else inputs
    equation = equation.replace(" ", "")
    if "->" not in equation:
        letters = equation.replace(",", "").replace(".", "")
        equation += "->" + "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    with name_scope(name, "einsum", list(inputs)):
        tensors = [convert_to_tensor(i) for i in inputs]
        terms, result = equation.split("->")
        parts = terms.split(",")
        while len(tensors) > 2:  # from the left
            kept = "".join(c for c in dict.fromkeys(parts[0] + parts[1]) if c in result or any(c in p for p in parts[2:]))
            tensors[:2] = [apply("Einsum", tensors[:2], equation="%s,%s->%s" % (parts[0], parts[1], kept))]
            parts[:2] = [kept]
        return apply("Einsum", tensors, equation="%s->%s" % (",".join(parts), result))


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: Any = None) -> Any:
    with name_scope(name, "clip_by_value", [t, clip_value_min, clip_value_max]) as scope:
        values = convert_to_tensor(t.values if hasattr(t, "dense_shape") else t, name="t")
        low = minimum(values, clip_value_max)
        clipped = maximum(low, clip_value_min, name=scope)
        return type(t)(clipped, t.indices, t.dense_shape) if hasattr(t, "dense_shape") else clipped


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: Any = None) -> Any:
    """t scaled so that its norm is at most clip_norm."""
    from ._array import identity, ones_like, where
    with name_scope(name, "clip_by_norm", [t, clip_norm]) as scope:
        values = convert_to_tensor(t.values if hasattr(t, "dense_shape") else t, name="t")
        l2sum = reduce_sum(values * values, axes, keepdims=True)
        pred = l2sum > 0
        l2norm = where(pred, sqrt(where(pred, l2sum, ones_like(l2sum))), l2sum)
        intermediate = values * clip_norm
        clipped = identity(intermediate / maximum(l2norm, convert_to_tensor(clip_norm, values.dtype)), name=scope)
        return type(t)(clipped, t.indices, t.dense_shape) if hasattr(t, "dense_shape") else clipped


def global_norm(t_list: Any, name: Any = None) -> Any:
    """The norm of all tensors taken as one vector; None among them do not count."""
    from ._array import stack
    tensors = [convert_to_tensor(t.values if hasattr(t, "dense_shape") else t, name="t_%d" % i) for i, t in enumerate(t_list) if t is not None]
    with name_scope(name, "global_norm", tensors):
        halves = []
        for tensor in tensors:
            with get_default_graph().colocate_with(tensor):
                halves.append(apply("L2Loss", tensor))
        half = reduce_sum(stack(halves))
        return sqrt(half * constant(2.0, half.dtype), name="global_norm")


def clip_by_global_norm(t_list: Any, clip_norm: Any, use_norm: Any = None, name: Any = None) -> Any:
    """The tensors scaled so that their global norm is at most clip_norm, and that norm before. NaN where it is not finite."""
    from ._array import identity
    t_list = list(t_list)
    if use_norm is None:
        use_norm = global_norm(t_list, name)
    with name_scope(name, "clip_by_global_norm", [t for t in t_list if t is not None] + [clip_norm]) as scope:
        scale_for_finite = clip_norm * minimum(1.0 / use_norm, constant(1.0, use_norm.dtype) / clip_norm)
        scale = scale_for_finite + (use_norm - use_norm)
        clipped: list[Any] = []
        for i, t in enumerate(t_list):
            if t is None:
                clipped.append(None)
                continue
            values = convert_to_tensor(t.values if hasattr(t, "dense_shape") else t, name="t_%d" % i)
            with get_default_graph().colocate_with(values):
                scaled = identity(values * cast(scale, values.dtype), name="%s_%d" % (scope, i))
            clipped.append(type(t)(scaled, t.indices, t.dense_shape) if hasattr(t, "dense_shape") else scaled)
        return clipped, use_norm


def clip_by_average_norm(t: Any, clip_norm: Any, name: Any = None) -> Any:
    from ._array import identity, size
    with name_scope(name, "clip_by_average_norm", [t, clip_norm]) as scope:
        t = convert_to_tensor(t, name="t")
        n = cast(size(t), t.dtype)
        inverse = rsqrt(reduce_sum(t * t))
        return identity(t * clip_norm * minimum(inverse * n, constant(1.0, t.dtype) / clip_norm), name=scope)
