"""Every op as a function that adds a node. Made from the op rows by tools/generate; not to be edited.

Inputs may be outputs of nodes, variables, tensors, arrays and Python numbers; those that are not yet in the graph
become constants of the type that the other inputs decide. The functions add to the graph of their inputs, or to
the current one where they have none."""
from __future__ import annotations

from typing import Literal, NamedTuple, Sequence

from ._build import ArrayLike, DTypeLike, Node, Output, ShapeLike, TensorLike, axes, build


def abs(x: TensorLike, *, name: str = "") -> Output:
    """Gives the absolute value of x, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64.
    """
    return build("Abs", [(x, "T")], [], "T", name)


def accumulate_nv2(inputs: Sequence[TensorLike], shape: ShapeLike, *, name: str = "") -> Output:
    """As AddN. Shapes: all alike.

    Types of inputs: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("AccumulateNV2", [(inputs, "*T:N")], [("shape", "shape", shape)], "T", name)


def accumulator_apply_gradient(handle: TensorLike, local_step: TensorLike, gradient: TensorLike, *,
                               name: str = "") -> Node:
    """Adds a gradient that was computed from the values of step local_step; drops it if the accumulator has
    moved on. Shapes: local_step is a scalar, gradient has the accumulator's shape. Errors: INVALID_ARGUMENT
    for another shape or type.

    Types of gradient: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("AccumulatorApplyGradient", [(handle, "=resource"), (local_step, "=int64"),
        (gradient, "dtype")], [], None, name)


def accumulator_num_accumulated(handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of gradients that were added and not yet taken. Shapes: num_accumulated is a scalar.
    """
    return build("AccumulatorNumAccumulated", [(handle, "=resource")], [], "=int32", name)


def accumulator_set_global_step(handle: TensorLike, new_global_step: TensorLike, *, name: str = "") -> Node:
    """Tells the accumulator its step: gradients of older ones are dropped from now on. Shapes:
    new_global_step is a scalar.
    """
    return build("AccumulatorSetGlobalStep", [(handle, "=resource"), (new_global_step, "=int64")], [], None,
        name)


def accumulator_take_gradient(handle: TensorLike, num_required: TensorLike, dtype: DTypeLike, *,
                              name: str = "") -> Output:
    """Takes the mean, or sum, of what was added, waiting until that is num_required gradients, and moves the
    accumulator one step on. Shapes: num_required is a scalar. Errors: INVALID_ARGUMENT for num_required below
    1 or another type.

    Types of dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("AccumulatorTakeGradient", [(handle, "=resource"), (num_required, "=int32")],
        [("dtype", "type", dtype)], "dtype", name)


def acos(x: TensorLike, *, name: str = "") -> Output:
    """Gives the angle in [0,pi] whose cosine is x; NaN outside [-1,1]. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Acos", [(x, "T")], [], "T", name)


def acosh(x: TensorLike, *, name: str = "") -> Output:
    """Gives the number >= 0 whose hyperbolic cosine is x; NaN below 1. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Acosh", [(x, "T")], [], "T", name)


def add(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x + y, element by element; strings are joined. Shapes: x and y broadcast against each other.
    Integers wrap round.

    Types of x, y: bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128,
    string.
    """
    return build("Add", [(x, "T"), (y, "T")], [], "T", name)


def add_many_sparse_to_tensors_map(sparse_indices: TensorLike, sparse_values: TensorLike,
                                   sparse_shape: TensorLike, *, container: str | bytes = "",
                                   shared_name: str | bytes = "", name: str = "") -> Output:
    """Keeps each row along dimension 0 of a sparse tensor in the map of shared_name and gives their numbers.
    Shapes: as SerializeManySparse; the numbers are a vector.
    """
    return build("AddManySparseToTensorsMap", [(sparse_indices, "=int64"), (sparse_values, "T"),
        (sparse_shape, "=int64")], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=int64", name)


def add_n(inputs: Sequence[TensorLike], *, name: str = "") -> Output:
    """Adds all inputs, element by element. Shapes: all inputs have one shape; nothing is broadcast.

    Types of inputs: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64, variant.
    """
    return build("AddN", [(inputs, "*T:N")], [], "T", name)


def add_sparse_to_tensors_map(sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike,
                              *, container: str | bytes = "", shared_name: str | bytes = "",
                              name: str = "") -> Output:
    """Keeps a sparse tensor in the map of shared_name and gives its number. Shapes: as SerializeSparse; the
    number is a scalar.
    """
    return build("AddSparseToTensorsMap", [(sparse_indices, "=int64"), (sparse_values, "T"),
        (sparse_shape, "=int64")], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=int64", name)


def add_v2(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x + y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.

    Types of x, y: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64,
    complex64, complex128.
    """
    return build("AddV2", [(x, "T"), (y, "T")], [], "T", name)


def adjust_contrastv2(images: TensorLike, contrast_factor: TensorLike, *, name: str = "") -> Output:
    """Gives (x - mean) * contrast_factor + mean, where mean is that of the channel over rows and columns.
    Shapes: images is [...,rows,columns,channels], contrast_factor a scalar, output like images.

    Types of images: half, float.
    """
    return build("AdjustContrastv2", [(images, "T"), (contrast_factor, "=float")], [], "T", name)


def adjust_hue(images: TensorLike, delta: TensorLike, *, name: str = "") -> Output:
    """Turns the hue of colours in red, green and blue by delta, where 1 is once around. Shapes: images is
    [...,rows,columns,3], delta a scalar, output like images.

    Types of images: half, float.
    """
    return build("AdjustHue", [(images, "T"), (delta, "=float")], [], "T", name)


def adjust_saturation(images: TensorLike, scale: TensorLike, *, name: str = "") -> Output:
    """Multiplies the saturation of colours in red, green and blue by scale and keeps it in [0,1]. Shapes:
    images is [...,rows,columns,3], scale a scalar, output like images.

    Types of images: half, float.
    """
    return build("AdjustSaturation", [(images, "T"), (scale, "=float")], [], "T", name)


def all(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
        name: str = "") -> Output:
    """Tells whether all elements over the given axes hold; true for an empty axis. Shapes and errors: as Sum.

    Types of reduction_indices: int32, int64.
    """
    return build("All", [(input, "=bool"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "=bool", name)


class AllCandidateSamplerOutputs(NamedTuple):
    sampled_candidates: Output
    true_expected_count: Output
    sampled_expected_count: Output


def all_candidate_sampler(true_classes: TensorLike, num_true: int, num_sampled: int, unique: bool, *,
                          seed: int = 0, seed2: int = 0, name: str = "") -> AllCandidateSamplerOutputs:
    """Gives all classes of [0,num_sampled), once each, for tests. Shapes: true_classes is [batch,num_true],
    sampled_candidates [num_sampled]; the counts are like these.
    """
    return AllCandidateSamplerOutputs(*build("AllCandidateSampler", [(true_classes, "=int64")],
        [("num_true", "int", num_true), ("num_sampled", "int", num_sampled), ("unique", "bool", unique),
        ("seed", "int", seed, 0), ("seed2", "int", seed2, 0)], ["=int64", "=float", "=float"], name))


def angle(input: TensorLike, *, Tout: DTypeLike = "float", name: str = "") -> Output:
    """Gives the angle of the number in [-pi,pi], element by element. Shapes and errors: as Real.

    Types of input: complex64, complex128.
    Types of Tout: float, double.
    """
    return build("Angle", [(input, "T")], [("Tout", "type", Tout, "float")], "Tout", name)


def anonymous_hash_table(key_dtype: DTypeLike, value_dtype: DTypeLike, *, name: str = "") -> Output:
    """As HashTableV2, but each run gives a new table, which lasts as long as its handle."""
    return build("AnonymousHashTable", [], [("key_dtype", "type", key_dtype),
        ("value_dtype", "type", value_dtype)], "=resource", name)


def anonymous_iterator(output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                       name: str = "") -> Output:
    """Gives the handle of an iterator that goes with its last handle."""
    return build("AnonymousIterator", [], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=resource", name)


class AnonymousIteratorV2Outputs(NamedTuple):
    handle: Output
    deleter: Output


def anonymous_iterator_v2(output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                          name: str = "") -> AnonymousIteratorV2Outputs:
    """As AnonymousIterator, with a deleter, which is not needed."""
    return AnonymousIteratorV2Outputs(*build("AnonymousIteratorV2", [],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        ["=resource", "=variant"], name))


def anonymous_iterator_v3(output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                          name: str = "") -> Output:
    """As AnonymousIterator."""
    return build("AnonymousIteratorV3", [], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=resource", name)


class AnonymousMultiDeviceIteratorOutputs(NamedTuple):
    handle: Output
    deleter: Output


def anonymous_multi_device_iterator(devices: Sequence[str | bytes], output_types: Sequence[DTypeLike],
                                    output_shapes: Sequence[ShapeLike], *,
                                    name: str = "") -> AnonymousMultiDeviceIteratorOutputs:
    """As MultiDeviceIterator, of an iterator that goes with its last handle; the deleter is not needed."""
    return AnonymousMultiDeviceIteratorOutputs(*build("AnonymousMultiDeviceIterator", [],
        [("devices", "list(string)", devices), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], ["=resource", "=variant"], name))


def anonymous_multi_device_iterator_v3(devices: Sequence[str | bytes], output_types: Sequence[DTypeLike],
                                       output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As MultiDeviceIterator, of an iterator that goes with its last handle."""
    return build("AnonymousMultiDeviceIteratorV3", [], [("devices", "list(string)", devices),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=resource", name)


def anonymous_mutable_dense_hash_table(empty_key: TensorLike, deleted_key: TensorLike, value_dtype: DTypeLike,
                                       *, value_shape: ShapeLike = (), initial_num_buckets: int = 131072,
                                       max_load_factor: float = 0.8, name: str = "") -> Output:
    """As MutableDenseHashTableV2, but each run gives a new table, which lasts as long as its handle."""
    return build("AnonymousMutableDenseHashTable", [(empty_key, "key_dtype"), (deleted_key, "key_dtype")],
        [("value_dtype", "type", value_dtype), ("value_shape", "shape", value_shape, ()),
        ("initial_num_buckets", "int", initial_num_buckets, 131072),
        ("max_load_factor", "float", max_load_factor, 0.8)], "=resource", name)


def anonymous_mutable_hash_table(key_dtype: DTypeLike, value_dtype: DTypeLike, *, name: str = "") -> Output:
    """As MutableHashTableV2, but each run gives a new table, which lasts as long as its handle."""
    return build("AnonymousMutableHashTable", [], [("key_dtype", "type", key_dtype),
        ("value_dtype", "type", value_dtype)], "=resource", name)


def anonymous_mutable_hash_table_of_tensors(key_dtype: DTypeLike, value_dtype: DTypeLike, *,
                                            value_shape: ShapeLike = (), name: str = "") -> Output:
    """As MutableHashTableOfTensorsV2, but each run gives a new table, which lasts as long as its handle.
    """
    return build("AnonymousMutableHashTableOfTensors", [], [("key_dtype", "type", key_dtype),
        ("value_dtype", "type", value_dtype), ("value_shape", "shape", value_shape, ())], "=resource", name)


class AnonymousRandomSeedGeneratorOutputs(NamedTuple):
    handle: Output
    deleter: Output


def anonymous_random_seed_generator(seed: TensorLike, seed2: TensorLike, *,
                                    name: str = "") -> AnonymousRandomSeedGeneratorOutputs:
    """Gives the handle of a source of seeds for passes of ShuffleDatasetV2; with seeds of 0 they are another
    random sequence each time. It is gone with its last handle.
    """
    return AnonymousRandomSeedGeneratorOutputs(*build("AnonymousRandomSeedGenerator", [(seed, "=int64"),
        (seed2, "=int64")], [], ["=resource", "=variant"], name))


def any(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
        name: str = "") -> Output:
    """Tells whether any element over the given axes holds; false for an empty axis. Shapes and errors: as
    Sum.

    Types of reduction_indices: int32, int64.
    """
    return build("Any", [(input, "=bool"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "=bool", name)


def approximate_equal(x: TensorLike, y: TensorLike, *, tolerance: float = 1e-05, name: str = "") -> Output:
    """Says where x and y are less than tolerance apart. Shapes: all alike.

    Types of x, y: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("ApproximateEqual", [(x, "T"), (y, "T")], [("tolerance", "float", tolerance, 1e-05)],
        "=bool", name)


def arg_max(input: TensorLike, dimension: TensorLike, *, output_type: DTypeLike = "int64",
            name: str = "") -> Output:
    """Gives the position of the largest element along one axis, the first of equal ones. Shapes: dimension is
    a scalar in [-rank,rank); that axis vanishes. Errors: INVALID_ARGUMENT for an axis out of range, empty or
    longer than output_type can count.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64, bool.
    Types of dimension: int32, int64.
    Types of output_type: int16, uint16, int32, int64.
    """
    return build("ArgMax", [(input, "T"), (dimension, "Tidx")], [("output_type", "type", output_type,
        "int64")], "output_type", name)


def arg_min(input: TensorLike, dimension: TensorLike, *, output_type: DTypeLike = "int64",
            name: str = "") -> Output:
    """Gives the position of the smallest element along one axis, the first of equal ones. Shapes and errors:
    as ArgMax.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64, bool.
    Types of dimension: int32, int64.
    Types of output_type: int32, int64.
    """
    return build("ArgMin", [(input, "T"), (dimension, "Tidx")], [("output_type", "type", output_type,
        "int64")], "output_type", name)


def as_string(input: TensorLike, *, precision: int = -1, scientific: bool = False, shortest: bool = False,
              width: int = -1, fill: str | bytes = "", name: str = "") -> Output:
    """Prints every element as C's printf would: %d, %f, or with scientific %e, with shortest %g, with the
    given precision and width, filled with `fill` ('0', ' ', '+' or '-'). Shapes: output is like input.
    Errors: INVALID_ARGUMENT for a fill of several characters, or for scientific with shortest.

    Types of input: int8, int16, int32, int64, complex64, complex128, float, double, bool.
    """
    return build("AsString", [(input, "T")], [("precision", "int", precision, -1),
        ("scientific", "bool", scientific, False), ("shortest", "bool", shortest, False),
        ("width", "int", width, -1), ("fill", "string", fill, "")], "=string", name)


def asin(x: TensorLike, *, name: str = "") -> Output:
    """Gives the angle in [-pi/2,pi/2] whose sine is x; NaN outside [-1,1]. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Asin", [(x, "T")], [], "T", name)


def asinh(x: TensorLike, *, name: str = "") -> Output:
    """Gives the number whose hyperbolic sine is x. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Asinh", [(x, "T")], [], "T", name)


def assert_(condition: TensorLike, data: Sequence[TensorLike], *, summarize: int = 3, name: str = "") -> Node:
    """Fails the step if condition does not hold. Shapes: condition is a scalar. Errors: INVALID_ARGUMENT
    showing the first `summarize` elements of every data tensor.
    """
    return build("Assert", [(condition, "=bool"), (data, "**T")], [("summarize", "int", summarize, 3)], None,
        name)


def assert_cardinality_dataset(input_dataset: TensorLike, cardinality: TensorLike,
                               output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                               name: str = "") -> Output:
    """Gives the same dataset, which is taken to have `cardinality` elements; -1: without end, -2: unknown.
    Shapes: cardinality is a scalar. Errors: of a pass: FAILED_PRECONDITION where there are fewer or more.
    """
    return build("AssertCardinalityDataset", [(input_dataset, "=variant"), (cardinality, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def assign_add_variable_op(resource: TensorLike, value: TensorLike, *, name: str = "") -> Node:
    """Adds value to the variable, in place. Shapes: value is like the variable. Errors: FAILED_PRECONDITION
    for a variable without a value; INVALID_ARGUMENT for another dtype or shape.
    """
    return build("AssignAddVariableOp", [(resource, "=resource"), (value, "dtype")], [], None, name)


def assign_sub_variable_op(resource: TensorLike, value: TensorLike, *, name: str = "") -> Node:
    """Subtracts value from the variable, in place. Shapes and errors: as AssignAddVariableOp."""
    return build("AssignSubVariableOp", [(resource, "=resource"), (value, "dtype")], [], None, name)


def assign_variable_op(resource: TensorLike, value: TensorLike, *, validate_shape: bool = False,
                       name: str = "") -> Node:
    """Makes value the variable's new value. Shapes: value fits the variable's shape and, with validate_shape,
    is shaped like the value before, if there is one. Errors: INVALID_ARGUMENT for another dtype or shape.
    """
    return build("AssignVariableOp", [(resource, "=resource"), (value, "dtype")],
        [("validate_shape", "bool", validate_shape, False)], None, name)


def atan(x: TensorLike, *, name: str = "") -> Output:
    """Gives the angle in [-pi/2,pi/2] whose tangent is x. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Atan", [(x, "T")], [], "T", name)


def atan2(y: TensorLike, x: TensorLike, *, name: str = "") -> Output:
    """Gives the angle in [-pi,pi] of the point (x, y). Shapes: x and y broadcast against each other.

    Types of y, x: half, bfloat16, float, double.
    """
    return build("Atan2", [(y, "T"), (x, "T")], [], "T", name)


def atanh(x: TensorLike, *, name: str = "") -> Output:
    """Gives the number whose hyperbolic tangent is x; infinite at -1 and 1, NaN beyond. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Atanh", [(x, "T")], [], "T", name)


def audio_spectrogram(input: TensorLike, window_size: int, stride: int, *, magnitude_squared: bool = False,
                      name: str = "") -> Output:
    """Gives the magnitudes of the frequencies in window_size samples, weighted by Hann's window, at every
    stride of each channel. Shapes: input is [samples,channels], spectrogram [channels,slices,bins], where the
    bins are 1 and half of the least power of 2 that holds a window. Units: magnitudes as of the samples, or
    their squares if magnitude_squared.
    """
    return build("AudioSpectrogram", [(input, "=float")], [("window_size", "int", window_size),
        ("stride", "int", stride), ("magnitude_squared", "bool", magnitude_squared, False)], "=float", name)


def audio_summary(tag: TensorLike, tensor: TensorLike, sample_rate: float, *, max_outputs: int = 3,
                  name: str = "") -> Output:
    """A summary of the first max_outputs sounds as WAV files of 16 bits, under tag/audio/0 and so on, or
    tag/audio if max_outputs is 1. Shapes: tensor is [batch,samples] or [batch,samples,channels] in [-1,1);
    tag and summary are scalars. Units: sample_rate in samples per second. Errors: INVALID_ARGUMENT for a
    sample_rate that is not above 0, and without channels.
    """
    return build("AudioSummary", [(tag, "=string"), (tensor, "=float")],
        [("sample_rate", "float", sample_rate), ("max_outputs", "int", max_outputs, 3)], "=string", name)


def audio_summary_v2(tag: TensorLike, tensor: TensorLike, sample_rate: TensorLike, *, max_outputs: int = 3,
                     name: str = "") -> Output:
    """AudioSummary with sample_rate, a scalar, as an input."""
    return build("AudioSummaryV2", [(tag, "=string"), (tensor, "=float"), (sample_rate, "=float")],
        [("max_outputs", "int", max_outputs, 3)], "=string", name)


def avg_pool(value: TensorLike, ksize: Sequence[int], strides: Sequence[int],
             padding: Literal["SAME", "VALID"], *, data_format: Literal["NHWC", "NCHW"] = "NHWC",
             name: str = "") -> Output:
    """Gives the mean of every window, channel by channel; what lies outside of the image does not count.
    Shapes: value is [batch,rows,columns,channels] or, for NCHW, [batch,channels,rows,columns].

    Types of value: half, bfloat16, float, double.
    """
    return build("AvgPool", [(value, "T")], [("ksize", "list(int)", ksize), ("strides", "list(int)", strides),
        ("padding", "string", padding), ("data_format", "string", data_format, "NHWC")], "T", name)


def avg_pool3d(input: TensorLike, ksize: Sequence[int], strides: Sequence[int],
               padding: Literal["SAME", "VALID"], *, data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
               name: str = "") -> Output:
    """Gives the mean of every window of a volume, channel by channel; what lies outside of the volume does
    not count. Shapes and errors: as MaxPool3D.

    Types of input: half, bfloat16, float, double.
    """
    return build("AvgPool3D", [(input, "T")], [("ksize", "list(int)", ksize),
        ("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NDHWC")], "T", name)


def avg_pool3d_grad(orig_input_shape: TensorLike, grad: TensorLike, ksize: Sequence[int],
                    strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                    data_format: Literal["NDHWC", "NCDHW"] = "NDHWC", name: str = "") -> Output:
    """Gives the gradient of AvgPool3D for an input whose shape orig_input_shape spells.

    Types of grad: half, bfloat16, float, double.
    """
    return build("AvgPool3DGrad", [(orig_input_shape, "=int32"), (grad, "T")], [("ksize", "list(int)", ksize),
        ("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NDHWC")], "T", name)


def avg_pool_grad(orig_input_shape: TensorLike, grad: TensorLike, ksize: Sequence[int],
                  strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                  data_format: Literal["NHWC", "NCHW"] = "NHWC", name: str = "") -> Output:
    """Gives the gradient of AvgPool for an input whose shape orig_input_shape spells.

    Types of grad: half, bfloat16, float, double.
    """
    return build("AvgPoolGrad", [(orig_input_shape, "=int32"), (grad, "T")], [("ksize", "list(int)", ksize),
        ("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NHWC")], "T", name)


def banded_triangular_solve(matrix: TensorLike, rhs: TensorLike, *, lower: bool = True, adjoint: bool = False,
                            name: str = "") -> Output:
    """Solves matrix * output = rhs, with adjoint for the adjoint of matrix, a triangle of k diagonals: from
    the main one downwards with lower, else down to the main one. Element j of a diagonal is in column j of a
    lower triangle and in row j of an upper one; what lies outside is not looked at. Shapes: matrix is [...,
    k, n], rhs and output are [..., n, columns]; the leading dimensions broadcast. Errors: INVALID_ARGUMENT
    for a 0 on the main diagonal.

    Types of matrix, rhs: double, float, half, complex64, complex128.
    """
    return build("BandedTriangularSolve", [(matrix, "T"), (rhs, "T")], [("lower", "bool", lower, True),
        ("adjoint", "bool", adjoint, False)], "T", name)


def barrier(component_types: Sequence[DTypeLike], *, shapes: Sequence[ShapeLike] = (), capacity: int = -1,
            container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of a barrier, which puts tuples of the given types and shapes together from components
    that come one by one. Shapes: a component whose shape is unknown is a scalar. Errors: INVALID_ARGUMENT for
    a shape that is missing or not fully defined, or a capacity other than -1.
    """
    return build("Barrier", [], [("component_types", "list(type)", component_types),
        ("shapes", "list(shape)", shapes, ()), ("capacity", "int", capacity, -1),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def barrier_close(handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str = "") -> Node:
    """Lets no new keys in; components of those that are there may still come, unless cancel_pending_enqueues
    drops them. Errors: CANCELLED if the barrier is closed already.
    """
    return build("BarrierClose", [(handle, "=resource")],
        [("cancel_pending_enqueues", "bool", cancel_pending_enqueues, False)], None, name)


def barrier_incomplete_size(handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of tuples that lack components. Shapes: size is a scalar."""
    return build("BarrierIncompleteSize", [(handle, "=resource")], [], "=int32", name)


def barrier_insert_many(handle: TensorLike, keys: TensorLike, values: TensorLike, component_index: int, *,
                        name: str = "") -> Node:
    """Gives the tuple of each key a value for one component; a tuple that has all of them can be taken.
    Shapes: keys is a vector, values has a row for each. Errors: INVALID_ARGUMENT for a component that is
    there already; CANCELLED for a new key if the barrier is closed.
    """
    return build("BarrierInsertMany", [(handle, "=resource"), (keys, "=string"), (values, "T")],
        [("component_index", "int", component_index)], None, name)


def barrier_ready_size(handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of complete tuples. Shapes: size is a scalar."""
    return build("BarrierReadySize", [(handle, "=resource")], [], "=int32", name)


class BarrierTakeManyOutputs(NamedTuple):
    indices: Output
    keys: Output
    values: list[Output]


def barrier_take_many(handle: TensorLike, num_elements: TensorLike, component_types: Sequence[DTypeLike], *,
                      allow_small_batch: bool = False, wait_for_incomplete: bool = False,
                      timeout_ms: int = -1, name: str = "") -> BarrierTakeManyOutputs:
    """Takes complete tuples, waiting for them, those whose keys came first before others; indices number the
    insertions that brought the keys, from the least int64 on. With allow_small_batch a closed barrier gives
    what it has. Shapes: num_elements is a scalar; the outputs have a row for each tuple. Errors: OUT_OF_RANGE
    if the barrier is closed and has fewer.
    """
    return BarrierTakeManyOutputs(*build("BarrierTakeMany", [(handle, "=resource"), (num_elements, "=int32")],
        [("component_types", "list(type)", component_types), ("allow_small_batch", "bool", allow_small_batch,
        False), ("wait_for_incomplete", "bool", wait_for_incomplete, False), ("timeout_ms", "int", timeout_ms,
        -1)], ["=int64", "=string", "**component_types"], name))


def batch_dataset(input_dataset: TensorLike, batch_size: TensorLike, output_types: Sequence[DTypeLike],
                  output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                  name: str = "") -> Output:
    """Gives a dataset of batch_size elements at a time, each component stacked along a new dimension 0; the
    last ones may be fewer. Shapes: batch_size is a scalar. Errors: INVALID_ARGUMENT unless it is above 0; of
    a pass: for elements of different shapes in a batch.
    """
    return build("BatchDataset", [(input_dataset, "=variant"), (batch_size, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def batch_dataset_v2(input_dataset: TensorLike, batch_size: TensorLike, drop_remainder: TensorLike,
                     output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                     parallel_copy: bool = False, metadata: str | bytes = "", name: str = "") -> Output:
    """As BatchDataset; with drop_remainder a batch that is not full is left out."""
    return build("BatchDatasetV2", [(input_dataset, "=variant"), (batch_size, "=int64"),
        (drop_remainder, "=bool")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("parallel_copy", "bool", parallel_copy, False),
        ("metadata", "string", metadata, "")], "=variant", name)


def batch_mat_mul(x: TensorLike, y: TensorLike, *, adj_x: bool = False, adj_y: bool = False,
                  grad_x: bool = False, grad_y: bool = False, name: str = "") -> Output:
    """BatchMatMulV2, as older graphs call it.

    Types of x, y: bfloat16, half, float, double, int32, int64, complex64, complex128.
    """
    return build("BatchMatMul", [(x, "T"), (y, "T")], [("adj_x", "bool", adj_x, False),
        ("adj_y", "bool", adj_y, False), ("grad_x", "bool", grad_x, False), ("grad_y", "bool", grad_y,
        False)], "T", name)


def batch_mat_mul_v2(x: TensorLike, y: TensorLike, *, adj_x: bool = False, adj_y: bool = False,
                     grad_x: bool = False, grad_y: bool = False, name: str = "") -> Output:
    """Multiplies matrices that lie in the last two dimensions; adj_x and adj_y take the adjoint (conjugate
    transpose) first. Shapes: [..,m,k] times [..,k,n] gives [..,m,n]; the leading dimensions broadcast.
    Errors: INVALID_ARGUMENT if the inner dimensions differ.

    Types of x, y: bfloat16, half, float, double, uint8, uint16, uint32, uint64, int16, int32, int64,
    complex64, complex128.
    """
    return build("BatchMatMulV2", [(x, "T"), (y, "T")], [("adj_x", "bool", adj_x, False),
        ("adj_y", "bool", adj_y, False), ("grad_x", "bool", grad_x, False), ("grad_y", "bool", grad_y,
        False)], "T", name)


def batch_norm_with_global_normalization(t: TensorLike, m: TensorLike, v: TensorLike, beta: TensorLike,
                                         gamma: TensorLike, variance_epsilon: float,
                                         scale_after_normalization: bool, *, name: str = "") -> Output:
    """Gives (t - m) / sqrt(v + variance_epsilon), times gamma if scale_after_normalization, plus beta.
    Shapes: t is [batch,rows,columns,channels], all others [channels].

    Types of t, m, v, beta, gamma: half, bfloat16, float, double.
    """
    return build("BatchNormWithGlobalNormalization", [(t, "T"), (m, "T"), (v, "T"), (beta, "T"),
        (gamma, "T")], [("variance_epsilon", "float", variance_epsilon),
        ("scale_after_normalization", "bool", scale_after_normalization)], "T", name)


class BatchNormWithGlobalNormalizationGradOutputs(NamedTuple):
    dx: Output
    dm: Output
    dv: Output
    db: Output
    dg: Output


def batch_norm_with_global_normalization_grad(t: TensorLike, m: TensorLike, v: TensorLike, gamma: TensorLike,
                                              backprop: TensorLike, variance_epsilon: float,
                                              scale_after_normalization: bool, *,
                                              name: str = "") -> BatchNormWithGlobalNormalizationGradOutputs:
    """Gives the gradients of BatchNormWithGlobalNormalization for t, m, v, beta and gamma; 0 for gamma if it
    does not scale. Shapes: as there; backprop is like t.

    Types of t, m, v, gamma, backprop: half, bfloat16, float, double.
    """
    return BatchNormWithGlobalNormalizationGradOutputs(*build("BatchNormWithGlobalNormalizationGrad",
        [(t, "T"), (m, "T"), (v, "T"), (gamma, "T"), (backprop, "T")],
        [("variance_epsilon", "float", variance_epsilon),
        ("scale_after_normalization", "bool", scale_after_normalization)], ["T", "T", "T", "T", "T"], name))


def batch_to_space_nd(input: TensorLike, block_shape: TensorLike, crops: TensorLike, *,
                      name: str = "") -> Output:
    """Puts images of the batch together again, pixel beside pixel, and crops the result: undoes
    SpaceToBatchND. Shapes: block_shape is [m], crops [m,2]; the batch shrinks by the product of block_shape.

    Types of block_shape: int32, int64.
    Types of crops: int32, int64.
    """
    return build("BatchToSpaceND", [(input, "T"), (block_shape, "Tblock_shape"), (crops, "Tcrops")], [], "T",
        name)


def bessel_i0(x: TensorLike, *, name: str = "") -> Output:
    """Gives the modified Bessel function of the first kind and order 0. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselI0", [(x, "T")], [], "T", name)


def bessel_i0e(x: TensorLike, *, name: str = "") -> Output:
    """Gives exp(-|x|) * BesselI0(x). Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselI0e", [(x, "T")], [], "T", name)


def bessel_i1(x: TensorLike, *, name: str = "") -> Output:
    """Gives the modified Bessel function of the first kind and order 1. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselI1", [(x, "T")], [], "T", name)


def bessel_i1e(x: TensorLike, *, name: str = "") -> Output:
    """Gives exp(-|x|) * BesselI1(x). Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselI1e", [(x, "T")], [], "T", name)


def bessel_j0(x: TensorLike, *, name: str = "") -> Output:
    """Gives the Bessel function of the first kind and order 0. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselJ0", [(x, "T")], [], "T", name)


def bessel_j1(x: TensorLike, *, name: str = "") -> Output:
    """Gives the Bessel function of the first kind and order 1. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselJ1", [(x, "T")], [], "T", name)


def bessel_k0(x: TensorLike, *, name: str = "") -> Output:
    """Gives the modified Bessel function of the second kind and order 0; NaN below 0. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselK0", [(x, "T")], [], "T", name)


def bessel_k0e(x: TensorLike, *, name: str = "") -> Output:
    """Gives exp(x) * BesselK0(x). Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselK0e", [(x, "T")], [], "T", name)


def bessel_k1(x: TensorLike, *, name: str = "") -> Output:
    """Gives the modified Bessel function of the second kind and order 1; NaN below 0. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselK1", [(x, "T")], [], "T", name)


def bessel_k1e(x: TensorLike, *, name: str = "") -> Output:
    """Gives exp(x) * BesselK1(x). Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselK1e", [(x, "T")], [], "T", name)


def bessel_y0(x: TensorLike, *, name: str = "") -> Output:
    """Gives the Bessel function of the second kind and order 0; NaN below 0. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselY0", [(x, "T")], [], "T", name)


def bessel_y1(x: TensorLike, *, name: str = "") -> Output:
    """Gives the Bessel function of the second kind and order 1; NaN below 0. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("BesselY1", [(x, "T")], [], "T", name)


def betainc(a: TensorLike, b: TensorLike, x: TensorLike, *, name: str = "") -> Output:
    """Gives the regularised incomplete beta function, the integral of t^(a-1) (1-t)^(b-1) from 0 to x divided
    by the whole; NaN for x outside [0,1], and a or b not above 0. Shapes: all alike, or scalars. Source:
    Abramowitz & Stegun 1964, 26.5.

    Types of a, b, x: float, double.
    """
    return build("Betainc", [(a, "T"), (b, "T"), (x, "T")], [], "T", name)


def bias_add(value: TensorLike, bias: TensorLike, *, data_format: Literal["NHWC", "NCHW"] = "NHWC",
             name: str = "") -> Output:
    """Adds a vector along the channels: the last dimension for NHWC, the second for NCHW. Shapes: value has
    rank 2 or more, bias is a vector as long as the channel dimension.

    Types of value, bias: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("BiasAdd", [(value, "T"), (bias, "T")], [("data_format", "string", data_format, "NHWC")],
        "T", name)


def bias_add_grad(out_backprop: TensorLike, *, data_format: Literal["NHWC", "NCHW"] = "NHWC",
                  name: str = "") -> Output:
    """Sums over all dimensions but that of the channels: the gradient of BiasAdd for its bias. Shapes:
    out_backprop has rank 2 or more, output is a vector as long as the channel dimension.

    Types of out_backprop: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("BiasAddGrad", [(out_backprop, "T")], [("data_format", "string", data_format, "NHWC")], "T",
        name)


def bincount(arr: TensorLike, size: TensorLike, weights: TensorLike, *, name: str = "") -> Output:
    """Counts how often each of 0 to size - 1 is in arr, or adds up the weights of these elements. Shapes:
    size is a scalar, weights is like arr or empty, bins is [size]. Errors: INVALID_ARGUMENT for an element
    below 0.

    Types of weights: int32, int64, float, double.
    """
    return build("Bincount", [(arr, "=int32"), (size, "=int32"), (weights, "T")], [], "T", name)


def bitcast(input: TensorLike, type: DTypeLike, *, name: str = "") -> Output:
    """Gives the same bytes as elements of another type. Shapes: output has one more dimension for the parts
    of larger elements, and one less, which holds the parts of one, where elements become larger. Errors:
    INVALID_ARGUMENT for a last dimension that is not one element.

    Types of input: bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16,
    complex64, complex128, qint8, quint8, qint16, quint16, qint32.
    Types of type: bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16,
    complex64, complex128, qint8, quint8, qint16, quint16, qint32.
    """
    return build("Bitcast", [(input, "T")], [("type", "type", type)], "type", name)


def bitwise_and(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives the bits that are set in both x and y. Shapes: x and y broadcast against each other.

    Types of x, y: int8, int16, int32, int64, uint8, uint16, uint32, uint64.
    """
    return build("BitwiseAnd", [(x, "T"), (y, "T")], [], "T", name)


def bitwise_or(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives the bits that are set in x or y. Shapes: x and y broadcast against each other.

    Types of x, y: int8, int16, int32, int64, uint8, uint16, uint32, uint64.
    """
    return build("BitwiseOr", [(x, "T"), (y, "T")], [], "T", name)


def bitwise_xor(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives the bits in which x and y differ. Shapes: x and y broadcast against each other.

    Types of x, y: int8, int16, int32, int64, uint8, uint16, uint32, uint64.
    """
    return build("BitwiseXor", [(x, "T"), (y, "T")], [], "T", name)


class BlockLSTMOutputs(NamedTuple):
    i: Output
    cs: Output
    f: Output
    o: Output
    ci: Output
    co: Output
    h: Output


def block_lstm(seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike,
               wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike, *, forget_bias: float = 1.0,
               cell_clip: float = 3.0, use_peephole: bool = False, name: str = "") -> BlockLSTMOutputs:
    """Does the first seq_len_max steps of LSTMBlockCell over a sequence, the outputs of each step going into
    the next. Steps behind them give zeros. Shapes: seq_len_max is a scalar, x is [time, batch, inputs], all
    outputs are [time, batch, cells], the rest is as for LSTMBlockCell. Gradients come by cs and h alone.
    Errors: INVALID_ARGUMENT for more steps than x has.

    Types of x, cs_prev, h_prev, w, wci, wcf, wco, b: half, float.
    """
    return BlockLSTMOutputs(*build("BlockLSTM", [(seq_len_max, "=int64"), (x, "T"), (cs_prev, "T"),
        (h_prev, "T"), (w, "T"), (wci, "T"), (wcf, "T"), (wco, "T"), (b, "T")],
        [("forget_bias", "float", forget_bias, 1.0), ("cell_clip", "float", cell_clip, 3.0),
        ("use_peephole", "bool", use_peephole, False)], ["T", "T", "T", "T", "T", "T", "T"], name))


class BlockLSTMGradOutputs(NamedTuple):
    x_grad: Output
    cs_prev_grad: Output
    h_prev_grad: Output
    w_grad: Output
    wci_grad: Output
    wcf_grad: Output
    wco_grad: Output
    b_grad: Output


def block_lstm_grad(seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike,
                    w: TensorLike, wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike,
                    i: TensorLike, cs: TensorLike, f: TensorLike, o: TensorLike, ci: TensorLike,
                    co: TensorLike, h: TensorLike, cs_grad: TensorLike, h_grad: TensorLike,
                    use_peephole: bool, *, name: str = "") -> BlockLSTMGradOutputs:
    """Gives the gradients of BlockLSTM for what arrives at cs and h. Shapes: each is like the input.

    Types of x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad: half, float.
    """
    return BlockLSTMGradOutputs(*build("BlockLSTMGrad", [(seq_len_max, "=int64"), (x, "T"), (cs_prev, "T"),
        (h_prev, "T"), (w, "T"), (wci, "T"), (wcf, "T"), (wco, "T"), (b, "T"), (i, "T"), (cs, "T"), (f, "T"),
        (o, "T"), (ci, "T"), (co, "T"), (h, "T"), (cs_grad, "T"), (h_grad, "T")],
        [("use_peephole", "bool", use_peephole)], ["T", "T", "T", "T", "T", "T", "T", "T"], name))


class BlockLSTMGradV2Outputs(NamedTuple):
    x_grad: Output
    cs_prev_grad: Output
    h_prev_grad: Output
    w_grad: Output
    wci_grad: Output
    wcf_grad: Output
    wco_grad: Output
    b_grad: Output


def block_lstm_grad_v2(seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike,
                       w: TensorLike, wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike,
                       i: TensorLike, cs: TensorLike, f: TensorLike, o: TensorLike, ci: TensorLike,
                       co: TensorLike, h: TensorLike, cs_grad: TensorLike, h_grad: TensorLike,
                       use_peephole: bool, *, name: str = "") -> BlockLSTMGradV2Outputs:
    """As BlockLSTMGrad, of BlockLSTMV2.

    Types of x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad: half, float.
    """
    return BlockLSTMGradV2Outputs(*build("BlockLSTMGradV2", [(seq_len_max, "=int64"), (x, "T"),
        (cs_prev, "T"), (h_prev, "T"), (w, "T"), (wci, "T"), (wcf, "T"), (wco, "T"), (b, "T"), (i, "T"),
        (cs, "T"), (f, "T"), (o, "T"), (ci, "T"), (co, "T"), (h, "T"), (cs_grad, "T"), (h_grad, "T")],
        [("use_peephole", "bool", use_peephole)], ["T", "T", "T", "T", "T", "T", "T", "T"], name))


class BlockLSTMV2Outputs(NamedTuple):
    i: Output
    cs: Output
    f: Output
    o: Output
    ci: Output
    co: Output
    h: Output


def block_lstmv2(seq_len_max: TensorLike, x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike,
                 w: TensorLike, wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike, *,
                 cell_clip: float = 0.0, use_peephole: bool = False, name: str = "") -> BlockLSTMV2Outputs:
    """As BlockLSTM, with the gates in the order i, f, ci, o and no forget_bias.

    Types of x, cs_prev, h_prev, w, wci, wcf, wco, b: half, float.
    """
    return BlockLSTMV2Outputs(*build("BlockLSTMV2", [(seq_len_max, "=int64"), (x, "T"), (cs_prev, "T"),
        (h_prev, "T"), (w, "T"), (wci, "T"), (wcf, "T"), (wco, "T"), (b, "T")],
        [("cell_clip", "float", cell_clip, 0.0), ("use_peephole", "bool", use_peephole, False)], ["T", "T",
        "T", "T", "T", "T", "T"], name))


def broadcast_args(s0: TensorLike, s1: TensorLike, *, name: str = "") -> Output:
    """Gives the shape that two shapes broadcast to. Shapes: all are vectors. Errors: INVALID_ARGUMENT for
    shapes that do not broadcast.

    Types of s0, s1: int32, int64.
    """
    return build("BroadcastArgs", [(s0, "T"), (s1, "T")], [], "T", name)


class BroadcastGradientArgsOutputs(NamedTuple):
    r0: Output
    r1: Output


def broadcast_gradient_args(s0: TensorLike, s1: TensorLike, *,
                            name: str = "") -> BroadcastGradientArgsOutputs:
    """For two shapes that broadcast against each other, gives the axes of the common shape along which each
    was repeated, over which its gradient is therefore summed. Shapes: vectors. Errors: INVALID_ARGUMENT if
    they do not broadcast.

    Types of s0, s1: int32, int64.
    """
    return BroadcastGradientArgsOutputs(*build("BroadcastGradientArgs", [(s0, "T"), (s1, "T")], [], ["T",
        "T"], name))


def broadcast_to(input: TensorLike, shape: TensorLike, *, name: str = "") -> Output:
    """Repeats input along its dimensions of size 1, and along new leading ones, up to the given shape.
    Errors: INVALID_ARGUMENT if input does not broadcast to it.

    Types of shape: int32, int64.
    """
    return build("BroadcastTo", [(input, "T"), (shape, "Tidx")], [], "T", name)


def bucketize(input: TensorLike, boundaries: Sequence[float], *, name: str = "") -> Output:
    """Gives the number of boundaries that are not above each element; all of them for NaN. Shapes: output is
    like input. Errors: INVALID_ARGUMENT for boundaries that fall.

    Types of input: int32, int64, float, double.
    """
    return build("Bucketize", [(input, "T")], [("boundaries", "list(float)", boundaries)], "=int32", name)


def csv_dataset(filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike,
                header: TensorLike, field_delim: TensorLike, use_quote_delim: TensorLike,
                na_value: TensorLike, select_cols: TensorLike, record_defaults: Sequence[TensorLike],
                output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """Gives a dataset of the records of files, each with a scalar for every column, or for every one of
    select_cols. A field that is empty or na_value has the value of its default, if that has one. Quoted
    fields may hold delimiters, doubled quotes and ends of lines. Shapes: filenames and select_cols are
    vectors, record_defaults scalars or vectors of at most one element, the rest scalars. Errors:
    INVALID_ARGUMENT for inputs that do not fit; of a pass, which goes on behind the record: INVALID_ARGUMENT
    with file and byte for a record that is none; NOT_FOUND; DATA_LOSS for damaged compressed data. Source:
    RFC 4180.
    """
    return build("CSVDataset", [(filenames, "=string"), (compression_type, "=string"),
        (buffer_size, "=int64"), (header, "=bool"), (field_delim, "=string"), (use_quote_delim, "=bool"),
        (na_value, "=string"), (select_cols, "=int64"), (record_defaults, "**output_types")],
        [("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def csv_dataset_v2(filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike,
                   header: TensorLike, field_delim: TensorLike, use_quote_delim: TensorLike,
                   na_value: TensorLike, select_cols: TensorLike, record_defaults: Sequence[TensorLike],
                   exclude_cols: TensorLike, output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As CSVDataset; exclude_cols, a vector, has the columns that are left out if select_cols is empty."""
    return build("CSVDatasetV2", [(filenames, "=string"), (compression_type, "=string"),
        (buffer_size, "=int64"), (header, "=bool"), (field_delim, "=string"), (use_quote_delim, "=bool"),
        (na_value, "=string"), (select_cols, "=int64"), (record_defaults, "**output_types"),
        (exclude_cols, "=int64")], [("output_shapes", "list(shape)", output_shapes)], "=variant", name)


class CTCBeamSearchDecoderOutputs(NamedTuple):
    decoded_indices: list[Output]
    decoded_values: list[Output]
    decoded_shape: list[Output]
    log_probability: Output


def ctc_beam_search_decoder(inputs: TensorLike, sequence_length: TensorLike, beam_width: int, top_paths: int,
                            *, merge_repeated: bool = True, name: str = "") -> CTCBeamSearchDecoderOutputs:
    """Looks for the top_paths most probable label sequences of each sequence among beam_width at a time; with
    merge_repeated repetitions in them are dropped. The last class is the blank. Shapes: inputs is
    [time,batch,classes], sequence_length [batch]; decoded are sparse matrices with a row for each sequence;
    log_probability is [batch,top_paths]. Errors: FAILED_PRECONDITION for a length beyond the time;
    INVALID_ARGUMENT for fewer paths than top_paths.

    Types of inputs: float, double.
    """
    return CTCBeamSearchDecoderOutputs(*build("CTCBeamSearchDecoder", [(inputs, "T"),
        (sequence_length, "=int32")], [("beam_width", "int", beam_width), ("top_paths", "int", top_paths),
        ("merge_repeated", "bool", merge_repeated, True)], ["*=int64:top_paths", "*=int64:top_paths",
        "*=int64:top_paths", "T"], name))


class CTCGreedyDecoderOutputs(NamedTuple):
    decoded_indices: Output
    decoded_values: Output
    decoded_shape: Output
    log_probability: Output


def ctc_greedy_decoder(inputs: TensorLike, sequence_length: TensorLike, *, merge_repeated: bool = False,
                       blank_index: int = -1, name: str = "") -> CTCGreedyDecoderOutputs:
    """Takes the most probable class of each time, without blanks and, with merge_repeated, without
    repetitions; log_probability is minus the sum of their inputs. blank_index counts from the end below 0.
    Shapes: inputs is [time,batch,classes], sequence_length [batch]; decoded is a sparse matrix with a row for
    each sequence; log_probability is [batch,1]. Errors: FAILED_PRECONDITION for a length beyond the time.

    Types of inputs: float, double.
    """
    return CTCGreedyDecoderOutputs(*build("CTCGreedyDecoder", [(inputs, "T"), (sequence_length, "=int32")],
        [("merge_repeated", "bool", merge_repeated, False), ("blank_index", "int", blank_index, -1)],
        ["=int64", "=int64", "=int64", "T"], name))


class CTCLossOutputs(NamedTuple):
    loss: Output
    gradient: Output


def ctc_loss(inputs: TensorLike, labels_indices: TensorLike, labels_values: TensorLike,
             sequence_length: TensorLike, *, preprocess_collapse_repeated: bool = False,
             ctc_merge_repeated: bool = True, ignore_longer_outputs_than_inputs: bool = False,
             name: str = "") -> CTCLossOutputs:
    """Gives the negative logarithm of how probable the labels of each sequence are, whatever their times, and
    the gradient with respect to inputs. The last class is the blank. preprocess_collapse_repeated drops
    repeated labels first; without ctc_merge_repeated repetitions are labels of their own. Shapes: inputs is
    [time,batch,classes], not yet normalised; labels_indices is [n,2] with batch and place, labels_values [n],
    sequence_length [batch]; loss is [batch]. Errors: INVALID_ARGUMENT for labels or lengths out of range, a
    sequence without labels, and for more labels than times unless ignore_longer_outputs_than_inputs. Source:
    Graves et al. 2006.

    Types of inputs: float, double.
    """
    return CTCLossOutputs(*build("CTCLoss", [(inputs, "T"), (labels_indices, "=int64"),
        (labels_values, "=int32"), (sequence_length, "=int32")],
        [("preprocess_collapse_repeated", "bool", preprocess_collapse_repeated, False),
        ("ctc_merge_repeated", "bool", ctc_merge_repeated, True),
        ("ignore_longer_outputs_than_inputs", "bool", ignore_longer_outputs_than_inputs, False)], ["T", "T"],
        name))


class CTCLossV2Outputs(NamedTuple):
    loss: Output
    gradient: Output


def ctc_loss_v2(inputs: TensorLike, labels_indices: TensorLike, labels_values: TensorLike,
                sequence_length: TensorLike, *, preprocess_collapse_repeated: bool = False,
                ctc_merge_repeated: bool = True, ignore_longer_outputs_than_inputs: bool = False,
                name: str = "") -> CTCLossV2Outputs:
    """As CTCLoss, with the first class for the blank. Shapes: inputs is [time,batch,classes], not yet
    normalised; labels_indices is [n,2] with batch and place, labels_values [n], sequence_length [batch]; loss
    is [batch]. Errors: INVALID_ARGUMENT for labels or lengths out of range, a sequence without labels, and
    for more labels than times unless ignore_longer_outputs_than_inputs. Source: Graves et al. 2006.
    """
    return CTCLossV2Outputs(*build("CTCLossV2", [(inputs, "=float"), (labels_indices, "=int64"),
        (labels_values, "=int32"), (sequence_length, "=int32")],
        [("preprocess_collapse_repeated", "bool", preprocess_collapse_repeated, False),
        ("ctc_merge_repeated", "bool", ctc_merge_repeated, True),
        ("ignore_longer_outputs_than_inputs", "bool", ignore_longer_outputs_than_inputs, False)], ["=float",
        "=float"], name))


def cache_dataset(input_dataset: TensorLike, filename: TensorLike, output_types: Sequence[DTypeLike],
                  output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                  name: str = "") -> Output:
    """Gives a dataset of the same elements, which are kept when a pass has got to its end: in memory, or in a
    file whose name begins with filename. Errors: of a pass: ALREADY_EXISTS if another pass writes that file.
    """
    return build("CacheDataset", [(input_dataset, "=variant"), (filename, "=string")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def cache_dataset_v2(input_dataset: TensorLike, filename: TensorLike, cache: TensorLike,
                     output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                     metadata: str | bytes = "", name: str = "") -> Output:
    """As CacheDataset; cache is not used."""
    return build("CacheDatasetV2", [(input_dataset, "=variant"), (filename, "=string"), (cache, "=resource")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def case(branch_index: TensorLike, input: Sequence[TensorLike], Tout: Sequence[DTypeLike],
         branches: Sequence[str], *, output_shapes: Sequence[ShapeLike] = (), name: str = "") -> list[Output]:
    """Gives the results of the branch that branch_index counts from 0, or of the last one if there is none;
    all take input. Errors: INVALID_ARGUMENT if a signature is not Tin -> Tout.
    """
    return build("Case", [(branch_index, "=int32"), (input, "**Tin")], [("Tout", "list(type)", Tout),
        ("branches", "list(func)", branches), ("output_shapes", "list(shape)", output_shapes, ())],
        ["**Tout"], name)


def cast(x: TensorLike, DstT: DTypeLike, *, Truncate: bool = False, name: str = "") -> Output:
    """Converts x to DstT, element by element: floating numbers are cut towards zero for integers and rounded
    to even for narrower floating types (cut with Truncate); NaN and numbers out of range give unspecified
    integers; anything but 0 is true. Shapes: y is like x.
    """
    return build("Cast", [(x, "SrcT")], [("DstT", "type", DstT), ("Truncate", "bool", Truncate, False)],
        "DstT", name)


def ceil(x: TensorLike, *, name: str = "") -> Output:
    """Gives the smallest whole number not below x, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double.
    """
    return build("Ceil", [(x, "T")], [], "T", name)


def check_numerics(tensor: TensorLike, message: str | bytes, *, name: str = "") -> Output:
    """Passes tensor on if all of its elements are finite. Errors: INVALID_ARGUMENT with message and the index
    of the first element that is not.

    Types of tensor: bfloat16, half, float, double.
    """
    return build("CheckNumerics", [(tensor, "T")], [("message", "string", message)], "T", name)


def check_numerics_v2(tensor: TensorLike, message: str | bytes, *, name: str = "") -> Output:
    """As CheckNumerics. Shapes: output is like tensor. Errors: INVALID_ARGUMENT with message for an element
    that is not finite.

    Types of tensor: half, bfloat16, float, double.
    """
    return build("CheckNumericsV2", [(tensor, "T")], [("message", "string", message)], "T", name)


def cholesky(input: TensorLike, *, name: str = "") -> Output:
    """Gives the lower triangles whose products with their adjoints are the matrices. Only the lower triangles
    of input are looked at. Shapes: input and output are [..., n, n]. Errors: INVALID_ARGUMENT for a matrix
    that is not positive definite.

    Types of input: double, float, half, complex64, complex128.
    """
    return build("Cholesky", [(input, "T")], [], "T", name)


def cholesky_grad(l: TensorLike, grad: TensorLike, *, name: str = "") -> Output:
    """Gives the gradient of Cholesky for its output l and what arrives there. Shapes: all are [..., n, n].

    Types of l, grad: half, float, double.
    """
    return build("CholeskyGrad", [(l, "T"), (grad, "T")], [], "T", name)


def clip_by_value(t: TensorLike, clip_value_min: TensorLike, clip_value_max: TensorLike, *,
                  name: str = "") -> Output:
    """Gives max(min(t, clip_value_max), clip_value_min); NaN on any side stays NaN. Shapes: output is like t;
    the bounds are scalars or like t. Errors: INVALID_ARGUMENT otherwise.

    Types of t, clip_value_min, clip_value_max: float, double, int32, uint8, int16, int8, complex64, int64,
    qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ClipByValue", [(t, "T"), (clip_value_min, "T"), (clip_value_max, "T")], [], "T", name)


def collective_reduce(input: TensorLike, group_size: int, group_key: int, instance_key: int,
                      merge_op: Literal["Min", "Max", "Mul", "Add"], final_op: Literal["Id", "Div"],
                      subdiv_offsets: Sequence[int], *, wait_for: Sequence[int] = (),
                      communication_hint: str | bytes = "auto", timeout_seconds: float = 0.0,
                      name: str = "") -> Output:
    """Combines input, element by element, with what the other tasks of its group give for the same
    instance_key, and divides by group_size if final_op is Div; all get the same bits. In a session that is
    not on a cluster the members are devices of the process that form a group, each with a node of the same
    step. communication_hint is ring, halving or auto, which takes what is faster as measured; where the
    values of all lie on devices that reach each other (NCCL), these combine them, and minima and maxima of
    NaN are theirs. Shapes: all inputs and data are alike. Errors: UNAVAILABLE naming a task that was lost;
    FAILED_PRECONDITION in a session that is not on a cluster for a value in the host's memory; UNIMPLEMENTED
    there for timeout_seconds; DEADLINE_EXCEEDED after timeout_seconds, if that is not 0.

    Types of input: bfloat16, float, half, double, int32, int64.
    """
    return build("CollectiveReduce", [(input, "T")], [("group_size", "int", group_size),
        ("group_key", "int", group_key), ("instance_key", "int", instance_key),
        ("merge_op", "string", merge_op), ("final_op", "string", final_op),
        ("subdiv_offsets", "list(int)", subdiv_offsets), ("wait_for", "list(int)", wait_for, ()),
        ("communication_hint", "string", communication_hint, "auto"),
        ("timeout_seconds", "float", timeout_seconds, 0.0)], "T", name)


class CombinedNonMaxSuppressionOutputs(NamedTuple):
    nmsed_boxes: Output
    nmsed_scores: Output
    nmsed_classes: Output
    valid_detections: Output


def combined_non_max_suppression(boxes: TensorLike, scores: TensorLike, max_output_size_per_class: TensorLike,
                                 max_total_size: TensorLike, iou_threshold: TensorLike,
                                 score_threshold: TensorLike, *, pad_per_class: bool = False,
                                 clip_boxes: bool = True, name: str = "") -> CombinedNonMaxSuppressionOutputs:
    """Chooses boxes of each class as NonMaxSuppressionV3 does, and of all classes the best max_total_size of
    each image. Gives their corners (in [0,1] with clip_boxes), scores and classes, followed by zeros, and how
    many there are. Shapes: boxes [batch,n,q,4], where q is 1 or the classes, scores [batch,n,classes]; the
    results have max_total_size boxes, or with pad_per_class at most max_output_size_per_class * classes.
    Errors: INVALID_ARGUMENT for sizes below 1 and an iou_threshold outside of [0,1].
    """
    return CombinedNonMaxSuppressionOutputs(*build("CombinedNonMaxSuppression", [(boxes, "=float"),
        (scores, "=float"), (max_output_size_per_class, "=int32"), (max_total_size, "=int32"),
        (iou_threshold, "=float"), (score_threshold, "=float")], [("pad_per_class", "bool", pad_per_class,
        False), ("clip_boxes", "bool", clip_boxes, True)], ["=float", "=float", "=float", "=int32"], name))


def complex(real: TensorLike, imag: TensorLike, *, Tout: DTypeLike = "complex64", name: str = "") -> Output:
    """Makes complex numbers of their parts, element by element. Shapes: real and imag broadcast against each
    other. Errors: INVALID_ARGUMENT unless Tout is the complex type of T.

    Types of real, imag: float, double.
    Types of Tout: complex64, complex128.
    """
    return build("Complex", [(real, "T"), (imag, "T")], [("Tout", "type", Tout, "complex64")], "Tout", name)


def complex_abs(x: TensorLike, *, Tout: DTypeLike = "float", name: str = "") -> Output:
    """Gives the absolute value of complex numbers, element by element. Shapes and errors: as Real.

    Types of x: complex64, complex128.
    Types of Tout: float, double.
    """
    return build("ComplexAbs", [(x, "T")], [("Tout", "type", Tout, "float")], "Tout", name)


class ComputeAccidentalHitsOutputs(NamedTuple):
    indices: Output
    ids: Output
    weights: Output


def compute_accidental_hits(true_classes: TensorLike, sampled_candidates: TensorLike, num_true: int, *,
                            seed: int = 0, seed2: int = 0, name: str = "") -> ComputeAccidentalHitsOutputs:
    """Says where classes that were drawn are true ones: the rows of true_classes, the places in
    sampled_candidates, and for each a weight of the lowest float, which takes it out of a softmax. Shapes:
    true_classes is [batch,num_true], sampled_candidates a vector, and the outputs vectors.
    """
    return ComputeAccidentalHitsOutputs(*build("ComputeAccidentalHits", [(true_classes, "=int64"),
        (sampled_candidates, "=int64")], [("num_true", "int", num_true), ("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], ["=int32", "=int64", "=float"], name))


def concat(concat_dim: TensorLike, values: Sequence[TensorLike], *, name: str = "") -> Output:
    """ConcatV2, as older graphs call it: the axis comes first."""
    return build("Concat", [(concat_dim, "=int32"), (values, "*T:N")], [], "T", name)


def concat_offset(concat_dim: TensorLike, shape: Sequence[TensorLike], *, name: str = "") -> list[Output]:
    """Gives for each of the shapes that are joined along concat_dim where it begins in the result. Shapes:
    all shapes are vectors of one length. Errors: INVALID_ARGUMENT if they differ anywhere else.

    Types of shape: int32, int64.
    """
    return build("ConcatOffset", [(concat_dim, "=int32"), (shape, "*shape_type:N")], [], ["*shape_type:N"],
        name)


def concat_v2(values: Sequence[TensorLike], axis: TensorLike, *, name: str = "") -> Output:
    """Joins tensors along an axis. Shapes: axis is a scalar in [-rank,rank); all values have one rank and
    agree in every other dimension. Errors: INVALID_ARGUMENT otherwise.

    Types of axis: int32, int64.
    """
    return build("ConcatV2", [(values, "*T:N"), (axis, "Tidx")], [], "T", name)


def concatenate_dataset(input_dataset: TensorLike, another_dataset: TensorLike,
                        output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                        metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of the elements of input_dataset, then of another_dataset. Errors: INVALID_ARGUMENT if
    their types differ.
    """
    return build("ConcatenateDataset", [(input_dataset, "=variant"), (another_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def conditional_accumulator(dtype: DTypeLike, shape: ShapeLike, *, container: str | bytes = "",
                            shared_name: str | bytes = "", reduction_type: Literal["MEAN", "SUM"] = "MEAN",
                            name: str = "") -> Output:
    """Gives the handle of an accumulator that adds up gradients until their mean, or sum, is taken; with
    shape unknown, of any shape. Errors: UNIMPLEMENTED for complex and quantised types and integers of 8 and
    16 bits.

    Types of dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ConditionalAccumulator", [], [("dtype", "type", dtype), ("shape", "shape", shape),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, ""),
        ("reduction_type", "string", reduction_type, "MEAN")], "=resource", name)


def conj(input: TensorLike, *, name: str = "") -> Output:
    """Gives the complex conjugate, element by element. Shapes: output is like input.

    Types of input: complex64, complex128, variant.
    """
    return build("Conj", [(input, "T")], [], "T", name)


def conjugate_transpose(x: TensorLike, perm: TensorLike, *, name: str = "") -> Output:
    """Gives the complex conjugate of x with its dimensions in the order of perm; numbers that are not complex
    as they are. Shapes and errors: as Transpose.

    Types of perm: int32, int64.
    """
    return build("ConjugateTranspose", [(x, "T"), (perm, "Tperm")], [], "T", name)


def const(value: ArrayLike, dtype: DTypeLike, *, name: str = "") -> Output:
    """Gives the tensor of the attr `value`. Errors: INVALID_ARGUMENT if its type is not dtype."""
    return build("Const", [], [("value", "tensor", value), ("dtype", "type", dtype)], "dtype", name)


def consume_mutex_lock(mutex_lock: TensorLike, *, name: str = "") -> Node:
    """Gives the mutex free. Shapes: mutex_lock is a scalar. Errors: INVALID_ARGUMENT for a value that is no
    lock.
    """
    return build("ConsumeMutexLock", [(mutex_lock, "=variant")], [], None, name)


def control_trigger(*, name: str = "") -> Node:
    """Does nothing, but is alive even where its control inputs are dead."""
    return build("ControlTrigger", [], [], None, name)


def conv2d(input: TensorLike, filter: TensorLike, strides: Sequence[int],
           padding: Literal["SAME", "VALID", "EXPLICIT"], *, use_cudnn_on_gpu: bool = True,
           explicit_paddings: Sequence[int] = (), data_format: Literal["NHWC", "NCHW"] = "NHWC",
           dilations: Sequence[int] = (1, 1, 1, 1), name: str = "") -> Output:
    """Slides a filter over images: every output is the sum of the products of the filter and the window below
    it. Shapes: input is [batch,rows,columns,channels] or, for NCHW, [batch,channels,rows,columns]; filter is
    [rows,columns,channels,out]. A filter with a part of the input's channels makes as many groups of them,
    each of which gives its part of the output's. SAME gives ceil(size / stride) rows and columns. Errors:
    INVALID_ARGUMENT if channels do not divide or a filter does not fit into the padded image.

    Types of input, filter: half, bfloat16, float, double, int32.
    """
    return build("Conv2D", [(input, "T"), (filter, "T")], [("strides", "list(int)", strides),
        ("padding", "string", padding), ("use_cudnn_on_gpu", "bool", use_cudnn_on_gpu, True),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("data_format", "string", data_format,
        "NHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1))], "T", name)


def conv2d_backprop_filter(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike,
                           strides: Sequence[int], padding: Literal["SAME", "VALID", "EXPLICIT"], *,
                           use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (),
                           data_format: Literal["NHWC", "NCHW"] = "NHWC",
                           dilations: Sequence[int] = (1, 1, 1, 1), name: str = "") -> Output:
    """Gives the gradient of Conv2D for its filter, whose shape filter_sizes spells. Errors: INVALID_ARGUMENT
    if out_backprop is not shaped like Conv2D's output.

    Types of input, out_backprop: half, bfloat16, float, double.
    """
    return build("Conv2DBackpropFilter", [(input, "T"), (filter_sizes, "=int32"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("padding", "string", padding),
        ("use_cudnn_on_gpu", "bool", use_cudnn_on_gpu, True),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("data_format", "string", data_format,
        "NHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1))], "T", name)


def conv2d_backprop_input(input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike,
                          strides: Sequence[int], padding: Literal["SAME", "VALID", "EXPLICIT"], *,
                          use_cudnn_on_gpu: bool = True, explicit_paddings: Sequence[int] = (),
                          data_format: Literal["NHWC", "NCHW"] = "NHWC",
                          dilations: Sequence[int] = (1, 1, 1, 1), name: str = "") -> Output:
    """Gives the gradient of Conv2D for its input, whose shape input_sizes spells: a transposed convolution.
    Errors: INVALID_ARGUMENT if out_backprop is not shaped like Conv2D's output.

    Types of filter, out_backprop: half, bfloat16, float, double, int32.
    """
    return build("Conv2DBackpropInput", [(input_sizes, "=int32"), (filter, "T"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("padding", "string", padding),
        ("use_cudnn_on_gpu", "bool", use_cudnn_on_gpu, True),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("data_format", "string", data_format,
        "NHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1))], "T", name)


def conv3d(input: TensorLike, filter: TensorLike, strides: Sequence[int], padding: Literal["SAME", "VALID"],
           *, data_format: Literal["NDHWC", "NCDHW"] = "NDHWC", dilations: Sequence[int] = (1, 1, 1, 1, 1),
           name: str = "") -> Output:
    """Slides filters over volumes (it correlates; filters are not turned round). Shapes: input is
    [batch,depth,rows,columns,channels] or, for NCDHW, [batch,channels,depth,rows,columns]; filter is
    [depth,rows,columns,channels,outputs], or has so many channels as each of several groups. Errors:
    INVALID_ARGUMENT if channels do not fit or a filter does not fit into the padded volume.

    Types of input, filter: half, bfloat16, float, double.
    """
    return build("Conv3D", [(input, "T"), (filter, "T")], [("strides", "list(int)", strides),
        ("padding", "string", padding), ("data_format", "string", data_format, "NDHWC"),
        ("dilations", "list(int)", dilations, (1, 1, 1, 1, 1))], "T", name)


def conv3d_backprop_filter(input: TensorLike, filter: TensorLike, out_backprop: TensorLike,
                           strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                           dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str = "") -> Output:
    """Conv3DBackpropFilterV2 for a filter like `filter`, whose elements do not matter.

    Types of input, filter, out_backprop: half, float, double.
    """
    return build("Conv3DBackpropFilter", [(input, "T"), (filter, "T"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("padding", "string", padding),
        ("dilations", "list(int)", dilations, (1, 1, 1, 1, 1))], "T", name)


def conv3d_backprop_filter_v2(input: TensorLike, filter_sizes: TensorLike, out_backprop: TensorLike,
                              strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                              data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
                              dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str = "") -> Output:
    """Gives the gradient of Conv3D for its filter, whose shape filter_sizes spells. Errors: INVALID_ARGUMENT
    if out_backprop is not shaped like Conv3D's output.

    Types of input, out_backprop: half, bfloat16, float, double.
    """
    return build("Conv3DBackpropFilterV2", [(input, "T"), (filter_sizes, "=int32"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NDHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1,
        1))], "T", name)


def conv3d_backprop_input(input: TensorLike, filter: TensorLike, out_backprop: TensorLike,
                          strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                          dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str = "") -> Output:
    """Conv3DBackpropInputV2 for an input like `input`, whose elements do not matter.

    Types of input, filter, out_backprop: half, float, double.
    """
    return build("Conv3DBackpropInput", [(input, "T"), (filter, "T"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("padding", "string", padding),
        ("dilations", "list(int)", dilations, (1, 1, 1, 1, 1))], "T", name)


def conv3d_backprop_input_v2(input_sizes: TensorLike, filter: TensorLike, out_backprop: TensorLike,
                             strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                             data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
                             dilations: Sequence[int] = (1, 1, 1, 1, 1), name: str = "") -> Output:
    """Gives the gradient of Conv3D for its input, whose shape input_sizes spells. Errors: INVALID_ARGUMENT if
    out_backprop is not shaped like Conv3D's output.

    Types of filter, out_backprop: half, bfloat16, float, double.
    Types of input_sizes: int32, int64.
    """
    return build("Conv3DBackpropInputV2", [(input_sizes, "Tshape"), (filter, "T"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NDHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1,
        1))], "T", name)


def cos(x: TensorLike, *, name: str = "") -> Output:
    """Gives the cosine of x in radians; NaN for infinities. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Cos", [(x, "T")], [], "T", name)


def cosh(x: TensorLike, *, name: str = "") -> Output:
    """Gives the hyperbolic cosine of x. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Cosh", [(x, "T")], [], "T", name)


def crop_and_resize(image: TensorLike, boxes: TensorLike, box_ind: TensorLike, crop_size: TensorLike, *,
                    method: Literal["bilinear", "nearest"] = "bilinear", extrapolation_value: float = 0.0,
                    name: str = "") -> Output:
    """Cuts boxes out of images and gives each the size crop_size, in float. A box is y1, x1, y2 and x2, where
    0 and 1 are the centres of the first and the last pixels; it may be turned around, and what lies outside
    of the image is extrapolation_value. Shapes: image is [batch,rows,columns,channels], boxes [n,4], box_ind,
    which says in which image of the batch each box lies, [n], crop_size two numbers, crops
    [n,rows,columns,channels]. Errors: OUT_OF_RANGE for an image that is not there, INVALID_ARGUMENT for sizes
    below 1.

    Types of image: uint8, uint16, int8, int16, int32, int64, half, float, double.
    """
    return build("CropAndResize", [(image, "T"), (boxes, "=float"), (box_ind, "=int32"),
        (crop_size, "=int32")], [("method", "string", method, "bilinear"),
        ("extrapolation_value", "float", extrapolation_value, 0.0)], "=float", name)


def crop_and_resize_grad_boxes(grads: TensorLike, image: TensorLike, boxes: TensorLike, box_ind: TensorLike,
                               *, method: Literal["bilinear"] = "bilinear", name: str = "") -> Output:
    """Gives the gradient of CropAndResize for its boxes, where it interpolates. Shapes: grads is
    [n,rows,columns,channels], output [n,4]. Errors: as of CropAndResize.

    Types of image: uint8, uint16, int8, int16, int32, int64, half, float, double.
    """
    return build("CropAndResizeGradBoxes", [(grads, "=float"), (image, "T"), (boxes, "=float"),
        (box_ind, "=int32")], [("method", "string", method, "bilinear")], "=float", name)


def crop_and_resize_grad_image(grads: TensorLike, boxes: TensorLike, box_ind: TensorLike,
                               image_size: TensorLike, T: DTypeLike, *,
                               method: Literal["bilinear", "nearest"] = "bilinear", name: str = "") -> Output:
    """Gives the gradient of CropAndResize for its images. Shapes: grads is [n,rows,columns,channels],
    image_size the four sizes of the images, output of that shape. Errors: as of CropAndResize.

    Types of T: float, half, double.
    """
    return build("CropAndResizeGradImage", [(grads, "=float"), (boxes, "=float"), (box_ind, "=int32"),
        (image_size, "=int32")], [("T", "type", T), ("method", "string", method, "bilinear")], "T", name)


def cross(a: TensorLike, b: TensorLike, *, name: str = "") -> Output:
    """Gives the cross product of the vectors of three in the last dimension. Shapes: all alike.

    Types of a, b: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("Cross", [(a, "T"), (b, "T")], [], "T", name)


def cumprod(x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False,
            name: str = "") -> Output:
    """Gives the running product along an axis: from the end if reverse, and without the element itself if
    exclusive. The gradient is 0 where x is 0, as TensorFlow's. Shapes: out is like x; axis is a scalar in
    [-rank,rank).

    Types of x: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
    uint16, complex128, half, uint32, uint64.
    Types of axis: int32, int64.
    """
    return build("Cumprod", [(x, "T"), (axis, "Tidx")], [("exclusive", "bool", exclusive, False),
        ("reverse", "bool", reverse, False)], "T", name)


def cumsum(x: TensorLike, axis: TensorLike, *, exclusive: bool = False, reverse: bool = False,
           name: str = "") -> Output:
    """Gives the running sum along an axis: from the end if reverse, and without the element itself if
    exclusive. Shapes: out is like x; axis is a scalar in [-rank,rank).

    Types of x: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16,
    uint16, complex128, half, uint32, uint64.
    Types of axis: int32, int64.
    """
    return build("Cumsum", [(x, "T"), (axis, "Tidx")], [("exclusive", "bool", exclusive, False),
        ("reverse", "bool", reverse, False)], "T", name)


def data_format_dim_map(x: TensorLike, *, src_format: str | bytes = "NHWC", dst_format: str | bytes = "NCHW",
                        name: str = "") -> Output:
    """Gives for each dimension of src_format, also counted from the end, where it is in dst_format. Shapes: y
    is like x. Errors: INVALID_ARGUMENT for a number that is no dimension, or formats that are not of the same
    letters.

    Types of x: int32, int64.
    """
    return build("DataFormatDimMap", [(x, "T")], [("src_format", "string", src_format, "NHWC"),
        ("dst_format", "string", dst_format, "NCHW")], "T", name)


def data_format_vec_permute(x: TensorLike, *, src_format: str | bytes = "NHWC",
                            dst_format: str | bytes = "NCHW", name: str = "") -> Output:
    """Brings the rows of x, one for each dimension of src_format, or for each but N and C, into the order of
    dst_format. Shapes: x and y are [4] or [4,2], or of as many rows as there are letters; their number must
    be known when the graph is planned. Errors: INVALID_ARGUMENT for formats that are not of the same letters.

    Types of x: int32, int64.
    """
    return build("DataFormatVecPermute", [(x, "T")], [("src_format", "string", src_format, "NHWC"),
        ("dst_format", "string", dst_format, "NCHW")], "T", name)


def dataset_cardinality(input_dataset: TensorLike, *, cardinality_options: str | bytes = "",
                        name: str = "") -> Output:
    """Gives how many elements the dataset has: -1 without end, -2 if that is not known without a pass."""
    return build("DatasetCardinality", [(input_dataset, "=variant")],
        [("cardinality_options", "string", cardinality_options, "")], "=int64", name)


def dataset_to_single_element(dataset: TensorLike, output_types: Sequence[DTypeLike],
                              output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                              name: str = "") -> list[Output]:
    """Gives the only element of a dataset. Errors: INVALID_ARGUMENT if it has none, or more."""
    return build("DatasetToSingleElement", [(dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], ["**output_types"], name)


def dawsn(x: TensorLike, *, name: str = "") -> Output:
    """Gives Dawson's integral, exp(-x^2) * integral of exp(t^2) from 0 to x. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Dawsn", [(x, "T")], [], "T", name)


def decode_and_crop_jpeg(contents: TensorLike, crop_window: TensorLike, *, channels: int = 0, ratio: int = 1,
                         fancy_upscaling: bool = True, try_recover_truncated: bool = False,
                         acceptable_fraction: float = 1.0, dct_method: str | bytes = "",
                         name: str = "") -> Output:
    """Gives the pixels of a part of a JPEG file, without computing the others. channels is 0 for those of the
    file, or 1, 3 or 4. ratio (1, 2, 4, 8) divides rows and columns. With try_recover_truncated lines that
    lack repeat the last one; if acceptable_fraction of the lines are there, the others are black. dct_method
    is empty, 'INTEGER_FAST' or 'INTEGER_ACCURATE'. Shapes: contents is a scalar, crop_window top, left,
    height and width, image [height,width,channels]. Errors: INVALID_ARGUMENT for contents that are no image,
    are damaged or cut off, or claim more pixels than they can hold.
    """
    return build("DecodeAndCropJpeg", [(contents, "=string"), (crop_window, "=int32")],
        [("channels", "int", channels, 0), ("ratio", "int", ratio, 1),
        ("fancy_upscaling", "bool", fancy_upscaling, True),
        ("try_recover_truncated", "bool", try_recover_truncated, False),
        ("acceptable_fraction", "float", acceptable_fraction, 1.0), ("dct_method", "string", dct_method, "")],
        "=uint8", name)


def decode_base64(input: TensorLike, *, name: str = "") -> Output:
    """Decodes each string of web-safe base64, with = at its end or without. Shapes: output is like input.
    Errors: INVALID_ARGUMENT for other characters, or a length of one more than a multiple of 4.
    """
    return build("DecodeBase64", [(input, "=string")], [], "=string", name)


def decode_bmp(contents: TensorLike, *, channels: int = 0, name: str = "") -> Output:
    """Gives the pixels of a BMP file of 8, 24 or 32 bits for each pixel. channels is 0 or what the file has.
    Shapes: contents is a scalar, image [rows,columns,channels]. Errors: INVALID_ARGUMENT for contents that
    are no image, are damaged or cut off, or claim more pixels than they can hold.
    """
    return build("DecodeBmp", [(contents, "=string")], [("channels", "int", channels, 0)], "=uint8", name)


def decode_csv(records: TensorLike, record_defaults: Sequence[TensorLike], *, field_delim: str | bytes = ",",
               use_quote_delim: bool = True, na_value: str | bytes = "", select_cols: Sequence[int] = (),
               name: str = "") -> list[Output]:
    """Splits each record into fields, one for each output. A field that is empty or na_value gets its
    default; an empty vector says that there is none. Shapes: outputs are like records. Errors:
    INVALID_ARGUMENT naming record and field for a wrong count, a quote where none may be, a field that is
    missing or no number. Source: RFC 4180.
    """
    return build("DecodeCSV", [(records, "=string"), (record_defaults, "**OUT_TYPE")],
        [("field_delim", "string", field_delim, ","), ("use_quote_delim", "bool", use_quote_delim, True),
        ("na_value", "string", na_value, ""), ("select_cols", "list(int)", select_cols, ())], ["**OUT_TYPE"],
        name)


def decode_compressed(bytes: TensorLike, *, compression_type: str | bytes = "", name: str = "") -> Output:
    """Decompresses each string: compression_type is ZLIB, GZIP or empty. Shapes: output is like bytes.
    Errors: DATA_LOSS for a string that is damaged or cut off; UNIMPLEMENTED for ZSTD.
    """
    return build("DecodeCompressed", [(bytes, "=string")], [("compression_type", "string", compression_type,
        "")], "=string", name)


def decode_gif(contents: TensorLike, *, name: str = "") -> Output:
    """Gives the frames of a GIF file, also one of a JPEG or PNG file. Shapes: contents is a scalar, image
    [frames,rows,columns,3]. Errors: INVALID_ARGUMENT for contents that are no image, are damaged or cut off,
    or claim more pixels than they can hold.
    """
    return build("DecodeGif", [(contents, "=string")], [], "=uint8", name)


def decode_image(contents: TensorLike, *, channels: int = 0, dtype: DTypeLike = "uint8",
                 expand_animations: bool = True, name: str = "") -> Output:
    """Gives the pixels of a JPEG, PNG, GIF or BMP file. channels is 0 for those of the file, or 1, 3 or 4.
    float lies in [0,1]; uint16 uses all of its range. Shapes: contents is a scalar, image
    [rows,columns,channels], for GIF files [frames,rows,columns,channels] unless expand_animations is false,
    which gives the first frame. Errors: INVALID_ARGUMENT for contents that are no image, are damaged or cut
    off, or claim more pixels than they can hold.

    Types of dtype: uint8, uint16, float.
    """
    return build("DecodeImage", [(contents, "=string")], [("channels", "int", channels, 0),
        ("dtype", "type", dtype, "uint8"), ("expand_animations", "bool", expand_animations, True)], "dtype",
        name)


def decode_json_example(json_examples: TensorLike, *, name: str = "") -> Output:
    """Gives Examples that are JSON, by protocol buffers' mapping, as messages. Shapes: binary_examples is
    like json_examples. Errors: INVALID_ARGUMENT naming the string and the byte where it is no Example.
    """
    return build("DecodeJSONExample", [(json_examples, "=string")], [], "=string", name)


def decode_jpeg(contents: TensorLike, *, channels: int = 0, ratio: int = 1, fancy_upscaling: bool = True,
                try_recover_truncated: bool = False, acceptable_fraction: float = 1.0,
                dct_method: str | bytes = "", name: str = "") -> Output:
    """Gives the pixels of a JPEG file, also of a PNG file or a GIF file of one frame. channels is 0 for those
    of the file, or 1, 3 or 4. ratio (1, 2, 4, 8) divides rows and columns. With try_recover_truncated lines
    that lack repeat the last one; if acceptable_fraction of the lines are there, the others are black.
    dct_method is empty, 'INTEGER_FAST' or 'INTEGER_ACCURATE'. Shapes: contents is a scalar, image
    [rows,columns,channels]. Errors: INVALID_ARGUMENT for contents that are no image, are damaged or cut off,
    or claim more pixels than they can hold.
    """
    return build("DecodeJpeg", [(contents, "=string")], [("channels", "int", channels, 0),
        ("ratio", "int", ratio, 1), ("fancy_upscaling", "bool", fancy_upscaling, True),
        ("try_recover_truncated", "bool", try_recover_truncated, False),
        ("acceptable_fraction", "float", acceptable_fraction, 1.0), ("dct_method", "string", dct_method, "")],
        "=uint8", name)


def decode_padded_raw(input_bytes: TensorLike, fixed_length: TensorLike, out_type: DTypeLike, *,
                      little_endian: bool = True, name: str = "") -> Output:
    """The first fixed_length bytes of each string as elements; zeros fill up what is shorter. Shapes:
    fixed_length is a scalar; output has one more dimension than input_bytes. Errors: INVALID_ARGUMENT for a
    fixed_length of no whole elements.

    Types of out_type: half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16.
    """
    return build("DecodePaddedRaw", [(input_bytes, "=string"), (fixed_length, "=int32")],
        [("out_type", "type", out_type), ("little_endian", "bool", little_endian, True)], "out_type", name)


def decode_png(contents: TensorLike, *, channels: int = 0, dtype: DTypeLike = "uint8",
               name: str = "") -> Output:
    """Gives the pixels of a PNG file, also of a JPEG file or a GIF file of one frame. channels is 0 for those
    of the file, or 1, 3 or 4. Shapes: contents is a scalar, image [rows,columns,channels]. Errors:
    INVALID_ARGUMENT for contents that are no image, are damaged or cut off, or claim more pixels than they
    can hold.

    Types of dtype: uint8, uint16.
    """
    return build("DecodePng", [(contents, "=string")], [("channels", "int", channels, 0),
        ("dtype", "type", dtype, "uint8")], "dtype", name)


def decode_raw(bytes: TensorLike, out_type: DTypeLike, *, little_endian: bool = True,
               name: str = "") -> Output:
    """The bytes of each string as elements. Shapes: output has one more dimension than bytes, as long as the
    strings are. Errors: INVALID_ARGUMENT for strings of several sizes, or of no whole elements.

    Types of out_type: half, float, double, int32, uint16, uint8, int16, int8, int64, complex64, complex128,
    bool, bfloat16.
    """
    return build("DecodeRaw", [(bytes, "=string")], [("out_type", "type", out_type),
        ("little_endian", "bool", little_endian, True)], "out_type", name)


class DecodeWavOutputs(NamedTuple):
    audio: Output
    sample_rate: Output


def decode_wav(contents: TensorLike, *, desired_channels: int = -1, desired_samples: int = -1,
               name: str = "") -> DecodeWavOutputs:
    """Gives the samples of a WAV file of 16 bits in [-1,1). Fewer samples than desired are followed by zeros,
    fewer channels by copies of the last. Shapes: contents is a scalar, audio [samples,channels], sample_rate
    a scalar. Errors: INVALID_ARGUMENT for contents that are no WAV file of 16-bit PCM, or are cut off.
    """
    return DecodeWavOutputs(*build("DecodeWav", [(contents, "=string")],
        [("desired_channels", "int", desired_channels, -1), ("desired_samples", "int", desired_samples, -1)],
        ["=float", "=int32"], name))


def deep_copy(x: TensorLike, *, name: str = "") -> Output:
    """Gives x, in memory that nothing changes. Shapes: y is like x."""
    return build("DeepCopy", [(x, "T")], [], "T", name)


def delete_iterator(handle: TensorLike, deleter: TensorLike, *, name: str = "") -> Node:
    """Ends what waits for the iterator, with CANCELLED; later uses fail."""
    return build("DeleteIterator", [(handle, "=resource"), (deleter, "=variant")], [], None, name)


def delete_multi_device_iterator(multi_device_iterator: TensorLike, iterators: Sequence[TensorLike],
                                 deleter: TensorLike, *, name: str = "") -> Node:
    """Ends what waits for the iterator, with CANCELLED; later uses fail. iterators are those of the devices,
    which go with their handles.
    """
    return build("DeleteMultiDeviceIterator", [(multi_device_iterator, "=resource"),
        (iterators, "*=resource:N"), (deleter, "=variant")], [], None, name)


def delete_random_seed_generator(handle: TensorLike, deleter: TensorLike, *, name: str = "") -> Node:
    """Does nothing: the source goes with its last handle. Errors: INVALID_ARGUMENT for another resource.
    """
    return build("DeleteRandomSeedGenerator", [(handle, "=resource"), (deleter, "=variant")], [], None, name)


def delete_session_tensor(handle: TensorLike, *, name: str = "") -> Node:
    """Drops the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: INVALID_ARGUMENT for a
    handle of nothing.
    """
    return build("DeleteSessionTensor", [(handle, "=string")], [], None, name)


def dense_bincount(input: TensorLike, size: TensorLike, weights: TensorLike, *, binary_output: bool = False,
                   name: str = "") -> Output:
    """Counts how often each of 0 to size - 1 is in input, or in each of its rows, or adds up the weights of
    these elements; binary_output tells whether it is there at all. Shapes: size is a scalar, weights is like
    input or empty, output is [size] or [rows,size]. Errors: INVALID_ARGUMENT for an element below 0.

    Types of input, size: int32, int64.
    Types of weights: int32, int64, float, double.
    """
    return build("DenseBincount", [(input, "Tidx"), (size, "Tidx"), (weights, "T")],
        [("binary_output", "bool", binary_output, False)], "T", name)


class DenseCountSparseOutputOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_dense_shape: Output


def dense_count_sparse_output(values: TensorLike, weights: TensorLike, binary_output: bool, *,
                              minlength: int = -1, maxlength: int = -1,
                              name: str = "") -> DenseCountSparseOutputOutputs:
    """Counts the numbers of values, or of each of its rows, into a sparse tensor: at (row, number) it has how
    often the number is there, or the sum of its weights; 1 with binary_output. Numbers from maxlength on do
    not count, if that is not negative. Shapes: values is [n] or [rows, n], weights like it or empty; the last
    dimension of output_dense_shape is maxlength, or the largest number + 1, and at least minlength. Errors:
    INVALID_ARGUMENT for a number below 0.

    Types of values: int32, int64.
    Types of weights: int32, int64, float, double.
    """
    return DenseCountSparseOutputOutputs(*build("DenseCountSparseOutput", [(values, "T"),
        (weights, "output_type")], [("binary_output", "bool", binary_output), ("minlength", "int", minlength,
        -1), ("maxlength", "int", maxlength, -1)], ["=int64", "output_type", "=int64"], name))


class DenseToDenseSetOperationOutputs(NamedTuple):
    result_indices: Output
    result_values: Output
    result_shape: Output


def dense_to_dense_set_operation(set1: TensorLike, set2: TensorLike, set_operation: str | bytes, *,
                                 validate_indices: bool = True,
                                 name: str = "") -> DenseToDenseSetOperationOutputs:
    """Combines the sets that are the rows of the last dim of two dense tensors, without repetition.
    set_operation is a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order.
    Errors: INVALID_ARGUMENT for another operation, or groups that differ; with validate_indices for indices
    out of order.

    Types of set1, set2: int8, int16, int32, int64, uint8, uint16, string.
    """
    return DenseToDenseSetOperationOutputs(*build("DenseToDenseSetOperation", [(set1, "T"), (set2, "T")],
        [("set_operation", "string", set_operation), ("validate_indices", "bool", validate_indices, True)],
        ["=int64", "T", "=int64"], name))


class DenseToSparseSetOperationOutputs(NamedTuple):
    result_indices: Output
    result_values: Output
    result_shape: Output


def dense_to_sparse_set_operation(set1: TensorLike, set2_indices: TensorLike, set2_values: TensorLike,
                                  set2_shape: TensorLike, set_operation: str | bytes, *,
                                  validate_indices: bool = True,
                                  name: str = "") -> DenseToSparseSetOperationOutputs:
    """Combines the sets that are the rows of the last dim of a dense and a sparse tensor, without repetition.
    set_operation is a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order.
    Errors: INVALID_ARGUMENT for another operation, or groups that differ; with validate_indices for indices
    out of order.

    Types of set1, set2_values: int8, int16, int32, int64, uint8, uint16, string.
    """
    return DenseToSparseSetOperationOutputs(*build("DenseToSparseSetOperation", [(set1, "T"),
        (set2_indices, "=int64"), (set2_values, "T"), (set2_shape, "=int64")],
        [("set_operation", "string", set_operation), ("validate_indices", "bool", validate_indices, True)],
        ["=int64", "T", "=int64"], name))


def depth_to_space(input: TensorLike, block_size: int, *,
                   data_format: Literal["NHWC", "NCHW", "NCHW_VECT_C"] = "NHWC", name: str = "") -> Output:
    """Spreads the channels of every pixel over a square of block_size pixels: undoes SpaceToDepth. Shapes:
    [batch,rows,columns,b*b*channels] becomes [batch,rows*b,columns*b,channels].
    """
    return build("DepthToSpace", [(input, "T")], [("block_size", "int", block_size),
        ("data_format", "string", data_format, "NHWC")], "T", name)


def depthwise_conv2d_native(input: TensorLike, filter: TensorLike, strides: Sequence[int],
                            padding: Literal["SAME", "VALID", "EXPLICIT"], *,
                            explicit_paddings: Sequence[int] = (),
                            data_format: Literal["NHWC", "NCHW"] = "NHWC",
                            dilations: Sequence[int] = (1, 1, 1, 1), name: str = "") -> Output:
    """Slides filters over images, each over one channel: channel c of the input gives channels [c * m, (c +
    1) * m) of the output. Shapes: as for Conv2D; filter is [rows,columns,channels,m]. Errors:
    INVALID_ARGUMENT if channels differ or a filter does not fit into the padded image.

    Types of input, filter: half, bfloat16, float, double.
    """
    return build("DepthwiseConv2dNative", [(input, "T"), (filter, "T")], [("strides", "list(int)", strides),
        ("padding", "string", padding), ("explicit_paddings", "list(int)", explicit_paddings, ()),
        ("data_format", "string", data_format, "NHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1))],
        "T", name)


def depthwise_conv2d_native_backprop_filter(input: TensorLike, filter_sizes: TensorLike,
                                            out_backprop: TensorLike, strides: Sequence[int],
                                            padding: Literal["SAME", "VALID", "EXPLICIT"], *,
                                            explicit_paddings: Sequence[int] = (),
                                            data_format: Literal["NHWC", "NCHW"] = "NHWC",
                                            dilations: Sequence[int] = (1, 1, 1, 1),
                                            name: str = "") -> Output:
    """Gives the gradient of DepthwiseConv2dNative for its filter, whose shape filter_sizes spells. Errors:
    INVALID_ARGUMENT if out_backprop is not shaped like its output.

    Types of input, out_backprop: half, bfloat16, float, double.
    """
    return build("DepthwiseConv2dNativeBackpropFilter", [(input, "T"), (filter_sizes, "=int32"),
        (out_backprop, "T")], [("strides", "list(int)", strides), ("padding", "string", padding),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("data_format", "string", data_format,
        "NHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1))], "T", name)


def depthwise_conv2d_native_backprop_input(input_sizes: TensorLike, filter: TensorLike,
                                           out_backprop: TensorLike, strides: Sequence[int],
                                           padding: Literal["SAME", "VALID", "EXPLICIT"], *,
                                           explicit_paddings: Sequence[int] = (),
                                           data_format: Literal["NHWC", "NCHW"] = "NHWC",
                                           dilations: Sequence[int] = (1, 1, 1, 1), name: str = "") -> Output:
    """Gives the gradient of DepthwiseConv2dNative for its input, whose shape input_sizes spells. Errors:
    INVALID_ARGUMENT if out_backprop is not shaped like its output.

    Types of filter, out_backprop: half, bfloat16, float, double.
    """
    return build("DepthwiseConv2dNativeBackpropInput", [(input_sizes, "=int32"), (filter, "T"),
        (out_backprop, "T")], [("strides", "list(int)", strides), ("padding", "string", padding),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("data_format", "string", data_format,
        "NHWC"), ("dilations", "list(int)", dilations, (1, 1, 1, 1))], "T", name)


def dequantize(input: TensorLike, min_range: TensorLike, max_range: TensorLike, *,
               mode: Literal["MIN_COMBINED", "MIN_FIRST", "SCALED"] = "MIN_COMBINED",
               narrow_range: bool = False, axis: int = -1, dtype: DTypeLike = "float",
               name: str = "") -> Output:
    """Gives what the numbers of T stand for that QuantizeV2 made with the same mode, from min_range to
    max_range. Shapes: output is like input, the ranges are scalars, or vectors along an axis.

    Types of input: qint8, quint8, qint32, qint16, quint16.
    Types of dtype: bfloat16, float.
    """
    return build("Dequantize", [(input, "T"), (min_range, "=float"), (max_range, "=float")],
        [("mode", "string", mode, "MIN_COMBINED"), ("narrow_range", "bool", narrow_range, False),
        ("axis", "int", axis, -1), ("dtype", "type", dtype, "float")], "dtype", name)


def deserialize_iterator(resource_handle: TensorLike, serialized: TensorLike, *, name: str = "") -> Node:
    """Lets the iterator, which has a dataset that equals the saved one, go on where the state says. Errors:
    DATA_LOSS if it was another pipeline; FAILED_PRECONDITION without a dataset.
    """
    return build("DeserializeIterator", [(resource_handle, "=resource"), (serialized, "=variant")], [], None,
        name)


class DeserializeManySparseOutputs(NamedTuple):
    sparse_indices: Output
    sparse_values: Output
    sparse_shape: Output


def deserialize_many_sparse(serialized_sparse: TensorLike, dtype: DTypeLike, *,
                            name: str = "") -> DeserializeManySparseOutputs:
    """Sparse tensors of SerializeSparse, stacked along a new first dimension. Shapes: serialized_sparse is a
    matrix with 3 columns. Errors: as DeserializeSparse.
    """
    return DeserializeManySparseOutputs(*build("DeserializeManySparse", [(serialized_sparse, "=string")],
        [("dtype", "type", dtype)], ["=int64", "dtype", "=int64"], name))


class DeserializeSparseOutputs(NamedTuple):
    sparse_indices: Output
    sparse_values: Output
    sparse_shape: Output


def deserialize_sparse(serialized_sparse: TensorLike, dtype: DTypeLike, *,
                       name: str = "") -> DeserializeSparseOutputs:
    """Sparse tensors of SerializeSparse, stacked along as many new dimensions as there are before the last
    one, whose size is 3; each size is the largest of all. Errors: INVALID_ARGUMENT for bytes that are none,
    other types or ranks.

    Types of serialized_sparse: string, variant.
    """
    return DeserializeSparseOutputs(*build("DeserializeSparse", [(serialized_sparse, "Tserialized")],
        [("dtype", "type", dtype)], ["=int64", "dtype", "=int64"], name))


def destroy_resource_op(resource: TensorLike, *, ignore_lookup_error: bool = True, name: str = "") -> Node:
    """Drops the resource: a variable loses its value. Errors: NOT_FOUND if it is gone already and
    ignore_lookup_error is false.
    """
    return build("DestroyResourceOp", [(resource, "=resource")],
        [("ignore_lookup_error", "bool", ignore_lookup_error, True)], None, name)


def diag(diagonal: TensorLike, *, name: str = "") -> Output:
    """Makes a tensor that has the elements of diagonal where the first half of the indices is the second
    half, and 0 elsewhere. Shapes: output is diagonal.shape twice.

    Types of diagonal: bfloat16, half, float, double, int32, int64, complex64, complex128.
    """
    return build("Diag", [(diagonal, "T")], [], "T", name)


def diag_part(input: TensorLike, *, name: str = "") -> Output:
    """Gives the elements of input where the first half of the indices is the second half. Shapes: input is
    diagonal.shape twice.

    Types of input: bfloat16, half, float, double, int32, int64, complex64, complex128.
    """
    return build("DiagPart", [(input, "T")], [], "T", name)


def digamma(x: TensorLike, *, name: str = "") -> Output:
    """Gives the derivative of Lgamma; NaN at 0 and at negative integers. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Digamma", [(x, "T")], [], "T", name)


def dilation2d(input: TensorLike, filter: TensorLike, strides: Sequence[int], rates: Sequence[int],
               padding: Literal["SAME", "VALID"], *, name: str = "") -> Output:
    """Gives the largest sum of a pixel and its place in the filter, of every window of an image, channel by
    channel; what lies outside of the image does not count. Shapes: input is [batch,rows,columns,channels],
    filter [rows,columns,channels]. Errors: INVALID_ARGUMENT if the filter does not fit into the padded image.

    Types of input, filter: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,
    uint64.
    """
    return build("Dilation2D", [(input, "T"), (filter, "T")], [("strides", "list(int)", strides),
        ("rates", "list(int)", rates), ("padding", "string", padding)], "T", name)


def dilation2d_backprop_filter(input: TensorLike, filter: TensorLike, out_backprop: TensorLike,
                               strides: Sequence[int], rates: Sequence[int],
                               padding: Literal["SAME", "VALID"], *, name: str = "") -> Output:
    """Gives the gradient of Dilation2D for its filter: each element of out_backprop goes to the place in the
    filter of the first of the largest sums of its window. Shapes: as there.

    Types of input, filter, out_backprop: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,
    half, uint32, uint64.
    """
    return build("Dilation2DBackpropFilter", [(input, "T"), (filter, "T"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("rates", "list(int)", rates), ("padding", "string", padding)],
        "T", name)


def dilation2d_backprop_input(input: TensorLike, filter: TensorLike, out_backprop: TensorLike,
                              strides: Sequence[int], rates: Sequence[int], padding: Literal["SAME", "VALID"],
                              *, name: str = "") -> Output:
    """Gives the gradient of Dilation2D for its input: each element of out_backprop goes to the pixel of the
    first of the largest sums of its window. Shapes: as there.

    Types of input, filter, out_backprop: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,
    half, uint32, uint64.
    """
    return build("Dilation2DBackpropInput", [(input, "T"), (filter, "T"), (out_backprop, "T")],
        [("strides", "list(int)", strides), ("rates", "list(int)", rates), ("padding", "string", padding)],
        "T", name)


def directed_interleave_dataset(selector_input_dataset: TensorLike, data_input_datasets: Sequence[TensorLike],
                                output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                                stop_on_empty_dataset: bool = False, name: str = "") -> Output:
    """Gives a dataset whose elements come each from the input whose number selector_input_dataset gives, an
    int64. It ends with that one, or with all inputs; a number of an input that has ended counts for nothing,
    or ends it if stop_on_empty_dataset. Errors: INVALID_ARGUMENT for inputs of different types; of a pass:
    for a number of no input.
    """
    return build("DirectedInterleaveDataset", [(selector_input_dataset, "=variant"),
        (data_input_datasets, "*=variant:N")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("stop_on_empty_dataset", "bool", stop_on_empty_dataset, False)], "=variant", name)


def disable_copy_on_read(resource: TensorLike, *, name: str = "") -> Node:
    """Does nothing: a read never copies a variable here, and an update never changes what was read. In
    TensorFlow it turns off a mode of variables in which each read is a copy.
    """
    return build("DisableCopyOnRead", [(resource, "=resource")], [], None, name)


def div(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x / y, element by element; integers are divided towards zero. Shapes: x and y broadcast against
    each other. Errors: INVALID_ARGUMENT for an integer division by zero.

    Types of x, y: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64,
    complex64, complex128.
    """
    return build("Div", [(x, "T"), (y, "T")], [], "T", name)


def div_no_nan(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x / y, and 0 where y is 0. Shapes: x and y broadcast against each other.

    Types of x, y: half, bfloat16, float, double, complex64, complex128.
    """
    return build("DivNoNan", [(x, "T"), (y, "T")], [], "T", name)


def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, *, name: str = "") -> Output:
    """Draws the edges of boxes into images, in ten colours one after another. Boxes that lie outside or are
    turned around are left out. Shapes: images [batch,rows,columns,1, 3 or 4], boxes [batch,n,4] as y1, x1, y2
    and x2, where 0 and 1 are the first and the last pixels; output is like images.

    Types of images: float, half.
    """
    return build("DrawBoundingBoxes", [(images, "T"), (boxes, "=float")], [], "T", name)


def draw_bounding_boxes_v2(images: TensorLike, boxes: TensorLike, colors: TensorLike, *,
                           name: str = "") -> Output:
    """Draws the edges of boxes into images, in the given colours one after another. Boxes that lie outside or
    are turned around are left out. Shapes: images [batch,rows,columns,1, 3 or 4], boxes [batch,n,4] as y1,
    x1, y2 and x2, where 0 and 1 are the first and the last pixels, colors [any,channels]; none are the ten of
    DrawBoundingBoxes; output is like images.

    Types of images: float, half.
    """
    return build("DrawBoundingBoxesV2", [(images, "T"), (boxes, "=float"), (colors, "=float")], [], "T", name)


def dynamic_partition(data: TensorLike, partitions: TensorLike, num_partitions: int, *,
                      name: str = "") -> list[Output]:
    """Puts every slice of data into the output that partitions names, in order. Shapes: partitions is a
    prefix of data's shape; outputs are [?] + the rest. Errors: INVALID_ARGUMENT for a partition outside
    [0,num_partitions).
    """
    return build("DynamicPartition", [(data, "T"), (partitions, "=int32")],
        [("num_partitions", "int", num_partitions)], ["*T:num_partitions"], name)


def dynamic_stitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], *, name: str = "") -> Output:
    """Interleaves slices: merged[indices[m][i..]] = data[m][i..]; of equal indices the last wins; rows that
    no index names are unspecified. Shapes: data[m] is shaped like indices[m] followed by one common shape;
    merged has 1 + the largest index as its first dimension, known only at run time. Errors: INVALID_ARGUMENT
    for a negative index.
    """
    return build("DynamicStitch", [(indices, "*=int32:N"), (data, "*T:N")], [], "T", name)


def eager_py_func(input: Sequence[TensorLike], token: str | bytes, Tout: Sequence[DTypeLike], *,
                  is_async: bool = False, name: str = "") -> list[Output]:
    """As PyFunc, of a function that TensorFlow would run eagerly; is_async has no effect."""
    return build("EagerPyFunc", [(input, "**Tin")], [("token", "string", token), ("Tout", "list(type)", Tout),
        ("is_async", "bool", is_async, False)], ["**Tout"], name)


def edit_distance(hypothesis_indices: TensorLike, hypothesis_values: TensorLike, hypothesis_shape: TensorLike,
                  truth_indices: TensorLike, truth_values: TensorLike, truth_shape: TensorLike, *,
                  normalize: bool = True, name: str = "") -> Output:
    """Counts how many insertions, deletions and replacements make each row of the last dim of hypothesis that
    of truth, divided by truth's length if normalize is set. Shapes: output is, dim by dim, the larger of the
    dense shapes without their last dims. Errors: INVALID_ARGUMENT for an index out of range.
    """
    return build("EditDistance", [(hypothesis_indices, "=int64"), (hypothesis_values, "T"),
        (hypothesis_shape, "=int64"), (truth_indices, "=int64"), (truth_values, "T"),
        (truth_shape, "=int64")], [("normalize", "bool", normalize, True)], "=float", name)


class EigOutputs(NamedTuple):
    e: Output
    v: Output


def eig(input: TensorLike, Tout: DTypeLike, *, compute_v: bool = True, name: str = "") -> EigOutputs:
    """Gives the eigenvalues of matrices and their vectors, the columns of v, of norm 1. Those of complex
    matrices ascend by absolute value; those of real ones are in any order, but conjugates stand together. The
    phase of vectors is any. Shapes: input is [..., n, n], e [..., n], v like input, or [0] without compute_v.
    Errors: INVALID_ARGUMENT for numbers that are not finite, and unless Tout is the complex type of T.

    Types of input: float, double, complex64, complex128.
    Types of Tout: complex64, complex128.
    """
    return EigOutputs(*build("Eig", [(input, "T")], [("Tout", "type", Tout), ("compute_v", "bool", compute_v,
        True)], ["Tout", "Tout"], name))


def einsum(inputs: Sequence[TensorLike], equation: str | bytes, *, name: str = "") -> Output:
    """Labels the dimensions of every input with letters, multiplies what has equal labels and sums over the
    labels that the output has not: "bij,bjk->bik" multiplies matrices. An ellipsis stands for dimensions that
    broadcast. A label that an input has twice means its diagonal, one that the output has twice zeros beside
    it: "ii->i", "i->ii". Shapes: dimensions of one label are equal. Errors: INVALID_ARGUMENT for an equation
    that does not fit the inputs, or whose output lacks the ellipsis that an input needs; UNIMPLEMENTED for an
    ellipsis over an unknown rank.
    """
    return build("Einsum", [(inputs, "*T:N")], [("equation", "string", equation)], "T", name)


def elu(features: TensorLike, *, name: str = "") -> Output:
    """Gives exp(features) - 1 below 0 and features elsewhere. Shapes: activations is like features. Source:
    Clevert, Unterthiner & Hochreiter 2015.

    Types of features: half, bfloat16, float, double.
    """
    return build("Elu", [(features, "T")], [], "T", name)


def elu_grad(gradients: TensorLike, outputs: TensorLike, *, name: str = "") -> Output:
    """Gives gradients * (outputs + 1) where outputs, which Elu gave, are below 0 and gradients elsewhere.
    Shapes: all alike.

    Types of gradients, outputs: half, bfloat16, float, double.
    """
    return build("EluGrad", [(gradients, "T"), (outputs, "T")], [], "T", name)


def empty(shape: TensorLike, dtype: DTypeLike, *, init: bool = False, name: str = "") -> Output:
    """Gives a tensor of zeros, as TensorFlow does with init; without it there may be anything. Strings are
    empty. Shapes: shape is a vector.
    """
    return build("Empty", [(shape, "=int32")], [("dtype", "type", dtype), ("init", "bool", init, False)],
        "dtype", name)


def empty_tensor_list(element_shape: TensorLike, max_num_elements: TensorLike, element_dtype: DTypeLike, *,
                      name: str = "") -> Output:
    """Gives an empty list of tensors of element_dtype, of at most max_num_elements if that is not negative.
    Shapes: element_shape is -1 or a vector, whose -1 entries are any size.

    Types of element_shape: int32, int64.
    """
    return build("EmptyTensorList", [(element_shape, "shape_type"), (max_num_elements, "=int32")],
        [("element_dtype", "type", element_dtype)], "=variant", name)


def encode_base64(input: TensorLike, *, pad: bool = False, name: str = "") -> Output:
    """Encodes each string in web-safe base64 (with - and _), with = at its end only if pad is set. Shapes:
    output is like input. Source: RFC 4648, section 5.
    """
    return build("EncodeBase64", [(input, "=string")], [("pad", "bool", pad, False)], "=string", name)


def encode_jpeg(image: TensorLike, *, format: Literal["", "grayscale", "rgb"] = "", quality: int = 95,
                progressive: bool = False, optimize_size: bool = False, chroma_downsampling: bool = True,
                density_unit: Literal["in", "cm"] = "in", x_density: int = 300, y_density: int = 300,
                xmp_metadata: str | bytes = "", name: str = "") -> Output:
    """Gives an image as a JPEG file. quality is 0 to 100. Shapes: image [rows,columns,1 or 3], contents a
    scalar. Errors: INVALID_ARGUMENT for an image without pixels, other channels than format says and a
    quality outside of its range.
    """
    return build("EncodeJpeg", [(image, "=uint8")], [("format", "string", format, ""),
        ("quality", "int", quality, 95), ("progressive", "bool", progressive, False),
        ("optimize_size", "bool", optimize_size, False), ("chroma_downsampling", "bool", chroma_downsampling,
        True), ("density_unit", "string", density_unit, "in"), ("x_density", "int", x_density, 300),
        ("y_density", "int", y_density, 300), ("xmp_metadata", "string", xmp_metadata, "")], "=string", name)


def encode_jpeg_variable_quality(images: TensorLike, quality: TensorLike, *, name: str = "") -> Output:
    """Gives an image as a JPEG file of the given quality, 0 to 100. Shapes: images [rows,columns,1 or 3],
    quality and contents scalars. Errors: as of EncodeJpeg.
    """
    return build("EncodeJpegVariableQuality", [(images, "=uint8"), (quality, "=int32")], [], "=string", name)


def encode_png(image: TensorLike, *, compression: int = -1, name: str = "") -> Output:
    """Gives images as PNG files. compression is 0 to 9, or -1 for zlib's own choice. Shapes: image
    [...,rows,columns,1 to 4], contents [...]. Errors: INVALID_ARGUMENT for images without pixels and other
    channels.

    Types of image: uint8, uint16.
    """
    return build("EncodePng", [(image, "T")], [("compression", "int", compression, -1)], "=string", name)


def encode_wav(audio: TensorLike, sample_rate: TensorLike, *, name: str = "") -> Output:
    """Gives sound as a WAV file of 16 bits. Shapes: audio [samples,channels] in [-1,1), sample_rate and
    contents scalars. Errors: INVALID_ARGUMENT without channels and for a sample_rate below 1.
    """
    return build("EncodeWav", [(audio, "=float"), (sample_rate, "=int32")], [], "=string", name)


def ensure_shape(input: TensorLike, shape: ShapeLike, *, name: str = "") -> Output:
    """Passes input on if it has a shape that fits `shape`. Shapes: output is like input. Errors:
    INVALID_ARGUMENT for another shape.
    """
    return build("EnsureShape", [(input, "T")], [("shape", "shape", shape)], "T", name)


def enter(data: TensorLike, frame_name: str | bytes, *, is_constant: bool = False,
          parallel_iterations: int = 10, name: str = "") -> Output:
    """Passes data into iteration 0 of the child frame called frame_name, or with is_constant into each of its
    iterations; at most parallel_iterations of them run at once. Shapes: output is like data.
    """
    return build("Enter", [(data, "T")], [("frame_name", "string", frame_name),
        ("is_constant", "bool", is_constant, False), ("parallel_iterations", "int", parallel_iterations, 10)],
        "T", name)


def equal(x: TensorLike, y: TensorLike, *, incompatible_shape_error: bool = True, name: str = "") -> Output:
    """Tells where x equals y. Shapes: x and y broadcast against each other; with incompatible_shape_error
    false, shapes that do not broadcast give a scalar false.
    """
    return build("Equal", [(x, "T"), (y, "T")],
        [("incompatible_shape_error", "bool", incompatible_shape_error, True)], "=bool", name)


def erf(x: TensorLike, *, name: str = "") -> Output:
    """Gives the error function 2 / sqrt(pi) * integral of exp(-t^2) from 0 to x. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Erf", [(x, "T")], [], "T", name)


def erfc(x: TensorLike, *, name: str = "") -> Output:
    """Gives 1 - Erf(x), exact where that is small. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Erfc", [(x, "T")], [], "T", name)


def erfinv(x: TensorLike, *, name: str = "") -> Output:
    """Gives the number whose Erf is x; NaN outside [-1,1], infinite at its ends. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Erfinv", [(x, "T")], [], "T", name)


def euclidean_norm(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
                   name: str = "") -> Output:
    """Gives the root of the sum of squares (of absolute values) over the given axes. Shapes and errors: as
    Sum.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of reduction_indices: int32, int64.
    """
    return build("EuclideanNorm", [(input, "T"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "T", name)


def exit(data: TensorLike, *, name: str = "") -> Output:
    """Passes data from a frame to its parent. Shapes: output is like data."""
    return build("Exit", [(data, "T")], [], "T", name)


def exp(x: TensorLike, *, name: str = "") -> Output:
    """Gives e to the power of x, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Exp", [(x, "T")], [], "T", name)


def expand_dims(input: TensorLike, dim: TensorLike, *, name: str = "") -> Output:
    """Inserts a dimension of size 1 before axis dim. Shapes: dim is one number in [-rank-1,rank]. Errors:
    INVALID_ARGUMENT outside that range.

    Types of dim: int32, int64.
    """
    return build("ExpandDims", [(input, "T"), (dim, "Tdim")], [], "T", name)


def experimental_csv_dataset(filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike,
                             header: TensorLike, field_delim: TensorLike, use_quote_delim: TensorLike,
                             na_value: TensorLike, select_cols: TensorLike,
                             record_defaults: Sequence[TensorLike], output_shapes: Sequence[ShapeLike], *,
                             name: str = "") -> Output:
    """As CSVDataset, which newer programs say."""
    return build("ExperimentalCSVDataset", [(filenames, "=string"), (compression_type, "=string"),
        (buffer_size, "=int64"), (header, "=bool"), (field_delim, "=string"), (use_quote_delim, "=bool"),
        (na_value, "=string"), (select_cols, "=int64"), (record_defaults, "**output_types")],
        [("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def experimental_dataset_cardinality(input_dataset: TensorLike, *, name: str = "") -> Output:
    """As DatasetCardinality."""
    return build("ExperimentalDatasetCardinality", [(input_dataset, "=variant")], [], "=int64", name)


def experimental_directed_interleave_dataset(selector_input_dataset: TensorLike,
                                             data_input_datasets: Sequence[TensorLike],
                                             output_types: Sequence[DTypeLike],
                                             output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As DirectedInterleaveDataset, which newer programs say."""
    return build("ExperimentalDirectedInterleaveDataset", [(selector_input_dataset, "=variant"),
        (data_input_datasets, "*=variant:N")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def experimental_group_by_reducer_dataset(input_dataset: TensorLike,
                                          key_func_other_arguments: Sequence[TensorLike],
                                          init_func_other_arguments: Sequence[TensorLike],
                                          reduce_func_other_arguments: Sequence[TensorLike],
                                          finalize_func_other_arguments: Sequence[TensorLike], key_func: str,
                                          init_func: str, reduce_func: str, finalize_func: str,
                                          output_types: Sequence[DTypeLike],
                                          output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As GroupByReducerDataset, which newer programs say."""
    return build("ExperimentalGroupByReducerDataset", [(input_dataset, "=variant"),
        (key_func_other_arguments, "**Tkey_func_other_arguments"),
        (init_func_other_arguments, "**Tinit_func_other_arguments"),
        (reduce_func_other_arguments, "**Treduce_func_other_arguments"),
        (finalize_func_other_arguments, "**Tfinalize_func_other_arguments")], [("key_func", "func", key_func),
        ("init_func", "func", init_func), ("reduce_func", "func", reduce_func),
        ("finalize_func", "func", finalize_func), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def experimental_group_by_window_dataset(input_dataset: TensorLike,
                                         key_func_other_arguments: Sequence[TensorLike],
                                         reduce_func_other_arguments: Sequence[TensorLike],
                                         window_size_func_other_arguments: Sequence[TensorLike],
                                         key_func: str, reduce_func: str, window_size_func: str,
                                         output_types: Sequence[DTypeLike],
                                         output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As GroupByWindowDataset, which newer programs say."""
    return build("ExperimentalGroupByWindowDataset", [(input_dataset, "=variant"),
        (key_func_other_arguments, "**Tkey_func_other_arguments"),
        (reduce_func_other_arguments, "**Treduce_func_other_arguments"),
        (window_size_func_other_arguments, "**Twindow_size_func_other_arguments")],
        [("key_func", "func", key_func), ("reduce_func", "func", reduce_func),
        ("window_size_func", "func", window_size_func), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def experimental_ignore_errors_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                                       output_shapes: Sequence[ShapeLike], *, log_warning: bool = False,
                                       name: str = "") -> Output:
    """As IgnoreErrorsDataset, which newer programs say."""
    return build("ExperimentalIgnoreErrorsDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("log_warning", "bool", log_warning, False)], "=variant", name)


def experimental_map_and_batch_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                       batch_size: TensorLike, num_parallel_calls: TensorLike,
                                       drop_remainder: TensorLike, f: str, output_types: Sequence[DTypeLike],
                                       output_shapes: Sequence[ShapeLike], *,
                                       preserve_cardinality: bool = False, name: str = "") -> Output:
    """As MapAndBatchDataset, which newer programs say."""
    return build("ExperimentalMapAndBatchDataset", [(input_dataset, "=variant"),
        (other_arguments, "**Targuments"), (batch_size, "=int64"), (num_parallel_calls, "=int64"),
        (drop_remainder, "=bool")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("preserve_cardinality", "bool", preserve_cardinality, False)], "=variant", name)


def experimental_max_intra_op_parallelism_dataset(input_dataset: TensorLike,
                                                  max_intra_op_parallelism: TensorLike,
                                                  output_types: Sequence[DTypeLike],
                                                  output_shapes: Sequence[ShapeLike], *,
                                                  name: str = "") -> Output:
    """As MaxIntraOpParallelismDataset, which newer programs say."""
    return build("ExperimentalMaxIntraOpParallelismDataset", [(input_dataset, "=variant"),
        (max_intra_op_parallelism, "=int64")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def experimental_non_serializable_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                                          output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As NonSerializableDataset, which newer programs say."""
    return build("ExperimentalNonSerializableDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def experimental_parallel_interleave_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                             cycle_length: TensorLike, block_length: TensorLike,
                                             sloppy: TensorLike, buffer_output_elements: TensorLike,
                                             prefetch_input_elements: TensorLike, f: str,
                                             output_types: Sequence[DTypeLike],
                                             output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As ParallelInterleaveDataset, which newer programs say."""
    return build("ExperimentalParallelInterleaveDataset", [(input_dataset, "=variant"),
        (other_arguments, "**Targuments"), (cycle_length, "=int64"), (block_length, "=int64"),
        (sloppy, "=bool"), (buffer_output_elements, "=int64"), (prefetch_input_elements, "=int64")],
        [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def experimental_parse_example_dataset(input_dataset: TensorLike, num_parallel_calls: TensorLike,
                                       dense_defaults: Sequence[TensorLike],
                                       sparse_keys: Sequence[str | bytes], dense_keys: Sequence[str | bytes],
                                       sparse_types: Sequence[DTypeLike], dense_shapes: Sequence[ShapeLike],
                                       output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
                                       *, sloppy: bool = False, name: str = "") -> Output:
    """As ParseExampleDataset, which newer programs say."""
    return build("ExperimentalParseExampleDataset", [(input_dataset, "=variant"),
        (num_parallel_calls, "=int64"), (dense_defaults, "**Tdense")],
        [("sparse_keys", "list(string)", sparse_keys), ("dense_keys", "list(string)", dense_keys),
        ("sparse_types", "list(type)", sparse_types), ("dense_shapes", "list(shape)", dense_shapes),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("sloppy", "bool", sloppy, False)], "=variant", name)


def experimental_private_thread_pool_dataset(input_dataset: TensorLike, num_threads: TensorLike,
                                             output_types: Sequence[DTypeLike],
                                             output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As PrivateThreadPoolDataset, which newer programs say."""
    return build("ExperimentalPrivateThreadPoolDataset", [(input_dataset, "=variant"),
        (num_threads, "=int64")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def experimental_random_dataset(seed: TensorLike, seed2: TensorLike, output_types: Sequence[DTypeLike],
                                output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As RandomDataset, which newer programs say."""
    return build("ExperimentalRandomDataset", [(seed, "=int64"), (seed2, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def experimental_scan_dataset(input_dataset: TensorLike, initial_state: Sequence[TensorLike],
                              other_arguments: Sequence[TensorLike], f: str,
                              output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                              preserve_cardinality: bool = False, name: str = "") -> Output:
    """As ScanDataset, which newer programs say."""
    return build("ExperimentalScanDataset", [(input_dataset, "=variant"), (initial_state, "**Tstate"),
        (other_arguments, "**Targuments")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("preserve_cardinality", "bool", preserve_cardinality, False)], "=variant", name)


def experimental_take_while_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                    predicate: str, output_types: Sequence[DTypeLike],
                                    output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As TakeWhileDataset, which newer programs say."""
    return build("ExperimentalTakeWhileDataset", [(input_dataset, "=variant"),
        (other_arguments, "**Targuments")], [("predicate", "func", predicate),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def experimental_unbatch_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                                 output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As UnbatchDataset, which newer programs say."""
    return build("ExperimentalUnbatchDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def experimental_unique_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                                output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As UniqueDataset, which newer programs say."""
    return build("ExperimentalUniqueDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def expint(x: TensorLike, *, name: str = "") -> Output:
    """Gives the integral of exp(t) / t from minus infinity to x; NaN below 0. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Expint", [(x, "T")], [], "T", name)


def expm1(x: TensorLike, *, name: str = "") -> Output:
    """Gives exp(x) - 1, exact near 0. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Expm1", [(x, "T")], [], "T", name)


def extract_glimpse(input: TensorLike, size: TensorLike, offsets: TensorLike, *, centered: bool = True,
                    normalized: bool = True, uniform_noise: bool = True, noise: str | bytes = "uniform",
                    name: str = "") -> Output:
    """Cuts size rows and columns out of each image around its offsets: in units of the image's size if
    normalized, else in pixels; halved and from the image's middle if centered. What lies outside is noise of
    the image's range (uniform), of each channel's mean and deviation (gaussian), or zero. Shapes: input is
    [batch,rows,columns,channels], offsets [batch,2].
    """
    return build("ExtractGlimpse", [(input, "=float"), (size, "=int32"), (offsets, "=float")],
        [("centered", "bool", centered, True), ("normalized", "bool", normalized, True),
        ("uniform_noise", "bool", uniform_noise, True), ("noise", "string", noise, "uniform")], "=float",
        name)


def extract_glimpse_v2(input: TensorLike, size: TensorLike, offsets: TensorLike, *, centered: bool = True,
                       normalized: bool = True, uniform_noise: bool = True, noise: str | bytes = "uniform",
                       name: str = "") -> Output:
    """ExtractGlimpse, but offsets are those of the glimpse's first pixel, and in pixels from the image's
    middle if centered, unless they are both normalized and centered.
    """
    return build("ExtractGlimpseV2", [(input, "=float"), (size, "=int32"), (offsets, "=float")],
        [("centered", "bool", centered, True), ("normalized", "bool", normalized, True),
        ("uniform_noise", "bool", uniform_noise, True), ("noise", "string", noise, "uniform")], "=float",
        name)


def extract_image_patches(images: TensorLike, ksizes: Sequence[int], strides: Sequence[int],
                          rates: Sequence[int], padding: Literal["SAME", "VALID"], *,
                          name: str = "") -> Output:
    """Takes patches of ksizes[1] rows and ksizes[2] columns, with steps of rates between their pixels, from
    images at every step of strides, and lays each along the channels; what is outside of an image is 0.
    Shapes: images is [batch,rows,columns,channels], patches [batch,out_rows,out_columns,ksizes[1] * ksizes[2]
    * channels]. Errors: INVALID_ARGUMENT if a patch does not fit into the padded image.

    Types of images: bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    complex64, complex128, bool.
    """
    return build("ExtractImagePatches", [(images, "T")], [("ksizes", "list(int)", ksizes),
        ("strides", "list(int)", strides), ("rates", "list(int)", rates), ("padding", "string", padding)],
        "T", name)


def extract_jpeg_shape(contents: TensorLike, *, output_type: DTypeLike = "int32", name: str = "") -> Output:
    """Gives rows, columns and channels of a JPEG file from its header. Errors: INVALID_ARGUMENT for contents
    that are no image, are damaged or cut off, or claim more pixels than they can hold.

    Types of output_type: int32, int64.
    """
    return build("ExtractJpegShape", [(contents, "=string")], [("output_type", "type", output_type, "int32")],
        "output_type", name)


def extract_volume_patches(input: TensorLike, ksizes: Sequence[int], strides: Sequence[int],
                           padding: Literal["SAME", "VALID"], *, name: str = "") -> Output:
    """Takes patches from volumes at every step of strides, and lays each along the channels, as
    ExtractImagePatches from images. Shapes: input is [batch,depth,rows,columns,channels].

    Types of input: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("ExtractVolumePatches", [(input, "T")], [("ksizes", "list(int)", ksizes),
        ("strides", "list(int)", strides), ("padding", "string", padding)], "T", name)


def fft(input: TensorLike, *, name: str = "") -> Output:
    """Gives the discrete Fourier transform over the last dimension, or the last two or three where the name
    says so. Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.

    Types of input: complex64, complex128.
    """
    return build("FFT", [(input, "Tcomplex")], [], "Tcomplex", name)


def fft2d(input: TensorLike, *, name: str = "") -> Output:
    """Gives the discrete Fourier transform over the last dimension, or the last two or three where the name
    says so. Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.

    Types of input: complex64, complex128.
    """
    return build("FFT2D", [(input, "Tcomplex")], [], "Tcomplex", name)


def fft3d(input: TensorLike, *, name: str = "") -> Output:
    """Gives the discrete Fourier transform over the last dimension, or the last two or three where the name
    says so. Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.

    Types of input: complex64, complex128.
    """
    return build("FFT3D", [(input, "Tcomplex")], [], "Tcomplex", name)


def fifo_queue(component_types: Sequence[DTypeLike], *, shapes: Sequence[ShapeLike] = (), capacity: int = -1,
               container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of a first-in first-out queue whose elements are tuples of tensors of the given types,
    and shapes if these are given; capacity -1 sets no limit.
    """
    return build("FIFOQueue", [], [("component_types", "list(type)", component_types),
        ("shapes", "list(shape)", shapes, ()), ("capacity", "int", capacity, -1),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def fifo_queue_v2(component_types: Sequence[DTypeLike], *, shapes: Sequence[ShapeLike] = (),
                  capacity: int = -1, container: str | bytes = "", shared_name: str | bytes = "",
                  name: str = "") -> Output:
    """Gives the handle of a first-in first-out queue whose elements are tuples of tensors of the given types,
    and shapes if these are given; capacity -1 sets no limit.
    """
    return build("FIFOQueueV2", [], [("component_types", "list(type)", component_types),
        ("shapes", "list(shape)", shapes, ()), ("capacity", "int", capacity, -1),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def fake_quant_with_min_max_args(inputs: TensorLike, *, min: float = -6.0, max: float = 6.0,
                                 num_bits: int = 8, narrow_range: bool = False, name: str = "") -> Output:
    """Rounds inputs to the nearest of 2^num_bits numbers from min to max, of which one is 0: the range is
    moved a little for that. narrow_range leaves out the lowest. Shapes: outputs is like inputs. Errors:
    INVALID_ARGUMENT unless min < max and num_bits is 2 to 16. Source: Jacob et al. 2018.
    """
    return build("FakeQuantWithMinMaxArgs", [(inputs, "=float")], [("min", "float", min, -6.0),
        ("max", "float", max, 6.0), ("num_bits", "int", num_bits, 8), ("narrow_range", "bool", narrow_range,
        False)], "=float", name)


def fake_quant_with_min_max_args_gradient(gradients: TensorLike, inputs: TensorLike, *, min: float = -6.0,
                                          max: float = 6.0, num_bits: int = 8, narrow_range: bool = False,
                                          name: str = "") -> Output:
    """Gives gradients where inputs are in the range of FakeQuantWithMinMaxArgs, and 0 elsewhere. Shapes: all
    alike.
    """
    return build("FakeQuantWithMinMaxArgsGradient", [(gradients, "=float"), (inputs, "=float")],
        [("min", "float", min, -6.0), ("max", "float", max, 6.0), ("num_bits", "int", num_bits, 8),
        ("narrow_range", "bool", narrow_range, False)], "=float", name)


def fake_quant_with_min_max_vars(inputs: TensorLike, min: TensorLike, max: TensorLike, *, num_bits: int = 8,
                                 narrow_range: bool = False, name: str = "") -> Output:
    """As FakeQuantWithMinMaxArgs, with the range as inputs; zeros where both of its ends are 0. Shapes: min
    and max are scalars, outputs is like inputs.
    """
    return build("FakeQuantWithMinMaxVars", [(inputs, "=float"), (min, "=float"), (max, "=float")],
        [("num_bits", "int", num_bits, 8), ("narrow_range", "bool", narrow_range, False)], "=float", name)


class FakeQuantWithMinMaxVarsGradientOutputs(NamedTuple):
    backprops_wrt_input: Output
    backprop_wrt_min: Output
    backprop_wrt_max: Output


def fake_quant_with_min_max_vars_gradient(gradients: TensorLike, inputs: TensorLike, min: TensorLike,
                                          max: TensorLike, *, num_bits: int = 8, narrow_range: bool = False,
                                          name: str = "") -> FakeQuantWithMinMaxVarsGradientOutputs:
    """Divides gradients among inputs that are in the range of FakeQuantWithMinMaxVars, min for those below
    and max for those above. Shapes: min and max are scalars, the rest are alike.
    """
    return FakeQuantWithMinMaxVarsGradientOutputs(*build("FakeQuantWithMinMaxVarsGradient",
        [(gradients, "=float"), (inputs, "=float"), (min, "=float"), (max, "=float")],
        [("num_bits", "int", num_bits, 8), ("narrow_range", "bool", narrow_range, False)], ["=float",
        "=float", "=float"], name))


def fake_quant_with_min_max_vars_per_channel(inputs: TensorLike, min: TensorLike, max: TensorLike, *,
                                             num_bits: int = 8, narrow_range: bool = False,
                                             name: str = "") -> Output:
    """As FakeQuantWithMinMaxVars, with a range for each element of the last dimension. Shapes: min and max
    are vectors as long as it.
    """
    return build("FakeQuantWithMinMaxVarsPerChannel", [(inputs, "=float"), (min, "=float"), (max, "=float")],
        [("num_bits", "int", num_bits, 8), ("narrow_range", "bool", narrow_range, False)], "=float", name)


class FakeQuantWithMinMaxVarsPerChannelGradientOutputs(NamedTuple):
    backprops_wrt_input: Output
    backprop_wrt_min: Output
    backprop_wrt_max: Output


def fake_quant_with_min_max_vars_per_channel_gradient(gradients: TensorLike, inputs: TensorLike,
                                                      min: TensorLike, max: TensorLike, *, num_bits: int = 8,
                                                      narrow_range: bool = False,
                                                      name: str = "") -> FakeQuantWithMinMaxVarsPerChannelGradientOutputs:
    """As FakeQuantWithMinMaxVarsGradient, with a range for each element of the last dimension."""
    return FakeQuantWithMinMaxVarsPerChannelGradientOutputs(*build("FakeQuantWithMinMaxVarsPerChannelGradient",
        [(gradients, "=float"), (inputs, "=float"), (min, "=float"), (max, "=float")],
        [("num_bits", "int", num_bits, 8), ("narrow_range", "bool", narrow_range, False)], ["=float",
        "=float", "=float"], name))


def fake_queue(resource: TensorLike, *, name: str = "") -> Output:
    """Hands a queue on to the ops without V2. Shapes: scalars."""
    return build("FakeQueue", [(resource, "=resource")], [], "=resource", name)


def fill(dims: TensorLike, value: TensorLike, *, name: str = "") -> Output:
    """Gives a tensor of shape dims with value everywhere. Shapes: dims is a vector, value a scalar. Errors:
    INVALID_ARGUMENT for a negative dimension.

    Types of dims: int32, int64.
    """
    return build("Fill", [(dims, "index_type"), (value, "T")], [], "T", name)


def filter_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike], predicate: str,
                   output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                   metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of the elements for which predicate, which also takes other_arguments, gives true.
    Errors: of a pass: those of predicate; INVALID_ARGUMENT unless it gives a bool.
    """
    return build("FilterDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments")],
        [("predicate", "func", predicate), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def finalize_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                     output_shapes: Sequence[ShapeLike], *, has_captured_ref: bool = False,
                     name: str = "") -> Output:
    """Gives the same dataset."""
    return build("FinalizeDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("has_captured_ref", "bool", has_captured_ref, False)], "=variant", name)


def fingerprint(data: TensorLike, method: TensorLike, *, name: str = "") -> Output:
    """Gives the 8 bytes, lowest first, of the fingerprint of each row of data: for method farmhash64
    FarmHash's Fingerprint64 of the row's bytes, of a row of several strings of their own fingerprints' bytes.
    Shapes: data has a rank of at least 1, output is [rows,8]. Errors: INVALID_ARGUMENT for another method.
    """
    return build("Fingerprint", [(data, "T"), (method, "=string")], [], "=uint8", name)


def fixed_length_record_dataset(filenames: TensorLike, header_bytes: TensorLike, record_bytes: TensorLike,
                                footer_bytes: TensorLike, buffer_size: TensorLike, *,
                                metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of pieces of record_bytes bytes of files, behind a header and before a footer. Errors:
    of a pass: INVALID_ARGUMENT for a file whose length does not fit; NOT_FOUND.
    """
    return build("FixedLengthRecordDataset", [(filenames, "=string"), (header_bytes, "=int64"),
        (record_bytes, "=int64"), (footer_bytes, "=int64"), (buffer_size, "=int64")],
        [("metadata", "string", metadata, "")], "=variant", name)


def fixed_length_record_dataset_v2(filenames: TensorLike, header_bytes: TensorLike, record_bytes: TensorLike,
                                   footer_bytes: TensorLike, buffer_size: TensorLike,
                                   compression_type: TensorLike, *, metadata: str | bytes = "",
                                   name: str = "") -> Output:
    """As FixedLengthRecordDataset, of compressed files too; one that ends within a record is DATA_LOSS."""
    return build("FixedLengthRecordDatasetV2", [(filenames, "=string"), (header_bytes, "=int64"),
        (record_bytes, "=int64"), (footer_bytes, "=int64"), (buffer_size, "=int64"),
        (compression_type, "=string")], [("metadata", "string", metadata, "")], "=variant", name)


def fixed_length_record_reader(record_bytes: int, *, header_bytes: int = 0, footer_bytes: int = 0,
                               hop_bytes: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
                               name: str = "") -> Output:
    """Gives the handle of a reader whose records are record_bytes of the file between header and footer,
    hop_bytes apart (0: record_bytes); a key is FILE:NUMBER, counted from 0. A last one that is not whole is
    not given.
    """
    return build("FixedLengthRecordReader", [], [("record_bytes", "int", record_bytes),
        ("header_bytes", "int", header_bytes, 0), ("footer_bytes", "int", footer_bytes, 0),
        ("hop_bytes", "int", hop_bytes, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=resource", name)


def fixed_length_record_reader_v2(record_bytes: int, *, header_bytes: int = 0, footer_bytes: int = 0,
                                  hop_bytes: int = 0, container: str | bytes = "",
                                  shared_name: str | bytes = "", encoding: str | bytes = "",
                                  name: str = "") -> Output:
    """Gives the handle of a reader whose records are record_bytes of the file between header and footer,
    hop_bytes apart (0: record_bytes); a key is FILE:NUMBER, counted from 0. A last one that is not whole is
    not given.
    """
    return build("FixedLengthRecordReaderV2", [], [("record_bytes", "int", record_bytes),
        ("header_bytes", "int", header_bytes, 0), ("footer_bytes", "int", footer_bytes, 0),
        ("hop_bytes", "int", hop_bytes, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("encoding", "string", encoding, "")], "=resource", name)


class FixedUnigramCandidateSamplerOutputs(NamedTuple):
    sampled_candidates: Output
    true_expected_count: Output
    sampled_expected_count: Output


def fixed_unigram_candidate_sampler(true_classes: TensorLike, num_true: int, num_sampled: int, unique: bool,
                                    range_max: int, *, vocab_file: str | bytes = "", distortion: float = 1.0,
                                    num_reserved_ids: int = 0, num_shards: int = 1, shard: int = 0,
                                    unigrams: Sequence[float] = (), seed: int = 0, seed2: int = 0,
                                    name: str = "") -> FixedUnigramCandidateSamplerOutputs:
    """Draws num_sampled classes of [0,range_max), with a probability by weights to the power of distortion:
    those of unigrams, or of the last columns of the lines of vocab_file. num_reserved_ids classes before them
    have none; of num_shards equal shares only the one called shard is drawn from, without repetition if
    unique is set; with how often each of them, and each true class, was expected. seed and seed2 of 0 are
    replaced by random ones. Shapes: true_classes is [batch,num_true], sampled_candidates [num_sampled]; the
    counts are like these. Errors: INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled
    above range_max with unique.
    """
    return FixedUnigramCandidateSamplerOutputs(*build("FixedUnigramCandidateSampler",
        [(true_classes, "=int64")], [("num_true", "int", num_true), ("num_sampled", "int", num_sampled),
        ("unique", "bool", unique), ("range_max", "int", range_max), ("vocab_file", "string", vocab_file, ""),
        ("distortion", "float", distortion, 1.0), ("num_reserved_ids", "int", num_reserved_ids, 0),
        ("num_shards", "int", num_shards, 1), ("shard", "int", shard, 0),
        ("unigrams", "list(float)", unigrams, ()), ("seed", "int", seed, 0), ("seed2", "int", seed2, 0)],
        ["=int64", "=float", "=float"], name))


def flat_map_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike], f: str,
                     output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                     metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of the elements of the datasets that f gives for each element and other_arguments, one
    after the other. Errors: as MapDataset; of a pass: INVALID_ARGUMENT if f gives another thing than a
    dataset of output_types.
    """
    return build("FlatMapDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments")],
        [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def floor(x: TensorLike, *, name: str = "") -> Output:
    """Gives the largest whole number not above x, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double.
    """
    return build("Floor", [(x, "T")], [], "T", name)


def floor_div(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives floor(x / y), element by element. Shapes: x and y broadcast against each other. Errors:
    INVALID_ARGUMENT for an integer division by zero.

    Types of x, y: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64,
    complex64, complex128.
    """
    return build("FloorDiv", [(x, "T"), (y, "T")], [], "T", name)


def floor_mod(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives the remainder x - floor(x / y) * y, which has the sign of y. Shapes: x and y broadcast against
    each other. Errors: INVALID_ARGUMENT for an integer division by zero.

    Types of x, y: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64.
    """
    return build("FloorMod", [(x, "T"), (y, "T")], [], "T", name)


class FractionalAvgPoolOutputs(NamedTuple):
    output: Output
    row_pooling_sequence: Output
    col_pooling_sequence: Output


def fractional_avg_pool(value: TensorLike, pooling_ratio: Sequence[float], *, pseudo_random: bool = False,
                        overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0,
                        name: str = "") -> FractionalAvgPoolOutputs:
    """FractionalMaxPool, but with the mean of every region.

    Types of value: float, double, int32, int64.
    """
    return FractionalAvgPoolOutputs(*build("FractionalAvgPool", [(value, "T")],
        [("pooling_ratio", "list(float)", pooling_ratio), ("pseudo_random", "bool", pseudo_random, False),
        ("overlapping", "bool", overlapping, False), ("deterministic", "bool", deterministic, False),
        ("seed", "int", seed, 0), ("seed2", "int", seed2, 0)], ["T", "=int64", "=int64"], name))


def fractional_avg_pool_grad(orig_input_tensor_shape: TensorLike, out_backprop: TensorLike,
                             row_pooling_sequence: TensorLike, col_pooling_sequence: TensorLike, *,
                             overlapping: bool = False, name: str = "") -> Output:
    """Gives the gradient of FractionalAvgPool for an input whose shape orig_input_tensor_shape spells.
    Errors: as FractionalMaxPoolGrad.

    Types of out_backprop: float, double, int32, int64.
    """
    return build("FractionalAvgPoolGrad", [(orig_input_tensor_shape, "=int64"), (out_backprop, "T"),
        (row_pooling_sequence, "=int64"), (col_pooling_sequence, "=int64")],
        [("overlapping", "bool", overlapping, False)], "T", name)


class FractionalMaxPoolOutputs(NamedTuple):
    output: Output
    row_pooling_sequence: Output
    col_pooling_sequence: Output


def fractional_max_pool(value: TensorLike, pooling_ratio: Sequence[float], *, pseudo_random: bool = False,
                        overlapping: bool = False, deterministic: bool = False, seed: int = 0, seed2: int = 0,
                        name: str = "") -> FractionalMaxPoolOutputs:
    """Gives the largest element of every region of an image that is divided at random into about 1 /
    pooling_ratio as many rows and columns, and where the regions begin. deterministic: the same regions in
    every run. Shapes: value is [batch,rows,columns,channels]; a sequence has one number more than there are
    regions. Source: Graham 2014.

    Types of value: float, double, int32, int64.
    """
    return FractionalMaxPoolOutputs(*build("FractionalMaxPool", [(value, "T")],
        [("pooling_ratio", "list(float)", pooling_ratio), ("pseudo_random", "bool", pseudo_random, False),
        ("overlapping", "bool", overlapping, False), ("deterministic", "bool", deterministic, False),
        ("seed", "int", seed, 0), ("seed2", "int", seed2, 0)], ["T", "=int64", "=int64"], name))


def fractional_max_pool_grad(orig_input: TensorLike, orig_output: TensorLike, out_backprop: TensorLike,
                             row_pooling_sequence: TensorLike, col_pooling_sequence: TensorLike, *,
                             overlapping: bool = False, name: str = "") -> Output:
    """Gives the gradient of FractionalMaxPool: each element of out_backprop goes to the first of the largest
    elements of its region. Shapes: output is like orig_input. Errors: INVALID_ARGUMENT for sequences that do
    not rise within the image.

    Types of orig_input, orig_output, out_backprop: float, double, int32, int64.
    """
    return build("FractionalMaxPoolGrad", [(orig_input, "T"), (orig_output, "T"), (out_backprop, "T"),
        (row_pooling_sequence, "=int64"), (col_pooling_sequence, "=int64")],
        [("overlapping", "bool", overlapping, False)], "T", name)


def fresnel_cos(x: TensorLike, *, name: str = "") -> Output:
    """Gives the integral of cos(pi t^2 / 2) from 0 to x. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("FresnelCos", [(x, "T")], [], "T", name)


def fresnel_sin(x: TensorLike, *, name: str = "") -> Output:
    """Gives the integral of sin(pi t^2 / 2) from 0 to x. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("FresnelSin", [(x, "T")], [], "T", name)


class FusedBatchNormOutputs(NamedTuple):
    y: Output
    batch_mean: Output
    batch_variance: Output
    reserve_space_1: Output
    reserve_space_2: Output


def fused_batch_norm(x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike,
                     variance: TensorLike, *, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0,
                     data_format: Literal["NHWC", "NCHW"] = "NHWC", is_training: bool = True,
                     name: str = "") -> FusedBatchNormOutputs:
    """Gives scale * (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the
    mean and variance of x over all other dimensions; batch_mean and batch_variance (the unbiased one) are
    mixed with mean and variance as exponential_avg_factor says, and reserve_space_1 and 2 are m and v for the
    gradient. Otherwise m and v are the inputs mean and variance. Shapes: y is like x; all others are vectors
    as long as the channel dimension, mean and variance may be empty if they are not used. Only y has a
    gradient.

    Types of x, scale, offset, mean, variance: float.
    """
    return FusedBatchNormOutputs(*build("FusedBatchNorm", [(x, "T"), (scale, "T"), (offset, "T"), (mean, "T"),
        (variance, "T")], [("epsilon", "float", epsilon, 0.0001),
        ("exponential_avg_factor", "float", exponential_avg_factor, 1.0),
        ("data_format", "string", data_format, "NHWC"), ("is_training", "bool", is_training, True)], ["T",
        "T", "T", "T", "T"], name))


class FusedBatchNormGradOutputs(NamedTuple):
    x_backprop: Output
    scale_backprop: Output
    offset_backprop: Output
    reserve_space_3: Output
    reserve_space_4: Output


def fused_batch_norm_grad(y_backprop: TensorLike, x: TensorLike, scale: TensorLike,
                          reserve_space_1: TensorLike, reserve_space_2: TensorLike, *,
                          epsilon: float = 0.0001, data_format: Literal["NHWC", "NCHW"] = "NHWC",
                          is_training: bool = True, name: str = "") -> FusedBatchNormGradOutputs:
    """Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what
    the forward op gave, or outside of training its mean and variance. Shapes: x_backprop is like x,
    scale_backprop and offset_backprop are vectors as long as the channel dimension, and the reserved outputs
    are empty.

    Types of y_backprop, x, scale, reserve_space_1, reserve_space_2: float.
    """
    return FusedBatchNormGradOutputs(*build("FusedBatchNormGrad", [(y_backprop, "T"), (x, "T"), (scale, "T"),
        (reserve_space_1, "T"), (reserve_space_2, "T")], [("epsilon", "float", epsilon, 0.0001),
        ("data_format", "string", data_format, "NHWC"), ("is_training", "bool", is_training, True)], ["T",
        "T", "T", "T", "T"], name))


class FusedBatchNormGradV2Outputs(NamedTuple):
    x_backprop: Output
    scale_backprop: Output
    offset_backprop: Output
    reserve_space_3: Output
    reserve_space_4: Output


def fused_batch_norm_grad_v2(y_backprop: TensorLike, x: TensorLike, scale: TensorLike,
                             reserve_space_1: TensorLike, reserve_space_2: TensorLike, *,
                             epsilon: float = 0.0001, data_format: Literal["NHWC", "NCHW"] = "NHWC",
                             is_training: bool = True, name: str = "") -> FusedBatchNormGradV2Outputs:
    """Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what
    the forward op gave, or outside of training its mean and variance. Shapes: x_backprop is like x,
    scale_backprop and offset_backprop are vectors as long as the channel dimension, and the reserved outputs
    are empty.

    Types of y_backprop, x: half, bfloat16, float.
    Types of reserve_space_1, reserve_space_2: float.
    """
    return FusedBatchNormGradV2Outputs(*build("FusedBatchNormGradV2", [(y_backprop, "T"), (x, "T"),
        (scale, "=float"), (reserve_space_1, "U"), (reserve_space_2, "U")], [("epsilon", "float", epsilon,
        0.0001), ("data_format", "string", data_format, "NHWC"), ("is_training", "bool", is_training, True)],
        ["T", "U", "U", "U", "U"], name))


class FusedBatchNormGradV3Outputs(NamedTuple):
    x_backprop: Output
    scale_backprop: Output
    offset_backprop: Output
    reserve_space_4: Output
    reserve_space_5: Output


def fused_batch_norm_grad_v3(y_backprop: TensorLike, x: TensorLike, scale: TensorLike,
                             reserve_space_1: TensorLike, reserve_space_2: TensorLike,
                             reserve_space_3: TensorLike, *, epsilon: float = 0.0001,
                             data_format: Literal["NHWC", "NCHW", "NDHWC", "NCDHW"] = "NHWC",
                             is_training: bool = True, name: str = "") -> FusedBatchNormGradV3Outputs:
    """Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what
    the forward op gave, or outside of training its mean and variance. Shapes: x_backprop is like x,
    scale_backprop and offset_backprop are vectors as long as the channel dimension, and the reserved outputs
    are empty.

    Types of y_backprop, x: half, bfloat16, float.
    Types of reserve_space_1, reserve_space_2, reserve_space_3: float.
    """
    return FusedBatchNormGradV3Outputs(*build("FusedBatchNormGradV3", [(y_backprop, "T"), (x, "T"),
        (scale, "=float"), (reserve_space_1, "U"), (reserve_space_2, "U"), (reserve_space_3, "U")],
        [("epsilon", "float", epsilon, 0.0001), ("data_format", "string", data_format, "NHWC"),
        ("is_training", "bool", is_training, True)], ["T", "U", "U", "U", "U"], name))


class FusedBatchNormV2Outputs(NamedTuple):
    y: Output
    batch_mean: Output
    batch_variance: Output
    reserve_space_1: Output
    reserve_space_2: Output


def fused_batch_norm_v2(x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike,
                        variance: TensorLike, *, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0,
                        data_format: Literal["NHWC", "NCHW"] = "NHWC", is_training: bool = True,
                        name: str = "") -> FusedBatchNormV2Outputs:
    """Gives scale * (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the
    mean and variance of x over all other dimensions; batch_mean and batch_variance (the unbiased one) are
    mixed with mean and variance as exponential_avg_factor says, and reserve_space_1 and 2 are m and v for the
    gradient. Otherwise m and v are the inputs mean and variance. Shapes: y is like x; all others are vectors
    as long as the channel dimension, mean and variance may be empty if they are not used. Only y has a
    gradient.

    Types of x: half, bfloat16, float.
    Types of scale, offset, mean, variance: float.
    """
    return FusedBatchNormV2Outputs(*build("FusedBatchNormV2", [(x, "T"), (scale, "U"), (offset, "U"),
        (mean, "U"), (variance, "U")], [("epsilon", "float", epsilon, 0.0001),
        ("exponential_avg_factor", "float", exponential_avg_factor, 1.0),
        ("data_format", "string", data_format, "NHWC"), ("is_training", "bool", is_training, True)], ["T",
        "U", "U", "U", "U"], name))


class FusedBatchNormV3Outputs(NamedTuple):
    y: Output
    batch_mean: Output
    batch_variance: Output
    reserve_space_1: Output
    reserve_space_2: Output
    reserve_space_3: Output


def fused_batch_norm_v3(x: TensorLike, scale: TensorLike, offset: TensorLike, mean: TensorLike,
                        variance: TensorLike, *, epsilon: float = 0.0001, exponential_avg_factor: float = 1.0,
                        data_format: Literal["NHWC", "NCHW", "NDHWC", "NCDHW"] = "NHWC",
                        is_training: bool = True, name: str = "") -> FusedBatchNormV3Outputs:
    """Gives scale * (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the
    mean and variance of x over all other dimensions; batch_mean and batch_variance (the unbiased one) are
    mixed with mean and variance as exponential_avg_factor says, and reserve_space_1 and 2 are m and v for the
    gradient. Otherwise m and v are the inputs mean and variance. Shapes: y is like x; all others are vectors
    as long as the channel dimension, mean and variance may be empty if they are not used. Only y has a
    gradient. reserve_space_3 is empty.

    Types of x: half, bfloat16, float.
    Types of scale, offset, mean, variance: bfloat16, float.
    """
    return FusedBatchNormV3Outputs(*build("FusedBatchNormV3", [(x, "T"), (scale, "U"), (offset, "U"),
        (mean, "U"), (variance, "U")], [("epsilon", "float", epsilon, 0.0001),
        ("exponential_avg_factor", "float", exponential_avg_factor, 1.0),
        ("data_format", "string", data_format, "NHWC"), ("is_training", "bool", is_training, True)], ["T",
        "U", "U", "U", "U", "U"], name))


class GRUBlockCellOutputs(NamedTuple):
    r: Output
    u: Output
    c: Output
    h: Output


def gru_block_cell(x: TensorLike, h_prev: TensorLike, w_ru: TensorLike, w_c: TensorLike, b_ru: TensorLike,
                   b_c: TensorLike, *, name: str = "") -> GRUBlockCellOutputs:
    """Does one step of a gated recurrent unit: [r, u] = sigmoid([x, h_prev] * w_ru + b_ru), c = tanh([x,
    h_prev * r] * w_c + b_c), h = (1 - u) * c + u * h_prev. Shapes: x is [batch, inputs], h_prev and all
    outputs are [batch, cells], w_ru is [inputs + cells, 2 * cells], w_c [inputs + cells, cells], b_ru [2 *
    cells], b_c [cells]. Gradients come by h alone. Source: Cho et al. 2014.

    Types of x, h_prev, w_ru, w_c, b_ru, b_c: float.
    """
    return GRUBlockCellOutputs(*build("GRUBlockCell", [(x, "T"), (h_prev, "T"), (w_ru, "T"), (w_c, "T"),
        (b_ru, "T"), (b_c, "T")], [], ["T", "T", "T", "T"], name))


class GRUBlockCellGradOutputs(NamedTuple):
    d_x: Output
    d_h_prev: Output
    d_c_bar: Output
    d_r_bar_u_bar: Output


def gru_block_cell_grad(x: TensorLike, h_prev: TensorLike, w_ru: TensorLike, w_c: TensorLike,
                        b_ru: TensorLike, b_c: TensorLike, r: TensorLike, u: TensorLike, c: TensorLike,
                        d_h: TensorLike, *, name: str = "") -> GRUBlockCellGradOutputs:
    """Gives the gradients of GRUBlockCell for what arrives at h: of x, of h_prev, and of what c and [r, u]
    were before tanh and sigmoid. Shapes: as GRUBlockCell; d_r_bar_u_bar is [batch, 2 * cells].

    Types of x, h_prev, w_ru, w_c, b_ru, b_c, r, u, c, d_h: float.
    """
    return GRUBlockCellGradOutputs(*build("GRUBlockCellGrad", [(x, "T"), (h_prev, "T"), (w_ru, "T"),
        (w_c, "T"), (b_ru, "T"), (b_c, "T"), (r, "T"), (u, "T"), (c, "T"), (d_h, "T")], [], ["T", "T", "T",
        "T"], name))


def gather(params: TensorLike, indices: TensorLike, *, validate_indices: bool = True,
           name: str = "") -> Output:
    """GatherV2 along the first axis, as older graphs call it.

    Types of indices: int32, int64.
    """
    return build("Gather", [(params, "Tparams"), (indices, "Tindices")],
        [("validate_indices", "bool", validate_indices, True)], "Tparams", name)


def gather_nd(params: TensorLike, indices: TensorLike, *,
              bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "", name: str = "") -> Output:
    """Takes the slices of params that the vectors in the last dimension of indices name. Shapes: output is
    indices.shape[:-1] + params.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an index out of range.

    Types of indices: int16, int32, int64.
    """
    return build("GatherNd", [(params, "Tparams"), (indices, "Tindices")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "Tparams", name)


def gather_v2(params: TensorLike, indices: TensorLike, axis: TensorLike, *, batch_dims: int = 0,
              name: str = "") -> Output:
    """Takes the slices of params along axis that indices name; the first batch_dims dimensions are matched
    one to one. Shapes: output is params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis+1:].
    Errors: INVALID_ARGUMENT for an index outside [0,params.shape[axis]).

    Types of indices: int16, int32, int64.
    Types of axis: int32, int64.
    """
    return build("GatherV2", [(params, "Tparams"), (indices, "Tindices"), (axis, "Taxis")],
        [("batch_dims", "int", batch_dims, 0)], "Tparams", name)


class GenerateVocabRemappingOutputs(NamedTuple):
    remapping: Output
    num_present: Output


def generate_vocab_remapping(new_vocab_file: TensorLike, old_vocab_file: TensorLike, new_vocab_offset: int,
                             num_new_vocab: int, *, old_vocab_size: int = -1,
                             name: str = "") -> GenerateVocabRemappingOutputs:
    """Gives for num_new_vocab lines of the new file, from line new_vocab_offset on, the number of the same
    line in the old file, of which the first old_vocab_size lines count (-1: all), or -1; num_present says how
    many are there. Shapes: the inputs are scalars; remapping is [num_new_vocab], num_present a scalar.
    Errors: NOT_FOUND for a file; INVALID_ARGUMENT for one with fewer lines; FAILED_PRECONDITION for an old
    line that is there twice.
    """
    return GenerateVocabRemappingOutputs(*build("GenerateVocabRemapping", [(new_vocab_file, "=string"),
        (old_vocab_file, "=string")], [("new_vocab_offset", "int", new_vocab_offset),
        ("num_new_vocab", "int", num_new_vocab), ("old_vocab_size", "int", old_vocab_size, -1)], ["=int64",
        "=int32"], name))


def generator_dataset(init_func_other_args: Sequence[TensorLike], next_func_other_args: Sequence[TensorLike],
                      finalize_func_other_args: Sequence[TensorLike], init_func: str, next_func: str,
                      finalize_func: str, output_types: Sequence[DTypeLike],
                      output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                      name: str = "") -> Output:
    """Gives a dataset of what next_func gives until it fails with OUT_OF_RANGE. init_func gives the state
    that is the first arguments of next_func and, at the end, of finalize_func. Errors: of a pass: those of
    the functions.
    """
    return build("GeneratorDataset", [(init_func_other_args, "**Tinit_func_args"),
        (next_func_other_args, "**Tnext_func_args"), (finalize_func_other_args, "**Tfinalize_func_args")],
        [("init_func", "func", init_func), ("next_func", "func", next_func),
        ("finalize_func", "func", finalize_func), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def get_session_handle(value: TensorLike, *, name: str = "") -> Output:
    """Keeps value in the session and gives the handle by which later steps find it, until DeleteSessionTensor
    or the session's end. Shapes: handle is a scalar.
    """
    return build("GetSessionHandle", [(value, "T")], [], "=string", name)


def get_session_tensor(handle: TensorLike, dtype: DTypeLike, *, name: str = "") -> Output:
    """Gives the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: INVALID_ARGUMENT for a
    handle of nothing, or of a tensor of another type.
    """
    return build("GetSessionTensor", [(handle, "=string")], [("dtype", "type", dtype)], "dtype", name)


def greater(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Tells where x > y. Shapes: x and y broadcast against each other.

    Types of x, y: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("Greater", [(x, "T"), (y, "T")], [], "=bool", name)


def greater_equal(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Tells where x >= y. Shapes: x and y broadcast against each other.

    Types of x, y: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("GreaterEqual", [(x, "T"), (y, "T")], [], "=bool", name)


def group_by_reducer_dataset(input_dataset: TensorLike, key_func_other_arguments: Sequence[TensorLike],
                             init_func_other_arguments: Sequence[TensorLike],
                             reduce_func_other_arguments: Sequence[TensorLike],
                             finalize_func_other_arguments: Sequence[TensorLike], key_func: str,
                             init_func: str, reduce_func: str, finalize_func: str,
                             output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                             name: str = "") -> Output:
    """Gives a dataset with an element for each int64 that key_func gives for the elements of the input, in
    order of these keys: what finalize_func makes of the last state of the key. init_func gives its first
    state, of the key, and reduce_func the next one, of the state and an element. Errors: INVALID_ARGUMENT for
    a function of other types; of a pass: those of the functions.
    """
    return build("GroupByReducerDataset", [(input_dataset, "=variant"),
        (key_func_other_arguments, "**Tkey_func_other_arguments"),
        (init_func_other_arguments, "**Tinit_func_other_arguments"),
        (reduce_func_other_arguments, "**Treduce_func_other_arguments"),
        (finalize_func_other_arguments, "**Tfinalize_func_other_arguments")], [("key_func", "func", key_func),
        ("init_func", "func", init_func), ("reduce_func", "func", reduce_func),
        ("finalize_func", "func", finalize_func), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def group_by_window_dataset(input_dataset: TensorLike, key_func_other_arguments: Sequence[TensorLike],
                            reduce_func_other_arguments: Sequence[TensorLike],
                            window_size_func_other_arguments: Sequence[TensorLike], key_func: str,
                            reduce_func: str, window_size_func: str, output_types: Sequence[DTypeLike],
                            output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                            name: str = "") -> Output:
    """Gives a dataset of groups: key_func gives each element an int64; as soon as there are as many of one
    key as window_size_func gives for it, the elements of the dataset that reduce_func makes of the key and a
    dataset of them come next; behind the input's end those of the groups that are left, in order of keys.
    Errors: INVALID_ARGUMENT for a function of other types; of a pass: those of the functions;
    INVALID_ARGUMENT for a size below 1.
    """
    return build("GroupByWindowDataset", [(input_dataset, "=variant"),
        (key_func_other_arguments, "**Tkey_func_other_arguments"),
        (reduce_func_other_arguments, "**Treduce_func_other_arguments"),
        (window_size_func_other_arguments, "**Twindow_size_func_other_arguments")],
        [("key_func", "func", key_func), ("reduce_func", "func", reduce_func),
        ("window_size_func", "func", window_size_func), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def guarantee_const(input: TensorLike, *, name: str = "") -> Output:
    """Gives input, of which the program promises that it never changes. Shapes: output is like input. Errors:
    INVALID_ARGUMENT for a handle of a variable.
    """
    return build("GuaranteeConst", [(input, "T")], [], "T", name)


def hsv_to_rgb(images: TensorLike, *, name: str = "") -> Output:
    """Gives red, green and blue of colours in hue, saturation and value, all in [0,1]. Shapes: images is
    [...,3], output like it. Errors: INVALID_ARGUMENT for another number of channels.

    Types of images: half, bfloat16, float, double.
    """
    return build("HSVToRGB", [(images, "T")], [], "T", name)


def hash_table(key_dtype: DTypeLike, value_dtype: DTypeLike, *, container: str | bytes = "",
               shared_name: str | bytes = "", use_node_name_sharing: bool = False, name: str = "") -> Output:
    """Gives the handle of a table from keys to values that is filled once, by an initializer. Tables with one
    shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
    another definition of the table differs.
    """
    return build("HashTable", [], [("key_dtype", "type", key_dtype), ("value_dtype", "type", value_dtype),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, ""),
        ("use_node_name_sharing", "bool", use_node_name_sharing, False)], "=resource", name)


def hash_table_v2(key_dtype: DTypeLike, value_dtype: DTypeLike, *, container: str | bytes = "",
                  shared_name: str | bytes = "", use_node_name_sharing: bool = False,
                  name: str = "") -> Output:
    """Gives the handle of a table from keys to values that is filled once, by an initializer. Tables with one
    shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
    another definition of the table differs.
    """
    return build("HashTableV2", [], [("key_dtype", "type", key_dtype), ("value_dtype", "type", value_dtype),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, ""),
        ("use_node_name_sharing", "bool", use_node_name_sharing, False)], "=resource", name)


def histogram_fixed_width(values: TensorLike, value_range: TensorLike, nbins: TensorLike, *,
                          dtype: DTypeLike = "int32", name: str = "") -> Output:
    """Counts the values in each of nbins bins of one width between the two numbers of value_range; what is
    outside counts for the first or last. Shapes: nbins is a scalar, out is [nbins]. Errors: INVALID_ARGUMENT
    for a range that does not rise, or NaN.

    Types of values, value_range: int32, int64, float, double.
    Types of dtype: int32, int64.
    """
    return build("HistogramFixedWidth", [(values, "T"), (value_range, "T"), (nbins, "=int32")],
        [("dtype", "type", dtype, "int32")], "dtype", name)


def histogram_summary(tag: TensorLike, values: TensorLike, *, name: str = "") -> Output:
    """A summary of how many values lie where, in buckets that grow by a tenth. Shapes: tag and summary are
    scalars. Errors: INVALID_ARGUMENT naming the tag for NaN and infinities.

    Types of values: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("HistogramSummary", [(tag, "=string"), (values, "T")], [], "=string", name)


def ifft(input: TensorLike, *, name: str = "") -> Output:
    """Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three
    where the name says so. Shapes: output is like input.

    Types of input: complex64, complex128.
    """
    return build("IFFT", [(input, "Tcomplex")], [], "Tcomplex", name)


def ifft2d(input: TensorLike, *, name: str = "") -> Output:
    """Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three
    where the name says so. Shapes: output is like input.

    Types of input: complex64, complex128.
    """
    return build("IFFT2D", [(input, "Tcomplex")], [], "Tcomplex", name)


def ifft3d(input: TensorLike, *, name: str = "") -> Output:
    """Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three
    where the name says so. Shapes: output is like input.

    Types of input: complex64, complex128.
    """
    return build("IFFT3D", [(input, "Tcomplex")], [], "Tcomplex", name)


def irfft(input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = "float", name: str = "") -> Output:
    """Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT
    gives, cut to what counts. Shapes: fft_length is a vector, the last sizes of output. Errors:
    INVALID_ARGUMENT for an input that is too short, and unless Treal is the type of Tcomplex's parts.

    Types of Treal: float, double.
    Types of input: complex64, complex128.
    """
    return build("IRFFT", [(input, "Tcomplex"), (fft_length, "=int32")], [("Treal", "type", Treal, "float")],
        "Treal", name)


def irfft2d(input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = "float",
            name: str = "") -> Output:
    """Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT
    gives, cut to what counts. Shapes: fft_length is a vector, the last sizes of output. Errors:
    INVALID_ARGUMENT for an input that is too short, and unless Treal is the type of Tcomplex's parts.

    Types of Treal: float, double.
    Types of input: complex64, complex128.
    """
    return build("IRFFT2D", [(input, "Tcomplex"), (fft_length, "=int32")], [("Treal", "type", Treal,
        "float")], "Treal", name)


def irfft3d(input: TensorLike, fft_length: TensorLike, *, Treal: DTypeLike = "float",
            name: str = "") -> Output:
    """Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT
    gives, cut to what counts. Shapes: fft_length is a vector, the last sizes of output. Errors:
    INVALID_ARGUMENT for an input that is too short, and unless Treal is the type of Tcomplex's parts.

    Types of Treal: float, double.
    Types of input: complex64, complex128.
    """
    return build("IRFFT3D", [(input, "Tcomplex"), (fft_length, "=int32")], [("Treal", "type", Treal,
        "float")], "Treal", name)


def identity(input: TensorLike, *, name: str = "") -> Output:
    """Passes input on. Shapes: output is like input."""
    return build("Identity", [(input, "T")], [], "T", name)


def identity_n(input: Sequence[TensorLike], *, name: str = "") -> list[Output]:
    """Passes all inputs on, once all of them are there. Shapes: each output is like its input."""
    return build("IdentityN", [(input, "**T")], [], ["**T"], name)


def identity_reader(*, container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of a reader that gives the queue's strings, as key and as value."""
    return build("IdentityReader", [], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=resource", name)


def identity_reader_v2(*, container: str | bytes = "", shared_name: str | bytes = "",
                       name: str = "") -> Output:
    """Gives the handle of a reader that gives the queue's strings, as key and as value."""
    return build("IdentityReaderV2", [], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=resource", name)


def if_(cond: TensorLike, input: Sequence[TensorLike], Tout: Sequence[DTypeLike], then_branch: str,
        else_branch: str, *, output_shapes: Sequence[ShapeLike] = (), name: str = "") -> list[Output]:
    """Gives the results of then_branch if cond holds, else of else_branch; both take input. A cond that is no
    bool holds if it is not 0, or a string not empty, or no scalar and not empty. Errors: INVALID_ARGUMENT if
    a signature is not Tin -> Tout.
    """
    return build("If", [(cond, "Tcond"), (input, "**Tin")], [("Tout", "list(type)", Tout),
        ("then_branch", "func", then_branch), ("else_branch", "func", else_branch),
        ("output_shapes", "list(shape)", output_shapes, ())], ["**Tout"], name)


def igamma(a: TensorLike, x: TensorLike, *, name: str = "") -> Output:
    """Gives the lower regularised incomplete gamma function, the integral of t^(a-1) exp(-t) from 0 to x
    divided by the whole; NaN for x below 0 and a not above 0. Shapes: a and x broadcast against each other.
    Source: Abramowitz & Stegun 1964, 6.5.

    Types of a, x: half, bfloat16, float, double.
    """
    return build("Igamma", [(a, "T"), (x, "T")], [], "T", name)


def igamma_grad_a(a: TensorLike, x: TensorLike, *, name: str = "") -> Output:
    """Gives the derivative of Igamma by a. Shapes: a and x broadcast against each other.

    Types of a, x: float, double.
    """
    return build("IgammaGradA", [(a, "T"), (x, "T")], [], "T", name)


def igammac(a: TensorLike, x: TensorLike, *, name: str = "") -> Output:
    """Gives 1 - Igamma(a, x), exact where that is small. Shapes: a and x broadcast against each other.

    Types of a, x: half, bfloat16, float, double.
    """
    return build("Igammac", [(a, "T"), (x, "T")], [], "T", name)


def ignore_errors_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                          output_shapes: Sequence[ShapeLike], *, log_warning: bool = False,
                          name: str = "") -> Output:
    """Gives a dataset without the elements that fail."""
    return build("IgnoreErrorsDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("log_warning", "bool", log_warning, False)], "=variant", name)


def imag(input: TensorLike, *, Tout: DTypeLike = "float", name: str = "") -> Output:
    """Gives the imaginary part, element by element. Shapes and errors: as Real.

    Types of input: complex64, complex128.
    Types of Tout: float, double.
    """
    return build("Imag", [(input, "T")], [("Tout", "type", Tout, "float")], "Tout", name)


def image_projective_transform_v2(images: TensorLike, transforms: TensorLike, output_shape: TensorLike,
                                  interpolation: str | bytes, *, fill_mode: str | bytes = "CONSTANT",
                                  name: str = "") -> Output:
    """Takes pixel (x, y) of the output from place ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) of the
    image, where k is c0 x + c1 y + 1 and transforms holds a0, a1, a2, b0, b1, b2, c0, c1. interpolation is
    NEAREST or BILINEAR; fill_mode says what lies outside: CONSTANT zeros, REFLECT, WRAP or NEAREST. Shapes:
    images is [batch,rows,columns,channels], transforms [1 or batch,8], output_shape rows and columns. Its
    gradient, as TensorFlow's, is the projection back. Errors: INVALID_ARGUMENT for other attrs.

    Types of images: uint8, int32, int64, half, bfloat16, float, double.
    """
    return build("ImageProjectiveTransformV2", [(images, "dtype"), (transforms, "=float"),
        (output_shape, "=int32")], [("interpolation", "string", interpolation),
        ("fill_mode", "string", fill_mode, "CONSTANT")], "dtype", name)


def image_projective_transform_v3(images: TensorLike, transforms: TensorLike, output_shape: TensorLike,
                                  fill_value: TensorLike, interpolation: str | bytes, *,
                                  fill_mode: str | bytes = "CONSTANT", name: str = "") -> Output:
    """ImageProjectiveTransformV2 with fill_value, a scalar, for what lies outside where fill_mode is
    CONSTANT.

    Types of images: uint8, int32, int64, half, bfloat16, float, double.
    """
    return build("ImageProjectiveTransformV3", [(images, "dtype"), (transforms, "=float"),
        (output_shape, "=int32"), (fill_value, "=float")], [("interpolation", "string", interpolation),
        ("fill_mode", "string", fill_mode, "CONSTANT")], "dtype", name)


def image_summary(tag: TensorLike, tensor: TensorLike, *, max_images: int = 3,
                  bad_color: ArrayLike | None = None, name: str = "") -> Output:
    """A summary of the first max_images images as PNG, under tag/image/0 and so on, or tag/image if
    max_images is 1. An image that is no uint8 is stretched to 0..255 if none of its finite values is below 0,
    and else so that 0 becomes 128; pixels with NaN or infinities get bad_color. Shapes: tensor is [batch,
    height, width, channels] with 1, 3 or 4 channels; tag and summary are scalars.

    Types of tensor: uint8, float, half, double.
    """
    return build("ImageSummary", [(tag, "=string"), (tensor, "T")], [("max_images", "int", max_images, 3),
        ("bad_color", "tensor", bad_color, None)], "=string", name)


def in_top_k(predictions: TensorLike, targets: TensorLike, k: int, *, name: str = "") -> Output:
    """Tells for every row whether fewer than k predictions are above that of its target; false for a target
    that is no class and for a row with a number that is not finite. Shapes: predictions is [batch,classes],
    targets and precision are [batch].

    Types of targets: int32, int64.
    """
    return build("InTopK", [(predictions, "=float"), (targets, "T")], [("k", "int", k)], "=bool", name)


def in_top_kv2(predictions: TensorLike, targets: TensorLike, k: TensorLike, *, name: str = "") -> Output:
    """As InTopK, with k as a scalar input.

    Types of targets, k: int32, int64.
    """
    return build("InTopKV2", [(predictions, "=float"), (targets, "T"), (k, "T")], [], "=bool", name)


def initialize_table(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *,
                     name: str = "") -> Node:
    """Fills a HashTable with keys and their values; the same entries once more are no error. Shapes: keys and
    values are vectors of one length. Errors: FAILED_PRECONDITION for a key with two values, or if the table
    has other entries already.
    """
    return build("InitializeTable", [(table_handle, "=resource"), (keys, "Tkey"), (values, "Tval")], [], None,
        name)


def initialize_table_from_text_file(table_handle: TensorLike, filename: TensorLike, key_index: int,
                                    value_index: int, *, vocab_size: int = -1, delimiter: str | bytes = "\t",
                                    offset: int = 0, name: str = "") -> Node:
    """Fills a HashTable with the lines of a text file. key_index and value_index say what of a line is the
    key and the value: the line itself (-2), its number plus offset (-1), or a column, counted from 0, between
    delimiters. vocab_size is how many lines are taken, -1 for all. Shapes: filename is a scalar. Errors:
    OUT_OF_RANGE for no lines; INVALID_ARGUMENT for an empty line, too few lines or columns, or a column that
    is no number where the table wants one; those of reading the file and of InitializeTableV2.
    """
    return build("InitializeTableFromTextFile", [(table_handle, "=resource"), (filename, "=string")],
        [("key_index", "int", key_index), ("value_index", "int", value_index),
        ("vocab_size", "int", vocab_size, -1), ("delimiter", "string", delimiter, "\t"),
        ("offset", "int", offset, 0)], None, name)


def initialize_table_from_text_file_v2(table_handle: TensorLike, filename: TensorLike, key_index: int,
                                       value_index: int, *, vocab_size: int = -1,
                                       delimiter: str | bytes = "\t", offset: int = 0,
                                       name: str = "") -> Node:
    """Fills a HashTable with the lines of a text file. key_index and value_index say what of a line is the
    key and the value: the line itself (-2), its number plus offset (-1), or a column, counted from 0, between
    delimiters. vocab_size is how many lines are taken, -1 for all. Shapes: filename is a scalar. Errors:
    OUT_OF_RANGE for no lines; INVALID_ARGUMENT for an empty line, too few lines or columns, or a column that
    is no number where the table wants one; those of reading the file and of InitializeTableV2.
    """
    return build("InitializeTableFromTextFileV2", [(table_handle, "=resource"), (filename, "=string")],
        [("key_index", "int", key_index), ("value_index", "int", value_index),
        ("vocab_size", "int", vocab_size, -1), ("delimiter", "string", delimiter, "\t"),
        ("offset", "int", offset, 0)], None, name)


def initialize_table_v2(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *,
                        name: str = "") -> Node:
    """Fills a HashTable with keys and their values; the same entries once more are no error. Shapes: keys and
    values are vectors of one length. Errors: FAILED_PRECONDITION for a key with two values, or if the table
    has other entries already.
    """
    return build("InitializeTableV2", [(table_handle, "=resource"), (keys, "Tkey"), (values, "Tval")], [],
        None, name)


def inplace_add(x: TensorLike, i: TensorLike, v: TensorLike, *, name: str = "") -> Output:
    """As InplaceUpdate; rows are added."""
    return build("InplaceAdd", [(x, "T"), (i, "=int32"), (v, "T")], [], "T", name)


def inplace_sub(x: TensorLike, i: TensorLike, v: TensorLike, *, name: str = "") -> Output:
    """As InplaceUpdate; rows are subtracted."""
    return build("InplaceSub", [(x, "T"), (i, "=int32"), (v, "T")], [], "T", name)


def inplace_update(x: TensorLike, i: TensorLike, v: TensorLike, *, name: str = "") -> Output:
    """Gives x with rows i replaced by those of v, in their order; indices are counted around. x itself stays
    as it is, unlike in TensorFlow, where other readers may see the rows. Shapes: i is a vector, v has a row
    for each index; y is like x.
    """
    return build("InplaceUpdate", [(x, "T"), (i, "=int32"), (v, "T")], [], "T", name)


def interleave_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                       cycle_length: TensorLike, block_length: TensorLike, f: str,
                       output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                       metadata: str | bytes = "", name: str = "") -> Output:
    """As FlatMapDataset, from cycle_length of these datasets in turn, block_length elements from each.
    Errors: INVALID_ARGUMENT unless both are above 0.
    """
    return build("InterleaveDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments"),
        (cycle_length, "=int64"), (block_length, "=int64")], [("f", "func", f),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def inv(x: TensorLike, *, name: str = "") -> Output:
    """The older name of Reciprocal. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Inv", [(x, "T")], [], "T", name)


def inv_grad(y: TensorLike, dy: TensorLike, *, name: str = "") -> Output:
    """The older name of ReciprocalGrad. Shapes: all alike.

    Types of y, dy: bfloat16, half, float, double, complex64, complex128.
    """
    return build("InvGrad", [(y, "T"), (dy, "T")], [], "T", name)


def invert(x: TensorLike, *, name: str = "") -> Output:
    """Gives x with every bit turned. Shapes: y is like x.

    Types of x: int8, int16, int32, int64, uint8, uint16, uint32, uint64.
    """
    return build("Invert", [(x, "T")], [], "T", name)


def invert_permutation(x: TensorLike, *, name: str = "") -> Output:
    """Gives y with y[x[i]] = i. Shapes: vectors of one length. Errors: INVALID_ARGUMENT if x is no
    permutation of 0..n-1.

    Types of x: int32, int64.
    """
    return build("InvertPermutation", [(x, "T")], [], "T", name)


def is_finite(x: TensorLike, *, name: str = "") -> Output:
    """Says which elements are neither infinite nor NaN. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("IsFinite", [(x, "T")], [], "=bool", name)


def is_inf(x: TensorLike, *, name: str = "") -> Output:
    """Says which elements are infinite. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("IsInf", [(x, "T")], [], "=bool", name)


def is_nan(x: TensorLike, *, name: str = "") -> Output:
    """Says which elements are NaN. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("IsNan", [(x, "T")], [], "=bool", name)


def iterator(shared_name: str | bytes, container: str | bytes, output_types: Sequence[DTypeLike],
             output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """As IteratorV2, in graphs of older programs."""
    return build("Iterator", [], [("shared_name", "string", shared_name), ("container", "string", container),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=resource", name)


def iterator_from_string_handle(string_handle: TensorLike, *, output_types: Sequence[DTypeLike] = (),
                                output_shapes: Sequence[ShapeLike] = (), name: str = "") -> Output:
    """Gives the handle of the iterator of a string. Errors: NOT_FOUND if there is none; INVALID_ARGUMENT for
    elements of other types or shapes than are given.
    """
    return build("IteratorFromStringHandle", [(string_handle, "=string")],
        [("output_types", "list(type)", output_types, ()), ("output_shapes", "list(shape)", output_shapes,
        ())], "=resource", name)


def iterator_from_string_handle_v2(string_handle: TensorLike, *, output_types: Sequence[DTypeLike] = (),
                                   output_shapes: Sequence[ShapeLike] = (), name: str = "") -> Output:
    """As IteratorFromStringHandle."""
    return build("IteratorFromStringHandleV2", [(string_handle, "=string")],
        [("output_types", "list(type)", output_types, ()), ("output_shapes", "list(shape)", output_shapes,
        ())], "=resource", name)


def iterator_get_device(resource: TensorLike, *, name: str = "") -> Output:
    """Gives the name of the device that the iterator lives on."""
    return build("IteratorGetDevice", [(resource, "=resource")], [], "=string", name)


def iterator_get_next(iterator: TensorLike, output_types: Sequence[DTypeLike],
                      output_shapes: Sequence[ShapeLike], *, name: str = "") -> list[Output]:
    """Gives the next element, waiting for it without a thread. Errors: OUT_OF_RANGE at the end;
    FAILED_PRECONDITION before the first pass; those of the pipeline.
    """
    return build("IteratorGetNext", [(iterator, "=resource")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], ["**output_types"], name)


def iterator_get_next_as_optional(iterator: TensorLike, output_types: Sequence[DTypeLike],
                                  output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """Gives the next element as an optional value, without one at the end. Errors: as IteratorGetNext."""
    return build("IteratorGetNextAsOptional", [(iterator, "=resource")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def iterator_get_next_sync(iterator: TensorLike, output_types: Sequence[DTypeLike],
                           output_shapes: Sequence[ShapeLike], *, name: str = "") -> list[Output]:
    """As IteratorGetNext."""
    return build("IteratorGetNextSync", [(iterator, "=resource")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        ["**output_types"], name)


def iterator_to_string_handle(resource_handle: TensorLike, *, name: str = "") -> Output:
    """Gives a string by which other graphs of the session find the iterator."""
    return build("IteratorToStringHandle", [(resource_handle, "=resource")], [], "=string", name)


def iterator_v2(shared_name: str | bytes, container: str | bytes, output_types: Sequence[DTypeLike],
                output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """Gives the handle of an iterator over elements of the given types and shapes, which MakeIterator sets.
    """
    return build("IteratorV2", [], [("shared_name", "string", shared_name),
        ("container", "string", container), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=resource", name)


def l2_loss(t: TensorLike, *, name: str = "") -> Output:
    """Gives half the sum of the squares of all elements. Shapes: output is a scalar.

    Types of t: half, bfloat16, float, double.
    """
    return build("L2Loss", [(t, "T")], [], "T", name)


def lrn(input: TensorLike, *, depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5,
        name: str = "") -> Output:
    """Gives input / (bias + alpha * s)^beta, where s is the sum of the squares of a channel and of
    depth_radius channels on either side. Shapes: input is [batch,rows,columns,channels], output is like it.
    Source: Krizhevsky, Sutskever & Hinton 2012, section 3.3.

    Types of input: half, bfloat16, float.
    """
    return build("LRN", [(input, "T")], [("depth_radius", "int", depth_radius, 5), ("bias", "float", bias,
        1.0), ("alpha", "float", alpha, 1.0), ("beta", "float", beta, 0.5)], "T", name)


def lrn_grad(input_grads: TensorLike, input_image: TensorLike, output_image: TensorLike, *,
             depth_radius: int = 5, bias: float = 1.0, alpha: float = 1.0, beta: float = 0.5,
             name: str = "") -> Output:
    """Gives the gradient of LRN, which gave output_image for input_image. Shapes: all alike.

    Types of input_grads, input_image, output_image: half, bfloat16, float.
    """
    return build("LRNGrad", [(input_grads, "T"), (input_image, "T"), (output_image, "T")],
        [("depth_radius", "int", depth_radius, 5), ("bias", "float", bias, 1.0), ("alpha", "float", alpha,
        1.0), ("beta", "float", beta, 0.5)], "T", name)


class LSTMBlockCellOutputs(NamedTuple):
    i: Output
    cs: Output
    f: Output
    o: Output
    ci: Output
    co: Output
    h: Output


def lstm_block_cell(x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike, wci: TensorLike,
                    wcf: TensorLike, wco: TensorLike, b: TensorLike, *, forget_bias: float = 1.0,
                    cell_clip: float = 3.0, use_peephole: bool = False,
                    name: str = "") -> LSTMBlockCellOutputs:
    """Does one step of long short-term memory: the gates i, ci, f, o are [x, h_prev] * w + b, in this order;
    cs = tanh(ci) * sigmoid(i) + cs_prev * sigmoid(f + forget_bias), within cell_clip if that is above 0; h =
    tanh(cs) * sigmoid(o). With use_peephole cs_prev * wci is added to i, cs_prev * wcf to f, and cs * wco to
    o. Shapes: x is [batch, inputs], cs_prev and all outputs are [batch, cells], h_prev likewise, w is [inputs
    + cells, 4 * cells], b [4 * cells], wci, wcf and wco are [cells]. Gradients come by cs and h alone.
    Source: Hochreiter & Schmidhuber 1997; Gers & Schmidhuber 2000.

    Types of x, cs_prev, h_prev, w, wci, wcf, wco, b: half, float.
    """
    return LSTMBlockCellOutputs(*build("LSTMBlockCell", [(x, "T"), (cs_prev, "T"), (h_prev, "T"), (w, "T"),
        (wci, "T"), (wcf, "T"), (wco, "T"), (b, "T")], [("forget_bias", "float", forget_bias, 1.0),
        ("cell_clip", "float", cell_clip, 3.0), ("use_peephole", "bool", use_peephole, False)], ["T", "T",
        "T", "T", "T", "T", "T"], name))


class LSTMBlockCellGradOutputs(NamedTuple):
    cs_prev_grad: Output
    dicfo: Output
    wci_grad: Output
    wcf_grad: Output
    wco_grad: Output


def lstm_block_cell_grad(x: TensorLike, cs_prev: TensorLike, h_prev: TensorLike, w: TensorLike,
                         wci: TensorLike, wcf: TensorLike, wco: TensorLike, b: TensorLike, i: TensorLike,
                         cs: TensorLike, f: TensorLike, o: TensorLike, ci: TensorLike, co: TensorLike,
                         cs_grad: TensorLike, h_grad: TensorLike, use_peephole: bool, *,
                         name: str = "") -> LSTMBlockCellGradOutputs:
    """Gives the gradients of LSTMBlockCell: of cs_prev, of the four gates beside each other, and of the
    peepholes, zeros without them. Shapes: as LSTMBlockCell; dicfo is [batch, 4 * cells].

    Types of x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, cs_grad, h_grad: half, float.
    """
    return LSTMBlockCellGradOutputs(*build("LSTMBlockCellGrad", [(x, "T"), (cs_prev, "T"), (h_prev, "T"),
        (w, "T"), (wci, "T"), (wcf, "T"), (wco, "T"), (b, "T"), (i, "T"), (cs, "T"), (f, "T"), (o, "T"),
        (ci, "T"), (co, "T"), (cs_grad, "T"), (h_grad, "T")], [("use_peephole", "bool", use_peephole)], ["T",
        "T", "T", "T", "T"], name))


def leaky_relu(features: TensorLike, *, alpha: float = 0.2, name: str = "") -> Output:
    """Gives features where they are above 0 and alpha * features elsewhere. Shapes: activations is like
    features.

    Types of features: half, bfloat16, float, double.
    """
    return build("LeakyRelu", [(features, "T")], [("alpha", "float", alpha, 0.2)], "T", name)


def leaky_relu_grad(gradients: TensorLike, features: TensorLike, *, alpha: float = 0.2,
                    name: str = "") -> Output:
    """Gives gradients where features > 0 and alpha * gradients elsewhere. features is the input of LeakyRelu,
    or its output if alpha > 0. Shapes: all alike.

    Types of gradients, features: half, bfloat16, float, double.
    """
    return build("LeakyReluGrad", [(gradients, "T"), (features, "T")], [("alpha", "float", alpha, 0.2)], "T",
        name)


class LearnedUnigramCandidateSamplerOutputs(NamedTuple):
    sampled_candidates: Output
    true_expected_count: Output
    sampled_expected_count: Output


def learned_unigram_candidate_sampler(true_classes: TensorLike, num_true: int, num_sampled: int, unique: bool,
                                      range_max: int, *, seed: int = 0, seed2: int = 0,
                                      name: str = "") -> LearnedUnigramCandidateSamplerOutputs:
    """Draws num_sampled classes of [0,range_max), as often as each was a true class in the runs before,
    without repetition if unique is set; with how often each of them, and each true class, was expected. seed
    and seed2 of 0 are replaced by random ones. Shapes: true_classes is [batch,num_true], sampled_candidates
    [num_sampled]; the counts are like these. Errors: INVALID_ARGUMENT for a class that is not in
    [0,range_max), or num_sampled above range_max with unique.
    """
    return LearnedUnigramCandidateSamplerOutputs(*build("LearnedUnigramCandidateSampler",
        [(true_classes, "=int64")], [("num_true", "int", num_true), ("num_sampled", "int", num_sampled),
        ("unique", "bool", unique), ("range_max", "int", range_max), ("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], ["=int64", "=float", "=float"], name))


def left_shift(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x with its bits moved up by y places; y counts as 0 below it, and as one less than the bits of T
    from there on. Shapes: x and y broadcast against each other.

    Types of x, y: int8, int16, int32, int64, uint8, uint16, uint32, uint64.
    """
    return build("LeftShift", [(x, "T"), (y, "T")], [], "T", name)


def legacy_parallel_interleave_dataset_v2(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                          cycle_length: TensorLike, block_length: TensorLike,
                                          buffer_output_elements: TensorLike,
                                          prefetch_input_elements: TensorLike, f: str,
                                          output_types: Sequence[DTypeLike],
                                          output_shapes: Sequence[ShapeLike], *,
                                          deterministic: str | bytes = "default", metadata: str | bytes = "",
                                          name: str = "") -> Output:
    """As ParallelInterleaveDataset; if deterministic is 'false' elements come as soon as they are there.
    """
    return build("LegacyParallelInterleaveDatasetV2", [(input_dataset, "=variant"),
        (other_arguments, "**Targuments"), (cycle_length, "=int64"), (block_length, "=int64"),
        (buffer_output_elements, "=int64"), (prefetch_input_elements, "=int64")], [("f", "func", f),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("deterministic", "string", deterministic, "default"), ("metadata", "string", metadata, "")],
        "=variant", name)


def less(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Tells where x < y. Shapes: x and y broadcast against each other.

    Types of x, y: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("Less", [(x, "T"), (y, "T")], [], "=bool", name)


def less_equal(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Tells where x <= y. Shapes: x and y broadcast against each other.

    Types of x, y: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("LessEqual", [(x, "T"), (y, "T")], [], "=bool", name)


def lgamma(x: TensorLike, *, name: str = "") -> Output:
    """Gives the logarithm of the gamma function's absolute value; infinity at 0 and at negative integers.
    Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Lgamma", [(x, "T")], [], "T", name)


class ListDiffOutputs(NamedTuple):
    out: Output
    idx: Output


def list_diff(x: TensorLike, y: TensorLike, *, out_idx: DTypeLike = "int32",
              name: str = "") -> ListDiffOutputs:
    """Gives the elements of x that y does not have, in their order, and their places in x. NaN is equal to
    nothing. Shapes: vectors.

    Types of out_idx: int32, int64.
    """
    return ListDiffOutputs(*build("ListDiff", [(x, "T"), (y, "T")], [("out_idx", "type", out_idx, "int32")],
        ["T", "out_idx"], name))


def load_and_remap_matrix(ckpt_path: TensorLike, old_tensor_name: TensorLike, row_remapping: TensorLike,
                          col_remapping: TensorLike, initializing_values: TensorLike, num_rows: int,
                          num_cols: int, *, max_rows_in_memory: int = -1, name: str = "") -> Output:
    """Gives a matrix of which row i is row row_remapping[i] of a tensor in a checkpoint, and column j column
    col_remapping[j], or j if there is no col_remapping; where either is below 0, elements come from
    initializing_values, in order. max_rows_in_memory: how many old rows are read at a time, all below 1.
    Shapes: ckpt_path and old_tensor_name have one element, row_remapping is [num_rows], col_remapping
    [num_cols] or empty; output_matrix is [num_rows,num_cols]. Errors: NOT_FOUND for the checkpoint or the
    tensor; INVALID_ARGUMENT for a tensor that is no float matrix, a number that it does not have, and too few
    or many initializing_values; UNIMPLEMENTED for a number that is there twice.
    """
    return build("LoadAndRemapMatrix", [(ckpt_path, "=string"), (old_tensor_name, "=string"),
        (row_remapping, "=int64"), (col_remapping, "=int64"), (initializing_values, "=float")],
        [("num_rows", "int", num_rows), ("num_cols", "int", num_cols),
        ("max_rows_in_memory", "int", max_rows_in_memory, -1)], "=float", name)


def log(x: TensorLike, *, name: str = "") -> Output:
    """Gives the natural logarithm of x, element by element: NaN below 0, -inf at 0. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Log", [(x, "T")], [], "T", name)


def log1p(x: TensorLike, *, name: str = "") -> Output:
    """Gives log(1 + x), exact near 0, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Log1p", [(x, "T")], [], "T", name)


class LogMatrixDeterminantOutputs(NamedTuple):
    sign: Output
    log_abs_determinant: Output


def log_matrix_determinant(input: TensorLike, *, name: str = "") -> LogMatrixDeterminantOutputs:
    """Gives the sign (of absolute value 1, or 0) of determinants, and the logarithm of their absolute value,
    -inf for 0. Shapes: input is [..., n, n], outputs are [...].

    Types of input: double, float, half, complex64, complex128.
    """
    return LogMatrixDeterminantOutputs(*build("LogMatrixDeterminant", [(input, "T")], [], ["T", "T"], name))


def log_softmax(logits: TensorLike, *, name: str = "") -> Output:
    """Gives logits - log(sum(exp(logits))) along the last dimension, without overflow. Shapes: logits has
    rank 1 or more; logsoftmax is like it.

    Types of logits: half, bfloat16, float, double.
    """
    return build("LogSoftmax", [(logits, "T")], [], "T", name)


class LogUniformCandidateSamplerOutputs(NamedTuple):
    sampled_candidates: Output
    true_expected_count: Output
    sampled_expected_count: Output


def log_uniform_candidate_sampler(true_classes: TensorLike, num_true: int, num_sampled: int, unique: bool,
                                  range_max: int, *, seed: int = 0, seed2: int = 0,
                                  name: str = "") -> LogUniformCandidateSamplerOutputs:
    """Draws num_sampled classes of [0,range_max), class k with a probability of log((k + 2) / (k + 1)) /
    log(range_max + 1), without repetition if unique is set; with how often each of them, and each true class,
    was expected. seed and seed2 of 0 are replaced by random ones. Shapes: true_classes is [batch,num_true],
    sampled_candidates [num_sampled]; the counts are like these. Errors: INVALID_ARGUMENT for a class that is
    not in [0,range_max), or num_sampled above range_max with unique.
    """
    return LogUniformCandidateSamplerOutputs(*build("LogUniformCandidateSampler", [(true_classes, "=int64")],
        [("num_true", "int", num_true), ("num_sampled", "int", num_sampled), ("unique", "bool", unique),
        ("range_max", "int", range_max), ("seed", "int", seed, 0), ("seed2", "int", seed2, 0)], ["=int64",
        "=float", "=float"], name))


def logical_and(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x and y, element by element. Shapes: x and y broadcast against each other."""
    return build("LogicalAnd", [(x, "=bool"), (y, "=bool")], [], "=bool", name)


def logical_not(x: TensorLike, *, name: str = "") -> Output:
    """Gives not x, element by element. Shapes: y is like x."""
    return build("LogicalNot", [(x, "=bool")], [], "=bool", name)


def logical_or(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x or y, element by element. Shapes: x and y broadcast against each other."""
    return build("LogicalOr", [(x, "=bool"), (y, "=bool")], [], "=bool", name)


class LookupTableExportOutputs(NamedTuple):
    keys: Output
    values: Output


def lookup_table_export(table_handle: TensorLike, Tkeys: DTypeLike, Tvalues: DTypeLike, *,
                        name: str = "") -> LookupTableExportOutputs:
    """Gives all keys of the table, and their values in the same order; of a MutableDenseHashTable all buckets
    as they are. Errors: INVALID_ARGUMENT for types other than the table's; FAILED_PRECONDITION for a
    HashTable that is not filled yet.
    """
    return LookupTableExportOutputs(*build("LookupTableExport", [(table_handle, "=resource")],
        [("Tkeys", "type", Tkeys), ("Tvalues", "type", Tvalues)], ["Tkeys", "Tvalues"], name))


class LookupTableExportV2Outputs(NamedTuple):
    keys: Output
    values: Output


def lookup_table_export_v2(table_handle: TensorLike, Tkeys: DTypeLike, Tvalues: DTypeLike, *,
                           name: str = "") -> LookupTableExportV2Outputs:
    """Gives all keys of the table, and their values in the same order; of a MutableDenseHashTable all buckets
    as they are. Errors: INVALID_ARGUMENT for types other than the table's; FAILED_PRECONDITION for a
    HashTable that is not filled yet.
    """
    return LookupTableExportV2Outputs(*build("LookupTableExportV2", [(table_handle, "=resource")],
        [("Tkeys", "type", Tkeys), ("Tvalues", "type", Tvalues)], ["Tkeys", "Tvalues"], name))


def lookup_table_find(table_handle: TensorLike, keys: TensorLike, default_value: TensorLike, *,
                      name: str = "") -> Output:
    """Gives the value of every key, default_value for those that the table does not have. Shapes: values is
    keys' shape, without a key's where keys are vectors, followed by a value's; default_value is a value, or
    one for every key. Errors: INVALID_ARGUMENT for types and shapes other than the table's;
    FAILED_PRECONDITION for a HashTable that is not filled yet.
    """
    return build("LookupTableFind", [(table_handle, "=resource"), (keys, "Tin"), (default_value, "Tout")], [],
        "Tout", name)


def lookup_table_find_v2(table_handle: TensorLike, keys: TensorLike, default_value: TensorLike, *,
                         name: str = "") -> Output:
    """Gives the value of every key, default_value for those that the table does not have. Shapes: values is
    keys' shape, without a key's where keys are vectors, followed by a value's; default_value is a value, or
    one for every key. Errors: INVALID_ARGUMENT for types and shapes other than the table's;
    FAILED_PRECONDITION for a HashTable that is not filled yet.
    """
    return build("LookupTableFindV2", [(table_handle, "=resource"), (keys, "Tin"), (default_value, "Tout")],
        [], "Tout", name)


def lookup_table_import(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *,
                        name: str = "") -> Node:
    """Replaces all entries of the table by what LookupTableExportV2 gave of one like it. Errors:
    INVALID_ARGUMENT for types and shapes other than the table's.
    """
    return build("LookupTableImport", [(table_handle, "=resource"), (keys, "Tin"), (values, "Tout")], [],
        None, name)


def lookup_table_import_v2(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *,
                           name: str = "") -> Node:
    """Replaces all entries of the table by what LookupTableExportV2 gave of one like it. Errors:
    INVALID_ARGUMENT for types and shapes other than the table's.
    """
    return build("LookupTableImportV2", [(table_handle, "=resource"), (keys, "Tin"), (values, "Tout")], [],
        None, name)


def lookup_table_insert(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *,
                        name: str = "") -> Node:
    """Adds keys with their values to the table, or gives them new ones. Errors: INVALID_ARGUMENT for types
    and shapes other than the table's; UNIMPLEMENTED for a HashTable.
    """
    return build("LookupTableInsert", [(table_handle, "=resource"), (keys, "Tin"), (values, "Tout")], [],
        None, name)


def lookup_table_insert_v2(table_handle: TensorLike, keys: TensorLike, values: TensorLike, *,
                           name: str = "") -> Node:
    """Adds keys with their values to the table, or gives them new ones. Errors: INVALID_ARGUMENT for types
    and shapes other than the table's; UNIMPLEMENTED for a HashTable.
    """
    return build("LookupTableInsertV2", [(table_handle, "=resource"), (keys, "Tin"), (values, "Tout")], [],
        None, name)


def lookup_table_remove_v2(table_handle: TensorLike, keys: TensorLike, *, name: str = "") -> Node:
    """Removes keys; those that the table does not have are no error. Errors: INVALID_ARGUMENT for types and
    shapes other than the table's; UNIMPLEMENTED for a HashTable.
    """
    return build("LookupTableRemoveV2", [(table_handle, "=resource"), (keys, "Tin")], [], None, name)


def lookup_table_size(table_handle: TensorLike, *, name: str = "") -> Output:
    """Counts the entries of the table."""
    return build("LookupTableSize", [(table_handle, "=resource")], [], "=int64", name)


def lookup_table_size_v2(table_handle: TensorLike, *, name: str = "") -> Output:
    """Counts the entries of the table."""
    return build("LookupTableSizeV2", [(table_handle, "=resource")], [], "=int64", name)


def loop_cond(input: TensorLike, *, name: str = "") -> Output:
    """Passes input on and marks it as what decides whether the loop goes on. Shapes: a scalar."""
    return build("LoopCond", [(input, "=bool")], [], "=bool", name)


def lower_bound(sorted_inputs: TensorLike, values: TensorLike, *, out_type: DTypeLike = "int32",
                name: str = "") -> Output:
    """Gives for each value how many elements of its row of sorted_inputs are less than it. Shapes: matrices
    with as many rows, whose numbers do not fall; output is like values. Errors: INVALID_ARGUMENT for rows of
    more elements than out_type counts.

    Types of out_type: int32, int64.
    """
    return build("LowerBound", [(sorted_inputs, "T"), (values, "T")], [("out_type", "type", out_type,
        "int32")], "out_type", name)


class LuOutputs(NamedTuple):
    lu: Output
    p: Output


def lu(input: TensorLike, *, output_idx_type: DTypeLike = "int32", name: str = "") -> LuOutputs:
    """Gives a unit lower triangle and an upper one, in one matrix, whose product is that of input's rows in
    the order p. Shapes: input and lu are [..., n, n], p is [..., n]. Errors: INVALID_ARGUMENT for a matrix
    that is not invertible.

    Types of input: double, float, half, complex64, complex128.
    Types of output_idx_type: int32, int64.
    """
    return LuOutputs(*build("Lu", [(input, "T")], [("output_idx_type", "type", output_idx_type, "int32")],
        ["T", "output_idx_type"], name))


def make_iterator(dataset: TensorLike, iterator: TensorLike, *, name: str = "") -> Node:
    """Begins a pass of the iterator over the dataset; a pass that was under way is left. Errors:
    INVALID_ARGUMENT for elements of other types or shapes.
    """
    return build("MakeIterator", [(dataset, "=variant"), (iterator, "=resource")], [], None, name)


def map_and_batch_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                          batch_size: TensorLike, num_parallel_calls: TensorLike, drop_remainder: TensorLike,
                          f: str, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                          preserve_cardinality: bool = False, metadata: str | bytes = "",
                          name: str = "") -> Output:
    """ParallelMapDataset, then BatchDatasetV2."""
    return build("MapAndBatchDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments"),
        (batch_size, "=int64"), (num_parallel_calls, "=int64"), (drop_remainder, "=bool")], [("f", "func", f),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("preserve_cardinality", "bool", preserve_cardinality, False), ("metadata", "string", metadata, "")],
        "=variant", name)


def map_clear(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
              container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Node:
    """Drops all tuples. Shapes: none."""
    return build("MapClear", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], None, name)


def map_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike], f: str,
                output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                use_inter_op_parallelism: bool = True, preserve_cardinality: bool = False,
                force_synchronous: bool = False, metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of what f gives for each element and other_arguments. Errors: INVALID_ARGUMENT if f
    takes or gives other types; of a pass: those of f, with the number of the element; OUT_OF_RANGE of f ends
    the dataset, unless preserve_cardinality is set.
    """
    return build("MapDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments")],
        [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("use_inter_op_parallelism", "bool", use_inter_op_parallelism, True),
        ("preserve_cardinality", "bool", preserve_cardinality, False),
        ("force_synchronous", "bool", force_synchronous, False), ("metadata", "string", metadata, "")],
        "=variant", name)


def map_incomplete_size(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
                        container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the number of tuples that lack tensors. Shapes: size is a scalar."""
    return build("MapIncompleteSize", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=int32", name)


def map_peek(key: TensorLike, indices: TensorLike, dtypes: Sequence[DTypeLike], *, capacity: int = 0,
             memory_limit: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
             name: str = "") -> list[Output]:
    """Gives the tensors that indices name of the tuple under the key, waiting for it, and leaves them.
    Shapes: key is a scalar, indices a vector. Errors: INVALID_ARGUMENT for a tensor that was taken already.
    """
    return build("MapPeek", [(key, "=int64"), (indices, "=int32")], [("dtypes", "list(type)", dtypes),
        ("capacity", "int", capacity, 0), ("memory_limit", "int", memory_limit, 0),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], ["**dtypes"],
        name)


def map_size(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
             container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the number of complete tuples. Shapes: size is a scalar."""
    return build("MapSize", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=int32", name)


def map_stage(key: TensorLike, indices: TensorLike, values: Sequence[TensorLike], dtypes: Sequence[DTypeLike],
              *, capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
              shared_name: str | bytes = "", name: str = "") -> Node:
    """Puts tensors into the staging map of shared_name under the key, waiting for room: those that indices
    name, of a tuple of types dtypes. A tuple can be taken when it has all. Shapes: key is a scalar, indices a
    vector that rises. Errors: INVALID_ARGUMENT for a tensor that is there already; RESOURCE_EXHAUSTED for one
    above memory_limit.
    """
    return build("MapStage", [(key, "=int64"), (indices, "=int32"), (values, "**fake_dtypes")],
        [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], None, name)


def map_unstage(key: TensorLike, indices: TensorLike, dtypes: Sequence[DTypeLike], *, capacity: int = 0,
                memory_limit: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
                name: str = "") -> list[Output]:
    """Takes the tensors that indices name of the tuple under the key, waiting for it. Shapes: key is a
    scalar, indices a vector. Errors: as MapPeek.
    """
    return build("MapUnstage", [(key, "=int64"), (indices, "=int32")], [("dtypes", "list(type)", dtypes),
        ("capacity", "int", capacity, 0), ("memory_limit", "int", memory_limit, 0),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], ["**dtypes"],
        name)


class MapUnstageNoKeyOutputs(NamedTuple):
    key: Output
    values: list[Output]


def map_unstage_no_key(indices: TensorLike, dtypes: Sequence[DTypeLike], *, capacity: int = 0,
                       memory_limit: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
                       name: str = "") -> MapUnstageNoKeyOutputs:
    """Takes the tensors that indices name of some complete tuple, waiting for it. Shapes: key is a scalar,
    indices a vector. Errors: as MapPeek.
    """
    return MapUnstageNoKeyOutputs(*build("MapUnstageNoKey", [(indices, "=int32")],
        [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], ["=int64", "**dtypes"], name))


def mat_mul(a: TensorLike, b: TensorLike, *, transpose_a: bool = False, transpose_b: bool = False,
            grad_a: bool = False, grad_b: bool = False, name: str = "") -> Output:
    """Multiplies two matrices, either transposed first where its attr says so. Shapes: [m,k] times [k,n]
    gives [m,n]; k = 0 gives zeros. Errors: INVALID_ARGUMENT if the inner dimensions differ.

    Types of a, b: bfloat16, half, float, double, uint8, uint16, uint32, uint64, int32, int64, complex64,
    complex128.
    """
    return build("MatMul", [(a, "T"), (b, "T")], [("transpose_a", "bool", transpose_a, False),
        ("transpose_b", "bool", transpose_b, False), ("grad_a", "bool", grad_a, False),
        ("grad_b", "bool", grad_b, False)], "T", name)


def matching_files(pattern: TensorLike, *, name: str = "") -> Output:
    """The files whose paths match one of the patterns, sorted, each once. `*`, `?` and `[a-z]` stand for
    characters of one name, never for `/`. Shapes: a scalar or a vector gives a vector.
    """
    return build("MatchingFiles", [(pattern, "=string")], [], "=string", name)


def matrix_band_part(input: TensorLike, num_lower: TensorLike, num_upper: TensorLike, *,
                     name: str = "") -> Output:
    """Keeps the main diagonal, num_lower diagonals below it and num_upper above it, all for a negative
    number, and makes the rest 0. Shapes: input has rank 2 or more, num_lower and num_upper are scalars, band
    is like input. Errors: INVALID_ARGUMENT for more diagonals than there are.

    Types of num_lower, num_upper: int32, int64.
    """
    return build("MatrixBandPart", [(input, "T"), (num_lower, "Tindex"), (num_upper, "Tindex")], [], "T",
        name)


def matrix_determinant(input: TensorLike, *, name: str = "") -> Output:
    """Gives the determinants of matrices. Shapes: input is [..., n, n], output [...].

    Types of input: double, float, half, complex64, complex128.
    """
    return build("MatrixDeterminant", [(input, "T")], [], "T", name)


def matrix_diag(diagonal: TensorLike, *, name: str = "") -> Output:
    """Makes matrices with the given main diagonals and 0 elsewhere. Shapes: output is diagonal.shape +
    [diagonal.shape[-1]].
    """
    return build("MatrixDiag", [(diagonal, "T")], [], "T", name)


def matrix_diag_part(input: TensorLike, *, name: str = "") -> Output:
    """Gives the main diagonals of matrices. Shapes: input is [..., m, n], diagonal is [..., min(m, n)]."""
    return build("MatrixDiagPart", [(input, "T")], [], "T", name)


def matrix_diag_part_v2(input: TensorLike, k: TensorLike, padding_value: TensorLike, *,
                        name: str = "") -> Output:
    """As MatrixDiagPartV3 with align LEFT_LEFT."""
    return build("MatrixDiagPartV2", [(input, "T"), (k, "=int32"), (padding_value, "T")], [], "T", name)


def matrix_diag_part_v3(input: TensorLike, k: TensorLike, padding_value: TensorLike, *,
                        align: Literal["LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"] = "RIGHT_LEFT",
                        name: str = "") -> Output:
    """Gives the diagonals k of matrices, filled up with padding_value to the length of the longest; k and
    align as in MatrixDiagV3. Shapes: input is [..., m, n], diagonal is [..., length], or [..., count, length]
    for a range. Errors: INVALID_ARGUMENT for diagonals that are not there.
    """
    return build("MatrixDiagPartV3", [(input, "T"), (k, "=int32"), (padding_value, "T")],
        [("align", "string", align, "RIGHT_LEFT")], "T", name)


def matrix_diag_v2(diagonal: TensorLike, k: TensorLike, num_rows: TensorLike, num_cols: TensorLike,
                   padding_value: TensorLike, *, name: str = "") -> Output:
    """As MatrixDiagV3 with align LEFT_LEFT."""
    return build("MatrixDiagV2", [(diagonal, "T"), (k, "=int32"), (num_rows, "=int32"), (num_cols, "=int32"),
        (padding_value, "T")], [], "T", name)


def matrix_diag_v3(diagonal: TensorLike, k: TensorLike, num_rows: TensorLike, num_cols: TensorLike,
                   padding_value: TensorLike, *,
                   align: Literal["LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"] = "RIGHT_LEFT",
                   name: str = "") -> Output:
    """Makes matrices with the given diagonals and padding_value elsewhere. k is one diagonal (0: the main
    one, above 0: over it) or the lowest and the highest of a range, whose rows in diagonal start with the
    highest. Diagonals shorter than the longest lie at the end of their row that align names: its first word
    is for those over the main one, the second for those under it. num_rows or num_cols -1: as small as fits.
    Shapes: diagonal is [..., length], or [..., count, length] for a range; output is [..., num_rows,
    num_cols]. Errors: INVALID_ARGUMENT for sizes that do not fit the diagonals.
    """
    return build("MatrixDiagV3", [(diagonal, "T"), (k, "=int32"), (num_rows, "=int32"), (num_cols, "=int32"),
        (padding_value, "T")], [("align", "string", align, "RIGHT_LEFT")], "T", name)


def matrix_exponential(input: TensorLike, *, name: str = "") -> Output:
    """Gives the exponentials of matrices: sums of input^k / k!. Shapes: input and output are [..., n, n].
    TensorFlow has it in graphs before version 27. Source: Higham 2005.

    Types of input: double, float, half, complex64, complex128.
    """
    return build("MatrixExponential", [(input, "T")], [], "T", name)


def matrix_inverse(input: TensorLike, *, adjoint: bool = False, name: str = "") -> Output:
    """Gives the inverses of matrices, with adjoint of their adjoints. Shapes: input and output are [..., n,
    n]. Errors: INVALID_ARGUMENT for a matrix that has none.

    Types of input: double, float, half, complex64, complex128.
    """
    return build("MatrixInverse", [(input, "T")], [("adjoint", "bool", adjoint, False)], "T", name)


def matrix_logarithm(input: TensorLike, *, name: str = "") -> Output:
    """Gives the principal logarithms of matrices: their exponentials are the matrices, and the imaginary
    parts of their eigenvalues lie in (-pi, pi]. A matrix that has none gives NaN. Shapes: input and output
    are [..., n, n].

    Types of input: complex64, complex128.
    """
    return build("MatrixLogarithm", [(input, "T")], [], "T", name)


def matrix_set_diag(input: TensorLike, diagonal: TensorLike, *, name: str = "") -> Output:
    """Replaces the main diagonals of matrices. Shapes: input and output are [..., m, n], diagonal is [...,
    min(m, n)].
    """
    return build("MatrixSetDiag", [(input, "T"), (diagonal, "T")], [], "T", name)


def matrix_set_diag_v2(input: TensorLike, diagonal: TensorLike, k: TensorLike, *, name: str = "") -> Output:
    """As MatrixSetDiagV3 with align LEFT_LEFT."""
    return build("MatrixSetDiagV2", [(input, "T"), (diagonal, "T"), (k, "=int32")], [], "T", name)


def matrix_set_diag_v3(input: TensorLike, diagonal: TensorLike, k: TensorLike, *,
                       align: Literal["LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT"] = "RIGHT_LEFT",
                       name: str = "") -> Output:
    """Replaces the diagonals k of matrices; k and align as in MatrixDiagV3. Shapes: input and output are
    [..., m, n], diagonal is as MatrixDiagPartV3 gives it. Errors: INVALID_ARGUMENT for diagonals that are not
    there.
    """
    return build("MatrixSetDiagV3", [(input, "T"), (diagonal, "T"), (k, "=int32")],
        [("align", "string", align, "RIGHT_LEFT")], "T", name)


def matrix_solve(matrix: TensorLike, rhs: TensorLike, *, adjoint: bool = False, name: str = "") -> Output:
    """Solves matrix * output = rhs, with adjoint for the adjoint of matrix. Shapes: matrix is [..., n, n],
    rhs and output are [..., n, k]. Errors: INVALID_ARGUMENT for a matrix without an inverse.

    Types of matrix, rhs: double, float, half, complex64, complex128.
    """
    return build("MatrixSolve", [(matrix, "T"), (rhs, "T")], [("adjoint", "bool", adjoint, False)], "T", name)


def matrix_solve_ls(matrix: TensorLike, rhs: TensorLike, l2_regularizer: TensorLike, *, fast: bool = True,
                    name: str = "") -> Output:
    """Gives the output with the least |matrix * output - rhs|^2 + l2_regularizer * |output|^2, and of least
    norm where there are many. fast goes by the normal equations, which lose half of the digits; without it
    l2_regularizer counts for nothing, as in TensorFlow. Shapes: matrix is [..., m, n], rhs [..., m, k],
    output [..., n, k]. Errors: INVALID_ARGUMENT where fast finds no solution.

    Types of matrix, rhs: double, float, half, complex64, complex128.
    """
    return build("MatrixSolveLs", [(matrix, "T"), (rhs, "T"), (l2_regularizer, "=double")],
        [("fast", "bool", fast, True)], "T", name)


def matrix_square_root(input: TensorLike, *, name: str = "") -> Output:
    """Gives the principal square roots of matrices: output * output is input, and no eigenvalue of output has
    a negative real part. A matrix that has none gives NaN, as a real one with a negative real eigenvalue
    does. Shapes: input and output are [..., n, n].

    Types of input: double, float, half, complex64, complex128.
    """
    return build("MatrixSquareRoot", [(input, "T")], [], "T", name)


def matrix_triangular_solve(matrix: TensorLike, rhs: TensorLike, *, lower: bool = True, adjoint: bool = False,
                            name: str = "") -> Output:
    """Solves matrix * output = rhs for the lower or the upper triangle of matrix, with adjoint for its
    adjoint. The rest of matrix is not looked at. Shapes: matrix is [..., n, n], rhs and output are [..., n,
    k]; the leading dimensions broadcast. Errors: INVALID_ARGUMENT for a 0 on the diagonal.

    Types of matrix, rhs: bfloat16, double, float, half, complex64, complex128.
    """
    return build("MatrixTriangularSolve", [(matrix, "T"), (rhs, "T")], [("lower", "bool", lower, True),
        ("adjoint", "bool", adjoint, False)], "T", name)


def max(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
        name: str = "") -> Output:
    """Gives the largest element over the given axes; an empty axis gives the lowest number of T. Shapes and
    errors: as Sum.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of reduction_indices: int32, int64.
    """
    return build("Max", [(input, "T"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "T", name)


def max_intra_op_parallelism_dataset(input_dataset: TensorLike, max_intra_op_parallelism: TensorLike,
                                     output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                                     name: str = "") -> Output:
    """Gives the same dataset, which uses the threads of the runtime."""
    return build("MaxIntraOpParallelismDataset", [(input_dataset, "=variant"),
        (max_intra_op_parallelism, "=int64")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], "=variant", name)


def max_pool(input: TensorLike, ksize: Sequence[int], strides: Sequence[int],
             padding: Literal["SAME", "VALID", "EXPLICIT"], *, explicit_paddings: Sequence[int] = (),
             data_format: Literal["NHWC", "NCHW"] = "NHWC", name: str = "") -> Output:
    """Gives the largest element of every window, channel by channel, or of as many channels as ksize and
    strides say for them. Shapes: input is [batch,rows,columns,channels] or, for NCHW,
    [batch,channels,rows,columns]. Errors: INVALID_ARGUMENT if a window does not fit into the padded image,
    does not divide the channels, or goes over both.

    Types of input: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("MaxPool", [(input, "T")], [("ksize", "list(int)", ksize), ("strides", "list(int)", strides),
        ("padding", "string", padding), ("explicit_paddings", "list(int)", explicit_paddings, ()),
        ("data_format", "string", data_format, "NHWC")], "T", name)


def max_pool3d(input: TensorLike, ksize: Sequence[int], strides: Sequence[int],
               padding: Literal["SAME", "VALID"], *, data_format: Literal["NDHWC", "NCDHW"] = "NDHWC",
               name: str = "") -> Output:
    """Gives the largest element of every window of a volume, channel by channel. Shapes: input is
    [batch,depth,rows,columns,channels] or, for NCDHW, [batch,channels,depth,rows,columns]. Errors:
    INVALID_ARGUMENT if a window does not fit into the padded volume or goes over batch or channels.

    Types of input: half, bfloat16, float, double.
    """
    return build("MaxPool3D", [(input, "T")], [("ksize", "list(int)", ksize),
        ("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NDHWC")], "T", name)


def max_pool3d_grad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, ksize: Sequence[int],
                    strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                    data_format: Literal["NDHWC", "NCDHW"] = "NDHWC", name: str = "") -> Output:
    """Gives the gradient of MaxPool3D: each element of grad goes to the first of the largest elements of its
    window (TensorFlow's CPU gives it to all of them). Shapes: output is like orig_input, grad like
    orig_output. Errors: UNIMPLEMENTED if T is not TInput.

    Types of grad: half, bfloat16, float, double.
    Types of orig_input, orig_output: half, bfloat16, float, double.
    """
    return build("MaxPool3DGrad", [(orig_input, "TInput"), (orig_output, "TInput"), (grad, "T")],
        [("ksize", "list(int)", ksize), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NDHWC")], "T", name)


def max_pool3d_grad_grad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike,
                         ksize: Sequence[int], strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                         data_format: Literal["NDHWC", "NCDHW"] = "NDHWC", name: str = "") -> Output:
    """Gives the gradient of MaxPool3DGrad: from every window the element of grad where the first of the
    largest elements of orig_input is. Shapes: grad is like orig_input, output like orig_output.

    Types of orig_input, orig_output, grad: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,
    half, uint32, uint64.
    """
    return build("MaxPool3DGradGrad", [(orig_input, "T"), (orig_output, "T"), (grad, "T")],
        [("ksize", "list(int)", ksize), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("data_format", "string", data_format, "NDHWC")], "T", name)


def max_pool_grad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, ksize: Sequence[int],
                  strides: Sequence[int], padding: Literal["SAME", "VALID", "EXPLICIT"], *,
                  explicit_paddings: Sequence[int] = (), data_format: Literal["NHWC", "NCHW"] = "NHWC",
                  name: str = "") -> Output:
    """Gives the gradient of MaxPool: each element of grad goes to the first of the largest elements of its
    window. Shapes: output is like orig_input, grad like orig_output.

    Types of orig_input, orig_output, grad: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,
    half, uint32, uint64.
    """
    return build("MaxPoolGrad", [(orig_input, "T"), (orig_output, "T"), (grad, "T")],
        [("ksize", "list(int)", ksize), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("data_format", "string", data_format,
        "NHWC")], "T", name)


def max_pool_grad_grad(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike,
                       ksize: Sequence[int], strides: Sequence[int],
                       padding: Literal["SAME", "VALID", "EXPLICIT"], *,
                       explicit_paddings: Sequence[int] = (), data_format: Literal["NHWC", "NCHW"] = "NHWC",
                       name: str = "") -> Output:
    """Gives the gradient of MaxPoolGrad: from every window the element of grad where the first of the largest
    elements of orig_input is. Shapes: grad is like orig_input, output like orig_output.

    Types of orig_input, orig_output, grad: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,
    half, uint32, uint64.
    """
    return build("MaxPoolGradGrad", [(orig_input, "T"), (orig_output, "T"), (grad, "T")],
        [("ksize", "list(int)", ksize), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("data_format", "string", data_format,
        "NHWC")], "T", name)


def max_pool_grad_grad_v2(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike,
                          ksize: TensorLike, strides: TensorLike, padding: Literal["SAME", "VALID"], *,
                          data_format: Literal["NHWC", "NCHW"] = "NHWC", name: str = "") -> Output:
    """Gives the gradient of MaxPoolGradV2. Shapes and errors: as MaxPoolGradGrad.

    Types of orig_input, orig_output, grad: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,
    half, uint32, uint64.
    """
    return build("MaxPoolGradGradV2", [(orig_input, "T"), (orig_output, "T"), (grad, "T"), (ksize, "=int32"),
        (strides, "=int32")], [("padding", "string", padding), ("data_format", "string", data_format,
        "NHWC")], "T", name)


def max_pool_grad_grad_with_argmax(input: TensorLike, grad: TensorLike, argmax: TensorLike,
                                   ksize: Sequence[int], strides: Sequence[int],
                                   padding: Literal["SAME", "VALID"], *, include_batch_in_index: bool = False,
                                   name: str = "") -> Output:
    """Gives the gradient of MaxPoolGradWithArgmax: from grad, which is like input, the elements where argmax
    says. Errors: INVALID_ARGUMENT for a place outside.

    Types of argmax: int32, int64.
    Types of input, grad: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,
    uint64.
    """
    return build("MaxPoolGradGradWithArgmax", [(input, "T"), (grad, "T"), (argmax, "Targmax")],
        [("ksize", "list(int)", ksize), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("include_batch_in_index", "bool", include_batch_in_index, False)], "T", name)


def max_pool_grad_v2(orig_input: TensorLike, orig_output: TensorLike, grad: TensorLike, ksize: TensorLike,
                     strides: TensorLike, padding: Literal["SAME", "VALID"], *,
                     data_format: Literal["NHWC", "NCHW"] = "NHWC", name: str = "") -> Output:
    """Gives the gradient of MaxPoolV2. Shapes and errors: as MaxPoolGrad.

    Types of orig_input, orig_output, grad: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,
    half, uint32, uint64.
    """
    return build("MaxPoolGradV2", [(orig_input, "T"), (orig_output, "T"), (grad, "T"), (ksize, "=int32"),
        (strides, "=int32")], [("padding", "string", padding), ("data_format", "string", data_format,
        "NHWC")], "T", name)


def max_pool_grad_with_argmax(input: TensorLike, grad: TensorLike, argmax: TensorLike, ksize: Sequence[int],
                              strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                              include_batch_in_index: bool = False, name: str = "") -> Output:
    """Gives the gradient of MaxPoolWithArgmax: adds each element of grad where argmax says. Shapes: output is
    like input, grad and argmax like the pool's outputs. Errors: INVALID_ARGUMENT for a place behind the last.

    Types of argmax: int32, int64.
    Types of input, grad: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,
    uint64.
    """
    return build("MaxPoolGradWithArgmax", [(input, "T"), (grad, "T"), (argmax, "Targmax")],
        [("ksize", "list(int)", ksize), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("include_batch_in_index", "bool", include_batch_in_index, False)], "T", name)


def max_pool_v2(input: TensorLike, ksize: TensorLike, strides: TensorLike, padding: Literal["SAME", "VALID"],
                *, data_format: Literal["NHWC", "NCHW", "NCHW_VECT_C"] = "NHWC", name: str = "") -> Output:
    """MaxPool with windows and steps of inputs, vectors of four. Devices without a kernel must know their
    values when the graph is planned. Errors: as MaxPool; UNIMPLEMENTED for NCHW_VECT_C.

    Types of input: half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16.
    """
    return build("MaxPoolV2", [(input, "T"), (ksize, "=int32"), (strides, "=int32")],
        [("padding", "string", padding), ("data_format", "string", data_format, "NHWC")], "T", name)


class MaxPoolWithArgmaxOutputs(NamedTuple):
    output: Output
    argmax: Output


def max_pool_with_argmax(input: TensorLike, ksize: Sequence[int], strides: Sequence[int],
                         padding: Literal["SAME", "VALID"], *, include_batch_in_index: bool = False,
                         Targmax: DTypeLike = "int64", name: str = "") -> MaxPoolWithArgmaxOutputs:
    """Gives the largest element of every window, channel by channel, and where the first of them is: (row *
    columns + column) * channels + channel, with the image's number * rows before if include_batch_in_index.
    Shapes: input is [batch,rows,columns,channels]. Errors: INVALID_ARGUMENT if a window does not fit into the
    padded image or goes over channels.

    Types of Targmax: int32, int64.
    Types of input: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return MaxPoolWithArgmaxOutputs(*build("MaxPoolWithArgmax", [(input, "T")],
        [("ksize", "list(int)", ksize), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("include_batch_in_index", "bool", include_batch_in_index, False), ("Targmax", "type", Targmax,
        "int64")], ["T", "Targmax"], name))


def maximum(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives the larger of x and y, element by element. Shapes: x and y broadcast against each other.

    Types of x, y: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64.
    """
    return build("Maximum", [(x, "T"), (y, "T")], [], "T", name)


def mean(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
         name: str = "") -> Output:
    """Averages over the given axes; an empty axis gives NaN, or 0 for integers, whose quotient is cut towards
    zero. Shapes and errors: as Sum.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of reduction_indices: int32, int64.
    """
    return build("Mean", [(input, "T"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "T", name)


class MergeOutputs(NamedTuple):
    output: Output
    value_index: Output


def merge(inputs: Sequence[TensorLike], *, name: str = "") -> MergeOutputs:
    """Passes on the first live input and says which it was; dead if all are. A Merge whose second input is a
    NextIteration is the head of a loop. Shapes: output has what all inputs have in common.
    """
    return MergeOutputs(*build("Merge", [(inputs, "*T:N")], [], ["T", "=int32"], name))


def merge_summary(inputs: Sequence[TensorLike], *, name: str = "") -> Output:
    """One summary with the values of all. Shapes: inputs have any shape; summary is a scalar. Errors:
    INVALID_ARGUMENT naming a tag that comes twice, or for what is no summary.
    """
    return build("MergeSummary", [(inputs, "*=string:N")], [], "=string", name)


def merge_v2_checkpoints(checkpoint_prefixes: TensorLike, destination_prefix: TensorLike, *,
                         delete_old_dirs: bool = True, allow_missing_files: bool = False,
                         name: str = "") -> Node:
    """Joins checkpoints written apart into one, moving their data files. Shapes: checkpoint_prefixes is a
    vector, destination_prefix a scalar. Errors: NOT_FOUND for one that is not there; with allow_missing_files
    only INVALID_ARGUMENT if none is.
    """
    return build("MergeV2Checkpoints", [(checkpoint_prefixes, "=string"), (destination_prefix, "=string")],
        [("delete_old_dirs", "bool", delete_old_dirs, True),
        ("allow_missing_files", "bool", allow_missing_files, False)], None, name)


def mfcc(spectrogram: TensorLike, sample_rate: TensorLike, *, upper_frequency_limit: float = 4000.0,
         lower_frequency_limit: float = 20.0, filterbank_channel_count: int = 40,
         dct_coefficient_count: int = 13, name: str = "") -> Output:
    """Gives the mel-frequency cepstral coefficients of squared magnitudes: their roots, gathered by triangles
    of equal width in mel, in logarithms, by a cosine transform. Shapes: spectrogram is
    [channels,slices,bins], as AudioSpectrogram gives it, sample_rate a scalar, output
    [channels,slices,dct_coefficient_count]. Units: frequencies in Hz. Errors: INVALID_ARGUMENT for limits
    that do not rise or are above what the spectrogram holds.
    """
    return build("Mfcc", [(spectrogram, "=float"), (sample_rate, "=int32")],
        [("upper_frequency_limit", "float", upper_frequency_limit, 4000.0),
        ("lower_frequency_limit", "float", lower_frequency_limit, 20.0),
        ("filterbank_channel_count", "int", filterbank_channel_count, 40),
        ("dct_coefficient_count", "int", dct_coefficient_count, 13)], "=float", name)


def min(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
        name: str = "") -> Output:
    """Gives the smallest element over the given axes; an empty axis gives the highest number of T. Shapes and
    errors: as Sum.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of reduction_indices: int32, int64.
    """
    return build("Min", [(input, "T"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "T", name)


def minimum(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives the smaller of x and y, element by element. Shapes: x and y broadcast against each other.

    Types of x, y: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64.
    """
    return build("Minimum", [(x, "T"), (y, "T")], [], "T", name)


def mirror_pad(input: TensorLike, paddings: TensorLike, mode: Literal["REFLECT", "SYMMETRIC"], *,
               name: str = "") -> Output:
    """Puts the mirror image of input before and after every dimension, with the border itself (SYMMETRIC) or
    without (REFLECT). Shapes: paddings is [rank,2]. Errors: INVALID_ARGUMENT for a negative padding or one
    longer than what there is to mirror, which for REFLECT is an element at least.

    Types of paddings: int32, int64.
    """
    return build("MirrorPad", [(input, "T"), (paddings, "Tpaddings")], [("mode", "string", mode)], "T", name)


def mirror_pad_grad(input: TensorLike, paddings: TensorLike, mode: Literal["REFLECT", "SYMMETRIC"], *,
                    name: str = "") -> Output:
    """The gradient of MirrorPad: adds every mirrored element to the one it was copied from. Shapes: output is
    input without the paddings. Errors: INVALID_ARGUMENT as MirrorPad.

    Types of paddings: int32, int64.
    """
    return build("MirrorPadGrad", [(input, "T"), (paddings, "Tpaddings")], [("mode", "string", mode)], "T",
        name)


def mod(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """The older name of TruncateMod. Shapes: x and y broadcast against each other. Errors: INVALID_ARGUMENT
    for an integer division by zero.

    Types of x, y: int32, int64, half, bfloat16, float, double.
    """
    return build("Mod", [(x, "T"), (y, "T")], [], "T", name)


def model_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                  output_shapes: Sequence[ShapeLike], *, algorithm: int = 0, cpu_budget: int = 0,
                  ram_budget: int = 0, name: str = "") -> Output:
    """Gives the same dataset."""
    return build("ModelDataset", [(input_dataset, "=variant")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("algorithm", "int", algorithm, 0),
        ("cpu_budget", "int", cpu_budget, 0), ("ram_budget", "int", ram_budget, 0)], "=variant", name)


def mul(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x * y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.

    Types of x, y: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64,
    complex64, complex128.
    """
    return build("Mul", [(x, "T"), (y, "T")], [], "T", name)


def mul_no_nan(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x * y, and 0 where y is 0, even if x is infinite or NaN. Shapes: x and y broadcast against each
    other.

    Types of x, y: bfloat16, half, float, double, complex64, complex128.
    """
    return build("MulNoNan", [(x, "T"), (y, "T")], [], "T", name)


def multi_device_iterator(devices: Sequence[str | bytes], shared_name: str | bytes, container: str | bytes,
                          output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                          name: str = "") -> Output:
    """Gives the handle of an iterator that deals its elements out to as many takers as there are devices, in
    turn. MultiDeviceIteratorInit sets what it gives.
    """
    return build("MultiDeviceIterator", [], [("devices", "list(string)", devices),
        ("shared_name", "string", shared_name), ("container", "string", container),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=resource", name)


def multi_device_iterator_from_string_handle(string_handle: TensorLike, *,
                                             output_types: Sequence[DTypeLike] = (),
                                             output_shapes: Sequence[ShapeLike] = (),
                                             name: str = "") -> Output:
    """Gives the handle of the iterator of a string. Errors: NOT_FOUND if there is none; INVALID_ARGUMENT for
    elements of other types or shapes than are given.
    """
    return build("MultiDeviceIteratorFromStringHandle", [(string_handle, "=string")],
        [("output_types", "list(type)", output_types, ()), ("output_shapes", "list(shape)", output_shapes,
        ())], "=resource", name)


def multi_device_iterator_get_next_from_shard(multi_device_iterator: TensorLike, shard_num: TensorLike,
                                              incarnation_id: TensorLike, output_types: Sequence[DTypeLike],
                                              output_shapes: Sequence[ShapeLike], *,
                                              name: str = "") -> list[Output]:
    """Gives the next element of the taker shard_num: of the elements, counted from 0, those whose number is
    shard_num modulo the number of takers. Shapes: scalars in, output_shapes out. Errors: OUT_OF_RANGE at the
    end; INVALID_ARGUMENT for a taker or a pass that there is not; FAILED_PRECONDITION before the first pass;
    those of the dataset.
    """
    return build("MultiDeviceIteratorGetNextFromShard", [(multi_device_iterator, "=resource"),
        (shard_num, "=int32"), (incarnation_id, "=int64")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], ["**output_types"], name)


def multi_device_iterator_init(dataset: TensorLike, multi_device_iterator: TensorLike,
                               max_buffer_size: TensorLike, *, name: str = "") -> Output:
    """Begins a pass over the dataset and gives its number; a pass that was under way ends with CANCELLED. At
    most max_buffer_size elements wait for a taker; then the others wait for it. Shapes: scalars. Errors:
    INVALID_ARGUMENT for elements of other types or shapes, and max_buffer_size below 1.
    """
    return build("MultiDeviceIteratorInit", [(dataset, "=variant"), (multi_device_iterator, "=resource"),
        (max_buffer_size, "=int64")], [], "=int64", name)


def multi_device_iterator_to_string_handle(multi_device_iterator: TensorLike, *, name: str = "") -> Output:
    """Gives a string by which other graphs of the session find the iterator."""
    return build("MultiDeviceIteratorToStringHandle", [(multi_device_iterator, "=resource")], [], "=string",
        name)


def multinomial(logits: TensorLike, num_samples: TensorLike, *, seed: int = 0, seed2: int = 0,
                output_dtype: DTypeLike = "int64", name: str = "") -> Output:
    """Draws num_samples classes for each row of logits, in proportion to the exponentials of its numbers;
    classes whose logit is not finite are never drawn. Shapes: logits is a matrix, num_samples a scalar,
    output is [logits.shape[0], num_samples]. Errors: INVALID_ARGUMENT for a row without a finite number.
    Seeds: as RandomUniform.

    Types of logits: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of output_dtype: int32, int64.
    """
    return build("Multinomial", [(logits, "T"), (num_samples, "=int32")], [("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0), ("output_dtype", "type", output_dtype, "int64")], "output_dtype", name)


def mutable_dense_hash_table(empty_key: TensorLike, value_dtype: DTypeLike, *, container: str | bytes = "",
                             shared_name: str | bytes = "", use_node_name_sharing: bool = False,
                             value_shape: ShapeLike = (), initial_num_buckets: int = 131072,
                             max_load_factor: float = 0.8, name: str = "") -> Output:
    """As MutableDenseHashTableV2, without a key for entries that were removed: nothing can be. Tables with
    one shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT
    if another definition of the table differs.
    """
    return build("MutableDenseHashTable", [(empty_key, "key_dtype")], [("value_dtype", "type", value_dtype),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, ""),
        ("use_node_name_sharing", "bool", use_node_name_sharing, False), ("value_shape", "shape", value_shape,
        ()), ("initial_num_buckets", "int", initial_num_buckets, 131072),
        ("max_load_factor", "float", max_load_factor, 0.8)], "=resource", name)


def mutable_dense_hash_table_v2(empty_key: TensorLike, deleted_key: TensorLike, value_dtype: DTypeLike, *,
                                container: str | bytes = "", shared_name: str | bytes = "",
                                use_node_name_sharing: bool = False, value_shape: ShapeLike = (),
                                initial_num_buckets: int = 131072, max_load_factor: float = 0.8,
                                name: str = "") -> Output:
    """Gives the handle of a table in an array of buckets, of which initial_num_buckets, a power of two,
    double whenever more than max_load_factor of them would be taken. empty_key and deleted_key, scalars or
    vectors as all keys are, stand for buckets without an entry and are no keys. Tables with one shared_name
    (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if another
    definition of the table differs.
    """
    return build("MutableDenseHashTableV2", [(empty_key, "key_dtype"), (deleted_key, "key_dtype")],
        [("value_dtype", "type", value_dtype), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("use_node_name_sharing", "bool", use_node_name_sharing,
        False), ("value_shape", "shape", value_shape, ()), ("initial_num_buckets", "int", initial_num_buckets,
        131072), ("max_load_factor", "float", max_load_factor, 0.8)], "=resource", name)


def mutable_hash_table(key_dtype: DTypeLike, value_dtype: DTypeLike, *, container: str | bytes = "",
                       shared_name: str | bytes = "", use_node_name_sharing: bool = False,
                       name: str = "") -> Output:
    """Gives the handle of a table from keys to values that changes as the program runs. Tables with one
    shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
    another definition of the table differs.
    """
    return build("MutableHashTable", [], [("key_dtype", "type", key_dtype),
        ("value_dtype", "type", value_dtype), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("use_node_name_sharing", "bool", use_node_name_sharing,
        False)], "=resource", name)


def mutable_hash_table_of_tensors(key_dtype: DTypeLike, value_dtype: DTypeLike, *,
                                  container: str | bytes = "", shared_name: str | bytes = "",
                                  use_node_name_sharing: bool = False, value_shape: ShapeLike = (),
                                  name: str = "") -> Output:
    """Gives the handle of a table from keys to vectors of value_shape, which changes as the program runs.
    Tables with one shared_name (the node's name, if it is empty) in one container are one table. Errors:
    INVALID_ARGUMENT if another definition of the table differs.
    """
    return build("MutableHashTableOfTensors", [], [("key_dtype", "type", key_dtype),
        ("value_dtype", "type", value_dtype), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("use_node_name_sharing", "bool", use_node_name_sharing,
        False), ("value_shape", "shape", value_shape, ())], "=resource", name)


def mutable_hash_table_of_tensors_v2(key_dtype: DTypeLike, value_dtype: DTypeLike, *,
                                     container: str | bytes = "", shared_name: str | bytes = "",
                                     use_node_name_sharing: bool = False, value_shape: ShapeLike = (),
                                     name: str = "") -> Output:
    """Gives the handle of a table from keys to vectors of value_shape, which changes as the program runs.
    Tables with one shared_name (the node's name, if it is empty) in one container are one table. Errors:
    INVALID_ARGUMENT if another definition of the table differs.
    """
    return build("MutableHashTableOfTensorsV2", [], [("key_dtype", "type", key_dtype),
        ("value_dtype", "type", value_dtype), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("use_node_name_sharing", "bool", use_node_name_sharing,
        False), ("value_shape", "shape", value_shape, ())], "=resource", name)


def mutable_hash_table_v2(key_dtype: DTypeLike, value_dtype: DTypeLike, *, container: str | bytes = "",
                          shared_name: str | bytes = "", use_node_name_sharing: bool = False,
                          name: str = "") -> Output:
    """Gives the handle of a table from keys to values that changes as the program runs. Tables with one
    shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
    another definition of the table differs.
    """
    return build("MutableHashTableV2", [], [("key_dtype", "type", key_dtype),
        ("value_dtype", "type", value_dtype), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("use_node_name_sharing", "bool", use_node_name_sharing,
        False)], "=resource", name)


def mutex_lock(mutex: TensorLike, *, name: str = "") -> Output:
    """Waits for the mutex, in order of arrival, and gives the lock, which holds it until ConsumeMutexLock has
    run or the value is dropped, as at the end of a step that fails. Shapes: both are scalars. Errors:
    CANCELLED if the step ends first.
    """
    return build("MutexLock", [(mutex, "=resource")], [], "=variant", name)


def mutex_v2(*, container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of the mutex called shared_name (the node's name if that is empty) in container.
    Shapes: resource is a scalar.
    """
    return build("MutexV2", [], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=resource", name)


def ndtri(x: TensorLike, *, name: str = "") -> Output:
    """Gives the number below which a normal number of mean 0 and deviation 1 lies with probability x; NaN
    outside [0,1], infinite at its ends. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Ndtri", [(x, "T")], [], "T", name)


def neg(x: TensorLike, *, name: str = "") -> Output:
    """Gives -x, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Neg", [(x, "T")], [], "T", name)


def next_after(x1: TensorLike, x2: TensorLike, *, name: str = "") -> Output:
    """Gives the number next to x1 that T can hold, towards x2. Shapes: x1 and x2 broadcast against each
    other.

    Types of x1, x2: double, float.
    """
    return build("NextAfter", [(x1, "T"), (x2, "T")], [], "T", name)


def next_iteration(data: TensorLike, *, name: str = "") -> Output:
    """Passes data into the frame's next iteration. Shapes: output is like data."""
    return build("NextIteration", [(data, "T")], [], "T", name)


def no_op(*, name: str = "") -> Node:
    """Does nothing: a place for control edges to meet."""
    return build("NoOp", [], [], None, name)


def non_max_suppression(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, *,
                        iou_threshold: float = 0.5, name: str = "") -> Output:
    """Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a
    chosen one by more than the threshold (intersection over union). Gives the chosen boxes' indices. Shapes:
    boxes [n,4] as y1, x1, y2 and x2 with corners in any order, scores [n], thresholds are scalars. Of equal
    scores the lower index comes first. Errors: INVALID_ARGUMENT for thresholds outside of [0,1] and sizes
    below 0.
    """
    return build("NonMaxSuppression", [(boxes, "=float"), (scores, "=float"), (max_output_size, "=int32")],
        [("iou_threshold", "float", iou_threshold, 0.5)], "=int32", name)


def non_max_suppression_v2(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike,
                           iou_threshold: TensorLike, *, name: str = "") -> Output:
    """Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a
    chosen one by more than the threshold (intersection over union). Gives the chosen boxes' indices. Shapes:
    boxes [n,4] as y1, x1, y2 and x2 with corners in any order, scores [n], thresholds are scalars. Of equal
    scores the lower index comes first. Errors: INVALID_ARGUMENT for thresholds outside of [0,1] and sizes
    below 0.

    Types of boxes, scores: half, float.
    Types of iou_threshold: half, float.
    """
    return build("NonMaxSuppressionV2", [(boxes, "T"), (scores, "T"), (max_output_size, "=int32"),
        (iou_threshold, "T_threshold")], [], "=int32", name)


def non_max_suppression_v3(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike,
                           iou_threshold: TensorLike, score_threshold: TensorLike, *,
                           name: str = "") -> Output:
    """Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a
    chosen one by more than the threshold (intersection over union). Boxes with a score of score_threshold or
    less are left out. Gives the chosen boxes' indices. Shapes: boxes [n,4] as y1, x1, y2 and x2 with corners
    in any order, scores [n], thresholds are scalars. Of equal scores the lower index comes first. Errors:
    INVALID_ARGUMENT for thresholds outside of [0,1] and sizes below 0.

    Types of boxes, scores: half, float.
    Types of iou_threshold, score_threshold: half, float.
    """
    return build("NonMaxSuppressionV3", [(boxes, "T"), (scores, "T"), (max_output_size, "=int32"),
        (iou_threshold, "T_threshold"), (score_threshold, "T_threshold")], [], "=int32", name)


class NonMaxSuppressionV4Outputs(NamedTuple):
    selected_indices: Output
    valid_outputs: Output


def non_max_suppression_v4(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike,
                           iou_threshold: TensorLike, score_threshold: TensorLike, *,
                           pad_to_max_output_size: bool = False,
                           name: str = "") -> NonMaxSuppressionV4Outputs:
    """Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a
    chosen one by more than the threshold (intersection over union). Boxes with a score of score_threshold or
    less are left out. Gives the chosen boxes' indices, followed by zeros up to max_output_size if that is
    asked for, and how many were chosen. Shapes: boxes [n,4] as y1, x1, y2 and x2 with corners in any order,
    scores [n], thresholds are scalars. Of equal scores the lower index comes first. Errors: INVALID_ARGUMENT
    for thresholds outside of [0,1] and sizes below 0.

    Types of boxes, scores: half, float.
    Types of iou_threshold, score_threshold: half, float.
    """
    return NonMaxSuppressionV4Outputs(*build("NonMaxSuppressionV4", [(boxes, "T"), (scores, "T"),
        (max_output_size, "=int32"), (iou_threshold, "T_threshold"), (score_threshold, "T_threshold")],
        [("pad_to_max_output_size", "bool", pad_to_max_output_size, False)], ["=int32", "=int32"], name))


class NonMaxSuppressionV5Outputs(NamedTuple):
    selected_indices: Output
    selected_scores: Output
    valid_outputs: Output


def non_max_suppression_v5(boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike,
                           iou_threshold: TensorLike, score_threshold: TensorLike, soft_nms_sigma: TensorLike,
                           *, pad_to_max_output_size: bool = False,
                           name: str = "") -> NonMaxSuppressionV5Outputs:
    """Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a
    chosen one by more than the threshold (intersection over union). With soft_nms_sigma above 0 a box that
    overlaps a chosen one is not left out: its score is multiplied by exp(-overlap^2 / (2 sigma)). Boxes with
    a score of score_threshold or less are left out. Gives indices and scores of the chosen boxes, followed by
    zeros up to max_output_size if that is asked for, and how many were chosen. Shapes: boxes [n,4] as y1, x1,
    y2 and x2 with corners in any order, scores [n], thresholds are scalars. Of equal scores the lower index
    comes first. Errors: INVALID_ARGUMENT for thresholds outside of [0,1] and sizes below 0. Source: Bodla et
    al. 2017, Soft-NMS.

    Types of boxes, scores, iou_threshold, score_threshold, soft_nms_sigma: half, float.
    """
    return NonMaxSuppressionV5Outputs(*build("NonMaxSuppressionV5", [(boxes, "T"), (scores, "T"),
        (max_output_size, "=int32"), (iou_threshold, "T"), (score_threshold, "T"), (soft_nms_sigma, "T")],
        [("pad_to_max_output_size", "bool", pad_to_max_output_size, False)], ["=int32", "T", "=int32"], name))


def non_max_suppression_with_overlaps(overlaps: TensorLike, scores: TensorLike, max_output_size: TensorLike,
                                      overlap_threshold: TensorLike, score_threshold: TensorLike, *,
                                      name: str = "") -> Output:
    """Chooses boxes by falling score, at most max_output_size of them, and leaves out those whose overlap
    with a chosen one is more than overlap_threshold or whose score is score_threshold or less. Shapes:
    overlaps [n,n], scores [n], selected_indices a vector. Errors: INVALID_ARGUMENT for sizes below 0.
    """
    return build("NonMaxSuppressionWithOverlaps", [(overlaps, "=float"), (scores, "=float"),
        (max_output_size, "=int32"), (overlap_threshold, "=float"), (score_threshold, "=float")], [],
        "=int32", name)


def non_serializable_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                             output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """Gives the same dataset."""
    return build("NonSerializableDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def not_equal(x: TensorLike, y: TensorLike, *, incompatible_shape_error: bool = True,
              name: str = "") -> Output:
    """Tells where x differs from y. Shapes: x and y broadcast against each other; with
    incompatible_shape_error false, shapes that do not broadcast give a scalar true.
    """
    return build("NotEqual", [(x, "T"), (y, "T")],
        [("incompatible_shape_error", "bool", incompatible_shape_error, True)], "=bool", name)


def nth_element(input: TensorLike, n: TensorLike, *, reverse: bool = False, name: str = "") -> Output:
    """Gives the n-th smallest element along the last dimension, counted from 0, or the n-th largest if
    reverse. Shapes: values is input without its last dimension. Errors: INVALID_ARGUMENT if there are no more
    than n elements.

    Types of input: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("NthElement", [(input, "T"), (n, "=int32")], [("reverse", "bool", reverse, False)], "T",
        name)


def one_hot(indices: TensorLike, depth: TensorLike, on_value: TensorLike, off_value: TensorLike, *,
            axis: int = -1, name: str = "") -> Output:
    """Gives on_value at the positions that indices name along a new axis of size depth, and off_value
    elsewhere; an index outside [0,depth) gives off_value only. Shapes: depth, on_value and off_value are
    scalars; axis lies in [-1,rank]. Errors: INVALID_ARGUMENT for a negative depth.

    Types of indices: uint8, int8, int32, int64.
    """
    return build("OneHot", [(indices, "TI"), (depth, "=int32"), (on_value, "T"), (off_value, "T")],
        [("axis", "int", axis, -1)], "T", name)


def one_shot_iterator(dataset_factory: str, output_types: Sequence[DTypeLike],
                      output_shapes: Sequence[ShapeLike], *, container: str | bytes = "",
                      shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of an iterator over the dataset that dataset_factory gives, which is called once.
    Errors: those of the function.
    """
    return build("OneShotIterator", [], [("dataset_factory", "func", dataset_factory),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def ones_like(x: TensorLike, *, name: str = "") -> Output:
    """Gives ones (true) shaped like x.

    Types of x: bfloat16, half, float, double, int8, uint8, int16, uint16, int32, uint32, int64, uint64,
    complex64, complex128, bool.
    """
    return build("OnesLike", [(x, "T")], [], "T", name)


def optimize_dataset(input_dataset: TensorLike, optimizations: TensorLike, output_types: Sequence[DTypeLike],
                     output_shapes: Sequence[ShapeLike], *, optimization_configs: Sequence[str | bytes] = (),
                     name: str = "") -> Output:
    """Gives the same dataset."""
    return build("OptimizeDataset", [(input_dataset, "=variant"), (optimizations, "=string")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("optimization_configs", "list(string)", optimization_configs, ())], "=variant", name)


def optimize_dataset_v2(input_dataset: TensorLike, optimizations_enabled: TensorLike,
                        optimizations_disabled: TensorLike, optimizations_default: TensorLike,
                        output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                        optimization_configs: Sequence[str | bytes] = (), name: str = "") -> Output:
    """Gives the same dataset."""
    return build("OptimizeDatasetV2", [(input_dataset, "=variant"), (optimizations_enabled, "=string"),
        (optimizations_disabled, "=string"), (optimizations_default, "=string")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("optimization_configs", "list(string)", optimization_configs, ())], "=variant", name)


def optional_from_value(components: Sequence[TensorLike], *, name: str = "") -> Output:
    """Gives an optional value that holds the components."""
    return build("OptionalFromValue", [(components, "**Toutput_types")], [], "=variant", name)


def optional_get_value(optional: TensorLike, output_types: Sequence[DTypeLike],
                       output_shapes: Sequence[ShapeLike], *, name: str = "") -> list[Output]:
    """Gives what the optional value holds. Errors: INVALID_ARGUMENT if that is nothing, or of other types or
    shapes.
    """
    return build("OptionalGetValue", [(optional, "=variant")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes)], ["**output_types"], name)


def optional_has_value(optional: TensorLike, *, name: str = "") -> Output:
    """Tells whether the optional value holds something."""
    return build("OptionalHasValue", [(optional, "=variant")], [], "=bool", name)


def optional_none(*, name: str = "") -> Output:
    """Gives an optional value that holds nothing."""
    return build("OptionalNone", [], [], "=variant", name)


def options_dataset(input_dataset: TensorLike, serialized_options: str | bytes,
                    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                    metadata: str | bytes = "", name: str = "") -> Output:
    """Gives the same dataset. The options say how fast a pipeline is to be, not what it gives."""
    return build("OptionsDataset", [(input_dataset, "=variant")],
        [("serialized_options", "string", serialized_options), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def ordered_map_clear(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
                      container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Node:
    """Drops all tuples. Shapes: none."""
    return build("OrderedMapClear", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], None, name)


def ordered_map_incomplete_size(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
                                container: str | bytes = "", shared_name: str | bytes = "",
                                name: str = "") -> Output:
    """Gives the number of tuples that lack tensors. Shapes: size is a scalar."""
    return build("OrderedMapIncompleteSize", [], [("dtypes", "list(type)", dtypes),
        ("capacity", "int", capacity, 0), ("memory_limit", "int", memory_limit, 0),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=int32", name)


def ordered_map_peek(key: TensorLike, indices: TensorLike, dtypes: Sequence[DTypeLike], *, capacity: int = 0,
                     memory_limit: int = 0, container: str | bytes = "", shared_name: str | bytes = "",
                     name: str = "") -> list[Output]:
    """Gives the tensors that indices name of the tuple under the key, waiting for it, and leaves them.
    Shapes: key is a scalar, indices a vector. Errors: INVALID_ARGUMENT for a tensor that was taken already.
    """
    return build("OrderedMapPeek", [(key, "=int64"), (indices, "=int32")], [("dtypes", "list(type)", dtypes),
        ("capacity", "int", capacity, 0), ("memory_limit", "int", memory_limit, 0),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], ["**dtypes"],
        name)


def ordered_map_size(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
                     container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the number of complete tuples. Shapes: size is a scalar."""
    return build("OrderedMapSize", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=int32", name)


def ordered_map_stage(key: TensorLike, indices: TensorLike, values: Sequence[TensorLike],
                      dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
                      container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Node:
    """Puts tensors into the staging map of shared_name under the key, waiting for room: those that indices
    name, of a tuple of types dtypes. A tuple can be taken when it has all. Shapes: key is a scalar, indices a
    vector that rises. Errors: INVALID_ARGUMENT for a tensor that is there already; RESOURCE_EXHAUSTED for one
    above memory_limit.
    """
    return build("OrderedMapStage", [(key, "=int64"), (indices, "=int32"), (values, "**fake_dtypes")],
        [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], None, name)


def ordered_map_unstage(key: TensorLike, indices: TensorLike, dtypes: Sequence[DTypeLike], *,
                        capacity: int = 0, memory_limit: int = 0, container: str | bytes = "",
                        shared_name: str | bytes = "", name: str = "") -> list[Output]:
    """Takes the tensors that indices name of the tuple under the key, waiting for it. Shapes: key is a
    scalar, indices a vector. Errors: as OrderedMapPeek.
    """
    return build("OrderedMapUnstage", [(key, "=int64"), (indices, "=int32")],
        [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], ["**dtypes"], name)


class OrderedMapUnstageNoKeyOutputs(NamedTuple):
    key: Output
    values: list[Output]


def ordered_map_unstage_no_key(indices: TensorLike, dtypes: Sequence[DTypeLike], *, capacity: int = 0,
                               memory_limit: int = 0, container: str | bytes = "",
                               shared_name: str | bytes = "",
                               name: str = "") -> OrderedMapUnstageNoKeyOutputs:
    """Takes the tensors that indices name of the complete tuple of the least key, waiting for it. Shapes: key
    is a scalar, indices a vector. Errors: as OrderedMapPeek.
    """
    return OrderedMapUnstageNoKeyOutputs(*build("OrderedMapUnstageNoKey", [(indices, "=int32")],
        [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], ["=int64", "**dtypes"], name))


def pack(values: Sequence[TensorLike], *, axis: int = 0, name: str = "") -> Output:
    """Stacks tensors along a new axis. Shapes: all values are alike; axis lies in [-rank-1,rank]. Errors:
    INVALID_ARGUMENT otherwise.
    """
    return build("Pack", [(values, "*T:N")], [("axis", "int", axis, 0)], "T", name)


def pad(input: TensorLike, paddings: TensorLike, *, name: str = "") -> Output:
    """Puts paddings[i,0] zeros before and paddings[i,1] zeros after dimension i. Shapes: paddings is
    [rank,2]. Errors: INVALID_ARGUMENT for a negative padding.

    Types of paddings: int32, int64.
    """
    return build("Pad", [(input, "T"), (paddings, "Tpaddings")], [], "T", name)


def pad_v2(input: TensorLike, paddings: TensorLike, constant_values: TensorLike, *, name: str = "") -> Output:
    """Puts paddings[i,0] copies of constant_values before and paddings[i,1] after dimension i. Shapes:
    paddings is [rank,2], constant_values a scalar. Errors: INVALID_ARGUMENT for a negative padding.

    Types of paddings: int32, int64.
    """
    return build("PadV2", [(input, "T"), (paddings, "Tpaddings"), (constant_values, "T")], [], "T", name)


def padded_batch_dataset(input_dataset: TensorLike, batch_size: TensorLike,
                         padded_shapes: Sequence[TensorLike], padding_values: Sequence[TensorLike],
                         output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                         name: str = "") -> Output:
    """As BatchDataset, for components of different sizes: each is padded with its padding value to its padded
    shape, in which -1 stands for the largest size of the batch. Shapes: padded_shapes are vectors,
    padding_values scalars. Errors: of a pass: DATA_LOSS for a component that is larger than its padded shape;
    INVALID_ARGUMENT for one of another rank.
    """
    return build("PaddedBatchDataset", [(input_dataset, "=variant"), (batch_size, "=int64"),
        (padded_shapes, "*=int64:N"), (padding_values, "**Toutput_types")],
        [("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def padded_batch_dataset_v2(input_dataset: TensorLike, batch_size: TensorLike,
                            padded_shapes: Sequence[TensorLike], padding_values: Sequence[TensorLike],
                            drop_remainder: TensorLike, output_shapes: Sequence[ShapeLike], *,
                            parallel_copy: bool = False, metadata: str | bytes = "",
                            name: str = "") -> Output:
    """As PaddedBatchDataset; with drop_remainder a batch that is not full is left out."""
    return build("PaddedBatchDatasetV2", [(input_dataset, "=variant"), (batch_size, "=int64"),
        (padded_shapes, "*=int64:N"), (padding_values, "**Toutput_types"), (drop_remainder, "=bool")],
        [("output_shapes", "list(shape)", output_shapes), ("parallel_copy", "bool", parallel_copy, False),
        ("metadata", "string", metadata, "")], "=variant", name)


def padding_fifo_queue(component_types: Sequence[DTypeLike], *, shapes: Sequence[ShapeLike] = (),
                       capacity: int = -1, container: str | bytes = "", shared_name: str | bytes = "",
                       name: str = "") -> Output:
    """Gives the handle of a first-in first-out queue whose shapes may leave sizes open: in a batch, elements
    are filled up with zeros or empty strings to the largest of them.
    """
    return build("PaddingFIFOQueue", [], [("component_types", "list(type)", component_types),
        ("shapes", "list(shape)", shapes, ()), ("capacity", "int", capacity, -1),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def padding_fifo_queue_v2(component_types: Sequence[DTypeLike], *, shapes: Sequence[ShapeLike] = (),
                          capacity: int = -1, container: str | bytes = "", shared_name: str | bytes = "",
                          name: str = "") -> Output:
    """Gives the handle of a first-in first-out queue whose shapes may leave sizes open: in a batch, elements
    are filled up with zeros or empty strings to the largest of them.
    """
    return build("PaddingFIFOQueueV2", [], [("component_types", "list(type)", component_types),
        ("shapes", "list(shape)", shapes, ()), ("capacity", "int", capacity, -1),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def parallel_batch_dataset(input_dataset: TensorLike, batch_size: TensorLike, num_parallel_calls: TensorLike,
                           drop_remainder: TensorLike, output_types: Sequence[DTypeLike],
                           output_shapes: Sequence[ShapeLike], *, parallel_copy: bool = False,
                           deterministic: str | bytes = "default", metadata: str | bytes = "",
                           name: str = "") -> Output:
    """As BatchDatasetV2; num_parallel_calls batches are made ahead of their consumer."""
    return build("ParallelBatchDataset", [(input_dataset, "=variant"), (batch_size, "=int64"),
        (num_parallel_calls, "=int64"), (drop_remainder, "=bool")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("parallel_copy", "bool", parallel_copy, False), ("deterministic", "string", deterministic,
        "default"), ("metadata", "string", metadata, "")], "=variant", name)


def parallel_concat(values: Sequence[TensorLike], shape: ShapeLike, *, name: str = "") -> Output:
    """Joins values, of one row each, along the first dimension. Shapes: but for that they are alike."""
    return build("ParallelConcat", [(values, "*T:N")], [("shape", "shape", shape)], "T", name)


def parallel_dynamic_stitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], *,
                            name: str = "") -> Output:
    """As DynamicStitch, save that of equal indices any may win; here it is the last."""
    return build("ParallelDynamicStitch", [(indices, "*=int32:N"), (data, "*T:N")], [], "T", name)


def parallel_filter_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                            num_parallel_calls: TensorLike, predicate: str, output_types: Sequence[DTypeLike],
                            output_shapes: Sequence[ShapeLike], *, deterministic: str | bytes = "default",
                            metadata: str | bytes = "", name: str = "") -> Output:
    """As FilterDataset: the order is that of the input, and calls are made one after the other, whatever
    num_parallel_calls says.
    """
    return build("ParallelFilterDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments"),
        (num_parallel_calls, "=int64")], [("predicate", "func", predicate),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("deterministic", "string", deterministic, "default"), ("metadata", "string", metadata, "")],
        "=variant", name)


def parallel_interleave_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                cycle_length: TensorLike, block_length: TensorLike, sloppy: TensorLike,
                                buffer_output_elements: TensorLike, prefetch_input_elements: TensorLike,
                                f: str, output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike],
                                *, metadata: str | bytes = "", name: str = "") -> Output:
    """As InterleaveDataset; the datasets of the cycle run ahead of their consumer, with a buffer of
    buffer_output_elements each; with sloppy elements come as soon as they are there.
    """
    return build("ParallelInterleaveDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments"),
        (cycle_length, "=int64"), (block_length, "=int64"), (sloppy, "=bool"),
        (buffer_output_elements, "=int64"), (prefetch_input_elements, "=int64")], [("f", "func", f),
        ("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def parallel_interleave_dataset_v2(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                   cycle_length: TensorLike, block_length: TensorLike,
                                   num_parallel_calls: TensorLike, f: str, output_types: Sequence[DTypeLike],
                                   output_shapes: Sequence[ShapeLike], *, sloppy: bool = False,
                                   metadata: str | bytes = "", name: str = "") -> Output:
    """As InterleaveDataset; the datasets of the cycle run ahead of their consumer; with sloppy elements come
    as soon as they are there.
    """
    return build("ParallelInterleaveDatasetV2", [(input_dataset, "=variant"),
        (other_arguments, "**Targuments"), (cycle_length, "=int64"), (block_length, "=int64"),
        (num_parallel_calls, "=int64")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("sloppy", "bool", sloppy, False),
        ("metadata", "string", metadata, "")], "=variant", name)


def parallel_interleave_dataset_v3(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                   cycle_length: TensorLike, block_length: TensorLike,
                                   num_parallel_calls: TensorLike, f: str, output_types: Sequence[DTypeLike],
                                   output_shapes: Sequence[ShapeLike], *,
                                   deterministic: str | bytes = "default", metadata: str | bytes = "",
                                   name: str = "") -> Output:
    """As ParallelInterleaveDatasetV2; if deterministic is 'false' elements come as soon as they are there.
    """
    return build("ParallelInterleaveDatasetV3", [(input_dataset, "=variant"),
        (other_arguments, "**Targuments"), (cycle_length, "=int64"), (block_length, "=int64"),
        (num_parallel_calls, "=int64")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("deterministic", "string", deterministic,
        "default"), ("metadata", "string", metadata, "")], "=variant", name)


def parallel_interleave_dataset_v4(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                                   cycle_length: TensorLike, block_length: TensorLike,
                                   buffer_output_elements: TensorLike, prefetch_input_elements: TensorLike,
                                   num_parallel_calls: TensorLike, f: str, output_types: Sequence[DTypeLike],
                                   output_shapes: Sequence[ShapeLike], *,
                                   deterministic: str | bytes = "default", metadata: str | bytes = "",
                                   name: str = "") -> Output:
    """As ParallelInterleaveDatasetV3, with a buffer of buffer_output_elements for each dataset of the cycle.
    """
    return build("ParallelInterleaveDatasetV4", [(input_dataset, "=variant"),
        (other_arguments, "**Targuments"), (cycle_length, "=int64"), (block_length, "=int64"),
        (buffer_output_elements, "=int64"), (prefetch_input_elements, "=int64"),
        (num_parallel_calls, "=int64")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("deterministic", "string", deterministic,
        "default"), ("metadata", "string", metadata, "")], "=variant", name)


def parallel_map_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                         num_parallel_calls: TensorLike, f: str, output_types: Sequence[DTypeLike],
                         output_shapes: Sequence[ShapeLike], *, use_inter_op_parallelism: bool = True,
                         sloppy: bool = False, preserve_cardinality: bool = False, metadata: str | bytes = "",
                         name: str = "") -> Output:
    """As MapDataset, with num_parallel_calls calls at a time; with sloppy in the order in which they end.
    """
    return build("ParallelMapDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments"),
        (num_parallel_calls, "=int32")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("use_inter_op_parallelism", "bool", use_inter_op_parallelism, True), ("sloppy", "bool", sloppy,
        False), ("preserve_cardinality", "bool", preserve_cardinality, False),
        ("metadata", "string", metadata, "")], "=variant", name)


def parallel_map_dataset_v2(input_dataset: TensorLike, other_arguments: Sequence[TensorLike],
                            num_parallel_calls: TensorLike, f: str, output_types: Sequence[DTypeLike],
                            output_shapes: Sequence[ShapeLike], *, use_inter_op_parallelism: bool = True,
                            deterministic: str | bytes = "default", preserve_cardinality: bool = False,
                            use_unbounded_threadpool: bool = False, metadata: str | bytes = "",
                            name: str = "") -> Output:
    """As MapDataset, with num_parallel_calls calls at a time (-1: as many as there are threads); if
    deterministic is 'false' in the order in which they end.
    """
    return build("ParallelMapDatasetV2", [(input_dataset, "=variant"), (other_arguments, "**Targuments"),
        (num_parallel_calls, "=int64")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("use_inter_op_parallelism", "bool", use_inter_op_parallelism, True),
        ("deterministic", "string", deterministic, "default"),
        ("preserve_cardinality", "bool", preserve_cardinality, False),
        ("use_unbounded_threadpool", "bool", use_unbounded_threadpool, False),
        ("metadata", "string", metadata, "")], "=variant", name)


def parameterized_truncated_normal(shape: TensorLike, means: TensorLike, stdevs: TensorLike,
                                   minvals: TensorLike, maxvals: TensorLike, *, seed: int = 0, seed2: int = 0,
                                   name: str = "") -> Output:
    """Draws normal numbers that lie between minvals and maxvals. Seeds: as RandomUniform; numbers behind the
    first hundred are TensorFlow's law, not its numbers, which depend on threads there. Shapes: shape is that
    of output, of rank 1 or more; the parameters are scalars or vectors, one for all or one for each
    output[i]. Errors: INVALID_ARGUMENT unless stdevs are positive and minvals below maxvals, one of them
    finite; INTERNAL if bounds are so that a thousand numbers in a row are rejected. Source: Robert 1995.

    Types of means, stdevs, minvals, maxvals: half, bfloat16, float, double.
    Types of shape: int32, int64.
    """
    return build("ParameterizedTruncatedNormal", [(shape, "T"), (means, "dtype"), (stdevs, "dtype"),
        (minvals, "dtype"), (maxvals, "dtype")], [("seed", "int", seed, 0), ("seed2", "int", seed2, 0)],
        "dtype", name)


class ParseExampleOutputs(NamedTuple):
    sparse_indices: list[Output]
    sparse_values: list[Output]
    sparse_shapes: list[Output]
    dense_values: list[Output]


def parse_example(serialized: TensorLike, names: TensorLike, sparse_keys: Sequence[TensorLike],
                  dense_keys: Sequence[TensorLike], dense_defaults: Sequence[TensorLike],
                  sparse_types: Sequence[DTypeLike], dense_shapes: Sequence[ShapeLike], *,
                  name: str = "") -> ParseExampleOutputs:
    """Parses a vector of Examples: sparse features into sparse tensors, dense ones into tensors of a row for
    each; a default without elements says that the feature is required, a shape whose first size is unknown
    that rows are filled up with the default. Shapes: serialized and names are vectors, names maybe empty.
    Errors: INVALID_ARGUMENT naming row and feature for bytes that are no Example, another type, a wrong
    number of values, or a feature that is missing.
    """
    return ParseExampleOutputs(*build("ParseExample", [(serialized, "=string"), (names, "=string"),
        (sparse_keys, "*=string:Nsparse"), (dense_keys, "*=string:Ndense"), (dense_defaults, "**Tdense")],
        [("sparse_types", "list(type)", sparse_types), ("dense_shapes", "list(shape)", dense_shapes)],
        ["*=int64:Nsparse", "**sparse_types", "*=int64:Nsparse", "**Tdense"], name))


def parse_example_dataset(input_dataset: TensorLike, num_parallel_calls: TensorLike,
                          dense_defaults: Sequence[TensorLike], sparse_keys: Sequence[str | bytes],
                          dense_keys: Sequence[str | bytes], sparse_types: Sequence[DTypeLike],
                          dense_shapes: Sequence[ShapeLike], output_types: Sequence[DTypeLike],
                          output_shapes: Sequence[ShapeLike], *, sloppy: bool = False,
                          ragged_keys: Sequence[str | bytes] = (),
                          ragged_value_types: Sequence[DTypeLike] = (),
                          ragged_split_types: Sequence[DTypeLike] = (), name: str = "") -> Output:
    """Gives a dataset of what ParseExample gives for each element, a vector of serialised Examples: the
    features in order of their keys, a sparse one as a vector of the variants of its three tensors.
    dense_defaults are what stands for missing dense features. Errors: INVALID_ARGUMENT for attrs that do not
    fit; UNIMPLEMENTED for ragged features; of a pass: as ParseExample.
    """
    return build("ParseExampleDataset", [(input_dataset, "=variant"), (num_parallel_calls, "=int64"),
        (dense_defaults, "**Tdense")], [("sparse_keys", "list(string)", sparse_keys),
        ("dense_keys", "list(string)", dense_keys), ("sparse_types", "list(type)", sparse_types),
        ("dense_shapes", "list(shape)", dense_shapes), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("sloppy", "bool", sloppy, False),
        ("ragged_keys", "list(string)", ragged_keys, ()),
        ("ragged_value_types", "list(type)", ragged_value_types, ()),
        ("ragged_split_types", "list(type)", ragged_split_types, ())], "=variant", name)


def parse_example_dataset_v2(input_dataset: TensorLike, num_parallel_calls: TensorLike,
                             dense_defaults: Sequence[TensorLike], sparse_keys: Sequence[str | bytes],
                             dense_keys: Sequence[str | bytes], sparse_types: Sequence[DTypeLike],
                             dense_shapes: Sequence[ShapeLike], output_types: Sequence[DTypeLike],
                             output_shapes: Sequence[ShapeLike], *, deterministic: str | bytes = "default",
                             ragged_keys: Sequence[str | bytes] = (),
                             ragged_value_types: Sequence[DTypeLike] = (),
                             ragged_split_types: Sequence[DTypeLike] = (), name: str = "") -> Output:
    """As ParseExampleDataset."""
    return build("ParseExampleDatasetV2", [(input_dataset, "=variant"), (num_parallel_calls, "=int64"),
        (dense_defaults, "**Tdense")], [("sparse_keys", "list(string)", sparse_keys),
        ("dense_keys", "list(string)", dense_keys), ("sparse_types", "list(type)", sparse_types),
        ("dense_shapes", "list(shape)", dense_shapes), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("deterministic", "string", deterministic,
        "default"), ("ragged_keys", "list(string)", ragged_keys, ()),
        ("ragged_value_types", "list(type)", ragged_value_types, ()),
        ("ragged_split_types", "list(type)", ragged_split_types, ())], "=variant", name)


class ParseExampleV2Outputs(NamedTuple):
    sparse_indices: list[Output]
    sparse_values: list[Output]
    sparse_shapes: list[Output]
    dense_values: list[Output]
    ragged_values: list[Output]
    ragged_row_splits: list[Output]


def parse_example_v2(serialized: TensorLike, names: TensorLike, sparse_keys: TensorLike,
                     dense_keys: TensorLike, ragged_keys: TensorLike, dense_defaults: Sequence[TensorLike],
                     num_sparse: int, sparse_types: Sequence[DTypeLike],
                     ragged_value_types: Sequence[DTypeLike], ragged_split_types: Sequence[DTypeLike],
                     dense_shapes: Sequence[ShapeLike], *, name: str = "") -> ParseExampleV2Outputs:
    """As ParseExample, with ragged features too, given as values and row splits. Shapes: a scalar is one
    Example, whose tensors have no dimension for rows, and its row splits are empty; keys are vectors. Errors:
    as ParseExample.
    """
    return ParseExampleV2Outputs(*build("ParseExampleV2", [(serialized, "=string"), (names, "=string"),
        (sparse_keys, "=string"), (dense_keys, "=string"), (ragged_keys, "=string"),
        (dense_defaults, "**Tdense")], [("num_sparse", "int", num_sparse),
        ("sparse_types", "list(type)", sparse_types),
        ("ragged_value_types", "list(type)", ragged_value_types),
        ("ragged_split_types", "list(type)", ragged_split_types),
        ("dense_shapes", "list(shape)", dense_shapes)], ["*=int64:num_sparse", "**sparse_types",
        "*=int64:num_sparse", "**Tdense", "**ragged_value_types", "**ragged_split_types"], name))


class ParseSequenceExampleOutputs(NamedTuple):
    context_sparse_indices: list[Output]
    context_sparse_values: list[Output]
    context_sparse_shapes: list[Output]
    context_dense_values: list[Output]
    feature_list_sparse_indices: list[Output]
    feature_list_sparse_values: list[Output]
    feature_list_sparse_shapes: list[Output]
    feature_list_dense_values: list[Output]
    feature_list_dense_lengths: list[Output]


def parse_sequence_example(serialized: TensorLike, debug_name: TensorLike,
                           context_dense_defaults: Sequence[TensorLike],
                           feature_list_dense_missing_assumed_empty: Sequence[str | bytes],
                           context_sparse_keys: Sequence[str | bytes],
                           context_dense_keys: Sequence[str | bytes],
                           feature_list_sparse_keys: Sequence[str | bytes],
                           feature_list_dense_keys: Sequence[str | bytes], *, Ncontext_sparse: int = 0,
                           Ncontext_dense: int = 0, Nfeature_list_sparse: int = 0,
                           Nfeature_list_dense: int = 0, context_sparse_types: Sequence[DTypeLike] = (),
                           feature_list_dense_types: Sequence[DTypeLike] = (),
                           context_dense_shapes: Sequence[ShapeLike] = (),
                           feature_list_sparse_types: Sequence[DTypeLike] = (),
                           feature_list_dense_shapes: Sequence[ShapeLike] = (),
                           name: str = "") -> ParseSequenceExampleOutputs:
    """Parses a vector of SequenceExamples: context features as ParseExample, feature lists with a dimension
    for steps behind that for rows; dense ones are filled up with zeros, and their lengths are given. Shapes:
    serialized and debug_name are vectors, debug_name maybe empty. Errors: as ParseExample, also for a dense
    list that is missing and not among feature_list_dense_missing_assumed_empty.
    """
    return ParseSequenceExampleOutputs(*build("ParseSequenceExample", [(serialized, "=string"),
        (debug_name, "=string"), (context_dense_defaults, "**Tcontext_dense")],
        [("feature_list_dense_missing_assumed_empty", "list(string)", feature_list_dense_missing_assumed_empty),
        ("context_sparse_keys", "list(string)", context_sparse_keys),
        ("context_dense_keys", "list(string)", context_dense_keys),
        ("feature_list_sparse_keys", "list(string)", feature_list_sparse_keys),
        ("feature_list_dense_keys", "list(string)", feature_list_dense_keys),
        ("Ncontext_sparse", "int", Ncontext_sparse, 0), ("Ncontext_dense", "int", Ncontext_dense, 0),
        ("Nfeature_list_sparse", "int", Nfeature_list_sparse, 0),
        ("Nfeature_list_dense", "int", Nfeature_list_dense, 0),
        ("context_sparse_types", "list(type)", context_sparse_types, ()),
        ("feature_list_dense_types", "list(type)", feature_list_dense_types, ()),
        ("context_dense_shapes", "list(shape)", context_dense_shapes, ()),
        ("feature_list_sparse_types", "list(type)", feature_list_sparse_types, ()),
        ("feature_list_dense_shapes", "list(shape)", feature_list_dense_shapes, ())],
        ["*=int64:Ncontext_sparse", "**context_sparse_types", "*=int64:Ncontext_sparse", "**Tcontext_dense",
        "*=int64:Nfeature_list_sparse", "**feature_list_sparse_types", "*=int64:Nfeature_list_sparse",
        "**feature_list_dense_types", "*=int64:Nfeature_list_dense"], name))


class ParseSequenceExampleV2Outputs(NamedTuple):
    context_sparse_indices: list[Output]
    context_sparse_values: list[Output]
    context_sparse_shapes: list[Output]
    context_dense_values: list[Output]
    context_ragged_values: list[Output]
    context_ragged_row_splits: list[Output]
    feature_list_sparse_indices: list[Output]
    feature_list_sparse_values: list[Output]
    feature_list_sparse_shapes: list[Output]
    feature_list_dense_values: list[Output]
    feature_list_dense_lengths: list[Output]
    feature_list_ragged_values: list[Output]
    feature_list_ragged_outer_splits: list[Output]
    feature_list_ragged_inner_splits: list[Output]


def parse_sequence_example_v2(serialized: TensorLike, debug_name: TensorLike, context_sparse_keys: TensorLike,
                              context_dense_keys: TensorLike, context_ragged_keys: TensorLike,
                              feature_list_sparse_keys: TensorLike, feature_list_dense_keys: TensorLike,
                              feature_list_ragged_keys: TensorLike,
                              feature_list_dense_missing_assumed_empty: TensorLike,
                              context_dense_defaults: Sequence[TensorLike], *, Ncontext_sparse: int = 0,
                              context_sparse_types: Sequence[DTypeLike] = (),
                              context_ragged_value_types: Sequence[DTypeLike] = (),
                              context_ragged_split_types: Sequence[DTypeLike] = (),
                              context_dense_shapes: Sequence[ShapeLike] = (), Nfeature_list_sparse: int = 0,
                              Nfeature_list_dense: int = 0,
                              feature_list_dense_types: Sequence[DTypeLike] = (),
                              feature_list_sparse_types: Sequence[DTypeLike] = (),
                              feature_list_ragged_value_types: Sequence[DTypeLike] = (),
                              feature_list_ragged_split_types: Sequence[DTypeLike] = (),
                              feature_list_dense_shapes: Sequence[ShapeLike] = (),
                              name: str = "") -> ParseSequenceExampleV2Outputs:
    """As ParseSequenceExample, with ragged features too. Shapes: a scalar is one SequenceExample, whose
    tensors have no dimension for rows and whose row splits are 0; keys are vectors,
    feature_list_dense_missing_assumed_empty has an entry for each dense list. Errors: as
    ParseSequenceExample.
    """
    return ParseSequenceExampleV2Outputs(*build("ParseSequenceExampleV2", [(serialized, "=string"),
        (debug_name, "=string"), (context_sparse_keys, "=string"), (context_dense_keys, "=string"),
        (context_ragged_keys, "=string"), (feature_list_sparse_keys, "=string"),
        (feature_list_dense_keys, "=string"), (feature_list_ragged_keys, "=string"),
        (feature_list_dense_missing_assumed_empty, "=bool"), (context_dense_defaults, "**Tcontext_dense")],
        [("Ncontext_sparse", "int", Ncontext_sparse, 0),
        ("context_sparse_types", "list(type)", context_sparse_types, ()),
        ("context_ragged_value_types", "list(type)", context_ragged_value_types, ()),
        ("context_ragged_split_types", "list(type)", context_ragged_split_types, ()),
        ("context_dense_shapes", "list(shape)", context_dense_shapes, ()),
        ("Nfeature_list_sparse", "int", Nfeature_list_sparse, 0),
        ("Nfeature_list_dense", "int", Nfeature_list_dense, 0),
        ("feature_list_dense_types", "list(type)", feature_list_dense_types, ()),
        ("feature_list_sparse_types", "list(type)", feature_list_sparse_types, ()),
        ("feature_list_ragged_value_types", "list(type)", feature_list_ragged_value_types, ()),
        ("feature_list_ragged_split_types", "list(type)", feature_list_ragged_split_types, ()),
        ("feature_list_dense_shapes", "list(shape)", feature_list_dense_shapes, ())],
        ["*=int64:Ncontext_sparse", "**context_sparse_types", "*=int64:Ncontext_sparse", "**Tcontext_dense",
        "**context_ragged_value_types", "**context_ragged_split_types", "*=int64:Nfeature_list_sparse",
        "**feature_list_sparse_types", "*=int64:Nfeature_list_sparse", "**feature_list_dense_types",
        "*=int64:Nfeature_list_dense", "**feature_list_ragged_value_types",
        "**feature_list_ragged_split_types", "**feature_list_ragged_split_types"], name))


class ParseSingleExampleOutputs(NamedTuple):
    sparse_indices: list[Output]
    sparse_values: list[Output]
    sparse_shapes: list[Output]
    dense_values: list[Output]


def parse_single_example(serialized: TensorLike, dense_defaults: Sequence[TensorLike], num_sparse: int,
                         sparse_keys: Sequence[str | bytes], dense_keys: Sequence[str | bytes],
                         sparse_types: Sequence[DTypeLike], dense_shapes: Sequence[ShapeLike], *,
                         name: str = "") -> ParseSingleExampleOutputs:
    """As ParseExampleV2 of a scalar, with keys as attrs. Shapes: serialized is a scalar. Errors: as
    ParseExample.
    """
    return ParseSingleExampleOutputs(*build("ParseSingleExample", [(serialized, "=string"),
        (dense_defaults, "**Tdense")], [("num_sparse", "int", num_sparse),
        ("sparse_keys", "list(string)", sparse_keys), ("dense_keys", "list(string)", dense_keys),
        ("sparse_types", "list(type)", sparse_types), ("dense_shapes", "list(shape)", dense_shapes)],
        ["*=int64:num_sparse", "**sparse_types", "*=int64:num_sparse", "**Tdense"], name))


class ParseSingleSequenceExampleOutputs(NamedTuple):
    context_sparse_indices: list[Output]
    context_sparse_values: list[Output]
    context_sparse_shapes: list[Output]
    context_dense_values: list[Output]
    feature_list_sparse_indices: list[Output]
    feature_list_sparse_values: list[Output]
    feature_list_sparse_shapes: list[Output]
    feature_list_dense_values: list[Output]


def parse_single_sequence_example(serialized: TensorLike,
                                  feature_list_dense_missing_assumed_empty: TensorLike,
                                  context_sparse_keys: Sequence[TensorLike],
                                  context_dense_keys: Sequence[TensorLike],
                                  feature_list_sparse_keys: Sequence[TensorLike],
                                  feature_list_dense_keys: Sequence[TensorLike],
                                  context_dense_defaults: Sequence[TensorLike], debug_name: TensorLike, *,
                                  context_sparse_types: Sequence[DTypeLike] = (),
                                  feature_list_dense_types: Sequence[DTypeLike] = (),
                                  context_dense_shapes: Sequence[ShapeLike] = (),
                                  feature_list_sparse_types: Sequence[DTypeLike] = (),
                                  feature_list_dense_shapes: Sequence[ShapeLike] = (),
                                  name: str = "") -> ParseSingleSequenceExampleOutputs:
    """Parses one SequenceExample, as ParseSequenceExample, without a dimension for rows and without lengths.
    Shapes: serialized, the keys and debug_name are scalars. Errors: as ParseSequenceExample.
    """
    return ParseSingleSequenceExampleOutputs(*build("ParseSingleSequenceExample", [(serialized, "=string"),
        (feature_list_dense_missing_assumed_empty, "=string"),
        (context_sparse_keys, "*=string:Ncontext_sparse"), (context_dense_keys, "*=string:Ncontext_dense"),
        (feature_list_sparse_keys, "*=string:Nfeature_list_sparse"),
        (feature_list_dense_keys, "*=string:Nfeature_list_dense"),
        (context_dense_defaults, "**Tcontext_dense"), (debug_name, "=string")],
        [("context_sparse_types", "list(type)", context_sparse_types, ()),
        ("feature_list_dense_types", "list(type)", feature_list_dense_types, ()),
        ("context_dense_shapes", "list(shape)", context_dense_shapes, ()),
        ("feature_list_sparse_types", "list(type)", feature_list_sparse_types, ()),
        ("feature_list_dense_shapes", "list(shape)", feature_list_dense_shapes, ())],
        ["*=int64:Ncontext_sparse", "**context_sparse_types", "*=int64:Ncontext_sparse", "**Tcontext_dense",
        "*=int64:Nfeature_list_sparse", "**feature_list_sparse_types", "*=int64:Nfeature_list_sparse",
        "**feature_list_dense_types"], name))


def parse_tensor(serialized: TensorLike, out_type: DTypeLike, *, name: str = "") -> Output:
    """The tensor whose TensorProto the bytes are. Shapes: serialized is a scalar. Errors: INVALID_ARGUMENT
    for bytes that are none, or one of another type.
    """
    return build("ParseTensor", [(serialized, "=string")], [("out_type", "type", out_type)], "out_type", name)


def partitioned_call(args: Sequence[TensorLike], Tout: Sequence[DTypeLike], f: str, *,
                     config: str | bytes = "", config_proto: str | bytes = "",
                     executor_type: str | bytes = "", name: str = "") -> list[Output]:
    """Gives the results of the function f, which has no effects. Errors: INVALID_ARGUMENT if f's signature is
    not Tin -> Tout; NOT_FOUND if the graph has no f.
    """
    return build("PartitionedCall", [(args, "**Tin")], [("Tout", "list(type)", Tout), ("f", "func", f),
        ("config", "string", config, ""), ("config_proto", "string", config_proto, ""),
        ("executor_type", "string", executor_type, "")], ["**Tout"], name)


def placeholder(dtype: DTypeLike, *, shape: ShapeLike = None, name: str = "") -> Output:
    """Stands for a tensor that every run feeds. Shapes: what is fed must fit `shape`. Errors:
    INVALID_ARGUMENT if it is needed and not fed.
    """
    return build("Placeholder", [], [("dtype", "type", dtype), ("shape", "shape", shape, None)], "dtype",
        name)


def placeholder_with_default(input: TensorLike, shape: ShapeLike, *, name: str = "") -> Output:
    """Passes input on unless a run feeds something else. Shapes: input and what is fed must fit `shape`.
    """
    return build("PlaceholderWithDefault", [(input, "dtype")], [("shape", "shape", shape)], "dtype", name)


def polygamma(a: TensorLike, x: TensorLike, *, name: str = "") -> Output:
    """Gives derivative a of Digamma at x; NaN unless a is a whole number from 0. Shapes: a and x broadcast
    against each other. Source: Abramowitz & Stegun 1964, 6.4.

    Types of a, x: float, double.
    """
    return build("Polygamma", [(a, "T"), (x, "T")], [], "T", name)


def pow(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x to the power of y, element by element. Shapes: x and y broadcast against each other. Errors:
    INVALID_ARGUMENT for an integer to a negative power.

    Types of x, y: bfloat16, float, half, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Pow", [(x, "T"), (y, "T")], [], "T", name)


def prefetch_dataset(input_dataset: TensorLike, buffer_size: TensorLike, output_types: Sequence[DTypeLike],
                     output_shapes: Sequence[ShapeLike], *, slack_period: int = 0,
                     legacy_autotune: bool = True, buffer_size_min: int = 0, metadata: str | bytes = "",
                     name: str = "") -> Output:
    """Gives a dataset of the same elements, buffer_size of which are made ahead of their consumer (-1: the
    runtime chooses).
    """
    return build("PrefetchDataset", [(input_dataset, "=variant"), (buffer_size, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("slack_period", "int", slack_period, 0), ("legacy_autotune", "bool", legacy_autotune, True),
        ("buffer_size_min", "int", buffer_size_min, 0), ("metadata", "string", metadata, "")], "=variant",
        name)


def prevent_gradient(input: TensorLike, *, message: str | bytes = "", name: str = "") -> Output:
    """Passes input on; asking for a gradient through it is an error that shows `message`. Shapes: output is
    like input.
    """
    return build("PreventGradient", [(input, "T")], [("message", "string", message, "")], "T", name)


def print(input: TensorLike, data: Sequence[TensorLike], *, message: str | bytes = "", first_n: int = -1,
          summarize: int = 3, name: str = "") -> Output:
    """Hands input on and writes message and the data to the standard error output, of each value the first
    summarize elements (all, below 0). first_n: how many times at most; any number of times below 0. Shapes:
    output is like input.
    """
    return build("Print", [(input, "T"), (data, "**U")], [("message", "string", message, ""),
        ("first_n", "int", first_n, -1), ("summarize", "int", summarize, 3)], "T", name)


def print_v2(input: TensorLike, *, output_stream: str | bytes = "stderr", end: str | bytes = "\n",
             name: str = "") -> Node:
    """Writes input and end to output_stream: stdout, stderr, or log(info), log(warning) and log(error), which
    are the standard error output. Shapes: input is a scalar. Errors: UNIMPLEMENTED for another stream.
    """
    return build("PrintV2", [(input, "=string")], [("output_stream", "string", output_stream, "stderr"),
        ("end", "string", end, "\n")], None, name)


def priority_queue(shapes: Sequence[ShapeLike], *, component_types: Sequence[DTypeLike] = (),
                   capacity: int = -1, container: str | bytes = "", shared_name: str | bytes = "",
                   name: str = "") -> Output:
    """Gives the handle of a queue whose elements have an int64 scalar, their priority, before the given
    components; the least comes out first.
    """
    return build("PriorityQueue", [], [("shapes", "list(shape)", shapes),
        ("component_types", "list(type)", component_types, ()), ("capacity", "int", capacity, -1),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def priority_queue_v2(shapes: Sequence[ShapeLike], *, component_types: Sequence[DTypeLike] = (),
                      capacity: int = -1, container: str | bytes = "", shared_name: str | bytes = "",
                      name: str = "") -> Output:
    """Gives the handle of a queue whose elements have an int64 scalar, their priority, before the given
    components; the least comes out first.
    """
    return build("PriorityQueueV2", [], [("shapes", "list(shape)", shapes),
        ("component_types", "list(type)", component_types, ()), ("capacity", "int", capacity, -1),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def private_thread_pool_dataset(input_dataset: TensorLike, num_threads: TensorLike,
                                output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                                name: str = "") -> Output:
    """Gives the same dataset, which uses the threads of the runtime."""
    return build("PrivateThreadPoolDataset", [(input_dataset, "=variant"), (num_threads, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def prod(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
         name: str = "") -> Output:
    """Multiplies over the given axes; an empty axis gives 1. Shapes and errors: as Sum.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of reduction_indices: int32, int64.
    """
    return build("Prod", [(input, "T"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "T", name)


def py_func(input: Sequence[TensorLike], token: str | bytes, Tout: Sequence[DTypeLike], *,
            name: str = "") -> list[Output]:
    """Gives what the host program's function for the token makes of the inputs, whatever its shapes. Errors:
    UNIMPLEMENTED where none is registered; INVALID_ARGUMENT for other types than Tout; those of the function.
    """
    return build("PyFunc", [(input, "**Tin")], [("token", "string", token), ("Tout", "list(type)", Tout)],
        ["**Tout"], name)


def py_func_stateless(input: Sequence[TensorLike], token: str | bytes, Tout: Sequence[DTypeLike], *,
                      name: str = "") -> list[Output]:
    """As PyFunc, of a function without side effects. It runs in every step that needs it."""
    return build("PyFuncStateless", [(input, "**Tin")], [("token", "string", token),
        ("Tout", "list(type)", Tout)], ["**Tout"], name)


class QrOutputs(NamedTuple):
    q: Output
    r: Output


def qr(input: TensorLike, *, full_matrices: bool = False, name: str = "") -> QrOutputs:
    """Gives unitary q and upper triangles r whose products are the matrices, by Householder's reflections.
    Shapes: input is [..., m, n]; q is [..., m, k], r [..., k, n], where k is m with full_matrices, else the
    least of m and n.

    Types of input: double, float, half, complex64, complex128.
    """
    return QrOutputs(*build("Qr", [(input, "T")], [("full_matrices", "bool", full_matrices, False)], ["T",
        "T"], name))


def quantize_and_dequantize(input: TensorLike, *, signed_input: bool = True, num_bits: int = 8,
                            range_given: bool = False, input_min: float = 0.0, input_max: float = 0.0,
                            name: str = "") -> Output:
    """QuantizeAndDequantizeV2 with a range of attrs.

    Types of input: half, bfloat16, float, double.
    """
    return build("QuantizeAndDequantize", [(input, "T")], [("signed_input", "bool", signed_input, True),
        ("num_bits", "int", num_bits, 8), ("range_given", "bool", range_given, False),
        ("input_min", "float", input_min, 0.0), ("input_max", "float", input_max, 0.0)], "T", name)


def quantize_and_dequantize_v2(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *,
                               signed_input: bool = True, num_bits: int = 8, range_given: bool = False,
                               round_mode: Literal["HALF_TO_EVEN", "HALF_UP"] = "HALF_TO_EVEN",
                               narrow_range: bool = False, axis: int = -1, name: str = "") -> Output:
    """Rounds input to the grid of integers of num_bits that covers the range [input_min, input_max], or the
    input's own unless range_given, and holds 0; what is outside of the range goes to its ends. Shapes: output
    is like input; ranges are scalars or, with an axis, vectors along it. Its gradient is that of the
    identity. Errors: INVALID_ARGUMENT for num_bits out of range.

    Types of input, input_min, input_max: half, bfloat16, float, double.
    """
    return build("QuantizeAndDequantizeV2", [(input, "T"), (input_min, "T"), (input_max, "T")],
        [("signed_input", "bool", signed_input, True), ("num_bits", "int", num_bits, 8),
        ("range_given", "bool", range_given, False), ("round_mode", "string", round_mode, "HALF_TO_EVEN"),
        ("narrow_range", "bool", narrow_range, False), ("axis", "int", axis, -1)], "T", name)


def quantize_and_dequantize_v3(input: TensorLike, input_min: TensorLike, input_max: TensorLike,
                               num_bits: TensorLike, *, signed_input: bool = True, range_given: bool = True,
                               narrow_range: bool = False, axis: int = -1, name: str = "") -> Output:
    """QuantizeAndDequantizeV2 with num_bits, a scalar, as an input; it rounds halves to even.

    Types of input, input_min, input_max: half, bfloat16, float, double.
    """
    return build("QuantizeAndDequantizeV3", [(input, "T"), (input_min, "T"), (input_max, "T"),
        (num_bits, "=int32")], [("signed_input", "bool", signed_input, True),
        ("range_given", "bool", range_given, True), ("narrow_range", "bool", narrow_range, False),
        ("axis", "int", axis, -1)], "T", name)


def quantize_and_dequantize_v4(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *,
                               signed_input: bool = True, num_bits: int = 8, range_given: bool = False,
                               round_mode: Literal["HALF_TO_EVEN", "HALF_UP"] = "HALF_TO_EVEN",
                               narrow_range: bool = False, axis: int = -1, name: str = "") -> Output:
    """QuantizeAndDequantizeV2 with a gradient that is 0 outside of the range.

    Types of input, input_min, input_max: half, bfloat16, float, double.
    """
    return build("QuantizeAndDequantizeV4", [(input, "T"), (input_min, "T"), (input_max, "T")],
        [("signed_input", "bool", signed_input, True), ("num_bits", "int", num_bits, 8),
        ("range_given", "bool", range_given, False), ("round_mode", "string", round_mode, "HALF_TO_EVEN"),
        ("narrow_range", "bool", narrow_range, False), ("axis", "int", axis, -1)], "T", name)


class QuantizeAndDequantizeV4GradOutputs(NamedTuple):
    input_backprop: Output
    input_min_backprop: Output
    input_max_backprop: Output


def quantize_and_dequantize_v4_grad(gradients: TensorLike, input: TensorLike, input_min: TensorLike,
                                    input_max: TensorLike, *, axis: int = -1,
                                    name: str = "") -> QuantizeAndDequantizeV4GradOutputs:
    """Gives the gradient of QuantizeAndDequantizeV4: gradients where input is in [input_min, input_max], 0
    elsewhere and for the ranges. Shapes: gradients is like input.

    Types of gradients, input, input_min, input_max: half, bfloat16, float, double.
    """
    return QuantizeAndDequantizeV4GradOutputs(*build("QuantizeAndDequantizeV4Grad", [(gradients, "T"),
        (input, "T"), (input_min, "T"), (input_max, "T")], [("axis", "int", axis, -1)], ["T", "T", "T"],
        name))


class QuantizeDownAndShrinkRangeOutputs(NamedTuple):
    output: Output
    output_min: Output
    output_max: Output


def quantize_down_and_shrink_range(input: TensorLike, input_min: TensorLike, input_max: TensorLike,
                                   out_type: DTypeLike, *,
                                   name: str = "") -> QuantizeDownAndShrinkRangeOutputs:
    """Requantize to the range that RequantizationRange gives. Shapes: output is like input, ranges are
    scalars.

    Types of input: qint8, quint8, qint32, qint16, quint16.
    Types of out_type: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizeDownAndShrinkRangeOutputs(*build("QuantizeDownAndShrinkRange", [(input, "Tinput"),
        (input_min, "=float"), (input_max, "=float")], [("out_type", "type", out_type)], ["out_type",
        "=float", "=float"], name))


class QuantizeV2Outputs(NamedTuple):
    output: Output
    output_min: Output
    output_max: Output


def quantize_v2(input: TensorLike, min_range: TensorLike, max_range: TensorLike, T: DTypeLike, *,
                mode: Literal["MIN_COMBINED", "MIN_FIRST", "SCALED"] = "MIN_COMBINED",
                round_mode: Literal["HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"] = "HALF_AWAY_FROM_ZERO",
                narrow_range: bool = False, axis: int = -1, ensure_minimum_range: float = 0.01,
                name: str = "") -> QuantizeV2Outputs:
    """Converts input to T, whose numbers stand for those of a range that holds min_range, max_range and 0;
    output_min and output_max say which. Shapes: output is like input, the rest are scalars, or vectors along
    an axis.

    Types of T: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizeV2Outputs(*build("QuantizeV2", [(input, "=float"), (min_range, "=float"),
        (max_range, "=float")], [("T", "type", T), ("mode", "string", mode, "MIN_COMBINED"),
        ("round_mode", "string", round_mode, "HALF_AWAY_FROM_ZERO"), ("narrow_range", "bool", narrow_range,
        False), ("axis", "int", axis, -1), ("ensure_minimum_range", "float", ensure_minimum_range, 0.01)],
        ["T", "=float", "=float"], name))


class QuantizedAddOutputs(NamedTuple):
    z: Output
    min_z: Output
    max_z: Output


def quantized_add(x: TensorLike, y: TensorLike, min_x: TensorLike, max_x: TensorLike, min_y: TensorLike,
                  max_y: TensorLike, *, Toutput: DTypeLike = "qint32", name: str = "") -> QuantizedAddOutputs:
    """Gives x + y. Shapes: x and y broadcast against each other, ranges are scalars.

    Types of x: qint8, quint8, qint32, qint16, quint16.
    Types of y: qint8, quint8, qint32, qint16, quint16.
    Types of Toutput: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedAddOutputs(*build("QuantizedAdd", [(x, "T1"), (y, "T2"), (min_x, "=float"),
        (max_x, "=float"), (min_y, "=float"), (max_y, "=float")], [("Toutput", "type", Toutput, "qint32")],
        ["Toutput", "=float", "=float"], name))


class QuantizedAvgPoolOutputs(NamedTuple):
    output: Output
    min_output: Output
    max_output: Output


def quantized_avg_pool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int],
                       strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                       name: str = "") -> QuantizedAvgPoolOutputs:
    """Gives means over windows over images [batch,rows,columns,channels], without their padding; halves
    become even.

    Types of input: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedAvgPoolOutputs(*build("QuantizedAvgPool", [(input, "T"), (min_input, "=float"),
        (max_input, "=float")], [("ksize", "list(int)", ksize), ("strides", "list(int)", strides),
        ("padding", "string", padding)], ["T", "=float", "=float"], name))


class QuantizedBiasAddOutputs(NamedTuple):
    output: Output
    min_out: Output
    max_out: Output


def quantized_bias_add(input: TensorLike, bias: TensorLike, min_input: TensorLike, max_input: TensorLike,
                       min_bias: TensorLike, max_bias: TensorLike, out_type: DTypeLike, *,
                       name: str = "") -> QuantizedBiasAddOutputs:
    """Adds bias along the last dimension. Shapes: bias is as long as it, ranges are scalars.

    Types of input: qint8, quint8, qint32, qint16, quint16.
    Types of bias: qint8, quint8, qint32, qint16, quint16.
    Types of out_type: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedBiasAddOutputs(*build("QuantizedBiasAdd", [(input, "T1"), (bias, "T2"),
        (min_input, "=float"), (max_input, "=float"), (min_bias, "=float"), (max_bias, "=float")],
        [("out_type", "type", out_type)], ["out_type", "=float", "=float"], name))


class QuantizedConv2DOutputs(NamedTuple):
    output: Output
    min_output: Output
    max_output: Output


def quantized_conv2d(input: TensorLike, filter: TensorLike, min_input: TensorLike, max_input: TensorLike,
                     min_filter: TensorLike, max_filter: TensorLike, strides: Sequence[int],
                     padding: Literal["SAME", "VALID"], *, out_type: DTypeLike = "qint32",
                     dilations: Sequence[int] = (1, 1, 1, 1), name: str = "") -> QuantizedConv2DOutputs:
    """Convolves images with a filter as Conv2D does. Shapes: input [batch,rows,columns,in], filter
    [rows,columns,in,out], ranges are scalars.

    Types of input: qint8, quint8, qint32, qint16, quint16.
    Types of filter: qint8, quint8, qint32, qint16, quint16.
    Types of out_type: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedConv2DOutputs(*build("QuantizedConv2D", [(input, "Tinput"), (filter, "Tfilter"),
        (min_input, "=float"), (max_input, "=float"), (min_filter, "=float"), (max_filter, "=float")],
        [("strides", "list(int)", strides), ("padding", "string", padding), ("out_type", "type", out_type,
        "qint32"), ("dilations", "list(int)", dilations, (1, 1, 1, 1))], ["out_type", "=float", "=float"],
        name))


class QuantizedMatMulOutputs(NamedTuple):
    out: Output
    min_out: Output
    max_out: Output


def quantized_mat_mul(a: TensorLike, b: TensorLike, min_a: TensorLike, max_a: TensorLike, min_b: TensorLike,
                      max_b: TensorLike, *, Toutput: DTypeLike = "qint32", transpose_a: bool = False,
                      transpose_b: bool = False, Tactivation: DTypeLike = "quint8",
                      name: str = "") -> QuantizedMatMulOutputs:
    """Multiplies matrices, as MatMul does. Shapes: ranges are scalars.

    Types of a: qint8, quint8, qint32, qint16, quint16.
    Types of b: qint8, quint8, qint32, qint16, quint16.
    Types of Toutput: qint8, quint8, qint32, qint16, quint16.
    Types of Tactivation: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedMatMulOutputs(*build("QuantizedMatMul", [(a, "T1"), (b, "T2"), (min_a, "=float"),
        (max_a, "=float"), (min_b, "=float"), (max_b, "=float")], [("Toutput", "type", Toutput, "qint32"),
        ("transpose_a", "bool", transpose_a, False), ("transpose_b", "bool", transpose_b, False),
        ("Tactivation", "type", Tactivation, "quint8")], ["Toutput", "=float", "=float"], name))


class QuantizedMaxPoolOutputs(NamedTuple):
    output: Output
    min_output: Output
    max_output: Output


def quantized_max_pool(input: TensorLike, min_input: TensorLike, max_input: TensorLike, ksize: Sequence[int],
                       strides: Sequence[int], padding: Literal["SAME", "VALID"], *,
                       name: str = "") -> QuantizedMaxPoolOutputs:
    """Gives the largest numbers in windows over images [batch,rows,columns,channels].

    Types of input: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedMaxPoolOutputs(*build("QuantizedMaxPool", [(input, "T"), (min_input, "=float"),
        (max_input, "=float")], [("ksize", "list(int)", ksize), ("strides", "list(int)", strides),
        ("padding", "string", padding)], ["T", "=float", "=float"], name))


class QuantizedMulOutputs(NamedTuple):
    z: Output
    min_z: Output
    max_z: Output


def quantized_mul(x: TensorLike, y: TensorLike, min_x: TensorLike, max_x: TensorLike, min_y: TensorLike,
                  max_y: TensorLike, *, Toutput: DTypeLike = "qint32", name: str = "") -> QuantizedMulOutputs:
    """Gives x * y. Shapes: x and y broadcast against each other, ranges are scalars.

    Types of x: qint8, quint8, qint32, qint16, quint16.
    Types of y: qint8, quint8, qint32, qint16, quint16.
    Types of Toutput: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedMulOutputs(*build("QuantizedMul", [(x, "T1"), (y, "T2"), (min_x, "=float"),
        (max_x, "=float"), (min_y, "=float"), (max_y, "=float")], [("Toutput", "type", Toutput, "qint32")],
        ["Toutput", "=float", "=float"], name))


class QuantizedReluOutputs(NamedTuple):
    activations: Output
    min_activations: Output
    max_activations: Output


def quantized_relu(features: TensorLike, min_features: TensorLike, max_features: TensorLike, *,
                   out_type: DTypeLike = "quint8", name: str = "") -> QuantizedReluOutputs:
    """Gives max(features, 0) in the same range. Shapes: activations is like features, ranges are scalars.

    Types of features: qint8, quint8, qint32, qint16, quint16.
    Types of out_type: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedReluOutputs(*build("QuantizedRelu", [(features, "Tinput"), (min_features, "=float"),
        (max_features, "=float")], [("out_type", "type", out_type, "quint8")], ["out_type", "=float",
        "=float"], name))


class QuantizedRelu6Outputs(NamedTuple):
    activations: Output
    min_activations: Output
    max_activations: Output


def quantized_relu6(features: TensorLike, min_features: TensorLike, max_features: TensorLike, *,
                    out_type: DTypeLike = "quint8", name: str = "") -> QuantizedRelu6Outputs:
    """Gives min(max(features, 0), 6) in the same range. Shapes: activations is like features, ranges are
    scalars.

    Types of features: qint8, quint8, qint32, qint16, quint16.
    Types of out_type: qint8, quint8, qint32, qint16, quint16.
    """
    return QuantizedRelu6Outputs(*build("QuantizedRelu6", [(features, "Tinput"), (min_features, "=float"),
        (max_features, "=float")], [("out_type", "type", out_type, "quint8")], ["out_type", "=float",
        "=float"], name))


class QuantizedReshapeOutputs(NamedTuple):
    output: Output
    output_min: Output
    output_max: Output


def quantized_reshape(tensor: TensorLike, shape: TensorLike, input_min: TensorLike, input_max: TensorLike, *,
                      name: str = "") -> QuantizedReshapeOutputs:
    """Reshape; the range passes. Shapes: as of Reshape, ranges are scalars.

    Types of shape: int32, int64.
    """
    return QuantizedReshapeOutputs(*build("QuantizedReshape", [(tensor, "T"), (shape, "Tshape"),
        (input_min, "=float"), (input_max, "=float")], [], ["T", "=float", "=float"], name))


def queue_close(handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str = "") -> Node:
    """Lets no more elements in; what is in the queue can still be taken out. Waiting enqueues go on, or end
    with CANCELLED if cancel_pending_enqueues is set.
    """
    return build("QueueClose", [(handle, "=resource")],
        [("cancel_pending_enqueues", "bool", cancel_pending_enqueues, False)], None, name)


def queue_close_v2(handle: TensorLike, *, cancel_pending_enqueues: bool = False, name: str = "") -> Node:
    """Lets no more elements in; what is in the queue can still be taken out. Waiting enqueues go on, or end
    with CANCELLED if cancel_pending_enqueues is set.
    """
    return build("QueueCloseV2", [(handle, "=resource")],
        [("cancel_pending_enqueues", "bool", cancel_pending_enqueues, False)], None, name)


def queue_dequeue(handle: TensorLike, component_types: Sequence[DTypeLike], *, timeout_ms: int = -1,
                  name: str = "") -> list[Output]:
    """Takes one element out of the queue, waiting for one. Errors: OUT_OF_RANGE if the queue is closed and
    empty.
    """
    return build("QueueDequeue", [(handle, "=resource")], [("component_types", "list(type)", component_types),
        ("timeout_ms", "int", timeout_ms, -1)], ["**component_types"], name)


def queue_dequeue_many(handle: TensorLike, n: TensorLike, component_types: Sequence[DTypeLike], *,
                       timeout_ms: int = -1, name: str = "") -> list[Output]:
    """Takes n elements out of the queue, waiting for all, and stacks each component along a new dimension 0.
    Shapes: n is a scalar; the queue knows its components' shapes. Errors: OUT_OF_RANGE if the queue is closed
    and holds fewer.
    """
    return build("QueueDequeueMany", [(handle, "=resource"), (n, "=int32")],
        [("component_types", "list(type)", component_types), ("timeout_ms", "int", timeout_ms, -1)],
        ["**component_types"], name)


def queue_dequeue_many_v2(handle: TensorLike, n: TensorLike, component_types: Sequence[DTypeLike], *,
                          timeout_ms: int = -1, name: str = "") -> list[Output]:
    """Takes n elements out of the queue, waiting for all, and stacks each component along a new dimension 0.
    Shapes: n is a scalar; the queue knows its components' shapes. Errors: OUT_OF_RANGE if the queue is closed
    and holds fewer.
    """
    return build("QueueDequeueManyV2", [(handle, "=resource"), (n, "=int32")],
        [("component_types", "list(type)", component_types), ("timeout_ms", "int", timeout_ms, -1)],
        ["**component_types"], name)


def queue_dequeue_up_to(handle: TensorLike, n: TensorLike, component_types: Sequence[DTypeLike], *,
                        timeout_ms: int = -1, name: str = "") -> list[Output]:
    """As QueueDequeueMany, but takes what is left if the queue is closed and holds fewer than n. Errors:
    OUT_OF_RANGE if it is closed and empty.
    """
    return build("QueueDequeueUpTo", [(handle, "=resource"), (n, "=int32")],
        [("component_types", "list(type)", component_types), ("timeout_ms", "int", timeout_ms, -1)],
        ["**component_types"], name)


def queue_dequeue_up_to_v2(handle: TensorLike, n: TensorLike, component_types: Sequence[DTypeLike], *,
                           timeout_ms: int = -1, name: str = "") -> list[Output]:
    """As QueueDequeueMany, but takes what is left if the queue is closed and holds fewer than n. Errors:
    OUT_OF_RANGE if it is closed and empty.
    """
    return build("QueueDequeueUpToV2", [(handle, "=resource"), (n, "=int32")],
        [("component_types", "list(type)", component_types), ("timeout_ms", "int", timeout_ms, -1)],
        ["**component_types"], name)


def queue_dequeue_v2(handle: TensorLike, component_types: Sequence[DTypeLike], *, timeout_ms: int = -1,
                     name: str = "") -> list[Output]:
    """Takes one element out of the queue, waiting for one. Errors: OUT_OF_RANGE if the queue is closed and
    empty.
    """
    return build("QueueDequeueV2", [(handle, "=resource")],
        [("component_types", "list(type)", component_types), ("timeout_ms", "int", timeout_ms, -1)],
        ["**component_types"], name)


def queue_enqueue(handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1,
                  name: str = "") -> Node:
    """Puts one element into the queue, waiting for room. Errors: CANCELLED if the queue is closed;
    INVALID_ARGUMENT for other types or shapes.
    """
    return build("QueueEnqueue", [(handle, "=resource"), (components, "**Tcomponents")],
        [("timeout_ms", "int", timeout_ms, -1)], None, name)


def queue_enqueue_many(handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1,
                       name: str = "") -> Node:
    """Puts the slices of the components along dimension 0 into the queue, one by one. Shapes: all components
    have the same first dimension. Errors: as QueueEnqueue.
    """
    return build("QueueEnqueueMany", [(handle, "=resource"), (components, "**Tcomponents")],
        [("timeout_ms", "int", timeout_ms, -1)], None, name)


def queue_enqueue_many_v2(handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1,
                          name: str = "") -> Node:
    """Puts the slices of the components along dimension 0 into the queue, one by one. Shapes: all components
    have the same first dimension. Errors: as QueueEnqueue.
    """
    return build("QueueEnqueueManyV2", [(handle, "=resource"), (components, "**Tcomponents")],
        [("timeout_ms", "int", timeout_ms, -1)], None, name)


def queue_enqueue_v2(handle: TensorLike, components: Sequence[TensorLike], *, timeout_ms: int = -1,
                     name: str = "") -> Node:
    """Puts one element into the queue, waiting for room. Errors: CANCELLED if the queue is closed;
    INVALID_ARGUMENT for other types or shapes.
    """
    return build("QueueEnqueueV2", [(handle, "=resource"), (components, "**Tcomponents")],
        [("timeout_ms", "int", timeout_ms, -1)], None, name)


def queue_is_closed(handle: TensorLike, *, name: str = "") -> Output:
    """Tells whether the queue was closed. Shapes: is_closed is a scalar."""
    return build("QueueIsClosed", [(handle, "=resource")], [], "=bool", name)


def queue_is_closed_v2(handle: TensorLike, *, name: str = "") -> Output:
    """Tells whether the queue was closed. Shapes: is_closed is a scalar."""
    return build("QueueIsClosedV2", [(handle, "=resource")], [], "=bool", name)


def queue_size(handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of elements in the queue. Shapes: size is a scalar."""
    return build("QueueSize", [(handle, "=resource")], [], "=int32", name)


def queue_size_v2(handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of elements in the queue. Shapes: size is a scalar."""
    return build("QueueSizeV2", [(handle, "=resource")], [], "=int32", name)


def rfft(input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = "complex64",
         name: str = "") -> Output:
    """Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft_length, over as
    many of the last dimensions as it has entries; of the last dimension the half that says all. Shapes:
    fft_length is a vector, the last dimension of output is fft_length[-1] / 2 + 1. Errors: INVALID_ARGUMENT
    for an input that is shorter than fft_length, and unless Tcomplex is the complex type of Treal.

    Types of input: float, double.
    Types of Tcomplex: complex64, complex128.
    """
    return build("RFFT", [(input, "Treal"), (fft_length, "=int32")], [("Tcomplex", "type", Tcomplex,
        "complex64")], "Tcomplex", name)


def rfft2d(input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = "complex64",
           name: str = "") -> Output:
    """Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft_length, over as
    many of the last dimensions as it has entries; of the last dimension the half that says all. Shapes:
    fft_length is a vector, the last dimension of output is fft_length[-1] / 2 + 1. Errors: INVALID_ARGUMENT
    for an input that is shorter than fft_length, and unless Tcomplex is the complex type of Treal.

    Types of input: float, double.
    Types of Tcomplex: complex64, complex128.
    """
    return build("RFFT2D", [(input, "Treal"), (fft_length, "=int32")], [("Tcomplex", "type", Tcomplex,
        "complex64")], "Tcomplex", name)


def rfft3d(input: TensorLike, fft_length: TensorLike, *, Tcomplex: DTypeLike = "complex64",
           name: str = "") -> Output:
    """Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft_length, over as
    many of the last dimensions as it has entries; of the last dimension the half that says all. Shapes:
    fft_length is a vector, the last dimension of output is fft_length[-1] / 2 + 1. Errors: INVALID_ARGUMENT
    for an input that is shorter than fft_length, and unless Tcomplex is the complex type of Treal.

    Types of input: float, double.
    Types of Tcomplex: complex64, complex128.
    """
    return build("RFFT3D", [(input, "Treal"), (fft_length, "=int32")], [("Tcomplex", "type", Tcomplex,
        "complex64")], "Tcomplex", name)


def rgb_to_hsv(images: TensorLike, *, name: str = "") -> Output:
    """Gives hue, saturation and value of colours in red, green and blue, all in [0,1]. Shapes: images is
    [...,3], output like it. Errors: INVALID_ARGUMENT for another number of channels.

    Types of images: half, bfloat16, float, double.
    """
    return build("RGBToHSV", [(images, "T")], [], "T", name)


def ragged_bincount(splits: TensorLike, values: TensorLike, size: TensorLike, weights: TensorLike, *,
                    binary_output: bool = False, name: str = "") -> Output:
    """As DenseBincount, of the rows of a ragged tensor. Shapes: splits is [rows + 1], values [n], size a
    scalar, weights like values or empty; output is [rows, size]. Errors: INVALID_ARGUMENT for a value below
    0, and splits that fall or do not go from 0 to n.

    Types of values, size: int32, int64.
    Types of weights: int32, int64, float, double.
    """
    return build("RaggedBincount", [(splits, "=int64"), (values, "Tidx"), (size, "Tidx"), (weights, "T")],
        [("binary_output", "bool", binary_output, False)], "T", name)


class RaggedCountSparseOutputOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_dense_shape: Output


def ragged_count_sparse_output(splits: TensorLike, values: TensorLike, weights: TensorLike,
                               binary_output: bool, *, minlength: int = -1, maxlength: int = -1,
                               name: str = "") -> RaggedCountSparseOutputOutputs:
    """As DenseCountSparseOutput, of the rows of a ragged tensor. Shapes: splits is [rows + 1], at least one
    row, values [n], weights like values or empty.

    Types of values: int32, int64.
    Types of weights: int32, int64, float, double.
    """
    return RaggedCountSparseOutputOutputs(*build("RaggedCountSparseOutput", [(splits, "=int64"),
        (values, "T"), (weights, "output_type")], [("binary_output", "bool", binary_output),
        ("minlength", "int", minlength, -1), ("maxlength", "int", maxlength, -1)], ["=int64", "output_type",
        "=int64"], name))


class RaggedGatherOutputs(NamedTuple):
    output_nested_splits: list[Output]
    output_dense_values: Output


def ragged_gather(params_nested_splits: Sequence[TensorLike], params_dense_values: TensorLike,
                  indices: TensorLike, OUTPUT_RAGGED_RANK: int, *, name: str = "") -> RaggedGatherOutputs:
    """Takes rows of a ragged tensor. Shapes: OUTPUT_RAGGED_RANK is PARAMS_RAGGED_RANK and the rank of indices
    together, less 1. Errors: INVALID_ARGUMENT for an index out of range, or splits that do not fit.

    Types of indices: int32, int64.
    Types of params_nested_splits: int32, int64.
    """
    return RaggedGatherOutputs(*build("RaggedGather", [(params_nested_splits, "*Tsplits:PARAMS_RAGGED_RANK"),
        (params_dense_values, "Tvalues"), (indices, "Tindices")],
        [("OUTPUT_RAGGED_RANK", "int", OUTPUT_RAGGED_RANK)], ["*Tsplits:OUTPUT_RAGGED_RANK", "Tvalues"],
        name))


class RaggedRangeOutputs(NamedTuple):
    rt_nested_splits: Output
    rt_dense_values: Output


def ragged_range(starts: TensorLike, limits: TensorLike, deltas: TensorLike, *, Tsplits: DTypeLike = "int64",
                 name: str = "") -> RaggedRangeOutputs:
    """Gives a range for each row, as Range does. Shapes: vectors of one length, or scalars, which are
    repeated. Errors: INVALID_ARGUMENT for a delta of 0.

    Types of starts, limits, deltas: bfloat16, float, double, int32, int64.
    Types of Tsplits: int32, int64.
    """
    return RaggedRangeOutputs(*build("RaggedRange", [(starts, "T"), (limits, "T"), (deltas, "T")],
        [("Tsplits", "type", Tsplits, "int64")], ["Tsplits", "T"], name))


class RaggedTensorFromVariantOutputs(NamedTuple):
    output_nested_splits: list[Output]
    output_dense_values: Output


def ragged_tensor_from_variant(encoded_ragged: TensorLike, input_ragged_rank: int, output_ragged_rank: int,
                               Tvalues: DTypeLike, *, Tsplits: DTypeLike = "int64",
                               name: str = "") -> RaggedTensorFromVariantOutputs:
    """Gives the ragged tensor that a variant is, or one whose outer dimensions are those of encoded_ragged
    and whose rows are its elements. Shapes: output_ragged_rank is input_ragged_rank and the rank of
    encoded_ragged together; an input_ragged_rank of -1 is what is left. Errors: INVALID_ARGUMENT for elements
    of other types or ranks.

    Types of Tsplits: int32, int64.
    """
    return RaggedTensorFromVariantOutputs(*build("RaggedTensorFromVariant", [(encoded_ragged, "=variant")],
        [("input_ragged_rank", "int", input_ragged_rank), ("output_ragged_rank", "int", output_ragged_rank),
        ("Tvalues", "type", Tvalues), ("Tsplits", "type", Tsplits, "int64")], ["*Tsplits:output_ragged_rank",
        "Tvalues"], name))


class RaggedTensorToSparseOutputs(NamedTuple):
    sparse_indices: Output
    sparse_values: Output
    sparse_dense_shape: Output


def ragged_tensor_to_sparse(rt_nested_splits: Sequence[TensorLike], rt_dense_values: TensorLike, *,
                            name: str = "") -> RaggedTensorToSparseOutputs:
    """Gives a ragged tensor as a sparse one, with a place for every element of rt_dense_values. Shapes:
    splits are vectors; the rank is that of the ragged tensor. Errors: INVALID_ARGUMENT for splits that do not
    fit.

    Types of rt_nested_splits: int32, int64.
    """
    return RaggedTensorToSparseOutputs(*build("RaggedTensorToSparse",
        [(rt_nested_splits, "*Tsplits:RAGGED_RANK"), (rt_dense_values, "T")], [], ["=int64", "T", "=int64"],
        name))


def ragged_tensor_to_tensor(shape: TensorLike, values: TensorLike, default_value: TensorLike,
                            row_partition_tensors: Sequence[TensorLike],
                            row_partition_types: Sequence[str | bytes], *, name: str = "") -> Output:
    """Gives a ragged tensor as a dense one, with default_value where rows end early. row_partition_types say
    what the tensors are: ROW_SPLITS, or FIRST_DIM_SIZE and for each level VALUE_ROWIDS. Shapes: shape gives
    sizes to which rows are cut or filled, -1 for as many as there are; a scalar of -1 says nothing.
    default_value broadcasts to one element of values. Errors: INVALID_ARGUMENT for partitions that do not fit
    each other, and for shapes that do not; UNIMPLEMENTED for other types of partitions.

    Types of row_partition_tensors: int64, int32.
    Types of shape: int64, int32.
    """
    return build("RaggedTensorToTensor", [(shape, "Tshape"), (values, "T"), (default_value, "T"),
        (row_partition_tensors, "*Tindex:num_row_partition_tensors")],
        [("row_partition_types", "list(string)", row_partition_types)], "T", name)


def ragged_tensor_to_variant(rt_nested_splits: Sequence[TensorLike], rt_dense_values: TensorLike,
                             batched_input: bool, *, name: str = "") -> Output:
    """Gives a ragged tensor as a variant, or with batched_input each of its rows as one. Shapes:
    encoded_ragged is a scalar, or a vector with an element for each row. Errors: INVALID_ARGUMENT for splits
    that do not fit.

    Types of rt_nested_splits: int32, int64.
    """
    return build("RaggedTensorToVariant", [(rt_nested_splits, "*Tsplits:RAGGED_RANK"),
        (rt_dense_values, "Tvalues")], [("batched_input", "bool", batched_input)], "=variant", name)


def ragged_tensor_to_variant_gradient(encoded_ragged_grad: TensorLike, row_splits: TensorLike,
                                      dense_values_shape: TensorLike, Tvalues: DTypeLike, *,
                                      name: str = "") -> Output:
    """Gives the gradient of RaggedTensorToVariant for its values: those of the variants one after the other,
    zeros for rows that no gradient reached. Shapes: row_splits are the outermost, or a scalar if there are
    none; dense_values_grad has dense_values_shape. Errors: INVALID_ARGUMENT for variants of other values.

    Types of row_splits: int32, int64.
    """
    return build("RaggedTensorToVariantGradient", [(encoded_ragged_grad, "=variant"), (row_splits, "Tsplits"),
        (dense_values_shape, "=int32")], [("Tvalues", "type", Tvalues)], "Tvalues", name)


def random_crop(image: TensorLike, size: TensorLike, *, seed: int = 0, seed2: int = 0,
                name: str = "") -> Output:
    """Cuts a window of this size out of an image, at a random place. TensorFlow has it in graphs before
    version 8. Shapes: image is [height, width, channels], size a vector of height and width, which output
    has. Errors: FAILED_PRECONDITION if it is larger than the image.

    Types of image: uint8, int8, int16, int32, int64, float, double.
    """
    return build("RandomCrop", [(image, "T"), (size, "=int64")], [("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], "T", name)


def random_dataset(seed: TensorLike, seed2: TensorLike, output_types: Sequence[DTypeLike],
                   output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                   name: str = "") -> Output:
    """Gives a dataset without end of random numbers of 32 bits as int64. Every pass gives the same ones, but
    for a seed and seed2 of 0, where each pass has its own. Shapes: seed and seed2 are scalars. Source: Salmon
    et al. 2011 (Philox).
    """
    return build("RandomDataset", [(seed, "=int64"), (seed2, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def random_gamma(shape: TensorLike, alpha: TensorLike, *, seed: int = 0, seed2: int = 0,
                 name: str = "") -> Output:
    """Draws from gamma distributions of scale 1; NaN unless alpha is positive. Seeds: as RandomUniform.
    Shapes: shape is a vector, output is shape + alpha.shape. Source: Marsaglia & Tsang 2000; the gradient:
    Figurnov, Mohamed & Mnih 2018.

    Types of shape: int32, int64.
    Types of alpha: half, float, double.
    """
    return build("RandomGamma", [(shape, "S"), (alpha, "T")], [("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], "T", name)


def random_gamma_grad(alpha: TensorLike, sample: TensorLike, *, name: str = "") -> Output:
    """Gives the derivative by alpha of a number that RandomGamma drew, at the same probability. Shapes: alpha
    and sample broadcast against each other. Source: Figurnov, Mohamed & Mnih 2018.

    Types of alpha, sample: float, double.
    """
    return build("RandomGammaGrad", [(alpha, "T"), (sample, "T")], [], "T", name)


def random_poisson(shape: TensorLike, rate: TensorLike, *, seed: int = 0, seed2: int = 0,
                   name: str = "") -> Output:
    """The older form of RandomPoissonV2, which has one type for all.

    Types of shape: int32, int64.
    Types of rate: half, float, double.
    """
    return build("RandomPoisson", [(shape, "S"), (rate, "dtype")], [("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], "dtype", name)


def random_poisson_v2(shape: TensorLike, rate: TensorLike, *, seed: int = 0, seed2: int = 0,
                      dtype: DTypeLike = "int64", name: str = "") -> Output:
    """Draws from Poisson distributions; NaN (the lowest number, of integers) for a rate below 0. Seeds: as
    RandomUniform. Shapes: shape is a vector, output is shape + rate.shape. Source: Hoermann 1993.

    Types of shape: int32, int64.
    Types of rate: half, float, double, int32, int64.
    Types of dtype: half, float, double, int32, int64.
    """
    return build("RandomPoissonV2", [(shape, "S"), (rate, "R")], [("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0), ("dtype", "type", dtype, "int64")], "dtype", name)


def random_shuffle(value: TensorLike, *, seed: int = 0, seed2: int = 0, name: str = "") -> Output:
    """Permutes value along its first dimension, every order as likely. Seeds: as RandomUniform. Source:
    Durstenfeld 1964.
    """
    return build("RandomShuffle", [(value, "T")], [("seed", "int", seed, 0), ("seed2", "int", seed2, 0)], "T",
        name)


def random_shuffle_queue(component_types: Sequence[DTypeLike], *, shapes: Sequence[ShapeLike] = (),
                         capacity: int = -1, min_after_dequeue: int = 0, seed: int = 0, seed2: int = 0,
                         container: str | bytes = "", shared_name: str | bytes = "",
                         name: str = "") -> Output:
    """Gives the handle of a queue that gives its elements in random order. Until it is closed,
    min_after_dequeue elements stay in it. Equal seeds give equal orders; seeds of 0 are drawn.
    """
    return build("RandomShuffleQueue", [], [("component_types", "list(type)", component_types),
        ("shapes", "list(shape)", shapes, ()), ("capacity", "int", capacity, -1),
        ("min_after_dequeue", "int", min_after_dequeue, 0), ("seed", "int", seed, 0), ("seed2", "int", seed2,
        0), ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def random_shuffle_queue_v2(component_types: Sequence[DTypeLike], *, shapes: Sequence[ShapeLike] = (),
                            capacity: int = -1, min_after_dequeue: int = 0, seed: int = 0, seed2: int = 0,
                            container: str | bytes = "", shared_name: str | bytes = "",
                            name: str = "") -> Output:
    """Gives the handle of a queue that gives its elements in random order. Until it is closed,
    min_after_dequeue elements stay in it. Equal seeds give equal orders; seeds of 0 are drawn.
    """
    return build("RandomShuffleQueueV2", [], [("component_types", "list(type)", component_types),
        ("shapes", "list(shape)", shapes, ()), ("capacity", "int", capacity, -1),
        ("min_after_dequeue", "int", min_after_dequeue, 0), ("seed", "int", seed, 0), ("seed2", "int", seed2,
        0), ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def random_standard_normal(shape: TensorLike, dtype: DTypeLike, *, seed: int = 0, seed2: int = 0,
                           name: str = "") -> Output:
    """Draws from the normal distribution of mean 0 and deviation 1. Seeds and shapes: as RandomUniform.
    Source: Box & Muller 1958.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    """
    return build("RandomStandardNormal", [(shape, "T")], [("dtype", "type", dtype), ("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], "dtype", name)


def random_uniform(shape: TensorLike, dtype: DTypeLike, *, seed: int = 0, seed2: int = 0,
                   name: str = "") -> Output:
    """Draws from the uniform distribution over [0,1). With seed and seed2 both 0 the seed is chosen at
    random. Shapes: shape is a vector. Source: Salmon et al. 2011, Philox 4x32-10.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    """
    return build("RandomUniform", [(shape, "T")], [("dtype", "type", dtype), ("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], "dtype", name)


def random_uniform_int(shape: TensorLike, minval: TensorLike, maxval: TensorLike, *, seed: int = 0,
                       seed2: int = 0, name: str = "") -> Output:
    """Draws whole numbers from [minval,maxval), with a slight bias unless the range is a power of two.
    Shapes: shape is a vector, the bounds are scalars. Errors: INVALID_ARGUMENT unless minval < maxval. Seeds:
    as RandomUniform.

    Types of minval, maxval: int32, int64.
    Types of shape: int32, int64.
    """
    return build("RandomUniformInt", [(shape, "T"), (minval, "Tout"), (maxval, "Tout")],
        [("seed", "int", seed, 0), ("seed2", "int", seed2, 0)], "Tout", name)


def range(start: TensorLike, limit: TensorLike, delta: TensorLike, *, name: str = "") -> Output:
    """Gives start, start + delta, ... as far as they lie before limit. Shapes: inputs are scalars; output is
    a vector of ceil((limit - start) / delta) elements. Errors: INVALID_ARGUMENT for a delta of 0 or one that
    leads away from limit.

    Types of start, limit, delta: bfloat16, half, float, double, int32, int64.
    """
    return build("Range", [(start, "Tidx"), (limit, "Tidx"), (delta, "Tidx")], [], "Tidx", name)


def range_dataset(start: TensorLike, stop: TensorLike, step: TensorLike, output_types: Sequence[DTypeLike],
                  output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                  replicate_on_split: bool = False, name: str = "") -> Output:
    """Gives a dataset of start, start + step and so on, as long as they are before stop. Shapes: all inputs
    are scalars. Errors: INVALID_ARGUMENT for a step of 0.
    """
    return build("RangeDataset", [(start, "=int64"), (stop, "=int64"), (step, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, ""), ("replicate_on_split", "bool", replicate_on_split, False)],
        "=variant", name)


def rank(input: TensorLike, *, name: str = "") -> Output:
    """Gives the number of dimensions of input. Shapes: output is a scalar."""
    return build("Rank", [(input, "T")], [], "=int32", name)


def read_file(filename: TensorLike, *, name: str = "") -> Output:
    """The whole file as a string. Shapes: scalars. Errors: NOT_FOUND naming the file."""
    return build("ReadFile", [(filename, "=string")], [], "=string", name)


def read_variable_op(resource: TensorLike, dtype: DTypeLike, *, name: str = "") -> Output:
    """Gives the value that the variable has now. Errors: FAILED_PRECONDITION naming a variable without a
    value; INVALID_ARGUMENT for another dtype.
    """
    return build("ReadVariableOp", [(resource, "=resource")], [("dtype", "type", dtype)], "dtype", name)


def reader_num_records_produced(reader_handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of records that were read. Shapes: a scalar."""
    return build("ReaderNumRecordsProduced", [(reader_handle, "=resource")], [], "=int64", name)


def reader_num_records_produced_v2(reader_handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of records that were read. Shapes: a scalar."""
    return build("ReaderNumRecordsProducedV2", [(reader_handle, "=resource")], [], "=int64", name)


def reader_num_work_units_completed(reader_handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of files that were read to their ends. Shapes: a scalar."""
    return build("ReaderNumWorkUnitsCompleted", [(reader_handle, "=resource")], [], "=int64", name)


def reader_num_work_units_completed_v2(reader_handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of files that were read to their ends. Shapes: a scalar."""
    return build("ReaderNumWorkUnitsCompletedV2", [(reader_handle, "=resource")], [], "=int64", name)


class ReaderReadOutputs(NamedTuple):
    key: Output
    value: Output


def reader_read(reader_handle: TensorLike, queue_handle: TensorLike, *, name: str = "") -> ReaderReadOutputs:
    """Reads a record, taking files from the queue as they are needed, waiting for them. Shapes: scalars.
    Errors: OUT_OF_RANGE if the queue is closed and empty; NOT_FOUND and its kin naming a file; DATA_LOSS
    naming file and offset.
    """
    return ReaderReadOutputs(*build("ReaderRead", [(reader_handle, "=resource"), (queue_handle, "=resource")],
        [], ["=string", "=string"], name))


class ReaderReadUpToOutputs(NamedTuple):
    keys: Output
    values: Output


def reader_read_up_to(reader_handle: TensorLike, queue_handle: TensorLike, num_records: TensorLike, *,
                      name: str = "") -> ReaderReadUpToOutputs:
    """Reads up to num_records records, all of one file, and at least one. Shapes: num_records is a scalar,
    the outputs are vectors. Errors: as ReaderRead.
    """
    return ReaderReadUpToOutputs(*build("ReaderReadUpTo", [(reader_handle, "=resource"),
        (queue_handle, "=resource"), (num_records, "=int64")], [], ["=string", "=string"], name))


class ReaderReadUpToV2Outputs(NamedTuple):
    keys: Output
    values: Output


def reader_read_up_to_v2(reader_handle: TensorLike, queue_handle: TensorLike, num_records: TensorLike, *,
                         name: str = "") -> ReaderReadUpToV2Outputs:
    """Reads up to num_records records, all of one file, and at least one. Shapes: num_records is a scalar,
    the outputs are vectors. Errors: as ReaderRead.
    """
    return ReaderReadUpToV2Outputs(*build("ReaderReadUpToV2", [(reader_handle, "=resource"),
        (queue_handle, "=resource"), (num_records, "=int64")], [], ["=string", "=string"], name))


class ReaderReadV2Outputs(NamedTuple):
    key: Output
    value: Output


def reader_read_v2(reader_handle: TensorLike, queue_handle: TensorLike, *,
                   name: str = "") -> ReaderReadV2Outputs:
    """Reads a record, taking files from the queue as they are needed, waiting for them. Shapes: scalars.
    Errors: OUT_OF_RANGE if the queue is closed and empty; NOT_FOUND and its kin naming a file; DATA_LOSS
    naming file and offset.
    """
    return ReaderReadV2Outputs(*build("ReaderReadV2", [(reader_handle, "=resource"),
        (queue_handle, "=resource")], [], ["=string", "=string"], name))


def reader_reset(reader_handle: TensorLike, *, name: str = "") -> Node:
    """Makes the reader as it was when it was new. Shapes: a scalar."""
    return build("ReaderReset", [(reader_handle, "=resource")], [], None, name)


def reader_reset_v2(reader_handle: TensorLike, *, name: str = "") -> Node:
    """Makes the reader as it was when it was new. Shapes: a scalar."""
    return build("ReaderResetV2", [(reader_handle, "=resource")], [], None, name)


def reader_restore_state(reader_handle: TensorLike, state: TensorLike, *, name: str = "") -> Node:
    """Puts the reader back to where it stood. Shapes: scalars. Errors: INVALID_ARGUMENT for bytes that are no
    state; UNIMPLEMENTED as ReaderSerializeState.
    """
    return build("ReaderRestoreState", [(reader_handle, "=resource"), (state, "=string")], [], None, name)


def reader_restore_state_v2(reader_handle: TensorLike, state: TensorLike, *, name: str = "") -> Node:
    """Puts the reader back to where it stood. Shapes: scalars. Errors: INVALID_ARGUMENT for bytes that are no
    state; UNIMPLEMENTED as ReaderSerializeState.
    """
    return build("ReaderRestoreStateV2", [(reader_handle, "=resource"), (state, "=string")], [], None, name)


def reader_serialize_state(reader_handle: TensorLike, *, name: str = "") -> Output:
    """Gives where the reader stands as bytes. Shapes: a scalar. Errors: UNIMPLEMENTED but for IdentityReader
    and WholeFileReader, as in TensorFlow.
    """
    return build("ReaderSerializeState", [(reader_handle, "=resource")], [], "=string", name)


def reader_serialize_state_v2(reader_handle: TensorLike, *, name: str = "") -> Output:
    """Gives where the reader stands as bytes. Shapes: a scalar. Errors: UNIMPLEMENTED but for IdentityReader
    and WholeFileReader, as in TensorFlow.
    """
    return build("ReaderSerializeStateV2", [(reader_handle, "=resource")], [], "=string", name)


def real(input: TensorLike, *, Tout: DTypeLike = "float", name: str = "") -> Output:
    """Gives the real part, element by element. Shapes: output is like input. Errors: INVALID_ARGUMENT unless
    Tout is the type of T's parts.

    Types of input: complex64, complex128.
    Types of Tout: float, double.
    """
    return build("Real", [(input, "T")], [("Tout", "type", Tout, "float")], "Tout", name)


def real_div(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x / y of real or complex numbers, element by element. Shapes: x and y broadcast against each
    other.

    Types of x, y: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64,
    complex64, complex128.
    """
    return build("RealDiv", [(x, "T"), (y, "T")], [], "T", name)


def reciprocal(x: TensorLike, *, name: str = "") -> Output:
    """Gives 1 / x, element by element. Shapes: y is like x. Errors: INVALID_ARGUMENT for an integer 0.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Reciprocal", [(x, "T")], [], "T", name)


def reciprocal_grad(y: TensorLike, dy: TensorLike, *, name: str = "") -> Output:
    """Gives -dy * conj(y)^2, the gradient of Reciprocal for its output y, and 0 where dy is 0. Shapes: all
    alike.

    Types of y, dy: bfloat16, half, float, double, complex64, complex128.
    """
    return build("ReciprocalGrad", [(y, "T"), (dy, "T")], [], "T", name)


def record_input(file_pattern: str | bytes, *, file_random_seed: int = 301,
                 file_shuffle_shift_ratio: float = 0.0, file_buffer_size: int = 10000,
                 file_parallelism: int = 16, batch_size: int = 32, compression_type: str | bytes = "",
                 name: str = "") -> Output:
    """Gives batch_size records of the TFRecord files that file_pattern matches, in random order, out of a
    buffer of file_buffer_size records; all records once before any again. file_parallelism is not used: files
    are read in turn. Shapes: records is [batch_size]. Errors: NOT_FOUND where no file matches; OUT_OF_RANGE
    if the files hold nothing; DATA_LOSS naming file and offset.
    """
    return build("RecordInput", [], [("file_pattern", "string", file_pattern),
        ("file_random_seed", "int", file_random_seed, 301),
        ("file_shuffle_shift_ratio", "float", file_shuffle_shift_ratio, 0.0),
        ("file_buffer_size", "int", file_buffer_size, 10000), ("file_parallelism", "int", file_parallelism,
        16), ("batch_size", "int", batch_size, 32), ("compression_type", "string", compression_type, "")],
        "=string", name)


def reduce_dataset(input_dataset: TensorLike, initial_state: Sequence[TensorLike],
                   other_arguments: Sequence[TensorLike], f: str, output_types: Sequence[DTypeLike],
                   output_shapes: Sequence[ShapeLike], *, use_inter_op_parallelism: bool = True,
                   metadata: str | bytes = "", name: str = "") -> list[Output]:
    """Gives the last of the states that f makes of a state, each element and other_arguments. Errors: those
    of f and of the pipeline.
    """
    return build("ReduceDataset", [(input_dataset, "=variant"), (initial_state, "**Tstate"),
        (other_arguments, "**Targuments")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("use_inter_op_parallelism", "bool", use_inter_op_parallelism, True), ("metadata", "string", metadata,
        "")], ["**output_types"], name)


def reduce_join(inputs: TensorLike, reduction_indices: TensorLike, *, keep_dims: bool = False,
                separator: str | bytes = "", name: str = "") -> Output:
    """Joins the strings along the dimensions reduction_indices, with separator between them; of several
    dimensions the first runs fastest. Dimensions below 0 count from the end; keep_dims keeps those that are
    joined, as 1. Errors: INVALID_ARGUMENT for a dimension out of range, or given twice.
    """
    return build("ReduceJoin", [(inputs, "=string"), (reduction_indices, "=int32")],
        [("keep_dims", "bool", keep_dims, False), ("separator", "string", separator, "")], "=string", name)


def regex_full_match(input: TensorLike, pattern: TensorLike, *, name: str = "") -> Output:
    """Whether the whole of each string matches the regular expression, whose syntax is that of
    StaticRegexFullMatch. Shapes: pattern is a scalar, output is like input. Errors: as StaticRegexFullMatch.
    """
    return build("RegexFullMatch", [(input, "=string"), (pattern, "=string")], [], "=bool", name)


def regex_replace(input: TensorLike, pattern: TensorLike, rewrite: TensorLike, *, replace_global: bool = True,
                  name: str = "") -> Output:
    """Replaces what the regular expression finds in each string by rewrite, in which \\0 stands for all that
    was found and \\1 to \\9 for its groups: every match from the left, or the first one without
    replace_global. A string stays as it is where rewrite names a group that is not there. Shapes: pattern and
    rewrite are scalars, output is like input. Errors: as StaticRegexFullMatch.
    """
    return build("RegexReplace", [(input, "=string"), (pattern, "=string"), (rewrite, "=string")],
        [("replace_global", "bool", replace_global, True)], "=string", name)


def relu(features: TensorLike, *, name: str = "") -> Output:
    """Gives max(features, 0), element by element; NaN stays NaN. Shapes: activations is like features.

    Types of features: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,
    uint64, qint8.
    """
    return build("Relu", [(features, "T")], [], "T", name)


def relu6(features: TensorLike, *, name: str = "") -> Output:
    """Gives min(max(features, 0), 6); NaN stays NaN. Shapes: activations is like features.

    Types of features: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,
    uint64.
    """
    return build("Relu6", [(features, "T")], [], "T", name)


def relu6_grad(gradients: TensorLike, features: TensorLike, *, name: str = "") -> Output:
    """Gives gradients where 0 < features < 6 and 0 elsewhere. features may be the input or the output of
    Relu6. Shapes: all alike.

    Types of gradients, features: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half,
    uint32, uint64.
    """
    return build("Relu6Grad", [(gradients, "T"), (features, "T")], [], "T", name)


def relu_grad(gradients: TensorLike, features: TensorLike, *, name: str = "") -> Output:
    """Gives gradients where features > 0 and 0 elsewhere. features may be the input or the output of Relu.
    Shapes: all alike.

    Types of gradients, features: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half,
    uint32, uint64.
    """
    return build("ReluGrad", [(gradients, "T"), (features, "T")], [], "T", name)


def remote_call(target: TensorLike, args: Sequence[TensorLike], Tout: Sequence[DTypeLike], f: str, *,
                name: str = "") -> list[Output]:
    """Gives the results of the function f, whose nodes run on the device `target`, a constant, unless they
    ask for another one. Errors: as PartitionedCall; INVALID_ARGUMENT for a device that there is not;
    UNIMPLEMENTED for a target that is no constant.
    """
    return build("RemoteCall", [(target, "=string"), (args, "**Tin")], [("Tout", "list(type)", Tout),
        ("f", "func", f)], ["**Tout"], name)


def repeat_dataset(input_dataset: TensorLike, count: TensorLike, output_types: Sequence[DTypeLike],
                   output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                   name: str = "") -> Output:
    """Gives a dataset of count passes over the input, one after the other; without end if count is below 0.
    Shapes: count is a scalar.
    """
    return build("RepeatDataset", [(input_dataset, "=variant"), (count, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


class RequantizationRangeOutputs(NamedTuple):
    output_min: Output
    output_max: Output


def requantization_range(input: TensorLike, input_min: TensorLike, input_max: TensorLike, *,
                         name: str = "") -> RequantizationRangeOutputs:
    """Gives the range that the numbers of input and 0 fill. Shapes: all ranges are scalars.

    Types of input: qint8, quint8, qint32, qint16, quint16.
    """
    return RequantizationRangeOutputs(*build("RequantizationRange", [(input, "Tinput"), (input_min, "=float"),
        (input_max, "=float")], [], ["=float", "=float"], name))


class RequantizeOutputs(NamedTuple):
    output: Output
    output_min: Output
    output_max: Output


def requantize(input: TensorLike, input_min: TensorLike, input_max: TensorLike,
               requested_output_min: TensorLike, requested_output_max: TensorLike, out_type: DTypeLike, *,
               name: str = "") -> RequantizeOutputs:
    """Gives the same numbers in the range that is requested. Shapes: output is like input, ranges are
    scalars. Errors: INVALID_ARGUMENT unless the range holds 0 and is not turned round.

    Types of input: qint8, quint8, qint32, qint16, quint16.
    Types of out_type: qint8, quint8, qint32, qint16, quint16.
    """
    return RequantizeOutputs(*build("Requantize", [(input, "Tinput"), (input_min, "=float"),
        (input_max, "=float"), (requested_output_min, "=float"), (requested_output_max, "=float")],
        [("out_type", "type", out_type)], ["out_type", "=float", "=float"], name))


def reshape(tensor: TensorLike, shape: TensorLike, *, name: str = "") -> Output:
    """Gives the same elements, in row-major order, another shape. Shapes: shape is a vector; at most one
    entry may be -1 and is computed. Errors: INVALID_ARGUMENT if the number of elements would change.

    Types of shape: int32, int64.
    """
    return build("Reshape", [(tensor, "T"), (shape, "Tshape")], [], "T", name)


def resize_area(images: TensorLike, size: TensorLike, *, align_corners: bool = False,
                name: str = "") -> Output:
    """Gives images of another size, in float. Every pixel is the mean of the area of the images that it
    covers. Shapes: images is [batch,rows,columns,channels], size holds the new rows and columns. With
    align_corners the scale is (size - 1) / (new size - 1). Errors: INVALID_ARGUMENT for sizes below 1 and
    images without pixels.

    Types of images: int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16.
    """
    return build("ResizeArea", [(images, "T"), (size, "=int32")], [("align_corners", "bool", align_corners,
        False)], "=float", name)


def resize_bicubic(images: TensorLike, size: TensorLike, *, align_corners: bool = False,
                   half_pixel_centers: bool = False, name: str = "") -> Output:
    """Gives images of another size, interpolated between the nearest four by four pixels by a cubic kernel of
    coefficient -0.75, or -0.5 with half_pixel_centers, in float. Outside of the images lie copies of their
    edges, or nothing with half_pixel_centers. Shapes: images is [batch,rows,columns,channels], size holds the
    new rows and columns. A pixel of the result lies at index * size / new size of the images; with
    align_corners the corners lie on corners, with half_pixel_centers both indices count from the centres of
    pixels. Errors: INVALID_ARGUMENT for sizes below 1, images without pixels and both attrs at once. Source:
    Keys 1981, Cubic convolution interpolation for digital image processing.

    Types of images: int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16.
    """
    return build("ResizeBicubic", [(images, "T"), (size, "=int32")], [("align_corners", "bool", align_corners,
        False), ("half_pixel_centers", "bool", half_pixel_centers, False)], "=float", name)


def resize_bicubic_grad(grads: TensorLike, original_image: TensorLike, *, align_corners: bool = False,
                        half_pixel_centers: bool = False, name: str = "") -> Output:
    """Gives the gradient of ResizeBicubic for original_image: every element of grads is shared among the
    pixels that it came from. Shapes: output is like original_image.

    Types of original_image: float, double.
    """
    return build("ResizeBicubicGrad", [(grads, "=float"), (original_image, "T")],
        [("align_corners", "bool", align_corners, False), ("half_pixel_centers", "bool", half_pixel_centers,
        False)], "T", name)


def resize_bilinear(images: TensorLike, size: TensorLike, *, align_corners: bool = False,
                    half_pixel_centers: bool = False, name: str = "") -> Output:
    """Gives images of another size, interpolated between the four nearest pixels, in float. Shapes: images is
    [batch,rows,columns,channels], size holds the new rows and columns. A pixel of the result lies at index *
    size / new size of the images; with align_corners the corners lie on corners, with half_pixel_centers both
    indices count from the centres of pixels. Errors: INVALID_ARGUMENT for sizes below 1, images without
    pixels and both attrs at once.

    Types of images: int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double.
    """
    return build("ResizeBilinear", [(images, "T"), (size, "=int32")],
        [("align_corners", "bool", align_corners, False), ("half_pixel_centers", "bool", half_pixel_centers,
        False)], "=float", name)


def resize_bilinear_grad(grads: TensorLike, original_image: TensorLike, *, align_corners: bool = False,
                         half_pixel_centers: bool = False, name: str = "") -> Output:
    """Gives the gradient of ResizeBilinear for original_image: every element of grads is shared among the
    four pixels that it came from. Shapes: output is like original_image.

    Types of original_image: float, bfloat16, half, double.
    """
    return build("ResizeBilinearGrad", [(grads, "=float"), (original_image, "T")],
        [("align_corners", "bool", align_corners, False), ("half_pixel_centers", "bool", half_pixel_centers,
        False)], "T", name)


def resize_nearest_neighbor(images: TensorLike, size: TensorLike, *, align_corners: bool = False,
                            half_pixel_centers: bool = False, name: str = "") -> Output:
    """Gives images of another size, made of the nearest pixels. Shapes: images is
    [batch,rows,columns,channels], size holds the new rows and columns. A pixel of the result lies at index *
    size / new size of the images; with align_corners the corners lie on corners, with half_pixel_centers both
    indices count from the centres of pixels. Errors: INVALID_ARGUMENT for sizes below 1, images without
    pixels and both attrs at once.

    Types of images: int8, uint8, int16, uint16, int32, int64, half, float, double, bfloat16.
    """
    return build("ResizeNearestNeighbor", [(images, "T"), (size, "=int32")],
        [("align_corners", "bool", align_corners, False), ("half_pixel_centers", "bool", half_pixel_centers,
        False)], "T", name)


def resize_nearest_neighbor_grad(grads: TensorLike, size: TensorLike, *, align_corners: bool = False,
                                 half_pixel_centers: bool = False, name: str = "") -> Output:
    """Gives the gradient of ResizeNearestNeighbor for images of `size` rows and columns: every element of
    grads is added to the pixel that it came from.

    Types of grads: uint8, int8, int32, half, float, double, bfloat16.
    """
    return build("ResizeNearestNeighborGrad", [(grads, "T"), (size, "=int32")],
        [("align_corners", "bool", align_corners, False), ("half_pixel_centers", "bool", half_pixel_centers,
        False)], "T", name)


def resource_accumulator_apply_gradient(handle: TensorLike, local_step: TensorLike, gradient: TensorLike, *,
                                        name: str = "") -> Node:
    """Adds a gradient that was computed from the values of step local_step; drops it if the accumulator has
    moved on. Shapes: local_step is a scalar, gradient has the accumulator's shape. Errors: INVALID_ARGUMENT
    for another shape or type.

    Types of gradient: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceAccumulatorApplyGradient", [(handle, "=resource"), (local_step, "=int64"),
        (gradient, "dtype")], [], None, name)


def resource_accumulator_num_accumulated(handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of gradients that were added and not yet taken. Shapes: num_accumulated is a scalar.
    """
    return build("ResourceAccumulatorNumAccumulated", [(handle, "=resource")], [], "=int32", name)


def resource_accumulator_set_global_step(handle: TensorLike, new_global_step: TensorLike, *,
                                         name: str = "") -> Node:
    """Tells the accumulator its step: gradients of older ones are dropped from now on. Shapes:
    new_global_step is a scalar.
    """
    return build("ResourceAccumulatorSetGlobalStep", [(handle, "=resource"), (new_global_step, "=int64")], [],
        None, name)


def resource_accumulator_take_gradient(handle: TensorLike, num_required: TensorLike, dtype: DTypeLike, *,
                                       name: str = "") -> Output:
    """Takes the mean, or sum, of what was added, waiting until that is num_required gradients, and moves the
    accumulator one step on. Shapes: num_required is a scalar. Errors: INVALID_ARGUMENT for num_required below
    1 or another type.

    Types of dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceAccumulatorTakeGradient", [(handle, "=resource"), (num_required, "=int32")],
        [("dtype", "type", dtype)], "dtype", name)


def resource_apply_ada_max(var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike,
                           lr: TensorLike, beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike,
                           grad: TensorLike, *, use_locking: bool = False, name: str = "") -> Node:
    """m = beta1 * m + (1 - beta1) * grad; v = max(beta2 * v, |grad|); var -= lr / (1 - beta1_power) * m / (v
    + epsilon). Shapes: as ResourceApplyAdam. Errors: as ResourceApplyGradientDescent. Source: Kingma & Ba
    2015, section 7.1.

    Types of beta1_power, lr, beta1, beta2, epsilon, grad: float, double, int32, uint8, int16, int8,
    complex64, int64, qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAdaMax", [(var, "=resource"), (m, "=resource"), (v, "=resource"),
        (beta1_power, "T"), (lr, "T"), (beta1, "T"), (beta2, "T"), (epsilon, "T"), (grad, "T")],
        [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_adadelta(var: TensorLike, accum: TensorLike, accum_update: TensorLike, lr: TensorLike,
                            rho: TensorLike, epsilon: TensorLike, grad: TensorLike, *,
                            use_locking: bool = False, name: str = "") -> Node:
    """accum = rho * accum + (1 - rho) * grad * grad; update = grad * sqrt(accum_update + epsilon) /
    sqrt(accum + epsilon); var -= lr * update; accum_update = rho * accum_update + (1 - rho) * update *
    update. Shapes: lr, rho and epsilon are scalars, the rest are like var. Errors: as
    ResourceApplyGradientDescent. Source: Zeiler 2012, algorithm 1.

    Types of lr, rho, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8,
    quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAdadelta", [(var, "=resource"), (accum, "=resource"),
        (accum_update, "=resource"), (lr, "T"), (rho, "T"), (epsilon, "T"), (grad, "T")],
        [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_adagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike, *,
                           use_locking: bool = False, update_slots: bool = True, name: str = "") -> Node:
    """accum += grad * grad, unless update_slots is false; var -= lr * grad / sqrt(accum). Shapes: lr is a
    scalar, the rest are like var. Errors: as ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer
    2011.

    Types of lr, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAdagrad", [(var, "=resource"), (accum, "=resource"), (lr, "T"), (grad, "T")],
        [("use_locking", "bool", use_locking, False), ("update_slots", "bool", update_slots, True)], None,
        name)


def resource_apply_adagrad_da(var: TensorLike, gradient_accumulator: TensorLike,
                              gradient_squared_accumulator: TensorLike, grad: TensorLike, lr: TensorLike,
                              l1: TensorLike, l2: TensorLike, global_step: TensorLike, *,
                              use_locking: bool = False, name: str = "") -> Node:
    """Adds grad and its square to the accumulators; var = -lr * sign(sum) * max(|sum| - l1 * global_step, 0)
    / (l2 * global_step * lr + sqrt(sum of squares)). Shapes: lr, l1, l2 and global_step are scalars, the rest
    are like var. Errors: as ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer 2011, dual averaging.

    Types of grad, lr, l1, l2: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAdagradDA", [(var, "=resource"), (gradient_accumulator, "=resource"),
        (gradient_squared_accumulator, "=resource"), (grad, "T"), (lr, "T"), (l1, "T"), (l2, "T"),
        (global_step, "=int64")], [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_adagrad_v2(var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike,
                              grad: TensorLike, *, use_locking: bool = False, update_slots: bool = True,
                              name: str = "") -> Node:
    """As ResourceApplyAdagrad, but var -= lr * grad / (sqrt(accum) + epsilon).

    Types of lr, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAdagradV2", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (epsilon, "T"), (grad, "T")], [("use_locking", "bool", use_locking, False),
        ("update_slots", "bool", update_slots, True)], None, name)


def resource_apply_adam(var: TensorLike, m: TensorLike, v: TensorLike, beta1_power: TensorLike,
                        beta2_power: TensorLike, lr: TensorLike, beta1: TensorLike, beta2: TensorLike,
                        epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False,
                        use_nesterov: bool = False, name: str = "") -> Node:
    """m = beta1 * m + (1 - beta1) * grad; v = beta2 * v + (1 - beta2) * grad * grad; var -= lr * sqrt(1 -
    beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon), where use_nesterov takes beta1 * m + (1 -
    beta1) * grad for m. Shapes: var, m, v and grad are alike, the rest are scalars. Errors: as
    ResourceApplyGradientDescent. Source: Kingma & Ba 2015, section 2, last lines.

    Types of beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad: float, double, int32, uint8, int16,
    int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAdam", [(var, "=resource"), (m, "=resource"), (v, "=resource"),
        (beta1_power, "T"), (beta2_power, "T"), (lr, "T"), (beta1, "T"), (beta2, "T"), (epsilon, "T"),
        (grad, "T")], [("use_locking", "bool", use_locking, False), ("use_nesterov", "bool", use_nesterov,
        False)], None, name)


def resource_apply_adam_with_amsgrad(var: TensorLike, m: TensorLike, v: TensorLike, vhat: TensorLike,
                                     beta1_power: TensorLike, beta2_power: TensorLike, lr: TensorLike,
                                     beta1: TensorLike, beta2: TensorLike, epsilon: TensorLike,
                                     grad: TensorLike, *, use_locking: bool = False, name: str = "") -> Node:
    """As ResourceApplyAdam, with vhat = max(vhat, v) under the root in the place of v. Shapes: var, m, v,
    vhat and grad are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent. Source: Reddi,
    Kale & Kumar 2018.

    Types of beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad: float, double, int32, uint8, int16,
    int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAdamWithAmsgrad", [(var, "=resource"), (m, "=resource"), (v, "=resource"),
        (vhat, "=resource"), (beta1_power, "T"), (beta2_power, "T"), (lr, "T"), (beta1, "T"), (beta2, "T"),
        (epsilon, "T"), (grad, "T")], [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_add_sign(var: TensorLike, m: TensorLike, lr: TensorLike, alpha: TensorLike,
                            sign_decay: TensorLike, beta: TensorLike, grad: TensorLike, *,
                            use_locking: bool = False, name: str = "") -> Node:
    """m = beta * m + (1 - beta) * grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad.
    Shapes: var, m and grad are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent. Source:
    Bello et al. 2017.

    Types of lr, alpha, sign_decay, beta, grad: float, double, int32, uint8, int16, int8, complex64, int64,
    qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyAddSign", [(var, "=resource"), (m, "=resource"), (lr, "T"), (alpha, "T"),
        (sign_decay, "T"), (beta, "T"), (grad, "T")], [("use_locking", "bool", use_locking, False)], None,
        name)


def resource_apply_centered_rms_prop(var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike,
                                     lr: TensorLike, rho: TensorLike, momentum: TensorLike,
                                     epsilon: TensorLike, grad: TensorLike, *, use_locking: bool = False,
                                     name: str = "") -> Node:
    """mg = rho * mg + (1 - rho) * grad; ms = rho * ms + (1 - rho) * grad * grad; mom = momentum * mom + lr *
    grad / sqrt(ms - mg * mg + epsilon); var -= mom. Shapes and errors: as ResourceApplyRMSProp. Source:
    Graves 2013, section 4.2.

    Types of lr, rho, momentum, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64,
    qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyCenteredRMSProp", [(var, "=resource"), (mg, "=resource"), (ms, "=resource"),
        (mom, "=resource"), (lr, "T"), (rho, "T"), (momentum, "T"), (epsilon, "T"), (grad, "T")],
        [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_ftrl(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike,
                        lr: TensorLike, l1: TensorLike, l2: TensorLike, lr_power: TensorLike, *,
                        use_locking: bool = False, multiply_linear_by_lr: bool = False,
                        name: str = "") -> Node:
    """With new = accum + grad * grad: linear += grad - (new^-lr_power - accum^-lr_power) / lr * var; var = 0
    where |linear| <= l1, else (sign(linear) * l1 - linear) / (new^-lr_power / lr + 2 * l2); accum = new. With
    multiply_linear_by_lr linear is kept times lr. Shapes: var, accum, linear and grad are alike, the rest are
    scalars. Errors: INVALID_ARGUMENT unless lr is positive, l1 and l2 are not negative and lr_power is not
    positive; else as ResourceApplyGradientDescent. Source: McMahan et al. 2013, algorithm 1.

    Types of grad, lr, l1, l2, lr_power: float, double, int32, uint8, int16, int8, complex64, int64, qint8,
    quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyFtrl", [(var, "=resource"), (accum, "=resource"), (linear, "=resource"),
        (grad, "T"), (lr, "T"), (l1, "T"), (l2, "T"), (lr_power, "T")], [("use_locking", "bool", use_locking,
        False), ("multiply_linear_by_lr", "bool", multiply_linear_by_lr, False)], None, name)


def resource_apply_ftrl_v2(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike,
                           lr: TensorLike, l1: TensorLike, l2: TensorLike, l2_shrinkage: TensorLike,
                           lr_power: TensorLike, *, use_locking: bool = False,
                           multiply_linear_by_lr: bool = False, name: str = "") -> Node:
    """As ResourceApplyFtrl, but linear gets grad + 2 * l2_shrinkage * var for grad; l2_shrinkage may not be
    negative.

    Types of grad, lr, l1, l2, l2_shrinkage, lr_power: float, double, int32, uint8, int16, int8, complex64,
    int64, qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyFtrlV2", [(var, "=resource"), (accum, "=resource"), (linear, "=resource"),
        (grad, "T"), (lr, "T"), (l1, "T"), (l2, "T"), (l2_shrinkage, "T"), (lr_power, "T")],
        [("use_locking", "bool", use_locking, False), ("multiply_linear_by_lr", "bool", multiply_linear_by_lr,
        False)], None, name)


def resource_apply_gradient_descent(var: TensorLike, alpha: TensorLike, delta: TensorLike, *,
                                    use_locking: bool = False, name: str = "") -> Node:
    """var -= alpha * delta. Shapes: alpha is a scalar, delta is like var. Errors: FAILED_PRECONDITION for a
    variable without a value; INVALID_ARGUMENT for another shape.

    Types of alpha, delta: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyGradientDescent", [(var, "=resource"), (alpha, "T"), (delta, "T")],
        [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_keras_momentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike,
                                  momentum: TensorLike, *, use_locking: bool = False,
                                  use_nesterov: bool = False, name: str = "") -> Node:
    """accum = momentum * accum - lr * grad; var += accum, or with use_nesterov var += momentum * accum - lr *
    grad. Shapes and errors: as ResourceApplyMomentum. Source: Sutskever et al. 2013.

    Types of lr, grad, momentum: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyKerasMomentum", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (grad, "T"), (momentum, "T")], [("use_locking", "bool", use_locking, False),
        ("use_nesterov", "bool", use_nesterov, False)], None, name)


def resource_apply_momentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike,
                            momentum: TensorLike, *, use_locking: bool = False, use_nesterov: bool = False,
                            name: str = "") -> Node:
    """accum = momentum * accum + grad; var -= lr * accum, or with use_nesterov var -= lr * (grad + momentum *
    accum). Shapes: lr and momentum are scalars, the rest are like var. Errors: as
    ResourceApplyGradientDescent. Source: Sutskever et al. 2013.

    Types of lr, grad, momentum: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyMomentum", [(var, "=resource"), (accum, "=resource"), (lr, "T"), (grad, "T"),
        (momentum, "T")], [("use_locking", "bool", use_locking, False), ("use_nesterov", "bool", use_nesterov,
        False)], None, name)


def resource_apply_power_sign(var: TensorLike, m: TensorLike, lr: TensorLike, logbase: TensorLike,
                              sign_decay: TensorLike, beta: TensorLike, grad: TensorLike, *,
                              use_locking: bool = False, name: str = "") -> Node:
    """m = beta * m + (1 - beta) * grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad.
    Shapes and errors: as ResourceApplyAddSign. Source: Bello et al. 2017.

    Types of lr, logbase, sign_decay, beta, grad: float, double, int32, uint8, int16, int8, complex64, int64,
    qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyPowerSign", [(var, "=resource"), (m, "=resource"), (lr, "T"), (logbase, "T"),
        (sign_decay, "T"), (beta, "T"), (grad, "T")], [("use_locking", "bool", use_locking, False)], None,
        name)


def resource_apply_proximal_adagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike,
                                    l2: TensorLike, grad: TensorLike, *, use_locking: bool = False,
                                    name: str = "") -> Node:
    """accum += grad * grad; then a step of ResourceApplyProximalGradientDescent with the rate lr /
    sqrt(accum) of each element. Shapes: lr, l1 and l2 are scalars, the rest are like var. Errors: as
    ResourceApplyGradientDescent. Source: Duchi & Singer 2009.

    Types of lr, l1, l2, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyProximalAdagrad", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (l1, "T"), (l2, "T"), (grad, "T")], [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_proximal_gradient_descent(var: TensorLike, alpha: TensorLike, l1: TensorLike,
                                             l2: TensorLike, delta: TensorLike, *, use_locking: bool = False,
                                             name: str = "") -> Node:
    """With moved = var - alpha * delta: var = sign(moved) * max(|moved| - alpha * l1, 0) / (1 + alpha * l2).
    Shapes: alpha, l1 and l2 are scalars, delta is like var. Errors: as ResourceApplyGradientDescent. Source:
    Duchi & Singer 2009.

    Types of alpha, l1, l2, delta: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyProximalGradientDescent", [(var, "=resource"), (alpha, "T"), (l1, "T"),
        (l2, "T"), (delta, "T")], [("use_locking", "bool", use_locking, False)], None, name)


def resource_apply_rms_prop(var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike, rho: TensorLike,
                            momentum: TensorLike, epsilon: TensorLike, grad: TensorLike, *,
                            use_locking: bool = False, name: str = "") -> Node:
    """ms = rho * ms + (1 - rho) * grad * grad; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); var -=
    mom. Shapes: lr, rho, momentum and epsilon are scalars, the rest are like var. Errors: as
    ResourceApplyGradientDescent. Source: Tieleman & Hinton 2012, lecture 6.5.

    Types of lr, rho, momentum, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64,
    qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceApplyRMSProp", [(var, "=resource"), (ms, "=resource"), (mom, "=resource"),
        (lr, "T"), (rho, "T"), (momentum, "T"), (epsilon, "T"), (grad, "T")],
        [("use_locking", "bool", use_locking, False)], None, name)


def resource_conditional_accumulator(dtype: DTypeLike, shape: ShapeLike, *, container: str | bytes = "",
                                     shared_name: str | bytes = "",
                                     reduction_type: Literal["MEAN", "SUM"] = "MEAN",
                                     name: str = "") -> Output:
    """Gives the handle of an accumulator that adds up gradients until their mean, or sum, is taken; with
    shape unknown, of any shape. Errors: UNIMPLEMENTED for complex and quantised types and integers of 8 and
    16 bits.

    Types of dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("ResourceConditionalAccumulator", [], [("dtype", "type", dtype), ("shape", "shape", shape),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, ""),
        ("reduction_type", "string", reduction_type, "MEAN")], "=resource", name)


def resource_count_up_to(resource: TensorLike, limit: int, T: DTypeLike, *, name: str = "") -> Output:
    """Gives the number that the variable holds, and adds 1 to the variable. Shapes: the variable and output
    are scalars. Errors: OUT_OF_RANGE once the number is limit; FAILED_PRECONDITION for a variable without a
    value.

    Types of T: int32, int64.
    """
    return build("ResourceCountUpTo", [(resource, "=resource")], [("limit", "int", limit), ("T", "type", T)],
        "T", name)


def resource_gather(resource: TensorLike, indices: TensorLike, dtype: DTypeLike, *, batch_dims: int = 0,
                    validate_indices: bool = True, name: str = "") -> Output:
    """Takes the rows of the variable that indices name, without reading the rest. Shapes: output is
    indices.shape + variable.shape[1:] (batch_dims as in GatherV2). Errors: INVALID_ARGUMENT for an index out
    of range; FAILED_PRECONDITION for a variable without a value.

    Types of indices: int32, int64.
    """
    return build("ResourceGather", [(resource, "=resource"), (indices, "Tindices")],
        [("dtype", "type", dtype), ("batch_dims", "int", batch_dims, 0),
        ("validate_indices", "bool", validate_indices, True)], "dtype", name)


def resource_gather_nd(resource: TensorLike, indices: TensorLike, dtype: DTypeLike, *,
                       name: str = "") -> Output:
    """Takes the slices of the variable that the vectors in the last dimension of indices name. Shapes: output
    is indices.shape[:-1] + variable.shape[indices.shape[-1]:]. Errors: as ResourceGather.

    Types of indices: int32, int64.
    """
    return build("ResourceGatherNd", [(resource, "=resource"), (indices, "Tindices")],
        [("dtype", "type", dtype)], "dtype", name)


def resource_scatter_add(resource: TensorLike, indices: TensorLike, updates: TensorLike, *,
                         name: str = "") -> Node:
    """Adds updates to the rows of the variable that indices name, in place; equal indices add up. Shapes:
    updates is indices.shape + variable.shape[1:], or a scalar. Errors: as ResourceGather, before anything is
    updated.

    Types of updates: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceScatterAdd", [(resource, "=resource"), (indices, "Tindices"), (updates, "dtype")],
        [], None, name)


def resource_scatter_div(resource: TensorLike, indices: TensorLike, updates: TensorLike, *,
                         name: str = "") -> Node:
    """Divides by updates the rows of the variable that indices name, in place; integers are divided towards
    zero. Shapes and errors: as ResourceScatterAdd, and INVALID_ARGUMENT for an integer division by zero.

    Types of updates: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceScatterDiv", [(resource, "=resource"), (indices, "Tindices"), (updates, "dtype")],
        [], None, name)


def resource_scatter_max(resource: TensorLike, indices: TensorLike, updates: TensorLike, *,
                         name: str = "") -> Node:
    """Makes each row of the variable that indices name the maximum of itself and its updates, in place.
    Shapes and errors: as ResourceScatterAdd.

    Types of updates: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceScatterMax", [(resource, "=resource"), (indices, "Tindices"), (updates, "dtype")],
        [], None, name)


def resource_scatter_min(resource: TensorLike, indices: TensorLike, updates: TensorLike, *,
                         name: str = "") -> Node:
    """Makes each row of the variable that indices name the minimum of itself and its updates, in place.
    Shapes and errors: as ResourceScatterAdd.

    Types of updates: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceScatterMin", [(resource, "=resource"), (indices, "Tindices"), (updates, "dtype")],
        [], None, name)


def resource_scatter_mul(resource: TensorLike, indices: TensorLike, updates: TensorLike, *,
                         name: str = "") -> Node:
    """Multiplies by updates the rows of the variable that indices name, in place, one after the other where
    indices are equal. Shapes and errors: as ResourceScatterAdd.

    Types of updates: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceScatterMul", [(resource, "=resource"), (indices, "Tindices"), (updates, "dtype")],
        [], None, name)


def resource_scatter_nd_add(ref: TensorLike, indices: TensorLike, updates: TensorLike, *,
                            use_locking: bool = True,
                            bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                            name: str = "") -> Node:
    """Adds updates to the slices of the variable that the vectors in indices name, in place. Shapes and
    errors: as ResourceScatterNdUpdate.

    Types of indices: int32, int64.
    """
    return build("ResourceScatterNdAdd", [(ref, "=resource"), (indices, "Tindices"), (updates, "T")],
        [("use_locking", "bool", use_locking, True), ("bad_indices_policy", "string", bad_indices_policy,
        "")], None, name)


def resource_scatter_nd_max(ref: TensorLike, indices: TensorLike, updates: TensorLike, *,
                            use_locking: bool = True,
                            bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                            name: str = "") -> Node:
    """Makes each slice of the variable that the vectors in indices name the maximum of itself and its
    updates, in place. Shapes and errors: as ResourceScatterNdUpdate.

    Types of indices: int32, int64.
    """
    return build("ResourceScatterNdMax", [(ref, "=resource"), (indices, "Tindices"), (updates, "T")],
        [("use_locking", "bool", use_locking, True), ("bad_indices_policy", "string", bad_indices_policy,
        "")], None, name)


def resource_scatter_nd_min(ref: TensorLike, indices: TensorLike, updates: TensorLike, *,
                            use_locking: bool = True,
                            bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                            name: str = "") -> Node:
    """Makes each slice of the variable that the vectors in indices name the minimum of itself and its
    updates, in place. Shapes and errors: as ResourceScatterNdUpdate.

    Types of indices: int32, int64.
    """
    return build("ResourceScatterNdMin", [(ref, "=resource"), (indices, "Tindices"), (updates, "T")],
        [("use_locking", "bool", use_locking, True), ("bad_indices_policy", "string", bad_indices_policy,
        "")], None, name)


def resource_scatter_nd_sub(ref: TensorLike, indices: TensorLike, updates: TensorLike, *,
                            use_locking: bool = True,
                            bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                            name: str = "") -> Node:
    """Subtracts updates from the slices of the variable that the vectors in indices name, in place. Shapes
    and errors: as ResourceScatterNdUpdate.

    Types of indices: int32, int64.
    """
    return build("ResourceScatterNdSub", [(ref, "=resource"), (indices, "Tindices"), (updates, "T")],
        [("use_locking", "bool", use_locking, True), ("bad_indices_policy", "string", bad_indices_policy,
        "")], None, name)


def resource_scatter_nd_update(ref: TensorLike, indices: TensorLike, updates: TensorLike, *,
                               use_locking: bool = True,
                               bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                               name: str = "") -> Node:
    """Puts updates in the place of the slices of the variable that the vectors in the last dimension of
    indices name; the last of equal vectors holds. Shapes: updates is indices.shape[:-1] +
    variable.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an index out of range, before anything is
    updated; FAILED_PRECONDITION for a variable without a value.

    Types of indices: int32, int64.
    """
    return build("ResourceScatterNdUpdate", [(ref, "=resource"), (indices, "Tindices"), (updates, "T")],
        [("use_locking", "bool", use_locking, True), ("bad_indices_policy", "string", bad_indices_policy,
        "")], None, name)


def resource_scatter_sub(resource: TensorLike, indices: TensorLike, updates: TensorLike, *,
                         name: str = "") -> Node:
    """Subtracts updates from the rows of the variable that indices name, in place, one after the other where
    indices are equal. Shapes and errors: as ResourceScatterAdd.

    Types of updates: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceScatterSub", [(resource, "=resource"), (indices, "Tindices"), (updates, "dtype")],
        [], None, name)


def resource_scatter_update(resource: TensorLike, indices: TensorLike, updates: TensorLike, *,
                            name: str = "") -> Node:
    """Puts updates in the place of the rows of the variable that indices name; the last of equal indices
    holds. Shapes and errors: as ResourceScatterAdd.

    Types of indices: int32, int64.
    """
    return build("ResourceScatterUpdate", [(resource, "=resource"), (indices, "Tindices"),
        (updates, "dtype")], [], None, name)


def resource_sparse_apply_adadelta(var: TensorLike, accum: TensorLike, accum_update: TensorLike,
                                   lr: TensorLike, rho: TensorLike, epsilon: TensorLike, grad: TensorLike,
                                   indices: TensorLike, *, use_locking: bool = False, name: str = "") -> Node:
    """As ResourceApplyAdadelta, for the rows of the variables that indices name, in that order; a row that is
    named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
    INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, rho, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8,
    quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyAdadelta", [(var, "=resource"), (accum, "=resource"),
        (accum_update, "=resource"), (lr, "T"), (rho, "T"), (epsilon, "T"), (grad, "T"),
        (indices, "Tindices")], [("use_locking", "bool", use_locking, False)], None, name)


def resource_sparse_apply_adagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike,
                                  indices: TensorLike, *, use_locking: bool = False,
                                  update_slots: bool = True, name: str = "") -> Node:
    """As ResourceApplyAdagrad, for the rows of the variables that indices name, in that order; a row that is
    named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
    INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyAdagrad", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (grad, "T"), (indices, "Tindices")], [("use_locking", "bool", use_locking, False),
        ("update_slots", "bool", update_slots, True)], None, name)


def resource_sparse_apply_adagrad_da(var: TensorLike, gradient_accumulator: TensorLike,
                                     gradient_squared_accumulator: TensorLike, grad: TensorLike,
                                     indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike,
                                     global_step: TensorLike, *, use_locking: bool = False,
                                     name: str = "") -> Node:
    """As ResourceApplyAdagradDA, for the rows of the variables that indices name, in that order; a row that
    is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
    Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of grad, lr, l1, l2: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyAdagradDA", [(var, "=resource"), (gradient_accumulator, "=resource"),
        (gradient_squared_accumulator, "=resource"), (grad, "T"), (indices, "Tindices"), (lr, "T"), (l1, "T"),
        (l2, "T"), (global_step, "=int64")], [("use_locking", "bool", use_locking, False)], None, name)


def resource_sparse_apply_adagrad_v2(var: TensorLike, accum: TensorLike, lr: TensorLike, epsilon: TensorLike,
                                     grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
                                     update_slots: bool = True, name: str = "") -> Node:
    """As ResourceApplyAdagradV2, for the rows of the variables that indices name, in that order; a row that
    is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
    Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyAdagradV2", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (epsilon, "T"), (grad, "T"), (indices, "Tindices")], [("use_locking", "bool", use_locking, False),
        ("update_slots", "bool", update_slots, True)], None, name)


def resource_sparse_apply_centered_rms_prop(var: TensorLike, mg: TensorLike, ms: TensorLike, mom: TensorLike,
                                            lr: TensorLike, rho: TensorLike, momentum: TensorLike,
                                            epsilon: TensorLike, grad: TensorLike, indices: TensorLike, *,
                                            use_locking: bool = False, name: str = "") -> Node:
    """As ResourceApplyCenteredRMSProp, for the rows of the variables that indices name, in that order; a row
    that is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
    Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, rho, momentum, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64,
    qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyCenteredRMSProp", [(var, "=resource"), (mg, "=resource"),
        (ms, "=resource"), (mom, "=resource"), (lr, "T"), (rho, "T"), (momentum, "T"), (epsilon, "T"),
        (grad, "T"), (indices, "Tindices")], [("use_locking", "bool", use_locking, False)], None, name)


def resource_sparse_apply_ftrl(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike,
                               indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike,
                               lr_power: TensorLike, *, use_locking: bool = False,
                               multiply_linear_by_lr: bool = False, name: str = "") -> Node:
    """As ResourceApplyFtrl, for the rows of the variables that indices name, in that order; a row that is
    named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
    INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of grad, lr, l1, l2, lr_power: float, double, int32, uint8, int16, int8, complex64, int64, qint8,
    quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyFtrl", [(var, "=resource"), (accum, "=resource"), (linear, "=resource"),
        (grad, "T"), (indices, "Tindices"), (lr, "T"), (l1, "T"), (l2, "T"), (lr_power, "T")],
        [("use_locking", "bool", use_locking, False), ("multiply_linear_by_lr", "bool", multiply_linear_by_lr,
        False)], None, name)


def resource_sparse_apply_ftrl_v2(var: TensorLike, accum: TensorLike, linear: TensorLike, grad: TensorLike,
                                  indices: TensorLike, lr: TensorLike, l1: TensorLike, l2: TensorLike,
                                  l2_shrinkage: TensorLike, lr_power: TensorLike, *,
                                  use_locking: bool = False, multiply_linear_by_lr: bool = False,
                                  name: str = "") -> Node:
    """As ResourceApplyFtrlV2, for the rows of the variables that indices name, in that order; a row that is
    named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
    INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of grad, lr, l1, l2, l2_shrinkage, lr_power: float, double, int32, uint8, int16, int8, complex64,
    int64, qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyFtrlV2", [(var, "=resource"), (accum, "=resource"),
        (linear, "=resource"), (grad, "T"), (indices, "Tindices"), (lr, "T"), (l1, "T"), (l2, "T"),
        (l2_shrinkage, "T"), (lr_power, "T")], [("use_locking", "bool", use_locking, False),
        ("multiply_linear_by_lr", "bool", multiply_linear_by_lr, False)], None, name)


def resource_sparse_apply_keras_momentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike,
                                         indices: TensorLike, momentum: TensorLike, *,
                                         use_locking: bool = False, use_nesterov: bool = False,
                                         name: str = "") -> Node:
    """As ResourceApplyKerasMomentum, for the rows of the variables that indices name, in that order; a row
    that is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
    Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, grad, momentum: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyKerasMomentum", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (grad, "T"), (indices, "Tindices"), (momentum, "T")], [("use_locking", "bool", use_locking, False),
        ("use_nesterov", "bool", use_nesterov, False)], None, name)


def resource_sparse_apply_momentum(var: TensorLike, accum: TensorLike, lr: TensorLike, grad: TensorLike,
                                   indices: TensorLike, momentum: TensorLike, *, use_locking: bool = False,
                                   use_nesterov: bool = False, name: str = "") -> Node:
    """As ResourceApplyMomentum, for the rows of the variables that indices name, in that order; a row that is
    named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
    INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, grad, momentum: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyMomentum", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (grad, "T"), (indices, "Tindices"), (momentum, "T")], [("use_locking", "bool", use_locking, False),
        ("use_nesterov", "bool", use_nesterov, False)], None, name)


def resource_sparse_apply_proximal_adagrad(var: TensorLike, accum: TensorLike, lr: TensorLike, l1: TensorLike,
                                           l2: TensorLike, grad: TensorLike, indices: TensorLike, *,
                                           use_locking: bool = False, name: str = "") -> Node:
    """As ResourceApplyProximalAdagrad, for the rows of the variables that indices name, in that order; a row
    that is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
    Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, l1, l2, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyProximalAdagrad", [(var, "=resource"), (accum, "=resource"), (lr, "T"),
        (l1, "T"), (l2, "T"), (grad, "T"), (indices, "Tindices")], [("use_locking", "bool", use_locking,
        False)], None, name)


def resource_sparse_apply_proximal_gradient_descent(var: TensorLike, alpha: TensorLike, l1: TensorLike,
                                                    l2: TensorLike, grad: TensorLike, indices: TensorLike, *,
                                                    use_locking: bool = False, name: str = "") -> Node:
    """As ResourceApplyProximalGradientDescent, for the rows of the variables that indices name, in that
    order; a row that is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape +
    var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of alpha, l1, l2, grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyProximalGradientDescent", [(var, "=resource"), (alpha, "T"), (l1, "T"),
        (l2, "T"), (grad, "T"), (indices, "Tindices")], [("use_locking", "bool", use_locking, False)], None,
        name)


def resource_sparse_apply_rms_prop(var: TensorLike, ms: TensorLike, mom: TensorLike, lr: TensorLike,
                                   rho: TensorLike, momentum: TensorLike, epsilon: TensorLike,
                                   grad: TensorLike, indices: TensorLike, *, use_locking: bool = False,
                                   name: str = "") -> Node:
    """As ResourceApplyRMSProp, for the rows of the variables that indices name, in that order; a row that is
    named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
    INVALID_ARGUMENT for an index out of range, before anything is updated.

    Types of lr, rho, momentum, epsilon, grad: float, double, int32, uint8, int16, int8, complex64, int64,
    qint8, quint8, qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of indices: int32, int64.
    """
    return build("ResourceSparseApplyRMSProp", [(var, "=resource"), (ms, "=resource"), (mom, "=resource"),
        (lr, "T"), (rho, "T"), (momentum, "T"), (epsilon, "T"), (grad, "T"), (indices, "Tindices")],
        [("use_locking", "bool", use_locking, False)], None, name)


def resource_strided_slice_assign(ref: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike,
                                  value: TensorLike, *, begin_mask: int = 0, end_mask: int = 0,
                                  ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0,
                                  name: str = "") -> Node:
    """Puts value where StridedSlice of the variable would have read, in place. Shapes: value is broadcast to
    the slice. Errors: INVALID_ARGUMENT as StridedSlice, and if value does not fit the slice;
    FAILED_PRECONDITION for a variable without a value.

    Types of begin, end, strides: int32, int64.
    """
    return build("ResourceStridedSliceAssign", [(ref, "=resource"), (begin, "Index"), (end, "Index"),
        (strides, "Index"), (value, "T")], [("begin_mask", "int", begin_mask, 0),
        ("end_mask", "int", end_mask, 0), ("ellipsis_mask", "int", ellipsis_mask, 0),
        ("new_axis_mask", "int", new_axis_mask, 0), ("shrink_axis_mask", "int", shrink_axis_mask, 0)], None,
        name)


def restore(file_pattern: TensorLike, tensor_name: TensorLike, dt: DTypeLike, *, preferred_shard: int = -1,
            name: str = "") -> Output:
    """Reads a tensor from a checkpoint of either format; one in shards is named without their numbers, or
    with ?????. preferred_shard is a hint. Shapes: scalars. Errors: NOT_FOUND naming a file or tensor that is
    not there; INVALID_ARGUMENT for another type; DATA_LOSS for a file that is damaged.
    """
    return build("Restore", [(file_pattern, "=string"), (tensor_name, "=string")], [("dt", "type", dt),
        ("preferred_shard", "int", preferred_shard, -1)], "dt", name)


def restore_slice(file_pattern: TensorLike, tensor_name: TensorLike, shape_and_slice: TensorLike,
                  dt: DTypeLike, *, preferred_shard: int = -1, name: str = "") -> Output:
    """As Restore, of a slice of the tensor, said as SaveSlices does. Errors: also INVALID_ARGUMENT for a
    tensor of another shape.
    """
    return build("RestoreSlice", [(file_pattern, "=string"), (tensor_name, "=string"),
        (shape_and_slice, "=string")], [("dt", "type", dt), ("preferred_shard", "int", preferred_shard, -1)],
        "dt", name)


def restore_v2(prefix: TensorLike, tensor_names: TensorLike, shape_and_slices: TensorLike,
               dtypes: Sequence[DTypeLike], *, name: str = "") -> list[Output]:
    """Reads the named tensors from the checkpoint `prefix`. Shapes: as SaveV2. Errors: NOT_FOUND naming a
    file or tensor that is not there; INVALID_ARGUMENT for another type or a bad slice; DATA_LOSS for a file
    that is damaged.
    """
    return build("RestoreV2", [(prefix, "=string"), (tensor_names, "=string"), (shape_and_slices, "=string")],
        [("dtypes", "list(type)", dtypes)], ["**dtypes"], name)


def reverse_sequence(input: TensorLike, seq_lengths: TensorLike, seq_dim: int, *, batch_dim: int = 0,
                     name: str = "") -> Output:
    """Turns the order of the first seq_lengths[i] steps along seq_dim round, in slice i along batch_dim; the
    rest stays. Shapes: seq_lengths is a vector of the size of batch_dim. Errors: INVALID_ARGUMENT for a
    length below 0 or beyond seq_dim.

    Types of seq_lengths: int32, int64.
    """
    return build("ReverseSequence", [(input, "T"), (seq_lengths, "Tlen")], [("seq_dim", "int", seq_dim),
        ("batch_dim", "int", batch_dim, 0)], "T", name)


def reverse_v2(tensor: TensorLike, axis: TensorLike, *, name: str = "") -> Output:
    """Turns the order round along the given axes. Shapes: axis is a vector of values in [-rank,rank), none
    twice. Errors: INVALID_ARGUMENT otherwise.

    Types of axis: int32, int64.
    Types of tensor: uint8, int8, uint16, int16, int32, uint32, int64, uint64, bool, bfloat16, half, float,
    double, complex64, complex128, string.
    """
    return build("ReverseV2", [(tensor, "T"), (axis, "Tidx")], [], "T", name)


def rewrite_dataset(input_dataset: TensorLike, rewrite_name: TensorLike, output_types: Sequence[DTypeLike],
                    output_shapes: Sequence[ShapeLike], *, name: str = "") -> Output:
    """Gives the same dataset."""
    return build("RewriteDataset", [(input_dataset, "=variant"), (rewrite_name, "=string")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes)],
        "=variant", name)


def right_shift(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x with its bits moved down by y places, the sign kept; y is bounded as in LeftShift. Shapes: x
    and y broadcast against each other.

    Types of x, y: int8, int16, int32, int64, uint8, uint16, uint32, uint64.
    """
    return build("RightShift", [(x, "T"), (y, "T")], [], "T", name)


def rint(x: TensorLike, *, name: str = "") -> Output:
    """Gives the whole number nearest to x, the even one of two. Shapes: y is like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Rint", [(x, "T")], [], "T", name)


def roll(input: TensorLike, shift: TensorLike, axis: TensorLike, *, name: str = "") -> Output:
    """Moves elements along the axes by shift places; what leaves at the end comes in at the beginning. An
    axis may be given several times. Shapes: shift and axis are scalars or vectors of one length, output is
    like input. Errors: INVALID_ARGUMENT for an axis out of range.

    Types of shift: int32, int64.
    Types of axis: int32, int64.
    """
    return build("Roll", [(input, "T"), (shift, "Tshift"), (axis, "Taxis")], [], "T", name)


def round(x: TensorLike, *, name: str = "") -> Output:
    """Gives the whole number nearest to x, the even one of two; integers as they are. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Round", [(x, "T")], [], "T", name)


def rsqrt(x: TensorLike, *, name: str = "") -> Output:
    """Gives 1 / sqrt(x), element by element; NaN below 0, inf at 0. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Rsqrt", [(x, "T")], [], "T", name)


def rsqrt_grad(y: TensorLike, dy: TensorLike, *, name: str = "") -> Output:
    """Gives dy * -0.5 * conj(y)^3, the gradient of Rsqrt for its output y, and 0 where dy is 0. Shapes: all
    alike.

    Types of y, dy: bfloat16, half, float, double, complex64, complex128.
    """
    return build("RsqrtGrad", [(y, "T"), (dy, "T")], [], "T", name)


def affine_add(x: TensorLike, y: TensorLike, x_scale: float, y_scale: float, z_scale: float, *,
               x_zero_point: int = 0, y_zero_point: int = 0, z_zero_point: int = 0,
               activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
               rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE", name: str = "") -> Output:
    """Gives x + y, clamped by activation. Shapes: x and y broadcast against each other. rounding: DOUBLE
    rounds a product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL
    multiplies with floats, halves become even, as ONNX Runtime does.

    Types of x, y: int8, uint8, int16.
    """
    return build("Runnel>AffineAdd", [(x, "T"), (y, "T")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("z_scale", "float", z_scale), ("x_zero_point", "int", x_zero_point,
        0), ("y_zero_point", "int", y_zero_point, 0), ("z_zero_point", "int", z_zero_point, 0),
        ("activation", "string", activation, "NONE"), ("rounding", "string", rounding, "DOUBLE")], "T", name)


def affine_avg_pool(x: TensorLike, ksize: Sequence[int], strides: Sequence[int],
                    padding: Literal["SAME", "VALID", "EXPLICIT"], y_scale: float, *,
                    explicit_paddings: Sequence[int] = (), y_zero_point: int = 0,
                    activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
                    name: str = "") -> Output:
    """Gives means over windows of images [batch,rows,columns,channels] without their padding, halves away
    from 0, clamped by activation. x has the scale of y.

    Types of x: int8, uint8, int16.
    """
    return build("Runnel>AffineAvgPool", [(x, "T")], [("ksize", "list(int)", ksize),
        ("strides", "list(int)", strides), ("padding", "string", padding), ("y_scale", "float", y_scale),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("y_zero_point", "int", y_zero_point, 0),
        ("activation", "string", activation, "NONE")], "T", name)


def affine_conv2d(x: TensorLike, filter: TensorLike, bias: TensorLike, filter_scales: TensorLike,
                  x_scale: float, y_scale: float, strides: Sequence[int],
                  padding: Literal["SAME", "VALID", "EXPLICIT"], *, x_zero_point: int = 0,
                  filter_zero_point: int = 0, y_zero_point: int = 0,
                  activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
                  rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE",
                  explicit_paddings: Sequence[int] = (), dilations: Sequence[int] = (1, 1, 1, 1),
                  name: str = "") -> Output:
    """Convolves images [batch,rows,columns,channels] with a filter [out,rows,columns,in], adds bias, clamps
    by activation. in divides the channels; then these are divided into groups. Shapes: bias is [out],
    filter_scales [1] or [out], y [batch,rows,columns,out]. rounding: DOUBLE rounds a product of fixed-point
    numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with floats, halves become
    even, as ONNX Runtime does.

    Types of x: int8, uint8, int16.
    Types of filter: int8, uint8.
    Types of bias: int32, int64.
    """
    return build("Runnel>AffineConv2D", [(x, "T"), (filter, "W"), (bias, "B"), (filter_scales, "=float")],
        [("x_scale", "float", x_scale), ("y_scale", "float", y_scale), ("strides", "list(int)", strides),
        ("padding", "string", padding), ("x_zero_point", "int", x_zero_point, 0),
        ("filter_zero_point", "int", filter_zero_point, 0), ("y_zero_point", "int", y_zero_point, 0),
        ("activation", "string", activation, "NONE"), ("rounding", "string", rounding, "DOUBLE"),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("dilations", "list(int)", dilations, (1,
        1, 1, 1))], "T", name)


def affine_conv2d_sums(x: TensorLike, filter: TensorLike, x_zero_points: TensorLike, strides: Sequence[int],
                       padding: Literal["SAME", "VALID", "EXPLICIT"], *, filter_zero_point: int = 0,
                       explicit_paddings: Sequence[int] = (), dilations: Sequence[int] = (1, 1, 1, 1),
                       name: str = "") -> Output:
    """Convolves images [batch,rows,columns,channels] with a filter [out,rows,columns,in] and gives the sums
    of (x - x_zero_point) (filter - filter_zero_point), modulo 2^32. in divides the channels; then these are
    divided into groups. Padding is x_zero_point. Shapes: x_zero_points is a scalar, [1] or [batch], sums
    [batch,rows,columns,out].

    Types of x, x_zero_points: int8, uint8.
    Types of filter: int8, uint8.
    """
    return build("Runnel>AffineConv2DSums", [(x, "T"), (filter, "W"), (x_zero_points, "T")],
        [("strides", "list(int)", strides), ("padding", "string", padding),
        ("filter_zero_point", "int", filter_zero_point, 0),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("dilations", "list(int)", dilations, (1,
        1, 1, 1))], "=int32", name)


def affine_depthwise_conv2d(x: TensorLike, filter: TensorLike, bias: TensorLike, filter_scales: TensorLike,
                            x_scale: float, y_scale: float, strides: Sequence[int],
                            padding: Literal["SAME", "VALID", "EXPLICIT"], *, x_zero_point: int = 0,
                            filter_zero_point: int = 0, y_zero_point: int = 0,
                            activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
                            rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE",
                            explicit_paddings: Sequence[int] = (), dilations: Sequence[int] = (1, 1, 1, 1),
                            name: str = "") -> Output:
    """Convolves each channel of images [batch,rows,columns,channels] with filters of its own, those of filter
    [1,rows,columns,out], adds bias, clamps by activation. Shapes: bias is [out], filter_scales [1] or [out],
    y [batch,rows,columns,out]. rounding: DOUBLE rounds a product of fixed-point numbers twice, as LiteRT's
    builtin kernels do, SINGLE once; REAL multiplies with floats, halves become even, as ONNX Runtime does.

    Types of x: int8, uint8, int16.
    Types of filter: int8, uint8.
    Types of bias: int32, int64.
    """
    return build("Runnel>AffineDepthwiseConv2D", [(x, "T"), (filter, "W"), (bias, "B"),
        (filter_scales, "=float")], [("x_scale", "float", x_scale), ("y_scale", "float", y_scale),
        ("strides", "list(int)", strides), ("padding", "string", padding),
        ("x_zero_point", "int", x_zero_point, 0), ("filter_zero_point", "int", filter_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0), ("activation", "string", activation, "NONE"),
        ("rounding", "string", rounding, "DOUBLE"), ("explicit_paddings", "list(int)", explicit_paddings, ()),
        ("dilations", "list(int)", dilations, (1, 1, 1, 1))], "T", name)


def affine_dequantize(x: TensorLike, scales: TensorLike, zero_points: TensorLike, *, axis: int = 0,
                      name: str = "") -> Output:
    """Gives scale * (x - zero_point). Shapes: y is like x; scales and zero_points have one element, or one
    for each place along axis.

    Types of x: int8, uint8, int16, int32.
    """
    return build("Runnel>AffineDequantize", [(x, "T"), (scales, "=float"), (zero_points, "=int32")],
        [("axis", "int", axis, 0)], "=float", name)


class AffineDynamicQuantizeOutputs(NamedTuple):
    y: Output
    scales: Output
    zero_points: Output


def affine_dynamic_quantize(x: TensorLike, T: DTypeLike, *, batch_dims: int = 0,
                            method: Literal["FULL", "ASYMMETRIC", "SYMMETRIC"] = "FULL",
                            name: str = "") -> AffineDynamicQuantizeOutputs:
    """Gives round(x / scale) + zero_point with the scale and zero point that let T hold all of x and 0.
    method: FULL as ONNX has it, halves to even; of int8, ASYMMETRIC and SYMMETRIC, with the zero point 0, as
    LiteRT's portable kernels do. Shapes: y is like x; scales and zero_points are like the first batch_dims
    dimensions of x, whose places are quantised each by itself. Errors: INVALID_ARGUMENT for another method
    than FULL of uint8.

    Types of T: int8, uint8.
    """
    return AffineDynamicQuantizeOutputs(*build("Runnel>AffineDynamicQuantize", [(x, "=float")],
        [("T", "type", T), ("batch_dims", "int", batch_dims, 0), ("method", "string", method, "FULL")], ["T",
        "=float", "T"], name))


def affine_fully_connected(x: TensorLike, filter: TensorLike, bias: TensorLike, filter_scales: TensorLike,
                           x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                           filter_zero_point: int = 0, y_zero_point: int = 0,
                           activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
                           rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE", keep_dims: bool = False,
                           name: str = "") -> Output:
    """Multiplies the rows of x with those of filter [units,depth], adds bias [units], clamps by activation.
    Shapes: y is [rows,units] or, with keep_dims, like x with units as its last dimension; filter_scales is
    [1] or [units]. rounding: DOUBLE rounds a product of fixed-point numbers twice, as LiteRT's builtin
    kernels do, SINGLE once; REAL multiplies with floats, halves become even, as ONNX Runtime does.

    Types of x: int8, uint8, int16.
    Types of filter: int8, uint8.
    Types of bias: int32, int64.
    """
    return build("Runnel>AffineFullyConnected", [(x, "T"), (filter, "W"), (bias, "B"),
        (filter_scales, "=float")], [("x_scale", "float", x_scale), ("y_scale", "float", y_scale),
        ("x_zero_point", "int", x_zero_point, 0), ("filter_zero_point", "int", filter_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0), ("activation", "string", activation, "NONE"),
        ("rounding", "string", rounding, "DOUBLE"), ("keep_dims", "bool", keep_dims, False)], "T", name)


def affine_fully_connected_sums(x: TensorLike, filter: TensorLike, x_zero_points: TensorLike, *,
                                filter_zero_point: int = 0, name: str = "") -> Output:
    """Multiplies the rows of x with those of filter [units,depth] and gives the sums of (x - x_zero_point)
    (filter - filter_zero_point), modulo 2^32. Shapes: sums is like x with units as its last dimension;
    x_zero_points is a scalar, [1], or a vector of one for each row.

    Types of x, x_zero_points: int8, uint8.
    Types of filter: int8, uint8.
    """
    return build("Runnel>AffineFullyConnectedSums", [(x, "T"), (filter, "W"), (x_zero_points, "T")],
        [("filter_zero_point", "int", filter_zero_point, 0)], "=int32", name)


def affine_hard_swish(x: TensorLike, x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                      y_zero_point: int = 0, name: str = "") -> Output:
    """Gives x min(max(x + 3, 0), 6) / 6, in fixed-point numbers of 16 bits. Shapes: y is like x.

    Types of x: int8, uint8.
    """
    return build("Runnel>AffineHardSwish", [(x, "T")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("x_zero_point", "int", x_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0)], "T", name)


def affine_leaky_relu(x: TensorLike, x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                      y_zero_point: int = 0, alpha: float = 0.2, name: str = "") -> Output:
    """Gives x, and alpha x where it is negative. Shapes: y is like x. Errors: INVALID_ARGUMENT for a negative
    alpha.

    Types of x: int8, uint8, int16.
    """
    return build("Runnel>AffineLeakyRelu", [(x, "T")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("x_zero_point", "int", x_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0), ("alpha", "float", alpha, 0.2)], "T", name)


def affine_lookup(x: TensorLike, table: TensorLike, *, name: str = "") -> Output:
    """Gives of each number of x what table has for it: its first element for the least number of T. A plan
    puts it in the place of nodes that compute numbers of 8 bits from one such tensor, element by element.
    Shapes: table is [256], y like x.

    Types of x: int8, uint8.
    Types of table: int8, uint8.
    """
    return build("Runnel>AffineLookup", [(x, "T"), (table, "U")], [], "U", name)


def affine_max_pool(x: TensorLike, ksize: Sequence[int], strides: Sequence[int],
                    padding: Literal["SAME", "VALID", "EXPLICIT"], y_scale: float, *,
                    explicit_paddings: Sequence[int] = (), y_zero_point: int = 0,
                    activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
                    name: str = "") -> Output:
    """Gives the largest numbers in windows of images [batch,rows,columns,channels], clamped by activation. x
    has the scale of y.

    Types of x: int8, uint8, int16.
    """
    return build("Runnel>AffineMaxPool", [(x, "T")], [("ksize", "list(int)", ksize),
        ("strides", "list(int)", strides), ("padding", "string", padding), ("y_scale", "float", y_scale),
        ("explicit_paddings", "list(int)", explicit_paddings, ()), ("y_zero_point", "int", y_zero_point, 0),
        ("activation", "string", activation, "NONE")], "T", name)


def affine_mean(x: TensorLike, axes: TensorLike, x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                y_zero_point: int = 0, keep_dims: bool = False,
                rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE", name: str = "") -> Output:
    """Gives means along axes. Shapes: y is x without axes, or with 1 for them. rounding: DOUBLE rounds a
    product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with
    floats, halves become even, as ONNX Runtime does.

    Types of x: int8, uint8, int16.
    """
    return build("Runnel>AffineMean", [(x, "T"), (axes, "=int32")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("x_zero_point", "int", x_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0), ("keep_dims", "bool", keep_dims, False),
        ("rounding", "string", rounding, "DOUBLE")], "T", name)


def affine_mul(x: TensorLike, y: TensorLike, x_scale: float, y_scale: float, z_scale: float, *,
               x_zero_point: int = 0, y_zero_point: int = 0, z_zero_point: int = 0,
               activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
               rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE", name: str = "") -> Output:
    """Gives x * y, clamped by activation. Shapes: x and y broadcast against each other. rounding: DOUBLE
    rounds a product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL
    multiplies with floats, halves become even, as ONNX Runtime does.

    Types of x, y: int8, uint8, int16.
    """
    return build("Runnel>AffineMul", [(x, "T"), (y, "T")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("z_scale", "float", z_scale), ("x_zero_point", "int", x_zero_point,
        0), ("y_zero_point", "int", y_zero_point, 0), ("z_zero_point", "int", z_zero_point, 0),
        ("activation", "string", activation, "NONE"), ("rounding", "string", rounding, "DOUBLE")], "T", name)


def affine_quantize(x: TensorLike, scales: TensorLike, zero_points: TensorLike, T: DTypeLike, *,
                    axis: int = 0,
                    round_mode: Literal["HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"] = "HALF_AWAY_FROM_ZERO",
                    name: str = "") -> Output:
    """Gives round(x / scale) + zero_point, the nearest number that T holds. Shapes: y is like x; scales and
    zero_points have one element, or one for each place along axis.

    Types of T: int8, uint8, int16.
    """
    return build("Runnel>AffineQuantize", [(x, "=float"), (scales, "=float"), (zero_points, "=int32")],
        [("T", "type", T), ("axis", "int", axis, 0), ("round_mode", "string", round_mode,
        "HALF_AWAY_FROM_ZERO")], "T", name)


def affine_requantize(x: TensorLike, U: DTypeLike, x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                      y_zero_point: int = 0,
                      activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
                      rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE", name: str = "") -> Output:
    """Gives the real numbers of x, clamped by activation, in the scale of y. Shapes: y is like x. rounding:
    DOUBLE rounds a product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL
    multiplies with floats, halves become even, as ONNX Runtime does.

    Types of x: int8, uint8, int16, int32.
    Types of U: int8, uint8, int16, int32.
    """
    return build("Runnel>AffineRequantize", [(x, "T")], [("U", "type", U), ("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("x_zero_point", "int", x_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0), ("activation", "string", activation, "NONE"),
        ("rounding", "string", rounding, "DOUBLE")], "U", name)


def affine_sigmoid(x: TensorLike, x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                   y_zero_point: int = 0, name: str = "") -> Output:
    """Gives 1 / (1 + exp(-x)), in fixed-point numbers. Shapes: y is like x. Errors: INVALID_ARGUMENT unless y
    has the scale 2^-8 and the zero point -128.

    Types of x: int8.
    """
    return build("Runnel>AffineSigmoid", [(x, "T")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("x_zero_point", "int", x_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0)], "T", name)


def affine_softmax(x: TensorLike, U: DTypeLike, x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                   y_zero_point: int = 0, beta: float = 1.0, name: str = "") -> Output:
    """Gives exp(beta x) divided by its sum along the last dimension, in fixed-point numbers. Shapes: y is
    like x. Errors: INVALID_ARGUMENT unless y stands for 0 to 1: by steps of 2^-8 from the lowest of int8 or
    uint8 on, by steps of 2^-16 of int16.

    Types of x: int8, uint8.
    Types of U: int8, uint8, int16.
    """
    return build("Runnel>AffineSoftmax", [(x, "T")], [("U", "type", U), ("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("x_zero_point", "int", x_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0), ("beta", "float", beta, 1.0)], "U", name)


def affine_sub(x: TensorLike, y: TensorLike, x_scale: float, y_scale: float, z_scale: float, *,
               x_zero_point: int = 0, y_zero_point: int = 0, z_zero_point: int = 0,
               activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
               rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE", name: str = "") -> Output:
    """Gives x - y, clamped by activation. Shapes: x and y broadcast against each other. rounding: DOUBLE
    rounds a product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL
    multiplies with floats, halves become even, as ONNX Runtime does.

    Types of x, y: int8, uint8, int16.
    """
    return build("Runnel>AffineSub", [(x, "T"), (y, "T")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("z_scale", "float", z_scale), ("x_zero_point", "int", x_zero_point,
        0), ("y_zero_point", "int", y_zero_point, 0), ("z_zero_point", "int", z_zero_point, 0),
        ("activation", "string", activation, "NONE"), ("rounding", "string", rounding, "DOUBLE")], "T", name)


def affine_tanh(x: TensorLike, x_scale: float, y_scale: float, *, x_zero_point: int = 0,
                y_zero_point: int = 0, name: str = "") -> Output:
    """Gives tanh(x), in fixed-point numbers. Shapes: y is like x. Errors: INVALID_ARGUMENT unless y has the
    scale 2^-7 and the zero point 0.

    Types of x: int8.
    """
    return build("Runnel>AffineTanh", [(x, "T")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("x_zero_point", "int", x_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0)], "T", name)


def affine_transpose_conv2d(x: TensorLike, filter: TensorLike, bias: TensorLike, filter_scales: TensorLike,
                            output_shape: TensorLike, x_scale: float, y_scale: float, strides: Sequence[int],
                            padding: Literal["SAME", "VALID"], *, x_zero_point: int = 0,
                            filter_zero_point: int = 0, y_zero_point: int = 0,
                            activation: Literal["NONE", "RELU", "RELU_N1_TO_1", "RELU6"] = "NONE",
                            rounding: Literal["DOUBLE", "SINGLE", "REAL"] = "DOUBLE",
                            name: str = "") -> Output:
    """Adds each pixel of x [batch,rows,columns,in], multiplied with filter [out,rows,columns,in], to the
    window of y that a convolution would make it of, adds bias, clamps by activation. Shapes: bias is [out],
    filter_scales [1] or [out], y output_shape. rounding: DOUBLE rounds a product of fixed-point numbers
    twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with floats, halves become even, as
    ONNX Runtime does.

    Types of x: int8, uint8, int16.
    Types of filter: int8, uint8.
    Types of bias: int32, int64.
    """
    return build("Runnel>AffineTransposeConv2D", [(x, "T"), (filter, "W"), (bias, "B"),
        (filter_scales, "=float"), (output_shape, "=int32")], [("x_scale", "float", x_scale),
        ("y_scale", "float", y_scale), ("strides", "list(int)", strides), ("padding", "string", padding),
        ("x_zero_point", "int", x_zero_point, 0), ("filter_zero_point", "int", filter_zero_point, 0),
        ("y_zero_point", "int", y_zero_point, 0), ("activation", "string", activation, "NONE"),
        ("rounding", "string", rounding, "DOUBLE")], "T", name)


def attention(query: TensorLike, key: TensorLike, value: TensorLike, mask: TensorLike, *, scale: float = 1.0,
              name: str = "") -> Output:
    """Gives each query a mean of the values, weighed by how well their keys fit: Softmax(scale * query *
    transposed key + mask) * value. The scores are never whole in memory where a device has a kernel. Shapes:
    query [..., m, d], key [..., n, d] and value [..., n, e] have equal leading dimensions, and mask, which
    may be a scalar 0, broadcasts to [..., m, n]; output is [..., m, e]. Source: Vaswani et al. 2017, section
    3.2.1.

    Types of query, key, value, mask: half, bfloat16, float, double.
    """
    return build("Runnel>Attention", [(query, "T"), (key, "T"), (value, "T"), (mask, "T")],
        [("scale", "float", scale, 1.0)], "T", name)


def gelu(features: TensorLike, *, name: str = "") -> Output:
    """Gives 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), element by element. Shapes: activations is
    like features. Source: Hendrycks & Gimpel 2016, section 2.

    Types of features: half, bfloat16, float, double.
    """
    return build("Runnel>Gelu", [(features, "T")], [], "T", name)


class LayerNormOutputs(NamedTuple):
    y: Output
    mean: Output
    inverse_deviation: Output


def layer_norm(x: TensorLike, scale: TensorLike, offset: TensorLike, *, epsilon: float = 1e-05,
               name: str = "") -> LayerNormOutputs:
    """Gives (x - mean) * inverse_deviation * scale + offset, where mean and inverse_deviation = 1 /
    sqrt(variance + epsilon) are those of the last dimension. Shapes: scale and offset are vectors as long as
    that dimension; y is like x, mean and inverse_deviation too, but for 1 as their last dimension. Source:
    Ba, Kiros and Hinton 2016.

    Types of x, scale, offset: half, bfloat16, float, double.
    """
    return LayerNormOutputs(*build("Runnel>LayerNorm", [(x, "T"), (scale, "T"), (offset, "T")],
        [("epsilon", "float", epsilon, 1e-05)], ["T", "T", "T"], name))


class SampleDistortedBoundingBoxOutputs(NamedTuple):
    begin: Output
    size: Output
    bboxes: Output


def sample_distorted_bounding_box(image_size: TensorLike, bounding_boxes: TensorLike, *, seed: int = 0,
                                  seed2: int = 0, min_object_covered: float = 0.1,
                                  aspect_ratio_range: Sequence[float] = (0.75, 1.33),
                                  area_range: Sequence[float] = (0.05, 1.0), max_attempts: int = 100,
                                  use_image_if_no_bounding_boxes: bool = False,
                                  name: str = "") -> SampleDistortedBoundingBoxOutputs:
    """Draws a box in an image, with width over height in aspect_ratio_range and area_range of the image's
    area, that covers min_object_covered of one of bounding_boxes; the whole image if max_attempts boxes do
    not. begin and size are for Slice, bboxes for DrawBoundingBoxes. With seed and seed2 both 0 the seed is
    chosen at random. Shapes: image_size, begin and size are rows, columns and channels, bounding_boxes is
    [batch,n,4]. Errors: INVALID_ARGUMENT for boxes outside of [0,1], and if there are none without
    use_image_if_no_bounding_boxes.

    Types of image_size: uint8, int8, int16, int32, int64.
    """
    return SampleDistortedBoundingBoxOutputs(*build("SampleDistortedBoundingBox", [(image_size, "T"),
        (bounding_boxes, "=float")], [("seed", "int", seed, 0), ("seed2", "int", seed2, 0),
        ("min_object_covered", "float", min_object_covered, 0.1),
        ("aspect_ratio_range", "list(float)", aspect_ratio_range, (0.75, 1.33)),
        ("area_range", "list(float)", area_range, (0.05, 1.0)), ("max_attempts", "int", max_attempts, 100),
        ("use_image_if_no_bounding_boxes", "bool", use_image_if_no_bounding_boxes, False)], ["T", "T",
        "=float"], name))


class SampleDistortedBoundingBoxV2Outputs(NamedTuple):
    begin: Output
    size: Output
    bboxes: Output


def sample_distorted_bounding_box_v2(image_size: TensorLike, bounding_boxes: TensorLike,
                                     min_object_covered: TensorLike, *, seed: int = 0, seed2: int = 0,
                                     aspect_ratio_range: Sequence[float] = (0.75, 1.33),
                                     area_range: Sequence[float] = (0.05, 1.0), max_attempts: int = 100,
                                     use_image_if_no_bounding_boxes: bool = False,
                                     name: str = "") -> SampleDistortedBoundingBoxV2Outputs:
    """SampleDistortedBoundingBox with min_object_covered, a scalar, as an input.

    Types of image_size: uint8, int8, int16, int32, int64.
    """
    return SampleDistortedBoundingBoxV2Outputs(*build("SampleDistortedBoundingBoxV2", [(image_size, "T"),
        (bounding_boxes, "=float"), (min_object_covered, "=float")], [("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0), ("aspect_ratio_range", "list(float)", aspect_ratio_range, (0.75, 1.33)),
        ("area_range", "list(float)", area_range, (0.05, 1.0)), ("max_attempts", "int", max_attempts, 100),
        ("use_image_if_no_bounding_boxes", "bool", use_image_if_no_bounding_boxes, False)], ["T", "T",
        "=float"], name))


def save(filename: TensorLike, tensor_names: TensorLike, data: Sequence[TensorLike], *,
         name: str = "") -> Node:
    """Writes the tensors under their names into the file `filename`, a checkpoint of TensorFlow's first
    format, whole or not at all. Shapes: filename is a scalar, tensor_names a vector with one entry per
    tensor. Errors: INVALID_ARGUMENT for a wrong count, a double name, or a tensor of more than 2 GiB;
    NOT_FOUND for a folder that is not there.
    """
    return build("Save", [(filename, "=string"), (tensor_names, "=string"), (data, "**T")], [], None, name)


def save_slices(filename: TensorLike, tensor_names: TensorLike, shapes_and_slices: TensorLike,
                data: Sequence[TensorLike], *, name: str = "") -> Node:
    """As Save, of slices of tensors: "4 5 0,2:-" is the first two rows of a [4,5]; an empty one means the
    whole tensor. Shapes: shapes_and_slices is a vector with one entry per tensor. Errors: also
    INVALID_ARGUMENT for a slice that does not fit.
    """
    return build("SaveSlices", [(filename, "=string"), (tensor_names, "=string"),
        (shapes_and_slices, "=string"), (data, "**T")], [], None, name)


def save_v2(prefix: TensorLike, tensor_names: TensorLike, shape_and_slices: TensorLike,
            tensors: Sequence[TensorLike], *, name: str = "") -> Node:
    """Writes the tensors under their names into the checkpoint `prefix`, in TensorFlow's V2 format, whole or
    not at all. Shapes: prefix is a scalar; tensor_names and shape_and_slices are vectors with one entry per
    tensor; an empty slice means the whole tensor. Errors: INVALID_ARGUMENT for a wrong count, a double name
    or a bad slice; RESOURCE_EXHAUSTED if no space is left.
    """
    return build("SaveV2", [(prefix, "=string"), (tensor_names, "=string"), (shape_and_slices, "=string"),
        (tensors, "**dtypes")], [], None, name)


def scalar_summary(tags: TensorLike, values: TensorLike, *, name: str = "") -> Output:
    """A summary of every value, as float, under its tag. Shapes: tags and values are alike; summary is a
    scalar.

    Types of values: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return build("ScalarSummary", [(tags, "=string"), (values, "T")], [], "=string", name)


def scale_and_translate(images: TensorLike, size: TensorLike, scale: TensorLike, translation: TensorLike, *,
                        kernel_type: str | bytes = "lanczos3", antialias: bool = True,
                        name: str = "") -> Output:
    """Scales images by scale and moves them by translation, in pixels of the output, which has size rows and
    columns; kernel_type is lanczos1, lanczos3, lanczos5, gaussian, box, triangle, keyscubic or mitchellcubic,
    and as wide as an input pixel, or an output pixel if that is wider and antialias is set. What lies outside
    of the image is 0. Shapes: images is [batch,rows,columns,channels], the others two numbers. Errors:
    INVALID_ARGUMENT for empty images and for scales that are not above 0.

    Types of images: int8, uint8, int16, uint16, int32, int64, bfloat16, half, float, double.
    """
    return build("ScaleAndTranslate", [(images, "T"), (size, "=int32"), (scale, "=float"),
        (translation, "=float")], [("kernel_type", "string", kernel_type, "lanczos3"),
        ("antialias", "bool", antialias, True)], "=float", name)


def scale_and_translate_grad(grads: TensorLike, original_image: TensorLike, scale: TensorLike,
                             translation: TensorLike, *, kernel_type: str | bytes = "lanczos3",
                             antialias: bool = True, name: str = "") -> Output:
    """Gives the gradient of ScaleAndTranslate for images that are like original_image. Shapes: grads is
    [batch,rows,columns,channels].

    Types of grads, original_image: float.
    """
    return build("ScaleAndTranslateGrad", [(grads, "T"), (original_image, "T"), (scale, "=float"),
        (translation, "=float")], [("kernel_type", "string", kernel_type, "lanczos3"),
        ("antialias", "bool", antialias, True)], "T", name)


def scan_dataset(input_dataset: TensorLike, initial_state: Sequence[TensorLike],
                 other_arguments: Sequence[TensorLike], f: str, output_types: Sequence[DTypeLike],
                 output_shapes: Sequence[ShapeLike], *, preserve_cardinality: bool = False,
                 use_default_device: bool = True, metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of what f gives for each element. f takes a state, the element and other_arguments, and
    gives the next state and the new element. Errors: as MapDataset.
    """
    return build("ScanDataset", [(input_dataset, "=variant"), (initial_state, "**Tstate"),
        (other_arguments, "**Targuments")], [("f", "func", f), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("preserve_cardinality", "bool", preserve_cardinality, False),
        ("use_default_device", "bool", use_default_device, True), ("metadata", "string", metadata, "")],
        "=variant", name)


def scatter_nd(indices: TensorLike, updates: TensorLike, shape: TensorLike, *,
               bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "", name: str = "") -> Output:
    """Adds slices to zeros of the given shape at the places that the vectors in the last dimension of indices
    name, in their order. Shapes: updates is indices.shape[:-1] + shape[indices.shape[-1]:]. Errors:
    INVALID_ARGUMENT for an index out of range.

    Types of indices, shape: int16, int32, int64.
    """
    return build("ScatterNd", [(indices, "Tindices"), (updates, "T"), (shape, "Tindices")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "T", name)


def scatter_nd_non_aliasing_add(input: TensorLike, indices: TensorLike, updates: TensorLike, *,
                                bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                                name: str = "") -> Output:
    """TensorScatterAdd, by its older name.

    Types of indices: int32, int64.
    """
    return build("ScatterNdNonAliasingAdd", [(input, "T"), (indices, "Tindices"), (updates, "T")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "T", name)


def segment_max(data: TensorLike, segment_ids: TensorLike, *, name: str = "") -> Output:
    """Gives the largest elements of all rows of data that have the same id in segment_ids, which must not
    fall; rows of output without an id are 0. Shapes: segment_ids is a vector as long as data has rows; output
    has as many rows as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.

    Types of data: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    """
    return build("SegmentMax", [(data, "T"), (segment_ids, "Tindices")], [], "T", name)


def segment_mean(data: TensorLike, segment_ids: TensorLike, *, name: str = "") -> Output:
    """Gives the mean of all rows of data that have the same id in segment_ids, which must not fall; rows of
    output without an id are 0. Shapes: segment_ids is a vector as long as data has rows; output has as many
    rows as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.

    Types of data: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    """
    return build("SegmentMean", [(data, "T"), (segment_ids, "Tindices")], [], "T", name)


def segment_min(data: TensorLike, segment_ids: TensorLike, *, name: str = "") -> Output:
    """Gives the smallest elements of all rows of data that have the same id in segment_ids, which must not
    fall; rows of output without an id are 0. Shapes: segment_ids is a vector as long as data has rows; output
    has as many rows as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.

    Types of data: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    """
    return build("SegmentMin", [(data, "T"), (segment_ids, "Tindices")], [], "T", name)


def segment_prod(data: TensorLike, segment_ids: TensorLike, *, name: str = "") -> Output:
    """Multiplies all rows of data that have the same id in segment_ids, which must not fall; rows of output
    without an id are ones. Shapes: segment_ids is a vector as long as data has rows; output has as many rows
    as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.

    Types of data: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    """
    return build("SegmentProd", [(data, "T"), (segment_ids, "Tindices")], [], "T", name)


def segment_sum(data: TensorLike, segment_ids: TensorLike, *, name: str = "") -> Output:
    """Adds all rows of data that have the same id in segment_ids, which must not fall; rows of output without
    an id are 0. Shapes: segment_ids is a vector as long as data has rows; output has as many rows as the last
    id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.

    Types of data: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    """
    return build("SegmentSum", [(data, "T"), (segment_ids, "Tindices")], [], "T", name)


def select(condition: TensorLike, t: TensorLike, e: TensorLike, *, name: str = "") -> Output:
    """Takes elements of t where condition holds, of e elsewhere. Shapes: t and e are alike; condition is like
    them, or a scalar, or a vector as long as their first dimension, which then chooses whole rows.
    """
    return build("Select", [(condition, "=bool"), (t, "T"), (e, "T")], [], "T", name)


def select_v2(condition: TensorLike, t: TensorLike, e: TensorLike, *, name: str = "") -> Output:
    """Takes elements of t where condition holds, of e elsewhere. Shapes: all three broadcast against each
    other.
    """
    return build("SelectV2", [(condition, "=bool"), (t, "T"), (e, "T")], [], "T", name)


def self_adjoint_eig(input: TensorLike, *, name: str = "") -> Output:
    """As SelfAdjointEigV2, with the eigenvalues in a row above the vectors. Shapes: input is [..., n, n],
    output [..., n + 1, n].

    Types of input: double, float, half.
    """
    return build("SelfAdjointEig", [(input, "T")], [], "T", name)


class SelfAdjointEigV2Outputs(NamedTuple):
    e: Output
    v: Output


def self_adjoint_eig_v2(input: TensorLike, *, compute_v: bool = True,
                        name: str = "") -> SelfAdjointEigV2Outputs:
    """Gives the eigenvalues, ascending, of self-adjoint matrices, whose lower triangles alone are looked at,
    and their vectors, the columns of v. Shapes: input is [..., n, n], e [..., n], v like input, or [0]
    without compute_v. Errors: INVALID_ARGUMENT for numbers that are not finite.

    Types of input: double, float, half, complex64, complex128.
    """
    return SelfAdjointEigV2Outputs(*build("SelfAdjointEigV2", [(input, "T")],
        [("compute_v", "bool", compute_v, True)], ["T", "T"], name))


def selu(features: TensorLike, *, name: str = "") -> Output:
    """Gives scale * features, below 0 scale * alpha * (exp(features) - 1), where scale is 1.0507009873554805
    and alpha 1.6732632423543772. Shapes: activations is like features. Source: Klambauer et al. 2017.

    Types of features: half, bfloat16, float, double.
    """
    return build("Selu", [(features, "T")], [], "T", name)


def selu_grad(gradients: TensorLike, outputs: TensorLike, *, name: str = "") -> Output:
    """Gives gradients * (outputs + scale * alpha) where outputs, which Selu gave, are below 0 and gradients *
    scale elsewhere. Shapes: all alike.

    Types of gradients, outputs: half, bfloat16, float, double.
    """
    return build("SeluGrad", [(gradients, "T"), (outputs, "T")], [], "T", name)


def serialize_iterator(resource_handle: TensorLike, *, external_state_policy: int = 0,
                       name: str = "") -> Output:
    """Gives where the pass of the iterator is. Errors: UNIMPLEMENTED for pipelines whose place is outside of
    the runtime, such as generators.
    """
    return build("SerializeIterator", [(resource_handle, "=resource")],
        [("external_state_policy", "int", external_state_policy, 0)], "=variant", name)


def serialize_many_sparse(sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *,
                          out_type: DTypeLike = "string", name: str = "") -> Output:
    """Each row along dimension 0 of a sparse tensor of rank 2 or more as three TensorProtos, or variants.
    Shapes: the output has 3 columns. Errors: INVALID_ARGUMENT for indices that are out of order.

    Types of out_type: string, variant.
    """
    return build("SerializeManySparse", [(sparse_indices, "=int64"), (sparse_values, "T"),
        (sparse_shape, "=int64")], [("out_type", "type", out_type, "string")], "out_type", name)


def serialize_sparse(sparse_indices: TensorLike, sparse_values: TensorLike, sparse_shape: TensorLike, *,
                     out_type: DTypeLike = "string", name: str = "") -> Output:
    """A sparse tensor as three TensorProtos, or variants. Shapes: sparse_indices is a matrix, sparse_values
    and sparse_shape are vectors; the output has 3 elements. Errors: INVALID_ARGUMENT for shapes that do not
    go together.

    Types of out_type: string, variant.
    """
    return build("SerializeSparse", [(sparse_indices, "=int64"), (sparse_values, "T"),
        (sparse_shape, "=int64")], [("out_type", "type", out_type, "string")], "out_type", name)


def serialize_tensor(tensor: TensorLike, *, name: str = "") -> Output:
    """The tensor as the bytes of a TensorProto. Shapes: serialized is a scalar. Errors: UNIMPLEMENTED for
    resources and variants.
    """
    return build("SerializeTensor", [(tensor, "T")], [], "=string", name)


def set_size(set_indices: TensorLike, set_values: TensorLike, set_shape: TensorLike, *,
             validate_indices: bool = True, name: str = "") -> Output:
    """Counts the elements of the sets that are the rows of the last dim of a sparse tensor, without
    repetition. Shapes: size is the dense shape without its last dim. Errors: INVALID_ARGUMENT for an index
    out of range and, with validate_indices, out of order.

    Types of set_values: int8, int16, int32, int64, uint8, uint16, string.
    """
    return build("SetSize", [(set_indices, "=int64"), (set_values, "T"), (set_shape, "=int64")],
        [("validate_indices", "bool", validate_indices, True)], "=int32", name)


def shape(input: TensorLike, *, out_type: DTypeLike = "int32", name: str = "") -> Output:
    """Gives the shape of input as a vector. Errors: INVALID_ARGUMENT if a dimension does not fit out_type.

    Types of out_type: int32, int64.
    """
    return build("Shape", [(input, "T")], [("out_type", "type", out_type, "int32")], "out_type", name)


def shape_n(input: Sequence[TensorLike], *, out_type: DTypeLike = "int32", name: str = "") -> list[Output]:
    """Gives the shape of every input as a vector. Errors: INVALID_ARGUMENT if a dimension does not fit
    out_type.

    Types of out_type: int32, int64.
    """
    return build("ShapeN", [(input, "*T:N")], [("out_type", "type", out_type, "int32")], ["*out_type:N"],
        name)


def shard_dataset(input_dataset: TensorLike, num_shards: TensorLike, index: TensorLike,
                  output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                  require_non_empty: bool = False, metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of every num_shards-th element, from index on. Shapes: num_shards and index are
    scalars. Errors: INVALID_ARGUMENT unless 0 <= index < num_shards; of a pass, with require_non_empty: if
    there are fewer elements than shards.
    """
    return build("ShardDataset", [(input_dataset, "=variant"), (num_shards, "=int64"), (index, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("require_non_empty", "bool", require_non_empty, False), ("metadata", "string", metadata, "")],
        "=variant", name)


def sharded_filename(basename: TensorLike, shard: TensorLike, num_shards: TensorLike, *,
                     name: str = "") -> Output:
    """The name of one file of several, as printf("%s-%05d-of-%05d"). Shapes: scalars."""
    return build("ShardedFilename", [(basename, "=string"), (shard, "=int32"), (num_shards, "=int32")], [],
        "=string", name)


def sharded_filespec(basename: TensorLike, num_shards: TensorLike, *, name: str = "") -> Output:
    """The pattern of the names of several files, as printf("%s-?????-of-%05d"). Shapes: scalars."""
    return build("ShardedFilespec", [(basename, "=string"), (num_shards, "=int32")], [], "=string", name)


def shuffle_and_repeat_dataset(input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike,
                               seed2: TensorLike, count: TensorLike, output_types: Sequence[DTypeLike],
                               output_shapes: Sequence[ShapeLike], *, reshuffle_each_iteration: bool = True,
                               metadata: str | bytes = "", name: str = "") -> Output:
    """As ShuffleDataset of each of count passes over the input, which fill one buffer; without end if count
    is below 0.
    """
    return build("ShuffleAndRepeatDataset", [(input_dataset, "=variant"), (buffer_size, "=int64"),
        (seed, "=int64"), (seed2, "=int64"), (count, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("reshuffle_each_iteration", "bool", reshuffle_each_iteration, True), ("metadata", "string", metadata,
        "")], "=variant", name)


def shuffle_and_repeat_dataset_v2(input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike,
                                  seed2: TensorLike, count: TensorLike, seed_generator: TensorLike,
                                  output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                                  reshuffle_each_iteration: bool = True, metadata: str | bytes = "",
                                  name: str = "") -> Output:
    """As ShuffleAndRepeatDataset; seed_generator is not used."""
    return build("ShuffleAndRepeatDatasetV2", [(input_dataset, "=variant"), (buffer_size, "=int64"),
        (seed, "=int64"), (seed2, "=int64"), (count, "=int64"), (seed_generator, "=resource")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("reshuffle_each_iteration", "bool", reshuffle_each_iteration, True), ("metadata", "string", metadata,
        "")], "=variant", name)


def shuffle_dataset(input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike, seed2: TensorLike,
                    output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                    reshuffle_each_iteration: bool = True, metadata: str | bytes = "",
                    name: str = "") -> Output:
    """Gives a dataset of the elements in a random order: each is drawn from a buffer of buffer_size elements.
    The seeds determine the order, which is another one in each pass if reshuffle_each_iteration is set; seeds
    of 0 and 0 stand for random ones. Errors: INVALID_ARGUMENT unless buffer_size is above 0 (or -1: the whole
    input).
    """
    return build("ShuffleDataset", [(input_dataset, "=variant"), (buffer_size, "=int64"), (seed, "=int64"),
        (seed2, "=int64")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("reshuffle_each_iteration", "bool", reshuffle_each_iteration, True), ("metadata", "string", metadata,
        "")], "=variant", name)


def shuffle_dataset_v2(input_dataset: TensorLike, buffer_size: TensorLike, seed_generator: TensorLike,
                       output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                       metadata: str | bytes = "", name: str = "") -> Output:
    """As ShuffleDataset; each pass takes its seeds from seed_generator, an AnonymousRandomSeedGenerator,
    which datasets may share.
    """
    return build("ShuffleDatasetV2", [(input_dataset, "=variant"), (buffer_size, "=int64"),
        (seed_generator, "=resource")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def shuffle_dataset_v3(input_dataset: TensorLike, buffer_size: TensorLike, seed: TensorLike,
                       seed2: TensorLike, seed_generator: TensorLike, output_types: Sequence[DTypeLike],
                       output_shapes: Sequence[ShapeLike], *, reshuffle_each_iteration: bool = True,
                       metadata: str | bytes = "", name: str = "") -> Output:
    """As ShuffleDataset; seed_generator is not used."""
    return build("ShuffleDatasetV3", [(input_dataset, "=variant"), (buffer_size, "=int64"), (seed, "=int64"),
        (seed2, "=int64"), (seed_generator, "=resource")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes),
        ("reshuffle_each_iteration", "bool", reshuffle_each_iteration, True), ("metadata", "string", metadata,
        "")], "=variant", name)


def sigmoid(x: TensorLike, *, name: str = "") -> Output:
    """Gives 1 / (1 + exp(-x)), element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Sigmoid", [(x, "T")], [], "T", name)


def sigmoid_grad(y: TensorLike, dy: TensorLike, *, name: str = "") -> Output:
    """Gives dy * y * (1 - y), the gradient of Sigmoid for its output y. Shapes: all alike.

    Types of y, dy: bfloat16, half, float, double, complex64, complex128.
    """
    return build("SigmoidGrad", [(y, "T"), (dy, "T")], [], "T", name)


def sign(x: TensorLike, *, name: str = "") -> Output:
    """Gives -1, 0 or 1 as x is negative, zero or positive; NaN for NaN; x / |x| for complex x. Shapes: y is
    like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Sign", [(x, "T")], [], "T", name)


def sin(x: TensorLike, *, name: str = "") -> Output:
    """Gives the sine of x in radians; NaN for infinities. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Sin", [(x, "T")], [], "T", name)


def sinh(x: TensorLike, *, name: str = "") -> Output:
    """Gives the hyperbolic sine of x. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Sinh", [(x, "T")], [], "T", name)


def size(input: TensorLike, *, out_type: DTypeLike = "int32", name: str = "") -> Output:
    """Gives the number of elements of input. Shapes: output is a scalar. Errors: INVALID_ARGUMENT if it does
    not fit out_type.

    Types of out_type: int32, int64.
    """
    return build("Size", [(input, "T")], [("out_type", "type", out_type, "int32")], "out_type", name)


def skip_dataset(input_dataset: TensorLike, count: TensorLike, output_types: Sequence[DTypeLike],
                 output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset without the first count elements; of none if count is below 0. Shapes: count is a
    scalar.
    """
    return build("SkipDataset", [(input_dataset, "=variant"), (count, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


def slice(input: TensorLike, begin: TensorLike, size: TensorLike, *, name: str = "") -> Output:
    """Takes the block of the given size that starts at begin; a size of -1 means all that is left. Shapes:
    begin and size are vectors as long as the rank of input. Errors: INVALID_ARGUMENT if the block does not
    lie within input.

    Types of begin, size: int32, int64.
    """
    return build("Slice", [(input, "T"), (begin, "Index"), (size, "Index")], [], "T", name)


def snapshot(input: TensorLike, *, name: str = "") -> Output:
    """Gives input. Shapes: output is like input."""
    return build("Snapshot", [(input, "T")], [], "T", name)


def softmax(logits: TensorLike, *, name: str = "") -> Output:
    """Gives exp(logits) / sum(exp(logits)) along the last dimension, without overflow. Shapes: logits has
    rank 1 or more; softmax is like it.

    Types of logits: half, bfloat16, float, double.
    """
    return build("Softmax", [(logits, "T")], [], "T", name)


class SoftmaxCrossEntropyWithLogitsOutputs(NamedTuple):
    loss: Output
    backprop: Output


def softmax_cross_entropy_with_logits(features: TensorLike, labels: TensorLike, *,
                                      name: str = "") -> SoftmaxCrossEntropyWithLogitsOutputs:
    """Gives for every row -sum(labels * log(softmax(features))), and softmax(features) - labels as backprop,
    its gradient for features where a row of labels sums to 1. Shapes: features and labels are [batch,classes]
    after broadcasting, loss is [batch].

    Types of features, labels: half, bfloat16, float, double.
    """
    return SoftmaxCrossEntropyWithLogitsOutputs(*build("SoftmaxCrossEntropyWithLogits", [(features, "T"),
        (labels, "T")], [], ["T", "T"], name))


def softplus(features: TensorLike, *, name: str = "") -> Output:
    """Gives log(exp(features) + 1) without overflow. Shapes: activations is like features.

    Types of features: half, bfloat16, float, double.
    """
    return build("Softplus", [(features, "T")], [], "T", name)


def softplus_grad(gradients: TensorLike, features: TensorLike, *, name: str = "") -> Output:
    """Gives gradients / (exp(-features) + 1); features is the input of Softplus. Shapes: all alike.

    Types of gradients, features: half, bfloat16, float, double.
    """
    return build("SoftplusGrad", [(gradients, "T"), (features, "T")], [], "T", name)


def softsign(features: TensorLike, *, name: str = "") -> Output:
    """Gives features / (|features| + 1). Shapes: activations is like features.

    Types of features: half, bfloat16, float, double.
    """
    return build("Softsign", [(features, "T")], [], "T", name)


def softsign_grad(gradients: TensorLike, features: TensorLike, *, name: str = "") -> Output:
    """Gives gradients / (|features| + 1)^2; features is the input of Softsign. Shapes: all alike.

    Types of gradients, features: half, bfloat16, float, double.
    """
    return build("SoftsignGrad", [(gradients, "T"), (features, "T")], [], "T", name)


def space_to_batch_nd(input: TensorLike, block_shape: TensorLike, paddings: TensorLike, *,
                      name: str = "") -> Output:
    """Pads dimensions 1 to m with zeros and deals their elements out, block by block, to as many images in
    the batch. Shapes: block_shape is [m], paddings [m,2]; the batch grows by the product of block_shape.
    Errors: INVALID_ARGUMENT if a padded dimension is no multiple of its block.

    Types of block_shape: int32, int64.
    Types of paddings: int32, int64.
    """
    return build("SpaceToBatchND", [(input, "T"), (block_shape, "Tblock_shape"), (paddings, "Tpaddings")], [],
        "T", name)


def space_to_depth(input: TensorLike, block_size: int, *,
                   data_format: Literal["NHWC", "NCHW", "NCHW_VECT_C"] = "NHWC", name: str = "") -> Output:
    """Puts the pixels of every square of block_size pixels behind each other, row by row, as channels of one
    pixel. Shapes: [batch,rows,columns,channels] becomes [batch,rows/b,columns/b,b*b*channels]. Errors:
    INVALID_ARGUMENT if a side is no multiple.
    """
    return build("SpaceToDepth", [(input, "T")], [("block_size", "int", block_size),
        ("data_format", "string", data_format, "NHWC")], "T", name)


def sparse_accumulator_apply_gradient(handle: TensorLike, local_step: TensorLike,
                                      gradient_indices: TensorLike, gradient_values: TensorLike,
                                      gradient_shape: TensorLike, has_known_shape: bool, *,
                                      name: str = "") -> Node:
    """Adds gradient_values[i] to row gradient_indices[i]; drops a gradient that was computed from the values
    of a step before the accumulator's. Shapes: local_step is a scalar, gradient_indices a vector,
    gradient_values has a row for each; gradient_shape says the shape of the whole if has_known_shape. Errors:
    INVALID_ARGUMENT for another shape or type, or a row outside of it.

    Types of gradient_values: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("SparseAccumulatorApplyGradient", [(handle, "=resource"), (local_step, "=int64"),
        (gradient_indices, "=int64"), (gradient_values, "dtype"), (gradient_shape, "=int64")],
        [("has_known_shape", "bool", has_known_shape)], None, name)


class SparseAccumulatorTakeGradientOutputs(NamedTuple):
    indices: Output
    values: Output
    shape: Output


def sparse_accumulator_take_gradient(handle: TensorLike, num_required: TensorLike, dtype: DTypeLike, *,
                                     name: str = "") -> SparseAccumulatorTakeGradientOutputs:
    """Takes the rows that were added, each as the mean over the gradients that have it, or the sum, waiting
    until num_required gradients were added, and moves the accumulator one step on. Shapes: num_required is a
    scalar; indices are in order, values has a row for each, shape's first size is -1 if it is not known.
    Errors: INVALID_ARGUMENT for num_required below 1 or another type.

    Types of dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return SparseAccumulatorTakeGradientOutputs(*build("SparseAccumulatorTakeGradient",
        [(handle, "=resource"), (num_required, "=int32")], [("dtype", "type", dtype)], ["=int64", "dtype",
        "=int64"], name))


class SparseAddOutputs(NamedTuple):
    sum_indices: Output
    sum_values: Output
    sum_shape: Output


def sparse_add(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b_indices: TensorLike,
               b_values: TensorLike, b_shape: TensorLike, thresh: TensorLike, *,
               name: str = "") -> SparseAddOutputs:
    """Adds two sparse tensors of one shape, whose indices are in order, and leaves out what is smaller than
    thresh in magnitude of the values that both have. Shapes: indices is [n,rank], values [n], the dense shape
    [rank]. Errors: INVALID_ARGUMENT where the dense shapes differ.

    Types of a_values, b_values: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    Types of thresh: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    """
    return SparseAddOutputs(*build("SparseAdd", [(a_indices, "=int64"), (a_values, "T"), (a_shape, "=int64"),
        (b_indices, "=int64"), (b_values, "T"), (b_shape, "=int64"), (thresh, "Treal")], [], ["=int64", "T",
        "=int64"], name))


class SparseAddGradOutputs(NamedTuple):
    a_val_grad: Output
    b_val_grad: Output


def sparse_add_grad(backprop_val_grad: TensorLike, a_indices: TensorLike, b_indices: TensorLike,
                    sum_indices: TensorLike, *, name: str = "") -> SparseAddGradOutputs:
    """Gives each value of the operands of SparseAdd the gradient of its place in the sum, 0 if it was left
    out. Shapes: each gradient has as many elements as its operand's indices rows.

    Types of backprop_val_grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return SparseAddGradOutputs(*build("SparseAddGrad", [(backprop_val_grad, "T"), (a_indices, "=int64"),
        (b_indices, "=int64"), (sum_indices, "=int64")], [], ["T", "T"], name))


def sparse_bincount(indices: TensorLike, values: TensorLike, dense_shape: TensorLike, size: TensorLike,
                    weights: TensorLike, *, binary_output: bool = False, name: str = "") -> Output:
    """As DenseBincount, of the values of a sparse tensor, whose rows are counted if it has more than one
    dimension. Shapes: indices is [n, rank], values [n], dense_shape [rank], size a scalar, weights like
    values or empty; output is [size] or [rows, size]. Errors: INVALID_ARGUMENT for a value below 0, and
    indices outside of dense_shape.

    Types of values, size: int32, int64.
    Types of weights: int32, int64, float, double.
    """
    return build("SparseBincount", [(indices, "=int64"), (values, "Tidx"), (dense_shape, "=int64"),
        (size, "Tidx"), (weights, "T")], [("binary_output", "bool", binary_output, False)], "T", name)


class SparseConcatOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_shape: Output


def sparse_concat(indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike],
                  concat_dim: int, *, name: str = "") -> SparseConcatOutputs:
    """Joins sparse tensors along concat_dim, which counts from the end if it is below 0, and puts the values
    in the order of their indices. Shapes: indices is [n,rank], values [n], the dense shape [rank]. Errors:
    INVALID_ARGUMENT where other dims differ.
    """
    return SparseConcatOutputs(*build("SparseConcat", [(indices, "*=int64:N"), (values, "*T:N"),
        (shapes, "*=int64:N")], [("concat_dim", "int", concat_dim)], ["=int64", "T", "=int64"], name))


def sparse_conditional_accumulator(dtype: DTypeLike, shape: ShapeLike, *, container: str | bytes = "",
                                   shared_name: str | bytes = "",
                                   reduction_type: Literal["MEAN", "SUM"] = "MEAN", name: str = "") -> Output:
    """Gives the handle of an accumulator of gradients that have some rows only. Errors: UNIMPLEMENTED for
    complex and quantised types and integers of 8 and 16 bits.

    Types of dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("SparseConditionalAccumulator", [], [("dtype", "type", dtype), ("shape", "shape", shape),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, ""),
        ("reduction_type", "string", reduction_type, "MEAN")], "=resource", name)


class SparseCountSparseOutputOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_dense_shape: Output


def sparse_count_sparse_output(indices: TensorLike, values: TensorLike, dense_shape: TensorLike,
                               weights: TensorLike, binary_output: bool, *, minlength: int = -1,
                               maxlength: int = -1, name: str = "") -> SparseCountSparseOutputOutputs:
    """As DenseCountSparseOutput, of a sparse tensor, whose rows are counted if it has more than one
    dimension. Shapes: indices is [n, rank], values [n], dense_shape [rank], weights like values or empty.

    Types of values: int32, int64.
    Types of weights: int32, int64, float, double.
    """
    return SparseCountSparseOutputOutputs(*build("SparseCountSparseOutput", [(indices, "=int64"),
        (values, "T"), (dense_shape, "=int64"), (weights, "output_type")],
        [("binary_output", "bool", binary_output), ("minlength", "int", minlength, -1),
        ("maxlength", "int", maxlength, -1)], ["=int64", "output_type", "=int64"], name))


class SparseCrossOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_shape: Output


def sparse_cross(indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike],
                 dense_inputs: Sequence[TensorLike], hashed_output: bool, num_buckets: int, hash_key: int,
                 out_type: DTypeLike, internal_type: DTypeLike, *, name: str = "") -> SparseCrossOutputs:
    """Crosses features: gives for each row all combinations of one value of every sparse and dense input,
    joined by _X_ or, with hashed_output, as one hash of hash_key and the values' (FarmHash's Fingerprint64 of
    strings) modulo num_buckets, if there are any. Rows of sparse inputs are in order. The last column runs
    fastest. The result is sparse, [rows, most crosses of one row]. Errors: INVALID_ARGUMENT for inputs of
    different numbers of rows, or indices out of order.

    Types of out_type: int64, string.
    Types of internal_type: int64, string.
    """
    return SparseCrossOutputs(*build("SparseCross", [(indices, "*=int64:N"), (values, "**sparse_types"),
        (shapes, "*=int64:N"), (dense_inputs, "**dense_types")], [("hashed_output", "bool", hashed_output),
        ("num_buckets", "int", num_buckets), ("hash_key", "int", hash_key), ("out_type", "type", out_type),
        ("internal_type", "type", internal_type)], ["=int64", "out_type", "=int64"], name))


class SparseCrossHashedOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_shape: Output


def sparse_cross_hashed(indices: Sequence[TensorLike], values: Sequence[TensorLike],
                        shapes: Sequence[TensorLike], dense_inputs: Sequence[TensorLike],
                        num_buckets: TensorLike, strong_hash: TensorLike, salt: TensorLike, *,
                        name: str = "") -> SparseCrossHashedOutputs:
    """Crosses features: gives for each row all combinations of one value of every sparse and dense input as
    one hash of the values', which for strings is FarmHash's Fingerprint64 or, with strong_hash, SipHash with
    salt, modulo num_buckets if that is above 0. Rows of sparse inputs are in order. The last column runs
    fastest. The result is sparse, [rows, most crosses of one row]. Errors: INVALID_ARGUMENT for inputs of
    different numbers of rows, or indices out of order.
    """
    return SparseCrossHashedOutputs(*build("SparseCrossHashed", [(indices, "*=int64:N"),
        (values, "**sparse_types"), (shapes, "*=int64:N"), (dense_inputs, "**dense_types"),
        (num_buckets, "=int64"), (strong_hash, "=bool"), (salt, "=int64")], [], ["=int64", "=int64",
        "=int64"], name))


class SparseCrossV2Outputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_shape: Output


def sparse_cross_v2(indices: Sequence[TensorLike], values: Sequence[TensorLike], shapes: Sequence[TensorLike],
                    dense_inputs: Sequence[TensorLike], sep: TensorLike, *,
                    name: str = "") -> SparseCrossV2Outputs:
    """Crosses features: gives for each row all combinations of one value of every sparse and dense input,
    joined by sep. Rows of sparse inputs are in order. The last column runs fastest. The result is sparse,
    [rows, most crosses of one row]. Errors: INVALID_ARGUMENT for inputs of different numbers of rows, or
    indices out of order.
    """
    return SparseCrossV2Outputs(*build("SparseCrossV2", [(indices, "*=int64:N"), (values, "**sparse_types"),
        (shapes, "*=int64:N"), (dense_inputs, "**dense_types"), (sep, "=string")], [], ["=int64", "=string",
        "=int64"], name))


def sparse_dense_cwise_add(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike,
                           dense: TensorLike, *, name: str = "") -> Output:
    """Gives the sum of each value of a sparse tensor and what dense, broadcast to its shape, has in its
    place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank]; output is like sp_values. Errors:
    INVALID_ARGUMENT for a dense tensor that does not broadcast to sp_shape, or an index out of range.

    Types of sp_values, dense: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("SparseDenseCwiseAdd", [(sp_indices, "=int64"), (sp_values, "T"), (sp_shape, "=int64"),
        (dense, "T")], [], "T", name)


def sparse_dense_cwise_div(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike,
                           dense: TensorLike, *, name: str = "") -> Output:
    """Gives the quotient of each value of a sparse tensor and what dense, broadcast to its shape, has in its
    place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank]; output is like sp_values. Errors:
    INVALID_ARGUMENT for a dense tensor that does not broadcast to sp_shape, or an index out of range.

    Types of sp_values, dense: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("SparseDenseCwiseDiv", [(sp_indices, "=int64"), (sp_values, "T"), (sp_shape, "=int64"),
        (dense, "T")], [], "T", name)


def sparse_dense_cwise_mul(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike,
                           dense: TensorLike, *, name: str = "") -> Output:
    """Gives the product of each value of a sparse tensor and what dense, broadcast to its shape, has in its
    place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank]; output is like sp_values. Errors:
    INVALID_ARGUMENT for a dense tensor that does not broadcast to sp_shape, or an index out of range.

    Types of sp_values, dense: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("SparseDenseCwiseMul", [(sp_indices, "=int64"), (sp_values, "T"), (sp_shape, "=int64"),
        (dense, "T")], [], "T", name)


class SparseFillEmptyRowsOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    empty_row_indicator: Output
    reverse_index_map: Output


def sparse_fill_empty_rows(indices: TensorLike, values: TensorLike, dense_shape: TensorLike,
                           default_value: TensorLike, *, name: str = "") -> SparseFillEmptyRowsOutputs:
    """Gives each row, which is the first dim, that has no values one of default_value at its begin, and
    orders values by rows. empty_row_indicator says which rows these were, reverse_index_map where each value
    has gone. Shapes: indices is [n,rank], values [n], dense_shape [rank], default_value a scalar. Errors:
    INVALID_ARGUMENT for a row out of range.
    """
    return SparseFillEmptyRowsOutputs(*build("SparseFillEmptyRows", [(indices, "=int64"), (values, "T"),
        (dense_shape, "=int64"), (default_value, "T")], [], ["=int64", "T", "=bool", "=int64"], name))


class SparseFillEmptyRowsGradOutputs(NamedTuple):
    d_values: Output
    d_default_value: Output


def sparse_fill_empty_rows_grad(reverse_index_map: TensorLike, grad_values: TensorLike, *,
                                name: str = "") -> SparseFillEmptyRowsGradOutputs:
    """Gives the gradients of the values and of the default value of SparseFillEmptyRows. Shapes: vectors;
    d_values is as long as reverse_index_map, d_default_value a scalar. Errors: INVALID_ARGUMENT for an index
    out of range.
    """
    return SparseFillEmptyRowsGradOutputs(*build("SparseFillEmptyRowsGrad", [(reverse_index_map, "=int64"),
        (grad_values, "T")], [], ["T", "T"], name))


def sparse_reduce_max(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike,
                      reduction_axes: TensorLike, *, keep_dims: bool = False, name: str = "") -> Output:
    """Gives the largest values of a sparse tensor, 0 where there are none, along the dims in reduction_axes,
    which count from the end below 0; keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes:
    input_indices is [n,rank], input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or
    index out of range. The output is dense.

    Types of input_values: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,
    uint64.
    """
    return build("SparseReduceMax", [(input_indices, "=int64"), (input_values, "T"), (input_shape, "=int64"),
        (reduction_axes, "=int32")], [("keep_dims", "bool", keep_dims, False)], "T", name)


class SparseReduceMaxSparseOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_shape: Output


def sparse_reduce_max_sparse(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike,
                             reduction_axes: TensorLike, *, keep_dims: bool = False,
                             name: str = "") -> SparseReduceMaxSparseOutputs:
    """Gives the largest values of a sparse tensor along the dims in reduction_axes, which count from the end
    below 0; keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input_indices is [n,rank],
    input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or index out of range. The
    output is sparse.

    Types of input_values: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,
    uint64.
    """
    return SparseReduceMaxSparseOutputs(*build("SparseReduceMaxSparse", [(input_indices, "=int64"),
        (input_values, "T"), (input_shape, "=int64"), (reduction_axes, "=int32")],
        [("keep_dims", "bool", keep_dims, False)], ["=int64", "T", "=int64"], name))


def sparse_reduce_sum(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike,
                      reduction_axes: TensorLike, *, keep_dims: bool = False, name: str = "") -> Output:
    """Adds the values of a sparse tensor along the dims in reduction_axes, which count from the end below 0;
    keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input_indices is [n,rank],
    input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or index out of range. The
    output is dense.

    Types of input_values: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("SparseReduceSum", [(input_indices, "=int64"), (input_values, "T"), (input_shape, "=int64"),
        (reduction_axes, "=int32")], [("keep_dims", "bool", keep_dims, False)], "T", name)


class SparseReduceSumSparseOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_shape: Output


def sparse_reduce_sum_sparse(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike,
                             reduction_axes: TensorLike, *, keep_dims: bool = False,
                             name: str = "") -> SparseReduceSumSparseOutputs:
    """Adds the values of a sparse tensor along the dims in reduction_axes, which count from the end below 0;
    keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input_indices is [n,rank],
    input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or index out of range. The
    output is sparse.

    Types of input_values: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return SparseReduceSumSparseOutputs(*build("SparseReduceSumSparse", [(input_indices, "=int64"),
        (input_values, "T"), (input_shape, "=int64"), (reduction_axes, "=int32")],
        [("keep_dims", "bool", keep_dims, False)], ["=int64", "T", "=int64"], name))


class SparseReorderOutputs(NamedTuple):
    output_indices: Output
    output_values: Output


def sparse_reorder(input_indices: TensorLike, input_values: TensorLike, input_shape: TensorLike, *,
                   name: str = "") -> SparseReorderOutputs:
    """Puts the values of a sparse tensor in the order of their indices, row by row. Shapes: indices is
    [n,rank], values [n], the dense shape [rank].
    """
    return SparseReorderOutputs(*build("SparseReorder", [(input_indices, "=int64"), (input_values, "T"),
        (input_shape, "=int64")], [], ["=int64", "T"], name))


class SparseReshapeOutputs(NamedTuple):
    output_indices: Output
    output_shape: Output


def sparse_reshape(input_indices: TensorLike, input_shape: TensorLike, new_shape: TensorLike, *,
                   name: str = "") -> SparseReshapeOutputs:
    """Gives a sparse tensor another shape of as many elements, of which one dim may be -1. Shapes:
    input_indices is [n,rank], the shapes are vectors. Errors: INVALID_ARGUMENT for a shape of another size,
    or an index out of range.
    """
    return SparseReshapeOutputs(*build("SparseReshape", [(input_indices, "=int64"), (input_shape, "=int64"),
        (new_shape, "=int64")], [], ["=int64", "=int64"], name))


def sparse_segment_mean(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *,
                        sparse_gradient: bool = False, name: str = "") -> Output:
    """Gives the mean of the rows of data that indices names, by segments: ids rise, and one that is missing
    has 0. Shapes: indices and segment_ids are vectors of one length; output has as many rows as the last id
    says. Errors: INVALID_ARGUMENT for an index out of range, or ids that fall or are negative.

    Types of data: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentMean", [(data, "T"), (indices, "Tidx"), (segment_ids, "Tsegmentids")],
        [("sparse_gradient", "bool", sparse_gradient, False)], "T", name)


def sparse_segment_mean_grad(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                             output_dim0: TensorLike, *, name: str = "") -> Output:
    """Gives the gradient of SparseSegmentMean with respect to data, which has output_dim0 rows, from that of
    its output. Shapes: indices and segment_ids are vectors of one length, output_dim0 a scalar. Errors:
    INVALID_ARGUMENT for an index or id out of range.

    Types of grad: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentMeanGrad", [(grad, "T"), (indices, "Tidx"), (segment_ids, "Tsegmentids"),
        (output_dim0, "=int32")], [], "T", name)


class SparseSegmentMeanGradV2Outputs(NamedTuple):
    output: Output
    sorted_unique_indices: Output


def sparse_segment_mean_grad_v2(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                                dense_output_dim0: TensorLike, *,
                                name: str = "") -> SparseSegmentMeanGradV2Outputs:
    """Gives the gradient of SparseSegmentMean with respect to data, as its rows that indices names and their
    indices, rising. Shapes: indices and segment_ids are vectors of one length, dense_output_dim0, the number
    of data's rows, a scalar. Errors: INVALID_ARGUMENT for an index or id out of range.

    Types of grad: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return SparseSegmentMeanGradV2Outputs(*build("SparseSegmentMeanGradV2", [(grad, "T"), (indices, "Tidx"),
        (segment_ids, "Tsegmentids"), (dense_output_dim0, "=int32")], [], ["T", "Tidx"], name))


def sparse_segment_mean_with_num_segments(data: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                                          num_segments: TensorLike, *, sparse_gradient: bool = False,
                                          name: str = "") -> Output:
    """Gives the mean of the rows of data that indices names, by segments: ids rise, and one that is missing
    has 0. Shapes: indices and segment_ids are vectors of one length; output has as many rows as num_segments
    says, which are 0 behind the last id. Errors: INVALID_ARGUMENT for an index out of range, or ids that fall
    or are negative, or not below num_segments.

    Types of data: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of num_segments: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentMeanWithNumSegments", [(data, "T"), (indices, "Tidx"),
        (segment_ids, "Tsegmentids"), (num_segments, "Tnumsegments")],
        [("sparse_gradient", "bool", sparse_gradient, False)], "T", name)


def sparse_segment_sqrt_n(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *,
                          sparse_gradient: bool = False, name: str = "") -> Output:
    """Adds, and divides by the square root of how many they are, the rows of data that indices names, by
    segments: ids rise, and one that is missing has 0. Shapes: indices and segment_ids are vectors of one
    length; output has as many rows as the last id says. Errors: INVALID_ARGUMENT for an index out of range,
    or ids that fall or are negative.

    Types of data: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentSqrtN", [(data, "T"), (indices, "Tidx"), (segment_ids, "Tsegmentids")],
        [("sparse_gradient", "bool", sparse_gradient, False)], "T", name)


def sparse_segment_sqrt_n_grad(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                               output_dim0: TensorLike, *, name: str = "") -> Output:
    """Gives the gradient of SparseSegmentSqrtN with respect to data, which has output_dim0 rows, from that of
    its output. Shapes: indices and segment_ids are vectors of one length, output_dim0 a scalar. Errors:
    INVALID_ARGUMENT for an index or id out of range.

    Types of grad: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentSqrtNGrad", [(grad, "T"), (indices, "Tidx"), (segment_ids, "Tsegmentids"),
        (output_dim0, "=int32")], [], "T", name)


class SparseSegmentSqrtNGradV2Outputs(NamedTuple):
    output: Output
    sorted_unique_indices: Output


def sparse_segment_sqrt_n_grad_v2(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                                  dense_output_dim0: TensorLike, *,
                                  name: str = "") -> SparseSegmentSqrtNGradV2Outputs:
    """Gives the gradient of SparseSegmentSqrtN with respect to data, as its rows that indices names and their
    indices, rising. Shapes: indices and segment_ids are vectors of one length, dense_output_dim0, the number
    of data's rows, a scalar. Errors: INVALID_ARGUMENT for an index or id out of range.

    Types of grad: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return SparseSegmentSqrtNGradV2Outputs(*build("SparseSegmentSqrtNGradV2", [(grad, "T"), (indices, "Tidx"),
        (segment_ids, "Tsegmentids"), (dense_output_dim0, "=int32")], [], ["T", "Tidx"], name))


def sparse_segment_sqrt_n_with_num_segments(data: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                                            num_segments: TensorLike, *, sparse_gradient: bool = False,
                                            name: str = "") -> Output:
    """Adds, and divides by the square root of how many they are, the rows of data that indices names, by
    segments: ids rise, and one that is missing has 0. Shapes: indices and segment_ids are vectors of one
    length; output has as many rows as num_segments says, which are 0 behind the last id. Errors:
    INVALID_ARGUMENT for an index out of range, or ids that fall or are negative, or not below num_segments.

    Types of data: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of num_segments: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentSqrtNWithNumSegments", [(data, "T"), (indices, "Tidx"),
        (segment_ids, "Tsegmentids"), (num_segments, "Tnumsegments")],
        [("sparse_gradient", "bool", sparse_gradient, False)], "T", name)


def sparse_segment_sum(data: TensorLike, indices: TensorLike, segment_ids: TensorLike, *,
                       sparse_gradient: bool = False, name: str = "") -> Output:
    """Adds the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes:
    indices and segment_ids are vectors of one length; output has as many rows as the last id says. Errors:
    INVALID_ARGUMENT for an index out of range, or ids that fall or are negative.

    Types of data: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentSum", [(data, "T"), (indices, "Tidx"), (segment_ids, "Tsegmentids")],
        [("sparse_gradient", "bool", sparse_gradient, False)], "T", name)


def sparse_segment_sum_grad(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                            output_dim0: TensorLike, *, name: str = "") -> Output:
    """Gives the gradient of SparseSegmentSum with respect to data, which has output_dim0 rows, from that of
    its output. Shapes: indices and segment_ids are vectors of one length, output_dim0 a scalar. Errors:
    INVALID_ARGUMENT for an index or id out of range.

    Types of grad: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentSumGrad", [(grad, "T"), (indices, "Tidx"), (segment_ids, "Tsegmentids"),
        (output_dim0, "=int32")], [], "T", name)


class SparseSegmentSumGradV2Outputs(NamedTuple):
    output: Output
    sorted_unique_indices: Output


def sparse_segment_sum_grad_v2(grad: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                               dense_output_dim0: TensorLike, *,
                               name: str = "") -> SparseSegmentSumGradV2Outputs:
    """Gives the gradient of SparseSegmentSum with respect to data, as its rows that indices names and their
    indices, rising. Shapes: indices and segment_ids are vectors of one length, dense_output_dim0, the number
    of data's rows, a scalar. Errors: INVALID_ARGUMENT for an index or id out of range.

    Types of grad: half, bfloat16, float, double.
    Types of indices: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return SparseSegmentSumGradV2Outputs(*build("SparseSegmentSumGradV2", [(grad, "T"), (indices, "Tidx"),
        (segment_ids, "Tsegmentids"), (dense_output_dim0, "=int32")], [], ["T", "Tidx"], name))


def sparse_segment_sum_with_num_segments(data: TensorLike, indices: TensorLike, segment_ids: TensorLike,
                                         num_segments: TensorLike, *, sparse_gradient: bool = False,
                                         name: str = "") -> Output:
    """Adds the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes:
    indices and segment_ids are vectors of one length; output has as many rows as num_segments says, which are
    0 behind the last id. Errors: INVALID_ARGUMENT for an index out of range, or ids that fall or are
    negative, or not below num_segments.

    Types of data: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of indices: int32, int64.
    Types of num_segments: int32, int64.
    Types of segment_ids: int32, int64.
    """
    return build("SparseSegmentSumWithNumSegments", [(data, "T"), (indices, "Tidx"),
        (segment_ids, "Tsegmentids"), (num_segments, "Tnumsegments")],
        [("sparse_gradient", "bool", sparse_gradient, False)], "T", name)


class SparseSliceOutputs(NamedTuple):
    output_indices: Output
    output_values: Output
    output_shape: Output


def sparse_slice(indices: TensorLike, values: TensorLike, shape: TensorLike, start: TensorLike,
                 size: TensorLike, *, name: str = "") -> SparseSliceOutputs:
    """Cuts what lies in [start,start + size) out of a sparse tensor; a slice that goes beyond its end ends
    there. Shapes: as the input's parts; start and size are [rank]. Errors: INVALID_ARGUMENT for a size below
    0.
    """
    return SparseSliceOutputs(*build("SparseSlice", [(indices, "=int64"), (values, "T"), (shape, "=int64"),
        (start, "=int64"), (size, "=int64")], [], ["=int64", "T", "=int64"], name))


def sparse_slice_grad(backprop_val_grad: TensorLike, input_indices: TensorLike, input_start: TensorLike,
                      output_indices: TensorLike, *, name: str = "") -> Output:
    """Gives each of the values that SparseSlice was given the gradient of its place in the slice, others 0.
    Shapes: val_grad has as many elements as input_indices rows. Errors: INVALID_ARGUMENT for a row of
    output_indices that is not among those of the input, in their order.

    Types of backprop_val_grad: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return build("SparseSliceGrad", [(backprop_val_grad, "T"), (input_indices, "=int64"),
        (input_start, "=int64"), (output_indices, "=int64")], [], "T", name)


def sparse_softmax(sp_indices: TensorLike, sp_values: TensorLike, sp_shape: TensorLike, *,
                   name: str = "") -> Output:
    """Gives the softmax of the values of each row of the last dim; what is not there counts as nothing, not
    as 0. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank], with a rank of at least 2; output is
    like sp_values.

    Types of sp_values: half, float, double.
    """
    return build("SparseSoftmax", [(sp_indices, "=int64"), (sp_values, "T"), (sp_shape, "=int64")], [], "T",
        name)


class SparseSoftmaxCrossEntropyWithLogitsOutputs(NamedTuple):
    loss: Output
    backprop: Output


def sparse_softmax_cross_entropy_with_logits(features: TensorLike, labels: TensorLike, *,
                                             name: str = "") -> SparseSoftmaxCrossEntropyWithLogitsOutputs:
    """Gives for every row -log(softmax(features))[label], and its gradient for features as backprop. Shapes:
    features is [batch,classes], labels and loss are [batch]. Errors: INVALID_ARGUMENT for a label outside
    [0,classes).

    Types of features: half, bfloat16, float, double.
    Types of labels: int32, int64.
    """
    return SparseSoftmaxCrossEntropyWithLogitsOutputs(*build("SparseSoftmaxCrossEntropyWithLogits",
        [(features, "T"), (labels, "Tlabels")], [], ["T", "T"], name))


class SparseSparseMaximumOutputs(NamedTuple):
    output_indices: Output
    output_values: Output


def sparse_sparse_maximum(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike,
                          b_indices: TensorLike, b_values: TensorLike, b_shape: TensorLike, *,
                          name: str = "") -> SparseSparseMaximumOutputs:
    """Gives the larger ones of the values of two sparse tensors of one shape, whose indices are in order;
    what one of them does not have is 0. Shapes: indices is [n,rank], values [n], the dense shape [rank].
    Errors: INVALID_ARGUMENT where the dense shapes differ.

    Types of a_values, b_values: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half,
    uint32, uint64.
    """
    return SparseSparseMaximumOutputs(*build("SparseSparseMaximum", [(a_indices, "=int64"), (a_values, "T"),
        (a_shape, "=int64"), (b_indices, "=int64"), (b_values, "T"), (b_shape, "=int64")], [], ["=int64",
        "T"], name))


class SparseSparseMinimumOutputs(NamedTuple):
    output_indices: Output
    output_values: Output


def sparse_sparse_minimum(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike,
                          b_indices: TensorLike, b_values: TensorLike, b_shape: TensorLike, *,
                          name: str = "") -> SparseSparseMinimumOutputs:
    """Gives the smaller ones of the values of two sparse tensors of one shape, whose indices are in order;
    what one of them does not have is 0. Shapes: indices is [n,rank], values [n], the dense shape [rank].
    Errors: INVALID_ARGUMENT where the dense shapes differ.

    Types of a_values, b_values: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8,
    qint32, bfloat16, uint16, complex128, half, uint32, uint64.
    """
    return SparseSparseMinimumOutputs(*build("SparseSparseMinimum", [(a_indices, "=int64"), (a_values, "T"),
        (a_shape, "=int64"), (b_indices, "=int64"), (b_values, "T"), (b_shape, "=int64")], [], ["=int64",
        "T"], name))


class SparseSplitOutputs(NamedTuple):
    output_indices: list[Output]
    output_values: list[Output]
    output_shape: list[Output]


def sparse_split(split_dim: TensorLike, indices: TensorLike, values: TensorLike, shape: TensorLike,
                 num_split: int, *, name: str = "") -> SparseSplitOutputs:
    """Cuts a sparse tensor into num_split parts along split_dim; where the dim is no multiple the first ones
    have one more. Shapes: indices is [n,rank], values [n], the dense shape [rank]. Errors: INVALID_ARGUMENT
    for more parts than the dim has, or an index out of range.
    """
    return SparseSplitOutputs(*build("SparseSplit", [(split_dim, "=int64"), (indices, "=int64"),
        (values, "T"), (shape, "=int64")], [("num_split", "int", num_split)], ["*=int64:num_split",
        "*T:num_split", "*=int64:num_split"], name))


def sparse_tensor_dense_add(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike, b: TensorLike,
                            *, name: str = "") -> Output:
    """Adds a sparse tensor to a dense one. Shapes: a_indices is [n,rank], a_values [n], a_shape [rank]; b and
    output have that shape. Errors: INVALID_ARGUMENT for another shape, or an index out of range.

    Types of a_values, b: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of a_indices, a_shape: int32, int64.
    """
    return build("SparseTensorDenseAdd", [(a_indices, "Tindices"), (a_values, "T"), (a_shape, "Tindices"),
        (b, "T")], [], "T", name)


def sparse_tensor_dense_mat_mul(a_indices: TensorLike, a_values: TensorLike, a_shape: TensorLike,
                                b: TensorLike, *, adjoint_a: bool = False, adjoint_b: bool = False,
                                name: str = "") -> Output:
    """Multiplies a sparse matrix with a dense one; adjoint_a and adjoint_b take the adjoint first. Values of
    a at one place add up. Shapes: a_indices is [n,2], a_values [n], a_shape two numbers. Errors:
    INVALID_ARGUMENT for an index out of range, and if the inner dimensions differ.

    Types of a_indices: int32, int64.
    """
    return build("SparseTensorDenseMatMul", [(a_indices, "Tindices"), (a_values, "T"), (a_shape, "=int64"),
        (b, "T")], [("adjoint_a", "bool", adjoint_a, False), ("adjoint_b", "bool", adjoint_b, False)], "T",
        name)


def sparse_tensor_slice_dataset(indices: TensorLike, values: TensorLike, dense_shape: TensorLike, *,
                                name: str = "") -> Output:
    """Gives a dataset of the rows of a sparse tensor, each a sparse tensor of three components. Shapes:
    indices [n,rank], values [n], dense_shape [rank]. Errors: INVALID_ARGUMENT where these do not fit;
    UNIMPLEMENTED unless the rows are sorted.
    """
    return build("SparseTensorSliceDataset", [(indices, "=int64"), (values, "Tvalues"),
        (dense_shape, "=int64")], [], "=variant", name)


def sparse_to_dense(sparse_indices: TensorLike, output_shape: TensorLike, sparse_values: TensorLike,
                    default_value: TensorLike, *, validate_indices: bool = True, name: str = "") -> Output:
    """Gives a dense tensor of default_value, with sparse_values where sparse_indices say. Shapes:
    sparse_indices is [n,rank] ([n] and [] for vectors), sparse_values is [n] or a scalar, default_value a
    scalar. Errors: INVALID_ARGUMENT for an index out of range and, with validate_indices, for indices that
    repeat or are not in order.

    Types of sparse_indices, output_shape: int32, int64.
    """
    return build("SparseToDense", [(sparse_indices, "Tindices"), (output_shape, "Tindices"),
        (sparse_values, "T"), (default_value, "T")], [("validate_indices", "bool", validate_indices, True)],
        "T", name)


class SparseToSparseSetOperationOutputs(NamedTuple):
    result_indices: Output
    result_values: Output
    result_shape: Output


def sparse_to_sparse_set_operation(set1_indices: TensorLike, set1_values: TensorLike, set1_shape: TensorLike,
                                   set2_indices: TensorLike, set2_values: TensorLike, set2_shape: TensorLike,
                                   set_operation: str | bytes, *, validate_indices: bool = True,
                                   name: str = "") -> SparseToSparseSetOperationOutputs:
    """Combines the sets that are the rows of the last dim of two sparse tensors, without repetition.
    set_operation is a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order.
    Errors: INVALID_ARGUMENT for another operation, or groups that differ; with validate_indices for indices
    out of order.

    Types of set1_values, set2_values: int8, int16, int32, int64, uint8, uint16, string.
    """
    return SparseToSparseSetOperationOutputs(*build("SparseToSparseSetOperation", [(set1_indices, "=int64"),
        (set1_values, "T"), (set1_shape, "=int64"), (set2_indices, "=int64"), (set2_values, "T"),
        (set2_shape, "=int64")], [("set_operation", "string", set_operation),
        ("validate_indices", "bool", validate_indices, True)], ["=int64", "T", "=int64"], name))


def spence(x: TensorLike, *, name: str = "") -> Output:
    """Gives Spence's function, minus the integral of log(t) / (t - 1) from 1 to x; NaN below 0. Shapes: y is
    like x.

    Types of x: half, bfloat16, float, double.
    """
    return build("Spence", [(x, "T")], [], "T", name)


def split(split_dim: TensorLike, value: TensorLike, num_split: int, *, name: str = "") -> list[Output]:
    """Cuts a tensor into num_split equal pieces along an axis. Shapes: split_dim is a scalar in [-rank,rank).
    Errors: INVALID_ARGUMENT if num_split does not divide that dimension.
    """
    return build("Split", [(split_dim, "=int32"), (value, "T")], [("num_split", "int", num_split)],
        ["*T:num_split"], name)


def split_v(value: TensorLike, size_splits: TensorLike, split_dim: TensorLike, num_split: int, *,
            name: str = "") -> list[Output]:
    """Cuts a tensor into pieces of the given sizes along an axis; one size may be -1, which is what is left.
    Shapes: size_splits is a vector of num_split; split_dim is a scalar in [-rank,rank). Errors:
    INVALID_ARGUMENT if the sizes do not add up to that dimension.

    Types of size_splits: int8, int32, int64.
    """
    return build("SplitV", [(value, "T"), (size_splits, "Tlen"), (split_dim, "=int32")],
        [("num_split", "int", num_split)], ["*T:num_split"], name)


def sqrt(x: TensorLike, *, name: str = "") -> Output:
    """Gives the square root of x, element by element; NaN below 0. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Sqrt", [(x, "T")], [], "T", name)


def sqrt_grad(y: TensorLike, dy: TensorLike, *, name: str = "") -> Output:
    """Gives dy * 0.5 / conj(y), the gradient of Sqrt for its output y, and 0 where dy is 0. Shapes: all
    alike.

    Types of y, dy: bfloat16, half, float, double, complex64, complex128.
    """
    return build("SqrtGrad", [(y, "T"), (dy, "T")], [], "T", name)


def square(x: TensorLike, *, name: str = "") -> Output:
    """Gives x * x, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64,
    complex64, complex128.
    """
    return build("Square", [(x, "T")], [], "T", name)


def squared_difference(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives (x - y) squared, element by element; conj(x - y) * (x - y) for complex numbers. Shapes: x and y
    broadcast against each other.

    Types of x, y: bfloat16, half, float, double, int32, int64, complex64, complex128.
    """
    return build("SquaredDifference", [(x, "T"), (y, "T")], [], "T", name)


def squeeze(input: TensorLike, *, squeeze_dims: Sequence[int] = (), name: str = "") -> Output:
    """Removes dimensions of size 1: those listed, or all if none are. Shapes: listed axes lie in
    [-rank,rank). Errors: INVALID_ARGUMENT for a listed axis out of range or not of size 1.
    """
    return build("Squeeze", [(input, "T")], [("squeeze_dims", "list(int)", squeeze_dims, ())], "T", name)


def stack_close_v2(handle: TensorLike, *, name: str = "") -> Node:
    """Drops what is on the stack; it cannot be used any more."""
    return build("StackCloseV2", [(handle, "=resource")], [], None, name)


def stack_pop_v2(handle: TensorLike, elem_type: DTypeLike, *, name: str = "") -> Output:
    """Takes the element last put on the stack. Errors: INVALID_ARGUMENT for an empty stack or another type;
    FAILED_PRECONDITION if it is closed.
    """
    return build("StackPopV2", [(handle, "=resource")], [("elem_type", "type", elem_type)], "elem_type", name)


def stack_push_v2(handle: TensorLike, elem: TensorLike, *, swap_memory: bool = False,
                  name: str = "") -> Output:
    """Puts elem on the stack and passes it on. Shapes: output is like elem. Errors: INVALID_ARGUMENT for
    another type; RESOURCE_EXHAUSTED if the stack is full; FAILED_PRECONDITION if it is closed.
    """
    return build("StackPushV2", [(handle, "=resource"), (elem, "T")], [("swap_memory", "bool", swap_memory,
        False)], "T", name)


def stack_v2(max_size: TensorLike, elem_type: DTypeLike, *, stack_name: str | bytes = "",
             name: str = "") -> Output:
    """Gives the handle of a new stack of tensors of elem_type, at most max_size of them if that is not
    negative. It ends with its step. Shapes: max_size is a scalar.
    """
    return build("StackV2", [(max_size, "=int32")], [("elem_type", "type", elem_type),
        ("stack_name", "string", stack_name, "")], "=resource", name)


def stage(values: Sequence[TensorLike], *, capacity: int = 0, memory_limit: int = 0,
          container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Node:
    """Puts the tensors into the staging area of shared_name, waiting for room: at most capacity tuples, and
    memory_limit bytes; 0 sets no limit. Shapes: any. Errors: RESOURCE_EXHAUSTED for a tuple above
    memory_limit.
    """
    return build("Stage", [(values, "**dtypes")], [("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], None, name)


def stage_clear(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
                container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Node:
    """Drops all tuples. Shapes: none."""
    return build("StageClear", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], None, name)


def stage_peek(index: TensorLike, dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
               container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> list[Output]:
    """Gives tuple `index`, the oldest being 0, waiting for it, and leaves it. Shapes: index is a scalar.
    Errors: as Unstage.
    """
    return build("StagePeek", [(index, "=int32")], [("dtypes", "list(type)", dtypes),
        ("capacity", "int", capacity, 0), ("memory_limit", "int", memory_limit, 0),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], ["**dtypes"],
        name)


def stage_size(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
               container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the number of tuples. Shapes: size is a scalar."""
    return build("StageSize", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=int32", name)


def stateful_partitioned_call(args: Sequence[TensorLike], Tout: Sequence[DTypeLike], f: str, *,
                              config: str | bytes = "", config_proto: str | bytes = "",
                              executor_type: str | bytes = "", name: str = "") -> list[Output]:
    """Gives the results of the function f, which may have effects. Errors: as PartitionedCall."""
    return build("StatefulPartitionedCall", [(args, "**Tin")], [("Tout", "list(type)", Tout),
        ("f", "func", f), ("config", "string", config, ""), ("config_proto", "string", config_proto, ""),
        ("executor_type", "string", executor_type, "")], ["**Tout"], name)


def stateless_case(branch_index: TensorLike, input: Sequence[TensorLike], Tout: Sequence[DTypeLike],
                   branches: Sequence[str], *, output_shapes: Sequence[ShapeLike] = (),
                   name: str = "") -> list[Output]:
    """As Case, for branches without effects."""
    return build("StatelessCase", [(branch_index, "=int32"), (input, "**Tin")], [("Tout", "list(type)", Tout),
        ("branches", "list(func)", branches), ("output_shapes", "list(shape)", output_shapes, ())],
        ["**Tout"], name)


def stateless_if(cond: TensorLike, input: Sequence[TensorLike], Tout: Sequence[DTypeLike], then_branch: str,
                 else_branch: str, *, output_shapes: Sequence[ShapeLike] = (),
                 name: str = "") -> list[Output]:
    """As If, for branches without effects."""
    return build("StatelessIf", [(cond, "Tcond"), (input, "**Tin")], [("Tout", "list(type)", Tout),
        ("then_branch", "func", then_branch), ("else_branch", "func", else_branch),
        ("output_shapes", "list(shape)", output_shapes, ())], ["**Tout"], name)


def stateless_multinomial(logits: TensorLike, num_samples: TensorLike, seed: TensorLike, *,
                          output_dtype: DTypeLike = "int64", name: str = "") -> Output:
    """As Multinomial, but the classes depend on seed alone. Shapes: seed is a vector of two. Errors:
    INVALID_ARGUMENT for another seed.

    Types of logits: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of seed: int32, int64.
    Types of output_dtype: int32, int64.
    """
    return build("StatelessMultinomial", [(logits, "T"), (num_samples, "=int32"), (seed, "Tseed")],
        [("output_dtype", "type", output_dtype, "int64")], "output_dtype", name)


def stateless_parameterized_truncated_normal(shape: TensorLike, seed: TensorLike, means: TensorLike,
                                             stddevs: TensorLike, minvals: TensorLike, maxvals: TensorLike, *,
                                             name: str = "") -> Output:
    """As ParameterizedTruncatedNormal, but the numbers depend on seed alone. Shapes: shape is that of output,
    and ends with what the parameters broadcast to; seed is a vector of two.

    Types of shape: int32, int64.
    Types of seed: int32, int64.
    Types of means, stddevs, minvals, maxvals: half, float, double.
    """
    return build("StatelessParameterizedTruncatedNormal", [(shape, "S"), (seed, "Tseed"), (means, "dtype"),
        (stddevs, "dtype"), (minvals, "dtype"), (maxvals, "dtype")], [], "dtype", name)


def stateless_random_binomial(shape: TensorLike, seed: TensorLike, counts: TensorLike, probs: TensorLike, *,
                              dtype: DTypeLike = "int64", name: str = "") -> Output:
    """Draws from binomial distributions: how many of counts trials succeed, each with the chance probs; NaN
    (0, of integers) for NaN. Shapes: shape is that of output, and ends with what the parameters broadcast to;
    seed is a vector of two. Source: Devroye 1986, Hoermann 1993.

    Types of shape: int32, int64.
    Types of seed: int32, int64.
    Types of counts, probs: half, float, double, int32, int64.
    Types of dtype: half, float, double, int32, int64.
    """
    return build("StatelessRandomBinomial", [(shape, "S"), (seed, "Tseed"), (counts, "T"), (probs, "T")],
        [("dtype", "type", dtype, "int64")], "dtype", name)


def stateless_random_gamma_v2(shape: TensorLike, seed: TensorLike, alpha: TensorLike, *,
                              name: str = "") -> Output:
    """As RandomGamma, but the numbers depend on seed alone. Shapes: shape is that of output, and ends with
    that of alpha; seed is a vector of two.

    Types of alpha: half, float, double.
    Types of shape: int32, int64.
    Types of seed: int32, int64.
    """
    return build("StatelessRandomGammaV2", [(shape, "T"), (seed, "Tseed"), (alpha, "dtype")], [], "dtype",
        name)


def stateless_random_gamma_v3(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike,
                              alpha: TensorLike, *, name: str = "") -> Output:
    """As StatelessRandomGammaV2, from the stream of key and counter. Shapes: key is a vector of one, counter
    of two, alg a scalar. Errors: UNIMPLEMENTED for an algorithm other than 1 (Philox) and 3 (any).

    Types of alpha: half, float, double.
    Types of shape: int32, int64.
    """
    return build("StatelessRandomGammaV3", [(shape, "shape_dtype"), (key, "=uint64"), (counter, "=uint64"),
        (alg, "=int32"), (alpha, "dtype")], [], "dtype", name)


def stateless_random_get_alg(*, name: str = "") -> Output:
    """Gives the number of the algorithm of random numbers: 1, Philox. Shapes: alg is a scalar."""
    return build("StatelessRandomGetAlg", [], [], "=int32", name)


class StatelessRandomGetKeyCounterOutputs(NamedTuple):
    key: Output
    counter: Output


def stateless_random_get_key_counter(seed: TensorLike, *,
                                     name: str = "") -> StatelessRandomGetKeyCounterOutputs:
    """Makes the key and the counter of a stream from a seed, as the ops without state do that take the seed
    itself. Shapes: seed is a vector of two, key of one, counter of two.

    Types of seed: int32, int64.
    """
    return StatelessRandomGetKeyCounterOutputs(*build("StatelessRandomGetKeyCounter", [(seed, "Tseed")], [],
        ["=uint64", "=uint64"], name))


class StatelessRandomGetKeyCounterAlgOutputs(NamedTuple):
    key: Output
    counter: Output
    alg: Output


def stateless_random_get_key_counter_alg(seed: TensorLike, *,
                                         name: str = "") -> StatelessRandomGetKeyCounterAlgOutputs:
    """As StatelessRandomGetKeyCounter, with the number of the algorithm: 1, Philox. Shapes: alg is a scalar.

    Types of seed: int32, int64.
    """
    return StatelessRandomGetKeyCounterAlgOutputs(*build("StatelessRandomGetKeyCounterAlg", [(seed, "Tseed")],
        [], ["=uint64", "=uint64", "=int32"], name))


def stateless_random_normal(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = "float",
                            name: str = "") -> Output:
    """As RandomStandardNormal, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors:
    INVALID_ARGUMENT for another seed.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    Types of seed: int32, int64.
    """
    return build("StatelessRandomNormal", [(shape, "T"), (seed, "Tseed")], [("dtype", "type", dtype,
        "float")], "dtype", name)


def stateless_random_normal_v2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *,
                               dtype: DTypeLike = "float", name: str = "") -> Output:
    """As RandomStandardNormal, from the stream of key and counter. Shapes and errors: as
    StatelessRandomUniformV2.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    """
    return build("StatelessRandomNormalV2", [(shape, "Tshape"), (key, "=uint64"), (counter, "=uint64"),
        (alg, "=int32")], [("dtype", "type", dtype, "float")], "dtype", name)


def stateless_random_poisson(shape: TensorLike, seed: TensorLike, lam: TensorLike, dtype: DTypeLike, *,
                             name: str = "") -> Output:
    """As RandomPoissonV2, but the numbers depend on seed alone. Shapes: shape is that of output, and ends
    with that of lam; seed is a vector of two.

    Types of lam: half, float, double, int32, int64.
    Types of dtype: half, float, double, int32, int64.
    Types of shape: int32, int64.
    Types of seed: int32, int64.
    """
    return build("StatelessRandomPoisson", [(shape, "T"), (seed, "Tseed"), (lam, "Rtype")],
        [("dtype", "type", dtype)], "dtype", name)


def stateless_random_uniform(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = "float",
                             name: str = "") -> Output:
    """As RandomUniform, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors:
    INVALID_ARGUMENT for another seed.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    Types of seed: int32, int64.
    """
    return build("StatelessRandomUniform", [(shape, "T"), (seed, "Tseed")], [("dtype", "type", dtype,
        "float")], "dtype", name)


def stateless_random_uniform_full_int(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = "uint64",
                                      name: str = "") -> Output:
    """Draws whole numbers from all that dtype has; they depend on seed alone. Shapes: shape is a vector, seed
    a vector of two.

    Types of dtype: int32, int64, uint32, uint64.
    Types of shape: int32, int64.
    Types of seed: int32, int64, uint32, uint64.
    """
    return build("StatelessRandomUniformFullInt", [(shape, "T"), (seed, "Tseed")], [("dtype", "type", dtype,
        "uint64")], "dtype", name)


def stateless_random_uniform_full_int_v2(shape: TensorLike, key: TensorLike, counter: TensorLike,
                                         alg: TensorLike, *, dtype: DTypeLike = "uint64",
                                         name: str = "") -> Output:
    """Draws whole numbers from all that dtype has, from the stream of key and counter. Shapes and errors: as
    StatelessRandomUniformV2.

    Types of dtype: int32, int64, uint32, uint64.
    Types of shape: int32, int64.
    """
    return build("StatelessRandomUniformFullIntV2", [(shape, "Tshape"), (key, "=uint64"),
        (counter, "=uint64"), (alg, "=int32")], [("dtype", "type", dtype, "uint64")], "dtype", name)


def stateless_random_uniform_int(shape: TensorLike, seed: TensorLike, minval: TensorLike, maxval: TensorLike,
                                 *, name: str = "") -> Output:
    """As RandomUniformInt, but the numbers depend on seed alone. Shapes: seed is a vector of two, the bounds
    are scalars. Errors: INVALID_ARGUMENT for another seed, and unless minval < maxval.

    Types of minval, maxval: int32, int64.
    Types of shape: int32, int64.
    Types of seed: int32, int64.
    """
    return build("StatelessRandomUniformInt", [(shape, "T"), (seed, "Tseed"), (minval, "dtype"),
        (maxval, "dtype")], [], "dtype", name)


def stateless_random_uniform_int_v2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike,
                                    minval: TensorLike, maxval: TensorLike, *, name: str = "") -> Output:
    """As RandomUniformInt, from the stream of key and counter. Shapes and errors: as
    StatelessRandomUniformV2; INVALID_ARGUMENT unless minval < maxval, which are scalars.

    Types of minval, maxval: int32, int64, uint32, uint64.
    Types of shape: int32, int64.
    """
    return build("StatelessRandomUniformIntV2", [(shape, "Tshape"), (key, "=uint64"), (counter, "=uint64"),
        (alg, "=int32"), (minval, "dtype"), (maxval, "dtype")], [], "dtype", name)


def stateless_random_uniform_v2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *,
                                dtype: DTypeLike = "float", name: str = "") -> Output:
    """As RandomUniform, from the stream of key and counter. Shapes: shape is a vector, key a vector of one,
    counter of two, alg a scalar. Errors: UNIMPLEMENTED for an algorithm other than 1 (Philox) and 3 (any).

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    """
    return build("StatelessRandomUniformV2", [(shape, "Tshape"), (key, "=uint64"), (counter, "=uint64"),
        (alg, "=int32")], [("dtype", "type", dtype, "float")], "dtype", name)


class StatelessSampleDistortedBoundingBoxOutputs(NamedTuple):
    begin: Output
    size: Output
    bboxes: Output


def stateless_sample_distorted_bounding_box(image_size: TensorLike, bounding_boxes: TensorLike,
                                            min_object_covered: TensorLike, seed: TensorLike, *,
                                            aspect_ratio_range: Sequence[float] = (0.75, 1.33),
                                            area_range: Sequence[float] = (0.05, 1.0),
                                            max_attempts: int = 100,
                                            use_image_if_no_bounding_boxes: bool = False,
                                            name: str = "") -> StatelessSampleDistortedBoundingBoxOutputs:
    """SampleDistortedBoundingBoxV2 with its seed, two numbers, as an input: the same box for the same seed.

    Types of image_size: uint8, int8, int16, int32, int64.
    Types of seed: int32, int64.
    """
    return StatelessSampleDistortedBoundingBoxOutputs(*build("StatelessSampleDistortedBoundingBox",
        [(image_size, "T"), (bounding_boxes, "=float"), (min_object_covered, "=float"), (seed, "Tseed")],
        [("aspect_ratio_range", "list(float)", aspect_ratio_range, (0.75, 1.33)),
        ("area_range", "list(float)", area_range, (0.05, 1.0)), ("max_attempts", "int", max_attempts, 100),
        ("use_image_if_no_bounding_boxes", "bool", use_image_if_no_bounding_boxes, False)], ["T", "T",
        "=float"], name))


def stateless_truncated_normal(shape: TensorLike, seed: TensorLike, *, dtype: DTypeLike = "float",
                               name: str = "") -> Output:
    """As TruncatedNormal, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors:
    INVALID_ARGUMENT for another seed.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    Types of seed: int32, int64.
    """
    return build("StatelessTruncatedNormal", [(shape, "T"), (seed, "Tseed")], [("dtype", "type", dtype,
        "float")], "dtype", name)


def stateless_truncated_normal_v2(shape: TensorLike, key: TensorLike, counter: TensorLike, alg: TensorLike, *,
                                  dtype: DTypeLike = "float", name: str = "") -> Output:
    """As TruncatedNormal, from the stream of key and counter. Shapes and errors: as StatelessRandomUniformV2.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    """
    return build("StatelessTruncatedNormalV2", [(shape, "Tshape"), (key, "=uint64"), (counter, "=uint64"),
        (alg, "=int32")], [("dtype", "type", dtype, "float")], "dtype", name)


def stateless_while(input: Sequence[TensorLike], cond: str, body: str, *,
                    output_shapes: Sequence[ShapeLike] = (), parallel_iterations: int = 10,
                    name: str = "") -> list[Output]:
    """As While, for functions without effects."""
    return build("StatelessWhile", [(input, "**T")], [("cond", "func", cond), ("body", "func", body),
        ("output_shapes", "list(shape)", output_shapes, ()),
        ("parallel_iterations", "int", parallel_iterations, 10)], ["**T"], name)


def static_regex_full_match(input: TensorLike, pattern: str | bytes, *, name: str = "") -> Output:
    """Whether the whole of each string matches the regular expression, in RE2's syntax but for classes of
    Unicode properties (\\p) and single bytes (\\C). Takes time in proportion to the text, whatever the
    pattern. Shapes: output is like input. Errors: INVALID_ARGUMENT for a pattern that is none; UNIMPLEMENTED
    naming what is not there; RESOURCE_EXHAUSTED for one of more than 20,000 steps. Source:
    github.com/google/re2/wiki/Syntax.
    """
    return build("StaticRegexFullMatch", [(input, "=string")], [("pattern", "string", pattern)], "=bool",
        name)


def static_regex_replace(input: TensorLike, pattern: str | bytes, rewrite: str | bytes, *,
                         replace_global: bool = True, name: str = "") -> Output:
    """As RegexReplace, with pattern and rewrite known when the graph is built. Shapes: output is like input.
    Errors: as StaticRegexFullMatch.
    """
    return build("StaticRegexReplace", [(input, "=string")], [("pattern", "string", pattern),
        ("rewrite", "string", rewrite), ("replace_global", "bool", replace_global, True)], "=string", name)


def stop_gradient(input: TensorLike, *, name: str = "") -> Output:
    """Passes input on; no gradient flows back through it. Shapes: output is like input."""
    return build("StopGradient", [(input, "T")], [], "T", name)


def strided_slice(input: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike, *,
                  begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0, new_axis_mask: int = 0,
                  shrink_axis_mask: int = 0, name: str = "") -> Output:
    """Python's x[begin:end:strides, ...]: bit i of a mask belongs to entry i. begin_mask and end_mask drop
    that bound, ellipsis_mask makes the entry stand for all dimensions not mentioned, new_axis_mask inserts a
    dimension of 1, shrink_axis_mask takes the single index begin[i] and removes the dimension. Negative
    bounds count from the end and are clamped. Errors: INVALID_ARGUMENT for a stride of 0, two ellipses, an
    index out of range, or more entries than dimensions.

    Types of begin, end, strides: int32, int64.
    """
    return build("StridedSlice", [(input, "T"), (begin, "Index"), (end, "Index"), (strides, "Index")],
        [("begin_mask", "int", begin_mask, 0), ("end_mask", "int", end_mask, 0),
        ("ellipsis_mask", "int", ellipsis_mask, 0), ("new_axis_mask", "int", new_axis_mask, 0),
        ("shrink_axis_mask", "int", shrink_axis_mask, 0)], "T", name)


def strided_slice_grad(shape: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike,
                       dy: TensorLike, *, begin_mask: int = 0, end_mask: int = 0, ellipsis_mask: int = 0,
                       new_axis_mask: int = 0, shrink_axis_mask: int = 0, name: str = "") -> Output:
    """Gives zeros of the given shape, with dy where StridedSlice of that shape would have read. Errors:
    INVALID_ARGUMENT as StridedSlice, and if dy has not the shape of the slice.

    Types of shape, begin, end, strides: int32, int64.
    """
    return build("StridedSliceGrad", [(shape, "Index"), (begin, "Index"), (end, "Index"), (strides, "Index"),
        (dy, "T")], [("begin_mask", "int", begin_mask, 0), ("end_mask", "int", end_mask, 0),
        ("ellipsis_mask", "int", ellipsis_mask, 0), ("new_axis_mask", "int", new_axis_mask, 0),
        ("shrink_axis_mask", "int", shrink_axis_mask, 0)], "T", name)


def string_format(inputs: Sequence[TensorLike], *, template: str | bytes = "%s",
                  placeholder: str | bytes = "%s", summarize: int = 3, name: str = "") -> Output:
    """Gives template with every placeholder in it replaced by a text of the input in its place, of which
    large tensors show the first and the last summarize elements of each dimension (-1: all). Shapes: output
    is a scalar. Errors: INVALID_ARGUMENT unless there is a placeholder for each input.
    """
    return build("StringFormat", [(inputs, "**T")], [("template", "string", template, "%s"),
        ("placeholder", "string", placeholder, "%s"), ("summarize", "int", summarize, 3)], "=string", name)


def string_join(inputs: Sequence[TensorLike], *, separator: str | bytes = "", name: str = "") -> Output:
    """Joins the inputs' strings, element by element, with separator between them. Shapes: all inputs that are
    no scalars are alike; scalars are repeated.
    """
    return build("StringJoin", [(inputs, "*=string:N")], [("separator", "string", separator, "")], "=string",
        name)


def string_length(input: TensorLike, *, unit: Literal["BYTE", "UTF8_CHAR"] = "BYTE",
                  name: str = "") -> Output:
    """Counts the bytes of each string, or with unit UTF8_CHAR its characters, which are the bytes that
    continue none. Shapes: output is like input.
    """
    return build("StringLength", [(input, "=string")], [("unit", "string", unit, "BYTE")], "=int32", name)


def string_lower(input: TensorLike, *, encoding: str | bytes = "", name: str = "") -> Output:
    """Turns letters to lower case: of ASCII or, with encoding utf-8, of Unicode, in no language's own way.
    Shapes: output is like input. Errors: INVALID_ARGUMENT for another encoding.
    """
    return build("StringLower", [(input, "=string")], [("encoding", "string", encoding, "")], "=string", name)


class StringNGramsOutputs(NamedTuple):
    ngrams: Output
    ngrams_splits: Output


def string_n_grams(data: TensorLike, data_splits: TensorLike, separator: str | bytes,
                   ngram_widths: Sequence[int], left_pad: str | bytes, right_pad: str | bytes, pad_width: int,
                   preserve_short_sequences: bool, *, name: str = "") -> StringNGramsOutputs:
    """Joins neighbours of each row of a ragged tensor of strings, ngram_widths of them at a time, with
    separator between them. Each row is padded with pad_width times left_pad and right_pad, at most one less
    than the width (-1: that many). With preserve_short_sequences a row too short for any width gives itself.
    Shapes: data and data_splits are vectors, and the outputs too. Errors: INVALID_ARGUMENT for splits that do
    not rise from 0 to the size of data, or a width below 1.

    Types of data_splits: int32, int64.
    """
    return StringNGramsOutputs(*build("StringNGrams", [(data, "=string"), (data_splits, "Tsplits")],
        [("separator", "string", separator), ("ngram_widths", "list(int)", ngram_widths),
        ("left_pad", "string", left_pad), ("right_pad", "string", right_pad), ("pad_width", "int", pad_width),
        ("preserve_short_sequences", "bool", preserve_short_sequences)], ["=string", "Tsplits"], name))


class StringSplitOutputs(NamedTuple):
    indices: Output
    values: Output
    shape: Output


def string_split(input: TensorLike, delimiter: TensorLike, *, skip_empty: bool = True,
                 name: str = "") -> StringSplitOutputs:
    """Splits each string at every byte that delimiter has, or into its bytes if that is empty, into the rows
    of a sparse matrix; with skip_empty without pieces that are empty. Shapes: input is a vector, delimiter a
    scalar; indices is [n,2], values [n], shape [2].
    """
    return StringSplitOutputs(*build("StringSplit", [(input, "=string"), (delimiter, "=string")],
        [("skip_empty", "bool", skip_empty, True)], ["=int64", "=string", "=int64"], name))


class StringSplitV2Outputs(NamedTuple):
    indices: Output
    values: Output
    shape: Output


def string_split_v2(input: TensorLike, sep: TensorLike, *, maxsplit: int = -1,
                    name: str = "") -> StringSplitV2Outputs:
    """Splits each string at sep, as Python's str.split does, into the rows of a sparse matrix: with an empty
    sep at white space, of which several count as one; at most maxsplit times unless that is -1. Shapes: input
    is a vector, sep a scalar; indices is [n,2], values [n], shape [2].
    """
    return StringSplitV2Outputs(*build("StringSplitV2", [(input, "=string"), (sep, "=string")],
        [("maxsplit", "int", maxsplit, -1)], ["=int64", "=string", "=int64"], name))


def string_strip(input: TensorLike, *, name: str = "") -> Output:
    """Takes white space off both ends of each string. Shapes: output is like input."""
    return build("StringStrip", [(input, "=string")], [], "=string", name)


def string_to_hash_bucket(string_tensor: TensorLike, num_buckets: int, *, name: str = "") -> Output:
    """Hashes each string (MurmurHash64A of TensorFlow's seed) into one of num_buckets. Shapes: output is like
    string_tensor.
    """
    return build("StringToHashBucket", [(string_tensor, "=string")], [("num_buckets", "int", num_buckets)],
        "=int64", name)


def string_to_hash_bucket_fast(input: TensorLike, num_buckets: int, *, name: str = "") -> Output:
    """Hashes each string (FarmHash's Fingerprint64) into one of num_buckets; who can choose strings can make
    them collide. Shapes: output is like input.
    """
    return build("StringToHashBucketFast", [(input, "=string")], [("num_buckets", "int", num_buckets)],
        "=int64", name)


def string_to_hash_bucket_strong(input: TensorLike, num_buckets: int, key: Sequence[int], *,
                                 name: str = "") -> Output:
    """Hashes each string (SipHash-2-4 with the two numbers of key) into one of num_buckets. Shapes: output is
    like input. Errors: INVALID_ARGUMENT unless key has two numbers.
    """
    return build("StringToHashBucketStrong", [(input, "=string")], [("num_buckets", "int", num_buckets),
        ("key", "list(int)", key)], "=int64", name)


def string_to_number(string_tensor: TensorLike, *, out_type: DTypeLike = "float", name: str = "") -> Output:
    """Reads each string as a number of out_type, with white space around it or none. Shapes: output is like
    string_tensor. Errors: INVALID_ARGUMENT naming a string that is none, or whose integer does not fit.

    Types of out_type: float, double, int32, int64, uint32, uint64.
    """
    return build("StringToNumber", [(string_tensor, "=string")], [("out_type", "type", out_type, "float")],
        "out_type", name)


def string_upper(input: TensorLike, *, encoding: str | bytes = "", name: str = "") -> Output:
    """Turns letters to upper case: of ASCII or, with encoding utf-8, of Unicode, in no language's own way.
    Shapes: output is like input. Errors: INVALID_ARGUMENT for another encoding.
    """
    return build("StringUpper", [(input, "=string")], [("encoding", "string", encoding, "")], "=string", name)


def sub(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x - y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.

    Types of x, y: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64,
    complex64, complex128.
    """
    return build("Sub", [(x, "T"), (y, "T")], [], "T", name)


def substr(input: TensorLike, pos: TensorLike, len: TensorLike, *,
           unit: Literal["BYTE", "UTF8_CHAR"] = "BYTE", name: str = "") -> Output:
    """Gives len bytes of each string from byte pos on, or characters with unit UTF8_CHAR, fewer where the
    string ends; a pos below 0 counts from the end. Shapes: pos and len are alike and broadcast with input.
    Errors: INVALID_ARGUMENT for a pos outside of its string.

    Types of pos, len: int32, int64.
    """
    return build("Substr", [(input, "=string"), (pos, "T"), (len, "T")], [("unit", "string", unit, "BYTE")],
        "=string", name)


def sum(input: TensorLike, reduction_indices: TensorLike | None = None, *, keep_dims: bool = False,
        name: str = "") -> Output:
    """Sums over the given axes; an empty axis gives 0. Shapes: reduction_indices is a scalar or vector of
    axes in [-rank,rank); they vanish, or become 1 with keep_dims. Errors: INVALID_ARGUMENT for an axis out of
    range or given twice.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of reduction_indices: int32, int64.
    """
    return build("Sum", [(input, "T"), (axes(input, reduction_indices), "Tidx")],
        [("keep_dims", "bool", keep_dims, False)], "T", name)


class SvdOutputs(NamedTuple):
    s: Output
    u: Output
    v: Output


def svd(input: TensorLike, *, compute_uv: bool = True, full_matrices: bool = False,
        name: str = "") -> SvdOutputs:
    """Gives singular values, descending, and the vectors: input = u * diag(s) * adjoint(v). The phase of
    vectors is any. Shapes: input is [..., m, n], s is [..., p], p the least of m and n; u is [..., m, p] and
    v [..., n, p], with full_matrices [..., m, m] and [..., n, n]; without compute_uv they are [0]. Errors:
    INVALID_ARGUMENT for numbers that are not finite.

    Types of input: double, float, half, complex64, complex128.
    """
    return SvdOutputs(*build("Svd", [(input, "T")], [("compute_uv", "bool", compute_uv, True),
        ("full_matrices", "bool", full_matrices, False)], ["T", "T", "T"], name))


class SwitchOutputs(NamedTuple):
    output_false: Output
    output_true: Output


def switch(data: TensorLike, pred: TensorLike, *, name: str = "") -> SwitchOutputs:
    """Passes data to output_true if pred holds, else to output_false; the other output is dead. Shapes: pred
    is a scalar; the outputs are like data.
    """
    return SwitchOutputs(*build("Switch", [(data, "T"), (pred, "=bool")], [], ["T", "T"], name))


def symbolic_gradient(input: Sequence[TensorLike], Tout: Sequence[DTypeLike], f: str, *,
                      name: str = "") -> list[Output]:
    """Gives the gradients of the function f with respect to each of its inputs, zeros where there is none.
    input: f's inputs, and what arrives at each of its outputs. Plans have the gradient's nodes in its place.
    Shapes: outputs are like f's inputs. Errors: INVALID_ARGUMENT for inputs that do not fit f; NOT_FOUND if
    the graph has no f; UNIMPLEMENTED for an op of f without a gradient.
    """
    return build("SymbolicGradient", [(input, "**Tin")], [("Tout", "list(type)", Tout), ("f", "func", f)],
        ["**Tout"], name)


def tf_record_dataset(filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, *,
                      metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of the records of files, one file after the other. compression_type is empty, 'ZLIB' or
    'GZIP'. Errors: of a pass: NOT_FOUND, and DATA_LOSS for damage, with file and byte; the pass then goes on
    with the next file.
    """
    return build("TFRecordDataset", [(filenames, "=string"), (compression_type, "=string"),
        (buffer_size, "=int64")], [("metadata", "string", metadata, "")], "=variant", name)


def tf_record_dataset_v2(filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike,
                         byte_offsets: TensorLike, *, metadata: str | bytes = "", name: str = "") -> Output:
    """As TFRecordDataset, from the given byte of each file on, if there are any."""
    return build("TFRecordDatasetV2", [(filenames, "=string"), (compression_type, "=string"),
        (buffer_size, "=int64"), (byte_offsets, "=int64")], [("metadata", "string", metadata, "")],
        "=variant", name)


def tf_record_reader(*, container: str | bytes = "", shared_name: str | bytes = "",
                     compression_type: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of a reader of TFRecord files, compressed as ZLIB, GZIP or not; a key is FILE:OFFSET.
    """
    return build("TFRecordReader", [], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("compression_type", "string", compression_type, "")],
        "=resource", name)


def tf_record_reader_v2(*, container: str | bytes = "", shared_name: str | bytes = "",
                        compression_type: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of a reader of TFRecord files, compressed as ZLIB, GZIP or not; a key is FILE:OFFSET.
    """
    return build("TFRecordReaderV2", [], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, ""), ("compression_type", "string", compression_type, "")],
        "=resource", name)


def take_dataset(input_dataset: TensorLike, count: TensorLike, output_types: Sequence[DTypeLike],
                 output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of the first count elements; of all of them if count is below 0. Shapes: count is a
    scalar.
    """
    return build("TakeDataset", [(input_dataset, "=variant"), (count, "=int64")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


class TakeManySparseFromTensorsMapOutputs(NamedTuple):
    sparse_indices: Output
    sparse_values: Output
    sparse_shape: Output


def take_many_sparse_from_tensors_map(sparse_handles: TensorLike, dtype: DTypeLike, *,
                                      container: str | bytes = "", shared_name: str | bytes = "",
                                      name: str = "") -> TakeManySparseFromTensorsMapOutputs:
    """Takes sparse tensors out of the map of shared_name and stacks them along a new first dimension. Shapes:
    sparse_handles is a vector. Errors: INVALID_ARGUMENT for a number that is not there, of which none is
    taken.
    """
    return TakeManySparseFromTensorsMapOutputs(*build("TakeManySparseFromTensorsMap",
        [(sparse_handles, "=int64")], [("dtype", "type", dtype), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], ["=int64", "dtype", "=int64"], name))


def take_while_dataset(input_dataset: TensorLike, other_arguments: Sequence[TensorLike], predicate: str,
                       output_types: Sequence[DTypeLike], output_shapes: Sequence[ShapeLike], *,
                       metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of the elements before the first one for which predicate gives false. Errors: as
    FilterDataset.
    """
    return build("TakeWhileDataset", [(input_dataset, "=variant"), (other_arguments, "**Targuments")],
        [("predicate", "func", predicate), ("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def tan(x: TensorLike, *, name: str = "") -> Output:
    """Gives the tangent of x in radians; NaN for infinities. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128.
    """
    return build("Tan", [(x, "T")], [], "T", name)


def tanh(x: TensorLike, *, name: str = "") -> Output:
    """Gives the hyperbolic tangent of x, element by element. Shapes: y is like x.

    Types of x: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Tanh", [(x, "T")], [], "T", name)


def tanh_grad(y: TensorLike, dy: TensorLike, *, name: str = "") -> Output:
    """Gives dy * (1 - y * y), the gradient of Tanh for its output y. Shapes: all alike.

    Types of y, dy: bfloat16, half, float, double, complex64, complex128.
    """
    return build("TanhGrad", [(y, "T"), (dy, "T")], [], "T", name)


def tensor_array_close_v2(handle: TensorLike, *, name: str = "") -> Node:
    """TensorArrayCloseV3 of older graphs."""
    return build("TensorArrayCloseV2", [(handle, "=string")], [], None, name)


def tensor_array_close_v3(handle: TensorLike, *, name: str = "") -> Node:
    """Drops the array's elements; it cannot be used any more."""
    return build("TensorArrayCloseV3", [(handle, "=resource")], [], None, name)


class TensorArrayConcatV2Outputs(NamedTuple):
    value: Output
    lengths: Output


def tensor_array_concat_v2(handle: TensorLike, flow_in: TensorLike, dtype: DTypeLike, *,
                           element_shape_except0: ShapeLike = None,
                           name: str = "") -> TensorArrayConcatV2Outputs:
    """TensorArrayConcatV3 of older graphs."""
    return TensorArrayConcatV2Outputs(*build("TensorArrayConcatV2", [(handle, "=string"),
        (flow_in, "=float")], [("dtype", "type", dtype),
        ("element_shape_except0", "shape", element_shape_except0, None)], ["dtype", "=int64"], name))


class TensorArrayConcatV3Outputs(NamedTuple):
    value: Output
    lengths: Output


def tensor_array_concat_v3(handle: TensorLike, flow_in: TensorLike, dtype: DTypeLike, *,
                           element_shape_except0: ShapeLike = None,
                           name: str = "") -> TensorArrayConcatV3Outputs:
    """Reads all elements and joins them along dimension 0; lengths says how many rows each has. Errors:
    INVALID_ARGUMENT for an index out of range, an element that was read or written before, or another type or
    shape; each names the array.
    """
    return TensorArrayConcatV3Outputs(*build("TensorArrayConcatV3", [(handle, "=resource"),
        (flow_in, "=float")], [("dtype", "type", dtype),
        ("element_shape_except0", "shape", element_shape_except0, None)], ["dtype", "=int64"], name))


def tensor_array_gather_v2(handle: TensorLike, indices: TensorLike, flow_in: TensorLike, dtype: DTypeLike, *,
                           element_shape: ShapeLike = None, name: str = "") -> Output:
    """TensorArrayGatherV3 of older graphs."""
    return build("TensorArrayGatherV2", [(handle, "=string"), (indices, "=int32"), (flow_in, "=float")],
        [("dtype", "type", dtype), ("element_shape", "shape", element_shape, None)], "dtype", name)


def tensor_array_gather_v3(handle: TensorLike, indices: TensorLike, flow_in: TensorLike, dtype: DTypeLike, *,
                           element_shape: ShapeLike = None, name: str = "") -> Output:
    """Reads the elements of the given indices and stacks them. Shapes: indices is a vector; value is [number
    of indices] followed by the elements' shape. Errors: INVALID_ARGUMENT for an index out of range, an
    element that was read or written before, or another type or shape; each names the array.
    """
    return build("TensorArrayGatherV3", [(handle, "=resource"), (indices, "=int32"), (flow_in, "=float")],
        [("dtype", "type", dtype), ("element_shape", "shape", element_shape, None)], "dtype", name)


def tensor_array_grad_v2(handle: TensorLike, flow_in: TensorLike, source: str | bytes, *,
                         name: str = "") -> Output:
    """TensorArrayGradV3 of older graphs."""
    return build("TensorArrayGradV2", [(handle, "=string"), (flow_in, "=float")],
        [("source", "string", source)], "=string", name)


class TensorArrayGradV3Outputs(NamedTuple):
    grad_handle: Output
    flow_out: Output


def tensor_array_grad_v3(handle: TensorLike, flow_in: TensorLike, source: str | bytes, *,
                         name: str = "") -> TensorArrayGradV3Outputs:
    """Gives the array of gradients that belongs to an array and to the pass `source`. Writes to one of its
    elements add up; what was not written is zeros. The array itself grows no more.
    """
    return TensorArrayGradV3Outputs(*build("TensorArrayGradV3", [(handle, "=resource"), (flow_in, "=float")],
        [("source", "string", source)], ["=resource", "=float"], name))


class TensorArrayGradWithShapeOutputs(NamedTuple):
    grad_handle: Output
    flow_out: Output


def tensor_array_grad_with_shape(handle: TensorLike, flow_in: TensorLike, shape_to_prepend: TensorLike,
                                 source: str | bytes, *, name: str = "") -> TensorArrayGradWithShapeOutputs:
    """As TensorArrayGradV3, for gradients that have the dims shape_to_prepend before those of the elements.
    Shapes: shape_to_prepend is a vector.
    """
    return TensorArrayGradWithShapeOutputs(*build("TensorArrayGradWithShape", [(handle, "=resource"),
        (flow_in, "=float"), (shape_to_prepend, "=int32")], [("source", "string", source)], ["=resource",
        "=float"], name))


def tensor_array_read_v2(handle: TensorLike, index: TensorLike, flow_in: TensorLike, dtype: DTypeLike, *,
                         name: str = "") -> Output:
    """TensorArrayReadV3 of older graphs."""
    return build("TensorArrayReadV2", [(handle, "=string"), (index, "=int32"), (flow_in, "=float")],
        [("dtype", "type", dtype)], "dtype", name)


def tensor_array_read_v3(handle: TensorLike, index: TensorLike, flow_in: TensorLike, dtype: DTypeLike, *,
                         name: str = "") -> Output:
    """Reads an element of the array: zeros if it was not written and its shape is known. Errors:
    INVALID_ARGUMENT for an index out of range, an element that was read or written before, or another type or
    shape; each names the array.
    """
    return build("TensorArrayReadV3", [(handle, "=resource"), (index, "=int32"), (flow_in, "=float")],
        [("dtype", "type", dtype)], "dtype", name)


def tensor_array_scatter_v2(handle: TensorLike, indices: TensorLike, value: TensorLike, flow_in: TensorLike,
                            *, name: str = "") -> Output:
    """TensorArrayScatterV3 of older graphs."""
    return build("TensorArrayScatterV2", [(handle, "=string"), (indices, "=int32"), (value, "T"),
        (flow_in, "=float")], [], "=float", name)


def tensor_array_scatter_v3(handle: TensorLike, indices: TensorLike, value: TensorLike, flow_in: TensorLike,
                            *, name: str = "") -> Output:
    """Writes the rows of value to the elements of the given indices. Shapes: value has a row for each index.
    Errors: INVALID_ARGUMENT for an index out of range, an element that was read or written before, or another
    type or shape; each names the array.
    """
    return build("TensorArrayScatterV3", [(handle, "=resource"), (indices, "=int32"), (value, "T"),
        (flow_in, "=float")], [], "=float", name)


def tensor_array_size_v2(handle: TensorLike, flow_in: TensorLike, *, name: str = "") -> Output:
    """TensorArraySizeV3 of older graphs."""
    return build("TensorArraySizeV2", [(handle, "=string"), (flow_in, "=float")], [], "=int32", name)


def tensor_array_size_v3(handle: TensorLike, flow_in: TensorLike, *, name: str = "") -> Output:
    """Gives the number of elements of the array."""
    return build("TensorArraySizeV3", [(handle, "=resource"), (flow_in, "=float")], [], "=int32", name)


def tensor_array_split_v2(handle: TensorLike, value: TensorLike, lengths: TensorLike, flow_in: TensorLike, *,
                          name: str = "") -> Output:
    """TensorArraySplitV3 of older graphs."""
    return build("TensorArraySplitV2", [(handle, "=string"), (value, "T"), (lengths, "=int64"),
        (flow_in, "=float")], [], "=float", name)


def tensor_array_split_v3(handle: TensorLike, value: TensorLike, lengths: TensorLike, flow_in: TensorLike, *,
                          name: str = "") -> Output:
    """Writes pieces of value, of the given numbers of rows, to the elements 0, 1 and so on. Shapes: lengths
    is a vector that adds up to the rows of value. Errors: INVALID_ARGUMENT for an index out of range, an
    element that was read or written before, or another type or shape; each names the array.
    """
    return build("TensorArraySplitV3", [(handle, "=resource"), (value, "T"), (lengths, "=int64"),
        (flow_in, "=float")], [], "=float", name)


def tensor_array_v2(size: TensorLike, dtype: DTypeLike, *, element_shape: ShapeLike = None,
                    dynamic_size: bool = False, clear_after_read: bool = True,
                    tensor_array_name: str | bytes = "", name: str = "") -> Output:
    """TensorArrayV3 of older graphs: the handle is two strings, and there is no flow to begin with."""
    return build("TensorArrayV2", [(size, "=int32")], [("dtype", "type", dtype),
        ("element_shape", "shape", element_shape, None), ("dynamic_size", "bool", dynamic_size, False),
        ("clear_after_read", "bool", clear_after_read, True),
        ("tensor_array_name", "string", tensor_array_name, "")], "=string", name)


class TensorArrayV3Outputs(NamedTuple):
    handle: Output
    flow: Output


def tensor_array_v3(size: TensorLike, dtype: DTypeLike, *, element_shape: ShapeLike = None,
                    dynamic_size: bool = False, clear_after_read: bool = True,
                    identical_element_shapes: bool = False, tensor_array_name: str | bytes = "",
                    name: str = "") -> TensorArrayV3Outputs:
    """Makes an array of `size` tensors of dtype, which lives as long as the step. With dynamic_size it grows
    by writes; with clear_after_read each element can be read once. Shapes: size, handle and flow are scalars.
    """
    return TensorArrayV3Outputs(*build("TensorArrayV3", [(size, "=int32")], [("dtype", "type", dtype),
        ("element_shape", "shape", element_shape, None), ("dynamic_size", "bool", dynamic_size, False),
        ("clear_after_read", "bool", clear_after_read, True),
        ("identical_element_shapes", "bool", identical_element_shapes, False),
        ("tensor_array_name", "string", tensor_array_name, "")], ["=resource", "=float"], name))


def tensor_array_write_v2(handle: TensorLike, index: TensorLike, value: TensorLike, flow_in: TensorLike, *,
                          name: str = "") -> Output:
    """TensorArrayWriteV3 of older graphs."""
    return build("TensorArrayWriteV2", [(handle, "=string"), (index, "=int32"), (value, "T"),
        (flow_in, "=float")], [], "=float", name)


def tensor_array_write_v3(handle: TensorLike, index: TensorLike, value: TensorLike, flow_in: TensorLike, *,
                          name: str = "") -> Output:
    """Writes an element of the array. Errors: INVALID_ARGUMENT for an index out of range, an element that was
    read or written before, or another type or shape; each names the array.
    """
    return build("TensorArrayWriteV3", [(handle, "=resource"), (index, "=int32"), (value, "T"),
        (flow_in, "=float")], [], "=float", name)


def tensor_dataset(components: Sequence[TensorLike], output_shapes: Sequence[ShapeLike], *,
                   metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of one element: the components."""
    return build("TensorDataset", [(components, "**Toutput_types")],
        [("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


class TensorListConcatOutputs(NamedTuple):
    tensor: Output
    lengths: Output


def tensor_list_concat(input_handle: TensorLike, element_dtype: DTypeLike, *, element_shape: ShapeLike = None,
                       name: str = "") -> TensorListConcatOutputs:
    """Joins the elements along dimension 0; lengths says how many rows each has."""
    return TensorListConcatOutputs(*build("TensorListConcat", [(input_handle, "=variant")],
        [("element_dtype", "type", element_dtype), ("element_shape", "shape", element_shape, None)],
        ["element_dtype", "=int64"], name))


def tensor_list_concat_lists(input_a: TensorLike, input_b: TensorLike, element_dtype: DTypeLike, *,
                             name: str = "") -> Output:
    """Gives for each two lists one with the elements of the first and then the second. Shapes: all are alike.
    Errors: INVALID_ARGUMENT for lists whose element types or shapes differ.
    """
    return build("TensorListConcatLists", [(input_a, "=variant"), (input_b, "=variant")],
        [("element_dtype", "type", element_dtype)], "=variant", name)


class TensorListConcatV2Outputs(NamedTuple):
    tensor: Output
    lengths: Output


def tensor_list_concat_v2(input_handle: TensorLike, element_shape: TensorLike, leading_dims: TensorLike,
                          element_dtype: DTypeLike, *, name: str = "") -> TensorListConcatV2Outputs:
    """As TensorListConcat; leading_dims says how many rows an element has that was never set.

    Types of element_shape: int32, int64.
    """
    return TensorListConcatV2Outputs(*build("TensorListConcatV2", [(input_handle, "=variant"),
        (element_shape, "shape_type"), (leading_dims, "=int64")], [("element_dtype", "type", element_dtype)],
        ["element_dtype", "=int64"], name))


def tensor_list_element_shape(input_handle: TensorLike, shape_type: DTypeLike, *, name: str = "") -> Output:
    """Gives the shape that all elements of the list have, with -1 for unknown dims; -1 if nothing is known.

    Types of shape_type: int32, int64.
    """
    return build("TensorListElementShape", [(input_handle, "=variant")], [("shape_type", "type", shape_type)],
        "shape_type", name)


def tensor_list_from_tensor(tensor: TensorLike, element_shape: TensorLike, *, name: str = "") -> Output:
    """Gives the list of the rows of a tensor.

    Types of element_shape: int32, int64.
    """
    return build("TensorListFromTensor", [(tensor, "element_dtype"), (element_shape, "shape_type")], [],
        "=variant", name)


def tensor_list_gather(input_handle: TensorLike, indices: TensorLike, element_shape: TensorLike,
                       element_dtype: DTypeLike, *, name: str = "") -> Output:
    """Stacks the elements of the given indices."""
    return build("TensorListGather", [(input_handle, "=variant"), (indices, "=int32"),
        (element_shape, "=int32")], [("element_dtype", "type", element_dtype)], "element_dtype", name)


def tensor_list_get_item(input_handle: TensorLike, index: TensorLike, element_shape: TensorLike,
                         element_dtype: DTypeLike, *, name: str = "") -> Output:
    """Gives an element of the list; one that was never set is zeros. Errors: INVALID_ARGUMENT for an index
    out of range, another type, or a shape that is not known.

    Types of element_shape: int32, int64.
    """
    return build("TensorListGetItem", [(input_handle, "=variant"), (index, "=int32"),
        (element_shape, "Tshape")], [("element_dtype", "type", element_dtype)], "element_dtype", name)


def tensor_list_length(input_handle: TensorLike, *, name: str = "") -> Output:
    """Gives the number of elements of the list."""
    return build("TensorListLength", [(input_handle, "=variant")], [], "=int32", name)


class TensorListPopBackOutputs(NamedTuple):
    output_handle: Output
    tensor: Output


def tensor_list_pop_back(input_handle: TensorLike, element_shape: TensorLike, element_dtype: DTypeLike, *,
                         name: str = "") -> TensorListPopBackOutputs:
    """Gives the list without its last element, and that. Errors: INVALID_ARGUMENT for an empty list."""
    return TensorListPopBackOutputs(*build("TensorListPopBack", [(input_handle, "=variant"),
        (element_shape, "=int32")], [("element_dtype", "type", element_dtype)], ["=variant", "element_dtype"],
        name))


def tensor_list_push_back(input_handle: TensorLike, tensor: TensorLike, *, name: str = "") -> Output:
    """Gives the list with one more element at its end. Errors: INVALID_ARGUMENT for another type or shape, or
    a list that is full.
    """
    return build("TensorListPushBack", [(input_handle, "=variant"), (tensor, "element_dtype")], [],
        "=variant", name)


def tensor_list_push_back_batch(input_handles: TensorLike, tensor: TensorLike, *, name: str = "") -> Output:
    """Gives each list of a vector with one more element at its end, a row of tensor. Shapes: tensor has a row
    for each list. Errors: INVALID_ARGUMENT for another type or shape.
    """
    return build("TensorListPushBackBatch", [(input_handles, "=variant"), (tensor, "element_dtype")], [],
        "=variant", name)


def tensor_list_reserve(element_shape: TensorLike, num_elements: TensorLike, element_dtype: DTypeLike, *,
                        name: str = "") -> Output:
    """Gives a list of num_elements tensors that are not set: read, they are zeros.

    Types of element_shape: int32, int64.
    """
    return build("TensorListReserve", [(element_shape, "shape_type"), (num_elements, "=int32")],
        [("element_dtype", "type", element_dtype)], "=variant", name)


def tensor_list_resize(input_handle: TensorLike, size: TensorLike, *, name: str = "") -> Output:
    """Gives the list with `size` elements: the last are dropped, or added and not set."""
    return build("TensorListResize", [(input_handle, "=variant"), (size, "=int32")], [], "=variant", name)


def tensor_list_scatter(tensor: TensorLike, indices: TensorLike, element_shape: TensorLike, *,
                        name: str = "") -> Output:
    """Gives a list that has row i of tensor at indices[i].

    Types of element_shape: int32, int64.
    """
    return build("TensorListScatter", [(tensor, "element_dtype"), (indices, "=int32"),
        (element_shape, "shape_type")], [], "=variant", name)


def tensor_list_scatter_into_existing_list(input_handle: TensorLike, tensor: TensorLike, indices: TensorLike,
                                           *, name: str = "") -> Output:
    """Gives the list with row i of tensor at indices[i]."""
    return build("TensorListScatterIntoExistingList", [(input_handle, "=variant"), (tensor, "element_dtype"),
        (indices, "=int32")], [], "=variant", name)


def tensor_list_scatter_v2(tensor: TensorLike, indices: TensorLike, element_shape: TensorLike,
                           num_elements: TensorLike, *, name: str = "") -> Output:
    """Gives a list of num_elements (-1: as many as needed) that has row i of tensor at indices[i].

    Types of element_shape: int32, int64.
    """
    return build("TensorListScatterV2", [(tensor, "element_dtype"), (indices, "=int32"),
        (element_shape, "shape_type"), (num_elements, "=int32")], [], "=variant", name)


def tensor_list_set_item(input_handle: TensorLike, index: TensorLike, item: TensorLike, *,
                         resize_if_index_out_of_bounds: bool = False, name: str = "") -> Output:
    """Gives the list with another element at index. Errors: INVALID_ARGUMENT for an index out of range,
    another type or shape.
    """
    return build("TensorListSetItem", [(input_handle, "=variant"), (index, "=int32"),
        (item, "element_dtype")], [("resize_if_index_out_of_bounds", "bool", resize_if_index_out_of_bounds,
        False)], "=variant", name)


def tensor_list_split(tensor: TensorLike, element_shape: TensorLike, lengths: TensorLike, *,
                      name: str = "") -> Output:
    """Gives the list of pieces of tensor, of the given numbers of rows.

    Types of element_shape: int32, int64.
    """
    return build("TensorListSplit", [(tensor, "element_dtype"), (element_shape, "shape_type"),
        (lengths, "=int64")], [], "=variant", name)


def tensor_list_stack(input_handle: TensorLike, element_shape: TensorLike, element_dtype: DTypeLike, *,
                      num_elements: int = -1, name: str = "") -> Output:
    """Stacks the elements along a new first dimension. Errors: INVALID_ARGUMENT for elements of different
    shapes, or a length other than num_elements where that is not -1.
    """
    return build("TensorListStack", [(input_handle, "=variant"), (element_shape, "=int32")],
        [("element_dtype", "type", element_dtype), ("num_elements", "int", num_elements, -1)],
        "element_dtype", name)


def tensor_scatter_add(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *,
                       bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                       name: str = "") -> Output:
    """As TensorScatterUpdate; updates are added.

    Types of indices: int32, int64.
    """
    return build("TensorScatterAdd", [(tensor, "T"), (indices, "Tindices"), (updates, "T")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "T", name)


def tensor_scatter_max(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *,
                       bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                       name: str = "") -> Output:
    """As TensorScatterUpdate; the larger of both stays.

    Types of indices: int32, int64.
    """
    return build("TensorScatterMax", [(tensor, "T"), (indices, "Tindices"), (updates, "T")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "T", name)


def tensor_scatter_min(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *,
                       bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                       name: str = "") -> Output:
    """As TensorScatterUpdate; the smaller of both stays.

    Types of indices: int32, int64.
    """
    return build("TensorScatterMin", [(tensor, "T"), (indices, "Tindices"), (updates, "T")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "T", name)


def tensor_scatter_sub(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *,
                       bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                       name: str = "") -> Output:
    """As TensorScatterUpdate; updates are subtracted.

    Types of indices: int32, int64.
    """
    return build("TensorScatterSub", [(tensor, "T"), (indices, "Tindices"), (updates, "T")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "T", name)


def tensor_scatter_update(tensor: TensorLike, indices: TensorLike, updates: TensorLike, *,
                          bad_indices_policy: Literal["", "DEFAULT", "ERROR", "IGNORE"] = "",
                          name: str = "") -> Output:
    """Gives tensor with the slices that the vectors in the last dimension of indices name replaced by
    updates, in their order. Shapes: output is like tensor; updates is indices.shape[:-1] +
    tensor.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an index out of range.

    Types of indices: int16, int32, int64, uint16.
    """
    return build("TensorScatterUpdate", [(tensor, "T"), (indices, "Tindices"), (updates, "T")],
        [("bad_indices_policy", "string", bad_indices_policy, "")], "T", name)


def tensor_slice_dataset(components: Sequence[TensorLike], output_shapes: Sequence[ShapeLike], *,
                         is_files: bool = False, metadata: str | bytes = "", replicate_on_split: bool = False,
                         name: str = "") -> Output:
    """Gives a dataset of the slices of the components along dimension 0. Errors: INVALID_ARGUMENT unless that
    is the same size for all.
    """
    return build("TensorSliceDataset", [(components, "**Toutput_types")],
        [("output_shapes", "list(shape)", output_shapes), ("is_files", "bool", is_files, False),
        ("metadata", "string", metadata, ""), ("replicate_on_split", "bool", replicate_on_split, False)],
        "=variant", name)


def tensor_strided_slice_update(input: TensorLike, begin: TensorLike, end: TensorLike, strides: TensorLike,
                                value: TensorLike, *, begin_mask: int = 0, end_mask: int = 0,
                                ellipsis_mask: int = 0, new_axis_mask: int = 0, shrink_axis_mask: int = 0,
                                name: str = "") -> Output:
    """Gives input with value where StridedSlice would have read. Shapes: value is broadcast to the slice.
    Errors: INVALID_ARGUMENT as StridedSlice, and if value does not fit the slice.

    Types of begin, end, strides: int32, int64.
    """
    return build("TensorStridedSliceUpdate", [(input, "T"), (begin, "Index"), (end, "Index"),
        (strides, "Index"), (value, "T")], [("begin_mask", "int", begin_mask, 0),
        ("end_mask", "int", end_mask, 0), ("ellipsis_mask", "int", ellipsis_mask, 0),
        ("new_axis_mask", "int", new_axis_mask, 0), ("shrink_axis_mask", "int", shrink_axis_mask, 0)], "T",
        name)


def tensor_summary(tensor: TensorLike, *, description: str | bytes = "", labels: Sequence[str | bytes] = (),
                   display_name: str | bytes = "", name: str = "") -> Output:
    """A summary that holds the tensor whole, under the node's name. Shapes: summary is a scalar."""
    return build("TensorSummary", [(tensor, "T")], [("description", "string", description, ""),
        ("labels", "list(string)", labels, ()), ("display_name", "string", display_name, "")], "=string",
        name)


def tensor_summary_v2(tag: TensorLike, tensor: TensorLike, serialized_summary_metadata: TensorLike, *,
                      name: str = "") -> Output:
    """A summary that holds the tensor whole, under `tag`; its metadata, a SummaryMetadata, names the plugin
    of TensorBoard that shows it ("text", for strings). Shapes: tag, serialized_summary_metadata and summary
    are scalars.
    """
    return build("TensorSummaryV2", [(tag, "=string"), (tensor, "T"),
        (serialized_summary_metadata, "=string")], [], "=string", name)


def text_line_dataset(filenames: TensorLike, compression_type: TensorLike, buffer_size: TensorLike, *,
                      metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset of the lines of files, without their ends. Errors: as TFRecordDataset."""
    return build("TextLineDataset", [(filenames, "=string"), (compression_type, "=string"),
        (buffer_size, "=int64")], [("metadata", "string", metadata, "")], "=variant", name)


def text_line_reader(*, skip_header_lines: int = 0, container: str | bytes = "",
                     shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of a reader whose records are lines, without their ends; a key is FILE:NUMBER, counted
    from 1.
    """
    return build("TextLineReader", [], [("skip_header_lines", "int", skip_header_lines, 0),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


def text_line_reader_v2(*, skip_header_lines: int = 0, container: str | bytes = "",
                        shared_name: str | bytes = "", name: str = "") -> Output:
    """Gives the handle of a reader whose records are lines, without their ends; a key is FILE:NUMBER, counted
    from 1.
    """
    return build("TextLineReaderV2", [], [("skip_header_lines", "int", skip_header_lines, 0),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, "")], "=resource",
        name)


class ThreadUnsafeUnigramCandidateSamplerOutputs(NamedTuple):
    sampled_candidates: Output
    true_expected_count: Output
    sampled_expected_count: Output


def thread_unsafe_unigram_candidate_sampler(true_classes: TensorLike, num_true: int, num_sampled: int,
                                            unique: bool, range_max: int, *, seed: int = 0, seed2: int = 0,
                                            name: str = "") -> ThreadUnsafeUnigramCandidateSamplerOutputs:
    """As LearnedUnigramCandidateSampler; threads may share it here. Shapes: true_classes is [batch,num_true],
    sampled_candidates [num_sampled]; the counts are like these. Errors: INVALID_ARGUMENT for a class that is
    not in [0,range_max), or num_sampled above range_max with unique.
    """
    return ThreadUnsafeUnigramCandidateSamplerOutputs(*build("ThreadUnsafeUnigramCandidateSampler",
        [(true_classes, "=int64")], [("num_true", "int", num_true), ("num_sampled", "int", num_sampled),
        ("unique", "bool", unique), ("range_max", "int", range_max), ("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], ["=int64", "=float", "=float"], name))


def tile(input: TensorLike, multiples: TensorLike, *, name: str = "") -> Output:
    """Repeats input multiples[i] times along each dimension i. Shapes: multiples is a vector as long as the
    rank of input. Errors: INVALID_ARGUMENT for a negative multiple.

    Types of multiples: int32, int64.
    """
    return build("Tile", [(input, "T"), (multiples, "Tmultiples")], [], "T", name)


def timestamp(*, name: str = "") -> Output:
    """Gives the time in seconds since 1970. Shapes: ts is a scalar."""
    return build("Timestamp", [], [], "=double", name)


class TopKV2Outputs(NamedTuple):
    values: Output
    indices: Output


def top_kv2(input: TensorLike, k: TensorLike, *, sorted: bool = True, index_type: DTypeLike = "int32",
            name: str = "") -> TopKV2Outputs:
    """Gives the k largest elements of every row, largest first, and where they stood; of equals the first
    comes first, and NaN counts as the largest of all. Shapes: rows lie along the last dimension, which
    becomes k. Errors: INVALID_ARGUMENT for k outside [0,row length].

    Types of input: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of k: int16, int32, int64.
    Types of index_type: int16, int32, int64.
    """
    return TopKV2Outputs(*build("TopKV2", [(input, "T"), (k, "Tk")], [("sorted", "bool", sorted, True),
        ("index_type", "type", index_type, "int32")], ["T", "index_type"], name))


def transpose(x: TensorLike, perm: TensorLike, *, name: str = "") -> Output:
    """Permutes dimensions: dimension i of y is dimension perm[i] of x, counted from the end if it is
    negative. Shapes: perm is a vector as long as the rank of x. Errors: INVALID_ARGUMENT if perm is no
    permutation.

    Types of perm: int32, int64.
    """
    return build("Transpose", [(x, "T"), (perm, "Tperm")], [], "T", name)


def tridiagonal_mat_mul(superdiag: TensorLike, maindiag: TensorLike, subdiag: TensorLike, rhs: TensorLike, *,
                        name: str = "") -> Output:
    """Multiplies matrices of three diagonals with rhs; the last element of superdiag and the first of subdiag
    are not looked at. Shapes: diagonals are [..., 1, n], rhs and output are [..., n, k].

    Types of superdiag, maindiag, subdiag, rhs: double, float, complex64, complex128.
    """
    return build("TridiagonalMatMul", [(superdiag, "T"), (maindiag, "T"), (subdiag, "T"), (rhs, "T")], [],
        "T", name)


def tridiagonal_solve(diagonals: TensorLike, rhs: TensorLike, *, partial_pivoting: bool = True,
                      perturb_singular: bool = False, name: str = "") -> Output:
    """Solves systems whose matrices have three diagonals: the rows of diagonals are the one above the main
    one (the last element is not looked at), the main one, and the one below (the first is not). Shapes:
    diagonals is [..., 3, n], rhs and output are [..., n, k]. Errors: INVALID_ARGUMENT for a matrix without an
    inverse; UNIMPLEMENTED for perturb_singular.

    Types of diagonals, rhs: double, float, complex64, complex128.
    """
    return build("TridiagonalSolve", [(diagonals, "T"), (rhs, "T")],
        [("partial_pivoting", "bool", partial_pivoting, True), ("perturb_singular", "bool", perturb_singular,
        False)], "T", name)


def truncate_div(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x / y rounded towards zero. Shapes: x and y broadcast against each other. Errors:
    INVALID_ARGUMENT for an integer division by zero.

    Types of x, y: bfloat16, half, float, double, uint8, int8, uint16, int16, int32, uint32, uint64, int64,
    complex64, complex128.
    """
    return build("TruncateDiv", [(x, "T"), (y, "T")], [], "T", name)


def truncate_mod(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives the remainder of the division that rounds towards zero; it has the sign of x. Shapes: x and y
    broadcast against each other. Errors: INVALID_ARGUMENT for an integer division by zero.

    Types of x, y: int32, int64, bfloat16, half, float, double.
    """
    return build("TruncateMod", [(x, "T"), (y, "T")], [], "T", name)


def truncated_normal(shape: TensorLike, dtype: DTypeLike, *, seed: int = 0, seed2: int = 0,
                     name: str = "") -> Output:
    """Draws from the normal distribution of mean 0 and deviation 1, drawing again what lies more than two
    deviations off. Seeds and shapes: as RandomUniform.

    Types of dtype: half, bfloat16, float, double.
    Types of shape: int32, int64.
    """
    return build("TruncatedNormal", [(shape, "T")], [("dtype", "type", dtype), ("seed", "int", seed, 0),
        ("seed2", "int", seed2, 0)], "dtype", name)


def unbatch_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                    output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                    name: str = "") -> Output:
    """Gives a dataset of the slices of each element along dimension 0. Errors: of a pass: INVALID_ARGUMENT
    where components differ in that size or are scalars.
    """
    return build("UnbatchDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


class UnicodeDecodeOutputs(NamedTuple):
    row_splits: Output
    char_values: Output


def unicode_decode(input: TensorLike, input_encoding: str | bytes, *,
                   errors: Literal["strict", "replace", "ignore"] = "replace", replacement_char: int = 65533,
                   replace_control_characters: bool = False, Tsplits: DTypeLike = "int64",
                   name: str = "") -> UnicodeDecodeOutputs:
    """Gives the code points of all strings, and where each string's begin and end among them. What is no
    character becomes replacement_char, is left out with errors ignore, or fails with strict; with
    replace_control_characters those below U+0020 count as such. Encodings are UTF-8, UTF-16 and UTF-32 with
    -BE, -LE or a mark, US-ASCII, ISO-8859, windows-125x and KOI8. Errors: INVALID_ARGUMENT for another name,
    or with strict; UNIMPLEMENTED for encodings that only ICU has. Shapes: row_splits has one element more
    than input, char_values is a vector.

    Types of Tsplits: int32, int64.
    """
    return UnicodeDecodeOutputs(*build("UnicodeDecode", [(input, "=string")],
        [("input_encoding", "string", input_encoding), ("errors", "string", errors, "replace"),
        ("replacement_char", "int", replacement_char, 65533),
        ("replace_control_characters", "bool", replace_control_characters, False),
        ("Tsplits", "type", Tsplits, "int64")], ["Tsplits", "=int32"], name))


class UnicodeDecodeWithOffsetsOutputs(NamedTuple):
    row_splits: Output
    char_values: Output
    char_to_byte_starts: Output


def unicode_decode_with_offsets(input: TensorLike, input_encoding: str | bytes, *,
                                errors: Literal["strict", "replace", "ignore"] = "replace",
                                replacement_char: int = 65533, replace_control_characters: bool = False,
                                Tsplits: DTypeLike = "int64",
                                name: str = "") -> UnicodeDecodeWithOffsetsOutputs:
    """As UnicodeDecode; char_to_byte_starts says at which byte of its string each character begins.

    Types of Tsplits: int32, int64.
    """
    return UnicodeDecodeWithOffsetsOutputs(*build("UnicodeDecodeWithOffsets", [(input, "=string")],
        [("input_encoding", "string", input_encoding), ("errors", "string", errors, "replace"),
        ("replacement_char", "int", replacement_char, 65533),
        ("replace_control_characters", "bool", replace_control_characters, False),
        ("Tsplits", "type", Tsplits, "int64")], ["Tsplits", "=int32", "=int64"], name))


def unicode_encode(input_values: TensorLike, input_splits: TensorLike,
                   output_encoding: Literal["UTF-8", "UTF-16-BE", "UTF-32-BE"], *,
                   errors: Literal["ignore", "replace", "strict"] = "replace", replacement_char: int = 65533,
                   name: str = "") -> Output:
    """Writes each row of a ragged tensor of code points as a string. What is no character becomes
    replacement_char, is left out with errors ignore, or fails with strict. Shapes: input_values and
    input_splits are vectors, output has one element fewer than input_splits. Errors: INVALID_ARGUMENT for
    splits that do not rise from 0 to the size of input_values, or with strict.

    Types of input_splits: int32, int64.
    """
    return build("UnicodeEncode", [(input_values, "=int32"), (input_splits, "Tsplits")],
        [("output_encoding", "string", output_encoding), ("errors", "string", errors, "replace"),
        ("replacement_char", "int", replacement_char, 65533)], "=string", name)


def unicode_script(input: TensorLike, *, name: str = "") -> Output:
    """Gives the script of each code point by ICU's number, -1 for what is no code point. Shapes: output is
    like input.
    """
    return build("UnicodeScript", [(input, "=int32")], [], "=int32", name)


def unicode_transcode(input: TensorLike, input_encoding: str | bytes,
                      output_encoding: Literal["UTF-8", "UTF-16-BE", "UTF-32-BE"], *,
                      errors: Literal["strict", "replace", "ignore"] = "replace",
                      replacement_char: int = 65533, replace_control_characters: bool = False,
                      name: str = "") -> Output:
    """Writes each string in another encoding. What is no character becomes replacement_char, is left out with
    errors ignore, or fails with strict; with replace_control_characters those below U+0020 count as such.
    Encodings are UTF-8, UTF-16 and UTF-32 with -BE, -LE or a mark, US-ASCII, ISO-8859, windows-125x and KOI8.
    Errors: INVALID_ARGUMENT for another name, or with strict; UNIMPLEMENTED for encodings that only ICU has.
    Shapes: output is like input.
    """
    return build("UnicodeTranscode", [(input, "=string")], [("input_encoding", "string", input_encoding),
        ("output_encoding", "string", output_encoding), ("errors", "string", errors, "replace"),
        ("replacement_char", "int", replacement_char, 65533),
        ("replace_control_characters", "bool", replace_control_characters, False)], "=string", name)


class UniformCandidateSamplerOutputs(NamedTuple):
    sampled_candidates: Output
    true_expected_count: Output
    sampled_expected_count: Output


def uniform_candidate_sampler(true_classes: TensorLike, num_true: int, num_sampled: int, unique: bool,
                              range_max: int, *, seed: int = 0, seed2: int = 0,
                              name: str = "") -> UniformCandidateSamplerOutputs:
    """Draws num_sampled classes of [0,range_max), each as probable as another, without repetition if unique
    is set; with how often each of them, and each true class, was expected. seed and seed2 of 0 are replaced
    by random ones. Shapes: true_classes is [batch,num_true], sampled_candidates [num_sampled]; the counts are
    like these. Errors: INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled above
    range_max with unique.
    """
    return UniformCandidateSamplerOutputs(*build("UniformCandidateSampler", [(true_classes, "=int64")],
        [("num_true", "int", num_true), ("num_sampled", "int", num_sampled), ("unique", "bool", unique),
        ("range_max", "int", range_max), ("seed", "int", seed, 0), ("seed2", "int", seed2, 0)], ["=int64",
        "=float", "=float"], name))


class UniqueOutputs(NamedTuple):
    y: Output
    idx: Output


def unique(x: TensorLike, *, out_idx: DTypeLike = "int32", name: str = "") -> UniqueOutputs:
    """Gives the values of x once each, in the order in which they come first, and where each element is among
    them: x = y[idx]. NaN is equal to nothing. Shapes: all are vectors.

    Types of out_idx: int32, int64.
    """
    return UniqueOutputs(*build("Unique", [(x, "T")], [("out_idx", "type", out_idx, "int32")], ["T",
        "out_idx"], name))


def unique_dataset(input_dataset: TensorLike, output_types: Sequence[DTypeLike],
                   output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                   name: str = "") -> Output:
    """Gives a dataset of the elements that are equal to none before. Errors: INVALID_ARGUMENT unless elements
    have one component.
    """
    return build("UniqueDataset", [(input_dataset, "=variant")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


class UniqueV2Outputs(NamedTuple):
    y: Output
    idx: Output


def unique_v2(x: TensorLike, axis: TensorLike, *, out_idx: DTypeLike = "int32",
              name: str = "") -> UniqueV2Outputs:
    """Gives the slices of x along axis once each, in the order in which they come first, and where each slice
    is among them. Shapes: axis is a vector of one number, which counts from the end below 0, or empty for an
    x that is a vector; idx is a vector. Errors: INVALID_ARGUMENT for another axis.

    Types of axis: int32, int64.
    Types of out_idx: int32, int64.
    """
    return UniqueV2Outputs(*build("UniqueV2", [(x, "T"), (axis, "Taxis")], [("out_idx", "type", out_idx,
        "int32")], ["T", "out_idx"], name))


class UniqueWithCountsOutputs(NamedTuple):
    y: Output
    idx: Output
    count: Output  # type: ignore[assignment]


def unique_with_counts(x: TensorLike, *, out_idx: DTypeLike = "int32",
                       name: str = "") -> UniqueWithCountsOutputs:
    """As Unique; count says how often each value is there.

    Types of out_idx: int32, int64.
    """
    return UniqueWithCountsOutputs(*build("UniqueWithCounts", [(x, "T")], [("out_idx", "type", out_idx,
        "int32")], ["T", "out_idx", "out_idx"], name))


class UniqueWithCountsV2Outputs(NamedTuple):
    y: Output
    idx: Output
    count: Output  # type: ignore[assignment]


def unique_with_counts_v2(x: TensorLike, axis: TensorLike, *, out_idx: DTypeLike = "int32",
                          name: str = "") -> UniqueWithCountsV2Outputs:
    """As UniqueV2; count says how often each slice is there.

    Types of axis: int32, int64.
    Types of out_idx: int32, int64.
    """
    return UniqueWithCountsV2Outputs(*build("UniqueWithCountsV2", [(x, "T"), (axis, "Taxis")],
        [("out_idx", "type", out_idx, "int32")], ["T", "out_idx", "out_idx"], name))


def unpack(value: TensorLike, num: int, *, axis: int = 0, name: str = "") -> list[Output]:
    """Takes a tensor apart along an axis, which vanishes. Shapes: axis lies in [-rank,rank). Errors:
    INVALID_ARGUMENT if that dimension is not num.
    """
    return build("Unpack", [(value, "T")], [("num", "int", num), ("axis", "int", axis, 0)], ["*T:num"], name)


def unravel_index(indices: TensorLike, dims: TensorLike, *, name: str = "") -> Output:
    """Gives the vectors of indices that places in row-major order have in a tensor with these dims. Shapes:
    indices is a scalar or a vector, dims a vector; output is [dims] + indices.shape. Errors: INVALID_ARGUMENT
    for a place that is not there, for more places than Tidx counts, and without any indices or dims.

    Types of indices, dims: int32, int64.
    """
    return build("UnravelIndex", [(indices, "Tidx"), (dims, "Tidx")], [], "Tidx", name)


def unsorted_segment_join(inputs: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
                          separator: str | bytes = "", name: str = "") -> Output:
    """Joins the slices of inputs that segment_ids gives the same id, in their order, with separator between
    them; an id without a slice gives empty strings. Shapes: segment_ids is a prefix of inputs' shape; output
    is [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id that is not in [0,num_segments).

    Types of segment_ids: int32, int64.
    Types of num_segments: int32, int64.
    """
    return build("UnsortedSegmentJoin", [(inputs, "=string"), (segment_ids, "Tindices"),
        (num_segments, "Tnumsegments")], [("separator", "string", separator, "")], "=string", name)


def unsorted_segment_max(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
                         name: str = "") -> Output:
    """Gives the largest elements of all slices of data that segment_ids gives the same id; negative ids are
    dropped, rows without an id are the lowest finite number. Shapes: segment_ids is a prefix of data's shape;
    output is [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id >= num_segments.

    Types of data: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    Types of num_segments: int32, int64.
    """
    return build("UnsortedSegmentMax", [(data, "T"), (segment_ids, "Tindices"),
        (num_segments, "Tnumsegments")], [], "T", name)


def unsorted_segment_min(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
                         name: str = "") -> Output:
    """Gives the smallest elements of all slices of data that segment_ids gives the same id; negative ids are
    dropped, rows without an id are the highest finite number. Shapes: segment_ids is a prefix of data's
    shape; output is [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id >= num_segments.

    Types of data: float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    Types of num_segments: int32, int64.
    """
    return build("UnsortedSegmentMin", [(data, "T"), (segment_ids, "Tindices"),
        (num_segments, "Tnumsegments")], [], "T", name)


def unsorted_segment_prod(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
                          name: str = "") -> Output:
    """Multiplies all slices of data that segment_ids gives the same id; negative ids are dropped, rows
    without an id are ones. Shapes: segment_ids is a prefix of data's shape; output is [num_segments] + the
    rest. Errors: INVALID_ARGUMENT for an id >= num_segments.

    Types of data: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of segment_ids: int32, int64.
    Types of num_segments: int32, int64.
    """
    return build("UnsortedSegmentProd", [(data, "T"), (segment_ids, "Tindices"),
        (num_segments, "Tnumsegments")], [], "T", name)


def unsorted_segment_sum(data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, *,
                         name: str = "") -> Output:
    """Adds all slices of data that segment_ids gives the same id; negative ids are dropped, rows without an
    id are 0. Shapes: segment_ids is a prefix of data's shape; output is [num_segments] + the rest. Errors:
    INVALID_ARGUMENT for an id >= num_segments.

    Types of data: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64.
    Types of segment_ids: int16, int32, int64.
    Types of num_segments: int32, int64.
    """
    return build("UnsortedSegmentSum", [(data, "T"), (segment_ids, "Tindices"),
        (num_segments, "Tnumsegments")], [], "T", name)


def unstage(dtypes: Sequence[DTypeLike], *, capacity: int = 0, memory_limit: int = 0,
            container: str | bytes = "", shared_name: str | bytes = "", name: str = "") -> list[Output]:
    """Takes the oldest tuple, waiting for one. Shapes: those that were staged. Errors: INVALID_ARGUMENT for a
    tuple of other types.
    """
    return build("Unstage", [], [("dtypes", "list(type)", dtypes), ("capacity", "int", capacity, 0),
        ("memory_limit", "int", memory_limit, 0), ("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], ["**dtypes"], name)


def upper_bound(sorted_inputs: TensorLike, values: TensorLike, *, out_type: DTypeLike = "int32",
                name: str = "") -> Output:
    """As LowerBound, with the elements that equal the value.

    Types of out_type: int32, int64.
    """
    return build("UpperBound", [(sorted_inputs, "T"), (values, "T")], [("out_type", "type", out_type,
        "int32")], "out_type", name)


def var_handle_op(dtype: DTypeLike, shape: ShapeLike, *, container: str | bytes = "",
                  shared_name: str | bytes = "", debug_name: str | bytes = "",
                  allowed_devices: Sequence[str | bytes] = (), name: str = "") -> Output:
    """Gives the handle of the variable called shared_name (the node's name if that is empty) in container.
    Shapes: values assigned later must fit `shape`.
    """
    return build("VarHandleOp", [], [("dtype", "type", dtype), ("shape", "shape", shape),
        ("container", "string", container, ""), ("shared_name", "string", shared_name, ""),
        ("debug_name", "string", debug_name, ""), ("allowed_devices", "list(string)", allowed_devices, ())],
        "=resource", name)


def var_is_initialized_op(resource: TensorLike, *, name: str = "") -> Output:
    """Tells whether the variable has a value. Shapes: is_initialized is a scalar."""
    return build("VarIsInitializedOp", [(resource, "=resource")], [], "=bool", name)


def variable_shape(input: TensorLike, *, out_type: DTypeLike = "int32", name: str = "") -> Output:
    """Gives the shape of the value that the variable has now. Shapes: output is a vector as long as the
    variable's rank. Errors: FAILED_PRECONDITION for a variable without a value.

    Types of out_type: int32, int64.
    """
    return build("VariableShape", [(input, "=resource")], [("out_type", "type", out_type, "int32")],
        "out_type", name)


def where(input: TensorLike, *, name: str = "") -> Output:
    """Gives the positions of the elements that are true or not zero, in row-major order. Shapes: index is
    [count,rank]; count is known only at run time.

    Types of input: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,
    bfloat16, uint16, complex128, half, uint32, uint64, bool.
    """
    return build("Where", [(input, "T")], [], "=int64", name)


def while_(input: Sequence[TensorLike], cond: str, body: str, *, output_shapes: Sequence[ShapeLike] = (),
           parallel_iterations: int = 10, name: str = "") -> list[Output]:
    """While cond of the values holds, replaces them by the results of body; gives the last values. Errors:
    INVALID_ARGUMENT unless cond is T -> one scalar and body is T -> T.
    """
    return build("While", [(input, "**T")], [("cond", "func", cond), ("body", "func", body),
        ("output_shapes", "list(shape)", output_shapes, ()),
        ("parallel_iterations", "int", parallel_iterations, 10)], ["**T"], name)


def whole_file_reader(*, container: str | bytes = "", shared_name: str | bytes = "",
                      name: str = "") -> Output:
    """Gives the handle of a reader whose records are whole files; a key is the file's name."""
    return build("WholeFileReader", [], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=resource", name)


def whole_file_reader_v2(*, container: str | bytes = "", shared_name: str | bytes = "",
                         name: str = "") -> Output:
    """Gives the handle of a reader whose records are whole files; a key is the file's name."""
    return build("WholeFileReaderV2", [], [("container", "string", container, ""),
        ("shared_name", "string", shared_name, "")], "=resource", name)


def window_dataset(input_dataset: TensorLike, size: TensorLike, shift: TensorLike, stride: TensorLike,
                   drop_remainder: TensorLike, output_types: Sequence[DTypeLike],
                   output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "",
                   name: str = "") -> Output:
    """Gives a dataset of windows: size elements, every stride-th, the next window shift elements further.
    Each component of a window is a dataset of the values of one component. With drop_remainder windows that
    are not full are left out. Errors: INVALID_ARGUMENT unless size, shift and stride are above 0.
    """
    return build("WindowDataset", [(input_dataset, "=variant"), (size, "=int64"), (shift, "=int64"),
        (stride, "=int64"), (drop_remainder, "=bool")], [("output_types", "list(type)", output_types),
        ("output_shapes", "list(shape)", output_shapes), ("metadata", "string", metadata, "")], "=variant",
        name)


def write_file(filename: TensorLike, contents: TensorLike, *, name: str = "") -> Node:
    """Writes the file, whole or not at all, and the folders that lead to it. Shapes: scalars. Errors:
    RESOURCE_EXHAUSTED if no space is left.
    """
    return build("WriteFile", [(filename, "=string"), (contents, "=string")], [], None, name)


def xdivy(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x / y, and 0 where x is 0. Shapes: x and y broadcast against each other.

    Types of x, y: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Xdivy", [(x, "T"), (y, "T")], [], "T", name)


def xlog1py(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x * log1p(y), and 0 where x is 0. Shapes: x and y broadcast against each other.

    Types of x, y: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Xlog1py", [(x, "T"), (y, "T")], [], "T", name)


def xlogy(x: TensorLike, y: TensorLike, *, name: str = "") -> Output:
    """Gives x * log(y), and 0 where x is 0. Shapes: x and y broadcast against each other.

    Types of x, y: bfloat16, half, float, double, complex64, complex128.
    """
    return build("Xlogy", [(x, "T"), (y, "T")], [], "T", name)


def zeros_like(x: TensorLike, *, name: str = "") -> Output:
    """Gives zeros (false, empty strings, lists of zeros) shaped like x."""
    return build("ZerosLike", [(x, "T")], [], "T", name)


def zeta(x: TensorLike, q: TensorLike, *, name: str = "") -> Output:
    """Gives Hurwitz' zeta function, the sum of (q + k)^-x over all k from 0; infinity for x = 1, NaN below
    and where a power has no real value. Shapes: x and q broadcast against each other. Source: Abramowitz &
    Stegun 1964, 23.2.

    Types of x, q: float, double.
    """
    return build("Zeta", [(x, "T"), (q, "T")], [], "T", name)


def zip_dataset(input_datasets: Sequence[TensorLike], output_types: Sequence[DTypeLike],
                output_shapes: Sequence[ShapeLike], *, metadata: str | bytes = "", name: str = "") -> Output:
    """Gives a dataset whose elements have the components of one element of each input, side by side. It ends
    with the first input that ends.
    """
    return build("ZipDataset", [(input_datasets, "*=variant:N")],
        [("output_types", "list(type)", output_types), ("output_shapes", "list(shape)", output_shapes),
        ("metadata", "string", metadata, "")], "=variant", name)


from ._aliases import *  # noqa: E402, F403  names that people type; at the end, for it takes these functions
