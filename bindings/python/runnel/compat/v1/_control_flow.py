"""Conditions and loops of TensorFlow 1's primitives: Switch, Merge, Enter, Exit, NextIteration.

A context belongs to the thread's part of the graph that is being built. What a node within it takes from outside goes through a
Switch or an Enter, and a node without inputs waits for the context's pivot, so that it runs when the branch or iteration does.
Source: Yu et al. 2018, "Dynamic control flow in large-scale machine learning", sections 4 and 5.
"""
from __future__ import annotations

from typing import Any, Callable

from ... import _build
from ..._library import lib, string
from ...dtypes import DType
from ...graph import Node, Operators
from . import _array, _nest
from ._apply import apply, convert_to_tensor, static_value
from ._graph import Graph, GraphKeys, Operation, Tensor, get_default_graph, name_scope
from ._shape import TensorShape, plain


def _key(tensor: Any) -> tuple[int, int]:
    return tensor.node_index, tensor.index


class _Context:
    """What branches and loops share. _known: values that are here; _inside: what stands here for a value of outside."""

    def __init__(self, graph: Graph):
        self.graph, self.outer = graph, graph._state.context
        self._known: set[tuple[int, int]] = set()
        self._inside: dict[tuple[int, int], Tensor] = {}

    def take(self, tensor: Any) -> Any:
        raise NotImplementedError

    def admit(self, graph: Graph, op: str, inputs: list[Any], controls: list[int]) -> tuple[list[Any], list[int]]:
        raise NotImplementedError

    def admitted(self, operation: Operation) -> None:
        context: _Context | None = self
        while context is not None:
            context._known.update((operation.index, i) for i in range(len(operation.outputs)))
            context = context.outer

    def _taken(self, inputs: list[Any]) -> list[Any]:
        return [[self.take(t) for t in i] if isinstance(i, list) else self.take(i) for i in inputs]

    def loop(self) -> Any:
        """The innermost loop that this is or is in."""
        return self.outer.loop() if self.outer is not None else None

    def within(self, context: Any) -> bool:
        here: Any = self
        while here is not None:
            if here is context:
                return True
            here = here.outer
        return context is None

    def leave(self, results: list[Any]) -> None:
        """The results belong to the context around."""
        if self.outer is not None:
            self.outer._known.update(_key(t) for t in results)

    def pivot_of(self) -> Any:
        """What nodes without inputs wait for."""
        raise NotImplementedError

    @property
    def outer_context(self) -> Any:
        return self.outer

    def GetWhileContext(self) -> Any:  # noqa: N802
        return self.loop()


class CondContext(_Context):
    """One branch of a condition."""

    def __init__(self, graph: Graph, pred: Tensor, pivot: Tensor, branch: int):
        super().__init__(graph)
        self.pred, self.pivot, self.branch = pred, pivot, branch
        self._known.update((_key(pred), _key(pivot)))

    def take(self, tensor: Any) -> Any:
        key = _key(tensor)
        if key in self._known:
            return self._inside.get(key, tensor)
        result = tensor
        self._known.add(key)
        if self.outer is not None:
            result = self.outer.take(tensor)
            self._known.add(_key(result))
            self._inside[_key(result)] = result
        with self.graph.control_dependencies(None):
            made = apply("Switch", result, self.pred)[self.branch]
        self.graph._contexts[made.node_index] = self
        self._known.add(_key(made))
        self._inside[key] = made
        return made

    def admit(self, graph: Graph, op: str, inputs: list[Any], controls: list[int]) -> tuple[list[Any], list[int]]:
        controls = self._internal(controls)
        taken = self._taken(inputs)
        if not any(i is not None and i != [] for i in inputs):
            controls = controls + [self.pivot.node_index]
        return taken, controls

    def _internal(self, controls: list[int]) -> list[int]:
        loop = self.loop()
        if loop is None:
            return controls
        return [n for n in controls if (c := self.graph._contexts.get(n)) is not None and c.loop() is loop]

    def pivot_of(self) -> Any:
        return self.pivot

    def build(self, function: Callable[[], Any]) -> tuple[Any, list[Tensor]]:
        with self.graph._with_state(context=self):
            given = function()
            if given is None:
                raise ValueError("true_fn and false_fn must have a return value.")
            return given, [self._output(leaf) for leaf in _nest.flatten(_expanded(given))]

    def _output(self, value: Any) -> Tensor:
        if isinstance(value, Node):
            with self.graph.control_dependencies([value]), self.graph._with_state(context=self):
                return apply("Identity", self.pivot)  # type: ignore[no-any-return]
        tensor = convert_to_tensor(value)
        return self.take(tensor)  # type: ignore[no-any-return]


def _expanded(value: Any) -> Any:
    """Values of several tensors as tuples of them."""
    if isinstance(value, (list, tuple)):
        parts = [_expanded(v) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, dict):
        return {k: _expanded(v) for k, v in value.items()}
    if hasattr(value, "_is_sparse"):
        return (value.indices, value.values, value.dense_shape)
    if hasattr(value, "dense_shape") and hasattr(value, "indices"):
        return (value.values, value.indices) + (() if value.dense_shape is None else (value.dense_shape,))
    if hasattr(value, "_with_flow"):
        return value.flow
    return value


def _rebuilt(like: Any, leaves: list[Any]) -> Any:
    """The structure of `like`, which _expanded took apart, with other tensors."""
    at = iter(leaves)

    def build(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: build(value[k]) for k in sorted(value)}
        if isinstance(value, (list, tuple)):
            parts = [build(v) for v in value]
            return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
        if hasattr(value, "_is_sparse"):
            return type(value)(next(at), next(at), next(at))
        if hasattr(value, "dense_shape") and hasattr(value, "indices"):
            return type(value)(next(at), next(at), None if value.dense_shape is None else next(at))
        if hasattr(value, "_with_flow"):
            return value._with_flow(next(at))
        return next(at)
    return build(like)


def cond(pred: Any, true_fn: Any = None, false_fn: Any = None, strict: bool = False, name: Any = None, fn1: Any = None, fn2: Any = None) -> Any:
    """What true_fn gives where pred holds, and false_fn where it does not. Only one of them runs in a step."""
    true_fn, false_fn = true_fn or fn1, false_fn or fn2
    if not callable(true_fn) or not callable(false_fn):
        raise TypeError("true_fn and false_fn must be callable.")
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool")
    with name_scope(name, "cond", [pred]):
        pred = convert_to_tensor(pred, DType.bool)
        graph: Graph = pred.graph
        on_false, on_true = apply("Switch", pred, pred)
        pivot_true = apply("Identity", on_true, name="switch_t")
        pivot_false = apply("Identity", on_false, name="switch_f")
        pred = apply("Identity", pred, name="pred_id")
        branch_true, branch_false = CondContext(graph, pred, pivot_true, 1), CondContext(graph, pred, pivot_false, 0)
        given_true, flat_true = branch_true.build(true_fn)
        branch_true.leave(flat_true)
        given_false, flat_false = branch_false.build(false_fn)
        branch_false.leave(flat_false)
        if not strict:
            given_true, given_false = _unpacked(given_true), _unpacked(given_false)
        if len(flat_true) != len(flat_false):
            raise ValueError("Outputs of true_fn and false_fn must have the same structure: %r and %r" % (given_true, given_false))
        for a, b in zip(flat_true, flat_false):
            if a.dtype != b.dtype:
                raise ValueError("Outputs of true_fn and false_fn must have the same type(s). Received %s from true_fn and %s from false_fn."
                                 % (a.dtype.name, b.dtype.name))
        merged = [apply("Merge", [f, t])[0] for t, f in zip(flat_true, flat_false)]
        for m, t, f in zip(merged, flat_true, flat_false):
            if not m.shape.is_fully_defined() and t.shape == f.shape:
                _tell(m, t.shape)
        graph.add_to_collection(GraphKeys.COND_CONTEXT, branch_true)
        graph.add_to_collection(GraphKeys.COND_CONTEXT, branch_false)
        return _rebuilt(given_true, merged)


def _tell(tensor: Tensor, shape: TensorShape) -> None:
    if shape.ndims is not None and tensor.shape != shape:
        tensor.set_shape(shape)


def _unpacked(result: Any) -> Any:
    return result[0] if isinstance(result, (list, tuple)) and len(result) == 1 and not hasattr(result, "_fields") else result


def smart_cond(pred: Any, true_fn: Any, false_fn: Any, name: Any = None) -> Any:
    """cond, without one where pred is known."""
    known = pred if isinstance(pred, (bool, int)) else static_value(pred)
    if known is not None:
        return true_fn() if known else false_fn()
    return cond(pred, true_fn, false_fn, name=name)


def case(pred_fn_pairs: Any, default: Any = None, exclusive: bool = False, strict: bool = False, name: str = "case") -> Any:
    """The function of the first predicate that holds, else default."""
    pairs = list(pred_fn_pairs.items()) if isinstance(pred_fn_pairs, dict) else list(pred_fn_pairs)
    with name_scope(name, "case", [p for p, _ in pairs]):
        def build(rest: list[Any]) -> Any:
            if not rest:
                if default is None:
                    from ._check import Assert
                    pred, function = pairs[-1]
                    with get_default_graph().control_dependencies([Assert(pred, ["None of the conditions evaluated as True", pred])]):
                        return function()
                return default()
            pred, function = rest[0]
            if default is None and len(rest) == 1:
                return build([])
            return cond(pred, function, lambda: build(rest[1:]), strict=strict)
        if exclusive:
            from . import _math
            from ._check import Assert
            count = _math.reduce_sum(_math.cast(_array.stack([p for p, _ in pairs]), DType.int32))
            with get_default_graph().control_dependencies([Assert(count < 2, ["More than one condition evaluated as True but exclusive=True"])]):
                return build(pairs)
        return build(pairs)


def switch_case(branch_index: Any, branch_fns: Any, default: Any = None, name: str = "switch_case") -> Any:
    pairs = list(branch_fns.items()) if isinstance(branch_fns, dict) else [
        f if isinstance(f, tuple) else (i, f) for i, f in enumerate(branch_fns)]
    from . import _math
    return case([(_math.equal(branch_index, i), f) for i, f in pairs], default=default or pairs[-1][1], name=name)


# ---- loops

class WhileContext(_Context):
    """The inside of a loop, whose frame has its name."""

    def __init__(self, graph: Graph, name: str, parallel_iterations: int, maximum_iterations: Any):
        super().__init__(graph)
        self.name, self.parallel_iterations = name, parallel_iterations
        self.pivot_pred: Tensor | None = None
        self.pivot_body: Tensor | None = None

    def loop(self) -> Any:
        return self

    def _enter(self, value: Tensor, is_constant: bool) -> Tensor:
        outside = [Operation(self.graph, n) for n in self._outer_controls(value)]
        if not is_constant and _is_loop_constant(value):  # else the loop would also run where the one around has ended
            around = self.outer
            while around is not None and around.pivot_of() is None:
                around = around.outer
            outside += [] if around is None else [around.pivot_of().op]
        with self.graph.control_dependencies(None), self.graph.control_dependencies(outside):
            made = apply("Enter", value, frame_name=self.name, is_constant=is_constant, parallel_iterations=self.parallel_iterations)
        self.graph._contexts[made.node_index] = self
        return made  # type: ignore[no-any-return]

    def _outer_controls(self, value: Tensor) -> list[int]:
        """Of the control dependencies in force, those that hold where the loop is entered."""
        around = self.outer.loop() if self.outer is not None else None
        found = []
        for node in self.graph._controls([value]):
            of, here = self.graph._contexts.get(node), self.outer
            while here is not of and here is not None and here is not around:
                here = here.outer
            if here is of:
                found.append(node)
        return found

    def pivot_of(self) -> Any:
        return self._pivot()

    def take(self, tensor: Any) -> Any:
        key = _key(tensor)
        if key in self._known or self.graph._contexts.get(tensor.node_index) is self:
            return self._inside.get(key, tensor)
        self._known.add(key)
        result = self.outer.take(tensor) if self.outer is not None else tensor
        made = self._enter(result, True)
        self._known.add(_key(made))
        self._inside[key] = made
        return made

    def _pivot(self) -> Tensor | None:
        return self.pivot_body if self.pivot_body is not None else self.pivot_pred

    def admit(self, graph: Graph, op: str, inputs: list[Any], controls: list[int]) -> tuple[list[Any], list[int]]:
        inside = [n for n in controls if (c := graph._contexts.get(n)) is not None and c.loop() is self]
        outside = [n for n in controls if n not in inside]
        taken = self._taken(inputs)
        flat = [t for i in taken for t in (i if isinstance(i, list) else [i])]
        pivot = self._pivot()
        free = all(_is_loop_constant(t) for t in flat)
        if outside:
            with graph.control_dependencies(None), graph._with_state(context=self):
                for n in outside:
                    source = Operation(graph, n)
                    if source.outputs:
                        inside.append(apply("Identity", source.outputs[0]).node_index)
        if free and not inside and pivot is not None and op not in ("Enter", "Merge"):
            inside.append(pivot.node_index)
        return taken, inside

    def build(self, condition: Any, body: Any, variables: list[Any], like: Any, invariants: Any, single: bool) -> Any:
        graph = self.graph
        real = [v if self.outer is None else self.outer.take(v) for v in variables]
        enters = [self._enter(v, False) for v in real]
        with graph._with_state(context=self):
            self._known.update(_key(e) for e in enters)
            shapes = invariants if invariants is not None else [v.shape for v in variables]
            merges = [_open_merge(graph, e, s) for e, s in zip(enters, shapes)]
            for m, s in zip(merges, shapes):
                _say(m, s)
            self.pivot_pred = merges[0]
            holds = convert_to_tensor(_call(condition, _rebuilt(like, merges), single), DType.bool)
            pivot = apply("LoopCond", holds, name="LoopCond")
            switches = [apply("Switch", m, pivot) for m in merges]
            for s, shape in zip(switches, shapes):
                _say(s[0], shape)
                _say(s[1], shape)
            bodies = [apply("Identity", s[1]) for s in switches]
            for b, shape in zip(bodies, shapes):
                _say(b, shape)
            self.pivot_body = bodies[0]
            given = _call(body, _rebuilt(like, bodies), single)
            if isinstance(given, list) and isinstance(like, tuple) and not hasattr(like, "_fields"):
                given = tuple(given)
            if single and not (isinstance(given, (list, tuple)) and len(given) == 1 and not hasattr(given, "_fields")):
                given = [given]
            flat = [self.take(convert_to_tensor(r, v.dtype if not isinstance(r, Operators) else None))
                    for r, v in zip(_flat_like(given, like), bodies)]
            if len(flat) != len(bodies):
                raise ValueError("body gives %d values for %d loop variables" % (len(flat), len(bodies)))
            for v, r, m, shape in zip(variables, flat, merges, shapes):
                if r.dtype != m.dtype:
                    raise ValueError("the loop variable %s is of %s, and of %s after an iteration" % (v.name, m.dtype.name, r.dtype.name))
                if not _at_most(shape, r.shape):
                    raise ValueError("Input tensor '%s' enters the loop with shape %s, but has shape %s after one iteration. To allow the shape to "
                                     "vary across iterations, use the `shape_invariants` argument of tf.while_loop to specify a less-specific "
                                     "shape." % (v.name, shape, r.shape))
            for m, r in zip(merges, flat):
                back = apply("NextIteration", r)
                graph.close_loop(m.op, back)
            exits = [apply("Exit", s[0]) for s in switches]
        for e, shape in zip(exits, shapes):
            _say(e, shape)
            self.graph._contexts.pop(e.node_index, None)
            if self.outer is not None:
                self.graph._contexts[e.node_index] = self.outer
        self.leave(exits)
        return _rebuilt(given if not single else like, exits)


def _at_most(loose: TensorShape, tight: TensorShape) -> bool:
    """Whether each size that `loose` knows is that of `tight`."""
    a, b = plain(loose), plain(tight)
    if a is None:
        return True
    return b is not None and len(a) == len(b) and all(x is None or x == y for x, y in zip(a, b))


def _say(tensor: Tensor, shape: TensorShape) -> None:
    """A shape that the loop itself keeps needs no check in a run."""
    if shape.ndims is not None and tensor.shape != shape and tensor.shape.is_compatible_with(shape):
        tensor.graph._told[_key(tensor)] = (shape, tensor)  # type: ignore[attr-defined]


def _is_loop_constant(tensor: Tensor) -> bool:
    operation = tensor.op
    return operation.type == "Enter" and bool(operation.attr("is_constant"))


def _open_merge(graph: Graph, enter: Tensor, shape: TensorShape) -> Tensor:
    known = plain(shape)

    def attrs(builder: int) -> None:
        lib.rnl_node_builder_set_attr_type(builder, string("T"), enter.dtype)
        lib.rnl_node_builder_set_attr_int(builder, string("N"), 2)
        _build._set(builder, graph, string("_rnl_shape_invariant"), "shape", known)
    return graph._create("Merge", [[enter]], attrs, "Merge").outputs[0]  # type: ignore[return-value]


def _call(function: Any, values: Any, single: bool) -> Any:
    if isinstance(values, dict):
        return function(values)
    return function(*values)


def _flat_like(given: Any, like: Any) -> list[Any]:
    return _nest.flatten(_expanded(given))


def while_loop(cond: Any, body: Any, loop_vars: Any, shape_invariants: Any = None, parallel_iterations: int = 10, back_prop: bool = True,
               swap_memory: bool = False, name: Any = None, maximum_iterations: Any = None, return_same_structure: bool = False) -> Any:
    """Repeats body while cond holds; both get the loop variables, and body gives them anew."""
    with name_scope(name, "while", _nest.flatten(loop_vars)):
        if not _nest.flatten(loop_vars):
            raise ValueError("'loop_vars' must be provided.")
        if not callable(cond) or not callable(body):
            raise TypeError("cond and body must be callable.")
        if parallel_iterations < 1:
            raise TypeError("'parallel_iterations' must be a positive integer.")
        if not isinstance(loop_vars, (list, tuple, dict)):
            loop_vars = [loop_vars]
        condition, inner = cond, body
        if maximum_iterations is not None:
            from . import _math
            limit = convert_to_tensor(maximum_iterations, name="maximum_iterations")
            whole = loop_vars
            loop_vars = (convert_to_tensor(0, limit.dtype, name="iteration_counter"), whole)
            condition = lambda i, v: _math.logical_and(i < limit, cond(*v) if not isinstance(v, dict) else cond(v))  # noqa: E731
            inner = lambda i, v: (i + 1, _as_structure(body(*v) if not isinstance(v, dict) else body(v), whole))  # noqa: E731
            if shape_invariants is not None:
                shape_invariants = (TensorShape([]), shape_invariants)
        graph = get_default_graph()
        flat = [convert_to_tensor(v) for v in _nest.flatten(_expanded(loop_vars))]
        invariants = None if shape_invariants is None else _invariants(shape_invariants, flat)
        context = WhileContext(graph, graph.unique_name("while_context"), parallel_iterations, maximum_iterations)
        single = isinstance(loop_vars, (list, tuple)) and len(loop_vars) == 1
        result = context.build(condition, inner, flat, loop_vars, invariants, single)
        graph.add_to_collection(GraphKeys.WHILE_CONTEXT, context)
        if maximum_iterations is not None:
            result = result[1]
        if return_same_structure:
            return result
        return _unpacked(result)


def _as_structure(given: Any, like: Any) -> Any:
    if isinstance(like, (list, tuple)) and len(like) == 1 and not (isinstance(given, (list, tuple)) and len(given) == 1):
        return [given] if isinstance(like, list) else (given,)
    return type(like)(given) if isinstance(like, (list, tuple)) and not hasattr(like, "_fields") else given


def _invariants(shape_invariants: Any, flat: list[Any]) -> list[TensorShape]:
    shapes: list[TensorShape] = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for key in sorted(value):
                walk(value[key])
        elif isinstance(value, TensorShape) or value is None:
            shapes.append(TensorShape(value))
        elif hasattr(value, "shape") and not isinstance(value, (list, tuple)):
            shapes.append(TensorShape(value.shape))
        else:
            for part in value:
                walk(part)
    walk(shape_invariants)
    if len(shapes) != len(flat):
        raise ValueError("%d shape invariants for %d loop variables" % (len(shapes), len(flat)))
    return shapes


# ---- grouping

def group(*inputs: Any, **kwargs: Any) -> Any:
    """An operation that has run when all of the inputs have."""
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError("Unknown keyword arguments: " + ", ".join(kwargs))
    graph = get_default_graph()
    nodes = [graph._operation_of(x) for x in _nest.flatten(list(inputs)) if x is not None]
    if nodes:
        graph = nodes[0].graph  # type: ignore[assignment]
    with graph.as_default(), name_scope(name, "group_deps") as scope:
        with graph.control_dependencies(nodes):
            return apply("NoOp", name=scope)


def with_dependencies(dependencies: Any, output_tensor: Any, name: Any = None) -> Any:
    with name_scope(name, "control_dependency", list(dependencies) + [output_tensor]) as scope:
        with get_default_graph().control_dependencies(dependencies):
            return _array.identity(output_tensor, name=scope)


def tuple_(tensors: Any, name: Any = None, control_inputs: Any = None) -> Any:
    """The tensors, none of which is there before all are."""
    with name_scope(name, "tuple", tensors):
        kept = [t for t in tensors if t is not None]
        gate = group(*kept, *(control_inputs or []))
        return [None if t is None else t if isinstance(t, Node) else with_dependencies([gate], t) for t in tensors]


def no_op(name: Any = None) -> Any:
    return apply("NoOp", name=name)
