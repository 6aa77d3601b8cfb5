"""Checkpoints that canned estimators write here, tf.estimator 2.15 evaluates and warm-starts from, with the same figures."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    print("SKIP: numpy is not installed")
    sys.exit(77)

from runnel import Dataset
from runnel.learn import Estimator, EstimatorInput, RunConfig

TENSORFLOW = os.environ.get("RUNNEL_ESTIMATOR_PYTHON")
LEARN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../learn")
CASES = ["dnn_columns", "dnn_normalized", "linear_classes", "linear_crosses", "wide_and_deep"]

# Writes the samples of make_estimators.py.
SAMPLES = r"""
import sys
sys.path.insert(0, sys.argv[1])
import make_estimators, numpy
numpy.savez(sys.argv[2], **make_estimators.features(), **{"label:" + kind: make_estimators.label(kind) for kind in sys.argv[3:]})
"""

# What evaluate tells of a checkpoint by name, and after a step of which no weight moves, begun from that.
TOLD = r"""
import json, os, sys, tempfile
sys.path.insert(0, sys.argv[1])
import make_estimators as made, tensorflow as tf
told = {}
for name, spec, kind in made.CASES:
    prefix = json.loads(sys.argv[2]).get(name)
    if prefix is None:
        continue
    seen = made.estimator(spec, tempfile.mkdtemp(), None).evaluate(lambda: made.data(kind, 1), checkpoint_path=prefix)
    folder = tempfile.mkdtemp()
    warm = made.estimator(spec, folder, tf.estimator.WarmStartSettings(prefix, vars_to_warm_start=["(dnn|linear)/.*"]))
    warm.train(lambda: made.data(kind, 1), steps=1)
    again = warm.evaluate(lambda: made.data(kind, 1), checkpoint_path=folder + "/model.ckpt-0")
    told[name] = [{key: float(value) for key, value in one.items()} for one in (seen, again)]
print(json.dumps(told))
"""


def ask(program, *arguments):
    ran = subprocess.run([TENSORFLOW, "-c", program, *arguments], capture_output=True, text=True, check=False,
                         env=dict(os.environ, PYTHONPATH="", TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1"))
    if ran.returncode != 0:
        raise AssertionError(ran.stderr[-3000:])
    return ran.stdout.splitlines()[-1] if ran.stdout else ""


class Files(unittest.TestCase):
    @unittest.skipUnless(TENSORFLOW, "tf: RUNNEL_ESTIMATOR_PYTHON is not set")
    def test_tensorflow_takes_checkpoints_of_canned_estimators(self):
        with open(os.path.join(LEARN, "estimators.txt"), encoding="utf-8") as file:
            lines = {cells[0]: cells for cells in (line.split("\t") for line in file) if cells[0] in CASES}
        self.assertEqual(sorted(lines), CASES)
        with tempfile.TemporaryDirectory() as folder:
            samples = os.path.join(folder, "samples.npz")
            ask(SAMPLES, LEARN, samples, *sorted({cells[2] for cells in lines.values()}))
            data = dict(np.load(samples))
            features = [name for name in data if ":" not in name]
            expected, prefixes = {}, {}
            for name, cells in lines.items():
                columns = [data[one] for one in [*features, "label:" + cells[2]]]
                batches = Dataset.from_slices(*(c.astype(object) if c.dtype.kind == "U" else c for c in columns)).batch(8)
                estimator = Estimator(cells[1], RunConfig(os.path.join(folder, name)))
                estimator.train(EstimatorInput(batches.repeat(-1), features), steps=50)
                prefixes[name] = os.path.join(folder, name, "model.ckpt-50")
                expected[name] = estimator.evaluate(EstimatorInput(batches, features))
            for name, told in json.loads(ask(TOLD, LEARN, json.dumps(prefixes))).items():
                for one in told:
                    with self.subTest(estimator=name):
                        self.assertLess(abs(one["loss"] - expected[name]["loss"]), 1e-5 * expected[name]["loss"])
                        prefixes.pop(name, None)
            self.assertFalse(prefixes)


if __name__ == "__main__":
    unittest.main()
