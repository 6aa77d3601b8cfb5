#!/usr/bin/python3
"""Writes examples.pb beside itself: Examples and SequenceExamples parsed, CSV, raw and compressed bytes decoded, tensors and sparse
tensors as bytes, with what TensorFlow answers. Needs tensorflow; 2.21.0 made the committed file.
"""
import gzip
import zlib

import numpy as np
import tensorflow as tf

import answered

v1 = tf.compat.v1
v1.disable_v2_behavior()
RAW = tf.raw_ops
hidden = answered.hidden
INT, FLOAT, STRING = tf.int64, tf.float32, tf.string


def fill(feature, values):
    if values == "floats":
        feature.float_list.SetInParent()
    elif values and isinstance(values[0], float):
        feature.float_list.value.extend(values)
    elif values and isinstance(values[0], int):
        feature.int64_list.value.extend(values)
    elif values:
        feature.bytes_list.value.extend(values)


def example(**features):
    message = tf.train.Example()
    for key in sorted(features):
        fill(message.features.feature[key], features[key])
    return message.SerializeToString(deterministic=True)


def sequence(context=None, lists=None):
    message = tf.train.SequenceExample()
    for key, values in sorted((context or {}).items()):
        fill(message.context.feature[key], values)
    for key, steps in sorted((lists or {}).items()):
        entry = message.feature_lists.feature_list[key]
        for values in steps:
            fill(entry.feature.add(), values)
    return message.SerializeToString(deterministic=True)


def keys(columns):
    return tf.constant([c[0] for c in columns], tf.string)


def none(dtype):
    return tf.constant([], dtype)


A = example(x=[1.0, 2.0], t=[b"a", b"bc"], y=[3], n=[-1, 2 ** 62])
B = example(x=[4.0, 5.0])
C = example(x=[1.0], t=[b""], y=[7, 8, 9])
UNPACKED = b"\n\x10\n\x0e\n\x01y\x12\x09\x1a\x07\x08\x05\x08\x06\x08\xac\x02"  # int64s one by one


def v2(serialized, sparse=(), dense=(), ragged=(), names=()):
    return RAW.ParseExampleV2(serialized=hidden(serialized, tf.string), names=tf.constant(list(names), tf.string), sparse_keys=keys(sparse),
                              dense_keys=keys(dense), ragged_keys=keys(ragged), dense_defaults=[d[2] for d in dense],
                              num_sparse=len(sparse), sparse_types=[s[1] for s in sparse], ragged_value_types=[r[1] for r in ragged],
                              ragged_split_types=[r[2] for r in ragged], dense_shapes=[d[1] for d in dense])


def examples(row):
    spec = dict(sparse=[("t", STRING), ("n", INT)], dense=[("x", [2], none(FLOAT)), ("y", [], tf.constant(9, INT))],
                ragged=[("r", FLOAT, tf.int32), ("z", INT, INT)])
    row.step(v2([A, B], **spec))
    row.step(v2(A, **spec))
    row.step(v2([], **spec))
    row.step(v2([A, B], ragged=[("t", STRING, tf.int32), ("y", INT, INT), ("x", FLOAT, INT)]))
    row.step(v2(C, ragged=[("t", STRING, tf.int32), ("y", INT, INT)]))
    row.step(v2([A, B, C], dense=[("x", [None], tf.constant(0.5)), ("t", [None], tf.constant("pad"))]))
    row.step(v2([A, B], dense=[("x", [None, 2], tf.constant(0.5)), ("y", [None, 1], tf.constant(-1, INT))]))
    row.step(v2(A, dense=[("x", [None], tf.constant(0.5))]))
    row.step(v2([UNPACKED, b""], sparse=[("y", INT)]))
    row.step(v2([example(x="floats"), example(x=[])], sparse=[("x", FLOAT)]))
    row.step(v2([A + example(x=[8.0, 9.0])], dense=[("x", [2], none(FLOAT))]))
    row.step(v2([B], dense=[("q", [2], tf.constant([b"u", b"v"]))]))
    # What is wrong.
    row.step(v2([A, B], dense=[("y", [], none(INT))], names=["n1", "n2"]))
    row.step(v2([A, C], dense=[("x", [2], none(FLOAT))], names=["n1", "n2"]))
    row.step(v2([A, C], dense=[("x", [None, 2], tf.constant(0.5))]))
    row.step(v2([A], dense=[("x", [2], none(INT))]))
    row.step(v2([A], sparse=[("x", INT)]))
    row.step(v2([A], ragged=[("x", INT, tf.int32)]))
    row.step(v2([example(x="floats")], dense=[("x", [2], tf.constant([1.0, 2.0]))]))
    row.step(v2([A, B], sparse=[("x", FLOAT)], names=["n1"]))
    row.step(v2([B], dense=[("q", [2], tf.constant([1.0]))]))
    row.step(v2([C[:-2]], sparse=[("x", FLOAT)]))
    # The older ops.
    old = dict(serialized=hidden([A, B], tf.string), names=tf.constant([], tf.string), sparse_keys=["t"], dense_keys=["x", "y"],
               dense_defaults=[none(FLOAT), tf.constant(9, INT)], sparse_types=[STRING], dense_shapes=[[2], []])
    row.step(RAW.ParseExample(**old))
    row.step(RAW.ParseSingleExample(serialized=hidden(A), dense_defaults=[none(FLOAT), tf.constant(9, INT)], num_sparse=2, sparse_keys=["t", "q"],
                                    dense_keys=["x", "y"], sparse_types=[STRING, INT], dense_shapes=[[2], []]))
    row.step(RAW.ParseSingleExample(serialized=hidden(B), dense_defaults=[none(INT)], num_sparse=0, sparse_keys=[], dense_keys=["y"],
                                    sparse_types=[], dense_shapes=[[]]))
    parsed = v1.parse_example(hidden([A, C]), {"x": v1.VarLenFeature(FLOAT), "y": v1.FixedLenSequenceFeature([], INT, allow_missing=True)})
    row.step(parsed["x"], parsed["y"])
    random = np.random.RandomState(3)
    many = [example(f=random.uniform(-1, 1, random.randint(4)).tolist(), i=random.randint(-9, 9, random.randint(5)).tolist()) for _ in range(40)]
    row.step(v2(many, sparse=[("f", FLOAT), ("i", INT)]))


P = sequence({"c": [1, 2], "d": [5.0]}, {"w": [[1.0, 2.0], [3.0, 4.0], []], "v": [[1.0, 2.0], [3.0, 4.0]], "s": [[b"a"], [b"b", b"c"]]})
Q = sequence({"c": [9]}, {"w": [[7.0]], "v": []})
R = sequence({}, {"v": [[1.0, 2.0, 3.0]]})


def s2(serialized, cs=(), cd=(), cr=(), ls=(), ld=(), lr=(), names=()):
    return RAW.ParseSequenceExampleV2(
        serialized=hidden(serialized, tf.string), debug_name=tf.constant(list(names), tf.string), context_sparse_keys=keys(cs),
        context_dense_keys=keys(cd), context_ragged_keys=keys(cr), feature_list_sparse_keys=keys(ls), feature_list_dense_keys=keys(ld),
        feature_list_ragged_keys=keys(lr), feature_list_dense_missing_assumed_empty=tf.constant([d[3] for d in ld], tf.bool),
        context_dense_defaults=[d[2] for d in cd], Ncontext_sparse=len(cs), context_sparse_types=[c[1] for c in cs],
        context_ragged_value_types=[c[1] for c in cr], context_ragged_split_types=[c[2] for c in cr], context_dense_shapes=[d[1] for d in cd],
        Nfeature_list_sparse=len(ls), Nfeature_list_dense=len(ld), feature_list_dense_types=[d[1] for d in ld],
        feature_list_sparse_types=[c[1] for c in ls], feature_list_ragged_value_types=[c[1] for c in lr],
        feature_list_ragged_split_types=[c[2] for c in lr], feature_list_dense_shapes=[d[2] for d in ld])


def s1(serialized, empty=(), cs=(), cd=(), ls=(), ld=()):
    return RAW.ParseSingleSequenceExample(
        serialized=hidden(serialized), feature_list_dense_missing_assumed_empty=tf.constant(list(empty), tf.string),
        context_sparse_keys=[c[0] for c in cs], context_dense_keys=[c[0] for c in cd], feature_list_sparse_keys=[c[0] for c in ls],
        feature_list_dense_keys=[c[0] for c in ld], context_dense_defaults=[d[2] for d in cd], debug_name="",
        context_sparse_types=[c[1] for c in cs], context_dense_shapes=[d[1] for d in cd], feature_list_dense_types=[d[1] for d in ld],
        feature_list_sparse_types=[c[1] for c in ls], feature_list_dense_shapes=[d[2] for d in ld])


def sequences(row):
    spec = dict(cs=[("c", INT)], cd=[("d", [1], tf.constant([7.0]))], ls=[("s", STRING)], ld=[("v", FLOAT, [2], True)])
    row.step(s2([P, Q], **spec, lr=[("w", FLOAT, tf.int32)]))
    row.step(s2([P, Q], cr=[("c", INT, tf.int32)], lr=[("w", FLOAT, tf.int32), ("s", STRING, INT)]))
    row.step(s2([P, Q], ls=[("w", FLOAT), ("q", INT)]))
    row.step(s2(P, **spec))
    one = s2(P, cr=[("c", INT, tf.int32)], lr=[("w", FLOAT, tf.int32), ("s", STRING, INT)])
    # TensorFlow leaves the splits into rows, scalars here, as memory was.
    row.step(one.context_ragged_values, one.feature_list_ragged_values, one.feature_list_ragged_inner_splits)
    row.step(s2([P, sequence()], ld=[("v", FLOAT, [2], True)]))
    row.step(s1(P, ["zz"], [("c", INT)], [("d", [1], tf.constant([7.0]))], [("w", FLOAT), ("s", STRING)], [("v", FLOAT, [2]), ("zz", INT, [3])]))
    row.step(RAW.ParseSequenceExample(
        serialized=hidden([P, Q]), debug_name=tf.constant([], tf.string), context_dense_defaults=[tf.constant([7.0])],
        feature_list_dense_missing_assumed_empty=["u"], context_sparse_keys=["c"], context_dense_keys=["d"], feature_list_sparse_keys=["s"],
        feature_list_dense_keys=["v", "u"], Ncontext_sparse=1, Ncontext_dense=1, Nfeature_list_sparse=1, Nfeature_list_dense=2,
        context_sparse_types=[INT], feature_list_dense_types=[FLOAT, STRING], context_dense_shapes=[[1]], feature_list_sparse_types=[STRING],
        feature_list_dense_shapes=[[2], []]))
    # What is wrong.
    row.step(s2([P, sequence()], ld=[("v", FLOAT, [2], False)]))
    row.step(s2([R], ld=[("v", FLOAT, [2], True)]))
    row.step(s2([P], ld=[("w", FLOAT, [2], True)]))
    row.step(s2([P], ls=[("w", INT)]))
    row.step(s2([P], cs=[("c", INT)], cr=[("c", INT, INT)]))
    row.step(s2([P, Q], cd=[("d", [1], none(FLOAT))], names=["n", "m"]))
    row.step(s2([b"\xff"], cs=[("c", INT)]))
    row.step(s1(P, ld=[("zz", INT, [3])]))


def csv(row):
    def decode(records, defaults, **attrs):
        row.step(*RAW.DecodeCSV(records=hidden(records, tf.string), record_defaults=defaults, **attrs))
    some = [none(tf.int32), none(FLOAT), none(STRING)]
    decode(['1,2.5,a', '3,4,"b,c"'], some)
    decode(['1,,a', ',,'], [tf.constant([9]), tf.constant([7.5]), tf.constant(["zz"])])
    for record in ('1,,a', '1,2', '1,2,3,4', 'x,2,3', ' 1 , 2 , 3 ', '"1","2.5","a""b"', '1,2,"abc', '1,2,"ab"c', '1,2,a"b', '1,2,a\n',
                   '1,2,"a\r\nb"', '1\n,2,3', '99999999999,1,', '1,nan,-', '1,-Infinity,x', '1,1e400,', '-7,0x1p3,y', '1.5,2,3', '1,2,""', ''):
        decode([record], some[:2] + [tf.constant(["d"])])
    decode(['1,2,a"b'], some, use_quote_delim=False)
    decode(['NA,2,NA'], [tf.constant([5]), none(FLOAT), tf.constant(["q"])], na_value="NA")
    decode(['1,2,3,4'], some[:2], select_cols=[1, 3])
    decode(['1,"2,4",3,4', '5,,6,7'], some[:2], select_cols=[0, 2])
    decode(['1,2,3,4'], some[:2], select_cols=[3, 4])
    decode(['1,2,3,4'], some[:2], select_cols=[3, 1])
    decode(['1,2,3,4'], some[:2], select_cols=[3])
    decode(['1\t2\t3'], some, field_delim="\t")
    decode(['1\t2\t3'], some, field_delim="ab")
    decode(['5'], [tf.constant(3)])
    decode('5,6', some[:1] * 2)
    decode([['5,6'], ['7,8']], some[:1] * 2)
    decode(['1.0000000001,99999999999'], [none(tf.float64), none(INT)])
    decode([], some)


def raw(row):
    for little in (True, False):
        row.step(RAW.DecodeRaw(bytes=hidden([b"\1\0\2\0", b"\3\0\4\1"]), out_type=tf.int16, little_endian=little))
        row.step(RAW.DecodePaddedRaw(input_bytes=hidden([b"\1\0\2\0", b"\3", b""]), fixed_length=hidden(4), out_type=tf.int16, little_endian=little))
    for dtype in (tf.half, tf.float32, tf.float64, tf.int32, tf.uint16, tf.uint8, tf.int8, tf.int64, tf.complex64, tf.complex128, tf.bool, tf.bfloat16):
        data = bytes([1, 0] * 16) if dtype == tf.bool else np.arange(1, 33, dtype=np.uint8).tobytes()
        row.step(RAW.DecodeRaw(bytes=hidden(data), out_type=dtype))
    for data in ([b"\1\0\2"], [b"\1\0\2\0", b"\3\0"], [b"", b""], np.zeros([0, 2], "S1")):
        row.step(RAW.DecodeRaw(bytes=hidden(data, tf.string), out_type=tf.int16))
    for length in (2, 8, 3, 0, -2):
        row.step(RAW.DecodePaddedRaw(input_bytes=hidden([b"\1\0\2\0", b"\3"]), fixed_length=hidden(length), out_type=tf.int16))
    row.step(RAW.DecodePaddedRaw(input_bytes=hidden([b"abc", b"de"]), fixed_length=hidden(5), out_type=tf.uint8))
    for kind, data in (("", b"abc"), ("ZLIB", zlib.compress(b"hello" * 100)), ("GZIP", gzip.compress(b"hello", mtime=0)),
                       ("ZLIB", gzip.compress(b"hello", mtime=0)), ("GZIP", zlib.compress(b"hello")), ("ZLIB", b""),
                       ("GZIP", gzip.compress(b"he", mtime=0) + gzip.compress(b"llo", mtime=0)), ("LZ", b"")):
        row.step(RAW.DecodeCompressed(bytes=hidden([data]), compression_type=kind))
    values = (np.float32([[1, 2], [3, 4]]), np.int64(5), np.array([b"ab", b""]), np.zeros([0, 3], np.float32), np.array([True]),
              np.complex64([1 + 2j]), np.float16([1.5]), np.arange(300, dtype=np.uint8))
    for value in values:
        serialized = RAW.SerializeTensor(tensor=hidden(value))
        row.step(serialized, RAW.ParseTensor(serialized=serialized, out_type=tf.as_dtype(value.dtype) if value.dtype.kind != "S" else STRING))
    row.step(RAW.ParseTensor(serialized=RAW.SerializeTensor(tensor=hidden([1.0])), out_type=tf.int32))
    row.step(RAW.ParseTensor(serialized=hidden(b"\xff\xff"), out_type=tf.int32))


def json(row):
    def decode(*texts):
        row.step(RAW.DecodeJSONExample(json_examples=hidden(list(texts), STRING)))

    def feature(kind, values, name='"a"'):
        return '{"features": {"feature": {%s: {"%s": {"value": %s}}}}}' % (name, kind, values)
    decode("{}", '{"features":null}', '{"features":{"feature":{"a":{}}}}', ' { "features" : { } }\r\n')
    for values in ('[1, "2", -3]', "[]", "1", "null", "[null, 1.0, 1e2, -0]", '["-9223372036854775808", 9223372036854775807]', "[1.5]", "[9223372036854775808]",
                   "[true]", "[1,]", "[,]", "[1,,2]", "[[1,[2]],3]", "[[1]", "[1 2]", '["x"]', '[""]', "[[1]]", "{}", "[1"):
        decode(feature("int64List", values))
    for values in ('[1.5, "NaN", -2e-3, 0]', '["Infinity", "-Infinity", "0.5"]', "7", "[-1e40]", "[NaN]", '["inf", "-INF"]', "[1e400]", "[null]", "[.5]", "[1.]", "[01]", "[-]", "[1e]", "[0.5e+1, -0]", '["1e39"]'):
        decode(feature("floatList", values))
    for values in ('["YWJj", "YQ==", "YQ", ""]', '"-_8="', '["a*b"]', '["YWJjZ"]', "[1]", "[null]", '["YW\\u004aj"]'):
        decode(feature("bytesList", values))
    for name in ('"int"', "int_0", '"\\u00e9\\ud83d\\ude00\\n"', '"\\ud83d"', '"\\x"', "0a", '""', '"a'):
        decode(feature("int64_list", "[1]", name))
    for text in ("", "[]", "null", '{"x":1}', '{"features":{"x":1}}', '{"features":{"feature":{"a":{"x":1}}}}', "{} x", "{", '{"features":{}', '{"features":{},}',
                 '{"features":{},"features":{}}', "{,}", '{"features":{"feature":{"a":{}},"feature":{"b":{}}}}',
                 '{"features":{"feature":{"a":{"int64List":{"value":[1],"value":[2]}}}}}', '{"features":[{}]}', '{"features":{"feature":{"a":{},"a":{}}}}', '{"features":{"feature":[]}}', '{"features":{"feature":{"a":null}}}',
                 '{"features":{"feature":{"a":{"int64List":{"value":[1]},"floatList":{"value":[2]}}}}}',
                 '{"features":{"feature":{"a":{"int64List":null,"floatList":{"value":[2]}}}}}', '{"features":{"feature":{"a":{"int64List":{"x":[]}}}}}'):
        decode(text)
    row.step(RAW.DecodeJSONExample(json_examples=hidden([["{}", "{}"]], STRING)))
    decode()


def main():
    with tf.Graph().as_default() as graph:
        row = answered.Recorder()
        for program in (examples, sequences, csv, raw, json):
            with v1.name_scope(program.__name__):
                program(row)
        row.write(graph, "examples.pb")


if __name__ == "__main__":
    main()
