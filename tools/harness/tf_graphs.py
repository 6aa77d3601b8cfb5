# Random graphs of ops that TensorFlow and Runnel both have, each node evaluated by TensorFlow as it is added.
#
# A value knows how far it can be trusted: `exact` values are the same bits wherever IEEE arithmetic is, so ops that jump or
# that magnify a last bit (Floor, Less, Log near 0, Div) take only those; the others carry `scale`, the largest magnitude that
# went into them, by which their error is judged.
import numpy as np

FLOATS = ("float32", "float64", "float16", "bfloat16")
INTS = ("int32", "int64", "int8", "uint8", "int16")
SOURCE_TYPES = ("float32",) * 6 + ("float64",) * 3 + ("int32",) * 3 + ("int64", "float16", "bfloat16", "bool", "int8", "uint8", "int16")


class Value:
    """One tensor: TensorFlow's symbol in the graph and what it computed eagerly."""

    def __init__(self, symbol, eager, exact, scale, depth=0):
        self.symbol, self.eager, self.exact, self.scale, self.depth = symbol, eager, exact, scale, depth
        self.dtype, self.shape = eager.dtype.name, tuple(eager.shape)
        self.used = False

    @property
    def rank(self):
        return len(self.shape)

    @property
    def floating(self):
        return self.dtype in FLOATS

    def numpy(self):
        array = self.eager.numpy()
        return np.array(array, object) if isinstance(array, bytes) else array


def magnitude(array):
    if array.dtype.kind in "SUO" or array.size == 0:
        return 0.0
    wide = np.abs(np.asarray(array, np.float64))
    wide = wide[np.isfinite(wide)]
    return float(wide.max()) if wide.size else 0.0


class Refused(Exception):
    """TensorFlow does not take the op with these arguments."""


class Generator:
    def __init__(self, tf, seed, allowed):
        """allowed(op, dtypes): whether Runnel says that it has the op for them; None asks nothing."""
        self.tf, self.random, self.allowed = tf, np.random.default_rng(seed), allowed
        self.newer = bool(self.random.random() < 0.5)  # of the two generations of control flow
        self.hollow = bool(self.random.random() < 0.25)  # many dimensions of 0
        self.graph, self.values, self.feeds, self.ops, self.refusals = tf.Graph(), [], {}, [], []

    # ---- choices

    def one(self, things):
        return things[int(self.random.integers(len(things)))]

    def chance(self, p):
        return bool(self.random.random() < p)

    def number(self, low, high):
        """Of low..high, both included."""
        return int(self.random.integers(low, high + 1))

    def axis(self, rank):
        return self.number(-rank, rank - 1)

    def shape(self, low=0, high=4, most=5):
        rank = self.number(low, high)
        return [self.size(most) for _ in range(rank)]

    def size(self, most, least=1):
        """Of a dimension: from `least`, or now and then 0."""
        return 0 if self.chance(0.3 if self.hollow else 0.03) else self.number(least, most)

    def index_type(self):
        return np.int32 if self.chance(0.7) else np.int64

    # ---- values

    def numbers(self, dtype, shape, positive=False):
        """Values that every type of the kind holds exactly: eighths of both signs."""
        if dtype == "string":
            return np.array(["s%d" % self.number(0, 9) for _ in range(int(np.prod(shape)))], object).reshape(shape)
        if dtype == "bool":
            return self.random.random(shape) < 0.5
        if dtype == "uint8":
            return self.random.integers(0, 20, shape).astype(np.uint8)
        if dtype in INTS:
            return self.random.integers(1 if positive else -12, 13, shape).astype(dtype)
        values = self.random.integers(1 if positive else -24, 25, shape) / 8.0
        return np.asarray(values).astype(self.tf.as_dtype(dtype).as_numpy_dtype)

    def source(self, dtype=None, shape=None, positive=False):
        """A new placeholder, or a constant."""
        tf = self.tf
        array = self.numbers(dtype or self.one(SOURCE_TYPES), self.shape() if shape is None else list(shape), positive)
        with self.graph.as_default():
            if self.chance(0.7):
                static = [None if self.chance(0.3) else d for d in array.shape] if self.chance(0.8) else None
                symbol = tf.compat.v1.placeholder(tf.as_dtype(array.dtype), static, "feed%d" % len(self.feeds))
                self.feeds[symbol.name] = array
            else:
                symbol = tf.constant(array)
        value = Value(symbol, tf.constant(array), True, magnitude(array))
        self.values.append(value)
        return value

    def pick(self, dtypes=None, exact=False, low=0, high=6, bound=None, shape=None):
        """A value that there is, or a new source; bound: no larger magnitude."""
        fit = [v for v in self.values
               if (dtypes is None or v.dtype in dtypes) and (v.exact or not exact) and low <= v.rank <= high and v.depth < 5
               and (bound is None or magnitude(v.numpy()) <= bound) and (shape is None or v.shape == tuple(shape))]
        if fit and self.chance(0.8):
            return self.one(fit[-4:] if self.chance(0.6) else fit)
        dtype = self.one([t for t in SOURCE_TYPES if dtypes is None or t in dtypes] or list(dtypes))
        return self.source(dtype, self.shape(low, min(high, 4)) if shape is None else shape)

    def add(self, op, inputs_, exact_, /, **arguments):
        """Adds one node of the Values `inputs_`; `arguments` are raw_ops' own, of Values, numpy arrays and attrs. Answers its outputs."""
        return self.call(op, getattr(self.tf.raw_ops, op), inputs_, exact_, arguments)

    def call(self, op, function, inputs_, exact_, arguments):
        """The same with a function that may add many nodes, as control flow does."""
        tf = self.tf
        try:
            eager = function(**self.convert(arguments, lambda v: v.eager))
        except (tf.errors.OpError, ValueError, TypeError) as error:
            if hasattr(tf.raw_ops, op) and isinstance(error, (tf.errors.InvalidArgumentError, tf.errors.OutOfRangeError)):
                self.refusals.append((op, arguments, error))
            raise Refused(op) from error
        with self.graph.as_default():
            try:
                symbols = function(**self.convert(arguments, lambda v: v.symbol))
            except ValueError as error:  # its shape function refuses what its kernel takes
                raise Refused(op) from error
        many = isinstance(eager, (list, tuple))
        eager, symbols = (list(eager), list(symbols)) if many else ([eager], [symbols])
        if any(int(np.prod(e.shape)) > 20000 for e in eager):
            raise Refused(op)
        if self.allowed is not None and not self.allowed(op, {v.dtype for v in inputs_} | {e.dtype.name for e in eager}):
            raise Refused(op)
        exact = exact_ and all(v.exact for v in inputs_)
        for v in inputs_:
            v.used = True
        made = []
        for symbol, result in zip(symbols, eager):
            largest = magnitude(np.asarray(result.numpy()))
            scale = max([largest] + [v.scale for v in inputs_ if v.floating])
            depth = max([v.depth for v in inputs_], default=0) + (0 if exact else 1)
            made.append(Value(symbol, result, exact, scale, depth))
        self.values += made
        self.ops.append(op)
        return made

    def convert(self, arguments, pick):
        """raw_ops' arguments, with pick(v) for each Value v."""
        def one(a):
            if isinstance(a, Value):
                return pick(a)
            if isinstance(a, list) and a and isinstance(a[0], (Value, np.ndarray)):
                return [one(x) for x in a]
            return self.tf.constant(a) if isinstance(a, (np.ndarray, np.generic)) else a  # keeps its type
        return {k: one(a) for k, a in arguments.items()}

    def build(self, templates, count):
        """Adds about `count` nodes."""
        tries = 0
        while len(self.ops) < count and tries < 20 * count:
            tries += 1
            try:
                self.one(templates)(self)
            except Refused:
                pass

    def fetches(self):
        """The values to compare: all that nothing uses, and some of the others. No placeholder or constant."""
        made = [v for v in self.values if v.symbol.op.type not in ("Placeholder", "Const")]
        return [v for v in made if not v.used or self.chance(0.2)]
