# How random graphs use each op: functions of a Generator that add one node with arguments that make sense, or almost.
import numpy as np

from harness.tf_graphs import FLOATS, INTS, Refused, magnitude

NUMERIC = FLOATS + INTS
TEMPLATES = []


def template(*ops, weight=1):
    def register(function):
        for op in ops:
            TEMPLATES.extend([lambda g, op=op: function(g, op)] * weight)
        if not ops:
            TEMPLATES.extend([function] * weight)
        return function
    return register


def tame(value):
    """No NaN, no infinity, nothing large: safe to cast, to index with, to feed to what grows."""
    array = value.numpy()
    if array.dtype.kind in "SUO":
        raise Refused("text")
    if array.dtype.kind not in "biu" and not np.all(np.isfinite(np.asarray(array, np.float64))):
        raise Refused("wild")
    if magnitude(array) > 1e4:
        raise Refused("large")
    return value


# ---- element-wise

@template("Abs", "Neg", "Square", "Identity", "ZerosLike", "OnesLike", "StopGradient", weight=2)
def unary(g, op):
    x = tame(g.pick(NUMERIC, bound=64))
    g.add(op, [x], True, **{"input" if op in ("Identity", "StopGradient") else "x": x})


@template("Relu", "Relu6", "LeakyRelu")
def relu(g, op):
    x = tame(g.pick(FLOATS if op == "LeakyRelu" else NUMERIC))
    g.add(op, [x], op != "LeakyRelu", features=x, **({"alpha": g.one([0.25, 0.1])} if op == "LeakyRelu" else {}))


@template("Sign", "Floor", "Ceil", "Round", "Rint", "IsNan", "IsInf", "IsFinite")
def jump(g, op):
    x = g.pick(FLOATS, exact=True)
    g.add(op, [x], True, x=x)


@template("LogicalNot", "Invert")
def negation(g, op):
    x = g.pick(("bool",) if op == "LogicalNot" else INTS)
    g.add(op, [x], True, x=x)


@template("Exp", "Expm1", "Sinh", "Cosh")
def steep(g, op):
    x = tame(g.pick(FLOATS, exact=True, bound=6))
    g.add(op, [x], False, x=x)


@template("Tanh", "Sigmoid", "Sin", "Cos", "Atan", "Erf", "Asinh")
def smooth(g, op):
    x = tame(g.pick(FLOATS, bound=6))
    g.add(op, [x], False, x=x)


@template("Softplus", "Elu", "Selu", "Softsign")
def activation(g, op):
    x = tame(g.pick(FLOATS, bound=20))
    g.add(op, [x], False, features=x)


@template("Log", "Log1p", "Sqrt", "Rsqrt", "Reciprocal", "Inv", "Tan", "Asin", "Acos", "Acosh", "Atanh", "Lgamma", "Digamma", "Erfc")
def pole(g, op):
    x = tame(g.pick(FLOATS, exact=True))
    g.add(op, [x], False, x=x)


@template("Add", "AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference", weight=4)
def arithmetic(g, op):
    x = tame(g.pick(NUMERIC, bound=100))
    y = tame(other(g, x))
    # TensorFlow rounds the difference before it is squared.
    g.add(op, [x, y], op != "SquaredDifference" or x.dtype not in ("float16", "bfloat16"), x=x, y=y)


def other(g, x, exact=False):
    """A second operand that broadcasts with x, most of the time."""
    kind = g.number(0, 9)
    if kind < 4:
        return g.pick((x.dtype,), exact=exact, shape=x.shape, bound=100)
    if kind == 4:
        return g.pick((x.dtype,), exact=exact, bound=100)
    shape = [1 if g.chance(0.3) else d for d in x.shape]
    shape = shape[g.number(0, len(shape)):] if g.chance(0.5) else shape
    return g.source(x.dtype, shape)


@template("Div", "RealDiv", "FloorDiv", "TruncateDiv", "FloorMod", "Mod", "TruncateMod", "Pow", "Atan2", "Xdivy", "Xlogy", "DivNoNan")
def delicate(g, op):
    types = FLOATS if op in ("RealDiv", "Atan2", "Xdivy", "Xlogy", "DivNoNan") else NUMERIC
    types = INTS if op == "TruncateDiv" else types
    x = tame(g.pick(types, exact=True, bound=40))
    y = tame(other(g, x, exact=True))
    if op == "Pow" and x.dtype in INTS and x.dtype not in ("int32", "int64"):
        raise Refused("narrow powers overflow")
    g.add(op, [x, y], op in ("FloorDiv", "TruncateDiv", "FloorMod", "Mod", "TruncateMod") or x.dtype in INTS, x=x, y=y)


@template("Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual")
def comparison(g, op):
    x = g.pick(NUMERIC, exact=True)
    y = other(g, x, exact=True)
    g.add(op, [x, y], True, x=x, y=y)


@template("LogicalAnd", "LogicalOr")
def logical(g, op):
    x = g.pick(("bool",))
    y = other(g, x)
    g.add(op, [x, y], True, x=x, y=y)


@template("BitwiseAnd", "BitwiseOr", "BitwiseXor")
def bitwise(g, op):
    x = g.pick(INTS)
    y = other(g, x)
    g.add(op, [x, y], True, x=x, y=y)


@template()
def shift(g):
    x = g.pick(INTS)
    y = g.source(x.dtype, x.shape, positive=True)
    g.add(g.one(["LeftShift", "RightShift"]), [x, y], True, x=x, y=y)


@template(weight=2)
def select(g):
    x = g.pick()
    y = other(g, x)
    if g.chance(0.5):
        condition = g.pick(("bool",), shape=x.shape if g.chance(0.6) else None)
        g.add("SelectV2", [condition, x, y], True, condition=condition, t=x, e=y)
    else:
        condition = g.pick(("bool",), shape=x.shape if g.chance(0.6) else x.shape[:1])
        g.add("Select", [condition, x, y], True, condition=condition, x=x, y=y)


@template(weight=3)
def cast(g):
    x = tame(g.pick(exact=True, bound=100))
    to = g.one(NUMERIC + ("bool",))
    if to == "uint8" and np.any(np.asarray(x.numpy(), np.float64) < 0):
        raise Refused("undefined")
    g.add("Cast", [x], True, x=x, DstT=g.tf.as_dtype(to), Truncate=False)


@template()
def add_n(g):
    x = tame(g.pick(NUMERIC, bound=100))
    xs = [x] + [g.pick((x.dtype,), shape=x.shape, bound=100) for _ in range(g.number(0, 3))]
    g.add("AddN", xs, x.dtype in INTS, inputs=xs)


@template()
def clip(g):
    x = g.pick(NUMERIC)
    low, high = g.source(x.dtype, []), g.source(x.dtype, [])
    g.add("ClipByValue", [x, low, high], True, t=x, clip_value_min=low, clip_value_max=high)


# ---- reductions

def axes(g, rank):
    if rank == 0 or g.chance(0.1):
        return np.zeros([0], g.index_type())
    some = g.random.choice(rank, g.number(1, rank), replace=False)
    return np.array([a - rank if g.chance(0.4) else a for a in some], g.index_type())


@template("Sum", "Mean", "Max", "Min", "Prod", weight=2)
def reduction(g, op):
    x = tame(g.pick(NUMERIC, bound=8 if op == "Prod" else 1000))
    exact = op in ("Max", "Min") or x.dtype in INTS
    if x.dtype in INTS and op == "Mean" and any(d == 0 for d in x.shape):
        raise Refused("integers divided by none")
    if op == "Prod" and x.dtype == "float16" and np.prod(np.maximum(np.abs(x.numpy().astype(np.float64)), 1)) > 6e4:
        raise Refused("beyond the type, as the order of factors has it")
    g.add(op, [x], exact, input=x, axis=axes(g, x.rank), keep_dims=g.chance(0.4))


@template("All", "Any")
def boolean_reduction(g, op):
    x = g.pick(("bool",))
    g.add(op, [x], True, input=x, axis=axes(g, x.rank), keep_dims=g.chance(0.4))


@template("ArgMax", "ArgMin")
def arg(g, op):
    x = tame(g.pick(NUMERIC, exact=True, low=1))
    g.add(op, [x], True, input=x, dimension=g.index_type()(g.axis(x.rank)), output_type=g.one([g.tf.int32, g.tf.int64]))


@template("Cumsum", "Cumprod")
def scan(g, op):
    x = tame(g.pick(NUMERIC, bound=3 if op == "Cumprod" else 1000, low=1))
    g.add(op, [x], x.dtype in INTS, x=x, axis=g.index_type()(g.axis(x.rank)), exclusive=g.chance(0.5), reverse=g.chance(0.5))


@template()
def top_k(g):
    x = tame(g.pick(NUMERIC, exact=True, low=1))
    g.add("TopKV2", [x], True, input=x, k=np.int32(g.number(0, x.shape[-1])), sorted=True)


@template()
def segments(g):
    x = tame(g.pick(NUMERIC, bound=1000, low=1))
    count = g.number(1, 4)
    ids = g.random.integers(-1, count, x.shape[:g.number(1, x.rank)]).astype(g.index_type())
    g.add("UnsortedSegmentSum", [x], x.dtype in INTS, data=x, segment_ids=ids, num_segments=np.int32(count))


# ---- shapes

@template("Shape", "Size", "Rank")
def shape_of(g, op):
    x = g.pick()
    g.add(op, [x], True, input=x, **({} if op == "Rank" else {"out_type": g.one([g.tf.int32, g.tf.int64])}))


@template(weight=3)
def reshape(g):
    x = g.pick()
    left, dims = int(np.prod(x.shape)), []
    while left > 1 and len(dims) < 4:
        d = g.one([d for d in range(1, left + 1) if left % d == 0])
        dims.append(d)
        left //= d
    dims = dims + [left] if left != 1 or g.chance(0.2) else dims
    if dims and g.chance(0.4) and 0 not in dims:
        dims[g.number(0, len(dims) - 1)] = -1
    if left == 0 and g.chance(0.7):  # what -1 is beside 0 TensorFlow finds in the sizes that are not 0
        dims = [g.one([0, 0, 1, 2, 3] + list(x.shape)) for _ in range(g.number(1, 4))]
        if g.chance(0.7):
            dims[g.number(0, len(dims) - 1)] = -1
    g.add("Reshape", [x], True, tensor=x, shape=np.array(dims, g.index_type()))


@template()
def expand(g):
    x = g.pick(high=4)
    g.add("ExpandDims", [x], True, input=x, axis=g.index_type()(g.number(-x.rank - 1, x.rank)))


@template()
def squeeze(g):
    x = g.pick()
    ones = [i for i, d in enumerate(x.shape) if d == 1]
    g.add("Squeeze", [x], True, input=x, axis=[] if not ones or g.chance(0.5) else [g.one(ones)])


@template(weight=3)
def transpose(g):
    x = g.pick()
    g.add("Transpose", [x], True, x=x, perm=g.random.permutation(x.rank).astype(g.index_type()))


@template(weight=3)
def concat(g):
    x = g.pick(low=1)
    axis = g.number(0, x.rank - 1)
    parts = [x]
    for _ in range(g.number(1, 3)):
        shape = list(x.shape)
        shape[axis] = g.number(0, 4)
        parts.append(g.pick((x.dtype,), shape=shape))
    given = g.index_type()(axis - x.rank if g.chance(0.5) else axis)
    g.add("ConcatV2", parts, True, values=parts, axis=given)


@template()
def split(g):
    x = g.pick(low=1)
    axis = g.number(0, x.rank - 1)
    if g.chance(0.15):
        size = -1 if g.chance(0.2) else x.shape[axis]  # which TensorFlow refuses of one part
        g.add("SplitV", [x], True, value=x, size_splits=np.array([size], g.index_type()), axis=np.int32(axis), num_split=1)
    elif g.chance(0.5):
        parts = g.one([n for n in range(1, 6) if x.shape[axis] % n == 0])
        g.add("Split", [x], True, axis=np.int32(axis - x.rank if g.chance(0.3) else axis), value=x, num_split=parts)
    else:
        cut = g.number(0, x.shape[axis])
        sizes = np.array([cut, -1 if g.chance(0.5) else x.shape[axis] - cut], g.index_type())
        g.add("SplitV", [x], True, value=x, size_splits=sizes, axis=np.int32(axis), num_split=2)


@template()
def pack(g):
    x = g.pick(high=4)
    xs = [x] + [g.pick((x.dtype,), shape=x.shape) for _ in range(g.number(0, 3))]
    g.add("Pack", xs, True, values=xs, axis=g.number(-x.rank - 1, x.rank))


@template()
def unpack(g):
    x = g.pick(low=1)
    axis = g.axis(x.rank)
    g.add("Unpack", [x], True, value=x, num=x.shape[axis], axis=axis)


@template(weight=2)
def slice_of(g):
    x = g.pick()
    begin = [g.number(0, d) for d in x.shape]
    size = [-1 if g.chance(0.3) else g.number(0, d - b) for d, b in zip(x.shape, begin)]
    kind = g.index_type()
    g.add("Slice", [x], True, input=x, begin=np.array(begin, kind), size=np.array(size, kind))


@template(weight=3)
def strided_slice(g):
    x = g.pick()
    count = g.number(0, x.rank)
    kind = g.index_type()
    masks = {m: int(g.random.integers(0, 1 << max(count, 1))) if g.chance(0.5) else 0
             for m in ("begin_mask", "end_mask", "new_axis_mask", "shrink_axis_mask")}
    ellipsis = 1 << g.number(0, count - 1) if count and g.chance(0.3) else 0
    ellipsis |= 1 << g.number(0, count + 1) if g.chance(0.05) else 0  # a second one, or one behind all entries
    strides = [g.one([1, 1, 2, 3, -1, -2]) for _ in range(count)]
    ends = [(g.number(-6, 6), g.number(-6, 6)) for _ in range(count)]
    g.add("StridedSlice", [x], True, input=x, begin=np.array([b for b, _ in ends], kind), end=np.array([e for _, e in ends], kind),
          strides=np.array(strides, kind), ellipsis_mask=ellipsis, **masks)


@template("Pad", "PadV2", "MirrorPad")
def pad(g, op):
    x = g.pick(NUMERIC if op == "Pad" else None)
    paddings = np.array([[g.number(0, 2), g.number(0, 2)] for _ in x.shape], g.index_type()).reshape(-1, 2)
    if op == "PadV2":
        value = g.source(x.dtype, [])
        g.add(op, [x, value], True, input=x, paddings=paddings, constant_values=value)
    else:
        g.add(op, [x], True, input=x, paddings=paddings, **({"mode": g.one(["REFLECT", "SYMMETRIC"])} if op == "MirrorPad" else {}))


@template()
def tile(g):
    x = g.pick()
    g.add("Tile", [x], True, input=x, multiples=np.array([g.number(0 if g.chance(0.1) else 1, 3) for _ in x.shape], g.index_type()))


@template()
def broadcast_to(g):
    x = g.pick(high=4)
    shape = [g.number(1, 3) for _ in range(g.number(0, 1))] + [g.number(1, 4) if d == 1 else d for d in x.shape]
    g.add("BroadcastTo", [x], True, input=x, shape=np.array(shape, g.index_type()))


@template(weight=2)
def gather(g):
    x = g.pick(low=1)
    axis = g.number(0, x.rank - 1)
    batch = g.number(0, min(axis, 2)) if g.chance(0.3) else 0
    shape = list(x.shape[:batch]) + g.shape(0, 2)
    if x.shape[axis] == 0:
        raise Refused("nothing to gather")
    indices = g.random.integers(0, x.shape[axis] + (1 if g.chance(0.05) else 0), shape).astype(g.index_type())
    g.add("GatherV2", [x], True, params=x, indices=indices, axis=np.int32(axis), batch_dims=batch)


@template()
def gather_nd(g):
    x = g.pick(low=1)
    depth = g.number(0, x.rank)
    shape = g.shape(0, 2)
    if 0 in x.shape:
        raise Refused("TensorFlow takes no slices of nothing")
    indices = np.stack([g.random.integers(0, d, shape) for d in x.shape[:depth]], -1) if depth else np.zeros(shape + [0])
    g.add("GatherNd", [x], True, params=x, indices=indices.astype(g.index_type()))


@template()
def scatter_nd(g):
    shape = g.shape(1, 3)
    depth = g.number(1, len(shape))
    count = g.number(0, 4)
    if 0 in shape:
        raise Refused("nowhere to scatter")
    kind = g.index_type()
    updates = g.pick(NUMERIC, shape=[count] + shape[depth:], bound=1000)
    indices = np.stack([g.random.integers(0, d, [count]) for d in shape[:depth]], -1).astype(kind)
    g.add("ScatterNd", [updates], updates.dtype in INTS, indices=indices, updates=updates, shape=np.array(shape, kind))


@template()
def one_hot(g):
    indices = g.source(g.one(["int32", "int64", "uint8"]), g.shape(0, 2))
    dtype = g.one(NUMERIC + ("bool",))
    on, off = g.source(dtype, []), g.source(dtype, [])
    g.add("OneHot", [indices, on, off], True, indices=indices, depth=np.int32(g.number(0, 5)), on_value=on, off_value=off,
          axis=g.number(-1, indices.rank))


@template()
def fill(g):
    value = g.pick(low=0, high=0)
    g.add("Fill", [value], True, dims=np.array(g.shape(0, 3), g.index_type()), value=value)


@template()
def range_of(g):
    kind = g.one([np.int32, np.int64, np.float32, np.float64])
    g.add("Range", [], True, start=kind(g.number(-5, 5)), limit=kind(g.number(-5, 9)), delta=kind(g.one([1, 2, 3, -1])))


@template()
def reverse(g):
    x = g.pick()
    some = g.random.choice(x.rank, g.number(0, x.rank), replace=False)
    g.add("ReverseV2", [x], True, tensor=x, axis=np.array(some, g.index_type()))


@template("Where", "Unique", "InvertPermutation")
def late(g, op):
    if op == "Where":
        x = g.pick(NUMERIC + ("bool",), exact=True, low=0 if g.chance(0.1) else 1)
        g.add(op, [x], True, condition=x)
    elif op == "Unique":
        x = g.pick(NUMERIC, exact=True, low=1, high=1)
        g.add(op, [x], True, x=x, out_idx=g.one([g.tf.int32, g.tf.int64]))
    else:
        g.add(op, [], True, x=g.random.permutation(g.number(0, 6)).astype(g.index_type()))


@template("SpaceToDepth", "DepthToSpace")
def depth_space(g, op):
    block = 2
    h, w, c = g.number(1, 3), g.number(1, 3), g.number(1, 3)
    shape = [g.number(1, 2), h * block, w * block, c] if op == "SpaceToDepth" else [g.number(1, 2), h, w, c * 4]
    x = g.pick(("float32", "float64", "int32", "float16"), shape=shape)
    g.add(op, [x], True, input=x, block_size=block, data_format="NHWC")


@template()
def space_batch(g):
    block, pads = [g.number(1, 2), g.number(1, 2)], [[g.number(0, 1), g.number(0, 1)] for _ in range(2)]
    x = g.pick(("float32", "float64", "int32"), shape=[g.size(2), g.size(4, 2), g.size(4, 2), g.size(2)])
    block_shape = np.array(g.number(1, 2) if g.chance(0.05) else block, np.int32)
    g.add("SpaceToBatchND", [x], True, input=x, block_shape=block_shape, paddings=np.array(pads, np.int32))


# ---- linear algebra and networks

@template(weight=3)
def matmul(g):
    m, k, n = g.number(1, 6), g.number(0 if g.chance(0.05) else 1, 6), g.number(1, 6)
    a, b = g.chance(0.3), g.chance(0.3)
    x = tame(g.pick(FLOATS + ("int32", "int64"), shape=[k, m] if a else [m, k], bound=100))
    y = tame(g.pick((x.dtype,), shape=[n, k] if b else [k, n], bound=100))
    g.add("MatMul", [x, y], x.dtype in INTS, a=x, b=y, transpose_a=a, transpose_b=b)


@template()
def batch_matmul(g):
    m, k, n, batch = g.number(1, 4), g.number(1, 4), g.number(1, 4), g.shape(0, 2, 3)
    a, b = g.chance(0.3), g.chance(0.3)
    x = tame(g.pick(FLOATS + ("int32",), shape=batch + ([k, m] if a else [m, k]), bound=100))
    other_batch = [1 if g.chance(0.3) else d for d in batch]
    y = tame(g.pick((x.dtype,), shape=other_batch + ([n, k] if b else [k, n]), bound=100))
    g.add("BatchMatMulV2", [x, y], x.dtype in INTS, x=x, y=y, adj_x=a, adj_y=b)


@template(weight=2)
def bias(g):
    x = tame(g.pick(FLOATS + ("int32", "int64"), low=2, high=4, bound=1000))
    channels_first = x.rank > 2 and g.chance(0.2)
    b = g.pick((x.dtype,), shape=[x.shape[1 if channels_first else -1]], bound=1000)
    g.add("BiasAdd", [x, b], True, value=x, bias=b, data_format="NCHW" if channels_first else "NHWC")


def image(g, channels=None, types=("float32", "float32", "float64", "float16", "bfloat16")):
    shape = [g.size(2), g.size(7, 1 if g.hollow else 3), g.size(7, 3), channels or g.size(4)]
    return tame(g.pick((g.one(types),), shape=shape, bound=100))


@template("Conv2D", "DepthwiseConv2dNative", weight=2)
def convolution(g, op):
    floats = ("float32", "float32", "float64", "float16", "bfloat16")
    x = image(g, types=floats + ("int32",) if op == "Conv2D" else floats)
    h, w = g.number(1, 9 if g.hollow else 3), g.number(1, 3)  # larger than the image, too
    filters = tame(g.pick((x.dtype,), shape=[h, w, x.shape[3], g.number(1, 4)], bound=100))
    stride = g.number(1, 2)
    dilation = g.number(1, 2) if stride == 1 and g.chance(0.3) else 1
    padding, explicit = g.one(["SAME", "VALID", "EXPLICIT"]), []
    if padding == "EXPLICIT":
        explicit = [0, 0] + [g.number(0, 2) for _ in range(4)] + [0, 0]
    g.add(op, [x, filters], x.dtype == "int32", input=x, filter=filters, strides=[1, stride, stride, 1], padding=padding,
          explicit_paddings=explicit, dilations=[1, dilation, dilation, 1])


@template("MaxPool", "AvgPool", weight=2)
def pool(g, op):
    x = image(g)
    k, s = g.number(1, 3), g.number(1, 3)
    rows = g.number(1, 9) if g.hollow else k  # larger than the image, too
    g.add(op, [x], op == "MaxPool", **{"input" if op == "MaxPool" else "value": x}, ksize=[1, rows, k, 1], strides=[1, s, s, 1],
          padding=g.one(["SAME", "VALID"]))


@template("Softmax", "LogSoftmax")
def softmax(g, op):
    x = tame(g.pick(FLOATS, low=1, bound=50))
    g.add(op, [x], False, logits=x)


@template()
def cross_entropy(g):
    x = tame(g.pick(("float32", "float64", "float16"), shape=[g.number(1, 4), g.number(1, 5)], bound=50))
    if g.chance(0.5):
        labels = g.random.integers(0, x.shape[1], x.shape[:1]).astype(g.index_type())
        g.add("SparseSoftmaxCrossEntropyWithLogits", [x], False, features=x, labels=labels)
    else:
        labels = g.pick((x.dtype,), shape=x.shape, bound=10)
        made = g.add("SoftmaxCrossEntropyWithLogits", [x, labels], False, features=x, labels=labels)
        g.values.remove(made[1])  # TensorFlow leaves out what its gradient owes to the labels


@template()
def l2(g):
    x = tame(g.pick(FLOATS, bound=100))
    g.add("L2Loss", [x], False, t=x)


@template("ResizeBilinear", "ResizeNearestNeighbor")
def resize(g, op):
    x = image(g, types=("float32", "float64"))
    align = g.chance(0.3)
    size = np.array([g.number(1, 9), g.number(1, 9)], np.int32)
    g.add(op, [x], op != "ResizeBilinear", images=x, size=size, align_corners=align, half_pixel_centers=not align and g.chance(0.5))


@template()
def batch_norm(g):
    x = image(g, types=("float32",))
    training = g.chance(0.5)
    c = x.shape[3]
    scale, offset = g.source("float32", [c]), g.source("float32", [c])
    mean, variance = g.source("float32", [c]), g.source("float32", [c], positive=True)
    made = g.add("FusedBatchNormV3", [x, scale, offset, mean, variance], False, x=x, scale=scale, offset=offset,
          mean=mean if not training else np.zeros([0], np.float32), variance=variance if not training else np.zeros([0], np.float32),
          epsilon=0.01, exponential_avg_factor=1.0, data_format="NHWC", is_training=training)
    for reserved in made[3:]:  # each kernel keeps there what it likes for its gradient
        g.values.remove(reserved)


@template()
def lrn(g):
    x = image(g, types=("float32", "float16"))
    g.add("LRN", [x], False, input=x, depth_radius=g.one([0, 1, 2, 3, 9, 1000]), bias=1.0, alpha=0.5, beta=0.5)


@template()
def einsum(g):
    letters = {c: g.number(1, 4) for c in "abcd"}
    equation = g.one(["ab,bc->ac", "abc,cd->abd", "ab,ab->", "ab->ba", "abc,abd->acd", "a,b->ab", "ab,b->a", "...a,ab->...b"])
    types = ("float32", "float64")
    ins = equation.split("->")[0].split(",")
    shapes = [[letters[c] for c in i.replace("...", "d")] for i in ins]
    x = tame(g.pick(types, shape=shapes[0], bound=100))
    xs = [x] + [tame(g.pick((x.dtype,), shape=s, bound=100)) for s in shapes[1:]]
    g.add("Einsum", xs, False, inputs=xs, equation=equation)
