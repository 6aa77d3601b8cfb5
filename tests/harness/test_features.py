"""tools/features believes a row only if its tests ran and passed."""
import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


def run(table_tests, statuses, *listing):
    """Runs a copy of the tool over a table with two rows; returns (status, answer, what it said). With an option in place of
    the results, in a place where nothing could be built or run."""
    with tempfile.TemporaryDirectory() as root:
        for folder in ("tools/harness", "tests"):
            os.makedirs(os.path.join(root, folder))
        for name in ("features", "deps", *("harness/" + n for n in os.listdir(os.path.join(ROOT, "tools/harness")))):
            source = os.path.join(ROOT, "tools", name)
            if os.path.isfile(source):
                with open(source) as a, open(os.path.join(root, "tools", name), "w") as b:
                    b.write(a.read())
        with open(os.path.join(root, "tests/features.tsv"), "w") as file:
            file.write("section\tfeature\ttests\n1\tTensor\t%s\n1\tfuture\tnot yet: later\n" % table_tests)
        with open(os.path.join(root, "r.json"), "w") as file:
            json.dump({"tests": statuses}, file)
        options = listing or ("--results", os.path.join(root, "r.json"))
        env = {"PATH": os.path.join(root, "nothing")} if listing else None
        done = subprocess.run(["/usr/bin/python3", "-B", os.path.join(root, "tools/features"), "--json", *options],
                              capture_output=True, text=True, env=env)
        return done.returncode, json.loads(done.stdout), done.stderr


class Features(unittest.TestCase):
    def test_a_row_with_passed_tests_is_done(self):
        code, answer, _ = run("a/B.C, a/D.*", {"a/B.C": "passed", "a/D.E": "passed"})
        self.assertEqual((code, answer["rows"], answer["done"]), (0, 2, 1))
        self.assertEqual(answer["not_yet"], [{"section": "1", "feature": "future", "reason": "later"}])

    def test_a_test_that_failed_skipped_or_did_not_run_is_an_error(self):
        for statuses in ({"a/B.C": "failed"}, {"a/B.C": "skipped"}, {}):
            code, _, said = run("a/B.C", statuses)
            self.assertEqual(code, 1)
            self.assertIn("a/B.C", said)

    def test_a_list_runs_nothing(self):
        code, answer, _ = run("a/B.C, a/D.*", {}, "--list")
        self.assertEqual(code, 0)
        self.assertEqual(answer["rows"], [
            {"section": "1", "feature": "Tensor", "tests": ["a/B.C", "a/D.*"], "not_yet": ""},
            {"section": "1", "feature": "future", "tests": [], "not_yet": "later"}])


if __name__ == "__main__":
    unittest.main()
