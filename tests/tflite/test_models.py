"""tools/tflite_models over small models: the fuzzer's seeds."""
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
SEEDS = os.path.join(ROOT, "tests/fuzz/seeds/tflite")


@unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")
class TfliteModels(unittest.TestCase):
    def test_reports_on_every_model_of_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            for seed in ("add", "conv_int8", "while"):
                shutil.copy(os.path.join(SEEDS, seed), os.path.join(folder, seed + ".tflite"))
            with open(os.path.join(folder, "broken.tflite"), "wb") as file:
                with open(os.path.join(SEEDS, "add"), "rb") as seed:
                    file.write(seed.read()[:100])
            done = subprocess.run([sys.executable, os.path.join(ROOT, "tools/tflite_models"), "--models", folder, "--json"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        reports = {r["model"]: r for r in map(json.loads, done.stdout.splitlines())}
        self.assertEqual(sorted(reports), ["add.tflite", "broken.tflite", "conv_int8.tflite", "while.tflite"], done.stderr)
        for name in ("add", "conv_int8", "while"):
            error = reports[name + ".tflite"]["error"]
            self.assertTrue(error is None or error.startswith("LiteRT"), error)  # which wants seeds aligned
            self.assertEqual(reports[name + ".tflite"]["refused"], [])
        self.assertIn("damaged", reports["broken.tflite"]["error"])
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
