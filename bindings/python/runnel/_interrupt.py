"""Ctrl-C during a run becomes a cancellation.

A call into the library blocks the main thread, and Python calls its signal handlers only when that call has returned. So
while the main thread is in a run, the wakeup descriptor of signals is a pipe of ours, and a thread that reads it cancels
the run: the call returns at once, and Python raises KeyboardInterrupt. Runs of other threads, which never get signals,
do without.
"""
from __future__ import annotations

import ctypes
import os
import signal
import threading
import time
from typing import Any, Callable

from ._library import Handle, check, created, lib, releases


@releases(lib.rnl_cancellation_release)
class Cancellation(Handle):
    """Ends runs from another thread: each that has it in its options ends with Cancelled, and so does every later one."""

    fired = False  # by the watcher

    def __init__(self) -> None:
        super().__init__(created(lib.rnl_cancellation_create))

    def cancel(self) -> None:
        check(lib.rnl_cancellation_cancel(self))

    @property
    def cancelled(self) -> bool:
        return bool(lib.rnl_cancellation_is_cancelled(self))


class Watcher:
    """The pipe and its thread, made for the first run of the main thread."""

    def __init__(self) -> None:
        self.read_end, self.write_end = os.pipe()
        os.set_blocking(self.write_end, False)
        self.lock = threading.Lock()  # guards current
        self.current: Any = None  # a Cancellation, or what else has cancel() and fired
        self.outer = -1  # the descriptor that was set before, which is told too
        threading.Thread(target=self._watch, name="runnel-interrupt", daemon=True).start()

    def _watch(self) -> None:
        while True:
            data = os.read(self.read_end, 64)
            if self.outer >= 0:
                try:
                    os.write(self.outer, data)
                except OSError:
                    pass  # its owner is gone, or has had enough of them
            with self.lock:
                if signal.SIGINT in data and self.current is not None:
                    self.current.fired = True
                    self.current.cancel()

    # KeyboardInterrupt may come anywhere in these two. What one leaves undone is put right by the next: a descriptor that is
    # still ours says nothing of the one before.

    def enter(self, cancellation: Any) -> None:
        """Only on the main thread. Every enter has its leave, also one that was interrupted."""
        with self.lock:
            self.current = cancellation  # before the first byte can come: what is read without it is dropped
        before = signal.set_wakeup_fd(self.write_end, warn_on_full_buffer=False)
        if before != self.write_end:
            self.outer = before
        # A signal that came before there was the pipe, and that another thread took: Python has noted it, but this thread
        # looks only when it gets the interpreter's lock again, and that is after the run.
        _raise_what_is_noted()

    def leave(self) -> None:
        with self.lock:
            self.current = None
        signal.set_wakeup_fd(self.outer, warn_on_full_buffer=False)


def _give_the_lock_away() -> None:
    time.sleep(0)


_raise_what_is_noted: Callable[[], Any] = (
    ctypes.pythonapi.PyErr_CheckSignals if hasattr(ctypes, "pythonapi") else _give_the_lock_away)


def interruptibly(run: Callable[[], Any], cancel: Any) -> Any:
    """run(), which waits in the library. Ctrl-C meanwhile, on the main thread, calls cancel.cancel(), after which run has to return."""
    if not on_main_thread():
        return run()
    watch = watcher()
    try:
        watch.enter(cancel)
        return run()
    finally:
        watch.leave()


_watcher: Watcher | None = None
_main = threading.main_thread().ident


def _forget() -> None:
    global _watcher, _main
    _watcher, _main = None, threading.get_ident()


os.register_at_fork(after_in_child=_forget)  # the thread stayed in the parent


def on_main_thread() -> bool:
    return threading.get_ident() == _main


def watcher() -> Watcher:
    global _watcher
    if _watcher is None:
        _watcher = Watcher()
    return _watcher


__all__ = ["Cancellation", "interruptibly", "on_main_thread", "watcher"]
