#!/usr/bin/python3
"""Writes forms.txt beside itself: forms of ops that take some trouble, with TensorFlow's answers.

usage: make_forms.py

Groups of a convolution, pools over channels, Einsums with a label twice, Transposes that count from the end, files of several
parts, regular expressions. Lines are those of make_cases.py, without a type; "error" is the output of what TensorFlow refuses. The gradients of convolutions in groups, which
TensorFlow has on GPUs alone, are its gradients of each group; those of pools over channels, which it has nowhere, numpy's.
Needs numpy and tensorflow.
"""
import os
import random

import numpy as np
import tensorflow as tf

from make_cases import HERE, Tensor, constant, some

LINES = []


def add(op, attrs, inputs, outputs):
    def text(value):
        if isinstance(value, list):
            return "l:" + ",".join(map(str, value))
        return "i:%d" % value if isinstance(value, int) else "t:" + value.name if isinstance(value, tf.DType) else "s:" + value
    LINES.append("\t".join([op, "", " ".join("%s=%s" % (k, text(v)) for k, v in sorted(attrs.items())),
                            "|".join(t.text() for t in inputs), "|".join(t.text() for t in outputs)]))


def convolutions():
    for t in ("float", "double", "half", "int32"):
        for form in ("NHWC", "NCHW") if t in ("float", "double") else ("NHWC",):
            for image, seen, made, stride, padding, dilation in (
                    ([2, 5, 4, 4], 2, 6, 1, "SAME", 1), ([1, 4, 5, 6], 2, 3, 2, "VALID", 1), ([2, 4, 4, 3], 1, 6, 1, "SAME", 1),
                    ([1, 6, 6, 4], 1, 4, 1, "VALID", 2), ([2, 3, 3, 8], 4, 2, 2, "SAME", 1), ([1, 3, 3, 4], 2, 4, 1, "SAME", 1)):
                groups = image[3] // seen
                rows, columns = (1, 1) if made == 4 and seen == 2 else (3, 2)
                x, f = some(t, image), some(t, [rows, columns, seen, made], 3)
                last = dict(strides=[1, stride, stride, 1], padding=padding, dilations=[1, dilation, dilation, 1])
                parts = [(xs, fs) for xs, fs in zip(np.split(x, groups, 3), np.split(f, groups, 3))]
                ys = [tf.raw_ops.Conv2D(input=xs, filter=fs, **last).numpy() for xs, fs in parts]
                y = np.concatenate(ys, 3)
                turn = (lambda v: v.transpose(0, 3, 1, 2)) if form == "NCHW" else (lambda v: v)
                order = [0, 3, 1, 2] if form == "NCHW" else [0, 1, 2, 3]
                attrs = dict(strides=[last["strides"][i] for i in order], dilations=[last["dilations"][i] for i in order],
                             padding=padding, data_format=form)
                add("Conv2D", attrs, [Tensor(t, turn(x)), Tensor(t, f)], [Tensor(t, turn(y))])
                g = some(t, y.shape, 7)
                gs = np.split(g, groups, 3)
                sizes = list(turn(x).shape)
                if t != "int32" and dilation == 1:
                    back = [tf.raw_ops.Conv2DBackpropInput(input_sizes=xs.shape, filter=fs, out_backprop=part, **last).numpy()
                            for (xs, fs), part in zip(parts, gs)]
                    add("Conv2DBackpropInput", attrs, [constant("int32", sizes), Tensor(t, f), Tensor(t, turn(g))],
                        [Tensor(t, turn(np.concatenate(back, 3)))])
                    back = [tf.raw_ops.Conv2DBackpropFilter(input=xs, filter_sizes=fs.shape, out_backprop=part, **last).numpy()
                            for (xs, fs), part in zip(parts, gs)]
                    add("Conv2DBackpropFilter", attrs, [Tensor(t, turn(x)), constant("int32", list(f.shape)), Tensor(t, turn(g))],
                        [Tensor(t, np.concatenate(back, 3))])


def pools():
    for t in ("float", "double", "half", "int32", "uint8"):
        for form in ("NHWC", "NCHW"):
            for depth, image in ((2, [2, 2, 3, 4]), (3, [1, 2, 2, 6]), (6, [1, 1, 2, 6])):
                x = some(t, image)
                axis = 1 if form == "NCHW" else 3
                if form == "NCHW":
                    x = x.transpose(0, 3, 1, 2)
                sizes = [1, 1, 1, 1]
                sizes[axis] = depth
                attrs = dict(ksize=sizes, strides=sizes, padding="VALID", data_format=form)
                cut = x.reshape(x.shape[:axis] + (x.shape[axis] // depth, depth) + x.shape[axis + 1:])
                y = cut.max(axis + 1)
                if form == "NHWC":
                    same = tf.raw_ops.MaxPool(input=x.astype("f"), ksize=sizes, strides=sizes, padding="VALID").numpy()
                    assert (same == y.astype("f")).all()
                add("MaxPool", attrs, [Tensor(t, x)], [Tensor(t, y)])
                g = some(t, y.shape, 5)
                spread = np.zeros_like(cut)
                np.put_along_axis(spread, np.expand_dims(cut.argmax(axis + 1), axis + 1), np.expand_dims(g, axis + 1), axis + 1)
                add("MaxPoolGrad", attrs, [Tensor(t, x), Tensor(t, y), Tensor(t, g)], [Tensor(t, spread.reshape(x.shape))])
                h = some(t, x.shape, 9)
                picked = np.take_along_axis(h.reshape(cut.shape), np.expand_dims(cut.argmax(axis + 1), axis + 1), axis + 1)
                add("MaxPoolGradGrad", attrs, [Tensor(t, x), Tensor(t, y), Tensor(t, h)], [Tensor(t, picked.reshape(y.shape))])
                if t in ("float", "double"):
                    add("AvgPool", attrs, [Tensor(t, x)], [Tensor(t, cut.mean(axis + 1))])
                    share = np.repeat(g / depth, depth, axis)
                    add("AvgPoolGrad", attrs, [constant("int32", list(x.shape)), Tensor(t, g)], [Tensor(t, share)])


def einsums():
    for equation, *shapes in (
            ("ii->i", [3, 3]), ("ii->", [3, 3]), ("ii->", [0, 0]), ("ii->i", [1, 1]), ("bii->b", [2, 3, 3]), ("iii->i", [2, 2, 2]),
            ("iij->ij", [2, 2, 3]), ("iji->j", [2, 3, 2]), ("ijji->", [2, 3, 3, 2]), ("ijij->ij", [2, 3, 2, 3]),
            ("a...a->a...", [2, 3, 2]), ("a...a->...", [2, 3, 2]), ("...ii->...i", [2, 3, 3]), ("ii...->i...", [2, 2, 3]),
            ("...ii->...", [2, 1, 3, 3]), ("i...ij->j...", [2, 3, 2, 4]), ("ii,i->i", [3, 3], [3]), ("ii,jj->ij", [2, 2], [3, 3]),
            ("ii,ii->", [2, 2], [2, 2]), ("bii,bi->b", [2, 3, 3], [2, 3]), ("ii,ij->j", [2, 2], [2, 3]),
            ("...,...->...", [2, 3], [3]), ("i...,i...->...", [2, 1, 3], [2, 4, 3]), ("a...a,b...->ab...", [2, 3, 2], [4, 3]),
            ("i->ii", [3]), ("bi->bii", [2, 3]), ("ij->ijj", [2, 3]), ("ij->iij", [2, 3]), ("i->iii", [2]), ("ii->ii", [2, 2]),
            ("...i->...ii", [2, 3]), ("i...i->i...i", [2, 3, 2]), ("ij->ijij", [2, 3]), ("i,j->iijj", [2], [3]), ("i->ii", [0])):
        for t in ("float", "int32", "complex64"):
            x = [some(t, s, 2 + i) for i, s in enumerate(shapes)]
            y = tf.raw_ops.Einsum(inputs=[tf.constant(v) for v in x], equation=equation).numpy()
            add("Einsum", dict(equation=equation), [Tensor(t, v) for v in x], [Tensor(t, y)])


    for equation, *shapes in (("ii->i", [2, 3]), ("abc->ab", [2, 3]), ("ij,jk->ik", [2, 3], [2, 4]), ("ij,jk->ik", [2, 1], [3, 4]),
                              ("...a->a", [2, 3]), ("...a,...a->a", [2, 3], [2, 3]), ("...ij,...jk->ik", [2, 2, 3], [3, 4]),
                              ("a...b...->ab", [2, 3]), ("a...a", [2, 3, 2]), ("a->a->a", [2]), ("", []), ("...,...->...", [2, 3], [4]),
                              ("a-b->a", [2, 3]), ("...i...->i", [3]), ("a...a->a...", [2, 3, 3])):
        x = [some("float", s) for s in shapes]
        try:
            tf.raw_ops.Einsum(inputs=[tf.constant(v) for v in x], equation=equation)
            raise AssertionError(equation)
        except tf.errors.InvalidArgumentError:
            LINES.append("Einsum\t\tequation=s:%s\t%s\terror" % (equation, "|".join(Tensor("float", v).text() for v in x)))


def moves():
    x = some("float", [2, 3, 4])
    for perm in ([-1, 0, 1], [0, -1, -2], [-3, -2, -1], [2, -3, 1]):
        for kind in ("int32", "int64"):
            y = tf.raw_ops.Transpose(x=x, perm=tf.constant(perm, kind)).numpy()
            for make in (Tensor, constant):
                add("Transpose", {}, [Tensor("float", x), make(kind, perm)], [Tensor("float", y)])
    rows = some("string", [3, 2])
    for indices in ([2, 0], [[1, 1], [0, 2]], []):
        places = np.array(indices, "int32")
        add("ResourceGather", {"dtype": tf.string}, [Tensor("string", rows, "@"), Tensor("int32", places)],
            [Tensor("string", rows[places])])
    for data in ("float", "string"):
        a, b, c = some(data, [2, 2]), some(data, [2], 7), some(data, [2, 2], 9)
        add("ParallelDynamicStitch", {}, [Tensor("int32", [4, 0]), Tensor("int32", 2), Tensor("int32", [3, 1]), Tensor(data, a),
                                          Tensor(data, b), Tensor(data, c)], [Tensor(data, np.stack([a[1], c[1], b, c[0], a[0]]))])


def strings():
    for name, shard, count in (("model", 0, 2), ("/a b/c", 12, 345), ("", 99999, 100000), ("x", 123456, 1234567), ("y", -1, -20)):
        y = tf.raw_ops.ShardedFilename(basename=name, shard=shard, num_shards=count).numpy()
        add("ShardedFilename", {}, [Tensor("string", name), Tensor("int32", shard), Tensor("int32", count)], [Tensor("string", y)])


PATTERNS = r"""^s3://.* .* a* a+b? (a|b)*c [abc]+ [^abc]+ [a-c0-9_]{2,3} \d+ \D* \w+ \W \s* \S+ a{2} a{2,} a{0,2} a{0} (ab){1,3}c
(?:a|ab)(?:c|bcd)(?:d*) (?i)AbC (?i:a)b (?P<name>a)b a.c (?s)a.c ^abc$ abc$ ^a|b$ (^a)b a\b.* \Ba \babc\b \Aabc\z
a*? a+? a?? (?U)a* \x61 \x{62}c \141 \. \* \\ [.] [\]] []a]+ [^]a]+ [a-] [-a]+ [a\-z] [\d_]+ [\Da]+ [[:alpha:]]+ [[:^digit:]]+
[[:alnum:]_]* \Qa.c\E a\Q*\Eb ((a)|(b))+ ((a*)*)* (a|)+b (|a)b a|b|c |a a| () (a{0,3}){0,3} (x+x+)+y [é-ü]+ é* .é. \t [\x00-\x7f]*
(?i)[k-s]+ (?i)[^a] (?-i)a (?i)a(?-i)b (?im-s:^a$) a$b $^ ^^a (?:) x{2,1}? a{,2} a{b a{1 {1} (a|b|c|d|e)*f a**""".split()
WORDS = ["", "a", "b", "c", "ab", "abc", "aabbcc", "abcabcc", "aaa", "ABC", "aBc", "s3://x/y", "s3:/x", "abcd", "0123", "a.c", "a-c", "a]",
         "]", "-", "_", "a_1", "a b", " ", "xxxxxxy", "xxxxxxx", "é", "aéb", "üéñ", "K", "ſ", "\u212a", "a*b", "\\", "*", "f", "abcdef", "{1}", "a{1", "a{,2}"]


def expressions():
    rng = random.Random(1)
    pieces = ["a", "b", "[ab]", "[^a]", ".", "(a)", "(a|b)", "(ab|b)", "(?:a|)", "\\w", "^", "$", "\\b", "é"]
    patterns = [p for p in PATTERNS]
    for _ in range(150):
        text = ""
        for _ in range(rng.randint(1, 5)):
            text += rng.choice(pieces) + rng.choice(["", "", "", "*", "+", "?", "{2}", "{1,2}", "*?"])
            if rng.random() < 0.2:
                text += "|"
        patterns.append(text)
    words = sorted(set(WORDS + ["".join(rng.choice("abé_") for _ in range(rng.randint(1, 6))) for _ in range(20)]))
    taken = 0
    for pattern in patterns:
        try:
            found = tf.raw_ops.StaticRegexFullMatch(input=tf.constant(words), pattern=pattern).numpy()
        except tf.errors.InvalidArgumentError:
            LINES.append("StaticRegexFullMatch\t\tpattern=s:%s\tstring[1]:a\terror" % pattern)
            continue
        taken += 1
        add("StaticRegexFullMatch", dict(pattern=pattern), [Tensor("string", words)], [Tensor("bool", found)])
    assert taken > 200, taken


def main():
    for make in (convolutions, pools, einsums, moves, strings, expressions):
        make()
    with open(os.path.join(HERE, "forms.txt"), "w") as file:
        file.write("# Written by make_forms.py (numpy %s, tensorflow %s).\n" % (np.__version__, tf.__version__))
        file.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
