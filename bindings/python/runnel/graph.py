"""Graphs: nodes that are added and never changed, their outputs with Python's operators, and the scopes in between.

`with graph:` makes a graph the current one of this thread, which is where nodes without inputs go. Scopes are of one
graph and one thread, and nest.
"""
from __future__ import annotations

import bisect
import contextlib
import glob
import html
import operator
import os
import sys
import threading
from ctypes import Array, c_bool, c_float, c_int32, c_int64, c_size_t
from types import EllipsisType, FrameType
from typing import TYPE_CHECKING, Any, Iterator, Mapping, NoReturn, Sequence, SupportsIndex, Union

from . import _abi
from ._library import Handle, byref, check, created, lib, releases, string, take_bytes, take_names, text, view
from .dtypes import DType
from .errors import Error, InvalidArgument
from .runtime import Runtime, default_runtime
from .tensor import ArrayLike, DTypeLike, Tensor

if TYPE_CHECKING:
    from ._build import TensorLike
    from .meta_graph import MetaGraph
    from .variables import Variable

    Index = Union[SupportsIndex, slice, EllipsisType, None]

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
ShapeLike = Union[Sequence[Union[int, None]], None]  # None: any rank; None or -1 in it: any size


class Operators:
    """Python's operators on what stands for a value in a graph. Comparisons give bool tensors, but == and != compare
    which output it is: equality of values is ops.equal."""

    __slots__ = ()
    graph: Graph

    @property
    def dtype(self) -> DType:
        raise NotImplementedError

    @property
    def shape(self) -> tuple[int | None, ...] | None:
        raise NotImplementedError

    def _taken_as(self, dtype: DType | None) -> Output:
        """What a node gets that wants an input of that type; None: of any."""
        raise NotImplementedError

    def __add__(self, other: TensorLike) -> Output: return _ops.add_v2(self, other)
    def __radd__(self, other: TensorLike) -> Output: return _ops.add_v2(other, self)
    def __sub__(self, other: TensorLike) -> Output: return _ops.sub(self, other)
    def __rsub__(self, other: TensorLike) -> Output: return _ops.sub(other, self)
    def __mul__(self, other: TensorLike) -> Output: return _ops.mul(self, other)
    def __rmul__(self, other: TensorLike) -> Output: return _ops.mul(other, self)
    def __truediv__(self, other: TensorLike) -> Output: return _ops.real_div(self, other)
    def __rtruediv__(self, other: TensorLike) -> Output: return _ops.real_div(other, self)
    def __floordiv__(self, other: TensorLike) -> Output: return _ops.floor_div(self, other)
    def __rfloordiv__(self, other: TensorLike) -> Output: return _ops.floor_div(other, self)
    def __mod__(self, other: TensorLike) -> Output: return _ops.floor_mod(self, other)
    def __rmod__(self, other: TensorLike) -> Output: return _ops.floor_mod(other, self)
    def __pow__(self, other: TensorLike) -> Output: return _ops.pow(self, other)
    def __rpow__(self, other: TensorLike) -> Output: return _ops.pow(other, self)
    def __neg__(self) -> Output: return _ops.neg(self)
    def __abs__(self) -> Output: return _ops.abs(self)
    def __lt__(self, other: TensorLike) -> Output: return _ops.less(self, other)
    def __le__(self, other: TensorLike) -> Output: return _ops.less_equal(self, other)
    def __gt__(self, other: TensorLike) -> Output: return _ops.greater(self, other)
    def __ge__(self, other: TensorLike) -> Output: return _ops.greater_equal(self, other)

    def __and__(self, other: TensorLike) -> Output:
        return (_ops.logical_and if self.dtype == DType.bool else _ops.bitwise_and)(self, other)

    def __or__(self, other: TensorLike) -> Output:
        return (_ops.logical_or if self.dtype == DType.bool else _ops.bitwise_or)(self, other)

    def __invert__(self) -> Output:
        return (_ops.logical_not if self.dtype == DType.bool else _ops.invert)(self)

    def __matmul__(self, other: TensorLike) -> Output:
        batched = len(self.shape or (0, 0)) != 2
        return _ops.batch_mat_mul_v2(self, other) if batched else _ops.mat_mul(self, other)

    def __getitem__(self, index: Index | tuple[Index, ...]) -> Output:
        """Basic slicing, as numpy's: numbers, slices, None, Ellipsis."""
        begin: list[int] = []
        end: list[int] = []
        strides: list[int] = []
        begin_mask = end_mask = ellipsis_mask = new_axis_mask = shrink_axis_mask = 0
        for i, part in enumerate(index if isinstance(index, tuple) else (index,)):
            values = (0, 0, 1)
            if isinstance(part, EllipsisType):
                ellipsis_mask |= 1 << i
            elif part is None:
                new_axis_mask |= 1 << i
            elif isinstance(part, slice):
                values = (part.start or 0, part.stop or 0, 1 if part.step is None else part.step)
                begin_mask |= (part.start is None) << i
                end_mask |= (part.stop is None) << i
            else:
                at = operator.index(part)
                values = (at, at + 1, 1)
                shrink_axis_mask |= 1 << i
                end_mask |= (at == -1) << i
            begin.append(values[0])
            end.append(values[1])
            strides.append(values[2])
        return _ops.strided_slice(self, begin, end, strides, begin_mask=begin_mask, end_mask=end_mask,
                                  ellipsis_mask=ellipsis_mask, new_axis_mask=new_axis_mask,
                                  shrink_axis_mask=shrink_axis_mask)

    def __iter__(self) -> NoReturn:
        raise TypeError("a graph's output has no elements to iterate over: run it, or use ops.unpack")

    def __bool__(self) -> NoReturn:
        raise TypeError("a graph's output is neither true nor false before it is run")


class Output(Operators):
    """One output of a node."""

    __slots__ = ("graph", "node_index", "index")

    def __init__(self, graph: Graph, node_index: int, index: int):
        self.graph, self.node_index, self.index = graph, node_index, index

    def _taken_as(self, dtype: DType | None) -> Output:
        return self

    @property
    def raw(self) -> _abi.rnl_output_t:
        return _abi.rnl_output_t(self.node_index, self.index)

    @property
    def node(self) -> Node:
        return Node(self.graph, self.node_index)

    @property
    def name(self) -> str:
        return "%s:%d" % (self.node.name, self.index)

    @property
    def dtype(self) -> DType:
        return DType(lib.rnl_graph_output_dtype(self.graph, self.raw))

    @property
    def shape(self) -> tuple[int | None, ...] | None:
        """What is known: None for any rank, and None in it for any size."""
        rank, sizes = c_int32(), (c_int64 * 254)()
        check(lib.rnl_graph_output_shape(self.graph, self.raw, 254, sizes, byref(rank)))
        return None if rank.value < 0 else tuple(None if d < 0 else d for d in sizes[:rank.value])

    @property
    def consumers(self) -> list[Node]:
        count = c_size_t()
        check(lib.rnl_graph_consumers(self.graph, self.raw, 0, None, byref(count)))
        nodes = (_abi.rnl_node_t * count.value)()
        check(lib.rnl_graph_consumers(self.graph, self.raw, count.value, nodes, byref(count)))
        return [Node(self.graph, n) for n in nodes]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Output) and (self.graph, self.node_index, self.index) == (
            other.graph, other.node_index, other.index)

    def __hash__(self) -> int:
        return hash((id(self.graph), self.node_index, self.index))

    def __repr__(self) -> str:
        return "<Output %s %s %s>" % (self.name, self.dtype.name, _sizes(self))


def _sizes(output: Output) -> str:
    shape = Output.shape.__get__(output)
    return "any shape" if shape is None else "[%s]" % ",".join("?" if d is None else str(d) for d in shape)


class Node:
    """A node of a graph."""

    __slots__ = ("graph", "index")

    def __init__(self, graph: Graph, index: int):
        self.graph, self.index = graph, index

    @property
    def name(self) -> str:
        return text(lib.rnl_graph_node_name(self.graph, self.index))

    @property
    def op(self) -> str:
        return text(lib.rnl_graph_node_op(self.graph, self.index))

    @property
    def device(self) -> str:
        """As requested; may be empty or partial."""
        return text(lib.rnl_graph_node_device(self.graph, self.index))

    @property
    def inputs(self) -> list[Output]:
        raw = [lib.rnl_graph_input(self.graph, self.index, i) for i in range(lib.rnl_graph_num_inputs(self.graph, self.index))]
        return [self.graph._output_class(self.graph, o.node, o.index) for o in raw]

    @property
    def control_inputs(self) -> list[Node]:
        count = lib.rnl_graph_num_control_inputs(self.graph, self.index)
        return [self.graph._node_class(self.graph, lib.rnl_graph_control_input(self.graph, self.index, i)) for i in range(count)]

    @property
    def outputs(self) -> list[Output]:
        return [self.graph._output_class(self.graph, self.index, i)
                for i in range(lib.rnl_graph_num_outputs(self.graph, self.index))]

    @property
    def attrs(self) -> list[str]:
        count = lib.rnl_graph_num_attrs(self.graph, self.index)
        return [text(lib.rnl_graph_attr_name(self.graph, self.index, i)) for i in range(count)]

    def attr(self, name: str) -> Any:
        """The value of an attr. Raises NotFound without one of that name."""
        attr = string(name)
        kind = text(lib.rnl_graph_attr_kind(self.graph, self.index, attr))
        if kind.startswith("list("):
            count = lib.rnl_graph_attr_count(self.graph, self.index, attr)
            return [_attr(self.graph, self.index, attr, kind[5:-1], i) for i in range(count)]
        return _attr(self.graph, self.index, attr, kind or "int", 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and (self.graph, self.index) == (other.graph, other.index)

    def __hash__(self) -> int:
        return hash((id(self.graph), self.index))

    def __repr__(self) -> str:
        return "<Node %s %s>" % (self.name, self.op)


def _attr(graph: Graph, node: int, attr: _abi.rnl_str_t, kind: str, index: int) -> Any:
    if kind == "shape":
        rank, sizes = c_int32(), (c_int64 * 254)()
        check(lib.rnl_graph_attr_shape(graph, node, attr, index, 254, sizes, byref(rank)))
        return None if rank.value < 0 else tuple(None if d < 0 else d for d in sizes[:rank.value])
    if kind == "tensor":
        return Tensor._adopt(created(lib.rnl_graph_attr_tensor, graph, node, attr, index), graph.runtime)
    kinds: dict[str, Any] = {"string": _abi.rnl_str_t, "func": _abi.rnl_str_t, "int": c_int64, "float": c_float,
                             "bool": c_bool, "type": _abi.rnl_dtype_t}
    out = kinds[kind]()
    check(getattr(lib, "rnl_graph_attr_" + kind)(graph, node, attr, index, byref(out)))
    if kind in ("string", "func"):
        return view(out) if kind == "string" else text(out)
    return DType(out.value) if kind == "type" else out.value


class _Scopes(threading.local):
    """What a thread's next nodes of one graph get."""

    prefix, device = "", ""
    control: tuple[Node, ...] = ()
    colocated: tuple[Node, ...] = ()


_current = threading.local()


@releases(lib.rnl_graph_release)
class Graph(Handle):
    """An empty graph over the ops of a runtime."""

    _output_class, _node_class = Output, Node
    _build: Any = None  # what the builders of ops call instead of adding a node themselves

    def __init__(self, runtime: Runtime | None = None):
        super().__init__(created(lib.rnl_graph_create, runtime or default_runtime()))
        self._set_up(runtime or default_runtime())

    def _set_up(self, runtime: Runtime) -> None:
        self.runtime, self._scopes = runtime, _Scopes()
        self.variables: list[Variable] = []
        self._trace: Any = None  # of a function that is being traced into this graph, or was
        self._lines: list[tuple[int, str, int]] = []  # the first node that a line of a program made, its file and number

    @classmethod
    def _adopt(cls, handle: int | None, runtime: Runtime) -> Graph:
        self = cls.__new__(cls)
        self._as_parameter_ = handle
        self._set_up(runtime)
        return self

    # ---- where nodes go

    def __enter__(self) -> Graph:
        _current.__dict__.setdefault("stack", []).append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _current.stack.pop()

    @contextlib.contextmanager
    def _scoped(self, **values: Any) -> Iterator[None]:
        saved = {name: getattr(self._scopes, name) for name in values}
        self._scopes.__dict__.update(values)
        try:
            yield
        finally:
            self._scopes.__dict__.update(saved)

    @contextlib.contextmanager
    def name_scope(self, name: str) -> Iterator[str]:
        """Nodes are named below "name/"."""
        with self._scoped(prefix=self._scopes.prefix + name.rstrip("/") + "/"):
            yield self._scopes.prefix

    def device(self, device: str) -> contextlib.AbstractContextManager[None]:
        """Nodes ask for "/device:CPU:0"; any part may be missing. An inner scope replaces an outer one."""
        return self._scoped(device=device)

    def control_dependencies(self, after: Sequence[Node | Output | Variable]) -> contextlib.AbstractContextManager[None]:
        """Nodes run after those, and after those of outer scopes."""
        return self._scoped(control=self._scopes.control + tuple(self._node(a) for a in after))

    def colocate_with(self, *nodes: Node | Output | Variable) -> contextlib.AbstractContextManager[None]:
        """Nodes go where those go."""
        return self._scoped(colocated=self._scopes.colocated + tuple(self._node(n) for n in nodes))

    def _node(self, thing: Node | Output | Variable) -> Node:
        node = thing if isinstance(thing, Node) else thing.node if isinstance(thing, Output) else thing.handle.node
        if node.graph is not self:
            raise ValueError("%r is of another graph" % thing)
        return node

    # ---- which line of the program made a node

    def _made(self, first: int, end: int | None = None) -> None:
        """Notes the line of the program that runs now as that which made nodes from `first` on."""
        if first == end:
            return
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
            frame = frame.f_back
        if frame is None:
            return
        line = (first, frame.f_code.co_filename, frame.f_lineno)
        if not self._lines or self._lines[-1][1:] != line[1:]:
            self._lines.append(line)

    def made_at(self, node: Node | Output | str) -> str:
        """"file:line" of the program's line that made a node; empty if no line did, as of imported ones."""
        if isinstance(node, str):
            index = _abi.rnl_node_t()
            status = lib.rnl_graph_find_node(self, string(node), byref(index))
            if status:
                lib.rnl_status_release(status)
                return ""
            number = index.value
        else:
            number = node.index if isinstance(node, Node) else node.node_index
        at = bisect.bisect_right(self._lines, number, key=lambda line: line[0]) - 1
        return "%s:%d" % self._lines[at][1:] if at >= 0 and self._lines[at][1] else ""

    # ---- nodes without a builder of their own

    def placeholder(self, dtype: DTypeLike = DType.float32, shape: ShapeLike = None, name: str = "") -> Output:
        with self:
            return _ops.placeholder(dtype=dtype, shape=shape, name=name)

    def constant(self, value: ArrayLike, dtype: DTypeLike | None = None, name: str = "") -> Output:
        tensor = value if isinstance(value, Tensor) and dtype is None else Tensor(value, dtype, self.runtime)
        with self:
            return _ops.const(value=tensor, dtype=tensor.dtype, name=name)

    def variable(self, initial: ArrayLike | Output, dtype: DTypeLike | None = None, name: str = "") -> Variable:
        """A variable that is set to `initial` by the initializer."""
        from .variables import Variable
        with self:
            return Variable(initial, dtype, name)

    def group(self, *after: Node | Output | Variable, name: str = "") -> Node:
        """A node that runs after all of those: one target for many."""
        with self, self.control_dependencies(after):
            return _ops.no_op(name=name)

    def initializer(self, name: str = "") -> Node:
        """Sets all variables that were made so far."""
        return self.group(*(v.initializer for v in self.variables), name=name)

    def close_loop(self, merge: Node | Output, back: Output) -> None:
        """Gives a Merge that was added with one missing input its back edge."""
        check(lib.rnl_graph_close_loop(self, self._node(merge).index, back.raw))

    def gradients(self, ys: Output | Sequence[Output], xs: Sequence[Output | Variable],
                  grad_ys: Sequence[Output | None] | None = None, stop_gradients: Sequence[Output] = (),
                  name: str = "") -> list[Output | None]:
        """Of sum(ys) with respect to each x; None where no y depends on it. grad_ys weigh ys.
        Raises Unimplemented naming the op and node without a gradient."""
        ys = [ys] if isinstance(ys, Operators) else list(ys)
        if grad_ys is not None and len(grad_ys) != len(ys):
            raise ValueError("%d grad_ys for %d ys" % (len(grad_ys), len(ys)))
        weights = None if grad_ys is None else _outputs(self, grad_ys)
        out, first = (_abi.rnl_output_t * len(xs))(), len(self)
        check(lib.rnl_graph_add_gradients(self, _outputs(self, ys), weights, len(ys), _outputs(self, xs), len(xs),
                                          _outputs(self, stop_gradients), len(stop_gradients),
                                          string(self._scopes.prefix + (name or "gradients")), out))
        self._made(first, len(self))
        return [None if o.node == _abi.RNL_NO_NODE else self._output_class(self, o.node, o.index) for o in out]

    def function(self, name: str, body: Graph, inputs: Sequence[Output], outputs: Sequence[Output]) -> str:
        """Makes `body` a function of this graph, to be named in attrs; returns its name."""
        check(lib.rnl_graph_add_function(self, string(name), body, _outputs(body, inputs), len(inputs),
                                         _outputs(body, outputs), len(outputs)))
        return name

    # ---- looking at it

    def __len__(self) -> int:
        return int(lib.rnl_graph_num_nodes(self))

    def __bool__(self) -> bool:
        return True

    @property
    def nodes(self) -> list[Node]:
        return [self._node_class(self, i) for i in range(len(self))]

    def _repr_html_(self) -> str:
        """A table of the first nodes, for notebooks."""
        shown = [self._node_class(self, i) for i in range(min(len(self), 100))]
        rows = []
        for node in shown:
            inputs = ", ".join([t.name for t in node.inputs] + ["^" + n.name for n in node.control_inputs])
            outputs = ", ".join("%s %s" % (DType(lib.rnl_graph_output_dtype(self, t.raw)).name, _sizes(t)) for t in node.outputs)
            rows.append("<tr>%s</tr>" % "".join("<td>%s</td>" % html.escape(cell) for cell in (
                node.name, text(lib.rnl_graph_node_op(self, node.index)), inputs, outputs, self.made_at(node))))
        more = "<p>and %d more</p>" % (len(self) - len(shown)) if len(self) > len(shown) else ""
        return ("<table><caption>a graph of %d nodes and %d functions</caption><tr><th>node</th><th>op</th><th>inputs</th><th>outputs</th>"
                "<th>made at</th></tr>%s</table>%s" % (len(self), len(self.functions), "".join(rows), more))

    @property
    def functions(self) -> list[str]:
        return take_names(created(lib.rnl_graph_functions, self))

    def node(self, name: str) -> Node:
        """Raises NotFound."""
        index = _abi.rnl_node_t()
        check(lib.rnl_graph_find_node(self, string(name), byref(index)))
        return self._node_class(self, index.value)

    def output(self, name: str) -> Output:
        """Takes "node" and "node:1". Raises NotFound, InvalidArgument."""
        out = _abi.rnl_output_t()
        check(lib.rnl_graph_find_output(self, string(name), byref(out)))
        return self._output_class(self, out.node, out.index)

    # ---- GraphDef

    def to_graph_def(self) -> bytes:
        """As TensorFlow's GraphDef. Equal graphs give equal bytes."""
        return take_bytes(created(lib.rnl_graph_export, self))

    def export_meta_graph(self, meta: MetaGraph | None = None) -> bytes:
        """The graph, with nodes that save and restore its variables, and what `meta` says, as TensorFlow's MetaGraphDef."""
        return take_bytes(created(lib.rnl_graph_export_meta_graph, self, meta))

    def export_model(self, meta: MetaGraph, format: str = "onnx") -> bytes:
        """A graph without variables (Session.freeze), with the signature of `meta`, as a model file of another program: "onnx".

        Raises Unimplemented, which lists all that has no equivalent there; NotFound for a format that no plugin writes;
        InvalidArgument without a signature."""
        return take_bytes(created(lib.rnl_model_export, self.runtime, string(self.export_meta_graph(meta)), string(format)))

    def to_text(self) -> str:
        return take_bytes(created(lib.rnl_graph_export_text, self)).decode()

    def import_graph_def(self, graph_def: bytes | str, prefix: str = "", inputs: Mapping[str, Output] | None = None,
                         control_dependencies: Sequence[Node] = (), device: str = "", extend: bool = False) -> None:
        """Adds all nodes and functions of a GraphDef, binary or text, or none. `inputs` stand in for outputs of the def.

        With `extend`, what the graph has by its name is the same and is used, so that only what is missing is added: a graph that
        another program makes is imported again whenever it has grown."""
        options = _import_options(prefix, inputs, control_dependencies, device, extend)
        self._lines.append((len(self), "", 0))
        check(lib.rnl_graph_import(self, string(graph_def), options))

    def load(self, path: str | os.PathLike[str], prefix: str = "", inputs: Mapping[str, Output] | None = None,
             control_dependencies: Sequence[Node] = (), device: str = "", extend: bool = False,
             importer: Mapping[str, str] | None = None) -> MetaGraph:
        """Adds all of the model at `path`: a SavedModel's folder, a GraphDef, a MetaGraph, ONNX, TFLite, and what else the runtime's
        plugins import, which `importer` gives options. Returns what belongs to the graph."""
        from .meta_graph import MetaGraph
        options = _import_options(prefix, inputs, control_dependencies, device, extend)
        self._lines.append((len(self), "", 0))
        for key, value in (importer or {}).items():
            check(lib.rnl_import_options_set_importer_option(options, string(key), string(value)))
        return MetaGraph._adopt(created(lib.rnl_graph_load, self, string(os.fspath(path)), options))


@releases(lib.rnl_import_options_release)
class _ImportOptions(Handle):
    pass


def _import_options(prefix: str, inputs: Mapping[str, Output] | None, control_dependencies: Sequence[Node], device: str,
                    extend: bool) -> _ImportOptions:
    options = _ImportOptions(created(lib.rnl_import_options_create))
    if prefix:
        check(lib.rnl_import_options_set_prefix(options, string(prefix)))
    for name, output in (inputs or {}).items():
        check(lib.rnl_import_options_map_input(options, string(name), output.raw))
    for node in control_dependencies:
        check(lib.rnl_import_options_add_control_dependency(options, node.index))
    if device:
        check(lib.rnl_import_options_set_default_device(options, string(device)))
    check(lib.rnl_import_options_set_extend(options, extend))
    return options


def current_graph() -> Graph | None:
    """The innermost `with graph:` of this thread."""
    stack = _current.__dict__.get("stack")
    return stack[-1] if stack else None


def _outputs(graph: Graph, outputs: Sequence[Output | Variable | None]) -> Array[_abi.rnl_output_t]:
    raw = []
    for o in outputs:
        o = None if o is None else o._taken_as(DType.resource)  # a variable by its handle
        if o is not None and o.graph is not graph:
            raise ValueError("%r is of another graph" % (o,))
        raw.append(_abi.rnl_output_t(_abi.RNL_NO_NODE, 0) if o is None else o.raw)
    return (_abi.rnl_output_t * len(raw))(*raw)


def load_graph(path: str, runtime: Runtime | None = None) -> Graph:
    """A graph from a file with a GraphDef or MetaGraph, binary or text. Raises OSError for the file, InvalidArgument that says
    what it is if it is none."""
    graph = Graph(runtime)
    if os.path.isdir(path):
        is_model = glob.glob(os.path.join(glob.escape(path), "saved_model.pb*"))
        raise InvalidArgument("\"%s\" is a %s" % (path, "SavedModel: runnel.SavedModel opens it" if is_model else "folder"))
    with open(path, "rb") as file:
        graph_def = file.read()
    try:
        graph.import_graph_def(graph_def)
    except Error as error:
        raise type(error)("\"%s\": %s" % (path, error.message), error.node) from None
    return graph


from . import ops as _ops  # noqa: E402  at the end, for it imports this module
