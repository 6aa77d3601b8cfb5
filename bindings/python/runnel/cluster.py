"""Clusters: which tasks there are, and servers, each of which is one of them. A session whose target is a server's runs on
all tasks of its cluster: Session(graph, target=server.target, token=server.token)."""
from __future__ import annotations

import ctypes
from typing import Iterator, Mapping, Sequence, Union

from . import _abi
from ._library import Handle, byref, check, created, lib, releases, string, take_bytes, take_names, text
from .runtime import Runtime, default_runtime

Tasks = Union[Sequence[str], Mapping[int, str]]


@releases(lib.rnl_cluster_release)
class Cluster(Handle):
    """Jobs by name, tasks by number within a job, an address ("host:port") for each: as text ("ps=a:2222;worker=b:2222"),
    or as a dict from jobs to lists of addresses or dicts of them by number. One thread at a time.

    Bytes are TensorFlow's ClusterDef.
    Raises InvalidArgument with the piece that is wrong, AlreadyExists for a task that comes twice, DataLoss for damaged bytes.
    """

    def __init__(self, jobs: str | bytes | Mapping[str, Tasks]):
        if isinstance(jobs, (bytes, str)):
            read = lib.rnl_cluster_from_message if isinstance(jobs, bytes) else lib.rnl_cluster_from_text
            super().__init__(created(read, string(jobs)))
            return
        super().__init__(created(lib.rnl_cluster_create))
        for job, tasks in jobs.items():
            for number, address in (tasks.items() if isinstance(tasks, Mapping) else enumerate(tasks)):
                check(lib.rnl_cluster_add_task(self, string(job), number, string(address)))

    @property
    def jobs(self) -> dict[str, dict[int, str]]:
        """Addresses by number by job."""
        return {job: dict(self._tasks(job)) for job in take_names(created(lib.rnl_cluster_jobs, self))}

    def _tasks(self, job: str) -> Iterator[tuple[int, str]]:
        count, task = ctypes.c_size_t(), ctypes.c_int64()
        check(lib.rnl_cluster_num_tasks(self, string(job), byref(count)))
        for position in range(count.value):
            check(lib.rnl_cluster_task_at(self, string(job), position, byref(task)))
            address = take_bytes(created(lib.rnl_cluster_task_address, self, string(job), task.value))
            yield task.value, address.decode()

    def __str__(self) -> str:
        return take_bytes(created(lib.rnl_cluster_to_text, self)).decode()

    def __bytes__(self) -> bytes:
        """TensorFlow's ClusterDef."""
        return take_bytes(created(lib.rnl_cluster_to_message, self))


@releases(lib.rnl_device_setter_release)
class DeviceSetter(Handle):
    """Where the variables of a replicated model go: spread over the tasks of one job, to the one with the fewest bytes so
    far (by_bytes) or to each in turn, so that every replica that asks in the same order gets the same answers. One thread
    at a time. Raises NotFound for a job that the cluster lacks."""

    def __init__(self, cluster: Cluster, job: str, *, by_bytes: bool = False):
        super().__init__(created(lib.rnl_device_setter_create, cluster, string(job), by_bytes))

    def next(self, size_bytes: int) -> str:
        """The device for a variable of that size, as "/job:ps/task:1"."""
        device = _abi.rnl_str_t()
        check(lib.rnl_device_setter_next(self, size_bytes, byref(device)))
        return text(device)


@releases(lib.rnl_server_options_release)
class _Options(Handle):
    pass


@releases(lib.rnl_server_release)
class Server(Handle):
    """A task of a cluster, master and worker in one, which serves on threads of its own until it is stopped. A context
    manager that stops it.

    token: what others must show; None: RUNNEL_CLUSTER_TOKEN, or one that the server makes up. listen_fd: a socket that
    listens already. key_file: TLS 1.3 with one key for all tasks and clients, the path of a file of mode 0600 with 64
    hexadecimal digits. certificates: TLS 1.3 with certificates that both sides show, paths of PEM files: the certificate,
    its private key (mode 0600), the authority. files: the folder that ops of graphs from elsewhere may use.
    insecure_network: lets other machines reach it, unencrypted. heartbeat: seconds between signs of life, and until a peer
    without one is dead. receive_limit: bytes of tensors that others have sent and nothing has used yet, at least 1 MiB.
    Raises Unavailable if the address cannot be bound, PermissionDenied for one that other machines can reach and for a key
    that others may read, InvalidArgument for a key file without a key.
    """

    def __init__(self, cluster: Cluster | None = None, job: str = "", task: int = 0, *, token: str | None = None,
                 listen_fd: int = -1, key_file: str = "", certificates: Sequence[str] = (), files: str = "",
                 insecure_network: bool = False, heartbeat: tuple[float, float] = (0.5, 3.0),
                 receive_limit: int = 256 << 20, runtime: Runtime | None = None):
        runtime = runtime or default_runtime()
        if cluster is None:
            super().__init__(created(lib.rnl_server_start_local, runtime))
            return
        options = _Options(created(lib.rnl_server_options_create, cluster, string(job), task))
        if token is not None:
            check(lib.rnl_server_options_set_token(options, string(token)))
        check(lib.rnl_server_options_set_listen_fd(options, listen_fd))
        if key_file:
            check(lib.rnl_server_options_set_key_file(options, string(key_file)))
        if certificates:
            certificate, private_key, authority = certificates
            check(lib.rnl_server_options_set_certificates(options, string(certificate), string(private_key), string(authority)))
        if files:
            check(lib.rnl_server_options_set_files(options, string(files)))
        check(lib.rnl_server_options_set_insecure_network(options, insecure_network))
        check(lib.rnl_server_options_set_heartbeat(options, *(round(s * 1000) for s in heartbeat)))
        check(lib.rnl_server_options_set_receive_limit(options, receive_limit))
        super().__init__(created(lib.rnl_server_start, runtime, options))

    @property
    def target(self) -> str:
        """"runnel://127.0.0.1:2222"."""
        return text(lib.rnl_server_target(self))

    @property
    def token(self) -> str:
        """What sessions must show."""
        return text(lib.rnl_server_token(self))

    def stop(self) -> None:
        """Ends its steps and connections."""
        check(lib.rnl_server_stop(self))

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
