#!/usr/bin/python3
"""Writes defun.pb beside itself: gradients of TensorFlow 1's functions (Defun), which are nodes of SymbolicGradient, and what TensorFlow
gives for them. Needs tensorflow; 2.21.0 made the committed file.
"""
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import function

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
R = tf.raw_ops
hidden = answered.hidden


@function.Defun(tf.float32, tf.float32, func_name="Layer")
def layer(x, w):
    return tf.tanh(tf.matmul(x, w))


@function.Defun(tf.float32, tf.float32, func_name="Nested")
def nested(x, w):
    return layer(layer(x, w), w) * 2.0, tf.reduce_sum(x)


@function.Defun(tf.float32, tf.int32, func_name="Rows")
def rows(x, at):
    return tf.square(tf.reshape(x, at))


@function.Defun(tf.float32, tf.float32, func_name="OwnGradient")
def own_gradient(x, dy):
    return dy * x * 10.0


@function.Defun(tf.float32, func_name="Declared", grad_func=own_gradient)
def declared(x):
    return x * x


def main():
    row = answered.Recorder()
    with tf.Graph().as_default() as graph:
        x, w = hidden(np.arange(6).reshape(2, 3) / 8, tf.float32), hidden(np.arange(9).reshape(3, 3) / 10 - 0.4, tf.float32)
        row.step(*v1.gradients(layer(x, w), [x, w]))
        y, total = nested(x, w)
        row.step(y, total)
        row.step(*v1.gradients([y, total], [x, w]))
        row.step(*v1.gradients(total, [x]))
        row.step(*v1.gradients(rows(x, [3, 2]), [x]))
        row.step(*v1.gradients(declared(x), [x]))
        inner = v1.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, layer(v, w)), [0, x])[1]
        row.step(*v1.gradients(inner, [x, w]))
        variable = v1.get_variable("v", initializer=np.ones([3, 3], np.float32), use_resource=True)
        row.step(variable.initializer)
        loss = tf.reduce_sum(tf.square(layer(x, variable)))
        row.step(v1.train.GradientDescentOptimizer(0.1).minimize(loss))
        row.step(variable.read_value(), loss)
        nothing = R.SymbolicGradient(input=[x, [3, 2], tf.ones([3, 2])], Tout=[tf.float32, tf.int32], f=rows)
        row.step(*nothing)
        row.write(graph, "defun.pb")


if __name__ == "__main__":
    main()
