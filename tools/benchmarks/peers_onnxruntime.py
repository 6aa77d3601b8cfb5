# ONNX Runtime as a peer (peers_common.py): a MatMul or a Conv with constant weights.
import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from peers_common import BATCH, answer, asked, convolution, gflops, median_seconds, product

threads, names = asked()


def session(op, x, y, weights, **attrs):
    tensor = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in (("x", x), ("y", y))]
    graph = helper.make_graph([helper.make_node(op, ["x", "w"], ["y"], **attrs)], "one", tensor[:1], tensor[1:],
                              [numpy_helper.from_array(weights, "w")])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def measure(name):
    if product(name):
        m, k, n = product(name)
        shape, made = (m, k), session("MatMul", (m, k), (m, n), np.ones((k, n), np.float32))
    elif convolution(name) and convolution(name)[0] == "Conv2D":
        _, size, channels = convolution(name)
        shape = (BATCH, channels, size, size)
        made = session("Conv", shape, shape, np.ones((channels, channels, 3, 3), np.float32), kernel_shape=[3, 3], pads=[1] * 4)
    else:
        return None
    feed = {"x": np.ones(shape, np.float32)}
    return gflops(name, median_seconds(lambda: made.run(None, feed)))


answer(onnxruntime.__version__, [(name, measure(name)) for name in names])
