"""Models of layers: builders, any form, fits and what watches them, files, layers of one's own."""
import inspect
import io
import os
import resource
import signal
import tempfile
import unittest
import xml.etree.ElementTree

import numpy as np

import runnel
from runnel import ops
from runnel.learn import (Model, Sequential, activations, adapt, callbacks, initializers, layers, losses, metrics, optimizers, regularizers,
                          schedules)
from runnel.learn.model import ProgressBar

RANDOM = np.random.RandomState(7)
X = RANDOM.randn(80, 4).astype("float32")
Y = (X.sum(axis=1) > 0).astype("int64")


def classifier(seed=3):
    model = Sequential([layers.Input([4]), layers.Dense(8, activation="relu"), layers.Dense(2, activation="softmax")], seed=seed)
    model.compile(optimizers.Adam(0.05), losses.SparseCategoricalCrossentropy(), ["accuracy"])
    return model


class States(unittest.TestCase):
    def test_states_go_on_until_they_are_reset(self):
        model = Sequential([layers.Input([3, 2], batch_size=4), layers.GRU(5, stateful=True)], seed=3)
        x = RANDOM.randn(4, 3, 2).astype("float32")
        first, second = model.predict(x), model.predict(x)
        self.assertFalse(np.allclose(first, second))
        model.reset_states()
        np.testing.assert_array_equal(model.predict(x), first)


class Specs(unittest.TestCase):
    def test_builders_write_what_was_said(self):
        self.assertEqual(str(layers.Dense(8)), "Dense(units=8)")
        self.assertEqual(str(layers.Dense(8, "relu", use_bias=False)), 'Dense(units=8, activation="relu", use_bias=false)')
        self.assertEqual(str(layers.Conv2D(4, (3, 3), strides=2)), "Conv2D(filters=4, kernel_size=[3, 3], strides=2)")
        self.assertEqual(str(layers.Dense(8, kernel_initializer=initializers.HeNormal(seed=1),
                                          kernel_regularizer=regularizers.L2(0.5))),
                         "Dense(units=8, kernel_initializer=HeNormal(seed=1), kernel_regularizer=L2(l2=0.5))")
        self.assertEqual(str(optimizers.SGD(schedules.CosineDecay(0.1, 100), momentum=0.9)),
                         "SGD(learning_rate=CosineDecay(initial_learning_rate=0.1, decay_steps=100), momentum=0.9)")
        self.assertEqual(str(layers.Dense(np.int64(3), activation=None)), "Dense(units=3, activation=none)")
        self.assertEqual(str(callbacks.CSVLogger('a"b')), 'CSVLogger(filename="a\\"b")')
        self.assertEqual(layers.Dense(8), layers.Dense(8))
        self.assertIn("Weights: kernel, bias", layers.Dense.__doc__)
        with self.assertRaisesRegex(TypeError, "units"):
            layers.Dense()
        with self.assertRaisesRegex(ValueError, "finite"):
            optimizers.SGD(momentum=float("nan"))

    def test_whatever_needs_no_arguments_can_be_made(self):
        def each(module, *without):
            """What the module's builders give without arguments."""
            for name, builder in vars(module).items():
                if isinstance(builder, type) and builder.__module__ == module.__name__ and not name.startswith(without) and all(
                        p.default is not p.empty for p in inspect.signature(builder).parameters.values()):
                    yield builder()

        def dense(**arguments):
            return Sequential([layers.Input([4]), layers.Dense(4, **arguments)])
        for activation in each(activations):
            dense(activation=activation)
        for initializer in each(initializers, "UnitForgetBias"):  # of a vector of four parts
            dense(kernel_initializer=initializer)
        for loss in each(losses, "CTC"):  # of steps
            dense().compile(optimizers.SGD(), loss)
        for optimizer in each(optimizers):
            dense().compile(optimizer, losses.MeanSquaredError())
        for metric in each(metrics, "Sparse", "TopK"):
            dense().compile(optimizers.SGD(), losses.MeanSquaredError(), metric)


class Fits(unittest.TestCase):
    def test_a_fit_learns_and_tells_of_it(self):
        model = classifier()
        seen = []
        history = model.fit(X, Y, batch_size=16, epochs=20, validation_split=0.25, callbacks=[seen.append], verbose=0)
        self.assertEqual(history.epochs, list(range(20)))
        self.assertLess(history.history["loss"][-1], 0.5 * history.history["loss"][0])
        self.assertGreater(history.history["val_accuracy"][-1], 0.8)
        self.assertEqual((len(seen), seen[0].batch, seen[0].batches), (20 * 5, 1, 4))
        self.assertEqual([p.epoch for p in seen if p.epoch_ends], list(range(20)))
        self.assertIn("val_accuracy", seen[-1].logs)
        self.assertIn("<table>", history._repr_html_())
        self.assertIn("20 epochs", repr(history))
        score = model.evaluate(X, Y)
        self.assertGreater(score["accuracy"], 0.9)
        predicted = model.predict(X, batch_size=7)
        self.assertEqual(predicted.shape, (80, 2))
        self.assertAlmostEqual(float(np.mean(predicted.argmax(1) == Y)), score["accuracy"], 5)
        self.assertEqual(classifier().fit(X, Y, epochs=2, verbose=0).logs, classifier().fit(X, Y, epochs=2, verbose=0).logs)

    def test_a_layer_learns_from_data(self):
        layer = adapt(layers.Normalization(), X)
        model = Sequential([layers.Input([4]), layer], seed=1)
        given = model.predict(X)
        np.testing.assert_allclose(given.mean(axis=0), 0, atol=1e-5)
        np.testing.assert_allclose(given.std(axis=0), 1, atol=1e-4)
        with self.assertRaisesRegex(ValueError, "Dense"):
            adapt(layers.Dense(3), X)

    def test_datasets_do_as_arrays(self):
        data = runnel.Dataset.from_slices(X, Y).batch(16)
        a, b = classifier(), classifier()
        first = a.fit(X, Y, batch_size=16, epochs=2, shuffle=False, validation_data=(X, Y), verbose=0)
        second = b.fit(data, epochs=2, validation_data=data, verbose=0)
        self.assertEqual(first.logs, second.logs)
        self.assertEqual(a.evaluate(X, Y, batch_size=16), b.evaluate(data))
        with self.assertRaisesRegex(runnel.errors.OutOfRange, "ended after 1 batches"):
            b.fit(data, epochs=3, steps_per_epoch=2, verbose=0)
        with self.assertRaisesRegex(ValueError, "components of the dataset"):
            b.fit(data, Y)

    def test_lists_and_weights_do_as_arrays(self):
        a, b = classifier(), classifier()
        self.assertEqual(a.train_on_batch(X, Y), b.train_on_batch(X.tolist(), Y.tolist()))
        weights = np.where(Y == 1, 3.0, 1.0)
        a, b = classifier(), classifier()
        self.assertEqual(a.fit(X, Y, class_weight={0: 1.0, 1: 3.0}, verbose=0).logs,
                         b.fit(X, Y, sample_weight=weights, verbose=0).logs)

    def test_what_a_callback_raises_comes_out_of_the_fit(self):
        model = classifier()

        class Enough(Exception):
            pass

        def stop(progress):
            if progress.batch == 2:
                raise Enough("of this")
        with self.assertRaisesRegex(Enough, "of this"):
            model.fit(X, Y, callbacks=[stop], verbose=0)
        model.fit(X, Y, callbacks=[callbacks.TerminateOnNaN(), "EarlyStopping(monitor=loss)"], verbose=0)
        with self.assertRaisesRegex(runnel.NotFound, "/nowhere"):
            model.fit(X, Y, callbacks=[callbacks.CSVLogger("/nowhere/log.csv")], verbose=0)

    def test_bad_data_and_a_full_disk_leave_the_model_usable(self):
        model = classifier()
        before = model.get_weights()
        with self.assertRaisesRegex(runnel.InvalidArgument, r"labels\[0\] is \d, outside of \[0,2\)"):
            model.fit(X, Y + 2, verbose=0)
        for a, b in zip(before, model.get_weights()):
            np.testing.assert_array_equal(a, b)
        self.assertTrue(np.isnan(model.fit(np.where(X == X[3, 2], np.nan, X), Y, verbose=0).logs[0]["loss"]))
        model.set_weights(before)
        model.compile(optimizers.Adam(0.05), losses.SparseCategoricalCrossentropy(), ["accuracy"])
        self.assertTrue(np.isfinite(model.fit(X, Y, verbose=0).logs[0]["loss"]))
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with tempfile.TemporaryDirectory() as folder:
            model.save(folder + "/kept")
            raised = None
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
            try:
                model.fit(X, Y, callbacks=[callbacks.ModelCheckpoint(folder + "/kept")], verbose=0)
            except runnel.ResourceExhausted as error:
                raised = error
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limit)
                signal.signal(signal.SIGXFSZ, handler)
            self.assertIn(folder + "/kept", str(raised))
            self.assertEqual(sorted(os.listdir(folder)), ["kept.data-00000-of-00001", "kept.index"])
            model.load(folder + "/kept")
            model.fit(X, Y, callbacks=[callbacks.ModelCheckpoint(folder + "/kept")], verbose=0)

    def test_the_bar_shows_how_far_it_is(self):
        model = classifier()
        out = io.StringIO()
        model.fit(X, Y, batch_size=16, epochs=2, callbacks=[ProgressBar(out, False)], verbose=0)
        self.assertRegex(out.getvalue(), r"\AEpoch 1/2 - 5/5 - \d+\.\ds - loss: \d\.\d{4} - accuracy: \d\.\d{4}\nEpoch 2/2")
        out = io.StringIO()
        model.fit(X, Y, batch_size=16, callbacks=[ProgressBar(out, True)], verbose=0)
        self.assertRegex(out.getvalue(), r"\rEpoch 1/1 \[=+\.*\] \d/5 - \d+s left - loss")

    def test_a_model_names_its_device_and_policy(self):
        made = [layers.Input([4]), layers.Dense(8, activation="relu"), layers.Dense(2)]
        model = Sequential(made, seed=3, dtype="mixed_float16", device="/device:CPU:0")  # which numpy has
        self.assertLess(np.abs(model.predict(X) - Sequential(made, seed=3).predict(X)).max(), 0.05)
        with self.assertRaisesRegex(runnel.NotFound, "GPU:7.*CPU:0"):
            Model(device="/device:GPU:7")

    def test_mistakes_name_layer_and_shapes(self):
        model = Sequential([layers.Input([4])])
        with self.assertRaisesRegex(runnel.InvalidArgument, r"conv2d.*\[\?,4\]"):
            model.add(layers.Conv2D(3, 3))
        form = Model()
        four, three = form.input([4]), form.input([3])
        with self.assertRaisesRegex(runnel.InvalidArgument, r'layer "add" on \[\?,4\], \[\?,3\]'):
            form.call(layers.Add(), four, three)
        form.call(layers.Dense(8, name="d"), four)
        with self.assertRaisesRegex(runnel.InvalidArgument, r'layer "d" on \[\?,3\].*d/kernel is \[4,8\].*\[3,8\]'):
            form.call_again("d", three)
        with self.assertRaisesRegex(runnel.NotFound, "Dens"):
            model.add("Dens(3)")
        with self.assertRaisesRegex(runnel.FailedPrecondition, "not compiled"):
            model.fit(X, Y)


class Forms(unittest.TestCase):
    def test_shared_layers_and_operators(self):
        model = Model(seed=5)
        a, b = model.input([4], name="a"), model.input([4], name="b")
        shared = layers.Dense(3, activation="tanh")
        x, y = shared(a), shared(b)
        self.assertEqual(shared.layer_name, "dense")
        total = (x + y) * 0.5 - x * y + 1
        self.assertEqual((total.shape, total.dtype), ((None, 3), runnel.float32))
        side = layers.Concatenate()([x, y])
        self.assertEqual(side.shape, (None, 6))
        model.outputs = [layers.Dense(1, name="size")(total), layers.Dense(2, name="kind", activation="softmax")(side)]
        self.assertEqual([v.name for v in model.inputs + model.outputs], ["a", "b", "size", "kind"])
        self.assertEqual(model.weight_names, ["dense/kernel", "dense/bias", "size/kernel", "size/bias", "kind/kernel", "kind/bias"])
        model.compile(optimizers.SGD(0.1), [losses.MeanSquaredError(), losses.SparseCategoricalCrossentropy()],
                      loss_weights=[1.0, 0.5])
        before = model.weights
        history = model.fit([X, X], [X[:, :1], Y], epochs=5, verbose=0)
        self.assertLess(history.logs[-1]["loss"], history.logs[0]["loss"])
        one, two = model.predict([X, X])
        self.assertEqual((one.shape, two.shape), ((80, 1), (80, 2)))
        model.set_trainable(shared, False)
        model.compile(optimizers.SGD(0.1), ["mse", "SparseCategoricalCrossentropy"])
        kept = model.weights["dense/kernel"].copy()
        model.fit([X, X], [X[:, :1], Y], verbose=0)
        np.testing.assert_array_equal(model.weights["dense/kernel"], kept)
        self.assertFalse(np.array_equal(before["dense/kernel"], kept))
        self.assertIn("Total params", model.summary())
        self.assertIn("<pre>", model._repr_html_())
        other = Model()
        with self.assertRaisesRegex(ValueError, "another model"):
            shared(other.input([4]))

    def test_weights_are_read_and_set(self):
        model = classifier()
        self.assertEqual(model.weights["dense/kernel"].shape, (4, 8))
        model.set_weights({"dense/bias": np.arange(8)})
        np.testing.assert_array_equal(model.weights["dense/bias"], np.arange(8, dtype="float32"))
        other = classifier(seed=9)
        other.set_weights(model.get_weights())
        np.testing.assert_array_equal(other.predict(X), model.predict(X))
        with self.assertRaisesRegex(KeyError, "dense/bios"):
            model.set_weights({"dense/bios": np.arange(8)})
        with self.assertRaisesRegex(runnel.InvalidArgument, "dense/bias"):
            model.set_weights({"dense/bias": np.arange(9)})


class Files(unittest.TestCase):
    def test_a_fit_goes_on_from_a_checkpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            whole, first, second = classifier(), classifier(), classifier()
            whole.fit(X, Y, epochs=4, verbose=0)
            first.fit(X, Y, epochs=2, verbose=0)
            first.save(os.path.join(folder, "at"))
            second.load(os.path.join(folder, "at"))
            second.fit(X, Y, epochs=4, initial_epoch=2, verbose=0)
            for name, value in whole.weights.items():
                np.testing.assert_array_equal(second.weights[name], value)
            first.save_weights(os.path.join(folder, "weights"))
            self.assertEqual(list(runnel.Checkpoint(os.path.join(folder, "weights"))),
                             ["dense/bias", "dense/kernel", "dense_1/bias", "dense_1/kernel"])
            other = classifier(seed=9)
            other.load_weights(os.path.join(folder, "weights"))
            np.testing.assert_array_equal(other.predict(X), first.predict(X))

    def test_saved_models_and_frozen_graphs_predict(self):
        model = classifier()
        model.fit(X, Y, verbose=0)
        with tempfile.TemporaryDirectory() as folder:
            model.export(os.path.join(folder, "served"))
            saved = runnel.SavedModel(os.path.join(folder, "served"))
            self.assertEqual(list(saved.signatures), ["serving_default"])
            got = saved.serve()(input_layer=X)
            np.testing.assert_array_equal(np.asarray(got["dense_1"]), model.predict(X))
        graph = runnel.Graph()
        graph.import_graph_def(model.freeze())
        with runnel.Session(graph) as session:
            got = session.run(model.outputs[0].output.name, {model.inputs[0].output.name: X})
        np.testing.assert_array_equal(np.asarray(got), model.predict(X))

    def test_steps_of_ones_own_see_the_weights(self):
        model = classifier()
        doubled = model.outputs[0].output * 2.0
        got = model.session.run(doubled, {model.inputs[0].output: X})
        np.testing.assert_allclose(np.asarray(got), 2 * model.predict(X), rtol=1e-6)


class Own(unittest.TestCase):
    def test_layers_and_losses_of_ones_own_train_as_those_of_runnel(self):
        target = (X @ np.array([[1.0], [2.0], [0.0], [-1.0]], "float32"))
        built = Sequential([layers.Input([4]), layers.Dense(6, activation="tanh", use_bias=False), layers.Dense(1)], seed=2)
        built.compile(optimizers.Adam(0.05), losses.MeanSquaredError())
        own = Sequential([layers.Input([4])], seed=2)
        seen = []

        def tanh_product(x, kernel, training):
            seen.append(training)
            return ops.tanh(x @ kernel)
        wide = own.define_layer("Wide", tanh_product, weights={"kernel": ("[dim(x, -1), 6]", initializers.GlorotUniform())})
        distance = own.define_loss("distance", lambda true, predicted: ops.mean(ops.square(true - predicted), -1))
        own.add(wide(name="first"))
        own.add(layers.Dense(1))
        own.compile(optimizers.Adam(0.05), distance, [distance])
        self.assertEqual(own.weight_names[0], "first/kernel")
        self.assertEqual(seen, [False, True])
        a, b = (m.fit(X, target, epochs=3, verbose=0).history["loss"] for m in (built, own))
        np.testing.assert_allclose(a, b, rtol=1e-5)

    def test_what_a_layer_raises_is_the_calls(self):
        model = Sequential([layers.Input([4])])

        def fails(x):
            raise ZeroDivisionError("in a layer")
        bad = model.define_layer("Bad", fails)
        with self.assertRaisesRegex(runnel.Unknown, "bad.*ZeroDivisionError: in a layer"):
            model.add(bad())
        calls = model.define_layer("Calls", lambda x: model.summary())
        with self.assertRaisesRegex(runnel.FailedPrecondition, "must not call its model"):
            model.add(calls())
        with self.assertRaisesRegex(runnel.AlreadyExists, "Dense"):
            model.define_layer("Dense", fails)
        model.add(layers.Dense(1))


class Drawings(unittest.TestCase):
    def test_a_model_is_drawn(self):
        model = Model()
        x = model.input([4], name="wide")
        first = layers.Dense(8, name="first")(x)
        model.outputs = layers.Dense(2)(first + layers.Dense(8, name="second")(first))
        drawing = model._repr_svg_()
        root = xml.etree.ElementTree.fromstring(drawing)
        texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
        self.assertEqual(sorted(texts[::2]), ["add", "dense", "first", "second", "wide"])
        self.assertEqual(sorted(texts[1::2]), ["[?, 2]", "[?, 4]", "[?, 8]", "[?, 8]", "[?, 8]"])
        self.assertEqual(drawing.count('class="edge"'), 5)
        heights = {text.text: float(text.get("y")) for text in root.iter("{http://www.w3.org/2000/svg}text")}
        self.assertLess(heights["first"], heights["second"])
        self.assertLess(heights["second"], heights["add"])
        self.assertIn("<svg", Model()._repr_svg_())


if __name__ == "__main__":
    unittest.main()
