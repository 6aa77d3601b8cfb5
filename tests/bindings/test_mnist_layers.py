"""MNIST in five languages: the same program in each ends in the same checkpoint, and does it in twenty statements.

test_mnist_layers.py BUILD_DIR SOURCE_DIR; a language that is not installed is left out, and named.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD, SOURCE = "", ""
SKIPPED = 77
PROGRAMS = {
    "c": "bindings/c/examples/mnist_layers.c",
    "cpp": "bindings/cpp/examples/mnist_layers.cc",
    "python": "bindings/python/examples/mnist_layers.py",
    "rust": "bindings/rust/runnel/examples/mnist_layers/main.rs",
    "go": "bindings/go/examples/mnist_layers/main.go",
}


def made(command, folder, **env):
    done = subprocess.run(command, cwd=folder, env=dict(os.environ, **env), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    if done.returncode != 0:
        raise AssertionError("%s: status %d\n%s" % (" ".join(command), done.returncode, done.stdout))


def rust():
    made(["cargo", "build", "--locked", "--package", "runnel", "--example", "mnist_layers"], os.path.join(SOURCE, "bindings/rust"),
         CARGO_TARGET_DIR=os.path.join(BUILD, "bindings/rust"), CARGO_NET_OFFLINE="true", RUNNEL_LIB_DIR=os.path.join(BUILD, "lib"))
    return [os.path.join(BUILD, "bindings/rust/debug/examples/mnist_layers")]


def go():
    program, temporary = os.path.join(BUILD, "bindings/go/mnist_layers"), os.path.join(BUILD, "bindings/go/tmp")
    os.makedirs(temporary, exist_ok=True)
    made(["go", "build", "-o", program, "./examples/mnist_layers"], os.path.join(SOURCE, "bindings/go"),
         GOCACHE=os.path.join(BUILD, "bindings/go/cache"), GOPATH=os.path.join(BUILD, "bindings/go/path"), GOTMPDIR=temporary,
         GOFLAGS="-mod=mod", GOPROXY="off", GOENV="off", CGO_ENABLED="1",
         PKG_CONFIG_PATH=os.path.join(BUILD, "bindings/pkgconfig"))
    return [program]


def command(language):
    if language == "c":
        return [os.path.join(BUILD, "bin/examples/mnist_layers")]
    if language == "cpp":
        return [os.path.join(BUILD, "bin/examples/cpp_mnist_layers")]
    if language == "python":
        return [sys.executable, "-B", os.path.join(SOURCE, PROGRAMS["python"])]
    tool = {"rust": "cargo", "go": "go"}[language]
    if not shutil.which(tool):
        return None
    return rust() if language == "rust" else go()


def statements(path):
    """The lines of a program that do something: no includes, comments, blanks, nothing but brackets; a call is one of them."""
    with open(path) as file:
        text = file.read()
    text = re.sub(r'\A(#![^\n]*\n)?""".*?"""|/\*.*?\*/', "", text, flags=re.S)
    text = re.sub(r"^import \(.*?^\)", "", text, flags=re.S | re.M)
    found, depth = [], 0
    for line in [re.sub(r"//.*", "", line).strip() for line in text.split("\n")]:
        ignored = re.fullmatch(r"(#include|(import|from|use|mod|package|namespace)\b|#\[).*|[\s\])};,{]*", line)
        if depth <= 0 and not ignored:
            found.append(line)
        depth = max(0, depth) + sum(line.count(x) for x in "([") - sum(line.count(x) for x in ")]")
    return found


class Mnist(unittest.TestCase):
    def test_all_end_in_the_same_checkpoint(self):
        data = os.path.join(os.environ["RUNNEL_DATA_DIR"], "datasets/mnist")
        hashes, said = {}, {}
        env = dict(os.environ, PYTHONPATH=os.path.join(SOURCE, "bindings/python"),
                   RUNNEL_LIBRARY=os.path.join(BUILD, "lib/librunnel.so.0"))
        with tempfile.TemporaryDirectory() as folder:
            for language in PROGRAMS:
                program = command(language)
                if program is None:
                    print("%s is not installed" % language)
                    continue
                prefix = os.path.join(folder, language)
                done = subprocess.run([*program, data, prefix], capture_output=True, text=True, env=env)
                self.assertEqual(done.returncode, 0, language + ": " + done.stderr)
                said[language] = done.stdout
                whole = hashlib.sha256()
                for end in (".index", ".data-00000-of-00001"):
                    with open(prefix + end, "rb") as file:
                        whole.update(file.read())
                hashes[language] = whole.hexdigest()
        self.assertEqual(len(set(hashes.values())), 1, hashes)
        self.assertEqual(len(set(said.values())), 1, said)
        self.assertGreater(float(said["c"].split()[0]), 96)

    def test_none_is_longer_than_twenty_statements(self):
        for language, path in PROGRAMS.items():
            with self.subTest(language):
                lines = statements(os.path.join(SOURCE, path))
                self.assertLessEqual(len(lines), 20, "\n".join(lines))


if __name__ == "__main__":
    BUILD, SOURCE = sys.argv[1:3]
    if not os.environ.get("RUNNEL_DATA_DIR"):
        print("SKIP: RUNNEL_DATA_DIR is not set")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
