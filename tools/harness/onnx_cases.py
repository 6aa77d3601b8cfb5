# The cases of tools/onnx_backend, run in a process of their own under a Python that has the package onnx: a line of JSON before
# each case, and one with its result.
import json
import os
import re
import sys
import tempfile
import warnings

from harness import oracle


class FileCase:
    """A case whose model and data are files of the package. `model` is None where they are not there."""
    def __init__(self, name, model, data_sets, rtol, atol):
        self.name, self.model, self.data_sets, self.rtol, self.atol = name, model, data_sets, rtol, atol


def read_value(path, kind):
    """What a .pb file of a case holds: a tensor, a sequence or an optional, as its type in the model says."""
    import onnx
    from onnx import numpy_helper
    with open(path, "rb") as file:
        data = file.read()
    if kind.HasField("sequence_type"):
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    if kind.HasField("optional_type"):
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


def read_set(folder, model):
    held = {i.name for i in model.graph.initializer}
    inputs = [i for i in model.graph.input if i.name not in held]
    # Inputs behind the last file have none: they are optional.
    return tuple([read_value(os.path.join(folder, "%s_%d.pb" % (what, i)), value.type) for i, value in enumerate(values)
                  if os.path.exists(os.path.join(folder, "%s_%d.pb" % (what, i)))]
                 for what, values in (("input", inputs), ("output", model.graph.output)))


def light_set(path, model):
    """The data of a model of the folder "light": inputs as ONNX's own runner makes them, outputs as it keeps them."""
    from onnx.backend.test.runner import Runner
    held = {i.name for i in model.graph.initializer}
    inputs = [Runner.generate_dummy_data(i, seed=0, name=path, random=False) for i in model.graph.input if i.name not in held]
    files = ["%s_output_%d.pb" % (os.path.splitext(path)[0], i) for i in range(len(model.graph.output))]
    if not all(os.path.exists(file) for file in files):
        return None
    return inputs, [read_value(file, value.type) for file, value in zip(files, model.graph.output)]


def collect_files(kind):
    import onnx
    from onnx.backend.test.loader import load_model_tests
    root = os.path.dirname(os.path.dirname(os.path.abspath(onnx.__file__)))
    for case in load_model_tests(kind=kind):
        path = os.path.join(case.model_dir, "model.onnx") if case.model_dir else os.path.join(root, case.url or "")
        if not os.path.isfile(path):
            yield FileCase(case.name, None, [], case.rtol, case.atol)
            continue
        model = onnx.load(path)
        if case.model_dir:
            folders = sorted(f for f in os.listdir(case.model_dir) if f.startswith("test_data_set_"))
            sets = [read_set(os.path.join(case.model_dir, f), model) for f in folders]
        else:
            sets = [s for s in [light_set(path, model)] if s is not None]
        yield FileCase(case.name, model if sets else None, sets, case.rtol, case.atol)


def collect(max_opset, only, kind):
    found = []
    if kind == "node":
        from onnx.backend.test.case.node import collect_testcases
        cases = collect_testcases(None)
    else:
        cases = collect_files(kind)
    for case in cases:
        if case.model is not None:
            opset = max([o.version for o in case.model.opset_import if o.domain in ("", "ai.onnx")], default=0)
            if opset > max_opset:
                continue
        if only in case.name:
            found.append(case)
    return found


def difference(value, expected, rtol, atol):
    """Why a value is not what is expected; None if it is."""
    import numpy as np
    if value is None or isinstance(value, (list, dict)) or isinstance(expected, (list, dict)) or expected is None:
        return "a sequence or an optional"
    value, expected = np.asarray(value), np.asarray(expected)
    if value.shape != expected.shape:
        return "shape %s, expected %s" % (value.shape, expected.shape)
    if expected.dtype.kind in "OUS":
        texts = [[x.decode("utf-8") if isinstance(x, bytes) else str(x) for x in a.ravel()] for a in (value, expected)]
        return None if texts[0] == texts[1] else "%s, expected %s" % (texts[0][:8], texts[1][:8])
    if value.dtype != expected.dtype:
        return "type %s, expected %s" % (value.dtype, expected.dtype)
    unit = {"float16": 2.0 ** -10, "bfloat16": 2.0 ** -7, "float32": 2.0 ** -23}.get(str(expected.dtype), 0.0)
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    a, e = value.astype(wide), expected.astype(wide)
    finite = np.abs(e[np.isfinite(e)])
    most = finite.max() if finite.size else 0.0
    if np.allclose(a, e, rtol=max(rtol, 4 * unit), atol=max(atol, unit * most), equal_nan=True):
        return None
    return "%s, expected %s" % (a.ravel()[:6], e.ravel()[:6])


def compared(values, expected, case):
    for name, value, wanted in zip([o.name for o in case.model.graph.output], values, expected):
        why = difference(value, wanted, case.rtol, case.atol)
        if why:
            return "%s: %s" % (name, why)
    return None


# What is drawn is nobody's but a generator's: types and shapes alone can be compared.
DRAWS = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}


def is_drawn(case):
    return case.name.startswith("test_training_dropout") or any(n.op_type in DRAWS for n in case.model.graph.node)


def alike(values, expected):
    import numpy as np
    return len(values) == len(expected) and all(
        np.shape(v) == np.shape(e) and np.asarray(v).dtype == np.asarray(e).dtype for v, e in zip(values, expected))


def named_inputs(case):
    held = {i.name for i in case.model.graph.initializer}
    return [i.name for i in case.model.graph.input if i.name not in held]


class Runnel:
    def __init__(self, runnel, folder, device):
        self.runnel, self.path = runnel, os.path.join(folder, "case.onnx")
        self.options = {"default_device": "/device:" + device.upper(), "soft_placement": True} if device else {}
        self.on_host = []  # ops of nodes that the last case's device has no kernels for

    def answer(self, served, feeds):
        """The outputs by their names."""
        signature, metadata = served.signature, self.runnel.Metadata()
        outputs = {k: t.name for k, t in signature.outputs.items()}
        answer = served.session.run(outputs, {t.name: feeds[k] for k, t in signature.inputs.items()}, metadata=metadata)
        self.on_host = [served.graph.node(line.split(":")[0]).op for line in metadata.fallbacks] if self.options else []
        return answer

    def run(self, case):
        """The result, why, and the ops that it is refused for."""
        if case.model is None:
            return "absent", "", []
        with open(self.path, "wb") as file:
            file.write(case.model.SerializeToString())
        result = "refused", "", ["a case without data"]
        for inputs, expected in case.data_sets:
            result = self.run_set(case, inputs, expected)
            if result[0] != "passed":
                break
        return result

    def run_set(self, case, inputs, expected):
        import numpy as np
        runnel = self.runnel
        feeds = dict(zip(named_inputs(case), inputs))
        self.on_host = []
        try:
            served = runnel.SavedModel(self.path).serve(**self.options)
            if any(isinstance(v, list) or v is None for v in feeds.values()):
                return "refused", "", ["a sequence or an optional as input"]
            feeds = {k: np.asarray(v).astype(object) if np.asarray(v).dtype.kind in "US" else v for k, v in feeds.items()
                     if k in served.signature.inputs}
            answer = self.answer(served, feeds)
        except runnel.Error as error:
            text = str(error)
            found = re.findall(r"ONNX>([\w.]+)(\[[^\]]*\])?", text)
            ops = sorted({op for op, why in found if why != "[an input of unknown type]"})
            if ops or isinstance(error, runnel.Unimplemented):
                return "refused", text, ops or [text[:100]]
            return "wrong", "%s: %s" % (type(error).__name__, text[:400]), []
        values = [np.asarray(answer[o.name]) for o in case.model.graph.output]
        why = compared(values, expected, case)
        if why and is_drawn(case) and alike(values, expected):
            return "drawn", "", []
        return ("wrong", why, []) if why else ("passed", "", [])


class Peer:
    """ONNX Runtime, if it is there."""
    def __init__(self, wanted):
        self.module = None
        if wanted:
            try:
                import onnxruntime
                onnxruntime.set_default_logger_severity(4)
                self.module = onnxruntime
            except ImportError:
                pass

    def passes(self, case):
        if self.module is None or case.model is None:
            return False
        inputs, expected = case.data_sets[0]
        try:
            session = self.module.InferenceSession(case.model.SerializeToString(), providers=["CPUExecutionProvider"])
            values = session.run(None, dict(zip(named_inputs(case), inputs)))
            for value, wanted in zip(values, expected):
                pairs = zip(value, wanted) if isinstance(wanted, list) else [(value, wanted)]
                if isinstance(wanted, list) and len(value) != len(wanted):
                    return False
                if any(difference(v, w, case.rtol, case.atol) for v, w in pairs if w is not None):
                    return False
            return True
        except Exception:  # whatever it raises, it has not passed
            return False


def work(options):
    try:
        import onnx
        import numpy  # noqa: F401
    except ImportError as error:
        print("onnx is not installed for %s (RUNNEL_ONNX_PYTHON names another Python): %s" % (sys.executable, error),
              file=sys.stderr)
        return oracle.NOT_MEASURED
    runnel = oracle.import_runnel()
    if runnel is None:
        return oracle.NOT_MEASURED
    warnings.simplefilter("ignore")
    peer = Peer(not options.no_peer)
    cases = collect(options.max_opset, options.only, options.kind)
    say = lambda **line: print(json.dumps(line), flush=True)  # noqa: E731
    say(onnx=onnx.__version__, cases=len(cases), peer=peer.module is not None)
    with tempfile.TemporaryDirectory() as folder:
        ours = Runnel(runnel, folder, options.device)
        for case in cases[options.worker:]:
            say(begins=case.name)
            result, why, ops = ours.run(case)
            say(case=case.name, result=result, why=why, ops=ops, on_host=ours.on_host, peer=peer.passes(case))
    return 0
