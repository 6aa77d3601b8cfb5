#!/usr/bin/python3
"""Writes ref_variables.pb and ref_variables.inc beside itself: a graph of ref variables as TensorFlow 1 wrote them, and what
TensorFlow gives when it runs it. Needs tensorflow; 2.21.0 made the committed files. Nothing is random.
"""
import os

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2  # noqa: F401

v1 = tf.compat.v1
v1.disable_v2_behavior()
v1.disable_control_flow_v2()
RAW = tf.raw_ops
HERE = os.path.dirname(os.path.abspath(__file__))


def variable(name, value, dtype=np.float32):
    return v1.Variable(np.array(value, dtype), name=name, use_resource=False, trainable=False)


def ref(of):
    return of._ref() if hasattr(of, "_ref") else of


def optimizers(grad, rows, indices):
    """One op per rule on variables of its own: {op name: names of the variables}."""
    start = [[1.0, -2.0], [0.5, 3.0], [-1.5, 0.25]]
    made = {}

    def make(name, op, slots, **scalars):
        with v1.name_scope(name):
            own = [variable("var", start)] + [variable(s, np.full((3, 2), 0.5)) for s in slots]
            args = {a: ref(v) for a, v in zip(["var"] + slots, own)}
            args["delta" if name in ("descent", "proximal_descent") else "grad"] = rows if name.startswith("sparse") else grad
            if name.startswith("sparse"):
                args["indices"] = indices
            args.update({k: tf.constant(v, tf.float32) if not isinstance(v, (bool, tf.Tensor)) else v for k, v in scalars.items()})
            op(name="step", **args)
        made[name] = [v.op.name for v in own]

    make("descent", RAW.ApplyGradientDescent, [], alpha=0.25)
    make("momentum", RAW.ApplyMomentum, ["accum"], lr=0.25, momentum=0.5, use_nesterov=True)
    make("adam", RAW.ApplyAdam, ["m", "v"], beta1_power=0.5, beta2_power=0.75, lr=0.25, beta1=0.5, beta2=0.75,
         epsilon=0.125)
    make("adagrad", RAW.ApplyAdagrad, ["accum"], lr=0.25)
    make("adadelta", RAW.ApplyAdadelta, ["accum", "accum_update"], lr=0.25, rho=0.75, epsilon=0.125)
    make("adamax", RAW.ApplyAdaMax, ["m", "v"], beta1_power=0.5, lr=0.25, beta1=0.5, beta2=0.75, epsilon=0.125)
    make("rmsprop", RAW.ApplyRMSProp, ["ms", "mom"], lr=0.25, rho=0.75, momentum=0.5, epsilon=0.125)
    make("centered", RAW.ApplyCenteredRMSProp, ["mg", "ms", "mom"], lr=0.25, rho=0.75, momentum=0.5, epsilon=0.5)
    make("ftrl", RAW.ApplyFtrl, ["accum", "linear"], lr=0.5, l1=0.25, l2=0.125, lr_power=-0.5)
    make("ftrl2", RAW.ApplyFtrlV2, ["accum", "linear"], lr=0.5, l1=0.25, l2=0.125, l2_shrinkage=0.5, lr_power=-0.75)
    make("sparse_momentum", RAW.SparseApplyMomentum, ["accum"], lr=0.25, momentum=0.5)
    make("sparse_adagrad", RAW.SparseApplyAdagrad, ["accum"], lr=0.25)
    make("sparse_adadelta", RAW.SparseApplyAdadelta, ["accum", "accum_update"], lr=0.25, rho=0.75, epsilon=0.125)
    make("sparse_rmsprop", RAW.SparseApplyRMSProp, ["ms", "mom"], lr=0.25, rho=0.75, momentum=0.5, epsilon=0.125)
    make("sparse_centered", RAW.SparseApplyCenteredRMSProp, ["mg", "ms", "mom"], lr=0.25, rho=0.75, momentum=0.5,
         epsilon=0.5)
    make("sparse_ftrl", RAW.SparseApplyFtrl, ["accum", "linear"], lr=0.5, l1=0.25, l2=0.125, lr_power=-0.5)
    make("sparse_ftrl2", RAW.SparseApplyFtrlV2, ["accum", "linear"], lr=0.5, l1=0.25, l2=0.125, l2_shrinkage=0.5,
         lr_power=-0.75)
    sums = ["gradient_accumulator", "gradient_squared_accumulator"]
    for kind, op in (("", RAW.ApplyProximalGradientDescent), ("sparse_", RAW.SparseApplyProximalGradientDescent)):
        make(kind + "proximal_descent", op, [], alpha=0.25, l1=0.5, l2=0.125)
    for kind, op in (("", RAW.ApplyProximalAdagrad), ("sparse_", RAW.SparseApplyProximalAdagrad)):
        make(kind + "proximal_adagrad", op, ["accum"], lr=0.25, l1=0.5, l2=0.125)
    for kind, op in (("", RAW.ApplyAdagradDA), ("sparse_", RAW.SparseApplyAdagradDA)):
        make(kind + "adagrad_da", op, sums, lr=0.25, l1=0.125, l2=0.5, global_step=tf.constant(3, tf.int64))
    make("add_sign", RAW.ApplyAddSign, ["m"], lr=0.25, alpha=0.75, sign_decay=0.5, beta=0.75)
    make("power_sign", RAW.ApplyPowerSign, ["m"], lr=0.25, logbase=0.75, sign_decay=0.5, beta=0.75)
    return made


def scatters(rows, indices):
    made = {}
    for law in ("Update", "Add", "Sub", "Mul", "Div", "Min", "Max"):
        with v1.name_scope("scatter_" + law.lower()):
            own = variable("var", np.arange(6).reshape(3, 2))
            getattr(RAW, "Scatter" + law)(ref=ref(own), indices=indices, updates=rows, name="step")
        made["scatter_" + law.lower()] = [own.op.name]
    with v1.name_scope("slice_assign"):
        own = variable("var", np.arange(12).reshape(3, 4))
        RAW.StridedSliceAssign(ref=ref(own), begin=[0, 3], end=[3, 0], strides=[2, -2], value=rows, name="step")
    made["slice_assign"] = [own.op.name]
    for law in ("Update", "Add", "Sub"):
        with v1.name_scope("scatter_nd_" + law.lower()):
            own = variable("var", np.arange(6).reshape(3, 2))
            getattr(RAW, "ScatterNd" + law)(ref=ref(own), indices=tf.reshape(indices, [2, 1]), updates=rows, name="step")
        made["scatter_nd_" + law.lower()] = [own.op.name]
    return made


def orders():
    """What is read when; each result is fetched alone, in this order, twice."""
    count = variable("count", 0, np.int32)
    add = RAW.AssignAdd(ref=ref(count), value=1, name="add")
    RAW.Mul(x=ref(count), y=tf.identity(add) * 10, name="with_data")
    with tf.control_dependencies([add]):
        RAW.Identity(input=ref(count), name="with_control")
        RAW.Neg(x=ref(count), name="not_identity")
    RAW.AssignSub(ref=RAW.AssignAdd(ref=add, value=100), value=50, name="chain")
    RAW.IsVariableInitialized(ref=ref(count), name="is_there")
    RAW.IsVariableInitialized(ref=ref(variable("never", 1)), name="is_never_there")
    tf.cond(RAW.Less(x=RAW.Identity(input=ref(count)), y=500), lambda: v1.assign_add(count, 1000),
            lambda: v1.assign_sub(count, 1000), name="branch")
    ticks = variable("ticks", 3, np.int32)
    ticked = RAW.CountUpTo(ref=ref(ticks), limit=9, name="ticked")
    with tf.control_dependencies([ticked]):
        RAW.Neg(x=ref(ticks), name="behind_ticked")
    total = variable("total", 0, np.int32)

    def body(i):
        with tf.control_dependencies([v1.assign_add(total, i)]):
            return i + 1
    tf.while_loop(lambda i: i < 4, body, [tf.constant(0)], name="loop")
    return ["add", "count", "with_data", "with_control", "not_identity", "chain", "is_there", "is_never_there",
            "branch/Merge", "loop/Exit", "total", "ticked", "behind_ticked", "ticks"]


def values(array):
    return ", ".join(repr(float(v)) for v in np.asarray(array, np.float64).ravel())


def main():
    with tf.Graph().as_default() as graph, v1.Session() as session:
        grad = v1.placeholder(tf.float32, [3, 2], name="grad")
        rows = v1.placeholder(tf.float32, [2, 2], name="rows")
        indices = v1.placeholder(tf.int32, [2], name="indices")
        steps = {**optimizers(grad, rows, indices), **scatters(rows, indices)}
        results = orders()
        never = [v for v in v1.global_variables() if v.op.name == "never"]
        init = v1.variables_initializer([v for v in v1.global_variables() if v not in never], name="init")
        session.run(init)
        feeds = {grad: [[0.5, -1.0], [2.0, 0.25], [-0.75, 1.5]], rows: [[1.0, -0.5], [0.25, 2.0]], indices: [2, 2]}
        with open(os.path.join(HERE, "ref_variables.inc"), "w") as out:
            out.write("// Written by make_ref_variables.py (tensorflow %s).\n" % tf.__version__)
            out.write("const StepValues kSteps[] = {\n")
            for name, variables in steps.items():
                for _ in range(2):
                    session.run(name + "/step", feeds)
                for v in variables:
                    out.write('    {"%s/step", "%s", {%s}},\n' % (name, v, values(session.run(v + ":0"))))
            out.write("};\nconst ReadValues kReads[] = {\n")
            for _ in range(2):
                for name in results:
                    out.write('    {"%s", %s},\n' % (name, values(session.run(name + ":0"))))
            out.write("};\n")
        definition = graph.as_graph_def()
    for node in definition.node:
        # Not of TensorFlow 1.
        for key in [k for k in node.attr if k in ("bad_indices_policy", "_XlaHasReferenceVars")]:
            del node.attr[key]
    with open(os.path.join(HERE, "ref_variables.pb"), "wb") as out:
        out.write(definition.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
