"""Families of ops in libraries of their own: one that is missing, damaged or of another build is a status; the rest goes on."""
import json
import os
import re
import shutil
import subprocess
import unittest

import program
from program import ProgramTest, constant, node, npy, placeholder

# A model with a summary and an accumulator beside what computes.
GRAPH = (placeholder("x", [2]) + constant("two", [], [2]) + node("y", "Mul", ["x", "two"], T="type: DT_FLOAT") +
         constant("tag", [], ['"loss"'], "DT_STRING", "string_val") + constant("level", [], [0.5]) +
         node("summary", "ScalarSummary", ["tag", "level"], T="type: DT_FLOAT") +
         node("sums", "ResourceConditionalAccumulator", dtype="type: DT_FLOAT", shape="shape { dim { size: 2 } }") +
         node("count", "ResourceAccumulatorNumAccumulated", ["sums"]))


class Families(ProgramTest):
    """The program with libraries of its own, copies of the build's, which each test may damage."""

    def setUp(self):
        super().setUp()
        lib = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(program.PROGRAM))), "lib")
        for folder in ("bin", "lib"):
            os.mkdir(self.path(folder))
        self.runnel = shutil.copy(program.PROGRAM, self.path("bin/runnel"))
        for name in os.listdir(lib):
            if re.fullmatch(r"librunnel(_\w+)?\.so(\.0)?", name):
                shutil.copy(os.path.join(lib, name), self.path("lib"))
        listed = [json.loads(line) for line in self.lines("ops", "--json")]
        self.families = {row["op"]: row["family"] for row in listed}
        if not any(self.families.values()):
            self.skipTest("this build has all families in librunnel")
        self.graph = self.put("graph.pbtxt", GRAPH)
        self.x = self.put("x.npy", npy("<f4", (2,), [1, 2]))

    def run_program(self, *arguments):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("RUNNEL_", "LD_LIBRARY"))}
        command = [self.runnel, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=300 * program.SLOW, env=env)

    def library(self, family):
        return self.path("lib/librunnel_%s.so" % family)

    def check_refused(self, code, *words):
        """The summaries cannot be had, and say so where one is wanted; y and the accumulator can."""
        warned = self.run_program("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--fetch", "count")
        self.assertEqual(warned.returncode, 0, warned)
        self.assertSays(warned.stderr, "warning", "ScalarSummary", "\"summary\"", *words)
        for arguments in (("--fetch", "summary"), ("--fetch", "summary", "--fetch", "y", "--feed", "x=" + self.x)):
            line = self.error_lines("run", self.graph, *arguments)[-1]
            self.assertSays(line, code, "ScalarSummary", "\"summary\"", *words)
        self.assertSays(self.error("ops", "--markdown", "ScalarSummary"), code, *words)
        rows = {}
        for line in self.lines("ops", "--json"):
            row = json.loads(line)
            rows[row["op"]] = row
        self.assertEqual({op: row["family"] for op, row in rows.items()}, self.families)
        self.assertEqual({op for op, row in rows.items() if "error" in row},
                         {op for op, family in self.families.items() if family == "summaries"})
        self.assertSays(rows["ScalarSummary"]["error"], *words)
        self.assertSays("\n".join(self.lines("ops", "ScalarSummary")), "family summaries", "not available", *words)

    def test_the_families_of_ops_are_told(self):
        self.assertEqual((self.families["ScalarSummary"], self.families["ConditionalAccumulator"], self.families["MatMul"]),
                         ("summaries", "accumulators", ""))
        self.assertSays("\n".join(self.lines("ops", "ScalarSummary")), "ScalarSummary  (family summaries)")
        self.assertSays("\n".join(self.lines("ops", "--markdown", "ScalarSummary")), "librunnel\\_summaries.so")
        self.assertEqual(set(filter(None, self.families.values())) | {"gradients", "eager", "learn"},
                         {name[10:-3] for name in os.listdir(self.path("lib")) if self.is_family(name)})

    def is_family(self, name):
        with open(self.path("lib/" + name), "rb") as file:
            return b"\0runnel_open_part\0" in file.read() and name.startswith("librunnel_")

    def test_a_missing_library_is_named_and_the_rest_runs(self):
        os.remove(self.library("summaries"))
        self.check_refused("NOT_FOUND", "librunnel_summaries.so", self.library("summaries"), "no such file")

    def test_a_library_of_another_build_is_refused(self):
        with open(self.library("summaries"), "rb") as file:
            content = file.read()
        marks = re.findall(rb"runnel \d+\.\d+\.\d+, [0-9a-f]{16}\0", content)
        self.assertEqual(len(marks), 1, marks)
        other = marks[0][:-2] + (b"0" if marks[0][-2:-1] != b"0" else b"1") + b"\0"
        with open(self.library("summaries"), "wb") as file:
            file.write(content.replace(marks[0], other))
        self.check_refused("FAILED_PRECONDITION", self.library("summaries"), "another build", marks[0][:-1].decode())

    def test_a_library_that_wants_what_librunnel_lacks_is_refused(self):
        with open(self.library("summaries"), "rb") as file:
            content = file.read()
        wanted = re.search(rb"\0_ZN6runnel\w+\0", content).group()
        with open(self.library("summaries"), "wb") as file:
            file.write(content.replace(wanted, wanted[:-2] + b"~\0"))
        self.check_refused("FAILED_PRECONDITION", self.library("summaries"), "cannot be loaded")

    def test_damaged_libraries_are_refused(self):
        with open(self.library("summaries"), "rb") as file:
            content = file.read()
        for size in (0, 100, len(content) // 2):
            with open(self.library("summaries"), "wb") as file:
                file.write(content[:size])
            self.check_refused("DATA_LOSS", self.library("summaries"), "truncated")
        with open(self.library("summaries"), "wb") as file:
            file.write(b"x" * 1000)
        self.check_refused("INVALID_ARGUMENT", self.library("summaries"), "not a shared library")

    def test_gradients_need_their_library_and_nothing_else_does(self):
        graph = self.put("loss.pbtxt", placeholder("x", []) + node("loss", "Square", ["x"], T="type: DT_FLOAT"))
        command = ("grad", graph, "--loss", "loss", "--wrt", "x", "--out", self.path("with.pb"))
        done = self.run_program(*command)
        self.assertEqual(done.returncode, 0, done)
        os.remove(self.library("gradients"))
        self.assertSays(self.error(*command), "NOT_FOUND", "librunnel_gradients.so", self.library("gradients"))
        self.assertEqual(self.run_program("ops", "--json").returncode, 0)
        done = self.run_program("run", self.graph, "--feed", "x=" + self.x, "--fetch", "y", "--fetch", "summary")
        self.assertEqual(done.returncode, 0, done)

    def test_a_plugin_in_its_place_is_refused(self):
        shutil.copy(self.path("lib/librunnel_cpu.so"), self.library("summaries"))
        self.check_refused("FAILED_PRECONDITION", self.library("summaries"), "another build")


if __name__ == "__main__":
    unittest.main()
