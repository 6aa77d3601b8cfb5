"""Python's operators on tensors and variables: names, conversions and types as TensorFlow 1 has them."""
from __future__ import annotations

from typing import Any, NoReturn


def _binary(name: str, function: str) -> Any:
    def call(self: Any, other: Any) -> Any:
        return _apply_binary(name, function, _read(self), other, False)
    return call


def _reflected(name: str, function: str) -> Any:
    def call(self: Any, other: Any) -> Any:
        return _apply_binary(name, function, _read(self), other, True)
    return call


def _read(value: Any) -> Any:
    """A variable is read before the operator's own scope begins."""
    return value.value() if hasattr(value, "read_value") else value


def _apply_binary(name: str, function: str, own: Any, other: Any, reflected: bool) -> Any:
    from . import _math
    from ._apply import convert_to_tensor
    from ._graph import name_scope
    if getattr(other, "__array_priority__", 0) > 100 and hasattr(other, "sparse_operand"):
        return NotImplemented
    with name_scope(None, name, [own, other]) as scope:
        try:
            converted = convert_to_tensor(other, dtype_hint=own.dtype, name="x" if reflected else "y")
        except (TypeError, ValueError):
            if hasattr(type(other), "__r%s__" % name) and not isinstance(other, (int, float, complex, list, tuple)):
                return NotImplemented
            raise
        left, right = (converted, own) if reflected else (own, converted)
        return getattr(_math, function)(left, right, name=scope)


def _unary(function: str) -> Any:
    def call(self: Any) -> Any:
        from . import _math
        return getattr(_math, function)(_read(self))
    return call


class TensorOperators:
    """For tensors and variables alike."""

    __slots__ = ()
    __array_priority__ = 100  # numpy's arrays leave their operators to these
    __array_ufunc__ = None

    __add__, __radd__ = _binary("add", "_add"), _reflected("add", "_add")
    __sub__, __rsub__ = _binary("sub", "subtract"), _reflected("sub", "subtract")
    __mul__, __rmul__ = _binary("mul", "multiply"), _reflected("mul", "multiply")
    __truediv__, __rtruediv__ = _binary("truediv", "truediv"), _reflected("truediv", "truediv")
    __div__, __rdiv__ = _binary("div", "div"), _reflected("div", "div")
    __floordiv__, __rfloordiv__ = _binary("floordiv", "floordiv"), _reflected("floordiv", "floordiv")
    __mod__, __rmod__ = _binary("mod", "floormod"), _reflected("mod", "floormod")
    __pow__, __rpow__ = _binary("pow", "pow"), _reflected("pow", "pow")
    __matmul__, __rmatmul__ = _binary("matmul", "matmul"), _reflected("matmul", "matmul")
    __lt__, __le__ = _binary("Less", "less"), _binary("LessEqual", "less_equal")
    __gt__, __ge__ = _binary("Greater", "greater"), _binary("GreaterEqual", "greater_equal")
    __and__, __rand__ = _binary("and", "_and"), _reflected("and", "_and")
    __or__, __ror__ = _binary("or", "_or"), _reflected("or", "_or")
    __xor__, __rxor__ = _binary("xor", "_xor"), _reflected("xor", "_xor")
    __neg__, __abs__, __invert__ = _unary("negative"), _unary("abs"), _unary("_invert")

    def __getitem__(self: Any, index: Any) -> Any:
        from . import _array
        return _array._slice(_read(self), index, self if hasattr(self, "read_value") else None)

    def __iter__(self: Any) -> Any:
        """Over the parts along dimension 0, whose size has to be known."""
        shape = self.shape
        if shape.ndims == 0:
            raise TypeError("Cannot iterate over a scalar tensor.")
        if shape.ndims is None or shape[0].value is None:
            raise TypeError("Tensor objects are only iterable when the size of dimension 0 is known: tf.unstack(x, num) takes it apart")
        return (self[i] for i in range(shape[0].value))

    def __len__(self: Any) -> int:
        raise TypeError("len is not well defined for symbolic Tensors. (%s) Please call `x.shape` rather than `len(x)` for shape "
                        "information." % self.name)

    def __bool__(self: Any) -> NoReturn:
        raise TypeError("Using a tf.Tensor as a Python bool is not allowed. Use `if t is not None:` instead of `if t:` to test if a "
                        "tensor is defined, and tf.cond to run parts of the graph by a tensor's value.")

    def __array__(self: Any, *_: Any) -> Any:
        raise NotImplementedError("Cannot convert a symbolic Tensor (%s) to a numpy array: run it in a session" % self.name)
