"""Models: what they are made of, how they are trained, asked, saved."""
from __future__ import annotations

import html
import inspect
import itertools
import os
import sys
import time
from ctypes import byref, c_double, c_int32, c_int64, c_size_t, c_void_p, sizeof
from typing import Any, Callable, Iterable, Mapping, NamedTuple, Sequence, TextIO, Union

from .. import _abi
from .._host_functions import status_of
from .._library import Handle, check, created, dims, immortal, lib, releases, string, take_bytes, take_names, text
from ..dataset import Dataset
from ..dtypes import DType, as_dtype
from ..errors import InvalidArgument
from ..graph import Graph, Operators, Output
from ..runtime import Runtime, default_runtime
from ..session import Session
from ..tensor import ArrayLike, DTypeLike, Tensor, as_tensor
from ._drawing import draw
from ._spec import Layer, Spec, SpecLike, list_of, literal, text_of

# One array, or one for each input or output.
Arrays = Union[ArrayLike, Sequence[ArrayLike]]
MAX_RANK = 16


class Progress(NamedTuple):
    """How far a fit is."""

    epoch: int  # from 0
    epochs: int
    batch: int  # how many of the epoch's batches are done
    batches: int
    epoch_ends: bool
    logs: dict[str, float]  # after a batch the mean loss so far, after an epoch all values


class History:
    """What a fit found: `epochs`, and in `history` the values by name, one for each epoch."""

    def __init__(self, handle: int) -> None:
        self.logs: list[dict[str, float]] = []
        try:
            for epoch in range(lib.rnl_learn_history_num_epochs(handle)):
                count = lib.rnl_learn_history_num_values(handle, epoch)
                self.logs.append({text(lib.rnl_learn_history_name(handle, epoch, i)):
                                  float(lib.rnl_learn_history_value(handle, epoch, i)) for i in range(count)})
            self.stopped_by = text(lib.rnl_learn_history_stopped_by(handle))
        finally:
            lib.rnl_learn_history_release(handle)
        self.epochs = list(range(len(self.logs)))

    @property
    def history(self) -> dict[str, list[float]]:
        names = dict.fromkeys(name for logs in self.logs for name in logs)
        return {name: [logs[name] for logs in self.logs if name in logs] for name in names}

    def __repr__(self) -> str:
        last = ", ".join("%s %.4g" % item for item in self.logs[-1].items()) if self.logs else "nothing"
        return "History(%d epochs: %s%s)" % (len(self.logs), last, ", ended by " + self.stopped_by if self.stopped_by else "")

    def _repr_html_(self) -> str:
        names = list(self.history)
        rows = "".join("<tr><td>%d</td>%s</tr>" % (i + 1, "".join(
            "<td>%s</td>" % ("%.6g" % logs[n] if n in logs else "") for n in names)) for i, logs in enumerate(self.logs))
        head = "".join("<th>%s</th>" % html.escape(n) for n in names)
        return "<table><thead><tr><th>epoch</th>%s</tr></thead><tbody>%s</tbody></table>" % (head, rows)


class Value:
    """A value of a model: an input, or what a layer gives. Operators make layers."""

    def __init__(self, model: Model, index: int) -> None:
        self.model, self.index = model, index

    def _seen(self) -> tuple[DType, tuple[int | None, ...] | None]:
        dtype, rank, sizes = _abi.rnl_dtype_t(), c_int32(), (c_int64 * MAX_RANK)()
        check(lib.rnl_learn_model_value(self.model, self.index, byref(dtype), byref(rank), sizes, MAX_RANK))
        if rank.value < 0:
            return DType(dtype.value), None
        return DType(dtype.value), tuple(None if x < 0 else x for x in sizes[:rank.value])

    @property
    def dtype(self) -> DType:
        return self._seen()[0]

    @property
    def shape(self) -> tuple[int | None, ...] | None:
        """The first size is the batch, which is not known; None: nothing is."""
        return self._seen()[1]

    @property
    def name(self) -> str:
        """The name of the layer that gives it, or the input's."""
        return take_bytes(created(lib.rnl_learn_model_value_name, self.model, self.index)).decode()

    @property
    def output(self) -> Output:
        """The node of the model's graph that predicts it."""
        out = _abi.rnl_output_t()
        check(lib.rnl_learn_model_output(self.model, self.index, byref(out)))
        return Output(self.model.graph, out.node, out.index)

    def _merge(self, layer: str, other: Value | float) -> Any:
        if not isinstance(other, Value):
            return NotImplemented
        return self.model._call(layer, "", [self, other])

    def _scale(self, scale: float, offset: float) -> Value:
        return self.model._call("Rescaling(%s, %s)" % (literal(scale), literal(offset)), "", [self])

    def __add__(self, other: Value | float) -> Value:
        made: Value = self._scale(1, other) if isinstance(other, (int, float)) else self._merge("Add", other)
        return made

    __radd__ = __add__

    def __sub__(self, other: Value | float) -> Value:
        made: Value = self._scale(1, -other) if isinstance(other, (int, float)) else self._merge("Subtract", other)
        return made

    def __rsub__(self, other: float) -> Value:
        return self._scale(-1, other)

    def __mul__(self, other: Value | float) -> Value:
        made: Value = self._scale(other, 0) if isinstance(other, (int, float)) else self._merge("Multiply", other)
        return made

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> Value:
        return self._scale(1 / other, 0)

    def __neg__(self) -> Value:
        return self._scale(-1, 0)

    def __repr__(self) -> str:
        return "Value(%s, %s, %s)" % (self.name, self.dtype.name, self.shape)


# Functions of Python that add a model's nodes, and fits that tell how far they are, by number.
_functions: dict[int, Any] = {}
_keys = itertools.count(1)


class _Own:
    """A layer or loss of the program's. The model has it, so it must not have the model."""

    def __init__(self, function: Callable[..., Any], runtime: Runtime) -> None:
        self.function, self.runtime = function, runtime
        parameters = inspect.signature(function).parameters
        self.takes_training = "training" in parameters

    def add(self, graph: int, inputs: Any, num_inputs: int, weights: Any, num_weights: int, training: bool) -> Output:
        shown = Graph._adopt(lib.rnl_graph_retain(graph), self.runtime)
        edges = [Output(shown, x.node, x.index) for x in [*inputs[:num_inputs], *weights[:num_weights]]]
        with shown:
            made = self.function(*edges, **({"training": training} if self.takes_training else {}))
            return made._taken_as(None) if isinstance(made, Operators) else shown.constant(made)


def _add_nodes(key: int, graph: int, inputs: Any, num_inputs: int, weights: Any, num_weights: int, training: bool,
               out: Any, functions: dict[int, Any] = _functions) -> Any:
    try:
        out[0] = functions[key].add(graph, inputs, num_inputs, weights, num_weights, training).raw
        return None
    except BaseException as error:  # nothing of Python's unwinds into C
        return status_of(error)


def _drop(key: int, functions: dict[int, Any] = _functions) -> None:
    functions.pop(key, None)


class _Watch:
    """Tells callbacks and the progress bar of a fit. What they raise ends it."""

    def __init__(self, functions: list[Callable[[Progress], Any]]) -> None:
        self.functions = functions
        self.raised: BaseException | None = None

    def tell(self, progress: Any) -> None:
        logs = {text(progress.names[i]): progress.values[i] for i in range(progress.num_values)}
        seen = Progress(progress.epoch, progress.epochs, progress.batch, progress.batches, progress.epoch_ends, logs)
        for function in self.functions:
            function(seen)


def _tell(key: int, progress: Any, functions: dict[int, Any] = _functions) -> Any:
    watch = functions[key]
    try:
        if watch.functions:
            watch.tell(progress[0])
        return None
    except BaseException as error:  # nothing of Python's unwinds into C
        watch.raised = error
        return status_of(error)


_add_nodes_c, _drop_c = immortal(_abi.rnl_learn_layer_fn_t(_add_nodes)), immortal(_abi.rnl_drop_fn_t(_drop))
_tell_c = immortal(_abi.rnl_learn_progress_fn_t(_tell))


class ProgressBar:
    """Shows a fit on one line of a terminal, or one line for each epoch where there is none."""

    def __init__(self, out: TextIO, bar: bool) -> None:
        self.out, self.bar = out, bar
        self.began = self.shown = time.monotonic()

    def __call__(self, seen: Progress) -> None:
        now = time.monotonic()
        if seen.batch == 1 and not seen.epoch_ends:
            self.began = now
        if not seen.epoch_ends and (not self.bar or (now - self.shown < 0.1 and seen.batch < seen.batches)):
            return
        self.shown = now
        logs = " - ".join("%s: %.4f" % item for item in seen.logs.items())
        if seen.epoch_ends:
            line = "%sEpoch %d/%d - %d/%d - %.1fs - %s%s\n" % (
                "\r" if self.bar else "", seen.epoch + 1, seen.epochs, seen.batch, seen.batches, now - self.began, logs,
                "\x1b[K" if self.bar else "")
        else:
            done = 20 * seen.batch // seen.batches
            left = (now - self.began) / seen.batch * (seen.batches - seen.batch)
            line = "\rEpoch %d/%d [%s%s] %d/%d - %.0fs left - %s\x1b[K" % (
                seen.epoch + 1, seen.epochs, "=" * done, "." * (20 - done), seen.batch, seen.batches, left, logs)
        self.out.write(line)
        self.out.flush()


class _Samples:
    """Arrays as C takes them, kept while it does."""

    def __init__(self, model: Model, x: Any, y: Any, weights: Any = None) -> None:
        runtime = model.runtime
        self.inputs = [as_tensor(a, None, runtime) for a in _split(x, len(model.inputs))]
        self.targets = [] if y is None else [as_tensor(a, None, runtime) for a in _split(y, len(model.outputs))]
        self.weights = None if weights is None else as_tensor(weights, None, runtime)
        self.raw = _abi.rnl_learn_samples_t(
            sizeof(_abi.rnl_learn_samples_t), _array(self.inputs), len(self.inputs), _array(self.targets), len(self.targets),
            None if self.weights is None else self.weights._as_parameter_)


def _array(tensors: Sequence[Tensor]) -> Any:
    return (c_void_p * len(tensors))(*[t._as_parameter_ for t in tensors])


def _split(arrays: Any, count: int) -> list[Any]:
    """One array for each input or output."""
    if count != 1 and isinstance(arrays, (list, tuple)):
        return list(arrays)
    if isinstance(arrays, (list, tuple)) and len(arrays) == 1 and hasattr(arrays[0], "shape"):
        return list(arrays)
    return [arrays]


def _given(tensors: list[Tensor]) -> Any:
    """numpy arrays where numpy is; one alone as itself."""
    try:
        made: list[Any] = [t.numpy() for t in tensors]
    except ImportError:
        made = list(tensors)
    return made[0] if len(made) == 1 else made


@releases(lib.rnl_learn_model_release)
class Model(Handle):
    """A model of any form. Equal models with equal seeds have equal weights; `dtype` is that of the weights, or "mixed_float16" or
    "mixed_bfloat16". It computes on `device`, "/device:CUDA:0", but for ops that have no kernel there.

        model = Model(seed=1)
        x = model.input([28, 28, 1])
        y = layers.Flatten()(x)
        model.outputs = layers.Dense(10)(y) + layers.Dense(10, activation="relu")(y)

    Arrays go in as numpy's, tensors, buffers or lists, and come out as numpy's, or as tensors where numpy is not installed. Any
    thread may use a model; calls wait for each other.
    """

    def __init__(self, *, seed: int = 1, dtype: DTypeLike = DType.float32, device: str = "",
                 runtime: Runtime | None = None) -> None:
        self.runtime = runtime or default_runtime()
        self._graph: Graph | None = None
        policy = isinstance(dtype, str) and dtype.startswith("mixed_")
        name = dtype if policy else text(lib.rnl_dtype_name(as_dtype(dtype)))
        options = "seed=%d, dtype=%s, device=%s" % (seed, name, literal(device))
        super().__init__(created(lib.rnl_learn_model_create, self.runtime, string(options)))

    # ---- building

    def add(self, layer: SpecLike) -> None:
        """Calls a layer on what was added last; the first is layers.Input."""
        check(lib.rnl_learn_model_add(self, string(text_of(layer))))

    def input(self, shape: Sequence[int | None], dtype: DTypeLike = DType.float32, name: str = "") -> Value:
        """An input whose samples have this shape; None: any size."""
        sizes, out = dims([-1 if x is None else x for x in shape]), _abi.rnl_learn_value_t()
        check(lib.rnl_learn_model_input(self, string(name), as_dtype(dtype), len(shape), sizes, byref(out)))
        return Value(self, out.value)

    def call(self, layer: SpecLike, *inputs: Value) -> Value:
        """What a new layer gives for values of this model."""
        return self._call(text_of(layer), "", list(inputs))

    def call_again(self, layer_name: str, *inputs: Value) -> Value:
        """The same of a layer that the model has, with its weights."""
        return self._call(None, layer_name, list(inputs))

    def _call(self, spec: str | None, again: str, inputs: Sequence[Value]) -> Value:
        values, out = (_abi.rnl_learn_value_t * len(inputs))(*[v.index for v in inputs]), _abi.rnl_learn_value_t()
        function = lib.rnl_learn_model_call_again if spec is None else lib.rnl_learn_model_call
        check(function(self, string(again if spec is None else spec), values, len(inputs), byref(out)))
        return Value(self, out.value)

    def _values(self, function: Any) -> list[Value]:
        count = c_size_t()
        room = 16
        while True:
            values = (_abi.rnl_learn_value_t * room)()
            status = function(self, values, room, byref(count))
            if status and count.value > room:
                lib.rnl_status_release(status)
                room = count.value
                continue
            check(status)
            return [Value(self, v) for v in values[:count.value]]

    @property
    def inputs(self) -> list[Value]:
        return self._values(lib.rnl_learn_model_inputs)

    @property
    def outputs(self) -> list[Value]:
        """May be set, to one value or several; then the model must be compiled again."""
        return self._values(lib.rnl_learn_model_outputs)

    @outputs.setter
    def outputs(self, values: Value | Sequence[Value]) -> None:
        wanted = [values] if isinstance(values, Value) else list(values)
        check(lib.rnl_learn_model_set_outputs(self, (_abi.rnl_learn_value_t * len(wanted))(*[v.index for v in wanted]),
                                              len(wanted)))

    @property
    def layer_names(self) -> list[str]:
        return take_names(created(lib.rnl_learn_model_layer_names, self))

    def set_trainable(self, layer: str | Layer, trainable: bool) -> None:
        """Whether compile lets the layer's weights be trained."""
        name = (layer.layer_name or layer.text) if isinstance(layer, Layer) else layer
        check(lib.rnl_learn_model_set_trainable(self, string(name), trainable))

    def reset_states(self) -> None:
        """States of recurrent layers with stateful=True are 0 again."""
        check(lib.rnl_learn_model_reset_states(self))

    def define_layer(self, name: str, function: Callable[..., Output], *, num_inputs: int = 1,
                     weights: Mapping[str, tuple[str, SpecLike]] | None = None) -> Callable[..., Layer]:
        """A layer of one's own: `function` gets the inputs and then the weights as outputs of the model's graph, and, if it has
        a parameter `training`, whether the nodes are for training; it gives an output. `weights` are a shape, as a formula over
        the input x, and an initializer by name: {"kernel": ("[dim(x, -1), 8]", "glorot_uniform")}. num_inputs=0: any number,
        over x; of several, the inputs are x0, x1 and so on. What comes back makes the layer, with arguments name, trainable and
        dtype; specs may name it, too. `function` must not use the model."""
        raw = [_abi.rnl_learn_weight_t(string(key), string(shape), string(text_of(first)))
               for key, (shape, first) in (weights or {}).items()]
        self._define(lib.rnl_learn_model_define_layer, name, function, num_inputs, (_abi.rnl_learn_weight_t * len(raw))(*raw),
                     len(raw))
        return lambda **arguments: Layer(name, arguments.items())

    def define_loss(self, name: str, function: Callable[[Output, Output], Output]) -> Spec:
        """A loss, and metric, of one's own: `function` gets what is true and what was predicted, both of the model's type, as
        outputs of its graph, and gives the loss of each sample."""
        self._define(lib.rnl_learn_model_define_loss, name, function)
        return Spec(name)

    def _define(self, define: Any, name: str, function: Callable[..., Output], *more: Any) -> None:
        key = next(_keys)
        _functions[key] = _Own(function, self.runtime)
        try:
            check(define(self, string(name), *more, _add_nodes_c, key, _drop_c))
        except BaseException:
            _functions.pop(key, None)
            raise

    def summary(self) -> str:
        """A table of layers, shapes and numbers of weights."""
        return take_bytes(created(lib.rnl_learn_model_summary, self)).decode()

    def _repr_html_(self) -> str:
        return "<pre>%s</pre>" % html.escape(self.summary())

    def _repr_svg_(self) -> str:
        """A drawing of the layers that the outputs need, with the shapes that they give."""
        return draw(self)

    # ---- training

    def compile(self, optimizer: SpecLike = "RMSprop", loss: SpecLike | Sequence[SpecLike] = "MeanSquaredError",
                metrics: SpecLike | Sequence[SpecLike] = (), loss_weights: Sequence[float] = (),
                strategy: SpecLike | None = None) -> None:
        """Says what the model is trained with: one loss for all outputs or one for each; "accuracy" is the kind that fits.
        strategy: how training is divided over devices, as strategies.Mirrored(["GPU:0", "GPU:1"]); None: one device."""
        check(lib.rnl_learn_model_set_strategy(self, string(text_of(strategy or ""))))
        check(lib.rnl_learn_model_compile(self, string(text_of(optimizer)), string(list_of(loss)), string(list_of(metrics)),
                                          (c_double * len(loss_weights))(*loss_weights), len(loss_weights)))

    def fit(self, x: Arrays | Dataset, y: Arrays | None = None, batch_size: int = 32, epochs: int = 1, *,
            validation_data: tuple[Any, ...] | Dataset | None = None, validation_split: float = 0.0, shuffle: bool = True,
            sample_weight: ArrayLike | None = None, class_weight: Mapping[int, float] | None = None, initial_epoch: int = 0,
            steps_per_epoch: int = 0, validation_batch_size: int = 0, validation_steps: int = 0, validation_freq: int = 1,
            seed: int = 0,
            callbacks: Sequence[SpecLike | Callable[[Progress], Any]] = (), verbose: int | None = None) -> History:
        """Trains. validation_data is (x, y) or (x, y, sample_weight); callbacks are specs, and functions that are told of
        each batch and epoch: what they raise ends the fit and comes out of it. verbose: 0 nothing, 1 a bar, 2 a line for
        each epoch; None: a bar if standard error is a terminal. The model stays usable after any error.

        x may be a Dataset whose elements are batches: inputs, then targets, then weights of samples if there is one more
        component; so may validation_data then. Without steps_per_epoch an epoch is one pass."""
        options = ["epochs=%d" % epochs, "initial_epoch=%d" % initial_epoch, "steps_per_epoch=%d" % steps_per_epoch,
                   "validation_freq=%d" % validation_freq]
        by_dataset = isinstance(x, Dataset)
        if isinstance(x, Dataset):
            if y is not None or sample_weight is not None or class_weight is not None:
                raise InvalidArgument("fit: targets and weights are components of the dataset")
            if not (validation_data is None or isinstance(validation_data, Dataset)):
                raise InvalidArgument("fit: a dataset is validated on a dataset, not on %s" % type(validation_data).__name__)
            given: Any = x
            checked: Any = validation_data
            options.append("validation_steps=%d" % validation_steps)
        else:
            if y is None or isinstance(validation_data, Dataset):
                raise InvalidArgument("fit: samples have targets, and are validated on samples")
            if class_weight is not None:
                sample_weight = _weigh(y, class_weight, sample_weight)
            samples = _Samples(self, x, y, sample_weight)
            other = None if validation_data is None else _Samples(self, *validation_data)
            given, checked = byref(samples.raw), byref(other.raw) if other else None
            options += ["batch_size=%d" % batch_size, "shuffle=%s" % literal(bool(shuffle)),
                        "validation_split=%r" % float(validation_split), "validation_batch_size=%d" % validation_batch_size,
                        "seed=%d" % seed]
        specs = [c for c in callbacks if isinstance(c, (Spec, str))]
        functions: list[Callable[[Progress], Any]] = [c for c in callbacks if callable(c) and not isinstance(c, Spec)]
        if verbose is None:
            verbose = 1 if sys.stderr is not None and sys.stderr.isatty() else 0
        if verbose:
            functions.append(ProgressBar(sys.stderr, verbose == 1))
        watch, key, out = _Watch(functions), next(_keys), c_void_p()
        _functions[key] = watch
        try:
            fit = lib.rnl_learn_model_fit_dataset if by_dataset else lib.rnl_learn_model_fit
            check(fit(self, given, checked, string(", ".join(options)), string(list_of(specs)), _tell_c, key, byref(out)))
        except Exception:
            if watch.raised is not None:
                raise watch.raised
            raise
        finally:
            _functions.pop(key, None)
        handle: Any = out.value
        return History(handle)

    def evaluate(self, x: Arrays | Dataset, y: Arrays | None = None, batch_size: int = 32,
                 sample_weight: ArrayLike | None = None, steps: int = 0) -> dict[str, float]:
        """The loss and metrics over all samples, by name. x may be a dataset, as fit takes it, of which `steps` batches are
        taken, or all."""
        if isinstance(x, Dataset):
            return History(created(lib.rnl_learn_model_evaluate_dataset, self, x, steps)).logs[0]
        if y is None:
            raise InvalidArgument("evaluate: samples have targets")
        samples = _Samples(self, x, y, sample_weight)
        return History(created(lib.rnl_learn_model_evaluate, self, byref(samples.raw), batch_size)).logs[0]

    def train_on_batch(self, x: Arrays, y: Arrays, sample_weight: ArrayLike | None = None) -> dict[str, float]:
        """One step; the loss is that of the weights before it."""
        samples = _Samples(self, x, y, sample_weight)
        return History(created(lib.rnl_learn_model_train_on_batch, self, byref(samples.raw))).logs[0]

    def predict(self, x: Arrays, batch_size: int = 32) -> Any:
        """An array for the output, or a list of one for each."""
        samples = _Samples(self, x, None)
        count = len(self.outputs)
        out = (c_void_p * count)()
        check(lib.rnl_learn_model_predict(self, samples.raw.inputs, samples.raw.num_inputs, batch_size, out, count))
        return _given([Tensor._adopt(handle, self.runtime) for handle in out])

    # ---- weights and files

    @property
    def weight_names(self) -> list[str]:
        return take_names(created(lib.rnl_learn_model_weight_names, self))

    def _weights(self) -> list[Tensor]:
        count = len(self.weight_names)
        out = (c_void_p * count)()
        check(lib.rnl_learn_model_get_weights(self, out, count))
        return [Tensor._adopt(handle, self.runtime) for handle in out]

    @property
    def weights(self) -> dict[str, Any]:
        """The weights' values by name, copied: "dense/kernel"."""
        return {name: _given([value]) for name, value in zip(self.weight_names, self._weights())}

    def get_weights(self) -> list[Any]:
        return list(self.weights.values())

    def set_weights(self, weights: Sequence[ArrayLike] | Mapping[str, ArrayLike]) -> None:
        """All or none of them; by name, the others stay."""
        if isinstance(weights, Mapping):
            names = self.weight_names
            unknown = [name for name in weights if name not in names]
            if unknown:
                raise KeyError("the model has no weights %s; it has %s" % (", ".join(unknown), ", ".join(names)))
            given: list[ArrayLike] = [weights.get(name, value) for name, value in zip(names, self._weights())]
        else:
            given = list(weights)
        wanted = {i: value.dtype for i, value in enumerate(self._weights())}
        tensors = [w if isinstance(w, Tensor) else Tensor(w, wanted.get(i), self.runtime) for i, w in enumerate(given)]
        check(lib.rnl_learn_model_set_weights(self, _array(tensors), len(tensors)))

    def save(self, prefix: str | os.PathLike[str]) -> None:
        """A checkpoint of the weights and of what the optimizer keeps, with which a fit goes on as if it had never ended."""
        check(lib.rnl_learn_model_save(self, string(os.fsencode(prefix)), string("")))

    def load(self, prefix: str | os.PathLike[str]) -> None:
        """What save wrote, or nothing of it. Raises NotFound naming what is missing, InvalidArgument for another shape."""
        check(lib.rnl_learn_model_load(self, string(os.fsencode(prefix)), string("")))

    def save_weights(self, prefix: str | os.PathLike[str]) -> None:
        """The weights alone, under Keras' names, as a checkpoint; or where the path ends in .h5 as Keras' file, which has what the optimizer
        keeps of them, too."""
        if os.fspath(prefix).endswith(".h5"):
            return check(lib.rnl_learn_model_save_weights(self, string(os.fsencode(prefix))))
        check(lib.rnl_learn_model_save(self, string(os.fsencode(prefix)), string("optimizer=false")))

    def load_weights(self, prefix: str | os.PathLike[str]) -> None:
        """What save_weights or, where the path ends in .h5, Keras wrote; or nothing of it."""
        if os.fspath(prefix).endswith(".h5"):
            return check(lib.rnl_learn_model_load_weights(self, string(os.fsencode(prefix))))
        check(lib.rnl_learn_model_load(self, string(os.fsencode(prefix)), string("optimizer=false")))

    def export(self, folder: str | os.PathLike[str]) -> None:
        """A SavedModel with the signature "serving_default", for runnel.SavedModel and TensorFlow."""
        check(lib.rnl_learn_model_export(self, string(os.fsencode(folder))))

    def freeze(self) -> bytes:
        """A GraphDef of what predicts, with the weights as constants."""
        return take_bytes(created(lib.rnl_learn_model_freeze, self))

    @property
    def session(self) -> Session:
        """The model's own session, for steps of one's own; closing it ends the model."""
        return Session._adopt(created(lib.rnl_learn_model_session, self), self.graph)

    @property
    def graph(self) -> Graph:
        """The graph that the model's nodes are in."""
        if self._graph is None:
            self._graph = Graph._adopt(created(lib.rnl_learn_model_graph, self), self.runtime)
        return self._graph


def adapt(layer: SpecLike, data: ArrayLike, *, runtime: Runtime | None = None) -> Layer:
    """The layer with what it learns from samples: the means of Normalization, the bins of Discretization, the vocabulary of
    StringLookup, IntegerLookup or TextVectorization. Its spec says all of it."""
    runtime = runtime or default_runtime()
    found = created(lib.rnl_learn_adapt, runtime, string(text_of(layer)), as_tensor(data, None, runtime))
    made = Layer("")
    made.text = take_bytes(found).decode()
    made.row = made.text.split("(", 1)[0]
    return made


def load_model(path: str | os.PathLike[str], *, compile: bool = True, seed: int = 1, device: str = "",
               runtime: Runtime | None = None) -> Model:
    """A model that Keras 3 saved as a file NAME.keras, compiled as the file says. Raises Unimplemented naming a layer, or an
    argument of it, that is not known here."""
    model = Model.__new__(Model)
    model.runtime, model._graph = runtime or default_runtime(), None
    options = "compile=%s, seed=%d, device=%s" % (literal(compile), seed, literal(device))
    model._as_parameter_ = created(lib.rnl_learn_model_open, model.runtime, string(os.fsencode(path)), string(options))
    return model


class Sequential(Model):
    """A model whose layers follow each other; the first is layers.Input."""

    def __init__(self, layers: Iterable[SpecLike] = (), *, seed: int = 1, dtype: DTypeLike = DType.float32,
                 device: str = "", runtime: Runtime | None = None) -> None:
        super().__init__(seed=seed, dtype=dtype, device=device, runtime=runtime)
        for layer in layers:
            self.add(layer)


def _weigh(y: Any, class_weight: Mapping[int, float], sample_weight: Any) -> list[float]:
    """A weight for each sample, by its class."""
    labels = Tensor(y).tolist() if not isinstance(y, Tensor) else y.tolist()
    flat = [label[0] if isinstance(label, list) and len(label) == 1 else label for label in labels]
    weights = [float(class_weight.get(int(label), 1.0)) for label in flat]
    if sample_weight is not None:
        weights = [a * float(b) for a, b in zip(weights, Tensor(sample_weight).tolist())]
    return weights
