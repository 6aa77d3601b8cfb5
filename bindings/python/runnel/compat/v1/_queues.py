"""Queues, and the input pipelines that rest on them."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math, _nest, _random
from ._apply import apply, convert_to_tensor
from ._graph import GraphKeys, Tensor, get_default_graph, get_seed, name_scope
from ._shape import TensorShape
from ._threads import QueueRunner, add_queue_runner
from ._variables import Variable


class QueueBase:
    """Elements of one or several components. enqueue waits while the queue is full, dequeue while it is empty."""

    def __init__(self, dtypes: Any, shapes: Any, names: Any, queue_ref: Tensor):
        self._dtypes, self._names, self._ref = dtypes, names, queue_ref
        self._shapes = shapes if shapes is not None else [TensorShape(None)] * len(dtypes)

    @property
    def queue_ref(self) -> Tensor:
        return self._ref

    @property
    def name(self) -> str:
        return self._ref.op.name

    @property
    def dtypes(self) -> list[DType]:
        return self._dtypes  # type: ignore[no-any-return]

    @property
    def shapes(self) -> list[TensorShape]:
        return self._shapes

    @property
    def names(self) -> Any:
        return self._names

    def _components(self, vals: Any) -> list[Any]:
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names) != sorted(vals):
                raise ValueError("Keys in dictionary to enqueue do not match names of Queue. Dictionary: %s, Queue: %s" % (sorted(vals), sorted(self._names)))
            vals = [vals[n] for n in self._names]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        if len(vals) != len(self._dtypes):
            raise ValueError("enqueue of %d components into a queue of %d" % (len(vals), len(self._dtypes)))
        return [convert_to_tensor(v, d, name="component_%d" % i) for i, (v, d) in enumerate(zip(vals, self._dtypes))]

    def enqueue(self, vals: Any, name: Any = None) -> Any:
        with name_scope(name, "%s_enqueue" % self.name, [vals]) as scope:
            return apply("QueueEnqueueV2", self._ref, self._components(vals), name=scope)

    def enqueue_many(self, vals: Any, name: Any = None) -> Any:
        with name_scope(name, "%s_EnqueueMany" % self.name, [vals]) as scope:
            return apply("QueueEnqueueManyV2", self._ref, self._components(vals), name=scope)

    def _given(self, tensors: list[Any], count: Any = ()) -> Any:
        for t, s in zip(tensors, self._shapes):
            shape = TensorShape(list(count)).concatenate(s) if count else s
            if shape.ndims is not None and t.shape != shape:
                t.set_shape(shape)
        if self._names:
            return dict(zip(self._names, tensors))
        return tensors[0] if len(tensors) == 1 else tensors

    def dequeue(self, name: Any = None) -> Any:
        return self._given(apply("QueueDequeueV2", self._ref, component_types=self._dtypes, name=name or "%s_Dequeue" % self.name))

    def dequeue_many(self, n: Any, name: Any = None) -> Any:
        made = apply("QueueDequeueManyV2", self._ref, n, component_types=self._dtypes, name=name or "%s_DequeueMany" % self.name)
        return self._given(made, (n if isinstance(n, int) else None,))

    def dequeue_up_to(self, n: Any, name: Any = None) -> Any:
        made = apply("QueueDequeueUpToV2", self._ref, n, component_types=self._dtypes, name=name or "%s_DequeueUpTo" % self.name)
        return self._given(made, (None,))

    def close(self, cancel_pending_enqueues: bool = False, name: Any = None) -> Any:
        return apply("QueueCloseV2", self._ref, cancel_pending_enqueues=cancel_pending_enqueues, name=name or "%s_Close" % self.name)

    def is_closed(self, name: Any = None) -> Any:
        return apply("QueueIsClosedV2", self._ref, name=name or "%s_Is_Closed" % self.name)

    def size(self, name: Any = None) -> Any:
        return apply("QueueSizeV2", self._ref, name=name or "%s_Size" % self.name)


def _types(dtypes: Any) -> list[DType]:
    return [as_dtype(d) for d in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]


def _shapes(shapes: Any, types: list[DType]) -> list[TensorShape] | None:
    if shapes is None:
        return None
    if isinstance(shapes, TensorShape) or len(types) == 1 and (not len(shapes) or not isinstance(shapes[0], (list, tuple, TensorShape))):
        shapes = [shapes]
    return [TensorShape(s) for s in shapes]


class _Queue(QueueBase):
    op = ""

    def _make(self, dtypes: Any, shapes: Any, names: Any, name: Any, shared_name: Any, **attrs: Any) -> None:
        types = _types(dtypes)
        known = _shapes(shapes, types)
        names = None if not names else names if isinstance(names, (list, tuple)) else [names]
        ref = apply(self.op, component_types=types, shapes=known if known is not None else [], shared_name=shared_name or None, name=name, **attrs)
        super().__init__(types, known, names, ref)


class FIFOQueue(_Queue):
    op = "FIFOQueueV2"

    def __init__(self, capacity: int, dtypes: Any, shapes: Any = None, names: Any = None, shared_name: Any = None, name: str = "fifo_queue"):
        self._make(dtypes, shapes, names, name, shared_name, capacity=capacity)


class PaddingFIFOQueue(_Queue):
    """Elements of different sizes are padded with zeros where several are taken at once."""

    op = "PaddingFIFOQueueV2"

    def __init__(self, capacity: int, dtypes: Any, shapes: Any, names: Any = None, shared_name: Any = None, name: str = "padding_fifo_queue"):
        self._make(dtypes, shapes, names, name, shared_name, capacity=capacity)


class RandomShuffleQueue(_Queue):
    op = "RandomShuffleQueueV2"

    def __init__(self, capacity: int, min_after_dequeue: int, dtypes: Any, shapes: Any = None, names: Any = None, seed: Any = None,
                 shared_name: Any = None, name: str = "random_shuffle_queue"):
        first, second = get_seed(seed)
        self._make(dtypes, shapes, names, name, shared_name, capacity=capacity, min_after_dequeue=min_after_dequeue, seed=first or 0, seed2=second or 0)


class PriorityQueue(_Queue):
    """The first component is an int64, and the least comes first."""

    op = "PriorityQueueV2"

    def __init__(self, capacity: int, types: Any, shapes: Any = None, names: Any = None, shared_name: Any = None, name: str = "priority_queue"):
        kinds = _types(types)
        known = _shapes(shapes, kinds) or [TensorShape([])] * len(kinds)
        ref = apply(self.op, component_types=kinds, shapes=known, shared_name=shared_name or None, name=name, capacity=capacity)
        QueueBase.__init__(self, [DType.int64] + kinds, [TensorShape([])] + known, names, ref)


# ---- input pipelines

def limit_epochs(tensor: Any, num_epochs: Any = None, name: Any = None) -> Any:
    """The tensor num_epochs times, and then OutOfRangeError."""
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError("num_epochs must be > 0 not %d." % num_epochs)
    with name_scope(name, "limit_epochs", [tensor]) as scope:
        epochs = Variable(0, dtype=DType.int64, name="epochs", trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])
        with get_default_graph().control_dependencies([epochs.count_up_to(num_epochs)]):
            return _array.identity(tensor, name=scope)


def input_producer(input_tensor: Any, element_shape: Any = None, num_epochs: Any = None, shuffle: bool = True, seed: Any = None, capacity: int = 32,
                   shared_name: Any = None, summary_name: Any = None, name: Any = None, cancel_op: Any = None) -> QueueBase:
    """A queue of the rows of a tensor, which a queue runner fills."""
    with name_scope(name, "input_producer", [input_tensor]):
        rows = convert_to_tensor(input_tensor, name="input_tensor")
        shape = rows.shape[1:].merge_with(element_shape)
        if not shape.is_fully_defined():
            raise ValueError("Either `input_tensor` must have a fully defined shape or `element_shape` must be specified")
        if shuffle:
            rows = _random.random_shuffle(rows, seed=seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(capacity, [rows.dtype], [shape], shared_name=shared_name, name=name or "input_producer")
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many(rows)], cancel_op=cancel_op))
        if summary_name is not None:
            _fullness(queue, capacity, summary_name)
        return queue


def _fullness(queue: QueueBase, capacity: int, name: str) -> None:
    from .summary import scalar
    scalar(name, _math.cast(queue.size(), DType.float32) * (1.0 / capacity))


def string_input_producer(string_tensor: Any, num_epochs: Any = None, shuffle: bool = True, seed: Any = None, capacity: int = 32, shared_name: Any = None,
                          name: Any = None, cancel_op: Any = None) -> QueueBase:
    if not isinstance(string_tensor, Tensor) and not len(string_tensor):
        raise ValueError("string_input_producer requires a non-null input tensor")
    with name_scope(name, "input_producer", [string_tensor]):
        tensor = convert_to_tensor(string_tensor, DType.string)
        return input_producer(tensor, [], num_epochs, shuffle, seed, capacity, shared_name, "fraction_of_%d_full" % capacity, name, cancel_op)


def range_input_producer(limit: Any, num_epochs: Any = None, shuffle: bool = True, seed: Any = None, capacity: int = 32, shared_name: Any = None,
                         name: Any = None) -> QueueBase:
    with name_scope(name, "input_producer", [limit]):
        return input_producer(_math.range_(limit), [], num_epochs, shuffle, seed, capacity, shared_name, "fraction_of_%d_full" % capacity, name)


def slice_input_producer(tensor_list: Any, num_epochs: Any = None, shuffle: bool = True, seed: Any = None, capacity: int = 32, shared_name: Any = None,
                         name: Any = None) -> list[Any]:
    """The rows of several tensors together, one after the other."""
    with name_scope(name, "input_producer", tensor_list):
        tensors = [convert_to_tensor(t) for t in tensor_list]
        count = _array.shape(tensors[0])[0]
        queue = range_input_producer(count, num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [_array.gather(t, index) for t in tensors]


def _joined(queue: QueueBase, like: Any, tensors: list[Any], batch_size: Any, smaller: bool, name: str) -> Any:
    got = (queue.dequeue_up_to if smaller else queue.dequeue_many)(batch_size, name=name)
    leaves = got if isinstance(got, list) else [got]
    return _nest.pack_like(like, leaves)


def _batched(tensors_list: list[Any], batch_size: Any, capacity: int, enqueue_many: bool, shapes: Any, allow_smaller: bool, shared_name: Any, name: Any,
             default_name: str, threads: int, make: Any, summary: str) -> Any:
    like = tensors_list[0]
    with name_scope(name, default_name, [t for ts in tensors_list for t in _nest.flatten(ts)]) as scope:
        flat = [[convert_to_tensor(t) for t in _nest.flatten(ts)] for ts in tensors_list]
        types = [t.dtype for t in flat[0]]
        known = [TensorShape(s) for s in shapes] if shapes is not None else [
            _common([(f[i].shape[1:] if enqueue_many else f[i].shape) for f in flat]) for i in range(len(types))]
        queue = make(types, known, shared_name)
        enqueue = queue.enqueue_many if enqueue_many else queue.enqueue
        add_queue_runner(QueueRunner(queue, [op for f in flat for op in [enqueue(f)] * threads]))
        _fullness(queue, capacity, summary)
        return _joined(queue, like, flat[0], batch_size, allow_smaller, scope)


def _common(shapes: list[TensorShape]) -> TensorShape:
    first = shapes[0]
    return first if all(s == first for s in shapes) else TensorShape(
        [d if all(s[i].value == d for s in shapes) else None for i, d in enumerate(first.as_list())])


def batch(tensors: Any, batch_size: Any, num_threads: int = 1, capacity: int = 32, enqueue_many: bool = False, shapes: Any = None,
          dynamic_pad: bool = False, allow_smaller_final_batch: bool = False, shared_name: Any = None, name: Any = None) -> Any:
    """Elements together, as many as a batch has."""
    kind = PaddingFIFOQueue if dynamic_pad else FIFOQueue
    return _batched([tensors], batch_size, capacity, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name, "batch", num_threads,
                    lambda t, s, n: kind(capacity, t, s, shared_name=n), "fraction_of_%d_full" % capacity)


def batch_join(tensors_list: Any, batch_size: Any, capacity: int = 32, enqueue_many: bool = False, shapes: Any = None, dynamic_pad: bool = False,
               allow_smaller_final_batch: bool = False, shared_name: Any = None, name: Any = None) -> Any:
    kind = PaddingFIFOQueue if dynamic_pad else FIFOQueue
    return _batched(list(tensors_list), batch_size, capacity, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name, "batch_join", 1,
                    lambda t, s, n: kind(capacity, t, s, shared_name=n), "fraction_of_%d_full" % capacity)


def shuffle_batch(tensors: Any, batch_size: Any, capacity: int, min_after_dequeue: int, num_threads: int = 1, seed: Any = None,
                  enqueue_many: bool = False, shapes: Any = None, allow_smaller_final_batch: bool = False, shared_name: Any = None,
                  name: Any = None) -> Any:
    """The same from a queue that gives its elements in a random order."""
    return _batched([tensors], batch_size, capacity, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name, "shuffle_batch", num_threads,
                    lambda t, s, n: RandomShuffleQueue(capacity, min_after_dequeue, t, s, seed=seed, shared_name=n),
                    "fraction_over_%d_of_%d_full" % (min_after_dequeue, capacity - min_after_dequeue))


def shuffle_batch_join(tensors_list: Any, batch_size: Any, capacity: int, min_after_dequeue: int, seed: Any = None, enqueue_many: bool = False,
                       shapes: Any = None, allow_smaller_final_batch: bool = False, shared_name: Any = None, name: Any = None) -> Any:
    return _batched(list(tensors_list), batch_size, capacity, enqueue_many, shapes, allow_smaller_final_batch, shared_name, name, "shuffle_batch_join", 1,
                    lambda t, s, n: RandomShuffleQueue(capacity, min_after_dequeue, t, s, seed=seed, shared_name=n),
                    "fraction_over_%d_of_%d_full" % (min_after_dequeue, capacity - min_after_dequeue))
