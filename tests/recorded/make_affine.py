#!/usr/bin/python3
"""Writes affine.txt beside itself: Runnel's ops over quantised tensors, with the answers of LiteRT's reference kernels.

usage: make_affine.py

Each case is a model of one operator, run by TensorFlow's interpreter with the resolver BUILTIN_REF. Numbers are drawn by
numpy with seed 11. Lines are those of make_cases.py, without a type. Needs numpy and tensorflow.
"""
import os

import flatbuffers
import numpy as np
import tensorflow as tf
from tensorflow.lite.python import schema_py_generated as schema

from make_cases import HERE, Tensor

LINES = []
RNG = np.random.default_rng(11)
TYPES = {"int8": schema.TensorType.INT8, "uint8": schema.TensorType.UINT8, "int16": schema.TensorType.INT16,
         "int32": schema.TensorType.INT32, "int64": schema.TensorType.INT64, "float": schema.TensorType.FLOAT32}
NUMPY = {"int8": np.int8, "uint8": np.uint8, "int16": np.int16, "int32": np.int32, "int64": np.int64, "float": np.float32}


class Value:
    """A tensor of a model: constant where it has values and is not fed."""

    def __init__(self, dtype, shape, scales=(), zeros=(), axis=0, values=None, fed=True):
        self.dtype, self.shape, self.axis = dtype, list(shape), axis
        self.scales = [np.float32(s) for s in scales]
        self.zeros = [int(z) for z in zeros]
        self.fed = fed
        if values is None and dtype != "float":
            info = np.iinfo(NUMPY[dtype])
            wide = min(info.max, 3000)
            values = RNG.integers(max(info.min, -wide), wide + 1, shape)
        self.values = None if values is None else np.asarray(values, NUMPY[dtype]).reshape(shape)

    def text(self):
        return Tensor(self.dtype, self.values).text()


def run(op, options_type, options, inputs, output, version=0):
    model = schema.ModelT()
    model.version = 3
    code = schema.OperatorCodeT()
    code.builtinCode = getattr(schema.BuiltinOperator, op)
    code.deprecatedBuiltinCode = min(code.builtinCode, 127)
    code.version = version or (4 if op in ("CONV_2D", "FULLY_CONNECTED", "DEPTHWISE_CONV_2D") else 2)
    model.operatorCodes = [code]
    graph = schema.SubGraphT()
    graph.tensors, graph.inputs, model.buffers = [], [], [schema.BufferT()]
    for i, value in enumerate(inputs + [output]):
        tensor = schema.TensorT()
        tensor.name, tensor.type, tensor.shape = b"t%d" % i, TYPES[value.dtype], value.shape
        if value.scales:
            tensor.quantization = schema.QuantizationParametersT()
            tensor.quantization.scale, tensor.quantization.zeroPoint = value.scales, value.zeros
            tensor.quantization.quantizedDimension = value.axis
        tensor.buffer = len(model.buffers)
        buffer = schema.BufferT()
        if value is not output and not value.fed:
            buffer.data = np.frombuffer(value.values.tobytes(), np.uint8)
        model.buffers.append(buffer)
        graph.tensors.append(tensor)
        if value is not output and value.fed:
            graph.inputs.append(i)
    graph.outputs = [len(inputs)]
    node = schema.OperatorT()
    node.inputs, node.outputs = list(range(len(inputs))), [len(inputs)]
    if options is not None:
        node.builtinOptionsType = getattr(schema.BuiltinOptions, options_type)
        node.builtinOptions = options
    graph.operators = [node]
    model.subgraphs = [graph]
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    interpreter = tf.lite.Interpreter(
        model_content=bytes(builder.Output()), num_threads=1,
        experimental_op_resolver_type=tf.lite.experimental.OpResolverType.BUILTIN_REF)
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), [v for v in inputs if v.fed]):
        interpreter.set_tensor(detail["index"], value.values)
    interpreter.invoke()
    return interpreter.get_tensor(interpreter.get_output_details()[0]["index"])


def options(kind, **fields):
    made = getattr(schema, kind + "T")()
    for name, value in fields.items():
        assert hasattr(made, name), name
        setattr(made, name, value)
    return kind, made


def add(op, attrs, inputs, answer):
    def text(value):
        if isinstance(value, bool):
            return "b:%d" % value
        if isinstance(value, list):
            return "l:" + ",".join(map(str, value))
        if isinstance(value, np.float32):
            return "f:%r" % float(value)
        return "i:%d" % value if isinstance(value, int) else "t:" + value[1:] if value[0] == "@" else "s:" + value
    LINES.append("\t".join(["Runnel>Affine" + op, "", " ".join("%s=%s" % (k, text(v)) for k, v in sorted(attrs.items())),
                            "|".join(v if isinstance(v, str) else v.text() for v in inputs), answer]))


def scaled(name, value):
    return {name + "_scale": value.scales[0], name + "_zero_point": value.zeros[0]}


def answer_of(dtype, values):
    return Tensor(dtype, values).text()


ACTIVATIONS = ["NONE", "RELU", "RELU_N1_TO_1", "RELU6"]


def zero_of(dtype):
    return {"int8": -3, "uint8": 121, "int16": 0}[dtype]


def bias_and_filter(dtype, shape, channels, axis, x_scale):
    """Per channel for int8 and int16, one scale and zero point for uint8."""
    if dtype == "uint8":
        weights = Value("uint8", shape, [0.011], [117], fed=False)
    else:
        weights = Value("int8", shape, RNG.uniform(0.005, 0.02, channels), [0] * channels, axis,
                        RNG.integers(-127, 128, shape), fed=False)
    wide = "int64" if dtype == "int16" else "int32"
    scales = [np.float32(x_scale) * s for s in weights.scales]
    return weights, Value(wide, [channels], scales, [0] * len(scales), 0, RNG.integers(-2000, 2000, channels), fed=False)


def products():
    for dtype in ("int8", "uint8", "int16"):
        x_scale = 0.0004 if dtype == "int16" else 0.037
        y_scale = 0.0007 if dtype == "int16" else 0.11
        for stride, dilation, padding, activation in (
                ([1, 1], [1, 1], 0, 0), ([2, 1], [1, 1], 1, 1), ([1, 2], [2, 1], 0, 3), ([2, 2], [1, 1], 0, 2)):
            x = Value(dtype, [2, 5, 6, 4], [x_scale], [zero_of(dtype)])
            y = Value(dtype, [0], [y_scale], [zero_of(dtype) * 2 if dtype == "int8" else zero_of(dtype)], values=[])
            common = dict(padding=padding, strideH=stride[0], strideW=stride[1], fusedActivationFunction=activation,
                          dilationHFactor=dilation[0], dilationWFactor=dilation[1])
            attrs = dict(T="@" + dtype, strides=[1] + stride + [1], dilations=[1] + dilation + [1],
                         padding=["SAME", "VALID"][padding], activation=ACTIVATIONS[activation],
                         **scaled("x", x), **scaled("y", y))
            for op, shape, axis in (("CONV_2D", [3, 3, 2, 4], 0), ("CONV_2D", [4, 1, 1, 2], 0),
                                    ("DEPTHWISE_CONV_2D", [1, 3, 2, 4], 3), ("DEPTHWISE_CONV_2D", [1, 2, 2, 8], 3)):
                depthwise = op.startswith("DEPTH")
                if shape[3] == 2 and dtype != "int8":
                    continue  # groups
                weights, bias = bias_and_filter(dtype, shape, shape[axis], axis, x_scale)
                kind = "DepthwiseConv2DOptions" if depthwise else "Conv2DOptions"
                extra = dict(depthMultiplier=shape[3] // 4) if depthwise else {}
                y.shape = [2, 1, 1, shape[axis]]
                got = run(op, *options(kind, **common, **extra), [x, weights, bias], y)
                scales = Value("float", [len(weights.scales)], values=weights.scales)
                add("DepthwiseConv2D" if depthwise else "Conv2D",
                    dict(attrs, W="@" + weights.dtype, B="@" + bias.dtype, filter_zero_point=weights.zeros[0]),
                    [x, weights, bias, scales], answer_of(dtype, got))
        for stride, padding, sizes in (([2, 2], 0, [2, 6, 8, 4]), ([1, 2], 1, [2, 5, 10, 4])):
            x = Value(dtype, [2, 3, 4, 5], [x_scale], [zero_of(dtype)])
            y = Value(dtype, sizes, [y_scale], [zero_of(dtype)], values=np.zeros(sizes))
            weights, bias = bias_and_filter(dtype, [4, 3, 3, 5], 4, 0, x_scale)
            kind, made = options("TransposeConvOptions", padding=padding, strideH=stride[0], strideW=stride[1])
            got = run("TRANSPOSE_CONV", kind, made, [Value("int32", [4], values=sizes, fed=False), weights, x, bias], y, 3)
            add("TransposeConv2D",
                dict(T="@" + dtype, W="@" + weights.dtype, B="@" + bias.dtype, filter_zero_point=weights.zeros[0],
                     strides=[1] + stride + [1], padding=["SAME", "VALID"][padding], **scaled("x", x), **scaled("y", y)),
                [x, weights, bias, Value("float", [len(weights.scales)], values=weights.scales),
                 "#int32[4]:" + ",".join(map(str, sizes))], answer_of(dtype, got))
        for keep in (False, True):
            x = Value(dtype, [2, 3, 7], [x_scale], [zero_of(dtype)])
            y = Value(dtype, [6, 5], [y_scale], [0 if dtype == "int16" else 9], values=np.zeros(30))
            weights, bias = bias_and_filter("uint8" if dtype == "uint8" else "int16", [5, 7], 5, 0, x_scale)
            if dtype != "uint8":
                weights.scales, weights.zeros, weights.axis = weights.scales[:1], [0], 0
                bias.scales, bias.zeros = [np.float32(x_scale) * weights.scales[0]], [0]
            if dtype == "int8":
                bias = Value("int32", [5], bias.scales, [0], values=bias.values, fed=False)
            kind, made = options("FullyConnectedOptions", keepNumDims=keep, fusedActivationFunction=1)
            got = run("FULLY_CONNECTED", kind, made, [x, weights, bias], y)
            add("FullyConnected",
                dict(T="@" + dtype, W="@" + weights.dtype, B="@" + bias.dtype, filter_zero_point=weights.zeros[0],
                     activation="RELU", keep_dims=keep, rounding="SINGLE" if dtype == "int8" else "DOUBLE", **scaled("x", x),
                     **scaled("y", y)),
                [x, weights, bias, Value("float", [1], values=weights.scales)], answer_of(dtype, got))


def pairs():
    for dtype in ("int8", "uint8", "int16"):
        small = 0.0003 if dtype == "int16" else 0.02
        for activation in range(4):
            for shapes in (([2, 3, 5], [2, 3, 5]), ([2, 3, 5], [3, 1])):
                x = Value(dtype, shapes[0], [small], [zero_of(dtype)])
                y = Value(dtype, shapes[1], [small * 2.7], [zero_of(dtype) - (0 if dtype == "int16" else 7)])
                z = Value(dtype, [2, 3, 5], [small * 3.1], [0 if dtype == "int16" else 5], values=np.zeros(30))
                for op in ("Add", "Sub", "Mul"):
                    fields = dict(potScaleInt16=False) if dtype == "int16" and op != "Mul" else {}
                    kind, made = options(op + "Options", fusedActivationFunction=activation, **fields)
                    got = run(op.upper(), kind, made, [x, y], z)
                    add(op, dict(T="@" + dtype, activation=ACTIVATIONS[activation], **scaled("x", x), **scaled("y", y),
                                 **scaled("z", z)), [x, y], answer_of(dtype, got))


def pools():
    for dtype in ("int8", "uint8", "int16"):
        for stride, size, padding, activation in (([1, 2], [3, 2], 0, 0), ([2, 2], [2, 2], 1, 1), ([2, 1], [3, 3], 0, 3)):
            scale, zero = (0.0004, 0) if dtype == "int16" else (0.05, zero_of(dtype))
            x = Value(dtype, [2, 5, 6, 3], [scale], [zero])
            y = Value(dtype, [0], [scale], [zero], values=[])
            for op, name in (("AVERAGE_POOL_2D", "AvgPool"), ("MAX_POOL_2D", "MaxPool")):
                kind, made = options("Pool2DOptions", padding=padding, strideH=stride[0], strideW=stride[1],
                                     filterHeight=size[0], filterWidth=size[1], fusedActivationFunction=activation)
                y.shape = [2, 1, 1, 3]
                got = run(op, kind, made, [x], y)
                add(name, dict(T="@" + dtype, ksize=[1] + size + [1], strides=[1] + stride + [1],
                               padding=["SAME", "VALID"][padding], activation=ACTIVATIONS[activation], **scaled("y", y)),
                    [x], answer_of(dtype, got))
        for axes, keep in (([1, 2], True), ([0, 2], False), ([3], False)):
            scale, zero = (0.0004, 0) if dtype == "int16" else (0.05, zero_of(dtype))
            x = Value(dtype, [2, 5, 6, 3], [scale], [zero])
            y = Value(dtype, [0], [scale / 2], [zero if dtype == "int16" else zero + 4], values=[])
            kind, made = options("ReducerOptions", keepDims=keep)
            y.shape = [1]
            got = run("MEAN", kind, made, [x, Value("int32", [len(axes)], values=axes, fed=False)], y)
            add("Mean", dict(T="@" + dtype, keep_dims=keep, **scaled("x", x), **scaled("y", y)),
                [x, "#int32[%d]:%s" % (len(axes), ",".join(map(str, axes)))], answer_of(dtype, got))


def maps():
    for dtype in ("int8", "uint8", "int16"):
        real = np.concatenate([RNG.uniform(-4, 4, 12), [np.inf, -np.inf, 1e30, 0.125, -0.125, 0.0625]]).astype(np.float32)
        zero = zero_of(dtype)
        scale = 0.125 / 4
        x = Value("float", [18], values=real)
        y = Value(dtype, [18], [scale], [zero], values=np.zeros(18))
        finite = Value("float", [15], values=np.delete(real, [12, 13, 14]))
        y.shape = [15]
        got = run("QUANTIZE", None, None, [finite], y)
        high = np.iinfo(NUMPY[dtype])
        got = np.insert(got, 12, [high.max, high.min, high.max])
        vectors = [Value("float", [1], values=[scale]), Value("int32", [1], values=[zero])]
        add("Quantize", dict(T="@" + dtype), [x] + vectors, answer_of(dtype, got))
        x = Value(dtype, [3, 5], [0.031], [zero])
        got = run("DEQUANTIZE", None, None, [x], Value("float", [3, 5], values=np.zeros(15)))
        add("Dequantize", dict(T="@" + dtype),
            [x, Value("float", [1], values=x.scales), Value("int32", [1], values=x.zeros)], answer_of("float", got))
        for to in {"int8": ("int8", "uint8"), "uint8": ("int8", "uint8"), "int16": ("int8", "int16")}[dtype]:
            y = Value(to, [3, 5], [0.047], [zero_of(to)], values=np.zeros(15))
            got = run("QUANTIZE", None, None, [x], y)
            add("Requantize", dict(T="@" + dtype, U="@" + to, **scaled("x", x), **scaled("y", y)), [x], answer_of(to, got))
        if dtype == "int8":
            x = Value(dtype, [256], [0.041], [-5], values=np.arange(-128, 128))
            for op, name, scale, zero in (("LOGISTIC", "Sigmoid", 1 / 256, -128), ("TANH", "Tanh", 1 / 128, 0)):
                y = Value(dtype, [256], [scale], [zero], values=np.zeros(256))
                got = run(op, None, None, [x], y)
                add(name, dict(T="@" + dtype, **scaled("x", x), **scaled("y", y)), [x], answer_of(dtype, got))
        for activation, op in ((1, "RELU"), (3, "RELU6")):
            if dtype == "int16" and activation != 1:
                continue
            x = Value(dtype, [3, 7], [0.05], [zero_of(dtype)])
            y = Value(dtype, [3, 7], [0.04], [zero_of(dtype)], values=np.zeros(21))
            got = run(op, None, None, [x], y)
            add("Requantize", dict(T="@" + dtype, U="@" + dtype, activation=ACTIVATIONS[activation], **scaled("x", x),
                                   **scaled("y", y)), [x], answer_of(dtype, got))
        x = Value(dtype, [3, 21], [0.07], [zero_of(dtype)])
        y = Value(dtype, [3, 21], [0.05], [zero_of(dtype)], values=np.zeros(63))
        for alpha in (0.3, 0.0):
            kind, made = options("LeakyReluOptions", alpha=alpha)
            got = run("LEAKY_RELU", kind, made, [x], y)
            add("LeakyRelu", dict(T="@" + dtype, alpha=np.float32(alpha), **scaled("x", x), **scaled("y", y)), [x],
                answer_of(dtype, got))
        if dtype != "int16":
            low = np.iinfo(NUMPY[dtype]).min
            for scale in (0.03, 0.4):
                x = Value(dtype, [256], [scale], [low + 120], values=np.arange(low, low + 256))
                y = Value(dtype, [256], [scale / 1.3], [low + 30], values=np.zeros(256))
                kind, made = options("HardSwishOptions")
                got = run("HARD_SWISH", kind, made, [x], y, 1)
                add("HardSwish", dict(T="@" + dtype, **scaled("x", x), **scaled("y", y)), [x], answer_of(dtype, got))
            for beta in (1.0, 0.7):
                x = Value(dtype, [3, 11], [0.08], [zero_of(dtype)])
                for to in (dtype, "int16") if dtype == "int8" else (dtype,):
                    low = {"int8": -128, "uint8": 0, "int16": -32768}[to]
                    y = Value(to, [3, 11], [1 / 65536 if to == "int16" else 1 / 256], [low], values=np.zeros(33))
                    kind, made = options("SoftmaxOptions", beta=beta)
                    got = run("SOFTMAX", kind, made, [x], y)
                    add("Softmax", dict(T="@" + dtype, U="@" + to, beta=np.float32(beta), **scaled("x", x), **scaled("y", y)),
                        [x], answer_of(to, got))


def main():
    products()
    pairs()
    pools()
    maps()
    with open(os.path.join(HERE, "affine.txt"), "w", encoding="utf-8") as file:
        print("# Written by make_affine.py (numpy %s, tensorflow %s, seed 11)." % (np.__version__, tf.__version__), file=file)
        print("\n".join(LINES), file=file)


if __name__ == "__main__":
    main()
