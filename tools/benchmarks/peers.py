# Peers, programs of others that do the same: installed into a virtual environment outside of the tree, and measured
# in turns with ours.
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = ("torch", "numpy", "onnxruntime", "onnx", "tensorflow-cpu", "tf2onnx", "ai-edge-litert")
ROUNDS = 3
# Peer: the module that tells whether it is there, and the program that measures it.
PROGRAMS = {"pytorch": ("torch", "peers_torch.py"), "tensorflow": ("tensorflow", "peers_tensorflow.py"),
            "onnxruntime": ("onnxruntime", "peers_onnxruntime.py"), "litert": ("ai_edge_litert", None), "openblas": ("numpy", "peers_numpy.py")}
# Section: the sections of runnel_bench that it takes its own lines from, and its peers.
SECTIONS = {"gemm": (("gemm",), ("pytorch", "tensorflow", "onnxruntime", "openblas")),
            "conv": (("conv",), ("pytorch", "tensorflow", "onnxruntime")),
            "models": (("models", "training"), ("pytorch", "tensorflow"))}
MACHINE = "core_to_core_round_trip"  # of the section models: what no peer has
# name: the most of PyTorch's time that a step may take, with two threads.
SHARES = {"mlp_784_128_10_sgd_step": 0.7, "lenet_b64_momentum_step": 0.7, "char_lstm_h128_t50_b32_adam_step": 0.8}


def folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("RUNNEL_PEERS_DIR") or os.path.join(cache, "runnel", "peers")


def python():
    """The interpreter of the environment, or of a prefix that has the packages (RUNNEL_PEERS_DIR=/usr); None without one."""
    return next((path for path in (os.path.join(folder(), "bin", name) for name in ("python", "python3")) if os.path.exists(path)), None)


def install():
    """Makes the environment from PyPI. The CPU's build of PyTorch where the index has one."""
    subprocess.run([sys.executable, "-m", "venv", folder()], check=True)
    subprocess.run([os.path.join(folder(), "bin/pip"), "install", "--quiet", *PACKAGES], check=True, stdout=sys.stderr)


def installed(names):
    """Those of the peers that the environment has."""
    if python() is None:
        return []
    ask = "import importlib.util as u; print(*[n for n, m in %r if u.find_spec(m)])" % [(n, PROGRAMS[n][0]) for n in names]
    done = subprocess.run([python(), "-c", ask], stdout=subprocess.PIPE, text=True)
    return done.stdout.split() if done.returncode == 0 else []


def theirs(peer, names):
    """{(name, threads): value}; nothing where it does not run."""
    values = {}
    for threads in (1, 2):
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
        done = subprocess.run([python(), os.path.join(HERE, PROGRAMS[peer][1]), str(threads)],
                              input=json.dumps(names), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        if done.returncode != 0:
            print("tools/bench: %s ended with status %d and is not measured: %s" % (
                peer, done.returncode, (done.stderr.strip().splitlines() or [""])[-1]), file=sys.stderr)
            return {}
        values.update(((name, threads), value) for name, value in json.loads(done.stdout)["values"].items())
    return values


def own(build, sections, plugin=None, more=()):
    """{(name, threads): line} of our own, with a plugin beside the default ones if it is named."""
    environment = dict(os.environ, RUNNEL_PLUGINS=plugin) if plugin else None
    done = subprocess.run([os.path.join(build, "bin/runnel_bench"), *sections, *more, "--json"], stdout=subprocess.PIPE,
                          text=True, env=environment)
    if done.returncode not in (0, 1):
        sys.exit("tools/bench: runnel_bench %s ended with status %d" % (" ".join(sections), done.returncode))
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return {(line["name"] + ("_with_%s_plugin" % plugin if plugin else ""), line["threads"]): line for line in found}


def lines(section, build):
    """The lines of a section with its peers, in turns; the median of each."""
    sources, names = SECTIONS[section]
    peers = installed(names)
    # Products and convolutions are measured with the plugin beside those without; a step is a process of its own.
    with_plugin = section == "models" and os.path.exists(os.path.join(build, "lib/librunnel_onednn.so"))
    ours, others = [], {peer: [] for peer in peers}
    for _ in range(ROUNDS):
        ours.append(own(build, sources))
        if with_plugin:
            ours[-1].update(own(build, sources, "onednn"))
        asked = sorted({name for name, _ in ours[0] if section != "models" or name in SHARES})
        for peer in peers:
            others[peer].append(theirs(peer, asked))
    for key, line in ours[0].items():
        work, threads = key[0].replace("_with_onednn_plugin", ""), key[1]
        if work == MACHINE:
            if key[0] == work:
                yield dict(line, value=statistics.median(o[key]["value"] for o in ours))
            continue
        if work not in asked:
            continue
        found = {}
        for peer in names:
            values = [v[work, threads] for v in others.get(peer, ()) if (work, threads) in v]
            found[peer] = statistics.median(values) if values else "not_measured"
        line = dict(line, section=section, name=key[0], value=statistics.median(o[key]["value"] for o in ours),
                    peers=dict(line["peers"], **found))
        for peer, value in line["peers"].items():  # those that runnel_bench measures itself
            if peer not in names and value != "not_measured":
                line["peers"][peer] = statistics.median(o[key]["peers"][peer] for o in ours)
        if section == "models":
            line["limit"] = SHARES[work] * found["pytorch"] if threads == 2 and found["pytorch"] != "not_measured" else None
        else:
            line["limit"] = max(o[key]["limit"] for o in ours)
        yield line
