"""tf.lookup and tf.contrib.lookup: tables from keys to values."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math
from ._apply import apply, convert_to_tensor
from ._graph import GraphKeys, get_default_graph, name_scope
from ._values import SparseTensor

_HASHED = "StringToHashBucketFast"


class TextFileIndex:
    WHOLE_LINE, LINE_NUMBER = -2, -1


class KeyValueTensorInitializer:
    def __init__(self, keys: Any, values: Any, key_dtype: Any = None, value_dtype: Any = None, name: Any = None):
        self._keys = convert_to_tensor(keys, key_dtype, name="keys")
        self._values = convert_to_tensor(values, value_dtype, name="values")
        self.key_dtype, self.value_dtype = self._keys.dtype, self._values.dtype

    def initialize(self, table: Any) -> Any:
        done = apply("InitializeTableV2", table.resource_handle, self._keys, self._values)
        get_default_graph().add_to_collection(GraphKeys.TABLE_INITIALIZERS, done)
        return done


class TextFileInitializer:
    def __init__(self, filename: Any, key_dtype: Any, key_index: int, value_dtype: Any, value_index: int, vocab_size: Any = None, delimiter: str = "\t",
                 name: Any = None):
        self._filename, self.key_dtype, self.value_dtype = filename, as_dtype(key_dtype), as_dtype(value_dtype)
        self._settings = {"key_index": key_index, "value_index": value_index, "vocab_size": -1 if vocab_size is None else vocab_size, "delimiter": delimiter}

    def initialize(self, table: Any) -> Any:
        filename = convert_to_tensor(self._filename, DType.string, name="asset_filepath")
        get_default_graph().add_to_collection(GraphKeys.ASSET_FILEPATHS, filename)
        done = apply("InitializeTableFromTextFileV2", table.resource_handle, filename, **self._settings)
        get_default_graph().add_to_collection(GraphKeys.TABLE_INITIALIZERS, done)
        return done


class TextFileStringTableInitializer(TextFileInitializer):
    """From line numbers to lines."""

    def __init__(self, filename: Any, key_column_index: int = TextFileIndex.LINE_NUMBER, value_column_index: int = TextFileIndex.WHOLE_LINE,
                 vocab_size: Any = None, delimiter: str = "\t", name: Any = None):
        super().__init__(filename, DType.int64, key_column_index, DType.string, value_column_index, vocab_size, delimiter)


class TextFileIdTableInitializer(TextFileInitializer):
    """From lines to their numbers."""

    def __init__(self, filename: Any, key_column_index: int = TextFileIndex.WHOLE_LINE, value_column_index: int = TextFileIndex.LINE_NUMBER,
                 vocab_size: Any = None, delimiter: str = "\t", name: Any = None, key_dtype: Any = DType.string):
        super().__init__(filename, key_dtype, key_column_index, DType.int64, value_column_index, vocab_size, delimiter)


class _Table:
    key_dtype: DType
    value_dtype: DType
    _handle: Any
    _default: Any

    @property
    def resource_handle(self) -> Any:
        return self._handle

    table_ref = resource_handle

    @property
    def name(self) -> str:
        return self._handle.op.name  # type: ignore[no-any-return]

    @property
    def default_value(self) -> Any:
        return self._default

    def size(self, name: Any = None) -> Any:
        return apply("LookupTableSizeV2", self._handle, name=name)

    def lookup(self, keys: Any, name: Any = None) -> Any:
        sparse = isinstance(keys, SparseTensor)
        given = convert_to_tensor(keys.values if sparse else keys, self.key_dtype, name="keys")
        with name_scope(name, "%s_Lookup" % self.name.replace("/", "_"), [given]):
            found = apply("LookupTableFindV2", self._handle, given, self._default)
            found.set_shape(given.shape)
            return SparseTensor(keys.indices, found, keys.dense_shape) if sparse else found

    __getitem__ = lookup


class StaticHashTable(_Table):
    """Is filled once, by the operation `initializer`, which tf.tables_initializer runs too."""

    def __init__(self, initializer: Any, default_value: Any, shared_name: Any = None, name: Any = None):
        self.key_dtype, self.value_dtype = initializer.key_dtype, initializer.value_dtype
        with name_scope(name, "hash_table"):
            self._handle = apply("HashTableV2", key_dtype=self.key_dtype, value_dtype=self.value_dtype, shared_name=shared_name or "", name="hash_table")
            self._default = convert_to_tensor(default_value, self.value_dtype)
            self._init = initializer.initialize(self)

    @property
    def initializer(self) -> Any:
        return self._init

    init = initializer


HashTable = StaticHashTable


class MutableHashTable(_Table):
    def __init__(self, key_dtype: Any, value_dtype: Any, default_value: Any, name: str = "MutableHashTable", shared_name: Any = None, checkpoint: bool = True):
        self.key_dtype, self.value_dtype = as_dtype(key_dtype), as_dtype(value_dtype)
        self._default = convert_to_tensor(default_value, self.value_dtype)
        self._handle = apply("MutableHashTableV2", key_dtype=self.key_dtype, value_dtype=self.value_dtype, shared_name=shared_name or "", name=name)

    def insert(self, keys: Any, values: Any, name: Any = None) -> Any:
        return apply("LookupTableInsertV2", self._handle, convert_to_tensor(keys, self.key_dtype), convert_to_tensor(values, self.value_dtype), name=name)

    def remove(self, keys: Any, name: Any = None) -> Any:
        return apply("LookupTableRemoveV2", self._handle, convert_to_tensor(keys, self.key_dtype), name=name)

    def export(self, name: Any = None) -> Any:
        keys, values = apply("LookupTableExportV2", self._handle, Tkeys=self.key_dtype, Tvalues=self.value_dtype, name=name)
        return keys, values


class IdTableWithHashBuckets:
    """A table whose missing keys get one of num_oov_buckets further ids, by their hash."""

    def __init__(self, table: Any, num_oov_buckets: int, hasher_spec: Any = None, name: Any = None, key_dtype: Any = None):
        self._table, self._buckets = table, num_oov_buckets

    @property
    def initializer(self) -> Any:
        return self._table.initializer

    init = initializer

    def size(self, name: Any = None) -> Any:
        return self._table.size() + self._buckets

    def lookup(self, keys: Any, name: Any = None) -> Any:
        sparse = isinstance(keys, SparseTensor)
        given = keys.values if sparse else convert_to_tensor(keys)
        with name_scope(name, "hash_table_Lookup"):
            texts = apply("AsString", given) if given.dtype.is_integer else given
            buckets = apply(_HASHED, texts, num_buckets=self._buckets)
            if self._table is not None:
                ids = self._table.lookup(given)
                buckets = buckets + self._table.size()
                found = _math.not_equal(ids, self._table.default_value)
                ids = _array.where(found, ids, buckets)
            else:
                ids = buckets
            return SparseTensor(keys.indices, ids, keys.dense_shape) if sparse else ids


def _with_buckets(table: Any, num_oov_buckets: int) -> Any:
    return IdTableWithHashBuckets(table, num_oov_buckets) if num_oov_buckets else table


def index_table_from_file(vocabulary_file: Any = None, num_oov_buckets: int = 0, vocab_size: Any = None, default_value: Any = -1, hasher_spec: Any = None,
                          key_dtype: Any = DType.string, name: Any = None, **_: Any) -> Any:
    with name_scope(name, "string_to_index"):
        return _with_buckets(StaticHashTable(TextFileIdTableInitializer(vocabulary_file, vocab_size=vocab_size, key_dtype=key_dtype), default_value),
                             num_oov_buckets)


def index_table_from_tensor(vocabulary_list: Any = None, num_oov_buckets: int = 0, default_value: Any = -1, hasher_spec: Any = None,
                            dtype: Any = DType.string, name: Any = None, mapping: Any = None) -> Any:
    with name_scope(name, "string_to_index"):
        keys = convert_to_tensor(mapping if vocabulary_list is None else vocabulary_list)
        size = _array.size(keys)
        values = _math.cast(_math.range_(size), DType.int64)
        keys = _math.cast(keys, DType.int64) if keys.dtype.is_integer else keys
        return _with_buckets(StaticHashTable(KeyValueTensorInitializer(keys, values), default_value), num_oov_buckets)


def index_to_string_table_from_file(vocabulary_file: Any, vocab_size: Any = None, default_value: Any = "UNK", name: Any = None, **_: Any) -> Any:
    with name_scope(name, "index_to_string"):
        return StaticHashTable(TextFileStringTableInitializer(vocabulary_file, vocab_size=vocab_size), default_value)


def index_to_string_table_from_tensor(vocabulary_list: Any = None, default_value: Any = "UNK", name: Any = None, mapping: Any = None) -> Any:
    with name_scope(name, "index_to_string"):
        values = convert_to_tensor(mapping if vocabulary_list is None else vocabulary_list, DType.string)
        keys = _math.cast(_math.range_(_array.size(values)), DType.int64)
        return StaticHashTable(KeyValueTensorInitializer(keys, values), default_value)


