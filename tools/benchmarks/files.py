# The section files: models as people have them (model_files.py), one input at a time, in Runnel and in ONNX Runtime or, TFLite's, in LiteRT,
# in turns in one run.
# Each runtime has a process of its own and waits while the other one works. What they answer must agree, or the line says so and fails.
import json
import os
import statistics
import subprocess
import sys
import tempfile

from benchmarks import model_files, op_times, peers

PEER, LITE_PEER = "onnxruntime", "litert"
ROUNDS, SECONDS, STARTS = 7, 0.4, 5
# name: the most of the peer's time that a run may take.
SHARES = {"mobilenet_v2": 0.9, "efficientnet_b0": 0.85, "densenet_121": 0.95, "resnet_50": 1.0, model_files.ENCODER: 0.95,
          model_files.LSTM: 0.95, "silero_vad": 0.95, "ultraface": None, "mnist": None,
          **dict.fromkeys([*model_files.LITE, *model_files.GIVEN_LITE], 1.0)}
OF_FLOAT = 0.5  # of NAME_lite's time may NAME_int8 take, where the processor has dot products of bytes
FIRST_SHARE, PEAK_SHARE = 0.7, 0.8
NEAR, NEAR_INT8 = 2e-3, 0.1  # of the largest number of a result
RUNNER = os.path.join(peers.HERE, "files_runner.py")


def folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("RUNNEL_MODELS_DIR") or os.path.join(cache, "runnel", "models")


def make():
    """Makes what is missing and can be made; says on stderr what cannot."""
    program = os.path.join(peers.HERE, "model_files.py")
    with_keras = os.environ.get("RUNNEL_TENSORFLOW_PYTHON") or peers.python()
    for kind, python in (("keras", with_keras), ("tflite", with_keras), ("onnx", peers.python()), ("given", peers.python())):
        if python is None or kind == "given" and "RUNNEL_DATA_DIR" not in os.environ:
            continue
        done = subprocess.run([python, "-B", program, kind, folder()], stderr=subprocess.PIPE, text=True,
                              env=dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES=""))
        if done.returncode != 0:
            print("tools/bench: models of %s are not made: %s" % (kind, (done.stderr.strip().splitlines() or [""])[-1]), file=sys.stderr)


def files():
    """(name, our file, the peer's file, inputs) of what is there."""
    for name in SHARES:
        path = os.path.join(folder(), name)
        if os.path.exists(path + ".onnx"):
            yield name, path + ".onnx", path + ".onnx", path + ".npz"
        if os.path.exists(path + ".pb"):
            yield name + "_frozen", path + ".pb", path + ".onnx" if os.path.exists(path + ".onnx") else None, path + ".npz"
        if os.path.exists(path + ".tflite"):
            yield name, path + ".tflite", path + ".tflite", path + ".npz"


def peer_of(model):
    return LITE_PEER if model.endswith(".tflite") else PEER


def has_byte_products():
    """Whether the processor adds products of four bytes in one instruction."""
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        return any(word in ("avx512_vnni", "avx_vnni", "asimddp") for word in file.read().split())


class Runner:
    """A child with a model; asked and answered line by line."""

    def __init__(self, build, kind, model, inputs, threads, out):
        python = peers.python() or sys.executable
        env = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", RUNNEL_LIBRARY=os.path.join(os.path.abspath(build), "lib/librunnel.so.0"),
                   PYTHONPATH=os.path.join(peers.HERE, "../../bindings/python"))
        self.out = out
        self.child = subprocess.Popen([python, RUNNER, kind, model, inputs, str(threads), out], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        self.start = self._read()

    def _read(self):
        line = self.child.stdout.readline()
        if not line:
            raise RuntimeError((self.child.communicate()[1].strip().splitlines() or ["it ended"])[-1])
        return json.loads(line)

    def ask(self, what):
        self.child.stdin.write("%s\n" % what)
        self.child.stdin.flush()
        return self._read()

    def close(self):
        self.child.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def with_channels(inputs, temporary):
    """The inputs of the ONNX file of a frozen graph: channels first."""
    program = ("import numpy as np, sys; x = np.load(sys.argv[1])['image']; "
               "np.savez(sys.argv[2], image=np.ascontiguousarray(x.transpose(0, 3, 1, 2)))")
    out = os.path.join(temporary, "first.npz")
    subprocess.run([peers.python() or sys.executable, "-c", program, inputs, out], check=True)
    return out


def disagreement(a, b):
    """The largest difference of two files of results, in parts of the largest number; of 8 bits, a step of 1 is none."""
    program = ("import numpy as np, sys; a, b = (np.load(x) for x in sys.argv[1:]); assert sorted(a.files) == sorted(b.files)\n"
               "def apart(x, y):\n"
               "    if x.shape != y.shape or x.dtype != y.dtype: return 9\n"
               "    most = np.abs(x.astype('f8') - y).max()\n"
               "    return 0 if x.dtype.itemsize == 1 and most <= 1 else most / max(1e-30, np.abs(y.astype('f8')).max())\n"
               "print(max(apart(a[k], b[k]) for k in a.files))")
    done = subprocess.run([peers.python(), "-c", program, a, b], stdout=subprocess.PIPE, text=True)
    return float(done.stdout) if done.returncode == 0 else float("inf")


def measured(build, ours, theirs, inputs, threads, temporary, starts):
    """{kind: {what: [values]}}, in turns. `theirs` is None where the peer is missing."""
    peer = peer_of(ours)
    kinds = {"runnel": ours, **({peer: theirs} if theirs else {})}
    feeds = {kind: inputs for kind in kinds}
    if os.path.basename(inputs)[:-4] in model_files.KERAS:
        feeds = {kind: inputs if model.endswith(".pb") else with_channels(inputs, temporary) for kind, model in kinds.items()}
    found = {kind: {"first_ms": [], "peak_mib": [], "median": [], "least": [], "cpu": []} for kind in kinds}

    def begin(kind):
        return Runner(build, kind, kinds[kind], feeds[kind], threads, os.path.join(temporary, kind + ".npz"))
    for _ in range(starts):
        for kind in kinds:
            with begin(kind) as runner:
                for key, value in runner.start.items():
                    found[kind][key].append(value)
    runners = {kind: begin(kind) for kind in kinds}
    for _ in range(ROUNDS):
        for kind, runner in runners.items():
            for key, value in runner.ask(SECONDS).items():
                found[kind][key].append(value)
    for runner in runners.values():
        runner.close()
    if peer in runners:
        found["apart"] = disagreement(*(runners[kind].out for kind in ("runnel", peer)))
    return found


def line_of(name, threads, unit, key, share, found, peer):
    """Values are medians over the rounds, "over" is the median of the ratios of neighbours in time."""
    own, other = found["runnel"][key], found.get(peer, {}).get(key)
    line = {"section": "files", "name": name, "threads": threads, "value": statistics.median(own), "unit": unit, "limit": None,
            "peers": {peer: statistics.median(other) if other else "not_measured"}}
    if other:
        line["over"] = {peer: round(statistics.median(a / b for a, b in zip(own, other)), 4)}
        line["limit"] = share and share * line["value"] / line["over"][peer]
    return line


def lines(build, profile=None, only=None):
    make()
    there = peers.installed([PEER, LITE_PEER])
    slowest, floats = [], {}
    for name, ours, theirs, inputs in files():
        if only and name not in only:
            continue
        share, peer = SHARES[name.removesuffix("_frozen")], peer_of(ours)
        for threads in (1, 2):
            starts = STARTS if threads == 1 and peer == PEER else 0
            with tempfile.TemporaryDirectory() as temporary:
                try:
                    found = measured(build, ours, theirs if peer in there else None, inputs, threads, temporary, starts)
                except RuntimeError as error:
                    print("tools/bench: %s does not run: %s" % (name, error), file=sys.stderr)
                    yield {"section": "files", "name": name, "threads": threads, "value": "not_measured", "unit": "ms", "limit": None,
                           "peers": {peer: "not_measured"}}
                    continue
            line = line_of(name, threads, "ms", "median", share, found, peer)
            if peer in found:
                line["cpu_over"] = {peer: line_of(name, threads, "ms", "cpu", None, found, peer)["over"][peer]}
                if not found["apart"] <= (NEAR_INT8 if name.endswith("_int8") else NEAR):
                    print("tools/bench: %s: results differ by %.2g of their largest number" % (name, found["apart"]), file=sys.stderr)
                    line["limit"] = 0
                if peer == PEER:
                    slowest.append((line["over"][peer], name, ours, theirs, inputs))
            yield line
            if starts:
                yield line_of(name + "_first_answer", threads, "ms", "first_ms", FIRST_SHARE, found, peer)
                yield line_of(name + "_peak_memory", threads, "MiB", "peak_mib", PEAK_SHARE, found, peer)
            floats[name, threads] = line["value"]
            wide = floats.get((name.replace("_int8", "_lite"), threads))
            if name.endswith("_int8") and wide:
                yield {"section": "files", "name": name + "_of_float", "threads": threads, "value": line["value"], "unit": "ms",
                       "limit": OF_FLOAT * wide if name in model_files.LITE and has_byte_products() else None, "peers": {}, "over": {"float32": round(line["value"] / wide, 4)}}
    if profile:
        draw(build, profile, slowest)


def draw(build, path, slowest):
    """An SVG of the two models that are slowest beside ONNX Runtime: time by op in both."""
    pages, seen = [], set()
    for over, name, ours, theirs, inputs in sorted(slowest, reverse=True):
        if name in seen or len(seen) == 2:
            continue
        seen.add(name)
        with tempfile.TemporaryDirectory() as temporary:
            first = with_channels(inputs, temporary) if os.path.basename(inputs)[:-4] in model_files.KERAS else inputs
            ops = {}
            for kind, model in (("runnel", ours), (PEER, theirs)):
                feed = inputs if model.endswith(".pb") else first
                with Runner(build, kind, model, feed, 1, os.path.join(temporary, "out.npz")) as runner:
                    ops[kind] = runner.ask("ops")
        pages.append(("%s, %.3g times ONNX Runtime's time" % (name, over), ops))
    with open(path, "w", encoding="utf-8") as file:
        file.write(op_times.svg(pages))
