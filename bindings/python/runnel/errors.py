"""What goes wrong, as exceptions by code. Each has `code`, `message`, `node`, the name of the graph node at fault, and `made_at`, the
line of the program that made that node, where one did."""
from typing import Any

from . import _abi


class Error(Exception):
    """A failed call of Runnel: Error(message, node="") or, as TensorFlow's exceptions are made, Error(node_def, op, message)."""

    code = _abi.RNL_UNKNOWN

    def __init__(self, *said: Any):
        if not said:
            raise TypeError("an error has a message")
        self.node_def, self.op = said[:2] if len(said) > 2 else (None, None)
        self.message: str = said[2] if len(said) > 2 else said[0]
        at = self.op if self.op is not None else self.node_def
        self.node: str = getattr(at, "name", "") if len(said) > 2 else said[1] if len(said) > 1 else ""
        self.error_code, self.made_at = said[3] if len(said) > 3 else self.code, ""
        super().__init__(self.message)

    def __str__(self) -> str:
        text = super().__str__()
        return "%s\n  (the node was made at %s)" % (text, self.made_at) if self.made_at else text


class Cancelled(Error):
    code = _abi.RNL_CANCELLED


class Unknown(Error):
    code = _abi.RNL_UNKNOWN


class InvalidArgument(Error, ValueError):
    code = _abi.RNL_INVALID_ARGUMENT


class DeadlineExceeded(Error, TimeoutError):
    code = _abi.RNL_DEADLINE_EXCEEDED


class NotFound(Error, LookupError):
    code = _abi.RNL_NOT_FOUND


class AlreadyExists(Error):
    code = _abi.RNL_ALREADY_EXISTS


class PermissionDenied(Error):
    code = _abi.RNL_PERMISSION_DENIED


class ResourceExhausted(Error, MemoryError):
    code = _abi.RNL_RESOURCE_EXHAUSTED


class FailedPrecondition(Error):
    code = _abi.RNL_FAILED_PRECONDITION


class Aborted(Error):
    code = _abi.RNL_ABORTED


class OutOfRange(Error):
    code = _abi.RNL_OUT_OF_RANGE


class Unimplemented(Error, NotImplementedError):
    code = _abi.RNL_UNIMPLEMENTED


class Internal(Error):
    code = _abi.RNL_INTERNAL


class Unavailable(Error):
    code = _abi.RNL_UNAVAILABLE


class DataLoss(Error):
    code = _abi.RNL_DATA_LOSS


class Unauthenticated(Error):
    code = _abi.RNL_UNAUTHENTICATED


BY_CODE = {c.code: c for c in (
    Cancelled, Unknown, InvalidArgument, DeadlineExceeded, NotFound, AlreadyExists, PermissionDenied, ResourceExhausted,
    FailedPrecondition, Aborted, OutOfRange, Unimplemented, Internal, Unavailable, DataLoss, Unauthenticated)}
