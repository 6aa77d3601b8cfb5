#!/usr/bin/python3
"""Writes numbers.txt beside itself: lines as those of by_hand.txt, with TensorFlow's answers.

usage: make_numbers.py

Complex numbers, matrices, linear algebra, Fourier transforms, quantisation, special functions, windows over volumes. The answers are
TensorFlow's for the first of a line's types, double where the op has it. Inputs are made from their positions, random ones from seed 5.
Needs numpy and tensorflow.
"""
import os

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_registry

from make_cases import HERE, NUMPY

LINES = []
PLAIN = "double/float/half/bfloat16/int8/int16/int32/int64/uint8/uint16/uint32/uint64"
REAL = "double/float/half/bfloat16"
NAMES = {np.dtype(kind): name for name, kind in reversed(list(NUMPY.items())) if kind is not object and not name.startswith("q")}


class Fixed:
    """An input that is not of type T, or a constant."""

    def __init__(self, dtype, values, constant=True):
        self.dtype, self.constant = dtype, constant
        self.values = np.asarray(values, NUMPY.get(dtype))


def show(values, name, mark=""):
    def one(v):
        if np.iscomplexobj(v):
            return "%r;%r" % (float(v.real), float(v.imag))
        return repr(float(v)) if values.dtype.kind not in "iub" else str(int(v))
    return "%s%s[%s]:%s" % (mark, name, ",".join(map(str, values.shape)), ",".join(one(v) for v in values.reshape(-1)))


def attr_text(value):
    if isinstance(value, list):
        return "l:" + ",".join(map(str, value))
    if isinstance(value, bool):
        return "b:%d" % value
    if isinstance(value, int):
        return "i:%d" % value
    if isinstance(value, float):
        return "f:%r" % value
    return "t:" + NAMES[np.dtype(value.as_numpy_dtype)] if isinstance(value, tf.DType) else "s:" + value


def add(op, types, *inputs, attrs=None, answers=None):
    """inputs: of type T as they are, others as Fixed. The first of types is what TensorFlow computes in."""
    attrs = attrs or {}
    first = types.split("/")[0].split(",")[0].split("=")[-1]
    values = [np.asarray(v.values, NUMPY[first]) if not isinstance(v, Fixed) or v.dtype == "T" else v.values
              for v in (i if isinstance(i, Fixed) else Fixed("T", i) for i in inputs)]
    if answers is None:
        definition = op_def_registry.get(op)
        answers = getattr(tf.raw_ops, op)(**dict(zip([a.name for a in definition.input_arg], map(tf.constant, values))), **attrs)
        answers = [a.numpy() for a in (answers if isinstance(answers, (tuple, list)) else [answers])]
    texts = []
    for given, v in zip(inputs, values):
        if isinstance(given, Fixed):
            texts.append(show(v, given.dtype, "#" if given.constant else ""))
        else:
            texts.append(show(v, "T"))
    outs = [show(a, "T" if NAMES[a.dtype] == first else NAMES[a.dtype]) for a in map(np.asarray, answers)]
    LINES.append("\t".join([op, types, " ".join("%s=%s" % (k, attr_text(v)) for k, v in sorted(attrs.items())),
                            "|".join(texts), "|".join(outs)]))


def spread(shape, step=0.375, start=-1.0):
    """Numbers that every type holds, all different."""
    n = np.arange(int(np.prod(shape)))
    return (start + (n * 7 % 17) * step / 2 + (n // 17) * 0.0625).reshape(shape)


def whole(shape):
    return (np.arange(int(np.prod(shape))) * 5 % 11).reshape(shape)


def complex_numbers():
    x = np.array([1.5 + 0.5j, -0.75 - 1j, 0.25 - 2j, -1.25 + 0.125j, 2.0 - 0.5j, 0.5 + 1j])
    y = np.array([0.5 - 1j, 1.25 + 0.75j, -2 - 0.25j])
    both = "complex128/complex64"
    for op in ("Exp", "Expm1", "Log", "Log1p", "Sqrt", "Rsqrt", "Reciprocal", "Inv", "Sigmoid", "Sign", "Tanh", "Sin", "Cos", "Tan", "Sinh",
               "Cosh", "Asin", "Acos", "Atan", "Asinh", "Acosh", "Atanh", "Conj"):
        add(op, both, x)
    for op in ("Div", "RealDiv", "DivNoNan", "Pow", "SquaredDifference", "Xdivy", "Xlogy", "MulNoNan", "Xlog1py"):
        add(op, both, x.reshape(2, 3), y)
    for op in ("MulNoNan", "Xlog1py"):
        add(op, REAL, np.array([[1.5, -2, 0.25], [3, 0.5, -1]]), np.array([2, 0.5, 4]))
        add(op, "float", np.array([0, np.inf, 0]), np.array([-1, 0, np.inf]))
    for op in ("TanhGrad", "SigmoidGrad", "ReciprocalGrad", "InvGrad", "SqrtGrad", "RsqrtGrad"):
        add(op, both, x[:3], y)
    for op in ("Real", "Imag", "Angle", "ComplexAbs"):
        for t, part in (("complex128", tf.float64), ("complex64", tf.float32)):
            add(op, "T=%s,Tout=%s" % (t, NAMES[np.dtype(part.as_numpy_dtype)]), x, attrs={"Tout": part})
    for t, whole_type in (("double", tf.complex128), ("float", tf.complex64)):
        add("Complex", "T=%s,Tout=%s" % (t, NAMES[np.dtype(whole_type.as_numpy_dtype)]), x.real.reshape(2, 3), x.imag[:3],
            attrs={"Tout": whole_type})
    add("ConjugateTranspose", both, x.reshape(2, 3), Fixed("int32", [1, 0]))
    add("ConjugateTranspose", "double/float/int32", whole([2, 3]), Fixed("int32", [1, 0]))
    for source in ("complex64", "complex128"):
        for target in (tf.complex64, tf.complex128, tf.float32, tf.float64, tf.int32, tf.int64, tf.uint8, tf.bool, tf.float16, tf.bfloat16,
                       tf.int8, tf.int16, tf.uint16, tf.uint32, tf.uint64):
            name = NAMES[np.dtype(target.as_numpy_dtype)]
            values = np.array([3 + 1j, 0, 1.5 - 2j, 1j]).astype(NUMPY[source])
            add("Cast", "SrcT=%s,DstT=%s" % (source, name), values, attrs={"DstT": target})
    for source in ("float", "double", "half", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"):
        for target in (tf.complex64, tf.complex128):
            name = NAMES[np.dtype(target.as_numpy_dtype)]
            add("Cast", "SrcT=%s,DstT=%s" % (source, name), np.array([0, 1, 3, 2]), attrs={"DstT": target})


def matrices():
    x = whole([2, 4, 3]) + 1
    complexes = (x + 0.5j * x[:, ::-1])
    for lower, upper in ((1, 0), (-1, 1), (0, -1), (2, 2), (-1, -1)):
        kind = PLAIN if lower == 1 else "double/float"
        for index in ("int32", "int64"):
            add("MatrixBandPart", kind.replace("/", ",%s/" % index) + "," + index, x, Fixed(index, lower), Fixed(index, upper))
    add("MatrixBandPart", "complex128,int64/complex64,int64", complexes, Fixed("int64", 1), Fixed("int64", 0))
    add("MatrixBandPart", "bool,int64", x > 4, Fixed("int64", 1), Fixed("int64", 0))
    for kind, data in ((PLAIN, x), ("complex128/complex64", complexes), ("bool", x > 4)):
        add("MatrixDiag", kind, data[0])
        add("MatrixDiagPart", kind, data)
        add("MatrixSetDiag", kind, data, data[:, 0, ::-1])
        padding = np.asarray(2).astype(data.dtype)
        fixed = Fixed("T", padding)
        rest = [Fixed("int32", -1), Fixed("int32", -1), fixed]
        add("MatrixDiagV2", kind, data[0], Fixed("int32", 1), *rest)
        add("MatrixDiagV3", kind, data[0], Fixed("int32", -1), *rest)
        add("MatrixDiagPartV2", kind, data, Fixed("int32", [-1, 1]), fixed)
        add("MatrixDiagPartV3", kind, data, Fixed("int32", [-2, 1]), fixed)
        add("MatrixSetDiagV2", kind, data, data[:, :3, :3], Fixed("int32", [-1, 1]))
        add("MatrixSetDiagV3", kind, data, data[:, :3, :3], Fixed("int32", [-1, 1]))
    for align in ("LEFT_RIGHT", "LEFT_LEFT", "RIGHT_RIGHT", "RIGHT_LEFT"):
        add("MatrixDiagPartV3", "double", x, Fixed("int32", [-3, 2]), Fixed("T", 0.5), attrs={"align": align})
        add("MatrixDiagPartV3", "double", x, Fixed("int32", -2), Fixed("T", 0.5), attrs={"align": align})
        add("MatrixSetDiagV3", "double", x, x[:, :2, :3], Fixed("int32", [-1, 0]), attrs={"align": align})
        add("MatrixDiagV3", "double", x[:, :3, :], Fixed("int32", [-1, 1]), Fixed("int32", 3), Fixed("int32", 4), Fixed("T", 7),
            attrs={"align": align})
        add("MatrixDiagV3", "double", x[:, :2, :], Fixed("int32", [-2, -1]), Fixed("int32", -1), Fixed("int32", 3), Fixed("T", 7),
            attrs={"align": align})
    for kind, data in (("double/float/bfloat16/half/int32/int64", x[0]), ("complex128/complex64", complexes[0])):
        add("Diag", kind, data[:2, :2])
        add("DiagPart", kind, np.stack([data[:3, :3], data[1:, :3]])[0])
        add("DiagPart", kind, np.arange(36).reshape(2, 3, 2, 3))
    for shift, axis in ((1, 0), (-2, 2), ([1, 2, -1], [1, 2, -3]), ([5, -1], [1, 1])):
        for index in ("int32", "int64"):
            kind = (PLAIN if shift == 1 else "double").split("/")
            add("Roll", "/".join("T=%s,Tshift=%s,Taxis=%s" % (t, index, index) for t in kind), x, Fixed(index, shift), Fixed(index, axis))
    for t in PLAIN.split("/"):
        add("TensorStridedSliceUpdate", "T=%s,Index=int32" % t, x[0], Fixed("int32", [0, 2]), Fixed("int32", [4, 0]), Fixed("int32", [3, -1]),
            np.array([[1, 2], [3, 4]]))
    add("Cross", "double/float/int32/int64/half/bfloat16/int8/int16", whole([2, 3]), whole([2, 3])[::-1])
    add("BroadcastArgs", "int32/int64", [3, 1, 5], [4, 1])
    add("BroadcastArgs", "int32/int64", np.zeros([0]), [4, 1])


def main():
    for make in (complex_numbers, matrices):
        make()
    with open(os.path.join(HERE, "numbers.txt"), "w") as file:
        file.write("# Written by make_numbers.py (numpy %s, tensorflow %s, seed 5).\n" % (np.__version__, tf.__version__))
        file.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
