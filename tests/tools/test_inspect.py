"""runnel inspect: what it counts, what it plans, and drawings that are well-formed, whole and without overlaps."""
import re
import unittest
import xml.etree.ElementTree as xml

from program import ProgramTest, constant, node, placeholder, shape

FLOAT = "type: DT_FLOAT"
SVG = "{http://www.w3.org/2000/svg}"
INT = "type: DT_INT32"
# Of whole numbers: a product of floats would take along what is behind it.
LINE = (placeholder("x", [-1, 8], "DT_INT32") + constant("w", [8, 8], [3], "DT_INT32", "int_val") +
        node("product", "MatMul", ["x", "w"], T=INT) + constant("two", [], [2], "DT_INT32", "int_val") +
        node("four", "Mul", ["two", "two"], T=INT) + node("y", "Mul", ["product", "four"], T=INT))


def boxes(root):
    """{name: (left, top, right, bottom)} of the nodes of a drawing."""
    found = {}
    for group in root.iter(SVG + "g"):
        rect = group.find(SVG + "rect")
        left, top = float(rect.get("x")), float(rect.get("y"))
        name = group.find(SVG + "title").text.split(" (")[0]
        found[name] = (left, top, left + float(rect.get("width")), top + float(rect.get("height")))
    return found


class Inspect(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph = self.put("line.pbtxt", LINE)

    def assertApart(self, all_boxes, root):
        width, height = float(root.get("width")), float(root.get("height"))
        rows = {}
        for name, box in all_boxes.items():
            self.assertTrue(0 <= box[0] and 0 <= box[1] and box[2] <= width and box[3] <= height, (name, box))
            rows.setdefault(round((box[1] + box[3]) / 2), []).append(box)
        for row in rows.values():
            row.sort()
            for left, right in zip(row, row[1:]):
                self.assertLess(left[2], right[0])

    def test_summary(self):
        got = self.answer("inspect", self.graph)
        self.assertEqual((got["nodes"], got["parameters"], got["constants"]), (6, 0, 65))
        self.assertEqual(got["ops"], {"Const": 2, "MatMul": 1, "Mul": 2, "Placeholder": 1})
        self.assertEqual(got["inputs"], [{"name": "x", "dtype": "int32", "shape": [-1, 8]}])
        self.assertEqual(got["outputs"], [{"name": "y", "dtype": "int32", "shape": [-1, 8]}])
        self.assertEqual((got["signatures"], got["functions"]), ([], []))
        self.assertFalse({"shapes", "passes", "memory", "placement", "svg"} & set(got))

    def test_lists_what_is_not_registered_and_what_needs_it(self):
        graph = self.put("strange.pbtxt", LINE + node("s", "Stranger", ["y"]) + node("t", "Stranger", ["x"]) +
                         node("u", "Relu", ["s"], T=FLOAT) + node("v", "NoOp", ["^u"]))
        got = self.answer("inspect", graph)
        self.assertEqual(got["not_registered"], [{"op": "Stranger", "nodes": ["s", "t"]}])
        self.assertEqual(got["would_not_run"], ["u", "v"])
        self.assertEqual(self.answer("inspect", self.graph)["not_registered"], [])

    def test_counts_parameters(self):
        graph = self.put("v.pbtxt", node("v", "VarHandleOp", dtype=FLOAT, shape=shape([3, 5])) +
                         node("read", "ReadVariableOp", ["v"], dtype=FLOAT))
        self.assertEqual(self.answer("inspect", graph)["parameters"], 15)

    def test_shapes_follow_the_feeds(self):
        def shapes(*arguments):
            got = self.answer("inspect", self.graph, "--shapes", *arguments)["shapes"]
            return {n["name"]: n["outputs"][0]["shape"] for n in got}
        self.assertEqual(shapes("--feed", "x=3,8"), {"x": [3, 8], "w": [8, 8], "product": [3, 8], "two": [], "four": [], "y": [3, 8]})
        self.assertEqual(shapes()["y"], [-1, 8])
        self.assertNotIn("product", shapes("--fetch", "four"))

    def test_passes_and_memory(self):
        got = self.answer("inspect", self.graph, "--feed", "x=4,8", "--passes", "--memory")
        passes = {p["name"]: (p["nodes_before"], p["nodes_after"]) for p in got["passes"]}
        self.assertEqual(passes["fold"], (6, 5))
        region, = got["memory"]["regions"]
        self.assertEqual(region["ops"], ["product", "y"])
        product = next(v for v in region["values"] if v["name"] == "product:0")
        self.assertEqual((product["bytes"], product["first"], product["last"]), (128, 0, 1))
        self.assertEqual(region["arena_bytes"], got["memory"]["arena_bytes"])
        off = self.answer("inspect", self.graph, "--passes", "--optimise", "off")["passes"]
        self.assertNotIn("fold", [p["name"] for p in off])

    def test_values_are_those_of_planning(self):
        got = self.answer("inspect", self.graph, "--feed", "x=4,8", "--values")["values"]
        self.assertEqual([v.split(":")[0] for v in got if not v.startswith("after ")],
                         ["framed graph", "region set", "program"])
        self.assertTrue(got[0].startswith("after prune: 6 nodes\n"), got[0])
        folded = next(v for v in got if v.startswith("after fold:"))
        self.assertIn("y = Mul(product, four/_rnl_0): int32[4,8]", folded)
        self.assertIn("leaves: y:0", got[-2])
        self.assertIn("region_0 (_Region)", got[-1])

    def test_placement_gives_reasons(self):
        split = LINE.replace('"Mul" input: "product"', '"Mul" device: "/device:VIRTUAL:0" input: "product"')
        graph = self.put("split.pbtxt", split)
        got = self.answer("inspect", graph, "--feed", "x=4,8", "--plugin", "virtual", "--placement")["placement"]
        by_name = {n["node"]: n for n in got}
        self.assertEqual(by_name["y"]["reason"], "asks for /device:VIRTUAL:0")
        self.assertTrue(by_name["y"]["device"].endswith("/device:VIRTUAL:0"))
        self.assertEqual(by_name["product"]["reason"], "default device")
        moved = [n for n in got if n["op"] in ("_Send", "_Recv")]
        self.assertTrue(moved)
        self.assertEqual({n["reason"] for n in moved}, {"moves a value between memories"})

    def test_placement_tells_costs(self):
        arguments = ("--feed", "x=4,8", "--plugin", "virtual", "--placement", "--optimise", "off", "--config", "virtual.cost_ns=777")
        split = LINE.replace('"Mul" input: "product"', '"Mul" device: "/device:VIRTUAL:0" input: "product"')
        graph = self.put("split.pbtxt", split)

        def nodes(*more):
            return {n["node"]: n for n in self.answer("inspect", graph, *arguments, *more)["placement"]}
        before = nodes()
        self.assertEqual(before["y"]["estimate_ns"], 777)
        self.assertGreater(before["product"]["estimate_ns"], 0)
        self.assertEqual({n["measured_ns"] for n in before.values()}, {"not_measured"})
        measured = nodes("--steps", "3")
        for name in ("product", "y"):
            self.assertGreater(measured[name]["measured_ns"], 0)
        self.assertEqual(measured["y"]["estimate_ns"], 777)
        self.assertSays(self.error("inspect", graph, "--placement", "--steps", "3", "--plugin", "virtual", status=2), "--steps", "x")

    def test_placement_by_the_cost_model(self):
        def devices(config):
            got = self.answer("inspect", self.graph, "--feed", "x=4,8", "--plugin", "virtual", "--placement", "--automatic-placement",
                              "--config", "placement.links=VIRTUAL:0=1,1e12", "--config", config)["placement"]
            return {n["node"]: (n["device"].rsplit("/", 1)[1], n["reason"]) for n in got}
        self.assertEqual(devices("virtual.cost_ns=1")["product"][0], "device:VIRTUAL:0")
        self.assertIn("by the cost model", devices("virtual.cost_ns=1")["product"][1])
        self.assertEqual(devices("virtual.cost_ns=900000000")["product"][0], "device:CPU:0")

    def test_draws_the_graph(self):
        out = self.path("g.svg")
        self.assertEqual(self.answer("inspect", self.graph, "--svg", out)["svg"], out)
        root = xml.parse(out).getroot()
        drawn = boxes(root)
        self.assertEqual(set(drawn), {"x", "w", "product", "four", "y"})  # "two" is a small constant
        self.assertApart(drawn, root)
        for above, below in (("x", "product"), ("w", "product"), ("product", "y"), ("four", "y")):
            self.assertLess(drawn[above][3], drawn[below][1])
        self.assertEqual(len(root.findall(SVG + "path")), 4)

    def test_draws_a_thousand_nodes(self):
        text = "".join(placeholder("x%d" % i, [2]) for i in range(5))
        names = ["x%d" % i for i in range(5)]
        for i in range(1000):
            text += node("n%d" % i, "AddV2", [names[(7 * i) % len(names) if i % 50 == 0 else -1 - i % 5], names[-1 - (i * i) % 9 % len(names)]], T=FLOAT)
            names.append("n%d" % i)
        out = self.path("large.svg")
        self.answer("inspect", self.put("large.pbtxt", text), "--svg", out)
        root = xml.parse(out).getroot()
        drawn = boxes(root)
        self.assertEqual(set(drawn), set(names))
        self.assertApart(drawn, root)

    def test_draws_loops(self):
        text = (constant("zero", [], [0]) + constant("w", [32], [1]) + node("enter", "Enter", ["zero"], T=FLOAT, frame_name='s: "f"') +
                node("merge", "Merge", ["enter", "next"], T=FLOAT, N="i: 2") + node("limit", "Enter", ["ten"], T=FLOAT, frame_name='s: "f"',
                is_constant="b: true") + constant("ten", [], [10]) + node("less", "Less", ["merge", "limit"], T=FLOAT) +
                node("cond", "LoopCond", ["less"]) + node("switch", "Switch", ["merge", "cond"], T=FLOAT) +
                node("exit", "Exit", ["switch:0"], T=FLOAT) + node("body", "AddV2", ["switch:1", "switch:1"], T=FLOAT) +
                node("next", "NextIteration", ["body"], T=FLOAT))
        out = self.path("loop.svg")
        self.answer("inspect", self.put("loop.pbtxt", text), "--fetch", "exit", "--svg", out)
        root = xml.parse(out).getroot()
        self.assertIn("next", boxes(root))
        self.assertApart(boxes(root), root)
        self.assertTrue([p for p in root.findall(SVG + "path") if "far" in p.get("class")])

    def test_draws_memory(self):
        out = self.path("m.svg")
        got = self.answer("inspect", self.graph, "--feed", "x=4,8", "--memory", "--memory-svg", out)
        titles = [g.find(SVG + "title").text for g in xml.parse(out).getroot().iter(SVG + "g")]
        values = got["memory"]["regions"][0]["values"]
        self.assertEqual(titles, ["%s: %d bytes at %d, ops %d to %d" % (v["name"], v["bytes"], v["offset"], v["first"], v["last"])
                                  for v in values])

    def test_says_what_is_wrong(self):
        self.assertSays(self.error("inspect", self.graph, "--feed", "x=4;8", status=2), "x=8,?,3", "4;8")
        self.assertSays(self.error("inspect", self.graph, "--memory", "--feed", "x=4,9"), "[4,9]", '"x:0"')
        self.assertSays(self.error("inspect", self.graph, "--fetch", "z"), "NOT_FOUND", '"z"')
        self.assertSays(self.error("inspect", self.path("none")), "no such file")
        self.assertSays(self.error("inspect", self.graph, "--signature", "s", status=2), "SavedModel")

    def test_prints_for_people(self):
        text = "\n".join(self.lines("inspect", self.graph, "--feed", "x=4,8", "--shapes", "--passes", "--memory", "--placement"))
        self.assertSays(text, "6 nodes, 0 parameters", "x int32[?,8]", "product:0", "default device")
        self.assertTrue(re.search(r"fold +6 -> 5", text), text)


if __name__ == "__main__":
    unittest.main()
