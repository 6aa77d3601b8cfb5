#!/usr/bin/python3
"""Writes datasets.pb and datasets.inc beside itself: pipelines of tf.data as programs of TensorFlow write them into a graph, and every
element that TensorFlow gives for them, to the end; and the files that some of them read: records.tfrecord, .gz and .zz, damaged.tfrecord,
cut.tfrecord, lines.txt, pieces.bin, table.csv, crlf.csv. Needs tensorflow; 2.21.0 made the committed files.
"""
import gzip
import os

import numpy as np
import tensorflow as tf
from tensorflow.python.data.ops import dataset_ops

v1 = tf.compat.v1
v1.disable_v2_behavior()
HERE = os.path.dirname(os.path.abspath(__file__))
Dataset = v1.data.Dataset
MOST = 40  # elements of a pipeline that are recorded


def files():
    records = [b"", b"first", b"x" * 3000, bytes(range(256)), "größer".encode()]
    for name, options in (("records.tfrecord", None), ("records.gz", "GZIP"), ("records.zz", "ZLIB")):
        with tf.io.TFRecordWriter(os.path.join(HERE, name), options) as writer:
            for record in records:
                writer.write(record)
    whole = open(os.path.join(HERE, "records.tfrecord"), "rb").read()
    with open(os.path.join(HERE, "damaged.tfrecord"), "wb") as out:  # a byte of the third record is another one
        out.write(whole[:100] + bytes([whole[100] ^ 0xff]) + whole[101:])
    with open(os.path.join(HERE, "cut.tfrecord"), "wb") as out:
        out.write(whole[:-2])
    with open(os.path.join(HERE, "table.csv"), "wb") as out:
        out.write(b'name,"a\nnumber",text,n\n,1.5,"x, ""y""\nz",3\nb,,NA,4\nc,2,"q"r",5\nd,2,q"r,5\n'
                  b'e,no,x,6\nf,1,x\n\ng,1,x,7,8\nh,-1e3,,9\ni,2,"q"r,5\nj,1,x,3')
    with open(os.path.join(HERE, "crlf.csv"), "wb") as out:
        out.write(b'name;b;c;d\r\n"";2;"t\rt";-7\rk;3; u ;12\r\n"open;1;2')
    with open(os.path.join(HERE, "lines.txt"), "wb") as out:
        out.write(b"one\ntwo\r\n\nlast without an end")
    with open(os.path.join(HERE, "pieces.bin"), "wb") as out:
        out.write(b"HEAD" + b"aaabbbccc" + b"FO")
    with gzip.GzipFile(os.path.join(HERE, "pieces.gz"), "wb", mtime=0) as out:
        out.write(b"HEAD" + b"aaabbbccc" + b"FO")


def sources():
    yield Dataset.from_tensors((np.float32([1, 2]), "word"))
    yield Dataset.from_tensor_slices((np.arange(6, dtype=np.float32).reshape(3, 2), ["a", "bb", ""]))
    yield Dataset.range(3, 20, 4)
    yield Dataset.range(10, 0, -3, output_type=tf.int32)
    yield Dataset.range(5, 5)
    rows = tf.raw_ops.SparseTensorSliceDataset(indices=[[0, 1], [2, 0], [2, 3]], values=[5, 6, 7], dense_shape=[4, 4])
    spec = (tf.TensorSpec([None, 1], tf.int64), tf.TensorSpec([None], tf.int32), tf.TensorSpec([1], tf.int64))
    yield dataset_ops.DatasetV1Adapter(dataset_ops._VariantDataset(rows, spec))


def counts():
    d = Dataset.range(7)
    for n in (0, 3, 9, -1):
        yield d.take(n)
        yield d.skip(n)
    yield d.take(3).repeat(3)
    yield d.repeat(0)
    yield d.take(0).repeat()
    yield d.take(2).repeat()
    yield d.shard(3, 1)
    yield d.take(2).concatenate(d.skip(5))
    yield Dataset.zip((d, d.skip(3), Dataset.from_tensors("x").repeat()))
    yield d.enumerate(start=5)


def batches():
    d = Dataset.range(7)
    words = tf.constant(["", "a", "bb", "ccc", "dd", "e", "ffffff"])
    yield d.batch(3)
    yield d.batch(3, drop_remainder=True)
    yield d.batch(100)
    yield d.batch(2, num_parallel_calls=2)
    yield d.map(lambda x: tf.gather(words, x)).batch(4)
    yield d.batch(3).unbatch()
    ragged = d.map(lambda x: tf.fill([x % 4], x))
    yield ragged.batch(2)
    yield ragged.padded_batch(3, padded_shapes=[None])
    yield ragged.padded_batch(3, padded_shapes=[5], padding_values=tf.constant(-1, tf.int64))
    yield ragged.padded_batch(4, padded_shapes=[2], drop_remainder=True)
    square = d.map(lambda x: (tf.fill([x % 3, 2], tf.gather(words, x)), tf.ones([2, x % 2 + 1]) * tf.cast(x, tf.float32)))
    yield square.padded_batch(3, padded_shapes=([3, 3], [None, None]), padding_values=("-", 0.5))
    for size, shift, stride, drop in ((3, 2, 1, False), (3, 2, 1, True), (2, 1, 3, False), (2, 5, 1, True), (2, None, 1, False)):
        yield d.window(size, shift, stride, drop).flat_map(lambda w: w.batch(10))
    yield Dataset.zip((d, d.map(lambda x: -x))).window(2).flat_map(lambda a, b: Dataset.zip((a.batch(2), b.batch(2))))


def functions():
    d = Dataset.range(8)
    seven = tf.constant(7, tf.int64)
    yield d.map(lambda x: (x * 2, x + seven))
    yield d.map(lambda x: x * x, num_parallel_calls=3)
    yield d.map(lambda x: x * x, num_parallel_calls=tf.data.AUTOTUNE)
    yield d.map(lambda x: x * x, num_parallel_calls=2, deterministic=True)
    yield d.map(lambda x: v1.cond(x % 2 > 0, lambda: x * 10, lambda: x))
    yield d.map(lambda x: v1.while_loop(lambda i, s: i < x, lambda i, s: (i + 1, s + i), [tf.constant(0, tf.int64), tf.constant(0, tf.int64)])[1])
    yield d.filter(lambda x: tf.equal(x % 3, 1))
    yield d.filter(lambda x: x > 100)
    yield d.take_while(lambda x: x < 4)
    yield d.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s * x))
    yield d.flat_map(lambda x: Dataset.range(x % 3))
    yield d.flat_map(lambda x: Dataset.from_tensors(x).repeat(2).map(lambda y: y + x))
    for cycle, block in ((1, 1), (2, 1), (3, 2), (9, 4)):
        yield d.interleave(lambda x: Dataset.from_tensors(x).repeat(x % 4), cycle_length=cycle, block_length=block)
        yield d.interleave(lambda x: Dataset.from_tensors(x).repeat(x % 4), cycle_length=cycle, block_length=block, num_parallel_calls=min(cycle, 2))
    yield d.apply(tf.data.experimental.parallel_interleave(lambda x: Dataset.from_tensors(x).repeat(3), cycle_length=2, block_length=2))
    yield d.apply(tf.data.experimental.map_and_batch(lambda x: x + 1, 3))
    yield d.apply(tf.data.experimental.map_and_batch(lambda x: x + 1, 3, drop_remainder=True, num_parallel_calls=2))


def filtered_in_parallel(dataset, predicate, deterministic):
    function = dataset.filter(predicate)._dataset._predicate.function
    spec = tf.data.experimental.get_structure(dataset)
    made = tf.raw_ops.ParallelFilterDataset(input_dataset=dataset._variant_tensor, other_arguments=function.captured_inputs,
                                            num_parallel_calls=tf.constant(3, tf.int64), predicate=function, deterministic=deterministic,
                                            output_types=[tf.int64], output_shapes=[[]])
    return dataset_ops.DatasetV1Adapter(dataset_ops._VariantDataset(made, spec))


def folds():
    d = Dataset.range(11)
    two = tf.constant(2, tf.int64)
    yield filtered_in_parallel(d, lambda x: tf.equal(x % 3, 1), "true")
    yield filtered_in_parallel(d, lambda x: x > 3 * two, "default")
    yield filtered_in_parallel(d, lambda x: x > 100, "true")
    sums = tf.data.experimental.Reducer(lambda key: (key * 100, tf.constant(0, tf.int64)), lambda s, x: (s[0] + x * two, s[1] + 1),
                                        lambda total, n: (total, tf.fill([n], total)))
    yield d.apply(tf.data.experimental.group_by_reducer(lambda x: 2 - x % 4, sums))
    yield d.take(0).apply(tf.data.experimental.group_by_reducer(lambda x: x, sums))
    yield d.batch(3).apply(tf.data.experimental.group_by_reducer(lambda x: tf.cast(tf.shape(x)[0], tf.int64), tf.data.experimental.Reducer(
        lambda key: tf.constant(0, tf.int64), lambda s, x: s + tf.reduce_sum(x), lambda s: s)))


def examples():
    def feature(**lists):
        return tf.train.Example(features=tf.train.Features(feature={k: v for k, v in lists.items()})).SerializeToString()

    def of(*values):
        if isinstance(values[0], bytes):
            return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))
        if isinstance(values[0], int):
            return tf.train.Feature(int64_list=tf.train.Int64List(value=values))
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))
    rows = [feature(z=of(1.0, 2.0), words=of(b"a", b"b"), label=of(3)), feature(z=of(0.5, -1.0)), feature(z=of(4.0, 4.5), words=of(b"c"), label=of(7)),
            feature(z=of(1.0), words=of(b"d"), label=of(8)), b"abc", feature(z=of(8.0, 9.0), more=of(1, 2, 3), label=of(9))]
    features = {"words": tf.io.VarLenFeature(tf.string), "z": tf.io.FixedLenFeature([2], tf.float32), "more": tf.io.VarLenFeature(tf.int64),
                "label": tf.io.FixedLenFeature([], tf.int64, default_value=-1)}
    d = Dataset.from_tensor_slices(rows)
    parse = tf.data.experimental.parse_example_dataset
    yield d.take(3).batch(2).apply(parse(features))
    yield d.batch(1).apply(parse(features, num_parallel_calls=3)).with_options(unoptimised())


def failures():
    d = Dataset.range(5)
    bad = d.map(lambda x: tf.debugging.check_numerics(6.0 / tf.cast(x - 2, tf.float32), "no number"))
    yield bad
    yield bad.apply(tf.data.experimental.ignore_errors())
    yield bad.batch(2)
    yield bad.prefetch(2)
    yield d.map(lambda x: tf.debugging.check_numerics(6.0 / tf.cast(x - 2, tf.float32), "no number"), num_parallel_calls=2)
    yield Dataset.zip((d, bad))
    yield bad.repeat(2)
    yield filtered_in_parallel(d, lambda x: tf.equal(tf.gather([1, 0, 1], x), 1), "true")
    yield d.map(lambda x: (x, tf.fill([x], x))).batch(2)
    yield d.filter(lambda x: tf.equal(tf.gather([1, 0, 1], x), 1))
    yield d.map(lambda x: tf.fill([x], x)).padded_batch(2, padded_shapes=[2])
    yield Dataset.from_tensors(3.0).unbatch() if False else Dataset.range(3).batch(2).map(lambda x: (x, x[:1])).unbatch()


def buffers():
    d = Dataset.range(9)
    yield d.prefetch(3)
    yield d.prefetch(0)
    yield d.prefetch(tf.data.AUTOTUNE)
    yield d.take(3).cache().repeat(3)
    yield d.shuffle(4, seed=7)
    yield d.shuffle(100, seed=7)
    yield d.shuffle(4, seed=7).repeat(3)
    yield d.shuffle(4, seed=7, reshuffle_each_iteration=False).repeat(3)
    yield d.repeat(2).shuffle(5, seed=1)
    yield d.apply(tf.data.experimental.shuffle_and_repeat(5, 3, seed=2))
    yield d.shuffle(1, seed=3)
    yield d.shuffle(2, seed=2**40 + 5).batch(4)
    options = tf.data.Options()
    options.deterministic = True
    yield d.with_options(options).map(lambda x: x + 1)
    v1.set_random_seed(11)
    yield d.shuffle(6)


def unoptimised():
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    return options


def main():
    files()
    rows = []
    with tf.Graph().as_default() as graph:
        v1.set_random_seed(5)
        for program in (sources, counts, batches, functions, failures, buffers, folds, examples):
            with v1.name_scope(program.__name__):
                for dataset in program():
                    if program in (failures, folds):  # TensorFlow's optimiser makes other pipelines of these, which fail otherwise
                        dataset = dataset.with_options(unoptimised())
                    kind = v1.data.make_one_shot_iterator if len(rows) % 2 and program not in (functions, buffers, folds, examples) else v1.data.make_initializable_iterator
                    try:
                        iterator = kind(dataset)
                    except ValueError:  # it has captured something
                        iterator = v1.data.make_initializable_iterator(dataset)
                    begins = iterator.initializer.name if kind is v1.data.make_initializable_iterator or iterator._initializer is not None else ""
                    rows.append((begins, [], tf.nest.flatten(iterator.get_next(), expand_composites=True)))
        names = v1.placeholder(tf.string, [None], name="files")
        reads = [
            (v1.data.TFRecordDataset(names), ["records.tfrecord", "records.tfrecord"]),
            (v1.data.TFRecordDataset(names, "GZIP"), ["records.gz"]),
            (v1.data.TFRecordDataset(names, "ZLIB"), ["records.zz"]),
            (v1.data.TFRecordDataset(names, num_parallel_reads=2), ["records.tfrecord", "records.tfrecord"]),
            (v1.data.TFRecordDataset(names), ["lines.txt", "records.tfrecord"]),
            (v1.data.TFRecordDataset(names), ["none", "records.tfrecord"]),
            (v1.data.TextLineDataset(names), ["lines.txt", "lines.txt"]),
            (v1.data.FixedLengthRecordDataset(names, 3, 4, 2), ["pieces.bin", "pieces.bin"]),
            (v1.data.FixedLengthRecordDataset(names, 3, 4, 2, compression_type="GZIP"), ["pieces.gz"]),
            (v1.data.FixedLengthRecordDataset(names, 3), ["pieces.bin"]),
        ]
        plain = v1.data.TFRecordDataset(names).with_options(unoptimised())
        of_many = v1.data.TFRecordDataset(names, num_parallel_reads=2).with_options(unoptimised())
        for wanted in (["damaged.tfrecord", "records.tfrecord"], ["cut.tfrecord", "records.tfrecord"], ["damaged.tfrecord"]):
            reads += [
                (plain.map(tf.strings.length), wanted),
                (plain.map(tf.strings.length, num_parallel_calls=2), wanted),
                (plain.map(tf.strings.length, num_parallel_calls=2).batch(2).prefetch(1), wanted),
                (plain.map(tf.strings.length).apply(tf.data.experimental.ignore_errors()), wanted),
            ]
        reads.append((of_many.map(tf.strings.length), ["records.tfrecord", "records.tfrecord", "records.tfrecord"]))
        csv = v1.data.experimental.CsvDataset
        kinds = [tf.constant(["-"]), tf.constant(0.5), "", tf.int64]
        reads += [
            (csv(names, kinds, header=True), ["table.csv", "table.csv"]),
            (csv(names, kinds, header=True, na_value="NA", buffer_size=3), ["table.csv"]),
            (csv(names, [tf.string, tf.int32], header=True, field_delim=";", select_cols=[2, 3]), ["crlf.csv"]),
            (dataset_ops.DatasetV1Adapter(tf.data.experimental.CsvDataset(names, ["", 1, tf.int32], field_delim=";", exclude_cols=[2])),
             ["crlf.csv"]),
            (csv(names, ["", "", "", ""], use_quote_delim=False), ["table.csv"]),
            (csv(names, [""]), ["lines.txt", "none"]),
        ]
        for dataset, wanted in reads:
            iterator = v1.data.make_initializable_iterator(dataset)
            rows.append((iterator.initializer.name, wanted, tf.nest.flatten(iterator.get_next())))
    definition = graph.as_graph_def()
    with open(os.path.join(HERE, "datasets.pb"), "wb") as out:
        out.write(definition.SerializeToString(deterministic=True))
    with open(os.path.join(HERE, "datasets.inc"), "w") as out, v1.Session(graph=graph) as session:
        out.write("// Written by make_datasets.py (tensorflow %s).\nconst DatasetCase kCases[] = {\n" % tf.__version__)
        for begins, wanted, fetches in rows:
            if begins:
                feed = {names: [os.path.join(HERE, name) for name in wanted]} if wanted else {}
                session.run(begins, feed)
            answers = []
            while len(answers) < MOST:
                try:
                    values = session.run(fetches)
                    answers.append("{0, {%s}}" % ", ".join(value(v) for v in values))
                except tf.errors.OpError as error:
                    answers.append("{%d, {}}" % error.error_code)
                    # TensorFlow says for ever that there is no such file; here the pass goes on.
                    if isinstance(error, (tf.errors.OutOfRangeError, tf.errors.NotFoundError)):
                        break
            out.write('    {"%s", {%s}, {%s}, {%s}},\n' % (begins, texts(wanted), texts(t.name for t in fetches), ", ".join(answers)))
        out.write("};\n")


def texts(strings):
    return ", ".join('"%s"' % s for s in strings)


def text(data):
    # Octal: what follows cannot be taken for a part of it.
    return '"%s"s' % "".join(chr(c) if 32 <= c < 127 and chr(c) not in '"\\?' else "\\%03o" % c for c in data)


def value(v):
    v = np.asarray(v)
    shape = ", ".join(str(d) for d in v.shape)
    if v.dtype.kind in "OS":
        return "{{%s}, {}, {%s}}" % (shape, ", ".join(text(s) for s in v.ravel().tolist()))
    return "{{%s}, {%s}, {}}" % (shape, ", ".join(repr(float(x)) for x in v.ravel()))


if __name__ == "__main__":
    main()
