"""runnel run, as a user would: answers, files, counts, and what it says when something is wrong."""
import json
import os
import unittest

from program import ProgramTest, constant, node, npy, placeholder, read_npy

FLOAT = "type: DT_FLOAT"
# y = relu(2 x + 1), whose last two of four nodes need a kernel besides the multiplication.
LINE = (placeholder("x", [-1, 2]) + constant("two", [], [2]) + constant("one", [], [1]) +
        node("product", "Mul", ["x", "two"], T=FLOAT) + node("sum", "AddV2", ["product", "one"], T=FLOAT) +
        node("y", "Relu", ["sum"], T=FLOAT))


class Run(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph = self.put("line.pbtxt", LINE)
        self.x = self.put("x.npy", npy("<f4", [3, 2], [1, -2, 3, -4, 5, 0.25]))

    def test_answers_with_every_field(self):
        got = self.answer("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--out", self.path("out"))
        self.assertEqual(got["fetches"], [{"name": "y", "dtype": "float", "shape": [3, 2],
                                           "file": self.path("out/y.npy")}])
        self.assertEqual(read_npy(self.path("out/y.npy")), ((3, 2), [3, 0, 7, 0, 11, 1.5]))
        self.assertTrue(got["placement"])
        for device in got["placement"].values():
            self.assertIn("/device:CPU:0", device)
        self.assertEqual((got["copies"], got["fallbacks"]), (0, []))
        self.assertGreaterEqual(got["arena_bytes"], 0)
        self.assertGreater(got["seconds"], 0)

    def test_launches_every_node_with_passes_off(self):
        for threads in (1, 2):
            got = self.answer("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--passes", "off",
                              "--threads", threads)
            self.assertEqual(got["launches"], 3)

    def test_steady_steps_allocate_nothing(self):
        for passes in ("on", "off"):
            for threads in (1, 2):
                got = self.answer("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--passes", passes,
                                  "--threads", threads)
                self.assertIn(got["heap_allocs"], (0, None))  # null under a sanitizer

    def test_prints_values_for_people(self):
        lines = self.lines("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y")
        self.assertEqual(len(lines), 1)
        self.assertTrue(lines[0].startswith("y = float[3,2]"), lines)

    def test_feeds_any_edge_and_fetches_any_output(self):
        product = self.put("p.npy", npy("<f4", [1, 2], [10, -10]))
        got = self.answer("run", self.graph, "--feed", "product=" + product, "--fetch", "sum", "--fetch", "y:0",
                          "--out", self.path("out"))
        self.assertEqual([f["file"] for f in got["fetches"]], [self.path("out/sum.npy"), self.path("out/y_0.npy")])
        self.assertEqual(read_npy(self.path("out/sum.npy"))[1], [11, -9])
        self.assertEqual(read_npy(self.path("out/y_0.npy"))[1], [11, 0])

    def test_takes_strings(self):
        graph = self.put("s.pbtxt", placeholder("a", [-1], "DT_STRING") + placeholder("b", [-1], "DT_STRING") +
                         node("ab", "StringJoin", ["a", "b"], N="i: 2", separator='s: "-"'))
        a = self.put("a.npy", npy("|S3", [2], [b"run", b""]))
        b = self.put("b.npy", npy("|S3", [2], [b"nel", b"x"]))
        self.answer("run", graph, "--feed", "a=" + a, "--feed", "b=" + b, "--fetch", "ab", "--out", self.dir)
        self.assertEqual(read_npy(self.path("ab.npy")), ((2,), [b"run-nel", b"-x"]))

    def test_runs_a_graph_with_state_once_after_its_initialiser(self):
        resource = {"dtype": FLOAT, "shape": "shape { }"}
        graph = self.put("v.pbtxt", node("v", "VarHandleOp", **resource) + constant("c", [], [5]) +
                         node("init", "AssignVariableOp", ["v", "c"], dtype=FLOAT) +
                         node("add", "AssignAddVariableOp", ["v", "c"], dtype=FLOAT) +
                         node("read", "ReadVariableOp", ["v", "^add"], dtype=FLOAT))
        got = self.answer("run", graph, "--init", "init", "--fetch", "read", "--out", self.dir)
        self.assertEqual(read_npy(self.path("read.npy")), ((), [10]))
        self.assertIsNone(got["heap_allocs"])
        self.assertSays(self.error("run", graph, "--fetch", "read"), "FAILED_PRECONDITION", '"v"')

    def test_json_stands_alone_on_standard_output(self):
        done = self.run_program("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--json")
        self.assertEqual(done.stderr, "")
        json.loads(done.stdout)


class BadRuns(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph = self.put("line.pbtxt", LINE)
        self.x = self.put("x.npy", npy("<f4", [1, 2], [1, 2]))

    def test_names_that_are_not_there(self):
        self.assertSays(self.error("run", self.graph, "--feed", "z=" + self.x, "--fetch", "y"), "NOT_FOUND", '"z"')
        self.assertSays(self.error("run", self.graph, "--fetch", "summ"), "NOT_FOUND", '"summ"', "did you mean sum?")
        self.assertSays(self.error("run", self.graph, "--fetch", "y:7"), "INVALID_ARGUMENT", "y:7")
        self.assertSays(self.error("run", self.graph, "--target", "relu"), "NOT_FOUND", '"relu"')

    def test_feeds_that_do_not_fit(self):
        fetch = ("--fetch", "y")
        self.assertSays(self.error("run", self.graph, *fetch), "INVALID_ARGUMENT", "'x'")
        double = self.put("d.npy", npy("<f8", [1, 2], [1, 2]))
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + double, *fetch), "INVALID_ARGUMENT", "x", "double",
                        "float")
        wide = self.put("w.npy", npy("<f4", [1, 3], [1, 2, 3]))
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + wide, *fetch), "INVALID_ARGUMENT", "[1,3]")
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + self.x, "--feed", "x=" + self.x, *fetch),
                        "INVALID_ARGUMENT", "x")
        self.assertSays(self.error("run", self.graph, "--feed", "y=" + self.x, *fetch), "INVALID_ARGUMENT", "y")

    def test_files_that_are_damaged(self):
        whole = npy("<f4", [1, 2], [1, 2])
        cut = self.put("cut.npy", whole[:-3])
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + cut, "--fetch", "y"),
                        "cut.npy", "truncated", "8 bytes, 5 are there")
        none = self.put("none.npy", b"PK\3\4")
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + none, "--fetch", "y"), "none.npy", "not a .npy file")
        flipped = self.put("flip.npy", whole.replace(b"<f4", b"<q4"))
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + flipped, "--fetch", "y"), "flip.npy", "<q4")
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + self.path("no.npy"), "--fetch", "y"),
                        "no.npy", "No such file")
        garbage = self.put("g.pb", b"\x0a\xff\xff\xff\xff\x0f garbage")
        self.assertSays(self.error("run", garbage, "--fetch", "y"), "g.pb", "DATA_LOSS")
        self.assertSays(self.error("run", self.put("empty.pb", b""), "--fetch", "y"), "empty.pb", "is empty")
        self.assertSays(self.error("run", self.dir, "--fetch", "y"), "not a SavedModel")

    def test_graphs_that_are_wrong(self):
        unknown = self.put("u.pbtxt", node("a", "Nonsense") + node("b", "Moonshine", ["a"]) + node("c", "Nonsense"))
        warning, error = self.error_lines("run", unknown, "--fetch", "b")
        self.assertSays(warning, "ops that are not registered", 'Moonshine ("b")', 'Nonsense (2 nodes: "a", "c")')
        self.assertSays(error, "NOT_FOUND", "2 ops that are not registered", 'Moonshine ("b")', 'Nonsense ("a")')
        loop = self.put("l.pbtxt", placeholder("x", []) + node("a", "Add", ["x", "b"], T=FLOAT) +
                        node("b", "Add", ["a", "x"], T=FLOAT))
        self.assertSays(self.error("run", loop, "--fetch", "b"), "INVALID_ARGUMENT", "cycle", '"a"', '"b"')
        twice = self.put("t.pbtxt", placeholder("x", []) + placeholder("x", []))
        self.assertSays(self.error("run", twice, "--fetch", "x"), "two nodes named", '"x"')
        mixed = self.put("m.pbtxt", placeholder("x", []) + placeholder("y", [], "DT_INT32") +
                         node("a", "Add", ["x", "y"], T=FLOAT))
        self.assertSays(self.error("run", mixed, "--fetch", "a"), "INVALID_ARGUMENT", '"a"', "int32", "float")

    def test_command_lines_that_are_wrong(self):
        self.assertSays(self.error("run", status=2), "expected GRAPH", "runnel run --help")
        self.assertSays(self.error("run", self.graph, status=2), "expected --fetch")
        self.assertSays(self.error("run", self.graph, "--fetch", "y", "--pases", "on", status=2), "did you mean --passes?")
        self.assertSays(self.error("run", self.graph, "--fetch", "y", "--passes", "some", status=2), "one of on, off")
        self.assertSays(self.error("run", self.graph, "--fetch", "y", "--threads", "0", status=2), "from 1 to 1024")
        self.assertSays(self.error("run", self.graph, "--fetch", "y", "--feed", "x", status=2), "NAME=FILE.npy")
        self.assertSays(self.error("run", self.graph, "--fetch", "y", "--device", "CPU:9"), "/device:CPU:9", "/device:CPU:0")
        self.assertSays(self.error("run", self.graph, "--fetch", "y", "--device", "nonsense"), "NOT_FOUND", "nonsense")
        self.assertSays(self.error("rum", status=2), "did you mean run?")

    def test_output_folder_that_cannot_be_made(self):
        self.assertSays(self.error("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--out",
                                   os.path.join(self.graph, "out")), "line.pbtxt/out")


if __name__ == "__main__":
    unittest.main()
