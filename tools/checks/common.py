# What the checks share: the tracked files, a problem list and one way of reporting it.
# A check prints a line per problem (or one JSON object with --json) and ends with 0 if it found none, 1 if it did,
# 77 if it could not be made, with the reason. A check that looked at nothing has failed.
import argparse
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SKIPPED = 77
SOURCE_ENDINGS = (".h", ".cc", ".c", ".hpp", ".cpp")


class CannotCheck(Exception):
    """The check cannot be made here; its text says why."""


def tracked_files(root=None):
    """Paths below root that git tracks or would track, with forward slashes, sorted."""
    root = root or ROOT
    done = subprocess.run(["git", "-C", root, "ls-files", "-z", "-co", "--exclude-standard"], capture_output=True)
    if done.returncode == 0:
        names = [n.decode() for n in done.stdout.split(b"\0") if n]
        return sorted({n for n in names if os.path.isfile(os.path.join(root, n))})
    names = []
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders if f not in (".git", "build", "out")]
        names += [os.path.relpath(os.path.join(folder, f), root) for f in files]
    return sorted(names)


def changed_files(base, root=None):
    """Tracked paths that differ from the commit `base`, untracked ones too."""
    root = root or ROOT
    done = subprocess.run(["git", "-C", root, "diff", "--name-only", "-z", base], capture_output=True)
    if done.returncode != 0:
        raise CannotCheck("no commit %r to compare with" % base)
    changed = {n.decode() for n in done.stdout.split(b"\0") if n}
    other = subprocess.run(["git", "-C", root, "ls-files", "-z", "-o", "--exclude-standard"], capture_output=True)
    changed |= {n.decode() for n in other.stdout.split(b"\0") if n}
    return sorted(changed & set(tracked_files(root)))


def read_text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def problem(file, line, message):
    return {"file": file, "line": line, "message": message}


def first_of(*programs):
    """The first of `programs` that is installed."""
    for name in programs:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            if os.access(os.path.join(folder, name), os.X_OK):
                return name
    raise CannotCheck("%s is not installed: run tools/deps" % programs[0])


def parser(description):
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--json", action="store_true", help="print one JSON object")
    options.add_argument("--root", default=ROOT, help="the tree to look at (default: this one)")
    return options


def main(name, check, options):
    """Runs check(options) -> (how many things it looked at, problems) and exits with the verdict."""
    try:
        checked, problems = check(options)
    except CannotCheck as reason:
        if options.json:
            print(json.dumps({"check": name, "skipped": str(reason)}))
        else:
            print("SKIP: %s: %s" % (name, reason))
        sys.exit(SKIPPED)
    if checked == 0 and not problems:
        problems = [problem("", 0, "found nothing to look at")]
    if options.json:
        print(json.dumps({"check": name, "checked": checked, "problems": problems}))
    else:
        for p in problems:
            where = "%s:%d: " % (p["file"], p["line"]) if p["file"] and p["line"] else p["file"] and p["file"] + ": "
            print("%s%s" % (where, p["message"]))
        print("%s: %d checked, %d problems" % (name, checked, len(problems)))
    sys.exit(1 if problems else 0)
