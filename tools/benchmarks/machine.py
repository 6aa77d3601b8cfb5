# What figures were measured on: nothing that names the machine itself.
import os
import platform
import re
import subprocess


def _read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def _first(pattern, text):
    found = re.search(pattern, text, re.M)
    return found.group(1).strip().strip('"') if found else "unknown"


def _output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout
    except OSError:
        return ""


def describe():
    """{what: text} of processor, caches, memory, system and compiler."""
    cpu = _read("/proc/cpuinfo")
    model = _first(r"^(?:model name|Model|Hardware)\s*:\s*(.*)$", cpu)
    caches = {m[0]: m[1] for m in re.findall(r"^(L1d|L2|L3)(?: cache)?:\s*(.*)$", _output("lscpu"), re.M)}
    kilobytes = _first(r"^MemTotal:\s*(\d+)", _read("/proc/meminfo"))
    return {
        "processor": model,
        "cores": str(len(os.sched_getaffinity(0))),
        "caches": ", ".join("%s %s" % cache for cache in caches.items()) or "unknown",
        "memory": "%.0f GiB" % (int(kilobytes) / 2**20) if kilobytes.isdigit() else "unknown",
        "virtual": "yes" if re.search(r"^flags\s*:.*\bhypervisor\b", cpu, re.M) else "no",
        "system": _first(r"^PRETTY_NAME=(.*)$", _read("/etc/os-release")),
        "kernel": "%s %s" % (platform.system(), platform.release().split("-")[0]),
        "compiler": _output("c++", "--version").splitlines()[0] if _output("c++", "--version") else "unknown",
    }
