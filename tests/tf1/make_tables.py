#!/usr/bin/python3
"""Writes tables.pb beside itself: lookup tables of all kinds, by the older and the newer ops, and what TensorFlow gives for them, step
by step. Needs tensorflow; 2.21.0 made the committed file.
"""
import os

import numpy as np
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
R = tf.raw_ops
hidden = answered.hidden
I64, S = tf.int64, tf.string


def keys_of(values, dtype):
    return tf.constant(values, dtype)


def sorted_export(export, table, key, value):
    """The pairs of a table in the order of their keys: TensorFlow's own order is arbitrary."""
    out = export(table_handle=table, Tkeys=key, Tvalues=value)
    order = tf.argsort(tf.strings.to_hash_bucket_fast(tf.as_string(out.keys) if key != S else out.keys, 1 << 62))
    return tf.gather(out.keys, order), tf.gather(out.values, order)


def once(row):
    for old in (True, False):
        make, fill, find, size = ((R.HashTable, R.InitializeTable, R.LookupTableFind, R.LookupTableSize) if old else
                                  (R.HashTableV2, R.InitializeTableV2, R.LookupTableFindV2, R.LookupTableSizeV2))
        export = R.LookupTableExport if old else R.LookupTableExportV2
        for key, value, keys, values, asked, default in (
                (S, I64, ["a", "b", ""], [1, 2, 3], [["b", "q"], ["", "a"]], -1),
                (I64, S, [5, -7], ["five", "minus"], [5, 6, -7], "none"),
                (I64, tf.float32, [1, 2], [0.5, 1.5], [2, 2, 3], 9.0),
                (tf.int32, tf.int32, [1, 2], [3, 4], [2, 0], 7),
                (S, S, ["k"], ["v"], ["k", "kk"], "")):
            table = make(key_dtype=key, value_dtype=value, shared_name="once_%d_%s_%s" % (old, key.name, value.name))
            lookup = find(table_handle=table, keys=keys_of(asked, key), default_value=keys_of(default, value))
            row.step(size(table_handle=table))
            row.step(lookup)
            init = fill(table_handle=table, keys=keys_of(keys, key), values=keys_of(values, value))
            row.step(init)
            row.step(lookup, size(table_handle=table))
            row.step(*sorted_export(export, table, key, value))
            row.step(init)
            row.step(fill(table_handle=table, keys=keys_of(keys[:1], key), values=keys_of(values[:1], value)))
            row.step(find(table_handle=table, keys=keys_of(asked, key), default_value=hidden([default, default], value)))
            row.step(find(table_handle=table, keys=hidden(["s"] if key != S else [1], S if key != S else I64), default_value=keys_of(default, value)))
        twice = make(key_dtype=I64, value_dtype=I64, shared_name="twice%d" % old)
        row.step(fill(table_handle=twice, keys=keys_of([1, 1], I64), values=keys_of([2, 3], I64)))
        row.step(size(table_handle=twice))
        row.step(fill(table_handle=twice, keys=keys_of([1, 1], I64), values=keys_of([2, 2], I64)))
        row.step(size(table_handle=twice))
        row.step(fill(table_handle=twice, keys=hidden(3, I64), values=hidden(3, I64)))
    row.step(R.LookupTableInsertV2(table_handle=R.HashTableV2(key_dtype=I64, value_dtype=I64, shared_name="twice0"), keys=keys_of([1], I64),
                                   values=keys_of([1], I64)))
    row.step(R.LookupTableRemoveV2(table_handle=R.HashTableV2(key_dtype=I64, value_dtype=I64, shared_name="twice0"), keys=keys_of([1], I64)))
    row.step(R.LookupTableSizeV2(table_handle=R.HashTableV2(key_dtype=S, value_dtype=I64, shared_name="twice0")))


def changing(row):
    for old in (True, False):
        make, insert, find, size = ((R.MutableHashTable, R.LookupTableInsert, R.LookupTableFind, R.LookupTableSize) if old else
                                    (R.MutableHashTableV2, R.LookupTableInsertV2, R.LookupTableFindV2, R.LookupTableSizeV2))
        export, load = (R.LookupTableExport, R.LookupTableImport) if old else (R.LookupTableExportV2, R.LookupTableImportV2)
        table = make(key_dtype=S, value_dtype=I64, shared_name="changing%d" % old)
        lookup = find(table_handle=table, keys=[["a", "b"], ["c", "d"]], default_value=keys_of(-1, I64))
        state = [lookup, size(table_handle=table), sorted_export(export, table, S, I64)]
        row.step(lookup, size(table_handle=table))
        row.step(insert(table_handle=table, keys=["a", "b", "a"], values=keys_of([1, 2, 3], I64)))
        row.step(*state)
        row.step(insert(table_handle=table, keys=[["c", "d"]], values=keys_of([[4, 5]], I64)))
        row.step(*state)
        row.step(find(table_handle=table, keys=["a", "x", "y"], default_value=hidden([7, 8, 9], I64)))
        row.step(insert(table_handle=table, keys=hidden(["c", "d"]), values=hidden([1], I64)))
        row.step(*state)
        if not old:
            row.step(R.LookupTableRemoveV2(table_handle=table, keys=["a", "q", "d", "a"]))
            row.step(*state)
        row.step(load(table_handle=table, keys=["b", "z"], values=keys_of([20, 26], I64)))
        row.step(*state)
        row.step(find(table_handle=table, keys=["a"], default_value=hidden([7, 8], I64)))
        fill = R.InitializeTable if old else R.InitializeTableV2
        row.step(fill(table_handle=table, keys=["a"], values=keys_of([1], I64)))


def tensors(row):
    for old in (True, False):
        make, insert, find = ((R.MutableHashTableOfTensors, R.LookupTableInsert, R.LookupTableFind) if old else
                              (R.MutableHashTableOfTensorsV2, R.LookupTableInsertV2, R.LookupTableFindV2))
        export = R.LookupTableExport if old else R.LookupTableExportV2
        table = make(key_dtype=I64, value_dtype=tf.float32, value_shape=[2], shared_name="tensors%d" % old)
        lookup = find(table_handle=table, keys=keys_of([[1], [5]], I64), default_value=[-1.0, -2.0])
        row.step(insert(table_handle=table, keys=keys_of([1, 2, 3], I64), values=[[1.0, 10], [2, 20], [3, 30]]))
        row.step(lookup)
        row.step(*sorted_export(export, table, I64, tf.float32))
        row.step(find(table_handle=table, keys=keys_of([1, 5], I64), default_value=hidden([[0.0, 1], [2, 3]])))
        row.step(insert(table_handle=table, keys=hidden([1], I64), values=hidden([1.0, 10])))
        row.step(find(table_handle=table, keys=keys_of([1], I64), default_value=hidden(1.0)))
        row.step(make(key_dtype=I64, value_dtype=tf.float32, shared_name="none%d" % old).op.name)


def dense(row):
    def make(name, empty, deleted, **attrs):
        return R.MutableDenseHashTableV2(empty_key=empty, deleted_key=deleted, shared_name=name, **attrs)
    for key in (I64, S):
        to = (lambda v: keys_of(v, I64)) if key == I64 else (lambda v: keys_of([("k%d" % x) for x in v] if isinstance(v, list) else "k%d" % v, S))
        table = make("dense_" + key.name, to(-1), to(-2), value_dtype=I64, initial_num_buckets=4)
        keys = [3, 7, 11, 15, 0, 1, 2, 100, 101, 102]
        lookup = R.LookupTableFindV2(table_handle=table, keys=to(keys + [55]), default_value=keys_of(-9, I64))
        export = R.LookupTableExportV2(table_handle=table, Tkeys=key, Tvalues=I64)
        state = [lookup, R.LookupTableSizeV2(table_handle=table), export.keys]
        row.step(*state)
        for batch in ([3, 7], [11, 15], [0, 1, 2], [7, 100], [101, 102]):
            row.step(R.LookupTableInsertV2(table_handle=table, keys=to(batch), values=keys_of([10 * b for b in batch], I64)))
            row.step(*state)
        row.step(R.LookupTableRemoveV2(table_handle=table, keys=to([7, 100, 55])))
        row.step(*state)
        row.step(R.LookupTableInsertV2(table_handle=table, keys=to([100]), values=keys_of([1], I64)))
        row.step(*state)
        row.step(R.LookupTableInsertV2(table_handle=table, keys=to([-1]), values=keys_of([1], I64)))
        row.step(R.LookupTableInsertV2(table_handle=table, keys=to([-2]), values=keys_of([1], I64)))
        row.step(R.LookupTableFindV2(table_handle=table, keys=to([-1]), default_value=keys_of(1, I64)))
        row.step(R.LookupTableRemoveV2(table_handle=table, keys=to([-1])))
        row.step(R.LookupTableImportV2(table_handle=table, keys=v1.placeholder_with_default(tf.reshape(to([-1, 5, -2, -1]), [4, 1]), None), values=keys_of([[0], [50], [0], [0]], I64)))
        row.step(R.LookupTableFindV2(table_handle=table, keys=to([5, 3]), default_value=keys_of(-9, I64)), R.LookupTableSizeV2(table_handle=table))
    vectors = make("vectors", keys_of([0, 0], I64), keys_of([-1, -1], I64), value_dtype=tf.float32, value_shape=[2], initial_num_buckets=8)
    row.step(R.LookupTableInsertV2(table_handle=vectors, keys=keys_of([[0, 1], [1, 0], [1, 1]], I64), values=[[1.0, 2], [3, 4], [5, 6]]))
    row.step(R.LookupTableFindV2(table_handle=vectors, keys=keys_of([[1, 0], [2, 2]], I64), default_value=[0.0, 0]),
             R.LookupTableExportV2(table_handle=vectors, Tkeys=I64, Tvalues=tf.float32).keys)
    row.step(R.LookupTableFindV2(table_handle=vectors, keys=hidden([1, 0, 1], I64), default_value=[0.0, 0]))
    for name, empty, deleted, attrs in (("a", 1, 1, {}), ("b", 1, 2, {"initial_num_buckets": 3}), ("c", 1, 2, {"initial_num_buckets": 6}),
                                        ("d", 1, 2, {"max_load_factor": 1.5}), ("e", 1, 2, {"max_load_factor": 0.0})):
        row.step(R.LookupTableSizeV2(table_handle=make("wrong_" + name, keys_of(empty, I64), keys_of(deleted, I64), value_dtype=I64, **attrs)))


def nameless(row):
    filled = R.AnonymousHashTable(key_dtype=S, value_dtype=I64)
    with tf.control_dependencies([R.InitializeTableV2(table_handle=filled, keys=["a"], values=keys_of([1], I64))]):
        row.step(R.LookupTableFindV2(table_handle=filled, keys=["a", "b"], default_value=keys_of(-1, I64)))
    row.step(R.LookupTableSizeV2(table_handle=filled))
    for table, value in ((R.AnonymousMutableHashTable(key_dtype=S, value_dtype=I64), [1]),
                         (R.AnonymousMutableHashTableOfTensors(key_dtype=S, value_dtype=I64, value_shape=[2]), [[1, 2]]),
                         (R.AnonymousMutableDenseHashTable(empty_key="", deleted_key="-", value_dtype=I64), [1])):
        with tf.control_dependencies([R.LookupTableInsertV2(table_handle=table, keys=["a"], values=keys_of(value, I64))]):
            row.step(R.LookupTableSizeV2(table_handle=table))


def files(row):
    """Of files in a folder that the test names by feeding its own: here by writing them in the graph."""
    def file(name, text):
        path = tf.constant("/tmp/runnel_tables_" + name)
        return path, R.WriteFile(filename=path, contents=text)
    cases = (("words", "the\na\r\ncat\n", S, I64, dict(key_index=-2, value_index=-1)),
             ("offset", "the\na\ncat", S, I64, dict(key_index=-2, value_index=-1, offset=10)),
             ("some", "the\na\ncat\ndog\n", S, I64, dict(key_index=-2, value_index=-1, vocab_size=2)),
             ("back", "the\na\ncat\n", I64, S, dict(key_index=-1, value_index=-2)),
             ("columns", "x 10 0.5\ny 20 1.5\n", S, I64, dict(key_index=0, value_index=1, delimiter=" ")),
             ("floats", "x 10 0.5\ny 20 1.5\n", I64, tf.float32, dict(key_index=1, value_index=2, delimiter=" ")),
             ("few", "a\nb\n", S, I64, dict(key_index=-2, value_index=-1, vocab_size=3)),
             ("empty_line", "a\n\nb\n", S, I64, dict(key_index=-2, value_index=-1)),
             ("narrow", "a b\nc\n", S, S, dict(key_index=0, value_index=1, delimiter=" ")),
             ("no_number", "a b\n", S, I64, dict(key_index=0, value_index=1, delimiter=" ")),
             ("double", "a\nb\na\n", S, I64, dict(key_index=-2, value_index=-1)),
             ("wrong_type", "a\nb\n", I64, I64, dict(key_index=-2, value_index=-1)),
             ("wrong_size", "a\nb\n", S, I64, dict(key_index=-2, value_index=-1, vocab_size=0)),
             ("nothing", "", S, I64, dict(key_index=-2, value_index=-1)))
    for name, text, key, value, attrs in cases:
        path, write = file(name, text)
        row.step(write)
        table = R.HashTableV2(key_dtype=key, value_dtype=value, shared_name="file_" + name)
        row.step(R.InitializeTableFromTextFileV2(table_handle=table, filename=path, **attrs))
        if name in ("words", "offset", "some", "back", "columns", "floats"):
            asked = ["the", "cat", "x", "dog"] if key == S else [0, 2, 10, 99]
            row.step(R.LookupTableFindV2(table_handle=table, keys=keys_of(asked, key), default_value=keys_of("?" if value == S else -1, value)),
                     R.LookupTableSizeV2(table_handle=table))
    old = R.HashTable(key_dtype=S, value_dtype=I64, shared_name="old_file")
    row.step(R.InitializeTableFromTextFile(table_handle=old, filename="/tmp/runnel_tables_words", key_index=-2, value_index=-1))
    row.step(R.LookupTableFind(table_handle=old, keys=["a"], default_value=keys_of(-1, I64)))
    missing = R.HashTableV2(key_dtype=S, value_dtype=I64, shared_name="missing")
    row.step(R.InitializeTableFromTextFileV2(table_handle=missing, filename="/tmp/runnel_tables_that_is_not_there", key_index=-2, value_index=-1))


def main():
    row = answered.Recorder()
    with tf.Graph().as_default() as graph:
        for program in (once, changing, tensors, dense, nameless, files):
            with v1.name_scope(program.__name__):
                program(row)
    row.write(graph, "tables.pb")
    for name in os.listdir("/tmp"):
        if name.startswith("runnel_tables_"):
            os.remove(os.path.join("/tmp", name))


if __name__ == "__main__":
    main()
