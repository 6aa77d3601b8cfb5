#!/usr/bin/python3
"""A pipeline over a record file in tf.data and in Runnel: TFRecord -> map(parse, decode) -> shuffle -> batch -> prefetch, one graph that
TensorFlow writes and both run. usage: tools/benchmarks/datasets.py [--records N] [--rounds N] [--threads N...] [--decode raw|jpeg...] [--shuffle N]

A record is an Example with an image, as 32 x 32 x 3 plain bytes or as JPEG, and its label; an element is the image as float32 and the label.
Each round runs one after the other, each in a process of its own on --threads CPUs, as many calls of the map at a time, five passes of which
the fastest counts. Prints a line of JSON for each: records per second by the clock and by the processor's time (medians of the rounds' best), their
ratios to tf.data's; the most memory in MiB that a process held beyond what it held before the first pass, and what the pipeline's buffers
are: the elements of shuffle and of calls, those that batch gathers, and the batches in prefetch and in the step. TensorFlow is that of RUNNEL_TENSORFLOW_PYTHON, else of
this Python; without it nothing is measured. RUNNEL_LIBRARY names librunnel, else it is the release build's.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PASSES = 5
SIDE, BATCH, PREFETCH = 32, 128, 2


def write(folder, records, shuffle, threads, decode):
    import numpy as np
    import tensorflow as tf
    v1 = tf.compat.v1
    path, random = os.path.join(folder, "records"), np.random.RandomState(0)
    with tf.io.TFRecordWriter(path) as out:
        for label in range(records):
            image = np.clip(np.add.outer(np.arange(SIDE) * 3, np.arange(SIDE) * 2)[:, :, None] + random.randint(0, 60, (SIDE, SIDE, 3)), 0, 255)
            image = image.astype(np.uint8)
            content = tf.io.encode_jpeg(image).numpy() if decode == "jpeg" else image.tobytes()
            out.write(tf.train.Example(features=tf.train.Features(feature={
                "image": tf.train.Feature(bytes_list=tf.train.BytesList(value=[content])),
                "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[label]))})).SerializeToString())
    v1.disable_eager_execution()
    spec = {"image": tf.io.FixedLenFeature([], tf.string), "label": tf.io.FixedLenFeature([], tf.int64)}

    def parse(record):
        found = tf.io.parse_single_example(record, spec)
        image = tf.io.decode_jpeg(found["image"], channels=3) if decode == "jpeg" else tf.io.decode_raw(found["image"], tf.uint8)
        return tf.reshape(tf.cast(image, tf.float32) * (1 / 255), [SIDE, SIDE, 3]), found["label"]
    with tf.Graph().as_default() as graph:
        d = v1.data.TFRecordDataset([path]).map(parse, num_parallel_calls=threads).shuffle(shuffle, seed=3).batch(BATCH).prefetch(PREFETCH)
        options = tf.data.Options()
        options.threading.private_threadpool_size = threads
        iterator = v1.data.make_initializable_iterator(d.with_options(options))
        image, label = iterator.get_next()
        tf.identity(tf.reduce_sum(image[:, 0, 0, 0]) + tf.cast(tf.reduce_sum(label), tf.float32), "total")
        with open(os.path.join(folder, "graph.pb"), "wb") as out:
            out.write(graph.as_graph_def().SerializeToString())
        with open(os.path.join(folder, "begin"), "w") as out:
            out.write(iterator.initializer.name)


def held_kib(field):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field + ":"))


def passes(begin, step, ends):
    before, seconds, processor, total = held_kib("VmRSS"), [], [], 0.0
    for _ in range(PASSES):
        begin()
        start, used, total = time.monotonic(), time.process_time(), 0.0
        try:
            while True:
                total += float(step())
        except ends:
            pass
        seconds.append(time.monotonic() - start)
        processor.append(time.process_time() - used)
    print(json.dumps({"seconds": min(seconds), "processor": min(processor), "total": total, "mib": (held_kib("VmHWM") - before) / 1024}))


def measure(kind, folder, threads):
    graph_file = os.path.join(folder, "graph.pb")
    with open(os.path.join(folder, "begin")) as file:
        begin = file.read()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:threads])
    if kind == "tensorflow":
        import tensorflow as tf
        v1 = tf.compat.v1
        v1.disable_eager_execution()
        definition = v1.GraphDef()
        with open(graph_file, "rb") as file:
            definition.ParseFromString(file.read())
        v1.import_graph_def(definition, name="")
        config = v1.ConfigProto(intra_op_parallelism_threads=threads, inter_op_parallelism_threads=threads)
        with v1.Session(config=config) as session:
            passes(lambda: session.run(begin), lambda: session.run("total:0"), tf.errors.OutOfRangeError)
        return
    sys.path.insert(0, os.path.join(ROOT, "bindings/python"))
    os.environ["RUNNEL_NUM_THREADS"] = str(threads)
    import runnel
    with runnel.Session(runnel.load_graph(graph_file)) as session:
        passes(lambda: session.run(None, targets=[begin]), lambda: session.run("total:0"), runnel.OutOfRange)


def child(python, *arguments):
    done = subprocess.run([python, os.path.abspath(__file__), "--child", *map(str, arguments)], capture_output=True, text=True, check=False,
                          env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES=""))
    if done.returncode != 0:
        sys.exit("%s: status %d\n%s" % (" ".join(map(str, arguments)), done.returncode, done.stderr[-2000:]))
    return done.stdout


def compare(python, args, threads, decode):
    kinds, rounds = ("tensorflow", "runnel"), {"tensorflow": [], "runnel": []}
    with tempfile.TemporaryDirectory() as folder:
        child(python, "write", folder, args.records, args.shuffle, threads, decode)
        for _ in range(args.rounds):
            for kind in kinds:
                rounds[kind].append(json.loads(child(python, kind, folder, threads).splitlines()[-1]))
    totals = {kind: rounds[kind][0]["total"] for kind in kinds}
    if abs(totals["runnel"] - totals["tensorflow"]) > 1e-4 * abs(totals["tensorflow"]):
        sys.exit("the totals of the last batches differ: %s" % totals)
    element = SIDE * SIDE * 3 * 4 + 8
    buffers = element * (min(args.shuffle, args.records) + threads + BATCH * (PREFETCH + 2)) / 2**20
    row = {"decode": decode, "threads": threads, "buffers_mib": round(buffers, 1)}
    for kind in kinds:
        middle = {key: statistics.median(r[key] for r in rounds[kind]) for key in ("seconds", "processor", "mib")}
        row[kind] = {"records_per_second": round(args.records / middle["seconds"]),
                     "records_per_processor_second": round(args.records / middle["processor"]), "mib": round(middle["mib"], 1),
                     "mib_to_buffers": round(middle["mib"] / buffers, 2)}
    for key in ("records_per_second", "records_per_processor_second"):
        row[key + "_ratio"] = round(row["runnel"][key] / row["tensorflow"][key], 2)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--records", type=int, default=20000)
    parser.add_argument("--shuffle", type=int, default=4000, help="elements of shuffle's buffer")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--decode", choices=("raw", "jpeg"), nargs="+", default=["raw", "jpeg"])
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        kind, folder, *rest = args.child
        if kind == "write":
            write(folder, int(rest[0]), int(rest[1]), int(rest[2]), rest[3])
        else:
            measure(kind, folder, int(rest[0]))
        return 0
    python = os.environ.get("RUNNEL_TENSORFLOW_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import tensorflow"], capture_output=True, check=False).returncode != 0:
        print(json.dumps({"status": "not_measured", "reason": "%s has no tensorflow" % python}))
        return 77
    for decode in args.decode:
        for threads in args.threads:
            print(json.dumps(compare(python, args, threads, decode)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
