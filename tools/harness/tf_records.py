# What two runs of a TensorFlow 1 program left, held against each other: <folder>/<mode>.pickle, each {"steps": [...], "ended": text,
# "missing": [ops] or None, "fallbacks": {op: nodes}}. A step is what was fetched, nested as it was, or {"error": class, "message": text}.
import json
import os
import pickle

import numpy as np

RELATIVE, ABSOLUTE = 2e-3, 1e-4


def is_error(step):
    return isinstance(step, dict) and set(step) == {"error", "message"}


def difference(wanted, got):
    """Nothing, or the first place where two results differ."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        if set(wanted) != set(got):
            return "keys %s, not %s" % (sorted(map(str, got)), sorted(map(str, wanted)))
        return next((d for d in (difference(wanted[k], got[k]) for k in wanted) if d), "")
    if isinstance(wanted, (list, tuple)) and isinstance(got, (list, tuple)):
        if len(wanted) != len(got):
            return "%d values, not %d" % (len(got), len(wanted))
        return next((d for d in map(difference, wanted, got) if d), "")
    if wanted is None or got is None:
        return "" if wanted is got else "%r, not %r" % (got, wanted)
    a, b = np.asarray(wanted), np.asarray(got)
    if a.shape != b.shape or a.dtype.kind != b.dtype.kind:
        return "%s%s, not %s%s" % (b.dtype, list(b.shape), a.dtype, list(a.shape))
    if a.dtype.kind in "OSU":
        same = a.tolist() == b.tolist()
    else:
        same = np.allclose(a, b, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True)
    return "" if same else "%s, not %s" % (str(b.ravel()[:4].tolist())[:120], str(a.ravel()[:4].tolist())[:120])


def read(folder, mode):
    path = os.path.join(folder, mode + ".pickle")
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return pickle.load(file)


def compare(name, folder, reasons):
    row = {"program": name, "steps": 0, "ok": 0, "wrong": "", "error": "", "missing_ops": [], "fallbacks": {}}
    wanted, got = read(folder, "tensorflow"), read(folder, "runnel")
    if wanted is None:
        return dict(row, error="TensorFlow: " + reasons["tensorflow"])
    row.update(steps=len(wanted["steps"]), missing_ops=wanted["missing"])
    if row["missing_ops"] is None:
        row["missing_ops"] = ["not looked for: build/release/bin/runnel is not built"]
    if wanted["ended"] and not wanted["steps"]:
        row["error"] = "TensorFlow: " + wanted["ended"]
    if got is None:
        return dict(row, error=reasons["runnel"])
    row["fallbacks"] = got["fallbacks"]
    for number, step in enumerate(wanted["steps"]):
        if number >= len(got["steps"]):
            row["wrong"] = row["wrong"] or "ended before step %d" % number
            break
        other = got["steps"][number]
        if is_error(step) or is_error(other):
            differs = "" if is_error(step) and is_error(other) else "%s, not %s" % tuple(
                x["error"] + ": " + x["message"][:200] if is_error(x) else "a value" for x in (other, step))
        else:
            differs = difference(step, other)
        row["ok"] += not differs
        if differs and not row["wrong"]:
            row["wrong"] = "step %d: %s" % (number, differs)
    if got["ended"] and not wanted["ended"]:
        row["error"] = got["ended"]
    return row


def work(name, folder):
    with open(os.path.join(folder, "reasons.json")) as file:
        reasons = json.load(file)
    with open(os.path.join(folder, "row.json"), "w") as file:
        json.dump(compare(name, folder, reasons), file)
    return 0
