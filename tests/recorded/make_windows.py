#!/usr/bin/python3
"""Writes windows.txt beside itself: lines as those of by_hand.txt, with TensorFlow's answers.

usage: make_windows.py

Windows over volumes, images and sounds, and what else neural networks have beside convolutions. TensorFlow computes volumes on the CPU with
channels last only; for NCDHW its answer is transposed. Inputs are made from their positions. Needs numpy and tensorflow.
"""
import os

import numpy as np
import tensorflow as tf

import make_numbers
from make_cases import HERE
from make_numbers import LINES, REAL, Fixed, add, spread, whole

FIRST, LAST = (0, 4, 1, 2, 3), (0, 2, 3, 4, 1)


def few(shape, start=0):
    """Whole numbers from -2 to 3, so that sums of many products are exact."""
    n = np.arange(start, start + int(np.prod(shape)))
    return ((n * 5 + n // 7) % 6 - 2.0).reshape(shape)


def listed(two_or_three):
    return [1] + list(two_or_three) + [1]


def raw(op, **arguments):
    made = getattr(tf.raw_ops, op)(**arguments)
    return [a.numpy() for a in (made if isinstance(made, (tuple, list)) else [made])]


def moved(values):
    """The attrs' lists for NCDHW."""
    return [values[0], values[4]] + values[1:4]


def pools():
    x = (np.arange(240) * 97 % 240 - 120.0).reshape(2, 4, 5, 3, 2)  # without two that are equal, which share what TensorFlow gives back
    for size, strides, padding in (([2, 2, 2], [2, 2, 2], "VALID"), ([3, 2, 3], [1, 2, 2], "SAME"), ([1, 3, 2], [1, 1, 1], "VALID"), ([4, 1, 1], [3, 1, 1], "SAME")):
        attrs = dict(ksize=listed(size), strides=listed(strides), padding=padding)
        first = dict(attrs, ksize=moved(listed(size)), strides=moved(listed(strides)), data_format="NCDHW")

        def both(op, types, inputs, answer):
            """inputs: volumes, or ["sizes", vector]."""
            add(op, types, *[Fixed("int32", i) if isinstance(i, list) else i for i in inputs], attrs=attrs, answers=[answer])
            turned = [Fixed("int32", moved(i)) if isinstance(i, list) else i.transpose(FIRST) for i in inputs]
            add(op, types, *turned, attrs=first, answers=[answer.transpose(FIRST)])
        f = x.astype(np.float32)
        y = raw("MaxPool3D", input=f, **attrs)[0]
        g = few(y.shape).astype(np.float32)
        both("MaxPool3D", REAL, [x], y.astype(np.float64))
        gx = raw("MaxPool3DGrad", orig_input=f, orig_output=y, grad=g, **attrs)[0]
        kinds = "/".join("T=%s,TInput=%s" % (t, t) for t in REAL.split("/"))
        both("MaxPool3DGrad", kinds, [x, y, g], gx.astype(np.float64))
        gg = raw("MaxPool3DGradGrad", orig_input=f, orig_output=y, grad=few(x.shape).astype(np.float32), **attrs)[0]
        both("MaxPool3DGradGrad", REAL, [x, y, few(x.shape)], gg.astype(np.float64))
        for t in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
            if padding == "VALID" and size[0] == 2:
                whole_x = np.floor(f / 2 + 60)
                whole_y = raw("MaxPool3D", input=whole_x, **attrs)[0]
                picked = raw("MaxPool3DGradGrad", orig_input=whole_x, orig_output=whole_y, grad=few(x.shape).astype(np.float32) + 2, **attrs)[0]
                add("MaxPool3DGradGrad", t, whole_x, whole_y, few(x.shape) + 2, attrs=attrs, answers=[picked.astype(t)])
        mean = raw("AvgPool3D", input=f, **attrs)[0]
        both("AvgPool3D", "float", [x], mean)
        both("AvgPool3DGrad", "float", [list(x.shape), g], raw("AvgPool3DGrad", orig_input_shape=list(x.shape), grad=g, **attrs)[0])
    attrs = dict(ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID")
    x, g = few([1, 2, 4, 2, 3]) * 4, few([1, 1, 2, 1, 3]) * 8
    add("AvgPool3D", REAL, x, attrs=attrs, answers=[raw("AvgPool3D", input=x.astype(np.float32), **attrs)[0].astype(np.float64)])
    spread_out = raw("AvgPool3DGrad", orig_input_shape=x.shape, grad=g.astype(np.float32), **attrs)[0]
    add("AvgPool3DGrad", REAL, Fixed("int32", x.shape), g, attrs=attrs, answers=[spread_out.astype(np.float64)])


def convolutions():
    for shape, filters, strides, dilations, padding in (
            ([2, 4, 5, 3, 2], [2, 2, 3, 2, 3], [1, 1, 1], [1, 1, 1], "SAME"), ([1, 5, 4, 4, 2], [3, 2, 2, 2, 2], [2, 1, 2], [1, 1, 1], "VALID"),
            ([1, 5, 4, 4, 1], [3, 3, 3, 1, 2], [2, 2, 2], [1, 1, 1], "SAME"), ([1, 3, 3, 3, 2], [1, 1, 1, 2, 2], [2, 1, 1], [1, 1, 1], "VALID"),
            ([1, 5, 5, 5, 1], [2, 2, 2, 1, 1], [1, 1, 1], [2, 2, 2], "SAME"), ([1, 4, 3, 3, 4], [2, 2, 2, 2, 4], [1, 1, 1], [1, 1, 1], "VALID")):
        attrs = dict(strides=listed(strides), dilations=listed(dilations), padding=padding)
        first = dict(attrs, strides=moved(listed(strides)), dilations=moved(listed(dilations)), data_format="NCDHW")
        x, w = few(shape), few(filters, 3)

        def convolve(x, w):
            """The convolution; TensorFlow has no groups or gradients with dilations on the CPU, so of slices of the filter."""
            groups = shape[4] // filters[3]
            parts = []
            for one, some in zip(tf.split(x, groups, 4), tf.split(w, groups, 4)):
                if max(dilations) > 1:  # the filter with zeros between
                    for axis in range(3):
                        pieces = tf.split(some, filters[axis], axis)
                        some = tf.concat([p for piece in pieces for p in [piece] + [tf.zeros_like(piece)] * (dilations[axis] - 1)][:1 - dilations[axis] or None], axis)
                parts.append(tf.raw_ops.Conv3D(input=one, filter=some, strides=listed(strides), padding=padding))
            return tf.concat(parts, 4)
        with tf.GradientTape() as tape:
            tx, tw = tf.constant(x), tf.constant(w)
            tape.watch([tx, tw])
            y = convolve(tx, tw)
            g = few(y.shape, 5)
            loss = tf.reduce_sum(y * g)
        gx, gw = (v.numpy() for v in tape.gradient(loss, [tx, tw]))
        y = y.numpy()
        old = dict(attrs)
        add("Conv3D", REAL, x, w, attrs=attrs, answers=[y])
        add("Conv3D", REAL, x.transpose(FIRST), w, attrs=first, answers=[y.transpose(FIRST)])
        add("Conv3DBackpropInputV2", REAL, Fixed("int32", shape), w, g, attrs=attrs, answers=[gx])
        add("Conv3DBackpropInputV2", "/".join("T=%s,Tshape=int64" % t for t in REAL.split("/")), Fixed("int64", moved(shape)), w, g.transpose(FIRST), attrs=first, answers=[gx.transpose(FIRST)])
        add("Conv3DBackpropFilterV2", "double/float", x, Fixed("int32", filters), g, attrs=attrs, answers=[gw])
        add("Conv3DBackpropFilterV2", "double/float/half", x.transpose(FIRST), Fixed("int32", filters), g.transpose(FIRST), attrs=first, answers=[gw])
        if max(filters[:3]) == 1:
            add("Conv3DBackpropFilterV2", "bfloat16", x, Fixed("int32", filters), g, attrs=attrs, answers=[gw.astype(make_numbers.NUMPY["bfloat16"])])
        add("Conv3DBackpropInput", "double/float/half", x * 0, w, g, attrs=old, answers=[gx])
        add("Conv3DBackpropFilter", "double/float/half", x, w * 0, g, attrs=old, answers=[gw])


def sparse_segments():
    data, ids = whole([3, 2]) * 0.5, [0, 0, 1, 2, 2, 2]
    for op in ("Sum", "Mean", "SqrtN"):
        for index in ("int32", "int64"):
            for segment in ("int32", "int64"):
                kinds = "/".join("T=%s,Tidx=%s,Tsegmentids=%s" % (t, index, segment) for t in REAL.split("/"))
                inputs = [data, Fixed(index, [4, 1, 4, 0, 1, 1]), Fixed(segment, ids), Fixed("int32", 6)]
                add("SparseSegment%sGradV2" % op, kinds, *inputs)


def main():
    LINES.clear()
    for make in (sparse_segments, pools, convolutions):
        make()
    with open(os.path.join(HERE, "windows.txt"), "w") as file:
        file.write("# Written by make_windows.py (numpy %s, tensorflow %s).\n" % (np.__version__, tf.__version__))
        file.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
