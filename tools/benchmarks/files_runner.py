# One runtime with one model, in a process of its own (files.py). usage: files_runner.py runnel|onnxruntime|litert MODEL INPUTS.npz THREADS OUT.npz
#
# Loads, runs once and writes the results to OUT. Prints JSON: milliseconds from before loading to the first result, and the peak of the
# process's memory beyond Python with the library. Then each line of stdin is answered: a number of seconds by the median, the least and the CPU
# time of a run, in milliseconds; "ops" by the microseconds of a run by op.
import json
import os
import statistics
import sys
import time

import numpy as np

PROFILED = 20  # runs


def memory(key):
    """VmRSS or VmHWM of this process, in MiB."""
    with open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(key))


def value_of(inputs, name):
    return inputs.get(name.removesuffix(":0"), inputs.get("image"))


class Runnel:
    def __init__(self):
        import runnel
        self.runnel = runnel

    def load(self, model, inputs, threads):
        runtime = self.runnel.Runtime(threads=threads)
        if model.endswith(".pb"):  # as model_files.py makes them
            graph = self.runnel.load_graph(model, runtime=runtime)
            self.session = self.runnel.Session(graph)
            self.call = self.session.callable(["Identity:0"], ["image:0"])
            values, self.names = [inputs["image"]], ["Identity"]
        else:
            served = self.runnel.SavedModel(model, runtime=runtime).serve()
            self.session, signature = served.session, served.signature
            self.call = self.session.callable([t.name for t in signature.outputs.values()], [t.name for t in signature.inputs.values()])
            values, self.names = [value_of(inputs, key) for key in signature.inputs], list(signature.outputs)
            if model.endswith(".tflite"):  # whose runtime goes by places
                self.names = list(map(str, range(len(self.names))))
            del served
        self.feeds = [self.runnel.Tensor(value, runtime=runtime) for value in values]

    def run(self):
        return self.call(*self.feeds)

    def arrays(self, results):
        return {name: np.array(x) for name, x in zip(self.names, results)}

    def ops(self):
        """{op: (microseconds, kernels of a run)}."""
        options, metadata, ops = self.runnel.RunOptions(trace=True), self.runnel.Metadata(), {}
        for _ in range(PROFILED):
            self.call(*self.feeds, options=options, metadata=metadata)
            for node in metadata.node_stats:
                us, count = ops.get(node.op, (0, 0))
                ops[node.op] = us + (node.end_ns - node.start_ns) / 1e3 / PROFILED, count + 1 / PROFILED
        return ops


class OnnxRuntime:
    def __init__(self):
        import onnxruntime
        self.onnxruntime = onnxruntime

    def load(self, model, inputs, threads, profile=None):
        options = self.onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        if profile:
            options.enable_profiling, options.profile_file_prefix = True, profile
        self.args = model, inputs, threads
        self.session = self.onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.feeds = {x.name: value_of(inputs, x.name) for x in self.session.get_inputs()}

    def run(self):
        return self.session.run(None, self.feeds)

    def arrays(self, results):
        return {x.name: value for x, value in zip(self.session.get_outputs(), results)}

    def ops(self):
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            self.load(*self.args, profile=os.path.join(folder, "profile"))
            for _ in range(PROFILED):
                self.run()
            with open(self.session.end_profiling(), encoding="utf-8") as file:
                events = json.load(file)
        ops = {}
        for event in events:
            if event.get("cat") == "Node" and event["name"].endswith("_kernel_time"):
                us, count = ops.get(event["args"]["op_name"], (0, 0))
                ops[event["args"]["op_name"]] = us + event["dur"] / PROFILED, count + 1 / PROFILED
        return ops


class LiteRT:
    def load(self, model, inputs, threads):
        from ai_edge_litert.interpreter import Interpreter
        self.interpreter = Interpreter(model, num_threads=threads)
        self.interpreter.allocate_tensors()
        for one in self.interpreter.get_input_details():
            self.interpreter.set_tensor(one["index"], value_of(inputs, one["name"]))

    def run(self):
        self.interpreter.invoke()
        return [self.interpreter.get_tensor(one["index"]) for one in self.interpreter.get_output_details()]

    def arrays(self, results):
        return {str(k): value for k, value in enumerate(results)}

    def ops(self):
        return {}


def burst(run, seconds):
    times, cpu, begin = [], time.process_time(), time.perf_counter()
    while len(times) < 3 or time.perf_counter() - begin < seconds:
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1e3)
    return {"median": statistics.median(times), "least": min(times), "cpu": (time.process_time() - cpu) * 1e3 / len(times)}


def main():
    kind, model, inputs, threads, out = sys.argv[1:]
    with np.load(inputs) as file:
        values = {key: file[key] for key in file.files}
    runtime = {"runnel": Runnel, "onnxruntime": OnnxRuntime, "litert": LiteRT}[kind]()
    before = memory("VmRSS")
    start = time.perf_counter()
    runtime.load(model, values, int(threads))
    first = runtime.run()
    first_ms = (time.perf_counter() - start) * 1e3
    np.savez(out, **{name.removesuffix(":0"): array for name, array in runtime.arrays(first).items()})
    for _ in range(3):
        runtime.run()
    print(json.dumps({"first_ms": first_ms, "peak_mib": memory("VmHWM") - before}), flush=True)
    for line in sys.stdin:
        print(json.dumps(runtime.ops() if line.strip() == "ops" else burst(runtime.run, float(line))), flush=True)


if __name__ == "__main__":
    main()
