#!/usr/bin/env python3
"""Writes the seeds of fuzz_export anew, which are the models of tests/onnx/test_export.py: export_seeds.py

To be run, and what it writes committed, when these models change.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(HERE, "../../onnx"))
import test_export  # noqa: E402

for build in (test_export.mlp, test_export.lenet, test_export.mobile_net, test_export.transformer):
    with open(os.path.join(HERE, "../seeds/export", build.__name__), "w", encoding="utf-8") as file:
        # One number fills a tensor.
        file.write(re.sub(r"(float_val: \S+ ){2,}", "float_val: 0.5 ", build()[0].meta()))
