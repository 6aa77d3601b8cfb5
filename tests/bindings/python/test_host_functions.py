"""Python functions that nodes call."""
import threading
import unittest

import numpy as np

import runnel

GRAPH = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "PyFunc" input: "x" input: "x" attr { key: "token" value { s: "f" } }
       attr { key: "Tin" value { list { type: DT_FLOAT type: DT_FLOAT } } } attr { key: "Tout" value { list { %s } } } }
node { name: "n" op: "Neg" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
"""


class HostFunctions(unittest.TestCase):
    def setUp(self):
        self.runtime = runnel.Runtime(threads=1)

    def session(self, outputs="type: DT_FLOAT"):
        graph = runnel.Graph(self.runtime)
        graph.import_graph_def(GRAPH % outputs)
        return runnel.Session(graph)

    def test_they_get_tensors_and_give_what_becomes_one(self):
        session = self.session()
        with self.assertRaises(runnel.Unimplemented) as raised:
            session.run("y", {"x": [1, 2]})
        self.assertEqual(raised.exception.node, "y")
        for function in (lambda a, b: a.numpy() + b.numpy(), lambda a, b: [2, 4], lambda a, b: (np.float32([2, 4]),)):
            self.runtime.set_host_function("f", function)
            np.testing.assert_array_equal(session.run("y", {"x": [1, 2]}).numpy(), [2, 4])
        self.runtime.set_host_function("f", None)
        with self.assertRaises(runnel.Unimplemented):
            session.run("y", {"x": [1, 2]})

    def test_several_outputs_or_none(self):
        session = self.session("type: DT_STRING type: DT_INT64")
        self.runtime.set_host_function("f", lambda a, b: ["text", a.size])
        text, size = session.run(["y:0", "y:1"], {"x": [1, 2, 3]})
        self.assertEqual((text.numpy().item(), int(size)), (b"text", 3))
        for given in (["text"], "text", None):
            self.runtime.set_host_function("f", lambda a, b: given)
            self.assertRaisesRegex(runnel.InvalidArgument, "expected 2 values", session.run, "y:1", {"x": [1]})
        seen, session = [], self.session("")
        self.runtime.set_host_function("f", lambda a, b: seen.append(a.numpy().tolist()))
        session.run([], {"x": [5]}, targets=["y"])
        self.assertEqual(seen, [[5]])

    def test_what_they_raise_ends_the_step(self):
        session = self.session()
        for error, kind in ((runnel.DataLoss("torn"), runnel.DataLoss), (StopIteration("torn"), runnel.OutOfRange),
                            (ValueError("torn"), runnel.InvalidArgument), (NotImplementedError("torn"), runnel.Unimplemented),
                            (KeyError("torn"), runnel.Unknown), (KeyboardInterrupt("torn"), runnel.Unknown)):
            def fail(*_):
                raise error
            self.runtime.set_host_function("f", fail)
            with self.assertRaisesRegex(kind, "torn"):
                session.run("y", {"x": [1]})
        for given, text in ((lambda *_: "text", "no float32"), (lambda *_: None, "")):
            self.runtime.set_host_function("f", given)
            with self.assertRaisesRegex(runnel.InvalidArgument, text):
                session.run("y", {"x": [1]})

    def test_they_may_run_steps_and_wait_for_other_threads(self):
        session, done = self.session(), threading.Event()

        def function(a, b):
            self.assertTrue(done.wait(60))
            return session.run("n", {"x": a})
        self.runtime.set_host_function("f", function)
        threading.Thread(target=done.set).start()
        np.testing.assert_array_equal(session.run("y", {"x": [1, 2]}).numpy(), [-1, -2])

    def test_they_are_let_go_of(self):
        from runnel import _host_functions
        before = len(_host_functions._functions)
        self.runtime.set_host_function("f", lambda *_: 1)
        self.runtime.set_host_function("f", lambda *_: 2)
        self.runtime.set_host_function("g", lambda *_: 3)
        self.assertEqual(len(_host_functions._functions), before + 2)
        self.runtime.set_host_function("f", None)
        del self.runtime
        self.assertEqual(len(_host_functions._functions), before)


if __name__ == "__main__":
    unittest.main()
