"""Tensors from and to Python, numpy and DLPack: values, sharing, lifetimes, refusals."""
import array
import gc
import math
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
