# What the tests of the programs share: running `runnel` as a user would, npy and IDX files, graphs as text.
import ast
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ.get("RUNNEL_PROGRAM", "runnel")
SLOW = int(os.environ.get("RUNNEL_TEST_SLOW", "1"))  # times as long as usual may a program take
TYPES = {"<f4": "f", "<f8": "d", "<i4": "i", "<i8": "q", "|u1": "B", "|b1": "?"}


class ProgramTest(unittest.TestCase):
    """Each test has a folder of its own, self.dir."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def path(self, name):
        return os.path.join(self.dir, name)

    def put(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return self.path(name)

    def run_program(self, *arguments):
        env = {k: v for k, v in os.environ.items() if k != "RUNNEL_LOG"}
        return subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, timeout=300 * SLOW, env=env)

    def lines(self, *arguments):
        """The answer of a command that must succeed and be silent on standard error, line by line."""
        done = self.run_program(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done)
        return done.stdout.splitlines()

    def answer(self, *arguments):
        """The one JSON object of a command that must succeed."""
        done = self.run_program(*arguments, "--json")
        self.assertEqual(done.returncode, 0, done)
        self.assertEqual(len(done.stdout.splitlines()), 1, done)
        return json.loads(done.stdout)

    def error(self, *arguments, status=1):
        """What a command that must fail says: one line, and nothing on standard output."""
        line, = self.error_lines(*arguments, status=status)
        return line

    def error_lines(self, *arguments, status=1):
        """The same where warnings come before it."""
        done = self.run_program(*arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ""), done)
        lines = done.stderr.splitlines()
        for line in lines:
            self.assertTrue(line.startswith("runnel: "), done)
        self.assertEqual([line.startswith("runnel: warning: ") for line in lines], [True] * (len(lines) - 1) + [False], done)
        return lines

    def assertSays(self, text, *parts):
        for part in parts:
            self.assertIn(part, text)


def npy(descr, shape, values):
    """An npy file of numbers, or of texts where values are bytes."""
    head = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (descr, "".join("%d," % n for n in shape))
    head += " " * (-(len(head) + 11) % 64) + "\n"
    if descr.startswith("|S"):
        data = b"".join(v.ljust(int(descr[2:]), b"\0") for v in values)
    else:
        data = struct.pack("<%d%s" % (len(values), TYPES[descr]), *values)
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + data


def read_npy(path):
    """(shape, list of values) of an npy file."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    end = 10 + struct.unpack("<H", data[8:10])[0]
    head = ast.literal_eval(data[10:end].decode())
    assert end % 64 == 0 and not head["fortran_order"]
    descr, body = head["descr"], data[end:]
    if descr.startswith("|S"):
        width = int(descr[2:])
        return head["shape"], [body[i:i + width].rstrip(b"\0") for i in range(0, len(body), width)]
    kind = TYPES[descr]
    return head["shape"], list(struct.unpack("<%d%s" % (len(body) // struct.calcsize(kind), kind), body))


def idx(dims, data):
    return bytes([0, 0, 8, len(dims)]) + struct.pack(">%dI" % len(dims), *dims) + bytes(data)


def node(name, op, inputs=(), **attrs):
    """A node of a text GraphDef. Attrs are given as text: T="type: DT_FLOAT"."""
    text = 'node { name: "%s" op: "%s"' % (name, op)
    text += "".join(' input: "%s"' % i for i in inputs)
    return text + "".join(' attr { key: "%s" value { %s } }' % pair for pair in attrs.items()) + " }\n"


def shape(dims):
    return "shape { %s}" % "".join("dim { size: %d } " % n for n in dims)


def placeholder(name, dims, dtype="DT_FLOAT"):
    return node(name, "Placeholder", dtype="type: " + dtype, shape=shape(dims))


def constant(name, dims, values, dtype="DT_FLOAT", field="float_val"):
    value = "tensor { dtype: %s tensor_%s %s }" % (dtype, shape(dims), " ".join("%s: %s" % (field, v) for v in values))
    return node(name, "Const", dtype="type: " + dtype, value=value)


def data_dir():
    """RUNNEL_DATA_DIR; ends the whole test as skipped where it is unset."""
    if not os.environ.get("RUNNEL_DATA_DIR"):
        print("SKIP: RUNNEL_DATA_DIR is unset")
        sys.exit(77)
    return os.environ["RUNNEL_DATA_DIR"]
