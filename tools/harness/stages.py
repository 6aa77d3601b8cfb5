# The parts that tools/test is made of. Each takes the options and returns results; a part that cannot be made
# here gives one skipped result that says why.
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

from harness import fuzzing, suite, tree
from harness import results as r
from harness.progress import Progress
from harness.sanitisers import SANITISER_ENV

SLOW = 4  # times as long as the others may tests of a sanitiser take
EMULATION_SLOW = 20  # and those that an emulator runs


def preset_suite(preset, options, targets=()):
    """Builds a preset and runs its tests. The names of all but the release preset begin with the preset."""
    label = "" if preset == "release" else preset + "/"
    begin = time.monotonic()
    try:
        tree.build(preset, Progress("build " + preset), targets, options.jobs)
    except tree.BuildFailed as failure:
        return [r.Result("build/" + preset, r.FAILED, str(failure).splitlines()[0], time.monotonic() - begin, str(failure))]
    built = r.Result("build/" + preset, r.PASSED, seconds=time.monotonic() - begin)
    env = dict(SANITISER_ENV.get(preset, {}))
    if options.device:
        env["RUNNEL_TEST_DEVICE"] = options.device
    slow = SLOW if preset in SANITISER_ENV else 1
    env["RUNNEL_TEST_SLOW"] = str(slow)
    found = suite.run(tree.build_dir(preset), Progress("test " + preset), options.jobs, options.patterns, env, label, slow)
    return ([built] if not options.patterns else []) + found


def tidy_base():
    """The commit whose difference clang-tidy looks at: where this branch left origin/main, else the last commit."""
    def git(*arguments):
        done = subprocess.run(["git", "-C", tree.ROOT, *arguments], capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""
    base, head = git("merge-base", "HEAD", "origin/main"), git("rev-parse", "HEAD")
    return base if base and base != head else git("rev-parse", "--verify", "-q", "HEAD~1")


def checks(options):
    """Every program in tools/checks, as the test checks/<name>."""
    found = []
    for path in sorted(glob.glob(os.path.join(tree.ROOT, "tools/checks/*"))):
        name = os.path.basename(path)
        if not os.access(path, os.X_OK) or os.path.isdir(path):
            continue
        arguments = []
        if name == "tidy":
            arguments = ["--jobs", str(options.jobs)]
            base = "" if options.full else tidy_base()
            arguments += ["--base", base] if base else []
        begin = time.monotonic()
        done = subprocess.run([path, "--json", *arguments], capture_output=True, text=True)
        seconds = time.monotonic() - begin
        result = r.Result("checks/" + name, r.PASSED, "", seconds)
        try:
            answer = json.loads(done.stdout)
        except ValueError:
            answer = {"problems": [{"file": "", "line": 0, "message": (done.stderr or done.stdout).strip()[-400:]}]}
        if "skipped" in answer:
            result.status, result.reason = r.SKIPPED, answer["skipped"]
        elif done.returncode != 0:
            lines = ["%s:%s: %s" % (p["file"], p["line"], p["message"]) for p in answer["problems"]]
            result.status, result.output = r.FAILED, "\n".join(lines)
            result.reason = "%d problems, first: %s" % (len(lines), lines[0][:300])
        found.append(result)
    return found


# Plugins that only bring kernels, and the plugin that opens the devices of these.
DEVICES_OF = {"onednn": "cpu"}


def conformance(options):
    """runnel-conformance over every plugin of the release build, as conformance/<plugin>."""
    folder = tree.build_dir("release")
    program = os.path.join(folder, "bin/runnel-conformance")
    if not os.path.exists(program):
        return [r.Result("conformance", r.SKIPPED, "this build has no runnel-conformance")]
    found = []
    for plugin in sorted(glob.glob(os.path.join(folder, "lib/librunnel_*.so"))):
        name = re.sub(r"^librunnel_|\.so$", "", os.path.basename(plugin))
        if not tree.is_plugin(plugin):  # a part of librunnel
            continue
        if options.device and name != options.device.lower():
            continue
        command = [program, "--plugin", plugin, "--json"]
        if name in DEVICES_OF:
            command += ["--devices", os.path.join(folder, "lib/librunnel_%s.so" % DEVICES_OF[name])]
        begin = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        lines = done.stdout.strip().splitlines()
        result = r.Result("conformance/" + name, r.PASSED, "", time.monotonic() - begin, "\n".join(lines[-50:]) + done.stderr)
        if done.returncode != 0:
            result.status = r.FAILED
            result.reason = "status %d: %s" % (done.returncode, (done.stderr.strip().splitlines() or lines or [""])[-1][:300])
        elif not lines:
            result.status, result.reason = r.FAILED, "executed nothing"
        found.append(result)
    return found


def mutations():
    """The faults of tests/faults.toml, each of which some test must notice, as checks/mutate."""
    begin = time.monotonic()
    done = subprocess.run([os.path.join(tree.ROOT, "tools/mutate")], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = done.stdout.strip().splitlines() or ["it said nothing"]
    status = r.PASSED if done.returncode == 0 else r.FAILED
    reason = "" if done.returncode == 0 else "; ".join(x for x in lines if not x.startswith("mutate:"))[:300]
    return [r.Result("checks/mutate", status, reason, time.monotonic() - begin, done.stdout)]


def fuzzers(options):
    """Each fuzz_<name> for its share of the given time from its seeds, some at once, as fuzz/<name>."""
    names = fuzzing.names()
    if not names:
        return []
    begin = time.monotonic()
    try:
        fuzzing.build(names, options.jobs)
    except tree.BuildFailed as failure:
        return [r.Result("fuzz", r.FAILED, str(failure).splitlines()[0], time.monotonic() - begin, str(failure))]
    seconds = max(1, options.fuzz_seconds // len(names))
    progress = Progress("fuzz, %d s each" % seconds)
    found, gate = [], threading.Semaphore(options.jobs)

    def run_one(name):
        with gate, tempfile.TemporaryDirectory() as corpus:
            begin = time.monotonic()
            done = fuzzing.run(name, corpus, ["-max_total_time=%d" % seconds], options.seed)
            result = r.Result("fuzz/" + name, r.PASSED, "", time.monotonic() - begin, done.output[-8000:])
            if done.fault:
                result.status, result.reason = r.FAILED, done.fault
            found.append(result)
            progress.show(len(found), len(names), name)

    threads = [threading.Thread(target=run_one, args=(n,)) for n in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    progress.clear()
    return found


def feature_table(found):
    """tests/features.tsv against what has just run, as checks/features."""
    done_names = {x.name: x.status for x in found}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump({"tests": done_names}, file)
        file.flush()
        command = [os.path.join(tree.ROOT, "tools/features"), "--json", "--results", file.name]
        done = subprocess.run(command, capture_output=True, text=True)
    result = r.Result("checks/features", r.PASSED if done.returncode == 0 else r.FAILED, output=done.stderr)
    if done.returncode != 0:
        result.reason = (done.stderr.strip().splitlines() or ["status %d" % done.returncode])[0][:300]
    return [result]


def comparison(options):
    """Random graphs against TensorFlow, as tf/compare."""
    begin = time.monotonic()
    command = [os.path.join(tree.ROOT, "tools/tf_compare"), "--json", "--seed", str(options.seed), "--count", "400"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return [r.Result("tf/compare", r.FAILED, "status %d, and no JSON" % done.returncode, time.monotonic() - begin, done.stdout)]
    result = r.Result("tf/compare", r.PASSED if done.returncode == 0 else r.FAILED, "", time.monotonic() - begin, done.stdout)
    if answer["status"] == "not_measured":
        result.status, result.reason = r.SKIPPED, answer["reason"]
    elif answer["missing_types"]:
        result.reason = "types that TensorFlow's kernels take: %s" % json.dumps(answer["missing_types"])[:200]
    elif done.returncode != 0:
        first = (answer["mismatched"] or [{"case": -1, "op": "", "reason": "nothing was compared"}])[0]
        result.reason = "seed %d, case %d, %s: %s" % (options.seed, first["case"], first["op"], first["reason"][:200])
    return [result]


def cluster_faults(options):
    """Random faults done to local clusters that train, as cluster/faults."""
    begin = time.monotonic()
    command = [os.path.join(tree.ROOT, "tools/cluster_faults"), "--json", "--seed", str(options.seed), "--count", "20"]
    env = dict(os.environ, RUNNEL_BUILD=tree.build_dir("release"))
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", env=env)
    trials = [json.loads(line) for line in done.stdout.splitlines()]
    result = r.Result("cluster/faults", r.PASSED if done.returncode == 0 else r.FAILED, "", time.monotonic() - begin, done.stderr)
    if done.returncode != 0:
        wrong = ["trial %d: %s" % (trial["trial"], trial["why"]) for trial in trials if not trial["ok"]]
        result.reason = "seed %d, %s" % (options.seed, "; ".join(wrong)[:250] or "status %d" % done.returncode)
    return [result]


def against_tensorflow(name, command, what_is_wrong):
    """A tool that compares with TensorFlow and answers in JSON, as `name`."""
    begin = time.monotonic()
    done = subprocess.run([os.path.join(tree.ROOT, command[0]), "--json"] + command[1:], stdout=subprocess.PIPE, text=True)
    result = r.Result(name, r.PASSED if done.returncode == 0 else r.FAILED, "", time.monotonic() - begin, done.stdout)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        result.status, result.reason = r.FAILED, "status %d, and no JSON" % done.returncode
        return [result]
    if answer["status"] == "not_measured":
        result.status, result.reason = r.SKIPPED, answer["reason"]
    elif done.returncode != 0:
        result.reason = what_is_wrong(answer)[:300]
    return [result]


def references(options):
    """Random programs over ref variables, as tf/references."""
    def wrong(answer):
        first = (answer["mismatched"] or [{"case": -1, "reason": "nothing was compared"}])[0]
        return "seed %d, case %d: %s" % (options.seed, first["case"], first["reason"])
    return against_tensorflow("tf/references", ["tools/tf_references", "--seed", str(options.seed), "--count", "200"], wrong)


def exports(options):
    """What Runnel writes, in TensorFlow, as tf/exports."""
    def wrong(answer):
        found = ["%s: %s" % x for x in answer["checks"].items() if x[1]]
        return (found or [answer.get("reason", "nothing was checked")])[0]
    return against_tensorflow("tf/exports", ["tools/tf_exports"], wrong)


def embedded(options):
    """A library for one model (tools/embed), as embed/<test>."""
    begin = time.monotonic()
    env = dict(os.environ, RUNNEL_PROGRAM=os.path.join(tree.build_dir("release"), "bin/runnel"))
    command = [sys.executable, "-B", os.path.join(tree.ROOT, "tests/embed/test_embed.py")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    seconds = time.monotonic() - begin
    found = [r.Result("embed/" + name, r.PASSED if end == "ok" else r.FAILED, "" if end == "ok" else end, seconds, done.stdout)
             for name, end in re.findall(r"^(test_\w+) \(.*\.\.\. (\w+)$", done.stdout, re.M)]
    if done.returncode != 0 and all(x.status == r.PASSED for x in found):
        lines = done.stdout.strip().splitlines() or ["it said nothing"]
        found.append(r.Result("embed", r.FAILED, lines[-1][:300], seconds, done.stdout))
    return found


# The areas whose tests an emulator runs: what computes, parses and writes. Those that start processes of their own
# would start them without it.
EMULATED = ("ops", "graphdef", "gradients", "cpu", "io")


def cross_builds(options):
    """Builds for other processors and runs the tests of EMULATED, as <target>/<area>/Suite.Name."""
    found = []
    for target in ("aarch64", "armv7", "riscv64"):
        begin = time.monotonic()
        done = subprocess.run([os.path.join(tree.ROOT, "tools/sysroot"), target], capture_output=True, text=True)
        if done.returncode != 0:
            lines = (done.stderr or done.stdout).strip().splitlines() or ["tools/sysroot said nothing"]
            status = r.SKIPPED if done.returncode == 3 else r.FAILED  # 3: cannot be had here
            found.append(r.Result("cross/" + target, status, lines[-1][:300], time.monotonic() - begin))
            continue
        targets = ["runnel", "runnel_program", "runnel_cpu", "runnel_net"] + ["test_" + area for area in EMULATED]
        try:
            tree.build(target, Progress("build " + target), targets, options.jobs)
        except tree.BuildFailed as failure:
            found.append(r.Result("cross/" + target, r.FAILED, str(failure).splitlines()[0], time.monotonic() - begin, str(failure)))
            continue
        found.append(r.Result("cross/" + target, r.PASSED, "", time.monotonic() - begin))
        env = {"RUNNEL_TEST_SLOW": str(EMULATION_SLOW)}
        found += suite.run(tree.build_dir(target), Progress("test " + target), options.jobs, [a + "/*" for a in EMULATED], env,
                           target + "/", EMULATION_SLOW)
    return found


def say(text):
    sys.stderr.flush()
    print(text, flush=True)
