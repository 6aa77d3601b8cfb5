"""SyncReplicasOptimizer: replicas that each have a graph of their own, and make steps together.

Gradients go to accumulators beside the variables. The chief's queue runner takes the mean of replicas_to_aggregate of them, updates
the variables, and puts as many tokens into a queue as there are replicas; each replica takes one before its next step, which tells it
the step that its weights are of. A gradient of an older step is dropped. Source: Chen et al. 2016, "Revisiting distributed synchronous SGD".
"""
from __future__ import annotations

import threading
from typing import Any

from ... import errors
from ..._interrupt import Cancellation
from ...session import RunOptions
from . import _array
from ._control_flow import group, no_op
from ._graph import GraphKeys, Tensor, control_dependencies, get_default_graph, name_scope
from ._monitored import SessionRunHook
from ._more import ConditionalAccumulator, SparseConditionalAccumulator
from ._optimizers import Optimizer
from ._queues import FIFOQueue
from ._threads import QueueRunner
from ._values import IndexedSlices
from ._variables import Variable, global_variables, report_uninitialized_variables


class SyncReplicasOptimizer(Optimizer):
    """Around another optimizer, as tf.train.SyncReplicasOptimizer: replicas beyond replicas_to_aggregate are backups."""

    def __init__(self, opt: Any, replicas_to_aggregate: int, total_num_replicas: Any = None, variable_averages: Any = None,
                 variables_to_average: Any = None, use_locking: bool = False, name: str = "sync_replicas"):
        super().__init__(use_locking, name)
        self._opt, self._required = opt, replicas_to_aggregate
        self._total = replicas_to_aggregate if total_num_replicas is None else total_num_replicas
        self._tokens_per_step = max(self._total, replicas_to_aggregate)
        self._averages, self._averaged = variable_averages, variables_to_average
        self._global_step: Any = None
        self._sync_token_queue: Any = None
        self._runner: QueueRunner | None = None

    def compute_gradients(self, *args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        return self._opt.compute_gradients(*args, **kwargs)  # type: ignore[no-any-return]

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: Any = None) -> Any:
        """A replica's step: it sends the gradients and waits for the chief's update."""
        pairs = list(grads_and_vars)
        if not pairs:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required to check staleness")
        self._global_step = global_step
        graph = get_default_graph()
        anchor = no_op()
        with graph.device(None), graph.device(anchor.device or None):  # on the replica, whatever places variables elsewhere
            self._local_step = Variable(0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES], dtype=global_step.dtype,
                                        name="sync_rep_local_step")
        self.local_step_init_op = self._local_step.assign(global_step, read_value=False)
        self.ready_for_local_init_op = report_uninitialized_variables(global_variables())
        sends, taken, begins = [], [], [self.local_step_init_op]
        with name_scope(None, self._name):
            for gradient, variable in pairs:
                if gradient is None:
                    taken.append(None)
                    continue
                with graph.device(variable.device):
                    accumulator = self._accumulator(gradient, variable)
                    if isinstance(gradient, IndexedSlices):
                        sends.append(accumulator.apply_indexed_slices_grad(gradient, self._local_step))
                        taken.append(accumulator.take_indexed_slices_grad(self._required))
                    else:
                        sends.append(accumulator.apply_grad(gradient, self._local_step))
                        taken.append(accumulator.take_grad(self._required))
                        taken[-1].set_shape(variable.shape)
                    begins.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
        with graph.device(global_step.device), name_scope(""):
            update = self._opt.apply_gradients(list(zip(taken, (v for _, v in pairs))), global_step)
            queue = FIFOQueue(-1, global_step.dtype, shapes=(), name="sync_token_q", shared_name="sync_token_q")
            with control_dependencies(sends):
                token = queue.dequeue()
            step = self._local_step.assign(token, read_value=False)
            with control_dependencies([update]):
                tokens = _array.fill([self._tokens_per_step], global_step.read_value())
                sync = queue.enqueue_many((tokens,))
            if self._averages is not None:
                with control_dependencies([sync]):
                    sync = self._averages.apply(self._averaged)
            unused = FIFOQueue(1, "int32", shapes=(), name="dummy_queue", shared_name="dummy_queue")
            self._runner = QueueRunner(unused, [sync])
        self._sync_token_queue = queue
        self.chief_init_op = group(*begins)
        return step

    @staticmethod
    def _accumulator(gradient: Any, variable: Any) -> Any:
        name = variable.name + "/grad_accum"
        if isinstance(gradient, IndexedSlices):
            return SparseConditionalAccumulator(gradient.dtype, shape=(), shared_name=name)
        if not isinstance(gradient, Tensor):
            raise ValueError("Unknown grad type!")
        return ConditionalAccumulator(gradient.dtype, shape=variable.shape, shared_name=name)

    def _check_applied(self, what: str) -> None:
        if self._runner is None:
            raise ValueError("%s should be called after apply_gradients()." % what)

    def get_chief_queue_runner(self) -> Any:
        """What updates the variables, as a queue runner of the chief's session."""
        self._check_applied("get_chief_queue_runner()")
        return self._runner

    def get_init_tokens_op(self, num_tokens: int = -1) -> Any:
        """Tokens for the first step. Raises ValueError for fewer than it needs."""
        self._check_applied("get_init_tokens_op()")
        needed = self._required - self._total
        if num_tokens == -1:
            num_tokens = self._required
        elif num_tokens < needed:
            raise ValueError("Too few tokens to finish the first step: %d (given) vs %d (needed)" % (num_tokens, needed))
        if num_tokens <= 0:
            return no_op(name="no_init_tokens")
        with get_default_graph().device(self._global_step.device), name_scope(""):
            return self._sync_token_queue.enqueue_many((_array.fill([num_tokens], self._global_step.read_value()),))

    def make_session_run_hook(self, is_chief: bool, num_tokens: int = -1) -> SessionRunHook:
        """What a MonitoredTrainingSession needs to run the steps."""
        return _SyncReplicasHook(self, is_chief, num_tokens)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        return self._opt.get_slot_names(*args, **kwargs)  # type: ignore[no-any-return]

    def variables(self) -> list[Any]:
        return self._opt.variables()  # type: ignore[no-any-return]


class _SyncReplicasHook(SessionRunHook):
    """On the chief a thread updates, which ends with the session: a queue runner would wait for gradients until it is given up."""

    def __init__(self, optimizer: SyncReplicasOptimizer, is_chief: bool, num_tokens: int):
        self._optimizer, self._is_chief, self._num_tokens = optimizer, is_chief, num_tokens
        self._thread: threading.Thread | None = None
        self._cancellation = Cancellation()

    def begin(self) -> None:
        self._optimizer._check_applied("the hook")
        self._tokens = self._optimizer.get_init_tokens_op(self._num_tokens) if self._is_chief else None

    def after_create_session(self, session: Any, coord: Any) -> None:
        missing = session.run(self._optimizer.ready_for_local_init_op)
        if len(missing):
            raise RuntimeError("Init operations did not make model ready for local_init. Uninitialized: %s" % [m.decode() for m in missing])
        if not self._is_chief:
            session.run(self._optimizer.local_step_init_op)
            return
        session.run(self._optimizer.chief_init_op)
        session.run(self._tokens)
        self._stop()
        self._cancellation = Cancellation()
        sync = session.graph._operation_of(self._optimizer.get_chief_queue_runner().enqueue_ops[0])
        update = session._session.callable(None, [], [sync])
        self._thread = threading.Thread(target=self._update, args=(update, self._cancellation, coord), daemon=True, name="sync_replicas")
        self._thread.start()

    @staticmethod
    def _update(update: Any, cancellation: Cancellation, coord: Any) -> None:
        options = RunOptions(cancellation=cancellation)
        with coord.stop_on_exception():
            while not cancellation.cancelled:
                try:
                    update(options=options)
                except errors.Cancelled:
                    if not cancellation.cancelled:
                        raise

    def _stop(self) -> None:
        if self._thread is not None:
            self._cancellation.cancel()
            self._thread.join()
            self._thread = None

    def end(self, session: Any) -> None:
        self._stop()
