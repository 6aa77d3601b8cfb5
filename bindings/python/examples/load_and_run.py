"""Serves a frozen graph: loads the file that train_mnist wrote and tells which digits a few images show.

    RUNNEL_DATA_DIR=data python3 load_and_run.py softmax.pb
"""
import sys

import mnist
import runnel


def main(path, count=10):
    data = mnist.folder()
    if data is None:
        print("SKIP: RUNNEL_DATA_DIR has no datasets/mnist")
        return 77
    images, labels = mnist.load(data, "t10k")
    graph = runnel.load_graph(path)
    with runnel.Session(graph) as session:
        digits = session.run("prediction", {"image": images[:count]}).tolist()
    for label, digit in zip(labels, digits):
        print("label %d, predicted %d" % (label, digit))
    return 0 if sum(a == b for a, b in zip(labels, digits)) >= count * 7 // 10 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "softmax.pb"))
