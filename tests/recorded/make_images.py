#!/usr/bin/python3
"""Writes images.txt beside itself: ops on images and boxes, with TensorFlow's answers.

usage: make_images.py

Lines are those of make_cases.py. Images are drawn with seed 5. Needs numpy and tensorflow.
"""
import os

import numpy as np
import tensorflow as tf

from make_cases import HERE, NUMPY, Tensor, constant

LINES = []
NAMES = {"float16": "half", "float32": "float", "float64": "double"}
RANDOM = np.random.default_rng(5)


def drawn(dtype, shape, low=0.0, high=1.0):
    values = RANDOM.uniform(low, high, shape)
    if NUMPY[dtype](0).dtype.kind in "iu":
        return Tensor(dtype, np.floor(values * 100))
    return Tensor(dtype, np.round(values * 256) / 256)


def attr_text(value):
    if isinstance(value, bool):
        return "b:%d" % value
    if isinstance(value, tf.DType):
        return "t:" + NAMES[value.name]
    return "i:%d" % value if isinstance(value, int) else "f:%r" % value if isinstance(value, float) else "s:" + value


def add(types, op, inputs, **attrs):
    """`inputs`: {argument: Tensor}, in the order of the op."""
    made = getattr(tf.raw_ops, op)(**{name: tf.constant(t.values, NUMPY[t.dtype]) for name, t in inputs.items()}, **attrs)
    outputs = made if isinstance(made, (list, tuple)) else [made]
    outputs = [Tensor(NAMES.get(y.dtype.name, y.dtype.name), y.numpy())
               for y in outputs]
    LINES.append("\t".join([op, types, " ".join("%s=%s" % (k, attr_text(v)) for k, v in sorted(attrs.items())),
                            "|".join(t.text() for t in inputs.values()), "|".join(t.text() for t in outputs)]))


def colours():
    for t in ("half", "float", "double", "bfloat16"):
        grey = np.concatenate([drawn(t, [2, 3, 3]).values, np.full([2, 1, 3], 0.5), np.zeros([2, 1, 3]), np.eye(3)[None, [0, 2]].repeat(2, 0)], 1)
        for op in ("RGBToHSV", "HSVToRGB"):
            if t in ("float", "double"):
                add(t, op, dict(images=Tensor(t, grey)))
    for op, argument, value in (("AdjustContrastv2", "contrast_factor", 1.75), ("AdjustHue", "delta", 0.3), ("AdjustHue", "delta", -1.6),
                                ("AdjustSaturation", "scale", 0.6), ("AdjustSaturation", "scale", 2.5)):
        add("float", op, dict(images=drawn("float", [2, 3, 4, 3]), **{argument: Tensor("float", value)}))


def sizes():
    types = ("float", "double", "half", "bfloat16", "int8", "uint8", "int16", "uint16", "int32", "int64")
    for t in types:
        for image, size, align, half in (([2, 5, 4, 3], [3, 7], False, False), ([1, 4, 6, 2], [9, 2], True, False), ([1, 6, 5, 1], [4, 8], False, True),
                                         ([1, 1, 1, 3], [2, 1], False, True), ([1, 3, 3, 1], [1, 1], True, False)):
            x = drawn(t, image)
            into = constant("int32", size)
            add(t, "ResizeBicubic", dict(images=x, size=into), align_corners=align, half_pixel_centers=half)
            if not half:
                add(t, "ResizeArea", dict(images=x, size=into), align_corners=align)
            if t in ("float", "double"):
                add(t, "ResizeBicubicGrad", dict(grads=drawn("float", [image[0]] + size + image[3:]), original_image=x), align_corners=align,
                    half_pixel_centers=half)


def crops():
    boxes = Tensor("float", [[0, 0, 1, 1], [0.25, 0.125, 0.75, 0.5], [0.75, 1, 0.25, 0], [-0.5, -0.25, 1.5, 1.25], [0.5, 0.5, 0.5, 0.5]])
    which = Tensor("int32", [0, 1, 1, 0, 1])
    for t in ("float", "double", "half", "uint8", "int8", "int16", "uint16", "int32", "int64"):
        for size, method, outside in (([3, 4], "bilinear", 0.0), ([2, 5], "nearest", -1.5), ([1, 1], "bilinear", 0.5)):
            image = drawn(t, [2, 5, 6, 2])
            add(t, "CropAndResize", dict(image=image, boxes=boxes, box_ind=which, crop_size=constant("int32", size)), method=method,
                extrapolation_value=outside)
            grads = drawn("float", [5] + size + [2])
            if t in ("float", "double", "half"):
                add(t, "CropAndResizeGradImage", dict(grads=grads, boxes=boxes, box_ind=which, image_size=constant("int32", [2, 5, 6, 2])),
                    method=method, T={"float": tf.float32, "double": tf.float64, "half": tf.float16}[t])
            if method == "bilinear":
                add(t, "CropAndResizeGradBoxes", dict(grads=grads, image=image, boxes=boxes, box_ind=which))


def detections():
    low = RANDOM.uniform(0, 0.6, [12, 2])
    corners = np.concatenate([low, low + RANDOM.uniform(0.1, 0.4, [12, 2])], 1)
    corners[3] = corners[2] + 0.01
    corners[5] = corners[4][[2, 3, 0, 1]]
    scores = np.round(RANDOM.uniform(0, 1, 12) * 8) / 8
    most = Tensor("int32", 6)
    add("", "NonMaxSuppression", dict(boxes=Tensor("float", corners), scores=Tensor("float", scores), max_output_size=most), iou_threshold=0.25)
    for t in ("float", "half"):
        boxes, s = Tensor(t, corners), Tensor(t, scores)
        for limit, least, sigma, pads in ((0.5, 0.25, 0.5, True), (0.1, 0.0, 0.0, False), (1.0, 0.5, 0.25, False), (0.25, -1.0, 0.0, True)):
            first = dict(boxes=boxes, scores=s, max_output_size=most, iou_threshold=Tensor(t, limit))
            add(t, "NonMaxSuppressionV2", first)
            third = dict(first, score_threshold=Tensor(t, least))
            add(t, "NonMaxSuppressionV3", third)
            add(t, "NonMaxSuppressionV4", third, pad_to_max_output_size=pads)
            add(t, "NonMaxSuppressionV5", dict(third, soft_nms_sigma=Tensor(t, sigma)), pad_to_max_output_size=pads)
    overlaps = RANDOM.uniform(0, 1, [7, 7])
    add("", "NonMaxSuppressionWithOverlaps", dict(overlaps=Tensor("float", overlaps), scores=Tensor("float", scores[:7]), max_output_size=most,
                                                  overlap_threshold=Tensor("float", 0.6), score_threshold=Tensor("float", 0.1)))
    for places, per_class, total, pads, clips in ((1, 2, 5, False, True), (3, 3, 4, True, False), (1, 2, 100, True, True)):
        low = RANDOM.uniform(-0.2, 0.6, [2, 9, places, 2])
        boxes = np.concatenate([low, low + RANDOM.uniform(0.1, 0.6, low.shape)], 3)
        add("", "CombinedNonMaxSuppression", dict(boxes=Tensor("float", boxes), scores=drawn("float", [2, 9, 3]), max_output_size_per_class=Tensor(
            "int32", per_class), max_total_size=Tensor("int32", total), iou_threshold=Tensor("float", 0.3), score_threshold=Tensor("float", 0.2)),
            pad_per_class=pads, clip_boxes=clips)
    for t in ("float", "half"):
        for channels in (1, 3, 4):
            boxes = Tensor("float", np.array([[[0.1, 0.2, 0.7, 0.9], [-0.3, 0.4, 0.5, 1.6], [0.5, 0.5, 0.2, 0.9], [1.5, 0, 2, 1]]] * 2) * [[[1]], [[0.75]]])
            images = drawn(t, [2, 6, 7, channels])
            add(t, "DrawBoundingBoxes", dict(images=images, boxes=boxes))
            add(t, "DrawBoundingBoxesV2", dict(images=images, boxes=boxes, colors=drawn("float", [2, 4])))


def main():
    for make in (colours, sizes, crops, detections):
        make()
    with open(os.path.join(HERE, "images.txt"), "w") as file:
        file.write("# Written by make_images.py (numpy %s, tensorflow %s, seed 5).\n" % (np.__version__, tf.__version__))
        file.write("\n".join(LINES) + "\n")


if __name__ == "__main__":
    main()
