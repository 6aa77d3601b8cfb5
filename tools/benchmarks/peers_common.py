# What the programs of the peers share: what is asked, and the answer. Each runs in the Python of the peers' virtual
# environment with the number of threads as its argument, reads the names of the lines as a JSON list, and prints one JSON
# object {"version": ..., "values": {name: value}}, in GFLOP/s for products and convolutions, in microseconds for steps.
import contextlib
import json
import re
import statistics
import sys
import time

BATCH = 4  # images of a convolution


def asked():
    """The number of threads, and the names of the lines."""
    return int(sys.argv[1]), json.load(sys.stdin)


def answer(version, values):
    print(json.dumps({"version": version, "values": {name: value for name, value in values if value is not None}}))


def median_seconds(call, seconds=0.15, least=3):
    for _ in range(2):
        call()
    times, begin = [], time.perf_counter()
    while len(times) < least or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def product(name):
    """(m, k, n) of a product, or None."""
    found = re.fullmatch(r"f32_(\d+)x(\d+)x(\d+)", name)
    return found and tuple(map(int, found.groups()))


def convolution(name):
    """(op, size, channels) of a 3x3 convolution, or None."""
    found = re.fullmatch(r"(Conv2D\w*)_3x3_(\d+)x\2x(\d+)", name)
    return found and (found[1], int(found[2]), int(found[3]))


def gflops(name, seconds):
    if product(name):
        m, k, n = product(name)
        return 2e-9 * m * k * n / seconds
    _, size, channels = convolution(name)
    return 2e-9 * 9 * BATCH * size * size * channels * channels / seconds


def measure(name, work, models, step, context=contextlib.nullcontext):
    """One line's value, or None: work(name) is a call that does a product or a convolution once, in context();
    models() yields a name and what step() makes a call of."""
    if product(name) or convolution(name):
        with context():
            return gflops(name, median_seconds(work(name)))
    for known, *parts in models():
        if known == name:
            return median_seconds(step(*parts), 1.5) * 1e6
    return None
