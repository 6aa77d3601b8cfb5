"""Ops by name: values become inputs as TensorFlow makes them, with its names for constants and reads, and a node is added."""
from __future__ import annotations

import functools
import re
from typing import Any, Callable, NamedTuple, Sequence

import numpy as np

from ... import _build
from ..._library import lib, string
from ...dtypes import DType, as_dtype
from ...graph import Node, Operators, Output
from ...runtime import default_runtime
from ...tensor import Tensor as Value
from ._graph import Graph, Operation, Tensor, get_default_graph, graph_of
from ._shape import Dimension, TensorShape, plain


class _Argument(NamedTuple):
    name: str
    type_attr: str  # what decides the type: an attr's name, or "" for a fixed one
    fixed: DType | None
    is_list: bool
    mixed: bool  # a list whose elements have types of their own
    number: str = ""  # the attr that has its length


class Definition(NamedTuple):
    """What an op takes and gives, as the library tells it."""

    name: str
    inputs: tuple[_Argument, ...]
    outputs: tuple[str, ...]  # slots as the generated builders have them
    attrs: dict[str, str]  # kind by name
    doc: str


def _argument(name: str, text: str, attrs: Any) -> tuple[_Argument, str]:
    number = re.fullmatch(r"(\w+) \* (.+)", text)
    kind = number.group(2) if number else text
    reference = re.fullmatch(r"Ref\((\w+)\)", kind)
    kind = reference.group(1) if reference else kind
    if kind not in attrs:
        slot = "=" + kind
        argument = _Argument(name, "", as_dtype(kind), bool(number), False, number.group(1) if number else "")
    elif attrs[kind].type == "list(type)":
        return _Argument(name, kind, None, True, True), "**" + kind
    else:
        slot = kind
        argument = _Argument(name, kind, None, bool(number), False, number.group(1) if number else "")
    return argument, "*%s:%s" % (slot, number.group(1)) if number else slot


@functools.lru_cache(maxsize=None)
def definition(op: str) -> Definition:
    """Raises NotFound naming close ones."""
    schema = default_runtime().op(op)
    inputs = tuple(_argument(n, t, schema.attrs)[0] for n, t in schema.inputs.items())
    outputs = tuple(_argument(n, t, schema.attrs)[1] for n, t in schema.outputs.items())
    return Definition(op, inputs, outputs, {n: a.type for n, a in schema.attrs.items()}, schema.doc)


def apply(op: str, *inputs: Any, name: Any = None, **attrs: Any) -> Any:
    """Adds a node and gives its output; a list of outputs where it has several, the operation where it has none. An attr of None is
    not set."""
    graph = graph_of(inputs) or get_default_graph()
    return outputs_of(add(graph, op, inputs, attrs, name))


def outputs_of(operation: Operation) -> Any:
    slots = definition(operation.type).outputs
    if not slots:
        return operation
    if len(slots) == 1 and not slots[0].startswith("*"):
        return operation.outputs[0]
    return _build._results(operation, slots)


def add(graph: Graph, op: str, inputs: Sequence[Any], attrs: dict[str, Any], name: Any) -> Operation:
    known = definition(op)
    if len(inputs) != len(known.inputs):
        raise TypeError("%s takes %d inputs (%s), got %d" % (op, len(known.inputs), ", ".join(a.name for a in known.inputs), len(inputs)))
    given = {k: v for k, v in attrs.items() if v is not None}
    for attr in given:
        if attr not in known.attrs:
            raise TypeError("%s has no attr %s: %s" % (op, attr, ", ".join(known.attrs) or "it has none"))
    types = {k: as_dtype(v) for k, v in given.items() if known.attrs[k] == "type"}
    _decide(known, inputs, types, op)

    def set_attrs(builder: int) -> None:
        for attr, value in given.items():
            _set_attr(builder, graph, attr, known.attrs[attr], value)

    with graph, graph.name_scope(name or re.sub(r".*>", "", op)) as scope:
        ready: list[Any] = []
        for value, argument in zip(inputs, known.inputs):
            if argument.mixed:
                wanted = given.get(argument.type_attr)
                ready.append([_input(v, as_dtype(wanted[i]) if wanted is not None else None, "%s_%d" % (argument.name, i), op)
                              for i, v in enumerate(value)])
                given.setdefault(argument.type_attr, [t.dtype for t in ready[-1]])
                continue
            dtype = argument.fixed or types.get(argument.type_attr)
            if argument.is_list:
                if isinstance(value, Operators) or not isinstance(value, (list, tuple)):
                    raise TypeError("Expected list for '%s' argument to '%s' Op, not %r." % (argument.name, op, value))
                ready.append([_input(v, dtype, "%s_%d" % (argument.name, i), op) for i, v in enumerate(value)])
                if argument.number:
                    given.setdefault(argument.number, len(ready[-1]))
            else:
                ready.append(_input(value, dtype, argument.name, op))
                if argument.type_attr and dtype is None:
                    types[argument.type_attr] = ready[-1].dtype
        return graph._create(op, ready, set_attrs, scope)


def _decide(known: Definition, inputs: Sequence[Any], types: dict[str, DType], op: str) -> None:
    """The types that inputs decide: tensors first, then arrays, then the widest of Python's numbers."""
    singles = [(a.type_attr, v) for a, value in zip(known.inputs, inputs) if a.type_attr and not a.mixed
               for v in (value if a.is_list and isinstance(value, (list, tuple)) else [value])]
    for attr, value in singles:
        if attr not in types and (dtype := _dtype_in_graph(value)) is not None:
            types[attr] = dtype
    for attr, value in singles:
        if attr not in types and isinstance(value, (np.ndarray, np.generic)):
            types[attr] = as_dtype(value.dtype)
    for attr in {a for a, _ in singles if a not in types}:
        guesses = [value_of(v).dtype for a, v in singles if a == attr and v is not None]
        if guesses:
            types[attr] = next((g for g in (DType.complex128, DType.float32) if g in guesses), guesses[0])


def _dtype_in_graph(value: Any) -> DType | None:
    """Of what is in a graph, or has something within that is."""
    if isinstance(value, Operators):
        return value.dtype
    if isinstance(value, (list, tuple)):
        return next((d for d in map(_dtype_in_graph, value) if d is not None), None)
    return None


def _input(value: Any, dtype: DType | None, name: str, op: str) -> Tensor:
    try:
        return get_default_graph()._take(to_tensor(value, dtype, name))
    except (TypeError, ValueError) as error:
        if isinstance(value, Operators) and dtype is not None and value.dtype != dtype:
            raise TypeError("Input '%s' of '%s' Op has type %s that does not match type %s of what it goes with or expects."
                            % (name, op, value.dtype.name, dtype.name)) from None
        raise type(error)("Input '%s' of '%s' Op: %s" % (name, op, error)) from error


def _set_attr(builder: int, graph: Graph, attr: str, kind: str, value: Any) -> None:
    if kind == "shape":
        value = plain(value)
    elif kind == "list(shape)":
        value = [plain(v) for v in value]
    elif kind == "tensor" and not isinstance(value, Value):
        value = value_of(value)
    elif kind == "func":
        value = getattr(value, "name", value)
    elif kind == "list(func)":
        value = [getattr(v, "name", v) for v in value]
    elif kind == "int":
        value = int(value)
    elif kind == "list(string)" and isinstance(value, (str, bytes)):
        value = [value]
    _build._set(builder, graph, string(attr), kind, value)


# ---- values

def value_of(value: Any, dtype: DType | None = None) -> Value:
    """A value as a constant holds it: Python's floats are float32, its ints int32, arrays keep their type."""
    if isinstance(value, Value):
        return value if dtype in (None, value.dtype) else Value(value, dtype)
    if isinstance(value, TensorShape):
        value = value.as_list()
    if isinstance(value, Dimension):
        value = int(value)
    if value is None:
        raise ValueError("None values not supported.")
    if isinstance(value, (list, tuple)):
        value = _plain_list(value)
    try:
        # numpy's own strings lose zeros at their end
        array = np.array(value, dtype=object) if isinstance(_first(value), (str, bytes)) else np.asarray(value)
    except ValueError as error:
        raise ValueError("cannot be a tensor: %s" % error) from None
    if array.dtype == object and not _only_strings(array):
        if any(x is None for x in array.ravel()):
            raise ValueError("None values not supported.")
        raise TypeError("Failed to convert %r to a tensor" % (value,))
    typed = isinstance(value, (np.ndarray, np.generic)) or _has_arrays(value)
    if dtype is None:
        dtype = _natural(array, typed)
    elif dtype.is_integer and array.dtype.kind in "fc" and array.size:
        raise TypeError("Expected %s, got %r of type '%s' instead." % (dtype.name, value, array.dtype.name))
    elif dtype != DType.string and array.dtype.kind in "SUO" and array.size:
        raise TypeError("Expected %s, got %r of type 'str' instead." % (dtype.name, value))
    elif dtype == DType.string and array.dtype.kind not in "SUO" and array.size:
        raise TypeError("Expected string, got %r of type '%s' instead." % (value, array.dtype.name))
    if dtype == DType.string and array.size == 0:
        return Value.empty(array.shape, DType.string)
    return Value(_as_bytes(array) if dtype == DType.string else array, dtype)


def _first(value: Any) -> Any:
    while isinstance(value, list) and value:
        value = value[0]
    return value


def _as_bytes(array: Any) -> Any:
    flat = [x.encode() if isinstance(x, str) else bytes(x) for x in array.ravel().tolist()]
    out = np.empty(len(flat), object)
    out[:] = flat
    return out.reshape(array.shape)


def _plain_list(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain_list(v) for v in value]
    if isinstance(value, Dimension):
        return int(value)
    if isinstance(value, Value):
        return value.numpy()
    return value


def _only_strings(array: Any) -> bool:
    return all(isinstance(x, (str, bytes)) for x in array.ravel())


def _has_arrays(value: Any) -> bool:
    if isinstance(value, list):
        return any(_has_arrays(v) for v in value)
    return isinstance(value, (np.ndarray, np.generic))


def _natural(array: Any, typed: bool) -> DType:
    if array.dtype.kind in "SUO":
        return DType.string
    if typed:
        return as_dtype(array.dtype)
    if array.dtype.kind == "f":
        return DType.float32
    if array.dtype.kind in "iu":
        fits = not array.size or -2 ** 31 <= int(array.min()) and int(array.max()) < 2 ** 31
        return DType.int32 if fits else DType.int64
    return as_dtype(array.dtype)


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const", verify_shape: bool = False) -> Tensor:
    """A constant; with a shape, of that shape, its last value repeated as often as that needs."""
    held = value_of(value, None if dtype is None else as_dtype(dtype))
    if shape is not None:
        wanted: Any = tuple(TensorShape(shape).as_list())
        if held.shape != wanted:
            if verify_shape:
                raise TypeError("Expected Tensor's shape: %s, got %s." % (wanted, held.shape))
            flat, size = held.numpy().ravel(), int(np.prod(wanted, dtype=np.int64))
            if flat.size > size or not flat.size:
                raise ValueError("Too many elements provided. Needed at most %d, but received %d" % (size, flat.size))
            held = Value(np.concatenate([flat, np.repeat(flat[-1:], size - flat.size)]).reshape(wanted), held.dtype)
    graph = get_default_graph()

    def set_attrs(builder: int) -> None:
        lib.rnl_node_builder_set_attr_tensor(builder, string("value"), held)
        lib.rnl_node_builder_set_attr_type(builder, string("dtype"), held.dtype)
    return graph._create("Const", [], set_attrs, name or "Const").outputs[0]  # type: ignore[return-value]


_conversions: list[tuple[Any, Callable[..., Any]]] = []


def register_tensor_conversion_function(base_type: Any, conversion_func: Callable[..., Any], priority: int = 100) -> None:
    """conversion_func(value, dtype, name, as_ref) gives a tensor, or NotImplemented."""
    _conversions.append((base_type, conversion_func))


def to_tensor(value: Any, dtype: DType | None = None, name: str | None = None) -> Tensor:
    if isinstance(value, Output):
        if dtype is not None and value.dtype != dtype:
            raise ValueError("Tensor conversion requested dtype %s for Tensor with dtype %s: %r" % (dtype.name, value.dtype.name, value))
        return value  # type: ignore[return-value]
    if isinstance(value, Operators):
        taken = value._taken_as(dtype)
        if dtype is not None and taken.dtype != dtype:
            raise ValueError("Incompatible type conversion requested to type %s for variable of type %s" % (dtype.name, taken.dtype.name))
        return taken  # type: ignore[return-value]
    convert = getattr(value, "_as_tensor", None)
    if convert is not None:
        return to_tensor(convert(), dtype, name)
    for base, function in _conversions:
        if isinstance(value, base):
            made = function(value, dtype=dtype, name=name, as_ref=False)
            if made is not NotImplemented:
                return made  # type: ignore[no-any-return]
    if isinstance(value, Node):
        raise TypeError("Can't convert Operation '%s' to Tensor" % value.name)
    if isinstance(value, (list, tuple)) and _within_graph(value):
        return _packed(value, dtype or _dtype_in_graph(value), name or "packed")
    return constant(value, dtype, name=name or "Const")


def _within_graph(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(
        isinstance(v, Operators) or hasattr(v, "_as_tensor") or _within_graph(v) for v in value)


def _packed(value: Any, dtype: DType | None, name: str) -> Tensor:
    graph = graph_of(value) or get_default_graph()
    with graph, graph.name_scope(name) as scope:
        parts = []
        for i, v in enumerate(value):
            if isinstance(v, (list, tuple)) and _within_graph(v):
                parts.append(_packed(v, dtype, str(i)))
            else:
                parts.append(to_tensor(v, dtype, str(i)))
        return apply("Pack", parts, axis=0, name=scope)  # type: ignore[no-any-return]


def convert_to_tensor(value: Any, dtype: Any = None, name: Any = None, preferred_dtype: Any = None, dtype_hint: Any = None) -> Tensor:
    hint = dtype_hint or preferred_dtype
    if dtype is None and hint is not None:
        try:
            return to_tensor(value, as_dtype(hint), name)
        except (TypeError, ValueError):
            pass
    return to_tensor(value, None if dtype is None else as_dtype(dtype), name)


def static_value(tensor: Any, partial: bool = False) -> Any:
    """The numpy array that a tensor is known to be before it runs; None if it is not known."""
    if not isinstance(tensor, Output):
        return None if isinstance(tensor, Operators) else np.asarray(value_of(tensor).numpy())
    operation = tensor.op  # type: ignore[attr-defined]
    kind = operation.type
    if kind == "Const":
        return np.array(operation.attr("value").numpy())
    if kind in ("Identity", "Cast") and (inner := static_value(operation.inputs[0])) is not None:
        return inner if kind == "Identity" else inner.astype(_numpy_type(tensor.dtype))
    if kind in ("Shape", "Size", "Rank"):
        shape = operation.inputs[0].shape
        if kind == "Rank":
            return None if shape.ndims is None else np.int32(shape.ndims)
        if shape.is_fully_defined():
            whole = np.asarray(shape.as_list(), _numpy_type(tensor.dtype))
            return whole if kind == "Shape" else np.prod(whole, dtype=whole.dtype)
        return None
    if kind in ("Pack", "ConcatV2", "Range", "Fill", "Equal"):
        parts = [static_value(i) for i in operation.inputs]
        if any(p is None for p in parts):
            return None
        if kind == "Pack":
            return np.stack(parts, operation.attr("axis"))
        if kind == "ConcatV2":
            return np.concatenate(parts[:-1], int(parts[-1]))
        if kind == "Equal":
            return np.equal(*parts)
        return np.arange(*parts).astype(_numpy_type(tensor.dtype)) if kind == "Range" else np.full(parts[0], parts[1])
    return None


def _numpy_type(dtype: DType) -> Any:
    return dtype.as_numpy_dtype


def shape_from(tensor: Any) -> TensorShape:
    """The shape that a tensor of sizes says, as far as it is known."""
    if not isinstance(tensor, Operators):
        return TensorShape(tensor)
    whole = static_value(tensor)
    if whole is not None:
        return TensorShape([int(d) for d in whole])
    operation = tensor.op  # type: ignore[attr-defined]
    if operation.type == "Pack":
        sizes = [static_value(i) for i in operation.inputs]
        return TensorShape([None if s is None else int(s) for s in sizes])
    if operation.type == "Shape":
        return operation.inputs[0].shape  # type: ignore[no-any-return]
    if operation.type == "ConcatV2" and static_value(operation.inputs[-1]) in (0, -1):
        out = TensorShape([])
        for part in operation.inputs[:-1]:
            out = out.concatenate(shape_from(part))
        return out
    length = tensor.shape.dims  # type: ignore[union-attr]
    return TensorShape(None if length is None or length[0].value is None else [None] * length[0].value)
