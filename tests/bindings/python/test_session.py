"""Runs: structures, callables, futures, options, plans, training, threads, interruption, and nothing left over."""
import asyncio
import concurrent.futures
import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np

import runnel
from runnel import ops, runtime as runtime_module


def endless(graph):
    """An output that a run computes for ever: a loop whose condition stays true."""
    with runnel.Graph() as cond:
        i = cond.placeholder("int64", [])
        cond_out = ops.greater_equal(i, 0)
    with runnel.Graph() as body:
        j = body.placeholder("int64", [])
        body_out = ops.bitwise_and(j + 1, 1023)
    graph.function("forever", cond, [i], [cond_out])
    graph.function("again", body, [j], [body_out])
    with graph:
        return ops.while_([graph.constant(0, "int64")], cond="forever", body="again")[0]


class Model:
    """y = x w, with w = [[1],[2]]."""

    def __init__(self):
        with runnel.Graph() as self.graph:
            self.x = self.graph.placeholder("float32", [None, 2], name="x")
            self.w = self.graph.variable([[1.0], [2.0]], name="w")
            self.y = ops.mat_mul(self.x, self.w, name="y")
        self.session = runnel.Session(self.graph)
        self.session.initialize()


class Runs(unittest.TestCase):
    def setUp(self):
        self.m = Model()
        self.addCleanup(self.m.session.close)

    def test_fetches_come_back_in_their_structure(self):
        m, feed = self.m, {"x": [[1, 2]]}
        got = m.session.run({"a": m.y, "b": [m.w, ("y:0", None)]}, feed)
        self.assertEqual((got["a"].item(), got["b"][0].tolist(), got["b"][1][0].item(), got["b"][1][1]), (5, [[1], [2]], 5, None))
        step = m.w.assign([[0.0], [1.0]])
        self.assertIsNone(m.session.run(step))
        self.assertEqual(m.session.run([m.y, step], {m.x: np.array([[1, 2]], "float32")})[1], None)
        self.assertEqual(m.session.run(m.w).tolist(), [[0], [1]])
        self.assertEqual(m.session.run(targets=[step, "y"], feed=feed), None)

    def test_callables_take_tensors_and_values(self):
        m = self.m
        call = m.session.callable([m.y], [m.x])
        self.assertEqual(call(runnel.Tensor([[1.0, 2.0]]))[0].item(), 5)
        self.assertEqual(call([[2, 2], [3, 3]])[0].tolist(), [[6], [9]])
        metadata = runnel.Metadata()
        call([[1, 2]], options=runnel.RunOptions(trace=True), metadata=metadata)
        self.assertGreater(metadata.launches, 0)
        self.assertIn("y", [s.node for s in metadata.node_stats])
        self.assertTrue(all(s.end_ns >= s.start_ns for s in metadata.node_stats))
        self.assertTrue(metadata.placements["y"].endswith("CPU:0"))

    def test_a_callable_outlives_its_session_object(self):
        m = Model()
        call = m.session.callable(m.y, [m.x])
        del m
        gc.collect()
        self.assertEqual(call([[1, 2]]).item(), 5)

    def test_futures(self):
        m = self.m
        futures = [m.session.run_async(m.y, {m.x: [[i, 0]]}) for i in range(50)]
        self.assertEqual([f.result(60).item() for f in futures], list(range(50)))
        self.assertEqual(sorted(f.result().item() for f in concurrent.futures.as_completed(futures)), list(range(50)))

        async def both():
            return await asyncio.gather(*(asyncio.wrap_future(m.session.run_async(m.y, {m.x: [[1, i]]})) for i in range(2)))
        self.assertEqual([t.item() for t in asyncio.run(both())], [1, 3])
        with self.assertRaises(runnel.InvalidArgument):
            m.session.run_async(m.y).result(60)

    def test_cancellation_and_deadlines(self):
        m = self.m
        forever = endless(m.graph)
        with self.assertRaises(runnel.DeadlineExceeded):
            m.session.run(forever, options=runnel.RunOptions(timeout=0.01))
        with self.assertRaises(TimeoutError):
            m.session.run_async(forever, timeout=0.01).result(60)
        future = m.session.run_async(forever)
        self.assertTrue(future.cancel())
        self.assertIsInstance(future.exception(60), runnel.Cancelled)
        self.assertFalse(future.cancel())
        cancellation = runnel.Cancellation()
        thread = threading.Thread(target=cancellation.cancel)
        thread.start()
        with self.assertRaises(runnel.Cancelled):
            m.session.run(forever, options=runnel.RunOptions(cancellation=cancellation))
        thread.join()
        waiting = m.session.run_async(forever)
        m.session.close()
        self.assertIsInstance(waiting.exception(60), runnel.Cancelled)

    def test_partial_runs(self):
        m = self.m
        with m.graph:
            late = m.graph.placeholder("float32", [])
            total = m.y + late
        partial = m.session.partial_run([m.y, total], [m.x, late])
        self.assertEqual(partial.step(m.y, {m.x: [[1, 2]]}).item(), 5)
        self.assertEqual(partial.step(total, {late: 1}).item(), 6)

    def test_optimizers_take_the_steps_of_their_formulas(self):
        rate, x0, target = 0.1, np.array([3.0, -2.0]), np.array([1.0, 1.0])
        for name, optimizer in (("sgd", runnel.SGD(rate)), ("momentum", runnel.Momentum(rate, 0.9)),
                                ("nesterov", runnel.Momentum(rate, 0.9, nesterov=True)), ("adam", runnel.Adam(rate))):
            with runnel.Graph() as graph:
                v = graph.variable(x0, name="v")
                step = optimizer.minimize(ops.sum(ops.square(v - target), [0]))
            with runnel.Session(graph) as session:
                session.initialize()
                want, slots = x0.copy(), [np.zeros(2), np.zeros(2)]
                for t in range(1, 6):
                    session.run(step)
                    gradient = 2 * (want - target)
                    if name == "sgd":
                        want -= rate * gradient
                    elif name == "adam":
                        slots[0] = 0.9 * slots[0] + 0.1 * gradient
                        slots[1] = 0.999 * slots[1] + 0.001 * gradient**2
                        want -= rate * np.sqrt(1 - 0.999**t) / (1 - 0.9**t) * slots[0] / (np.sqrt(slots[1]) + 1e-8)
                    else:
                        slots[0] = 0.9 * slots[0] + gradient
                        want -= rate * (gradient + 0.9 * slots[0] if name == "nesterov" else slots[0])
                    np.testing.assert_allclose(session.run(v).numpy(), want, rtol=1e-9, err_msg=name)

    def test_a_scaled_loss_skips_what_is_not_finite(self):
        v0 = np.array([1.0, 2.0], np.float32)

        def train(optimizer, factors):
            with runnel.Graph() as graph:
                v, k = graph.variable(v0, name="v"), graph.placeholder("float32", [])
                half = ops.cast(v, DstT="half") * np.float16(0.5)
                step = optimizer.minimize(ops.sum(ops.cast(half, DstT="float32"), [0]) * k)
            with runnel.Session(graph) as session:
                session.initialize()
                seen = []
                for factor in factors:
                    session.run(step, {k: factor})
                    seen.append(session.run(v).tolist())
                    if isinstance(optimizer, runnel.LossScale):
                        seen[-1] += [session.run(optimizer.scale).item(), session.run(optimizer.good_steps).item()]
                return seen

        # 4 times the scale is more than half has.
        scaled = train(runnel.LossScale(runnel.SGD(1.0), growth_steps=2), [1, 4, 1, 1, 1])
        self.assertEqual(scaled, [[0.5, 1.5, 32768, 1], [0.5, 1.5, 16384, 0], [0.0, 1.0, 16384, 1],
                                  [-0.5, 0.5, 32768, 0], [-1.0, 0.0, 32768, 1]])
        self.assertEqual(train(runnel.LossScale(runnel.SGD(1.0), initial=1), [np.inf])[0], [1.0, 2.0, 1, 0])
        for make in (lambda: runnel.Momentum(0.1), lambda: runnel.Adam(0.1)):
            with_scale = train(runnel.LossScale(make()), [1, np.nan, 1, np.inf, 1, 1])
            self.assertEqual([seen[:2] for seen in with_scale][-1], train(make(), [1, 1, 1, 1])[-1])
        for bad in ({"initial": 0}, {"initial": np.inf}, {"growth_steps": 0}, {"factor": 1}, {"factor": np.nan}):
            with self.assertRaisesRegex(ValueError, "a loss scale from 1"):
                runnel.LossScale(runnel.SGD(1), **bad)
        with self.assertRaisesRegex(ValueError, "without a scaled loss"):
            runnel.LossScale(runnel.SGD(1)).apply([])

    def test_a_rate_may_be_fed(self):
        with runnel.Graph() as graph:
            v, rate = graph.variable(1.0), graph.placeholder("float32", [])
            step = runnel.SGD(rate).minimize(v * 1)
        with runnel.Session(graph) as session:
            session.initialize()
            session.run(step, {rate: 0.25})
            self.assertEqual(session.run(v).item(), 0.75)

    def test_variables_are_assigned_and_added_to(self):
        m = self.m
        m.session.run(m.w.assign_add([[1.0], [1.0]]))
        m.session.run(m.w.assign_sub(m.w * 0.5))
        self.assertEqual(m.session.run(m.w).tolist(), [[1.0], [1.5]])
        self.assertIs(m.session.run(m.w.is_initialized()).item(), True)
        self.assertEqual((m.w.name, m.w.shape, m.w.dtype), ("w", (2, 1), runnel.float32))


class Threads(unittest.TestCase):
    def test_sixteen_threads_on_one_session_lose_nothing(self):
        m = Model()
        with m.graph:
            count = m.graph.variable(0, "int64", name="count")
            add = count.assign_add(1)
        m.session.run(count.initializer)
        call, wrong, barrier = m.session.callable(m.y, [m.x], [add]), [], threading.Barrier(16)

        def work(number):
            barrier.wait()
            for i in range(100):
                if i % 4 == 3:
                    got = m.session.run_async(m.y, {m.x: [[number, i]]}).result(60)
                    m.session.run(add)
                elif i % 4 == 2:
                    got = m.session.run([m.y, add], {m.x: [[number, i]]})[0]
                else:
                    got = call([[number, i]])
                if got.item() != number + 2 * i:
                    wrong.append((number, i, got))
        threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual((wrong, m.session.run(count).item()), ([], 1600))

    def test_a_run_lets_other_threads_go_on(self):
        m = Model()
        forever, cancellation = endless(m.graph), runnel.Cancellation()
        ended = []

        def work():
            try:
                m.session.run(forever, options=runnel.RunOptions(cancellation=cancellation))
            except runnel.Cancelled:
                ended.append(True)
        thread = threading.Thread(target=work)
        thread.start()
        self.assertEqual(sum(range(1000)), 499500)  # here Python runs on
        cancellation.cancel()
        thread.join()
        self.assertEqual(ended, [True])

    def test_building_on_many_threads(self):
        graph = runnel.Graph()
        x = graph.constant(1.0)

        def work(number):
            with graph, graph.name_scope("t%d" % number):
                for _ in range(50):
                    ops.neg(x)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(work, range(8)))
        names = [n.name for n in graph.nodes]
        self.assertEqual([sum(n.startswith("t%d/" % i) for n in names) for i in range(8)], [50] * 8)


class Leaks(unittest.TestCase):
    """Counts that must return to where they were: Runnel's memory, what it holds of ours, Python's references."""

    def round(self):
        m = Model()
        feed = np.ones((4, 2), "float32")
        m.session.run(m.y, {m.x: feed})
        call = m.session.callable([m.y, m.w], [m.x])
        held = runnel.Tensor.wrap(feed)
        call(held)
        m.session.run_async(m.y, {m.x: held}).result(60).numpy()
        for refused in (lambda: m.session.run(m.y), lambda: ops.mat_mul(m.x, m.x), lambda: call([[1, 2, 3]])):
            try:
                refused()
            except runnel.Error:
                pass
        runnel.Tensor.from_dlpack(np.from_dlpack(m.session.run(m.w)).copy())
        m.session.close()
        for thread in threading.enumerate():
            if thread.name == "runnel-futures":  # it holds the last future until it ends
                thread.join()

    def test_rounds_leave_nothing_behind(self):
        self.round()
        gc.collect()
        runtime, before = runnel.default_runtime(), None
        for _ in range(5):
            self.round()
            gc.collect()
            now = (runtime.memory_in_use, runnel.lent_count(), sys.getrefcount(runtime), sys.getrefcount(runnel.Tensor),
                   sum(isinstance(o, (runnel.Tensor, runnel.Graph, runnel.Session)) for o in gc.get_objects()))
            self.assertEqual(now, before or now)
            before = now


INTERRUPTED = """
import os, signal, sys, threading
sys.path.insert(0, %r)
import test_session, runnel
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts this may ignore it, as a shell does in the background
m = test_session.Model()
forever = test_session.endless(m.graph)
call = m.session.callable(forever)
for run in (lambda: m.session.run(forever), call, lambda: m.session.run(forever, options=runnel.RunOptions(trace=True))):
    # The signal may come before the run, within it or at its end: it must end the run whenever it comes.
    killer = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT))
    try:
        killer.start()
        run()
        sys.exit("the run ended by itself")
    except KeyboardInterrupt:
        pass
    killer.join()
    assert m.session.run(m.y, {m.x: [[1, 2]]}).item() == 5
print("interrupted")
"""


# Another thread takes the signal before there is the pipe, and the main thread keeps the interpreter's lock all the while.
TAKEN_BY_ANOTHER = """
import ctypes, os, select, signal, sys, threading
sys.path.insert(0, %r)
import test_session, runnel
signal.signal(signal.SIGINT, signal.default_int_handler)
m = test_session.Model()
forever = test_session.endless(m.graph)
sys.setswitchinterval(1000)
sleeper = threading.Thread(target=threading.Event().wait, daemon=True)
sleeper.start()
noted, note = os.pipe()
os.set_blocking(note, False)
holding_the_lock, set_wakeup_fd = ctypes.PyDLL(None), signal.set_wakeup_fd
class Poll(ctypes.Structure):
    _fields_ = [("fd", ctypes.c_int), ("events", ctypes.c_short), ("revents", ctypes.c_short)]
def late(fd, **options):
    signal.set_wakeup_fd = set_wakeup_fd
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    set_wakeup_fd(note)
    holding_the_lock.pthread_kill(ctypes.c_ulong(sleeper.ident), int(signal.SIGINT))
    assert holding_the_lock.poll(ctypes.byref(Poll(noted, select.POLLIN, 0)), 1, -1) == 1
    set_wakeup_fd(-1)
    return set_wakeup_fd(fd, **options)
signal.set_wakeup_fd = late
try:
    m.session.run(forever)
except KeyboardInterrupt:
    print("interrupted")
assert m.session.run(m.y, {m.x: [[1, 2]]}).item() == 5 and set_wakeup_fd(-1) == -1
"""


FORKED = """
import os, sys
import runnel
before = runnel.Tensor(1.0)
graph = runnel.Graph()
child = os.fork()
if child == 0:
    try:
        graph.constant(2.0)
        os._exit(1)
    except runnel.FailedPrecondition:
        pass
    with runnel.Graph() as own:
        y = own.constant(2.0) * 3
    with runnel.Session(own) as session:
        os._exit(0 if session.run(y).item() == 6 else 2)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
with graph:
    y = graph.constant(2.0) * before
with runnel.Session(graph) as session:
    print(status, session.run(y).item())
"""


class Fork(unittest.TestCase):
    def test_a_child_has_a_runtime_of_its_own_and_the_parent_goes_on(self):
        done = subprocess.run([sys.executable, "-B", "-c", FORKED], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.stdout.strip(), "0 2.0", done.stderr)


class Interrupt(unittest.TestCase):
    def test_ctrl_c_ends_the_run_and_the_session_goes_on(self):
        for program in (INTERRUPTED, TAKEN_BY_ANOTHER):
            program %= os.path.dirname(os.path.abspath(__file__))
            done = subprocess.run([sys.executable, "-B", "-c", program], capture_output=True, text=True, timeout=120)
            self.assertEqual((done.stdout.strip(), done.returncode), ("interrupted", 0), done.stderr)

    def test_the_wakeup_descriptor_of_others_is_kept(self):
        read, write = os.pipe()
        os.set_blocking(write, False)
        previous = signal.set_wakeup_fd(write)
        handler = signal.signal(signal.SIGUSR1, lambda *_: None)
        try:
            Model()
            self.assertEqual(signal.set_wakeup_fd(write), write)
            os.kill(os.getpid(), signal.SIGUSR1)
            self.assertEqual(os.read(read, 1), bytes([signal.SIGUSR1]))
        finally:
            signal.signal(signal.SIGUSR1, handler)
            signal.set_wakeup_fd(previous)
            os.close(read)
            os.close(write)


class Looking(unittest.TestCase):
    def test_plans_tell_what_a_run_would_do(self):
        graph = runnel.Graph()
        x = graph.placeholder("float32", [None, 3], name="x")
        product = ops.mat_mul(x, x, transpose_b=True, name="product")
        y = ops.softmax(product)
        with runnel.Session(graph) as session:
            plan = session.plan(y, {x: [2, 3]})
            self.assertGreaterEqual(plan.launches, 1)
            self.assertEqual([r.ops[0] for r in plan.regions], ["product"])
            node, = (n for n in plan.nodes if n.name == "product")
            self.assertEqual((node.op, node.region, node.outputs), ("MatMul", 0, [(runnel.float32, (2, 2))]))
            self.assertTrue(node.device and node.reason and plan.passes)
            self.assertEqual(session.plan(y, {x: None}).nodes[0].outputs[0][0], runnel.float32)
            with self.assertRaisesRegex(runnel.InvalidArgument, "x"):
                session.plan(y, {x: [2, 4]})
            with self.assertRaises(runnel.InvalidArgument):
                session.plan()

    def test_a_saved_plan_runs_as_its_graph(self):
        graph = runnel.Graph()
        x = graph.placeholder("float32", [None, 3], name="x")
        y = ops.softmax(ops.mat_mul(x, graph.constant([[1.0, 2.0], [3.0, 4.0], [0.5, 0.25]])), name="y")
        fed = [[1.0, 2.0, 3.0], [0.1, 0.2, 0.3]]
        with tempfile.TemporaryDirectory() as folder, runnel.Session(graph) as session:
            path = os.path.join(folder, "plan")
            session.save_plan(path, {"scores": y}, {"image": x}, {"image": [2, 3]})
            served = runnel.SavedModel(path).serve()
            self.assertEqual((list(served.signature.inputs), list(served.signature.outputs)), (["image"], ["scores"]))
            got = served.session.run(served.signature.outputs["scores"].name, {served.signature.inputs["image"].name: fed})
            self.assertEqual(got.tolist(), session.run(y, {x: fed}).tolist())
            with self.assertRaisesRegex(runnel.InvalidArgument, "x"):
                session.save_plan(path, {"scores": y}, {"image": x}, {"image": [2, 4]})

    def test_callables_run_without_waiting(self):
        graph = runnel.Graph()
        x = graph.placeholder("float32", [None])
        with runnel.Session(graph) as session:
            call = session.callable({"twice": x + x}, [x])
            futures = [call.run_async([i, 1.0]) for i in range(50)]
            self.assertEqual([f.result(60)["twice"].tolist() for f in futures], [[2.0 * i, 2.0] for i in range(50)])
            with self.assertRaises(TypeError):
                call.run_async()
            with self.assertRaises(runnel.InvalidArgument):
                call.run_async([[1.0]]).result(60)

    def test_log_functions_go_with_the_last_of_their_runtime(self):
        before, lines = runtime_module.sink_count(), []
        runtime = runnel.Runtime(threads=1, log=lambda severity, message: lines.append((severity, message)))
        runtime.log(runnel.Severity.ERROR, "a line")
        tensor = runnel.Tensor(1.0, runtime=runtime)
        self.assertEqual((lines, runtime_module.sink_count()), ([(runnel.Severity.ERROR, "a line")], before + 1))
        del runtime, tensor
        self.assertEqual(runtime_module.sink_count(), before)
        with self.assertRaises(runnel.InvalidArgument):
            runnel.Runtime(threads=-1, log=print)
        self.assertEqual(runtime_module.sink_count(), before)

    def test_schemas_tell_attrs(self):
        attrs = runnel.default_runtime().op("MatMul").attrs
        self.assertEqual(runnel.default_runtime().op_family("MatMul"), "")
        self.assertEqual((attrs["transpose_a"].type, attrs["transpose_a"].default), ("bool", "false"))
        self.assertIn("float", attrs["T"].allowed)

    def test_a_program_that_ends_with_everything_alive_ends_quietly(self):
        program = """
import runnel
runtime = runnel.Runtime(threads=2, log=lambda severity, message: None)
graph = runnel.Graph(runtime)
x = graph.placeholder("float32", [])
session = runnel.Session(graph)
call = session.callable(x + 1.0, [x])
tensor = call(2.0)
wrapped = runnel.Tensor.wrap(memoryview(bytearray(8)).cast("f"), runtime=runtime)
future = call.run_async(3.0)
print(tensor.item(), future.result().item())
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual((done.stdout.strip(), done.stderr, done.returncode), ("3.0 4.0", "", 0))


if __name__ == "__main__":
    unittest.main()
