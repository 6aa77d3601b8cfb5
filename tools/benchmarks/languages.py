# bindings, the languages that have programs of their own: one prepared call over a tiny graph. Those of Rust and Go make the
# same call through the C ABI in turns with their own, so that both see the same machine. A program prints its
# figures as JSON. A language that is not installed reads "not_measured".
import json
import os
import shutil
import statistics
import subprocess

ROUNDS = 5


def c_and_cpp(build):
    """The lines of runnel_bench: C's nanoseconds, and C++'s over them."""
    done = subprocess.run([os.path.join(build, "bin/runnel_bench"), "bindings", "--json"], capture_output=True, text=True)
    return [json.loads(x) for x in done.stdout.splitlines()]


def _python(root, build, env):
    return ["/usr/bin/python3", os.path.join(root, "tools/benchmarks/call.py")] if os.path.exists("/usr/bin/python3") else None


def _rust(root, build, env):
    if not shutil.which("cargo"):
        return None
    env.update(CARGO_TARGET_DIR=os.path.join(build, "bindings/rust"), CARGO_NET_OFFLINE="true",
               RUNNEL_LIB_DIR=os.path.join(build, "lib"))
    command = ["cargo", "bench", "--quiet", "--locked", "--package", "runnel", "--bench", "prepared_call"]
    folder = os.path.join(root, "bindings/rust")
    subprocess.run([*command, "--no-run"], check=True, cwd=folder, env=env, stdout=subprocess.DEVNULL)
    return ["env", "-C", folder, *command]


def _go(root, build, env):
    if not shutil.which("go") or not shutil.which("gcc"):
        return None
    env.update(GOCACHE=os.path.join(build, "bindings/go/cache"), GOPATH=os.path.join(build, "bindings/go/path"), GOFLAGS="-mod=mod",
               GOPROXY="off", GOENV="off", CGO_ENABLED="1", PKG_CONFIG_PATH=os.path.join(build, "bindings/pkgconfig"))
    program = os.path.join(build, "bindings/go/prepared_call")
    subprocess.run(["go", "build", "-o", program, "."], check=True, cwd=os.path.join(root, "tools/benchmarks/go"), env=env)
    return [program]


PROGRAMS = {"python": _python, "rust": _rust, "go": _go}
# name: (language, unit, limit, the figure from what its program prints).
LINES = {
    "call_python": ("python", "us", 15, lambda got: got["python"] / 1000),
    "call_rust_over_c": ("rust", "times", 1.05, lambda got: got["over"]),
    "call_rust_new_vector_over_c": ("rust", "times", None, lambda got: got["over_new_vector"]),
    "call_go_more_than_c": ("go", "ns", 250, lambda got: got["more"]),
    "call_go_new_tensors_more_than_c": ("go", "ns", None, lambda got: got["more_new_tensors"]),
}


def measured(root, build):
    """{language: [what its program printed, each round]} of those that can run here; and the lines of C and C++."""
    base = dict(os.environ, RUNNEL_LIBRARY=os.path.join(build, "lib/librunnel.so.0"), LD_LIBRARY_PATH=os.path.join(build, "lib"),
                PYTHONPATH=os.path.join(root, "bindings/python"), PYTHONDONTWRITEBYTECODE="1")
    ready, ours = {}, []
    for language, program in PROGRAMS.items():
        env = dict(base)
        command = program(root, build, env)
        if command:
            ready[language] = command, env
    rounds = {language: [] for language in ready}
    for _ in range(ROUNDS):
        ours.append(c_and_cpp(build))
        for language, (command, env) in ready.items():
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=env, check=True)
            rounds[language].append(json.loads(done.stdout))
    return rounds, ours


def lines(root, build):
    rounds, ours = measured(root, build)
    for i, line in enumerate(ours[0]):
        yield dict(line, value=statistics.median(own[i]["value"] for own in ours))
    for name, (language, unit, limit, figure) in LINES.items():
        got = [figure(printed) for printed in rounds.get(language, [])]
        yield {"section": "bindings", "name": name, "threads": 1, "value": statistics.median(got) if got else "not_measured",
               "unit": unit, "limit": limit, "peers": {}}


def eager_lines(root, build, with_peers):
    """An eager Add in Python, beside PyTorch's in the same process where that is installed."""
    python = with_peers or "/usr/bin/python3"
    env = dict(os.environ, RUNNEL_LIBRARY=os.path.join(build, "lib/librunnel.so.0"), PYTHONDONTWRITEBYTECODE="1",
               PYTHONPATH=os.path.join(root, "bindings/python"))
    done = subprocess.run([python, os.path.join(root, "tools/benchmarks/eager.py")], stdout=subprocess.PIPE, text=True, env=env,
                          check=True)
    got = json.loads(done.stdout)
    yield {"section": "eager", "name": "add_python", "threads": 1, "value": got["python"] / 1000, "unit": "us", "limit": 3,
           "peers": {"torch": got["torch"] / 1000 if "torch" in got else "not_measured"}}
