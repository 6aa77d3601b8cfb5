"""LeNet-5 on MNIST with layers: python3 lenet_layers.py [DATA-DIR [SAMPLES]]"""
import sys

import mnist
from runnel.learn import Sequential, callbacks, layers, losses, optimizers

folder = sys.argv[1] if len(sys.argv) > 1 else mnist.folder()
count = int(sys.argv[2]) if len(sys.argv) > 2 else 60000
images, labels = mnist.samples(folder, "train")
test_images, test_labels = mnist.samples(folder, "t10k")
model = Sequential([
    layers.Input([784], dtype="uint8"),
    layers.Rescaling(1 / 255),
    layers.Reshape([28, 28, 1]),
    layers.Conv2D(6, 5, padding="same", activation="relu"),
    layers.MaxPooling2D(),
    layers.Conv2D(16, 5, activation="relu"),
    layers.MaxPooling2D(),
    layers.Flatten(),
    layers.Dense(120, activation="relu"),
    layers.Dense(84, activation="relu"),
    layers.Dense(10, activation="softmax"),
])
print(model.summary())
model.compile(optimizers.Adam(), losses.SparseCategoricalCrossentropy(), ["accuracy"])
model.fit(images[:count], labels[:count], batch_size=100, epochs=2, validation_split=0.1,
          callbacks=[callbacks.EarlyStopping(patience=2)], verbose=2)
print("accuracy %.4f" % model.evaluate(test_images[:count], test_labels[:count], 1000)["accuracy"])
