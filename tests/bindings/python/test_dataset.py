"""Datasets without a graph: pipelines, passes, failures, places that are kept."""
import os
import subprocess
import sys
import tempfile
import threading
import unittest

import runnel
from runnel import Dataset, ops


def numbers(elements):
    return [element[0].tolist() for element in elements]


class Pipelines(unittest.TestCase):
    def test_elements_come_in_order(self):
        d = Dataset.range(10)
        self.assertEqual(numbers(d), list(range(10)))
        self.assertEqual(numbers(d.skip(2).take(3).repeat(2)), [2, 3, 4] * 2)
        self.assertEqual(numbers(d.shard(3, 1).batch(2)), [[1, 4], [7]])
        self.assertEqual(numbers(d.batch(4, drop_remainder=True).unbatch()), list(range(8)))
        self.assertEqual(numbers(d.take(1).concatenate(d.skip(9))), [0, 9])
        self.assertEqual((d.batch(4).cardinality, d.repeat().cardinality, d.dtypes), (3, -1, (runnel.int64,)))
        pairs = Dataset.zip(d, Dataset.from_slices([0.5, 1.5], ["a", "b"]))
        self.assertEqual([tuple(t.tolist() for t in e) for e in pairs], [(0, 0.5, b"a"), (1, 1.5, b"b")])

    def test_a_seed_gives_the_order_of_tensorflow(self):
        # tf.data.Dataset.range(10).shuffle(4, seed=7), TensorFlow 2.21.
        self.assertEqual(numbers(Dataset.range(10).shuffle(4, seed=7)), [0, 4, 2, 3, 5, 6, 1, 8, 7, 9])

    def test_functions_of_graphs_make_elements(self):
        body = runnel.Graph()
        with body:
            x = body.placeholder("int64", [], name="x")
            y, is_even = x * x, ops.equal(ops.bitwise_and(x, runnel.Tensor(1, "int64")), runnel.Tensor(0, "int64"))
        graph = runnel.Graph()
        graph.function("square", body, [x], [y])
        graph.function("even", body, [x], [is_even])
        d = Dataset.range(20)
        self.assertEqual(numbers(d.map(graph, "square", calls=4)), [i * i for i in range(20)])
        self.assertEqual(sorted(numbers(d.map(graph, "square", calls=-1, in_order=False))), [i * i for i in range(20)])
        self.assertEqual(numbers(d.filter(graph, "even").prefetch()), list(range(0, 20, 2)))
        self.assertRaises(runnel.NotFound, d.map, graph, "cube")

    def test_a_function_of_the_program_gives_elements(self):
        d = Dataset.from_generator(lambda i: None if i == 3 else (i / 2, [i, i]), ["float32", "int64"])
        wanted = [(0.0, [0, 0]), (0.5, [1, 1]), (1.0, [2, 2])]
        self.assertEqual([tuple(t.tolist() for t in e) for e in d.repeat(2).prefetch(2)], wanted * 2)

        def fails(index):
            if index == 1:
                raise runnel.Unavailable("not now")
            return None if index > 2 else [index]
        failing = iter(Dataset.from_generator(fails, ["int32"]))
        self.assertEqual(next(failing)[0].tolist(), 0)
        with self.assertRaisesRegex(runnel.Unavailable, "element 1.*not now"):
            next(failing)
        self.assertEqual(numbers(failing), [2])
        self.assertEqual(numbers(Dataset.from_generator(fails, ["int32"]).ignore_errors()), [0, 2])

    def test_what_a_generator_raises_keeps_its_text(self):
        def fails(index):
            raise (KeyError("mine"), runnel.OutOfRange("no end"), StopIteration())[index]
        failing = iter(Dataset.from_generator(fails, ["int32"]))
        for text in ("KeyError: .*mine", "OutOfRange: no end"):
            with self.assertRaisesRegex(runnel.Error, text):
                next(failing)
        self.assertRaises(StopIteration, next, failing)
        with self.assertRaisesRegex(runnel.InvalidArgument, "2 components, expected 1"):
            next(iter(Dataset.from_generator(lambda i: [1, 2], ["int32"])))

    def test_elements_of_different_sizes_are_padded(self):
        d = Dataset.from_generator(lambda i: None if i == 3 else ([i] * i, "s" * i), ["int32", "string"])
        batch, = d.padded_batch(3, [[None], []])
        self.assertEqual([t.tolist() for t in batch], [[[0, 0], [1, 0], [2, 2]], [b"", b"s", b"ss"]])
        batch, = d.padded_batch(3, [[4], []], [7, None])
        self.assertEqual(batch[0].tolist(), [[7, 7, 7, 7], [1, 7, 7, 7], [2, 2, 7, 7]])
        with self.assertRaises(runnel.InvalidArgument):
            d.padded_batch(3, [[None]])

    def test_windows_are_datasets(self):
        windows = [numbers(Dataset.from_variant(w)) for w, in Dataset.range(7).window(3, shift=2)]
        self.assertEqual(windows, [[0, 1, 2], [2, 3, 4], [4, 5, 6], [6]])
        self.assertEqual([numbers(Dataset.from_variant(w)) for w, in Dataset.range(7).window(2, stride=3, drop_remainder=True)],
                         [[0, 3], [2, 5]])
        self.assertRaises(runnel.InvalidArgument, Dataset.from_variant, runnel.Tensor(1.0))
        self.assertEqual(numbers(Dataset.from_variant(Dataset.range(3).to_variant())), [0, 1, 2])

    def test_datasets_of_elements_are_interleaved_and_grouped(self):
        graph = runnel.Graph()

        def define(name, dtypes, make):
            with runnel.Graph() as body:
                inputs = [body.placeholder(t, []) for t in dtypes]
                output = make(*inputs)
            graph.function(name, body, inputs, [output])

        def number(value):
            return runnel.Tensor(value, "int64")
        define("upto", ["int64"], lambda x: ops.range_dataset(number(0), x, number(1), output_types=["int64"], output_shapes=[[]]))
        define("parity", ["int64"], lambda x: ops.floor_mod(x, number(2)))
        define("two", ["int64"], lambda key: ops.add_v2(ops.sub(key, key), number(2)))
        define("batch", ["int64", "variant"], lambda key, group: ops.batch_dataset_v2(
            group, ops.add_v2(key, number(10)), False, output_types=["int64"], output_shapes=[[None]]))
        d = Dataset.range(1, 4)
        self.assertEqual(numbers(d.flat_map(graph, "upto", ["int64"])), [0, 0, 1, 0, 1, 2])
        self.assertEqual(numbers(d.interleave(graph, "upto", ["int64"], cycle_length=3)), [0, 0, 0, 1, 1, 2])
        self.assertEqual(numbers(d.interleave(graph, "upto", ["int64"], cycle_length=3, block_length=2, parallel=True)), [0, 0, 1, 0, 1, 2])
        self.assertRaises(runnel.InvalidArgument, d.interleave, graph, "parity", ["int64"])
        # tf.data.Dataset.range(11).group_by_window(lambda x: x % 3, lambda k, w: w.batch(2), window_size=2), TensorFlow 2.21.
        define("key", ["int64"], lambda x: ops.floor_mod(x, number(3)))
        define("pair", ["int64", "variant"], lambda key, group: ops.batch_dataset_v2(
            group, number(2), False, output_types=["int64"], output_shapes=[[None]]))
        self.assertEqual(numbers(Dataset.range(11).group_by_window(graph, "key", "pair", "two", ["int64"])),
                         [[0, 3], [1, 4], [2, 5], [6, 9], [7, 10], [8]])
        grouped = Dataset.range(7).group_by_window(graph, "parity", "batch", "two", ["int64"])
        self.assertEqual(numbers(grouped), [[0, 2], [1, 3], [4, 6], [5]])
        for taken in range(5):
            first = iter(grouped)
            for _ in range(taken):
                next(first)
            state, second = first.save(), iter(grouped)
            second.restore(state)
            self.assertEqual(numbers(second), [[0, 2], [1, 3], [4, 6], [5]][taken:])

    def test_a_source_of_seeds_is_shared(self):
        with runnel.Graph() as graph:
            def number(value):
                return runnel.Tensor(value, "int64")
            kind = dict(output_types=["int64"], output_shapes=[[]])
            source = ops.range_dataset(number(0), number(9), number(1), **kind)
            seeds, _ = ops.anonymous_random_seed_generator(number(3), number(4))
            shuffled = ops.shuffle_dataset_v2(source, number(4), seeds, **kind)
            alone = ops.shuffle_dataset(source, number(4), number(3), number(4), reshuffle_each_iteration=True, **kind)
            first, second = shuffled, ops.repeat_dataset(ops.shuffle_dataset_v2(source, number(4), seeds, **kind), number(2), **kind)
            wanted = ops.repeat_dataset(alone, number(3), **kind)
        with runnel.Session(graph) as session:
            first, second, wanted = map(Dataset.from_variant, session.run([first, second, wanted]))
        self.assertEqual(numbers(first) + numbers(second), numbers(wanted))

    def test_files_are_read(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = os.path.join(folder, "lines")
            with open(lines, "wb") as out:
                out.write(b"one\r\ntwo\n")
            self.assertEqual(numbers(Dataset.from_lines(lines, lines)), [b"one", b"two"] * 2)
            self.assertEqual(numbers(Dataset.from_pieces(lines, record_bytes=4, header_bytes=1)), [b"ne\r\n", b"two\n"])
            with self.assertRaisesRegex(runnel.DataLoss, "byte 0 of .*lines"):
                next(iter(Dataset.from_records(lines)))
            with self.assertRaisesRegex(runnel.NotFound, "none"):
                next(iter(Dataset.from_records(os.path.join(folder, "none"))))
            cached = Dataset.range(3).cache(os.path.join(folder, "c"))
            self.assertEqual(numbers(cached), numbers(cached))


class Passes(unittest.TestCase):
    def test_a_place_is_kept(self):
        d = Dataset.range(100).shuffle(10, seed=1).repeat(2).prefetch(3)
        one = iter(d)
        for _ in range(7):
            next(one)
        state = one.save()
        rest = numbers(one)
        other = iter(Dataset.range(100).shuffle(10, seed=1).repeat(2).prefetch(3))
        other.restore(state)
        self.assertEqual(numbers(other), rest)
        self.assertRaises(runnel.FailedPrecondition, other.restore, state)
        self.assertRaises(runnel.DataLoss, iter(Dataset.range(5)).restore, state)
        self.assertRaises(runnel.DataLoss, iter(d).restore, state[:-1])

    def test_waiting_ends_and_loses_nothing(self):
        allowed = threading.Event()

        def slow(index):
            allowed.wait()
            return [index]
        waiting = iter(Dataset.from_generator(slow, ["int32"]).take(3).prefetch(1))
        self.assertRaises(runnel.DeadlineExceeded, waiting.next, timeout=0.01)
        cancellation = runnel.Cancellation()
        cancellation.cancel()
        self.assertRaises(runnel.Cancelled, waiting.next, cancellation=cancellation)
        allowed.set()
        self.assertEqual(numbers(waiting), [0, 1, 2])

    def test_threads_share_a_pass(self):
        shared, got = iter(Dataset.range(2000).prefetch(4)), []

        def work():
            for element in shared:
                got.append(element[0].tolist())
        threads = [threading.Thread(target=work) for _ in range(16)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(sorted(got), list(range(2000)))


INTERRUPTED = """
import os, signal, threading
import runnel
signal.signal(signal.SIGINT, signal.default_int_handler)
blocked, go_on = threading.Event(), threading.Event()

def give(index):
    if index == 1:
        blocked.set()
        go_on.wait(60)
    return (index,) if index < 3 else None

def kill():
    blocked.wait(60)
    os.kill(os.getpid(), signal.SIGINT)

elements = iter(runnel.Dataset.from_generator(give, ["int32"]).prefetch(1))
print(int(next(elements)[0]))
killer = threading.Thread(target=kill)
try:  # the signal may come before the call, within it or at its end
    killer.start()
    next(elements)
    print("not interrupted")
except KeyboardInterrupt:
    print("interrupted")
go_on.set()
killer.join()
print([int(e[0]) for e in elements])
def interrupted(index):
    os.kill(os.getpid(), signal.SIGINT)
    return (index,)

try:
    next(iter(runnel.Dataset.from_generator(interrupted, ["int32"])))
except KeyboardInterrupt:
    print("interrupted within")
coordinator = runnel.Coordinator()
waiting = threading.Thread(target=lambda: coordinator.wait_for_stop(60))
waiting.start()
blocked.clear()
killer = threading.Thread(target=kill)
try:
    killer.start()
    blocked.set()
    coordinator.join([waiting], grace=60)
    print("not interrupted")
except KeyboardInterrupt:
    print("interrupted")
killer.join()
coordinator.request_stop()
"""


class Interruption(unittest.TestCase):
    def test_ctrl_c_ends_waiting_for_an_element_and_for_threads(self):
        done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.stdout.split("\n")[:-1], done.stderr), (["0", "interrupted", "[1, 2]", "interrupted within", "interrupted"], ""))


if __name__ == "__main__":
    unittest.main()
