"""tools/fuzz: totals go on from run to run, and names that are no fuzzer are refused."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "tools"))
from harness import fuzzing  # noqa: E402


class Fuzzing(unittest.TestCase):
    def test_totals_are_added_up(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out/totals.json")
            self.assertEqual(fuzzing.totals(path), {})
            fuzzing.add_to_totals("onnx", fuzzing.Done(1000, "", ""), 2.0, path)
            fuzzing.add_to_totals("tflite", fuzzing.Done(7, "", ""), 1.0, path)
            self.assertEqual(fuzzing.add_to_totals("onnx", fuzzing.Done(500, "ERROR: hang", ""), 1.5, path),
                             {"runs": 1500, "seconds": 3.5, "faults": ["ERROR: hang"]})
            self.assertEqual(fuzzing.totals(path)["tflite"], {"runs": 7, "seconds": 1.0, "faults": []})

    def test_what_is_no_fuzzer_is_named(self):
        done = subprocess.run([os.path.join(ROOT, "tools/fuzz"), "nobody"], capture_output=True, text=True, check=False)
        self.assertNotEqual(done.returncode, 0)
        for part in ("nobody", "onnx", "export"):
            self.assertIn(part, done.stderr)


if __name__ == "__main__":
    unittest.main()
