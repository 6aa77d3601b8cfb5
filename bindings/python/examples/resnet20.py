"""ResNet-20 on CIFAR-10's format: python3 resnet20.py [RECORDS [EPOCHS]], RECORDS a TFRecord file of Examples with image and label.

Without a file it learns made images, whose class is the place of a bright spot.
"""
import os
import sys

import numpy as np

import runnel
from runnel import ops
from runnel.learn import Model, layers, losses, optimizers, regularizers

CLASSES, SIZE = 10, 32


def made(count):
    random = np.random.RandomState(1)
    images, labels = random.randint(0, 60, (count, SIZE, SIZE, 3)).astype(np.uint8), random.randint(0, CLASSES, count)
    for image, label in zip(images, labels):
        row, column = 4 + 12 * (label // 5), 1 + 6 * (label % 5)
        image[row:row + 6, column:column + 6] = 255
    return images, labels


def read(path):
    images, labels = [], []
    for record in runnel.RecordReader(path):
        example = runnel.Example.parse(record)
        png = np.array(example["image"][0], dtype=object)
        images.append(ops.decode_png(runnel.eager_tensor(png), channels=3).numpy())
        labels.append(example["label"][0])
    return np.stack(images), np.array(labels)


def convolution(x, filters, stride=1, activation="relu"):
    y = layers.Conv2D(filters, 3, strides=stride, padding="same", use_bias=False, kernel_initializer="he_normal",
                      kernel_regularizer=regularizers.L2(1e-4))(x)
    y = layers.BatchNormalization()(y)
    return layers.Activation(activation)(y) if activation else y


def block(x, filters, stride):
    """Two convolutions, and beside them the input, as it is or in its new size."""
    y = convolution(convolution(x, filters, stride), filters, activation=None)
    if stride != 1:
        x = layers.Conv2D(filters, 1, strides=stride, use_bias=False)(x)
    return layers.Activation("relu")(x + y)


path, epochs = sys.argv[1] if len(sys.argv) > 1 else "", int(sys.argv[2]) if len(sys.argv) > 2 else 5
images, labels = read(path) if os.path.exists(path) else made(256)
model = Model(seed=1)
x = convolution(layers.Rescaling(1 / 255)(model.input([SIZE, SIZE, 3], "uint8")), 16)
for filters in (16, 32, 64):
    for i in range(3):
        x = block(x, filters, 2 if i == 0 and filters != 16 else 1)
model.outputs = layers.Dense(CLASSES, activation="softmax")(layers.GlobalAveragePooling2D()(x))
model.compile(optimizers.Adam(0.002), losses.SparseCategoricalCrossentropy(), ["accuracy"])
history = model.fit(images, labels, batch_size=32, epochs=epochs, verbose=2)
sys.exit(0 if history.logs[-1]["loss"] < history.logs[0]["loss"] else "it has not learned")
