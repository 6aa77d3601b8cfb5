"""Assertions, prints, and other nodes that look at values."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...dtypes import DType, as_dtype
from ...errors import InvalidArgument
from ...graph import Operators
from . import _array, _math
from ._apply import apply, constant, convert_to_tensor, static_value
from ._graph import get_default_graph, name_scope


def Assert(condition: Any, data: Any, summarize: Any = None, name: Any = None) -> Any:  # noqa: N802
    """An operation that fails with InvalidArgumentError, telling data, where the condition does not hold."""
    with name_scope(name, "Assert", [condition, data]):
        from ._control_flow import cond
        if not isinstance(condition, Operators):
            if not condition:
                raise InvalidArgument("Expected '%s' to be true. Summarized data: %s" % (condition, data))
            return apply("NoOp")
        parts = [convert_to_tensor(d) for d in data]
        if all(p.dtype in (DType.string, DType.int32) for p in parts):
            return apply("Assert", condition, parts, summarize=summarize, name="Assert")
        condition = convert_to_tensor(condition, name="Condition")
        guarded = cond(condition, lambda: apply("NoOp"), lambda: apply("Assert", condition, parts, summarize=summarize, name="Assert"), name="AssertGuard")
        return guarded.op


def Print(input_: Any, data: Any, message: Any = None, first_n: Any = None, summarize: Any = None, name: Any = None) -> Any:  # noqa: N802
    return apply("Print", input_, list(data), message=message, first_n=first_n, summarize=summarize, name=name)


def print_(*inputs: Any, **kwargs: Any) -> Any:
    """An operation that prints the inputs, tensors among them, when it runs."""
    stream, end, sep = kwargs.pop("output_stream", None), kwargs.pop("end", "\n"), kwargs.pop("sep", " ")
    summarize, name = kwargs.pop("summarize", 3), kwargs.pop("name", None)
    if kwargs:
        raise ValueError("Unrecognized keyword arguments for tf.print: %s" % kwargs)
    where = {"<stdout>": "stdout", "<stderr>": "stderr"}.get(getattr(stream, "name", "<stderr>"), "stderr")
    where = stream if isinstance(stream, str) else where
    tensors = [i for i in inputs if isinstance(i, Operators)]
    template = sep.join("{}" if isinstance(i, Operators) else str(i).replace("{}", "{ }") for i in inputs)
    with name_scope(name, "print"):
        text = apply("StringFormat", tensors, template=template, placeholder="{}", summarize=summarize)
        return apply("PrintV2", text, output_stream=where, end=end)


def check_numerics(tensor: Any, message: str, name: Any = None) -> Any:
    return apply("CheckNumerics", tensor, message=message, name=name)


def verify_tensor_all_finite(t: Any = None, msg: Any = None, name: Any = None, x: Any = None, message: Any = None) -> Any:
    with name_scope(name, "VerifyFinite", [t if x is None else x]):
        value = convert_to_tensor(t if x is None else x, name="t")
        with get_default_graph().colocate_with(value):
            checked = check_numerics(value, message or msg or "")
            from ._control_flow import with_dependencies
            return with_dependencies([checked], value)


def _comparison(function_name: str, op: str, text: str, static: Any) -> Any:
    def function(x: Any, y: Any, data: Any = None, summarize: Any = None, message: Any = None, name: Any = None) -> Any:
        with name_scope(name, function_name, [x, y, data]):
            x = convert_to_tensor(x, dtype_hint=y.dtype if isinstance(y, Operators) else None, name="x")
            y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
            if data is None:
                data = ["%s" % (message or ""), "Condition x %s y did not hold element-wise:" % text, "x (%s) = " % x.name, x,
                        "y (%s) = " % y.name, y]
            known = static_value(x), static_value(y)
            if known[0] is not None and known[1] is not None:
                if not np.all(static(*known)):
                    raise InvalidArgument("%s\nCondition x %s y did not hold.\nx: %s\ny: %s" % (message or "", text, *known))
            return Assert(_math.reduce_all(apply(op, x, y)), data, summarize=summarize)
    function.__name__ = function.__qualname__ = function_name
    return function


assert_equal = _comparison("assert_equal", "Equal", "==", np.equal)
assert_none_equal = _comparison("assert_none_equal", "NotEqual", "!=", np.not_equal)
assert_less = _comparison("assert_less", "Less", "<", np.less)
assert_less_equal = _comparison("assert_less_equal", "LessEqual", "<=", np.less_equal)
assert_greater = _comparison("assert_greater", "Greater", ">", np.greater)
assert_greater_equal = _comparison("assert_greater_equal", "GreaterEqual", ">=", np.greater_equal)


def _sign(function_name: str, text: str, compare: Any, flipped: bool) -> Any:
    def function(x: Any, data: Any = None, summarize: Any = None, message: Any = None, name: Any = None) -> Any:
        with name_scope(name, function_name, [x, data]):
            x = convert_to_tensor(x, name="x")
            if data is None:
                data = [message or "", "Condition x %s did not hold element-wise:" % text, "x (%s) = " % x.name, x]
            zero = constant(0, x.dtype)
            return compare(*((zero, x) if flipped else (x, zero)), data=data, summarize=summarize)
    function.__name__ = function.__qualname__ = function_name
    return function


assert_positive = _sign("assert_positive", "> 0", assert_less, True)
assert_negative = _sign("assert_negative", "< 0", assert_less, False)
assert_non_negative = _sign("assert_non_negative", ">= 0", assert_less_equal, True)
assert_non_positive = _sign("assert_non_positive", "<= 0", assert_less_equal, False)


def assert_near(x: Any, y: Any, rtol: Any = None, atol: Any = None, data: Any = None, summarize: Any = None, message: Any = None,
                name: Any = None) -> Any:
    with name_scope(name, "assert_near", [x, y]):
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype, name="y")
        eps = float(np.finfo(x.dtype.as_numpy_dtype).eps)
        tolerance = constant(10 * eps if atol is None else atol, x.dtype) + constant(10 * eps if rtol is None else rtol, x.dtype) * _math.abs_(y)
        held = _math.reduce_all(_math.abs_(x - y) < tolerance)
        return Assert(held, data or [message or "", "x and y not equal to tolerance", x, y], summarize=summarize)


def _rank(function_name: str, text: str, static: Any, op: str) -> Any:
    def function(x: Any, rank: Any, data: Any = None, summarize: Any = None, message: Any = None, name: Any = None) -> Any:
        with name_scope(name, function_name):
            x = convert_to_tensor(x, name="x")
            wanted, got = static_value(convert_to_tensor(rank)), x.shape.ndims
            if wanted is not None and got is not None:
                if not static(got, int(wanted)):
                    raise ValueError("%s. Tensor %s must have rank %s%d. Received rank %d, shape %s" % (message or "", x.name, text, wanted, got, x.shape))
                return apply("NoOp", name="static_checks_determined_all_ok")
            held = apply(op, _array.rank(x), rank)
            return Assert(held, data or [message or "", "Tensor %s must have rank" % x.name, rank, "Received shape: ", _array.shape(x)], summarize=summarize)
    function.__name__ = function.__qualname__ = function_name
    return function


assert_rank = _rank("assert_rank", "", lambda a, b: a == b, "Equal")
assert_rank_at_least = _rank("assert_rank_at_least", "at least ", lambda a, b: a >= b, "GreaterEqual")


def assert_rank_in(x: Any, ranks: Any, data: Any = None, summarize: Any = None, message: Any = None, name: Any = None) -> Any:
    x = convert_to_tensor(x, name="x")
    if x.shape.ndims is not None and x.shape.ndims not in [int(r) for r in ranks]:
        raise ValueError("%s. Tensor %s must have rank in %s. Received rank %d" % (message or "", x.name, tuple(ranks), x.shape.ndims))
    return apply("NoOp", name=name)


def assert_scalar(tensor: Any, name: Any = None, message: Any = None) -> Any:
    tensor = convert_to_tensor(tensor)
    if tensor.shape.ndims not in (None, 0):
        raise ValueError("%sExpected scalar shape, saw shape: %s." % (message or "", tensor.shape))
    return tensor


def assert_type(tensor: Any, tf_type: Any, message: Any = None, name: Any = None) -> Any:
    if convert_to_tensor(tensor).dtype != as_dtype(tf_type):
        raise TypeError("%s tensor must be of type %s" % (message or "", as_dtype(tf_type).name))
    return apply("NoOp", name=name)


def assert_integer(x: Any, message: Any = None, name: Any = None) -> Any:
    x = convert_to_tensor(x)
    if not x.dtype.is_integer:
        raise TypeError("%sExpected \"x\" to be integer type. Found: %s." % (message or "", x.dtype))
    return apply("NoOp", name=name)


def add_check_numerics_ops() -> Any:
    """An operation that checks every floating tensor of the graph for NaN and infinities."""
    from ._control_flow import group
    checks = [check_numerics(t, t.name) for op in get_default_graph().get_operations() for t in op.outputs
              if t.dtype.is_floating and op._context is None]  # type: ignore[attr-defined]
    return group(*checks)


def is_numeric_tensor(tensor: Any) -> bool:
    return isinstance(tensor, Operators) and (tensor.dtype.is_floating or tensor.dtype.is_integer or tensor.dtype.is_complex)


def is_tensor(x: Any) -> bool:
    return isinstance(x, Operators) or hasattr(x, "dense_shape") and hasattr(x, "op")
