"""What is saved here, Keras and TensorFlow read: weights with the optimizer's state, with which Keras trains on, and SavedModels."""
import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    print("SKIP: numpy is not installed")
    sys.exit(77)

import runnel
from runnel.learn import Sequential, layers

TENSORFLOW = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")
LEARN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../learn")

# Loads weights that Runnel saved after five steps, and tells the losses of five more, of each optimizer.
KERAS = r"""
import json, sys
sys.path.insert(0, sys.argv[1])
import make_keras
import keras, numpy as np
x = np.sin(np.arange(48)).astype("float32").reshape(8, 6)
y = np.cos(np.arange(16)).astype("float32").reshape(8, 2)
told = {}
for name, spec in json.loads(sys.argv[3]).items():
    model = keras.Sequential([keras.Input((6,)), keras.layers.Dense(4, activation="tanh"), keras.layers.Dense(2)])
    model.compile(make_keras.spec(spec), "mse")
    model.optimizer.build(model.trainable_variables)
    model.load_weights(sys.argv[2] + "/" + name + ".weights.h5")
    told[name] = model.fit(x, y, epochs=5, batch_size=8, shuffle=False, verbose=0).history["loss"]
print(json.dumps(told))
"""

SERVED = r"""
import json, sys
import numpy as np, tensorflow as tf
model = tf.saved_model.load(sys.argv[1])
serve = model.signatures["serving_default"]
name = list(serve.structured_input_signature[1])[0]
y = serve(**{name: tf.constant(np.sin(np.arange(18)).astype("float32").reshape(3, 6))})
from tensorflow.core.protobuf import saved_model_pb2
whole = saved_model_pb2.SavedModel.FromString(open(sys.argv[1] + "/saved_model.pb", "rb").read())
graph = whole.meta_graphs[0].graph_def
print(json.dumps({"y": list(y.values())[0].numpy().tolist(), "names": [node.name for node in graph.node],
                  "variables": [v.name for v in model.variables]}))
"""


def ask(program, *arguments):
    ran = subprocess.run([TENSORFLOW, "-c", program, *arguments], capture_output=True, text=True, check=False,
                         env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1"))
    if ran.returncode != 0:
        raise AssertionError(ran.stderr[-3000:])
    return json.loads(ran.stdout.splitlines()[-1])


def specs():
    """The optimizers that make_keras_files.py has files of."""
    found = {}
    for path in sorted(glob.glob(os.path.join(LEARN, "keras_files/optimizer_*.txt"))):
        with open(path) as file:
            found[os.path.basename(path)[len("optimizer_"):-len(".txt")]] = file.readline().strip()
    return found


def five_steps(model):
    x = np.sin(np.arange(48)).astype("float32").reshape(8, 6)
    y = np.cos(np.arange(16)).astype("float32").reshape(8, 2)
    return model.fit(x, y, epochs=5, batch_size=8, shuffle=False, verbose=0).history["loss"]


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_keras_trains_on_with_the_optimizers_state(self):
        expected = {}
        self.assertGreater(len(specs()), 5)
        for name, spec in specs().items():
            model = Sequential([layers.Input([6]), layers.Dense(4, activation="tanh"), layers.Dense(2)], seed=5)
            model.compile(spec, "MeanSquaredError")
            five_steps(model)
            model.save_weights(os.path.join(self.folder, name + ".weights.h5"))
            expected[name] = five_steps(model)
        told = ask(KERAS, LEARN, self.folder, json.dumps(specs()))
        for name, losses in expected.items():
            with self.subTest(optimizer=name):
                np.testing.assert_allclose(told[name], losses, rtol=2e-5)

    def test_an_exported_model_has_nothing_that_trains(self):
        model = Sequential([layers.Input([6]), layers.Dense(4, activation="tanh"), layers.BatchNormalization(), layers.Dense(2)], seed=5)
        model.compile("Adam(0.01)", "MeanSquaredError", ["mae"])
        five_steps(model)
        path = os.path.join(self.folder, "served")
        model.export(path)
        x = np.sin(np.arange(18)).astype("float32").reshape(3, 6)
        expected = model.predict(x)
        served = runnel.SavedModel(path)
        self.assertEqual(sorted(runnel.Checkpoint(os.path.join(path, "variables/variables"))), sorted(model.weight_names))
        given = served.serve()(**{list(served.signatures["serving_default"].inputs)[0]: x})
        np.testing.assert_allclose(list(given.values())[0].numpy(), expected, rtol=1e-6)
        if TENSORFLOW:
            told = ask(SERVED, path)
            np.testing.assert_allclose(told["y"], expected, rtol=1e-5, atol=1e-6)
            for name in told["names"]:
                for part in ("optimizer", "gradients", "metrics", "target", "train"):
                    self.assertNotIn(part, name)
            self.assertEqual(len(told["variables"]), len(model.weight_names))


if __name__ == "__main__":
    unittest.main()
