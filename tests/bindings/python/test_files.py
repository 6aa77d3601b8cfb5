"""Checkpoints, savers, frozen graphs."""
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


if __name__ == "__main__":
    unittest.main()
