"""Programs of many threads and cancellations under valgrind: test_leaks.py rust|c BUILD_DIR SOURCE_DIR.

Nothing of theirs may be lost at the end, and no memory may be touched that is not theirs. (Go's scheduler moves stacks in a
way that valgrind does not understand: test_go.py asan. Python's memory is its own: its tests count what is in use over rounds.)
"""
import json
import os
import shutil
import subprocess
import sys

VALGRIND = ["valgrind", "--quiet", "--leak-check=full", "--show-leak-kinds=definite,indirect",
            "--errors-for-leak-kinds=definite,indirect", "--error-exitcode=9", "--num-callers=25"]


def skip(reason):
    print("SKIP: %s" % reason)
    sys.exit(77)


def rust_program(build, source):
    if not shutil.which("cargo"):
        skip("cargo is not installed")
    env = dict(os.environ, CARGO_TARGET_DIR=os.path.join(build, "bindings/rust"), CARGO_NET_OFFLINE="true",
               RUNNEL_LIB_DIR=os.path.join(build, "lib"))
    done = subprocess.run(["cargo", "test", "--locked", "--no-run", "--package", "runnel", "--test", "threads",
                           "--message-format=json"], cwd=os.path.join(source, "bindings/rust"), env=env, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("cargo could not build the test: status %d" % done.returncode)
    built = (json.loads(line).get("executable") for line in done.stdout.splitlines() if line.startswith("{"))
    return [next(path for path in built if path)]


def c_program(build, _):
    return [os.path.join(build, "bin/test_c_api"),
            "--gtest_filter=AsyncTest.*:CallableAsyncTest.*:OwnedArguments.*"]


def main():
    kind, build, source = sys.argv[1:4]
    if not shutil.which("valgrind"):
        skip("valgrind is not installed: run tools/deps --test")
    program = {"rust": rust_program, "c": c_program}[kind](build, source)
    # Vectors that valgrind knows.
    env = dict(os.environ, RUNNEL_CPU_ISA="sse4", RUNNEL_NUM_THREADS="2")
    sys.exit(subprocess.run([*VALGRIND, *program], env=env).returncode)


main()
