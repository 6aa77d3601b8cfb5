#!/usr/bin/python3
"""Writes quantized.txt beside itself: TensorFlow's ops over quantised tensors with ranges, with its answers.

usage: make_quantized.py

Numbers are drawn by numpy with seed 5; ranges that overflow TensorFlow are left out. Lines are those of make_cases.py, without a type. Needs numpy and tensorflow.
"""
import os

import numpy as np
import tensorflow as tf

from make_cases import HERE, Tensor

LINES = []
RNG = np.random.default_rng(5)


def name_of(dtype):
    return {tf.quint8: "quint8", tf.qint32: "qint32", tf.float32: "float"}[dtype]


def stored(dtype, shape):
    info = np.iinfo(np.uint8 if dtype == tf.quint8 else np.int32)
    return tf.constant(RNG.integers(info.min, int(info.max) + 1, shape), tf.int32 if dtype == tf.qint32 else tf.uint8)


def add(op, attrs, inputs, **types):
    def text(value):
        if isinstance(value, bool):
            return "b:%d" % value
        return "l:" + ",".join(map(str, value)) if isinstance(value, list) else "s:" + value
    run, cells = {}, []
    for key, value in inputs.items():
        if isinstance(value, tuple):
            run[key] = tf.bitcast(value[1], value[0])
            cells.append(Tensor(name_of(value[0]), value[1].numpy()).text())
        elif isinstance(value, list):
            run[key] = value
            cells.append("#int32[%d]:%s" % (len(value), ",".join(map(str, value))))
        else:
            run[key] = np.float32(value)
            cells.append(Tensor("float", np.float32(value)).text())
    got = getattr(tf.raw_ops, op)(**run, **attrs, **types)
    answers = []
    for value in got:
        dtype = value.dtype
        plain = value if dtype == tf.float32 else tf.bitcast(value, tf.uint8 if dtype == tf.quint8 else tf.int32)
        answers.append(Tensor(name_of(dtype), plain.numpy()).text())
    words = ["%s=%s" % (k, text(v)) for k, v in sorted(attrs.items())] + ["%s=t:%s" % (k, name_of(v)) for k, v in types.items()]
    words += ["%s=t:%s" % (k, name_of(v)) for k, v in {
        "QuantizedConv2D": dict(Tinput=tf.quint8, Tfilter=tf.quint8), "QuantizedMatMul": dict(T1=tf.quint8, T2=tf.quint8),
        "QuantizedBiasAdd": dict(T1=tf.quint8, T2=tf.quint8), "QuantizedAdd": dict(T1=tf.quint8, T2=tf.quint8),
        "QuantizedMul": dict(T1=tf.quint8, T2=tf.quint8)}.get(op, {}).items()]
    first = next(v for v in inputs.values() if isinstance(v, tuple))[0]
    kind = {"QuantizedMaxPool": "T", "QuantizedAvgPool": "T", "QuantizedReshape": "T"}.get(
        op, "Tinput" if op.startswith(("Requant", "QuantizeDown", "QuantizedRelu")) else None)
    if kind:
        words.append("%s=t:%s" % (kind, name_of(first)))
    LINES.append("\t".join([op, "", " ".join(words), "|".join(cells), "|".join(answers)]))


def ranges(*names):
    pairs = [(-1.3, 2.9), (0.0, 6.0), (-4.0, 0.5)]
    out = {}
    for i, name in enumerate(names):
        out["min_" + name], out["max_" + name] = pairs[(i + len(LINES)) % 3]
    return out


def main():
    q8, q32 = tf.quint8, tf.qint32
    for strides, padding, dilation in (([1, 1, 1, 1], "SAME", 1), ([1, 2, 2, 1], "VALID", 1), ([1, 2, 2, 1], "SAME", 1)):
        for size in ([3, 2], [1, 1]):
            add("QuantizedConv2D", dict(strides=strides, padding=padding, dilations=[1, dilation, dilation, 1]),
                dict(input=(q8, stored(q8, [2, 5, 6, 3])), filter=(q8, stored(q8, size + [3, 4])), **ranges("input", "filter")),
                out_type=q32)
    for ta in (False, True):
        for tb in (False, True):
            a, b = [5, 3] if ta else [3, 5], [4, 5] if tb else [5, 4]
            add("QuantizedMatMul", dict(transpose_a=ta, transpose_b=tb),
                dict(a=(q8, stored(q8, a)), b=(q8, stored(q8, b)), **ranges("a", "b")), Toutput=q32)
    for _ in range(3):
        add("QuantizedBiasAdd", {}, dict(input=(q8, stored(q8, [4, 7])), bias=(q8, stored(q8, [7])), **ranges("input", "bias")),
            out_type=q32)
        for op in ("QuantizedAdd", "QuantizedMul"):
            for shape in ([3, 5], [5], []):
                add(op, {}, dict(x=(q8, stored(q8, [3, 5])), y=(q8, stored(q8, shape)), **ranges("x", "y")), Toutput=q32)
    for low, high in ((-3e4, 3e4), (-1e5, 2e4), (-7.0, 7.5)):
        x = (q32, stored(q32, [4, 9]))
        small = (q32, tf.constant(RNG.integers(-1 << 20, 1 << 22, [4, 9]), tf.int32))
        for value in (x, small):
            given = dict(input=value, input_min=low, input_max=high)
            add("RequantizationRange", {}, given)
            add("QuantizeDownAndShrinkRange", {}, given, out_type=q8)
            for want in ((low / 50, high / 40), (0.0, high / 3), (low / 5, 0.0)):
                add("Requantize", {}, dict(given, requested_output_min=want[0], requested_output_max=want[1]), out_type=q8)
    for op in ("QuantizedRelu", "QuantizedRelu6"):
        for _ in range(3):
            add(op, {}, dict(features=(q8, stored(q8, [3, 7])), **ranges("features")), out_type=q8)
        add(op, {}, dict(features=(q32, stored(q32, [3, 7])), min_features=-20.0, max_features=21.0), out_type=q32)
    for op in ("QuantizedMaxPool", "QuantizedAvgPool"):
        for size, strides, padding in (([2, 2], [1, 1], "VALID"), ([3, 3], [2, 2], "SAME"), ([2, 2], [2, 2], "SAME")):
            add(op, dict(ksize=[1] + size + [1], strides=[1] + strides + [1], padding=padding),
                dict(input=(q8, stored(q8, [2, 5, 5, 3])), **ranges("input")))
    add("QuantizedReshape", {}, dict(tensor=(q8, stored(q8, [2, 6])), shape=[3, -1], input_min=-1.5, input_max=2.5))
    with open(os.path.join(HERE, "quantized.txt"), "w", encoding="utf-8") as file:
        print("# Written by make_quantized.py (numpy %s, tensorflow %s, seed 5)." % (np.__version__, tf.__version__), file=file)
        print("\n".join(LINES), file=file)


if __name__ == "__main__":
    main()
