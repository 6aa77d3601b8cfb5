"""Python functions of tensors as functions of a graph: traced once, with what they take from outside as further arguments."""
from __future__ import annotations

from typing import Any, Callable, Sequence

from ...dtypes import DType
from ._apply import apply, to_tensor
from ._graph import Graph, Tensor
from ._shape import TensorShape

_STATELESS_LIMIT = 256  # nodes that are copied into a function which may capture nothing


class FuncGraph(Graph):
    """The graph of a function's body."""

    def __init__(self, outer: Graph, copies: bool = False):
        super().__init__(outer.runtime)
        self.outer, self.seed, self._copies = outer, outer.seed, copies
        self.captured: dict[tuple[Any, int, int], tuple[Tensor, Tensor]] = {}
        self._collections = outer._collections  # what a body adds to them counts outside
        self._variable_store, self._variable_scope = outer._variable_store, outer._variable_scope
        before = outer._state.__dict__.get("variable_scope")
        if before is not None:
            self._state.__dict__["variable_scope"] = before

    @property
    def building_function(self) -> bool:
        return True

    def _take(self, tensor: Tensor) -> Tensor:
        if tensor.graph is self:
            return super()._take(tensor)
        key = (tensor.graph, tensor.node_index, tensor.index)
        found = self.captured.get(key)
        if found is None:
            if self._copies:
                found = (tensor, self._copied(tensor))
            else:
                source = self.outer._take(tensor) if tensor.graph is not self.outer else tensor
                with self, self.control_dependencies(None):
                    found = (source, apply("Placeholder", dtype=tensor.dtype, shape=tensor.shape, name="captured"))
            self.captured[key] = found
        return found[1]

    def _copied(self, tensor: Tensor) -> Tensor:
        """The node and what it is computed of, where that is constants and stateless ops."""
        operation = tensor.op
        if len(self.captured) > _STATELESS_LIMIT or operation.type in ("Placeholder", "VarHandleOp", "HashTableV2"):
            raise ValueError("Cannot capture %s (%s) in a function that captures by value: an initializable iterator may have it" % (
                tensor.name, operation.type))
        from ._apply import definition
        attrs = {a: operation.attr(a) for a in operation.attrs if a in definition(operation.type).attrs}
        inputs = [self._take(t) for t in operation.inputs]  # type: ignore[arg-type]
        from ._apply import _set_attr
        kinds = definition(operation.type).attrs

        def set_attrs(builder: int) -> None:
            for name, value in attrs.items():
                _set_attr(builder, self, name, kinds[name], value)
        with self, self.control_dependencies(None):
            made = self._create(operation.type, list(inputs), set_attrs, operation.name.rsplit("/", 1)[-1])
        for i, output in enumerate(operation.outputs):
            self.captured[(output.graph, output.node_index, output.index)] = (output, made.outputs[i])  # type: ignore[assignment]
        return made.outputs[tensor.index]  # type: ignore[return-value]


class Traced:
    """A function of the outer graph: its name, the tensors that it captures, and what the Python function gave."""

    def __init__(self, outer: Graph, function: Callable[..., Any], types: Sequence[DType], shapes: Sequence[Any], name: str, copies: bool = False):
        body = FuncGraph(outer, copies)
        with body.as_default():
            arguments = [apply("Placeholder", dtype=t, shape=TensorShape(s), name="args_%d" % i) for i, (t, s) in enumerate(zip(types, shapes))]
            outputs = [body._take(to_tensor(t)) for t in function(*arguments)]
            results = [apply("Identity", o) if o.dtype not in (DType.variant, DType.resource) else o for o in outputs]
        self.captured = [] if copies else [source for source, _ in body.captured.values()]
        inputs = arguments + ([] if copies else [inside for _, inside in body.captured.values()])
        at = 0
        while "%s_%d" % (name, at) in outer._functions:
            at += 1
        self.name = "%s_%d" % (name, at)
        outer._functions[self.name] = self
        outer.function(self.name, body, inputs, results)
        self.types, self.shapes = [o.dtype for o in results], [o.shape for o in outputs]
        self.body = body


