"""Graphs, operations and tensors by TensorFlow 1's rules: names are made unique as there, scopes of names, devices, control
dependencies and control flow are the thread's, and a default graph is always there."""
from __future__ import annotations

import contextlib
import re
import threading
from typing import Any, Callable, Iterable, Iterator, Sequence

from ... import _abi
from ... import graph as _plain_graph
from ..._library import byref, check, lib, string, text
from ...dtypes import DType
from ...graph import Graph as PlainGraph
from ...graph import Node, Operators, Output
from ...runtime import Runtime
from ._operators import TensorOperators
from ._shape import TensorShape


class GraphKeys:
    """Names of the collections that this module itself fills."""

    GLOBAL_VARIABLES, LOCAL_VARIABLES, MODEL_VARIABLES = "variables", "local_variables", "model_variables"
    VARIABLES = "variables"
    METRIC_VARIABLES, TRAINABLE_VARIABLES = "metric_variables", "trainable_variables"
    MOVING_AVERAGE_VARIABLES, TRAINABLE_RESOURCE_VARIABLES = "moving_average_variables", "trainable_resource_variables"
    SUMMARIES, SUMMARY_OP, QUEUE_RUNNERS, TABLE_INITIALIZERS = "summaries", "summary_op", "queue_runners", "table_initializer"
    ASSET_FILEPATHS, BIASES, WEIGHTS, ACTIVATIONS = "asset_filepaths", "biases", "weights", "activations"
    UPDATE_OPS, LOSSES, REGULARIZATION_LOSSES = "update_ops", "losses", "regularization_losses"
    SAVERS, SAVEABLE_OBJECTS, SAVE_OP, TRAIN_OP = "savers", "saveable_objects", "save_op", "train_op"
    INIT_OP, LOCAL_INIT_OP, READY_OP, READY_FOR_LOCAL_INIT_OP = "init_op", "local_init_op", "ready_op", "ready_for_local_init_op"
    GLOBAL_STEP, EVAL_STEP, COND_CONTEXT, WHILE_CONTEXT = "global_step", "eval_step", "cond_context", "while_context"
    CONCATENATED_VARIABLES = "concatenated_variables"
    _SUMMARY_COLLECTION = "_SUMMARY_V2"


class Tensor(TensorOperators, Output):
    """One output of an operation."""

    __slots__ = ()

    @property
    def op(self) -> Operation:
        return Operation(self.graph, self.node_index)

    @property
    def value_index(self) -> int:
        return self.index

    @property
    def shape(self) -> TensorShape:  # type: ignore[override]
        told = self.graph._told.get((self.node_index, self.index))  # type: ignore[attr-defined]
        return told[0] if told is not None else TensorShape(Output.shape.fget(self))  # type: ignore[attr-defined]

    def get_shape(self) -> TensorShape:
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Tells what the graph cannot know: from now on the tensor is taken to have that shape, and it is checked in a run."""
        known = TensorShape(Output.shape.fget(self))  # type: ignore[attr-defined]
        merged = self.shape.merge_with(shape)
        if merged != known:
            self.graph._told[(self.node_index, self.index)] = (merged, None)  # type: ignore[attr-defined]

    @property
    def device(self) -> str:
        return self.op.device

    def consumers(self) -> list[Operation]:  # type: ignore[override]
        return [Operation(self.graph, n.index) for n in Output.consumers.fget(self)]  # type: ignore[attr-defined]

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """Its value in the session, or in the default one."""
        from ._session import _session_for
        return _session_for(session, self.graph).run(self, feed_dict)

    def __repr__(self) -> str:
        return "<tf.Tensor '%s' shape=%s dtype=%s>" % (self.name, self.shape, self.dtype.name)

    def __str__(self) -> str:
        return 'Tensor("%s", shape=%s, dtype=%s)' % (self.name, self.shape, self.dtype.name)


class Operation(Node):
    """A node of the graph."""

    __slots__ = ()

    @property
    def type(self) -> str:
        return Node.op.fget(self)  # type: ignore[attr-defined,no-any-return]

    @property
    def node_def(self) -> Any:
        from ._protos import NodeDef
        return NodeDef(self)

    def values(self) -> tuple[Output, ...]:
        return tuple(self.outputs)

    def get_attr(self, name: str) -> Any:
        """Raises ValueError where the op has no attr of that name."""
        if name not in self.attrs:
            raise ValueError("Operation '%s' has no attr named '%s'" % (self.name, name))
        return self.attr(name)

    def colocation_groups(self) -> list[bytes]:
        return list(self.attr("_class")) if "_class" in self.attrs else [b"loc:@" + self.name.encode()]

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        from ._session import _session_for
        _session_for(session, self.graph).run(self, feed_dict)

    @property
    def _context(self) -> Any:
        return self.graph._contexts.get(self.index)  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return "<tf.Operation '%s' type=%s>" % (self.name, self.type)


class _Controller:
    """A `with control_dependencies`: what nodes within it wait for, and the nodes that do so already."""

    def __init__(self, inputs: Sequence[int]):
        self.inputs, self.seen = list(inputs), set(inputs)


class _State(threading.local):
    """What a thread's next nodes of one graph get."""

    names = ""
    context: Any = None  # of control flow
    controllers: tuple[_Controller, ...] = ()
    devices: tuple[Any, ...] = ()
    colocated: tuple[int, ...] = ()
    container = ""
    kernel_labels = ""


_VALID_SCOPE, _VALID_NAME = re.compile(r"[A-Za-z0-9_.\\\-/]*$"), re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>\-]*$")


def merge_device(inner: str, outer: str) -> str:
    """Parts that the inner one lacks are the outer one's."""
    def parts(device: str) -> dict[str, str]:
        found = {}
        for piece in device.strip("/").split("/"):
            if not piece:
                continue
            key, _, rest = piece.partition(":")
            if key.lower() in ("cpu", "gpu"):
                key, rest = "device", "%s:%s" % (key.upper(), rest or "0")
            if key == "device" and ":" not in rest:
                rest = rest.upper() + ":0"
            found[key] = rest
        return found
    merged = {**parts(outer), **parts(inner)}
    return "".join("/%s:%s" % (k, merged[k]) for k in ("job", "replica", "task", "device") if k in merged)


class Graph(PlainGraph):
    """A graph in the sense of TensorFlow 1. Plain Runnel's builders of ops and sessions take it too."""

    _output_class, _node_class = Tensor, Operation

    def __init__(self, runtime: Runtime | None = None):
        super().__init__(runtime)
        self._state = _State()
        self._names: dict[str, int] = {}
        self._collections: dict[str, list[Any]] = {}
        self._contexts: dict[int, Any] = {}  # of control flow, by node
        self._told: dict[tuple[int, int], tuple[TensorShape, Any]] = {}  # by set_shape, with the node that checks it
        self._seeds = 0  # ops that got a seed of their own from the graph
        self._finalized = False
        self._functions: dict[str, Any] = {}
        self._variable_store: Any = None
        self._custom_gradients: dict[int, Any] = {}  # by nodes' indices: _gradients.py
        self._variable_scope: Any = None
        self.seed: int | None = None
        self._lock = threading.RLock()  # guards _names and the addition of nodes

    # ---- names

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name` within the current scope, with a number behind it if that is taken."""
        if self._state.names:
            name = self._state.names + "/" + name
        with self._lock:
            key = name.lower()
            count = self._names.get(key, 0)
            if mark_as_used:
                self._names[key] = count + 1
            if count == 0:
                return name
            base = key
            while key in self._names:
                key = "%s_%d" % (base, count)
                count += 1
            if mark_as_used:
                self._names[key] = 1
            return "%s_%d" % (name, count - 1)

    def get_name_scope(self) -> str:
        return self._state.names

    @contextlib.contextmanager
    def name_scope(self, name: Any) -> Iterator[str]:
        """Gives the scope with a slash behind it; a name that ends in a slash is a scope that was opened before, and None or ""
        the outermost."""
        if name and not _VALID_SCOPE.match(name) or name and not self._state.names and not name[0].isalnum() and name[0] != ".":
            raise ValueError("'%s' is not a valid scope name" % name)
        before = self._state.names
        self._state.names = "" if not name else name.rstrip("/") if name.endswith("/") else self.unique_name(name)
        try:
            yield self._state.names + "/" if self._state.names else ""
        finally:
            self._state.names = before

    # ---- being the default

    def as_default(self) -> contextlib.AbstractContextManager[Graph]:
        return _default_graph(self)

    @property
    def finalized(self) -> bool:
        return self._finalized

    def finalize(self) -> None:
        """Nothing may be added from now on: RuntimeError."""
        self._finalized = True

    def _unfinalize(self) -> None:
        self._finalized = False

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    @property
    def building_function(self) -> bool:
        return False

    @property
    def version(self) -> int:
        return len(self)

    # ---- scopes

    @contextlib.contextmanager
    def _with_state(self, **values: Any) -> Iterator[None]:
        before = {name: getattr(self._state, name) for name in values}
        self._state.__dict__.update(values)
        try:
            yield
        finally:
            self._state.__dict__.update(before)

    @contextlib.contextmanager
    def device(self, device: Any) -> Iterator[None]:
        """A device string, a function of an operation's type and name that gives one, or None: outer ones do not count."""
        outer = () if device is None else self._state.devices
        with self._with_state(devices=outer if device is None else outer + (device,)):
            yield

    @contextlib.contextmanager
    def control_dependencies(self, control_inputs: Any) -> Iterator[None]:
        """None: nothing waits for what outer scopes name, and control flow is left."""
        if control_inputs is None:
            with self._with_state(controllers=(), context=None):
                yield
            return
        nodes = []
        for thing in control_inputs if isinstance(control_inputs, (list, tuple)) else [control_inputs]:
            operation = self._operation_of(thing)
            if operation.graph is not self:
                raise ValueError("%r is not an element of this graph" % (thing,))
            nodes.append(operation.index)
        with self._with_state(controllers=self._state.controllers + (_Controller(dict.fromkeys(nodes)),)):  # type: ignore[arg-type]
            yield

    @contextlib.contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:  # type: ignore[override]
        outer = () if ignore_existing else self._state.colocated
        if op is None:
            with self._with_state(colocated=()):
                yield
            return
        with self._with_state(colocated=outer + (self._operation_of(op).index,)):
            yield

    @contextlib.contextmanager
    def container(self, name: str) -> Iterator[str]:
        with self._with_state(container=name):
            yield name

    @contextlib.contextmanager
    def gradient_override_map(self, op_type_map: Any) -> Iterator[None]:
        raise NotImplementedError("gradient_override_map is UNIMPLEMENTED: gradients are those of Runnel's op rows; "
                                  "tf.custom_gradient and tf.stop_gradient are there")
        yield

    def _operation_of(self, thing: Any) -> Operation:
        if isinstance(thing, Operation):
            return thing
        if isinstance(thing, Node):
            return Operation(thing.graph, thing.index)
        if isinstance(thing, str):
            return self.as_graph_element(thing, allow_tensor=False)  # type: ignore[no-any-return]
        if isinstance(thing, Operators):
            op = getattr(thing, "op", None)
            return op if isinstance(op, Operation) else Operation(thing.graph, thing._taken_as(DType.resource).node_index)
        op = getattr(thing, "op", None)
        if isinstance(op, Operation):  # a SparseTensor, IndexedSlices, TensorArray
            return op
        flow = getattr(thing, "flow", None)
        if isinstance(flow, Tensor):
            return flow.op
        raise TypeError("an operation or tensor is wanted, not %r" % (thing,))

    # ---- collections

    @property
    def collections(self) -> list[str]:
        return list(self._collections)

    def get_all_collection_keys(self) -> list[str]:
        return [k for k in self._collections if isinstance(k, str)]

    def add_to_collection(self, name: Any, value: Any) -> None:
        self._check_not_finalized()
        self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        for name in dict.fromkeys((names,) if isinstance(names, str) else names):
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        found = self._collections.get(name, [])
        if scope is None:
            return list(found)
        pattern = re.compile(scope)
        return [x for x in found if hasattr(x, "name") and pattern.match(x.name)]

    def clear_collection(self, name: Any) -> None:
        self._collections.pop(name, None)

    # ---- looking at it

    def get_operations(self) -> list[Node]:
        return self.nodes

    def get_operation_by_name(self, name: str) -> Operation:
        return self.as_graph_element(name, allow_tensor=False)  # type: ignore[no-any-return]

    def get_tensor_by_name(self, name: str) -> Tensor:
        return self.as_graph_element(name, allow_operation=False)  # type: ignore[no-any-return]

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """A tensor or operation, by itself, its name, or what stands for it. Raises KeyError, ValueError or TypeError as TensorFlow."""
        convert = getattr(obj, "_as_graph_element", None)
        if convert is not None:
            obj = convert()
        if isinstance(obj, (Output, Node)):
            if obj.graph is not self:
                raise ValueError("Tensor %r is not an element of this graph." % (obj,))
            if isinstance(obj, Output) and not allow_tensor or isinstance(obj, Node) and not allow_operation:
                raise TypeError("Can not convert a %s into a %s." % (("Tensor", "Operation") if allow_operation else ("Operation", "Tensor")))
            return obj
        if not isinstance(obj, str):
            raise TypeError("Can not convert a %s into a %s." % (type(obj).__name__, " or ".join(
                ["Tensor"] * allow_tensor + ["Operation"] * allow_operation)))
        name, colon, at = obj.partition(":")
        index = _abi.rnl_node_t()
        status = lib.rnl_graph_find_node(self, string(name), byref(index))
        found = not status
        if status:
            lib.rnl_status_release(status)
        if colon:
            if not at.isdigit():
                raise ValueError("The name %r looks like a tensor name, but is not a valid one: \"<op_name>:<output_index>\"" % obj)
            if not allow_tensor:
                raise ValueError("Name %r appears to refer to a Tensor, not a Operation." % obj)
            if not found:
                raise KeyError("The name %r refers to a Tensor which does not exist. The operation, %r, does not exist in the graph." % (obj, name))
            operation = Operation(self, index.value)
            if int(at) >= len(operation.outputs):
                raise KeyError("The name %r refers to a Tensor which does not exist. The operation, %r, exists but only has %d outputs."
                               % (obj, name, len(operation.outputs)))
            if operation.type == "VarHandleOp":  # a variable's name stands for its value
                return self._value_of_variable(operation)
            return operation.outputs[int(at)]
        if not allow_operation:
            raise ValueError("The name %r refers to an Operation, not a Tensor. Tensor names must be of the form "
                             "\"<op_name>:<output_index>\"." % obj)
        if not found:
            raise KeyError("The name %r refers to an Operation not in the graph." % obj)
        return Operation(self, index.value)

    def _value_of_variable(self, handle: Operation) -> Output:
        name = handle.name + "/Read/ReadVariableOp"
        found = next((n for n in handle.outputs[0].consumers() if n.name == name), None)  # type: ignore[operator]
        return found.outputs[0] if found is not None else handle.outputs[0]

    def is_feedable(self, tensor: Any) -> bool:
        return True

    def is_fetchable(self, tensor: Any) -> bool:
        return True

    def prevent_feeding(self, tensor: Any) -> None:
        pass

    def prevent_fetching(self, op: Any) -> None:
        pass

    def as_graph_def(self, from_version: Any = None, add_shapes: bool = False) -> Any:
        from ._protos import GraphDef
        return GraphDef(self.to_graph_def())

    # ---- adding nodes

    def _build(self, op: str, inputs: Sequence[tuple[Any, str]], attrs: Sequence[tuple[Any, ...]], name: str) -> Node:
        """For the builders of runnel.ops."""
        from ._apply import add
        given = {a[0]: a[2] for a in attrs if len(a) < 4 or a[2] is not a[3] and a[2] != a[3]}
        return add(self, op, [v for v, _ in inputs], given, name or None)

    def _create(self, op: str, inputs: list[Any], attrs: Callable[[int], None], name: str, context: Any = None) -> Operation:
        """Adds a node. inputs: tensors and lists of them; attrs(builder) sets its attrs. name: with a slash behind it if it is
        that of a scope. context: that which the node belongs to, without being admitted to it."""
        self._check_not_finalized()
        state = self._state
        flat = [t for i in inputs for t in (i if isinstance(i, list) else [i])]
        controls = self._controls(flat)
        own = context or state.context
        if context is None and own is not None:
            inputs, controls = own.admit(self, op, inputs, controls)
        unique = name[:-1] if name.endswith("/") else self.unique_name(name)
        if not _VALID_NAME.match(unique):
            raise ValueError("'%s' is not a valid node name" % unique)
        builder = lib.rnl_node_builder_create(self, string(op), string(unique))
        try:
            for given in inputs:
                if isinstance(given, list):
                    raw = [t.raw for t in given]
                    lib.rnl_node_builder_add_input_list(builder, (_abi.rnl_output_t * len(raw))(*raw), len(raw))
                else:
                    lib.rnl_node_builder_add_input(builder, given.raw)
            for node in controls:
                lib.rnl_node_builder_add_control_input(builder, node)
            device = self._device_for(op, unique)
            if device:
                lib.rnl_node_builder_set_device(builder, string(device))
            for node in state.colocated:
                lib.rnl_node_builder_colocate_with(builder, node)
            attrs(builder)
        except BaseException:
            lib.rnl_node_builder_release(builder)
            raise
        index = _abi.rnl_node_t()
        with self._lock:
            check(lib.rnl_node_builder_finish(builder, byref(index)))
        self._made(index.value)
        operation = Operation(self, index.value)
        for controller in state.controllers:
            controller.seen.add(index.value)
        if own is not None:
            self._contexts[index.value] = own
            if context is None:
                own.admitted(operation)
        return operation

    def _controls(self, inputs: Iterable[Any]) -> list[int]:
        """What a node with these inputs has to wait for besides: not for what one of them waits for already."""
        from_inputs = {t.node_index for t in inputs}
        found: dict[int, None] = {}
        for controller in self._state.controllers:
            if not from_inputs & controller.seen:
                found.update(dict.fromkeys(n for n in controller.inputs if n not in from_inputs))
        return list(found)

    def _device_for(self, op: str, name: str) -> str:
        device = ""
        for entry in self._state.devices:
            if callable(entry):
                given = entry(_Unmade(op, name, device))
                device = merge_device(str(given), device) if given else device
            else:
                device = merge_device(entry.to_string() if hasattr(entry, "to_string") else str(entry), device)
        return device

    def _adopted(self, first: int, context: Any) -> None:
        """Nodes from `first` on were added by the library: they belong to the control flow around."""
        self._made(first, len(self))
        for index in range(first, len(self)):
            if context is not None:
                self._contexts.setdefault(index, context)
        for index in range(first, len(self)):  # so that later names keep away from theirs
            name = text(lib.rnl_graph_node_name(self, index)).lower()
            self._names.setdefault(name, 1)

    def _take(self, tensor: Tensor) -> Tensor:
        """A tensor as an input of a node of this graph."""
        if tensor.graph is not self:
            raise ValueError("%r must be from the same graph as %r" % (tensor, self))
        told = self._told.get((tensor.node_index, tensor.index))
        if told is None:
            return tensor
        if told[1] is None:
            from ._apply import apply
            del self._told[(tensor.node_index, tensor.index)]
            with self.control_dependencies(None) if tensor.op._context is None else contextlib.nullcontext():
                checked = apply("EnsureShape", tensor, shape=told[0])
            told = self._told[(tensor.node_index, tensor.index)] = (told[0], checked)
        return told[1]  # type: ignore[no-any-return]


class _Unmade:
    """What a device function is asked about: the operation that is about to be made."""

    def __init__(self, op: str, name: str, device: str):
        self.type, self.name, self.device = op, name, device


_global_default: Graph | None = None
_global_lock = threading.Lock()  # guards _global_default


@contextlib.contextmanager
def _default_graph(graph: Graph) -> Iterator[Graph]:
    with graph:
        yield graph


def get_default_graph() -> Graph:
    """The innermost `with graph.as_default():` of the thread, else the process's default graph."""
    global _global_default
    current = _plain_graph.current_graph()
    if isinstance(current, Graph):
        return current
    if current is not None:
        raise ValueError("the current graph is one of plain runnel: use tf.Graph().as_default()")
    if _global_default is None:
        with _global_lock:
            if _global_default is None:
                _global_default = Graph()
    return _global_default


def reset_default_graph() -> None:
    global _global_default
    if _plain_graph.current_graph() is not None:
        raise AssertionError("Do not use tf.reset_default_graph() to clear nested graphs.")
    with _global_lock:
        _global_default = Graph()


class name_scope:
    """`with tf.name_scope(name, default_name, values) as scope`: nodes are named below it."""

    def __init__(self, name: Any, default_name: Any = None, values: Any = None):
        self.name = default_name if name is None else name
        if self.name is not None and not isinstance(self.name, str):
            raise TypeError("name for name_scope must be a string, not %r" % (self.name,))
        if name is None and default_name is None and values is not None:
            raise ValueError("At least one of name (None) and default_name (None) must be provided.")
        self.values = values
        self._open: list[Any] = []

    def __enter__(self) -> str:
        graph = graph_of(self.values or ()) or get_default_graph()
        stack = contextlib.ExitStack()
        if _plain_graph.current_graph() is not graph:
            stack.enter_context(graph.as_default())
        scope = stack.enter_context(graph.name_scope(self.name))
        self._open.append(stack)
        return scope

    def __exit__(self, *error: Any) -> None:
        self._open.pop().__exit__(*error)


def graph_of(values: Iterable[Any]) -> Graph | None:
    """The graph that the current one is of, or else the first of the values' graphs."""
    current = _plain_graph.current_graph()
    if isinstance(current, Graph):
        return current
    for value in values:
        if isinstance(value, (list, tuple)):
            found = graph_of(value)
            if found is not None:
                return found
        graph = getattr(value, "graph", None)
        if isinstance(graph, Graph):
            return graph
    return None


def control_dependencies(control_inputs: Any) -> contextlib.AbstractContextManager[None]:
    return get_default_graph().control_dependencies(control_inputs)


def device(device_name_or_function: Any) -> contextlib.AbstractContextManager[None]:
    return get_default_graph().device(device_name_or_function)


def colocate_with(op: Any, ignore_existing: bool = False) -> contextlib.AbstractContextManager[None]:
    return get_default_graph().colocate_with(op, ignore_existing)


def container(container_name: str) -> contextlib.AbstractContextManager[str]:
    return get_default_graph().container(container_name)


@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Out of control flow and control dependencies, and out of functions that are being traced."""
    graph = get_default_graph()
    while getattr(graph, "outer", None) is not None:
        graph = graph.outer  # type: ignore[attr-defined]
    with graph.as_default(), graph.control_dependencies(None):
        yield


def add_to_collection(name: Any, value: Any) -> None:
    get_default_graph().add_to_collection(name, value)


def add_to_collections(names: Any, value: Any) -> None:
    get_default_graph().add_to_collections(names, value)


def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    return get_default_graph().get_collection(key, scope)


def get_collection_ref(key: Any) -> list[Any]:
    return get_default_graph().get_collection_ref(key)


DEFAULT_SEED = 87654321


def set_random_seed(seed: int | None) -> None:
    get_default_graph().seed = None if seed is None else int(seed)


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds of an op: the graph's and, without an own one, the number of ops before it that had none."""
    graph = get_default_graph()
    if graph.seed is not None:
        seeds: tuple[int | None, int | None] = (graph.seed, graph._seeds if op_seed is None else op_seed)
        graph._seeds += op_seed is None
    else:
        seeds = (None, None) if op_seed is None else (DEFAULT_SEED, op_seed)
    wrapped = tuple(None if s is None else int(s) % (2 ** 31 - 1) for s in seeds)
    return (0, 2 ** 31 - 1) if wrapped == (0, 0) else wrapped  # type: ignore[return-value]
