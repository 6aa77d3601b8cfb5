"""runnel compile, as a user would: what it writes runs as the model does, and says what it is for."""
import unittest

from program import ProgramTest, constant, node, npy, placeholder

FLOAT = "type: DT_FLOAT"
GRAPH = (placeholder("x", [-1, 8]) + constant("w", [8, 4], ["%g" % (i % 7 / 3 - 1) for i in range(32)]) +
         node("product", "MatMul", ["x", "w"], T=FLOAT) + node("y", "Sigmoid", ["product"], T=FLOAT))
META = ("graph_def { %s } signature_def { key: \"serving_default\" value { inputs { key: \"image\" value { name: \"x:0\" "
        "dtype: DT_FLOAT } } outputs { key: \"scores\" value { name: \"y:0\" dtype: DT_FLOAT } } } }")


class Compile(ProgramTest):
    def run_model(self, model, name, output):
        x = self.put("x.npy", npy("<f4", [3, 8], [i * i % 11 / 5 for i in range(24)]))
        return self.lines("run", model, "--feed", "%s=%s" % (name, x), "--fetch", output)

    def test_a_plan_runs_as_its_model(self):
        graph, plan = self.put("g.pbtxt", GRAPH), self.path("plan")
        said, = self.lines("compile", graph, plan, "--batch", "3")
        self.assertSays(said, "plan of", "g.pbtxt", "x[3,8]")
        self.assertEqual(self.run_model(plan, "x", "y"), self.run_model(graph, "x", "y"))
        self.assertEqual(self.answer("bench", plan, "--runs", "3", "--min-seconds", "0")["format"], "Runnel plan")
        self.assertSays("\n".join(self.lines("inspect", plan)), "_PackedConst 1", "x float[3,8]")
        self.assertSays("\n".join(self.error_lines("bench", plan, "--shape", "x=4,8")), "INVALID_ARGUMENT", "x", "[3,8]")

    def test_a_signature_keeps_its_names(self):
        folder, plan = self.path("model"), self.path("plan")
        self.lines("convert", self.put("g.meta", META % GRAPH), folder, "--to", "saved-model")
        got = self.answer("compile", folder, plan, "--shape", "image=3,8")
        self.assertEqual((got["format"], got["inputs"], got["outputs"]), ("SavedModel", [{"name": "image", "shape": [3, 8]}], ["scores"]))
        self.assertEqual(self.run_model(plan, "image", "scores")[1:], self.run_model(self.path("g.meta"), "x", "y")[1:])

    def test_says_what_is_wrong(self):
        graph, plan = self.put("g.pbtxt", GRAPH), self.path("plan")
        self.assertSays("\n".join(self.error_lines("compile", graph, plan, "--shape", "q=1", status=2)), "--shape", "no input \"q\"")
        self.assertSays(self.error("compile", graph, self.path("none/plan")), "NOT_FOUND", "none/plan")
        guessed = self.put("w.pbtxt", GRAPH.replace("size: 8", "size: -1", 1))
        self.assertNotEqual(guessed, graph)
        self.assertSays("\n".join(self.error_lines("compile", guessed, plan)), "INVALID_ARGUMENT", "--shape x=1,1")
        variable = self.put("v.pbtxt", node("v", "VarHandleOp", dtype=FLOAT, shape="shape { }") +
                            node("r", "ReadVariableOp", ["v"], dtype=FLOAT))
        self.assertSays(self.error("compile", variable, plan), "UNIMPLEMENTED", "\"v\"", "convert --freeze")
        self.lines("compile", graph, plan, "--batch", "3")
        with open(plan, "r+b") as file:
            file.seek(50)
            file.write(b"?")
        self.assertSays(self.error("bench", plan), "DATA_LOSS", "plan", "damaged")


if __name__ == "__main__":
    unittest.main()
