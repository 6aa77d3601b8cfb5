"""Saver and what belongs to checkpoints. The files are TensorFlow's, and so are the names of the nodes that write and read them."""
from __future__ import annotations

import glob
import os
import re
import time
from typing import Any

from ...checkpoint import Checkpoint
from ...errors import NotFound
from ...meta_graph import MetaGraph
from . import _array
from ._apply import apply
from ._control_flow import group, with_dependencies
from ._graph import Graph, GraphKeys, control_dependencies, get_default_graph, name_scope
from ._partitioned import PartitionedVariable
from ._variables import Variable, global_variables


class CheckpointState:
    """What a folder's `checkpoint` file says."""

    def __init__(self, model_checkpoint_path: str = "", all_model_checkpoint_paths: Any = ()):
        self.model_checkpoint_path = model_checkpoint_path
        self.all_model_checkpoint_paths = list(all_model_checkpoint_paths)


class Saver:
    """Nodes that save variables and set them from a checkpoint, and the names of the checkpoints that are kept."""

    def __init__(self, var_list: Any = None, reshape: bool = False, sharded: bool = False, max_to_keep: Any = 5,
                 keep_checkpoint_every_n_hours: float = 10000.0, name: Any = None, restore_sequentially: bool = False, saver_def: Any = None,
                 builder: Any = None, defer_build: bool = False, allow_empty: bool = False, write_version: Any = 2, pad_step_number: bool = False,
                 save_relative_paths: bool = False, filename: Any = None):
        self._given, self._reshape, self._name, self._allow_empty, self._default = var_list, reshape, name, allow_empty, filename or "model"
        self._max_to_keep, self._every_hours, self._pad = max_to_keep or 0, keep_checkpoint_every_n_hours, pad_step_number
        self._kept: list[tuple[str, float]] = []
        self._next_kept_for_ever = time.time() + keep_checkpoint_every_n_hours * 3600
        self._is_built = False
        self._filename: Any = None
        if not defer_build:
            self.build()

    def build(self) -> None:
        if self._is_built:
            return
        self._is_built = True
        saved = _named(self._given)
        if not saved:
            if not self._allow_empty:
                raise ValueError("No variables to save")
            return
        parts = [(name, part) for name in sorted(saved) for part in _parts(saved[name])]
        names, variables = [name for name, _ in parts], [part for _, part in parts]
        with name_scope(self._name, "save", [v.op for v in variables]):
            filename = _array.placeholder_with_default(self._default, shape=(), name="filename")
            self._filename = _array.placeholder_with_default(filename, shape=(), name="Const")
            slices = ["" if v._save_slice_info is None else v._save_slice_info.spec for v in variables]
            with get_default_graph().device("/cpu:0"):
                save = apply("SaveV2", self._filename, names, slices, [_read(v) for v in variables])
                self._save = with_dependencies([save], self._filename)
                restored = apply("RestoreV2", self._filename, names, slices, dtypes=[v.dtype for v in variables])
            assigned = []
            for i, variable in enumerate(variables):
                value = _array.reshape(restored[i], variable.shape) if self._reshape else _array.identity(restored[i])
                with variable.at_home():
                    assigned.append(apply("AssignVariableOp", variable.handle, value))
            self._restore = group(*assigned, name="restore_all")

    def save(self, sess: Any, save_path: str, global_step: Any = None, latest_filename: Any = None, meta_graph_suffix: str = "meta",
             write_meta_graph: bool = True, write_state: bool = True, strip_default_attrs: bool = False, save_debug_info: bool = False) -> str:
        """Writes a checkpoint, names it in the folder's `checkpoint` file, and deletes what is beyond max_to_keep. Returns its prefix."""
        if not self._is_built:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        if global_step is not None:
            if not isinstance(global_step, int):
                global_step = int(sess.run(global_step)) if hasattr(global_step, "op") else int(global_step)
            prefix = "%s-%s" % (save_path, "%08d" % global_step if self._pad else global_step)
        else:
            prefix = save_path
        folder = os.path.dirname(save_path)
        if os.path.basename(save_path) == (latest_filename or "checkpoint") and not folder:
            raise ValueError("'latest_filename' collides with 'save_path': '%s' and '%s'" % (latest_filename, save_path))
        if folder and not os.path.isdir(folder):
            raise ValueError("Parent directory of %s doesn't exist, can't save." % save_path)
        if self._filename is None:
            return prefix
        path = sess.run(self._save, {self._filename: prefix}).decode()
        if write_state:
            self._record(path, meta_graph_suffix)
            update_checkpoint_state(folder or ".", path, [p for p, _ in self._kept], latest_filename)
        if write_meta_graph:
            self.export_meta_graph("%s.%s" % (path, meta_graph_suffix))
        return str(path)

    def _record(self, path: str, suffix: str) -> None:
        if not self._max_to_keep:
            self._kept = [k for k in self._kept if k[0] != path] + [(path, time.time())]
            return
        self._kept = [k for k in self._kept if k[0] != path] + [(path, time.time())]
        while len(self._kept) > self._max_to_keep:
            old, saved = self._kept.pop(0)
            if saved > self._next_kept_for_ever:
                self._next_kept_for_ever += self._every_hours * 3600
                continue
            remove_checkpoint(old, meta_graph_suffix=suffix)

    def restore(self, sess: Any, save_path: Any) -> None:
        """Sets the variables. They need no initial values."""
        if self._filename is None:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        if not checkpoint_exists(save_path):
            raise ValueError("The passed save_path is not a valid checkpoint: %s" % save_path)
        try:
            sess.run(self._restore, {self._filename: os.fspath(save_path)})
        except NotFound as error:
            error.args = ("Restoring from checkpoint failed. This is most likely due to a Variable name or other graph key that is missing from the "
                          "checkpoint. Please ensure that you have not altered the graph expected based on the checkpoint. Original error: %s"
                          % error.message,)
            raise

    def export_meta_graph(self, filename: Any = None, collection_list: Any = None, as_text: bool = False, export_scope: Any = None,
                          clear_devices: bool = False, clear_extraneous_savers: bool = False, strip_default_attrs: bool = False,
                          save_debug_info: bool = False) -> Any:
        return export_meta_graph(filename, graph=self._filename.graph if self._filename is not None else None, saver=self)

    @property
    def last_checkpoints(self) -> list[str]:
        return [p for p, _ in self._kept]

    def set_last_checkpoints(self, last_checkpoints: Any) -> None:
        self._kept = [(p, time.time()) for p in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: Any) -> None:
        self._kept = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Any) -> None:
        self._kept = [(p, os.path.getmtime(p + ".index")) for p in checkpoint_paths if checkpoint_exists(p)]


def _read(variable: Any) -> Any:
    with variable.at_home():
        return apply("ReadVariableOp", variable.handle, dtype=variable.dtype, name="Read/ReadVariableOp")


def _parts(variable: Any) -> list[Any]:
    return list(variable) if isinstance(variable, (list, PartitionedVariable)) else [variable]


def _named(given: Any) -> dict[str, Any]:
    """What is saved by its name in checkpoints: variables, or the parts of one."""
    if isinstance(given, dict):
        return dict(given)
    if given is None:
        graph = get_default_graph()
        every = dict.fromkeys(global_variables() + graph.get_collection(GraphKeys.SAVEABLE_OBJECTS))
        given = [v for v in every if isinstance(v, Variable)]
    found: dict[str, Any] = {}
    for v in given:
        if isinstance(v, PartitionedVariable):
            found[v.name] = v
            continue
        if not isinstance(v, Variable):
            raise TypeError("Variable to save is not a Variable: %s" % (v,))
        v = getattr(v, "_origin", v)
        if v._save_slice_info is not None:
            parts = found.setdefault(v._save_slice_info.full_name, [])
            if not isinstance(parts, list):
                raise ValueError("At least two variables have the same name: %s" % v._save_slice_info.full_name)
            parts.append(v)
            continue
        if v.op.name in found and found[v.op.name] is not v:
            raise ValueError("At least two variables have the same name: %s" % v.op.name)
        found[v.op.name] = v
    return found


# ---- files

def checkpoint_exists(checkpoint_prefix: Any) -> bool:
    return bool(glob.glob(glob.escape(os.fspath(checkpoint_prefix)) + ".index"))


def remove_checkpoint(checkpoint_prefix: str, checkpoint_format_version: Any = None, meta_graph_suffix: str = "meta") -> None:
    at = glob.escape(checkpoint_prefix)
    for pattern in (at + ".index", at + ".data-?????-of-?????", "%s.%s" % (at, meta_graph_suffix)):
        for path in glob.glob(pattern):
            os.remove(path)


def update_checkpoint_state(save_dir: str, model_checkpoint_path: str, all_model_checkpoint_paths: Any = None, latest_filename: Any = None,
                            all_model_checkpoint_timestamps: Any = None, last_preserved_timestamp: Any = None) -> None:
    """Names the newest checkpoint, and all that are kept, in the folder's `checkpoint` file, which is whole at any moment."""
    def said(path: str) -> str:
        path = os.path.relpath(path, save_dir) if not os.path.isabs(path) or os.path.abspath(os.path.dirname(path)) == os.path.abspath(save_dir) else path
        return path.replace("\\", "\\\\").replace('"', '\\"')
    every = list(all_model_checkpoint_paths or [])
    if model_checkpoint_path not in every:
        every.append(model_checkpoint_path)
    lines = ['model_checkpoint_path: "%s"' % said(model_checkpoint_path)] + ['all_model_checkpoint_paths: "%s"' % said(p) for p in every]
    path = os.path.join(save_dir, latest_filename or "checkpoint")
    with open(path + ".tmp", "w") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".tmp", path)


def get_checkpoint_state(checkpoint_dir: Any, latest_filename: Any = None) -> CheckpointState | None:
    """None without a `checkpoint` file."""
    if isinstance(checkpoint_dir, list):
        return None
    folder = os.fspath(checkpoint_dir)
    try:
        with open(os.path.join(folder, latest_filename or "checkpoint")) as file:
            text = file.read()
    except OSError:
        return None
    def paths(key: str) -> list[str]:
        found = [m.replace('\\"', '"').replace("\\\\", "\\") for m in re.findall(r'^%s:\s*"((?:[^"\\]|\\.)*)"' % key, text, re.M)]
        return [p if os.path.isabs(p) else os.path.join(folder, p) for p in found]
    newest = paths("model_checkpoint_path")
    return CheckpointState(newest[-1], paths("all_model_checkpoint_paths")) if newest else None


def latest_checkpoint(checkpoint_dir: Any, latest_filename: Any = None) -> str | None:
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    return state.model_checkpoint_path if state is not None and checkpoint_exists(state.model_checkpoint_path) else None


def _prefix(path: str) -> str:
    if os.path.isdir(path):
        found = latest_checkpoint(path)
        if found is None:
            raise ValueError("Couldn't find 'checkpoint' file or checkpoints in given directory %s" % path)
        return found
    return path


class CheckpointReader:
    """The tensors of a checkpoint."""

    def __init__(self, filepattern: Any):
        self._checkpoint = Checkpoint(_prefix(os.fspath(filepattern)))

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        return {n: list(self._checkpoint.shape(n)) for n in self._checkpoint}

    def get_variable_to_dtype_map(self) -> dict[str, Any]:
        return {n: self._checkpoint.dtype(n) for n in self._checkpoint}

    def has_tensor(self, tensor_str: str) -> bool:
        return tensor_str in self._checkpoint

    def get_tensor(self, tensor_str: str) -> Any:
        if tensor_str not in self._checkpoint:
            raise NotFound("Key %s not found in checkpoint" % tensor_str)
        from ._session import to_numpy
        return to_numpy(self._checkpoint[tensor_str])


NewCheckpointReader = load_checkpoint = CheckpointReader


def load_variable(ckpt_dir_or_file: Any, name: str) -> Any:
    return CheckpointReader(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: Any) -> list[tuple[str, list[int]]]:
    shapes = CheckpointReader(ckpt_dir_or_file).get_variable_to_shape_map()
    return [(n, shapes[n]) for n in sorted(shapes)]


def init_from_checkpoint(ckpt_dir_or_file: Any, assignment_map: Any) -> None:
    """From now on the initializers of the named variables take their values from the checkpoint."""
    reader = CheckpointReader(ckpt_dir_or_file)
    graph = get_default_graph()
    by_name = {v.op.name: v for v in global_variables()}
    pairs = assignment_map.items() if isinstance(assignment_map, dict) else assignment_map
    for source, target in pairs:
        found: list[tuple[str, Any]] = []
        if isinstance(source, str) and source.endswith("/") or source == "/":
            at = "" if source == "/" else source
            scope = target if isinstance(target, str) else target.name + "/"
            scope = "" if scope == "/" else scope
            found = [(at + n[len(scope):], v) for n, v in by_name.items() if n.startswith(scope)]
        else:
            found = [(source, by_name[target] if isinstance(target, str) else target)]
        for name, variable in found:
            if not reader.has_tensor(name):
                raise ValueError("Tensor %s is not found in %s checkpoint" % (name, ckpt_dir_or_file))
            with graph.as_default(), control_dependencies(None), name_scope("init_from_checkpoint"):
                value = apply("RestoreV2", _prefix(os.fspath(ckpt_dir_or_file)), [name], [""], dtypes=[variable.dtype])[0]
                variable._initializer = apply("AssignVariableOp", variable.handle, _array.reshape(value, variable.shape))


# ---- meta graphs

def export_meta_graph(filename: Any = None, graph: Any = None, saver: Any = None, **_: Any) -> Any:
    """The graph with its collections, as TensorFlow's MetaGraphDef; its bytes."""
    graph = graph or get_default_graph()
    meta = MetaGraph()
    say_collections(graph, meta)
    data = graph.export_meta_graph(meta)
    if filename is not None:
        with open(filename, "wb") as file:
            file.write(data)
    return MetaGraphDef(data)


def say_collections(graph: Any, meta: MetaGraph) -> None:
    """What a graph's collections hold, in a MetaGraph, as far as it can be written."""
    for variable in graph.get_collection(GraphKeys.TRAINABLE_VARIABLES):
        meta.add_trainable(variable.handle.op.name)
    for runner in graph.get_collection(GraphKeys.QUEUE_RUNNERS):
        names = runner._names()
        meta.add_queue_runner(names.queue, names.enqueue_ops, names.close_op, names.cancel_op)
    for key in graph.get_all_collection_keys():
        if key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES, GraphKeys.COND_CONTEXT, GraphKeys.WHILE_CONTEXT, GraphKeys.QUEUE_RUNNERS):
            continue
        for value in graph.get_collection_ref(key):
            if isinstance(value, Variable):
                continue
            name = value if isinstance(value, (bytes, int, float)) else getattr(value, "name", None)
            if isinstance(name, (str, bytes, int, float)) and not isinstance(value, str):
                meta.add_to_collection(str(key), name)


class MetaGraphDef:
    def __init__(self, data: bytes = b""):
        self._data = data

    def SerializeToString(self) -> bytes:  # noqa: N802
        return self._data

    def ParseFromString(self, data: bytes) -> int:  # noqa: N802
        self._data = bytes(data)
        return len(data)


def import_meta_graph(meta_graph_or_file: Any, clear_devices: bool = False, import_scope: Any = None, _said: Any = None, **_: Any) -> Any:
    """Adds a graph with its collections to the default graph, and gives the Saver that is in it."""
    graph = get_default_graph()
    if hasattr(meta_graph_or_file, "SerializeToString"):
        data = meta_graph_or_file.SerializeToString()
    else:
        with open(meta_graph_or_file, "rb") as file:
            data = file.read()
    first = len(graph)
    prefix = import_scope or ""
    graph.import_graph_def(data, prefix=prefix)
    graph._adopted(first, None)
    meta = MetaGraph(data)
    at = prefix + "/" if prefix else ""
    restored = _collections(graph, _said or meta, at)
    info = meta.saver
    if info is None:
        return Saver(list(restored.values())) if restored else None
    saver = Saver(defer_build=True, max_to_keep=info.max_to_keep, keep_checkpoint_every_n_hours=info.keep_every_hours or 10000.0)
    saver._is_built = True
    saver._filename, saver._save = graph.get_tensor_by_name(at + info.filename), graph.get_tensor_by_name(at + info.save)
    saver._restore = graph.get_operation_by_name(at + info.restore)
    return saver


class _ByName:
    """A queue of which nothing is known but its node."""

    def __init__(self, operation: Any):
        self.queue_ref, self.name = operation.outputs[0], operation.name


def _collections(graph: Graph, meta: MetaGraph, at: str) -> dict[str, Variable]:
    made: dict[str, Variable] = {}
    kinds = [k for k in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES, GraphKeys.MODEL_VARIABLES,
                         GraphKeys.MOVING_AVERAGE_VARIABLES)]
    for kind in kinds:
        for info in meta.variables(kind):
            if info.handle not in made:
                handle: Any = graph.get_operation_by_name(at + info.handle).outputs[0]
                element = graph.as_graph_element(at + info.value) if info.value else None
                element = element.outputs[0] if element is not None and hasattr(element, "outputs") else element
                made[info.handle] = Variable._of_handle(handle, info.trainable, graph.get_operation_by_name(at + info.initializer.lstrip("^")), element)
            graph.add_to_collection(kind, made[info.handle])
            if kind == GraphKeys.GLOBAL_VARIABLES and info.trainable and not meta.variables(GraphKeys.TRAINABLE_VARIABLES):
                graph.add_to_collection(GraphKeys.TRAINABLE_VARIABLES, made[info.handle])
    for info_ in meta.queue_runners:
        from ._threads import QueueRunner
        graph.add_to_collection(GraphKeys.QUEUE_RUNNERS, QueueRunner(
            _ByName(graph.get_operation_by_name(at + info_.queue)), [graph.get_operation_by_name(at + e) for e in info_.enqueue_ops],
            graph.get_operation_by_name(at + info_.close_op), graph.get_operation_by_name(at + info_.cancel_op)))
    for key, values in meta.collections.items():
        if key in kinds or key == GraphKeys.QUEUE_RUNNERS:
            continue
        for value in values:
            try:
                graph.add_to_collection(key, graph.as_graph_element(at + value) if isinstance(value, str) else value)
            except (KeyError, ValueError):
                pass
    return made


