# The models of `runnel train` in NumPy and float64: the oracle for its losses.
import numpy as np

MASK = (1 << 64) - 1


def splitmix64(state):
    """Endless numbers. Source: Steele, Lea, Flood 2014."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def order(count, seed, epoch):
    """The order of images in an epoch, as the program shuffles them."""
    numbers = splitmix64((seed * 0xD1342543DE82EF95 + epoch) & MASK)
    out = list(range(count))
    for i in range(count - 1, 0, -1):
        j = next(numbers) % (i + 1)
        out[i], out[j] = out[j], out[i]
    return out


def softmax(logits):
    e = np.exp(logits - logits.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def forward(p, x):
    if "weights" in p:
        return None, x @ p["weights"] + p["bias"]
    hidden = np.maximum(x @ p["hidden/weights"] + p["hidden/bias"], 0)
    return hidden, hidden @ p["output/weights"] + p["output/bias"]


def loss_and_gradients(p, x, labels):
    hidden, logits = forward(p, x)
    probability = softmax(logits)
    n = len(labels)
    loss = -np.log(probability[np.arange(n), labels]).mean()
    d = probability.copy()
    d[np.arange(n), labels] -= 1
    d /= n
    if hidden is None:
        return loss, {"weights": x.T @ d, "bias": d.sum(0)}
    back = (d @ p["output/weights"].T) * (hidden > 0)
    return loss, {"output/weights": hidden.T @ d, "output/bias": d.sum(0), "hidden/weights": x.T @ back,
                  "hidden/bias": back.sum(0)}


class Optimizer:
    """Sources: TensorFlow's ApplyGradientDescent, ApplyMomentum, ApplyAdam (Kingma & Ba 2015)."""

    def __init__(self, kind, rate):
        self.kind, self.rate, self.step = kind, rate, 0
        self.slots = {}

    def update(self, p, gradients):
        self.step += 1
        for name, g in gradients.items():
            m, v = self.slots.get(name, (0.0, 0.0))
            if self.kind == "sgd":
                p[name] = p[name] - self.rate * g
            elif self.kind == "momentum":
                m = 0.9 * m + g
                p[name] = p[name] - self.rate * m
            else:
                m = 0.9 * m + 0.1 * g
                v = 0.999 * v + 0.001 * g * g
                rate = self.rate * np.sqrt(1 - 0.999 ** self.step) / (1 - 0.9 ** self.step)
                p[name] = p[name] - rate * m / (np.sqrt(v) + 1e-8)
            self.slots[name] = (m, v)


def losses(p, images, labels, optimizer, steps, batch, seed):
    """The loss of each step's batch, before its update; `p` ends up trained."""
    out, epoch, places = [], -1, None
    for step in range(steps):
        first = step * batch
        if first // len(images) != epoch:
            epoch = first // len(images)
            places = order(len(images), seed, epoch)
        chosen = [places[(first + i) % len(images)] for i in range(batch)]
        loss, gradients = loss_and_gradients(p, images[chosen], labels[chosen])
        optimizer.update(p, gradients)
        out.append(loss)
    return out
