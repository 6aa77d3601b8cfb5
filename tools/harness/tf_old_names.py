# What tests of TensorFlow 1.15 import, for the TensorFlow that is installed: modules and functions that have moved since, names of NumPy
# and unittest that are gone, and decorators that would run a method eagerly too.
#
# A module that no longer exists, as tensorflow.contrib, is an empty one whose classes do nothing: a file that only mentions it can be read,
# and a test that uses it fails in TensorFlow as well. A function that has moved is found by its name among TensorFlow's own modules.
import functools
import importlib
import importlib.abc
import importlib.machinery
import os
import sys
import types
import unittest

import numpy as np

NUMPY = {"bool": bool, "int": int, "float": float, "object": object, "complex": complex, "str": str, "float_": np.float64,
         "complex_": np.complex128, "unicode_": np.str_, "string_": np.bytes_, "Inf": np.inf, "NaN": np.nan, "infty": np.inf,
         "asscalar": lambda x: x.item(), "product": np.prod, "cumproduct": np.cumprod, "alltrue": np.all, "sometrue": np.any,
         "in1d": np.isin, "row_stack": np.vstack, "mat": np.asmatrix}
UNITTEST = {"assertItemsEqual": "assertCountEqual", "assertEquals": "assertEqual", "assertNotEquals": "assertNotEqual",
            "assertAlmostEquals": "assertAlmostEqual", "assertRaisesRegexp": "assertRaisesRegex", "assertRegexpMatches": "assertRegex"}
# Modules by their names of 1.15, and where what they had is now.
MOVED = {"tensorflow.python.distribute.distribution_strategy_context": "tensorflow.python.distribute.distribute_lib",
         "tensorflow.python.training.training_ops": "tensorflow.python.ops.gen_training_ops",
         "tensorflow.python.training.gen_training_ops": "tensorflow.python.ops.gen_training_ops",
         "tensorflow.python.training.tracking": "tensorflow.python.trackable",
         "tensorflow.python.training.tracking.base": "tensorflow.python.trackable.base",
         "tensorflow.python.training.tracking.tracking": "tensorflow.python.trackable.autotrackable",
         "tensorflow.python.training.tracking.data_structures": "tensorflow.python.trackable.data_structures",
         "tensorflow.python.training.tracking.util": "tensorflow.python.checkpoint.checkpoint"}
GONE = ("tensorflow.contrib", "tensorflow.python.keras", "tensorflow.python.eager.execution_callbacks",
        "tensorflow.python.data.experimental.ops.threading_options", "portpicker")
# Modules that are loaded, so that what has moved into them is found.
HOLDERS = ("ops.array_ops_stack", "ops.cond", "ops.cond_v2", "ops.control_flow_assert", "ops.control_flow_case", "ops.control_flow_switch_case",
           "ops.functional_ops", "ops.map_fn", "ops.ref_variable", "ops.script_ops", "ops.variable_v1", "ops.while_loop", "ops.while_v2",
           "ops.nn_grad", "ops.math_grad", "ops.array_grad", "ops.ragged", "framework.indexed_slices", "framework.tensor",
           "framework.tensor_conversion", "framework.importer", "framework.function", "eager.polymorphic_function.polymorphic_function")
# Functions that lie elsewhere as modules of the same name.
PLACES = {"ops.control_flow_ops": {"cond": "ops.cond", "cond_v2": None, "while_loop": "ops.while_loop", "case": "ops.control_flow_case",
                                   "switch_case": "ops.control_flow_switch_case", "Assert": "ops.control_flow_assert"},
          "ops.array_ops": {"stack": "ops.array_ops_stack", "unstack": "ops.array_ops_stack", "parallel_stack": "ops.array_ops_stack"},
          "ops.variables": {"VariableV1": "ops.variable_v1"}}
SEARCHED = tuple("tensorflow.python." + part for part in ("ops", "framework", "training", "util", "client"))
TESTS = ("kernel_tests", "ops", "data.kernel_tests")  # packages of the checkout that tests import each other from


def python(name):
    return importlib.import_module("tensorflow.python." + name)


class Empty(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds, behind everything else, modules that are gone."""

    def find_spec(self, name, path=None, target=None):
        if name in GONE or name.startswith(tuple(gone + "." for gone in GONE)):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return Empty(spec.name)

    def exec_module(self, module):
        pass


def move_modules():
    for name, now in MOVED.items():
        folder, leaf = name.rsplit(".", 1)
        sys.modules[name] = importlib.import_module(now)
        setattr(sys.modules.get(folder) or importlib.import_module(folder), leaf, sys.modules[name])


def find_moved():
    """Names that a module of TensorFlow lacks are looked for in its others."""
    index = {}

    def search(module, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if not index:
            for where, holder in list(sys.modules.items()):
                if holder is not None and where.startswith(SEARCHED):
                    for key, value in list(vars(holder).items()):
                        if getattr(value, "__module__", None) == where:
                            index.setdefault(key, value)
        if name not in index:
            raise AttributeError("module %r has no attribute %r" % (module, name))
        return index[name]
    for name, module in list(sys.modules.items()):
        if module is not None and name.startswith(SEARCHED[:3]) and "__getattr__" not in vars(module):
            module.__getattr__ = functools.partial(search, name)


def optional(decorator):
    """With or without parentheses."""
    return lambda func=None, *_, **__: decorator(func) if func is not None else decorator


def graph_only(test_util):
    """Decorators of methods that run in graphs and eagerly keep the first half."""
    from tensorflow.python.eager import context

    def run_in_graph(func=None, config=None, use_gpu=True, **_):
        def decorate(method):
            @functools.wraps(method)
            def run(self, *arguments, **named):
                with context.graph_mode(), self.test_session(use_gpu=use_gpu, config=config):
                    method(self, *arguments, **named)
            return run
        return decorate if func is None else decorate(func)

    def run_all_in_graph(cls):
        for name in dir(cls):
            if name.startswith("test") and name != "test_session" and callable(getattr(cls, name)):
                setattr(cls, name, run_in_graph(getattr(cls, name)))
        return cls
    test_util.run_in_graph_and_eager_modes = run_in_graph
    test_util.run_all_in_graph_and_eager_modes = run_all_in_graph
    for name in ("deprecated_graph_mode_only", "run_deprecated_v1"):
        setattr(test_util, name, optional(test_util.deprecated_graph_mode_only))


def prepare(checkout):
    """TensorFlow, ready for test files of `checkout`."""
    for name, value in NUMPY.items():
        if name not in vars(np):
            setattr(np, name, value)
    for name, now in UNITTEST.items():
        if not hasattr(unittest.TestCase, name):
            setattr(unittest.TestCase, name, getattr(unittest.TestCase, now))
    import tensorflow as tf
    tf.compat.v1.disable_v2_behavior()
    sys.meta_path.append(Finder())
    move_modules()
    for name in HOLDERS:
        python(name)
    for package in TESTS:
        python(package).__path__.append(os.path.join(checkout, "tensorflow/python", *package.split(".")))
    find_moved()
    for module, names in PLACES.items():
        for name, place in names.items():
            setattr(python(module), name, python("ops." + name) if place is None else getattr(python(place), name))
    python("framework.ops").RegisterShape = lambda op: lambda function: function
    function = python("eager.function")
    if not hasattr(function, "defun"):
        function.defun = python("eager.polymorphic_function.polymorphic_function").function
    graph_only(python("framework.test_util"))
    from absl import flags
    flags.FLAGS(["kernel_test"])
    return tf
