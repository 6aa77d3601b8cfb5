#!/usr/bin/python3
"""Writes scatters.txt beside itself: lines as those of by_hand.txt, with TensorFlow's answers.

usage: make_scatters.py

Tensors with slices replaced, places in sorted rows, and the same bytes under another type. Inputs are made from their positions.
Needs numpy and tensorflow.
"""
import os

import numpy as np
import tensorflow as tf

from make_cases import HERE
from make_numbers import LINES, NAMES, Fixed, add, spread, whole

KINDS = "double/float/half/bfloat16/int8/int16/int32/int64/uint8/uint16/uint32/uint64"
COMPLEX = "complex128/complex64"


def with_index(kinds, index):
    return "/".join("%s,%s" % (kind, index) for kind in kinds.split("/"))


def scatters():
    x, rows, points = whole([4, 3]) + 1, [[2], [0], [2]], [[3, 2], [0, 0], [1, 1]]
    for op in ("Update", "Add", "Sub", "Max", "Min"):
        # Apart from each other, for the differences of gradients.
        updates = np.array([[1.5, 9.25, 2], [7.5, 0.25, 30], [4.25, 12, 3.5]]) if op in ("Max", "Min") else whole([3, 3]) * 2
        kinds = "double/float/half/bfloat16" if op in ("Max", "Min") else KINDS
        for index in ("int32", "int64"):
            add("TensorScatter" + op, with_index(kinds, index), x, Fixed(index, points), updates[:, 0])
            add("TensorScatter" + op, with_index("double/float", index), x, Fixed(index, rows[:2]), updates[:2])
            add("TensorScatter" + op, with_index("float/int32", index), x, Fixed(index, rows), np.floor(updates))
            add("TensorScatter" + op, with_index("float", index), x, Fixed(index, np.zeros([0, 1])), updates[:0])
        add("TensorScatter" + op, with_index("int8/int16/uint8/uint16/uint32/uint64/int64", "int32"), x, Fixed("int32", points), whole([3]))
        if op in ("Update", "Add", "Sub"):
            add("TensorScatter" + op, with_index(COMPLEX, "int64"), x * (1 + 0.5j), Fixed("int64", points), updates[:, 0] * 1j)
    add("TensorScatterUpdate", with_index("bool", "int64"), x > 4, Fixed("int64", points), np.array([True, False, True]))
    answer = tf.tensor_scatter_nd_update(x, points, whole([3])).numpy()  # TensorFlow's CPU has no int16
    add("TensorScatterUpdate", with_index("double/int32", "int16"), x, Fixed("int16", points), whole([3]), answers=[answer.astype(float)])
    add("ScatterNdNonAliasingAdd", with_index("double/float/int32", "int32"), x, Fixed("int32", points), whole([3]))
    for op in ("Update", "Add", "Sub"):  # TensorFlow writes over its input, which is another constant in each call
        add("Inplace" + op, "float/int32/int64", x, Fixed("int32", [2, -3]), whole([2, 3]) * 3)


def searches():
    rows, values = np.array([[1, 3, 3, 7, 9], [2, 2, 2, 4, 5]]), np.array([[3, 0, 10, 8], [2, 4, 5, 6]])
    for op in ("LowerBound", "UpperBound"):
        for index in (tf.int32, tf.int64):
            name = NAMES[np.dtype(index.as_numpy_dtype)]
            add(op, with_index("double/float/int32/int64/int8/int16/uint8/uint16", name), rows, values, attrs={"out_type": index})
        add(op, "half,int32/bfloat16,int32", rows, values, answers=[np.asarray(getattr(tf.raw_ops, op)(sorted_inputs=rows, values=values))])
        add(op, "double,int32", rows[:, :0], values)
        add(op, "double,int32", rows, values[:, :0])
    for index in ("int32", "int64"):
        add("UnravelIndex", index, np.array([22, 41, 37]), Fixed(index, [7, 6]))
        add("UnravelIndex", index, np.array(1621), Fixed(index, [6, 7, 8, 9]))


def bits():
    def cast(old, new, values):
        add("Bitcast", "T=%s,type=%s" % (old, NAMES[np.dtype(new.as_numpy_dtype)]), values, attrs={"type": new})
    cast("float", tf.int32, spread([2, 3]))
    cast("int32", tf.float32, np.array([1065353216, -1082130432]))
    cast("double", tf.int32, spread([2, 3]))
    cast("int32", tf.double, np.array([[0, 1072693248], [0, -1074790400]]))
    cast("int64", tf.uint8, np.array([258, -2]))
    cast("uint8", tf.uint32, np.array([[1, 2, 0, 0], [255, 0, 0, 1]]))
    cast("complex64", tf.float32, np.array([1 + 2j, -0.5j]))
    cast("half", tf.uint16, spread([3]))
    cast("uint16", tf.float16, np.array([15360, 48128]))
    cast("int8", tf.uint8, np.array([-1, 3]))
    cast("float", tf.float32, spread([0, 2]))
    x = whole([2, 3])
    for shape in ([-1, 3], [2, 3], [-1, -1]):
        add("EnsureShape", "double/float/int32/uint8", x, attrs={"shape": shape})


def main():
    for make in (scatters, searches, bits):
        make()
    with open(os.path.join(HERE, "scatters.txt"), "w") as file:
        file.write("# Written by make_scatters.py (numpy %s, tensorflow %s; no seed).\n" % (np.__version__, tf.__version__))
        file.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
