"""Eager execution: ops that run at once, tapes for their gradients, and Python functions that are traced into graphs.

    x = runnel.eager_tensor([1.0, 2.0, 3.0])
    with runnel.GradientTape() as tape:
        tape.watch(x)
        y = ops.square(x) * 2
    print(tape.gradient(y, x))

All of ops run at once where an input is an EagerTensor or EagerVariable, or within `with Eager():`, unless a graph is the
current one. Any number of threads may use one context; a tape is of the thread that opened it.
"""
from __future__ import annotations

import contextlib
import functools
import itertools
import threading
from ctypes import c_size_t, c_void_p
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence, cast

from . import _abi, _build, errors, ops
from ._host_functions import status_of
from ._interrupt import Cancellation, on_main_thread, watcher
from ._library import Handle, byref, check, created, immortal, lib, releases, string, text
from .checkpoint import Checkpoint, write_checkpoint
from .dtypes import DType, as_dtype
from .graph import Graph, Operators, Output, current_graph
from .runtime import Runtime, default_runtime
from .session import RunOptions
from .tensor import ArrayLike, DTypeLike, Tensor, dtype_of

_local = threading.local()
_PAIR, _HANDLES = c_void_p * 2, [c_void_p * n for n in range(9)]
# Ops on resources that never wait.
_QUICK = {"ReadVariableOp", "AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp", "VarIsInitializedOp"}


def _array(handles: Sequence[int | None]) -> Any:
    count = len(handles)
    return (_HANDLES[count] if count < 9 else c_void_p * count)(*handles)


@releases(lib.rnl_eager_op_release)
class _EagerOp(Handle):
    """An op with its attrs, or a function."""

    interruptible = False


@releases(lib.rnl_eager_release)
class Eager(Handle):
    """A context for ops that run at once, with the variables and whatever else they make. `with eager:` makes it this
    thread's current one; tensors and variables are of the context that was current when they were made."""

    def __init__(self, runtime: Runtime | None = None, *, device: str = "", soft_placement: bool = False):
        self.runtime = runtime or default_runtime()
        options = _Options(created(lib.rnl_session_options_create))
        if device:
            check(lib.rnl_session_options_set_default_device(options, string(device)))
        check(lib.rnl_session_options_set_soft_placement(options, soft_placement))
        super().__init__(created(lib.rnl_eager_create, self.runtime, options))
        self._ops: dict[Any, _EagerOp] = {}
        self._plain: dict[str, _EagerOp] = {}
        self.graph = Graph._adopt(lib.rnl_graph_retain(lib.rnl_eager_graph(self)), self.runtime)  # of functions

    def __enter__(self) -> Eager:
        _local.__dict__.setdefault("contexts", []).append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _local.contexts.pop()

    def close(self) -> None:
        """Cancels what runs, waits for it, drops variables. Every later use raises FailedPrecondition."""
        check(lib.rnl_eager_close(self))

    def _op(self, op: str) -> _EagerOp:
        found = self._plain.get(op)
        if found is None:
            builder = lib.rnl_node_builder_create(self.graph, string(op), string(""))
            found = self._plain[op] = _EagerOp(created(lib.rnl_eager_op_create, self, builder))
        return found

    def _prepared(self, op: str, name: str, device: str, attrs: list[tuple[str, str, Any]]) -> _EagerOp:
        key: Any = (op, name, device, tuple((a, tuple(v) if isinstance(v, list) else v) for a, _, v in attrs))
        try:
            found = self._ops.get(key)
        except TypeError:  # a tensor, or a list within
            key = found = None
        if found is None:
            builder = lib.rnl_node_builder_create(self.graph, string(op), string(name))
            try:
                if device:
                    lib.rnl_node_builder_set_device(builder, string(device))
                for attr, kind, value in attrs:
                    _build._set(builder, self.graph, string(attr), kind, value)
            except BaseException:
                lib.rnl_node_builder_release(builder)
                raise
            found = _EagerOp(created(lib.rnl_eager_op_create, self, builder))
            if key is not None:
                if len(self._ops) > 4096:
                    self._ops.clear()
                self._ops[key] = found
        return found

    def _run(self, op: _EagerOp, inputs: Sequence[int | None], capacity: int) -> list[EagerTensor]:
        tape = current_tape()
        outputs, count = _array([None] * capacity), c_size_t()
        given = _array(inputs)

        def run(options: RunOptions | None) -> Any:
            return lib.rnl_eager_op_execute(op, options, tape, given, len(inputs), outputs, capacity, byref(count))

        check(_interruptibly(run) if op.interruptible and on_main_thread() else run(None))
        return [EagerTensor._of(self, outputs[i]) for i in range(count.value)]


@releases(lib.rnl_session_options_release)
class _Options(Handle):
    pass


def _interruptibly(run: Callable[[RunOptions | None], Any]) -> Any:
    """Ctrl-C cancels it."""
    options = RunOptions(cancellation=Cancellation())
    watch = watcher()
    try:
        watch.enter(cast(Cancellation, options.cancellation))
        return run(options)
    finally:
        watch.leave()


_default: Eager | None = None
_default_lock = threading.Lock()


def current_eager() -> Eager:
    """The innermost `with eager:` of this thread, else one of the default runtime that all threads share."""
    stack = _local.__dict__.get("contexts")
    if stack:
        return cast(Eager, stack[-1])
    global _default
    with _default_lock:
        if _default is None:
            _default = Eager()
        return _default


# ---- values


class EagerTensor(Tensor, Operators):
    """A tensor whose operators run at once. It stays in the memory of the device that computed it until it is looked at."""

    graph = None  # type: ignore[assignment]  # it is in none
    _eager: Eager

    def __init__(self, value: ArrayLike, dtype: DTypeLike | None = None, eager: Eager | None = None):
        self._eager = eager or current_eager()
        super().__init__(value, dtype, self._eager.runtime)

    @classmethod
    def _of(cls, eager: Eager, handle: int | None) -> EagerTensor:
        self = cls.__new__(cls)
        self._as_parameter_, self._runtime, self._eager = handle, eager.runtime, eager
        return self

    def __repr__(self) -> str:
        return "Eager" + super().__repr__()

    def __iter__(self) -> Iterator[EagerTensor]:  # type: ignore[override]
        return (cast(EagerTensor, self[i]) for i in range(len(self)))

    def __index__(self) -> int:
        return int(self.item())

    def _taken_as(self, dtype: DType | None) -> Output:
        graph = current_graph()
        if graph is None:
            raise ValueError("an eager tensor is in no graph, and there is no current one")
        return graph._trace.capture(self) if graph._trace is not None else graph.constant(self)

    def _binary(self, op: str, other: Any, builder: Callable[[Any, Any], Any]) -> Any:
        """Two tensors go a quicker way than by the builder."""
        if type(other) is not EagerTensor or current_graph() is not None:
            return builder(self, other)
        eager, out, count = self._eager, c_void_p(), c_size_t()
        found = eager._plain.get(op) or eager._op(op)
        pair = _PAIR(self._as_parameter_, other._as_parameter_)
        status = lib.rnl_eager_op_execute(found, None, current_tape(), pair, 2, byref(out), 1, byref(count))
        if status:
            check(status)
        return EagerTensor._of(eager, out.value)

    # The operators that programs use most; all others go by way of ops.
    def __add__(self, other: Any) -> Any: return self._binary("AddV2", other, ops.add_v2)
    def __sub__(self, other: Any) -> Any: return self._binary("Sub", other, ops.sub)
    def __mul__(self, other: Any) -> Any: return self._binary("Mul", other, ops.mul)
    def __truediv__(self, other: Any) -> Any: return self._binary("RealDiv", other, ops.real_div)

    # What numpy's arrays have as methods.
    def sum(self, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> EagerTensor:
        return cast(EagerTensor, ops.sum(self, self._axes(axis), keep_dims=keepdims))

    def mean(self, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> EagerTensor:
        return cast(EagerTensor, ops.mean(self, self._axes(axis), keep_dims=keepdims))

    def max(self, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> EagerTensor:
        return cast(EagerTensor, ops.max(self, self._axes(axis), keep_dims=keepdims))

    def min(self, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> EagerTensor:
        return cast(EagerTensor, ops.min(self, self._axes(axis), keep_dims=keepdims))

    def _axes(self, axis: int | Sequence[int] | None) -> list[int]:
        if axis is None:
            return list(range(len(self.shape)))
        return [axis] if isinstance(axis, int) else list(axis)

    def astype(self, dtype: DTypeLike) -> EagerTensor:
        return cast(EagerTensor, ops.cast(self, DstT=as_dtype(dtype)))

    def reshape(self, *shape: Any) -> EagerTensor:
        sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (list, tuple)) else shape
        return cast(EagerTensor, ops.reshape(self, list(sizes)))

    def transpose(self, *axes: int) -> EagerTensor:
        order = list(axes) or list(reversed(range(len(self.shape))))
        return cast(EagerTensor, ops.transpose(self, order))

    @property
    def T(self) -> EagerTensor:
        return self.transpose()

    # _bool_ of a scalar, _len_ and _array_ are those of any tensor.
    def __bool__(self) -> bool: return Tensor.__bool__(self)  # type: ignore[override]
    def __eq__(self, other: object) -> bool: return self is other
    def __hash__(self) -> int: return id(self)


def eager_tensor(value: ArrayLike, dtype: DTypeLike | None = None, eager: Eager | None = None) -> EagerTensor:
    """A copy of `value` (see Tensor) whose operators run at once."""
    return value if isinstance(value, EagerTensor) and dtype in (None, value.dtype) else EagerTensor(value, dtype, eager)


class EagerVariable(Operators):
    """A variable of an eager context: it stands wherever a tensor may and is read there. It goes with its last user."""

    graph = None  # type: ignore[assignment]

    def __init__(self, initial: ArrayLike, dtype: DTypeLike | None = None, name: str = "Variable", *, trainable: bool = True,
                 device: str = "", eager: Eager | None = None):
        self._eager = eager or current_eager()
        value = initial if isinstance(initial, Tensor) and dtype is None else Tensor(initial, dtype, self._eager.runtime)
        self.name, self.trainable = name, trainable
        self._dtype, self._shape = value.dtype, value.shape
        self.handle = EagerTensor._of(self._eager, created(lib.rnl_eager_create_variable, self._eager, string(name),
                                                           string(device), value))

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self._shape

    def _in_graph(self) -> Output | None:
        graph = current_graph()
        if graph is None:
            return None
        if graph._trace is None:
            raise ValueError("the eager variable \"%s\" is in no graph but those of traced functions" % self.name)
        handle: Output = graph._trace.handle(self)
        return handle

    def _place(self) -> Any:
        """What ops take for it now."""
        output = self._in_graph()
        return self.handle if output is None else output

    def _taken_as(self, dtype: DType | None) -> Output:
        handle = self._in_graph()
        if handle is None:
            raise ValueError("an eager variable is in no graph, and there is no current one")
        return handle if dtype == DType.resource else ops.read_variable_op(handle, dtype=self._dtype)

    def read(self) -> EagerTensor:
        """Its value now; in a traced function the output that will be."""
        return cast(EagerTensor, ops.read_variable_op(self._place(), dtype=self._dtype))

    def assign(self, value: Any) -> None:
        ops.assign_variable_op(self._place(), self._value(value))

    def assign_add(self, value: Any) -> None:
        ops.assign_add_variable_op(self._place(), self._value(value))

    def assign_sub(self, value: Any) -> None:
        ops.assign_sub_variable_op(self._place(), self._value(value))

    def _value(self, value: Any) -> Any:
        return value if isinstance(value, (Operators, Tensor)) else Tensor(value, self._dtype, self._eager.runtime)

    def numpy(self) -> Any:
        return self.read().numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return self.read().__array__(dtype, copy)

    def __bool__(self) -> bool: return bool(self.read())  # type: ignore[override]
    def __float__(self) -> float: return float(self.read())

    def __repr__(self) -> str:
        return "<EagerVariable %s %s>" % (self.name, repr(self.read()))


def save_variables(prefix: str, variables: Mapping[str, EagerVariable] | Iterable[EagerVariable]) -> None:
    """A checkpoint with their values, by the names given or their own. Raises ValueError for two of one name."""
    named = _named(variables)
    write_checkpoint(prefix, {name: v.read().to_host() for name, v in named.items()})


def restore_variables(prefix: str, variables: Mapping[str, EagerVariable] | Iterable[EagerVariable]) -> None:
    """Assigns what the checkpoint has. Raises NotFound naming what it lacks, before anything is assigned."""
    named, stored = _named(variables), Checkpoint(prefix)
    missing = sorted(n for n in named if n not in stored)
    if missing:
        raise errors.NotFound("the checkpoint %s has no %s" % (prefix, ", ".join('"%s"' % n for n in missing)), "")
    for name, v in named.items():
        v.assign(stored[name])


def _named(variables: Mapping[str, EagerVariable] | Iterable[EagerVariable]) -> dict[str, EagerVariable]:
    if isinstance(variables, Mapping):
        return dict(variables)
    named: dict[str, EagerVariable] = {}
    for v in variables:
        if named.setdefault(v.name, v) is not v:
            raise ValueError("two variables are called \"%s\": give them names in a dict" % v.name)
    return named


# ---- ops by their builders


def _context(inputs: Iterable[tuple[Any, str]]) -> Eager | None:
    """Where a builder's op runs at once; None: nowhere."""
    for value, _ in inputs:
        if isinstance(value, (EagerTensor, EagerVariable)):
            return value._eager
    return current_eager() if _local.__dict__.get("contexts") else None


def _tensor_of(eager: Eager, value: Any, dtype: DType | None, keep: list[Any]) -> int | None:
    if isinstance(value, EagerVariable):
        value = value.handle if dtype == DType.resource else value.read()
    elif not isinstance(value, Tensor) or dtype not in (None, value.dtype):
        value = Tensor(value, None if dtype == DType.resource else dtype, eager.runtime)
    keep.append(value)
    return cast("int | None", value._as_parameter_)


def _execute(eager: Eager, op: str, inputs: Any, attrs: Any, outputs: None | str | list[str], name: str) -> Any:
    """What _build.build does for graphs."""
    if op == "Const":
        return EagerTensor(attrs[0][2] if attrs[0][0] == "value" else attrs[1][2], None, eager)
    types = _build._decided(inputs)
    types.update({a[0]: as_dtype(a[2]) for a in attrs if a[1] == "type"})
    keep: list[Any] = []
    given: list[int | None] = []
    waits = False
    for value, slot in inputs:
        word = slot.lstrip("*").split(":")[0]
        dtype = None if slot.startswith("**") else as_dtype(word[1:]) if word.startswith("=") else types[word]
        waits |= dtype == DType.resource and op not in _QUICK
        given += [_tensor_of(eager, v, dtype, keep) for v in (value if slot.startswith("*") else [value])]
    asked = [(a[0], a[1], a[2]) for a in attrs if len(a) == 3 or a[2] is not a[3] and (a[3] is None or a[2] != a[3])]
    found = eager._prepared(op, name, "", asked) if asked or name else eager._op(op)
    found.interruptible = waits
    slots = [] if outputs is None else [outputs] if isinstance(outputs, str) else outputs
    capacity = len(slots)
    if any(s.startswith("*") for s in slots):
        count = c_size_t()
        check(lib.rnl_eager_op_num_outputs(found, _array(given), len(given), byref(count)))
        capacity = count.value
    got = eager._run(found, given, capacity)
    if outputs is None:
        return None
    if isinstance(outputs, str):
        return got[0]
    return _grouped(got, slots, types, attrs, inputs)


def _grouped(got: list[EagerTensor], slots: list[str], types: Any, attrs: Any, inputs: Any) -> Any:
    lists = [s for s in slots if s.startswith("*")]
    known = {a[0]: a[2] for a in attrs}
    for value, slot in inputs:
        if slot.startswith("**"):
            known.setdefault(slot[2:], value)
        elif slot.startswith("*"):
            known.setdefault(slot.split(":")[1], len(value))
    out: list[Any] = []
    at = 0
    for slot in slots:
        if not slot.startswith("*"):
            out.append(got[at])
            at += 1
            continue
        if len(lists) == 1:
            count = len(got) - (len(slots) - 1)
        else:
            length = known[slot[2:] if slot.startswith("**") else slot.split(":")[1]]
            count = length if isinstance(length, int) else len(length)
        out.append(got[at:at + count])
        at += count
    return out if len(slots) > 1 else out[0]


_build._eager_context, _build._eager_execute = _context, _execute


# ---- tapes


def current_tape() -> int | None:
    """The tape that this thread's executions are recorded by."""
    stack = _local.__dict__.get("tapes")
    return stack[-1] if stack else None


@contextlib.contextmanager
def _on_tape(tape: int | None) -> Iterator[None]:
    stack = _local.__dict__.setdefault("tapes", [])
    stack.append(tape)
    try:
        yield
    finally:
        stack.pop()


class _TapeHandle(Handle):
    pass


releases(lib.rnl_tape_release)(_TapeHandle)


class GradientTape:
    """Records what is executed in `with` it on watched values: tensors that watch names, and every variable that is read
    unless watch_accessed_variables is false. In a traced function it gives the graph's gradients."""

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True, eager: Eager | None = None):
        self._persistent, self._variables, self._eager = persistent, watch_accessed_variables, eager
        self._tape: _TapeHandle | None = None
        self._graph: Graph | None = None

    def __enter__(self) -> GradientTape:
        graph = current_graph()
        if graph is not None:
            self._graph = graph
            return self
        eager = self._eager or current_eager()
        self._tape = _TapeHandle(created(lib.rnl_tape_create, eager, current_tape(), self._persistent, self._variables))
        _local.__dict__.setdefault("tapes", []).append(self._tape._as_parameter_)
        self._eager = eager
        return self

    def __exit__(self, *_: object) -> None:
        if self._tape is not None and self._graph is None:
            _local.tapes.pop()

    def watch(self, values: Any) -> None:
        """A tensor, a variable, or nested ones."""
        for value in _leaves(values):
            if self._graph is None:
                check(lib.rnl_tape_watch(self._handle(), _source(value)))

    def _handle(self) -> _TapeHandle:
        if self._tape is None:
            raise ValueError("the tape was not opened: with GradientTape() as tape")
        return self._tape

    @contextlib.contextmanager
    def stop_recording(self) -> Iterator[None]:
        """What is executed in it has no gradient on this tape."""
        if self._graph is not None:
            raise errors.Unimplemented("a tape in a traced function records all of it", "")
        check(lib.rnl_tape_set_recording(self._handle(), False))
        try:
            yield
        finally:
            check(lib.rnl_tape_set_recording(self._handle(), True))

    def gradient(self, target: Any, sources: Any, output_gradients: Any = None, unconnected_gradients: str = "none") -> Any:
        """Of the sum of the target's tensors with respect to each source, in the sources' structure; None, or zeros with
        unconnected_gradients="zero", where no target depends on one. Raises FailedPrecondition the second time unless the
        tape is persistent."""
        if unconnected_gradients not in ("none", "zero"):
            raise ValueError('unconnected_gradients is "none" or "zero", not %r' % (unconnected_gradients,))
        targets, xs = _leaves(target), _leaves(sources)
        weights = None if output_gradients is None else [output_gradients] if _outline(target) is None else list(output_gradients)
        if weights is not None and len(weights) != len(targets):
            raise ValueError("%d output gradients for %d targets" % (len(weights), len(targets)))
        zeros = unconnected_gradients == "zero"
        found = self._eagerly(targets, xs, weights, zeros) if self._graph is None else self._in_graph(targets, xs, weights, zeros)
        return _packed(sources, iter(found))

    def _eagerly(self, targets: list[Any], xs: list[Any], weights: list[Any] | None, zeros: bool) -> list[Any]:
        eager = cast(Eager, self._eager)
        keep = [w if w is None or isinstance(w, Tensor) else Tensor(w, targets[i].dtype, eager.runtime)
                for i, w in enumerate(weights or [])]
        given = None if weights is None else _array([None if w is None else w._as_parameter_ for w in keep])
        out = _array([None] * len(xs))
        check(lib.rnl_tape_gradient(self._handle(), None, _array([t._as_parameter_ for t in targets]), given, len(targets),
                                    _array([_source(x)._as_parameter_ for x in xs]), len(xs), zeros, out))
        return [EagerTensor._of(eager, h) if h else None for h in out]

    def _in_graph(self, targets: list[Any], xs: list[Any], weights: list[Any] | None, zeros: bool) -> list[Any]:
        graph = cast(Graph, self._graph)
        with graph:
            sources = [x._taken_as(DType.resource) for x in xs]
            grads = graph.gradients([t._taken_as(None) for t in targets], sources, None if weights is None else [
                None if w is None else w._taken_as(None) if isinstance(w, Operators) else graph.constant(w) for w in weights])
            return [ops.zeros_like(x) if g is None and zeros else g for g, x in zip(grads, xs)]


def _source(value: Any) -> Tensor:
    if isinstance(value, EagerVariable):
        return value.handle
    if isinstance(value, EagerTensor):
        return value
    raise TypeError("a tape knows eager tensors and variables, not %r" % (value,))


# Custom gradients by number, while tapes have them.
_customs: dict[int, tuple[Eager, Callable[..., Any]]] = {}
_custom_keys = itertools.count(1)


def _give_gradients(key: int, tape: int | None, dys: Any, num_dys: int, dxs: Any, num_dxs: int) -> Any:
    try:
        eager, function = _customs[key]
        given = [EagerTensor._of(eager, lib.rnl_tensor_retain(dys[i])) for i in range(num_dys)]
        with _on_tape(tape):
            made = function(*given)
        listed = list(made) if isinstance(made, (tuple, list)) else [made]
        if len(listed) != num_dxs:
            raise ValueError("a custom gradient gave %d gradients for %d inputs" % (len(listed), num_dxs))
        for i, value in enumerate(listed):
            if value is not None:
                tensor = value if isinstance(value, Tensor) else Tensor(value, None, eager.runtime)
                dxs[i] = lib.rnl_tensor_retain(tensor)
        return None
    except BaseException as error:  # nothing of Python's unwinds into C
        return status_of(error)


def _forget_custom(key: int, customs: Any = _customs) -> None:
    customs.pop(key, None)


_gradient_fn = immortal(_abi.rnl_gradient_fn_t(_give_gradients))
_gradient_drop = immortal(_abi.rnl_drop_fn_t(_forget_custom))


def custom_gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorates a function of tensors that returns its value (or a tuple of them) and a function from the gradients of the
    values to those of the arguments."""
    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        if current_graph() is not None:
            raise errors.Unimplemented("custom gradients in a traced function", "")
        tensors = [a if isinstance(a, (EagerTensor, EagerVariable)) else eager_tensor(a) for a in arguments]
        with _on_tape(None):
            values, gradient = function(*tensors)
        tape = current_tape()
        outputs = list(values) if isinstance(values, (tuple, list)) else [values]
        # An argument that is handed on would be its own gradient's input.
        outputs = [cast(EagerTensor, ops.identity(o)) if any(o is t for t in tensors) else o for o in outputs]
        if tape is not None:
            key = next(_custom_keys)
            _customs[key] = (outputs[0]._eager, gradient)
            try:
                check(lib.rnl_tape_record(tape, _array([_source(t)._as_parameter_ for t in tensors]), len(tensors),
                                          _array([o._as_parameter_ for o in outputs]), len(outputs), _gradient_fn, key,
                                          _gradient_drop))
            except BaseException:
                _customs.pop(key, None)
                raise
        return type(values)(outputs) if isinstance(values, (tuple, list)) else outputs[0]
    return call


# ---- functions


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [leaf for v in value for leaf in _leaves(v)]
    if isinstance(value, dict):
        return [leaf for k in value for leaf in _leaves(value[k])]
    return [value]


def _packed(like: Any, leaves: Iterator[Any]) -> Any:
    if isinstance(like, tuple) and hasattr(like, "_fields"):
        return type(like)(*(_packed(v, leaves) for v in like))
    if isinstance(like, (list, tuple)):
        return type(like)(_packed(v, leaves) for v in like)
    if isinstance(like, dict):
        return {k: _packed(v, leaves) for k, v in like.items()}
    return next(leaves)


def _outline(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return (type(value), tuple(_outline(v) for v in value))
    if isinstance(value, dict):
        return (dict, tuple((k, _outline(v)) for k, v in value.items()))
    return None


def _is_value(leaf: Any) -> bool:
    return isinstance(leaf, Tensor) or not isinstance(leaf, (Operators, bool, int, float, complex, str, bytes, type(None))) \
        and (dtype_of(leaf) is not None)


_stateful: dict[str, tuple[bool, bool]] = {}


def _effects(runtime: Runtime, op: str) -> tuple[bool, bool]:
    """Whether an op has a state, and whether it draws."""
    found = _stateful.get(op)
    if found is None:
        schema = created(lib.rnl_runtime_find_op, runtime, string(op))
        attrs = {text(lib.rnl_op_attr_name(schema, i)) for i in range(lib.rnl_op_num_attrs(schema))}
        found = _stateful[op] = (bool(lib.rnl_op_is_stateful(schema)), "seed2" in attrs)
        lib.rnl_op_release(schema)
    return found


class _Trace:
    """What a function's graph takes from outside, and the order of what has effects: as Python ran it."""

    def __init__(self, eager: Eager, graph: Graph):
        self.eager, self.graph = eager, graph
        self.captured: dict[int, tuple[EagerTensor, Output]] = {}
        self.handles: dict[int, tuple[EagerTensor, Output]] = {}
        self.last: dict[Any, int] = {}  # by resource: the node that used it last
        self.targets: list[int] = []
        self.keys: list[Any] = []

    def capture(self, value: EagerTensor) -> Output:
        if value.dtype == DType.resource:
            return self._handle(value)
        found = self.captured.get(id(value))
        if found is None:
            found = self.captured[id(value)] = (value, self.graph.placeholder(value.dtype, value.shape, name="captured"))
        return found[1]

    def handle(self, variable: EagerVariable) -> Output:
        return self._handle(variable.handle)

    def _handle(self, handle: EagerTensor) -> Output:
        found = self.handles.get(id(handle))
        if found is None:
            raw = _abi.rnl_output_t()
            check(lib.rnl_eager_add_handle(self.eager, self.graph, handle, byref(raw)))
            found = self.handles[id(handle)] = (handle, Output(self.graph, raw.node, raw.index))
        return found[1]

    def before(self, builder: int, op: str, raws: Iterable[_abi.rnl_output_t]) -> None:
        """Of a node that is about to be added: it waits for those that used the same resources."""
        stateful, draws = _effects(self.graph.runtime, op)
        self.keys = []
        if not stateful or draws or op == "VarHandleOp":
            return
        resources = [(r.node, r.index) for r in raws
                     if lib.rnl_graph_output_dtype(self.graph, r) == int(DType.resource)]
        self.keys = list(resources) or [None]
        for node in {self.last[k] for k in self.keys if k in self.last}:
            lib.rnl_node_builder_add_control_input(builder, node)

    def after(self, op: str, node: int) -> None:
        for key in self.keys:
            self.last[key] = node
        if self.keys and op != "ReadVariableOp":
            self.targets.append(node)


class _Traced:
    """One signature's graph as an op."""

    def __init__(self, eager: Eager, name: str, function: Callable[..., Any], like: Any, leaves: list[Any], shapes: list[Any]):
        self.graph = Graph(eager.runtime)
        self.trace = _Trace(eager, self.graph)
        self.graph._trace = self.trace
        given = []
        with self.graph:
            inputs = []
            for leaf, shape in zip(leaves, shapes):
                if _is_value(leaf):
                    tensor = leaf if isinstance(leaf, Tensor) else Tensor(leaf, None, eager.runtime)
                    inputs.append(self.graph.placeholder(tensor.dtype, shape, name="argument"))
                    given.append(inputs[-1])
                else:
                    given.append(leaf)
            args, kwargs = _packed(like, iter(given))
            self.like = function(*args, **kwargs)
            results = [v._taken_as(None) if isinstance(v, EagerVariable) else v for v in _leaves(self.like)]
        self.results = results
        self.outputs = [r for r in results if isinstance(r, Output)]
        taken = [*self.trace.captured.values(), *self.trace.handles.values()]
        self.extra = [value for value, _ in taken]
        places = [*inputs, *(output for _, output in taken)]
        targets = self.trace.targets
        self.op: _EagerOp | None = None
        self.inputs, self.capture_places = inputs, [output for _, output in taken]
        if self.outputs or targets:
            raw = (_abi.rnl_output_t * len(places))(*(p.raw for p in places))
            fetched = (_abi.rnl_output_t * len(self.outputs))(*(o.raw for o in self.outputs))
            nodes = (_abi.rnl_node_t * len(targets))(*targets)
            self.op = _EagerOp(created(lib.rnl_eager_op_from_graph, eager, string(name), self.graph, raw, len(places), fetched,
                                       len(self.outputs), nodes, len(targets)))
            self.op.interruptible = True

    def __call__(self, eager: Eager, leaves: list[Any]) -> Any:
        keep = [leaf if isinstance(leaf, Tensor) else Tensor(leaf, None, eager.runtime) for leaf in leaves if _is_value(leaf)]
        given = [t._as_parameter_ for t in [*keep, *self.extra]]
        got = iter(eager._run(self.op, given, len(self.outputs)) if self.op is not None else [])
        return _packed(self.like, iter([next(got) if isinstance(r, Output) else r for r in self.results]))


class Function:
    """A Python function of tensors that is traced into a graph when it is first called with arguments of a signature, and
    runs as one step from then on.

    A signature is the types and shapes of tensors and arrays, and all other arguments themselves: a Python number that changes
    means another trace. With reduce_retracing, sizes that were seen to change are left open. What has effects runs in
    Python's order. Eager tensors and variables from outside are used as they are at each call.
    """

    def __init__(self, function: Callable[..., Any], reduce_retracing: bool = False):
        functools.update_wrapper(self, function)
        self.function, self.reduce_retracing = function, reduce_retracing
        self._traced: dict[Any, _Traced] = {}
        self._seen: dict[Any, list[list[Any]]] = {}
        self._lock = threading.RLock()

    @property
    def num_traces(self) -> int:
        return len(self._traced)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def _find(self, eager: Eager, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[_Traced, list[Any]]:
        like = (list(args), kwargs)
        leaves = _leaves(like)
        shapes: list[Any] = []
        key: list[Any] = []
        for leaf in leaves:
            if _is_value(leaf):
                tensor = leaf if isinstance(leaf, Tensor) else Tensor(leaf, None, eager.runtime)
                shapes.append(list(tensor.shape))
                key.append(("tensor", tensor.dtype))
            else:
                shapes.append(None)
                key.append((type(leaf), leaf))
        base = (id(eager), _outline(like), tuple(key))
        with self._lock:
            if self.reduce_retracing:
                seen = self._seen.setdefault(base, [])
                seen.append(shapes)
                shapes = self._relaxed(seen)
                self._seen[base] = [shapes]
            whole = (base, tuple(None if s is None else tuple(s) for s in shapes))
            found = self._traced.get(whole)
            if found is None:
                found = self._traced[whole] = _Traced(eager, self.function.__name__, self.function, like, leaves, shapes)
        return found, leaves

    @staticmethod
    def _relaxed(seen: list[list[Any]]) -> list[Any]:
        out: list[Any] = []
        for each in zip(*seen):
            if any(s is None for s in each) or len({len(s) for s in each}) > 1:
                out.append(None)
            else:
                out.append([d[0] if len(set(d)) == 1 else None for d in zip(*each)])
        return out

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if current_graph() is not None:
            return self.function(*args, **kwargs)  # becomes a part of what is being traced
        eager = next((v._eager for v in _leaves([args, kwargs]) if isinstance(v, (EagerTensor, EagerVariable))), None)
        eager = eager or current_eager()
        found, leaves = self._find(eager, args, kwargs)
        return found(eager, leaves)

    def graph(self, *args: Any, **kwargs: Any) -> tuple[Graph, list[Output], list[Output]]:
        """The graph for arguments like these, its inputs and its outputs, to be run, exported or made a function of another
        graph. Inputs for what the function takes from outside come last."""
        found, _ = self._find(current_eager(), args, kwargs)
        return found.graph, [*found.inputs, *found.capture_places], found.outputs


def function(function: Callable[..., Any] | None = None, *, reduce_retracing: bool = False) -> Any:
    """Decorates a Python function: see Function."""
    if function is None:
        return lambda f: Function(f, reduce_retracing)
    return Function(function, reduce_retracing)


__all__ = ["Eager", "EagerTensor", "EagerVariable", "Function", "GradientTape", "current_eager", "custom_gradient", "eager_tensor",
           "function", "restore_variables", "save_variables"]
