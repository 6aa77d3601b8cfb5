#!/usr/bin/python3
"""Writes strings.pb beside itself: string ops and what TensorFlow gives for them. Needs tensorflow; 2.21.0 made the committed file."""
import random

import numpy as np
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
R = tf.raw_ops
hidden = answered.hidden


def numbers(row):
    texts = ["1e3", " 1 ", "0x1F", "inf", "Infinity", "-nan", "1e400", ".5", "5.", "+1", "0x1p3", "NAN", "-1e-400", "1.5", "-0.1", "16777217"]
    for dtype in (tf.float32, tf.float64):
        row.step(R.StringToNumber(string_tensor=texts, out_type=dtype))
    for dtype in (tf.int32, tf.int64, tf.uint32, tf.uint64):
        row.step(R.StringToNumber(string_tensor=["12", " 34\n", "+5", "2147483647"], out_type=dtype))
    row.step(R.StringToNumber(string_tensor=["-9223372036854775808"], out_type=tf.int64))
    row.step(R.StringToNumber(string_tensor=["18446744073709551615"], out_type=tf.uint64))
    for text in ("1.5f", "", " ", "1_0", "1 2", "--1", "+-1", "0x", "e5", "-"):
        row.step(R.StringToNumber(string_tensor=[text]))
    for text, dtype in (("-5", tf.uint32), ("2147483648", tf.int32), ("-2147483649", tf.int32), ("0x10", tf.int32), ("1.0", tf.int64),
                        ("18446744073709551616", tf.uint64), ("", tf.int64), ("4294967296", tf.uint32)):
        row.step(R.StringToNumber(string_tensor=text, out_type=dtype))


def joins(row):
    x = np.array([[["a", "b", ""], ["c", "dd", "e"]]])
    for axes in ([], [0], [0, 1], [1, 0], [-1], [2, 0, 1], 1, [-2]):
        for keep in (False, True):
            row.step(R.ReduceJoin(inputs=x, reduction_indices=np.array(axes, np.int32), keep_dims=keep, separator="-"))
    for axes in ([3], [0, 0], [0, -3], [-4]):
        row.step(R.ReduceJoin(inputs=hidden(x), reduction_indices=hidden(np.array(axes, np.int32))))
    row.step(R.ReduceJoin(inputs=np.zeros([0, 2], "S1"), reduction_indices=[0], separator="-"))
    row.step(R.ReduceJoin(inputs=np.zeros([2, 0], "S1"), reduction_indices=[0], separator="-"))
    row.step(R.ReduceJoin(inputs=hidden(x), reduction_indices=hidden([[0]])))
    row.step(R.UnsortedSegmentJoin(inputs=["a", "b", "c", "d"], segment_ids=[2, 0, 2, 0], num_segments=4, separator=":"))
    row.step(R.UnsortedSegmentJoin(inputs=[["a", "b"], ["c", "d"]], segment_ids=tf.constant([2, 2], tf.int64), num_segments=tf.constant(3, tf.int64)))
    row.step(R.UnsortedSegmentJoin(inputs=[["a", "b"], ["c", "d"]], segment_ids=[[0, 1], [1, 1]], num_segments=2, separator="+"))
    for ids in ([1, -1], [1, 2]):
        row.step(R.UnsortedSegmentJoin(inputs=["a", "b"], segment_ids=ids, num_segments=2))
    row.step(R.UnsortedSegmentJoin(inputs=hidden(["a", "b"]), segment_ids=hidden([1]), num_segments=2))


def expressions(row):
    texts = ["aab", "xé b", "", "abcd", "a\nb\n", "aaaa"]
    for pattern, rewrite in (("(a)(b)?", r"[\2\1]"), ("a", r"\3"), ("a*", "-"), ("a*?", "-"), ("", "-"), ("(?i)A", "x\\\\"), ("é", "e"),
                             ("b", r"\0\0"), (r"\b", "|"), ("(a|ab)(c|bcd)", r"<\1,\2>"), ("a+?", "."), ("(?m)^", "> "), ("(?s).*", "all"),
                             ("(a{2})+", r"(\1)"), ("(?P<name>b)|(c)", r"{\1\2}"), ("$", "!"), ("(?U)a+", "u"), ("((a)|b)*", r"<\1\2>"), ("[^a]", ""),
                             ("a??b", "q"), ("(x)?(a)", r"\1.\2"), ("a{1,2}?", "_")):
        for every in (True, False):
            row.step(R.StaticRegexReplace(input=texts, pattern=pattern, rewrite=rewrite, replace_global=every))
        row.step(R.RegexReplace(input=texts, pattern=pattern, rewrite=rewrite))
        row.step(R.RegexFullMatch(input=texts, pattern=pattern), R.StaticRegexFullMatch(input=texts, pattern=pattern))
    row.step(R.RegexReplace(input=["a"], pattern="(", rewrite="x"))
    row.step(R.RegexFullMatch(input=["a"], pattern="["))
    row.step(R.RegexReplace(input=["a"], pattern=hidden(["a"]), rewrite="x"))
    row.step(R.RegexReplace(input=["a"], pattern="a", rewrite=hidden(["a"])))


def pieces(row):
    for texts, delimiter in (([" a b ", ""], " "), (["a,b;c", ",", ""], ",;"), (["abc", "é"], ""), (["a"], "ab"), (["a  b"], " ")):
        for skip in (True, False):
            row.step(R.StringSplit(input=texts, delimiter=delimiter, skip_empty=skip))
    for texts, sep, most in (([" a  b c ", ""], "", -1), ([" a\tb\nc "], "", 1), (["a b "], "", 2), (["a--b--c", "--", ""], "--", -1),
                             (["a-b-c"], "-", 1), (["a-b"], "-", 0), (["aaa"], "aa", -1)):
        row.step(R.StringSplitV2(input=texts, sep=sep, maxsplit=most))
    row.step(R.StringSplit(input=np.zeros([0], "S1"), delimiter=","))
    row.step(R.StringSplit(input=hidden("a b"), delimiter=" "))
    row.step(R.StringSplitV2(input=hidden("a b"), sep=" "))
    row.step(R.StringSplitV2(input=["a b"], sep=hidden([" "])))
    word = ["hello", "hé世lo"]
    for pos, size in ((0, 1), (-3, 2), (1, -1), (5, 1), (-5, 3), ([1, 2], [2, 9]), (6, 1), (-6, 1), (0, 0)):
        for unit in ("BYTE", "UTF8_CHAR"):
            row.step(R.Substr(input=word, pos=pos, len=size, unit=unit))
    row.step(R.Substr(input=[["hello", "world"]], pos=[[1], [2]], len=[[1], [3]]))
    row.step(R.Substr(input="hello", pos=tf.constant([1, 2], tf.int64), len=tf.constant([9, 1], tf.int64)))
    row.step(R.Substr(input=["hello"], pos=hidden([1, 2]), len=hidden(1)))
    row.step(R.Substr(input=["hello", "a"], pos=hidden([1, 2, 3]), len=hidden([1, 1, 1])))
    row.step(R.StringStrip(input=[" a b\t", "\n", "", "\x0b\x0cx\r", " é "]))
    for unit in ("BYTE", "UTF8_CHAR"):
        row.step(R.StringLength(input=[["", "abc"], ["hé世", "😀"]], unit=unit))


def grams(row):
    data = list("abcdef")
    for widths, pad, short, left, right in (([2], 0, False, "", ""), ([2, 3], -1, False, "L", "R"), ([3], 1, False, "L", "R"), ([4], 0, True, "", ""),
                                            ([5], 1, True, "L", "R"), ([1], -1, False, "L", "R"), ([7], 1, True, "L", "R"), ([], 0, False, "", "")):
        for splits in ([0, 4, 4, 6], [0, 6], [0, 1, 2, 6]):
            row.step(R.StringNGrams(data=data, data_splits=np.array(splits, np.int64), separator="|", ngram_widths=widths, left_pad=left,
                                    right_pad=right, pad_width=pad, preserve_short_sequences=short))
    for splits in ([0, 3], [1, 6], [0, 4, 3, 6], [0], [0, 7, 6], [0, -1, 6]):
        row.step(R.StringNGrams(data=data, data_splits=np.array(splits, np.int32), separator="|", ngram_widths=[2], left_pad="", right_pad="",
                                pad_width=0, preserve_short_sequences=False))
    row.step(R.StringNGrams(data=data, data_splits=tf.constant([0, 6]), separator="|", ngram_widths=[0], left_pad="", right_pad="", pad_width=0,
                            preserve_short_sequences=False))


def codes(row):
    chance = random.Random(3)
    texts = [bytes(chance.randrange(256) for _ in range(n)) for n in list(range(0, 70)) + [127, 128, 129, 191, 192, 193, 200, 1000]]
    row.step(R.EncodeBase64(input=texts), R.EncodeBase64(input=texts, pad=True))
    row.step(R.DecodeBase64(input=R.EncodeBase64(input=texts)), R.DecodeBase64(input=R.EncodeBase64(input=texts, pad=True)))
    row.step(R.DecodeBase64(input=["YR", "-_", ""]))
    for text in ("Y", "YW=I", "+/", "YQ=", "====", "YQ=a", "Y Q=", "YQ=====", "é"):
        row.step(R.DecodeBase64(input=text))
    for n in (1, 10, 1 << 62, (1 << 63) - 1):
        row.step(R.StringToHashBucket(string_tensor=texts, num_buckets=n), R.StringToHashBucketFast(input=texts, num_buckets=n),
                 R.StringToHashBucketStrong(input=texts, num_buckets=n, key=[123456789, -987654321]))
    row.step(R.StringToHashBucketStrong(input=texts, num_buckets=3, key=[1]))
    row.step(R.Fingerprint(data=texts, method="farmhash64"), R.Fingerprint(data=[["a", "b"], ["c", ""]], method="farmhash64"),
             R.Fingerprint(data=np.arange(30, dtype=np.int32).reshape([3, 2, 5]), method="farmhash64"))
    row.step(R.Fingerprint(data=["a"], method=hidden("md5")))
    row.step(R.Fingerprint(data=hidden("a"), method="farmhash64"))


def formats(row):
    def text(template, *inputs, summarize=3):
        row.step(tf.strings.format(template, [tf.constant(v) for v in inputs], summarize=summarize))
    text("x={}", 3)
    text("{}|{}", np.arange(10), np.arange(24).reshape([2, 3, 4]))
    text("{} {}.", ["a", "b\"\n\x01é"], "s")
    text("{}", [True, False])
    text("{}", np.array([1.5, 1 / 3, 1e20, np.nan, np.inf, -0.0, 123456.7, 1e-5, 0.0001, 1e6, 123456789], np.float32), summarize=-1)
    text("{}", np.array([1 / 3, 1e15, 1e16, 1e-300, 123456789012345680.0, 0.1], np.float64), summarize=-1)
    for dtype in (tf.float16, tf.bfloat16):
        row.step(tf.strings.format("{}", [tf.cast([1 / 3, 2.0], dtype)]))
    text("{}", np.array([1 + 2j]))
    text("{}", np.array([[-1, 2]], np.int8))
    text("{} {}", np.zeros([0], np.float32), np.zeros([2, 0], np.float32))
    text("{}", np.arange(10), summarize=0)
    text("{}", np.zeros([5, 5], np.float32), summarize=1)
    text("{}", np.arange(27).reshape([3, 3, 3]), summarize=1)
    text("none")


def main():
    row = answered.Recorder()
    with tf.Graph().as_default() as graph:
        for program in (numbers, joins, expressions, pieces, grams, codes, formats):
            with v1.name_scope(program.__name__):
                program(row)
    row.write(graph, "strings.pb")


if __name__ == "__main__":
    main()
