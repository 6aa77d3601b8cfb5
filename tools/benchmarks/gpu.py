# The section gpu: lines of runnel_bench, what PyTorch takes on the same GPU (peers_torch_gpu.py), and the limits that follow
# from it. Where PyTorch is not there, or sees no GPU, its values are "not_measured", and lines that are held against it
# have no limit.
import json
import os
import re
import statistics
import subprocess
import sys

from benchmarks import peers

ROUNDS = 3
PEERS = ("pytorch", "pytorch_graphed", "pytorch_compiled")
PRODUCT = r"matmul_(f32|tf32|bf16)_\d+"
SMALL = r"(mlp|lenet)_b\d+_adam_step"  # fed from the host
LARGE = r"(resnet50|gpt2_block)_\w+_bf16_step"
RATE, EAGER, GRAPHED = 0.97, 3, 0.95  # of PyTorch's rate; times as fast as eager; of the rate of its quicker replayed or compiled step


def theirs(names, trial):
    """{name: {peer: value}}; nothing where it does not run."""
    python = peers.python()
    if python is None:
        return {}
    program = os.path.join(peers.HERE, "peers_torch_gpu.py")
    done = subprocess.run([python, "-B", program, *(["--trial"] if trial else [])], input=json.dumps(names), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        print("tools/bench: pytorch is not measured: %s" % (done.stderr.strip().splitlines() or ["status %d" % done.returncode])[-1],
              file=sys.stderr)
        return {}
    return json.loads(done.stdout)["values"]


def limit_of(name, found, line):
    """(limit, share) of a line, given what the peers have; limits of its own stay."""
    measured = {peer: value for peer, value in found.items() if value != "not_measured"}
    if re.fullmatch(PRODUCT, name):
        return measured.get("pytorch"), RATE if "pytorch" in measured else None
    if re.fullmatch(SMALL, name):
        bounds = [measured["pytorch"] / EAGER] if "pytorch" in measured else []
        return min(bounds + [measured[peer] for peer in PEERS[1:2] if peer in measured], default=None), None
    if re.fullmatch(LARGE, name):
        quickest = min((measured[peer] for peer in PEERS[1:] if peer in measured), default=None)
        return quickest and quickest / GRAPHED, None
    return line["limit"], line.get("share")


def lines(build, trial=False):
    """In turns, and the median of each."""
    ours, others, names = [], [], []
    for _ in range(1 if trial else ROUNDS):
        ours.append(peers.own(build, ["gpu"], more=["--trial"] if trial else []))
        names = [name for name, _ in ours[0] if re.fullmatch("|".join((PRODUCT, SMALL, LARGE)), name)]
        if not ours[0]:  # no GPU, as it has said
            return
        others.append(theirs(names, trial))
    for (name, threads), line in ours[0].items():
        found = {}
        for peer in PEERS if name in names else ():
            values = [o[name][peer] for o in others if peer in o.get(name, ())]
            found[peer] = statistics.median(values) if values else "not_measured"
        limit, share = limit_of(name, found, line)
        line = dict(line, value=statistics.median(o[name, threads]["value"] for o in ours), limit=limit, peers=found)
        line.pop("share", None)
        yield dict(line, share=share) if share else line
