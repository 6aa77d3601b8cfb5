#!/usr/bin/python3
"""Writes sparse.pb beside itself: ops of sparse tensors, sets, crossed features, candidate samplers, connectionist temporal
classification and their kin, what TensorFlow gives for them, and gradients. Needs tensorflow; 2.21.0 made the committed file, with the
seeds that stand here.
"""
import numpy as np
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
R = tf.raw_ops
hidden = answered.hidden
RANDOM = np.random.RandomState(11)
I64 = np.int64


def sparse(rng, shape, density, dtype=np.float32, low=-2, high=2):
    """Indices in order, values, shape."""
    at = np.argwhere(rng.uniform(size=shape) < density).astype(I64)
    values = rng.uniform(low, high, len(at))
    return at, (np.round(values * 4) if np.dtype(dtype).kind in "iu" else values).astype(dtype), np.array(shape, I64)


def total(t):
    return tf.reduce_sum(t * t * (t * 0.5 + 1))


def moves(row):
    at, values, shape = sparse(RANDOM, [3, 4, 2], 0.5)
    mixed = RANDOM.permutation(len(at))
    x = tf.constant(values[mixed])
    ordered = R.SparseReorder(input_indices=at[mixed], input_values=x, input_shape=shape)
    row.step(*ordered)
    row.gradient(total(ordered.output_values), [x])
    row.step(*R.SparseReorder(input_indices=at, input_values=["s%d" % i for i in range(len(at))], input_shape=shape))
    row.step(*R.SparseReorder(input_indices=hidden(at), input_values=hidden(values[:-1]), input_shape=hidden(shape)))
    for new in ([12, 2], [2, -1], [24], [4, 3, 2, 1], [-1]):
        row.step(*R.SparseReshape(input_indices=at, input_shape=shape, new_shape=tf.constant(new, tf.int64)))
    for new in ([5, -1], [23], [-1, -1], [-2, 12], [0, -1]):
        row.step(*R.SparseReshape(input_indices=at, input_shape=hidden(shape), new_shape=hidden(new, tf.int64)))
    row.step(*R.SparseReshape(input_indices=np.zeros([0, 2], I64), input_shape=[0, 3], new_shape=tf.constant([3, 0, 2], tf.int64)))
    b = sparse(RANDOM, [3, 2, 2], 0.6)
    for axis in (1, -2):
        row.step(*R.SparseConcat(indices=[at, b[0]], values=[values, b[1]], shapes=[shape, b[2]], concat_dim=axis))
    row.step(*R.SparseConcat(indices=[at, at], values=[values, values], shapes=[shape, shape], concat_dim=0))
    row.step(*R.SparseConcat(indices=[at[mixed], at], values=[values[mixed], values], shapes=[shape, shape], concat_dim=2))
    row.step(*R.SparseConcat(indices=[hidden(at), hidden(b[0])], values=[values, b[1]], shapes=[hidden(shape), hidden(b[2])], concat_dim=0))
    row.step(*R.SparseConcat(indices=[hidden(at), hidden(at)], values=[values, values], shapes=[hidden(shape), hidden(shape)], concat_dim=3))
    for axis, parts in ((0, 2), (1, 3), (2, 2), (1, 1), (-2, 2)):
        row.step(*tf.nest.flatten(R.SparseSplit(split_dim=tf.constant(axis, tf.int64), indices=at, values=values, shape=shape, num_split=parts)))
    for axis, parts in ((2, 3), (3, 1)):
        row.step(*tf.nest.flatten(R.SparseSplit(split_dim=hidden(axis, tf.int64), indices=at, values=values, shape=shape, num_split=parts)))
    x = tf.constant(values)
    for start, size in (([1, 0, 0], [2, 2, 2]), ([0, 1, 1], [9, 3, 9]), ([0, 5, 0], [3, 1, 2]), ([0, 0, 0], [0, 4, 2])):
        cut = R.SparseSlice(indices=at, values=x, shape=shape, start=tf.constant(start, tf.int64), size=tf.constant(size, tf.int64))
        row.step(*cut)
        if size[0] == 2:
            row.gradient(total(cut.output_values), [x])
    row.step(*R.SparseSlice(indices=at, values=x, shape=shape, start=hidden([0, 0], tf.int64), size=hidden([1, 1], tf.int64)))
    some = np.array([[1, 0], [1, 2], [4, 1]], I64)
    for rows in (some, some[[1, 0, 2]], some[[2, 0, 1]], some[:0]):
        values, default = tf.constant(np.arange(1, len(rows) + 1, dtype=np.float32)), tf.constant(-1.0)
        filled = R.SparseFillEmptyRows(indices=rows, values=values, dense_shape=[6, 3], default_value=default)
        row.step(*filled)
        row.gradient(total(filled.output_values), [values, default])
    row.step(*R.SparseFillEmptyRows(indices=some, values=["a", "b", "c"], dense_shape=[5, 3], default_value="none"))
    row.step(*R.SparseFillEmptyRows(indices=some, values=[1, 2, 3], dense_shape=hidden([4, 3], tf.int64), default_value=0))
    row.step(*R.SparseFillEmptyRows(indices=some[:0], values=np.zeros([0], np.float32), dense_shape=[0, 3], default_value=0.0))
    row.step(*R.SparseFillEmptyRowsGrad(reverse_index_map=hidden([0, 3], tf.int64), grad_values=[1.0, 2, 3]))


def sums(row):
    a, b = sparse(RANDOM, [3, 4], 0.6), sparse(RANDOM, [3, 4], 0.6)
    for dtype in (tf.float32, tf.float64, tf.int32, tf.int64, tf.complex64):
        x, y = tf.cast(a[1] * 3, dtype), tf.cast(b[1] * 3, dtype)
        real = tf.float32 if dtype.is_complex else dtype
        for thresh in (0, 2):
            row.step(*R.SparseAdd(a_indices=a[0], a_values=x, a_shape=a[2], b_indices=b[0], b_values=y, b_shape=b[2], thresh=tf.cast(thresh, real)))
    x, y = tf.constant(a[1]), tf.constant(b[1])
    added = R.SparseAdd(a_indices=a[0], a_values=x, a_shape=a[2], b_indices=b[0], b_values=y, b_shape=b[2], thresh=0.0)
    row.gradient(total(added.sum_values), [x, y])
    row.step(*R.SparseAdd(a_indices=a[0], a_values=x, a_shape=hidden(a[2]), b_indices=b[0], b_values=y, b_shape=hidden([4, 4], tf.int64), thresh=0.0))
    for op in (R.SparseSparseMaximum, R.SparseSparseMinimum):
        for dtype in (tf.float32, tf.int32, tf.float64):
            row.step(*op(a_indices=a[0], a_values=tf.cast(a[1] * 3, dtype), a_shape=a[2], b_indices=b[0], b_values=tf.cast(b[1] * 3, dtype), b_shape=b[2]))
    for kind in (np.int32, np.int64):
        dense = tf.constant(RANDOM.uniform(size=[3, 4]).astype(np.float32))
        out = R.SparseTensorDenseAdd(a_indices=a[0].astype(kind), a_values=x, a_shape=a[2].astype(kind), b=dense)
        row.step(out)
        row.gradient(total(out), [x, dense])
    row.step(R.SparseTensorDenseAdd(a_indices=hidden([[5, 0]], tf.int64), a_values=hidden([1.0]), a_shape=hidden([3, 4], tf.int64), b=dense))
    row.step(R.SparseTensorDenseAdd(a_indices=hidden(a[0]), a_values=hidden(a[1]), a_shape=hidden([4, 4], tf.int64), b=dense))
    for size in ([3, 4], [4], [1, 4], [3, 1], [], [1]):
        dense = tf.constant(RANDOM.uniform(0.5, 2, size=size).astype(np.float32))
        for op in (R.SparseDenseCwiseAdd, R.SparseDenseCwiseMul, R.SparseDenseCwiseDiv):
            out = op(sp_indices=a[0], sp_values=x, sp_shape=a[2], dense=dense)
            row.step(out)
            if op is not R.SparseDenseCwiseAdd and size:
                row.gradient(total(out), [x, dense])
    row.step(R.SparseDenseCwiseMul(sp_indices=a[0], sp_values=x, sp_shape=a[2], dense=hidden(np.ones([3, 3], np.float32))))
    row.step(R.SparseDenseCwiseMul(sp_indices=a[0], sp_values=x, sp_shape=a[2], dense=hidden(np.ones([1, 3, 4], np.float32))))
    c = sparse(RANDOM, [2, 3, 4], 0.5)
    for axes in ([0], [1], [2], [-1], [0, 2], [0, 1, 2], [], 1, [1, 1]):
        for keep in (False, True):
            for dtype in (tf.float32, tf.int32):
                args = dict(input_indices=c[0], input_values=tf.cast(c[1] * 3, dtype), input_shape=c[2], reduction_axes=np.array(axes, np.int32), keep_dims=keep)
                row.step(R.SparseReduceSum(**args))
                row.step(*R.SparseReduceSumSparse(**args))
                row.step(R.SparseReduceMax(**args))
                row.step(*R.SparseReduceMaxSparse(**args))
    z = tf.constant(c[1])
    for axes in ([0], [-1], [0, 2]):
        row.gradient(total(R.SparseReduceSum(input_indices=c[0], input_values=z, input_shape=c[2], reduction_axes=axes)), [z])
    row.step(R.SparseReduceSum(input_indices=c[0], input_values=z, input_shape=c[2], reduction_axes=hidden([3])))
    for dtype in (tf.float32, tf.float64, tf.float16):
        row.step(R.SparseSoftmax(sp_indices=c[0], sp_values=tf.cast(c[1], dtype), sp_shape=c[2]))
    row.gradient(total(R.SparseSoftmax(sp_indices=c[0], sp_values=z, sp_shape=c[2])), [z])
    row.step(R.SparseSoftmax(sp_indices=hidden([[0]], tf.int64), sp_values=hidden([1.0]), sp_shape=hidden([3], tf.int64)))


def segments(row):
    data = tf.constant(RANDOM.uniform(-1, 1, [5, 2, 2]).astype(np.float32))
    for kind in (np.int32, np.int64):
        indices, ids = np.array([4, 0, 0, 3, 1], kind), np.array([0, 0, 2, 2, 2], np.int32)
        for name in ("Sum", "Mean", "SqrtN"):
            plain = getattr(R, "SparseSegment" + name)(data=data, indices=indices, segment_ids=ids)
            sized = getattr(R, "SparseSegment%sWithNumSegments" % name)(data=data, indices=indices, segment_ids=ids, num_segments=tf.constant(4, kind))
            row.step(plain, sized)
            row.gradient(total(plain) + total(sized), [data])
            row.step(getattr(R, "SparseSegment%sGrad" % name)(grad=data[:3], indices=indices, segment_ids=ids, output_dim0=6))
            row.step(getattr(R, "SparseSegment" + name)(data=tf.cast(data, tf.float64), indices=indices, segment_ids=ids))
    for name in ("Sum", "Mean", "SqrtN"):
        op = getattr(R, "SparseSegment" + name)
        row.step(op(data=data, indices=np.zeros([0], np.int32), segment_ids=np.zeros([0], np.int32)))
        row.step(op(data=data, indices=hidden([5]), segment_ids=hidden([0])))
        row.step(op(data=data, indices=hidden([1, 1]), segment_ids=hidden([1, 0])))
        row.step(op(data=data, indices=hidden([1]), segment_ids=hidden([-1])))
        sized = getattr(R, "SparseSegment%sWithNumSegments" % name)
        row.step(sized(data=data, indices=np.zeros([0], np.int32), segment_ids=np.zeros([0], np.int32), num_segments=2))
        row.step(sized(data=data, indices=hidden([1]), segment_ids=hidden([3]), num_segments=hidden(3)))
    row.step(R.SparseSegmentSum(data=tf.cast(data * 9, tf.int32), indices=[1, 1], segment_ids=[0, 1]))
    for dtype in (tf.float32, tf.float64, tf.int32, tf.int64):
        values = tf.cast([[-5.0, 0, 1.5, 2, 3, 100]], dtype)
        row.step(R.Bucketize(input=values, boundaries=[0.0, 1.5, 2, 2, 50]), R.Bucketize(input=values, boundaries=[]))
    row.step(R.Bucketize(input=np.array([np.nan, np.inf, -np.inf], np.float32), boundaries=[0.0, 1]))


def sets(row):
    a = np.array([[[1, 5, 5, 3], [2, 2, 9, 4]], [[7, 7, 7, 7], [0, 1, 2, 3]]])
    b = np.array([[[5, 3, 8], [4, 4, 4]], [[1, 2, 3], [3, 0, 6]]])
    at = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0], [1, 1, 1]], I64)
    shape = np.array([2, 2, 3], I64)
    for kind in (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, "S"):
        to = (lambda v: np.char.add("k", np.asarray(v).astype(str))) if kind == "S" else (lambda v: np.asarray(v).astype(kind))
        for law in ("a-b", "B-A", "intersection", "union"):
            if kind not in (np.int64, "S") and law != "union":
                continue
            row.step(*R.DenseToDenseSetOperation(set1=to(a), set2=to(b), set_operation=law))
            row.step(*R.DenseToSparseSetOperation(set1=to(a), set2_indices=at, set2_values=to([5, 9, 2, 3, 0]), set2_shape=shape, set_operation=law))
            row.step(*R.SparseToSparseSetOperation(set1_indices=at[1:], set1_values=to([5, 9, 2, 2]), set1_shape=shape, set2_indices=at[:4],
                                                   set2_values=to([5, 1, 2, 3]), set2_shape=shape, set_operation=law))
        row.step(R.SetSize(set_indices=at, set_values=to([1, 1, 2, 3, 4]), set_shape=shape))
    row.step(*R.SparseToSparseSetOperation(set1_indices=hidden(at[::-1].copy()), set1_values=hidden([1, 2, 3, 4, 5]), set1_shape=hidden(shape), set2_indices=at,
                                           set2_values=[1, 2, 3, 4, 5], set2_shape=shape, set_operation="union"))
    row.step(*R.DenseToDenseSetOperation(set1=hidden(a), set2=hidden(b[:1]), set_operation="union"))
    row.step(R.SetSize(set_indices=hidden(at[::-1].copy()), set_values=[1, 2, 3, 4, 5], set_shape=shape))
    row.step(R.SetSize(set_indices=hidden(at + 1), set_values=[1, 2, 3, 4, 5], set_shape=shape))
    h = tf.SparseTensor([[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 1, 0], [1, 1, 1]], list("abxyz"), [2, 2, 2])
    t = tf.SparseTensor([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0], [1, 1, 1], [1, 1, 2]], list("bacyzz"), [2, 2, 3])
    for normalize in (True, False):
        row.step(tf.edit_distance(h, t, normalize=normalize), tf.edit_distance(t, h, normalize=normalize))
    x = np.array([3, 1, 1, 2, 3, 5])
    row.step(*R.ListDiff(x=x, y=[1, 5, 9]), *R.ListDiff(x=["a", "b", "a", ""], y=["b"], out_idx=tf.int64), *R.ListDiff(x=[1.0, np.nan, -0.0], y=[0.0, np.nan]))
    m = np.array([[1, 2, 1], [1, 3, 1], [1, 2, 1]])
    for axis in ([0], [1], [-1]):
        row.step(*R.UniqueV2(x=m, axis=axis), *R.UniqueWithCountsV2(x=m.astype(str), axis=axis, out_idx=tf.int64))
    row.step(*R.UniqueV2(x=x, axis=np.array([], I64)), *R.UniqueWithCountsV2(x=x.astype(np.float32), axis=[0]))
    row.step(*R.UniqueV2(x=hidden(m), axis=hidden([2])))
    row.step(*R.UniqueV2(x=hidden(m), axis=hidden(np.array([], I64))))


def crosses(row):
    ints = sparse(RANDOM, [3, 3], 0.6, np.int64)
    words = (ints[0], np.array(["w%d" % i for i in range(len(ints[1]))]), ints[2])
    dense, text = np.array([[1, 2], [3, 4], [5, 6]], I64), np.array([["a"], ["b"], ["c"]])
    for values, denses in (([words[1], ints[1]], [dense, text]), ([words[1]], [text]), ([ints[1], ints[1]], [dense]), ([ints[1]], [])):
        n = len(values)
        common = dict(indices=[ints[0]] * n, values=values, shapes=[ints[2]] * n, dense_inputs=denses)
        kinds = {np.asarray(v).dtype.kind for v in values + denses}
        for buckets in (0, 100):
            # The older op takes inputs of one type only.
            for kind in (tf.int64, tf.string):
                if kinds == {"i" if kind == tf.int64 else "U"}:
                    row.step(*R.SparseCross(hashed_output=True, num_buckets=buckets, hash_key=956888297470, out_type=tf.int64, internal_type=kind, **common))
            for strong in (False, True):
                # TensorFlow 2.21 reads memory that is not there where a strong hash meets integers.
                if not strong or kinds == {"U"}:
                    row.step(*R.SparseCrossHashed(num_buckets=tf.constant(buckets, tf.int64), strong_hash=strong, salt=tf.constant([137, 173], tf.int64), **common))
        if kinds == {"U"}:
            row.step(*R.SparseCross(hashed_output=False, num_buckets=0, hash_key=0, out_type=tf.string, internal_type=tf.string, **common))
        row.step(*R.SparseCrossV2(sep="|", **common))
    row.step(*R.SparseCrossV2(sep="|", indices=[], values=[], shapes=[], dense_inputs=[text, dense]))
    row.step(*R.SparseCrossV2(sep="|", indices=[hidden([[1, 0], [0, 0]], tf.int64)], values=[tf.constant([1, 2], tf.int64)], shapes=[hidden([2, 1], tf.int64)], dense_inputs=[dense]))


def samplers(row):
    truth = np.array([[0, 3], [9, 1], [5, 5]], I64)
    for unique in (True, False):
        common = dict(true_classes=truth, num_true=2, num_sampled=5, unique=unique, seed=7, seed2=13)
        out = [R.UniformCandidateSampler(range_max=10, **common), R.LogUniformCandidateSampler(range_max=10, **common),
               R.LearnedUnigramCandidateSampler(range_max=10, **common), R.ThreadUnsafeUnigramCandidateSampler(range_max=16, **common),
               R.FixedUnigramCandidateSampler(range_max=10, unigrams=[1.0, 2, 3, 4, 5, 6, 7, 8, 9, 10], distortion=0.75, **common),
               R.FixedUnigramCandidateSampler(range_max=10, unigrams=[1.0, 2, 3, 4, 0, 6, 7, 8], num_reserved_ids=2, **common)]
        for one in out:
            for _ in range(3):
                row.step(*one)
    row.step(*R.AllCandidateSampler(true_classes=truth, num_true=2, num_sampled=10, unique=True))
    row.step(*R.ComputeAccidentalHits(true_classes=truth, sampled_candidates=tf.constant([5, 7, 3, 0], tf.int64), num_true=2))
    row.step(*R.UniformCandidateSampler(range_max=10, true_classes=truth, num_true=2, num_sampled=11, unique=True))
    row.step(*R.FixedUnigramCandidateSampler(range_max=10, true_classes=truth, num_true=2, num_sampled=1, unique=True))
    row.step(*R.UniformCandidateSampler(range_max=10, true_classes=hidden(truth[:, :1]), num_true=2, num_sampled=1, unique=True))


def ctc(row):
    rng = np.random.RandomState(5)
    x = tf.constant(rng.uniform(-2, 2, [7, 3, 5]).astype(np.float32))
    at = np.array([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0]], I64)
    labels = np.array([1, 1, 2, 0, 3, 2], np.int32)
    for collapse in (False, True):
        for merge in (False, True):
            for length in ([7, 5, 3], [5, 2, 0]):
                loss = R.CTCLoss(inputs=x, labels_indices=at, labels_values=labels, sequence_length=length, preprocess_collapse_repeated=collapse,
                                 ctc_merge_repeated=merge)
                row.step(*loss)
                row.gradient(tf.reduce_sum(loss.loss * [1.0, 2, 3]), [x])
    wide = R.CTCLoss(inputs=tf.cast(x, tf.float64), labels_indices=at, labels_values=labels, sequence_length=[7, 7, 7])
    row.step(*[tf.cast(t, tf.float32) for t in wide])  # TensorFlow computes as floats in between
    row.step(*R.CTCLoss(inputs=x, labels_indices=at[:0], labels_values=labels[:0], sequence_length=[7, 7, 7]))
    row.step(*R.CTCLoss(inputs=x, labels_indices=at, labels_values=labels, sequence_length=[2, 5, 3], ignore_longer_outputs_than_inputs=True))
    for values, length in ((labels, [2, 5, 3]), (labels, [8, 5, 3]), ([1, 4, 2, 0, 3, 2], [7, 5, 3]), ([1, -1, 2, 0, 3, 2], [7, 5, 3]), (labels, [7, 5])):
        row.step(*R.CTCLoss(inputs=x, labels_indices=at, labels_values=values, sequence_length=hidden(np.array(length, np.int32))))
    row.step(*R.CTCLoss(inputs=x, labels_indices=hidden(np.array([[3, 0]], I64)), labels_values=hidden([1]), sequence_length=[7, 5, 3]))
    for merge in (False, True):
        for blank in (-1, 0, 2):
            row.step(*R.CTCGreedyDecoder(inputs=x, sequence_length=[7, 4, 0], merge_repeated=merge, blank_index=blank))
        for width, paths in ((1, 1), (4, 3), (50, 5)):
            row.step(*tf.nest.flatten(R.CTCBeamSearchDecoder(inputs=x * 2, sequence_length=[7, 4, 3], beam_width=width, top_paths=paths, merge_repeated=merge)))
    row.step(*R.CTCGreedyDecoder(inputs=tf.cast(x, tf.float64), sequence_length=[7, 4, 1]))
    row.step(*R.CTCGreedyDecoder(inputs=x, sequence_length=hidden([7, 4, 8])))
    row.step(*tf.nest.flatten(R.CTCBeamSearchDecoder(inputs=x, sequence_length=[7, 4, 3], beam_width=2, top_paths=3)))
    row.step(*tf.nest.flatten(R.CTCBeamSearchDecoder(inputs=x, sequence_length=[7, 4, 0], beam_width=4, top_paths=3)))


def main():
    row = answered.Recorder()
    with tf.Graph().as_default() as graph:
        for program in (moves, sums, segments, sets, crosses, samplers, ctc):
            with v1.name_scope(program.__name__):
                program(row)
    row.write(graph, "sparse.pb")


if __name__ == "__main__":
    main()
