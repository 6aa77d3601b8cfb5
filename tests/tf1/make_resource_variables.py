#!/usr/bin/env python3
"""Writes resource_variables.pb and .inc beside itself: a training graph exactly as the newest TensorFlow writes it, no
attr stripped, and the losses of its first steps. Needs tensorflow (2.21.0 wrote the ones that are here); nothing random.
"""
import os

import numpy as np
import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
v1 = tf.compat.v1


def main():
    v1.enable_resource_variables()
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.float32, [None, 3], "x")
        labels = v1.placeholder(tf.int64, [None], "labels")
        w = v1.get_variable("w", initializer=np.linspace(-0.5, 0.5, 12, dtype=np.float32).reshape(3, 4))
        b = v1.get_variable("b", initializer=np.zeros(4, np.float32))
        logits = tf.nn.bias_add(tf.matmul(x, w), b, name="logits")
        best, _ = tf.nn.top_k(logits, 2, name="best")
        rows = tf.stack([tf.range(tf.size(labels, out_type=tf.int64)), labels], 1)
        own = tf.gather_nd(tf.nn.log_softmax(logits), rows)
        loss = tf.subtract(0.1 * tf.reduce_mean(best), tf.reduce_mean(own), name="loss")
        v1.train.AdamOptimizer(0.1).minimize(loss, name="train")
        init = v1.global_variables_initializer()
        feeds = {x: np.array([[1, 2, 3], [-1, 0.5, 2], [0, -2, 1]], np.float32), labels: np.array([0, 3, 1])}
        losses = []
        with v1.Session(graph=graph) as session:
            session.run(init)
            for _ in range(5):
                losses.append(session.run([loss, graph.get_operation_by_name("train")], feeds)[0])
    with open(os.path.join(HERE, "resource_variables.pb"), "wb") as file:
        file.write(graph.as_graph_def(add_shapes=True).SerializeToString(deterministic=True))
    with open(os.path.join(HERE, "resource_variables.inc"), "w") as file:
        file.write("// Written by make_resource_variables.py (tensorflow %s).\n" % tf.__version__)
        file.write("constexpr double kLosses[] = {%s};\n" % ", ".join("%.9g" % v for v in losses))


if __name__ == "__main__":
    main()
