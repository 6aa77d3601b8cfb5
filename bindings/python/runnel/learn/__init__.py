"""Models of layers, and their training.

    import runnel
    from runnel.learn import Sequential, layers, optimizers

    model = Sequential([
        layers.Input([784]),
        layers.Dense(128, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ], seed=1)
    model.compile(optimizers.Adam(0.001), "SparseCategoricalCrossentropy", ["accuracy"])
    history = model.fit(images, labels, epochs=5, batch_size=100)
    print(model.evaluate(test_images, test_labels))

Names, arguments and defaults are Keras'. Wherever a builder is taken, its text is, too: "Adam(0.001)". Equal models with
equal seeds are equal, in every language that Runnel has.
"""
from . import (activations, callbacks, columns, constraints, estimators, exporters, hooks, initializers, layers, losses,
               metrics, optimizers, regularizers, schedules, strategies)
from ._spec import Layer, Spec, SpecLike
from .estimator import Estimator, EstimatorInput, Mode, ModelCall, Predictions
from .model import History, Model, Progress, Sequential, Value, adapt, load_model
from .trainer import Hook, HookCall, RunConfig, Scaffold, Trainer

__all__ = ["activations", "adapt", "callbacks", "columns", "constraints", "Estimator", "estimators", "exporters", "History",
           "EstimatorInput", "Hook", "HookCall", "hooks", "initializers", "Layer", "layers", "load_model", "losses",
           "metrics", "Mode", "Model", "ModelCall", "optimizers", "Predictions", "Progress", "regularizers",
           "RunConfig", "Scaffold", "schedules", "Sequential", "Spec", "SpecLike", "strategies",
           "Trainer", "Value"]
