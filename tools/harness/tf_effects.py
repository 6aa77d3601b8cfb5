# Random graphs in which it matters that nodes run, and when: assignments, asserts, control edges, functions, branches and
# loops around constants and values that planning knows. Every use of a variable waits for the one before it, so there is one answer.
import os

import numpy as np

from harness.tf_graphs import Refused


class Variable:
    """A resource variable, and the operations that its next use has to wait for."""

    def __init__(self, variable):
        self.variable, self.last = variable, []
        self.open = True  # closed: something changes it that nothing waits for


class Place:
    """Where operations are put: the graph, or the body of a function, a branch or a loop."""

    def __init__(self, values, variables, depth=0, in_function=False, in_loop=False):
        self.values, self.variables, self.depth = list(values), list(variables), depth
        self.in_function, self.in_loop, self.effects = in_function, in_loop, []


class Effects:
    """Fills the default graph. `feeds`, `fetches`, `targets`: what to run, by name; `reads`: of all variables, to be run afterwards."""

    def __init__(self, tf, seed, nodes=14):
        self.tf, self.raw, self.random = tf, tf.raw_ops, np.random.default_rng(seed)
        v1 = tf.compat.v1
        self.newer = self.chance(0.5)  # of the two generations of control flow
        (v1.enable_control_flow_v2 if self.newer else v1.disable_control_flow_v2)()
        self.dtype = self.one([tf.float32, tf.int32])
        self.feeds, self.place = {}, None
        made = [v1.get_variable("v%d" % i, initializer=self.number(i + 2), use_resource=True) for i in range(self.between(1, 3))]
        self.variables = [Variable(v) for v in made]
        self.place = top = Place([self.constant()], self.variables)
        for _ in range(nodes):
            self.step()
        some = [t for t in top.values if self.chance(0.25)] + [top.values[-1]]
        self.fetches = sorted({t.name for t in some if t.op.type != "Placeholder"})
        self.targets = sorted({op.name for op in top.effects if self.chance(0.2)})
        self.init = v1.variables_initializer(made, name="init").name
        self.reads = [self.raw.ReadVariableOp(resource=v.handle, dtype=self.dtype, name="read%d" % i).name for i, v in enumerate(made)]

    # ---- choices

    def one(self, things):
        return things[int(self.random.integers(len(things)))]

    def chance(self, p):
        return bool(self.random.random() < p)

    def between(self, low, high):
        return int(self.random.integers(low, high + 1))

    def number(self, value):
        return self.tf.constant(value, self.dtype)

    def constant(self):
        value = self.between(-3, 4)
        return self.number([value, value + 1] if self.chance(0.4) else value)

    def feed(self):
        array = np.array([self.between(-3, 4), self.between(1, 4)] if self.chance(0.6) else self.between(-3, 4), self.dtype.as_numpy_dtype)
        return self.placeholder(array, array.shape if self.chance(0.7) else None)

    def placeholder(self, array, static):
        # What it waits for would be cut off as it is fed.
        with self.tf.control_dependencies(None):
            symbol = self.tf.compat.v1.placeholder(array.dtype, static, "x%d" % len(self.feeds))
        self.feeds[symbol.name] = array
        return symbol

    def pick(self):
        """A value that there is, or a new one."""
        if self.chance(0.25):
            return self.feed() if self.place.depth == 0 and self.chance(0.6) else self.constant()
        values = self.place.values
        return self.one(values[-4:] if self.chance(0.6) else values)

    def scalar(self, value):
        if value.shape.rank == 0:
            return value
        # As many axes as it has when it runs.
        return self.raw.Max(input=self.raw.Reshape(tensor=value, shape=np.array([-1], np.int32)), axis=np.array([0], np.int32))

    def truth(self, mostly=None):
        """A condition: of a constant, of a shape, of a value, or fed. mostly: which it should be."""
        raw, value = self.raw, self.pick()
        kind = self.between(0, 3)
        if kind == 0:
            return self.tf.constant(self.chance(0.5) if mostly is None else mostly)
        if kind == 1:
            return raw.Less(x=raw.Rank(input=value), y=np.int32(9 if mostly is None or mostly else -1))
        if kind == 2 and self.place.depth == 0:
            return self.placeholder(np.bool_(self.chance(0.5) if mostly is None else mostly), [])
        far = 10 ** 6 if self.dtype == self.tf.int32 else 1e6
        limit = self.between(-2, 3) if mostly is None else far if mostly else -far
        return raw.Less(x=self.scalar(value), y=self.number(limit))

    # ---- what there is to add

    def step(self):
        before = len(self.place.values)
        kinds = [self.arithmetic] * 3 + [self.sizes, self.neutral, self.identity, self.read] * 2 + [self.assign] * 4 + [self.check] * 2
        if self.place.depth < 3:
            kinds += [self.branch, self.function, self.function, self.loop] if self.place.depth else [self.branch, self.function, self.loop] * 2
        try:
            self.one(kinds)()
        except Refused:
            del self.place.values[before:]

    def give(self, value):
        self.place.values.append(value)

    def waiting(self, *more):
        """Control inputs: those that have to be, and some of what had an effect."""
        some = [op for op in self.place.effects[-6:] if self.chance(0.2)]
        return self.tf.control_dependencies(some + [op for v in more for op in v.last])

    def used(self, variable, op):
        variable.last = [op]
        self.place.effects.append(op)

    def variable(self):
        free = [v for v in self.place.variables if v.open]
        if not free:
            raise Refused("no variable")
        return self.one(free)

    def arithmetic(self):
        op = self.one(["AddV2", "Sub", "Maximum", "Minimum", "Mul"])
        x, y = self.pick(), self.pick()
        with self.waiting():
            self.give(getattr(self.raw, op)(x=x, y=self.number(self.between(-1, 2)) if op == "Mul" else y))

    def sizes(self):
        x = self.pick()
        op = self.one(["Size", "Rank", "Shape"])
        with self.waiting():
            y = getattr(self.raw, op)(input=x)
        y = self.raw.Prod(input=y, axis=np.array([0], np.int32)) if op == "Shape" else y
        self.give(self.raw.Cast(x=y, DstT=self.dtype))

    def neutral(self):
        x = self.pick()
        with self.waiting():
            self.give(self.one([lambda: self.raw.Mul(x=x, y=self.number(1)), lambda: self.raw.AddV2(x=x, y=self.number(0)),
                                lambda: self.raw.Cast(x=x, DstT=self.dtype), lambda: self.raw.ZerosLike(x=x),
                                lambda: self.raw.StopGradient(input=x), lambda: self.raw.Mul(x=x, y=self.number(0))])())

    def identity(self):
        x = self.constant() if self.chance(0.5) else self.pick()
        effects = self.place.effects
        with self.tf.control_dependencies([self.one(effects)] if effects else []):
            self.give(self.raw.Identity(input=x))

    def read(self):
        v = self.variable()
        with self.waiting(v):
            y = self.raw.ReadVariableOp(resource=v.variable.handle, dtype=self.dtype)
        # What borrows it has to be done before the next change.
        y = self.raw.AddV2(x=y, y=self.number(1))
        self.used(v, y.op)
        self.give(y)

    def assign(self):
        v, x = self.variable(), self.scalar(self.pick())
        op = self.one(["AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp"])
        with self.waiting(v):
            self.used(v, getattr(self.raw, op)(resource=v.variable.handle, value=x))

    def check(self):
        truth = self.truth(mostly=self.chance(0.97))
        with self.waiting():
            self.place.effects.append(self.raw.Assert(condition=truth, data=[self.scalar(self.pick())]))

    # ---- bodies

    def some_variables(self):
        return [v for v in self.place.variables if v.open and self.chance(0.6)]

    def body(self, values, variables, steps, in_function=False, in_loop=False):
        """Adds `steps` operations and answers a scalar, for which all that they do has been done. The second answer: whether it has."""
        outer, kept = self.place, [(v, v.last) for v in variables]
        for v in variables:
            v.last = []
        self.place = inner = Place(values, variables, outer.depth + 1, outer.in_function or in_function, outer.in_loop or in_loop)
        try:
            for _ in range(steps):
                self.step()
            result = self.scalar(self.pick())
            all_of = inner.effects
            awaited = not ((inner.in_function or self.newer) and not inner.in_loop and self.chance(0.3))
            with self.tf.control_dependencies(all_of if awaited else []):
                result = self.raw.Identity(input=result)
        finally:
            self.place = outer
            for v, last in kept:
                v.last = last
        return result, awaited

    def after(self, variables, awaited, result):
        for v in variables:
            v.last = [result.op]
            v.open = v.open and awaited
        if variables:
            self.place.effects.append(result.op)
        self.give(result)

    def branch(self):
        tf, variables, x = self.tf, self.some_variables(), self.pick()
        with self.waiting(*variables):
            truth = self.raw.Identity(input=self.truth())
            answers = []

            def side():
                result, awaited = self.body([x, self.constant()], variables, self.between(1, 4))
                answers.append(awaited)
                return result
            result = tf.cond(truth, side, side)
        self.after(variables, all(answers), result)

    def loop(self):
        tf, variables, x, count = self.tf, self.some_variables(), self.scalar(self.pick()), self.between(0, 3)
        n = self.raw.Maximum(x=self.raw.Minimum(x=self.raw.Cast(x=self.scalar(self.pick()), DstT=tf.int32), y=count), y=0)
        if self.chance(0.5):
            n = tf.constant(count)
        if self.place.in_function and not self.newer:
            raise Refused("a loop of the older kind in a function")
        with self.waiting(*variables):
            start, x = self.raw.Identity(input=tf.constant(0)), self.raw.Identity(input=x)

        def body(i, a):
            result, _ = self.body([a, self.raw.Cast(x=i, DstT=self.dtype)], variables, self.between(1, 4), in_loop=True)
            with tf.control_dependencies([result]):
                return i + 1, result
        self.after(variables, True, tf.while_loop(lambda i, a: i < n, body, [start, x], parallel_iterations=1)[1])

    def function(self):
        tf, variables = self.tf, self.some_variables()
        x, y = self.scalar(self.pick()), self.scalar(self.pick())
        answers = []

        def body(a, b):
            values = [v for v in (a, b) if self.chance(0.8)] + [self.constant()]
            result, awaited = self.body(values, variables, self.between(1, 4), in_function=True)
            answers.append(awaited)
            return result
        if self.chance(0.5):
            from tensorflow.python.framework import function
            call = function.Defun(self.dtype, self.dtype)(body)
        else:
            call = tf.function(body, autograph=False)
            answers.append(True)
        with self.waiting(*variables):
            result = call(x, y)
        self.after(variables, all(answers), result)


def answers(tf, effects, graph, optimised):
    """What TensorFlow gives in two steps: [{fetches, variables}], or the error of the first that fails."""
    config = tf.compat.v1.ConfigProto()
    if not optimised:
        config.graph_options.rewrite_options.disable_meta_optimizer = True
        config.graph_options.optimizer_options.opt_level = -1
    steps = []
    with tf.compat.v1.Session(graph=graph, config=config) as session:
        session.run(effects.init)
        for _ in range(2):
            try:
                fetched = session.run([graph.get_tensor_by_name(n) for n in effects.fetches]
                                      + [graph.get_operation_by_name(n) for n in effects.targets], effects.feeds)
            except tf.errors.InvalidArgumentError as error:
                return steps, error
            steps.append((fetched[:len(effects.fetches)], session.run(effects.reads)))
    return steps, None


def agreed(tf, np, effects, graph):
    """TensorFlow's answer where it is the same with its own passes and without, else nothing."""
    (first, failed), (second, too) = (answers(tf, effects, graph, optimised) for optimised in (False, True))
    if (failed is None) != (too is None) or len(first) != len(second):
        return None
    flat = [[x for fetched, read in steps for x in list(fetched) + list(read)] for steps in (first, second)]
    same = all(np.array_equal(a, b) and np.shape(a) == np.shape(b) for a, b in zip(*flat))
    return (first, failed) if same else None


# In the order in which they run.
PASSES = ("controls", "fold", "branches", "simplify", "cse", "pads", "scales", "layout", "weights", "lookups", "products", "norms", "attention", "epilogue", "fuse", "follow", "bands",
          "regions", "pack")


def drawn(random):
    """Passes to switch off: none, all, all but one, or one."""
    kind, one = int(random.integers(4)), PASSES[int(random.integers(len(PASSES)))]
    return ([], ["all"], [p for p in PASSES if p != one], [one])[kind]


class EffectCase:
    """One graph whose order matters, in TensorFlow and in Runnel: what is fetched, and the variables after each of two steps."""

    def __init__(self, tf, np, runnel, runtime, index, options):
        self.tf, self.np, self.runnel, self.runtime, self.index = tf, np, runnel, runtime, index
        self.graph, seed = tf.Graph(), [options.seed, index]
        with self.graph.as_default():
            self.effects = Effects(tf, seed, options.nodes)
        random = np.random.default_rng(seed)
        self.ways = [[], ["all"], drawn(random), drawn(random)]
        self.answer = {"compared": 0, "refused": 0, "gradients": 0, "mismatched": [], "unsupported": []}

    def run(self):
        wanted = agreed(self.tf, self.np, self.effects, self.graph)
        if wanted is None:
            return self.answer  # TensorFlow's own passes make another answer of it
        for off in self.ways:
            reason = self.difference(wanted, off)
            if reason:
                self.answer["mismatched"].append({"case": self.index, "node": "", "op": "", "types": "",
                                                  "reason": "without the passes %s: %s" % (" ".join(off) or "(none)", reason)})
        return self.answer

    def difference(self, wanted, off):
        steps, failed = wanted
        e, np = self.effects, self.np
        try:
            graph = self.runnel.Graph(self.runtime)
            graph.import_graph_def(self.graph.as_graph_def().SerializeToString())
            with self.runnel.Session(graph, disable_passes=off) as session:
                session.run(targets=[e.init])
                for step in range(2):
                    try:
                        fetched = session.run(list(e.fetches), e.feeds, targets=list(e.targets))
                    except self.runnel.errors.InvalidArgument as error:
                        if failed is None or step != len(steps):
                            return "step %d fails: %s" % (step, str(error)[:300])
                        self.answer["refused"] += 1
                        return ""
                    if step == len(steps):
                        return "step %d runs, where TensorFlow says: %s" % (step, str(failed)[:300])
                    names, theirs = list(e.fetches) + list(e.reads), list(steps[step][0]) + list(steps[step][1])
                    for name, a, b in zip(names, theirs, list(fetched) + list(session.run(list(e.reads)))):
                        if np.shape(a) != np.shape(np.asarray(b)) or not np.array_equal(a, np.asarray(b)):
                            return "%s in step %d is %s, not %s" % (name, step, np.asarray(b).tolist(), np.asarray(a).tolist())
                        self.answer["compared"] += 1
        except self.runnel.errors.Error as error:
            return "%s: %s" % (type(error).__name__, str(error)[:300])
        return ""

    def keep(self, folder):
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "case%d.pb" % self.index), "wb") as file:
            file.write(self.graph.as_graph_def().SerializeToString())
        for name, array in self.effects.feeds.items():
            self.np.save(os.path.join(folder, "case%d_%s.npy" % (self.index, name.split(":")[0])), array)
