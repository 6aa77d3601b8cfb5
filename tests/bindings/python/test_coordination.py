"""Coordinators and queue runners, and a pipeline of TensorFlow 1 that fills its queues here."""
import os
import subprocess
import tempfile
import threading
import unittest

import runnel
from runnel import ops

TENSORFLOW = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")


def counting(limit=10, capacity=2):
    """A graph whose "enqueue" puts 0, 1, ... into "queue", and whose "element" takes one out."""
    with runnel.Graph() as graph:
        counter = graph.variable(0, name="counter", dtype="int64")
        queue = ops.fifo_queue_v2(component_types=["int64"], capacity=capacity, name="queue")
        number = ops.resource_count_up_to(counter.handle, limit=limit, T="int64")
        ops.queue_enqueue_v2(queue, [number], name="enqueue")
        ops.queue_dequeue_v2(queue, component_types=["int64"], name="element")
    return graph


def drain(session, fetch="element:0"):
    elements = []
    try:
        while True:
            elements.append(session.run(fetch).tolist())
    except runnel.OutOfRange:
        return elements


class Coordinators(unittest.TestCase):
    def test_the_first_error_is_raised_as_it_was(self):
        coordinator, error = runnel.Coordinator(), KeyError("mine")
        with coordinator.stop_on_exception():
            raise error
        coordinator.request_stop(runnel.Aborted("second"))
        self.assertTrue(coordinator.should_stop() and coordinator.wait_for_stop(0))
        with self.assertRaises(KeyError) as caught:
            coordinator.join()
        self.assertIs(caught.exception, error)
        self.assertRaises(KeyError, coordinator.raise_error)
        self.assertRaises(runnel.Aborted, coordinator.request_stop, runnel.Aborted("late"))
        coordinator.clear_stop()
        self.assertFalse(coordinator.wait_for_stop(0))
        coordinator.raise_error()

    def test_an_end_is_no_failure(self):
        coordinator = runnel.Coordinator()
        coordinator.request_stop(runnel.OutOfRange("the end"))
        coordinator.join()
        other = runnel.Coordinator(clean=[runnel.Aborted])
        other.request_stop(runnel.OutOfRange("no end"))
        self.assertRaises(runnel.OutOfRange, other.join)

    def test_a_join_waits_for_threads_and_names_those_that_stay(self):
        coordinator, go = runnel.Coordinator(), threading.Event()
        threads = [threading.Thread(target=go.wait, name="sleeper") for _ in range(2)]
        for thread in threads:
            thread.start()
        coordinator.request_stop()
        with self.assertRaisesRegex(runnel.DeadlineExceeded, r"sleeper \(2\)"):
            coordinator.join(threads, grace=0)
        coordinator.join(grace=0, ignore_running=True)
        go.set()
        coordinator.join(grace=None)


class QueueRunners(unittest.TestCase):
    RUNNER = runnel.QueueRunner("queue", ["enqueue"])

    def test_a_queue_is_filled_until_its_source_ends(self):
        coordinator = runnel.Coordinator()
        with runnel.Session(counting()) as session:
            session.initialize()
            filler, = runnel.start_queue_runners(session, [self.RUNNER], coordinator)
            self.assertEqual((filler.queue, drain(session)), ("queue", list(range(10))))
            coordinator.request_stop()
            coordinator.join()

    def test_a_stop_ends_what_waits_for_room(self):
        coordinator = runnel.Coordinator()
        with runnel.Session(counting(1000)) as session:
            session.initialize()
            runnel.start_queue_runners(session, [self.RUNNER], coordinator)
            session.run("element:0")
            coordinator.request_stop()
            coordinator.join(grace=None)
            self.assertLess(len(drain(session)), 5)

    def test_a_failure_is_told_with_and_without_a_coordinator(self):
        with runnel.Graph() as graph:
            queue = ops.fifo_queue_v2(component_types=["float32"], capacity=2, name="queue")
            ops.queue_enqueue_v2(queue, [ops.check_numerics(float("nan"), message="no number")], name="enqueue")
            ops.queue_dequeue_v2(queue, component_types=["float32"], name="element")
        for coordinator in (runnel.Coordinator(), None):
            with runnel.Session(graph) as session:
                filler, = runnel.start_queue_runners(session, [self.RUNNER], coordinator)
                self.assertEqual(drain(session), [])
                with self.assertRaisesRegex(runnel.InvalidArgument, "no number"):
                    coordinator.join() if coordinator else filler.raise_error()

    def test_a_session_keeps_its_coordinator_and_its_end_ends_the_runner(self):
        session = runnel.Session(counting(1000))
        session.initialize()
        runnel.start_queue_runners(session, [self.RUNNER], runnel.Coordinator())
        self.assertEqual([session.run("element:0").tolist() for _ in range(20)], list(range(20)))
        coordinator = runnel.Coordinator()
        other = runnel.Session(session.graph)
        other.initialize()
        runnel.start_queue_runners(other, [self.RUNNER], coordinator)
        other.close()
        self.assertRaises(runnel.Cancelled, coordinator.join, grace=None)

    def test_names_are_looked_up(self):
        with runnel.Session(counting()) as session:
            with self.assertRaisesRegex(runnel.NotFound, "absent"):
                runnel.start_queue_runners(session, [runnel.QueueRunner("queue", ["absent"])])

    @unittest.skipUnless(TENSORFLOW, "RUNNEL_TENSORFLOW_PYTHON names no TensorFlow")
    def test_a_pipeline_of_tensorflow_reads_files_here(self):
        """string_input_producer, TFRecordReader, parse_single_example and batch, of a MetaGraph."""
        program = """
import os, sys
os.environ['TF_CPP_MIN_LOG_LEVEL'] = '3'
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
paths = tf.train.string_input_producer(sys.argv[2:], num_epochs=2, shuffle=False)
_, record = tf.TFRecordReader().read(paths)
x = tf.parse_single_example(record, {'x': tf.FixedLenFeature([2], tf.float32), 'name': tf.FixedLenFeature([], tf.string)})
batch = tf.train.batch([x['x'], x['name']], batch_size=4, capacity=8, allow_smaller_final_batch=True)
tf.identity(batch[0], 'out_x'), tf.identity(batch[1], 'out_name')
tf.group(tf.local_variables_initializer(), tf.global_variables_initializer(), name='init_all')
tf.train.export_meta_graph(sys.argv[1])
"""
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, "%d.tfrecord" % i) for i in range(3)]
            for i, path in enumerate(paths):
                with runnel.RecordWriter(path) as writer:
                    for j in range(5):
                        writer.write(runnel.Example({"x": [float(i), float(j)], "name": ["%d/%d" % (i, j)]}))
            meta_path = os.path.join(folder, "pipeline.meta")
            done = subprocess.run([TENSORFLOW, "-c", program, meta_path, *paths], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr[-2000:])
            with open(meta_path, "rb") as file:
                data = file.read()
            for prefix in ("", "input"):
                graph, meta = runnel.Graph(), runnel.MetaGraph(data)
                graph.import_graph_def(data, prefix=prefix)
                at, coordinator, names = prefix + "/" if prefix else "", runnel.Coordinator(), []
                with runnel.Session(graph) as session:
                    session.run(graph.node(at + "init_all"))
                    self.assertEqual(len(meta.queue_runners), 2)
                    runnel.start_queue_runners(session, meta, coordinator, prefix=prefix)
                    with coordinator.stop_on_exception():
                        while not coordinator.should_stop():
                            xs, batch = session.run([at + "out_x:0", at + "out_name:0"])
                            self.assertEqual(["%d/%d" % tuple(map(int, x)) for x in xs.tolist()],
                                             [name.decode() for name in batch.tolist()])
                            names += batch.tolist()
                    coordinator.join()
                self.assertEqual(sorted(names), sorted(b"%d/%d" % (i, j) for i in range(3) for j in range(5) for _ in range(2)))


if __name__ == "__main__":
    unittest.main()
