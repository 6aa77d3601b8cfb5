"""An LSTM that learns a text letter by letter, and writes some of its own: python3 char_lstm.py [LETTERS [EPOCHS [TEXT-FILE]]]"""
import os
import sys

from runnel.learn import Sequential, layers, losses, optimizers

BEFORE = 20  # letters that the next one is guessed of
count, epochs = (int(x) for x in (sys.argv[1:3] + ["20000", "5"][len(sys.argv[1:3]):]))
path = sys.argv[3] if len(sys.argv) > 3 else os.path.join(os.path.dirname(__file__), "../../cpp/examples/models/alice.txt")
with open(path, encoding="utf-8") as file:
    text = file.read()[:count].lower()
letters = sorted(set(text))
codes = [letters.index(letter) for letter in text]
before = [codes[i:i + BEFORE] for i in range(len(codes) - BEFORE)]
model = Sequential([
    layers.Input([BEFORE], dtype="int32"),
    layers.Embedding(len(letters), 16),
    layers.LSTM(64),
    layers.Dense(len(letters), activation="softmax"),
])
model.compile(optimizers.Adam(0.01), losses.SparseCategoricalCrossentropy())
history = model.fit(before, codes[BEFORE:], batch_size=64, epochs=epochs, verbose=2)
written = codes[:BEFORE]
for _ in range(60):
    chances, = model.predict([written[-BEFORE:]]).tolist()
    written.append(chances.index(max(chances)))
print("".join(letters[code] for code in written))
sys.exit(0 if history.logs[-1]["loss"] < history.logs[0]["loss"] else "it has not learned")
