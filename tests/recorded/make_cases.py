#!/usr/bin/python3
"""Writes cases.txt beside itself: one case for every op below and every type that Runnel has it in, with the answer.

usage: runnel ops --json | make_cases.py

What moves or selects elements, and arithmetic, is computed by numpy; segments, random numbers and text by TensorFlow. A line
is: op, type as `runnel ops` has it, attrs, inputs, outputs, with tabs between; an input that starts with # is a constant, with @ a
variable, whose value afterwards is the output of an op that has none. Seeds are 3 and 4. Needs numpy and tensorflow.
"""
import json
import os
import sys

import ml_dtypes
import numpy as np
import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
NUMPY = {"float": np.float32, "double": np.float64, "half": np.float16, "bfloat16": ml_dtypes.bfloat16, "bool": np.bool_,
         "complex64": np.complex64, "complex128": np.complex128, "string": object,
         "qint8": np.int8, "quint8": np.uint8, "qint16": np.int16, "quint16": np.uint16, "qint32": np.int32}
NUMPY.update({name: np.dtype(name).type for name in
              ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")})
UNUSUAL = {"complex64", "complex128", "string", "qint8", "quint8", "qint16", "quint16", "qint32"}


class Tensor:
    def __init__(self, dtype, values, mark=""):
        self.dtype, self.mark = dtype, mark
        self.values = np.asarray(values, NUMPY[dtype])

    def text(self):
        def one(v):
            if self.dtype == "string":
                return v.decode() if isinstance(v, bytes) else v
            if self.dtype.startswith("complex"):
                return "%r;%r" % (float(v.real), float(v.imag))
            return repr(float(v)) if self.dtype in ("float", "double", "half", "bfloat16") else str(int(v))
        dims = ",".join(str(d) for d in self.values.shape)
        between = "&" if self.dtype == "string" else ","
        return "%s%s[%s]:%s" % (self.mark, self.dtype, dims, between.join(one(v) for v in self.values.reshape(-1)))


def some(dtype, shape, start=1):
    """Small numbers that every type holds, of both signs where there are signs."""
    n = np.arange(start, start + int(np.prod(shape)))
    if dtype == "string":
        return np.array(["s%d" % v for v in n], object).reshape(shape)
    if dtype.startswith("complex"):
        return ((n % 7 - 3) / 2 + 1j * (n % 5 - 1) / 4).astype(NUMPY[dtype]).reshape(shape)
    if dtype in ("float", "double", "half", "bfloat16"):
        return ((n * 5 % 11 - 5) / 4).astype(NUMPY[dtype]).reshape(shape)
    values = n * 5 % 11 if NUMPY[dtype](0).dtype.kind in "ub" else n * 5 % 11 - 5
    return values.astype(NUMPY[dtype]).reshape(shape)


def constant(dtype, values):
    return Tensor(dtype, values, "#")


# Types that are tried nowhere else, of any op and of some.
SHORT = {"Tindices=int16", "TI=int8", "Tlen=int8", "output_type=int16", "output_type=uint16"}
OWN_TYPES = {"ArgMax": {"bool"}, "ArgMin": {"bool"}, "BatchMatMulV2": {"int16"}, "DepthToSpace": {"bool"}, "SpaceToDepth": {"bool"}}
# Have a case here in every type.
OWN = {"AddV2", "Abs", "AsString", "Div", "DivNoNan", "Equal", "FloorDiv", "FloorMod", "GatherNd", "MaxPool", "MaxPoolGrad",
       "MaxPoolGradGrad", "Maximum", "Minimum", "Mul", "Neg",
       "NotEqual", "Pow", "Runnel>Attention", "Runnel>LayerNorm", "ScatterNd", "Sign", "SplitV", "Square", "Sub", "TopKV2", "TruncateDiv", "TruncatedNormal"}
CASES = {}  # op: function of its types, giving (attrs, inputs, outputs)


def case(*ops, **extra):
    def register(function):
        for op in ops:
            CASES[op] = lambda types, op=op: function(op, types, types.get("T", types.get("")), **extra)
        return function
    return register


@case("Add", "AddV2", "Sub", "Mul")
def binary(op, types, t):
    x, y = some(t, [2, 3]), some(t, [3], 4)
    z = x - y if op == "Sub" else x * y if op == "Mul" else x + y
    return {}, [Tensor(t, x), Tensor(t, y)], [Tensor(t, z)]


@case("Equal", "NotEqual")
def compare(op, types, t):
    x, y = some(t, [2, 3]), some(t, [2, 3])
    y[0] = some(t, [3], 5)
    return {}, [Tensor(t, x), Tensor(t, y)], [Tensor("bool", x == y if op == "Equal" else x != y)]


@case("Neg", "Square")
def unary(op, types, t):
    x = some(t, [2, 3])
    return {}, [Tensor(t, x)], [Tensor(t, -x if op == "Neg" else x * x)]


@case("AddN")
def add_n(op, types, t):
    x = [some(t, [2, 2], i) for i in (1, 4, 6)]
    return {}, [Tensor(t, v) for v in x], [Tensor(t, sum(x))]


@case("BatchMatMulV2")
def batch_matmul(op, types, t):
    x, y = some(t, [2, 3, 2]), some(t, [1, 3, 4], 3)
    return {"adj_x": "b:1"}, [Tensor(t, x), Tensor(t, y)], [Tensor(t, np.matmul(x.conj().swapaxes(1, 2), y))]


@case("MatMul")
def matmul(op, types, t):
    x, y = some(t, [2, 3]), some(t, [4, 3], 3)
    return {"transpose_b": "b:1"}, [Tensor(t, x), Tensor(t, y)], [Tensor(t, x @ y.T)]


@case("BiasAdd")
def bias_add(op, types, t):
    x, y = some(t, [2, 2, 3]), some(t, [3], 4)
    return {}, [Tensor(t, x), Tensor(t, y)], [Tensor(t, x + y)]


@case("BiasAddGrad")
def bias_add_grad(op, types, t):
    x = some(t, [2, 2, 3])
    return {}, [Tensor(t, x)], [Tensor(t, x.sum((0, 1)))]


@case("Sum", "Mean", "Prod")
def reduce(op, types, t):
    x = some(t, [2, 3, 2])
    y = {"Sum": np.sum, "Mean": np.mean, "Prod": np.prod}[op](x, axis=1)
    return {}, [Tensor(t, x), constant(types["Tidx"], [1])], [Tensor(t, y)]


@case("ConcatV2")
def concat(op, types, t):
    x, y = some(t, [2, 2]), some(t, [2, 1], 7)
    return {}, [Tensor(t, x), Tensor(t, y), constant("int32", 1)], [Tensor(t, np.concatenate([x, y], 1))]


@case("DynamicStitch")
def stitch(op, types, t):
    x, y = some(t, [2, 2]), some(t, [2], 7)
    return ({}, [Tensor("int32", [2, 0]), Tensor("int32", 1), Tensor(t, x), Tensor(t, y)],
            [Tensor(t, np.stack([x[1], y, x[0]]))])


@case("Fill")
def fill(op, types, t):
    value = some(t, [], 3)[()]
    return {}, [constant(types["index_type"], [2, 3]), Tensor(t, value)], [Tensor(t, np.full([2, 3], value))]


@case("GatherV2")
def gather(op, types, t):
    t = types["Tparams"]
    x, i = some(t, [2, 3]), [2, 0, 2]
    return ({}, [Tensor(t, x), Tensor(types["Tindices"], i), constant(types["Taxis"], 1)], [Tensor(t, x[:, i])])


@case("SplitV")
def split_v(op, types, t):
    x = some(t, [2, 5])
    return ({"num_split": "i:2"}, [Tensor(t, x), constant("int8", [2, -1]), constant("int32", 1)],
            [Tensor(t, x[:, :2]), Tensor(t, x[:, 2:])])


@case("OneHot")
def one_hot(op, types, t):
    on, off = some(t, [], 3)[()], some(t, [], 4)[()]
    y = np.full([3, 4], off)
    y[0, 2] = y[1, 0] = on
    return ({}, [Tensor(types["TI"], [2, 0, 9]), constant("int32", 4), Tensor(t, on), Tensor(t, off)], [Tensor(t, y)])


@case("ArgMax", "ArgMin")
def arg(op, types, t):
    x = some(t, [2, 3, 2])
    y = getattr(tf.raw_ops, op)(input=x, dimension=tf.constant(1, types["Tidx"]), output_type=types["output_type"]).numpy()
    return ({"output_type": "t:" + types["output_type"]}, [Tensor(t, x), constant(types["Tidx"], 1)],
            [Tensor(types["output_type"], y)])


WINDOWS = {"ksize": [1, 2, 3, 1], "strides": [1, 2, 1, 1], "padding": "SAME"}
WINDOW_ATTRS = {"ksize": "l:1,2,3,1", "strides": "l:1,2,1,1", "padding": "s:SAME"}


@case("MaxPool", "MaxPoolGrad", "MaxPoolGradGrad")
def max_pool(op, types, t):
    x = some(t, [1, 3, 4, 2])
    y = tf.raw_ops.MaxPool(input=x, **WINDOWS).numpy()
    if op == "MaxPool":
        return WINDOW_ATTRS, [Tensor(t, x)], [Tensor(t, y)]
    grad = some(t, y.shape if op == "MaxPoolGrad" else x.shape, 3)
    z = getattr(tf.raw_ops, op)(orig_input=x, orig_output=y, grad=grad, **WINDOWS).numpy()
    return WINDOW_ATTRS, [Tensor(t, x), Tensor(t, y), Tensor(t, grad)], [Tensor(t, z)]


@case("SpaceToDepth", "DepthToSpace")
def depth(op, types, t):
    x = some(t, [1, 2, 4, 2] if op == "SpaceToDepth" else [1, 1, 2, 8])
    y = getattr(tf.raw_ops, op)(input=x, block_size=2).numpy()
    return {"block_size": "i:2"}, [Tensor(t, x)], [Tensor(t, y)]


@case("Pack")
def pack(op, types, t):
    x, y = some(t, [3]), some(t, [3], 5)
    return {"axis": "i:1"}, [Tensor(t, x), Tensor(t, y)], [Tensor(t, np.stack([x, y], 1))]


@case("Unpack")
def unpack(op, types, t):
    x = some(t, [3, 2])
    return {"axis": "i:1", "num": "i:2"}, [Tensor(t, x)], [Tensor(t, x[:, 0]), Tensor(t, x[:, 1])]


@case("Split")
def split(op, types, t):
    x = some(t, [2, 4])
    return {"num_split": "i:2"}, [constant("int32", 1), Tensor(t, x)], [Tensor(t, v) for v in np.split(x, 2, 1)]


@case("Select", "SelectV2")
def select(op, types, t):
    x, y = some(t, [2, 2]), some(t, [2, 2], 6)
    c = np.array([[True, False], [False, True]]) if op == "Select" else np.array([True, False])
    return {}, [Tensor("bool", c), Tensor(t, x), Tensor(t, y)], [Tensor(t, np.where(c, x, y))]


@case("StridedSlice")
def strided_slice(op, types, t):
    x, i = some(t, [3, 4]), types["Index"]
    bounds = [constant(i, [0, 3]), constant(i, [3, 0]), constant(i, [2, -1])]
    return {}, [Tensor(t, x)] + bounds, [Tensor(t, x[0:3:2, 3:0:-1])]


@case("StridedSliceGrad")
def strided_slice_grad(op, types, t):
    dy, i = some(t, [2, 3]), types["Index"]
    x = np.full([3, 4], "", object) if t == "string" else np.zeros([3, 4], NUMPY[t])
    x[0:3:2, 3:0:-1] = dy
    bounds = [constant(i, [3, 4]), constant(i, [0, 3]), constant(i, [3, 0]), constant(i, [2, -1])]
    return {}, bounds + [Tensor(t, dy)], [Tensor(t, x)]


@case("Where")
def where(op, types, t):
    x = some(t, [3, 4])
    x[1, 1:3] = 0
    return {}, [Tensor(t, x)], [Tensor("int64", np.argwhere(x))]


@case("AssignAddVariableOp", "AssignSubVariableOp")
def assign_add(op, types, t):
    x, y = some(t, [2, 2]), some(t, [2, 2], 6)
    return {}, [Tensor(t, x, "@"), Tensor(t, y)], [Tensor(t, x + y if "Add" in op else x - y)]


@case("ResourceGather")
def resource_gather(op, types, t):
    t = types["dtype"]
    x, i = some(t, [3, 2]), [2, 0, 2]
    return {"dtype": "t:" + t}, [Tensor(t, x, "@"), Tensor(types["Tindices"], i)], [Tensor(t, x[i])]


@case("SegmentSum", "SegmentMean", "SegmentProd", "SegmentMax", "SegmentMin")
def segment(op, types, t):
    x, ids = some(t, [5, 2]), np.array([0, 0, 1, 3, 3], NUMPY[types["Tindices"]])
    y = getattr(tf.raw_ops, op)(data=x, segment_ids=ids).numpy()
    return {}, [Tensor(t, x), Tensor(types["Tindices"], ids)], [Tensor(t, y)]


@case("UnsortedSegmentSum", "UnsortedSegmentProd", "UnsortedSegmentMax", "UnsortedSegmentMin")
def unsorted_segment(op, types, t):
    x, ids = some(t, [2, 3, 2]), np.array([[2, 0, 2], [-1, 3, 0]], NUMPY[types["Tindices"]])
    y = getattr(tf.raw_ops, op)(data=x, segment_ids=ids, num_segments=np.array(5, NUMPY[types["Tnumsegments"]])).numpy()
    return ({}, [Tensor(t, x), Tensor(types["Tindices"], ids), constant(types["Tnumsegments"], 5)], [Tensor(t, y)])


@case("Runnel>Attention")
def attention(op, types, t):
    q, k, v, mask = some(t, [2, 3, 2]), some(t, [2, 4, 2], 2), some(t, [2, 4, 3], 5), some(t, [3, 1], 3)
    scores = np.einsum("bmd,bnd->bmn", q.astype(np.float64), k.astype(np.float64)) * 0.5 + mask.astype(np.float64)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    y = np.einsum("bmn,bne->bme", weights / weights.sum(-1, keepdims=True), v.astype(np.float64))
    return {"scale": "f:0.5"}, [Tensor(t, x) for x in (q, k, v, mask)], [Tensor(t, y)]


@case("Runnel>LayerNorm")
def layer_norm(op, types, t):
    x, scale, offset = some(t, [2, 3, 4]), some(t, [4], 2), some(t, [4], 5)
    wide = x.astype(np.float64)
    mean = wide.mean(-1, keepdims=True)
    inverse = 1 / np.sqrt(wide.var(-1, keepdims=True) + np.float64(np.float32(1e-5)))
    y = (wide - mean) * inverse * scale.astype(np.float64) + offset.astype(np.float64)
    return {}, [Tensor(t, v) for v in (x, scale, offset)], [Tensor(t, v) for v in (y, mean, inverse)]


@case("RandomUniform", "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt")
def random(op, types, t):
    of, shape = types.get("dtype", types.get("Tout")), [2, 5]
    attrs, inputs = {"seed": "i:3", "seed2": "i:4"}, [constant(t, shape)]
    more = {} if op == "RandomUniformInt" else {"dtype": tf.as_dtype(NUMPY[of])}
    if op == "RandomUniformInt":
        inputs += [Tensor(of, -3), Tensor(of, 1000)]
        more = {"minval": NUMPY[of](-3), "maxval": NUMPY[of](1000)}
    else:
        attrs["dtype"] = "t:" + of
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:  # a kernel of its own: its first numbers
        y = session.run(getattr(tf.raw_ops, op)(shape=np.array(shape, NUMPY[t]), seed=3, seed2=4, **more))
    return attrs, inputs, [Tensor(of, y)]


@case("AsString")
def as_string(op, types, t):
    x = some(t, [2, 3])
    return {}, [Tensor(t, x)], [Tensor("string", tf.raw_ops.AsString(input=x).numpy())]


@case("StringJoin")
def string_join(op, types, t):
    x, y = some("string", [2, 2]), some("string", [], 9)
    z = tf.raw_ops.StringJoin(inputs=[x, y], separator="-").numpy()
    return {"separator": "s:-"}, [Tensor("string", x), Tensor("string", y)], [Tensor("string", z)]


@case("LogicalAnd", "LogicalOr")
def logical(op, types, t):
    x, y = np.array([[True], [False]]), np.array([True, False])
    return {}, [Tensor("bool", x), Tensor("bool", y)], [Tensor("bool", x & y if "And" in op else x | y)]


@case("LogicalNot")
def logical_not(op, types, t):
    return {}, [Tensor("bool", [True, False])], [Tensor("bool", [False, True])]


@case("ConcatOffset")
def concat_offset(op, types, t):
    shapes = [[2, 3], [2, 4], [2, 1]]
    return ({}, [Tensor("int32", 1)] + [Tensor("int32", s) for s in shapes],
            [Tensor("int32", [0, o]) for o in (0, 3, 7)])


@case("Identity", "StopGradient", "PreventGradient")
def identity(op, types, t):
    x = some("float", [2, 3])
    return {}, [Tensor("float", x)], [Tensor("float", x)]


@case("PlaceholderWithDefault")
def with_default(op, types, t):
    x = some("float", [2, 3])
    return {"shape": "h:2,-1"}, [Tensor("float", x)], [Tensor("float", x)]


@case("IdentityN")
def identity_n(op, types, t):
    values = [Tensor("float", some("float", [2])), Tensor("string", some("string", [3]))]
    return {}, values, values


@case("Reshape", "ExpandDims", "Squeeze")
def reshape(op, types, t):
    x = some("float", [2, 1, 3])
    if op == "Squeeze":
        return {}, [Tensor("float", x)], [Tensor("float", x.reshape(2, 3))]
    if op == "Reshape":
        return {}, [Tensor("float", x), Tensor("int64", [3, -1])], [Tensor("float", x.reshape(3, 2))]
    return {}, [Tensor("float", x), Tensor("int32", -2)], [Tensor("float", x.reshape(2, 1, 1, 3))]


@case("Shape", "Size", "Rank")
def shape(op, types, t):
    y = {"Shape": [2, 1, 3], "Size": 6, "Rank": 3}[op]
    attrs = {} if op == "Rank" else {"out_type": "t:int64"}
    return attrs, [Tensor("string", some("string", [2, 1, 3]))], [Tensor("int32" if op == "Rank" else "int64", y)]


@case("ShapeN")
def shape_n(op, types, t):
    return ({}, [Tensor("float", some("float", [2, 3])), Tensor("float", 1.0)],
            [Tensor("int32", [2, 3]), Tensor("int32", np.zeros([0]))])


@case("Maximum", "Minimum", "Div", "DivNoNan", "FloorDiv", "FloorMod", "TruncateDiv", "Pow")
def binary_of_tensorflow(op, types, t):
    x, y = some(t, [2, 3]), some(t, [2, 3], 4)
    if op == "Pow" or not y.astype(np.float64).all():
        y = np.abs(y) % y.dtype.type(3) + y.dtype.type(1)
    return {}, [Tensor(t, x), Tensor(t, y)], [Tensor(t, getattr(tf.raw_ops, op)(x=x, y=y).numpy())]


@case("Abs", "Sign")
def unary_of_tensorflow(op, types, t):
    x = some(t, [2, 3])
    return {}, [Tensor(t, x)], [Tensor(t, getattr(tf.raw_ops, op)(x=x).numpy())]


@case("TopKV2")
def top_k(op, types, t):
    x = some(t, [2, 5])
    values, places = tf.raw_ops.TopKV2(input=x, k=tf.constant(2, types["Tk"]), index_type=types["index_type"])
    return ({"index_type": "t:" + types["index_type"]}, [Tensor(t, x), constant(types["Tk"], 2)],
            [Tensor(t, values.numpy()), Tensor(types["index_type"], places.numpy())])


@case("GatherNd")
def gather_nd(op, types, t):
    t, kind = types["Tparams"], types["Tindices"]
    x, indices = some(t, [2, 3]), np.array([[1, 2], [0, 5], [-1, 0], [0, 1]], NUMPY[kind])
    y = tf.raw_ops.GatherNd(params=x, indices=indices, bad_indices_policy="IGNORE").numpy()
    return {"bad_indices_policy": "s:IGNORE"}, [Tensor(t, x), Tensor(kind, indices)], [Tensor(t, y)]


@case("ScatterNd")
def scatter_nd(op, types, t):
    kind = types["Tindices"]
    x, indices = some(t, [4, 2]), np.array([[1], [3], [-1], [1]], NUMPY[kind])
    y = tf.raw_ops.ScatterNd(indices=indices, updates=x, shape=np.array([3, 2], NUMPY[kind]), bad_indices_policy="IGNORE").numpy()
    return ({"bad_indices_policy": "s:IGNORE"}, [Tensor(kind, indices), Tensor(t, x), constant(kind, [3, 2])], [Tensor(t, y)])


def parse(text):
    if text in ("", "*"):
        return {}
    return dict(part.split("=") if "=" in part else ("", part) for part in text.split(","))


def main():
    known = sorted({(o["op"], o["type"] or "") for o in map(json.loads, sys.stdin) if o["device"] in ("CPU", "*")})
    lines = ["# Written by make_cases.py (numpy %s, tensorflow %s)." % (np.__version__, tf.__version__)]
    done = set()
    for op, types in known:
        parsed = parse(types)
        # What is there in every type is tried in the usual ones elsewhere; segments are new.
        unusual = UNUSUAL & set(parsed.values()) or SHORT & set(types.split(",")) or parsed.get("T", parsed.get("")) in OWN_TYPES.get(op, ())
        usual = parsed and not unusual and "Segment" not in op and "Random" not in op and op not in OWN
        if op not in CASES or usual or (op.startswith("Runnel>") and not parsed):
            continue
        with np.errstate(over="ignore"):
            attrs, inputs, outputs = CASES[op](parsed)
        lines.append("\t".join([op, types, " ".join("%s=%s" % a for a in sorted(attrs.items())),
                                "|".join(t.text() for t in inputs), "|".join(t.text() for t in outputs)]))
        done.add(op)
    missing = set(CASES) - done
    if missing:
        sys.exit("not listed by runnel: " + " ".join(sorted(missing)))
    with open(os.path.join(HERE, "cases.txt"), "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
