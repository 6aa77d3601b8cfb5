"""MNIST with layers: a model, its training, its score and its weights in twenty lines.

    python3 mnist_layers.py [DATA-DIR [CHECKPOINT]]
"""
import sys

import mnist
from runnel.learn import Sequential, layers, losses, optimizers

folder = sys.argv[1] if len(sys.argv) > 1 else mnist.folder()
model = Sequential([
    layers.Input([784], dtype="uint8"),
    layers.Rescaling(1 / 255),
    layers.Dense(128, activation="relu"),
    layers.Dense(10, activation="softmax"),
], seed=1)
model.compile(optimizers.Adam(0.001), losses.SparseCategoricalCrossentropy(), ["accuracy"])
model.fit(*mnist.samples(folder, "train"), batch_size=100, epochs=2)
score = model.evaluate(*mnist.samples(folder, "t10k"), batch_size=1000)
print("%.2f %% of the test images are right" % (100 * score["accuracy"]))
if len(sys.argv) > 2:
    model.save_weights(sys.argv[2])
