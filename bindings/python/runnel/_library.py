"""librunnel itself: found, loaded and checked once, and the few helpers that every module needs.

A ctypes call releases the GIL while it runs, so other Python threads go on during a step.
"""
from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_int64, c_void_p, cast, string_at
from typing import Any, Callable, Iterable, NoReturn, Sequence, TypeVar

from . import _abi, errors

SONAME = "librunnel.so.0"


def candidates() -> list[str]:
    """Where the library may be: RUNNEL_LIBRARY alone if it is set, else in this package, as wheels have it, a build tree around it,
    the installation that Python lies in, the system's."""
    given = os.environ.get("RUNNEL_LIBRARY")
    if given:
        return [os.path.join(given, SONAME) if os.path.isdir(given) else given]
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.dirname(os.path.dirname(os.path.dirname(here)))
    within = os.path.join(here, "lib", SONAME)
    found = [within] if os.path.exists(within) else []
    if os.path.exists(os.path.join(root, "c_api", "runnel.h")):
        found.append(os.path.join(root, "build", "release", "lib", SONAME))
    multiarch = getattr(sys.implementation, "_multiarch", "")
    for prefix in dict.fromkeys([sys.prefix, sys.base_prefix, "/usr/local", "/usr"]):
        found += [os.path.join(prefix, "lib", SONAME)] + ([os.path.join(prefix, "lib", multiarch, SONAME)] if multiarch else [])
    return found + [SONAME]  # as the loader finds it


def find() -> ctypes.CDLL:
    tried = []
    for path in candidates():
        if os.sep in path and not os.path.exists(path):
            tried.append(path + ": not there")
            continue
        try:
            return _abi.load(path)
        except (OSError, AttributeError) as error:
            tried.append("%s: %s" % (path, error))
    raise ImportError("librunnel was not found; RUNNEL_LIBRARY may say where it is. Tried:\n  " + "\n  ".join(tried))


lib: Any = find()  # its functions are declared in _abi


def view(s: _abi.rnl_str_t) -> bytes:
    """The bytes that a view shows, copied."""
    return string_at(s.data, s.size) if s.size else b""


def text(s: _abi.rnl_str_t) -> str:
    return view(s).decode("utf-8", "replace")


def string(value: str | bytes) -> _abi.rnl_str_t:
    """A view of `value` that keeps it alive."""
    data = value if isinstance(value, bytes) else os.fsencode(value)
    s = _abi.rnl_str_t(cast(c_char_p(data), c_void_p), len(data))
    setattr(s, "keep", data)
    return s


def strings(values: Iterable[str | bytes]) -> ctypes.Array[_abi.rnl_str_t]:
    views = [string(v) for v in values]
    array = (_abi.rnl_str_t * len(views))(*views)
    setattr(array, "keep", views)
    return array


def dims(shape: Sequence[int]) -> ctypes.Array[c_int64]:
    return (c_int64 * len(shape))(*shape)


def error_of(status: int) -> errors.Error:
    """The exception for a status, which stays the caller's."""
    kind = errors.BY_CODE.get(lib.rnl_status_code(status), errors.Unknown)
    return kind(text(lib.rnl_status_message(status)), text(lib.rnl_status_node(status)))


def check(status: int | None) -> None:
    """Raises what a status says, and releases it."""
    if status:
        try:
            raise error_of(status)
        finally:
            lib.rnl_status_release(status)


def created(function: Callable[..., Any], *arguments: Any) -> int:
    """Calls a function whose last parameter is a handle's place, and returns that handle."""
    out = c_void_p()
    check(function(*arguments, byref(out)))
    handle: Any = out.value  # never None where the status was OK
    return int(handle)


def take_bytes(handle: int) -> bytes:
    """The content of an rnl_bytes_t, which is released."""
    try:
        return view(lib.rnl_bytes_view(handle))
    finally:
        lib.rnl_bytes_release(handle)


def take_names(handle: int) -> list[str]:
    try:
        return [text(lib.rnl_names_get(handle, i)) for i in range(lib.rnl_names_count(handle))]
    finally:
        lib.rnl_names_release(handle)


_T = TypeVar("_T")
_HandleT = TypeVar("_HandleT", bound="Handle")


class Handle:
    """Owns one reference; passes for it in calls. Released when it is collected."""

    _as_parameter_: int | None = None
    _release: Any = None  # a function of the library; those are no methods

    def __init__(self, pointer: int | None):
        self._as_parameter_ = pointer

    def __del__(self) -> None:
        pointer, self._as_parameter_ = self._as_parameter_, None
        if pointer:
            self._release(pointer)

    def __copy__(self: _HandleT) -> _HandleT:
        return self

    def __deepcopy__(self: _HandleT, memo: object) -> _HandleT:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("%s cannot be pickled" % type(self).__name__)


def immortal(callback: _T) -> _T:
    """Decorates a callback of C's that may be called when its module is gone already, as a program ends."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(callback))
    return callback


def releases(function: Any) -> Callable[[type[_HandleT]], type[_HandleT]]:
    """Decorates a Handle with the function that releases it."""
    def decorate(cls: type[_HandleT]) -> type[_HandleT]:
        cls._release = function
        return cls
    return decorate


check(lib.rnl_require(_abi.RNL_ABI_VERSION))
version = text(lib.rnl_version())
__all__ = ["Handle", "POINTER", "byref", "check", "created", "dims", "error_of", "immortal", "lib", "releases", "string", "strings",
           "take_bytes", "take_names", "text", "version", "view"]
