"""tests/faults.toml fits the sources: each fault can be planted at one place, by a test program that there is."""
import os
import tomllib
import unittest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")


class Faults(unittest.TestCase):
    def test_each_fits_one_place(self):
        with open(os.path.join(ROOT, "tests/faults.toml"), "rb") as file:
            faults = tomllib.load(file)["fault"]
        self.assertGreaterEqual(len(faults), 20)
        for fault in faults:
            with self.subTest(fault["name"]), open(os.path.join(ROOT, fault["file"]), encoding="utf-8") as source:
                self.assertEqual(source.read().count(fault["find"]), 1, "%s: %s" % (fault["file"], fault["find"]))


if __name__ == "__main__":
    unittest.main()
