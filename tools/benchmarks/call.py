"""Prints the nanoseconds that one prepared call over a tiny graph takes in Python, reading it too, as JSON: the median over rounds."""
import json
import statistics
import time

import runnel

ROUNDS, CALLS = 301, 100

runtime = runnel.Runtime(threads=1)
graph = runnel.Graph(runtime)
x = graph.placeholder("float32", [])
call = runnel.Session(graph).callable(x + 1, [x])
two = runnel.Tensor(2.0, runtime=runtime)
assert float(call(two)) == 3
rounds = []
for _ in range(ROUNDS):
    start = time.perf_counter_ns()
    for _ in range(CALLS):
        call(two).item()
    rounds.append((time.perf_counter_ns() - start) / CALLS)
print(json.dumps({"python": statistics.median(rounds)}))
