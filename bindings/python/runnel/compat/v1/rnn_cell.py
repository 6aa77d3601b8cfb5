"""Cells of recurrent networks: from an input and a state to an output and the next state."""
from __future__ import annotations

from typing import Any, NamedTuple

from ...dtypes import DType
from ...graph import Operators
from . import _array, _math, _nest, _nn
from ._apply import constant, static_value
from ._graph import name_scope
from ._layer import Layer
from ._shape import TensorShape
from .initializers import Constant, Zeros


class LSTMStateTuple(NamedTuple):
    """What an LSTM cell keeps: the cell's state c and the output h."""

    c: Any
    h: Any

    @property
    def dtype(self) -> DType:
        return self.c.dtype  # type: ignore[no-any-return]


def _state_shape(size: Any, batch_size: Any) -> Any:
    rest = TensorShape(size).as_list() if not isinstance(size, int) else [size]
    if isinstance(batch_size, Operators):
        known = static_value(batch_size)
        if known is None:
            return _array.concat([_array.expand_dims(batch_size, 0), constant(rest, DType.int32)], 0)
        batch_size = int(known)
    return [batch_size] + rest


def _zeros_of(size: Any, batch_size: Any, dtype: Any) -> Any:
    if _nest.is_nested(size) and not isinstance(size, TensorShape):
        parts = [_zeros_of(s, batch_size, dtype) for s in size]
        return type(size)(*parts) if hasattr(size, "_fields") else type(size)(parts)
    made = _array.zeros(_state_shape(size, batch_size), dtype)
    rest = [int(size)] if isinstance(size, int) else TensorShape(size).as_list()
    known = None if isinstance(batch_size, Operators) and static_value(batch_size) is None else made.shape[0].value
    if not made.shape.is_fully_defined():
        made.set_shape([known] + rest)
    return made


class RNNCell(Layer):
    """cell(inputs, state) gives output and state. state_size and output_size are numbers, or tuples of them."""

    @property
    def state_size(self) -> Any:
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        raise NotImplementedError("Abstract method")

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return _zeros_of(self.state_size, batch_size, dtype)

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        if inputs is not None:
            batch_size, dtype = _array.shape(inputs)[0], inputs.dtype
        return self.zero_state(batch_size, dtype)

    def __call__(self, inputs: Any, state: Any, scope: Any = None, *args: Any, **kwargs: Any) -> Any:
        return super().__call__(inputs, state, *args, scope=scope, **kwargs)


def _activation(activation: Any, default: Any) -> Any:
    if activation is None:
        return default
    if isinstance(activation, str):
        return getattr(_nn, activation, None) or getattr(_math, activation)
    return activation


def _depth(shape: Any) -> int:
    value = shape[-1].value
    if value is None:
        raise ValueError("Expected inputs.shape[-1] to be known, saw shape: %s" % shape)
    return int(value)


class BasicRNNCell(RNNCell):
    """output = new_state = activation(W * input + U * state + B)."""

    def __init__(self, num_units: int, activation: Any = None, reuse: Any = None, name: Any = None, dtype: Any = None, **kwargs: Any):
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        self._num_units, self._activation = num_units, _activation(activation, _math.tanh)

    @property
    def state_size(self) -> Any:
        return self._num_units

    output_size = state_size

    def build(self, input_shape: Any) -> None:
        self._kernel = self.add_weight("kernel", [_depth(input_shape) + self._num_units, self._num_units])
        self._bias = self.add_weight("bias", [self._num_units], initializer=Zeros(self._dtype or DType.float32))

    def call(self, inputs: Any, state: Any) -> Any:
        gates = _math.matmul(_array.concat([inputs, state], 1), self._kernel)
        output = self._activation(_nn.bias_add(gates, self._bias))
        return output, output


class GRUCell(RNNCell):
    """Source: Cho et al. 2014."""

    def __init__(self, num_units: int, activation: Any = None, reuse: Any = None, kernel_initializer: Any = None, bias_initializer: Any = None,
                 name: Any = None, dtype: Any = None, **kwargs: Any):
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        self._num_units, self._activation = num_units, _activation(activation, _math.tanh)
        self._kernel_initializer, self._bias_initializer = kernel_initializer, bias_initializer

    @property
    def state_size(self) -> Any:
        return self._num_units

    output_size = state_size

    def build(self, input_shape: Any) -> None:
        depth, units, dtype = _depth(input_shape), self._num_units, self._dtype or DType.float32
        self._gate_kernel = self.add_weight("gates/kernel", [depth + units, 2 * units], initializer=self._kernel_initializer)
        self._gate_bias = self.add_weight("gates/bias", [2 * units], initializer=self._bias_initializer or Constant(1.0, dtype))
        self._candidate_kernel = self.add_weight("candidate/kernel", [depth + units, units], initializer=self._kernel_initializer)
        self._candidate_bias = self.add_weight("candidate/bias", [units], initializer=self._bias_initializer or Zeros(dtype))

    def call(self, inputs: Any, state: Any) -> Any:
        gates = _nn.bias_add(_math.matmul(_array.concat([inputs, state], 1), self._gate_kernel), self._gate_bias)
        r, u = _array.split(_math.sigmoid(gates), num_or_size_splits=2, axis=1)
        candidate = _nn.bias_add(_math.matmul(_array.concat([inputs, r * state], 1), self._candidate_kernel), self._candidate_bias)
        c = self._activation(candidate)
        new = u * state + (1 - u) * c
        return new, new


class BasicLSTMCell(RNNCell):
    """Without peepholes, clipping and projection. Source: Zaremba et al. 2014."""

    def __init__(self, num_units: int, forget_bias: float = 1.0, state_is_tuple: bool = True, activation: Any = None, reuse: Any = None,
                 name: Any = None, dtype: Any = None, **kwargs: Any):
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        self._num_units, self._forget_bias, self._state_is_tuple = num_units, forget_bias, state_is_tuple
        self._activation = _activation(activation, _math.tanh)

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self._num_units, self._num_units) if self._state_is_tuple else 2 * self._num_units

    @property
    def output_size(self) -> Any:
        return self._num_units

    def build(self, input_shape: Any) -> None:
        self._kernel = self.add_weight("kernel", [_depth(input_shape) + self._num_units, 4 * self._num_units])
        self._bias = self.add_weight("bias", [4 * self._num_units], initializer=Zeros(self._dtype or DType.float32))

    def call(self, inputs: Any, state: Any) -> Any:
        one = constant(1, DType.int32)
        c, h = state if self._state_is_tuple else _array.split(state, num_or_size_splits=2, axis=one)
        gates = _nn.bias_add(_math.matmul(_array.concat([inputs, h], 1), self._kernel), self._bias)
        i, j, f, o = _array.split(gates, num_or_size_splits=4, axis=one)
        forget = constant(self._forget_bias, f.dtype)
        new_c = _math.add(_math.multiply(c, _math.sigmoid(_math.add(f, forget))), _math.multiply(_math.sigmoid(i), self._activation(j)))
        new_h = _math.multiply(self._activation(new_c), _math.sigmoid(o))
        return new_h, LSTMStateTuple(new_c, new_h) if self._state_is_tuple else _array.concat([new_c, new_h], 1)


class LSTMCell(RNNCell):
    """With optional peepholes, clipping of the cell's state, and a projection of the output. Source: Sak et al. 2014."""

    def __init__(self, num_units: int, use_peepholes: bool = False, cell_clip: Any = None, initializer: Any = None, num_proj: Any = None,
                 proj_clip: Any = None, num_unit_shards: Any = None, num_proj_shards: Any = None, forget_bias: float = 1.0,
                 state_is_tuple: bool = True, activation: Any = None, reuse: Any = None, name: Any = None, dtype: Any = None, **kwargs: Any):
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        if num_unit_shards is not None or num_proj_shards is not None:
            raise NotImplementedError("num_unit_shards and num_proj_shards are UNIMPLEMENTED: variables are whole")
        self._num_units, self._use_peepholes, self._cell_clip, self._initializer = num_units, use_peepholes, cell_clip, initializer
        self._num_proj, self._proj_clip, self._forget_bias, self._state_is_tuple = num_proj, proj_clip, forget_bias, state_is_tuple
        self._activation = _activation(activation, _math.tanh)

    @property
    def state_size(self) -> Any:
        output = self._num_proj or self._num_units
        return LSTMStateTuple(self._num_units, output) if self._state_is_tuple else self._num_units + output

    @property
    def output_size(self) -> Any:
        return self._num_proj or self._num_units

    def build(self, input_shape: Any) -> None:
        units, output, dtype = self._num_units, self._num_proj or self._num_units, self._dtype or DType.float32
        self._kernel = self.add_weight("kernel", [_depth(input_shape) + output, 4 * units], initializer=self._initializer)
        self._bias = self.add_weight("bias", [4 * units], initializer=Zeros(dtype))
        if self._use_peepholes:
            self._w_f, self._w_i, self._w_o = (self.add_weight(n, [units], initializer=self._initializer)
                                               for n in ("w_f_diag", "w_i_diag", "w_o_diag"))
        if self._num_proj is not None:
            self._proj_kernel = self.add_weight("projection/kernel", [units, self._num_proj], initializer=self._initializer)

    def call(self, inputs: Any, state: Any) -> Any:
        if self._state_is_tuple:
            c_prev, m_prev = state
        else:
            c_prev = _array.slice_(state, [0, 0], [-1, self._num_units])
            m_prev = _array.slice_(state, [0, self._num_units], [-1, self.output_size])
        gates = _nn.bias_add(_math.matmul(_array.concat([inputs, m_prev], 1), self._kernel), self._bias)
        i, j, f, o = _array.split(gates, num_or_size_splits=4, axis=1)
        sigmoid = _math.sigmoid
        if self._use_peepholes:
            c = (sigmoid(f + self._forget_bias + self._w_f * c_prev) * c_prev + sigmoid(i + self._w_i * c_prev) * self._activation(j))
        else:
            c = sigmoid(f + self._forget_bias) * c_prev + sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            c = _math.clip_by_value(c, -self._cell_clip, self._cell_clip)
        m = sigmoid(o + self._w_o * c) * self._activation(c) if self._use_peepholes else sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            m = _math.matmul(m, self._proj_kernel)
            if self._proj_clip is not None:
                m = _math.clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else _array.concat([c, m], 1)


class _Wrapper(RNNCell):
    def __init__(self, cell: Any, **kwargs: Any):
        super().__init__(**kwargs)
        self._cell = cell

    def __call__(self, inputs: Any, state: Any, scope: Any = None, *args: Any, **kwargs: Any) -> Any:
        return self.call(inputs, state, *args, **kwargs)  # without a scope of its own

    @property
    def wrapped_cell(self) -> Any:
        return self._cell

    @property
    def state_size(self) -> Any:
        return self._cell.state_size

    @property
    def output_size(self) -> Any:
        return self._cell.output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            return self._cell.zero_state(batch_size, dtype)

    @property
    def variables(self) -> list[Any]:
        return self._cell.variables  # type: ignore[no-any-return]

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        return self._cell.trainable_variables  # type: ignore[no-any-return]

    trainable_weights = trainable_variables


class DropoutWrapper(_Wrapper):
    """Dropout of a cell's inputs, states and outputs; with variational_recurrent the same mask at every step."""

    def __init__(self, cell: Any, input_keep_prob: Any = 1.0, output_keep_prob: Any = 1.0, state_keep_prob: Any = 1.0,
                 variational_recurrent: bool = False, input_size: Any = None, dtype: Any = None, seed: Any = None,
                 dropout_state_filter_visitor: Any = None, **kwargs: Any):
        super().__init__(cell, dtype=dtype, **kwargs)
        for name, value in (("input_keep_prob", input_keep_prob), ("output_keep_prob", output_keep_prob), ("state_keep_prob", state_keep_prob)):
            if not isinstance(value, Operators) and not 0 < value <= 1:
                raise ValueError("Parameter %s must be between 0 and 1: %s" % (name, value))
        self._input, self._output, self._state = input_keep_prob, output_keep_prob, state_keep_prob
        self._seed, self._masks = seed, None  # type: Any, Any
        if variational_recurrent:
            if dtype is None:
                raise ValueError("When variational_recurrent=True, dtype must be provided")
            self._masks = {}
            sizes = [("input", input_keep_prob, input_size), ("state", state_keep_prob, cell.state_size), ("output", output_keep_prob, cell.output_size)]
            for kind, keep, size in sizes:
                if isinstance(keep, Operators) or keep < 1:
                    if size is None:
                        raise ValueError("When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, input_size must be provided")
                    from ._random import random_uniform
                    self._masks[kind] = _nest.map_structure(
                        lambda s: random_uniform([1] + ([s] if isinstance(s, int) else TensorShape(s).as_list()), seed=self._salted(kind, 0), dtype=dtype), size)

    def _salted(self, prefix: str, index: int) -> Any:
        if self._seed is None:
            return None
        import hashlib
        text = "%s%s_%d" % (self._seed, prefix, index)
        return int(hashlib.md5(text.encode("utf-8")).hexdigest()[:8], 16) & 0x7FFFFFFF

    def _dropped(self, values: Any, kind: str, keep: Any) -> Any:
        if not isinstance(keep, Operators) and keep >= 1:
            return values
        leaves = _nest.flatten(values)
        if self._masks is not None:
            masks = _nest.flatten(self._masks[kind])
            out = [v / keep * _math.floor(keep + m) for v, m in zip(leaves, masks)]
        else:
            # the cell's state of an LSTM keeps its values, for they are a memory
            lstm = {id(v.c) for v in ([values] if isinstance(values, LSTMStateTuple) else values if isinstance(values, (list, tuple)) else [])
                    if isinstance(v, LSTMStateTuple)} if kind == "state" else set()
            out = [v if id(v) in lstm else _nn.dropout(v, rate=1.0 - keep, seed=self._salted(kind, i)) for i, v in enumerate(leaves)]
        return _nest.pack_like(values, out)

    def call(self, inputs: Any, state: Any, *args: Any, **kwargs: Any) -> Any:
        inputs = self._dropped(inputs, "input", self._input)
        output, new_state = self._cell(inputs, state, *args, **kwargs)
        new_state = self._dropped(new_state, "state", self._state)
        return self._dropped(output, "output", self._output), new_state


class ResidualWrapper(_Wrapper):
    """The inputs are added to the outputs."""

    def __init__(self, cell: Any, residual_fn: Any = None, **kwargs: Any):
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def call(self, inputs: Any, state: Any, *args: Any, **kwargs: Any) -> Any:
        outputs, new_state = self._cell(inputs, state, *args, **kwargs)
        join = self._residual_fn or (lambda i, o: _nest.map_structure(lambda a, b: a + b, i, o))
        return join(inputs, outputs), new_state


class DeviceWrapper(_Wrapper):
    """The cell's nodes go to a device."""

    def __init__(self, cell: Any, device: Any, **kwargs: Any):
        super().__init__(cell, **kwargs)
        self._device = device

    def call(self, inputs: Any, state: Any, *args: Any, **kwargs: Any) -> Any:
        from ._graph import device
        with device(self._device):
            return self._cell(inputs, state, *args, **kwargs)


class MultiRNNCell(RNNCell):
    """Cells one above the other."""

    def __init__(self, cells: Any, state_is_tuple: bool = True):
        super().__init__()
        if not cells:
            raise ValueError("Must specify at least one cell for MultiRNNCell.")
        if not isinstance(cells, (list, tuple)):
            raise TypeError("cells must be a list or tuple, but saw: %s." % cells)
        self._cells, self._state_is_tuple = list(cells), state_is_tuple

    @property
    def cells(self) -> list[Any]:
        return self._cells

    @property
    def state_size(self) -> Any:
        return tuple(c.state_size for c in self._cells) if self._state_is_tuple else sum(c.state_size for c in self._cells)

    @property
    def output_size(self) -> Any:
        return self._cells[-1].output_size

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        with name_scope(type(self).__name__ + "ZeroState", values=[batch_size]):
            if self._state_is_tuple:
                return tuple(c.zero_state(batch_size, dtype) for c in self._cells)
            return _zeros_of(self.state_size, batch_size, dtype)

    @property
    def variables(self) -> list[Any]:
        return [v for c in self._cells for v in c.variables]

    weights = variables

    @property
    def trainable_variables(self) -> list[Any]:
        return [v for c in self._cells for v in c.trainable_variables]

    trainable_weights = trainable_variables

    def call(self, inputs: Any, state: Any, *args: Any, **kwargs: Any) -> Any:
        from ._variable_scope import variable_scope
        current, at, new_states = inputs, 0, []
        for i, cell in enumerate(self._cells):
            with variable_scope("cell_%d" % i):
                if self._state_is_tuple:
                    own = state[i]
                else:
                    own = _array.slice_(state, [0, at], [-1, cell.state_size])
                    at += cell.state_size
                current, new = cell(current, own)
                new_states.append(new)
        return current, tuple(new_states) if self._state_is_tuple else _array.concat(new_states, 1)


