#!/usr/bin/python3
"""Writes readers.pb and readers.inc beside itself, and the files that they read in reader_files: readers of all kinds over queues of
file names, step by step, and what TensorFlow gave. Needs tensorflow; 2.21.0 made the committed files.
"""
import os
import zlib

import tensorflow as tf

from recorded_steps import HERE, Steps

v1 = tf.compat.v1
v1.disable_v2_behavior()
RAW = tf.raw_ops
FILES = os.path.join(HERE, "reader_files")


def write_files():
    os.makedirs(FILES, exist_ok=True)

    def write(name, data):
        with open(os.path.join(FILES, name), "wb") as out:
            out.write(data)
    write("a.txt", b"one\ntwo\r\n\nfour")
    write("b.txt", b"x\ny\n")
    write("empty", b"")
    write("f.bin", b"HHabcdefghijklmF")
    write("g.bin", b"HH0123456789F")
    write("small.bin", b"HH")
    write("z.bin", zlib.compress(b"HHabcdefghiF"))
    for kind, name in (("", "r"), ("ZLIB", "r.zz"), ("GZIP", "r.gz")):
        with tf.io.TFRecordWriter(os.path.join(FILES, name), kind) as out:
            for i in range(5):
                out.write(b"rec%d" % i * (i + 1))
    with open(os.path.join(FILES, "r"), "rb") as file:
        records = file.read()
    write("bad", records[:40] + b"X" + records[41:])


def queue_of(steps, *names, whole=False):
    queue = RAW.FIFOQueueV2(component_types=[tf.string], shapes=[[]])
    paths = [tf.constant(n) if whole else steps.path(n) for n in names]
    steps.run(RAW.QueueEnqueueManyV2(handle=queue, components=[tf.stack(paths)]))
    steps.run(RAW.QueueCloseV2(handle=queue))
    return queue


class Reader:
    def __init__(self, steps, kind, queue, **attrs):
        self.steps, self.queue = steps, queue
        self.handle = getattr(RAW, kind + "V2")(**attrs)

    def op(self, name, **args):
        return getattr(RAW, "Reader" + name + "V2")(reader_handle=self.handle, **args)

    def read(self, times=1):
        for _ in range(times):
            self.steps.run(self.op("Read", queue_handle=self.queue))

    def up_to(self, n, times=1):
        for _ in range(times):
            self.steps.run(self.op("ReadUpTo", queue_handle=self.queue, num_records=tf.constant(n, tf.int64)))

    def facts(self):
        self.steps.run(self.op("NumRecordsProduced"), self.op("NumWorkUnitsCompleted"))


def readers(steps):
    lines = Reader(steps, "TextLineReader", queue_of(steps, "a.txt", "empty", "b.txt", "nowhere", "b.txt"),
                   skip_header_lines=1)
    lines.read(6)
    lines.facts()
    lines.read()
    lines.facts()
    steps.run(lines.op("SerializeState"))
    steps.run(lines.op("RestoreState", state=""))
    steps.run(lines.op("Reset"))
    lines.facts()
    Reader(steps, "TextLineReader", queue_of(steps, "a.txt", "b.txt")).up_to(3, 4)
    whole = Reader(steps, "WholeFileReader", queue_of(steps, "a.txt", "empty", "nowhere"))
    whole.read(4)
    whole.facts()
    same = Reader(steps, "IdentityReader", queue_of(steps, "abc", "def", whole=True))
    same.read()
    steps.run(same.op("SerializeState"))
    same.up_to(3)
    steps.run(same.op("SerializeState"))
    steps.run(same.op("RestoreState", state=b'\x08\x01\x10\x01\x18\x01"\x03abc'))
    same.facts()
    steps.run(same.op("RestoreState", state=b"\x08\x05"))
    steps.run(same.op("RestoreState", state=b"\x08\x01\x10"))
    steps.run(same.op("RestoreState", state=b""))
    same.facts()
    same.read()
    same.up_to(0)
    for hop in (0, 1, 5):
        fixed = Reader(steps, "FixedLengthRecordReader", queue_of(steps, "small.bin", "f.bin", "g.bin"),
                       header_bytes=2, record_bytes=3, footer_bytes=1, hop_bytes=hop)
        fixed.read(3)
        fixed.up_to(20, 3)
    for attrs in (dict(record_bytes=3, header_bytes=-1), dict(record_bytes=3, hop_bytes=-1), dict(record_bytes=-1)):
        steps.run(RAW.FixedLengthRecordReaderV2(**attrs))
    for kind, name in (("", "r"), ("ZLIB", "r.zz"), ("GZIP", "r.gz")):
        records = Reader(steps, "TFRecordReader", queue_of(steps, name), compression_type=kind)
        records.read()
        records.up_to(3, 3)
    bad = Reader(steps, "TFRecordReader", queue_of(steps, "bad"))
    bad.read(3)
    bad.facts()
    Reader(steps, "TFRecordReader", queue_of(steps, "a.txt")).read()
    Reader(steps, "TFRecordReader", queue_of(steps, "r"), compression_type="GZIP").read()


def main():
    write_files()
    with tf.Graph().as_default():
        steps = Steps()
        readers(steps)
        with v1.name_scope("zipped"):  # no older reader has an encoding
            zipped = Reader(steps, "FixedLengthRecordReader", queue_of(steps, "z.bin"), header_bytes=2, record_bytes=3, footer_bytes=1,
                            encoding="ZLIB")
            zipped.read()
            zipped.up_to(5, 2)
        vector = RAW.FIFOQueueV2(component_types=[tf.string])
        steps.run(RAW.QueueEnqueueV2(handle=vector, components=[["a", "b"]]))
        Reader(steps, "IdentityReader", vector).read()
        steps.write("readers", FILES)


if __name__ == "__main__":
    main()
