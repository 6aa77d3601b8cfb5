"""Adds a node for a typed builder of ops.py: finds the graph, turns plain values into constants, sets attrs, applies
the scopes."""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterator, Sequence, Union, overload

from . import _abi
from ._library import byref, check, dims, lib, string, strings
from .dtypes import DType, as_dtype
from .graph import Graph, Node, Operators, Output, ShapeLike, current_graph
from .tensor import ArrayLike, DTypeLike, Tensor, dtype_of

TensorLike = Union[Operators, ArrayLike]  # outputs, variables, and what becomes a constant

# What runs an op at once, where that is wanted: the module eager sets them.
_eager_context: Callable[[Any], Any] | None = None
_eager_execute: Callable[..., Any]


_Inputs = Sequence[tuple[Any, str]]
_Attrs = Sequence[tuple[Any, ...]]


@overload
def build(op: str, inputs: _Inputs, attrs: _Attrs, outputs: None, name: str) -> Node: ...


@overload
def build(op: str, inputs: _Inputs, attrs: _Attrs, outputs: str, name: str) -> Output: ...


@overload
def build(op: str, inputs: _Inputs, attrs: _Attrs, outputs: list[str], name: str) -> list[Any]: ...


def build(op: str, inputs: _Inputs, attrs: _Attrs, outputs: None | str | list[str], name: str) -> Node | Output | list[Any]:
    """The node where it has no outputs, its only output where that is one slot, else its outputs (lists within where the op
    has several and some are lists).

    An input is (value, slot); slots are "T", "=int32", "*T:N", "*=int32:N" and "**Tin". An attr is (name, kind, value) or
    (name, kind, value, default).
    """
    graph = _graph_of(op, inputs)
    if graph is None:
        eager = _eager_context(_flat(inputs)) if _eager_context is not None else None
        if eager is None:
            raise ValueError("%s: no input is in a graph, and there is no current one (with graph:)" % op)
        made: Node | Output | list[Any] = _eager_execute(eager, op, inputs, attrs, outputs, name)
        return made
    if graph._build is not None:
        return _shaped(graph._build(op, inputs, attrs, name), outputs)
    types = _decided(inputs)
    types.update({a[0]: as_dtype(a[2]) for a in attrs if a[1] == "type"})
    ready = [_inputs(graph, value, slot, types) for value, slot in inputs]
    scopes = graph._scopes
    builder = lib.rnl_node_builder_create(graph, string(op), string(scopes.prefix + name))
    try:
        for (_, slot), raw in zip(inputs, ready):
            if slot.startswith("*"):
                lib.rnl_node_builder_add_input_list(builder, (_abi.rnl_output_t * len(raw))(*raw), len(raw))
            else:
                lib.rnl_node_builder_add_input(builder, raw[0])
        for node in scopes.control:
            lib.rnl_node_builder_add_control_input(builder, node.index)
        if graph._trace is not None:
            graph._trace.before(builder, op, [r for raw in ready for r in raw])
        if scopes.device:
            lib.rnl_node_builder_set_device(builder, string(scopes.device))
        for node in scopes.colocated:
            lib.rnl_node_builder_colocate_with(builder, node.index)
        for attr, kind, value, *default in attrs:
            if not default or value is not default[0] and (default[0] is None or value != default[0]):
                _set(builder, graph, string(attr), kind, value)
    except BaseException:
        lib.rnl_node_builder_release(builder)
        raise
    index = _abi.rnl_node_t()
    check(lib.rnl_node_builder_finish(builder, byref(index)))
    graph._made(index.value)
    if graph._trace is not None:
        graph._trace.after(op, index.value)
    return _shaped(graph._node_class(graph, index.value), outputs)


def _shaped(node: Node, outputs: None | str | list[str]) -> Node | Output | list[Any]:
    if outputs is None:
        return node
    graph = node.graph
    return graph._output_class(graph, node.index, 0) if isinstance(outputs, str) else _results(node, outputs)


def _results(node: Node, slots: Sequence[str]) -> list[Any]:
    out: list[Any] = []
    at, output = 0, node.graph._output_class
    for slot in slots:
        if not slot.startswith("*"):
            out.append(output(node.graph, node.index, at))
            at += 1
            continue
        count = len(node.attr(slot[2:])) if slot.startswith("**") else node.attr(slot.split(":")[1])
        out.append([output(node.graph, node.index, at + i) for i in range(count)])
        at += count
    if len(slots) > 1:
        return out
    only: list[Any] = out[0]
    return only


def axes(value: Any, given: Any) -> Any:
    """The axes to reduce over: those that are given, or all."""
    if given is not None:
        return given
    if not isinstance(value, Operators):
        return list(range(len(Tensor(value).shape)))
    shape = value.shape
    if shape is not None:
        return list(range(len(shape)))
    from . import ops
    return ops.range(0, ops.rank(value), 1)


def _flat(inputs: _Inputs) -> Iterator[tuple[Any, str]]:
    """(value, type attr or "" or "=type") of every single input."""
    for value, slot in inputs:
        if slot.startswith("**"):
            yield from ((v, "") for v in value)
        elif slot.startswith("*"):
            if isinstance(value, Operators) or not isinstance(value, (list, tuple)):
                raise TypeError("a list is wanted, not %r" % (value,))
            yield from ((v, slot[1:].split(":")[0]) for v in value)
        else:
            yield value, slot


def _graph_of(op: str, inputs: _Inputs) -> Graph | None:
    graph: Graph | None = None
    for value, _ in _flat(inputs):
        own = value.graph if isinstance(value, Operators) else None
        if own is not None and graph is not None and own is not graph:
            raise ValueError("%s: inputs of two graphs" % op)
        graph = own or graph
    return graph or current_graph()


def _decided(inputs: _Inputs) -> dict[str, DType]:
    """The type attrs that outputs decide, then those that typed values do."""
    types: dict[str, DType] = {}
    for typed in (_dtype_in_graph, dtype_of):
        for value, attr in _flat(inputs):
            if attr and not attr.startswith("=") and attr not in types:
                dtype = typed(value)
                if dtype is not None:
                    types[attr] = dtype
    # Python's numbers side by side: the widest decides.
    for attr in {a for _, a in _flat(inputs) if a and not a.startswith("=") and a not in types}:
        guesses = [Tensor(v).dtype for v, a in _flat(inputs) if a == attr]
        types[attr] = DType.float32 if DType.float32 in guesses else guesses[0]
    return types


def _dtype_in_graph(value: Any) -> DType | None:
    return value.dtype if isinstance(value, Operators) else None


def _inputs(graph: Graph, value: Any, slot: str, types: dict[str, DType]) -> list[_abi.rnl_output_t]:
    if slot.startswith("**"):
        return [_raw(graph, v, None) for v in value]
    word = slot.lstrip("*").split(":")[0]
    dtype = as_dtype(word[1:]) if word.startswith("=") else types[word]
    return [_raw(graph, v, dtype) for v in value] if slot.startswith("*") else [_raw(graph, value, dtype)]


def _raw(graph: Graph, value: Any, dtype: DType | None) -> _abi.rnl_output_t:
    if isinstance(value, Output):
        return value.raw
    if isinstance(value, Operators):
        with graph:  # an eager value finds it
            return value._taken_as(dtype).raw
    return graph.constant(value, dtype if dtype != DType.resource else None).raw


def _shape(value: ShapeLike) -> tuple[int, Any]:
    if value is None:
        return -1, None
    return len(value), dims([-1 if d is None else d for d in value])


def _set(builder: int, graph: Graph, attr: _abi.rnl_str_t, kind: str, value: Any) -> None:
    if kind.startswith("list("):
        _set_list(builder, graph, attr, kind[5:-1], list(value))
        return
    setter = getattr(lib, "rnl_node_builder_set_attr_" + kind)
    if kind in ("string", "func"):
        setter(builder, attr, string(value))
    elif kind == "shape":
        setter(builder, attr, *_shape(value))
    elif kind == "tensor":
        setter(builder, attr, value if isinstance(value, Tensor) else Tensor(value, runtime=graph.runtime))
    elif kind == "type":
        setter(builder, attr, as_dtype(value))
    else:
        convert: dict[str, type] = {"int": int, "float": float, "bool": bool}
        setter(builder, attr, convert[kind](value))


def _set_list(builder: int, graph: Graph, attr: _abi.rnl_str_t, kind: str, values: list[Any]) -> None:
    setter = getattr(lib, "rnl_node_builder_set_attr_%s_list" % kind)
    if kind in ("string", "func"):
        setter(builder, attr, strings(values), len(values))
    elif kind == "shape":
        pairs = [_shape(v) for v in values]
        ranks = (ctypes.c_int32 * len(pairs))(*(rank for rank, _ in pairs))
        pointer = ctypes.POINTER(ctypes.c_int64)
        sizes = (pointer * len(pairs))(*(pointer() if s is None else ctypes.cast(s, pointer) for _, s in pairs))
        setter(builder, attr, ranks, sizes, len(pairs))
    elif kind == "tensor":
        tensors = [v if isinstance(v, Tensor) else Tensor(v, runtime=graph.runtime) for v in values]
        setter(builder, attr, (ctypes.c_void_p * len(tensors))(*(t._as_parameter_ for t in tensors)), len(tensors))
    else:
        elements: dict[str, Any] = {"int": ctypes.c_int64, "float": ctypes.c_float, "bool": ctypes.c_bool,
                                    "type": _abi.rnl_dtype_t}
        if kind == "type":
            values = [as_dtype(v) for v in values]
        setter(builder, attr, (elements[kind] * len(values))(*values), len(values))


__all__ = ["ArrayLike", "DTypeLike", "Node", "Output", "ShapeLike", "TensorLike", "axes", "build"]
