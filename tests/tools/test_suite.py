"""How the test runner reads a GoogleTest program that ends badly after its last test."""
import os
import stat
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from harness import results, suite  # noqa: E402

PROGRAM = """#!/bin/sh
echo '[ RUN      ] Some.Test'
echo '[       OK ] Some.Test (1 ms)'
echo x >> "$0.runs"
echo '%s'
[ "$(wc -l < "$0.runs")" -ge %d ]
"""


class EndOfAProgram(unittest.TestCase):
    def outcome(self, says, good_from):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "test_fake")
            with open(path, "w") as file:
                file.write(PROGRAM % (says, good_from))
            os.chmod(path, stat.S_IRWXU)
            found = []
            suite.run_gtest(suite.Job([path], ["fake/Some.Test"], {}, True), dict(os.environ), 1, found.append)
            with open(path + ".runs") as file:
                return [(x.name, x.status) for x in found], len(file.readlines())

    def test_a_leak_is_a_failure_at_once(self):
        self.assertEqual(self.outcome("detected memory leaks", 2),
                         ([("fake/Some.Test", results.PASSED), ("fake/EndsCleanly", results.FAILED)], 1))

    def test_where_the_count_itself_crashed_it_is_made_again(self):
        self.assertEqual(self.outcome(suite.NO_ANSWER, 2), ([("fake/Some.Test", results.PASSED)], 2))

    def test_but_once_only(self):
        self.assertEqual(self.outcome(suite.NO_ANSWER, 9),
                         ([("fake/Some.Test", results.PASSED), ("fake/EndsCleanly", results.FAILED)], 2))


if __name__ == "__main__":
    unittest.main()
