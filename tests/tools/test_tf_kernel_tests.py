#!/usr/bin/python3
"""tools/tf_kernel_tests over a test file of our own in a checkout of nothing else, and what it makes of records."""
import json
import os
import subprocess
import sys
import unittest

from program import ProgramTest

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools")
sys.path.insert(0, TOOLS)
from harness import tf_outcomes  # noqa: E402

PYTHON = os.environ.get("RUNNEL_TENSORFLOW_PYTHON")

TESTS = '''
import os
import sys

import numpy as np
from tensorflow.contrib import layers
from tensorflow.python.framework import constant_op, dtypes, errors, ops, test_util
from tensorflow.python.ops import array_ops, check_ops, control_flow_ops, data_flow_ops, math_ops, state_ops, variables
from tensorflow.python.platform import test

RUNNEL = "runnel" in sys.modules


class TinyTest(test.TestCase):

  @test_util.run_deprecated_v1
  def testGrows(self):
    with self.cached_session() as sess:
      v = variables.VariableV1(np.float32([1, 2]), use_resource=False)
      sess.run(v.initializer)
      add = state_ops.assign_add(v, [1, 1])
      self.assertAllEqual([2, 3], sess.run(add))
      queue = data_flow_ops.FIFOQueue(2, [dtypes.float32])
      sess.run(queue.enqueue([math_ops.reduce_sum(v)]))
      with ops.control_dependencies([add]):
        total = array_ops.identity(v)
      self.assertAllEqual([3, 4], sess.run(total))
      self.assertEqual(5, sess.run(queue.dequeue()))
      twice = sess.make_callable(2 * v[1])
      self.assertEqual(8, twice())
      self.assertEqual(4, control_flow_ops.cond(v[0] > 0, lambda: v[1], lambda: v[0]).eval())

  @test_util.run_in_graph_and_eager_modes
  def testIsWrong(self):
    self.assertAllEqual(3 if RUNNEL else 2, self.evaluate(constant_op.constant(1) + 1))

  @test_util.run_deprecated_v1
  def testWantsAnError(self):
    with self.cached_session():
      x = array_ops.placeholder(dtypes.int32)
      with self.assertRaisesRegexp(errors.InvalidArgumentError, "no such text" if RUNNEL else "assertion failed"):
        check_ops.assert_positive(x).run({x: -1})

  @test_util.run_deprecated_v1
  def testCrashes(self):
    with self.cached_session():
      constant_op.constant(1).eval()
      if RUNNEL:
        os._exit(3)

  @test_util.run_deprecated_v1
  def testIsAfterTheCrash(self):
    with self.cached_session():
      self.assertEqual(1, constant_op.constant(1).eval())

  def testHasNoSession(self):
    self.assertEqual(1, 1)

  def testFails(self):
    layers.nothing()

  @test_util.run_v2_only
  def testIsOfVersionTwo(self):
    self.fail()


if __name__ == "__main__":
  test.main()
'''
MISSING = 'node "x" (Foo): op "Foo" is not registered'
STEP = {"error": "InvalidArgumentError", "message": "no"}


def record(status="passed", steps=(None,), message="", remote=0, metadata=0):
    return {"status": status, "steps": list(steps), "message": message, "remote": remote, "metadata": metadata}


def error(message, kind="InvalidArgumentError"):
    return {"error": kind, "message": message}


class Outcomes(unittest.TestCase):
    def judge(self, wanted, got):
        return tf_outcomes.judge(wanted, got)[:2]

    def test_a_method_counts_by_its_first_step_that_differs(self):
        fine = record()
        for got, field in ((record(), "passed"), (record("failed", [None], "1 is not 2"), "wrong"), (record("crashed", []), "wrong"),
                           (record("hung", []), "wrong"), (record("failed", [STEP]), "refused")):
            self.assertEqual(self.judge(fine, got), (field, []), got)
        raises = record(steps=[None, STEP])
        for got, field in ((record("failed", [None, None], "not raised"), "wrong"),
                           (record("failed", [None, error("no", "NotFoundError")]), "wrong"),
                           (record("failed", [STEP]), "refused"), (record("failed", [None, STEP], '"no" does not match "yes"'), "text"),
                           (record("failed", [None, STEP], "3 is not 4"), "wrong")):
            self.assertEqual(self.judge(raises, got), (field, []), got)

    def test_what_tensorflow_does_not_pass_in_a_session_is_not_asked(self):
        self.assertEqual(self.judge(record("failed"), None)[0], "excluded")
        self.assertEqual(self.judge(record("skipped"), None)[0], "excluded")
        self.assertEqual(self.judge(record(remote=1), None)[0], "excluded")
        self.assertEqual(self.judge(record(steps=[]), None)[0], "no_session")
        self.assertEqual(self.judge(record(metadata=1), record("failed"))[0], "excluded")
        self.assertEqual(self.judge(record(metadata=1), record())[0], "passed")

    def test_what_is_missing_is_named_by_op_and_type(self):
        many = 'the step needs 2 ops that are not registered: Alien ("a"), Stranger (2 nodes: "s", "t")'
        for message, ops in ((MISSING, ["Foo"]), (many, ["Alien", "Stranger"]),
                             ('node "c" (Cast): attr "DstT" is qint8, allowed are float, half', ["Cast qint8"]),
                             ('node "p" (Pow T=complex64 of [2], [2]) has no kernel on CPU:0; kernels of this op: x', ["Pow complex64"]),
                             ('node "p" (Pow T=complex64 of [2], [2]): no', [])):
            self.assertEqual(self.judge(record(), record("failed", [error(message)])), ("unsupported" if ops else "refused", ops), message)
        said = error('node "f" (PyFunc): nothing is registered', "UnimplementedError")
        self.assertEqual(self.judge(record(), record("failed", [said])), ("unsupported", ["PyFunc"]))
        self.assertEqual(self.judge(record(steps=[STEP]), record("passed", [error(MISSING)]))[0], "unsupported")


class KernelTests(ProgramTest):
    def test_a_file_is_counted_method_by_method(self):
        if PYTHON is None:
            self.skipTest("tf: RUNNEL_TENSORFLOW_PYTHON is not set")
        os.makedirs(self.path("tensorflow/python/kernel_tests"))
        self.put("tensorflow/python/kernel_tests/tiny_test.py", TESTS)
        self.put("tensorflow/python/kernel_tests/broken_test.py", "import nothing_of_this_name\n")
        done = subprocess.run([sys.executable, os.path.join(TOOLS, "tf_kernel_tests"), "--tensorflow", self.dir, "--json",
                               "kernel_tests/tiny_test.py", "kernel_tests/broken_test.py"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1, done)
        tiny, broken = map(json.loads, done.stdout.splitlines())
        self.assertIn("nothing_of_this_name", broken["error"])
        counts = {field: tiny[field] for field in tf_outcomes.FIELDS}
        self.assertEqual(counts, {"passed": 2, "wrong": 2, "refused": 0, "text": 1, "excluded": 2, "no_session": 1}, tiny)
        self.assertEqual({m["method"]: m["outcome"] for m in tiny["methods"]}, {
            "TinyTest.testIsWrong": "wrong", "TinyTest.testCrashes": "wrong", "TinyTest.testWantsAnError": "text"})
        self.assertEqual((tiny["unsupported"], tiny["not_run"], tiny["error"]), ({}, 0, ""))


if __name__ == "__main__":
    unittest.main()
