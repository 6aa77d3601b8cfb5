# Runs the tests that ctest knows of a build folder. GoogleTest programs run in a few processes, each with many
# tests, whose output is read as it comes: a crash or a hang costs the one test that was running, the rest of that
# process goes on in a new one. Everything else runs as ctest would run it.
import fnmatch
import json
import os
import queue
import re
import signal
import subprocess
import threading
import time

from harness import results as r

IDLE_LIMIT_S = 180  # without a line of output from a GoogleTest program, unless ctest's TIMEOUT says more
MARK = re.compile(r"\[ RUN      \] (\S+)|\[ +(OK|FAILED|SKIPPED) +\] (\S+?),? .*?\((\d+) ms\)")
FILTER = "--gtest_filter="


class Job:
    """One process: a GoogleTest program with some of its tests, or one other test."""

    def __init__(self, command, names, properties, gtest):
        self.command, self.names, self.properties, self.gtest = command, names, properties, gtest

    def environment(self, extra):
        env = dict(os.environ, **extra)
        for pair in self.properties.get("ENVIRONMENT", []):
            key, _, value = pair.partition("=")
            env[key] = value
        return env


def load(folder):
    """The tests of a build folder as [(name, command, properties, is gtest)]."""
    done = subprocess.run(["ctest", "--show-only=json-v1"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError("ctest cannot list the tests of %s: %s" % (folder, done.stderr.strip()[-2000:]))
    tests = []
    for test in json.loads(done.stdout)["tests"]:
        command = test.get("command")
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        if command is None:
            tests.append((test["name"], None, properties, False))
            continue
        filters = [c for c in command if c.startswith(FILTER)]
        if filters:
            # What comes before the filter is the program, behind the emulator of a cross build.
            command = command[:command.index(filters[0])]
            area = re.sub(r"^test_", "", os.path.basename(command[-1]))
            tests.append(("%s/%s" % (area, filters[0][len(FILTER):]), command, properties, True))
        else:
            tests.append((test["name"], command, properties, False))
    return tests


def make_jobs(tests, parallel):
    groups, jobs = {}, []
    for name, command, properties, gtest in tests:
        if gtest:
            key = (tuple(command), json.dumps({k: v for k, v in properties.items() if k != "LABELS"}, sort_keys=True))
            groups.setdefault(key, ([], properties))[0].append(name)
        else:
            jobs.append(Job(command, [name], properties, False))
    for (command, _), (names, properties) in groups.items():
        size = min(50, max(1, -(-len(names) // (2 * parallel))))
        for i in range(0, len(names), size):
            jobs.append(Job(list(command), names[i:i + size], properties, True))
    return jobs


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def start(job, env, arguments=()):
    return subprocess.Popen([*job.command, *arguments], cwd=job.properties.get("WORKING_DIRECTORY"), env=env,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, errors="replace", start_new_session=True)


def ended(code):
    if code < 0:
        return "killed by %s" % signal.Signals(-code).name
    return "ended with status %d" % code


def skip_reason(lines):
    """GoogleTest prints `file:line: Skipped`, then the message."""
    for i, line in enumerate(lines):
        if re.search(r": Skipped$", line):
            text = " ".join(x.strip() for x in lines[i + 1:] if x.strip())
            return text or "no reason given"
    return "no reason given"


def run_gtest(job, env, slow, report):
    area = job.names[0].split("/", 1)[0]
    left = list(job.names)
    while left:
        done = run_gtest_once(job, area, left, env, slow, report)
        left = [n for n in left if n not in done]


def run_gtest_once(job, area, names, env, slow, report):
    """Runs names in one process until it ends or dies; reports at least one of them; returns those reported."""
    wanted = FILTER + ":".join(n.split("/", 1)[1] for n in names)
    process = start(job, env, [wanted, "--gtest_color=no", "--gtest_also_run_disabled_tests"])
    limit = max(IDLE_LIMIT_S, float(job.properties.get("TIMEOUT", 0))) * slow
    lines, current, reported, late = [], None, set(), threading.Event()

    def on_idle():
        late.set()
        kill(process)

    watchdog = threading.Timer(limit, on_idle)
    watchdog.start()
    for line in process.stdout:
        watchdog.cancel()
        watchdog = threading.Timer(limit, on_idle)
        watchdog.start()
        match = MARK.search(line)
        name = match and "%s/%s" % (area, match.group(1) or match.group(3))
        if match and match.group(1) and name in names:
            current, lines = name, []
        elif match and name == current and name is not None:
            status = {"OK": r.PASSED, "FAILED": r.FAILED, "SKIPPED": r.SKIPPED}[match.group(2)]
            reason = skip_reason(lines) if status == r.SKIPPED else "" if status == r.PASSED else first_failure(lines)
            report(r.Result(name, status, reason, int(match.group(4)) / 1000, "\n".join(lines)))
            reported.add(name)
            current, lines = None, []
        else:
            lines.append(line.rstrip("\n"))
    watchdog.cancel()
    process.stdout.close()
    code = process.wait()
    kill(process)
    why = "no output for %d s" % limit if late.is_set() else ended(code)
    output = "\n".join(lines[-200:])
    if current is not None:
        report(r.Result(current, r.FAILED, why, 0, output))
        reported.add(current)
    elif len(reported) < len(names):
        for name in (n for n in names if n not in reported):
            report(r.Result(name, r.FAILED, "did not run: the program " + why, 0, output))
        reported = set(names)
    elif code != 0 and all_passed(lines):
        last = "%s/%s" % (area, "EndsCleanly")
        report(r.Result(last, r.FAILED, "after its last test the program " + why, 0, output))
    return reported


def all_passed(lines):
    """True when no test failed, so that a bad exit status comes from after them (a sanitiser's report)."""
    return not any("FAILED TEST" in x or "[  FAILED  ]" in x for x in lines)


def first_failure(lines):
    for i, line in enumerate(lines):
        if re.search(r": (Failure|error)", line):
            return " ".join(x.strip() for x in lines[i:i + 4])[:300]
    return "failed"


def run_other(job, env, slow, report):
    name = job.names[0]
    if job.command is None or not os.path.exists(job.command[0]):
        report(r.Result(name, r.FAILED, "its program was not built"))
        return
    begin = time.monotonic()
    limit = float(job.properties.get("TIMEOUT", 600)) * slow
    process = start(job, env)
    try:
        output, _ = process.communicate(timeout=limit)
        why = ended(process.returncode)
    except subprocess.TimeoutExpired:
        kill(process)
        output, _ = process.communicate()
        why = "no end after %d s" % limit
    kill(process)
    seconds = time.monotonic() - begin
    code = process.returncode
    if code != 0 and code == job.properties.get("SKIP_RETURN_CODE"):
        reasons = re.findall(r"^SKIP: (.*)$", output, re.M)
        report(r.Result(name, r.SKIPPED, reasons[-1] if reasons else "no reason given", seconds, output))
    elif code > 0 if job.properties.get("WILL_FAIL", False) else code == 0:  # a crash is never what was wanted
        report(r.Result(name, r.PASSED, "", seconds, output))
    else:
        last = next((x.strip() for x in reversed(output.splitlines()) if x.strip()), "")
        report(r.Result(name, r.FAILED, "%s: %s" % (why, last[:300]), seconds, output))


def run(folder, progress, parallel, patterns=(), env=None, label="", slow=1):
    """Runs the tests of `folder` whose names match one of `patterns` (all without). Returns [Result]."""
    tests, found = [], []
    for name, command, properties, gtest in load(folder):
        if patterns and not any(fnmatch.fnmatchcase(name, p) for p in patterns):
            continue
        if properties.get("DISABLED"):
            found.append(r.Result(label + name, r.SKIPPED, "disabled in the source"))
            continue
        tests.append((name, command, properties, gtest))
    total = len(tests)
    lock = threading.Lock()

    def report(result):
        with lock:
            result.name = label + result.name
            found.append(result)
            progress.show(len(found), total, result.name)

    everything = make_jobs(tests, parallel)
    serial = [j for j in everything if j.properties.get("RUN_SERIAL")]
    work = queue.SimpleQueue()
    for job in everything:
        if job not in serial:
            work.put(job)

    def run_job(job):
        try:
            (run_gtest if job.gtest else run_other)(job, job.environment(env or {}), slow, report)
        except OSError as error:
            for name in job.names:
                report(r.Result(name, r.FAILED, "could not be started: %s" % error))

    def worker():
        while True:
            try:
                run_job(work.get_nowait())
            except queue.Empty:
                return

    threads = [threading.Thread(target=worker) for _ in range(parallel)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for job in serial:
        run_job(job)
    progress.clear()
    return found
