# A task of a cluster on this machine that computes on a device, in a process without TensorFlow: its LLVM and that of a Vulkan driver on
# the processor do not go together. Prints the address, and ends with its standard input. argv: the device's plugin, the token, the address of
# the task "host", where functions of Python are.
import os
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from harness import oracle  # noqa: E402


def main():
    runnel = oracle.import_runnel()
    if runnel is None:
        return oracle.NOT_MEASURED
    plugin, token, host = sys.argv[1:]
    if not any(d.type.lower() == plugin for d in runnel.default_runtime().devices):
        try:
            runnel.default_runtime().load_plugin(plugin)
        except runnel.AlreadyExists:
            print("the plugin %s finds no device here (RUNNEL_VULKAN_SOFTWARE=1 lists Mesa's lavapipe)" % plugin, file=sys.stderr)
            return oracle.NOT_MEASURED
    listening = socket.create_server(("127.0.0.1", 0))
    address = "127.0.0.1:%d" % listening.getsockname()[1]
    server = runnel.Server(runnel.Cluster({"device": [address], "host": [host]}), "device", 0, listen_fd=listening.detach(), token=token, files="/")
    print(address, server.target, flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
