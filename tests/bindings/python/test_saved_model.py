"""SavedModels, served: one that is written here, and TensorFlow 1's own example."""
import os
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


if __name__ == "__main__":
    unittest.main()
