"""One small network, trained in every way that a cluster allows, each compared with one process, step by step.

    python3 parallel.py model        its first layer on one worker, the second on another
    python3 parallel.py pipeline     the same, with batches in micro-batches: while the second worker has one, the first has the next
    python3 parallel.py in_graph     a copy of it on each worker, in one graph with one client; variables on the parameter server
    python3 parallel.py between      a graph and a client for each worker; gradients meet in accumulators on the parameter server
    python3 parallel.py              all of them

Tasks are servers of this process, joined by sockets on loopback; on machines of their own, nothing else changes.
"""
import contextlib
import math
import random
import sys
import threading

import runnel
from runnel import ops

STEPS, BATCH, INPUTS, HIDDEN, OUTPUTS, RATE, WORKERS = 20, 16, 6, 12, 3, 0.3, 2
NAMES = ("w1", "b1", "w2", "b2")


def initial():
    """The same weights for everybody."""
    source = random.Random(7)
    draw = lambda rows, columns: [[source.uniform(-0.5, 0.5) for _ in range(columns)] for _ in range(rows)]  # noqa: E731
    return dict(zip(NAMES, (draw(INPUTS, HIDDEN), [0.0] * HIDDEN, draw(HIDDEN, OUTPUTS), [0.0] * OUTPUTS)))


def batches():
    source = random.Random(11)
    for _ in range(STEPS):
        x = [[source.uniform(-1, 1) for _ in range(INPUTS)] for _ in range(BATCH)]
        yield x, [[math.sin(3 * row[k] + row[k + 1]) for k in range(OUTPUTS)] for row in x]


def at(graph, device):
    return graph.device(device) if device else contextlib.nullcontext()


class Network:
    """Variables on `homes` (first and second layer) and losses of x against y, computed on `places`."""

    def __init__(self, graph, homes=("", "")):
        self.graph, self.variables = graph, {}
        for name, value in initial().items():
            with at(graph, homes[name[1] == "2"]):
                self.variables[name] = graph.variable(value, name=name)

    def loss(self, x, y, places=("", "")):
        v = self.variables
        with at(self.graph, places[0]):
            hidden = ops.tanh(ops.bias_add(x @ v["w1"], v["b1"]))
        with at(self.graph, places[1]):
            return ops.mean(ops.square(ops.bias_add(hidden @ v["w2"], v["b2"]) - y), [0, 1])

    def gradients(self, loss):
        return self.graph.gradients(loss, [self.variables[n] for n in NAMES])

    def apply(self, gradients):
        return runnel.SGD(RATE).apply([(g, self.variables[n]) for g, n in zip(gradients, NAMES)])


def feeds(graph):
    return graph.placeholder("float32", [None, INPUTS], name="x"), graph.placeholder("float32", [None, OUTPUTS], name="y")


def mean(outputs):
    return ops.add_n(outputs) / float(len(outputs))


def train(graph, x, y, loss, step, **where):
    with runnel.Session(graph, **where) as session:
        session.initialize()
        run = session.callable([loss], [x, y], [step])
        return [float(run(*batch)[0]) for batch in batches()]


def alone():
    with runnel.Graph() as graph:
        network, (x, y) = Network(graph), feeds(graph)
        loss = network.loss(x, y)
        return train(graph, x, y, loss, network.apply(network.gradients(loss)))


def model(servers):
    """What belongs to a layer, its variables and gradients' updates too, is where the layer is."""
    places = ["/job:worker/task:%d" % i for i in range(2)]
    with runnel.Graph() as graph:
        network, (x, y) = Network(graph, places), feeds(graph)
        loss = network.loss(x, y, places)
        return train(graph, x, y, loss, network.apply(network.gradients(loss)), **client(servers["worker", 0]))


def pipeline(servers, micro_batches=4):
    """Nothing orders the micro-batches but what they need: each worker goes on with whatever has come."""
    places = ["/job:worker/task:%d" % i for i in range(2)]
    with runnel.Graph() as graph:
        network, (x, y) = Network(graph, places), feeds(graph)
        xs, ys = (ops.split(0, value, num_split=micro_batches) for value in (x, y))
        losses = [network.loss(*part, places) for part in zip(xs, ys)]
        gradients = [mean(list(same)) for same in zip(*(network.gradients(loss) for loss in losses))]
        return train(graph, x, y, mean(losses), network.apply(gradients), **client(servers["worker", 0]))


def in_graph(servers):
    with runnel.Graph() as graph:
        network, (x, y) = Network(graph, ("/job:ps/task:0",) * 2), feeds(graph)
        xs, ys = (ops.split(0, value, num_split=WORKERS) for value in (x, y))
        towers = []
        for i, part in enumerate(zip(xs, ys)):
            place = "/job:worker/task:%d" % i
            with graph.device(place):
                loss = network.loss(*part, (place, place))
                towers.append((loss, network.gradients(loss)))
        gradients = [mean(list(same)) for same in zip(*(g for _, g in towers))]
        return train(graph, x, y, mean([loss for loss, _ in towers]), network.apply(gradients),
                     **client(servers["worker", 0]))


def between(servers):
    """Each replica adds its gradients to the accumulators, then the chief takes their mean and updates. Stale ones would be
    dropped; here nobody begins the next step before the update."""
    losses, met, failures = [[] for _ in range(WORKERS)], threading.Barrier(WORKERS, timeout=120), []

    def replicate(i):
        with runnel.Graph() as graph:
            network, (x, y) = Network(graph, ("/job:ps/task:0",) * 2), feeds(graph)
            place = "/job:worker/task:%d" % i
            now = graph.placeholder("int64", [], name="step")
            with graph.device(place):
                loss = network.loss(x, y, (place, place))
                gradients = network.gradients(loss)
            adds, takes = [], []
            with graph.device("/job:ps/task:0"):
                for name, gradient in zip(NAMES, gradients):
                    accumulator = ops.resource_conditional_accumulator(
                        dtype="float32", shape=network.variables[name].shape, shared_name="sum/" + name)
                    adds.append(ops.resource_accumulator_apply_gradient(accumulator, now, gradient))
                    takes.append(ops.resource_accumulator_take_gradient(accumulator, WORKERS, dtype="float32"))
            add, update = graph.group(*adds), network.apply(takes)
        # Each is its own client, of its own server.
        with runnel.Session(graph, **client(servers["worker", i])) as session:
            if i == 0:
                session.initialize()
            met.wait()
            share = BATCH // WORKERS
            for number, (xs, ys) in enumerate(batches()):
                mine = slice(i * share, (i + 1) * share)
                losses[i].append(float(session.run(loss, {x: xs[mine], y: ys[mine], now: number}, targets=[add])))
                met.wait()  # all were computed from the same weights
                if i == 0:
                    session.run(targets=[update])
                met.wait()

    def guarded(i):
        try:
            replicate(i)
        except Exception as error:  # the other must not wait for this one
            failures.append(error)
            met.abort()

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return [sum(step) / WORKERS for step in zip(*losses)]


def client(server):
    return {"target": server.target, "token": server.token}


@contextlib.contextmanager
def cluster():
    """A parameter server and two workers, at any free ports."""
    import socket
    tasks = [("ps", 0), ("worker", 0), ("worker", 1)]
    listeners = {task: socket.create_server(("127.0.0.1", 0)) for task in tasks}
    jobs = {"ps": {}, "worker": {}}
    for (job, i), listener in listeners.items():
        jobs[job][i] = "127.0.0.1:%d" % listener.getsockname()[1]
    with contextlib.ExitStack() as stack:
        servers = {}
        for (job, i), listener in listeners.items():
            servers[job, i] = stack.enter_context(
                runnel.Server(runnel.Cluster(jobs), job, i, token="parallel", listen_fd=listener.detach()))
        yield servers


WAYS = {"model": model, "pipeline": pipeline, "in_graph": in_graph, "between": between}


def main(names):
    reference, wrong = alone(), 0
    print("%-10s loss %.6f to %.6f" % ("alone", reference[0], reference[-1]))
    if not reference[-1] < 0.8 * reference[0]:
        print("it did not learn")
        return 1
    for name in names or WAYS:
        with cluster() as servers:
            losses = WAYS[name](servers)
        # The same sums in another order.
        far = max(abs(a - b) / b for a, b in zip(losses, reference))
        fits = len(losses) == STEPS and far < 1e-4
        wrong += not fits
        print("%-10s loss %.6f to %.6f, off by %.1e at most%s" % (name, losses[0], losses[-1], far, "" if fits else ": WRONG"))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
