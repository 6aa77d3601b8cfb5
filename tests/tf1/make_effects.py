#!/usr/bin/python3
"""Writes effects.pb and effects.inc beside itself: random graphs in which it matters that nodes run, and when, with TensorFlow's answers.

The graphs are those of tools/harness/tf_effects.py, of the seed and the numbers that stand at the head of effects.inc, all in one
GraphDef: case i is the scope "c<i>". Each is run for two steps, and the variables are read after each. Left out are those of which
TensorFlow's own passes make another answer. Needs tensorflow and numpy.

usage: make_effects.py [HOW_MANY]
"""
import os
import sys

os.environ["CUDA_VISIBLE_DEVICES"] = ""
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow.python.framework import meta_graph  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "../../tools"))
from harness import tf_effects  # noqa: E402

SEED, NODES, MOST_BYTES = 29, 12, 8000


def numbers(array):
    return "{%s}" % ", ".join(str(int(v)) for v in np.ravel(array))


def value(name, array):
    return '{"%s", {%s}, %s}' % (name, ", ".join(str(d) for d in np.shape(array)), numbers(array))


def values(names, arrays):
    return "{%s}" % ", ".join(value(n, a) for n, a in zip(names, arrays))


def whole_of(graph):
    yield from graph.node
    for function in graph.library.function:
        yield from function.node_def


def main():
    tf.compat.v1.disable_v2_behavior()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 32
    whole, lines, index = tf.compat.v1.GraphDef(), [], -1
    while len(lines) < count:
        index += 1
        with tf.Graph().as_default() as graph:
            with tf.compat.v1.variable_scope("c%d" % index):
                made = tf_effects.Effects(tf, [SEED, index], NODES)
            wanted = tf_effects.agreed(tf, np, made, graph)
            definition = graph.as_graph_def()
        if wanted is None or definition.ByteSize() > MOST_BYTES:
            continue
        steps, failed = wanted
        floats = made.dtype == tf.float32
        feeds = ", ".join('{"%s", %s, {%s}, %s}' % (n, "DType::kBool" if a.dtype == bool else "DType::kFloat" if floats else "DType::kInt32",
                                                  ", ".join(str(d) for d in a.shape), numbers(a)) for n, a in made.feeds.items())
        lines.append('    {"c%d", %s, {%s}, {%s}, {%s}, {%s}, %s},\n' % (
            index, "DType::kFloat" if floats else "DType::kInt32", feeds, ", ".join('"%s"' % n for n in made.targets),
            ", ".join('"%s"' % n for n in made.fetches), ", ".join("{%s, %s}" % (values(made.fetches, f), values(made.reads, r)) for f, r in steps),
            "true" if failed is not None else "false"))
        whole.versions.CopyFrom(definition.versions)
        whole.node.extend(definition.node)
        known = {f.signature.name for f in whole.library.function}
        whole.library.function.extend(f for f in definition.library.function if f.signature.name not in known)
    meta = tf.compat.v1.MetaGraphDef(graph_def=whole)
    for op in sorted({n.op for n in whole.node} | {n.op for f in whole.library.function for n in f.node_def}):
        if hasattr(tf.raw_ops, op):
            meta.meta_info_def.stripped_op_list.op.add().name = op
    meta_graph.strip_graph_default_valued_attrs(meta)
    for node in list(whole_of(meta.graph_def)):
        node.ClearField("experimental_debug_info")
        for key in [k for k in node.attr if k.startswith("_") and k != "_class" or k in ("config", "config_proto")]:
            del node.attr[key]
    for function in meta.graph_def.library.function:
        function.ClearField("arg_attr")
        function.ClearField("resource_arg_unique_id")
        function.attr.clear()
    with open(os.path.join(HERE, "effects.pb"), "wb") as out:
        out.write(meta.graph_def.SerializeToString(deterministic=True))
    with open(os.path.join(HERE, "effects.inc"), "w") as out:
        out.write("// Written by make_effects.py (tensorflow %s, seed %d, %d nodes, cases up to %d).\n" % (tf.__version__, SEED, NODES, index))
        out.write("const EffectCase kCases[] = {\n%s};\n" % "".join(lines))


if __name__ == "__main__":
    main()
