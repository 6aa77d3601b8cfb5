"""tf.image."""
from __future__ import annotations

from typing import Any

from ...dtypes import DType, as_dtype
from . import _array, _math, _random
from ._apply import apply as _apply
from ._apply import constant, convert_to_tensor
from ._control_flow import cond
from ._graph import name_scope
from ._near import missing as _missing

__all__ = ["ResizeMethod", "adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue", "adjust_saturation", "central_crop",
           "combined_non_max_suppression", "convert_image_dtype", "crop_and_resize", "crop_to_bounding_box", "decode_image", "draw_bounding_boxes",
           "encode_png", "flip_left_right", "flip_up_down", "grayscale_to_rgb", "image_gradients", "non_max_suppression", "pad_to_bounding_box",
           "per_image_standardization", "psnr", "random_brightness", "random_contrast", "random_flip_left_right", "random_flip_up_down", "random_hue",
           "random_saturation", "resize", "resize_bicubic", "resize_bilinear", "resize_image_with_crop_or_pad", "resize_images",
           "resize_nearest_neighbor", "rgb_to_grayscale", "rot90", "total_variation", "transpose"]


class ResizeMethod:
    BILINEAR, NEAREST_NEIGHBOR, BICUBIC, AREA = 0, 1, 2, 3


def _resizer(op: str, title: str) -> Any:
    def function(images: Any, size: Any, align_corners: bool = False, name: Any = None, half_pixel_centers: bool = False) -> Any:
        return _apply(op, images, _array._sizes(size), align_corners=align_corners, half_pixel_centers=half_pixel_centers, name=name)
    function.__name__ = function.__qualname__ = title
    return function


resize_bilinear, resize_bicubic = _resizer("ResizeBilinear", "resize_bilinear"), _resizer("ResizeBicubic", "resize_bicubic")
resize_nearest_neighbor = _resizer("ResizeNearestNeighbor", "resize_nearest_neighbor")


def _batched(image: Any) -> tuple[Any, bool]:
    image = convert_to_tensor(image, name="images")
    if image.shape.ndims == 3:
        return _array.expand_dims(image, 0), True
    return image, False


def resize_images(images: Any, size: Any, method: Any = ResizeMethod.BILINEAR, align_corners: bool = False, preserve_aspect_ratio: bool = False,
                  name: Any = None) -> Any:
    """Shapes: [batch, rows, columns, channels] or [rows, columns, channels]; size is [rows, columns]."""
    if preserve_aspect_ratio:
        raise NotImplementedError("resize with preserve_aspect_ratio is UNIMPLEMENTED")
    with name_scope(name, "resize", [images, size]):
        images, single = _batched(images)
        key = {"bilinear": 0, "nearest": 1, "bicubic": 2, "area": 3}.get(method, method)
        op = {0: "ResizeBilinear", 1: "ResizeNearestNeighbor", 2: "ResizeBicubic", 3: "ResizeArea"}.get(key)
        if op is None:
            raise ValueError("Resize method is not implemented: %s" % method)
        made = _apply(op, images, _array._sizes(size), align_corners=align_corners)
        return _array.squeeze(made, [0]) if single else made


resize = resize_images


def _flip(axis: int, title: str) -> Any:
    def function(image: Any) -> Any:
        with name_scope(None, title, [image]):
            image = convert_to_tensor(image, name="image")
            return _array.reverse(image, [axis + (1 if image.shape.ndims == 4 else 0)])
    function.__name__ = function.__qualname__ = title
    return function


flip_left_right, flip_up_down = _flip(1, "flip_left_right"), _flip(0, "flip_up_down")


def _random_flip(flip: Any, title: str) -> Any:
    def function(image: Any, seed: Any = None) -> Any:
        with name_scope(None, title, [image]):
            image = convert_to_tensor(image, name="image")
            if image.shape.ndims == 4:
                raise NotImplementedError("%s of a batch is UNIMPLEMENTED: map it over the images" % title)
            mirrored = _random.random_uniform([], 0, 1.0, seed=seed) < 0.5
            result = cond(mirrored, lambda: flip(image), lambda: image)
            if result.shape != image.shape and image.shape.ndims is not None:
                result.set_shape(image.shape)
            return result
    function.__name__ = function.__qualname__ = title
    return function


random_flip_left_right, random_flip_up_down = _random_flip(flip_left_right, "random_flip_left_right"), _random_flip(flip_up_down, "random_flip_up_down")


def rot90(image: Any, k: int = 1, name: Any = None) -> Any:
    """Counter-clockwise, k times; k is a number."""
    with name_scope(name, "rot90", [image]):
        image, single = _batched(image)
        k = int(k) % 4
        if k in (1, 3):
            turned = _array.transpose(image, [0, 2, 1, 3])
            image = _array.reverse(turned, [1 if k == 1 else 2])
        elif k == 2:
            image = _array.reverse(image, [1, 2])
        return _array.squeeze(image, [0]) if single else image


def transpose(image: Any, name: Any = None) -> Any:
    image = convert_to_tensor(image)
    return _array.transpose(image, [1, 0, 2] if image.shape.ndims == 3 else [0, 2, 1, 3], name=name or "transpose")


def crop_to_bounding_box(image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any) -> Any:
    with name_scope(None, "crop_to_bounding_box", [image]):
        image, single = _batched(image)
        made = _array.slice_(image, _array.stack([0, offset_height, offset_width, 0]), _array.stack([-1, target_height, target_width, -1]))
        return _array.squeeze(made, [0]) if single else made


def pad_to_bounding_box(image: Any, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any) -> Any:
    with name_scope(None, "pad_to_bounding_box", [image]):
        image, single = _batched(image)
        sizes = _array.shape_as_list(image)
        after = [target_height - offset_height - sizes[1], target_width - offset_width - sizes[2]]
        made = _array.pad(image, _array.reshape(_array.stack([0, 0, offset_height, after[0], offset_width, after[1], 0, 0]), [4, 2]))
        return _array.squeeze(made, [0]) if single else made


def central_crop(image: Any, central_fraction: float) -> Any:
    with name_scope(None, "central_crop", [image]):
        if not 0 < central_fraction <= 1:
            raise ValueError("central_fraction must be within (0, 1]")
        image, single = _batched(image)
        rows, columns = (s.value for s in image.shape[1:3])
        if rows is None or columns is None:
            raise NotImplementedError("central_crop of an image of unknown size is UNIMPLEMENTED")
        top, left = int((rows - rows * central_fraction) / 2), int((columns - columns * central_fraction) / 2)
        made = crop_to_bounding_box(image, top, left, rows - 2 * top, columns - 2 * left)
        return _array.squeeze(made, [0]) if single else made


def resize_image_with_crop_or_pad(image: Any, target_height: int, target_width: int) -> Any:
    with name_scope(None, "resize_image_with_crop_or_pad", [image]):
        image, single = _batched(image)
        rows, columns = _array.shape_as_list(image)[1:3]
        if not isinstance(rows, int) or not isinstance(columns, int):
            raise NotImplementedError("resize_image_with_crop_or_pad of an image of unknown size is UNIMPLEMENTED")
        cropped = crop_to_bounding_box(image, max(rows - target_height, 0) // 2, max(columns - target_width, 0) // 2, min(target_height, rows),
                                       min(target_width, columns))
        made = pad_to_bounding_box(cropped, max(target_height - rows, 0) // 2, max(target_width - columns, 0) // 2, target_height, target_width)
        return _array.squeeze(made, [0]) if single else made


resize_with_crop_or_pad = resize_image_with_crop_or_pad


def per_image_standardization(image: Any) -> Any:
    """Mean 0 and variance 1, over each image."""
    with name_scope(None, "per_image_standardization", [image]) as scope:
        image = _math.cast(convert_to_tensor(image, name="image"), DType.float32)
        axes = [-1, -2, -3]
        mean = _math.reduce_mean(image, axes, keepdims=True)
        deviation = _math.sqrt(_math.reduce_mean(_math.square(image - mean), axes, keepdims=True))
        count = _math.reduce_prod(_array.shape(image)[-3:])
        least = _math.rsqrt(_math.cast(count, DType.float32))
        return _math.div(image - mean, _math.maximum(deviation, least), name=scope)


def convert_image_dtype(image: Any, dtype: Any, saturate: bool = False, name: Any = None) -> Any:
    """Whole numbers are the range of their type, floating ones [0, 1)."""
    image, wanted = convert_to_tensor(image, name="image"), as_dtype(dtype)
    if image.dtype == wanted:
        return _array.identity(image, name=name)
    convert = _math.saturate_cast if saturate else _math.cast
    with name_scope(name, "convert_image", [image]) as scope:
        if image.dtype.is_integer and wanted.is_integer:
            if image.dtype.max > wanted.max:
                return convert(_math.floordiv(image, (image.dtype.max + 1) // (wanted.max + 1)), wanted, name=scope)
            return _math.multiply(convert(image, wanted), (wanted.max + 1) // (image.dtype.max + 1), name=scope)
        if image.dtype.is_floating and wanted.is_floating:
            return _math.cast(image, wanted, name=scope)
        if image.dtype.is_integer:
            return _math.multiply(_math.cast(image, wanted), 1.0 / image.dtype.max, name=scope)
        return convert(_math.multiply(image, wanted.max + 0.5), wanted, name=scope)


def rgb_to_grayscale(images: Any, name: Any = None) -> Any:
    with name_scope(name, "rgb_to_grayscale", [images]) as scope:
        images = convert_to_tensor(images, name="images")
        kind = images.dtype
        values = convert_image_dtype(images, DType.float32)
        gray = _array.expand_dims(_math.tensordot(values, constant([0.2989, 0.5870, 0.1140]), [[values.shape.ndims - 1], [0]]), -1)
        return convert_image_dtype(gray, kind, name=scope)


def grayscale_to_rgb(images: Any, name: Any = None) -> Any:
    with name_scope(name, "grayscale_to_rgb", [images]):
        images = convert_to_tensor(images, name="images")
        return _array.tile(images, [1] * (images.shape.ndims - 1) + [3])


def _in_float(image: Any, change: Any) -> Any:
    image = convert_to_tensor(image, name="image")
    changed = change(convert_image_dtype(image, DType.float32) if not image.dtype.is_floating else image)
    return convert_image_dtype(changed, image.dtype, saturate=True)


def adjust_brightness(image: Any, delta: Any) -> Any:
    with name_scope(None, "adjust_brightness", [image]):
        return _in_float(image, lambda x: _math.add(x, _math.cast(delta, x.dtype)))


def adjust_contrast(images: Any, contrast_factor: Any) -> Any:
    with name_scope(None, "adjust_contrast", [images]):
        return _in_float(images, lambda x: _apply("AdjustContrastv2", x, contrast_factor))


def adjust_saturation(image: Any, saturation_factor: Any, name: Any = None) -> Any:
    with name_scope(name, "adjust_saturation", [image]):
        return _in_float(image, lambda x: _apply("AdjustSaturation", x, saturation_factor))


def adjust_hue(image: Any, delta: Any, name: Any = None) -> Any:
    with name_scope(name, "adjust_hue", [image]):
        return _in_float(image, lambda x: _apply("AdjustHue", x, delta))


def adjust_gamma(image: Any, gamma: Any = 1, gain: Any = 1) -> Any:
    with name_scope(None, "adjust_gamma", [image]):
        return _in_float(image, lambda x: gain * _math.pow_(x, gamma))


def random_brightness(image: Any, max_delta: float, seed: Any = None) -> Any:
    return adjust_brightness(image, _random.random_uniform([], -max_delta, max_delta, seed=seed))


def random_contrast(image: Any, lower: float, upper: float, seed: Any = None) -> Any:
    return adjust_contrast(image, _random.random_uniform([], lower, upper, seed=seed))


def random_hue(image: Any, max_delta: float, seed: Any = None) -> Any:
    return adjust_hue(image, _random.random_uniform([], -max_delta, max_delta, seed=seed))


def random_saturation(image: Any, lower: float, upper: float, seed: Any = None) -> Any:
    return adjust_saturation(image, _random.random_uniform([], lower, upper, seed=seed))


def decode_image(contents: Any, channels: Any = None, dtype: Any = DType.uint8, name: Any = None, expand_animations: bool = True) -> Any:
    return _apply("DecodeImage", contents, channels=channels or 0, dtype=as_dtype(dtype), expand_animations=expand_animations, name=name)


def encode_png(image: Any, compression: int = -1, name: Any = None) -> Any:
    return _apply("EncodePng", image, compression=compression, name=name)


def non_max_suppression(boxes: Any, scores: Any, max_output_size: Any, iou_threshold: Any = 0.5, score_threshold: Any = float("-inf"),
                        name: Any = None) -> Any:
    with name_scope(name, "non_max_suppression"):
        return _apply("NonMaxSuppressionV3", boxes, scores, max_output_size, convert_to_tensor(iou_threshold, name="iou_threshold"),
                      convert_to_tensor(score_threshold, name="score_threshold"))


def combined_non_max_suppression(boxes: Any, scores: Any, max_output_size_per_class: Any, max_total_size: Any, iou_threshold: Any = 0.5,
                                 score_threshold: Any = float("-inf"), pad_per_class: bool = False, clip_boxes: bool = True, name: Any = None) -> Any:
    from ._near import of_op
    got = of_op("CombinedNonMaxSuppression", "combined_non_max_suppression")(
        boxes, scores, max_output_size_per_class, max_total_size, convert_to_tensor(iou_threshold, DType.float32),
        convert_to_tensor(score_threshold, DType.float32), pad_per_class=pad_per_class, clip_boxes=clip_boxes, name=name)
    from typing import NamedTuple
    CombinedNonMaxSuppression = NamedTuple("CombinedNonMaxSuppression", [
        ("nmsed_boxes", Any), ("nmsed_scores", Any), ("nmsed_classes", Any), ("valid_detections", Any)])
    return CombinedNonMaxSuppression(*got)


def crop_and_resize(image: Any, boxes: Any, box_ind: Any = None, crop_size: Any = None, method: str = "bilinear", extrapolation_value: float = 0,
                    name: Any = None, box_indices: Any = None) -> Any:
    return _apply("CropAndResize", image, boxes, box_ind if box_indices is None else box_indices, crop_size, method=method,
                  extrapolation_value=extrapolation_value, name=name)


def draw_bounding_boxes(images: Any, boxes: Any, name: Any = None, colors: Any = None) -> Any:
    if colors is None:
        return _apply("DrawBoundingBoxes", images, boxes, name=name)
    return _apply("DrawBoundingBoxesV2", images, boxes, colors, name=name)


def image_gradients(image: Any) -> tuple[Any, Any]:
    image = convert_to_tensor(image)
    dy, dx = image[:, 1:, :, :] - image[:, :-1, :, :], image[:, :, 1:, :] - image[:, :, :-1, :]
    return _array.pad(dy, [[0, 0], [0, 1], [0, 0], [0, 0]]), _array.pad(dx, [[0, 0], [0, 0], [0, 1], [0, 0]])


def total_variation(images: Any, name: Any = None) -> Any:
    with name_scope(name, "total_variation"):
        images = convert_to_tensor(images)
        three = images.shape.ndims == 3
        down = images[1:] - images[:-1] if three else images[:, 1:] - images[:, :-1]
        right = images[:, 1:] - images[:, :-1] if three else images[:, :, 1:] - images[:, :, :-1]
        axes = None if three else [1, 2, 3]
        return _math.reduce_sum(_math.abs_(down), axis=axes) + _math.reduce_sum(_math.abs_(right), axis=axes)


def psnr(a: Any, b: Any, max_val: Any, name: Any = None) -> Any:
    with name_scope(name, "PSNR", [a, b]):
        a, b = convert_image_dtype(a, DType.float32), convert_image_dtype(b, DType.float32)
        largest = _math.cast(max_val, DType.float32)
        mse = _math.reduce_mean(_math.squared_difference(a, b), [-3, -2, -1])
        return 20 * _math.log(largest) / 2.302585093 - 10 / 2.302585093 * _math.log(mse)


__getattr__ = _missing(__name__, "image")
