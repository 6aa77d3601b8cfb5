"""runnel quantize, as a user would: what it writes is smaller, near to the model that it was made of, and says how near."""
import os
import random
import struct
import unittest
import zipfile

from program import ProgramTest, node, npy, placeholder, read_npy
from test_records import example, framed

FLOAT = "type: DT_FLOAT"


def constant(name, shape, values, dtype="DT_FLOAT"):
    data = "".join("\\%03o" % b for b in struct.pack("<%d%s" % (len(values), "f" if dtype == "DT_FLOAT" else "i"), *values))
    dims = "".join("dim { size: %d } " % d for d in shape)
    return node(name, "Const", dtype="type: " + dtype,
                value='tensor { dtype: %s tensor_shape { %s} tensor_content: "%s" }' % (dtype, dims, data))


def model(random_):
    """Two convolutions with a batch norm, a depthwise one, a sum, a mean, a product, and a Softmax that stays in floats."""
    def weights(name, shape):
        count = 1
        for d in shape:
            count *= d
        return constant(name, shape, [random_.uniform(-0.5, 0.5) for _ in range(count)])
    window = dict(T=FLOAT, padding='s: "SAME"', strides="list { i: 1 i: 1 i: 1 i: 1 }")
    return (placeholder("x", [-1, 8, 8, 3]) + weights("f1", [3, 3, 3, 16]) + weights("b1", [16]) +
            weights("f2", [3, 3, 16, 1]) + weights("f3", [1, 1, 16, 16]) + weights("w", [16, 10]) +
            constant("scale", [16], [random_.uniform(0.5, 2) for _ in range(16)]) + weights("mean", [16]) + weights("offset", [16]) +
            constant("variance", [16], [random_.uniform(0.5, 2) for _ in range(16)]) +
            constant("axes", [2], [1, 2], "DT_INT32") +
            node("c1", "Conv2D", ["x", "f1"], **window) + node("a1", "BiasAdd", ["c1", "b1"], T=FLOAT) +
            node("r1", "Relu6", ["a1"], T=FLOAT) +
            node("d", "DepthwiseConv2dNative", ["r1", "f2"], **window) +
            node("n", "FusedBatchNorm", ["d", "scale", "offset", "mean", "variance"], T=FLOAT, is_training="b: false",
                 epsilon="f: 0.001") +
            node("r2", "Relu", ["n"], T=FLOAT) + node("c3", "Conv2D", ["r2", "f3"], **window) +
            node("sum", "AddV2", ["c3", "r1"], T=FLOAT) + node("r3", "Relu", ["sum"], T=FLOAT) +
            node("m", "Mean", ["r3", "axes"], T=FLOAT, Tidx="type: DT_INT32") +
            node("y", "MatMul", ["m", "w"], T=FLOAT) + node("p", "Softmax", ["y"], T=FLOAT))


def bfloat16(value):
    """Rounded to the nearest, ties to even."""
    bits, = struct.unpack("<I", struct.pack("<f", value))
    return struct.unpack("<f", struct.pack("<I", (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000))[0]


class Quantize(ProgramTest):
    def setUp(self):
        super().setUp()
        random_ = random.Random(3)
        self.graph = self.put("g.pbtxt", model(random_))
        self.samples = self.put("x.npy", npy("<f4", [16, 8, 8, 3], [random_.uniform(-1, 1) for _ in range(16 * 192)]))

    def accuracy(self, got, least_db):
        for one in got["outputs"] + got["layers"]:
            self.assertGreater(one["snr_db"], least_db, one)
            self.assertGreater(one["max_error"], 0, one)

    def test_computes_in_int8_and_says_how_exact_that_is(self):
        for method, least in (("minmax", 25), ("percentile", 20), ("entropy", 8)):
            out = os.path.join(self.dir, method + ".pb")
            got = self.answer("quantize", self.graph, out, "--calibrate", self.samples, "--method", method)
            self.assertEqual(got["samples"], 16)
            self.assertEqual({l["name"] for l in got["layers"]}, {"r1", "r2", "c3", "r3", "m", "y"})
            self.assertEqual([(f["node"], f["op"]) for f in got["float"]], [("p", "Softmax")])
            self.accuracy(got, least)
            ops = "\n".join(self.lines("inspect", out))
            for op in ("AffineConv2D 2", "AffineDepthwiseConv2D 1", "AffineAdd 1", "AffineMean 1", "AffineFullyConnected 1"):
                self.assertIn(op, ops)
            self.assertNotIn(" Conv2D", ops)

    def test_stores_weights_in_few_bits(self):
        for weights, least in (("float16", 55), ("bfloat16", 38), ("int8", 35), ("int4", 12)):
            out = os.path.join(self.dir, weights)
            got = self.answer("quantize", self.graph, out, "--weights", weights, "--block", "16", "--calibrate", self.samples)
            self.assertEqual(got["kind"], "saved-model")
            self.accuracy(got, least)
            self.assertIn("serving_default", "\n".join(self.lines("inspect", out)))
        self.assertEqual(len(got["layers"]), 4)

    def test_weights_of_16_bits_take_half_the_memory(self):
        """Against a product of the rounded numbers that this test computes."""
        random_ = random.Random(4)
        rows, wide = 96, 160
        # Numbers of floats, so that each is rounded once.
        numbers = lambda n, most: list(struct.unpack("<%df" % n, struct.pack("<%df" % n, *(random_.uniform(-most, most) for _ in range(n)))))  # noqa: E731
        first, second, bias = (numbers(n, 0.1) for n in (rows * wide, wide * wide, wide))
        table = numbers(50 * rows, 1)
        graph = self.put("mlp.pbtxt", placeholder("ids", [-1], "DT_INT32") + constant("table", [50, rows], table) +
                         constant("axis", [], [0], "DT_INT32") + constant("w", [rows, wide], first) + constant("b", [wide], bias) +
                         constant("v", [wide, wide], second) +
                         node("x", "GatherV2", ["table", "ids", "axis"], Tparams=FLOAT, Tindices="type: DT_INT32", Taxis="type: DT_INT32") +
                         node("m", "MatMul", ["x", "w"], T=FLOAT) + node("a", "BiasAdd", ["m", "b"], T=FLOAT) +
                         node("r", "Relu", ["a"], T=FLOAT) + node("y", "MatMul", ["r", "v"], T=FLOAT))
        for weights, narrow in (("float16", lambda v: struct.unpack("<e", struct.pack("<e", v))[0]), ("bfloat16", bfloat16)):
            for ids in ([7], [49, 0, 7, 11, 12, 13]):
                out, samples = os.path.join(self.dir, weights + str(len(ids)) + ".pb"), self.put("ids.npy", npy("<i4", [len(ids)], ids))
                got = self.answer("quantize", graph, out, "--weights", weights, "--calibrate", samples)
                self.assertEqual({one["name"] for one in got["layers"]}, {"x", "m", "y"})
                self.accuracy(got, 40)
                self.assertLess(got["bytes_after"], 0.52 * got["bytes_before"])
                self.assertLess(got["memory_after"], 0.62 * got["memory_before"])
                self.answer("run", out, "--feed", "ids=" + samples, "--fetch", "y", "--out", self.dir)
                y = read_npy(self.path("y.npy"))[1]
                for r, i in enumerate(ids):
                    x = [narrow(v) for v in table[i * rows:(i + 1) * rows]]
                    hidden = [max(0, bias[j] + sum(x[k] * narrow(first[k * wide + j]) for k in range(rows))) for j in range(wide)]
                    for j in range(wide):
                        want = sum(hidden[k] * narrow(second[k * wide + j]) for k in range(wide))
                        self.assertAlmostEqual(y[r * wide + j], want, delta=1e-5)
                plan = "\n".join(self.lines("inspect", out, "--feed", "ids=%d" % len(ids), "--passes"))
                self.assertRegex(plan, "weights +14 -> 12")  # both casts are gone
        large = self.put("large.pbtxt", placeholder("x", [-1, 8]) + constant("w", [8, 16], [1e5] * 128) + node("y", "MatMul", ["x", "w"], T=FLOAT))
        got = self.answer("quantize", large, os.path.join(self.dir, "l.pb"), "--weights", "float16")
        self.assertEqual([(f["node"], f["why"]) for f in got["float"]], [("y", "a weight is too large for half")])

    def test_what_was_not_measured_has_no_figures(self):
        got = self.answer("quantize", self.graph, os.path.join(self.dir, "unmeasured.pb"), "--dynamic")
        self.assertEqual(got["samples"], 0)
        self.assertEqual({(one["snr_db"], one["max_error"]) for one in got["outputs"] + got["layers"]}, {(None, None)})

    def test_quantises_inputs_in_each_step(self):
        out = os.path.join(self.dir, "dynamic.pb")
        got = self.answer("quantize", self.graph, out, "--dynamic", "--calibrate", self.samples)
        self.assertEqual({l["name"] for l in got["layers"]}, {"c1", "d", "c3", "y"})
        self.assertEqual(got["float"], [])
        self.accuracy(got, 30)
        ops = "\n".join(self.lines("inspect", out))
        for op in ("AffineConv2DSums 3", "AffineFullyConnectedSums 1", "AffineDynamicQuantize 4"):
            self.assertIn(op, ops)
        self.assertLess(got["bytes_after"], got["bytes_before"])

    def test_samples_may_be_files_of_a_folder(self):
        folder = os.path.join(self.dir, "samples")
        os.mkdir(folder)
        for i in range(3):
            self.put("samples/x_%d.npy" % i, npy("<f4", [1, 8, 8, 3], [((i + 1) * k % 17) / 17 for k in range(192)]))
        got = self.answer("quantize", self.graph, os.path.join(self.dir, "q.pb"), "--calibrate", folder, "--samples", "2")
        self.assertEqual(got["samples"], 2)

    def test_samples_may_be_arrays_of_an_archive_or_examples_of_records(self):
        graph = self.put("two.pbtxt", placeholder("x", [-1, 4]) + placeholder("b", [-1, 3]) +
                         constant("w", [4, 3], [k / 10 for k in range(12)]) + node("m", "MatMul", ["x", "w"], T=FLOAT) +
                         node("y", "AddV2", ["m", "b"], T=FLOAT))
        x, b = [0.1 * k for k in range(20)], [0.2 * k - 1 for k in range(15)]
        out, answers = os.path.join(self.dir, "q.pb"), []
        for kind in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            path = os.path.join(self.dir, "s%d.npz" % kind)
            with zipfile.ZipFile(path, "w", kind) as file:
                file.writestr("x.npy", npy("<f4", [5, 4], x))
                file.writestr("b.npy", npy("<f4", [5, 3], b))
            answers.append(self.answer("quantize", graph, out, "--calibrate", path))
        records = self.put("s.tfrecord", framed(*(example(x=x[4 * i:4 * i + 4], b=[struct.pack("<3f", *b[3 * i:3 * i + 3])])
                                                  for i in range(5))))
        answers.append(self.answer("quantize", graph, out, "--calibrate", records))
        for got in answers:
            self.assertEqual(got["samples"], 5)
            self.assertEqual(got["outputs"], answers[0]["outputs"])
        self.assertEqual(self.answer("quantize", graph, out, "--calibrate", records, "--samples", "3")["samples"], 3)
        self.assertSays(self.error("quantize", self.graph, out, "--calibrate", records), "feature x", "4 values", "192")
        with open(os.path.join(self.dir, "cut.npz"), "wb") as cut, open(path, "rb") as whole:
            cut.write(whole.read()[40:])
        self.assertSays(self.error("quantize", graph, out, "--calibrate", cut.name), "damaged .npz file")
        only = os.path.join(self.dir, "only.npz")
        with zipfile.ZipFile(only, "w") as file:
            file.writestr("x.npy", npy("<f4", [5, 4], x))
        self.assertSays(self.error("quantize", graph, out, "--calibrate", only), "only.npz", "no array b", "x")

    def test_files_are_those_of_the_input_with_the_longest_name(self):
        folder = os.path.join(self.dir, "both")
        os.mkdir(folder)
        graph = self.put("two.pbtxt", placeholder("x", [-1, 4]) + placeholder("xy", [-1, 3]) +
                         constant("w", [4, 3], [k / 10 for k in range(12)]) + node("m", "MatMul", ["x", "w"], T=FLOAT) +
                         node("y", "AddV2", ["m", "xy"], T=FLOAT))
        self.put("both/x.npy", npy("<f4", [2, 4], [0.1 * k for k in range(8)]))
        self.put("both/xy.npy", npy("<f4", [2, 3], [0.2 * k for k in range(6)]))
        got = self.answer("quantize", graph, os.path.join(self.dir, "q.pb"), "--calibrate", folder)
        self.assertEqual(got["samples"], 2)

    def test_says_what_is_wrong(self):
        out = os.path.join(self.dir, "q.pb")
        self.assertSays(self.error("quantize", self.graph, out, status=2), "--calibrate", "--weights")
        self.assertSays(self.error("quantize", self.graph, out, "--calibrate", self.dir + "/none.npy"), "none.npy")
        self.assertSays(self.error("quantize", self.graph, out, "--calibrate", self.samples, "--method", "best", status=2), "best")
        short = self.put("s.npy", npy("<f4", [8, 8], range(64)))
        self.assertSays(self.error("quantize", self.graph, out, "--calibrate", short), "x")


if __name__ == "__main__":
    unittest.main()
