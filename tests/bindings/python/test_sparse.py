"""SparseTensor and IndexedSlices as feeds and fetches."""
import os
import subprocess
import unittest

import runnel
from runnel import IndexedSlices, SparseTensor, ops

TENSORFLOW = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")
VALUE = SparseTensor([[1, 2], [0, 0]], [5.0, 6.0], [2, 3])


class Sparse(unittest.TestCase):
    def setUp(self):
        self.graph = runnel.Graph()
        self.x = runnel.sparse_placeholder(self.graph, "float32", [None, 3], "x")
        with self.graph:
            self.y = SparseTensor(*ops.sparse_reorder(self.x.indices, self.x.values, self.x.dense_shape), self.x.dense_shape)
            self.dense = ops.sparse_to_dense(self.y.indices, self.y.dense_shape, self.y.values, 0.0)

    def check(self, got):
        self.assertIsInstance(got, SparseTensor)
        self.assertEqual([part.tolist() for part in got], [[[0, 0], [1, 2]], [6, 5], [2, 3]])

    def test_a_sparse_value_is_fed_and_fetched_as_one(self):
        with runnel.Session(self.graph) as session:
            fetched = session.run({"y": [SparseTensor(*map(ops_identity(self.graph), self.y)), self.dense]}, {self.x: VALUE})
            self.check(fetched["y"][0])
            self.assertEqual(fetched["y"][1].tolist(), [[6, 0, 0], [0, 0, 5]])
            self.check(session.run_async(SparseTensor(*map(ops_identity(self.graph), self.y)), {self.x: tuple(VALUE)}).result())

    def test_callables_and_partial_runs_take_them(self):
        with runnel.Session(self.graph) as session:
            with self.graph:
                scale = self.graph.placeholder("float32", [])
                scaled = self.dense * scale
            call = session.callable(scaled, [scale, self.x])
            self.assertEqual(call(2.0, VALUE).tolist(), [[12, 0, 0], [0, 0, 10]])
            self.assertEqual(call.run_async(1.0, VALUE).result().tolist(), [[6, 0, 0], [0, 0, 5]])
            with self.assertRaisesRegex(TypeError, "1 feeds for 2 places"):
                call(2.0)
            with self.assertRaisesRegex(TypeError, "2 parts where 3"):
                call(2.0, ([[0, 0]], [1.0]))
            partial = session.partial_run([scaled], [scale, *self.x])
            self.assertEqual(partial.step(scaled, {self.x: VALUE, scale: 3.0}).tolist(), [[18, 0, 0], [0, 0, 15]])

    def test_slices_are_fed_and_fetched(self):
        with self.graph:
            slices = IndexedSlices(self.graph.placeholder("float32", [None, 2]), self.graph.placeholder("int32", [None]))
            whole = IndexedSlices(slices.values * 2.0, slices.indices + 1, self.graph.constant([4, 2]))
            total = ops.unsorted_segment_sum(whole.values, whole.indices, 4)
        with runnel.Session(self.graph) as session:
            got, sums = session.run([whole, total], {slices: IndexedSlices([[1.0, 2.0], [3.0, 4.0]], [0, 2])})
            self.assertEqual([part.tolist() for part in got], [[[2, 4], [6, 8]], [1, 3], [4, 2]])
            self.assertEqual(sums.tolist(), [[0, 0], [2, 4], [0, 0], [6, 8]])
            again = session.run(IndexedSlices(whole.values, whole.indices), {slices: IndexedSlices([[1.0, 2.0]], [1])})
            self.assertIsNone(again.dense_shape)

    def test_what_does_not_fit_is_refused(self):
        with runnel.Session(self.graph) as session:
            with self.assertRaisesRegex(TypeError, "2 parts where 3"):
                session.run(self.dense, {self.x: IndexedSlices([[1.0]], [0])})
            with self.assertRaisesRegex(runnel.InvalidArgument, "x/indices"):
                session.run(self.dense, {self.x: SparseTensor([[1, 2, 3]], [1.0], [2, 3])})

    @unittest.skipUnless(TENSORFLOW, "RUNNEL_TENSORFLOW_PYTHON names no TensorFlow")
    def test_a_sparse_placeholder_of_tensorflow_is_fed_here(self):
        program = """
import os, sys
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
x = tf.sparse_placeholder(tf.float32, name='x')
y = tf.sparse_add(x, x)
tf.identity(y.indices, 'yi'), tf.identity(y.values, 'yv'), tf.identity(y.dense_shape, 'ys')
sys.stdout.buffer.write(tf.get_default_graph().as_graph_def().SerializeToString())
"""
        done = subprocess.run([TENSORFLOW, "-c", program], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        graph = runnel.Graph()
        graph.import_graph_def(done.stdout)
        x = SparseTensor("x/indices:0", "x/values:0", "x/shape:0")
        with runnel.Session(graph) as session:
            got = session.run(SparseTensor("yi:0", "yv:0", "ys:0"), {x: SparseTensor([[0, 0], [1, 2]], [6.0, 5.0], [2, 3])})
            self.assertEqual([part.tolist() for part in got], [[[0, 0], [1, 2]], [12, 10], [2, 3]])


def ops_identity(graph):
    """A fed output cannot be fetched, its identity can."""
    def identity(output):
        with graph:
            return ops.identity(output)
    return identity


if __name__ == "__main__":
    unittest.main()
