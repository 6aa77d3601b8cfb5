"""get_variable and the scopes that name, share and initialise variables."""
from __future__ import annotations

import contextlib
import copy
import functools
from typing import Any, Callable

from ...dtypes import DType, as_dtype
from . import _array, initializers
from ._apply import convert_to_tensor
from ._graph import Graph, GraphKeys, get_collection, get_default_graph, graph_of, name_scope
from ._partitioned import PartitionedVariable, PartitionInfo, slices_of
from ._shape import TensorShape
from ._variables import Variable


class _AutoReuse:
    def __repr__(self) -> str:
        return "AUTO_REUSE"


AUTO_REUSE = _AutoReuse()


class VariableScope:
    """What the variables that are made in it have in common."""

    def __init__(self, reuse: Any, name: str = "", initializer: Any = None, regularizer: Any = None, caching_device: Any = None,
                 partitioner: Any = None, custom_getter: Any = None, name_scope: str = "", dtype: Any = DType.float32,
                 use_resource: Any = None, constraint: Any = None):
        self._name, self._reuse, self._initializer, self._regularizer = name, reuse, initializer, regularizer
        self._custom_getter, self._name_scope, self._dtype, self._constraint = custom_getter, name_scope, as_dtype(dtype), constraint
        self._caching_device, self._partitioner, self._use_resource = caching_device, partitioner, use_resource

    @property
    def name(self) -> str:
        return self._name

    @property
    def original_name_scope(self) -> str:
        return self._name_scope

    @property
    def reuse(self) -> Any:
        return self._reuse

    @property
    def initializer(self) -> Any:
        return self._initializer

    @property
    def regularizer(self) -> Any:
        return self._regularizer

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def custom_getter(self) -> Any:
        return self._custom_getter

    @property
    def constraint(self) -> Any:
        return self._constraint

    use_resource = True

    def reuse_variables(self) -> None:
        self._reuse = True

    def set_initializer(self, initializer: Any) -> None:
        self._initializer = initializer

    def set_regularizer(self, regularizer: Any) -> None:
        self._regularizer = regularizer

    def set_dtype(self, dtype: Any) -> None:
        self._dtype = as_dtype(dtype)

    @property
    def partitioner(self) -> Any:
        return self._partitioner

    def set_partitioner(self, partitioner: Any) -> None:
        self._partitioner = partitioner

    def set_custom_getter(self, custom_getter: Any) -> None:
        self._custom_getter = custom_getter

    def set_use_resource(self, use_resource: bool) -> None:
        self._use_resource = use_resource

    def get_collection(self, name: Any) -> list[Any]:
        return get_collection(name, self._name + "/" if self._name else None)

    def global_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def trainable_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def local_variables(self) -> list[Any]:
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(self, name: str, shape: Any = None, dtype: Any = None, initializer: Any = None, regularizer: Any = None,
                     reuse: Any = None, trainable: Any = None, collections: Any = None, validate_shape: bool = True,
                     constraint: Any = None, partitioner: Any = None) -> Any:
        if reuse is None:
            reuse = self._reuse
        full_name = self._name + "/" + name if self._name else name
        with name_scope(None):
            if dtype is not None and initializer is not None and not callable(initializer):
                got = convert_to_tensor(initializer).dtype
                if got != as_dtype(dtype):
                    raise ValueError("Initializer type '%s' and explicit dtype '%s' don't match." % (got, dtype))
            initializer = self._initializer if initializer is None else initializer
            regularizer = self._regularizer if regularizer is None else regularizer
            constraint = self._constraint if constraint is None else constraint
            partitioner = self._partitioner if partitioner is None else partitioner
            getter: Callable[..., Any] = functools.partial(_get_variable, get_default_graph())
            arguments = dict(shape=shape, dtype=self._dtype if dtype is None else as_dtype(dtype), initializer=initializer,
                             regularizer=regularizer, reuse=reuse, trainable=trainable, collections=collections,
                             validate_shape=validate_shape, constraint=constraint, partitioner=partitioner)
            if self._custom_getter is not None:
                return self._custom_getter(getter, full_name, **arguments)
            return getter(full_name, **arguments)


class _Store:
    """The variables of a graph by name, and how often each scope was opened."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}
        self.partitioned: dict[str, PartitionedVariable] = {}
        self.counts: dict[str, int] = {}
        self.made_at: dict[str, str] = {}


def _store(graph: Graph) -> _Store:
    if graph._variable_store is None:
        graph._variable_store = _Store()
    return graph._variable_store  # type: ignore[no-any-return]


def get_variable_scope() -> VariableScope:
    graph = get_default_graph()
    scope = graph._state.__dict__.get("variable_scope")
    if scope is None:
        if graph._variable_scope is None:
            graph._variable_scope = VariableScope(False)
        scope = graph._variable_scope
    return scope  # type: ignore[no-any-return]


def _get_variable(graph: Graph, name: str, shape: Any = None, dtype: Any = DType.float32, initializer: Any = None, regularizer: Any = None,
                  reuse: Any = None, trainable: Any = None, collections: Any = None, validate_shape: bool = True,
                  constraint: Any = None, partitioner: Any = None, _info: Any = None, **_: Any) -> Any:
    store, wanted = _store(graph), as_dtype(dtype)
    if partitioner is not None and not (isinstance(shape, (list, tuple)) and not shape) or (reuse is True and name in store.partitioned):
        return _get_partitioned(graph, name, shape, wanted, initializer, reuse, partitioner, regularizer=regularizer, trainable=trainable,
                                collections=collections, validate_shape=validate_shape, constraint=constraint)
    if name + "/part_0" in store.variables and _info is None:
        raise ValueError("No partitioner was provided, but a partitioned version of the variable was found: %s/part_0. Perhaps a variable of the same "
                         "name was already created with partitioning?" % name)
    from_value = initializer is not None and not callable(initializer)
    if shape is not None and from_value:
        raise ValueError("If initializer is a constant, do not specify shape.")
    found = store.variables.get(name)
    if found is not None:
        if reuse is False or reuse is None:
            raise ValueError("Variable %s already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in VarScope? "
                             "Originally defined at: %s" % (name, store.made_at.get(name, "?")))
        if shape is not None and not TensorShape(shape).is_compatible_with(found.shape):
            raise ValueError("Trying to share variable %s, but specified shape %s and found shape %s." % (name, TensorShape(shape), found.shape))
        if not from_value and wanted != found.dtype:
            raise ValueError("Trying to share variable %s, but specified dtype %s and found dtype %s." % (name, wanted.name, found.dtype.name))
        return found
    if reuse is True:
        raise ValueError("Variable %s does not exist, or was not created with tf.get_variable(). Did you mean to set reuse=tf.AUTO_REUSE in "
                         "VarScope?" % name)
    known = TensorShape(shape)
    if initializer is None:
        initializer = _default_initializer(name, wanted)
    elif isinstance(initializer, type):
        initializer = initializer()
    if from_value:
        value: Any = initializer
    else:
        if shape is None or not known.is_fully_defined():
            if shape is not None or isinstance(initializer, initializers.Initializer):
                raise ValueError("Shape of a new variable (%s) must be fully defined, but instead was %s." % (name, known))
            value = initializer
        else:
            value = functools.partial(_first_value, initializer, known.as_list(), wanted, _info)
    variable = Variable(value, trainable=trainable, collections=collections, validate_shape=validate_shape, name=name,
                        dtype=None if from_value else wanted, constraint=constraint)
    store.variables[name] = variable
    store.made_at[name] = graph.made_at(variable.handle)
    if regularizer is not None:
        with graph.colocate_with(variable.op), name_scope(name + "/Regularizer/"):
            loss = regularizer(variable.value())
        if loss is not None:
            graph.add_to_collection(GraphKeys.REGULARIZATION_LOSSES, loss)
    return variable


def _get_partitioned(graph: Graph, name: str, shape: Any, dtype: DType, initializer: Any, reuse: Any, partitioner: Any, **rest: Any) -> Any:
    store = _store(graph)
    value = None if initializer is None or callable(initializer) else convert_to_tensor(initializer, dtype)
    found = store.partitioned.get(name)
    if found is not None:
        if not reuse:
            raise ValueError("Partitioned variable with name %s already exists. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in VarScope?" % name)
        if shape is not None and not TensorShape(shape).is_compatible_with(found.shape):
            raise ValueError("Trying to reuse partitioned variable %s, but specified shape %s and found shape %s." % (name, TensorShape(shape), found.shape))
        if dtype != found.dtype:
            raise ValueError("Trying to reuse partitioned variable %s, but specified dtype %s and found dtype %s." % (name, dtype.name, found.dtype.name))
        return found
    if not callable(partitioner):
        raise ValueError("Partitioner must be callable, but received: %s" % (partitioner,))
    known = TensorShape(shape)
    if not known.is_fully_defined():
        raise ValueError("Shape of a new partitioned variable (%s) must be fully defined, but instead was %s." % (name, known))
    if known.ndims == 0:
        raise ValueError("A partitioned Variable must have rank at least 1. Shape: %s" % known)
    if name in store.variables:
        raise ValueError("A partitioner was provided, but an unpartitioned version of the variable was found: %s. Perhaps a variable of the same name was "
                         "already created without partitioning?" % name)
    whole: Any = known.as_list()
    partitions = partitioner(shape=known, dtype=dtype)
    parts = []
    for i, (offset, size) in enumerate(slices_of(whole, partitions)):
        part: Any = initializer
        if value is not None:
            with name_scope("%s/part_%d/PartitionedInitializer" % (name, i)):
                part = _array.slice_(value, offset, size)
        with name_scope(None):
            variable = _get_variable(graph, "%s/part_%d" % (name, i), None if value is not None else size, dtype, part, reuse=reuse,
                                     _info=PartitionInfo(whole, offset), **rest)
        variable._set_save_slice_info(Variable.SaveSliceInfo(name, whole, offset, size))
        parts.append(variable)
    made = store.partitioned[name] = PartitionedVariable(name, known, dtype, parts, partitions)
    return made


def _first_value(initializer: Any, shape: Any, dtype: DType, info: Any = None) -> Any:
    if info is not None and isinstance(initializer, initializers.Initializer):
        return initializer(shape, dtype=dtype, partition_info=info)
    try:
        return initializer(shape, dtype=dtype)
    except TypeError as error:
        if "dtype" not in str(error):
            raise
        return initializer(shape)


def _default_initializer(name: str, dtype: DType) -> Any:
    if dtype.is_floating:
        return initializers.GlorotUniform()
    if dtype.is_integer or dtype.is_bool or dtype == DType.string:
        return initializers.Zeros()
    raise ValueError("An initializer for variable %s of %s is required" % (name, dtype))


def get_variable(name: str, shape: Any = None, dtype: Any = None, initializer: Any = None, regularizer: Any = None, trainable: Any = None,
                 collections: Any = None, caching_device: Any = None, partitioner: Any = None, validate_shape: bool = True,
                 use_resource: Any = None, custom_getter: Any = None, constraint: Any = None, synchronization: Any = None,
                 aggregation: Any = None) -> Any:
    """The variable of that name within the current scope: a new one, or, where the scope reuses, the one that is there."""
    scope = get_variable_scope()
    if custom_getter is not None:
        scope = copy.copy(scope)
        scope._custom_getter = _chained(custom_getter, scope._custom_getter)
    return scope.get_variable(name, shape, dtype, initializer, regularizer, None, trainable, collections, validate_shape, constraint,
                              partitioner)


def get_local_variable(name: str, shape: Any = None, dtype: Any = None, initializer: Any = None, regularizer: Any = None,
                       trainable: Any = False, collections: Any = None, **rest: Any) -> Any:
    collections = list(collections or []) + [GraphKeys.LOCAL_VARIABLES]
    return get_variable(name, shape, dtype, initializer, regularizer, False, collections, **rest)


def _chained(inner: Any, outer: Any) -> Any:
    if outer is None:
        return inner

    def getter(true_getter: Any, name: str, **arguments: Any) -> Any:
        return inner(functools.partial(outer, true_getter), name, **arguments)
    return getter


class variable_scope:
    """`with tf.variable_scope(name) as scope`: a scope of names for nodes and for variables."""

    def __init__(self, name_or_scope: Any, default_name: Any = None, values: Any = None, initializer: Any = None, regularizer: Any = None,
                 caching_device: Any = None, partitioner: Any = None, custom_getter: Any = None, reuse: Any = None, dtype: Any = None,
                 use_resource: Any = None, constraint: Any = None, auxiliary_name_scope: bool = True):
        if name_or_scope is None and default_name is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        if reuse is False:
            reuse = None
        if not (reuse is None or reuse is True or reuse is AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        self.name_or_scope, self.default_name, self.values = name_or_scope, default_name, values
        self.changes = dict(initializer=initializer, regularizer=regularizer, custom_getter=custom_getter, dtype=dtype, constraint=constraint,
                            partitioner=partitioner)
        self.reuse, self.auxiliary_name_scope = reuse, auxiliary_name_scope
        self._open: list[contextlib.ExitStack] = []

    def __enter__(self) -> VariableScope:
        stack = contextlib.ExitStack()
        graph = graph_of(self.values or ()) or get_default_graph()
        stack.enter_context(graph.as_default())
        given = self.name_or_scope
        if given is None:
            if self.reuse:
                raise ValueError("reuse=True cannot be used without a name_or_scope")
            opened = self.default_name
            unique = _unique_scope(graph, self.default_name)
        else:
            opened = given if isinstance(given, str) else given.name.split("/")[-1]
            unique = given
        if not self.auxiliary_name_scope:
            name = graph.get_name_scope()
            named = name + "/" if name else ""
        elif opened:
            named = stack.enter_context(graph.name_scope(opened))
        else:
            named = graph.get_name_scope() + "/" if graph.get_name_scope() else ""
        if isinstance(given, VariableScope):
            named = given.original_name_scope
        scope: VariableScope = stack.enter_context(self._variables(graph, unique, named))
        self._open.append(stack)
        return scope

    def __exit__(self, *error: Any) -> None:
        self._open.pop().__exit__(*error)

    @contextlib.contextmanager
    def _variables(self, graph: Graph, given: Any, named: str) -> Any:
        old, store = get_variable_scope(), _store(graph)
        if isinstance(given, VariableScope):
            new = copy.copy(given)
            new._reuse = self.reuse if self.reuse is not None else given._reuse or old._reuse if given is not old else given._reuse
            new._name_scope = named
        else:
            new = copy.copy(old)
            new._name = old._name + "/" + given if old._name else given
            new._reuse = self.reuse or old._reuse
            new._name_scope = named
        for key, value in self.changes.items():
            if value is not None:
                if key == "custom_getter":
                    value = _chained(value, new._custom_getter)
                setattr(new, "_" + key, as_dtype(value) if key == "dtype" else value)
        before_counts = dict(store.counts)
        if not isinstance(given, VariableScope):
            store.counts[new._name] = store.counts.get(new._name, 0) + 1
        before = graph._state.__dict__.get("variable_scope")
        graph._state.__dict__["variable_scope"] = new
        try:
            yield new
        finally:
            graph._state.__dict__["variable_scope"] = before
            if isinstance(given, VariableScope):
                store.counts = before_counts
            else:
                for name in store.counts:
                    if name.startswith(new._name + "/"):
                        store.counts[name] = 0


def _unique_scope(graph: Graph, prefix: str) -> str:
    store, current = _store(graph), get_variable_scope()
    name = current.name + "/" + prefix if current.name else prefix
    if not store.counts.get(name):
        return prefix
    number = 1
    while store.counts.get("%s_%d" % (name, number)):
        number += 1
    return "%s_%d" % (prefix, number)


def variable_op_scope(values: Any, name_or_scope: Any, default_name: Any = None, **rest: Any) -> variable_scope:
    return variable_scope(name_or_scope, default_name, values, **rest)


def no_regularizer(_: Any) -> None:
    """For a variable that an outer scope's regularizer is not meant for."""
    return None


def make_template(name_: str, func_: Callable[..., Any], create_scope_now_: bool = False, unique_name_: Any = None, custom_getter_: Any = None,
                  **kwargs: Any) -> Any:
    """A function whose variables are made by its first call and shared by all later ones."""
    return _Template(name_, functools.partial(func_, **kwargs) if kwargs else func_, create_scope_now_, unique_name_, custom_getter_)


class _Template:
    def __init__(self, name: str, function: Callable[..., Any], now: bool, unique_name: Any, custom_getter: Any):
        self._name, self._function, self._unique, self._custom_getter = name, function, unique_name, custom_getter
        self._scope: VariableScope | None = None
        self._called = False
        if now:
            self._make()

    def _make(self) -> None:
        with variable_scope(self._unique, self._name, custom_getter=self._custom_getter) as scope:
            self._scope = scope

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._scope is None:
            self._make()
        with variable_scope(self._scope, reuse=self._called or None):
            result = self._function(*args, **kwargs)
        self._called = True
        return result

    @property
    def variable_scope(self) -> Any:
        return self._scope

    @property
    def name(self) -> str:
        return self._name

    def _of(self, key: str) -> list[Any]:
        return [] if self._scope is None else self._scope.get_collection(key)

    @property
    def variables(self) -> list[Any]:
        return self._of(GraphKeys.GLOBAL_VARIABLES)

    @property
    def trainable_variables(self) -> list[Any]:
        return self._of(GraphKeys.TRAINABLE_VARIABLES)

