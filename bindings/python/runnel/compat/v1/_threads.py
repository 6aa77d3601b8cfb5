"""Coordinator and queue runners: Runnel's, in TensorFlow 1's form. No Python thread waits for a queue."""
from __future__ import annotations

import contextlib
import sys
import threading
from typing import Any, Iterator

from ... import coordination
from ... import errors
from ...meta_graph import QueueRunner as _Names
from ._graph import GraphKeys, get_default_graph
from ._session import get_default_session


class Coordinator:
    """Stops threads together, and raises the first error of one in join."""

    def __init__(self, clean_stop_exception_types: Any = None):
        clean = tuple(clean_stop_exception_types) if clean_stop_exception_types is not None else (errors.OutOfRange,)
        self._coordinator = coordination.Coordinator([c for c in clean if issubclass(c, errors.Error)])
        self._clean = clean
        self.joined = False

    def request_stop(self, ex: Any = None) -> None:
        if isinstance(ex, tuple):
            ex = ex[1]
        if ex is not None and isinstance(ex, self._clean):
            ex = None
        self._coordinator.request_stop(ex)

    def should_stop(self) -> bool:
        return self._coordinator.should_stop()

    def clear_stop(self) -> None:
        self.joined = False
        self._coordinator.clear_stop()

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        return self._coordinator.wait_for_stop(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        self._coordinator.register_thread(thread)

    def join(self, threads: Any = None, stop_grace_period_secs: float = 120, ignore_live_threads: bool = False) -> None:
        """Raises RuntimeError naming what still runs after the grace period, and else the first error of a thread."""
        own = [t for t in threads or [] if isinstance(t, threading.Thread)]
        try:
            self._coordinator.join(own, stop_grace_period_secs, ignore_live_threads)
        except errors.DeadlineExceeded as error:
            raise RuntimeError("Coordinator stopped with threads still running: %s" % error.message) from None
        finally:
            self.joined = True

    def raise_requested_exception(self) -> None:
        self._coordinator.raise_error()

    @contextlib.contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        try:
            yield
        except Exception:  # noqa: BLE001: that is what it is for
            self.request_stop(ex=sys.exc_info())


class LooperThread(threading.Thread):
    """Calls a function again and again, every so many seconds, until the coordinator says stop."""

    def __init__(self, coord: Coordinator, timer_interval_secs: Any, target: Any = None, args: Any = None, kwargs: Any = None):
        super().__init__(daemon=True)
        self._coord, self._interval, self._function = coord, timer_interval_secs, (target, args or (), kwargs or {})

    @staticmethod
    def loop(coord: Coordinator, timer_interval_secs: Any, target: Any, args: Any = None, kwargs: Any = None) -> LooperThread:
        looper = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        looper.start()
        return looper

    def run_loop(self) -> None:
        if self._function[0]:
            self._function[0](*self._function[1], **self._function[2])

    def run(self) -> None:
        with self._coord.stop_on_exception():
            while not self._coord.should_stop():
                self.run_loop()
                if self._interval is not None and self._coord.wait_for_stop(self._interval):
                    break


class QueueRunner:
    """Enqueue operations that run again and again while a coordinator does not stop them."""

    def __init__(self, queue: Any = None, enqueue_ops: Any = None, close_op: Any = None, cancel_op: Any = None, queue_closed_exception_types: Any = None,
                 queue_runner_def: Any = None, import_scope: Any = None):
        if not queue or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        self.queue, self.enqueue_ops = queue, list(enqueue_ops)
        self.close_op = queue.close() if close_op is None else close_op
        self.cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        self._closed = queue_closed_exception_types or (errors.OutOfRange,)

    @property
    def name(self) -> str:
        return self.queue.name  # type: ignore[no-any-return]

    @property
    def queue_closed_exception_types(self) -> Any:
        return self._closed

    def _names(self) -> _Names:
        graph = self.queue.queue_ref.graph
        return _Names(self.queue.queue_ref.op.name, [graph._operation_of(e).name for e in self.enqueue_ops], self.close_op.name, self.cancel_op.name)

    def create_threads(self, sess: Any, coord: Any = None, daemon: bool = False, start: bool = False) -> list[Any]:
        filler = coordination.queue_fillers(sess._session, [self._names()], closed=self._closed)[0]
        made = _Filling(self.name, filler, sess, coord)
        if start:
            made.start()
        return [made]


class _Filling:
    """Stands for the threads of a queue runner."""

    daemon = True

    def __init__(self, name: str, filler: Any, session: Any, coordinator: Any):
        self.name, self._filler, self._session, self._coordinator = name, filler, session, coordinator

    def start(self) -> None:
        self._filler.start(self._session._session, None if self._coordinator is None else self._coordinator._coordinator)

    def is_alive(self) -> bool:
        return False

    def join(self, timeout: float | None = None) -> None:
        if self._coordinator is None:
            self._filler.raise_error()


def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    get_default_graph().add_to_collection(collection, qr)


def start_queue_runners(sess: Any = None, coord: Any = None, daemon: bool = True, start: bool = True,
                        collection: str = GraphKeys.QUEUE_RUNNERS) -> list[Any]:
    """Starts all queue runners of the graph."""
    sess = sess or get_default_session()
    if sess is None:
        raise ValueError("Cannot start queue runners: No default session is registered. Use `with sess.as_default()` or pass an explicit session.")
    sess = getattr(sess, "_raw_session", sess)
    return [t for runner in sess.graph.get_collection(collection) for t in runner.create_threads(sess, coord=coord, daemon=daemon, start=start)]
