#!/usr/bin/python3
"""tools/onnx_backend: without the package onnx it says so; with it, quick ones of ONNX's own cases pass and none is wrong."""
import json
import os
import subprocess
import sys
import tempfile

TOOL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/onnx_backend")
SKIP = 77


def run(python, *arguments):
    done = subprocess.run([sys.executable, "-B", TOOL, "--json", *arguments], capture_output=True, text=True,
                          env=dict(os.environ, RUNNEL_ONNX_PYTHON=python))
    return done.returncode, json.loads(done.stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        bare = os.path.join(folder, "python")
        with open(bare, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nexec %s -S "$@"\n' % sys.executable)  # -S: no installed package
        os.chmod(bare, 0o755)
        code, answer = run(bare)
        assert (code, answer["status"], answer["passed"]) == (1, "not_measured", 0), answer
    python = os.environ.get("RUNNEL_ONNX_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import onnx"], capture_output=True, check=False).returncode != 0:
        print("SKIP: %s has no package onnx (RUNNEL_ONNX_PYTHON names another Python)" % python)
        return SKIP
    for pattern in ("relu", "lstm", "resize", "loop", "attention_3d"):
        code, answer = run(python, "--no-peer", "--only", pattern)
        assert code == 0 and answer["passed"] > 0 and not answer["wrong"], (pattern, answer)
        print("%s: %d of %d" % (pattern, answer["passed"], answer["cases"]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
