"""A variational autoencoder of MNIST's digits, with layers and a loss of its own: python3 vae.py [DATA-DIR [SAMPLES [EPOCHS]]]

Without a folder it learns made images of bars.
"""
import sys

import mnist
import numpy as np

from runnel import ops
from runnel.learn import Model, layers, losses, optimizers

CODE = 4


def made(count):
    random = np.random.RandomState(1)
    images = np.zeros((count, 28, 28), np.uint8)
    for image, place in zip(images, random.randint(0, 28, count)):
        image[:, max(0, place - 2):place + 3] = 255
    return images.reshape(count, 784)


def sample(mean, spread, training):
    """A draw of the code's distribution, whose spread is a logarithm; its middle where nothing is trained."""
    if not training:
        return ops.identity(mean)
    return mean + ops.exp(spread * 0.5) * ops.random_standard_normal(ops.shape(mean), dtype="float32", seed=1, seed2=2)


def divergence(mean, spread):
    """How far the distribution is from the normal one."""
    return ops.sum((ops.exp(spread) + ops.square(mean) - spread - 1.0) * 0.5, [1], keep_dims=True)


folder = sys.argv[1] if len(sys.argv) > 1 else mnist.folder()
count, epochs = (int(x) for x in (sys.argv[2:4] + ["10000", "3"][len(sys.argv[2:4]):]))
pixels = np.asarray(mnist.samples(folder, "train")[0])[:count] if folder else made(count)
pixels = (pixels / 255).astype(np.float32)
model = Model(seed=1)
Sample = model.define_layer("Sample", sample, num_inputs=2)
Divergence = model.define_layer("Divergence", divergence, num_inputs=2)
cost = model.define_loss("Cost", lambda wanted, given: ops.sum(given - wanted * 0.0, [1]))  # what a value is itself
x = layers.Dense(128, activation="relu")(model.input([784]))
mean, spread = layers.Dense(CODE, name="mean")(x), layers.Dense(CODE, name="spread")(x)
drawn = layers.Dense(128, activation="relu")(Sample()(mean, spread))
model.outputs = [layers.Dense(784, activation="sigmoid", name="image")(drawn), Divergence()(mean, spread)]
model.compile(optimizers.Adam(0.002), [losses.BinaryCrossentropy(), cost], loss_weights=[784, 1])
history = model.fit(pixels, [pixels, np.zeros((len(pixels), 1), np.float32)], batch_size=64, epochs=epochs, verbose=2)
sys.exit(0 if history.logs[-1]["loss"] < history.logs[0]["loss"] else "it has not learned")
