"""Vectors of words by their neighbours, with negative samples: python3 word2vec.py [WORDS [EPOCHS [TEXT-FILE]]]"""
import collections
import os
import re
import sys

import numpy as np

from runnel.learn import Model, layers, losses, optimizers

WINDOW, NEGATIVE, WIDTH = 3, 4, 32
count, epochs = (int(x) for x in (sys.argv[1:3] + ["3000", "5"][len(sys.argv[1:3]):]))
path = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "../../cpp/examples/models/alice.txt")
with open(path, encoding="utf-8") as file:
    text = re.findall("[a-z']+", file.read().lower())[:count]
known = [word for word, often in collections.Counter(text).most_common() if often > 1]
codes = [known.index(word) for word in text if word in set(known)]
random = np.random.RandomState(1)
rows = []
for i, word in enumerate(codes):
    for other in codes[max(0, i - WINDOW):i] + codes[i + 1:i + 1 + WINDOW]:
        rows.append((word, other, 1))
        rows += [(word, codes[k], 0) for k in random.randint(0, len(codes), NEGATIVE)]
rows = np.array(rows, np.int32)
model = Model(seed=1)
word, other = model.input([1], "int32", name="word"), model.input([1], "int32", name="neighbour")
vector = layers.Flatten()(layers.Embedding(len(known), WIDTH, name="vectors")(word))
context = layers.Flatten()(layers.Embedding(len(known), WIDTH, name="contexts")(other))
model.outputs = layers.Activation("sigmoid")(layers.Dot(axes=1)(vector, context))
model.compile(optimizers.Adam(0.01), losses.BinaryCrossentropy())
history = model.fit([rows[:, :1], rows[:, 1:2]], rows[:, 2:].astype(np.float32), batch_size=512, epochs=epochs, verbose=2)
vectors = model.weights["vectors/embeddings"]
vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
for name in known[:5]:
    near = np.argsort(-vectors @ vectors[known.index(name)])[1:4]
    print("%s: %s" % (name, ", ".join(known[i] for i in near)))
sys.exit(0 if history.logs[-1]["loss"] < history.logs[0]["loss"] else "it has not learned")
