"""TensorFlow 1's interface: `import runnel.compat.v1 as tf` instead of `import tensorflow as tf`.

Graphs have the ops and names that TensorFlow makes, values are those of Runnel's kernels, and fetches are numpy arrays. What is not
there is an AttributeError that names what is near; what an argument would need is a NotImplementedError that says UNIMPLEMENTED.
Variables are always resource variables. Needs numpy.
"""
from __future__ import annotations

import builtins as _builtins

from ...dtypes import DType, as_dtype
from . import _nest
from . import (app, contrib, data, distributions, errors, feature_column, flags, gfile, graph_util, image, initializers, io, layers, linalg, logging, lookup, losses, math, metrics, nn, random, saved_model, sparse,
               strings, summary, train)
from ._apply import constant, convert_to_tensor, register_tensor_conversion_function
from ._apply import static_value as get_static_value
from ._array import (argsort, batch_gather, boolean_mask, broadcast_dynamic_shape, broadcast_static_shape, concat, depth_to_space, ensure_shape,
                     expand_dims, eye, fill, gather, gather_nd, guarantee_const, identity, matrix_diag, matrix_diag_part, matrix_set_diag,
                     matrix_transpose, meshgrid, one_hot, ones, ones_like, pad, parallel_stack, placeholder, placeholder_with_default, rank, repeat,
                     reshape, reverse, reverse_sequence, roll, searchsorted, sequence_mask, setdiff1d, shape, shape_n, size, sort, space_to_depth, split,
                     squeeze, stack, stop_gradient, strided_slice, tile, transpose, unique, unique_with_counts, unstack, where, where_v2, zeros,
                     zeros_like)
from ._array import slice_ as slice
from ._check import (Assert, Print, add_check_numerics_ops, assert_equal, assert_greater, assert_greater_equal, assert_integer, assert_less,
                     assert_less_equal, assert_near, assert_negative, assert_non_negative, assert_non_positive, assert_none_equal, assert_positive,
                     assert_rank, assert_rank_at_least, assert_rank_in, assert_scalar, assert_type, check_numerics, is_numeric_tensor, is_tensor,
                     verify_tensor_all_finite)
from ._check import print_ as print
from ._control_flow import case, cond, group, no_op, switch_case, while_loop
from ._control_flow import tuple_ as tuple
from ._gradients import AggregationMethod, UnconnectedGradients, custom_gradient, gradients, hessians
from ._graph import (Graph, GraphKeys, Operation, Tensor, add_to_collection, add_to_collections, colocate_with, container, control_dependencies, device,
                     get_collection, get_collection_ref, get_default_graph, get_seed, init_scope, name_scope, reset_default_graph, set_random_seed)
from ._math import (abs, accumulate_n, add, add_n, angle, argmax, argmin, cast, ceil, clip_by_average_norm, clip_by_global_norm, clip_by_norm,
                    clip_by_value, conj, count_nonzero, cumprod, cumsum, div, div_no_nan, divide, einsum, equal, erf, exp, expm1, floor, floordiv, floormod,
                    global_norm, greater, greater_equal, imag, less, less_equal, lgamma, linspace, log, log1p, logical_and, logical_not, logical_or,
                    logical_xor, matmul, maximum, minimum, mod, multiply, negative, not_equal, pow, real, reciprocal, reduce_all, reduce_any,
                    reduce_euclidean_norm, reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_std, reduce_sum, reduce_variance,
                    rsqrt, saturate_cast, scalar_mul, sigmoid, sign, sqrt, square, squared_difference, subtract, tanh, tensordot, to_bfloat16, to_complex64,
                    to_complex128, to_double, to_float, to_int32, to_int64, truediv)
from ._math import complex_ as complex
from ._math import range_ as range
from ._math import round_ as round
from ._more import (ConditionalAccumulator, DeviceSpec, FixedLengthRecordReader, IdentityReader, ReaderBase, SparseConditionalAccumulator, TensorSpec, TextLineReader, TFRecordReader,
                    WholeFileReader, assert_same_float_dtype, batch_to_space, convert_to_tensor_or_indexed_slices, convert_to_tensor_or_sparse_tensor,
                    extract_image_patches, get_logger, is_non_decreasing, is_strictly_increasing, is_symbolic_tensor, make_ndarray, space_to_batch)
from ._more import irfft as _irfft
from ._more import rfft as _rfft
from ._near import Namespace as _Namespace
from ._near import RawOps as _RawOps
from ._near import missing as _missing
from ._nn import log_sigmoid
from ._partitioned import (PartitionedVariable, fixed_size_partitioner, min_max_variable_partitioner, variable_axis_size_partitioner)
from ._protos import ConfigProto, GPUOptions, GraphDef, GraphOptions, NodeDef, OptimizerOptions, RunMetadata, RunOptions
from ._queues import FIFOQueue, PaddingFIFOQueue, PriorityQueue, QueueBase, RandomShuffleQueue
from ._random import (multinomial, random_crop, random_gamma, random_normal, random_poisson, random_shuffle, random_uniform, truncated_normal)
from ._saver import MetaGraphDef
from ._session import InteractiveSession, Session, get_default_session
from ._shape import Dimension, TensorShape, dimension_value
from ._sparse import (deserialize_many_sparse, edit_distance, serialize_many_sparse, serialize_sparse, sparse_add, sparse_concat, sparse_fill_empty_rows,
                      sparse_mask, sparse_maximum, sparse_merge, sparse_minimum, sparse_placeholder, sparse_reduce_max, sparse_reduce_max_sparse,
                      sparse_reduce_sum, sparse_reduce_sum_sparse, sparse_reorder, sparse_reset_shape, sparse_reshape, sparse_retain, sparse_segment_mean,
                      sparse_segment_sqrt_n, sparse_segment_sum, sparse_slice, sparse_softmax, sparse_split, sparse_tensor_dense_matmul,
                      sparse_tensor_to_dense, sparse_to_dense, sparse_to_indicator, sparse_transpose)
from ._special import (bincount, confusion_matrix, dequantize, histogram_fixed_width, lbeta, norm, numpy_function, py_func, quantize_v2, unsorted_segment_mean,
                       unsorted_segment_sqrt_n)
from ._strings import (decode_csv, decode_raw, encode_base64, parse_example, parse_single_example, reduce_join, regex_replace, string_join, string_split,
                       string_to_hash_bucket, string_to_number, substr)
from ._tensor_array import TensorArray, foldl, foldr, map_fn, scan
from ._values import (FixedLenFeature, FixedLenSequenceFeature, IndexedSlices, SparseFeature, SparseTensor, SparseTensorValue, VarLenFeature)
from ._variable_scope import (AUTO_REUSE, VariableScope, get_local_variable, get_variable, get_variable_scope, make_template, no_regularizer,
                              variable_op_scope, variable_scope)
from ._variables import (Variable, VariableAggregation, VariableSynchronization, all_variables, assert_variables_initialized, assign, assign_add,
                         assign_sub, count_up_to, global_variables, global_variables_initializer, initialize_all_tables, initialize_all_variables,
                         initialize_local_variables, initialize_variables, is_variable_initialized, local_variables, local_variables_initializer,
                         model_variables, moving_average_variables, report_uninitialized_variables, scatter_add, scatter_div, scatter_max, scatter_min,
                         scatter_mul, scatter_nd_add, scatter_nd_sub, scatter_nd_update, scatter_sub, scatter_update, tables_initializer,
                         trainable_variables, variables_initializer)
from .errors import OpError
from .graph_util import import_graph_def
from .initializers import (constant_initializer, glorot_normal_initializer, glorot_uniform_initializer, ones_initializer, orthogonal_initializer,
                           random_normal_initializer, random_uniform_initializer, truncated_normal_initializer, uniform_unit_scaling_initializer,
                           variance_scaling_initializer, zeros_initializer)

float16, float32, float64, bfloat16, half, double = (DType.float16, DType.float32, DType.float64, DType.bfloat16, DType.float16, DType.float64)
int8, int16, int32, int64 = DType.int8, DType.int16, DType.int32, DType.int64
uint8, uint16, uint32, uint64 = DType.uint8, DType.uint16, DType.uint32, DType.uint64
complex64, complex128, bool, string = DType.complex64, DType.complex128, DType.bool, DType.string
qint8, qint16, qint32, quint8, quint16 = DType.qint8, DType.qint16, DType.qint32, DType.quint8, DType.quint16
resource, variant = DType.resource, DType.variant
newaxis = None
bitwise, debugging, manip, quantization = _Namespace("bitwise"), _Namespace(
    "debugging", Assert=Assert, assert_all_finite=verify_tensor_all_finite, assert_equal=assert_equal, assert_greater=assert_greater,
    assert_greater_equal=assert_greater_equal, assert_integer=assert_integer, assert_less=assert_less, assert_less_equal=assert_less_equal,
    assert_near=assert_near, assert_negative=assert_negative, assert_non_negative=assert_non_negative, assert_non_positive=assert_non_positive,
    assert_none_equal=assert_none_equal, assert_positive=assert_positive, assert_rank=assert_rank, assert_rank_at_least=assert_rank_at_least,
    assert_type=assert_type, is_numeric_tensor=is_numeric_tensor), _Namespace("manip", roll=roll, reshape=reshape, gather_nd=gather_nd), _Namespace("quantization")
spectral = signal = _Namespace("spectral", irfft=_irfft, rfft=_rfft)
audio = _Namespace("audio")
nest = _Namespace("nest", assert_same_structure=_nest.assert_same_structure, flatten=_nest.flatten, is_nested=_nest.is_nested,
                  map_structure=_nest.map_structure, pack_sequence_as=_nest.pack_like)
quantize = quantize_v2
queue = _Namespace("queue", FIFOQueue=FIFOQueue, PaddingFIFOQueue=PaddingFIFOQueue, PriorityQueue=PriorityQueue, QueueBase=QueueBase,
                   RandomShuffleQueue=RandomShuffleQueue)
python_io = _Namespace("python_io", TFRecordWriter=io.TFRecordWriter, tf_record_iterator=io.tf_record_iterator,
                       TFRecordOptions=io.TFRecordOptions, TFRecordCompressionType=io.TFRecordCompressionType)
dtypes = _Namespace("dtypes", DType=DType, as_dtype=as_dtype, cast=cast)
svd, trace, matrix_triangular_solve, cholesky_solve = linalg.svd, linalg.trace, linalg.triangular_solve, linalg.cholesky_solve
self_adjoint_eig, self_adjoint_eigvals, matrix_solve_ls, diag_part = linalg.eigh, linalg.eigvalsh, linalg.lstsq, linalg.tensor_diag_part
read_file = io.read_file
raw_ops = _RawOps()
lin_space, pack, unpack, neg, sub, mul = linspace, stack, unstack, negative, subtract, multiply
Summary = summary.Summary
VERSION = __version__ = "1.15.0-runnel"


def disable_v2_behavior() -> None:
    """Nothing: this is version 1's behaviour."""


disable_eager_execution = enable_resource_variables = disable_v2_tensorshape = disable_control_flow_v2 = disable_tensor_equality = disable_v2_behavior


def executing_eagerly() -> _builtins.bool:
    return False


def resource_variables_enabled() -> _builtins.bool:
    return True


__getattr__ = _missing(__name__, "")
