# Where this checkout is, which commit it has, and building one of its presets.
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class BuildFailed(Exception):
    """A configure or build step failed; its text is the end of the log."""


def commit():
    """The checked out commit, with "-dirty" if tracked files differ from it; "unknown" outside git."""
    head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True)
    if head.returncode != 0:
        return "unknown"
    state = subprocess.run(["git", "-C", ROOT, "status", "--porcelain", "-uno"], capture_output=True, text=True)
    return head.stdout.strip() + ("-dirty" if state.stdout.strip() else "")


def build_dir(preset):
    return os.path.join(ROOT, "build", preset)


def has_target(preset, name):
    """Whether the preset, once configured, builds `name`: a plugin is left out where what it needs is not installed."""
    done = subprocess.run(["ninja", "-C", build_dir(preset), "-t", "query", name], capture_output=True, text=True)
    return done.returncode == 0


def is_plugin(path):
    """Whether a library beside librunnel is a plugin, and not a part of librunnel that it opens when it is wanted."""
    with open(path, "rb") as file:
        content = file.read()
    return b"\0runnel_net_open\0" not in content and b"\0runnel_open_part\0" not in content


def jobs():
    return max(1, len(os.sched_getaffinity(0)))


def install_deps(test=False):
    done = subprocess.run([os.path.join(ROOT, "tools/deps")] + (["--test"] if test else []), stdout=subprocess.DEVNULL)
    if done.returncode != 0:
        raise BuildFailed("tools/deps could not install what is missing")


def build(preset, progress, targets=(), parallel=None):
    """Configures and builds; the log is build/<preset>/log.txt."""
    build_in(build_dir(preset), ["cmake", "--preset", preset], progress, targets, parallel)


def build_in(folder, configure, progress, targets=(), parallel=None):
    """Runs `configure` and builds in `folder`; the log is log.txt there."""
    os.makedirs(folder, exist_ok=True)
    command = configure
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    log = done.stdout
    if done.returncode == 0:
        command = ["ninja", "-C", folder, "-j", str(parallel or jobs()), *targets]
        ninja = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for line in ninja.stdout:
            log += line
            match = re.match(r"\[(\d+)/(\d+)\] (.*)", line)
            if match:
                progress.show(int(match.group(1)), int(match.group(2)), match.group(3))
        progress.clear()
        failed = ninja.wait() != 0
    else:
        failed = True
    with open(os.path.join(folder, "log.txt"), "w") as file:
        file.write(log)
    if failed:
        lines = [x for x in log.splitlines() if not re.match(r"\[\d+/\d+\] (Building|Linking)", x)]
        raise BuildFailed("%s failed:\n%s" % (" ".join(command), "\n".join(lines[-60:])))
