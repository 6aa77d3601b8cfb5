"""runnel cluster and runnel worker as a user runs them: replicas that train variables on a parameter server."""
import json
import os
import re
import signal
import subprocess
import unittest

from program import PROGRAM, ProgramTest

TRAIN = [PROGRAM, "train", "--model", "softmax", "--threads", "1", "--json"]


def run(*words):
    return subprocess.run([PROGRAM, "cluster"] + list(words), capture_output=True, text=True, timeout=240)


class Cluster(ProgramTest):
    def test_two_replicas_learn_what_one_process_learns(self):
        done = run("--local", "ps=2,worker=2", "--", *TRAIN, "--steps", "400")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answers = dict(re.findall(r"^(worker/\d) \| (\{.*\})$", done.stdout, re.M))
        self.assertEqual(sorted(answers), ["worker/0", "worker/1"])
        alone = json.loads(subprocess.run(TRAIN + ["--steps", "400"], capture_output=True, text=True, check=True).stdout)
        for text in answers.values():
            answer = json.loads(text)
            self.assertEqual(answer["steps"], 200)
            self.assertGreater(answer["test_accuracy"], alone["test_accuracy"] - 0.03)

    def test_a_program_that_fails_ends_all_with_its_status(self):
        done = run("--local", "ps=1,worker=2", "--", "sh", "-c", "test $RUNNEL_TASK = 0 || exit 7; exec sleep 300")
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertIn("worker/1 ended with status 7", done.stderr)

    def test_a_program_that_is_killed_is_named(self):
        done = run("--local", "worker=1", "--", "sh", "-c", "kill -9 $$")
        self.assertEqual(done.returncode, 128 + signal.SIGKILL)
        self.assertIn("worker/0 was ended by signal 9", done.stderr)

    def test_programs_find_their_place(self):
        done = run("--local", "a=2", "--", "sh", "-c", "echo $RUNNEL_JOB $RUNNEL_TASK $RUNNEL_LISTEN_FD; printf %s end")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(sorted(done.stdout.splitlines()), ["a/0 | a 0 3", "a/0 | end", "a/1 | a 1 3", "a/1 | end"])

    def test_words_that_make_no_sense_are_refused(self):
        for words, why in ((["--", "true"], "--local"), (["--local", "ps=1", "--", "true"], "none would run"),
                           (["--local", "ps", "--", "true"], "JOB=COUNT"), (["--local", "ps=0", "--", "true"], "JOB=COUNT"),
                           (["--local", "p-s=1,worker=1", "--", "true"], "a job name is")):
            done = run(*words)
            self.assertNotEqual(done.returncode, 0, words)
            self.assertIn(why, done.stderr)


class Worker(ProgramTest):
    def test_it_serves_until_it_is_told_to_end(self):
        environment = {k: v for k, v in os.environ.items() if k != "RUNNEL_CLUSTER_TOKEN"}
        worker = subprocess.Popen([PROGRAM, "worker", "--cluster", "a=127.0.0.1:0", "--job", "a", "--json"],
                                  stdout=subprocess.PIPE, text=True, env=environment)
        answer = json.loads(worker.stdout.readline())
        self.assertRegex(answer["target"], r"^runnel://127\.0\.0\.1:[1-9]\d*$")
        self.assertEqual(len(answer["token"]), 32)
        worker.send_signal(signal.SIGTERM)
        self.assertEqual(worker.wait(60), 0)
        worker.stdout.close()

    def test_it_refuses_an_address_that_others_reach(self):
        done = subprocess.run([PROGRAM, "worker", "--cluster", "a=0.0.0.0:0", "--job", "a"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("PERMISSION_DENIED", done.stderr)

    def test_it_names_what_the_cluster_lacks(self):
        done = subprocess.run([PROGRAM, "worker", "--cluster", "a=127.0.0.1:0", "--job", "b"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn('no job "b"; its jobs: a', done.stderr)


if __name__ == "__main__":
    unittest.main()
