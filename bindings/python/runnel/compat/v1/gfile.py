"""tf.gfile: the files of this machine."""
from __future__ import annotations

import glob as _glob
import os
import shutil
from typing import Any

from ...errors import AlreadyExists, NotFound

__all__ = ["Copy", "DeleteRecursively", "Exists", "FastGFile", "GFile", "Glob", "IsDirectory", "ListDirectory", "MakeDirs", "MkDir", "Open", "Remove",
           "Rename", "Stat", "Walk", "copy", "exists", "glob", "isdir", "listdir", "makedirs", "mkdir", "remove", "rename", "rmtree", "stat", "walk"]


class GFile:
    """A file, opened when it is first used. Raises runnel.NotFound for one that is not there."""

    def __init__(self, name: Any, mode: str = "r"):
        self._name, self._mode, self._file = os.fspath(name), mode, None  # type: Any, str, Any

    @property
    def name(self) -> str:
        return self._name  # type: ignore[no-any-return]

    def _opened(self) -> Any:
        if self._file is None:
            try:
                self._file = open(self._name, self._mode)
            except FileNotFoundError as error:
                raise NotFound("%s; %s" % (self._name, error.strerror)) from None
        return self._file

    def read(self, n: int = -1) -> Any: return self._opened().read(n)
    def readline(self) -> Any: return self._opened().readline()
    def readlines(self) -> Any: return self._opened().readlines()
    def write(self, content: Any) -> None: self._opened().write(content)
    def seek(self, offset: int, whence: int = 0) -> None: self._opened().seek(offset, whence)
    def tell(self) -> int: return self._opened().tell()  # type: ignore[no-any-return]
    def size(self) -> int: return os.path.getsize(self._name)
    def flush(self) -> None: self._opened().flush()
    def __iter__(self) -> Any: return iter(self._opened())
    def __enter__(self) -> GFile: return self
    def __exit__(self, *_: object) -> None: self.close()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


Open = FastGFile = GFile


def exists(path: Any) -> bool:
    return os.path.exists(path)


def isdir(path: Any) -> bool:
    return os.path.isdir(path)


def listdir(path: Any) -> list[str]:
    if not os.path.isdir(path):
        raise NotFound("Could not find directory %s" % path)
    return os.listdir(path)


def glob(pattern: Any) -> list[str]:
    return [n for p in ([pattern] if isinstance(pattern, str) else pattern) for n in sorted(_glob.glob(p))]


def makedirs(path: Any) -> None:
    os.makedirs(path, exist_ok=True)


def mkdir(path: Any) -> None:
    if os.path.exists(path):
        raise AlreadyExists("%s; File exists" % path)
    os.mkdir(path)


def remove(path: Any) -> None:
    if not os.path.exists(path):
        raise NotFound("%s; No such file or directory" % path)
    os.remove(path)


def rmtree(path: Any) -> None:
    if not os.path.exists(path):
        raise NotFound("%s; No such file or directory" % path)
    shutil.rmtree(path)


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    if os.path.exists(dst) and not overwrite:
        raise AlreadyExists("file already exists: %s" % dst)
    shutil.copyfile(src, dst)


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    if os.path.exists(dst) and not overwrite:
        raise AlreadyExists("file already exists: %s" % dst)
    os.replace(src, dst)


def stat(path: Any) -> Any:
    found = os.stat(path)

    class FileStatistics:
        length, mtime_nsec, is_directory = found.st_size, found.st_mtime_ns, os.path.isdir(path)
    return FileStatistics


def walk(top: Any, in_order: bool = True) -> Any:
    return os.walk(top, topdown=in_order)


Exists, IsDirectory, ListDirectory, Glob, MakeDirs, MkDir, Remove = exists, isdir, listdir, glob, makedirs, mkdir, remove
DeleteRecursively, Copy, Rename, Stat, Walk = rmtree, copy, rename, stat, walk
