"""The passes that can be switched off are called the same wherever they are listed, and in the same order."""
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLE = "core/runtime/plan/pass_table.cc"
LISTS = ("c_api/runnel.h", "bindings/go/session.go", "bindings/python/runnel/session.py",
         "bindings/rust/runnel/src/session_options.rs", "tools/benchmarks/bench.cc", "tools/harness/tf_effects.py")


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


class Passes(unittest.TestCase):
    def test_every_list_is_that_of_the_table(self):
        rows = re.findall(r'\.name = "(\w+)",.*?\.can_be_off = (\w+)', text_of(TABLE), re.DOTALL)
        names = [name for name, kind in rows if kind == "kSwitched"]
        self.assertGreater(len(names), 8)
        # Between names: commas, ends of lines and the marks of comments.
        listed = re.compile(r'[\s,/#]+'.join('"%s"' % name for name in names))
        for path in LISTS:
            with self.subTest(path):
                self.assertRegex(text_of(path), listed)


if __name__ == "__main__":
    unittest.main()
