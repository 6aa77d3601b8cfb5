"""Writes tests/learn/estimators.txt: what tf.estimator computes for canned estimators that Runnel makes of the same specs.

    python3 tests/learn/make_estimators.py > tests/learn/estimators.txt

needs the package tensorflow-cpu 2.15, in an environment of its own. A line holds, between tabs: name, spec, label, steps, the
variables that begin with values by formula (name:dims, between |), what evaluate tells, and the first prediction of some
samples. Weights and samples follow from formulas, so that both sides start from the same: see `weight` and `features`.
The checkpoints of those in KEPT are written to tests/learn/estimator_files.
"""
import os
import shutil
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
import numpy  # noqa: E402
import tensorflow as tf  # noqa: E402

tf.get_logger().setLevel("ERROR")
SAMPLES, BATCH = 32, 8
WORDS = ["red", "green", "blue", ""]
NUMERIC = "numeric_column(age), numeric_column(xs, shape=[2])"
COLOR = "categorical_column_with_vocabulary_list(color, [red, green])"
MANY = ("bucketized_column(numeric_column(age), [0.2, 0.6]), categorical_column_with_identity(kind, 4), "
        "categorical_column_with_hash_bucket(city, 5), categorical_column_with_vocabulary_list(color, [red, green], num_oov_buckets=2), "
        "crossed_column([color, city], 7), crossed_column(['bucketized_column(numeric_column(age), [0.2, 0.6])', kind], 6), "
        "numeric_column(xs, shape=[2])")
DEEP = ("embedding_column(categorical_column_with_hash_bucket(city, 5), 3), indicator_column(%s), "
        "bucketized_column(numeric_column(xs, shape=[2]), [-0.5, 0.5]), numeric_column(age)" % COLOR)
CROSSES = ("crossed_column([city, color, kind], 40), crossed_column([kind, color], 30, hash_key=5), crossed_column([%r, city], 50), "
           "crossed_column(['bucketized_column(numeric_column(xs, shape=[2]), [-0.5, 0.5])', kind], 20)" % COLOR)
KEPT = ["dnn_normalized", "linear_crosses", "wide_and_deep"]
CASES = [
    ("dnn_classes", "DNNClassifier(hidden_units=[6, 4], n_classes=3, feature_columns=[%s], optimizer=Adagrad(0.05))" % NUMERIC, "class3"),
    ("dnn_defaults", "DNNClassifier(hidden_units=[6], feature_columns=[%s])" % NUMERIC, "class2"),
    ("dnn_columns", "DNNClassifier(hidden_units=[5], feature_columns=[%s], activation_fn=tanh, optimizer=Adam(0.01))" % DEEP, "class2"),
    ("dnn_clipped", "DNNClassifier(hidden_units=[5], feature_columns=[embedding_column(categorical_column_with_hash_bucket(city, 5), 3, max_norm=0.35), "
                  "embedding_column(%s, 2, combiner=sqrtn, max_norm=0.2)], optimizer=SGD(0.5))" % COLOR, "class2"),
    ("dnn_words", "DNNClassifier(hidden_units=[5], n_classes=3, label_vocabulary=[low, mid, high], feature_columns=[%s], "
                  "optimizer=SGD(0.1))" % NUMERIC, "word"),
    ("dnn_weighted", "DNNClassifier(hidden_units=[5], feature_columns=[%s], weight_column=heavy, optimizer=SGD(0.1))" % NUMERIC, "class2"),
    ("dnn_sum", "DNNRegressor(hidden_units=[5], feature_columns=[%s], loss_reduction=sum, optimizer=SGD(0.01))" % NUMERIC, "number"),
    ("dnn_two_numbers", "DNNRegressor(hidden_units=[4, 3], feature_columns=[%s], label_dimension=2, optimizer=SGD(0.02, momentum=0.9))" % NUMERIC,
     "numbers"),
    ("dnn_normalized", "DNNRegressor(hidden_units=[6, 4], feature_columns=[%s], batch_norm=true, activation_fn=tanh, optimizer=Adam(0.05))" % NUMERIC, "number"),
    ("linear_columns", "LinearClassifier(feature_columns=[%s])" % MANY, "class2"),
    ("linear_classes", "LinearClassifier(feature_columns=[%s], n_classes=3, optimizer=Ftrl(0.1, l1_regularization_strength=0.01))" % MANY,
     "class3"),
    ("linear_crosses", "LinearClassifier(feature_columns=[%s])" % CROSSES, "class2"),
    ("linear_regressor", "LinearRegressor(feature_columns=[%s])" % MANY, "number"),
    ("wide_and_deep", "DNNLinearCombinedClassifier(linear_feature_columns=[%s], dnn_feature_columns=[%s], dnn_hidden_units=[6, 4])"
     % (MANY, DEEP), "class2"),
    ("wide_and_deep_numbers", "DNNLinearCombinedRegressor(linear_feature_columns=[%s], linear_optimizer=Ftrl(0.05), "
     "dnn_feature_columns=[%s], dnn_hidden_units=[6], dnn_optimizer=Adagrad(0.05))" % (MANY, DEEP), "number"),
]


def weight(shape, index):
    size = int(numpy.prod(shape))
    return (0.3 * numpy.sin(1.7 * numpy.arange(size) + 0.9 * index + 0.3)).reshape(shape).astype(numpy.float32)


def features():
    i = numpy.arange(SAMPLES)
    return {"age": (0.5 + 0.5 * numpy.sin(0.37 * i)).astype(numpy.float32)[:, None],
            "xs": numpy.sin(0.37 * numpy.arange(2 * SAMPLES)).astype(numpy.float32).reshape([SAMPLES, 2]),
            "color": numpy.array([WORDS[k * 7 % 4] for k in i])[:, None],
            "city": numpy.array(["city%d" % (k * 5 % 9) for k in i])[:, None],
            "kind": (i * 3 % 4)[:, None], "heavy": (0.5 + i % 3).astype(numpy.float32)[:, None]}


def label(kind):
    i = numpy.arange(SAMPLES)
    if kind.startswith("class"):
        return (i * 7 + 3) % int(kind[5:])
    if kind == "word":
        return numpy.array([["low", "mid", "high"][k * 7 % 3] for k in i])
    count = SAMPLES * (2 if kind == "numbers" else 1)
    return (0.5 + 0.5 * numpy.cos(0.91 * numpy.arange(count))).astype(numpy.float32).reshape([SAMPLES, -1])


class Names(dict):
    """What a spec may name; other names are strings."""

    def __missing__(self, name):
        return name


def estimator(spec, model_dir, warm_start):
    names = Names({name: getattr(tf.feature_column, name) for name in dir(tf.feature_column) if name.endswith(("column", "_list", "_bucket", "_identity"))})
    for name in ("Adagrad", "Adam", "SGD", "Ftrl"):
        names[name] = lambda *a, made=getattr(tf.keras.optimizers.legacy, name), **k: (lambda: made(*a, **k))
    names.update(true=True, relu=tf.nn.relu, tanh=tf.nn.tanh, sum=tf.keras.losses.Reduction.SUM)

    def crossed(keys, size, hash_key=None):
        return tf.feature_column.crossed_column([eval(k, names) if "(" in k else k for k in keys], size, hash_key)
    names["crossed_column"] = crossed
    for name in ("DNNClassifier", "DNNRegressor", "LinearClassifier", "LinearRegressor", "DNNLinearCombinedClassifier",
                 "DNNLinearCombinedRegressor"):
        names[name] = lambda made=getattr(tf.estimator, name), **k: made(
            model_dir=model_dir, config=tf.estimator.RunConfig(tf_random_seed=1), **dict(k, **({"warm_start_from": warm_start} if warm_start else {})))
    return eval(spec, {"__builtins__": {}}, names)


def data(kind, passes):
    return tf.data.Dataset.from_tensor_slices((features(), label(kind))).batch(BATCH).repeat(passes)


def start(spec, input_fn):
    """The variables that begin with values by formula, and the settings by which an estimator takes them from a checkpoint."""
    first = estimator(spec, tempfile.mkdtemp(), None)
    first.train(input_fn, steps=1)
    shapes = {n: first.get_variable_value(n).shape for n in sorted(first.get_variable_names()) if n.startswith("dnn/") and "/moving_" not in n}
    warm = None
    if shapes:
        prefix = os.path.join(tempfile.mkdtemp(), "start")
        with tf.Graph().as_default():
            made = [tf.compat.v1.get_variable(n, initializer=weight(shape, index), use_resource=True)
                    for index, (n, shape) in enumerate(shapes.items())]
            with tf.compat.v1.Session() as session:
                session.run(tf.compat.v1.global_variables_initializer())
                tf.compat.v1.train.Saver(made).save(session, prefix)
        warm = tf.estimator.WarmStartSettings(prefix, vars_to_warm_start="dnn/.*")
    return "|".join("%s:%s" % (n, ",".join(map(str, s))) for n, s in shapes.items()), warm


def run(name, spec, kind, steps):
    shapes, warm = start(spec, lambda: data(kind, None))
    trained = estimator(spec, tempfile.mkdtemp(), warm)
    trained.train(lambda: data(kind, None), steps=steps)
    if name in KEPT:
        newest = trained.latest_checkpoint()
        for end in (".index", ".data-00000-of-00001"):
            shutil.copyfile(newest + end, os.path.join(os.path.dirname(os.path.abspath(__file__)), "estimator_files", name + end))
    told = trained.evaluate(lambda: data(kind, 1))
    told = {k: v for k, v in told.items() if k not in ("auc_precision_recall", "global_step")}
    predicted = list(trained.predict(lambda: data(kind, 1)))
    key = "logits" if "logits" in predicted[0] else "predictions"
    values = [float(x) for at in (0, 1, 17) for x in predicted[at][key]]
    return "\t".join([name, spec, kind, str(steps), shapes,
                      ",".join("%s=%.9g" % (k, v) for k, v in sorted(told.items())), ",".join("%.9g" % v for v in values)])


def main():
    wanted = sys.argv[1:]
    print("# Written by tests/learn/make_estimators.py with tensorflow %s. Name, spec, label, steps, variables that begin by\n"
          "# formula, what evaluate tells, predictions of samples 0, 1 and 17." % tf.__version__)
    for name, spec, kind in CASES:
        if not wanted or name in wanted:
            print(run(name, spec, kind, 20 if name.endswith("_short") else 200), flush=True)


if __name__ == "__main__":
    main()
