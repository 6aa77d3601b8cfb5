"""tf.errors: Runnel's exceptions under TensorFlow's names."""
from ...errors import (Aborted as AbortedError, AlreadyExists as AlreadyExistsError, Cancelled as CancelledError, DataLoss as DataLossError,
                       DeadlineExceeded as DeadlineExceededError, Error as OpError, FailedPrecondition as FailedPreconditionError,
                       Internal as InternalError, InvalidArgument as InvalidArgumentError, NotFound as NotFoundError, OutOfRange as OutOfRangeError,
                       PermissionDenied as PermissionDeniedError, ResourceExhausted as ResourceExhaustedError,
                       Unauthenticated as UnauthenticatedError, Unavailable as UnavailableError, Unimplemented as UnimplementedError,
                       Unknown as UnknownError)

OK, CANCELLED, UNKNOWN, INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED = range(8)
RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS, UNAUTHENTICATED = range(8, 17)

__all__ = ["AbortedError", "AlreadyExistsError", "CancelledError", "DataLossError", "DeadlineExceededError", "FailedPreconditionError",
           "InternalError", "InvalidArgumentError", "NotFoundError", "OpError", "OutOfRangeError", "PermissionDeniedError",
           "ResourceExhaustedError", "UnauthenticatedError", "UnavailableError", "UnimplementedError", "UnknownError"]
