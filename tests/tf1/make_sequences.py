#!/usr/bin/python3
"""Writes sequences.pb and sequences.inc beside itself: programs of TensorFlow with tensor arrays and lists (loops that read and
write them, recurrent networks, scan, map_fn, fold), in one graph; what TensorFlow gives for them; and its gradients, beside the names
of what they are gradients of. Needs tensorflow; 2.21.0 made the committed files.
"""
import os

import numpy as np
import tensorflow as tf
from tensorflow.python.keras.layers.legacy_rnn import rnn_cell_impl as cells

v1 = tf.compat.v1
v1.disable_v2_behavior()
RAW = tf.raw_ops
HERE = os.path.dirname(os.path.abspath(__file__))
RANDOM = np.random.RandomState(7)


def numbers(*shape):
    return tf.constant(RANDOM.uniform(-1, 1, shape).astype(np.float32))


class Row:
    """Steps (fetches), and gradients (y, xs, TensorFlow's gradients)."""

    def __init__(self):
        self.steps, self.gradients = [], []

    def step(self, *fetches):
        self.steps.append([t.name for t in fetches])

    def gradient(self, y, xs, second=False):
        grads = v1.gradients(y, xs)
        self.gradients.append((y.name, [x.name for x in xs], [tf.convert_to_tensor(g).name for g in grads]))
        if second:
            squares = tf.add_n([tf.reduce_sum(tf.square(g)) for g in grads], name="squares")
            self.gradient(squares, xs)


def total(t):
    return tf.reduce_sum(t * t)


def arrays(row):
    x = numbers(4, 3)
    ta = tf.TensorArray(tf.float32, 4).unstack(x)
    row.step(ta.read(2), ta.size())
    row.step(tf.TensorArray(tf.float32, 4).unstack(x).stack())
    row.step(tf.TensorArray(tf.float32, 4).unstack(x).gather([3, 0]))
    grown = tf.TensorArray(tf.float32, 0, dynamic_size=True, infer_shape=False)
    grown = grown.write(2, numbers(2, 2)).write(0, numbers(1, 2)).write(1, numbers(3, 2))
    row.step(grown.concat(), grown.size())
    split = tf.TensorArray(tf.float32, 3, infer_shape=False).split(x, [1, 2, 1])
    row.step(split.read(1))
    row.step(tf.TensorArray(tf.float32, 3, infer_shape=False).split(x, [1, 0, 3]).concat())
    twice = tf.TensorArray(tf.float32, 1, clear_after_read=False, element_shape=[3]).write(0, x[1])
    row.step(twice.read(0), twice.read(0))
    empty = tf.TensorArray(tf.float32, 2, element_shape=[2])
    row.step(empty.read(1))
    strings = tf.TensorArray(tf.int32, 2).scatter([1, 0], [[5, 6], [7, 8]])
    row.step(strings.stack())
    row.step(tf.TensorArray(tf.float32, 0, element_shape=[3]).stack())
    # What is wrong.
    row.step(tf.TensorArray(tf.float32, 2).write(0, x).write(0, x).flow)
    row.step(tf.TensorArray(tf.float32, 2).write(2, x).flow)
    once = tf.TensorArray(tf.float32, 1).write(0, x)
    first = once.read(0)
    with tf.control_dependencies([first]):
        row.step(tf.TensorArray(tf.float32, handle=once.handle, flow=tf.identity(once.flow)).read(0))
    row.step(tf.TensorArray(tf.float32, 2).read(0))
    row.step(tf.TensorArray(tf.float32, 2, infer_shape=False).write(0, x).write(1, x[0]).stack())
    closed = tf.TensorArray(tf.float32, 1)
    with tf.control_dependencies([closed.close()]):
        row.step(tf.TensorArray(tf.float32, handle=closed.handle, flow=tf.identity(closed.flow)).write(0, x).flow)
    # Gradients.
    y = numbers(4, 3)
    through = tf.TensorArray(tf.float32, 4, clear_after_read=False).unstack(x * y)
    row.gradient(total(through.read(1)) + total(through.gather([1, 3, 0])), [x, y])
    apart = tf.TensorArray(tf.float32, 4).unstack(x * y)
    row.gradient(tf.reduce_sum(apart.stack() ** 3), [x, y])
    pieces = tf.TensorArray(tf.float32, 2, infer_shape=False).split(tf.tanh(x), [3, 1])
    row.gradient(total(pieces.concat()), [x])
    written = tf.TensorArray(tf.float32, 3).write(0, x[0] * y[1]).write(1, tf.exp(y[0])).write(2, x[2])
    row.gradient(total(written.stack()), [x, y])


def loops(row):
    x = numbers(5, 2)
    w = numbers(2, 2)
    source = tf.TensorArray(tf.float32, 5).unstack(x)

    def body(i, state, ta):
        state = tf.tanh(tf.matmul(state, w) + tf.expand_dims(source.read(i), 0))
        return i + 1, state, ta.write(i, state)
    end = v1.while_loop(lambda i, s, ta: i < 5, body, [0, numbers(1, 2), tf.TensorArray(tf.float32, 5)])
    stacked = end[2].stack()
    row.step(stacked, end[1])
    row.gradient(total(stacked), [x, w])

    def outer(i, ta):
        inner = v1.while_loop(lambda j, t: j < 3, lambda j, t: (j + 1, t.write(j, x[i] * w[0] * tf.cast(j + 1, tf.float32))),
                              [0, tf.TensorArray(tf.float32, 3)])
        return i + 1, ta.write(i, tf.reduce_sum(inner[1].stack(), 0))
    nested = v1.while_loop(lambda i, ta: i < 2, outer, [0, tf.TensorArray(tf.float32, 2)])[1].stack()
    row.step(nested)
    row.gradient(total(nested), [x, w])
    some = v1.while_loop(lambda i, ta: i < 4, lambda i, ta: (i + 1, v1.cond(tf.equal(i % 2, 0), lambda: ta.write(i // 2, x[i]), lambda: ta)),
                         [0, tf.TensorArray(tf.float32, 0, dynamic_size=True, element_shape=[2])])[1].stack()
    row.step(some)
    row.gradient(total(some), [x])


def functions(row):
    x = numbers(4, 3)
    w = numbers(3)
    scanned = tf.scan(lambda a, e: a * 0.5 + e * w, x)
    mapped = tf.map_fn(lambda e: (tf.sin(e) * w, tf.reduce_sum(e)), x, dtype=(tf.float32, tf.float32))
    row.step(scanned, mapped[0], mapped[1], tf.foldl(lambda a, e: a + e * a, x), tf.foldr(lambda a, e: a * e - w, x))
    row.gradient(total(scanned) + total(mapped[0]), [x, w])
    row.gradient(total(tf.foldl(lambda a, e: a + e * w, x)), [x, w])


def recurrent(row):
    x = numbers(3, 5, 2)
    for cell in (cells.BasicLSTMCell(3), cells.GRUCell(3)):
        with v1.variable_scope(type(cell).__name__, initializer=v1.constant_initializer(0.25)):
            output, state = v1.nn.dynamic_rnn(cell, x, [5, 2, 3], dtype=tf.float32)
            row.step(output, *tf.nest.flatten(state))
            row.gradient(total(output), [x] + [v.value() for v in cell.variables])
    with v1.variable_scope("both", initializer=v1.constant_initializer(0.5)):
        both, _ = v1.nn.bidirectional_dynamic_rnn(cells.GRUCell(2), cells.GRUCell(2), x, [5, 2, 3], dtype=tf.float32)
        row.step(*both)
    with v1.variable_scope("raw", initializer=v1.constant_initializer(0.5)):
        cell = cells.GRUCell(2)
        inputs = tf.TensorArray(tf.float32, 5, clear_after_read=False).unstack(tf.transpose(x, [1, 0, 2]))

        def step(time, output, state, loop_state):
            state = cell.zero_state(3, tf.float32) if output is None else state
            done = time >= [4, 2, 5]
            more = v1.cond(tf.reduce_all(done), lambda: tf.zeros([3, 2]), lambda: inputs.read(tf.minimum(time, 4)))
            return done, more, state, output, loop_state
        out, end, _ = v1.nn.raw_rnn(cell, step)
        row.step(out.stack(), end)


def lists(row):
    x = numbers(4, 3)
    shape, any_shape = tf.constant([3]), tf.constant(-1)
    of = dict(element_dtype=tf.float32)
    full = RAW.TensorListFromTensor(tensor=x, element_shape=shape)
    row.step(RAW.TensorListLength(input_handle=full), RAW.TensorListElementShape(input_handle=full, shape_type=tf.int32),
             RAW.TensorListGetItem(input_handle=full, index=2, element_shape=shape, **of))
    popped, last = RAW.TensorListPopBack(input_handle=full, element_shape=any_shape, **of)
    pushed = RAW.TensorListPushBack(input_handle=popped, tensor=last * 2.0)
    row.step(RAW.TensorListStack(input_handle=pushed, element_shape=shape, **of), RAW.TensorListLength(input_handle=popped),
             RAW.TensorListStack(input_handle=full, element_shape=any_shape, num_elements=4, **of))
    row.step(RAW.TensorListGather(input_handle=full, indices=[1, 1, 3], element_shape=any_shape, **of))
    scattered = RAW.TensorListScatterV2(tensor=x, indices=[3, 0, 1, 5], element_shape=shape, num_elements=7)
    row.step(RAW.TensorListStack(input_handle=scattered, element_shape=shape, **of))
    changed = RAW.TensorListScatterIntoExistingList(input_handle=scattered, tensor=x[:2], indices=[6, 2])
    row.step(RAW.TensorListStack(input_handle=changed, element_shape=shape, **of),
             RAW.TensorListStack(input_handle=RAW.TensorListResize(input_handle=full, size=2), element_shape=shape, **of))
    split = RAW.TensorListSplit(tensor=x, element_shape=tf.constant([-1, 3]), lengths=tf.constant([1, 0, 3], tf.int64))
    row.step(*RAW.TensorListConcatV2(input_handle=split, element_shape=tf.constant([-1, 3]), leading_dims=tf.constant([], tf.int64), **of))
    row.step(RAW.TensorListStack(input_handle=tf.raw_ops.AddN(inputs=[full, pushed]), element_shape=shape, **of),
             RAW.TensorListStack(input_handle=tf.raw_ops.ZerosLike(x=full), element_shape=shape, **of))
    # What is wrong.
    row.step(RAW.TensorListGetItem(input_handle=full, index=4, element_shape=shape, **of))
    bounded = RAW.EmptyTensorList(element_shape=shape, max_num_elements=0, element_dtype=tf.float32)
    row.step(RAW.TensorListLength(input_handle=RAW.TensorListPushBack(input_handle=bounded, tensor=x[0])))
    row.step(*RAW.TensorListPopBack(input_handle=bounded, element_shape=shape, **of)[1:])
    row.step(RAW.TensorListLength(input_handle=RAW.TensorListPushBack(input_handle=full, tensor=x)))
    unset = RAW.TensorListReserve(element_shape=any_shape, num_elements=2, element_dtype=tf.float32)
    row.step(RAW.TensorListGetItem(input_handle=unset, index=0, element_shape=any_shape, **of))
    # Gradients.
    ones = RAW.TensorListFromTensor(tensor=x * 3.0, element_shape=shape)
    item = RAW.TensorListGetItem(input_handle=ones, index=1, element_shape=shape, **of)
    more = RAW.TensorListSetItem(input_handle=ones, index=0, item=x[3] * item)
    row.gradient(total(RAW.TensorListStack(input_handle=more, element_shape=shape, **of)), [x], second=True)
    tail, end = RAW.TensorListPopBack(input_handle=ones, element_shape=shape, **of)
    again = RAW.TensorListPushBack(input_handle=tail, tensor=tf.exp(end))
    row.gradient(total(RAW.TensorListGather(input_handle=again, indices=[3, 0], element_shape=shape, **of)), [x])


def control_flow_v2(row):
    x = numbers(5, 2)
    w = numbers(2, 2)

    @tf.function
    def run(x, w):
        ta = tf.TensorArray(tf.float32, 5)
        source = tf.TensorArray(tf.float32, 5).unstack(x)

        def body(i, state, ta):
            state = tf.tanh(tf.matmul(state, w) + tf.expand_dims(source.read(i), 0))
            return i + 1, state, ta.write(i, state)
        return tf.while_loop(lambda i, s, ta: i < 5, body, [tf.constant(0), tf.ones([1, 2]), ta])[2].stack()
    y = run(x, w)
    row.step(y)
    row.step(*v1.gradients(total(y), [x, w]))


def run(graph, steps):
    answers = []
    with v1.Session(graph=graph) as session:
        session.run("init")
        for names in steps:
            try:
                answers.append([np.array(a) for a in session.run(names)])
            except tf.errors.OpError as error:
                print(names, error.message[:300])
                answers.append(error.error_code)
    return answers


def values(array):
    return "{%s}" % ", ".join(repr(float(v)) for v in array.ravel().tolist())


def names(strings):
    return "{%s}" % ", ".join('"%s"' % s for s in strings)


def main():
    with tf.Graph().as_default() as graph:
        row = Row()
        for program in (arrays, loops, functions, recurrent, lists):
            with v1.variable_scope(program.__name__[:3]):
                program(row)
        v1.enable_control_flow_v2()
        v1.enable_tensor_equality()
        with v1.name_scope("v2"):
            control_flow_v2(row)
        with tf.name_scope(""):
            tf.group(v1.global_variables_initializer(), name="init")
    wanted = run(graph, row.steps)
    grads = run(graph, [g for _, _, g in row.gradients])
    with open(os.path.join(HERE, "sequences.inc"), "w") as out:
        out.write("// Written by make_sequences.py (tensorflow %s).\nconst SequenceStep kSteps[] = {\n" % tf.__version__)
        for fetches, answer in zip(row.steps, wanted):
            failed = isinstance(answer, int)
            out.write("    {%s, %d, {%s}},\n" % (names(fetches), answer if failed else 0,
                                                 "" if failed else ", ".join(values(a) for a in answer)))
        out.write("};\nconst SequenceGradient kGradients[] = {\n")
        for (y, xs, built), answer in zip(row.gradients, grads):
            out.write('    {"%s", %s, %s, {%s}},\n' % (y, names(xs), names(built), ", ".join(values(a) for a in answer)))
        out.write("};\n")
    definition = graph.as_graph_def()
    with open(os.path.join(HERE, "sequences.pb"), "wb") as out:
        out.write(definition.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
