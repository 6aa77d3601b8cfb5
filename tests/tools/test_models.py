"""Graphs that TensorFlow wrote, run against recorded answers."""
import json
import math
import os
import unittest

from program import ProgramTest, data_dir, npy, read_npy

DATA = data_dir()


class Models(ProgramTest):
    def fetch(self, graph, name, feeds, *more):
        """(shape, values) of one fetch."""
        files = [part for feed, file in feeds.items() for part in ("--feed", "%s=%s" % (feed, file))]
        got = self.answer("run", os.path.join(DATA, graph), *files, "--fetch", name, "--out", self.dir, *more)
        self.assertEqual(got["fallbacks"], [])
        return read_npy(got["fetches"][0]["file"])

    def assertClose(self, got, want, relative):
        self.assertEqual(got[0], want[0])
        for g, w in zip(got[1], want[1]):
            self.assertTrue(math.isclose(g, w, rel_tol=relative, abs_tol=relative), (g, w))

    def oracle(self, name, relative):
        folder = os.path.join(DATA, "oracle/tf_graphdef", name)
        with open(os.path.join(folder, "io.json")) as file:
            io = json.load(file)
        for passes in ("on", "off"):
            got = self.fetch(io["model"], io["output"], {io["input"].split()[0]: os.path.join(folder, "in_0.npy")},
                             "--passes", passes)
            self.assertClose(got, read_npy(os.path.join(folder, "out_0.npy")), relative)
        return io

    def correct_of_test_set(self, io):
        self.answer("train", "--steps", 0, "--data", os.path.join(DATA, "datasets/mnist"), "--write-test", self.dir)
        shape, values = self.fetch(io["model"], io["output"], {io["input"]: self.path("test_images.npy")})
        labels = read_npy(self.path("test_labels.npy"))[1]
        rows = [values[i:i + 10] for i in range(0, len(values), 10)]
        return sum(row.index(max(row)) == label for row, label in zip(rows, labels))

    def test_nnstreamer_mnist(self):
        io = self.oracle("nnstreamer_mnist", 2e-6)
        self.assertEqual(self.correct_of_test_set(io), io["t10k_correct"])

    def test_fc_layers(self):
        io = self.oracle("tf2onnx_fc-layers", 2e-5)
        self.assertEqual(self.correct_of_test_set(io), io["t10k_correct"])

    def test_fsrcnn_doubles_an_image(self):
        self.oracle("FSRCNN-small_x2", 2e-5)

    def test_multi_add(self):
        feeds = {name: self.put(name + ".npy", npy("<f4", [1, 8, 8, 3], [value] * 192))
                 for name, value in zip("abcd", (1, 2, 4, 8))}
        self.assertEqual(self.fetch("tf_graphdef/multi_add.pb", "x", feeds)[1], [7] * 192)

    def test_inspect_tells_what_a_saved_model_serves(self):
        model = os.path.join(DATA, "tf_saved_model/half_plus_two/00000123")
        got = self.answer("inspect", model, "--shapes", "--feed", "x=3,1", "--svg", self.path("g.svg"))
        signatures = {s["key"]: s for s in got["signatures"]}
        self.assertIn("regress_x_to_y2", signatures)
        self.assertEqual(signatures["serving_default"]["inputs"], [{"key": "x", "tensor": "x:0", "dtype": "float"}])
        self.assertEqual((got["parameters"], got["inputs"]), (2, [{"name": "x", "dtype": "float", "shape": [-1, 1]}]))
        self.assertEqual([o["name"] for o in got["outputs"]], ["y"])
        self.assertEqual({n["name"]: n["outputs"] for n in got["shapes"]}["y"], [{"dtype": "float", "shape": [3, 1]}])
        other = self.answer("inspect", model, "--signature", "regress_x2_to_y3")
        self.assertEqual(other["inputs"][0]["name"], "x2")
        self.assertSays(self.error("inspect", model, "--signature", "none"), "no signature none")

    def test_text_graphs(self):
        x = self.put("x.npy", npy("<f4", [1, 4], [1, 2, 3, 4]))
        self.assertEqual(self.fetch("tf_graphdef_pbtxt/lite_permute.pbtxt", "output", {"input": x}), ((1, 4), [4, 3, 2, 1]))
        self.assertEqual(self.fetch("tf_graphdef_pbtxt/grappler/simple_function.pbtxt", "MyAdd_55e046a8_1", {}),
                         ((1, 2), [6, 6]))

    def test_conditional(self):
        for passes in ("on", "off"):
            got = self.fetch("tf_graphdef_pbtxt/grappler/merge_without_loops.pbtxt", "concat", {}, "--passes", passes)
            self.assertEqual(got, ((1, 2, 2), [1, 1, 1, 1]))

    def test_saved_models_by_tensor_and_by_signature(self):
        x = self.put("x.npy", npy("<f4", [3, 1], [0, 1, 10]))
        for model in ("half_plus_two/00000123", "half_plus_two_pbtxt/00000123"):
            model = "tf_saved_model/" + model
            self.assertEqual(self.fetch(model, "y:0", {"x": x}), ((3, 1), [2, 2.5, 7]))
            self.assertEqual(self.fetch(model, "y", {"x": x}, "--signature", "serving_default"), ((3, 1), [2, 2.5, 7]))
        path = os.path.join(DATA, "tf_saved_model/half_plus_two/00000123")
        self.assertSays(self.error("run", path, "--fetch", "z"), "NOT_FOUND", path, '"z"')
        self.assertSays(self.error("run", path, "--fetch", "y", "--signature", "none"), "no signature none", "serving_default")
        self.assertSays(self.error("run", path, "--fetch", "z", "--signature", "serving_default"), "NOT_FOUND", '"z"', "x, y")
        self.assertSays(self.error("run", path, "--fetch", "y2", "--signature", "classify_x_to_y"), "NOT_FOUND", "y2")
        self.assertSays(self.error("grad", path, "--loss", "y", "--wrt", "x", "--out", self.path("g.pb")), "SavedModel")

    def test_a_regression_that_tensorflow_1_trained(self):
        x = self.put("x.npy", npy("<f4", [2], [1, 2]))
        folder = "tf_saved_model/tf2onnx_regression/"
        frozen = self.fetch(folder + "graphdef/frozen.pb", "pred:0", {"X:0": x})
        self.assertClose(self.fetch(folder + "saved_model", "pred:0", {"X:0": x}), frozen, 1e-6)


if __name__ == "__main__":
    unittest.main()
