#!/usr/bin/python3
"""The tools that compare with TensorFlow where there is none: they say that they measured nothing, and do not pass."""
import json
import os
import subprocess
import sys
import unittest

from program import ProgramTest

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools")


class Compare(ProgramTest):
    def run_without_tensorflow(self, tool, *arguments):
        python = self.put("python", '#!/bin/sh\nexec %s -S "$@"\n' % sys.executable)  # -S: no installed package
        os.chmod(python, 0o755)
        done = subprocess.run([sys.executable, os.path.join(TOOLS, tool), "--json", *arguments], capture_output=True, text=True,
                              env=dict(os.environ, RUNNEL_TENSORFLOW_PYTHON=python))
        answer = json.loads(done.stdout)
        self.assertEqual((done.returncode, answer["status"]), (1, "not_measured"))
        self.assertIn("is not installed for", answer["reason"])
        return answer

    def test_without_tensorflow_nothing_is_compared(self):
        for tool in ("tf_compare", "tf_references"):
            answer = self.run_without_tensorflow(tool, "--count", "3")
            self.assertEqual((answer["compared"], answer["mismatched"]), (0, []))

    def test_without_tensorflow_no_program_runs(self):
        programs = self.put("programs.py", "def p_one(S):\n    S.result(1)\n")
        self.run_without_tensorflow("tf_programs", "--programs", programs)

    def test_without_tensorflow_no_kernel_test_runs(self):
        os.makedirs(self.path("tensorflow/python"))
        self.put("tensorflow/python/one_test.py", "")
        self.run_without_tensorflow("tf_kernel_tests", "--tensorflow", self.dir, "one_test.py")

    def test_without_tensorflow_no_export_is_checked(self):
        self.assertEqual(self.run_without_tensorflow("tf_exports")["checks"], {})


if __name__ == "__main__":
    unittest.main()
