#!/usr/bin/python3
"""Writes unicode.pb beside itself: ops of characters and what TensorFlow gives for them. Needs tensorflow; 2.21.0 made the committed
file.
"""
import numpy as np
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
R = tf.raw_ops
hidden = answered.hidden
BROKEN = [b"a\xe2\x82Ab", b"\xc0\x80", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xff", b"\xf4\x90\x80\x80", b"\xe2\x82", b"a\x00\x1fb", b"\xef\xbb\xbfx",
          b"\xef\xbf\xbe", b"\xf8\x88\x80\x80\x80", b"\xe0\x9f\x80", b"\xf0\x8f\xbf\xbf", "h\u00e9\u4e16\U0001f600".encode(), b""]
BYTES = [b"\x00a\xd8\x3d\xde\x00\x00b", b"ab\xe9\x80\xff", b"\xfe\xff\x00a", b"\xff\xfea\x00", b"\xd8\x00\x00a", b"\x00\x00\x00a\x00\x11\x00\x00", b"abc",
         b"\x00\x00\xfe\xff\x00\x00\x00b", b"\xdc\x00\xd8\x00\xdc\x00"]


def case(row):
    some = [c for c in range(0x300, 0x110000, 211) if not 0xD800 <= c <= 0xDFFF]
    texts = ["".join(chr(c) for c in range(1, 0x600)), "".join(chr(c) for c in range(0x1E00, 0x2200)), "".join(chr(c) for c in range(0xA640, 0xABC0)),
             "".join(chr(c) for c in some), "Stra\u00dfe \u0149 \ufb01 \u01f0 \u0130I\u0131i", "\u0391\u03a3", "\u03a3", "\u0391\u03a3\u0392", "\u0391.\u03a3",
             "\u0391\u03a3.", "\u0391\u03a3.\u0392", "\u0391\u0301\u03a3\u0301", b"\xffA\xe2\x82B"]
    texts = tf.constant([t if isinstance(t, bytes) else t.encode() for t in texts])
    for op in (R.StringLower, R.StringUpper):
        row.step(op(input=texts, encoding="utf-8"), op(input=texts))
        row.step(op(input=["a"], encoding="UTF-8"))
    row.step(R.UnicodeScript(input=np.arange(0, 0x110400, 61, dtype=np.int32)), R.UnicodeScript(input=[[-1, 97], [0xD800, 0x3b1]]))


def decode(row):
    texts = tf.constant(BYTES)
    for errors in ("replace", "ignore"):
        row.step(*R.UnicodeDecodeWithOffsets(input=BROKEN, input_encoding="UTF-8", errors=errors))
        row.step(*R.UnicodeDecode(input=[BROKEN], input_encoding="utf8", errors=errors, replacement_char=63, replace_control_characters=True, Tsplits=tf.int32))
    for text in BROKEN:
        row.step(*R.UnicodeDecode(input=text, input_encoding="UTF-8", errors="strict"))
    names = ["UTF-16-BE", "utf16be", "UTF-16", "UTF-16-LE", "UTF-32-BE", "UTF-32-LE", "UTF-32", "US-ASCII", "ascii", "latin1", "cp1252", "KOI8-R", "l2", "ISO 8859-2"]
    names += ["ISO-8859-%d" % n for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 15)] + ["windows-%d" % n for n in (1250, 1251, 1252, 1253, 1254, 1257, 1258)]
    for name in names:
        row.step(*R.UnicodeDecodeWithOffsets(input=texts, input_encoding=name))
        row.step(R.UnicodeTranscode(input=texts, input_encoding=name, output_encoding="UTF-8"))
    for name in ("nope", "", "UTF-8-BE", "ISO-8859-99"):
        row.step(*R.UnicodeDecode(input=["a"], input_encoding=name))
    for char in (0x110000, -1):
        row.step(*R.UnicodeDecode(input=["a"], input_encoding="UTF-8", replacement_char=char))


def without_private_use(texts, name):
    """Those that TensorFlow, and so ICU, gives no code points for private use for."""
    with tf.Graph().as_default(), v1.Session() as session:
        characters, splits = session.run(R.UnicodeDecode(input=texts, input_encoding=name)[::-1])
    private = [any(0xE000 <= c <= 0xF8FF for c in characters[a:b]) for a, b in zip(splits, splits[1:])]
    return [text for text, has in zip(texts, private) if not has]


def east_asian(row):
    """Written text, and bytes of all kinds, from numpy's RandomState(3)."""
    random = np.random.RandomState(3)
    some = "Hello \u3053\u3093\u306b\u3061\u306f \u4e2d\u6587 \uff71\x1a\x1c\x7f~\\\u20ac\U00020000" + "".join(chr(c) for c in range(0x4E00, 0x9FA0, 97))
    for name, codec in (("SHIFT-JIS", "cp932"), ("windows-31j", "cp932"), ("GBK", "gbk"), ("Big5", "big5"), ("GB18030", "gb18030"), ("EUC-KR", "euc_kr")):
        texts = [some.encode(codec, "ignore"), b""] + [bytes([lead]) for lead in range(0x80, 0x100)]
        for kinds in ((0x80, 0x100), (0x30, 0x100), (0x30, 0x3A)):
            texts += [bytes(random.choice([random.randint(*kinds), random.randint(0x80, 0x100)]) for _ in range(7)) for _ in range(30)]
        texts = without_private_use(texts, name)
        row.step(*R.UnicodeDecodeWithOffsets(input=texts, input_encoding=name))
        row.step(R.UnicodeTranscode(input=texts, input_encoding=name, output_encoding="UTF-8", errors="ignore"))


def encode(row):
    values = [97, 0x1F600, 0xD800, 0x110000, -1, 0xFFFE, 0xFDD0, 0x10FFFF, 0, 0x7FF, 0x800]
    for encoding in ("UTF-8", "UTF-16-BE", "UTF-32-BE"):
        for errors in ("replace", "ignore", "strict"):
            row.step(R.UnicodeEncode(input_values=values, input_splits=np.array([0, 2, 2, len(values)]), errors=errors, output_encoding=encoding))
            row.step(R.UnicodeTranscode(input=BROKEN, input_encoding="UTF-8", output_encoding=encoding, errors=errors))
        row.step(R.UnicodeTranscode(input=[BROKEN], input_encoding="UTF-8", output_encoding=encoding, replace_control_characters=True, replacement_char=0x41))
    row.step(R.UnicodeEncode(input_values=[97, 98], input_splits=np.array([0, 1, 2], np.int32), output_encoding="UTF-8"))
    for splits in ([0, 1], [1, 2], [0, 3], [0, 2, 1, 2], [0]):
        row.step(R.UnicodeEncode(input_values=[97, 98], input_splits=np.array(splits, np.int64), output_encoding="UTF-8"))
    row.step(R.UnicodeEncode(input_values=[97], input_splits=hidden(np.array([], np.int64)), output_encoding="UTF-8"))
    row.step(R.UnicodeEncode(input_values=[97], input_splits=np.array([0, 1]), output_encoding="UTF-8", replacement_char=-1))


def main():
    row = answered.Recorder()
    with tf.Graph().as_default() as graph:
        for program in (case, decode, east_asian, encode):
            with v1.name_scope(program.__name__):
                program(row)
    row.write(graph, "unicode.pb")


if __name__ == "__main__":
    main()
