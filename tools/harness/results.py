# Outcomes of tests, and the report that tools/test gives of them.
import re
from dataclasses import dataclass

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"

# What `--require` names -> how the reason of a skip shows that it was missing.
REQUIREMENTS = {
    "data": re.compile(r"RUNNEL_DATA_DIR"),
    "vulkan": re.compile(r"vulkan", re.I),
    "cuda": re.compile(r"cuda", re.I),
    "tf": re.compile(r"tensorflow|\btf\b", re.I),
    "netns": re.compile(r"netns|network namespace", re.I),
}


@dataclass
class Result:
    name: str
    status: str
    reason: str = ""
    seconds: float = 0.0
    output: str = ""


def apply_requirements(results, required):
    """A skip whose reason is something required becomes a failure."""
    for result in results:
        for name in required:
            if result.status == SKIPPED and REQUIREMENTS[name].search(result.reason):
                result.status = FAILED
                result.reason = "required: %s; skipped because %s" % (name, result.reason)


def of_status(results, status):
    return sorted((r for r in results if r.status == status), key=lambda r: r.name)


def summary_line(results):
    return "%d passed, %d failed, %d skipped" % tuple(len(of_status(results, s)) for s in (PASSED, FAILED, SKIPPED))


def as_json(results, commit, seconds):
    return {
        "commit": commit,
        "passed": len(of_status(results, PASSED)),
        "failed": len(of_status(results, FAILED)),
        "skipped": [{"name": r.name, "reason": r.reason} for r in of_status(results, SKIPPED)],
        "failures": [{"name": r.name, "reason": r.reason} for r in of_status(results, FAILED)],
        "seconds": round(seconds, 1),
        "tests": {r.name: r.status for r in sorted(results, key=lambda r: r.name)},
    }
