# OpenBLAS as a peer (peers_common.py): the one inside of NumPy's wheel, which knows the processor; Debian's may not.
import json

import numpy as np

from peers_common import answer, asked, gflops, median_seconds, product


def measure(name):
    if not product(name):
        return None
    m, k, n = product(name)
    x, w, out = np.ones((m, k), np.float32), np.ones((k, n), np.float32), np.empty((m, n), np.float32)
    return gflops(name, median_seconds(lambda: np.dot(x, w, out=out)))


_, names = asked()  # the number of threads is in the environment
library = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
if "openblas" not in library["name"]:
    raise SystemExit("NumPy is linked with " + json.dumps(library["name"]))
answer(library["version"], [(name, measure(name)) for name in names])
