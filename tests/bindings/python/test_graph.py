"""Graphs: operators against numpy, scopes, attrs of every kind, gradients, functions, GraphDef, the bad-input table."""
import operator
import os
import sys
import tempfile
import unittest

import numpy as np

import runnel
from runnel import ops


def run(output, feed=None):
    with runnel.Session(output.graph) as session:
        return session.run(output, feed).numpy()


class Building(unittest.TestCase):
    def setUp(self):
        self.graph = runnel.Graph()
        self.graph.__enter__()
        self.addCleanup(self.graph.__exit__)

    def test_operators_do_as_numpys(self):
        a, b = np.array([[1.5, -2.0], [3.0, 4.0]], "float32"), np.array([[2.0, 5.0], [-1.0, 0.5]], "float32")
        x, y = self.graph.placeholder("float32", [2, 2]), self.graph.placeholder("float32", [2, 2])
        for f in (operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.matmul,
                  operator.lt, operator.le, operator.gt, operator.ge):
            np.testing.assert_allclose(run(f(x, y), {x: a, y: b}), f(a, b), rtol=1e-6)
            np.testing.assert_allclose(run(f(x, b), {x: a}), f(a, b), rtol=1e-6)
        for f in (operator.neg, abs):
            np.testing.assert_allclose(run(f(x), {x: a}), f(a))
        for f in (operator.add, operator.sub, operator.mul, operator.truediv, operator.pow):
            np.testing.assert_allclose(run(f(2, abs(x)), {x: a}), f(2, abs(a)), rtol=1e-5)
        p, q = ops.less(x, y), ops.greater(x, 1)
        np.testing.assert_array_equal(run(p & q | ~p, {x: a, y: b}), (a < b) & (a > 1) | ~(a < b))
        i = self.graph.constant([6, 3])
        self.assertEqual(run(i & 2).tolist(), [2, 2])
        self.assertEqual(run(~i).tolist(), [-7, -4])

    def test_slices_do_as_numpys(self):
        a = np.arange(60).reshape(3, 4, 5)
        x = self.graph.constant(a)
        for index in (0, -1, slice(1, 3), (slice(None), 2), (Ellipsis, -1), (0, slice(None, None, -1)), (None, 1),
                      (slice(None, 1), slice(-2, None), slice(1, 4, 2)), (1, 2, 3), (Ellipsis, None)):
            got = run(x[index])
            self.assertEqual(got.shape, a[index].shape, index)
            np.testing.assert_array_equal(got, a[index], str(index))

    def test_outputs_say_what_is_known(self):
        x = self.graph.placeholder("int64", [None, 3], name="x")
        self.assertEqual((x.name, x.dtype, x.shape, x.node.op), ("x:0", runnel.int64, (None, 3), "Placeholder"))
        self.assertIsNone(self.graph.placeholder("int64").shape)
        y = ops.neg(x, name="y")
        self.assertEqual((y.node.inputs, x.consumers, self.graph.output("y"), self.graph.node("y")), ([x], [y.node], y, y.node))
        self.assertEqual(len({x, y.node.inputs[0], y}), 2)
        self.assertIn("int64 [?,3]", repr(x))
        for use in (bool, iter, list):
            self.assertRaises(TypeError, use, x)

    def test_names_devices_and_control_come_from_scopes(self):
        x = self.graph.placeholder(name="x")
        with self.graph.name_scope("a"), self.graph.device("/device:CPU:0"), self.graph.control_dependencies([x]):
            y = ops.neg(x, name="y")
            with self.graph.name_scope("b"), self.graph.control_dependencies([y]):
                z = ops.neg(y)
        self.assertEqual((y.node.name, z.node.name), ("a/y", "a/b/Neg"))
        self.assertEqual((y.node.device, z.node.device), ("/device:CPU:0",) * 2)
        self.assertEqual([n.name for n in z.node.control_inputs], ["x", "a/y"])
        with self.graph.colocate_with(y):
            w = ops.neg(x)
        self.assertEqual(w.node.attr("_class"), [b"loc:@a/y"])
        self.assertEqual((w.node.device, w.node.control_inputs), ("", []))

    def test_what_touches_a_variable_is_on_its_device(self):
        with self.graph.device("/device:CPU:0"):
            v = self.graph.variable(1.0, name="v")
        with self.graph.device("/job:elsewhere"):
            read, step = v * 2, runnel.Adam(0.1).minimize(v * 2)
        self.assertEqual(read.node.device, "/job:elsewhere")
        for node in self.graph.nodes:
            if any(i.dtype == runnel.resource for i in node.inputs):
                self.assertEqual(node.device, "/device:CPU:0", node)
        self.assertEqual(step.op, "NoOp")

    def test_python_values_take_the_type_of_their_neighbours(self):
        for dtype in ("float64", "int64", "float16"):
            x = self.graph.placeholder(dtype, [])
            self.assertEqual((x + 2).dtype.name, dtype)
            self.assertEqual((2 - x).dtype.name, dtype)
            self.assertEqual(ops.pack([1, x, 3]).dtype.name, dtype)
        self.assertEqual(ops.add_v2(1, 2.5).dtype, runnel.float32)
        self.assertEqual(ops.add_v2(1, 2).dtype, runnel.int32)
        self.assertEqual(ops.mean(self.graph.constant([1.0]), 0).shape, ())
        self.assertRaises(ValueError, operator.add, self.graph.constant(1), 1.5)

    def test_ops_with_lists_and_several_outputs(self):
        x = self.graph.constant([[1.0, 5.0, 3.0, 2.0]])
        top = ops.top_kv2(x, 2)
        self.assertEqual((run(top.values).tolist(), run(top.indices).tolist()), ([[5, 3]], [[1, 2]]))
        parts = ops.split(1, x, num_split=2)
        self.assertEqual([run(p).tolist() for p in parts], [[[1, 5]], [[3, 2]]])
        self.assertEqual(run(ops.concat_v2([parts[1], parts[0]], 1)).tolist(), [[3, 2, 1, 5]])
        mixed = ops.identity_n([x, 1, "a"])
        self.assertEqual([m.dtype for m in mixed], [runnel.float32, runnel.int32, runnel.string])
        self.assertRaises(TypeError, ops.add_n, x)

    def test_attrs_of_every_kind_come_back(self):
        queue = ops.fifo_queue_v2(component_types=["float32", "int64"], shapes=[[2], []], capacity=7, shared_name="q")
        self.assertEqual(queue.node.attr("component_types"), [runnel.float32, runnel.int64])
        self.assertEqual(queue.node.attr("shapes"), [(2,), ()])
        self.assertEqual((queue.node.attr("capacity"), queue.node.attr("shared_name")), (7, b"q"))
        self.assertEqual(self.graph.constant([1, 2]).node.attr("value").tolist(), [1, 2])
        self.assertEqual(ops.leaky_relu(1.0, alpha=0.25).node.attr("alpha"), 0.25)
        self.assertIs(ops.mat_mul([[1.0]], [[1.0]], transpose_a=True).node.attr("transpose_a"), True)
        pool = ops.max_pool(self.graph.placeholder(shape=[1, 4, 4, 1]), ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
        self.assertEqual((pool.shape, pool.node.attr("ksize")), ((1, 2, 2, 1), [1, 2, 2, 1]))
        self.assertIn("padding", pool.node.attrs)
        self.assertRaises(runnel.NotFound, pool.node.attr, "absent")

    def test_gradients_flow_to_outputs_and_variables(self):
        v = self.graph.variable([1.0, 2.0])
        x = self.graph.placeholder("float32", [2])
        unused = self.graph.placeholder("float32", [2])
        y = ops.square(x) * v
        of_x, of_v, none = self.graph.gradients(y, [x, v, unused])
        self.assertIsNone(none)
        with runnel.Session(self.graph) as session:
            session.initialize()
            got = session.run([of_x, of_v], {x: [3, 4]})
        self.assertEqual([g.tolist() for g in got], [[6, 16], [9, 16]])  # 2xv, x^2
        weighted, = self.graph.gradients([y], [x], [self.graph.constant([10.0, 0.0])], name="weighted")
        self.assertTrue(weighted.node.name.startswith("weighted/"))
        stopped, = self.graph.gradients(ops.square(x), [x], stop_gradients=[x.node.outputs[0]])
        self.assertEqual(run(stopped, {x: [1, 2]}).tolist(), [2, 4])
        self.assertRaises(runnel.InvalidArgument, self.graph.gradients, ops.as_string(x), [x])

    def test_functions_and_graph_defs(self):
        with runnel.Graph() as body:
            a = body.placeholder("float32", [])
            b = a * 2 + 1
        name = self.graph.function("twice", body, [a], [b])
        x = self.graph.placeholder("float32", [], name="x")
        y, = ops.partitioned_call([x], Tout=["float32"], f=name, name="y")
        self.assertEqual((self.graph.functions, float(run(y, {x: 3.0}))), (["twice"], 7.0))
        other = runnel.Graph()
        other.import_graph_def(self.graph.to_graph_def(), prefix="in")
        with runnel.Session(other) as session:
            self.assertEqual(float(session.run("in/y", {"in/x": 1.0})), 3.0)
        third = runnel.Graph()
        third.import_graph_def(self.graph.to_text(), inputs={"x": third.constant(5.0)})
        self.assertEqual(float(run(third.output("y"))), 11.0)

    def test_a_model_file_is_loaded_whatever_its_format(self):
        x = self.graph.placeholder("float32", [], name="x")
        ops.neg(x, name="y")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model.bin")
            with open(path, "wb") as file:
                file.write(self.graph.to_graph_def())
            other = runnel.Graph()
            self.assertIsInstance(other.load(path, prefix="in"), runnel.MetaGraph)
            self.assertEqual(runnel.SavedModel(path).format, "GraphDef")
            with self.assertRaisesRegex(runnel.InvalidArgument, "importer option \"variables\""):
                other.load(path, importer={"variables": "true"})
        with runnel.Session(other) as session:
            self.assertEqual(float(session.run("in/y", {"in/x": 1.0})), -1.0)


class Everyday(unittest.TestCase):
    """What people type, and what they get to see."""

    def test_names_and_axes_are_those_that_people_type(self):
        with runnel.Graph() as graph:
            x = graph.placeholder("float32", [None, 2])
            anything = graph.placeholder("float32", None)
            fetches = [ops.matmul(x, x, transpose_b=True), ops.argmax(x, 1), ops.cast(x, "int32"), ops.sum(x), ops.mean(x, [1]), ops.max(anything),
                       ops.reduce_sum(x, 0, keepdims=True), ops.concatenate([x, x], 1), ops.stack([x, x]), ops.unstack(x, axis=1)[1],
                       ops.permute(x), ops.subtract(x, 1.0), ops.matmul(ops.stack([x, x]), ops.stack([x, x]), transpose_b=True)]
        value = np.array([[1, 2], [3, -4]], np.float32)
        expected = [value @ value.T, [1, 0], value.astype(np.int32), 2, [1.5, -0.5], 3, [[4, -2]], np.hstack([value, value]), [value, value],
                    value[:, 1], value.T, value - 1, [value @ value.T] * 2]
        with runnel.Session(graph) as session:
            for got, want in zip(session.run(fetches, {x: value, anything: value}), expected):
                np.testing.assert_allclose(got, want)
        self.assertEqual(float(ops.reduce_mean(runnel.eager_tensor([1.0, 2.0]))), 1.5)

    def test_errors_name_the_line_that_made_the_node(self):
        with runnel.Graph() as graph:
            x = graph.placeholder("float32", [None])
            y = graph.placeholder("float32", [None])
            line = sys._getframe().f_lineno + 1
            total = x + y
            gradient, = graph.gradients([ops.log(total)], [x])
        here = "%s:%d" % (__file__, line)
        self.assertEqual([graph.made_at(t) for t in (total, gradient)], [here, "%s:%d" % (__file__, line + 1)])
        self.assertEqual(graph.made_at("nothing"), "")
        feed = {x: [1, 2], y: [1, 2, 3]}
        with runnel.Session(graph) as session:
            for run in (lambda: session.run(total, feed), lambda: session.callable(total, [x, y])(*feed.values()),
                        lambda: session.run_async(total, feed).result()):
                with self.assertRaises(runnel.InvalidArgument) as caught:
                    run()
                self.assertEqual(caught.exception.made_at, here)
                self.assertIn("made at " + here, str(caught.exception))
                self.assertNotIn(here, caught.exception.message)
        again = runnel.Graph()
        again.import_graph_def(graph.to_graph_def())
        self.assertEqual(again.made_at(again.node(total.node.name)), "")

    def test_a_graph_is_a_table_in_a_notebook(self):
        with runnel.Graph() as graph:
            x = graph.placeholder("float32", [None, 3], name="x")
            ops.exp(x, name="y")
        table = graph._repr_html_()
        for part in ("a graph of 2 nodes", "<td>y</td><td>Exp</td><td>x:0</td><td>float32 [?,3]</td>", "test_graph.py"):
            self.assertIn(part, table)


class BadInput(unittest.TestCase):
    """What the C ABI's table of bad graphs holds, in Python's words: each row names class and words of the message."""

    def setUp(self):
        self.graph = runnel.Graph()
        self.graph.__enter__()
        self.addCleanup(self.graph.__exit__)

    def refused(self, kind, words, function, *arguments, **named):
        """Raises, says the words, and leaves no node behind."""
        before = len(self.graph)
        with self.assertRaises(kind) as caught:
            function(*arguments, **named)
        for word in words:
            self.assertIn(word, str(caught.exception))
        self.assertEqual(len(self.graph), before)
        return caught.exception

    def test_the_table_that_every_binding_has(self):
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../bad_graphs.txt")) as file:
            rows = file.read().split("\n== ")[1:]
        self.assertGreaterEqual(len(rows), 25)
        for row in rows:
            head, graph_def = row.split("\ngraph\n")
            name, *lines = head.split("\n")
            with self.subTest(name):
                code, = (line[5:] for line in lines if line.startswith("code "))
                says = [line[5:] for line in lines if line.startswith("says ")]
                kind = getattr(runnel, "".join(word.capitalize() for word in code.split("_")))
                if not lines[0].startswith("run "):
                    self.refused(kind, says, self.graph.import_graph_def, graph_def)
                    continue
                with runnel.Graph() as graph:
                    graph.import_graph_def(graph_def)
                    with runnel.Session(graph) as session, self.assertRaises(kind) as caught:
                        session.run(targets=[lines[0][4:]])
                for word in says:
                    self.assertIn(word, str(caught.exception))

    def test_building(self):
        g = self.graph
        a, b, s = g.placeholder("float32", [2, 3], name="a"), g.placeholder("float32", [4, 5]), g.placeholder("string", [])
        i = g.placeholder("int32", [2, 3])
        bad = runnel.InvalidArgument
        error = self.refused(bad, ["\"m\"", "MatMul", "[2,3]", "[4,5]"], ops.mat_mul, a, b, name="m")
        self.assertEqual(error.code, runnel.InvalidArgument.code)
        self.refused(bad, ["AddV2", "[2,3]", "[4,5]"], ops.add_v2, a, b)
        self.refused(bad, ["AddV2", "int32", "float"], ops.add_v2, i, a)
        self.refused(bad, ["Neg", "attr \"T\"", "string", "allowed are"], ops.neg, s)
        self.refused(bad, ["no name"], ops.neg, a, name="no name")
        self.refused(runnel.AlreadyExists, ["\"a\""], ops.neg, a, name="a")
        self.refused(bad, ["padding", "LEFT"], ops.max_pool, g.output("a"), ksize=[1, 1, 1, 1], strides=[1, 1, 1, 1], padding="LEFT")
        self.refused(bad, ["ksize"], ops.max_pool, a, ksize=[1], strides=[1, 1, 1, 1], padding="SAME")
        self.refused(TypeError, ["float99"], ops.cast, a, DstT="float99")
        self.refused(TypeError, ["NoneType"], ops.neg, None)
        self.refused(TypeError, [], ops.mat_mul, a)
        self.refused(bad, ["2"], ops.pack, [a, b])
        other = runnel.Graph().constant(1.0)
        self.refused(ValueError, ["two graphs"], ops.add_v2, a, other)
        self.refused(ValueError, ["another graph"], g.gradients, a, [other])

    def test_lookups_and_imports(self):
        g = self.graph
        g.placeholder(name="x")
        self.refused(runnel.NotFound, ["\"y\""], g.node, "y")
        self.refused(LookupError, ["\"y\""], g.output, "y")
        self.refused(runnel.InvalidArgument, ["1"], g.output, "x:1")
        self.refused(runnel.NotFound, ["Matmul", "MatMul"], g.runtime.op, "Matmul")
        cycle = 'node { name: "a" op: "Neg" input: "a" attr { key: "T" value { type: DT_FLOAT } } }'
        self.refused(runnel.InvalidArgument, ["cycle", '"a" -> "a"'], g.import_graph_def, cycle)
        self.refused(runnel.InvalidArgument, ["two nodes"], g.import_graph_def, 'node { name: "n" op: "NoOp" }' * 2)
        self.refused(runnel.InvalidArgument, ["_Recv"], g.import_graph_def, 'node { name: "n" op: "_Recv" }')
        self.refused(runnel.AlreadyExists, ["\"x\""], g.import_graph_def, 'node { name: "x" op: "NoOp" }')
        self.refused(runnel.Error, [], g.import_graph_def, b"\xff\xff\xff")
        self.refused(runnel.Error, [], g.import_graph_def, "node { name: ")
        whole = g.to_graph_def()
        for size in range(1, len(whole)):
            try:
                runnel.Graph().import_graph_def(whole[:size])
            except runnel.Error:
                pass

    def test_running(self):
        g = self.graph
        x = g.placeholder("float32", [None, 2], name="x")
        w = g.variable([[1.0], [2.0]], name="w")
        y = ops.mat_mul(x, w, name="y")
        any_shape = g.placeholder("float32", name="any")
        inner = ops.mat_mul(any_shape, any_shape, name="inner")
        session = runnel.Session(g)
        self.addCleanup(session.close)
        error = self.refused(runnel.FailedPrecondition, ["w"], session.run, y, {x: [[1, 2]]})
        self.assertTrue(error.node)
        session.initialize()
        bad = runnel.InvalidArgument
        self.refused(bad, [], session.run)
        self.refused(bad, ["x"], session.run, y)
        self.refused(bad, ["x"], session.run, y, {x: [[1, 2]], "x:0": [[1, 2]]})
        self.refused(bad, ["x", "fed and fetched"], session.run, x, {x: [[1, 2]]})
        self.refused(bad, ["x", "int64", "float"], session.run, y, {x: runnel.Tensor([[1, 2]], "int64")})
        self.refused(bad, ["x", "[1,3]"], session.run, y, {x: [[1, 2, 3]]})
        self.refused(bad, ["inner", "[2,3]"], session.run, inner, {any_shape: np.zeros((2, 3))})
        self.refused(runnel.NotFound, ["absent"], session.run, "absent")
        self.refused(TypeError, ["wanted"], session.run, y, {3: [[1, 2]]})
        self.refused(TypeError, ["wanted"], session.run, 3.5)
        self.refused(TypeError, ["wanted"], session.run, targets=[3.5])
        self.refused(ValueError, [], session.run, y, {x: [["a", "b"]]})
        self.refused(ValueError, ["another graph"], session.run, runnel.Graph().constant(1.0))
        call = session.callable(y, [x])
        self.refused(TypeError, ["2 feeds"], call, 1, 2)
        self.refused(bad, ["[1,3]"], call, [[1, 2, 3]])
        self.refused(bad, ["fed twice"], session.callable, y, [x, x])
        self.assertEqual(float(session.run(y, {x: [[1, 2]]})), 5.0)  # it goes on
        session.close()
        session.close()
        self.refused(runnel.FailedPrecondition, ["closed"], session.run, y, {x: [[1, 2]]})

    def test_options_and_files(self):
        self.assertRaises(runnel.InvalidArgument, runnel.Runtime, threads=-1)
        self.assertRaises(runnel.InvalidArgument, runnel.Runtime, threads=5000)
        error = self.refused(runnel.NotFound, ["librunnel_absent.so"], runnel.Runtime, plugins=["absent"])
        self.assertIsInstance(error, runnel.Error)
        self.assertRaises(runnel.InvalidArgument, runnel.Session, self.graph, disable_passes=["nonsense"])
        self.assertRaises(runnel.NotFound, runnel.Checkpoint, "/nowhere/at/all")
        self.assertRaises(runnel.NotFound, runnel.SavedModel, "/nowhere/at/all")
        self.assertRaises(FileNotFoundError, runnel.Saver("/nowhere/at/all").restore, None)
        self.assertRaises(ValueError, runnel.SGD(0.1).minimize, self.graph.constant(1.0))
        self.assertRaises(TypeError, __import__("pickle").dumps, self.graph)


if __name__ == "__main__":
    unittest.main()
