"""Runnel for Python: dataflow graphs that are built, differentiated, trained, saved and run on devices.

    import runnel
    from runnel import ops

    with runnel.Graph() as graph:
        x = graph.placeholder("float32", [None, 3])
        w = graph.variable([[1.0], [2.0], [3.0]], name="w")
        loss = ops.mean(ops.square(x @ w - 1.0), [0, 1])
        train = runnel.SGD(0.1).minimize(loss)
    with runnel.Session(graph) as session:
        session.initialize()
        value, _ = session.run([loss, train], {x: [[1, 2, 3]]})
        print(float(value))

Failures are exceptions by code (runnel.InvalidArgument, runnel.NotFound...), all of them runnel.Error. Everything may be
used by any number of threads at once, except that one graph's scopes belong to the thread that opened them.
"""
from . import ops
from ._buffers import lent_count
from ._interrupt import Cancellation
from ._library import version
from .checkpoint import Checkpoint, Saver, write_checkpoint
from .cluster import Cluster, Server
from .dtypes import DType, as_dtype
from .errors import (Aborted, AlreadyExists, Cancelled, DataLoss, DeadlineExceeded, Error, FailedPrecondition, Internal,
                     InvalidArgument, NotFound, OutOfRange, PermissionDenied, ResourceExhausted, Unauthenticated, Unavailable,
                     Unimplemented, Unknown)
from .events import EventWriter, Trace
from .graph import Graph, Node, Output, current_graph, load_graph
from .optimizers import SGD, Adam, Momentum, Optimizer
from .runtime import Device, Kernel, Memory, Op, Runtime, Severity, default_runtime
from .saved_model import SavedModel, Served, Signature, TensorInfo
from .session import Callable, Metadata, NodeStats, PartialRun, RunFuture, RunOptions, Session
from .tensor import Tensor, as_tensor, dtype_of
from .variables import Variable

for _dtype in DType:
    globals()[_dtype.name] = _dtype
del _dtype

__version__ = version
