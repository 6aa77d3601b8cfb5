#!/usr/bin/python3
"""tools/tf_compare where there is no TensorFlow: it says that it measured nothing, and does not pass."""
import json
import os
import subprocess
import sys
import unittest

from program import ProgramTest

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/tf_compare")


class Compare(ProgramTest):
    def test_without_tensorflow_nothing_is_compared(self):
        python = self.put("python", '#!/bin/sh\nexec %s -S "$@"\n' % sys.executable)  # -S: no installed package
        os.chmod(python, 0o755)
        done = subprocess.run([sys.executable, TOOL, "--count", "3", "--json"], capture_output=True, text=True,
                              env=dict(os.environ, RUNNEL_TENSORFLOW_PYTHON=python))
        answer = json.loads(done.stdout)
        self.assertEqual((done.returncode, answer["status"], answer["compared"], answer["mismatched"]), (1, "not_measured", 0, []))
        self.assertIn("tensorflow is not installed for", answer["reason"])


if __name__ == "__main__":
    unittest.main()
