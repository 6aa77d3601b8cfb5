"""tools/coverage misses nothing, and tools/quickstart reads what the runnel program writes."""
import importlib.machinery
import importlib.util
import os
import struct
import tempfile
import unittest

TOOLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools")


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, os.path.join(TOOLS, name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class Coverage(unittest.TestCase):
    def missing(self, tuples, cases):
        return [(m["op"], m["type"], m["case"]) for m in load("coverage").missing_cases(tuples, cases)]

    def test_an_op_without_cases_lacks_both(self):
        self.assertEqual(self.missing([("Exp", "float", "CPU", True)], set()),
                         [("Exp", "float", "forward"), ("Exp", "float", "gradient")])

    def test_a_gradient_in_float64_serves_every_float_type_and_no_other_device(self):
        cases = {("forward", "Exp", "float", "CPU"), ("gradient", "Exp", "double", "CPU")}
        self.assertEqual(self.missing([("Exp", "float", "CPU", True)], cases), [])
        self.assertEqual(self.missing([("Exp", "float", "CUDA", True)], cases),
                         [("Exp", "float", "forward"), ("Exp", "float", "gradient")])

    def test_types_with_and_without_their_attrs_are_the_same(self):
        tuples = [("Sum", "T=float,Tidx=int32", "CPU", False), ("Sum", "T=int8,Tidx=int32", "CPU", False)]
        cases = {("forward", "Sum", "float,int32", "CPU"), ("forward", "Sum", "T=int8,Tidx=int32", "CPU")}
        self.assertEqual(self.missing(tuples, cases), [])
        self.assertEqual(self.missing(tuples, {("forward", "Sum", "float,int64", "CPU")}),
                         [("Sum", "T=float,Tidx=int32", "forward"), ("Sum", "T=int8,Tidx=int32", "forward")])

    def test_integers_and_ops_without_gradient_need_a_forward_case_only(self):
        cases = {("forward", "Add", "int32", "CPU"), ("forward", "Sign", "float", "CPU")}
        self.assertEqual(self.missing([("Add", "int32", "CPU", True), ("Sign", "float", "CPU", False)], cases), [])


class Quickstart(unittest.TestCase):
    def test_reads_npy_of_both_integer_widths_and_refuses_others(self):
        quickstart = load("quickstart")
        for kind, code in (("<i8", "q"), ("<i4", "i"), ("<f4", "f")):
            header = "{'descr': '%s', 'fortran_order': False, 'shape': (3,), }" % kind
            header += " " * (117 - len(header)) + "\n"
            with tempfile.NamedTemporaryFile(suffix=".npy") as file:
                file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack("<3" + code, 1, 2, 7))
                file.flush()
                if code == "f":
                    with self.assertRaises(quickstart.Failed):
                        quickstart.read_integers(file.name)
                else:
                    self.assertEqual(quickstart.read_integers(file.name), [1, 2, 7])


if __name__ == "__main__":
    unittest.main()
