"""Sessions run parts of a graph and own its variables. A run releases the GIL, and any number of threads may run at once.

Feeds are a dict from outputs (or their names) to tensors, arrays or numbers; what is not a Tensor is copied. Fetches are
outputs, variables, names, or lists, tuples and dicts of them, and come back as Tensors in the same structure; a Node
among them is run and gives None.
"""
from __future__ import annotations

import concurrent.futures
import ctypes
import itertools
import json
import threading
from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Sequence, TypeVar, Union, overload
from typing import Callable as Function

from . import _abi
from ._interrupt import Cancellation, on_main_thread, watcher
from ._library import (Handle, byref, check, created, error_of, lib, releases, string, strings, take_bytes, take_names,
                       text)
from ._session_options import session_options
from .errors import Error
from .graph import Graph, Node, Operators, Output
from .plan import Plan, read_plan, shape_arrays
from .runtime import Runtime, default_runtime
from .sparse import IndexedSlices, SparseTensor
from .tensor import ArrayLike, Tensor, as_tensor

if TYPE_CHECKING:
    from .meta_graph import MetaGraph
    from .variables import Variable

_T = TypeVar("_T")
if TYPE_CHECKING:
    _Future = concurrent.futures.Future[Any]
else:
    _Future = concurrent.futures.Future

# What a run is fed at: one tensor, or several that are one value.
Place = Union[Output, str, SparseTensor, IndexedSlices]
# Keys are outputs or names. A dict of outputs alone is no dict of both to a type checker, so each kind is named.
Feed = Union[Mapping[Output, ArrayLike], Mapping[str, ArrayLike], Mapping[Union[Output, str], ArrayLike],
             Mapping[SparseTensor, SparseTensor], Mapping[IndexedSlices, IndexedSlices], Mapping[Place, Any]]
Shapes = Union[Mapping[Output, Union[Sequence[Union[int, None]], None]], Mapping[str, Union[Sequence[Union[int, None]], None]],
               Mapping[Union[Output, str], Union[Sequence[Union[int, None]], None]]]
Fetch = Any


@releases(lib.rnl_run_options_release)
class RunOptions(Handle):
    """timeout: in seconds; None: the session's. trace: metadata gets the time of every node; profile: and each
    kernel is waited for before the next, so that plans of the session tell what it takes. A cancellation ends the run
    from another thread; if there is one, Ctrl-C cancels it."""

    def __init__(self, *, timeout: float | None = None, cancellation: Cancellation | None = None, trace: bool = False,
                 partition_graphs: bool = False, keep_on_device: bool = False, profile: bool = False):
        super().__init__(created(lib.rnl_run_options_create))
        self.cancellation = cancellation
        self._again: dict[str, Any] = dict(timeout=timeout, trace=trace, partition_graphs=partition_graphs, keep_on_device=keep_on_device,
                           profile=profile)
        if timeout is not None:
            check(lib.rnl_run_options_set_timeout(self, max(0, round(timeout * 1000))))
        if cancellation is not None:
            check(lib.rnl_run_options_set_cancellation(self, cancellation))
        check(lib.rnl_run_options_set_trace(self, trace))
        check(lib.rnl_run_options_set_profile(self, profile))
        check(lib.rnl_run_options_set_partition_graphs(self, partition_graphs))
        check(lib.rnl_run_options_set_keep_on_device(self, keep_on_device))

    def cancellable(self) -> RunOptions:
        """Itself, or the same with a cancellation."""
        return self if self.cancellation is not None else RunOptions(cancellation=Cancellation(), **self._again)


class NodeStats(NamedTuple):
    node: str
    op: str
    device: str
    start_ns: int
    end_ns: int


@releases(lib.rnl_metadata_release)
class Metadata(Handle):
    """What a run tells about itself; filled anew by each run that it is passed to."""

    def __init__(self) -> None:
        super().__init__(created(lib.rnl_metadata_create))

    @property
    def launches(self) -> int:
        """Kernels run in the step."""
        return int(lib.rnl_metadata_launches(self))

    @property
    def copies(self) -> int:
        """Tensors copied between devices."""
        return int(lib.rnl_metadata_copies(self))

    @property
    def arena_bytes(self) -> int:
        """Of the step's arenas."""
        return int(lib.rnl_metadata_arena_bytes(self))

    @property
    def planning_seconds(self) -> float:
        """0: the plan was there already."""
        return float(lib.rnl_metadata_planning_seconds(self))

    def _strings(self, function: Function[..., Any], index: int, count: int) -> list[str]:
        out = [_abi.rnl_str_t() for _ in range(count)]
        check(function(self, index, *map(byref, out)))
        return [text(s) for s in out]

    @property
    def placements(self) -> dict[str, str]:
        """The device that each node ran on."""
        pairs = (self._strings(lib.rnl_metadata_placement, i, 2) for i in range(lib.rnl_metadata_num_placements(self)))
        return {node: device for node, device in pairs}

    @property
    def fallbacks(self) -> list[str]:
        """Nodes that soft placement moved."""
        return [self._strings(lib.rnl_metadata_fallback, i, 1)[0] for i in range(lib.rnl_metadata_num_fallbacks(self))]

    @property
    def node_stats(self) -> list[NodeStats]:
        out = []
        for i in range(lib.rnl_metadata_num_node_stats(self)):
            node, op, device = (_abi.rnl_str_t() for _ in range(3))
            start, end = ctypes.c_int64(), ctypes.c_int64()
            check(lib.rnl_metadata_node_stats(self, i, byref(node), byref(op), byref(device), byref(start), byref(end)))
            out.append(NodeStats(text(node), text(op), text(device), start.value, end.value))
        return out

    @property
    def partitions(self) -> dict[str, bytes]:
        """The GraphDef that each device ran."""
        out = {}
        for i in range(lib.rnl_metadata_num_partitions(self)):
            device, graph_def = _abi.rnl_str_t(), ctypes.c_void_p()
            check(lib.rnl_metadata_partition(self, i, byref(device), byref(graph_def)))
            out[text(device)] = take_bytes(graph_def.value or 0)
        return out

    def to_run_metadata(self) -> bytes:
        """All of it as TensorFlow's RunMetadata."""
        return take_bytes(created(lib.rnl_metadata_export, self))


class _MainOptions:
    """The options of the main thread's runs that have none: they can be cancelled by Ctrl-C. A fired one, which only the
    watcher knows, is replaced."""

    options: RunOptions | None = None
    cancellation: Cancellation | None = None

    def get(self) -> RunOptions:
        if self.options is None or self.cancellation is None or self.cancellation.fired:
            self.cancellation = Cancellation()
            self.options = RunOptions(cancellation=self.cancellation)
        return self.options


_main_options = _MainOptions()


def _check(status: int | None, graph: Graph) -> None:
    """check, with the line of the program that made the node at fault."""
    try:
        check(status)
    except Error as error:
        raise _traced(error, graph) from None


def _traced(error: Error, graph: Graph) -> Error:
    if error.node:
        error.made_at = graph.made_at(error.node)
    return error


def _call(run: Function[[RunOptions | None], int | None], options: RunOptions | None, graph: Graph) -> None:
    """run(options), which gives a status; on the main thread so that Ctrl-C cancels it."""
    if not on_main_thread():
        _check(run(options), graph)
        return
    options = _main_options.get() if options is None else options.cancellable()
    watch = watcher()
    try:
        assert options.cancellation is not None  # as cancellable() sees to
        watch.enter(options.cancellation)
        status = run(options)
    finally:
        watch.leave()
    _check(status, graph)


class _Request:
    """Feeds, fetches and targets as C has them, and the way back to the structure of the fetches."""

    def __init__(self, graph: Graph, fetches: Fetch, feed: Sequence[Place], targets: Sequence[Node | Output | str]):
        self.graph = graph
        self.outputs: list[Output] = []
        self.nodes: list[Node] = []
        self.feeds: list[Output] = []
        self.widths: list[int] | None = None  # how many feeds each place takes, if not one each
        for place in feed:
            parts = [p for p in place if p is not None] if isinstance(place, (SparseTensor, IndexedSlices)) else [place]
            self.feeds += [self._output(p) for p in parts]
            if len(parts) > 1 and self.widths is None:
                self.widths = [1] * (len(self.feeds) - len(parts))
            if self.widths is not None:
                self.widths.append(len(parts))
        self.structure = self._flatten(fetches)
        for target in targets:
            self.nodes.append(self._node(target))
        self.num_feeds, self.num_fetches, self.num_targets = len(self.feeds), len(self.outputs), len(self.nodes)
        self.feed_array = (_abi.rnl_output_t * self.num_feeds)(*(o.raw for o in self.feeds))
        self.fetch_array = (_abi.rnl_output_t * self.num_fetches)(*(o.raw for o in self.outputs))
        self.target_array = (_abi.rnl_node_t * self.num_targets)(*(n.index for n in self.nodes))

    def _own(self, thing: _T) -> _T:
        if getattr(thing, "graph", None) is not self.graph:
            raise ValueError("%r is of another graph than the session" % (thing,))
        return thing

    def _output(self, thing: Any) -> Output:
        if isinstance(thing, str):
            return self.graph.output(thing)
        if isinstance(thing, Operators):
            return self._own(thing)._taken_as(None)
        raise TypeError("an output of the graph or its name is wanted, not %r" % (thing,))

    def _node(self, thing: Any) -> Node:
        if isinstance(thing, str):
            return self.graph.node(thing)
        if isinstance(thing, Output):
            return self._own(thing).node
        if isinstance(thing, Node):
            return self._own(thing)
        raise TypeError("a node of the graph or its name is wanted, not %r" % (thing,))

    def _flatten(self, fetch: Fetch) -> Any:
        if fetch is None:
            return None
        if isinstance(fetch, (list, tuple)):
            return type(fetch), [self._flatten(f) for f in fetch]
        if isinstance(fetch, Mapping):
            return dict, {k: self._flatten(f) for k, f in fetch.items()}
        if isinstance(fetch, Node):
            self.nodes.append(self._own(fetch))
            return None
        self.outputs.append(self._output(fetch))
        return len(self.outputs) - 1

    def flat(self, values: Sequence[Any]) -> Sequence[Any]:
        """The parts of values, one for each feed."""
        if self.widths is None:
            return values
        if len(values) != len(self.widths):
            raise TypeError("%d feeds for %d places" % (len(values), len(self.widths)))
        parts: list[Any] = []
        for value, width in zip(values, self.widths):
            own = [value] if width == 1 else [p for p in value if p is not None]
            if len(own) != width:
                raise TypeError("a value of %d parts where %d are fed: %r" % (len(own), width, value))
            parts += own
        return parts

    def tensors(self, given: Sequence[Any]) -> list[Tensor]:
        values = self.flat(given)
        return [as_tensor(v, None if isinstance(v, Tensor) else f.dtype, self.graph.runtime) for f, v in zip(self.feeds, values)]

    def result(self, tensors: list[Tensor]) -> Any:
        def build(s: Any) -> Any:
            if s is None or isinstance(s, int):
                return None if s is None else tensors[s]
            kind, parts = s
            if kind is dict:
                return {k: build(p) for k, p in parts.items()}
            parts = [build(p) for p in parts]
            return kind(*parts) if hasattr(kind, "_fields") else kind(parts)
        return build(self.structure)


def _handles(tensors: Sequence[Tensor]) -> ctypes.Array[ctypes.c_void_p]:
    return (ctypes.c_void_p * len(tensors))(*(t._as_parameter_ for t in tensors))


@releases(lib.rnl_callable_release)
class Callable(Handle):
    """A prepared run: called with its feeds in order, it answers its fetches. Made by Session.callable. Any thread."""

    def __init__(self, session: Session, fetches: Fetch, feeds: Sequence[Place],
                 targets: Sequence[Node | Output | str]):
        self._session, request = session, _Request(session.graph, fetches, feeds, targets)
        self._request, self._runtime = request, session.graph.runtime
        self._types = [f.dtype for f in request.feeds]
        self._feeds, self._fetches = ctypes.c_void_p * request.num_feeds, ctypes.c_void_p * request.num_fetches
        super().__init__(created(lib.rnl_session_prepare, session, request.feed_array, request.num_feeds, request.fetch_array,
                                 request.num_fetches, request.target_array, request.num_targets))

    def __call__(self, *given: Any, options: RunOptions | None = None, metadata: Metadata | None = None) -> Any:
        feeds = given if self._request.widths is None else self._request.flat(given)
        if len(feeds) != len(self._types):
            raise TypeError("%d feeds for a callable of %d" % (len(feeds), len(self._types)))
        tensors = self._tensors(feeds)
        handles, out = self._feeds(*[t._as_parameter_ for t in tensors]), self._fetches()
        _call(lambda o: lib.rnl_callable_run(self, o, handles, len(handles), out, len(out), metadata), options, self._request.graph)
        if self._request.structure == 0:
            return Tensor._adopt(out[0], self._runtime)
        return self._request.result([Tensor._adopt(h, self._runtime) for h in out])

    def _tensors(self, feeds: Sequence[ArrayLike]) -> list[Tensor]:
        return [f if type(f) is Tensor else Tensor(f, t, self._runtime) for f, t in zip(feeds, self._types)]

    def run_async(self, *given: Any, timeout: float | None = None) -> RunFuture:
        """Starts a call and returns a future, as Session.run_async does."""
        feeds = self._request.flat(given)
        if len(feeds) != len(self._types):
            raise TypeError("%d feeds for a callable of %d" % (len(feeds), len(self._types)))
        tensors = self._tensors(feeds)
        handles = _handles(tensors)
        return self._session._start(self._request, timeout, lambda options, queue, tag: check(
            lib.rnl_callable_run_async(self, options, handles, len(handles), queue, tag)))


class RunFuture(_Future):
    """The result of an asynchronous run. cancel() asks the run to end; result() then raises runnel.Cancelled."""

    def __init__(self, cancellation: Cancellation):
        super().__init__()
        self._cancellation = cancellation

    def cancel(self) -> bool:
        if self.done():
            return False
        self._cancellation.cancel()
        return True


class _Completions:
    """The futures of a session that are not done, and the thread that finishes them. It lives while there are any."""

    def __init__(self) -> None:
        self.queue = _Queue(created(lib.rnl_completion_queue_create))
        self.tags = itertools.count(1)
        self.lock = threading.Lock()  # guards pending
        self.pending: dict[int, tuple[RunFuture, _Request]] = {}

    def start(self, future: RunFuture, request: _Request, launch: Function[[int], None]) -> None:
        """launch(tag) starts the run. Its failure is raised here."""
        tag = next(self.tags)
        future.set_running_or_notify_cancel()
        with self.lock:
            launch(tag)
            self.pending[tag] = (future, request)
            if len(self.pending) == 1:
                threading.Thread(target=self._finish_all, name="runnel-futures", daemon=True).start()

    def _finish_all(self) -> None:
        while True:
            completion = _Completion(created(lib.rnl_completion_queue_next, self.queue, -1))
            with self.lock:
                future, request = self.pending.pop(lib.rnl_completion_tag(completion))
                last = not self.pending
            _finish(future, request, completion)
            if last:
                return


def _finish(future: RunFuture, request: _Request, completion: _Completion) -> None:
    status = lib.rnl_completion_status(completion)
    if status:
        future.set_exception(_traced(error_of(status), request.graph))
        return
    tensors = [Tensor._adopt(lib.rnl_tensor_retain(lib.rnl_completion_fetch(completion, i)), request.graph.runtime)
               for i in range(lib.rnl_completion_num_fetches(completion))]
    future.set_result(request.result(tensors))


@releases(lib.rnl_completion_queue_release)
class _Queue(Handle):
    pass


@releases(lib.rnl_completion_release)
class _Completion(Handle):
    pass


@releases(lib.rnl_partial_run_release)
class PartialRun(Handle):
    """One step that is fed and fetched in stages."""

    def __init__(self, session: Session, handle: int):
        super().__init__(handle)
        self._session = session

    def step(self, fetches: Fetch, feed: Feed | None = None) -> Any:
        feed = feed or {}
        request = _Request(self._session.graph, fetches, list(feed), ())
        tensors = request.tensors(list(feed.values()))
        out = (ctypes.c_void_p * request.num_fetches)()
        _check(lib.rnl_partial_run_step(self, request.feed_array, _handles(tensors), request.num_feeds, request.fetch_array, out,
                                        request.num_fetches), self._session.graph)
        return request.result([Tensor._adopt(h, self._session.graph.runtime) for h in out])


@releases(lib.rnl_session_release)
class Session(Handle):
    """A session over a graph, which may go on growing. A context manager that closes it.

    soft_placement: a node whose device has no kernel for it runs on another. disable_passes: "controls", "fold", "branches",
    "simplify", "cse", "pads", "scales", "layout", "weights", "lookups", "products", "norms", "attention", "epilogue", "fuse", "follow", "bands",
    "regions", "pack" or "all". print_passes: log the graph of a plan after each pass. timeout: in seconds, for runs that give none. default_device: for nodes without one. target:
    "runnel://host:port" runs it on the cluster of the server that listens there, whose token it shows, and which has
    connect_timeout seconds to gather; key_file and certificates (three paths) are those of its servers, and device_filters
    ("/job:ps") leave the other tasks alone.
    """

    def __init__(self, graph: Graph, **options: Any):
        self._set_up(graph)
        super().__init__(created(lib.rnl_session_create, graph, session_options(**options)))

    def _set_up(self, graph: Graph) -> None:
        self.graph = graph
        self._completions: _Completions | None = None
        self._lock = threading.Lock()  # guards _completions and _kept
        self._kept: list[Handle] = []  # what lives as long as the session

    def _keep(self, handle: Handle) -> None:
        with self._lock:
            if handle not in self._kept:
                self._kept.append(handle)

    @classmethod
    def _adopt(cls, handle: int | None, graph: Graph) -> Session:
        self = cls.__new__(cls)
        self._set_up(graph)
        self._as_parameter_ = handle
        return self

    def close(self) -> None:
        """Cancels running steps, waits for them, drops variables and queues."""
        check(lib.rnl_session_close(self))

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @overload
    def run(self, fetches: None = None, feed: Feed | None = None, targets: Sequence[Node | Output | str] = (),
            options: RunOptions | None = None, metadata: Metadata | None = None) -> None: ...

    @overload
    def run(self, fetches: Output | Variable | str, feed: Feed | None = None, targets: Sequence[Node | Output | str] = (),
            options: RunOptions | None = None, metadata: Metadata | None = None) -> Tensor: ...

    @overload
    def run(self, fetches: Fetch, feed: Feed | None = None, targets: Sequence[Node | Output | str] = (),
            options: RunOptions | None = None, metadata: Metadata | None = None) -> Any: ...

    def run(self, fetches: Fetch = None, feed: Feed | None = None, targets: Sequence[Node | Output | str] = (),
            options: RunOptions | None = None, metadata: Metadata | None = None) -> Any:
        """Runs what fetches and targets need, once. Ctrl-C on the main thread ends it."""
        feed = feed or {}
        request = _Request(self.graph, fetches, list(feed), targets)
        tensors = request.tensors(list(feed.values()))
        handles, out = _handles(tensors), (ctypes.c_void_p * request.num_fetches)()
        _call(lambda o: lib.rnl_session_run_outputs(
            self, o, request.feed_array, handles, request.num_feeds, request.fetch_array, out, request.num_fetches,
            request.target_array, request.num_targets, metadata), options, self.graph)
        return request.result([Tensor._adopt(h, self.graph.runtime) for h in out])

    def run_async(self, fetches: Fetch = None, feed: Feed | None = None, targets: Sequence[Node | Output | str] = (),
                  timeout: float | None = None) -> RunFuture:
        """Starts a run and returns a future, whose result is what run would answer; asyncio.wrap_future awaits it."""
        feed = feed or {}
        request = _Request(self.graph, fetches, list(feed), targets)
        handles = _handles(tensors := request.tensors(list(feed.values())))
        future = self._start(request, timeout, lambda options, queue, tag: check(lib.rnl_session_run_async(
            self, options, request.feed_array, handles, request.num_feeds, request.fetch_array, request.num_fetches,
            request.target_array, request.num_targets, queue, tag)))
        del tensors  # the run has retained them
        return future

    def _start(self, request: _Request, timeout: float | None,
               launch: Function[[RunOptions, _Queue, int], None]) -> RunFuture:
        """launch(options, queue, tag) starts the run."""
        cancellation = Cancellation()
        options = RunOptions(timeout=timeout, cancellation=cancellation)
        with self._lock:
            completions = self._completions = self._completions or _Completions()
        future = RunFuture(cancellation)
        completions.start(future, request, lambda tag: launch(options, completions.queue, tag))
        return future

    def callable(self, fetches: Fetch = None, feeds: Sequence[Place] = (),
                 targets: Sequence[Node | Output | str] = ()) -> Callable:
        """Prepares a run: the fastest way to make the same one many times."""
        return Callable(self, fetches, feeds, targets)

    def partial_run(self, fetches: Sequence[Output | str], feeds: Sequence[Place],
                    targets: Sequence[Node | Output | str] = ()) -> PartialRun:
        """A step in stages, for which everything that will be fed and fetched is named."""
        request = _Request(self.graph, list(fetches), feeds, targets)
        return PartialRun(self, created(
            lib.rnl_session_begin_partial_run, self, request.feed_array, request.num_feeds, request.fetch_array,
            request.num_fetches, request.target_array, request.num_targets))

    def plan(self, fetches: Fetch = None, feed: Shapes | None = None,
             targets: Sequence[Node | Output | str] = ()) -> Plan:
        """What a run would do, without running it, for feeds of these shapes: None as the graph says, None in a shape for
        a size that is not known. Raises Unimplemented for a session on a cluster."""
        request = _Request(self.graph, fetches, list(feed or {}), targets)
        return read_plan(created(lib.rnl_session_plan, self, request.feed_array, *shape_arrays((feed or {}).values()), request.num_feeds,
                                 request.fetch_array, request.num_fetches, request.target_array, request.num_targets))

    def save_plan(self, path: str, fetches: Mapping[str, Output | str], feeds: Mapping[str, Output | str],
                  shapes: Mapping[str, Sequence[int | None] | None] | None = None) -> None:
        """Saves the plan of a run as a model of one signature, which calls fetches and feeds as the keys say; SavedModel(path)
        opens it and plans at once. shapes: of feeds, by key. Raises Unimplemented, naming a node, for variables and the like."""
        request = _Request(self.graph, list(fetches.values()), list(feeds.values()), ())
        check(lib.rnl_session_save_plan(self, request.feed_array, strings(feeds), *shape_arrays((shapes or {}).get(key) for key in feeds),
                                        request.num_feeds, request.fetch_array, strings(fetches), request.num_fetches, string(path)))

    def initialize(self) -> None:
        """Sets all variables that the graph has now."""
        self.run(targets=[self.graph.initializer()])

    def devices(self) -> list[str]:
        """The full names of the devices that nodes may be placed on, of all tasks where the session is on a cluster."""
        return take_names(created(lib.rnl_session_devices, self))

    def task_logs(self) -> list[str]:
        """What the tasks of the session's cluster noted lately, a line each."""
        return take_names(created(lib.rnl_session_task_logs, self))

    @staticmethod
    def reset(containers: Sequence[str] = (), *, runtime: Runtime | None = None, **options: Any) -> None:
        """Drops what containers hold on every task that a session with these options would use; none named: all. Sessions
        over those tasks end."""
        names = list(containers)
        check(lib.rnl_session_reset(runtime or default_runtime(), session_options(**options), strings(names), len(names)))

    @staticmethod
    def server_status(target: str, *, all_tasks: bool = True, runtime: Runtime | None = None,
                      **options: Any) -> list[dict[str, Any]]:
        """How the server at `target` is, or with all_tasks every task of its cluster: name, address, incarnation, devices,
        step and bytes of each, or "error" where one does not answer. Options are those of a session. Raises Unavailable,
        DeadlineExceeded, Unauthenticated."""
        given = session_options(target=target, **options)
        tasks: list[dict[str, Any]] = json.loads(
            take_bytes(created(lib.rnl_server_status, runtime or default_runtime(), given, all_tasks)))["tasks"]
        return tasks

    def save(self, prefix: str) -> None:
        """Writes every initialised variable to a checkpoint (TensorFlow's V2 format), atomically."""
        check(lib.rnl_session_save(self, string(prefix)))

    def restore(self, prefix: str) -> None:
        """Sets every variable of the graph from a checkpoint."""
        check(lib.rnl_session_restore(self, string(prefix)))

    def write_saved_model(self, folder: str, meta: MetaGraph | None = None) -> None:
        """Writes graph, variables and what `meta` says as a SavedModel that TensorFlow loads: to a new or empty folder, which
        is whole when it appears. Without a tag in `meta`: "serve"."""
        check(lib.rnl_saved_model_write(self, meta, string(folder)))

    def save_sharded(self, prefix: str) -> None:
        """save() where every task writes what lies on it, in files of its own (its `files` folder, where it has one): a
        cluster needs no file system that all tasks share. Saved over an earlier one, that is whole until the new one is. One
        client saves at a time."""
        check(lib.rnl_session_save_sharded(self, string(prefix)))

    def restore_sharded(self, prefix: str) -> None:
        """Sets every variable to what the newest save_sharded() left, also where variables or files lie on other tasks now.
        Raises DataLoss naming a file that is gone or damaged, and the task that wrote it."""
        check(lib.rnl_session_restore_sharded(self, string(prefix)))

    def find_sharded(self, prefix: str) -> int:
        """How often save_sharded() has saved under the prefix; 0: there is no checkpoint."""
        saves = ctypes.c_int64()
        check(lib.rnl_session_find_sharded(self, string(prefix), ctypes.byref(saves)))
        return saves.value

    def freeze(self, outputs: Sequence[Output | str]) -> bytes:
        """What `outputs` need, with the variables' present values as constants, as GraphDef bytes."""
        names = [o if isinstance(o, str) else o.name for o in outputs]
        return take_bytes(created(lib.rnl_session_freeze, self, strings(names), len(names)))


__all__ = ["Callable", "Cancellation", "Metadata", "NodeStats", "PartialRun", "RunFuture", "RunOptions", "Session"]
