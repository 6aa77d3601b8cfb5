"""A denoising autoencoder of MNIST's digits, with a model of any form: python3 autoencoder.py [DATA-DIR [SAMPLES]]"""
import sys

import mnist
from runnel.learn import Model, layers, losses, optimizers

folder = sys.argv[1] if len(sys.argv) > 1 else mnist.folder()
images = mnist.samples(folder, "train")[0][:int(sys.argv[2]) if len(sys.argv) > 2 else 60000]
count = len(images)
model = Model(seed=1)
pixels = layers.Rescaling(1 / 255)(model.input([784], "uint8", name="image"))
noisy = layers.GaussianNoise(0.3)(pixels)
code = layers.Dense(32, activation="relu", name="code")(layers.Dense(128, activation="relu")(noisy))
drawn = layers.Dense(784, activation="sigmoid")(layers.Dense(128, activation="relu")(code))
model.outputs = (drawn - pixels)  # what is to become zero
model.compile(optimizers.Adam(), losses.MeanSquaredError())
zeros = memoryview(bytes(784 * count)).cast("B", (count, 784))
history = model.fit(images, zeros, batch_size=100, epochs=2, verbose=2)
first, last = history.logs[0]["loss"], history.logs[-1]["loss"]
print("mean squared error of a pixel: %.4f, then %.4f" % (first, last))
sys.exit(0 if last < first else "it has not learned")
