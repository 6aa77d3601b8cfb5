"""Cells over time: dynamic_rnn and its kin."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType
from . import _array, _math, _nest
from ._apply import constant, convert_to_tensor
from ._control_flow import cond, while_loop
from ._graph import control_dependencies, get_default_graph, name_scope
from ._shape import TensorShape
from ._tensor_array import TensorArray
from ._variable_scope import get_variable_scope, variable_scope


def _transposed(x: Any) -> Any:
    """Batch and time change places."""
    x = convert_to_tensor(x)
    count = x.shape.ndims
    if count is not None and count < 2:
        raise ValueError("Expected input tensor %s to have rank at least 2, but saw shape: %s" % (x.name, x.shape))
    rank = _array.rank(x)
    made = _array.transpose(x, _array.concat(([1, 0], _math.range_(2, rank)), axis=0))
    if count is not None:
        sizes = x.shape.as_list()
        shape = TensorShape([sizes[1], sizes[0]] + sizes[2:])
        if made.shape != shape:
            made.set_shape(shape)
    return made


def _batch_size(x: Any) -> Any:
    known = x.shape[1].value if x.shape.ndims is not None else None
    return known if known is not None else _array.shape(x)[1]


def dynamic_rnn(cell: Any, inputs: Any, sequence_length: Any = None, initial_state: Any = None, dtype: Any = None, parallel_iterations: Any = None,
                swap_memory: bool = False, time_major: bool = False, scope: Any = None) -> tuple[Any, Any]:
    """Runs the cell over the sequence, as long as that is in the run, and gives all outputs and the last state. Beyond sequence_length of an
    example its outputs are zeros and its state stays. Shapes: inputs are [batch, time, ...], or [time, batch, ...] with time_major."""
    with variable_scope(scope or "rnn") as varscope:
        flat = [convert_to_tensor(x) for x in _nest.flatten(inputs)]
        if not time_major:
            flat = [_transposed(x) for x in flat]
        if sequence_length is not None:
            sequence_length = _math.cast(convert_to_tensor(sequence_length), DType.int32)
            if sequence_length.shape.ndims not in (None, 1):
                raise ValueError("sequence_length must be a vector of length batch_size, but saw shape: %s" % sequence_length.shape)
            sequence_length = _array.identity(sequence_length, name="sequence_length")
        batch = _batch_size(flat[0])
        if initial_state is not None:
            state = _nest.map_structure(convert_to_tensor, initial_state)
        else:
            if dtype is None:
                raise ValueError("If there is no initial_state, you must give a dtype.")
            state = cell.zero_state(batch, dtype)
        if sequence_length is not None:
            from ._check import Assert
            wanted = convert_to_tensor([batch] if isinstance(batch, int) else _array.stack([batch]))
            checked = Assert(_math.reduce_all(_math.equal(_array.shape(sequence_length), wanted)),
                             ["Expected shape for Tensor %s is " % sequence_length.name, wanted, " but saw shape: ", _array.shape(sequence_length)])
            with control_dependencies([checked]):
                sequence_length = _array.identity(sequence_length, name="CheckSeqLen")
        time_major_inputs = _nest.pack_like(inputs, flat)
        outputs, final = _loop(cell, time_major_inputs, state, parallel_iterations or 32, swap_memory, sequence_length, batch, dtype, varscope)
        if not time_major:
            outputs = _nest.map_structure(_transposed, outputs)
        return outputs, final


def _sizes(size: Any, batch: Any) -> Any:
    rest = [size] if isinstance(size, int) else TensorShape(size).as_list()
    if isinstance(batch, int):
        return [batch] + rest
    return _array.concat([_array.expand_dims(batch, 0), constant(rest, DType.int32)], 0)


def _loop(cell: Any, inputs: Any, initial: Any, parallel_iterations: int, swap_memory: bool, lengths: Any, batch: Any, dtype: Any,
          varscope: Any) -> tuple[Any, Any]:
    flat = _nest.flatten(inputs)
    steps = _array.shape(flat[0])[0]
    known_steps = flat[0].shape[0].value if flat[0].shape.ndims is not None else None
    sizes = _nest.flatten(cell.output_size) if not isinstance(cell.output_size, TensorShape) else [cell.output_size]
    kind = flat[0].dtype if dtype is None else dtype

    def zero(size: Any) -> Any:
        return _array.zeros(_sizes(size, batch), kind)

    zero_output = [zero(s) for s in sizes]
    if lengths is not None:
        shortest, longest = _math.reduce_min(lengths), _math.reduce_max(lengths)
    else:
        longest = steps
    time = constant(0, DType.int32, name="time")
    with name_scope("dynamic_rnn"):
        def array(name: str, element: Any, of: Any) -> TensorArray:
            return TensorArray(of, size=steps, element_shape=element, tensor_array_name="dynamic_rnn/" + name)
        known_batch = batch if isinstance(batch, int) else None
        out_arrays = [array("output_%d" % i, TensorShape([known_batch] + ([s] if isinstance(s, int) else TensorShape(s).as_list())), kind)
                      for i, s in enumerate(sizes)]
        in_arrays = [array("input_%d" % i, x.shape[1:], x.dtype).unstack(x) for i, x in enumerate(flat)]
        limit = _math.maximum(1, longest)

        def step(time: Any, arrays: Any, state: Any) -> Any:
            now = [a.read(time) for a in in_arrays]
            for n, x in zip(now, flat):
                if x.shape.ndims is not None and n.shape.ndims is None:
                    n.set_shape(x.shape[1:])
            given = _nest.pack_like(inputs, now)

            def call() -> Any:
                return cell(given, state)

            if lengths is not None:
                output, new_state = _masked(time, lengths, shortest, longest, zero_output, state, call, cell.output_size)
            else:
                output, new_state = call()
            return time + 1, tuple(a.write(time, o) for a, o in zip(arrays, _nest.flatten(output))), new_state

        _, finals, final_state = while_loop(lambda t, *_: t < limit, step, (time, tuple(out_arrays), initial),
                                            parallel_iterations=parallel_iterations, swap_memory=swap_memory, maximum_iterations=steps)
        stacked = [a.stack() for a in finals]
        for s, size in zip(stacked, sizes):
            s.set_shape([known_steps, known_batch] + ([size] if isinstance(size, int) else TensorShape(size).as_list()))
        outputs = _nest.pack_like(cell.output_size, stacked) if _nest.is_nested(cell.output_size) else stacked[0]
        return outputs, final_state


def _masked(time: Any, lengths: Any, shortest: Any, longest: Any, zero_output: list[Any], state: Any, call: Any, output_size: Any) -> Any:
    """Of the examples that have ended, zeros and the state as it was. A step that none has ended at copies nothing."""
    flat_state = _nest.flatten(state)
    structure: list[Any] = []

    def chosen(old: Any, new: Any) -> Any:
        if new.shape.ndims == 0:
            return new
        with get_default_graph().colocate_with(new):
            return _array.where(copies, old, new)

    def run() -> tuple[list[Any], list[Any]]:
        output, new_state = call()
        _nest.assert_same_structure(state, new_state)
        structure[:] = [output, new_state]
        return _nest.flatten(output), _nest.flatten(new_state)

    copies = time >= lengths

    def with_copies(outputs: list[Any], states: list[Any]) -> list[Any]:
        return [chosen(z, o) for z, o in zip(zero_output, outputs)] + [chosen(s, n) for s, n in zip(flat_state, states)]

    def maybe() -> list[Any]:
        outputs, states = run()
        return cond(time < shortest, lambda: outputs + states, lambda: with_copies(outputs, states))  # type: ignore[no-any-return]

    final = cond(time >= longest, lambda: zero_output + flat_state, maybe)
    final = list(final) if isinstance(final, (list, tuple)) else [final]
    outputs, states = final[:len(zero_output)], final[len(zero_output):]
    for o, z in zip(outputs, zero_output):
        _keep(o, z)
    for n, s in zip(states, flat_state):
        _keep(n, s)
    return (_nest.pack_like(structure[0], outputs), _nest.pack_like(state, states))


def _keep(tensor: Any, like: Any) -> None:
    if like.shape.ndims is not None and tensor.shape.is_compatible_with(like.shape) and tensor.shape != like.shape:
        tensor.set_shape(like.shape)


def static_rnn(cell: Any, inputs: Any, initial_state: Any = None, dtype: Any = None, sequence_length: Any = None, scope: Any = None) -> tuple[Any, Any]:
    """The cell once for each input of a list."""
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("inputs must be a sequence")
    if not inputs:
        raise ValueError("inputs must not be empty")
    outputs: list[Any] = []
    with variable_scope(scope or "rnn"):
        first = convert_to_tensor(_nest.flatten(inputs[0])[0])
        batch = first.shape[0].value if first.shape.ndims else None
        batch = batch if batch is not None else _array.shape(first)[0]
        if initial_state is None and dtype is None:
            raise ValueError("If no initial_state is provided, dtype must be specified")
        state = cell.zero_state(batch, dtype) if initial_state is None else initial_state
        if sequence_length is not None:
            sequence_length = _array.identity(_math.cast(convert_to_tensor(sequence_length), DType.int32), name="sequence_length")
            sizes = _nest.flatten(cell.output_size)
            zero_output = [_array.zeros(_sizes(s, batch), first.dtype) for s in sizes]
            shortest, longest = _math.reduce_min(sequence_length), _math.reduce_max(sequence_length)
        for time, given in enumerate(inputs):
            if time > 0:
                get_variable_scope().reuse_variables()

            def call(given: Any = given, state: Any = state) -> Any:
                return cell(given, state)

            if sequence_length is not None:
                output, state = _masked(constant(time), sequence_length, shortest, longest, zero_output, state, call, cell.output_size)
            else:
                output, state = call()
            outputs.append(output)
        return outputs, state


def bidirectional_dynamic_rnn(cell_fw: Any, cell_bw: Any, inputs: Any, sequence_length: Any = None, initial_state_fw: Any = None,
                              initial_state_bw: Any = None, dtype: Any = None, parallel_iterations: Any = None, swap_memory: bool = False,
                              time_major: bool = False, scope: Any = None) -> tuple[Any, Any]:
    """One cell from the front and one from the back: ((outputs, outputs), (state, state))."""
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as fw_scope:
            output_fw, state_fw = dynamic_rnn(cell_fw, inputs, sequence_length, initial_state_fw, dtype, parallel_iterations, swap_memory,
                                              time_major, fw_scope)
        time, batch = (0, 1) if time_major else (1, 0)

        def turned(x: Any) -> Any:
            if sequence_length is not None:
                return _array.reverse_sequence(x, sequence_length, seq_axis=time, batch_axis=batch)
            return _array.reverse(x, axis=[time])

        with variable_scope("bw") as bw_scope:
            backwards = _nest.map_structure(turned, _nest.map_structure(convert_to_tensor, inputs))
            output, state_bw = dynamic_rnn(cell_bw, backwards, sequence_length, initial_state_bw, dtype, parallel_iterations, swap_memory,
                                           time_major, bw_scope)
        return (output_fw, _nest.map_structure(turned, output)), (state_fw, state_bw)


def static_bidirectional_rnn(cell_fw: Any, cell_bw: Any, inputs: Any, initial_state_fw: Any = None, initial_state_bw: Any = None, dtype: Any = None,
                             sequence_length: Any = None, scope: Any = None) -> tuple[Any, Any, Any]:
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as fw_scope:
            output_fw, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, fw_scope)

        def turned(values: list[Any]) -> list[Any]:
            if sequence_length is None:
                return list(reversed(values))
            joined = _array.reverse_sequence(_array.stack(values), sequence_length, seq_axis=0, batch_axis=1)
            return list(_array.unstack(joined, num=len(values)))

        with variable_scope("bw") as bw_scope:
            output, state_bw = static_rnn(cell_bw, turned(list(inputs)), initial_state_bw, dtype, sequence_length, bw_scope)
        outputs = [_array.concat([f, b], 1) for f, b in zip(output_fw, turned(output))]
        return outputs, state_fw, state_bw


def static_state_saving_rnn(cell: Any, inputs: Any, state_saver: Any, state_name: Any, sequence_length: Any = None, scope: Any = None) -> Any:
    raise NotImplementedError("static_state_saving_rnn is UNIMPLEMENTED: pass the state through feeds or variables")


def raw_rnn(cell: Any, loop_fn: Any, parallel_iterations: Any = None, swap_memory: bool = False, scope: Any = None) -> tuple[Any, Any, Any]:
    """A loop whose inputs, end and outputs loop_fn(time, cell_output, cell_state, loop_state) decides."""
    with variable_scope(scope or "rnn"):
        time = constant(0, DType.int32)
        finished, first_input, initial_state, emit_structure, loop_state = loop_fn(time, None, None, None)
        flat_input = _nest.flatten(first_input)
        known = flat_input[0].shape[0].value
        batch = known if known is not None else _array.shape(flat_input[0])[0]
        if emit_structure is not None:
            emits = _nest.flatten(emit_structure)
            sizes, types = [e.shape.as_list() for e in emits], [e.dtype for e in emits]
        else:
            emit_structure = cell.output_size
            sizes = [[s] if isinstance(s, int) else TensorShape(s).as_list() for s in _nest.flatten(emit_structure)]
            types = [_nest.flatten(initial_state)[0].dtype] * len(sizes)
        arrays = [TensorArray(t, size=0, dynamic_size=True, element_shape=TensorShape([known] + s), tensor_array_name="rnn_output_%d" % i)
                  for i, (t, s) in enumerate(zip(types, sizes))]
        zero_emit = [_array.zeros(_sizes(tuple(s), batch), t) for t, s in zip(types, sizes)]
        loop_state = constant(0, DType.int32) if loop_state is None else loop_state

        def body(time: Any, finished: Any, current: Any, arrays: Any, state: Any, loop_state: Any) -> Any:
            output, cell_state = cell(current, state)
            next_finished, next_input, next_state, emit, next_loop_state = loop_fn(time + 1, output, cell_state, loop_state)
            next_loop_state = loop_state if next_loop_state is None else next_loop_state

            def kept(now: Any, candidate: Any) -> Any:
                return [c if c.shape.ndims == 0 else _array.where(finished, n, c) for n, c in zip(_nest.flatten(now), _nest.flatten(candidate))]
            emitted = kept(zero_emit, emit)
            next_state = _nest.pack_like(state, kept(state, next_state))
            written = [a.write(time, e) for a, e in zip(arrays, emitted)]
            return time + 1, _math.logical_or(finished, next_finished), next_input, written, next_state, next_loop_state

        result = while_loop(lambda t, finished, *_: _math.logical_not(_math.reduce_all(finished)), body,
                            [time, finished, first_input, arrays, initial_state, loop_state], parallel_iterations=parallel_iterations or 32,
                            swap_memory=swap_memory)
        out = result[3]
        emit_array = _nest.pack_like(emit_structure, out) if _nest.is_nested(emit_structure) else out[0]
        return emit_array, result[4], result[5]


