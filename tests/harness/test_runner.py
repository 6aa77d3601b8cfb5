"""The test runner reads GoogleTest's output right, whatever the program does."""
import io
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools"))
from harness import results as r  # noqa: E402
from harness import suite  # noqa: E402
from harness.parts import Parts  # noqa: E402
from harness.progress import Progress  # noqa: E402

SAMPLE = os.environ.get("RUNNEL_SAMPLE", "")


def run_sample(*names):
    found = {}
    tests = [("sample/Sample." + n, [SAMPLE], {}, True) for n in names]
    for job in suite.make_jobs(tests, 1):
        job.names = [t[0] for t in tests]
        suite.run_gtest(job, dict(os.environ), 1, lambda x: found.setdefault(x.name, x))
        break
    return {name.split(".")[1]: result for name, result in found.items()}


class Runner(unittest.TestCase):
    def test_tells_passed_failed_and_skipped_apart(self):
        found = run_sample("Passes", "Fails", "Skips", "PrintsWithoutNewline")
        self.assertEqual({n: x.status for n, x in found.items()}, {
            "Passes": r.PASSED, "Fails": r.FAILED, "Skips": r.SKIPPED, "PrintsWithoutNewline": r.PASSED})
        self.assertIn("as it should", found["Fails"].output)
        self.assertEqual(found["Skips"].reason, "RUNNEL_DATA_DIR is not set")

    def test_a_crash_costs_one_test_and_the_rest_go_on(self):
        found = run_sample("Passes", "Crashes", "RunsAfterTheCrash")
        self.assertEqual(found["Passes"].status, r.PASSED)
        self.assertEqual((found["Crashes"].status, found["Crashes"].reason), (r.FAILED, "killed by SIGKILL"))
        self.assertEqual(found["RunsAfterTheCrash"].status, r.PASSED)

    def test_a_name_that_does_not_exist_fails(self):
        self.assertEqual(run_sample("Absent")["Absent"].status, r.FAILED)

    def test_a_program_may_run_behind_another(self):
        found = []
        tests = [("sample/Sample." + n, ["/usr/bin/env", SAMPLE], {}, True) for n in ("Passes", "Fails")]
        for job in suite.make_jobs(tests, 1):
            suite.run_gtest(job, dict(os.environ), 1, found.append)
        self.assertEqual({x.name: x.status for x in found}, {"sample/Sample.Passes": r.PASSED, "sample/Sample.Fails": r.FAILED})

    def test_required_skips_become_failures(self):
        found = list(run_sample("Skips").values())
        r.apply_requirements(found, ["vulkan"])
        self.assertEqual(found[0].status, r.SKIPPED)
        r.apply_requirements(found, ["data"])
        self.assertEqual(found[0].status, r.FAILED)
        self.assertEqual(r.summary_line(found), "0 passed, 1 failed, 0 skipped")

    def test_other_programs_pass_fail_skip_and_time_out(self):
        cases = {
            "exit 0": (r.PASSED, ""),
            "echo no; exit 3": (r.FAILED, "ended with status 3: no"),
            "echo SKIP: no cat; exit 77": (r.SKIPPED, "no cat"),
            "read forever < /dev/zero": (r.FAILED, "no end after 1 s: "),
        }
        for script, (status, reason) in cases.items():
            found = []
            properties = {"SKIP_RETURN_CODE": 77, "TIMEOUT": 1 if "forever" in script else 60}
            job = suite.Job(["/bin/bash", "-c", script], ["other"], properties, False)
            suite.run_other(job, dict(os.environ), 1, found.append)
            self.assertEqual((found[0].status, found[0].reason), (status, reason), script)

    def test_an_interrupted_run_goes_on_after_the_parts_that_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "full.json.parts")
            ran = []

            def part(name):
                ran.append(name)
                return [r.Result(name + "/a", r.PASSED, seconds=2.0), r.Result(name + "/b", r.FAILED, "why", output="more")]

            first = Parts(path, "c1", resume=False)
            wanted = first.run("one", lambda: part("one"))
            with open(path, "a") as file:
                file.write('{"part": "two", "comm')  # the power went
            second = Parts(path, "c1", resume=True)
            self.assertEqual(second.run("one", lambda: part("one")), wanted)
            self.assertGreaterEqual(second.seconds, first.seconds)
            second.run("two", lambda: part("two"))
            self.assertEqual(ran, ["one", "two"])
            third = Parts(path, "c1", resume=True)
            third.run("two", lambda: part("two"))
            other = Parts(path, "c2", resume=True)  # what ended at another commit says nothing of this one
            other.run("one", lambda: part("one"))
            self.assertEqual(ran, ["one", "two", "one"])
            Parts(path, "c2", resume=False)
            self.assertFalse(os.path.exists(path))

    def test_progress_off_a_terminal_says_every_tenth(self):
        out = io.StringIO()
        progress = Progress("count", out)
        for i in range(1, 101):
            progress.show(i, 100)
        self.assertEqual(out.getvalue().count("\n"), 11)


if __name__ == "__main__":
    unittest.main()
