"""Runs the blocks of README.md that are marked for it: test_readme.py programs|commands BUILD_DIR SOURCE_DIR.

A line `<!-- ci: prints TEXT -->` right before a fenced block marks it; `prints TEXT` may be left out. A c block is
compiled against the build, a sh block runs in the checkout's root with $WORK an empty folder of its own.
"""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^<!-- ci(?:: prints (.*?))? -->\n```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(source, language):
    with open(os.path.join(source, "README.md")) as file:
        text = file.read()
    return [(text.count("\n", 0, m.start()) + 1, m.group(1), m.group(3))
            for m in BLOCK.finditer(text) if m.group(2) == language]


def check(line, prints, command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    if done.returncode != 0 or (prints and prints not in done.stdout):
        print(done.stdout[-4000:])
        want = "to print %r" % prints if prints else "status 0"
        sys.exit("README.md:%d: expected %s, got status %d" % (line, want, done.returncode))


def programs(build, source, work):
    found = blocks(source, "c")
    for line, prints, text in found:
        program = os.path.join(work, "program%d" % line)
        os.makedirs(os.path.join(work, "include"), exist_ok=True)
        link = os.path.join(work, "include/runnel")
        if not os.path.islink(link):
            os.symlink(os.path.join(source, "c_api"), link)
        with open(program + ".c", "w") as file:
            file.write(text)
        check(line, None, ["cc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-I" + os.path.join(work, "include"),
                           program + ".c", "-o", program, "-L" + os.path.join(build, "lib"), "-lrunnel"])
        check(line, prints, [program], env=dict(os.environ, LD_LIBRARY_PATH=os.path.join(build, "lib")), cwd=work)
    return len(found)


def commands(build, source, work):
    found = blocks(source, "sh")
    for line, prints, text in found:
        folder = os.path.join(work, str(line))
        os.makedirs(folder)
        check(line, prints, ["bash", "-euo", "pipefail", "-c", text], cwd=source, env=dict(os.environ, WORK=folder))
    return len(found)


def main():
    kind, build, source = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as work:
        count = globals()[kind](build, source, work)
    print("%d blocks ran" % count)
    sys.exit(0 if count else "README.md has no %s marked for CI" % kind)


main()
