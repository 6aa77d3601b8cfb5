"""runnel records and runnel events: record files and event files that are made here, field by field."""
import csv
import gzip
import json
import os
import struct
import unittest
import zlib

from program import ProgramTest

CRC_TABLE = []
for byte in range(256):
    for _ in range(8):
        byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
    CRC_TABLE.append(byte)


def masked_crc(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = CRC_TABLE[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def framed(*records):
    out = b""
    for record in records:
        size = struct.pack("<Q", len(record))
        out += size + struct.pack("<I", masked_crc(size)) + record + struct.pack("<I", masked_crc(record))
    return out


def varint(value):
    out = b""
    while value >= 128:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def field(number, value):
    """bytes and str are length-delimited, int a varint, float 64 bits."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value & (1 << 64) - 1)
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack("<d", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def single(number, value):
    return varint(number << 3 | 5) + struct.pack("<f", value)


def feature(values):
    if not values:
        return b""
    if isinstance(values[0], int):
        return field(3, field(1, b"".join(varint(v & (1 << 64) - 1) for v in values)))
    if isinstance(values[0], float):
        return field(2, field(1, struct.pack("<%df" % len(values), *values)))
    return field(1, b"".join(field(1, v) for v in values))


def features(**named):
    return b"".join(field(1, field(1, name) + field(2, feature(values))) for name, values in named.items())


def example(**named):
    return field(1, features(**named))


def sequence(context, **lists):
    entries = b"".join(field(1, field(1, name) + field(2, b"".join(field(1, feature(s)) for s in steps)))
                       for name, steps in lists.items())
    return field(1, features(**context)) + field(2, entries)


RECORDS = (example(label=[3], pixels=[0.5, 1.0], name=["sev,en"]), example(label=[-4], raw=[b"\xff\0"]),
           sequence({"length": [2]}, tokens=[[1], [2, 3]]), b"\xff\xfe")


class Records(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file = self.put("r.tfrecord", framed(*RECORDS))

    def test_list_tells_where_each_record_is_and_what_it_holds(self):
        lines = self.lines("records", "list", self.file)
        self.assertEqual(lines[0], "0  byte 0  %d bytes  example  label int64[1], name string[1], pixels float[2]" % len(RECORDS[0]))
        self.assertIn("sequence  length int64[1]; tokens 2 steps", lines[2])
        self.assertEqual(lines[3].split("  ", 1)[1].split("  ", 1)[1], "2 bytes  bytes")
        self.assertEqual(lines[4], "4 records, %d bytes" % sum(map(len, RECORDS)))
        rows = [json.loads(line) for line in self.lines("records", "list", self.file, "--json")]
        self.assertEqual([r["offset"] for r in rows[:2]], [0, 16 + len(RECORDS[0])])
        self.assertEqual(rows[0]["features"][2], {"name": "pixels", "dtype": "float", "values": 2})
        self.assertEqual(rows[2]["lists"], [{"name": "tokens", "steps": 2}])

    def test_compression_is_found_out(self):
        expected = self.lines("records", "list", self.file)
        plain = framed(*RECORDS)
        self.assertEqual(self.lines("records", "list", self.put("r.gz", gzip.compress(plain))), expected)
        self.assertEqual(self.lines("records", "list", self.put("r.z", zlib.compress(plain))), expected)
        self.assertEqual(self.lines("records", "list", self.put("r.z", zlib.compress(plain)), "--compression", "zlib"), expected)
        # A length of 0x9c78 begins like zlib's header.
        like_zlib = self.put("like", framed(b"x" * 0x9c78))
        self.assertIn("byte 0  40056 bytes", self.lines("records", "list", like_zlib)[0])
        self.assertSays(self.error("records", "list", self.file, "--compression", "gzip"), "DATA_LOSS", "r.tfrecord")

    def test_show_prints_values(self):
        lines = self.lines("records", "show", self.file, "--count", "1")
        self.assertEqual(lines[1:], ["  label: [3]", '  name: ["sev,en"]', "  pixels: [0.5,1]"])
        self.assertEqual(self.lines("records", "show", self.file, "--skip", "2", "--count", "1")[1:],
                         ["  length: [2]", "  tokens[0]: [1]", "  tokens[1]: [2,3]"])
        self.assertEqual(self.lines("records", "show", self.file, "--kind", "bytes", "--skip", "3")[1], '  {"base64":"//4="}')

    def test_convert_writes_json_lines_and_csv(self):
        rows = [json.loads(line) for line in self.lines("records", "convert", self.file)]
        self.assertEqual(rows, [{"label": [3], "name": ["sev,en"], "pixels": [0.5, 1]}, {"label": [-4], "raw": [{"base64": "/wA="}]},
                                {"context": {"length": [2]}, "lists": {"tokens": [[1], [2, 3]]}}, {"record": {"base64": "//4="}}])
        out = self.path("out.csv")
        self.assertEqual(self.lines("records", "convert", self.file, "--to", "csv", "--count", "2", "--out", out), [])
        with open(out, newline="") as file:
            self.assertEqual(list(csv.reader(file)), [["label", "name", "pixels", "raw"], ["3", "sev,en", "[0.5,1]", ""],
                                                      ["-4", "", "", "base64:/wA="]])
        self.assertEqual(self.lines("records", "convert", self.file, "--to", "csv", "--count", "2", "--column", "label",
                                    "--column", "absent"), ["label,absent", "3,", "-4,"])

    def test_damage_is_told_with_file_and_byte_behind_what_came_before(self):
        whole = framed(*RECORDS)
        cut = self.put("cut", whole[:-1])
        done = self.run_program("records", "list", cut)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (1, 3))
        self.assertSays(done.stderr, "DATA_LOSS", "byte %d of" % (len(whole) - 18), cut)
        flipped = bytearray(whole)
        flipped[20] ^= 1
        self.assertSays(self.error("records", "show", self.put("flipped", bytes(flipped))), "DATA_LOSS", "byte 0 of", "checksum")
        # A length of many terabytes, with the checksum that it needs.
        size = struct.pack("<Q", 1 << 45)
        huge = self.put("huge", size + struct.pack("<I", masked_crc(size)) + b"x" * 100)
        self.assertSays(self.error("records", "list", huge), "DATA_LOSS", "byte 0 of")
        self.assertSays(self.error("records", "list", self.put("huge.gz", gzip.compress(size + struct.pack("<I", masked_crc(size)) + b"x" * 100))),
                        "DATA_LOSS", "byte 0 of")
        self.assertSays(self.error("records", "show", self.file, "--kind", "example", "--skip", "3"), "INVALID_ARGUMENT", "Example")
        self.assertSays(self.error("records", "list", self.path("absent")), "NOT_FOUND", "absent")
        self.assertSays(self.error("records", "look", self.file, status=2), "list, show or convert")
        self.assertEqual(self.lines("records", "list", self.put("empty", b"")), ["0 records, 0 bytes"])

    def test_progress_goes_to_standard_error(self):
        done = self.run_program("records", "list", self.file, "--progress")
        self.assertEqual(done.returncode, 0)
        self.assertSays(done.stderr, "r.tfrecord", "records")


def value(tag, *rest):
    return field(1, field(1, tag) + b"".join(rest))


def event(step, *rest, time=7.5):
    return field(1, time) + field(2, step) + b"".join(rest)


class Events(ProgramTest):
    def setUp(self):
        super().setUp()
        histogram = b"".join(field(i + 1, x) for i, x in enumerate((-1.0, 2.0, 3.0, 1.5, 5.25))) + field(6, struct.pack("<2d", 0, 3)) + \
            field(7, struct.pack("<2d", 1, 2))
        tensor = field(1, 1) + field(4, struct.pack("<f", 0.25))  # a float, as TensorFlow 2 writes scalars
        self.events = (event(0, field(3, "brain.Event:2")), event(0, field(4, b"graph")),
                       event(1, field(5, value("loss", single(2, 0.5)) + value("acc", single(2, 0.75)))),
                       event(2, field(5, value("loss", single(2, 0.25)) + value("weights", field(5, histogram)))),
                       event(2, field(5, value("new", field(8, tensor)) + value("pic", field(4, field(1, 4) + field(2, 5) + field(4, b"png"))))),
                       event(3, field(8, field(1, "step 3") + field(2, b"xyz"))))
        self.file = self.put("events.out.tfevents.1.host", framed(*self.events))

    def test_list_has_a_line_for_each_tag(self):
        lines = self.lines("events", "list", self.file)
        self.assertIn("scalar  loss  2 events, steps 1 to 2, last 0.25", lines)
        self.assertIn("scalar  new  1 event, step 2, last 0.25", lines)
        self.assertIn("graph  1 event, step 0", lines)
        self.assertEqual(self.lines("events", "list", self.dir), lines)
        rows = [json.loads(line) for line in self.lines("events", "list", self.file, "--json", "--tag", "loss")]
        self.assertEqual(rows, [{"kind": "scalar", "tag": "loss", "count": 2, "first_step": 1, "last_step": 2, "last_value": 0.25}])

    def test_show_and_convert_tell_every_event(self):
        lines = self.lines("events", "show", self.file)
        self.assertEqual(lines[0], "step 0  version  brain.Event:2")
        self.assertIn("step 1  scalar  loss  0.5", lines)
        rows = [json.loads(line) for line in self.lines("events", "convert", self.file)]
        self.assertEqual(len(rows), 9)
        self.assertEqual(rows[2], {"wall_time": 7.5, "step": 1, "kind": "scalar", "tag": "loss", "value": 0.5})
        by_tag = {row.get("tag"): row for row in rows}
        self.assertEqual(by_tag["weights"]["bucket_limit"], [0, 3])
        self.assertEqual((by_tag["weights"]["min"], by_tag["weights"]["sum_squares"]), (-1, 5.25))
        self.assertEqual((by_tag["pic"]["height"], by_tag["pic"]["width"], by_tag["pic"]["bytes"]), (4, 5, 3))
        self.assertEqual(by_tag["step 3"]["bytes"], 3)
        self.assertEqual(self.lines("events", "convert", self.file, "--to", "csv"),
                         ["wall_time,step,tag,value", "7.5,1,loss,0.5", "7.5,1,acc,0.75", "7.5,2,loss,0.25", "7.5,2,new,0.25"])

    def test_damage_is_told_behind_what_came_before(self):
        whole = framed(*self.events)
        cut = self.put("cut", whole[:-3])
        for action in ("list", "show", "convert"):
            done = self.run_program("events", action, cut)
            self.assertEqual(done.returncode, 1)
            self.assertIn("loss", done.stdout)
            self.assertSays(done.stderr, "DATA_LOSS", cut, "byte ")
        self.assertSays(self.error("events", "show", self.put("no", framed(b"\x0a\xff"))), "byte 0 of", "no event")
        os.mkdir(self.path("none"))
        self.assertSays(self.error("events", "list", self.path("none")), "no event file")


if __name__ == "__main__":
    unittest.main()
