"""Checkpoints: TensorFlow's V2 bundles, read, written, and kept in a row by a Saver."""
from __future__ import annotations

import ctypes
import glob
import os
import re
from typing import Iterator, Mapping

from ._library import (Handle, byref, check, created, lib, releases, string, strings, take_bytes, take_names,
                       text)
from .dtypes import DType
from .meta_graph import MetaGraph
from .runtime import Runtime, default_runtime
from .session import Session
from .tensor import ArrayLike, Tensor, as_tensor


@releases(lib.rnl_checkpoint_release)
class Checkpoint(Handle, Mapping[str, Tensor]):
    """A checkpoint opened for reading: a mapping from names, sorted, to tensors, each read when it is asked for.

    Raises NotFound naming the path, DataLoss for damage.
    """

    def __init__(self, prefix: str, runtime: Runtime | None = None):
        self._runtime = runtime or default_runtime()
        super().__init__(created(lib.rnl_checkpoint_open, self._runtime, string(prefix)))
        self._index = {text(lib.rnl_checkpoint_name(self, i)): i for i in range(lib.rnl_checkpoint_count(self))}

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __getitem__(self, name: str) -> Tensor:
        if name not in self._index:
            raise KeyError(name)
        return Tensor._adopt(created(lib.rnl_checkpoint_read, self, string(name)), self._runtime)

    def dtype(self, name: str) -> DType:
        return DType(lib.rnl_checkpoint_dtype(self, self._index[name]))

    def shape(self, name: str) -> tuple[int, ...]:
        sizes = ctypes.POINTER(ctypes.c_int64)()
        rank = lib.rnl_checkpoint_shape(self, self._index[name], byref(sizes))
        return tuple(sizes[:rank]) if rank > 0 else ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


def write_checkpoint(prefix: str, tensors: Mapping[str, ArrayLike], runtime: Runtime | None = None) -> None:
    """Writes tensors under their names, atomically."""
    runtime = runtime or default_runtime()
    values = [as_tensor(t, None, runtime) for t in tensors.values()]
    check(lib.rnl_checkpoint_write(runtime, string(prefix), strings(list(tensors)),
                                   (ctypes.c_void_p * len(values))(*(v._as_parameter_ for v in values)), len(values)))


def list_checkpoints(folder: str, runtime: Runtime | None = None) -> list[str]:
    """Prefixes of the checkpoints that a folder's `checkpoint` file lists, oldest first. Raises NotFound without that file."""
    return take_names(created(lib.rnl_checkpoint_list, runtime or default_runtime(), string(folder)))


@releases(lib.rnl_saver_release)
class _SessionSaver(Handle):
    """The saver of one session."""

    def __init__(self, session: Session, prefix: str, meta: MetaGraph | None):
        super().__init__(created(lib.rnl_saver_create, session, meta, string(prefix)))


class Saver:
    """Saves sessions' variables under "<prefix>-<step>", each with a MetaGraph beside it, names them in the folder's `checkpoint`
    file, and keeps some of them: what TensorFlow's Saver does.

    keep: how many of the newest; 0: all. keep_every_hours: one every so many hours is kept for ever; 0: none. every_steps and
    every_seconds: when step() saves, that much after the checkpoint before; 0: not for that reason. meta: what the MetaGraphs
    say besides.
    """

    def __init__(self, prefix: str, keep: int = 5, keep_every_hours: float = 0, every_steps: int = 0, every_seconds: float = 600,
                 meta: MetaGraph | None = None):
        self.prefix, self.keep, self.meta = prefix, keep, meta
        self._keep_every_hours, self._interval = keep_every_hours, (every_steps, every_seconds)
        self._of: tuple[Session, _SessionSaver] | None = None

    def _saver(self, session: Session) -> _SessionSaver:
        if self._of is None or self._of[0] is not session:
            saver = _SessionSaver(session, self.prefix, self.meta)
            check(lib.rnl_saver_set_keep(saver, self.keep, self._keep_every_hours))
            check(lib.rnl_saver_set_interval(saver, *self._interval))
            self._of = session, saver
        return self._of[1]

    def steps(self) -> list[int]:
        """Of the checkpoints that there are, oldest first."""
        pattern = re.compile(re.escape(self.prefix) + r"-(\d+)\.index")
        matches = (pattern.fullmatch(p) for p in glob.glob(glob.escape(self.prefix) + "-*.index"))
        return sorted(int(m.group(1)) for m in matches if m)

    def save(self, session: Session, step: int) -> str:
        """Returns the checkpoint's prefix. Older ones are deleted only when the new one is whole."""
        return os.fsdecode(take_bytes(created(lib.rnl_saver_save, self._saver(session), step)))

    def step(self, session: Session, step: int) -> bool:
        """Saves if it is time, which it is not at the first call; whether it did."""
        saved = ctypes.c_bool()
        check(lib.rnl_saver_step(self._saver(session), step, byref(saved)))
        return saved.value

    def restore(self, session: Session, step: int | None = None) -> int:
        """Restores the latest, or that of a step; returns its step. Raises FileNotFoundError if there is none."""
        if step is None:
            found = self.steps()
            if not found:
                raise FileNotFoundError("no checkpoint %s-<step>" % self.prefix)
            step = found[-1]
        check(lib.rnl_saver_restore(self._saver(session), string("%s-%d" % (self.prefix, step))))
        return step
