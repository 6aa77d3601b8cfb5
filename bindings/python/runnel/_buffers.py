"""Memory that crosses between Python and Runnel without a copy: buffers (PEP 3118) and DLPack capsules.

What is lent to Runnel is kept here until its deleter comes, on whichever thread that is.
"""
from __future__ import annotations

import ctypes
import itertools
from typing import Any
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_ssize_t, c_void_p, py_object, pythonapi

from . import _abi
from ._library import immortal


class PyBuffer(Structure):
    """CPython's Py_buffer."""

    _fields_ = [("buf", c_void_p), ("obj", c_void_p), ("len", c_ssize_t), ("itemsize", c_ssize_t), ("readonly", c_int),
                ("ndim", c_int), ("format", c_char_p), ("shape", POINTER(c_ssize_t)), ("strides", POINTER(c_ssize_t)),
                ("suboffsets", POINTER(c_ssize_t)), ("internal", c_void_p)]


_ND_FORMAT_C_CONTIGUOUS = 0x0008 | 0x0004 | 0x0010 | 0x0020

_get_buffer = pythonapi.PyObject_GetBuffer
_get_buffer.argtypes, _get_buffer.restype = [py_object, POINTER(PyBuffer), c_int], c_int
_release_buffer = pythonapi.PyBuffer_Release
_release_buffer.argtypes, _release_buffer.restype = [POINTER(PyBuffer)], None
_capsule_new = pythonapi.PyCapsule_New
_capsule_new.argtypes, _capsule_new.restype = [c_void_p, c_char_p, c_void_p], py_object
_capsule_pointer = pythonapi.PyCapsule_GetPointer
_capsule_pointer.argtypes, _capsule_pointer.restype = [py_object, c_char_p], c_void_p
_capsule_rename = pythonapi.PyCapsule_SetName
_capsule_rename.argtypes, _capsule_rename.restype = [py_object, c_char_p], c_int
# In a destructor the capsule is dying: it must not be counted, so these take its address. CFUNCTYPE's prototypes
# on PyDLL's functions keep the GIL.
_raw = ctypes.PyDLL(None)
_raw_is_valid = _raw["PyCapsule_IsValid"]
_raw_is_valid.argtypes, _raw_is_valid.restype = [c_void_p, c_char_p], c_int
_raw_pointer = _raw["PyCapsule_GetPointer"]
_raw_pointer.argtypes, _raw_pointer.restype = [c_void_p, c_char_p], c_void_p


class Buffer:
    """A contiguous buffer of `owner`, held until it is released."""

    def __init__(self, owner: object):
        self.raw = PyBuffer()
        self._held = False
        _get_buffer(owner, byref(self.raw), _ND_FORMAT_C_CONTIGUOUS)  # raises BufferError, TypeError
        self._held = True
        self.shape = tuple(self.raw.shape[i] for i in range(self.raw.ndim))
        self.format = (self.raw.format or b"B").decode()

    def release(self) -> None:
        if self._held:
            self._held = False
            _release_buffer(byref(self.raw))

    def __del__(self) -> None:
        if getattr(self, "_held", False):
            self.release()


_lent: dict[int, Any] = {}
_keys = itertools.count(1)


def lend(thing: Any) -> int:
    """Keeps `thing` until given_back is called with the key; its release method is called then."""
    key = next(_keys)
    _lent[key] = thing
    return key


def lent_count() -> int:
    """How many things Runnel holds now."""
    return len(_lent)


def _given_back(key: int, data: Any, size: int, lent: dict[int, Any] = _lent) -> None:  # as a program ends, globals are gone
    thing = lent.pop(key, None)
    if thing is not None:
        thing.release()


given_back = immortal(_abi.rnl_deleter_t(_given_back))


# ---- DLPack. A capsule keeps the address of its name, so these live as long as the module.

_NEW, _TAKEN = b"dltensor", b"used_dltensor"

_DELETER = CFUNCTYPE(None, c_void_p)


class _DLManagedTensor(Structure):
    """As far as the deleter: data, device (2 x int32), ndim and dtype, shape, strides, byte offset, context, deleter."""

    _fields_ = [("data", c_void_p), ("device", c_int * 2), ("ndim", c_int), ("dtype", c_int), ("shape", c_void_p),
                ("strides", c_void_p), ("byte_offset", ctypes.c_uint64), ("manager_ctx", c_void_p), ("deleter", c_void_p)]


def delete_managed(pointer: int) -> None:
    deleter = _DLManagedTensor.from_address(pointer).deleter
    if deleter:
        _DELETER(deleter)(pointer)


def _delete_untaken(capsule: int) -> None:
    if _raw_is_valid(capsule, _NEW):  # nobody took it
        delete_managed(_raw_pointer(capsule, _NEW))


_drop_capsule = CFUNCTYPE(None, c_void_p)(_delete_untaken)


def capsule_of(managed: int) -> Any:
    """A capsule that owns a DLManagedTensor until a consumer renames it."""
    return _capsule_new(managed, _NEW, ctypes.cast(_drop_capsule, c_void_p))


def managed_of(capsule: Any) -> int:
    """The DLManagedTensor in a capsule. Raises ValueError if it was taken already."""
    return int(_capsule_pointer(capsule, _NEW))


def mark_taken(capsule: Any) -> None:
    _capsule_rename(capsule, _TAKEN)
