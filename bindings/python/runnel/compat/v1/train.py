"""tf.train: optimizers, learning rates, checkpoints, threads, sessions that are watched."""
from ...records import SequenceExample
from ._clusters import ClusterSpec, Server, replica_device_setter
from ._example import BytesList, Example, Feature, Features, FloatList, Int64List
from ._global_step import (assert_global_step, create_global_step, get_global_step, get_or_create_global_step, global_step)
from ._monitored import (CheckpointSaverHook, CheckpointSaverListener, ChiefSessionCreator, FeedFnHook, FinalOpsHook, GlobalStepWaiterHook,
                         LoggingTensorHook, MonitoredSession, MonitoredTrainingSession, NanLossDuringTrainingError, NanTensorHook, ProfilerHook, Scaffold,
                         SecondOrStepTimer, SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues, SingularMonitoredSession, StepCounterHook,
                         StopAtStepHook, SummarySaverHook, WorkerSessionCreator)
from ._near import missing as _missing
from .io import write_graph
from ._optimizers import (AdadeltaOptimizer, AdagradDAOptimizer, AdagradOptimizer, AdamOptimizer, ExponentialMovingAverage, FtrlOptimizer,
                          GradientDescentOptimizer, MomentumOptimizer, Optimizer, ProximalAdagradOptimizer, ProximalGradientDescentOptimizer,
                          RMSPropOptimizer)
from ._queues import (batch, batch_join, input_producer, limit_epochs, range_input_producer, shuffle_batch, shuffle_batch_join, slice_input_producer,
                      string_input_producer)
from ._rates import (cosine_decay, cosine_decay_restarts, exponential_decay, inverse_time_decay, linear_cosine_decay, natural_exp_decay,
                     noisy_linear_cosine_decay, piecewise_constant, piecewise_constant_decay, polynomial_decay)
from ._saver import (CheckpointState, NewCheckpointReader, Saver, checkpoint_exists, export_meta_graph, get_checkpoint_state, import_meta_graph,
                     init_from_checkpoint, latest_checkpoint, list_variables, load_checkpoint, load_variable, remove_checkpoint, update_checkpoint_state)
from ._supervisor import Supervisor, basic_train_loop
from ._sync_replicas import SyncReplicasOptimizer
from ._threads import Coordinator, LooperThread, QueueRunner, add_queue_runner, start_queue_runners

__all__ = [
    "AdadeltaOptimizer", "AdagradDAOptimizer", "AdagradOptimizer", "AdamOptimizer", "BytesList", "CheckpointSaverHook", "CheckpointSaverListener", "CheckpointState",
    "ChiefSessionCreator", "ClusterSpec", "Coordinator", "Example", "ExponentialMovingAverage", "Feature", "Features", "FeedFnHook", "FinalOpsHook", "FloatList", "FtrlOptimizer", "GlobalStepWaiterHook",
    "GradientDescentOptimizer", "Int64List", "LoggingTensorHook", "LooperThread", "MomentumOptimizer", "MonitoredSession", "MonitoredTrainingSession",
    "NanLossDuringTrainingError", "NanTensorHook", "NewCheckpointReader", "Optimizer", "ProfilerHook", "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer", "QueueRunner", "RMSPropOptimizer", "Saver", "Scaffold", "SecondOrStepTimer", "SequenceExample", "Server",
    "SessionRunArgs", "SessionRunContext", "SessionRunHook", "SessionRunValues", "SingularMonitoredSession", "StepCounterHook", "StopAtStepHook",
    "SummarySaverHook", "Supervisor", "SyncReplicasOptimizer", "WorkerSessionCreator", "add_queue_runner", "assert_global_step", "basic_train_loop", "batch", "batch_join", "checkpoint_exists", "cosine_decay",
    "cosine_decay_restarts", "create_global_step", "exponential_decay", "export_meta_graph", "get_checkpoint_state", "get_global_step",
    "get_or_create_global_step", "global_step", "import_meta_graph", "init_from_checkpoint", "input_producer", "inverse_time_decay", "latest_checkpoint",
    "limit_epochs", "linear_cosine_decay", "list_variables", "load_checkpoint", "load_variable", "natural_exp_decay", "noisy_linear_cosine_decay",
    "piecewise_constant", "piecewise_constant_decay", "polynomial_decay", "range_input_producer", "remove_checkpoint", "replica_device_setter", "shuffle_batch",
    "shuffle_batch_join", "slice_input_producer", "start_queue_runners", "string_input_producer", "update_checkpoint_state", "write_graph",
]

__getattr__ = _missing(__name__, "train")
