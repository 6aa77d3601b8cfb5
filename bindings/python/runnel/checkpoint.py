"""Checkpoints: TensorFlow's V2 bundles, read, written, and kept in a row by a Saver."""
from __future__ import annotations

import ctypes
import glob
import os
import re
from typing import Iterator, Mapping

from ._library import Handle, byref, check, created, lib, releases, string, strings, text
from .dtypes import DType
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


class Saver:
    """Saves a session's variables step by step, under "<prefix>-<step>", and keeps the last few.

    keep: how many; 0: all.
    """

    def __init__(self, prefix: str, keep: int = 5):
        self.prefix, self.keep = prefix, keep

    def steps(self) -> list[int]:
        """Of the checkpoints that there are, oldest first."""
        pattern = re.compile(re.escape(self.prefix) + r"-(\d+)\.index")
        matches = (pattern.fullmatch(p) for p in glob.glob(glob.escape(self.prefix) + "-*.index"))
        return sorted(int(m.group(1)) for m in matches if m)

    def save(self, session: Session, step: int) -> str:
        """Returns the checkpoint's prefix. Older ones are deleted only when the new one is whole."""
        prefix = "%s-%d" % (self.prefix, step)
        session.save(prefix)
        for old in [s for s in self.steps() if s != step][:-self.keep + 1 or None] if self.keep > 0 else []:
            # The index goes first: what is left without one is no checkpoint.
            stem = "%s-%d" % (self.prefix, old)
            for path in [stem + ".index"] + glob.glob(glob.escape(stem) + ".data-*"):
                if os.path.exists(path):
                    os.remove(path)
        return prefix

    def restore(self, session: Session, step: int | None = None) -> int:
        """Restores the latest, or that of a step; returns its step. Raises FileNotFoundError if there is none."""
        if step is None:
            found = self.steps()
            if not found:
                raise FileNotFoundError("no checkpoint %s-<step>" % self.prefix)
            step = found[-1]
        session.restore("%s-%d" % (self.prefix, step))
        return step


