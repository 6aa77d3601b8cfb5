"""Gradients: Runnel's, in TensorFlow 1's form. What is gathered from a variable alone comes as IndexedSlices."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType
from ...graph import Output
from . import _array, _math
from ._apply import apply, constant, convert_to_tensor
from ._graph import Graph, Tensor, name_scope
from ._values import IndexedSlices


class AggregationMethod:
    """Of no effect: gradients are always added up at once."""

    ADD_N, DEFAULT, EXPERIMENTAL_TREE, EXPERIMENTAL_ACCUMULATE_N = 0, 0, 1, 2


class UnconnectedGradients:
    NONE, ZERO = "none", "zero"


def gradients(ys: Any, xs: Any, grad_ys: Any = None, name: str = "gradients", colocate_gradients_with_ops: bool = False,
              gate_gradients: Any = False, aggregation_method: Any = None, stop_gradients: Any = None,
              unconnected_gradients: Any = "none") -> list[Any]:
    """Of sum(ys) with respect to each x; None where no y depends on it. Raises runnel.Unimplemented naming an op without a gradient."""
    tops = [convert_to_tensor(y, name="y") for y in (ys if isinstance(ys, (list, tuple)) else [ys])]
    wanted = list(xs) if isinstance(xs, (list, tuple)) else [xs]
    stops = [] if stop_gradients is None else list(stop_gradients) if isinstance(stop_gradients, (list, tuple)) else [stop_gradients]
    graph: Graph = tops[0].graph  # type: ignore[assignment]
    for y in tops:
        if not (y.dtype.is_floating or y.dtype.is_complex or y.dtype in (DType.variant, DType.resource)):
            raise TypeError("Gradients of tensors of %s cannot be computed: %s" % (y.dtype.name, y.name)) if y.dtype == DType.string else \
                ValueError("the gradient of %s, which is of %s, is not defined" % (y.name, y.dtype.name))
    weights = None if grad_ys is None else [None if g is None else convert_to_tensor(g, y.dtype) for g, y in zip(
        grad_ys if isinstance(grad_ys, (list, tuple)) else [grad_ys], tops)]
    with graph.as_default(), graph.name_scope(name) as scope:
        reached = _reached(tops) if any(hasattr(x, "sparse_read") for x in wanted) else set()
        places: list[Any] = []  # what the library is asked for
        parts: list[Any] = []
        for x in wanted:
            gathers = _gathers(x, reached) if hasattr(x, "sparse_read") else []
            if gathers:
                parts.append((len(places), gathers))
                places += [g.outputs[0] for g in gathers]
            else:
                parts.append((len(places), None))
                places.append(x.handle if hasattr(x, "sparse_read") else x.values if isinstance(x, IndexedSlices) else x)
        context, first = graph._state.context, len(graph)
        given = _ask(graph, tops, places, weights, [s.handle if hasattr(s, "sparse_read") else s for s in stops], scope[:-1])
        graph._adopted(first, context)
        out: list[Any] = []
        for x, (at, gathers) in zip(wanted, parts):
            gradient = given[at] if gathers is None else _slices(x, gathers, given[at:at + len(gathers)])
            if gradient is None and getattr(unconnected_gradients, "value", unconnected_gradients) == "zero":
                gradient = _array.zeros_like(x)
            elif isinstance(gradient, Output) and isinstance(gradient, Tensor):
                _keep_shape(gradient, x)
            out.append(gradient)
        return out


def _ask(graph: Graph, ys: list[Any], xs: list[Any], weights: Any, stops: list[Any], scope: str) -> list[Any]:
    unique: dict[Any, int] = {}
    order = [unique.setdefault(x, len(unique)) for x in xs]
    scopes, graph._scopes.prefix = graph._scopes.prefix, ""
    try:
        given = graph.gradients(ys, list(unique), weights, stops, name=scope)
    finally:
        graph._scopes.prefix = scopes
    return [given[i] for i in order]


def _keep_shape(gradient: Tensor, x: Any) -> None:
    shape = x.shape
    if shape.ndims is not None and not gradient.shape.is_fully_defined() and gradient.shape.is_compatible_with(shape):
        gradient.graph._told[(gradient.node_index, gradient.index)] = (shape, gradient)  # type: ignore[attr-defined]


def _reached(ys: list[Any]) -> set[int]:
    """The nodes that ys are computed of."""
    found: set[int] = set()
    stack = [y.op for y in ys]
    while stack:
        operation = stack.pop()
        if operation.index not in found:
            found.add(operation.index)
            stack += [t.op for t in operation.inputs if t.node_index not in found]
    return found


def _gathers(variable: Any, reached: set[int]) -> list[Any]:
    """The nodes that pick from a variable, if nothing else of what is reached reads it."""
    used = [n for n in variable.handle.consumers() if n.index in reached and n.type not in ("VarIsInitializedOp", "VariableShape")]
    return used if used and all(n.type == "ResourceGather" and n._context is None for n in used) else []


def _slices(variable: Any, gathers: list[Any], given: list[Any]) -> Any:
    parts = [(g, gather.inputs[1]) for gather, g in zip(gathers, given) if g is not None]
    if not parts:
        return None
    shape = constant([int(d) for d in variable.shape.as_list()], DType.int32) if variable.shape.is_fully_defined() else \
        apply("VariableShape", variable.handle)
    values, indices = [], []
    for gradient, at in parts:
        size = _array.expand_dims(_array.size(at), 0)
        rest = variable.shape[1:].as_list() if variable.shape[1:].is_fully_defined() else None
        values.append(_array.reshape(gradient, [-1] + rest if rest is not None else _array.concat([size, shape[1:]], 0)))
        indices.append(_array.reshape(at, size))
    if len(parts) == 1:
        return IndexedSlices(values[0], indices[0], shape)
    kinds = {i.dtype for i in indices}
    if len(kinds) > 1:
        indices = [_math.cast(i, DType.int64) for i in indices]
    return IndexedSlices(_array.concat(values, 0), _array.concat(indices, 0), shape)


def hessians(ys: Any, xs: Any, name: str = "hessians", colocate_gradients_with_ops: bool = False, gate_gradients: Any = False,
             aggregation_method: Any = None) -> list[Any]:
    """The matrix of second derivatives of sum(ys) by each x, whose shape has to be known."""
    wanted = xs if isinstance(xs, (list, tuple)) else [xs]
    out = []
    with name_scope(name):
        for x, first in zip(wanted, gradients(ys, wanted)):
            shape = x.shape
            if not shape.is_fully_defined():
                raise NotImplementedError("hessians with respect to %s, whose shape %s is not fully known, are UNIMPLEMENTED" % (x.name, shape))
            flat, sizes = _array.reshape(first, [-1]), shape.as_list()
            rows = [gradients(flat[i], x)[0] for i in range(shape.num_elements() or 0)]
            rows = [_array.zeros(sizes, x.dtype) if r is None else r for r in rows]
            out.append(_array.reshape(_array.stack(rows), sizes + sizes))
    return out


def custom_gradient(f: Any = None) -> Any:
    raise NotImplementedError("custom_gradient is UNIMPLEMENTED in graphs of compat.v1; runnel.custom_gradient has it for eager values")


