"""Variables: values of a session that steps read and update."""
from __future__ import annotations

import contextlib
from typing import cast

from . import ops
from ._build import TensorLike
from .dtypes import DType, as_dtype
from .graph import Node, Operators, Output, current_graph
from .tensor import ArrayLike, DTypeLike


class Variable(Operators):
    """A variable of the current graph, which `initializer` sets to `initial`: a value, or an output of the graph.

    It may stand wherever an output may and is read there. Training ops take its `handle`, as AssignVariableOp does.
    """

    __slots__ = ("graph", "handle", "initializer", "trainable", "initial")

    def __init__(self, initial: ArrayLike | Output, dtype: DTypeLike | None = None, name: str = "", trainable: bool = True):
        graph = initial.graph if isinstance(initial, Operators) else current_graph()
        if graph is None:
            raise ValueError("a variable needs a current graph (with graph:) or an initial value that is in one")
        self.graph, self.trainable = graph, trainable
        with graph, graph.name_scope(name) if name else graph.name_scope("Variable"):
            value = initial if isinstance(initial, Output) else graph.constant(initial, dtype, name="initial_value")
        if dtype is not None and value.dtype != as_dtype(dtype):
            raise ValueError("an initial value of %r for a variable of %r" % (value.dtype, as_dtype(dtype)))
        self.initial = value
        with graph:
            self.handle = ops.var_handle_op(dtype=value.dtype, shape=value.shape, name=name)
            self.initializer = ops.assign_variable_op(self.handle, value)
        graph.variables.append(self)

    @property
    def name(self) -> str:
        return self.handle.node.name

    @property
    def dtype(self) -> DType:
        return cast(DType, self.handle.node.attr("dtype"))

    @property
    def shape(self) -> tuple[int | None, ...] | None:
        return cast("tuple[int | None, ...] | None", self.handle.node.attr("shape"))

    def _taken_as(self, dtype: DType | None) -> Output:
        return self.handle if dtype == DType.resource else self.read()

    def at_home(self) -> contextlib.AbstractContextManager[None]:
        """A scope on the variable's own device, where all that touches it has to be."""
        return self.graph.device(self.handle.node.device)

    def read(self) -> Output:
        """What it holds when the step comes by: after the control dependencies in force now."""
        with self.at_home():
            return ops.read_variable_op(self.handle, dtype=self.dtype)

    def _value(self, value: TensorLike) -> Output:
        return value._taken_as(None) if isinstance(value, Operators) else self.graph.constant(value, self.dtype)

    def assign(self, value: TensorLike) -> Node:
        with self.at_home():
            return ops.assign_variable_op(self.handle, self._value(value))

    def assign_add(self, value: TensorLike) -> Node:
        with self.at_home():
            return ops.assign_add_variable_op(self.handle, self._value(value))

    def assign_sub(self, value: TensorLike) -> Node:
        with self.at_home():
            return ops.assign_sub_variable_op(self.handle, self._value(value))

    def is_initialized(self) -> Output:
        with self.at_home():
            return ops.var_is_initialized_op(self.handle)

    def __repr__(self) -> str:
        return "<Variable %s %s %s>" % (self.name, self.dtype.name, self.shape)


