# Peers, programs of others that do the same: installed into a virtual environment outside of the tree, and measured
# in turns with ours.
import json
import os
import statistics
import subprocess
import sys

PACKAGES = ("torch", "numpy")
ROUNDS = 3
# name: the most of the peer's time that a step may take, with two threads.
SHARES = {"mlp_784_128_10_sgd_step": 0.7, "lenet_b64_momentum_step": 0.7, "char_lstm_h128_t50_b32_adam_step": 0.8}


def folder():
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.environ.get("RUNNEL_PEERS_DIR") or os.path.join(cache, "runnel", "peers")


def python():
    """The environment's Python if it is there and has PyTorch, or None."""
    path = os.path.join(folder(), "bin/python")
    if not os.path.exists(path):
        return None
    found = subprocess.run([path, "-c", "import torch"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path if found.returncode == 0 else None


def install():
    """Makes the environment from PyPI. The CPU's build of PyTorch where the index has one."""
    subprocess.run([sys.executable, "-m", "venv", folder()], check=True)
    subprocess.run([os.path.join(folder(), "bin/pip"), "install", "--quiet", *PACKAGES], check=True, stdout=sys.stderr)


def own(build):
    """{(name, threads): line} of our own steps."""
    done = subprocess.run([os.path.join(build, "bin/runnel_bench"), "models", "training", "--json"], stdout=subprocess.PIPE,
                          text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {(line["name"], line["threads"]): line for line in lines if line["name"] in SHARES}


def lines(build):
    peer, ours, theirs = python(), [], []
    for _ in range(ROUNDS):
        ours.append(own(build))
        if peer is not None:
            done = subprocess.run([peer, os.path.join(os.path.dirname(os.path.abspath(__file__)), "peers_torch.py")],
                                  stdout=subprocess.PIPE, text=True, check=True, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
            theirs.append(json.loads(done.stdout)["steps"])
    for (name, threads), line in sorted(ours[0].items()):
        torch = statistics.median(t[name][str(threads)] for t in theirs) if theirs else "not_measured"
        limit = SHARES[name] * torch if theirs and threads == 2 else None
        yield dict(line, section="models", value=statistics.median(o[name, threads]["value"] for o in ours), limit=limit,
                   peers={"pytorch": torch})
