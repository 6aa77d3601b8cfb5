"""runnel trace: the file is Chrome's JSON, its bars nest, and its names are those of the graph and its devices."""
import collections
import json
import os
import socket
import subprocess
import unittest

from program import PROGRAM, ProgramTest, constant, node, npy, placeholder

FLOAT = "type: DT_FLOAT"
VIRTUAL = "/device:VIRTUAL:0"


def on(device, text):
    return text[:-3] + ' device: "%s" }\n' % device


# "far" lies on the virtual device: a value goes there and one comes back.
SPLIT = (placeholder("x", [4, 8]) + constant("w", [8, 8], [0.5]) + node("near", "MatMul", ["x", "w"], T=FLOAT) +
         on(VIRTUAL, node("far", "Softmax", ["near"], T=FLOAT)) + node("y", "Neg", ["far"], T=FLOAT))


class Trace(ProgramTest):
    def setUp(self):
        super().setUp()
        self.graph = self.put("split.pbtxt", SPLIT)
        self.x = self.put("x.npy", npy("<f4", [4, 8], [1] * 32))

    def trace(self, *arguments):
        """The command's answer, the bars of its file, and the names of processes and tracks."""
        out = self.path("trace.json")
        answer = self.answer("trace", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--out", out, *arguments)
        self.assertEqual(answer["trace"], out)
        with open(out, encoding="ascii") as file:
            content = json.load(file)
        bars, names = [], {}
        for event in content["traceEvents"]:
            self.assertIn(event["ph"], ("X", "M"), event)
            if event["ph"] == "X":
                bars.append(event)
            else:
                self.assertIn(event["name"], ("process_name", "thread_name"))
                key = event["pid"] if event["name"] == "process_name" else (event["pid"], event["tid"])
                self.assertNotIn(key, names)
                names[key] = event["args"]["name"]
        return answer, bars, names

    def assertNests(self, bars, names):
        tracks = collections.defaultdict(list)
        for bar in bars:
            self.assertIn(bar["pid"], names)
            self.assertIn((bar["pid"], bar["tid"]), names)
            self.assertGreaterEqual(bar["dur"], 0)
            tracks[bar["pid"], bar["tid"]].append((round(1000 * bar["ts"]), round(1000 * (bar["ts"] + bar["dur"]))))
        for track in tracks.values():
            open_ends = []
            for start, end in sorted(track, key=lambda bar: (bar[0], -bar[1])):
                while open_ends and open_ends[-1] <= start:
                    open_ends.pop()
                self.assertTrue(not open_ends or end <= open_ends[-1], track)
                open_ends.append(end)

    def test_one_device_is_a_region_around_its_nodes(self):
        self.graph = self.put("near.pbtxt", SPLIT.replace(VIRTUAL, "/device:CPU:0"))
        answer, bars, names = self.trace("--steps", 3)
        self.assertNests(bars, names)
        self.assertEqual((answer["steps"], answer["nodes"], answer["launches"], answer["copies"]), (3, 9, 9, 0))
        self.assertEqual({op["op"]: op["count"] for op in answer["ops"]}, {"MatMul": 3, "Softmax": 3, "Neg": 3})
        by_category = collections.Counter(bar["cat"] for bar in bars)
        self.assertEqual(by_category, {"step": 3, "region": 3, "node": 9})
        self.assertEqual(sorted({bar["name"] for bar in bars if bar["cat"] == "node"}), ["far", "near", "y"])
        matmul = next(bar for bar in bars if bar["name"] == "near")
        self.assertEqual(matmul["args"], {"op": "MatMul", "outputs": "float[4,8]"})
        self.assertEqual(names[matmul["pid"]], "/device:CPU:0")
        steps = [bar for bar in bars if bar["cat"] == "step"]
        self.assertEqual([step["name"] for step in steps], ["step 0", "step 1", "step 2"])
        for bar in bars:  # every node lies within a step
            self.assertTrue(any(s["ts"] <= bar["ts"] and bar["ts"] + bar["dur"] <= s["ts"] + s["dur"] + 0.0015 for s in steps))

    def test_a_cluster_is_drawn_task_by_task(self):
        listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        spec = ";".join("%s=127.0.0.1:%d" % (job, s.getsockname()[1]) for job, s in zip("ab", listeners))
        environment = dict(os.environ, RUNNEL_CLUSTER_TOKEN="trace")
        for job, listener in zip("ab", listeners):
            worker = subprocess.Popen([PROGRAM, "worker", "--cluster", spec, "--job", job, "--listen-fd", str(listener.fileno())],
                                      pass_fds=[listener.fileno()], env=environment, stdout=subprocess.DEVNULL)
            self.addCleanup(worker.wait)
            self.addCleanup(worker.terminate)
        self.graph = self.put("far.pbtxt", SPLIT.replace(VIRTUAL, "/job:b/task:0"))
        os.environ["RUNNEL_CLUSTER_TOKEN"] = "trace"
        self.addCleanup(os.environ.pop, "RUNNEL_CLUSTER_TOKEN")
        answer, bars, names = self.trace("--steps", 2, "--master", "runnel://127.0.0.1:%d" % listeners[0].getsockname()[1])
        for listener in listeners:
            listener.close()
        self.assertNests(bars, names)
        self.assertEqual(answer["steps"], 2)
        where = {bar["name"]: names[bar["pid"]] for bar in bars if bar["cat"] == "node"}
        self.assertEqual(where["near"], "/job:a/task:0/device:CPU:0")
        self.assertEqual(where["far"], "/job:b/task:0/device:CPU:0")

    def test_without_regions_the_nodes_stand_alone(self):
        self.graph = self.put("near.pbtxt", SPLIT.replace(VIRTUAL, "/device:CPU:0"))
        _, bars, names = self.trace("--passes", "off", "--threads", 2)
        self.assertNests(bars, names)
        nodes = [bar for bar in bars if bar["cat"] == "node"]
        self.assertEqual(sorted(bar["name"] for bar in nodes), ["far", "near", "y"])
        self.assertEqual({bar["args"]["outputs"] for bar in nodes}, {"float[4,8]"})
        self.assertFalse([bar for bar in bars if bar["cat"] == "region"])

    def test_transfers_have_tracks_of_their_own(self):
        answer, bars, names = self.trace("--plugin", "virtual", "--steps", 2)
        self.assertNests(bars, names)
        transfers = [bar for bar in bars if bar["cat"] == "transfer"]
        self.assertEqual((len(transfers), answer["copies"]), (4, 4))
        there = next(bar for bar in transfers if bar["args"]["to"].endswith(VIRTUAL))
        self.assertEqual((there["args"]["from"], there["args"]["bytes"], there["args"]["outputs"]), ("host", 128, "float[4,8]"))
        back = next(bar for bar in transfers if bar["args"]["from"].endswith(VIRTUAL))
        self.assertEqual(back["args"]["to"], "host")
        self.assertEqual({names[bar["pid"]] for bar in transfers}, {"transfers"})
        far = next(bar for bar in bars if bar["name"] == "far")
        self.assertEqual(names[far["pid"]], VIRTUAL)
        self.assertTrue([bar for bar in bars if bar["cat"] == "wait"])

    def test_state_goes_on_from_step_to_step(self):
        resource = {"dtype": FLOAT, "shape": "shape { }"}
        self.graph = self.put("v.pbtxt", node("v", "VarHandleOp", **resource) + constant("c", [], [5]) +
                              node("init", "AssignVariableOp", ["v", "c"], dtype=FLOAT) +
                              node("add", "AssignAddVariableOp", ["v", "c"], dtype=FLOAT))
        out = self.path("v.json")
        answer = self.answer("trace", self.graph, "--init", "init", "--target", "add", "--skip", 2, "--steps", 2, "--out", out)
        self.assertEqual((answer["steps"], answer["nodes"]), (2, 2))

    def test_says_what_is_missing(self):
        self.assertSays(self.error("trace", self.graph, "--out", "x", status=2), "--fetch")
        self.assertSays(self.error("trace", self.graph, "--fetch", "y", status=2), "--out FILE")
        self.assertSays(self.error("trace", self.graph, "--fetch", "y", "--steps", "0", "--out", "x", status=2), "--steps")
        there = self.path("no/folder/t.json")
        said = self.error("trace", self.graph, "--plugin", "virtual", "--feed", "x=" + self.x, "--fetch", "y", "--out", there)
        self.assertSays(said, there, "No such file")

    def test_tells_people_where_the_time_went(self):
        self.graph = self.put("near.pbtxt", SPLIT.replace(VIRTUAL, "/device:CPU:0"))
        lines = self.lines("trace", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--out", self.path("t.json"))
        self.assertIn("1 step, 3 nodes", lines[0])
        self.assertEqual(len(lines), 4)


if __name__ == "__main__":
    unittest.main()
