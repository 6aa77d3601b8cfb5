"""The Rust binding as its users build it: test_rust.py test|lint|cluster BUILD_DIR SOURCE_DIR. Outputs stay in the build folder."""
import os
import re
import shutil
import subprocess
import sys

import cluster_example

NEEDED = (1, 78)  # as bindings/rust/Cargo.toml says
SKIPPED = 77


def skip(reason):
    print("SKIP: %s" % reason)
    sys.exit(SKIPPED)


def check_tools():
    for tool in ("cargo", "rustc"):
        if not shutil.which(tool):
            skip("%s is not installed" % tool)
        done = subprocess.run([tool, "--version"], capture_output=True, text=True)
        found = re.search(r"(\d+)\.(\d+)", done.stdout)
        if done.returncode != 0 or not found:
            skip("%s does not run: %s" % (tool, done.stderr.strip()[-200:]))
        if tuple(map(int, found.groups())) < NEEDED:
            skip("%s is %s, the binding needs %d.%d" % (tool, found.group(), *NEEDED))


def cargo(arguments, build, source, **env):
    env = dict(os.environ, CARGO_TARGET_DIR=os.path.join(build, "bindings/rust"), CARGO_NET_OFFLINE="true",
               RUNNEL_LIB_DIR=os.path.join(build, "lib"), **env)
    done = subprocess.run(["cargo", *arguments], cwd=os.path.join(source, "bindings/rust"), env=env)
    if done.returncode != 0:
        sys.exit("cargo %s: status %d" % (" ".join(arguments), done.returncode))


def main():
    kind, build, source = sys.argv[1:4]
    check_tools()
    if kind == "test":
        cargo(["test", "--locked", "--workspace"], build, source)
    elif kind == "cluster":
        cargo(["build", "--locked", "--package", "runnel", "--example", "cluster_worker"], build, source)
        cluster_example.main([os.path.join(build, "bindings/rust/debug/examples/cluster_worker")])
    else:
        cargo(["doc", "--locked", "--no-deps", "--workspace"], build, source, RUSTDOCFLAGS="-D warnings")
        if shutil.which("cargo-clippy"):
            cargo(["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"], build, source)
        else:
            print("cargo clippy is not installed: not linted")
        if shutil.which("cargo-fmt"):
            cargo(["fmt", "--all", "--check"], build, source)


main()
