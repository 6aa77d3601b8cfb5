"""A small GPT that learns a text letter by letter, and writes some of its own: python3 gpt.py [LETTERS [EPOCHS [TEXT-FILE]]]"""
import os
import sys

import numpy as np

from runnel.learn import Model, layers, losses, optimizers

LENGTH, WIDTH, HEADS, BLOCKS = 32, 48, 4, 2
count, epochs = (int(x) for x in (sys.argv[1:3] + ["20000", "5"][len(sys.argv[1:3]):]))
path = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "../../cpp/examples/models/alice.txt")
with open(path, encoding="utf-8") as file:
    text = file.read()[:count].lower()
letters = sorted(set(text))
codes = np.array([letters.index(letter) for letter in text], np.int32)


def block(x):
    """What comes before tells what to look at; then each letter thinks for itself."""
    y = layers.LayerNormalization()(x)
    x = x + layers.MultiHeadAttention(HEADS, WIDTH // HEADS, use_causal_mask=True)(y, y)
    y = layers.Dense(4 * WIDTH, activation="gelu")(layers.LayerNormalization()(x))
    return x + layers.Dense(WIDTH)(y)


model = Model(seed=1)
letter, place = model.input([LENGTH], "int32", name="letter"), model.input([LENGTH], "int32", name="place")
x = layers.Embedding(len(letters), WIDTH)(letter) + layers.Embedding(LENGTH, WIDTH)(place)
for _ in range(BLOCKS):
    x = block(x)
model.outputs = layers.Dense(len(letters), activation="softmax")(layers.LayerNormalization()(x))
model.compile(optimizers.AdamW(0.002), losses.SparseCategoricalCrossentropy())
starts = np.arange(0, len(codes) - LENGTH, LENGTH // 4)
given, wanted = (np.stack([codes[s + ahead:s + ahead + LENGTH] for s in starts]) for ahead in (0, 1))
places = np.broadcast_to(np.arange(LENGTH, dtype=np.int32), given.shape).copy()
history = model.fit([given, places], wanted, batch_size=32, epochs=epochs, verbose=2)
written = list(codes[:LENGTH])
for _ in range(60):
    chances = model.predict([np.array([written[-LENGTH:]], np.int32), places[:1]])[0, -1]
    written.append(int(chances.argmax()))
print("".join(letters[code] for code in written))
sys.exit(0 if history.logs[-1]["loss"] < history.logs[0]["loss"] else "it has not learned")
