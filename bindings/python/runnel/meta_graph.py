"""MetaGraphs: what belongs to a graph beside its nodes. Read from files, or said by a program, to be written with a graph
(Graph.export_meta_graph) or a session (Session.write_saved_model)."""
from __future__ import annotations

from ctypes import c_bool, c_double, c_int32, c_void_p
from typing import Any, Mapping, NamedTuple, Sequence, Union

from . import _abi
from ._library import Handle, byref, check, created, lib, releases, string, strings, take_names, text, view
from .graph import Node, Output
from .variables import Variable

Named = Union[str, Output, Node, Variable]


def _name(value: Named) -> str:
    if isinstance(value, Variable):
        return value.handle.node.name
    return value if isinstance(value, str) else value.name


class MetaVariable(NamedTuple):
    handle: str  # name of its VarHandleOp in the imported graph
    initializer: str
    value: str  # a tensor with its value; may be empty
    trainable: bool


class QueueRunner(NamedTuple):
    queue: str
    enqueue_ops: list[str]  # each to be run again and again by a thread of its own
    close_op: str = ""
    cancel_op: str = ""


class SaverInfo(NamedTuple):
    filename: str  # the tensor to feed a checkpoint's prefix to
    save: str  # the tensor whose fetch saves
    restore: str  # the node that restores
    max_to_keep: int
    keep_every_hours: float


@releases(lib.rnl_meta_graph_release)
class MetaGraph(Handle):
    """An empty one, or all of a MetaGraph's bytes, binary or text, but its graph. For one thread at a time.

    Raises DataLoss or InvalidArgument naming byte, line or field, or the collection with a bad element.
    """

    def __init__(self, data: bytes | None = None):
        super().__init__(created(lib.rnl_meta_graph_create) if data is None else created(lib.rnl_meta_graph_read, string(data)))

    @classmethod
    def _adopt(cls, handle: int | None) -> MetaGraph:
        self = cls.__new__(cls)
        self._as_parameter_ = handle
        return self

    # ---- what it has

    @property
    def collections(self) -> dict[str, list[Any]]:
        """Names of nodes are str, messages bytes, numbers int or float."""
        return {name: self._values(name) for name in take_names(created(lib.rnl_meta_graph_collections, self))}

    def _values(self, name: str) -> list[Any]:
        kind, names = c_int32(), c_void_p()
        check(lib.rnl_meta_graph_collection(self, string(name), byref(kind), byref(names)))
        try:
            values = [view(lib.rnl_names_get(names, i)) for i in range(lib.rnl_names_count(names))]
        finally:
            lib.rnl_names_release(names)
        decode: Any = {_abi.RNL_COLLECTION_NODES: bytes.decode, _abi.RNL_COLLECTION_INTS: int,
                       _abi.RNL_COLLECTION_FLOATS: float}.get(kind.value, bytes)
        return [decode(v) for v in values]

    def variables(self, collection: str = "variables") -> list[MetaVariable]:
        """Of a collection of variables that was read."""
        found = []
        for i in range(lib.rnl_meta_graph_num_variables(self, string(collection))):
            parts, trainable = [_abi.rnl_str_t() for _ in range(3)], c_bool()
            check(lib.rnl_meta_graph_variable(self, string(collection), i, *(byref(p) for p in parts), byref(trainable)))
            found.append(MetaVariable(text(parts[0]), text(parts[1]), text(parts[2]), trainable.value))
        return found

    @property
    def queue_runners(self) -> list[QueueRunner]:
        found = []
        for i in range(lib.rnl_meta_graph_num_queue_runners(self)):
            queue, close, cancel, ops = _abi.rnl_str_t(), _abi.rnl_str_t(), _abi.rnl_str_t(), c_void_p()
            check(lib.rnl_meta_graph_queue_runner(self, i, byref(queue), byref(ops), byref(close), byref(cancel)))
            names: Any = ops.value
            found.append(QueueRunner(text(queue), take_names(names), text(close), text(cancel)))
        return found

    @property
    def saver(self) -> SaverInfo | None:
        parts, keep, hours = [_abi.rnl_str_t() for _ in range(3)], c_int32(), c_double()
        check(lib.rnl_meta_graph_saver(self, *(byref(p) for p in parts), byref(keep), byref(hours)))
        filename, save, restore = (text(p) for p in parts)
        return SaverInfo(filename, save, restore, keep.value, hours.value) if restore else None

    # ---- what a program says

    def add_tag(self, tag: str) -> None:
        check(lib.rnl_meta_graph_add_tag(self, string(tag)))

    def add_signature(self, key: str, inputs: Mapping[str, Named], outputs: Mapping[str, Named], method: str = "") -> None:
        """Inputs and outputs by key, as tensors or their names; a node without outputs may be an output, and is run. Without
        `method`: "tensorflow/serving/predict"."""
        for name, tensor in inputs.items():
            check(lib.rnl_meta_graph_add_input(self, string(key), string(name), string(_name(tensor))))
        for name, tensor in outputs.items():
            check(lib.rnl_meta_graph_add_output(self, string(key), string(name), string(_name(tensor))))
        if method:
            check(lib.rnl_meta_graph_set_method(self, string(key), string(method)))

    def add_to_collection(self, collection: str, value: Named | bytes | int | float) -> None:
        """Nodes, tensors and their names go to a list of names, bytes to one of messages, numbers to one of int or float."""
        kind, data = _abi.RNL_COLLECTION_NODES, b""
        if isinstance(value, bytes):
            kind, data = _abi.RNL_COLLECTION_BYTES, value
        elif isinstance(value, int):
            kind, data = _abi.RNL_COLLECTION_INTS, str(value).encode()
        elif isinstance(value, float):
            kind, data = _abi.RNL_COLLECTION_FLOATS, repr(value).encode()
        else:
            data = _name(value).encode()
        check(lib.rnl_meta_graph_add_to_collection(self, string(collection), kind, string(data)))

    def add_trainable(self, variable: Named) -> None:
        """A variable, or the name of its VarHandleOp, is one of "trainable_variables"; "variables" has all without being told."""
        check(lib.rnl_meta_graph_add_trainable(self, string(_name(variable))))

    def add_queue_runner(self, queue: Named, enqueue_ops: Sequence[Named], close_op: Named = "", cancel_op: Named = "") -> None:
        names = [_name(op) for op in enqueue_ops]
        check(lib.rnl_meta_graph_add_queue_runner(self, string(_name(queue)), strings(names), len(names), string(_name(close_op)),
                                                  string(_name(cancel_op))))

    def set_init_op(self, node: Named) -> None:
        """What a loader of the SavedModel runs once, after it has restored the variables: what fills tables, for example."""
        check(lib.rnl_meta_graph_set_init_op(self, string(_name(node))))

    def add_asset(self, tensor: Named, path: str) -> None:
        """A file that goes into the SavedModel, and the string constant that loaders replace by its path there."""
        check(lib.rnl_meta_graph_add_asset(self, string(_name(tensor)), string(path)))


__all__ = ["MetaGraph", "MetaVariable", "Named", "QueueRunner", "SaverInfo"]
