"""TFRecord files and Examples, and what TensorFlow reads of them and writes for us."""
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np

import runnel

TENSORFLOW = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")


def tensorflow(program, *arguments):
    """What TensorFlow's program prints."""
    done = subprocess.run([TENSORFLOW, "-c", "import os, sys\nos.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'\nimport tensorflow as tf\n" + program,
                           *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr[-2000:])
    return done.stdout


class Records(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "r.tfrecord")

    def test_records_come_back(self):
        records = [b"", b"a", b"\0\1", b"x" * 700000] + [b"record %d" % i for i in range(1000)]
        for compression in ("", "ZLIB", "GZIP"):
            with self.subTest(compression):
                with runnel.RecordWriter(self.path, compression) as writer:
                    for record in records:
                        writer.write(record)
                with self.assertRaises(runnel.FailedPrecondition):
                    writer.write(b"late")
                reader = runnel.RecordReader(self.path, compression)
                self.assertEqual(list(reader), records)
                self.assertRaises(StopIteration, next, reader)
                self.assertEqual(reader.progress, (os.path.getsize(self.path),) * 2)

    def test_a_reader_seeks_and_tells_where_it_is(self):
        with runnel.RecordWriter(self.path) as writer:
            for record in (b"first", b"second"):
                writer.write(record)
            writer.flush(sync=True)
            self.assertEqual(os.path.getsize(self.path), 43)
        reader = runnel.RecordReader(self.path)
        next(reader)
        self.assertEqual(reader.offset, 21)
        list(reader)
        reader.seek(21)
        self.assertEqual(next(reader), b"second")
        self.assertRaises(runnel.OutOfRange, reader.seek, 1000)

    def test_damage_is_told_with_file_and_byte(self):
        with runnel.RecordWriter(self.path) as writer:
            for record in (b"first", b"second"):
                writer.write(record)
        with open(self.path, "r+b") as file:
            file.truncate(40)
        reader = runnel.RecordReader(self.path)
        self.assertEqual(next(reader), b"first")
        for _ in range(2):
            with self.assertRaisesRegex(runnel.DataLoss, "byte 21 of .*r.tfrecord"):
                next(reader)
        with self.assertRaisesRegex(runnel.InvalidArgument, "LZ4"):
            runnel.RecordReader(self.path, "LZ4")
        self.assertRaises(runnel.NotFound, runnel.RecordReader, self.path + ".absent")

    def test_threads_share_a_writer(self):
        with runnel.RecordWriter(self.path, "GZIP", level=1) as writer:
            threads = [threading.Thread(target=lambda t=t: [writer.write(b"%d %d" % (t, i)) for i in range(100)]) for t in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(set(runnel.RecordReader(self.path, "GZIP")), {b"%d %d" % (t, i) for t in range(4) for i in range(100)})

    def test_a_dataset_reads_them(self):
        with runnel.RecordWriter(self.path, "ZLIB") as writer:
            writer.write(runnel.Example({"x": [1.0]}))
        (record,), = runnel.Dataset.from_records(self.path, compression="ZLIB")
        self.assertEqual(runnel.Example.parse(record.item()).to_dict(), {"x": [1.0]})

    @unittest.skipUnless(TENSORFLOW, "RUNNEL_TENSORFLOW_PYTHON names no TensorFlow")
    def test_tensorflow_reads_what_we_write_and_we_what_it_writes(self):
        with runnel.RecordWriter(self.path, "GZIP") as writer:
            writer.write(runnel.Example({"i": [1, -2], "f": [0.5], "s": ["a", b"\xff"], "none": None}))
            writer.write(runnel.SequenceExample({"c": [7]}, {"t": [[1], [2, 3], []], "e": []}))
        program = """
records = [r.numpy() for r in tf.data.TFRecordDataset(sys.argv[1], 'GZIP')]
e, s = tf.train.Example.FromString(records[0]), tf.train.SequenceExample.FromString(records[1])
f = e.features.feature
assert list(f['i'].int64_list.value) == [1, -2] and list(f['f'].float_list.value) == [0.5], e
assert list(f['s'].bytes_list.value) == [b'a', b'\\xff'] and f['none'].WhichOneof('kind') is None, e
assert e.SerializeToString(deterministic=True) == records[0], 'the bytes differ'
t = s.feature_lists.feature_list
assert [list(x.int64_list.value) for x in t['t'].feature[:2]] == [[1], [2, 3]] and 'e' in t, s
assert len(t['t'].feature) == 3 and list(s.context.feature['c'].int64_list.value) == [7], s
assert s.SerializeToString(deterministic=True) == records[1], 'the bytes differ'
for name, compression in (('', ''), ('.z', 'ZLIB'), ('.gz', 'GZIP')):
    with tf.io.TFRecordWriter(sys.argv[1] + name, compression) as w:
        for r in records:
            w.write(r)
print('read')
"""
        self.assertEqual(tensorflow(program, self.path).strip(), "read")
        for name, compression in (("", ""), (".z", "ZLIB"), (".gz", "GZIP")):
            first, second = runnel.RecordReader(self.path + name, compression)
            self.assertEqual(runnel.Example.parse(first).to_dict(), {"i": [1, -2], "f": [0.5], "s": [b"a", b"\xff"], "none": None})
            self.assertEqual(runnel.SequenceExample.parse(second).lists, {"t": [[1], [2, 3], []], "e": []})


class Examples(unittest.TestCase):
    def test_features_are_a_mapping(self):
        example = runnel.Example({"i": [1, 2], "f": [1, 2.5], "s": ["one", b"\0"]})
        example["n"] = np.arange(3, dtype="int32")
        example["b"] = [True, False]
        example["z"] = np.zeros(0, "int64")
        self.assertEqual(list(example), ["b", "f", "i", "n", "s", "z"])
        self.assertEqual((example["n"], example["f"], example["b"]), ([0, 1, 2], [1.0, 2.5], [1, 0]))
        again = runnel.Example.parse(example.to_bytes())
        self.assertEqual(again.to_dict(), example.to_dict())
        self.assertEqual(again.to_bytes(), example.to_bytes())
        self.assertEqual((len(again), "i" in again, "x" in again), (6, True, False))
        self.assertRaises(KeyError, again.__getitem__, "x")
        with self.assertRaises(TypeError):
            example["t"] = "text"
        with self.assertRaises(ValueError):
            example["t"] = [2**63]
        with self.assertRaisesRegex(runnel.InvalidArgument, "byte"):
            runnel.Example.parse(b"\x0a\x05oh")

    def test_sequences_have_lists(self):
        example = runnel.SequenceExample({"length": [2]}, {"tokens": [[1], [2, 3]], "empty": []})
        example.add_step("words", ["a"])
        again = runnel.SequenceExample.parse(example.to_bytes())
        self.assertEqual(again.lists, {"empty": [], "tokens": [[1], [2, 3]], "words": [[b"a"]]})
        self.assertEqual(again["length"], [2])
        self.assertIn("tokens", repr(again))


if __name__ == "__main__":
    unittest.main()
