"""Types are whole: mypy --strict and pyright take the package and a program that uses it, and see a mistake."""
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "../../../bindings/python")
MISTAKES = """import runnel
shape: int = runnel.Tensor([1]).shape
runnel.Session(runnel.Graph()).run([]).nothing_is_known_of_it
runnel.ops.mat_mul(1)
"""


def answer(command, **env):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ, **env))
    return done.returncode, done.stdout


class Types(unittest.TestCase):
    def check(self, checker):
        """checker(paths) gives a command."""
        status, said = answer(checker([os.path.join(PACKAGE, "runnel")]), MYPYPATH=PACKAGE)
        self.assertEqual(status, 0, said)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(PACKAGE, "runnel"), os.path.join(folder, "runnel"))
            program = shutil.copy(os.path.join(HERE, "typed_program.py"), folder)
            status, said = answer(checker([program]), MYPYPATH=folder)
            self.assertEqual(status, 0, said)
            wrong = os.path.join(folder, "wrong.py")
            with open(wrong, "w") as file:
                file.write(MISTAKES)
            status, said = answer(checker([wrong]), MYPYPATH=folder)
            self.assertNotEqual(status, 0)
            for line in (2, 4):
                self.assertIn("wrong.py:%d:" % line, said)

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_mypy_takes_them(self):
        with tempfile.TemporaryDirectory() as cache:
            self.check(lambda paths: [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, *paths])

    @unittest.skipUnless(importlib.util.find_spec("pyright"), "pyright is not installed")
    def test_pyright_takes_them(self):
        self.check(lambda paths: [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, *paths])

    def test_the_program_runs(self):
        status, said = answer([sys.executable, "-B", os.path.join(HERE, "typed_program.py")])
        self.assertEqual(status, 0, said)
        self.assertRegex(said, r"\['CPU'.*'a', 'b'\]")  # other devices may stand between

    def test_what_is_public_is_listed(self):
        import runnel
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(runnel.__file__), "py.typed")))
        for name in runnel.__all__:
            self.assertTrue(hasattr(runnel, name), name)
        listed = set(runnel.__all__) | {"bool"}  # which a star import would take from Python
        public = {n for n, v in vars(runnel).items() if not n.startswith("_") and type(v).__name__ != "module"} | {"ops"}
        self.assertEqual(public - listed, set())
        names = {}
        exec("from runnel import *", names)
        self.assertNotIn("bool", names)
        self.assertIs(names["Session"], runnel.Session)


if __name__ == "__main__":
    unittest.main()
