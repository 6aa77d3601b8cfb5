"""What is saved here, Keras and TensorFlow read: weights of every layer, which come back, with the optimizer's state, with which Keras
trains on, and SavedModels."""
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
from runnel.learn import Model, Sequential, layers, load_model

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

# Models of every layer that has weights, in the form of make_keras.py.
LAYERS = {
    "dense": "Input([6])|Dense(4, activation=tanh)|PReLU|Dense(3, use_bias=false)",
    "steps": "Input([8, 3])|Conv1D(4, 3)|LayerNormalization",
    "image": "Input([8, 8, 3])|Conv2D(4, 3)|BatchNormalization|DepthwiseConv2D(3)|GroupNormalization(2)|SeparableConv2D(3, 2)|"
             "Conv2DTranspose(2, 3)",
    "volume": "Input([5, 5, 5, 2])|Conv3D(3, 2)|GlobalMaxPooling3D|Dense(2)",
    "recurrences": "Input([5, 3])|LSTM(4, return_sequences=true)|GRU(3, return_sequences=true)|SimpleRNN(4)",
    "wrapped": "Input([5, 3])|Bidirectional(LSTM(3, return_sequences=true))|TimeDistributed(Dense(4))|Bidirectional(GRU(2))",
    "words": "Input([5], dtype='int32')|Embedding(9, 4)|GRU(3, reset_after=false)",
    "attention": "Input([5, 4])|MultiHeadAttention(2, 3) <- 0 0|Add <- 0 1|Attention(use_scale=true) <- 2 2|AdditiveAttention <- 3 3|"
                 "LayerNormalization",
    "normalized": "Input([4])|Normalization|Dense(2)",
}

# Saves models with vocabularies, which are learned or said, one within another model, and tells what they predict.
VOCABULARIES = r"""
import json, sys
import keras, numpy as np, tensorflow as tf
from keras import layers
words = layers.TextVectorization(max_tokens=10, output_sequence_length=4)
words.adapt(["a b c", "b c d d"])
kinds = layers.StringLookup(output_mode="multi_hot")
kinds.adapt(["x", "y", "x"])
numbers = layers.IntegerLookup(output_mode="one_hot", num_oov_indices=2)
numbers.adapt(np.array([[3], [5], [3]]))
one = keras.Input((1,), dtype="string")
inside = keras.Sequential([keras.Input((1,), dtype="string"), kinds, layers.Dense(3)])
said = layers.StringLookup(vocabulary=["x", "z"], mask_token="-")
models = {
    "words": keras.Sequential([keras.Input((), dtype="string"), words, layers.Embedding(10, 3), layers.GlobalAveragePooling1D()]),
    "kinds": keras.Model(one, layers.Concatenate()([inside(one), layers.Flatten()(layers.Embedding(5, 2)(said(one)))])),
    "numbers": keras.Sequential([keras.Input((1,), dtype="int64"), numbers, layers.Dense(2)]),
    "buckets": keras.Sequential([keras.Input((1,), dtype="string"), layers.Hashing(5), layers.Embedding(5, 2), layers.Flatten()]),
}
told = {}
for name, model in models.items():
    model.save(sys.argv[1] + "/" + name + ".keras")
    told[name] = np.asarray(model(tf.constant(json.loads(sys.argv[2])[name]))).ravel().tolist()
print(json.dumps(told))
"""

# A model with a function of which nothing here is the like.
FUNCTION = r"""
import sys, keras
x = keras.Input((3, 4))
keras.Model(x, keras.layers.Dense(2)(keras.ops.mean(keras.ops.convert_to_tensor(x), axis=1))).save(sys.argv[1])
print("{}")
"""

# Loads weights that Runnel saved, and tells what the model predicts; the same of weights that it changes and saves.
WEIGHTS = r"""
import glob, json, os, sys
sys.path.insert(0, sys.argv[1])
import make_keras
import keras, numpy as np
told = {}
for name, (layers, shape, whole) in json.loads(sys.argv[3]).items():
    model = make_keras.build(layers) if layers else keras.models.load_model(sys.argv[1] + "/keras_files/" + name + ".keras")
    model.load_weights(sys.argv[2] + "/" + name + ".weights.h5")
    x = np.arange(np.prod(shape)).reshape(shape)
    x = (x % 9).astype("int32") if whole else np.sin(x).astype("float32")
    def predict():
        y = model(x, training=False)
        return np.concatenate([np.ravel(one) for one in (y if isinstance(y, (list, tuple)) else [y])]).tolist()
    told[name] = [predict()]
    model.set_weights([w if w.dtype.kind in "iu" else w * 0.5 + 0.1 for w in model.get_weights()])
    for layer in model.layers:
        if isinstance(layer, keras.layers.Normalization):
            layer.finalize_state()
    model.save_weights(sys.argv[2] + "/" + name + "_back.weights.h5")
    if layers:
        model.save(sys.argv[2] + "/" + name + "_whole.h5")
    told[name].append(predict())
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


def build(text):
    """A model of make_keras.py's form."""
    pieces = [piece.split(" <- ") for piece in text.split("|")]
    model = Model()
    first = Sequential([pieces[0][0]])
    values = [model.input(first.inputs[0].shape[1:], first.inputs[0].dtype)]
    for layer, *numbers in pieces[1:]:
        values.append(model.call(layer, *([values[int(n)] for n in numbers[0].split()] if numbers else values[-1:])))
    model.outputs = values[-1]
    return model


def predict(model):
    """What a model makes of WEIGHTS' samples, its shape, and whether they are whole."""
    value = model.inputs[0]
    shape = [3, *value.shape[1:]]
    x, whole = np.arange(np.prod(shape)).reshape(shape), value.dtype == runnel.DType.int32
    y = model.predict((x % 9).astype("int32") if whole else np.sin(x).astype("float32"))
    return np.concatenate([one.ravel() for one in (y if isinstance(y, list) else [y])]), shape, whole


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

    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_weights_of_every_layer_go_there_and_back(self):
        opened = {os.path.basename(path)[:-len(".keras")]: load_model(path) for path in glob.glob(os.path.join(LEARN, "keras_files/*.keras"))}
        models = {**{name: build(text) for name, text in LAYERS.items()}, **opened}
        self.assertGreater(len(models), len(LAYERS) + 5)
        expected, asked = {}, {}
        for name, model in models.items():
            model.set_weights([(0.6 + 0.3 * np.sin(1.7 * np.arange(w.size) + i)).reshape(w.shape).astype(w.dtype)
                               for i, w in enumerate(model.get_weights())])
            model.save_weights(os.path.join(self.folder, name + ".weights.h5"))
            expected[name], shape, whole = predict(model)
            asked[name] = (LAYERS.get(name), shape, bool(whole))
        told = ask(WEIGHTS, LEARN, self.folder, json.dumps(asked))
        for name, model in models.items():
            with self.subTest(model=name):
                np.testing.assert_allclose(told[name][0], expected[name], rtol=1e-4, atol=1e-5)
                for file in [name + "_back.weights.h5"] + ([name + "_whole.h5"] if name in LAYERS else []):
                    model.load_weights(os.path.join(self.folder, name + ".weights.h5"))
                    model.load_weights(os.path.join(self.folder, file))
                    np.testing.assert_allclose(predict(model)[0], told[name][1], rtol=1e-4, atol=1e-5, err_msg=file)
                self.assertGreater(np.abs(np.subtract(*told[name])).max(), 1e-3)

    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_vocabularies_are_read_where_they_are(self):
        asked = {"words": ["a b", "d z c"], "kinds": [["x"], ["y"], ["z"], ["-"]], "numbers": [[3], [5], [7]], "buckets": [["a"], ["bc"]]}
        told = ask(VOCABULARIES, self.folder, json.dumps(asked))
        for name, values in asked.items():
            with self.subTest(model=name):
                predicted = load_model(os.path.join(self.folder, name + ".keras")).predict(np.array(values))
                np.testing.assert_allclose(np.ravel(np.asarray(predicted)), told[name], rtol=1e-5, atol=1e-6)

    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_TENSORFLOW_PYTHON is not set")
    def test_a_function_that_is_not_known_is_named(self):
        path = os.path.join(self.folder, "function.keras")
        ask(FUNCTION, path)
        with self.assertRaisesRegex(runnel.errors.Unimplemented, 'layer "mean": the function Mean'):
            load_model(path)

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
