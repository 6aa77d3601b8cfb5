#!/usr/bin/python3
"""Writes curves.inc beside itself: how the loss falls when TensorFlow trains the models of bindings/cpp/examples/models.

Layers, gradients and optimizers are TensorFlow's own (its high-level ones, in graph mode); initial weights and data
come from the counter of numbers.hpp, computed here anew. Each model is trained twice, in float and in double from the
same start: how far these two drift apart is what rounding does, and says what may be asked of another float program.
Needs tensorflow and numpy; the versions that made the committed file stand in it. Seeds are the names of the variables.
"""
import os
import re

import numpy as np
import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "../../bindings/cpp/examples/models")
STEPS = 200
MASK = (1 << 64) - 1
v1 = tf.compat.v1
v1.disable_v2_behavior()


def numbers(name, first, count):
    """`count` numbers of a stream in [0,1), from number `first` on; see numbers.hpp."""
    state = 0xCBF29CE484222325
    for byte in name.encode():
        state = (state ^ byte) * 0x100000001B3 & MASK
    with np.errstate(over="ignore"):
        z = np.uint64(state) + (np.arange(count, dtype=np.uint64) + np.uint64(first + 1)) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z = z ^ (z >> np.uint64(31))
    return (z >> np.uint64(40)).astype(np.float64) * 2.0**-24


class Weights:
    """The variables of one model, in one type."""

    def __init__(self, dtype):
        self.dtype = dtype

    def make(self, name, value, trainable=True):
        value = value.astype(np.float32).astype(self.dtype)  # the same start in both types
        return v1.get_variable(name, initializer=value, trainable=trainable, use_resource=True)

    def random(self, name, shape, scale):
        values = (numbers(name, 0, int(np.prod(shape))) * 2 - 1) * scale
        return self.make(name, values.reshape(shape))

    def layer(self, name, shape, fan_in):
        return self.random(name, shape, np.sqrt(6.0 / fan_in))

    def filled(self, name, shape, value, trainable=True):
        return self.make(name, np.full(shape, value), trainable)


def cross_entropy(logits, labels):
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=labels))


def noisy_patterns(name, step, batch, size, channels, patch):
    labels = (numbers(name + "/classes", step * batch, batch) * 10).astype(np.int32)
    patches, pixels = size // patch, size * size * channels
    patterns = numbers(name + "/patterns", 0, 10 * patches**2 * channels).reshape(10, patches, patches, channels)
    patterns = patterns.repeat(patch, 1).repeat(patch, 2)
    noise = numbers(name + "/noise", step * batch * pixels, batch * pixels).reshape(batch, size, size, channels)
    return (patterns[labels] + noise - 1).astype(np.float32), labels


class Text:
    def __init__(self):
        with open(os.path.join(MODELS, "alice.txt")) as file:
            text = re.fullmatch(r'R"text\((.*)\)text"\n', file.read(), re.DOTALL).group(1)
        letters = sorted(set(text))
        self.vocabulary = len(letters)
        self.ids = np.array([letters.index(c) for c in text], np.int32)

    def batch(self, name, step, batch, length):
        choices = len(self.ids) - length - 1
        starts = (numbers(name + "/starts", step * batch, batch) * choices).astype(np.int64)
        return (np.stack([self.ids[s:s + length] for s in starts]),
                np.stack([self.ids[s + 1:s + 1 + length] for s in starts]))


def lenet(w, batch=16):
    image = v1.placeholder(w.dtype, [batch, 28, 28, 1])
    label = v1.placeholder(tf.int32, [batch])

    def conv(x, name, channels, out, padding):
        filters = w.layer(name + "/filter", [5, 5, channels, out], 25 * channels)
        y = tf.nn.conv2d(x, filters, 1, padding)
        y = tf.nn.relu(tf.nn.bias_add(y, w.filled(name + "/bias", [out], 0)))
        return tf.nn.max_pool2d(y, 2, 2, "VALID")

    def dense(x, name, size, out):
        return x @ w.layer(name + "/weights", [size, out], size) + w.filled(name + "/bias", [out], 0)

    x = conv(image, "lenet/conv1", 1, 6, "SAME")
    x = conv(x, "lenet/conv2", 6, 16, "VALID")
    x = tf.reshape(x, [batch, 400])
    x = tf.nn.relu(dense(x, "lenet/dense1", 400, 120))
    x = tf.nn.relu(dense(x, "lenet/dense2", 120, 84))
    loss = cross_entropy(dense(x, "lenet/dense3", 84, 10), label)
    step = v1.train.MomentumOptimizer(0.001, 0.9).minimize(loss)
    return [image, label], loss, step, lambda i: noisy_patterns("lenet", i, batch, 28, 1, 1)


def resnet20(w, batch=8, width=8):
    image = v1.placeholder(w.dtype, [batch, 32, 32, 3])
    label = v1.placeholder(tf.int32, [batch])

    def conv_norm(x, name, size, channels, out, stride, start=1):
        y = tf.nn.conv2d(x, w.layer(name + "/filter", [size, size, channels, out], size * size * channels),
                         stride, "SAME")
        scale, offset = w.filled(name + "/scale", [out], start), w.filled(name + "/offset", [out], 0)
        if w.dtype == np.float32:
            return v1.nn.fused_batch_norm(y, scale, offset, epsilon=1e-3)[0]
        return tf.nn.batch_normalization(y, *tf.nn.moments(y, [0, 1, 2]), offset, scale, 1e-3)  # fused: no double

    def block(x, name, channels, out, stride):
        y = tf.nn.relu(conv_norm(x, name + "/a", 3, channels, out, stride))
        y = conv_norm(y, name + "/b", 3, out, out, 1, 0.2)
        return tf.nn.relu(y + (x if channels == out else conv_norm(x, name + "/skip", 1, channels, out, stride)))

    x = tf.nn.relu(conv_norm(image, "resnet/first", 3, 3, width, 1))
    channels = width
    for stage in range(3):
        for i in range(3):
            x = block(x, "resnet/%d/%d" % (stage, i), channels, width << stage, 2 if stage > 0 and i == 0 else 1)
            channels = width << stage
    x = tf.reduce_mean(x, [1, 2])
    logits = x @ w.random("resnet/dense", [channels, 10], 0.1) + w.filled("resnet/bias", [10], 0)
    loss = cross_entropy(logits, label)
    step = v1.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
    return [image, label], loss, step, lambda i: noisy_patterns("resnet", i, batch, 32, 3, 8)


def char_lstm(w, batch=8, length=24, hidden=48, embedding_size=16):
    text = Text()
    ids, following = (v1.placeholder(tf.int32, [batch, length]) for _ in range(2))
    embedding = w.random("lstm/embedding", [text.vocabulary, embedding_size], 0.5)
    kernel = w.random("lstm/kernel", [embedding_size + hidden, 4 * hidden], 0.15)
    bias = w.filled("lstm/bias", [4 * hidden], 0)
    dense = w.random("lstm/dense", [hidden, text.vocabulary], 0.3)
    state = cell = tf.zeros([batch, hidden], w.dtype)
    states = []
    for x in tf.unstack(tf.nn.embedding_lookup(embedding, ids), axis=1):
        i, candidate, forget, o = tf.split(tf.concat([x, state], 1) @ kernel + bias, 4, 1)
        cell = cell * tf.sigmoid(forget + 1) + tf.sigmoid(i) * tf.tanh(candidate)
        state = tf.tanh(cell) * tf.sigmoid(o)
        states.append(state)
    logits = tf.reshape(tf.stack(states, 1), [-1, hidden]) @ dense + w.filled("lstm/dense_bias", [text.vocabulary], 0)
    loss = cross_entropy(logits, tf.reshape(following, [-1]))
    step = v1.train.AdamOptimizer(0.003).minimize(loss)
    return [ids, following], loss, step, lambda i: text.batch("lstm", i, batch, length)


def gpt(w, batch=8, length=24, layers=2, heads=2, size=32):
    text = Text()
    ids, following = (v1.placeholder(tf.int32, [batch, length]) for _ in range(2))
    embedding = w.random("gpt/embedding", [text.vocabulary, size], 0.1)
    mask = np.triu(np.full([length, length], -1e9), 1).astype(w.dtype)

    def norm(x, name):
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        return tf.nn.batch_normalization(x, mean, variance, w.filled(name + "/offset", [size], 0),
                                         w.filled(name + "/scale", [size], 1), 1e-5)

    def dense(x, name, inputs, outputs):
        return x @ w.random(name + "/weights", [inputs, outputs], 0.1) + w.filled(name + "/bias", [outputs], 0)

    def split(x):
        return tf.transpose(tf.reshape(x, [batch, length, heads, size // heads]), [0, 2, 1, 3])

    def attention(x, name):
        q, k, v = (split(part) for part in tf.split(dense(x, name + "/qkv", size, 3 * size), 3, 1))
        weights = tf.nn.softmax(tf.matmul(q, k, transpose_b=True) / np.sqrt(size // heads) + mask)
        return dense(tf.reshape(tf.transpose(weights @ v, [0, 2, 1, 3]), [batch * length, size]),
                     name + "/out", size, size)

    x = tf.nn.embedding_lookup(embedding, ids) + w.random("gpt/positions", [length, size], 0.1)
    x = tf.reshape(x, [batch * length, size])
    for i in range(layers):
        name = "gpt/%d" % i
        x = x + attention(norm(x, name + "/norm1"), name + "/attention")
        x = x + dense(tf.nn.gelu(dense(norm(x, name + "/norm2"), name + "/wide", size, 4 * size), approximate=True),
                      name + "/narrow", 4 * size, size)
    logits = tf.matmul(norm(x, "gpt/norm"), embedding, transpose_b=True)
    loss = cross_entropy(logits, tf.reshape(following, [-1]))
    step = v1.train.AdamOptimizer(0.001).minimize(loss)
    return [ids, following], loss, step, lambda i: text.batch("gpt", i, batch, length)


def train(model, dtype):
    with tf.Graph().as_default():
        inputs, loss, step, batch = model(Weights(dtype))
        with v1.Session(config=v1.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)) as session:
            session.run(v1.global_variables_initializer())
            return np.array([session.run([loss, step], dict(zip(inputs, batch(i))))[0] for i in range(STEPS)])


def main():
    lines = ["// Written by make_curves.py (tensorflow %s, numpy %s): the losses of %d steps in float." %
             (tf.__version__, np.__version__, STEPS)]
    for model in (lenet, resnet20, char_lstm, gpt):
        single, double = train(model, np.float32), train(model, np.float64)
        drift = np.abs(single - double) / double
        lines.append("// %s: from the curve in double it is at most %.1e off in 50 steps, %.1e in %d." %
                     (model.__name__, drift[:50].max(), drift.max(), STEPS))
        print(lines[-1], single[0], single[-1], flush=True)
        lines.append("const float k_%s[] = {" % model.__name__)
        values = ["%.9gF" % v if "." in "%.9g" % v or "e" in "%.9g" % v else "%.9g.0F" % v for v in single]
        lines += ["    " + ", ".join(values[i:i + 8]) + "," for i in range(0, STEPS, 8)]
        lines.append("};")
    with open(os.path.join(HERE, "curves.inc"), "w") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
