#!/usr/bin/env python3
"""Makes the files of tests/learn/keras_files with Keras 3: models, and what they predict.

    python3 tests/learn/make_keras_files.py [NAME...]

Writes NAME.keras and NAME.txt: the shape of the input, whose elements are sin(i), and the elements of each output, in order; then the loss of
Keras' own evaluate against targets cos(i), where the model is compiled.
"""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import keras  # noqa: E402
import numpy as np  # noqa: E402

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


MODELS = {"sequential": sequential, "functional": functional, "recurrent": recurrent, "states": states, "nested": nested}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for name in sys.argv[1:] or MODELS:
        keras.utils.set_random_seed(11)
        model, shape = MODELS[name]()
        model.save(os.path.join(FOLDER, name + ".keras"))
        predicted = model.predict(wave(np.sin, shape), verbose=0)
        with open(os.path.join(FOLDER, name + ".txt"), "w") as file:
            file.write(" ".join(map(str, shape)) + "\n")
            for output in predicted if isinstance(predicted, list) else [predicted]:
                file.write(" ".join("%.9g" % x for x in output.ravel()) + "\n")
            if getattr(model, "compiled", False) and not isinstance(predicted, list):
                values = model.evaluate(wave(np.sin, shape), wave(np.cos, predicted.shape), verbose=0)
                file.write("evaluate " + " ".join("%.9g" % x for x in values) + "\n")


if __name__ == "__main__":
    main()
