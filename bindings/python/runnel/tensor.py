"""Tensors: dense arrays with a type and a shape, sharing memory with numpy and everything that speaks DLPack."""
from __future__ import annotations

import ctypes
import math
import struct
import sys
from typing import TYPE_CHECKING, Any, Callable, Protocol, Sequence, Union

from . import _abi, _buffers
from ._library import Handle, byref, check, created, dims, lib, releases, string, strings, take_bytes, text, view
from .dtypes import FORMATS, NUMPY, DType, as_dtype, format_dtype
from .runtime import Runtime, default_runtime

if TYPE_CHECKING:
    import numpy as np
    from typing_extensions import Buffer  # of the type checkers; nothing imports it when a program runs


class SupportsDLPack(Protocol):
    """What exports itself by DLPack: the tensors of PyTorch, JAX, CuPy."""

    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...


DTypeLike = Union[DType, str, type, "np.dtype[Any]"]
# What becomes a tensor: a number, a string, nested sequences of these, and whatever shows its memory, as numpy's arrays, the
# array module's, memoryviews and the tensors of other libraries do.
ArrayLike = Union["Tensor", "np.ndarray[Any, Any]", "np.generic", bool, int, float, complex, str, bytes, Sequence[Any],
                  "Buffer", SupportsDLPack]


@releases(lib.rnl_tensor_release)
class Tensor(Handle):
    """A copy of `value`: a number, a string, nested lists of them, a numpy array, any contiguous buffer, or a tensor.

    Without a dtype, Python's floats become float32 and its ints int32; arrays keep theirs. Raises ValueError for lists
    that are no box and numbers that do not fit, TypeError for what has no element type. To share memory instead of
    copying, see wrap and from_dlpack.
    """

    def __init__(self, value: ArrayLike, dtype: DTypeLike | None = None, runtime: Runtime | None = None):
        self._runtime = runtime or default_runtime()
        wanted = None if dtype is None else as_dtype(dtype)
        super().__init__(_copy(self._runtime, value, wanted))

    @classmethod
    def _adopt(cls, handle: int | None, runtime: Runtime) -> Tensor:
        self = cls.__new__(cls)
        self._as_parameter_, self._runtime = handle, runtime
        return self

    @classmethod
    def empty(cls, shape: Sequence[int], dtype: DTypeLike = DType.float32, runtime: Runtime | None = None) -> Tensor:
        """Numbers uninitialised, strings empty; to be filled through writable()."""
        runtime = runtime or default_runtime()
        return cls._adopt(created(lib.rnl_tensor_create, runtime, as_dtype(dtype), len(shape), dims(shape)), runtime)

    @classmethod
    def wrap(cls, buffer: Any, runtime: Runtime | None = None) -> Tensor:
        """Shares the memory of a numpy array, or another contiguous buffer, which must not change while the tensor, or
        anything that took its value, lives; until then the buffer is kept alive. Raises BufferError if it is not
        contiguous, TypeError for elements that Runnel has not."""
        runtime = runtime or default_runtime()
        held = _buffers.Buffer(buffer)
        dtype = format_dtype(held.format)
        if dtype is None:
            held.release()
            raise TypeError("no element type for a buffer of %r" % held.format)
        if held.raw.len == 0:
            shape = held.shape
            held.release()
            return cls.empty(shape, dtype, runtime)
        key = _buffers.lend(held)
        try:
            handle = created(lib.rnl_tensor_wrap, runtime, dtype, len(held.shape), dims(held.shape), held.raw.buf, held.raw.len,
                             _buffers.given_back, key)
        except BaseException:
            _buffers.given_back(key, None, 0)
            raise
        return cls._adopt(handle, runtime)

    @classmethod
    def from_dlpack(cls, source: Any, runtime: Runtime | None = None) -> Tensor:
        """Takes over what `source` (with __dlpack__, or a capsule) exports: shared if it is dense host memory, copied if it
        is strided. Raises Unimplemented for other devices' memory and for types that Runnel has not."""
        runtime = runtime or default_runtime()
        capsule = source.__dlpack__() if hasattr(source, "__dlpack__") else source
        handle = created(lib.rnl_tensor_from_dlpack, runtime, _buffers.managed_of(capsule))
        _buffers.mark_taken(capsule)
        return cls._adopt(handle, runtime)

    # ---- what it is

    @property
    def dtype(self) -> DType:
        return DType(lib.rnl_tensor_dtype(self))

    @property
    def shape(self) -> tuple[int, ...]:
        rank = lib.rnl_tensor_rank(self)
        return tuple(lib.rnl_tensor_dims(self)[:rank]) if rank > 0 else ()

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(lib.rnl_tensor_num_elements(self))

    @property
    def nbytes(self) -> int:
        """Bytes of the elements; 0 for strings."""
        return int(lib.rnl_tensor_size_bytes(self))

    @property
    def device(self) -> str:
        """The device whose memory holds it; empty for host memory."""
        return text(lib.rnl_tensor_device(self))

    def __repr__(self) -> str:
        return "Tensor(%s)" % take_bytes(created(lib.rnl_tensor_to_text, self, 16)).decode("utf-8", "replace")

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a scalar has no length")
        return self.shape[0]

    # ---- its elements

    def to_host(self) -> Tensor:
        """Itself if it is in host memory, else a copy that has arrived."""
        return Tensor._adopt(created(lib.rnl_tensor_to_host, self), self._runtime)

    def reshape(self, *shape: int) -> Tensor:
        """The same elements, shared, under another shape."""
        return Tensor._adopt(created(lib.rnl_tensor_reshape, self, len(shape), dims(shape)), self._runtime)

    def memory(self) -> memoryview[Any]:
        """The elements, shared and read-only, as a memoryview with their format and shape (bytes for the types that
        memoryviews have not). It keeps the tensor alive. Raises TypeError for strings."""
        return self._memory(self.to_host() if self.device else self, lib.rnl_tensor_data).toreadonly()

    def writable(self) -> memoryview[Any]:
        """The elements to be written, before the tensor is fed. Raises FailedPrecondition if somebody shares them."""
        def address(tensor: Tensor) -> int | None:
            out = ctypes.c_void_p()
            check(lib.rnl_tensor_mutable_data(tensor, byref(out)))
            return out.value
        return self._memory(self, address)

    def _memory(self, tensor: Tensor, address_of: Callable[[Tensor], int | None]) -> memoryview[Any]:
        dtype, shape = self.dtype, self.shape
        letter: Any = FORMATS.get(dtype, "B")
        if not dtype.itemsize:
            raise TypeError("%r has no memory to show" % dtype)
        if not self.size:
            return memoryview(bytearray()).cast(letter if letter != "e" else "B")
        array = _array_at(address_of(tensor), self.nbytes, tensor)
        flat = memoryview(array).cast("B")
        if dtype not in FORMATS or letter == "e":
            return flat
        return flat.cast(letter, list(shape))

    def numpy(self) -> np.ndarray[Any, np.dtype[Any]]:
        """A read-only numpy array over the same memory; strings are copied, as objects of bytes.
        bfloat16, which numpy has not, is that of the package ml_dtypes: TypeError where it is not installed."""
        import numpy as np
        dtype = self.dtype
        if dtype == DType.string:
            out = np.empty(self.size, dtype=object)
            out[:] = self._strings()
            return out.reshape(self.shape)
        name: Any = NUMPY.get(dtype, dtype.name)
        if dtype == DType.bfloat16:
            try:
                import ml_dtypes  # type: ignore[import-not-found,unused-ignore]
            except ImportError:
                raise TypeError("numpy has no bfloat16: install ml_dtypes, or fetch a cast of it") from None
            name = ml_dtypes.bfloat16
        elif not dtype.itemsize:
            raise TypeError("numpy has no %s" % dtype.name)
        tensor = self.to_host() if self.device else self
        if not self.size:
            return np.empty(self.shape, name)
        memory: Any = _array_at(lib.rnl_tensor_data(tensor), self.nbytes, tensor)
        array: np.ndarray[Any, np.dtype[Any]] = np.frombuffer(memory, name).reshape(self.shape)
        array.flags.writeable = False
        return array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, np.dtype[Any]]:
        array = self.numpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def __dlpack__(self, *, stream: Any = None, **_: Any) -> Any:
        """Shares a host tensor; the elements must not be written."""
        return _buffers.capsule_of(created(lib.rnl_tensor_to_dlpack, self))

    def __dlpack_device__(self) -> tuple[int, int]:
        if self.device:
            raise BufferError("the tensor is in the memory of %s" % self.device)
        return (1, 0)

    def _strings(self) -> list[bytes]:
        out: list[bytes] = []
        s = _abi.rnl_str_t()
        for i in range(self.size):
            check(lib.rnl_tensor_get_string(self, i, byref(s)))
            out.append(view(s))
        return out

    def tolist(self) -> Any:
        """The elements as Python values, in nested lists; strings as bytes."""
        flat: list[Any]
        if self.dtype == DType.string:
            flat = self._strings()
        else:
            flat = _unpack(self.dtype, ctypes.string_at(lib.rnl_tensor_data(self.to_host()), self.nbytes) if self.size else b"")
        for length in reversed(self.shape[1:]):
            flat = [flat[i:i + length] for i in range(0, len(flat), length)] if length else [[]] * math.prod(self.shape[:-1])
        return flat if self.shape else flat[0]

    def set_string(self, index: int, value: str | bytes) -> None:
        """Copies `value` into element `index` of a string tensor, in row-major order. Raises FailedPrecondition if somebody
        shares the elements."""
        check(lib.rnl_tensor_set_string(self, index, string(value)))

    def item(self) -> Any:
        """The only element. Raises ValueError if there are others."""
        handle = self._as_parameter_
        if lib.rnl_tensor_num_elements(handle) != 1:
            raise ValueError("a tensor of %d elements is no scalar" % self.size)
        kind = _SCALARS.get(lib.rnl_tensor_dtype(handle))
        address = lib.rnl_tensor_data(handle) if kind is not None else None
        return kind.from_address(address).value if kind is not None and address else self.reshape().tolist()

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __bool__(self) -> bool:
        return bool(self.item())


# What reads an element in place, by the number of its type.
_BY_LETTER: dict[str, Any] = {"f": ctypes.c_float, "d": ctypes.c_double, "b": ctypes.c_int8, "B": ctypes.c_uint8,
                              "h": ctypes.c_int16, "H": ctypes.c_uint16, "i": ctypes.c_int32, "I": ctypes.c_uint32,
                              "q": ctypes.c_int64, "Q": ctypes.c_uint64, "?": ctypes.c_bool}
_SCALARS: dict[int, Any] = {int(dtype): _BY_LETTER[letter] for dtype, letter in FORMATS.items() if letter != "e"}


def _array_at(address: int | None, size: int, keep: Tensor) -> ctypes.Array[ctypes.c_char]:
    """The bytes there; whoever holds the array holds `keep`."""
    array = (ctypes.c_char * size).from_address(address or 0)
    setattr(array, "tensor", keep)
    return array


def _unpack(dtype: DType, data: bytes) -> list[Any]:
    if dtype in FORMATS:
        return list(struct.unpack("%d%s" % (len(data) // dtype.itemsize, FORMATS[dtype]), data))
    if dtype == DType.bfloat16:
        halves = struct.unpack("%dH" % (len(data) // 2), data)
        return list(struct.unpack("%df" % len(halves), struct.pack("%dI" % len(halves), *(h << 16 for h in halves))))
    if dtype.is_complex:
        parts = struct.unpack("%d%s" % (2 * len(data) // dtype.itemsize, "f" if dtype == DType.complex64 else "d"), data)
        return [complex(*parts[i:i + 2]) for i in range(0, len(parts), 2)]
    raise TypeError("%r has no elements to show" % dtype)


def _bfloat16(values: Sequence[float]) -> bytes:
    """Rounded to even, NaN kept."""
    bits = struct.unpack("%dI" % len(values), struct.pack("%df" % len(values), *values))
    return struct.pack("%dH" % len(values), *((b + 0x7FFF + (b >> 16 & 1)) >> 16 & 0xFFFF if b & 0x7FFFFFFF <= 0x7F800000
                                              else b >> 16 | 0x40 for b in bits))


def _pack(dtype: DType, flat: list[Any]) -> bytes:
    if dtype == DType.bfloat16:
        return _bfloat16(flat)
    if dtype.is_complex:
        parts = [p for v in flat for p in (complex(v).real, complex(v).imag)]
        return struct.pack("%d%s" % (len(parts), "f" if dtype == DType.complex64 else "d"), *parts)
    try:
        return struct.pack("%d%s" % (len(flat), FORMATS[dtype]), *flat)
    except (struct.error, OverflowError, TypeError) as error:
        raise ValueError("a value is no %s: %s" % (dtype.name, error)) from None
    except KeyError:
        raise TypeError("%r cannot be made from Python values" % dtype) from None


def _flatten(value: Any) -> tuple[tuple[int, ...], list[Any]]:
    """Shape and elements of nested sequences. Raises ValueError if they are no box."""
    if not isinstance(value, (list, tuple, range)):
        return (), [value]
    shape: list[int] = []
    level: list[Any] = [value]
    while level and all(isinstance(x, (list, tuple, range)) for x in level):
        lengths = {len(x) for x in level}
        if len(lengths) > 1:
            raise ValueError("nested lists of different lengths: %s" % sorted(lengths))
        shape.append(lengths.pop())
        level = [y for x in level for y in x]
    if any(isinstance(x, (list, tuple, range)) for x in level):
        raise ValueError("lists and values side by side")
    return tuple(shape), level


def _guess(flat: list[Any]) -> DType:
    kinds = {type(x) for x in flat}
    for kind in (complex, float, int, bool):
        if kind in kinds and kinds <= {complex, float, int} | {kind}:
            return as_dtype(kind)
    if kinds and kinds <= {str, bytes}:
        return DType.string
    if not kinds:
        return DType.float32
    raise TypeError("no element type for %s" % ", ".join(sorted(k.__name__ for k in kinds)))


def dtype_of(value: Any) -> DType | None:
    """The element type that a value brings along; None for Python numbers and lists, which adapt."""
    if isinstance(value, Tensor):
        return value.dtype
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, list, tuple, range)):
        return None
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
        return DType.string if value.dtype.kind in "SUO" else as_dtype(value.dtype)
    return Tensor(value).dtype if _shows_memory(value) else None


def _shows_memory(value: Any) -> bool:
    """Whether it is an array of some library: a buffer (PEP 3118), or what speaks DLPack or numpy's protocol."""
    if hasattr(value, "__dlpack__") or hasattr(value, "__array__"):
        return True
    try:
        memoryview(value).release()
    except TypeError:
        return False
    return True


def as_tensor(value: Any, dtype: DType | None, runtime: Runtime) -> Tensor:
    """`value` itself if it is a tensor (of that type), else a copy as one. Raises TypeError for another type."""
    if isinstance(value, Tensor):
        if dtype is not None and value.dtype != dtype:
            raise TypeError("a tensor of %r, where %r is wanted" % (value.dtype, dtype))
        return value
    return Tensor(value, dtype, runtime)


def _from_strings(runtime: Runtime, shape: Sequence[int], flat: list[Any]) -> int:
    for x in flat:
        if not isinstance(x, (str, bytes)):
            raise TypeError("a string tensor takes str and bytes, not %s" % type(x).__name__)
    array = strings([x.encode() if isinstance(x, str) else x for x in flat])
    return created(lib.rnl_tensor_from_strings, runtime, len(shape), dims(shape), array, len(flat))


def _from_bytes(runtime: Runtime, dtype: DType, shape: Sequence[int], data: Any, size: int) -> int:
    return created(lib.rnl_tensor_from_data, runtime, dtype, len(shape), dims(shape), data, size)


def _copy(runtime: Runtime, value: Any, dtype: DType | None) -> int:
    if isinstance(value, Tensor):
        return _copy_tensor(runtime, value, dtype)
    if isinstance(value, (bool, int, float, complex, str, bytes)):
        return _from_python(runtime, value, dtype)
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)):
        return _copy_array(runtime, numpy.asarray(value), dtype)
    if isinstance(value, (list, tuple, range)):
        return _from_python(runtime, value, dtype)
    if hasattr(value, "__dlpack__"):
        return _copy_dlpack(runtime, value, dtype)
    try:
        view = memoryview(value)
    except TypeError:
        if hasattr(value, "__array__"):
            return _copy_array(runtime, _numpy().asarray(value), dtype)
        return _from_python(runtime, list(value) if isinstance(value, Sequence) else value, dtype)
    with view:
        return _copy_buffer(runtime, view, dtype)


def _numpy() -> Any:
    import numpy
    return numpy


def _copy_tensor(runtime: Runtime, value: Tensor, dtype: DType | None) -> int:
    if dtype not in (None, value.dtype):
        return _copy_array(runtime, value.numpy(), dtype)
    host = value.to_host()
    if host.dtype == DType.string:
        return _from_strings(runtime, host.shape, host._strings())
    return _from_bytes(runtime, host.dtype, host.shape, lib.rnl_tensor_data(host), host.nbytes)


def _copy_array(runtime: Runtime, value: np.ndarray[Any, Any], dtype: DType | None) -> int:
    if value.dtype.kind in "SUO":
        if dtype not in (None, DType.string):
            raise TypeError("strings are no %r" % dtype)
        return _from_strings(runtime, value.shape, value.ravel().tolist())
    if dtype == DType.bfloat16 or value.dtype.name == "bfloat16" and dtype is None:
        return _from_bytes(runtime, DType.bfloat16, value.shape, *_sized(_bfloat16(value.ravel().tolist())))
    wanted: Any = value.dtype.newbyteorder("=") if dtype is None else NUMPY.get(dtype, dtype.name)
    return _copy_contiguous(runtime, _numpy().asarray(value, wanted, order="C"), dtype)


def _copy_dlpack(runtime: Runtime, value: Any, dtype: DType | None) -> int:
    """A tensor of another library. What would be differentiated there is a plain value here."""
    if getattr(value, "requires_grad", False):
        value = value.detach()
    try:
        tensor = Tensor.from_dlpack(value, runtime)
    except (BufferError, RuntimeError, TypeError, ValueError):
        if not hasattr(value, "__array__"):
            raise
        # A type that its library does not export so, such as the bools of older ones.
        return _copy_array(runtime, _numpy().asarray(value), dtype)
    return _copy_tensor(runtime, tensor, dtype)


def _copy_buffer(runtime: Runtime, view: memoryview[Any], dtype: DType | None) -> int:
    own = format_dtype(view.format)
    if own is None:
        raise TypeError("no element type for a buffer of %r" % view.format)
    wanted, shape = dtype or own, view.shape or ()
    if wanted != own and (wanted not in FORMATS or FORMATS[wanted] != FORMATS.get(own)):
        # As a list of the same numbers would become one.
        flat = _unpack(own, view.tobytes())
        return _from_bytes(runtime, wanted, shape, *_sized(_pack(wanted, flat)))
    if not view.c_contiguous:
        return _from_bytes(runtime, wanted, shape, *_sized(view.tobytes()))
    return _copy_contiguous(runtime, view, wanted)


def _copy_contiguous(runtime: Runtime, owner: Any, dtype: DType | None) -> int:
    held = _buffers.Buffer(owner)
    try:
        wanted = dtype or format_dtype(held.format)
        if wanted is None:
            raise TypeError("no element type for a buffer of %r" % held.format)
        return _from_bytes(runtime, wanted, held.shape, held.raw.buf, held.raw.len)
    finally:
        held.release()


def _from_python(runtime: Runtime, value: Any, dtype: DType | None) -> int:
    shape, flat = _flatten(value)
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and any(isinstance(x, (numpy.ndarray, numpy.generic)) for x in flat):
        return _copy_array(runtime, numpy.asarray(value), dtype)
    dtype = dtype or _guess(flat)
    if dtype == DType.string:
        return _from_strings(runtime, shape, flat)
    return _from_bytes(runtime, dtype, shape, *_sized(_pack(dtype, flat)))


def _sized(data: bytes) -> tuple[ctypes.c_void_p, int]:
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p), len(data)


