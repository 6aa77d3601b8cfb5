"""Ops on strings, and what parses them."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math
from ._apply import apply, constant, convert_to_tensor
from ._graph import name_scope
from ._shape import TensorShape
from ._values import FixedLenFeature, FixedLenSequenceFeature, SparseFeature, SparseTensor, VarLenFeature


def string_split(source: Any, sep: Any = None, skip_empty: bool = True, delimiter: Any = None, result_type: str = "SparseTensor", name: Any = None) -> Any:
    """The words of a vector of strings, as a sparse matrix."""
    sep = delimiter if sep is None else sep
    sep = " " if sep is None else sep
    indices, values, shape = apply("StringSplit", convert_to_tensor(source, DType.string), convert_to_tensor(sep, DType.string), skip_empty=skip_empty, name=name)
    return SparseTensor(indices, values, shape)


def split(input: Any = None, sep: Any = None, maxsplit: int = -1, result_type: str = "SparseTensor", source: Any = None, name: Any = None) -> Any:
    given = convert_to_tensor(input if input is not None else source, DType.string)
    if given.shape.ndims == 0:
        given = _array.expand_dims(given, 0)
    return SparseTensor(*apply("StringSplitV2", given, "" if sep is None else sep, maxsplit=maxsplit, name=name))


def regex_replace(input: Any, pattern: Any, rewrite: Any, replace_global: bool = True, name: Any = None) -> Any:
    if isinstance(pattern, str) and isinstance(rewrite, str):
        return apply("StaticRegexReplace", input, pattern=pattern, rewrite=rewrite, replace_global=replace_global, name=name)
    return apply("RegexReplace", input, pattern, rewrite, replace_global=replace_global, name=name)


def regex_full_match(input: Any, pattern: Any, name: Any = None) -> Any:
    if isinstance(pattern, str):
        return apply("StaticRegexFullMatch", input, pattern=pattern, name=name)
    return apply("RegexFullMatch", input, pattern, name=name)


def string_to_number(string_tensor: Any = None, out_type: Any = DType.float32, name: Any = None, input: Any = None) -> Any:
    return apply("StringToNumber", string_tensor if input is None else input, out_type=as_dtype(out_type), name=name)


def string_to_hash_bucket(string_tensor: Any = None, num_buckets: Any = None, name: Any = None, input: Any = None) -> Any:
    return apply("StringToHashBucket", string_tensor if input is None else input, num_buckets=num_buckets, name=name)


def substr(input: Any, pos: Any, len: Any, name: Any = None, unit: str = "BYTE") -> Any:
    return apply("Substr", input, pos, len, unit=unit, name=name)


def string_join(inputs: Any, separator: str = "", name: Any = None) -> Any:
    return apply("StringJoin", list(inputs), separator=separator, name=name)


def string_length(input: Any, name: Any = None, unit: str = "BYTE") -> Any:
    return apply("StringLength", input, unit=unit, name=name)


def reduce_join(inputs: Any, axis: Any = None, keep_dims: Any = None, separator: str = "", name: Any = None, reduction_indices: Any = None,
                keepdims: Any = None) -> Any:
    inputs = convert_to_tensor(inputs, DType.string)
    axis = reduction_indices if axis is None else axis
    if axis is None:
        rank = inputs.shape.ndims
        axis = list(range(rank - 1, -1, -1)) if rank is not None else _math.range_(_math.subtract(apply("Rank", inputs), 1), -1, -1)
    return apply("ReduceJoin", inputs, axis, keep_dims=bool(keep_dims if keepdims is None else keepdims), separator=separator, name=name)


def string_format(template: str, inputs: Any, placeholder: str = "{}", summarize: int = 3, name: Any = None) -> Any:
    inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    return apply("StringFormat", inputs, template=template, placeholder=placeholder, summarize=summarize, name=name)


def encode_base64(input: Any, pad: bool = False, name: Any = None) -> Any:
    return apply("EncodeBase64", input, pad=pad, name=name)


class RaggedValues:
    """Rows of different lengths: values, one row after the other, and where rows begin."""

    def __init__(self, values: Any, row_splits: Any):
        self.values, self.row_splits = values, row_splits
        self.flat_values = values


def unicode_decode(input: Any, input_encoding: str, errors: str = "replace", replacement_char: int = 65533, replace_control_characters: bool = False,
                   name: Any = None) -> RaggedValues:
    splits, values = apply("UnicodeDecode", input, input_encoding=input_encoding, errors=errors, replacement_char=replacement_char,
                           replace_control_characters=replace_control_characters, name=name)
    return RaggedValues(values, splits)


# ---- parsing

def decode_raw(input_bytes: Any = None, out_type: Any = None, little_endian: bool = True, name: Any = None, bytes: Any = None) -> Any:
    return apply("DecodeRaw", input_bytes if bytes is None else bytes, out_type=as_dtype(out_type), little_endian=little_endian, name=name)


def decode_csv(records: Any, record_defaults: Any, field_delim: str = ",", use_quote_delim: bool = True, name: Any = None, na_value: str = "",
               select_cols: Any = None) -> Any:
    defaults = [convert_to_tensor(d) for d in record_defaults]
    return apply("DecodeCSV", records, defaults, field_delim=field_delim, use_quote_delim=use_quote_delim, na_value=na_value,
                 select_cols=select_cols, name=name)


def _features(features: Any) -> tuple[list[tuple[str, Any]], list[tuple[str, Any]]]:
    """(sparse, dense), sorted by key."""
    sparse: dict[str, Any] = {}
    dense: list[tuple[str, Any]] = []
    for key in sorted(features):
        feature = features[key]
        if isinstance(feature, VarLenFeature):
            sparse[key] = as_dtype(feature.dtype)
        elif isinstance(feature, (FixedLenFeature, FixedLenSequenceFeature)):
            dense.append((key, feature))
        elif isinstance(feature, SparseFeature):
            for k in feature.index_key if isinstance(feature.index_key, (list, tuple)) else [feature.index_key]:
                sparse[k] = DType.int64
            sparse[feature.value_key] = as_dtype(feature.dtype)
        else:
            raise ValueError("Invalid feature %s:%s." % (key, feature))
    return sorted(sparse.items()), dense


def _default(key: str, feature: Any) -> Any:
    dtype = as_dtype(feature.dtype)
    if isinstance(feature, FixedLenSequenceFeature):
        return constant(b"" if dtype == DType.string else 0, dtype) if feature.default_value is None else convert_to_tensor(feature.default_value, dtype)
    if feature.default_value is None:
        return constant([], dtype)
    value = convert_to_tensor(feature.default_value, dtype, name="key_" + "".join(c if c.isalnum() else "_" for c in key))
    return _array.reshape(value, feature.shape) if value.shape != TensorShape(feature.shape) else value


def _shape(feature: Any) -> TensorShape:
    shape = TensorShape(feature.shape)
    return TensorShape([None]).concatenate(shape) if isinstance(feature, FixedLenSequenceFeature) else shape


def _assembled(features: Any, sparse: dict[str, Any], dense: dict[str, Any], batched: bool) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, feature in features.items():
        if isinstance(feature, VarLenFeature):
            out[key] = sparse[key]
        elif isinstance(feature, SparseFeature):
            keys = feature.index_key if isinstance(feature.index_key, (list, tuple)) else [feature.index_key]
            ids, values = [sparse[k] for k in keys], sparse[feature.value_key]
            columns = [_array.expand_dims(i.values, 1) for i in ids]
            lead = [values.indices[:, :1]] if batched else []
            sizes = feature.size if isinstance(feature.size, (list, tuple)) else [feature.size]
            shape = _array.concat(([values.dense_shape[:1]] if batched else []) + [convert_to_tensor(list(sizes), DType.int64)], 0)
            made = SparseTensor(_array.concat(lead + columns, 1), values.values, shape)
            if not feature.already_sorted:
                from ._sparse import sparse_reorder
                made = sparse_reorder(made)
            out[key] = made
        else:
            out[key] = dense[key]
    return out


def parse_example(serialized: Any, features: Any, name: Any = None, example_names: Any = None) -> dict[str, Any]:
    """Tensors and SparseTensors by key of a vector of serialized Examples."""
    if not features:
        raise ValueError("Missing: features was %s." % features)
    with name_scope(name, "ParseExample", [serialized]):
        sparse, dense = _features(features)
        names = constant([], DType.string) if example_names is None else example_names
        got = apply("ParseExample", serialized, names, [constant(k) for k, _ in sparse], [constant(k) for k, _ in dense],
                    [_default(k, f) for k, f in dense], sparse_types=[t for _, t in sparse], dense_shapes=[_shape(f) for _, f in dense])
        indices, values, shapes, tensors = got
        found = {k: SparseTensor(*p) for (k, _), p in zip(sparse, zip(indices, values, shapes))}
        return _assembled(features, found, {k: t for (k, _), t in zip(dense, tensors)}, True)


def parse_single_example(serialized: Any, features: Any, name: Any = None, example_names: Any = None) -> dict[str, Any]:
    with name_scope(name, "ParseSingleExample", [serialized]):
        sparse, dense = _features(features)
        got = apply("ParseSingleExample", serialized, [_default(k, f) for k, f in dense], num_sparse=len(sparse), sparse_keys=[k for k, _ in sparse],
                    dense_keys=[k for k, _ in dense], sparse_types=[t for _, t in sparse], dense_shapes=[_shape(f) for _, f in dense])
        indices, values, shapes, tensors = got
        found = {k: SparseTensor(*p) for (k, _), p in zip(sparse, zip(indices, values, shapes))}
        return _assembled(features, found, {k: t for (k, _), t in zip(dense, tensors)}, False)


