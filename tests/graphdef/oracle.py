"""Python's protobuf against Runnel's codecs: oracle.py <descriptor set> <graphdef_oracle_tool>.

Random graphs with every field of the format are made by Python and re-encoded by Runnel, in binary and in text; Python
must then read what it wrote. The generator is seeded: a failure repeats.
"""

import glob
import os
import random
import struct
import subprocess
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

SEED = 20240501
COUNT = 300

# dtype number -> (typed field, struct format of one unit, units per element); strings apart.
TYPED = {
    1: ("float_val", "f", 1), 2: ("double_val", "d", 1), 3: ("int_val", "i", 1), 4: ("int_val", "B", 1),
    5: ("int_val", "h", 1), 6: ("int_val", "b", 1), 8: ("scomplex_val", "f", 2), 9: ("int64_val", "q", 1),
    10: ("bool_val", "?", 1), 11: ("int_val", "b", 1), 12: ("int_val", "B", 1), 13: ("int_val", "i", 1),
    14: ("half_val", "H", 1), 15: ("int_val", "h", 1), 16: ("int_val", "H", 1), 17: ("int_val", "H", 1),
    18: ("dcomplex_val", "d", 2), 19: ("half_val", "H", 1), 22: ("uint32_val", "I", 1), 23: ("uint64_val", "Q", 1),
}
STRING = 7


class Tool:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, what, data):
        self.process.stdin.write(what.encode() + struct.pack("<I", len(data)) + data)
        self.process.stdin.flush()
        ok = self.process.stdout.read(1)
        (size,) = struct.unpack("<I", self.process.stdout.read(4))
        return ok == b"+", self.process.stdout.read(size)

    def must(self, what, data):
        ok, answer = self.ask(what, data)
        if not ok:
            raise AssertionError(f"refused: {answer.decode()}")
        return answer


def load(path):
    files = descriptor_pb2.FileDescriptorSet()
    with open(path, "rb") as f:
        files.ParseFromString(f.read())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    factory = message_factory.MessageFactory(pool)
    return lambda name: factory.GetPrototype(pool.FindMessageTypeByName("tensorflow." + name))


class Generator:
    def __init__(self, rng):
        self.rng = rng

    def text(self):
        return "".join(self.rng.choice("abcXYZ019_/:.-é語\n\"'\\") for _ in range(self.rng.choice([0, 1, 3, 20, 200])))

    def bytes(self):
        return bytes(self.rng.randrange(256) for _ in range(self.rng.choice([0, 1, 5, 130])))

    def unit(self, code):
        if code in "fd":
            value = self.rng.choice([0.0, -0.0, 1.0, 0.1, -1e30, 1e-42, float("inf"), self.rng.uniform(-9, 9)])
            return struct.unpack(code, struct.pack(code, value))[0]
        if code == "?":
            return self.rng.random() < 0.5
        bits = 8 * struct.calcsize(code)
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if code.islower() else (0, (1 << bits) - 1)
        return self.rng.choice([low, high, 0, 1, self.rng.randint(low, high)])

    def shape(self, out, unknown):
        if unknown and self.rng.random() < 0.2:
            out.unknown_rank = True
            return
        for _ in range(self.rng.choice([0, 1, 1, 2, 3, 8])):
            out.dim.add().size = self.rng.choice([-1, 0, 1, 7, 1 << 7] if unknown else [1, 2, 3])

    def tensor(self, out):
        out.dtype = self.rng.choice(list(TYPED) + [STRING, STRING])
        self.shape(out.tensor_shape, False)
        elements = 1
        for dim in out.tensor_shape.dim:
            elements *= dim.size
        given = self.rng.choice([elements, elements, 0, 1, min(2, elements)])
        if out.dtype == STRING:
            out.string_val.extend(self.bytes() for _ in range(given))
            return
        field, code, units = TYPED[out.dtype]
        values = [self.unit(code) for _ in range(given * units)]
        if given == elements and self.rng.random() < 0.5:
            out.tensor_content = struct.pack(f"<{len(values)}{code}", *values)
        else:
            getattr(out, field).extend(values)

    def func(self, out, depth):
        out.name = self.text()
        for _ in range(self.rng.randrange(3)):
            self.attr(out.attr[self.text()], depth + 1)

    def attr(self, out, depth=0):
        out.Clear()  # random keys repeat
        kind = self.rng.choice(["unset", "s", "i", "f", "b", "type", "shape", "tensor", "placeholder", "func", "list"])
        if kind == "s":
            out.s = self.bytes()
        elif kind == "i":
            out.i = self.unit("q")
        elif kind == "f":
            out.f = self.unit("f")
        elif kind == "b":
            out.b = self.rng.random() < 0.5
        elif kind == "type":
            out.type = self.rng.choice([0, 1, 23, 101, 123])
        elif kind == "shape":
            out.shape.SetInParent()
            self.shape(out.shape, True)
        elif kind == "tensor":
            self.tensor(out.tensor)
        elif kind == "placeholder":
            out.placeholder = self.text()
        elif kind == "func" and depth < 6:
            self.func(out.func, depth)
        elif kind == "list":
            out.list.SetInParent()
            count = self.rng.randrange(5)
            kind = self.rng.choice(["s", "i", "f", "b", "type", "shape", "tensor", "func"])
            for _ in range(count):
                if kind == "s":
                    out.list.s.append(self.bytes())
                elif kind == "i":
                    out.list.i.append(self.unit("q"))
                elif kind == "f":
                    out.list.f.append(self.unit("f"))
                elif kind == "b":
                    out.list.b.append(self.rng.random() < 0.5)
                elif kind == "type":
                    out.list.type.append(self.rng.choice([1, 7, 20]))
                elif kind == "shape":
                    self.shape(out.list.shape.add(), True)
                elif kind == "tensor":
                    self.tensor(out.list.tensor.add())
                elif kind == "func" and depth < 6:
                    self.func(out.list.func.add(), depth)

    def node(self, out):
        out.name, out.op, out.device = self.text(), self.text(), self.text()
        out.input.extend(self.text() for _ in range(self.rng.randrange(4)))
        for _ in range(self.rng.randrange(6)):
            self.attr(out.attr[self.text()])

    def op_def(self, out):
        out.name, out.description = self.text(), self.text()
        for args in (out.input_arg, out.output_arg):
            for _ in range(self.rng.randrange(3)):
                arg = args.add(name=self.text(), type_attr=self.text(), number_attr=self.text())
                arg.type, arg.is_ref = self.rng.choice([0, 1, 20]), self.rng.random() < 0.3
                arg.type_list_attr = self.text()
        for _ in range(self.rng.randrange(3)):
            attr = out.attr.add(name=self.text(), type=self.text())
            if self.rng.random() < 0.5:
                attr.default_value.SetInParent()
                self.attr(attr.default_value)
            if self.rng.random() < 0.5:
                attr.has_minimum, attr.minimum = True, self.rng.choice([0, -1, 5])
            if self.rng.random() < 0.5:
                attr.allowed_values.list.type.extend([1, 2])
            elif self.rng.random() < 0.5:
                attr.allowed_values.list.s.extend([b"SAME", b""])
        out.is_stateful, out.is_commutative, out.allows_uninitialized_input = (
            self.rng.random() < 0.5 for _ in range(3))

    def graph(self, out):
        for _ in range(self.rng.randrange(5)):
            self.node(out.node.add())
        for _ in range(self.rng.randrange(3)):
            function = out.library.function.add()
            function.signature.SetInParent()
            self.op_def(function.signature)
            for _ in range(self.rng.randrange(3)):
                self.node(function.node_def.add())
                function.ret[self.text()] = self.text()
                control = self.text()
                function.control_ret[control] = self.text()
                self.attr(function.attr[self.text()])
            function.signature.control_output.extend(sorted(function.control_ret, key=lambda k: k.encode()))
        for _ in range(self.rng.randrange(2)):
            out.library.gradient.add(function_name=self.text(), gradient_func=self.text())
        if self.rng.random() < 0.8:
            out.versions.producer = self.rng.choice([1, 27, 2147483647])
            out.versions.min_consumer = self.rng.choice([0, 12])


def normalise(message):
    """Replaces every tensor's values by their bytes, in place: its meaning, however it was written."""
    if message.DESCRIPTOR.name == "TensorProto":
        elements = 1
        for dim in message.tensor_shape.dim:
            elements *= dim.size
        if message.dtype == STRING:
            values = list(message.string_val)
            values += [values[-1] if values else b""] * (elements - len(values))
            del message.string_val[:]
            message.string_val.extend(values)
        elif message.dtype in TYPED and not message.tensor_content:
            field, code, units = TYPED[message.dtype]
            values = list(getattr(message, field))
            message.ClearField(field)
            last = values[-units:] if values else [struct.unpack(code, bytes(struct.calcsize(code)))[0]] * units
            values += last * (elements - len(values) // units)
            message.tensor_content = struct.pack(f"<{len(values)}{code}", *values)
        message.tensor_shape.SetInParent()
        return
    for field, value in message.ListFields():
        if field.type != field.TYPE_MESSAGE:
            continue
        if field.message_type.name == "Opaque":
            message.ClearField(field.name)
            continue
        if field.message_type.GetOptions().map_entry:
            if field.message_type.fields_by_name["value"].type == field.TYPE_MESSAGE:
                for key in value:
                    normalise(value[key])
        elif field.label == field.LABEL_REPEATED:
            for item in value:
                normalise(item)
        else:
            normalise(value)


def check(condition, what, graph, got):
    if not condition:
        sys.exit(f"{what} differs\n--- sent\n{graph}\n--- got\n{got}")


def check_files(tool, graph_def, folder):
    """Graphs that TensorFlow wrote, of the data set where there is one."""
    count = 0
    for path in sorted(glob.glob(os.path.join(folder, "tf_graphdef*", "**", "*.pb*"), recursive=True)):
        with open(path, "rb") as file:
            data = file.read()
        is_text = path.endswith(".pbtxt")
        expected = text_format.Parse(data, graph_def()) if is_text else graph_def.FromString(data)
        expected.DiscardUnknownFields()
        normalise(expected)
        if not expected.library.ListFields():
            expected.ClearField("library")
        got = graph_def.FromString(tool.must("t" if is_text else "b", data))
        normalise(got)
        check(got == expected, path, expected, got)
        count += 1
    print(f"{count} files agree")


def main():
    message = load(sys.argv[1])
    tool = Tool(sys.argv[2:])
    graph_def = message("GraphDef")
    rng = random.Random(SEED)
    for _ in range(COUNT):
        sent = graph_def()
        Generator(rng).graph(sent)
        expected = graph_def.FromString(sent.SerializeToString())
        normalise(expected)

        binary = tool.must("b", sent.SerializeToString())
        got = graph_def.FromString(binary)
        normalise(got)
        check(got == expected, "binary", expected, got)
        check(tool.must("b", binary) == binary, "second encoding", sent, "")

        # Python's text, in its two layouts, and ours.
        for one_line in (False, True):
            text = text_format.MessageToString(sent, as_one_line=one_line)
            check(tool.must("t", text.encode()) == binary, "text", text, "")
        ours = tool.must("p", binary).decode("ascii")
        parsed = text_format.Parse(ours, graph_def())
        got = graph_def.FromString(parsed.SerializeToString())
        normalise(got)
        check(got == expected, "printed text", expected, ours)
        check(tool.must("t", ours.encode()) == binary, "reparsed text", ours, "")
        check(text_format.MessageToString(parsed) == ours, "layout of text", text_format.MessageToString(parsed), ours)
    print(f"{COUNT} graphs agree")
    if os.environ.get("RUNNEL_DATA_DIR"):
        check_files(tool, graph_def, os.environ["RUNNEL_DATA_DIR"])


if __name__ == "__main__":
    main()
