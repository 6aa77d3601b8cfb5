#!/usr/bin/python3
"""Writes references.pb and references.inc beside itself: small programs of TensorFlow 1 in which it matters when a ref variable is
read, in one graph, and what TensorFlow gives as their steps are run one after the other. Needs tensorflow; 2.21.0 made the
committed files. Nothing is random, and every answer is the same on one thread and on four.
"""
import os

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2  # noqa: F401

v1 = tf.compat.v1
v1.disable_v2_behavior()
v1.disable_control_flow_v2()
RAW = tf.raw_ops
HERE = os.path.dirname(os.path.abspath(__file__))


def variable(name, value, **more):
    return v1.Variable(np.array(value, np.float32), name=name, use_resource=False, trainable=False, **more)


def behind(*ops):
    return tf.control_dependencies(ops)


def repeat(condition, body, variables):
    """One turn after the other, so that what a turn sees is decided."""
    return v1.while_loop(condition, body, variables, parallel_iterations=1)


class Row:
    """Programs and the steps that are recorded of them: (feeds, fetches, targets)."""

    def __init__(self):
        self.steps = []
        self.flag = v1.placeholder_with_default(True, [], name="flag")
        self.inits = []

    def step(self, *fetches, targets=(), feeds=()):
        self.steps.append((list(feeds), [f.name if hasattr(f, "name") else f for f in fetches],
                           [t if isinstance(t, str) else t.op.name if hasattr(t, "op") else t.name for t in targets]))

    def initialised(self, *variables):
        self.inits += [v.initializer for v in variables]


def product(row):
    w = variable("w", 1)
    row.initialised(w)
    with behind(v1.assign(w, 5.0)):
        y = tf.identity(w.value() * 2.0)
    row.step(y)
    row.step(y)


def average(row):
    """A moving average behind the training step sees what the step has made of the variable."""
    w = v1.Variable(np.float32(1), name="w", use_resource=False)
    train = v1.train.GradientDescentOptimizer(0.25).minimize((w - 3.0) ** 2)
    ema = v1.train.ExponentialMovingAverage(0.5)
    with behind(train):
        update = ema.apply([w])
    with behind(update):
        y = tf.identity(ema.average(w).read_value())
    row.initialised(w, ema.average(w))
    row.step(y)
    row.step(y, w)
    row.step(ema.average(w), w, targets=[update])


def rate(row):
    """A learning rate that follows the step counter."""
    w, count = variable("w", 1), variable("count", 0)
    row.initialised(w, count)
    with behind(v1.assign_add(count, 1.0)):
        step = v1.assign_sub(w, 0.1 * count.value())
        y = tf.identity(step * 1.0)
    for _ in range(3):
        row.step(y)
    w2 = v1.Variable(np.float32(2), name="w2", use_resource=False)
    counter = v1.train.create_global_step()
    decayed = v1.train.exponential_decay(0.5, counter, 1, 0.5)
    train = v1.train.GradientDescentOptimizer(decayed).minimize(w2 * w2, global_step=counter)
    with behind(train):
        then = tf.identity(decayed) * 1.0
    row.initialised(w2)
    row.inits.append(counter.initializer)
    row.step(then, w2)
    row.step(then, w2, counter)


def loops(row):
    w = variable("w", 1)
    row.initialised(w)
    read = w.value()

    def add(i):
        with behind(v1.assign_add(w, 1.0)):
            return i + 1.0
    out = repeat(lambda i: i < 3, add, [0.0])
    with behind(out):
        row.step(tf.identity(read * 1.0))

    def sees(i, total):  # what is captured from outside is the variable
        with behind(v1.assign_add(w, 10.0)):
            return i + 1.0, total + read * 1.0
    row.step(repeat(lambda i, t: i < 3, sees, [0.0, 0.0])[1])

    def holds(i, x):  # the first value of x is the variable, later ones are not
        with behind(v1.assign_add(w, 100.0)):
            return i + 1.0, x * 2.0
    for turns in (0, 1, 3):
        out = repeat(lambda i, x: i < turns, holds, [0.0, tf.identity(w)])[1]
        row.step(out)
        with behind(out, v1.assign(w, 7.0) if turns == 0 else out):
            row.step(tf.identity(out * 1.0, name="after_%d" % turns))

    def keeps(i, x):  # x is the variable all the way
        with behind(v1.assign_add(w, 1.0)):
            return i + 1.0, tf.identity(x)
    out = repeat(lambda i, x: i < 2, keeps, [0.0, tf.identity(w)])[1]
    with behind(out):
        changed = v1.assign(w, -5.0)
    with behind(changed):
        row.step(tf.identity(out * 1.0), out)

    def nested(i):
        def inner(j):
            with behind(v1.assign_add(w, read * 0.5)):
                return j + 1.0
        with behind(repeat(lambda j: j < 2, inner, [0.0])):
            return i + 1.0
    with behind(repeat(lambda i: i < 2, nested, [0.0])):
        row.step(tf.identity(read * 1.0))
    row.step(w, repeat(lambda i: i < 3, add, [0.0]))
    row.step("loops/w/read:0", targets=["loops/while_1/Exit"])


def branches(row):
    w, u = variable("w", 1), variable("u", 2)
    row.initialised(w, u)
    either = v1.cond(row.flag, lambda: tf.identity(w), lambda: tf.identity(u))
    mixed = v1.cond(row.flag, lambda: tf.identity(w), lambda: tf.constant(40.0))
    with behind(either, mixed):
        changed = v1.assign_add(w, 10.0)
    with behind(changed):
        first, second = tf.identity(either * 1.0, name="first"), tf.identity(mixed * 1.0, name="second")
    for flag in (True, False):
        row.step(first, second, feeds=[flag])
        row.step(either, mixed, changed, feeds=[flag])

    def assigns():
        with behind(v1.assign(w, 3.0)):
            return w.value() * 1.0
    row.step(v1.cond(row.flag, assigns, lambda: w.value() * 2.0), w, feeds=[False])
    row.step("branches/cond_2/Merge:0", w, u, feeds=[True])
    updated = v1.cond(row.flag, lambda: v1.assign_add(w, 1.0), lambda: v1.assign_add(u, 1.0))
    with behind(updated):
        then = v1.assign(u, 9.0)
    with behind(then):
        row.step(tf.identity(updated * 1.0), feeds=[True])
        row.step("branches/Identity:0", feeds=[False])
    def turns():  # a loop that may never begin, and what comes after it
        def body(i, x):
            with behind(v1.assign_add(w, 1.0)):
                return i + 1.0, x * 2.0
        out = repeat(lambda i, x: i < 2, body, [0.0, tf.identity(w)])[1]
        with behind(out):
            more = v1.assign_add(u, out * 1.0)
        with behind(more):
            return tf.identity(out)
    row.step(w, u, v1.cond(row.flag, turns, lambda: tf.constant(0.0)), feeds=[False])
    row.step("branches/w:0", "branches/u:0", "branches/cond_4/Merge:0", feeds=[True])
    # The branch that is not taken has a variable without a value.
    empty = variable("empty", 5)
    row.step(v1.cond(v1.is_variable_initialized(empty), lambda: empty.value() * 1.0, lambda: tf.constant(-1.0)))
    row.step(targets=[empty.initializer])
    row.step("branches/cond_5/Merge:0")


def aliases(row):
    w = variable("w", [[1, 2], [3, 4]])
    row.initialised(w)
    ways = [tf.reshape(w, [4]), tf.expand_dims(w, 0), tf.squeeze(tf.expand_dims(w, 1)), tf.stop_gradient(w),
            tf.identity_n([w, tf.constant(1)])[0], RAW.CheckNumerics(tensor=w, message="bad"), RAW.RefIdentity(input=w._ref()),
            RAW.RefSelect(index=0, inputs=[w._ref(), w._ref()]), tf.identity(tf.identity(w))]
    with behind(*ways):
        changed = v1.assign(w, [[5, 6], [7, 8]])
    with behind(changed):
        row.step(*[tf.identity(x * 1.0, name="way_%d" % i) for i, x in enumerate(ways)])
    other = variable("other", [[-1, -2], [-3, -4]])
    row.initialised(other)
    chosen = RAW.RefSelect(index=tf.cast(row.flag, tf.int32), inputs=[w._ref(), other._ref()])
    row.step(RAW.AssignAdd(ref=chosen, value=tf.ones([2, 2])), feeds=[True])
    row.step(w, other)
    row.step("aliases/AssignAdd:0", feeds=[False])
    row.step(w, other)
    copy = tf.negative(w)
    with behind(copy):
        again = v1.assign(w, tf.zeros([2, 2]))
    with behind(again):
        row.step(tf.identity(copy), w)


def fetches(row):
    """What is fetched is there as the step leaves it."""
    w = variable("w", 1)
    row.initialised(w)
    one = v1.assign_add(w, 1.0)
    with behind(one):
        ten = v1.assign_add(w, 10.0)
    row.step(w, one, ten)
    row.step("fetches/w/read:0", one)
    row.step(one, ten)
    row.step(tf.identity(w), tf.reshape(w, [1]), targets=[ten])
    maybe = v1.cond(row.flag, lambda: v1.assign_add(w, 100.0), lambda: tf.constant(0.0))
    row.step(w, maybe, feeds=[True])
    row.step(w, maybe, feeds=[False])
    # What a node looks at is early, what it hands on is not.
    either = v1.cond(row.flag, lambda: tf.identity(w), lambda: tf.constant(-2.0))
    checked = RAW.CheckNumerics(tensor=either, message="bad")
    with behind(checked):
        more = v1.assign_add(w, 1000.0)
    with behind(more):
        row.step(checked, tf.identity(checked * 1.0), feeds=[True])
        row.step(checked, tf.identity(checked * 2.0), feeds=[False])


def states(row):
    """Variables without a value."""
    w = variable("w", [1, 2])
    held = RAW.RefIdentity(input=w._ref(), name="held")
    read = tf.identity(w._ref(), name="looked_at")
    rank, shape, size = tf.raw_ops.Rank(input=w.value()), tf.raw_ops.Shape(input=w.value()), tf.raw_ops.Size(input=w.value())
    checked = v1.assert_variables_initialized([w])
    row.step(targets=[held])
    row.step(targets=[w.op])
    for bad in (held, w, rank, shape, size, checked):
        row.step(bad)
    row.step(targets=[read.op])
    row.step(targets=[rank.op])
    row.step(v1.is_variable_initialized(w))
    with behind(w.op, held.op):
        row.step(tf.constant(3.0, name="only_ordered"))
    with behind(RAW.Assign(ref=held, value=[4.0, 5.0])):
        row.step(RAW.Mul(x=w._ref(), y=[2.0, 3.0]))
    row.step(held, w, rank, shape, size, checked, v1.is_variable_initialized(w))


def shapes(row):
    w = variable("w", [1, 2])
    row.initialised(w)
    longer = v1.assign(w, [1.0, 2.0, 3.0], validate_shape=False)
    row.step(longer)
    row.step(w, tf.raw_ops.Shape(input=w.value()))
    row.step(v1.assign(w, [4.0, 5.0]))  # is not shaped like it any more
    row.step(v1.assign(w, [4.0, 5.0, 6.0][:2], validate_shape=False))
    row.step(w)
    held = tf.identity(w)
    with behind(held):
        fill = [v1.assign(w, x, validate_shape=False) for x in ([7.0, 7.0, 7.0], [[8.0], [8.0]])]
    for op in fill:
        with behind(op):
            row.step(tf.identity(held * 1.0, name="still"))
            row.step(v1.assign(w, [4.0, 5.0], validate_shape=False))
    free = variable("free", [1, 2, 3], validate_shape=False)
    row.initialised(free)
    row.step(v1.assign(free, [[7.0]], validate_shape=False))
    row.step(free)


def replicas(row):
    """SyncReplicasOptimizer of one replica."""
    w = v1.Variable(np.float32(4), name="w", use_resource=False)
    counter = v1.Variable(np.int64(0), name="counter", use_resource=False, trainable=False)
    opt = v1.train.SyncReplicasOptimizer(v1.train.GradientDescentOptimizer(0.25), 1, 1)
    train = opt.minimize(w * w, global_step=counter)
    row.initialised(w, counter)
    row.step(targets=[opt.chief_init_op])
    tokens = opt.get_init_tokens_op()
    queue = opt.get_chief_queue_runner()
    row.step(targets=[tokens])
    both = [train, queue.enqueue_ops[0]]  # the chief's thread and the worker's are one step here
    row.step(targets=both)
    row.step(w, counter)
    row.step(targets=[train])  # comes too late to count, and takes the next token
    row.step(targets=both)
    row.step(w, counter)


def values(array):
    return ", ".join(repr(float(v)) for v in np.asarray(array, np.float64).ravel())


def run(graph, steps, init, threads):
    """[error code or list of arrays]"""
    config = v1.ConfigProto(inter_op_parallelism_threads=threads, intra_op_parallelism_threads=1)
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    config.graph_options.optimizer_options.opt_level = -1
    answers = []
    with v1.Session(graph=graph, config=config) as session:
        session.run(init)
        for feeds, fetches, targets in steps:
            try:
                got = session.run([fetches, [graph.get_operation_by_name(t) for t in targets]],
                                  {"flag:0": f for f in feeds})[0]
                answers.append([np.array(a) for a in got])
            except tf.errors.OpError as error:
                answers.append(error.error_code)
    return answers


def text(answer):
    return answer if isinstance(answer, int) else [a.tolist() for a in answer]


def main():
    with tf.Graph().as_default() as graph:
        row = Row()
        for program in (product, average, rate, loops, branches, aliases, fetches, states, shapes, replicas):
            with v1.name_scope(program.__name__):
                program(row)
        tf.group(*row.inits, name="init")
    wanted = run(graph, row.steps, "init", 2)
    for threads in (2, 4):
        again = run(graph, row.steps, "init", threads)
        for step, a, b in zip(row.steps, wanted, again):
            assert text(a) == text(b), (step, text(a), text(b))
    with open(os.path.join(HERE, "references.inc"), "w") as out:
        out.write("// Written by make_references.py (tensorflow %s).\n" % tf.__version__)
        out.write("const RecordedStep kSteps[] = {\n")
        for (feeds, names, targets), answer in zip(row.steps, wanted):
            out.write("    {{%s}, {%s}, {%s}, %s, {%s}},\n" % (
                ", ".join("true" if f else "false" for f in feeds), ", ".join('"%s"' % f for f in names),
                ", ".join('"%s"' % t for t in targets), answer if isinstance(answer, int) else 0,
                "" if isinstance(answer, int) else ", ".join("{%s}" % values(a) for a in answer)))
        out.write("};\n")
    definition = graph.as_graph_def()
    for node in definition.node:
        # Not of TensorFlow 1.
        for key in [k for k in node.attr if k in ("bad_indices_policy", "_XlaHasReferenceVars")]:
            del node.attr[key]
    with open(os.path.join(HERE, "references.pb"), "wb") as out:
        out.write(definition.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
