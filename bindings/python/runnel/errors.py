"""What goes wrong, as exceptions by code. Each has `code`, `message`, `node`, the name of the graph node at fault, and `made_at`, the
line of the program that made that node, where one did."""
from . import _abi


class Error(Exception):
    """A failed call of Runnel."""

    code = _abi.RNL_UNKNOWN

    def __init__(self, message: str, node: str = ""):
        super().__init__(message)
        self.message, self.node, self.made_at = message, node, ""

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
