"""Programs and plugins built against the headers of an earlier version still work: test_baseline.py BUILD_DIR SOURCE_DIR."""
import glob
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest

import promises

BUILD, SOURCE = "", ""


def run(*command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    if done.returncode != 0:
        raise AssertionError("status %d of %s:\n%s" % (done.returncode, " ".join(command), done.stdout))
    return done.stdout


class Baseline(unittest.TestCase):
    def each(self):
        """A folder with each recorded version."""
        archives = sorted(glob.glob(os.path.join(SOURCE, "tests/abi/*.tar.gz")))
        self.assertTrue(archives)
        for archive in archives:
            with self.subTest(os.path.basename(archive)), tempfile.TemporaryDirectory() as folder:
                with tarfile.open(archive) as packed:
                    packed.extractall(folder)
                yield folder

    def test_a_program_of_then_runs(self):
        for folder in self.each():
            program, libraries = os.path.join(folder, "program"), os.path.join(BUILD, "lib")
            run("cc", "-std=c99", "-I" + os.path.join(folder, "include"), os.path.join(folder, "program.c"), "-o", program,
                "-L" + libraries, "-Wl,-rpath," + libraries, "-lrunnel", "-lm")
            run(program, folder)

    def test_a_plugin_of_then_conforms_and_opens_its_device(self):
        for folder in self.each():
            plugin = os.path.join(folder, "old_null.so")
            run("c++", "-std=c++20", "-shared", "-fPIC", "-fvisibility=hidden", "-fno-gnu-unique",
                "-I" + os.path.join(folder, "include"), os.path.join(folder, "plugin.cc"), "-o", plugin)
            run(os.path.join(BUILD, "bin/runnel-conformance"), "--plugin", plugin)
            self.assertIn("device:NULL:0", run(os.path.join(BUILD, "bin/runnel"), "devices", "--plugin", plugin))

    def test_the_headers_keep_what_they_promised(self):
        for folder in self.each():
            now = {"runnel.h": "c_api/runnel.h", "runnel_learn.h": "c_api/runnel_learn.h"}
            old = {os.path.basename(p): p for p in glob.glob(os.path.join(folder, "include/runnel/**/*.h"), recursive=True)}
            headers = [name for name in old if name in now or name.startswith("rnlp_")]
            self.assertGreater(len(headers), 6)
            for name in headers:
                with open(old[name]) as before, open(os.path.join(SOURCE, now.get(name, "plugins/abi/" + name))) as after:
                    self.assertEqual(promises.broken(before.read(), after.read()), [], name)


class Promises(unittest.TestCase):
    HEADER = """
typedef struct rnlp_str_t { const char* data; size_t size; } rnlp_str_t;
typedef enum rnl_kind_t { RNL_A = 1u << 0, RNL_B, RNL_C = 7 } rnl_kind_t;
typedef struct rnl_table_t {
  uint32_t size_bytes; /* grows */
  void (*call)(int32_t a, void* arg);
} rnl_table_t;
typedef void (*rnl_fn_t)(void* arg);
#define RNL_MANY 12
RNL_API rnl_status_t* rnl_open(rnl_str_t name,
                               int32_t flags);
"""

    def kept(self, old, new):
        changed = self.HEADER.replace(old, new)
        self.assertNotEqual(changed, self.HEADER)
        return promises.broken(self.HEADER, changed)

    def test_what_may_change(self):
        for old, new in (("/* grows */", ""), ("name,\n   ", "name, "), ("RNL_C = 7 }", "RNL_C = 7, RNL_D }"),
                         ("void* arg);\n} rnl_t", "void* arg);\n  int64_t more;\n} rnl_t"),
                         ("#define RNL_MANY 12", "#define RNL_MANY 12\n#define RNL_FEW 1")):
            self.assertEqual(self.kept(old, new), [], new)

    def test_what_may_not(self):
        for old, new, said in (("size_t size; }", "size_t size; int more; }", "grew"),
                               ("RNL_B,", "RNL_D, RNL_B,", "enumerator RNL_B"), ("RNL_C = 7", "RNL_C = 8", "RNL_C"),
                               ("uint32_t size_bytes;", "int more; uint32_t size_bytes;", "field 0"),
                               ("(int32_t a,", "(int64_t a,", "field 1"), ("rnl_fn_t)(void*", "rnl_fn_t)(int*", "rnl_fn_t"),
                               ("MANY 12", "MANY 13", "RNL_MANY"), ("int32_t flags", "int64_t flags", "rnl_open"),
                               ("RNL_API rnl_status_t* rnl_open", "RNL_API rnl_status_t* rnl_begin", "is `none`")):
            self.assertIn(said, "\n".join(self.kept(old, new)), new)


if __name__ == "__main__":
    BUILD, SOURCE = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
