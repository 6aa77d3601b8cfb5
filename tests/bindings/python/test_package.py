"""The wheel: built from the tree without a network, installed, imported from there; and the typed surface is whole."""
import inspect
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import runnel
from runnel import ops

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../bindings/python")


class Package(unittest.TestCase):
    def test_a_wheel_builds_offline_and_runs_where_it_is_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = os.path.join(folder, "tree")  # setuptools builds beside its sources
            shutil.copytree(SOURCE, tree, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
            done = subprocess.run([*pip, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "-w", folder, tree],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            wheel, = (os.path.join(folder, n) for n in os.listdir(folder) if n.endswith(".whl"))
            with zipfile.ZipFile(wheel) as file:
                self.assertIn("runnel/py.typed", file.namelist())
                self.assertIn("runnel/_abi.py", file.namelist())
            site = os.path.join(folder, "site")
            subprocess.run([*pip, "install", "--no-index", "--no-deps", "--target", site, wheel], check=True, capture_output=True)
            program = "import runnel; print(runnel.__file__); print(runnel.Tensor([1, 2]).tolist())"
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, check=True,
                                  env=dict(os.environ, PYTHONPATH=site, RUNNEL_LIBRARY=os.environ["RUNNEL_LIBRARY"]))
            self.assertEqual(done.stdout.split("\n")[:2], [os.path.join(site, "runnel/__init__.py"), "[1, 2]"])

    def test_a_library_that_is_not_there_is_named(self):
        done = subprocess.run([sys.executable, "-c", "import runnel"], capture_output=True, text=True,
                              env=dict(os.environ, RUNNEL_LIBRARY="/nowhere/librunnel.so.0"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("/nowhere/librunnel.so.0: not there", done.stderr)

    def test_every_op_has_a_builder_with_hints_and_a_doc(self):
        functions = {n: f for n, f in vars(ops).items() if inspect.isfunction(f) and f.__module__ == "runnel.ops"}
        public = [n for n in runnel.default_runtime().ops if not n.startswith("_")]
        self.assertEqual(len(functions), len(public))
        for name, function in functions.items():
            self.assertTrue(function.__doc__, name)
            hints = set(function.__annotations__)
            self.assertEqual(hints, set(inspect.signature(function).parameters) | {"return"}, name)

    def test_numpy_is_optional(self):
        program = ("import sys; sys.modules['numpy'] = None; import runnel; t = runnel.Tensor([[1.5, 2], [3, 4]]);"
                   "print(t.tolist(), t.memory().tolist(), runnel.Tensor(2, 'int64'), 'numpy' in [m for m, v in sys.modules.items() if v])")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), "[[1.5, 2.0], [3.0, 4.0]] [[1.5, 2.0], [3.0, 4.0]] Tensor(int64[] = [2]) False", done.stderr)


if __name__ == "__main__":
    unittest.main()
