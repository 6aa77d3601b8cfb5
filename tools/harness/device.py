# What is asked of a device: that it is there, that its plugin conforms, that models train on it as on the CPU. Needs
# programs and libraries only, so that a packed tree (tools/pack_device) can be asked on a machine that builds nothing.
import json
import os
import subprocess
import time

from harness import results as r
from harness import stages, tree

PACKED = os.path.join(tree.ROOT, "packed.json")
MODELS = ("softmax", "mlp", "lenet")
STEPS, TOLERANCE = 100, 1e-3


def is_packed():
    """Whether this tree was made by tools/pack_device: no sources, nothing to build."""
    return os.path.exists(PACKED)


def packed_commit():
    with open(PACKED) as file:
        return json.load(file)["commit"]


def runnel(*arguments):
    """Status, standard output and standard error of the program `runnel`."""
    program = os.path.join(tree.build_dir("release"), "bin/runnel")
    done = subprocess.run([program, *arguments], capture_output=True, text=True, errors="replace")
    return done.returncode, done.stdout, done.stderr


def is_there(device):
    status, out, _ = runnel("devices", "--json")
    found = [json.loads(line) for line in out.splitlines() if line.startswith("{")] if status == 0 else []
    return any("/device:%s:" % device.upper() in entry.get("name", "") for entry in found)


def losses(model, device):
    """The losses of the first steps of a model on a device; or what went wrong, as text."""
    status, out, err = runnel("train", "--model", model, "--device", device, "--steps", str(STEPS), "--batch", "32", "--json")
    return json.loads(out)["losses"] if status == 0 else err.strip()[-300:]


def train(model, device):
    """Trains on the device and on the CPU from one seed: the losses must agree."""
    begin = time.monotonic()
    here, there = losses(model, device), losses(model, "cpu")
    result = r.Result("device/%s/train_%s" % (device, model), r.PASSED)
    wrong = next((x for x in (here, there) if isinstance(x, str)), None)
    if wrong is None:
        apart = [i for i, (a, b) in enumerate(zip(here, there)) if not abs(a - b) <= TOLERANCE * abs(b)]
        if not here or len(here) != len(there):
            wrong = "%d losses, on the CPU %d" % (len(here), len(there))
        elif apart:
            wrong = "loss %d is %g, on the CPU %g" % (apart[0], here[apart[0]], there[apart[0]])
    if wrong is not None:
        result.status, result.reason = r.FAILED, wrong
    result.seconds = time.monotonic() - begin
    return result


def suite(options):
    """All of it for options.device, as device/<name>/... and conformance/<plugin>."""
    name = options.device.lower()
    if is_packed():
        os.environ.setdefault("RUNNEL_DATA_DIR", os.path.join(tree.ROOT, "data"))
    if not is_there(name):
        return [r.Result("device/" + name, r.SKIPPED, "no %s device on this machine" % name)]
    return stages.conformance(options) + [train(model, name) for model in MODELS]
