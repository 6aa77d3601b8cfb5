"""What a program of somebody with a strict type checker looks like: test_types.py checks it and runs it."""
from __future__ import annotations

import array
from typing import Any

import numpy as np

import runnel
from runnel import ops


def build() -> tuple[runnel.Graph, runnel.Output, runnel.Output, runnel.Variable, runnel.Node]:
    with runnel.Graph() as graph:
        x = graph.placeholder("float32", [None, 2], name="x")
        w = graph.variable([[1.0], [2.0]], name="w")
        y = ops.mat_mul(x, w)
        loss = ops.mean(ops.square(y - 1.0), [0, 1])
        step = runnel.Adam(0.1).minimize(loss)
        with graph.device("/device:CPU:0"), graph.name_scope("more"):
            z = x[:, 0] * 2 + 1
            top = ops.top_kv2(z, 1)
            print(top.values.name, top.indices.dtype)
    return graph, x, loss, w, step


def train(graph: runnel.Graph, x: runnel.Output, loss: runnel.Output, w: runnel.Variable, step: runnel.Node) -> float:
    with runnel.Session(graph, soft_placement=True) as session:
        session.initialize()
        feed: dict[runnel.Output, Any] = {x: np.ones((3, 2), np.float32)}
        value = session.run(loss, feed)
        call = session.callable([loss, step], feeds=[x])
        for data in ([[1, 2]], array.array("f", [1, 2]), memoryview(b"12345678").cast("f", [1, 2])):
            if not isinstance(data, array.array):
                got, _ = call(data)
                print(got)
        weights = session.run(w)
        names = {"x:0": [[1.0, 2.0]]}
        both = session.run([loss, w], names)
        session.run(step, names, options=runnel.RunOptions(timeout=5.0), metadata=runnel.Metadata())
        print(weights.numpy().sum(), both, weights.shape, weights.dtype.itemsize)
        try:
            session.restore("nowhere")
        except runnel.NotFound as error:
            print(error.message, error.node)
        return float(value)


def look(runtime: runnel.Runtime) -> list[str]:
    tensor = runnel.Tensor([1, 2, 3], "int64", runtime)
    view = tensor.memory()
    print(view[0], tensor.tolist(), runnel.as_dtype("float").name)
    return [device.type for device in runtime.devices] + list(runtime.op("MatMul").inputs)


def model(folder: str) -> dict[str, runnel.Tensor]:
    saved = runnel.SavedModel(folder)
    served = saved.serve()
    for key, info in served.signature.inputs.items():
        print(key, info.name, info.dtype)
    return served(x=np.zeros(3, np.float32))


def cluster() -> str:
    with runnel.Server() as server:
        with runnel.Session(runnel.Graph(), target=server.target, token=server.token) as session:
            return ", ".join(session.devices())


if __name__ == "__main__":
    print(train(*build()), look(runnel.default_runtime()))
