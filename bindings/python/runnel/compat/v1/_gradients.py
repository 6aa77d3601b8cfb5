"""Gradients: Runnel's, in TensorFlow 1's form. What is gathered from a variable alone comes as IndexedSlices."""
from __future__ import annotations

import functools
import inspect
from typing import Any

from ...dtypes import DType
from ...graph import Output
from . import _array, _math, _nest
from ._apply import apply, constant, convert_to_tensor
from ._graph import Graph, GraphKeys, Tensor, name_scope
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
        customs = _customs(graph, tops, [x.handle if hasattr(x, "sparse_read") else x.values if isinstance(x, IndexedSlices) else x for x in wanted])
        owned = {v for c in customs for v in c.variables}
        reached = _reached(tops) if any(hasattr(x, "sparse_read") for x in wanted) else set()
        places: list[Any] = []  # what the library is asked for
        parts: list[Any] = []
        for x in wanted:
            gathers = _gathers(x, reached) if hasattr(x, "sparse_read") and x not in owned else []
            if gathers:
                parts.append((len(places), gathers))
                places += [g.outputs[0] for g in gathers]
            else:
                parts.append((len(places), None))
                places.append(x.handle if hasattr(x, "sparse_read") else x.values if isinstance(x, IndexedSlices) else x)
        context, first = graph._state.context, len(graph)
        halts = [s.handle if hasattr(s, "sparse_read") else s for s in stops]
        given = _through(graph, tops, places, weights, halts, scope[:-1], customs) if customs else _ask(graph, tops, places, weights, halts, scope[:-1])
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


class _Custom:
    """A call of a function with a gradient of its own: its node, and what the gradient is asked of."""

    def __init__(self, node: Any, results: int, arguments: list[Any], variables: list[Any], gradient: Any):
        self.node, self.results, self.arguments, self.variables, self.gradient = node, results, arguments, variables, gradient

    def outputs(self) -> list[Any]:
        return [t for t in self.node.outputs[:self.results] if _is_trained(t.dtype)]


def _is_trained(dtype: DType) -> bool:
    return dtype.is_floating or dtype.is_complex


def custom_gradient(f: Any = None) -> Any:
    """A decorator for functions that return their results and a function of gradients, which gives those of the arguments. Where f reads
    variables that function takes them as `variables`, and gives their gradients besides."""
    if f is None:
        return custom_gradient

    @functools.wraps(f)
    def call(*args: Any, **kwargs: Any) -> Any:
        if kwargs:
            raise ValueError("The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled.")
        given = _nest.map_structure(convert_to_tensor, list(args))
        result, gradient = f(*given)
        arguments, results = _nest.flatten(given), [convert_to_tensor(r) for r in _nest.flatten(result)]
        variables = _variables_of(results, arguments)
        said = inspect.getfullargspec(gradient)
        if variables and not ("variables" in said.args or "variables" in said.kwonlyargs or said.varkw):
            raise TypeError("@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: %s" % (variables,))
        graph = results[0].graph
        if graph._state.context is not None or graph.building_function:
            return _nest.pack_like(result, _declared(graph, f, given, results, variables))
        passed = apply("IdentityN", results + arguments)
        node = passed[0].op
        node.graph._custom_gradients[node.index] = _Custom(node, len(results), arguments, variables, gradient)
        return _nest.pack_like(result, passed[:len(results)])
    return call


def _declared(graph: Graph, f: Any, given: list[Any], results: list[Any], variables: list[Any]) -> list[Any]:
    """The results through a function whose gradient is declared to be another one, as the library finds it within loops, branches and
    functions. That one computes again what f does, so that it has derivatives, too."""
    from ._functions import FuncGraph
    from ._variable_scope import get_variable_scope, variable_scope

    arguments = _nest.flatten(given)
    _check_repeats(results, arguments)
    body = FuncGraph(graph)
    with body.as_default(), variable_scope(get_variable_scope(), reuse=True if variables else None):
        inside = [apply("Placeholder", dtype=a.dtype, shape=a.shape, name="argument") for a in arguments]
        same = [apply("Placeholder", dtype=r.dtype, shape=r.shape, name="result") for r in results]
        flows = [apply("Placeholder", dtype=r.dtype, shape=r.shape, name="flow") for r in results]
        _, gradient = f(*_nest.pack_like(given, inside))
        answers, more = _answers(gradient, [flow if _is_trained(flow.dtype) else None for flow in flows], len(arguments), variables)
        told = [_array.zeros_like(a) if g is None else body._take(convert_to_tensor(g, a.dtype)) for a, g in zip(inside, answers)]
        of_handle = {(v.handle.node_index, v.handle.index): g for v, g in zip(variables, more) if g is not None}
        of_handle = {key: body._take(convert_to_tensor(g)) for key, g in of_handle.items()}
        captured = list(body.captured.values())
        for source, own in captured:
            key = (source.node_index, source.index)
            told.append(of_handle[key] if key in of_handle else constant(0.0) if source.dtype in (DType.resource, DType.variant)
                        else _array.zeros_like(own))
        told += [_array.zeros_like(r) for r in same]
        told = [apply("Identity", t) for t in told]
    forward = FuncGraph(graph)
    taken = inside + [own for _, own in captured] + same
    with forward.as_default():
        passed = [apply("Placeholder", dtype=t.dtype, shape=t.shape, name="value") for t in taken]
        out = [apply("Identity", p) for p in passed[len(passed) - len(results):]]
    at = len(graph._functions)
    names = ["CustomGradient_%d" % at, "CustomGradient_%d_grad" % at]
    graph.function(names[0], forward, passed, out)
    graph.function(names[1], body, taken + flows, told)
    graph._functions.update(dict.fromkeys(names))
    graph.import_graph_def('library { gradient { function_name: "%s" gradient_func: "%s" } }' % tuple(names))
    values = arguments + [source for source, _ in captured] + [_array.stop_gradient(r) for r in results]
    called = apply("PartitionedCall", values, Tout=[r.dtype for r in results], f=names[0])
    called = called if isinstance(called, list) else [called]
    # A call's shapes are not known.
    return [c if r.shape.ndims is None else apply("EnsureShape", c, shape=r.shape) for c, r in zip(called, results)]


def _check_repeats(results: list[Any], arguments: list[Any]) -> None:
    """What draws would draw something else when it is computed again."""
    ends, stack, seen = {a.op.index for a in arguments}, [r.op for r in results], set()
    while stack:
        operation = stack.pop()
        if operation.index in seen or operation.index in ends:
            continue
        seen.add(operation.index)
        if "seed2" in operation.attrs:
            raise NotImplementedError("custom_gradient of a function that draws, within a loop, a branch or a function, is UNIMPLEMENTED: %s"
                                      % operation.name)
        if operation.type not in ("Enter", "Merge", "Switch"):
            stack += [t.op for t in operation.inputs]


def _answers(gradient: Any, flows: list[Any], count: int, variables: list[Any]) -> tuple[list[Any], list[Any]]:
    """What a function's own gradient gives for its arguments, and for its variables."""
    answer, more = gradient(*flows, variables=variables) if variables else (gradient(*flows), [])
    if len(more) != len(variables):
        raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
    answers = _nest.flatten(answer)
    if len(answers) != count:
        raise ValueError("custom_gradient function expected to return %d gradients, but returned %d instead." % (count, len(answers)))
    return answers, list(more)


def _variables_of(results: list[Any], arguments: list[Any]) -> list[Any]:
    """The variables that results are computed of, but for what the arguments are."""
    ends, stack, found = {a.op.index for a in arguments}, [r.op for r in results], set()
    while stack:
        operation = stack.pop()
        if operation.index not in found and operation.index not in ends:
            found.add(operation.index)
            stack += [t.op for t in operation.inputs]
    graph = results[0].graph
    known = {v.handle.op.index: v for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES)
             for v in graph.get_collection(key) if hasattr(v, "handle")}
    return sorted((v for index, v in known.items() if index in found), key=lambda v: str(v.name))


def _customs(graph: Graph, tops: list[Any], places: list[Any]) -> list[_Custom]:
    """The calls between tops and places that have a gradient of their own, the last one first."""
    reached = _reached(tops) if graph._custom_gradients else set()
    starts = {p.op.index for p in places}
    found = []
    for index, custom in sorted(graph._custom_gradients.items(), reverse=True):
        if index in reached and starts & _reached([custom.node.outputs[0]]):
            found.append(custom)
    return found


def _through(graph: Graph, tops: list[Any], places: list[Any], weights: Any, stops: list[Any], scope: str, customs: list[_Custom]) -> list[Any]:
    """Gradients where calls are passed by gradients of their own: those of what lies between are the library's."""
    sums: dict[Any, list[Any]] = {}

    def step(ys: list[Any], given: Any, left: list[_Custom]) -> None:
        ends = [o for c in left for o in c.outputs()]
        wanted = list(dict.fromkeys(places + ends))
        for place, gradient in zip(wanted, _ask(graph, ys, wanted, given, stops + ends, scope)):
            if gradient is not None:
                sums.setdefault(place, []).append(gradient)

    def total(place: Any) -> Any:
        parts = sums.get(place, [])
        return None if not parts else parts[0] if len(parts) == 1 else _math.add_n(parts)
    step(tops, weights, customs)
    stopped = set(stops)
    for at, custom in enumerate(customs):
        results = custom.node.outputs[:custom.results]
        flows = [None if r in stopped else total(r) for r in results]
        if all(f is None for f in flows):
            continue
        flows = [_array.zeros_like(r) if f is None and _is_trained(r.dtype) else f for r, f in zip(results, flows)]
        answers, more = _answers(custom.gradient, flows, len(custom.arguments), custom.variables)
        for variable, gradient in zip(custom.variables, more):
            if gradient is not None:
                sums.setdefault(variable.handle, []).append(convert_to_tensor(gradient))
        flowing = [(a, convert_to_tensor(g, a.dtype)) for a, g in zip(custom.arguments, answers) if g is not None and _is_trained(a.dtype)]
        if flowing:
            step([a for a, _ in flowing], [g for _, g in flowing], customs[at + 1:])
    return [total(p) for p in places]
