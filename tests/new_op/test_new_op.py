"""A new op takes its row, its kernel and a line of cases, and no list or count beside them.

Two made-up ops are added to a copy of the few files that ARCHITECTURE.md names: one to families that there are, one as a family of
its own. What they touch is compiled, the build's other objects are linked to it, and the tests that every op has must find
and pass them.
"""
import json
import os
import re
import shlex
import subprocess
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
BUILD = os.environ["RUNNEL_BUILD"]

ROW = """    {
        .name = "MadeUpNand",
        .inputs = "x: T, y: T",
        .outputs = "z: T",
        .attrs = "T: " RUNNEL_INTEGER_TYPES,
        .doc = "Gives the bits that x and y do not both have. Shapes: x and y broadcast against each other.",
        .flags = kOpNotDifferentiable,
        .shape = BroadcastShape,
    },
"""
KERNEL = """struct MadeUpNand {
  template <typename T>
  static T Do(T a, T b, uint32_t*) {
    return static_cast<T>(~(a & b));
  }
};
"""
OPS = """// A family of its own.
#include "core/ops/shape_helpers.h"
#include "runnel_chosen.h"

namespace runnel {
namespace {

constexpr OpRow kMadeUpOps[] = {
    {
        .name = "MadeUpCube",
        .inputs = "x: T",
        .outputs = "y: T",
        .attrs = "T: {float, double}",
        .doc = "Gives x * x * x. Shapes: y is like x.",
        .shape = UnchangedShape,
        .gradient = "x: 3 * g * Square(x)",
    },
};

}  // namespace

std::span<const OpRow> MadeUpOps() { return ChosenRows<kMadeUpOps>::All(); }

}  // namespace runnel
"""
KERNELS = """// A family of its own.
#include "devices/cpu/elementwise.h"
#include "devices/cpu/rows.h"

namespace runnel::cpu {
namespace {

struct Cube {
  template <typename T>
  static T Do(T x) {
    return x * x * x;
  }
};
constexpr UnaryEntry kEntries[] = {{"MadeUpCube", -1, UnaryLoopFor<Cube, TypeList<float, double>>}};
constexpr int32_t kTypes[] = {RNLP_FLOAT, RNLP_DOUBLE};
constexpr rnlp_type_constraint_t kT = Types("T", kTypes);

}  // namespace

constexpr rnlp_kernel_row_t kMadeUpRows[] = {MakeRow({.op = "MadeUpCube",
                                                      .types = &kT,
                                                      .num_types = 1,
                                                      .create = CreateUnaryOf<kEntries>,
                                                      .destroy = Destroy<UnaryKernel>,
                                                      .plan = PlanElements<300>,
                                                      .run = runnel::cpu::Run<UnaryKernel>})};
RUNNEL_CPU_ROWS(MadeUp)

}  // namespace runnel::cpu
"""
CASES = """MadeUpNand	int8/int32		T[3]:1,-2,12|T[]:5	T[3]:-2,-5,-5
MadeUpCube	float/double		T[3]:-2,0.5,1.5	T[3]:-8,0.125,3.375
"""


def ninja(*arguments):
    return subprocess.run([os.environ["RUNNEL_NINJA"], "-C", BUILD, "-t", *arguments], check=True, capture_output=True,
                          text=True).stdout.splitlines()


class NewOp(unittest.TestCase):
    def setUp(self):
        self.maxDiff = None
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.copy = folder.name
        self.touched = []
        with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
            self.compiles = {os.path.relpath(entry["file"], ROOT): entry["command"] for entry in json.load(file)}

    def write(self, path, *changes, text=None):
        """Copies a file with a text put before each of the places that `changes` name, or makes one of `text`."""
        if text is None:
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                text = file.read()
        for place, new in changes:
            self.assertEqual(text.count(place), 1, "%s: %r" % (path, place))
            text = text.replace(place, new + place)
        os.makedirs(os.path.dirname(os.path.join(self.copy, path)), exist_ok=True)
        with open(os.path.join(self.copy, path), "w", encoding="utf-8") as file:
            file.write(text)
        self.touched.append(path)

    def run_in_build(self, command):
        done = subprocess.run(command, cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, "%s\n%s" % (shlex.join(command), done.stdout[-4000:]))

    def find_families(self, name):
        """Makes the list of families as the build does, over the copy's files and all others."""
        command = next(line for line in ninja("commands", "generated/" + name) if "LIST=" in line and name in line)
        words = shlex.split(command.split("&&")[-1])
        given = [word for word in words if word.endswith(".cc")]
        touched = [path for path in self.touched if os.path.dirname(os.path.join(ROOT, path)) == os.path.dirname(given[0])]
        kept = [word for word in given if os.path.relpath(word, ROOT) not in touched]
        words = [word for word in words if word not in given] + kept + [os.path.join(self.copy, path) for path in touched]
        made = os.path.join(self.copy, "generated", name)
        os.makedirs(os.path.dirname(made), exist_ok=True)
        self.run_in_build([re.sub("^LIST=.*", "LIST=" + made, word) for word in words])

    def compile(self, path, like):
        """Compiles a file of the copy, or of the tree if it is not there, as the build compiles `like`. Returns the object."""
        words = shlex.split(self.compiles[like])
        made = os.path.join(self.copy, path + ".o")
        os.makedirs(os.path.dirname(made), exist_ok=True)
        copied = os.path.join(self.copy, path)
        source = copied if os.path.exists(copied) else os.path.join(ROOT, path)
        words = words[:words.index("-o")] + ["-o", made, "-c", source]
        words = [word for word in words if "-flto" not in word and "-ffat-lto" not in word]
        first = next(at for at, word in enumerate(words) if word.startswith("-I"))
        self.run_in_build(words[:first] + ["-I" + self.copy, "-I" + os.path.join(self.copy, "generated")] + words[first:])
        return made

    def link(self, target, objects):
        """Links a target of the build with `objects` in place of those of the same files, or before its libraries."""
        words = shlex.split(ninja("commands", target)[-1])
        words = words[words.index("&&") + 1:]
        words = words[:words.index("&&")]
        made = os.path.join(self.copy, "bin", os.path.basename(target))
        os.makedirs(os.path.dirname(made), exist_ok=True)
        names = {os.path.basename(path) for path in objects}
        folders = {os.path.dirname(os.path.relpath(path, self.copy)) for path in objects}
        old = [word for word in words if os.path.basename(word) in names and any(folder + "/CMakeFiles/" in word for folder in folders)]
        words = [word for word in words if word not in old]
        at = next(at for at, word in enumerate(words) if word.endswith(".o"))
        words = words[:at] + objects + words[at:]
        words[words.index("-o") + 1] = made
        self.run_in_build(words)
        return made

    def test_takes_its_row_its_kernel_and_its_cases(self):
        self.write("core/ops/bitwise_ops.cc", ("};\n\n}  // namespace\n", ROW))
        self.write("devices/cpu/bitwise.cc", ("constexpr UnaryEntry kAllUnary", KERNEL),
                   ('    {"BitwiseAnd", -1', '    {"MadeUpNand", -1, BinaryLoopFor<MadeUpNand, IntegerList>},\n'),
                   ('    Row("BitwiseAnd"),', '    Row("MadeUpNand"),\n'))
        self.write("core/ops/made_up_ops.cc", text=OPS)
        self.write("devices/cpu/made_up.cc", text=KERNELS)
        with open(os.path.join(ROOT, "tests/recorded/by_hand.txt"), encoding="utf-8") as file:
            self.write("tests/recorded/by_hand.txt", text=file.read() + CASES)
        self.says_so()

        for name in ("runnel_op_families.h", "runnel_cpu_families.h"):
            self.find_families(name)
        core = [self.compile("core/ops/%s.cc" % name, "core/ops/bitwise_ops.cc") for name in ("bitwise_ops", "made_up_ops", "families")]
        cpu = [self.compile("devices/cpu/%s.cc" % name, "devices/cpu/bitwise.cc") for name in ("bitwise", "made_up", "rows")]
        self.link("lib/librunnel_cpu.so", cpu)
        cases = self.link("bin/test_recorded", core)
        rows = self.link("bin/test_ops", core)
        gradients = self.link("bin/test_gradients", core)

        log = os.path.join(self.copy, "cases.tsv")
        environment = dict(os.environ, RUNNEL_CASE_LOG=log, RUNNEL_CASES_BY_HAND=os.path.join(self.copy, "tests/recorded/by_hand.txt"))
        for program, tests in ((rows, "OpRows.*:Formulas.OfAllRows*"), (cases, "*ByHand*"), (gradients, "GradientCoverage.*")):
            done = subprocess.run([program, "--gtest_filter=" + tests], env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-4000:])
        with open(log, encoding="utf-8") as file:
            seen = {tuple(line.split()) for line in file}
        self.assertLessEqual({("forward", "MadeUpNand", "int8", "CPU"), ("forward", "MadeUpNand", "int32", "CPU"),
                              ("forward", "MadeUpCube", "float", "CPU"), ("forward", "MadeUpCube", "double", "CPU"),
                              ("gradient", "MadeUpCube", "double", "*")}, seen)

    def says_so(self):
        """ARCHITECTURE.md names the places that this test touches."""
        with open(os.path.join(ROOT, "ARCHITECTURE.md"), encoding="utf-8") as file:
            row = re.search(r"^\| an op \|.*$", file.read(), re.M).group(0)
        places = {place.replace("<device>", "cpu") for place in re.findall(r"`([^`]*/[^`]*\.(?:cc|txt))`", row)}
        for path in self.touched:
            fits = [place for place in places if re.fullmatch(re.escape(place).replace("<family>", "[a-z_]+"), path)]
            self.assertTrue(fits, "%s is not among %s" % (path, sorted(places)))


if __name__ == "__main__":
    unittest.main()
