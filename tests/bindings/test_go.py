"""The Go binding as its users build it: test_go.py test|race|asan|lint|cluster BUILD_DIR SOURCE_DIR.

Outputs stay in the build folder.
"""
import os
import re
import shutil
import subprocess
import sys

import cluster_example

NEEDED = (1, 19)  # as bindings/go/go.mod says
SKIPPED = 77


def skip(reason):
    print("SKIP: %s" % reason)
    sys.exit(SKIPPED)


def go(arguments, build, source, **more):
    """Runs go; its output if `more` captures it."""
    env = dict(more.pop("env", os.environ), GOCACHE=os.path.join(build, "bindings/go/cache"),
               GOPATH=os.path.join(build, "bindings/go/path"),
               GOTMPDIR=os.path.join(build, "bindings/go/tmp"), GOFLAGS="-mod=mod", GOPROXY="off", GOENV="off", CGO_ENABLED="1",
               GODEBUG="cgocheck=2", PKG_CONFIG_PATH=os.path.join(build, "bindings/pkgconfig"))
    os.makedirs(env["GOTMPDIR"], exist_ok=True)
    done = subprocess.run(["go", *arguments], cwd=os.path.join(source, "bindings/go"), env=env, text=True, **more)
    if done.returncode != 0:
        sys.exit("go %s: status %d" % (" ".join(arguments), done.returncode))
    return done.stdout


def check_tools(build, source):
    for tool in ("go", "gcc", "pkg-config"):
        if not shutil.which(tool):
            skip("%s is not installed: run tools/deps --test" % tool)
    found = re.search(r"go(\d+)\.(\d+)", go(["version"], build, source, stdout=subprocess.PIPE))
    if not found or tuple(map(int, found.groups())) < NEEDED:
        skip("the binding needs go %d.%d" % NEEDED)


def main():
    kind, build, source = sys.argv[1:4]
    check_tools(build, source)
    if kind == "test":
        go(["test", "-count=1", "./..."], build, source)
    elif kind == "race":
        go(["test", "-count=1", "-race", "."], build, source)
    elif kind == "asan":  # AddressSanitizer's allocator, which knows what is lost
        env = dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=1")
        go(["test", "-count=1", "-asan", "-run", "TenThousandGoroutines|RoundsOfGoroutines", "."], build, source, env=env)
    elif kind == "cluster":
        program = os.path.join(build, "bindings/go/cluster_worker")
        go(["build", "-o", program, "./examples/cluster_worker"], build, source)
        cluster_example.main([program])
    else:
        go(["vet", "./..."], build, source)
        bad = subprocess.run(["gofmt", "-l", os.path.join(source, "bindings/go")], stdout=subprocess.PIPE, text=True)
        if bad.returncode != 0 or bad.stdout:
            sys.exit("not formatted as gofmt does it: %s" % bad.stdout)


main()
