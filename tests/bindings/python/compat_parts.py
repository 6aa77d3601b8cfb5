"""More programs for compat_programs.py: gradients of one's own, exceptions, variables in parts, distributions."""
import os
import tempfile

import numpy as np


def values(seed, *shape):
    return np.random.RandomState(seed).uniform(-0.5, 0.5, shape).astype(np.float32)


def custom_gradients(tf):
    @tf.custom_gradient
    def clipped(x):
        def gradient(flow):
            return tf.clip_by_value(flow, -0.1, 0.1)
        return tf.identity(x), gradient

    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)

        def gradient(flow):
            return flow * (1 - 1 / (1 + e))
        return tf.log(1 + e), gradient

    def pair(x, y):
        def gradient(first, second):
            return 2 * first + 3 * second, 5 * first - second
        return (x * y, x + y), gradient
    two = tf.custom_gradient(pair)

    w = tf.get_variable("w", initializer=values(3, 3))

    @tf.custom_gradient
    def scaled(x):
        y = x * w

        def gradient(flow, variables=None):
            return flow * 2.0, [tf.reduce_sum(flow) * tf.ones_like(variables[0]) * 7.0]
        return y, gradient

    x, y = tf.constant(values(1, 3)), tf.constant(values(2, 3))
    out = []
    out += tf.gradients(tf.square(clipped(x) * 3.0), x)
    first = tf.gradients(log1pexp(100.0 * x), x)[0]
    out += [first] + tf.gradients(first, x)
    a, b = two(tf.sin(x), y)
    out += tf.gradients(a * a + tf.exp(b), [x, y]) + tf.gradients(a, [x, y])
    # One behind the other, and beside a way around.
    out += tf.gradients(clipped(log1pexp(x) * y) + x * y, [x, y])
    out += tf.gradients(tf.square(scaled(x)) + w, [x, w]) + tf.gradients(clipped(x), x, grad_ys=[tf.constant([3.0, -0.05, 0.01])])
    loss = tf.reduce_sum(clipped(w) * x)
    train = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found = session.run(out)
        session.run(train)
        found.append(session.run(w))
    try:
        tf.custom_gradient(lambda x: (x * w, lambda flow: flow))(x)
    except TypeError as error:
        found.append("variables" in str(error))
    return found


def log1pexp_of(tf):
    """A function whose derivative is a number where that of its formula is not."""
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)

        def gradient(flow):
            return flow * (1 - 1 / (1 + e))
        return tf.log(1 + e), gradient
    return log1pexp


def run(tf, tensors):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return session.run(tensors)


def custom_gradients_in_loops(tf):
    log1pexp = log1pexp_of(tf)

    @tf.custom_gradient
    def pair(x, y):
        def gradient(first, second):
            return 2 * first + 3 * second, 5 * first - second * x
        return (x * y, x + y), gradient

    def step(i, a, b):
        c, d = pair(a * y, b)
        return i + 1, tf.sin(c), d
    x, y = tf.constant([0.5, 100.0, -1.0]), tf.constant([1.0, -0.3, 0.2])
    z = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, log1pexp(v * y)), [0, x])[1]
    _, a, b = tf.while_loop(lambda i, a, b: i < 3, step, [0, x * 0.1, y])
    # A loop in a loop.
    deep = tf.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, tf.while_loop(
        lambda j, u: j < 2, lambda j, u: (j + 1, log1pexp(u) * 0.5), [0, v])[1]), [0, y])[1]
    return run(tf, [z] + tf.gradients(z, [x, y]) + tf.gradients(a * 2 + b, [x, y]) + tf.gradients(deep, y))


def custom_gradients_of_variables_in_loops(tf):
    w = tf.get_variable("w", initializer=[0.5, 0.2, 0.1])

    @tf.custom_gradient
    def scaled(v):
        def gradient(flow, variables=None):
            return flow * 2.0 * variables[0], [flow * v * 7.0]
        return v * w, gradient
    x, y = tf.constant(values(1, 3)), tf.constant(values(2, 3))
    s = tf.while_loop(lambda i, v: i < 4, lambda i, v: (i + 1, scaled(v) + x), [0, y])[1]
    loss = tf.reduce_sum(s)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    found = [s] + tf.gradients(loss, [x, y, w])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        found = session.run(found)
        session.run(train)
        return found + [session.run(w)]


def custom_gradients_in_functions(tf):
    log1pexp = log1pexp_of(tf)
    x, y = tf.constant([0.5, 100.0, -1.0]), tf.constant([1.0, -0.3, 0.2])
    chosen = tf.cond(tf.reduce_sum(x) > 0, lambda: log1pexp(x * 3.0), lambda: x)
    left = tf.cond(tf.reduce_sum(x) < 0, lambda: log1pexp(x * 3.0), lambda: x * y)
    mapped = tf.map_fn(lambda row: log1pexp(row) * y, tf.stack([x, y]))
    scanned = tf.scan(lambda s, row: log1pexp(s * row), tf.stack([0.1 * x, y]), initializer=tf.ones([3]))
    data = tf.data.Dataset.from_tensor_slices(values(3, 4, 3)).map(lambda row: tf.gradients(log1pexp(row * 200.0), row)[0])
    got = tf.data.make_one_shot_iterator(data).get_next()
    return run(tf, tf.gradients(chosen, x) + tf.gradients(left, [x, y]) + tf.gradients(mapped, [x, y]) + tf.gradients(scanned, [x, y]) + [got])


def exceptions(tf):
    out = []
    node = tf.constant(1.0, name="one").op
    for kind in (tf.errors.NotFoundError, tf.errors.InvalidArgumentError, tf.errors.OutOfRangeError):
        error = kind(None, None, "what")
        out += [str(error), error.message, error.error_code, error.op is None, error.node_def is None]
    error = tf.errors.AbortedError(node.node_def, node, "told")
    out += [error.op.name, error.node_def.name, error.message, error.error_code]
    error = tf.errors.OpError(None, None, "any", 13)
    out += [error.error_code, error.message, isinstance(error, Exception)]
    try:
        raise tf.errors.DeadlineExceededError(None, None, "late")
    except tf.errors.OpError as caught:
        out.append(caught.message)
    queue = tf.FIFOQueue(3, [tf.int32], name="line")
    taken = queue.dequeue(name="take")
    with tf.Session() as session:
        session.run(queue.close())
        try:
            session.run(taken)
        except tf.errors.OutOfRangeError as caught:
            out += [caught.op.name, caught.node_def.name, caught.error_code]
    return out


def partitioned(tf):
    out = []
    with tf.variable_scope("net", partitioner=tf.fixed_size_partitioner(3)):
        table = tf.get_variable("table", [7, 2], initializer=tf.constant_initializer(0.25))
        scalar = tf.get_variable("scalar", [], initializer=tf.constant_initializer(2.0))
    given = tf.get_variable("given", [4, 6], initializer=values(1, 4, 6), partitioner=tf.fixed_size_partitioner(2, axis=1))
    drawn = tf.get_variable("drawn", [6, 3], initializer=tf.glorot_uniform_initializer(seed=4), partitioner=tf.variable_axis_size_partitioner(25))
    few = tf.get_variable("few", [100, 3], initializer=tf.zeros_initializer(), partitioner=tf.min_max_variable_partitioner(5, min_slice_size=400))
    with tf.variable_scope("net", reuse=True):
        out.append(tf.get_variable("table", [7, 2]) is table)
    out += [v.name for v in tf.global_variables()] + [table.name, table.shape.as_list(), len(table), len(few), scalar.shape.as_list()]
    out += [v.shape.as_list() for p in (table, given, drawn, few) for v in p]
    rows = tf.nn.embedding_lookup(table, [0, 6, 3, 3], partition_strategy="div")
    loss = tf.reduce_sum(tf.square(rows - 1.0)) + tf.reduce_mean(tf.matmul(tf.ones([2, 4]), given)) * scalar
    train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
    out += [v.name for v in tf.global_variables()[-8:]]
    saver = tf.train.Saver()
    with tf.Session() as session, tempfile.TemporaryDirectory() as folder:
        session.run(tf.global_variables_initializer())
        for _ in range(3):
            out.append(session.run([loss, train])[0])
        out += session.run([tf.convert_to_tensor(p) for p in (table, given, drawn)])
        path = saver.save(session, os.path.join(folder, "model"))
        session.run([table.assign(tf.zeros([7, 2])), given.assign_add(tf.ones([4, 6]))])
        out += session.run([table.as_tensor(), tf.add(given, 0.0)])
        saver.restore(session, path)
        out += session.run([tf.convert_to_tensor(table), tf.convert_to_tensor(given)])
        out += sorted(map(list, tf.train.list_variables(path)))
        # The same variables in other parts, and whole, read it.
        with tf.Graph().as_default(), tf.Session() as other:
            again = tf.get_variable("given", [4, 6], partitioner=tf.fixed_size_partitioner(4))
            with tf.variable_scope("net"):
                whole = tf.get_variable("table", [7, 2])
            tf.train.Saver({"given": again, "net/table": whole}).restore(other, path)
            out += other.run([tf.convert_to_tensor(again), whole])
    for wrong in (lambda: tf.get_variable("net/table", [7, 2]), lambda: tf.get_variable("net/table", [7, 2], partitioner=tf.fixed_size_partitioner(2)),
                  lambda: tf.get_variable("bad", [2, 2], partitioner=lambda shape, dtype: [2, 2])):
        try:
            wrong()
            out.append("nothing")
        except ValueError:
            out.append("ValueError")
    return out


def distributions(tf):
    d = tf.distributions
    normal = d.Normal(tf.constant([0.5, -1.0]), tf.constant([[1.0], [2.5]]))
    other = d.Normal(0.3, 0.7)
    uniform = d.Uniform([0.0, -1.0], [2.0, 3.0])
    coin = d.Bernoulli(probs=[0.2, 0.5, 0.9])
    by_logit = d.Bernoulli(logits=values(1, 3), dtype=tf.float32)
    classes = d.Categorical(logits=values(2, 2, 4))
    others = d.Categorical(probs=[[0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.1, 0.1]])
    x = values(3, 2, 2) * 4
    told = []
    for one, at in ((normal, x), (uniform, x)):
        told += [one.log_prob(at), one.prob(at), one.cdf(at), one.mean(), one.stddev(), one.variance(), one.entropy(), one.sample(5, seed=3),
                 one.sample([2, 3], seed=4), one.survival_function(at), one.batch_shape_tensor()]
    told += [normal.log_cdf(x), normal.mode(), normal.quantile(values(4, 2, 2) + 0.5), normal.kl_divergence(other), d.kl_divergence(other, normal), other.cross_entropy(normal)]
    for one in (coin, by_logit):
        told += [one.log_prob([1, 0, 1]), one.prob([0, 0, 1]), one.mean(), one.variance(), one.entropy(), one.mode(), one.sample(6, seed=5),
                 one.probs, one.logits]
    told += [coin.kl_divergence(by_logit)]
    for one in (classes, others):
        told += [one.log_prob([1, 3]), one.prob([[0, 1], [2, 2]]), one.entropy(), one.mode(), one.cdf([1, 4]), one.probs, one.sample(4, seed=6),
                 one.event_size]
    told += [classes.kl_divergence(others)]
    told += tf.gradients(d.kl_divergence(normal, other), normal.loc) + tf.gradients(normal.sample(seed=7), [normal.loc, normal.scale])
    with tf.Session() as session:
        out = session.run(told)
    out += [normal.batch_shape.as_list(), classes.batch_shape.as_list(), coin.dtype.name, normal.event_shape.as_list(),
            normal.sample([2]).shape.as_list(), str(normal.reparameterization_type), sorted(uniform.parameters)]
    for wrong in (lambda: d.kl_divergence(normal, coin), lambda: coin.quantile(0.5)):
        try:
            wrong()
        except NotImplementedError:
            out.append("NotImplementedError")
    try:
        d.Bernoulli(logits=[0.1], probs=[0.2])
    except ValueError as error:
        out.append(str(error))
    return out


PROGRAMS = [custom_gradients, custom_gradients_in_loops, custom_gradients_of_variables_in_loops, custom_gradients_in_functions, exceptions, partitioned, distributions]
