# Runs a TensorFlow 1 program in TensorFlow's sessions, or with Runnel behind them, and writes down what its steps gave.
#
# Fetches and feeds of any structure stay TensorFlow's own work: BaseSession._do_run, which has tensors by now, is what is replaced. Before
# a step Runnel's graph grows by what TensorFlow's has gained since the last one.
import collections
import contextlib
import importlib.util
import json
import os
import pickle
import socket
import subprocess
import sys
import threading

import numpy as np

from harness import oracle, tree


class Steps:
    """What a program gets as S."""

    def __init__(self, tf, tag):
        self.tag, self.done = tag, []
        config = tf.compat.v1.ConfigProto(allow_soft_placement=True, intra_op_parallelism_threads=1)
        self.sess = tf.compat.v1.Session(config=config)

    def run(self, fetches, feeds=None, **_):
        try:
            value = self.sess.run(fetches, feeds)
        except Exception as error:
            value = {"error": type(error).__name__, "message": str(error)[:500]}
        self.done.append(value)
        return value

    def raw(self, fetches, feeds=None):
        return self.sess.run(fetches, feeds)

    def raw_save(self, saver, path):
        return saver.save(self.sess, path)

    def expect(self, error, fetches):
        try:
            self.sess.run(fetches)
            self.done.append("no error")
        except error:
            self.done.append("the error")
        except Exception as other:
            self.done.append({"error": type(other).__name__, "message": str(other)[:500]})

    def result(self, value):
        self.done.append(value)


def plain(value):
    """Without named tuples and TensorFlow's classes, so that it can be read without them."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


class PythonFunctions:
    """What PyFunc nodes call is registered with Runnel under their tokens."""

    OPS = ("PyFunc", "PyFuncStateless", "EagerPyFunc")

    def __init__(self, runnel):
        self.runnel, self.tokens = runnel, set()

    def register(self, definition, runtime):
        bodies = [definition.node] + [function.node_def for function in definition.library.function]
        found = {node.attr["token"].s.decode() for nodes in bodies for node in nodes if node.op in self.OPS}
        for token in found:
            if (token, id(runtime)) not in self.tokens:
                runtime.set_host_function(token, self.caller(token))
                self.tokens.add((token, id(runtime)))

    def caller(self, token):
        from tensorflow.python.eager import context
        from tensorflow.python.framework import constant_op
        from tensorflow.python.ops import script_ops

        def call(*tensors):
            registry, values = script_ops._py_funcs, [np.array(t.numpy())[()] for t in tensors]  # a scalar is no array, a string is bytes
            if not isinstance(registry.get(token), script_ops.EagerFunc):
                given = registry(token, None, values)
            else:
                with context.eager_mode():
                    given = registry(token, None, [constant_op.constant(v) for v in values])
            given = [np.asarray(v) for v in (given if isinstance(given, (list, tuple)) else [given])]
            try:
                return tuple(self.runnel.Tensor(v) for v in given if v.dtype != object or v.shape or v.item() is not None)
            except TypeError as error:
                raise self.runnel.Internal(str(error)) from None  # as TensorFlow's kernel says it
        return call


class NoDevice(Exception):
    """Where a program is to run on."""


class Place:
    """Where Runnel's sessions compute: on the host."""

    def __init__(self):
        self.options, self.runtimes = {}, {}

    def runtime(self, runnel, config):
        """With as many CPU devices as ConfigProto's device_count says."""
        count = config.device_count["CPU"] if config is not None and "CPU" in config.device_count else 1
        if count <= 1:
            return runnel.default_runtime()
        if count not in self.runtimes:
            self.runtimes[count] = runnel.Runtime(config={"cpu.devices": str(count)})
        return self.runtimes[count]

    def device(self, tf):
        """What TensorFlow builds the program's nodes under."""
        return contextlib.nullcontext()

    def metadata(self, runnel):
        """What a step is to tell of itself."""
        return None

    def note(self, graph, metadata):
        """Of a step of `graph`."""

    def fallbacks(self):
        """{op: nodes} that ran on the host because the device lacks them."""
        return {}


class OnDevice(Place):
    """On another device, but for ops that have no kernel there: in a process of its own (device_server.py). Nodes that call functions of
    Python are on a task in this one."""

    HOST_ONLY = ("NoOp", "Const")

    def __init__(self, runnel, device):
        super().__init__()
        listening = socket.create_server(("127.0.0.1", 0))
        host = "127.0.0.1:%d" % listening.getsockname()[1]
        command = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "device_server.py"), device.split(":")[0].lower(),
                   "programs", host]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        told = self.server.stdout.readline().split()
        if not told:
            raise NoDevice("the task with the device %s did not start" % device)
        self.host = runnel.Server(runnel.Cluster({"device": [told[0]], "host": [host]}), "host", 0, listen_fd=listening.detach(), token="programs",
                                  files="/")
        self.options = {"target": told[1], "token": "programs", "default_device": "/job:device/task:0/device:" + device.upper(),
                        "soft_placement": True}
        self.on_host = {}

    def device(self, tf):
        def choose(operation):
            if operation.type not in PythonFunctions.OPS:
                return operation.device
            return tf.DeviceSpec.from_string(operation.device or "").replace(job="host", replica=0, task=0).to_string()
        return tf.device(choose)

    def metadata(self, runnel):
        return runnel.Metadata()

    def note(self, graph, metadata):
        for name, device in metadata.placements.items():
            if "CPU" in device.upper() and name not in self.on_host:
                try:
                    self.on_host[name] = graph.get_operation_by_name(name).type
                except (KeyError, ValueError):
                    continue  # planning made it

    def fallbacks(self):
        counts = collections.Counter(op for op in self.on_host.values() if op not in self.HOST_ONLY)
        return dict(sorted(counts.items()))


class OnCluster(Place):
    """On tasks of a cluster, all in this process, each with a runtime of its own but the first of the last job: there are the host
    functions."""

    OWNED = ("Variable", "VariableV2", "VarHandleOp", "AutoReloadVariable", "Barrier", "ConditionalAccumulator", "SparseConditionalAccumulator",
             "ResourceConditionalAccumulator", "Stack", "StackV2")
    OWNED_ENDS = ("Queue", "QueueV2", "Table", "TableV2", "TableV3", "Reader", "ReaderV2")

    def __init__(self, runnel, jobs):
        super().__init__()
        counts = dict((name, int(count)) for name, count in (job.split("=") for job in jobs.split(",")))
        tasks, addresses = [(job, task) for job in counts for task in range(counts[job])], {}
        self.listening = {}
        for key in tasks:
            self.listening[key] = socket.create_server(("127.0.0.1", 0))
            addresses.setdefault(key[0], []).append("127.0.0.1:%d" % self.listening[key].getsockname()[1])
        cluster, self.owner, self.worker = runnel.Cluster(addresses), next(iter(counts)), tasks[-counts[tasks[-1][0]]]
        self.servers = {key: runnel.Server(cluster, *key, listen_fd=self.listening[key].detach(), token="programs", files="/",
                                           runtime=None if key == self.worker else runnel.Runtime()) for key in tasks}
        self.options = {"target": self.servers[tasks[-1]].target, "token": "programs"}

    def device(self, tf):
        def choose(operation):
            job, task = self.worker
            if operation.type in self.OWNED or operation.type.endswith(self.OWNED_ENDS):
                job, task = self.owner, 0
            device = tf.DeviceSpec.from_string(operation.device or "").replace(job=job, task=task, replica=0)
            return device.to_string()
        return tf.device(choose)


class Grown:
    """A session of Runnel whose graph follows one of TensorFlow's as that grows."""

    def __init__(self, runnel, functions, config, place):
        self.lock, self.have, self.functions = threading.Lock(), None, functions
        self.runtime = place.runtime(runnel, config)
        self.graph = runnel.Graph(self.runtime)
        soft = config is not None and config.allow_soft_placement
        self.session = runnel.Session(self.graph, **{"soft_placement": soft, **place.options})

    def follow(self, graph):
        with self.lock:
            if self.have != graph.version:
                have = graph.version
                definition = graph.as_graph_def()
                self.functions.register(definition, self.runtime)
                self.graph.import_graph_def(definition.SerializeToString(), extend=True)
                self.have = have


def run_callables_as_steps():
    """Callables and partial runs of sessions go through Session._do_run."""
    from tensorflow.python.client import session
    base = session.BaseSession
    base.partial_run = lambda this, handle, fetches, feed_dict=None: this._run(handle, fetches, feed_dict, None, None)
    base.make_callable = lambda this, fetches, feed_list=None, accept_options=False: (
        lambda *values, **given: this.run(fetches, dict(zip(feed_list or [], values)), **given))

    def of_options(this, options):
        graph, count = this.graph, len(options.fetch)
        wanted = [graph.as_graph_element(name) for name in [*options.fetch, *options.target]]
        return lambda *values, **given: this.run(wanted, dict(zip(options.feed, values)), **given)[:count]
    base._make_callable_from_options = of_options


class RunnelSessions:
    """Stands behind all sessions of this process from now on. `timeout` in seconds is a step's that says none itself."""

    def __init__(self, tf, runnel, timeout=60, place=None):
        from tensorflow.python.client import session
        from tensorflow.python.framework import errors_impl
        self.tf, self.runnel, self.errors, self.timeout = tf, runnel, errors_impl, timeout
        self.functions, self.place = PythonFunctions(runnel), place or Place()
        base, close, hook = session.BaseSession, session.BaseSession.close, self

        def closed(this):
            made = this.__dict__.pop("_runnel", None)
            if made is not None:
                made.session.close()
            return close(this)
        base.close = closed
        base._do_run = lambda this, handle, targets, fetches, feeds, options, metadata: hook.run(this, handle, targets, fetches, feeds, options)
        base.partial_run_setup = lambda this, fetches, feeds=None: hook.partial(this, fetches, feeds or [])
        run_callables_as_steps()

    def session(self, this):
        """Runnel's session behind `this`, with all of its graph."""
        made = this.__dict__.get("_runnel") or this.__dict__.setdefault("_runnel", Grown(self.runnel, self.functions, this._config, self.place))
        made.follow(this.graph)
        return made.session

    def error(self, error):
        code = int(getattr(error, "code", 2) or 2)
        return self.errors.exception_type_from_error_code(code)(None, None, str(error))

    def value(self, tensor, result):
        if result.dtype == self.runnel.DType.resource:  # TensorFlow gives bytes that nobody can read; its reference handles are two strings
            return np.array([b"", b""], object)
        array = np.array(result.numpy())
        if tensor.dtype.base_dtype == self.tf.string:
            return array.item() if array.shape == () else array
        wanted = np.dtype(tensor.dtype.base_dtype.as_numpy_dtype)
        if array.dtype != wanted and not wanted.names:  # quantised numbers are plain ones in what a step gives
            array = array.view(wanted) if array.dtype.itemsize == wanted.itemsize else array.astype(wanted)
        return array[()] if array.shape == () else array

    def seconds(self, options):
        """How long a step may take; `options` are bytes by now."""
        if options is None:
            return self.timeout
        from tensorflow.python.client import pywrap_tf_session
        said = self.tf.compat.v1.RunOptions.FromString(pywrap_tf_session.TF_GetBuffer(options))
        return said.timeout_in_ms / 1000 if said.timeout_in_ms else self.timeout

    def run(self, this, handle, targets, fetches, feeds, options):
        try:
            session, fed = self.session(this), {}
            for tensor, value in feeds.items():
                tensor = tensor.deref() if hasattr(tensor, "deref") else tensor
                fed[tensor.name] = np.asarray(value)
            names = [t.name for t in fetches]
            if handle is not None:
                results = handle.step(names, fed)
            else:
                metadata = self.place.metadata(self.runnel)
                results = session.run(names, fed, targets=[o.name for o in targets],
                                      options=self.runnel.RunOptions(timeout=self.seconds(options)), metadata=metadata)
                if metadata is not None:
                    self.place.note(this.graph, metadata)
            return [self.value(t, r) for t, r in zip(fetches, results)]
        except self.runnel.Error as error:
            raise self.error(error) from None

    def partial(self, this, fetches, feeds):
        names = [this.graph.as_graph_element(f) for f in fetches]
        tensors = [n.name for n in names if not isinstance(n, self.tf.Operation)]
        targets = [n.name for n in names if isinstance(n, self.tf.Operation)]
        try:
            return self.session(this).partial_run(tensors, [this.graph.as_graph_element(f).name for f in feeds], targets=targets)
        except self.runnel.Error as error:
            raise self.error(error) from None


def remember_sessions():
    """A list that every session is added to."""
    from tensorflow.python.client import session
    sessions, create = [], session.BaseSession.__init__

    def init(this, *arguments, **named):
        create(this, *arguments, **named)
        sessions.append(this)
    session.BaseSession.__init__ = init
    return sessions


def missing_ops(definitions, folder):
    """None where there is no program to ask."""
    program, found = os.path.join(tree.build_dir("release"), "bin/runnel"), set()
    if not os.path.exists(program):
        return None
    for number, definition in enumerate(definitions):
        path = os.path.join(folder, "graph%d.pb" % number)
        with open(path, "wb") as file:
            file.write(definition)
        done = subprocess.run([program, "inspect", path, "--json"], capture_output=True, text=True)
        if done.returncode == 0:
            found.update(entry["op"] for entry in json.loads(done.stdout)["not_registered"])
    return sorted(found)


def place_of(options, runnel):
    if options.cluster:
        return OnCluster(runnel, options.cluster)
    return OnDevice(runnel, options.device) if options.device else Place()


def work(options, mode, folder):
    place = Place()
    if mode == "runnel":
        runnel = oracle.import_runnel()
        if runnel is None:
            return oracle.NOT_MEASURED
        try:
            place = place_of(options, runnel)
        except NoDevice as error:
            print(error, file=sys.stderr)
            return oracle.NOT_MEASURED
    import tensorflow as tf
    tf.compat.v1.disable_v2_behavior()
    if mode == "runnel":
        RunnelSessions(tf, runnel, place=place)
    else:
        sessions = remember_sessions()
    spec = importlib.util.spec_from_file_location("programs", options.programs)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    ended, missing = "", []
    with tf.Graph().as_default(), place.device(tf.compat.v1):
        tf.compat.v1.set_random_seed(1234)
        steps = Steps(tf, mode)
        try:
            getattr(module, "p_" + options.names[0])(steps)
        except Exception as error:
            ended = "%s: %s" % (type(error).__name__, str(error)[:500])
    if mode == "tensorflow":
        missing = missing_ops([s.graph.as_graph_def().SerializeToString() for s in sessions], folder)
    with open(os.path.join(folder, mode + ".pickle"), "wb") as file:
        pickle.dump({"steps": plain(steps.done), "ended": ended, "missing": missing, "fallbacks": place.fallbacks()}, file)
    sys.stdout.flush()
    os._exit(0)  # threads of queue runners may still wait
