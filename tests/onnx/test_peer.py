#!/usr/bin/python3
"""Models of classifiers, chains of exporters and weights of 16 bits: the same answers as ONNX Runtime's, and what planning makes of them."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("RUNNEL_PROGRAM", "runnel")
SKIP = 77


def passes(folder, name, *feeds):
    """The ops of the plan, after all passes."""
    words = [word for feed in feeds for word in ("--feed", feed)]
    done = subprocess.run([PROGRAM, "inspect", os.path.join(folder, name), *words, "--placement"], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done
    return done.stdout


def main():
    python = os.environ.get("RUNNEL_ONNX_PYTHON", sys.executable)
    if subprocess.run([python, "-c", "import onnx, onnxruntime"], capture_output=True, check=False).returncode != 0:
        print("SKIP: %s has not the packages onnx and onnxruntime (RUNNEL_ONNX_PYTHON names another Python)" % python)
        return SKIP
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([python, "-B", os.path.join(HERE, "peer_models.py")], check=False,
                              env=dict(os.environ, RUNNEL_PEER_MODELS=folder, RUNNEL_LOG="error"))
        if done.returncode != 0:
            return 1
        for style in ("split", "root", "where"):
            plan = passes(folder, style + ".onnx", "x=2,7,32")
            for op, count in (("Runnel>LayerNorm", 2), ("Runnel>Attention", 1)):
                assert plan.count(op + " ") + plan.count(op + "\n") + plan.count(op + ")") >= count, (style, op, plan)
        plan = passes(folder, "halves.onnx", "x=3,64", "image=2,8,9,9", "ids=3")
        for op in ("_MixedMatMul", "_MixedConv2D"):
            assert op in plan, plan
    return 0


if __name__ == "__main__":
    sys.exit(main())
