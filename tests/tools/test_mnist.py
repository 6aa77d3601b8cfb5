"""The main job on MNIST: two models learn it, are saved, restored in another process, frozen and served."""
import os
import subprocess
import unittest

from program import ProgramTest, data_dir, read_npy

DATA = data_dir()


class Mnist(ProgramTest):
    def learn(self, model, required):
        prefix, frozen = self.path(model), self.path(model + ".pb")
        got = self.answer("train", "--model", model, "--save", prefix, "--freeze", frozen, "--write-test", self.dir)
        self.assertEqual((got["data"], got["total"]), ("mnist", 10000))
        self.assertGreaterEqual(got["test_accuracy"], required)
        again = self.answer("train", "--model", model, "--steps", 0, "--restore", prefix)
        self.assertEqual((again["correct"], again["last_step"]), (got["correct"], got["last_step"]))
        self.answer("run", frozen, "--feed", "image=" + self.path("test_images.npy"), "--fetch", "prediction", "--out", self.dir)
        predictions = read_npy(self.path("prediction.npy"))[1]
        labels = read_npy(self.path("test_labels.npy"))[1]
        self.assertEqual(sum(p == l for p, l in zip(predictions, labels)), got["correct"])
        return got

    def test_softmax_regression_in_a_thousand_steps(self):
        self.assertEqual(self.learn("softmax", 0.915)["steps"], 1000)

    def test_perceptron_with_adam(self):
        self.learn("mlp", 0.975)

    def test_examples_share_the_code(self):
        folder = os.environ["RUNNEL_EXAMPLES"]
        done = self.run_example(folder, "train_mnist")
        self.assertSays(done, "softmax: 9", "mlp: 97", "frozen graph in mlp.pb")
        self.assertEqual(sorted(os.listdir(self.path("events"))), ["mlp", "softmax"])
        self.assertTrue(os.path.getsize(self.path("mlp.trace.json")) > 0)
        done = self.run_example(folder, "train_mnist")  # goes on from what it saved
        self.assertSays(done, "softmax: 9", "mlp: 9")
        lines = self.run_example(folder, "load_and_run", "mlp.pb").splitlines()
        self.assertEqual(lines[0], "label 7, predicted 7")
        self.assertEqual(len(lines), 10)
        self.assertEqual(self.run_example(folder, "hello"), "6 * 7 = 42\n")

    def run_example(self, folder, name, *arguments):
        done = subprocess.run([os.path.join(folder, name), *arguments], cwd=self.dir, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        return done.stdout


if __name__ == "__main__":
    unittest.main()
