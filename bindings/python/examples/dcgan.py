"""A DCGAN: one model makes images of digits, another tells them from real ones: python3 dcgan.py [DATA-DIR [STEPS]]

Without a folder the real images are made ones of discs.
"""
import sys

import mnist
import numpy as np

from runnel.learn import Sequential, layers, losses, optimizers

NOISE, BATCH = 16, 32


def made(count):
    random = np.random.RandomState(1)
    rows, columns = np.mgrid[0:28, 0:28]
    centres = random.uniform(8, 20, (count, 2))
    return np.stack([255 * ((rows - r) ** 2 + (columns - c) ** 2 < 36) for r, c in centres]).reshape(count, 784)


def maker():
    return [
        layers.Dense(7 * 7 * 32, name="seed"), layers.Reshape([7, 7, 32], name="grid"),
        layers.BatchNormalization(name="even"), layers.ReLU(name="cut"),
        layers.Conv2DTranspose(16, 5, strides=2, padding="same", activation="relu", name="twice"),
        layers.Conv2DTranspose(1, 5, strides=2, padding="same", activation="tanh", name="image"),
    ]


def judge():
    return [
        layers.Conv2D(16, 5, strides=2, padding="same", activation="leaky_relu", name="look"),
        layers.Conv2D(32, 5, strides=2, padding="same", activation="leaky_relu", name="look_again"),
        layers.Flatten(name="flat"), layers.Dense(1, activation="sigmoid", name="verdict"),
    ]


folder = sys.argv[1] if len(sys.argv) > 1 and sys.argv[1] else mnist.folder()
steps = int(sys.argv[2]) if len(sys.argv) > 2 else 300
real = np.asarray(mnist.samples(folder, "train")[0]) if folder else made(1000)
real = (real / 127.5 - 1).astype(np.float32).reshape(-1, 28, 28, 1)
generator = Sequential([layers.Input([NOISE]), *maker()], seed=1)
discriminator = Sequential([layers.Input([28, 28, 1]), *judge()], seed=2)
discriminator.compile(optimizers.Adam(0.0005, beta_1=0.5), losses.BinaryCrossentropy())
# Both behind each other, where the judge stays as it is: what is made learns to be taken for real.
both = Sequential([layers.Input([NOISE]), *maker(), *judge()], seed=1)
for layer in ("look", "look_again", "verdict"):
    both.set_trainable(layer, False)
both.compile(optimizers.Adam(0.0005, beta_1=0.5), losses.BinaryCrossentropy())
random, told = np.random.RandomState(3), []
truth = np.concatenate([np.ones((BATCH, 1)), np.zeros((BATCH, 1))]).astype(np.float32)
for step in range(steps):
    generator.set_weights({name: both.weights[name] for name in generator.weight_names})
    fakes = generator.predict(random.randn(BATCH, NOISE).astype(np.float32))
    images = np.concatenate([real[random.randint(0, len(real), BATCH)], fakes])
    caught = discriminator.train_on_batch(images, truth)["loss"]
    both.set_weights(discriminator.weights)
    fooled = both.train_on_batch(random.randn(BATCH, NOISE).astype(np.float32), truth[:BATCH])["loss"]
    told.append((caught, fooled))
    if step % 50 == 0 or step == steps - 1:
        print("step %d: discriminator %.3f, generator %.3f" % (step, caught, fooled))
sys.exit(0 if np.isfinite(told).all() and told[-1][0] < told[0][0] else "it has not learned")
