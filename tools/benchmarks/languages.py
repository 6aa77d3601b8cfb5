# bindings, the languages that have programs of their own: one prepared call over a tiny graph, against C in turns with it.
# A program prints the nanoseconds of its call. A language that is not installed reads "not_measured".
import json
import os
import shutil
import statistics
import subprocess

ROUNDS = 5


def c_and_cpp(build):
    """The lines of runnel_bench, and the nanoseconds of C's call."""
    done = subprocess.run([os.path.join(build, "bin/runnel_bench"), "bindings", "--json"], capture_output=True, text=True)
    lines = [json.loads(x) for x in done.stdout.splitlines()]
    return lines, next(x["value"] for x in lines if x["name"] == "call_c")


def programs(root, build):
    """{language: (command, environment)} of those that can run here."""
    env = dict(os.environ, RUNNEL_LIBRARY=os.path.join(build, "lib/librunnel.so.0"), LD_LIBRARY_PATH=os.path.join(build, "lib"),
               PYTHONPATH=os.path.join(root, "bindings/python"), PYTHONDONTWRITEBYTECODE="1")
    found = {}
    if shutil.which("python3", path="/usr/bin"):
        found["python"] = (["/usr/bin/python3", os.path.join(root, "tools/benchmarks/call.py")], env)
    return found


# language: (unit, limit, the figure from its nanoseconds and C's).
LIMITS = {
    "python": ("us", 15, lambda own, c: own / 1000),
}


def lines(root, build):
    found, rounds, c_rounds = programs(root, build), {}, []
    cpp = []
    for _ in range(ROUNDS):
        ours, c = c_and_cpp(build)
        cpp.append(next(x for x in ours if x["name"] == "call_cpp_over_c"))
        c_rounds.append(c)
        for language, (command, env) in found.items():
            done = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
            rounds.setdefault(language, []).append(LIMITS[language][2](float(done.stdout), c))
    yield dict(ours[0], value=statistics.median(c_rounds))
    yield dict(cpp[0], value=statistics.median(x["value"] for x in cpp))
    for language, (unit, limit, _) in LIMITS.items():
        value = statistics.median(rounds[language]) if language in rounds else "not_measured"
        yield {"section": "bindings", "name": "call_" + language, "threads": 1, "value": value, "unit": unit, "limit": limit,
               "peers": {}}
