"""Python functions that nodes call: PyFunc and its kin, by token."""
from __future__ import annotations

import itertools
from typing import Any, Callable

from . import _abi, errors
from ._library import check, created, immortal, lib, string, text
from .dtypes import DType
from .runtime import Runtime
from .tensor import Tensor, as_tensor

# Kept as long as nodes of any runtime may call them.
_functions: dict[int, Callable[..., Any]] = {}
_keys = itertools.count(1)

# What Python raises, as a node of TensorFlow's would fail.
_CODES = ((StopIteration, _abi.RNL_OUT_OF_RANGE), (MemoryError, _abi.RNL_RESOURCE_EXHAUSTED),
          (NotImplementedError, _abi.RNL_UNIMPLEMENTED), ((TypeError, ValueError), _abi.RNL_INVALID_ARGUMENT))


def _run(function: Callable[..., Any], call: int) -> None:
    runtime = Runtime.__new__(Runtime)
    runtime._as_parameter_ = lib.rnl_host_call_runtime(call)
    inputs = [Tensor._adopt(created(lib.rnl_host_call_input, call, i), runtime) for i in range(lib.rnl_host_call_num_inputs(call))]
    given, count = function(*inputs), lib.rnl_host_call_num_outputs(call)
    if count == 1 and not (isinstance(given, tuple) and len(given) == 1):
        given = (given,)
    if given is None:
        given = ()
    if not isinstance(given, (tuple, list)) or len(given) != count:
        raise ValueError("the function for token \"%s\" gave %s, expected %d values" % (
            text(lib.rnl_host_call_token(call)), "%d values" % len(given) if isinstance(given, (tuple, list)) else "one", count))
    for i, value in enumerate(given):
        tensor = as_tensor(value, DType(lib.rnl_host_call_output_dtype(call, i)), runtime)
        check(lib.rnl_host_call_set_output(call, i, tensor))


def status_of(error: BaseException) -> Any:
    if isinstance(error, errors.Error):
        return lib.rnl_status_create(error.code, string(error.message))
    code = next((c for kinds, c in _CODES if isinstance(error, kinds)), _abi.RNL_UNKNOWN)
    return lib.rnl_status_create(code, string("%s: %s" % (type(error).__name__, error)))


def _call_one(key: int, call: int, functions: dict[int, Callable[..., Any]] = _functions) -> Any:  # as a program ends, globals are gone
    function = functions.get(key)
    try:
        if function is None:
            raise errors.Cancelled("the program ends")
        _run(function, call)
        return None
    except BaseException as error:  # nothing of Python's unwinds into C
        return status_of(error)


def _drop_one(key: int, functions: dict[int, Callable[..., Any]] = _functions) -> None:
    functions.pop(key, None)


_call, _drop = immortal(_abi.rnl_host_fn_t(_call_one)), immortal(_abi.rnl_drop_fn_t(_drop_one))


def set_function(runtime: Runtime, token: str | bytes, function: Callable[..., Any] | None) -> None:
    if function is None:
        check(lib.rnl_runtime_set_host_function(runtime, string(token), _abi.rnl_host_fn_t(), None, _abi.rnl_drop_fn_t()))
        return
    key = next(_keys)
    _functions[key] = function
    try:
        check(lib.rnl_runtime_set_host_function(runtime, string(token), _call, key, _drop))
    except BaseException:
        _functions.pop(key, None)
        raise
