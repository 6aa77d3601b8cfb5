# The cases of tools/tf_compare, run in a process of their own under a Python that has TensorFlow: one line of JSON for each.
import json
import os

TOLERANCE = {"float64": 1e-11, "float32": 1e-5, "float16": 6e-3, "bfloat16": 5e-2}
GRADIENT_SLACK = 20  # times the tolerance: cancellation in sums that no scale was kept of


def types_of(value_or_op):
    return ",".join(t.dtype.base_dtype.name for t in list(value_or_op.inputs) + list(value_or_op.outputs))


def difference(np, wanted, got, exact, scale, slack=1):
    """What is wrong with `got`, or nothing."""
    if tuple(wanted.shape) != tuple(got.shape):
        return "shape %s, not %s" % (list(got.shape), list(wanted.shape))
    if wanted.dtype != got.dtype:
        return "type %s, not %s" % (got.dtype, wanted.dtype)
    if wanted.size == 0:
        return ""
    name = wanted.dtype.name
    if name not in TOLERANCE:
        bad = np.asarray(wanted != got)
    else:
        a, b = np.asarray(wanted, np.float64), np.asarray(got, np.float64)
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        with np.errstate(invalid="ignore"):
            bad = ~same if exact else ~(same | (np.abs(a - b) <= TOLERANCE[name] * slack * max(scale, 1e-3)))
    if not bad.any():
        return ""
    at = tuple(int(i) for i in np.argwhere(bad)[0]) if bad.ndim else ()
    return "%d of %d differ, first at %s: %r, not %r" % (bad.sum(), bad.size, list(at), got[at].item(), wanted[at].item())


class Case:
    """One graph, in TensorFlow and in Runnel."""

    def __init__(self, tf, np, runnel, runtime, index, options, missing):
        from harness.tf_graphs import Generator
        from harness import tf_flow  # noqa: F401, adds to TEMPLATES
        from harness.tf_effects import drawn
        from harness.tf_templates import TEMPLATES
        self.tf, self.np, self.runnel, self.runtime, self.index = tf, np, runnel, runtime, index
        self.missing = missing  # {(op, types)} that Runnel lacks: the generator leaves them out
        self.generator = Generator(tf, [options.seed, index], lambda op, types: (op, frozenset(types)) not in missing)
        self.generator.build(TEMPLATES, options.nodes)
        self.passes_off = drawn(np.random.default_rng([options.seed, index]))
        self.answer = {"compared": 0, "refused": 0, "gradients": 0, "mismatched": [], "unsupported": []}

    def differs(self, op, reason):
        self.answer["mismatched"].append({"case": self.index, "node": op.name if op is not None else "",
                                          "op": op.type if op is not None else "", "types": types_of(op) if op is not None else "",
                                          "reason": reason})

    def failed(self, error, what):
        """Sorts a status into what is not there and what is wrong."""
        op = None
        try:
            op = self.generator.graph.get_operation_by_name(error.node) if error.node else None
        except KeyError:
            pass
        if isinstance(error, self.runnel.errors.Unimplemented):
            if op is not None:
                types = {t.dtype.base_dtype.name for t in list(op.inputs) + list(op.outputs)}
                self.missing.add((op.type, frozenset(types)))
            self.answer["unsupported"].append({"op": op.type if op is not None else what, "types": types_of(op) if op is not None else "",
                                               "reason": str(error)[:300]})
        else:
            self.differs(op, "%s fails: %s: %s" % (what, type(error).__name__, str(error)[:300]))

    def run(self):
        g = self.generator
        wanted = g.fetches()
        if not wanted:
            return self.answer
        try:
            graph = self.runnel.Graph(self.runtime)
            graph.import_graph_def(g.graph.as_graph_def().SerializeToString())
        except self.runnel.errors.Error as error:
            self.failed(error, "import")
            return self.answer
        self.compare_shapes(graph)
        with self.runnel.Session(graph, disable_passes=self.passes_off) as session:
            try:
                got = session.run([v.symbol.name for v in wanted], g.feeds)
            except self.runnel.errors.Error as error:
                self.failed(error, "run")
                return self.answer
            self.answer["compared"] += len(wanted)
            if any(difference(self.np, v.numpy(), self.np.asarray(x), v.exact, v.scale) for v, x in zip(wanted, got)):
                self.find_first(session, wanted, got)
            elif self.index % 3 == 0:
                self.compare_gradients(graph, session)
        for refusal in g.refusals[:2]:
            self.compare_refusal(*refusal)
        return self.answer

    def compare_shapes(self, graph):
        """What Runnel infers must not contradict TensorFlow, nor know less."""
        for v in self.generator.values:
            theirs = v.symbol.shape
            theirs = None if theirs.rank is None else tuple(theirs.as_list())
            ours = graph.output(v.symbol.name).shape
            if theirs is None:
                continue
            if ours is None or len(ours) != len(theirs) or any(a is not None and b != a for a, b in zip(theirs, ours)):
                # Where TensorFlow looked through constants that ours may not, only a contradiction counts.
                if ours is not None and (len(ours) != len(theirs) or any(None not in (a, b) and a != b for a, b in zip(theirs, ours))):
                    self.differs(v.symbol.op, "shape inferred as %s, not %s" % (ours, theirs))

    def find_first(self, session, wanted, got):
        """Names the first node that differs when all are fetched; else what differed when few were."""
        made = [v for v in self.generator.values if v.symbol.op.type not in ("Placeholder", "Const")]
        try:
            everything = session.run([v.symbol.name for v in made], self.generator.feeds)
        except self.runnel.errors.Error as error:
            self.failed(error, "run of all")
            return
        for values, results, note in ((made, everything, ""), (wanted, got, " (only when its inputs are not fetched)")):
            for v, x in zip(values, results):
                reason = difference(self.np, v.numpy(), self.np.asarray(x), v.exact, v.scale)
                if reason:
                    self.differs(v.symbol.op, reason + note)
                    return

    def compare_gradients(self, graph, session):
        tf, g = self.tf, self.generator
        ys = [v for v in g.values if v.dtype in ("float32", "float64") and v.symbol.op.type not in ("Placeholder", "Const")]
        if not ys:
            return
        y = g.one(ys)
        with g.graph.as_default():
            xs = [x for x in (g.graph.get_tensor_by_name(n) for n in g.feeds) if x.dtype in (tf.float32, tf.float64)]
            try:
                theirs = tf.compat.v1.gradients(y.symbol, xs)
                theirs = [tf.convert_to_tensor(t) if t is not None else None for t in theirs]
            except (LookupError, ValueError, TypeError, NotImplementedError):
                return  # TensorFlow has none
        pairs = [(x, t) for x, t in zip(xs, theirs) if t is not None]
        if not pairs:
            return
        try:
            with tf.compat.v1.Session(graph=g.graph) as reference:
                wanted = reference.run([t for _, t in pairs], g.feeds)
        except tf.errors.OpError:
            return
        try:
            ours = graph.gradients(graph.output(y.symbol.name), [graph.output(x.name) for x, _ in pairs])
            zero = [o is None and not self.np.any(a) for o, a in zip(ours, wanted)]  # none is zero
            pairs, wanted, ours = ([v for v, z in zip(values, zero) if not z] for values in (pairs, wanted, ours))
            if None in ours:
                missing = [x.name for (x, _), o in zip(pairs, ours) if o is None]
                return self.differs(y.symbol.op, "no gradient by %s; nodes %s" % (" ".join(missing), " ".join(g.ops)))
            got = session.run(ours, g.feeds) if ours else []
        except self.runnel.errors.Error as error:
            self.failed(error, "gradient of " + y.symbol.name)
            return
        for (x, _), a, b in zip(pairs, wanted, got):
            a, b = self.np.asarray(a), self.np.asarray(b)
            # TensorFlow multiplies by a closed gate (Relu, Relu6) what Runnel leaves out: NaN there is 0 here.
            a = self.np.where(self.np.isnan(a) & (b == 0), b, a) if a.shape == b.shape else a
            largest = float(self.np.max(self.np.abs(a[self.np.isfinite(a)]), initial=1.0))
            reason = difference(self.np, a, b, False, largest, GRADIENT_SLACK * self.coarser(a.dtype.name, y))
            if reason:
                self.differs(y.symbol.op, "gradient by %s: %s; nodes %s" % (x.name, reason, " ".join(g.ops)))
            self.answer["gradients"] += 1

    def coarser(self, dtype, y):
        """How much coarser than in `dtype` the arithmetic on the way to y is: ResizeBilinear answers in float32, and Cast
        may lead through any type."""
        way = [v.dtype for v in self.generator.values if v.dtype in TOLERANCE] if "Cast" in self.generator.ops else [y.dtype]
        return max(1, max(TOLERANCE[t] for t in way) / TOLERANCE[dtype])

    def compare_refusal(self, op, arguments, error):
        """What TensorFlow's kernel refuses, Runnel must refuse too, and say why."""
        tf, feeds = self.tf, {}

        def placeholder(value):
            symbol = tf.compat.v1.placeholder(value.eager.dtype, None)
            feeds[symbol.name] = value.numpy()
            return symbol

        with tf.Graph().as_default() as graph:
            try:
                made = getattr(tf.raw_ops, op)(**self.generator.convert(arguments, placeholder))
            except (ValueError, TypeError, tf.errors.OpError):
                return  # refused before there is a graph
        first = made[0] if isinstance(made, (list, tuple)) else made
        try:
            ours = self.runnel.Graph(self.runtime)
            ours.import_graph_def(graph.as_graph_def().SerializeToString())
            with self.runnel.Session(ours, disable_passes=self.passes_off) as session:
                session.run(first.name, feeds)
            self.differs(first.op, "runs, where TensorFlow says: " + str(error)[:300])
        except (self.runnel.errors.Internal, self.runnel.errors.Unknown) as other:
            self.differs(first.op, "refused with %s: %s" % (type(other).__name__, str(other)[:300]))
        except self.runnel.errors.Error:
            self.answer["refused"] += 1

    def keep(self, folder):
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "case%d.pb" % self.index), "wb") as file:
            file.write(self.generator.graph.as_graph_def().SerializeToString())
        for name, array in self.generator.feeds.items():
            self.np.save(os.path.join(folder, "case%d_%s.npy" % (self.index, name.split(":")[0])), array)


def work(options):
    from harness import oracle, tf_types
    from harness.tf_effects import EffectCase
    import numpy as np
    import tensorflow as tf
    runnel = oracle.import_runnel()
    if runnel is None:
        return oracle.NOT_MEASURED
    runtime, missing = runnel.Runtime(), set()
    print(json.dumps({"tensorflow": tf.__version__, "missing_types": tf_types.missing(runtime)}), flush=True)
    for index in range(options.case, options.count):
        if index % 4 == 3:
            case = EffectCase(tf, np, runnel, runtime, index, options)
        else:
            case = Case(tf, np, runnel, runtime, index, options, missing)
        answer = case.run()
        if options.keep and answer["mismatched"]:
            case.keep(options.keep)
        print(json.dumps(answer), flush=True)
    return 0
