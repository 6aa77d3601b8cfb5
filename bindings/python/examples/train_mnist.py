"""Trains softmax regression on MNIST, saves the weights, restores them elsewhere, and freezes the graph.

    RUNNEL_DATA_DIR=data python3 train_mnist.py [FOLDER-TO-WRITE-TO] [STEPS]
"""
import random
import sys

import mnist
import runnel
from runnel import ops

BATCH = 100


def model():
    """The graph, and its ends by name."""
    with runnel.Graph() as graph:
        image = graph.placeholder("uint8", [None, 784], name="image")
        label = graph.placeholder("int64", [None], name="label")
        with graph.name_scope("softmax"):
            weights = graph.variable([[0.0] * 10] * 784, name="weights")
            bias = graph.variable([0.0] * 10, name="bias")
            logits = ops.bias_add(ops.cast(image, DstT="float32") / 255.0 @ weights, bias)
            loss = ops.mean(ops.sparse_softmax_cross_entropy_with_logits(logits, label).loss, [0])
        prediction = ops.arg_max(logits, 1, name="prediction")
        correct = ops.sum(ops.cast(ops.equal(prediction, label), DstT="int32"), [0])
        step = runnel.Adam(0.003).minimize(loss)
    return graph, image, label, loss, correct, step


def batch(images, labels, rows):
    """The rows as tensors; numpy would do it in one line."""
    data, flat = bytearray(), images.cast("B")
    for r in rows:
        data += flat[784 * r:784 * r + 784]
    return runnel.Tensor.wrap(memoryview(data).cast("B", (len(rows), 784))), runnel.Tensor([labels[r] for r in rows], "int64")


def evaluate(count_correct, images, labels):
    right = 0
    for first in range(0, len(labels), 1000):
        right += int(count_correct(*batch(images, labels, range(first, min(first + 1000, len(labels))))))
    return right / len(labels)


def main(folder, steps):
    data = mnist.folder()
    if data is None:
        print("SKIP: RUNNEL_DATA_DIR has no datasets/mnist")
        return 77
    images, labels = mnist.load(data, "train")
    graph, image, label, loss, correct, step = model()
    order = random.Random(1)
    with runnel.Session(graph) as session:
        session.initialize()
        train = session.callable([loss], [image, label], [step])
        for i in range(steps):
            value, = train(*batch(images, labels, order.sample(range(len(labels)), BATCH)))
            if i % 100 == 0:
                print("step %4d  loss %.4f" % (i, float(value)))
        test_images, test_labels = mnist.load(data, "t10k")
        accuracy = evaluate(session.callable(correct, [image, label]), test_images, test_labels)
        saver = runnel.Saver(folder + "/softmax")
        saver.save(session, steps)
        with open(folder + "/softmax.pb", "wb") as file:
            file.write(session.freeze(["prediction"]))
    with runnel.Session(graph) as again:
        saver.restore(again)
        restored = evaluate(again.callable(correct, [image, label]), test_images, test_labels)
    print("accuracy %.4f, restored %.4f, frozen graph in %s/softmax.pb" % (accuracy, restored, folder))
    return 0 if accuracy == restored and accuracy > 0.85 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ".", int(sys.argv[2]) if len(sys.argv) > 2 else 500))
