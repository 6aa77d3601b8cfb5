"""The header's description: it fits what a C compiler says, and it refuses what it does not understand."""
import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools/generate"))
import header  # noqa: E402
import layout  # noqa: E402
import ops  # noqa: E402

GUARD = "#ifndef RUNNEL_C_API_RUNNEL_H_\n#define RUNNEL_C_API_RUNNEL_H_\n%s\n#endif  // RUNNEL_C_API_RUNNEL_H_\n"
THING = "typedef struct rnl_a_t rnl_a_t;\nRNL_API void rnl_a_release(rnl_a_t* a);\n"


class Abi(unittest.TestCase):
    def test_layouts_are_what_the_compiler_says(self):
        model = header.read(os.path.join(ROOT, "c_api"))
        for name, file, program in (("runnel.h", "abi.golden", "RUNNEL_LAYOUT"),
                                    ("runnel_learn.h", "learn_abi.golden", "RUNNEL_LAYOUT_LEARN")):
            with self.subTest(name), open(os.path.join(ROOT, "c_api", file)) as file:
                golden = [x for x in file.read().splitlines() if x.split()[0] in ("size", "offset", "value")]
                done = subprocess.run([os.environ[program]], capture_output=True, text=True, check=True)
                self.assertEqual(done.stdout.splitlines(), golden)
                self.assertEqual(list(layout.golden_lines(model.part(name))), golden)

    def test_every_function_and_parameter_is_in_the_model(self):
        model = header.read(os.path.join(ROOT, "c_api"))
        for name in header.HEADERS:
            with open(os.path.join(ROOT, "c_api", name)) as file:
                declared = sum(line.startswith("RNL_API ") for line in file)
            self.assertEqual(len(model.part(name).functions), declared)
        run = model.function("rnl_session_run")
        self.assertEqual([p["name"] for p in run["params"] if p["out"]], ["out_fetches"])
        self.assertEqual(run["params"][3]["type"]["pointers"], [True, False])  # rnl_tensor_t* const*
        self.assertIn("Ownership: borrows feeds", run["doc"])

    def refuses(self, text, *words):
        with self.assertRaises(header.HeaderError) as caught:
            header.parse(GUARD % text)
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_what_is_not_understood_is_refused(self):
        header.parse(GUARD % THING)
        self.refuses(THING + "RNL_API int rnl_b(rnl_a_t* a);", "unknown type", "int")
        self.refuses(THING + "RNL_API void rnl_b(rnl_a_t a);", "by value")
        self.refuses(THING + "RNL_API void rnl_b(void (*f)(void));", "runnel.h:5")
        self.refuses(THING + "RNL_API void rnl_b(int32_t out_b);", "out_b")
        self.refuses(THING + "int32_t rnl_b;", "declaration")
        self.refuses(THING + "#pragma once", "preprocessor")
        self.refuses(THING + "#include <math.h>", "preprocessor")
        self.refuses(THING + "#define RNL_B sizeof(int)", "number")
        self.refuses(THING + "typedef struct rnl_b_t rnl_b_t;", "rnl_b_release")
        self.refuses(THING + "enum { RNL_B = 1 };", "typedef")
        self.refuses(THING + "RNL_API void rnl_a_release(rnl_a_t* a);", "second")
        self.refuses(THING + "RNL_API void rnl_b(", "without an end")
        self.refuses(THING + '#include "runnel_learn.h"', "preprocessor")  # the other way round alone


class Ops(unittest.TestCase):
    def test_names(self):
        for name, want in (("MatMul", "mat_mul"), ("Conv2D", "conv2d"), ("Conv2DBackpropInput", "conv2d_backprop_input"),
                           ("L2Loss", "l2_loss"), ("LRNGrad", "lrn_grad"), ("Runnel>Gelu", "gelu"), ("Log1p", "log1p"),
                           ("BatchMatMulV2", "batch_mat_mul_v2"), ("IsNan", "is_nan")):
            self.assertEqual(ops.snake(name), want)

    def test_defaults(self):
        for kind, text, want in (("bool", "true", True), ("int", "-1", -1), ("float", "0.2", 0.2), ("string", '"a\\"b"', 'a"b'),
                                 ("string", '""', ""), ("type", "float", "float"), ("shape", "<unknown>", None),
                                 ("shape", "[2,?]", [2, -1]), ("list(int)", "[1, 2]", [1, 2]), ("list(type)", "[]", [])):
            self.assertEqual(ops.parse_default(kind, text), want)
        for kind, text in (("bool", "1"), ("string", "a"), ("func", "f"), ("list(shape)", "[[1]]")):
            with self.assertRaises((ops.OpsError, ValueError)):
                ops.parse_default(kind, text)

    def test_every_registered_op_has_a_model(self):
        models = {m["op"]: m for m in ops.read(os.environ["RUNNEL_PROGRAM"])}
        self.assertGreater(len(models), 200)
        product = models["MatMul"]
        self.assertEqual([a["name"] for a in product["inputs"]], ["a", "b"])
        self.assertEqual([a["name"] for a in product["optional"]], ["transpose_a", "transpose_b", "grad_a", "grad_b"])
        self.assertEqual(product["inferred"], ["T"])
        self.assertEqual(models["Cast"]["required"][0]["name"], "DstT")
        self.assertEqual(models["AddN"]["inputs"][0]["kind"], "many")


if __name__ == "__main__":
    unittest.main()
