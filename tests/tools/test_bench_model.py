"""runnel bench, as a user would: its fields, what it feeds by itself, and what it says when something is wrong."""
import unittest

from program import ProgramTest, constant, node, npy, placeholder

FLOAT = "type: DT_FLOAT"
GRAPH = (placeholder("x", [-1, 8]) + placeholder("ids", [-1], "DT_INT32") +
         node("product", "MatMul", ["x", "x"], T=FLOAT, transpose_b="b: true") + node("y", "Relu", ["product"], T=FLOAT) +
         node("z", "Neg", ["ids"], T="type: DT_INT32"))
META = ("graph_def { %s } signature_def { key: \"serving_default\" value { inputs { key: \"image\" value { name: \"x:0\" "
        "dtype: DT_FLOAT } } outputs { key: \"scores\" value { name: \"y:0\" dtype: DT_FLOAT } } } }")
FAST = ("--runs", "7", "--min-seconds", "0", "--warm-up", "1")


class Bench(ProgramTest):
    def test_answers_with_every_field(self):
        got = self.answer("bench", self.put("g.pbtxt", GRAPH), *FAST, "--threads", "1", "--batch", "3")
        self.assertEqual((got["format"], got["threads"], got["runs"]), ("GraphDef", 1, 7))
        self.assertLessEqual(got["min_ms"], got["median_ms"])
        self.assertLessEqual(got["median_ms"], got["p90_ms"])
        self.assertLessEqual(got["p90_ms"], got["p99_ms"])
        for field in ("load_ms", "first_ms", "mean_ms", "peak_bytes"):
            self.assertGreater(got[field], 0, field)
        self.assertEqual({n["node"].split("/")[0] for n in got["nodes"]} >= {"z"}, True, got["nodes"])
        for one in got["nodes"]:
            self.assertEqual(set(one), {"node", "op", "device", "count", "us"})
            self.assertEqual(one["count"], 1)

    def test_a_signature_is_used_where_there_is_one(self):
        folder = self.dir + "/model"
        self.lines("convert", self.put("g.meta", META % GRAPH), folder, "--to", "saved-model")
        got = self.answer("bench", folder, *FAST)
        self.assertEqual(got["format"], "SavedModel")
        self.assertTrue(any("y" in n["node"] or "product" in n["node"] for n in got["nodes"]), got)
        self.assertFalse(any(n["node"] == "z" for n in got["nodes"]), got)

    def test_maps_the_model_where_it_may(self):
        graph = self.put("g.pbtxt", GRAPH)
        told = self.run_program("bench", graph, *FAST, "--map")
        self.assertEqual(told.returncode, 0, told)
        self.assertSays(told.stderr, "g.pbtxt", "read into memory, not mapped", "shorten")
        self.lines("bench", graph, *FAST, "--config", "models.map=always")
        self.assertSays(self.error("bench", graph, *FAST, "--config", "models.map=yes"), "models.map", "never, protected or always")

    def test_a_model_is_frozen_by_convert(self):
        folder, frozen = self.dir + "/model", self.dir + "/frozen.pb"
        self.lines("convert", self.put("g.meta", META % GRAPH), folder, "--to", "saved-model")
        got = self.answer("convert", folder, frozen, "--freeze")
        self.assertEqual((got["format"], got["kind"], got["nodes"]), ("SavedModel", "graph", 3))
        self.assertEqual(self.answer("bench", frozen, *FAST)["format"], "GraphDef")
        self.assertSays(self.error("convert", frozen, self.dir + "/again.pb", "--freeze"), "--freeze", "has no signature")
        self.assertSays(self.error("convert", folder, self.dir + "/again.meta", "--freeze", status=2), "--freeze", ".pb")

    def test_takes_files_and_shapes(self):
        graph = self.put("g.pbtxt", GRAPH)
        x = self.put("x.npy", npy("<f4", [1, 8], range(8)))
        self.assertIn("median", "\n".join(self.lines("bench", graph, *FAST, "--feed", "x=" + x, "--fetch", "y")))
        self.answer("bench", graph, *FAST, "--shape", "x=5,8", "--fetch", "y")

    def test_says_what_is_wrong(self):
        graph = self.put("g.pbtxt", GRAPH)
        for words, status, parts in (
                (("--shape", "q=1,8"), 2, ("--shape", "no input \"q\"")),
                (("--shape", "x=1,a"), 2, ("\"a\"", "is no size")),
                (("--shape", "x=1,9"), 1, ("INVALID_ARGUMENT", "x")),
                (("--fetch", "nothing"), 1, ("nothing",))):
            self.assertSays("\n".join(self.error_lines("bench", graph, *FAST, *words, status=status)), *parts)
        strings = self.put("s.pbtxt", placeholder("s", [], "DT_STRING") + node("t", "Identity", ["s"], T="type: DT_STRING"))
        self.assertSays(self.error("bench", strings, *FAST), "input s is string", "--feed s=FILE.npy")
        unknown = self.put("u.pbtxt", node("u", "Placeholder", dtype=FLOAT) + node("v", "Neg", ["u"], T=FLOAT))
        self.assertSays(self.error("bench", unknown, *FAST), "shape of input u is not known", "--shape u=")
        guessed = self.put("w.pbtxt", placeholder("x", [-1, -1]) + constant("w", [8, 4], ["0"] * 32) +
                           node("y", "MatMul", ["x", "w"], T=FLOAT))
        self.assertSays("\n".join(self.error_lines("bench", guessed, *FAST, "--batch", "2")), "INVALID_ARGUMENT", "are guesses", "--shape x=2,1")
        self.answer("bench", guessed, *FAST, "--shape", "x=2,8")


if __name__ == "__main__":
    unittest.main()
