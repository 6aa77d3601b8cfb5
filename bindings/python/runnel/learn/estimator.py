"""Estimators: a function that makes a graph for a mode, and what trains, evaluates and predicts with it.

    config = RunConfig("/tmp/wide", save_checkpoints_steps=100)
    estimator = Estimator(estimators.LinearClassifier([columns.numeric_column("age")]), config)
    estimator.train(EstimatorInput(batches, ["age"]), max_steps=1000)
    print(estimator.evaluate(EstimatorInput(test_batches, ["age"])))
"""
from __future__ import annotations

import enum
import itertools
import os
from ctypes import byref, c_bool, c_void_p, sizeof
from typing import Any, Callable, Iterable, Iterator, Mapping, Sequence, Union

from .. import _abi
from .._host_functions import status_of
from .._interrupt import interruptibly
from .._library import Handle, check, created, immortal, lib, releases, string, strings, take_bytes, text
from ..dataset import Dataset
from ..graph import Graph, Node, Output
from ..tensor import Tensor
from ._spec import Spec, SpecLike, list_of, text_of
from .model import History, Model
from .trainer import HookLike, LentHooks, Raised, RunConfig, Stopper, as_session_options, options_text


class Mode(enum.IntEnum):
    """What a graph is made for."""

    TRAIN = 0
    EVALUATE = 1
    PREDICT = 2


class ModelCall:
    """One call of a model function, which builds a graph for `mode`. `features` are Placeholders by name, `labels` those that
    the input has besides, none where the mode is to predict. Nodes that are made go to the graph, which is entered."""

    def __init__(self, raw: int, graph: Graph) -> None:
        self._raw, self.graph = raw, graph
        self.mode = Mode(lib.rnl_learn_model_call_mode(raw))
        self.features = {text(lib.rnl_learn_model_call_feature_name(raw, i)):
                         self._edge(lib.rnl_learn_model_call_feature(raw, i))
                         for i in range(lib.rnl_learn_model_call_num_features(raw))}
        labels = [lib.rnl_learn_model_call_label(raw, i) for i in range(lib.rnl_learn_model_call_num_labels(raw))]
        self.labels = [self._edge(edge) for edge in labels if edge.node != _abi.RNL_NO_NODE]

    def _edge(self, raw: Any) -> Output:
        return Output(self.graph, raw.node, raw.index)

    @property
    def global_step(self) -> Output:
        """The handle of the variable that counts steps."""
        return self._edge(lib.rnl_learn_model_call_global_step(self._raw))

    def minimize(self, loss: Output, optimizer: SpecLike) -> None:
        """Sets the loss, a scalar, and where the mode is to train adds gradients of all floating variables, the updates of the
        optimizer, and the counting of the step."""
        check(lib.rnl_learn_model_call_minimize(self._raw, loss._taken_as(None).raw, string(text_of(optimizer))))

    def set_loss(self, loss: Output) -> None:
        check(lib.rnl_learn_model_call_set_loss(self._raw, loss._taken_as(None).raw))

    def set_train_op(self, train_op: Node | Output) -> None:
        """What makes a step, and counts it."""
        node = train_op if isinstance(train_op, Node) else train_op.node
        check(lib.rnl_learn_model_call_set_train_op(self._raw, node.index))

    def add_prediction(self, name: str, prediction: Output) -> None:
        """What is predicted, of each sample."""
        check(lib.rnl_learn_model_call_add_prediction(self._raw, string(name), prediction._taken_as(None).raw))

    def add_metric(self, name: str, metric: SpecLike, labels: Output, predictions: Output,
                   weights: Output | None = None) -> None:
        """A metric of Keras', of the package metrics or its text; weights: a number for each sample, else 1."""
        none = _abi.rnl_output_t(_abi.RNL_NO_NODE, 0)
        check(lib.rnl_learn_model_call_add_metric(
            self._raw, string(name), string(text_of(metric)), labels._taken_as(None).raw, predictions._taken_as(None).raw,
            none if weights is None else weights._taken_as(None).raw))


class EstimatorInput:
    """What an estimator is fed with: elements of a dataset, which are batches. The first components are features by name, the
    others labels. Each use is a pass of its own."""

    def __init__(self, dataset: Dataset, features: Sequence[str]) -> None:
        self.dataset, self._names = dataset, strings(features)
        self.raw = _abi.rnl_learn_input_t(sizeof(_abi.rnl_learn_input_t), dataset._as_parameter_, self._names, len(self._names))


class _Function:
    """A model function. The estimator has it, so it must not have the estimator."""

    def __init__(self, function: Callable[[ModelCall], Any], config: RunConfig, raised: Raised) -> None:
        self.function, self.runtime, self.raised = function, config.runtime, raised

    def build(self, raw: int) -> None:
        graph = Graph._adopt(lib.rnl_graph_retain(lib.rnl_learn_model_call_graph(raw)), self.runtime)
        with graph:
            self.function(ModelCall(raw, graph))


_functions: dict[int, _Function] = {}
_keys = itertools.count(1)


def _build(key: int, call: int, functions: dict[int, _Function] = _functions) -> Any:  # as a program ends, globals are gone
    function = functions[key]
    try:
        function.build(call)
        return None
    except BaseException as error:  # nothing of Python's unwinds into C
        function.raised.error = error
        return status_of(error)


def _drop(key: int, functions: dict[int, _Function] = _functions) -> None:
    functions.pop(key, None)


_build_c, _drop_c = immortal(_abi.rnl_learn_model_fn_t(_build)), immortal(_abi.rnl_drop_fn_t(_drop))


@releases(lib.rnl_learn_predictions_release)
class Predictions(Handle):
    """Batches of predictions by name, one for each element of an input. One thread at a time."""

    def __init__(self, handle: int, estimator: Estimator, given: EstimatorInput) -> None:
        self._estimator, self._input = estimator, given
        super().__init__(handle)
        self.names = [text(lib.rnl_learn_predictions_name(self, i)) for i in range(lib.rnl_learn_predictions_count(self))]

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        return self

    def __next__(self) -> dict[str, Tensor]:
        out, end = (c_void_p * len(self.names))(), c_bool()
        check(lib.rnl_learn_predictions_next(self, out, len(out), byref(end)))
        if end.value:
            raise StopIteration
        return {name: Tensor._adopt(handle, self._estimator.config.runtime) for name, handle in zip(self.names, out)}


# A function of the program's, a compiled model of layers, or one of the package estimators.
EstimatorLike = Union[Callable[[ModelCall], Any], Model, Spec, str]


@releases(lib.rnl_learn_estimator_release)
class Estimator(Handle):
    """What trains, evaluates and predicts. Each call makes a graph and a session of its own; what they have in common is the
    checkpoints in the configuration's model_dir. One thread at a time, but for request_stop.

    `made_of` is a function, called with a ModelCall; a compiled model of layers, which itself is not trained by it, and whose
    inputs are the features and whose outputs the labels; or a canned estimator, of the package estimators or its text.
    `options` are what Session takes by keyword.
    """

    def __init__(self, made_of: EstimatorLike, config: RunConfig, *, options: Mapping[str, Any] | None = None) -> None:
        self.config, self._raised = config, Raised()
        taken = as_session_options(options)
        if isinstance(made_of, Model):
            return super().__init__(created(lib.rnl_learn_estimator_from_model, config, made_of, taken))
        if isinstance(made_of, (Spec, str)):
            return super().__init__(created(lib.rnl_learn_estimator_from_spec, config, string(text_of(made_of)), taken))
        key = next(_keys)
        _functions[key] = _Function(made_of, config, self._raised)
        try:
            super().__init__(created(lib.rnl_learn_estimator_create, config, _build_c, key, _drop_c, taken))
        except BaseException:
            _functions.pop(key, None)
            raise

    def _waited(self, call: Callable[[], int | None]) -> None:
        self._raised.check(interruptibly(call, Stopper(self.request_stop)))

    def _history(self, call: Callable[[Any], int | None]) -> History:
        out = c_void_p()
        self._waited(lambda: call(byref(out)))
        handle: Any = out.value
        return History(handle)

    def warm_start(self, checkpoint: str | os.PathLike[str], pattern: str) -> None:
        """Variables whose names match, where * is any text and | stands between several, begin with their values in the
        checkpoint, where the model_dir has none."""
        check(lib.rnl_learn_estimator_warm_start(self, string(os.fsencode(checkpoint)), string(pattern)))

    def train(self, given: EstimatorInput, *, steps: int | None = None, max_steps: int | None = None,
              hooks: Iterable[HookLike] = ()) -> None:
        """Trains until the input ends or a hook stops; `steps` more of them, or `max_steps` in all. A task of a cluster starts
        its server with the first training. What the model function or a hook raises comes out of it."""
        lent = LentHooks(hooks, self.config.runtime, self._raised)
        try:
            self._waited(lambda: lib.rnl_learn_estimator_train(
                self, byref(given.raw), string(options_text(dict(steps=steps, max_steps=max_steps))), string(lent.specs),
                lent.pointer(), lent.key))
        finally:
            lent.release()

    def evaluate(self, given: EstimatorInput, *, steps: int | None = None, name: str | None = None, checkpoint: str | None = None,
                 hooks: Iterable[Spec | str] = ()) -> dict[str, float]:
        """The mean loss of batches, metrics, and global_step; steps: of so many batches, else of all. They are also written to
        event files in model_dir/eval or eval_NAME. Raises NotFound without a checkpoint."""
        said = string(options_text(dict(steps=steps, name=name, checkpoint=checkpoint)))
        specs = string(list_of(hooks))
        return self._history(lambda out: lib.rnl_learn_estimator_evaluate(self, byref(given.raw), said, specs, out)).logs[0]

    def predict(self, given: EstimatorInput, *, checkpoint: str | None = None) -> Predictions:
        """What a checkpoint predicts, batch by batch."""
        out = c_void_p()
        self._waited(lambda: lib.rnl_learn_estimator_predict(
            self, byref(given.raw), string(options_text(dict(checkpoint=checkpoint))), byref(out)))
        handle: Any = out.value
        return Predictions(handle, self, given)

    def train_and_evaluate(self, train: EstimatorInput, evaluate: EstimatorInput, *, max_steps: int | None = None, steps: int | None = None,
                           name: str | None = None, start_delay_secs: float | None = None, throttle_secs: float | None = None,
                           idle_secs: float | None = None, exporters: SpecLike | Iterable[SpecLike] = (),
                           hooks: Iterable[HookLike] = ()) -> dict[str, float]:
        """Trains to max_steps and evaluates checkpoints with `steps` batches (100, if not given), at most one every
        throttle_secs; exporters are those of the package. In one process by turns; over a cluster each task does its part.
        Gives the last evaluation, where this task made one."""
        trained = string(options_text(dict(max_steps=max_steps)))
        evaluated = string(options_text(dict(
            steps=steps, name=name, start_delay_secs=start_delay_secs, throttle_secs=throttle_secs, idle_secs=idle_secs,
            exporters=list_of(exporters))))
        lent = LentHooks(hooks, self.config.runtime, self._raised)
        try:
            history = self._history(lambda out: lib.rnl_learn_estimator_train_and_evaluate(
                self, byref(train.raw), trained, byref(evaluate.raw), evaluated, string(lent.specs), lent.pointer(), lent.key,
                out))
        finally:
            lent.release()
        return history.logs[0] if history.logs else {}

    def export(self, base: str | os.PathLike[str], given: EstimatorInput, *, checkpoint: str = "") -> str:
        """Writes what predicts as a SavedModel in a new folder below `base`, named by the time; its inputs are the features of
        the input. Gives the folder."""
        out = c_void_p()
        self._waited(lambda: lib.rnl_learn_estimator_export(self, string(os.fsencode(base)), byref(given.raw),
                                                            string(checkpoint), byref(out)))
        handle: Any = out.value
        return os.fsdecode(take_bytes(handle))

    def request_stop(self) -> None:
        """Any thread: what trains, evaluates or waits ends as soon as the step under way has."""
        lib.rnl_learn_estimator_request_stop(self)
