"""Tensors from and to Python, numpy and DLPack: values, sharing, lifetimes, refusals."""
import array
import ctypes
import gc
import importlib.util
import math
import mmap
import tempfile
import threading
import unittest

import numpy as np

import runnel
from runnel import Tensor


class Values(unittest.TestCase):
    def test_python_values_come_back(self):
        for value, dtype, shape in ((3, runnel.int32, ()), (2.5, runnel.float32, ()), (True, runnel.bool, ()),
                                    ([[1, 2], [3, 4]], runnel.int32, (2, 2)), ([1, 2.5], runnel.float32, (2,)),
                                    ([[], []], runnel.float32, (2, 0)), (1 + 2j, runnel.complex64, ())):
            t = Tensor(value)
            self.assertEqual((t.dtype, t.shape, t.tolist()), (dtype, shape, value))
        self.assertEqual(Tensor(["a", b"\0b", "é"]).tolist(), [b"a", b"\0b", "é".encode()])

    def test_every_numeric_type_holds_its_ends(self):
        for dtype in (d for d in runnel.DType if d.is_integer):
            bits = dtype.itemsize * 8
            low, high = (0, 2**bits - 1) if dtype.name.lstrip("q").startswith("u") else (-2**(bits - 1), 2**(bits - 1) - 1)
            self.assertEqual(Tensor([low, high], dtype).tolist(), [low, high])
            for beyond in (low - 1, high + 1):
                self.assertRaisesRegex(ValueError, dtype.name, Tensor, beyond, dtype)
        for dtype in (runnel.float16, runnel.bfloat16, runnel.float32, runnel.float64):
            self.assertEqual(Tensor([0.5, -2.0, math.inf], dtype).tolist(), [0.5, -2.0, math.inf])
            self.assertTrue(math.isnan(Tensor(math.nan, dtype).item()))
        # Halfway between two bfloat16: to the even one. Source: IEEE 754, roundTiesToEven.
        self.assertEqual(Tensor([1 + 2**-8, 1 + 3 * 2**-8], "bfloat16").tolist(), [1.0, 1 + 2**-6])

    def test_numpy_arrays_of_every_kind_are_copied(self):
        for dtype in ("float16", "float32", "float64", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64",
                      "bool", "complex64", "complex128"):
            a = np.arange(6).reshape(2, 3).astype(dtype)
            t = Tensor(a)
            self.assertEqual(t.dtype.name, dtype)
            np.testing.assert_array_equal(t.numpy(), a)
            a[0, 0] = 1
            self.assertEqual(complex(t.numpy()[0, 0]), 0)
        np.testing.assert_array_equal(Tensor(np.arange(10, dtype=">i4")[::3]).numpy(), [0, 3, 6, 9])
        self.assertEqual(Tensor(np.array([["a"], ["bc"]])).tolist(), [[b"a"], [b"bc"]])
        self.assertEqual(Tensor(np.float64(2)).dtype, runnel.float64)
        self.assertEqual(Tensor(np.arange(3), "float32").tolist(), [0.0, 1.0, 2.0])

    def test_any_buffer_is_copied(self):
        grid = memoryview(array.array("f", range(6))).cast("B").cast("f", [2, 3])
        for buffer, dtype, values in ((array.array("d", [1, 2]), runnel.float64, [1, 2]),
                                      (array.array("q", [-1, 1 << 40]), runnel.int64, [-1, 1 << 40]),
                                      (memoryview(b"abcd")[::2], runnel.uint8, [97, 99]),
                                      (memoryview(array.array("i", range(5)))[::-2], runnel.int32, [4, 2, 0]),
                                      (bytearray(b"ab"), runnel.uint8, [97, 98]), (grid, runnel.float32, [[0, 1, 2], [3, 4, 5]]),
                                      ((ctypes.c_float * 2)(1, 2), runnel.float32, [1, 2]),
                                      (np.arange(6, dtype="f8").reshape(2, 3).T.data, runnel.float64, [[0, 3], [1, 4], [2, 5]]),
                                      (memoryview(b"").cast("f"), runnel.float32, [])):
            t = Tensor(buffer)
            self.assertEqual((t.dtype, t.tolist()), (dtype, values))
        with tempfile.TemporaryFile() as file:
            file.write(b"\1\2")
            file.flush()
            with mmap.mmap(file.fileno(), 2) as mapped:
                self.assertEqual(Tensor(mapped).tolist(), [1, 2])
        # Numbers stay what they are in another type.
        self.assertEqual(Tensor(array.array("i", [1, 2]), "float32").tolist(), [1.0, 2.0])
        self.assertEqual(Tensor(array.array("f", [0.5, 2]), "bfloat16").tolist(), [0.5, 2.0])
        self.assertRaises(ValueError, Tensor, array.array("f", [0.5]), "int32")
        self.assertRaises(ValueError, Tensor, array.array("i", [300]), "uint8")
        self.assertEqual((Tensor(range(3)).tolist(), Tensor([range(2), range(2)]).shape), ([0, 1, 2], (2, 2)))
        self.assertEqual(Tensor([np.float32(1), np.float32(2)]).dtype, runnel.float32)
        self.assertEqual(Tensor([np.arange(2), np.arange(2)]).tolist(), [[0, 1], [0, 1]])

    def test_whatever_speaks_dlpack_is_copied(self):
        class Other:
            """As another library's tensor: nothing but DLPack, and a wish to be detached first."""

            def __init__(self, array, requires_grad=False, exports=True):
                self.array, self.requires_grad, self.exports = array, requires_grad, exports

            def detach(self):
                return Other(self.array)

            def __dlpack__(self, *, stream=None):
                if self.requires_grad or not self.exports:
                    raise BufferError("cannot be exported")
                return Tensor(self.array).__dlpack__()

            def __dlpack_device__(self):
                return (1, 0)

        for value in (np.array([[1.5, 2]], "float32"), np.array([True, False]), np.array(3, "int16")):
            got = Tensor(Other(value))
            self.assertEqual((got.dtype.name, got.tolist()), (str(value.dtype), value.tolist()))
        self.assertEqual(Tensor(Other(np.ones(2, "float32"), requires_grad=True)).tolist(), [1, 1])
        self.assertEqual(Tensor(Other(np.array([1, 2])), "float32").tolist(), [1, 2])
        self.assertRaises(BufferError, Tensor, Other(np.ones(2), exports=False))
        with runnel.Graph() as graph:
            x = graph.placeholder("float32", [None])
            y = runnel.ops.mul(x, Other(np.array([1, 2], "float32")))
        with runnel.Session(graph) as session:
            self.assertEqual(session.run(y, {x: Other(np.array([3, 4], "float32"))}).tolist(), [3, 8])
            self.assertEqual(session.callable(y, [x])(array.array("f", [1, 1])).tolist(), [1, 2])
            self.assertEqual(session.run(y, {x: memoryview(array.array("d", [1, 1]))}).tolist(), [1, 2])

    @unittest.skipUnless(importlib.util.find_spec("torch"), "torch is not installed")
    def test_torch_tensors_are_copied(self):
        import torch
        for dtype in ("float32", "float64", "float16", "bfloat16", "int8", "uint8", "int16", "int32", "int64", "bool", "complex64"):
            value = torch.tensor([[0, 1], [1, 0]]).to(getattr(torch, dtype))
            got = Tensor(value)
            self.assertEqual((got.dtype.name, got.tolist()), (dtype, value.tolist()))
        grad = torch.arange(6.0).reshape(2, 3).requires_grad_()
        self.assertEqual(Tensor(grad.T).tolist(), [[0, 3], [1, 4], [2, 5]])
        self.assertEqual(Tensor(torch.tensor(2.0)).tolist(), 2.0)
        with runnel.Graph() as graph:
            x = graph.placeholder("float32", [2, 3])
            y = x + torch.ones(3)
        with runnel.Session(graph) as session:
            fetched = session.run(y, {x: grad})
            self.assertEqual(session.run(y, {x: torch.ones(2, 3, dtype=torch.float64)}).tolist(), [[2, 2, 2], [2, 2, 2]])
        self.assertTrue(torch.equal(torch.from_dlpack(fetched), grad.detach() + 1))

    def test_text_has_the_fewest_digits(self):
        self.assertEqual(repr(Tensor([0.001, 1 / 3])), "Tensor(float[2] = [0.001 0.33333334])")
        self.assertEqual(repr(Tensor(0.1, "float16")), "Tensor(half[] = [0.1])")
        self.assertEqual(repr(Tensor(0.1, "bfloat16")), "Tensor(bfloat16[] = [0.1])")
        self.assertEqual(repr(Tensor(0.1, "float64")), "Tensor(double[] = [0.1])")

    def test_what_is_no_tensor_is_refused(self):
        for value in ([[1], [1, 2]], [1, [2]], [[1], 2]):
            self.assertRaises(ValueError, Tensor, value)
        for value in ({}, object(), [object()], ["a", 1], None):
            self.assertRaises(TypeError, Tensor, value)
        self.assertRaises(TypeError, Tensor, 1, "resource")
        self.assertRaises(TypeError, Tensor, 1, "float99")
        self.assertRaises(runnel.InvalidArgument, Tensor.empty, (2, -1))
        self.assertRaises(runnel.InvalidArgument, Tensor.empty, (1 << 40, 1 << 40))
        self.assertRaises(runnel.InvalidArgument, Tensor.empty, (1,) * 300)
        self.assertRaises(runnel.ResourceExhausted, Tensor.empty, (1 << 50,))
        self.assertRaises(MemoryError, Tensor.empty, (1 << 50,))
        self.assertRaises(runnel.InvalidArgument, Tensor([1, 2]).reshape, 3)
        self.assertRaises(ValueError, Tensor([1, 2]).item)
        if not importlib.util.find_spec("ml_dtypes"):
            self.assertRaises(TypeError, Tensor([1.5], "bfloat16").numpy)
        self.assertRaises(TypeError, Tensor("a").memory)


class Sharing(unittest.TestCase):
    def setUp(self):
        gc.collect()
        self.assertEqual(runnel.lent_count(), 0)

    def test_wrapped_memory_is_shared_and_given_back_once(self):
        a = np.arange(6, dtype=np.float32).reshape(2, 3)
        t = Tensor.wrap(a)
        view = t.numpy()
        self.assertTrue(np.shares_memory(a, view))
        self.assertFalse(view.flags.writeable)
        self.assertEqual(runnel.lent_count(), 1)
        with self.assertRaises(ValueError):
            a.resize(7)  # it is exported
        del t
        self.assertEqual((runnel.lent_count(), view.sum()), (1, 15))
        del view
        self.assertEqual(runnel.lent_count(), 0)

    def test_wrapping_takes_any_contiguous_buffer(self):
        for buffer, dtype, values in ((bytearray(b"ab"), runnel.uint8, [97, 98]), (b"ab", runnel.uint8, [97, 98]),
                                      (array.array("d", [1, 2]), runnel.float64, [1, 2]),
                                      (memoryview(bytes(8)).cast("q"), runnel.int64, [0])):
            t = Tensor.wrap(buffer)
            self.assertEqual((t.dtype, t.tolist()), (dtype, values))
        self.assertRaises(BufferError, Tensor.wrap, memoryview(bytes(8))[::2])
        self.assertRaises(TypeError, Tensor.wrap, np.zeros(2, "M8[s]").view("V8"))
        self.assertRaises(TypeError, Tensor.wrap, [1, 2])
        self.assertRaises(runnel.InvalidArgument, Tensor.wrap, memoryview(bytes(9))[1:].cast("q"))  # not aligned
        del t
        self.assertEqual(runnel.lent_count(), 0)

    def test_a_wrapped_buffer_outlives_its_owner_on_another_thread(self):
        t = Tensor.wrap(np.ones(4))
        dropped = threading.Thread(target=lambda held: held.pop(), args=([t],))
        del t
        dropped.start()
        dropped.join()
        gc.collect()
        self.assertEqual(runnel.lent_count(), 0)

    def test_memory_keeps_its_tensor_and_writes_are_seen(self):
        t = Tensor.empty((2, 2), "float64")
        write = t.writable()
        for i in range(4):
            write[i // 2, i % 2] = i
        self.assertEqual(t.tolist(), [[0, 1], [2, 3]])
        view = t.memory()
        with self.assertRaises(TypeError):
            view[0, 0] = 1.0
        shared = t.reshape(4)
        del t, write
        self.assertEqual(view.tolist(), [[0, 1], [2, 3]])
        self.assertRaises(runnel.FailedPrecondition, Tensor.wrap(b"abcd").writable)
        del shared

    def test_dlpack_shares_both_ways(self):
        before = runnel.default_runtime().memory_in_use
        t = Tensor([[1.0, 2.0], [3.0, 4.0]])
        a = np.from_dlpack(t)
        self.assertTrue(np.shares_memory(a, t.numpy()))
        del t
        self.assertEqual(a.tolist(), [[1, 2], [3, 4]])
        back = Tensor.from_dlpack(a.copy())
        self.assertEqual(back.tolist(), [[1, 2], [3, 4]])
        self.assertEqual(Tensor.from_dlpack(np.arange(6.0)[::2]).tolist(), [0, 2, 4])  # strided: copied
        del a, back
        unused = Tensor(1.0).__dlpack__()
        del unused
        gc.collect()
        self.assertEqual(runnel.default_runtime().memory_in_use, before)

    def test_dlpack_refusals_keep_the_capsule(self):
        capsule = Tensor(1.0).__dlpack__()
        self.assertEqual(Tensor.from_dlpack(capsule).item(), 1.0)
        self.assertRaises(ValueError, Tensor.from_dlpack, capsule)  # taken
        self.assertRaises(ValueError, Tensor.from_dlpack, 3)
        self.assertRaises(runnel.InvalidArgument, Tensor("a").__dlpack__)
        self.assertEqual(Tensor(1.0).__dlpack_device__(), (1, 0))

    def test_runtimes_count_their_memory(self):
        runtime = runnel.Runtime(threads=1, memory_limit=1 << 16)
        before = runtime.memory_in_use
        t = Tensor.empty((64,), "uint8", runtime)
        self.assertGreaterEqual(runtime.memory_in_use, before + 64)
        self.assertRaises(runnel.ResourceExhausted, Tensor.empty, (1 << 17,), "uint8", runtime)
        del t
        self.assertEqual(runtime.memory_in_use, before)


class Strings(unittest.TestCase):
    def test_elements_are_set(self):
        tensor = runnel.Tensor.empty([2], "string")
        tensor.set_string(1, "b")
        self.assertEqual(tensor.tolist(), [b"", b"b"])
        self.assertRaises(runnel.OutOfRange, tensor.set_string, 2, "c")
        shared = tensor.reshape(1, 2)
        self.assertRaises(runnel.FailedPrecondition, tensor.set_string, 0, "a")
        self.assertEqual(shared.tolist(), [[b"", b"b"]])


if __name__ == "__main__":
    unittest.main()
