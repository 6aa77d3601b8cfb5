"""Strategies: how training is divided over devices and tasks.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal, Sequence

from ._spec import Spec


class CentralStorage(Spec):
    """The weights and the optimizer's state are in the host's memory; every device reads them in each step
    and computes a part of the batch. Otherwise as Mirrored.
    """

    def __init__(self, devices: str | Sequence[str] = ()) -> None:
        super().__init__("CentralStorage", (), (("devices", devices, ()),))


class Mirrored(Spec):
    """Every device has a copy of the weights and computes a part of each batch; gradients are added up in the
    order of the devices. cross_device_ops: with all_reduce the devices add them up as the group that they
    form (NCCL), and each updates its own copy of the weights and of the optimizer's state; with
    reduction_to_one_device the first one adds, updates, and gives the weights to all. auto is all_reduce
    where the devices form a group. Loss, gradients and metrics are those of the whole batch on one device,
    whatever its size, but for layers that normalise by their batch: they take the statistics of their part,
    as with Keras' MirroredStrategy. Moving statistics are the means of the parts', weighed by their rows,
    which Keras does not weigh. devices: as 'GPU:0'; none: all but the host.
    """

    def __init__(self, devices: str | Sequence[str] = (),
                 cross_device_ops: Literal["auto", "reduction_to_one_device", "all_reduce"] = "auto") -> None:
        super().__init__("Mirrored", (), (("devices", devices, ()),
            ("cross_device_ops", cross_device_ops, "auto")))


class MultiWorkerMirrored(Spec):
    """Every task of a cluster, chief and workers, has a copy of the weights and computes a part of each
    batch, which the chief reads; otherwise as Mirrored. cross_device_ops: with all_reduce the tasks add
    gradients up by CollectiveReduce, over NCCL where their devices reach each other, and each updates its own
    copy of the weights and of the optimizer's state; with reduction_to_one_device the chief adds them up,
    updates, and sends the weights to all. auto is all_reduce, unless there are shards or there is one task.
    With shards each batch is divided into so many parts however many tasks there are, which are added up in
    their order: equal data and seeds then give equal bits. elastic: tasks may come and go between steps, and
    training goes on with those that are there; it needs shards and a model_dir.
    """

    def __init__(self, shards: int = 0, elastic: bool = False,
                 cross_device_ops: Literal["auto", "reduction_to_one_device", "all_reduce"] = "auto") -> None:
        super().__init__("MultiWorkerMirrored", (), (("shards", shards, 0), ("elastic", elastic, False),
            ("cross_device_ops", cross_device_ops, "auto")))


class ParameterServer(Spec):
    """The weights and the optimizer's state are on parameter servers. Without sync each task trains with
    batches of its own, as it does without a strategy: updates may be of weights that others have changed, but
    none is lost: each one of a weight and of what the optimizer keeps of it is made on its server of the
    values that are there by then, one after another. Counts of steps, as Adam's correction and schedules have
    them, are those that a task has read; moving statistics are the last task's. gradient_accumulation_steps
    is UNIMPLEMENTED there. max_staleness: a task drops a gradient if there have been more updates than that
    since it read the weights; updates that others make in the same moment do not count. With sync the tasks
    compute parts of each batch, as with MultiWorkerMirrored, but read the weights from the servers in each
    step. replicas_to_aggregate: with sync, each task has batches of its own, and the chief makes an update of
    the mean of so many gradients, its own and the first that come, as TensorFlow's SyncReplicasOptimizer;
    those that come later are dropped. Tasks beyond that number are backups: workers may die and come back
    while training goes on.
    """

    def __init__(self, sync: bool = False, shards: int = 0, elastic: bool = False,
                 replicas_to_aggregate: int = 0, max_staleness: int = -1) -> None:
        super().__init__("ParameterServer", (), (("sync", sync, False), ("shards", shards, 0),
            ("elastic", elastic, False), ("replicas_to_aggregate", replicas_to_aggregate, 0),
            ("max_staleness", max_staleness, -1)))
