# Builds fuzzers of tests/fuzz with AddressSanitizer and runs them: for tools/test, and for tools/fuzz.
import collections
import glob
import json
import os
import re
import subprocess

from harness import tree
from harness.progress import Progress
from harness.sanitisers import SANITISER_ENV

# runs: how many inputs; fault: what went wrong, empty if nothing did.
Done = collections.namedtuple("Done", "runs fault output")

TOTALS = os.path.join(tree.ROOT, "out/fuzz/totals.json")


def totals(path=TOTALS):
    """What all runs of tools/fuzz have done: {name: {runs, seconds, faults}}."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def add_to_totals(name, done, seconds, path=TOTALS):
    """Counts one run of a fuzzer; answers its totals."""
    found = totals(path)
    one = found.setdefault(name, {"runs": 0, "seconds": 0.0, "faults": []})
    one["runs"] += done.runs
    one["seconds"] = round(one["seconds"] + seconds, 1)
    if done.fault:
        one["faults"].append(done.fault)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
    os.replace(path + ".new", path)
    return one


def names():
    sources = glob.glob(os.path.join(tree.ROOT, "tests/fuzz/*.cc"))
    return sorted(re.sub(r"^fuzz_|_fuzz(er)?$", "", os.path.basename(s)[:-3]) for s in sources)


def build(wanted, jobs):
    """Raises tree.BuildFailed."""
    tree.build("asan", Progress("build fuzzers"), ["fuzz_" + n for n in wanted], jobs)


def run(name, corpus, limits, seed):
    """One fuzzer from the inputs in `corpus`, which gets new ones, and from its seeds; inputs that it fails on go to out/fuzz."""
    seeds = os.path.join(tree.ROOT, "tests/fuzz/seeds", name)
    keep = os.path.join(tree.ROOT, "out/fuzz")
    os.makedirs(keep, exist_ok=True)
    command = [os.path.join(tree.build_dir("asan"), "bin/fuzz_" + name), *limits, "-timeout=25", "-rss_limit_mb=2048",
               "-malloc_limit_mb=1024", "-print_final_stats=1", "-seed=%d" % seed, "-artifact_prefix=%s/%s-" % (keep, name), corpus]
    if os.path.isdir(seeds):
        command.append(seeds)
    env = dict(os.environ, **SANITISER_ENV["asan"])
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env, stdin=subprocess.DEVNULL, check=False)
    runs = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    count, fault = int(runs.group(1)) if runs else 0, ""
    if done.returncode != 0:
        lines = [x for x in done.stderr.splitlines() if "ERROR" in x or "runtime error" in x or "SUMMARY" in x]
        fault = (lines or ["status %d" % done.returncode])[0][:300]
    elif count == 0:
        fault = "executed no input"
    return Done(count, fault, done.stderr)
