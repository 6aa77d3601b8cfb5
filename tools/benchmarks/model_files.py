#!/usr/bin/python3
"""Makes the models of the section files. usage: model_files.py keras|tflite|onnx|given FOLDER [NAME...]

keras: networks of keras.applications with weights from a seed, and batch norms whose moments are those of what they see, as frozen
GraphDefs, NAME.pb: image:0 of 1 x 224 x 224 x 3 to Identity:0. tflite: some of those by TensorFlow's converter, as NAME_lite.tflite and, with
8 bits for all that it computes, NAME_int8.tflite. onnx: those as NAME.onnx by tf2onnx, with the channels of the image first; an
encoder as BERT-base has it, and two layers of LSTM, as exporters of opset 13 write them. given: the files of RUNNEL_DATA_DIR by link. Each
has its inputs beside it, NAME.npz. What is there already is kept.
"""
import os
import subprocess
import sys

SEED = 20240607
KERAS = {"mobilenet_v2": "MobileNetV2", "efficientnet_b0": "EfficientNetB0", "densenet_121": "DenseNet121", "resnet_50": "ResNet50"}
IMAGE = (1, 224, 224, 3)
# name: (file below onnx_models, {input: (type, shape, least, bound)}).
GIVEN = {
    "silero_vad": ("silero_vad_16k_op15.onnx", {"input": ("float32", (1, 512), -1, 1), "state": ("float32", (2, 1, 128), -1, 1),
                                                "sr": ("int64", (), 16000, 16001)}),
    "ultraface": ("ultraface_RFB-320.onnx", {"input": ("float32", (1, 3, 240, 320), -1, 1)}),
    "mnist": ("mnist-8.onnx", {"Input3": ("float32", (1, 1, 28, 28), 0, 1)}),
}
# name: (file below tflite, type and shape of its input).
GIVEN_LITE = {"resnet8_lite": ("mlperftiny_resnet8_float.tflite", "float32", (1, 32, 32, 3)),
              "resnet8_int8": ("mlperftiny_resnet8_int8.tflite", "int8", (1, 32, 32, 3)),
              "kws_int8": ("mlperftiny_kws_int8.tflite", "int8", (1, 49, 10, 1))}
LITE = [name + kind for name in ("mobilenet_v2", "efficientnet_b0", "resnet_50") for kind in ("_lite", "_int8")]
ENCODER = "bert_base_128"
LSTM = "lstm_2x256_100"
OPSET = 13


def network(name):
    """A function of an image, as TensorFlow has it, and the generator of random numbers that its weights came from."""
    import keras
    import numpy as np
    import tensorflow as tf
    keras.utils.set_random_seed(SEED)
    model = getattr(keras.applications, KERAS[name])(weights=None, input_shape=IMAGE[1:])
    random = np.random.RandomState(SEED)
    for layer in model.layers:
        if isinstance(layer, keras.layers.BatchNormalization):
            layer.momentum = 0  # takes the moments of the one batch below
            channels = layer.gamma.shape
            layer.gamma.assign(random.uniform(0.7, 1.3, channels))
            layer.beta.assign(random.normal(0, 0.2, channels))
    model(random.uniform(0, 1, (4, *IMAGE[1:])).astype("float32"), training=True)

    @tf.function(input_signature=[tf.TensorSpec(IMAGE, tf.float32, name="image")])
    def call(image):
        return model(image, training=False)
    return call.get_concrete_function(), random


def frozen(name, folder):
    import numpy as np
    from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2
    function, random = network(name)
    function = convert_variables_to_constants_v2(function)
    np.savez(os.path.join(folder, name + ".npz"), image=random.uniform(0, 1, IMAGE).astype("float32"))
    return function.graph.as_graph_def().SerializeToString()


def save_image(name, folder, dtype, shape):
    import numpy as np
    random = np.random.RandomState(SEED)
    value = random.uniform(0, 1, shape) if dtype == "float32" else random.randint(-100, 100, shape)
    np.savez(os.path.join(folder, name + ".npz"), image=value.astype(dtype))


def lite(name, folder):
    import tensorflow as tf
    base, kind = name.rsplit("_", 1)
    function, random = network(base)
    converter = tf.lite.TFLiteConverter.from_concrete_functions([function])
    if kind == "int8":
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: ([random.uniform(0, 1, IMAGE).astype("float32")] for _ in range(8))
        converter.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = converter.inference_output_type = tf.int8
    save_image(name, folder, "int8" if kind == "int8" else "float32", IMAGE)
    return converter.convert()


def given_lite(name, folder):
    file, dtype, shape = GIVEN_LITE[name]
    save_image(name, folder, dtype, shape)
    with open(os.path.join(os.environ["RUNNEL_DATA_DIR"], "tflite", file), "rb") as model:
        return model.read()


def converted(name, folder):
    out = os.path.join(folder, name + ".onnx.new")
    subprocess.run([sys.executable, "-m", "tf2onnx.convert", "--graphdef", os.path.join(folder, name + ".pb"), "--inputs", "image:0",
                    "--outputs", "Identity:0", "--inputs-as-nchw", "image:0", "--opset", str(OPSET), "--output", out], check=True,
                   env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    with open(out, "rb") as file:
        model = file.read()
    os.remove(out)
    return model


class Network:
    """An ONNX graph under construction. Weights are of one seed, small enough that values stay near 1."""

    def __init__(self, name):
        import numpy as np
        self.np, self.name, self.random = np, name, np.random.RandomState(SEED)
        self.nodes, self.weights, self.count = [], [], 0

    def op(self, kind, *inputs, **attrs):
        from onnx import helper
        self.count += 1
        out = "%s_%d" % (kind, self.count)
        self.nodes.append(helper.make_node(kind, list(inputs), [out, *attrs.pop("more", ())], out, **attrs))
        return out

    def constant(self, value, dtype="float32"):
        from onnx import numpy_helper
        self.count += 1
        name = "constant_%d" % self.count
        self.weights.append(numpy_helper.from_array(self.np.asarray(value, dtype), name))
        return name

    def weight(self, *shape, deviation=None):
        return self.constant(self.random.normal(0, deviation or shape[0] ** -0.5, shape))

    def model(self, inputs, outputs):
        from onnx import TensorProto, helper

        def infos(named):
            return [helper.make_tensor_value_info(name, TensorProto.INT64 if dtype == "int64" else TensorProto.FLOAT, shape)
                    for name, dtype, shape in named]
        graph = helper.make_graph(self.nodes, self.name, infos(inputs), infos(outputs), self.weights)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=8).SerializeToString()


def encoder(name, folder, layers=12, width=768, heads=12, length=128, words=1000):
    """As PyTorch writes BERT: products with a sum behind, layer norm and Gelu in their parts."""
    import numpy as np
    n = Network(name)

    def linear(x, inner, outer):
        return n.op("Add", n.op("MatMul", x, n.weight(inner, outer)), n.weight(outer, deviation=0.02))

    def norm(x):
        away = n.op("Sub", x, n.op("ReduceMean", x, axes=[-1]))
        variance = n.op("ReduceMean", n.op("Pow", away, n.constant(2)), axes=[-1])
        scaled = n.op("Div", away, n.op("Sqrt", n.op("Add", variance, n.constant(1e-12))))
        gain = n.constant(n.random.uniform(0.8, 1.2, width))
        return n.op("Add", n.op("Mul", scaled, gain), n.weight(width, deviation=0.1))

    def split(x, order):
        shape = n.constant([1, length, heads, width // heads], "int64")
        return n.op("Transpose", n.op("Reshape", x, shape), perm=order)

    def attention(x, mask):
        q, k, v = (linear(x, width, width) for _ in range(3))
        scores = n.op("MatMul", split(q, [0, 2, 1, 3]), split(k, [0, 2, 3, 1]))
        scores = n.op("Add", n.op("Div", scores, n.constant((width // heads) ** 0.5)), mask)
        seen = n.op("Transpose", n.op("MatMul", n.op("Softmax", scores, axis=-1), split(v, [0, 2, 1, 3])), perm=[0, 2, 1, 3])
        return linear(n.op("Reshape", seen, n.constant([1, length, width], "int64")), width, width)

    def gelu(x):
        phi = n.op("Add", n.op("Erf", n.op("Div", x, n.constant(2 ** 0.5))), n.constant(1))
        return n.op("Mul", n.op("Mul", x, phi), n.constant(0.5))

    mask = n.op("Unsqueeze", "attention_mask", n.constant([1, 2], "int64"))
    mask = n.op("Mul", n.op("Sub", n.constant(1), n.op("Cast", mask, to=1)), n.constant(-10000))
    x = n.op("Add", n.op("Gather", n.weight(words, width, deviation=1), "input_ids"), n.weight(1, length, width, deviation=0.5))
    x = norm(x)
    for _ in range(layers):
        x = norm(n.op("Add", attention(x, mask), x))
        x = norm(n.op("Add", linear(gelu(linear(x, width, 4 * width)), 4 * width, width), x))
    n.op("Identity", x)
    n.nodes[-1].output[0] = "last_hidden_state"
    np.savez(os.path.join(folder, name + ".npz"), input_ids=n.random.randint(0, words, (1, length)).astype("int64"),
             attention_mask=(np.arange(length) < length - 20).astype("int64")[None])
    shape = [1, length]
    return n.model([("input_ids", "int64", shape), ("attention_mask", "int64", shape)],
                   [("last_hidden_state", "float32", [1, length, width])])


def lstm(name, folder, steps=100, width=64, hidden=256, classes=10):
    import numpy as np
    n = Network(name)
    x, inner = "x", width
    for _ in range(2):
        w, r = n.weight(1, 4 * hidden, inner, deviation=inner ** -0.5), n.weight(1, 4 * hidden, hidden, deviation=hidden ** -0.5)
        y = n.op("LSTM", x, w, r, n.weight(1, 8 * hidden, deviation=0.1), hidden_size=hidden)
        x, inner = n.op("Squeeze", y, n.constant([1], "int64")), hidden
    n.op("Softmax", n.op("Add", n.op("MatMul", x, n.weight(hidden, classes)), n.weight(classes)), axis=-1)
    n.nodes[-1].output[0] = "y"
    np.savez(os.path.join(folder, name + ".npz"), x=n.random.normal(0, 1, (steps, 1, width)).astype("float32"))
    return n.model([("x", "float32", [steps, 1, width])], [("y", "float32", [steps, 1, classes])])


def given(name, folder):
    import numpy as np
    file, inputs = GIVEN[name]
    random, values = np.random.RandomState(SEED), {}
    for key, (dtype, shape, least, bound) in inputs.items():
        values[key] = np.asarray(random.randint(least, bound, shape) if dtype == "int64" else random.uniform(least, bound, shape), dtype)
    np.savez(os.path.join(folder, name + ".npz"), **values)
    with open(os.path.join(os.environ["RUNNEL_DATA_DIR"], "onnx_models", file), "rb") as model:
        return model.read()


def main():
    kind, folder, *names = sys.argv[1:]
    makers = {"keras": [(name, ".pb", frozen) for name in KERAS],
              "onnx": [(ENCODER, ".onnx", encoder), (LSTM, ".onnx", lstm), *((name, ".onnx", converted) for name in KERAS)],
              "tflite": [(name, ".tflite", lite) for name in LITE],
              "given": [*((name, ".onnx", given) for name in GIVEN), *((name, ".tflite", given_lite) for name in GIVEN_LITE)]}[kind]
    os.makedirs(folder, exist_ok=True)
    for name, suffix, make in makers:
        path = os.path.join(folder, name + suffix)
        if os.path.exists(path) or names and name not in names:
            continue
        model = make(name, folder)
        with open(path + ".part", "wb") as out:
            out.write(model)
        os.replace(path + ".part", path)


if __name__ == "__main__":
    main()
