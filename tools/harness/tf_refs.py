# Random programs over TensorFlow 1's ref variables, each a graph and the steps that are run with it. All effects of a program
# stand in one row of control edges, so that what a step gives is decided; what is left open is only when values are read.
import json
import os

import numpy as np


class Program:
    """graph, init (a name), steps: lists of names to fetch, one after the other, in one session."""

    def __init__(self, tf, seed):
        self.tf, self.v1 = tf, tf.compat.v1
        self.random = np.random.default_rng(seed)
        self.graph = tf.Graph()
        self.number = 0
        with self.graph.as_default():
            self.v1.disable_control_flow_v2()
            self.build()
        self.definition = self.graph.as_graph_def()

    # ---- choices

    def pick(self, things):
        return things[int(self.random.integers(len(things)))]

    def chance(self, p):
        return self.random.random() < p

    def constant(self):
        return float(self.random.integers(-3, 5))

    # ---- the row of effects

    def behind(self):
        return self.tf.control_dependencies(self.row)

    def variable(self, name, shape):
        value = self.random.integers(-4, 6, shape).astype(np.float32)
        return self.v1.Variable(value, name=name, use_resource=False, trainable=False)

    def build(self):
        tf = self.tf
        self.shape = self.pick([[], [2], [2, 2]])
        self.variables = [self.variable("v%d" % i, self.shape) for i in range(int(self.random.integers(1, 4)))]
        self.references = []  # tensors that may be references, and such that share memory with them
        self.values = []
        self.row = []
        self.references += [v._ref() for v in self.variables] + [v.value() for v in self.variables]
        with tf.control_dependencies(None):
            self.block(int(self.random.integers(4, 11)), 2)
        fetches = [t for t in self.references + self.values if t.graph is self.graph]
        self.steps = []
        for _ in range(3):
            some = [t for t in fetches if self.chance(0.5)] or fetches[:1]
            self.steps.append([t.name for t in some] + ["last:0"])
        with self.behind():
            tf.constant(1, name="last")
        self.init = self.v1.global_variables_initializer().name

    def block(self, length, depth):
        moves = [self.update] * 4 + [self.alias] * 3 + [self.use] * 3
        if depth > 0:
            moves += [self.branch, self.loop]
        for _ in range(length):
            self.pick(moves)(depth)

    def flat(self, t):
        """A use of it: something of its own, of the variables' shape."""
        tf = self.tf
        t = tf.reshape(t, self.shape) if t.shape.as_list() != self.shape else t
        return self.pick([lambda: t * self.constant(), lambda: t + self.constant(), lambda: tf.negative(t),
                          lambda: tf.square(t) * 0.25, lambda: t + self.value()])()

    def value(self):
        sources = self.references * 2 + self.values
        t = self.pick(sources)
        return self.tf.reshape(t, self.shape) if t.shape.as_list() != self.shape else t

    def bounded(self, t):
        return self.tf.clip_by_value(t, -50.0, 50.0)

    def update(self, depth):
        tf, v1 = self.tf, self.v1
        v = self.pick(self.variables)
        ref = v._ref()
        made = [t for t in self.references if t.dtype._is_ref_dtype and getattr(t, "of", None) is v]
        if made and self.chance(0.4):
            ref = self.pick(made)
        with self.behind():
            new = self.bounded(self.flat(self.value())) if self.chance(0.8) else tf.fill(self.shape, self.constant())
            op = self.pick([v1.assign, v1.assign_add, v1.assign_sub])
            done = op(ref, new)
            if self.shape and self.chance(0.2):
                with tf.control_dependencies([done]):
                    done = tf.raw_ops.ScatterAdd(ref=v._ref(), indices=[int(self.random.integers(2))],
                                                 updates=tf.fill([1] + self.shape[1:], self.constant()))
            # Keeps numbers small.
            with tf.control_dependencies([done]):
                done = v1.assign(v._ref(), self.bounded(v._ref()))
        self.row = [done.op]
        if self.chance(0.3):
            self.references.append(done)

    def alias(self, depth):
        tf = self.tf
        t = self.pick(self.references)
        flat = [int(np.prod(self.shape))]
        ways = [lambda: tf.identity(t), lambda: tf.stop_gradient(t), lambda: tf.reshape(t, flat), lambda: tf.expand_dims(t, 0),
                lambda: tf.identity_n([t, tf.constant(1)])[0], lambda: tf.raw_ops.CheckNumerics(tensor=t, message="not finite"),
                lambda: tf.squeeze(tf.expand_dims(t, 0), 0)]
        if t.dtype._is_ref_dtype:
            ways += [lambda: tf.raw_ops.RefIdentity(input=t)] * 2
            twin = self.pick([r for r in self.references if r.dtype._is_ref_dtype])
            ways += [lambda: tf.raw_ops.RefSelect(index=int(self.random.integers(2)), inputs=[t, twin])]
        if self.chance(0.5):
            with self.behind():
                self.references.append(self.pick(ways)())
        else:
            self.references.append(self.pick(ways)())

    def use(self, depth):
        with self.behind():
            y = self.bounded(self.flat(self.pick(self.references)))
        self.values.append(y)
        self.row = [y.op]

    def decide(self):
        tf = self.tf
        with self.behind():
            return tf.less(tf.reduce_sum(self.value()), self.constant())

    def inside(self, length, depth, give):
        """A block within a branch or a loop: what it makes stays there."""
        before = list(self.references), list(self.values), self.row
        self.row = []
        self.block(length, depth)
        t = give()
        with self.behind():
            out = self.tf.identity(t) if not self.row or self.chance(0.7) else t + 0.0
        if self.row and out.op.type != "AddV2":
            # The row must not be left out.
            with self.tf.control_dependencies(self.row):
                out = self.tf.identity(out)
        self.references, self.values, self.row = before
        return out

    def branch(self, depth):
        tf = self.tf
        p = self.decide()

        def one():
            return self.inside(int(self.random.integers(0, 4)), depth - 1, lambda: tf.reshape(self.value(), self.shape))
        with self.behind():
            pivot = tf.identity(p)
        out = self.v1.cond(pivot, one, one)
        self.row = [out.op]
        (self.references if self.chance(0.7) else self.values).append(out)

    def loop(self, depth):
        tf = self.tf
        turns = int(self.random.integers(0, 4))
        with self.behind():
            start = tf.identity(self.value()) if self.chance(0.6) else self.value() * 1.0
            zero = tf.constant(0)
        self.row = [start.op, zero.op]  # what enters is read before the first iteration writes

        def body(i, x):
            kept = list(self.references), list(self.values)
            self.references = self.references + [x]
            out = self.inside(int(self.random.integers(1, 4)), depth - 1,
                              lambda: x if self.chance(0.3) else tf.reshape(self.value(), self.shape))
            self.references, self.values = kept
            with tf.control_dependencies([out]):
                return i + 1, self.bounded(out) if self.chance(0.5) else out
        with self.behind():
            count, out = self.v1.while_loop(lambda i, x: i < turns, body, [zero, start], parallel_iterations=1,
                                            shape_invariants=[tf.TensorShape([]), tf.TensorShape(self.shape)])
        self.row = [count.op, out.op]
        (self.references if self.chance(0.5) else self.values).append(out)


def run_in_tensorflow(program, threads):
    """[[arrays of a step]]"""
    v1 = program.v1
    config = v1.ConfigProto(inter_op_parallelism_threads=threads, intra_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = -1
    with v1.Session(graph=program.graph, config=config) as session:
        session.run(program.init)
        return [[np.array(a) for a in session.run(step)] for step in program.steps]


def run_in_runnel(program, runnel, passes_off):
    graph = runnel.Graph()
    graph.import_graph_def(program.definition.SerializeToString())
    with runnel.Session(graph, disable_passes=passes_off) if passes_off else runnel.Session(graph) as session:
        session.run(targets=[program.init])
        return [[np.array(a) for a in session.run(step)] for step in program.steps]


def exported(definition, runnel):
    graph = runnel.Graph()
    graph.import_graph_def(definition.SerializeToString())
    return type(definition).FromString(graph.to_graph_def())


def difference(steps, wanted, got):
    for number, (names, one, other) in enumerate(zip(steps, wanted, got)):
        for name, a, b in zip(names, one, other):
            if a.shape != b.shape or not np.allclose(a, b, rtol=1e-5, atol=1e-5):
                return "step %d, %s: %s, not %s" % (number, name, b.tolist(), a.tolist())
    return ""


def compare(tf, runnel, index, options):
    answer = {"compared": 0, "undecided": 0, "reason": ""}
    program = Program(tf, [options.seed, index])
    try:
        wanted = run_in_tensorflow(program, 1)
        decided = not difference(program.steps, wanted, run_in_tensorflow(program, 4))
    except tf.errors.OpError as error:
        return dict(answer, reason="TensorFlow: " + str(error)[:300])
    if not decided:
        return dict(answer, undecided=1)
    try:
        definition = program.definition
        if index % 4 == 3:
            program.definition = exported(definition, runnel)
        got = run_in_runnel(program, runnel, ["all"] if index % 2 else [])
        answer["reason"] = difference(program.steps, wanted, got)
        if index % 5 == 0 and not answer["reason"]:
            program.graph = tf.Graph()
            with program.graph.as_default():
                tf.import_graph_def(exported(definition, runnel), name="")
            answer["reason"] = difference(program.steps, wanted, run_in_tensorflow(program, 1))
            answer["reason"] = answer["reason"] and "exported: " + answer["reason"]
        program.definition = definition
    except runnel.errors.Error as error:
        answer["reason"] = "%s: %s" % (type(error).__name__, str(error)[:300])
    except (tf.errors.OpError, ValueError) as error:
        answer["reason"] = "exported: " + str(error)[:300]
    answer["compared"] = 1
    if answer["reason"] and options.keep:
        os.makedirs(options.keep, exist_ok=True)
        with open(os.path.join(options.keep, "case%d.pb" % index), "wb") as file:
            file.write(definition.SerializeToString())
    return answer


def work(options):
    from harness import oracle
    import tensorflow as tf
    runnel = oracle.import_runnel()
    if runnel is None:
        return oracle.NOT_MEASURED
    tf.compat.v1.disable_v2_behavior()
    print(json.dumps({"tensorflow": tf.__version__}), flush=True)
    for index in range(options.case, options.count):
        print(json.dumps(compare(tf, runnel, index, options)), flush=True)
    return 0
