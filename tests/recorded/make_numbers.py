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


def attr_text(name, value):
    if isinstance(value, list) and name == "shape":
        return "h:" + ",".join(map(str, value))
    if isinstance(value, list) and isinstance(value[0], float):
        return "n:" + ",".join(map(repr, value))
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
    first = types.split("/")[0].split(",")[0].split("=")[-1] or "none"
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
    LINES.append("\t".join([op, types, " ".join("%s=%s" % (k, attr_text(k, v)) for k, v in sorted(attrs.items())),
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


def linear_algebra():
    """Matrices of whole numbers, whose factors and inverses are such too."""
    half = np.array([[2, 0, 0], [1, 3, 0], [-1, 2, 1]])
    other = np.array([[1, 0, 0], [2, 2, 0], [0.5, -1, 4]])
    both = np.stack([half @ half.T, other @ other.T])
    turned = half + 1j * np.array([[0, 0, 0], [1, 0, 0], [2, -1, 0]])
    unit = np.array([[[1, 2, 0], [0, 1, 3], [0, 0, 1]], [[1, 0, 0], [2, 1, 0], [-1, 4, 1]]]) @ np.array([[0, 1, 0], [1, 0, 0], [0, 0, 2]])
    rhs = np.array([[[1, 2], [3, -1], [0, 4]], [[2, 0], [1, 1], [-3, 2]]])
    real, wide = "double/float", "complex128/complex64"
    add("Cholesky", real, both, answers=[np.stack([half, other]).astype(np.float64)])
    add("Cholesky", wide, turned @ turned.conj().T)
    add("CholeskyGrad", real, np.stack([half, other]), both)
    for adjoint in (False, True):
        add("MatrixInverse", real, unit, attrs={"adjoint": adjoint})
        add("MatrixSolve", real, unit, rhs, attrs={"adjoint": adjoint})
        add("MatrixSolve", wide, unit[0] * (1 + 1j), rhs[0] * 2j, attrs={"adjoint": adjoint})
        for lower in (False, True):
            add("MatrixTriangularSolve", real, np.array([[1, 2, -1], [3, 2, 4], [-2, 1, 0.5]]), rhs,
                attrs={"adjoint": adjoint, "lower": lower})
    add("MatrixInverse", wide, unit[0] * (1 + 1j))
    add("MatrixDeterminant", real, both)
    add("MatrixDeterminant", wide, turned)
    add("LogMatrixDeterminant", real, np.stack([both[0], -both[1]]))
    add("LogMatrixDeterminant", "complex128/complex64", turned)
    tall, broad = spread([4, 3]), spread([2, 3, 4], 0.5)
    for m in (tall, broad):
        for full in (False, True):
            q, r = (t.numpy() for t in tf.raw_ops.Qr(input=m, full_matrices=full))
            add("Qr", "float", m, attrs={"full_matrices": full}, answers=[q.astype(np.float32), r.astype(np.float32)])
        s = tf.raw_ops.Svd(input=m, compute_uv=False)[0].numpy().astype(np.float32)
        none = np.zeros([0], np.float32)
        add("Svd", "float", m, attrs={"compute_uv": False}, answers=[s, none, none])
    values = tf.raw_ops.SelfAdjointEigV2(input=both, compute_v=False)[0].numpy().astype(np.float32)
    add("SelfAdjointEigV2", "float", both, attrs={"compute_v": False}, answers=[values, np.zeros([0], np.float32)])
    for fast in (True, False):
        for m, b in ((tall, spread([4, 2], 0.25)), (broad[0], rhs[0])):
            x = tf.raw_ops.MatrixSolveLs(matrix=m, rhs=b.astype(np.float64), l2_regularizer=0.0, fast=fast).numpy().astype(np.float32)
            add("MatrixSolveLs", "float", m, b, Fixed("double", 0.0), attrs={"fast": fast}, answers=[x])
    for pivoting in (True, False):
        add("TridiagonalSolve", "double/float", np.array([[1, 2, 0.5, 9], [4, 8, 2, 4], [9, 1, 1, 1]]), spread([4, 2]),
            attrs={"partial_pivoting": pivoting})
    add("TridiagonalMatMul", "double/float", *[spread([1, 4], 0.25, k) for k in (-1, 0, 1)], spread([4, 2]))


def matrix_functions():
    """In single precision: the answers are TensorFlow's in double, as sums of many products differ in their last digits."""
    def single(op, types, x):
        y = getattr(tf.raw_ops, op)(input=x).numpy()
        add(op, types, x, answers=[y.astype(np.complex64 if np.iscomplexobj(y) else np.float32)])
    real = np.array([[[4, 1, -1], [0.5, 3, 1], [1, -0.5, 5]], [[2, -1, 0], [1, 2, 0.25], [0, 0.5, 1]]])
    turned = real + 1j * np.array([[0.5, -1, 0], [0.25, 0, 1], [-0.5, 1, 0.25]])
    single("MatrixSquareRoot", "float", real)
    single("MatrixSquareRoot", "complex64", turned)
    single("MatrixLogarithm", "complex64", turned)
    single("MatrixLogarithm", "complex64", turned * 1000)
    single("MatrixLogarithm", "complex64", real - 4 * np.eye(3) + 0j)
    add("MatrixSquareRoot", "double/float/half", np.array([[4, 10], [0, 9]]), answers=[np.array([[2.0, 2], [0, 3]])])
    add("MatrixSquareRoot", "complex128/complex64", np.array([[-4, 2 + 1j], [0, 0.25j]]) @ np.eye(2))
    add("MatrixLogarithm", "complex128/complex64", np.diag([-1, 0.5j]))
    add("MatrixSquareRoot", "float/half", np.array([[0, 1], [0, 0]]), answers=[np.full([2, 2], np.nan, np.float32)])
    add("MatrixSquareRoot", "float", np.diag([-1.0, 4]))
    for kind in ("double/float/half", "complex128/complex64"):  # TensorFlow's has no kernel for graphs of today
        add("MatrixExponential", kind, np.array([[0.0, 2, 3], [0, 0, 4], [0, 0, 0]]), answers=[np.array([[1.0, 2, 7], [0, 1, 4], [0, 0, 1]])
                                                                                              .astype(NUMPY[kind.split("/")[0]])])
    for kind, m in (("float", real), ("complex64", turned), ("float", 8 * real), ("float", np.zeros([2, 0, 0]))):
        add("MatrixExponential", kind, m, answers=[tf.linalg.expm(m).numpy().astype(NUMPY[kind])])
    add("Eig", "T=double,Tout=complex128", np.array([[[2.0, 1], [0, -3]], [[0, -1], [1, 0]]]), attrs={"Tout": tf.complex128, "compute_v": False},
        answers=[np.array([[2.0, -3], [1j, -1j]]), np.zeros([0], np.complex128)])
    e = tf.raw_ops.Eig(input=turned, Tout=tf.complex128, compute_v=False)[0].numpy().astype(np.complex64)
    add("Eig", "T=complex64,Tout=complex64", turned, attrs={"Tout": tf.complex64, "compute_v": False}, answers=[e, np.zeros([0], np.complex64)])
    add("Eig", "T=double,Tout=complex128", np.array([[1, 1], [1, 1]]) * 2.0**-1060, attrs={"Tout": tf.complex128, "compute_v": False},
        answers=[np.array([2.0**-1059 + 0j, 0]), np.zeros([0], np.complex128)])
    add("Eig", "T=double,Tout=complex128", np.array([[3, 1], [1, 3]]) * 2.0**1020, attrs={"Tout": tf.complex128, "compute_v": False},
        answers=[np.array([4 * 2.0**1020 + 0j, 2 * 2.0**1020]), np.zeros([0], np.complex128)])
    bands = np.array([[2, 4, -1, 8], [1, 2, 0.5, -4], [9, 1, -2, 0.25]])
    for lower in (False, True):
        for adjoint in (False, True):
            m = bands if lower else bands[::-1]
            attrs = {"lower": lower, "adjoint": adjoint}
            add("BandedTriangularSolve", "double/float", m, np.stack([spread([4, 2]), spread([4, 2], 0.25)]), attrs=attrs)
            add("BandedTriangularSolve", "complex128/complex64", m * (1 + 1j), spread([4, 2]) * 1j, attrs=attrs)
    add("BandedTriangularSolve", "double/half", bands[:1], spread([4, 2]), answers=[spread([4, 2]) / bands[0][:, None]])


def recurrent():
    """Cells over blocks. half is recorded for one step: TensorFlow rounds on the way to the next."""
    T, B, I, N = 3, 2, 2, 3
    x, state, w, bias = spread([T, B, I], 0.25), spread([B, N], 0.125, -0.5), spread([I + N, 4 * N], 0.25, -1.25), spread([4 * N], 0.125)
    peep = [spread([N], 0.25, k) for k in (-0.5, 0.25, 0.75)]
    for types in ("float", "half"):
        kind = NUMPY[types]
        t = 1 if types == "half" else T
        cast = lambda *values: [np.asarray(v, kind) for v in values]
        rest = cast(state, state[::-1], w, *peep, bias)
        outs = tf.raw_ops.LSTMBlockCell(**dict(zip(("x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b"), cast(x[0]) + rest)), use_peephole=True,
                                        cell_clip=0.5)
        add("LSTMBlockCell", types, x[0], *rest, attrs={"use_peephole": True, "cell_clip": 0.5, "forget_bias": 1.0})
        states = [o.numpy() for o in outs][:6]
        add("LSTMBlockCellGrad", types, x[0], *rest, *states, state + 1, state * 2, attrs={"use_peephole": True})
        add("LSTMBlockCellGrad", types, x[0], *rest, *states, state + 1, state * 2, attrs={"use_peephole": False})
        length = Fixed("int64", t)
        for op, more in (("BlockLSTM", {"forget_bias": 0.25, "cell_clip": 3.0}), ("BlockLSTMV2", {"cell_clip": 0.5})):
            for peephole in (False, True):
                attrs = {"use_peephole": peephole, **more}
                names = [a.name for a in op_def_registry.get(op).input_arg]
                states = getattr(tf.raw_ops, op)(**dict(zip(names, [np.int64(t)] + cast(x[:t]) + rest)), **attrs)
                add(op, types, length, x[:t], *rest, attrs=attrs)
                g = np.stack([state + k for k in range(t)])
                add(op.replace("LSTM", "LSTMGrad"), types, length, x[:t], *rest, *[s.numpy() for s in states], g, g[:, ::-1] / 2,
                    attrs={"use_peephole": peephole})
    gates = [spread([I + N, 2 * N], 0.25, -1.25), w[:, :N], bias[:2 * N], bias[:N]]
    add("GRUBlockCell", "float", x[0], state, *gates)
    names = ("x", "h_prev", "w_ru", "w_c", "b_ru", "b_c")
    states = tf.raw_ops.GRUBlockCell(**{n: tf.constant(v, tf.float32) for n, v in zip(names, [x[0], state] + gates)})
    add("GRUBlockCellGrad", "float", x[0], state, *gates, *[s.numpy() for s in states][:3], state[::-1] * 2)


def counts():
    index, kinds = ("int32", "int64"), ("int32", "int64", "float", "double")
    longs = lambda v: Fixed("int64", v, False)
    table, of_table = [[1, 1, 7, 3], [0, 2, 2, 9]], [[0.5, 2, 3, 4], [1, 2, 5, 6]]
    sparse = [[2, 1], [0, 2], [0, 3], [2, 0]]

    def refused(op, attrs, *inputs):
        names = [a.name for a in op_def_registry.get(op).input_arg]
        try:
            getattr(tf.raw_ops, op)(**dict(zip(names, [i.values for i in inputs])), **attrs)
        except tf.errors.InvalidArgumentError:
            LINES.append("\t".join([op, "", " ".join("%s=%s" % (k, attr_text(k, v)) for k, v in sorted(attrs.items())),
                                    "|".join(show(i.values, i.dtype) for i in inputs), "error"]))
            return
        raise AssertionError(op)
    for t in index:
        for kind in kinds:
            size = Fixed(t, 5)
            numbers = lambda v: Fixed(t, v, False)
            weights = lambda v: Fixed(kind, v, False)
            bins, types = "Tidx=%s,T=%s" % (t, kind), "T=%s,output_type=%s" % (t, kind)
            for binary in (False, True):
                attrs = {"binary_output": binary}
                add("RaggedBincount", bins, longs([0, 2, 2, 4]), numbers([3, 3, 1, 7]), size, weights([1, 2, 3, 4]), attrs=attrs)
                add("SparseBincount", bins, longs(sparse), numbers([3, 3, 1, 7]), longs([3, 4]), size, weights([1, 2, 3, 4]), attrs=attrs)
                add("SparseBincount", bins, longs([[1], [2], [4]]), numbers([3, 3, 1]), longs([5]), size, weights(np.zeros([0])), attrs=attrs)
                for low, high in ((-1, -1), (20, -1), (-1, 5), (8, 5)):
                    attrs = {"binary_output": binary, "minlength": low, "maxlength": high}
                    add("DenseCountSparseOutput", types, numbers(table), weights(of_table), attrs=attrs)
                    add("SparseCountSparseOutput", types, longs(sparse), numbers([3, 3, 1, 7]), longs([3, 4]), weights([1, 2, 3, 4]), attrs=attrs)
                    add("RaggedCountSparseOutput", types, longs([0, 2, 2, 4]), numbers([3, 3, 1, 7]), weights(np.zeros([0])), attrs=attrs)
    plain = {"binary_output": False}
    none, numbers = Fixed("float", np.zeros([0]), False), longs([3, 3, 1])
    add("DenseCountSparseOutput", "T=int64,output_type=float", longs([4, 0, 4]), none, attrs=plain)
    add("DenseCountSparseOutput", "T=int64,output_type=float", longs(np.zeros([2, 0])), none, attrs=plain)
    add("SparseCountSparseOutput", "T=int64,output_type=float", longs([[0, 1, 0], [0, 2, 0], [2, 0, 1]]), numbers, longs([3, 4, 2]), none,
        attrs=plain)
    add("RaggedBincount", "Tidx=int64,T=float", longs([0]), longs([]), Fixed("int64", 5), none, attrs=plain)
    refused("DenseCountSparseOutput", plain, longs([1, -1]), none)
    refused("DenseCountSparseOutput", plain, longs([1, 1]), Fixed("float", [1.0], False))
    refused("DenseCountSparseOutput", plain, longs([[[1]]]), none)
    for rows, shape in (([[0, 1], [3, 0], [0, 0]], [3, 4]), ([[0, 1], [0, 9], [0, 0]], [3, 4]), ([[0, 1], [0, 0]], [3, 4]), ([[0, 1]] * 3, [3])):
        refused("SparseCountSparseOutput", plain, longs(rows), numbers, longs(shape), none)
        if rows[1] != [0, 9]:
            refused("SparseBincount", plain, longs(rows), numbers, longs(shape), Fixed("int64", 5), none)
    for splits in ([1, 2, 3], [0, 2, 2], [0, 2, 5], [0, 2, 1], []):
        if splits != [0, 2, 1]:
            refused("RaggedBincount", plain, longs(splits), numbers, Fixed("int64", 5), none)
        refused("RaggedCountSparseOutput", plain, longs(splits), numbers, none)
    refused("RaggedBincount", plain, longs([0, 3]), longs([1, -1, 2]), Fixed("int64", 5), none)


def special_functions():
    small = np.array([0.125, 0.5, 0.75, 1.5, 3, 6])
    for op in ("Erfinv", "Ndtri"):
        add(op, "double/float", np.array([0.125, 0.5, 0.75, 0.875, 0.25, 0.3125]))
        add(op, "float", np.array([0.015625, 0.0009765625, 0.99609375]))
        add(op, "float", np.array([-1, 1, 0, 2, -0.5]) if op == "Erfinv" else np.array([0, 1, 2, -1]))
    for op in ("BesselI0", "BesselI1", "BesselI0e", "BesselI1e", "BesselJ0", "BesselJ1", "Dawsn", "FresnelCos", "FresnelSin"):
        add(op, "double/float", np.concatenate([small, -small, [0.25, 9]]) if op not in ("BesselI0", "BesselI1") else small[:4])
    for op in ("BesselK0", "BesselK1", "BesselK0e", "BesselK1e", "BesselY0", "BesselY1", "Expint", "Spence"):
        add(op, "double/float", small[:4] if op in ("Expint", "BesselK1e") else np.array([0.125, 0.75, 1.5, 3]) if op == "Spence" else small)
    a, x = np.array([0.5, 1, 2.5, 4, 10, 3]), np.array([0.25, 1.5, 2, 8, 9.5, 0.125])
    for op in ("Igamma", "Igammac"):
        add(op, "float", a, x, answers=[getattr(tf.raw_ops, op)(a=a, x=x).numpy().astype(np.float32)])
        add(op, "float", np.array([1, -1, 0, 2, 1]), np.array([0, 1, 1, -1, np.inf]))
    add("IgammaGradA", "float", a, x, answers=[tf.raw_ops.IgammaGradA(a=a, x=x).numpy().astype(np.float32)])
    add("RandomGammaGrad", "float", a, x, answers=[tf.raw_ops.RandomGammaGrad(alpha=a, sample=x).numpy().astype(np.float32)])
    b = tf.raw_ops.Betainc(a=a, b=a[::-1], x=x / 16).numpy().astype(np.float32)
    add("Betainc", "float", a, a[::-1], x / 16, answers=[b])
    add("Betainc", "float", np.array(2.0), np.array(3.0), np.array([0, 1, 0.5, 2]))
    add("NextAfter", "double/float", np.array([1, -1, 0]), np.array([2]))


def random_numbers():
    for t in ("int32", "int64"):
        add("StatelessRandomGetKeyCounter", "Tseed=" + t, Fixed(t, [3, 4], False))
        add("StatelessRandomGetKeyCounterAlg", "Tseed=" + t, Fixed(t, [3, 4], False))
    stream = [Fixed("uint64", [5]), Fixed("uint64", [7, 11]), Fixed("int32", 1)]
    for shape in ("int32", "int64"):
        for t in ("float", "double", "half", "bfloat16"):
            for op in ("StatelessRandomUniformV2", "StatelessRandomNormalV2", "StatelessTruncatedNormalV2"):
                add(op, "dtype=%s,Tshape=%s" % (t, shape), Fixed(shape, [2, 5]), *stream, attrs={"dtype": tf.as_dtype(NUMPY[t])})
        for t in ("int32", "int64"):
            add("StatelessRandomUniformIntV2", "dtype=%s,Tshape=%s" % (t, shape), Fixed(shape, [7]), *stream, Fixed(t, -9), Fixed(t, 1000))
        for t in ("int32", "int64", "uint32", "uint64"):
            add("StatelessRandomUniformFullIntV2", "dtype=%s,Tshape=%s" % (t, shape), Fixed(shape, [7]), *stream,
                attrs={"dtype": tf.as_dtype(NUMPY[t])})
            for seed in ("int32", "int64"):
                add("StatelessRandomUniformFullInt", "dtype=%s,T=%s,Tseed=%s" % (t, shape, seed), Fixed(shape, [7]), Fixed(seed, [3, 4]),
                    attrs={"dtype": tf.as_dtype(NUMPY[t])})

    def fresh(op, types, *inputs, attrs):
        names = [a.name for a in op_def_registry.get(op).input_arg]
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:  # a kernel of its own: its first numbers
            y = session.run(getattr(tf.raw_ops, op)(**dict(zip(names, (i.values for i in inputs))), **attrs))
        add(op, types, *inputs, attrs=attrs, answers=[y])
    seeds = {"seed": 3, "seed2": 4}
    alpha, rate = [0.25, 1, 4.5], [0.5, 3, 12, 100]
    for shape in ("int32", "int64"):
        for t in ("float", "double", "half"):
            fresh("RandomGamma", "S=%s,T=%s" % (shape, t), Fixed(shape, [6]), Fixed(t, alpha), attrs=seeds)
            add("StatelessRandomGammaV2", "dtype=%s,T=%s,Tseed=int64" % (t, shape), Fixed(shape, [6, 3]), Fixed("int64", [3, 4]),
                Fixed(t, alpha))
        for r in ("float", "double", "half", "int32", "int64"):
            for t in ("float", "double", "half", "int32", "int64"):
                fresh("RandomPoissonV2", "R=%s,dtype=%s,S=%s" % (r, t, shape), Fixed(shape, [5]), Fixed(r, rate),
                      attrs={"dtype": tf.as_dtype(NUMPY[t]), **seeds})
        add("StatelessRandomPoisson", "Rtype=double,dtype=int64,T=%s,Tseed=int32" % shape, Fixed(shape, [5, 4]), Fixed("int32", [3, 4]),
            Fixed("double", rate), attrs={"dtype": tf.int64})


def bounded_numbers():
    """Draws between bounds, binomial ones, and RandomCrop, which TensorFlow has in graphs of old alone."""
    def fresh(op, types, *inputs, attrs=None, producer=None):
        graph = tf.compat.v1.GraphDef()
        graph.versions.producer = producer or 1000
        for k, i in enumerate(inputs):
            node = graph.node.add(op="Const", name="in%d" % k)
            node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(i.values))
            node.attr["dtype"].type = tf.as_dtype(i.values.dtype).as_datatype_enum
        node = graph.node.add(op=op, name="y", input=["in%d" % k for k in range(len(inputs))])
        for pair in types.split(","):
            name, t = pair.split("=")
            node.attr[name].type = tf.as_dtype(NUMPY[t]).as_datatype_enum
        for name, v in (attrs or {}).items():
            node.attr[name].i = v
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            tf.import_graph_def(graph, name="")
            add(op, types, *inputs, attrs=attrs, answers=[session.run("y:0")])
    seeds, inf = {"seed": 3, "seed2": 4}, np.inf
    laws = [([12], 0.5, 1.5, -2.5, 2), ([12], 0, 1, 1, 1.25), ([12], 0, 1, 3, inf), ([12], 5, 0.5, -inf, 2), ([12], 0, 1, -0.25, 0.5),
            ([3, 4], [0, 1, -8], [1, 2, 0.5], [-2, 3, -inf], [2, 9, 4])]
    for index in ("int32", "int64"):
        for t in ("float", "double"):
            for shape, *law in laws:
                fresh("ParameterizedTruncatedNormal", "dtype=%s,T=%s" % (t, index), Fixed(index, shape), *[Fixed(t, v, False) for v in law],
                      attrs=seeds)
            for shape, *law in laws[:5] + [([3, 2], [0, 10], 1, [-2, 9], [2, 12]), ([2, 3, 2], [[0], [1], [2]], [1, 2], -2, 9)]:
                add("StatelessParameterizedTruncatedNormal", "dtype=%s,S=%s,Tseed=int64" % (t, index), Fixed(index, shape),
                    Fixed("int64", [3, 4]), *[Fixed(t, v, False) for v in law])
        for t in ("float", "double", "half"):  # TensorFlow has no kernel for whole numbers
            for out in ("float", "double", "half", "int32", "int64"):
                for shape, count, chance in (([2, 3, 2], [[10], [20], [90]], [0.25, 0.75]), ([4], [-3, 0, 5, 7], [0.5, 0.5, 0, 1])):
                    add("StatelessRandomBinomial", "T=%s,dtype=%s,S=%s,Tseed=int32" % (t, out, index), Fixed(index, shape),
                        Fixed("int32", [3, 4]), Fixed(t, count, False), Fixed(t, chance, False), attrs={"dtype": tf.as_dtype(NUMPY[out])})
        for t in ("float", "double", "half"):
            add("StatelessRandomGammaV3", "dtype=%s,shape_dtype=%s" % (t, index), Fixed(index, [6, 3]), Fixed("uint64", [5]),
                Fixed("uint64", [7, 11]), Fixed("int32", 1), Fixed(t, [0.25, 1, 4.5]))
    for t in ("float", "double", "uint8", "int8", "int16", "int32", "int64"):
        for size in ([2, 3], [4, 2], [2, 5], [4, 5], [0, 3]):
            fresh("RandomCrop", "T=" + t, Fixed(t, whole([4, 5, 2]), False), Fixed("int64", size), attrs=seeds, producer=7)


def quantisation():
    x = np.array([[-7.5, -1, -0.26, 0], [0.13, 0.49, 1.02, 8.25]])
    base = x
    g = spread([2, 4])
    float32 = lambda v: Fixed("float", v, False)
    for bits, narrow, low, high in ((8, False, -6.0, 6.0), (8, True, -1.5, 2.25), (4, False, 0.1, 1.0), (16, True, -3.0, -0.5)):
        attrs = {"num_bits": bits, "narrow_range": narrow}
        ends = {"min": low, "max": high}
        add("FakeQuantWithMinMaxArgs", "", float32(x), attrs={**attrs, **ends})
        add("FakeQuantWithMinMaxArgsGradient", "", float32(g), float32(x), attrs={**attrs, **ends})
        add("FakeQuantWithMinMaxVars", "", float32(x), float32(low), float32(high), attrs=attrs)
        add("FakeQuantWithMinMaxVarsGradient", "", float32(g), float32(x), float32(low), float32(high), attrs=attrs)
        lows, highs = float32([low, -1, 0, -2]), float32([high, 1, 0, 0.5])
        add("FakeQuantWithMinMaxVarsPerChannel", "", float32(x), lows, highs, attrs=attrs)
        add("FakeQuantWithMinMaxVarsPerChannelGradient", "", float32(g), float32(x), lows, highs, attrs=attrs)
    for t, kind in (("qint8", tf.qint8), ("quint8", tf.quint8), ("qint16", tf.qint16), ("quint16", tf.quint16), ("qint32", tf.qint32)):
        for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
            if mode == "SCALED" and t.startswith("quint16"):
                continue
            for low, high in ((-1.0, 2.0), (0.5, 0.5)):
                x = base * 0.05 if t == "qint32" else base  # beyond its range TensorFlow's int32 is not the largest
                y = tf.raw_ops.QuantizeV2(input=tf.constant(x, tf.float32), min_range=low, max_range=high, T=kind, mode=mode)
                values = [tf.bitcast(y[0], {"qint8": tf.int8, "quint8": tf.uint8, "qint16": tf.int16, "quint16": tf.uint16,
                                            "qint32": tf.int32}[t]).numpy(), y[1].numpy(), y[2].numpy()]
                LINES.append("\t".join(["QuantizeV2", t, "T=t:%s mode=s:%s" % (t, mode),
                                        "|".join(show(np.asarray(v, np.float32), "float") for v in (x, low, high)),
                                        "|".join([show(values[0], t), show(values[1], "float"), show(values[2], "float")])]))
                z = tf.raw_ops.Dequantize(input=y[0], min_range=y[1], max_range=y[2], mode=mode).numpy()
                LINES.append("\t".join(["Dequantize", "T=%s,dtype=float" % t, "mode=s:%s" % mode,
                                        "|".join([show(values[0], t), show(values[1], "float"), show(values[2], "float")]), show(z, "float")]))


def transforms():
    for shape, op in (([2, 8], "FFT"), ([2, 7], "FFT"), ([2, 3, 4], "FFT2D"), ([2, 3, 5], "FFT3D"), ([1, 1], "FFT"), ([0, 4], "FFT")):
        z = spread(shape, 0.25) + 1j * spread(shape, 0.5, 0.25)
        rank = {"FFT": 1, "FFT2D": 2, "FFT3D": 3}[op]

        def single(name, types, x, *rest, **attrs):
            """TensorFlow's answer in double, for single precision: sums of many products differ in their last digits."""
            names = [a.name for a in op_def_registry.get(name).input_arg]
            y = getattr(tf.raw_ops, name)(**dict(zip(names, [tf.constant(x)] + [tf.constant(r.values) for r in rest])), **attrs).numpy()
            add(name, types, x, *rest, answers=[y.astype(np.complex64 if np.iscomplexobj(y) else np.float32)])
        single(op, "complex64", z)
        single("I" + op, "complex64", z)
        for more in (0, -2):
            length = [max(d + more, 1) for d in shape[len(shape) - rank:]]
            single("R" + op, "Treal=float,Tcomplex=complex64", z.real, Fixed("int32", length), Tcomplex=tf.complex128)
            single("IR" + op, "Tcomplex=complex64,Treal=float", z[..., :length[-1] // 2 + 1], Fixed("int32", length), Treal=tf.float64)


def passed_on():
    x = spread([2, 3])
    add("EuclideanNorm", "double/float", x, Fixed("int32", [1]), answers=[np.sqrt((x * x).sum(1))])
    add("EuclideanNorm", "double/float", x, Fixed("int32", [0]), attrs={"keep_dims": True}, answers=[np.sqrt((x * x).sum(0, keepdims=True))])
    for op in ("Snapshot", "GuaranteeConst"):
        add(op, "double/int32", whole([2, 3]))
    add("DeepCopy", "float/int32", whole([2, 3]))
    add("AccumulateNV2", "double/float", x, x * 2, attrs={"shape": [2, 3]}, answers=[x * 3])
    add("ParallelConcat", "float/int32", whole([1, 2]), whole([1, 2]) + 1, attrs={"shape": [2, 2]},
        answers=[np.concatenate([whole([1, 2]), whole([1, 2]) + 1]).astype(np.float32)])
    add("CheckNumericsV2", "double/float", x, attrs={"message": "bad"})
    add("ApproximateEqual", "float/int32", np.array([1, 2, 3]), np.array([1, 2.0, 4]), attrs={"tolerance": 0.25})


def main():
    for make in (transforms, passed_on, complex_numbers, matrices, linear_algebra, matrix_functions, recurrent, counts, special_functions, random_numbers, bounded_numbers,
                 quantisation):
        make()
    with open(os.path.join(HERE, "numbers.txt"), "w") as file:
        file.write("# Written by make_numbers.py (numpy %s, tensorflow %s, seed 5).\n" % (np.__version__, tf.__version__))
        file.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
