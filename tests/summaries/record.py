#!/usr/bin/env python3
"""Records what TensorFlow's summary ops give, for summary_test.cc: recorded.tsv.

usage: record.py > recorded.tsv, with an interpreter that has TensorFlow. A line is a case's name and the bytes of the
summary in hex. For images: name, tag, height, width, channels, and the pixels, as decoded again. Nothing is random.
"""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

op = tf.raw_ops
REAL = (tf.float32, tf.float64, tf.int32, tf.uint8, tf.int16, tf.int8, tf.int64, tf.bfloat16, tf.uint16, tf.float16,
        tf.uint32, tf.uint64)
NAMES = {"float32": "float", "float64": "double", "float16": "half"}
SPREAD = [0, 0.5, -0.5, 1e-12, 3, 3.05, 1e300, -1e-13, 1e20, 8e307, -2e30, -7, 1e-15]


def put(name, summary):
    print("%s\t%s" % (name, summary.numpy().hex()))


def put_images(name, images, **attrs):
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:  # eager calls take no tensor attrs
        if "bad_color" in attrs:
            attrs["bad_color"] = tf.make_tensor_proto(attrs["bad_color"], tf.uint8)
        summary = session.run(op.ImageSummary(tag="i", tensor=images(), **attrs))
    for value in tf.compat.v1.Summary.FromString(summary).value:
        image = value.image
        pixels = tf.io.decode_png(image.encoded_image_string).numpy()
        print("%s\t%s\t%d\t%d\t%d\t%s" % (name, value.tag, image.height, image.width, image.colorspace, pixels.tobytes().hex()))


def main():
    print("# tests/summaries/record.py with TensorFlow %s" % tf.__version__)
    for dtype in REAL:
        name = NAMES.get(dtype.name, dtype.name)
        put("scalar_" + name, op.ScalarSummary(tags=["three", "none"], values=tf.cast([3, 0], dtype)))
        put("histogram_" + name, op.HistogramSummary(tag="h", values=tf.cast([[0, 1, 2], [3, 3, 100]], dtype)))
    put("scalar_negative", op.ScalarSummary(tags="loss", values=tf.constant(-1.25)))
    put("histogram_spread", op.HistogramSummary(tag="spread", values=tf.constant(SPREAD, tf.float64)))
    put("histogram_empty", op.HistogramSummary(tag="e", values=tf.zeros([0])))
    one, two = op.ScalarSummary(tags="a", values=1.0), op.HistogramSummary(tag="b", values=[2.0])
    put("merge", op.MergeSummary(inputs=[one, tf.stack([two, b""])]))
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        node = op.TensorSummary(tensor=tf.constant([1.0, 2.0]), name="kept")
        print("tensor\t%s" % session.run(node).hex())
    metadata = tf.compat.v1.SummaryMetadata(plugin_data={"plugin_name": "text"}).SerializeToString()
    put("tensor_text", op.TensorSummaryV2(tag="words", tensor=["hello", ""], serialized_summary_metadata=metadata))
    put("tensor_ints", op.TensorSummaryV2(tag="n", tensor=tf.constant([[7, -1]]), serialized_summary_metadata=b""))
    for channels in (1, 3, 4):
        ramp = np.arange(2 * 2 * 3 * channels, dtype=np.float64).reshape(2, 2, 3, channels)
        put_images("bytes_%d" % channels, lambda: tf.constant(ramp * 5, tf.uint8), max_images=3)
        put_images("positive_%d" % channels, lambda: tf.constant(ramp / 7, tf.float32), max_images=1)
        signed = (ramp - 9) / 4
        signed[0, 1, 1, 0] = np.nan
        signed[1, 0, 2, channels - 1] = -np.inf
        for dtype, name in ((tf.float32, "float"), (tf.float16, "half"), (tf.float64, "double")):
            put_images("signed_%s_%d" % (name, channels), lambda: tf.constant(signed, dtype), max_images=2,
                       bad_color=[10, 20, 30, 40])
    put_images("dark", lambda: tf.fill([1, 1, 2, 1], 1e-8), max_images=3)


if __name__ == "__main__":
    main()
