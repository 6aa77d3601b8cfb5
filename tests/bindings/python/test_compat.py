"""runnel.compat.v1: programs for TensorFlow 1 give what TensorFlow gives, and what is missing says so."""
import json
import os
import socket
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    print("SKIP: numpy is not installed")
    sys.exit(77)

import compat_parts
import compat_programs
import runnel
import sync_replicas_task
import runnel.compat.v1 as tf

HERE = os.path.dirname(os.path.abspath(__file__))
TENSORFLOW = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")
sys.path.insert(0, os.path.join(HERE, "../../../bindings/python/examples"))
import mnist  # noqa: E402


def leaves(value):
    return [x for v in value for x in leaves(v)] if isinstance(value, list) else [value]


def recorded(path=os.path.join(HERE, "compat_values.json")):
    with open(path) as file:
        return json.load(file)["answers"]


class Programs(unittest.TestCase):
    """Losses, states and names against those that compat_values.json has of TensorFlow."""

    def compare(self, expected, got):
        expected, got = leaves(expected), leaves(got)
        self.assertEqual(len(got), len(expected))
        for e, g in zip(expected, got):
            if isinstance(e, (int, float)) and not isinstance(e, bool):
                self.assertAlmostEqual(g, e, delta=2e-4 * max(1, abs(e)))
            else:
                self.assertEqual(g, e)

    def check(self, program):
        self.compare(recorded()[program.__name__], compat_programs.answers(tf, program))

    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_tensorflow_says_what_is_recorded(self):
        names = [p.__name__ for p in compat_parts.PROGRAMS]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "values.json")
            ran = subprocess.run([TENSORFLOW, os.path.join(HERE, "compat_programs.py"), path, *names], capture_output=True, text=True, check=False)
            self.assertEqual(ran.returncode, 0, ran.stderr[-3000:])
            for name, answer in recorded(path).items():
                with self.subTest(program=name):
                    self.compare(recorded()[name], answer)


for _program in compat_programs.PROGRAMS:
    setattr(Programs, "test_%s_gives_the_answers_of_tensorflow" % _program.__name__,
            lambda self, program=_program: self.check(program))


class Graphs(unittest.TestCase):
    def setUp(self):
        tf.reset_default_graph()

    def test_names_are_made_unique_as_in_tensorflow(self):
        x = tf.placeholder(tf.float32, [2], name="x")
        y = x + 1.0
        with tf.name_scope("a") as scope:
            z = tf.multiply(x, y)
        with tf.name_scope("a"):
            again = x * 2
        with tf.name_scope(scope):
            back = tf.identity(z)
        self.assertEqual([t.name for t in (y, z, again, back)], ["add:0", "a/Mul:0", "a_1/mul:0", "a/Identity:0"])
        self.assertEqual(y.op.inputs[1].name, "add/y:0")
        self.assertEqual(tf.get_default_graph().get_tensor_by_name("a_1/mul/y:0").op.type, "Const")

    def test_gradients_of_ones_own_have_derivatives_within_loops_and_say_what_they_lack(self):
        @tf.custom_gradient
        def cubed(x):
            return x * x * x, lambda flow: flow * 3.0 * x * x

        x = tf.constant(2.0)
        _, y = tf.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, cubed(v)), [0, x])
        first = tf.gradients(y, x)[0]
        with tf.Session() as session:
            self.assertEqual(session.run([first, tf.gradients(first, x)[0]]), [9 * 2.0 ** 8, 72 * 2.0 ** 7])
        with self.assertRaisesRegex(ValueError, "expected to return 1 gradients, but returned 2"):
            tf.gradients(tf.custom_gradient(lambda x: (x * 2.0, lambda flow: (flow, flow)))(x), x)
        noisy = tf.custom_gradient(lambda x: (x * tf.random_uniform([]), lambda flow: flow))
        with self.assertRaisesRegex(NotImplementedError, "draws, within a loop, a branch or a function, is UNIMPLEMENTED: while_1/random_uniform"):
            tf.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, noisy(v)), [0, x])

    def test_a_finalized_graph_takes_no_nodes(self):
        tf.constant(1)
        tf.get_default_graph().finalize()
        with self.assertRaisesRegex(RuntimeError, "finalized"):
            tf.constant(2)

    def test_variables_are_made_once_and_shared_by_reuse(self):
        with tf.variable_scope("s"):
            v = tf.get_variable("v", [2, 3])
            with self.assertRaisesRegex(ValueError, "already exists"):
                tf.get_variable("v", [2, 3])
        with tf.variable_scope("s", reuse=True):
            self.assertIs(tf.get_variable("v"), v)
            with self.assertRaisesRegex(ValueError, "does not exist"):
                tf.get_variable("w", [1])
            with self.assertRaisesRegex(ValueError, "specified shape"):
                tf.get_variable("v", [3, 3])
        self.assertEqual(tf.trainable_variables(), [v])
        self.assertEqual(tf.get_collection(tf.GraphKeys.GLOBAL_VARIABLES, "s/"), [v])

    def test_what_is_missing_says_so_and_names_what_is_near(self):
        with self.assertRaisesRegex(AttributeError, "UNIMPLEMENTED.*reduce_mean"):
            tf.reduce_meen
        with self.assertRaisesRegex(AttributeError, r"nn has no conv2dd: UNIMPLEMENTED.*conv2d"):
            tf.nn.conv2dd
        with self.assertRaisesRegex(NotImplementedError, "a loss that is a function is UNIMPLEMENTED"):
            tf.train.GradientDescentOptimizer(0.1).minimize(lambda: 1.0)
        with self.assertRaisesRegex(AttributeError, r"distributions has no Normel: UNIMPLEMENTED.*Normal"):
            tf.distributions.Normel

    def test_feeds_and_fetches_are_checked(self):
        x = tf.placeholder(tf.float32, [None, 2])
        y = x * 2
        with tf.Session() as session:
            self.assertEqual(session.run({"a": [y, (x,)]}, {x: [[1, 2]]})["a"][1][0].tolist(), [[1, 2]])
            with self.assertRaisesRegex(ValueError, "Cannot feed value of shape"):
                session.run(y, {x: [1, 2]})
            with self.assertRaisesRegex(TypeError, "Cannot be None|invalid type"):
                session.run(None)
            with self.assertRaisesRegex(ValueError, "cannot be interpreted as a Tensor"):
                session.run("nothing:0")
            with self.assertRaisesRegex(tf.errors.InvalidArgumentError, "Placeholder") as caught:
                session.run(y)
            self.assertEqual(caught.exception.op.type, "Placeholder")
        with self.assertRaisesRegex(RuntimeError, "closed Session"):
            session.run(y, {x: [[1, 2]]})

    def test_an_uninitialised_variable_is_a_failed_precondition(self):
        v = tf.get_variable("v", [2])
        with tf.Session() as session:
            self.assertEqual(session.run(tf.report_uninitialized_variables()).tolist(), [b"v"])
            with self.assertRaises(tf.errors.FailedPreconditionError):
                session.run(v)
            session.run(tf.variables_initializer([v]))
            v.load([3, 4], session)
            self.assertEqual(session.run(v).tolist(), [3, 4])

    def test_a_branch_may_draw_numbers_of_the_shape_that_another_branch_gave(self):
        holds, x = tf.placeholder(tf.bool, []), tf.placeholder(tf.float32, [None, 4])
        first = tf.cond(holds, lambda: x * 2, lambda: x * 3)
        second = tf.cond(holds, lambda: tf.random_uniform(tf.shape(first)) + 5, lambda: tf.identity(first))
        with tf.Session() as session:
            self.assertEqual(session.run(second, {holds: False, x: np.ones((2, 4))}).tolist(), [[3] * 4] * 2)
            drawn = session.run(second, {holds: True, x: np.ones((2, 4))})
            self.assertTrue(((drawn >= 5) & (drawn < 6)).all())

    def test_plain_builders_take_tensors_of_compat_graphs(self):
        x = tf.placeholder(tf.float32, [3])
        y = runnel.ops.exp(x, name="plain")
        self.assertIsInstance(y, tf.Tensor)
        with tf.Session() as session:
            np.testing.assert_allclose(session.run(y, {x: [0, 1, 2]}), np.exp([0, 1, 2]), rtol=1e-6)


class Mnist(unittest.TestCase):
    @unittest.skipUnless(mnist.folder(), "RUNNEL_DATA_DIR has no datasets/mnist")
    def test_a_cnn_learns_mnist(self):
        tf.reset_default_graph()
        tf.set_random_seed(1)
        images, labels = mnist.load(mnist.folder(), "train")
        data = np.asarray(images).reshape(-1, 784)[:3000].astype(np.float32) / 255
        kinds = np.frombuffer(bytes(labels), np.uint8)[:3000].astype(np.int64)
        x, y_ = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.int64, [None])
        keep = tf.placeholder(tf.float32)
        h = tf.layers.conv2d(tf.reshape(x, [-1, 28, 28, 1]), 8, 5, activation=tf.nn.relu)
        h = tf.layers.flatten(tf.layers.max_pooling2d(h, 2, 2))
        logits = tf.layers.dense(tf.nn.dropout(tf.layers.dense(h, 32, activation=tf.nn.relu), keep), 10)
        loss = tf.losses.sparse_softmax_cross_entropy(labels=y_, logits=logits)
        train = tf.train.AdamOptimizer(0.003).minimize(loss)
        accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), y_), tf.float32))
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for i in range(0, 2500, 50):
                session.run(train, {x: data[i:i + 50], y_: kinds[i:i + 50], keep: 0.8})
            self.assertGreater(session.run(accuracy, {x: data[2500:], y_: kinds[2500:], keep: 1.0}), 0.85)


class Supervisors(unittest.TestCase):
    def setUp(self):
        tf.reset_default_graph()
        self.step = tf.train.get_or_create_global_step()
        self.count = tf.assign_add(self.step, 1)
        tf.summary.scalar("counted", self.step)

    def test_services_save_and_what_fails_comes_out(self):
        with tempfile.TemporaryDirectory() as folder:
            supervisor = tf.train.Supervisor(logdir=folder, save_model_secs=1000, save_summaries_secs=1000)
            with self.assertRaisesRegex(ZeroDivisionError, "in the block"):
                with supervisor.managed_session() as session:
                    session.run(self.count)
                    supervisor.summary_computed(session, session.run(supervisor.summary_op))
                    raise ZeroDivisionError("in the block")
            self.assertTrue(supervisor.should_stop())
            self.assertIn("model.ckpt-", tf.train.latest_checkpoint(folder))  # the first is written as the services start
            self.assertGreaterEqual(len([name for name in os.listdir(folder) if "tfevents" in name]), 1)

            def fails():
                raise KeyError("in a service")
            with self.assertRaisesRegex(KeyError, "in a service"):
                with supervisor.managed_session() as session:
                    supervisor.loop(None, fails)
                    supervisor.wait_for_stop()

    def test_a_loop_ends_with_its_input_and_others_wait_for_the_chief(self):
        supervisor = tf.train.Supervisor(logdir=None)
        seen = []

        def step(session, last):
            seen.append(int(session.run(self.count)))
            if seen[-1] == last:
                raise runnel.OutOfRange("no more")
        tf.train.basic_train_loop(supervisor, step, args=[3])
        self.assertEqual(seen, [1, 2, 3])
        self.setUp()
        worker = tf.train.Supervisor(is_chief=False, recovery_wait_secs=0.01)
        with self.assertRaisesRegex(runnel.DeadlineExceeded, "not ready after waiting 0.03 secs: without a value: global_step"):
            worker.prepare_or_wait_for_session(max_wait_secs=0.03)
        with self.assertRaisesRegex(RuntimeError, "Only chief"):
            worker.start_standard_services(None)


class Replicas(unittest.TestCase):
    """Tasks of a SyncReplicasOptimizer, each a process."""

    STEPS = 30

    def start(self, workers, required):
        sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(workers + 1)]
        addresses = ["127.0.0.1:%d" % s.getsockname()[1] for s in sockets]
        cluster = json.dumps({"ps": addresses[:1], "worker": addresses[1:]})
        env = dict(os.environ, RUNNEL_CLUSTER_TOKEN="sync replicas", RUNNEL_NUM_THREADS="1")
        self.tasks = []
        for i, listening in enumerate(sockets):
            job, index, fd = "worker" if i else "ps", max(0, i - 1), listening.fileno()
            self.tasks.append(subprocess.Popen(
                [sys.executable, "-B", os.path.join(HERE, "sync_replicas_task.py"), cluster, job, str(index), str(fd), str(required),
                 str(self.STEPS)], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=[fd]))
            self.assertEqual(self.tasks[-1].stdout.readline(), "serves\n")
        for s in sockets:
            s.close()

    def tearDown(self):
        for task in self.tasks:
            task.kill()
            task.wait()
            task.stdin.close()
            task.stdout.close()

    def check_final(self, output):
        """All replicas have the same batch, so what they learn is what one learns of it."""
        x, y = sync_replicas_task.data()
        w, b = np.zeros((3, 1)), np.zeros(1)
        for _ in range(self.STEPS):
            error = x @ w + b - y
            w, b = w - 0.2 * 2 / len(x) * x.T @ error, b - 0.2 * 2 * error.mean()
        found = json.loads(output.split("final ")[1])
        np.testing.assert_allclose(found[0], w, atol=1e-5)
        np.testing.assert_allclose(found[1], b, atol=1e-5)

    def test_two_replicas_make_each_step_together(self):
        self.start(2, 2)
        outputs = [task.communicate(timeout=100)[0] for task in self.tasks[1:]]
        self.assertEqual([task.returncode for task in self.tasks[1:]], [0, 0])
        self.check_final(outputs[0])

    def test_a_replica_that_is_killed_is_not_waited_for_where_there_are_enough(self):
        self.start(3, 2)
        killed = self.tasks.pop()
        self.assertEqual(killed.stdout.readline()[:5], "step ")
        killed.kill()
        killed.communicate()
        output = self.tasks[1].communicate(timeout=100)[0]
        self.assertEqual(self.tasks[1].returncode, 0)
        self.check_final(output)


if __name__ == "__main__":
    unittest.main()
