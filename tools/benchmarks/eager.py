"""Prints the nanoseconds that an eager Add of four numbers takes in Python, and in PyTorch where it is, in turns, as JSON: medians."""
import json
import statistics
import time

import runnel

try:
    import torch
except ImportError:
    torch = None

ROUNDS, CALLS = 301, 100


def timed(a, b):
    start = time.perf_counter_ns()
    for _ in range(CALLS):
        a + b
    return (time.perf_counter_ns() - start) / CALLS


eager = runnel.Eager(runnel.Runtime(threads=1))
ours = [runnel.EagerTensor([1.0, 2.0, 3.0, 4.0], eager=eager) for _ in range(2)]
assert (ours[0] + ours[1]).tolist() == [2, 4, 6, 8]
pairs = {"python": ours}
if torch is not None:
    torch.set_num_threads(1)
    pairs["torch"] = [torch.tensor([1.0, 2.0, 3.0, 4.0]) for _ in range(2)]
rounds = {name: [] for name in pairs}
for _ in range(ROUNDS):
    for name, pair in pairs.items():
        rounds[name].append(timed(*pair))
print(json.dumps({name: statistics.median(values) for name, values in rounds.items()}))
