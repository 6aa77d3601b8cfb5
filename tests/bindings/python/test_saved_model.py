"""A SavedModel that TensorFlow 1 wrote, served."""
import os
import sys
import unittest

import numpy as np

import runnel

FOLDER = os.path.join(os.environ.get("RUNNEL_DATA_DIR", ""), "tf_saved_model", "half_plus_two")


class SavedModels(unittest.TestCase):
    def test_saved_models_serve(self):
        folders = [f for f, _, names in os.walk(FOLDER) if "saved_model.pb" in names]
        model = runnel.SavedModel(folders[0])
        key = next(k for k, s in model.signatures.items() if s.method.endswith("predict"))
        signature = model.signatures[key]
        served = model.serve(key)
        (name, info), = signature.inputs.items()
        got = served(**{name: np.array([[2.0], [4.0]], "float32")})
        # x / 2 + 2, as its name says.
        self.assertEqual({k: t.numpy().ravel().tolist() for k, t in got.items()}, {next(iter(signature.outputs)): [3.0, 4.0]})
        self.assertEqual(info.dtype, runnel.float32)
        self.assertRaises(TypeError, served, nothing=1)
        self.assertRaises(runnel.NotFound, runnel.SavedModel, folders[0], ["absent"])


if __name__ == "__main__":
    if not os.path.isdir(FOLDER):
        print("SKIP: RUNNEL_DATA_DIR has no tf_saved_model/half_plus_two")
        sys.exit(77)
    unittest.main()
