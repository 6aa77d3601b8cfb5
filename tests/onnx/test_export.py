"""runnel convert to ONNX: the models come back as they were, ONNX's checker takes them, and ONNX Runtime computes the same.

The last two where a Python has the packages onnx and onnxruntime (RUNNEL_ONNX_PYTHON names it).
"""
import os
import random
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tools"))
from program import ProgramTest, constant, node, npy, placeholder, read_npy  # noqa: E402

PEER = os.environ.get("RUNNEL_ONNX_PYTHON", sys.executable)
HAS_PEER = subprocess.run([PEER, "-c", "import onnx, onnxruntime"], capture_output=True, check=False).returncode == 0
CHECK = """
import sys, numpy, onnx, onnxruntime
path, folder, inputs, outputs = sys.argv[1], sys.argv[2], sys.argv[3].split(","), sys.argv[4].split(",")
onnx.checker.check_model(path, full_check=True)
session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
feeds = {name: numpy.load(folder + "/" + name + ".npy") for name in inputs}
for name, value in zip(outputs, session.run(outputs, feeds)):
    numpy.save(folder + "/peer_" + name + ".npy", value)
"""
FLOAT, INT = "type: DT_FLOAT", "type: DT_INT32"


def ints(*values):
    return "list { %s }" % " ".join("i: %d" % v for v in values)


class Model:
    """A text MetaGraph as it grows; weights are random numbers of a seed."""

    def __init__(self):
        self.text, self.count, self.random = "", 0, random.Random(7)
        self.inputs, self.outputs = {}, {}

    def add(self, op, inputs=(), **attrs):
        self.count += 1
        name = "n%d" % self.count
        self.text += node(name, op, inputs, **attrs)
        return name

    def input(self, name, dims, dtype="DT_FLOAT"):
        self.text += placeholder(name, dims, dtype)
        self.inputs[name] = (name, dtype)
        return name

    def output(self, key, tensor, dtype="DT_FLOAT"):
        self.outputs[key] = (tensor, dtype)

    def weights(self, *dims, around=0.0):
        count = 1
        for n in dims:
            count *= n
        scale = (2 / max(count // dims[-1], 1)) ** 0.5
        self.count += 1
        name = "w%d" % self.count
        self.text += constant(name, dims, ["%.6g" % (around + scale * self.random.gauss(0, 1)) for _ in range(count)])
        return self.add("Identity", [name], T=FLOAT)  # as frozen variables are read

    def numbers(self, *values):
        self.count += 1
        self.text += constant("i%d" % self.count, [len(values)], values, "DT_INT32", "int_val")
        return "i%d" % self.count

    def number(self, value):
        self.count += 1
        self.text += constant("i%d" % self.count, [], [value], "DT_INT32", "int_val")
        return "i%d" % self.count

    def conv(self, x, *dims, strides=1, padding="SAME", op="Conv2D"):
        return self.add(op, [x, self.weights(*dims)], T=FLOAT, strides=ints(1, strides, strides, 1), padding='s: "%s"' % padding)

    def norm(self, x, channels):
        parts = [self.weights(channels, around=1), self.weights(channels), self.weights(channels)]
        parts.append(self.add("Square", [self.weights(channels, around=1)], T=FLOAT))
        return self.add("FusedBatchNormV3", [x, *parts], T=FLOAT, U=FLOAT, is_training="b: false", epsilon="f: 0.001")

    def binary(self, op, x, y):
        return self.add(op, [x, y], T=FLOAT)

    def dense(self, x, *dims):
        return self.binary("BiasAdd", self.add("MatMul", [x, self.weights(*dims)], T=FLOAT), self.weights(dims[-1]))

    def unary(self, op, x):
        return self.add(op, [x], T=FLOAT)

    def mean(self, x, axes, keep):
        return self.add("Mean", [x, self.numbers(*axes)], T=FLOAT, Tidx=INT, keep_dims="b: %s" % str(keep).lower())

    def reshape(self, x, *dims):
        return self.add("Reshape", [x, self.numbers(*dims)], T=FLOAT, Tshape=INT)

    def transpose(self, x, *perm):
        return self.add("Transpose", [x, self.numbers(*perm)], T=FLOAT, Tperm=INT)

    def padded(self, x):
        self.count += 1
        pads = "p%d" % self.count
        self.text += constant(pads, [4, 2], [0, 0, 0, 1, 0, 1, 0, 0], "DT_INT32", "int_val")
        return self.add("Pad", [x, pads], T=FLOAT, Tpaddings=INT)

    def meta(self):
        def ends(kind, tensors):
            return "".join('%s { key: "%s" value { name: "%s:0" dtype: %s } } ' % (kind, key, tensor, dtype)
                           for key, (tensor, dtype) in tensors.items())
        return 'graph_def { %s } signature_def { key: "serving_default" value { %s %s } }' % (
            self.text, ends("inputs", self.inputs), ends("outputs", self.outputs))


def mlp():
    m = Model()
    h = m.unary("Relu", m.dense(m.input("x", [-1, 6]), 6, 9))
    m.output("y", m.unary("Softmax", m.dense(m.unary("Tanh", m.dense(h, 9, 8)), 8, 3)))
    return m, {"x": [4, 6]}


def lenet():
    m = Model()
    h = m.reshape(m.input("image", [-1, 144]), -1, 12, 12, 1)
    for dims, padding in (((5, 5, 1, 4), "SAME"), ((3, 3, 4, 6), "VALID")):
        h = m.unary("Relu", m.binary("BiasAdd", m.conv(h, *dims, padding=padding), m.weights(dims[-1])))
        h = m.add("MaxPool", [h], T=FLOAT, ksize=ints(1, 2, 2, 1), strides=ints(1, 2, 2, 1), padding='s: "SAME"')
    scores = m.dense(m.reshape(h, -1, 24), 24, 10)
    m.output("probabilities", m.unary("Softmax", scores))
    m.output("class", m.add("ArgMax", [scores, m.number(1)], T=FLOAT, Tidx=INT, output_type="type: DT_INT64"), "DT_INT64")
    return m, {"image": [2, 144]}


def mobile_net():
    m = Model()
    h, c = m.unary("Relu6", m.norm(m.conv(m.input("x", [-1, 16, 16, 3]), 3, 3, 3, 4, strides=2), 4)), 4
    for out, strides in ((4, 1), (6, 2)):
        e = m.unary("Relu6", m.norm(m.conv(h, 1, 1, c, 3 * c), 3 * c))
        if strides == 2:
            e = m.padded(e)
        e = m.conv(e, 3, 3, 3 * c, 1, strides=strides, padding="SAME" if strides == 1 else "VALID", op="DepthwiseConv2dNative")
        e = m.norm(m.conv(m.unary("Relu6", m.norm(e, 3 * c)), 1, 1, 3 * c, out), out)
        h, c = (m.binary("AddV2", h, e) if c == out else e), out
    h = m.add("ConcatV2", [h, m.unary("Sigmoid", h), m.number(3)], T=FLOAT, N="i: 2", Tidx=INT)
    m.output("y", m.dense(m.mean(h, (1, 2), False), 2 * c, 5))
    m.output("seen", m.mean(h, (1, 2), True))
    return m, {"x": [2, 16, 16, 3]}


def transformer():
    m = Model()
    width, heads, length = 8, 2, 5
    ids = m.input("ids", [-1, length], "DT_INT32")
    h = m.add("GatherV2", [m.weights(12, width), ids, m.number(0)], Tparams=FLOAT, Tindices=INT, Taxis=INT)
    h = m.binary("AddV2", h, m.weights(length, width))

    def norm(x):
        centred = m.binary("Sub", x, m.mean(x, (-1,), True))
        spread = m.mean(m.unary("Square", centred), (-1,), True)
        one = m.unary("Rsqrt", m.binary("AddV2", spread, m.weights(1, around=1)))
        return m.binary("AddV2", m.binary("Mul", m.binary("Mul", centred, one), m.weights(width, around=1)), m.weights(width))

    for _ in range(2):
        flat = m.reshape(h, -1, width)
        q, k, v = (m.transpose(m.reshape(m.dense(flat, width, width), -1, length, heads, width // heads), 0, 2, 1, 3)
                   for _ in range(3))
        scores = m.add("BatchMatMulV2", [q, k], T=FLOAT, adj_x="b: false", adj_y="b: true")
        mixed = m.add("BatchMatMulV2", [m.unary("Softmax", scores), v], T=FLOAT)
        mixed = m.dense(m.reshape(m.transpose(mixed, 0, 2, 1, 3), -1, width), width, width)
        h = norm(m.binary("AddV2", h, m.reshape(mixed, -1, length, width)))
        wide = m.dense(m.reshape(h, -1, width), width, 12)
        wide = m.binary("Mul", wide, m.binary("AddV2", m.unary("Erf", wide), m.weights(1, around=1)))
        h = norm(m.binary("AddV2", h, m.reshape(m.dense(wide, 12, width), -1, length, width)))
    first = m.add("StridedSlice", [h, m.numbers(0, 0), m.numbers(0, 1), m.numbers(1, 1)], T=FLOAT, Index=INT,
                  begin_mask="i: 1", end_mask="i: 1", shrink_axis_mask="i: 2")
    m.output("y", h)
    m.output("first", first)
    return m, {"ids": [3, length]}


class Export(ProgramTest):
    def same(self, build):
        model, feeds = build()
        source, made = self.put("model.meta", model.meta()), self.dir + "/model.onnx"
        numbers, options = random.Random(3), []
        for name, dims in feeds.items():
            count = 1
            for n in dims:
                count *= n
            is_int = model.inputs[name][1] == "DT_INT32"
            values = [numbers.randrange(12) if is_int else numbers.gauss(0, 1) for _ in range(count)]
            self.put(name + ".npy", npy("<i4" if is_int else "<f4", dims, values))
            options += ["--feed", "%s=%s/%s.npy" % (name, self.dir, name)]
        self.assertEqual(self.answer("convert", source, made)["kind"], "onnx")
        answers = {}
        for path, names in ((source, {k: t for k, (t, _) in model.outputs.items()}), (made, {k: k for k in model.outputs})):
            for key, name in names.items():
                self.lines("run", path, *options, "--fetch", name, "--out", self.dir)
                answers[path, key] = read_npy(self.path(name + ".npy"))
        if HAS_PEER:
            done = subprocess.run([PEER, "-c", CHECK, made, self.dir, ",".join(feeds), ",".join(model.outputs)], check=False,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        for key in model.outputs:
            shape, wanted = answers[source, key]
            others = [answers[made, key]] + ([read_npy(self.path("peer_" + key + ".npy"))] if HAS_PEER else [])
            for got_shape, got in others:
                self.assertEqual(tuple(got_shape), tuple(shape))
                for a, b in zip(got, wanted):
                    self.assertAlmostEqual(a, b, delta=2e-5)

    def test_a_perceptron(self):
        self.same(mlp)

    def test_convolutions_and_pools(self):
        self.same(lenet)

    def test_depthwise_convolutions_and_batch_norms(self):
        self.same(mobile_net)

    def test_attention(self):
        self.same(transformer)

    def test_what_has_no_equivalent_is_listed_whole(self):
        model = Model()
        x = model.input("x", [2, 3])
        model.output("y", model.unary("Digamma", model.unary("Lgamma", x)))
        source = self.put("model.meta", model.meta())
        self.assertSays(self.error("convert", source, self.dir + "/model.onnx"), "UNIMPLEMENTED", "Digamma (node \"n2\")",
                        "Lgamma (node \"n1\")")
        self.assertFalse(os.path.exists(self.dir + "/model.onnx"))

    def test_a_graph_without_a_signature_needs_names(self):
        graph = self.put("g.pbtxt", placeholder("x", [-1, 2]) + node("y", "Neg", ["x"], T=FLOAT))
        made = self.dir + "/g.onnx"
        self.assertSays(self.error("convert", graph, made), "no signature", "--input KEY=TENSOR", "--output KEY=TENSOR")
        self.answer("convert", graph, made, "--input", "a=x", "--output", "b=y")
        feed = self.put("a.npy", npy("<f4", [1, 2], [1, 2]))
        self.lines("run", made, "--feed", "a=" + feed, "--fetch", "b", "--out", self.dir)
        self.assertEqual(read_npy(self.path("b.npy"))[1], [-1, -2])


if __name__ == "__main__":
    unittest.main()
