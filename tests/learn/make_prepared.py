"""Writes tests/learn/prepared.txt: what Keras 3's layers that prepare data give for samples.

    python3 tests/learn/make_prepared.py > tests/learn/prepared.txt

needs the packages keras and tensorflow. A line holds, between tabs: name, layer, element type of the samples, their shape, the
samples between |, learns or not: whether the layer learns from the samples first, the shape of what it gives, and that, between
spaces.
"""
import sys

import make_keras
import numpy
import tensorflow

keras = make_keras.keras
TEXTS = ["The cat sat on the mat.", "A dog; a cat, a bird!", "", "Über the  hills", "cat", "the end of the dog"]
WORDS = ["red", "green", "", "blue", "red", "violet", "green", "red"]
NUMBERS = [3, 5, 0, 3, 9, 12, 5, 3]
REALS = [round(float(x), 3) for x in 10 * numpy.sin(1.3 * numpy.arange(24))]
PIXELS = [round(float(x), 3) for x in 100 + 100 * numpy.sin(0.7 * numpy.arange(2 * 5 * 6 * 2))]
IMAGES = ("float", [2, 5, 6, 2], PIXELS)
CASES = [
    ("normalization_" + name, layer, "float", shape, REALS, learns) for name, layer, shape, learns in (
        ("learned", "Normalization", [8, 3], True), ("planes", "Normalization(axis=[1, 2])", [4, 2, 3], True),
        ("one", "Normalization(axis=none)", [8, 3], True), ("given", "Normalization(mean=[1.0, 2.0, 3.0], variance=[4.0, 1.0, 9.0])", [8, 3], False),
        ("inverted", "Normalization(mean=3.0, variance=4.0, invert=true)", [8, 3], False), ("untouched", "Normalization", [8, 3], False))
] + [
    ("category_" + mode, "CategoryEncoding(13, output_mode='%s')" % mode, "int", shape, NUMBERS, False)
    for mode, shape in (("multi_hot", [4, 2]), ("count", [2, 4]), ("one_hot", [8, 1]))
] + [
    ("bins_given", "Discretization(bin_boundaries=[-5.0, 0.0, 0.5, 7.0])", "float", [8, 3], REALS, False),
    ("bins_learned", "Discretization(num_bins=4, epsilon=0.01)", "float", [24, 1], REALS, True),
    ("bins_one_hot", "Discretization(bin_boundaries=[-5.0, 5.0], output_mode='one_hot')", "float", [24, 1], REALS, False),
    ("bins_count", "Discretization(bin_boundaries=[-5.0, 5.0], output_mode='count')", "float", [8, 3], REALS, False),
] + [
    ("hash_strings", "Hashing(7)", "string", [8, 1], WORDS, False),
    ("hash_salted", "Hashing(7, salt=[11, 13])", "string", [4, 2], WORDS, False),
    ("hash_masked", "Hashing(4, mask_value='')", "string", [4, 2], WORDS, False),
    ("hash_numbers", "Hashing(5)", "int", [4, 2], NUMBERS, False),
    ("hash_one_hot", "Hashing(5, output_mode='one_hot')", "int", [8, 1], NUMBERS, False),
    ("hash_multi_hot", "Hashing(5, output_mode='multi_hot')", "int", [4, 2], NUMBERS, False),
] + [
    ("strings_" + name, "StringLookup(%s)" % arguments, "string", shape, WORDS, learns) for name, arguments, shape, learns in (
        ("given", "vocabulary=['green', 'red']", [8, 1], False), ("learned", "", [4, 2], True),
        ("masked", "mask_token='', vocabulary=['green', 'red']", [4, 2], False),
        ("hashed", "num_oov_indices=3, vocabulary=['green', 'red']", [4, 2], False),
        ("few", "max_tokens=3", [4, 2], True), ("special", "vocabulary=['[UNK]', 'green', 'red']", [4, 2], False),
        ("one_hot", "vocabulary=['green', 'red'], output_mode='one_hot'", [8, 1], False),
        ("multi_hot", "mask_token='', vocabulary=['green', 'red'], output_mode='multi_hot'", [4, 2], False),
        ("count", "output_mode='count', max_tokens=6, pad_to_max_tokens=true", [2, 4], True),
        ("weighted", "output_mode='tf_idf'", [4, 2], True))
] + [
    ("inverted", "StringLookup(vocabulary=['green', 'red'], invert=true)", "int", [4, 2], [0, 1, 2, 3, 1, 2, 0, 0], False),
] + [
    ("numbers_" + name, "IntegerLookup(%s)" % arguments, "int", shape, NUMBERS, learns) for name, arguments, shape, learns in (
        ("given", "vocabulary=[9, 3]", [8, 1], False), ("learned", "", [4, 2], True), ("masked", "mask_token=0, vocabulary=[9, 3]", [4, 2], False),
        ("modulo", "num_oov_indices=2, vocabulary=[9, 3]", [4, 2], False), ("count", "mask_token=0, output_mode='count'", [2, 4], True))
] + [
    ("text_" + name, "TextVectorization(%s)" % arguments, "string", [6, 1], TEXTS, True) for name, arguments in (
        ("plain", ""), ("short", "output_sequence_length=3"), ("long", "max_tokens=6, output_sequence_length=9"),
        ("pairs", "ngrams=2"), ("triples", "ngrams=(3,), output_mode='count'"), ("characters", "split='character', output_sequence_length=5"),
        ("whole", "split=none, standardize='lower'"), ("raw", "standardize=none, max_tokens=5"),
        ("count", "output_mode='count'"), ("multi_hot", "output_mode='multi_hot', max_tokens=20, pad_to_max_tokens=true"),
        ("weighted", "output_mode='tf_idf'"))
] + [
    ("image_" + name, layer) + IMAGES + (False,) for name, layer in (
        ("bilinear", "Resizing(3, 4)"), ("larger", "Resizing(9, 7)"), ("nearest", "Resizing(4, 3, interpolation='nearest')"),
        ("bicubic", "Resizing(7, 8, interpolation='bicubic')"), ("cropped", "Resizing(4, 8, crop_to_aspect_ratio=true)"),
        ("center", "CenterCrop(3, 3)"), ("center_larger", "CenterCrop(8, 3)"), ("flip", "RandomFlip"), ("rotation", "RandomRotation(0.2)"),
        ("zoom", "RandomZoom(0.3)"), ("translation", "RandomTranslation(0.3, 0.2)"), ("contrast", "RandomContrast(0.4)"),
        ("brightness", "RandomBrightness(0.4)"))
]


def run(name, layer, kind, shape, samples, learns):
    made = make_keras.spec(layer if "(" in layer else layer + "()")
    data = numpy.array(samples, {"float": "float32", "int": "int64", "string": object}[kind]).reshape(shape)
    if kind == "string":
        data = tensorflow.constant(data)
    if learns:
        made.adapt(data)
    given = numpy.asarray(made(data, training=False) if "Random" in layer else made(data))
    values = [v.decode() if isinstance(v, bytes) else "%.9g" % v for v in given.reshape(-1).tolist()]
    print("\t".join([name, layer, kind, ",".join(map(str, shape)), "|".join(map(str, samples)), "learns" if learns else "",
                     ",".join(map(str, given.shape)), " ".join(values)]))


def main():
    print("# Written by tests/learn/make_prepared.py with Keras %s. Name, layer, type, shape, samples, learns, shape, values." %
          keras.__version__)
    for case in CASES:
        if len(sys.argv) < 2 or case[0] in sys.argv[1:]:
            run(*case)


if __name__ == "__main__":
    main()
