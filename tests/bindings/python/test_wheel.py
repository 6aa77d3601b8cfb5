"""The wheel that tools/pack_wheel makes of this build: installed into a fresh environment, it runs from anywhere with what is inside."""
import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
LIBRARY = os.path.realpath(os.environ.get("RUNNEL_LIBRARY", os.path.join(ROOT, "build/release/lib")))
BUILD = os.path.dirname(LIBRARY if os.path.isdir(LIBRARY) else os.path.dirname(LIBRARY))
PROGRAM = """
import os, runnel
from runnel import ops
with runnel.Graph() as graph:
    x = graph.placeholder("float32", [])
    slope, = graph.gradients([ops.square(x)], [x])
    words = ops.string_upper(["ab"])
with runnel.Session(graph) as session:
    print(session.run(slope, {x: 3.0}).item(), session.run(words).tolist(), float(runnel.eager_tensor(2.0) * 3))
maps = open("/proc/self/maps").read()
print(sorted({os.path.dirname(l.split()[-1]) for l in maps.splitlines() if "librunnel" in l}))
try:
    import numpy
except ImportError:
    numpy = None
if numpy:
    import runnel.compat.v1 as tf
    print(tf.Session().run(tf.constant(1) + 2))
"""


def pack(*arguments):
    return subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tools/pack_wheel"), *arguments], capture_output=True, text=True)


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        done = pack("--build", BUILD, "--out", cls.folder.name, "--json")
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        cls.made = json.loads(done.stdout)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_it_is_whole_and_tagged(self):
        name = os.path.basename(self.made["wheel"])
        self.assertRegex(name, r"^runnel-[0-9.]+-py3-none-manylinux_2_\d+_\w+\.whl$")
        with zipfile.ZipFile(self.made["wheel"]) as wheel:
            names = set(wheel.namelist())
            record, = (n for n in names if n.endswith("dist-info/RECORD"))
            lines = [line.rsplit(",", 2) for line in wheel.read(record).decode().splitlines()]
            self.assertEqual({n for n, _, _ in lines}, names)
            for path, digest, size in lines:
                if digest:
                    data = wheel.read(path)
                    expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, int(size)), ("sha256=" + expected, len(data)), path)
            about = wheel.read(record.replace("RECORD", "WHEEL")).decode()
            self.assertIn("Tag: " + re.sub(r"^runnel-[0-9.]+-|\.whl$", "", name), about)
            for path in ("runnel/lib/librunnel.so.0", "runnel/lib/librunnel_cpu.so", "runnel/lib/librunnel_gradients.so", "runnel/compat/v1/nn.py",
                         "runnel/py.typed", "runnel/lib/licences/runnel.LICENSE"):
                self.assertIn(path, names)
            self.assertNotIn("runnel/lib/librunnel_virtual.so", names)

    def test_equal_builds_give_equal_wheels(self):
        with tempfile.TemporaryDirectory() as folder:
            again = json.loads(pack("--build", BUILD, "--out", folder, "--json").stdout)["wheel"]
            with open(again, "rb") as a, open(self.made["wheel"], "rb") as b:
                self.assertEqual(hashlib.sha256(a.read()).digest(), hashlib.sha256(b.read()).digest())

    def test_it_runs_where_it_is_installed(self):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("RUNNEL_", "PYTHON", "LD_"))}
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "venv")
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True, env=env)
            interpreter = os.path.join(place, "bin/python")
            pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir", "--python", interpreter]
            done = subprocess.run([*pip, "install", "--no-index", "--no-deps", self.made["wheel"]], capture_output=True, text=True, env=env)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            done = subprocess.run([interpreter, "-c", PROGRAM], capture_output=True, text=True, cwd="/", env=env)
            self.assertEqual(done.returncode, 0, done.stderr)
            lines = done.stdout.splitlines()
            self.assertEqual(lines[0], "6.0 [b'AB'] 6.0")
            self.assertRegex(lines[1], r"^\['%s/lib/python[\d.]+/site-packages/runnel/lib'\]$" % re.escape(os.path.realpath(place)))

    def test_what_is_not_built_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            done = pack("--build", folder, "--out", folder)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("librunnel.so.0 is not there", done.stderr)


if __name__ == "__main__":
    unittest.main()
