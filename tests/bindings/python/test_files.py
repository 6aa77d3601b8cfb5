"""Checkpoints, savers, frozen graphs, event files, traces."""
import json
import os
import tempfile
import unittest

import numpy as np

import runnel
from runnel import ops


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.prefix = os.path.join(folder.name, "weights")
        with runnel.Graph() as self.graph:
            self.v = self.graph.variable([1.0, 2.0], name="v")
            self.y = ops.mul(self.v, 2, name="y")

    def test_a_saver_keeps_the_last_few(self):
        saver = runnel.Saver(self.prefix, keep=2)
        with runnel.Session(self.graph) as session:
            session.initialize()
            for step in range(1, 5):
                session.run(self.v.assign([float(step), 0.0]))
                self.assertEqual(saver.save(session, step), "%s-%d" % (self.prefix, step))
        self.assertEqual(saver.steps(), [3, 4])
        self.assertEqual(sum(".data-" in n for n in os.listdir(os.path.dirname(self.prefix))), 2)
        with runnel.Session(self.graph) as session:
            self.assertEqual((saver.restore(session), session.run(self.v).tolist()), (4, [4, 0]))
            self.assertEqual((saver.restore(session, 3), session.run(self.v).tolist()), (3, [3, 0]))
            with self.assertRaises(runnel.NotFound):
                saver.restore(session, 1)

    def test_a_saver_saves_when_it_is_time(self):
        saver = runnel.Saver(self.prefix, keep=2, every_steps=3, every_seconds=0, meta=runnel.MetaGraph())
        with runnel.Session(self.graph) as session:
            session.initialize()
            self.assertEqual([step for step in range(10, 20) if saver.step(session, step)], [13, 16, 19])
        folder = os.path.dirname(self.prefix)
        self.assertEqual(runnel.list_checkpoints(folder), [self.prefix + "-16", self.prefix + "-19"])
        self.assertIn("weights-19.meta", os.listdir(folder))
        self.assertNotIn("weights-13.meta", os.listdir(folder))
        graph = runnel.load_graph(self.prefix + "-19.meta")
        with open(os.path.join(folder, "checkpoint"), "w") as file:
            file.write("model_checkpoint_path: damaged")
        with runnel.Session(graph) as session:
            self.assertRaisesRegex(runnel.DataLoss, "checkpoint.*line 1", runnel.Saver(self.prefix).save, session, 20)

    def test_tasks_may_save_what_lies_on_them(self):
        with runnel.Session(self.graph) as session, runnel.Session(self.graph) as again:
            session.initialize()
            self.assertEqual(again.find_sharded(self.prefix), 0)
            with self.assertRaisesRegex(runnel.NotFound, "weights"):
                again.restore_sharded(self.prefix)
            session.save_sharded(self.prefix)
            self.assertEqual(again.find_sharded(self.prefix), 1)
            again.restore_sharded(self.prefix)
            self.assertEqual(again.run(self.v).tolist(), [1, 2])
        self.assertEqual(runnel.Checkpoint(self.prefix + ".localhost-0.1")["v"].tolist(), [1, 2])

    def test_checkpoints_are_mappings(self):
        tensors = {"b": np.arange(6, dtype="int64").reshape(2, 3), "a/x": 1.5, "s": ["one", b"\0two"]}
        runnel.write_checkpoint(self.prefix, tensors)
        checkpoint = runnel.Checkpoint(self.prefix)
        self.assertEqual((list(checkpoint), len(checkpoint), "b" in checkpoint), (["a/x", "b", "s"], 3, True))
        self.assertEqual((checkpoint.dtype("b"), checkpoint.shape("b"), checkpoint.shape("a/x")), (runnel.int64, (2, 3), ()))
        self.assertEqual({k: t.tolist() for k, t in checkpoint.items()},
                         {"a/x": 1.5, "b": [[0, 1, 2], [3, 4, 5]], "s": [b"one", b"\0two"]})
        self.assertRaises(KeyError, checkpoint.__getitem__, "absent")
        with open(self.prefix + ".index", "r+b") as file:
            file.truncate(20)
        self.assertRaises(runnel.DataLoss, runnel.Checkpoint, self.prefix)

    def test_frozen_graphs_need_no_variables(self):
        with runnel.Session(self.graph) as session:
            self.assertRaises(runnel.FailedPrecondition, session.freeze, ["y"])
            session.initialize()
            frozen = session.freeze([self.y])
        path = self.prefix + ".pb"
        with open(path, "wb") as file:
            file.write(frozen)
        graph = runnel.load_graph(path)
        self.assertNotIn("VarHandleOp", [n.op for n in graph.nodes])
        with runnel.Session(graph) as session:
            self.assertEqual(session.run("y").tolist(), [2, 4])

    def test_variables_of_another_shape_are_refused(self):
        runnel.write_checkpoint(self.prefix, {"v": [1.0]})
        with runnel.Session(self.graph) as session:
            with self.assertRaisesRegex(runnel.InvalidArgument, "v"):
                session.restore(self.prefix)


class Events(unittest.TestCase):
    def test_event_files_and_traces_tell_what_was_done(self):
        with tempfile.TemporaryDirectory() as folder:
            with runnel.Graph() as graph:
                x = graph.placeholder("float32", [])
                y = ops.neg(x, name="negated")
            metadata, trace = runnel.Metadata(), runnel.Trace()
            with runnel.Session(graph) as session:
                session.run(y, {x: 1.0}, metadata=metadata)
                self.assertRaises(runnel.FailedPrecondition, trace.add, metadata)  # not traced
                session.run(y, {x: 1.0}, options=runnel.RunOptions(trace=True), metadata=metadata)
            trace.add(metadata)
            names = [e.get("name") for e in json.loads(trace.to_json())["traceEvents"]]
            self.assertTrue(any("negated" in (n or "") for n in names), names)
            with runnel.EventWriter(os.path.join(folder, "events"), "mine") as writer:
                writer.scalar("loss", 0.5, 1, wall_time=7.0)
                writer.graph(graph)
                writer.run_metadata("step 1", metadata, 1)
                self.assertRaises(runnel.AlreadyExists, writer.run_metadata, "step 1", metadata, 2)
                self.assertRaises(runnel.InvalidArgument, writer.summary, b"\xff\xff", 1)
                writer.flush()
                path = writer.path
            self.assertTrue(path.endswith(".mine"))
            with open(path, "rb") as file:
                data = file.read()
            for word in (b"brain.Event:2", b"loss", b"negated", b"step 1"):
                self.assertIn(word, data)
            self.assertRaises(runnel.FailedPrecondition, writer.scalar, "loss", 1.0, 2)


if __name__ == "__main__":
    unittest.main()
