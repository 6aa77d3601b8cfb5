"""What TensorFlow has as protocol messages: options of sessions and runs, and graphs in bytes."""
from __future__ import annotations

from typing import Any

from ... import session as _plain
from ...graph import Graph as PlainGraph
from ...graph import Node


class _Settings:
    """A message of settings: those that are named, and whatever else is set, which Runnel does without."""

    def __init__(self, **settings: Any):
        self.__dict__.update(settings)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = self.__dict__[name] = _Settings()
        return made

    def __bool__(self) -> bool:
        return bool(self.__dict__)

    def __repr__(self) -> str:
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%r" % i for i in self.__dict__.items()))

    def CopyFrom(self, other: Any) -> None:
        self.__dict__.clear()
        self.__dict__.update(other.__dict__)


class GPUOptions(_Settings):
    pass


class OptimizerOptions(_Settings):
    L0, L1, DEFAULT, OFF, ON_1, ON_2 = -1, 0, 0, -1, 1, 2


class GraphOptions(_Settings):
    pass


class ConfigProto(_Settings):
    """Of it, allow_soft_placement, operation_timeout_in_ms and device_filters mean something here; threads are the runtime's."""

    def __init__(self, **settings: Any):
        super().__init__(allow_soft_placement=False, log_device_placement=False, operation_timeout_in_ms=0, device_count={},
                         intra_op_parallelism_threads=0, inter_op_parallelism_threads=0, device_filters=[])
        self.__dict__.update(settings)


class RunOptions(_Settings):
    NO_TRACE, SOFTWARE_TRACE, HARDWARE_TRACE, FULL_TRACE = 0, 1, 2, 3

    def __init__(self, **settings: Any):
        super().__init__(trace_level=0, timeout_in_ms=0, output_partition_graphs=False, inter_op_thread_pool=0)
        self.__dict__.update(settings)

    def _native(self) -> _plain.RunOptions:
        return _plain.RunOptions(timeout=self.timeout_in_ms / 1000 if self.timeout_in_ms else None, trace=self.trace_level > 0,
                                 partition_graphs=bool(self.output_partition_graphs))


class RunMetadata:
    """What a run told: `metadata` is Runnel's, SerializeToString TensorFlow's message."""

    def __init__(self) -> None:
        self.metadata: _plain.Metadata | None = None

    def _fresh(self) -> _plain.Metadata:
        self.metadata = _plain.Metadata()
        return self.metadata

    def SerializeToString(self) -> bytes:
        return b"" if self.metadata is None else self.metadata.to_run_metadata()


class NodeDef:
    """A node as a GraphDef lists it."""

    def __init__(self, node: Node):
        self._node = node
        self.name, self.op, self.device = node.name, Node.op.fget(node), node.device  # type: ignore[attr-defined]

    @property
    def input(self) -> list[str]:
        data = [t.node.name if t.index == 0 else "%s:%d" % (t.node.name, t.index) for t in self._node.inputs]
        return data + ["^" + n.name for n in self._node.control_inputs]

    @property
    def attr(self) -> dict[str, Any]:
        return {a: self._node.attr(a) for a in self._node.attrs}

    def __repr__(self) -> str:
        return "name: %r op: %r input: %r" % (self.name, self.op, self.input)


class GraphDef:
    """A graph as bytes, which are read when its nodes are asked for."""

    def __init__(self, data: bytes = b""):
        self._data = data
        self._graph: PlainGraph | None = None

    def SerializeToString(self, deterministic: Any = None) -> bytes:
        return self._data

    def ParseFromString(self, data: bytes) -> int:
        self._data, self._graph = bytes(data), None
        return len(data)

    MergeFromString = ParseFromString

    def CopyFrom(self, other: GraphDef) -> None:
        self.ParseFromString(other._data)

    def ByteSize(self) -> int:
        return len(self._data)

    def _read(self) -> PlainGraph:
        if self._graph is None:
            self._graph = PlainGraph()
            self._graph.import_graph_def(self._data)
        return self._graph

    @property
    def node(self) -> list[NodeDef]:
        return [NodeDef(n) for n in self._read().nodes]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GraphDef) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __str__(self) -> str:
        return self._read().to_text()
