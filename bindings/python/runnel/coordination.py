"""Threads that work and stop together, and queues that are kept filled, as TensorFlow 1's Coordinator and QueueRunner."""
from __future__ import annotations

import ctypes
import threading
from contextlib import contextmanager
from typing import Iterable, Iterator, Sequence, Union

from ._interrupt import interruptibly
from ._library import Handle, byref, check, created, error_of, lib, releases, string, strings, text
from .errors import Error, OutOfRange, Unknown
from .meta_graph import MetaGraph, QueueRunner
from .session import Session

Clean = Sequence[type[Error]]


def _codes(errors: Clean) -> tuple[object, int]:
    codes = [int(e.code) for e in errors]
    return (ctypes.c_int32 * len(codes))(*codes), len(codes)


def _milliseconds(seconds: float | None) -> int:
    return -1 if seconds is None else max(0, round(seconds * 1000))


class _Stop:
    """What Ctrl-C does to a coordinator that is waited for."""

    fired = False

    def __init__(self, coordinator: Coordinator):
        self._coordinator = coordinator

    def cancel(self) -> None:
        check(lib.rnl_coordinator_request_stop(self._coordinator, None))


@releases(lib.rnl_coordinator_release)
class Coordinator(Handle):
    """Stops threads and queue runners together, and keeps the first error.

        coordinator = runnel.Coordinator()
        runnel.start_queue_runners(session, runners, coordinator)
        with coordinator.stop_on_exception():
            while not coordinator.should_stop():
                session.run(train)
        coordinator.join()

    clean: exceptions by which a thread says that the work is done, not that it failed.
    """

    def __init__(self, clean: Clean = (OutOfRange,)):
        super().__init__(created(lib.rnl_coordinator_create, *_codes(clean)))
        self._clean = tuple(clean)
        self._lock = threading.Lock()
        self._asked: tuple[str, BaseException] | None = None  # guarded by _lock: message and what was raised

    def request_stop(self, error: BaseException | None = None) -> None:
        """Asks all to stop. The first that does so says why. After a join the error is raised again."""
        if error is None:
            check(lib.rnl_coordinator_request_stop(self, None))
            return
        code, message = (error.code, error.message) if isinstance(error, Error) else (
            Unknown.code, "%s: %s" % (type(error).__name__, error))
        with self._lock:
            if not self.should_stop():
                self._asked = message, error
        why = lib.rnl_status_create(code, string(message))
        try:
            self._check(lib.rnl_coordinator_request_stop(self, why))
        finally:
            lib.rnl_status_release(why)

    def _check(self, status: int | None) -> None:
        """Raises what was raised in Python, where the status is of that."""
        if not status:
            return
        try:
            found = error_of(status)
        finally:
            lib.rnl_status_release(status)
        with self._lock:
            asked = self._asked
        raise asked[1] if asked is not None and asked[0] == found.message else found

    def should_stop(self) -> bool:
        return bool(lib.rnl_coordinator_should_stop(self))

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """False if no stop was asked for within `timeout` seconds."""
        stopped = ctypes.c_bool()
        check(interruptibly(lambda: lib.rnl_coordinator_wait_for_stop(self, _milliseconds(timeout), byref(stopped)), _Stop(self)))
        return stopped.value

    def clear_stop(self) -> None:
        """Forgets stop and error: work may begin again."""
        check(lib.rnl_coordinator_clear_stop(self))
        with self._lock:
            self._asked = None

    def register_thread(self, thread: threading.Thread) -> None:
        """A join waits for the thread, which has been started."""
        check(lib.rnl_coordinator_enter(self, string(thread.name)))

        def watch() -> None:
            thread.join()
            check(lib.rnl_coordinator_leave(self, string(thread.name)))

        threading.Thread(target=watch, daemon=True, name="watches " + thread.name).start()

    def join(self, threads: Iterable[threading.Thread] = (), grace: float | None = 120.0, ignore_running: bool = False) -> None:
        """Waits until all threads and queue runners have ended or a stop is asked for, and then up to `grace` seconds for their end.

        Ctrl-C asks for a stop. Raises the first error; else, unless ignore_running, DeadlineExceeded naming what still runs. A queue runner ends only
        after a stop was asked for.
        """
        for thread in threads:
            self.register_thread(thread)
        self._check(interruptibly(lambda: lib.rnl_coordinator_join(self, _milliseconds(grace), ignore_running), _Stop(self)))

    def raise_error(self) -> None:
        """Raises the first error, if there is one."""
        self._check(lib.rnl_coordinator_error(self))

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """What is raised within asks for a stop, and goes no further."""
        try:
            yield
        except Exception as error:  # noqa: BLE001: that is what it is for
            self.request_stop(error)


@releases(lib.rnl_queue_runner_release)
class QueueFiller(Handle):
    """A queue runner that may be started, again and again, in sessions of its graph."""

    def __init__(self, pointer: int):
        super().__init__(pointer)

    @property
    def queue(self) -> str:
        return text(lib.rnl_queue_runner_queue(self))

    def start(self, session: Session, coordinator: Coordinator | None = None) -> None:
        """Unless it still runs there. No thread waits for it; closing the session ends it."""
        check(lib.rnl_queue_runner_start(self, session, coordinator))
        if coordinator is not None:
            session._keep(coordinator)

    def raise_error(self) -> None:
        """Raises the first error of a start without a coordinator, if there is one."""
        check(lib.rnl_queue_runner_error(self))


def queue_fillers(session: Session, runners: MetaGraph | Iterable[QueueRunner], prefix: str = "",
                  closed: Clean = (OutOfRange,)) -> list[QueueFiller]:
    """Of what is known by names. prefix: that under which the graph of a MetaGraph was imported."""
    if isinstance(runners, MetaGraph):
        return [QueueFiller(created(lib.rnl_meta_graph_make_queue_runner, runners, i, session.graph, string(prefix)))
                for i in range(lib.rnl_meta_graph_num_queue_runners(runners))]
    return [QueueFiller(created(lib.rnl_queue_runner_create, session.graph, string(r.queue), strings(r.enqueue_ops), len(r.enqueue_ops),
                                string(r.close_op), string(r.cancel_op), *_codes(closed))) for r in runners]


def start_queue_runners(session: Session, runners: Union[MetaGraph, Iterable[QueueRunner]], coordinator: Coordinator | None = None,
                        prefix: str = "", closed: Clean = (OutOfRange,)) -> list[QueueFiller]:
    """Fills queues until they are closed: those of a MetaGraph, or given ones.

    An op that fails stops the coordinator, with its error; without one it is told by the filler, and its queue is closed. An op
    ends without a failure with one of `closed`. Empty names of close_op and cancel_op: nodes that close the queue are added.
    """
    fillers = queue_fillers(session, runners, prefix, closed)
    for filler in fillers:
        filler.start(session, coordinator)
    return fillers


__all__ = ["Coordinator", "QueueFiller", "queue_fillers", "start_queue_runners"]
