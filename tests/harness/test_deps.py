"""tools/deps installs what is missing and nothing else, and leaves a whole machine alone."""
import os
import subprocess
import tempfile
import unittest

DEPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/deps")


LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)"


def run(missing, *arguments, uid="0", updates=""):
    """Runs tools/deps on a machine of fakes without `missing`; returns (status, apt-get's calls, what it said).

    `updates` is what apt-get does first when it is to update, in the shell."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        fakes = {
            "dpkg-query": 'for last; do :; done; case " %s " in *" $last "*) exit 1 ;; esac; printf installed' % missing,
            "apt-get": 'echo "$@" >> %s\n[ "$1" != update ] || { : ; %s\n}' % (log, updates.replace("LOG", log)),
            "sleep": ":",
            "id": "echo " + uid,
        }
        for name, text in fakes.items():
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write("#!/bin/sh\n" + text + "\n")
            os.chmod(path, 0o755)
        for name in ("bash", "env"):
            os.symlink("/bin/bash" if name == "bash" else "/usr/bin/env", os.path.join(folder, name))
        done = subprocess.run(["/bin/bash", DEPS, *arguments], capture_output=True, text=True, env={"PATH": folder})
        calls = []
        if os.path.exists(log):
            with open(log) as file:
                calls = file.read().splitlines()
        return done.returncode, calls, done.stdout + done.stderr


class Deps(unittest.TestCase):
    def test_does_nothing_if_all_is_there(self):
        self.assertEqual(run(""), (0, [], ""))

    def test_installs_only_what_is_missing(self):
        code, calls, _ = run("nanopb cmake")
        self.assertEqual(code, 0)
        self.assertEqual(calls[0], "update -q")
        self.assertEqual(sorted(calls[1].split()[-2:]), ["cmake", "nanopb"])

    def test_packages_by_name_are_all_that_is_wanted(self):
        code, calls, _ = run("nanopb cmake qemu-user", "--packages", "qemu-user", "gcc")
        self.assertEqual((code, len(calls)), (0, 2))
        self.assertTrue(calls[1].endswith(" qemu-user"))

    def test_waits_for_whoever_holds_the_lock_of_the_lists(self):
        while_two_tried = 'while read line; do n=x$n; done < LOG; [ "$n" = xxx ] || { echo "%s" >&2; exit 100; }' % LOCKED
        code, calls, said = run("nanopb", updates=while_two_tried)
        self.assertEqual((code, calls[:3]), (0, ["update -q"] * 3))
        self.assertTrue(calls[3].endswith(" nanopb"))
        self.assertEqual(said.count("waiting"), 2)

    def test_gives_up_on_a_lock_that_is_held_for_minutes(self):
        code, calls, said = run("nanopb", updates='echo "%s" >&2; exit 100' % LOCKED)
        self.assertEqual((code, calls), (1, ["update -q"] * 60))
        self.assertIn("held by process 1", said)

    def test_an_update_that_fails_otherwise_is_not_tried_again(self):
        code, calls, said = run("nanopb", updates='echo "E: no network" >&2; exit 100')
        self.assertEqual((code, calls), (1, ["update -q"]))
        self.assertIn("E: no network", said)

    def test_tools_of_the_tests_are_wanted_only_with_test(self):
        self.assertEqual(run("clang-tidy")[1], [])
        self.assertIn("clang-tidy", run("clang-tidy", "--test")[1][1])

    def test_check_says_what_is_missing(self):
        self.assertEqual(run("nanopb", "--check"), (1, [], "missing: nanopb\n"))

    def test_without_root_and_sudo_it_says_what_to_run(self):
        code, calls, said = run("nanopb", uid="1000")
        self.assertEqual((code, calls), (1, []))
        self.assertIn("apt-get install nanopb", said)


if __name__ == "__main__":
    unittest.main()
