"""tools/deps installs what is missing and nothing else, and leaves a whole machine alone."""
import os
import subprocess
import tempfile
import unittest

DEPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/deps")


def run(missing, *arguments, uid="0"):
    """Runs tools/deps on a machine of fakes without `missing`; returns (status, apt-get's calls, what it said)."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        fakes = {
            "dpkg-query": 'for last; do :; done; case " %s " in *" $last "*) exit 1 ;; esac; printf installed' % missing,
            "apt-get": 'echo "$@" >> %s' % log,
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
