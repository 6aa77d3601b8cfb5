"""runnel cluster and runnel worker as a user runs them: replicas that train variables on a parameter server."""
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
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

    def alone(self, *words):
        return json.loads(subprocess.run(TRAIN + list(words), capture_output=True, text=True, check=True).stdout)

    def together(self, local, *words):
        done = run("--local", local, "--", *TRAIN, *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return {task: json.loads(text) for task, text in re.findall(r"^(\w+/\d) \| (\{.*\})$", done.stdout, re.M)}

    def test_replicas_in_step_learn_exactly_what_one_process_learns(self):
        # Two batches of 50 are one of 100: the same loss but for the order of additions.
        for optimizer in ("sgd", "adam"):
            alone = self.alone("--steps", "40", "--batch", "100", "--optimizer", optimizer)
            both = self.together("ps=2,worker=2", "--replicas", "sync", "--steps", "40", "--batch", "50",
                                 "--optimizer", optimizer)
            self.assertEqual(sorted(both), ["worker/0", "worker/1"])
            for answer in both.values():
                self.assertAlmostEqual(answer["test_loss"] / alone["test_loss"], 1, delta=1e-4)
                self.assertEqual(answer["correct"], alone["correct"])

    def test_replicas_with_variables_of_their_own_learn_exactly_what_one_process_learns(self):
        alone = self.alone("--steps", "30", "--batch", "90")
        all_three = self.together("worker=3", "--replicas", "allreduce", "--steps", "30", "--batch", "30")
        self.assertEqual(len(all_three), 3)
        for answer in all_three.values():
            self.assertAlmostEqual(answer["test_loss"] / alone["test_loss"], 1, delta=1e-4)
            self.assertEqual(answer["test_loss"], all_three["worker/0"]["test_loss"])

    def test_gradients_in_buckets_give_what_each_by_itself_gives(self):
        # Of two members' values there is one sum, in whatever order: so the bits are the same.
        words = ["--replicas", "allreduce", "--steps", "30", "--batch", "30"]
        losses = {}
        for kib in ("0", "1", "300", "1024"):
            answers = self.together("worker=2", *words, "--bucket-kib", kib)
            self.assertEqual(len(answers), 2)
            losses[kib] = [answer["test_loss"] for answer in answers.values()]
        self.assertEqual(len(set(sum(losses.values(), []))), 1, losses)

    def test_a_replica_that_leaves_early_or_is_a_backup_stops_nobody(self):
        program = " ".join(TRAIN)
        done = run("--local", "ps=1,worker=3", "--", "sh", "-c",
                   program + " --replicas sync --batch 20 --steps $((60 - 20 * RUNNEL_TASK))")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answers = [json.loads(text) for text in re.findall(r" \| (\{.*\})$", done.stdout, re.M)]
        self.assertEqual(sorted(a["last_step"] for a in answers), [20, 40, 60])
        backup = self.together("ps=1,worker=3", "--replicas", "sync", "--required", "2", "--batch", "50", "--steps", "60")
        alone = self.alone("--steps", "60", "--batch", "100")
        for answer in backup.values():
            self.assertGreater(answer["test_accuracy"], alone["test_accuracy"] - 0.05)

    def test_stale_gradients_are_dropped_or_made_smaller(self):
        # With room for none, one of two updates at once is always too late, and dropped: it is not counted as a step.
        for words in (["--stale", "drop"], ["--stale", "scale"]):
            answers = self.together("ps=1,worker=3", "--staleness", "0", "--steps", "600", *words)
            for answer in answers.values():
                self.assertGreater(answer["test_accuracy"], 0.8)
                if words[1] == "scale":
                    self.assertEqual(answer["dropped"], 0)

    def test_training_in_step_survives_the_loss_of_any_task(self):
        for fault in ("kill:worker:1@step=10", "kill:ps:0@step=15", "kill:worker:0@step=10", "stop:worker:1@step=10"):
            done = run("--local", "ps=1,worker=2", "--fault", fault, "--json", "--", *TRAIN, "--replicas", "sync",
                       "--steps", "30", "--batch", "50", "--checkpoint", "model", "--checkpoint-steps", "10")
            self.assertEqual(done.returncode, 0, fault + done.stdout + done.stderr)
            answer = json.loads(done.stdout)
            job, task = fault.split(":")[1], fault.split(":")[2][0]
            self.assertEqual(answer["status"], "UNAVAILABLE")
            self.assertEqual(answer["task"], "/job:%s/task:%s" % (job, task))
            self.assertLessEqual(answer["detected_ms"], answer["bound_ms"])
            self.assertAlmostEqual(answer["final_loss"] / answer["reference_loss"], 1, delta=1e-3)
            self.assertEqual((answer["leaked_fds"], answer["leaked_processes"]), (0, 0))

    def test_checkpoints_need_no_file_system_that_all_tasks_share(self):
        done = run("--local", "ps=2,worker=2", "--fault", "kill:ps:1@step=15", "--json", "--", *TRAIN, "--replicas", "sync",
                   "--steps", "30", "--batch", "50", "--checkpoint", "model", "--sharded", "--checkpoint-steps", "10")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["status"], answer["task"]), ("UNAVAILABLE", "/job:ps/task:1"))
        self.assertAlmostEqual(answer["final_loss"] / answer["reference_loss"], 1, delta=1e-3)
        self.assertEqual((answer["leaked_fds"], answer["leaked_processes"]), (0, 0))

    def test_each_task_has_its_own_part_of_a_checkpoint(self):
        with tempfile.TemporaryDirectory() as folder:
            train = [*TRAIN, "--replicas", "sync", "--batch", "50", "--checkpoint", "model", "--sharded",
                     "--checkpoint-steps", "10", "--steps"]
            first = run("--local", "ps=2,worker=1", "--files", folder, "--", *train, "21")
            self.assertEqual(first.returncode, 0, first.stdout + first.stderr)
            for task in (0, 1):
                names = os.listdir(os.path.join(folder, "ps-%d" % task))
                self.assertIn("model.ps-%d.manifest.index" % task, names)
            # A cluster that is started anew has learnt something without learning.
            second = run("--local", "ps=2,worker=1", "--files", folder, "--", *train, "20", "--lr", "1e-9")
            self.assertEqual(second.returncode, 0, second.stdout + second.stderr)
            answer = json.loads(re.search(r" \| (\{.*\})$", second.stdout, re.M).group(1))
            self.assertEqual(answer["last_step"], 20)
            self.assertGreater(answer["test_accuracy"], 0.5)

    def test_parts_of_a_checkpoint_need_a_name_and_a_folder(self):
        for words, why in ((["--sharded"], "--sharded goes with --checkpoint"),
                           (["--sharded", "--checkpoint", "model"], "PERMISSION_DENIED: .*--files")):
            done = run("--local", "ps=1,worker=1", "--", *TRAIN, "--steps", "5", *words)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stdout + done.stderr, why)

    def test_a_lost_replica_that_does_not_come_back_is_not_waited_for(self):
        done = run("--local", "ps=1,worker=2", "--restarts", "0", "--fault", "kill:worker:1@step=10", "--json", "--",
                   *TRAIN, "--replicas", "sync", "--steps", "60", "--batch", "50")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["status"], answer["task"]), ("UNAVAILABLE", "/job:worker/task:1"))
        self.assertLess(answer["final_loss"], 0.8)

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
                           (["--local", "p-s=1,worker=1", "--", "true"], "a job name is"),
                           (["--local", "a=1", "--fault", "kill:a", "--", "true"], "--fault: expected"),
                           (["--local", "a=1", "--fault", "kill:b:0@step=1", "--", "true"], "no /job:b/task:0")):
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

    def test_it_ends_when_its_job_has_ended(self):
        ports = []
        for _ in range(2):
            with socket.create_server(("127.0.0.1", 0)) as reserved:
                ports.append(reserved.getsockname()[1])
        cluster = "ps=127.0.0.1:%d;worker=127.0.0.1:%d" % tuple(ports)
        environment = dict(os.environ, RUNNEL_CLUSTER_TOKEN="secret")
        server = subprocess.Popen([PROGRAM, "worker", "--cluster", cluster, "--job", "ps", "--until", "worker"],
                                  stdout=subprocess.DEVNULL, env=environment)
        environment.update(RUNNEL_CLUSTER=cluster, RUNNEL_JOB="worker", RUNNEL_TASK="0")
        for name in ("RUNNEL_LISTEN_FD", "RUNNEL_REPORT_FD"):
            environment.pop(name, None)
        trained = subprocess.run(TRAIN + ["--steps", "5"], capture_output=True, text=True, env=environment, timeout=120)
        self.assertEqual(trained.returncode, 0, trained.stderr)
        self.assertEqual(server.wait(60), 0)

    def test_a_key_file_opens_other_addresses_and_must_be_secret(self):
        with tempfile.TemporaryDirectory() as folder:
            key = os.path.join(folder, "key")
            with open(key, "w") as file:
                file.write("0123456789abcdef" * 4)
            command = [PROGRAM, "worker", "--cluster", "a=0.0.0.0:0", "--job", "a", "--key-file", key]
            os.chmod(key, 0o644)
            done = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("0600", done.stderr)
            os.chmod(key, 0o600)
            worker = subprocess.Popen(command + ["--json"], stdout=subprocess.PIPE, text=True)
            self.assertRegex(json.loads(worker.stdout.readline())["target"], r"^runnel://.*:[1-9]\d*$")
            worker.send_signal(signal.SIGTERM)
            self.assertEqual(worker.wait(60), 0)
            worker.stdout.close()

    def test_with_a_key_file_it_prints_nothing_about_tokens(self):
        with tempfile.TemporaryDirectory() as folder:
            key = os.path.join(folder, "key")
            with open(key, "w") as file:
                file.write("0123456789abcdef" * 4)
            os.chmod(key, 0o600)
            bare = {k: v for k, v in os.environ.items() if not k.startswith("RUNNEL_CLUSTER")}
            for words, environment in ((["--key-file", key], bare), ([], dict(bare, RUNNEL_CLUSTER_KEY_FILE=key)),
                                       (["--key-file", key, "--json"], bare)):
                worker = subprocess.Popen([PROGRAM, "worker", "--cluster", "a=127.0.0.1:0", "--job", "a", *words],
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
                first = worker.stdout.readline()
                worker.send_signal(signal.SIGTERM)
                rest = worker.stdout.read()
                self.assertEqual(worker.wait(60), 0)
                worker.stdout.close()
                self.assertIn("runnel://", first)
                self.assertNotIn("token", (first + rest).lower())

    def test_it_refuses_an_address_that_others_reach(self):
        done = subprocess.run([PROGRAM, "worker", "--cluster", "a=0.0.0.0:0", "--job", "a"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("PERMISSION_DENIED", done.stderr)
        for way in ("--key-file", "--certificate", "--insecure-network"):
            self.assertIn(way, done.stderr)

    def test_it_names_what_the_cluster_lacks(self):
        done = subprocess.run([PROGRAM, "worker", "--cluster", "a=127.0.0.1:0", "--job", "b"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn('no job "b"; its jobs: a', done.stderr)


if __name__ == "__main__":
    unittest.main()
