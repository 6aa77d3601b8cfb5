"""The section files of tools/bench: ratios are those of neighbours in time, and the drawing is well-formed."""
import os
import sys
import unittest
import xml.etree.ElementTree

TOOLS = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "tools")
sys.path.insert(0, TOOLS)
from benchmarks import files, model_files, op_times  # noqa: E402


class Files(unittest.TestCase):
    def test_a_line_has_the_ratio_of_rounds_and_its_share_as_limit(self):
        found = {"runnel": {"median": [1.0, 4.0, 9.0]}, "onnxruntime": {"median": [2.0, 4.0, 6.0]}}
        line = files.line_of("m", 1, "ms", "median", 0.5, found, files.PEER)
        self.assertEqual((line["value"], line["over"], line["limit"]), (4.0, {"onnxruntime": 1.0}, 2.0))

    def test_without_the_peer_there_is_no_limit(self):
        line = files.line_of("m", 2, "ms", "median", 0.9, {"runnel": {"median": [3.0]}}, files.PEER)
        self.assertEqual((line["value"], line["limit"], line["peers"]), (3.0, None, {"onnxruntime": "not_measured"}))

    def test_every_model_that_is_made_has_a_line(self):
        made = {*model_files.KERAS, *model_files.LITE, *model_files.GIVEN, *model_files.GIVEN_LITE, model_files.ENCODER, model_files.LSTM}
        self.assertEqual(made, set(files.SHARES))

    def test_the_drawing_names_every_op(self):
        ops = {"runnel": {"Conv2D": (120.0, 3), "A&B": (0.0, 1)}, "onnxruntime": {"Conv": (100.0, 3)}}
        text = op_times.svg([("one < two", ops)])
        words = "".join(xml.etree.ElementTree.fromstring(text).itertext())
        for word in ("one < two", "Conv2D", "A&B", "Conv", "120 us"):
            self.assertIn(word, words)


if __name__ == "__main__":
    unittest.main()
