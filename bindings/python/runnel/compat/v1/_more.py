"""What is asked for less often: readers, accumulators, checks of order, specs of devices and tensors."""
from __future__ import annotations

import logging as _logging
from typing import Any

import numpy as np

from ...dtypes import DType, as_dtype
from ...graph import Operators
from . import _array, _math
from ._apply import apply, convert_to_tensor
from ._graph import merge_device, name_scope
from ._shape import TensorShape
from ._values import IndexedSlices, SparseTensor


class DeviceSpec:
    """A device by its parts; to_string gives "/job:ps/task:1/device:CPU:0"."""

    def __init__(self, job: Any = None, replica: Any = None, task: Any = None, device_type: Any = None, device_index: Any = None):
        self.job, self.replica, self.task, self.device_type, self.device_index = job, replica, task, device_type, device_index

    def to_string(self) -> str:
        parts = [("job", self.job), ("replica", self.replica), ("task", self.task)]
        text = "".join("/%s:%s" % (k, v) for k, v in parts if v is not None)
        if self.device_type is not None:
            text += "/device:%s:%s" % (self.device_type, "*" if self.device_index is None else self.device_index)
        return text

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        found = dict(p.split(":", 1) for p in merge_device(spec, "").strip("/").split("/") if p)
        kind, _, index = found.get("device", "").partition(":")
        replica, task = (None if found.get(k) is None else int(found[k]) for k in ("replica", "task"))
        return cls(found.get("job"), replica, task, kind or None,
                   int(index) if index.isdigit() else None)

    def __str__(self) -> str:
        return self.to_string()


class TensorSpec:
    def __init__(self, shape: Any, dtype: Any = DType.float32, name: Any = None):
        self.shape, self.dtype, self.name = TensorShape(shape), as_dtype(dtype), name

    @classmethod
    def from_tensor(cls, tensor: Any, name: Any = None) -> TensorSpec:
        return cls(tensor.shape, tensor.dtype, name or tensor.op.name)

    def __repr__(self) -> str:
        return "TensorSpec(shape=%s, dtype=%s, name=%r)" % (self.shape, self.dtype.name, self.name)


def get_logger() -> Any:
    return _logging.getLogger("tensorflow")


# ---- readers

class ReaderBase:
    """Reads records of the files that a queue names."""

    _op = ""

    def __init__(self, name: Any = None, **attrs: Any):
        self._ref = apply(self._op, name=name, **attrs)

    @property
    def reader_ref(self) -> Any:
        return self._ref

    @staticmethod
    def _queue(queue: Any) -> Any:
        return getattr(queue, "queue_ref", queue)

    def read(self, queue: Any, name: Any = None) -> Any:
        """key and value of the next record."""
        return tuple(apply("ReaderReadV2", self._ref, self._queue(queue), name=name))

    def read_up_to(self, queue: Any, num_records: Any, name: Any = None) -> Any:
        return tuple(apply("ReaderReadUpToV2", self._ref, self._queue(queue), convert_to_tensor(num_records, DType.int64), name=name))

    def num_records_produced(self, name: Any = None) -> Any:
        return apply("ReaderNumRecordsProducedV2", self._ref, name=name)

    def num_work_units_completed(self, name: Any = None) -> Any:
        return apply("ReaderNumWorkUnitsCompletedV2", self._ref, name=name)

    def serialize_state(self, name: Any = None) -> Any:
        return apply("ReaderSerializeStateV2", self._ref, name=name)

    def restore_state(self, state: Any, name: Any = None) -> Any:
        return apply("ReaderRestoreStateV2", self._ref, state, name=name)

    def reset(self, name: Any = None) -> Any:
        return apply("ReaderResetV2", self._ref, name=name)


class TextLineReader(ReaderBase):
    _op = "TextLineReaderV2"

    def __init__(self, skip_header_lines: Any = None, name: Any = None):
        super().__init__(name, skip_header_lines=skip_header_lines or 0)


class WholeFileReader(ReaderBase):
    _op = "WholeFileReaderV2"


class IdentityReader(ReaderBase):
    _op = "IdentityReaderV2"


class TFRecordReader(ReaderBase):
    _op = "TFRecordReaderV2"

    def __init__(self, name: Any = None, options: Any = None):
        super().__init__(name, compression_type="" if options is None else options.compression_type)


class FixedLengthRecordReader(ReaderBase):
    _op = "FixedLengthRecordReaderV2"

    def __init__(self, record_bytes: int, header_bytes: Any = None, footer_bytes: Any = None, hop_bytes: Any = None, name: Any = None,
                 encoding: Any = None):
        super().__init__(name, record_bytes=record_bytes, header_bytes=header_bytes or 0, footer_bytes=footer_bytes or 0, hop_bytes=hop_bytes or 0,
                         encoding=encoding or "")


class ConditionalAccumulator:
    """Adds gradients up, and gives their mean or sum when enough have come."""

    def __init__(self, dtype: Any, shape: Any = None, shared_name: Any = None, name: str = "conditional_accumulator", reduction_type: str = "MEAN"):
        self._dtype = as_dtype(dtype)
        self.accumulator_ref = apply("ResourceConditionalAccumulator", dtype=self._dtype, shape=TensorShape(shape), shared_name=shared_name or "",
                                     reduction_type=reduction_type, name=name)

    def apply_grad(self, grad: Any, local_step: Any = 0, name: Any = None) -> Any:
        return apply("ResourceAccumulatorApplyGradient", self.accumulator_ref, convert_to_tensor(local_step, DType.int64),
                     convert_to_tensor(grad, self._dtype), name=name)

    def take_grad(self, num_required: Any, name: Any = None) -> Any:
        return apply("ResourceAccumulatorTakeGradient", self.accumulator_ref, num_required, dtype=self._dtype, name=name)

    def num_accumulated(self, name: Any = None) -> Any:
        return apply("ResourceAccumulatorNumAccumulated", self.accumulator_ref, name=name)

    def set_global_step(self, new_global_step: Any, name: Any = None) -> Any:
        return apply("ResourceAccumulatorSetGlobalStep", self.accumulator_ref, convert_to_tensor(new_global_step, DType.int64), name=name)


class SparseConditionalAccumulator:
    """The same of gradients that have some rows only: the mean of a row is over those that have it."""

    def __init__(self, dtype: Any, shape: Any = None, shared_name: Any = None, name: str = "sparse_conditional_accumulator",
                 reduction_type: str = "MEAN"):
        self._dtype = as_dtype(dtype)
        # TensorFlow takes a shape of no dimensions for any.
        shape = TensorShape(None) if shape is not None and TensorShape(shape).ndims == 0 else TensorShape(shape)
        self.accumulator_ref = apply("SparseConditionalAccumulator", dtype=self._dtype, shape=shape, shared_name=shared_name or "",
                                     reduction_type=reduction_type, name=name)

    def apply_grad(self, grad_indices: Any, grad_values: Any, grad_shape: Any = None, local_step: Any = 0, name: Any = None) -> Any:
        return apply("SparseAccumulatorApplyGradient", self.accumulator_ref, convert_to_tensor(local_step, DType.int64),
                     _math.cast(grad_indices, DType.int64), convert_to_tensor(grad_values, self._dtype),
                     _math.cast([] if grad_shape is None else grad_shape, DType.int64), has_known_shape=grad_shape is not None, name=name)

    def apply_indexed_slices_grad(self, grad: Any, local_step: Any = 0, name: Any = None) -> Any:
        return self.apply_grad(grad.indices, grad.values, grad.dense_shape, local_step, name)

    def take_grad(self, num_required: Any, name: Any = None) -> Any:
        """Indices, values and shape."""
        return apply("SparseAccumulatorTakeGradient", self.accumulator_ref, num_required, dtype=self._dtype, name=name)

    def take_indexed_slices_grad(self, num_required: Any, name: Any = None) -> Any:
        indices, values, shape = self.take_grad(num_required, name)
        return IndexedSlices(values, indices, shape)

    def num_accumulated(self, name: Any = None) -> Any:
        return apply("AccumulatorNumAccumulated", self.accumulator_ref, name=name)

    def set_global_step(self, new_global_step: Any, name: Any = None) -> Any:
        return apply("AccumulatorSetGlobalStep", self.accumulator_ref, convert_to_tensor(new_global_step, DType.int64), name=name)


# ---- values

def convert_to_tensor_or_sparse_tensor(value: Any, dtype: Any = None, name: Any = None) -> Any:
    return value if isinstance(value, SparseTensor) else convert_to_tensor(value, dtype, name)


def convert_to_tensor_or_indexed_slices(value: Any, dtype: Any = None, name: Any = None) -> Any:
    return value if isinstance(value, IndexedSlices) else convert_to_tensor(value, dtype, name)


def _ordered(x: Any, compare: Any) -> Any:
    flat = _array.reshape(convert_to_tensor(x), [-1])
    return _math.reduce_all(compare(flat[:-1], flat[1:]))


def is_non_decreasing(x: Any, name: Any = None) -> Any:
    with name_scope(name, "is_non_decreasing"):
        return _ordered(x, _math.less_equal)


def is_strictly_increasing(x: Any, name: Any = None) -> Any:
    with name_scope(name, "is_strictly_increasing"):
        return _ordered(x, _math.less)


def is_symbolic_tensor(tensor: Any) -> bool:
    return isinstance(tensor, Operators)


def assert_same_float_dtype(tensors: Any = None, dtype: Any = None) -> DType:
    kinds = {t.dtype for t in tensors or [] if t is not None} | ({as_dtype(dtype)} if dtype is not None else set())
    if len(kinds) > 1:
        raise ValueError("Tensors of different types: %s" % sorted(k.name for k in kinds))
    kind = kinds.pop() if kinds else DType.float32
    if not kind.is_floating:
        raise ValueError("Expected floating point type, got %s." % kind.name)
    return kind


def batch_to_space(input: Any, crops: Any, block_size: Any = None, name: Any = None, block_shape: Any = None) -> Any:
    block = [block_size, block_size] if block_shape is None else block_shape
    return apply("BatchToSpaceND", input, block, crops, name=name)


def space_to_batch(input: Any, paddings: Any, block_size: Any = None, name: Any = None, block_shape: Any = None) -> Any:
    block = [block_size, block_size] if block_shape is None else block_shape
    return apply("SpaceToBatchND", input, block, paddings, name=name)


def extract_image_patches(images: Any, ksizes: Any = None, strides: Any = None, rates: Any = None, padding: Any = None, name: Any = None,
                          sizes: Any = None) -> Any:
    return apply("ExtractImagePatches", images, ksizes=list(ksizes or sizes), strides=list(strides), rates=list(rates), padding=padding, name=name)


def cumulative_logsumexp(x: Any, axis: int = 0, exclusive: bool = False, reverse: bool = False, name: Any = None) -> Any:
    """Of x less its largest along the axis, so that no sum overflows."""
    if exclusive:
        raise NotImplementedError("cumulative_logsumexp with exclusive is UNIMPLEMENTED")
    with name_scope(name, "CumulativeLogsumexp"):
        x = convert_to_tensor(x)
        most = _array.stop_gradient(_math.reduce_max(x, axis, keepdims=True))
        return _math.log(_math.cumsum(_math.exp(x - most), axis, reverse=reverse)) + most


def polyval(coeffs: Any, x: Any, name: Any = None) -> Any:
    with name_scope(name, "polyval"):
        x = convert_to_tensor(x)
        total = convert_to_tensor(coeffs[0], x.dtype) if coeffs else _array.zeros_like(x)
        for c in coeffs[1:]:
            total = c + total * x
        return total


def reciprocal_no_nan(x: Any, name: Any = None) -> Any:
    x = convert_to_tensor(x)
    return _math.div_no_nan(convert_to_tensor(1, x.dtype), x, name=name)


def make_ndarray(tensor: Any) -> Any:
    return np.asarray(tensor)


def rfft(input_tensor: Any, fft_length: Any = None, name: Any = None) -> Any:
    input_tensor = convert_to_tensor(input_tensor, DType.float32)
    length = [_array.shape(input_tensor)[-1]] if fft_length is None else fft_length
    return apply("RFFT", input_tensor, convert_to_tensor(length, DType.int32), name=name)


def irfft(input_tensor: Any, fft_length: Any = None, name: Any = None) -> Any:
    input_tensor = convert_to_tensor(input_tensor, DType.complex64)
    length = [2 * (_array.shape(input_tensor)[-1] - 1)] if fft_length is None else fft_length
    return apply("IRFFT", input_tensor, convert_to_tensor(length, DType.int32), name=name)
