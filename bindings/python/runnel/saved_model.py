"""SavedModels: signatures listed, a part loaded with its variables, and called. Session.write_saved_model writes them."""
from __future__ import annotations

import threading
from ctypes import c_int32, c_void_p
from typing import Any, Callable, NamedTuple, Sequence

from . import _abi
from ._library import Handle, byref, check, created, lib, releases, string, strings, text
from ._session_options import session_options
from .dtypes import DType
from .graph import Graph
from .meta_graph import MetaGraph
from .runtime import Runtime, default_runtime
from .session import Session
from .tensor import ArrayLike, Tensor


class TensorInfo(NamedTuple):
    name: str  # "x:0"; empty if it has several parts; of an op, the node's
    dtype: DType | None  # None for an op, which is run for what it does: "init"


class Signature(NamedTuple):
    method: str  # "tensorflow/serving/predict"
    inputs: dict[str, TensorInfo]
    outputs: dict[str, TensorInfo]


class Served:
    """A signature that is ready: called with its inputs by key, it answers a dict of its outputs. Outputs that are ops are
    run and are not in the answer."""

    def __init__(self, graph: Graph, session: Session, signature: Signature):
        self.graph, self.session, self.signature = graph, session, signature
        self._call = session.callable({k: t.name for k, t in signature.outputs.items() if t.dtype is not None},
                                      [t.name for t in signature.inputs.values()],
                                      [t.name for t in signature.outputs.values() if t.dtype is None])

    def __call__(self, **inputs: ArrayLike) -> dict[str, Tensor]:
        if set(inputs) != set(self.signature.inputs):
            raise TypeError("inputs are %s, not %s" % (sorted(self.signature.inputs), sorted(inputs)))
        answer: dict[str, Tensor] = self._call(*(inputs[k] for k in self.signature.inputs))
        return answer


@releases(lib.rnl_saved_model_release)
class SavedModel(Handle):
    """Opens, of a SavedModel's folder, the graph whose tags are exactly `tags`; none: "serve". Of a file, whatever Graph.load reads.

    Raises NotFound for the path's files, or listing the tags that there are; DataLoss or InvalidArgument for damage.
    """

    def __init__(self, path: str, tags: Sequence[str] = (), runtime: Runtime | None = None):
        self._runtime = runtime or default_runtime()
        super().__init__(created(lib.rnl_saved_model_open, self._runtime, string(path), strings(tags), len(tags)))
        self._lock = threading.Lock()  # guards _served
        self._served: tuple[Graph, Session] | None = None  # what signatures share
        self.signatures: dict[str, Signature] = {
            text(lib.rnl_saved_model_signature_key(self, i)): self._signature(i)
            for i in range(lib.rnl_saved_model_num_signatures(self))}

    def _signature(self, index: int) -> Signature:
        def infos(function: Callable[..., Any], count: int) -> dict[str, TensorInfo]:
            out = {}
            for i in range(count):
                key, name, dtype = _abi.rnl_str_t(), _abi.rnl_str_t(), c_int32()
                check(function(self, index, i, byref(key), byref(name), byref(dtype)))
                out[text(key)] = TensorInfo(text(name), DType(dtype.value) if dtype.value else None)
            return out
        return Signature(text(lib.rnl_saved_model_signature_method(self, index)),
                         infos(lib.rnl_saved_model_input, lib.rnl_saved_model_num_inputs(self, index)),
                         infos(lib.rnl_saved_model_output, lib.rnl_saved_model_num_outputs(self, index)))

    @property
    def format(self) -> str:
        """"SavedModel", "GraphDef", "MetaGraph", or what an importer calls its format: "ONNX"."""
        return text(lib.rnl_saved_model_format(self))

    def load(self, inputs: Sequence[str], outputs: Sequence[str], **options: Any) -> tuple[Graph, Session]:
        """The part that `outputs` need once `inputs` are fed, and a session of its own with the variables restored."""
        return self._loaded(lib.rnl_saved_model_load, strings(inputs), len(inputs), strings(outputs), len(outputs),
                            session_options(**options))

    def import_graph(self) -> tuple[Graph, MetaGraph]:
        """All of the model's graph, unlike load(), and what belongs to it, assets at their places in the model's folder. The
        saver's restore node, fed with "folder/variables/variables", gives the variables their values."""
        graph = Graph(self._runtime)
        return graph, MetaGraph._adopt(created(lib.rnl_saved_model_import, self, graph))

    def serve(self, signature: str = "serving_default", **options: Any) -> Served:
        """Loads what a signature needs. All signatures that one SavedModel object serves share a session, so what one
        assigns the others read; its options, those of Session, are given with the first.

        Raises NotFound listing the signatures, and the ops that are missing; ValueError for options that come later;
        InvalidArgument for a signature that computes what an earlier one is fed by Placeholders.
        """
        with self._lock:
            if self._served is None:
                self._served = self._loaded(lib.rnl_saved_model_load_signature, string(signature), session_options(**options))
            elif options:
                raise ValueError("options are given with the first signature that is served, not with %r" % signature)
            else:
                check(lib.rnl_saved_model_add_signature(self, string(signature), self._served[1]))
            return Served(*self._served, self.signatures[signature])

    def _loaded(self, function: Callable[..., Any], *arguments: Any) -> tuple[Graph, Session]:
        graph, session = c_void_p(), c_void_p()
        check(function(self, *arguments, byref(graph), byref(session)))
        loaded = Graph._adopt(graph.value, self._runtime)
        return loaded, Session._adopt(session.value, loaded)
