"""Element types, numbered and named as TensorFlow's."""
from __future__ import annotations

import builtins
import enum
import sys
from typing import Any

from . import _abi
from ._library import lib


class DType(enum.IntEnum):
    """The type of a tensor's elements."""

    float32 = _abi.RNL_FLOAT
    float64 = _abi.RNL_DOUBLE
    int32 = _abi.RNL_INT32
    uint8 = _abi.RNL_UINT8
    int16 = _abi.RNL_INT16
    int8 = _abi.RNL_INT8
    string = _abi.RNL_STRING
    complex64 = _abi.RNL_COMPLEX64
    int64 = _abi.RNL_INT64
    bool = _abi.RNL_BOOL
    qint8 = _abi.RNL_QINT8
    quint8 = _abi.RNL_QUINT8
    qint32 = _abi.RNL_QINT32
    bfloat16 = _abi.RNL_BFLOAT16
    qint16 = _abi.RNL_QINT16
    quint16 = _abi.RNL_QUINT16
    uint16 = _abi.RNL_UINT16
    complex128 = _abi.RNL_COMPLEX128
    float16 = _abi.RNL_HALF
    resource = _abi.RNL_RESOURCE
    variant = _abi.RNL_VARIANT
    uint32 = _abi.RNL_UINT32
    uint64 = _abi.RNL_UINT64

    def __repr__(self) -> str:
        return "runnel." + self.name

    __str__ = __repr__

    @property
    def itemsize(self) -> int:
        """Bytes of an element; 0 where elements are not plain data."""
        return int(lib.rnl_dtype_size(self))

    @property
    def size(self) -> int:
        """Bytes of an element, or 1 where elements are not plain data: as TensorFlow says it."""
        return self.itemsize or 1

    @property
    def base_dtype(self) -> DType:
        return self

    @property
    def real_dtype(self) -> DType:
        """Of the parts of a complex number."""
        return {DType.complex64: DType.float32, DType.complex128: DType.float64}.get(self, self)

    @property
    def as_numpy_dtype(self) -> Any:
        """The class of numpy's scalars; bfloat16's is of the package ml_dtypes. Raises TypeError for types without any."""
        import numpy
        if self == DType.bfloat16:
            import ml_dtypes  # type: ignore[import-not-found,unused-ignore]
            return ml_dtypes.bfloat16
        if self == DType.string:
            return numpy.object_
        if not self.itemsize:
            raise TypeError("numpy has no %s" % self.name)
        return numpy.dtype(NUMPY.get(self, self.name)).type

    @property
    def as_datatype_enum(self) -> int:
        return int(self)

    @property
    def is_bool(self) -> builtins.bool:
        return self == DType.bool

    @property
    def is_quantized(self) -> builtins.bool:
        return self.name.lstrip("u").startswith("q")

    @property
    def is_unsigned(self) -> builtins.bool:
        return self.name.startswith("uint")

    @property
    def min(self) -> Any:
        """The least finite value. Raises TypeError for what is no number."""
        return self._limits()[0]

    @property
    def max(self) -> Any:
        return self._limits()[1]

    @property
    def limits(self) -> tuple[Any, Any]:
        return self._limits()

    def _limits(self) -> tuple[Any, Any]:
        if self in _LARGEST:
            return -_LARGEST[self], _LARGEST[self]
        if self == DType.bool:
            return False, True
        bits = 8 * self.itemsize
        if self.is_integer:
            return (0, 2**bits - 1) if self.name.lstrip("q").startswith("u") else (-2**(bits - 1), 2**(bits - 1) - 1)
        raise TypeError("%r has no least and largest value" % self)

    def is_compatible_with(self, other: Any) -> builtins.bool:
        return self == as_dtype(other)

    @property
    def is_floating(self) -> builtins.bool:
        return self in (DType.float32, DType.float64, DType.float16, DType.bfloat16)

    @property
    def is_complex(self) -> builtins.bool:
        return self in (DType.complex64, DType.complex128)

    @property
    def is_integer(self) -> builtins.bool:
        return self.name.lstrip("uq").startswith("int")


_LARGEST = {DType.float32: 3.4028234663852886e38, DType.float64: 1.7976931348623157e308, DType.float16: 65504.0,
            DType.bfloat16: 3.3895313892515355e38}
# struct's letter for an element. Complex numbers are two of the letter; bfloat16 is packed by hand.
FORMATS = {DType.float32: "f", DType.float64: "d", DType.float16: "e", DType.int8: "b", DType.uint8: "B", DType.int16: "h",
           DType.uint16: "H", DType.int32: "i", DType.uint32: "I", DType.int64: "q", DType.uint64: "Q", DType.bool: "?",
           DType.qint8: "b", DType.quint8: "B", DType.qint16: "h", DType.quint16: "H", DType.qint32: "i"}
NUMPY = {DType.complex64: "complex64", DType.complex128: "complex128", DType.qint8: "int8", DType.quint8: "uint8",
         DType.qint16: "int16", DType.quint16: "uint16", DType.qint32: "int32"}
_FROM_PYTHON = {float: DType.float32, int: DType.int32, builtins.bool: DType.bool, str: DType.string, bytes: DType.string,
                complex: DType.complex64}
_BY_NAME = {d.name: d for d in DType} | {"float": DType.float32, "double": DType.float64, "half": DType.float16, "str": DType.string,
                                         "int": DType.int32, "object": DType.string}


def as_dtype(value: Any) -> DType:
    """A DType from one, its name ("float32", "float", "DT_FLOAT"), a numpy dtype, or float, int, bool, str, complex.

    Raises TypeError for anything else.
    """
    if isinstance(value, DType):
        return value
    if isinstance(value, type) and value in _FROM_PYTHON:
        return _FROM_PYTHON[value]
    if isinstance(value, str):
        name = value
    else:
        numpy = sys.modules.get("numpy")
        try:
            name = numpy.dtype(value).name if numpy is not None else ""
        except TypeError:
            name = ""
    if name.startswith("DT_"):
        name = name[3:].lower()
    if name.startswith(("str", "bytes")) and name not in _BY_NAME:
        name = "string"  # numpy's fixed widths
    if name not in _BY_NAME:
        raise TypeError("no element type: %r" % (value,))
    return _BY_NAME[name]


def format_dtype(code: str) -> DType | None:
    """The type of a buffer's elements (PEP 3118); None for one that Runnel has not."""
    code = code.lstrip("@=<") if sys.byteorder == "little" else code.lstrip("@=>")
    sizes = {"l": "q", "L": "Q", "n": "q", "N": "Q", "c": "B"}
    code = sizes.get(code, code)
    if code in ("Zf", "Zd"):
        return DType.complex64 if code == "Zf" else DType.complex128
    return next((d for d, f in FORMATS.items() if f == code), None)
