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
    """find_package(runnel) builds and runs, and what is installed of that runs too, without a path to set."""
    expect(run([build_with_cmake(prefix, work, source)], env=clean_environment(), cwd=work), EXPECTED)
    other = os.path.join(work, "other")
    run(["cmake", "--install", os.path.join(work, "b"), "--prefix", other], env=clean_environment())
    expect(run([os.path.join(other, "bin/consumer")], env=clean_environment(), cwd="/"), EXPECTED)


def cpp(prefix, work, source):
    """The component cpp brings the C++ headers."""
    program = build_with_cmake(prefix, work, source, "consumer_cpp")
    expect(run([program], env=clean_environment(), cwd=work), EXPECTED)


def carried(prefix, work, source):
    """A program that is shipped with the library: $ORIGIN, as the README has it."""
    folder = os.path.join(work, "app folder")
    os.makedirs(folder)
    for name in os.listdir(library_dir(prefix)):
        if ".so" in name:
            shutil.copy(os.path.join(library_dir(prefix), name), folder, follow_symlinks=False)
    env = clean_environment(PKG_CONFIG_PATH=os.path.join(library_dir(prefix), "pkgconfig"))
    flags = run(["pkg-config", "--cflags", "--libs-only-L", "--libs-only-l", "runnel"], env=env).split()
    program = os.path.join(folder, "app")
    run(["cc", os.path.join(source, "tests/install/consumer/main.c"), "-o", program, *flags, "-Wl,-rpath,$ORIGIN"], cwd=work)
    shutil.move(prefix, prefix + " is gone")
    expect(run([program], env=clean_environment(), cwd="/"), EXPECTED)
    shutil.move(prefix + " is gone", prefix)


# What only those need who ask for it: clusters load librunnel_net, and nothing loads oneDNN's kernels by itself.
WANTED = {"librunnel_net": ("libuv.so.1", "libssl.so.3", "libcrypto.so.3"), "librunnel_onednn": ("libdnnl.so.2", "libgomp.so.1"),
          "librunnel_media": ("libjpeg.so.62", "libpng16.so.16", "libgif.so.7")}


def pkg_config(prefix, work, source):
    """The program finds the library where it was built against it, and beside itself if it was linked for that."""
    consumer = build_with_pkg_config(prefix, work, source)
    expect(run([consumer], env=clean_environment(), cwd=work), EXPECTED)
    carried(prefix, work, source)
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
    """The installed README's commands build the installed skeleton, which loads and conforms."""
    readme = os.path.join(prefix, "share/runnel/plugin/README.md")
    with open(readme) as file:
        found = re.findall(r"^<!-- ci: prints (.*?) -->\n```sh\n(.*?)^```$", file.read(), re.M | re.S)
    if len(found) != 1:
        sys.exit("%s has %d blocks of commands, expected 1" % (readme, len(found)))
    prints, commands = found[0]
    env = clean_environment(PKG_CONFIG_PATH=os.path.join(library_dir(prefix), "pkgconfig"),
                            PATH=os.path.join(prefix, "bin") + os.pathsep + os.environ["PATH"], CPLUS_INCLUDE_PATH="")
    expect(run(["bash", "-euo", "pipefail", "-c", commands], env=env, cwd=work), prints)
    strict = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", os.path.join(prefix, "include")]
    run(["c++", "-std=c++20", *strict, os.path.join(work, "mine.cc")], cwd=work)


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
