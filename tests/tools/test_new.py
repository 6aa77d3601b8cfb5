"""runnel new: the projects that it writes build, in each language that is installed, and train."""
import os
import shutil
import subprocess
import sys
import unittest

import program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.dirname(os.path.dirname(os.path.abspath(program.PROGRAM)))
DATA = os.path.join(os.environ.get("RUNNEL_DATA_DIR", ""), "datasets/mnist")


class New(program.ProgramTest):
    def project(self, lang):
        self.lines("new", self.path("digits_" + lang), "--lang", lang)
        return self.path("digits_" + lang)

    def must(self, command, folder, **env):
        env = dict(os.environ, PKG_CONFIG_PATH=os.path.join(BUILD, "bindings/pkgconfig"), **env)
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=600 * program.SLOW)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def trains(self, command, folder, **env):
        if not os.path.isdir(DATA):
            self.skipTest("RUNNEL_DATA_DIR has no MNIST")
        said = self.must([*command, DATA, "weights"], folder, **env)
        self.assertGreater(float(said.split()[0]), 96)
        self.assertTrue(os.path.exists(os.path.join(folder, "weights.index")))

    def builds_with_cmake(self, lang):
        folder = self.project(lang)
        self.must(["cmake", "-G", "Ninja", "-B", "build"], folder, CXXFLAGS="-I" + os.path.join(ROOT, "bindings/cpp/include"))
        self.must(["cmake", "--build", "build"], folder)
        self.trains(["build/digits_" + lang], folder)

    def test_c(self):
        self.builds_with_cmake("c")

    def test_cpp(self):
        self.builds_with_cmake("cpp")

    def test_python(self):
        folder = self.project("python")
        self.trains([sys.executable, "-B", "main.py"], folder, PYTHONPATH=os.path.join(ROOT, "bindings/python"),
                    RUNNEL_LIBRARY=os.path.join(BUILD, "lib/librunnel.so.0"))

    @unittest.skipUnless(shutil.which("cargo"), "cargo is not installed")
    def test_rust(self):
        folder = self.project("rust")
        env = {"CARGO_NET_OFFLINE": "true", "RUNNEL_LIB_DIR": os.path.join(BUILD, "lib"),
               "CARGO_TARGET_DIR": os.path.join(BUILD, "bindings/rust_new")}
        self.must(["cargo", "build"], folder, **env)
        self.trains([os.path.join(BUILD, "bindings/rust_new/debug/digits_rust")], folder)

    @unittest.skipUnless(shutil.which("go"), "go is not installed")
    def test_go(self):
        folder = self.project("go")
        os.makedirs(os.path.join(BUILD, "bindings/go/tmp"), exist_ok=True)
        self.must(["go", "build", "-o", "digits", "."], folder, GOCACHE=os.path.join(BUILD, "bindings/go/cache"),
                  GOPATH=os.path.join(BUILD, "bindings/go/path"), GOTMPDIR=os.path.join(BUILD, "bindings/go/tmp"), GOFLAGS="-mod=mod",
                  GOPROXY="off", GOENV="off", CGO_ENABLED="1")
        self.trains(["./digits"], folder)

    def test_mistakes_are_named(self):
        self.put("there", "")
        for arguments, words in ((["there", "--lang", "c"], ["there already"]), (["Bad-Name", "--lang", "c"], ["Bad-Name"]),
                                 (["fine"], ["--lang"]), (["fine", "--lang", "ada"], ["ada", "rust"])):
            done = self.run_program("new", self.path(arguments[0]), *arguments[1:])
            self.assertNotEqual(done.returncode, 0, arguments)
            for word in words:
                self.assertIn(word, done.stderr)


if __name__ == "__main__":
    unittest.main()
