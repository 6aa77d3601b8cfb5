"""MNIST from its four IDX files, plain or compressed, without any package."""
import gzip
import math
import os
import struct


def read_idx(path):
    """(dims, bytes) of a file of unsigned bytes. Raises ValueError naming the file if it is not whole."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if len(data) < 4 or data[:3] != b"\0\0\x08":
        raise ValueError("%s: no IDX file of bytes" % path)
    rank = data[3]
    if len(data) < 4 + 4 * rank:
        raise ValueError("%s: ends within its header" % path)
    dims = struct.unpack(">%dI" % rank, data[4:4 + 4 * rank])
    if len(data) != 4 + 4 * rank + math.prod(dims):
        raise ValueError("%s: %d bytes for %s" % (path, len(data), dims))
    return dims, data[4 + 4 * rank:]


def find(folder, name):
    for path in (os.path.join(folder, name), os.path.join(folder, name + ".gz")):
        if os.path.exists(path):
            return path
    raise FileNotFoundError("%s has no %s" % (folder, name))


def folder():
    """Of MNIST below RUNNEL_DATA_DIR; None if there is none."""
    path = os.path.join(os.environ.get("RUNNEL_DATA_DIR", ""), "datasets", "mnist")
    return path if os.environ.get("RUNNEL_DATA_DIR") and os.path.isdir(path) else None


def load(where, part):
    """Images, 784 bytes each, and labels of "train" or "t10k"."""
    (count, rows, columns), images = read_idx(find(where, part + "-images-idx3-ubyte"))
    (labelled,), labels = read_idx(find(where, part + "-labels-idx1-ubyte"))
    if labelled != count or rows * columns != 784:
        raise ValueError("%s: images and labels do not fit" % where)
    return memoryview(images).cast("B", (count, 784)), labels


def samples(where, part):
    """The same as a model of layers takes it."""
    images, labels = load(where, part)
    return images, memoryview(labels)
