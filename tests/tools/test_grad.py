"""runnel grad: its graph holds gradients that `runnel run` computes."""
import unittest

from program import ProgramTest, constant, node, npy, placeholder, read_npy

FLOAT = "type: DT_FLOAT"
# loss = sum(tanh(x w)), apart is apart.
GRAPH = (placeholder("x", [2, 2]) + placeholder("w", [2, 1]) + placeholder("apart", []) +
         constant("axes", [2], [0, 1], "DT_INT32", "int_val") +
         node("product", "MatMul", ["x", "w"], T=FLOAT, transpose_a="b: false", transpose_b="b: false") +
         node("tanh", "Tanh", ["product"], T=FLOAT) +
         node("loss", "Sum", ["tanh", "axes"], T=FLOAT, Tidx="type: DT_INT32", keep_dims="b: false"))


class Grad(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph = self.put("g.pbtxt", GRAPH)

    def loss(self, graph, x, w):
        files = ["--feed", "x=" + self.put("x.npy", npy("<f4", [2, 2], x)),
                 "--feed", "w=" + self.put("w.npy", npy("<f4", [2, 1], w))]
        self.answer("run", graph, *files, "--fetch", "loss", "--out", self.dir)
        return read_npy(self.path("loss.npy"))[1][0], files

    def test_gradients_agree_with_differences(self):
        x, w = [0.5, -1.0, 0.25, 2.0], [0.75, -0.5]
        for suffix in ("pb", "pbtxt"):
            out = self.path("g2." + suffix)
            got = self.answer("grad", self.graph, "--loss", "loss", "--wrt", "x", "--wrt", "w:0", "--out", out)
            self.assertEqual(got["graph"], out)
            self.assertEqual([g["wrt"] for g in got["gradients"]], ["x", "w:0"])
            name = got["gradients"][1]["gradient"]
            _, files = self.loss(out, x, w)
            answer = self.answer("run", out, *files, "--fetch", name, "--out", self.dir)
            gradient = read_npy(answer["fetches"][0]["file"])
            self.assertEqual(gradient[0], (2, 1))
            for i in range(2):
                step = 1 / 64
                high, low = list(w), list(w)
                high[i] += step
                low[i] -= step
                slope = (self.loss(self.graph, x, high)[0] - self.loss(self.graph, x, low)[0]) / (2 * step)
                self.assertAlmostEqual(gradient[1][i], slope, delta=1e-3)

    def test_says_what_cannot_be(self):
        out = ("--out", self.path("g2.pb"))
        self.assertSays(self.error("grad", self.graph, "--loss", "loss", "--wrt", "apart", *out), "does not depend on apart")
        self.assertSays(self.error("grad", self.graph, "--loss", "los", "--wrt", "x", *out), "did you mean loss?")
        self.assertSays(self.error("grad", self.graph, "--loss", "loss", "--wrt", "axes", *out), "int32")
        self.assertSays(self.error("grad", self.graph, "--loss", "loss", *out, status=2), "expected --wrt")
        self.assertSays(self.error("grad", self.graph, "--loss", "loss", "--wrt", "x", status=2), "expected --out")
        self.assertSays(self.error("grad", self.graph, "--loss", "loss", "--wrt", "x", "--out", "/proc/none/g.pb"),
                        "/proc/none/g.pb", "cannot be written")


if __name__ == "__main__":
    unittest.main()
