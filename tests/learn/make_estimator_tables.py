"""Writes tests/learn/estimator_tables.txt: the loss of each step that tf.estimator tells for canned estimators over real tables.

    RUNNEL_DATA_DIR=... python3 tests/learn/make_estimator_tables.py > tests/learn/estimator_tables.txt

needs the package tensorflow-cpu 2.15, in an environment of its own, and the tables of datasets/tabular. A line holds, between tabs:
name, spec, table, rows, features (column:type, between commas), label (column:type), steps, the variables that begin with values by
formula (name:dims, between |), the loss of each step, and what evaluate tells. Batches are of 50 rows in the table's order. An empty
number is 0, an empty whole number -1; of a label of type some it is told whether it is more than 0. tf.estimator's canned models are of float32: their heads cast logits and labels to it.
"""
import csv
import os
import sys
import tempfile

import make_estimators as base
import numpy
import tensorflow as tf

BATCH, STEPS = 50, 200
IRIS = "sepal_length:float,sepal_width:float,petal_length:float,petal_width:float"
PENGUINS = "culmen_length_mm:float,culmen_depth_mm:float,flipper_length_mm:float,body_mass_g:float"
TAXI = ("trip_miles:float,trip_start_month:float,pickup_latitude:float,pickup_longitude:float,trip_start_hour:int,trip_start_day:int,"
        "dropoff_community_area:int,payment_type:string,company:string")
MILES = "bucketized_column(numeric_column(trip_miles), [0.5, 1, 2, 4, 8, 16])"
PLACE = ("bucketized_column(numeric_column(pickup_latitude), [41.8, 41.88, 41.9, 41.95]), "
         "bucketized_column(numeric_column(pickup_longitude), [-87.7, -87.65, -87.63])")
COMPANY = "categorical_column_with_hash_bucket(company, 20)"
AREA = "categorical_column_with_identity(dropoff_community_area, 80)"
PAYMENT = "categorical_column_with_vocabulary_list(payment_type, [Cash, 'Credit Card'], num_oov_buckets=2)"
WIDE = ("%s, %s, %s, categorical_column_with_identity(dropoff_community_area, 40, default_value=3), %s, "
        "categorical_column_with_identity(trip_start_day, 8), crossed_column([payment_type, company], 60), "
        "crossed_column([trip_start_hour, '%s'], 100), crossed_column(['crossed_column([payment_type, trip_start_day], 9)', company], 90)"
        % (MILES, PLACE, COMPANY, PAYMENT, AREA))
DEEP = ("%s, embedding_column(%s, 4), embedding_column(%s, 6), indicator_column(%s), numeric_column(trip_start_month)"
        % (MILES, COMPANY, AREA, PAYMENT))


def numbers(features):
    return ", ".join("numeric_column(%s)" % one.split(":")[0] for one in features.split(","))


CASES = [
    ("iris_dnn", "DNNClassifier(hidden_units=[10, 10], n_classes=3, feature_columns=[%s], optimizer=Adam(0.01))" % numbers(IRIS),
     "iris.csv", 150, IRIS, "variety:int"),
    ("penguins_linear", "LinearClassifier(feature_columns=[%s], n_classes=3)" % numbers(PENGUINS),
     "penguins_processed.csv", 300, PENGUINS, "species:int"),
    ("penguins_dnn", "DNNRegressor(hidden_units=[8], feature_columns=[%s], optimizer=Adagrad(0.05))"
     % numbers(PENGUINS.rpartition(",")[0]), "penguins_processed.csv", 300, PENGUINS, "body_mass_g:float"),
    ("taxi_fares_linear", "LinearRegressor(feature_columns=[%s])" % WIDE, "chicago_taxi.csv", 2000, TAXI, "fare:float"),
    ("taxi_fares_dnn", "DNNRegressor(hidden_units=[16, 8], feature_columns=[%s], optimizer=Adagrad(0.05))" % DEEP,
     "chicago_taxi.csv", 2000, TAXI, "fare:float"),
    ("taxi_wide_and_deep", "DNNLinearCombinedRegressor(linear_feature_columns=[%s], dnn_feature_columns=[%s], dnn_hidden_units=[16, 8], "
     "dnn_optimizer=Adagrad(0.05))" % (WIDE, DEEP), "chicago_taxi.csv", 2000, TAXI, "fare:float"),
    ("taxi_tips_wide_and_deep", "DNNLinearCombinedClassifier(linear_feature_columns=[%s], dnn_feature_columns=[%s], "
     "dnn_hidden_units=[16, 8], dnn_optimizer=Adagrad(0.05))" % (WIDE, DEEP), "chicago_taxi.csv", 2000, TAXI, "tips:some"),
]


def table(name, rows):
    with open(os.path.join(os.environ["RUNNEL_DATA_DIR"], "datasets/tabular", name), newline="") as file:
        return [row for row, _ in zip(csv.DictReader(file), range(rows))]


def column(rows, name, kind):
    values = [row[name] for row in rows]
    if kind == "string":
        return numpy.array(values)
    if kind == "int":
        return numpy.array([int(float(value or -1)) for value in values], numpy.int64)
    found = numpy.array([float(value or 0) for value in values], numpy.float32)
    return (found > 0).astype(numpy.int64) if kind == "some" else found


class Losses(tf.estimator.SessionRunHook):
    def __init__(self):
        self.all = []

    def before_run(self, run_context):
        return tf.estimator.SessionRunArgs(tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.LOSSES)[-1])

    def after_run(self, run_context, run_values):
        self.all.append(float(run_values.results))


def run(name, spec, file, count, features, label):
    rows = table(file, count)
    tensors = {key: column(rows, key, kind)[:, None] for key, kind in (one.split(":") for one in features.split(","))}
    truth = column(rows, *label.split(":"))

    def data(passes):
        return tf.data.Dataset.from_tensor_slices((tensors, truth)).batch(BATCH).repeat(passes)

    shapes, warm = base.start(spec, lambda: data(None))
    trained, losses = base.estimator(spec, tempfile.mkdtemp(), warm), Losses()
    trained.train(lambda: data(None), steps=STEPS, hooks=[losses])
    told = {k: v for k, v in trained.evaluate(lambda: data(1)).items() if k not in ("auc_precision_recall", "global_step")}
    return "\t".join([name, spec, file, str(count), features, label, str(STEPS), shapes, ",".join("%.9g" % v for v in losses.all),
                      ",".join("%s=%.9g" % (k, v) for k, v in sorted(told.items()))])


def main():
    print("# Written by tests/learn/make_estimator_tables.py with tensorflow %s, which has the form of a line." % tf.__version__)
    for case in CASES:
        if not sys.argv[1:] or case[0] in sys.argv[1:]:
            print(run(*case), flush=True)


if __name__ == "__main__":
    main()
