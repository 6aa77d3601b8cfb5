"""Layers, which models are made of.

Made from the rows of core/learn by tools/generate; not to be edited."""
from __future__ import annotations

from typing import Literal, Sequence

from ._spec import Layer, SpecLike


class Input(Layer):
    """The input of a sequential model: sizes of a sample, without the batch; -1: any size, as of the batch."""

    def __init__(self, shape: Sequence[int], dtype: str = "float", name: str = "", batch_size: int = -1) -> None:
        super().__init__("Input", (("shape", list(shape)),), (("dtype", str(dtype), "float"), ("name", name, ""), ("batch_size", batch_size, -1)))


class Activation(Layer):
    """Applies an activation, element by element but for softmax. Shapes: y is like x."""

    def __init__(self, activation: SpecLike, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Activation", (("activation", activation),), (("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AdaptiveAveragePooling1D(Layer):
    """The means of windows that divide each axis into output_size as evenly as they can, and overlap by one
    where that is needed. Shapes: x [b, n, c], y [b, m, c].
    """

    def __init__(self, output_size: int | Sequence[int],
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AdaptiveAveragePooling1D", (("output_size", output_size),),
            (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AdaptiveAveragePooling2D(Layer):
    """The means of windows that divide each axis into output_size as evenly as they can, and overlap by one
    where that is needed. Shapes: x [b, h, w, c], y [b, h', w', c].
    """

    def __init__(self, output_size: int | Sequence[int],
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AdaptiveAveragePooling2D", (("output_size", output_size),),
            (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AdaptiveAveragePooling3D(Layer):
    """The means of windows that divide each axis into output_size as evenly as they can, and overlap by one
    where that is needed. Shapes: x [b, d, h, w, c], y [b, d', h', w', c].
    """

    def __init__(self, output_size: int | Sequence[int],
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AdaptiveAveragePooling3D", (("output_size", output_size),),
            (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AdaptiveMaxPooling1D(Layer):
    """The largest values of windows that divide each axis into output_size as evenly as they can, and overlap
    by one where that is needed. Shapes: x [b, n, c], y [b, m, c].
    """

    def __init__(self, output_size: int | Sequence[int],
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AdaptiveMaxPooling1D", (("output_size", output_size),),
            (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AdaptiveMaxPooling2D(Layer):
    """The largest values of windows that divide each axis into output_size as evenly as they can, and overlap
    by one where that is needed. Shapes: x [b, h, w, c], y [b, h', w', c].
    """

    def __init__(self, output_size: int | Sequence[int],
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AdaptiveMaxPooling2D", (("output_size", output_size),),
            (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AdaptiveMaxPooling3D(Layer):
    """The largest values of windows that divide each axis into output_size as evenly as they can, and overlap
    by one where that is needed. Shapes: x [b, d, h, w, c], y [b, d', h', w', c].
    """

    def __init__(self, output_size: int | Sequence[int],
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AdaptiveMaxPooling3D", (("output_size", output_size),),
            (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Add(Layer):
    """The sum of the inputs, which broadcast."""

    def __init__(self, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Add", (), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class AdditiveAttention(Layer):
    """softmax(scores) value, where the scores are the sums of scale tanh(query + key) over features. With
    use_causal_mask a step attends to none behind it. Masks: what the value's masks counts for nothing, and
    what the query's masks gives zeros. Shapes: query [b, n, c], value [b, m, d], key [b, m, c], which is the
    value where it is left out; y [b, n, d]. Source: Bahdanau et al. 2014. Weights: scale.
    """

    def __init__(self, use_scale: bool = True, dropout: float = 0.0, seed: int = 0,
                 use_causal_mask: bool = False, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("AdditiveAttention", (), (("use_scale", use_scale, True), ("dropout", dropout, 0.0),
            ("seed", seed, 0), ("use_causal_mask", use_causal_mask, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AlphaDropout(Layer):
    """As Dropout for what selu gives: mean and variance stay. Shapes: y is like x."""

    def __init__(self, rate: float, noise_shape: int | Sequence[int] = (), seed: int = 0, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AlphaDropout", (("rate", rate),), (("noise_shape", noise_shape, ()),
            ("seed", seed, 0), ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class Attention(Layer):
    """softmax(scores) value, where the scores are products of query and key, by a trained scale with
    use_scale, or the sums of tanh(query + key). With use_causal_mask a step attends to none behind it. Masks:
    what the value's masks counts for nothing, and what the query's masks gives zeros. Shapes: query [b, n,
    c], value [b, m, d], key [b, m, c], which is the value where it is left out; y [b, n, d]. Source: Luong et
    al. 2015. Weights: scale, concat_score_weight.
    """

    def __init__(self, use_scale: bool = False, score_mode: Literal["dot", "concat"] = "dot",
                 dropout: float = 0.0, seed: int = 0, use_causal_mask: bool = False, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Attention", (), (("use_scale", use_scale, False), ("score_mode", score_mode, "dot"),
            ("dropout", dropout, 0.0), ("seed", seed, 0), ("use_causal_mask", use_causal_mask, False),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class Average(Layer):
    """The mean of the inputs, element by element; they broadcast."""

    def __init__(self, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Average", (), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class AveragePooling1D(Layer):
    """The mean of each window. Shapes: x [b, n, c], y [b, m, c]."""

    def __init__(self, pool_size: int | Sequence[int] = (2,), strides: int | Sequence[int] = (0,),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AveragePooling1D", (), (("pool_size", pool_size, (2,)), ("strides", strides, (0,)),
            ("padding", padding, "VALID"), ("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class AveragePooling2D(Layer):
    """The mean of each window. Shapes: x [b, h, w, c], y [b, h', w', c]."""

    def __init__(self, pool_size: int | Sequence[int] = (2, 2), strides: int | Sequence[int] = (0, 0),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AveragePooling2D", (), (("pool_size", pool_size, (2, 2)),
            ("strides", strides, (0, 0)), ("padding", padding, "VALID"),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class AveragePooling3D(Layer):
    """The mean of each window. Shapes: x [b, d, h, w, c], y [b, d', h', w', c]."""

    def __init__(self, pool_size: int | Sequence[int] = (2, 2, 2), strides: int | Sequence[int] = (0, 0, 0),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("AveragePooling3D", (), (("pool_size", pool_size, (2, 2, 2)),
            ("strides", strides, (0, 0, 0)), ("padding", padding, "VALID"),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class BatchNormalization(Layer):
    """(x - mean) / sqrt(variance + epsilon) gamma + beta for each channel. While training, mean and variance
    are those of the batch, and moving_mean and moving_variance follow them; else these are used, also by a
    layer that is not trainable. Shapes: x [..., c], with c along axis, y like it; all weights [c]. Weights:
    gamma, beta, moving_mean, moving_variance.
    """

    def __init__(self, axis: int = -1, momentum: float = 0.99, epsilon: float = 0.001, center: bool = True,
                 scale: bool = True, beta_initializer: SpecLike = "zeros",
                 gamma_initializer: SpecLike = "ones", beta_regularizer: SpecLike = "",
                 gamma_regularizer: SpecLike = "", beta_constraint: SpecLike = "",
                 gamma_constraint: SpecLike = "", moving_mean_initializer: SpecLike = "zeros",
                 moving_variance_initializer: SpecLike = "ones", name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("BatchNormalization", (), (("axis", axis, -1), ("momentum", momentum, 0.99),
            ("epsilon", epsilon, 0.001), ("center", center, True), ("scale", scale, True),
            ("beta_initializer", beta_initializer, "zeros"), ("gamma_initializer", gamma_initializer, "ones"),
            ("beta_regularizer", beta_regularizer, ""), ("gamma_regularizer", gamma_regularizer, ""),
            ("beta_constraint", beta_constraint, ""), ("gamma_constraint", gamma_constraint, ""),
            ("moving_mean_initializer", moving_mean_initializer, "zeros"),
            ("moving_variance_initializer", moving_variance_initializer, "ones"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Bidirectional(Layer):
    """Calls a recurrent layer, by its spec, and one like it that goes backwards, or backward_layer, and
    merges what both give: concat, sum, ave, mul, or none, which gives both. With sequences, masked steps give
    zeros. States and initial states: those of the first layer, then those of the second. Shapes: as the
    layer's, with concat of twice its units.
    """

    def __init__(self, layer: SpecLike, merge_mode: str = "concat", backward_layer: SpecLike = "",
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Bidirectional", (("layer", layer),), (("merge_mode", merge_mode, "concat"),
            ("backward_layer", backward_layer, ""), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class CategoryEncoding(Layer):
    """Numbers of categories, at least 0 and below num_tokens, as vectors of num_tokens. int gives the numbers
    themselves, one_hot a vector for each of them, multi_hot and count one for all of a sample. Shapes: x [b,
    n]; y [b, n], with one_hot [b, n, depth], or [b, depth] if n is 1, with the others [b, depth].
    """

    def __init__(self, num_tokens: int, output_mode: Literal["multi_hot", "one_hot", "count"] = "multi_hot",
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("CategoryEncoding", (("num_tokens", num_tokens),),
            (("output_mode", output_mode, "multi_hot"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class CenterCrop(Layer):
    """The middle of images; of smaller ones the largest part of its proportions, made larger. Shapes: x [b,
    h, w, c], y [b, height, width, c].
    """

    def __init__(self, height: int, width: int,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("CenterCrop", (("height", height), ("width", width),),
            (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Concatenate(Layer):
    """The inputs one behind the other along an axis."""

    def __init__(self, axis: int = -1, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Concatenate", (), (("axis", axis, -1), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Conv1D(Layer):
    """Convolution along one axis. padding 'causal' lets no output depend on later inputs. Shapes: x [b, n,
    c], y [b, m, filters]; kernel [kernel_size, c / groups, filters], bias [filters]. Weights: kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int, strides: int = 1,
                 padding: Literal["valid", "VALID", "same", "SAME", "causal", "CAUSAL"] = "VALID",
                 dilation_rate: int = 1, groups: int = 1, activation: SpecLike = "", use_bias: bool = True,
                 kernel_initializer: SpecLike = "glorot_uniform", bias_initializer: SpecLike = "zeros",
                 kernel_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", kernel_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Conv1D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, 1), ("padding", padding, "VALID"), ("dilation_rate", dilation_rate, 1),
            ("groups", groups, 1), ("activation", activation, ""), ("use_bias", use_bias, True),
            ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Conv1DTranspose(Layer):
    """The gradient of a convolution by its input, which makes its input larger; output_padding, below the
    strides, makes it that much longer. Shapes: x [b, n, c], y [b, m, filters]; kernel [kernel_size, filters,
    c], bias [filters]. Weights: kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int], strides: int | Sequence[int] = (1,),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID", activation: SpecLike = "",
                 use_bias: bool = True, kernel_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", kernel_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", bias_constraint: SpecLike = "",
                 output_padding: int | Sequence[int] = (), dilation_rate: int | Sequence[int] = (1,),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Conv1DTranspose", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1,)), ("padding", padding, "VALID"), ("activation", activation, ""),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("output_padding", output_padding, ()), ("dilation_rate", dilation_rate, (1,)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Conv2D(Layer):
    """Convolution over images. Shapes: x [b, h, w, c], y [b, h', w', filters]; kernel [kernel_size, c /
    groups, filters], bias [filters]. Weights: kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int], strides: int | Sequence[int] = (1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 dilation_rate: int | Sequence[int] = (1, 1), groups: int = 1, activation: SpecLike = "",
                 use_bias: bool = True, kernel_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", kernel_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", bias_constraint: SpecLike = "",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Conv2D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1, 1)), ("padding", padding, "VALID"),
            ("dilation_rate", dilation_rate, (1, 1)), ("groups", groups, 1), ("activation", activation, ""),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Conv2DTranspose(Layer):
    """The gradient of a convolution by its input, which makes its input larger; output_padding, below the
    strides, makes it that much longer. Shapes: x [b, h, w, c], y [b, h', w', filters]; kernel [kernel_size,
    filters, c], bias [filters]. Weights: kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int], strides: int | Sequence[int] = (1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID", activation: SpecLike = "",
                 use_bias: bool = True, kernel_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", kernel_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", bias_constraint: SpecLike = "",
                 output_padding: int | Sequence[int] = (), dilation_rate: int | Sequence[int] = (1, 1),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Conv2DTranspose", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1, 1)), ("padding", padding, "VALID"), ("activation", activation, ""),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("output_padding", output_padding, ()), ("dilation_rate", dilation_rate, (1, 1)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Conv3D(Layer):
    """Convolution over volumes. Shapes: x [b, d, h, w, c], y [b, d', h', w', filters]; kernel [kernel_size, c
    / groups, filters], bias [filters]. Weights: kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int],
                 strides: int | Sequence[int] = (1, 1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 dilation_rate: int | Sequence[int] = (1, 1, 1), groups: int = 1, activation: SpecLike = "",
                 use_bias: bool = True, kernel_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", kernel_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", bias_constraint: SpecLike = "",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Conv3D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1, 1, 1)), ("padding", padding, "VALID"),
            ("dilation_rate", dilation_rate, (1, 1, 1)), ("groups", groups, 1),
            ("activation", activation, ""), ("use_bias", use_bias, True),
            ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Conv3DTranspose(Layer):
    """The gradient of a convolution by its input, which makes its input larger; output_padding, below the
    strides, makes it that much longer. Shapes: x [b, d, h, w, c], y [b, d', h', w', filters]; kernel
    [kernel_size, filters, c], bias [filters]. Weights: kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int],
                 strides: int | Sequence[int] = (1, 1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID", activation: SpecLike = "",
                 use_bias: bool = True, kernel_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", kernel_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", bias_constraint: SpecLike = "",
                 output_padding: int | Sequence[int] = (), dilation_rate: int | Sequence[int] = (1, 1, 1),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Conv3DTranspose", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1, 1, 1)), ("padding", padding, "VALID"), ("activation", activation, ""),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("output_padding", output_padding, ()), ("dilation_rate", dilation_rate, (1, 1, 1)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class ConvLSTM1D(Layer):
    """LSTM over images: the products of inputs and of states with kernels are convolutions, that of states
    padded to their size. dropout and recurrent_dropout drop the same elements for all gates. Shapes: x [b,
    steps, n, c], y [b, m, filters] or [b, steps, m, filters]; kernel [kernel_size, c, 4 filters],
    recurrent_kernel [kernel_size, filters, 4 filters], bias [4 filters]. Source: Shi et al. 2015. Weights:
    kernel, recurrent_kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int], strides: int | Sequence[int] = (1,),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last",
                 dilation_rate: int | Sequence[int] = (1,), activation: SpecLike = "tanh",
                 recurrent_activation: SpecLike = "sigmoid", use_bias: bool = True,
                 kernel_initializer: SpecLike = "glorot_uniform",
                 recurrent_initializer: SpecLike = "orthogonal", bias_initializer: SpecLike = "zeros",
                 unit_forget_bias: bool = True, kernel_regularizer: SpecLike = "",
                 recurrent_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", kernel_constraint: SpecLike = "",
                 recurrent_constraint: SpecLike = "", bias_constraint: SpecLike = "", dropout: float = 0.0,
                 recurrent_dropout: float = 0.0, seed: int = 0, return_sequences: bool = False,
                 return_state: bool = False, go_backwards: bool = False, stateful: bool = False,
                 unroll: bool = False, zero_output_for_mask: bool = False, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ConvLSTM1D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1,)), ("padding", padding, "VALID"),
            ("data_format", data_format, "channels_last"), ("dilation_rate", dilation_rate, (1,)),
            ("activation", activation, "tanh"), ("recurrent_activation", recurrent_activation, "sigmoid"),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("recurrent_initializer", recurrent_initializer, "orthogonal"),
            ("bias_initializer", bias_initializer, "zeros"), ("unit_forget_bias", unit_forget_bias, True),
            ("kernel_regularizer", kernel_regularizer, ""),
            ("recurrent_regularizer", recurrent_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""), ("kernel_constraint", kernel_constraint, ""),
            ("recurrent_constraint", recurrent_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("dropout", dropout, 0.0), ("recurrent_dropout", recurrent_dropout, 0.0), ("seed", seed, 0),
            ("return_sequences", return_sequences, False), ("return_state", return_state, False),
            ("go_backwards", go_backwards, False), ("stateful", stateful, False), ("unroll", unroll, False),
            ("zero_output_for_mask", zero_output_for_mask, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class ConvLSTM2D(Layer):
    """LSTM over images: the products of inputs and of states with kernels are convolutions, that of states
    padded to their size. dropout and recurrent_dropout drop the same elements for all gates. Shapes: x [b,
    steps, h, w, c], y [b, h', w', filters] or [b, steps, h', w', filters]; kernel [kernel_size, c, 4
    filters], recurrent_kernel [kernel_size, filters, 4 filters], bias [4 filters]. Source: Shi et al. 2015.
    Weights: kernel, recurrent_kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int], strides: int | Sequence[int] = (1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last",
                 dilation_rate: int | Sequence[int] = (1, 1), activation: SpecLike = "tanh",
                 recurrent_activation: SpecLike = "sigmoid", use_bias: bool = True,
                 kernel_initializer: SpecLike = "glorot_uniform",
                 recurrent_initializer: SpecLike = "orthogonal", bias_initializer: SpecLike = "zeros",
                 unit_forget_bias: bool = True, kernel_regularizer: SpecLike = "",
                 recurrent_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", kernel_constraint: SpecLike = "",
                 recurrent_constraint: SpecLike = "", bias_constraint: SpecLike = "", dropout: float = 0.0,
                 recurrent_dropout: float = 0.0, seed: int = 0, return_sequences: bool = False,
                 return_state: bool = False, go_backwards: bool = False, stateful: bool = False,
                 unroll: bool = False, zero_output_for_mask: bool = False, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ConvLSTM2D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1, 1)), ("padding", padding, "VALID"),
            ("data_format", data_format, "channels_last"), ("dilation_rate", dilation_rate, (1, 1)),
            ("activation", activation, "tanh"), ("recurrent_activation", recurrent_activation, "sigmoid"),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("recurrent_initializer", recurrent_initializer, "orthogonal"),
            ("bias_initializer", bias_initializer, "zeros"), ("unit_forget_bias", unit_forget_bias, True),
            ("kernel_regularizer", kernel_regularizer, ""),
            ("recurrent_regularizer", recurrent_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""), ("kernel_constraint", kernel_constraint, ""),
            ("recurrent_constraint", recurrent_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("dropout", dropout, 0.0), ("recurrent_dropout", recurrent_dropout, 0.0), ("seed", seed, 0),
            ("return_sequences", return_sequences, False), ("return_state", return_state, False),
            ("go_backwards", go_backwards, False), ("stateful", stateful, False), ("unroll", unroll, False),
            ("zero_output_for_mask", zero_output_for_mask, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class ConvLSTM3D(Layer):
    """LSTM over images: the products of inputs and of states with kernels are convolutions, that of states
    padded to their size. dropout and recurrent_dropout drop the same elements for all gates. Shapes: x [b,
    steps, d, h, w, c], y [b, d', h', w', filters] or [b, steps, d', h', w', filters]; kernel [kernel_size, c,
    4 filters], recurrent_kernel [kernel_size, filters, 4 filters], bias [4 filters]. Source: Shi et al. 2015.
    Weights: kernel, recurrent_kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int],
                 strides: int | Sequence[int] = (1, 1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last",
                 dilation_rate: int | Sequence[int] = (1, 1, 1), activation: SpecLike = "tanh",
                 recurrent_activation: SpecLike = "sigmoid", use_bias: bool = True,
                 kernel_initializer: SpecLike = "glorot_uniform",
                 recurrent_initializer: SpecLike = "orthogonal", bias_initializer: SpecLike = "zeros",
                 unit_forget_bias: bool = True, kernel_regularizer: SpecLike = "",
                 recurrent_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", kernel_constraint: SpecLike = "",
                 recurrent_constraint: SpecLike = "", bias_constraint: SpecLike = "", dropout: float = 0.0,
                 recurrent_dropout: float = 0.0, seed: int = 0, return_sequences: bool = False,
                 return_state: bool = False, go_backwards: bool = False, stateful: bool = False,
                 unroll: bool = False, zero_output_for_mask: bool = False, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ConvLSTM3D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1, 1, 1)), ("padding", padding, "VALID"),
            ("data_format", data_format, "channels_last"), ("dilation_rate", dilation_rate, (1, 1, 1)),
            ("activation", activation, "tanh"), ("recurrent_activation", recurrent_activation, "sigmoid"),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("recurrent_initializer", recurrent_initializer, "orthogonal"),
            ("bias_initializer", bias_initializer, "zeros"), ("unit_forget_bias", unit_forget_bias, True),
            ("kernel_regularizer", kernel_regularizer, ""),
            ("recurrent_regularizer", recurrent_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""), ("kernel_constraint", kernel_constraint, ""),
            ("recurrent_constraint", recurrent_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("dropout", dropout, 0.0), ("recurrent_dropout", recurrent_dropout, 0.0), ("seed", seed, 0),
            ("return_sequences", return_sequences, False), ("return_state", return_state, False),
            ("go_backwards", go_backwards, False), ("stateful", stateful, False), ("unroll", unroll, False),
            ("zero_output_for_mask", zero_output_for_mask, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Cropping1D(Layer):
    """Leaves out positions at both ends. Shapes: x [b, n, c]."""

    def __init__(self, cropping: int | Sequence[int] = (1,), name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("Cropping1D", (), (("cropping", cropping, (1,)), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Cropping2D(Layer):
    """Leaves out the edges: one number, [height, width], or [top, bottom, left, right]. Shapes: x [b, h, w,
    c].
    """

    def __init__(self, cropping: int | Sequence[int] = (0,),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Cropping2D", (), (("cropping", cropping, (0,)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Cropping3D(Layer):
    """Leaves out the edges: one number, one for each axis, or two for each. Shapes: x [b, d, h, w, c]."""

    def __init__(self, cropping: int | Sequence[int] = (1,),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Cropping3D", (), (("cropping", cropping, (1,)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class CustomScaleLayer(Layer):
    """x + scale other, as InceptionResNet adds its blocks. Shapes: y is like x, and other."""

    def __init__(self, scale: float, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("CustomScaleLayer", (("scale", scale),), (("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Dense(Layer):
    """activation(x kernel + bias) over the last dimension. Shapes: x [..., n], y [..., units]; kernel [n,
    units], bias [units]. Weights: kernel, bias.
    """

    def __init__(self, units: int, activation: SpecLike = "", use_bias: bool = True,
                 kernel_initializer: SpecLike = "glorot_uniform", bias_initializer: SpecLike = "zeros",
                 kernel_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", kernel_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "", name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("Dense", (("units", units),), (("activation", activation, ""),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class DepthwiseConv1D(Layer):
    """Convolves each channel by itself, along one axis. Shapes: x [b, n, c], y [b, m, c depth_multiplier];
    kernel [kernel_size, c, depth_multiplier], bias [c depth_multiplier]. Weights: kernel, bias.
    """

    def __init__(self, kernel_size: int, strides: int = 1,
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID", depth_multiplier: int = 1,
                 dilation_rate: int = 1, activation: SpecLike = "", use_bias: bool = True,
                 depthwise_initializer: SpecLike = "glorot_uniform", bias_initializer: SpecLike = "zeros",
                 depthwise_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", depthwise_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("DepthwiseConv1D", (("kernel_size", kernel_size),), (("strides", strides, 1),
            ("padding", padding, "VALID"), ("depth_multiplier", depth_multiplier, 1),
            ("dilation_rate", dilation_rate, 1), ("activation", activation, ""), ("use_bias", use_bias, True),
            ("depthwise_initializer", depthwise_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"),
            ("depthwise_regularizer", depthwise_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""),
            ("depthwise_constraint", depthwise_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class DepthwiseConv2D(Layer):
    """Convolves each channel by itself. Shapes: x [b, h, w, c], y [b, h', w', c depth_multiplier]; kernel
    [kernel_size, c, depth_multiplier], bias [c depth_multiplier]. Weights: kernel, bias.
    """

    def __init__(self, kernel_size: int | Sequence[int], strides: int | Sequence[int] = (1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID", depth_multiplier: int = 1,
                 dilation_rate: int | Sequence[int] = (1, 1), activation: SpecLike = "",
                 use_bias: bool = True, depthwise_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", depthwise_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 depthwise_constraint: SpecLike = "", bias_constraint: SpecLike = "",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("DepthwiseConv2D", (("kernel_size", kernel_size),), (("strides", strides, (1, 1)),
            ("padding", padding, "VALID"), ("depth_multiplier", depth_multiplier, 1),
            ("dilation_rate", dilation_rate, (1, 1)), ("activation", activation, ""),
            ("use_bias", use_bias, True), ("depthwise_initializer", depthwise_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"),
            ("depthwise_regularizer", depthwise_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""),
            ("depthwise_constraint", depthwise_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Discretization(Layer):
    """The number of the bin that x falls into: how many of bin_boundaries are not above it. From data
    num_bins bins of about as many values each are learned. int gives the numbers themselves, one_hot a vector
    for each of them, multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot
    [b, n, depth], or [b, depth] if n is 1, with the others [b, depth].
    """

    def __init__(self, bin_boundaries: float | Sequence[float] = (), num_bins: int = 0, epsilon: float = 0.01,
                 output_mode: Literal["int", "one_hot", "multi_hot", "count"] = "int", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Discretization", (), (("bin_boundaries", bin_boundaries, ()),
            ("num_bins", num_bins, 0), ("epsilon", epsilon, 0.01), ("output_mode", output_mode, "int"),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class Dot(Layer):
    """The sums of products along an axis of each, one number or two, behind the batch; with normalize of
    vectors of length 1. Shapes: x [b, ..., n, ...], other [b, ..., n, ...], y [b, what else x has, what else
    other has], or [b, 1] where that is nothing.
    """

    def __init__(self, axes: int | Sequence[int], normalize: bool = False, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Dot", (("axes", axes),), (("normalize", normalize, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Dropout(Layer):
    """While training, makes each element 0 with probability rate and the others larger by 1 / (1 - rate).
    Along axes of size 1 in noise_shape all go together; none in it is the size of x. Shapes: y is like x.
    """

    def __init__(self, rate: float, noise_shape: int | Sequence[int] = (), seed: int = 0, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Dropout", (("rate", rate),), (("noise_shape", noise_shape, ()), ("seed", seed, 0),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class ELU(Layer):
    """x where it is positive, alpha (exp(x) - 1) elsewhere. Shapes: y is like x."""

    def __init__(self, alpha: float = 1.0, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ELU", (), (("alpha", alpha, 1.0), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class EinsumDense(Layer):
    """The product of x and kernel by an equation of einsum, as abc,cd->abd, plus bias along bias_axes, if
    they are said. output_shape has the sizes of y behind the batch that x does not say; -1: those of x. In
    front of both or behind both dots may stand for more dimensions. Shapes: as the equation says; bias from
    the first of bias_axes on. Weights: kernel, bias.
    """

    def __init__(self, equation: str, output_shape: int | Sequence[int], activation: SpecLike = "",
                 bias_axes: str = "", kernel_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", kernel_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", bias_constraint: SpecLike = "", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("EinsumDense", (("equation", equation), ("output_shape", output_shape),),
            (("activation", activation, ""), ("bias_axes", bias_axes, ""),
            ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class Embedding(Layer):
    """Gives each number, which is at least 0 and below input_dim, its row of embeddings. Shapes: x [...], y
    [..., output_dim]; embeddings [input_dim, output_dim]. Weights: embeddings.
    """

    def __init__(self, input_dim: int, output_dim: int, embeddings_initializer: SpecLike = "uniform",
                 embeddings_regularizer: SpecLike = "", embeddings_constraint: SpecLike = "",
                 mask_zero: bool = False, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Embedding", (("input_dim", input_dim), ("output_dim", output_dim),),
            (("embeddings_initializer", embeddings_initializer, "uniform"),
            ("embeddings_regularizer", embeddings_regularizer, ""),
            ("embeddings_constraint", embeddings_constraint, ""), ("mask_zero", mask_zero, False),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class Flatten(Layer):
    """Joins all dimensions but the first. Shapes: x [b, n, m, ...], y [b, n m ...]."""

    def __init__(self, data_format: Literal["channels_last", "channels_first"] = "channels_last",
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Flatten", (), (("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class GRU(Layer):
    """Gated recurrent unit: h = z h + (1 - z) activation(k), with the gates z and r by recurrent_activation;
    z, r, k are x kernel + h recurrent_kernel + bias, in this order, where r multiplies what h gives to k
    (reset_after) or h before it does. Gives the output of the last step, with return_sequences of all steps,
    and behind them with return_state the states, as values of their own. A step whose mask is false changes
    no state; its output is that of the step before, or zeros with zero_output_for_mask. dropout and
    recurrent_dropout drop the same elements of inputs and states in every step. Initial states may be further
    inputs; then, as in Keras, the mask is only passed on. With stateful a batch, whose size has to be known,
    begins with the states that the one before ended with. Errors: UNIMPLEMENTED for stateful where a strategy
    divides batches. Shapes: x [b, steps, n], y [b, units] or [b, steps, units], states [b, units]; kernel [n,
    3 units], recurrent_kernel [units, 3 units], bias [2, 3 units], of inputs and of states, or [3 units]
    without reset_after. Source: Cho et al. 2014. Weights: kernel, recurrent_kernel, bias.
    """

    def __init__(self, units: int, activation: SpecLike = "tanh", recurrent_activation: SpecLike = "sigmoid",
                 use_bias: bool = True, kernel_initializer: SpecLike = "glorot_uniform",
                 recurrent_initializer: SpecLike = "orthogonal", bias_initializer: SpecLike = "zeros",
                 kernel_regularizer: SpecLike = "", recurrent_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", recurrent_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "", dropout: float = 0.0, recurrent_dropout: float = 0.0,
                 seed: int = 0, return_sequences: bool = False, return_state: bool = False,
                 go_backwards: bool = False, stateful: bool = False, unroll: bool = False,
                 zero_output_for_mask: bool = False, reset_after: bool = True, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("GRU", (("units", units),), (("activation", activation, "tanh"),
            ("recurrent_activation", recurrent_activation, "sigmoid"), ("use_bias", use_bias, True),
            ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("recurrent_initializer", recurrent_initializer, "orthogonal"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("recurrent_regularizer", recurrent_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""), ("kernel_constraint", kernel_constraint, ""),
            ("recurrent_constraint", recurrent_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("dropout", dropout, 0.0), ("recurrent_dropout", recurrent_dropout, 0.0), ("seed", seed, 0),
            ("return_sequences", return_sequences, False), ("return_state", return_state, False),
            ("go_backwards", go_backwards, False), ("stateful", stateful, False), ("unroll", unroll, False),
            ("zero_output_for_mask", zero_output_for_mask, False), ("reset_after", reset_after, True),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class GaussianDropout(Layer):
    """While training, multiplies by normal noise of mean 1 and variance rate / (1 - rate). Shapes: y is like
    x.
    """

    def __init__(self, rate: float, seed: int = 0, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("GaussianDropout", (("rate", rate),), (("seed", seed, 0), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class GaussianNoise(Layer):
    """While training, adds normal noise. Shapes: y is like x."""

    def __init__(self, stddev: float, seed: int = 0, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("GaussianNoise", (("stddev", stddev),), (("seed", seed, 0), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class GlobalAveragePooling1D(Layer):
    """The Mean over all positions, of those that count if there is a mask. Shapes: x [b, n, c], y [b, c].
    """

    def __init__(self, keepdims: bool = False,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("GlobalAveragePooling1D", (), (("keepdims", keepdims, False),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class GlobalAveragePooling2D(Layer):
    """The Mean over all positions. Shapes: x [b, h, w, c], y [b, c]."""

    def __init__(self, keepdims: bool = False,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("GlobalAveragePooling2D", (), (("keepdims", keepdims, False),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class GlobalAveragePooling3D(Layer):
    """The Mean over all positions. Shapes: x [b, d, h, w, c], y [b, c]."""

    def __init__(self, keepdims: bool = False,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("GlobalAveragePooling3D", (), (("keepdims", keepdims, False),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class GlobalMaxPooling1D(Layer):
    """The Max over all positions. Shapes: x [b, n, c], y [b, c]."""

    def __init__(self, keepdims: bool = False,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("GlobalMaxPooling1D", (), (("keepdims", keepdims, False),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class GlobalMaxPooling2D(Layer):
    """The Max over all positions. Shapes: x [b, h, w, c], y [b, c]."""

    def __init__(self, keepdims: bool = False,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("GlobalMaxPooling2D", (), (("keepdims", keepdims, False),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class GlobalMaxPooling3D(Layer):
    """The Max over all positions. Shapes: x [b, d, h, w, c], y [b, c]."""

    def __init__(self, keepdims: bool = False,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("GlobalMaxPooling3D", (), (("keepdims", keepdims, False),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class GroupNormalization(Layer):
    """(x - mean) / sqrt(variance + epsilon) gamma + beta over the positions and channels of each group of
    channels; groups -1: one for each channel. Shapes: x [b, ..., c], y like it; gamma and beta [c]. Weights:
    gamma, beta.
    """

    def __init__(self, groups: int = 32, axis: int = -1, epsilon: float = 0.001, center: bool = True,
                 scale: bool = True, beta_initializer: SpecLike = "zeros",
                 gamma_initializer: SpecLike = "ones", beta_regularizer: SpecLike = "",
                 gamma_regularizer: SpecLike = "", beta_constraint: SpecLike = "",
                 gamma_constraint: SpecLike = "", name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("GroupNormalization", (), (("groups", groups, 32), ("axis", axis, -1),
            ("epsilon", epsilon, 0.001), ("center", center, True), ("scale", scale, True),
            ("beta_initializer", beta_initializer, "zeros"), ("gamma_initializer", gamma_initializer, "ones"),
            ("beta_regularizer", beta_regularizer, ""), ("gamma_regularizer", gamma_regularizer, ""),
            ("beta_constraint", beta_constraint, ""), ("gamma_constraint", gamma_constraint, ""),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class GroupedQueryAttention(Layer):
    """MultiHeadAttention where heads of queries share those of keys and values, num_query_heads /
    num_key_value_heads of them each. With sliding_window steps that are that far apart, or further, do not
    attend; with use_gate what heads give is multiplied with sigmoids of one more product of the query.
    Shapes: query [b, n, c], value [b, m, d], key [b, m, e], which is the value where it is left out; y [b, n,
    c]. Source: Ainslie et al. 2023. Weights: query_kernel, query_bias, key_kernel, key_bias, gate_kernel,
    gate_bias, value_kernel, value_bias, attention_output_kernel, attention_output_bias.
    """

    def __init__(self, head_dim: int, num_query_heads: int, num_key_value_heads: int, dropout: float = 0.0,
                 use_bias: bool = True, sliding_window: int = 0,
                 kernel_initializer: SpecLike = "glorot_uniform", bias_initializer: SpecLike = "zeros",
                 kernel_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", kernel_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "", use_gate: bool = False, seed: int = 0,
                 use_causal_mask: bool = False, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("GroupedQueryAttention",
            (("head_dim", head_dim), ("num_query_heads", num_query_heads), ("num_key_value_heads", num_key_value_heads),),
            (("dropout", dropout, 0.0), ("use_bias", use_bias, True), ("sliding_window", sliding_window, 0),
            ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("use_gate", use_gate, False), ("seed", seed, 0), ("use_causal_mask", use_causal_mask, False),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class Hashing(Layer):
    """Strings, or whole numbers as strings, by a hash: FarmHash64, or SipHash64 with a salt. What equals
    mask_value gives 0, and nothing else does. int gives the numbers themselves, one_hot a vector for each of
    them, multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n, depth],
    or [b, depth] if n is 1, with the others [b, depth].
    """

    def __init__(self, num_bins: int, mask_value: str | Sequence[str] = (), salt: int | Sequence[int] = (),
                 output_mode: Literal["int", "one_hot", "multi_hot", "count"] = "int", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Hashing", (("num_bins", num_bins),), (("mask_value", mask_value, ()),
            ("salt", salt, ()), ("output_mode", output_mode, "int"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Identity(Layer):
    """x itself."""

    def __init__(self, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Identity", (), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class IntegerLookup(Layer):
    """The number of a whole number. A mask_token gives 0 in mode int and counts for nothing else; what is not
    in the vocabulary gives one of num_oov_indices numbers behind it, and an error if there are none; the
    vocabulary follows. It is given, or learned from data: the most frequent ones. With invert the other way
    round. tf_idf: count times idf_weights. int gives the numbers themselves, one_hot a vector for each of
    them, multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n, depth],
    or [b, depth] if n is 1, with the others [b, depth].
    """

    def __init__(self, max_tokens: int = 0, num_oov_indices: int = 1, mask_token: int | Sequence[int] = (),
                 oov_token: int = -1, vocabulary: int | Sequence[int] = (),
                 idf_weights: float | Sequence[float] = (), invert: bool = False,
                 output_mode: Literal["int", "one_hot", "multi_hot", "count", "tf_idf"] = "int",
                 pad_to_max_tokens: bool = False, oov_method: Literal["floormod", "farmhash"] = "floormod",
                 salt: int | Sequence[int] = (), name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("IntegerLookup", (), (("max_tokens", max_tokens, 0),
            ("num_oov_indices", num_oov_indices, 1), ("mask_token", mask_token, ()),
            ("oov_token", oov_token, -1), ("vocabulary", vocabulary, ()), ("idf_weights", idf_weights, ()),
            ("invert", invert, False), ("output_mode", output_mode, "int"),
            ("pad_to_max_tokens", pad_to_max_tokens, False), ("oov_method", oov_method, "floormod"),
            ("salt", salt, ()), ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class LSTM(Layer):
    """Long short-term memory: c = f c + i activation(k), h = o activation(c) with the gates i, f and o by
    recurrent_activation; i, f, k, o are x kernel + h recurrent_kernel + bias, in this order. The states are h
    and c. unit_forget_bias gives f a bias of ones to begin with. Gives the output of the last step, with
    return_sequences of all steps, and behind them with return_state the states, as values of their own. A
    step whose mask is false changes no state; its output is that of the step before, or zeros with
    zero_output_for_mask. dropout and recurrent_dropout drop the same elements of inputs and states in every
    step. Initial states may be further inputs; then, as in Keras, the mask is only passed on. With stateful a
    batch, whose size has to be known, begins with the states that the one before ended with. Errors:
    UNIMPLEMENTED for stateful where a strategy divides batches. Shapes: x [b, steps, n], y [b, units] or [b,
    steps, units], states [b, units]; kernel [n, 4 units], recurrent_kernel [units, 4 units], bias [4 units].
    Source: Hochreiter and Schmidhuber 1997. Weights: kernel, recurrent_kernel, bias.
    """

    def __init__(self, units: int, activation: SpecLike = "tanh", recurrent_activation: SpecLike = "sigmoid",
                 use_bias: bool = True, kernel_initializer: SpecLike = "glorot_uniform",
                 recurrent_initializer: SpecLike = "orthogonal", bias_initializer: SpecLike = "zeros",
                 unit_forget_bias: bool = True, kernel_regularizer: SpecLike = "",
                 recurrent_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", kernel_constraint: SpecLike = "",
                 recurrent_constraint: SpecLike = "", bias_constraint: SpecLike = "", dropout: float = 0.0,
                 recurrent_dropout: float = 0.0, seed: int = 0, return_sequences: bool = False,
                 return_state: bool = False, go_backwards: bool = False, stateful: bool = False,
                 unroll: bool = False, zero_output_for_mask: bool = False, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("LSTM", (("units", units),), (("activation", activation, "tanh"),
            ("recurrent_activation", recurrent_activation, "sigmoid"), ("use_bias", use_bias, True),
            ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("recurrent_initializer", recurrent_initializer, "orthogonal"),
            ("bias_initializer", bias_initializer, "zeros"), ("unit_forget_bias", unit_forget_bias, True),
            ("kernel_regularizer", kernel_regularizer, ""),
            ("recurrent_regularizer", recurrent_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""), ("kernel_constraint", kernel_constraint, ""),
            ("recurrent_constraint", recurrent_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("dropout", dropout, 0.0), ("recurrent_dropout", recurrent_dropout, 0.0), ("seed", seed, 0),
            ("return_sequences", return_sequences, False), ("return_state", return_state, False),
            ("go_backwards", go_backwards, False), ("stateful", stateful, False), ("unroll", unroll, False),
            ("zero_output_for_mask", zero_output_for_mask, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class LayerNormalization(Layer):
    """(x - mean) / sqrt(variance + epsilon) gamma + beta over one or more dimensions of each sample. Shapes:
    y is like x; gamma and beta have the sizes along axis. Weights: gamma, beta.
    """

    def __init__(self, axis: int | Sequence[int] = (-1,), epsilon: float = 0.001, center: bool = True,
                 scale: bool = True, beta_initializer: SpecLike = "zeros",
                 gamma_initializer: SpecLike = "ones", beta_regularizer: SpecLike = "",
                 gamma_regularizer: SpecLike = "", beta_constraint: SpecLike = "",
                 gamma_constraint: SpecLike = "", name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("LayerNormalization", (), (("axis", axis, (-1,)), ("epsilon", epsilon, 0.001),
            ("center", center, True), ("scale", scale, True), ("beta_initializer", beta_initializer, "zeros"),
            ("gamma_initializer", gamma_initializer, "ones"), ("beta_regularizer", beta_regularizer, ""),
            ("gamma_regularizer", gamma_regularizer, ""), ("beta_constraint", beta_constraint, ""),
            ("gamma_constraint", gamma_constraint, ""), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class LayerScale(Layer):
    """x gamma, which begins at init_values, as in ConvNeXt. Shapes: x [..., projection_dim], y like it; gamma
    [projection_dim]. Source: Touvron et al. 2021. Weights: gamma.
    """

    def __init__(self, init_values: float, projection_dim: int, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("LayerScale", (("init_values", init_values), ("projection_dim", projection_dim),),
            (("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class LeakyReLU(Layer):
    """x where it is positive, negative_slope x elsewhere. Shapes: y is like x."""

    def __init__(self, negative_slope: float = 0.3, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("LeakyReLU", (), (("negative_slope", negative_slope, 0.3), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Masking(Layer):
    """Steps whose features are all mask_value become zeros that do not count: recurrent layers, attention,
    GlobalAveragePooling1D, losses and metrics leave them out. Shapes: x [b, steps, n], y like it.
    """

    def __init__(self, mask_value: float = 0.0, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("Masking", (), (("mask_value", mask_value, 0.0), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class MaxPooling1D(Layer):
    """The largest value of each window. Shapes: x [b, n, c], y [b, m, c]."""

    def __init__(self, pool_size: int | Sequence[int] = (2,), strides: int | Sequence[int] = (0,),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("MaxPooling1D", (), (("pool_size", pool_size, (2,)), ("strides", strides, (0,)),
            ("padding", padding, "VALID"), ("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class MaxPooling2D(Layer):
    """The largest value of each window. Shapes: x [b, h, w, c], y [b, h', w', c]."""

    def __init__(self, pool_size: int | Sequence[int] = (2, 2), strides: int | Sequence[int] = (0, 0),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("MaxPooling2D", (), (("pool_size", pool_size, (2, 2)), ("strides", strides, (0, 0)),
            ("padding", padding, "VALID"), ("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class MaxPooling3D(Layer):
    """The largest value of each window. Shapes: x [b, d, h, w, c], y [b, d', h', w', c]."""

    def __init__(self, pool_size: int | Sequence[int] = (2, 2, 2), strides: int | Sequence[int] = (0, 0, 0),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("MaxPooling3D", (), (("pool_size", pool_size, (2, 2, 2)),
            ("strides", strides, (0, 0, 0)), ("padding", padding, "VALID"),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Maximum(Layer):
    """The largest of the inputs, element by element; they broadcast."""

    def __init__(self, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Maximum", (), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Minimum(Layer):
    """The smallest of the inputs, element by element; they broadcast."""

    def __init__(self, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Minimum", (), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class MultiHeadAttention(Layer):
    """softmax(q k / sqrt(key_dim)) v for each head, where q, k and v are products of query, key and value
    with kernels, and the product of all heads' results with one more. value_dim is key_dim unless it is
    given, output_shape the query's features. With use_causal_mask a step attends to none behind it.
    attention_axes are those of query, value and key that are attended over, all between batch and features
    unless they are given. With sliding_window steps that are that far apart, or further, do not attend; with
    use_gate what heads give is multiplied with sigmoids of one more product of the query. Errors:
    UNIMPLEMENTED for masks of more than [b, n]. Shapes: query [b, n, c], value [b, m, d], key [b, m, e],
    which is the value where it is left out; y [b, n, c] or [b, n, output_shape]. Source: Vaswani et al. 2017.
    Weights: query_kernel, query_bias, key_kernel, key_bias, gate_kernel, gate_bias, value_kernel, value_bias,
    attention_output_kernel, attention_output_bias.
    """

    def __init__(self, num_heads: int, key_dim: int, value_dim: int = 0, dropout: float = 0.0,
                 use_bias: bool = True, output_shape: int | Sequence[int] = (),
                 attention_axes: int | Sequence[int] = (), kernel_initializer: SpecLike = "glorot_uniform",
                 bias_initializer: SpecLike = "zeros", kernel_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", bias_constraint: SpecLike = "", seed: int = 0,
                 use_causal_mask: bool = False, sliding_window: int = 0, use_gate: bool = False,
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("MultiHeadAttention", (("num_heads", num_heads), ("key_dim", key_dim),),
            (("value_dim", value_dim, 0), ("dropout", dropout, 0.0), ("use_bias", use_bias, True),
            ("output_shape", output_shape, ()), ("attention_axes", attention_axes, ()),
            ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("bias_regularizer", bias_regularizer, ""), ("activity_regularizer", activity_regularizer, ""),
            ("kernel_constraint", kernel_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("seed", seed, 0), ("use_causal_mask", use_causal_mask, False),
            ("sliding_window", sliding_window, 0), ("use_gate", use_gate, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Multiply(Layer):
    """The product of the inputs, element by element; they broadcast."""

    def __init__(self, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Multiply", (), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Normalization(Layer):
    """(x - mean) / sqrt(variance), or the other way round with invert. mean and variance are given, learned
    from data, or weights; those axes have their own, counted with the batch, and the rest share them. Shapes:
    y is like x. Weights: own_mean, own_variance.
    """

    def __init__(self, axis: int | Sequence[int] = (-1,), mean: float | Sequence[float] = (),
                 variance: float | Sequence[float] = (), invert: bool = False, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Normalization", (), (("axis", axis, (-1,)), ("mean", mean, ()),
            ("variance", variance, ()), ("invert", invert, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class PReLU(Layer):
    """x where it is positive, alpha x elsewhere, with an alpha for each element of a sample, or for all along
    shared_axes. Shapes: y is like x; alpha is like x without the batch, and 1 along shared_axes. Weights:
    alpha.
    """

    def __init__(self, alpha_initializer: SpecLike = "zeros", alpha_regularizer: SpecLike = "",
                 alpha_constraint: SpecLike = "", shared_axes: int | Sequence[int] = (), name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("PReLU", (), (("alpha_initializer", alpha_initializer, "zeros"),
            ("alpha_regularizer", alpha_regularizer, ""), ("alpha_constraint", alpha_constraint, ""),
            ("shared_axes", shared_axes, ()), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Permute(Layer):
    """Other order of dimensions, counted from 1, without the batch."""

    def __init__(self, dims: int | Sequence[int], name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("Permute", (("dims", dims),), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class RMSNormalization(Layer):
    """x / sqrt(mean of x squared + epsilon) scale over one or more dimensions of each sample. Shapes: y is
    like x; scale has the sizes along axis. Weights: scale.
    """

    def __init__(self, axis: int | Sequence[int] = (-1,), epsilon: float = 1e-06, name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RMSNormalization", (), (("axis", axis, (-1,)), ("epsilon", epsilon, 1e-06),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class RandomBrightness(Layer):
    """While training, adds up to factor of value_range, within it. Shapes: x [b, h, w, c], y like it."""

    def __init__(self, factor: float | Sequence[float], value_range: float | Sequence[float] = (0.0, 255.0),
                 seed: int = 0, data_format: Literal["channels_last", "channels_first"] = "channels_last",
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RandomBrightness", (("factor", factor),),
            (("value_range", value_range, (0.0, 255.0)), ("seed", seed, 0),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class RandomContrast(Layer):
    """While training, moves values away from the mean of their channel, or towards it, by up to factor,
    within value_range. Shapes: x [b, h, w, c], y like it.
    """

    def __init__(self, factor: float | Sequence[float], value_range: float | Sequence[float] = (0.0, 255.0),
                 seed: int = 0, data_format: Literal["channels_last", "channels_first"] = "channels_last",
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RandomContrast", (("factor", factor),), (("value_range", value_range, (0.0, 255.0)),
            ("seed", seed, 0), ("data_format", data_format, "channels_last"), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class RandomCrop(Layer):
    """While training, a part of each image, the same place for a batch; else the largest part in the middle
    of these proportions, resized. Shapes: x [b, h, w, c], y [b, height, width, c].
    """

    def __init__(self, height: int, width: int, seed: int = 0,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RandomCrop", (("height", height), ("width", width),), (("seed", seed, 0),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class RandomFlip(Layer):
    """While training, mirrors half of the images. Shapes: x [b, h, w, c], y like it."""

    def __init__(self,
                 mode: Literal["horizontal_and_vertical", "horizontal", "vertical"] = "horizontal_and_vertical",
                 seed: int = 0, data_format: Literal["channels_last", "channels_first"] = "channels_last",
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RandomFlip", (), (("mode", mode, "horizontal_and_vertical"), ("seed", seed, 0),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class RandomRotation(Layer):
    """While training, turns images by up to factor of a full turn, or by [lowest, highest]. Shapes: x [b, h,
    w, c], y like it.
    """

    def __init__(self, factor: float | Sequence[float],
                 fill_mode: Literal["reflect", "constant", "wrap", "nearest"] = "reflect",
                 interpolation: Literal["bilinear", "nearest"] = "bilinear", seed: int = 0,
                 fill_value: float = 0.0,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RandomRotation", (("factor", factor),), (("fill_mode", fill_mode, "reflect"),
            ("interpolation", interpolation, "bilinear"), ("seed", seed, 0), ("fill_value", fill_value, 0.0),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class RandomTranslation(Layer):
    """While training, moves images by up to these parts of their size. Shapes: x [b, h, w, c], y like it.
    """

    def __init__(self, height_factor: float | Sequence[float], width_factor: float | Sequence[float],
                 fill_mode: Literal["reflect", "constant", "wrap", "nearest"] = "reflect",
                 interpolation: Literal["bilinear", "nearest"] = "bilinear", seed: int = 0,
                 fill_value: float = 0.0,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RandomTranslation",
            (("height_factor", height_factor), ("width_factor", width_factor),),
            (("fill_mode", fill_mode, "reflect"), ("interpolation", interpolation, "bilinear"),
            ("seed", seed, 0), ("fill_value", fill_value, 0.0), ("data_format", data_format, "channels_last"),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class RandomZoom(Layer):
    """While training, zooms out by a positive factor or in by a negative one, by the same in both directions
    unless width_factor is given. Shapes: x [b, h, w, c], y like it.
    """

    def __init__(self, height_factor: float | Sequence[float], width_factor: float | Sequence[float] = (),
                 fill_mode: Literal["reflect", "constant", "wrap", "nearest"] = "reflect",
                 interpolation: Literal["bilinear", "nearest"] = "bilinear", seed: int = 0,
                 fill_value: float = 0.0,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RandomZoom", (("height_factor", height_factor),),
            (("width_factor", width_factor, ()), ("fill_mode", fill_mode, "reflect"),
            ("interpolation", interpolation, "bilinear"), ("seed", seed, 0), ("fill_value", fill_value, 0.0),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class ReLU(Layer):
    """x above threshold, negative_slope (x - threshold) below it, at most max_value if that is not negative.
    Shapes: y is like x.
    """

    def __init__(self, max_value: float = -1.0, negative_slope: float = 0.0, threshold: float = 0.0,
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ReLU", (), (("max_value", max_value, -1.0), ("negative_slope", negative_slope, 0.0),
            ("threshold", threshold, 0.0), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class RepeatVector(Layer):
    """Repeats each sample. Shapes: x [b, m], y [b, n, m]."""

    def __init__(self, n: int, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("RepeatVector", (("n", n),), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class Rescaling(Layer):
    """x scale + offset; integers become floating. Shapes: y is like x."""

    def __init__(self, scale: float, offset: float = 0.0, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("Rescaling", (("scale", scale),), (("offset", offset, 0.0), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Reshape(Layer):
    """The same elements in another shape, without the batch. One size may be -1: what is left."""

    def __init__(self, target_shape: int | Sequence[int], name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("Reshape", (("target_shape", target_shape),), (("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Resizing(Layer):
    """Images of another size: bilinear, nearest, bicubic or area. With crop_to_aspect_ratio what does not fit
    the proportions is cut off first. Shapes: x [b, h, w, c], y [b, height, width, c].
    """

    def __init__(self, height: int, width: int, interpolation: str = "bilinear",
                 crop_to_aspect_ratio: bool = False,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Resizing", (("height", height), ("width", width),),
            (("interpolation", interpolation, "bilinear"),
            ("crop_to_aspect_ratio", crop_to_aspect_ratio, False),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class SeparableConv1D(Layer):
    """Convolves each channel by itself along one axis, then mixes the channels. Shapes: x [b, n, c], y [b, m,
    filters]; depthwise_kernel [kernel_size, c, depth_multiplier], pointwise_kernel [1, c depth_multiplier,
    filters], bias [filters]. Weights: depthwise_kernel, pointwise_kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int, strides: int = 1,
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID", dilation_rate: int = 1,
                 depth_multiplier: int = 1, activation: SpecLike = "", use_bias: bool = True,
                 depthwise_initializer: SpecLike = "glorot_uniform", bias_initializer: SpecLike = "zeros",
                 depthwise_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", depthwise_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "", pointwise_initializer: SpecLike = "glorot_uniform",
                 pointwise_regularizer: SpecLike = "", pointwise_constraint: SpecLike = "",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("SeparableConv1D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, 1), ("padding", padding, "VALID"), ("dilation_rate", dilation_rate, 1),
            ("depth_multiplier", depth_multiplier, 1), ("activation", activation, ""),
            ("use_bias", use_bias, True), ("depthwise_initializer", depthwise_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"),
            ("depthwise_regularizer", depthwise_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""),
            ("depthwise_constraint", depthwise_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("pointwise_initializer", pointwise_initializer, "glorot_uniform"),
            ("pointwise_regularizer", pointwise_regularizer, ""),
            ("pointwise_constraint", pointwise_constraint, ""), ("data_format", data_format, "channels_last"),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class SeparableConv2D(Layer):
    """Convolves each channel by itself, then mixes the channels. Shapes: x [b, h, w, c], y [b, h', w',
    filters]; depthwise_kernel [kernel_size, c, depth_multiplier], pointwise_kernel [1, 1, c depth_multiplier,
    filters], bias [filters]. Weights: depthwise_kernel, pointwise_kernel, bias.
    """

    def __init__(self, filters: int, kernel_size: int | Sequence[int], strides: int | Sequence[int] = (1, 1),
                 padding: Literal["valid", "VALID", "same", "SAME"] = "VALID",
                 dilation_rate: int | Sequence[int] = (1, 1), depth_multiplier: int = 1,
                 activation: SpecLike = "", use_bias: bool = True,
                 depthwise_initializer: SpecLike = "glorot_uniform", bias_initializer: SpecLike = "zeros",
                 depthwise_regularizer: SpecLike = "", bias_regularizer: SpecLike = "",
                 activity_regularizer: SpecLike = "", depthwise_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "", pointwise_initializer: SpecLike = "glorot_uniform",
                 pointwise_regularizer: SpecLike = "", pointwise_constraint: SpecLike = "",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("SeparableConv2D", (("filters", filters), ("kernel_size", kernel_size),),
            (("strides", strides, (1, 1)), ("padding", padding, "VALID"),
            ("dilation_rate", dilation_rate, (1, 1)), ("depth_multiplier", depth_multiplier, 1),
            ("activation", activation, ""), ("use_bias", use_bias, True),
            ("depthwise_initializer", depthwise_initializer, "glorot_uniform"),
            ("bias_initializer", bias_initializer, "zeros"),
            ("depthwise_regularizer", depthwise_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""),
            ("depthwise_constraint", depthwise_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("pointwise_initializer", pointwise_initializer, "glorot_uniform"),
            ("pointwise_regularizer", pointwise_regularizer, ""),
            ("pointwise_constraint", pointwise_constraint, ""), ("data_format", data_format, "channels_last"),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class SimpleRNN(Layer):
    """h = activation(x kernel + h recurrent_kernel + bias) step by step. Gives the output of the last step,
    with return_sequences of all steps, and behind them with return_state the states, as values of their own.
    A step whose mask is false changes no state; its output is that of the step before, or zeros with
    zero_output_for_mask. dropout and recurrent_dropout drop the same elements of inputs and states in every
    step. Initial states may be further inputs; then, as in Keras, the mask is only passed on. With stateful a
    batch, whose size has to be known, begins with the states that the one before ended with. Errors:
    UNIMPLEMENTED for stateful where a strategy divides batches. Shapes: x [b, steps, n], y [b, units] or [b,
    steps, units], states [b, units]; kernel [n, units], recurrent_kernel [units, units], bias [units].
    Weights: kernel, recurrent_kernel, bias.
    """

    def __init__(self, units: int, activation: SpecLike = "tanh", use_bias: bool = True,
                 kernel_initializer: SpecLike = "glorot_uniform",
                 recurrent_initializer: SpecLike = "orthogonal", bias_initializer: SpecLike = "zeros",
                 kernel_regularizer: SpecLike = "", recurrent_regularizer: SpecLike = "",
                 bias_regularizer: SpecLike = "", activity_regularizer: SpecLike = "",
                 kernel_constraint: SpecLike = "", recurrent_constraint: SpecLike = "",
                 bias_constraint: SpecLike = "", dropout: float = 0.0, recurrent_dropout: float = 0.0,
                 seed: int = 0, return_sequences: bool = False, return_state: bool = False,
                 go_backwards: bool = False, stateful: bool = False, unroll: bool = False,
                 zero_output_for_mask: bool = False, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("SimpleRNN", (("units", units),), (("activation", activation, "tanh"),
            ("use_bias", use_bias, True), ("kernel_initializer", kernel_initializer, "glorot_uniform"),
            ("recurrent_initializer", recurrent_initializer, "orthogonal"),
            ("bias_initializer", bias_initializer, "zeros"), ("kernel_regularizer", kernel_regularizer, ""),
            ("recurrent_regularizer", recurrent_regularizer, ""), ("bias_regularizer", bias_regularizer, ""),
            ("activity_regularizer", activity_regularizer, ""), ("kernel_constraint", kernel_constraint, ""),
            ("recurrent_constraint", recurrent_constraint, ""), ("bias_constraint", bias_constraint, ""),
            ("dropout", dropout, 0.0), ("recurrent_dropout", recurrent_dropout, 0.0), ("seed", seed, 0),
            ("return_sequences", return_sequences, False), ("return_state", return_state, False),
            ("go_backwards", go_backwards, False), ("stateful", stateful, False), ("unroll", unroll, False),
            ("zero_output_for_mask", zero_output_for_mask, False), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class Softmax(Layer):
    """exp(x) divided by its sum over a dimension. Shapes: y is like x."""

    def __init__(self, axis: int = -1, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Softmax", (), (("axis", axis, -1), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class SpatialDropout1D(Layer):
    """As Dropout, for whole channels. Shapes: x [b, n, c], y like it."""

    def __init__(self, rate: float, seed: int = 0, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("SpatialDropout1D", (("rate", rate),), (("seed", seed, 0), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class SpatialDropout2D(Layer):
    """As Dropout, for whole channels. Shapes: x [b, h, w, c], y like it."""

    def __init__(self, rate: float, seed: int = 0,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("SpatialDropout2D", (("rate", rate),), (("seed", seed, 0),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class SpatialDropout3D(Layer):
    """As Dropout, for whole channels. Shapes: x [b, d, h, w, c], y like it."""

    def __init__(self, rate: float, seed: int = 0,
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("SpatialDropout3D", (("rate", rate),), (("seed", seed, 0),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class StochasticDepth(Layer):
    """As Dropout, for whole samples, as ConvNeXt drops what a block adds. Shapes: y is like x. Source: Huang
    et al. 2016.
    """

    def __init__(self, drop_path_rate: float, seed: int = 0, name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("StochasticDepth", (("drop_path_rate", drop_path_rate),), (("seed", seed, 0),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class StringLookup(Layer):
    """The number of a string. A mask_token gives 0 in mode int and counts for nothing else; what is not in
    the vocabulary gives one of num_oov_indices numbers behind it, and an error if there are none; the
    vocabulary follows. It is given, or learned from data: the most frequent ones. With invert the other way
    round. tf_idf: count times idf_weights. int gives the numbers themselves, one_hot a vector for each of
    them, multi_hot and count one for all of a sample. Shapes: x [b, n]; y [b, n], with one_hot [b, n, depth],
    or [b, depth] if n is 1, with the others [b, depth].
    """

    def __init__(self, max_tokens: int = 0, num_oov_indices: int = 1, mask_token: str | Sequence[str] = (),
                 oov_token: str = "[UNK]", vocabulary: str | Sequence[str] = (),
                 idf_weights: float | Sequence[float] = (), invert: bool = False,
                 output_mode: Literal["int", "one_hot", "multi_hot", "count", "tf_idf"] = "int",
                 pad_to_max_tokens: bool = False, oov_method: Literal["floormod", "farmhash"] = "floormod",
                 salt: int | Sequence[int] = (), name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("StringLookup", (), (("max_tokens", max_tokens, 0),
            ("num_oov_indices", num_oov_indices, 1), ("mask_token", mask_token, ()),
            ("oov_token", oov_token, "[UNK]"), ("vocabulary", vocabulary, ()),
            ("idf_weights", idf_weights, ()), ("invert", invert, False), ("output_mode", output_mode, "int"),
            ("pad_to_max_tokens", pad_to_max_tokens, False), ("oov_method", oov_method, "floormod"),
            ("salt", salt, ()), ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class Subtract(Layer):
    """The first input without the second; they broadcast."""

    def __init__(self, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("Subtract", (), (("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class TextVectorization(Layer):
    """The words of texts by number: 0 behind the last one, 1 for those that are not in the vocabulary, which
    is given, or learned from data: the most frequent ones. standardize: lower, strip_punctuation,
    lower_and_strip_punctuation or none; split: whitespace, character or none; ngrams: neighbours as words
    too, of as many words as the list says, or of up to a number. Shapes: x [b] or [b, 1] strings; y [b,
    longest] or [b, output_sequence_length] in mode int, else [b, words].
    """

    def __init__(self, max_tokens: int = 0, standardize: str = "lower_and_strip_punctuation",
                 split: str = "whitespace", ngrams: int | Sequence[int] = (),
                 output_mode: Literal["int", "one_hot", "multi_hot", "count", "tf_idf"] = "int",
                 output_sequence_length: int = 0, pad_to_max_tokens: bool = False,
                 vocabulary: str | Sequence[str] = (), idf_weights: float | Sequence[float] = (),
                 name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("TextVectorization", (), (("max_tokens", max_tokens, 0),
            ("standardize", standardize, "lower_and_strip_punctuation"), ("split", split, "whitespace"),
            ("ngrams", ngrams, ()), ("output_mode", output_mode, "int"),
            ("output_sequence_length", output_sequence_length, 0),
            ("pad_to_max_tokens", pad_to_max_tokens, False), ("vocabulary", vocabulary, ()),
            ("idf_weights", idf_weights, ()), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class TimeDistributed(Layer):
    """Calls a layer, by its spec, on every step. One with moving statistics trains on one step after the
    other. Errors: of training, UNIMPLEMENTED for such a layer where the number of steps is not known. Shapes:
    x [b, steps, ...], y [b, steps, ...]; the layer takes [b, ...].
    """

    def __init__(self, layer: SpecLike, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("TimeDistributed", (("layer", layer),), (("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class UnitNormalization(Layer):
    """Divides by the Euclidean norm of one or more dimensions. Shapes: y is like x."""

    def __init__(self, axis: int | Sequence[int] = (-1,), name: str = "", trainable: bool = True,
                 dtype: str = "") -> None:
        super().__init__("UnitNormalization", (), (("axis", axis, (-1,)), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class UpSampling1D(Layer):
    """Repeats each position. Shapes: x [b, n, c], y [b, n size, c]."""

    def __init__(self, size: int = 2, name: str = "", trainable: bool = True, dtype: str = "") -> None:
        super().__init__("UpSampling1D", (), (("size", size, 2), ("name", name, ""),
            ("trainable", trainable, True), ("dtype", dtype, "")))


class UpSampling2D(Layer):
    """Makes images larger. Shapes: x [b, h, w, c], y [b, h size, w size, c]."""

    def __init__(self, size: int | Sequence[int] = (2, 2),
                 interpolation: Literal["nearest", "bilinear"] = "nearest",
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("UpSampling2D", (), (("size", size, (2, 2)),
            ("interpolation", interpolation, "nearest"), ("data_format", data_format, "channels_last"),
            ("name", name, ""), ("trainable", trainable, True), ("dtype", dtype, "")))


class UpSampling3D(Layer):
    """Repeats each position along each axis. Shapes: x [b, d, h, w, c]."""

    def __init__(self, size: int | Sequence[int] = (2, 2, 2),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("UpSampling3D", (), (("size", size, (2, 2, 2)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class ZeroPadding1D(Layer):
    """Zeros before and behind. Shapes: x [b, n, c], y [b, n + padding, c]."""

    def __init__(self, padding: int | Sequence[int] = (1,),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ZeroPadding1D", (), (("padding", padding, (1,)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class ZeroPadding2D(Layer):
    """Zeros around: one number, [height, width], or [top, bottom, left, right]. Shapes: x [b, h, w, c]."""

    def __init__(self, padding: int | Sequence[int] = (1,),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ZeroPadding2D", (), (("padding", padding, (1,)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))


class ZeroPadding3D(Layer):
    """Zeros around: one number, one for each axis, or two for each. Shapes: x [b, d, h, w, c]."""

    def __init__(self, padding: int | Sequence[int] = (1,),
                 data_format: Literal["channels_last", "channels_first"] = "channels_last", name: str = "",
                 trainable: bool = True, dtype: str = "") -> None:
        super().__init__("ZeroPadding3D", (), (("padding", padding, (1,)),
            ("data_format", data_format, "channels_last"), ("name", name, ""), ("trainable", trainable, True),
            ("dtype", dtype, "")))
