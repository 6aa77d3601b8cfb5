#!/usr/bin/python3
"""Writes sparse_state.pb beside itself: sparse tensors as bytes and in maps, and sparse accumulators, step by step, with what TensorFlow
answers. Needs tensorflow; 2.21.0 made the committed file.
"""
import numpy as np
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
RAW = tf.raw_ops
hidden = answered.hidden


def sparse(indices, values, shape):
    return dict(sparse_indices=hidden(np.array(indices, np.int64).reshape(-1, len(shape))), sparse_values=hidden(values),
                sparse_shape=hidden(np.array(shape, np.int64)))


def packed(row):
    some = sparse([[0, 1], [2, 0], [2, 3]], [5, 6, 7], [3, 4])
    row.step(RAW.SerializeSparse(**some))
    row.step(RAW.SerializeManySparse(**some))
    # TensorFlow packs these strings in another of TensorProto's two ways.
    strings = RAW.SerializeManySparse(**sparse([[0, 1, 1], [1, 0, 2]], np.array([b"a", b""]), [2, 4, 3]))
    row.step(*RAW.DeserializeManySparse(serialized_sparse=strings, dtype=tf.string))
    many = RAW.SerializeManySparse(**some)
    row.step(*RAW.DeserializeManySparse(serialized_sparse=many, dtype=tf.int32))
    row.step(*RAW.DeserializeSparse(serialized_sparse=many, dtype=tf.int32))
    row.step(*RAW.DeserializeSparse(serialized_sparse=RAW.SerializeSparse(**some), dtype=tf.int32))
    four = RAW.SerializeManySparse(**sparse([[0, 1], [2, 0], [2, 3], [3, 0]], [5, 6, 7, 8], [4, 4]))
    row.step(*RAW.DeserializeSparse(serialized_sparse=tf.reshape(four, [2, 2, 3]), dtype=tf.int32))
    sizes = tf.stack([RAW.SerializeSparse(**sparse([[1]], [2.5], [2])), RAW.SerializeSparse(**sparse([[0], [6]], [1.0, -1.0], [9]))])
    row.step(*RAW.DeserializeManySparse(serialized_sparse=sizes, dtype=tf.float32))
    for serialize in (RAW.SerializeSparse, RAW.SerializeManySparse):
        row.step(*RAW.DeserializeSparse(serialized_sparse=serialize(out_type=tf.variant, **some), dtype=tf.int32))
    # What is wrong.
    row.step(RAW.SerializeManySparse(**sparse([[2, 1], [0, 0], [2, 3]], [5, 6, 7], [3, 4])))
    row.step(RAW.SerializeManySparse(**sparse([[0]], [5], [3])))
    row.step(*RAW.DeserializeManySparse(serialized_sparse=many, dtype=tf.float32))
    row.step(*RAW.DeserializeManySparse(serialized_sparse=hidden(np.zeros([0, 3], "S1")), dtype=tf.int32))
    row.step(*RAW.DeserializeManySparse(serialized_sparse=hidden([["a", "b", "c"]]), dtype=tf.int32))


def maps(row):
    some = sparse([[0, 1], [2, 0]], [5, 6], [3, 2])
    row.step(RAW.AddSparseToTensorsMap(shared_name="one", **some))
    row.step(RAW.AddSparseToTensorsMap(shared_name="one", **sparse([[1, 1]], [9], [2, 7])))
    row.step(*RAW.TakeManySparseFromTensorsMap(sparse_handles=hidden(np.array([1, 0], np.int64)), dtype=tf.int32, shared_name="one"))
    row.step(*RAW.TakeManySparseFromTensorsMap(sparse_handles=hidden(np.array([1], np.int64)), dtype=tf.int32, shared_name="one"))
    handles = RAW.AddManySparseToTensorsMap(shared_name="many", **some)
    row.step(*RAW.TakeManySparseFromTensorsMap(sparse_handles=handles, dtype=tf.int32, shared_name="many"))


def accumulators(row):
    def make(name, **attrs):
        return RAW.SparseConditionalAccumulator(**{**dict(dtype=tf.float32, shape=[3, 2], shared_name=name), **attrs})

    def add(handle, step, indices, values, shape=(), dtype=tf.float32):
        row.step(RAW.SparseAccumulatorApplyGradient(
            handle=handle, local_step=tf.constant(step, tf.int64), gradient_indices=hidden(indices, tf.int64),
            gradient_values=hidden(values, dtype), gradient_shape=hidden(list(shape), tf.int64), has_known_shape=bool(shape)))

    def take(handle, n, dtype=tf.float32):
        row.step(*RAW.SparseAccumulatorTakeGradient(handle=handle, num_required=hidden(n), dtype=dtype))

    def count(handle):
        row.step(RAW.AccumulatorNumAccumulated(handle=handle))

    scalar = make("scalar", shape=[])  # SyncReplicasOptimizer's
    add(scalar, 0, [0, 2], [[1, 1], [3, 3]], [3, 2])
    add(scalar, 0, [4], [[10, 1]], [5, 2])
    take(scalar, 2)
    mean = make("mean")
    add(mean, 0, [0, 2], [[1, 1], [3, 3]], [3, 2])
    add(mean, 0, [0, 1], [[10, 1], [3, 3]], [3, 2])
    count(mean)
    take(mean, 1)
    add(mean, 0, [0, 1], [[10, 1], [3, 3]], [3, 2])
    count(mean)
    add(mean, 1, [1], [[1, 1]])
    take(mean, 1)
    add(mean, 2, [5], [[1, 1]], [3, 2])
    add(mean, 2, [1], [[1, 1]], [4, 2])
    add(mean, 2, [1], [[1, 1, 1]], [3, 3])
    add(mean, 2, [1], [[1, 1, 1]], [3, 2])
    add(mean, 2, [1, 2], [[1, 1]], [3, 2])
    add(mean, 2, [[1]], [[1, 1]], [3, 2])
    count(mean)
    add(mean, 2, np.zeros([0]), np.zeros([0, 2]), [3, 2])
    add(mean, 2, [0], [[4, 8]], [3, 2])
    take(mean, 2)
    take(mean, 0)
    total = make("total", reduction_type="SUM")
    add(total, 0, [1, 2], [[1, 1], [2, 2]], [3, 2])
    add(total, 0, [1], [[1, 5]], [3, 2])
    take(total, 1)
    row.step(RAW.AccumulatorSetGlobalStep(handle=total, new_global_step=tf.constant(9, tf.int64)))
    add(total, 8, [1], [[1, 5]], [3, 2])
    count(total)
    add(total, 9, [1], [[1, 5]], [3, 2])
    take(total, 1)


def main():
    with tf.Graph().as_default() as graph:
        row = answered.Recorder()
        for program in (packed, maps, accumulators):
            with v1.name_scope(program.__name__):
                program(row)
        row.write(graph, "sparse_state.pb")


if __name__ == "__main__":
    main()
