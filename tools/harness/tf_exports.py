# What TensorFlow makes of graphs and checkpoints that Runnel writes: the checks of tools/tf_exports, each a function that
# returns what is wrong, or nothing.
import json
import os
import tempfile

import numpy as np

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


def close(wanted, got, what):
    wanted, got = np.asarray(wanted), np.asarray(got)
    if wanted.shape != got.shape or not np.allclose(wanted, got, rtol=2e-5, atol=2e-6):
        return "%s: TensorFlow has %s, Runnel %s" % (what, wanted.tolist(), got.tolist())
    return ""


def first(answers):
    return next((a for a in answers if a), "")


def in_tensorflow(tf, graph):
    """A session of TensorFlow over what Runnel exports."""
    definition = tf.compat.v1.GraphDef.FromString(graph.to_graph_def())
    with tf.Graph().as_default() as there:
        tf.import_graph_def(definition, name="")
    return tf.compat.v1.Session(graph=there)


# ---- training

def network(runnel, optimizer):
    """A small network, its variables as Runnel's users write them, and the step of an optimizer."""
    ops, random = runnel.ops, np.random.default_rng(1)
    with runnel.Graph() as graph:
        x = graph.placeholder("float32", [None, 3], name="x")
        label = graph.placeholder("int64", [None], name="label")
        w1 = graph.variable(random.normal(size=(3, 5)).astype(np.float32), name="w1")
        b1 = graph.variable(np.zeros(5, np.float32), name="b1")
        w2 = graph.variable(random.normal(size=(5, 4)).astype(np.float32), name="w2")
        count = runnel.Variable(np.int64(0), name="count", trainable=False)
        hidden = ops.tanh(ops.bias_add(x @ w1, b1))
        loss = ops.identity(ops.mean(ops.sparse_softmax_cross_entropy_with_logits(hidden @ w2, label).loss, [0]), name="loss")
        step = graph.group(optimizer().minimize(loss), count.assign_add(1), name="train")
        for v in list(graph.variables):
            ops.identity(v.read(), name="value_of/" + v.name)
        init = graph.group(*[v.initializer for v in graph.variables], name="init")
    assert step.name == "train" and init.name == "init"
    return graph


def trains(runnel, tf, optimizer):
    graph, random = network(runnel, optimizer), np.random.default_rng(2)
    names = ["value_of/%s:0" % v.name for v in graph.variables]
    with in_tensorflow(tf, graph) as theirs, runnel.Session(graph) as ours:
        theirs.run("init")
        ours.run(targets=["init"])
        for step in range(8):
            feeds = {"x:0": random.normal(size=(6, 3)).astype(np.float32), "label:0": random.integers(0, 4, 6)}
            there = theirs.run(["loss:0", "train"], feeds)[0]
            here = ours.run(["loss:0"], feeds, targets=["train"])[0]
            if wrong := close(there, np.asarray(here), "loss of step %d" % step):
                return wrong
        return first(close(a, np.asarray(b), name) for name, a, b in zip(names, theirs.run(names), ours.run(names)))


@check
def training_with_sgd(runnel, tf):
    return trains(runnel, tf, lambda: runnel.SGD(0.25))


@check
def training_with_momentum(runnel, tf):
    return trains(runnel, tf, lambda: runnel.Momentum(0.125, 0.5, nesterov=True))


@check
def training_with_adam(runnel, tf):
    return trains(runnel, tf, lambda: runnel.Adam(0.01))


@check
def training_with_a_loss_scale(runnel, tf):
    return trains(runnel, tf, lambda: runnel.LossScale(runnel.SGD(0.25)))


@check
def training_of_an_imported_graph(runnel, tf):
    """Ref variables of TensorFlow's, gradients and slots of ours."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as made:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.Variable(np.array([[1.0], [-2.0]], np.float32), name="w", use_resource=False)
        b = v1.Variable(np.float32(0.5), name="b", use_resource=False)
        tf.reduce_mean(tf.square(x @ w + b - 1.0), name="loss")
        v1.variables_initializer([w, b], name="init_there")
    for optimizer in (lambda: runnel.SGD(0.125), lambda: runnel.Momentum(0.125), lambda: runnel.Adam(0.125)):
        graph = runnel.Graph()
        graph.import_graph_def(made.as_graph_def().SerializeToString())
        with graph:
            variables = [known(runnel, graph, n, n + "/initial_value") for n in ("w", "b")]
            gradients = graph.gradients(graph.output("loss"), [v.handle for v in variables])
            graph.group(optimizer().apply(list(zip(gradients, variables))), name="train")
            graph.group(*[v.initializer for v in graph.variables], graph.node("init_there"), name="init")
        with in_tensorflow(tf, graph) as theirs, runnel.Session(graph) as ours:
            theirs.run("init")
            ours.run(targets=["init"])
            for step in range(5):
                feeds = {"x:0": np.array([[1, 2], [0.5, -1], [step, 0]], np.float32)}
                theirs.run("train", feeds)
                ours.run([], feeds, targets=["train"])
            names = ["w:0", "b/read:0", "loss:0"]
            got = ours.run(names, feeds)
            if wrong := first(close(a, np.asarray(c), n) for n, a, c in zip(names, theirs.run(names, feeds), got)):
                return wrong
    return ""


def known(runnel, graph, name, initial):
    """A variable of an imported graph, as optimizers want one."""
    variable = runnel.Variable.__new__(runnel.Variable)
    variable.graph, variable.handle, variable.trainable = graph, graph.output(name + "/_rnl_handle"), True
    variable.initial, variable.initializer = graph.output(initial), None
    return variable


# ---- state by name

@check
def variables_of_their_own(runnel, tf):
    """Each VarHandleOp is a variable there, too, and each queue a queue."""
    with runnel.Graph() as graph:
        one, two = graph.variable(1.0, name="one"), graph.variable([2.0, 3.0], name="two")
        runnel.ops.identity(one.read(), name="first")
        runnel.ops.identity(two.read(), name="second")
        queues = [runnel.ops.fifo_queue_v2(component_types=["float32"], name=n) for n in ("q1", "q2")]
        for i, q in enumerate(queues):
            put = runnel.ops.queue_enqueue_v2(q, [graph.constant(float(i))])
            with graph.control_dependencies([put]):
                runnel.ops.identity(runnel.ops.queue_dequeue_v2(q, component_types=["float32"])[0], name="out%d" % i)
        graph.group(one.initializer, two.initializer, name="init")
    with in_tensorflow(tf, graph) as theirs:
        unnamed = [n.name for n in theirs.graph.as_graph_def().node if "shared_name" in n.attr and not n.attr["shared_name"].s]
        theirs.run("init")
        got = theirs.run(["first:0", "second:0", "out0:0", "out1:0"])
    return first([unnamed and "without a shared_name: %s" % unnamed] +
                 [close(a, b, n) for n, a, b in zip(("first", "second", "out0", "out1"), got, (1.0, [2.0, 3.0], 0.0, 1.0))])


@check
def references_come_back(runnel, tf):
    """A graph of ref variables, in and out, is one."""
    path = os.path.join(TREE, "tests/tf1/references.pb")
    with open(path, "rb") as file:
        definition = tf.compat.v1.GraphDef.FromString(file.read())
    graph = runnel.Graph()
    graph.import_graph_def(definition.SerializeToString())
    back = tf.compat.v1.GraphDef.FromString(graph.to_graph_def())
    ops = lambda d: sorted((n.name, n.op) for n in d.node)  # noqa: E731
    lost = set(ops(definition)) ^ set(ops(back))
    if lost:
        return "not the same nodes: %s" % sorted(lost)[:6]
    tf.import_graph_def(back, name="")  # must be one that TensorFlow takes
    return ""


# ---- checkpoints

@check
def checkpoints_of_an_imported_graph(runnel, tf):
    v1 = tf.compat.v1
    with tempfile.TemporaryDirectory() as folder:
        with tf.Graph().as_default() as made:
            with v1.variable_scope("layer"):
                w = v1.get_variable("w", initializer=np.array([1.0, 2.0], np.float32), use_resource=False)
                b = v1.get_variable("b", initializer=np.float32(3.0), use_resource=True)
            tf.identity(w + b, name="y")
            saver = v1.train.Saver()
            with v1.Session() as session:
                session.run([w.assign([3.0, 4.0]), b.assign(1.0)])
                theirs = saver.save(session, os.path.join(folder, "theirs"))
        graph = runnel.Graph()
        graph.import_graph_def(made.as_graph_def().SerializeToString())
        with runnel.Session(graph) as session:
            session.restore(theirs)
            wrong = close([4.0, 5.0], np.asarray(session.run("y:0")), "y, restored")
            session.save(os.path.join(folder, "ours"))
            session.save_sharded(os.path.join(folder, "sharded"))
        keys = sorted(tf.train.load_checkpoint(os.path.join(folder, "ours")).get_variable_to_shape_map())
        if keys != ["layer/b", "layer/w"]:
            return wrong or "keys are %s" % keys
        with v1.Session(graph=made) as session:
            saver.restore(session, os.path.join(folder, "ours"))
            wrong = wrong or close(session.run("y:0"), [4.0, 5.0], "y, saved here")
        with runnel.Session(graph) as session:
            session.restore_sharded(os.path.join(folder, "sharded"))
            wrong = wrong or close([4.0, 5.0], np.asarray(session.run("y:0")), "y, of a sharded checkpoint")
            session.restore(os.path.join(folder, "ours"))
            wrong = wrong or close([4.0, 5.0], np.asarray(session.run("y:0")), "y, of our own checkpoint")
    return wrong


def work(only):
    from harness import oracle
    import tensorflow as tf
    runnel = oracle.import_runnel()
    if runnel is None:
        return oracle.NOT_MEASURED
    tf.compat.v1.disable_v2_behavior()
    answers = {}
    for name, function in CHECKS.items():
        if only and name not in only:
            continue
        try:
            with tf.Graph().as_default():
                answers[name] = function(runnel, tf)
        except Exception as error:  # whatever either has to say
            answers[name] = "%s: %s" % (type(error).__name__, str(error)[:300])
    print(json.dumps({"tensorflow": tf.__version__, "checks": answers}))
    return 0
