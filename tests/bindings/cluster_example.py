"""An example that joins a cluster, as two processes: cluster_example.py COMMAND... trains on a worker with a ps."""
import os
import socket
import subprocess
import sys


def train(command, steps=100):
    """Returns what the worker printed. Raises subprocess.CalledProcessError, RuntimeError."""
    listening = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]  # nobody else can take these ports
    spec = "ps=127.0.0.1:%d;worker=127.0.0.1:%d" % tuple(s.getsockname()[1] for s in listening)
    env = dict(os.environ, RUNNEL_CLUSTER_TOKEN="a token of this test", RUNNEL_NUM_THREADS="2")
    ps = subprocess.Popen([*command, spec, "ps", "0", "0", str(listening[0].fileno())], env=env, stdout=subprocess.PIPE,
                          text=True, pass_fds=[listening[0].fileno()])
    try:
        if "serving at runnel://127.0.0.1" not in ps.stdout.readline():
            raise RuntimeError("the ps does not serve")
        worker = subprocess.run([*command, spec, "worker", "0", str(steps), str(listening[1].fileno())], env=env,
                                stdout=subprocess.PIPE, text=True, pass_fds=[listening[1].fileno()], check=True)
        return worker.stdout
    finally:
        ps.kill()
        ps.wait()
        ps.stdout.close()
        for s in listening:
            s.close()


def main(command):
    if not os.path.isdir(os.path.join(os.environ.get("RUNNEL_DATA_DIR", ""), "datasets", "mnist")):
        print("SKIP: RUNNEL_DATA_DIR has no datasets/mnist")
        sys.exit(77)
    output = train(command)
    print(output, end="")
    sys.exit(0 if float(output.split("accuracy ")[1]) > 0.85 else "it has not learned")


if __name__ == "__main__":
    main(sys.argv[1:])
