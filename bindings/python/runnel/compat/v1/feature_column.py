"""tf.feature_column: how columns of a table become inputs of a model."""
from __future__ import annotations

import math
from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math, _sparse, initializers, lookup
from ._apply import apply, constant, convert_to_tensor
from ._embedding import safe_embedding_lookup_sparse
from ._near import missing as _missing
from ._nn import bias_add
from ._values import FixedLenFeature, SparseTensor, VarLenFeature
from ._variable_scope import get_variable, variable_scope

__all__ = ["bucketized_column", "categorical_column_with_hash_bucket", "categorical_column_with_identity", "categorical_column_with_vocabulary_file",
           "categorical_column_with_vocabulary_list", "crossed_column", "embedding_column", "indicator_column", "input_layer", "linear_model",
           "make_parse_example_spec", "numeric_column", "shared_embedding_columns"]

_HASH_KEY = 0xDECAFCAFFE  # TensorFlow's, so that crossed columns have its buckets


class _Features:
    """The tensors of a batch, and what columns made of them."""

    def __init__(self, features: Any):
        self.features, self._made = dict(features), {}  # type: dict[str, Any], dict[Any, Any]

    def get(self, column: Any) -> Any:
        if column not in self._made:
            self._made[column] = self._raw(column) if isinstance(column, str) else column._transformed(self)
        return self._made[column]

    def _raw(self, key: str) -> Any:
        if key not in self.features:
            raise ValueError("Feature %s is not in features dictionary." % key)
        value = self.features[key]
        if isinstance(value, SparseTensor):
            return value
        value = convert_to_tensor(value)
        if value.shape.ndims == 0:
            raise ValueError("Feature (key: %s) cannot have rank 0." % key)
        return _array.expand_dims(value, -1) if value.shape.ndims == 1 else value


class _Column:
    name = ""

    def _transformed(self, cache: _Features) -> Any:
        raise NotImplementedError


class _Numeric(_Column):
    def __init__(self, key: str, shape: Any, default_value: Any, dtype: Any, normalizer_fn: Any):
        self.key = self.name = key
        self.shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.default_value, self.dtype, self.normalizer_fn = default_value, as_dtype(dtype), normalizer_fn

    def _spec(self) -> dict[str, Any]:
        return {self.key: FixedLenFeature(self.shape, self.dtype, self.default_value)}

    def _transformed(self, cache: _Features) -> Any:
        value = cache.get(self.key)
        if isinstance(value, SparseTensor):
            raise ValueError("The corresponding Tensor of numerical column must be a Tensor. SparseTensor is not supported. key: %s" % self.key)
        value = self.normalizer_fn(value) if self.normalizer_fn is not None else value
        return _math.to_float(value)

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    def _dense(self, cache: _Features) -> Any:
        return cache.get(self)


class _Categorical(_Column):
    """Gives ids as a SparseTensor of [batch, values]."""

    num_buckets = 0
    key = ""

    def _spec(self) -> dict[str, Any]:
        return {self.key: VarLenFeature(self.dtype)}

    dtype = DType.string

    def _input(self, cache: _Features) -> SparseTensor:
        value = cache.get(self.key)
        if isinstance(value, SparseTensor):
            return value
        ignored = "" if value.dtype == DType.string else -1
        indices = _array.where(_math.not_equal(value, constant(ignored, value.dtype)))
        return SparseTensor(indices, _array.gather_nd(value, indices), _array.shape(value, out_type=DType.int64))


class _Vocabulary(_Categorical):
    def __init__(self, key: str, vocabulary: Any, dtype: Any, default_value: int, num_oov_buckets: int, file: Any = None, size: Any = None):
        self.key = self.name = key
        self.vocabulary, self.default_value, self.num_oov_buckets, self.file = vocabulary, default_value, num_oov_buckets, file
        guess = DType.string if file is not None or isinstance(vocabulary[0], (str, bytes)) else DType.int64
        self.dtype = as_dtype(dtype) if dtype is not None else guess
        if file is not None and size is None:
            with open(file) as text:
                size = sum(1 for _ in text)
        self.num_buckets = (size if file is not None else len(vocabulary)) + num_oov_buckets

    def _transformed(self, cache: _Features) -> Any:
        given = self._input(cache)
        kind = DType.int64 if self.dtype.is_integer else self.dtype
        if self.file is not None:
            table = lookup.index_table_from_file(self.file, self.num_oov_buckets, self.num_buckets - self.num_oov_buckets, self.default_value, key_dtype=kind)
        else:
            table = lookup.index_table_from_tensor(constant(list(self.vocabulary), kind), self.num_oov_buckets, self.default_value)
        values = _math.cast(given.values, kind) if given.values.dtype != kind else given.values
        return SparseTensor(given.indices, table.lookup(values), given.dense_shape)


class _Identity(_Categorical):
    dtype = DType.int64

    def __init__(self, key: str, num_buckets: int, default_value: Any):
        self.key = self.name = key
        self.num_buckets, self.default_value = num_buckets, default_value

    def _transformed(self, cache: _Features) -> Any:
        given = self._input(cache)
        values = _math.cast(given.values, DType.int64)
        most = constant(self.num_buckets, DType.int64)
        if self.default_value is None:
            from ._check import assert_greater_equal, assert_less
            from ._control_flow import with_dependencies
            values = with_dependencies([assert_less(values, most), assert_greater_equal(values, constant(0, DType.int64))], values)
        else:
            inside = _math.logical_and(values >= 0, values < most)
            values = _array.where(inside, values, _array.fill(_array.shape(values), constant(self.default_value, DType.int64)))
        return SparseTensor(given.indices, values, given.dense_shape)


class _Hashed(_Categorical):
    def __init__(self, key: str, hash_bucket_size: int, dtype: Any):
        self.key = self.name = key
        self.num_buckets, self.dtype = hash_bucket_size, as_dtype(dtype)

    def _transformed(self, cache: _Features) -> Any:
        given = self._input(cache)
        values = given.values if self.dtype == DType.string else apply("AsString", given.values)
        return SparseTensor(given.indices, apply("StringToHashBucketFast", values, num_buckets=self.num_buckets), given.dense_shape)


class _Bucketized(_Categorical):
    def __init__(self, source: _Numeric, boundaries: Any):
        self.source, self.boundaries, self.name = source, [float(b) for b in boundaries], source.name + "_bucketized"
        self.num_buckets = (len(self.boundaries) + 1) * source.size
        self.key = source.key

    def _spec(self) -> dict[str, Any]:
        return self.source._spec()

    def _transformed(self, cache: _Features) -> Any:
        return apply("Bucketize", cache.get(self.source), boundaries=self.boundaries)

    @property
    def size(self) -> int:
        return self.num_buckets

    def _dense(self, cache: _Features) -> Any:
        return _array.one_hot(_math.cast(cache.get(self), DType.int64), depth=len(self.boundaries) + 1, on_value=1.0, off_value=0.0)

    def _ids(self, cache: _Features) -> SparseTensor:
        buckets = _math.cast(cache.get(self), DType.int32)
        rows, width = _array.shape(buckets)[0], self.source.size
        row = _array.reshape(_array.tile(_array.expand_dims(_math.range_(0, rows), 1), [1, width]), [-1])
        column = _array.tile(_math.range_(0, width), [rows])
        values = _array.reshape(buckets, [-1]) + (len(self.boundaries) + 1) * column
        indices = _math.cast(_array.transpose(_array.stack([row, column])), DType.int64)
        return SparseTensor(indices, _math.cast(values, DType.int64), _math.cast(_array.stack([rows, width]), DType.int64))


class _Crossed(_Categorical):
    def __init__(self, keys: Any, hash_bucket_size: int, hash_key: Any):
        self.keys, self.num_buckets, self.hash_key = list(keys), hash_bucket_size, hash_key
        self.name = "_X_".join(sorted(self._names()))

    def _names(self) -> list[str]:
        return [n for k in self.keys for n in (k._names() if isinstance(k, _Crossed) else [k if isinstance(k, str) else k.name])]

    def _leaves(self) -> list[Any]:
        return [leaf for k in self.keys for leaf in (k._leaves() if isinstance(k, _Crossed) else [k])]

    def _spec(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for k in self.keys:
            out.update({k: VarLenFeature(DType.string)} if isinstance(k, str) else k._spec())
        return out

    def _transformed(self, cache: _Features) -> Any:
        sparse: list[SparseTensor] = []
        dense: list[Any] = []
        for key in self._leaves():
            value = cache.get(key) if isinstance(key, str) else key._ids(cache) if isinstance(key, _Bucketized) else cache.get(key)
            if isinstance(value, SparseTensor):
                sparse.append(SparseTensor(value.indices, value.values if value.dtype == DType.string else _math.cast(value.values, DType.int64),
                                           value.dense_shape))
            else:
                dense.append(value if value.dtype == DType.string else _math.cast(value, DType.int64))
        made = apply("SparseCross", [s.indices for s in sparse], [s.values for s in sparse], [s.dense_shape for s in sparse], dense, hashed_output=True,
                     num_buckets=self.num_buckets, hash_key=_HASH_KEY if self.hash_key is None else self.hash_key, out_type=DType.int64,
                     internal_type=DType.string, sparse_types=[s.dtype for s in sparse], dense_types=[d.dtype for d in dense])
        return SparseTensor(*made)


def _ids_of(column: Any, cache: _Features) -> SparseTensor:
    return column._ids(cache) if isinstance(column, _Bucketized) else cache.get(column)


class _Embedding(_Column):
    def __init__(self, categorical: Any, dimension: int, combiner: str, initializer: Any, max_norm: Any, trainable: bool, shared: Any = None):
        self.categorical, self.dimension, self.combiner, self.max_norm, self.trainable = categorical, dimension, combiner, max_norm, trainable
        self.initializer = initializer or initializers.TruncatedNormal(0.0, 1 / math.sqrt(dimension))
        self.name, self.shared = categorical.name + ("_shared_embedding" if shared else "_embedding"), shared

    def _spec(self) -> dict[str, Any]:
        return self.categorical._spec()  # type: ignore[no-any-return]

    @property
    def size(self) -> int:
        return self.dimension

    def _dense(self, cache: _Features) -> Any:
        ids = _ids_of(self.categorical, cache)
        shape = [self.categorical.num_buckets, self.dimension]
        if self.shared is not None:
            with variable_scope(self.shared, reuse=_auto(), auxiliary_name_scope=False):
                weights = get_variable("embedding_weights", shape, DType.float32, self.initializer, trainable=self.trainable)
        else:
            weights = get_variable("embedding_weights", shape, DType.float32, self.initializer, trainable=self.trainable)
        return safe_embedding_lookup_sparse(weights, ids, None, self.combiner, max_norm=self.max_norm, name="%s_weights" % self.name)


def _auto() -> Any:
    from ._variable_scope import AUTO_REUSE
    return AUTO_REUSE


class _Indicator(_Column):
    def __init__(self, categorical: Any):
        self.categorical, self.name = categorical, categorical.name + "_indicator"

    def _spec(self) -> dict[str, Any]:
        return self.categorical._spec()  # type: ignore[no-any-return]

    @property
    def size(self) -> int:
        return self.categorical.num_buckets  # type: ignore[no-any-return]

    def _dense(self, cache: _Features) -> Any:
        ids = _sparse.sparse_tensor_to_dense(_ids_of(self.categorical, cache), default_value=-1)
        return _math.reduce_sum(_array.one_hot(ids, depth=self.size, on_value=1.0, off_value=0.0), axis=[-2])


def numeric_column(key: str, shape: Any = (1,), default_value: Any = None, dtype: Any = DType.float32, normalizer_fn: Any = None) -> Any:
    return _Numeric(key, shape, default_value, dtype, normalizer_fn)


def bucketized_column(source_column: Any, boundaries: Any) -> Any:
    if not isinstance(source_column, _Numeric) or len(source_column.shape) > 1:
        raise ValueError("source_column must be a one-dimensional column generated with numeric_column().")
    if not boundaries or list(boundaries) != sorted(set(boundaries)):
        raise ValueError("boundaries must be a sorted list.")
    return _Bucketized(source_column, boundaries)


def categorical_column_with_vocabulary_list(key: str, vocabulary_list: Any, dtype: Any = None, default_value: int = -1, num_oov_buckets: int = 0) -> Any:
    if not len(vocabulary_list):
        raise ValueError("vocabulary_list %s must be non-empty, column_name: %s" % (vocabulary_list, key))
    return _Vocabulary(key, list(vocabulary_list), dtype, default_value, num_oov_buckets)


def categorical_column_with_vocabulary_file(key: str, vocabulary_file: Any, vocabulary_size: Any = None, num_oov_buckets: int = 0,
                                            default_value: Any = None, dtype: Any = DType.string) -> Any:
    return _Vocabulary(key, [], dtype, -1 if default_value is None else default_value, num_oov_buckets, vocabulary_file, vocabulary_size)


def categorical_column_with_identity(key: str, num_buckets: int, default_value: Any = None) -> Any:
    return _Identity(key, num_buckets, default_value)


def categorical_column_with_hash_bucket(key: str, hash_bucket_size: int, dtype: Any = DType.string) -> Any:
    return _Hashed(key, hash_bucket_size, dtype)


def crossed_column(keys: Any, hash_bucket_size: int, hash_key: Any = None) -> Any:
    if len(keys) < 2:
        raise ValueError("keys must be a list with length > 1. Given: %s" % (keys,))
    return _Crossed(keys, hash_bucket_size, hash_key)


def embedding_column(categorical_column: Any, dimension: int, combiner: str = "mean", initializer: Any = None, ckpt_to_load_from: Any = None,
                     tensor_name_in_ckpt: Any = None, max_norm: Any = None, trainable: bool = True, use_safe_embedding_lookup: bool = True) -> Any:
    return _Embedding(categorical_column, dimension, combiner, initializer, max_norm, trainable)


def shared_embedding_columns(categorical_columns: Any, dimension: int, combiner: str = "mean", initializer: Any = None,
                             shared_embedding_collection_name: Any = None, ckpt_to_load_from: Any = None, tensor_name_in_ckpt: Any = None,
                             max_norm: Any = None, trainable: bool = True, use_safe_embedding_lookup: bool = True) -> list[Any]:
    name = shared_embedding_collection_name or "_".join(sorted(c.name for c in categorical_columns)) + "_shared_embedding"
    return [_Embedding(c, dimension, combiner, initializer, max_norm, trainable, name) for c in categorical_columns]


def indicator_column(categorical_column: Any) -> Any:
    return _Indicator(categorical_column)


def make_parse_example_spec(feature_columns: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for column in feature_columns:
        out.update(column._spec())
    return out


def _each(columns: Any) -> list[Any]:
    every = [columns] if isinstance(columns, _Column) else list(columns)
    names = [c.name for c in every]
    if len(set(names)) != len(names):
        raise ValueError("Duplicate feature column name found: %s" % names)
    return sorted(every, key=lambda c: c.name)


def input_layer(features: Any, feature_columns: Any, weight_collections: Any = None, trainable: bool = True, cols_to_vars: Any = None,
                cols_to_output_tensors: Any = None) -> Any:
    """All columns, sorted by name, side by side in a matrix. Categorical ones need an embedding or an indicator."""
    cache, parts = _Features(features), []
    with variable_scope(None, default_name="input_layer", values=list(cache.features.values())):
        for column in _each(feature_columns):
            if not hasattr(column, "_dense"):
                raise ValueError("Items of feature_columns must be a _DenseColumn. You can wrap a categorical column with an embedding_column or "
                                 "indicator_column. Given: %s" % column.name)
            with variable_scope(None, default_name=column.name):
                value = column._dense(cache)
                parts.append(_array.reshape(value, [_array.shape(value)[0], column.size]))
        return parts[0] if len(parts) == 1 else _array.concat(parts, 1)


def linear_model(features: Any, feature_columns: Any, units: int = 1, sparse_combiner: str = "sum", weight_collections: Any = None,
                 trainable: bool = True, cols_to_vars: Any = None) -> Any:
    """The sum of all columns times their weights, and a bias; weights begin at zero."""
    cache, parts = _Features(features), []
    with variable_scope(None, default_name="linear_model", values=list(cache.features.values())):
        for column in _each(feature_columns):
            with variable_scope(None, default_name=column.name):
                if isinstance(column, _Categorical):
                    weights = get_variable("weights", [column.num_buckets, units], DType.float32, initializers.Zeros(), trainable=trainable)
                    parts.append(safe_embedding_lookup_sparse(weights, _ids_of(column, cache), None, sparse_combiner, name="weighted_sum"))
                else:
                    weights = get_variable("weights", [column.size, units], DType.float32, initializers.Zeros(), trainable=trainable)
                    dense = column._dense(cache)
                    parts.append(_math.matmul(_array.reshape(dense, [-1, column.size]), weights, name="weighted_sum"))
        bias = get_variable("bias_weights", [units], DType.float32, initializers.Zeros(), trainable=trainable)
        total = parts[0] if len(parts) == 1 else _math.add_n(parts, name="weighted_sum_no_bias")
        return bias_add(total, bias, name="weighted_sum")


__getattr__ = _missing(__name__, "feature_column")
