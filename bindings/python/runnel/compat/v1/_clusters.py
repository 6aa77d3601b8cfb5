"""tf.train.ClusterSpec, Server and replica_device_setter: Runnel's clusters."""
from __future__ import annotations

from typing import Any

from ...cluster import Cluster, DeviceSetter
from ...cluster import Server as _Server

_PLACED = {"Variable", "VariableV2", "VarHandleOp", "AutoReloadVariable", "MutableHashTableV2", "MutableHashTable", "HashTableV2"}


class ClusterSpec:
    """Jobs by name, each a list of "host:port"."""

    def __init__(self, cluster: Any):
        self._jobs = cluster.as_dict() if isinstance(cluster, ClusterSpec) else {
            k: list(v) if isinstance(v, (list, tuple)) else v for k, v in cluster.items()}

    def as_dict(self) -> dict[str, Any]:
        return dict(self._jobs)

    @property
    def jobs(self) -> list[str]:
        return sorted(self._jobs)

    def num_tasks(self, job_name: str) -> int:
        return len(self._jobs[job_name])

    def job_tasks(self, job_name: str) -> list[str]:
        return list(self._jobs[job_name])

    def task_address(self, job_name: str, task_index: int) -> str:
        return self._jobs[job_name][task_index]  # type: ignore[no-any-return]

    def _native(self) -> Cluster:
        return Cluster(self._jobs)


class Server:
    """A task of a cluster. Its sessions' target is `target`; they show the token that RUNNEL_CLUSTER_TOKEN holds, or the server's own."""

    def __init__(self, server_or_cluster_def: Any, job_name: str = "", task_index: int = 0, protocol: Any = None, config: Any = None, start: bool = True):
        if not start:
            raise NotImplementedError("a server that is started later is UNIMPLEMENTED")
        spec = server_or_cluster_def if isinstance(server_or_cluster_def, ClusterSpec) else ClusterSpec(server_or_cluster_def)
        self._server = _Server(spec._native(), job_name or spec.jobs[0], task_index)

    @property
    def target(self) -> str:
        return self._server.target

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> Server:
        made = Server.__new__(Server)
        made._server = _Server()
        return made

    def join(self) -> None:
        """Waits for ever: until the process ends."""
        import threading
        threading.Event().wait()


def replica_device_setter(ps_tasks: int = 0, ps_device: str = "/job:ps", worker_device: str = "/job:worker", merge_devices: bool = True, cluster: Any = None,
                          ps_ops: Any = None, ps_strategy: Any = None) -> Any:
    """For tf.device: variables go to the ps tasks in turn, everything else to the worker. None without ps tasks."""
    job = ps_device.removeprefix("/job:").split("/")[0]
    if cluster is not None:
        spec = cluster if isinstance(cluster, ClusterSpec) else ClusterSpec(cluster)
        if job not in spec.jobs or not spec.num_tasks(job):
            return None
        setter = DeviceSetter(spec._native(), job)
    elif ps_tasks:
        setter = DeviceSetter(Cluster({job: ["localhost:%d" % (1 + i) for i in range(ps_tasks)]}), job)
    else:
        return None
    placed = set(ps_ops) if ps_ops is not None else _PLACED

    def device(op: Any) -> str:
        if op.device and not merge_devices:
            return str(op.device)
        return setter.next(0) if op.type in placed else worker_device
    return device
