"""runnel train and runnel checkpoint on a small data set of its own, against NumPy."""
import json
import os
import random
import sys
import unittest

from program import ProgramTest, idx, read_npy

try:
    import numpy as np

    import numpy_mlp
except ImportError:
    print("SKIP: python3-numpy is not installed")
    sys.exit(77)

TRAIN, TEST, BATCH, STEPS, SEED = 70, 20, 16, 10, 3
RATES = {"sgd": 0.1, "momentum": 0.02, "adam": 0.001}


class SmallData(ProgramTest):
    """A folder like MNIST's with images of noise around ten shapes."""

    def setUp(self):
        super().setUp()
        rng = random.Random(5)
        shapes = [[rng.choice((0, 0, 0, 200)) for _ in range(784)] for _ in range(10)]
        self.images, self.labels = {}, {}
        for part, count in (("train", TRAIN), ("t10k", TEST)):
            labels = [rng.randrange(10) for _ in range(count)]
            images = [[min(255, v + rng.randrange(56)) for v in shapes[label]] for label in labels]
            self.put("%s-images-idx3-ubyte" % part, idx([count, 28, 28], sum(images, [])))
            self.put("%s-labels-idx1-ubyte" % part, idx([count], labels))
            self.images[part], self.labels[part] = np.array(images) / 255.0, np.array(labels)

    def train(self, model, optimizer, *more):
        return self.answer("train", "--data", self.dir, "--model", model, "--optimizer", optimizer, "--lr", RATES[optimizer],
                           "--batch", BATCH, "--seed", SEED, *more)

    def read_checkpoint(self, prefix):
        names = [json.loads(line)["name"] for line in self.lines("checkpoint", "list", prefix, "--json")]
        out = {}
        for name in names:
            self.lines("checkpoint", "read", prefix, name, "--out", self.path("t.npy"))
            shape, values = read_npy(self.path("t.npy"))
            out[name] = np.array(values, np.float64).reshape(shape)
        return out


class Train(SmallData):
    def test_losses_and_weights_agree_with_numpy(self):
        for model in ("softmax", "mlp"):
            for optimizer in ("sgd", "momentum", "adam"):
                with self.subTest(model=model, optimizer=optimizer):
                    self.train(model, optimizer, "--steps", 0, "--save", self.path("first"))
                    p = {k: v for k, v in self.read_checkpoint(self.path("first")).items()
                         if k.split("/")[-1] in ("weights", "bias")}
                    got = self.train(model, optimizer, "--steps", STEPS, "--restore", self.path("first"), "--save",
                                     self.path("last"))
                    want = numpy_mlp.losses(p, self.images["train"], self.labels["train"],
                                            numpy_mlp.Optimizer(optimizer, RATES[optimizer]), STEPS, BATCH, SEED)
                    np.testing.assert_allclose(got["losses"], want, rtol=2e-4)
                    last = self.read_checkpoint(self.path("last"))
                    self.assertEqual(last["step"], STEPS)
                    for name, value in p.items():
                        np.testing.assert_allclose(last[name], value, rtol=2e-3, atol=2e-5, err_msg=name)
                    right = (numpy_mlp.forward(p, self.images["t10k"])[1].argmax(1) == self.labels["t10k"]).sum()
                    self.assertEqual((got["correct"], got["total"]), (right, TEST))

    def test_lenet_learns_and_serves(self):
        got = self.train("lenet", "adam", "--steps", 25, "--save", self.path("w"), "--freeze", self.path("f.pb"), "--write-test",
                         self.dir)
        self.assertLess(got["loss"], got["losses"][0] / 2)
        self.assertEqual(self.read_checkpoint(self.path("w"))["conv2/weights"].shape, (5, 5, 16, 32))
        self.answer("run", self.path("f.pb"), "--feed", "image=" + self.path("test_images.npy"), "--fetch", "prediction", "--out",
                    self.dir)
        predictions = read_npy(self.path("prediction.npy"))[1]
        self.assertEqual(sum(p == want for p, want in zip(predictions, self.labels["t10k"])), got["correct"])

    def test_events_and_trace_are_left(self):
        events, trace = self.path("logs"), self.path("trace.json")
        plain = self.train("mlp", "adam", "--steps", 25)
        got = self.train("mlp", "adam", "--steps", 25, "--events", events, "--trace", trace)
        self.assertEqual((got["events"], got["trace"]), (events, trace))
        self.assertEqual(got["losses"], plain["losses"])
        self.assertEqual(got["correct"], plain["correct"])
        name, = os.listdir(events)
        self.assertTrue(name.startswith("events.out.tfevents."), name)
        with open(os.path.join(events, name), "rb") as file:
            content = file.read()
        # Curves at steps 1, 11, 21 and 25, and the histograms of four parameters at the first and the last.
        counts = {tag: content.count(b"\x0a" + bytes([len(tag)]) + tag + b"\x15") for tag in  # 0x15: a float follows
                  (b"loss", b"accuracy", b"images_per_second", b"test_accuracy")}
        self.assertEqual(counts, {b"loss": 4, b"accuracy": 4, b"images_per_second": 4, b"test_accuracy": 1})
        self.assertEqual(content.count(b"\x0a\x0ehidden/weights*"), 2)  # 0x2a: a histogram follows
        self.assertEqual(content.count(b"\x0a\x07step 25\x12"), 1)
        with open(trace, encoding="ascii") as file:
            steps = [e for e in json.load(file)["traceEvents"] if e.get("cat") == "step"]
        self.assertEqual(len(steps), 5)

    def test_events_that_cannot_be_written_are_named(self):
        args = ("train", "--data", self.dir, "--steps", 1)
        self.assertSays(self.error(*args, "--events", "/proc/none"), "NOT_FOUND", "/proc/none")
        self.assertSays(self.error(*args, "--trace", "/proc/none/t.json"), "/proc/none/t.json", "cannot be written")

    def test_a_restored_run_goes_on_where_the_saved_one_stopped(self):
        whole = self.train("mlp", "adam", "--steps", 8, "--save", self.path("whole"))
        self.train("mlp", "adam", "--steps", 5, "--save", self.path("half"))
        rest = self.train("mlp", "adam", "--steps", 3, "--restore", self.path("half"), "--save", self.path("rest"))
        self.assertEqual((rest["first_step"], rest["last_step"]), (5, 8))
        self.assertEqual(rest["losses"], whole["losses"][5:])
        equal = self.answer("checkpoint", "compare", self.path("whole"), self.path("rest"))
        self.assertEqual((equal["equal"], equal["different"]), (True, []))

    def test_threads_do_not_change_bits(self):
        one = self.train("mlp", "adam", "--steps", 5, "--threads", 1)
        two = self.train("mlp", "adam", "--steps", 5, "--threads", 2)
        self.assertEqual(one["losses"], two["losses"])

    def test_the_frozen_graph_gives_the_same_answers(self):
        got = self.train("mlp", "adam", "--steps", 9, "--freeze", self.path("f.pb"), "--write-test", self.path("test"))
        ran = self.answer("run", self.path("f.pb"), "--feed", "image=" + self.path("test/test_images.npy"), "--fetch",
                          "prediction", "--fetch", "probabilities", "--out", self.dir)
        self.assertEqual([f["dtype"] for f in ran["fetches"]], ["int64", "float"])
        predictions = read_npy(self.path("prediction.npy"))[1]
        labels = read_npy(self.path("test/test_labels.npy"))[1]
        self.assertEqual(labels, list(self.labels["t10k"]))
        self.assertEqual(sum(p == l for p, l in zip(predictions, labels)), got["correct"])
        self.assertIn(ran["heap_allocs"], (0, None))

    def test_draws_digits_where_there_is_no_mnist(self):
        os.environ.pop("RUNNEL_DATA_DIR", None)
        done = self.run_program("train", "--steps", 200, "--json")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertSays(done.stderr, "no MNIST found", "drawn digits")
        got = json.loads(done.stdout)
        self.assertEqual(got["data"], "drawn")
        self.assertGreater(got["test_accuracy"], 0.8)

    def test_shows_progress_only_when_it_is_asked_for(self):
        quiet = self.run_program("train", "--data", self.dir, "--steps", 20)
        self.assertEqual(quiet.stderr, "")
        self.assertRegex(quiet.stdout, r"^softmax: \d+ of 20 test images right \([\d.]+%\) after step 20")
        shown = self.run_program("train", "--data", self.dir, "--steps", 20, "--progress")
        self.assertSays(shown.stderr, "softmax [", "loss", "accuracy", "images/s")

    def test_says_what_is_wrong(self):
        data = ("train", "--data", self.dir)
        self.assertSays(self.error("train", "--data", "/nowhere"), "/nowhere", "train-images-idx3-ubyte")
        self.assertSays(self.error(*data, "--model", "cnn", status=2), "one of softmax, mlp", '"cnn"')
        self.assertSays(self.error(*data, "--lr", "-1", status=2), "--lr")
        self.assertSays(self.error(*data, "--restore", self.path("none")), "NOT_FOUND", self.path("none"))
        self.assertSays(self.error(*data, "--steps", 0, "--save", "/proc/none/x"), "/proc/none")
        self.assertSays(self.error(*data, "--steps", 0, "--freeze", "/proc/none/x"), "/proc/none/x")
        self.train("softmax", "sgd", "--steps", 0, "--save", self.path("s"))
        self.assertSays(self.error(*data, "--model", "mlp", "--restore", self.path("s")), "NOT_FOUND", "hidden/weights")
        with open(self.path("t10k-labels-idx1-ubyte"), "r+b") as file:
            file.truncate(25)
        self.assertSays(self.error(*data), "t10k-labels-idx1-ubyte", "truncated")


class Checkpoint(SmallData):
    def setUp(self):
        super().setUp()
        self.train("softmax", "momentum", "--steps", 2, "--save", self.path("a"))

    def test_lists_and_reads(self):
        rows = [json.loads(line) for line in self.lines("checkpoint", "list", self.path("a"), "--json")]
        self.assertEqual({(r["name"], r["dtype"], tuple(r["shape"])) for r in rows},
                         {("weights", "float", (784, 10)), ("bias", "float", (10,)), ("step", "int64", ()),
                          ("weights/Momentum", "float", (784, 10)), ("bias/Momentum", "float", (10,))})
        got = self.answer("checkpoint", "read", self.path("a"), "step", "--out", self.path("step.npy"))
        self.assertEqual(got, {"name": "step", "dtype": "int64", "shape": [], "file": self.path("step.npy")})
        self.assertEqual(read_npy(self.path("step.npy")), ((), [2]))

    def test_compares(self):
        self.train("softmax", "momentum", "--steps", 1, "--restore", self.path("a"), "--save", self.path("b"))
        done = self.run_program("checkpoint", "compare", self.path("a"), self.path("b"), "--json")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        got = json.loads(done.stdout)
        self.assertEqual((got["equal"], got["compared"]), (False, 5))
        steps = [d for d in got["different"] if d["name"] == "step"]
        self.assertEqual(steps, [{"name": "step", "reason": "values differ by up to 1", "max_abs_diff": 1}])
        self.assertEqual(self.answer("checkpoint", "compare", self.path("a"), self.path("b"), "--tolerance", 10)["equal"],
                         True)
        self.train("softmax", "sgd", "--steps", 2, "--save", self.path("c"))
        done = self.run_program("checkpoint", "compare", self.path("a"), self.path("c"))
        self.assertSays(done.stdout, "bias/Momentum: only in the first", "different")

    def test_says_what_is_wrong(self):
        self.assertSays(self.error("checkpoint", "list", self.path("none")), "NOT_FOUND", "none")
        self.assertSays(self.error("checkpoint", "read", self.path("a"), "wheights"), "NOT_FOUND", "wheights")
        self.assertSays(self.error("checkpoint", "burn", self.path("a"), status=2), "list, read or compare")
        self.assertSays(self.error("checkpoint", "read", self.path("a"), status=2), "read PREFIX NAME")
        data = [name for name in os.listdir(self.dir) if name.startswith("a.data")][0]
        with open(self.path(data), "r+b") as file:
            file.seek(100)
            byte = file.read(1)
            file.seek(100)
            file.write(bytes([byte[0] ^ 1]))
        names = [json.loads(line)["name"] for line in self.lines("checkpoint", "list", self.path("a"), "--json")]
        answers = [self.run_program("checkpoint", "read", self.path("a"), name) for name in names]
        bad = [done.stderr for done in answers if done.returncode != 0]
        self.assertEqual(len(bad), 1, answers)
        self.assertSays(bad[0], "DATA_LOSS", self.path("a"), "checksum")
        with open(self.path("a.index"), "r+b") as file:
            file.truncate(50)
        self.assertSays(self.error("checkpoint", "list", self.path("a")), "a.index")


if __name__ == "__main__":
    unittest.main()
