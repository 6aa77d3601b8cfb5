// Every op as a function that adds a node. Made from the op rows by tools/generate; not to be edited.
//
// Inputs may be outputs, variables, tensors and numbers. What an op must be told follows its inputs;
// what it may be told, and the node's name, is in a struct of attrs:
//   ops::MatMul(a, b, {.transpose_a = true, .name = "c"})
// clang-format off
#ifndef RUNNEL_CPP_OPS_HPP_
#define RUNNEL_CPP_OPS_HPP_

#include "call.hpp"

RUNNEL_CPP_NAMESPACE
namespace ops {

struct AbsAttrs {
  std::string name = "";
};
// Gives the absolute value of x, element by element. Shapes: y is like x.
inline Output Abs(const Input& x, const AbsAttrs& attrs = {}) {
  return detail::OpCall("Abs", attrs.name).In(x, "T").One();
}

struct AccumulateNV2Attrs {
  std::string name = "";
};
// As AddN. Shapes: all alike.
inline Output AccumulateNV2(const std::vector<Input>& inputs, const PartialShape& shape,
    const AccumulateNV2Attrs& attrs = {}) {
  return detail::OpCall("AccumulateNV2", attrs.name).In(inputs, "*T:N").Attr("shape", shape).One();
}

struct AccumulatorApplyGradientAttrs {
  std::string name = "";
};
// Adds a gradient that was computed from the values of step local_step; drops it if the accumulator has moved
// on. Shapes: local_step is a scalar, gradient has the accumulator's shape. Errors: INVALID_ARGUMENT for
// another shape or type.
inline Node AccumulatorApplyGradient(const Input& handle, const Input& local_step, const Input& gradient,
    const AccumulatorApplyGradientAttrs& attrs = {}) {
  return detail::OpCall("AccumulatorApplyGradient", attrs.name).In(handle, "=resource")
      .In(local_step, "=int64").In(gradient, "dtype").Add();
}

struct AccumulatorNumAccumulatedAttrs {
  std::string name = "";
};
// Gives the number of gradients that were added and not yet taken. Shapes: num_accumulated is a scalar.
inline Output AccumulatorNumAccumulated(const Input& handle, const AccumulatorNumAccumulatedAttrs& attrs = {})
    {
  return detail::OpCall("AccumulatorNumAccumulated", attrs.name).In(handle, "=resource").One();
}

struct AccumulatorSetGlobalStepAttrs {
  std::string name = "";
};
// Tells the accumulator its step: gradients of older ones are dropped from now on. Shapes: new_global_step is
// a scalar.
inline Node AccumulatorSetGlobalStep(const Input& handle, const Input& new_global_step,
    const AccumulatorSetGlobalStepAttrs& attrs = {}) {
  return detail::OpCall("AccumulatorSetGlobalStep", attrs.name).In(handle, "=resource")
      .In(new_global_step, "=int64").Add();
}

struct AccumulatorTakeGradientAttrs {
  std::string name = "";
};
// Takes the mean, or sum, of what was added, waiting until that is num_required gradients, and moves the
// accumulator one step on. Shapes: num_required is a scalar. Errors: INVALID_ARGUMENT for num_required below
// 1 or another type.
// dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
// complex128, half, uint32, uint64.
inline Output AccumulatorTakeGradient(const Input& handle, const Input& num_required, DType dtype,
    const AccumulatorTakeGradientAttrs& attrs = {}) {
  return detail::OpCall("AccumulatorTakeGradient", attrs.name).In(handle, "=resource")
      .In(num_required, "=int32").Attr("dtype", dtype).One();
}

struct AcosAttrs {
  std::string name = "";
};
// Gives the angle in [0,pi] whose cosine is x; NaN outside [-1,1]. Shapes: y is like x.
inline Output Acos(const Input& x, const AcosAttrs& attrs = {}) {
  return detail::OpCall("Acos", attrs.name).In(x, "T").One();
}

struct AcoshAttrs {
  std::string name = "";
};
// Gives the number >= 0 whose hyperbolic cosine is x; NaN below 1. Shapes: y is like x.
inline Output Acosh(const Input& x, const AcoshAttrs& attrs = {}) {
  return detail::OpCall("Acosh", attrs.name).In(x, "T").One();
}

struct AddAttrs {
  std::string name = "";
};
// Gives x + y, element by element; strings are joined. Shapes: x and y broadcast against each other. Integers
// wrap round.
inline Output Add(const Input& x, const Input& y, const AddAttrs& attrs = {}) {
  return detail::OpCall("Add", attrs.name).In(x, "T").In(y, "T").One();
}

struct AddManySparseToTensorsMapAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Keeps each row along dimension 0 of a sparse tensor in the map of shared_name and gives their numbers.
// Shapes: as SerializeManySparse; the numbers are a vector.
inline Output AddManySparseToTensorsMap(const Input& sparse_indices, const Input& sparse_values,
    const Input& sparse_shape, const AddManySparseToTensorsMapAttrs& attrs = {}) {
  return detail::OpCall("AddManySparseToTensorsMap", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct AddNAttrs {
  std::string name = "";
};
// Adds all inputs, element by element. Shapes: all inputs have one shape; nothing is broadcast.
inline Output AddN(const std::vector<Input>& inputs, const AddNAttrs& attrs = {}) {
  return detail::OpCall("AddN", attrs.name).In(inputs, "*T:N").One();
}

struct AddSparseToTensorsMapAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Keeps a sparse tensor in the map of shared_name and gives its number. Shapes: as SerializeSparse; the
// number is a scalar.
inline Output AddSparseToTensorsMap(const Input& sparse_indices, const Input& sparse_values,
    const Input& sparse_shape, const AddSparseToTensorsMapAttrs& attrs = {}) {
  return detail::OpCall("AddSparseToTensorsMap", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct AddV2Attrs {
  std::string name = "";
};
// Gives x + y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.
inline Output AddV2(const Input& x, const Input& y, const AddV2Attrs& attrs = {}) {
  return detail::OpCall("AddV2", attrs.name).In(x, "T").In(y, "T").One();
}

struct AdjustContrastv2Attrs {
  std::string name = "";
};
// Gives (x - mean) * contrast_factor + mean, where mean is that of the channel over rows and columns. Shapes:
// images is [...,rows,columns,channels], contrast_factor a scalar, output like images.
inline Output AdjustContrastv2(const Input& images, const Input& contrast_factor,
    const AdjustContrastv2Attrs& attrs = {}) {
  return detail::OpCall("AdjustContrastv2", attrs.name).In(images, "T").In(contrast_factor, "=float")
      .One();
}

struct AdjustHueAttrs {
  std::string name = "";
};
// Turns the hue of colours in red, green and blue by delta, where 1 is once around. Shapes: images is
// [...,rows,columns,3], delta a scalar, output like images.
inline Output AdjustHue(const Input& images, const Input& delta, const AdjustHueAttrs& attrs = {}) {
  return detail::OpCall("AdjustHue", attrs.name).In(images, "T").In(delta, "=float").One();
}

struct AdjustSaturationAttrs {
  std::string name = "";
};
// Multiplies the saturation of colours in red, green and blue by scale and keeps it in [0,1]. Shapes: images
// is [...,rows,columns,3], scale a scalar, output like images.
inline Output AdjustSaturation(const Input& images, const Input& scale,
    const AdjustSaturationAttrs& attrs = {}) {
  return detail::OpCall("AdjustSaturation", attrs.name).In(images, "T").In(scale, "=float").One();
}

struct AllAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Tells whether all elements over the given axes hold; true for an empty axis. Shapes and errors: as Sum.
inline Output All(const Input& input, const Input& reduction_indices, const AllAttrs& attrs = {}) {
  return detail::OpCall("All", attrs.name).In(input, "=bool").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct AllCandidateSamplerOutputs {
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};
struct AllCandidateSamplerAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Gives all classes of [0,num_sampled), once each, for tests. Shapes: true_classes is [batch,num_true],
// sampled_candidates [num_sampled]; the counts are like these.
inline AllCandidateSamplerOutputs AllCandidateSampler(const Input& true_classes, std::int64_t num_true,
    std::int64_t num_sampled, bool unique, const AllCandidateSamplerAttrs& attrs = {}) {
  const Node node = detail::OpCall("AllCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct AngleAttrs {
  DType Tout = DType::kFloat;
  std::string name = "";
};
// Gives the angle of the number in [-pi,pi], element by element. Shapes and errors: as Real.
// Tout: float, double.
inline Output Angle(const Input& input, const AngleAttrs& attrs = {}) {
  return detail::OpCall("Angle", attrs.name).In(input, "T").Attr("Tout", attrs.Tout).One();
}

struct AnonymousHashTableAttrs {
  std::string name = "";
};
// As HashTableV2, but each run gives a new table, which lasts as long as its handle.
inline Output AnonymousHashTable(const Graph& graph, DType key_dtype, DType value_dtype,
    const AnonymousHashTableAttrs& attrs = {}) {
  return detail::OpCall("AnonymousHashTable", attrs.name, graph.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).One();
}

struct AnonymousIteratorAttrs {
  std::string name = "";
};
// Gives the handle of an iterator that goes with its last handle.
inline Output AnonymousIterator(const Graph& graph, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const AnonymousIteratorAttrs& attrs = {}) {
  return detail::OpCall("AnonymousIterator", attrs.name, graph.state())
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct AnonymousIteratorV2Outputs {
  Output handle;
  Output deleter;
};
struct AnonymousIteratorV2Attrs {
  std::string name = "";
};
// As AnonymousIterator, with a deleter, which is not needed.
inline AnonymousIteratorV2Outputs AnonymousIteratorV2(const Graph& graph,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const AnonymousIteratorV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("AnonymousIteratorV2", attrs.name, graph.state())
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct AnonymousIteratorV3Attrs {
  std::string name = "";
};
// As AnonymousIterator.
inline Output AnonymousIteratorV3(const Graph& graph, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const AnonymousIteratorV3Attrs& attrs = {}) {
  return detail::OpCall("AnonymousIteratorV3", attrs.name, graph.state())
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct AnonymousMultiDeviceIteratorOutputs {
  Output handle;
  Output deleter;
};
struct AnonymousMultiDeviceIteratorAttrs {
  std::string name = "";
};
// As MultiDeviceIterator, of an iterator that goes with its last handle; the deleter is not needed.
inline AnonymousMultiDeviceIteratorOutputs AnonymousMultiDeviceIterator(const Graph& graph,
    const std::vector<std::string>& devices, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const AnonymousMultiDeviceIteratorAttrs& attrs = {}) {
  const Node node = detail::OpCall("AnonymousMultiDeviceIterator", attrs.name, graph.state())
      .Attr("devices", devices).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct AnonymousMultiDeviceIteratorV3Attrs {
  std::string name = "";
};
// As MultiDeviceIterator, of an iterator that goes with its last handle.
inline Output AnonymousMultiDeviceIteratorV3(const Graph& graph, const std::vector<std::string>& devices,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const AnonymousMultiDeviceIteratorV3Attrs& attrs = {}) {
  return detail::OpCall("AnonymousMultiDeviceIteratorV3", attrs.name, graph.state())
      .Attr("devices", devices).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

struct AnonymousMutableDenseHashTableAttrs {
  PartialShape value_shape = {};
  std::int64_t initial_num_buckets = 131072;
  float max_load_factor = 0.8f;
  std::string name = "";
};
// As MutableDenseHashTableV2, but each run gives a new table, which lasts as long as its handle.
inline Output AnonymousMutableDenseHashTable(const Input& empty_key, const Input& deleted_key,
    DType value_dtype, const AnonymousMutableDenseHashTableAttrs& attrs = {}) {
  return detail::OpCall("AnonymousMutableDenseHashTable", attrs.name).In(empty_key, "key_dtype")
      .In(deleted_key, "key_dtype").Attr("value_dtype", value_dtype)
      .Attr("value_shape", attrs.value_shape).Attr("initial_num_buckets", attrs.initial_num_buckets)
      .Attr("max_load_factor", attrs.max_load_factor).One();
}

struct AnonymousMutableHashTableAttrs {
  std::string name = "";
};
// As MutableHashTableV2, but each run gives a new table, which lasts as long as its handle.
inline Output AnonymousMutableHashTable(const Graph& graph, DType key_dtype, DType value_dtype,
    const AnonymousMutableHashTableAttrs& attrs = {}) {
  return detail::OpCall("AnonymousMutableHashTable", attrs.name, graph.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype).One();
}

struct AnonymousMutableHashTableOfTensorsAttrs {
  PartialShape value_shape = {};
  std::string name = "";
};
// As MutableHashTableOfTensorsV2, but each run gives a new table, which lasts as long as its handle.
inline Output AnonymousMutableHashTableOfTensors(const Graph& graph, DType key_dtype, DType value_dtype,
    const AnonymousMutableHashTableOfTensorsAttrs& attrs = {}) {
  return detail::OpCall("AnonymousMutableHashTableOfTensors", attrs.name, graph.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype)
      .Attr("value_shape", attrs.value_shape).One();
}

struct AnonymousRandomSeedGeneratorOutputs {
  Output handle;
  Output deleter;
};
struct AnonymousRandomSeedGeneratorAttrs {
  std::string name = "";
};
// Gives the handle of a source of seeds for passes of ShuffleDatasetV2; with seeds of 0 they are another
// random sequence each time. It is gone with its last handle.
inline AnonymousRandomSeedGeneratorOutputs AnonymousRandomSeedGenerator(const Input& seed, const Input& seed2,
    const AnonymousRandomSeedGeneratorAttrs& attrs = {}) {
  const Node node = detail::OpCall("AnonymousRandomSeedGenerator", attrs.name).In(seed, "=int64")
      .In(seed2, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct AnyAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Tells whether any element over the given axes holds; false for an empty axis. Shapes and errors: as Sum.
inline Output Any(const Input& input, const Input& reduction_indices, const AnyAttrs& attrs = {}) {
  return detail::OpCall("Any", attrs.name).In(input, "=bool").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct ApproximateEqualAttrs {
  float tolerance = 1e-05f;
  std::string name = "";
};
// Says where x and y are less than tolerance apart. Shapes: all alike.
inline Output ApproximateEqual(const Input& x, const Input& y, const ApproximateEqualAttrs& attrs = {}) {
  return detail::OpCall("ApproximateEqual", attrs.name).In(x, "T").In(y, "T")
      .Attr("tolerance", attrs.tolerance).One();
}

struct ArgMaxAttrs {
  DType output_type = DType::kInt64;
  std::string name = "";
};
// Gives the position of the largest element along one axis, the first of equal ones. Shapes: dimension is a
// scalar in [-rank,rank); that axis vanishes. Errors: INVALID_ARGUMENT for an axis out of range, empty or
// longer than output_type can count.
// output_type: int16, uint16, int32, int64.
inline Output ArgMax(const Input& input, const Input& dimension, const ArgMaxAttrs& attrs = {}) {
  return detail::OpCall("ArgMax", attrs.name).In(input, "T").In(dimension, "Tidx")
      .Attr("output_type", attrs.output_type).One();
}

struct ArgMinAttrs {
  DType output_type = DType::kInt64;
  std::string name = "";
};
// Gives the position of the smallest element along one axis, the first of equal ones. Shapes and errors: as
// ArgMax.
// output_type: int32, int64.
inline Output ArgMin(const Input& input, const Input& dimension, const ArgMinAttrs& attrs = {}) {
  return detail::OpCall("ArgMin", attrs.name).In(input, "T").In(dimension, "Tidx")
      .Attr("output_type", attrs.output_type).One();
}

struct AsStringAttrs {
  std::int64_t precision = -1;
  bool scientific = false;
  bool shortest = false;
  std::int64_t width = -1;
  std::string fill = "";
  std::string name = "";
};
// Prints every element as C's printf would: %d, %f, or with scientific %e, with shortest %g, with the given
// precision and width, filled with `fill` ('0', ' ', '+' or '-'). Shapes: output is like input. Errors:
// INVALID_ARGUMENT for a fill of several characters, or for scientific with shortest.
inline Output AsString(const Input& input, const AsStringAttrs& attrs = {}) {
  return detail::OpCall("AsString", attrs.name).In(input, "T").Attr("precision", attrs.precision)
      .Attr("scientific", attrs.scientific).Attr("shortest", attrs.shortest).Attr("width", attrs.width)
      .Attr("fill", attrs.fill).One();
}

struct AsinAttrs {
  std::string name = "";
};
// Gives the angle in [-pi/2,pi/2] whose sine is x; NaN outside [-1,1]. Shapes: y is like x.
inline Output Asin(const Input& x, const AsinAttrs& attrs = {}) {
  return detail::OpCall("Asin", attrs.name).In(x, "T").One();
}

struct AsinhAttrs {
  std::string name = "";
};
// Gives the number whose hyperbolic sine is x. Shapes: y is like x.
inline Output Asinh(const Input& x, const AsinhAttrs& attrs = {}) {
  return detail::OpCall("Asinh", attrs.name).In(x, "T").One();
}

struct AssertAttrs {
  std::int64_t summarize = 3;
  std::string name = "";
};
// Fails the step if condition does not hold. Shapes: condition is a scalar. Errors: INVALID_ARGUMENT showing
// the first `summarize` elements of every data tensor.
inline Node Assert(const Input& condition, const std::vector<Input>& data, const AssertAttrs& attrs = {}) {
  return detail::OpCall("Assert", attrs.name).In(condition, "=bool").In(data, "**T")
      .Attr("summarize", attrs.summarize).Add();
}

struct AssertCardinalityDatasetAttrs {
  std::string name = "";
};
// Gives the same dataset, which is taken to have `cardinality` elements; -1: without end, -2: unknown.
// Shapes: cardinality is a scalar. Errors: of a pass: FAILED_PRECONDITION where there are fewer or more.
inline Output AssertCardinalityDataset(const Input& input_dataset, const Input& cardinality,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const AssertCardinalityDatasetAttrs& attrs = {}) {
  return detail::OpCall("AssertCardinalityDataset", attrs.name).In(input_dataset, "=variant")
      .In(cardinality, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

struct AssignAddVariableOpAttrs {
  std::string name = "";
};
// Adds value to the variable, in place. Shapes: value is like the variable. Errors: FAILED_PRECONDITION for a
// variable without a value; INVALID_ARGUMENT for another dtype or shape.
inline Node AssignAddVariableOp(const Input& resource, const Input& value,
    const AssignAddVariableOpAttrs& attrs = {}) {
  return detail::OpCall("AssignAddVariableOp", attrs.name).In(resource, "=resource").In(value, "dtype")
      .Add();
}

struct AssignSubVariableOpAttrs {
  std::string name = "";
};
// Subtracts value from the variable, in place. Shapes and errors: as AssignAddVariableOp.
inline Node AssignSubVariableOp(const Input& resource, const Input& value,
    const AssignSubVariableOpAttrs& attrs = {}) {
  return detail::OpCall("AssignSubVariableOp", attrs.name).In(resource, "=resource").In(value, "dtype")
      .Add();
}

struct AssignVariableOpAttrs {
  bool validate_shape = false;
  std::string name = "";
};
// Makes value the variable's new value. Shapes: value fits the variable's shape and, with validate_shape, is
// shaped like the value before, if there is one. Errors: INVALID_ARGUMENT for another dtype or shape.
inline Node AssignVariableOp(const Input& resource, const Input& value,
    const AssignVariableOpAttrs& attrs = {}) {
  return detail::OpCall("AssignVariableOp", attrs.name).In(resource, "=resource").In(value, "dtype")
      .Attr("validate_shape", attrs.validate_shape).Add();
}

struct AtanAttrs {
  std::string name = "";
};
// Gives the angle in [-pi/2,pi/2] whose tangent is x. Shapes: y is like x.
inline Output Atan(const Input& x, const AtanAttrs& attrs = {}) {
  return detail::OpCall("Atan", attrs.name).In(x, "T").One();
}

struct Atan2Attrs {
  std::string name = "";
};
// Gives the angle in [-pi,pi] of the point (x, y). Shapes: x and y broadcast against each other.
inline Output Atan2(const Input& y, const Input& x, const Atan2Attrs& attrs = {}) {
  return detail::OpCall("Atan2", attrs.name).In(y, "T").In(x, "T").One();
}

struct AtanhAttrs {
  std::string name = "";
};
// Gives the number whose hyperbolic tangent is x; infinite at -1 and 1, NaN beyond. Shapes: y is like x.
inline Output Atanh(const Input& x, const AtanhAttrs& attrs = {}) {
  return detail::OpCall("Atanh", attrs.name).In(x, "T").One();
}

struct AudioSpectrogramAttrs {
  bool magnitude_squared = false;
  std::string name = "";
};
// Gives the magnitudes of the frequencies in window_size samples, weighted by Hann's window, at every stride
// of each channel. Shapes: input is [samples,channels], spectrogram [channels,slices,bins], where the bins
// are 1 and half of the least power of 2 that holds a window. Units: magnitudes as of the samples, or their
// squares if magnitude_squared.
inline Output AudioSpectrogram(const Input& input, std::int64_t window_size, std::int64_t stride,
    const AudioSpectrogramAttrs& attrs = {}) {
  return detail::OpCall("AudioSpectrogram", attrs.name).In(input, "=float")
      .Attr("window_size", window_size).Attr("stride", stride)
      .Attr("magnitude_squared", attrs.magnitude_squared).One();
}

struct AudioSummaryAttrs {
  std::int64_t max_outputs = 3;
  std::string name = "";
};
// A summary of the first max_outputs sounds as WAV files of 16 bits, under tag/audio/0 and so on, or
// tag/audio if max_outputs is 1. Shapes: tensor is [batch,samples] or [batch,samples,channels] in [-1,1); tag
// and summary are scalars. Units: sample_rate in samples per second. Errors: INVALID_ARGUMENT for a
// sample_rate that is not above 0, and without channels.
inline Output AudioSummary(const Input& tag, const Input& tensor, float sample_rate,
    const AudioSummaryAttrs& attrs = {}) {
  return detail::OpCall("AudioSummary", attrs.name).In(tag, "=string").In(tensor, "=float")
      .Attr("sample_rate", sample_rate).Attr("max_outputs", attrs.max_outputs).One();
}

struct AudioSummaryV2Attrs {
  std::int64_t max_outputs = 3;
  std::string name = "";
};
// AudioSummary with sample_rate, a scalar, as an input.
inline Output AudioSummaryV2(const Input& tag, const Input& tensor, const Input& sample_rate,
    const AudioSummaryV2Attrs& attrs = {}) {
  return detail::OpCall("AudioSummaryV2", attrs.name).In(tag, "=string").In(tensor, "=float")
      .In(sample_rate, "=float").Attr("max_outputs", attrs.max_outputs).One();
}

struct AvgPoolAttrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Gives the mean of every window, channel by channel; what lies outside of the image does not count. Shapes:
// value is [batch,rows,columns,channels] or, for NCHW, [batch,channels,rows,columns].
// padding: SAME, VALID.
// data_format: NHWC, NCHW.
inline Output AvgPool(const Input& value, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, const AvgPoolAttrs& attrs = {}) {
  return detail::OpCall("AvgPool", attrs.name).In(value, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

struct AvgPool3DAttrs {
  std::string data_format = "NDHWC";
  std::string name = "";
};
// Gives the mean of every window of a volume, channel by channel; what lies outside of the volume does not
// count. Shapes and errors: as MaxPool3D.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output AvgPool3D(const Input& input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, const AvgPool3DAttrs& attrs = {}) {
  return detail::OpCall("AvgPool3D", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

struct AvgPool3DGradAttrs {
  std::string data_format = "NDHWC";
  std::string name = "";
};
// Gives the gradient of AvgPool3D for an input whose shape orig_input_shape spells.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output AvgPool3DGrad(const Input& orig_input_shape, const Input& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const AvgPool3DGradAttrs& attrs = {}) {
  return detail::OpCall("AvgPool3DGrad", attrs.name).In(orig_input_shape, "=int32").In(grad, "T")
      .Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

struct AvgPoolGradAttrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Gives the gradient of AvgPool for an input whose shape orig_input_shape spells.
// padding: SAME, VALID.
// data_format: NHWC, NCHW.
inline Output AvgPoolGrad(const Input& orig_input_shape, const Input& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const AvgPoolGradAttrs& attrs = {}) {
  return detail::OpCall("AvgPoolGrad", attrs.name).In(orig_input_shape, "=int32").In(grad, "T")
      .Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

struct BandedTriangularSolveAttrs {
  bool lower = true;
  bool adjoint = false;
  std::string name = "";
};
// Solves matrix * output = rhs, with adjoint for the adjoint of matrix, a triangle of k diagonals: from the
// main one downwards with lower, else down to the main one. Element j of a diagonal is in column j of a lower
// triangle and in row j of an upper one; what lies outside is not looked at. Shapes: matrix is [..., k, n],
// rhs and output are [..., n, columns]; the leading dimensions broadcast. Errors: INVALID_ARGUMENT for a 0 on
// the main diagonal.
inline Output BandedTriangularSolve(const Input& matrix, const Input& rhs,
    const BandedTriangularSolveAttrs& attrs = {}) {
  return detail::OpCall("BandedTriangularSolve", attrs.name).In(matrix, "T").In(rhs, "T")
      .Attr("lower", attrs.lower).Attr("adjoint", attrs.adjoint).One();
}

struct BarrierAttrs {
  std::vector<PartialShape> shapes = {};
  std::int64_t capacity = -1;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a barrier, which puts tuples of the given types and shapes together from components
// that come one by one. Shapes: a component whose shape is unknown is a scalar. Errors: INVALID_ARGUMENT for
// a shape that is missing or not fully defined, or a capacity other than -1.
inline Output Barrier(const Graph& graph, const std::vector<DType>& component_types,
    const BarrierAttrs& attrs = {}) {
  return detail::OpCall("Barrier", attrs.name, graph.state()).Attr("component_types", component_types)
      .Attr("shapes", attrs.shapes).Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct BarrierCloseAttrs {
  bool cancel_pending_enqueues = false;
  std::string name = "";
};
// Lets no new keys in; components of those that are there may still come, unless cancel_pending_enqueues
// drops them. Errors: CANCELLED if the barrier is closed already.
inline Node BarrierClose(const Input& handle, const BarrierCloseAttrs& attrs = {}) {
  return detail::OpCall("BarrierClose", attrs.name).In(handle, "=resource")
      .Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues).Add();
}

struct BarrierIncompleteSizeAttrs {
  std::string name = "";
};
// Gives the number of tuples that lack components. Shapes: size is a scalar.
inline Output BarrierIncompleteSize(const Input& handle, const BarrierIncompleteSizeAttrs& attrs = {}) {
  return detail::OpCall("BarrierIncompleteSize", attrs.name).In(handle, "=resource").One();
}

struct BarrierInsertManyAttrs {
  std::string name = "";
};
// Gives the tuple of each key a value for one component; a tuple that has all of them can be taken. Shapes:
// keys is a vector, values has a row for each. Errors: INVALID_ARGUMENT for a component that is there
// already; CANCELLED for a new key if the barrier is closed.
inline Node BarrierInsertMany(const Input& handle, const Input& keys, const Input& values,
    std::int64_t component_index, const BarrierInsertManyAttrs& attrs = {}) {
  return detail::OpCall("BarrierInsertMany", attrs.name).In(handle, "=resource").In(keys, "=string")
      .In(values, "T").Attr("component_index", component_index).Add();
}

struct BarrierReadySizeAttrs {
  std::string name = "";
};
// Gives the number of complete tuples. Shapes: size is a scalar.
inline Output BarrierReadySize(const Input& handle, const BarrierReadySizeAttrs& attrs = {}) {
  return detail::OpCall("BarrierReadySize", attrs.name).In(handle, "=resource").One();
}

struct BarrierTakeManyOutputs {
  Output indices;
  Output keys;
  std::vector<Output> values;
};
struct BarrierTakeManyAttrs {
  bool allow_small_batch = false;
  bool wait_for_incomplete = false;
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Takes complete tuples, waiting for them, those whose keys came first before others; indices number the
// insertions that brought the keys, from the least int64 on. With allow_small_batch a closed barrier gives
// what it has. Shapes: num_elements is a scalar; the outputs have a row for each tuple. Errors: OUT_OF_RANGE
// if the barrier is closed and has fewer.
inline BarrierTakeManyOutputs BarrierTakeMany(const Input& handle, const Input& num_elements,
    const std::vector<DType>& component_types, const BarrierTakeManyAttrs& attrs = {}) {
  const Node node = detail::OpCall("BarrierTakeMany", attrs.name).In(handle, "=resource")
      .In(num_elements, "=int32").Attr("component_types", component_types)
      .Attr("allow_small_batch", attrs.allow_small_batch)
      .Attr("wait_for_incomplete", attrs.wait_for_incomplete).Attr("timeout_ms", attrs.timeout_ms)
      .Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), detail::OpCall::Many(node, "**component_types", &at)};
}

struct BatchDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of batch_size elements at a time, each component stacked along a new dimension 0; the last
// ones may be fewer. Shapes: batch_size is a scalar. Errors: INVALID_ARGUMENT unless it is above 0; of a
// pass: for elements of different shapes in a batch.
inline Output BatchDataset(const Input& input_dataset, const Input& batch_size,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const BatchDatasetAttrs& attrs = {}) {
  return detail::OpCall("BatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct BatchDatasetV2Attrs {
  bool parallel_copy = false;
  std::string metadata = "";
  std::string name = "";
};
// As BatchDataset; with drop_remainder a batch that is not full is left out.
inline Output BatchDatasetV2(const Input& input_dataset, const Input& batch_size, const Input& drop_remainder,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const BatchDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("BatchDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(drop_remainder, "=bool").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("parallel_copy", attrs.parallel_copy)
      .Attr("metadata", attrs.metadata).One();
}

struct BatchMatMulAttrs {
  bool adj_x = false;
  bool adj_y = false;
  bool grad_x = false;
  bool grad_y = false;
  std::string name = "";
};
// BatchMatMulV2, as older graphs call it.
inline Output BatchMatMul(const Input& x, const Input& y, const BatchMatMulAttrs& attrs = {}) {
  return detail::OpCall("BatchMatMul", attrs.name).In(x, "T").In(y, "T").Attr("adj_x", attrs.adj_x)
      .Attr("adj_y", attrs.adj_y).Attr("grad_x", attrs.grad_x).Attr("grad_y", attrs.grad_y).One();
}

struct BatchMatMulV2Attrs {
  bool adj_x = false;
  bool adj_y = false;
  bool grad_x = false;
  bool grad_y = false;
  std::string name = "";
};
// Multiplies matrices that lie in the last two dimensions; adj_x and adj_y take the adjoint (conjugate
// transpose) first. Shapes: [..,m,k] times [..,k,n] gives [..,m,n]; the leading dimensions broadcast. Errors:
// INVALID_ARGUMENT if the inner dimensions differ.
inline Output BatchMatMulV2(const Input& x, const Input& y, const BatchMatMulV2Attrs& attrs = {}) {
  return detail::OpCall("BatchMatMulV2", attrs.name).In(x, "T").In(y, "T").Attr("adj_x", attrs.adj_x)
      .Attr("adj_y", attrs.adj_y).Attr("grad_x", attrs.grad_x).Attr("grad_y", attrs.grad_y).One();
}

struct BatchNormWithGlobalNormalizationAttrs {
  std::string name = "";
};
// Gives (t - m) / sqrt(v + variance_epsilon), times gamma if scale_after_normalization, plus beta. Shapes: t
// is [batch,rows,columns,channels], all others [channels].
inline Output BatchNormWithGlobalNormalization(const Input& t, const Input& m, const Input& v,
    const Input& beta, const Input& gamma, float variance_epsilon, bool scale_after_normalization,
    const BatchNormWithGlobalNormalizationAttrs& attrs = {}) {
  return detail::OpCall("BatchNormWithGlobalNormalization", attrs.name).In(t, "T").In(m, "T")
      .In(v, "T").In(beta, "T").In(gamma, "T").Attr("variance_epsilon", variance_epsilon)
      .Attr("scale_after_normalization", scale_after_normalization).One();
}

struct BatchNormWithGlobalNormalizationGradOutputs {
  Output dx;
  Output dm;
  Output dv;
  Output db;
  Output dg;
};
struct BatchNormWithGlobalNormalizationGradAttrs {
  std::string name = "";
};
// Gives the gradients of BatchNormWithGlobalNormalization for t, m, v, beta and gamma; 0 for gamma if it does
// not scale. Shapes: as there; backprop is like t.
inline BatchNormWithGlobalNormalizationGradOutputs BatchNormWithGlobalNormalizationGrad(const Input& t,
    const Input& m, const Input& v, const Input& gamma, const Input& backprop, float variance_epsilon,
    bool scale_after_normalization, const BatchNormWithGlobalNormalizationGradAttrs& attrs = {}) {
  const Node node = detail::OpCall("BatchNormWithGlobalNormalizationGrad", attrs.name).In(t, "T")
      .In(m, "T").In(v, "T").In(gamma, "T").In(backprop, "T")
      .Attr("variance_epsilon", variance_epsilon)
      .Attr("scale_after_normalization", scale_after_normalization).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct BatchToSpaceNDAttrs {
  std::string name = "";
};
// Puts images of the batch together again, pixel beside pixel, and crops the result: undoes SpaceToBatchND.
// Shapes: block_shape is [m], crops [m,2]; the batch shrinks by the product of block_shape.
inline Output BatchToSpaceND(const Input& input, const Input& block_shape, const Input& crops,
    const BatchToSpaceNDAttrs& attrs = {}) {
  return detail::OpCall("BatchToSpaceND", attrs.name).In(input, "T").In(block_shape, "Tblock_shape")
      .In(crops, "Tcrops").One();
}

struct BesselI0Attrs {
  std::string name = "";
};
// Gives the modified Bessel function of the first kind and order 0. Shapes: y is like x.
inline Output BesselI0(const Input& x, const BesselI0Attrs& attrs = {}) {
  return detail::OpCall("BesselI0", attrs.name).In(x, "T").One();
}

struct BesselI0eAttrs {
  std::string name = "";
};
// Gives exp(-|x|) * BesselI0(x). Shapes: y is like x.
inline Output BesselI0e(const Input& x, const BesselI0eAttrs& attrs = {}) {
  return detail::OpCall("BesselI0e", attrs.name).In(x, "T").One();
}

struct BesselI1Attrs {
  std::string name = "";
};
// Gives the modified Bessel function of the first kind and order 1. Shapes: y is like x.
inline Output BesselI1(const Input& x, const BesselI1Attrs& attrs = {}) {
  return detail::OpCall("BesselI1", attrs.name).In(x, "T").One();
}

struct BesselI1eAttrs {
  std::string name = "";
};
// Gives exp(-|x|) * BesselI1(x). Shapes: y is like x.
inline Output BesselI1e(const Input& x, const BesselI1eAttrs& attrs = {}) {
  return detail::OpCall("BesselI1e", attrs.name).In(x, "T").One();
}

struct BesselJ0Attrs {
  std::string name = "";
};
// Gives the Bessel function of the first kind and order 0. Shapes: y is like x.
inline Output BesselJ0(const Input& x, const BesselJ0Attrs& attrs = {}) {
  return detail::OpCall("BesselJ0", attrs.name).In(x, "T").One();
}

struct BesselJ1Attrs {
  std::string name = "";
};
// Gives the Bessel function of the first kind and order 1. Shapes: y is like x.
inline Output BesselJ1(const Input& x, const BesselJ1Attrs& attrs = {}) {
  return detail::OpCall("BesselJ1", attrs.name).In(x, "T").One();
}

struct BesselK0Attrs {
  std::string name = "";
};
// Gives the modified Bessel function of the second kind and order 0; NaN below 0. Shapes: y is like x.
inline Output BesselK0(const Input& x, const BesselK0Attrs& attrs = {}) {
  return detail::OpCall("BesselK0", attrs.name).In(x, "T").One();
}

struct BesselK0eAttrs {
  std::string name = "";
};
// Gives exp(x) * BesselK0(x). Shapes: y is like x.
inline Output BesselK0e(const Input& x, const BesselK0eAttrs& attrs = {}) {
  return detail::OpCall("BesselK0e", attrs.name).In(x, "T").One();
}

struct BesselK1Attrs {
  std::string name = "";
};
// Gives the modified Bessel function of the second kind and order 1; NaN below 0. Shapes: y is like x.
inline Output BesselK1(const Input& x, const BesselK1Attrs& attrs = {}) {
  return detail::OpCall("BesselK1", attrs.name).In(x, "T").One();
}

struct BesselK1eAttrs {
  std::string name = "";
};
// Gives exp(x) * BesselK1(x). Shapes: y is like x.
inline Output BesselK1e(const Input& x, const BesselK1eAttrs& attrs = {}) {
  return detail::OpCall("BesselK1e", attrs.name).In(x, "T").One();
}

struct BesselY0Attrs {
  std::string name = "";
};
// Gives the Bessel function of the second kind and order 0; NaN below 0. Shapes: y is like x.
inline Output BesselY0(const Input& x, const BesselY0Attrs& attrs = {}) {
  return detail::OpCall("BesselY0", attrs.name).In(x, "T").One();
}

struct BesselY1Attrs {
  std::string name = "";
};
// Gives the Bessel function of the second kind and order 1; NaN below 0. Shapes: y is like x.
inline Output BesselY1(const Input& x, const BesselY1Attrs& attrs = {}) {
  return detail::OpCall("BesselY1", attrs.name).In(x, "T").One();
}

struct BetaincAttrs {
  std::string name = "";
};
// Gives the regularised incomplete beta function, the integral of t^(a-1) (1-t)^(b-1) from 0 to x divided by
// the whole; NaN for x outside [0,1], and a or b not above 0. Shapes: all alike, or scalars. Source:
// Abramowitz & Stegun 1964, 26.5.
inline Output Betainc(const Input& a, const Input& b, const Input& x, const BetaincAttrs& attrs = {}) {
  return detail::OpCall("Betainc", attrs.name).In(a, "T").In(b, "T").In(x, "T").One();
}

struct BiasAddAttrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Adds a vector along the channels: the last dimension for NHWC, the second for NCHW. Shapes: value has rank
// 2 or more, bias is a vector as long as the channel dimension.
// data_format: NHWC, NCHW.
inline Output BiasAdd(const Input& value, const Input& bias, const BiasAddAttrs& attrs = {}) {
  return detail::OpCall("BiasAdd", attrs.name).In(value, "T").In(bias, "T")
      .Attr("data_format", attrs.data_format).One();
}

struct BiasAddGradAttrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Sums over all dimensions but that of the channels: the gradient of BiasAdd for its bias. Shapes:
// out_backprop has rank 2 or more, output is a vector as long as the channel dimension.
// data_format: NHWC, NCHW.
inline Output BiasAddGrad(const Input& out_backprop, const BiasAddGradAttrs& attrs = {}) {
  return detail::OpCall("BiasAddGrad", attrs.name).In(out_backprop, "T")
      .Attr("data_format", attrs.data_format).One();
}

struct BincountAttrs {
  std::string name = "";
};
// Counts how often each of 0 to size - 1 is in arr, or adds up the weights of these elements. Shapes: size is
// a scalar, weights is like arr or empty, bins is [size]. Errors: INVALID_ARGUMENT for an element below 0.
inline Output Bincount(const Input& arr, const Input& size, const Input& weights,
    const BincountAttrs& attrs = {}) {
  return detail::OpCall("Bincount", attrs.name).In(arr, "=int32").In(size, "=int32").In(weights, "T")
      .One();
}

struct BitcastAttrs {
  std::string name = "";
};
// Gives the same bytes as elements of another type. Shapes: output has one more dimension for the parts of
// larger elements, and one less, which holds the parts of one, where elements become larger. Errors:
// INVALID_ARGUMENT for a last dimension that is not one element.
// type: bfloat16, half, float, double, int64, int32, uint8, uint16, uint32, uint64, int8, int16, complex64,
// complex128, qint8, quint8, qint16, quint16, qint32.
inline Output Bitcast(const Input& input, DType type, const BitcastAttrs& attrs = {}) {
  return detail::OpCall("Bitcast", attrs.name).In(input, "T").Attr("type", type).One();
}

struct BitwiseAndAttrs {
  std::string name = "";
};
// Gives the bits that are set in both x and y. Shapes: x and y broadcast against each other.
inline Output BitwiseAnd(const Input& x, const Input& y, const BitwiseAndAttrs& attrs = {}) {
  return detail::OpCall("BitwiseAnd", attrs.name).In(x, "T").In(y, "T").One();
}

struct BitwiseOrAttrs {
  std::string name = "";
};
// Gives the bits that are set in x or y. Shapes: x and y broadcast against each other.
inline Output BitwiseOr(const Input& x, const Input& y, const BitwiseOrAttrs& attrs = {}) {
  return detail::OpCall("BitwiseOr", attrs.name).In(x, "T").In(y, "T").One();
}

struct BitwiseXorAttrs {
  std::string name = "";
};
// Gives the bits in which x and y differ. Shapes: x and y broadcast against each other.
inline Output BitwiseXor(const Input& x, const Input& y, const BitwiseXorAttrs& attrs = {}) {
  return detail::OpCall("BitwiseXor", attrs.name).In(x, "T").In(y, "T").One();
}

struct BlockLSTMOutputs {
  Output i;
  Output cs;
  Output f;
  Output o;
  Output ci;
  Output co;
  Output h;
};
struct BlockLSTMAttrs {
  float forget_bias = 1.0f;
  float cell_clip = 3.0f;
  bool use_peephole = false;
  std::string name = "";
};
// Does the first seq_len_max steps of LSTMBlockCell over a sequence, the outputs of each step going into the
// next. Steps behind them give zeros. Shapes: seq_len_max is a scalar, x is [time, batch, inputs], all
// outputs are [time, batch, cells], the rest is as for LSTMBlockCell. Gradients come by cs and h alone.
// Errors: INVALID_ARGUMENT for more steps than x has.
inline BlockLSTMOutputs BlockLSTM(const Input& seq_len_max, const Input& x, const Input& cs_prev,
    const Input& h_prev, const Input& w, const Input& wci, const Input& wcf, const Input& wco, const Input& b,
    const BlockLSTMAttrs& attrs = {}) {
  const Node node = detail::OpCall("BlockLSTM", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .Attr("forget_bias", attrs.forget_bias).Attr("cell_clip", attrs.cell_clip)
      .Attr("use_peephole", attrs.use_peephole).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct BlockLSTMGradOutputs {
  Output x_grad;
  Output cs_prev_grad;
  Output h_prev_grad;
  Output w_grad;
  Output wci_grad;
  Output wcf_grad;
  Output wco_grad;
  Output b_grad;
};
struct BlockLSTMGradAttrs {
  std::string name = "";
};
// Gives the gradients of BlockLSTM for what arrives at cs and h. Shapes: each is like the input.
inline BlockLSTMGradOutputs BlockLSTMGrad(const Input& seq_len_max, const Input& x, const Input& cs_prev,
    const Input& h_prev, const Input& w, const Input& wci, const Input& wcf, const Input& wco, const Input& b,
    const Input& i, const Input& cs, const Input& f, const Input& o, const Input& ci, const Input& co,
    const Input& h, const Input& cs_grad, const Input& h_grad, bool use_peephole,
    const BlockLSTMGradAttrs& attrs = {}) {
  const Node node = detail::OpCall("BlockLSTMGrad", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .In(i, "T").In(cs, "T").In(f, "T").In(o, "T").In(ci, "T").In(co, "T").In(h, "T")
      .In(cs_grad, "T").In(h_grad, "T").Attr("use_peephole", use_peephole).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct BlockLSTMGradV2Outputs {
  Output x_grad;
  Output cs_prev_grad;
  Output h_prev_grad;
  Output w_grad;
  Output wci_grad;
  Output wcf_grad;
  Output wco_grad;
  Output b_grad;
};
struct BlockLSTMGradV2Attrs {
  std::string name = "";
};
// As BlockLSTMGrad, of BlockLSTMV2.
inline BlockLSTMGradV2Outputs BlockLSTMGradV2(const Input& seq_len_max, const Input& x, const Input& cs_prev,
    const Input& h_prev, const Input& w, const Input& wci, const Input& wcf, const Input& wco, const Input& b,
    const Input& i, const Input& cs, const Input& f, const Input& o, const Input& ci, const Input& co,
    const Input& h, const Input& cs_grad, const Input& h_grad, bool use_peephole,
    const BlockLSTMGradV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("BlockLSTMGradV2", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .In(i, "T").In(cs, "T").In(f, "T").In(o, "T").In(ci, "T").In(co, "T").In(h, "T")
      .In(cs_grad, "T").In(h_grad, "T").Attr("use_peephole", use_peephole).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct BlockLSTMV2Outputs {
  Output i;
  Output cs;
  Output f;
  Output o;
  Output ci;
  Output co;
  Output h;
};
struct BlockLSTMV2Attrs {
  float cell_clip = 0.0f;
  bool use_peephole = false;
  std::string name = "";
};
// As BlockLSTM, with the gates in the order i, f, ci, o and no forget_bias.
inline BlockLSTMV2Outputs BlockLSTMV2(const Input& seq_len_max, const Input& x, const Input& cs_prev,
    const Input& h_prev, const Input& w, const Input& wci, const Input& wcf, const Input& wco, const Input& b,
    const BlockLSTMV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("BlockLSTMV2", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .Attr("cell_clip", attrs.cell_clip).Attr("use_peephole", attrs.use_peephole).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct BroadcastArgsAttrs {
  std::string name = "";
};
// Gives the shape that two shapes broadcast to. Shapes: all are vectors. Errors: INVALID_ARGUMENT for shapes
// that do not broadcast.
inline Output BroadcastArgs(const Input& s0, const Input& s1, const BroadcastArgsAttrs& attrs = {}) {
  return detail::OpCall("BroadcastArgs", attrs.name).In(s0, "T").In(s1, "T").One();
}

struct BroadcastGradientArgsOutputs {
  Output r0;
  Output r1;
};
struct BroadcastGradientArgsAttrs {
  std::string name = "";
};
// For two shapes that broadcast against each other, gives the axes of the common shape along which each was
// repeated, over which its gradient is therefore summed. Shapes: vectors. Errors: INVALID_ARGUMENT if they do
// not broadcast.
inline BroadcastGradientArgsOutputs BroadcastGradientArgs(const Input& s0, const Input& s1,
    const BroadcastGradientArgsAttrs& attrs = {}) {
  const Node node = detail::OpCall("BroadcastGradientArgs", attrs.name).In(s0, "T").In(s1, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct BroadcastToAttrs {
  std::string name = "";
};
// Repeats input along its dimensions of size 1, and along new leading ones, up to the given shape. Errors:
// INVALID_ARGUMENT if input does not broadcast to it.
inline Output BroadcastTo(const Input& input, const Input& shape, const BroadcastToAttrs& attrs = {}) {
  return detail::OpCall("BroadcastTo", attrs.name).In(input, "T").In(shape, "Tidx").One();
}

struct BucketizeAttrs {
  std::string name = "";
};
// Gives the number of boundaries that are not above each element; all of them for NaN. Shapes: output is like
// input. Errors: INVALID_ARGUMENT for boundaries that fall.
inline Output Bucketize(const Input& input, const std::vector<float>& boundaries,
    const BucketizeAttrs& attrs = {}) {
  return detail::OpCall("Bucketize", attrs.name).In(input, "T").Attr("boundaries", boundaries).One();
}

struct CSVDatasetAttrs {
  std::string name = "";
};
// Gives a dataset of the records of files, each with a scalar for every column, or for every one of
// select_cols. A field that is empty or na_value has the value of its default, if that has one. Quoted fields
// may hold delimiters, doubled quotes and ends of lines. Shapes: filenames and select_cols are vectors,
// record_defaults scalars or vectors of at most one element, the rest scalars. Errors: INVALID_ARGUMENT for
// inputs that do not fit; of a pass, which goes on behind the record: INVALID_ARGUMENT with file and byte for
// a record that is none; NOT_FOUND; DATA_LOSS for damaged compressed data. Source: RFC 4180.
inline Output CSVDataset(const Input& filenames, const Input& compression_type, const Input& buffer_size,
    const Input& header, const Input& field_delim, const Input& use_quote_delim, const Input& na_value,
    const Input& select_cols, const std::vector<Input>& record_defaults,
    const std::vector<PartialShape>& output_shapes, const CSVDatasetAttrs& attrs = {}) {
  return detail::OpCall("CSVDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(header, "=bool")
      .In(field_delim, "=string").In(use_quote_delim, "=bool").In(na_value, "=string")
      .In(select_cols, "=int64").In(record_defaults, "**output_types")
      .Attr("output_shapes", output_shapes).One();
}

struct CSVDatasetV2Attrs {
  std::string name = "";
};
// As CSVDataset; exclude_cols, a vector, has the columns that are left out if select_cols is empty.
inline Output CSVDatasetV2(const Input& filenames, const Input& compression_type, const Input& buffer_size,
    const Input& header, const Input& field_delim, const Input& use_quote_delim, const Input& na_value,
    const Input& select_cols, const std::vector<Input>& record_defaults, const Input& exclude_cols,
    const std::vector<PartialShape>& output_shapes, const CSVDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("CSVDatasetV2", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(header, "=bool")
      .In(field_delim, "=string").In(use_quote_delim, "=bool").In(na_value, "=string")
      .In(select_cols, "=int64").In(record_defaults, "**output_types").In(exclude_cols, "=int64")
      .Attr("output_shapes", output_shapes).One();
}

struct CTCBeamSearchDecoderOutputs {
  std::vector<Output> decoded_indices;
  std::vector<Output> decoded_values;
  std::vector<Output> decoded_shape;
  Output log_probability;
};
struct CTCBeamSearchDecoderAttrs {
  bool merge_repeated = true;
  std::string name = "";
};
// Looks for the top_paths most probable label sequences of each sequence among beam_width at a time; with
// merge_repeated repetitions in them are dropped. The last class is the blank. Shapes: inputs is
// [time,batch,classes], sequence_length [batch]; decoded are sparse matrices with a row for each sequence;
// log_probability is [batch,top_paths]. Errors: FAILED_PRECONDITION for a length beyond the time;
// INVALID_ARGUMENT for fewer paths than top_paths.
inline CTCBeamSearchDecoderOutputs CTCBeamSearchDecoder(const Input& inputs, const Input& sequence_length,
    std::int64_t beam_width, std::int64_t top_paths, const CTCBeamSearchDecoderAttrs& attrs = {}) {
  const Node node = detail::OpCall("CTCBeamSearchDecoder", attrs.name).In(inputs, "T")
      .In(sequence_length, "=int32").Attr("beam_width", beam_width).Attr("top_paths", top_paths)
      .Attr("merge_repeated", attrs.merge_repeated).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:top_paths", &at), detail::OpCall::Many(node, "*=int64:top_paths", &at), detail::OpCall::Many(node, "*=int64:top_paths", &at), node.output(at++)};
}

struct CTCGreedyDecoderOutputs {
  Output decoded_indices;
  Output decoded_values;
  Output decoded_shape;
  Output log_probability;
};
struct CTCGreedyDecoderAttrs {
  bool merge_repeated = false;
  std::int64_t blank_index = -1;
  std::string name = "";
};
// Takes the most probable class of each time, without blanks and, with merge_repeated, without repetitions;
// log_probability is minus the sum of their inputs. blank_index counts from the end below 0. Shapes: inputs
// is [time,batch,classes], sequence_length [batch]; decoded is a sparse matrix with a row for each sequence;
// log_probability is [batch,1]. Errors: FAILED_PRECONDITION for a length beyond the time.
inline CTCGreedyDecoderOutputs CTCGreedyDecoder(const Input& inputs, const Input& sequence_length,
    const CTCGreedyDecoderAttrs& attrs = {}) {
  const Node node = detail::OpCall("CTCGreedyDecoder", attrs.name).In(inputs, "T")
      .In(sequence_length, "=int32").Attr("merge_repeated", attrs.merge_repeated)
      .Attr("blank_index", attrs.blank_index).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct CTCLossOutputs {
  Output loss;
  Output gradient;
};
struct CTCLossAttrs {
  bool preprocess_collapse_repeated = false;
  bool ctc_merge_repeated = true;
  bool ignore_longer_outputs_than_inputs = false;
  std::string name = "";
};
// Gives the negative logarithm of how probable the labels of each sequence are, whatever their times, and the
// gradient with respect to inputs. The last class is the blank. preprocess_collapse_repeated drops repeated
// labels first; without ctc_merge_repeated repetitions are labels of their own. Shapes: inputs is
// [time,batch,classes], not yet normalised; labels_indices is [n,2] with batch and place, labels_values [n],
// sequence_length [batch]; loss is [batch]. Errors: INVALID_ARGUMENT for labels or lengths out of range, a
// sequence without labels, and for more labels than times unless ignore_longer_outputs_than_inputs. Source:
// Graves et al. 2006.
inline CTCLossOutputs CTCLoss(const Input& inputs, const Input& labels_indices, const Input& labels_values,
    const Input& sequence_length, const CTCLossAttrs& attrs = {}) {
  const Node node = detail::OpCall("CTCLoss", attrs.name).In(inputs, "T").In(labels_indices, "=int64")
      .In(labels_values, "=int32").In(sequence_length, "=int32")
      .Attr("preprocess_collapse_repeated", attrs.preprocess_collapse_repeated)
      .Attr("ctc_merge_repeated", attrs.ctc_merge_repeated)
      .Attr("ignore_longer_outputs_than_inputs", attrs.ignore_longer_outputs_than_inputs).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct CTCLossV2Outputs {
  Output loss;
  Output gradient;
};
struct CTCLossV2Attrs {
  bool preprocess_collapse_repeated = false;
  bool ctc_merge_repeated = true;
  bool ignore_longer_outputs_than_inputs = false;
  std::string name = "";
};
// As CTCLoss, with the first class for the blank. Shapes: inputs is [time,batch,classes], not yet normalised;
// labels_indices is [n,2] with batch and place, labels_values [n], sequence_length [batch]; loss is [batch].
// Errors: INVALID_ARGUMENT for labels or lengths out of range, a sequence without labels, and for more labels
// than times unless ignore_longer_outputs_than_inputs. Source: Graves et al. 2006.
inline CTCLossV2Outputs CTCLossV2(const Input& inputs, const Input& labels_indices,
    const Input& labels_values, const Input& sequence_length, const CTCLossV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("CTCLossV2", attrs.name).In(inputs, "=float")
      .In(labels_indices, "=int64").In(labels_values, "=int32").In(sequence_length, "=int32")
      .Attr("preprocess_collapse_repeated", attrs.preprocess_collapse_repeated)
      .Attr("ctc_merge_repeated", attrs.ctc_merge_repeated)
      .Attr("ignore_longer_outputs_than_inputs", attrs.ignore_longer_outputs_than_inputs).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct CacheDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the same elements, which are kept when a pass has got to its end: in memory, or in a
// file whose name begins with filename. Errors: of a pass: ALREADY_EXISTS if another pass writes that file.
inline Output CacheDataset(const Input& input_dataset, const Input& filename,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const CacheDatasetAttrs& attrs = {}) {
  return detail::OpCall("CacheDataset", attrs.name).In(input_dataset, "=variant")
      .In(filename, "=string").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct CacheDatasetV2Attrs {
  std::string metadata = "";
  std::string name = "";
};
// As CacheDataset; cache is not used.
inline Output CacheDatasetV2(const Input& input_dataset, const Input& filename, const Input& cache,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const CacheDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("CacheDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(filename, "=string").In(cache, "=resource").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct CaseAttrs {
  std::vector<PartialShape> output_shapes = {};
  std::string name = "";
};
// Gives the results of the branch that branch_index counts from 0, or of the last one if there is none; all
// take input. Errors: INVALID_ARGUMENT if a signature is not Tin -> Tout.
inline std::vector<Output> Case(const Input& branch_index, const std::vector<Input>& input,
    const std::vector<DType>& Tout, const std::vector<Function>& branches, const CaseAttrs& attrs = {}) {
  const Node node = detail::OpCall("Case", attrs.name).In(branch_index, "=int32").In(input, "**Tin")
      .Attr("Tout", Tout).Attr("branches", branches).Attr("output_shapes", attrs.output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct CastAttrs {
  bool Truncate = false;
  std::string name = "";
};
// Converts x to DstT, element by element: floating numbers are cut towards zero for integers and rounded to
// even for narrower floating types (cut with Truncate); NaN and numbers out of range give unspecified
// integers; anything but 0 is true. Shapes: y is like x.
inline Output Cast(const Input& x, DType DstT, const CastAttrs& attrs = {}) {
  return detail::OpCall("Cast", attrs.name).In(x, "SrcT").Attr("DstT", DstT)
      .Attr("Truncate", attrs.Truncate).One();
}

struct CeilAttrs {
  std::string name = "";
};
// Gives the smallest whole number not below x, element by element. Shapes: y is like x.
inline Output Ceil(const Input& x, const CeilAttrs& attrs = {}) {
  return detail::OpCall("Ceil", attrs.name).In(x, "T").One();
}

struct CheckNumericsAttrs {
  std::string name = "";
};
// Passes tensor on if all of its elements are finite. Errors: INVALID_ARGUMENT with message and the index of
// the first element that is not.
inline Output CheckNumerics(const Input& tensor, const std::string& message,
    const CheckNumericsAttrs& attrs = {}) {
  return detail::OpCall("CheckNumerics", attrs.name).In(tensor, "T").Attr("message", message).One();
}

struct CheckNumericsV2Attrs {
  std::string name = "";
};
// As CheckNumerics. Shapes: output is like tensor. Errors: INVALID_ARGUMENT with message for an element that
// is not finite.
inline Output CheckNumericsV2(const Input& tensor, const std::string& message,
    const CheckNumericsV2Attrs& attrs = {}) {
  return detail::OpCall("CheckNumericsV2", attrs.name).In(tensor, "T").Attr("message", message).One();
}

struct CholeskyAttrs {
  std::string name = "";
};
// Gives the lower triangles whose products with their adjoints are the matrices. Only the lower triangles of
// input are looked at. Shapes: input and output are [..., n, n]. Errors: INVALID_ARGUMENT for a matrix that
// is not positive definite.
inline Output Cholesky(const Input& input, const CholeskyAttrs& attrs = {}) {
  return detail::OpCall("Cholesky", attrs.name).In(input, "T").One();
}

struct CholeskyGradAttrs {
  std::string name = "";
};
// Gives the gradient of Cholesky for its output l and what arrives there. Shapes: all are [..., n, n].
inline Output CholeskyGrad(const Input& l, const Input& grad, const CholeskyGradAttrs& attrs = {}) {
  return detail::OpCall("CholeskyGrad", attrs.name).In(l, "T").In(grad, "T").One();
}

struct ClipByValueAttrs {
  std::string name = "";
};
// Gives max(min(t, clip_value_max), clip_value_min); NaN on any side stays NaN. Shapes: output is like t; the
// bounds are scalars or like t. Errors: INVALID_ARGUMENT otherwise.
inline Output ClipByValue(const Input& t, const Input& clip_value_min, const Input& clip_value_max,
    const ClipByValueAttrs& attrs = {}) {
  return detail::OpCall("ClipByValue", attrs.name).In(t, "T").In(clip_value_min, "T")
      .In(clip_value_max, "T").One();
}

struct CollectiveReduceAttrs {
  std::vector<std::int64_t> wait_for = {};
  std::string communication_hint = "auto";
  float timeout_seconds = 0.0f;
  std::string name = "";
};
// Combines input, element by element, with what the other tasks of its group give for the same instance_key,
// and divides by group_size if final_op is Div; all get the same bits. In a session that is not on a cluster
// the members are devices of the process that form a group, each with a node of the same step.
// communication_hint is ring, halving or auto, which takes what is faster as measured; where the values of
// all lie on devices that reach each other (NCCL), these combine them, and minima and maxima of NaN are
// theirs. Shapes: all inputs and data are alike. Errors: UNAVAILABLE naming a task that was lost;
// FAILED_PRECONDITION in a session that is not on a cluster for a value in the host's memory; UNIMPLEMENTED
// there for timeout_seconds; DEADLINE_EXCEEDED after timeout_seconds, if that is not 0.
// merge_op: Min, Max, Mul, Add.
// final_op: Id, Div.
inline Output CollectiveReduce(const Input& input, std::int64_t group_size, std::int64_t group_key,
    std::int64_t instance_key, const std::string& merge_op, const std::string& final_op,
    const std::vector<std::int64_t>& subdiv_offsets, const CollectiveReduceAttrs& attrs = {}) {
  return detail::OpCall("CollectiveReduce", attrs.name).In(input, "T").Attr("group_size", group_size)
      .Attr("group_key", group_key).Attr("instance_key", instance_key).Attr("merge_op", merge_op)
      .Attr("final_op", final_op).Attr("subdiv_offsets", subdiv_offsets)
      .Attr("wait_for", attrs.wait_for).Attr("communication_hint", attrs.communication_hint)
      .Attr("timeout_seconds", attrs.timeout_seconds).One();
}

struct CombinedNonMaxSuppressionOutputs {
  Output nmsed_boxes;
  Output nmsed_scores;
  Output nmsed_classes;
  Output valid_detections;
};
struct CombinedNonMaxSuppressionAttrs {
  bool pad_per_class = false;
  bool clip_boxes = true;
  std::string name = "";
};
// Chooses boxes of each class as NonMaxSuppressionV3 does, and of all classes the best max_total_size of each
// image. Gives their corners (in [0,1] with clip_boxes), scores and classes, followed by zeros, and how many
// there are. Shapes: boxes [batch,n,q,4], where q is 1 or the classes, scores [batch,n,classes]; the results
// have max_total_size boxes, or with pad_per_class at most max_output_size_per_class * classes. Errors:
// INVALID_ARGUMENT for sizes below 1 and an iou_threshold outside of [0,1].
inline CombinedNonMaxSuppressionOutputs CombinedNonMaxSuppression(const Input& boxes, const Input& scores,
    const Input& max_output_size_per_class, const Input& max_total_size, const Input& iou_threshold,
    const Input& score_threshold, const CombinedNonMaxSuppressionAttrs& attrs = {}) {
  const Node node = detail::OpCall("CombinedNonMaxSuppression", attrs.name).In(boxes, "=float")
      .In(scores, "=float").In(max_output_size_per_class, "=int32").In(max_total_size, "=int32")
      .In(iou_threshold, "=float").In(score_threshold, "=float")
      .Attr("pad_per_class", attrs.pad_per_class).Attr("clip_boxes", attrs.clip_boxes).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct ComplexAttrs {
  DType Tout = DType::kComplex64;
  std::string name = "";
};
// Makes complex numbers of their parts, element by element. Shapes: real and imag broadcast against each
// other. Errors: INVALID_ARGUMENT unless Tout is the complex type of T.
// Tout: complex64, complex128.
inline Output Complex(const Input& real, const Input& imag, const ComplexAttrs& attrs = {}) {
  return detail::OpCall("Complex", attrs.name).In(real, "T").In(imag, "T").Attr("Tout", attrs.Tout)
      .One();
}

struct ComplexAbsAttrs {
  DType Tout = DType::kFloat;
  std::string name = "";
};
// Gives the absolute value of complex numbers, element by element. Shapes and errors: as Real.
// Tout: float, double.
inline Output ComplexAbs(const Input& x, const ComplexAbsAttrs& attrs = {}) {
  return detail::OpCall("ComplexAbs", attrs.name).In(x, "T").Attr("Tout", attrs.Tout).One();
}

struct ComputeAccidentalHitsOutputs {
  Output indices;
  Output ids;
  Output weights;
};
struct ComputeAccidentalHitsAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Says where classes that were drawn are true ones: the rows of true_classes, the places in
// sampled_candidates, and for each a weight of the lowest float, which takes it out of a softmax. Shapes:
// true_classes is [batch,num_true], sampled_candidates a vector, and the outputs vectors.
inline ComputeAccidentalHitsOutputs ComputeAccidentalHits(const Input& true_classes,
    const Input& sampled_candidates, std::int64_t num_true, const ComputeAccidentalHitsAttrs& attrs = {}) {
  const Node node = detail::OpCall("ComputeAccidentalHits", attrs.name).In(true_classes, "=int64")
      .In(sampled_candidates, "=int64").Attr("num_true", num_true).Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct ConcatAttrs {
  std::string name = "";
};
// ConcatV2, as older graphs call it: the axis comes first.
inline Output Concat(const Input& concat_dim, const std::vector<Input>& values, const ConcatAttrs& attrs = {})
    {
  return detail::OpCall("Concat", attrs.name).In(concat_dim, "=int32").In(values, "*T:N").One();
}

struct ConcatOffsetAttrs {
  std::string name = "";
};
// Gives for each of the shapes that are joined along concat_dim where it begins in the result. Shapes: all
// shapes are vectors of one length. Errors: INVALID_ARGUMENT if they differ anywhere else.
inline std::vector<Output> ConcatOffset(const Input& concat_dim, const std::vector<Input>& shape,
    const ConcatOffsetAttrs& attrs = {}) {
  const Node node = detail::OpCall("ConcatOffset", attrs.name).In(concat_dim, "=int32")
      .In(shape, "*shape_type:N").Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "*shape_type:N", &at);
}

struct ConcatV2Attrs {
  std::string name = "";
};
// Joins tensors along an axis. Shapes: axis is a scalar in [-rank,rank); all values have one rank and agree
// in every other dimension. Errors: INVALID_ARGUMENT otherwise.
inline Output ConcatV2(const std::vector<Input>& values, const Input& axis, const ConcatV2Attrs& attrs = {}) {
  return detail::OpCall("ConcatV2", attrs.name).In(values, "*T:N").In(axis, "Tidx").One();
}

struct ConcatenateDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the elements of input_dataset, then of another_dataset. Errors: INVALID_ARGUMENT if
// their types differ.
inline Output ConcatenateDataset(const Input& input_dataset, const Input& another_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ConcatenateDatasetAttrs& attrs = {}) {
  return detail::OpCall("ConcatenateDataset", attrs.name).In(input_dataset, "=variant")
      .In(another_dataset, "=variant").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct ConditionalAccumulatorAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string reduction_type = "MEAN";
  std::string name = "";
};
// Gives the handle of an accumulator that adds up gradients until their mean, or sum, is taken; with shape
// unknown, of any shape. Errors: UNIMPLEMENTED for complex and quantised types and integers of 8 and 16 bits.
// dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
// complex128, half, uint32, uint64.
// reduction_type: MEAN, SUM.
inline Output ConditionalAccumulator(const Graph& graph, DType dtype, const PartialShape& shape,
    const ConditionalAccumulatorAttrs& attrs = {}) {
  return detail::OpCall("ConditionalAccumulator", attrs.name, graph.state()).Attr("dtype", dtype)
      .Attr("shape", shape).Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("reduction_type", attrs.reduction_type).One();
}

struct ConjAttrs {
  std::string name = "";
};
// Gives the complex conjugate, element by element. Shapes: output is like input.
inline Output Conj(const Input& input, const ConjAttrs& attrs = {}) {
  return detail::OpCall("Conj", attrs.name).In(input, "T").One();
}

struct ConjugateTransposeAttrs {
  std::string name = "";
};
// Gives the complex conjugate of x with its dimensions in the order of perm; numbers that are not complex as
// they are. Shapes and errors: as Transpose.
inline Output ConjugateTranspose(const Input& x, const Input& perm, const ConjugateTransposeAttrs& attrs = {})
    {
  return detail::OpCall("ConjugateTranspose", attrs.name).In(x, "T").In(perm, "Tperm").One();
}

struct ConstAttrs {
  std::string name = "";
};
// Gives the tensor of the attr `value`. Errors: INVALID_ARGUMENT if its type is not dtype.
inline Output Const(const Graph& graph, const Tensor& value, DType dtype, const ConstAttrs& attrs = {}) {
  return detail::OpCall("Const", attrs.name, graph.state()).Attr("value", value).Attr("dtype", dtype)
      .One();
}

struct ConsumeMutexLockAttrs {
  std::string name = "";
};
// Gives the mutex free. Shapes: mutex_lock is a scalar. Errors: INVALID_ARGUMENT for a value that is no lock.
inline Node ConsumeMutexLock(const Input& mutex_lock, const ConsumeMutexLockAttrs& attrs = {}) {
  return detail::OpCall("ConsumeMutexLock", attrs.name).In(mutex_lock, "=variant").Add();
}

struct ControlTriggerAttrs {
  std::string name = "";
};
// Does nothing, but is alive even where its control inputs are dead.
inline Node ControlTrigger(const Graph& graph, const ControlTriggerAttrs& attrs = {}) {
  return detail::OpCall("ControlTrigger", attrs.name, graph.state()).Add();
}

struct Conv2DAttrs {
  bool use_cudnn_on_gpu = true;
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Slides a filter over images: every output is the sum of the products of the filter and the window below it.
// Shapes: input is [batch,rows,columns,channels] or, for NCHW, [batch,channels,rows,columns]; filter is
// [rows,columns,channels,out]. A filter with a part of the input's channels makes as many groups of them,
// each of which gives its part of the output's. SAME gives ceil(size / stride) rows and columns. Errors:
// INVALID_ARGUMENT if channels do not divide or a filter does not fit into the padded image.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output Conv2D(const Input& input, const Input& filter, const std::vector<std::int64_t>& strides,
    const std::string& padding, const Conv2DAttrs& attrs = {}) {
  return detail::OpCall("Conv2D", attrs.name).In(input, "T").In(filter, "T").Attr("strides", strides)
      .Attr("padding", padding).Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

struct Conv2DBackpropFilterAttrs {
  bool use_cudnn_on_gpu = true;
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Gives the gradient of Conv2D for its filter, whose shape filter_sizes spells. Errors: INVALID_ARGUMENT if
// out_backprop is not shaped like Conv2D's output.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output Conv2DBackpropFilter(const Input& input, const Input& filter_sizes, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const Conv2DBackpropFilterAttrs& attrs = {}) {
  return detail::OpCall("Conv2DBackpropFilter", attrs.name).In(input, "T").In(filter_sizes, "=int32")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

struct Conv2DBackpropInputAttrs {
  bool use_cudnn_on_gpu = true;
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Gives the gradient of Conv2D for its input, whose shape input_sizes spells: a transposed convolution.
// Errors: INVALID_ARGUMENT if out_backprop is not shaped like Conv2D's output.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output Conv2DBackpropInput(const Input& input_sizes, const Input& filter, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const Conv2DBackpropInputAttrs& attrs = {}) {
  return detail::OpCall("Conv2DBackpropInput", attrs.name).In(input_sizes, "=int32").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

struct Conv3DAttrs {
  std::string data_format = "NDHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1, 1};
  std::string name = "";
};
// Slides filters over volumes (it correlates; filters are not turned round). Shapes: input is
// [batch,depth,rows,columns,channels] or, for NCDHW, [batch,channels,depth,rows,columns]; filter is
// [depth,rows,columns,channels,outputs], or has so many channels as each of several groups. Errors:
// INVALID_ARGUMENT if channels do not fit or a filter does not fit into the padded volume.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output Conv3D(const Input& input, const Input& filter, const std::vector<std::int64_t>& strides,
    const std::string& padding, const Conv3DAttrs& attrs = {}) {
  return detail::OpCall("Conv3D", attrs.name).In(input, "T").In(filter, "T").Attr("strides", strides)
      .Attr("padding", padding).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

struct Conv3DBackpropFilterAttrs {
  std::vector<std::int64_t> dilations = {1, 1, 1, 1, 1};
  std::string name = "";
};
// Conv3DBackpropFilterV2 for a filter like `filter`, whose elements do not matter.
// padding: SAME, VALID.
inline Output Conv3DBackpropFilter(const Input& input, const Input& filter, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const Conv3DBackpropFilterAttrs& attrs = {}) {
  return detail::OpCall("Conv3DBackpropFilter", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("dilations", attrs.dilations).One();
}

struct Conv3DBackpropFilterV2Attrs {
  std::string data_format = "NDHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1, 1};
  std::string name = "";
};
// Gives the gradient of Conv3D for its filter, whose shape filter_sizes spells. Errors: INVALID_ARGUMENT if
// out_backprop is not shaped like Conv3D's output.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output Conv3DBackpropFilterV2(const Input& input, const Input& filter_sizes, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const Conv3DBackpropFilterV2Attrs& attrs = {}) {
  return detail::OpCall("Conv3DBackpropFilterV2", attrs.name).In(input, "T").In(filter_sizes, "=int32")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).Attr("dilations", attrs.dilations).One();
}

struct Conv3DBackpropInputAttrs {
  std::vector<std::int64_t> dilations = {1, 1, 1, 1, 1};
  std::string name = "";
};
// Conv3DBackpropInputV2 for an input like `input`, whose elements do not matter.
// padding: SAME, VALID.
inline Output Conv3DBackpropInput(const Input& input, const Input& filter, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const Conv3DBackpropInputAttrs& attrs = {}) {
  return detail::OpCall("Conv3DBackpropInput", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("dilations", attrs.dilations).One();
}

struct Conv3DBackpropInputV2Attrs {
  std::string data_format = "NDHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1, 1};
  std::string name = "";
};
// Gives the gradient of Conv3D for its input, whose shape input_sizes spells. Errors: INVALID_ARGUMENT if
// out_backprop is not shaped like Conv3D's output.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output Conv3DBackpropInputV2(const Input& input_sizes, const Input& filter, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const Conv3DBackpropInputV2Attrs& attrs = {}) {
  return detail::OpCall("Conv3DBackpropInputV2", attrs.name).In(input_sizes, "Tshape").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).Attr("dilations", attrs.dilations).One();
}

struct CosAttrs {
  std::string name = "";
};
// Gives the cosine of x in radians; NaN for infinities. Shapes: y is like x.
inline Output Cos(const Input& x, const CosAttrs& attrs = {}) {
  return detail::OpCall("Cos", attrs.name).In(x, "T").One();
}

struct CoshAttrs {
  std::string name = "";
};
// Gives the hyperbolic cosine of x. Shapes: y is like x.
inline Output Cosh(const Input& x, const CoshAttrs& attrs = {}) {
  return detail::OpCall("Cosh", attrs.name).In(x, "T").One();
}

struct CropAndResizeAttrs {
  std::string method = "bilinear";
  float extrapolation_value = 0.0f;
  std::string name = "";
};
// Cuts boxes out of images and gives each the size crop_size, in float. A box is y1, x1, y2 and x2, where 0
// and 1 are the centres of the first and the last pixels; it may be turned around, and what lies outside of
// the image is extrapolation_value. Shapes: image is [batch,rows,columns,channels], boxes [n,4], box_ind,
// which says in which image of the batch each box lies, [n], crop_size two numbers, crops
// [n,rows,columns,channels]. Errors: OUT_OF_RANGE for an image that is not there, INVALID_ARGUMENT for sizes
// below 1.
// method: bilinear, nearest.
inline Output CropAndResize(const Input& image, const Input& boxes, const Input& box_ind,
    const Input& crop_size, const CropAndResizeAttrs& attrs = {}) {
  return detail::OpCall("CropAndResize", attrs.name).In(image, "T").In(boxes, "=float")
      .In(box_ind, "=int32").In(crop_size, "=int32").Attr("method", attrs.method)
      .Attr("extrapolation_value", attrs.extrapolation_value).One();
}

struct CropAndResizeGradBoxesAttrs {
  std::string method = "bilinear";
  std::string name = "";
};
// Gives the gradient of CropAndResize for its boxes, where it interpolates. Shapes: grads is
// [n,rows,columns,channels], output [n,4]. Errors: as of CropAndResize.
// method: bilinear.
inline Output CropAndResizeGradBoxes(const Input& grads, const Input& image, const Input& boxes,
    const Input& box_ind, const CropAndResizeGradBoxesAttrs& attrs = {}) {
  return detail::OpCall("CropAndResizeGradBoxes", attrs.name).In(grads, "=float").In(image, "T")
      .In(boxes, "=float").In(box_ind, "=int32").Attr("method", attrs.method).One();
}

struct CropAndResizeGradImageAttrs {
  std::string method = "bilinear";
  std::string name = "";
};
// Gives the gradient of CropAndResize for its images. Shapes: grads is [n,rows,columns,channels], image_size
// the four sizes of the images, output of that shape. Errors: as of CropAndResize.
// T: float, half, double.
// method: bilinear, nearest.
inline Output CropAndResizeGradImage(const Input& grads, const Input& boxes, const Input& box_ind,
    const Input& image_size, DType T, const CropAndResizeGradImageAttrs& attrs = {}) {
  return detail::OpCall("CropAndResizeGradImage", attrs.name).In(grads, "=float").In(boxes, "=float")
      .In(box_ind, "=int32").In(image_size, "=int32").Attr("T", T).Attr("method", attrs.method).One();
}

struct CrossAttrs {
  std::string name = "";
};
// Gives the cross product of the vectors of three in the last dimension. Shapes: all alike.
inline Output Cross(const Input& a, const Input& b, const CrossAttrs& attrs = {}) {
  return detail::OpCall("Cross", attrs.name).In(a, "T").In(b, "T").One();
}

struct CumprodAttrs {
  bool exclusive = false;
  bool reverse = false;
  std::string name = "";
};
// Gives the running product along an axis: from the end if reverse, and without the element itself if
// exclusive. The gradient is 0 where x is 0, as TensorFlow's. Shapes: out is like x; axis is a scalar in
// [-rank,rank).
inline Output Cumprod(const Input& x, const Input& axis, const CumprodAttrs& attrs = {}) {
  return detail::OpCall("Cumprod", attrs.name).In(x, "T").In(axis, "Tidx")
      .Attr("exclusive", attrs.exclusive).Attr("reverse", attrs.reverse).One();
}

struct CumsumAttrs {
  bool exclusive = false;
  bool reverse = false;
  std::string name = "";
};
// Gives the running sum along an axis: from the end if reverse, and without the element itself if exclusive.
// Shapes: out is like x; axis is a scalar in [-rank,rank).
inline Output Cumsum(const Input& x, const Input& axis, const CumsumAttrs& attrs = {}) {
  return detail::OpCall("Cumsum", attrs.name).In(x, "T").In(axis, "Tidx")
      .Attr("exclusive", attrs.exclusive).Attr("reverse", attrs.reverse).One();
}

struct DataFormatDimMapAttrs {
  std::string src_format = "NHWC";
  std::string dst_format = "NCHW";
  std::string name = "";
};
// Gives for each dimension of src_format, also counted from the end, where it is in dst_format. Shapes: y is
// like x. Errors: INVALID_ARGUMENT for a number that is no dimension, or formats that are not of the same
// letters.
inline Output DataFormatDimMap(const Input& x, const DataFormatDimMapAttrs& attrs = {}) {
  return detail::OpCall("DataFormatDimMap", attrs.name).In(x, "T").Attr("src_format", attrs.src_format)
      .Attr("dst_format", attrs.dst_format).One();
}

struct DataFormatVecPermuteAttrs {
  std::string src_format = "NHWC";
  std::string dst_format = "NCHW";
  std::string name = "";
};
// Brings the rows of x, one for each dimension of src_format, or for each but N and C, into the order of
// dst_format. Shapes: x and y are [4] or [4,2], or of as many rows as there are letters; their number must be
// known when the graph is planned. Errors: INVALID_ARGUMENT for formats that are not of the same letters.
inline Output DataFormatVecPermute(const Input& x, const DataFormatVecPermuteAttrs& attrs = {}) {
  return detail::OpCall("DataFormatVecPermute", attrs.name).In(x, "T")
      .Attr("src_format", attrs.src_format).Attr("dst_format", attrs.dst_format).One();
}

struct DatasetCardinalityAttrs {
  std::string cardinality_options = "";
  std::string name = "";
};
// Gives how many elements the dataset has: -1 without end, -2 if that is not known without a pass.
inline Output DatasetCardinality(const Input& input_dataset, const DatasetCardinalityAttrs& attrs = {}) {
  return detail::OpCall("DatasetCardinality", attrs.name).In(input_dataset, "=variant")
      .Attr("cardinality_options", attrs.cardinality_options).One();
}

struct DatasetToSingleElementAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives the only element of a dataset. Errors: INVALID_ARGUMENT if it has none, or more.
inline std::vector<Output> DatasetToSingleElement(const Input& dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const DatasetToSingleElementAttrs& attrs = {}) {
  const Node node = detail::OpCall("DatasetToSingleElement", attrs.name).In(dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**output_types", &at);
}

struct DawsnAttrs {
  std::string name = "";
};
// Gives Dawson's integral, exp(-x^2) * integral of exp(t^2) from 0 to x. Shapes: y is like x.
inline Output Dawsn(const Input& x, const DawsnAttrs& attrs = {}) {
  return detail::OpCall("Dawsn", attrs.name).In(x, "T").One();
}

struct DecodeAndCropJpegAttrs {
  std::int64_t channels = 0;
  std::int64_t ratio = 1;
  bool fancy_upscaling = true;
  bool try_recover_truncated = false;
  float acceptable_fraction = 1.0f;
  std::string dct_method = "";
  std::string name = "";
};
// Gives the pixels of a part of a JPEG file, without computing the others. channels is 0 for those of the
// file, or 1, 3 or 4. ratio (1, 2, 4, 8) divides rows and columns. With try_recover_truncated lines that lack
// repeat the last one; if acceptable_fraction of the lines are there, the others are black. dct_method is
// empty, 'INTEGER_FAST' or 'INTEGER_ACCURATE'. Shapes: contents is a scalar, crop_window top, left, height
// and width, image [height,width,channels]. Errors: INVALID_ARGUMENT for contents that are no image, are
// damaged or cut off, or claim more pixels than they can hold.
inline Output DecodeAndCropJpeg(const Input& contents, const Input& crop_window,
    const DecodeAndCropJpegAttrs& attrs = {}) {
  return detail::OpCall("DecodeAndCropJpeg", attrs.name).In(contents, "=string")
      .In(crop_window, "=int32").Attr("channels", attrs.channels).Attr("ratio", attrs.ratio)
      .Attr("fancy_upscaling", attrs.fancy_upscaling)
      .Attr("try_recover_truncated", attrs.try_recover_truncated)
      .Attr("acceptable_fraction", attrs.acceptable_fraction).Attr("dct_method", attrs.dct_method)
      .One();
}

struct DecodeBase64Attrs {
  std::string name = "";
};
// Decodes each string of web-safe base64, with = at its end or without. Shapes: output is like input. Errors:
// INVALID_ARGUMENT for other characters, or a length of one more than a multiple of 4.
inline Output DecodeBase64(const Input& input, const DecodeBase64Attrs& attrs = {}) {
  return detail::OpCall("DecodeBase64", attrs.name).In(input, "=string").One();
}

struct DecodeBmpAttrs {
  std::int64_t channels = 0;
  std::string name = "";
};
// Gives the pixels of a BMP file of 8, 24 or 32 bits for each pixel. channels is 0 or what the file has.
// Shapes: contents is a scalar, image [rows,columns,channels]. Errors: INVALID_ARGUMENT for contents that are
// no image, are damaged or cut off, or claim more pixels than they can hold.
inline Output DecodeBmp(const Input& contents, const DecodeBmpAttrs& attrs = {}) {
  return detail::OpCall("DecodeBmp", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).One();
}

struct DecodeCSVAttrs {
  std::string field_delim = ",";
  bool use_quote_delim = true;
  std::string na_value = "";
  std::vector<std::int64_t> select_cols = {};
  std::string name = "";
};
// Splits each record into fields, one for each output. A field that is empty or na_value gets its default; an
// empty vector says that there is none. Shapes: outputs are like records. Errors: INVALID_ARGUMENT naming
// record and field for a wrong count, a quote where none may be, a field that is missing or no number.
// Source: RFC 4180.
inline std::vector<Output> DecodeCSV(const Input& records, const std::vector<Input>& record_defaults,
    const DecodeCSVAttrs& attrs = {}) {
  const Node node = detail::OpCall("DecodeCSV", attrs.name).In(records, "=string")
      .In(record_defaults, "**OUT_TYPE").Attr("field_delim", attrs.field_delim)
      .Attr("use_quote_delim", attrs.use_quote_delim).Attr("na_value", attrs.na_value)
      .Attr("select_cols", attrs.select_cols).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**OUT_TYPE", &at);
}

struct DecodeCompressedAttrs {
  std::string compression_type = "";
  std::string name = "";
};
// Decompresses each string: compression_type is ZLIB, GZIP or empty. Shapes: output is like bytes. Errors:
// DATA_LOSS for a string that is damaged or cut off; UNIMPLEMENTED for ZSTD.
inline Output DecodeCompressed(const Input& bytes, const DecodeCompressedAttrs& attrs = {}) {
  return detail::OpCall("DecodeCompressed", attrs.name).In(bytes, "=string")
      .Attr("compression_type", attrs.compression_type).One();
}

struct DecodeGifAttrs {
  std::string name = "";
};
// Gives the frames of a GIF file, also one of a JPEG or PNG file. Shapes: contents is a scalar, image
// [frames,rows,columns,3]. Errors: INVALID_ARGUMENT for contents that are no image, are damaged or cut off,
// or claim more pixels than they can hold.
inline Output DecodeGif(const Input& contents, const DecodeGifAttrs& attrs = {}) {
  return detail::OpCall("DecodeGif", attrs.name).In(contents, "=string").One();
}

struct DecodeImageAttrs {
  std::int64_t channels = 0;
  DType dtype = DType::kUint8;
  bool expand_animations = true;
  std::string name = "";
};
// Gives the pixels of a JPEG, PNG, GIF or BMP file. channels is 0 for those of the file, or 1, 3 or 4. float
// lies in [0,1]; uint16 uses all of its range. Shapes: contents is a scalar, image [rows,columns,channels],
// for GIF files [frames,rows,columns,channels] unless expand_animations is false, which gives the first
// frame. Errors: INVALID_ARGUMENT for contents that are no image, are damaged or cut off, or claim more
// pixels than they can hold.
// dtype: uint8, uint16, float.
inline Output DecodeImage(const Input& contents, const DecodeImageAttrs& attrs = {}) {
  return detail::OpCall("DecodeImage", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).Attr("dtype", attrs.dtype)
      .Attr("expand_animations", attrs.expand_animations).One();
}

struct DecodeJSONExampleAttrs {
  std::string name = "";
};
// Gives Examples that are JSON, by protocol buffers' mapping, as messages. Shapes: binary_examples is like
// json_examples. Errors: INVALID_ARGUMENT naming the string and the byte where it is no Example.
inline Output DecodeJSONExample(const Input& json_examples, const DecodeJSONExampleAttrs& attrs = {}) {
  return detail::OpCall("DecodeJSONExample", attrs.name).In(json_examples, "=string").One();
}

struct DecodeJpegAttrs {
  std::int64_t channels = 0;
  std::int64_t ratio = 1;
  bool fancy_upscaling = true;
  bool try_recover_truncated = false;
  float acceptable_fraction = 1.0f;
  std::string dct_method = "";
  std::string name = "";
};
// Gives the pixels of a JPEG file, also of a PNG file or a GIF file of one frame. channels is 0 for those of
// the file, or 1, 3 or 4. ratio (1, 2, 4, 8) divides rows and columns. With try_recover_truncated lines that
// lack repeat the last one; if acceptable_fraction of the lines are there, the others are black. dct_method
// is empty, 'INTEGER_FAST' or 'INTEGER_ACCURATE'. Shapes: contents is a scalar, image
// [rows,columns,channels]. Errors: INVALID_ARGUMENT for contents that are no image, are damaged or cut off,
// or claim more pixels than they can hold.
inline Output DecodeJpeg(const Input& contents, const DecodeJpegAttrs& attrs = {}) {
  return detail::OpCall("DecodeJpeg", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).Attr("ratio", attrs.ratio)
      .Attr("fancy_upscaling", attrs.fancy_upscaling)
      .Attr("try_recover_truncated", attrs.try_recover_truncated)
      .Attr("acceptable_fraction", attrs.acceptable_fraction).Attr("dct_method", attrs.dct_method)
      .One();
}

struct DecodePaddedRawAttrs {
  bool little_endian = true;
  std::string name = "";
};
// The first fixed_length bytes of each string as elements; zeros fill up what is shorter. Shapes:
// fixed_length is a scalar; output has one more dimension than input_bytes. Errors: INVALID_ARGUMENT for a
// fixed_length of no whole elements.
// out_type: half, float, double, int32, uint16, uint8, int16, int8, int64, bfloat16.
inline Output DecodePaddedRaw(const Input& input_bytes, const Input& fixed_length, DType out_type,
    const DecodePaddedRawAttrs& attrs = {}) {
  return detail::OpCall("DecodePaddedRaw", attrs.name).In(input_bytes, "=string")
      .In(fixed_length, "=int32").Attr("out_type", out_type).Attr("little_endian", attrs.little_endian)
      .One();
}

struct DecodePngAttrs {
  std::int64_t channels = 0;
  DType dtype = DType::kUint8;
  std::string name = "";
};
// Gives the pixels of a PNG file, also of a JPEG file or a GIF file of one frame. channels is 0 for those of
// the file, or 1, 3 or 4. Shapes: contents is a scalar, image [rows,columns,channels]. Errors:
// INVALID_ARGUMENT for contents that are no image, are damaged or cut off, or claim more pixels than they can
// hold.
// dtype: uint8, uint16.
inline Output DecodePng(const Input& contents, const DecodePngAttrs& attrs = {}) {
  return detail::OpCall("DecodePng", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).Attr("dtype", attrs.dtype).One();
}

struct DecodeRawAttrs {
  bool little_endian = true;
  std::string name = "";
};
// The bytes of each string as elements. Shapes: output has one more dimension than bytes, as long as the
// strings are. Errors: INVALID_ARGUMENT for strings of several sizes, or of no whole elements.
// out_type: half, float, double, int32, uint16, uint8, int16, int8, int64, complex64, complex128, bool,
// bfloat16.
inline Output DecodeRaw(const Input& bytes, DType out_type, const DecodeRawAttrs& attrs = {}) {
  return detail::OpCall("DecodeRaw", attrs.name).In(bytes, "=string").Attr("out_type", out_type)
      .Attr("little_endian", attrs.little_endian).One();
}

struct DecodeWavOutputs {
  Output audio;
  Output sample_rate;
};
struct DecodeWavAttrs {
  std::int64_t desired_channels = -1;
  std::int64_t desired_samples = -1;
  std::string name = "";
};
// Gives the samples of a WAV file of 16 bits in [-1,1). Fewer samples than desired are followed by zeros,
// fewer channels by copies of the last. Shapes: contents is a scalar, audio [samples,channels], sample_rate a
// scalar. Errors: INVALID_ARGUMENT for contents that are no WAV file of 16-bit PCM, or are cut off.
inline DecodeWavOutputs DecodeWav(const Input& contents, const DecodeWavAttrs& attrs = {}) {
  const Node node = detail::OpCall("DecodeWav", attrs.name).In(contents, "=string")
      .Attr("desired_channels", attrs.desired_channels).Attr("desired_samples", attrs.desired_samples)
      .Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct DeepCopyAttrs {
  std::string name = "";
};
// Gives x, in memory that nothing changes. Shapes: y is like x.
inline Output DeepCopy(const Input& x, const DeepCopyAttrs& attrs = {}) {
  return detail::OpCall("DeepCopy", attrs.name).In(x, "T").One();
}

struct DeleteIteratorAttrs {
  std::string name = "";
};
// Ends what waits for the iterator, with CANCELLED; later uses fail.
inline Node DeleteIterator(const Input& handle, const Input& deleter, const DeleteIteratorAttrs& attrs = {}) {
  return detail::OpCall("DeleteIterator", attrs.name).In(handle, "=resource").In(deleter, "=variant")
      .Add();
}

struct DeleteMultiDeviceIteratorAttrs {
  std::string name = "";
};
// Ends what waits for the iterator, with CANCELLED; later uses fail. iterators are those of the devices,
// which go with their handles.
inline Node DeleteMultiDeviceIterator(const Input& multi_device_iterator, const std::vector<Input>& iterators,
    const Input& deleter, const DeleteMultiDeviceIteratorAttrs& attrs = {}) {
  return detail::OpCall("DeleteMultiDeviceIterator", attrs.name).In(multi_device_iterator, "=resource")
      .In(iterators, "*=resource:N").In(deleter, "=variant").Add();
}

struct DeleteRandomSeedGeneratorAttrs {
  std::string name = "";
};
// Does nothing: the source goes with its last handle. Errors: INVALID_ARGUMENT for another resource.
inline Node DeleteRandomSeedGenerator(const Input& handle, const Input& deleter,
    const DeleteRandomSeedGeneratorAttrs& attrs = {}) {
  return detail::OpCall("DeleteRandomSeedGenerator", attrs.name).In(handle, "=resource")
      .In(deleter, "=variant").Add();
}

struct DeleteSessionTensorAttrs {
  std::string name = "";
};
// Drops the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: INVALID_ARGUMENT for a
// handle of nothing.
inline Node DeleteSessionTensor(const Input& handle, const DeleteSessionTensorAttrs& attrs = {}) {
  return detail::OpCall("DeleteSessionTensor", attrs.name).In(handle, "=string").Add();
}

struct DenseBincountAttrs {
  bool binary_output = false;
  std::string name = "";
};
// Counts how often each of 0 to size - 1 is in input, or in each of its rows, or adds up the weights of these
// elements; binary_output tells whether it is there at all. Shapes: size is a scalar, weights is like input
// or empty, output is [size] or [rows,size]. Errors: INVALID_ARGUMENT for an element below 0.
inline Output DenseBincount(const Input& input, const Input& size, const Input& weights,
    const DenseBincountAttrs& attrs = {}) {
  return detail::OpCall("DenseBincount", attrs.name).In(input, "Tidx").In(size, "Tidx")
      .In(weights, "T").Attr("binary_output", attrs.binary_output).One();
}

struct DenseCountSparseOutputOutputs {
  Output output_indices;
  Output output_values;
  Output output_dense_shape;
};
struct DenseCountSparseOutputAttrs {
  std::int64_t minlength = -1;
  std::int64_t maxlength = -1;
  std::string name = "";
};
// Counts the numbers of values, or of each of its rows, into a sparse tensor: at (row, number) it has how
// often the number is there, or the sum of its weights; 1 with binary_output. Numbers from maxlength on do
// not count, if that is not negative. Shapes: values is [n] or [rows, n], weights like it or empty; the last
// dimension of output_dense_shape is maxlength, or the largest number + 1, and at least minlength. Errors:
// INVALID_ARGUMENT for a number below 0.
inline DenseCountSparseOutputOutputs DenseCountSparseOutput(const Input& values, const Input& weights,
    bool binary_output, const DenseCountSparseOutputAttrs& attrs = {}) {
  const Node node = detail::OpCall("DenseCountSparseOutput", attrs.name).In(values, "T")
      .In(weights, "output_type").Attr("binary_output", binary_output)
      .Attr("minlength", attrs.minlength).Attr("maxlength", attrs.maxlength).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct DenseToDenseSetOperationOutputs {
  Output result_indices;
  Output result_values;
  Output result_shape;
};
struct DenseToDenseSetOperationAttrs {
  bool validate_indices = true;
  std::string name = "";
};
// Combines the sets that are the rows of the last dim of two dense tensors, without repetition. set_operation
// is a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order. Errors:
// INVALID_ARGUMENT for another operation, or groups that differ; with validate_indices for indices out of
// order.
inline DenseToDenseSetOperationOutputs DenseToDenseSetOperation(const Input& set1, const Input& set2,
    const std::string& set_operation, const DenseToDenseSetOperationAttrs& attrs = {}) {
  const Node node = detail::OpCall("DenseToDenseSetOperation", attrs.name).In(set1, "T").In(set2, "T")
      .Attr("set_operation", set_operation).Attr("validate_indices", attrs.validate_indices).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct DenseToSparseSetOperationOutputs {
  Output result_indices;
  Output result_values;
  Output result_shape;
};
struct DenseToSparseSetOperationAttrs {
  bool validate_indices = true;
  std::string name = "";
};
// Combines the sets that are the rows of the last dim of a dense and a sparse tensor, without repetition.
// set_operation is a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order.
// Errors: INVALID_ARGUMENT for another operation, or groups that differ; with validate_indices for indices
// out of order.
inline DenseToSparseSetOperationOutputs DenseToSparseSetOperation(const Input& set1,
    const Input& set2_indices, const Input& set2_values, const Input& set2_shape,
    const std::string& set_operation, const DenseToSparseSetOperationAttrs& attrs = {}) {
  const Node node = detail::OpCall("DenseToSparseSetOperation", attrs.name).In(set1, "T")
      .In(set2_indices, "=int64").In(set2_values, "T").In(set2_shape, "=int64")
      .Attr("set_operation", set_operation).Attr("validate_indices", attrs.validate_indices).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct DepthToSpaceAttrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Spreads the channels of every pixel over a square of block_size pixels: undoes SpaceToDepth. Shapes:
// [batch,rows,columns,b*b*channels] becomes [batch,rows*b,columns*b,channels].
// data_format: NHWC, NCHW, NCHW_VECT_C.
inline Output DepthToSpace(const Input& input, std::int64_t block_size, const DepthToSpaceAttrs& attrs = {}) {
  return detail::OpCall("DepthToSpace", attrs.name).In(input, "T").Attr("block_size", block_size)
      .Attr("data_format", attrs.data_format).One();
}

struct DepthwiseConv2dNativeAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Slides filters over images, each over one channel: channel c of the input gives channels [c * m, (c + 1) *
// m) of the output. Shapes: as for Conv2D; filter is [rows,columns,channels,m]. Errors: INVALID_ARGUMENT if
// channels differ or a filter does not fit into the padded image.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output DepthwiseConv2dNative(const Input& input, const Input& filter,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const DepthwiseConv2dNativeAttrs& attrs = {}) {
  return detail::OpCall("DepthwiseConv2dNative", attrs.name).In(input, "T").In(filter, "T")
      .Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

struct DepthwiseConv2dNativeBackpropFilterAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Gives the gradient of DepthwiseConv2dNative for its filter, whose shape filter_sizes spells. Errors:
// INVALID_ARGUMENT if out_backprop is not shaped like its output.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output DepthwiseConv2dNativeBackpropFilter(const Input& input, const Input& filter_sizes,
    const Input& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const DepthwiseConv2dNativeBackpropFilterAttrs& attrs = {}) {
  return detail::OpCall("DepthwiseConv2dNativeBackpropFilter", attrs.name).In(input, "T")
      .In(filter_sizes, "=int32").In(out_backprop, "T").Attr("strides", strides)
      .Attr("padding", padding).Attr("explicit_paddings", attrs.explicit_paddings)
      .Attr("data_format", attrs.data_format).Attr("dilations", attrs.dilations).One();
}

struct DepthwiseConv2dNativeBackpropInputAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Gives the gradient of DepthwiseConv2dNative for its input, whose shape input_sizes spells. Errors:
// INVALID_ARGUMENT if out_backprop is not shaped like its output.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output DepthwiseConv2dNativeBackpropInput(const Input& input_sizes, const Input& filter,
    const Input& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const DepthwiseConv2dNativeBackpropInputAttrs& attrs = {}) {
  return detail::OpCall("DepthwiseConv2dNativeBackpropInput", attrs.name).In(input_sizes, "=int32")
      .In(filter, "T").In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

struct DequantizeAttrs {
  std::string mode = "MIN_COMBINED";
  bool narrow_range = false;
  std::int64_t axis = -1;
  DType dtype = DType::kFloat;
  std::string name = "";
};
// Gives what the numbers of T stand for that QuantizeV2 made with the same mode, from min_range to max_range.
// Shapes: output is like input, the ranges are scalars, or vectors along an axis.
// mode: MIN_COMBINED, MIN_FIRST, SCALED.
// dtype: bfloat16, float.
inline Output Dequantize(const Input& input, const Input& min_range, const Input& max_range,
    const DequantizeAttrs& attrs = {}) {
  return detail::OpCall("Dequantize", attrs.name).In(input, "T").In(min_range, "=float")
      .In(max_range, "=float").Attr("mode", attrs.mode).Attr("narrow_range", attrs.narrow_range)
      .Attr("axis", attrs.axis).Attr("dtype", attrs.dtype).One();
}

struct DeserializeIteratorAttrs {
  std::string name = "";
};
// Lets the iterator, which has a dataset that equals the saved one, go on where the state says. Errors:
// DATA_LOSS if it was another pipeline; FAILED_PRECONDITION without a dataset.
inline Node DeserializeIterator(const Input& resource_handle, const Input& serialized,
    const DeserializeIteratorAttrs& attrs = {}) {
  return detail::OpCall("DeserializeIterator", attrs.name).In(resource_handle, "=resource")
      .In(serialized, "=variant").Add();
}

struct DeserializeManySparseOutputs {
  Output sparse_indices;
  Output sparse_values;
  Output sparse_shape;
};
struct DeserializeManySparseAttrs {
  std::string name = "";
};
// Sparse tensors of SerializeSparse, stacked along a new first dimension. Shapes: serialized_sparse is a
// matrix with 3 columns. Errors: as DeserializeSparse.
inline DeserializeManySparseOutputs DeserializeManySparse(const Input& serialized_sparse, DType dtype,
    const DeserializeManySparseAttrs& attrs = {}) {
  const Node node = detail::OpCall("DeserializeManySparse", attrs.name).In(serialized_sparse, "=string")
      .Attr("dtype", dtype).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct DeserializeSparseOutputs {
  Output sparse_indices;
  Output sparse_values;
  Output sparse_shape;
};
struct DeserializeSparseAttrs {
  std::string name = "";
};
// Sparse tensors of SerializeSparse, stacked along as many new dimensions as there are before the last one,
// whose size is 3; each size is the largest of all. Errors: INVALID_ARGUMENT for bytes that are none, other
// types or ranks.
inline DeserializeSparseOutputs DeserializeSparse(const Input& serialized_sparse, DType dtype,
    const DeserializeSparseAttrs& attrs = {}) {
  const Node node = detail::OpCall("DeserializeSparse", attrs.name).In(serialized_sparse, "Tserialized")
      .Attr("dtype", dtype).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct DestroyResourceOpAttrs {
  bool ignore_lookup_error = true;
  std::string name = "";
};
// Drops the resource: a variable loses its value. Errors: NOT_FOUND if it is gone already and
// ignore_lookup_error is false.
inline Node DestroyResourceOp(const Input& resource, const DestroyResourceOpAttrs& attrs = {}) {
  return detail::OpCall("DestroyResourceOp", attrs.name).In(resource, "=resource")
      .Attr("ignore_lookup_error", attrs.ignore_lookup_error).Add();
}

struct DiagAttrs {
  std::string name = "";
};
// Makes a tensor that has the elements of diagonal where the first half of the indices is the second half,
// and 0 elsewhere. Shapes: output is diagonal.shape twice.
inline Output Diag(const Input& diagonal, const DiagAttrs& attrs = {}) {
  return detail::OpCall("Diag", attrs.name).In(diagonal, "T").One();
}

struct DiagPartAttrs {
  std::string name = "";
};
// Gives the elements of input where the first half of the indices is the second half. Shapes: input is
// diagonal.shape twice.
inline Output DiagPart(const Input& input, const DiagPartAttrs& attrs = {}) {
  return detail::OpCall("DiagPart", attrs.name).In(input, "T").One();
}

struct DigammaAttrs {
  std::string name = "";
};
// Gives the derivative of Lgamma; NaN at 0 and at negative integers. Shapes: y is like x.
inline Output Digamma(const Input& x, const DigammaAttrs& attrs = {}) {
  return detail::OpCall("Digamma", attrs.name).In(x, "T").One();
}

struct Dilation2DAttrs {
  std::string name = "";
};
// Gives the largest sum of a pixel and its place in the filter, of every window of an image, channel by
// channel; what lies outside of the image does not count. Shapes: input is [batch,rows,columns,channels],
// filter [rows,columns,channels]. Errors: INVALID_ARGUMENT if the filter does not fit into the padded image.
// padding: SAME, VALID.
inline Output Dilation2D(const Input& input, const Input& filter, const std::vector<std::int64_t>& strides,
    const std::vector<std::int64_t>& rates, const std::string& padding, const Dilation2DAttrs& attrs = {}) {
  return detail::OpCall("Dilation2D", attrs.name).In(input, "T").In(filter, "T")
      .Attr("strides", strides).Attr("rates", rates).Attr("padding", padding).One();
}

struct Dilation2DBackpropFilterAttrs {
  std::string name = "";
};
// Gives the gradient of Dilation2D for its filter: each element of out_backprop goes to the place in the
// filter of the first of the largest sums of its window. Shapes: as there.
// padding: SAME, VALID.
inline Output Dilation2DBackpropFilter(const Input& input, const Input& filter, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& rates,
    const std::string& padding, const Dilation2DBackpropFilterAttrs& attrs = {}) {
  return detail::OpCall("Dilation2DBackpropFilter", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("rates", rates).Attr("padding", padding)
      .One();
}

struct Dilation2DBackpropInputAttrs {
  std::string name = "";
};
// Gives the gradient of Dilation2D for its input: each element of out_backprop goes to the pixel of the first
// of the largest sums of its window. Shapes: as there.
// padding: SAME, VALID.
inline Output Dilation2DBackpropInput(const Input& input, const Input& filter, const Input& out_backprop,
    const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& rates,
    const std::string& padding, const Dilation2DBackpropInputAttrs& attrs = {}) {
  return detail::OpCall("Dilation2DBackpropInput", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("rates", rates).Attr("padding", padding)
      .One();
}

struct DirectedInterleaveDatasetAttrs {
  bool stop_on_empty_dataset = false;
  std::string name = "";
};
// Gives a dataset whose elements come each from the input whose number selector_input_dataset gives, an
// int64. It ends with that one, or with all inputs; a number of an input that has ended counts for nothing,
// or ends it if stop_on_empty_dataset. Errors: INVALID_ARGUMENT for inputs of different types; of a pass: for
// a number of no input.
inline Output DirectedInterleaveDataset(const Input& selector_input_dataset,
    const std::vector<Input>& data_input_datasets, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const DirectedInterleaveDatasetAttrs& attrs = {}) {
  return detail::OpCall("DirectedInterleaveDataset", attrs.name).In(selector_input_dataset, "=variant")
      .In(data_input_datasets, "*=variant:N").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("stop_on_empty_dataset", attrs.stop_on_empty_dataset)
      .One();
}

struct DisableCopyOnReadAttrs {
  std::string name = "";
};
// Does nothing: a read never copies a variable here, and an update never changes what was read. In TensorFlow
// it turns off a mode of variables in which each read is a copy.
inline Node DisableCopyOnRead(const Input& resource, const DisableCopyOnReadAttrs& attrs = {}) {
  return detail::OpCall("DisableCopyOnRead", attrs.name).In(resource, "=resource").Add();
}

struct DivAttrs {
  std::string name = "";
};
// Gives x / y, element by element; integers are divided towards zero. Shapes: x and y broadcast against each
// other. Errors: INVALID_ARGUMENT for an integer division by zero.
inline Output Div(const Input& x, const Input& y, const DivAttrs& attrs = {}) {
  return detail::OpCall("Div", attrs.name).In(x, "T").In(y, "T").One();
}

struct DivNoNanAttrs {
  std::string name = "";
};
// Gives x / y, and 0 where y is 0. Shapes: x and y broadcast against each other.
inline Output DivNoNan(const Input& x, const Input& y, const DivNoNanAttrs& attrs = {}) {
  return detail::OpCall("DivNoNan", attrs.name).In(x, "T").In(y, "T").One();
}

struct DrawBoundingBoxesAttrs {
  std::string name = "";
};
// Draws the edges of boxes into images, in ten colours one after another. Boxes that lie outside or are
// turned around are left out. Shapes: images [batch,rows,columns,1, 3 or 4], boxes [batch,n,4] as y1, x1, y2
// and x2, where 0 and 1 are the first and the last pixels; output is like images.
inline Output DrawBoundingBoxes(const Input& images, const Input& boxes,
    const DrawBoundingBoxesAttrs& attrs = {}) {
  return detail::OpCall("DrawBoundingBoxes", attrs.name).In(images, "T").In(boxes, "=float").One();
}

struct DrawBoundingBoxesV2Attrs {
  std::string name = "";
};
// Draws the edges of boxes into images, in the given colours one after another. Boxes that lie outside or are
// turned around are left out. Shapes: images [batch,rows,columns,1, 3 or 4], boxes [batch,n,4] as y1, x1, y2
// and x2, where 0 and 1 are the first and the last pixels, colors [any,channels]; none are the ten of
// DrawBoundingBoxes; output is like images.
inline Output DrawBoundingBoxesV2(const Input& images, const Input& boxes, const Input& colors,
    const DrawBoundingBoxesV2Attrs& attrs = {}) {
  return detail::OpCall("DrawBoundingBoxesV2", attrs.name).In(images, "T").In(boxes, "=float")
      .In(colors, "=float").One();
}

struct DynamicPartitionAttrs {
  std::string name = "";
};
// Puts every slice of data into the output that partitions names, in order. Shapes: partitions is a prefix of
// data's shape; outputs are [?] + the rest. Errors: INVALID_ARGUMENT for a partition outside
// [0,num_partitions).
inline std::vector<Output> DynamicPartition(const Input& data, const Input& partitions,
    std::int64_t num_partitions, const DynamicPartitionAttrs& attrs = {}) {
  const Node node = detail::OpCall("DynamicPartition", attrs.name).In(data, "T")
      .In(partitions, "=int32").Attr("num_partitions", num_partitions).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "*T:num_partitions", &at);
}

struct DynamicStitchAttrs {
  std::string name = "";
};
// Interleaves slices: merged[indices[m][i..]] = data[m][i..]; of equal indices the last wins; rows that no
// index names are unspecified. Shapes: data[m] is shaped like indices[m] followed by one common shape; merged
// has 1 + the largest index as its first dimension, known only at run time. Errors: INVALID_ARGUMENT for a
// negative index.
inline Output DynamicStitch(const std::vector<Input>& indices, const std::vector<Input>& data,
    const DynamicStitchAttrs& attrs = {}) {
  return detail::OpCall("DynamicStitch", attrs.name).In(indices, "*=int32:N").In(data, "*T:N").One();
}

struct EagerPyFuncAttrs {
  bool is_async = false;
  std::string name = "";
};
// As PyFunc, of a function that TensorFlow would run eagerly; is_async has no effect.
inline std::vector<Output> EagerPyFunc(const std::vector<Input>& input, const std::string& token,
    const std::vector<DType>& Tout, const EagerPyFuncAttrs& attrs = {}) {
  const Node node = detail::OpCall("EagerPyFunc", attrs.name).In(input, "**Tin").Attr("token", token)
      .Attr("Tout", Tout).Attr("is_async", attrs.is_async).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct EditDistanceAttrs {
  bool normalize = true;
  std::string name = "";
};
// Counts how many insertions, deletions and replacements make each row of the last dim of hypothesis that of
// truth, divided by truth's length if normalize is set. Shapes: output is, dim by dim, the larger of the
// dense shapes without their last dims. Errors: INVALID_ARGUMENT for an index out of range.
inline Output EditDistance(const Input& hypothesis_indices, const Input& hypothesis_values,
    const Input& hypothesis_shape, const Input& truth_indices, const Input& truth_values,
    const Input& truth_shape, const EditDistanceAttrs& attrs = {}) {
  return detail::OpCall("EditDistance", attrs.name).In(hypothesis_indices, "=int64")
      .In(hypothesis_values, "T").In(hypothesis_shape, "=int64").In(truth_indices, "=int64")
      .In(truth_values, "T").In(truth_shape, "=int64").Attr("normalize", attrs.normalize).One();
}

struct EigOutputs {
  Output e;
  Output v;
};
struct EigAttrs {
  bool compute_v = true;
  std::string name = "";
};
// Gives the eigenvalues of matrices and their vectors, the columns of v, of norm 1. Those of complex matrices
// ascend by absolute value; those of real ones are in any order, but conjugates stand together. The phase of
// vectors is any. Shapes: input is [..., n, n], e [..., n], v like input, or [0] without compute_v. Errors:
// INVALID_ARGUMENT for numbers that are not finite, and unless Tout is the complex type of T.
// Tout: complex64, complex128.
inline EigOutputs Eig(const Input& input, DType Tout, const EigAttrs& attrs = {}) {
  const Node node = detail::OpCall("Eig", attrs.name).In(input, "T").Attr("Tout", Tout)
      .Attr("compute_v", attrs.compute_v).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct EinsumAttrs {
  std::string name = "";
};
// Labels the dimensions of every input with letters, multiplies what has equal labels and sums over the
// labels that the output has not: "bij,bjk->bik" multiplies matrices. An ellipsis stands for dimensions that
// broadcast. A label that an input has twice means its diagonal, one that the output has twice zeros beside
// it: "ii->i", "i->ii". Shapes: dimensions of one label are equal. Errors: INVALID_ARGUMENT for an equation
// that does not fit the inputs, or whose output lacks the ellipsis that an input needs; UNIMPLEMENTED for an
// ellipsis over an unknown rank.
inline Output Einsum(const std::vector<Input>& inputs, const std::string& equation,
    const EinsumAttrs& attrs = {}) {
  return detail::OpCall("Einsum", attrs.name).In(inputs, "*T:N").Attr("equation", equation).One();
}

struct EluAttrs {
  std::string name = "";
};
// Gives exp(features) - 1 below 0 and features elsewhere. Shapes: activations is like features. Source:
// Clevert, Unterthiner & Hochreiter 2015.
inline Output Elu(const Input& features, const EluAttrs& attrs = {}) {
  return detail::OpCall("Elu", attrs.name).In(features, "T").One();
}

struct EluGradAttrs {
  std::string name = "";
};
// Gives gradients * (outputs + 1) where outputs, which Elu gave, are below 0 and gradients elsewhere. Shapes:
// all alike.
inline Output EluGrad(const Input& gradients, const Input& outputs, const EluGradAttrs& attrs = {}) {
  return detail::OpCall("EluGrad", attrs.name).In(gradients, "T").In(outputs, "T").One();
}

struct EmptyAttrs {
  bool init = false;
  std::string name = "";
};
// Gives a tensor of zeros, as TensorFlow does with init; without it there may be anything. Strings are empty.
// Shapes: shape is a vector.
inline Output Empty(const Input& shape, DType dtype, const EmptyAttrs& attrs = {}) {
  return detail::OpCall("Empty", attrs.name).In(shape, "=int32").Attr("dtype", dtype)
      .Attr("init", attrs.init).One();
}

struct EmptyTensorListAttrs {
  std::string name = "";
};
// Gives an empty list of tensors of element_dtype, of at most max_num_elements if that is not negative.
// Shapes: element_shape is -1 or a vector, whose -1 entries are any size.
inline Output EmptyTensorList(const Input& element_shape, const Input& max_num_elements, DType element_dtype,
    const EmptyTensorListAttrs& attrs = {}) {
  return detail::OpCall("EmptyTensorList", attrs.name).In(element_shape, "shape_type")
      .In(max_num_elements, "=int32").Attr("element_dtype", element_dtype).One();
}

struct EncodeBase64Attrs {
  bool pad = false;
  std::string name = "";
};
// Encodes each string in web-safe base64 (with - and _), with = at its end only if pad is set. Shapes: output
// is like input. Source: RFC 4648, section 5.
inline Output EncodeBase64(const Input& input, const EncodeBase64Attrs& attrs = {}) {
  return detail::OpCall("EncodeBase64", attrs.name).In(input, "=string").Attr("pad", attrs.pad).One();
}

struct EncodeJpegAttrs {
  std::string format = "";
  std::int64_t quality = 95;
  bool progressive = false;
  bool optimize_size = false;
  bool chroma_downsampling = true;
  std::string density_unit = "in";
  std::int64_t x_density = 300;
  std::int64_t y_density = 300;
  std::string xmp_metadata = "";
  std::string name = "";
};
// Gives an image as a JPEG file. quality is 0 to 100. Shapes: image [rows,columns,1 or 3], contents a scalar.
// Errors: INVALID_ARGUMENT for an image without pixels, other channels than format says and a quality outside
// of its range.
// format: , grayscale, rgb.
// density_unit: in, cm.
inline Output EncodeJpeg(const Input& image, const EncodeJpegAttrs& attrs = {}) {
  return detail::OpCall("EncodeJpeg", attrs.name).In(image, "=uint8").Attr("format", attrs.format)
      .Attr("quality", attrs.quality).Attr("progressive", attrs.progressive)
      .Attr("optimize_size", attrs.optimize_size).Attr("chroma_downsampling", attrs.chroma_downsampling)
      .Attr("density_unit", attrs.density_unit).Attr("x_density", attrs.x_density)
      .Attr("y_density", attrs.y_density).Attr("xmp_metadata", attrs.xmp_metadata).One();
}

struct EncodeJpegVariableQualityAttrs {
  std::string name = "";
};
// Gives an image as a JPEG file of the given quality, 0 to 100. Shapes: images [rows,columns,1 or 3], quality
// and contents scalars. Errors: as of EncodeJpeg.
inline Output EncodeJpegVariableQuality(const Input& images, const Input& quality,
    const EncodeJpegVariableQualityAttrs& attrs = {}) {
  return detail::OpCall("EncodeJpegVariableQuality", attrs.name).In(images, "=uint8")
      .In(quality, "=int32").One();
}

struct EncodePngAttrs {
  std::int64_t compression = -1;
  std::string name = "";
};
// Gives images as PNG files. compression is 0 to 9, or -1 for zlib's own choice. Shapes: image
// [...,rows,columns,1 to 4], contents [...]. Errors: INVALID_ARGUMENT for images without pixels and other
// channels.
inline Output EncodePng(const Input& image, const EncodePngAttrs& attrs = {}) {
  return detail::OpCall("EncodePng", attrs.name).In(image, "T").Attr("compression", attrs.compression)
      .One();
}

struct EncodeWavAttrs {
  std::string name = "";
};
// Gives sound as a WAV file of 16 bits. Shapes: audio [samples,channels] in [-1,1), sample_rate and contents
// scalars. Errors: INVALID_ARGUMENT without channels and for a sample_rate below 1.
inline Output EncodeWav(const Input& audio, const Input& sample_rate, const EncodeWavAttrs& attrs = {}) {
  return detail::OpCall("EncodeWav", attrs.name).In(audio, "=float").In(sample_rate, "=int32").One();
}

struct EnsureShapeAttrs {
  std::string name = "";
};
// Passes input on if it has a shape that fits `shape`. Shapes: output is like input. Errors: INVALID_ARGUMENT
// for another shape.
inline Output EnsureShape(const Input& input, const PartialShape& shape, const EnsureShapeAttrs& attrs = {}) {
  return detail::OpCall("EnsureShape", attrs.name).In(input, "T").Attr("shape", shape).One();
}

struct EnterAttrs {
  bool is_constant = false;
  std::int64_t parallel_iterations = 10;
  std::string name = "";
};
// Passes data into iteration 0 of the child frame called frame_name, or with is_constant into each of its
// iterations; at most parallel_iterations of them run at once. Shapes: output is like data.
inline Output Enter(const Input& data, const std::string& frame_name, const EnterAttrs& attrs = {}) {
  return detail::OpCall("Enter", attrs.name).In(data, "T").Attr("frame_name", frame_name)
      .Attr("is_constant", attrs.is_constant).Attr("parallel_iterations", attrs.parallel_iterations)
      .One();
}

struct EqualAttrs {
  bool incompatible_shape_error = true;
  std::string name = "";
};
// Tells where x equals y. Shapes: x and y broadcast against each other; with incompatible_shape_error false,
// shapes that do not broadcast give a scalar false.
inline Output Equal(const Input& x, const Input& y, const EqualAttrs& attrs = {}) {
  return detail::OpCall("Equal", attrs.name).In(x, "T").In(y, "T")
      .Attr("incompatible_shape_error", attrs.incompatible_shape_error).One();
}

struct ErfAttrs {
  std::string name = "";
};
// Gives the error function 2 / sqrt(pi) * integral of exp(-t^2) from 0 to x. Shapes: y is like x.
inline Output Erf(const Input& x, const ErfAttrs& attrs = {}) {
  return detail::OpCall("Erf", attrs.name).In(x, "T").One();
}

struct ErfcAttrs {
  std::string name = "";
};
// Gives 1 - Erf(x), exact where that is small. Shapes: y is like x.
inline Output Erfc(const Input& x, const ErfcAttrs& attrs = {}) {
  return detail::OpCall("Erfc", attrs.name).In(x, "T").One();
}

struct ErfinvAttrs {
  std::string name = "";
};
// Gives the number whose Erf is x; NaN outside [-1,1], infinite at its ends. Shapes: y is like x.
inline Output Erfinv(const Input& x, const ErfinvAttrs& attrs = {}) {
  return detail::OpCall("Erfinv", attrs.name).In(x, "T").One();
}

struct EuclideanNormAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Gives the root of the sum of squares (of absolute values) over the given axes. Shapes and errors: as Sum.
inline Output EuclideanNorm(const Input& input, const Input& reduction_indices,
    const EuclideanNormAttrs& attrs = {}) {
  return detail::OpCall("EuclideanNorm", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct ExitAttrs {
  std::string name = "";
};
// Passes data from a frame to its parent. Shapes: output is like data.
inline Output Exit(const Input& data, const ExitAttrs& attrs = {}) {
  return detail::OpCall("Exit", attrs.name).In(data, "T").One();
}

struct ExpAttrs {
  std::string name = "";
};
// Gives e to the power of x, element by element. Shapes: y is like x.
inline Output Exp(const Input& x, const ExpAttrs& attrs = {}) {
  return detail::OpCall("Exp", attrs.name).In(x, "T").One();
}

struct ExpandDimsAttrs {
  std::string name = "";
};
// Inserts a dimension of size 1 before axis dim. Shapes: dim is one number in [-rank-1,rank]. Errors:
// INVALID_ARGUMENT outside that range.
inline Output ExpandDims(const Input& input, const Input& dim, const ExpandDimsAttrs& attrs = {}) {
  return detail::OpCall("ExpandDims", attrs.name).In(input, "T").In(dim, "Tdim").One();
}

struct ExperimentalCSVDatasetAttrs {
  std::string name = "";
};
// As CSVDataset, which newer programs say.
inline Output ExperimentalCSVDataset(const Input& filenames, const Input& compression_type,
    const Input& buffer_size, const Input& header, const Input& field_delim, const Input& use_quote_delim,
    const Input& na_value, const Input& select_cols, const std::vector<Input>& record_defaults,
    const std::vector<PartialShape>& output_shapes, const ExperimentalCSVDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalCSVDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(header, "=bool")
      .In(field_delim, "=string").In(use_quote_delim, "=bool").In(na_value, "=string")
      .In(select_cols, "=int64").In(record_defaults, "**output_types")
      .Attr("output_shapes", output_shapes).One();
}

struct ExperimentalDatasetCardinalityAttrs {
  std::string name = "";
};
// As DatasetCardinality.
inline Output ExperimentalDatasetCardinality(const Input& input_dataset,
    const ExperimentalDatasetCardinalityAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalDatasetCardinality", attrs.name).In(input_dataset, "=variant")
      .One();
}

struct ExperimentalDirectedInterleaveDatasetAttrs {
  std::string name = "";
};
// As DirectedInterleaveDataset, which newer programs say.
inline Output ExperimentalDirectedInterleaveDataset(const Input& selector_input_dataset,
    const std::vector<Input>& data_input_datasets, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ExperimentalDirectedInterleaveDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalDirectedInterleaveDataset", attrs.name)
      .In(selector_input_dataset, "=variant").In(data_input_datasets, "*=variant:N")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct ExperimentalGroupByReducerDatasetAttrs {
  std::string name = "";
};
// As GroupByReducerDataset, which newer programs say.
inline Output ExperimentalGroupByReducerDataset(const Input& input_dataset,
    const std::vector<Input>& key_func_other_arguments, const std::vector<Input>& init_func_other_arguments,
    const std::vector<Input>& reduce_func_other_arguments,
    const std::vector<Input>& finalize_func_other_arguments, const Function& key_func,
    const Function& init_func, const Function& reduce_func, const Function& finalize_func,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ExperimentalGroupByReducerDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalGroupByReducerDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(init_func_other_arguments, "**Tinit_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(finalize_func_other_arguments, "**Tfinalize_func_other_arguments").Attr("key_func", key_func)
      .Attr("init_func", init_func).Attr("reduce_func", reduce_func)
      .Attr("finalize_func", finalize_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct ExperimentalGroupByWindowDatasetAttrs {
  std::string name = "";
};
// As GroupByWindowDataset, which newer programs say.
inline Output ExperimentalGroupByWindowDataset(const Input& input_dataset,
    const std::vector<Input>& key_func_other_arguments, const std::vector<Input>& reduce_func_other_arguments,
    const std::vector<Input>& window_size_func_other_arguments, const Function& key_func,
    const Function& reduce_func, const Function& window_size_func, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ExperimentalGroupByWindowDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalGroupByWindowDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(window_size_func_other_arguments, "**Twindow_size_func_other_arguments")
      .Attr("key_func", key_func).Attr("reduce_func", reduce_func)
      .Attr("window_size_func", window_size_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct ExperimentalIgnoreErrorsDatasetAttrs {
  bool log_warning = false;
  std::string name = "";
};
// As IgnoreErrorsDataset, which newer programs say.
inline Output ExperimentalIgnoreErrorsDataset(const Input& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ExperimentalIgnoreErrorsDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalIgnoreErrorsDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("log_warning", attrs.log_warning).One();
}

struct ExperimentalMapAndBatchDatasetAttrs {
  bool preserve_cardinality = false;
  std::string name = "";
};
// As MapAndBatchDataset, which newer programs say.
inline Output ExperimentalMapAndBatchDataset(const Input& input_dataset,
    const std::vector<Input>& other_arguments, const Input& batch_size, const Input& num_parallel_calls,
    const Input& drop_remainder, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ExperimentalMapAndBatchDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalMapAndBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(batch_size, "=int64").In(num_parallel_calls, "=int64")
      .In(drop_remainder, "=bool").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("preserve_cardinality", attrs.preserve_cardinality)
      .One();
}

struct ExperimentalMaxIntraOpParallelismDatasetAttrs {
  std::string name = "";
};
// As MaxIntraOpParallelismDataset, which newer programs say.
inline Output ExperimentalMaxIntraOpParallelismDataset(const Input& input_dataset,
    const Input& max_intra_op_parallelism, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ExperimentalMaxIntraOpParallelismDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalMaxIntraOpParallelismDataset", attrs.name)
      .In(input_dataset, "=variant").In(max_intra_op_parallelism, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct ExperimentalNonSerializableDatasetAttrs {
  std::string name = "";
};
// As NonSerializableDataset, which newer programs say.
inline Output ExperimentalNonSerializableDataset(const Input& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ExperimentalNonSerializableDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalNonSerializableDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct ExperimentalParallelInterleaveDatasetAttrs {
  std::string name = "";
};
// As ParallelInterleaveDataset, which newer programs say.
inline Output ExperimentalParallelInterleaveDataset(const Input& input_dataset,
    const std::vector<Input>& other_arguments, const Input& cycle_length, const Input& block_length,
    const Input& sloppy, const Input& buffer_output_elements, const Input& prefetch_input_elements,
    const Function& f, const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ExperimentalParallelInterleaveDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalParallelInterleaveDataset", attrs.name)
      .In(input_dataset, "=variant").In(other_arguments, "**Targuments").In(cycle_length, "=int64")
      .In(block_length, "=int64").In(sloppy, "=bool").In(buffer_output_elements, "=int64")
      .In(prefetch_input_elements, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct ExperimentalParseExampleDatasetAttrs {
  bool sloppy = false;
  std::string name = "";
};
// As ParseExampleDataset, which newer programs say.
// sparse_types: float, int64, string.
inline Output ExperimentalParseExampleDataset(const Input& input_dataset, const Input& num_parallel_calls,
    const std::vector<Input>& dense_defaults, const std::vector<std::string>& sparse_keys,
    const std::vector<std::string>& dense_keys, const std::vector<DType>& sparse_types,
    const std::vector<PartialShape>& dense_shapes, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ExperimentalParseExampleDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalParseExampleDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_parallel_calls, "=int64").In(dense_defaults, "**Tdense").Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("sloppy", attrs.sloppy).One();
}

struct ExperimentalPrivateThreadPoolDatasetAttrs {
  std::string name = "";
};
// As PrivateThreadPoolDataset, which newer programs say.
inline Output ExperimentalPrivateThreadPoolDataset(const Input& input_dataset, const Input& num_threads,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ExperimentalPrivateThreadPoolDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalPrivateThreadPoolDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_threads, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

struct ExperimentalRandomDatasetAttrs {
  std::string name = "";
};
// As RandomDataset, which newer programs say.
inline Output ExperimentalRandomDataset(const Input& seed, const Input& seed2,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ExperimentalRandomDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalRandomDataset", attrs.name).In(seed, "=int64").In(seed2, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct ExperimentalScanDatasetAttrs {
  bool preserve_cardinality = false;
  std::string name = "";
};
// As ScanDataset, which newer programs say.
inline Output ExperimentalScanDataset(const Input& input_dataset, const std::vector<Input>& initial_state,
    const std::vector<Input>& other_arguments, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ExperimentalScanDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalScanDataset", attrs.name).In(input_dataset, "=variant")
      .In(initial_state, "**Tstate").In(other_arguments, "**Targuments").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("preserve_cardinality", attrs.preserve_cardinality).One();
}

struct ExperimentalTakeWhileDatasetAttrs {
  std::string name = "";
};
// As TakeWhileDataset, which newer programs say.
inline Output ExperimentalTakeWhileDataset(const Input& input_dataset,
    const std::vector<Input>& other_arguments, const Function& predicate,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ExperimentalTakeWhileDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalTakeWhileDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct ExperimentalUnbatchDatasetAttrs {
  std::string name = "";
};
// As UnbatchDataset, which newer programs say.
inline Output ExperimentalUnbatchDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ExperimentalUnbatchDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalUnbatchDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct ExperimentalUniqueDatasetAttrs {
  std::string name = "";
};
// As UniqueDataset, which newer programs say.
inline Output ExperimentalUniqueDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ExperimentalUniqueDatasetAttrs& attrs = {}) {
  return detail::OpCall("ExperimentalUniqueDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct ExpintAttrs {
  std::string name = "";
};
// Gives the integral of exp(t) / t from minus infinity to x; NaN below 0. Shapes: y is like x.
inline Output Expint(const Input& x, const ExpintAttrs& attrs = {}) {
  return detail::OpCall("Expint", attrs.name).In(x, "T").One();
}

struct Expm1Attrs {
  std::string name = "";
};
// Gives exp(x) - 1, exact near 0. Shapes: y is like x.
inline Output Expm1(const Input& x, const Expm1Attrs& attrs = {}) {
  return detail::OpCall("Expm1", attrs.name).In(x, "T").One();
}

struct ExtractGlimpseAttrs {
  bool centered = true;
  bool normalized = true;
  bool uniform_noise = true;
  std::string noise = "uniform";
  std::string name = "";
};
// Cuts size rows and columns out of each image around its offsets: in units of the image's size if
// normalized, else in pixels; halved and from the image's middle if centered. What lies outside is noise of
// the image's range (uniform), of each channel's mean and deviation (gaussian), or zero. Shapes: input is
// [batch,rows,columns,channels], offsets [batch,2].
inline Output ExtractGlimpse(const Input& input, const Input& size, const Input& offsets,
    const ExtractGlimpseAttrs& attrs = {}) {
  return detail::OpCall("ExtractGlimpse", attrs.name).In(input, "=float").In(size, "=int32")
      .In(offsets, "=float").Attr("centered", attrs.centered).Attr("normalized", attrs.normalized)
      .Attr("uniform_noise", attrs.uniform_noise).Attr("noise", attrs.noise).One();
}

struct ExtractGlimpseV2Attrs {
  bool centered = true;
  bool normalized = true;
  bool uniform_noise = true;
  std::string noise = "uniform";
  std::string name = "";
};
// ExtractGlimpse, but offsets are those of the glimpse's first pixel, and in pixels from the image's middle
// if centered, unless they are both normalized and centered.
inline Output ExtractGlimpseV2(const Input& input, const Input& size, const Input& offsets,
    const ExtractGlimpseV2Attrs& attrs = {}) {
  return detail::OpCall("ExtractGlimpseV2", attrs.name).In(input, "=float").In(size, "=int32")
      .In(offsets, "=float").Attr("centered", attrs.centered).Attr("normalized", attrs.normalized)
      .Attr("uniform_noise", attrs.uniform_noise).Attr("noise", attrs.noise).One();
}

struct ExtractImagePatchesAttrs {
  std::string name = "";
};
// Takes patches of ksizes[1] rows and ksizes[2] columns, with steps of rates between their pixels, from
// images at every step of strides, and lays each along the channels; what is outside of an image is 0.
// Shapes: images is [batch,rows,columns,channels], patches [batch,out_rows,out_columns,ksizes[1] * ksizes[2]
// * channels]. Errors: INVALID_ARGUMENT if a patch does not fit into the padded image.
// padding: SAME, VALID.
inline Output ExtractImagePatches(const Input& images, const std::vector<std::int64_t>& ksizes,
    const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& rates,
    const std::string& padding, const ExtractImagePatchesAttrs& attrs = {}) {
  return detail::OpCall("ExtractImagePatches", attrs.name).In(images, "T").Attr("ksizes", ksizes)
      .Attr("strides", strides).Attr("rates", rates).Attr("padding", padding).One();
}

struct ExtractJpegShapeAttrs {
  DType output_type = DType::kInt32;
  std::string name = "";
};
// Gives rows, columns and channels of a JPEG file from its header. Errors: INVALID_ARGUMENT for contents that
// are no image, are damaged or cut off, or claim more pixels than they can hold.
// output_type: int32, int64.
inline Output ExtractJpegShape(const Input& contents, const ExtractJpegShapeAttrs& attrs = {}) {
  return detail::OpCall("ExtractJpegShape", attrs.name).In(contents, "=string")
      .Attr("output_type", attrs.output_type).One();
}

struct ExtractVolumePatchesAttrs {
  std::string name = "";
};
// Takes patches from volumes at every step of strides, and lays each along the channels, as
// ExtractImagePatches from images. Shapes: input is [batch,depth,rows,columns,channels].
// padding: SAME, VALID.
inline Output ExtractVolumePatches(const Input& input, const std::vector<std::int64_t>& ksizes,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ExtractVolumePatchesAttrs& attrs = {}) {
  return detail::OpCall("ExtractVolumePatches", attrs.name).In(input, "T").Attr("ksizes", ksizes)
      .Attr("strides", strides).Attr("padding", padding).One();
}

struct FFTAttrs {
  std::string name = "";
};
// Gives the discrete Fourier transform over the last dimension, or the last two or three where the name says
// so. Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.
inline Output FFT(const Input& input, const FFTAttrs& attrs = {}) {
  return detail::OpCall("FFT", attrs.name).In(input, "Tcomplex").One();
}

struct FFT2DAttrs {
  std::string name = "";
};
// Gives the discrete Fourier transform over the last dimension, or the last two or three where the name says
// so. Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.
inline Output FFT2D(const Input& input, const FFT2DAttrs& attrs = {}) {
  return detail::OpCall("FFT2D", attrs.name).In(input, "Tcomplex").One();
}

struct FFT3DAttrs {
  std::string name = "";
};
// Gives the discrete Fourier transform over the last dimension, or the last two or three where the name says
// so. Shapes: output is like input. Source: Cooley & Tukey 1965; Bluestein 1970.
inline Output FFT3D(const Input& input, const FFT3DAttrs& attrs = {}) {
  return detail::OpCall("FFT3D", attrs.name).In(input, "Tcomplex").One();
}

struct FIFOQueueAttrs {
  std::vector<PartialShape> shapes = {};
  std::int64_t capacity = -1;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a first-in first-out queue whose elements are tuples of tensors of the given types, and
// shapes if these are given; capacity -1 sets no limit.
inline Output FIFOQueue(const Graph& graph, const std::vector<DType>& component_types,
    const FIFOQueueAttrs& attrs = {}) {
  return detail::OpCall("FIFOQueue", attrs.name, graph.state()).Attr("component_types", component_types)
      .Attr("shapes", attrs.shapes).Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct FIFOQueueV2Attrs {
  std::vector<PartialShape> shapes = {};
  std::int64_t capacity = -1;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a first-in first-out queue whose elements are tuples of tensors of the given types, and
// shapes if these are given; capacity -1 sets no limit.
inline Output FIFOQueueV2(const Graph& graph, const std::vector<DType>& component_types,
    const FIFOQueueV2Attrs& attrs = {}) {
  return detail::OpCall("FIFOQueueV2", attrs.name, graph.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct FakeQuantWithMinMaxArgsAttrs {
  float min = -6.0f;
  float max = 6.0f;
  std::int64_t num_bits = 8;
  bool narrow_range = false;
  std::string name = "";
};
// Rounds inputs to the nearest of 2^num_bits numbers from min to max, of which one is 0: the range is moved a
// little for that. narrow_range leaves out the lowest. Shapes: outputs is like inputs. Errors:
// INVALID_ARGUMENT unless min < max and num_bits is 2 to 16. Source: Jacob et al. 2018.
inline Output FakeQuantWithMinMaxArgs(const Input& inputs, const FakeQuantWithMinMaxArgsAttrs& attrs = {}) {
  return detail::OpCall("FakeQuantWithMinMaxArgs", attrs.name).In(inputs, "=float")
      .Attr("min", attrs.min).Attr("max", attrs.max).Attr("num_bits", attrs.num_bits)
      .Attr("narrow_range", attrs.narrow_range).One();
}

struct FakeQuantWithMinMaxArgsGradientAttrs {
  float min = -6.0f;
  float max = 6.0f;
  std::int64_t num_bits = 8;
  bool narrow_range = false;
  std::string name = "";
};
// Gives gradients where inputs are in the range of FakeQuantWithMinMaxArgs, and 0 elsewhere. Shapes: all
// alike.
inline Output FakeQuantWithMinMaxArgsGradient(const Input& gradients, const Input& inputs,
    const FakeQuantWithMinMaxArgsGradientAttrs& attrs = {}) {
  return detail::OpCall("FakeQuantWithMinMaxArgsGradient", attrs.name).In(gradients, "=float")
      .In(inputs, "=float").Attr("min", attrs.min).Attr("max", attrs.max)
      .Attr("num_bits", attrs.num_bits).Attr("narrow_range", attrs.narrow_range).One();
}

struct FakeQuantWithMinMaxVarsAttrs {
  std::int64_t num_bits = 8;
  bool narrow_range = false;
  std::string name = "";
};
// As FakeQuantWithMinMaxArgs, with the range as inputs; zeros where both of its ends are 0. Shapes: min and
// max are scalars, outputs is like inputs.
inline Output FakeQuantWithMinMaxVars(const Input& inputs, const Input& min, const Input& max,
    const FakeQuantWithMinMaxVarsAttrs& attrs = {}) {
  return detail::OpCall("FakeQuantWithMinMaxVars", attrs.name).In(inputs, "=float").In(min, "=float")
      .In(max, "=float").Attr("num_bits", attrs.num_bits).Attr("narrow_range", attrs.narrow_range)
      .One();
}

struct FakeQuantWithMinMaxVarsGradientOutputs {
  Output backprops_wrt_input;
  Output backprop_wrt_min;
  Output backprop_wrt_max;
};
struct FakeQuantWithMinMaxVarsGradientAttrs {
  std::int64_t num_bits = 8;
  bool narrow_range = false;
  std::string name = "";
};
// Divides gradients among inputs that are in the range of FakeQuantWithMinMaxVars, min for those below and
// max for those above. Shapes: min and max are scalars, the rest are alike.
inline FakeQuantWithMinMaxVarsGradientOutputs FakeQuantWithMinMaxVarsGradient(const Input& gradients,
    const Input& inputs, const Input& min, const Input& max,
    const FakeQuantWithMinMaxVarsGradientAttrs& attrs = {}) {
  const Node node = detail::OpCall("FakeQuantWithMinMaxVarsGradient", attrs.name).In(gradients, "=float")
      .In(inputs, "=float").In(min, "=float").In(max, "=float").Attr("num_bits", attrs.num_bits)
      .Attr("narrow_range", attrs.narrow_range).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct FakeQuantWithMinMaxVarsPerChannelAttrs {
  std::int64_t num_bits = 8;
  bool narrow_range = false;
  std::string name = "";
};
// As FakeQuantWithMinMaxVars, with a range for each element of the last dimension. Shapes: min and max are
// vectors as long as it.
inline Output FakeQuantWithMinMaxVarsPerChannel(const Input& inputs, const Input& min, const Input& max,
    const FakeQuantWithMinMaxVarsPerChannelAttrs& attrs = {}) {
  return detail::OpCall("FakeQuantWithMinMaxVarsPerChannel", attrs.name).In(inputs, "=float")
      .In(min, "=float").In(max, "=float").Attr("num_bits", attrs.num_bits)
      .Attr("narrow_range", attrs.narrow_range).One();
}

struct FakeQuantWithMinMaxVarsPerChannelGradientOutputs {
  Output backprops_wrt_input;
  Output backprop_wrt_min;
  Output backprop_wrt_max;
};
struct FakeQuantWithMinMaxVarsPerChannelGradientAttrs {
  std::int64_t num_bits = 8;
  bool narrow_range = false;
  std::string name = "";
};
// As FakeQuantWithMinMaxVarsGradient, with a range for each element of the last dimension.
inline FakeQuantWithMinMaxVarsPerChannelGradientOutputs
    FakeQuantWithMinMaxVarsPerChannelGradient(const Input& gradients, const Input& inputs, const Input& min,
    const Input& max, const FakeQuantWithMinMaxVarsPerChannelGradientAttrs& attrs = {}) {
  const Node node = detail::OpCall("FakeQuantWithMinMaxVarsPerChannelGradient", attrs.name)
      .In(gradients, "=float").In(inputs, "=float").In(min, "=float").In(max, "=float")
      .Attr("num_bits", attrs.num_bits).Attr("narrow_range", attrs.narrow_range).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct FakeQueueAttrs {
  std::string name = "";
};
// Hands a queue on to the ops without V2. Shapes: scalars.
inline Output FakeQueue(const Input& resource, const FakeQueueAttrs& attrs = {}) {
  return detail::OpCall("FakeQueue", attrs.name).In(resource, "=resource").One();
}

struct FillAttrs {
  std::string name = "";
};
// Gives a tensor of shape dims with value everywhere. Shapes: dims is a vector, value a scalar. Errors:
// INVALID_ARGUMENT for a negative dimension.
inline Output Fill(const Input& dims, const Input& value, const FillAttrs& attrs = {}) {
  return detail::OpCall("Fill", attrs.name).In(dims, "index_type").In(value, "T").One();
}

struct FilterDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the elements for which predicate, which also takes other_arguments, gives true. Errors:
// of a pass: those of predicate; INVALID_ARGUMENT unless it gives a bool.
inline Output FilterDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Function& predicate, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const FilterDatasetAttrs& attrs = {}) {
  return detail::OpCall("FilterDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct FinalizeDatasetAttrs {
  bool has_captured_ref = false;
  std::string name = "";
};
// Gives the same dataset.
inline Output FinalizeDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const FinalizeDatasetAttrs& attrs = {}) {
  return detail::OpCall("FinalizeDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("has_captured_ref", attrs.has_captured_ref).One();
}

struct FingerprintAttrs {
  std::string name = "";
};
// Gives the 8 bytes, lowest first, of the fingerprint of each row of data: for method farmhash64 FarmHash's
// Fingerprint64 of the row's bytes, of a row of several strings of their own fingerprints' bytes. Shapes:
// data has a rank of at least 1, output is [rows,8]. Errors: INVALID_ARGUMENT for another method.
inline Output Fingerprint(const Input& data, const Input& method, const FingerprintAttrs& attrs = {}) {
  return detail::OpCall("Fingerprint", attrs.name).In(data, "T").In(method, "=string").One();
}

struct FixedLengthRecordDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of pieces of record_bytes bytes of files, behind a header and before a footer. Errors: of a
// pass: INVALID_ARGUMENT for a file whose length does not fit; NOT_FOUND.
inline Output FixedLengthRecordDataset(const Input& filenames, const Input& header_bytes,
    const Input& record_bytes, const Input& footer_bytes, const Input& buffer_size,
    const FixedLengthRecordDatasetAttrs& attrs = {}) {
  return detail::OpCall("FixedLengthRecordDataset", attrs.name).In(filenames, "=string")
      .In(header_bytes, "=int64").In(record_bytes, "=int64").In(footer_bytes, "=int64")
      .In(buffer_size, "=int64").Attr("metadata", attrs.metadata).One();
}

struct FixedLengthRecordDatasetV2Attrs {
  std::string metadata = "";
  std::string name = "";
};
// As FixedLengthRecordDataset, of compressed files too; one that ends within a record is DATA_LOSS.
inline Output FixedLengthRecordDatasetV2(const Input& filenames, const Input& header_bytes,
    const Input& record_bytes, const Input& footer_bytes, const Input& buffer_size,
    const Input& compression_type, const FixedLengthRecordDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("FixedLengthRecordDatasetV2", attrs.name).In(filenames, "=string")
      .In(header_bytes, "=int64").In(record_bytes, "=int64").In(footer_bytes, "=int64")
      .In(buffer_size, "=int64").In(compression_type, "=string").Attr("metadata", attrs.metadata)
      .One();
}

struct FixedLengthRecordReaderAttrs {
  std::int64_t header_bytes = 0;
  std::int64_t footer_bytes = 0;
  std::int64_t hop_bytes = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a reader whose records are record_bytes of the file between header and footer,
// hop_bytes apart (0: record_bytes); a key is FILE:NUMBER, counted from 0. A last one that is not whole is
// not given.
inline Output FixedLengthRecordReader(const Graph& graph, std::int64_t record_bytes,
    const FixedLengthRecordReaderAttrs& attrs = {}) {
  return detail::OpCall("FixedLengthRecordReader", attrs.name, graph.state())
      .Attr("record_bytes", record_bytes).Attr("header_bytes", attrs.header_bytes)
      .Attr("footer_bytes", attrs.footer_bytes).Attr("hop_bytes", attrs.hop_bytes)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct FixedLengthRecordReaderV2Attrs {
  std::int64_t header_bytes = 0;
  std::int64_t footer_bytes = 0;
  std::int64_t hop_bytes = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string encoding = "";
  std::string name = "";
};
// Gives the handle of a reader whose records are record_bytes of the file between header and footer,
// hop_bytes apart (0: record_bytes); a key is FILE:NUMBER, counted from 0. A last one that is not whole is
// not given.
inline Output FixedLengthRecordReaderV2(const Graph& graph, std::int64_t record_bytes,
    const FixedLengthRecordReaderV2Attrs& attrs = {}) {
  return detail::OpCall("FixedLengthRecordReaderV2", attrs.name, graph.state())
      .Attr("record_bytes", record_bytes).Attr("header_bytes", attrs.header_bytes)
      .Attr("footer_bytes", attrs.footer_bytes).Attr("hop_bytes", attrs.hop_bytes)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("encoding", attrs.encoding).One();
}

struct FixedUnigramCandidateSamplerOutputs {
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};
struct FixedUnigramCandidateSamplerAttrs {
  std::string vocab_file = "";
  float distortion = 1.0f;
  std::int64_t num_reserved_ids = 0;
  std::int64_t num_shards = 1;
  std::int64_t shard = 0;
  std::vector<float> unigrams = {};
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws num_sampled classes of [0,range_max), with a probability by weights to the power of distortion: those
// of unigrams, or of the last columns of the lines of vocab_file. num_reserved_ids classes before them have
// none; of num_shards equal shares only the one called shard is drawn from, without repetition if unique is
// set; with how often each of them, and each true class, was expected. seed and seed2 of 0 are replaced by
// random ones. Shapes: true_classes is [batch,num_true], sampled_candidates [num_sampled]; the counts are
// like these. Errors: INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled above
// range_max with unique.
inline FixedUnigramCandidateSamplerOutputs FixedUnigramCandidateSampler(const Input& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const FixedUnigramCandidateSamplerAttrs& attrs = {}) {
  const Node node = detail::OpCall("FixedUnigramCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("range_max", range_max).Attr("vocab_file", attrs.vocab_file)
      .Attr("distortion", attrs.distortion).Attr("num_reserved_ids", attrs.num_reserved_ids)
      .Attr("num_shards", attrs.num_shards).Attr("shard", attrs.shard).Attr("unigrams", attrs.unigrams)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct FlatMapDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the elements of the datasets that f gives for each element and other_arguments, one
// after the other. Errors: as MapDataset; of a pass: INVALID_ARGUMENT if f gives another thing than a dataset
// of output_types.
inline Output FlatMapDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Function& f, const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const FlatMapDatasetAttrs& attrs = {}) {
  return detail::OpCall("FlatMapDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct FloorAttrs {
  std::string name = "";
};
// Gives the largest whole number not above x, element by element. Shapes: y is like x.
inline Output Floor(const Input& x, const FloorAttrs& attrs = {}) {
  return detail::OpCall("Floor", attrs.name).In(x, "T").One();
}

struct FloorDivAttrs {
  std::string name = "";
};
// Gives floor(x / y), element by element. Shapes: x and y broadcast against each other. Errors:
// INVALID_ARGUMENT for an integer division by zero.
inline Output FloorDiv(const Input& x, const Input& y, const FloorDivAttrs& attrs = {}) {
  return detail::OpCall("FloorDiv", attrs.name).In(x, "T").In(y, "T").One();
}

struct FloorModAttrs {
  std::string name = "";
};
// Gives the remainder x - floor(x / y) * y, which has the sign of y. Shapes: x and y broadcast against each
// other. Errors: INVALID_ARGUMENT for an integer division by zero.
inline Output FloorMod(const Input& x, const Input& y, const FloorModAttrs& attrs = {}) {
  return detail::OpCall("FloorMod", attrs.name).In(x, "T").In(y, "T").One();
}

struct FractionalAvgPoolOutputs {
  Output output;
  Output row_pooling_sequence;
  Output col_pooling_sequence;
};
struct FractionalAvgPoolAttrs {
  bool pseudo_random = false;
  bool overlapping = false;
  bool deterministic = false;
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// FractionalMaxPool, but with the mean of every region.
inline FractionalAvgPoolOutputs FractionalAvgPool(const Input& value, const std::vector<float>& pooling_ratio,
    const FractionalAvgPoolAttrs& attrs = {}) {
  const Node node = detail::OpCall("FractionalAvgPool", attrs.name).In(value, "T")
      .Attr("pooling_ratio", pooling_ratio).Attr("pseudo_random", attrs.pseudo_random)
      .Attr("overlapping", attrs.overlapping).Attr("deterministic", attrs.deterministic)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct FractionalAvgPoolGradAttrs {
  bool overlapping = false;
  std::string name = "";
};
// Gives the gradient of FractionalAvgPool for an input whose shape orig_input_tensor_shape spells. Errors: as
// FractionalMaxPoolGrad.
inline Output FractionalAvgPoolGrad(const Input& orig_input_tensor_shape, const Input& out_backprop,
    const Input& row_pooling_sequence, const Input& col_pooling_sequence,
    const FractionalAvgPoolGradAttrs& attrs = {}) {
  return detail::OpCall("FractionalAvgPoolGrad", attrs.name).In(orig_input_tensor_shape, "=int64")
      .In(out_backprop, "T").In(row_pooling_sequence, "=int64").In(col_pooling_sequence, "=int64")
      .Attr("overlapping", attrs.overlapping).One();
}

struct FractionalMaxPoolOutputs {
  Output output;
  Output row_pooling_sequence;
  Output col_pooling_sequence;
};
struct FractionalMaxPoolAttrs {
  bool pseudo_random = false;
  bool overlapping = false;
  bool deterministic = false;
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Gives the largest element of every region of an image that is divided at random into about 1 /
// pooling_ratio as many rows and columns, and where the regions begin. deterministic: the same regions in
// every run. Shapes: value is [batch,rows,columns,channels]; a sequence has one number more than there are
// regions. Source: Graham 2014.
inline FractionalMaxPoolOutputs FractionalMaxPool(const Input& value, const std::vector<float>& pooling_ratio,
    const FractionalMaxPoolAttrs& attrs = {}) {
  const Node node = detail::OpCall("FractionalMaxPool", attrs.name).In(value, "T")
      .Attr("pooling_ratio", pooling_ratio).Attr("pseudo_random", attrs.pseudo_random)
      .Attr("overlapping", attrs.overlapping).Attr("deterministic", attrs.deterministic)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct FractionalMaxPoolGradAttrs {
  bool overlapping = false;
  std::string name = "";
};
// Gives the gradient of FractionalMaxPool: each element of out_backprop goes to the first of the largest
// elements of its region. Shapes: output is like orig_input. Errors: INVALID_ARGUMENT for sequences that do
// not rise within the image.
inline Output FractionalMaxPoolGrad(const Input& orig_input, const Input& orig_output,
    const Input& out_backprop, const Input& row_pooling_sequence, const Input& col_pooling_sequence,
    const FractionalMaxPoolGradAttrs& attrs = {}) {
  return detail::OpCall("FractionalMaxPoolGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(out_backprop, "T").In(row_pooling_sequence, "=int64").In(col_pooling_sequence, "=int64")
      .Attr("overlapping", attrs.overlapping).One();
}

struct FresnelCosAttrs {
  std::string name = "";
};
// Gives the integral of cos(pi t^2 / 2) from 0 to x. Shapes: y is like x.
inline Output FresnelCos(const Input& x, const FresnelCosAttrs& attrs = {}) {
  return detail::OpCall("FresnelCos", attrs.name).In(x, "T").One();
}

struct FresnelSinAttrs {
  std::string name = "";
};
// Gives the integral of sin(pi t^2 / 2) from 0 to x. Shapes: y is like x.
inline Output FresnelSin(const Input& x, const FresnelSinAttrs& attrs = {}) {
  return detail::OpCall("FresnelSin", attrs.name).In(x, "T").One();
}

struct FusedBatchNormOutputs {
  Output y;
  Output batch_mean;
  Output batch_variance;
  Output reserve_space_1;
  Output reserve_space_2;
};
struct FusedBatchNormAttrs {
  float epsilon = 0.0001f;
  float exponential_avg_factor = 1.0f;
  std::string data_format = "NHWC";
  bool is_training = true;
  std::string name = "";
};
// Gives scale * (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the mean
// and variance of x over all other dimensions; batch_mean and batch_variance (the unbiased one) are mixed
// with mean and variance as exponential_avg_factor says, and reserve_space_1 and 2 are m and v for the
// gradient. Otherwise m and v are the inputs mean and variance. Shapes: y is like x; all others are vectors
// as long as the channel dimension, mean and variance may be empty if they are not used. Only y has a
// gradient.
// data_format: NHWC, NCHW.
inline FusedBatchNormOutputs FusedBatchNorm(const Input& x, const Input& scale, const Input& offset,
    const Input& mean, const Input& variance, const FusedBatchNormAttrs& attrs = {}) {
  const Node node = detail::OpCall("FusedBatchNorm", attrs.name).In(x, "T").In(scale, "T")
      .In(offset, "T").In(mean, "T").In(variance, "T").Attr("epsilon", attrs.epsilon)
      .Attr("exponential_avg_factor", attrs.exponential_avg_factor)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct FusedBatchNormGradOutputs {
  Output x_backprop;
  Output scale_backprop;
  Output offset_backprop;
  Output reserve_space_3;
  Output reserve_space_4;
};
struct FusedBatchNormGradAttrs {
  float epsilon = 0.0001f;
  std::string data_format = "NHWC";
  bool is_training = true;
  std::string name = "";
};
// Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what the
// forward op gave, or outside of training its mean and variance. Shapes: x_backprop is like x, scale_backprop
// and offset_backprop are vectors as long as the channel dimension, and the reserved outputs are empty.
// data_format: NHWC, NCHW.
inline FusedBatchNormGradOutputs FusedBatchNormGrad(const Input& y_backprop, const Input& x,
    const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2,
    const FusedBatchNormGradAttrs& attrs = {}) {
  const Node node = detail::OpCall("FusedBatchNormGrad", attrs.name).In(y_backprop, "T").In(x, "T")
      .In(scale, "T").In(reserve_space_1, "T").In(reserve_space_2, "T").Attr("epsilon", attrs.epsilon)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct FusedBatchNormGradV2Outputs {
  Output x_backprop;
  Output scale_backprop;
  Output offset_backprop;
  Output reserve_space_3;
  Output reserve_space_4;
};
struct FusedBatchNormGradV2Attrs {
  float epsilon = 0.0001f;
  std::string data_format = "NHWC";
  bool is_training = true;
  std::string name = "";
};
// Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what the
// forward op gave, or outside of training its mean and variance. Shapes: x_backprop is like x, scale_backprop
// and offset_backprop are vectors as long as the channel dimension, and the reserved outputs are empty.
// data_format: NHWC, NCHW.
inline FusedBatchNormGradV2Outputs FusedBatchNormGradV2(const Input& y_backprop, const Input& x,
    const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2,
    const FusedBatchNormGradV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("FusedBatchNormGradV2", attrs.name).In(y_backprop, "T").In(x, "T")
      .In(scale, "=float").In(reserve_space_1, "U").In(reserve_space_2, "U")
      .Attr("epsilon", attrs.epsilon).Attr("data_format", attrs.data_format)
      .Attr("is_training", attrs.is_training).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct FusedBatchNormGradV3Outputs {
  Output x_backprop;
  Output scale_backprop;
  Output offset_backprop;
  Output reserve_space_4;
  Output reserve_space_5;
};
struct FusedBatchNormGradV3Attrs {
  float epsilon = 0.0001f;
  std::string data_format = "NHWC";
  bool is_training = true;
  std::string name = "";
};
// Gives the gradient of fused batch normalisation for x, scale and offset; the reserved values are what the
// forward op gave, or outside of training its mean and variance. Shapes: x_backprop is like x, scale_backprop
// and offset_backprop are vectors as long as the channel dimension, and the reserved outputs are empty.
// data_format: NHWC, NCHW, NDHWC, NCDHW.
inline FusedBatchNormGradV3Outputs FusedBatchNormGradV3(const Input& y_backprop, const Input& x,
    const Input& scale, const Input& reserve_space_1, const Input& reserve_space_2,
    const Input& reserve_space_3, const FusedBatchNormGradV3Attrs& attrs = {}) {
  const Node node = detail::OpCall("FusedBatchNormGradV3", attrs.name).In(y_backprop, "T").In(x, "T")
      .In(scale, "=float").In(reserve_space_1, "U").In(reserve_space_2, "U").In(reserve_space_3, "U")
      .Attr("epsilon", attrs.epsilon).Attr("data_format", attrs.data_format)
      .Attr("is_training", attrs.is_training).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct FusedBatchNormV2Outputs {
  Output y;
  Output batch_mean;
  Output batch_variance;
  Output reserve_space_1;
  Output reserve_space_2;
};
struct FusedBatchNormV2Attrs {
  float epsilon = 0.0001f;
  float exponential_avg_factor = 1.0f;
  std::string data_format = "NHWC";
  bool is_training = true;
  std::string name = "";
};
// Gives scale * (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the mean
// and variance of x over all other dimensions; batch_mean and batch_variance (the unbiased one) are mixed
// with mean and variance as exponential_avg_factor says, and reserve_space_1 and 2 are m and v for the
// gradient. Otherwise m and v are the inputs mean and variance. Shapes: y is like x; all others are vectors
// as long as the channel dimension, mean and variance may be empty if they are not used. Only y has a
// gradient.
// data_format: NHWC, NCHW.
inline FusedBatchNormV2Outputs FusedBatchNormV2(const Input& x, const Input& scale, const Input& offset,
    const Input& mean, const Input& variance, const FusedBatchNormV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("FusedBatchNormV2", attrs.name).In(x, "T").In(scale, "U")
      .In(offset, "U").In(mean, "U").In(variance, "U").Attr("epsilon", attrs.epsilon)
      .Attr("exponential_avg_factor", attrs.exponential_avg_factor)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct FusedBatchNormV3Outputs {
  Output y;
  Output batch_mean;
  Output batch_variance;
  Output reserve_space_1;
  Output reserve_space_2;
  Output reserve_space_3;
};
struct FusedBatchNormV3Attrs {
  float epsilon = 0.0001f;
  float exponential_avg_factor = 1.0f;
  std::string data_format = "NHWC";
  bool is_training = true;
  std::string name = "";
};
// Gives scale * (x - m) / sqrt(v + epsilon) + offset, channel by channel. In training m and v are the mean
// and variance of x over all other dimensions; batch_mean and batch_variance (the unbiased one) are mixed
// with mean and variance as exponential_avg_factor says, and reserve_space_1 and 2 are m and v for the
// gradient. Otherwise m and v are the inputs mean and variance. Shapes: y is like x; all others are vectors
// as long as the channel dimension, mean and variance may be empty if they are not used. Only y has a
// gradient. reserve_space_3 is empty.
// data_format: NHWC, NCHW, NDHWC, NCDHW.
inline FusedBatchNormV3Outputs FusedBatchNormV3(const Input& x, const Input& scale, const Input& offset,
    const Input& mean, const Input& variance, const FusedBatchNormV3Attrs& attrs = {}) {
  const Node node = detail::OpCall("FusedBatchNormV3", attrs.name).In(x, "T").In(scale, "U")
      .In(offset, "U").In(mean, "U").In(variance, "U").Attr("epsilon", attrs.epsilon)
      .Attr("exponential_avg_factor", attrs.exponential_avg_factor)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct GRUBlockCellOutputs {
  Output r;
  Output u;
  Output c;
  Output h;
};
struct GRUBlockCellAttrs {
  std::string name = "";
};
// Does one step of a gated recurrent unit: [r, u] = sigmoid([x, h_prev] * w_ru + b_ru), c = tanh([x, h_prev *
// r] * w_c + b_c), h = (1 - u) * c + u * h_prev. Shapes: x is [batch, inputs], h_prev and all outputs are
// [batch, cells], w_ru is [inputs + cells, 2 * cells], w_c [inputs + cells, cells], b_ru [2 * cells], b_c
// [cells]. Gradients come by h alone. Source: Cho et al. 2014.
inline GRUBlockCellOutputs GRUBlockCell(const Input& x, const Input& h_prev, const Input& w_ru,
    const Input& w_c, const Input& b_ru, const Input& b_c, const GRUBlockCellAttrs& attrs = {}) {
  const Node node = detail::OpCall("GRUBlockCell", attrs.name).In(x, "T").In(h_prev, "T").In(w_ru, "T")
      .In(w_c, "T").In(b_ru, "T").In(b_c, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct GRUBlockCellGradOutputs {
  Output d_x;
  Output d_h_prev;
  Output d_c_bar;
  Output d_r_bar_u_bar;
};
struct GRUBlockCellGradAttrs {
  std::string name = "";
};
// Gives the gradients of GRUBlockCell for what arrives at h: of x, of h_prev, and of what c and [r, u] were
// before tanh and sigmoid. Shapes: as GRUBlockCell; d_r_bar_u_bar is [batch, 2 * cells].
inline GRUBlockCellGradOutputs GRUBlockCellGrad(const Input& x, const Input& h_prev, const Input& w_ru,
    const Input& w_c, const Input& b_ru, const Input& b_c, const Input& r, const Input& u, const Input& c,
    const Input& d_h, const GRUBlockCellGradAttrs& attrs = {}) {
  const Node node = detail::OpCall("GRUBlockCellGrad", attrs.name).In(x, "T").In(h_prev, "T")
      .In(w_ru, "T").In(w_c, "T").In(b_ru, "T").In(b_c, "T").In(r, "T").In(u, "T").In(c, "T")
      .In(d_h, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct GatherAttrs {
  bool validate_indices = true;
  std::string name = "";
};
// GatherV2 along the first axis, as older graphs call it.
inline Output Gather(const Input& params, const Input& indices, const GatherAttrs& attrs = {}) {
  return detail::OpCall("Gather", attrs.name).In(params, "Tparams").In(indices, "Tindices")
      .Attr("validate_indices", attrs.validate_indices).One();
}

struct GatherNdAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Takes the slices of params that the vectors in the last dimension of indices name. Shapes: output is
// indices.shape[:-1] + params.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an index out of range.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output GatherNd(const Input& params, const Input& indices, const GatherNdAttrs& attrs = {}) {
  return detail::OpCall("GatherNd", attrs.name).In(params, "Tparams").In(indices, "Tindices")
      .Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct GatherV2Attrs {
  std::int64_t batch_dims = 0;
  std::string name = "";
};
// Takes the slices of params along axis that indices name; the first batch_dims dimensions are matched one to
// one. Shapes: output is params.shape[:axis] + indices.shape[batch_dims:] + params.shape[axis+1:]. Errors:
// INVALID_ARGUMENT for an index outside [0,params.shape[axis]).
inline Output GatherV2(const Input& params, const Input& indices, const Input& axis,
    const GatherV2Attrs& attrs = {}) {
  return detail::OpCall("GatherV2", attrs.name).In(params, "Tparams").In(indices, "Tindices")
      .In(axis, "Taxis").Attr("batch_dims", attrs.batch_dims).One();
}

struct GenerateVocabRemappingOutputs {
  Output remapping;
  Output num_present;
};
struct GenerateVocabRemappingAttrs {
  std::int64_t old_vocab_size = -1;
  std::string name = "";
};
// Gives for num_new_vocab lines of the new file, from line new_vocab_offset on, the number of the same line
// in the old file, of which the first old_vocab_size lines count (-1: all), or -1; num_present says how many
// are there. Shapes: the inputs are scalars; remapping is [num_new_vocab], num_present a scalar. Errors:
// NOT_FOUND for a file; INVALID_ARGUMENT for one with fewer lines; FAILED_PRECONDITION for an old line that
// is there twice.
inline GenerateVocabRemappingOutputs GenerateVocabRemapping(const Input& new_vocab_file,
    const Input& old_vocab_file, std::int64_t new_vocab_offset, std::int64_t num_new_vocab,
    const GenerateVocabRemappingAttrs& attrs = {}) {
  const Node node = detail::OpCall("GenerateVocabRemapping", attrs.name).In(new_vocab_file, "=string")
      .In(old_vocab_file, "=string").Attr("new_vocab_offset", new_vocab_offset)
      .Attr("num_new_vocab", num_new_vocab).Attr("old_vocab_size", attrs.old_vocab_size).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct GeneratorDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of what next_func gives until it fails with OUT_OF_RANGE. init_func gives the state that is
// the first arguments of next_func and, at the end, of finalize_func. Errors: of a pass: those of the
// functions.
inline Output GeneratorDataset(const std::vector<Input>& init_func_other_args,
    const std::vector<Input>& next_func_other_args, const std::vector<Input>& finalize_func_other_args,
    const Function& init_func, const Function& next_func, const Function& finalize_func,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const GeneratorDatasetAttrs& attrs = {}) {
  return detail::OpCall("GeneratorDataset", attrs.name).In(init_func_other_args, "**Tinit_func_args")
      .In(next_func_other_args, "**Tnext_func_args")
      .In(finalize_func_other_args, "**Tfinalize_func_args").Attr("init_func", init_func)
      .Attr("next_func", next_func).Attr("finalize_func", finalize_func)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct GetSessionHandleAttrs {
  std::string name = "";
};
// Keeps value in the session and gives the handle by which later steps find it, until DeleteSessionTensor or
// the session's end. Shapes: handle is a scalar.
inline Output GetSessionHandle(const Input& value, const GetSessionHandleAttrs& attrs = {}) {
  return detail::OpCall("GetSessionHandle", attrs.name).In(value, "T").One();
}

struct GetSessionTensorAttrs {
  std::string name = "";
};
// Gives the tensor that GetSessionHandle kept. Shapes: handle is a scalar. Errors: INVALID_ARGUMENT for a
// handle of nothing, or of a tensor of another type.
inline Output GetSessionTensor(const Input& handle, DType dtype, const GetSessionTensorAttrs& attrs = {}) {
  return detail::OpCall("GetSessionTensor", attrs.name).In(handle, "=string").Attr("dtype", dtype)
      .One();
}

struct GreaterAttrs {
  std::string name = "";
};
// Tells where x > y. Shapes: x and y broadcast against each other.
inline Output Greater(const Input& x, const Input& y, const GreaterAttrs& attrs = {}) {
  return detail::OpCall("Greater", attrs.name).In(x, "T").In(y, "T").One();
}

struct GreaterEqualAttrs {
  std::string name = "";
};
// Tells where x >= y. Shapes: x and y broadcast against each other.
inline Output GreaterEqual(const Input& x, const Input& y, const GreaterEqualAttrs& attrs = {}) {
  return detail::OpCall("GreaterEqual", attrs.name).In(x, "T").In(y, "T").One();
}

struct GroupByReducerDatasetAttrs {
  std::string name = "";
};
// Gives a dataset with an element for each int64 that key_func gives for the elements of the input, in order
// of these keys: what finalize_func makes of the last state of the key. init_func gives its first state, of
// the key, and reduce_func the next one, of the state and an element. Errors: INVALID_ARGUMENT for a function
// of other types; of a pass: those of the functions.
inline Output GroupByReducerDataset(const Input& input_dataset,
    const std::vector<Input>& key_func_other_arguments, const std::vector<Input>& init_func_other_arguments,
    const std::vector<Input>& reduce_func_other_arguments,
    const std::vector<Input>& finalize_func_other_arguments, const Function& key_func,
    const Function& init_func, const Function& reduce_func, const Function& finalize_func,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const GroupByReducerDatasetAttrs& attrs = {}) {
  return detail::OpCall("GroupByReducerDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(init_func_other_arguments, "**Tinit_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(finalize_func_other_arguments, "**Tfinalize_func_other_arguments").Attr("key_func", key_func)
      .Attr("init_func", init_func).Attr("reduce_func", reduce_func)
      .Attr("finalize_func", finalize_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct GroupByWindowDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of groups: key_func gives each element an int64; as soon as there are as many of one key as
// window_size_func gives for it, the elements of the dataset that reduce_func makes of the key and a dataset
// of them come next; behind the input's end those of the groups that are left, in order of keys. Errors:
// INVALID_ARGUMENT for a function of other types; of a pass: those of the functions; INVALID_ARGUMENT for a
// size below 1.
inline Output GroupByWindowDataset(const Input& input_dataset,
    const std::vector<Input>& key_func_other_arguments, const std::vector<Input>& reduce_func_other_arguments,
    const std::vector<Input>& window_size_func_other_arguments, const Function& key_func,
    const Function& reduce_func, const Function& window_size_func, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const GroupByWindowDatasetAttrs& attrs = {}) {
  return detail::OpCall("GroupByWindowDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(window_size_func_other_arguments, "**Twindow_size_func_other_arguments")
      .Attr("key_func", key_func).Attr("reduce_func", reduce_func)
      .Attr("window_size_func", window_size_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct GuaranteeConstAttrs {
  std::string name = "";
};
// Gives input, of which the program promises that it never changes. Shapes: output is like input. Errors:
// INVALID_ARGUMENT for a handle of a variable.
inline Output GuaranteeConst(const Input& input, const GuaranteeConstAttrs& attrs = {}) {
  return detail::OpCall("GuaranteeConst", attrs.name).In(input, "T").One();
}

struct HSVToRGBAttrs {
  std::string name = "";
};
// Gives red, green and blue of colours in hue, saturation and value, all in [0,1]. Shapes: images is [...,3],
// output like it. Errors: INVALID_ARGUMENT for another number of channels.
inline Output HSVToRGB(const Input& images, const HSVToRGBAttrs& attrs = {}) {
  return detail::OpCall("HSVToRGB", attrs.name).In(images, "T").One();
}

struct HashTableAttrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  std::string name = "";
};
// Gives the handle of a table from keys to values that is filled once, by an initializer. Tables with one
// shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
// another definition of the table differs.
inline Output HashTable(const Graph& graph, DType key_dtype, DType value_dtype,
    const HashTableAttrs& attrs = {}) {
  return detail::OpCall("HashTable", attrs.name, graph.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

struct HashTableV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  std::string name = "";
};
// Gives the handle of a table from keys to values that is filled once, by an initializer. Tables with one
// shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
// another definition of the table differs.
inline Output HashTableV2(const Graph& graph, DType key_dtype, DType value_dtype,
    const HashTableV2Attrs& attrs = {}) {
  return detail::OpCall("HashTableV2", attrs.name, graph.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

struct HistogramFixedWidthAttrs {
  DType dtype = DType::kInt32;
  std::string name = "";
};
// Counts the values in each of nbins bins of one width between the two numbers of value_range; what is
// outside counts for the first or last. Shapes: nbins is a scalar, out is [nbins]. Errors: INVALID_ARGUMENT
// for a range that does not rise, or NaN.
// dtype: int32, int64.
inline Output HistogramFixedWidth(const Input& values, const Input& value_range, const Input& nbins,
    const HistogramFixedWidthAttrs& attrs = {}) {
  return detail::OpCall("HistogramFixedWidth", attrs.name).In(values, "T").In(value_range, "T")
      .In(nbins, "=int32").Attr("dtype", attrs.dtype).One();
}

struct HistogramSummaryAttrs {
  std::string name = "";
};
// A summary of how many values lie where, in buckets that grow by a tenth. Shapes: tag and summary are
// scalars. Errors: INVALID_ARGUMENT naming the tag for NaN and infinities.
inline Output HistogramSummary(const Input& tag, const Input& values, const HistogramSummaryAttrs& attrs = {})
    {
  return detail::OpCall("HistogramSummary", attrs.name).In(tag, "=string").In(values, "T").One();
}

struct IFFTAttrs {
  std::string name = "";
};
// Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three where
// the name says so. Shapes: output is like input.
inline Output IFFT(const Input& input, const IFFTAttrs& attrs = {}) {
  return detail::OpCall("IFFT", attrs.name).In(input, "Tcomplex").One();
}

struct IFFT2DAttrs {
  std::string name = "";
};
// Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three where
// the name says so. Shapes: output is like input.
inline Output IFFT2D(const Input& input, const IFFT2DAttrs& attrs = {}) {
  return detail::OpCall("IFFT2D", attrs.name).In(input, "Tcomplex").One();
}

struct IFFT3DAttrs {
  std::string name = "";
};
// Gives the inverse of the discrete Fourier transform over the last dimension, or the last two or three where
// the name says so. Shapes: output is like input.
inline Output IFFT3D(const Input& input, const IFFT3DAttrs& attrs = {}) {
  return detail::OpCall("IFFT3D", attrs.name).In(input, "Tcomplex").One();
}

struct IRFFTAttrs {
  DType Treal = DType::kFloat;
  std::string name = "";
};
// Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT gives,
// cut to what counts. Shapes: fft_length is a vector, the last sizes of output. Errors: INVALID_ARGUMENT for
// an input that is too short, and unless Treal is the type of Tcomplex's parts.
// Treal: float, double.
inline Output IRFFT(const Input& input, const Input& fft_length, const IRFFTAttrs& attrs = {}) {
  return detail::OpCall("IRFFT", attrs.name).In(input, "Tcomplex").In(fft_length, "=int32")
      .Attr("Treal", attrs.Treal).One();
}

struct IRFFT2DAttrs {
  DType Treal = DType::kFloat;
  std::string name = "";
};
// Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT gives,
// cut to what counts. Shapes: fft_length is a vector, the last sizes of output. Errors: INVALID_ARGUMENT for
// an input that is too short, and unless Treal is the type of Tcomplex's parts.
// Treal: float, double.
inline Output IRFFT2D(const Input& input, const Input& fft_length, const IRFFT2DAttrs& attrs = {}) {
  return detail::OpCall("IRFFT2D", attrs.name).In(input, "Tcomplex").In(fft_length, "=int32")
      .Attr("Treal", attrs.Treal).One();
}

struct IRFFT3DAttrs {
  DType Treal = DType::kFloat;
  std::string name = "";
};
// Gives the real numbers whose transform is input, of which the last dimension is the half that RFFT gives,
// cut to what counts. Shapes: fft_length is a vector, the last sizes of output. Errors: INVALID_ARGUMENT for
// an input that is too short, and unless Treal is the type of Tcomplex's parts.
// Treal: float, double.
inline Output IRFFT3D(const Input& input, const Input& fft_length, const IRFFT3DAttrs& attrs = {}) {
  return detail::OpCall("IRFFT3D", attrs.name).In(input, "Tcomplex").In(fft_length, "=int32")
      .Attr("Treal", attrs.Treal).One();
}

struct IdentityAttrs {
  std::string name = "";
};
// Passes input on. Shapes: output is like input.
inline Output Identity(const Input& input, const IdentityAttrs& attrs = {}) {
  return detail::OpCall("Identity", attrs.name).In(input, "T").One();
}

struct IdentityNAttrs {
  std::string name = "";
};
// Passes all inputs on, once all of them are there. Shapes: each output is like its input.
inline std::vector<Output> IdentityN(const std::vector<Input>& input, const IdentityNAttrs& attrs = {}) {
  const Node node = detail::OpCall("IdentityN", attrs.name).In(input, "**T").Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**T", &at);
}

struct IdentityReaderAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a reader that gives the queue's strings, as key and as value.
inline Output IdentityReader(const Graph& graph, const IdentityReaderAttrs& attrs = {}) {
  return detail::OpCall("IdentityReader", attrs.name, graph.state()).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct IdentityReaderV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a reader that gives the queue's strings, as key and as value.
inline Output IdentityReaderV2(const Graph& graph, const IdentityReaderV2Attrs& attrs = {}) {
  return detail::OpCall("IdentityReaderV2", attrs.name, graph.state()).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct IfAttrs {
  std::vector<PartialShape> output_shapes = {};
  std::string name = "";
};
// Gives the results of then_branch if cond holds, else of else_branch; both take input. A cond that is no
// bool holds if it is not 0, or a string not empty, or no scalar and not empty. Errors: INVALID_ARGUMENT if a
// signature is not Tin -> Tout.
inline std::vector<Output> If(const Input& cond, const std::vector<Input>& input,
    const std::vector<DType>& Tout, const Function& then_branch, const Function& else_branch,
    const IfAttrs& attrs = {}) {
  const Node node = detail::OpCall("If", attrs.name).In(cond, "Tcond").In(input, "**Tin")
      .Attr("Tout", Tout).Attr("then_branch", then_branch).Attr("else_branch", else_branch)
      .Attr("output_shapes", attrs.output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct IgammaAttrs {
  std::string name = "";
};
// Gives the lower regularised incomplete gamma function, the integral of t^(a-1) exp(-t) from 0 to x divided
// by the whole; NaN for x below 0 and a not above 0. Shapes: a and x broadcast against each other. Source:
// Abramowitz & Stegun 1964, 6.5.
inline Output Igamma(const Input& a, const Input& x, const IgammaAttrs& attrs = {}) {
  return detail::OpCall("Igamma", attrs.name).In(a, "T").In(x, "T").One();
}

struct IgammaGradAAttrs {
  std::string name = "";
};
// Gives the derivative of Igamma by a. Shapes: a and x broadcast against each other.
inline Output IgammaGradA(const Input& a, const Input& x, const IgammaGradAAttrs& attrs = {}) {
  return detail::OpCall("IgammaGradA", attrs.name).In(a, "T").In(x, "T").One();
}

struct IgammacAttrs {
  std::string name = "";
};
// Gives 1 - Igamma(a, x), exact where that is small. Shapes: a and x broadcast against each other.
inline Output Igammac(const Input& a, const Input& x, const IgammacAttrs& attrs = {}) {
  return detail::OpCall("Igammac", attrs.name).In(a, "T").In(x, "T").One();
}

struct IgnoreErrorsDatasetAttrs {
  bool log_warning = false;
  std::string name = "";
};
// Gives a dataset without the elements that fail.
inline Output IgnoreErrorsDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const IgnoreErrorsDatasetAttrs& attrs = {}) {
  return detail::OpCall("IgnoreErrorsDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("log_warning", attrs.log_warning).One();
}

struct ImagAttrs {
  DType Tout = DType::kFloat;
  std::string name = "";
};
// Gives the imaginary part, element by element. Shapes and errors: as Real.
// Tout: float, double.
inline Output Imag(const Input& input, const ImagAttrs& attrs = {}) {
  return detail::OpCall("Imag", attrs.name).In(input, "T").Attr("Tout", attrs.Tout).One();
}

struct ImageProjectiveTransformV2Attrs {
  std::string fill_mode = "CONSTANT";
  std::string name = "";
};
// Takes pixel (x, y) of the output from place ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k) of the image,
// where k is c0 x + c1 y + 1 and transforms holds a0, a1, a2, b0, b1, b2, c0, c1. interpolation is NEAREST or
// BILINEAR; fill_mode says what lies outside: CONSTANT zeros, REFLECT, WRAP or NEAREST. Shapes: images is
// [batch,rows,columns,channels], transforms [1 or batch,8], output_shape rows and columns. Its gradient, as
// TensorFlow's, is the projection back. Errors: INVALID_ARGUMENT for other attrs.
inline Output ImageProjectiveTransformV2(const Input& images, const Input& transforms,
    const Input& output_shape, const std::string& interpolation,
    const ImageProjectiveTransformV2Attrs& attrs = {}) {
  return detail::OpCall("ImageProjectiveTransformV2", attrs.name).In(images, "dtype")
      .In(transforms, "=float").In(output_shape, "=int32").Attr("interpolation", interpolation)
      .Attr("fill_mode", attrs.fill_mode).One();
}

struct ImageProjectiveTransformV3Attrs {
  std::string fill_mode = "CONSTANT";
  std::string name = "";
};
// ImageProjectiveTransformV2 with fill_value, a scalar, for what lies outside where fill_mode is CONSTANT.
inline Output ImageProjectiveTransformV3(const Input& images, const Input& transforms,
    const Input& output_shape, const Input& fill_value, const std::string& interpolation,
    const ImageProjectiveTransformV3Attrs& attrs = {}) {
  return detail::OpCall("ImageProjectiveTransformV3", attrs.name).In(images, "dtype")
      .In(transforms, "=float").In(output_shape, "=int32").In(fill_value, "=float")
      .Attr("interpolation", interpolation).Attr("fill_mode", attrs.fill_mode).One();
}

struct ImageSummaryAttrs {
  std::int64_t max_images = 3;
  Tensor bad_color = {};
  std::string name = "";
};
// A summary of the first max_images images as PNG, under tag/image/0 and so on, or tag/image if max_images is
// 1. An image that is no uint8 is stretched to 0..255 if none of its finite values is below 0, and else so
// that 0 becomes 128; pixels with NaN or infinities get bad_color. Shapes: tensor is [batch, height, width,
// channels] with 1, 3 or 4 channels; tag and summary are scalars.
inline Output ImageSummary(const Input& tag, const Input& tensor, const ImageSummaryAttrs& attrs = {}) {
  return detail::OpCall("ImageSummary", attrs.name).In(tag, "=string").In(tensor, "T")
      .Attr("max_images", attrs.max_images).Attr("bad_color", attrs.bad_color).One();
}

struct InTopKAttrs {
  std::string name = "";
};
// Tells for every row whether fewer than k predictions are above that of its target; false for a target that
// is no class and for a row with a number that is not finite. Shapes: predictions is [batch,classes], targets
// and precision are [batch].
inline Output InTopK(const Input& predictions, const Input& targets, std::int64_t k,
    const InTopKAttrs& attrs = {}) {
  return detail::OpCall("InTopK", attrs.name).In(predictions, "=float").In(targets, "T").Attr("k", k)
      .One();
}

struct InTopKV2Attrs {
  std::string name = "";
};
// As InTopK, with k as a scalar input.
inline Output InTopKV2(const Input& predictions, const Input& targets, const Input& k,
    const InTopKV2Attrs& attrs = {}) {
  return detail::OpCall("InTopKV2", attrs.name).In(predictions, "=float").In(targets, "T").In(k, "T")
      .One();
}

struct InitializeTableAttrs {
  std::string name = "";
};
// Fills a HashTable with keys and their values; the same entries once more are no error. Shapes: keys and
// values are vectors of one length. Errors: FAILED_PRECONDITION for a key with two values, or if the table
// has other entries already.
inline Node InitializeTable(const Input& table_handle, const Input& keys, const Input& values,
    const InitializeTableAttrs& attrs = {}) {
  return detail::OpCall("InitializeTable", attrs.name).In(table_handle, "=resource").In(keys, "Tkey")
      .In(values, "Tval").Add();
}

struct InitializeTableFromTextFileAttrs {
  std::int64_t vocab_size = -1;
  std::string delimiter = "\t";
  std::int64_t offset = 0;
  std::string name = "";
};
// Fills a HashTable with the lines of a text file. key_index and value_index say what of a line is the key
// and the value: the line itself (-2), its number plus offset (-1), or a column, counted from 0, between
// delimiters. vocab_size is how many lines are taken, -1 for all. Shapes: filename is a scalar. Errors:
// OUT_OF_RANGE for no lines; INVALID_ARGUMENT for an empty line, too few lines or columns, or a column that
// is no number where the table wants one; those of reading the file and of InitializeTableV2.
inline Node InitializeTableFromTextFile(const Input& table_handle, const Input& filename,
    std::int64_t key_index, std::int64_t value_index, const InitializeTableFromTextFileAttrs& attrs = {}) {
  return detail::OpCall("InitializeTableFromTextFile", attrs.name).In(table_handle, "=resource")
      .In(filename, "=string").Attr("key_index", key_index).Attr("value_index", value_index)
      .Attr("vocab_size", attrs.vocab_size).Attr("delimiter", attrs.delimiter)
      .Attr("offset", attrs.offset).Add();
}

struct InitializeTableFromTextFileV2Attrs {
  std::int64_t vocab_size = -1;
  std::string delimiter = "\t";
  std::int64_t offset = 0;
  std::string name = "";
};
// Fills a HashTable with the lines of a text file. key_index and value_index say what of a line is the key
// and the value: the line itself (-2), its number plus offset (-1), or a column, counted from 0, between
// delimiters. vocab_size is how many lines are taken, -1 for all. Shapes: filename is a scalar. Errors:
// OUT_OF_RANGE for no lines; INVALID_ARGUMENT for an empty line, too few lines or columns, or a column that
// is no number where the table wants one; those of reading the file and of InitializeTableV2.
inline Node InitializeTableFromTextFileV2(const Input& table_handle, const Input& filename,
    std::int64_t key_index, std::int64_t value_index, const InitializeTableFromTextFileV2Attrs& attrs = {}) {
  return detail::OpCall("InitializeTableFromTextFileV2", attrs.name).In(table_handle, "=resource")
      .In(filename, "=string").Attr("key_index", key_index).Attr("value_index", value_index)
      .Attr("vocab_size", attrs.vocab_size).Attr("delimiter", attrs.delimiter)
      .Attr("offset", attrs.offset).Add();
}

struct InitializeTableV2Attrs {
  std::string name = "";
};
// Fills a HashTable with keys and their values; the same entries once more are no error. Shapes: keys and
// values are vectors of one length. Errors: FAILED_PRECONDITION for a key with two values, or if the table
// has other entries already.
inline Node InitializeTableV2(const Input& table_handle, const Input& keys, const Input& values,
    const InitializeTableV2Attrs& attrs = {}) {
  return detail::OpCall("InitializeTableV2", attrs.name).In(table_handle, "=resource").In(keys, "Tkey")
      .In(values, "Tval").Add();
}

struct InplaceAddAttrs {
  std::string name = "";
};
// As InplaceUpdate; rows are added.
inline Output InplaceAdd(const Input& x, const Input& i, const Input& v, const InplaceAddAttrs& attrs = {}) {
  return detail::OpCall("InplaceAdd", attrs.name).In(x, "T").In(i, "=int32").In(v, "T").One();
}

struct InplaceSubAttrs {
  std::string name = "";
};
// As InplaceUpdate; rows are subtracted.
inline Output InplaceSub(const Input& x, const Input& i, const Input& v, const InplaceSubAttrs& attrs = {}) {
  return detail::OpCall("InplaceSub", attrs.name).In(x, "T").In(i, "=int32").In(v, "T").One();
}

struct InplaceUpdateAttrs {
  std::string name = "";
};
// Gives x with rows i replaced by those of v, in their order; indices are counted around. x itself stays as
// it is, unlike in TensorFlow, where other readers may see the rows. Shapes: i is a vector, v has a row for
// each index; y is like x.
inline Output InplaceUpdate(const Input& x, const Input& i, const Input& v,
    const InplaceUpdateAttrs& attrs = {}) {
  return detail::OpCall("InplaceUpdate", attrs.name).In(x, "T").In(i, "=int32").In(v, "T").One();
}

struct InterleaveDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// As FlatMapDataset, from cycle_length of these datasets in turn, block_length elements from each. Errors:
// INVALID_ARGUMENT unless both are above 0.
inline Output InterleaveDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Input& cycle_length, const Input& block_length, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const InterleaveDatasetAttrs& attrs = {}) {
  return detail::OpCall("InterleaveDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .Attr("f", f).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct InvAttrs {
  std::string name = "";
};
// The older name of Reciprocal. Shapes: y is like x.
inline Output Inv(const Input& x, const InvAttrs& attrs = {}) {
  return detail::OpCall("Inv", attrs.name).In(x, "T").One();
}

struct InvGradAttrs {
  std::string name = "";
};
// The older name of ReciprocalGrad. Shapes: all alike.
inline Output InvGrad(const Input& y, const Input& dy, const InvGradAttrs& attrs = {}) {
  return detail::OpCall("InvGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

struct InvertAttrs {
  std::string name = "";
};
// Gives x with every bit turned. Shapes: y is like x.
inline Output Invert(const Input& x, const InvertAttrs& attrs = {}) {
  return detail::OpCall("Invert", attrs.name).In(x, "T").One();
}

struct InvertPermutationAttrs {
  std::string name = "";
};
// Gives y with y[x[i]] = i. Shapes: vectors of one length. Errors: INVALID_ARGUMENT if x is no permutation of
// 0..n-1.
inline Output InvertPermutation(const Input& x, const InvertPermutationAttrs& attrs = {}) {
  return detail::OpCall("InvertPermutation", attrs.name).In(x, "T").One();
}

struct IsFiniteAttrs {
  std::string name = "";
};
// Says which elements are neither infinite nor NaN. Shapes: y is like x.
inline Output IsFinite(const Input& x, const IsFiniteAttrs& attrs = {}) {
  return detail::OpCall("IsFinite", attrs.name).In(x, "T").One();
}

struct IsInfAttrs {
  std::string name = "";
};
// Says which elements are infinite. Shapes: y is like x.
inline Output IsInf(const Input& x, const IsInfAttrs& attrs = {}) {
  return detail::OpCall("IsInf", attrs.name).In(x, "T").One();
}

struct IsNanAttrs {
  std::string name = "";
};
// Says which elements are NaN. Shapes: y is like x.
inline Output IsNan(const Input& x, const IsNanAttrs& attrs = {}) {
  return detail::OpCall("IsNan", attrs.name).In(x, "T").One();
}

struct IteratorAttrs {
  std::string name = "";
};
// As IteratorV2, in graphs of older programs.
inline Output Iterator(const Graph& graph, const std::string& shared_name, const std::string& container,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const IteratorAttrs& attrs = {}) {
  return detail::OpCall("Iterator", attrs.name, graph.state()).Attr("shared_name", shared_name)
      .Attr("container", container).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct IteratorFromStringHandleAttrs {
  std::vector<DType> output_types = {};
  std::vector<PartialShape> output_shapes = {};
  std::string name = "";
};
// Gives the handle of the iterator of a string. Errors: NOT_FOUND if there is none; INVALID_ARGUMENT for
// elements of other types or shapes than are given.
inline Output IteratorFromStringHandle(const Input& string_handle,
    const IteratorFromStringHandleAttrs& attrs = {}) {
  return detail::OpCall("IteratorFromStringHandle", attrs.name).In(string_handle, "=string")
      .Attr("output_types", attrs.output_types).Attr("output_shapes", attrs.output_shapes).One();
}

struct IteratorFromStringHandleV2Attrs {
  std::vector<DType> output_types = {};
  std::vector<PartialShape> output_shapes = {};
  std::string name = "";
};
// As IteratorFromStringHandle.
inline Output IteratorFromStringHandleV2(const Input& string_handle,
    const IteratorFromStringHandleV2Attrs& attrs = {}) {
  return detail::OpCall("IteratorFromStringHandleV2", attrs.name).In(string_handle, "=string")
      .Attr("output_types", attrs.output_types).Attr("output_shapes", attrs.output_shapes).One();
}

struct IteratorGetDeviceAttrs {
  std::string name = "";
};
// Gives the name of the device that the iterator lives on.
inline Output IteratorGetDevice(const Input& resource, const IteratorGetDeviceAttrs& attrs = {}) {
  return detail::OpCall("IteratorGetDevice", attrs.name).In(resource, "=resource").One();
}

struct IteratorGetNextAttrs {
  std::string name = "";
};
// Gives the next element, waiting for it without a thread. Errors: OUT_OF_RANGE at the end;
// FAILED_PRECONDITION before the first pass; those of the pipeline.
inline std::vector<Output> IteratorGetNext(const Input& iterator, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const IteratorGetNextAttrs& attrs = {}) {
  const Node node = detail::OpCall("IteratorGetNext", attrs.name).In(iterator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**output_types", &at);
}

struct IteratorGetNextAsOptionalAttrs {
  std::string name = "";
};
// Gives the next element as an optional value, without one at the end. Errors: as IteratorGetNext.
inline Output IteratorGetNextAsOptional(const Input& iterator, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const IteratorGetNextAsOptionalAttrs& attrs = {}) {
  return detail::OpCall("IteratorGetNextAsOptional", attrs.name).In(iterator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct IteratorGetNextSyncAttrs {
  std::string name = "";
};
// As IteratorGetNext.
inline std::vector<Output> IteratorGetNextSync(const Input& iterator, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const IteratorGetNextSyncAttrs& attrs = {}) {
  const Node node = detail::OpCall("IteratorGetNextSync", attrs.name).In(iterator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**output_types", &at);
}

struct IteratorToStringHandleAttrs {
  std::string name = "";
};
// Gives a string by which other graphs of the session find the iterator.
inline Output IteratorToStringHandle(const Input& resource_handle,
    const IteratorToStringHandleAttrs& attrs = {}) {
  return detail::OpCall("IteratorToStringHandle", attrs.name).In(resource_handle, "=resource").One();
}

struct IteratorV2Attrs {
  std::string name = "";
};
// Gives the handle of an iterator over elements of the given types and shapes, which MakeIterator sets.
inline Output IteratorV2(const Graph& graph, const std::string& shared_name, const std::string& container,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const IteratorV2Attrs& attrs = {}) {
  return detail::OpCall("IteratorV2", attrs.name, graph.state()).Attr("shared_name", shared_name)
      .Attr("container", container).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct L2LossAttrs {
  std::string name = "";
};
// Gives half the sum of the squares of all elements. Shapes: output is a scalar.
inline Output L2Loss(const Input& t, const L2LossAttrs& attrs = {}) {
  return detail::OpCall("L2Loss", attrs.name).In(t, "T").One();
}

struct LRNAttrs {
  std::int64_t depth_radius = 5;
  float bias = 1.0f;
  float alpha = 1.0f;
  float beta = 0.5f;
  std::string name = "";
};
// Gives input / (bias + alpha * s)^beta, where s is the sum of the squares of a channel and of depth_radius
// channels on either side. Shapes: input is [batch,rows,columns,channels], output is like it. Source:
// Krizhevsky, Sutskever & Hinton 2012, section 3.3.
inline Output LRN(const Input& input, const LRNAttrs& attrs = {}) {
  return detail::OpCall("LRN", attrs.name).In(input, "T").Attr("depth_radius", attrs.depth_radius)
      .Attr("bias", attrs.bias).Attr("alpha", attrs.alpha).Attr("beta", attrs.beta).One();
}

struct LRNGradAttrs {
  std::int64_t depth_radius = 5;
  float bias = 1.0f;
  float alpha = 1.0f;
  float beta = 0.5f;
  std::string name = "";
};
// Gives the gradient of LRN, which gave output_image for input_image. Shapes: all alike.
inline Output LRNGrad(const Input& input_grads, const Input& input_image, const Input& output_image,
    const LRNGradAttrs& attrs = {}) {
  return detail::OpCall("LRNGrad", attrs.name).In(input_grads, "T").In(input_image, "T")
      .In(output_image, "T").Attr("depth_radius", attrs.depth_radius).Attr("bias", attrs.bias)
      .Attr("alpha", attrs.alpha).Attr("beta", attrs.beta).One();
}

struct LSTMBlockCellOutputs {
  Output i;
  Output cs;
  Output f;
  Output o;
  Output ci;
  Output co;
  Output h;
};
struct LSTMBlockCellAttrs {
  float forget_bias = 1.0f;
  float cell_clip = 3.0f;
  bool use_peephole = false;
  std::string name = "";
};
// Does one step of long short-term memory: the gates i, ci, f, o are [x, h_prev] * w + b, in this order; cs =
// tanh(ci) * sigmoid(i) + cs_prev * sigmoid(f + forget_bias), within cell_clip if that is above 0; h =
// tanh(cs) * sigmoid(o). With use_peephole cs_prev * wci is added to i, cs_prev * wcf to f, and cs * wco to
// o. Shapes: x is [batch, inputs], cs_prev and all outputs are [batch, cells], h_prev likewise, w is [inputs
// + cells, 4 * cells], b [4 * cells], wci, wcf and wco are [cells]. Gradients come by cs and h alone. Source:
// Hochreiter & Schmidhuber 1997; Gers & Schmidhuber 2000.
inline LSTMBlockCellOutputs LSTMBlockCell(const Input& x, const Input& cs_prev, const Input& h_prev,
    const Input& w, const Input& wci, const Input& wcf, const Input& wco, const Input& b,
    const LSTMBlockCellAttrs& attrs = {}) {
  const Node node = detail::OpCall("LSTMBlockCell", attrs.name).In(x, "T").In(cs_prev, "T")
      .In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .Attr("forget_bias", attrs.forget_bias).Attr("cell_clip", attrs.cell_clip)
      .Attr("use_peephole", attrs.use_peephole).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct LSTMBlockCellGradOutputs {
  Output cs_prev_grad;
  Output dicfo;
  Output wci_grad;
  Output wcf_grad;
  Output wco_grad;
};
struct LSTMBlockCellGradAttrs {
  std::string name = "";
};
// Gives the gradients of LSTMBlockCell: of cs_prev, of the four gates beside each other, and of the
// peepholes, zeros without them. Shapes: as LSTMBlockCell; dicfo is [batch, 4 * cells].
inline LSTMBlockCellGradOutputs LSTMBlockCellGrad(const Input& x, const Input& cs_prev, const Input& h_prev,
    const Input& w, const Input& wci, const Input& wcf, const Input& wco, const Input& b, const Input& i,
    const Input& cs, const Input& f, const Input& o, const Input& ci, const Input& co, const Input& cs_grad,
    const Input& h_grad, bool use_peephole, const LSTMBlockCellGradAttrs& attrs = {}) {
  const Node node = detail::OpCall("LSTMBlockCellGrad", attrs.name).In(x, "T").In(cs_prev, "T")
      .In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T").In(i, "T")
      .In(cs, "T").In(f, "T").In(o, "T").In(ci, "T").In(co, "T").In(cs_grad, "T").In(h_grad, "T")
      .Attr("use_peephole", use_peephole).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct LeakyReluAttrs {
  float alpha = 0.2f;
  std::string name = "";
};
// Gives features where they are above 0 and alpha * features elsewhere. Shapes: activations is like features.
inline Output LeakyRelu(const Input& features, const LeakyReluAttrs& attrs = {}) {
  return detail::OpCall("LeakyRelu", attrs.name).In(features, "T").Attr("alpha", attrs.alpha).One();
}

struct LeakyReluGradAttrs {
  float alpha = 0.2f;
  std::string name = "";
};
// Gives gradients where features > 0 and alpha * gradients elsewhere. features is the input of LeakyRelu, or
// its output if alpha > 0. Shapes: all alike.
inline Output LeakyReluGrad(const Input& gradients, const Input& features,
    const LeakyReluGradAttrs& attrs = {}) {
  return detail::OpCall("LeakyReluGrad", attrs.name).In(gradients, "T").In(features, "T")
      .Attr("alpha", attrs.alpha).One();
}

struct LearnedUnigramCandidateSamplerOutputs {
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};
struct LearnedUnigramCandidateSamplerAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws num_sampled classes of [0,range_max), as often as each was a true class in the runs before, without
// repetition if unique is set; with how often each of them, and each true class, was expected. seed and seed2
// of 0 are replaced by random ones. Shapes: true_classes is [batch,num_true], sampled_candidates
// [num_sampled]; the counts are like these. Errors: INVALID_ARGUMENT for a class that is not in
// [0,range_max), or num_sampled above range_max with unique.
inline LearnedUnigramCandidateSamplerOutputs LearnedUnigramCandidateSampler(const Input& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const LearnedUnigramCandidateSamplerAttrs& attrs = {}) {
  const Node node = detail::OpCall("LearnedUnigramCandidateSampler", attrs.name)
      .In(true_classes, "=int64").Attr("num_true", num_true).Attr("num_sampled", num_sampled)
      .Attr("unique", unique).Attr("range_max", range_max).Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct LeftShiftAttrs {
  std::string name = "";
};
// Gives x with its bits moved up by y places; y counts as 0 below it, and as one less than the bits of T from
// there on. Shapes: x and y broadcast against each other.
inline Output LeftShift(const Input& x, const Input& y, const LeftShiftAttrs& attrs = {}) {
  return detail::OpCall("LeftShift", attrs.name).In(x, "T").In(y, "T").One();
}

struct LegacyParallelInterleaveDatasetV2Attrs {
  std::string deterministic = "default";
  std::string metadata = "";
  std::string name = "";
};
// As ParallelInterleaveDataset; if deterministic is 'false' elements come as soon as they are there.
inline Output LegacyParallelInterleaveDatasetV2(const Input& input_dataset,
    const std::vector<Input>& other_arguments, const Input& cycle_length, const Input& block_length,
    const Input& buffer_output_elements, const Input& prefetch_input_elements, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const LegacyParallelInterleaveDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("LegacyParallelInterleaveDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(buffer_output_elements, "=int64").In(prefetch_input_elements, "=int64").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("deterministic", attrs.deterministic).Attr("metadata", attrs.metadata).One();
}

struct LessAttrs {
  std::string name = "";
};
// Tells where x < y. Shapes: x and y broadcast against each other.
inline Output Less(const Input& x, const Input& y, const LessAttrs& attrs = {}) {
  return detail::OpCall("Less", attrs.name).In(x, "T").In(y, "T").One();
}

struct LessEqualAttrs {
  std::string name = "";
};
// Tells where x <= y. Shapes: x and y broadcast against each other.
inline Output LessEqual(const Input& x, const Input& y, const LessEqualAttrs& attrs = {}) {
  return detail::OpCall("LessEqual", attrs.name).In(x, "T").In(y, "T").One();
}

struct LgammaAttrs {
  std::string name = "";
};
// Gives the logarithm of the gamma function's absolute value; infinity at 0 and at negative integers. Shapes:
// y is like x.
inline Output Lgamma(const Input& x, const LgammaAttrs& attrs = {}) {
  return detail::OpCall("Lgamma", attrs.name).In(x, "T").One();
}

struct ListDiffOutputs {
  Output out;
  Output idx;
};
struct ListDiffAttrs {
  DType out_idx = DType::kInt32;
  std::string name = "";
};
// Gives the elements of x that y does not have, in their order, and their places in x. NaN is equal to
// nothing. Shapes: vectors.
// out_idx: int32, int64.
inline ListDiffOutputs ListDiff(const Input& x, const Input& y, const ListDiffAttrs& attrs = {}) {
  const Node node = detail::OpCall("ListDiff", attrs.name).In(x, "T").In(y, "T")
      .Attr("out_idx", attrs.out_idx).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct LoadAndRemapMatrixAttrs {
  std::int64_t max_rows_in_memory = -1;
  std::string name = "";
};
// Gives a matrix of which row i is row row_remapping[i] of a tensor in a checkpoint, and column j column
// col_remapping[j], or j if there is no col_remapping; where either is below 0, elements come from
// initializing_values, in order. max_rows_in_memory: how many old rows are read at a time, all below 1.
// Shapes: ckpt_path and old_tensor_name have one element, row_remapping is [num_rows], col_remapping
// [num_cols] or empty; output_matrix is [num_rows,num_cols]. Errors: NOT_FOUND for the checkpoint or the
// tensor; INVALID_ARGUMENT for a tensor that is no float matrix, a number that it does not have, and too few
// or many initializing_values; UNIMPLEMENTED for a number that is there twice.
inline Output LoadAndRemapMatrix(const Input& ckpt_path, const Input& old_tensor_name,
    const Input& row_remapping, const Input& col_remapping, const Input& initializing_values,
    std::int64_t num_rows, std::int64_t num_cols, const LoadAndRemapMatrixAttrs& attrs = {}) {
  return detail::OpCall("LoadAndRemapMatrix", attrs.name).In(ckpt_path, "=string")
      .In(old_tensor_name, "=string").In(row_remapping, "=int64").In(col_remapping, "=int64")
      .In(initializing_values, "=float").Attr("num_rows", num_rows).Attr("num_cols", num_cols)
      .Attr("max_rows_in_memory", attrs.max_rows_in_memory).One();
}

struct LogAttrs {
  std::string name = "";
};
// Gives the natural logarithm of x, element by element: NaN below 0, -inf at 0. Shapes: y is like x.
inline Output Log(const Input& x, const LogAttrs& attrs = {}) {
  return detail::OpCall("Log", attrs.name).In(x, "T").One();
}

struct Log1pAttrs {
  std::string name = "";
};
// Gives log(1 + x), exact near 0, element by element. Shapes: y is like x.
inline Output Log1p(const Input& x, const Log1pAttrs& attrs = {}) {
  return detail::OpCall("Log1p", attrs.name).In(x, "T").One();
}

struct LogMatrixDeterminantOutputs {
  Output sign;
  Output log_abs_determinant;
};
struct LogMatrixDeterminantAttrs {
  std::string name = "";
};
// Gives the sign (of absolute value 1, or 0) of determinants, and the logarithm of their absolute value, -inf
// for 0. Shapes: input is [..., n, n], outputs are [...].
inline LogMatrixDeterminantOutputs LogMatrixDeterminant(const Input& input,
    const LogMatrixDeterminantAttrs& attrs = {}) {
  const Node node = detail::OpCall("LogMatrixDeterminant", attrs.name).In(input, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct LogSoftmaxAttrs {
  std::string name = "";
};
// Gives logits - log(sum(exp(logits))) along the last dimension, without overflow. Shapes: logits has rank 1
// or more; logsoftmax is like it.
inline Output LogSoftmax(const Input& logits, const LogSoftmaxAttrs& attrs = {}) {
  return detail::OpCall("LogSoftmax", attrs.name).In(logits, "T").One();
}

struct LogUniformCandidateSamplerOutputs {
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};
struct LogUniformCandidateSamplerAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws num_sampled classes of [0,range_max), class k with a probability of log((k + 2) / (k + 1)) /
// log(range_max + 1), without repetition if unique is set; with how often each of them, and each true class,
// was expected. seed and seed2 of 0 are replaced by random ones. Shapes: true_classes is [batch,num_true],
// sampled_candidates [num_sampled]; the counts are like these. Errors: INVALID_ARGUMENT for a class that is
// not in [0,range_max), or num_sampled above range_max with unique.
inline LogUniformCandidateSamplerOutputs LogUniformCandidateSampler(const Input& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const LogUniformCandidateSamplerAttrs& attrs = {}) {
  const Node node = detail::OpCall("LogUniformCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("range_max", range_max).Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct LogicalAndAttrs {
  std::string name = "";
};
// Gives x and y, element by element. Shapes: x and y broadcast against each other.
inline Output LogicalAnd(const Input& x, const Input& y, const LogicalAndAttrs& attrs = {}) {
  return detail::OpCall("LogicalAnd", attrs.name).In(x, "=bool").In(y, "=bool").One();
}

struct LogicalNotAttrs {
  std::string name = "";
};
// Gives not x, element by element. Shapes: y is like x.
inline Output LogicalNot(const Input& x, const LogicalNotAttrs& attrs = {}) {
  return detail::OpCall("LogicalNot", attrs.name).In(x, "=bool").One();
}

struct LogicalOrAttrs {
  std::string name = "";
};
// Gives x or y, element by element. Shapes: x and y broadcast against each other.
inline Output LogicalOr(const Input& x, const Input& y, const LogicalOrAttrs& attrs = {}) {
  return detail::OpCall("LogicalOr", attrs.name).In(x, "=bool").In(y, "=bool").One();
}

struct LookupTableExportOutputs {
  Output keys;
  Output values;
};
struct LookupTableExportAttrs {
  std::string name = "";
};
// Gives all keys of the table, and their values in the same order; of a MutableDenseHashTable all buckets as
// they are. Errors: INVALID_ARGUMENT for types other than the table's; FAILED_PRECONDITION for a HashTable
// that is not filled yet.
inline LookupTableExportOutputs LookupTableExport(const Input& table_handle, DType Tkeys, DType Tvalues,
    const LookupTableExportAttrs& attrs = {}) {
  const Node node = detail::OpCall("LookupTableExport", attrs.name).In(table_handle, "=resource")
      .Attr("Tkeys", Tkeys).Attr("Tvalues", Tvalues).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct LookupTableExportV2Outputs {
  Output keys;
  Output values;
};
struct LookupTableExportV2Attrs {
  std::string name = "";
};
// Gives all keys of the table, and their values in the same order; of a MutableDenseHashTable all buckets as
// they are. Errors: INVALID_ARGUMENT for types other than the table's; FAILED_PRECONDITION for a HashTable
// that is not filled yet.
inline LookupTableExportV2Outputs LookupTableExportV2(const Input& table_handle, DType Tkeys, DType Tvalues,
    const LookupTableExportV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("LookupTableExportV2", attrs.name).In(table_handle, "=resource")
      .Attr("Tkeys", Tkeys).Attr("Tvalues", Tvalues).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct LookupTableFindAttrs {
  std::string name = "";
};
// Gives the value of every key, default_value for those that the table does not have. Shapes: values is keys'
// shape, without a key's where keys are vectors, followed by a value's; default_value is a value, or one for
// every key. Errors: INVALID_ARGUMENT for types and shapes other than the table's; FAILED_PRECONDITION for a
// HashTable that is not filled yet.
inline Output LookupTableFind(const Input& table_handle, const Input& keys, const Input& default_value,
    const LookupTableFindAttrs& attrs = {}) {
  return detail::OpCall("LookupTableFind", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(default_value, "Tout").One();
}

struct LookupTableFindV2Attrs {
  std::string name = "";
};
// Gives the value of every key, default_value for those that the table does not have. Shapes: values is keys'
// shape, without a key's where keys are vectors, followed by a value's; default_value is a value, or one for
// every key. Errors: INVALID_ARGUMENT for types and shapes other than the table's; FAILED_PRECONDITION for a
// HashTable that is not filled yet.
inline Output LookupTableFindV2(const Input& table_handle, const Input& keys, const Input& default_value,
    const LookupTableFindV2Attrs& attrs = {}) {
  return detail::OpCall("LookupTableFindV2", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(default_value, "Tout").One();
}

struct LookupTableImportAttrs {
  std::string name = "";
};
// Replaces all entries of the table by what LookupTableExportV2 gave of one like it. Errors: INVALID_ARGUMENT
// for types and shapes other than the table's.
inline Node LookupTableImport(const Input& table_handle, const Input& keys, const Input& values,
    const LookupTableImportAttrs& attrs = {}) {
  return detail::OpCall("LookupTableImport", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").Add();
}

struct LookupTableImportV2Attrs {
  std::string name = "";
};
// Replaces all entries of the table by what LookupTableExportV2 gave of one like it. Errors: INVALID_ARGUMENT
// for types and shapes other than the table's.
inline Node LookupTableImportV2(const Input& table_handle, const Input& keys, const Input& values,
    const LookupTableImportV2Attrs& attrs = {}) {
  return detail::OpCall("LookupTableImportV2", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").Add();
}

struct LookupTableInsertAttrs {
  std::string name = "";
};
// Adds keys with their values to the table, or gives them new ones. Errors: INVALID_ARGUMENT for types and
// shapes other than the table's; UNIMPLEMENTED for a HashTable.
inline Node LookupTableInsert(const Input& table_handle, const Input& keys, const Input& values,
    const LookupTableInsertAttrs& attrs = {}) {
  return detail::OpCall("LookupTableInsert", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").Add();
}

struct LookupTableInsertV2Attrs {
  std::string name = "";
};
// Adds keys with their values to the table, or gives them new ones. Errors: INVALID_ARGUMENT for types and
// shapes other than the table's; UNIMPLEMENTED for a HashTable.
inline Node LookupTableInsertV2(const Input& table_handle, const Input& keys, const Input& values,
    const LookupTableInsertV2Attrs& attrs = {}) {
  return detail::OpCall("LookupTableInsertV2", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").Add();
}

struct LookupTableRemoveV2Attrs {
  std::string name = "";
};
// Removes keys; those that the table does not have are no error. Errors: INVALID_ARGUMENT for types and
// shapes other than the table's; UNIMPLEMENTED for a HashTable.
inline Node LookupTableRemoveV2(const Input& table_handle, const Input& keys,
    const LookupTableRemoveV2Attrs& attrs = {}) {
  return detail::OpCall("LookupTableRemoveV2", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .Add();
}

struct LookupTableSizeAttrs {
  std::string name = "";
};
// Counts the entries of the table.
inline Output LookupTableSize(const Input& table_handle, const LookupTableSizeAttrs& attrs = {}) {
  return detail::OpCall("LookupTableSize", attrs.name).In(table_handle, "=resource").One();
}

struct LookupTableSizeV2Attrs {
  std::string name = "";
};
// Counts the entries of the table.
inline Output LookupTableSizeV2(const Input& table_handle, const LookupTableSizeV2Attrs& attrs = {}) {
  return detail::OpCall("LookupTableSizeV2", attrs.name).In(table_handle, "=resource").One();
}

struct LoopCondAttrs {
  std::string name = "";
};
// Passes input on and marks it as what decides whether the loop goes on. Shapes: a scalar.
inline Output LoopCond(const Input& input, const LoopCondAttrs& attrs = {}) {
  return detail::OpCall("LoopCond", attrs.name).In(input, "=bool").One();
}

struct LowerBoundAttrs {
  DType out_type = DType::kInt32;
  std::string name = "";
};
// Gives for each value how many elements of its row of sorted_inputs are less than it. Shapes: matrices with
// as many rows, whose numbers do not fall; output is like values. Errors: INVALID_ARGUMENT for rows of more
// elements than out_type counts.
// out_type: int32, int64.
inline Output LowerBound(const Input& sorted_inputs, const Input& values, const LowerBoundAttrs& attrs = {}) {
  return detail::OpCall("LowerBound", attrs.name).In(sorted_inputs, "T").In(values, "T")
      .Attr("out_type", attrs.out_type).One();
}

struct LuOutputs {
  Output lu;
  Output p;
};
struct LuAttrs {
  DType output_idx_type = DType::kInt32;
  std::string name = "";
};
// Gives a unit lower triangle and an upper one, in one matrix, whose product is that of input's rows in the
// order p. Shapes: input and lu are [..., n, n], p is [..., n]. Errors: INVALID_ARGUMENT for a matrix that is
// not invertible.
// output_idx_type: int32, int64.
inline LuOutputs Lu(const Input& input, const LuAttrs& attrs = {}) {
  const Node node = detail::OpCall("Lu", attrs.name).In(input, "T")
      .Attr("output_idx_type", attrs.output_idx_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct MakeIteratorAttrs {
  std::string name = "";
};
// Begins a pass of the iterator over the dataset; a pass that was under way is left. Errors: INVALID_ARGUMENT
// for elements of other types or shapes.
inline Node MakeIterator(const Input& dataset, const Input& iterator, const MakeIteratorAttrs& attrs = {}) {
  return detail::OpCall("MakeIterator", attrs.name).In(dataset, "=variant").In(iterator, "=resource")
      .Add();
}

struct MapAndBatchDatasetAttrs {
  bool preserve_cardinality = false;
  std::string metadata = "";
  std::string name = "";
};
// ParallelMapDataset, then BatchDatasetV2.
inline Output MapAndBatchDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Input& batch_size, const Input& num_parallel_calls, const Input& drop_remainder, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const MapAndBatchDatasetAttrs& attrs = {}) {
  return detail::OpCall("MapAndBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(batch_size, "=int64").In(num_parallel_calls, "=int64")
      .In(drop_remainder, "=bool").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("metadata", attrs.metadata).One();
}

struct MapClearAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Drops all tuples. Shapes: none.
inline Node MapClear(const Graph& graph, const std::vector<DType>& dtypes, const MapClearAttrs& attrs = {}) {
  return detail::OpCall("MapClear", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
}

struct MapDatasetAttrs {
  bool use_inter_op_parallelism = true;
  bool preserve_cardinality = false;
  bool force_synchronous = false;
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of what f gives for each element and other_arguments. Errors: INVALID_ARGUMENT if f takes
// or gives other types; of a pass: those of f, with the number of the element; OUT_OF_RANGE of f ends the
// dataset, unless preserve_cardinality is set.
inline Output MapDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Function& f, const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const MapDatasetAttrs& attrs = {}) {
  return detail::OpCall("MapDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism)
      .Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("force_synchronous", attrs.force_synchronous).Attr("metadata", attrs.metadata).One();
}

struct MapIncompleteSizeAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the number of tuples that lack tensors. Shapes: size is a scalar.
inline Output MapIncompleteSize(const Graph& graph, const std::vector<DType>& dtypes,
    const MapIncompleteSizeAttrs& attrs = {}) {
  return detail::OpCall("MapIncompleteSize", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct MapPeekAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the tensors that indices name of the tuple under the key, waiting for it, and leaves them. Shapes:
// key is a scalar, indices a vector. Errors: INVALID_ARGUMENT for a tensor that was taken already.
inline std::vector<Output> MapPeek(const Input& key, const Input& indices, const std::vector<DType>& dtypes,
    const MapPeekAttrs& attrs = {}) {
  const Node node = detail::OpCall("MapPeek", attrs.name).In(key, "=int64").In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**dtypes", &at);
}

struct MapSizeAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the number of complete tuples. Shapes: size is a scalar.
inline Output MapSize(const Graph& graph, const std::vector<DType>& dtypes, const MapSizeAttrs& attrs = {}) {
  return detail::OpCall("MapSize", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct MapStageAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Puts tensors into the staging map of shared_name under the key, waiting for room: those that indices name,
// of a tuple of types dtypes. A tuple can be taken when it has all. Shapes: key is a scalar, indices a vector
// that rises. Errors: INVALID_ARGUMENT for a tensor that is there already; RESOURCE_EXHAUSTED for one above
// memory_limit.
inline Node MapStage(const Input& key, const Input& indices, const std::vector<Input>& values,
    const std::vector<DType>& dtypes, const MapStageAttrs& attrs = {}) {
  return detail::OpCall("MapStage", attrs.name).In(key, "=int64").In(indices, "=int32")
      .In(values, "**fake_dtypes").Attr("dtypes", dtypes).Attr("capacity", attrs.capacity)
      .Attr("memory_limit", attrs.memory_limit).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Add();
}

struct MapUnstageAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Takes the tensors that indices name of the tuple under the key, waiting for it. Shapes: key is a scalar,
// indices a vector. Errors: as MapPeek.
inline std::vector<Output> MapUnstage(const Input& key, const Input& indices,
    const std::vector<DType>& dtypes, const MapUnstageAttrs& attrs = {}) {
  const Node node = detail::OpCall("MapUnstage", attrs.name).In(key, "=int64").In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**dtypes", &at);
}

struct MapUnstageNoKeyOutputs {
  Output key;
  std::vector<Output> values;
};
struct MapUnstageNoKeyAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Takes the tensors that indices name of some complete tuple, waiting for it. Shapes: key is a scalar,
// indices a vector. Errors: as MapPeek.
inline MapUnstageNoKeyOutputs MapUnstageNoKey(const Input& indices, const std::vector<DType>& dtypes,
    const MapUnstageNoKeyAttrs& attrs = {}) {
  const Node node = detail::OpCall("MapUnstageNoKey", attrs.name).In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return {node.output(at++), detail::OpCall::Many(node, "**dtypes", &at)};
}

struct MatMulAttrs {
  bool transpose_a = false;
  bool transpose_b = false;
  bool grad_a = false;
  bool grad_b = false;
  std::string name = "";
};
// Multiplies two matrices, either transposed first where its attr says so. Shapes: [m,k] times [k,n] gives
// [m,n]; k = 0 gives zeros. Errors: INVALID_ARGUMENT if the inner dimensions differ.
inline Output MatMul(const Input& a, const Input& b, const MatMulAttrs& attrs = {}) {
  return detail::OpCall("MatMul", attrs.name).In(a, "T").In(b, "T")
      .Attr("transpose_a", attrs.transpose_a).Attr("transpose_b", attrs.transpose_b)
      .Attr("grad_a", attrs.grad_a).Attr("grad_b", attrs.grad_b).One();
}

struct MatchingFilesAttrs {
  std::string name = "";
};
// The files whose paths match one of the patterns, sorted, each once. `*`, `?` and `[a-z]` stand for
// characters of one name, never for `/`. Shapes: a scalar or a vector gives a vector.
inline Output MatchingFiles(const Input& pattern, const MatchingFilesAttrs& attrs = {}) {
  return detail::OpCall("MatchingFiles", attrs.name).In(pattern, "=string").One();
}

struct MatrixBandPartAttrs {
  std::string name = "";
};
// Keeps the main diagonal, num_lower diagonals below it and num_upper above it, all for a negative number,
// and makes the rest 0. Shapes: input has rank 2 or more, num_lower and num_upper are scalars, band is like
// input. Errors: INVALID_ARGUMENT for more diagonals than there are.
inline Output MatrixBandPart(const Input& input, const Input& num_lower, const Input& num_upper,
    const MatrixBandPartAttrs& attrs = {}) {
  return detail::OpCall("MatrixBandPart", attrs.name).In(input, "T").In(num_lower, "Tindex")
      .In(num_upper, "Tindex").One();
}

struct MatrixDeterminantAttrs {
  std::string name = "";
};
// Gives the determinants of matrices. Shapes: input is [..., n, n], output [...].
inline Output MatrixDeterminant(const Input& input, const MatrixDeterminantAttrs& attrs = {}) {
  return detail::OpCall("MatrixDeterminant", attrs.name).In(input, "T").One();
}

struct MatrixDiagAttrs {
  std::string name = "";
};
// Makes matrices with the given main diagonals and 0 elsewhere. Shapes: output is diagonal.shape +
// [diagonal.shape[-1]].
inline Output MatrixDiag(const Input& diagonal, const MatrixDiagAttrs& attrs = {}) {
  return detail::OpCall("MatrixDiag", attrs.name).In(diagonal, "T").One();
}

struct MatrixDiagPartAttrs {
  std::string name = "";
};
// Gives the main diagonals of matrices. Shapes: input is [..., m, n], diagonal is [..., min(m, n)].
inline Output MatrixDiagPart(const Input& input, const MatrixDiagPartAttrs& attrs = {}) {
  return detail::OpCall("MatrixDiagPart", attrs.name).In(input, "T").One();
}

struct MatrixDiagPartV2Attrs {
  std::string name = "";
};
// As MatrixDiagPartV3 with align LEFT_LEFT.
inline Output MatrixDiagPartV2(const Input& input, const Input& k, const Input& padding_value,
    const MatrixDiagPartV2Attrs& attrs = {}) {
  return detail::OpCall("MatrixDiagPartV2", attrs.name).In(input, "T").In(k, "=int32")
      .In(padding_value, "T").One();
}

struct MatrixDiagPartV3Attrs {
  std::string align = "RIGHT_LEFT";
  std::string name = "";
};
// Gives the diagonals k of matrices, filled up with padding_value to the length of the longest; k and align
// as in MatrixDiagV3. Shapes: input is [..., m, n], diagonal is [..., length], or [..., count, length] for a
// range. Errors: INVALID_ARGUMENT for diagonals that are not there.
// align: LEFT_RIGHT, RIGHT_LEFT, LEFT_LEFT, RIGHT_RIGHT.
inline Output MatrixDiagPartV3(const Input& input, const Input& k, const Input& padding_value,
    const MatrixDiagPartV3Attrs& attrs = {}) {
  return detail::OpCall("MatrixDiagPartV3", attrs.name).In(input, "T").In(k, "=int32")
      .In(padding_value, "T").Attr("align", attrs.align).One();
}

struct MatrixDiagV2Attrs {
  std::string name = "";
};
// As MatrixDiagV3 with align LEFT_LEFT.
inline Output MatrixDiagV2(const Input& diagonal, const Input& k, const Input& num_rows,
    const Input& num_cols, const Input& padding_value, const MatrixDiagV2Attrs& attrs = {}) {
  return detail::OpCall("MatrixDiagV2", attrs.name).In(diagonal, "T").In(k, "=int32")
      .In(num_rows, "=int32").In(num_cols, "=int32").In(padding_value, "T").One();
}

struct MatrixDiagV3Attrs {
  std::string align = "RIGHT_LEFT";
  std::string name = "";
};
// Makes matrices with the given diagonals and padding_value elsewhere. k is one diagonal (0: the main one,
// above 0: over it) or the lowest and the highest of a range, whose rows in diagonal start with the highest.
// Diagonals shorter than the longest lie at the end of their row that align names: its first word is for
// those over the main one, the second for those under it. num_rows or num_cols -1: as small as fits. Shapes:
// diagonal is [..., length], or [..., count, length] for a range; output is [..., num_rows, num_cols].
// Errors: INVALID_ARGUMENT for sizes that do not fit the diagonals.
// align: LEFT_RIGHT, RIGHT_LEFT, LEFT_LEFT, RIGHT_RIGHT.
inline Output MatrixDiagV3(const Input& diagonal, const Input& k, const Input& num_rows,
    const Input& num_cols, const Input& padding_value, const MatrixDiagV3Attrs& attrs = {}) {
  return detail::OpCall("MatrixDiagV3", attrs.name).In(diagonal, "T").In(k, "=int32")
      .In(num_rows, "=int32").In(num_cols, "=int32").In(padding_value, "T").Attr("align", attrs.align)
      .One();
}

struct MatrixExponentialAttrs {
  std::string name = "";
};
// Gives the exponentials of matrices: sums of input^k / k!. Shapes: input and output are [..., n, n].
// TensorFlow has it in graphs before version 27. Source: Higham 2005.
inline Output MatrixExponential(const Input& input, const MatrixExponentialAttrs& attrs = {}) {
  return detail::OpCall("MatrixExponential", attrs.name).In(input, "T").One();
}

struct MatrixInverseAttrs {
  bool adjoint = false;
  std::string name = "";
};
// Gives the inverses of matrices, with adjoint of their adjoints. Shapes: input and output are [..., n, n].
// Errors: INVALID_ARGUMENT for a matrix that has none.
inline Output MatrixInverse(const Input& input, const MatrixInverseAttrs& attrs = {}) {
  return detail::OpCall("MatrixInverse", attrs.name).In(input, "T").Attr("adjoint", attrs.adjoint)
      .One();
}

struct MatrixLogarithmAttrs {
  std::string name = "";
};
// Gives the principal logarithms of matrices: their exponentials are the matrices, and the imaginary parts of
// their eigenvalues lie in (-pi, pi]. A matrix that has none gives NaN. Shapes: input and output are [..., n,
// n].
inline Output MatrixLogarithm(const Input& input, const MatrixLogarithmAttrs& attrs = {}) {
  return detail::OpCall("MatrixLogarithm", attrs.name).In(input, "T").One();
}

struct MatrixSetDiagAttrs {
  std::string name = "";
};
// Replaces the main diagonals of matrices. Shapes: input and output are [..., m, n], diagonal is [..., min(m,
// n)].
inline Output MatrixSetDiag(const Input& input, const Input& diagonal, const MatrixSetDiagAttrs& attrs = {}) {
  return detail::OpCall("MatrixSetDiag", attrs.name).In(input, "T").In(diagonal, "T").One();
}

struct MatrixSetDiagV2Attrs {
  std::string name = "";
};
// As MatrixSetDiagV3 with align LEFT_LEFT.
inline Output MatrixSetDiagV2(const Input& input, const Input& diagonal, const Input& k,
    const MatrixSetDiagV2Attrs& attrs = {}) {
  return detail::OpCall("MatrixSetDiagV2", attrs.name).In(input, "T").In(diagonal, "T").In(k, "=int32")
      .One();
}

struct MatrixSetDiagV3Attrs {
  std::string align = "RIGHT_LEFT";
  std::string name = "";
};
// Replaces the diagonals k of matrices; k and align as in MatrixDiagV3. Shapes: input and output are [..., m,
// n], diagonal is as MatrixDiagPartV3 gives it. Errors: INVALID_ARGUMENT for diagonals that are not there.
// align: LEFT_RIGHT, RIGHT_LEFT, LEFT_LEFT, RIGHT_RIGHT.
inline Output MatrixSetDiagV3(const Input& input, const Input& diagonal, const Input& k,
    const MatrixSetDiagV3Attrs& attrs = {}) {
  return detail::OpCall("MatrixSetDiagV3", attrs.name).In(input, "T").In(diagonal, "T").In(k, "=int32")
      .Attr("align", attrs.align).One();
}

struct MatrixSolveAttrs {
  bool adjoint = false;
  std::string name = "";
};
// Solves matrix * output = rhs, with adjoint for the adjoint of matrix. Shapes: matrix is [..., n, n], rhs
// and output are [..., n, k]. Errors: INVALID_ARGUMENT for a matrix without an inverse.
inline Output MatrixSolve(const Input& matrix, const Input& rhs, const MatrixSolveAttrs& attrs = {}) {
  return detail::OpCall("MatrixSolve", attrs.name).In(matrix, "T").In(rhs, "T")
      .Attr("adjoint", attrs.adjoint).One();
}

struct MatrixSolveLsAttrs {
  bool fast = true;
  std::string name = "";
};
// Gives the output with the least |matrix * output - rhs|^2 + l2_regularizer * |output|^2, and of least norm
// where there are many. fast goes by the normal equations, which lose half of the digits; without it
// l2_regularizer counts for nothing, as in TensorFlow. Shapes: matrix is [..., m, n], rhs [..., m, k], output
// [..., n, k]. Errors: INVALID_ARGUMENT where fast finds no solution.
inline Output MatrixSolveLs(const Input& matrix, const Input& rhs, const Input& l2_regularizer,
    const MatrixSolveLsAttrs& attrs = {}) {
  return detail::OpCall("MatrixSolveLs", attrs.name).In(matrix, "T").In(rhs, "T")
      .In(l2_regularizer, "=double").Attr("fast", attrs.fast).One();
}

struct MatrixSquareRootAttrs {
  std::string name = "";
};
// Gives the principal square roots of matrices: output * output is input, and no eigenvalue of output has a
// negative real part. A matrix that has none gives NaN, as a real one with a negative real eigenvalue does.
// Shapes: input and output are [..., n, n].
inline Output MatrixSquareRoot(const Input& input, const MatrixSquareRootAttrs& attrs = {}) {
  return detail::OpCall("MatrixSquareRoot", attrs.name).In(input, "T").One();
}

struct MatrixTriangularSolveAttrs {
  bool lower = true;
  bool adjoint = false;
  std::string name = "";
};
// Solves matrix * output = rhs for the lower or the upper triangle of matrix, with adjoint for its adjoint.
// The rest of matrix is not looked at. Shapes: matrix is [..., n, n], rhs and output are [..., n, k]; the
// leading dimensions broadcast. Errors: INVALID_ARGUMENT for a 0 on the diagonal.
inline Output MatrixTriangularSolve(const Input& matrix, const Input& rhs,
    const MatrixTriangularSolveAttrs& attrs = {}) {
  return detail::OpCall("MatrixTriangularSolve", attrs.name).In(matrix, "T").In(rhs, "T")
      .Attr("lower", attrs.lower).Attr("adjoint", attrs.adjoint).One();
}

struct MaxAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Gives the largest element over the given axes; an empty axis gives the lowest number of T. Shapes and
// errors: as Sum.
inline Output Max(const Input& input, const Input& reduction_indices, const MaxAttrs& attrs = {}) {
  return detail::OpCall("Max", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct MaxIntraOpParallelismDatasetAttrs {
  std::string name = "";
};
// Gives the same dataset, which uses the threads of the runtime.
inline Output MaxIntraOpParallelismDataset(const Input& input_dataset, const Input& max_intra_op_parallelism,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const MaxIntraOpParallelismDatasetAttrs& attrs = {}) {
  return detail::OpCall("MaxIntraOpParallelismDataset", attrs.name).In(input_dataset, "=variant")
      .In(max_intra_op_parallelism, "=int64").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct MaxPoolAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::string name = "";
};
// Gives the largest element of every window, channel by channel, or of as many channels as ksize and strides
// say for them. Shapes: input is [batch,rows,columns,channels] or, for NCHW, [batch,channels,rows,columns].
// Errors: INVALID_ARGUMENT if a window does not fit into the padded image, does not divide the channels, or
// goes over both.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output MaxPool(const Input& input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, const MaxPoolAttrs& attrs = {}) {
  return detail::OpCall("MaxPool", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format).One();
}

struct MaxPool3DAttrs {
  std::string data_format = "NDHWC";
  std::string name = "";
};
// Gives the largest element of every window of a volume, channel by channel. Shapes: input is
// [batch,depth,rows,columns,channels] or, for NCDHW, [batch,channels,depth,rows,columns]. Errors:
// INVALID_ARGUMENT if a window does not fit into the padded volume or goes over batch or channels.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output MaxPool3D(const Input& input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, const MaxPool3DAttrs& attrs = {}) {
  return detail::OpCall("MaxPool3D", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

struct MaxPool3DGradAttrs {
  std::string data_format = "NDHWC";
  std::string name = "";
};
// Gives the gradient of MaxPool3D: each element of grad goes to the first of the largest elements of its
// window (TensorFlow's CPU gives it to all of them). Shapes: output is like orig_input, grad like
// orig_output. Errors: UNIMPLEMENTED if T is not TInput.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output MaxPool3DGrad(const Input& orig_input, const Input& orig_output, const Input& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const MaxPool3DGradAttrs& attrs = {}) {
  return detail::OpCall("MaxPool3DGrad", attrs.name).In(orig_input, "TInput").In(orig_output, "TInput")
      .In(grad, "T").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

struct MaxPool3DGradGradAttrs {
  std::string data_format = "NDHWC";
  std::string name = "";
};
// Gives the gradient of MaxPool3DGrad: from every window the element of grad where the first of the largest
// elements of orig_input is. Shapes: grad is like orig_input, output like orig_output.
// padding: SAME, VALID.
// data_format: NDHWC, NCDHW.
inline Output MaxPool3DGradGrad(const Input& orig_input, const Input& orig_output, const Input& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const MaxPool3DGradGradAttrs& attrs = {}) {
  return detail::OpCall("MaxPool3DGradGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

struct MaxPoolGradAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::string name = "";
};
// Gives the gradient of MaxPool: each element of grad goes to the first of the largest elements of its
// window. Shapes: output is like orig_input, grad like orig_output.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output MaxPoolGrad(const Input& orig_input, const Input& orig_output, const Input& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const MaxPoolGradAttrs& attrs = {}) {
  return detail::OpCall("MaxPoolGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format).One();
}

struct MaxPoolGradGradAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::string data_format = "NHWC";
  std::string name = "";
};
// Gives the gradient of MaxPoolGrad: from every window the element of grad where the first of the largest
// elements of orig_input is. Shapes: grad is like orig_input, output like orig_output.
// padding: SAME, VALID, EXPLICIT.
// data_format: NHWC, NCHW.
inline Output MaxPoolGradGrad(const Input& orig_input, const Input& orig_output, const Input& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const MaxPoolGradGradAttrs& attrs = {}) {
  return detail::OpCall("MaxPoolGradGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format).One();
}

struct MaxPoolGradGradV2Attrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Gives the gradient of MaxPoolGradV2. Shapes and errors: as MaxPoolGradGrad.
// padding: SAME, VALID.
// data_format: NHWC, NCHW.
inline Output MaxPoolGradGradV2(const Input& orig_input, const Input& orig_output, const Input& grad,
    const Input& ksize, const Input& strides, const std::string& padding,
    const MaxPoolGradGradV2Attrs& attrs = {}) {
  return detail::OpCall("MaxPoolGradGradV2", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").In(ksize, "=int32").In(strides, "=int32").Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

struct MaxPoolGradGradWithArgmaxAttrs {
  bool include_batch_in_index = false;
  std::string name = "";
};
// Gives the gradient of MaxPoolGradWithArgmax: from grad, which is like input, the elements where argmax
// says. Errors: INVALID_ARGUMENT for a place outside.
// padding: SAME, VALID.
inline Output MaxPoolGradGradWithArgmax(const Input& input, const Input& grad, const Input& argmax,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const MaxPoolGradGradWithArgmaxAttrs& attrs = {}) {
  return detail::OpCall("MaxPoolGradGradWithArgmax", attrs.name).In(input, "T").In(grad, "T")
      .In(argmax, "Targmax").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("include_batch_in_index", attrs.include_batch_in_index).One();
}

struct MaxPoolGradV2Attrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Gives the gradient of MaxPoolV2. Shapes and errors: as MaxPoolGrad.
// padding: SAME, VALID.
// data_format: NHWC, NCHW.
inline Output MaxPoolGradV2(const Input& orig_input, const Input& orig_output, const Input& grad,
    const Input& ksize, const Input& strides, const std::string& padding,
    const MaxPoolGradV2Attrs& attrs = {}) {
  return detail::OpCall("MaxPoolGradV2", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").In(ksize, "=int32").In(strides, "=int32").Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

struct MaxPoolGradWithArgmaxAttrs {
  bool include_batch_in_index = false;
  std::string name = "";
};
// Gives the gradient of MaxPoolWithArgmax: adds each element of grad where argmax says. Shapes: output is
// like input, grad and argmax like the pool's outputs. Errors: INVALID_ARGUMENT for a place behind the last.
// padding: SAME, VALID.
inline Output MaxPoolGradWithArgmax(const Input& input, const Input& grad, const Input& argmax,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const MaxPoolGradWithArgmaxAttrs& attrs = {}) {
  return detail::OpCall("MaxPoolGradWithArgmax", attrs.name).In(input, "T").In(grad, "T")
      .In(argmax, "Targmax").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("include_batch_in_index", attrs.include_batch_in_index).One();
}

struct MaxPoolV2Attrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// MaxPool with windows and steps of inputs, vectors of four. Devices without a kernel must know their values
// when the graph is planned. Errors: as MaxPool; UNIMPLEMENTED for NCHW_VECT_C.
// padding: SAME, VALID.
// data_format: NHWC, NCHW, NCHW_VECT_C.
inline Output MaxPoolV2(const Input& input, const Input& ksize, const Input& strides,
    const std::string& padding, const MaxPoolV2Attrs& attrs = {}) {
  return detail::OpCall("MaxPoolV2", attrs.name).In(input, "T").In(ksize, "=int32")
      .In(strides, "=int32").Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

struct MaxPoolWithArgmaxOutputs {
  Output output;
  Output argmax;
};
struct MaxPoolWithArgmaxAttrs {
  bool include_batch_in_index = false;
  DType Targmax = DType::kInt64;
  std::string name = "";
};
// Gives the largest element of every window, channel by channel, and where the first of them is: (row *
// columns + column) * channels + channel, with the image's number * rows before if include_batch_in_index.
// Shapes: input is [batch,rows,columns,channels]. Errors: INVALID_ARGUMENT if a window does not fit into the
// padded image or goes over channels.
// padding: SAME, VALID.
// Targmax: int32, int64.
inline MaxPoolWithArgmaxOutputs MaxPoolWithArgmax(const Input& input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const MaxPoolWithArgmaxAttrs& attrs = {}) {
  const Node node = detail::OpCall("MaxPoolWithArgmax", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding)
      .Attr("include_batch_in_index", attrs.include_batch_in_index).Attr("Targmax", attrs.Targmax)
      .Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct MaximumAttrs {
  std::string name = "";
};
// Gives the larger of x and y, element by element. Shapes: x and y broadcast against each other.
inline Output Maximum(const Input& x, const Input& y, const MaximumAttrs& attrs = {}) {
  return detail::OpCall("Maximum", attrs.name).In(x, "T").In(y, "T").One();
}

struct MeanAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Averages over the given axes; an empty axis gives NaN, or 0 for integers, whose quotient is cut towards
// zero. Shapes and errors: as Sum.
inline Output Mean(const Input& input, const Input& reduction_indices, const MeanAttrs& attrs = {}) {
  return detail::OpCall("Mean", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct MergeOutputs {
  Output output;
  Output value_index;
};
struct MergeAttrs {
  std::string name = "";
};
// Passes on the first live input and says which it was; dead if all are. A Merge whose second input is a
// NextIteration is the head of a loop. Shapes: output has what all inputs have in common.
inline MergeOutputs Merge(const std::vector<Input>& inputs, const MergeAttrs& attrs = {}) {
  const Node node = detail::OpCall("Merge", attrs.name).In(inputs, "*T:N").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct MergeSummaryAttrs {
  std::string name = "";
};
// One summary with the values of all. Shapes: inputs have any shape; summary is a scalar. Errors:
// INVALID_ARGUMENT naming a tag that comes twice, or for what is no summary.
inline Output MergeSummary(const std::vector<Input>& inputs, const MergeSummaryAttrs& attrs = {}) {
  return detail::OpCall("MergeSummary", attrs.name).In(inputs, "*=string:N").One();
}

struct MergeV2CheckpointsAttrs {
  bool delete_old_dirs = true;
  bool allow_missing_files = false;
  std::string name = "";
};
// Joins checkpoints written apart into one, moving their data files. Shapes: checkpoint_prefixes is a vector,
// destination_prefix a scalar. Errors: NOT_FOUND for one that is not there; with allow_missing_files only
// INVALID_ARGUMENT if none is.
inline Node MergeV2Checkpoints(const Input& checkpoint_prefixes, const Input& destination_prefix,
    const MergeV2CheckpointsAttrs& attrs = {}) {
  return detail::OpCall("MergeV2Checkpoints", attrs.name).In(checkpoint_prefixes, "=string")
      .In(destination_prefix, "=string").Attr("delete_old_dirs", attrs.delete_old_dirs)
      .Attr("allow_missing_files", attrs.allow_missing_files).Add();
}

struct MfccAttrs {
  float upper_frequency_limit = 4000.0f;
  float lower_frequency_limit = 20.0f;
  std::int64_t filterbank_channel_count = 40;
  std::int64_t dct_coefficient_count = 13;
  std::string name = "";
};
// Gives the mel-frequency cepstral coefficients of squared magnitudes: their roots, gathered by triangles of
// equal width in mel, in logarithms, by a cosine transform. Shapes: spectrogram is [channels,slices,bins], as
// AudioSpectrogram gives it, sample_rate a scalar, output [channels,slices,dct_coefficient_count]. Units:
// frequencies in Hz. Errors: INVALID_ARGUMENT for limits that do not rise or are above what the spectrogram
// holds.
inline Output Mfcc(const Input& spectrogram, const Input& sample_rate, const MfccAttrs& attrs = {}) {
  return detail::OpCall("Mfcc", attrs.name).In(spectrogram, "=float").In(sample_rate, "=int32")
      .Attr("upper_frequency_limit", attrs.upper_frequency_limit)
      .Attr("lower_frequency_limit", attrs.lower_frequency_limit)
      .Attr("filterbank_channel_count", attrs.filterbank_channel_count)
      .Attr("dct_coefficient_count", attrs.dct_coefficient_count).One();
}

struct MinAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Gives the smallest element over the given axes; an empty axis gives the highest number of T. Shapes and
// errors: as Sum.
inline Output Min(const Input& input, const Input& reduction_indices, const MinAttrs& attrs = {}) {
  return detail::OpCall("Min", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct MinimumAttrs {
  std::string name = "";
};
// Gives the smaller of x and y, element by element. Shapes: x and y broadcast against each other.
inline Output Minimum(const Input& x, const Input& y, const MinimumAttrs& attrs = {}) {
  return detail::OpCall("Minimum", attrs.name).In(x, "T").In(y, "T").One();
}

struct MirrorPadAttrs {
  std::string name = "";
};
// Puts the mirror image of input before and after every dimension, with the border itself (SYMMETRIC) or
// without (REFLECT). Shapes: paddings is [rank,2]. Errors: INVALID_ARGUMENT for a negative padding or one
// longer than what there is to mirror, which for REFLECT is an element at least.
// mode: REFLECT, SYMMETRIC.
inline Output MirrorPad(const Input& input, const Input& paddings, const std::string& mode,
    const MirrorPadAttrs& attrs = {}) {
  return detail::OpCall("MirrorPad", attrs.name).In(input, "T").In(paddings, "Tpaddings")
      .Attr("mode", mode).One();
}

struct MirrorPadGradAttrs {
  std::string name = "";
};
// The gradient of MirrorPad: adds every mirrored element to the one it was copied from. Shapes: output is
// input without the paddings. Errors: INVALID_ARGUMENT as MirrorPad.
// mode: REFLECT, SYMMETRIC.
inline Output MirrorPadGrad(const Input& input, const Input& paddings, const std::string& mode,
    const MirrorPadGradAttrs& attrs = {}) {
  return detail::OpCall("MirrorPadGrad", attrs.name).In(input, "T").In(paddings, "Tpaddings")
      .Attr("mode", mode).One();
}

struct ModAttrs {
  std::string name = "";
};
// The older name of TruncateMod. Shapes: x and y broadcast against each other. Errors: INVALID_ARGUMENT for
// an integer division by zero.
inline Output Mod(const Input& x, const Input& y, const ModAttrs& attrs = {}) {
  return detail::OpCall("Mod", attrs.name).In(x, "T").In(y, "T").One();
}

struct ModelDatasetAttrs {
  std::int64_t algorithm = 0;
  std::int64_t cpu_budget = 0;
  std::int64_t ram_budget = 0;
  std::string name = "";
};
// Gives the same dataset.
inline Output ModelDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ModelDatasetAttrs& attrs = {}) {
  return detail::OpCall("ModelDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("algorithm", attrs.algorithm).Attr("cpu_budget", attrs.cpu_budget)
      .Attr("ram_budget", attrs.ram_budget).One();
}

struct MulAttrs {
  std::string name = "";
};
// Gives x * y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.
inline Output Mul(const Input& x, const Input& y, const MulAttrs& attrs = {}) {
  return detail::OpCall("Mul", attrs.name).In(x, "T").In(y, "T").One();
}

struct MulNoNanAttrs {
  std::string name = "";
};
// Gives x * y, and 0 where y is 0, even if x is infinite or NaN. Shapes: x and y broadcast against each
// other.
inline Output MulNoNan(const Input& x, const Input& y, const MulNoNanAttrs& attrs = {}) {
  return detail::OpCall("MulNoNan", attrs.name).In(x, "T").In(y, "T").One();
}

struct MultiDeviceIteratorAttrs {
  std::string name = "";
};
// Gives the handle of an iterator that deals its elements out to as many takers as there are devices, in
// turn. MultiDeviceIteratorInit sets what it gives.
inline Output MultiDeviceIterator(const Graph& graph, const std::vector<std::string>& devices,
    const std::string& shared_name, const std::string& container, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const MultiDeviceIteratorAttrs& attrs = {}) {
  return detail::OpCall("MultiDeviceIterator", attrs.name, graph.state()).Attr("devices", devices)
      .Attr("shared_name", shared_name).Attr("container", container).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct MultiDeviceIteratorFromStringHandleAttrs {
  std::vector<DType> output_types = {};
  std::vector<PartialShape> output_shapes = {};
  std::string name = "";
};
// Gives the handle of the iterator of a string. Errors: NOT_FOUND if there is none; INVALID_ARGUMENT for
// elements of other types or shapes than are given.
inline Output MultiDeviceIteratorFromStringHandle(const Input& string_handle,
    const MultiDeviceIteratorFromStringHandleAttrs& attrs = {}) {
  return detail::OpCall("MultiDeviceIteratorFromStringHandle", attrs.name).In(string_handle, "=string")
      .Attr("output_types", attrs.output_types).Attr("output_shapes", attrs.output_shapes).One();
}

struct MultiDeviceIteratorGetNextFromShardAttrs {
  std::string name = "";
};
// Gives the next element of the taker shard_num: of the elements, counted from 0, those whose number is
// shard_num modulo the number of takers. Shapes: scalars in, output_shapes out. Errors: OUT_OF_RANGE at the
// end; INVALID_ARGUMENT for a taker or a pass that there is not; FAILED_PRECONDITION before the first pass;
// those of the dataset.
inline std::vector<Output> MultiDeviceIteratorGetNextFromShard(const Input& multi_device_iterator,
    const Input& shard_num, const Input& incarnation_id, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const MultiDeviceIteratorGetNextFromShardAttrs& attrs = {}) {
  const Node node = detail::OpCall("MultiDeviceIteratorGetNextFromShard", attrs.name)
      .In(multi_device_iterator, "=resource").In(shard_num, "=int32").In(incarnation_id, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**output_types", &at);
}

struct MultiDeviceIteratorInitAttrs {
  std::string name = "";
};
// Begins a pass over the dataset and gives its number; a pass that was under way ends with CANCELLED. At most
// max_buffer_size elements wait for a taker; then the others wait for it. Shapes: scalars. Errors:
// INVALID_ARGUMENT for elements of other types or shapes, and max_buffer_size below 1.
inline Output MultiDeviceIteratorInit(const Input& dataset, const Input& multi_device_iterator,
    const Input& max_buffer_size, const MultiDeviceIteratorInitAttrs& attrs = {}) {
  return detail::OpCall("MultiDeviceIteratorInit", attrs.name).In(dataset, "=variant")
      .In(multi_device_iterator, "=resource").In(max_buffer_size, "=int64").One();
}

struct MultiDeviceIteratorToStringHandleAttrs {
  std::string name = "";
};
// Gives a string by which other graphs of the session find the iterator.
inline Output MultiDeviceIteratorToStringHandle(const Input& multi_device_iterator,
    const MultiDeviceIteratorToStringHandleAttrs& attrs = {}) {
  return detail::OpCall("MultiDeviceIteratorToStringHandle", attrs.name)
      .In(multi_device_iterator, "=resource").One();
}

struct MultinomialAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  DType output_dtype = DType::kInt64;
  std::string name = "";
};
// Draws num_samples classes for each row of logits, in proportion to the exponentials of its numbers; classes
// whose logit is not finite are never drawn. Shapes: logits is a matrix, num_samples a scalar, output is
// [logits.shape[0], num_samples]. Errors: INVALID_ARGUMENT for a row without a finite number. Seeds: as
// RandomUniform.
// output_dtype: int32, int64.
inline Output Multinomial(const Input& logits, const Input& num_samples, const MultinomialAttrs& attrs = {}) {
  return detail::OpCall("Multinomial", attrs.name).In(logits, "T").In(num_samples, "=int32")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("output_dtype", attrs.output_dtype)
      .One();
}

struct MutableDenseHashTableAttrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  PartialShape value_shape = {};
  std::int64_t initial_num_buckets = 131072;
  float max_load_factor = 0.8f;
  std::string name = "";
};
// As MutableDenseHashTableV2, without a key for entries that were removed: nothing can be. Tables with one
// shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
// another definition of the table differs.
inline Output MutableDenseHashTable(const Input& empty_key, DType value_dtype,
    const MutableDenseHashTableAttrs& attrs = {}) {
  return detail::OpCall("MutableDenseHashTable", attrs.name).In(empty_key, "key_dtype")
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).Attr("initial_num_buckets", attrs.initial_num_buckets)
      .Attr("max_load_factor", attrs.max_load_factor).One();
}

struct MutableDenseHashTableV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  PartialShape value_shape = {};
  std::int64_t initial_num_buckets = 131072;
  float max_load_factor = 0.8f;
  std::string name = "";
};
// Gives the handle of a table in an array of buckets, of which initial_num_buckets, a power of two, double
// whenever more than max_load_factor of them would be taken. empty_key and deleted_key, scalars or vectors as
// all keys are, stand for buckets without an entry and are no keys. Tables with one shared_name (the node's
// name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if another definition of the
// table differs.
inline Output MutableDenseHashTableV2(const Input& empty_key, const Input& deleted_key, DType value_dtype,
    const MutableDenseHashTableV2Attrs& attrs = {}) {
  return detail::OpCall("MutableDenseHashTableV2", attrs.name).In(empty_key, "key_dtype")
      .In(deleted_key, "key_dtype").Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).Attr("initial_num_buckets", attrs.initial_num_buckets)
      .Attr("max_load_factor", attrs.max_load_factor).One();
}

struct MutableHashTableAttrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  std::string name = "";
};
// Gives the handle of a table from keys to values that changes as the program runs. Tables with one
// shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
// another definition of the table differs.
inline Output MutableHashTable(const Graph& graph, DType key_dtype, DType value_dtype,
    const MutableHashTableAttrs& attrs = {}) {
  return detail::OpCall("MutableHashTable", attrs.name, graph.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

struct MutableHashTableOfTensorsAttrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  PartialShape value_shape = {};
  std::string name = "";
};
// Gives the handle of a table from keys to vectors of value_shape, which changes as the program runs. Tables
// with one shared_name (the node's name, if it is empty) in one container are one table. Errors:
// INVALID_ARGUMENT if another definition of the table differs.
inline Output MutableHashTableOfTensors(const Graph& graph, DType key_dtype, DType value_dtype,
    const MutableHashTableOfTensorsAttrs& attrs = {}) {
  return detail::OpCall("MutableHashTableOfTensors", attrs.name, graph.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).One();
}

struct MutableHashTableOfTensorsV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  PartialShape value_shape = {};
  std::string name = "";
};
// Gives the handle of a table from keys to vectors of value_shape, which changes as the program runs. Tables
// with one shared_name (the node's name, if it is empty) in one container are one table. Errors:
// INVALID_ARGUMENT if another definition of the table differs.
inline Output MutableHashTableOfTensorsV2(const Graph& graph, DType key_dtype, DType value_dtype,
    const MutableHashTableOfTensorsV2Attrs& attrs = {}) {
  return detail::OpCall("MutableHashTableOfTensorsV2", attrs.name, graph.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).One();
}

struct MutableHashTableV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  bool use_node_name_sharing = false;
  std::string name = "";
};
// Gives the handle of a table from keys to values that changes as the program runs. Tables with one
// shared_name (the node's name, if it is empty) in one container are one table. Errors: INVALID_ARGUMENT if
// another definition of the table differs.
inline Output MutableHashTableV2(const Graph& graph, DType key_dtype, DType value_dtype,
    const MutableHashTableV2Attrs& attrs = {}) {
  return detail::OpCall("MutableHashTableV2", attrs.name, graph.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

struct MutexLockAttrs {
  std::string name = "";
};
// Waits for the mutex, in order of arrival, and gives the lock, which holds it until ConsumeMutexLock has run
// or the value is dropped, as at the end of a step that fails. Shapes: both are scalars. Errors: CANCELLED if
// the step ends first.
inline Output MutexLock(const Input& mutex, const MutexLockAttrs& attrs = {}) {
  return detail::OpCall("MutexLock", attrs.name).In(mutex, "=resource").One();
}

struct MutexV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of the mutex called shared_name (the node's name if that is empty) in container. Shapes:
// resource is a scalar.
inline Output MutexV2(const Graph& graph, const MutexV2Attrs& attrs = {}) {
  return detail::OpCall("MutexV2", attrs.name, graph.state()).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct NdtriAttrs {
  std::string name = "";
};
// Gives the number below which a normal number of mean 0 and deviation 1 lies with probability x; NaN outside
// [0,1], infinite at its ends. Shapes: y is like x.
inline Output Ndtri(const Input& x, const NdtriAttrs& attrs = {}) {
  return detail::OpCall("Ndtri", attrs.name).In(x, "T").One();
}

struct NegAttrs {
  std::string name = "";
};
// Gives -x, element by element. Shapes: y is like x.
inline Output Neg(const Input& x, const NegAttrs& attrs = {}) {
  return detail::OpCall("Neg", attrs.name).In(x, "T").One();
}

struct NextAfterAttrs {
  std::string name = "";
};
// Gives the number next to x1 that T can hold, towards x2. Shapes: x1 and x2 broadcast against each other.
inline Output NextAfter(const Input& x1, const Input& x2, const NextAfterAttrs& attrs = {}) {
  return detail::OpCall("NextAfter", attrs.name).In(x1, "T").In(x2, "T").One();
}

struct NextIterationAttrs {
  std::string name = "";
};
// Passes data into the frame's next iteration. Shapes: output is like data.
inline Output NextIteration(const Input& data, const NextIterationAttrs& attrs = {}) {
  return detail::OpCall("NextIteration", attrs.name).In(data, "T").One();
}

struct NoOpAttrs {
  std::string name = "";
};
// Does nothing: a place for control edges to meet.
inline Node NoOp(const Graph& graph, const NoOpAttrs& attrs = {}) {
  return detail::OpCall("NoOp", attrs.name, graph.state()).Add();
}

struct NonMaxSuppressionAttrs {
  float iou_threshold = 0.5f;
  std::string name = "";
};
// Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a chosen
// one by more than the threshold (intersection over union). Gives the chosen boxes' indices. Shapes: boxes
// [n,4] as y1, x1, y2 and x2 with corners in any order, scores [n], thresholds are scalars. Of equal scores
// the lower index comes first. Errors: INVALID_ARGUMENT for thresholds outside of [0,1] and sizes below 0.
inline Output NonMaxSuppression(const Input& boxes, const Input& scores, const Input& max_output_size,
    const NonMaxSuppressionAttrs& attrs = {}) {
  return detail::OpCall("NonMaxSuppression", attrs.name).In(boxes, "=float").In(scores, "=float")
      .In(max_output_size, "=int32").Attr("iou_threshold", attrs.iou_threshold).One();
}

struct NonMaxSuppressionV2Attrs {
  std::string name = "";
};
// Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a chosen
// one by more than the threshold (intersection over union). Gives the chosen boxes' indices. Shapes: boxes
// [n,4] as y1, x1, y2 and x2 with corners in any order, scores [n], thresholds are scalars. Of equal scores
// the lower index comes first. Errors: INVALID_ARGUMENT for thresholds outside of [0,1] and sizes below 0.
inline Output NonMaxSuppressionV2(const Input& boxes, const Input& scores, const Input& max_output_size,
    const Input& iou_threshold, const NonMaxSuppressionV2Attrs& attrs = {}) {
  return detail::OpCall("NonMaxSuppressionV2", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T_threshold").One();
}

struct NonMaxSuppressionV3Attrs {
  std::string name = "";
};
// Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a chosen
// one by more than the threshold (intersection over union). Boxes with a score of score_threshold or less are
// left out. Gives the chosen boxes' indices. Shapes: boxes [n,4] as y1, x1, y2 and x2 with corners in any
// order, scores [n], thresholds are scalars. Of equal scores the lower index comes first. Errors:
// INVALID_ARGUMENT for thresholds outside of [0,1] and sizes below 0.
inline Output NonMaxSuppressionV3(const Input& boxes, const Input& scores, const Input& max_output_size,
    const Input& iou_threshold, const Input& score_threshold, const NonMaxSuppressionV3Attrs& attrs = {}) {
  return detail::OpCall("NonMaxSuppressionV3", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T_threshold").In(score_threshold, "T_threshold")
      .One();
}

struct NonMaxSuppressionV4Outputs {
  Output selected_indices;
  Output valid_outputs;
};
struct NonMaxSuppressionV4Attrs {
  bool pad_to_max_output_size = false;
  std::string name = "";
};
// Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a chosen
// one by more than the threshold (intersection over union). Boxes with a score of score_threshold or less are
// left out. Gives the chosen boxes' indices, followed by zeros up to max_output_size if that is asked for,
// and how many were chosen. Shapes: boxes [n,4] as y1, x1, y2 and x2 with corners in any order, scores [n],
// thresholds are scalars. Of equal scores the lower index comes first. Errors: INVALID_ARGUMENT for
// thresholds outside of [0,1] and sizes below 0.
inline NonMaxSuppressionV4Outputs NonMaxSuppressionV4(const Input& boxes, const Input& scores,
    const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold,
    const NonMaxSuppressionV4Attrs& attrs = {}) {
  const Node node = detail::OpCall("NonMaxSuppressionV4", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T_threshold").In(score_threshold, "T_threshold")
      .Attr("pad_to_max_output_size", attrs.pad_to_max_output_size).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct NonMaxSuppressionV5Outputs {
  Output selected_indices;
  Output selected_scores;
  Output valid_outputs;
};
struct NonMaxSuppressionV5Attrs {
  bool pad_to_max_output_size = false;
  std::string name = "";
};
// Chooses boxes by falling score, at most max_output_size of them, and leaves out those that overlap a chosen
// one by more than the threshold (intersection over union). With soft_nms_sigma above 0 a box that overlaps a
// chosen one is not left out: its score is multiplied by exp(-overlap^2 / (2 sigma)). Boxes with a score of
// score_threshold or less are left out. Gives indices and scores of the chosen boxes, followed by zeros up to
// max_output_size if that is asked for, and how many were chosen. Shapes: boxes [n,4] as y1, x1, y2 and x2
// with corners in any order, scores [n], thresholds are scalars. Of equal scores the lower index comes first.
// Errors: INVALID_ARGUMENT for thresholds outside of [0,1] and sizes below 0. Source: Bodla et al. 2017,
// Soft-NMS.
inline NonMaxSuppressionV5Outputs NonMaxSuppressionV5(const Input& boxes, const Input& scores,
    const Input& max_output_size, const Input& iou_threshold, const Input& score_threshold,
    const Input& soft_nms_sigma, const NonMaxSuppressionV5Attrs& attrs = {}) {
  const Node node = detail::OpCall("NonMaxSuppressionV5", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T").In(score_threshold, "T")
      .In(soft_nms_sigma, "T").Attr("pad_to_max_output_size", attrs.pad_to_max_output_size).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct NonMaxSuppressionWithOverlapsAttrs {
  std::string name = "";
};
// Chooses boxes by falling score, at most max_output_size of them, and leaves out those whose overlap with a
// chosen one is more than overlap_threshold or whose score is score_threshold or less. Shapes: overlaps
// [n,n], scores [n], selected_indices a vector. Errors: INVALID_ARGUMENT for sizes below 0.
inline Output NonMaxSuppressionWithOverlaps(const Input& overlaps, const Input& scores,
    const Input& max_output_size, const Input& overlap_threshold, const Input& score_threshold,
    const NonMaxSuppressionWithOverlapsAttrs& attrs = {}) {
  return detail::OpCall("NonMaxSuppressionWithOverlaps", attrs.name).In(overlaps, "=float")
      .In(scores, "=float").In(max_output_size, "=int32").In(overlap_threshold, "=float")
      .In(score_threshold, "=float").One();
}

struct NonSerializableDatasetAttrs {
  std::string name = "";
};
// Gives the same dataset.
inline Output NonSerializableDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const NonSerializableDatasetAttrs& attrs = {}) {
  return detail::OpCall("NonSerializableDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct NotEqualAttrs {
  bool incompatible_shape_error = true;
  std::string name = "";
};
// Tells where x differs from y. Shapes: x and y broadcast against each other; with incompatible_shape_error
// false, shapes that do not broadcast give a scalar true.
inline Output NotEqual(const Input& x, const Input& y, const NotEqualAttrs& attrs = {}) {
  return detail::OpCall("NotEqual", attrs.name).In(x, "T").In(y, "T")
      .Attr("incompatible_shape_error", attrs.incompatible_shape_error).One();
}

struct NthElementAttrs {
  bool reverse = false;
  std::string name = "";
};
// Gives the n-th smallest element along the last dimension, counted from 0, or the n-th largest if reverse.
// Shapes: values is input without its last dimension. Errors: INVALID_ARGUMENT if there are no more than n
// elements.
inline Output NthElement(const Input& input, const Input& n, const NthElementAttrs& attrs = {}) {
  return detail::OpCall("NthElement", attrs.name).In(input, "T").In(n, "=int32")
      .Attr("reverse", attrs.reverse).One();
}

struct OneHotAttrs {
  std::int64_t axis = -1;
  std::string name = "";
};
// Gives on_value at the positions that indices name along a new axis of size depth, and off_value elsewhere;
// an index outside [0,depth) gives off_value only. Shapes: depth, on_value and off_value are scalars; axis
// lies in [-1,rank]. Errors: INVALID_ARGUMENT for a negative depth.
inline Output OneHot(const Input& indices, const Input& depth, const Input& on_value, const Input& off_value,
    const OneHotAttrs& attrs = {}) {
  return detail::OpCall("OneHot", attrs.name).In(indices, "TI").In(depth, "=int32").In(on_value, "T")
      .In(off_value, "T").Attr("axis", attrs.axis).One();
}

struct OneShotIteratorAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of an iterator over the dataset that dataset_factory gives, which is called once. Errors:
// those of the function.
inline Output OneShotIterator(const Graph& graph, const Function& dataset_factory,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const OneShotIteratorAttrs& attrs = {}) {
  return detail::OpCall("OneShotIterator", attrs.name, graph.state())
      .Attr("dataset_factory", dataset_factory).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct OnesLikeAttrs {
  std::string name = "";
};
// Gives ones (true) shaped like x.
inline Output OnesLike(const Input& x, const OnesLikeAttrs& attrs = {}) {
  return detail::OpCall("OnesLike", attrs.name).In(x, "T").One();
}

struct OptimizeDatasetAttrs {
  std::vector<std::string> optimization_configs = {};
  std::string name = "";
};
// Gives the same dataset.
inline Output OptimizeDataset(const Input& input_dataset, const Input& optimizations,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const OptimizeDatasetAttrs& attrs = {}) {
  return detail::OpCall("OptimizeDataset", attrs.name).In(input_dataset, "=variant")
      .In(optimizations, "=string").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("optimization_configs", attrs.optimization_configs)
      .One();
}

struct OptimizeDatasetV2Attrs {
  std::vector<std::string> optimization_configs = {};
  std::string name = "";
};
// Gives the same dataset.
inline Output OptimizeDatasetV2(const Input& input_dataset, const Input& optimizations_enabled,
    const Input& optimizations_disabled, const Input& optimizations_default,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const OptimizeDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("OptimizeDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(optimizations_enabled, "=string").In(optimizations_disabled, "=string")
      .In(optimizations_default, "=string").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("optimization_configs", attrs.optimization_configs)
      .One();
}

struct OptionalFromValueAttrs {
  std::string name = "";
};
// Gives an optional value that holds the components.
inline Output OptionalFromValue(const std::vector<Input>& components,
    const OptionalFromValueAttrs& attrs = {}) {
  return detail::OpCall("OptionalFromValue", attrs.name).In(components, "**Toutput_types").One();
}

struct OptionalGetValueAttrs {
  std::string name = "";
};
// Gives what the optional value holds. Errors: INVALID_ARGUMENT if that is nothing, or of other types or
// shapes.
inline std::vector<Output> OptionalGetValue(const Input& optional, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const OptionalGetValueAttrs& attrs = {}) {
  const Node node = detail::OpCall("OptionalGetValue", attrs.name).In(optional, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**output_types", &at);
}

struct OptionalHasValueAttrs {
  std::string name = "";
};
// Tells whether the optional value holds something.
inline Output OptionalHasValue(const Input& optional, const OptionalHasValueAttrs& attrs = {}) {
  return detail::OpCall("OptionalHasValue", attrs.name).In(optional, "=variant").One();
}

struct OptionalNoneAttrs {
  std::string name = "";
};
// Gives an optional value that holds nothing.
inline Output OptionalNone(const Graph& graph, const OptionalNoneAttrs& attrs = {}) {
  return detail::OpCall("OptionalNone", attrs.name, graph.state()).One();
}

struct OptionsDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives the same dataset. The options say how fast a pipeline is to be, not what it gives.
inline Output OptionsDataset(const Input& input_dataset, const std::string& serialized_options,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const OptionsDatasetAttrs& attrs = {}) {
  return detail::OpCall("OptionsDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("serialized_options", serialized_options).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct OrderedMapClearAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Drops all tuples. Shapes: none.
inline Node OrderedMapClear(const Graph& graph, const std::vector<DType>& dtypes,
    const OrderedMapClearAttrs& attrs = {}) {
  return detail::OpCall("OrderedMapClear", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
}

struct OrderedMapIncompleteSizeAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the number of tuples that lack tensors. Shapes: size is a scalar.
inline Output OrderedMapIncompleteSize(const Graph& graph, const std::vector<DType>& dtypes,
    const OrderedMapIncompleteSizeAttrs& attrs = {}) {
  return detail::OpCall("OrderedMapIncompleteSize", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct OrderedMapPeekAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the tensors that indices name of the tuple under the key, waiting for it, and leaves them. Shapes:
// key is a scalar, indices a vector. Errors: INVALID_ARGUMENT for a tensor that was taken already.
inline std::vector<Output> OrderedMapPeek(const Input& key, const Input& indices,
    const std::vector<DType>& dtypes, const OrderedMapPeekAttrs& attrs = {}) {
  const Node node = detail::OpCall("OrderedMapPeek", attrs.name).In(key, "=int64").In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**dtypes", &at);
}

struct OrderedMapSizeAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the number of complete tuples. Shapes: size is a scalar.
inline Output OrderedMapSize(const Graph& graph, const std::vector<DType>& dtypes,
    const OrderedMapSizeAttrs& attrs = {}) {
  return detail::OpCall("OrderedMapSize", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct OrderedMapStageAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Puts tensors into the staging map of shared_name under the key, waiting for room: those that indices name,
// of a tuple of types dtypes. A tuple can be taken when it has all. Shapes: key is a scalar, indices a vector
// that rises. Errors: INVALID_ARGUMENT for a tensor that is there already; RESOURCE_EXHAUSTED for one above
// memory_limit.
inline Node OrderedMapStage(const Input& key, const Input& indices, const std::vector<Input>& values,
    const std::vector<DType>& dtypes, const OrderedMapStageAttrs& attrs = {}) {
  return detail::OpCall("OrderedMapStage", attrs.name).In(key, "=int64").In(indices, "=int32")
      .In(values, "**fake_dtypes").Attr("dtypes", dtypes).Attr("capacity", attrs.capacity)
      .Attr("memory_limit", attrs.memory_limit).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Add();
}

struct OrderedMapUnstageAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Takes the tensors that indices name of the tuple under the key, waiting for it. Shapes: key is a scalar,
// indices a vector. Errors: as OrderedMapPeek.
inline std::vector<Output> OrderedMapUnstage(const Input& key, const Input& indices,
    const std::vector<DType>& dtypes, const OrderedMapUnstageAttrs& attrs = {}) {
  const Node node = detail::OpCall("OrderedMapUnstage", attrs.name).In(key, "=int64")
      .In(indices, "=int32").Attr("dtypes", dtypes).Attr("capacity", attrs.capacity)
      .Attr("memory_limit", attrs.memory_limit).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**dtypes", &at);
}

struct OrderedMapUnstageNoKeyOutputs {
  Output key;
  std::vector<Output> values;
};
struct OrderedMapUnstageNoKeyAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Takes the tensors that indices name of the complete tuple of the least key, waiting for it. Shapes: key is
// a scalar, indices a vector. Errors: as OrderedMapPeek.
inline OrderedMapUnstageNoKeyOutputs OrderedMapUnstageNoKey(const Input& indices,
    const std::vector<DType>& dtypes, const OrderedMapUnstageNoKeyAttrs& attrs = {}) {
  const Node node = detail::OpCall("OrderedMapUnstageNoKey", attrs.name).In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return {node.output(at++), detail::OpCall::Many(node, "**dtypes", &at)};
}

struct PackAttrs {
  std::int64_t axis = 0;
  std::string name = "";
};
// Stacks tensors along a new axis. Shapes: all values are alike; axis lies in [-rank-1,rank]. Errors:
// INVALID_ARGUMENT otherwise.
inline Output Pack(const std::vector<Input>& values, const PackAttrs& attrs = {}) {
  return detail::OpCall("Pack", attrs.name).In(values, "*T:N").Attr("axis", attrs.axis).One();
}

struct PadAttrs {
  std::string name = "";
};
// Puts paddings[i,0] zeros before and paddings[i,1] zeros after dimension i. Shapes: paddings is [rank,2].
// Errors: INVALID_ARGUMENT for a negative padding.
inline Output Pad(const Input& input, const Input& paddings, const PadAttrs& attrs = {}) {
  return detail::OpCall("Pad", attrs.name).In(input, "T").In(paddings, "Tpaddings").One();
}

struct PadV2Attrs {
  std::string name = "";
};
// Puts paddings[i,0] copies of constant_values before and paddings[i,1] after dimension i. Shapes: paddings
// is [rank,2], constant_values a scalar. Errors: INVALID_ARGUMENT for a negative padding.
inline Output PadV2(const Input& input, const Input& paddings, const Input& constant_values,
    const PadV2Attrs& attrs = {}) {
  return detail::OpCall("PadV2", attrs.name).In(input, "T").In(paddings, "Tpaddings")
      .In(constant_values, "T").One();
}

struct PaddedBatchDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// As BatchDataset, for components of different sizes: each is padded with its padding value to its padded
// shape, in which -1 stands for the largest size of the batch. Shapes: padded_shapes are vectors,
// padding_values scalars. Errors: of a pass: DATA_LOSS for a component that is larger than its padded shape;
// INVALID_ARGUMENT for one of another rank.
inline Output PaddedBatchDataset(const Input& input_dataset, const Input& batch_size,
    const std::vector<Input>& padded_shapes, const std::vector<Input>& padding_values,
    const std::vector<PartialShape>& output_shapes, const PaddedBatchDatasetAttrs& attrs = {}) {
  return detail::OpCall("PaddedBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(padded_shapes, "*=int64:N").In(padding_values, "**Toutput_types")
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct PaddedBatchDatasetV2Attrs {
  bool parallel_copy = false;
  std::string metadata = "";
  std::string name = "";
};
// As PaddedBatchDataset; with drop_remainder a batch that is not full is left out.
inline Output PaddedBatchDatasetV2(const Input& input_dataset, const Input& batch_size,
    const std::vector<Input>& padded_shapes, const std::vector<Input>& padding_values,
    const Input& drop_remainder, const std::vector<PartialShape>& output_shapes,
    const PaddedBatchDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("PaddedBatchDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(padded_shapes, "*=int64:N").In(padding_values, "**Toutput_types")
      .In(drop_remainder, "=bool").Attr("output_shapes", output_shapes)
      .Attr("parallel_copy", attrs.parallel_copy).Attr("metadata", attrs.metadata).One();
}

struct PaddingFIFOQueueAttrs {
  std::vector<PartialShape> shapes = {};
  std::int64_t capacity = -1;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a first-in first-out queue whose shapes may leave sizes open: in a batch, elements are
// filled up with zeros or empty strings to the largest of them.
inline Output PaddingFIFOQueue(const Graph& graph, const std::vector<DType>& component_types,
    const PaddingFIFOQueueAttrs& attrs = {}) {
  return detail::OpCall("PaddingFIFOQueue", attrs.name, graph.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct PaddingFIFOQueueV2Attrs {
  std::vector<PartialShape> shapes = {};
  std::int64_t capacity = -1;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a first-in first-out queue whose shapes may leave sizes open: in a batch, elements are
// filled up with zeros or empty strings to the largest of them.
inline Output PaddingFIFOQueueV2(const Graph& graph, const std::vector<DType>& component_types,
    const PaddingFIFOQueueV2Attrs& attrs = {}) {
  return detail::OpCall("PaddingFIFOQueueV2", attrs.name, graph.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct ParallelBatchDatasetAttrs {
  bool parallel_copy = false;
  std::string deterministic = "default";
  std::string metadata = "";
  std::string name = "";
};
// As BatchDatasetV2; num_parallel_calls batches are made ahead of their consumer.
inline Output ParallelBatchDataset(const Input& input_dataset, const Input& batch_size,
    const Input& num_parallel_calls, const Input& drop_remainder, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParallelBatchDatasetAttrs& attrs = {}) {
  return detail::OpCall("ParallelBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(num_parallel_calls, "=int64").In(drop_remainder, "=bool")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("parallel_copy", attrs.parallel_copy).Attr("deterministic", attrs.deterministic)
      .Attr("metadata", attrs.metadata).One();
}

struct ParallelConcatAttrs {
  std::string name = "";
};
// Joins values, of one row each, along the first dimension. Shapes: but for that they are alike.
inline Output ParallelConcat(const std::vector<Input>& values, const PartialShape& shape,
    const ParallelConcatAttrs& attrs = {}) {
  return detail::OpCall("ParallelConcat", attrs.name).In(values, "*T:N").Attr("shape", shape).One();
}

struct ParallelDynamicStitchAttrs {
  std::string name = "";
};
// As DynamicStitch, save that of equal indices any may win; here it is the last.
inline Output ParallelDynamicStitch(const std::vector<Input>& indices, const std::vector<Input>& data,
    const ParallelDynamicStitchAttrs& attrs = {}) {
  return detail::OpCall("ParallelDynamicStitch", attrs.name).In(indices, "*=int32:N").In(data, "*T:N")
      .One();
}

struct ParallelFilterDatasetAttrs {
  std::string deterministic = "default";
  std::string metadata = "";
  std::string name = "";
};
// As FilterDataset: the order is that of the input, and calls are made one after the other, whatever
// num_parallel_calls says.
inline Output ParallelFilterDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Input& num_parallel_calls, const Function& predicate, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParallelFilterDatasetAttrs& attrs = {}) {
  return detail::OpCall("ParallelFilterDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(num_parallel_calls, "=int64").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("deterministic", attrs.deterministic).Attr("metadata", attrs.metadata).One();
}

struct ParallelInterleaveDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// As InterleaveDataset; the datasets of the cycle run ahead of their consumer, with a buffer of
// buffer_output_elements each; with sloppy elements come as soon as they are there.
inline Output ParallelInterleaveDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Input& cycle_length, const Input& block_length, const Input& sloppy,
    const Input& buffer_output_elements, const Input& prefetch_input_elements, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ParallelInterleaveDatasetAttrs& attrs = {}) {
  return detail::OpCall("ParallelInterleaveDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(sloppy, "=bool").In(buffer_output_elements, "=int64").In(prefetch_input_elements, "=int64")
      .Attr("f", f).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct ParallelInterleaveDatasetV2Attrs {
  bool sloppy = false;
  std::string metadata = "";
  std::string name = "";
};
// As InterleaveDataset; the datasets of the cycle run ahead of their consumer; with sloppy elements come as
// soon as they are there.
inline Output ParallelInterleaveDatasetV2(const Input& input_dataset,
    const std::vector<Input>& other_arguments, const Input& cycle_length, const Input& block_length,
    const Input& num_parallel_calls, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParallelInterleaveDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("ParallelInterleaveDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(num_parallel_calls, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("sloppy", attrs.sloppy)
      .Attr("metadata", attrs.metadata).One();
}

struct ParallelInterleaveDatasetV3Attrs {
  std::string deterministic = "default";
  std::string metadata = "";
  std::string name = "";
};
// As ParallelInterleaveDatasetV2; if deterministic is 'false' elements come as soon as they are there.
inline Output ParallelInterleaveDatasetV3(const Input& input_dataset,
    const std::vector<Input>& other_arguments, const Input& cycle_length, const Input& block_length,
    const Input& num_parallel_calls, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParallelInterleaveDatasetV3Attrs& attrs = {}) {
  return detail::OpCall("ParallelInterleaveDatasetV3", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(num_parallel_calls, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("deterministic", attrs.deterministic)
      .Attr("metadata", attrs.metadata).One();
}

struct ParallelInterleaveDatasetV4Attrs {
  std::string deterministic = "default";
  std::string metadata = "";
  std::string name = "";
};
// As ParallelInterleaveDatasetV3, with a buffer of buffer_output_elements for each dataset of the cycle.
inline Output ParallelInterleaveDatasetV4(const Input& input_dataset,
    const std::vector<Input>& other_arguments, const Input& cycle_length, const Input& block_length,
    const Input& buffer_output_elements, const Input& prefetch_input_elements,
    const Input& num_parallel_calls, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParallelInterleaveDatasetV4Attrs& attrs = {}) {
  return detail::OpCall("ParallelInterleaveDatasetV4", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(buffer_output_elements, "=int64").In(prefetch_input_elements, "=int64")
      .In(num_parallel_calls, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("deterministic", attrs.deterministic)
      .Attr("metadata", attrs.metadata).One();
}

struct ParallelMapDatasetAttrs {
  bool use_inter_op_parallelism = true;
  bool sloppy = false;
  bool preserve_cardinality = false;
  std::string metadata = "";
  std::string name = "";
};
// As MapDataset, with num_parallel_calls calls at a time; with sloppy in the order in which they end.
inline Output ParallelMapDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Input& num_parallel_calls, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParallelMapDatasetAttrs& attrs = {}) {
  return detail::OpCall("ParallelMapDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(num_parallel_calls, "=int32").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism).Attr("sloppy", attrs.sloppy)
      .Attr("preserve_cardinality", attrs.preserve_cardinality).Attr("metadata", attrs.metadata).One();
}

struct ParallelMapDatasetV2Attrs {
  bool use_inter_op_parallelism = true;
  std::string deterministic = "default";
  bool preserve_cardinality = false;
  bool use_unbounded_threadpool = false;
  std::string metadata = "";
  std::string name = "";
};
// As MapDataset, with num_parallel_calls calls at a time (-1: as many as there are threads); if deterministic
// is 'false' in the order in which they end.
inline Output ParallelMapDatasetV2(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Input& num_parallel_calls, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParallelMapDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("ParallelMapDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(num_parallel_calls, "=int64").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism)
      .Attr("deterministic", attrs.deterministic)
      .Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("use_unbounded_threadpool", attrs.use_unbounded_threadpool).Attr("metadata", attrs.metadata)
      .One();
}

struct ParameterizedTruncatedNormalAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws normal numbers that lie between minvals and maxvals. Seeds: as RandomUniform; numbers behind the
// first hundred are TensorFlow's law, not its numbers, which depend on threads there. Shapes: shape is that
// of output, of rank 1 or more; the parameters are scalars or vectors, one for all or one for each output[i].
// Errors: INVALID_ARGUMENT unless stdevs are positive and minvals below maxvals, one of them finite; INTERNAL
// if bounds are so that a thousand numbers in a row are rejected. Source: Robert 1995.
inline Output ParameterizedTruncatedNormal(const Input& shape, const Input& means, const Input& stdevs,
    const Input& minvals, const Input& maxvals, const ParameterizedTruncatedNormalAttrs& attrs = {}) {
  return detail::OpCall("ParameterizedTruncatedNormal", attrs.name).In(shape, "T").In(means, "dtype")
      .In(stdevs, "dtype").In(minvals, "dtype").In(maxvals, "dtype").Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).One();
}

struct ParseExampleOutputs {
  std::vector<Output> sparse_indices;
  std::vector<Output> sparse_values;
  std::vector<Output> sparse_shapes;
  std::vector<Output> dense_values;
};
struct ParseExampleAttrs {
  std::string name = "";
};
// Parses a vector of Examples: sparse features into sparse tensors, dense ones into tensors of a row for
// each; a default without elements says that the feature is required, a shape whose first size is unknown
// that rows are filled up with the default. Shapes: serialized and names are vectors, names maybe empty.
// Errors: INVALID_ARGUMENT naming row and feature for bytes that are no Example, another type, a wrong number
// of values, or a feature that is missing.
// sparse_types: float, int64, string.
inline ParseExampleOutputs ParseExample(const Input& serialized, const Input& names,
    const std::vector<Input>& sparse_keys, const std::vector<Input>& dense_keys,
    const std::vector<Input>& dense_defaults, const std::vector<DType>& sparse_types,
    const std::vector<PartialShape>& dense_shapes, const ParseExampleAttrs& attrs = {}) {
  const Node node = detail::OpCall("ParseExample", attrs.name).In(serialized, "=string")
      .In(names, "=string").In(sparse_keys, "*=string:Nsparse").In(dense_keys, "*=string:Ndense")
      .In(dense_defaults, "**Tdense").Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:Nsparse", &at), detail::OpCall::Many(node, "**sparse_types", &at), detail::OpCall::Many(node, "*=int64:Nsparse", &at), detail::OpCall::Many(node, "**Tdense", &at)};
}

struct ParseExampleDatasetAttrs {
  bool sloppy = false;
  std::vector<std::string> ragged_keys = {};
  std::vector<DType> ragged_value_types = {};
  std::vector<DType> ragged_split_types = {};
  std::string name = "";
};
// Gives a dataset of what ParseExample gives for each element, a vector of serialised Examples: the features
// in order of their keys, a sparse one as a vector of the variants of its three tensors. dense_defaults are
// what stands for missing dense features. Errors: INVALID_ARGUMENT for attrs that do not fit; UNIMPLEMENTED
// for ragged features; of a pass: as ParseExample.
// sparse_types: float, int64, string.
// ragged_value_types: float, int64, string.
// ragged_split_types: int32, int64.
inline Output ParseExampleDataset(const Input& input_dataset, const Input& num_parallel_calls,
    const std::vector<Input>& dense_defaults, const std::vector<std::string>& sparse_keys,
    const std::vector<std::string>& dense_keys, const std::vector<DType>& sparse_types,
    const std::vector<PartialShape>& dense_shapes, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParseExampleDatasetAttrs& attrs = {}) {
  return detail::OpCall("ParseExampleDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_parallel_calls, "=int64").In(dense_defaults, "**Tdense").Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("sloppy", attrs.sloppy)
      .Attr("ragged_keys", attrs.ragged_keys).Attr("ragged_value_types", attrs.ragged_value_types)
      .Attr("ragged_split_types", attrs.ragged_split_types).One();
}

struct ParseExampleDatasetV2Attrs {
  std::string deterministic = "default";
  std::vector<std::string> ragged_keys = {};
  std::vector<DType> ragged_value_types = {};
  std::vector<DType> ragged_split_types = {};
  std::string name = "";
};
// As ParseExampleDataset.
// sparse_types: float, int64, string.
// ragged_value_types: float, int64, string.
// ragged_split_types: int32, int64.
inline Output ParseExampleDatasetV2(const Input& input_dataset, const Input& num_parallel_calls,
    const std::vector<Input>& dense_defaults, const std::vector<std::string>& sparse_keys,
    const std::vector<std::string>& dense_keys, const std::vector<DType>& sparse_types,
    const std::vector<PartialShape>& dense_shapes, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ParseExampleDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("ParseExampleDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(num_parallel_calls, "=int64").In(dense_defaults, "**Tdense").Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("deterministic", attrs.deterministic)
      .Attr("ragged_keys", attrs.ragged_keys).Attr("ragged_value_types", attrs.ragged_value_types)
      .Attr("ragged_split_types", attrs.ragged_split_types).One();
}

struct ParseExampleV2Outputs {
  std::vector<Output> sparse_indices;
  std::vector<Output> sparse_values;
  std::vector<Output> sparse_shapes;
  std::vector<Output> dense_values;
  std::vector<Output> ragged_values;
  std::vector<Output> ragged_row_splits;
};
struct ParseExampleV2Attrs {
  std::string name = "";
};
// As ParseExample, with ragged features too, given as values and row splits. Shapes: a scalar is one Example,
// whose tensors have no dimension for rows, and its row splits are empty; keys are vectors. Errors: as
// ParseExample.
// sparse_types: float, int64, string.
// ragged_value_types: float, int64, string.
// ragged_split_types: int32, int64.
inline ParseExampleV2Outputs ParseExampleV2(const Input& serialized, const Input& names,
    const Input& sparse_keys, const Input& dense_keys, const Input& ragged_keys,
    const std::vector<Input>& dense_defaults, std::int64_t num_sparse, const std::vector<DType>& sparse_types,
    const std::vector<DType>& ragged_value_types, const std::vector<DType>& ragged_split_types,
    const std::vector<PartialShape>& dense_shapes, const ParseExampleV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("ParseExampleV2", attrs.name).In(serialized, "=string")
      .In(names, "=string").In(sparse_keys, "=string").In(dense_keys, "=string")
      .In(ragged_keys, "=string").In(dense_defaults, "**Tdense").Attr("num_sparse", num_sparse)
      .Attr("sparse_types", sparse_types).Attr("ragged_value_types", ragged_value_types)
      .Attr("ragged_split_types", ragged_split_types).Attr("dense_shapes", dense_shapes).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:num_sparse", &at), detail::OpCall::Many(node, "**sparse_types", &at), detail::OpCall::Many(node, "*=int64:num_sparse", &at), detail::OpCall::Many(node, "**Tdense", &at), detail::OpCall::Many(node, "**ragged_value_types", &at), detail::OpCall::Many(node, "**ragged_split_types", &at)};
}

struct ParseSequenceExampleOutputs {
  std::vector<Output> context_sparse_indices;
  std::vector<Output> context_sparse_values;
  std::vector<Output> context_sparse_shapes;
  std::vector<Output> context_dense_values;
  std::vector<Output> feature_list_sparse_indices;
  std::vector<Output> feature_list_sparse_values;
  std::vector<Output> feature_list_sparse_shapes;
  std::vector<Output> feature_list_dense_values;
  std::vector<Output> feature_list_dense_lengths;
};
struct ParseSequenceExampleAttrs {
  std::int64_t Ncontext_sparse = 0;
  std::int64_t Ncontext_dense = 0;
  std::int64_t Nfeature_list_sparse = 0;
  std::int64_t Nfeature_list_dense = 0;
  std::vector<DType> context_sparse_types = {};
  std::vector<DType> feature_list_dense_types = {};
  std::vector<PartialShape> context_dense_shapes = {};
  std::vector<DType> feature_list_sparse_types = {};
  std::vector<PartialShape> feature_list_dense_shapes = {};
  std::string name = "";
};
// Parses a vector of SequenceExamples: context features as ParseExample, feature lists with a dimension for
// steps behind that for rows; dense ones are filled up with zeros, and their lengths are given. Shapes:
// serialized and debug_name are vectors, debug_name maybe empty. Errors: as ParseExample, also for a dense
// list that is missing and not among feature_list_dense_missing_assumed_empty.
// context_sparse_types: float, int64, string.
// feature_list_dense_types: float, int64, string.
// feature_list_sparse_types: float, int64, string.
inline ParseSequenceExampleOutputs ParseSequenceExample(const Input& serialized, const Input& debug_name,
    const std::vector<Input>& context_dense_defaults,
    const std::vector<std::string>& feature_list_dense_missing_assumed_empty,
    const std::vector<std::string>& context_sparse_keys, const std::vector<std::string>& context_dense_keys,
    const std::vector<std::string>& feature_list_sparse_keys,
    const std::vector<std::string>& feature_list_dense_keys, const ParseSequenceExampleAttrs& attrs = {}) {
  const Node node = detail::OpCall("ParseSequenceExample", attrs.name).In(serialized, "=string")
      .In(debug_name, "=string").In(context_dense_defaults, "**Tcontext_dense")
      .Attr("feature_list_dense_missing_assumed_empty", feature_list_dense_missing_assumed_empty)
      .Attr("context_sparse_keys", context_sparse_keys).Attr("context_dense_keys", context_dense_keys)
      .Attr("feature_list_sparse_keys", feature_list_sparse_keys)
      .Attr("feature_list_dense_keys", feature_list_dense_keys)
      .Attr("Ncontext_sparse", attrs.Ncontext_sparse).Attr("Ncontext_dense", attrs.Ncontext_dense)
      .Attr("Nfeature_list_sparse", attrs.Nfeature_list_sparse)
      .Attr("Nfeature_list_dense", attrs.Nfeature_list_dense)
      .Attr("context_sparse_types", attrs.context_sparse_types)
      .Attr("feature_list_dense_types", attrs.feature_list_dense_types)
      .Attr("context_dense_shapes", attrs.context_dense_shapes)
      .Attr("feature_list_sparse_types", attrs.feature_list_sparse_types)
      .Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:Ncontext_sparse", &at), detail::OpCall::Many(node, "**context_sparse_types", &at), detail::OpCall::Many(node, "*=int64:Ncontext_sparse", &at), detail::OpCall::Many(node, "**Tcontext_dense", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_sparse", &at), detail::OpCall::Many(node, "**feature_list_sparse_types", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_sparse", &at), detail::OpCall::Many(node, "**feature_list_dense_types", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_dense", &at)};
}

struct ParseSequenceExampleV2Outputs {
  std::vector<Output> context_sparse_indices;
  std::vector<Output> context_sparse_values;
  std::vector<Output> context_sparse_shapes;
  std::vector<Output> context_dense_values;
  std::vector<Output> context_ragged_values;
  std::vector<Output> context_ragged_row_splits;
  std::vector<Output> feature_list_sparse_indices;
  std::vector<Output> feature_list_sparse_values;
  std::vector<Output> feature_list_sparse_shapes;
  std::vector<Output> feature_list_dense_values;
  std::vector<Output> feature_list_dense_lengths;
  std::vector<Output> feature_list_ragged_values;
  std::vector<Output> feature_list_ragged_outer_splits;
  std::vector<Output> feature_list_ragged_inner_splits;
};
struct ParseSequenceExampleV2Attrs {
  std::int64_t Ncontext_sparse = 0;
  std::vector<DType> context_sparse_types = {};
  std::vector<DType> context_ragged_value_types = {};
  std::vector<DType> context_ragged_split_types = {};
  std::vector<PartialShape> context_dense_shapes = {};
  std::int64_t Nfeature_list_sparse = 0;
  std::int64_t Nfeature_list_dense = 0;
  std::vector<DType> feature_list_dense_types = {};
  std::vector<DType> feature_list_sparse_types = {};
  std::vector<DType> feature_list_ragged_value_types = {};
  std::vector<DType> feature_list_ragged_split_types = {};
  std::vector<PartialShape> feature_list_dense_shapes = {};
  std::string name = "";
};
// As ParseSequenceExample, with ragged features too. Shapes: a scalar is one SequenceExample, whose tensors
// have no dimension for rows and whose row splits are 0; keys are vectors,
// feature_list_dense_missing_assumed_empty has an entry for each dense list. Errors: as ParseSequenceExample.
// context_sparse_types: float, int64, string.
// context_ragged_value_types: float, int64, string.
// context_ragged_split_types: int32, int64.
// feature_list_dense_types: float, int64, string.
// feature_list_sparse_types: float, int64, string.
// feature_list_ragged_value_types: float, int64, string.
// feature_list_ragged_split_types: int32, int64.
inline ParseSequenceExampleV2Outputs ParseSequenceExampleV2(const Input& serialized, const Input& debug_name,
    const Input& context_sparse_keys, const Input& context_dense_keys, const Input& context_ragged_keys,
    const Input& feature_list_sparse_keys, const Input& feature_list_dense_keys,
    const Input& feature_list_ragged_keys, const Input& feature_list_dense_missing_assumed_empty,
    const std::vector<Input>& context_dense_defaults, const ParseSequenceExampleV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("ParseSequenceExampleV2", attrs.name).In(serialized, "=string")
      .In(debug_name, "=string").In(context_sparse_keys, "=string").In(context_dense_keys, "=string")
      .In(context_ragged_keys, "=string").In(feature_list_sparse_keys, "=string")
      .In(feature_list_dense_keys, "=string").In(feature_list_ragged_keys, "=string")
      .In(feature_list_dense_missing_assumed_empty, "=bool")
      .In(context_dense_defaults, "**Tcontext_dense").Attr("Ncontext_sparse", attrs.Ncontext_sparse)
      .Attr("context_sparse_types", attrs.context_sparse_types)
      .Attr("context_ragged_value_types", attrs.context_ragged_value_types)
      .Attr("context_ragged_split_types", attrs.context_ragged_split_types)
      .Attr("context_dense_shapes", attrs.context_dense_shapes)
      .Attr("Nfeature_list_sparse", attrs.Nfeature_list_sparse)
      .Attr("Nfeature_list_dense", attrs.Nfeature_list_dense)
      .Attr("feature_list_dense_types", attrs.feature_list_dense_types)
      .Attr("feature_list_sparse_types", attrs.feature_list_sparse_types)
      .Attr("feature_list_ragged_value_types", attrs.feature_list_ragged_value_types)
      .Attr("feature_list_ragged_split_types", attrs.feature_list_ragged_split_types)
      .Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:Ncontext_sparse", &at), detail::OpCall::Many(node, "**context_sparse_types", &at), detail::OpCall::Many(node, "*=int64:Ncontext_sparse", &at), detail::OpCall::Many(node, "**Tcontext_dense", &at), detail::OpCall::Many(node, "**context_ragged_value_types", &at), detail::OpCall::Many(node, "**context_ragged_split_types", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_sparse", &at), detail::OpCall::Many(node, "**feature_list_sparse_types", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_sparse", &at), detail::OpCall::Many(node, "**feature_list_dense_types", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_dense", &at), detail::OpCall::Many(node, "**feature_list_ragged_value_types", &at), detail::OpCall::Many(node, "**feature_list_ragged_split_types", &at), detail::OpCall::Many(node, "**feature_list_ragged_split_types", &at)};
}

struct ParseSingleExampleOutputs {
  std::vector<Output> sparse_indices;
  std::vector<Output> sparse_values;
  std::vector<Output> sparse_shapes;
  std::vector<Output> dense_values;
};
struct ParseSingleExampleAttrs {
  std::string name = "";
};
// As ParseExampleV2 of a scalar, with keys as attrs. Shapes: serialized is a scalar. Errors: as ParseExample.
// sparse_types: float, int64, string.
inline ParseSingleExampleOutputs ParseSingleExample(const Input& serialized,
    const std::vector<Input>& dense_defaults, std::int64_t num_sparse,
    const std::vector<std::string>& sparse_keys, const std::vector<std::string>& dense_keys,
    const std::vector<DType>& sparse_types, const std::vector<PartialShape>& dense_shapes,
    const ParseSingleExampleAttrs& attrs = {}) {
  const Node node = detail::OpCall("ParseSingleExample", attrs.name).In(serialized, "=string")
      .In(dense_defaults, "**Tdense").Attr("num_sparse", num_sparse).Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:num_sparse", &at), detail::OpCall::Many(node, "**sparse_types", &at), detail::OpCall::Many(node, "*=int64:num_sparse", &at), detail::OpCall::Many(node, "**Tdense", &at)};
}

struct ParseSingleSequenceExampleOutputs {
  std::vector<Output> context_sparse_indices;
  std::vector<Output> context_sparse_values;
  std::vector<Output> context_sparse_shapes;
  std::vector<Output> context_dense_values;
  std::vector<Output> feature_list_sparse_indices;
  std::vector<Output> feature_list_sparse_values;
  std::vector<Output> feature_list_sparse_shapes;
  std::vector<Output> feature_list_dense_values;
};
struct ParseSingleSequenceExampleAttrs {
  std::vector<DType> context_sparse_types = {};
  std::vector<DType> feature_list_dense_types = {};
  std::vector<PartialShape> context_dense_shapes = {};
  std::vector<DType> feature_list_sparse_types = {};
  std::vector<PartialShape> feature_list_dense_shapes = {};
  std::string name = "";
};
// Parses one SequenceExample, as ParseSequenceExample, without a dimension for rows and without lengths.
// Shapes: serialized, the keys and debug_name are scalars. Errors: as ParseSequenceExample.
// context_sparse_types: float, int64, string.
// feature_list_dense_types: float, int64, string.
// feature_list_sparse_types: float, int64, string.
inline ParseSingleSequenceExampleOutputs ParseSingleSequenceExample(const Input& serialized,
    const Input& feature_list_dense_missing_assumed_empty, const std::vector<Input>& context_sparse_keys,
    const std::vector<Input>& context_dense_keys, const std::vector<Input>& feature_list_sparse_keys,
    const std::vector<Input>& feature_list_dense_keys, const std::vector<Input>& context_dense_defaults,
    const Input& debug_name, const ParseSingleSequenceExampleAttrs& attrs = {}) {
  const Node node = detail::OpCall("ParseSingleSequenceExample", attrs.name).In(serialized, "=string")
      .In(feature_list_dense_missing_assumed_empty, "=string")
      .In(context_sparse_keys, "*=string:Ncontext_sparse")
      .In(context_dense_keys, "*=string:Ncontext_dense")
      .In(feature_list_sparse_keys, "*=string:Nfeature_list_sparse")
      .In(feature_list_dense_keys, "*=string:Nfeature_list_dense")
      .In(context_dense_defaults, "**Tcontext_dense").In(debug_name, "=string")
      .Attr("context_sparse_types", attrs.context_sparse_types)
      .Attr("feature_list_dense_types", attrs.feature_list_dense_types)
      .Attr("context_dense_shapes", attrs.context_dense_shapes)
      .Attr("feature_list_sparse_types", attrs.feature_list_sparse_types)
      .Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:Ncontext_sparse", &at), detail::OpCall::Many(node, "**context_sparse_types", &at), detail::OpCall::Many(node, "*=int64:Ncontext_sparse", &at), detail::OpCall::Many(node, "**Tcontext_dense", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_sparse", &at), detail::OpCall::Many(node, "**feature_list_sparse_types", &at), detail::OpCall::Many(node, "*=int64:Nfeature_list_sparse", &at), detail::OpCall::Many(node, "**feature_list_dense_types", &at)};
}

struct ParseTensorAttrs {
  std::string name = "";
};
// The tensor whose TensorProto the bytes are. Shapes: serialized is a scalar. Errors: INVALID_ARGUMENT for
// bytes that are none, or one of another type.
inline Output ParseTensor(const Input& serialized, DType out_type, const ParseTensorAttrs& attrs = {}) {
  return detail::OpCall("ParseTensor", attrs.name).In(serialized, "=string").Attr("out_type", out_type)
      .One();
}

struct PartitionedCallAttrs {
  std::string config = "";
  std::string config_proto = "";
  std::string executor_type = "";
  std::string name = "";
};
// Gives the results of the function f, which has no effects. Errors: INVALID_ARGUMENT if f's signature is not
// Tin -> Tout; NOT_FOUND if the graph has no f.
inline std::vector<Output> PartitionedCall(const std::vector<Input>& args, const std::vector<DType>& Tout,
    const Function& f, const PartitionedCallAttrs& attrs = {}) {
  const Node node = detail::OpCall("PartitionedCall", attrs.name).In(args, "**Tin").Attr("Tout", Tout)
      .Attr("f", f).Attr("config", attrs.config).Attr("config_proto", attrs.config_proto)
      .Attr("executor_type", attrs.executor_type).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct PlaceholderAttrs {
  PartialShape shape = std::nullopt;
  std::string name = "";
};
// Stands for a tensor that every run feeds. Shapes: what is fed must fit `shape`. Errors: INVALID_ARGUMENT if
// it is needed and not fed.
inline Output Placeholder(const Graph& graph, DType dtype, const PlaceholderAttrs& attrs = {}) {
  return detail::OpCall("Placeholder", attrs.name, graph.state()).Attr("dtype", dtype)
      .Attr("shape", attrs.shape).One();
}

struct PlaceholderWithDefaultAttrs {
  std::string name = "";
};
// Passes input on unless a run feeds something else. Shapes: input and what is fed must fit `shape`.
inline Output PlaceholderWithDefault(const Input& input, const PartialShape& shape,
    const PlaceholderWithDefaultAttrs& attrs = {}) {
  return detail::OpCall("PlaceholderWithDefault", attrs.name).In(input, "dtype").Attr("shape", shape)
      .One();
}

struct PolygammaAttrs {
  std::string name = "";
};
// Gives derivative a of Digamma at x; NaN unless a is a whole number from 0. Shapes: a and x broadcast
// against each other. Source: Abramowitz & Stegun 1964, 6.4.
inline Output Polygamma(const Input& a, const Input& x, const PolygammaAttrs& attrs = {}) {
  return detail::OpCall("Polygamma", attrs.name).In(a, "T").In(x, "T").One();
}

struct PowAttrs {
  std::string name = "";
};
// Gives x to the power of y, element by element. Shapes: x and y broadcast against each other. Errors:
// INVALID_ARGUMENT for an integer to a negative power.
inline Output Pow(const Input& x, const Input& y, const PowAttrs& attrs = {}) {
  return detail::OpCall("Pow", attrs.name).In(x, "T").In(y, "T").One();
}

struct PrefetchDatasetAttrs {
  std::int64_t slack_period = 0;
  bool legacy_autotune = true;
  std::int64_t buffer_size_min = 0;
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the same elements, buffer_size of which are made ahead of their consumer (-1: the
// runtime chooses).
inline Output PrefetchDataset(const Input& input_dataset, const Input& buffer_size,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const PrefetchDatasetAttrs& attrs = {}) {
  return detail::OpCall("PrefetchDataset", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("slack_period", attrs.slack_period).Attr("legacy_autotune", attrs.legacy_autotune)
      .Attr("buffer_size_min", attrs.buffer_size_min).Attr("metadata", attrs.metadata).One();
}

struct PreventGradientAttrs {
  std::string message = "";
  std::string name = "";
};
// Passes input on; asking for a gradient through it is an error that shows `message`. Shapes: output is like
// input.
inline Output PreventGradient(const Input& input, const PreventGradientAttrs& attrs = {}) {
  return detail::OpCall("PreventGradient", attrs.name).In(input, "T").Attr("message", attrs.message)
      .One();
}

struct PrintAttrs {
  std::string message = "";
  std::int64_t first_n = -1;
  std::int64_t summarize = 3;
  std::string name = "";
};
// Hands input on and writes message and the data to the standard error output, of each value the first
// summarize elements (all, below 0). first_n: how many times at most; any number of times below 0. Shapes:
// output is like input.
inline Output Print(const Input& input, const std::vector<Input>& data, const PrintAttrs& attrs = {}) {
  return detail::OpCall("Print", attrs.name).In(input, "T").In(data, "**U")
      .Attr("message", attrs.message).Attr("first_n", attrs.first_n).Attr("summarize", attrs.summarize)
      .One();
}

struct PrintV2Attrs {
  std::string output_stream = "stderr";
  std::string end = "\n";
  std::string name = "";
};
// Writes input and end to output_stream: stdout, stderr, or log(info), log(warning) and log(error), which are
// the standard error output. Shapes: input is a scalar. Errors: UNIMPLEMENTED for another stream.
inline Node PrintV2(const Input& input, const PrintV2Attrs& attrs = {}) {
  return detail::OpCall("PrintV2", attrs.name).In(input, "=string")
      .Attr("output_stream", attrs.output_stream).Attr("end", attrs.end).Add();
}

struct PriorityQueueAttrs {
  std::vector<DType> component_types = {};
  std::int64_t capacity = -1;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a queue whose elements have an int64 scalar, their priority, before the given
// components; the least comes out first.
inline Output PriorityQueue(const Graph& graph, const std::vector<PartialShape>& shapes,
    const PriorityQueueAttrs& attrs = {}) {
  return detail::OpCall("PriorityQueue", attrs.name, graph.state()).Attr("shapes", shapes)
      .Attr("component_types", attrs.component_types).Attr("capacity", attrs.capacity)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct PriorityQueueV2Attrs {
  std::vector<DType> component_types = {};
  std::int64_t capacity = -1;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a queue whose elements have an int64 scalar, their priority, before the given
// components; the least comes out first.
inline Output PriorityQueueV2(const Graph& graph, const std::vector<PartialShape>& shapes,
    const PriorityQueueV2Attrs& attrs = {}) {
  return detail::OpCall("PriorityQueueV2", attrs.name, graph.state()).Attr("shapes", shapes)
      .Attr("component_types", attrs.component_types).Attr("capacity", attrs.capacity)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct PrivateThreadPoolDatasetAttrs {
  std::string name = "";
};
// Gives the same dataset, which uses the threads of the runtime.
inline Output PrivateThreadPoolDataset(const Input& input_dataset, const Input& num_threads,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const PrivateThreadPoolDatasetAttrs& attrs = {}) {
  return detail::OpCall("PrivateThreadPoolDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_threads, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

struct ProdAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Multiplies over the given axes; an empty axis gives 1. Shapes and errors: as Sum.
inline Output Prod(const Input& input, const Input& reduction_indices, const ProdAttrs& attrs = {}) {
  return detail::OpCall("Prod", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct PyFuncAttrs {
  std::string name = "";
};
// Gives what the host program's function for the token makes of the inputs, whatever its shapes. Errors:
// UNIMPLEMENTED where none is registered; INVALID_ARGUMENT for other types than Tout; those of the function.
inline std::vector<Output> PyFunc(const std::vector<Input>& input, const std::string& token,
    const std::vector<DType>& Tout, const PyFuncAttrs& attrs = {}) {
  const Node node = detail::OpCall("PyFunc", attrs.name).In(input, "**Tin").Attr("token", token)
      .Attr("Tout", Tout).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct PyFuncStatelessAttrs {
  std::string name = "";
};
// As PyFunc, of a function without side effects. It runs in every step that needs it.
inline std::vector<Output> PyFuncStateless(const std::vector<Input>& input, const std::string& token,
    const std::vector<DType>& Tout, const PyFuncStatelessAttrs& attrs = {}) {
  const Node node = detail::OpCall("PyFuncStateless", attrs.name).In(input, "**Tin")
      .Attr("token", token).Attr("Tout", Tout).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct QrOutputs {
  Output q;
  Output r;
};
struct QrAttrs {
  bool full_matrices = false;
  std::string name = "";
};
// Gives unitary q and upper triangles r whose products are the matrices, by Householder's reflections.
// Shapes: input is [..., m, n]; q is [..., m, k], r [..., k, n], where k is m with full_matrices, else the
// least of m and n.
inline QrOutputs Qr(const Input& input, const QrAttrs& attrs = {}) {
  const Node node = detail::OpCall("Qr", attrs.name).In(input, "T")
      .Attr("full_matrices", attrs.full_matrices).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct QuantizeAndDequantizeAttrs {
  bool signed_input = true;
  std::int64_t num_bits = 8;
  bool range_given = false;
  float input_min = 0.0f;
  float input_max = 0.0f;
  std::string name = "";
};
// QuantizeAndDequantizeV2 with a range of attrs.
inline Output QuantizeAndDequantize(const Input& input, const QuantizeAndDequantizeAttrs& attrs = {}) {
  return detail::OpCall("QuantizeAndDequantize", attrs.name).In(input, "T")
      .Attr("signed_input", attrs.signed_input).Attr("num_bits", attrs.num_bits)
      .Attr("range_given", attrs.range_given).Attr("input_min", attrs.input_min)
      .Attr("input_max", attrs.input_max).One();
}

struct QuantizeAndDequantizeV2Attrs {
  bool signed_input = true;
  std::int64_t num_bits = 8;
  bool range_given = false;
  std::string round_mode = "HALF_TO_EVEN";
  bool narrow_range = false;
  std::int64_t axis = -1;
  std::string name = "";
};
// Rounds input to the grid of integers of num_bits that covers the range [input_min, input_max], or the
// input's own unless range_given, and holds 0; what is outside of the range goes to its ends. Shapes: output
// is like input; ranges are scalars or, with an axis, vectors along it. Its gradient is that of the identity.
// Errors: INVALID_ARGUMENT for num_bits out of range.
// round_mode: HALF_TO_EVEN, HALF_UP.
inline Output QuantizeAndDequantizeV2(const Input& input, const Input& input_min, const Input& input_max,
    const QuantizeAndDequantizeV2Attrs& attrs = {}) {
  return detail::OpCall("QuantizeAndDequantizeV2", attrs.name).In(input, "T").In(input_min, "T")
      .In(input_max, "T").Attr("signed_input", attrs.signed_input).Attr("num_bits", attrs.num_bits)
      .Attr("range_given", attrs.range_given).Attr("round_mode", attrs.round_mode)
      .Attr("narrow_range", attrs.narrow_range).Attr("axis", attrs.axis).One();
}

struct QuantizeAndDequantizeV3Attrs {
  bool signed_input = true;
  bool range_given = true;
  bool narrow_range = false;
  std::int64_t axis = -1;
  std::string name = "";
};
// QuantizeAndDequantizeV2 with num_bits, a scalar, as an input; it rounds halves to even.
inline Output QuantizeAndDequantizeV3(const Input& input, const Input& input_min, const Input& input_max,
    const Input& num_bits, const QuantizeAndDequantizeV3Attrs& attrs = {}) {
  return detail::OpCall("QuantizeAndDequantizeV3", attrs.name).In(input, "T").In(input_min, "T")
      .In(input_max, "T").In(num_bits, "=int32").Attr("signed_input", attrs.signed_input)
      .Attr("range_given", attrs.range_given).Attr("narrow_range", attrs.narrow_range)
      .Attr("axis", attrs.axis).One();
}

struct QuantizeAndDequantizeV4Attrs {
  bool signed_input = true;
  std::int64_t num_bits = 8;
  bool range_given = false;
  std::string round_mode = "HALF_TO_EVEN";
  bool narrow_range = false;
  std::int64_t axis = -1;
  std::string name = "";
};
// QuantizeAndDequantizeV2 with a gradient that is 0 outside of the range.
// round_mode: HALF_TO_EVEN, HALF_UP.
inline Output QuantizeAndDequantizeV4(const Input& input, const Input& input_min, const Input& input_max,
    const QuantizeAndDequantizeV4Attrs& attrs = {}) {
  return detail::OpCall("QuantizeAndDequantizeV4", attrs.name).In(input, "T").In(input_min, "T")
      .In(input_max, "T").Attr("signed_input", attrs.signed_input).Attr("num_bits", attrs.num_bits)
      .Attr("range_given", attrs.range_given).Attr("round_mode", attrs.round_mode)
      .Attr("narrow_range", attrs.narrow_range).Attr("axis", attrs.axis).One();
}

struct QuantizeAndDequantizeV4GradOutputs {
  Output input_backprop;
  Output input_min_backprop;
  Output input_max_backprop;
};
struct QuantizeAndDequantizeV4GradAttrs {
  std::int64_t axis = -1;
  std::string name = "";
};
// Gives the gradient of QuantizeAndDequantizeV4: gradients where input is in [input_min, input_max], 0
// elsewhere and for the ranges. Shapes: gradients is like input.
inline QuantizeAndDequantizeV4GradOutputs QuantizeAndDequantizeV4Grad(const Input& gradients,
    const Input& input, const Input& input_min, const Input& input_max,
    const QuantizeAndDequantizeV4GradAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizeAndDequantizeV4Grad", attrs.name).In(gradients, "T")
      .In(input, "T").In(input_min, "T").In(input_max, "T").Attr("axis", attrs.axis).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizeDownAndShrinkRangeOutputs {
  Output output;
  Output output_min;
  Output output_max;
};
struct QuantizeDownAndShrinkRangeAttrs {
  std::string name = "";
};
// Requantize to the range that RequantizationRange gives. Shapes: output is like input, ranges are scalars.
// out_type: qint8, quint8, qint32, qint16, quint16.
inline QuantizeDownAndShrinkRangeOutputs QuantizeDownAndShrinkRange(const Input& input,
    const Input& input_min, const Input& input_max, DType out_type,
    const QuantizeDownAndShrinkRangeAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizeDownAndShrinkRange", attrs.name).In(input, "Tinput")
      .In(input_min, "=float").In(input_max, "=float").Attr("out_type", out_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizeV2Outputs {
  Output output;
  Output output_min;
  Output output_max;
};
struct QuantizeV2Attrs {
  std::string mode = "MIN_COMBINED";
  std::string round_mode = "HALF_AWAY_FROM_ZERO";
  bool narrow_range = false;
  std::int64_t axis = -1;
  float ensure_minimum_range = 0.01f;
  std::string name = "";
};
// Converts input to T, whose numbers stand for those of a range that holds min_range, max_range and 0;
// output_min and output_max say which. Shapes: output is like input, the rest are scalars, or vectors along
// an axis.
// T: qint8, quint8, qint32, qint16, quint16.
// mode: MIN_COMBINED, MIN_FIRST, SCALED.
// round_mode: HALF_AWAY_FROM_ZERO, HALF_TO_EVEN.
inline QuantizeV2Outputs QuantizeV2(const Input& input, const Input& min_range, const Input& max_range,
    DType T, const QuantizeV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizeV2", attrs.name).In(input, "=float").In(min_range, "=float")
      .In(max_range, "=float").Attr("T", T).Attr("mode", attrs.mode)
      .Attr("round_mode", attrs.round_mode).Attr("narrow_range", attrs.narrow_range)
      .Attr("axis", attrs.axis).Attr("ensure_minimum_range", attrs.ensure_minimum_range).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedAddOutputs {
  Output z;
  Output min_z;
  Output max_z;
};
struct QuantizedAddAttrs {
  DType Toutput = DType::kQint32;
  std::string name = "";
};
// Gives x + y. Shapes: x and y broadcast against each other, ranges are scalars.
// Toutput: qint8, quint8, qint32, qint16, quint16.
inline QuantizedAddOutputs QuantizedAdd(const Input& x, const Input& y, const Input& min_x,
    const Input& max_x, const Input& min_y, const Input& max_y, const QuantizedAddAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedAdd", attrs.name).In(x, "T1").In(y, "T2")
      .In(min_x, "=float").In(max_x, "=float").In(min_y, "=float").In(max_y, "=float")
      .Attr("Toutput", attrs.Toutput).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedAvgPoolOutputs {
  Output output;
  Output min_output;
  Output max_output;
};
struct QuantizedAvgPoolAttrs {
  std::string name = "";
};
// Gives means over windows over images [batch,rows,columns,channels], without their padding; halves become
// even.
// padding: SAME, VALID.
inline QuantizedAvgPoolOutputs QuantizedAvgPool(const Input& input, const Input& min_input,
    const Input& max_input, const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const QuantizedAvgPoolAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedAvgPool", attrs.name).In(input, "T")
      .In(min_input, "=float").In(max_input, "=float").Attr("ksize", ksize).Attr("strides", strides)
      .Attr("padding", padding).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedBiasAddOutputs {
  Output output;
  Output min_out;
  Output max_out;
};
struct QuantizedBiasAddAttrs {
  std::string name = "";
};
// Adds bias along the last dimension. Shapes: bias is as long as it, ranges are scalars.
// out_type: qint8, quint8, qint32, qint16, quint16.
inline QuantizedBiasAddOutputs QuantizedBiasAdd(const Input& input, const Input& bias, const Input& min_input,
    const Input& max_input, const Input& min_bias, const Input& max_bias, DType out_type,
    const QuantizedBiasAddAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedBiasAdd", attrs.name).In(input, "T1").In(bias, "T2")
      .In(min_input, "=float").In(max_input, "=float").In(min_bias, "=float").In(max_bias, "=float")
      .Attr("out_type", out_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedConv2DOutputs {
  Output output;
  Output min_output;
  Output max_output;
};
struct QuantizedConv2DAttrs {
  DType out_type = DType::kQint32;
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Convolves images with a filter as Conv2D does. Shapes: input [batch,rows,columns,in], filter
// [rows,columns,in,out], ranges are scalars.
// padding: SAME, VALID.
// out_type: qint8, quint8, qint32, qint16, quint16.
inline QuantizedConv2DOutputs QuantizedConv2D(const Input& input, const Input& filter, const Input& min_input,
    const Input& max_input, const Input& min_filter, const Input& max_filter,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const QuantizedConv2DAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedConv2D", attrs.name).In(input, "Tinput")
      .In(filter, "Tfilter").In(min_input, "=float").In(max_input, "=float").In(min_filter, "=float")
      .In(max_filter, "=float").Attr("strides", strides).Attr("padding", padding)
      .Attr("out_type", attrs.out_type).Attr("dilations", attrs.dilations).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedMatMulOutputs {
  Output out;
  Output min_out;
  Output max_out;
};
struct QuantizedMatMulAttrs {
  DType Toutput = DType::kQint32;
  bool transpose_a = false;
  bool transpose_b = false;
  DType Tactivation = DType::kQuint8;
  std::string name = "";
};
// Multiplies matrices, as MatMul does. Shapes: ranges are scalars.
// Toutput: qint8, quint8, qint32, qint16, quint16.
// Tactivation: qint8, quint8, qint32, qint16, quint16.
inline QuantizedMatMulOutputs QuantizedMatMul(const Input& a, const Input& b, const Input& min_a,
    const Input& max_a, const Input& min_b, const Input& max_b, const QuantizedMatMulAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedMatMul", attrs.name).In(a, "T1").In(b, "T2")
      .In(min_a, "=float").In(max_a, "=float").In(min_b, "=float").In(max_b, "=float")
      .Attr("Toutput", attrs.Toutput).Attr("transpose_a", attrs.transpose_a)
      .Attr("transpose_b", attrs.transpose_b).Attr("Tactivation", attrs.Tactivation).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedMaxPoolOutputs {
  Output output;
  Output min_output;
  Output max_output;
};
struct QuantizedMaxPoolAttrs {
  std::string name = "";
};
// Gives the largest numbers in windows over images [batch,rows,columns,channels].
// padding: SAME, VALID.
inline QuantizedMaxPoolOutputs QuantizedMaxPool(const Input& input, const Input& min_input,
    const Input& max_input, const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const QuantizedMaxPoolAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedMaxPool", attrs.name).In(input, "T")
      .In(min_input, "=float").In(max_input, "=float").Attr("ksize", ksize).Attr("strides", strides)
      .Attr("padding", padding).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedMulOutputs {
  Output z;
  Output min_z;
  Output max_z;
};
struct QuantizedMulAttrs {
  DType Toutput = DType::kQint32;
  std::string name = "";
};
// Gives x * y. Shapes: x and y broadcast against each other, ranges are scalars.
// Toutput: qint8, quint8, qint32, qint16, quint16.
inline QuantizedMulOutputs QuantizedMul(const Input& x, const Input& y, const Input& min_x,
    const Input& max_x, const Input& min_y, const Input& max_y, const QuantizedMulAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedMul", attrs.name).In(x, "T1").In(y, "T2")
      .In(min_x, "=float").In(max_x, "=float").In(min_y, "=float").In(max_y, "=float")
      .Attr("Toutput", attrs.Toutput).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedReluOutputs {
  Output activations;
  Output min_activations;
  Output max_activations;
};
struct QuantizedReluAttrs {
  DType out_type = DType::kQuint8;
  std::string name = "";
};
// Gives max(features, 0) in the same range. Shapes: activations is like features, ranges are scalars.
// out_type: qint8, quint8, qint32, qint16, quint16.
inline QuantizedReluOutputs QuantizedRelu(const Input& features, const Input& min_features,
    const Input& max_features, const QuantizedReluAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedRelu", attrs.name).In(features, "Tinput")
      .In(min_features, "=float").In(max_features, "=float").Attr("out_type", attrs.out_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedRelu6Outputs {
  Output activations;
  Output min_activations;
  Output max_activations;
};
struct QuantizedRelu6Attrs {
  DType out_type = DType::kQuint8;
  std::string name = "";
};
// Gives min(max(features, 0), 6) in the same range. Shapes: activations is like features, ranges are scalars.
// out_type: qint8, quint8, qint32, qint16, quint16.
inline QuantizedRelu6Outputs QuantizedRelu6(const Input& features, const Input& min_features,
    const Input& max_features, const QuantizedRelu6Attrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedRelu6", attrs.name).In(features, "Tinput")
      .In(min_features, "=float").In(max_features, "=float").Attr("out_type", attrs.out_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QuantizedReshapeOutputs {
  Output output;
  Output output_min;
  Output output_max;
};
struct QuantizedReshapeAttrs {
  std::string name = "";
};
// Reshape; the range passes. Shapes: as of Reshape, ranges are scalars.
inline QuantizedReshapeOutputs QuantizedReshape(const Input& tensor, const Input& shape,
    const Input& input_min, const Input& input_max, const QuantizedReshapeAttrs& attrs = {}) {
  const Node node = detail::OpCall("QuantizedReshape", attrs.name).In(tensor, "T").In(shape, "Tshape")
      .In(input_min, "=float").In(input_max, "=float").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct QueueCloseAttrs {
  bool cancel_pending_enqueues = false;
  std::string name = "";
};
// Lets no more elements in; what is in the queue can still be taken out. Waiting enqueues go on, or end with
// CANCELLED if cancel_pending_enqueues is set.
inline Node QueueClose(const Input& handle, const QueueCloseAttrs& attrs = {}) {
  return detail::OpCall("QueueClose", attrs.name).In(handle, "=resource")
      .Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues).Add();
}

struct QueueCloseV2Attrs {
  bool cancel_pending_enqueues = false;
  std::string name = "";
};
// Lets no more elements in; what is in the queue can still be taken out. Waiting enqueues go on, or end with
// CANCELLED if cancel_pending_enqueues is set.
inline Node QueueCloseV2(const Input& handle, const QueueCloseV2Attrs& attrs = {}) {
  return detail::OpCall("QueueCloseV2", attrs.name).In(handle, "=resource")
      .Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues).Add();
}

struct QueueDequeueAttrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Takes one element out of the queue, waiting for one. Errors: OUT_OF_RANGE if the queue is closed and empty.
inline std::vector<Output> QueueDequeue(const Input& handle, const std::vector<DType>& component_types,
    const QueueDequeueAttrs& attrs = {}) {
  const Node node = detail::OpCall("QueueDequeue", attrs.name).In(handle, "=resource")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**component_types", &at);
}

struct QueueDequeueManyAttrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Takes n elements out of the queue, waiting for all, and stacks each component along a new dimension 0.
// Shapes: n is a scalar; the queue knows its components' shapes. Errors: OUT_OF_RANGE if the queue is closed
// and holds fewer.
inline std::vector<Output> QueueDequeueMany(const Input& handle, const Input& n,
    const std::vector<DType>& component_types, const QueueDequeueManyAttrs& attrs = {}) {
  const Node node = detail::OpCall("QueueDequeueMany", attrs.name).In(handle, "=resource")
      .In(n, "=int32").Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**component_types", &at);
}

struct QueueDequeueManyV2Attrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Takes n elements out of the queue, waiting for all, and stacks each component along a new dimension 0.
// Shapes: n is a scalar; the queue knows its components' shapes. Errors: OUT_OF_RANGE if the queue is closed
// and holds fewer.
inline std::vector<Output> QueueDequeueManyV2(const Input& handle, const Input& n,
    const std::vector<DType>& component_types, const QueueDequeueManyV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("QueueDequeueManyV2", attrs.name).In(handle, "=resource")
      .In(n, "=int32").Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**component_types", &at);
}

struct QueueDequeueUpToAttrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// As QueueDequeueMany, but takes what is left if the queue is closed and holds fewer than n. Errors:
// OUT_OF_RANGE if it is closed and empty.
inline std::vector<Output> QueueDequeueUpTo(const Input& handle, const Input& n,
    const std::vector<DType>& component_types, const QueueDequeueUpToAttrs& attrs = {}) {
  const Node node = detail::OpCall("QueueDequeueUpTo", attrs.name).In(handle, "=resource")
      .In(n, "=int32").Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**component_types", &at);
}

struct QueueDequeueUpToV2Attrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// As QueueDequeueMany, but takes what is left if the queue is closed and holds fewer than n. Errors:
// OUT_OF_RANGE if it is closed and empty.
inline std::vector<Output> QueueDequeueUpToV2(const Input& handle, const Input& n,
    const std::vector<DType>& component_types, const QueueDequeueUpToV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("QueueDequeueUpToV2", attrs.name).In(handle, "=resource")
      .In(n, "=int32").Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**component_types", &at);
}

struct QueueDequeueV2Attrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Takes one element out of the queue, waiting for one. Errors: OUT_OF_RANGE if the queue is closed and empty.
inline std::vector<Output> QueueDequeueV2(const Input& handle, const std::vector<DType>& component_types,
    const QueueDequeueV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("QueueDequeueV2", attrs.name).In(handle, "=resource")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**component_types", &at);
}

struct QueueEnqueueAttrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Puts one element into the queue, waiting for room. Errors: CANCELLED if the queue is closed;
// INVALID_ARGUMENT for other types or shapes.
inline Node QueueEnqueue(const Input& handle, const std::vector<Input>& components,
    const QueueEnqueueAttrs& attrs = {}) {
  return detail::OpCall("QueueEnqueue", attrs.name).In(handle, "=resource")
      .In(components, "**Tcomponents").Attr("timeout_ms", attrs.timeout_ms).Add();
}

struct QueueEnqueueManyAttrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Puts the slices of the components along dimension 0 into the queue, one by one. Shapes: all components have
// the same first dimension. Errors: as QueueEnqueue.
inline Node QueueEnqueueMany(const Input& handle, const std::vector<Input>& components,
    const QueueEnqueueManyAttrs& attrs = {}) {
  return detail::OpCall("QueueEnqueueMany", attrs.name).In(handle, "=resource")
      .In(components, "**Tcomponents").Attr("timeout_ms", attrs.timeout_ms).Add();
}

struct QueueEnqueueManyV2Attrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Puts the slices of the components along dimension 0 into the queue, one by one. Shapes: all components have
// the same first dimension. Errors: as QueueEnqueue.
inline Node QueueEnqueueManyV2(const Input& handle, const std::vector<Input>& components,
    const QueueEnqueueManyV2Attrs& attrs = {}) {
  return detail::OpCall("QueueEnqueueManyV2", attrs.name).In(handle, "=resource")
      .In(components, "**Tcomponents").Attr("timeout_ms", attrs.timeout_ms).Add();
}

struct QueueEnqueueV2Attrs {
  std::int64_t timeout_ms = -1;
  std::string name = "";
};
// Puts one element into the queue, waiting for room. Errors: CANCELLED if the queue is closed;
// INVALID_ARGUMENT for other types or shapes.
inline Node QueueEnqueueV2(const Input& handle, const std::vector<Input>& components,
    const QueueEnqueueV2Attrs& attrs = {}) {
  return detail::OpCall("QueueEnqueueV2", attrs.name).In(handle, "=resource")
      .In(components, "**Tcomponents").Attr("timeout_ms", attrs.timeout_ms).Add();
}

struct QueueIsClosedAttrs {
  std::string name = "";
};
// Tells whether the queue was closed. Shapes: is_closed is a scalar.
inline Output QueueIsClosed(const Input& handle, const QueueIsClosedAttrs& attrs = {}) {
  return detail::OpCall("QueueIsClosed", attrs.name).In(handle, "=resource").One();
}

struct QueueIsClosedV2Attrs {
  std::string name = "";
};
// Tells whether the queue was closed. Shapes: is_closed is a scalar.
inline Output QueueIsClosedV2(const Input& handle, const QueueIsClosedV2Attrs& attrs = {}) {
  return detail::OpCall("QueueIsClosedV2", attrs.name).In(handle, "=resource").One();
}

struct QueueSizeAttrs {
  std::string name = "";
};
// Gives the number of elements in the queue. Shapes: size is a scalar.
inline Output QueueSize(const Input& handle, const QueueSizeAttrs& attrs = {}) {
  return detail::OpCall("QueueSize", attrs.name).In(handle, "=resource").One();
}

struct QueueSizeV2Attrs {
  std::string name = "";
};
// Gives the number of elements in the queue. Shapes: size is a scalar.
inline Output QueueSizeV2(const Input& handle, const QueueSizeV2Attrs& attrs = {}) {
  return detail::OpCall("QueueSizeV2", attrs.name).In(handle, "=resource").One();
}

struct RFFTAttrs {
  DType Tcomplex = DType::kComplex64;
  std::string name = "";
};
// Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft_length, over as many
// of the last dimensions as it has entries; of the last dimension the half that says all. Shapes: fft_length
// is a vector, the last dimension of output is fft_length[-1] / 2 + 1. Errors: INVALID_ARGUMENT for an input
// that is shorter than fft_length, and unless Tcomplex is the complex type of Treal.
// Tcomplex: complex64, complex128.
inline Output RFFT(const Input& input, const Input& fft_length, const RFFTAttrs& attrs = {}) {
  return detail::OpCall("RFFT", attrs.name).In(input, "Treal").In(fft_length, "=int32")
      .Attr("Tcomplex", attrs.Tcomplex).One();
}

struct RFFT2DAttrs {
  DType Tcomplex = DType::kComplex64;
  std::string name = "";
};
// Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft_length, over as many
// of the last dimensions as it has entries; of the last dimension the half that says all. Shapes: fft_length
// is a vector, the last dimension of output is fft_length[-1] / 2 + 1. Errors: INVALID_ARGUMENT for an input
// that is shorter than fft_length, and unless Tcomplex is the complex type of Treal.
// Tcomplex: complex64, complex128.
inline Output RFFT2D(const Input& input, const Input& fft_length, const RFFT2DAttrs& attrs = {}) {
  return detail::OpCall("RFFT2D", attrs.name).In(input, "Treal").In(fft_length, "=int32")
      .Attr("Tcomplex", attrs.Tcomplex).One();
}

struct RFFT3DAttrs {
  DType Tcomplex = DType::kComplex64;
  std::string name = "";
};
// Gives the discrete Fourier transform of real numbers, cut or filled up with 0 to fft_length, over as many
// of the last dimensions as it has entries; of the last dimension the half that says all. Shapes: fft_length
// is a vector, the last dimension of output is fft_length[-1] / 2 + 1. Errors: INVALID_ARGUMENT for an input
// that is shorter than fft_length, and unless Tcomplex is the complex type of Treal.
// Tcomplex: complex64, complex128.
inline Output RFFT3D(const Input& input, const Input& fft_length, const RFFT3DAttrs& attrs = {}) {
  return detail::OpCall("RFFT3D", attrs.name).In(input, "Treal").In(fft_length, "=int32")
      .Attr("Tcomplex", attrs.Tcomplex).One();
}

struct RGBToHSVAttrs {
  std::string name = "";
};
// Gives hue, saturation and value of colours in red, green and blue, all in [0,1]. Shapes: images is [...,3],
// output like it. Errors: INVALID_ARGUMENT for another number of channels.
inline Output RGBToHSV(const Input& images, const RGBToHSVAttrs& attrs = {}) {
  return detail::OpCall("RGBToHSV", attrs.name).In(images, "T").One();
}

struct RaggedBincountAttrs {
  bool binary_output = false;
  std::string name = "";
};
// As DenseBincount, of the rows of a ragged tensor. Shapes: splits is [rows + 1], values [n], size a scalar,
// weights like values or empty; output is [rows, size]. Errors: INVALID_ARGUMENT for a value below 0, and
// splits that fall or do not go from 0 to n.
inline Output RaggedBincount(const Input& splits, const Input& values, const Input& size,
    const Input& weights, const RaggedBincountAttrs& attrs = {}) {
  return detail::OpCall("RaggedBincount", attrs.name).In(splits, "=int64").In(values, "Tidx")
      .In(size, "Tidx").In(weights, "T").Attr("binary_output", attrs.binary_output).One();
}

struct RaggedCountSparseOutputOutputs {
  Output output_indices;
  Output output_values;
  Output output_dense_shape;
};
struct RaggedCountSparseOutputAttrs {
  std::int64_t minlength = -1;
  std::int64_t maxlength = -1;
  std::string name = "";
};
// As DenseCountSparseOutput, of the rows of a ragged tensor. Shapes: splits is [rows + 1], at least one row,
// values [n], weights like values or empty.
inline RaggedCountSparseOutputOutputs RaggedCountSparseOutput(const Input& splits, const Input& values,
    const Input& weights, bool binary_output, const RaggedCountSparseOutputAttrs& attrs = {}) {
  const Node node = detail::OpCall("RaggedCountSparseOutput", attrs.name).In(splits, "=int64")
      .In(values, "T").In(weights, "output_type").Attr("binary_output", binary_output)
      .Attr("minlength", attrs.minlength).Attr("maxlength", attrs.maxlength).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct RaggedGatherOutputs {
  std::vector<Output> output_nested_splits;
  Output output_dense_values;
};
struct RaggedGatherAttrs {
  std::string name = "";
};
// Takes rows of a ragged tensor. Shapes: OUTPUT_RAGGED_RANK is PARAMS_RAGGED_RANK and the rank of indices
// together, less 1. Errors: INVALID_ARGUMENT for an index out of range, or splits that do not fit.
inline RaggedGatherOutputs RaggedGather(const std::vector<Input>& params_nested_splits,
    const Input& params_dense_values, const Input& indices, std::int64_t OUTPUT_RAGGED_RANK,
    const RaggedGatherAttrs& attrs = {}) {
  const Node node = detail::OpCall("RaggedGather", attrs.name)
      .In(params_nested_splits, "*Tsplits:PARAMS_RAGGED_RANK").In(params_dense_values, "Tvalues")
      .In(indices, "Tindices").Attr("OUTPUT_RAGGED_RANK", OUTPUT_RAGGED_RANK).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*Tsplits:OUTPUT_RAGGED_RANK", &at), node.output(at++)};
}

struct RaggedRangeOutputs {
  Output rt_nested_splits;
  Output rt_dense_values;
};
struct RaggedRangeAttrs {
  DType Tsplits = DType::kInt64;
  std::string name = "";
};
// Gives a range for each row, as Range does. Shapes: vectors of one length, or scalars, which are repeated.
// Errors: INVALID_ARGUMENT for a delta of 0.
// Tsplits: int32, int64.
inline RaggedRangeOutputs RaggedRange(const Input& starts, const Input& limits, const Input& deltas,
    const RaggedRangeAttrs& attrs = {}) {
  const Node node = detail::OpCall("RaggedRange", attrs.name).In(starts, "T").In(limits, "T")
      .In(deltas, "T").Attr("Tsplits", attrs.Tsplits).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct RaggedTensorFromVariantOutputs {
  std::vector<Output> output_nested_splits;
  Output output_dense_values;
};
struct RaggedTensorFromVariantAttrs {
  DType Tsplits = DType::kInt64;
  std::string name = "";
};
// Gives the ragged tensor that a variant is, or one whose outer dimensions are those of encoded_ragged and
// whose rows are its elements. Shapes: output_ragged_rank is input_ragged_rank and the rank of encoded_ragged
// together; an input_ragged_rank of -1 is what is left. Errors: INVALID_ARGUMENT for elements of other types
// or ranks.
// Tsplits: int32, int64.
inline RaggedTensorFromVariantOutputs RaggedTensorFromVariant(const Input& encoded_ragged,
    std::int64_t input_ragged_rank, std::int64_t output_ragged_rank, DType Tvalues,
    const RaggedTensorFromVariantAttrs& attrs = {}) {
  const Node node = detail::OpCall("RaggedTensorFromVariant", attrs.name).In(encoded_ragged, "=variant")
      .Attr("input_ragged_rank", input_ragged_rank).Attr("output_ragged_rank", output_ragged_rank)
      .Attr("Tvalues", Tvalues).Attr("Tsplits", attrs.Tsplits).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*Tsplits:output_ragged_rank", &at), node.output(at++)};
}

struct RaggedTensorToSparseOutputs {
  Output sparse_indices;
  Output sparse_values;
  Output sparse_dense_shape;
};
struct RaggedTensorToSparseAttrs {
  std::string name = "";
};
// Gives a ragged tensor as a sparse one, with a place for every element of rt_dense_values. Shapes: splits
// are vectors; the rank is that of the ragged tensor. Errors: INVALID_ARGUMENT for splits that do not fit.
inline RaggedTensorToSparseOutputs RaggedTensorToSparse(const std::vector<Input>& rt_nested_splits,
    const Input& rt_dense_values, const RaggedTensorToSparseAttrs& attrs = {}) {
  const Node node = detail::OpCall("RaggedTensorToSparse", attrs.name)
      .In(rt_nested_splits, "*Tsplits:RAGGED_RANK").In(rt_dense_values, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct RaggedTensorToTensorAttrs {
  std::string name = "";
};
// Gives a ragged tensor as a dense one, with default_value where rows end early. row_partition_types say what
// the tensors are: ROW_SPLITS, or FIRST_DIM_SIZE and for each level VALUE_ROWIDS. Shapes: shape gives sizes
// to which rows are cut or filled, -1 for as many as there are; a scalar of -1 says nothing. default_value
// broadcasts to one element of values. Errors: INVALID_ARGUMENT for partitions that do not fit each other,
// and for shapes that do not; UNIMPLEMENTED for other types of partitions.
inline Output RaggedTensorToTensor(const Input& shape, const Input& values, const Input& default_value,
    const std::vector<Input>& row_partition_tensors, const std::vector<std::string>& row_partition_types,
    const RaggedTensorToTensorAttrs& attrs = {}) {
  return detail::OpCall("RaggedTensorToTensor", attrs.name).In(shape, "Tshape").In(values, "T")
      .In(default_value, "T").In(row_partition_tensors, "*Tindex:num_row_partition_tensors")
      .Attr("row_partition_types", row_partition_types).One();
}

struct RaggedTensorToVariantAttrs {
  std::string name = "";
};
// Gives a ragged tensor as a variant, or with batched_input each of its rows as one. Shapes: encoded_ragged
// is a scalar, or a vector with an element for each row. Errors: INVALID_ARGUMENT for splits that do not fit.
inline Output RaggedTensorToVariant(const std::vector<Input>& rt_nested_splits, const Input& rt_dense_values,
    bool batched_input, const RaggedTensorToVariantAttrs& attrs = {}) {
  return detail::OpCall("RaggedTensorToVariant", attrs.name).In(rt_nested_splits, "*Tsplits:RAGGED_RANK")
      .In(rt_dense_values, "Tvalues").Attr("batched_input", batched_input).One();
}

struct RaggedTensorToVariantGradientAttrs {
  std::string name = "";
};
// Gives the gradient of RaggedTensorToVariant for its values: those of the variants one after the other,
// zeros for rows that no gradient reached. Shapes: row_splits are the outermost, or a scalar if there are
// none; dense_values_grad has dense_values_shape. Errors: INVALID_ARGUMENT for variants of other values.
inline Output RaggedTensorToVariantGradient(const Input& encoded_ragged_grad, const Input& row_splits,
    const Input& dense_values_shape, DType Tvalues, const RaggedTensorToVariantGradientAttrs& attrs = {}) {
  return detail::OpCall("RaggedTensorToVariantGradient", attrs.name).In(encoded_ragged_grad, "=variant")
      .In(row_splits, "Tsplits").In(dense_values_shape, "=int32").Attr("Tvalues", Tvalues).One();
}

struct RandomCropAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Cuts a window of this size out of an image, at a random place. TensorFlow has it in graphs before version
// 8. Shapes: image is [height, width, channels], size a vector of height and width, which output has. Errors:
// FAILED_PRECONDITION if it is larger than the image.
inline Output RandomCrop(const Input& image, const Input& size, const RandomCropAttrs& attrs = {}) {
  return detail::OpCall("RandomCrop", attrs.name).In(image, "T").In(size, "=int64")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

struct RandomDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset without end of random numbers of 32 bits as int64. Every pass gives the same ones, but for
// a seed and seed2 of 0, where each pass has its own. Shapes: seed and seed2 are scalars. Source: Salmon et
// al. 2011 (Philox).
inline Output RandomDataset(const Input& seed, const Input& seed2, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const RandomDatasetAttrs& attrs = {}) {
  return detail::OpCall("RandomDataset", attrs.name).In(seed, "=int64").In(seed2, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct RandomGammaAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws from gamma distributions of scale 1; NaN unless alpha is positive. Seeds: as RandomUniform. Shapes:
// shape is a vector, output is shape + alpha.shape. Source: Marsaglia & Tsang 2000; the gradient: Figurnov,
// Mohamed & Mnih 2018.
inline Output RandomGamma(const Input& shape, const Input& alpha, const RandomGammaAttrs& attrs = {}) {
  return detail::OpCall("RandomGamma", attrs.name).In(shape, "S").In(alpha, "T")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

struct RandomGammaGradAttrs {
  std::string name = "";
};
// Gives the derivative by alpha of a number that RandomGamma drew, at the same probability. Shapes: alpha and
// sample broadcast against each other. Source: Figurnov, Mohamed & Mnih 2018.
inline Output RandomGammaGrad(const Input& alpha, const Input& sample, const RandomGammaGradAttrs& attrs = {})
    {
  return detail::OpCall("RandomGammaGrad", attrs.name).In(alpha, "T").In(sample, "T").One();
}

struct RandomPoissonAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// The older form of RandomPoissonV2, which has one type for all.
inline Output RandomPoisson(const Input& shape, const Input& rate, const RandomPoissonAttrs& attrs = {}) {
  return detail::OpCall("RandomPoisson", attrs.name).In(shape, "S").In(rate, "dtype")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

struct RandomPoissonV2Attrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  DType dtype = DType::kInt64;
  std::string name = "";
};
// Draws from Poisson distributions; NaN (the lowest number, of integers) for a rate below 0. Seeds: as
// RandomUniform. Shapes: shape is a vector, output is shape + rate.shape. Source: Hoermann 1993.
// dtype: half, float, double, int32, int64.
inline Output RandomPoissonV2(const Input& shape, const Input& rate, const RandomPoissonV2Attrs& attrs = {}) {
  return detail::OpCall("RandomPoissonV2", attrs.name).In(shape, "S").In(rate, "R")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("dtype", attrs.dtype).One();
}

struct RandomShuffleAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Permutes value along its first dimension, every order as likely. Seeds: as RandomUniform. Source:
// Durstenfeld 1964.
inline Output RandomShuffle(const Input& value, const RandomShuffleAttrs& attrs = {}) {
  return detail::OpCall("RandomShuffle", attrs.name).In(value, "T").Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).One();
}

struct RandomShuffleQueueAttrs {
  std::vector<PartialShape> shapes = {};
  std::int64_t capacity = -1;
  std::int64_t min_after_dequeue = 0;
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a queue that gives its elements in random order. Until it is closed, min_after_dequeue
// elements stay in it. Equal seeds give equal orders; seeds of 0 are drawn.
inline Output RandomShuffleQueue(const Graph& graph, const std::vector<DType>& component_types,
    const RandomShuffleQueueAttrs& attrs = {}) {
  return detail::OpCall("RandomShuffleQueue", attrs.name, graph.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("min_after_dequeue", attrs.min_after_dequeue)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct RandomShuffleQueueV2Attrs {
  std::vector<PartialShape> shapes = {};
  std::int64_t capacity = -1;
  std::int64_t min_after_dequeue = 0;
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a queue that gives its elements in random order. Until it is closed, min_after_dequeue
// elements stay in it. Equal seeds give equal orders; seeds of 0 are drawn.
inline Output RandomShuffleQueueV2(const Graph& graph, const std::vector<DType>& component_types,
    const RandomShuffleQueueV2Attrs& attrs = {}) {
  return detail::OpCall("RandomShuffleQueueV2", attrs.name, graph.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("min_after_dequeue", attrs.min_after_dequeue)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct RandomStandardNormalAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws from the normal distribution of mean 0 and deviation 1. Seeds and shapes: as RandomUniform. Source:
// Box & Muller 1958.
// dtype: half, bfloat16, float, double.
inline Output RandomStandardNormal(const Input& shape, DType dtype,
    const RandomStandardNormalAttrs& attrs = {}) {
  return detail::OpCall("RandomStandardNormal", attrs.name).In(shape, "T").Attr("dtype", dtype)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

struct RandomUniformAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws from the uniform distribution over [0,1). With seed and seed2 both 0 the seed is chosen at random.
// Shapes: shape is a vector. Source: Salmon et al. 2011, Philox 4x32-10.
// dtype: half, bfloat16, float, double.
inline Output RandomUniform(const Input& shape, DType dtype, const RandomUniformAttrs& attrs = {}) {
  return detail::OpCall("RandomUniform", attrs.name).In(shape, "T").Attr("dtype", dtype)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

struct RandomUniformIntAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws whole numbers from [minval,maxval), with a slight bias unless the range is a power of two. Shapes:
// shape is a vector, the bounds are scalars. Errors: INVALID_ARGUMENT unless minval < maxval. Seeds: as
// RandomUniform.
inline Output RandomUniformInt(const Input& shape, const Input& minval, const Input& maxval,
    const RandomUniformIntAttrs& attrs = {}) {
  return detail::OpCall("RandomUniformInt", attrs.name).In(shape, "T").In(minval, "Tout")
      .In(maxval, "Tout").Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

struct RangeAttrs {
  std::string name = "";
};
// Gives start, start + delta, ... as far as they lie before limit. Shapes: inputs are scalars; output is a
// vector of ceil((limit - start) / delta) elements. Errors: INVALID_ARGUMENT for a delta of 0 or one that
// leads away from limit.
inline Output Range(const Input& start, const Input& limit, const Input& delta, const RangeAttrs& attrs = {})
    {
  return detail::OpCall("Range", attrs.name).In(start, "Tidx").In(limit, "Tidx").In(delta, "Tidx")
      .One();
}

struct RangeDatasetAttrs {
  std::string metadata = "";
  bool replicate_on_split = false;
  std::string name = "";
};
// Gives a dataset of start, start + step and so on, as long as they are before stop. Shapes: all inputs are
// scalars. Errors: INVALID_ARGUMENT for a step of 0.
inline Output RangeDataset(const Input& start, const Input& stop, const Input& step,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const RangeDatasetAttrs& attrs = {}) {
  return detail::OpCall("RangeDataset", attrs.name).In(start, "=int64").In(stop, "=int64")
      .In(step, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).Attr("replicate_on_split", attrs.replicate_on_split).One();
}

struct RankAttrs {
  std::string name = "";
};
// Gives the number of dimensions of input. Shapes: output is a scalar.
inline Output Rank(const Input& input, const RankAttrs& attrs = {}) {
  return detail::OpCall("Rank", attrs.name).In(input, "T").One();
}

struct ReadFileAttrs {
  std::string name = "";
};
// The whole file as a string. Shapes: scalars. Errors: NOT_FOUND naming the file.
inline Output ReadFile(const Input& filename, const ReadFileAttrs& attrs = {}) {
  return detail::OpCall("ReadFile", attrs.name).In(filename, "=string").One();
}

struct ReadVariableOpAttrs {
  std::string name = "";
};
// Gives the value that the variable has now. Errors: FAILED_PRECONDITION naming a variable without a value;
// INVALID_ARGUMENT for another dtype.
inline Output ReadVariableOp(const Input& resource, DType dtype, const ReadVariableOpAttrs& attrs = {}) {
  return detail::OpCall("ReadVariableOp", attrs.name).In(resource, "=resource").Attr("dtype", dtype)
      .One();
}

struct ReaderNumRecordsProducedAttrs {
  std::string name = "";
};
// Gives the number of records that were read. Shapes: a scalar.
inline Output ReaderNumRecordsProduced(const Input& reader_handle,
    const ReaderNumRecordsProducedAttrs& attrs = {}) {
  return detail::OpCall("ReaderNumRecordsProduced", attrs.name).In(reader_handle, "=resource").One();
}

struct ReaderNumRecordsProducedV2Attrs {
  std::string name = "";
};
// Gives the number of records that were read. Shapes: a scalar.
inline Output ReaderNumRecordsProducedV2(const Input& reader_handle,
    const ReaderNumRecordsProducedV2Attrs& attrs = {}) {
  return detail::OpCall("ReaderNumRecordsProducedV2", attrs.name).In(reader_handle, "=resource").One();
}

struct ReaderNumWorkUnitsCompletedAttrs {
  std::string name = "";
};
// Gives the number of files that were read to their ends. Shapes: a scalar.
inline Output ReaderNumWorkUnitsCompleted(const Input& reader_handle,
    const ReaderNumWorkUnitsCompletedAttrs& attrs = {}) {
  return detail::OpCall("ReaderNumWorkUnitsCompleted", attrs.name).In(reader_handle, "=resource").One();
}

struct ReaderNumWorkUnitsCompletedV2Attrs {
  std::string name = "";
};
// Gives the number of files that were read to their ends. Shapes: a scalar.
inline Output ReaderNumWorkUnitsCompletedV2(const Input& reader_handle,
    const ReaderNumWorkUnitsCompletedV2Attrs& attrs = {}) {
  return detail::OpCall("ReaderNumWorkUnitsCompletedV2", attrs.name).In(reader_handle, "=resource")
      .One();
}

struct ReaderReadOutputs {
  Output key;
  Output value;
};
struct ReaderReadAttrs {
  std::string name = "";
};
// Reads a record, taking files from the queue as they are needed, waiting for them. Shapes: scalars. Errors:
// OUT_OF_RANGE if the queue is closed and empty; NOT_FOUND and its kin naming a file; DATA_LOSS naming file
// and offset.
inline ReaderReadOutputs ReaderRead(const Input& reader_handle, const Input& queue_handle,
    const ReaderReadAttrs& attrs = {}) {
  const Node node = detail::OpCall("ReaderRead", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct ReaderReadUpToOutputs {
  Output keys;
  Output values;
};
struct ReaderReadUpToAttrs {
  std::string name = "";
};
// Reads up to num_records records, all of one file, and at least one. Shapes: num_records is a scalar, the
// outputs are vectors. Errors: as ReaderRead.
inline ReaderReadUpToOutputs ReaderReadUpTo(const Input& reader_handle, const Input& queue_handle,
    const Input& num_records, const ReaderReadUpToAttrs& attrs = {}) {
  const Node node = detail::OpCall("ReaderReadUpTo", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").In(num_records, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct ReaderReadUpToV2Outputs {
  Output keys;
  Output values;
};
struct ReaderReadUpToV2Attrs {
  std::string name = "";
};
// Reads up to num_records records, all of one file, and at least one. Shapes: num_records is a scalar, the
// outputs are vectors. Errors: as ReaderRead.
inline ReaderReadUpToV2Outputs ReaderReadUpToV2(const Input& reader_handle, const Input& queue_handle,
    const Input& num_records, const ReaderReadUpToV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("ReaderReadUpToV2", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").In(num_records, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct ReaderReadV2Outputs {
  Output key;
  Output value;
};
struct ReaderReadV2Attrs {
  std::string name = "";
};
// Reads a record, taking files from the queue as they are needed, waiting for them. Shapes: scalars. Errors:
// OUT_OF_RANGE if the queue is closed and empty; NOT_FOUND and its kin naming a file; DATA_LOSS naming file
// and offset.
inline ReaderReadV2Outputs ReaderReadV2(const Input& reader_handle, const Input& queue_handle,
    const ReaderReadV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("ReaderReadV2", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct ReaderResetAttrs {
  std::string name = "";
};
// Makes the reader as it was when it was new. Shapes: a scalar.
inline Node ReaderReset(const Input& reader_handle, const ReaderResetAttrs& attrs = {}) {
  return detail::OpCall("ReaderReset", attrs.name).In(reader_handle, "=resource").Add();
}

struct ReaderResetV2Attrs {
  std::string name = "";
};
// Makes the reader as it was when it was new. Shapes: a scalar.
inline Node ReaderResetV2(const Input& reader_handle, const ReaderResetV2Attrs& attrs = {}) {
  return detail::OpCall("ReaderResetV2", attrs.name).In(reader_handle, "=resource").Add();
}

struct ReaderRestoreStateAttrs {
  std::string name = "";
};
// Puts the reader back to where it stood. Shapes: scalars. Errors: INVALID_ARGUMENT for bytes that are no
// state; UNIMPLEMENTED as ReaderSerializeState.
inline Node ReaderRestoreState(const Input& reader_handle, const Input& state,
    const ReaderRestoreStateAttrs& attrs = {}) {
  return detail::OpCall("ReaderRestoreState", attrs.name).In(reader_handle, "=resource")
      .In(state, "=string").Add();
}

struct ReaderRestoreStateV2Attrs {
  std::string name = "";
};
// Puts the reader back to where it stood. Shapes: scalars. Errors: INVALID_ARGUMENT for bytes that are no
// state; UNIMPLEMENTED as ReaderSerializeState.
inline Node ReaderRestoreStateV2(const Input& reader_handle, const Input& state,
    const ReaderRestoreStateV2Attrs& attrs = {}) {
  return detail::OpCall("ReaderRestoreStateV2", attrs.name).In(reader_handle, "=resource")
      .In(state, "=string").Add();
}

struct ReaderSerializeStateAttrs {
  std::string name = "";
};
// Gives where the reader stands as bytes. Shapes: a scalar. Errors: UNIMPLEMENTED but for IdentityReader and
// WholeFileReader, as in TensorFlow.
inline Output ReaderSerializeState(const Input& reader_handle, const ReaderSerializeStateAttrs& attrs = {}) {
  return detail::OpCall("ReaderSerializeState", attrs.name).In(reader_handle, "=resource").One();
}

struct ReaderSerializeStateV2Attrs {
  std::string name = "";
};
// Gives where the reader stands as bytes. Shapes: a scalar. Errors: UNIMPLEMENTED but for IdentityReader and
// WholeFileReader, as in TensorFlow.
inline Output ReaderSerializeStateV2(const Input& reader_handle,
    const ReaderSerializeStateV2Attrs& attrs = {}) {
  return detail::OpCall("ReaderSerializeStateV2", attrs.name).In(reader_handle, "=resource").One();
}

struct RealAttrs {
  DType Tout = DType::kFloat;
  std::string name = "";
};
// Gives the real part, element by element. Shapes: output is like input. Errors: INVALID_ARGUMENT unless Tout
// is the type of T's parts.
// Tout: float, double.
inline Output Real(const Input& input, const RealAttrs& attrs = {}) {
  return detail::OpCall("Real", attrs.name).In(input, "T").Attr("Tout", attrs.Tout).One();
}

struct RealDivAttrs {
  std::string name = "";
};
// Gives x / y of real or complex numbers, element by element. Shapes: x and y broadcast against each other.
inline Output RealDiv(const Input& x, const Input& y, const RealDivAttrs& attrs = {}) {
  return detail::OpCall("RealDiv", attrs.name).In(x, "T").In(y, "T").One();
}

struct ReciprocalAttrs {
  std::string name = "";
};
// Gives 1 / x, element by element. Shapes: y is like x. Errors: INVALID_ARGUMENT for an integer 0.
inline Output Reciprocal(const Input& x, const ReciprocalAttrs& attrs = {}) {
  return detail::OpCall("Reciprocal", attrs.name).In(x, "T").One();
}

struct ReciprocalGradAttrs {
  std::string name = "";
};
// Gives -dy * conj(y)^2, the gradient of Reciprocal for its output y, and 0 where dy is 0. Shapes: all alike.
inline Output ReciprocalGrad(const Input& y, const Input& dy, const ReciprocalGradAttrs& attrs = {}) {
  return detail::OpCall("ReciprocalGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

struct RecordInputAttrs {
  std::int64_t file_random_seed = 301;
  float file_shuffle_shift_ratio = 0.0f;
  std::int64_t file_buffer_size = 10000;
  std::int64_t file_parallelism = 16;
  std::int64_t batch_size = 32;
  std::string compression_type = "";
  std::string name = "";
};
// Gives batch_size records of the TFRecord files that file_pattern matches, in random order, out of a buffer
// of file_buffer_size records; all records once before any again. file_parallelism is not used: files are
// read in turn. Shapes: records is [batch_size]. Errors: NOT_FOUND where no file matches; OUT_OF_RANGE if the
// files hold nothing; DATA_LOSS naming file and offset.
inline Output RecordInput(const Graph& graph, const std::string& file_pattern,
    const RecordInputAttrs& attrs = {}) {
  return detail::OpCall("RecordInput", attrs.name, graph.state()).Attr("file_pattern", file_pattern)
      .Attr("file_random_seed", attrs.file_random_seed)
      .Attr("file_shuffle_shift_ratio", attrs.file_shuffle_shift_ratio)
      .Attr("file_buffer_size", attrs.file_buffer_size).Attr("file_parallelism", attrs.file_parallelism)
      .Attr("batch_size", attrs.batch_size).Attr("compression_type", attrs.compression_type).One();
}

struct ReduceDatasetAttrs {
  bool use_inter_op_parallelism = true;
  std::string metadata = "";
  std::string name = "";
};
// Gives the last of the states that f makes of a state, each element and other_arguments. Errors: those of f
// and of the pipeline.
inline std::vector<Output> ReduceDataset(const Input& input_dataset, const std::vector<Input>& initial_state,
    const std::vector<Input>& other_arguments, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ReduceDatasetAttrs& attrs = {}) {
  const Node node = detail::OpCall("ReduceDataset", attrs.name).In(input_dataset, "=variant")
      .In(initial_state, "**Tstate").In(other_arguments, "**Targuments").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism).Attr("metadata", attrs.metadata)
      .Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**output_types", &at);
}

struct ReduceJoinAttrs {
  bool keep_dims = false;
  std::string separator = "";
  std::string name = "";
};
// Joins the strings along the dimensions reduction_indices, with separator between them; of several
// dimensions the first runs fastest. Dimensions below 0 count from the end; keep_dims keeps those that are
// joined, as 1. Errors: INVALID_ARGUMENT for a dimension out of range, or given twice.
inline Output ReduceJoin(const Input& inputs, const Input& reduction_indices,
    const ReduceJoinAttrs& attrs = {}) {
  return detail::OpCall("ReduceJoin", attrs.name).In(inputs, "=string").In(reduction_indices, "=int32")
      .Attr("keep_dims", attrs.keep_dims).Attr("separator", attrs.separator).One();
}

struct RegexFullMatchAttrs {
  std::string name = "";
};
// Whether the whole of each string matches the regular expression, whose syntax is that of
// StaticRegexFullMatch. Shapes: pattern is a scalar, output is like input. Errors: as StaticRegexFullMatch.
inline Output RegexFullMatch(const Input& input, const Input& pattern, const RegexFullMatchAttrs& attrs = {})
    {
  return detail::OpCall("RegexFullMatch", attrs.name).In(input, "=string").In(pattern, "=string")
      .One();
}

struct RegexReplaceAttrs {
  bool replace_global = true;
  std::string name = "";
};
// Replaces what the regular expression finds in each string by rewrite, in which \0 stands for all that was
// found and \1 to \9 for its groups: every match from the left, or the first one without replace_global. A
// string stays as it is where rewrite names a group that is not there. Shapes: pattern and rewrite are
// scalars, output is like input. Errors: as StaticRegexFullMatch.
inline Output RegexReplace(const Input& input, const Input& pattern, const Input& rewrite,
    const RegexReplaceAttrs& attrs = {}) {
  return detail::OpCall("RegexReplace", attrs.name).In(input, "=string").In(pattern, "=string")
      .In(rewrite, "=string").Attr("replace_global", attrs.replace_global).One();
}

struct ReluAttrs {
  std::string name = "";
};
// Gives max(features, 0), element by element; NaN stays NaN. Shapes: activations is like features.
inline Output Relu(const Input& features, const ReluAttrs& attrs = {}) {
  return detail::OpCall("Relu", attrs.name).In(features, "T").One();
}

struct Relu6Attrs {
  std::string name = "";
};
// Gives min(max(features, 0), 6); NaN stays NaN. Shapes: activations is like features.
inline Output Relu6(const Input& features, const Relu6Attrs& attrs = {}) {
  return detail::OpCall("Relu6", attrs.name).In(features, "T").One();
}

struct Relu6GradAttrs {
  std::string name = "";
};
// Gives gradients where 0 < features < 6 and 0 elsewhere. features may be the input or the output of Relu6.
// Shapes: all alike.
inline Output Relu6Grad(const Input& gradients, const Input& features, const Relu6GradAttrs& attrs = {}) {
  return detail::OpCall("Relu6Grad", attrs.name).In(gradients, "T").In(features, "T").One();
}

struct ReluGradAttrs {
  std::string name = "";
};
// Gives gradients where features > 0 and 0 elsewhere. features may be the input or the output of Relu.
// Shapes: all alike.
inline Output ReluGrad(const Input& gradients, const Input& features, const ReluGradAttrs& attrs = {}) {
  return detail::OpCall("ReluGrad", attrs.name).In(gradients, "T").In(features, "T").One();
}

struct RemoteCallAttrs {
  std::string name = "";
};
// Gives the results of the function f, whose nodes run on the device `target`, a constant, unless they ask
// for another one. Errors: as PartitionedCall; INVALID_ARGUMENT for a device that there is not; UNIMPLEMENTED
// for a target that is no constant.
inline std::vector<Output> RemoteCall(const Input& target, const std::vector<Input>& args,
    const std::vector<DType>& Tout, const Function& f, const RemoteCallAttrs& attrs = {}) {
  const Node node = detail::OpCall("RemoteCall", attrs.name).In(target, "=string").In(args, "**Tin")
      .Attr("Tout", Tout).Attr("f", f).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct RepeatDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of count passes over the input, one after the other; without end if count is below 0.
// Shapes: count is a scalar.
inline Output RepeatDataset(const Input& input_dataset, const Input& count,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const RepeatDatasetAttrs& attrs = {}) {
  return detail::OpCall("RepeatDataset", attrs.name).In(input_dataset, "=variant").In(count, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct RequantizationRangeOutputs {
  Output output_min;
  Output output_max;
};
struct RequantizationRangeAttrs {
  std::string name = "";
};
// Gives the range that the numbers of input and 0 fill. Shapes: all ranges are scalars.
inline RequantizationRangeOutputs RequantizationRange(const Input& input, const Input& input_min,
    const Input& input_max, const RequantizationRangeAttrs& attrs = {}) {
  const Node node = detail::OpCall("RequantizationRange", attrs.name).In(input, "Tinput")
      .In(input_min, "=float").In(input_max, "=float").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct RequantizeOutputs {
  Output output;
  Output output_min;
  Output output_max;
};
struct RequantizeAttrs {
  std::string name = "";
};
// Gives the same numbers in the range that is requested. Shapes: output is like input, ranges are scalars.
// Errors: INVALID_ARGUMENT unless the range holds 0 and is not turned round.
// out_type: qint8, quint8, qint32, qint16, quint16.
inline RequantizeOutputs Requantize(const Input& input, const Input& input_min, const Input& input_max,
    const Input& requested_output_min, const Input& requested_output_max, DType out_type,
    const RequantizeAttrs& attrs = {}) {
  const Node node = detail::OpCall("Requantize", attrs.name).In(input, "Tinput").In(input_min, "=float")
      .In(input_max, "=float").In(requested_output_min, "=float").In(requested_output_max, "=float")
      .Attr("out_type", out_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct ReshapeAttrs {
  std::string name = "";
};
// Gives the same elements, in row-major order, another shape. Shapes: shape is a vector; at most one entry
// may be -1 and is computed. Errors: INVALID_ARGUMENT if the number of elements would change.
inline Output Reshape(const Input& tensor, const Input& shape, const ReshapeAttrs& attrs = {}) {
  return detail::OpCall("Reshape", attrs.name).In(tensor, "T").In(shape, "Tshape").One();
}

struct ResizeAreaAttrs {
  bool align_corners = false;
  std::string name = "";
};
// Gives images of another size, in float. Every pixel is the mean of the area of the images that it covers.
// Shapes: images is [batch,rows,columns,channels], size holds the new rows and columns. With align_corners
// the scale is (size - 1) / (new size - 1). Errors: INVALID_ARGUMENT for sizes below 1 and images without
// pixels.
inline Output ResizeArea(const Input& images, const Input& size, const ResizeAreaAttrs& attrs = {}) {
  return detail::OpCall("ResizeArea", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).One();
}

struct ResizeBicubicAttrs {
  bool align_corners = false;
  bool half_pixel_centers = false;
  std::string name = "";
};
// Gives images of another size, interpolated between the nearest four by four pixels by a cubic kernel of
// coefficient -0.75, or -0.5 with half_pixel_centers, in float. Outside of the images lie copies of their
// edges, or nothing with half_pixel_centers. Shapes: images is [batch,rows,columns,channels], size holds the
// new rows and columns. A pixel of the result lies at index * size / new size of the images; with
// align_corners the corners lie on corners, with half_pixel_centers both indices count from the centres of
// pixels. Errors: INVALID_ARGUMENT for sizes below 1, images without pixels and both attrs at once. Source:
// Keys 1981, Cubic convolution interpolation for digital image processing.
inline Output ResizeBicubic(const Input& images, const Input& size, const ResizeBicubicAttrs& attrs = {}) {
  return detail::OpCall("ResizeBicubic", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

struct ResizeBicubicGradAttrs {
  bool align_corners = false;
  bool half_pixel_centers = false;
  std::string name = "";
};
// Gives the gradient of ResizeBicubic for original_image: every element of grads is shared among the pixels
// that it came from. Shapes: output is like original_image.
inline Output ResizeBicubicGrad(const Input& grads, const Input& original_image,
    const ResizeBicubicGradAttrs& attrs = {}) {
  return detail::OpCall("ResizeBicubicGrad", attrs.name).In(grads, "=float").In(original_image, "T")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

struct ResizeBilinearAttrs {
  bool align_corners = false;
  bool half_pixel_centers = false;
  std::string name = "";
};
// Gives images of another size, interpolated between the four nearest pixels, in float. Shapes: images is
// [batch,rows,columns,channels], size holds the new rows and columns. A pixel of the result lies at index *
// size / new size of the images; with align_corners the corners lie on corners, with half_pixel_centers both
// indices count from the centres of pixels. Errors: INVALID_ARGUMENT for sizes below 1, images without pixels
// and both attrs at once.
inline Output ResizeBilinear(const Input& images, const Input& size, const ResizeBilinearAttrs& attrs = {}) {
  return detail::OpCall("ResizeBilinear", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

struct ResizeBilinearGradAttrs {
  bool align_corners = false;
  bool half_pixel_centers = false;
  std::string name = "";
};
// Gives the gradient of ResizeBilinear for original_image: every element of grads is shared among the four
// pixels that it came from. Shapes: output is like original_image.
inline Output ResizeBilinearGrad(const Input& grads, const Input& original_image,
    const ResizeBilinearGradAttrs& attrs = {}) {
  return detail::OpCall("ResizeBilinearGrad", attrs.name).In(grads, "=float").In(original_image, "T")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

struct ResizeNearestNeighborAttrs {
  bool align_corners = false;
  bool half_pixel_centers = false;
  std::string name = "";
};
// Gives images of another size, made of the nearest pixels. Shapes: images is [batch,rows,columns,channels],
// size holds the new rows and columns. A pixel of the result lies at index * size / new size of the images;
// with align_corners the corners lie on corners, with half_pixel_centers both indices count from the centres
// of pixels. Errors: INVALID_ARGUMENT for sizes below 1, images without pixels and both attrs at once.
inline Output ResizeNearestNeighbor(const Input& images, const Input& size,
    const ResizeNearestNeighborAttrs& attrs = {}) {
  return detail::OpCall("ResizeNearestNeighbor", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

struct ResizeNearestNeighborGradAttrs {
  bool align_corners = false;
  bool half_pixel_centers = false;
  std::string name = "";
};
// Gives the gradient of ResizeNearestNeighbor for images of `size` rows and columns: every element of grads
// is added to the pixel that it came from.
inline Output ResizeNearestNeighborGrad(const Input& grads, const Input& size,
    const ResizeNearestNeighborGradAttrs& attrs = {}) {
  return detail::OpCall("ResizeNearestNeighborGrad", attrs.name).In(grads, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

struct ResourceAccumulatorApplyGradientAttrs {
  std::string name = "";
};
// Adds a gradient that was computed from the values of step local_step; drops it if the accumulator has moved
// on. Shapes: local_step is a scalar, gradient has the accumulator's shape. Errors: INVALID_ARGUMENT for
// another shape or type.
inline Node ResourceAccumulatorApplyGradient(const Input& handle, const Input& local_step,
    const Input& gradient, const ResourceAccumulatorApplyGradientAttrs& attrs = {}) {
  return detail::OpCall("ResourceAccumulatorApplyGradient", attrs.name).In(handle, "=resource")
      .In(local_step, "=int64").In(gradient, "dtype").Add();
}

struct ResourceAccumulatorNumAccumulatedAttrs {
  std::string name = "";
};
// Gives the number of gradients that were added and not yet taken. Shapes: num_accumulated is a scalar.
inline Output ResourceAccumulatorNumAccumulated(const Input& handle,
    const ResourceAccumulatorNumAccumulatedAttrs& attrs = {}) {
  return detail::OpCall("ResourceAccumulatorNumAccumulated", attrs.name).In(handle, "=resource").One();
}

struct ResourceAccumulatorSetGlobalStepAttrs {
  std::string name = "";
};
// Tells the accumulator its step: gradients of older ones are dropped from now on. Shapes: new_global_step is
// a scalar.
inline Node ResourceAccumulatorSetGlobalStep(const Input& handle, const Input& new_global_step,
    const ResourceAccumulatorSetGlobalStepAttrs& attrs = {}) {
  return detail::OpCall("ResourceAccumulatorSetGlobalStep", attrs.name).In(handle, "=resource")
      .In(new_global_step, "=int64").Add();
}

struct ResourceAccumulatorTakeGradientAttrs {
  std::string name = "";
};
// Takes the mean, or sum, of what was added, waiting until that is num_required gradients, and moves the
// accumulator one step on. Shapes: num_required is a scalar. Errors: INVALID_ARGUMENT for num_required below
// 1 or another type.
// dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
// complex128, half, uint32, uint64.
inline Output ResourceAccumulatorTakeGradient(const Input& handle, const Input& num_required, DType dtype,
    const ResourceAccumulatorTakeGradientAttrs& attrs = {}) {
  return detail::OpCall("ResourceAccumulatorTakeGradient", attrs.name).In(handle, "=resource")
      .In(num_required, "=int32").Attr("dtype", dtype).One();
}

struct ResourceApplyAdaMaxAttrs {
  bool use_locking = false;
  std::string name = "";
};
// m = beta1 * m + (1 - beta1) * grad; v = max(beta2 * v, |grad|); var -= lr / (1 - beta1_power) * m / (v +
// epsilon). Shapes: as ResourceApplyAdam. Errors: as ResourceApplyGradientDescent. Source: Kingma & Ba 2015,
// section 7.1.
inline Node ResourceApplyAdaMax(const Input& var, const Input& m, const Input& v, const Input& beta1_power,
    const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon, const Input& grad,
    const ResourceApplyAdaMaxAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAdaMax", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(v, "=resource").In(beta1_power, "T").In(lr, "T").In(beta1, "T").In(beta2, "T")
      .In(epsilon, "T").In(grad, "T").Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyAdadeltaAttrs {
  bool use_locking = false;
  std::string name = "";
};
// accum = rho * accum + (1 - rho) * grad * grad; update = grad * sqrt(accum_update + epsilon) / sqrt(accum +
// epsilon); var -= lr * update; accum_update = rho * accum_update + (1 - rho) * update * update. Shapes: lr,
// rho and epsilon are scalars, the rest are like var. Errors: as ResourceApplyGradientDescent. Source: Zeiler
// 2012, algorithm 1.
inline Node ResourceApplyAdadelta(const Input& var, const Input& accum, const Input& accum_update,
    const Input& lr, const Input& rho, const Input& epsilon, const Input& grad,
    const ResourceApplyAdadeltaAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAdadelta", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(accum_update, "=resource").In(lr, "T").In(rho, "T").In(epsilon, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyAdagradAttrs {
  bool use_locking = false;
  bool update_slots = true;
  std::string name = "";
};
// accum += grad * grad, unless update_slots is false; var -= lr * grad / sqrt(accum). Shapes: lr is a scalar,
// the rest are like var. Errors: as ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer 2011.
inline Node ResourceApplyAdagrad(const Input& var, const Input& accum, const Input& lr, const Input& grad,
    const ResourceApplyAdagradAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAdagrad", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(lr, "T").In(grad, "T").Attr("use_locking", attrs.use_locking)
      .Attr("update_slots", attrs.update_slots).Add();
}

struct ResourceApplyAdagradDAAttrs {
  bool use_locking = false;
  std::string name = "";
};
// Adds grad and its square to the accumulators; var = -lr * sign(sum) * max(|sum| - l1 * global_step, 0) /
// (l2 * global_step * lr + sqrt(sum of squares)). Shapes: lr, l1, l2 and global_step are scalars, the rest
// are like var. Errors: as ResourceApplyGradientDescent. Source: Duchi, Hazan & Singer 2011, dual averaging.
inline Node ResourceApplyAdagradDA(const Input& var, const Input& gradient_accumulator,
    const Input& gradient_squared_accumulator, const Input& grad, const Input& lr, const Input& l1,
    const Input& l2, const Input& global_step, const ResourceApplyAdagradDAAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAdagradDA", attrs.name).In(var, "=resource")
      .In(gradient_accumulator, "=resource").In(gradient_squared_accumulator, "=resource").In(grad, "T")
      .In(lr, "T").In(l1, "T").In(l2, "T").In(global_step, "=int64")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyAdagradV2Attrs {
  bool use_locking = false;
  bool update_slots = true;
  std::string name = "";
};
// As ResourceApplyAdagrad, but var -= lr * grad / (sqrt(accum) + epsilon).
inline Node ResourceApplyAdagradV2(const Input& var, const Input& accum, const Input& lr,
    const Input& epsilon, const Input& grad, const ResourceApplyAdagradV2Attrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAdagradV2", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(epsilon, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).Attr("update_slots", attrs.update_slots).Add();
}

struct ResourceApplyAdamAttrs {
  bool use_locking = false;
  bool use_nesterov = false;
  std::string name = "";
};
// m = beta1 * m + (1 - beta1) * grad; v = beta2 * v + (1 - beta2) * grad * grad; var -= lr * sqrt(1 -
// beta2_power) / (1 - beta1_power) * m / (sqrt(v) + epsilon), where use_nesterov takes beta1 * m + (1 -
// beta1) * grad for m. Shapes: var, m, v and grad are alike, the rest are scalars. Errors: as
// ResourceApplyGradientDescent. Source: Kingma & Ba 2015, section 2, last lines.
inline Node ResourceApplyAdam(const Input& var, const Input& m, const Input& v, const Input& beta1_power,
    const Input& beta2_power, const Input& lr, const Input& beta1, const Input& beta2, const Input& epsilon,
    const Input& grad, const ResourceApplyAdamAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAdam", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(v, "=resource").In(beta1_power, "T").In(beta2_power, "T").In(lr, "T").In(beta1, "T")
      .In(beta2, "T").In(epsilon, "T").In(grad, "T").Attr("use_locking", attrs.use_locking)
      .Attr("use_nesterov", attrs.use_nesterov).Add();
}

struct ResourceApplyAdamWithAmsgradAttrs {
  bool use_locking = false;
  std::string name = "";
};
// As ResourceApplyAdam, with vhat = max(vhat, v) under the root in the place of v. Shapes: var, m, v, vhat
// and grad are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent. Source: Reddi, Kale &
// Kumar 2018.
inline Node ResourceApplyAdamWithAmsgrad(const Input& var, const Input& m, const Input& v, const Input& vhat,
    const Input& beta1_power, const Input& beta2_power, const Input& lr, const Input& beta1,
    const Input& beta2, const Input& epsilon, const Input& grad,
    const ResourceApplyAdamWithAmsgradAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAdamWithAmsgrad", attrs.name).In(var, "=resource")
      .In(m, "=resource").In(v, "=resource").In(vhat, "=resource").In(beta1_power, "T")
      .In(beta2_power, "T").In(lr, "T").In(beta1, "T").In(beta2, "T").In(epsilon, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyAddSignAttrs {
  bool use_locking = false;
  std::string name = "";
};
// m = beta * m + (1 - beta) * grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad. Shapes:
// var, m and grad are alike, the rest are scalars. Errors: as ResourceApplyGradientDescent. Source: Bello et
// al. 2017.
inline Node ResourceApplyAddSign(const Input& var, const Input& m, const Input& lr, const Input& alpha,
    const Input& sign_decay, const Input& beta, const Input& grad,
    const ResourceApplyAddSignAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyAddSign", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(lr, "T").In(alpha, "T").In(sign_decay, "T").In(beta, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyCenteredRMSPropAttrs {
  bool use_locking = false;
  std::string name = "";
};
// mg = rho * mg + (1 - rho) * grad; ms = rho * ms + (1 - rho) * grad * grad; mom = momentum * mom + lr * grad
// / sqrt(ms - mg * mg + epsilon); var -= mom. Shapes and errors: as ResourceApplyRMSProp. Source: Graves
// 2013, section 4.2.
inline Node ResourceApplyCenteredRMSProp(const Input& var, const Input& mg, const Input& ms, const Input& mom,
    const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad,
    const ResourceApplyCenteredRMSPropAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyCenteredRMSProp", attrs.name).In(var, "=resource")
      .In(mg, "=resource").In(ms, "=resource").In(mom, "=resource").In(lr, "T").In(rho, "T")
      .In(momentum, "T").In(epsilon, "T").In(grad, "T").Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyFtrlAttrs {
  bool use_locking = false;
  bool multiply_linear_by_lr = false;
  std::string name = "";
};
// With new = accum + grad * grad: linear += grad - (new^-lr_power - accum^-lr_power) / lr * var; var = 0
// where |linear| <= l1, else (sign(linear) * l1 - linear) / (new^-lr_power / lr + 2 * l2); accum = new. With
// multiply_linear_by_lr linear is kept times lr. Shapes: var, accum, linear and grad are alike, the rest are
// scalars. Errors: INVALID_ARGUMENT unless lr is positive, l1 and l2 are not negative and lr_power is not
// positive; else as ResourceApplyGradientDescent. Source: McMahan et al. 2013, algorithm 1.
inline Node ResourceApplyFtrl(const Input& var, const Input& accum, const Input& linear, const Input& grad,
    const Input& lr, const Input& l1, const Input& l2, const Input& lr_power,
    const ResourceApplyFtrlAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyFtrl", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(linear, "=resource").In(grad, "T").In(lr, "T").In(l1, "T").In(l2, "T").In(lr_power, "T")
      .Attr("use_locking", attrs.use_locking).Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr)
      .Add();
}

struct ResourceApplyFtrlV2Attrs {
  bool use_locking = false;
  bool multiply_linear_by_lr = false;
  std::string name = "";
};
// As ResourceApplyFtrl, but linear gets grad + 2 * l2_shrinkage * var for grad; l2_shrinkage may not be
// negative.
inline Node ResourceApplyFtrlV2(const Input& var, const Input& accum, const Input& linear, const Input& grad,
    const Input& lr, const Input& l1, const Input& l2, const Input& l2_shrinkage, const Input& lr_power,
    const ResourceApplyFtrlV2Attrs& attrs = {}) {
  return detail::OpCall("ResourceApplyFtrlV2", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(linear, "=resource").In(grad, "T").In(lr, "T").In(l1, "T").In(l2, "T")
      .In(l2_shrinkage, "T").In(lr_power, "T").Attr("use_locking", attrs.use_locking)
      .Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr).Add();
}

struct ResourceApplyGradientDescentAttrs {
  bool use_locking = false;
  std::string name = "";
};
// var -= alpha * delta. Shapes: alpha is a scalar, delta is like var. Errors: FAILED_PRECONDITION for a
// variable without a value; INVALID_ARGUMENT for another shape.
inline Node ResourceApplyGradientDescent(const Input& var, const Input& alpha, const Input& delta,
    const ResourceApplyGradientDescentAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyGradientDescent", attrs.name).In(var, "=resource").In(alpha, "T")
      .In(delta, "T").Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyKerasMomentumAttrs {
  bool use_locking = false;
  bool use_nesterov = false;
  std::string name = "";
};
// accum = momentum * accum - lr * grad; var += accum, or with use_nesterov var += momentum * accum - lr *
// grad. Shapes and errors: as ResourceApplyMomentum. Source: Sutskever et al. 2013.
inline Node ResourceApplyKerasMomentum(const Input& var, const Input& accum, const Input& lr,
    const Input& grad, const Input& momentum, const ResourceApplyKerasMomentumAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyKerasMomentum", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(momentum, "T")
      .Attr("use_locking", attrs.use_locking).Attr("use_nesterov", attrs.use_nesterov).Add();
}

struct ResourceApplyMomentumAttrs {
  bool use_locking = false;
  bool use_nesterov = false;
  std::string name = "";
};
// accum = momentum * accum + grad; var -= lr * accum, or with use_nesterov var -= lr * (grad + momentum *
// accum). Shapes: lr and momentum are scalars, the rest are like var. Errors: as
// ResourceApplyGradientDescent. Source: Sutskever et al. 2013.
inline Node ResourceApplyMomentum(const Input& var, const Input& accum, const Input& lr, const Input& grad,
    const Input& momentum, const ResourceApplyMomentumAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyMomentum", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(lr, "T").In(grad, "T").In(momentum, "T").Attr("use_locking", attrs.use_locking)
      .Attr("use_nesterov", attrs.use_nesterov).Add();
}

struct ResourceApplyPowerSignAttrs {
  bool use_locking = false;
  std::string name = "";
};
// m = beta * m + (1 - beta) * grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad.
// Shapes and errors: as ResourceApplyAddSign. Source: Bello et al. 2017.
inline Node ResourceApplyPowerSign(const Input& var, const Input& m, const Input& lr, const Input& logbase,
    const Input& sign_decay, const Input& beta, const Input& grad,
    const ResourceApplyPowerSignAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyPowerSign", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(lr, "T").In(logbase, "T").In(sign_decay, "T").In(beta, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyProximalAdagradAttrs {
  bool use_locking = false;
  std::string name = "";
};
// accum += grad * grad; then a step of ResourceApplyProximalGradientDescent with the rate lr / sqrt(accum) of
// each element. Shapes: lr, l1 and l2 are scalars, the rest are like var. Errors: as
// ResourceApplyGradientDescent. Source: Duchi & Singer 2009.
inline Node ResourceApplyProximalAdagrad(const Input& var, const Input& accum, const Input& lr,
    const Input& l1, const Input& l2, const Input& grad, const ResourceApplyProximalAdagradAttrs& attrs = {})
    {
  return detail::OpCall("ResourceApplyProximalAdagrad", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(l1, "T").In(l2, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceApplyProximalGradientDescentAttrs {
  bool use_locking = false;
  std::string name = "";
};
// With moved = var - alpha * delta: var = sign(moved) * max(|moved| - alpha * l1, 0) / (1 + alpha * l2).
// Shapes: alpha, l1 and l2 are scalars, delta is like var. Errors: as ResourceApplyGradientDescent. Source:
// Duchi & Singer 2009.
inline Node ResourceApplyProximalGradientDescent(const Input& var, const Input& alpha, const Input& l1,
    const Input& l2, const Input& delta, const ResourceApplyProximalGradientDescentAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyProximalGradientDescent", attrs.name).In(var, "=resource")
      .In(alpha, "T").In(l1, "T").In(l2, "T").In(delta, "T").Attr("use_locking", attrs.use_locking)
      .Add();
}

struct ResourceApplyRMSPropAttrs {
  bool use_locking = false;
  std::string name = "";
};
// ms = rho * ms + (1 - rho) * grad * grad; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); var -= mom.
// Shapes: lr, rho, momentum and epsilon are scalars, the rest are like var. Errors: as
// ResourceApplyGradientDescent. Source: Tieleman & Hinton 2012, lecture 6.5.
inline Node ResourceApplyRMSProp(const Input& var, const Input& ms, const Input& mom, const Input& lr,
    const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad,
    const ResourceApplyRMSPropAttrs& attrs = {}) {
  return detail::OpCall("ResourceApplyRMSProp", attrs.name).In(var, "=resource").In(ms, "=resource")
      .In(mom, "=resource").In(lr, "T").In(rho, "T").In(momentum, "T").In(epsilon, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceConditionalAccumulatorAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string reduction_type = "MEAN";
  std::string name = "";
};
// Gives the handle of an accumulator that adds up gradients until their mean, or sum, is taken; with shape
// unknown, of any shape. Errors: UNIMPLEMENTED for complex and quantised types and integers of 8 and 16 bits.
// dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
// complex128, half, uint32, uint64.
// reduction_type: MEAN, SUM.
inline Output ResourceConditionalAccumulator(const Graph& graph, DType dtype, const PartialShape& shape,
    const ResourceConditionalAccumulatorAttrs& attrs = {}) {
  return detail::OpCall("ResourceConditionalAccumulator", attrs.name, graph.state()).Attr("dtype", dtype)
      .Attr("shape", shape).Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("reduction_type", attrs.reduction_type).One();
}

struct ResourceCountUpToAttrs {
  std::string name = "";
};
// Gives the number that the variable holds, and adds 1 to the variable. Shapes: the variable and output are
// scalars. Errors: OUT_OF_RANGE once the number is limit; FAILED_PRECONDITION for a variable without a value.
// T: int32, int64.
inline Output ResourceCountUpTo(const Input& resource, std::int64_t limit, DType T,
    const ResourceCountUpToAttrs& attrs = {}) {
  return detail::OpCall("ResourceCountUpTo", attrs.name).In(resource, "=resource").Attr("limit", limit)
      .Attr("T", T).One();
}

struct ResourceGatherAttrs {
  std::int64_t batch_dims = 0;
  bool validate_indices = true;
  std::string name = "";
};
// Takes the rows of the variable that indices name, without reading the rest. Shapes: output is indices.shape
// + variable.shape[1:] (batch_dims as in GatherV2). Errors: INVALID_ARGUMENT for an index out of range;
// FAILED_PRECONDITION for a variable without a value.
inline Output ResourceGather(const Input& resource, const Input& indices, DType dtype,
    const ResourceGatherAttrs& attrs = {}) {
  return detail::OpCall("ResourceGather", attrs.name).In(resource, "=resource").In(indices, "Tindices")
      .Attr("dtype", dtype).Attr("batch_dims", attrs.batch_dims)
      .Attr("validate_indices", attrs.validate_indices).One();
}

struct ResourceGatherNdAttrs {
  std::string name = "";
};
// Takes the slices of the variable that the vectors in the last dimension of indices name. Shapes: output is
// indices.shape[:-1] + variable.shape[indices.shape[-1]:]. Errors: as ResourceGather.
inline Output ResourceGatherNd(const Input& resource, const Input& indices, DType dtype,
    const ResourceGatherNdAttrs& attrs = {}) {
  return detail::OpCall("ResourceGatherNd", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").Attr("dtype", dtype).One();
}

struct ResourceScatterAddAttrs {
  std::string name = "";
};
// Adds updates to the rows of the variable that indices name, in place; equal indices add up. Shapes: updates
// is indices.shape + variable.shape[1:], or a scalar. Errors: as ResourceGather, before anything is updated.
inline Node ResourceScatterAdd(const Input& resource, const Input& indices, const Input& updates,
    const ResourceScatterAddAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterAdd", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").Add();
}

struct ResourceScatterDivAttrs {
  std::string name = "";
};
// Divides by updates the rows of the variable that indices name, in place; integers are divided towards zero.
// Shapes and errors: as ResourceScatterAdd, and INVALID_ARGUMENT for an integer division by zero.
inline Node ResourceScatterDiv(const Input& resource, const Input& indices, const Input& updates,
    const ResourceScatterDivAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterDiv", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").Add();
}

struct ResourceScatterMaxAttrs {
  std::string name = "";
};
// Makes each row of the variable that indices name the maximum of itself and its updates, in place. Shapes
// and errors: as ResourceScatterAdd.
inline Node ResourceScatterMax(const Input& resource, const Input& indices, const Input& updates,
    const ResourceScatterMaxAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterMax", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").Add();
}

struct ResourceScatterMinAttrs {
  std::string name = "";
};
// Makes each row of the variable that indices name the minimum of itself and its updates, in place. Shapes
// and errors: as ResourceScatterAdd.
inline Node ResourceScatterMin(const Input& resource, const Input& indices, const Input& updates,
    const ResourceScatterMinAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterMin", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").Add();
}

struct ResourceScatterMulAttrs {
  std::string name = "";
};
// Multiplies by updates the rows of the variable that indices name, in place, one after the other where
// indices are equal. Shapes and errors: as ResourceScatterAdd.
inline Node ResourceScatterMul(const Input& resource, const Input& indices, const Input& updates,
    const ResourceScatterMulAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterMul", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").Add();
}

struct ResourceScatterNdAddAttrs {
  bool use_locking = true;
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Adds updates to the slices of the variable that the vectors in indices name, in place. Shapes and errors:
// as ResourceScatterNdUpdate.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Node ResourceScatterNdAdd(const Input& ref, const Input& indices, const Input& updates,
    const ResourceScatterNdAddAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterNdAdd", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).Add();
}

struct ResourceScatterNdMaxAttrs {
  bool use_locking = true;
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Makes each slice of the variable that the vectors in indices name the maximum of itself and its updates, in
// place. Shapes and errors: as ResourceScatterNdUpdate.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Node ResourceScatterNdMax(const Input& ref, const Input& indices, const Input& updates,
    const ResourceScatterNdMaxAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterNdMax", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).Add();
}

struct ResourceScatterNdMinAttrs {
  bool use_locking = true;
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Makes each slice of the variable that the vectors in indices name the minimum of itself and its updates, in
// place. Shapes and errors: as ResourceScatterNdUpdate.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Node ResourceScatterNdMin(const Input& ref, const Input& indices, const Input& updates,
    const ResourceScatterNdMinAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterNdMin", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).Add();
}

struct ResourceScatterNdSubAttrs {
  bool use_locking = true;
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Subtracts updates from the slices of the variable that the vectors in indices name, in place. Shapes and
// errors: as ResourceScatterNdUpdate.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Node ResourceScatterNdSub(const Input& ref, const Input& indices, const Input& updates,
    const ResourceScatterNdSubAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterNdSub", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).Add();
}

struct ResourceScatterNdUpdateAttrs {
  bool use_locking = true;
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Puts updates in the place of the slices of the variable that the vectors in the last dimension of indices
// name; the last of equal vectors holds. Shapes: updates is indices.shape[:-1] +
// variable.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an index out of range, before anything is
// updated; FAILED_PRECONDITION for a variable without a value.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Node ResourceScatterNdUpdate(const Input& ref, const Input& indices, const Input& updates,
    const ResourceScatterNdUpdateAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterNdUpdate", attrs.name).In(ref, "=resource")
      .In(indices, "Tindices").In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).Add();
}

struct ResourceScatterSubAttrs {
  std::string name = "";
};
// Subtracts updates from the rows of the variable that indices name, in place, one after the other where
// indices are equal. Shapes and errors: as ResourceScatterAdd.
inline Node ResourceScatterSub(const Input& resource, const Input& indices, const Input& updates,
    const ResourceScatterSubAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterSub", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").Add();
}

struct ResourceScatterUpdateAttrs {
  std::string name = "";
};
// Puts updates in the place of the rows of the variable that indices name; the last of equal indices holds.
// Shapes and errors: as ResourceScatterAdd.
inline Node ResourceScatterUpdate(const Input& resource, const Input& indices, const Input& updates,
    const ResourceScatterUpdateAttrs& attrs = {}) {
  return detail::OpCall("ResourceScatterUpdate", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").Add();
}

struct ResourceSparseApplyAdadeltaAttrs {
  bool use_locking = false;
  std::string name = "";
};
// As ResourceApplyAdadelta, for the rows of the variables that indices name, in that order; a row that is
// named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyAdadelta(const Input& var, const Input& accum, const Input& accum_update,
    const Input& lr, const Input& rho, const Input& epsilon, const Input& grad, const Input& indices,
    const ResourceSparseApplyAdadeltaAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyAdadelta", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(accum_update, "=resource").In(lr, "T").In(rho, "T").In(epsilon, "T")
      .In(grad, "T").In(indices, "Tindices").Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceSparseApplyAdagradAttrs {
  bool use_locking = false;
  bool update_slots = true;
  std::string name = "";
};
// As ResourceApplyAdagrad, for the rows of the variables that indices name, in that order; a row that is
// named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyAdagrad(const Input& var, const Input& accum, const Input& lr,
    const Input& grad, const Input& indices, const ResourceSparseApplyAdagradAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyAdagrad", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).Attr("update_slots", attrs.update_slots).Add();
}

struct ResourceSparseApplyAdagradDAAttrs {
  bool use_locking = false;
  std::string name = "";
};
// As ResourceApplyAdagradDA, for the rows of the variables that indices name, in that order; a row that is
// named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyAdagradDA(const Input& var, const Input& gradient_accumulator,
    const Input& gradient_squared_accumulator, const Input& grad, const Input& indices, const Input& lr,
    const Input& l1, const Input& l2, const Input& global_step,
    const ResourceSparseApplyAdagradDAAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyAdagradDA", attrs.name).In(var, "=resource")
      .In(gradient_accumulator, "=resource").In(gradient_squared_accumulator, "=resource").In(grad, "T")
      .In(indices, "Tindices").In(lr, "T").In(l1, "T").In(l2, "T").In(global_step, "=int64")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceSparseApplyAdagradV2Attrs {
  bool use_locking = false;
  bool update_slots = true;
  std::string name = "";
};
// As ResourceApplyAdagradV2, for the rows of the variables that indices name, in that order; a row that is
// named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyAdagradV2(const Input& var, const Input& accum, const Input& lr,
    const Input& epsilon, const Input& grad, const Input& indices,
    const ResourceSparseApplyAdagradV2Attrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyAdagradV2", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(epsilon, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).Attr("update_slots", attrs.update_slots).Add();
}

struct ResourceSparseApplyCenteredRMSPropAttrs {
  bool use_locking = false;
  std::string name = "";
};
// As ResourceApplyCenteredRMSProp, for the rows of the variables that indices name, in that order; a row that
// is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
// Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyCenteredRMSProp(const Input& var, const Input& mg, const Input& ms,
    const Input& mom, const Input& lr, const Input& rho, const Input& momentum, const Input& epsilon,
    const Input& grad, const Input& indices, const ResourceSparseApplyCenteredRMSPropAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyCenteredRMSProp", attrs.name).In(var, "=resource")
      .In(mg, "=resource").In(ms, "=resource").In(mom, "=resource").In(lr, "T").In(rho, "T")
      .In(momentum, "T").In(epsilon, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceSparseApplyFtrlAttrs {
  bool use_locking = false;
  bool multiply_linear_by_lr = false;
  std::string name = "";
};
// As ResourceApplyFtrl, for the rows of the variables that indices name, in that order; a row that is named
// twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyFtrl(const Input& var, const Input& accum, const Input& linear,
    const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2,
    const Input& lr_power, const ResourceSparseApplyFtrlAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyFtrl", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(linear, "=resource").In(grad, "T").In(indices, "Tindices")
      .In(lr, "T").In(l1, "T").In(l2, "T").In(lr_power, "T").Attr("use_locking", attrs.use_locking)
      .Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr).Add();
}

struct ResourceSparseApplyFtrlV2Attrs {
  bool use_locking = false;
  bool multiply_linear_by_lr = false;
  std::string name = "";
};
// As ResourceApplyFtrlV2, for the rows of the variables that indices name, in that order; a row that is named
// twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyFtrlV2(const Input& var, const Input& accum, const Input& linear,
    const Input& grad, const Input& indices, const Input& lr, const Input& l1, const Input& l2,
    const Input& l2_shrinkage, const Input& lr_power, const ResourceSparseApplyFtrlV2Attrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyFtrlV2", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(linear, "=resource").In(grad, "T").In(indices, "Tindices")
      .In(lr, "T").In(l1, "T").In(l2, "T").In(l2_shrinkage, "T").In(lr_power, "T")
      .Attr("use_locking", attrs.use_locking).Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr)
      .Add();
}

struct ResourceSparseApplyKerasMomentumAttrs {
  bool use_locking = false;
  bool use_nesterov = false;
  std::string name = "";
};
// As ResourceApplyKerasMomentum, for the rows of the variables that indices name, in that order; a row that
// is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
// Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyKerasMomentum(const Input& var, const Input& accum, const Input& lr,
    const Input& grad, const Input& indices, const Input& momentum,
    const ResourceSparseApplyKerasMomentumAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyKerasMomentum", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(indices, "Tindices").In(momentum, "T")
      .Attr("use_locking", attrs.use_locking).Attr("use_nesterov", attrs.use_nesterov).Add();
}

struct ResourceSparseApplyMomentumAttrs {
  bool use_locking = false;
  bool use_nesterov = false;
  std::string name = "";
};
// As ResourceApplyMomentum, for the rows of the variables that indices name, in that order; a row that is
// named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyMomentum(const Input& var, const Input& accum, const Input& lr,
    const Input& grad, const Input& indices, const Input& momentum,
    const ResourceSparseApplyMomentumAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyMomentum", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(indices, "Tindices").In(momentum, "T")
      .Attr("use_locking", attrs.use_locking).Attr("use_nesterov", attrs.use_nesterov).Add();
}

struct ResourceSparseApplyProximalAdagradAttrs {
  bool use_locking = false;
  std::string name = "";
};
// As ResourceApplyProximalAdagrad, for the rows of the variables that indices name, in that order; a row that
// is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:].
// Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyProximalAdagrad(const Input& var, const Input& accum, const Input& lr,
    const Input& l1, const Input& l2, const Input& grad, const Input& indices,
    const ResourceSparseApplyProximalAdagradAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyProximalAdagrad", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(l1, "T").In(l2, "T").In(grad, "T")
      .In(indices, "Tindices").Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceSparseApplyProximalGradientDescentAttrs {
  bool use_locking = false;
  std::string name = "";
};
// As ResourceApplyProximalGradientDescent, for the rows of the variables that indices name, in that order; a
// row that is named twice is updated twice. Shapes: indices is a vector, grad is indices.shape +
// var.shape[1:]. Errors: INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyProximalGradientDescent(const Input& var, const Input& alpha, const Input& l1,
    const Input& l2, const Input& grad, const Input& indices,
    const ResourceSparseApplyProximalGradientDescentAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyProximalGradientDescent", attrs.name).In(var, "=resource")
      .In(alpha, "T").In(l1, "T").In(l2, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).Add();
}

struct ResourceSparseApplyRMSPropAttrs {
  bool use_locking = false;
  std::string name = "";
};
// As ResourceApplyRMSProp, for the rows of the variables that indices name, in that order; a row that is
// named twice is updated twice. Shapes: indices is a vector, grad is indices.shape + var.shape[1:]. Errors:
// INVALID_ARGUMENT for an index out of range, before anything is updated.
inline Node ResourceSparseApplyRMSProp(const Input& var, const Input& ms, const Input& mom, const Input& lr,
    const Input& rho, const Input& momentum, const Input& epsilon, const Input& grad, const Input& indices,
    const ResourceSparseApplyRMSPropAttrs& attrs = {}) {
  return detail::OpCall("ResourceSparseApplyRMSProp", attrs.name).In(var, "=resource")
      .In(ms, "=resource").In(mom, "=resource").In(lr, "T").In(rho, "T").In(momentum, "T")
      .In(epsilon, "T").In(grad, "T").In(indices, "Tindices").Attr("use_locking", attrs.use_locking)
      .Add();
}

struct ResourceStridedSliceAssignAttrs {
  std::int64_t begin_mask = 0;
  std::int64_t end_mask = 0;
  std::int64_t ellipsis_mask = 0;
  std::int64_t new_axis_mask = 0;
  std::int64_t shrink_axis_mask = 0;
  std::string name = "";
};
// Puts value where StridedSlice of the variable would have read, in place. Shapes: value is broadcast to the
// slice. Errors: INVALID_ARGUMENT as StridedSlice, and if value does not fit the slice; FAILED_PRECONDITION
// for a variable without a value.
inline Node ResourceStridedSliceAssign(const Input& ref, const Input& begin, const Input& end,
    const Input& strides, const Input& value, const ResourceStridedSliceAssignAttrs& attrs = {}) {
  return detail::OpCall("ResourceStridedSliceAssign", attrs.name).In(ref, "=resource")
      .In(begin, "Index").In(end, "Index").In(strides, "Index").In(value, "T")
      .Attr("begin_mask", attrs.begin_mask).Attr("end_mask", attrs.end_mask)
      .Attr("ellipsis_mask", attrs.ellipsis_mask).Attr("new_axis_mask", attrs.new_axis_mask)
      .Attr("shrink_axis_mask", attrs.shrink_axis_mask).Add();
}

struct RestoreAttrs {
  std::int64_t preferred_shard = -1;
  std::string name = "";
};
// Reads a tensor from a checkpoint of either format; one in shards is named without their numbers, or with
// ?????. preferred_shard is a hint. Shapes: scalars. Errors: NOT_FOUND naming a file or tensor that is not
// there; INVALID_ARGUMENT for another type; DATA_LOSS for a file that is damaged.
inline Output Restore(const Input& file_pattern, const Input& tensor_name, DType dt,
    const RestoreAttrs& attrs = {}) {
  return detail::OpCall("Restore", attrs.name).In(file_pattern, "=string").In(tensor_name, "=string")
      .Attr("dt", dt).Attr("preferred_shard", attrs.preferred_shard).One();
}

struct RestoreSliceAttrs {
  std::int64_t preferred_shard = -1;
  std::string name = "";
};
// As Restore, of a slice of the tensor, said as SaveSlices does. Errors: also INVALID_ARGUMENT for a tensor
// of another shape.
inline Output RestoreSlice(const Input& file_pattern, const Input& tensor_name, const Input& shape_and_slice,
    DType dt, const RestoreSliceAttrs& attrs = {}) {
  return detail::OpCall("RestoreSlice", attrs.name).In(file_pattern, "=string")
      .In(tensor_name, "=string").In(shape_and_slice, "=string").Attr("dt", dt)
      .Attr("preferred_shard", attrs.preferred_shard).One();
}

struct RestoreV2Attrs {
  std::string name = "";
};
// Reads the named tensors from the checkpoint `prefix`. Shapes: as SaveV2. Errors: NOT_FOUND naming a file or
// tensor that is not there; INVALID_ARGUMENT for another type or a bad slice; DATA_LOSS for a file that is
// damaged.
inline std::vector<Output> RestoreV2(const Input& prefix, const Input& tensor_names,
    const Input& shape_and_slices, const std::vector<DType>& dtypes, const RestoreV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("RestoreV2", attrs.name).In(prefix, "=string")
      .In(tensor_names, "=string").In(shape_and_slices, "=string").Attr("dtypes", dtypes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**dtypes", &at);
}

struct ReverseSequenceAttrs {
  std::int64_t batch_dim = 0;
  std::string name = "";
};
// Turns the order of the first seq_lengths[i] steps along seq_dim round, in slice i along batch_dim; the rest
// stays. Shapes: seq_lengths is a vector of the size of batch_dim. Errors: INVALID_ARGUMENT for a length
// below 0 or beyond seq_dim.
inline Output ReverseSequence(const Input& input, const Input& seq_lengths, std::int64_t seq_dim,
    const ReverseSequenceAttrs& attrs = {}) {
  return detail::OpCall("ReverseSequence", attrs.name).In(input, "T").In(seq_lengths, "Tlen")
      .Attr("seq_dim", seq_dim).Attr("batch_dim", attrs.batch_dim).One();
}

struct ReverseV2Attrs {
  std::string name = "";
};
// Turns the order round along the given axes. Shapes: axis is a vector of values in [-rank,rank), none twice.
// Errors: INVALID_ARGUMENT otherwise.
inline Output ReverseV2(const Input& tensor, const Input& axis, const ReverseV2Attrs& attrs = {}) {
  return detail::OpCall("ReverseV2", attrs.name).In(tensor, "T").In(axis, "Tidx").One();
}

struct RewriteDatasetAttrs {
  std::string name = "";
};
// Gives the same dataset.
inline Output RewriteDataset(const Input& input_dataset, const Input& rewrite_name,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const RewriteDatasetAttrs& attrs = {}) {
  return detail::OpCall("RewriteDataset", attrs.name).In(input_dataset, "=variant")
      .In(rewrite_name, "=string").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

struct RightShiftAttrs {
  std::string name = "";
};
// Gives x with its bits moved down by y places, the sign kept; y is bounded as in LeftShift. Shapes: x and y
// broadcast against each other.
inline Output RightShift(const Input& x, const Input& y, const RightShiftAttrs& attrs = {}) {
  return detail::OpCall("RightShift", attrs.name).In(x, "T").In(y, "T").One();
}

struct RintAttrs {
  std::string name = "";
};
// Gives the whole number nearest to x, the even one of two. Shapes: y is like x.
inline Output Rint(const Input& x, const RintAttrs& attrs = {}) {
  return detail::OpCall("Rint", attrs.name).In(x, "T").One();
}

struct RollAttrs {
  std::string name = "";
};
// Moves elements along the axes by shift places; what leaves at the end comes in at the beginning. An axis
// may be given several times. Shapes: shift and axis are scalars or vectors of one length, output is like
// input. Errors: INVALID_ARGUMENT for an axis out of range.
inline Output Roll(const Input& input, const Input& shift, const Input& axis, const RollAttrs& attrs = {}) {
  return detail::OpCall("Roll", attrs.name).In(input, "T").In(shift, "Tshift").In(axis, "Taxis")
      .One();
}

struct RoundAttrs {
  std::string name = "";
};
// Gives the whole number nearest to x, the even one of two; integers as they are. Shapes: y is like x.
inline Output Round(const Input& x, const RoundAttrs& attrs = {}) {
  return detail::OpCall("Round", attrs.name).In(x, "T").One();
}

struct RsqrtAttrs {
  std::string name = "";
};
// Gives 1 / sqrt(x), element by element; NaN below 0, inf at 0. Shapes: y is like x.
inline Output Rsqrt(const Input& x, const RsqrtAttrs& attrs = {}) {
  return detail::OpCall("Rsqrt", attrs.name).In(x, "T").One();
}

struct RsqrtGradAttrs {
  std::string name = "";
};
// Gives dy * -0.5 * conj(y)^3, the gradient of Rsqrt for its output y, and 0 where dy is 0. Shapes: all
// alike.
inline Output RsqrtGrad(const Input& y, const Input& dy, const RsqrtGradAttrs& attrs = {}) {
  return detail::OpCall("RsqrtGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

struct AffineAddAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::int64_t z_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  std::string name = "";
};
// Gives x + y, clamped by activation. Shapes: x and y broadcast against each other. rounding: DOUBLE rounds a
// product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with
// floats, halves become even, as ONNX Runtime does.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineAdd(const Input& x, const Input& y, float x_scale, float y_scale, float z_scale,
    const AffineAddAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineAdd", attrs.name).In(x, "T").In(y, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("z_scale", z_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("z_zero_point", attrs.z_zero_point)
      .Attr("activation", attrs.activation).Attr("rounding", attrs.rounding).One();
}

struct AffineAvgPoolAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::int64_t y_zero_point = 0;
  std::string activation = "NONE";
  std::string name = "";
};
// Gives means over windows of images [batch,rows,columns,channels] without their padding, halves away from 0,
// clamped by activation. x has the scale of y.
// padding: SAME, VALID, EXPLICIT.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
inline Output AffineAvgPool(const Input& x, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, float y_scale,
    const AffineAvgPoolAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineAvgPool", attrs.name).In(x, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("y_scale", y_scale)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).One();
}

struct AffineConv2DAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t filter_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  std::vector<std::int64_t> explicit_paddings = {};
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Convolves images [batch,rows,columns,channels] with a filter [out,rows,columns,in], adds bias, clamps by
// activation. in divides the channels; then these are divided into groups. Shapes: bias is [out],
// filter_scales [1] or [out], y [batch,rows,columns,out]. rounding: DOUBLE rounds a product of fixed-point
// numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with floats, halves become
// even, as ONNX Runtime does.
// padding: SAME, VALID, EXPLICIT.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineConv2D(const Input& x, const Input& filter, const Input& bias, const Input& filter_scales,
    float x_scale, float y_scale, const std::vector<std::int64_t>& strides, const std::string& padding,
    const AffineConv2DAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineConv2D", attrs.name).In(x, "T").In(filter, "W").In(bias, "B")
      .In(filter_scales, "=float").Attr("x_scale", x_scale).Attr("y_scale", y_scale)
      .Attr("strides", strides).Attr("padding", padding).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("filter_zero_point", attrs.filter_zero_point).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).Attr("rounding", attrs.rounding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("dilations", attrs.dilations).One();
}

struct AffineConv2DSumsAttrs {
  std::int64_t filter_zero_point = 0;
  std::vector<std::int64_t> explicit_paddings = {};
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Convolves images [batch,rows,columns,channels] with a filter [out,rows,columns,in] and gives the sums of (x
// - x_zero_point) (filter - filter_zero_point), modulo 2^32. in divides the channels; then these are divided
// into groups. Padding is x_zero_point. Shapes: x_zero_points is a scalar, [1] or [batch], sums
// [batch,rows,columns,out].
// padding: SAME, VALID, EXPLICIT.
inline Output AffineConv2DSums(const Input& x, const Input& filter, const Input& x_zero_points,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const AffineConv2DSumsAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineConv2DSums", attrs.name).In(x, "T").In(filter, "W")
      .In(x_zero_points, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("filter_zero_point", attrs.filter_zero_point)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("dilations", attrs.dilations).One();
}

struct AffineDepthwiseConv2DAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t filter_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  std::vector<std::int64_t> explicit_paddings = {};
  std::vector<std::int64_t> dilations = {1, 1, 1, 1};
  std::string name = "";
};
// Convolves each channel of images [batch,rows,columns,channels] with filters of its own, those of filter
// [1,rows,columns,out], adds bias, clamps by activation. Shapes: bias is [out], filter_scales [1] or [out], y
// [batch,rows,columns,out]. rounding: DOUBLE rounds a product of fixed-point numbers twice, as LiteRT's
// builtin kernels do, SINGLE once; REAL multiplies with floats, halves become even, as ONNX Runtime does.
// padding: SAME, VALID, EXPLICIT.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineDepthwiseConv2D(const Input& x, const Input& filter, const Input& bias,
    const Input& filter_scales, float x_scale, float y_scale, const std::vector<std::int64_t>& strides,
    const std::string& padding, const AffineDepthwiseConv2DAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineDepthwiseConv2D", attrs.name).In(x, "T").In(filter, "W")
      .In(bias, "B").In(filter_scales, "=float").Attr("x_scale", x_scale).Attr("y_scale", y_scale)
      .Attr("strides", strides).Attr("padding", padding).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("filter_zero_point", attrs.filter_zero_point).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).Attr("rounding", attrs.rounding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("dilations", attrs.dilations).One();
}

struct AffineDequantizeAttrs {
  std::int64_t axis = 0;
  std::string name = "";
};
// Gives scale * (x - zero_point). Shapes: y is like x; scales and zero_points have one element, or one for
// each place along axis.
inline Output AffineDequantize(const Input& x, const Input& scales, const Input& zero_points,
    const AffineDequantizeAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineDequantize", attrs.name).In(x, "T").In(scales, "=float")
      .In(zero_points, "=int32").Attr("axis", attrs.axis).One();
}

struct AffineDynamicQuantizeOutputs {
  Output y;
  Output scales;
  Output zero_points;
};
struct AffineDynamicQuantizeAttrs {
  std::int64_t batch_dims = 0;
  std::string method = "FULL";
  std::string name = "";
};
// Gives round(x / scale) + zero_point with the scale and zero point that let T hold all of x and 0. method:
// FULL as ONNX has it, halves to even; of int8, ASYMMETRIC and SYMMETRIC, with the zero point 0, as LiteRT's
// portable kernels do. Shapes: y is like x; scales and zero_points are like the first batch_dims dimensions
// of x, whose places are quantised each by itself. Errors: INVALID_ARGUMENT for another method than FULL of
// uint8.
// T: int8, uint8.
// method: FULL, ASYMMETRIC, SYMMETRIC.
inline AffineDynamicQuantizeOutputs AffineDynamicQuantize(const Input& x, DType T,
    const AffineDynamicQuantizeAttrs& attrs = {}) {
  const Node node = detail::OpCall("Runnel>AffineDynamicQuantize", attrs.name).In(x, "=float")
      .Attr("T", T).Attr("batch_dims", attrs.batch_dims).Attr("method", attrs.method).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct AffineFullyConnectedAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t filter_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  bool keep_dims = false;
  std::string name = "";
};
// Multiplies the rows of x with those of filter [units,depth], adds bias [units], clamps by activation.
// Shapes: y is [rows,units] or, with keep_dims, like x with units as its last dimension; filter_scales is [1]
// or [units]. rounding: DOUBLE rounds a product of fixed-point numbers twice, as LiteRT's builtin kernels do,
// SINGLE once; REAL multiplies with floats, halves become even, as ONNX Runtime does.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineFullyConnected(const Input& x, const Input& filter, const Input& bias,
    const Input& filter_scales, float x_scale, float y_scale, const AffineFullyConnectedAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineFullyConnected", attrs.name).In(x, "T").In(filter, "W")
      .In(bias, "B").In(filter_scales, "=float").Attr("x_scale", x_scale).Attr("y_scale", y_scale)
      .Attr("x_zero_point", attrs.x_zero_point).Attr("filter_zero_point", attrs.filter_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).Attr("keep_dims", attrs.keep_dims).One();
}

struct AffineFullyConnectedSumsAttrs {
  std::int64_t filter_zero_point = 0;
  std::string name = "";
};
// Multiplies the rows of x with those of filter [units,depth] and gives the sums of (x - x_zero_point)
// (filter - filter_zero_point), modulo 2^32. Shapes: sums is like x with units as its last dimension;
// x_zero_points is a scalar, [1], or a vector of one for each row.
inline Output AffineFullyConnectedSums(const Input& x, const Input& filter, const Input& x_zero_points,
    const AffineFullyConnectedSumsAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineFullyConnectedSums", attrs.name).In(x, "T").In(filter, "W")
      .In(x_zero_points, "T").Attr("filter_zero_point", attrs.filter_zero_point).One();
}

struct AffineHardSwishAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string name = "";
};
// Gives x min(max(x + 3, 0), 6) / 6, in fixed-point numbers of 16 bits. Shapes: y is like x.
inline Output AffineHardSwish(const Input& x, float x_scale, float y_scale,
    const AffineHardSwishAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineHardSwish", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).One();
}

struct AffineLeakyReluAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  float alpha = 0.2f;
  std::string name = "";
};
// Gives x, and alpha x where it is negative. Shapes: y is like x. Errors: INVALID_ARGUMENT for a negative
// alpha.
inline Output AffineLeakyRelu(const Input& x, float x_scale, float y_scale,
    const AffineLeakyReluAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineLeakyRelu", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("alpha", attrs.alpha).One();
}

struct AffineLookupAttrs {
  std::string name = "";
};
// Gives of each number of x what table has for it: its first element for the least number of T. A plan puts
// it in the place of nodes that compute numbers of 8 bits from one such tensor, element by element. Shapes:
// table is [256], y like x.
inline Output AffineLookup(const Input& x, const Input& table, const AffineLookupAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineLookup", attrs.name).In(x, "T").In(table, "U").One();
}

struct AffineMaxPoolAttrs {
  std::vector<std::int64_t> explicit_paddings = {};
  std::int64_t y_zero_point = 0;
  std::string activation = "NONE";
  std::string name = "";
};
// Gives the largest numbers in windows of images [batch,rows,columns,channels], clamped by activation. x has
// the scale of y.
// padding: SAME, VALID, EXPLICIT.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
inline Output AffineMaxPool(const Input& x, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, float y_scale,
    const AffineMaxPoolAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineMaxPool", attrs.name).In(x, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("y_scale", y_scale)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).One();
}

struct AffineMeanAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  bool keep_dims = false;
  std::string rounding = "DOUBLE";
  std::string name = "";
};
// Gives means along axes. Shapes: y is x without axes, or with 1 for them. rounding: DOUBLE rounds a product
// of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with floats,
// halves become even, as ONNX Runtime does.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineMean(const Input& x, const Input& axes, float x_scale, float y_scale,
    const AffineMeanAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineMean", attrs.name).In(x, "T").In(axes, "=int32")
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("keep_dims", attrs.keep_dims)
      .Attr("rounding", attrs.rounding).One();
}

struct AffineMulAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::int64_t z_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  std::string name = "";
};
// Gives x * y, clamped by activation. Shapes: x and y broadcast against each other. rounding: DOUBLE rounds a
// product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with
// floats, halves become even, as ONNX Runtime does.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineMul(const Input& x, const Input& y, float x_scale, float y_scale, float z_scale,
    const AffineMulAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineMul", attrs.name).In(x, "T").In(y, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("z_scale", z_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("z_zero_point", attrs.z_zero_point)
      .Attr("activation", attrs.activation).Attr("rounding", attrs.rounding).One();
}

struct AffineQuantizeAttrs {
  std::int64_t axis = 0;
  std::string round_mode = "HALF_AWAY_FROM_ZERO";
  std::string name = "";
};
// Gives round(x / scale) + zero_point, the nearest number that T holds. Shapes: y is like x; scales and
// zero_points have one element, or one for each place along axis.
// T: int8, uint8, int16.
// round_mode: HALF_AWAY_FROM_ZERO, HALF_TO_EVEN.
inline Output AffineQuantize(const Input& x, const Input& scales, const Input& zero_points, DType T,
    const AffineQuantizeAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineQuantize", attrs.name).In(x, "=float").In(scales, "=float")
      .In(zero_points, "=int32").Attr("T", T).Attr("axis", attrs.axis)
      .Attr("round_mode", attrs.round_mode).One();
}

struct AffineRequantizeAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  std::string name = "";
};
// Gives the real numbers of x, clamped by activation, in the scale of y. Shapes: y is like x. rounding:
// DOUBLE rounds a product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL
// multiplies with floats, halves become even, as ONNX Runtime does.
// U: int8, uint8, int16, int32.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineRequantize(const Input& x, DType U, float x_scale, float y_scale,
    const AffineRequantizeAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineRequantize", attrs.name).In(x, "T").Attr("U", U)
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).One();
}

struct AffineSigmoidAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string name = "";
};
// Gives 1 / (1 + exp(-x)), in fixed-point numbers. Shapes: y is like x. Errors: INVALID_ARGUMENT unless y has
// the scale 2^-8 and the zero point -128.
inline Output AffineSigmoid(const Input& x, float x_scale, float y_scale,
    const AffineSigmoidAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineSigmoid", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).One();
}

struct AffineSoftmaxAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  float beta = 1.0f;
  std::string name = "";
};
// Gives exp(beta x) divided by its sum along the last dimension, in fixed-point numbers. Shapes: y is like x.
// Errors: INVALID_ARGUMENT unless y stands for 0 to 1: by steps of 2^-8 from the lowest of int8 or uint8 on,
// by steps of 2^-16 of int16.
// U: int8, uint8, int16.
inline Output AffineSoftmax(const Input& x, DType U, float x_scale, float y_scale,
    const AffineSoftmaxAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineSoftmax", attrs.name).In(x, "T").Attr("U", U)
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("beta", attrs.beta).One();
}

struct AffineSubAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::int64_t z_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  std::string name = "";
};
// Gives x - y, clamped by activation. Shapes: x and y broadcast against each other. rounding: DOUBLE rounds a
// product of fixed-point numbers twice, as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with
// floats, halves become even, as ONNX Runtime does.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineSub(const Input& x, const Input& y, float x_scale, float y_scale, float z_scale,
    const AffineSubAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineSub", attrs.name).In(x, "T").In(y, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("z_scale", z_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("z_zero_point", attrs.z_zero_point)
      .Attr("activation", attrs.activation).Attr("rounding", attrs.rounding).One();
}

struct AffineTanhAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string name = "";
};
// Gives tanh(x), in fixed-point numbers. Shapes: y is like x. Errors: INVALID_ARGUMENT unless y has the scale
// 2^-7 and the zero point 0.
inline Output AffineTanh(const Input& x, float x_scale, float y_scale, const AffineTanhAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineTanh", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).One();
}

struct AffineTransposeConv2DAttrs {
  std::int64_t x_zero_point = 0;
  std::int64_t filter_zero_point = 0;
  std::int64_t y_zero_point = 0;
  std::string activation = "NONE";
  std::string rounding = "DOUBLE";
  std::string name = "";
};
// Adds each pixel of x [batch,rows,columns,in], multiplied with filter [out,rows,columns,in], to the window
// of y that a convolution would make it of, adds bias, clamps by activation. Shapes: bias is [out],
// filter_scales [1] or [out], y output_shape. rounding: DOUBLE rounds a product of fixed-point numbers twice,
// as LiteRT's builtin kernels do, SINGLE once; REAL multiplies with floats, halves become even, as ONNX
// Runtime does.
// padding: SAME, VALID.
// activation: NONE, RELU, RELU_N1_TO_1, RELU6.
// rounding: DOUBLE, SINGLE, REAL.
inline Output AffineTransposeConv2D(const Input& x, const Input& filter, const Input& bias,
    const Input& filter_scales, const Input& output_shape, float x_scale, float y_scale,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const AffineTransposeConv2DAttrs& attrs = {}) {
  return detail::OpCall("Runnel>AffineTransposeConv2D", attrs.name).In(x, "T").In(filter, "W")
      .In(bias, "B").In(filter_scales, "=float").In(output_shape, "=int32").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("strides", strides).Attr("padding", padding)
      .Attr("x_zero_point", attrs.x_zero_point).Attr("filter_zero_point", attrs.filter_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).One();
}

struct AttentionAttrs {
  float scale = 1.0f;
  std::string name = "";
};
// Gives each query a mean of the values, weighed by how well their keys fit: Softmax(scale * query *
// transposed key + mask) * value. The scores are never whole in memory where a device has a kernel. Shapes:
// query [..., m, d], key [..., n, d] and value [..., n, e] have equal leading dimensions, and mask, which may
// be a scalar 0, broadcasts to [..., m, n]; output is [..., m, e]. Source: Vaswani et al. 2017, section
// 3.2.1.
inline Output Attention(const Input& query, const Input& key, const Input& value, const Input& mask,
    const AttentionAttrs& attrs = {}) {
  return detail::OpCall("Runnel>Attention", attrs.name).In(query, "T").In(key, "T").In(value, "T")
      .In(mask, "T").Attr("scale", attrs.scale).One();
}

struct GeluAttrs {
  std::string name = "";
};
// Gives 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), element by element. Shapes: activations is like
// features. Source: Hendrycks & Gimpel 2016, section 2.
inline Output Gelu(const Input& features, const GeluAttrs& attrs = {}) {
  return detail::OpCall("Runnel>Gelu", attrs.name).In(features, "T").One();
}

struct LayerNormOutputs {
  Output y;
  Output mean;
  Output inverse_deviation;
};
struct LayerNormAttrs {
  float epsilon = 1e-05f;
  std::string name = "";
};
// Gives (x - mean) * inverse_deviation * scale + offset, where mean and inverse_deviation = 1 / sqrt(variance
// + epsilon) are those of the last dimension. Shapes: scale and offset are vectors as long as that dimension;
// y is like x, mean and inverse_deviation too, but for 1 as their last dimension. Source: Ba, Kiros and
// Hinton 2016.
inline LayerNormOutputs LayerNorm(const Input& x, const Input& scale, const Input& offset,
    const LayerNormAttrs& attrs = {}) {
  const Node node = detail::OpCall("Runnel>LayerNorm", attrs.name).In(x, "T").In(scale, "T")
      .In(offset, "T").Attr("epsilon", attrs.epsilon).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SampleDistortedBoundingBoxOutputs {
  Output begin;
  Output size;
  Output bboxes;
};
struct SampleDistortedBoundingBoxAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  float min_object_covered = 0.1f;
  std::vector<float> aspect_ratio_range = {0.75f, 1.33f};
  std::vector<float> area_range = {0.05f, 1.0f};
  std::int64_t max_attempts = 100;
  bool use_image_if_no_bounding_boxes = false;
  std::string name = "";
};
// Draws a box in an image, with width over height in aspect_ratio_range and area_range of the image's area,
// that covers min_object_covered of one of bounding_boxes; the whole image if max_attempts boxes do not.
// begin and size are for Slice, bboxes for DrawBoundingBoxes. With seed and seed2 both 0 the seed is chosen
// at random. Shapes: image_size, begin and size are rows, columns and channels, bounding_boxes is
// [batch,n,4]. Errors: INVALID_ARGUMENT for boxes outside of [0,1], and if there are none without
// use_image_if_no_bounding_boxes.
inline SampleDistortedBoundingBoxOutputs SampleDistortedBoundingBox(const Input& image_size,
    const Input& bounding_boxes, const SampleDistortedBoundingBoxAttrs& attrs = {}) {
  const Node node = detail::OpCall("SampleDistortedBoundingBox", attrs.name).In(image_size, "T")
      .In(bounding_boxes, "=float").Attr("seed", attrs.seed).Attr("seed2", attrs.seed2)
      .Attr("min_object_covered", attrs.min_object_covered)
      .Attr("aspect_ratio_range", attrs.aspect_ratio_range).Attr("area_range", attrs.area_range)
      .Attr("max_attempts", attrs.max_attempts)
      .Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SampleDistortedBoundingBoxV2Outputs {
  Output begin;
  Output size;
  Output bboxes;
};
struct SampleDistortedBoundingBoxV2Attrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::vector<float> aspect_ratio_range = {0.75f, 1.33f};
  std::vector<float> area_range = {0.05f, 1.0f};
  std::int64_t max_attempts = 100;
  bool use_image_if_no_bounding_boxes = false;
  std::string name = "";
};
// SampleDistortedBoundingBox with min_object_covered, a scalar, as an input.
inline SampleDistortedBoundingBoxV2Outputs SampleDistortedBoundingBoxV2(const Input& image_size,
    const Input& bounding_boxes, const Input& min_object_covered,
    const SampleDistortedBoundingBoxV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("SampleDistortedBoundingBoxV2", attrs.name).In(image_size, "T")
      .In(bounding_boxes, "=float").In(min_object_covered, "=float").Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).Attr("aspect_ratio_range", attrs.aspect_ratio_range)
      .Attr("area_range", attrs.area_range).Attr("max_attempts", attrs.max_attempts)
      .Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SaveAttrs {
  std::string name = "";
};
// Writes the tensors under their names into the file `filename`, a checkpoint of TensorFlow's first format,
// whole or not at all. Shapes: filename is a scalar, tensor_names a vector with one entry per tensor. Errors:
// INVALID_ARGUMENT for a wrong count, a double name, or a tensor of more than 2 GiB; NOT_FOUND for a folder
// that is not there.
inline Node Save(const Input& filename, const Input& tensor_names, const std::vector<Input>& data,
    const SaveAttrs& attrs = {}) {
  return detail::OpCall("Save", attrs.name).In(filename, "=string").In(tensor_names, "=string")
      .In(data, "**T").Add();
}

struct SaveSlicesAttrs {
  std::string name = "";
};
// As Save, of slices of tensors: "4 5 0,2:-" is the first two rows of a [4,5]; an empty one means the whole
// tensor. Shapes: shapes_and_slices is a vector with one entry per tensor. Errors: also INVALID_ARGUMENT for
// a slice that does not fit.
inline Node SaveSlices(const Input& filename, const Input& tensor_names, const Input& shapes_and_slices,
    const std::vector<Input>& data, const SaveSlicesAttrs& attrs = {}) {
  return detail::OpCall("SaveSlices", attrs.name).In(filename, "=string").In(tensor_names, "=string")
      .In(shapes_and_slices, "=string").In(data, "**T").Add();
}

struct SaveV2Attrs {
  std::string name = "";
};
// Writes the tensors under their names into the checkpoint `prefix`, in TensorFlow's V2 format, whole or not
// at all. Shapes: prefix is a scalar; tensor_names and shape_and_slices are vectors with one entry per
// tensor; an empty slice means the whole tensor. Errors: INVALID_ARGUMENT for a wrong count, a double name or
// a bad slice; RESOURCE_EXHAUSTED if no space is left.
inline Node SaveV2(const Input& prefix, const Input& tensor_names, const Input& shape_and_slices,
    const std::vector<Input>& tensors, const SaveV2Attrs& attrs = {}) {
  return detail::OpCall("SaveV2", attrs.name).In(prefix, "=string").In(tensor_names, "=string")
      .In(shape_and_slices, "=string").In(tensors, "**dtypes").Add();
}

struct ScalarSummaryAttrs {
  std::string name = "";
};
// A summary of every value, as float, under its tag. Shapes: tags and values are alike; summary is a scalar.
inline Output ScalarSummary(const Input& tags, const Input& values, const ScalarSummaryAttrs& attrs = {}) {
  return detail::OpCall("ScalarSummary", attrs.name).In(tags, "=string").In(values, "T").One();
}

struct ScaleAndTranslateAttrs {
  std::string kernel_type = "lanczos3";
  bool antialias = true;
  std::string name = "";
};
// Scales images by scale and moves them by translation, in pixels of the output, which has size rows and
// columns; kernel_type is lanczos1, lanczos3, lanczos5, gaussian, box, triangle, keyscubic or mitchellcubic,
// and as wide as an input pixel, or an output pixel if that is wider and antialias is set. What lies outside
// of the image is 0. Shapes: images is [batch,rows,columns,channels], the others two numbers. Errors:
// INVALID_ARGUMENT for empty images and for scales that are not above 0.
inline Output ScaleAndTranslate(const Input& images, const Input& size, const Input& scale,
    const Input& translation, const ScaleAndTranslateAttrs& attrs = {}) {
  return detail::OpCall("ScaleAndTranslate", attrs.name).In(images, "T").In(size, "=int32")
      .In(scale, "=float").In(translation, "=float").Attr("kernel_type", attrs.kernel_type)
      .Attr("antialias", attrs.antialias).One();
}

struct ScaleAndTranslateGradAttrs {
  std::string kernel_type = "lanczos3";
  bool antialias = true;
  std::string name = "";
};
// Gives the gradient of ScaleAndTranslate for images that are like original_image. Shapes: grads is
// [batch,rows,columns,channels].
inline Output ScaleAndTranslateGrad(const Input& grads, const Input& original_image, const Input& scale,
    const Input& translation, const ScaleAndTranslateGradAttrs& attrs = {}) {
  return detail::OpCall("ScaleAndTranslateGrad", attrs.name).In(grads, "T").In(original_image, "T")
      .In(scale, "=float").In(translation, "=float").Attr("kernel_type", attrs.kernel_type)
      .Attr("antialias", attrs.antialias).One();
}

struct ScanDatasetAttrs {
  bool preserve_cardinality = false;
  bool use_default_device = true;
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of what f gives for each element. f takes a state, the element and other_arguments, and
// gives the next state and the new element. Errors: as MapDataset.
inline Output ScanDataset(const Input& input_dataset, const std::vector<Input>& initial_state,
    const std::vector<Input>& other_arguments, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ScanDatasetAttrs& attrs = {}) {
  return detail::OpCall("ScanDataset", attrs.name).In(input_dataset, "=variant")
      .In(initial_state, "**Tstate").In(other_arguments, "**Targuments").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("use_default_device", attrs.use_default_device).Attr("metadata", attrs.metadata).One();
}

struct ScatterNdAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Adds slices to zeros of the given shape at the places that the vectors in the last dimension of indices
// name, in their order. Shapes: updates is indices.shape[:-1] + shape[indices.shape[-1]:]. Errors:
// INVALID_ARGUMENT for an index out of range.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output ScatterNd(const Input& indices, const Input& updates, const Input& shape,
    const ScatterNdAttrs& attrs = {}) {
  return detail::OpCall("ScatterNd", attrs.name).In(indices, "Tindices").In(updates, "T")
      .In(shape, "Tindices").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct ScatterNdNonAliasingAddAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// TensorScatterAdd, by its older name.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output ScatterNdNonAliasingAdd(const Input& input, const Input& indices, const Input& updates,
    const ScatterNdNonAliasingAddAttrs& attrs = {}) {
  return detail::OpCall("ScatterNdNonAliasingAdd", attrs.name).In(input, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct SegmentMaxAttrs {
  std::string name = "";
};
// Gives the largest elements of all rows of data that have the same id in segment_ids, which must not fall;
// rows of output without an id are 0. Shapes: segment_ids is a vector as long as data has rows; output has as
// many rows as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.
inline Output SegmentMax(const Input& data, const Input& segment_ids, const SegmentMaxAttrs& attrs = {}) {
  return detail::OpCall("SegmentMax", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

struct SegmentMeanAttrs {
  std::string name = "";
};
// Gives the mean of all rows of data that have the same id in segment_ids, which must not fall; rows of
// output without an id are 0. Shapes: segment_ids is a vector as long as data has rows; output has as many
// rows as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.
inline Output SegmentMean(const Input& data, const Input& segment_ids, const SegmentMeanAttrs& attrs = {}) {
  return detail::OpCall("SegmentMean", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

struct SegmentMinAttrs {
  std::string name = "";
};
// Gives the smallest elements of all rows of data that have the same id in segment_ids, which must not fall;
// rows of output without an id are 0. Shapes: segment_ids is a vector as long as data has rows; output has as
// many rows as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.
inline Output SegmentMin(const Input& data, const Input& segment_ids, const SegmentMinAttrs& attrs = {}) {
  return detail::OpCall("SegmentMin", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

struct SegmentProdAttrs {
  std::string name = "";
};
// Multiplies all rows of data that have the same id in segment_ids, which must not fall; rows of output
// without an id are ones. Shapes: segment_ids is a vector as long as data has rows; output has as many rows
// as the last id says. Errors: INVALID_ARGUMENT for ids that fall or are negative.
inline Output SegmentProd(const Input& data, const Input& segment_ids, const SegmentProdAttrs& attrs = {}) {
  return detail::OpCall("SegmentProd", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

struct SegmentSumAttrs {
  std::string name = "";
};
// Adds all rows of data that have the same id in segment_ids, which must not fall; rows of output without an
// id are 0. Shapes: segment_ids is a vector as long as data has rows; output has as many rows as the last id
// says. Errors: INVALID_ARGUMENT for ids that fall or are negative.
inline Output SegmentSum(const Input& data, const Input& segment_ids, const SegmentSumAttrs& attrs = {}) {
  return detail::OpCall("SegmentSum", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

struct SelectAttrs {
  std::string name = "";
};
// Takes elements of t where condition holds, of e elsewhere. Shapes: t and e are alike; condition is like
// them, or a scalar, or a vector as long as their first dimension, which then chooses whole rows.
inline Output Select(const Input& condition, const Input& t, const Input& e, const SelectAttrs& attrs = {}) {
  return detail::OpCall("Select", attrs.name).In(condition, "=bool").In(t, "T").In(e, "T").One();
}

struct SelectV2Attrs {
  std::string name = "";
};
// Takes elements of t where condition holds, of e elsewhere. Shapes: all three broadcast against each other.
inline Output SelectV2(const Input& condition, const Input& t, const Input& e,
    const SelectV2Attrs& attrs = {}) {
  return detail::OpCall("SelectV2", attrs.name).In(condition, "=bool").In(t, "T").In(e, "T").One();
}

struct SelfAdjointEigAttrs {
  std::string name = "";
};
// As SelfAdjointEigV2, with the eigenvalues in a row above the vectors. Shapes: input is [..., n, n], output
// [..., n + 1, n].
inline Output SelfAdjointEig(const Input& input, const SelfAdjointEigAttrs& attrs = {}) {
  return detail::OpCall("SelfAdjointEig", attrs.name).In(input, "T").One();
}

struct SelfAdjointEigV2Outputs {
  Output e;
  Output v;
};
struct SelfAdjointEigV2Attrs {
  bool compute_v = true;
  std::string name = "";
};
// Gives the eigenvalues, ascending, of self-adjoint matrices, whose lower triangles alone are looked at, and
// their vectors, the columns of v. Shapes: input is [..., n, n], e [..., n], v like input, or [0] without
// compute_v. Errors: INVALID_ARGUMENT for numbers that are not finite.
inline SelfAdjointEigV2Outputs SelfAdjointEigV2(const Input& input, const SelfAdjointEigV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("SelfAdjointEigV2", attrs.name).In(input, "T")
      .Attr("compute_v", attrs.compute_v).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SeluAttrs {
  std::string name = "";
};
// Gives scale * features, below 0 scale * alpha * (exp(features) - 1), where scale is 1.0507009873554805 and
// alpha 1.6732632423543772. Shapes: activations is like features. Source: Klambauer et al. 2017.
inline Output Selu(const Input& features, const SeluAttrs& attrs = {}) {
  return detail::OpCall("Selu", attrs.name).In(features, "T").One();
}

struct SeluGradAttrs {
  std::string name = "";
};
// Gives gradients * (outputs + scale * alpha) where outputs, which Selu gave, are below 0 and gradients *
// scale elsewhere. Shapes: all alike.
inline Output SeluGrad(const Input& gradients, const Input& outputs, const SeluGradAttrs& attrs = {}) {
  return detail::OpCall("SeluGrad", attrs.name).In(gradients, "T").In(outputs, "T").One();
}

struct SerializeIteratorAttrs {
  std::int64_t external_state_policy = 0;
  std::string name = "";
};
// Gives where the pass of the iterator is. Errors: UNIMPLEMENTED for pipelines whose place is outside of the
// runtime, such as generators.
inline Output SerializeIterator(const Input& resource_handle, const SerializeIteratorAttrs& attrs = {}) {
  return detail::OpCall("SerializeIterator", attrs.name).In(resource_handle, "=resource")
      .Attr("external_state_policy", attrs.external_state_policy).One();
}

struct SerializeManySparseAttrs {
  DType out_type = DType::kString;
  std::string name = "";
};
// Each row along dimension 0 of a sparse tensor of rank 2 or more as three TensorProtos, or variants. Shapes:
// the output has 3 columns. Errors: INVALID_ARGUMENT for indices that are out of order.
// out_type: string, variant.
inline Output SerializeManySparse(const Input& sparse_indices, const Input& sparse_values,
    const Input& sparse_shape, const SerializeManySparseAttrs& attrs = {}) {
  return detail::OpCall("SerializeManySparse", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("out_type", attrs.out_type).One();
}

struct SerializeSparseAttrs {
  DType out_type = DType::kString;
  std::string name = "";
};
// A sparse tensor as three TensorProtos, or variants. Shapes: sparse_indices is a matrix, sparse_values and
// sparse_shape are vectors; the output has 3 elements. Errors: INVALID_ARGUMENT for shapes that do not go
// together.
// out_type: string, variant.
inline Output SerializeSparse(const Input& sparse_indices, const Input& sparse_values,
    const Input& sparse_shape, const SerializeSparseAttrs& attrs = {}) {
  return detail::OpCall("SerializeSparse", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("out_type", attrs.out_type).One();
}

struct SerializeTensorAttrs {
  std::string name = "";
};
// The tensor as the bytes of a TensorProto. Shapes: serialized is a scalar. Errors: UNIMPLEMENTED for
// resources and variants.
inline Output SerializeTensor(const Input& tensor, const SerializeTensorAttrs& attrs = {}) {
  return detail::OpCall("SerializeTensor", attrs.name).In(tensor, "T").One();
}

struct SetSizeAttrs {
  bool validate_indices = true;
  std::string name = "";
};
// Counts the elements of the sets that are the rows of the last dim of a sparse tensor, without repetition.
// Shapes: size is the dense shape without its last dim. Errors: INVALID_ARGUMENT for an index out of range
// and, with validate_indices, out of order.
inline Output SetSize(const Input& set_indices, const Input& set_values, const Input& set_shape,
    const SetSizeAttrs& attrs = {}) {
  return detail::OpCall("SetSize", attrs.name).In(set_indices, "=int64").In(set_values, "T")
      .In(set_shape, "=int64").Attr("validate_indices", attrs.validate_indices).One();
}

struct ShapeAttrs {
  DType out_type = DType::kInt32;
  std::string name = "";
};
// Gives the shape of input as a vector. Errors: INVALID_ARGUMENT if a dimension does not fit out_type.
// out_type: int32, int64.
inline Output Shape(const Input& input, const ShapeAttrs& attrs = {}) {
  return detail::OpCall("Shape", attrs.name).In(input, "T").Attr("out_type", attrs.out_type).One();
}

struct ShapeNAttrs {
  DType out_type = DType::kInt32;
  std::string name = "";
};
// Gives the shape of every input as a vector. Errors: INVALID_ARGUMENT if a dimension does not fit out_type.
// out_type: int32, int64.
inline std::vector<Output> ShapeN(const std::vector<Input>& input, const ShapeNAttrs& attrs = {}) {
  const Node node = detail::OpCall("ShapeN", attrs.name).In(input, "*T:N")
      .Attr("out_type", attrs.out_type).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "*out_type:N", &at);
}

struct ShardDatasetAttrs {
  bool require_non_empty = false;
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of every num_shards-th element, from index on. Shapes: num_shards and index are scalars.
// Errors: INVALID_ARGUMENT unless 0 <= index < num_shards; of a pass, with require_non_empty: if there are
// fewer elements than shards.
inline Output ShardDataset(const Input& input_dataset, const Input& num_shards, const Input& index,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ShardDatasetAttrs& attrs = {}) {
  return detail::OpCall("ShardDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_shards, "=int64").In(index, "=int64").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("require_non_empty", attrs.require_non_empty)
      .Attr("metadata", attrs.metadata).One();
}

struct ShardedFilenameAttrs {
  std::string name = "";
};
// The name of one file of several, as printf("%s-%05d-of-%05d"). Shapes: scalars.
inline Output ShardedFilename(const Input& basename, const Input& shard, const Input& num_shards,
    const ShardedFilenameAttrs& attrs = {}) {
  return detail::OpCall("ShardedFilename", attrs.name).In(basename, "=string").In(shard, "=int32")
      .In(num_shards, "=int32").One();
}

struct ShardedFilespecAttrs {
  std::string name = "";
};
// The pattern of the names of several files, as printf("%s-?????-of-%05d"). Shapes: scalars.
inline Output ShardedFilespec(const Input& basename, const Input& num_shards,
    const ShardedFilespecAttrs& attrs = {}) {
  return detail::OpCall("ShardedFilespec", attrs.name).In(basename, "=string").In(num_shards, "=int32")
      .One();
}

struct ShuffleAndRepeatDatasetAttrs {
  bool reshuffle_each_iteration = true;
  std::string metadata = "";
  std::string name = "";
};
// As ShuffleDataset of each of count passes over the input, which fill one buffer; without end if count is
// below 0.
inline Output ShuffleAndRepeatDataset(const Input& input_dataset, const Input& buffer_size, const Input& seed,
    const Input& seed2, const Input& count, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ShuffleAndRepeatDatasetAttrs& attrs = {}) {
  return detail::OpCall("ShuffleAndRepeatDataset", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64").In(count, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

struct ShuffleAndRepeatDatasetV2Attrs {
  bool reshuffle_each_iteration = true;
  std::string metadata = "";
  std::string name = "";
};
// As ShuffleAndRepeatDataset; seed_generator is not used.
inline Output ShuffleAndRepeatDatasetV2(const Input& input_dataset, const Input& buffer_size,
    const Input& seed, const Input& seed2, const Input& count, const Input& seed_generator,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ShuffleAndRepeatDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("ShuffleAndRepeatDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64").In(count, "=int64")
      .In(seed_generator, "=resource").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

struct ShuffleDatasetAttrs {
  bool reshuffle_each_iteration = true;
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the elements in a random order: each is drawn from a buffer of buffer_size elements. The
// seeds determine the order, which is another one in each pass if reshuffle_each_iteration is set; seeds of 0
// and 0 stand for random ones. Errors: INVALID_ARGUMENT unless buffer_size is above 0 (or -1: the whole
// input).
inline Output ShuffleDataset(const Input& input_dataset, const Input& buffer_size, const Input& seed,
    const Input& seed2, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ShuffleDatasetAttrs& attrs = {}) {
  return detail::OpCall("ShuffleDataset", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

struct ShuffleDatasetV2Attrs {
  std::string metadata = "";
  std::string name = "";
};
// As ShuffleDataset; each pass takes its seeds from seed_generator, an AnonymousRandomSeedGenerator, which
// datasets may share.
inline Output ShuffleDatasetV2(const Input& input_dataset, const Input& buffer_size,
    const Input& seed_generator, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ShuffleDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("ShuffleDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed_generator, "=resource").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct ShuffleDatasetV3Attrs {
  bool reshuffle_each_iteration = true;
  std::string metadata = "";
  std::string name = "";
};
// As ShuffleDataset; seed_generator is not used.
inline Output ShuffleDatasetV3(const Input& input_dataset, const Input& buffer_size, const Input& seed,
    const Input& seed2, const Input& seed_generator, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ShuffleDatasetV3Attrs& attrs = {}) {
  return detail::OpCall("ShuffleDatasetV3", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64").In(seed_generator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

struct SigmoidAttrs {
  std::string name = "";
};
// Gives 1 / (1 + exp(-x)), element by element. Shapes: y is like x.
inline Output Sigmoid(const Input& x, const SigmoidAttrs& attrs = {}) {
  return detail::OpCall("Sigmoid", attrs.name).In(x, "T").One();
}

struct SigmoidGradAttrs {
  std::string name = "";
};
// Gives dy * y * (1 - y), the gradient of Sigmoid for its output y. Shapes: all alike.
inline Output SigmoidGrad(const Input& y, const Input& dy, const SigmoidGradAttrs& attrs = {}) {
  return detail::OpCall("SigmoidGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

struct SignAttrs {
  std::string name = "";
};
// Gives -1, 0 or 1 as x is negative, zero or positive; NaN for NaN; x / |x| for complex x. Shapes: y is like
// x.
inline Output Sign(const Input& x, const SignAttrs& attrs = {}) {
  return detail::OpCall("Sign", attrs.name).In(x, "T").One();
}

struct SinAttrs {
  std::string name = "";
};
// Gives the sine of x in radians; NaN for infinities. Shapes: y is like x.
inline Output Sin(const Input& x, const SinAttrs& attrs = {}) {
  return detail::OpCall("Sin", attrs.name).In(x, "T").One();
}

struct SinhAttrs {
  std::string name = "";
};
// Gives the hyperbolic sine of x. Shapes: y is like x.
inline Output Sinh(const Input& x, const SinhAttrs& attrs = {}) {
  return detail::OpCall("Sinh", attrs.name).In(x, "T").One();
}

struct SizeAttrs {
  DType out_type = DType::kInt32;
  std::string name = "";
};
// Gives the number of elements of input. Shapes: output is a scalar. Errors: INVALID_ARGUMENT if it does not
// fit out_type.
// out_type: int32, int64.
inline Output Size(const Input& input, const SizeAttrs& attrs = {}) {
  return detail::OpCall("Size", attrs.name).In(input, "T").Attr("out_type", attrs.out_type).One();
}

struct SkipDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset without the first count elements; of none if count is below 0. Shapes: count is a scalar.
inline Output SkipDataset(const Input& input_dataset, const Input& count,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const SkipDatasetAttrs& attrs = {}) {
  return detail::OpCall("SkipDataset", attrs.name).In(input_dataset, "=variant").In(count, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct SliceAttrs {
  std::string name = "";
};
// Takes the block of the given size that starts at begin; a size of -1 means all that is left. Shapes: begin
// and size are vectors as long as the rank of input. Errors: INVALID_ARGUMENT if the block does not lie
// within input.
inline Output Slice(const Input& input, const Input& begin, const Input& size, const SliceAttrs& attrs = {}) {
  return detail::OpCall("Slice", attrs.name).In(input, "T").In(begin, "Index").In(size, "Index")
      .One();
}

struct SnapshotAttrs {
  std::string name = "";
};
// Gives input. Shapes: output is like input.
inline Output Snapshot(const Input& input, const SnapshotAttrs& attrs = {}) {
  return detail::OpCall("Snapshot", attrs.name).In(input, "T").One();
}

struct SoftmaxAttrs {
  std::string name = "";
};
// Gives exp(logits) / sum(exp(logits)) along the last dimension, without overflow. Shapes: logits has rank 1
// or more; softmax is like it.
inline Output Softmax(const Input& logits, const SoftmaxAttrs& attrs = {}) {
  return detail::OpCall("Softmax", attrs.name).In(logits, "T").One();
}

struct SoftmaxCrossEntropyWithLogitsOutputs {
  Output loss;
  Output backprop;
};
struct SoftmaxCrossEntropyWithLogitsAttrs {
  std::string name = "";
};
// Gives for every row -sum(labels * log(softmax(features))), and softmax(features) - labels as backprop, its
// gradient for features where a row of labels sums to 1. Shapes: features and labels are [batch,classes]
// after broadcasting, loss is [batch].
inline SoftmaxCrossEntropyWithLogitsOutputs SoftmaxCrossEntropyWithLogits(const Input& features,
    const Input& labels, const SoftmaxCrossEntropyWithLogitsAttrs& attrs = {}) {
  const Node node = detail::OpCall("SoftmaxCrossEntropyWithLogits", attrs.name).In(features, "T")
      .In(labels, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SoftplusAttrs {
  std::string name = "";
};
// Gives log(exp(features) + 1) without overflow. Shapes: activations is like features.
inline Output Softplus(const Input& features, const SoftplusAttrs& attrs = {}) {
  return detail::OpCall("Softplus", attrs.name).In(features, "T").One();
}

struct SoftplusGradAttrs {
  std::string name = "";
};
// Gives gradients / (exp(-features) + 1); features is the input of Softplus. Shapes: all alike.
inline Output SoftplusGrad(const Input& gradients, const Input& features, const SoftplusGradAttrs& attrs = {})
    {
  return detail::OpCall("SoftplusGrad", attrs.name).In(gradients, "T").In(features, "T").One();
}

struct SoftsignAttrs {
  std::string name = "";
};
// Gives features / (|features| + 1). Shapes: activations is like features.
inline Output Softsign(const Input& features, const SoftsignAttrs& attrs = {}) {
  return detail::OpCall("Softsign", attrs.name).In(features, "T").One();
}

struct SoftsignGradAttrs {
  std::string name = "";
};
// Gives gradients / (|features| + 1)^2; features is the input of Softsign. Shapes: all alike.
inline Output SoftsignGrad(const Input& gradients, const Input& features, const SoftsignGradAttrs& attrs = {})
    {
  return detail::OpCall("SoftsignGrad", attrs.name).In(gradients, "T").In(features, "T").One();
}

struct SpaceToBatchNDAttrs {
  std::string name = "";
};
// Pads dimensions 1 to m with zeros and deals their elements out, block by block, to as many images in the
// batch. Shapes: block_shape is [m], paddings [m,2]; the batch grows by the product of block_shape. Errors:
// INVALID_ARGUMENT if a padded dimension is no multiple of its block.
inline Output SpaceToBatchND(const Input& input, const Input& block_shape, const Input& paddings,
    const SpaceToBatchNDAttrs& attrs = {}) {
  return detail::OpCall("SpaceToBatchND", attrs.name).In(input, "T").In(block_shape, "Tblock_shape")
      .In(paddings, "Tpaddings").One();
}

struct SpaceToDepthAttrs {
  std::string data_format = "NHWC";
  std::string name = "";
};
// Puts the pixels of every square of block_size pixels behind each other, row by row, as channels of one
// pixel. Shapes: [batch,rows,columns,channels] becomes [batch,rows/b,columns/b,b*b*channels]. Errors:
// INVALID_ARGUMENT if a side is no multiple.
// data_format: NHWC, NCHW, NCHW_VECT_C.
inline Output SpaceToDepth(const Input& input, std::int64_t block_size, const SpaceToDepthAttrs& attrs = {}) {
  return detail::OpCall("SpaceToDepth", attrs.name).In(input, "T").Attr("block_size", block_size)
      .Attr("data_format", attrs.data_format).One();
}

struct SparseAccumulatorApplyGradientAttrs {
  std::string name = "";
};
// Adds gradient_values[i] to row gradient_indices[i]; drops a gradient that was computed from the values of a
// step before the accumulator's. Shapes: local_step is a scalar, gradient_indices a vector, gradient_values
// has a row for each; gradient_shape says the shape of the whole if has_known_shape. Errors: INVALID_ARGUMENT
// for another shape or type, or a row outside of it.
inline Node SparseAccumulatorApplyGradient(const Input& handle, const Input& local_step,
    const Input& gradient_indices, const Input& gradient_values, const Input& gradient_shape,
    bool has_known_shape, const SparseAccumulatorApplyGradientAttrs& attrs = {}) {
  return detail::OpCall("SparseAccumulatorApplyGradient", attrs.name).In(handle, "=resource")
      .In(local_step, "=int64").In(gradient_indices, "=int64").In(gradient_values, "dtype")
      .In(gradient_shape, "=int64").Attr("has_known_shape", has_known_shape).Add();
}

struct SparseAccumulatorTakeGradientOutputs {
  Output indices;
  Output values;
  Output shape;
};
struct SparseAccumulatorTakeGradientAttrs {
  std::string name = "";
};
// Takes the rows that were added, each as the mean over the gradients that have it, or the sum, waiting until
// num_required gradients were added, and moves the accumulator one step on. Shapes: num_required is a scalar;
// indices are in order, values has a row for each, shape's first size is -1 if it is not known. Errors:
// INVALID_ARGUMENT for num_required below 1 or another type.
// dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
// complex128, half, uint32, uint64.
inline SparseAccumulatorTakeGradientOutputs SparseAccumulatorTakeGradient(const Input& handle,
    const Input& num_required, DType dtype, const SparseAccumulatorTakeGradientAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseAccumulatorTakeGradient", attrs.name).In(handle, "=resource")
      .In(num_required, "=int32").Attr("dtype", dtype).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseAddOutputs {
  Output sum_indices;
  Output sum_values;
  Output sum_shape;
};
struct SparseAddAttrs {
  std::string name = "";
};
// Adds two sparse tensors of one shape, whose indices are in order, and leaves out what is smaller than
// thresh in magnitude of the values that both have. Shapes: indices is [n,rank], values [n], the dense shape
// [rank]. Errors: INVALID_ARGUMENT where the dense shapes differ.
inline SparseAddOutputs SparseAdd(const Input& a_indices, const Input& a_values, const Input& a_shape,
    const Input& b_indices, const Input& b_values, const Input& b_shape, const Input& thresh,
    const SparseAddAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseAdd", attrs.name).In(a_indices, "=int64").In(a_values, "T")
      .In(a_shape, "=int64").In(b_indices, "=int64").In(b_values, "T").In(b_shape, "=int64")
      .In(thresh, "Treal").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseAddGradOutputs {
  Output a_val_grad;
  Output b_val_grad;
};
struct SparseAddGradAttrs {
  std::string name = "";
};
// Gives each value of the operands of SparseAdd the gradient of its place in the sum, 0 if it was left out.
// Shapes: each gradient has as many elements as its operand's indices rows.
inline SparseAddGradOutputs SparseAddGrad(const Input& backprop_val_grad, const Input& a_indices,
    const Input& b_indices, const Input& sum_indices, const SparseAddGradAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseAddGrad", attrs.name).In(backprop_val_grad, "T")
      .In(a_indices, "=int64").In(b_indices, "=int64").In(sum_indices, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseBincountAttrs {
  bool binary_output = false;
  std::string name = "";
};
// As DenseBincount, of the values of a sparse tensor, whose rows are counted if it has more than one
// dimension. Shapes: indices is [n, rank], values [n], dense_shape [rank], size a scalar, weights like values
// or empty; output is [size] or [rows, size]. Errors: INVALID_ARGUMENT for a value below 0, and indices
// outside of dense_shape.
inline Output SparseBincount(const Input& indices, const Input& values, const Input& dense_shape,
    const Input& size, const Input& weights, const SparseBincountAttrs& attrs = {}) {
  return detail::OpCall("SparseBincount", attrs.name).In(indices, "=int64").In(values, "Tidx")
      .In(dense_shape, "=int64").In(size, "Tidx").In(weights, "T")
      .Attr("binary_output", attrs.binary_output).One();
}

struct SparseConcatOutputs {
  Output output_indices;
  Output output_values;
  Output output_shape;
};
struct SparseConcatAttrs {
  std::string name = "";
};
// Joins sparse tensors along concat_dim, which counts from the end if it is below 0, and puts the values in
// the order of their indices. Shapes: indices is [n,rank], values [n], the dense shape [rank]. Errors:
// INVALID_ARGUMENT where other dims differ.
inline SparseConcatOutputs SparseConcat(const std::vector<Input>& indices, const std::vector<Input>& values,
    const std::vector<Input>& shapes, std::int64_t concat_dim, const SparseConcatAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseConcat", attrs.name).In(indices, "*=int64:N")
      .In(values, "*T:N").In(shapes, "*=int64:N").Attr("concat_dim", concat_dim).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseConditionalAccumulatorAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string reduction_type = "MEAN";
  std::string name = "";
};
// Gives the handle of an accumulator of gradients that have some rows only. Errors: UNIMPLEMENTED for complex
// and quantised types and integers of 8 and 16 bits.
// dtype: float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, uint16,
// complex128, half, uint32, uint64.
// reduction_type: MEAN, SUM.
inline Output SparseConditionalAccumulator(const Graph& graph, DType dtype, const PartialShape& shape,
    const SparseConditionalAccumulatorAttrs& attrs = {}) {
  return detail::OpCall("SparseConditionalAccumulator", attrs.name, graph.state()).Attr("dtype", dtype)
      .Attr("shape", shape).Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("reduction_type", attrs.reduction_type).One();
}

struct SparseCountSparseOutputOutputs {
  Output output_indices;
  Output output_values;
  Output output_dense_shape;
};
struct SparseCountSparseOutputAttrs {
  std::int64_t minlength = -1;
  std::int64_t maxlength = -1;
  std::string name = "";
};
// As DenseCountSparseOutput, of a sparse tensor, whose rows are counted if it has more than one dimension.
// Shapes: indices is [n, rank], values [n], dense_shape [rank], weights like values or empty.
inline SparseCountSparseOutputOutputs SparseCountSparseOutput(const Input& indices, const Input& values,
    const Input& dense_shape, const Input& weights, bool binary_output,
    const SparseCountSparseOutputAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseCountSparseOutput", attrs.name).In(indices, "=int64")
      .In(values, "T").In(dense_shape, "=int64").In(weights, "output_type")
      .Attr("binary_output", binary_output).Attr("minlength", attrs.minlength)
      .Attr("maxlength", attrs.maxlength).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseCrossOutputs {
  Output output_indices;
  Output output_values;
  Output output_shape;
};
struct SparseCrossAttrs {
  std::string name = "";
};
// Crosses features: gives for each row all combinations of one value of every sparse and dense input, joined
// by _X_ or, with hashed_output, as one hash of hash_key and the values' (FarmHash's Fingerprint64 of
// strings) modulo num_buckets, if there are any. Rows of sparse inputs are in order. The last column runs
// fastest. The result is sparse, [rows, most crosses of one row]. Errors: INVALID_ARGUMENT for inputs of
// different numbers of rows, or indices out of order.
// out_type: int64, string.
// internal_type: int64, string.
inline SparseCrossOutputs SparseCross(const std::vector<Input>& indices, const std::vector<Input>& values,
    const std::vector<Input>& shapes, const std::vector<Input>& dense_inputs, bool hashed_output,
    std::int64_t num_buckets, std::int64_t hash_key, DType out_type, DType internal_type,
    const SparseCrossAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseCross", attrs.name).In(indices, "*=int64:N")
      .In(values, "**sparse_types").In(shapes, "*=int64:N").In(dense_inputs, "**dense_types")
      .Attr("hashed_output", hashed_output).Attr("num_buckets", num_buckets).Attr("hash_key", hash_key)
      .Attr("out_type", out_type).Attr("internal_type", internal_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseCrossHashedOutputs {
  Output output_indices;
  Output output_values;
  Output output_shape;
};
struct SparseCrossHashedAttrs {
  std::string name = "";
};
// Crosses features: gives for each row all combinations of one value of every sparse and dense input as one
// hash of the values', which for strings is FarmHash's Fingerprint64 or, with strong_hash, SipHash with salt,
// modulo num_buckets if that is above 0. Rows of sparse inputs are in order. The last column runs fastest.
// The result is sparse, [rows, most crosses of one row]. Errors: INVALID_ARGUMENT for inputs of different
// numbers of rows, or indices out of order.
inline SparseCrossHashedOutputs SparseCrossHashed(const std::vector<Input>& indices,
    const std::vector<Input>& values, const std::vector<Input>& shapes,
    const std::vector<Input>& dense_inputs, const Input& num_buckets, const Input& strong_hash,
    const Input& salt, const SparseCrossHashedAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseCrossHashed", attrs.name).In(indices, "*=int64:N")
      .In(values, "**sparse_types").In(shapes, "*=int64:N").In(dense_inputs, "**dense_types")
      .In(num_buckets, "=int64").In(strong_hash, "=bool").In(salt, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseCrossV2Outputs {
  Output output_indices;
  Output output_values;
  Output output_shape;
};
struct SparseCrossV2Attrs {
  std::string name = "";
};
// Crosses features: gives for each row all combinations of one value of every sparse and dense input, joined
// by sep. Rows of sparse inputs are in order. The last column runs fastest. The result is sparse, [rows, most
// crosses of one row]. Errors: INVALID_ARGUMENT for inputs of different numbers of rows, or indices out of
// order.
inline SparseCrossV2Outputs SparseCrossV2(const std::vector<Input>& indices, const std::vector<Input>& values,
    const std::vector<Input>& shapes, const std::vector<Input>& dense_inputs, const Input& sep,
    const SparseCrossV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("SparseCrossV2", attrs.name).In(indices, "*=int64:N")
      .In(values, "**sparse_types").In(shapes, "*=int64:N").In(dense_inputs, "**dense_types")
      .In(sep, "=string").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseDenseCwiseAddAttrs {
  std::string name = "";
};
// Gives the sum of each value of a sparse tensor and what dense, broadcast to its shape, has in its place.
// Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank]; output is like sp_values. Errors:
// INVALID_ARGUMENT for a dense tensor that does not broadcast to sp_shape, or an index out of range.
inline Output SparseDenseCwiseAdd(const Input& sp_indices, const Input& sp_values, const Input& sp_shape,
    const Input& dense, const SparseDenseCwiseAddAttrs& attrs = {}) {
  return detail::OpCall("SparseDenseCwiseAdd", attrs.name).In(sp_indices, "=int64").In(sp_values, "T")
      .In(sp_shape, "=int64").In(dense, "T").One();
}

struct SparseDenseCwiseDivAttrs {
  std::string name = "";
};
// Gives the quotient of each value of a sparse tensor and what dense, broadcast to its shape, has in its
// place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank]; output is like sp_values. Errors:
// INVALID_ARGUMENT for a dense tensor that does not broadcast to sp_shape, or an index out of range.
inline Output SparseDenseCwiseDiv(const Input& sp_indices, const Input& sp_values, const Input& sp_shape,
    const Input& dense, const SparseDenseCwiseDivAttrs& attrs = {}) {
  return detail::OpCall("SparseDenseCwiseDiv", attrs.name).In(sp_indices, "=int64").In(sp_values, "T")
      .In(sp_shape, "=int64").In(dense, "T").One();
}

struct SparseDenseCwiseMulAttrs {
  std::string name = "";
};
// Gives the product of each value of a sparse tensor and what dense, broadcast to its shape, has in its
// place. Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank]; output is like sp_values. Errors:
// INVALID_ARGUMENT for a dense tensor that does not broadcast to sp_shape, or an index out of range.
inline Output SparseDenseCwiseMul(const Input& sp_indices, const Input& sp_values, const Input& sp_shape,
    const Input& dense, const SparseDenseCwiseMulAttrs& attrs = {}) {
  return detail::OpCall("SparseDenseCwiseMul", attrs.name).In(sp_indices, "=int64").In(sp_values, "T")
      .In(sp_shape, "=int64").In(dense, "T").One();
}

struct SparseFillEmptyRowsOutputs {
  Output output_indices;
  Output output_values;
  Output empty_row_indicator;
  Output reverse_index_map;
};
struct SparseFillEmptyRowsAttrs {
  std::string name = "";
};
// Gives each row, which is the first dim, that has no values one of default_value at its begin, and orders
// values by rows. empty_row_indicator says which rows these were, reverse_index_map where each value has
// gone. Shapes: indices is [n,rank], values [n], dense_shape [rank], default_value a scalar. Errors:
// INVALID_ARGUMENT for a row out of range.
inline SparseFillEmptyRowsOutputs SparseFillEmptyRows(const Input& indices, const Input& values,
    const Input& dense_shape, const Input& default_value, const SparseFillEmptyRowsAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseFillEmptyRows", attrs.name).In(indices, "=int64")
      .In(values, "T").In(dense_shape, "=int64").In(default_value, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseFillEmptyRowsGradOutputs {
  Output d_values;
  Output d_default_value;
};
struct SparseFillEmptyRowsGradAttrs {
  std::string name = "";
};
// Gives the gradients of the values and of the default value of SparseFillEmptyRows. Shapes: vectors;
// d_values is as long as reverse_index_map, d_default_value a scalar. Errors: INVALID_ARGUMENT for an index
// out of range.
inline SparseFillEmptyRowsGradOutputs SparseFillEmptyRowsGrad(const Input& reverse_index_map,
    const Input& grad_values, const SparseFillEmptyRowsGradAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseFillEmptyRowsGrad", attrs.name).In(reverse_index_map, "=int64")
      .In(grad_values, "T").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseReduceMaxAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Gives the largest values of a sparse tensor, 0 where there are none, along the dims in reduction_axes,
// which count from the end below 0; keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes:
// input_indices is [n,rank], input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or
// index out of range. The output is dense.
inline Output SparseReduceMax(const Input& input_indices, const Input& input_values, const Input& input_shape,
    const Input& reduction_axes, const SparseReduceMaxAttrs& attrs = {}) {
  return detail::OpCall("SparseReduceMax", attrs.name).In(input_indices, "=int64").In(input_values, "T")
      .In(input_shape, "=int64").In(reduction_axes, "=int32").Attr("keep_dims", attrs.keep_dims).One();
}

struct SparseReduceMaxSparseOutputs {
  Output output_indices;
  Output output_values;
  Output output_shape;
};
struct SparseReduceMaxSparseAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Gives the largest values of a sparse tensor along the dims in reduction_axes, which count from the end
// below 0; keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input_indices is [n,rank],
// input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or index out of range. The
// output is sparse.
inline SparseReduceMaxSparseOutputs SparseReduceMaxSparse(const Input& input_indices,
    const Input& input_values, const Input& input_shape, const Input& reduction_axes,
    const SparseReduceMaxSparseAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseReduceMaxSparse", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").In(reduction_axes, "=int32")
      .Attr("keep_dims", attrs.keep_dims).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseReduceSumAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Adds the values of a sparse tensor along the dims in reduction_axes, which count from the end below 0;
// keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input_indices is [n,rank],
// input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or index out of range. The
// output is dense.
inline Output SparseReduceSum(const Input& input_indices, const Input& input_values, const Input& input_shape,
    const Input& reduction_axes, const SparseReduceSumAttrs& attrs = {}) {
  return detail::OpCall("SparseReduceSum", attrs.name).In(input_indices, "=int64").In(input_values, "T")
      .In(input_shape, "=int64").In(reduction_axes, "=int32").Attr("keep_dims", attrs.keep_dims).One();
}

struct SparseReduceSumSparseOutputs {
  Output output_indices;
  Output output_values;
  Output output_shape;
};
struct SparseReduceSumSparseAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Adds the values of a sparse tensor along the dims in reduction_axes, which count from the end below 0;
// keep_dims keeps them, as 1. Without axes nothing is reduced. Shapes: input_indices is [n,rank],
// input_values [n], input_shape [rank]. Errors: INVALID_ARGUMENT for an axis or index out of range. The
// output is sparse.
inline SparseReduceSumSparseOutputs SparseReduceSumSparse(const Input& input_indices,
    const Input& input_values, const Input& input_shape, const Input& reduction_axes,
    const SparseReduceSumSparseAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseReduceSumSparse", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").In(reduction_axes, "=int32")
      .Attr("keep_dims", attrs.keep_dims).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseReorderOutputs {
  Output output_indices;
  Output output_values;
};
struct SparseReorderAttrs {
  std::string name = "";
};
// Puts the values of a sparse tensor in the order of their indices, row by row. Shapes: indices is [n,rank],
// values [n], the dense shape [rank].
inline SparseReorderOutputs SparseReorder(const Input& input_indices, const Input& input_values,
    const Input& input_shape, const SparseReorderAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseReorder", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseReshapeOutputs {
  Output output_indices;
  Output output_shape;
};
struct SparseReshapeAttrs {
  std::string name = "";
};
// Gives a sparse tensor another shape of as many elements, of which one dim may be -1. Shapes: input_indices
// is [n,rank], the shapes are vectors. Errors: INVALID_ARGUMENT for a shape of another size, or an index out
// of range.
inline SparseReshapeOutputs SparseReshape(const Input& input_indices, const Input& input_shape,
    const Input& new_shape, const SparseReshapeAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseReshape", attrs.name).In(input_indices, "=int64")
      .In(input_shape, "=int64").In(new_shape, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseSegmentMeanAttrs {
  bool sparse_gradient = false;
  std::string name = "";
};
// Gives the mean of the rows of data that indices names, by segments: ids rise, and one that is missing has
// 0. Shapes: indices and segment_ids are vectors of one length; output has as many rows as the last id says.
// Errors: INVALID_ARGUMENT for an index out of range, or ids that fall or are negative.
inline Output SparseSegmentMean(const Input& data, const Input& indices, const Input& segment_ids,
    const SparseSegmentMeanAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentMean", attrs.name).In(data, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").Attr("sparse_gradient", attrs.sparse_gradient).One();
}

struct SparseSegmentMeanGradAttrs {
  std::string name = "";
};
// Gives the gradient of SparseSegmentMean with respect to data, which has output_dim0 rows, from that of its
// output. Shapes: indices and segment_ids are vectors of one length, output_dim0 a scalar. Errors:
// INVALID_ARGUMENT for an index or id out of range.
inline Output SparseSegmentMeanGrad(const Input& grad, const Input& indices, const Input& segment_ids,
    const Input& output_dim0, const SparseSegmentMeanGradAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentMeanGrad", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(output_dim0, "=int32").One();
}

struct SparseSegmentMeanGradV2Outputs {
  Output output;
  Output sorted_unique_indices;
};
struct SparseSegmentMeanGradV2Attrs {
  std::string name = "";
};
// Gives the gradient of SparseSegmentMean with respect to data, as its rows that indices names and their
// indices, rising. Shapes: indices and segment_ids are vectors of one length, dense_output_dim0, the number
// of data's rows, a scalar. Errors: INVALID_ARGUMENT for an index or id out of range.
inline SparseSegmentMeanGradV2Outputs SparseSegmentMeanGradV2(const Input& grad, const Input& indices,
    const Input& segment_ids, const Input& dense_output_dim0, const SparseSegmentMeanGradV2Attrs& attrs = {})
    {
  const Node node = detail::OpCall("SparseSegmentMeanGradV2", attrs.name).In(grad, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(dense_output_dim0, "=int32").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseSegmentMeanWithNumSegmentsAttrs {
  bool sparse_gradient = false;
  std::string name = "";
};
// Gives the mean of the rows of data that indices names, by segments: ids rise, and one that is missing has
// 0. Shapes: indices and segment_ids are vectors of one length; output has as many rows as num_segments says,
// which are 0 behind the last id. Errors: INVALID_ARGUMENT for an index out of range, or ids that fall or are
// negative, or not below num_segments.
inline Output SparseSegmentMeanWithNumSegments(const Input& data, const Input& indices,
    const Input& segment_ids, const Input& num_segments,
    const SparseSegmentMeanWithNumSegmentsAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentMeanWithNumSegments", attrs.name).In(data, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(num_segments, "Tnumsegments")
      .Attr("sparse_gradient", attrs.sparse_gradient).One();
}

struct SparseSegmentSqrtNAttrs {
  bool sparse_gradient = false;
  std::string name = "";
};
// Adds, and divides by the square root of how many they are, the rows of data that indices names, by
// segments: ids rise, and one that is missing has 0. Shapes: indices and segment_ids are vectors of one
// length; output has as many rows as the last id says. Errors: INVALID_ARGUMENT for an index out of range, or
// ids that fall or are negative.
inline Output SparseSegmentSqrtN(const Input& data, const Input& indices, const Input& segment_ids,
    const SparseSegmentSqrtNAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentSqrtN", attrs.name).In(data, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").Attr("sparse_gradient", attrs.sparse_gradient).One();
}

struct SparseSegmentSqrtNGradAttrs {
  std::string name = "";
};
// Gives the gradient of SparseSegmentSqrtN with respect to data, which has output_dim0 rows, from that of its
// output. Shapes: indices and segment_ids are vectors of one length, output_dim0 a scalar. Errors:
// INVALID_ARGUMENT for an index or id out of range.
inline Output SparseSegmentSqrtNGrad(const Input& grad, const Input& indices, const Input& segment_ids,
    const Input& output_dim0, const SparseSegmentSqrtNGradAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentSqrtNGrad", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(output_dim0, "=int32").One();
}

struct SparseSegmentSqrtNGradV2Outputs {
  Output output;
  Output sorted_unique_indices;
};
struct SparseSegmentSqrtNGradV2Attrs {
  std::string name = "";
};
// Gives the gradient of SparseSegmentSqrtN with respect to data, as its rows that indices names and their
// indices, rising. Shapes: indices and segment_ids are vectors of one length, dense_output_dim0, the number
// of data's rows, a scalar. Errors: INVALID_ARGUMENT for an index or id out of range.
inline SparseSegmentSqrtNGradV2Outputs SparseSegmentSqrtNGradV2(const Input& grad, const Input& indices,
    const Input& segment_ids, const Input& dense_output_dim0, const SparseSegmentSqrtNGradV2Attrs& attrs = {})
    {
  const Node node = detail::OpCall("SparseSegmentSqrtNGradV2", attrs.name).In(grad, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(dense_output_dim0, "=int32").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseSegmentSqrtNWithNumSegmentsAttrs {
  bool sparse_gradient = false;
  std::string name = "";
};
// Adds, and divides by the square root of how many they are, the rows of data that indices names, by
// segments: ids rise, and one that is missing has 0. Shapes: indices and segment_ids are vectors of one
// length; output has as many rows as num_segments says, which are 0 behind the last id. Errors:
// INVALID_ARGUMENT for an index out of range, or ids that fall or are negative, or not below num_segments.
inline Output SparseSegmentSqrtNWithNumSegments(const Input& data, const Input& indices,
    const Input& segment_ids, const Input& num_segments,
    const SparseSegmentSqrtNWithNumSegmentsAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentSqrtNWithNumSegments", attrs.name).In(data, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(num_segments, "Tnumsegments")
      .Attr("sparse_gradient", attrs.sparse_gradient).One();
}

struct SparseSegmentSumAttrs {
  bool sparse_gradient = false;
  std::string name = "";
};
// Adds the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes:
// indices and segment_ids are vectors of one length; output has as many rows as the last id says. Errors:
// INVALID_ARGUMENT for an index out of range, or ids that fall or are negative.
inline Output SparseSegmentSum(const Input& data, const Input& indices, const Input& segment_ids,
    const SparseSegmentSumAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentSum", attrs.name).In(data, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").Attr("sparse_gradient", attrs.sparse_gradient).One();
}

struct SparseSegmentSumGradAttrs {
  std::string name = "";
};
// Gives the gradient of SparseSegmentSum with respect to data, which has output_dim0 rows, from that of its
// output. Shapes: indices and segment_ids are vectors of one length, output_dim0 a scalar. Errors:
// INVALID_ARGUMENT for an index or id out of range.
inline Output SparseSegmentSumGrad(const Input& grad, const Input& indices, const Input& segment_ids,
    const Input& output_dim0, const SparseSegmentSumGradAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentSumGrad", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(output_dim0, "=int32").One();
}

struct SparseSegmentSumGradV2Outputs {
  Output output;
  Output sorted_unique_indices;
};
struct SparseSegmentSumGradV2Attrs {
  std::string name = "";
};
// Gives the gradient of SparseSegmentSum with respect to data, as its rows that indices names and their
// indices, rising. Shapes: indices and segment_ids are vectors of one length, dense_output_dim0, the number
// of data's rows, a scalar. Errors: INVALID_ARGUMENT for an index or id out of range.
inline SparseSegmentSumGradV2Outputs SparseSegmentSumGradV2(const Input& grad, const Input& indices,
    const Input& segment_ids, const Input& dense_output_dim0, const SparseSegmentSumGradV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("SparseSegmentSumGradV2", attrs.name).In(grad, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(dense_output_dim0, "=int32").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseSegmentSumWithNumSegmentsAttrs {
  bool sparse_gradient = false;
  std::string name = "";
};
// Adds the rows of data that indices names, by segments: ids rise, and one that is missing has 0. Shapes:
// indices and segment_ids are vectors of one length; output has as many rows as num_segments says, which are
// 0 behind the last id. Errors: INVALID_ARGUMENT for an index out of range, or ids that fall or are negative,
// or not below num_segments.
inline Output SparseSegmentSumWithNumSegments(const Input& data, const Input& indices,
    const Input& segment_ids, const Input& num_segments,
    const SparseSegmentSumWithNumSegmentsAttrs& attrs = {}) {
  return detail::OpCall("SparseSegmentSumWithNumSegments", attrs.name).In(data, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(num_segments, "Tnumsegments")
      .Attr("sparse_gradient", attrs.sparse_gradient).One();
}

struct SparseSliceOutputs {
  Output output_indices;
  Output output_values;
  Output output_shape;
};
struct SparseSliceAttrs {
  std::string name = "";
};
// Cuts what lies in [start,start + size) out of a sparse tensor; a slice that goes beyond its end ends there.
// Shapes: as the input's parts; start and size are [rank]. Errors: INVALID_ARGUMENT for a size below 0.
inline SparseSliceOutputs SparseSlice(const Input& indices, const Input& values, const Input& shape,
    const Input& start, const Input& size, const SparseSliceAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseSlice", attrs.name).In(indices, "=int64").In(values, "T")
      .In(shape, "=int64").In(start, "=int64").In(size, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SparseSliceGradAttrs {
  std::string name = "";
};
// Gives each of the values that SparseSlice was given the gradient of its place in the slice, others 0.
// Shapes: val_grad has as many elements as input_indices rows. Errors: INVALID_ARGUMENT for a row of
// output_indices that is not among those of the input, in their order.
inline Output SparseSliceGrad(const Input& backprop_val_grad, const Input& input_indices,
    const Input& input_start, const Input& output_indices, const SparseSliceGradAttrs& attrs = {}) {
  return detail::OpCall("SparseSliceGrad", attrs.name).In(backprop_val_grad, "T")
      .In(input_indices, "=int64").In(input_start, "=int64").In(output_indices, "=int64").One();
}

struct SparseSoftmaxAttrs {
  std::string name = "";
};
// Gives the softmax of the values of each row of the last dim; what is not there counts as nothing, not as 0.
// Shapes: sp_indices is [n,rank], sp_values [n], sp_shape [rank], with a rank of at least 2; output is like
// sp_values.
inline Output SparseSoftmax(const Input& sp_indices, const Input& sp_values, const Input& sp_shape,
    const SparseSoftmaxAttrs& attrs = {}) {
  return detail::OpCall("SparseSoftmax", attrs.name).In(sp_indices, "=int64").In(sp_values, "T")
      .In(sp_shape, "=int64").One();
}

struct SparseSoftmaxCrossEntropyWithLogitsOutputs {
  Output loss;
  Output backprop;
};
struct SparseSoftmaxCrossEntropyWithLogitsAttrs {
  std::string name = "";
};
// Gives for every row -log(softmax(features))[label], and its gradient for features as backprop. Shapes:
// features is [batch,classes], labels and loss are [batch]. Errors: INVALID_ARGUMENT for a label outside
// [0,classes).
inline SparseSoftmaxCrossEntropyWithLogitsOutputs SparseSoftmaxCrossEntropyWithLogits(const Input& features,
    const Input& labels, const SparseSoftmaxCrossEntropyWithLogitsAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseSoftmaxCrossEntropyWithLogits", attrs.name).In(features, "T")
      .In(labels, "Tlabels").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseSparseMaximumOutputs {
  Output output_indices;
  Output output_values;
};
struct SparseSparseMaximumAttrs {
  std::string name = "";
};
// Gives the larger ones of the values of two sparse tensors of one shape, whose indices are in order; what
// one of them does not have is 0. Shapes: indices is [n,rank], values [n], the dense shape [rank]. Errors:
// INVALID_ARGUMENT where the dense shapes differ.
inline SparseSparseMaximumOutputs SparseSparseMaximum(const Input& a_indices, const Input& a_values,
    const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape,
    const SparseSparseMaximumAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseSparseMaximum", attrs.name).In(a_indices, "=int64")
      .In(a_values, "T").In(a_shape, "=int64").In(b_indices, "=int64").In(b_values, "T")
      .In(b_shape, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseSparseMinimumOutputs {
  Output output_indices;
  Output output_values;
};
struct SparseSparseMinimumAttrs {
  std::string name = "";
};
// Gives the smaller ones of the values of two sparse tensors of one shape, whose indices are in order; what
// one of them does not have is 0. Shapes: indices is [n,rank], values [n], the dense shape [rank]. Errors:
// INVALID_ARGUMENT where the dense shapes differ.
inline SparseSparseMinimumOutputs SparseSparseMinimum(const Input& a_indices, const Input& a_values,
    const Input& a_shape, const Input& b_indices, const Input& b_values, const Input& b_shape,
    const SparseSparseMinimumAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseSparseMinimum", attrs.name).In(a_indices, "=int64")
      .In(a_values, "T").In(a_shape, "=int64").In(b_indices, "=int64").In(b_values, "T")
      .In(b_shape, "=int64").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SparseSplitOutputs {
  std::vector<Output> output_indices;
  std::vector<Output> output_values;
  std::vector<Output> output_shape;
};
struct SparseSplitAttrs {
  std::string name = "";
};
// Cuts a sparse tensor into num_split parts along split_dim; where the dim is no multiple the first ones have
// one more. Shapes: indices is [n,rank], values [n], the dense shape [rank]. Errors: INVALID_ARGUMENT for
// more parts than the dim has, or an index out of range.
inline SparseSplitOutputs SparseSplit(const Input& split_dim, const Input& indices, const Input& values,
    const Input& shape, std::int64_t num_split, const SparseSplitAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseSplit", attrs.name).In(split_dim, "=int64")
      .In(indices, "=int64").In(values, "T").In(shape, "=int64").Attr("num_split", num_split).Add();
  std::int32_t at = 0;
  return {detail::OpCall::Many(node, "*=int64:num_split", &at), detail::OpCall::Many(node, "*T:num_split", &at), detail::OpCall::Many(node, "*=int64:num_split", &at)};
}

struct SparseTensorDenseAddAttrs {
  std::string name = "";
};
// Adds a sparse tensor to a dense one. Shapes: a_indices is [n,rank], a_values [n], a_shape [rank]; b and
// output have that shape. Errors: INVALID_ARGUMENT for another shape, or an index out of range.
inline Output SparseTensorDenseAdd(const Input& a_indices, const Input& a_values, const Input& a_shape,
    const Input& b, const SparseTensorDenseAddAttrs& attrs = {}) {
  return detail::OpCall("SparseTensorDenseAdd", attrs.name).In(a_indices, "Tindices").In(a_values, "T")
      .In(a_shape, "Tindices").In(b, "T").One();
}

struct SparseTensorDenseMatMulAttrs {
  bool adjoint_a = false;
  bool adjoint_b = false;
  std::string name = "";
};
// Multiplies a sparse matrix with a dense one; adjoint_a and adjoint_b take the adjoint first. Values of a at
// one place add up. Shapes: a_indices is [n,2], a_values [n], a_shape two numbers. Errors: INVALID_ARGUMENT
// for an index out of range, and if the inner dimensions differ.
inline Output SparseTensorDenseMatMul(const Input& a_indices, const Input& a_values, const Input& a_shape,
    const Input& b, const SparseTensorDenseMatMulAttrs& attrs = {}) {
  return detail::OpCall("SparseTensorDenseMatMul", attrs.name).In(a_indices, "Tindices")
      .In(a_values, "T").In(a_shape, "=int64").In(b, "T").Attr("adjoint_a", attrs.adjoint_a)
      .Attr("adjoint_b", attrs.adjoint_b).One();
}

struct SparseTensorSliceDatasetAttrs {
  std::string name = "";
};
// Gives a dataset of the rows of a sparse tensor, each a sparse tensor of three components. Shapes: indices
// [n,rank], values [n], dense_shape [rank]. Errors: INVALID_ARGUMENT where these do not fit; UNIMPLEMENTED
// unless the rows are sorted.
inline Output SparseTensorSliceDataset(const Input& indices, const Input& values, const Input& dense_shape,
    const SparseTensorSliceDatasetAttrs& attrs = {}) {
  return detail::OpCall("SparseTensorSliceDataset", attrs.name).In(indices, "=int64")
      .In(values, "Tvalues").In(dense_shape, "=int64").One();
}

struct SparseToDenseAttrs {
  bool validate_indices = true;
  std::string name = "";
};
// Gives a dense tensor of default_value, with sparse_values where sparse_indices say. Shapes: sparse_indices
// is [n,rank] ([n] and [] for vectors), sparse_values is [n] or a scalar, default_value a scalar. Errors:
// INVALID_ARGUMENT for an index out of range and, with validate_indices, for indices that repeat or are not
// in order.
inline Output SparseToDense(const Input& sparse_indices, const Input& output_shape,
    const Input& sparse_values, const Input& default_value, const SparseToDenseAttrs& attrs = {}) {
  return detail::OpCall("SparseToDense", attrs.name).In(sparse_indices, "Tindices")
      .In(output_shape, "Tindices").In(sparse_values, "T").In(default_value, "T")
      .Attr("validate_indices", attrs.validate_indices).One();
}

struct SparseToSparseSetOperationOutputs {
  Output result_indices;
  Output result_values;
  Output result_shape;
};
struct SparseToSparseSetOperationAttrs {
  bool validate_indices = true;
  std::string name = "";
};
// Combines the sets that are the rows of the last dim of two sparse tensors, without repetition.
// set_operation is a-b, b-a, intersection or union. The result is sparse, each of its sets in rising order.
// Errors: INVALID_ARGUMENT for another operation, or groups that differ; with validate_indices for indices
// out of order.
inline SparseToSparseSetOperationOutputs SparseToSparseSetOperation(const Input& set1_indices,
    const Input& set1_values, const Input& set1_shape, const Input& set2_indices, const Input& set2_values,
    const Input& set2_shape, const std::string& set_operation,
    const SparseToSparseSetOperationAttrs& attrs = {}) {
  const Node node = detail::OpCall("SparseToSparseSetOperation", attrs.name).In(set1_indices, "=int64")
      .In(set1_values, "T").In(set1_shape, "=int64").In(set2_indices, "=int64").In(set2_values, "T")
      .In(set2_shape, "=int64").Attr("set_operation", set_operation)
      .Attr("validate_indices", attrs.validate_indices).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SpenceAttrs {
  std::string name = "";
};
// Gives Spence's function, minus the integral of log(t) / (t - 1) from 1 to x; NaN below 0. Shapes: y is like
// x.
inline Output Spence(const Input& x, const SpenceAttrs& attrs = {}) {
  return detail::OpCall("Spence", attrs.name).In(x, "T").One();
}

struct SplitAttrs {
  std::string name = "";
};
// Cuts a tensor into num_split equal pieces along an axis. Shapes: split_dim is a scalar in [-rank,rank).
// Errors: INVALID_ARGUMENT if num_split does not divide that dimension.
inline std::vector<Output> Split(const Input& split_dim, const Input& value, std::int64_t num_split,
    const SplitAttrs& attrs = {}) {
  const Node node = detail::OpCall("Split", attrs.name).In(split_dim, "=int32").In(value, "T")
      .Attr("num_split", num_split).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "*T:num_split", &at);
}

struct SplitVAttrs {
  std::string name = "";
};
// Cuts a tensor into pieces of the given sizes along an axis; one size may be -1, which is what is left.
// Shapes: size_splits is a vector of num_split; split_dim is a scalar in [-rank,rank). Errors:
// INVALID_ARGUMENT if the sizes do not add up to that dimension.
inline std::vector<Output> SplitV(const Input& value, const Input& size_splits, const Input& split_dim,
    std::int64_t num_split, const SplitVAttrs& attrs = {}) {
  const Node node = detail::OpCall("SplitV", attrs.name).In(value, "T").In(size_splits, "Tlen")
      .In(split_dim, "=int32").Attr("num_split", num_split).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "*T:num_split", &at);
}

struct SqrtAttrs {
  std::string name = "";
};
// Gives the square root of x, element by element; NaN below 0. Shapes: y is like x.
inline Output Sqrt(const Input& x, const SqrtAttrs& attrs = {}) {
  return detail::OpCall("Sqrt", attrs.name).In(x, "T").One();
}

struct SqrtGradAttrs {
  std::string name = "";
};
// Gives dy * 0.5 / conj(y), the gradient of Sqrt for its output y, and 0 where dy is 0. Shapes: all alike.
inline Output SqrtGrad(const Input& y, const Input& dy, const SqrtGradAttrs& attrs = {}) {
  return detail::OpCall("SqrtGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

struct SquareAttrs {
  std::string name = "";
};
// Gives x * x, element by element. Shapes: y is like x.
inline Output Square(const Input& x, const SquareAttrs& attrs = {}) {
  return detail::OpCall("Square", attrs.name).In(x, "T").One();
}

struct SquaredDifferenceAttrs {
  std::string name = "";
};
// Gives (x - y) squared, element by element; conj(x - y) * (x - y) for complex numbers. Shapes: x and y
// broadcast against each other.
inline Output SquaredDifference(const Input& x, const Input& y, const SquaredDifferenceAttrs& attrs = {}) {
  return detail::OpCall("SquaredDifference", attrs.name).In(x, "T").In(y, "T").One();
}

struct SqueezeAttrs {
  std::vector<std::int64_t> squeeze_dims = {};
  std::string name = "";
};
// Removes dimensions of size 1: those listed, or all if none are. Shapes: listed axes lie in [-rank,rank).
// Errors: INVALID_ARGUMENT for a listed axis out of range or not of size 1.
inline Output Squeeze(const Input& input, const SqueezeAttrs& attrs = {}) {
  return detail::OpCall("Squeeze", attrs.name).In(input, "T").Attr("squeeze_dims", attrs.squeeze_dims)
      .One();
}

struct StackCloseV2Attrs {
  std::string name = "";
};
// Drops what is on the stack; it cannot be used any more.
inline Node StackCloseV2(const Input& handle, const StackCloseV2Attrs& attrs = {}) {
  return detail::OpCall("StackCloseV2", attrs.name).In(handle, "=resource").Add();
}

struct StackPopV2Attrs {
  std::string name = "";
};
// Takes the element last put on the stack. Errors: INVALID_ARGUMENT for an empty stack or another type;
// FAILED_PRECONDITION if it is closed.
inline Output StackPopV2(const Input& handle, DType elem_type, const StackPopV2Attrs& attrs = {}) {
  return detail::OpCall("StackPopV2", attrs.name).In(handle, "=resource").Attr("elem_type", elem_type)
      .One();
}

struct StackPushV2Attrs {
  bool swap_memory = false;
  std::string name = "";
};
// Puts elem on the stack and passes it on. Shapes: output is like elem. Errors: INVALID_ARGUMENT for another
// type; RESOURCE_EXHAUSTED if the stack is full; FAILED_PRECONDITION if it is closed.
inline Output StackPushV2(const Input& handle, const Input& elem, const StackPushV2Attrs& attrs = {}) {
  return detail::OpCall("StackPushV2", attrs.name).In(handle, "=resource").In(elem, "T")
      .Attr("swap_memory", attrs.swap_memory).One();
}

struct StackV2Attrs {
  std::string stack_name = "";
  std::string name = "";
};
// Gives the handle of a new stack of tensors of elem_type, at most max_size of them if that is not negative.
// It ends with its step. Shapes: max_size is a scalar.
inline Output StackV2(const Input& max_size, DType elem_type, const StackV2Attrs& attrs = {}) {
  return detail::OpCall("StackV2", attrs.name).In(max_size, "=int32").Attr("elem_type", elem_type)
      .Attr("stack_name", attrs.stack_name).One();
}

struct StageAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Puts the tensors into the staging area of shared_name, waiting for room: at most capacity tuples, and
// memory_limit bytes; 0 sets no limit. Shapes: any. Errors: RESOURCE_EXHAUSTED for a tuple above
// memory_limit.
inline Node Stage(const std::vector<Input>& values, const StageAttrs& attrs = {}) {
  return detail::OpCall("Stage", attrs.name).In(values, "**dtypes").Attr("capacity", attrs.capacity)
      .Attr("memory_limit", attrs.memory_limit).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Add();
}

struct StageClearAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Drops all tuples. Shapes: none.
inline Node StageClear(const Graph& graph, const std::vector<DType>& dtypes,
    const StageClearAttrs& attrs = {}) {
  return detail::OpCall("StageClear", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
}

struct StagePeekAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives tuple `index`, the oldest being 0, waiting for it, and leaves it. Shapes: index is a scalar. Errors:
// as Unstage.
inline std::vector<Output> StagePeek(const Input& index, const std::vector<DType>& dtypes,
    const StagePeekAttrs& attrs = {}) {
  const Node node = detail::OpCall("StagePeek", attrs.name).In(index, "=int32").Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**dtypes", &at);
}

struct StageSizeAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the number of tuples. Shapes: size is a scalar.
inline Output StageSize(const Graph& graph, const std::vector<DType>& dtypes,
    const StageSizeAttrs& attrs = {}) {
  return detail::OpCall("StageSize", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct StatefulPartitionedCallAttrs {
  std::string config = "";
  std::string config_proto = "";
  std::string executor_type = "";
  std::string name = "";
};
// Gives the results of the function f, which may have effects. Errors: as PartitionedCall.
inline std::vector<Output> StatefulPartitionedCall(const std::vector<Input>& args,
    const std::vector<DType>& Tout, const Function& f, const StatefulPartitionedCallAttrs& attrs = {}) {
  const Node node = detail::OpCall("StatefulPartitionedCall", attrs.name).In(args, "**Tin")
      .Attr("Tout", Tout).Attr("f", f).Attr("config", attrs.config)
      .Attr("config_proto", attrs.config_proto).Attr("executor_type", attrs.executor_type).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct StatelessCaseAttrs {
  std::vector<PartialShape> output_shapes = {};
  std::string name = "";
};
// As Case, for branches without effects.
inline std::vector<Output> StatelessCase(const Input& branch_index, const std::vector<Input>& input,
    const std::vector<DType>& Tout, const std::vector<Function>& branches,
    const StatelessCaseAttrs& attrs = {}) {
  const Node node = detail::OpCall("StatelessCase", attrs.name).In(branch_index, "=int32")
      .In(input, "**Tin").Attr("Tout", Tout).Attr("branches", branches)
      .Attr("output_shapes", attrs.output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct StatelessIfAttrs {
  std::vector<PartialShape> output_shapes = {};
  std::string name = "";
};
// As If, for branches without effects.
inline std::vector<Output> StatelessIf(const Input& cond, const std::vector<Input>& input,
    const std::vector<DType>& Tout, const Function& then_branch, const Function& else_branch,
    const StatelessIfAttrs& attrs = {}) {
  const Node node = detail::OpCall("StatelessIf", attrs.name).In(cond, "Tcond").In(input, "**Tin")
      .Attr("Tout", Tout).Attr("then_branch", then_branch).Attr("else_branch", else_branch)
      .Attr("output_shapes", attrs.output_shapes).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct StatelessMultinomialAttrs {
  DType output_dtype = DType::kInt64;
  std::string name = "";
};
// As Multinomial, but the classes depend on seed alone. Shapes: seed is a vector of two. Errors:
// INVALID_ARGUMENT for another seed.
// output_dtype: int32, int64.
inline Output StatelessMultinomial(const Input& logits, const Input& num_samples, const Input& seed,
    const StatelessMultinomialAttrs& attrs = {}) {
  return detail::OpCall("StatelessMultinomial", attrs.name).In(logits, "T").In(num_samples, "=int32")
      .In(seed, "Tseed").Attr("output_dtype", attrs.output_dtype).One();
}

struct StatelessParameterizedTruncatedNormalAttrs {
  std::string name = "";
};
// As ParameterizedTruncatedNormal, but the numbers depend on seed alone. Shapes: shape is that of output, and
// ends with what the parameters broadcast to; seed is a vector of two.
inline Output StatelessParameterizedTruncatedNormal(const Input& shape, const Input& seed, const Input& means,
    const Input& stddevs, const Input& minvals, const Input& maxvals,
    const StatelessParameterizedTruncatedNormalAttrs& attrs = {}) {
  return detail::OpCall("StatelessParameterizedTruncatedNormal", attrs.name).In(shape, "S")
      .In(seed, "Tseed").In(means, "dtype").In(stddevs, "dtype").In(minvals, "dtype")
      .In(maxvals, "dtype").One();
}

struct StatelessRandomBinomialAttrs {
  DType dtype = DType::kInt64;
  std::string name = "";
};
// Draws from binomial distributions: how many of counts trials succeed, each with the chance probs; NaN (0,
// of integers) for NaN. Shapes: shape is that of output, and ends with what the parameters broadcast to; seed
// is a vector of two. Source: Devroye 1986, Hoermann 1993.
// dtype: half, float, double, int32, int64.
inline Output StatelessRandomBinomial(const Input& shape, const Input& seed, const Input& counts,
    const Input& probs, const StatelessRandomBinomialAttrs& attrs = {}) {
  return detail::OpCall("StatelessRandomBinomial", attrs.name).In(shape, "S").In(seed, "Tseed")
      .In(counts, "T").In(probs, "T").Attr("dtype", attrs.dtype).One();
}

struct StatelessRandomGammaV2Attrs {
  std::string name = "";
};
// As RandomGamma, but the numbers depend on seed alone. Shapes: shape is that of output, and ends with that
// of alpha; seed is a vector of two.
inline Output StatelessRandomGammaV2(const Input& shape, const Input& seed, const Input& alpha,
    const StatelessRandomGammaV2Attrs& attrs = {}) {
  return detail::OpCall("StatelessRandomGammaV2", attrs.name).In(shape, "T").In(seed, "Tseed")
      .In(alpha, "dtype").One();
}

struct StatelessRandomGammaV3Attrs {
  std::string name = "";
};
// As StatelessRandomGammaV2, from the stream of key and counter. Shapes: key is a vector of one, counter of
// two, alg a scalar. Errors: UNIMPLEMENTED for an algorithm other than 1 (Philox) and 3 (any).
inline Output StatelessRandomGammaV3(const Input& shape, const Input& key, const Input& counter,
    const Input& alg, const Input& alpha, const StatelessRandomGammaV3Attrs& attrs = {}) {
  return detail::OpCall("StatelessRandomGammaV3", attrs.name).In(shape, "shape_dtype")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").In(alpha, "dtype").One();
}

struct StatelessRandomGetAlgAttrs {
  std::string name = "";
};
// Gives the number of the algorithm of random numbers: 1, Philox. Shapes: alg is a scalar.
inline Output StatelessRandomGetAlg(const Graph& graph, const StatelessRandomGetAlgAttrs& attrs = {}) {
  return detail::OpCall("StatelessRandomGetAlg", attrs.name, graph.state()).One();
}

struct StatelessRandomGetKeyCounterOutputs {
  Output key;
  Output counter;
};
struct StatelessRandomGetKeyCounterAttrs {
  std::string name = "";
};
// Makes the key and the counter of a stream from a seed, as the ops without state do that take the seed
// itself. Shapes: seed is a vector of two, key of one, counter of two.
inline StatelessRandomGetKeyCounterOutputs StatelessRandomGetKeyCounter(const Input& seed,
    const StatelessRandomGetKeyCounterAttrs& attrs = {}) {
  const Node node = detail::OpCall("StatelessRandomGetKeyCounter", attrs.name).In(seed, "Tseed").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct StatelessRandomGetKeyCounterAlgOutputs {
  Output key;
  Output counter;
  Output alg;
};
struct StatelessRandomGetKeyCounterAlgAttrs {
  std::string name = "";
};
// As StatelessRandomGetKeyCounter, with the number of the algorithm: 1, Philox. Shapes: alg is a scalar.
inline StatelessRandomGetKeyCounterAlgOutputs StatelessRandomGetKeyCounterAlg(const Input& seed,
    const StatelessRandomGetKeyCounterAlgAttrs& attrs = {}) {
  const Node node = detail::OpCall("StatelessRandomGetKeyCounterAlg", attrs.name).In(seed, "Tseed")
      .Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct StatelessRandomNormalAttrs {
  DType dtype = DType::kFloat;
  std::string name = "";
};
// As RandomStandardNormal, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors:
// INVALID_ARGUMENT for another seed.
// dtype: half, bfloat16, float, double.
inline Output StatelessRandomNormal(const Input& shape, const Input& seed,
    const StatelessRandomNormalAttrs& attrs = {}) {
  return detail::OpCall("StatelessRandomNormal", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

struct StatelessRandomNormalV2Attrs {
  DType dtype = DType::kFloat;
  std::string name = "";
};
// As RandomStandardNormal, from the stream of key and counter. Shapes and errors: as
// StatelessRandomUniformV2.
// dtype: half, bfloat16, float, double.
inline Output StatelessRandomNormalV2(const Input& shape, const Input& key, const Input& counter,
    const Input& alg, const StatelessRandomNormalV2Attrs& attrs = {}) {
  return detail::OpCall("StatelessRandomNormalV2", attrs.name).In(shape, "Tshape").In(key, "=uint64")
      .In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

struct StatelessRandomPoissonAttrs {
  std::string name = "";
};
// As RandomPoissonV2, but the numbers depend on seed alone. Shapes: shape is that of output, and ends with
// that of lam; seed is a vector of two.
// dtype: half, float, double, int32, int64.
inline Output StatelessRandomPoisson(const Input& shape, const Input& seed, const Input& lam, DType dtype,
    const StatelessRandomPoissonAttrs& attrs = {}) {
  return detail::OpCall("StatelessRandomPoisson", attrs.name).In(shape, "T").In(seed, "Tseed")
      .In(lam, "Rtype").Attr("dtype", dtype).One();
}

struct StatelessRandomUniformAttrs {
  DType dtype = DType::kFloat;
  std::string name = "";
};
// As RandomUniform, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors:
// INVALID_ARGUMENT for another seed.
// dtype: half, bfloat16, float, double.
inline Output StatelessRandomUniform(const Input& shape, const Input& seed,
    const StatelessRandomUniformAttrs& attrs = {}) {
  return detail::OpCall("StatelessRandomUniform", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

struct StatelessRandomUniformFullIntAttrs {
  DType dtype = DType::kUint64;
  std::string name = "";
};
// Draws whole numbers from all that dtype has; they depend on seed alone. Shapes: shape is a vector, seed a
// vector of two.
// dtype: int32, int64, uint32, uint64.
inline Output StatelessRandomUniformFullInt(const Input& shape, const Input& seed,
    const StatelessRandomUniformFullIntAttrs& attrs = {}) {
  return detail::OpCall("StatelessRandomUniformFullInt", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

struct StatelessRandomUniformFullIntV2Attrs {
  DType dtype = DType::kUint64;
  std::string name = "";
};
// Draws whole numbers from all that dtype has, from the stream of key and counter. Shapes and errors: as
// StatelessRandomUniformV2.
// dtype: int32, int64, uint32, uint64.
inline Output StatelessRandomUniformFullIntV2(const Input& shape, const Input& key, const Input& counter,
    const Input& alg, const StatelessRandomUniformFullIntV2Attrs& attrs = {}) {
  return detail::OpCall("StatelessRandomUniformFullIntV2", attrs.name).In(shape, "Tshape")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

struct StatelessRandomUniformIntAttrs {
  std::string name = "";
};
// As RandomUniformInt, but the numbers depend on seed alone. Shapes: seed is a vector of two, the bounds are
// scalars. Errors: INVALID_ARGUMENT for another seed, and unless minval < maxval.
inline Output StatelessRandomUniformInt(const Input& shape, const Input& seed, const Input& minval,
    const Input& maxval, const StatelessRandomUniformIntAttrs& attrs = {}) {
  return detail::OpCall("StatelessRandomUniformInt", attrs.name).In(shape, "T").In(seed, "Tseed")
      .In(minval, "dtype").In(maxval, "dtype").One();
}

struct StatelessRandomUniformIntV2Attrs {
  std::string name = "";
};
// As RandomUniformInt, from the stream of key and counter. Shapes and errors: as StatelessRandomUniformV2;
// INVALID_ARGUMENT unless minval < maxval, which are scalars.
inline Output StatelessRandomUniformIntV2(const Input& shape, const Input& key, const Input& counter,
    const Input& alg, const Input& minval, const Input& maxval,
    const StatelessRandomUniformIntV2Attrs& attrs = {}) {
  return detail::OpCall("StatelessRandomUniformIntV2", attrs.name).In(shape, "Tshape")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").In(minval, "dtype")
      .In(maxval, "dtype").One();
}

struct StatelessRandomUniformV2Attrs {
  DType dtype = DType::kFloat;
  std::string name = "";
};
// As RandomUniform, from the stream of key and counter. Shapes: shape is a vector, key a vector of one,
// counter of two, alg a scalar. Errors: UNIMPLEMENTED for an algorithm other than 1 (Philox) and 3 (any).
// dtype: half, bfloat16, float, double.
inline Output StatelessRandomUniformV2(const Input& shape, const Input& key, const Input& counter,
    const Input& alg, const StatelessRandomUniformV2Attrs& attrs = {}) {
  return detail::OpCall("StatelessRandomUniformV2", attrs.name).In(shape, "Tshape").In(key, "=uint64")
      .In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

struct StatelessSampleDistortedBoundingBoxOutputs {
  Output begin;
  Output size;
  Output bboxes;
};
struct StatelessSampleDistortedBoundingBoxAttrs {
  std::vector<float> aspect_ratio_range = {0.75f, 1.33f};
  std::vector<float> area_range = {0.05f, 1.0f};
  std::int64_t max_attempts = 100;
  bool use_image_if_no_bounding_boxes = false;
  std::string name = "";
};
// SampleDistortedBoundingBoxV2 with its seed, two numbers, as an input: the same box for the same seed.
inline StatelessSampleDistortedBoundingBoxOutputs StatelessSampleDistortedBoundingBox(const Input& image_size,
    const Input& bounding_boxes, const Input& min_object_covered, const Input& seed,
    const StatelessSampleDistortedBoundingBoxAttrs& attrs = {}) {
  const Node node = detail::OpCall("StatelessSampleDistortedBoundingBox", attrs.name).In(image_size, "T")
      .In(bounding_boxes, "=float").In(min_object_covered, "=float").In(seed, "Tseed")
      .Attr("aspect_ratio_range", attrs.aspect_ratio_range).Attr("area_range", attrs.area_range)
      .Attr("max_attempts", attrs.max_attempts)
      .Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct StatelessTruncatedNormalAttrs {
  DType dtype = DType::kFloat;
  std::string name = "";
};
// As TruncatedNormal, but the numbers depend on seed alone. Shapes: seed is a vector of two. Errors:
// INVALID_ARGUMENT for another seed.
// dtype: half, bfloat16, float, double.
inline Output StatelessTruncatedNormal(const Input& shape, const Input& seed,
    const StatelessTruncatedNormalAttrs& attrs = {}) {
  return detail::OpCall("StatelessTruncatedNormal", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

struct StatelessTruncatedNormalV2Attrs {
  DType dtype = DType::kFloat;
  std::string name = "";
};
// As TruncatedNormal, from the stream of key and counter. Shapes and errors: as StatelessRandomUniformV2.
// dtype: half, bfloat16, float, double.
inline Output StatelessTruncatedNormalV2(const Input& shape, const Input& key, const Input& counter,
    const Input& alg, const StatelessTruncatedNormalV2Attrs& attrs = {}) {
  return detail::OpCall("StatelessTruncatedNormalV2", attrs.name).In(shape, "Tshape").In(key, "=uint64")
      .In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

struct StatelessWhileAttrs {
  std::vector<PartialShape> output_shapes = {};
  std::int64_t parallel_iterations = 10;
  std::string name = "";
};
// As While, for functions without effects.
inline std::vector<Output> StatelessWhile(const std::vector<Input>& input, const Function& cond,
    const Function& body, const StatelessWhileAttrs& attrs = {}) {
  const Node node = detail::OpCall("StatelessWhile", attrs.name).In(input, "**T").Attr("cond", cond)
      .Attr("body", body).Attr("output_shapes", attrs.output_shapes)
      .Attr("parallel_iterations", attrs.parallel_iterations).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**T", &at);
}

struct StaticRegexFullMatchAttrs {
  std::string name = "";
};
// Whether the whole of each string matches the regular expression, in RE2's syntax but for classes of Unicode
// properties (\p) and single bytes (\C). Takes time in proportion to the text, whatever the pattern. Shapes:
// output is like input. Errors: INVALID_ARGUMENT for a pattern that is none; UNIMPLEMENTED naming what is not
// there; RESOURCE_EXHAUSTED for one of more than 20,000 steps. Source: github.com/google/re2/wiki/Syntax.
inline Output StaticRegexFullMatch(const Input& input, const std::string& pattern,
    const StaticRegexFullMatchAttrs& attrs = {}) {
  return detail::OpCall("StaticRegexFullMatch", attrs.name).In(input, "=string")
      .Attr("pattern", pattern).One();
}

struct StaticRegexReplaceAttrs {
  bool replace_global = true;
  std::string name = "";
};
// As RegexReplace, with pattern and rewrite known when the graph is built. Shapes: output is like input.
// Errors: as StaticRegexFullMatch.
inline Output StaticRegexReplace(const Input& input, const std::string& pattern, const std::string& rewrite,
    const StaticRegexReplaceAttrs& attrs = {}) {
  return detail::OpCall("StaticRegexReplace", attrs.name).In(input, "=string").Attr("pattern", pattern)
      .Attr("rewrite", rewrite).Attr("replace_global", attrs.replace_global).One();
}

struct StopGradientAttrs {
  std::string name = "";
};
// Passes input on; no gradient flows back through it. Shapes: output is like input.
inline Output StopGradient(const Input& input, const StopGradientAttrs& attrs = {}) {
  return detail::OpCall("StopGradient", attrs.name).In(input, "T").One();
}

struct StridedSliceAttrs {
  std::int64_t begin_mask = 0;
  std::int64_t end_mask = 0;
  std::int64_t ellipsis_mask = 0;
  std::int64_t new_axis_mask = 0;
  std::int64_t shrink_axis_mask = 0;
  std::string name = "";
};
// Python's x[begin:end:strides, ...]: bit i of a mask belongs to entry i. begin_mask and end_mask drop that
// bound, ellipsis_mask makes the entry stand for all dimensions not mentioned, new_axis_mask inserts a
// dimension of 1, shrink_axis_mask takes the single index begin[i] and removes the dimension. Negative bounds
// count from the end and are clamped. Errors: INVALID_ARGUMENT for a stride of 0, two ellipses, an index out
// of range, or more entries than dimensions.
inline Output StridedSlice(const Input& input, const Input& begin, const Input& end, const Input& strides,
    const StridedSliceAttrs& attrs = {}) {
  return detail::OpCall("StridedSlice", attrs.name).In(input, "T").In(begin, "Index").In(end, "Index")
      .In(strides, "Index").Attr("begin_mask", attrs.begin_mask).Attr("end_mask", attrs.end_mask)
      .Attr("ellipsis_mask", attrs.ellipsis_mask).Attr("new_axis_mask", attrs.new_axis_mask)
      .Attr("shrink_axis_mask", attrs.shrink_axis_mask).One();
}

struct StridedSliceGradAttrs {
  std::int64_t begin_mask = 0;
  std::int64_t end_mask = 0;
  std::int64_t ellipsis_mask = 0;
  std::int64_t new_axis_mask = 0;
  std::int64_t shrink_axis_mask = 0;
  std::string name = "";
};
// Gives zeros of the given shape, with dy where StridedSlice of that shape would have read. Errors:
// INVALID_ARGUMENT as StridedSlice, and if dy has not the shape of the slice.
inline Output StridedSliceGrad(const Input& shape, const Input& begin, const Input& end, const Input& strides,
    const Input& dy, const StridedSliceGradAttrs& attrs = {}) {
  return detail::OpCall("StridedSliceGrad", attrs.name).In(shape, "Index").In(begin, "Index")
      .In(end, "Index").In(strides, "Index").In(dy, "T").Attr("begin_mask", attrs.begin_mask)
      .Attr("end_mask", attrs.end_mask).Attr("ellipsis_mask", attrs.ellipsis_mask)
      .Attr("new_axis_mask", attrs.new_axis_mask).Attr("shrink_axis_mask", attrs.shrink_axis_mask)
      .One();
}

struct StringFormatAttrs {
  std::string template_ = "%s";
  std::string placeholder = "%s";
  std::int64_t summarize = 3;
  std::string name = "";
};
// Gives template with every placeholder in it replaced by a text of the input in its place, of which large
// tensors show the first and the last summarize elements of each dimension (-1: all). Shapes: output is a
// scalar. Errors: INVALID_ARGUMENT unless there is a placeholder for each input.
inline Output StringFormat(const std::vector<Input>& inputs, const StringFormatAttrs& attrs = {}) {
  return detail::OpCall("StringFormat", attrs.name).In(inputs, "**T").Attr("template", attrs.template_)
      .Attr("placeholder", attrs.placeholder).Attr("summarize", attrs.summarize).One();
}

struct StringJoinAttrs {
  std::string separator = "";
  std::string name = "";
};
// Joins the inputs' strings, element by element, with separator between them. Shapes: all inputs that are no
// scalars are alike; scalars are repeated.
inline Output StringJoin(const std::vector<Input>& inputs, const StringJoinAttrs& attrs = {}) {
  return detail::OpCall("StringJoin", attrs.name).In(inputs, "*=string:N")
      .Attr("separator", attrs.separator).One();
}

struct StringLengthAttrs {
  std::string unit = "BYTE";
  std::string name = "";
};
// Counts the bytes of each string, or with unit UTF8_CHAR its characters, which are the bytes that continue
// none. Shapes: output is like input.
// unit: BYTE, UTF8_CHAR.
inline Output StringLength(const Input& input, const StringLengthAttrs& attrs = {}) {
  return detail::OpCall("StringLength", attrs.name).In(input, "=string").Attr("unit", attrs.unit)
      .One();
}

struct StringLowerAttrs {
  std::string encoding = "";
  std::string name = "";
};
// Turns letters to lower case: of ASCII or, with encoding utf-8, of Unicode, in no language's own way.
// Shapes: output is like input. Errors: INVALID_ARGUMENT for another encoding.
inline Output StringLower(const Input& input, const StringLowerAttrs& attrs = {}) {
  return detail::OpCall("StringLower", attrs.name).In(input, "=string").Attr("encoding", attrs.encoding)
      .One();
}

struct StringNGramsOutputs {
  Output ngrams;
  Output ngrams_splits;
};
struct StringNGramsAttrs {
  std::string name = "";
};
// Joins neighbours of each row of a ragged tensor of strings, ngram_widths of them at a time, with separator
// between them. Each row is padded with pad_width times left_pad and right_pad, at most one less than the
// width (-1: that many). With preserve_short_sequences a row too short for any width gives itself. Shapes:
// data and data_splits are vectors, and the outputs too. Errors: INVALID_ARGUMENT for splits that do not rise
// from 0 to the size of data, or a width below 1.
inline StringNGramsOutputs StringNGrams(const Input& data, const Input& data_splits,
    const std::string& separator, const std::vector<std::int64_t>& ngram_widths, const std::string& left_pad,
    const std::string& right_pad, std::int64_t pad_width, bool preserve_short_sequences,
    const StringNGramsAttrs& attrs = {}) {
  const Node node = detail::OpCall("StringNGrams", attrs.name).In(data, "=string")
      .In(data_splits, "Tsplits").Attr("separator", separator).Attr("ngram_widths", ngram_widths)
      .Attr("left_pad", left_pad).Attr("right_pad", right_pad).Attr("pad_width", pad_width)
      .Attr("preserve_short_sequences", preserve_short_sequences).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct StringSplitOutputs {
  Output indices;
  Output values;
  Output shape;
};
struct StringSplitAttrs {
  bool skip_empty = true;
  std::string name = "";
};
// Splits each string at every byte that delimiter has, or into its bytes if that is empty, into the rows of a
// sparse matrix; with skip_empty without pieces that are empty. Shapes: input is a vector, delimiter a
// scalar; indices is [n,2], values [n], shape [2].
inline StringSplitOutputs StringSplit(const Input& input, const Input& delimiter,
    const StringSplitAttrs& attrs = {}) {
  const Node node = detail::OpCall("StringSplit", attrs.name).In(input, "=string")
      .In(delimiter, "=string").Attr("skip_empty", attrs.skip_empty).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct StringSplitV2Outputs {
  Output indices;
  Output values;
  Output shape;
};
struct StringSplitV2Attrs {
  std::int64_t maxsplit = -1;
  std::string name = "";
};
// Splits each string at sep, as Python's str.split does, into the rows of a sparse matrix: with an empty sep
// at white space, of which several count as one; at most maxsplit times unless that is -1. Shapes: input is a
// vector, sep a scalar; indices is [n,2], values [n], shape [2].
inline StringSplitV2Outputs StringSplitV2(const Input& input, const Input& sep,
    const StringSplitV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("StringSplitV2", attrs.name).In(input, "=string").In(sep, "=string")
      .Attr("maxsplit", attrs.maxsplit).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct StringStripAttrs {
  std::string name = "";
};
// Takes white space off both ends of each string. Shapes: output is like input.
inline Output StringStrip(const Input& input, const StringStripAttrs& attrs = {}) {
  return detail::OpCall("StringStrip", attrs.name).In(input, "=string").One();
}

struct StringToHashBucketAttrs {
  std::string name = "";
};
// Hashes each string (MurmurHash64A of TensorFlow's seed) into one of num_buckets. Shapes: output is like
// string_tensor.
inline Output StringToHashBucket(const Input& string_tensor, std::int64_t num_buckets,
    const StringToHashBucketAttrs& attrs = {}) {
  return detail::OpCall("StringToHashBucket", attrs.name).In(string_tensor, "=string")
      .Attr("num_buckets", num_buckets).One();
}

struct StringToHashBucketFastAttrs {
  std::string name = "";
};
// Hashes each string (FarmHash's Fingerprint64) into one of num_buckets; who can choose strings can make them
// collide. Shapes: output is like input.
inline Output StringToHashBucketFast(const Input& input, std::int64_t num_buckets,
    const StringToHashBucketFastAttrs& attrs = {}) {
  return detail::OpCall("StringToHashBucketFast", attrs.name).In(input, "=string")
      .Attr("num_buckets", num_buckets).One();
}

struct StringToHashBucketStrongAttrs {
  std::string name = "";
};
// Hashes each string (SipHash-2-4 with the two numbers of key) into one of num_buckets. Shapes: output is
// like input. Errors: INVALID_ARGUMENT unless key has two numbers.
inline Output StringToHashBucketStrong(const Input& input, std::int64_t num_buckets,
    const std::vector<std::int64_t>& key, const StringToHashBucketStrongAttrs& attrs = {}) {
  return detail::OpCall("StringToHashBucketStrong", attrs.name).In(input, "=string")
      .Attr("num_buckets", num_buckets).Attr("key", key).One();
}

struct StringToNumberAttrs {
  DType out_type = DType::kFloat;
  std::string name = "";
};
// Reads each string as a number of out_type, with white space around it or none. Shapes: output is like
// string_tensor. Errors: INVALID_ARGUMENT naming a string that is none, or whose integer does not fit.
// out_type: float, double, int32, int64, uint32, uint64.
inline Output StringToNumber(const Input& string_tensor, const StringToNumberAttrs& attrs = {}) {
  return detail::OpCall("StringToNumber", attrs.name).In(string_tensor, "=string")
      .Attr("out_type", attrs.out_type).One();
}

struct StringUpperAttrs {
  std::string encoding = "";
  std::string name = "";
};
// Turns letters to upper case: of ASCII or, with encoding utf-8, of Unicode, in no language's own way.
// Shapes: output is like input. Errors: INVALID_ARGUMENT for another encoding.
inline Output StringUpper(const Input& input, const StringUpperAttrs& attrs = {}) {
  return detail::OpCall("StringUpper", attrs.name).In(input, "=string").Attr("encoding", attrs.encoding)
      .One();
}

struct SubAttrs {
  std::string name = "";
};
// Gives x - y, element by element. Shapes: x and y broadcast against each other. Integers wrap round.
inline Output Sub(const Input& x, const Input& y, const SubAttrs& attrs = {}) {
  return detail::OpCall("Sub", attrs.name).In(x, "T").In(y, "T").One();
}

struct SubstrAttrs {
  std::string unit = "BYTE";
  std::string name = "";
};
// Gives len bytes of each string from byte pos on, or characters with unit UTF8_CHAR, fewer where the string
// ends; a pos below 0 counts from the end. Shapes: pos and len are alike and broadcast with input. Errors:
// INVALID_ARGUMENT for a pos outside of its string.
// unit: BYTE, UTF8_CHAR.
inline Output Substr(const Input& input, const Input& pos, const Input& len, const SubstrAttrs& attrs = {}) {
  return detail::OpCall("Substr", attrs.name).In(input, "=string").In(pos, "T").In(len, "T")
      .Attr("unit", attrs.unit).One();
}

struct SumAttrs {
  bool keep_dims = false;
  std::string name = "";
};
// Sums over the given axes; an empty axis gives 0. Shapes: reduction_indices is a scalar or vector of axes in
// [-rank,rank); they vanish, or become 1 with keep_dims. Errors: INVALID_ARGUMENT for an axis out of range or
// given twice.
inline Output Sum(const Input& input, const Input& reduction_indices, const SumAttrs& attrs = {}) {
  return detail::OpCall("Sum", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct SvdOutputs {
  Output s;
  Output u;
  Output v;
};
struct SvdAttrs {
  bool compute_uv = true;
  bool full_matrices = false;
  std::string name = "";
};
// Gives singular values, descending, and the vectors: input = u * diag(s) * adjoint(v). The phase of vectors
// is any. Shapes: input is [..., m, n], s is [..., p], p the least of m and n; u is [..., m, p] and v [...,
// n, p], with full_matrices [..., m, m] and [..., n, n]; without compute_uv they are [0]. Errors:
// INVALID_ARGUMENT for numbers that are not finite.
inline SvdOutputs Svd(const Input& input, const SvdAttrs& attrs = {}) {
  const Node node = detail::OpCall("Svd", attrs.name).In(input, "T")
      .Attr("compute_uv", attrs.compute_uv).Attr("full_matrices", attrs.full_matrices).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct SwitchOutputs {
  Output output_false;
  Output output_true;
};
struct SwitchAttrs {
  std::string name = "";
};
// Passes data to output_true if pred holds, else to output_false; the other output is dead. Shapes: pred is a
// scalar; the outputs are like data.
inline SwitchOutputs Switch(const Input& data, const Input& pred, const SwitchAttrs& attrs = {}) {
  const Node node = detail::OpCall("Switch", attrs.name).In(data, "T").In(pred, "=bool").Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct SymbolicGradientAttrs {
  std::string name = "";
};
// Gives the gradients of the function f with respect to each of its inputs, zeros where there is none. input:
// f's inputs, and what arrives at each of its outputs. Plans have the gradient's nodes in its place. Shapes:
// outputs are like f's inputs. Errors: INVALID_ARGUMENT for inputs that do not fit f; NOT_FOUND if the graph
// has no f; UNIMPLEMENTED for an op of f without a gradient.
inline std::vector<Output> SymbolicGradient(const std::vector<Input>& input, const std::vector<DType>& Tout,
    const Function& f, const SymbolicGradientAttrs& attrs = {}) {
  const Node node = detail::OpCall("SymbolicGradient", attrs.name).In(input, "**Tin").Attr("Tout", Tout)
      .Attr("f", f).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**Tout", &at);
}

struct TFRecordDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the records of files, one file after the other. compression_type is empty, 'ZLIB' or
// 'GZIP'. Errors: of a pass: NOT_FOUND, and DATA_LOSS for damage, with file and byte; the pass then goes on
// with the next file.
inline Output TFRecordDataset(const Input& filenames, const Input& compression_type, const Input& buffer_size,
    const TFRecordDatasetAttrs& attrs = {}) {
  return detail::OpCall("TFRecordDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").Attr("metadata", attrs.metadata)
      .One();
}

struct TFRecordDatasetV2Attrs {
  std::string metadata = "";
  std::string name = "";
};
// As TFRecordDataset, from the given byte of each file on, if there are any.
inline Output TFRecordDatasetV2(const Input& filenames, const Input& compression_type,
    const Input& buffer_size, const Input& byte_offsets, const TFRecordDatasetV2Attrs& attrs = {}) {
  return detail::OpCall("TFRecordDatasetV2", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(byte_offsets, "=int64")
      .Attr("metadata", attrs.metadata).One();
}

struct TFRecordReaderAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string compression_type = "";
  std::string name = "";
};
// Gives the handle of a reader of TFRecord files, compressed as ZLIB, GZIP or not; a key is FILE:OFFSET.
inline Output TFRecordReader(const Graph& graph, const TFRecordReaderAttrs& attrs = {}) {
  return detail::OpCall("TFRecordReader", attrs.name, graph.state()).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("compression_type", attrs.compression_type).One();
}

struct TFRecordReaderV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  std::string compression_type = "";
  std::string name = "";
};
// Gives the handle of a reader of TFRecord files, compressed as ZLIB, GZIP or not; a key is FILE:OFFSET.
inline Output TFRecordReaderV2(const Graph& graph, const TFRecordReaderV2Attrs& attrs = {}) {
  return detail::OpCall("TFRecordReaderV2", attrs.name, graph.state()).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("compression_type", attrs.compression_type).One();
}

struct TakeDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the first count elements; of all of them if count is below 0. Shapes: count is a scalar.
inline Output TakeDataset(const Input& input_dataset, const Input& count,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const TakeDatasetAttrs& attrs = {}) {
  return detail::OpCall("TakeDataset", attrs.name).In(input_dataset, "=variant").In(count, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct TakeManySparseFromTensorsMapOutputs {
  Output sparse_indices;
  Output sparse_values;
  Output sparse_shape;
};
struct TakeManySparseFromTensorsMapAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Takes sparse tensors out of the map of shared_name and stacks them along a new first dimension. Shapes:
// sparse_handles is a vector. Errors: INVALID_ARGUMENT for a number that is not there, of which none is
// taken.
inline TakeManySparseFromTensorsMapOutputs TakeManySparseFromTensorsMap(const Input& sparse_handles,
    DType dtype, const TakeManySparseFromTensorsMapAttrs& attrs = {}) {
  const Node node = detail::OpCall("TakeManySparseFromTensorsMap", attrs.name)
      .In(sparse_handles, "=int64").Attr("dtype", dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct TakeWhileDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the elements before the first one for which predicate gives false. Errors: as
// FilterDataset.
inline Output TakeWhileDataset(const Input& input_dataset, const std::vector<Input>& other_arguments,
    const Function& predicate, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const TakeWhileDatasetAttrs& attrs = {}) {
  return detail::OpCall("TakeWhileDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct TanAttrs {
  std::string name = "";
};
// Gives the tangent of x in radians; NaN for infinities. Shapes: y is like x.
inline Output Tan(const Input& x, const TanAttrs& attrs = {}) {
  return detail::OpCall("Tan", attrs.name).In(x, "T").One();
}

struct TanhAttrs {
  std::string name = "";
};
// Gives the hyperbolic tangent of x, element by element. Shapes: y is like x.
inline Output Tanh(const Input& x, const TanhAttrs& attrs = {}) {
  return detail::OpCall("Tanh", attrs.name).In(x, "T").One();
}

struct TanhGradAttrs {
  std::string name = "";
};
// Gives dy * (1 - y * y), the gradient of Tanh for its output y. Shapes: all alike.
inline Output TanhGrad(const Input& y, const Input& dy, const TanhGradAttrs& attrs = {}) {
  return detail::OpCall("TanhGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

struct TensorArrayCloseV2Attrs {
  std::string name = "";
};
// TensorArrayCloseV3 of older graphs.
inline Node TensorArrayCloseV2(const Input& handle, const TensorArrayCloseV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayCloseV2", attrs.name).In(handle, "=string").Add();
}

struct TensorArrayCloseV3Attrs {
  std::string name = "";
};
// Drops the array's elements; it cannot be used any more.
inline Node TensorArrayCloseV3(const Input& handle, const TensorArrayCloseV3Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayCloseV3", attrs.name).In(handle, "=resource").Add();
}

struct TensorArrayConcatV2Outputs {
  Output value;
  Output lengths;
};
struct TensorArrayConcatV2Attrs {
  PartialShape element_shape_except0 = std::nullopt;
  std::string name = "";
};
// TensorArrayConcatV3 of older graphs.
inline TensorArrayConcatV2Outputs TensorArrayConcatV2(const Input& handle, const Input& flow_in, DType dtype,
    const TensorArrayConcatV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("TensorArrayConcatV2", attrs.name).In(handle, "=string")
      .In(flow_in, "=float").Attr("dtype", dtype)
      .Attr("element_shape_except0", attrs.element_shape_except0).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorArrayConcatV3Outputs {
  Output value;
  Output lengths;
};
struct TensorArrayConcatV3Attrs {
  PartialShape element_shape_except0 = std::nullopt;
  std::string name = "";
};
// Reads all elements and joins them along dimension 0; lengths says how many rows each has. Errors:
// INVALID_ARGUMENT for an index out of range, an element that was read or written before, or another type or
// shape; each names the array.
inline TensorArrayConcatV3Outputs TensorArrayConcatV3(const Input& handle, const Input& flow_in, DType dtype,
    const TensorArrayConcatV3Attrs& attrs = {}) {
  const Node node = detail::OpCall("TensorArrayConcatV3", attrs.name).In(handle, "=resource")
      .In(flow_in, "=float").Attr("dtype", dtype)
      .Attr("element_shape_except0", attrs.element_shape_except0).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorArrayGatherV2Attrs {
  PartialShape element_shape = std::nullopt;
  std::string name = "";
};
// TensorArrayGatherV3 of older graphs.
inline Output TensorArrayGatherV2(const Input& handle, const Input& indices, const Input& flow_in,
    DType dtype, const TensorArrayGatherV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayGatherV2", attrs.name).In(handle, "=string").In(indices, "=int32")
      .In(flow_in, "=float").Attr("dtype", dtype).Attr("element_shape", attrs.element_shape).One();
}

struct TensorArrayGatherV3Attrs {
  PartialShape element_shape = std::nullopt;
  std::string name = "";
};
// Reads the elements of the given indices and stacks them. Shapes: indices is a vector; value is [number of
// indices] followed by the elements' shape. Errors: INVALID_ARGUMENT for an index out of range, an element
// that was read or written before, or another type or shape; each names the array.
inline Output TensorArrayGatherV3(const Input& handle, const Input& indices, const Input& flow_in,
    DType dtype, const TensorArrayGatherV3Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayGatherV3", attrs.name).In(handle, "=resource").In(indices, "=int32")
      .In(flow_in, "=float").Attr("dtype", dtype).Attr("element_shape", attrs.element_shape).One();
}

struct TensorArrayGradV2Attrs {
  std::string name = "";
};
// TensorArrayGradV3 of older graphs.
inline Output TensorArrayGradV2(const Input& handle, const Input& flow_in, const std::string& source,
    const TensorArrayGradV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayGradV2", attrs.name).In(handle, "=string").In(flow_in, "=float")
      .Attr("source", source).One();
}

struct TensorArrayGradV3Outputs {
  Output grad_handle;
  Output flow_out;
};
struct TensorArrayGradV3Attrs {
  std::string name = "";
};
// Gives the array of gradients that belongs to an array and to the pass `source`. Writes to one of its
// elements add up; what was not written is zeros. The array itself grows no more.
inline TensorArrayGradV3Outputs TensorArrayGradV3(const Input& handle, const Input& flow_in,
    const std::string& source, const TensorArrayGradV3Attrs& attrs = {}) {
  const Node node = detail::OpCall("TensorArrayGradV3", attrs.name).In(handle, "=resource")
      .In(flow_in, "=float").Attr("source", source).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorArrayGradWithShapeOutputs {
  Output grad_handle;
  Output flow_out;
};
struct TensorArrayGradWithShapeAttrs {
  std::string name = "";
};
// As TensorArrayGradV3, for gradients that have the dims shape_to_prepend before those of the elements.
// Shapes: shape_to_prepend is a vector.
inline TensorArrayGradWithShapeOutputs TensorArrayGradWithShape(const Input& handle, const Input& flow_in,
    const Input& shape_to_prepend, const std::string& source, const TensorArrayGradWithShapeAttrs& attrs = {})
    {
  const Node node = detail::OpCall("TensorArrayGradWithShape", attrs.name).In(handle, "=resource")
      .In(flow_in, "=float").In(shape_to_prepend, "=int32").Attr("source", source).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorArrayReadV2Attrs {
  std::string name = "";
};
// TensorArrayReadV3 of older graphs.
inline Output TensorArrayReadV2(const Input& handle, const Input& index, const Input& flow_in, DType dtype,
    const TensorArrayReadV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayReadV2", attrs.name).In(handle, "=string").In(index, "=int32")
      .In(flow_in, "=float").Attr("dtype", dtype).One();
}

struct TensorArrayReadV3Attrs {
  std::string name = "";
};
// Reads an element of the array: zeros if it was not written and its shape is known. Errors: INVALID_ARGUMENT
// for an index out of range, an element that was read or written before, or another type or shape; each names
// the array.
inline Output TensorArrayReadV3(const Input& handle, const Input& index, const Input& flow_in, DType dtype,
    const TensorArrayReadV3Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayReadV3", attrs.name).In(handle, "=resource").In(index, "=int32")
      .In(flow_in, "=float").Attr("dtype", dtype).One();
}

struct TensorArrayScatterV2Attrs {
  std::string name = "";
};
// TensorArrayScatterV3 of older graphs.
inline Output TensorArrayScatterV2(const Input& handle, const Input& indices, const Input& value,
    const Input& flow_in, const TensorArrayScatterV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayScatterV2", attrs.name).In(handle, "=string").In(indices, "=int32")
      .In(value, "T").In(flow_in, "=float").One();
}

struct TensorArrayScatterV3Attrs {
  std::string name = "";
};
// Writes the rows of value to the elements of the given indices. Shapes: value has a row for each index.
// Errors: INVALID_ARGUMENT for an index out of range, an element that was read or written before, or another
// type or shape; each names the array.
inline Output TensorArrayScatterV3(const Input& handle, const Input& indices, const Input& value,
    const Input& flow_in, const TensorArrayScatterV3Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayScatterV3", attrs.name).In(handle, "=resource")
      .In(indices, "=int32").In(value, "T").In(flow_in, "=float").One();
}

struct TensorArraySizeV2Attrs {
  std::string name = "";
};
// TensorArraySizeV3 of older graphs.
inline Output TensorArraySizeV2(const Input& handle, const Input& flow_in,
    const TensorArraySizeV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArraySizeV2", attrs.name).In(handle, "=string").In(flow_in, "=float")
      .One();
}

struct TensorArraySizeV3Attrs {
  std::string name = "";
};
// Gives the number of elements of the array.
inline Output TensorArraySizeV3(const Input& handle, const Input& flow_in,
    const TensorArraySizeV3Attrs& attrs = {}) {
  return detail::OpCall("TensorArraySizeV3", attrs.name).In(handle, "=resource").In(flow_in, "=float")
      .One();
}

struct TensorArraySplitV2Attrs {
  std::string name = "";
};
// TensorArraySplitV3 of older graphs.
inline Output TensorArraySplitV2(const Input& handle, const Input& value, const Input& lengths,
    const Input& flow_in, const TensorArraySplitV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArraySplitV2", attrs.name).In(handle, "=string").In(value, "T")
      .In(lengths, "=int64").In(flow_in, "=float").One();
}

struct TensorArraySplitV3Attrs {
  std::string name = "";
};
// Writes pieces of value, of the given numbers of rows, to the elements 0, 1 and so on. Shapes: lengths is a
// vector that adds up to the rows of value. Errors: INVALID_ARGUMENT for an index out of range, an element
// that was read or written before, or another type or shape; each names the array.
inline Output TensorArraySplitV3(const Input& handle, const Input& value, const Input& lengths,
    const Input& flow_in, const TensorArraySplitV3Attrs& attrs = {}) {
  return detail::OpCall("TensorArraySplitV3", attrs.name).In(handle, "=resource").In(value, "T")
      .In(lengths, "=int64").In(flow_in, "=float").One();
}

struct TensorArrayV2Attrs {
  PartialShape element_shape = std::nullopt;
  bool dynamic_size = false;
  bool clear_after_read = true;
  std::string tensor_array_name = "";
  std::string name = "";
};
// TensorArrayV3 of older graphs: the handle is two strings, and there is no flow to begin with.
inline Output TensorArrayV2(const Input& size, DType dtype, const TensorArrayV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayV2", attrs.name).In(size, "=int32").Attr("dtype", dtype)
      .Attr("element_shape", attrs.element_shape).Attr("dynamic_size", attrs.dynamic_size)
      .Attr("clear_after_read", attrs.clear_after_read)
      .Attr("tensor_array_name", attrs.tensor_array_name).One();
}

struct TensorArrayV3Outputs {
  Output handle;
  Output flow;
};
struct TensorArrayV3Attrs {
  PartialShape element_shape = std::nullopt;
  bool dynamic_size = false;
  bool clear_after_read = true;
  bool identical_element_shapes = false;
  std::string tensor_array_name = "";
  std::string name = "";
};
// Makes an array of `size` tensors of dtype, which lives as long as the step. With dynamic_size it grows by
// writes; with clear_after_read each element can be read once. Shapes: size, handle and flow are scalars.
inline TensorArrayV3Outputs TensorArrayV3(const Input& size, DType dtype,
    const TensorArrayV3Attrs& attrs = {}) {
  const Node node = detail::OpCall("TensorArrayV3", attrs.name).In(size, "=int32").Attr("dtype", dtype)
      .Attr("element_shape", attrs.element_shape).Attr("dynamic_size", attrs.dynamic_size)
      .Attr("clear_after_read", attrs.clear_after_read)
      .Attr("identical_element_shapes", attrs.identical_element_shapes)
      .Attr("tensor_array_name", attrs.tensor_array_name).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorArrayWriteV2Attrs {
  std::string name = "";
};
// TensorArrayWriteV3 of older graphs.
inline Output TensorArrayWriteV2(const Input& handle, const Input& index, const Input& value,
    const Input& flow_in, const TensorArrayWriteV2Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayWriteV2", attrs.name).In(handle, "=string").In(index, "=int32")
      .In(value, "T").In(flow_in, "=float").One();
}

struct TensorArrayWriteV3Attrs {
  std::string name = "";
};
// Writes an element of the array. Errors: INVALID_ARGUMENT for an index out of range, an element that was
// read or written before, or another type or shape; each names the array.
inline Output TensorArrayWriteV3(const Input& handle, const Input& index, const Input& value,
    const Input& flow_in, const TensorArrayWriteV3Attrs& attrs = {}) {
  return detail::OpCall("TensorArrayWriteV3", attrs.name).In(handle, "=resource").In(index, "=int32")
      .In(value, "T").In(flow_in, "=float").One();
}

struct TensorDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of one element: the components.
inline Output TensorDataset(const std::vector<Input>& components,
    const std::vector<PartialShape>& output_shapes, const TensorDatasetAttrs& attrs = {}) {
  return detail::OpCall("TensorDataset", attrs.name).In(components, "**Toutput_types")
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct TensorListConcatOutputs {
  Output tensor;
  Output lengths;
};
struct TensorListConcatAttrs {
  PartialShape element_shape = std::nullopt;
  std::string name = "";
};
// Joins the elements along dimension 0; lengths says how many rows each has.
inline TensorListConcatOutputs TensorListConcat(const Input& input_handle, DType element_dtype,
    const TensorListConcatAttrs& attrs = {}) {
  const Node node = detail::OpCall("TensorListConcat", attrs.name).In(input_handle, "=variant")
      .Attr("element_dtype", element_dtype).Attr("element_shape", attrs.element_shape).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorListConcatListsAttrs {
  std::string name = "";
};
// Gives for each two lists one with the elements of the first and then the second. Shapes: all are alike.
// Errors: INVALID_ARGUMENT for lists whose element types or shapes differ.
inline Output TensorListConcatLists(const Input& input_a, const Input& input_b, DType element_dtype,
    const TensorListConcatListsAttrs& attrs = {}) {
  return detail::OpCall("TensorListConcatLists", attrs.name).In(input_a, "=variant")
      .In(input_b, "=variant").Attr("element_dtype", element_dtype).One();
}

struct TensorListConcatV2Outputs {
  Output tensor;
  Output lengths;
};
struct TensorListConcatV2Attrs {
  std::string name = "";
};
// As TensorListConcat; leading_dims says how many rows an element has that was never set.
inline TensorListConcatV2Outputs TensorListConcatV2(const Input& input_handle, const Input& element_shape,
    const Input& leading_dims, DType element_dtype, const TensorListConcatV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("TensorListConcatV2", attrs.name).In(input_handle, "=variant")
      .In(element_shape, "shape_type").In(leading_dims, "=int64").Attr("element_dtype", element_dtype)
      .Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorListElementShapeAttrs {
  std::string name = "";
};
// Gives the shape that all elements of the list have, with -1 for unknown dims; -1 if nothing is known.
// shape_type: int32, int64.
inline Output TensorListElementShape(const Input& input_handle, DType shape_type,
    const TensorListElementShapeAttrs& attrs = {}) {
  return detail::OpCall("TensorListElementShape", attrs.name).In(input_handle, "=variant")
      .Attr("shape_type", shape_type).One();
}

struct TensorListFromTensorAttrs {
  std::string name = "";
};
// Gives the list of the rows of a tensor.
inline Output TensorListFromTensor(const Input& tensor, const Input& element_shape,
    const TensorListFromTensorAttrs& attrs = {}) {
  return detail::OpCall("TensorListFromTensor", attrs.name).In(tensor, "element_dtype")
      .In(element_shape, "shape_type").One();
}

struct TensorListGatherAttrs {
  std::string name = "";
};
// Stacks the elements of the given indices.
inline Output TensorListGather(const Input& input_handle, const Input& indices, const Input& element_shape,
    DType element_dtype, const TensorListGatherAttrs& attrs = {}) {
  return detail::OpCall("TensorListGather", attrs.name).In(input_handle, "=variant")
      .In(indices, "=int32").In(element_shape, "=int32").Attr("element_dtype", element_dtype).One();
}

struct TensorListGetItemAttrs {
  std::string name = "";
};
// Gives an element of the list; one that was never set is zeros. Errors: INVALID_ARGUMENT for an index out of
// range, another type, or a shape that is not known.
inline Output TensorListGetItem(const Input& input_handle, const Input& index, const Input& element_shape,
    DType element_dtype, const TensorListGetItemAttrs& attrs = {}) {
  return detail::OpCall("TensorListGetItem", attrs.name).In(input_handle, "=variant")
      .In(index, "=int32").In(element_shape, "Tshape").Attr("element_dtype", element_dtype).One();
}

struct TensorListLengthAttrs {
  std::string name = "";
};
// Gives the number of elements of the list.
inline Output TensorListLength(const Input& input_handle, const TensorListLengthAttrs& attrs = {}) {
  return detail::OpCall("TensorListLength", attrs.name).In(input_handle, "=variant").One();
}

struct TensorListPopBackOutputs {
  Output output_handle;
  Output tensor;
};
struct TensorListPopBackAttrs {
  std::string name = "";
};
// Gives the list without its last element, and that. Errors: INVALID_ARGUMENT for an empty list.
inline TensorListPopBackOutputs TensorListPopBack(const Input& input_handle, const Input& element_shape,
    DType element_dtype, const TensorListPopBackAttrs& attrs = {}) {
  const Node node = detail::OpCall("TensorListPopBack", attrs.name).In(input_handle, "=variant")
      .In(element_shape, "=int32").Attr("element_dtype", element_dtype).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TensorListPushBackAttrs {
  std::string name = "";
};
// Gives the list with one more element at its end. Errors: INVALID_ARGUMENT for another type or shape, or a
// list that is full.
inline Output TensorListPushBack(const Input& input_handle, const Input& tensor,
    const TensorListPushBackAttrs& attrs = {}) {
  return detail::OpCall("TensorListPushBack", attrs.name).In(input_handle, "=variant")
      .In(tensor, "element_dtype").One();
}

struct TensorListPushBackBatchAttrs {
  std::string name = "";
};
// Gives each list of a vector with one more element at its end, a row of tensor. Shapes: tensor has a row for
// each list. Errors: INVALID_ARGUMENT for another type or shape.
inline Output TensorListPushBackBatch(const Input& input_handles, const Input& tensor,
    const TensorListPushBackBatchAttrs& attrs = {}) {
  return detail::OpCall("TensorListPushBackBatch", attrs.name).In(input_handles, "=variant")
      .In(tensor, "element_dtype").One();
}

struct TensorListReserveAttrs {
  std::string name = "";
};
// Gives a list of num_elements tensors that are not set: read, they are zeros.
inline Output TensorListReserve(const Input& element_shape, const Input& num_elements, DType element_dtype,
    const TensorListReserveAttrs& attrs = {}) {
  return detail::OpCall("TensorListReserve", attrs.name).In(element_shape, "shape_type")
      .In(num_elements, "=int32").Attr("element_dtype", element_dtype).One();
}

struct TensorListResizeAttrs {
  std::string name = "";
};
// Gives the list with `size` elements: the last are dropped, or added and not set.
inline Output TensorListResize(const Input& input_handle, const Input& size,
    const TensorListResizeAttrs& attrs = {}) {
  return detail::OpCall("TensorListResize", attrs.name).In(input_handle, "=variant").In(size, "=int32")
      .One();
}

struct TensorListScatterAttrs {
  std::string name = "";
};
// Gives a list that has row i of tensor at indices[i].
inline Output TensorListScatter(const Input& tensor, const Input& indices, const Input& element_shape,
    const TensorListScatterAttrs& attrs = {}) {
  return detail::OpCall("TensorListScatter", attrs.name).In(tensor, "element_dtype")
      .In(indices, "=int32").In(element_shape, "shape_type").One();
}

struct TensorListScatterIntoExistingListAttrs {
  std::string name = "";
};
// Gives the list with row i of tensor at indices[i].
inline Output TensorListScatterIntoExistingList(const Input& input_handle, const Input& tensor,
    const Input& indices, const TensorListScatterIntoExistingListAttrs& attrs = {}) {
  return detail::OpCall("TensorListScatterIntoExistingList", attrs.name).In(input_handle, "=variant")
      .In(tensor, "element_dtype").In(indices, "=int32").One();
}

struct TensorListScatterV2Attrs {
  std::string name = "";
};
// Gives a list of num_elements (-1: as many as needed) that has row i of tensor at indices[i].
inline Output TensorListScatterV2(const Input& tensor, const Input& indices, const Input& element_shape,
    const Input& num_elements, const TensorListScatterV2Attrs& attrs = {}) {
  return detail::OpCall("TensorListScatterV2", attrs.name).In(tensor, "element_dtype")
      .In(indices, "=int32").In(element_shape, "shape_type").In(num_elements, "=int32").One();
}

struct TensorListSetItemAttrs {
  bool resize_if_index_out_of_bounds = false;
  std::string name = "";
};
// Gives the list with another element at index. Errors: INVALID_ARGUMENT for an index out of range, another
// type or shape.
inline Output TensorListSetItem(const Input& input_handle, const Input& index, const Input& item,
    const TensorListSetItemAttrs& attrs = {}) {
  return detail::OpCall("TensorListSetItem", attrs.name).In(input_handle, "=variant")
      .In(index, "=int32").In(item, "element_dtype")
      .Attr("resize_if_index_out_of_bounds", attrs.resize_if_index_out_of_bounds).One();
}

struct TensorListSplitAttrs {
  std::string name = "";
};
// Gives the list of pieces of tensor, of the given numbers of rows.
inline Output TensorListSplit(const Input& tensor, const Input& element_shape, const Input& lengths,
    const TensorListSplitAttrs& attrs = {}) {
  return detail::OpCall("TensorListSplit", attrs.name).In(tensor, "element_dtype")
      .In(element_shape, "shape_type").In(lengths, "=int64").One();
}

struct TensorListStackAttrs {
  std::int64_t num_elements = -1;
  std::string name = "";
};
// Stacks the elements along a new first dimension. Errors: INVALID_ARGUMENT for elements of different shapes,
// or a length other than num_elements where that is not -1.
inline Output TensorListStack(const Input& input_handle, const Input& element_shape, DType element_dtype,
    const TensorListStackAttrs& attrs = {}) {
  return detail::OpCall("TensorListStack", attrs.name).In(input_handle, "=variant")
      .In(element_shape, "=int32").Attr("element_dtype", element_dtype)
      .Attr("num_elements", attrs.num_elements).One();
}

struct TensorScatterAddAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// As TensorScatterUpdate; updates are added.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output TensorScatterAdd(const Input& tensor, const Input& indices, const Input& updates,
    const TensorScatterAddAttrs& attrs = {}) {
  return detail::OpCall("TensorScatterAdd", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct TensorScatterMaxAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// As TensorScatterUpdate; the larger of both stays.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output TensorScatterMax(const Input& tensor, const Input& indices, const Input& updates,
    const TensorScatterMaxAttrs& attrs = {}) {
  return detail::OpCall("TensorScatterMax", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct TensorScatterMinAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// As TensorScatterUpdate; the smaller of both stays.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output TensorScatterMin(const Input& tensor, const Input& indices, const Input& updates,
    const TensorScatterMinAttrs& attrs = {}) {
  return detail::OpCall("TensorScatterMin", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct TensorScatterSubAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// As TensorScatterUpdate; updates are subtracted.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output TensorScatterSub(const Input& tensor, const Input& indices, const Input& updates,
    const TensorScatterSubAttrs& attrs = {}) {
  return detail::OpCall("TensorScatterSub", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct TensorScatterUpdateAttrs {
  std::string bad_indices_policy = "";
  std::string name = "";
};
// Gives tensor with the slices that the vectors in the last dimension of indices name replaced by updates, in
// their order. Shapes: output is like tensor; updates is indices.shape[:-1] +
// tensor.shape[indices.shape[-1]:]. Errors: INVALID_ARGUMENT for an index out of range.
// bad_indices_policy: , DEFAULT, ERROR, IGNORE.
inline Output TensorScatterUpdate(const Input& tensor, const Input& indices, const Input& updates,
    const TensorScatterUpdateAttrs& attrs = {}) {
  return detail::OpCall("TensorScatterUpdate", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

struct TensorSliceDatasetAttrs {
  bool is_files = false;
  std::string metadata = "";
  bool replicate_on_split = false;
  std::string name = "";
};
// Gives a dataset of the slices of the components along dimension 0. Errors: INVALID_ARGUMENT unless that is
// the same size for all.
inline Output TensorSliceDataset(const std::vector<Input>& components,
    const std::vector<PartialShape>& output_shapes, const TensorSliceDatasetAttrs& attrs = {}) {
  return detail::OpCall("TensorSliceDataset", attrs.name).In(components, "**Toutput_types")
      .Attr("output_shapes", output_shapes).Attr("is_files", attrs.is_files)
      .Attr("metadata", attrs.metadata).Attr("replicate_on_split", attrs.replicate_on_split).One();
}

struct TensorStridedSliceUpdateAttrs {
  std::int64_t begin_mask = 0;
  std::int64_t end_mask = 0;
  std::int64_t ellipsis_mask = 0;
  std::int64_t new_axis_mask = 0;
  std::int64_t shrink_axis_mask = 0;
  std::string name = "";
};
// Gives input with value where StridedSlice would have read. Shapes: value is broadcast to the slice. Errors:
// INVALID_ARGUMENT as StridedSlice, and if value does not fit the slice.
inline Output TensorStridedSliceUpdate(const Input& input, const Input& begin, const Input& end,
    const Input& strides, const Input& value, const TensorStridedSliceUpdateAttrs& attrs = {}) {
  return detail::OpCall("TensorStridedSliceUpdate", attrs.name).In(input, "T").In(begin, "Index")
      .In(end, "Index").In(strides, "Index").In(value, "T").Attr("begin_mask", attrs.begin_mask)
      .Attr("end_mask", attrs.end_mask).Attr("ellipsis_mask", attrs.ellipsis_mask)
      .Attr("new_axis_mask", attrs.new_axis_mask).Attr("shrink_axis_mask", attrs.shrink_axis_mask)
      .One();
}

struct TensorSummaryAttrs {
  std::string description = "";
  std::vector<std::string> labels = {};
  std::string display_name = "";
  std::string name = "";
};
// A summary that holds the tensor whole, under the node's name. Shapes: summary is a scalar.
inline Output TensorSummary(const Input& tensor, const TensorSummaryAttrs& attrs = {}) {
  return detail::OpCall("TensorSummary", attrs.name).In(tensor, "T")
      .Attr("description", attrs.description).Attr("labels", attrs.labels)
      .Attr("display_name", attrs.display_name).One();
}

struct TensorSummaryV2Attrs {
  std::string name = "";
};
// A summary that holds the tensor whole, under `tag`; its metadata, a SummaryMetadata, names the plugin of
// TensorBoard that shows it ("text", for strings). Shapes: tag, serialized_summary_metadata and summary are
// scalars.
inline Output TensorSummaryV2(const Input& tag, const Input& tensor, const Input& serialized_summary_metadata,
    const TensorSummaryV2Attrs& attrs = {}) {
  return detail::OpCall("TensorSummaryV2", attrs.name).In(tag, "=string").In(tensor, "T")
      .In(serialized_summary_metadata, "=string").One();
}

struct TextLineDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the lines of files, without their ends. Errors: as TFRecordDataset.
inline Output TextLineDataset(const Input& filenames, const Input& compression_type, const Input& buffer_size,
    const TextLineDatasetAttrs& attrs = {}) {
  return detail::OpCall("TextLineDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").Attr("metadata", attrs.metadata)
      .One();
}

struct TextLineReaderAttrs {
  std::int64_t skip_header_lines = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a reader whose records are lines, without their ends; a key is FILE:NUMBER, counted
// from 1.
inline Output TextLineReader(const Graph& graph, const TextLineReaderAttrs& attrs = {}) {
  return detail::OpCall("TextLineReader", attrs.name, graph.state())
      .Attr("skip_header_lines", attrs.skip_header_lines).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct TextLineReaderV2Attrs {
  std::int64_t skip_header_lines = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a reader whose records are lines, without their ends; a key is FILE:NUMBER, counted
// from 1.
inline Output TextLineReaderV2(const Graph& graph, const TextLineReaderV2Attrs& attrs = {}) {
  return detail::OpCall("TextLineReaderV2", attrs.name, graph.state())
      .Attr("skip_header_lines", attrs.skip_header_lines).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct ThreadUnsafeUnigramCandidateSamplerOutputs {
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};
struct ThreadUnsafeUnigramCandidateSamplerAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// As LearnedUnigramCandidateSampler; threads may share it here. Shapes: true_classes is [batch,num_true],
// sampled_candidates [num_sampled]; the counts are like these. Errors: INVALID_ARGUMENT for a class that is
// not in [0,range_max), or num_sampled above range_max with unique.
inline ThreadUnsafeUnigramCandidateSamplerOutputs
    ThreadUnsafeUnigramCandidateSampler(const Input& true_classes, std::int64_t num_true,
    std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const ThreadUnsafeUnigramCandidateSamplerAttrs& attrs = {}) {
  const Node node = detail::OpCall("ThreadUnsafeUnigramCandidateSampler", attrs.name)
      .In(true_classes, "=int64").Attr("num_true", num_true).Attr("num_sampled", num_sampled)
      .Attr("unique", unique).Attr("range_max", range_max).Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct TileAttrs {
  std::string name = "";
};
// Repeats input multiples[i] times along each dimension i. Shapes: multiples is a vector as long as the rank
// of input. Errors: INVALID_ARGUMENT for a negative multiple.
inline Output Tile(const Input& input, const Input& multiples, const TileAttrs& attrs = {}) {
  return detail::OpCall("Tile", attrs.name).In(input, "T").In(multiples, "Tmultiples").One();
}

struct TimestampAttrs {
  std::string name = "";
};
// Gives the time in seconds since 1970. Shapes: ts is a scalar.
inline Output Timestamp(const Graph& graph, const TimestampAttrs& attrs = {}) {
  return detail::OpCall("Timestamp", attrs.name, graph.state()).One();
}

struct TopKV2Outputs {
  Output values;
  Output indices;
};
struct TopKV2Attrs {
  bool sorted = true;
  DType index_type = DType::kInt32;
  std::string name = "";
};
// Gives the k largest elements of every row, largest first, and where they stood; of equals the first comes
// first, and NaN counts as the largest of all. Shapes: rows lie along the last dimension, which becomes k.
// Errors: INVALID_ARGUMENT for k outside [0,row length].
// index_type: int16, int32, int64.
inline TopKV2Outputs TopKV2(const Input& input, const Input& k, const TopKV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("TopKV2", attrs.name).In(input, "T").In(k, "Tk")
      .Attr("sorted", attrs.sorted).Attr("index_type", attrs.index_type).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct TransposeAttrs {
  std::string name = "";
};
// Permutes dimensions: dimension i of y is dimension perm[i] of x, counted from the end if it is negative.
// Shapes: perm is a vector as long as the rank of x. Errors: INVALID_ARGUMENT if perm is no permutation.
inline Output Transpose(const Input& x, const Input& perm, const TransposeAttrs& attrs = {}) {
  return detail::OpCall("Transpose", attrs.name).In(x, "T").In(perm, "Tperm").One();
}

struct TridiagonalMatMulAttrs {
  std::string name = "";
};
// Multiplies matrices of three diagonals with rhs; the last element of superdiag and the first of subdiag are
// not looked at. Shapes: diagonals are [..., 1, n], rhs and output are [..., n, k].
inline Output TridiagonalMatMul(const Input& superdiag, const Input& maindiag, const Input& subdiag,
    const Input& rhs, const TridiagonalMatMulAttrs& attrs = {}) {
  return detail::OpCall("TridiagonalMatMul", attrs.name).In(superdiag, "T").In(maindiag, "T")
      .In(subdiag, "T").In(rhs, "T").One();
}

struct TridiagonalSolveAttrs {
  bool partial_pivoting = true;
  bool perturb_singular = false;
  std::string name = "";
};
// Solves systems whose matrices have three diagonals: the rows of diagonals are the one above the main one
// (the last element is not looked at), the main one, and the one below (the first is not). Shapes: diagonals
// is [..., 3, n], rhs and output are [..., n, k]. Errors: INVALID_ARGUMENT for a matrix without an inverse;
// UNIMPLEMENTED for perturb_singular.
inline Output TridiagonalSolve(const Input& diagonals, const Input& rhs,
    const TridiagonalSolveAttrs& attrs = {}) {
  return detail::OpCall("TridiagonalSolve", attrs.name).In(diagonals, "T").In(rhs, "T")
      .Attr("partial_pivoting", attrs.partial_pivoting).Attr("perturb_singular", attrs.perturb_singular)
      .One();
}

struct TruncateDivAttrs {
  std::string name = "";
};
// Gives x / y rounded towards zero. Shapes: x and y broadcast against each other. Errors: INVALID_ARGUMENT
// for an integer division by zero.
inline Output TruncateDiv(const Input& x, const Input& y, const TruncateDivAttrs& attrs = {}) {
  return detail::OpCall("TruncateDiv", attrs.name).In(x, "T").In(y, "T").One();
}

struct TruncateModAttrs {
  std::string name = "";
};
// Gives the remainder of the division that rounds towards zero; it has the sign of x. Shapes: x and y
// broadcast against each other. Errors: INVALID_ARGUMENT for an integer division by zero.
inline Output TruncateMod(const Input& x, const Input& y, const TruncateModAttrs& attrs = {}) {
  return detail::OpCall("TruncateMod", attrs.name).In(x, "T").In(y, "T").One();
}

struct TruncatedNormalAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws from the normal distribution of mean 0 and deviation 1, drawing again what lies more than two
// deviations off. Seeds and shapes: as RandomUniform.
// dtype: half, bfloat16, float, double.
inline Output TruncatedNormal(const Input& shape, DType dtype, const TruncatedNormalAttrs& attrs = {}) {
  return detail::OpCall("TruncatedNormal", attrs.name).In(shape, "T").Attr("dtype", dtype)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

struct UnbatchDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the slices of each element along dimension 0. Errors: of a pass: INVALID_ARGUMENT where
// components differ in that size or are scalars.
inline Output UnbatchDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const UnbatchDatasetAttrs& attrs = {}) {
  return detail::OpCall("UnbatchDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct UnicodeDecodeOutputs {
  Output row_splits;
  Output char_values;
};
struct UnicodeDecodeAttrs {
  std::string errors = "replace";
  std::int64_t replacement_char = 65533;
  bool replace_control_characters = false;
  DType Tsplits = DType::kInt64;
  std::string name = "";
};
// Gives the code points of all strings, and where each string's begin and end among them. What is no
// character becomes replacement_char, is left out with errors ignore, or fails with strict; with
// replace_control_characters those below U+0020 count as such. Encodings are UTF-8, UTF-16 and UTF-32 with
// -BE, -LE or a mark, US-ASCII, ISO-8859, windows-125x and KOI8. Errors: INVALID_ARGUMENT for another name,
// or with strict; UNIMPLEMENTED for encodings that only ICU has. Shapes: row_splits has one element more than
// input, char_values is a vector.
// errors: strict, replace, ignore.
// Tsplits: int32, int64.
inline UnicodeDecodeOutputs UnicodeDecode(const Input& input, const std::string& input_encoding,
    const UnicodeDecodeAttrs& attrs = {}) {
  const Node node = detail::OpCall("UnicodeDecode", attrs.name).In(input, "=string")
      .Attr("input_encoding", input_encoding).Attr("errors", attrs.errors)
      .Attr("replacement_char", attrs.replacement_char)
      .Attr("replace_control_characters", attrs.replace_control_characters)
      .Attr("Tsplits", attrs.Tsplits).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct UnicodeDecodeWithOffsetsOutputs {
  Output row_splits;
  Output char_values;
  Output char_to_byte_starts;
};
struct UnicodeDecodeWithOffsetsAttrs {
  std::string errors = "replace";
  std::int64_t replacement_char = 65533;
  bool replace_control_characters = false;
  DType Tsplits = DType::kInt64;
  std::string name = "";
};
// As UnicodeDecode; char_to_byte_starts says at which byte of its string each character begins.
// errors: strict, replace, ignore.
// Tsplits: int32, int64.
inline UnicodeDecodeWithOffsetsOutputs UnicodeDecodeWithOffsets(const Input& input,
    const std::string& input_encoding, const UnicodeDecodeWithOffsetsAttrs& attrs = {}) {
  const Node node = detail::OpCall("UnicodeDecodeWithOffsets", attrs.name).In(input, "=string")
      .Attr("input_encoding", input_encoding).Attr("errors", attrs.errors)
      .Attr("replacement_char", attrs.replacement_char)
      .Attr("replace_control_characters", attrs.replace_control_characters)
      .Attr("Tsplits", attrs.Tsplits).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct UnicodeEncodeAttrs {
  std::string errors = "replace";
  std::int64_t replacement_char = 65533;
  std::string name = "";
};
// Writes each row of a ragged tensor of code points as a string. What is no character becomes
// replacement_char, is left out with errors ignore, or fails with strict. Shapes: input_values and
// input_splits are vectors, output has one element fewer than input_splits. Errors: INVALID_ARGUMENT for
// splits that do not rise from 0 to the size of input_values, or with strict.
// output_encoding: UTF-8, UTF-16-BE, UTF-32-BE.
// errors: ignore, replace, strict.
inline Output UnicodeEncode(const Input& input_values, const Input& input_splits,
    const std::string& output_encoding, const UnicodeEncodeAttrs& attrs = {}) {
  return detail::OpCall("UnicodeEncode", attrs.name).In(input_values, "=int32")
      .In(input_splits, "Tsplits").Attr("output_encoding", output_encoding).Attr("errors", attrs.errors)
      .Attr("replacement_char", attrs.replacement_char).One();
}

struct UnicodeScriptAttrs {
  std::string name = "";
};
// Gives the script of each code point by ICU's number, -1 for what is no code point. Shapes: output is like
// input.
inline Output UnicodeScript(const Input& input, const UnicodeScriptAttrs& attrs = {}) {
  return detail::OpCall("UnicodeScript", attrs.name).In(input, "=int32").One();
}

struct UnicodeTranscodeAttrs {
  std::string errors = "replace";
  std::int64_t replacement_char = 65533;
  bool replace_control_characters = false;
  std::string name = "";
};
// Writes each string in another encoding. What is no character becomes replacement_char, is left out with
// errors ignore, or fails with strict; with replace_control_characters those below U+0020 count as such.
// Encodings are UTF-8, UTF-16 and UTF-32 with -BE, -LE or a mark, US-ASCII, ISO-8859, windows-125x and KOI8.
// Errors: INVALID_ARGUMENT for another name, or with strict; UNIMPLEMENTED for encodings that only ICU has.
// Shapes: output is like input.
// output_encoding: UTF-8, UTF-16-BE, UTF-32-BE.
// errors: strict, replace, ignore.
inline Output UnicodeTranscode(const Input& input, const std::string& input_encoding,
    const std::string& output_encoding, const UnicodeTranscodeAttrs& attrs = {}) {
  return detail::OpCall("UnicodeTranscode", attrs.name).In(input, "=string")
      .Attr("input_encoding", input_encoding).Attr("output_encoding", output_encoding)
      .Attr("errors", attrs.errors).Attr("replacement_char", attrs.replacement_char)
      .Attr("replace_control_characters", attrs.replace_control_characters).One();
}

struct UniformCandidateSamplerOutputs {
  Output sampled_candidates;
  Output true_expected_count;
  Output sampled_expected_count;
};
struct UniformCandidateSamplerAttrs {
  std::int64_t seed = 0;
  std::int64_t seed2 = 0;
  std::string name = "";
};
// Draws num_sampled classes of [0,range_max), each as probable as another, without repetition if unique is
// set; with how often each of them, and each true class, was expected. seed and seed2 of 0 are replaced by
// random ones. Shapes: true_classes is [batch,num_true], sampled_candidates [num_sampled]; the counts are
// like these. Errors: INVALID_ARGUMENT for a class that is not in [0,range_max), or num_sampled above
// range_max with unique.
inline UniformCandidateSamplerOutputs UniformCandidateSampler(const Input& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const UniformCandidateSamplerAttrs& attrs = {}) {
  const Node node = detail::OpCall("UniformCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("range_max", range_max).Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct UniqueOutputs {
  Output y;
  Output idx;
};
struct UniqueAttrs {
  DType out_idx = DType::kInt32;
  std::string name = "";
};
// Gives the values of x once each, in the order in which they come first, and where each element is among
// them: x = y[idx]. NaN is equal to nothing. Shapes: all are vectors.
// out_idx: int32, int64.
inline UniqueOutputs Unique(const Input& x, const UniqueAttrs& attrs = {}) {
  const Node node = detail::OpCall("Unique", attrs.name).In(x, "T").Attr("out_idx", attrs.out_idx)
      .Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct UniqueDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of the elements that are equal to none before. Errors: INVALID_ARGUMENT unless elements
// have one component.
inline Output UniqueDataset(const Input& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const UniqueDatasetAttrs& attrs = {}) {
  return detail::OpCall("UniqueDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct UniqueV2Outputs {
  Output y;
  Output idx;
};
struct UniqueV2Attrs {
  DType out_idx = DType::kInt32;
  std::string name = "";
};
// Gives the slices of x along axis once each, in the order in which they come first, and where each slice is
// among them. Shapes: axis is a vector of one number, which counts from the end below 0, or empty for an x
// that is a vector; idx is a vector. Errors: INVALID_ARGUMENT for another axis.
// out_idx: int32, int64.
inline UniqueV2Outputs UniqueV2(const Input& x, const Input& axis, const UniqueV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("UniqueV2", attrs.name).In(x, "T").In(axis, "Taxis")
      .Attr("out_idx", attrs.out_idx).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++)};
}

struct UniqueWithCountsOutputs {
  Output y;
  Output idx;
  Output count;
};
struct UniqueWithCountsAttrs {
  DType out_idx = DType::kInt32;
  std::string name = "";
};
// As Unique; count says how often each value is there.
// out_idx: int32, int64.
inline UniqueWithCountsOutputs UniqueWithCounts(const Input& x, const UniqueWithCountsAttrs& attrs = {}) {
  const Node node = detail::OpCall("UniqueWithCounts", attrs.name).In(x, "T")
      .Attr("out_idx", attrs.out_idx).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct UniqueWithCountsV2Outputs {
  Output y;
  Output idx;
  Output count;
};
struct UniqueWithCountsV2Attrs {
  DType out_idx = DType::kInt32;
  std::string name = "";
};
// As UniqueV2; count says how often each slice is there.
// out_idx: int32, int64.
inline UniqueWithCountsV2Outputs UniqueWithCountsV2(const Input& x, const Input& axis,
    const UniqueWithCountsV2Attrs& attrs = {}) {
  const Node node = detail::OpCall("UniqueWithCountsV2", attrs.name).In(x, "T").In(axis, "Taxis")
      .Attr("out_idx", attrs.out_idx).Add();
  std::int32_t at = 0;
  return {node.output(at++), node.output(at++), node.output(at++)};
}

struct UnpackAttrs {
  std::int64_t axis = 0;
  std::string name = "";
};
// Takes a tensor apart along an axis, which vanishes. Shapes: axis lies in [-rank,rank). Errors:
// INVALID_ARGUMENT if that dimension is not num.
inline std::vector<Output> Unpack(const Input& value, std::int64_t num, const UnpackAttrs& attrs = {}) {
  const Node node = detail::OpCall("Unpack", attrs.name).In(value, "T").Attr("num", num)
      .Attr("axis", attrs.axis).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "*T:num", &at);
}

struct UnravelIndexAttrs {
  std::string name = "";
};
// Gives the vectors of indices that places in row-major order have in a tensor with these dims. Shapes:
// indices is a scalar or a vector, dims a vector; output is [dims] + indices.shape. Errors: INVALID_ARGUMENT
// for a place that is not there, for more places than Tidx counts, and without any indices or dims.
inline Output UnravelIndex(const Input& indices, const Input& dims, const UnravelIndexAttrs& attrs = {}) {
  return detail::OpCall("UnravelIndex", attrs.name).In(indices, "Tidx").In(dims, "Tidx").One();
}

struct UnsortedSegmentJoinAttrs {
  std::string separator = "";
  std::string name = "";
};
// Joins the slices of inputs that segment_ids gives the same id, in their order, with separator between them;
// an id without a slice gives empty strings. Shapes: segment_ids is a prefix of inputs' shape; output is
// [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id that is not in [0,num_segments).
inline Output UnsortedSegmentJoin(const Input& inputs, const Input& segment_ids, const Input& num_segments,
    const UnsortedSegmentJoinAttrs& attrs = {}) {
  return detail::OpCall("UnsortedSegmentJoin", attrs.name).In(inputs, "=string")
      .In(segment_ids, "Tindices").In(num_segments, "Tnumsegments").Attr("separator", attrs.separator)
      .One();
}

struct UnsortedSegmentMaxAttrs {
  std::string name = "";
};
// Gives the largest elements of all slices of data that segment_ids gives the same id; negative ids are
// dropped, rows without an id are the lowest finite number. Shapes: segment_ids is a prefix of data's shape;
// output is [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id >= num_segments.
inline Output UnsortedSegmentMax(const Input& data, const Input& segment_ids, const Input& num_segments,
    const UnsortedSegmentMaxAttrs& attrs = {}) {
  return detail::OpCall("UnsortedSegmentMax", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

struct UnsortedSegmentMinAttrs {
  std::string name = "";
};
// Gives the smallest elements of all slices of data that segment_ids gives the same id; negative ids are
// dropped, rows without an id are the highest finite number. Shapes: segment_ids is a prefix of data's shape;
// output is [num_segments] + the rest. Errors: INVALID_ARGUMENT for an id >= num_segments.
inline Output UnsortedSegmentMin(const Input& data, const Input& segment_ids, const Input& num_segments,
    const UnsortedSegmentMinAttrs& attrs = {}) {
  return detail::OpCall("UnsortedSegmentMin", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

struct UnsortedSegmentProdAttrs {
  std::string name = "";
};
// Multiplies all slices of data that segment_ids gives the same id; negative ids are dropped, rows without an
// id are ones. Shapes: segment_ids is a prefix of data's shape; output is [num_segments] + the rest. Errors:
// INVALID_ARGUMENT for an id >= num_segments.
inline Output UnsortedSegmentProd(const Input& data, const Input& segment_ids, const Input& num_segments,
    const UnsortedSegmentProdAttrs& attrs = {}) {
  return detail::OpCall("UnsortedSegmentProd", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

struct UnsortedSegmentSumAttrs {
  std::string name = "";
};
// Adds all slices of data that segment_ids gives the same id; negative ids are dropped, rows without an id
// are 0. Shapes: segment_ids is a prefix of data's shape; output is [num_segments] + the rest. Errors:
// INVALID_ARGUMENT for an id >= num_segments.
inline Output UnsortedSegmentSum(const Input& data, const Input& segment_ids, const Input& num_segments,
    const UnsortedSegmentSumAttrs& attrs = {}) {
  return detail::OpCall("UnsortedSegmentSum", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

struct UnstageAttrs {
  std::int64_t capacity = 0;
  std::int64_t memory_limit = 0;
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Takes the oldest tuple, waiting for one. Shapes: those that were staged. Errors: INVALID_ARGUMENT for a
// tuple of other types.
inline std::vector<Output> Unstage(const Graph& graph, const std::vector<DType>& dtypes,
    const UnstageAttrs& attrs = {}) {
  const Node node = detail::OpCall("Unstage", attrs.name, graph.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**dtypes", &at);
}

struct UpperBoundAttrs {
  DType out_type = DType::kInt32;
  std::string name = "";
};
// As LowerBound, with the elements that equal the value.
// out_type: int32, int64.
inline Output UpperBound(const Input& sorted_inputs, const Input& values, const UpperBoundAttrs& attrs = {}) {
  return detail::OpCall("UpperBound", attrs.name).In(sorted_inputs, "T").In(values, "T")
      .Attr("out_type", attrs.out_type).One();
}

struct VarHandleOpAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string debug_name = "";
  std::vector<std::string> allowed_devices = {};
  std::string name = "";
};
// Gives the handle of the variable called shared_name (the node's name if that is empty) in container.
// Shapes: values assigned later must fit `shape`.
inline Output VarHandleOp(const Graph& graph, DType dtype, const PartialShape& shape,
    const VarHandleOpAttrs& attrs = {}) {
  return detail::OpCall("VarHandleOp", attrs.name, graph.state()).Attr("dtype", dtype)
      .Attr("shape", shape).Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("debug_name", attrs.debug_name).Attr("allowed_devices", attrs.allowed_devices).One();
}

struct VarIsInitializedOpAttrs {
  std::string name = "";
};
// Tells whether the variable has a value. Shapes: is_initialized is a scalar.
inline Output VarIsInitializedOp(const Input& resource, const VarIsInitializedOpAttrs& attrs = {}) {
  return detail::OpCall("VarIsInitializedOp", attrs.name).In(resource, "=resource").One();
}

struct VariableShapeAttrs {
  DType out_type = DType::kInt32;
  std::string name = "";
};
// Gives the shape of the value that the variable has now. Shapes: output is a vector as long as the
// variable's rank. Errors: FAILED_PRECONDITION for a variable without a value.
// out_type: int32, int64.
inline Output VariableShape(const Input& input, const VariableShapeAttrs& attrs = {}) {
  return detail::OpCall("VariableShape", attrs.name).In(input, "=resource")
      .Attr("out_type", attrs.out_type).One();
}

struct WhereAttrs {
  std::string name = "";
};
// Gives the positions of the elements that are true or not zero, in row-major order. Shapes: index is
// [count,rank]; count is known only at run time.
inline Output Where(const Input& input, const WhereAttrs& attrs = {}) {
  return detail::OpCall("Where", attrs.name).In(input, "T").One();
}

struct WhileAttrs {
  std::vector<PartialShape> output_shapes = {};
  std::int64_t parallel_iterations = 10;
  std::string name = "";
};
// While cond of the values holds, replaces them by the results of body; gives the last values. Errors:
// INVALID_ARGUMENT unless cond is T -> one scalar and body is T -> T.
inline std::vector<Output> While(const std::vector<Input>& input, const Function& cond, const Function& body,
    const WhileAttrs& attrs = {}) {
  const Node node = detail::OpCall("While", attrs.name).In(input, "**T").Attr("cond", cond)
      .Attr("body", body).Attr("output_shapes", attrs.output_shapes)
      .Attr("parallel_iterations", attrs.parallel_iterations).Add();
  std::int32_t at = 0;
  return detail::OpCall::Many(node, "**T", &at);
}

struct WholeFileReaderAttrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a reader whose records are whole files; a key is the file's name.
inline Output WholeFileReader(const Graph& graph, const WholeFileReaderAttrs& attrs = {}) {
  return detail::OpCall("WholeFileReader", attrs.name, graph.state()).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct WholeFileReaderV2Attrs {
  std::string container = "";
  std::string shared_name = "";
  std::string name = "";
};
// Gives the handle of a reader whose records are whole files; a key is the file's name.
inline Output WholeFileReaderV2(const Graph& graph, const WholeFileReaderV2Attrs& attrs = {}) {
  return detail::OpCall("WholeFileReaderV2", attrs.name, graph.state())
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

struct WindowDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset of windows: size elements, every stride-th, the next window shift elements further. Each
// component of a window is a dataset of the values of one component. With drop_remainder windows that are not
// full are left out. Errors: INVALID_ARGUMENT unless size, shift and stride are above 0.
inline Output WindowDataset(const Input& input_dataset, const Input& size, const Input& shift,
    const Input& stride, const Input& drop_remainder, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const WindowDatasetAttrs& attrs = {}) {
  return detail::OpCall("WindowDataset", attrs.name).In(input_dataset, "=variant").In(size, "=int64")
      .In(shift, "=int64").In(stride, "=int64").In(drop_remainder, "=bool")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct WriteFileAttrs {
  std::string name = "";
};
// Writes the file, whole or not at all, and the folders that lead to it. Shapes: scalars. Errors:
// RESOURCE_EXHAUSTED if no space is left.
inline Node WriteFile(const Input& filename, const Input& contents, const WriteFileAttrs& attrs = {}) {
  return detail::OpCall("WriteFile", attrs.name).In(filename, "=string").In(contents, "=string").Add();
}

struct XdivyAttrs {
  std::string name = "";
};
// Gives x / y, and 0 where x is 0. Shapes: x and y broadcast against each other.
inline Output Xdivy(const Input& x, const Input& y, const XdivyAttrs& attrs = {}) {
  return detail::OpCall("Xdivy", attrs.name).In(x, "T").In(y, "T").One();
}

struct Xlog1pyAttrs {
  std::string name = "";
};
// Gives x * log1p(y), and 0 where x is 0. Shapes: x and y broadcast against each other.
inline Output Xlog1py(const Input& x, const Input& y, const Xlog1pyAttrs& attrs = {}) {
  return detail::OpCall("Xlog1py", attrs.name).In(x, "T").In(y, "T").One();
}

struct XlogyAttrs {
  std::string name = "";
};
// Gives x * log(y), and 0 where x is 0. Shapes: x and y broadcast against each other.
inline Output Xlogy(const Input& x, const Input& y, const XlogyAttrs& attrs = {}) {
  return detail::OpCall("Xlogy", attrs.name).In(x, "T").In(y, "T").One();
}

struct ZerosLikeAttrs {
  std::string name = "";
};
// Gives zeros (false, empty strings, lists of zeros) shaped like x.
inline Output ZerosLike(const Input& x, const ZerosLikeAttrs& attrs = {}) {
  return detail::OpCall("ZerosLike", attrs.name).In(x, "T").One();
}

struct ZetaAttrs {
  std::string name = "";
};
// Gives Hurwitz' zeta function, the sum of (q + k)^-x over all k from 0; infinity for x = 1, NaN below and
// where a power has no real value. Shapes: x and q broadcast against each other. Source: Abramowitz & Stegun
// 1964, 23.2.
inline Output Zeta(const Input& x, const Input& q, const ZetaAttrs& attrs = {}) {
  return detail::OpCall("Zeta", attrs.name).In(x, "T").In(q, "T").One();
}

struct ZipDatasetAttrs {
  std::string metadata = "";
  std::string name = "";
};
// Gives a dataset whose elements have the components of one element of each input, side by side. It ends with
// the first input that ends.
inline Output ZipDataset(const std::vector<Input>& input_datasets, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ZipDatasetAttrs& attrs = {}) {
  return detail::OpCall("ZipDataset", attrs.name).In(input_datasets, "*=variant:N")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

}  // namespace ops
RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_OPS_HPP_
