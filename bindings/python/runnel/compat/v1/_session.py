"""Sessions by TensorFlow 1's rules: fetches of any structure come back as numpy arrays, feeds are checked against their tensors."""
from __future__ import annotations

import contextlib
import threading
from typing import Any, Iterator, Mapping

import numpy as np

from ... import session as _plain
from ...dtypes import DType
from ...errors import Error
from ...graph import Node, Operators, Output
from ...tensor import Tensor as Value
from . import _nest
from ._apply import value_of
from ._graph import Graph, Operation, Tensor, get_default_graph
from ._protos import ConfigProto, RunMetadata, RunOptions
from ._values import IndexedSlices, IndexedSlicesValue, SparseTensor, SparseTensorValue

_local = threading.local()


def get_default_session() -> Any:
    """The innermost `with session:` of the thread; None if there is none."""
    stack = _local.__dict__.get("sessions")
    return stack[-1] if stack else None


def _session_for(session: Any, graph: Any) -> Any:
    session = session or get_default_session()
    if session is None:
        raise ValueError("Cannot evaluate tensor using `eval()` or `run()`: No default session is registered. Use `with "
                         "sess.as_default()` or pass an explicit session to `eval(session=sess)`")
    if session.graph is not graph:
        raise ValueError("Cannot use the default session to evaluate tensor: the tensor's graph is different from the session's graph.")
    return session


def to_numpy(value: Value) -> Any:
    """What a run gives for a tensor: an array of its own, or a numpy scalar; bytes for a string."""
    if value.dtype in (DType.resource, DType.variant):
        return value
    array = value.numpy()
    if value.dtype == DType.string:
        return array if array.shape else array.item()
    return np.array(array) if array.shape else array[()]


class _Plan:
    """What a structure of fetches asks for, and the way back to it."""

    def __init__(self, graph: Graph, fetches: Any):
        self.graph = graph
        self.outputs: dict[tuple[int, int], int] = {}
        self.tensors: list[Output] = []
        self.targets: dict[int, None] = {}
        self.structure = self._flatten(fetches)

    def _output(self, tensor: Output) -> int:
        key = (tensor.node_index, tensor.index)
        if key not in self.outputs:
            self.outputs[key] = len(self.tensors)
            self.tensors.append(tensor)
        return self.outputs[key]

    def _flatten(self, fetch: Any) -> Any:
        if fetch is None:
            raise TypeError("Argument `fetch` = None has invalid type \"NoneType\". Cannot be None")
        if isinstance(fetch, SparseTensor):
            return SparseTensorValue, [self._flatten(t) for t in (fetch.indices, fetch.values, fetch.dense_shape)]
        if isinstance(fetch, IndexedSlices):
            parts = [self._flatten(t) for t in (fetch.values, fetch.indices)]
            return IndexedSlicesValue, parts + [None if fetch.dense_shape is None else self._flatten(fetch.dense_shape)]
        if isinstance(fetch, (list, tuple)):
            return type(fetch), [self._flatten(f) for f in fetch]
        if isinstance(fetch, Mapping):
            return dict, {k: self._flatten(f) for k, f in fetch.items()}
        try:
            element = self.graph.as_graph_element(fetch)
        except TypeError as error:
            raise TypeError("Argument `fetch` = %r has invalid type %r must be a string or Tensor. (%s)" % (fetch, type(fetch).__name__, error)) from None
        except KeyError as error:
            raise ValueError("Argument `fetch` = %r cannot be interpreted as a Tensor. (%s)" % (fetch, error)) from None
        except ValueError as error:
            raise ValueError("Argument `fetch` = %r cannot be interpreted as a Tensor. (%s)" % (fetch, error)) from None
        if isinstance(element, Node):
            self.targets[element.index] = None
            return None
        return self._output(element)

    def result(self, values: list[Any]) -> Any:
        def build(s: Any) -> Any:
            if s is None or isinstance(s, int):
                return None if s is None else values[s]
            kind, parts = s
            if kind is dict:
                return {k: build(p) for k, p in parts.items()}
            built = [build(p) for p in parts]
            return kind(*built) if hasattr(kind, "_fields") else kind(built)
        return build(self.structure)


class BaseSession:
    """Runs parts of a graph. The graph may go on growing."""

    def __init__(self, target: Any = "", graph: Graph | None = None, config: ConfigProto | None = None):
        self._graph = graph if graph is not None else get_default_graph()
        if not isinstance(self._graph, Graph):
            raise TypeError("graph must be a tf.Graph, but got %s" % type(graph))
        self._config = config or ConfigProto()
        self._target = target.decode() if isinstance(target, bytes) else target or ""
        options: dict[str, Any] = dict(soft_placement=bool(self._config.allow_soft_placement))
        if self._config.operation_timeout_in_ms:
            options["timeout"] = self._config.operation_timeout_in_ms / 1000
        if self._target:
            options["target"] = self._target.replace("grpc://", "runnel://")
            options["device_filters"] = list(self._config.device_filters)
        self._session = _plain.Session(self._graph, **options)
        self._callables: dict[Any, _plain.Callable] = {}
        self._closed = False

    @property
    def graph(self) -> Graph:
        return self._graph

    @property
    def graph_def(self) -> Any:
        return self._graph.as_graph_def()

    @property
    def sess_str(self) -> str:
        return self._target

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._callables.clear()
            self._session.close()

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        if not len(self._graph):
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")

    def _feeds(self, feed_dict: Any) -> tuple[list[Output], list[Value]]:
        places: dict[Any, Any] = {}
        values: list[Value] = []
        for key, value in _nest.flatten_items(feed_dict or {}):
            for place, part in self._feed_parts(key, value):
                try:
                    tensor = self._graph.as_graph_element(place, allow_operation=False)
                except (TypeError, KeyError, ValueError) as error:
                    raise TypeError("Cannot interpret feed_dict key as Tensor: %s" % error) from None
                places[tensor] = None
                values.append(_fed(tensor, part))
        return list(places), values

    @staticmethod
    def _feed_parts(key: Any, value: Any) -> Iterator[tuple[Any, Any]]:
        if isinstance(key, SparseTensor):
            yield from zip((key.indices, key.values, key.dense_shape), value)
        elif isinstance(key, IndexedSlices):
            yield from ((p, v) for p, v in zip((key.values, key.indices, key.dense_shape), value) if p is not None)
        else:
            yield key, value

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        """Runs what the fetches need and gives their values, structured as they are."""
        self._check_open()
        plan = _Plan(self._graph, fetches)
        places, values = self._feeds(feed_dict)
        fed = {(p.node_index, p.index): v for p, v in zip(places, values)}
        wanted = [t for t in plan.tensors if (t.node_index, t.index) not in fed]
        got: list[Any] = []
        if wanted or plan.targets or not plan.tensors:
            key = (tuple((t.node_index, t.index) for t in wanted), tuple(plan.targets), tuple(fed))
            run = self._callables.get(key)
            if run is None:
                if len(self._callables) > 1024:
                    self._callables.clear()
                targets = [Operation(self._graph, n) for n in plan.targets]
                run = self._callables[key] = self._session.callable(wanted, places, targets)
            metadata = None if run_metadata is None else run_metadata._fresh()
            try:
                got = run(*values, options=options._native() if isinstance(options, RunOptions) else None, metadata=metadata)
            except Error as error:
                raise self._told(error) from None
        by_key = {(t.node_index, t.index): to_numpy(v) for t, v in zip(wanted, got)}
        by_key.update({k: to_numpy(v) for k, v in fed.items() if k in plan.outputs})
        return plan.result([by_key[k] for k in plan.outputs])

    def _told(self, error: Error) -> Error:
        """An error with what TensorFlow's have: op, node_def, error_code."""
        op = None
        if error.node:
            try:
                op = self._graph.get_operation_by_name(error.node)
            except (KeyError, ValueError):
                pass
        setattr(error, "op", op)
        setattr(error, "node_def", None if op is None else op.node_def)
        setattr(error, "error_code", error.code)
        return error

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any:
        self._check_open()
        plan = _Plan(self._graph, fetches)
        places = [self._graph.as_graph_element(f, allow_operation=False) for f in feeds or []]
        return self._session.partial_run(plan.tensors, places, [Operation(self._graph, n) for n in plan.targets])

    def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any:
        plan = _Plan(self._graph, fetches)
        places, values = self._feeds(feed_dict)
        try:
            got = handle.step(list(plan.tensors), dict(zip(places, values)))
        except Error as error:
            raise self._told(error) from None
        return plan.result([to_numpy(v) for v in got])

    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Any:
        """A function of the values of feed_list that makes the same run again and again."""
        self._check_open()
        plan = _Plan(self._graph, fetches)
        places = [self._graph.as_graph_element(f, allow_operation=False) for f in feed_list or []]
        run = self._session.callable(list(plan.tensors), places, [Operation(self._graph, n) for n in plan.targets])

        def call(*values: Any, **keywords: Any) -> Any:
            if len(values) != len(places):
                raise ValueError("Expected %d feeds, got %d" % (len(places), len(values)))
            options, metadata = keywords.get("options"), keywords.get("run_metadata")
            try:
                got = run(*[_fed(p, v) for p, v in zip(places, values)], options=None if options is None else options._native(),
                          metadata=None if metadata is None else metadata._fresh())
            except Error as error:
                raise self._told(error) from None
            return plan.result([to_numpy(v) for v in got])
        return call

    def list_devices(self) -> list[Any]:
        return [_Device(name) for name in self._session.devices()]

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Any]:
        """The session is the thread's default within; the graph is not."""
        _local.__dict__.setdefault("sessions", []).append(self)
        try:
            yield self
        finally:
            _local.sessions.pop()


def _fed(tensor: Tensor, value: Any) -> Value:
    if isinstance(value, (Operators, Node)):
        raise TypeError("The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, lists, numpy "
                        "ndarrays, or TensorHandles. For reference, the tensor object was %r which was passed to the feed with key %r." % (value, tensor))
    dtype = tensor.dtype
    if isinstance(value, Value):
        held = value
    elif dtype == DType.string:
        held = value_of(value, dtype)
    else:
        array = np.asarray(value)
        if isinstance(value, int) and dtype.is_integer and not dtype.min <= value <= dtype.max:
            raise TypeError("Type of feed value %s with type %s is not compatible with Tensor type %s. Try explicitly setting the type of the "
                            "feed tensor to a larger type (e.g. int64)." % (value, type(value), dtype.name))
        try:
            array = array.astype(dtype.as_numpy_dtype, copy=False)
        except (TypeError, ValueError) as error:
            raise ValueError("Cannot feed %r for Tensor '%s' of type %s: %s" % (value, tensor.name, dtype.name, error)) from None
        held = Value(array, dtype)
    if not tensor.shape.is_compatible_with(held.shape):
        raise ValueError("Cannot feed value of shape %s for Tensor %s, which has shape %s" % (held.shape, tensor.name, tensor.shape))
    return held


class _Device:
    def __init__(self, name: str):
        self.name, self.device_type = name, name.rsplit(":", 2)[-2] if ":" in name else name
        self.memory_limit_bytes = 0

    def __repr__(self) -> str:
        return "_DeviceAttributes(%s, %s)" % (self.name, self.device_type)


class Session(BaseSession):
    """As a context manager it is the default session, and its graph the default graph, until it ends and is closed."""

    def __init__(self, target: Any = "", graph: Graph | None = None, config: ConfigProto | None = None):
        super().__init__(target, graph, config)
        self._entered: list[contextlib.ExitStack] = []

    def __enter__(self) -> Session:
        stack = contextlib.ExitStack()
        stack.enter_context(self._graph.as_default())
        stack.enter_context(self.as_default())
        self._entered.append(stack)
        return self

    def __exit__(self, *error: Any) -> None:
        self._entered.pop().close()
        self.close()

    @staticmethod
    def reset(target: Any, containers: Any = None, config: Any = None) -> None:
        _plain.Session.reset(list(containers or ()), target=str(target).replace("grpc://", "runnel://"))


class InteractiveSession(BaseSession):
    """The default session from when it is made until it is closed."""

    def __init__(self, target: Any = "", graph: Graph | None = None, config: ConfigProto | None = None):
        super().__init__(target, graph, config)
        self._stack = contextlib.ExitStack()
        if graph is not None:
            self._stack.enter_context(graph.as_default())
        self._stack.enter_context(self.as_default())

    def close(self) -> None:
        self._stack.close()
        super().close()
