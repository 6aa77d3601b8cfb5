"""Supervisor: how scripts trained before MonitoredTrainingSession: a session that initialises or restores, and services on threads."""
from __future__ import annotations

import contextlib
import os
import time
from typing import Any, Iterator

from ... import errors
from ._global_step import get_global_step
from ._graph import get_default_graph
from ._monitored import ChiefSessionCreator, Scaffold, SecondOrStepTimer
from ._session import Session
from ._threads import Coordinator, LooperThread, start_queue_runners
from .logging import info
from .summary import FileWriter, Summary

_DEFAULT = 0  # Supervisor.USE_DEFAULT: what a scaffold makes


class Supervisor:
    """Prepares sessions over a graph, and saves checkpoints and summaries to logdir while they are used. A task that is not the chief
    waits until the chief has initialised the variables, looking every recovery_wait_secs."""

    USE_DEFAULT = _DEFAULT

    def __init__(self, graph: Any = None, ready_op: Any = USE_DEFAULT, ready_for_local_init_op: Any = USE_DEFAULT, is_chief: bool = True,
                 init_op: Any = USE_DEFAULT, init_feed_dict: Any = None, local_init_op: Any = USE_DEFAULT, logdir: Any = None,
                 summary_op: Any = USE_DEFAULT, saver: Any = USE_DEFAULT, global_step: Any = USE_DEFAULT, save_summaries_secs: float = 120,
                 save_model_secs: float = 600, recovery_wait_secs: float = 30, stop_grace_secs: float = 120,
                 checkpoint_basename: str = "model.ckpt", session_manager: Any = None, summary_writer: Any = USE_DEFAULT, init_fn: Any = None,
                 local_init_run_options: Any = None):
        if session_manager is not None:
            raise NotImplementedError("a session_manager of Supervisor is UNIMPLEMENTED: it makes its sessions itself")
        self._graph = get_default_graph() if graph is None else graph
        self._is_chief, self._logdir = is_chief, None if logdir is None else os.fspath(logdir)
        self._save_summaries_secs, self._save_model_secs = save_summaries_secs, save_model_secs
        self._wait_secs, self._grace_secs = recovery_wait_secs, stop_grace_secs
        self._coord = Coordinator()

        def given(value: Any) -> Any:
            return None if value is _DEFAULT else value
        with self._graph.as_default():
            has_saver, has_summaries = saver is not None, summary_op is not None
            init = (lambda scaffold, session: init_fn(session)) if init_fn is not None else None
            self._scaffold = Scaffold(init_op=given(init_op), init_feed_dict=init_feed_dict, init_fn=init, ready_op=given(ready_op),
                                      local_init_op=given(local_init_op), summary_op=given(summary_op), saver=given(saver))
            self._scaffold.finalize()
            self._saver = self._scaffold.saver if has_saver else None
            self._summary_op = self._scaffold.summary_op if has_summaries else None
            self._global_step = get_global_step() if global_step is _DEFAULT else global_step
        self._save_path = os.path.join(self._logdir, checkpoint_basename) if self._logdir and has_saver else None
        self._summary_writer: Any = given(summary_writer)
        if is_chief and self._logdir:
            os.makedirs(self._logdir, exist_ok=True)
            if summary_writer is _DEFAULT:
                self._summary_writer = FileWriter(self._logdir)

    # ---- what it has

    @property
    def is_chief(self) -> bool: return self._is_chief
    @property
    def coord(self) -> Coordinator: return self._coord
    @property
    def saver(self) -> Any: return self._saver
    @property
    def save_path(self) -> Any: return self._save_path
    @property
    def save_model_secs(self) -> float: return self._save_model_secs
    @property
    def save_summaries_secs(self) -> float: return self._save_summaries_secs
    @property
    def summary_op(self) -> Any: return self._summary_op
    @property
    def summary_writer(self) -> Any: return self._summary_writer
    @property
    def global_step(self) -> Any: return self._global_step
    @property
    def init_op(self) -> Any: return self._scaffold.init_op
    @property
    def init_feed_dict(self) -> Any: return self._scaffold.init_feed_dict
    @property
    def ready_op(self) -> Any: return self._scaffold.ready_op

    # ---- sessions

    def prepare_or_wait_for_session(self, master: str = "", config: Any = None, wait_for_checkpoint: bool = False, max_wait_secs: float = 7200,
                                    start_standard_services: bool = True) -> Any:
        """A session whose variables have values: the chief restores the newest checkpoint of logdir or initialises, others wait."""
        self._coord.clear_stop()
        if self._summary_writer is not None:
            self._summary_writer.reopen()
        with self._graph.as_default():
            if not self._is_chief:
                session = self._wait_for_chief(master, config, max_wait_secs)
            else:
                if wait_for_checkpoint:
                    raise NotImplementedError("wait_for_checkpoint of Supervisor is UNIMPLEMENTED")
                session = ChiefSessionCreator(self._scaffold, master, config, self._logdir if self._saver is not None else None).create_session()
                if self._summary_writer is not None:
                    self._summary_writer.add_graph(self._graph)
                if start_standard_services:
                    self.start_standard_services(session)
            start_queue_runners(sess=session, coord=self._coord)
        return session

    def _wait_for_chief(self, master: str, config: Any, max_wait_secs: float) -> Any:
        deadline = time.monotonic() + max_wait_secs
        while True:
            session = Session(master, graph=self._graph, config=config)
            try:
                missing = session.run(self._scaffold.ready_op)
                if not len(missing):
                    session.run(self._scaffold.local_init_op)
                    return session
                why = "without a value: %s" % ", ".join(name.decode() for name in missing)
            except (errors.Unavailable, errors.Aborted) as error:
                why = str(error)
            except BaseException:
                session.close()
                raise
            session.close()
            left = deadline - time.monotonic()
            if left <= 0:
                raise errors.DeadlineExceeded("Session was not ready after waiting %s secs: %s" % (max_wait_secs, why))
            if self._coord.wait_for_stop(min(self._wait_secs, left)):
                raise errors.Cancelled("asked to stop while waiting for the chief: %s" % why)

    @contextlib.contextmanager
    def managed_session(self, master: str = "", config: Any = None, start_standard_services: bool = True,
                        close_summary_writer: bool = True) -> Iterator[Any]:
        """A prepared session for a `with` block. The end of input ends the block as a stop does; other errors, of services too, come out."""
        session = None
        try:
            session = self.prepare_or_wait_for_session(master, config, start_standard_services=start_standard_services)
            yield session
        except Exception as error:  # noqa: BLE001: stop raises it again, unless it is the end of input
            self.request_stop(error)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                if session is not None:
                    session.close()

    # ---- services

    def start_standard_services(self, sess: Any) -> Any:
        """Threads that write summaries and steps per second every save_summaries_secs, and checkpoints every save_model_secs."""
        if not self._is_chief:
            raise RuntimeError("Only chief supervisor can start standard services. Because only chief supervisors can write events.")
        threads: list[LooperThread] = []
        if self._logdir is None:
            return threads
        if self._summary_writer is not None and self._save_summaries_secs:
            if self._summary_op is not None:
                threads.append(self.loop(self._save_summaries_secs, self._write_summaries, (sess,)))
            if self._global_step is not None:
                threads.append(self.loop(self._save_summaries_secs, _StepCounter(self, sess)))
        if self._saver is not None and self._save_model_secs:
            threads.append(self.loop(self._save_model_secs, self._save, (sess,)))
        return threads

    def _step(self, sess: Any) -> Any:
        return None if self._global_step is None else int(sess.run(self._global_step))

    def _write_summaries(self, sess: Any) -> None:
        self._summary_writer.add_summary(sess.run(self._summary_op), self._step(sess))

    def _save(self, sess: Any) -> None:
        self._saver.save(sess, self._save_path, global_step=self._step(sess))

    def start_queue_runners(self, sess: Any, queue_runners: Any = None) -> Any:
        if queue_runners is None:
            with self._graph.as_default():
                return start_queue_runners(sess=sess, coord=self._coord)
        return [thread for runner in queue_runners for thread in runner.create_threads(sess, coord=self._coord, daemon=True, start=True)]

    def loop(self, timer_interval_secs: Any, target: Any, args: Any = None, kwargs: Any = None) -> LooperThread:
        """Calls a function on a thread, every so many seconds, until the supervisor stops."""
        looper = LooperThread.loop(self._coord, timer_interval_secs, target, args, kwargs)
        self._coord.register_thread(looper)
        return looper

    Loop, PrepareSession, StartQueueRunners, StartStandardServices = loop, prepare_or_wait_for_session, start_queue_runners, start_standard_services

    def summary_computed(self, sess: Any, summary: Any, global_step: Any = None) -> None:
        """Writes a summary that the program has fetched itself."""
        if self._summary_writer is None:
            raise RuntimeError("Writing a summary requires a summary writer.")
        self._summary_writer.add_summary(summary, self._step(sess) if global_step is None else global_step)

    SummaryComputed = summary_computed

    # ---- the end

    def should_stop(self) -> bool:
        return self._coord.should_stop()

    def request_stop(self, ex: Any = None) -> None:
        self._coord.request_stop(ex)

    def wait_for_stop(self) -> None:
        self._coord.wait_for_stop()

    def stop(self, threads: Any = None, close_summary_writer: bool = True, ignore_live_threads: bool = False) -> None:
        """Stops the services and waits for them. Raises the first error of one, or that stopped the supervisor."""
        self._coord.request_stop()
        try:
            self._coord.join(threads, stop_grace_period_secs=self._grace_secs, ignore_live_threads=ignore_live_threads)
        finally:
            if close_summary_writer and self._summary_writer is not None:
                self._summary_writer.close()

    ShouldStop, RequestStop, WaitForStop, Stop = should_stop, request_stop, wait_for_stop, stop


class _StepCounter:
    """Writes how many steps a second has had since the call before."""

    def __init__(self, supervisor: Supervisor, session: Any):
        self._supervisor, self._session = supervisor, session
        self._timer = SecondOrStepTimer(every_steps=1)

    def __call__(self) -> None:
        step = self._supervisor._step(self._session)
        seconds, steps = self._timer.update_last_triggered_step(step)
        if not seconds or steps is None:
            return
        name = "%s/sec" % self._supervisor.global_step.op.name
        info("%s: %g", name, steps / seconds)
        self._supervisor.summary_writer.add_summary(Summary(value=[Summary.Value(tag=name, simple_value=steps / seconds)]), step)


def basic_train_loop(supervisor: Any, train_step_fn: Any, args: Any = None, kwargs: Any = None, master: str = "") -> None:
    """Calls train_step_fn(session, ...) until the supervisor stops, in a new session after each loss of a task."""
    while True:
        try:
            with supervisor.managed_session(master) as session:
                while not supervisor.should_stop():
                    train_step_fn(session, *(args or ()), **(kwargs or {}))
            return
        except errors.Aborted:
            continue
