"""The base of layers and cells: an object that makes its variables when it is first called, in a scope of its own."""
from __future__ import annotations

import re
from typing import Any

from ...dtypes import DType, as_dtype
from ...graph import Operators
from . import _nest
from ._apply import convert_to_tensor
from ._graph import GraphKeys, get_default_graph, name_scope
from ._shape import TensorShape
from ._variable_scope import VariableScope, get_variable, variable_scope


def snake_case(name: str) -> str:
    once = re.sub(r"(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", once).lower()


class Layer:
    """build(shape) makes the variables with add_weight, call(inputs) the nodes."""

    def __init__(self, trainable: bool = True, name: Any = None, dtype: Any = None, _scope: Any = None, _reuse: Any = None, **kwargs: Any):
        for unknown in set(kwargs) - {"activity_regularizer"}:
            raise TypeError("Keyword argument not understood: %s" % unknown)
        self.trainable, self._given_name = trainable, name
        self._base_name = name or snake_case(type(self).__name__)
        self._name = self._base_name
        self._dtype = None if dtype is None else as_dtype(dtype)
        self.activity_regularizer = kwargs.get("activity_regularizer")
        self.built = False
        self._reuse, self._scope = _reuse, None  # type: Any, VariableScope | None
        self._trainable_weights: list[Any] = []
        self._non_trainable_weights: list[Any] = []
        self._updates: list[Any] = []
        self._losses: list[Any] = []
        if _scope is not None:
            self._set_scope(_scope)

    @property
    def name(self) -> str:
        return self._name

    @property
    def dtype(self) -> DType | None:
        return self._dtype

    @property
    def graph(self) -> Any:
        return get_default_graph()

    @property
    def scope_name(self) -> str:
        if self._scope is None:
            raise ValueError("No name available for layer scope because the layer \"%s\" has not been used yet." % self._name)
        return self._scope.name

    @property
    def variables(self) -> list[Any]:
        return self._trainable_weights + self._non_trainable_weights

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        return list(self._trainable_weights) if self.trainable else []

    trainable_weights = trainable_variables

    @property
    def non_trainable_variables(self) -> list[Any]:
        return list(self._non_trainable_weights) if self.trainable else self.variables

    non_trainable_weights = non_trainable_variables

    @property
    def updates(self) -> list[Any]:
        return self._updates

    @property
    def losses(self) -> list[Any]:
        return self._losses

    def build(self, input_shape: Any) -> None:
        self.built = True

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return inputs

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        return self(inputs, *args, **kwargs)

    def add_update(self, update: Any) -> None:
        self._updates.append(update)
        get_default_graph().add_to_collection(GraphKeys.UPDATE_OPS, update)

    def add_loss(self, loss: Any) -> None:
        self._losses.append(loss)
        get_default_graph().add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)

    def _set_scope(self, scope: Any = None) -> None:
        if self._scope is None:
            if self._reuse:
                with variable_scope(scope if scope is not None else self._base_name) as captured:
                    self._scope = captured
            else:
                with variable_scope(scope, default_name=self._base_name) as captured:
                    self._scope = captured
            if self._given_name is None:
                self._name = captured.name.rsplit("/", 1)[-1] or self._base_name

    def add_weight(self, name: str, shape: Any, dtype: Any = None, initializer: Any = None, regularizer: Any = None, trainable: Any = None,
                   constraint: Any = None, **_: Any) -> Any:
        assert self._scope is not None
        before = len(get_default_graph().get_collection(GraphKeys.REGULARIZATION_LOSSES))
        trainable = self.trainable if trainable is None else trainable and self.trainable
        with variable_scope(self._scope, reuse=True if self._reuse is True else self._reuse or None, auxiliary_name_scope=False):
            variable = get_variable(name, shape, dtype or self._dtype or DType.float32, initializer, regularizer, trainable=trainable, constraint=constraint)
        self._losses += get_default_graph().get_collection(GraphKeys.REGULARIZATION_LOSSES)[before:]
        (self._trainable_weights if trainable else self._non_trainable_weights).append(variable)
        return variable

    add_variable = add_weight

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        scope = kwargs.pop("scope", None)
        self._set_scope(scope)
        assert self._scope is not None
        with variable_scope(self._scope, reuse=True if self.built else self._reuse or None, auxiliary_name_scope=False):
            with name_scope(self._scope.original_name_scope):
                inputs = _nest.map_structure(lambda x: x if isinstance(x, Operators) or hasattr(x, "dense_shape") else convert_to_tensor(x, dtype_hint=self._dtype), inputs)
                if not self.built:
                    leaves = [x for x in _nest.flatten(inputs) if isinstance(x, Operators)]
                    if self._dtype is None and leaves:
                        self._dtype = leaves[0].dtype
                    self.build(_nest.map_structure(lambda x: TensorShape(x.shape), inputs))
                    self.built = True
                outputs = self.call(inputs, *args, **kwargs)
                if self.activity_regularizer is not None:
                    loss = self.activity_regularizer(outputs)
                    if loss is not None:
                        self.add_loss(loss)
        return outputs

    def __deepcopy__(self, memo: Any) -> Layer:
        return self


class InputSpec:
    """Of use to layers that check what they are given."""

    def __init__(self, dtype: Any = None, shape: Any = None, ndim: Any = None, max_ndim: Any = None, min_ndim: Any = None, axes: Any = None):
        self.dtype, self.shape, self.ndim, self.max_ndim, self.min_ndim, self.axes = dtype, shape, ndim, max_ndim, min_ndim, axes or {}
