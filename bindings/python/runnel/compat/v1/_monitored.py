"""Sessions that are watched by hooks: MonitoredTrainingSession and what belongs to it."""
from __future__ import annotations

import os
import time
from typing import Any, NamedTuple

import numpy as np

from ... import errors
from ._control_flow import group
from ._global_step import get_global_step, get_or_create_global_step
from ._graph import Graph, GraphKeys, get_default_graph
from ._protos import RunMetadata, RunOptions
from ._saver import Saver, get_checkpoint_state, latest_checkpoint
from ._session import Session
from ._threads import Coordinator, start_queue_runners
from ._variables import (global_variables, global_variables_initializer, local_variables_initializer, report_uninitialized_variables,
                         tables_initializer)
from .summary import FileWriter, Summary, merge_all


class SessionRunArgs(NamedTuple):
    """What a hook wants of a run beside the caller's fetches."""

    fetches: Any
    feed_dict: Any = None
    options: Any = None


class SessionRunValues(NamedTuple):
    results: Any
    options: Any
    run_metadata: Any


class SessionRunContext:
    def __init__(self, original_args: SessionRunArgs, session: Any):
        self.original_args, self.session, self._stop = original_args, session, False

    @property
    def stop_requested(self) -> bool:
        return self._stop

    def request_stop(self) -> None:
        self._stop = True


class SessionRunHook:
    """Is called around the runs of a session, on the caller's thread."""

    def begin(self) -> None: pass
    def after_create_session(self, session: Any, coord: Any) -> None: pass
    def before_run(self, run_context: SessionRunContext) -> Any: return None
    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None: pass
    def end(self, session: Any) -> None: pass


class CheckpointSaverListener:
    def begin(self) -> None: pass
    def before_save(self, session: Any, global_step_value: int) -> None: pass
    def after_save(self, session: Any, global_step_value: int) -> Any: return None
    def end(self, session: Any, global_step_value: int) -> None: pass


class SecondOrStepTimer:
    """Whether it is time again, by steps or by seconds. One of the two is given."""

    def __init__(self, every_secs: Any = None, every_steps: Any = None):
        if (every_secs is None) == (every_steps is None):
            raise ValueError("Either every_secs or every_steps should be provided, and not both.")
        self._secs: Any = every_secs
        self._steps: Any = every_steps
        self.reset()

    def reset(self) -> None:
        self._last_step: int | None = None
        self._last_time: float | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        if self._last_step is None:
            return True
        if self._last_step == step:
            return False
        if self._secs is not None:
            return bool(time.time() >= (self._last_time or 0) + self._secs)
        return bool(step >= self._last_step + self._steps)

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        now = time.time()
        elapsed = None if self._last_time is None or self._last_step is None else (now - self._last_time, step - self._last_step)
        self._last_time, self._last_step = now, step
        return elapsed if elapsed is not None else (None, None)

    def last_triggered_step(self) -> int | None:
        return self._last_step


def _step_tensor() -> Any:
    step = get_global_step()
    if step is None:
        raise RuntimeError("Global step should be created: tf.train.get_or_create_global_step()")
    return step


class StopAtStepHook(SessionRunHook):
    def __init__(self, num_steps: Any = None, last_step: Any = None):
        if (num_steps is None) == (last_step is None):
            raise ValueError("One of num_steps or last_step must be specified, and not both.")
        self._num_steps, self._last_step = num_steps, last_step

    def begin(self) -> None:
        self._step = _step_tensor()

    def after_create_session(self, session: Any, coord: Any) -> None:
        if self._last_step is None:
            self._last_step = int(session.run(self._step)) + self._num_steps

    def before_run(self, run_context: SessionRunContext) -> Any:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        # what was fetched may be of before the update
        if run_values.results + 1 >= self._last_step and int(run_context.session.run(self._step)) >= self._last_step:
            run_context.request_stop()


class NanLossDuringTrainingError(RuntimeError):
    def __str__(self) -> str:
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True):
        self._loss, self._fails = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> Any:
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if np.isnan(run_values.results):
            if self._fails:
                raise NanLossDuringTrainingError
            run_context.request_stop()


class LoggingTensorHook(SessionRunHook):
    """Tells the values of tensors every so many steps or seconds."""

    def __init__(self, tensors: Any, every_n_iter: Any = None, every_n_secs: Any = None, at_end: bool = False, formatter: Any = None):
        if (every_n_iter is None) and (every_n_secs is None) and not at_end:
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        self._tensors = tensors if isinstance(tensors, dict) else {t if isinstance(t, str) else t.name: t for t in tensors}
        self._timer = SecondOrStepTimer(every_n_secs, every_n_iter) if every_n_iter is not None or every_n_secs is not None else None
        self._at_end, self._formatter, self._iteration, self._due = at_end, formatter, 0, False

    def begin(self) -> None:
        self._iteration = 0

    def before_run(self, run_context: SessionRunContext) -> Any:
        self._due = self._timer is not None and self._timer.should_trigger_for_step(self._iteration)
        return SessionRunArgs(self._tensors) if self._due else None

    def _tell(self, values: Any) -> None:
        from .logging import info
        info(self._formatter(values) if self._formatter else ", ".join("%s = %s" % (k, values[k]) for k in self._tensors))

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._due and self._timer is not None:
            self._tell(run_values.results)
            self._timer.update_last_triggered_step(self._iteration)
        self._iteration += 1

    def end(self, session: Any) -> None:
        if self._at_end:
            self._tell(session.run(self._tensors))


class CheckpointSaverHook(SessionRunHook):
    """Saves every so many steps or seconds, and at the end."""

    def __init__(self, checkpoint_dir: Any, save_secs: Any = None, save_steps: Any = None, saver: Any = None, checkpoint_basename: str = "model.ckpt",
                 scaffold: Any = None, listeners: Any = None, save_graph_def: bool = True):
        self._path, self._saver, self._scaffold = os.path.join(os.fspath(checkpoint_dir), checkpoint_basename), saver, scaffold
        self._timer, self._listeners = SecondOrStepTimer(save_secs, save_steps), list(listeners or [])

    def begin(self) -> None:
        self._step = _step_tensor()
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session: Any, coord: Any) -> None:
        step = int(session.run(self._step))
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def before_run(self, run_context: SessionRunContext) -> Any:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._timer.should_trigger_for_step(int(run_values.results) + 1):
            step = int(run_context.session.run(self._step))
            if self._timer.should_trigger_for_step(step):
                self._timer.update_last_triggered_step(step)
                if self._save(run_context.session, step):
                    run_context.request_stop()

    def end(self, session: Any) -> None:
        last = int(session.run(self._step))
        if last != self._timer.last_triggered_step():
            self._save(session, last)
        for listener in self._listeners:
            listener.end(session, last)

    def _save(self, session: Any, step: int) -> bool:
        for listener in self._listeners:
            listener.before_save(session, step)
        (self._saver or self._scaffold.saver).save(session, self._path, global_step=step)
        return any([listener.after_save(session, step) for listener in self._listeners])


class StepCounterHook(SessionRunHook):
    """Writes steps per second to the summaries."""

    def __init__(self, every_n_steps: Any = 100, every_n_secs: Any = None, output_dir: Any = None, summary_writer: Any = None):
        self._timer, self._dir, self._writer = SecondOrStepTimer(every_n_secs, None if every_n_secs is not None else every_n_steps), output_dir, summary_writer

    def begin(self) -> None:
        if self._writer is None and self._dir:
            self._writer = FileWriter(self._dir)
        self._step = _step_tensor()

    def before_run(self, run_context: SessionRunContext) -> Any:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_values.results) + 1
        if self._timer.should_trigger_for_step(step):
            seconds, steps = self._timer.update_last_triggered_step(step)
            if seconds and self._writer is not None:
                self._writer.add_summary(Summary(value=[Summary.Value(tag="global_step/sec", simple_value=(steps or 0) / seconds)]), step)


class SummarySaverHook(SessionRunHook):
    def __init__(self, save_steps: Any = None, save_secs: Any = None, output_dir: Any = None, summary_writer: Any = None, scaffold: Any = None,
                 summary_op: Any = None):
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._timer, self._dir, self._writer = SecondOrStepTimer(save_secs, save_steps), output_dir, summary_writer
        self._scaffold, self._op, self._due = scaffold, summary_op, False
        self._next: int | None = None

    def begin(self) -> None:
        if self._writer is None and self._dir:
            self._writer = FileWriter(self._dir, get_default_graph())
        self._step = _step_tensor()
        self._next = None

    def before_run(self, run_context: SessionRunContext) -> Any:
        op = self._op if self._op is not None else self._scaffold.summary_op
        self._due = op is not None and (self._next is None or self._timer.should_trigger_for_step(self._next))
        return SessionRunArgs({"step": self._step, "summary": op} if self._due else {"step": self._step})

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._writer is None:
            return
        step = int(run_values.results["step"])
        if self._next is None or self._due:
            step = int(run_context.session.run(self._step))
        if self._due:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results["summary"] if isinstance(run_values.results["summary"], list) else [run_values.results["summary"]]:
                self._writer.add_summary(summary, step)
        self._next = step + 1

    def end(self, session: Any) -> None:
        if self._writer is not None:
            self._writer.flush()


class GlobalStepWaiterHook(SessionRunHook):
    """Waits, before its first run, until the global step has come to a number."""

    def __init__(self, wait_until_step: int):
        self._wait = wait_until_step

    def begin(self) -> None:
        self._step, self._done = _step_tensor(), False

    def before_run(self, run_context: SessionRunContext) -> Any:
        while not self._done and self._wait > 0 and int(run_context.session.run(self._step)) < self._wait:
            time.sleep(0.5)  # another process counts
        self._done = True
        return None


class FinalOpsHook(SessionRunHook):
    def __init__(self, final_ops: Any, final_ops_feed_dict: Any = None):
        self._ops, self._feed, self._values = final_ops, final_ops_feed_dict, None

    @property
    def final_ops_values(self) -> Any:
        return self._values

    def end(self, session: Any) -> None:
        if self._ops is not None:
            self._values = session.run(self._ops, feed_dict=self._feed)


class FeedFnHook(SessionRunHook):
    def __init__(self, feed_fn: Any):
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> Any:
        return SessionRunArgs(None, feed_dict=self.feed_fn())


class ProfilerHook(SessionRunHook):
    """Writes a trace of a step, for Perfetto and chrome://tracing, every so many steps or seconds."""

    def __init__(self, save_steps: Any = None, save_secs: Any = None, output_dir: str = "", show_dataflow: bool = True, show_memory: bool = False):
        self._timer, self._dir, self._due = SecondOrStepTimer(save_secs, save_steps), output_dir, False
        self._next: int | None = None

    def begin(self) -> None:
        self._step = _step_tensor()

    def before_run(self, run_context: SessionRunContext) -> Any:
        self._due = self._next is not None and self._timer.should_trigger_for_step(self._next)
        return SessionRunArgs(self._step, options=RunOptions(trace_level=RunOptions.FULL_TRACE) if self._due else None)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_values.results)
        if self._next is None:
            self._timer.update_last_triggered_step(step)
        if self._due:
            from ...events import Trace
            self._timer.update_last_triggered_step(step)
            trace = Trace()
            trace.add(run_values.run_metadata.metadata)
            with open(os.path.join(self._dir, "timeline-%d.json" % step), "wb") as file:
                file.write(trace.to_json())
        self._next = step + 1


class Scaffold:
    """The pieces that a training session needs; those that are not given are made."""

    def __init__(self, init_op: Any = None, init_feed_dict: Any = None, init_fn: Any = None, ready_op: Any = None, ready_for_local_init_op: Any = None,
                 local_init_op: Any = None, summary_op: Any = None, saver: Any = None, copy_from_scaffold: Any = None, local_init_feed_dict: Any = None):
        self.init_op, self.init_feed_dict, self.init_fn, self.ready_op = init_op, init_feed_dict, init_fn, ready_op
        self.ready_for_local_init_op, self.local_init_op, self.summary_op, self.saver = ready_for_local_init_op, local_init_op, summary_op, saver
        self.local_init_feed_dict = local_init_feed_dict

    def finalize(self) -> Scaffold:
        if self.init_op is None:
            self.init_op = group(global_variables_initializer(), *get_default_graph().get_collection("resources"), name="init")
        if self.ready_op is None:
            self.ready_op = report_uninitialized_variables()
        if self.ready_for_local_init_op is None:
            self.ready_for_local_init_op = report_uninitialized_variables(global_variables())
        if self.local_init_op is None:
            self.local_init_op = group(local_variables_initializer(), tables_initializer())
        if self.summary_op is None:
            self.summary_op = merge_all()
        if self.saver is None:
            savers = get_default_graph().get_collection(GraphKeys.SAVERS)
            self.saver = savers[0] if savers else Saver(allow_empty=True)
            if not savers:
                get_default_graph().add_to_collection(GraphKeys.SAVERS, self.saver)
        get_default_graph().finalize()
        return self

    @staticmethod
    def get_or_default(arg_name: str, collection_key: str, default_constructor: Any) -> Any:
        found = get_default_graph().get_collection(collection_key)
        return found[0] if found else default_constructor()


class ChiefSessionCreator:
    def __init__(self, scaffold: Any = None, master: str = "", config: Any = None, checkpoint_dir: Any = None, checkpoint_filename_with_path: Any = None):
        self._scaffold, self._master, self._config = scaffold or Scaffold(), master, config
        self._dir, self._file = checkpoint_dir, checkpoint_filename_with_path

    def create_session(self) -> Session:
        scaffold = self._scaffold.finalize()
        session = Session(self._master, graph=get_default_graph(), config=self._config)
        try:
            found = self._file or (latest_checkpoint(self._dir) if self._dir else None)
            if found:
                scaffold.saver.restore(session, found)
                state = get_checkpoint_state(self._dir) if self._dir else None
                if state is not None:
                    scaffold.saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
            else:
                session.run(scaffold.init_op, feed_dict=scaffold.init_feed_dict)
                if scaffold.init_fn:
                    scaffold.init_fn(scaffold, session)
            session.run(scaffold.local_init_op, feed_dict=scaffold.local_init_feed_dict)
            missing = session.run(scaffold.ready_op)
            if len(missing):
                raise RuntimeError("Init operations did not make model ready. Init op: %s, init fn: %s, uninitialized: %s"
                                   % (scaffold.init_op.name, scaffold.init_fn, [m.decode() for m in missing]))
        except BaseException:
            session.close()
            raise
        return session


class WorkerSessionCreator:
    """Waits until the chief has given all variables their values. Raises DeadlineExceeded after max_wait_secs, naming those without."""

    def __init__(self, scaffold: Any = None, master: str = "", config: Any = None, max_wait_secs: float = 30 * 60):
        self._scaffold, self._master, self._config, self._wait = scaffold or Scaffold(), master, config, max_wait_secs

    def create_session(self) -> Session:
        scaffold = self._scaffold.finalize()
        deadline, missing = time.monotonic() + self._wait, "nothing is known of the variables yet"
        while True:
            session = None
            try:
                session = Session(self._master, graph=get_default_graph(), config=self._config)
                missing = self._try(scaffold, session)
                if not missing:
                    return session
            except (errors.Aborted, errors.Unavailable, errors.DeadlineExceeded) as error:
                missing = str(error)
            except BaseException:
                if session is not None:
                    session.close()
                raise
            if session is not None:
                session.close()
            if time.monotonic() >= deadline:
                raise errors.DeadlineExceeded("waited %g s for the chief: %s" % (self._wait, missing))
            time.sleep(0.1)  # another process initialises

    @staticmethod
    def _try(scaffold: Scaffold, session: Session) -> str:
        """What is missing; empty: nothing."""
        for ready in (scaffold.ready_for_local_init_op, scaffold.ready_op):
            missing = session.run(ready)
            if len(missing):
                return "without a value: %s" % ", ".join(m.decode() for m in missing)
            if ready is scaffold.ready_for_local_init_op:
                session.run(scaffold.local_init_op, feed_dict=scaffold.local_init_feed_dict)
        return ""


class MonitoredSession:
    """A session with hooks around its runs. Where the runtime says that a task or a connection is gone it is made anew from the last
    checkpoint; OutOfRangeError ends a `with` block as a stop does."""

    _recovers = True

    def __init__(self, session_creator: Any = None, hooks: Any = None, stop_grace_period_secs: float = 120):
        self._creator, self._hooks = session_creator or ChiefSessionCreator(), list(hooks or [])
        self._grace, self._stopped = stop_grace_period_secs, False
        for hook in self._hooks:
            hook.begin()
        self._session: Session | None = None
        self._create()

    def _create(self) -> None:
        self._coordinator = Coordinator()
        self._session = self._creator.create_session()
        start_queue_runners(sess=self._session, coord=self._coordinator)
        for hook in self._hooks:
            hook.after_create_session(self._session, self._coordinator)

    @property
    def graph(self) -> Graph:
        return self._raw_session.graph

    @property
    def _raw_session(self) -> Session:
        if self._session is None:
            raise RuntimeError("Run called even after should_stop requested.")
        return self._session

    raw_session = lambda self: self._raw_session  # noqa: E731

    def should_stop(self) -> bool:
        return self._session is None or self._stopped or self._coordinator.should_stop()

    def run(self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None) -> Any:
        while True:
            try:
                return self._run(fetches, feed_dict, options, run_metadata)
            except (errors.Aborted, errors.Unavailable):
                if not self._recovers:
                    raise
                self._raw_session.close()
                self._create()

    def _run(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> Any:
        session = self._raw_session
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict), session)
        wanted: dict[str, Any] = {"caller": fetches}
        feeds = dict(feed_dict or {})
        asked: dict[int, Any] = {}
        for i, hook in enumerate(self._hooks):
            given = hook.before_run(context)
            if given is None:
                continue
            asked[i] = given
            if given.fetches is not None and given.fetches != {}:
                wanted[str(i)] = given.fetches
            for key in given.feed_dict or {}:
                if key in feeds:
                    raise RuntimeError("Same tensor is fed by two hooks or by the caller: %s" % (key,))
            feeds.update(given.feed_dict or {})
            options = given.options if given.options is not None else options
        metadata = run_metadata or RunMetadata()
        got = session.run(wanted, feed_dict=feeds, options=options, run_metadata=metadata)
        for i, hook in enumerate(self._hooks):
            hook.after_run(context, SessionRunValues(got.get(str(i)), options, metadata))
        self._stopped = self._stopped or context.stop_requested
        return got["caller"]

    def run_step_fn(self, step_fn: Any) -> Any:
        class StepContext:
            session = self._raw_session

            def request_stop(inner: Any) -> None:  # noqa: N805
                raise StopIteration("step_fn has requested the iterations to stop.")

            def run_with_hooks(inner: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
                return self.run(*args, **kwargs)
        try:
            return step_fn(StepContext())
        except StopIteration:
            self._stopped = True
            return None

    def __enter__(self) -> MonitoredSession:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        ended = kind is not None and issubclass(kind, (errors.OutOfRange, StopIteration))
        self._close(None if ended else error)
        return ended

    def close(self) -> None:
        self._close(None)

    def _close(self, error: Any) -> None:
        session, self._session = self._session, None
        if session is None:
            return
        try:
            if error is None:
                for hook in self._hooks:
                    hook.end(session)
            self._coordinator.request_stop()
            if error is None:
                self._coordinator.join(stop_grace_period_secs=self._grace, ignore_live_threads=True)
        finally:
            session.close()


class SingularMonitoredSession(MonitoredSession):
    """One that is not made anew."""

    _recovers = False

    def __init__(self, hooks: Any = None, scaffold: Any = None, master: str = "", config: Any = None, checkpoint_dir: Any = None,
                 stop_grace_period_secs: float = 120, checkpoint_filename_with_path: Any = None):
        super().__init__(ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path), hooks, stop_grace_period_secs)


_UNSET = object()


def MonitoredTrainingSession(master: str = "", is_chief: bool = True, checkpoint_dir: Any = None, scaffold: Any = None, hooks: Any = None,  # noqa: N802
                             chief_only_hooks: Any = None, save_checkpoint_secs: Any = _UNSET, save_summaries_steps: Any = _UNSET,
                             save_summaries_secs: Any = _UNSET, config: Any = None, stop_grace_period_secs: float = 120, log_step_count_steps: Any = 100,
                             max_wait_secs: float = 7200, save_checkpoint_steps: Any = _UNSET, summary_dir: Any = None,
                             save_graph_def: bool = True) -> MonitoredSession:
    """A session that initialises or restores, saves checkpoints and summaries to checkpoint_dir, and calls the hooks."""
    if save_summaries_steps is _UNSET and save_summaries_secs is _UNSET:
        save_summaries_steps, save_summaries_secs = 100, None
    save_summaries_steps = None if save_summaries_steps is _UNSET else save_summaries_steps
    save_summaries_secs = None if save_summaries_secs is _UNSET else save_summaries_secs
    if save_checkpoint_secs is _UNSET and save_checkpoint_steps is _UNSET:
        save_checkpoint_secs, save_checkpoint_steps = 600, None
    save_checkpoint_secs = None if save_checkpoint_secs is _UNSET else save_checkpoint_secs
    save_checkpoint_steps = None if save_checkpoint_steps is _UNSET else save_checkpoint_steps
    scaffold = scaffold or Scaffold()
    every = list(hooks or [])
    if is_chief:
        every += list(chief_only_hooks or [])
        folder = summary_dir or checkpoint_dir
        if folder:
            if log_step_count_steps and log_step_count_steps > 0:
                every.append(StepCounterHook(output_dir=folder, every_n_steps=log_step_count_steps))
            if save_summaries_steps and save_summaries_steps > 0 or save_summaries_secs and save_summaries_secs > 0:
                every.append(SummarySaverHook(scaffold=scaffold, save_steps=save_summaries_steps, save_secs=save_summaries_secs, output_dir=folder))
        if checkpoint_dir and (save_checkpoint_secs and save_checkpoint_secs > 0 or save_checkpoint_steps and save_checkpoint_steps > 0):
            os.makedirs(checkpoint_dir, exist_ok=True)
            get_or_create_global_step()
            every.append(CheckpointSaverHook(checkpoint_dir, save_secs=save_checkpoint_secs, save_steps=save_checkpoint_steps, scaffold=scaffold))
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir) if is_chief else \
        WorkerSessionCreator(scaffold, master, config, max_wait_secs)
    return MonitoredSession(creator, every, stop_grace_period_secs)
