"""Datasets without a graph: pipelines, passes, failures, places that are kept."""
import os
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
        with self.assertRaisesRegex(runnel.Unavailable, "element 1"):
            next(failing)
        self.assertEqual(numbers(failing), [2])
        self.assertEqual(numbers(Dataset.from_generator(fails, ["int32"]).ignore_errors()), [0, 2])

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


if __name__ == "__main__":
    unittest.main()
