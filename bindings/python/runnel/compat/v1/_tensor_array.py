"""TensorArray, and the loops over elements that rest on it: map_fn, scan, foldl, foldr."""
from __future__ import annotations

from typing import Any, Callable

from ...dtypes import DType, as_dtype
from ...graph import Operators
from . import _array, _nest
from ._apply import apply, convert_to_tensor
from ._control_flow import while_loop
from ._graph import Tensor, name_scope
from ._shape import TensorShape, unknown_shape
from ._variable_scope import variable_scope


class TensorArray:
    """An array of tensors that a step writes and reads by index. Each write gives the array as it is then."""

    def __init__(self, dtype: Any, size: Any = None, dynamic_size: Any = None, clear_after_read: Any = None, tensor_array_name: Any = None,
                 handle: Any = None, flow: Any = None, infer_shape: bool = True, element_shape: Any = None,
                 colocate_with_first_write_call: bool = True, name: Any = None):
        self._dtype, self._infer = as_dtype(dtype), infer_shape
        self._element = TensorShape(element_shape)
        self._size = size
        if handle is not None:
            self._handle, self._flow = handle, flow
            return
        with name_scope(name, "TensorArray", [size]) as scope:
            self._handle, self._flow = apply(
                "TensorArrayV3", size, dtype=self._dtype, element_shape=self._element, dynamic_size=bool(dynamic_size),
                clear_after_read=True if clear_after_read is None else clear_after_read, identical_element_shapes=infer_shape,
                tensor_array_name=tensor_array_name or "", name=scope)

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def handle(self) -> Tensor:
        return self._handle  # type: ignore[no-any-return]

    @property
    def flow(self) -> Tensor:
        return self._flow  # type: ignore[no-any-return]

    @property
    def element_shape(self) -> TensorShape:
        return self._element

    @property
    def graph(self) -> Any:
        return self._flow.graph

    def _with_flow(self, flow: Any) -> TensorArray:
        made = TensorArray(self._dtype, handle=self._handle, flow=flow, infer_shape=self._infer, element_shape=self._element)
        made._size = self._size
        return made

    def _saw(self, shape: TensorShape) -> None:
        if self._infer:
            self._element = self._element.merge_with(shape) if self._element.is_compatible_with(shape) else _raise(self._element, shape)

    def identity(self) -> TensorArray:
        return self._with_flow(_array.identity(self._flow))

    def grad(self, source: str, flow: Any = None, name: Any = None) -> TensorArray:
        handle, made = apply("TensorArrayGradV3", self._handle, self._flow if flow is None else flow, source=source, name=name)
        return TensorArray(self._dtype, handle=handle, flow=made, element_shape=self._element)

    def read(self, index: Any, name: Any = None) -> Any:
        value = apply("TensorArrayReadV3", self._handle, index, self._flow, dtype=self._dtype, name=name)
        if self._element.ndims is not None:
            value.set_shape(self._element)
        return value

    def write(self, index: Any, value: Any, name: Any = None) -> TensorArray:
        with name_scope(name, "TensorArrayWrite", [self._handle, index, value]):
            value = convert_to_tensor(value, dtype_hint=self._dtype, name="value")
            self._saw(value.shape)
            made = self._with_flow(apply("TensorArrayWriteV3", self._handle, index, value, self._flow, name=name))
            return made

    def stack(self, name: Any = None) -> Any:
        with name_scope(name, "TensorArrayStack", [self._handle]):
            from . import _math
            return self.gather(_math.range_(0, self.size()), name=name)

    def gather(self, indices: Any, name: Any = None) -> Any:
        value = apply("TensorArrayGatherV3", self._handle, indices, self._flow, dtype=self._dtype, element_shape=self._element, name=name)
        if self._element.ndims is not None:
            value.set_shape(unknown_shape(1).concatenate(self._element))
        return value

    def concat(self, name: Any = None) -> Any:
        rest = self._element[1:] if self._element.ndims is not None else unknown_shape()
        value, _ = apply("TensorArrayConcatV3", self._handle, self._flow, dtype=self._dtype, element_shape_except0=rest, name=name)
        if self._element.ndims is not None:
            value.set_shape(unknown_shape(1).concatenate(rest))
        return value

    def unstack(self, value: Any, name: Any = None) -> TensorArray:
        with name_scope(name, "TensorArrayUnstack", [self._handle, value]):
            from . import _math
            value = convert_to_tensor(value, dtype_hint=self._dtype, name="value")
            return self.scatter(_math.range_(0, _array.shape(value)[0]), value, name=name)

    def scatter(self, indices: Any, value: Any, name: Any = None) -> TensorArray:
        with name_scope(name, "TensorArrayScatter", [self._handle, value, indices]):
            value = convert_to_tensor(value, dtype_hint=self._dtype, name="value")
            if value.shape.ndims is not None:
                self._saw(value.shape[1:])
            return self._with_flow(apply("TensorArrayScatterV3", self._handle, indices, value, self._flow, name=name))

    def split(self, value: Any, lengths: Any, name: Any = None) -> TensorArray:
        with name_scope(name, "TensorArraySplit", [self._handle, value, lengths]):
            value = convert_to_tensor(value, self._dtype, name="value")
            lengths = convert_to_tensor(lengths, DType.int64) if not isinstance(lengths, Operators) else apply("Cast", lengths, DstT=DType.int64)
            return self._with_flow(apply("TensorArraySplitV3", self._handle, value, lengths, self._flow, name=name))

    def size(self, name: Any = None) -> Any:
        return apply("TensorArraySizeV3", self._handle, self._flow, name=name)

    def close(self, name: Any = None) -> Any:
        return apply("TensorArrayCloseV3", self._handle, name=name)


def _raise(known: TensorShape, got: TensorShape) -> TensorShape:
    raise ValueError("Inconsistent shapes: saw %s but expected %s" % (got, known))


def _slices(elems: Any) -> tuple[list[Any], Any, TensorShape]:
    flat = [convert_to_tensor(e, name="elem") for e in _nest.flatten(elems)]
    if not flat:
        raise ValueError("elems must hold at least one tensor")
    first = unknown_shape(1)
    for e in flat:
        first = first.merge_with(e.shape[:1]) if e.shape.ndims is not None else first
    count = first[0].value
    return flat, count if count is not None else _array.shape(flat[0])[0], first


def _unstacked(flat: list[Any], count: Any) -> list[TensorArray]:
    arrays = [TensorArray(e.dtype, size=count, dynamic_size=False, infer_shape=True) for e in flat]
    return [a.unstack(e) for a, e in zip(arrays, flat)]


def map_fn(fn: Callable[..., Any], elems: Any, dtype: Any = None, parallel_iterations: Any = None, back_prop: bool = True, swap_memory: bool = False,
           infer_shape: bool = True, name: Any = None, fn_output_signature: Any = None) -> Any:
    """What fn gives for each slice of elems along dimension 0, stacked. dtype: the types of what it gives, where that is structured otherwise than
    elems."""
    if not callable(fn):
        raise TypeError("fn must be callable.")
    dtype = fn_output_signature if dtype is None else dtype
    with name_scope(name, "map", _nest.flatten(elems)), variable_scope_of():
        flat, count, first = _slices(elems)
        types = [e.dtype for e in flat] if dtype is None else [as_dtype(t) for t in _nest.flatten(dtype)]
        like = elems if dtype is None else dtype
        sources = _unstacked(flat, count)
        i = convert_to_tensor(0)
        results = [TensorArray(t, size=count, dynamic_size=False, infer_shape=infer_shape) for t in types]

        def compute(i: Any, arrays: Any) -> Any:
            values = fn(_nest.pack_like(elems, [s.read(i) for s in sources]))
            if dtype is None:
                _nest.assert_same_structure(elems, values)
            return i + 1, [a.write(i, v) for a, v in zip(arrays, _nest.flatten(values))]

        _, arrays = while_loop(lambda i, _: i < count, compute, (i, results), parallel_iterations=parallel_iterations or 10,
                               back_prop=back_prop, swap_memory=swap_memory, maximum_iterations=count)
        stacked = [a.stack() for a in arrays]
        for s in stacked:
            if s.shape.ndims is not None:
                s.set_shape(first.concatenate(s.shape[1:]))
        return _nest.pack_like(like, stacked)


def variable_scope_of() -> Any:
    """The current scope, so that variables which a loop's body makes are named as outside."""
    from ._variable_scope import get_variable_scope
    return variable_scope(get_variable_scope(), auxiliary_name_scope=False)


def scan(fn: Callable[..., Any], elems: Any, initializer: Any = None, parallel_iterations: int = 10, back_prop: bool = True, swap_memory: bool = False,
         infer_shape: bool = True, reverse: bool = False, name: Any = None) -> Any:
    """All of what foldl goes through, stacked."""
    with name_scope(name, "scan", _nest.flatten(elems)), variable_scope_of():
        flat, count, first = _slices(elems)
        sources = _unstacked(flat, count)
        if initializer is None:
            start = [s.read(count - 1 if reverse else 0) for s in sources]
            like, begin = elems, 1
        else:
            start = [convert_to_tensor(v) for v in _nest.flatten(initializer)]
            like, begin = initializer, 0
        results = [TensorArray(s.dtype, size=count, dynamic_size=False, element_shape=s.shape if infer_shape else None, infer_shape=infer_shape)
                   for s in start]
        if initializer is None:
            results = [r.write(count - 1 if reverse else 0, s) for r, s in zip(results, start)]
        i = convert_to_tensor((count - 1 - begin) if reverse else begin)

        def compute(i: Any, state: Any, arrays: Any) -> Any:
            values = fn(_nest.pack_like(like, state), _nest.pack_like(elems, [s.read(i) for s in sources]))
            _nest.assert_same_structure(like, values)
            flat_values = [convert_to_tensor(v) for v in _nest.flatten(values)]
            return (i - 1 if reverse else i + 1), flat_values, [a.write(i, v) for a, v in zip(arrays, flat_values)]

        _, _, arrays = while_loop((lambda i, *_: i >= 0) if reverse else (lambda i, *_: i < count), compute, (i, start, results),
                                  parallel_iterations=parallel_iterations, back_prop=back_prop, swap_memory=swap_memory, maximum_iterations=count)
        stacked = [a.stack() for a in arrays]
        for s in stacked:
            if s.shape.ndims is not None:
                s.set_shape(first.concatenate(s.shape[1:]))
        return _nest.pack_like(like, stacked)


def _fold(fn: Callable[..., Any], elems: Any, initializer: Any, parallel_iterations: int, backwards: bool, name: str) -> Any:
    with name_scope(name, None, _nest.flatten(elems)), variable_scope_of():
        flat, count, _ = _slices(elems)
        sources = _unstacked(flat, count)
        at: Any
        if initializer is None:
            at = convert_to_tensor(count - 1 if backwards else 0)
            state = _nest.pack_like(elems, [s.read(at) for s in sources])
            at = at if backwards else at + 1
        else:
            state, at = _nest.map_structure(convert_to_tensor, initializer), convert_to_tensor(count if backwards else 0)

        def compute(i: Any, state: Any) -> Any:
            i = i - 1 if backwards else i
            new = fn(state, _nest.pack_like(elems, [s.read(i) for s in sources]))
            return (i if backwards else i + 1), new

        _, result = while_loop((lambda i, _: i > 0) if backwards else (lambda i, _: i < count), compute, (at, state),
                               parallel_iterations=parallel_iterations, maximum_iterations=count)
        return result


def foldl(fn: Callable[..., Any], elems: Any, initializer: Any = None, parallel_iterations: int = 10, back_prop: bool = True,
          swap_memory: bool = False, name: Any = None) -> Any:
    """fn over the slices from first to last, each time with what it gave before."""
    return _fold(fn, elems, initializer, parallel_iterations, False, name or "foldl")


def foldr(fn: Callable[..., Any], elems: Any, initializer: Any = None, parallel_iterations: int = 10, back_prop: bool = True,
          swap_memory: bool = False, name: Any = None) -> Any:
    return _fold(fn, elems, initializer, parallel_iterations, True, name or "foldr")
