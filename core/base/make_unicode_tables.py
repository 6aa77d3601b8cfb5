#!/usr/bin/python3
"""Writes unicode_tables.inc beside itself: scripts and case of all code points, as TensorFlow's ICU has them (numbers of scripts are
ICU's), and the upper halves of encodings of one byte, as Python has them. Needs tensorflow; 2.21.0 made the committed file.
"""
import os

import numpy as np
import tensorflow as tf

R = tf.raw_ops
HERE = os.path.dirname(os.path.abspath(__file__))
POINTS = [c for c in range(0x110000) if not 0xD800 <= c <= 0xDFFF]
ENCODINGS = ["iso8859-%d" % n for n in range(1, 17) if n != 12] + ["windows-%d" % n for n in range(1250, 1259)] + ["koi8-r", "koi8-u"]


def runs(values):
    """(first, value) of each run of one value over consecutive code points."""
    out = []
    for c, value in values:
        if not out or out[-1][1] != value:
            out.append((c, value))
    return out


def mapped(op):
    return [t.decode() for t in op(input=tf.constant([chr(c) for c in POINTS]), encoding="utf-8").numpy()]


def case(name, texts, out):
    """Rows {first, last, step, delta} of single characters, and those that become several."""
    single = [(c, ord(t) - c) for c, t in zip(POINTS, texts) if len(t) == 1 and ord(t) != c]
    rows = []
    for c, delta in single:
        if rows and rows[-1][3] == delta:
            first, last, step, _ = rows[-1]
            if (first == last and c - last in (1, 2)) or c - last == step:
                rows[-1] = (first, c, c - last if first == last else step, delta)
                continue
        rows.append((c, c, 1, delta))
    out.append("constexpr CaseRow k%sRows[] = {" % name)
    out += ["    {0x%X, 0x%X, %d, %d}," % row for row in rows]
    out.append("};")
    out.append("constexpr LongCase k%sLong[] = {" % name)
    for c, text in zip(POINTS, texts):
        if len(text) != 1:
            out.append("    {0x%X, {%s}}," % (c, ", ".join("0x%X" % ord(x) for x in text)))
    out.append("};")


def main():
    out = ["// Written by make_unicode_tables.py (tensorflow %s)." % tf.__version__]
    scripts = R.UnicodeScript(input=np.arange(0x110000, dtype=np.int32)).numpy()
    out.append("// First code point << 8 | script, of each run.")
    out.append("constexpr uint32_t kScripts[] = {")
    out += ["    0x%X," % (c << 8 | int(s) & 0xFF) for c, s in runs(enumerate(scripts))]
    out.append("};")
    case("Lower", mapped(R.StringLower), out)
    case("Upper", mapped(R.StringUpper), out)
    # What a sigma at the end of a word may follow: bit 0, a letter that has case; bit 1, what is passed over on the way to one.
    alone = R.StringLower(input=tf.constant([chr(c) + "\u03a3" for c in POINTS]), encoding="utf-8").numpy()
    behind = R.StringLower(input=tf.constant(["1A" + chr(c) + "\u03a3" for c in POINTS]), encoding="utf-8").numpy()
    final = "\u03c2".encode()
    kinds = [(c, 1 if a.endswith(final) else 2 if b.endswith(final) else 0) for c, a, b in zip(POINTS, alone, behind)]
    out.append("constexpr uint32_t kCased[] = {")
    out += ["    0x%X," % (c << 8 | kind) for c, kind in runs(kinds)]
    out.append("};")
    out.append("// The characters of the bytes from 0x80 on; 0 for none.")
    out.append("constexpr ByteEncoding kByteEncodings[] = {")
    for name in ENCODINGS:
        points = []
        for byte in range(0x80, 0x100):
            try:
                points.append(ord(bytes([byte]).decode(name)))
            except UnicodeDecodeError:
                points.append(0)
        out.append('    {"%s", {%s}},' % (name.replace("-", ""), ", ".join("0x%X" % p for p in points)))
    out.append("};")
    with open(os.path.join(HERE, "unicode_tables.inc"), "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
