"""tools/embed: a library for one model gives what the whole of Runnel gives, is small, and says what it lacks.

Builds a library, which takes minutes: `tools/test --full` runs it. RUNNEL_PROGRAM is the program of a whole build.
"""
import json
import os
import random
import struct
import subprocess
import sys
import unittest

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(TESTS)
sys.path.insert(0, os.path.join(TESTS, "tools"))
from program import PROGRAM, ProgramTest, npy, read_npy  # noqa: E402

OUT = os.path.join(ROOT, "build/embed")
MOST_BYTES = 700_000  # above an empty static program
UNIMPLEMENTED, NOT_FOUND, INVALID_ARGUMENT = 12, 5, 3


def embed(graph, out, source, *arguments):
    command = [os.path.join(ROOT, "tools/embed"), graph, "--feed", "image=?,784", "--out", out, "--runnel", PROGRAM, "--json",
               "--program", os.path.join(ROOT, source), *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


class Embed(ProgramTest):
    @classmethod
    def setUpClass(cls):
        os.makedirs(OUT, exist_ok=True)
        cls.graph = os.path.join(OUT, "lenet.pb")
        subprocess.run([PROGRAM, "train", "--model", "lenet", "--steps", "20", "--freeze", cls.graph], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.built = embed(cls.graph, OUT, "bindings/c/examples/embed.c")
        cls.refusals = embed(cls.graph, OUT, "tests/embed/refusals.c")["program"]

    def test_small(self):
        self.assertIn("_FusedConv2D", self.built["ops"])
        self.assertLess(self.built["program_bytes"] - self.built["empty_program_bytes"], MOST_BYTES)

    def test_needs_no_library(self):
        told = subprocess.run(["readelf", "-d", self.built["program"]], stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertNotIn("NEEDED", told)

    def assertGivesWhatTheWholeGives(self, *program):
        images = [random.Random(7).random() for _ in range(3 * 784)]
        feed = self.put("images.npy", npy("<f4", [3, 784], images))
        self.lines("run", self.graph, "--feed", "image=" + feed, "--fetch", "probabilities", "--out", self.dir)
        _, expected = read_npy(self.path("probabilities.npy"))
        done = subprocess.run([*program, self.graph, "image", "probabilities", "3", "784"],
                              input=struct.pack("<%df" % len(images), *images), stdout=subprocess.PIPE, check=True)
        got = [float(x) for x in done.stdout.split()]
        self.assertEqual(len(got), 30)
        for a, b in zip(got, expected):
            self.assertAlmostEqual(a, b, delta=1e-5)

    def test_gives_what_the_whole_gives(self):
        self.assertGivesWhatTheWholeGives(self.built["program"])

    def test_takes_a_model_that_the_library_cannot_read(self):
        text = os.path.join(OUT, "lenet.pbtxt")
        self.lines("convert", self.graph, text)
        built = embed(text, OUT, "bindings/c/examples/embed.c")
        self.assertEqual((built["model"], built["ops"]), (os.path.join(OUT, "model.pb"), self.built["ops"]))
        self.graph = built["model"]
        self.assertGivesWhatTheWholeGives(built["program"])

    def test_gives_it_on_64_bit_arm(self):
        built = embed(self.graph, OUT + "-aarch64", "bindings/c/examples/embed.c", "--machine", "aarch64")
        self.assertLess(built["program_bytes"] - built["empty_program_bytes"], MOST_BYTES)
        self.assertGivesWhatTheWholeGives("qemu-aarch64", built["program"])

    def test_bad_input_ends_with_a_message(self):
        with open(self.graph, "rb") as file:
            cut = self.put("cut.pb", file.read()[:-100])
        for arguments in ([cut, "image", "probabilities", "1", "784"], [self.graph, "imago", "probabilities", "1", "784"],
                          [self.graph, "image", "probabilities", "1", "783"]):
            done = subprocess.run([self.built["program"], *arguments], input=bytes(4 * 784), capture_output=True)
            self.assertEqual((done.returncode, done.stdout), (1, b""), done)
            self.assertEqual(len(done.stderr.splitlines()), 1, done)

    def test_what_is_left_out_says_so(self):
        lines = subprocess.run([self.refusals], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        told = {}
        for line in lines:
            name, code, message = line.split("\t")
            told[name] = (int(code), message)
        for name, code, part in (("op", NOT_FOUND, "Sin"), ("type", INVALID_ARGUMENT, "MatMul"), ("text", None, "RUNNEL_MINIMAL"),
                                 ("gradient", UNIMPLEMENTED, "RUNNEL_MINIMAL"), ("automatic", UNIMPLEMENTED, "RUNNEL_MINIMAL"),
                                 ("cluster", UNIMPLEMENTED, "RUNNEL_MINIMAL"), ("function", UNIMPLEMENTED, "RUNNEL_MINIMAL"),
                                 ("metagraph", UNIMPLEMENTED, "RUNNEL_MINIMAL"), ("eager", UNIMPLEMENTED, "RUNNEL_MINIMAL"),
                                 ("plugin", UNIMPLEMENTED, "RUNNEL_MINIMAL")):
            self.assertIn(part, told[name][1], told[name])
            self.assertEqual(told[name][0], code if code is not None else told[name][0])
            self.assertNotEqual(told[name][0], 0, name)
        for name in ("runtime", "placeholder", "add", "session", "tensor", "data", "options", "option"):
            self.assertEqual(told[name], (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
