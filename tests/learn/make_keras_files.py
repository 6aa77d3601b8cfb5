#!/usr/bin/env python3
"""Makes the files of tests/learn/keras_files with Keras 3: models, and what they predict.

    python3 tests/learn/make_keras_files.py [NAME...]

Writes NAME.keras and NAME.txt: the shape of the input, whose elements are sin(i), and the elements of each output, in order; then the loss of
Keras' own evaluate against targets cos(i), where the model is compiled. Of OPTIMIZERS, optimizer_NAME.weights.h5 of a small model that has
made five steps, and optimizer_NAME.txt: the spec, and the losses of five steps more; trained.keras is one, too. packed.weights.h5 and old.h5
have the weights of sequential.keras: in chunks that filters have packed, and as Keras 2 wrote them.
"""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import h5py  # noqa: E402
import keras  # noqa: E402
import make_keras  # noqa: E402
import numpy as np  # noqa: E402
from keras.src.applications.convnext import LayerScale, StochasticDepth  # noqa: E402
from keras.src.applications.inception_resnet_v2 import CustomScaleLayer  # noqa: E402
from keras.src.legacy.saving import legacy_h5_format  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "keras_files")
layers = keras.layers


def wave(function, shape):
    return function(np.arange(np.prod(shape))).astype("float32").reshape(shape)


def sequential():
    model = keras.Sequential([
        keras.Input((8, 8, 2)),
        layers.Conv2D(4, 3, padding="same", activation="relu", name="first", kernel_regularizer=keras.regularizers.L2(0.01)),
        layers.BatchNormalization(),
        layers.MaxPooling2D(),
        layers.SeparableConv2D(3, 2, activation="silu"),
        layers.Flatten(),
        layers.Dense(5, activation=keras.activations.tanh),
        layers.Dropout(0.3),
        layers.Dense(2, kernel_initializer=keras.initializers.HeNormal(seed=3)),
    ])
    model.compile(keras.optimizers.Adam(0.01, beta_1=0.8), "mse", metrics=["mae"])
    model.fit(wave(np.sin, (8, 8, 8, 2)), wave(np.cos, (8, 2)), epochs=2, batch_size=4, verbose=0)
    return model, (3, 8, 8, 2)


def functional():
    one = keras.Input((6,), name="one")
    shared = layers.Dense(4, activation="relu", name="twice")
    a = shared(one)
    b = shared(layers.Dense(6, activation="elu")(one))
    joined = layers.Concatenate()([a, b])
    out = layers.Add()([joined, layers.Dense(8, use_bias=False)(joined)])
    model = keras.Model(one, [layers.Dense(3, activation="softmax", name="kind")(out), layers.Dense(1)(out)])
    return model, (4, 6)


def recurrent():
    x = one = keras.Input((5, 6))
    x = layers.LSTM(4, return_sequences=True)(x)
    x = layers.Bidirectional(layers.GRU(3, return_sequences=True))(x)
    x = layers.LayerNormalization()(x)
    x = layers.MultiHeadAttention(2, 4)(x, x)
    x = layers.TimeDistributed(layers.Dense(3))(x)
    x = layers.SimpleRNN(4, go_backwards=True)(x)
    return keras.Model(one, layers.Dense(2)(x)), (2, 5, 6)


def states():
    one = keras.Input((5, 6))
    _, h, c = layers.LSTM(4, return_state=True)(one)
    x = layers.LSTM(4, return_sequences=True)(one, initial_state=[h, c])
    return keras.Model(one, layers.Dense(2)(x)), (2, 5, 6)


def nested():
    inside = keras.Input((6,))
    x = layers.BatchNormalization()(layers.Dense(4, activation="relu", name="d")(inside))
    base = keras.Model(inside, [x, layers.Dense(3)(x)], name="base")
    one = keras.Input((6,), name="one")
    a, b = base(one)
    _, d = base(layers.Dense(6, name="d")(one))
    head = keras.Sequential([layers.Dense(5, activation="tanh"), keras.Sequential([layers.Dense(6), layers.Dense(2)])], name="head")
    base.trainable = False
    return keras.Model(one, [head(layers.Concatenate()([a, d])), layers.Add()([b, d])]), (3, 6)


def adapted():
    learned = layers.Normalization()
    learned.adapt(wave(np.sin, (8, 6)))
    return keras.Sequential([keras.Input((6,)), learned, layers.Dense(2)]), (3, 6)


def images():
    """Sizes by pairs, functions of one value, of a value and a number, and layers of Keras' applications."""
    one = keras.Input((9, 9, 3))
    x = layers.ZeroPadding2D(((0, 1), (2, 0)))(one)
    x = layers.Cropping2D(((1, 0), (0, 1)))(x / 2.0 - 0.25)
    x = keras.ops.relu(layers.Conv2D(4, 3)(x))
    x = keras.ops.silu(1.0 - x) + keras.ops.leaky_relu(x - 1.0, 0.3)
    x = keras.ops.gelu(x) - keras.ops.gelu(x * 0.5, approximate=False)
    x = layers.EinsumDense("abcd,de->abce", output_shape=(None, None, 5), bias_axes="e")(x * 3.0)
    scaled = StochasticDepth(0.1)(LayerScale(0.5, 5)(-x))
    x = layers.AdaptiveAveragePooling2D((2, 3))(CustomScaleLayer(0.3)([x, scaled]))
    x = layers.Conv3D(10, (1, 2, 2), groups=5)(layers.Reshape((1, 2, 3, 5))(x))
    return keras.Model(one, layers.Flatten()(x)), (2, 9, 9, 3)


def masks():
    """Masks, which Keras' files have as functions of their own, and what layers are called with."""
    one = keras.Input((5, 1))
    x = layers.Masking()(layers.ReLU()(one))
    x = layers.LSTM(4, return_sequences=True)(x)
    x = layers.MultiHeadAttention(2, 3, use_gate=True, sliding_window=3)(x, x, use_causal_mask=True)
    x = layers.GroupQueryAttention(2, 4, 2)(x, x)
    x = layers.AdditiveAttention()([x, x])
    x = layers.ConvLSTM1D(3, 2)(layers.Reshape((5, 2, 2))(x))
    return keras.Model(one, layers.Dense(2)(layers.Flatten()(x))), (2, 5, 1)


def tuned():
    """A part with statistics that is called with training=False: Keras 3 moves them all the same."""
    inside = keras.Input((6,))
    base = keras.Model(inside, layers.BatchNormalization()(layers.Dense(5, name="d")(inside)), name="base")
    one = keras.Input((6,), name="one")
    model = keras.Model(one, layers.Dense(2)(base(one, training=False)))
    model.compile(keras.optimizers.Adam(0.01), "mse")
    five_steps(model, wave(np.sin, (8, 6)), wave(np.cos, (8, 2)))
    return model, (8, 6)


# A name and a spec of each.
OPTIMIZERS = {
    "sgd": "SGD(0.1, momentum=0.9)",
    "rmsprop": "RMSprop(0.01, momentum=0.5, centered=true)",
    "amsgrad": "Adam(0.01, amsgrad=true)",
    "nadam": "Nadam(0.01)",
    "adamax": "Adamax(ExponentialDecay(0.1, 10, 0.5))",
    "ftrl": "Ftrl(0.1, l1_regularization_strength=0.001)",
    "adafactor": "Adafactor(0.05)",
    "averaged": "Adam(0.01, use_ema=true, ema_momentum=0.9, gradient_accumulation_steps=2)",
    "scaled": "LossScaleOptimizer(Adam(0.01), initial_scale=4.0, dynamic_growth_steps=3)",
}


def five_steps(model, inputs, targets):
    """The losses of five steps, each of all samples."""
    return model.fit(inputs, targets, epochs=5, batch_size=len(inputs), shuffle=False, verbose=0).history["loss"]


def optimizer(name):
    model = keras.Sequential([keras.Input((6,)), layers.Dense(4, activation="tanh"), layers.Dense(2)])
    model.compile(make_keras.spec(OPTIMIZERS[name]), "mse")
    inputs, targets = wave(np.sin, (8, 6)), wave(np.cos, (8, 2))
    five_steps(model, inputs, targets)
    path = os.path.join(FOLDER, "optimizer_" + name)
    model.save_weights(path + ".weights.h5")
    with open(path + ".txt", "w") as file:
        file.write("\n".join([OPTIMIZERS[name]] + ["%.9g" % loss for loss in five_steps(model, inputs, targets)]) + "\n")


def trained():
    """A model of which a part is frozen, and another one has statistics that move."""
    frozen = layers.Dense(6, name="frozen")
    frozen.trainable = False
    model = keras.Sequential([keras.Input((6,)), frozen, layers.BatchNormalization(), layers.Dense(4, activation="tanh"), layers.Dense(2)])
    model.compile(keras.optimizers.Adam(0.01, beta_1=0.8), "mse")
    five_steps(model, wave(np.sin, (8, 6)), wave(np.cos, (8, 2)))
    return model, (8, 6)


def other_files():
    """The weights of sequential.keras in files of other forms."""
    model = keras.models.load_model(os.path.join(FOLDER, "sequential.keras"))
    path = os.path.join(FOLDER, "packed.weights.h5")
    model.save_weights(path)
    with h5py.File(path, "a") as file:
        del file["optimizer"]
        found = []
        file.visititems(lambda name, it: found.append((name, it[()])) if isinstance(it, h5py.Dataset) else None)
        for name, value in found:
            if value.ndim < 2:
                continue
            del file[name]
            # Chunks that go beyond the end, too.
            chunks = tuple(max(1, size - 1) for size in value.shape)
            file.create_dataset(name, data=value, chunks=chunks, compression="gzip", shuffle=True, fletcher32=True)
    with h5py.File(path, "r") as old, h5py.File(path + ".new", "w") as new:  # without the room of what was deleted
        for name in old:
            old.copy(name, new)
    os.replace(path + ".new", path)
    # A file of a few bytes whose optimizer has a variable of 4 TiB, of which no chunk is written.
    path = os.path.join(FOLDER, "huge_state.weights.h5")
    with h5py.File(os.path.join(FOLDER, "optimizer_sgd.weights.h5"), "r") as old, h5py.File(path, "w") as file:
        for name in old:
            old.copy(name, file)
        del file["optimizer/vars/2"]
        file.create_dataset("optimizer/vars/2", shape=(1 << 40,), chunks=(1024,), dtype="float32")
    with h5py.File(os.path.join(FOLDER, "old.h5"), "w") as file:
        legacy_h5_format.save_weights_to_hdf5_group(file, model)


MODELS = {"sequential": sequential, "functional": functional, "recurrent": recurrent, "states": states, "nested": nested,
          "adapted": adapted, "trained": trained, "images": images, "masks": masks, "tuned": tuned}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name in sys.argv[1:] or [*MODELS, *OPTIMIZERS, "other_files"]:
        keras.utils.set_random_seed(11)
        if name in OPTIMIZERS:
            optimizer(name)
        if name == "other_files":
            other_files()
        if name not in MODELS:
            continue
        model, shape = MODELS[name]()
        model.save(os.path.join(FOLDER, name + ".keras"))
        predicted = model.predict(wave(np.sin, shape), verbose=0)
        with open(os.path.join(FOLDER, name + ".txt"), "w") as file:
            file.write(" ".join(map(str, shape)) + "\n")
            for output in predicted if isinstance(predicted, list) else [predicted]:
                file.write(" ".join("%.9g" % x for x in output.ravel()) + "\n")
            if getattr(model, "compiled", False) and not isinstance(predicted, list):
                values = model.evaluate(wave(np.sin, shape), wave(np.cos, predicted.shape), verbose=0)
                file.write("evaluate " + " ".join("%.9g" % x for x in np.ravel(values)) + "\n")
            if name in ("trained", "tuned"):
                losses = five_steps(model, wave(np.sin, shape), wave(np.cos, predicted.shape))
                file.write("losses " + " ".join("%.9g" % x for x in losses) + "\n")


if __name__ == "__main__":
    main()
