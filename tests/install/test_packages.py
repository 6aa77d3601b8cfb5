"""Installs a build and uses its packages as strangers in other languages would: test_packages.py WAY BUILD_DIR SOURCE_DIR."""
import glob
import os
import re
import shutil
import sys
import tarfile
import tempfile
import zipfile

from test_install import EXPECTED, clean_environment, expect, library_dir, run

SKIPPED = 77
MODULE, VERSION = "runnel.internal/runnel", "v0.1.0"


def skip(reason):
    print("SKIP: %s" % reason)
    sys.exit(SKIPPED)


def need(tool, least, *arguments):
    """The version of a tool; skips if it is not there or older."""
    if not shutil.which(tool):
        skip("%s is not installed" % tool)
    found = tuple(map(int, re.search(r"(\d+)\.(\d+)", run([tool, *arguments])).groups()))
    if found < least:
        skip("%s is %d.%d, %d.%d is needed" % (tool, *found, *least))
    return found


def pkg_config_env(prefix, **more):
    return clean_environment(PKG_CONFIG_PATH=os.path.join(library_dir(prefix), "pkgconfig"), **more)


def package_dir(prefix, language):
    return run(["pkg-config", "--variable=%sdir" % language, "runnel"], env=pkg_config_env(prefix)).strip()


def rust_consumer(prefix, work, source, crates):
    """Builds the consumer against {name: folder} of crates, and runs it."""
    project = shutil.copytree(os.path.join(source, "tests/install/consumer_rust"), os.path.join(work, "project"))
    env = pkg_config_env(prefix, CARGO_NET_OFFLINE="true", CARGO_TARGET_DIR=os.path.join(work, "target"))
    patches = [x for name, folder in crates.items() for x in ("--config", 'patch.crates-io.%s.path="%s"' % (name, folder))]
    run(["cargo", *patches, "build", "--offline"], cwd=project, env=env)
    program = os.path.join(work, "target/debug/consumer")
    expect(run([program], cwd=work, env=clean_environment()), EXPECTED)


def rust(prefix, work, source):
    """A crate that depends on the installed sources finds librunnel by pkg-config."""
    need("cargo", (1, 78), "--version")
    installed = package_dir(prefix, "rust")
    rust_consumer(prefix, work, source, {name: os.path.join(installed, name) for name in ("runnel", "runnel-sys")})


def crate(prefix, work, source):
    """cargo package makes whole crates."""
    version = need("cargo", (1, 78), "--version")
    workspace = shutil.copytree(os.path.join(source, "bindings/rust"), os.path.join(work, "rust"),
                                ignore=shutil.ignore_patterns("target"))
    target = os.path.join(work, "packages")
    env = pkg_config_env(prefix, CARGO_NET_OFFLINE="true", CARGO_TARGET_DIR=target)
    listed = run(["cargo", "package", "--list", "--allow-dirty", "--package", "runnel"], cwd=workspace, env=env)
    for name in ("src/ops.rs", "src/lib.rs", "benches/prepared_call.rs", "examples/train_mnist/main.rs"):
        expect(listed, name)
    if version < (1, 90):
        skip("cargo is %d.%d: before 1.90 it packages no crate whose dependency is not published" % version)
    run(["cargo", "package", "--workspace", "--allow-dirty", "--offline", "--no-verify"], cwd=workspace, env=env)
    unpacked = {}
    for path in glob.glob(os.path.join(target, "package/*.crate")):
        with tarfile.open(path) as archive:
            archive.extractall(work)
        folder = os.path.join(work, os.path.basename(path)[:-len(".crate")])
        unpacked[os.path.basename(folder).rsplit("-", 1)[0]] = folder
    if sorted(unpacked) != ["runnel", "runnel-sys"]:
        sys.exit("cargo packaged %s" % sorted(unpacked))
    rust_consumer(prefix, work, source, unpacked)


def go_env(prefix, work, **more):
    path = os.path.join(work, "go")
    return pkg_config_env(prefix, GOCACHE=os.path.join(work, "cache"), GOPATH=path, GOFLAGS="-mod=mod -modcacherw", GOENV="off",
                          GOSUMDB="off", CGO_ENABLED="1", **more)


def go_project(work, source, env):
    project = shutil.copytree(os.path.join(source, "tests/install/consumer_go"), os.path.join(work, "project"))
    run(["go", "mod", "init", "example.com/consumer"], cwd=project, env=env)
    return project


def go_consumer(prefix, project, env):
    program = os.path.join(project, "consumer")
    run(["go", "build", "-o", program, "."], cwd=project, env=env)
    expect(run([program], cwd="/", env=clean_environment()), EXPECTED)


def go(prefix, work, source):
    """A module that requires the installed one by replace."""
    need("go", (1, 19), "version")
    env = go_env(prefix, work, GOPROXY="off")
    project = go_project(work, source, env)
    run(["go", "mod", "edit", "-require=%s@%s" % (MODULE, VERSION), "-replace=%s=%s" % (MODULE, package_dir(prefix, "go"))],
        cwd=project, env=env)
    go_consumer(prefix, project, env)


def go_get(prefix, work, source):
    """go get takes the module from a proxy, as which a folder serves."""
    need("go", (1, 19), "version")
    module, proxy = package_dir(prefix, "go"), os.path.join(work, "proxy")
    served = os.path.join(proxy, MODULE, "@v")
    os.makedirs(served)
    shutil.copy(os.path.join(module, "go.mod"), os.path.join(served, VERSION + ".mod"))
    for name, text in (("list", VERSION + "\n"), (VERSION + ".info", '{"Version":"%s"}' % VERSION)):
        with open(os.path.join(served, name), "w") as file:
            file.write(text)
    with zipfile.ZipFile(os.path.join(served, VERSION + ".zip"), "w") as archive:
        for folder, _, files in os.walk(module):
            for name in files:
                path = os.path.join(folder, name)
                archive.write(path, "%s@%s/%s" % (MODULE, VERSION, os.path.relpath(path, module)))
    env = go_env(prefix, work, GOPROXY="file://" + proxy)
    project = go_project(work, source, env)
    run(["go", "get", "%s@%s" % (MODULE, VERSION)], cwd=project, env=env)
    go_consumer(prefix, project, env)


PROGRAM = """
import runnel
from runnel import ops
with runnel.Graph() as graph:
    x = graph.placeholder("float32", [])
    slope, = graph.gradients([ops.square(x)], [x])
with runnel.Session(graph) as session:
    print("runnel %s, %s: %g" % (runnel.version, runnel.default_runtime().devices[0].type, session.run(slope, {x: 3.0})))
"""


def python(prefix, work, source):
    """A wheel from the installed sources goes into fresh environments: one of its own, which is told where librunnel is,
    and one that shares the installation's folder, where it is found."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]
    env = clean_environment(PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull)
    tree = shutil.copytree(package_dir(prefix, "python"), os.path.join(work, "tree"))  # setuptools builds beside its sources
    run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", work, tree], env=env)
    wheel, = glob.glob(os.path.join(work, "*.whl"))
    for place, more in ((os.path.join(work, "venv"), {"RUNNEL_LIBRARY": library_dir(prefix)}), (prefix, {})):
        run([sys.executable, "-m", "venv", "--without-pip", place], env=env)
        interpreter = os.path.join(place, "bin/python")
        run([*pip, "--python", interpreter, "install", "--no-deps", wheel], env=env)
        expect(run([interpreter, "-c", PROGRAM], env=dict(env, **more), cwd="/"), EXPECTED)


def main():
    way, build, source = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as work:
        prefix = os.path.join(work, "prefix")
        run(["cmake", "--install", build, "--prefix", prefix])
        globals()[way](prefix, work, source)


if __name__ == "__main__":
    main()
