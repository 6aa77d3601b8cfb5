"""What servers tell: runnel status, their logs, and to whom they do not speak."""
import json
import os
import signal
import socket
import subprocess
import unittest

from program import PROGRAM, ProgramTest


class Status(ProgramTest):
    def serve(self, cluster, job, *words, log=None, token="secret", listener=None):
        """A worker that serves, at a socket if it is given, and its target."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("RUNNEL_")}
        environment["RUNNEL_PLUGIN_PATH"] = os.environ.get("RUNNEL_PLUGIN_PATH", "")
        if log:
            environment["RUNNEL_LOG"] = log
        if token:
            environment["RUNNEL_CLUSTER_TOKEN"] = token
        if listener:
            words += ("--listen-fd", str(listener.fileno()))
        errors = open(self.path(job + ".log"), "w+")
        self.addCleanup(errors.close)
        worker = subprocess.Popen([PROGRAM, "worker", "--cluster", cluster, "--job", job, "--threads", "1", "--json", *words],
                                  stdout=subprocess.PIPE, stderr=errors, text=True, env=environment,
                                  pass_fds=[listener.fileno()] if listener else [])
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        self.addCleanup(worker.stdout.close)
        return worker, json.loads(worker.stdout.readline())

    def end(self, worker, job):
        worker.send_signal(signal.SIGTERM)
        self.assertEqual(worker.wait(60), 0)
        with open(self.path(job + ".log")) as file:
            return file.read()

    def ask(self, *words, token="secret", **environment):
        env = {k: v for k, v in os.environ.items() if k not in ("RUNNEL_CLUSTER_TOKEN", "RUNNEL_CLUSTER_KEY_FILE", "RUNNEL_LOG")}
        return subprocess.run([PROGRAM, "status", *words], capture_output=True, text=True, timeout=60,
                              env=dict(env, RUNNEL_CLUSTER_TOKEN=token, **environment))

    def test_every_task_tells_how_it_is(self):
        listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        ports = [listener.getsockname()[1] for listener in listeners]
        cluster = "a=127.0.0.1:%d;b=127.0.0.1:%d" % tuple(ports)
        a, said = self.serve(cluster, "a", listener=listeners[0])
        b, _ = self.serve(cluster, "b", listener=listeners[1])
        for listener in listeners:
            listener.close()
        done = self.ask(said["target"], "--json")
        self.assertEqual(done.returncode, 0, done)
        tasks = json.loads(done.stdout)["tasks"]
        self.assertEqual([t["name"] for t in tasks], ["/job:a/replica:0/task:0", "/job:b/replica:0/task:0"])
        self.assertEqual([t["address"] for t in tasks], ["127.0.0.1:%d" % port for port in ports])
        for task in tasks:
            self.assertEqual(task["devices"], ["/device:CPU:0"])
            self.assertEqual((task["step"], task["error"]), (0, None))
            self.assertGreaterEqual(task["bytes"], 0)
        self.assertNotEqual(tasks[0]["incarnation"], tasks[1]["incarnation"])
        self.assertRegex(self.ask(said["target"]).stdout, r"/job:b/replica:0/task:0 at 127.0.0.1:\d+: life \d+, 0 steps")

        b.kill()
        b.wait()
        done = self.ask(said["target"], "--json")
        self.assertEqual(done.returncode, 1)
        lost = json.loads(done.stdout)["tasks"][1]
        self.assertEqual((lost["name"], lost["step"], lost["incarnation"]), ("/job:b/replica:0/task:0", None, None))
        self.assertIn("UNAVAILABLE", lost["error"])
        # That one of the others is gone is no fault of this one's.
        self.assertEqual(self.ask(said["target"], "--health").returncode, 0)
        self.end(a, "a")
        done = self.ask(said["target"], "--health")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("UNAVAILABLE", done.stderr)

    def test_one_that_is_stopped_is_not_healthy(self):
        worker, said = self.serve("a=127.0.0.1:0", "a")
        worker.send_signal(signal.SIGSTOP)
        done = self.ask(said["target"], "--health", "--timeout-ms", "300")
        self.assertEqual(done.returncode, 1)
        self.assertIn("DEADLINE_EXCEEDED", done.stderr)
        worker.send_signal(signal.SIGCONT)
        self.assertEqual(self.ask(said["target"], "--health").returncode, 0)

    def test_a_log_has_as_much_as_is_asked_for(self):
        worker, said = self.serve("a=127.0.0.1:0", "a", log="info")
        self.ask(said["target"])
        refused = self.ask(said["target"], token="another")
        self.assertIn("UNAUTHENTICATED", refused.stderr)
        log = self.end(worker, "a")
        for what in (r"info: [-0-9T:.]+Z /job:a/replica:0/task:0: serves at runnel://127.0.0.1:\d+, incarnation \d+, by token",
                     r"info: .*client 1 \(.+\) has left: ", r"warning: .*client \d+ \(.+\) is refused: UNAUTHENTICATED: .*token",
                     r"info: .*: stops"):
            self.assertRegex(log, what)
        # By default there is only what somebody should look at.
        worker, said = self.serve("a=127.0.0.1:0", "a")
        self.ask(said["target"])
        self.ask(said["target"], token="another")
        self.assertRegex(self.end(worker, "a"), r"\Arunnel: warning: [^\n]*client \d+ [^\n]* is refused: [^\n]*\n\Z")

    def test_who_has_no_key_is_told_that_tls_is_wanted(self):
        key = self.put("key", "0123456789abcdef" * 4)
        os.chmod(key, 0o600)
        worker, said = self.serve("a=127.0.0.1:0", "a", "--key-file", key, token=None)
        self.assertEqual(list(said), ["target"], "with a key file nobody needs a token")
        done = self.ask(said["target"], "--health")
        self.assertEqual(done.returncode, 1)
        self.assertIn("UNAUTHENTICATED", done.stderr)
        self.assertIn("the server wants TLS: give", done.stderr)
        self.assertEqual(self.ask(said["target"], "--health", "--key-file", key).returncode, 0)
        self.assertEqual(self.ask(said["target"], "--health", RUNNEL_CLUSTER_KEY_FILE=key).returncode, 0)
        self.assertRegex(self.end(worker, "a"), r"is refused: UNAUTHENTICATED: .*wants TLS")

        worker, said = self.serve("a=127.0.0.1:0", "a")
        done = self.ask(said["target"], "--health", "--key-file", key)
        self.assertEqual(done.returncode, 1)
        self.assertIn("UNAUTHENTICATED", done.stderr)
        self.assertIn("the server has no TLS", done.stderr)
        self.end(worker, "a")

    def test_a_worker_with_a_key_file_prints_nothing_about_tokens(self):
        key = self.put("key", "0123456789abcdef" * 4)
        os.chmod(key, 0o600)
        environment = {k: v for k, v in os.environ.items() if k != "RUNNEL_CLUSTER_TOKEN"}
        worker = subprocess.Popen([PROGRAM, "worker", "--cluster", "a=127.0.0.1:0", "--job", "a", "--key-file", key],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        first = worker.stdout.readline()
        worker.send_signal(signal.SIGTERM)
        rest = worker.stdout.read()
        self.assertEqual(worker.wait(60), 0)
        worker.stdout.close()
        self.assertRegex(first, r"^/job:a/task:0 serves at runnel://")
        self.assertNotIn("oken", first + rest)
        self.assertNotIn("TOKEN", first + rest)


if __name__ == "__main__":
    unittest.main()
