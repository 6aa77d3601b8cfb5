#!/usr/bin/python3
"""A pipeline over a record file in tf.data and in Runnel: TFRecord -> map, two calls at a time -> shuffle -> batch -> prefetch, one graph
that TensorFlow writes and both run. usage: tools/benchmarks/datasets.py [--records N] [--rounds N]

Each round runs one after the other, each in a process of its own, three passes of which the fastest counts. Prints JSON: records per second,
and the most memory in MiB that a process held beyond what it held before the first pass. TensorFlow is that of RUNNEL_TENSORFLOW_PYTHON,
else of this Python; without it nothing is measured. RUNNEL_LIBRARY names librunnel, else it is the release build's.
"""
import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSES = 3


def write(folder, records):
    import numpy as np
    import tensorflow as tf
    v1 = tf.compat.v1
    v1.disable_eager_execution()
    path, random = os.path.join(folder, "records"), np.random.RandomState(0)
    with tf.io.TFRecordWriter(path) as out:
        for _ in range(records):
            out.write(random.bytes(784))

    def decode(record):
        size = tf.cast(tf.strings.length(record), tf.float32)
        return tf.nn.relu(tf.fill([256], size) * 0.5 - 1.0) + size
    d = v1.data.TFRecordDataset([path]).map(decode, num_parallel_calls=2).shuffle(1000, seed=3).batch(128).prefetch(2)
    iterator = v1.data.make_initializable_iterator(d)
    tf.identity(tf.reduce_sum(iterator.get_next()), "total")
    with open(os.path.join(folder, "graph.pb"), "wb") as out:
        out.write(v1.get_default_graph().as_graph_def().SerializeToString())
    with open(os.path.join(folder, "begin"), "w") as out:
        out.write(iterator.initializer.name)


def passes(begin, step, ends):
    before, fastest, batches = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, None, 0
    for _ in range(PASSES):
        begin()
        start, batches = time.monotonic(), 0
        try:
            while True:
                step()
                batches += 1
        except ends:
            pass
        took = time.monotonic() - start
        fastest = took if fastest is None else min(took, fastest)
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"seconds": fastest, "batches": batches, "mib": held / 1024}))


def measure(kind, folder):
    graph_file = os.path.join(folder, "graph.pb")
    with open(os.path.join(folder, "begin")) as file:
        begin = file.read()
    if kind == "tensorflow":
        import tensorflow as tf
        v1 = tf.compat.v1
        v1.disable_eager_execution()
        definition = v1.GraphDef()
        with open(graph_file, "rb") as file:
            definition.ParseFromString(file.read())
        v1.import_graph_def(definition, name="")
        with v1.Session() as session:
            passes(lambda: session.run(begin), lambda: session.run("total:0"), tf.errors.OutOfRangeError)
        return
    sys.path.insert(0, os.path.join(ROOT, "bindings/python"))
    import runnel
    with runnel.Session(runnel.load_graph(graph_file)) as session:
        passes(lambda: session.run(None, targets=[begin]), lambda: session.run("total:0"), runnel.OutOfRange)


def child(python, *arguments):
    done = subprocess.run([python, os.path.abspath(__file__), *arguments], capture_output=True, text=True, check=False,
                          env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3"))
    if done.returncode != 0:
        sys.exit("%s: status %d\n%s" % (" ".join(arguments), done.returncode, done.stderr[-2000:]))
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--records", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--child", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        if args.child[0] == "write":
            write(args.child[1], args.records)
        else:
            measure(*args.child)
        return 0
    python = os.environ.get("RUNNEL_TENSORFLOW_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import tensorflow"], capture_output=True, check=False).returncode != 0:
        print(json.dumps({"status": "not_measured", "reason": "%s has no tensorflow" % python}))
        return 77
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        child(python, "--records", str(args.records), "--child", "write", folder)
        for _ in range(args.rounds):
            for kind in ("tensorflow", "runnel"):
                got = json.loads(child(python, "--child", kind, folder).splitlines()[-1])
                if kind not in best or got["seconds"] < best[kind]["seconds"]:
                    best[kind] = got
    print(json.dumps({k: {"records_per_second": round(args.records / v["seconds"]), "mib": round(v["mib"], 1)} for k, v in best.items()}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
