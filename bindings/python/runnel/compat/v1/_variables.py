"""Variables, which are resource variables, and the collections that they are in."""
from __future__ import annotations

import contextlib
import enum
from typing import Any

from ...dtypes import DType, as_dtype
from ...graph import Operators, Output
from . import _array, _math
from ._apply import apply, constant, convert_to_tensor
from ._graph import (Graph, GraphKeys, Operation, Tensor, control_dependencies, get_collection, get_default_graph, init_scope,
                     name_scope)
from ._operators import TensorOperators
from ._shape import TensorShape


class VariableAggregation(enum.Enum):
    NONE, SUM, MEAN, ONLY_FIRST_REPLICA = 0, 1, 2, 3


class VariableSynchronization(enum.Enum):
    AUTO, NONE, ON_WRITE, ON_READ = 0, 1, 2, 3


class Variable(TensorOperators, Operators):
    """A value that lives in the session. initial_value: what becomes a tensor, or a function without arguments that gives one."""

    def __init__(self, initial_value: Any = None, trainable: Any = None, collections: Any = None, validate_shape: bool = True,
                 caching_device: Any = None, name: Any = None, variable_def: Any = None, dtype: Any = None, expected_shape: Any = None,
                 import_scope: Any = None, constraint: Any = None, use_resource: Any = None, synchronization: Any = None,
                 aggregation: Any = None, shape: Any = None):
        if initial_value is None:
            raise ValueError("initial_value must be specified.")
        if collections is not None and not isinstance(collections, (list, tuple, set)):
            raise ValueError("collections argument to Variable constructor must be a list, tuple, or set. Got %s" % (collections,))
        self._trainable = True if trainable is None else bool(trainable)
        collections = list(collections if collections is not None else [GraphKeys.GLOBAL_VARIABLES])
        if self._trainable and GraphKeys.TRAINABLE_VARIABLES not in collections:
            collections.append(GraphKeys.TRAINABLE_VARIABLES)
        wanted = None if dtype is None else as_dtype(dtype)
        function = initial_value if callable(initial_value) and not isinstance(initial_value, Operators) else None
        with init_scope(), name_scope(name, "Variable", [] if function else [initial_value]) as scope:
            with name_scope("Initializer"):
                value = function() if function else initial_value
                value = convert_to_tensor(value, wanted, name="initial_value")
            known = TensorShape(shape) if shape is not None else value.shape if validate_shape else TensorShape(None)
            graph = value.graph
            assert isinstance(graph, Graph)
            self._set_up(graph, apply("VarHandleOp", dtype=value.dtype, shape=known, shared_name=scope[:-1], container=graph._state.container or None,
                                      name=scope), known, constraint)
            self._initial_value = value
            with name_scope("IsInitialized"):
                self._is_initialized = apply("VarIsInitializedOp", self.handle)
            with name_scope("Assign") as assign_scope, self.at_home():
                self._initializer = apply("AssignVariableOp", self.handle, value, name=assign_scope)
            with name_scope("Read"), self.at_home():
                self._element = apply("ReadVariableOp", self.handle, dtype=value.dtype)
        graph.add_to_collections(collections, self)
        graph.variables.append(self)  # type: ignore[arg-type]

    def _set_up(self, graph: Graph, handle: Tensor, shape: TensorShape, constraint: Any) -> None:
        self.graph, self.handle, self._shape, self.constraint = graph, handle, shape, constraint
        self._dtype = DType(handle.op.attr("dtype"))
        self._save_slice_info: Any = None
        self._parent: Operation | None = None

    @classmethod
    def _of_handle(cls, handle: Tensor, trainable: bool = True, initializer: Any = None, element: Any = None) -> Variable:
        """A variable of a graph that was imported."""
        self = cls.__new__(cls)
        self._set_up(handle.graph, handle, TensorShape(handle.op.attr("shape")), None)  # type: ignore[arg-type]
        self._trainable, self._initializer, self._initial_value = trainable, initializer, None  # type: ignore[assignment]
        self._element = apply("ReadVariableOp", handle, dtype=self._dtype, name=handle.op.name + "/Read/ReadVariableOp/") \
            if element is None else element
        return self

    # ---- what it is

    @property
    def name(self) -> str:
        return self.handle.name

    @property
    def _shared_name(self) -> str:
        return self.handle.op.name

    @property
    def op(self) -> Operation:
        return self._parent if self._parent is not None else self.handle.op

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        return self._shape

    def get_shape(self) -> TensorShape:
        return self._shape

    def set_shape(self, shape: Any) -> None:
        self._shape = self._shape.merge_with(shape)

    @property
    def device(self) -> str:
        return self.handle.op.device

    @property
    def trainable(self) -> bool:
        return self._trainable

    @property
    def initializer(self) -> Any:
        return self._initializer

    @property
    def initial_value(self) -> Any:
        return self._initial_value

    initial = initial_value

    @property
    def aggregation(self) -> VariableAggregation:
        return VariableAggregation.NONE

    @property
    def synchronization(self) -> VariableSynchronization:
        return VariableSynchronization.AUTO

    def at_home(self) -> contextlib.AbstractContextManager[None]:
        """A scope on the variable's own device."""
        device = self.handle.op.device
        return get_default_graph().device(device) if device else contextlib.nullcontext()

    def __repr__(self) -> str:
        return "<tf.Variable '%s' shape=%s dtype=%s>" % (self.name, self._shape, self._dtype.name)

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    # ---- reading

    def _taken_as(self, dtype: DType | None) -> Output:
        return self.handle if dtype == DType.resource else self.value()

    def _as_graph_element(self) -> Any:
        return self._element

    def _read(self) -> Tensor:
        with self.at_home():
            read = apply("ReadVariableOp", self.handle, dtype=self._dtype)
        if not read.shape.is_fully_defined() and self._shape.is_fully_defined():
            read.set_shape(self._shape)
        return read  # type: ignore[no-any-return]

    def value(self) -> Tensor:
        """What it holds when the step comes by: after the control dependencies in force now."""
        if self._parent is None:
            return self._read()
        with control_dependencies([self._parent]):
            return self._read()

    def read_value(self) -> Tensor:
        with name_scope("Read"):
            return _array.identity(self.value())  # type: ignore[no-any-return]

    def initialized_value(self) -> Any:
        """Its value, or the initial one while it has none."""
        from ._control_flow import cond
        return cond(is_variable_initialized(self), self.read_value, lambda: self._initial_value)

    def eval(self, session: Any = None, feed_dict: Any = None) -> Any:
        from ._session import _session_for
        return _session_for(session, self.graph).run(self._element, feed_dict)

    def is_initialized(self, name: Any = None) -> Any:
        return apply("VarIsInitializedOp", self.handle, name=name)

    def sparse_read(self, indices: Any, name: Any = None) -> Any:
        with name_scope("Gather" if name is None else name) as scope, self.at_home():
            value = apply("ResourceGather", self.handle, indices, dtype=self._dtype, name=scope)
            return _array.identity(value)

    def gather_nd(self, indices: Any, name: Any = None) -> Any:
        with name_scope("GatherNd" if name is None else name) as scope, self.at_home():
            return _array.identity(apply("ResourceGatherNd", self.handle, indices, dtype=self._dtype, name=scope))

    # ---- writing

    def _after(self, op: Operation) -> Variable:
        """The variable as it is after `op`."""
        read = _Written.__new__(_Written)
        read.__dict__.update(self.__dict__)
        read._parent, read._origin = op, getattr(self, "_origin", self)
        with control_dependencies([op]), self.at_home():
            read._element = apply("ReadVariableOp", self.handle, dtype=self._dtype)
        return read

    def _assigned(self, op: str, value: Any, name: Any, read_value: bool, check: bool = True) -> Any:
        value = convert_to_tensor(value, self._dtype)
        if check and not self._shape.is_compatible_with(value.shape):
            raise ValueError("Cannot assign value to variable '%s': Shape mismatch. The variable shape %s, and the assigned value shape %s "
                             "are incompatible." % (self.name, self._shape, value.shape))
        with self.at_home():
            done = apply(op, self.handle, value, name=name)
        return self._after(done) if read_value else done

    def assign(self, value: Any, use_locking: Any = None, name: Any = None, read_value: bool = True) -> Any:
        return self._assigned("AssignVariableOp", value, name, read_value)

    def assign_add(self, delta: Any, use_locking: Any = None, name: Any = None, read_value: bool = True) -> Any:
        return self._assigned("AssignAddVariableOp", delta, name, read_value)

    def assign_sub(self, delta: Any, use_locking: Any = None, name: Any = None, read_value: bool = True) -> Any:
        return self._assigned("AssignSubVariableOp", delta, name, read_value)

    def load(self, value: Any, session: Any = None) -> None:
        from ._session import _session_for
        _session_for(session, self.graph).run(self._initializer, {self._initializer.inputs[1]: value})

    def _scattered(self, op: str, indices: Any, updates: Any, name: Any) -> Any:
        with self.at_home():
            done = apply(op, self.handle, indices, convert_to_tensor(updates, self._dtype), name=name)
        return self._after(done)

    def scatter_add(self, sparse_delta: Any, use_locking: bool = False, name: Any = None) -> Any:
        return self._scattered("ResourceScatterAdd", sparse_delta.indices, sparse_delta.values, name)

    def scatter_sub(self, sparse_delta: Any, use_locking: bool = False, name: Any = None) -> Any:
        return self._scattered("ResourceScatterSub", sparse_delta.indices, sparse_delta.values, name)

    def scatter_update(self, sparse_delta: Any, use_locking: bool = False, name: Any = None) -> Any:
        return self._scattered("ResourceScatterUpdate", sparse_delta.indices, sparse_delta.values, name)

    def scatter_nd_add(self, indices: Any, updates: Any, name: Any = None) -> Any:
        return self._scattered("ResourceScatterNdAdd", indices, updates, name)

    def scatter_nd_sub(self, indices: Any, updates: Any, name: Any = None) -> Any:
        return self._scattered("ResourceScatterNdSub", indices, updates, name)

    def scatter_nd_update(self, indices: Any, updates: Any, name: Any = None) -> Any:
        return self._scattered("ResourceScatterNdUpdate", indices, updates, name)

    def count_up_to(self, limit: int) -> Any:
        return apply("ResourceCountUpTo", self.handle, limit=limit, T=self._dtype)

    class SaveSliceInfo:
        """Which part of a variable a partition of it is, for checkpoints."""

        def __init__(self, full_name: Any = None, full_shape: Any = None, var_offset: Any = None, var_shape: Any = None):
            self.full_name, self.full_shape, self.var_offset, self.var_shape = full_name, full_shape, var_offset, var_shape

        @property
        def spec(self) -> str:
            whole = "".join("%d " % d for d in self.full_shape)
            return whole + ":".join("%d,%d" % (at, size) for at, size in zip(self.var_offset, self.var_shape))

    def _set_save_slice_info(self, info: Any) -> None:
        self._save_slice_info = info

    def _get_save_slice_info(self) -> Any:
        return self._save_slice_info


class _Written(Variable):
    """A variable as it is after an assignment."""

    _origin: Variable

    def __hash__(self) -> int:
        return hash(self._origin)

    def __eq__(self, other: object) -> bool:
        return getattr(other, "_origin", other) is self._origin


# ---- functions on variables

def assign(ref: Any, value: Any, validate_shape: Any = None, use_locking: Any = None, name: Any = None) -> Any:
    return ref._assigned("AssignVariableOp", value, name, True, validate_shape is not False)


def assign_add(ref: Any, value: Any, use_locking: Any = None, name: Any = None) -> Any:
    return ref.assign_add(value, name=name)


def assign_sub(ref: Any, value: Any, use_locking: Any = None, name: Any = None) -> Any:
    return ref.assign_sub(value, name=name)


def _scatter(kind: str) -> Any:
    def function(ref: Any, indices: Any, updates: Any, use_locking: Any = None, name: Any = None) -> Any:
        return ref._scattered("ResourceScatter" + kind, indices, updates, name)
    function.__name__ = function.__qualname__ = "scatter_" + kind.lower()
    return function


scatter_add, scatter_sub, scatter_mul, scatter_div = map(_scatter, ("Add", "Sub", "Mul", "Div"))
scatter_update, scatter_min, scatter_max = map(_scatter, ("Update", "Min", "Max"))
scatter_nd_add, scatter_nd_sub, scatter_nd_update = map(_scatter, ("NdAdd", "NdSub", "NdUpdate"))


def count_up_to(ref: Any, limit: int, name: Any = None) -> Any:
    return apply("ResourceCountUpTo", ref.handle, limit=limit, T=ref.dtype, name=name)


def is_variable_initialized(variable: Any) -> Any:
    graph = get_default_graph()
    with graph.device(None), graph.colocate_with(variable.op):
        return apply("VarIsInitializedOp", variable.handle)


def global_variables(scope: Any = None) -> list[Any]:
    return get_collection(GraphKeys.GLOBAL_VARIABLES, scope)


all_variables = global_variables


def local_variables(scope: Any = None) -> list[Any]:
    return get_collection(GraphKeys.LOCAL_VARIABLES, scope)


def model_variables(scope: Any = None) -> list[Any]:
    return get_collection(GraphKeys.MODEL_VARIABLES, scope)


def trainable_variables(scope: Any = None) -> list[Any]:
    return get_collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def moving_average_variables(scope: Any = None) -> list[Any]:
    return get_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def variables_initializer(var_list: Any, name: str = "init") -> Any:
    from ._control_flow import group
    return group(*[v.initializer for v in var_list], name=name)


def global_variables_initializer() -> Any:
    return variables_initializer(global_variables())


def local_variables_initializer() -> Any:
    return variables_initializer(local_variables())


initialize_variables, initialize_all_variables = variables_initializer, global_variables_initializer
initialize_local_variables = local_variables_initializer


def tables_initializer(name: str = "init_all_tables") -> Any:
    from ._control_flow import group
    return group(*get_collection(GraphKeys.TABLE_INITIALIZERS), name=name)


initialize_all_tables = tables_initializer


def report_uninitialized_variables(var_list: Any = None, name: str = "report_uninitialized_variables") -> Any:
    """The names of the variables that have no value yet."""
    var_list = global_variables() + local_variables() if var_list is None else list(var_list)
    with name_scope(name):
        if not var_list:
            return constant([], DType.string)
        missing = _math.logical_not(_array.stack([is_variable_initialized(v) for v in var_list]))
        return _array.boolean_mask(constant([v.op.name for v in var_list]), missing)


def assert_variables_initialized(var_list: Any = None) -> Any:
    from ._check import Assert
    var_list = global_variables() + local_variables() if var_list is None else list(var_list)
    missing = report_uninitialized_variables(var_list)
    return Assert(_math.equal(_array.size(missing), 0), ["Attempting to use uninitialized values", missing]) if var_list else None
