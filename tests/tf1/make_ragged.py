#!/usr/bin/python3
"""Writes ragged.pb beside itself: ragged tensors to dense and sparse ones, as variants, rows taken, ranges; vocabularies remapped; tensors
that a session keeps; checks that are late; and what TensorFlow gives for them, step by step. Needs tensorflow; 2.21.0 made the committed file.
"""
import numpy as np
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
R = tf.raw_ops
hidden = answered.hidden
I64, S = tf.int64, tf.string


def dense(row):
    def to(shape, values, default, partitions, types, value_type=tf.float32, index=I64):
        row.step(R.RaggedTensorToTensor(shape=hidden(shape, I64), values=hidden(values, value_type), default_value=hidden(default, value_type),
                                        row_partition_tensors=[hidden(p, index) for p in partitions], row_partition_types=types))
    one, many = [0, 2, 2, 5], np.arange(5)
    for shape in (-1, [-1, -1], [-1, 2], [2, -1], [5, 4], [0, -1], [3]):
        to(shape, many, 9, [one], ["ROW_SPLITS"])
    to([-1, -1], many, 9, [3, [0, 0, 2, 2, 2]], ["FIRST_DIM_SIZE", "VALUE_ROWIDS"])
    to([-1, -1], many, 9, [3, [0, 0, 2, 2, 2]], ["FIRST_DIM_SIZE", "VALUE_ROWIDS"], index=tf.int32)
    to(-1, many, 9, [3, [0, 0, 2, 2, 3]], ["FIRST_DIM_SIZE", "VALUE_ROWIDS"])
    two = [[0, 1, 3], one]
    for shape in (-1, [-1, -1, -1], [1, 2, 2], [3, 1, -1]):
        to(shape, many, -1, two, ["ROW_SPLITS", "ROW_SPLITS"])
    to(-1, many, -1, [2, [0, 1, 1], [0, 0, 2, 2, 2]], ["FIRST_DIM_SIZE", "VALUE_ROWIDS", "VALUE_ROWIDS"])
    rows = np.arange(10).reshape(5, 2)
    for default in (7, [7], [7, 8], [[7, 8]], [7, 8, 9]):
        to(-1, rows, default, [one], ["ROW_SPLITS"], tf.int32)
    to([-1, -1, 2], rows, 0, [one], ["ROW_SPLITS"], tf.int64)
    to([-1, -1, 3], rows, 0, [one], ["ROW_SPLITS"], tf.int64)
    to(-1, ["a", "b", "c", "d", "e"], "none", [one], ["ROW_SPLITS"], S)
    to(-1, many, 9, [[0, 2, 2, 4]], ["ROW_SPLITS"])
    to(-1, np.zeros([0]), 9, [[0, 0]], ["ROW_SPLITS"])


def sparse(row):
    def to(splits, values, value_type=tf.float32, kind=I64):
        row.step(*R.RaggedTensorToSparse(rt_nested_splits=[hidden(s, kind) for s in splits], rt_dense_values=hidden(values, value_type)))
    to([[0, 2, 2, 5]], np.arange(5))
    to([[0, 1, 3], [0, 2, 2, 5]], np.arange(5), kind=tf.int32)
    to([[0, 0, 1, 3], [0, 2, 2, 5]], np.arange(20).reshape(5, 2, 2), tf.int32)
    to([[0, 2]], ["x", "yy"], S)
    to([[0]], np.zeros([0, 2]))
    for wrong in ([1, 5], [0, 4], [0, 3, 2, 5]):
        to([wrong], np.arange(5))


def variants(row):
    def there_and_back(splits, values, value_type, kind=I64):
        given = [hidden(s, kind) for s in splits]
        values = hidden(values, value_type)
        whole = R.RaggedTensorToVariant(rt_nested_splits=given, rt_dense_values=values, batched_input=False)
        row.step(*R.RaggedTensorFromVariant(encoded_ragged=whole, input_ragged_rank=len(splits), output_ragged_rank=len(splits),
                                            Tvalues=value_type, Tsplits=kind))
        rows = R.RaggedTensorToVariant(rt_nested_splits=given, rt_dense_values=values, batched_input=True)
        inner = max(0, len(splits) - 1)
        row.step(tf.shape(rows))
        for encoded in (whole, rows):
            row.step(R.RaggedTensorToVariantGradient(encoded_ragged_grad=encoded, row_splits=given[0] if splits else tf.constant(0, kind),
                                                     dense_values_shape=tf.shape(values), Tvalues=value_type))
        if splits:
            for input_rank in (inner, -1):
                back = R.RaggedTensorFromVariant(encoded_ragged=rows, input_ragged_rank=input_rank, output_ragged_rank=inner + 1,
                                                 Tvalues=value_type, Tsplits=kind)
                row.step(*back)
            pairs = tf.reshape(rows, [2, -1])
            row.step(*R.RaggedTensorFromVariant(encoded_ragged=pairs, input_ragged_rank=inner, output_ragged_rank=inner + 2,
                                                Tvalues=value_type, Tsplits=kind))
        return rows
    there_and_back([[0, 2, 2, 5, 6]], np.arange(6), tf.float32)
    there_and_back([[0, 1, 2, 2, 3], [0, 2, 2, 5]], ["a", "b", "c", "d", "e"], S, tf.int32)
    rows = there_and_back([[0, 2, 2, 5, 5]], np.arange(10).reshape(5, 2), I64)
    there_and_back([], np.arange(6).reshape(3, 2), tf.int32)
    for rank, kind in ((2, I64), (1, tf.int32)):
        row.step(*R.RaggedTensorFromVariant(encoded_ragged=rows, input_ragged_rank=rank, output_ragged_rank=rank + 1, Tvalues=kind))
    data = v1.data.Dataset.from_tensor_slices(tf.ragged.constant([[[1, 2], []], [[3]], []], dtype=tf.int32)).map(lambda r: r * 2).batch(2)
    more = v1.data.make_one_shot_iterator(data).get_next()
    for _ in range(3):
        row.step(more.flat_values, more.row_splits)


def rows(row):
    def take(splits, values, indices, rank, value_type=tf.float32):
        out = R.RaggedGather(params_nested_splits=[hidden(s, I64) for s in splits], params_dense_values=hidden(values, value_type),
                             indices=hidden(indices, tf.int32), OUTPUT_RAGGED_RANK=rank)
        row.step(*(list(out[0]) + [out[1]]))
    one, two = [[0, 2, 2, 5]], [[0, 1, 3], [0, 2, 2, 5]]
    take(one, np.arange(5), [2, 0, 2], 1)
    take(one, np.arange(5), 2, 0)
    take(one, np.arange(10).reshape(5, 2), [[2, 0], [1, 1]], 2)
    take(two, ["a", "b", "c", "d", "e"], [1, 0], 2, S)
    take(two, np.arange(5), 1, 1)
    take(two, np.arange(5), np.zeros([0], np.int32), 2)
    take(one, np.arange(5), [3], 1)
    take(one, np.arange(5), [-1], 1)
    for kind in (tf.int32, I64, tf.float32, tf.float64):
        def ranges(starts, limits, deltas):
            row.step(*R.RaggedRange(starts=hidden(starts, kind), limits=hidden(limits, kind), deltas=hidden(deltas, kind), Tsplits=I64))
        ranges([0, 5, 8], [3, 7, 12], [1, 1, 2])
        ranges(0, [3, 0, -2], 1)
        ranges([4, 0], 1, -1)
        ranges(2, 8, 3)
        ranges([0], [5], [0])
        ranges([0, 1], [5], [1])
    row.step(*R.RaggedRange(starts=hidden(0.0, tf.float32), limits=hidden([0.5, -1.0], tf.float32), deltas=hidden(0.2, tf.float32)))


def kept(row):
    value = tf.constant([[1.5, 2]]) * hidden(2.0)
    handle = v1.get_session_handle(value)
    row.step(R.GetSessionTensor(handle=hidden("nothing;0;", S), dtype=tf.float32))
    row.step(R.DeleteSessionTensor(handle=hidden("nothing;0;", S)))
    row.step(tf.strings.regex_full_match(handle, "GetSessionHandle;[0-9]+;.*"))


def failing_inputs(row):
    for cycle, calls in ((2, None), (2, 1), (2, 2), (7, 3)):
        data = v1.data.Dataset.from_tensor_slices([1.0, np.nan, 2.0, np.nan, 3.0]).map(lambda x: tf.debugging.check_numerics(x, "no number"))
        data = data.interleave(v1.data.Dataset.from_tensors, cycle, 2, calls)
        more = v1.data.make_one_shot_iterator(data).get_next()
        for _ in range(7):
            row.step(more)


def late_checks(row):
    """What is only known to be wrong when it is there."""
    row.step(R.Einsum(inputs=[hidden(np.ones([1, 2, 3]), tf.float32), hidden(np.ones([3, 4]), tf.float32)], equation="ij,jk->ik"))
    row.step(R.Einsum(inputs=[hidden(np.ones([2, 3]), tf.float32), hidden(np.ones([3, 4]), tf.float32)], equation="ij,jk->ik"))
    row.step(R.ShardedFilename(basename=hidden("name"), shard=hidden(3), num_shards=hidden(12)))
    row.step(R.ShardedFilename(basename=hidden("name"), shard=hidden([3]), num_shards=hidden(12)))
    row.step(R.ShardedFilespec(basename=hidden("name"), num_shards=hidden(12)))
    row.step(R.ShardedFilespec(basename=hidden("name"), num_shards=hidden([12])))
    row.step(R.SparseSoftmax(sp_indices=[[1, 1]], sp_values=hidden([2.0]), sp_shape=[1 << 32, 1 << 31]))
    row.step(R.CTCLoss(inputs=hidden(np.zeros([1, 0, 2]), tf.float32), labels_indices=np.zeros([0, 2], np.int64), labels_values=np.zeros([0], np.int32),
                       sequence_length=hidden(np.zeros([0]), tf.int32)).loss)
    for table in (R.HashTableV2, R.MutableHashTableV2):
        handle = table(key_dtype=S, value_dtype=I64)
        row.step(R.LookupTableImportV2(table_handle=handle, keys=hidden(np.zeros([0], object), S), values=hidden(np.zeros([0]), I64)))
    variable = v1.get_variable("v", initializer=np.arange(6.0).reshape(2, 3), use_resource=True)
    row.step(variable.initializer)
    row.step(R.ResourceStridedSliceAssign(ref=variable.handle, begin=hidden([1]), end=hidden([1]), strides=[1], value=hidden([[5.0, 6.0]], tf.float64)))
    row.step(R.ResourceStridedSliceAssign(ref=variable.handle, begin=hidden([1]), end=hidden([2]), strides=[1], value=hidden([[5.0, 6.0]], tf.float64)))
    row.step(variable.read_value())
    row.step(R.VariableShape(input=R.Switch(data=variable.handle, pred=hidden(True)).output_true))


def main():
    row = answered.Recorder()
    with tf.Graph().as_default() as graph:
        for part in (dense, sparse, variants, rows, kept, failing_inputs, late_checks):
            part(row)
        row.write(graph, "ragged.pb")


if __name__ == "__main__":
    main()
