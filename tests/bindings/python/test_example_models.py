"""The examples that are models, each for a few steps: with the data of RUNNEL_DATA_DIR where there is some, else with made data."""
import os
import subprocess
import sys
import unittest

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../bindings/python/examples")
DATA = os.environ.get("RUNNEL_DATA_DIR", "")
MNIST = os.path.join(DATA, "datasets/mnist") if DATA else ""
CIFAR = os.path.join(DATA, "datasets/cifar10/cifar10_train128.tfrecord") if DATA else ""


class Models(unittest.TestCase):
    def run_one(self, name, *arguments):
        """Each ends with status 0 if it has learned."""
        done = subprocess.run([sys.executable, "-B", os.path.join(EXAMPLES, name), *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_resnet20(self):
        self.run_one("resnet20.py", "", "2")
        if CIFAR:
            self.run_one("resnet20.py", CIFAR, "2")

    def test_gpt_writes(self):
        self.assertGreater(len(self.run_one("gpt.py", "3000", "3").splitlines()[-1]), 60)

    def test_vae(self):
        self.run_one("vae.py", MNIST, "500", "2")

    def test_dcgan(self):
        self.assertIn("step 5", self.run_one("dcgan.py", MNIST, "6"))

    def test_wide_and_deep(self):
        self.assertIn("area under the curve", self.run_one("wide_and_deep.py"))

    def test_word2vec(self):
        self.assertEqual(self.run_one("word2vec.py", "800", "3").count(": "), 5)


if __name__ == "__main__":
    unittest.main()
