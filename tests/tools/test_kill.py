"""kill -9 in the middle of a run, with a cache of pipelines on disk: the next run has its answers, and its cache."""
import glob
import os
import signal
import subprocess
import sys
import unittest

from program import PROGRAM, ProgramTest, node, npy, placeholder, read_npy

FLOAT = "type: DT_FLOAT"
# Several kernels, each a pipeline to be made.
GRAPH = (placeholder("x", [2, 2]) + node("a", "MatMul", ["x", "x"], T=FLOAT) + node("b", "Neg", ["a"], T=FLOAT) +
         node("c", "Softmax", ["b"], T=FLOAT) + node("y", "Mul", ["c", "b"], T=FLOAT))


class Kill(ProgramTest):
    def setUp(self):
        super().setUp()
        self.cache = self.path("cache")
        self.run_of = ("run", self.put("graph.pbtxt", GRAPH), "--feed", "x=" + self.put("x.npy", npy("<f4", [2, 2], [1, 2, 3, 4])),
                       "--fetch", "y", "--out", self.path("out"), "--passes", "off", "--device", "vulkan:0",
                       "--config", "vulkan.software=1", "--config", "vulkan.cache_dir=" + self.cache)

    def expect_answer(self):
        got = self.answer(*self.run_of)
        self.assertEqual(got["fallbacks"], [])
        shape, values = read_npy(self.path("out/y.npy"))
        self.assertEqual(shape, (2, 2))
        for value, expected in zip(values, (-6.66802, -0.47426, -14.98633, -0.02004)):  # x x = [7 10; 15 22], by hand
            self.assertAlmostEqual(value, expected, delta=1e-3)

    def test_nothing_is_lost(self):
        killed = 0
        for when in range(4):
            for file in glob.glob(self.cache + "/*"):
                os.unlink(file)
            run = subprocess.Popen([PROGRAM, *self.run_of], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # At the first sign that something is written, and before there is any.
            while run.poll() is None and when > 0 and not os.path.isdir(self.cache):
                pass
            while run.poll() is None and when > 1 and not os.listdir(self.cache):
                pass
            run.send_signal(signal.SIGKILL)
            killed += run.wait() == -signal.SIGKILL
            self.expect_answer()
            self.assertEqual(len(glob.glob(self.cache + "/*.pipelines")), 1)
        self.assertGreater(killed, 0)

    def test_what_a_killed_writer_left_is_no_hindrance(self):
        # The name that a process writes to before it renames has its number: that of the one which comes next.
        self.expect_answer()
        kept, = glob.glob(self.cache + "/*.pipelines")
        os.unlink(kept)
        script = ("import os, sys; open('%s.%%d' %% os.getpid(), 'w').write('half'); "
                  "os.execv(sys.argv[1], sys.argv[1:])" % kept)
        done = subprocess.run([sys.executable, "-c", script, PROGRAM, *self.run_of, "--json"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(os.listdir(self.cache), [os.path.basename(kept)])
        self.expect_answer()


if __name__ == "__main__":
    listed = subprocess.run([PROGRAM, "devices", "--plugin", "vulkan", "--config", "vulkan.software=1", "--json"],
                            capture_output=True, text=True)
    if "VULKAN" not in listed.stdout:
        print("SKIP: no vulkan device: %s" % (listed.stderr.strip() or "none is listed"))
        sys.exit(77)
    unittest.main()
