"""runnel cluster --restarts: whatever is done to its tasks, the job ends, with the result that it would have had or in time."""
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

from program import PROGRAM, SLOW, ProgramTest

STEPS = 30


class ClusterEnds(ProgramTest):
    def start(self, local, program, *words, log=""):
        """A cluster that tells what becomes of its tasks; self.events() has that."""
        self.read_fd, write_fd = os.pipe()
        self.addCleanup(os.close, self.read_fd)
        self.output = open(self.path("output"), "w+")
        self.addCleanup(self.output.close)
        self.job = subprocess.Popen([PROGRAM, "cluster", "--local", local, "--events", str(write_fd), *words, "--", *program],
                                    stdout=self.output, stderr=subprocess.STDOUT, pass_fds=[write_fd], env=dict(os.environ, RUNNEL_LOG=log))
        os.close(write_fd)
        self.addCleanup(self.job.wait)
        self.addCleanup(self.job.kill)

    def train(self, kind, *words):
        return [PROGRAM, "train", "--model", "softmax", "--threads", "1", "--json", "--replicas", kind, "--steps", str(STEPS),
                "--batch", "50", "--checkpoint", self.path("model"), "--checkpoint-steps", "10", *words]

    def events(self):
        with open(os.dup(self.read_fd)) as lines:
            yield from map(json.loads, lines)

    def end(self):
        """The status and the output, and what each replica says in the end."""
        status = self.job.wait(120 * SLOW)
        self.output.seek(0)
        text = self.output.read()
        return status, text, {task: json.loads(line) for task, line in re.findall(r"^(worker/\d) \| (\{.*\})$", text, re.M)}

    def alone(self):
        done = subprocess.run([PROGRAM, "train", "--model", "softmax", "--threads", "1", "--json", "--steps", str(STEPS), "--batch",
                               "100"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)["test_loss"]

    def expect_the_same(self, replicas=2):
        status, text, answers = self.end()
        self.assertEqual(status, 0, text)
        self.assertEqual(len(answers), replicas, text)
        alone = self.alone()
        for answer in answers.values():
            self.assertAlmostEqual(answer["test_loss"] / alone, 1, delta=1e-3, msg=text)
        return text

    def test_a_replica_that_is_killed_after_the_other_has_finished_has_its_result_too(self):
        # It is stopped when it has done its part, and killed when the other has ended for good.
        self.start("ps=1,worker=2", self.train("sync"), "--restarts", "1", "--silent-ms", "0", log="info")
        pids, stopped = {}, False
        for event in self.events():
            if event["event"] == "started":
                pids[event["task"]] = event["pid"]
            if event["task"] == "worker/1" and event["event"] == "step" and event["step"] == STEPS and not stopped:
                os.kill(pids["worker/1"], signal.SIGSTOP)
                stopped = True
            if event["task"] == "worker/0" and event["event"] == "ended":
                self.assertTrue(stopped)
                os.kill(pids["worker/1"], signal.SIGKILL)
        text = self.expect_the_same()
        self.assertIn("worker/1 was ended by signal 9; it is started again", text)
        # What servers say of it, on the way.
        for what in (r"ps/0 \| runnel: info: .* serves at ", r"worker/0 \| runnel: info: .* session \d+ of .* is over 2 tasks",
                     r"worker/0 \| runnel: info: .* session \d+ was closed", r"ps/0 \| runnel: warning: .* is lost: "):
            self.assertRegex(text, what)

    def test_replicas_that_reduce_have_the_same_result_when_one_is_killed_or_stopped(self):
        for number, how in ((signal.SIGKILL, "was ended by signal 9"), (signal.SIGSTOP, "was stopped for")):
            self.start("worker=2", self.train("allreduce"), "--restarts", "1", "--silent-ms", "1500")
            pid, struck = 0, False
            for event in self.events():
                if event["task"] != "worker/1":
                    continue
                if event["event"] == "started":
                    pid = event["pid"]
                if event["event"] == "step" and event["step"] == 15 and not struck:
                    os.kill(pid, number)
                    struck = True
            self.assertIn("worker/1 " + how, self.expect_the_same())
            for name in os.listdir(self.dir):
                os.unlink(self.path(name))

    def test_a_parameter_server_that_is_stopped_is_killed_and_started_again(self):
        self.start("ps=1,worker=2", self.train("sync"), "--restarts", "1", "--silent-ms", "1500")
        pid, struck = 0, False
        for event in self.events():
            if event["task"] == "ps/0" and event["event"] == "started":
                pid = event["pid"]
            if event["event"] == "step" and event["step"] == 15 and not struck:
                os.kill(pid, signal.SIGSTOP)
                struck = True
        self.assertIn("ps/0 was stopped for", self.expect_the_same())

    def test_the_next_chief_does_not_wait_for_a_replica_that_has_left(self):
        # It is to do fewer steps than the chief, which is killed when it has ended.
        train = " ".join(self.train("sync")).replace("--steps %d" % STEPS, "--steps $((%d - 20 * RUNNEL_TASK))" % STEPS)
        self.start("ps=1,worker=2", ["sh", "-c", "exec " + train], "--restarts", "1", "--patience-ms", "20000")
        pid, left, struck = 0, False, False
        for event in self.events():
            if event["task"] == "worker/0" and event["event"] == "started":
                pid = event["pid"]
            # So that it is still at work then, however long the other takes to end.
            if event["task"] == "worker/0" and event["event"] == "step" and event["step"] == 15 and not left:
                os.kill(pid, signal.SIGSTOP)
            if event["task"] == "worker/1" and event["event"] == "ended":
                left = True
                if not struck:
                    os.kill(pid, signal.SIGKILL)
                    struck = True
        status, text, answers = self.end()
        self.assertEqual((status, struck), (0, True), text)
        self.assertEqual(answers["worker/0"]["last_step"], STEPS, text)
        self.assertEqual(answers["worker/1"]["last_step"], STEPS - 20, text)

    def test_a_replica_that_does_not_come_back_is_not_waited_for_for_ever(self):
        # Its second life does nothing, and is nobody that the others could miss by its heartbeats.
        train = " ".join(self.train("sync"))
        script = "test $RUNNEL_TASK-$RUNNEL_LIFE = 1-1 && exec sleep 1000; exec " + train
        self.start("ps=1,worker=2", ["sh", "-c", script], "--restarts", "3", "--patience-ms", "5000")
        pid, struck = 0, None
        for event in self.events():
            if event["task"] == "worker/1" and event["event"] == "started":
                pid = event["pid"]
            if event["task"] == "worker/1" and event["event"] == "step" and event["step"] == 10 and struck is None:
                os.kill(pid, signal.SIGKILL)
                struck = time.monotonic()
        status, text, _ = self.end()
        self.assertEqual(status, 1, text)
        self.assertRegex(text, r"worker/0 \| runnel: DEADLINE_EXCEEDED: not there for \d+ ms: /job:worker/task:1")
        self.assertIn("the job ends 5 s after the last progress", text)
        self.assertLess(time.monotonic() - struck, 20 * SLOW)

    def test_a_program_that_shows_nothing_after_its_loss_ends_the_job(self):
        script = "test $RUNNEL_LIFE = 1 || kill -9 $$; exec sleep 1000"
        self.start("worker=1", ["sh", "-c", script], "--restarts", "2", "--patience-ms", "1000")
        status, text, _ = self.end()
        self.assertEqual(status, 124, text)
        self.assertIn("no progress for 1 s of worker/0", text)

    def test_a_program_that_only_computes_after_its_loss_is_let_be(self):
        script = "import os, signal, time\nif os.environ['RUNNEL_LIFE'] == '0': os.kill(os.getpid(), signal.SIGKILL)\n" \
                 "begin = time.monotonic()\nwhile time.monotonic() < begin + 3: pass"
        self.start("worker=1", [sys.executable, "-c", script], "--restarts", "1", "--patience-ms", "2000")
        status, text, _ = self.end()
        self.assertEqual(status, 0, text)

    def test_what_has_finished_is_not_started_again(self):
        # It dies of a signal after it has said that it is done.
        self.start("worker=2", ["sh", "-c", "echo finished >&$RUNNEL_REPORT_FD; kill -9 $$"], "--restarts", "1")
        seen = [(event["task"], event["event"]) for event in self.events()]
        status, text, _ = self.end()
        self.assertEqual(status, 0, text)
        self.assertEqual(sorted(seen), sorted((task, event) for task in ("worker/0", "worker/1")
                                              for event in ("started", "finished", "ended")))

    def test_the_last_restart_names_the_task(self):
        self.start("worker=1", ["sh", "-c", "kill -9 $$"], "--restarts", "2")
        status, text, _ = self.end()
        self.assertEqual(status, 128 + signal.SIGKILL, text)
        self.assertIn("worker/0 was ended by signal 9, and was the last of 2 to be started again", text)


if __name__ == "__main__":
    unittest.main()
