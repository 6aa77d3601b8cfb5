"""Ops that run at once, tapes, traced functions; gradients against TensorFlow's tape where it is there."""
import json
import os
import subprocess
import tempfile
import threading
import unittest

import runnel
from runnel import EagerVariable, GradientTape, eager_tensor, ops

TENSORFLOW = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")
# A program in both: x and w are tensors, n is the module with ops, as names that both have.
PROGRAM = """
def program(square, matmul, tanh, reduce_sum, gather, x, w):
    h = tanh(matmul(x, w))
    return reduce_sum(square(h) * gather(x)) + reduce_sum(h / (1.0 + square(h)))
"""
exec(PROGRAM)
X, W = [[0.1, 0.2], [0.3, -0.4]], [[0.5, -0.6], [0.7, 0.8]]


class Values(unittest.TestCase):
    def test_operators_run_at_once(self):
        x = eager_tensor([1.0, 2.0, 3.0])
        self.assertEqual((x + x).tolist(), [2, 4, 6])
        self.assertEqual((1 - x * 2).tolist(), [-1, -3, -5])
        self.assertEqual((x > 1.5).tolist(), [False, True, True])
        self.assertEqual(x[1:].tolist(), [2, 3])
        self.assertEqual(float(x[-1]), 3)
        self.assertEqual([float(v) for v in x], [1, 2, 3])
        self.assertEqual((eager_tensor([[1.0, 2.0]]) @ eager_tensor([[3.0], [4.0]])).tolist(), [[11]])
        self.assertEqual(float(x.sum()), 6)
        self.assertEqual(x.reshape(3, 1).shape, (3, 1))
        self.assertEqual(x.reshape(3, 1).T.shape, (1, 3))
        self.assertEqual(x.astype("int32").tolist(), [1, 2, 3])
        self.assertEqual(repr(x), "EagerTensor(float[3] = [1 2 3])")
        self.assertTrue(x is x and x == x and x != eager_tensor([1.0, 2.0, 3.0]))

    def test_builders_with_lists_and_attrs_run_at_once(self):
        x = eager_tensor([[1.0, 2.0], [3.0, 4.0]])
        self.assertEqual([v.tolist() for v in ops.unpack(x, num=2)], [[1, 2], [3, 4]])
        self.assertEqual(ops.pack([x, x]).shape, (2, 2, 2))
        self.assertEqual(ops.top_kv2(x, 1).indices.tolist(), [[1], [1]])
        with runnel.Eager():
            self.assertEqual(ops.add_v2(1.0, 2.0).tolist(), 3)
            self.assertEqual(ops.fill([2], 7.0).tolist(), [7, 7])
        with self.assertRaisesRegex(ValueError, "no current one"):
            ops.add_v2(1.0, 2.0)

    def test_an_error_is_the_ops_and_all_goes_on(self):
        with self.assertRaisesRegex(runnel.InvalidArgument, "MatMul"):
            ops.mat_mul(eager_tensor([[1.0]]), eager_tensor([[1.0], [2.0]]))
        self.assertEqual((eager_tensor(1.0) + eager_tensor(2.0)).tolist(), 3)

    def test_variables_are_read_updated_and_saved(self):
        v = EagerVariable([1.0, 2.0], name="v")
        v.assign_add([1.0, 1.0])
        self.assertEqual((v * 2).tolist(), [4, 6])
        self.assertEqual(v.read().tolist(), [2, 3])
        with tempfile.TemporaryDirectory() as folder:
            prefix = os.path.join(folder, "model")
            runnel.save_variables(prefix, [v])
            self.assertEqual(runnel.Checkpoint(prefix)["v"].tolist(), [2, 3])
            v.assign([0.0, 0.0])
            runnel.restore_variables(prefix, [v])
            self.assertEqual(v.read().tolist(), [2, 3])
            with self.assertRaisesRegex(runnel.NotFound, '"w"'):
                runnel.restore_variables(prefix, {"w": v})

    def test_threads_have_tapes_of_their_own(self):
        failures = []

        def work(scale):
            try:
                x = eager_tensor([1.0, 2.0])
                for _ in range(20):
                    with GradientTape() as tape:
                        tape.watch(x)
                        y = ops.square(x) * scale
                    if tape.gradient(y, x).tolist() != [2 * scale, 4 * scale]:
                        failures.append(scale)
            except Exception as error:
                failures.append(error)
        threads = [threading.Thread(target=work, args=(float(i),)) for i in range(1, 5)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(failures, [])

    def test_eager_values_are_fed_and_become_constants(self):
        x = eager_tensor([1.0, 2.0])
        with runnel.Graph() as graph:
            y = graph.placeholder("float32", [2]) + x
        with runnel.Session(graph) as session:
            self.assertEqual(session.run(y, {graph.node("Placeholder").outputs[0]: x}).tolist(), [2, 4])


def gather(x):
    return ops.gather_v2(x, eager_tensor([1, 0]), 0)


def reduce_sum(x):
    return ops.sum(x, list(range(len(x.shape))))


def run(x, w):
    return program(ops.square, ops.mat_mul, ops.tanh, reduce_sum, gather, x, w)  # noqa: F821


class Tapes(unittest.TestCase):
    def gradients(self):
        x, w = eager_tensor(X), EagerVariable(W)
        with GradientTape() as outer:
            with GradientTape() as tape:
                tape.watch(x)
                outer.watch(x)
                y = run(x, w.read())
            first = tape.gradient(y, [x, w])
            again = reduce_sum(first[0])
        return [y.tolist(), *(g.tolist() for g in first), *(g.tolist() for g in outer.gradient(again, [x, w]))]

    @unittest.skipUnless(TENSORFLOW, "RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_gradients_of_first_and_second_order_are_tensorflows(self):
        program = PROGRAM + """
import json, tensorflow as tf
def run(x, w): return program(tf.square, tf.matmul, tf.tanh, tf.reduce_sum, lambda v: tf.gather(v, [1, 0]), x, w)
x, w = tf.constant(%r), tf.Variable(%r)
with tf.GradientTape() as outer:
    with tf.GradientTape() as tape:
        tape.watch(x)
        outer.watch(x)
        y = run(x, w)
    first = tape.gradient(y, [x, w])
    again = tf.reduce_sum(first[0])
print(json.dumps([v.numpy().tolist() for v in [y, *first, *outer.gradient(again, [x, w])]]))
""" % (X, W)
        done = subprocess.run([TENSORFLOW, "-c", program], capture_output=True, text=True, check=True,
                              env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES=""))
        self.near(self.gradients(), json.loads(done.stdout.strip().split("\n")[-1]))

    def near(self, got, want):
        if isinstance(want, list):
            self.assertEqual(len(got), len(want))
            for g, w in zip(got, want):
                self.near(g, w)
        else:
            self.assertAlmostEqual(got, want, delta=1e-5 * (1 + abs(want)))

    def test_gradients_are_those_of_differences(self):
        y, dx = self.gradients()[:2]
        for i in range(2):
            for k in range(2):
                moved = [row[:] for row in X]
                moved[i][k] += 1e-2
                up = float(run(eager_tensor(moved), eager_tensor(W)))
                moved[i][k] -= 2e-2
                down = float(run(eager_tensor(moved), eager_tensor(W)))
                self.assertAlmostEqual((up - down) / 2e-2, dx[i][k], delta=2e-3)
        self.assertAlmostEqual(y, float(run(eager_tensor(X), eager_tensor(W))), places=6)

    def test_structures_zeros_and_misuse(self):
        x, other = eager_tensor([1.0, 2.0]), eager_tensor(5.0)
        with GradientTape(persistent=True) as tape:
            tape.watch([x])
            y = ops.square(x)
            with tape.stop_recording():
                quiet = ops.square(x)
        got = tape.gradient(y, {"x": x, "more": (other,)})
        self.assertEqual(got["x"].tolist(), [2, 4])
        self.assertEqual(got["more"], (None,))
        self.assertEqual(tape.gradient(y, other, unconnected_gradients="zero").tolist(), 0)
        self.assertEqual(tape.gradient(y, x, output_gradients=[1.0, 10.0]).tolist(), [2, 40])
        self.assertIsNone(tape.gradient(quiet, x))
        with self.assertRaises(ValueError):
            tape.gradient(y, x, unconnected_gradients="nil")
        with GradientTape() as once:
            once.watch(x)
            y = ops.square(x)
        once.gradient(y, x)
        with self.assertRaises(runnel.FailedPrecondition):
            once.gradient(y, x)
        with self.assertRaises(ValueError):
            GradientTape().gradient(y, x)

    def test_custom_gradients(self):
        @runnel.custom_gradient
        def clipped(x):
            return ops.exp(x), lambda dy: ops.minimum(dy * ops.exp(x), 2.0)

        @runnel.custom_gradient
        def broken(x):
            return x * 1.0, lambda dy: 1 / 0
        x = eager_tensor([0.0, 3.0])
        with GradientTape() as outer:
            outer.watch(x)
            with GradientTape() as tape:
                tape.watch(x)
                y = clipped(x)
            first = tape.gradient(y, x)
        self.assertEqual(first.tolist(), [1, 2])
        self.assertEqual(outer.gradient(first, x).tolist(), [1, 0])
        with GradientTape() as tape:
            tape.watch(x)
            y = broken(x)
        with self.assertRaisesRegex(runnel.Unknown, "ZeroDivisionError"):
            tape.gradient(y, x)


class Functions(unittest.TestCase):
    def test_a_function_is_traced_once_for_a_signature(self):
        calls = []

        @runnel.function
        def f(x, scale):
            calls.append(scale)
            return {"y": ops.exp(x) * scale, "scale": scale}
        got = f(eager_tensor([0.0]), 2.0)
        self.assertEqual((got["y"].tolist(), got["scale"]), ([2], 2.0))
        f(eager_tensor([1.0]), 2.0)
        self.assertEqual(calls, [2.0])
        f(eager_tensor([1.0, 2.0]), 2.0)
        f(eager_tensor([1.0]), 3.0)
        self.assertEqual((len(calls), f.num_traces), (3, 3))

    def test_sizes_that_change_are_left_open_where_asked(self):
        @runnel.function(reduce_retracing=True)
        def total(x):
            return ops.sum(x, [0])
        for n in range(1, 8):
            self.assertEqual(float(total(eager_tensor([1.0] * n))), n)
        self.assertEqual(total.num_traces, 2)

    def test_effects_come_in_pythons_order(self):
        v = EagerVariable(1.0)

        @runnel.function
        def f(x):
            v.assign_add(x)
            middle = v.read()
            v.assign(v * 10.0)
            return middle, v.read()
        self.assertEqual([float(r) for r in f(eager_tensor(2.0))], [3, 30])
        self.assertEqual([float(r) for r in f(eager_tensor(1.0))], [31, 310])
        self.assertEqual(float(v), 310)

    def test_a_tape_goes_through_and_within_a_function(self):
        v, outside = EagerVariable([1.0, 2.0]), eager_tensor([3.0, 4.0])

        @runnel.function
        def f(x):
            return ops.sum(x * v * outside, [0])

        @runnel.function
        def slope(x):
            with GradientTape() as tape:
                tape.watch(x)
                y = f(x)
            return tape.gradient(y, [x, v, outside])
        x = eager_tensor([5.0, 6.0])
        with GradientTape() as tape:
            tape.watch([x, outside])
            y = f(x)
        want = [[3, 8], [15, 24], [5, 12]]
        self.assertEqual([g.tolist() for g in tape.gradient(y, [x, v, outside])], want)
        self.assertEqual([g.tolist() for g in slope(x)], want)

    def test_a_dropout_in_a_function_is_the_same_backwards(self):
        @runnel.function
        def drop(x):
            return x * ops.cast(ops.random_uniform(ops.shape(x), dtype="float32") > 0.5, DstT="float32")
        x = eager_tensor([1.0] * 32)
        with GradientTape() as tape:
            tape.watch(x)
            y = drop(x)
        self.assertEqual(tape.gradient(y, x).tolist(), y.tolist())

    def test_its_graph_can_be_run_and_exported(self):
        @runnel.function
        def f(x):
            return x * 2.0
        graph, inputs, outputs = f.graph(eager_tensor([1.0]))
        with runnel.Session(graph) as session:
            self.assertEqual(session.run(outputs[0], {inputs[0]: [4.0]}).tolist(), [8])
        other = runnel.Graph()
        other.import_graph_def(graph.to_graph_def())
        self.assertEqual(len(other), len(graph))

    def test_what_a_trace_cannot_do_is_said(self):
        @runnel.function
        def branches(x):
            return 1 if x > 0 else 2
        with self.assertRaisesRegex(TypeError, "neither true nor false"):
            branches(eager_tensor(1.0))
        v = EagerVariable(1.0)
        with runnel.Graph() as graph:
            with self.assertRaisesRegex(ValueError, "traced functions"):
                graph.constant(1.0) + v


if __name__ == "__main__":
    unittest.main()
