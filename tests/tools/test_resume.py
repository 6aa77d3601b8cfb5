"""Runs that TensorFlow 1 began, which `runnel train --resume` goes on with; `runnel convert`."""
import json
import os
import subprocess
import unittest

from program import ProgramTest, npy, read_npy

TENSORFLOW = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")

FLOAT = 'attr { key: "%s" value { type: DT_FLOAT } } '
INT64 = 'attr { key: "%s" value { type: DT_INT64 } } '
SCALAR = 'attr { key: "shape" value { shape { } } } '


def node(name, op, inputs=(), attrs=""):
    return 'node { name: "%s" op: "%s" %s %s }\n' % (name, op, " ".join('input: "%s"' % i for i in inputs), attrs)


def const(name, kind, field, value):
    return node(name, "Const", (), 'attr { key: "dtype" value { type: %s } } attr { key: "value" value { tensor { dtype: %s '
                'tensor_shape { } %s: %s } } }' % (kind, kind, field, value))


def nodes_list(name, *nodes):
    return 'collection_def { key: "%s" value { node_list { %s } } }\n' % (name, " ".join('value: "%s"' % n for n in nodes))


def escaped(data):
    return "".join("\\%03o" % b for b in data)


def bytes_list(name, *messages):
    return 'collection_def { key: "%s" value { bytes_list { %s } } }\n' % (
        name, " ".join('value: "%s"' % escaped(m) for m in messages))


def field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def variable(name, initializer, snapshot):
    return field(1, name.encode()) + field(2, initializer.encode()) + field(3, snapshot.encode())


# w goes to x by half of the way: loss = (w - x)^2 / 2 with rate 0.5. Where `queue` is, x comes out of a queue that is
# filled with `limit` numbers, counted by a local variable.
def meta_graph(queue):
    ref = 'attr { key: "T" value { type: %s } } '
    text = node("w", "VariableV2", (), FLOAT % "dtype" + SCALAR) + const("zero", "DT_FLOAT", "float_val", 0)
    text += node("w/Assign", "Assign", ["w", "zero"], ref % "DT_FLOAT") + node("w/read", "Identity", ["w"], ref % "DT_FLOAT")
    text += node("global_step", "VariableV2", (), INT64 % "dtype" + SCALAR) + const("none", "DT_INT64", "int64_val", 0)
    text += node("global_step/Assign", "Assign", ["global_step", "none"], ref % "DT_INT64")
    text += node("global_step/read", "Identity", ["global_step"], ref % "DT_INT64")
    if queue:
        text += node("left", "VariableV2", (), INT64 % "dtype" + SCALAR) + const("more", "DT_FLOAT", "float_val", 8)
        text += node("left/Assign", "Assign", ["left", "none"], ref % "DT_INT64")
        text += node("count", "CountUpTo", ["left"], ref % "DT_INT64" + 'attr { key: "limit" value { i: 5 } } ')
        text += node("queue", "FIFOQueueV2", (), 'attr { key: "component_types" value { list { type: DT_FLOAT } } } '
                     'attr { key: "capacity" value { i: 2 } }')
        text += node("queue/put", "QueueEnqueueV2", ["queue", "more", "^count"], 'attr { key: "Tcomponents" value { list { '
                     'type: DT_FLOAT } } }')
        text += node("queue/close", "QueueCloseV2", ["queue"])
        text += node("queue/cancel", "QueueCloseV2", ["queue"], 'attr { key: "cancel_pending_enqueues" value { b: true } }')
        text += node("x", "QueueDequeueV2", ["queue"], 'attr { key: "component_types" value { list { type: DT_FLOAT } } }')
    else:
        text += node("x", "Placeholder", (), FLOAT % "dtype" + 'attr { key: "shape" value { shape { dim { size: 1 } } } }')
    text += node("apart", "Sub", ["w/read", "x"], FLOAT % "T") + node("square", "Square", ["apart"], FLOAT % "T")
    text += const("half", "DT_FLOAT", "float_val", 0.5)
    if queue:
        text += node("loss", "Mul", ["square", "half"], FLOAT % "T") + node("gradient", "Identity", ["apart"], FLOAT % "T")
    else:
        axis = const("axis", "DT_INT32", "int_val", 0)
        text += axis + node("halves", "Mul", ["square", "half"], FLOAT % "T")
        text += node("loss", "Sum", ["halves", "axis"], FLOAT % "T") + node("gradient", "Sum", ["apart", "axis"], FLOAT % "T")
    text += node("update", "ApplyGradientDescent", ["w", "half", "gradient"], FLOAT % "T")
    text += const("one", "DT_INT64", "int64_val", 1)
    text += node("train", "AssignAdd", ["global_step", "one", "^update"], INT64 % "T")
    text = "graph_def { %s versions { producer: 134 } }\n" % text
    text += nodes_list("train_op", "train") + nodes_list("losses", "loss:0")
    text += bytes_list("variables", variable("w:0", "w/Assign", "w/read:0"),
                       variable("global_step:0", "global_step/Assign", "global_step/read:0"))
    text += bytes_list("global_step", variable("global_step:0", "global_step/Assign", "global_step/read:0"))
    if queue:
        text += bytes_list("local_variables", variable("left:0", "left/Assign", "left:0"))
        text += bytes_list("queue_runners", field(1, b"queue") + field(2, b"queue/put") + field(3, b"queue/close") +
                           field(4, b"queue/cancel"))
    return text


# A regression whose step is Momentum with a rate that decays, trained by TensorFlow: 20 steps that are saved, 15 more.
BEGIN = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
v1 = tf.compat.v1
v1.disable_eager_execution()
folder, resource = sys.argv[1], sys.argv[2] == "resource"
rows = np.load(folder + "/rows.npy")
with v1.Graph().as_default(), v1.variable_scope("", use_resource=resource):
    x = v1.placeholder(tf.float32, [None, 3], "x")
    w = v1.get_variable("w", [3, 2], initializer=v1.constant_initializer(0.1), partitioner=tf.compat.v1.fixed_size_partitioner(2))
    b = v1.get_variable("b", [2], initializer=v1.zeros_initializer())
    y = tf.matmul(x, tf.convert_to_tensor(w)) + b
    loss = v1.losses.mean_squared_error(tf.concat([x[:, :1] * 2, x[:, 1:2] - x[:, 2:]], 1), y)
    step = v1.train.get_or_create_global_step()
    rate = v1.train.exponential_decay(0.1, step, 10, 0.9)
    v1.summary.scalar("loss", loss)
    train = v1.train.MomentumOptimizer(rate, 0.9).minimize(loss, step)
    v1.add_to_collection("train_op", train.name) if not v1.get_collection("train_op") else None
    saver = v1.train.Saver(sharded=True)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        at = 0
        losses = []
        for i in range(35):
            if i == 20:
                saver.save(session, folder + "/model.ckpt", 20)
            part = rows[[(at + k) % len(rows) for k in range(4)]]
            at = 0 if i == 19 else at + 4
            losses.append(float(session.run([loss, train], {x: part})[0]))
        print(json.dumps({"losses": losses[20:], "b": session.run(b).tolist(), "step": int(session.run(step))}))
"""

# A model of TensorFlow 2 with a table that an asset fills, written; and what both loaders make of what Runnel has made of it.
SECOND = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
v1 = tf.compat.v1
folder = sys.argv[1]

class Model(tf.Module):
    def __init__(self):
        self.w = tf.Variable([[1.0], [2.0]])
        lines = tf.lookup.TextFileInitializer(folder + "/words.txt", tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64,
                                              tf.lookup.TextFileIndex.LINE_NUMBER)
        self.table = tf.lookup.StaticHashTable(lines, -1)

    @tf.function
    def serve(self, x, k):
        return {"y": tf.matmul(x, self.w), "i": self.table.lookup(k)}

if sys.argv[2] == "write":
    model = Model()
    signature = model.serve.get_concrete_function(tf.TensorSpec([None, 2], tf.float32, "x"), tf.TensorSpec([None], tf.string, "k"))
    tf.saved_model.save(model, folder + "/second", signatures={"serving_default": signature})
    print("{}")
else:
    call = tf.saved_model.load(folder + "/first").signatures["serving_default"]
    two = {k: v.numpy().tolist() for k, v in call(x=tf.constant([[1.0, 1.0]]), k=tf.constant(["b"])).items()}
    with v1.Session(graph=tf.Graph()) as session:
        signature = v1.saved_model.loader.load(session, ["serve"], folder + "/first").signature_def["serving_default"]
        feed = {signature.inputs["x"].name: [[1.0, 1.0]], signature.inputs["k"].name: ["b"]}
        one = {k: session.run(t.name, feed).tolist() for k, t in signature.outputs.items()}
    print(json.dumps([one, two]))
"""

# A MonitoredTrainingSession over a tf.data iterator: Adam, an update op, summaries. 16 steps; with "go on" one more from what
# Runnel has saved, else 10 more from there.
MONITORED = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
v1 = tf.compat.v1
v1.disable_eager_execution()
v1.disable_resource_variables()
folder, go_on = sys.argv[1], sys.argv[2] == "go on"
xs = np.linspace(-1, 1, 256).reshape(64, 4).astype("float32")
ys = xs @ np.array([[1.0], [2.0], [-1.0], [0.5]], "float32")

def run(steps, **options):
    with v1.Graph().as_default():
        iterator = v1.data.make_initializable_iterator(tf.data.Dataset.from_tensor_slices((xs, ys)).repeat().batch(8))
        v1.add_to_collection(v1.GraphKeys.TABLE_INITIALIZERS, iterator.initializer)
        x, y = iterator.get_next()
        get = lambda name, shape, seed: v1.get_variable(name, shape, initializer=v1.glorot_uniform_initializer(seed=seed))
        h = tf.nn.relu(tf.matmul(x, get("h", [4, 5], 3)))
        mean, variance = tf.nn.moments(h, [0])
        moving = v1.get_variable("moving", [5], initializer=v1.zeros_initializer(), trainable=False)
        v1.add_to_collection(v1.GraphKeys.UPDATE_OPS, v1.assign_sub(moving, (moving - mean) * 0.1))
        h = (h - mean) * tf.math.rsqrt(variance + 1e-3)
        loss = v1.losses.mean_squared_error(y, tf.matmul(h, get("p", [5, 1], 4)))
        step = v1.train.get_or_create_global_step()
        with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
            train = v1.train.AdamOptimizer(0.01).minimize(loss, step)
        v1.summary.scalar("loss", loss)
        v1.summary.histogram("h", h)
        with v1.train.MonitoredTrainingSession(**options) as session:
            return int(session.run(step)), [float(session.run([loss, train])[0]) for _ in range(steps)]

if go_on:
    print(json.dumps(run(1, checkpoint_dir=folder + "/out")))
else:
    run(16, checkpoint_dir=folder + "/begun", save_checkpoint_steps=16, save_summaries_steps=8)
    print(json.dumps(run(10, checkpoint_dir=folder + "/begun", save_checkpoint_steps=None, save_checkpoint_secs=None,
                         save_summaries_steps=None)))
"""

# What the checkpoint says that Runnel has written, by TensorFlow's own MetaGraph of it.
END = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
v1 = tf.compat.v1
v1.disable_eager_execution()
folder = sys.argv[1]
latest = v1.train.latest_checkpoint(folder + "/out")
with v1.Session() as session:
    saver = v1.train.import_meta_graph(latest + ".meta")
    saver.restore(session, latest)
    b = [v for v in v1.global_variables() if v.op.name == "b"][0]
    print(json.dumps({"latest": os.path.basename(latest), "b": session.run(b).tolist(), "trainable": len(v1.trainable_variables()),
                      "step": int(session.run(v1.train.get_global_step()))}))
"""


# A checkpoint in both formats, the first one in two shards too, of all that the first format has.
FORMATS = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
v1 = tf.compat.v1
v1.disable_eager_execution()
folder = sys.argv[1]
random = np.random.RandomState(7)
with v1.Session() as session:
    v1.disable_resource_variables()
    for i, dtype in enumerate(["float32", "float64", "int32", "int64", "uint8", "int8", "int16", "bool", "complex64", "float16"]):
        values = (random.uniform(-9, 9, [3, 4]) if dtype != "bool" else random.uniform(-1, 1, [3, 4]) > 0).astype(dtype)
        v1.get_variable(dtype, initializer=values)
    v1.get_variable("text", initializer=tf.constant([["a", ""], ["long" * 99, "b"]]))
    v1.get_variable("part", [7, 3], initializer=v1.random_uniform_initializer(seed=1), partitioner=v1.fixed_size_partitioner(3))
    v1.get_variable("scalar", initializer=np.float32(3.5))
    session.run(v1.global_variables_initializer())
    for name, version, sharded in (("one", 1, False), ("shards", 1, True), ("two", 2, False)):
        v1.train.Saver(write_version=version, sharded=sharded).save(session, folder + "/" + name, write_meta_graph=version == 1 and not sharded)
print(json.dumps({"files": sorted(os.listdir(folder))}))
"""


# Whether the SavedModel has the values of a checkpoint, parts of a variable too.
EQUAL = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
v1 = tf.compat.v1
v1.disable_eager_execution()
folder = sys.argv[1]
stored = v1.train.load_checkpoint(folder + "/two")
with v1.Session(graph=tf.Graph()) as session:
    v1.saved_model.loader.load(session, ["serve"], folder + "/model")
    values = {v.op.name: session.run(v) for v in v1.global_variables()}
parts = [values.pop("part/part_%d" % i) for i in range(3)]
values["part"] = np.concatenate(parts)
print(json.dumps({"names": len(values), "equal": all((values[n] == stored.get_tensor(n)).all() for n in values)}))
"""


class Resume(ProgramTest):
    def tensorflow(self, script, *arguments):
        ran = subprocess.run([TENSORFLOW, "-c", script, self.dir, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr[-3000:])
        return json.loads(ran.stdout.splitlines()[-1])

    def test_feeds_rows_and_keeps_checkpoints(self):
        meta = self.put("begun.meta", meta_graph(False))
        rows = self.put("rows.npy", npy("<f4", [4], [8, 8, 8, 8]))
        self.assertSays(self.error("train", "--resume", meta), "NOT_FOUND", "no checkpoint beside", "--fresh")
        saved = self.path("out/model")
        got = self.answer("train", "--resume", meta, "--fresh", "--feed", "x=" + rows, "--batch", 1, "--steps", 5, "--save", saved,
                          "--save-steps", 2, "--keep", 2, "--events", self.path("events"))
        self.assertEqual(got["losses"], [32.0, 8.0, 2.0, 0.5, 0.125])
        self.assertEqual((got["first_step"], got["last_step"], got["save"]), (0, 5, saved + "-5"))
        names = sorted(os.listdir(self.path("out")))
        self.assertEqual([n for n in names if n.endswith(".index")], ["model-4.index", "model-5.index"])
        self.assertIn("model-5.meta", names)
        self.assertEqual(len(os.listdir(self.path("events"))), 1)
        # From there, by the MetaGraph that was written with the checkpoint.
        more = self.answer("train", "--resume", saved + "-5.meta", "--feed", "x=" + rows, "--batch", 1, "--steps", 1)
        self.assertEqual((more["losses"], more["first_step"], more["last_step"]), ([0.03125], 5, 6))

    def test_queues_are_filled_until_the_input_ends(self):
        meta = self.put("begun.meta", meta_graph(True))
        got = self.answer("train", "--resume", meta, "--fresh", "--steps", 100)
        self.assertEqual((got["losses"], got["input_ended"], got["queue_ops"]), ([32.0, 8.0, 2.0, 0.5, 0.125], True, 1))
        got = self.answer("train", "--resume", meta, "--fresh", "--steps", 2)
        self.assertEqual((got["steps"], got["input_ended"]), (2, False))

    def test_says_what_is_missing(self):
        meta = self.put("begun.meta", meta_graph(False))
        self.assertSays(self.error("train", "--resume", meta, "--train-op", "trian"), "trian", "did you mean train?")
        self.assertSays(self.error("train", "--resume", meta, "--model", "mlp", status=2), "--model", "--resume")
        self.assertSays(self.error("train", "--fresh", status=2), "--fresh goes with --resume")
        self.assertSays(self.error("train", "--resume", meta, "--fresh", "--keep", 2, status=2), "--keep goes with --save")
        self.assertSays(self.error("train", "--resume", meta, "--restore", self.path("none")), "none")
        two = self.put("two.meta", meta_graph(False).replace(nodes_list("train_op", "train"), nodes_list("train_op", "train", "update")))
        self.assertSays(self.error("train", "--resume", two), "train, update", "--train-op")
        none = self.put("none.meta", meta_graph(False).replace('key: "train_op"', 'key: "other"'))
        self.assertSays(self.error("train", "--resume", none), "train_op is empty")
        damaged = self.put("damaged.meta", meta_graph(True).replace(escaped(field(2, b"queue/put")), "\\\\377"))
        self.assertSays(self.error("train", "--resume", damaged), "damaged.meta", "queue_runners")

    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_goes_on_as_tensorflow_does(self):
        rows = [[(i * 7 + j * 3) % 11 / 10 - 0.5 for j in range(3)] for i in range(10)]
        self.put("rows.npy", npy("<f4", [10, 3], [v for row in rows for v in row]))
        for kind in ("reference", "resource"):
            with self.subTest(kind):
                begun = self.tensorflow(BEGIN, kind)
                got = self.answer("train", "--resume", self.path("model.ckpt-20.meta"), "--feed", "x=" + self.path("rows.npy"),
                                  "--batch", 4, "--steps", 15, "--save", self.path("out/model"), "--events", self.path("events"))
                self.assertEqual((got["first_step"], got["last_step"]), (20, begun["step"]))
                self.assertEqual(len(got["losses"]), 15)
                for ours, theirs in zip(got["losses"], begun["losses"]):
                    self.assertAlmostEqual(ours, theirs, delta=1e-5 * (1 + abs(theirs)))
                end = self.tensorflow(END)
                self.assertEqual((end["latest"], end["step"], end["trainable"]), ("model-35", begun["step"], 3))
                for ours, theirs in zip(end["b"], begun["b"]):
                    self.assertAlmostEqual(ours, theirs, delta=1e-5)


    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_goes_on_with_a_monitored_session(self):
        step, losses = self.tensorflow(MONITORED, "begin")
        self.assertEqual(step, 16)
        got = self.answer("train", "--resume", self.path("begun/model.ckpt-16.meta"), "--steps", 10, "--save",
                          self.path("out/model"), "--events", self.path("events"))
        self.assertEqual((got["first_step"], got["last_step"]), (16, 26))
        for ours, theirs in zip(got["losses"], losses):
            self.assertAlmostEqual(ours, theirs, delta=1e-4 * (1 + abs(theirs)))
        # Which goes on with what Runnel has saved, and with the summaries that it wrote.
        step, (loss,) = self.tensorflow(MONITORED, "go on")
        self.assertEqual(step, 26)
        self.assertTrue(0 <= loss < 10, loss)
        events, = os.listdir(self.path("events"))
        with open(os.path.join(self.path("events"), events), "rb") as file:
            data = file.read()
        for tag in (b"loss", b"h"):
            self.assertIn(tag, data)

    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_reads_checkpoints_of_the_first_format(self):
        files = self.tensorflow(FORMATS)["files"]
        self.assertIn("one", files)
        self.assertIn("shards-00000-of-00001", files)
        for name in ("one", "shards"):
            got = self.answer("checkpoint", "compare", self.path(name), self.path("two"))
            self.assertEqual((got["equal"], got["compared"]), (True, 13), got)
        # The graph's own saver writes and reads the first format, whose ops are not there: Runnel does it.
        got = self.answer("convert", self.path("one.meta"), self.path("model"), "--output", "part=part/part_0")
        self.assertEqual(got["kind"], "saved-model")
        got = self.answer("checkpoint", "compare", self.path("model/variables/variables"), self.path("two"))
        self.assertEqual((got["equal"], got["compared"]), (True, 13), got)
        self.assertEqual(self.tensorflow(EQUAL), {"names": 13, "equal": True})


class Convert(ProgramTest):
    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_a_model_of_tensorflow_2_becomes_one_of_tensorflow_1(self):
        self.put("words.txt", "a\nb\n")
        Resume.tensorflow(self, SECOND, "write")
        self.answer("convert", self.path("second"), self.path("first"))
        os.remove(self.path("words.txt"))
        self.assertEqual(Resume.tensorflow(self, SECOND, "read"), [{"y": [[3.0]], "i": [1]}] * 2)
        x, k = self.put("x.npy", npy("<f4", [1, 2], [1, 1])), self.put("k.npy", npy("|S1", [1], [b"b"]))
        for model in ("second", "first"):
            got = self.answer("run", self.path(model), "--signature", "serving_default", "--feed", "x=" + x, "--feed", "k=" + k,
                              "--fetch", "i", "--out", self.dir)
            self.assertEqual(read_npy(got["fetches"][0]["file"])[1], [1])

    def test_a_meta_graph_becomes_a_model_and_back(self):
        meta, model = self.put("begun.meta", meta_graph(False)), self.path("model")
        got = self.answer("convert", meta, model, "--init", "w/Assign", "--init", "global_step/Assign", "--input", "x=x:0",
                          "--output", "apart=apart:0", "--tag", "serve", "--trainable", "w/_rnl_handle")
        self.assertEqual(got["kind"], "saved-model")
        rows = self.put("rows.npy", npy("<f4", [1], [8]))
        run = self.answer("run", model, "--signature", "serving_default", "--feed", "x=" + rows, "--fetch", "apart", "--out", self.dir)
        self.assertEqual(run["fetches"][0]["name"], "apart")
        self.assertSays(self.error("convert", meta, model), "ALREADY_EXISTS", "not empty")
        # Back, with what it says of itself, and once more.
        again = self.path("again.meta")
        self.assertEqual(self.answer("convert", model, again)["kind"], "meta")
        got = self.answer("train", "--resume", again, "--restore", self.path("model/variables/variables"), "--feed", "x=" + rows,
                          "--steps", 1)
        self.assertEqual(got["losses"], [32.0])
        for name, kind in (("graph.pb", "graph"), ("graph.pbtxt", "text")):
            self.assertEqual(self.answer("convert", model, self.path(name))["kind"], kind)
        self.assertEqual(self.answer("convert", self.path("graph.pbtxt"), self.path("second.pb"))["kind"], "graph")
        self.assertSays(self.error("convert", meta, self.path("x.pb"), "--init", "w", status=2), "--init is for SavedModels")
        self.assertSays(self.error("convert", meta, self.path("x"), "--input", "x", status=2), "--input")
        self.assertSays(self.error("convert", meta, self.path("x"), "--output", "a=b"), "signature", "\"a\"", "b")
        self.assertSays(self.error("convert", self.path("nowhere"), self.path("x")), "nowhere")


if __name__ == "__main__":
    unittest.main()
