"""tools/bench draws what it has kept: one page, well-formed, a bar for every limit; and says what it cannot read."""
import glob
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SVG = "{http://www.w3.org/2000/svg}"
HEAD = {"measured": {"commit": "0123abc", "processor": "a <fast> & small one"}}


def line(name, value, limit, unit="ns", **more):
    ratio = value / limit if limit and value != "not_measured" else None
    holds = ratio is None or unit.endswith("/s") or ratio <= 1
    return dict({"section": "calls", "name": name, "threads": 2, "value": value, "unit": unit, "limit": limit, "peers": {},
                 "ratio": ratio, "holds": holds}, **more)


class Bench(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def draw(self, source, *arguments):
        return subprocess.run([sys.executable, "-B", os.path.join(ROOT, "tools/bench"), "--from", source, *arguments],
                              capture_output=True, text=True)

    def put(self, *objects):
        with open(self.path("lines"), "w") as file:
            file.writelines(json.dumps(x) + "\n" for x in objects)
        return self.path("lines")

    def page(self, source, *arguments):
        done = self.draw(source, "--page", self.path("page.html"), *arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        with open(self.path("page.html"), encoding="utf-8") as file:
            first, rest = file.read().split("\n", 1)
        self.assertEqual(first, "<!DOCTYPE html>")
        return done, xml.fromstring(rest)

    def test_a_page_has_the_machine_and_a_bar_for_every_limit(self):
        done, page = self.page(self.put(HEAD, line("fast<er>", 50, 100, peers={"other": 75, "none": "not_measured"}),
                                        line("counted", 0, 0), line("free", 7, None), line("missing", "not_measured", 9),
                                        line("work", 80, 100, "GFLOP/s", section="speed")))
        self.assertEqual(done.returncode, 0, done.stdout)
        text = "".join(page.itertext())
        for said in ("a <fast> & small one", "0123abc", "fast<er>, 2 threads", "50 ns, 0.5 of 100; other 75", "0 ns, at most 0",
                     "not measured"):
            self.assertIn(said, text)
        bars = page.findall(".//%srect" % SVG)
        self.assertEqual([bar.get("class") for bar in bars], ["holds", "plain"])
        self.assertAlmostEqual(float(bars[0].get("width")) / float(bars[1].get("width")), 0.5 / 0.8, places=2)
        self.assertEqual(len(page.findall(".//%spath[@class='peer']" % SVG)), 1)
        self.assertEqual([x.text for x in page.iter("h2")], ["calls", "speed"])

    def test_what_does_not_hold_is_the_status(self):
        done, page = self.page(self.put(HEAD, line("slow", 900, 100)))
        self.assertEqual(done.returncode, 1)
        self.assertIn("DOES NOT HOLD", done.stdout)
        self.assertEqual([bar.get("class") for bar in page.findall(".//%srect" % SVG)], ["fails"])

    def test_sections_are_chosen_and_kept_again(self):
        source = self.put(HEAD, line("a", 1, 2), line("b", 1, 2, section="speed"))
        done = self.draw(source, "gemm", "--json", "--save", self.path("kept"))
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        done = self.draw(source, "--json", "--save", self.path("kept"))
        self.assertEqual([json.loads(x)["name"] for x in done.stdout.splitlines()], ["a", "b"])
        with open(self.path("kept")) as kept, open(source) as had:
            self.assertEqual(kept.read(), had.read())

    def test_a_file_that_is_none_is_one_line_of_error(self):
        for bad in (self.path("nothing"), self.put(line("no head", 1, 2)), self.put(), self.put("text"), self.put(HEAD, 5), self.put(HEAD, {"section": "calls"})):
            done = self.draw(bad, "--page", self.path("page.html"))
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(bad, done.stderr)
            self.assertFalse(os.path.exists(self.path("page.html")))
        done = self.draw(self.put(HEAD), "--page", self.path("no/page.html"))
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_the_results_that_are_in_the_tree_can_be_drawn(self):
        kept = glob.glob(os.path.join(ROOT, "tools/benchmarks/results/*.jsonl"))
        self.assertTrue(kept)
        for source in kept:
            _, page = self.page(source)
            self.assertTrue(page.findall(".//%srect" % SVG), source)
            self.assertIn("processor", "".join(page.itertext()))


if __name__ == "__main__":
    unittest.main()
