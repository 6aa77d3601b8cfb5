"""Training by steps: which task of which cluster a program is, sessions that recover by themselves, and hooks that see each step.

    config = RunConfig("/tmp/model", save_checkpoints_steps=100)
    with Trainer(graph, config, hooks=[hooks.StopAtStepHook(last_step=1000)]) as trainer:
        while not trainer.should_stop:
            loss = trainer.run(loss, {x: batch}, targets=[train])
"""
from __future__ import annotations

import itertools
import os
from ctypes import byref, c_size_t, c_void_p, sizeof
from typing import Any, Callable, Iterable, Mapping, Sequence, Union

from .. import _abi
from .._host_functions import status_of
from .._interrupt import interruptibly
from .._library import Handle, check, created, immortal, lib, releases, string, text
from .._session_options import SessionOptions, session_options
from ..cluster import Server
from ..graph import Graph, Node, Output
from ..meta_graph import MetaGraph
from ..runtime import Runtime, default_runtime
from ..session import Feed, Fetch, Session, _Request
from ..tensor import ArrayLike, Tensor, as_tensor
from ._spec import Spec, SpecLike, list_of, literal, text_of


def options_text(options: Mapping[str, Any]) -> str:
    """Arguments as C takes them; what is None has its default."""
    return ", ".join("%s=%s" % (name, literal(value)) for name, value in options.items() if value is not None)


def cluster_text(cluster: Mapping[str, Sequence[str]] | None) -> str | None:
    return None if cluster is None else ";".join("%s=%s" % (job, ",".join(tasks)) for job, tasks in cluster.items())


@releases(lib.rnl_learn_config_release)
class RunConfig(Handle):
    """How a program trains, and which task of which cluster it is. It does not change.

    Checkpoints go to model_dir, every save_checkpoints_steps steps or save_checkpoints_secs seconds (600, if neither is given);
    the newest keep_checkpoint_max stay, and one every keep_checkpoint_every_n_hours hours. checkpoint_failures: "end", or "log":
    training goes on without that checkpoint. max_recoveries: how often in a row a session is made anew without a new step.
    ready_secs: how long others wait for the chief; connect_secs: for a task; shutdown_secs: parameter servers for workers when
    the chief has ended. cluster: addresses of tasks by job; task_type and task_index say which of them this is, listen_fd is a
    socket that listens already for its server. tf_config is the JSON that TensorFlow takes, whose cluster and task replace
    these; None: that of the environment, TF_CONFIG. strategy: how an estimator divides batches, as
    strategies.MultiWorkerMirrored(shards=6). Raises InvalidArgument naming the argument, or the JSON's byte or field.
    """

    def __init__(self, model_dir: str | os.PathLike[str] = "", *, save_checkpoints_steps: int | None = None,
                 save_checkpoints_secs: float | None = None, keep_checkpoint_max: int | None = None,
                 keep_checkpoint_every_n_hours: float | None = None, log_step_count_steps: int | None = None,
                 save_summary_steps: int | None = None, tf_random_seed: int | None = None, checkpoint_failures: str | None = None,
                 max_recoveries: int | None = None, ready_secs: float | None = None, connect_secs: float | None = None,
                 shutdown_secs: float | None = None, master: str | None = None,
                 cluster: Mapping[str, Sequence[str]] | None = None, task_type: str | None = None, task_index: int | None = None,
                 listen_fd: int | None = None, tf_config: str | None = None, strategy: SpecLike | None = None,
                 runtime: Runtime | None = None) -> None:
        self.runtime = runtime or default_runtime()
        said = options_text(dict(
            model_dir=os.fspath(model_dir), save_checkpoints_steps=save_checkpoints_steps,
            save_checkpoints_secs=save_checkpoints_secs, keep_checkpoint_max=keep_checkpoint_max,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours, log_step_count_steps=log_step_count_steps,
            save_summary_steps=save_summary_steps, tf_random_seed=tf_random_seed, checkpoint_failures=checkpoint_failures,
            max_recoveries=max_recoveries, ready_secs=ready_secs, connect_secs=connect_secs, shutdown_secs=shutdown_secs,
            master=master, cluster=cluster_text(cluster), task_type=task_type, task_index=task_index, listen_fd=listen_fd,
            strategy=None if strategy is None else text_of(strategy)))
        json = os.environ.get("TF_CONFIG", "") if tf_config is None else tf_config
        super().__init__(created(lib.rnl_learn_config_create, self.runtime, string(said), string(json)))

    @property
    def task_type(self) -> str:
        """chief, worker, ps or evaluator."""
        return text(lib.rnl_learn_config_task_type(self))

    @property
    def task_index(self) -> int:
        return int(lib.rnl_learn_config_task_index(self))

    @property
    def is_chief(self) -> bool:
        return bool(lib.rnl_learn_config_is_chief(self))

    @property
    def model_dir(self) -> str:
        return text(lib.rnl_learn_config_model_dir(self))

    def num_tasks(self, job: str) -> int:
        return int(lib.rnl_learn_config_num_tasks(self, string(job)))

    def start_server(self) -> Server | None:
        """The server of this task. None for an evaluator, and without a cluster."""
        out = c_void_p()
        check(lib.rnl_learn_config_start_server(self, byref(out)))
        if not out.value:
            return None
        server = Server.__new__(Server)
        server._as_parameter_ = out.value
        return server


class HookCall:
    """One call of a hook, which it ends with. What is told of a step is that before the run, or after it."""

    def __init__(self, raw: int, graph: Graph) -> None:
        self._raw, self.graph, self._runtime = raw, graph, graph.runtime  # in begin, nodes may be added to the graph

    @property
    def session(self) -> Session | None:
        """None in begin."""
        session = lib.rnl_learn_hook_call_session(self._raw)
        return Session._adopt(lib.rnl_session_retain(session), self.graph) if session else None

    @property
    def step(self) -> int:
        """The global step, or without one how many steps have been run."""
        return int(lib.rnl_learn_hook_call_step(self._raw))

    @property
    def checkpoint(self) -> str:
        """In after_save, the checkpoint's prefix."""
        return text(lib.rnl_learn_hook_call_checkpoint(self._raw))

    def _output(self, output: Output | str) -> Output:
        found = self.graph.output(output) if isinstance(output, str) else output._taken_as(None)
        if found.graph is not self.graph:
            raise ValueError("%r is of another graph; an estimator's hook finds outputs by name" % (output,))
        return found

    def fetch(self, output: Output | str) -> int:
        """In before_run: the step fetches this too; its number among `values` in after_run."""
        index = c_size_t()
        check(lib.rnl_learn_hook_call_fetch(self._raw, self._output(output).raw, byref(index)))
        return index.value

    def feed(self, output: Output | str, value: ArrayLike) -> None:
        """In before_run: the step is fed with this, too."""
        place = self._output(output)
        tensor = value if isinstance(value, Tensor) else as_tensor(value, place.dtype, self._runtime)
        check(lib.rnl_learn_hook_call_feed(self._raw, place.raw, tensor))

    @property
    def values(self) -> list[Tensor]:
        """In after_run: what was fetched, in order."""
        return [Tensor._adopt(created(lib.rnl_learn_hook_call_value, self._raw, i), self._runtime)
                for i in range(lib.rnl_learn_hook_call_num_values(self._raw))]

    def request_stop(self) -> None:
        """No more steps after this one."""
        lib.rnl_learn_hook_call_request_stop(self._raw)


class Hook:
    """What sees each step of a trainer, as TensorFlow's SessionRunHook; overridden where something is to be done. Calls come on
    the thread that calls the trainer, with no lock held; they may run the session, but not the trainer. What one raises ends
    the run, and comes out of the trainer's call."""

    def begin(self, call: HookCall) -> None:
        """Once, before there is a session."""

    def after_create_session(self, call: HookCall) -> None:
        """After each session that was made, those of recoveries too."""

    def before_run(self, call: HookCall) -> None:
        """May fetch and feed."""

    def after_run(self, call: HookCall) -> None:
        """Has the values."""

    def end(self, call: HookCall) -> None:
        """Once, unless the run has failed."""

    def before_save(self, call: HookCall) -> None:
        """Around each checkpoint, as after_save."""

    def after_save(self, call: HookCall) -> None:
        """The checkpoint is there."""


# Hooks of the program, specs of Runnel's own, and functions that are told after each run.
HookLike = Union[Hook, Spec, str, Callable[[HookCall], Any]]
EVENTS = ("begin", "after_create_session", "before_run", "after_run", "end", "before_save", "after_save")


class Raised:
    """What a function of the program's has raised within a call into C, which raises it again."""

    def __init__(self) -> None:
        self.error: BaseException | None = None

    def check(self, status: int | None) -> None:
        error, self.error = self.error, None
        if status and error is not None:
            lib.rnl_status_release(status)
            raise error
        check(status)


class _Kept:
    """Hooks that C calls as one, in their order."""

    def __init__(self, hooks: Sequence[Hook], runtime: Runtime, graph: Graph | None, raised: Raised) -> None:
        self.hooks, self.runtime, self.graph, self.raised = hooks, runtime, graph, raised

    def tell(self, event: str, call: int) -> None:
        graph = lib.rnl_learn_hook_call_graph(call)
        if self.graph is None or self.graph._as_parameter_ != graph:  # of an estimator, whose calls make graphs
            self.graph = Graph._adopt(lib.rnl_graph_retain(graph), self.runtime)
        shown = HookCall(call, self.graph)
        for hook in self.hooks:
            getattr(hook, event)(shown)


class _AfterRun(Hook):
    def __init__(self, function: Callable[[HookCall], Any]) -> None:
        self.function = function

    def after_run(self, call: HookCall) -> None:
        self.function(call)


_kept: dict[int, _Kept] = {}
_keys = itertools.count(1)


def _teller(event: str) -> Any:
    def tell(key: int, call: int, kept: dict[int, _Kept] = _kept) -> Any:  # as a program ends, globals are gone
        try:
            kept[key].tell(event, call)
            return None
        except BaseException as error:  # nothing of Python's unwinds into C
            kept[key].raised.error = error
            return status_of(error)
    return immortal(_abi.rnl_learn_hook_fn_t(tell))


def _drop(key: int, kept: dict[int, _Kept] = _kept) -> None:
    kept.pop(key, None)


_tellers = [_teller(event) for event in EVENTS]
_drop_c = immortal(_abi.rnl_drop_fn_t(_drop))


class LentHooks:
    """Hooks as C takes them: `specs`, and `raw`, which calls those of the program with `key`."""

    def __init__(self, hooks: Iterable[HookLike], runtime: Runtime, raised: Raised, graph: Graph | None = None) -> None:
        given = list(hooks)
        own = [hook if isinstance(hook, Hook) else _AfterRun(hook) for hook in given
               if not isinstance(hook, (Spec, str))]
        self.specs = list_of([hook for hook in given if isinstance(hook, (Spec, str))])
        self.key = next(_keys)
        self.raw: Any = None
        if own:
            names = ", ".join(getattr(h.function, "__name__", "function") if isinstance(h, _AfterRun) else type(h).__name__ for h in own)
            self.raw = _abi.rnl_learn_hook_t(sizeof(_abi.rnl_learn_hook_t), string(names), *_tellers)
            _kept[self.key] = _Kept(own, runtime, graph, raised)

    def pointer(self) -> Any:
        return byref(self.raw) if self.raw is not None else None

    def release(self) -> None:
        _kept.pop(self.key, None)


class Scaffold:
    """What a trainer needs to know of a graph: outputs and nodes, or their names. What is None is taken from the collections of
    `meta`, as TensorFlow's Scaffold does, and else found: the first assignment of each variable, the variables without a value,
    the node global_step. `checkpoint` is what to begin with where model_dir has none; finalize_op is what a chief runs when
    training has ended, before the last checkpoint."""

    def __init__(self, *, init_op: Node | Output | str | None = None, local_init_op: Node | Output | str | None = None,
                 ready_op: Output | str | None = None, global_step: Output | str | None = None,
                 summary_op: Output | str | None = None, checkpoint: str | os.PathLike[str] = "",
                 meta: MetaGraph | None = None, finalize_op: Node | Output | str | None = None) -> None:
        def node(thing: Node | Output | str | None) -> _abi.rnl_str_t:
            return string("" if thing is None else thing if isinstance(thing, str) else
                          thing.name if isinstance(thing, Node) else thing.node.name)

        def value(thing: Output | str | None) -> _abi.rnl_str_t:
            return string("" if thing is None else thing if isinstance(thing, str) else
                          "%s:%d" % (thing._taken_as(None).node.name, thing._taken_as(None).index))
        self.meta = meta
        self._names = (node(init_op), node(local_init_op), value(ready_op), value(global_step), value(summary_op),
                       string(os.fspath(checkpoint)))
        self._finalize = node(finalize_op)

    def raw(self) -> Any:
        return _abi.rnl_learn_scaffold_t(sizeof(_abi.rnl_learn_scaffold_t), *self._names,
                                         self.meta._as_parameter_ if self.meta is not None else None, self._finalize)


class Stopper:
    """What Ctrl-C does to a call that trains: it stops after the step under way."""

    fired = False

    def __init__(self, stop: Callable[[], None]) -> None:
        self.cancel = stop


def as_session_options(options: Mapping[str, Any] | SessionOptions | None) -> SessionOptions | None:
    """What Session takes by keyword."""
    return options if options is None or isinstance(options, SessionOptions) else session_options(**options)


@releases(lib.rnl_learn_trainer_release)
class Trainer(Handle):
    """Runs steps of a graph as TensorFlow's MonitoredTrainingSession: a chief restores the newest checkpoint of the
    configuration's model_dir or initialises, others wait until it has; when a task dies the session is made anew and the step is
    run again; hooks see all of it. A context manager that closes it. One thread at a time, but for request_stop.

    With a model_dir a chief saves checkpoints and counts steps per second, ahead of the hooks that are given. `options` are what
    Session takes by keyword. `server` is that of the configuration's task, if there is a cluster.
    """

    def __init__(self, graph: Graph, config: RunConfig, *, scaffold: Scaffold | None = None, hooks: Iterable[HookLike] = (),
                 options: Mapping[str, Any] | None = None, server: Server | None = None) -> None:
        self.graph, self._raised = graph, Raised()
        given = scaffold.raw() if scaffold is not None else None
        super().__init__(created(lib.rnl_learn_trainer_create, graph, config, None if given is None else byref(given),
                                 as_session_options(options), server))
        for hook in hooks:
            self.add_hook(hook)

    def add_hook(self, hook: HookLike) -> None:
        """Before the first step."""
        lent = LentHooks([hook], self.graph.runtime, self._raised, self.graph)
        if lent.raw is None:
            return check(lib.rnl_learn_trainer_add_hooks(self, string(lent.specs)))
        try:
            check(lib.rnl_learn_trainer_add_hook(self, lent.pointer(), lent.key, _drop_c))
        except BaseException:
            lent.release()
            raise

    def _waited(self, call: Callable[[], int | None]) -> None:
        self._raised.check(interruptibly(call, Stopper(self.request_stop)))

    def __enter__(self) -> Trainer:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        """Runs the hooks' ends, unless a step or the program has failed."""
        if error is None:
            self.close()

    def start(self) -> None:
        """Makes the session, which the first step does otherwise. Raises DeadlineExceeded naming what has no value or does not
        answer, FailedPrecondition naming variables that neither init_op nor checkpoint gave one."""
        self._waited(lambda: lib.rnl_learn_trainer_start(self))

    def run(self, fetches: Fetch = None, feed: Feed | None = None, *, targets: Sequence[Node | Output | str] = ()) -> Any:
        """One step, as Session.run, with all hooks. Raises OutOfRange at the end of input and FailedPrecondition after a stop.
        After any other failure there are no more steps."""
        feed = feed or {}
        request = _Request(self.graph, fetches, list(feed), targets)
        tensors = request.tensors(list(feed.values()))
        handles = (c_void_p * len(tensors))(*(t._as_parameter_ for t in tensors))
        out = (c_void_p * request.num_fetches)()
        self._waited(lambda: lib.rnl_learn_trainer_run(
            self, request.feed_array, handles, request.num_feeds, request.fetch_array, out, request.num_fetches,
            request.target_array, request.num_targets))
        return request.result([Tensor._adopt(handle, self.graph.runtime) for handle in out])

    def train(self, *targets: Node | Output | str) -> None:
        """Runs steps of these targets until a hook or the end of input stops, and then the hooks' ends, as close."""
        request = _Request(self.graph, None, (), targets)
        self._waited(lambda: lib.rnl_learn_trainer_train(self, request.target_array, request.num_targets))

    @property
    def should_stop(self) -> bool:
        return bool(lib.rnl_learn_trainer_should_stop(self))

    def request_stop(self) -> None:
        """Any thread. What waits for other tasks gives up."""
        lib.rnl_learn_trainer_request_stop(self)

    def close(self) -> None:
        """Runs the hooks' ends, unless a step has failed, and closes the session."""
        self._raised.check(lib.rnl_learn_trainer_close(self))

    @property
    def global_step(self) -> int:
        return int(lib.rnl_learn_trainer_global_step(self))

    @property
    def recoveries(self) -> int:
        """How often the session was made anew."""
        return int(lib.rnl_learn_trainer_recoveries(self))

    @property
    def session(self) -> Session:
        """The present one. Raises FailedPrecondition before the first step and after the end."""
        return Session._adopt(created(lib.rnl_learn_trainer_session, self), self.graph)

    @property
    def final_values(self) -> list[Tensor]:
        """What FinalOpsHook fetched."""
        return [Tensor._adopt(created(lib.rnl_learn_trainer_final_value, self, i), self.graph.runtime)
                for i in range(lib.rnl_learn_trainer_num_final_values(self))]
