"""Wide and deep, as an estimator: who gives a taxi a good tip? python3 wide_and_deep.py [CSV-FILE [STEPS [MODEL-DIR]]]

The table is Chicago's taxi rides; without one, rides are made up. Run again with the same MODEL-DIR, training goes on.
"""
import csv
import os
import sys
import tempfile

import numpy as np

from runnel import Dataset
from runnel.learn import Estimator, EstimatorInput, RunConfig, columns, estimators, hooks, optimizers

NUMBERS, WORDS = ["trip_miles", "fare"], ["payment_type", "company"]
FEATURES = NUMBERS + WORDS + ["trip_start_hour"]


def made(count):
    random = np.random.RandomState(1)
    for _ in range(count):
        miles, by_card = random.exponential(3), random.rand() < 0.5
        yield {"trip_miles": miles, "fare": 3 + 2 * miles, "payment_type": "Credit Card" if by_card else "Cash",
               "company": "company %d" % random.randint(5), "trip_start_hour": random.randint(24), "tips": (2 + miles) * by_card}


def table(rides):
    rides = [ride for ride in rides if float(ride["fare"] or 0) > 0]
    data = [np.array([[float(ride[name] or 0)] for ride in rides], np.float32) for name in NUMBERS]
    data += [np.array([[ride[name]] for ride in rides], object) for name in WORDS]
    data.append(np.array([[int(ride["trip_start_hour"])] for ride in rides], np.int64))
    return [*data, np.array([float(ride["tips"] or 0) > 0.2 * float(ride["fare"]) for ride in rides], np.int64)]


def fed(data, passes):
    return EstimatorInput(Dataset.from_slices(*data).shuffle(1000, seed=1).batch(64).repeat(passes), FEATURES)


path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.environ.get("RUNNEL_DATA_DIR", ""), "datasets/tabular/chicago_taxi.csv")
steps = int(sys.argv[2]) if len(sys.argv) > 2 else 500
if os.path.exists(path):
    with open(path, newline="", encoding="utf-8") as file:
        data = table(csv.DictReader(file))
else:
    data = table(made(2000))
payment = columns.categorical_column_with_hash_bucket("payment_type", 10)
company = columns.categorical_column_with_hash_bucket("company", 100)
hour = columns.categorical_column_with_identity("trip_start_hour", 24)
model = estimators.DNNLinearCombinedClassifier(
    linear_feature_columns=[payment, company, columns.crossed_column(["payment_type", "trip_start_hour"], 500)],
    dnn_feature_columns=[*(columns.numeric_column(name) for name in NUMBERS), columns.indicator_column(payment),
                         columns.embedding_column(company, 8), columns.embedding_column(hour, 4)],
    dnn_hidden_units=[32, 16], dnn_optimizer=optimizers.Adagrad(0.05))
with tempfile.TemporaryDirectory() as temporary:
    config = RunConfig(sys.argv[3] if len(sys.argv) > 3 else temporary, save_checkpoints_steps=200)
    estimator = Estimator(model, config)
    split = len(data[0]) * 4 // 5
    train, test = [column[:split] for column in data], [column[split:] for column in data]
    estimator.train(fed(train, -1), steps=steps, hooks=[hooks.StepCounterHook(every_n_steps=100)])
    found = estimator.evaluate(fed(test, 1))
    print("accuracy %.3f, of always the same answer %.3f, area under the curve %.3f" % (
        found["accuracy"], found["accuracy_baseline"], found["auc"]))
    sys.exit(0 if found["auc"] > 0.7 else "it has not learned")
