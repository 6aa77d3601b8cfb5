"""SavedModels, served: one that is written here, and TensorFlow 1's own example. What Runnel writes, read by TensorFlow."""
import json
import os
import subprocess
import tempfile
import unittest

import numpy as np

import runnel

FOLDER = os.path.join(os.environ.get("RUNNEL_DATA_DIR", ""), "tf_saved_model", "half_plus_two")

FLOAT = 'attr { key: "%s" value { type: DT_FLOAT } }'


def node(name, op, inputs=(), attrs=""):
    return 'node { name: "%s" op: "%s" %s %s }\n' % (name, op, " ".join('input: "%s"' % i for i in inputs), attrs)


def info(kind, key, tensor, dtype="DT_FLOAT"):
    return '%s { key: "%s" value { name: "%s" dtype: %s tensor_shape { unknown_rank: true } } }' % (kind, key, tensor, dtype)


def signature(key, *infos):
    return 'signature_def { key: "%s" value { %s method_name: "m" } }' % (key, " ".join(infos))


# y = a x, where "bump" adds 1 to a, as the init op does, a node without outputs.
MODEL = 'saved_model_schema_version: 1 meta_graphs { meta_info_def { tags: "serve" } graph_def {' + "".join((
    node("x", "Placeholder", (), FLOAT % "dtype"),
    node("a", "VarHandleOp", (), FLOAT % "dtype" + ' attr { key: "shape" value { shape { } } } attr { key: "shared_name" value '
         '{ s: "a" } }'),
    node("a/read", "ReadVariableOp", ["a"], FLOAT % "dtype"),
    node("y", "Mul", ["a/read", "x"], FLOAT % "T"),
    node("one", "Const", (), FLOAT % "dtype" + ' attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { } '
         'float_val: 1 } } }'),
    node("add", "AssignAddVariableOp", ["a", "one"], FLOAT % "dtype"),
    node("after", "ReadVariableOp", ["a", "^add"], FLOAT % "dtype"),
    node("init", "NoOp", ["^add"]))) + "}" + " ".join((
        signature("serving_default", info("inputs", "in", "x:0"), info("outputs", "out", "y:0")),
        signature("bump", info("outputs", "now", "after:0")),
        signature("__saved_model_init_op", info("outputs", "__saved_model_init_op", "init", "DT_INVALID")))) + "}"


class Written(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        with open(os.path.join(self.folder.name, "saved_model.pbtxt"), "w") as file:
            file.write(MODEL)
        os.mkdir(os.path.join(self.folder.name, "variables"))
        runnel.write_checkpoint(os.path.join(self.folder.name, "variables/variables"), {"a": 3.0})

    def test_an_init_op_is_an_output_without_a_type(self):
        model = runnel.SavedModel(self.folder.name)
        self.assertEqual(model.signatures["__saved_model_init_op"].outputs,
                         {"__saved_model_init_op": runnel.TensorInfo("init", None)})
        self.assertEqual(model.signatures["serving_default"].outputs["out"].dtype, runnel.float32)
        self.assertEqual(model.serve("__saved_model_init_op")(), {})
        self.assertEqual(model.serve("bump")()["now"].item(), 6.0)

    def test_signatures_share_one_state(self):
        model = runnel.SavedModel(self.folder.name)
        serve = model.serve(soft_placement=True)
        bump = model.serve("bump")
        self.assertIs(serve.session, bump.session)
        self.assertEqual(serve(**{"in": [1.0, 2.0]})["out"].tolist(), [4.0, 8.0])
        self.assertEqual(bump()["now"].item(), 5.0)
        self.assertEqual(serve(**{"in": 2.0})["out"].item(), 10.0)
        self.assertEqual(model.serve()(**{"in": 2.0})["out"].item(), 10.0)
        self.assertEqual(bump()["now"].item(), 6.0)
        self.assertRaises(ValueError, model.serve, "bump", soft_placement=True)
        self.assertRaisesRegex(runnel.NotFound, "absent.*bump", model.serve, "absent")
        # Another object, and a part that is loaded by itself, have states of their own.
        self.assertEqual(runnel.SavedModel(self.folder.name).serve("bump")()["now"].item(), 5.0)
        graph, session = model.load(["x"], ["y"])
        self.assertEqual(session.run("y:0", {"x:0": 1.0}).item(), 4.0)

    def test_other_files_are_named(self):
        path = os.path.join(self.folder.name, "model.gguf")
        with open(path, "wb") as file:
            file.write(b"GGUF\3\0\0\0")
        for load in (runnel.SavedModel, runnel.load_graph, runnel.Checkpoint):
            self.assertRaisesRegex(runnel.InvalidArgument, "model.gguf.*this is GGUF; ", load, path)
        self.assertRaisesRegex(runnel.InvalidArgument, "is a SavedModel", runnel.load_graph, self.folder.name)
        self.assertRaises(FileNotFoundError, runnel.load_graph, path + "x")


class TensorFlows(unittest.TestCase):
    @unittest.skipUnless(os.path.isdir(FOLDER), "RUNNEL_DATA_DIR has no tf_saved_model/half_plus_two")
    def test_saved_models_serve(self):
        folders = [f for f, _, names in os.walk(FOLDER) if "saved_model.pb" in names]
        model = runnel.SavedModel(folders[0])
        key = next(k for k, s in model.signatures.items() if s.method.endswith("predict"))
        signature = model.signatures[key]
        served = model.serve(key)
        (name, info), = signature.inputs.items()
        got = served(**{name: np.array([[2.0], [4.0]], "float32")})
        # x / 2 + 2, as its name says.
        self.assertEqual({k: t.numpy().ravel().tolist() for k, t in got.items()}, {next(iter(signature.outputs)): [3.0, 4.0]})
        self.assertEqual(info.dtype, runnel.float32)
        self.assertRaises(TypeError, served, nothing=1)
        self.assertRaises(runnel.NotFound, runnel.SavedModel, folders[0], ["absent"])


# Asks TensorFlow for the outputs of the signature that a model has, loaded in both ways, and what it makes of the MetaGraph.
ORACLE = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
folder, meta, checkpoint = sys.argv[1:]
x = np.array([[1.0, 2.0], [3.0, 4.0]], "float32")
words = np.array(["b", "none", "a"])
out = {"version": tf.__version__}
model = tf.saved_model.load(folder)
call = model.signatures["serving_default"]
got = call(x=tf.constant(x), words=tf.constant(words))
out["two"] = {k: np.asarray(v).tolist() for k, v in got.items()}
out["two_variables"] = sorted(v.name for v in model.variables)
v1 = tf.compat.v1
with v1.Session(graph=tf.Graph()) as session:
    loaded = v1.saved_model.loader.load(session, ["serve", "test"], folder)
    signature = loaded.signature_def["serving_default"]
    feed = {signature.inputs["x"].name: x, signature.inputs["words"].name: words}
    out["one"] = {k: session.run(t.name, feed).tolist() for k, t in signature.outputs.items()}
    out["method"] = signature.method_name
    out["shape"] = [d.size for d in signature.inputs["x"].tensor_shape.dim]
    out["trainable"] = [v.name for v in v1.trainable_variables()]
    out["variables"] = [v.name for v in v1.global_variables()]
    # It goes on from there.
    session.run(v1.get_collection("train_op"))
    out["trained"] = session.run([v for v in v1.global_variables() if v.name == "w:0"][0]).tolist()
with v1.Session(graph=tf.Graph()) as session:
    saver = v1.train.import_meta_graph(meta)
    session.run(v1.global_variables_initializer())
    session.run(v1.get_collection("train_op"))
    out["from_start"] = session.run("w/read:0").tolist()
    out["saved"] = saver.save(session, checkpoint, write_meta_graph=False)
    out["runner"] = [r.name for r in v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)]
print(json.dumps(out))
"""


class Exported(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def model(self, reference):
        """y = x w, ids = what a table that a file fills says of words; a step adds 1 to w."""
        shape = 'attr { key: "shape" value { shape { dim { size: 2 } dim { size: 1 } } } } '
        ints = ' attr { key: "%s" value { type: DT_INT64 } }'
        strings = ' attr { key: "%s" value { type: DT_STRING } }'
        text = "".join((
            node("x", "Placeholder", (), FLOAT % "dtype" + ' attr { key: "shape" value { shape { dim { size: -1 } dim { size: 2 } } } }'),
            node("words", "Placeholder", (), strings % "dtype" + ' attr { key: "shape" value { shape { dim { size: -1 } } } }'),
            node("start", "Const", (), FLOAT % "dtype" + ' attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { '
                 'dim { size: 2 } dim { size: 1 } } float_val: 0.5 float_val: 2 } } }'),
            node("one", "Const", (), FLOAT % "dtype" + ' attr { key: "value" value { tensor { dtype: DT_FLOAT tensor_shape { '
                 'dim { size: 2 } dim { size: 1 } } float_val: 1 } } }')))
        if reference:
            text += "".join((
                node("w", "VariableV2", (), FLOAT % "dtype" + shape), node("w/set", "Assign", ["w", "start"], FLOAT % "T"),
                node("w/read", "Identity", ["w"], FLOAT % "T"), node("train", "AssignAdd", ["w", "one"], FLOAT % "T")))
        else:
            text += "".join((
                node("w", "VarHandleOp", (), FLOAT % "dtype" + shape + 'attr { key: "shared_name" value { s: "w" } }'),
                node("w/set", "AssignVariableOp", ["w", "start"], FLOAT % "dtype"),
                node("w/read", "ReadVariableOp", ["w"], FLOAT % "dtype"),
                node("train", "AssignAddVariableOp", ["w", "one"], FLOAT % "dtype")))
        text += "".join((
            node("y", "MatMul", ["x", "w/read"], FLOAT % "T"),
            node("asset", "Const", (), strings % "dtype" + ' attr { key: "value" value { tensor { dtype: DT_STRING '
                 'tensor_shape { } string_val: "/nowhere" } } }'),
            node("table", "HashTableV2", (), strings % "key_dtype" + ints % "value_dtype" +
                 ' attr { key: "shared_name" value { s: "a table" } }'),
            node("fill", "InitializeTableFromTextFileV2", ["table", "asset"], ' attr { key: "key_index" value { i: -2 } } '
                 'attr { key: "value_index" value { i: -1 } }'),
            node("missing", "Const", (), ints % "dtype" + ' attr { key: "value" value { tensor { dtype: DT_INT64 '
                 'tensor_shape { } int64_val: -1 } } }'),
            node("ids", "LookupTableFindV2", ["table", "words", "missing"], strings % "Tin" + ints % "Tout"),
            node("queue", "FIFOQueueV2", (), ' attr { key: "component_types" value { list { type: DT_FLOAT } } }'),
            node("queue/put", "QueueEnqueueV2", ["queue", "one"], ' attr { key: "Tcomponents" value { list { type: DT_FLOAT } } }'),
            node("queue/close", "QueueCloseV2", ["queue"])))
        graph = runnel.Graph()
        graph.import_graph_def(text)
        meta = runnel.MetaGraph()
        for tag in ("serve", "test"):
            meta.add_tag(tag)
        meta.add_signature("serving_default", {"x": "x", "words": "words:0"}, {"y": "y:0", "ids": "ids"})
        meta.add_trainable("w")
        meta.add_to_collection("train_op", "train")
        meta.add_queue_runner("queue", ["queue/put"], "queue/close", "queue/close")
        meta.set_init_op("fill")
        with open(self.path("words.txt"), "w") as file:
            file.write("a\nb\nc\n")
        meta.add_asset("asset", self.path("words.txt"))
        return graph, meta

    def write(self, reference):
        graph, meta = self.model(reference)
        session = runnel.Session(graph)
        session.run(graph.node("w/set"))
        session.write_saved_model(self.path("model"), meta)
        with open(self.path("run.meta"), "wb") as file:
            file.write(graph.export_meta_graph(meta))
        os.remove(self.path("words.txt"))
        return graph

    def test_runnel_reads_what_it_wrote(self):
        for reference in (False, True):
            with self.subTest(reference=reference), tempfile.TemporaryDirectory() as self.folder.name:
                self.write(reference)
                model = runnel.SavedModel(self.path("model"), ["test", "serve"])
                got = model.serve()(x=[[1.0, 2.0], [3.0, 4.0]], words=[b"b", b"none", b"a"])
                self.assertEqual(got["y"].tolist(), [[4.5], [9.5]])
                self.assertEqual(got["ids"].tolist(), [1, -1, 0])
                with open(self.path("run.meta"), "rb") as file:
                    meta = runnel.MetaGraph(file.read())
                self.assertEqual(meta.collections["train_op"], ["train"])
                self.assertEqual([v.trainable for v in meta.variables("trainable_variables")], [True])
                self.assertEqual(meta.queue_runners, [runnel.QueueRunner("queue", ["queue/put"], "queue/close", "queue/close")])
                self.assertEqual(meta.saver.restore, "save/restore_all")
                self.assertRaises(runnel.AlreadyExists, runnel.Session(self.model(reference)[0]).write_saved_model, self.path("model"))

    def test_onnx_is_written_and_read_again(self):
        graph = runnel.Graph()
        with graph:
            x = graph.placeholder("float32", [None, 2], name="x")
            w = graph.variable([[2.0], [0.5]], name="w")
            y = runnel.ops.relu(x @ w, name="y")
        session = runnel.Session(graph)
        session.run(graph.initializer())
        meta = runnel.MetaGraph()
        meta.add_signature("serving_default", {"in": "x"}, {"out": "y:0"})
        self.assertRaises(runnel.Unimplemented, graph.export_model, meta)
        frozen = runnel.Graph()
        frozen.import_graph_def(session.freeze([y]))
        with open(self.path("model.onnx"), "wb") as file:
            file.write(frozen.export_model(meta))
        got = runnel.SavedModel(self.path("model.onnx")).serve()(**{"in": [[1.0, 2.0], [-3.0, 4.0]]})
        self.assertEqual(got["out"].tolist(), [[3.0], [0.0]])
        self.assertRaisesRegex(runnel.NotFound, "pdf", frozen.export_model, meta, "pdf")
        self.assertRaises(runnel.InvalidArgument, frozen.export_model, runnel.MetaGraph())

    @unittest.skipUnless(os.environ.get("RUNNEL_TENSORFLOW_PYTHON"), "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_tensorflow_reads_what_runnel_wrote(self):
        for reference in (False, True):
            with self.subTest(reference=reference), tempfile.TemporaryDirectory() as self.folder.name:
                graph = self.write(reference)
                ran = subprocess.run([os.environ["RUNNEL_TENSORFLOW_PYTHON"], "-c", ORACLE, self.path("model"), self.path("run.meta"),
                                      self.path("run")], capture_output=True, text=True, check=False)
                self.assertEqual(ran.returncode, 0, ran.stderr[-3000:])
                said = json.loads(ran.stdout.splitlines()[-1])
                answer = {"y": [[4.5], [9.5]], "ids": [1, -1, 0]}
                self.assertEqual([said["one"], said["two"]], [answer, answer])
                self.assertEqual(said["method"], "tensorflow/serving/predict")
                self.assertEqual(said["shape"], [-1, 2])
                self.assertEqual([said["variables"], said["trainable"]], [["w:0"]] * 2)
                self.assertEqual(said["two_variables"], [] if reference else ["w:0"])  # TensorFlow 2 lists no references
                self.assertEqual([said["trained"], said["from_start"]], [[[1.5], [3.0]]] * 2)
                self.assertEqual(said["runner"], ["queue"])
                # What its saver wrote is a checkpoint of the graph here.
                session = runnel.Session(graph)
                session.restore(said["saved"])
                self.assertEqual(session.run("w/read:0").tolist(), [[1.5], [3.0]])


if __name__ == "__main__":
    unittest.main()
