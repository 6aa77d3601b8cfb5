#!/usr/bin/python3
"""Writes windows.txt beside itself: lines as those of by_hand.txt, with TensorFlow's answers.

usage: make_windows.py

Windows over volumes, images and sounds, and what else neural networks have beside convolutions. TensorFlow computes volumes on the CPU with
channels last only; for NCDHW its answer is transposed. Inputs are made from their positions. Needs numpy and tensorflow.
"""
import os

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_registry

from make_cases import HERE, NUMPY
from make_numbers import LINES, PLAIN, REAL, Fixed, add, show, spread, whole

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
            add("Conv3DBackpropFilterV2", "bfloat16", x, Fixed("int32", filters), g, attrs=attrs, answers=[gw.astype(NUMPY["bfloat16"])])
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


def argmax():
    x = (np.arange(96) * 37 % 96).reshape(2, 4, 6, 2)
    for size, strides, padding in (([2, 2], [2, 2], "VALID"), ([3, 2], [1, 2], "SAME")):
        attrs = dict(ksize=listed(size), strides=listed(strides), padding=padding)
        for whole_batch in (False, True):
            own = dict(attrs, include_batch_in_index=whole_batch)
            for index in (tf.int32, tf.int64):
                y, at = raw("MaxPoolWithArgmax", input=x.astype(np.float32), Targmax=index, **own)
                g = few(y.shape)
                up = raw("MaxPoolGradWithArgmax", input=x.astype(np.float32), grad=g.astype(np.float32), argmax=at.astype(np.int64), **own)[0]
                # What falls on one pixel, from the gradient; TensorFlow has none of the second kind on the CPU.
                flat = few(x.shape).reshape(2, -1)
                places = at.reshape(2, -1) - (np.array([[0], [96 // 2]]) if whole_batch else 0)
                picked = np.take_along_axis(flat, places, 1).reshape(y.shape)
                for t in PLAIN.split("/"):
                    if (index == tf.int32 and t not in ("float", "double")) or (t == "bfloat16" and padding == "SAME" and whole_batch):
                        continue
                    kind = NUMPY[t]
                    low = 0 if np.dtype(kind).kind != "u" else 2
                    types = "T=%s,Targmax=%s" % (t, index.name)
                    add("MaxPoolWithArgmax", types, x, attrs=dict(own, Targmax=index), answers=[y.astype(kind), at])
                    up_more = raw("MaxPoolGradWithArgmax", input=x.astype(np.float32), grad=(g + low).astype(np.float32), argmax=at.astype(np.int64), **own)[0] if low else up
                    add("MaxPoolGradWithArgmax", types, x, g + low, Fixed(index.name, at, False), attrs=own, answers=[up_more.astype(kind)])
                    add("MaxPoolGradGradWithArgmax", types, x, few(x.shape) + low, Fixed(index.name, at, False), attrs=own, answers=[(picked + low).astype(kind)])


def sizes_as_inputs():
    x = (np.arange(96) * 37 % 96).reshape(2, 4, 6, 2)
    lists = [Fixed("int32", listed([2, 3])), Fixed("int32", listed([2, 1]))]
    attrs = dict(ksize=listed([2, 3]), strides=listed([2, 1]))
    for padding in ("SAME", "VALID"):
        y = raw("MaxPool", input=x.astype(np.float32), padding=padding, **attrs)[0]
        add("MaxPoolV2", "double/float/half/bfloat16/int32/int64/uint8/int16/int8/uint16", x, *lists, attrs={"padding": padding}, answers=[y.astype(np.float64)])
        g = few(y.shape) + 2
        up = raw("MaxPoolGrad", orig_input=x.astype(np.float32), orig_output=y, grad=g.astype(np.float32), padding=padding, **attrs)[0]
        add("MaxPoolGradV2", PLAIN, x, y, g, *lists, attrs={"padding": padding}, answers=[up.astype(np.float64)])
        second = raw("MaxPoolGradGrad", orig_input=x.astype(np.float32), orig_output=y, grad=few(x.shape).astype(np.float32) + 2, padding=padding, **attrs)[0]
        add("MaxPoolGradGradV2", PLAIN, x, y, few(x.shape) + 2, *lists, attrs={"padding": padding}, answers=[second.astype(np.float64)])
        first = {"padding": padding, "data_format": "NCHW"}
        turned = [Fixed("int32", [1, 1, 2, 3]), Fixed("int32", [1, 1, 2, 1])]
        add("MaxPoolV2", "double", x.transpose(0, 3, 1, 2), *turned, attrs=first, answers=[y.astype(np.float64).transpose(0, 3, 1, 2)])
        fed = [Fixed("int32", i.values, False) for i in lists]  # not known when the graph is planned
        add("MaxPoolV2", "double/float", x, *fed, attrs={"padding": padding}, answers=[y.astype(np.float64)])
        add("MaxPoolGradV2", "double/float", x, y, g, *fed, attrs={"padding": padding}, answers=[up.astype(np.float64)])
    x = x.reshape(2, 2, 4, 6)
    attrs = dict(ksize=[1, 1, 1, 3], strides=[1, 1, 1, 3], padding="SAME")
    lists = [Fixed("int32", [1, 1, 1, 3], False)] * 2
    y = raw("MaxPool", input=x.astype(np.float32), **attrs)[0]
    add("MaxPoolV2", "double/float/int32", x, *lists, attrs={"padding": "SAME"}, answers=[y.astype(np.float64)])
    g = few(y.shape) + 2
    up = np.where(x.reshape(2, 2, 4, 2, 3) == y[..., None], g[..., None], 0).reshape(x.shape)
    add("MaxPoolGradV2", "double/float", x, y, g, *lists, attrs={"padding": "SAME"}, answers=[up.astype(np.float64)])


def patches():
    x, v = whole([2, 5, 4, 2]), whole([1, 3, 4, 3, 2])
    for size, strides, rates, padding in (([2, 3], [2, 1], [1, 1], "VALID"), ([3, 2], [1, 2], [2, 1], "SAME"), ([2, 2], [1, 1], [2, 3], "VALID")):
        attrs = dict(ksizes=listed(size), strides=listed(strides), rates=listed(rates), padding=padding)
        add("ExtractImagePatches", PLAIN, x, attrs=attrs)
        parts = [raw("ExtractImagePatches", images=p.astype(np.float64), **attrs)[0] for p in (x, x * 0 + 1)]  # TensorFlow has complex numbers on GPUs
        add("ExtractImagePatches", "complex128/complex64", x + 1j, attrs=attrs, answers=[parts[0] + 1j * parts[1]])
        add("ExtractImagePatches", "bool", x > 4, attrs=attrs, answers=[parts[0] > 4])
    for size, strides, padding in (([2, 2, 1], [1, 2, 1], "VALID"), ([3, 2, 2], [2, 1, 2], "SAME")):
        attrs = dict(ksizes=listed(size), strides=listed(strides), padding=padding)
        add("ExtractVolumePatches", PLAIN, v, attrs=attrs)


def formats():
    for index in ("int32", "int64"):
        for source, target, x in (("NHWC", "NCHW", [0, 1, -1, 3, -4]), ("NCHW", "NHWC", [[2, -2]]), ("NDHWC", "NCDHW", [4, -5, 2])):
            add("DataFormatDimMap", index, Fixed("T", x, False), attrs={"src_format": source, "dst_format": target})
        for source, target, x in (("NHWC", "NCHW", [7, 4, 9, 3]), ("NCHW", "NHWC", [[1, 2], [3, 4], [5, 6], [7, 8]]), ("NHWC", "WHCN", [7, 4, 9, 3]), ("NHWC", "NCWH", [7, 4]),
                                  ("NCDHW", "NDHWC", [1, 2, 3, 4, 5])):
            add("DataFormatVecPermute", index, Fixed("T", x, False), attrs={"src_format": source, "dst_format": target})
    x = (np.arange(30) * 7 % 31).reshape(2, 3, 5)
    for n, reverse in ((0, False), (3, False), (1, True)):
        add("NthElement", PLAIN, x, Fixed("int32", n), attrs={"reverse": reverse})
    t, m, v, beta, gamma = few([2, 3, 2, 4]) * 1.5, few([4]) * 0.25, np.array([0.5, 2, 1, 3]), few([4], 2), few([4], 3) + 0.5
    g = few(t.shape, 1)
    for scales in (True, False):  # numpy's answers: TensorFlow 2 has the ops no more
        attrs = {"variance_epsilon": 0.125, "scale_after_normalization": scales}
        i = 1 / np.sqrt(v + 0.125)
        w, axes = i * gamma if scales else i, (0, 1, 2)
        c = (g * (t - m)).sum(axes)
        add("BatchNormWithGlobalNormalization", "double/float", t, m, v, beta, gamma, attrs=attrs, answers=[(t - m) * w + beta])
        add("BatchNormWithGlobalNormalizationGrad", "double/float", t, m, v, gamma, g, attrs=attrs,
            answers=[g * w, -g.sum(axes) * w, c * w * i * i * -0.5, g.sum(axes), c * i if scales else c * 0])


def grids():
    x = np.array([[-3.2, -0.4, 0.0, 0.11], [0.52, 1.26, 2.7, 0.9], [0.3, -1.1, 5.5, -0.05]])
    low, high = np.array(-1.5), np.array(2.25)
    for t in ("float", "double"):
        for bits, signed, given, mode, narrow, axis in (
                (8, True, False, "HALF_TO_EVEN", False, -1), (8, True, True, "HALF_UP", True, -1), (4, False, True, "HALF_TO_EVEN", False, -1), (3, True, True, "HALF_TO_EVEN", False, 0),
                (5, False, False, "HALF_UP", False, 1), (6, True, False, "HALF_TO_EVEN", True, 0)):
            lows, highs = low, high
            if axis >= 0 and given:
                lows, highs = np.linspace(-2, -0.5, x.shape[axis]), np.linspace(0.25, 3, x.shape[axis])
            attrs = dict(signed_input=signed, range_given=given, narrow_range=narrow, axis=axis)
            answers = None
            if axis >= 0 and given:  # which TensorFlow 2.21 refuses, so slice by slice
                slices = [raw("QuantizeAndDequantizeV2", input=np.take(x, i, axis).astype(NUMPY[t]), input_min=lows[i].astype(NUMPY[t]), input_max=highs[i].astype(NUMPY[t]),
                              round_mode=mode, num_bits=bits, **dict(attrs, axis=-1))[0] for i in range(x.shape[axis])]
                answers = [np.stack(slices, axis)]
            for op in ("QuantizeAndDequantizeV2", "QuantizeAndDequantizeV4"):
                add(op, t, x, lows, highs, attrs=dict(attrs, num_bits=bits, round_mode=mode), answers=answers)
            for constant in (True, False):
                if mode == "HALF_TO_EVEN":
                    add("QuantizeAndDequantizeV3", t, x, lows, highs, Fixed("int32", bits, constant), attrs=attrs, answers=answers)
            if axis < 0 or given:
                spread_out = [np.reshape(v, [-1 if d == axis else 1 for d in range(2)]) for v in (lows, highs)]
                zero = np.zeros(lows.shape, NUMPY[t])
                inside = np.where((x >= spread_out[0]) & (x <= spread_out[1]), few([3, 4]), 0).astype(NUMPY[t])
                add("QuantizeAndDequantizeV4Grad", t, few([3, 4]), x, lows, highs, attrs={"axis": axis}, answers=[inside, zero, zero])
            if axis < 0:
                own = dict(signed_input=signed, range_given=given, num_bits=bits, input_min=-1.5, input_max=2.25)
                y = raw("QuantizeAndDequantizeV2", input=x.astype(NUMPY[t]), input_min=low.astype(NUMPY[t]), input_max=high.astype(NUMPY[t]), signed_input=signed, range_given=given,
                        num_bits=bits)[0]
                add("QuantizeAndDequantize", t, x, attrs=own, answers=[y])


def counts():
    for index in ("int32", "int64"):
        for t in ("int32", "int64", "float", "double"):
            values = [3, 0, 3, 7, 1, 2]
            kinds = "Tidx=%s,T=%s" % (index, t)
            for shape in ([6], [2, 3]):
                v = np.reshape(values, shape)
                weights = np.arange(6).reshape(shape) + 1
                for weighs, binary in ((True, False), (False, False), (False, True)):
                    add("DenseBincount", kinds, Fixed(index, v, False), Fixed(index, 5), Fixed(t, weights if weighs else np.zeros([0]), False), attrs={"binary_output": binary})
            add("HistogramFixedWidth", "T=%s,dtype=%s" % (t, index), Fixed(t, [-1, 0, 1, 2, 4, 5, 9, 15], False), Fixed(t, [0, 5], False), Fixed("int32", 5),
                attrs={"dtype": tf.as_dtype(index)})


def dilations():
    x, w = few([2, 5, 4, 2]) + 2, few([2, 3, 2], 3) + 2
    for strides, rates, padding in (([1, 1], [1, 1], "VALID"), ([2, 1], [1, 1], "SAME"), ([1, 2], [2, 1], "SAME"), ([1, 1], [2, 1], "VALID")):
        attrs = dict(strides=listed(strides), rates=listed(rates), padding=padding)
        shaken = (np.arange(80) * 37 % 80 - 40.0).reshape(2, 5, 4, 2)  # no two sums are the same
        tilted = w + np.arange(12).reshape(2, 3, 2) / 64
        add("Dilation2D", PLAIN.replace("double/", ""), x, w, attrs=attrs)
        add("Dilation2D", "double", shaken, tilted, attrs=attrs)
        y = raw("Dilation2D", input=x, filter=w, **attrs)[0]
        g = few(y.shape, 5) + 2
        add("Dilation2DBackpropInput", PLAIN, x, w, g, attrs=attrs)
        add("Dilation2DBackpropFilter", PLAIN.replace("half/bfloat16/int8/", ""), x, w, g, attrs=attrs)
        add("Dilation2DBackpropFilter", "half/bfloat16/int8", x[:1, :3], w, raw("Dilation2D", input=x[:1, :3], filter=w, **attrs)[0] * 0 + 1, attrs=attrs)



def first_run(op, *inputs, **attrs):
    """The answers of a kernel of its own: from the first numbers of its stream."""
    names = [a.name for a in op_def_registry.get(op).input_arg]
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        made = getattr(tf.raw_ops, op)(**dict(zip(names, map(tf.constant, inputs))), **attrs)
        return session.run(list(made) if isinstance(made, tuple) else [made])


def samples():
    x = (np.arange(84) * 37 % 85).reshape(2, 7, 6, 1)
    two = lambda a, b: Fixed("float", [a, b], False)
    integers = x
    for kernel in ("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic"):
        for antialias in (True, False):
            attrs = dict(kernel_type=kernel, antialias=antialias)
            x = integers if kernel == "triangle" else integers / 128  # sums that lose no more digits than the test allows
            scale, shift = (two(0.5, 1.75), two(0.25, -1.5)) if antialias else (two(1.5, 0.75), two(-2, 0.5))
            y = raw("ScaleAndTranslate", images=x.astype(np.float32), size=[4, 5], scale=scale.values, translation=shift.values, **attrs)[0]
            for types in ("float", "double/half/bfloat16/int8/uint8/int16/uint16/int32/int64")[:2 if kernel == "triangle" else 1]:
                add("ScaleAndTranslate", types, x, Fixed("int32", [4, 5]), scale, shift, attrs=attrs, answers=[y])
            g = (few(y.shape) / 16).astype(np.float32)
            add("ScaleAndTranslateGrad", "float", g, x, scale, shift, attrs=attrs)
    z = (np.arange(60) * 37 % 61).reshape(2, 5, 6, 1)
    ways = [[1, 0.25, -0.5, -0.125, 0.75, 1.25, 0, 0], [0.5, 0, 3, 0.25, 1.5, -2, 0.0625, -0.03125]]
    for mode in ("CONSTANT", "REFLECT", "WRAP", "NEAREST"):
        for way in ("NEAREST", "BILINEAR"):
            for t in ("uint8", "int32", "int64", "half", "float", "double", "bfloat16"):
                attrs = dict(interpolation=way, fill_mode=mode)
                for one in (ways, ways[1:]):
                    transforms = Fixed("float", one, False)
                    if t == "bfloat16":
                        y = raw("ImageProjectiveTransformV3", images=z.astype(np.float32), transforms=np.float32(one), output_shape=[4, 7], fill_value=np.float32(3), **attrs)[0]
                        add("ImageProjectiveTransformV3", t, z, transforms, Fixed("int32", [4, 7]), Fixed("float", 3, False), attrs=attrs, answers=[y.astype(NUMPY[t])])
                        y = raw("ImageProjectiveTransformV2", images=z.astype(np.float32), transforms=np.float32(one), output_shape=[4, 7], **attrs)[0]
                        add("ImageProjectiveTransformV2", t, z, transforms, Fixed("int32", [4, 7]), attrs=attrs, answers=[y.astype(NUMPY[t])])
                        continue
                    add("ImageProjectiveTransformV2", t, z, transforms, Fixed("int32", [4, 7]), attrs=attrs)
                    add("ImageProjectiveTransformV3", t, z, transforms, Fixed("int32", [4, 7]), Fixed("float", 3, False), attrs=attrs)


def drawn_at_random():
    boxes = [[[0.1, 0.2, 0.6, 0.7], [0.5, 0.5, 1, 0.9]]]
    for t, size in (("int32", [40, 57, 3]), ("int64", [300, 200, 3]), ("uint8", [90, 120, 3]), ("int8", [50, 60, 3]), ("int16", [500, 300, 1])):
        for seed, covered, aspect, area, attempts in ((3, 0.5, [0.75, 1.33], [0.05, 1.0], 100), (5, 0.9, [0.5, 2.0], [0.2, 0.5], 2), (7, 0.0, [1.0, 1.0], [0.01, 0.02], 50)):
            lists = dict(aspect_ratio_range=aspect, area_range=area, max_attempts=attempts, use_image_if_no_bounding_boxes=True)
            inputs = [Fixed(t, size, False), Fixed("float", boxes, False)]
            values = [np.array(size, NUMPY[t]), np.float32(boxes)]
            seeds = dict(seed=seed, seed2=4)
            add("SampleDistortedBoundingBox", t, *inputs, attrs=dict(lists, min_object_covered=covered, **seeds),
                answers=first_run("SampleDistortedBoundingBox", *values, min_object_covered=covered, **seeds, **lists))
            add("SampleDistortedBoundingBoxV2", t, *inputs, Fixed("float", covered, False), attrs=dict(lists, **seeds),
                answers=first_run("SampleDistortedBoundingBoxV2", *values, np.float32(covered), **seeds, **lists))
            for kind in ("int32", "int64"):
                add("StatelessSampleDistortedBoundingBox", "T=%s,Tseed=%s" % (t, kind), *inputs, Fixed("float", covered, False), Fixed(kind, [seed, 11], False), attrs=lists)
    x = (np.arange(84) * 37 % 85).reshape(2, 7, 6, 1)
    for op in ("ExtractGlimpse", "ExtractGlimpseV2"):
        for centered in (True, False):
            for normalized in (True, False):
                for offsets in ([[0.25, -0.5], [-0.75, 0.5]], [[1.5, 2], [-3, 0.25]], [[20, 0], [0, -20]]):
                    add(op, "", Fixed("float", x, False), Fixed("int32", [3, 4]), Fixed("float", offsets, False),
                        attrs=dict(centered=centered, normalized=normalized, uniform_noise=False, noise="zero"))
    v = (np.arange(2 * 11 * 9 * 2) * 37 % 397 - 100.0).reshape(2, 11, 9, 2)
    for op in ("FractionalMaxPool", "FractionalAvgPool"):
        for pseudo in (True, False):
            for overlapping in (True, False):
                attrs = dict(pooling_ratio=[1.0, 1.5, 1.75, 1.0], pseudo_random=pseudo, overlapping=overlapping, deterministic=True, seed=3, seed2=4)
                for t in ("double", "float", "int32", "int64"):
                    y, rows, columns = first_run(op, v.astype(NUMPY[t]), **attrs)
                    add(op, t, v, attrs=attrs, answers=[y, rows, columns])
                    edges = [Fixed("int64", rows, False), Fixed("int64", columns, False)]
                    g = few(y.shape) * 12
                    if op == "FractionalMaxPool":
                        add("FractionalMaxPoolGrad", t, v, y, g, *edges, attrs={"overlapping": overlapping})
                    else:
                        add("FractionalAvgPoolGrad", t, Fixed("int64", v.shape), g, *edges, attrs={"overlapping": overlapping})



def sounds():
    at = np.arange(90)
    sound = np.stack([np.sin(at * 0.7) * 0.5 + np.cos(at * 0.11), np.sin(at * at * 0.01)], 1).astype(np.float32)
    for window, stride in ((16, 8), (25, 10), (91, 1)):
        for squared in (True, False):
            add("AudioSpectrogram", "", Fixed("float", sound / 8, False), attrs=dict(window_size=window, stride=stride, magnitude_squared=squared))
    bins = (np.arange(2 * 3 * 65) * 37 % 101 / 16).reshape(2, 3, 65)
    for rate, own in ((16000, {}), (8000, dict(upper_frequency_limit=3500.0, lower_frequency_limit=100.0, filterbank_channel_count=12, dct_coefficient_count=5))):
        add("Mfcc", "", Fixed("float", bins, False), Fixed("int32", rate, False), attrs=own)


def factors():
    a = np.array([[[2, 1, 0], [4, 3, 1], [8, 7, 9]], [[1, 2, 4], [0, 2, 1], [2, 4, 1]]]) * 0.5
    for index in (tf.int32, tf.int64):
        lists = lambda kinds: "/".join("T=%s,output_idx_type=%s" % (t, index.name) for t in kinds.split("/"))
        add("Lu", lists("double/float"), a, attrs={"output_idx_type": index})
        lu, p = raw("Lu", input=a[1].astype(np.float32), output_idx_type=index)
        add("Lu", lists("half"), a[1], attrs={"output_idx_type": index}, answers=[lu.astype(np.float16), p])
        add("Lu", lists("complex128/complex64"), a + 0.5j, attrs={"output_idx_type": index})



def quantised_slices():
    """QuantizeV2 and Dequantize with a range for each place along an axis."""
    x = np.array([[-3.2, -0.4, 0.0, 0.11], [0.52, 1.26, 2.7, 0.9], [0.3, -1.1, 5.5, -0.05]], np.float32)
    kinds = {"qint8": tf.int8, "quint8": tf.uint8, "qint16": tf.int16, "quint16": tf.uint16, "qint32": tf.int32}
    for t, stored in kinds.items():
        for mode in ("MIN_COMBINED", "SCALED"):  # TensorFlow lacks the third with an axis
            for axis in (0, 1):
                if (mode == "SCALED" and t.startswith("quint16")) or t == "qint32":
                    continue
                lows, highs = np.linspace(-2, -0.5, x.shape[axis]).astype(np.float32), np.linspace(0.25, 3, x.shape[axis]).astype(np.float32)
                y = tf.raw_ops.QuantizeV2(input=x, min_range=lows, max_range=highs, T=tf.as_dtype(t), mode=mode, axis=axis)
                numbers = show(tf.bitcast(y[0], stored).numpy(), t)
                ranges = [show(v.numpy(), "float") for v in y[1:]]
                LINES.append("\t".join(["QuantizeV2", t, "T=t:%s axis=i:%d mode=s:%s" % (t, axis, mode),
                                        "|".join(show(v, "float") for v in (x, lows, highs)), "|".join([numbers] + ranges)]))
                z = tf.raw_ops.Dequantize(input=y[0], min_range=y[1], max_range=y[2], mode=mode, axis=axis).numpy()
                LINES.append("\t".join(["Dequantize", "T=%s,dtype=float" % t, "axis=i:%d mode=s:%s" % (axis, mode), "|".join([numbers] + ranges), show(z, "float")]))



def main():
    LINES.clear()
    for make in (sparse_segments, pools, convolutions, argmax, sizes_as_inputs, patches, formats, grids, counts, dilations, samples, drawn_at_random, sounds, factors, quantised_slices):
        make()
    with open(os.path.join(HERE, "windows.txt"), "w") as file:
        file.write("# Written by make_windows.py (numpy %s, tensorflow %s).\n" % (np.__version__, tf.__version__))
        file.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
