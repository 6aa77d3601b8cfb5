"""Installs a build and uses it as a stranger would: test_install.py WAY BUILD_DIR SOURCE_DIR."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

# What librunnel and its plugins may link; everything else must be inside them.
ALLOWED = re.compile(r"^(lib(c|m|stdc\+\+|gcc_s|dl|pthread|rt)\.so\.\d+|ld-linux.*|librunnel\.so\.0|libhwy\.so\.\d+)$")
EXPECTED = "runnel 0.1.0, CPU: 6"


def run(command, **options):
    """Runs a command; fails the test with its output if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    if done.returncode != 0:
        print(done.stdout)
        sys.exit("failed with %d: %s" % (done.returncode, " ".join(command)))
    return done.stdout


def clean_environment(**more):
    """The caller's environment without anything that could point into the build tree."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("LD_", "RUNNEL_", "PKG_CONFIG", "CMAKE_"))}
    return dict(env, **more)


def expect(got, want):
    if want not in got:
        sys.exit("expected %r in:\n%s" % (want, got))


def library_dir(prefix):
    for folder, _, files in os.walk(prefix):
        if "librunnel.so.0" in files:
            return folder
    sys.exit("no librunnel.so.0 under %s" % prefix)


def build_with_pkg_config(prefix, work, source):
    env = clean_environment(PKG_CONFIG_PATH=os.path.join(library_dir(prefix), "pkgconfig"))
    flags = run(["pkg-config", "--cflags", "--libs", "runnel"], env=env).split()
    consumer = os.path.join(work, "consumer")
    run(["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror",
         os.path.join(source, "tests/install/consumer/main.c"), "-o", consumer, *flags], env=env, cwd=work)
    return consumer


def build_with_cmake(prefix, work, source, consumer="consumer"):
    project = os.path.join(work, "project")
    shutil.copytree(os.path.join(source, "tests/install", consumer), project)
    build = os.path.join(work, "b")
    run(["cmake", "-G", "Ninja", "-S", project, "-B", build, "-DCMAKE_PREFIX_PATH=" + prefix], env=clean_environment())
    run(["cmake", "--build", build], env=clean_environment())
    return os.path.join(build, "consumer")


def cmake(prefix, work, source):
    """find_package(runnel) builds and runs, without a path to set."""
    expect(run([build_with_cmake(prefix, work, source)], env=clean_environment(), cwd=work), EXPECTED)


def cpp(prefix, work, source):
    """The component cpp brings the C++ headers."""
    program = build_with_cmake(prefix, work, source, "consumer_cpp")
    expect(run([program], env=clean_environment(), cwd=work), EXPECTED)


# What only those need who ask for it: clusters load librunnel_net, and nothing loads oneDNN's kernels by itself.
WANTED = {"librunnel_net": ("libuv.so.1", "libssl.so.3", "libcrypto.so.3"), "librunnel_onednn": ("libdnnl.so.2", "libgomp.so.1")}


def pkg_config(prefix, work, source):
    consumer = build_with_pkg_config(prefix, work, source)
    expect(run([consumer], env=clean_environment(LD_LIBRARY_PATH=library_dir(prefix)), cwd=work), EXPECTED)
    for name in sorted(os.listdir(library_dir(prefix))):
        if ".so" not in name:
            continue
        dynamic = run(["readelf", "-d", os.path.join(library_dir(prefix), name)])
        for needed in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic):
            if needed not in WANTED.get(name.split(".so")[0], ()) and not ALLOWED.match(needed):
                sys.exit("%s needs %s, which a fresh machine may not have" % (name, needed))


def moved(prefix, work, source):
    """The whole tree may be moved, and its path may hold spaces: everything is found from its neighbours."""
    other = os.path.join(work, "moved here")
    shutil.move(prefix, other)
    expect(run([build_with_cmake(other, work, source)], env=clean_environment(), cwd="/"), EXPECTED)


def plugin(prefix, work, source):
    """The skeleton plugin builds from the installed headers alone and loads."""
    skeleton = os.path.join(source, "plugins/null")
    if not os.path.isdir(skeleton):
        print("SKIP: there is no plugins/null yet")
        sys.exit(77)
    sources = sorted(os.path.join(skeleton, n) for n in os.listdir(skeleton) if n.endswith((".cc", ".c")))
    local = []
    for path in sources:
        with open(path) as file:
            text = re.sub(r'#include "plugins/(?:abi|sdk)/([^"]+)"', r"#include <runnel/plugin/\1>", file.read())
        local.append(os.path.join(work, os.path.basename(path)))
        with open(local[-1], "w") as file:
            file.write(text)
    library = os.path.join(work, "librunnel_stranger.so")
    compiler = ["c++", "-std=c++20"] if any(n.endswith(".cc") for n in local) else ["cc", "-std=c99"]
    run([*compiler, "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror",
         "-I", os.path.join(prefix, "include"), *local, "-o", library], cwd=work)
    program = os.path.join(prefix, "bin/runnel")
    if not os.path.exists(program):
        print("SKIP: there is no program runnel yet")
        sys.exit(77)
    run([program, "devices", "--plugin", library], env=clean_environment(), cwd=work)


def programs(prefix, work, _):
    """The installed programs start and find the CPU."""
    program = os.path.join(prefix, "bin/runnel")
    if not os.path.exists(program):
        print("SKIP: there is no program runnel yet")
        sys.exit(77)
    expect(run([program, "devices"], env=clean_environment(), cwd=work), "CPU")
    expect(run([program, "ops", "--json"], env=clean_environment(), cwd=work), "MatMul")
    for name in ("LICENSE", "NOTICE", "ops.md"):
        if not os.path.exists(os.path.join(prefix, "share/doc/runnel", name)):
            sys.exit("share/doc/runnel/%s is not installed" % name)


def main():
    way, build, source = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as work:
        prefix = os.path.join(work, "prefix")
        run(["cmake", "--install", build, "--prefix", prefix])
        globals()[way](prefix, work, source)


if __name__ == "__main__":
    main()
