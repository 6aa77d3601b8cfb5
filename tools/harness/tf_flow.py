# More templates of random graphs: control flow, functions, segments, numbers that a seed decides, strings.
import numpy as np

from harness.tf_graphs import INTS, Refused
from harness.tf_templates import other, tame, template


# ---- control flow and functions, as tf.cond, tf.while_loop and tf.function write them, in both generations

def old_or_new(g):
    """Switch and Merge in some graphs, If and While in others."""
    (g.tf.compat.v1.enable_control_flow_v2 if g.newer else g.tf.compat.v1.disable_control_flow_v2)()


def branch(g, tf):
    """A function of one float tensor that keeps type and shape."""
    return g.one([lambda v: v * tf.constant(0.5, v.dtype), tf.sin, tf.nn.relu, lambda v: v + v, tf.tanh, tf.identity,
                  lambda v: v - tf.reduce_mean(v, keepdims=True)])


@template(weight=2)
def cond(g):
    tf = g.tf
    old_or_new(g)
    x = tame(g.pick(("float32", "float64"), bound=10))
    p = g.pick(("bool",), low=0, high=0)
    first, second = branch(g, tf), branch(g, tf)
    g.call("Cond", lambda p, x: tf.cond(p, lambda: first(x), lambda: second(x)), [p, x], False, {"p": p, "x": x})


@template(weight=2)
def while_loop(g):
    tf = g.tf
    old_or_new(g)
    x = tame(g.pick(("float32", "float64"), bound=10))
    y = tame(other(g, x))
    n = g.source("int32", [], positive=True)
    step, inner = branch(g, tf), branch(g, tf)
    nested = g.chance(0.3)

    def body(i, v, y):
        v = tf.reshape(step(v), tf.shape(v)) + tf.zeros_like(v) * tf.reduce_sum(y) + tf.reduce_mean(y)
        if nested:
            v = tf.cond(tf.equal(i % 2, 0), lambda: inner(v), lambda: v)
        return i + 1, v, y

    def loop(n, x, y):
        return tf.while_loop(lambda i, v, y: i < tf.minimum(n, 5), body, [tf.constant(0), x, y])[:2]

    if any(d == 0 for d in x.shape + y.shape):
        raise Refused("means of nothing")
    g.call("WhileLoop", loop, [n, x, y], False, {"n": n, "x": x, "y": y})


@template()
def function(g):
    tf = g.tf
    x = tame(g.pick(("float32", "float64"), bound=10))
    first, second = branch(g, tf), branch(g, tf)
    inner = tf.function(lambda v: second(first(v)), autograph=False)
    g.call("Function", tf.function(lambda x: inner(x) + inner(x * x), autograph=False), [x], False, {"x": x})


# ---- branches, loops and calls within each other

def block(g, depth):
    """A function of two floats of one shape and a count: drawn once, the same however often it is called."""
    steps = [step(g, depth) for _ in range(g.number(1, 3))]

    def run(x, y, i):
        for each in steps:
            x, y, i = each(x, y, i)
        return x, y, i

    return run


def step(g, depth):
    tf = g.tf
    kinds = ["mix", "swap", "count"]
    if depth < 3:
        kinds += ["cond", "while", "while", "call", "case", "assert"]
    kind = g.one(kinds)
    if kind == "mix":
        inner = branch(g, tf)
        return lambda x, y, i: (tf.reshape(inner(x), tf.shape(x)) * tf.constant(0.5, x.dtype) + tf.cast(i, x.dtype) * y, y, i)
    if kind == "swap":
        return lambda x, y, i: (y, x, i)
    if kind == "count":
        return lambda x, y, i: (x, y, (i * 2 + 1) % 7)
    if kind == "call":
        return tf.function(block(g, depth + 1), autograph=False)
    if kind == "case":
        branches = [block(g, depth + 1) for _ in range(g.number(2, 3))]
        return lambda x, y, i: tf.switch_case(i % 4, [lambda b=b: b(x, y, i) for b in branches])
    if kind == "assert":
        def behind(x, y, i):
            with tf.control_dependencies([tf.debugging.Assert(i < 7, [i])]):
                return tf.identity(x), y, tf.identity(i)
        return behind
    if kind == "cond":
        limit, first, second = g.number(0, 6), block(g, depth + 1), block(g, depth + 1)
        return lambda x, y, i: tf.cond(i > limit, lambda: first(x, y, i), lambda: second(x, y, i))
    times, body, parallel = g.number(0, 3), block(g, depth + 1), g.number(1, 4)
    shapes = [tf.TensorShape(shape) for shape in ([], None, None, [])]
    return lambda x, y, i: tf.while_loop(
        lambda k, x, y, i: k < times, lambda k, x, y, i: (k + 1,) + tuple(body(x, y, i)), [tf.constant(0), x, y, i],
        shapes, parallel_iterations=parallel)[1:]


@template(weight=3)
def nested(g):
    tf = g.tf
    old_or_new(g)
    x = tame(g.pick(("float32", "float64"), bound=10, low=1))
    if any(d == 0 for d in x.shape):
        raise Refused("means of nothing")
    y = tame(g.source(x.dtype, x.shape))
    i = g.pick(("int32",), shape=[], bound=6)
    run = block(g, 0)

    def program(x, y, i):
        x, y, _ = run(x, y, tf.math.floormod(i, 7))
        return tf.identity(x), tf.identity(y)

    g.call("NestedFlow", program, [x, y, i], False, {"x": x, "y": y, "i": i})


# ---- more of arrays, and numbers that a seed decides

@template("SegmentSum", "SegmentMean", "SegmentMax", "SegmentMin", "SegmentProd")
def sorted_segments(g, op):
    x = tame(g.pick(("float32", "float64", "int32", "int64"), bound=8, low=1))
    ids = np.sort(g.random.integers(0, 4, x.shape[:1])).astype(g.index_type())
    g.add(op, [x], op in ("SegmentMax", "SegmentMin") or x.dtype in INTS, data=x, segment_ids=ids)


@template("UnsortedSegmentMax", "UnsortedSegmentMin", "UnsortedSegmentProd")
def unsorted_segments(g, op):
    x = tame(g.pick(("float32", "float64", "int32", "int64"), bound=8, low=1))
    ids = g.random.integers(-1, 3, x.shape[:g.number(1, x.rank)]).astype(g.index_type())
    g.add(op, [x], op != "UnsortedSegmentProd" or x.dtype in INTS, data=x, segment_ids=ids, num_segments=np.int32(3))


@template()
def partition(g):
    x = g.pick(low=1)
    parts = g.random.integers(0, 3, x.shape[:g.number(1, x.rank)]).astype(np.int32)
    g.add("DynamicPartition", [x], True, data=x, partitions=parts, num_partitions=3)


@template()
def stitch(g):
    x = g.pick(low=1)
    order = g.random.permutation(x.shape[0]).astype(np.int32)
    cut = g.number(0, x.shape[0])
    y = g.pick((x.dtype,), shape=(x.shape[0] - cut,) + x.shape[1:])
    head = g.call("Slice", g.tf.raw_ops.Slice, [x], True, {
        "input": x, "begin": np.zeros([x.rank], np.int32), "size": np.array((cut,) + x.shape[1:], np.int32)})[0]
    g.add("DynamicStitch", [head, y], True, indices=[order[:cut], order[cut:]], data=[head, y])


@template()
def batch_space(g):
    x = g.pick(("float32", "float64", "int32"), shape=[4 * g.size(2), g.size(3), g.size(3), g.size(2)])
    crops = np.array([[g.number(0, 1), g.number(0, 1)] for _ in range(2)], np.int32)
    block_shape = np.array(2 if g.chance(0.05) else [2, 2], np.int32)
    g.add("BatchToSpaceND", [x], True, input=x, block_shape=block_shape, crops=crops)


@template("StatelessRandomUniform", "StatelessRandomNormal", "StatelessTruncatedNormal")
def stateless(g, op):
    seed = g.random.integers(-1000, 1000, [2]).astype(g.index_type())
    g.add(op, [], op == "StatelessRandomUniform", shape=np.array(g.shape(0, 3), g.index_type()), seed=seed,
          dtype=g.one([g.tf.float32, g.tf.float64, g.tf.float16]))


@template()
def stateless_integers(g):
    seed = g.random.integers(-1000, 1000, [2]).astype(np.int64)
    kind = g.one([np.int32, np.int64])
    g.add("StatelessRandomUniformInt", [], True, shape=np.array(g.shape(0, 3), np.int32), seed=seed, minval=kind(-5), maxval=kind(g.number(-5, 9)))


@template()
def counts(g):
    x = g.source("int32", g.shape(0, 2), positive=True)
    weights = g.source(g.one(["float32", "float64", "int32", "int64"]), x.shape if g.chance(0.5) else [0])
    g.add("Bincount", [x, weights], weights.dtype in INTS, arr=x, size=np.int32(g.number(0, 9)), weights=weights)


@template()
def in_top_k(g):
    x = tame(g.pick(("float32",), shape=[g.number(1, 4), g.number(1, 5)], exact=True))
    targets = g.random.integers(0, x.shape[1], x.shape[:1]).astype(g.index_type())
    g.add("InTopKV2", [x], True, predictions=x, targets=targets, k=targets.dtype.type(g.number(1, 3)))


@template()
def strings(g):
    x = g.pick(("int32", "int64", "bool"))
    if g.chance(0.3):
        text = g.add("Fill", [], True, dims=np.array(g.shape(0, 3, 2), g.index_type()), value=np.array(b"a", object))[0]
    else:
        text = g.add("AsString", [x], True, input=x)[0]
    g.add("StringJoin", [text], True, inputs=[text, np.array(b"+")], separator=g.one(["", ", "]))
