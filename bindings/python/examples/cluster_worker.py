"""Joins a cluster as one of its tasks: a ps only serves, with the weights in its memory; a worker trains on MNIST.

    RUNNEL_CLUSTER_TOKEN=secret python3 cluster_worker.py "ps=127.0.0.1:2222;worker=127.0.0.1:2223" ps 0 &
    RUNNEL_CLUSTER_TOKEN=secret RUNNEL_DATA_DIR=data python3 cluster_worker.py "ps=...;worker=..." worker 0
"""
import random
import sys
import threading

import mnist
import runnel
import train_mnist
from runnel import ops


def model():
    """Softmax regression whose variables live on the ps; what is computed from them is on the worker."""
    with runnel.Graph() as graph:
        image = graph.placeholder("uint8", [None, 784], name="image")
        label = graph.placeholder("int64", [None], name="label")
        with graph.device("/job:ps/task:0"):
            weights = graph.variable([[0.0] * 10] * 784, name="weights")
            bias = graph.variable([0.0] * 10, name="bias")
        with graph.device("/job:worker/task:0"):
            logits = ops.bias_add(ops.cast(image, DstT="float32") / 255.0 @ weights, bias)
            loss = ops.mean(ops.sparse_softmax_cross_entropy_with_logits(logits, label).loss, [0])
            right = ops.sum(ops.cast(ops.equal(ops.arg_max(logits, 1), label), DstT="int32"), [0])
        step = runnel.SGD(0.5).minimize(loss)  # the updates go where their variables are
    return graph, image, label, loss, right, step


def work(server, steps):
    data = mnist.folder()
    if data is None:
        print("SKIP: RUNNEL_DATA_DIR has no datasets/mnist")
        return 77
    images, labels = mnist.load(data, "train")
    graph, image, label, loss, right, step = model()
    order = random.Random(1)
    with runnel.Session(graph, target=server.target, token=server.token) as session:
        session.initialize()
        train = session.callable([loss], [image, label], [step])
        for i in range(steps):
            value, = train(*train_mnist.batch(images, labels, order.sample(range(len(labels)), train_mnist.BATCH)))
            if i % 50 == 0:
                print("step %4d  loss %.4f" % (i, float(value)))
        accuracy = train_mnist.evaluate(session.callable(right, [image, label]), *mnist.load(data, "t10k"))
    print("accuracy %.4f" % accuracy)
    return 0 if accuracy > 0.8 else 1


def main(spec, job, task, steps=200, listen_fd=-1):
    with runnel.Server(runnel.Cluster(spec), job, task, listen_fd=listen_fd) as server:
        if job == "worker":
            return work(server, steps)
        print("serving at %s" % server.target, flush=True)
        threading.Event().wait()  # until it is killed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], *(int(x) for x in sys.argv[3:])))
