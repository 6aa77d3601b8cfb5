"""Models as sklearn's, PyTorch's and TensorFlow's exporters write them, in Runnel and in ONNX Runtime: the same answers.

Run by test_peer.py under a Python that has onnx, onnxruntime and numpy."""
import os
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bindings/python"))
import runnel  # noqa: E402

ML = "ai.onnx.ml"
TYPES = {np.dtype("float32"): TensorProto.FLOAT, np.dtype("int64"): TensorProto.INT64, np.dtype("float64"): TensorProto.DOUBLE}
RANDOM = np.random.default_rng(5)
onnxruntime.set_default_logger_severity(4)


def floats(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def model(nodes, inputs, outputs, weights=(), opset=16, ml=3, dynamic=()):
    """`inputs`: arrays by name; `dynamic`: those whose first dimension is unknown."""
    infos = []
    for name, value in inputs.items():
        shape = ["n" if i == 0 and name in dynamic else d for i, d in enumerate(value.shape)]
        kind = TensorProto.STRING if value.dtype.kind in "OU" else TYPES[value.dtype]
        infos.append(helper.make_tensor_value_info(name, kind, shape))
    graph = helper.make_graph(nodes, "g", infos, [helper.make_tensor_value_info(n, t, None) for n, t in outputs.items()],
                              [numpy_helper.from_array(v, n) for n, v in dict(weights).items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset), helper.make_opsetid(ML, ml)], ir_version=8)


def answers(made, inputs, path):
    onnx.save(made, path)
    names = [o.name for o in made.graph.output]
    peer = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]).run(names, inputs)
    served = runnel.SavedModel(path).serve()
    mine = served(**{k: v.astype(object) if v.dtype.kind in "OU" else v for k, v in inputs.items()})
    return [np.asarray(mine[n]) for n in names], [np.asarray(v) for v in peer]


def compare(label, made, inputs, near=1e-5):
    with tempfile.TemporaryDirectory() as folder:
        mine, peer = answers(made, inputs, os.path.join(folder, "m.onnx"))
    for a, b in zip(mine, peer):
        assert a.shape == b.shape, (label, a.shape, b.shape)
        if b.dtype.kind in "OUS":
            texts = [x.decode() if isinstance(x, bytes) else str(x) for x in a.ravel()]
            assert texts == [str(x) for x in b.ravel()], (label, texts, b)
        elif b.dtype.kind == "f":
            assert a.dtype == b.dtype, (label, a.dtype, b.dtype)
            assert np.allclose(a, b, rtol=near, atol=near, equal_nan=True), (label, a, b)
        else:
            assert a.dtype == b.dtype and (a == b).all(), (label, a, b)


# ---- ai.onnx.ml ----

def ml(op, outputs, inputs, version=3, near=1e-5, **attributes):
    node = helper.make_node(op, list(inputs), list(outputs), domain=ML, **attributes)
    compare((op, attributes), model([node], inputs, outputs, ml=version, dynamic=["x"]), inputs, near)


def labels(strings, count):
    return dict(classlabels_strings=["c%d" % i for i in range(count)]) if strings else dict(classlabels_int64s=[7 - 2 * i for i in range(count)])


def forest(leaves):
    """Two trees over x0 and x1; leaves: (tree, node, class, weight)."""
    return dict(nodes_treeids=[0, 0, 0, 0, 0, 1, 1, 1], nodes_nodeids=[0, 1, 2, 3, 4, 0, 1, 2],
                nodes_featureids=[0, 1, 0, 0, 0, 1, 0, 0], nodes_values=[0.25, -0.5, 0, 0, 0, 0.125, 0, 0],
                nodes_modes=["BRANCH_LEQ", "BRANCH_GT", "LEAF", "LEAF", "LEAF", "BRANCH_LT", "LEAF", "LEAF"],
                nodes_truenodeids=[1, 2, 0, 0, 0, 1, 0, 0], nodes_falsenodeids=[4, 3, 0, 0, 0, 2, 0, 0],
                class_treeids=[c[0] for c in leaves], class_nodeids=[c[1] for c in leaves], class_ids=[c[2] for c in leaves],
                class_weights=[float(c[3]) for c in leaves])


def classifiers():
    x = {"x": floats(40, 2)}
    ends = [(0, 2), (0, 3), (0, 4), (1, 1), (1, 2)]
    for strings in (False, True):
        kind = TensorProto.STRING if strings else TensorProto.INT64
        out = {"y": kind, "z": TensorProto.FLOAT}
        for post in ("NONE", "LOGISTIC", "SOFTMAX"):
            for classes, base in ((3, []), (3, [0.1, -0.2, 0.3])):
                leaves = [(t, n, c, 0.1 * ((3 * i + 2 * c) % 7) - 0.2) for i, (t, n) in enumerate(ends) for c in range(classes)]
                extra = dict(base_values=base) if base else {}
                ml("TreeEnsembleClassifier", out, x, post_transform=post, **forest(leaves), **labels(strings, classes), **extra)
            # Two classes by the weights of one: probabilities, and numbers of either sign.
            for one in (0, 1):
                for least, base in ((0.0, []), (-0.3, []), (0.0, [0.2])):
                    if base and one:
                        continue
                    leaves = [(t, n, one, least + 0.15 * i) for i, (t, n) in enumerate(ends)]
                    extra = dict(base_values=base) if base else {}
                    ml("TreeEnsembleClassifier", out, x, post_transform=post, **forest(leaves), **labels(strings, 2), **extra)
            for rows, count in ((3, 3), (2, 2), (1, 2)):
                named = dict(classlabels_strings=["a", "b", "c"][:count]) if strings else dict(classlabels_ints=[5, 3, 9][:count])
                if rows == 1 and post == "SOFTMAX":
                    continue
                ml("LinearClassifier", out, x, coefficients=floats(rows * 2).tolist(), intercepts=floats(rows).tolist(),
                   post_transform=post, **named)
    y = {"y": TensorProto.FLOAT}
    for kernel in ("LINEAR", "POLY", "RBF", "SIGMOID"):
        for one_class in (0, 1):
            ml("SVMRegressor", y, x, kernel_type=kernel, kernel_params=[0.5, 0.25, 3.0], n_supports=4, support_vectors=floats(8).tolist(),
               coefficients=floats(4).tolist(), rho=[0.1], one_class=one_class)
    ml("SVMRegressor", y, x, kernel_type="LINEAR", kernel_params=[0.0, 0.0, 0.0], n_supports=0, coefficients=floats(2).tolist(), rho=[0.1])


def members():
    """TreeEnsemble with BRANCH_MEMBER, where ONNX Runtime has it."""
    def tensor(name, values, kind=TensorProto.FLOAT):
        return helper.make_tensor(name, kind, [len(values)], values)
    nan = float("nan")
    node = helper.make_node("TreeEnsemble", ["x"], ["y"], domain=ML, n_targets=1, aggregate_function=1, post_transform=0, tree_roots=[0],
                            nodes_modes=tensor("m", [6, 0, 6], TensorProto.UINT8), nodes_featureids=[0, 1, 1],
                            nodes_splits=tensor("s", [0.0, 1.5, 0.0]), nodes_truenodeids=[1, 0, 2], nodes_trueleafs=[0, 1, 1],
                            nodes_falsenodeids=[2, 1, 3], nodes_falseleafs=[0, 1, 1],
                            membership_values=tensor("v", [1.0, 3.0, nan, 2.0, nan]),
                            leaf_targetids=[0, 0, 0, 0], leaf_weights=tensor("w", [10.0, 20.0, 30.0, 40.0]))
    x = {"x": np.array([[1, 1], [3, 2], [2, 2], [0, 7], [2, 3]], np.float32)}
    compare("members", model([node], x, {"y": TensorProto.FLOAT}, opset=17, ml=5), x)


def features():
    y = {"y": TensorProto.FLOAT}
    x = floats(6, 3)
    x[1, 2] = x[4, 0] = np.nan
    ml("Imputer", y, {"x": x}, imputed_value_floats=[1.0, 2.0, 3.0], replaced_value_float=float("nan"))
    ml("Imputer", {"y": TensorProto.INT64}, {"x": np.array([[1, 0], [0, 3]])}, imputed_value_int64s=[9], replaced_value_int64=0)
    ml("OneHotEncoder", y, {"x": np.array([[1, 5], [7, 1]])}, cats_int64s=[1, 5, 7])
    ml("OneHotEncoder", y, {"x": np.array([1, 2, 5])}, cats_int64s=[1, 5], zeros=1)
    ml("OneHotEncoder", y, {"x": np.array(["b", "a", "z"], object)}, cats_strings=["a", "b"])
    ml("CategoryMapper", {"y": TensorProto.INT64}, {"x": np.array([["b", "q"]], object)}, cats_strings=["a", "b"], cats_int64s=[3, 4])
    ml("CategoryMapper", {"y": TensorProto.STRING}, {"x": np.array([4, 8])}, cats_strings=["a", "b"], cats_int64s=[3, 4])
    ml("FeatureVectorizer", y, {"x": floats(4, 2), "w": floats(4, 3)}, inputdimensions=[2, 3])
    with tempfile.TemporaryDirectory() as folder:  # no row for what is no category
        node = helper.make_node("OneHotEncoder", ["x"], ["y"], domain=ML, cats_int64s=[1, 5], zeros=0)
        onnx.save(model([node], {"x": np.array([1])}, y), os.path.join(folder, "m.onnx"))
        try:
            runnel.SavedModel(os.path.join(folder, "m.onnx")).serve()(x=np.array([2]))
            raise AssertionError("a number that is no category was encoded")
        except runnel.InvalidArgument:
            pass


def deform():
    """DeformConv by its definition: ONNX Runtime for CPUs may have no kernel, ONNX's own cases are in tools/onnx_backend."""
    x, w, offset, mask = floats(2, 4, 6, 5), floats(6, 2, 3, 2), floats(2, 24, 4, 4), floats(2, 12, 4, 4)
    inputs = {"x": x, "w": w, "offset": offset, "b": floats(6), "mask": mask}
    node = helper.make_node("DeformConv", ["x", "w", "offset", "b", "mask"], ["y"], group=2, offset_group=2, kernel_shape=[3, 2])
    made = model([node], inputs, {"y": TensorProto.FLOAT}, opset=19)
    want = np.zeros((2, 6, 4, 4))
    for n, o, i, j in np.ndindex(2, 6, 4, 4):
        total = float(inputs["b"][o])
        for c, p, q in np.ndindex(2, 3, 2):
            part, t = (o // 3 * 2 + c) // 2, p * 2 + q
            at = [i + p + offset[n, part * 12 + 2 * t, i, j], j + q + offset[n, part * 12 + 2 * t + 1, i, j]]
            low = [int(np.floor(v)) for v in at]
            sample = sum((1 - abs(at[0] - u)) * (1 - abs(at[1] - v)) * x[n, o // 3 * 2 + c, u, v]
                         for u in (low[0], low[0] + 1) for v in (low[1], low[1] + 1) if 0 <= u < 6 and 0 <= v < 5)
            total += float(w[o, c, p, q]) * sample * mask[n, part * 6 + t, i, j]
        want[n, o, i, j] = total
    with tempfile.TemporaryDirectory() as folder:
        onnx.save(made, os.path.join(folder, "m.onnx"))
        got = np.asarray(runnel.SavedModel(os.path.join(folder, "m.onnx")).serve()(**inputs)["y"])
    assert np.allclose(got, want, atol=1e-4), np.abs(got - want).max()


# ---- chains of exporters ----

class Chain:
    """A model as it grows; scalars are constants of it."""

    def __init__(self):
        self.nodes, self.weights, self.count = [], {}, 0

    def op(self, name, *inputs, **attributes):
        self.count += 1
        out = "t%d" % self.count
        names = [i if isinstance(i, str) else self.constant(i) for i in inputs]
        self.nodes.append(helper.make_node(name, names, [out], **attributes))
        return out

    def constant(self, value):
        self.count += 1
        name = "c%d" % self.count
        self.weights[name] = np.asarray(value, np.float32) if isinstance(value, float) else np.asarray(value)
        return name

    def layer_norm(self, x, size):
        centred = self.op("Sub", x, self.op("ReduceMean", x, axes=[-1]))
        variance = self.op("ReduceMean", self.op("Pow", centred, 2.0), axes=[-1])
        unit = self.op("Div", centred, self.op("Sqrt", self.op("Add", variance, 1e-5)))
        return self.op("Add", self.op("Mul", unit, floats(size)), floats(size))

    def gelu(self, x):
        inner = self.op("Add", x, self.op("Mul", self.op("Pow", x, 3.0), 0.044715))
        gate = self.op("Add", self.op("Tanh", self.op("Mul", inner, 0.7978845608)), 1.0)
        return self.op("Mul", self.op("Mul", x, 0.5), gate)

    def linear(self, x, rows, columns):
        return self.op("Add", self.op("MatMul", x, floats(rows, columns) / np.float32(rows ** 0.5)), floats(columns))

    def heads(self, x, batch, length, heads, size, perm):
        return self.op("Transpose", self.op("Reshape", x, np.array([batch, length, heads, size])), perm=perm)

    def attention(self, x, batch, length, heads, size, style):
        width = heads * size
        q = self.heads(self.linear(x, width, width), batch, length, heads, size, [0, 2, 1, 3])
        k = self.linear(x, width, width)
        v = self.heads(self.linear(x, width, width), batch, length, heads, size, [0, 2, 1, 3])
        low = np.triu(np.full((length, length), -np.inf, np.float32), 1)
        if style == "split":  # one transpose for heads and keys, a scale behind the product
            scores = self.op("Div", self.op("MatMul", q, self.heads(k, batch, length, heads, size, [0, 2, 3, 1])), float(size ** 0.5))
            scores = self.op("Add", scores, low)
        else:  # scaled_dot_product_attention: the root of the scale on both sides
            k = self.op("Transpose", self.heads(k, batch, length, heads, size, [0, 2, 1, 3]), perm=[0, 1, 3, 2])
            scores = self.op("MatMul", self.op("Mul", q, float(size ** -0.25)), self.op("Mul", k, float(size ** -0.25)))
            scores = self.op("Add", scores, low) if style == "root" else self.op("Where", low == 0, scores, float(np.finfo(np.float32).min))
        out = self.op("MatMul", self.op("Softmax", scores, axis=-1), v)
        return self.op("Reshape", self.op("Transpose", out, perm=[0, 2, 1, 3]), np.array([batch, length, width]))


def transformer():
    for style in ("split", "root", "where"):
        chain = Chain()
        x = {"x": floats(2, 7, 32)}
        y = chain.op("Add", "x", chain.attention(chain.layer_norm("x", 32), 2, 7, 4, 8, style))
        y = chain.op("Add", y, chain.linear(chain.gelu(chain.linear(chain.layer_norm(y, 32), 32, 128)), 128, 32))
        chain.nodes.append(helper.make_node("Identity", [y], ["y"]))
        made = model(chain.nodes, x, {"y": TensorProto.FLOAT}, chain.weights)
        compare(style, made, x, 2e-5)
        folder = os.environ.get("RUNNEL_PEER_MODELS")
        if folder:
            onnx.save(made, os.path.join(folder, style + ".onnx"))


# ---- weights of 16 bits that the model casts ----

def halves():
    x, image = floats(3, 64), floats(2, 8, 9, 9)
    w, f, table = floats(64, 48).astype(np.float16), floats(40, 8, 3, 3).astype(np.float16), floats(50, 32).astype(np.float16)
    cast = lambda name: helper.make_node("Cast", [name], [name + "32"], to=TensorProto.FLOAT)  # noqa: E731
    nodes = [cast("w"), cast("f"), cast("table"), helper.make_node("MatMul", ["x", "w32"], ["y"]),
             helper.make_node("Conv", ["image", "f32"], ["z"], pads=[1, 1, 1, 1]), helper.make_node("Gather", ["table32", "ids"], ["rows"])]
    inputs = {"x": x, "image": image, "ids": np.array([3, 49, 0])}
    outputs = {"y": TensorProto.FLOAT, "z": TensorProto.FLOAT, "rows": TensorProto.FLOAT}
    made = model(nodes, inputs, outputs, {"w": w, "f": f, "table": table})
    compare("halves", made, inputs, 2e-5)
    folder = os.environ.get("RUNNEL_PEER_MODELS")
    if folder:
        onnx.save(made, os.path.join(folder, "halves.onnx"))


if __name__ == "__main__":
    for part in (classifiers, members, features, deform, transformer, halves):
        part()
        print("%s: the same" % part.__name__)
