#!/usr/bin/python3
"""Writes image_files.pb beside itself: ops that read and write image and sound files, of contents that lie in the graph, with what
TensorFlow gives for them (answered.py). Needs tensorflow and Pillow, which makes the files that
TensorFlow cannot write (GIF, CMYK, progressive, palettes, interlaced); 2.21.0 and 13.0.0 made the committed file.
"""
import io
import struct

import numpy as np
import tensorflow as tf
from PIL import Image

from answered import Recorder

v1 = tf.compat.v1
v1.disable_v2_behavior()
RAW = tf.raw_ops
RANDOM = np.random.RandomState(11)
RECORDER = Recorder()
step = RECORDER.step


def smooth(rows, columns, channels):
    y, x, c = np.mgrid[0:rows, 0:columns, 0:channels]
    return np.clip(128 + 100 * np.sin(y / 3 + c) * np.cos(x / 4 - c) + RANDOM.uniform(-9, 9, y.shape), 0, 255).astype(np.uint8)


def pillow(array, kind, mode=None, **options):
    out = io.BytesIO()
    image = Image.fromarray(array.squeeze())
    (image.convert(mode) if mode else image).save(out, kind, **options)
    return out.getvalue()


def jpegs():
    color, grey = smooth(19, 23, 3), smooth(17, 11, 1)
    files = {"color": pillow(color, "JPEG", quality=90), "grey": pillow(grey, "JPEG", quality=75),
             "progressive": pillow(color, "JPEG", progressive=True), "cmyk": pillow(color, "JPEG", mode="CMYK"),
             "subsampled": pillow(color, "JPEG", subsampling=2)}
    for name, contents in files.items():
        for channels in (0, 1, 3):
            if name == "cmyk" and channels == 1:
                continue
            step(RAW.DecodeJpeg(contents=contents, channels=channels))
        step(RAW.ExtractJpegShape(contents=contents))
        step(RAW.ExtractJpegShape(contents=contents, output_type=tf.int64))
    contents = files["subsampled"]
    for ratio in (2, 4, 8):
        step(RAW.DecodeJpeg(contents=contents, ratio=ratio))
    step(RAW.DecodeJpeg(contents=contents, fancy_upscaling=False))
    step(RAW.DecodeJpeg(contents=contents, dct_method="INTEGER_ACCURATE"))
    for window in ([0, 0, 19, 23], [3, 5, 9, 7], [8, 16, 4, 7], [0, 1, 1, 1]):
        step(RAW.DecodeAndCropJpeg(contents=contents, crop_window=window))
        step(RAW.DecodeAndCropJpeg(contents=files["grey"], crop_window=[window[0] // 2, 0, 5, 3]))
    step(RAW.DecodeAndCropJpeg(contents=contents, crop_window=[0, 0, 20, 23]))
    step(RAW.DecodeJpeg(contents=contents[: len(contents) * 2 // 3]))
    step(RAW.DecodeJpeg(contents=contents[:40]))
    step(RAW.DecodeJpeg(contents=b""))
    step(RAW.DecodeJpeg(contents=b"no image at all"))
    step(RAW.DecodeJpeg(contents=contents, channels=4))
    for image in (color, grey):
        for attrs in (dict(), dict(quality=40), dict(progressive=True, optimize_size=True), dict(chroma_downsampling=False), dict(quality=100)):
            step(RAW.DecodeJpeg(contents=RAW.EncodeJpeg(image=image, **attrs)))
    step(RAW.DecodeJpeg(contents=RAW.EncodeJpegVariableQuality(images=color, quality=60)))
    step(RAW.EncodeJpeg(image=grey, format="rgb"))


def pngs():
    color, grey = smooth(7, 9, 4), smooth(6, 13, 1)
    files = {"rgba": pillow(color, "PNG"), "rgb": pillow(color[:, :, :3], "PNG"), "grey": pillow(grey, "PNG"),
             "grey alpha": pillow(color, "PNG", mode="LA"), "palette": pillow(color[:, :, :3], "PNG", mode="P"),
             "bits": pillow(grey, "PNG", mode="1"), "wide": pillow(grey.astype(np.int32) * 200, "PNG", mode="I;16"),
             "transparent": pillow(grey, "PNG", transparency=100)}
    for contents in files.values():
        for channels in (0, 1, 3, 4):
            step(RAW.DecodePng(contents=contents, channels=channels))
            step(RAW.DecodePng(contents=contents, channels=channels, dtype=tf.uint16))
        step(RAW.DecodeImage(contents=contents))
        step(RAW.DecodeImage(contents=contents, dtype=tf.float32))
        step(RAW.DecodeImage(contents=contents, dtype=tf.uint16, channels=3))
    contents = files["rgba"]
    step(RAW.DecodePng(contents=contents[:-20]))
    step(RAW.DecodePng(contents=contents[:20]))
    broken = bytearray(contents)
    broken[60] ^= 0x55
    step(RAW.DecodePng(contents=bytes(broken)))
    for image in (color, color[:, :, :3], color[:, :, :2], grey, color.astype(np.uint16) * 257, grey.astype(np.uint16) * 100):
        kind = tf.uint16 if image.dtype == np.uint16 else tf.uint8
        for compression in (-1, 0, 9):
            step(RAW.DecodePng(contents=RAW.EncodePng(image=image, compression=compression), dtype=kind))
    many = RAW.EncodePng(image=np.stack([color, color[::-1]]))
    step(RAW.DecodePng(contents=many[1]))
    step(RAW.DecodeJpeg(contents=contents, channels=3))
    step(RAW.DecodeGif(contents=contents))


def others():
    frames = [Image.fromarray(smooth(8, 10, 3)).convert("P") for _ in range(3)]
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:])
    animated = out.getvalue()
    still = pillow(smooth(5, 4, 3), "GIF", mode="P")
    for contents in (animated, still):
        step(RAW.DecodeGif(contents=contents))
        step(RAW.DecodeImage(contents=contents))
        step(RAW.DecodeImage(contents=contents, expand_animations=False))
        step(RAW.DecodeImage(contents=contents, dtype=tf.float32))
        step(RAW.DecodePng(contents=contents))
    for array, mode in ((smooth(5, 7, 3), None), (smooth(4, 6, 4), None)):
        contents = pillow(array, "BMP", mode=mode)
        step(RAW.DecodeBmp(contents=contents))
        step(RAW.DecodeBmp(contents=contents, channels=array.shape[2]))
        step(RAW.DecodeBmp(contents=contents, channels=1))
        step(RAW.DecodeImage(contents=contents))
        step(RAW.DecodeBmp(contents=contents[:-9]))
    jpeg = pillow(smooth(9, 8, 3), "JPEG")
    step(RAW.DecodeImage(contents=jpeg, dtype=tf.uint16))
    step(RAW.DecodeImage(contents=jpeg, dtype=tf.float32, channels=1))
    step(RAW.DecodeGif(contents=jpeg))
    step(RAW.DecodeImage(contents=b"BM"))


def sounds():
    samples = RANDOM.uniform(-1.2, 1.2, [9, 2]).astype(np.float32)
    contents = RAW.EncodeWav(audio=samples, sample_rate=8000)
    step(contents)
    step(*RAW.DecodeWav(contents=contents))
    for channels, count in ((1, -1), (2, 4), (3, 12), (-1, 20)):
        step(*RAW.DecodeWav(contents=contents, desired_channels=channels, desired_samples=count))
    step(RAW.EncodeWav(audio=samples, sample_rate=0))
    data = struct.pack("<hhhh", 1, -2, 32767, -32768)
    head = struct.pack("<4sI4s4sIHHIIHH", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1, 4000, 8000, 2, 16)
    whole = head + struct.pack("<4sI", b"data", len(data)) + data
    noted = head + struct.pack("<4sI4s", b"note", 4, b"abcd") + struct.pack("<4sI", b"data", len(data)) + data
    for one in (whole, noted, whole[:-3], whole[:30], head[:20] + b"\x03\x00" + head[22:] + whole[36:], b"", b"RIFF"):
        step(*RAW.DecodeWav(contents=one))


def main():
    with tf.Graph().as_default() as graph:
        for program in (jpegs, pngs, others, sounds):
            with v1.name_scope(program.__name__):
                program()
    RECORDER.write(graph, "image_files.pb")


if __name__ == "__main__":
    main()
