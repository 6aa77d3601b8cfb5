"""Trainers with hooks of the program, and estimators: what they train, what a failing hook does, what is there again afterwards."""
import os
import tempfile
import threading
import unittest

import numpy as np

import runnel
from runnel import Graph, ops
from runnel.learn import (Estimator, EstimatorInput, Hook, Mode, RunConfig, Scaffold, Sequential, Trainer, columns, estimators,
                          exporters, hooks, layers, optimizers)

X = np.linspace(0, 3.5, 8, dtype=np.float32)[:, None]
Y = 2 * X + 1


def pairs(passes=None):
    return EstimatorInput(runnel.Dataset.from_slices(X, Y).batch(4).repeat(-1 if passes is None else passes), ["size"])


def line(call):
    """price = size w + b."""
    graph = call.graph
    w, b = graph.variable(np.zeros([1, 1], np.float32), name="w"), graph.variable(np.zeros([1], np.float32), name="b")
    price = ops.add_v2(ops.mat_mul(call.features["size"], w), b)
    call.add_prediction("price", price)
    if call.mode == Mode.PREDICT:
        return
    loss = ops.mean(ops.squared_difference(price, call.labels[0]), [0, 1])
    call.add_metric("error", "MeanAbsoluteError", call.labels[0], price)
    call.minimize(loss, optimizers.SGD(0.02))


class Counter:
    """A graph in which w loses 1 a step, and global_step counts."""

    def __init__(self):
        self.graph = Graph()
        with self.graph:
            self.w = self.graph.variable(np.float32(10), name="w")
            step = self.graph.variable(np.int64(0), name="global_step")
            self.x = self.graph.placeholder(runnel.float32, [], "x")
            self.value = ops.mul(self.w, self.x)
            down = ops.assign_sub_variable_op(self.w.handle, np.float32(1))
            count = ops.assign_add_variable_op(step.handle, np.int64(1))
            self.train = self.graph.group(down, count, name="train")


class Seen(Hook):
    def __init__(self, fail_at=None, error=ValueError("enough")):
        self.events, self.values, self.fail_at, self.error = [], [], fail_at, error

    def begin(self, call):
        self.events.append("begin")
        assert call.session is None

    def after_create_session(self, call):
        self.events.append("session %d" % call.step)

    def before_run(self, call):
        assert call.fetch(self.watched) == 0
        call.feed("x:0", 3)

    def after_run(self, call):
        self.values.append(float(call.values[0]))
        if call.step == self.fail_at:
            raise self.error

    def after_save(self, call):
        self.events.append("saved %s" % os.path.basename(call.checkpoint))

    def end(self, call):
        self.events.append("end %d" % call.step)
        assert call.session.run(self.watched) is not None


class Trainers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_trains_and_recovers_from_a_failing_hook(self):
        made = Counter()
        config = RunConfig(self.folder, save_checkpoints_steps=2, log_step_count_steps=0)
        self.assertTrue(config.is_chief)
        self.assertEqual((config.task_type, config.task_index, config.model_dir, config.num_tasks("ps")), ("chief", 0, self.folder, 0))
        self.assertIsNone(config.start_server())
        failing = Seen(fail_at=3)
        failing.watched = made.value
        with self.assertRaisesRegex(ValueError, "enough"):
            with Trainer(made.graph, config, hooks=[failing]) as trainer:
                while not trainer.should_stop:
                    trainer.run(targets=[made.train])
        self.assertTrue(trainer.should_stop)
        self.assertEqual(failing.values, [30, 27, 24])
        self.assertEqual(failing.events, ["begin", "saved model.ckpt-0", "session 0", "saved model.ckpt-2"])
        # From the last checkpoint: step 2.
        again = Counter()
        seen, told = Seen(), []
        seen.watched = again.value
        with Trainer(again.graph, config, hooks=[seen, lambda call: told.append(call.step), hooks.StopAtStepHook(last_step=5),
                                                 hooks.FinalOpsHook([again.value.name])]) as trainer:
            trainer.start()
            self.assertEqual(trainer.global_step, 2)
            self.assertEqual(float(trainer.run(again.value, targets=[again.train])), 24)
            self.assertEqual(float(trainer.session.run(again.value, {again.x: 1})), 7)
            with self.assertRaises(runnel.InvalidArgument):  # x is fed, where the final ops have nothing to feed it with
                trainer.train(again.train)
        self.assertEqual(seen.values, [24, 21, 18])
        self.assertEqual(told, [3, 4, 5])
        self.assertEqual(trainer.recoveries, 0)

    def test_what_a_hook_raises_comes_out_of_every_call(self):
        for event in ("begin", "after_create_session", "before_run", "end"):
            class Failing(Hook):
                pass

            def fail(self, call):
                raise runnel.DataLoss("in " + event)
            setattr(Failing, event, fail)
            made = Counter()
            trainer = Trainer(made.graph, RunConfig(), hooks=[Failing(), hooks.StopAtStepHook(num_steps=1)])
            with self.assertRaisesRegex(runnel.DataLoss, "in " + event):
                trainer.start()
                trainer.run(made.value, {made.x: 1}, targets=[made.train])
                trainer.close()
        with self.assertRaisesRegex(runnel.InvalidArgument, "StopAtStep"):
            Trainer(made.graph, RunConfig(), hooks=["StopAtStepHook(num_step=1)"])
        with self.assertRaisesRegex(runnel.FailedPrecondition, "before the trainer starts"):
            trainer.add_hook(Failing())

    def test_a_scaffold_says_what_is_what(self):
        made = Counter()
        with made.graph:
            init = made.graph.group(made.w.initializer, made.graph.variables[1].initializer)
        trainer = Trainer(made.graph, RunConfig(), scaffold=Scaffold(init_op=init, global_step=made.graph.variables[1].handle))
        trainer.run(targets=[made.train])
        self.assertEqual(trainer.global_step, 1)
        trainer.request_stop()
        self.assertTrue(trainer.should_stop)
        with self.assertRaises(runnel.FailedPrecondition):
            trainer.run(targets=[made.train])
        with self.assertRaisesRegex(runnel.NotFound, "no such thing"):
            Trainer(made.graph, RunConfig(), scaffold=Scaffold(init_op="no such thing"))

    def test_the_finalize_op_runs_before_the_hooks_ends(self):
        made = Counter()
        with made.graph:
            w = ops.read_variable_op(made.w.handle, dtype=runnel.float32)
        with Trainer(made.graph, RunConfig(), scaffold=Scaffold(finalize_op=made.train), hooks=[hooks.FinalOpsHook([w.name])]) as trainer:
            trainer.run(targets=[made.train])
        self.assertEqual(trainer.final_values[0].item(), 8)

    def test_configurations(self):
        json = '{"cluster": {"chief": ["127.0.0.1:1"], "worker": ["127.0.0.1:2"], "ps": ["127.0.0.1:3"]}, "task": {"type": "worker", "index": 0}}'
        config = RunConfig(tf_config=json)
        self.assertEqual((config.task_type, config.is_chief, config.num_tasks("ps")), ("worker", False, 1))
        config = RunConfig(cluster={"chief": ["127.0.0.1:1"], "ps": ["127.0.0.1:3", "127.0.0.1:4"]}, task_type="ps", task_index=1)
        self.assertEqual((config.task_type, config.task_index, config.num_tasks("ps")), ("ps", 1, 2))
        with self.assertRaisesRegex(runnel.InvalidArgument, "byte 1"):
            RunConfig(tf_config="{")


class Estimators(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def check_line(self, estimator):
        prices = np.concatenate([batch["price"].numpy() for batch in estimator.predict(pairs(1))])
        np.testing.assert_allclose(prices, Y, atol=0.1)

    def test_a_model_function_trains_and_recovers_from_a_failing_hook(self):
        config = RunConfig(self.folder, save_checkpoints_steps=100, log_step_count_steps=0)
        estimator = Estimator(line, config)
        names = []

        class Failing(Hook):
            def before_run(self, call):
                if not names:
                    names.append(call.fetch("Mean:0"))

            def after_run(self, call):
                if call.step == 250:
                    raise KeyError("at 250")
        with self.assertRaisesRegex(KeyError, "at 250"):
            estimator.train(pairs(), max_steps=1000, hooks=[Failing(), "LoggingTensorHook(['Mean:0'], every_n_iter=1000)"])
        self.assertEqual(names, [0])
        self.assertEqual(estimator.evaluate(pairs(1))["global_step"], 200)
        estimator.train(pairs(), max_steps=1000)
        found = estimator.evaluate(pairs(1), steps=2, name="late")
        self.assertEqual(found["global_step"], 1000)
        self.assertLess(found["error"], 0.05)
        self.assertTrue(os.path.isdir(os.path.join(self.folder, "eval_late")))
        self.check_line(estimator)
        served = runnel.SavedModel(estimator.export(os.path.join(self.folder, "served"), pairs(1)))
        self.assertEqual(list(served.signatures["serving_default"].inputs), ["size"])

    def test_what_a_model_function_raises_comes_out(self):
        def wrong(call):
            raise ZeroDivisionError("in mode %s" % call.mode.name)
        estimator = Estimator(wrong, RunConfig(self.folder))
        with self.assertRaisesRegex(ZeroDivisionError, "in mode TRAIN"):
            estimator.train(pairs(1))
        with self.assertRaisesRegex(runnel.NotFound, "no checkpoint"):
            estimator.evaluate(pairs(1))

        def by_hand(call):
            w = call.graph.variable(np.zeros([1, 1], np.float32), name="w")
            loss = ops.mean(ops.mat_mul(call.features["size"], w), [0, 1])
            call.set_loss(loss)
            count = ops.assign_add_variable_op(call.global_step, np.int64(1))
            call.set_train_op(call.graph.group(count))
        Estimator(by_hand, RunConfig(os.path.join(self.folder, "by_hand"))).train(pairs(), steps=3)

    def test_train_and_evaluate_exports(self):
        estimator = Estimator(line, RunConfig(self.folder, save_checkpoints_steps=200))
        found = estimator.train_and_evaluate(pairs(), pairs(1), max_steps=1000, throttle_secs=0, start_delay_secs=0,
                                             exporters=[exporters.LatestExporter("latest"), exporters.FinalExporter("final")])
        self.assertEqual(found["global_step"], 1000)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, "export"))), ["final", "latest"])

    def test_a_model_of_layers_and_a_warm_start(self):
        model = Sequential([layers.Input([1]), layers.Dense(1, kernel_initializer="zeros")])
        model.compile("SGD(0.02)", "MeanSquaredError", ["MeanAbsoluteError"])
        estimator = Estimator(model, RunConfig(self.folder))
        estimator.train(pairs(), steps=1000)
        self.assertLess(estimator.evaluate(pairs(1))["mean_absolute_error"], 0.05)
        self.assertEqual(model.weights["dense/kernel"].item(), 0)  # it is not trained itself
        warm = Estimator(model, RunConfig(os.path.join(self.folder, "warm")))
        warm.warm_start(os.path.join(self.folder, "model.ckpt-1000"), "dense/*")
        warm.train(pairs(), steps=1)
        self.assertLess(warm.evaluate(pairs(1))["mean_absolute_error"], 0.05)

    def test_canned_of_typed_columns(self):
        made = estimators.DNNLinearCombinedClassifier(
            linear_feature_columns=[columns.crossed_column(["city", "kind"], 20)],
            dnn_feature_columns=[columns.numeric_column("age"),
                                 columns.embedding_column(columns.categorical_column_with_hash_bucket("city", 8), 2)],
            dnn_hidden_units=[6], dnn_optimizer=optimizers.Adam(0.05))
        rows = range(32)
        age = np.array([[(i * 7) % 32 / 32] for i in rows], np.float32)
        city = np.array([["city%d" % (i % 4)] for i in rows], object)
        kind = np.array([[i % 3] for i in rows], np.int64)
        label = np.array([int(i % 4 == 1) for i in rows], np.int64)
        data = runnel.Dataset.from_slices(age, city, kind, label).batch(8)
        estimator = Estimator(made, RunConfig(self.folder, log_step_count_steps=0))
        estimator.train(EstimatorInput(data.repeat(), ["age", "city", "kind"]), steps=60)
        self.assertEqual(estimator.evaluate(EstimatorInput(data, ["age", "city", "kind"]))["accuracy"], 1)
        batch = next(iter(estimator.predict(EstimatorInput(data, ["age", "city", "kind"]))))
        self.assertEqual([int(x[0]) for x in batch["class_ids"].numpy()], label[:8].tolist())

    def test_another_thread_may_stop_it(self):
        estimator = Estimator(line, RunConfig(self.folder))
        began = threading.Event()
        stopper = threading.Thread(target=lambda: (began.wait(), estimator.request_stop()))
        stopper.start()
        estimator.train(pairs(), hooks=[lambda call: began.set()])
        stopper.join()


if __name__ == "__main__":
    unittest.main()
