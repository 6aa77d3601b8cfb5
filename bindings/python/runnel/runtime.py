"""A runtime: devices, ops, threads and memory. Most programs use the default one and never name it."""
from __future__ import annotations

import ctypes
import enum
import itertools
import os
import threading
from typing import Any, Callable, Mapping, NamedTuple, Sequence

from . import _abi
from ._library import Handle, byref, check, created, immortal, lib, releases, string, take_names, text
from .dtypes import DType


class Severity(enum.IntEnum):
    DEBUG = _abi.RNL_LOG_DEBUG
    INFO = _abi.RNL_LOG_INFO
    WARNING = _abi.RNL_LOG_WARNING
    ERROR = _abi.RNL_LOG_ERROR


class Device(NamedTuple):
    name: str  # "/job:localhost/replica:0/task:0/device:CPU:0"
    type: str  # "CPU"
    description: str


class Memory(NamedTuple):
    """Of a device, in bytes. A limit of 0: none or unknown."""

    in_use: int
    peak: int
    limit: int


class Kernel(NamedTuple):
    op: str
    device_type: str  # "*" for kernels of the host, which serve every device
    plugin: str
    types: dict[str, tuple[DType, ...]]  # of each type attr that is restricted


class Attr(NamedTuple):
    type: str  # "int", "list(int)"
    default: str  # as text; "" if there is none: it must be given, or follows from the inputs
    minimum: int | None  # the least number, or length of a list
    allowed: tuple[str, ...]  # what a type or string may be; none: anything


class Op(NamedTuple):
    name: str
    doc: str
    stateful: bool
    has_gradient: bool
    has_composition: bool
    inputs: dict[str, str]  # name: type, as "T" or "N * T"
    outputs: dict[str, str]
    attrs: dict[str, Attr]


@releases(lib.rnl_runtime_options_release)
class _Options(Handle):
    pass


# Log functions are called as long as anything of their runtime lives, which is longer than the Runtime object may.
_sinks: dict[int, Callable[[Severity, str], None]] = {}
_sink_keys = itertools.count(1)


def _log_one(key: int, severity: int, message: _abi.rnl_str_t, sinks: dict[int, Callable[[Severity, str], None]] = _sinks,
             severity_of: type[Severity] = Severity, text: Callable[[_abi.rnl_str_t], str] = text) -> None:  # as a program ends, globals are gone
    log = sinks.get(key)
    if log is not None:
        log(severity_of(severity), text(message))


def _drop_one(key: int, sinks: dict[int, Callable[[Severity, str], None]] = _sinks) -> None:
    sinks.pop(key, None)


_log, _drop_sink = immortal(_abi.rnl_log_fn_t(_log_one)), immortal(_abi.rnl_drop_fn_t(_drop_one))


def sink_count() -> int:
    """How many log functions runtimes hold now."""
    return len(_sinks)


@releases(lib.rnl_runtime_release)
class Runtime(Handle):
    """Starts a runtime. threads: that compute, the caller of a run counted; 0: RUNNEL_NUM_THREADS or the CPUs there are.
    memory_limit: of host memory for tensors, in bytes; 0: none. log: called with (Severity, str) on any thread instead of
    printing to standard error; it must not use Runnel. plugins: paths or ids to load. config: settings of plugins.

    Raises NotFound listing the paths tried, FailedPrecondition for a plugin that does not fit.
    """

    def __init__(self, *, threads: int = 0, memory_limit: int = 0, log: Callable[[Severity, str], None] | None = None,
                 log_level: Severity | None = None, default_plugins: bool = True, plugins: Sequence[str] = (),
                 config: Mapping[str, str] | None = None):
        options = _Options(created(lib.rnl_runtime_options_create))
        if threads:
            check(lib.rnl_runtime_options_set_threads(options, threads))
        if memory_limit:
            check(lib.rnl_runtime_options_set_memory_limit(options, memory_limit))
        if log is not None:
            key = next(_sink_keys)
            _sinks[key] = log
            check(lib.rnl_runtime_options_set_owned_log(options, _log, key, _drop_sink))
        if log_level is not None:
            check(lib.rnl_runtime_options_set_log_level(options, log_level))
        if not default_plugins:
            check(lib.rnl_runtime_options_set_default_plugins(options, False))
        for plugin in plugins:
            check(lib.rnl_runtime_options_add_plugin(options, string(plugin)))
        for name, value in (config or {}).items():
            check(lib.rnl_runtime_options_set_config(options, string(name), string(value)))
        super().__init__(created(lib.rnl_runtime_create, options))

    def load_plugin(self, path_or_id: str) -> None:
        check(lib.rnl_runtime_load_plugin(self, string(path_or_id)))

    def set_host_function(self, token: str | bytes, function: Callable[..., Any] | None) -> None:
        """PyFunc, PyFuncStateless and EagerPyFunc nodes with this token call `function` from now on; None: none is there, and
        they raise Unimplemented. It gets a Tensor for each input and returns what becomes a tensor of the output's type: one
        value, a tuple or list of several, None for no output. It is called on threads of Runnel's, several at once, and may run
        steps. What it raises ends the step: an Error as it is, StopIteration as OutOfRange, TypeError and ValueError as
        InvalidArgument, others as Unknown. A step that is cancelled does not wait for it."""
        from ._host_functions import set_function
        set_function(self, token, function)

    def log(self, severity: Severity, message: str) -> None:
        check(lib.rnl_runtime_log(self, severity, string(message)))

    @property
    def memory_in_use(self) -> int:
        """Bytes of host memory that tensors and arenas hold now."""
        return int(lib.rnl_runtime_memory_in_use(self))

    @property
    def devices(self) -> list[Device]:
        return [Device(text(lib.rnl_runtime_device_name(self, i)), text(lib.rnl_runtime_device_type(self, i)),
                       text(lib.rnl_runtime_device_description(self, i))) for i in range(lib.rnl_runtime_num_devices(self))]

    def device_memory(self, device: int) -> Memory:
        numbers = [ctypes.c_uint64() for _ in range(3)]
        check(lib.rnl_runtime_device_memory(self, device, *map(byref, numbers)))
        return Memory(*(n.value for n in numbers))

    @property
    def ops(self) -> list[str]:
        """Names of all ops, sorted."""
        return take_names(created(lib.rnl_runtime_ops, self))

    def op_family(self, name: str) -> str:
        """The family in whose library, librunnel_<family>.so, the op is; empty for all others. Opens nothing."""
        return text(lib.rnl_runtime_op_family(self, string(name)))

    def op(self, name: str) -> Op:
        """The schema of an op. Raises NotFound naming close ones."""
        handle = created(lib.rnl_runtime_find_op, self, string(name))
        try:
            inputs = {text(lib.rnl_op_input_name(handle, i)): text(lib.rnl_op_input_type(handle, i))
                      for i in range(lib.rnl_op_num_inputs(handle))}
            outputs = {text(lib.rnl_op_output_name(handle, i)): text(lib.rnl_op_output_type(handle, i))
                       for i in range(lib.rnl_op_num_outputs(handle))}
            attrs = {text(lib.rnl_op_attr_name(handle, i)): _attr(handle, i) for i in range(lib.rnl_op_num_attrs(handle))}
            return Op(text(lib.rnl_op_name(handle)), text(lib.rnl_op_doc(handle)), lib.rnl_op_is_stateful(handle),
                      lib.rnl_op_has_gradient(handle), lib.rnl_op_has_composition(handle), inputs, outputs, attrs)
        finally:
            lib.rnl_op_release(handle)

    @property
    def kernels(self) -> list[Kernel]:
        handle = created(lib.rnl_runtime_kernels, self)
        try:
            return [_kernel(handle, i) for i in range(lib.rnl_kernels_count(handle))]
        finally:
            lib.rnl_kernels_release(handle)


def _attr(handle: int, index: int) -> Attr:
    minimum = lib.rnl_op_attr_minimum(handle, index)
    allowed = (text(lib.rnl_op_attr_allowed(handle, index, k)) for k in range(lib.rnl_op_attr_num_allowed(handle, index)))
    return Attr(text(lib.rnl_op_attr_type(handle, index)), text(lib.rnl_op_attr_default(handle, index)),
                None if minimum == -1 << 63 else minimum, tuple(allowed))


def _kernel(handle: int, index: int) -> Kernel:
    types = {}
    for c in range(lib.rnl_kernels_num_constraints(handle, index)):
        array = ctypes.POINTER(_abi.rnl_dtype_t)()
        count = lib.rnl_kernels_constraint_types(handle, index, c, byref(array))
        types[text(lib.rnl_kernels_constraint_attr(handle, index, c))] = tuple(DType(array[i]) for i in range(count))
    return Kernel(text(lib.rnl_kernels_op(handle, index)), text(lib.rnl_kernels_device_type(handle, index)),
                  text(lib.rnl_kernels_plugin(handle, index)), types)


_default: Runtime | None = None
_lock = threading.Lock()  # guards _default


def _after_fork() -> None:
    """A runtime's threads stay in the parent, so a child that needs one starts its own."""
    global _default, _lock
    _default, _lock = None, threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


def default_runtime() -> Runtime:
    """The runtime that is used where none is named: started when it is first needed, with all defaults. A forked process
    gets one of its own; what was made before the fork raises FailedPrecondition there."""
    global _default
    if _default is None:
        with _lock:
            if _default is None:
                _default = Runtime()
    return _default
