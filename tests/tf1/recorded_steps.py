"""Programs whose steps change what is in the session, run by TensorFlow one after the other, and what each step gave, in files of this
folder that recorded_steps.h reads: NAME.pb, the graph, and NAME.inc, the steps.
"""
import os

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = {np.dtype(np.float32): "float", np.dtype(np.float64): "double", np.dtype(np.int32): "int32", np.dtype(np.int64): "int64",
         np.dtype(bool): "bool", np.dtype(np.uint8): "uint8", np.dtype(np.int16): "int16", np.dtype(np.int8): "int8",
         np.dtype(np.uint16): "uint16", np.dtype(object): "string"}


def quoted(data):
    """`data` as a C string literal; digits behind an escape are escaped too."""
    out, escaped = [], False
    for byte in data:
        plain = 32 <= byte < 127 and byte not in b'"\\?' and not (escaped and chr(byte) in "01234567")
        out.append(chr(byte) if plain else "\\%o" % byte)
        escaped = not plain
    return '"%s"sv' % "".join(out)


class Steps:
    """Collects the steps of a program. `folder`, a placeholder, stands for the folder with the files that steps read."""

    def __init__(self):
        self.steps = []
        self.folder = v1.placeholder(tf.string, [], name="folder")

    def path(self, name):
        return tf.strings.join([self.folder, "/" + name])

    def run(self, *fetches):
        flat = tf.nest.flatten(fetches, expand_composites=True)
        self.steps.append([f.name for f in flat])

    def write(self, name, folder):
        """Runs the steps, files being in `folder`, and writes what they gave."""
        graph = tf.compat.v1.get_default_graph()
        lines = []
        with v1.Session(graph=graph) as session:
            for names in self.steps:
                fetched = [n for n in names if ":" in n]
                try:
                    got = session.run(names, {self.folder: folder}, options=v1.RunOptions(timeout_in_ms=20000))
                    values = [self.value(np.asarray(v), folder) for n, v in zip(names, got) if n in fetched]
                    code = 0
                except tf.errors.OpError as error:
                    print(names, type(error).__name__, [line for line in error.message.split("\n") if line.strip()][-1][:200])
                    values, code = [], error.error_code
                    assert code != tf.errors.DEADLINE_EXCEEDED, names
                targets = [n for n in names if ":" not in n]
                lines.append("    {{%s}, {%s}, %d, {%s}},\n" % (", ".join('"%s"' % n for n in fetched), ", ".join('"%s"' % n for n in targets),
                                                              code, ",\n      ".join(values)))
        with open(os.path.join(HERE, name + ".inc"), "w") as out:
            out.write("// Written by make_%s.py (tensorflow %s).\n// clang-format off\nconst RecordedStep kSteps[] = {\n" % (name, tf.__version__))
            out.writelines(lines)
            out.write("};\n// clang-format on\n")
        with open(os.path.join(HERE, name + ".pb"), "wb") as out:
            out.write(graph.as_graph_def().SerializeToString(deterministic=True))

    @staticmethod
    def value(array, folder):
        kind = KINDS[array.dtype] if array.dtype.kind not in "SU" else "string"
        if kind == "string":
            flat = [e if isinstance(e, bytes) else str(e).encode() for e in array.astype(object).ravel().tolist()]
            elements = [quoted(e.replace(folder.encode(), b"@") if folder else e) for e in flat]
        elif kind in ("float", "double"):
            elements = ['"%r"sv' % float(e) for e in array.ravel().tolist()]
        else:
            elements = ['"%d"sv' % int(e) for e in array.ravel().tolist()]
        return '{"%s", {%s}, {%s}}' % (kind, ", ".join(str(d) for d in array.shape), ", ".join(elements))
