"""tf.saved_model: models with their variables and signatures, written and read."""
from __future__ import annotations

import os
from typing import Any

from ...meta_graph import MetaGraph
from ...saved_model import SavedModel
from ._near import Namespace
from ._near import missing as _missing
from ._saver import MetaGraphDef, import_meta_graph, say_collections

__all__ = ["Builder", "SavedModelBuilder", "build_signature_def", "build_tensor_info", "builder", "constants", "load", "loader", "predict_signature_def",
           "signature_constants", "signature_def_utils", "simple_save", "tag_constants", "utils"]

signature_constants = Namespace(
    "saved_model.signature_constants", CLASSIFY_INPUTS="inputs", CLASSIFY_METHOD_NAME="tensorflow/serving/classify", CLASSIFY_OUTPUT_CLASSES="classes",
    CLASSIFY_OUTPUT_SCORES="scores", DEFAULT_SERVING_SIGNATURE_DEF_KEY="serving_default", PREDICT_INPUTS="inputs",
    PREDICT_METHOD_NAME="tensorflow/serving/predict", PREDICT_OUTPUTS="outputs", REGRESS_INPUTS="inputs",
    REGRESS_METHOD_NAME="tensorflow/serving/regress", REGRESS_OUTPUTS="outputs")
tag_constants = Namespace("saved_model.tag_constants", GPU="gpu", SERVING="serve", TPU="tpu", TRAINING="train")
SERVING, TRAINING, DEFAULT_SERVING_SIGNATURE_DEF_KEY = "serve", "train", "serving_default"


class TensorInfo:
    def __init__(self, name: str):
        self.name = name


class SignatureDef:
    def __init__(self, inputs: Any, outputs: Any, method_name: str):
        self.inputs, self.outputs, self.method_name = dict(inputs or {}), dict(outputs or {}), method_name


def build_tensor_info(tensor: Any) -> TensorInfo:
    return TensorInfo(tensor._as_graph_element().name if hasattr(tensor, "_as_graph_element") else tensor.name)


def build_signature_def(inputs: Any = None, outputs: Any = None, method_name: Any = None) -> SignatureDef:
    return SignatureDef(inputs, outputs, method_name or "")


def predict_signature_def(inputs: Any, outputs: Any) -> SignatureDef:
    return SignatureDef({k: build_tensor_info(t) for k, t in inputs.items()}, {k: build_tensor_info(t) for k, t in outputs.items()},
                        "tensorflow/serving/predict")


class Builder:
    """One graph with its variables. save writes the folder, which is new or empty, and is whole when it appears."""

    def __init__(self, export_dir: Any):
        self._dir, self._session, self._meta = os.fspath(export_dir), None, None  # type: Any, Any, Any
        if os.path.isdir(self._dir) and os.listdir(self._dir):
            raise AssertionError("Export directory already exists, and isn't empty. Please choose a different export directory, or delete all the "
                                 "contents of the specified directory: %s" % self._dir)

    def add_meta_graph_and_variables(self, sess: Any, tags: Any, signature_def_map: Any = None, assets_collection: Any = None, legacy_init_op: Any = None,
                                     clear_devices: bool = False, main_op: Any = None, strip_default_attrs: bool = False, saver: Any = None) -> None:
        if self._session is not None:
            raise AssertionError("Graph state including variables and assets has already been saved. Please invoke `add_meta_graph()` instead.")
        meta = MetaGraph()
        say_collections(sess.graph, meta)
        first = main_op if main_op is not None else legacy_init_op
        if first is not None:
            meta.set_init_op(sess.graph._operation_of(first).name)
        for tag in tags:
            meta.add_tag(tag)
        for key, signature in (signature_def_map or {}).items():
            meta.add_signature(key, {k: i.name for k, i in signature.inputs.items()}, {k: i.name for k, i in signature.outputs.items()},
                               signature.method_name)
        self._session, self._meta = sess, meta

    def add_meta_graph(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError("a second graph in a SavedModel is UNIMPLEMENTED")

    def save(self, as_text: bool = False) -> bytes:
        if self._session is None:
            raise AssertionError("call add_meta_graph_and_variables first")
        self._session._session.write_saved_model(self._dir, self._meta)
        return os.path.join(self._dir, "saved_model.pb").encode()


SavedModelBuilder = Builder


def simple_save(session: Any, export_dir: Any, inputs: Any, outputs: Any, legacy_init_op: Any = None) -> None:
    builder_ = Builder(export_dir)
    builder_.add_meta_graph_and_variables(session, ["serve"], {"serving_default": predict_signature_def(inputs, outputs)}, legacy_init_op=legacy_init_op)
    builder_.save()


class _Loaded(MetaGraphDef):
    """What belongs to a model that was loaded: signature_def by key."""

    def __init__(self, model: SavedModel):
        super().__init__()
        self.signature_def = {
            key: SignatureDef({k: TensorInfo(i.name) for k, i in s.inputs.items()}, {k: TensorInfo(o.name) for k, o in s.outputs.items()}, s.method)
            for key, s in model.signatures.items()}


def load(sess: Any, tags: Any, export_dir: Any, import_scope: Any = None, **_: Any) -> Any:
    """Adds the model's graph to the session's and sets its variables in the session."""
    folder = os.fspath(export_dir)
    model = SavedModel(folder, list(tags))
    graph, meta = model.import_graph()
    with sess.graph.as_default():
        saver = import_meta_graph(_Whole(graph.export_meta_graph(meta)), import_scope=import_scope, _said=meta)
        prefix = os.path.join(folder, "variables", "variables")
        if saver is not None and os.path.exists(prefix + ".index"):
            saver.restore(sess, prefix)
    return _Loaded(model)


class _Whole:
    def __init__(self, data: bytes):
        self._data = data

    def SerializeToString(self) -> bytes:  # noqa: N802
        return self._data


def maybe_saved_model_directory(export_dir: Any) -> bool:
    return any(os.path.exists(os.path.join(os.fspath(export_dir), n)) for n in ("saved_model.pb", "saved_model.pbtxt"))


contains_saved_model = maybe_saved_model_directory
builder = Namespace("saved_model.builder", SavedModelBuilder=Builder)
loader = Namespace("saved_model.loader", load=load, maybe_saved_model_directory=maybe_saved_model_directory)
utils = Namespace("saved_model.utils", build_tensor_info=build_tensor_info)
signature_def_utils = Namespace("saved_model.signature_def_utils", build_signature_def=build_signature_def, predict_signature_def=predict_signature_def)
constants = Namespace("saved_model.constants", SAVED_MODEL_FILENAME_PB="saved_model.pb", VARIABLES_DIRECTORY="variables", VARIABLES_FILENAME="variables")


__getattr__ = _missing(__name__, "saved_model")
