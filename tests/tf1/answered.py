"""Graphs of TensorFlow that hold what TensorFlow answers: every step of a Recorder becomes nodes answers/<i>/..., which
answered_graph.h reads: `fetches` (names; those without ":" are targets), `code` of the error (0: none), the values 0, 1, ..., and,
where a step is of gradients, `y` and `xs`, whose gradients the program under test builds anew.
"""
import os

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
HERE = os.path.dirname(os.path.abspath(__file__))


def name(fetch):
    return fetch.name if hasattr(fetch, "name") else fetch


def hidden(value, dtype=None):
    """A value whose shape and contents no shape function sees."""
    return v1.placeholder_with_default(tf.constant(value, dtype), None)


class Recorder:
    def __init__(self):
        self.steps = []

    def step(self, *fetches):
        flat = [f for f in tf.nest.flatten(list(fetches), expand_composites=True) if f is not None]
        self.steps.append((flat, None, None))

    def gradient(self, y, xs):
        grads = v1.gradients(y, xs)
        assert None not in grads, (y, grads)
        self.steps.append(([tf.convert_to_tensor(g) for g in grads], y, xs))

    @staticmethod
    def array(value):
        # numpy's own strings end at their last byte that is not 0.
        return np.asarray(value, object if isinstance(value, bytes) else None)

    def write(self, graph, file, init=()):
        answers = []
        with v1.Session(graph=graph) as session:
            for target in init:
                session.run(target)
            for fetches, _, _ in self.steps:
                try:
                    answers.append(([self.array(v) for f, v in zip(fetches, session.run(fetches)) if ":" in name(f)], 0))
                except tf.errors.OpError as error:
                    lines = [line for line in error.message.split("\n") if line and "defined at" not in line and not line.startswith(("  ", "Original"))]
                    print(name(fetches[0]), error.error_code, " ".join(lines)[:200])
                    answers.append(([], error.error_code))
        with graph.as_default(), tf.name_scope(""), v1.control_dependencies(None), v1.device(None):
            for i, ((fetches, y, xs), (values, code)) in enumerate(zip(self.steps, answers)):
                at = "answers/%d/" % i
                tf.constant([name(f) for f in fetches], name=at + "fetches")
                tf.constant(code, name=at + "code")
                for k, value in enumerate(values):
                    tf.constant(value.astype("S") if value.dtype.kind == "U" else value, name=at + str(k))
                if y is not None:
                    tf.constant(y.name, name=at + "y")
                    tf.constant([x.name for x in xs], name=at + "xs")
        with open(os.path.join(HERE, file), "wb") as out:
            out.write(graph.as_graph_def().SerializeToString(deterministic=True))
        print("%s: %d steps, %d refused" % (file, len(answers), sum(code != 0 for _, code in answers)))
