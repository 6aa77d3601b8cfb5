"""Sixteen threads, futures, cancellations and lent memory, again and again: what the process has allocated does not grow.

Run with PYTHONMALLOC=malloc, so that Python's objects count too.
"""
import ctypes
import gc
import threading
import unittest

import runnel
from runnel import ops, runtime as runtime_module

THREADS, RUNS, ROUNDS = 16, 40, 10


class Mallinfo(ctypes.Structure):
    _fields_ = [(n, ctypes.c_size_t) for n in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()]


mallinfo = ctypes.CDLL(None).mallinfo2
mallinfo.restype = Mallinfo


def work(runtime, session, call, x, y, blocked, number, wrong):
    for i in range(RUNS):
        value = float(number * RUNS + i)
        lent = runnel.Tensor.wrap(memoryview(bytearray(4 * 8)).cast("f"), runtime=runtime)
        kind = i % 5
        if kind == 0:
            got = call([value] * 8).tolist()
        elif kind == 1:
            got = session.run(y, {x: [value] * 8}).tolist()
        elif kind == 2:
            got = call.run_async([value] * 8).result(120).tolist()
        elif kind == 3:
            got = [v + value + value for v in call(lent).tolist()]
        else:
            cancellation = runnel.Cancellation()
            threading.Thread(target=cancellation.cancel).start()
            try:
                session.run(blocked, options=runnel.RunOptions(cancellation=cancellation))
                got = "it ended"
            except runnel.Cancelled:
                got = [2 * value] * 8
        if got != [2 * value] * 8:
            wrong.append((number, i, got))


def one_round(test, runtime):
    with runnel.Graph(runtime) as graph:
        x = graph.placeholder("float32", [8])
        y = x + x
        queue = ops.fifo_queue_v2(component_types=[runnel.float32])
        blocked, = ops.queue_dequeue_v2(queue, component_types=[runnel.float32])
    wrong = []
    with runnel.Session(graph) as session:
        call = session.callable(y, [x])
        threads = [threading.Thread(target=work, args=(runtime, session, call, x, y, blocked, n, wrong)) for n in range(THREADS)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    for t in threading.enumerate():
        if t.name == "runnel-futures":  # it holds the last future until it ends
            t.join()
    test.assertEqual(wrong, [])


class Leaks(unittest.TestCase):
    def test_rounds_leave_the_heap_as_it_was(self):
        runtime = runnel.Runtime(threads=2, log=lambda severity, message: None)
        lent, sinks = runnel.lent_count(), runtime_module.sink_count()
        used = []
        for _ in range(ROUNDS):
            one_round(self, runtime)
            gc.collect()
            used.append(mallinfo().uordblks)
            self.assertEqual((runnel.lent_count(), runtime_module.sink_count()), (lent, sinks))
        # The first half warms pools and plans. One block that each run loses would be twice the limit.
        grown = min(used[-2:]) - min(used[ROUNDS // 2 - 1:ROUNDS // 2 + 1])
        self.assertLess(grown, THREADS * RUNS * (ROUNDS // 2 - 1) * 16, used)
        self.assertLess(runtime.memory_in_use, 1 << 20)


if __name__ == "__main__":
    unittest.main()
