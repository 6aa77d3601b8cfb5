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
from . import learn, ops
from ._build import TensorLike
from ._buffers import lent_count
from ._interrupt import Cancellation
from ._library import version
from .checkpoint import Checkpoint, Saver, list_checkpoints, write_checkpoint
from .cluster import Cluster, DeviceSetter, Server
from .coordination import Coordinator, QueueFiller, queue_fillers, start_queue_runners
from .dataset import Dataset, DatasetIterator
from .dtypes import DType, as_dtype
from .eager import (Eager, EagerTensor, EagerVariable, Function, GradientTape, current_eager, custom_gradient, eager_tensor,
                    function, restore_variables, save_variables)
from .errors import (Aborted, AlreadyExists, Cancelled, DataLoss, DeadlineExceeded, Error, FailedPrecondition, Internal,
                     InvalidArgument, NotFound, OutOfRange, PermissionDenied, ResourceExhausted, Unauthenticated, Unavailable,
                     Unimplemented, Unknown)
from .events import EventWriter, Trace
from .graph import Graph, Node, Output, ShapeLike, current_graph, load_graph
from .learn import Model, Sequential, layers
from .meta_graph import MetaGraph, MetaVariable, QueueRunner, SaverInfo
from .optimizers import SGD, Adam, LossScale, Momentum, Optimizer
from .plan import Plan, PlanNode, PlanPass, PlanRegion, PlanValue
from .records import Example, RecordReader, RecordWriter, SequenceExample
from .runtime import Attr, Device, Kernel, Memory, Op, Runtime, Severity, default_runtime
from .saved_model import SavedModel, Served, Signature, TensorInfo
from .session import Callable, Metadata, NodeStats, PartialRun, RunFuture, RunOptions, Session
from .sparse import IndexedSlices, SparseTensor, sparse_placeholder
from .tensor import ArrayLike, DTypeLike, Tensor, as_tensor, dtype_of
from .variables import Variable

float32, float64, float16, bfloat16 = DType.float32, DType.float64, DType.float16, DType.bfloat16
int8, int16, int32, int64 = DType.int8, DType.int16, DType.int32, DType.int64
uint8, uint16, uint32, uint64 = DType.uint8, DType.uint16, DType.uint32, DType.uint64
complex64, complex128, bool, string = DType.complex64, DType.complex128, DType.bool, DType.string
qint8, qint16, qint32, quint8, quint16 = DType.qint8, DType.qint16, DType.qint32, DType.quint8, DType.quint16
resource, variant = DType.resource, DType.variant

__version__ = version

# Not bool, which a star import would take from Python.
__all__ = [
    "Aborted", "Adam", "AlreadyExists", "ArrayLike", "as_dtype", "as_tensor", "Attr", "bfloat16", "Callable",
    "Cancellation", "Cancelled", "Checkpoint", "Cluster", "complex128", "complex64", "Coordinator", "current_graph", "DataLoss",
    "current_eager", "custom_gradient", "Dataset", "DatasetIterator", "Eager", "eager_tensor", "EagerTensor", "EagerVariable",
    "function", "Function", "GradientTape", "restore_variables", "save_variables",
    "DeadlineExceeded", "default_runtime", "Device", "DeviceSetter", "DType", "DTypeLike", "dtype_of", "Error",
    "EventWriter", "Example", "FailedPrecondition", "float16", "float32", "float64", "Graph", "int16", "int32", "int64", "int8",
    "IndexedSlices", "Internal", "InvalidArgument", "Kernel", "lent_count", "list_checkpoints",
    "layers", "learn", "load_graph", "LossScale", "Memory", "Metadata", "MetaGraph",
    "MetaVariable", "Model", "Momentum",
    "Node", "NodeStats", "NotFound", "Op", "ops", "Optimizer", "OutOfRange", "Output", "PartialRun", "PermissionDenied",
    "Plan", "PlanNode", "PlanPass", "PlanRegion", "PlanValue", "qint16", "qint32", "qint8", "QueueRunner", "quint16",
    "queue_fillers", "QueueFiller", "quint8", "RecordReader", "RecordWriter",
    "resource", "ResourceExhausted", "RunFuture", "RunOptions", "Runtime", "SavedModel", "Saver", "SaverInfo",
    "Sequential", "SequenceExample", "Served", "Server",
    "Session", "Severity", "SGD", "Signature", "ShapeLike", "sparse_placeholder", "SparseTensor",
    "start_queue_runners", "string",
    "Tensor", "TensorInfo", "TensorLike", "Trace",
    "uint16", "uint32", "uint64", "uint8", "Unauthenticated", "Unavailable", "Unimplemented", "Unknown", "Variable",
    "variant", "version", "write_checkpoint",
]
