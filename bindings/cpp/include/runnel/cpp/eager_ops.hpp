// Every op, run at once. Made from the op rows by tools/generate; not to be edited.
//
// What ops do, and what they may be told, is in ops.hpp:
//   eager::MatMul(a, b, {.transpose_a = true})
// clang-format off
#ifndef RUNNEL_CPP_EAGER_OPS_HPP_
#define RUNNEL_CPP_EAGER_OPS_HPP_

#include "eager.hpp"
#include "ops.hpp"

RUNNEL_CPP_NAMESPACE
namespace eager {

inline EagerTensor Abs(const EagerInput& x, const ops::AbsAttrs& attrs = {}) {
  return detail::EagerCall("Abs", attrs.name).In(x, "T").One();
}

inline EagerTensor AccumulateNV2(const std::vector<EagerInput>& inputs, const PartialShape& shape,
    const ops::AccumulateNV2Attrs& attrs = {}) {
  return detail::EagerCall("AccumulateNV2", attrs.name).In(inputs, "*T:N").Attr("shape", shape).One();
}

inline void AccumulatorApplyGradient(const EagerInput& handle, const EagerInput& local_step,
    const EagerInput& gradient, const ops::AccumulatorApplyGradientAttrs& attrs = {}) {
  detail::EagerCall("AccumulatorApplyGradient", attrs.name).In(handle, "=resource")
      .In(local_step, "=int64").In(gradient, "dtype").None();
}

inline EagerTensor AccumulatorNumAccumulated(const EagerInput& handle,
    const ops::AccumulatorNumAccumulatedAttrs& attrs = {}) {
  return detail::EagerCall("AccumulatorNumAccumulated", attrs.name).In(handle, "=resource").One();
}

inline void AccumulatorSetGlobalStep(const EagerInput& handle, const EagerInput& new_global_step,
    const ops::AccumulatorSetGlobalStepAttrs& attrs = {}) {
  detail::EagerCall("AccumulatorSetGlobalStep", attrs.name).In(handle, "=resource")
      .In(new_global_step, "=int64").None();
}

inline EagerTensor AccumulatorTakeGradient(const EagerInput& handle, const EagerInput& num_required,
    DType dtype, const ops::AccumulatorTakeGradientAttrs& attrs = {}) {
  return detail::EagerCall("AccumulatorTakeGradient", attrs.name).In(handle, "=resource")
      .In(num_required, "=int32").Attr("dtype", dtype).One();
}

inline EagerTensor Acos(const EagerInput& x, const ops::AcosAttrs& attrs = {}) {
  return detail::EagerCall("Acos", attrs.name).In(x, "T").One();
}

inline EagerTensor Acosh(const EagerInput& x, const ops::AcoshAttrs& attrs = {}) {
  return detail::EagerCall("Acosh", attrs.name).In(x, "T").One();
}

inline EagerTensor Add(const EagerInput& x, const EagerInput& y, const ops::AddAttrs& attrs = {}) {
  return detail::EagerCall("Add", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor AddManySparseToTensorsMap(const EagerInput& sparse_indices,
    const EagerInput& sparse_values, const EagerInput& sparse_shape,
    const ops::AddManySparseToTensorsMapAttrs& attrs = {}) {
  return detail::EagerCall("AddManySparseToTensorsMap", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor AddN(const std::vector<EagerInput>& inputs, const ops::AddNAttrs& attrs = {}) {
  return detail::EagerCall("AddN", attrs.name).In(inputs, "*T:N").One();
}

inline EagerTensor AddSparseToTensorsMap(const EagerInput& sparse_indices, const EagerInput& sparse_values,
    const EagerInput& sparse_shape, const ops::AddSparseToTensorsMapAttrs& attrs = {}) {
  return detail::EagerCall("AddSparseToTensorsMap", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor AddV2(const EagerInput& x, const EagerInput& y, const ops::AddV2Attrs& attrs = {}) {
  return detail::EagerCall("AddV2", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor AdjustContrastv2(const EagerInput& images, const EagerInput& contrast_factor,
    const ops::AdjustContrastv2Attrs& attrs = {}) {
  return detail::EagerCall("AdjustContrastv2", attrs.name).In(images, "T").In(contrast_factor, "=float")
      .One();
}

inline EagerTensor AdjustHue(const EagerInput& images, const EagerInput& delta,
    const ops::AdjustHueAttrs& attrs = {}) {
  return detail::EagerCall("AdjustHue", attrs.name).In(images, "T").In(delta, "=float").One();
}

inline EagerTensor AdjustSaturation(const EagerInput& images, const EagerInput& scale,
    const ops::AdjustSaturationAttrs& attrs = {}) {
  return detail::EagerCall("AdjustSaturation", attrs.name).In(images, "T").In(scale, "=float").One();
}

inline EagerTensor All(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::AllAttrs& attrs = {}) {
  return detail::EagerCall("All", attrs.name).In(input, "=bool").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct AllCandidateSamplerOutputs {
  EagerTensor sampled_candidates;
  EagerTensor true_expected_count;
  EagerTensor sampled_expected_count;
};
inline AllCandidateSamplerOutputs AllCandidateSampler(const EagerInput& true_classes, std::int64_t num_true,
    std::int64_t num_sampled, bool unique, const ops::AllCandidateSamplerAttrs& attrs = {}) {
  auto out = detail::EagerCall("AllCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Run({"=int64", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor Angle(const EagerInput& input, const ops::AngleAttrs& attrs = {}) {
  return detail::EagerCall("Angle", attrs.name).In(input, "T").Attr("Tout", attrs.Tout).One();
}

inline EagerTensor AnonymousHashTable(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::AnonymousHashTableAttrs& attrs = {}) {
  return detail::EagerCall("AnonymousHashTable", attrs.name, eager.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).One();
}

inline EagerTensor AnonymousIterator(const Eager& eager, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::AnonymousIteratorAttrs& attrs = {}) {
  return detail::EagerCall("AnonymousIterator", attrs.name, eager.state())
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct AnonymousIteratorV2Outputs {
  EagerTensor handle;
  EagerTensor deleter;
};
inline AnonymousIteratorV2Outputs AnonymousIteratorV2(const Eager& eager,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::AnonymousIteratorV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("AnonymousIteratorV2", attrs.name, eager.state())
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Run({"=resource", "=variant"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor AnonymousIteratorV3(const Eager& eager, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::AnonymousIteratorV3Attrs& attrs = {}) {
  return detail::EagerCall("AnonymousIteratorV3", attrs.name, eager.state())
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

struct AnonymousMultiDeviceIteratorOutputs {
  EagerTensor handle;
  EagerTensor deleter;
};
inline AnonymousMultiDeviceIteratorOutputs AnonymousMultiDeviceIterator(const Eager& eager,
    const std::vector<std::string>& devices, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::AnonymousMultiDeviceIteratorAttrs& attrs = {})
    {
  auto out = detail::EagerCall("AnonymousMultiDeviceIterator", attrs.name, eager.state())
      .Attr("devices", devices).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Run({"=resource", "=variant"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor AnonymousMultiDeviceIteratorV3(const Eager& eager, const std::vector<std::string>& devices,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::AnonymousMultiDeviceIteratorV3Attrs& attrs = {}) {
  return detail::EagerCall("AnonymousMultiDeviceIteratorV3", attrs.name, eager.state())
      .Attr("devices", devices).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

inline EagerTensor AnonymousMutableDenseHashTable(const EagerInput& empty_key, const EagerInput& deleted_key,
    DType value_dtype, const ops::AnonymousMutableDenseHashTableAttrs& attrs = {}) {
  return detail::EagerCall("AnonymousMutableDenseHashTable", attrs.name).In(empty_key, "key_dtype")
      .In(deleted_key, "key_dtype").Attr("value_dtype", value_dtype)
      .Attr("value_shape", attrs.value_shape).Attr("initial_num_buckets", attrs.initial_num_buckets)
      .Attr("max_load_factor", attrs.max_load_factor).One();
}

inline EagerTensor AnonymousMutableHashTable(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::AnonymousMutableHashTableAttrs& attrs = {}) {
  return detail::EagerCall("AnonymousMutableHashTable", attrs.name, eager.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype).One();
}

inline EagerTensor AnonymousMutableHashTableOfTensors(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::AnonymousMutableHashTableOfTensorsAttrs& attrs = {}) {
  return detail::EagerCall("AnonymousMutableHashTableOfTensors", attrs.name, eager.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype)
      .Attr("value_shape", attrs.value_shape).One();
}

struct AnonymousRandomSeedGeneratorOutputs {
  EagerTensor handle;
  EagerTensor deleter;
};
inline AnonymousRandomSeedGeneratorOutputs AnonymousRandomSeedGenerator(const EagerInput& seed,
    const EagerInput& seed2, const ops::AnonymousRandomSeedGeneratorAttrs& attrs = {}) {
  auto out = detail::EagerCall("AnonymousRandomSeedGenerator", attrs.name).In(seed, "=int64")
      .In(seed2, "=int64").Run({"=resource", "=variant"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor Any(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::AnyAttrs& attrs = {}) {
  return detail::EagerCall("Any", attrs.name).In(input, "=bool").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

inline EagerTensor ApproximateEqual(const EagerInput& x, const EagerInput& y,
    const ops::ApproximateEqualAttrs& attrs = {}) {
  return detail::EagerCall("ApproximateEqual", attrs.name).In(x, "T").In(y, "T")
      .Attr("tolerance", attrs.tolerance).One();
}

inline EagerTensor ArgMax(const EagerInput& input, const EagerInput& dimension,
    const ops::ArgMaxAttrs& attrs = {}) {
  return detail::EagerCall("ArgMax", attrs.name).In(input, "T").In(dimension, "Tidx")
      .Attr("output_type", attrs.output_type).One();
}

inline EagerTensor ArgMin(const EagerInput& input, const EagerInput& dimension,
    const ops::ArgMinAttrs& attrs = {}) {
  return detail::EagerCall("ArgMin", attrs.name).In(input, "T").In(dimension, "Tidx")
      .Attr("output_type", attrs.output_type).One();
}

inline EagerTensor AsString(const EagerInput& input, const ops::AsStringAttrs& attrs = {}) {
  return detail::EagerCall("AsString", attrs.name).In(input, "T").Attr("precision", attrs.precision)
      .Attr("scientific", attrs.scientific).Attr("shortest", attrs.shortest).Attr("width", attrs.width)
      .Attr("fill", attrs.fill).One();
}

inline EagerTensor Asin(const EagerInput& x, const ops::AsinAttrs& attrs = {}) {
  return detail::EagerCall("Asin", attrs.name).In(x, "T").One();
}

inline EagerTensor Asinh(const EagerInput& x, const ops::AsinhAttrs& attrs = {}) {
  return detail::EagerCall("Asinh", attrs.name).In(x, "T").One();
}

inline void Assert(const EagerInput& condition, const std::vector<EagerInput>& data,
    const ops::AssertAttrs& attrs = {}) {
  detail::EagerCall("Assert", attrs.name).In(condition, "=bool").In(data, "**T")
      .Attr("summarize", attrs.summarize).None();
}

inline EagerTensor AssertCardinalityDataset(const EagerInput& input_dataset, const EagerInput& cardinality,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::AssertCardinalityDatasetAttrs& attrs = {}) {
  return detail::EagerCall("AssertCardinalityDataset", attrs.name).In(input_dataset, "=variant")
      .In(cardinality, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

inline void AssignAddVariableOp(const EagerInput& resource, const EagerInput& value,
    const ops::AssignAddVariableOpAttrs& attrs = {}) {
  detail::EagerCall("AssignAddVariableOp", attrs.name).In(resource, "=resource").In(value, "dtype")
      .None();
}

inline void AssignSubVariableOp(const EagerInput& resource, const EagerInput& value,
    const ops::AssignSubVariableOpAttrs& attrs = {}) {
  detail::EagerCall("AssignSubVariableOp", attrs.name).In(resource, "=resource").In(value, "dtype")
      .None();
}

inline void AssignVariableOp(const EagerInput& resource, const EagerInput& value,
    const ops::AssignVariableOpAttrs& attrs = {}) {
  detail::EagerCall("AssignVariableOp", attrs.name).In(resource, "=resource").In(value, "dtype")
      .Attr("validate_shape", attrs.validate_shape).None();
}

inline EagerTensor Atan(const EagerInput& x, const ops::AtanAttrs& attrs = {}) {
  return detail::EagerCall("Atan", attrs.name).In(x, "T").One();
}

inline EagerTensor Atan2(const EagerInput& y, const EagerInput& x, const ops::Atan2Attrs& attrs = {}) {
  return detail::EagerCall("Atan2", attrs.name).In(y, "T").In(x, "T").One();
}

inline EagerTensor Atanh(const EagerInput& x, const ops::AtanhAttrs& attrs = {}) {
  return detail::EagerCall("Atanh", attrs.name).In(x, "T").One();
}

inline EagerTensor AudioSpectrogram(const EagerInput& input, std::int64_t window_size, std::int64_t stride,
    const ops::AudioSpectrogramAttrs& attrs = {}) {
  return detail::EagerCall("AudioSpectrogram", attrs.name).In(input, "=float")
      .Attr("window_size", window_size).Attr("stride", stride)
      .Attr("magnitude_squared", attrs.magnitude_squared).One();
}

inline EagerTensor AudioSummary(const EagerInput& tag, const EagerInput& tensor, float sample_rate,
    const ops::AudioSummaryAttrs& attrs = {}) {
  return detail::EagerCall("AudioSummary", attrs.name).In(tag, "=string").In(tensor, "=float")
      .Attr("sample_rate", sample_rate).Attr("max_outputs", attrs.max_outputs).One();
}

inline EagerTensor AudioSummaryV2(const EagerInput& tag, const EagerInput& tensor,
    const EagerInput& sample_rate, const ops::AudioSummaryV2Attrs& attrs = {}) {
  return detail::EagerCall("AudioSummaryV2", attrs.name).In(tag, "=string").In(tensor, "=float")
      .In(sample_rate, "=float").Attr("max_outputs", attrs.max_outputs).One();
}

inline EagerTensor AvgPool(const EagerInput& value, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, const ops::AvgPoolAttrs& attrs = {})
    {
  return detail::EagerCall("AvgPool", attrs.name).In(value, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

inline EagerTensor AvgPool3D(const EagerInput& input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::AvgPool3DAttrs& attrs = {}) {
  return detail::EagerCall("AvgPool3D", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

inline EagerTensor AvgPool3DGrad(const EagerInput& orig_input_shape, const EagerInput& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::AvgPool3DGradAttrs& attrs = {}) {
  return detail::EagerCall("AvgPool3DGrad", attrs.name).In(orig_input_shape, "=int32").In(grad, "T")
      .Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor AvgPoolGrad(const EagerInput& orig_input_shape, const EagerInput& grad,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::AvgPoolGradAttrs& attrs = {}) {
  return detail::EagerCall("AvgPoolGrad", attrs.name).In(orig_input_shape, "=int32").In(grad, "T")
      .Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor BandedTriangularSolve(const EagerInput& matrix, const EagerInput& rhs,
    const ops::BandedTriangularSolveAttrs& attrs = {}) {
  return detail::EagerCall("BandedTriangularSolve", attrs.name).In(matrix, "T").In(rhs, "T")
      .Attr("lower", attrs.lower).Attr("adjoint", attrs.adjoint).One();
}

inline EagerTensor Barrier(const Eager& eager, const std::vector<DType>& component_types,
    const ops::BarrierAttrs& attrs = {}) {
  return detail::EagerCall("Barrier", attrs.name, eager.state()).Attr("component_types", component_types)
      .Attr("shapes", attrs.shapes).Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline void BarrierClose(const EagerInput& handle, const ops::BarrierCloseAttrs& attrs = {}) {
  detail::EagerCall("BarrierClose", attrs.name).In(handle, "=resource")
      .Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues).None();
}

inline EagerTensor BarrierIncompleteSize(const EagerInput& handle,
    const ops::BarrierIncompleteSizeAttrs& attrs = {}) {
  return detail::EagerCall("BarrierIncompleteSize", attrs.name).In(handle, "=resource").One();
}

inline void BarrierInsertMany(const EagerInput& handle, const EagerInput& keys, const EagerInput& values,
    std::int64_t component_index, const ops::BarrierInsertManyAttrs& attrs = {}) {
  detail::EagerCall("BarrierInsertMany", attrs.name).In(handle, "=resource").In(keys, "=string")
      .In(values, "T").Attr("component_index", component_index).None();
}

inline EagerTensor BarrierReadySize(const EagerInput& handle, const ops::BarrierReadySizeAttrs& attrs = {}) {
  return detail::EagerCall("BarrierReadySize", attrs.name).In(handle, "=resource").One();
}

struct BarrierTakeManyOutputs {
  EagerTensor indices;
  EagerTensor keys;
  std::vector<EagerTensor> values;
};
inline BarrierTakeManyOutputs BarrierTakeMany(const EagerInput& handle, const EagerInput& num_elements,
    const std::vector<DType>& component_types, const ops::BarrierTakeManyAttrs& attrs = {}) {
  auto out = detail::EagerCall("BarrierTakeMany", attrs.name).In(handle, "=resource")
      .In(num_elements, "=int32").Attr("component_types", component_types)
      .Attr("allow_small_batch", attrs.allow_small_batch)
      .Attr("wait_for_incomplete", attrs.wait_for_incomplete).Attr("timeout_ms", attrs.timeout_ms)
      .Run({"=int64", "=string", "**component_types"});
  return {out[0][0], out[1][0], out[2]};
}

inline EagerTensor BatchDataset(const EagerInput& input_dataset, const EagerInput& batch_size,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::BatchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("BatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor BatchDatasetV2(const EagerInput& input_dataset, const EagerInput& batch_size,
    const EagerInput& drop_remainder, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::BatchDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("BatchDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(drop_remainder, "=bool").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("parallel_copy", attrs.parallel_copy)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor BatchMatMul(const EagerInput& x, const EagerInput& y,
    const ops::BatchMatMulAttrs& attrs = {}) {
  return detail::EagerCall("BatchMatMul", attrs.name).In(x, "T").In(y, "T").Attr("adj_x", attrs.adj_x)
      .Attr("adj_y", attrs.adj_y).Attr("grad_x", attrs.grad_x).Attr("grad_y", attrs.grad_y).One();
}

inline EagerTensor BatchMatMulV2(const EagerInput& x, const EagerInput& y,
    const ops::BatchMatMulV2Attrs& attrs = {}) {
  return detail::EagerCall("BatchMatMulV2", attrs.name).In(x, "T").In(y, "T")
      .Attr("adj_x", attrs.adj_x).Attr("adj_y", attrs.adj_y).Attr("grad_x", attrs.grad_x)
      .Attr("grad_y", attrs.grad_y).One();
}

inline EagerTensor BatchNormWithGlobalNormalization(const EagerInput& t, const EagerInput& m,
    const EagerInput& v, const EagerInput& beta, const EagerInput& gamma, float variance_epsilon,
    bool scale_after_normalization, const ops::BatchNormWithGlobalNormalizationAttrs& attrs = {}) {
  return detail::EagerCall("BatchNormWithGlobalNormalization", attrs.name).In(t, "T").In(m, "T")
      .In(v, "T").In(beta, "T").In(gamma, "T").Attr("variance_epsilon", variance_epsilon)
      .Attr("scale_after_normalization", scale_after_normalization).One();
}

struct BatchNormWithGlobalNormalizationGradOutputs {
  EagerTensor dx;
  EagerTensor dm;
  EagerTensor dv;
  EagerTensor db;
  EagerTensor dg;
};
inline BatchNormWithGlobalNormalizationGradOutputs BatchNormWithGlobalNormalizationGrad(const EagerInput& t,
    const EagerInput& m, const EagerInput& v, const EagerInput& gamma, const EagerInput& backprop,
    float variance_epsilon, bool scale_after_normalization,
    const ops::BatchNormWithGlobalNormalizationGradAttrs& attrs = {}) {
  auto out = detail::EagerCall("BatchNormWithGlobalNormalizationGrad", attrs.name).In(t, "T").In(m, "T")
      .In(v, "T").In(gamma, "T").In(backprop, "T").Attr("variance_epsilon", variance_epsilon)
      .Attr("scale_after_normalization", scale_after_normalization).Run({"T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0]};
}

inline EagerTensor BatchToSpaceND(const EagerInput& input, const EagerInput& block_shape,
    const EagerInput& crops, const ops::BatchToSpaceNDAttrs& attrs = {}) {
  return detail::EagerCall("BatchToSpaceND", attrs.name).In(input, "T").In(block_shape, "Tblock_shape")
      .In(crops, "Tcrops").One();
}

inline EagerTensor BesselI0(const EagerInput& x, const ops::BesselI0Attrs& attrs = {}) {
  return detail::EagerCall("BesselI0", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselI0e(const EagerInput& x, const ops::BesselI0eAttrs& attrs = {}) {
  return detail::EagerCall("BesselI0e", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselI1(const EagerInput& x, const ops::BesselI1Attrs& attrs = {}) {
  return detail::EagerCall("BesselI1", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselI1e(const EagerInput& x, const ops::BesselI1eAttrs& attrs = {}) {
  return detail::EagerCall("BesselI1e", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselJ0(const EagerInput& x, const ops::BesselJ0Attrs& attrs = {}) {
  return detail::EagerCall("BesselJ0", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselJ1(const EagerInput& x, const ops::BesselJ1Attrs& attrs = {}) {
  return detail::EagerCall("BesselJ1", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselK0(const EagerInput& x, const ops::BesselK0Attrs& attrs = {}) {
  return detail::EagerCall("BesselK0", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselK0e(const EagerInput& x, const ops::BesselK0eAttrs& attrs = {}) {
  return detail::EagerCall("BesselK0e", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselK1(const EagerInput& x, const ops::BesselK1Attrs& attrs = {}) {
  return detail::EagerCall("BesselK1", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselK1e(const EagerInput& x, const ops::BesselK1eAttrs& attrs = {}) {
  return detail::EagerCall("BesselK1e", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselY0(const EagerInput& x, const ops::BesselY0Attrs& attrs = {}) {
  return detail::EagerCall("BesselY0", attrs.name).In(x, "T").One();
}

inline EagerTensor BesselY1(const EagerInput& x, const ops::BesselY1Attrs& attrs = {}) {
  return detail::EagerCall("BesselY1", attrs.name).In(x, "T").One();
}

inline EagerTensor Betainc(const EagerInput& a, const EagerInput& b, const EagerInput& x,
    const ops::BetaincAttrs& attrs = {}) {
  return detail::EagerCall("Betainc", attrs.name).In(a, "T").In(b, "T").In(x, "T").One();
}

inline EagerTensor BiasAdd(const EagerInput& value, const EagerInput& bias,
    const ops::BiasAddAttrs& attrs = {}) {
  return detail::EagerCall("BiasAdd", attrs.name).In(value, "T").In(bias, "T")
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor BiasAddGrad(const EagerInput& out_backprop, const ops::BiasAddGradAttrs& attrs = {}) {
  return detail::EagerCall("BiasAddGrad", attrs.name).In(out_backprop, "T")
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor Bincount(const EagerInput& arr, const EagerInput& size, const EagerInput& weights,
    const ops::BincountAttrs& attrs = {}) {
  return detail::EagerCall("Bincount", attrs.name).In(arr, "=int32").In(size, "=int32")
      .In(weights, "T").One();
}

inline EagerTensor Bitcast(const EagerInput& input, DType type, const ops::BitcastAttrs& attrs = {}) {
  return detail::EagerCall("Bitcast", attrs.name).In(input, "T").Attr("type", type).One();
}

inline EagerTensor BitwiseAnd(const EagerInput& x, const EagerInput& y,
    const ops::BitwiseAndAttrs& attrs = {}) {
  return detail::EagerCall("BitwiseAnd", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor BitwiseOr(const EagerInput& x, const EagerInput& y, const ops::BitwiseOrAttrs& attrs = {})
    {
  return detail::EagerCall("BitwiseOr", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor BitwiseXor(const EagerInput& x, const EagerInput& y,
    const ops::BitwiseXorAttrs& attrs = {}) {
  return detail::EagerCall("BitwiseXor", attrs.name).In(x, "T").In(y, "T").One();
}

struct BlockLSTMOutputs {
  EagerTensor i;
  EagerTensor cs;
  EagerTensor f;
  EagerTensor o;
  EagerTensor ci;
  EagerTensor co;
  EagerTensor h;
};
inline BlockLSTMOutputs BlockLSTM(const EagerInput& seq_len_max, const EagerInput& x,
    const EagerInput& cs_prev, const EagerInput& h_prev, const EagerInput& w, const EagerInput& wci,
    const EagerInput& wcf, const EagerInput& wco, const EagerInput& b, const ops::BlockLSTMAttrs& attrs = {})
    {
  auto out = detail::EagerCall("BlockLSTM", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .Attr("forget_bias", attrs.forget_bias).Attr("cell_clip", attrs.cell_clip)
      .Attr("use_peephole", attrs.use_peephole).Run({"T", "T", "T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0], out[5][0], out[6][0]};
}

struct BlockLSTMGradOutputs {
  EagerTensor x_grad;
  EagerTensor cs_prev_grad;
  EagerTensor h_prev_grad;
  EagerTensor w_grad;
  EagerTensor wci_grad;
  EagerTensor wcf_grad;
  EagerTensor wco_grad;
  EagerTensor b_grad;
};
inline BlockLSTMGradOutputs BlockLSTMGrad(const EagerInput& seq_len_max, const EagerInput& x,
    const EagerInput& cs_prev, const EagerInput& h_prev, const EagerInput& w, const EagerInput& wci,
    const EagerInput& wcf, const EagerInput& wco, const EagerInput& b, const EagerInput& i,
    const EagerInput& cs, const EagerInput& f, const EagerInput& o, const EagerInput& ci,
    const EagerInput& co, const EagerInput& h, const EagerInput& cs_grad, const EagerInput& h_grad,
    bool use_peephole, const ops::BlockLSTMGradAttrs& attrs = {}) {
  auto out = detail::EagerCall("BlockLSTMGrad", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .In(i, "T").In(cs, "T").In(f, "T").In(o, "T").In(ci, "T").In(co, "T").In(h, "T")
      .In(cs_grad, "T").In(h_grad, "T").Attr("use_peephole", use_peephole)
      .Run({"T", "T", "T", "T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0], out[5][0], out[6][0], out[7][0]};
}

struct BlockLSTMGradV2Outputs {
  EagerTensor x_grad;
  EagerTensor cs_prev_grad;
  EagerTensor h_prev_grad;
  EagerTensor w_grad;
  EagerTensor wci_grad;
  EagerTensor wcf_grad;
  EagerTensor wco_grad;
  EagerTensor b_grad;
};
inline BlockLSTMGradV2Outputs BlockLSTMGradV2(const EagerInput& seq_len_max, const EagerInput& x,
    const EagerInput& cs_prev, const EagerInput& h_prev, const EagerInput& w, const EagerInput& wci,
    const EagerInput& wcf, const EagerInput& wco, const EagerInput& b, const EagerInput& i,
    const EagerInput& cs, const EagerInput& f, const EagerInput& o, const EagerInput& ci,
    const EagerInput& co, const EagerInput& h, const EagerInput& cs_grad, const EagerInput& h_grad,
    bool use_peephole, const ops::BlockLSTMGradV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("BlockLSTMGradV2", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .In(i, "T").In(cs, "T").In(f, "T").In(o, "T").In(ci, "T").In(co, "T").In(h, "T")
      .In(cs_grad, "T").In(h_grad, "T").Attr("use_peephole", use_peephole)
      .Run({"T", "T", "T", "T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0], out[5][0], out[6][0], out[7][0]};
}

struct BlockLSTMV2Outputs {
  EagerTensor i;
  EagerTensor cs;
  EagerTensor f;
  EagerTensor o;
  EagerTensor ci;
  EagerTensor co;
  EagerTensor h;
};
inline BlockLSTMV2Outputs BlockLSTMV2(const EagerInput& seq_len_max, const EagerInput& x,
    const EagerInput& cs_prev, const EagerInput& h_prev, const EagerInput& w, const EagerInput& wci,
    const EagerInput& wcf, const EagerInput& wco, const EagerInput& b,
    const ops::BlockLSTMV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("BlockLSTMV2", attrs.name).In(seq_len_max, "=int64").In(x, "T")
      .In(cs_prev, "T").In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .Attr("cell_clip", attrs.cell_clip).Attr("use_peephole", attrs.use_peephole)
      .Run({"T", "T", "T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0], out[5][0], out[6][0]};
}

inline EagerTensor BroadcastArgs(const EagerInput& s0, const EagerInput& s1,
    const ops::BroadcastArgsAttrs& attrs = {}) {
  return detail::EagerCall("BroadcastArgs", attrs.name).In(s0, "T").In(s1, "T").One();
}

struct BroadcastGradientArgsOutputs {
  EagerTensor r0;
  EagerTensor r1;
};
inline BroadcastGradientArgsOutputs BroadcastGradientArgs(const EagerInput& s0, const EagerInput& s1,
    const ops::BroadcastGradientArgsAttrs& attrs = {}) {
  auto out = detail::EagerCall("BroadcastGradientArgs", attrs.name).In(s0, "T").In(s1, "T")
      .Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor BroadcastTo(const EagerInput& input, const EagerInput& shape,
    const ops::BroadcastToAttrs& attrs = {}) {
  return detail::EagerCall("BroadcastTo", attrs.name).In(input, "T").In(shape, "Tidx").One();
}

inline EagerTensor Bucketize(const EagerInput& input, const std::vector<float>& boundaries,
    const ops::BucketizeAttrs& attrs = {}) {
  return detail::EagerCall("Bucketize", attrs.name).In(input, "T").Attr("boundaries", boundaries)
      .One();
}

inline EagerTensor CSVDataset(const EagerInput& filenames, const EagerInput& compression_type,
    const EagerInput& buffer_size, const EagerInput& header, const EagerInput& field_delim,
    const EagerInput& use_quote_delim, const EagerInput& na_value, const EagerInput& select_cols,
    const std::vector<EagerInput>& record_defaults, const std::vector<PartialShape>& output_shapes,
    const ops::CSVDatasetAttrs& attrs = {}) {
  return detail::EagerCall("CSVDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(header, "=bool")
      .In(field_delim, "=string").In(use_quote_delim, "=bool").In(na_value, "=string")
      .In(select_cols, "=int64").In(record_defaults, "**output_types")
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor CSVDatasetV2(const EagerInput& filenames, const EagerInput& compression_type,
    const EagerInput& buffer_size, const EagerInput& header, const EagerInput& field_delim,
    const EagerInput& use_quote_delim, const EagerInput& na_value, const EagerInput& select_cols,
    const std::vector<EagerInput>& record_defaults, const EagerInput& exclude_cols,
    const std::vector<PartialShape>& output_shapes, const ops::CSVDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("CSVDatasetV2", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(header, "=bool")
      .In(field_delim, "=string").In(use_quote_delim, "=bool").In(na_value, "=string")
      .In(select_cols, "=int64").In(record_defaults, "**output_types").In(exclude_cols, "=int64")
      .Attr("output_shapes", output_shapes).One();
}

struct CTCBeamSearchDecoderOutputs {
  std::vector<EagerTensor> decoded_indices;
  std::vector<EagerTensor> decoded_values;
  std::vector<EagerTensor> decoded_shape;
  EagerTensor log_probability;
};
inline CTCBeamSearchDecoderOutputs CTCBeamSearchDecoder(const EagerInput& inputs,
    const EagerInput& sequence_length, std::int64_t beam_width, std::int64_t top_paths,
    const ops::CTCBeamSearchDecoderAttrs& attrs = {}) {
  auto out = detail::EagerCall("CTCBeamSearchDecoder", attrs.name).In(inputs, "T")
      .In(sequence_length, "=int32").Attr("beam_width", beam_width).Attr("top_paths", top_paths)
      .Attr("merge_repeated", attrs.merge_repeated)
      .Run({"*=int64:top_paths", "*=int64:top_paths", "*=int64:top_paths", "T"});
  return {out[0], out[1], out[2], out[3][0]};
}

struct CTCGreedyDecoderOutputs {
  EagerTensor decoded_indices;
  EagerTensor decoded_values;
  EagerTensor decoded_shape;
  EagerTensor log_probability;
};
inline CTCGreedyDecoderOutputs CTCGreedyDecoder(const EagerInput& inputs, const EagerInput& sequence_length,
    const ops::CTCGreedyDecoderAttrs& attrs = {}) {
  auto out = detail::EagerCall("CTCGreedyDecoder", attrs.name).In(inputs, "T")
      .In(sequence_length, "=int32").Attr("merge_repeated", attrs.merge_repeated)
      .Attr("blank_index", attrs.blank_index).Run({"=int64", "=int64", "=int64", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0]};
}

struct CTCLossOutputs {
  EagerTensor loss;
  EagerTensor gradient;
};
inline CTCLossOutputs CTCLoss(const EagerInput& inputs, const EagerInput& labels_indices,
    const EagerInput& labels_values, const EagerInput& sequence_length, const ops::CTCLossAttrs& attrs = {}) {
  auto out = detail::EagerCall("CTCLoss", attrs.name).In(inputs, "T").In(labels_indices, "=int64")
      .In(labels_values, "=int32").In(sequence_length, "=int32")
      .Attr("preprocess_collapse_repeated", attrs.preprocess_collapse_repeated)
      .Attr("ctc_merge_repeated", attrs.ctc_merge_repeated)
      .Attr("ignore_longer_outputs_than_inputs", attrs.ignore_longer_outputs_than_inputs)
      .Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

struct CTCLossV2Outputs {
  EagerTensor loss;
  EagerTensor gradient;
};
inline CTCLossV2Outputs CTCLossV2(const EagerInput& inputs, const EagerInput& labels_indices,
    const EagerInput& labels_values, const EagerInput& sequence_length, const ops::CTCLossV2Attrs& attrs = {})
    {
  auto out = detail::EagerCall("CTCLossV2", attrs.name).In(inputs, "=float")
      .In(labels_indices, "=int64").In(labels_values, "=int32").In(sequence_length, "=int32")
      .Attr("preprocess_collapse_repeated", attrs.preprocess_collapse_repeated)
      .Attr("ctc_merge_repeated", attrs.ctc_merge_repeated)
      .Attr("ignore_longer_outputs_than_inputs", attrs.ignore_longer_outputs_than_inputs)
      .Run({"=float", "=float"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor CacheDataset(const EagerInput& input_dataset, const EagerInput& filename,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::CacheDatasetAttrs& attrs = {}) {
  return detail::EagerCall("CacheDataset", attrs.name).In(input_dataset, "=variant")
      .In(filename, "=string").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor CacheDatasetV2(const EagerInput& input_dataset, const EagerInput& filename,
    const EagerInput& cache, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::CacheDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("CacheDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(filename, "=string").In(cache, "=resource").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

inline std::vector<EagerTensor> Case(const EagerInput& branch_index, const std::vector<EagerInput>& input,
    const std::vector<DType>& Tout, const std::vector<Function>& branches, const ops::CaseAttrs& attrs = {}) {
  auto out = detail::EagerCall("Case", attrs.name).In(branch_index, "=int32").In(input, "**Tin")
      .Attr("Tout", Tout).Attr("branches", branches).Attr("output_shapes", attrs.output_shapes)
      .Run({"**Tout"});
  return out[0];
}

inline EagerTensor Cast(const EagerInput& x, DType DstT, const ops::CastAttrs& attrs = {}) {
  return detail::EagerCall("Cast", attrs.name).In(x, "SrcT").Attr("DstT", DstT)
      .Attr("Truncate", attrs.Truncate).One();
}

inline EagerTensor Ceil(const EagerInput& x, const ops::CeilAttrs& attrs = {}) {
  return detail::EagerCall("Ceil", attrs.name).In(x, "T").One();
}

inline EagerTensor CheckNumerics(const EagerInput& tensor, const std::string& message,
    const ops::CheckNumericsAttrs& attrs = {}) {
  return detail::EagerCall("CheckNumerics", attrs.name).In(tensor, "T").Attr("message", message).One();
}

inline EagerTensor CheckNumericsV2(const EagerInput& tensor, const std::string& message,
    const ops::CheckNumericsV2Attrs& attrs = {}) {
  return detail::EagerCall("CheckNumericsV2", attrs.name).In(tensor, "T").Attr("message", message)
      .One();
}

inline EagerTensor Cholesky(const EagerInput& input, const ops::CholeskyAttrs& attrs = {}) {
  return detail::EagerCall("Cholesky", attrs.name).In(input, "T").One();
}

inline EagerTensor CholeskyGrad(const EagerInput& l, const EagerInput& grad,
    const ops::CholeskyGradAttrs& attrs = {}) {
  return detail::EagerCall("CholeskyGrad", attrs.name).In(l, "T").In(grad, "T").One();
}

inline EagerTensor ClipByValue(const EagerInput& t, const EagerInput& clip_value_min,
    const EagerInput& clip_value_max, const ops::ClipByValueAttrs& attrs = {}) {
  return detail::EagerCall("ClipByValue", attrs.name).In(t, "T").In(clip_value_min, "T")
      .In(clip_value_max, "T").One();
}

inline EagerTensor CollectiveReduce(const EagerInput& input, std::int64_t group_size, std::int64_t group_key,
    std::int64_t instance_key, const std::string& merge_op, const std::string& final_op,
    const std::vector<std::int64_t>& subdiv_offsets, const ops::CollectiveReduceAttrs& attrs = {}) {
  return detail::EagerCall("CollectiveReduce", attrs.name).In(input, "T").Attr("group_size", group_size)
      .Attr("group_key", group_key).Attr("instance_key", instance_key).Attr("merge_op", merge_op)
      .Attr("final_op", final_op).Attr("subdiv_offsets", subdiv_offsets)
      .Attr("wait_for", attrs.wait_for).Attr("communication_hint", attrs.communication_hint)
      .Attr("timeout_seconds", attrs.timeout_seconds).One();
}

struct CombinedNonMaxSuppressionOutputs {
  EagerTensor nmsed_boxes;
  EagerTensor nmsed_scores;
  EagerTensor nmsed_classes;
  EagerTensor valid_detections;
};
inline CombinedNonMaxSuppressionOutputs CombinedNonMaxSuppression(const EagerInput& boxes,
    const EagerInput& scores, const EagerInput& max_output_size_per_class, const EagerInput& max_total_size,
    const EagerInput& iou_threshold, const EagerInput& score_threshold,
    const ops::CombinedNonMaxSuppressionAttrs& attrs = {}) {
  auto out = detail::EagerCall("CombinedNonMaxSuppression", attrs.name).In(boxes, "=float")
      .In(scores, "=float").In(max_output_size_per_class, "=int32").In(max_total_size, "=int32")
      .In(iou_threshold, "=float").In(score_threshold, "=float")
      .Attr("pad_per_class", attrs.pad_per_class).Attr("clip_boxes", attrs.clip_boxes)
      .Run({"=float", "=float", "=float", "=int32"});
  return {out[0][0], out[1][0], out[2][0], out[3][0]};
}

inline EagerTensor Complex(const EagerInput& real, const EagerInput& imag,
    const ops::ComplexAttrs& attrs = {}) {
  return detail::EagerCall("Complex", attrs.name).In(real, "T").In(imag, "T").Attr("Tout", attrs.Tout)
      .One();
}

inline EagerTensor ComplexAbs(const EagerInput& x, const ops::ComplexAbsAttrs& attrs = {}) {
  return detail::EagerCall("ComplexAbs", attrs.name).In(x, "T").Attr("Tout", attrs.Tout).One();
}

struct ComputeAccidentalHitsOutputs {
  EagerTensor indices;
  EagerTensor ids;
  EagerTensor weights;
};
inline ComputeAccidentalHitsOutputs ComputeAccidentalHits(const EagerInput& true_classes,
    const EagerInput& sampled_candidates, std::int64_t num_true,
    const ops::ComputeAccidentalHitsAttrs& attrs = {}) {
  auto out = detail::EagerCall("ComputeAccidentalHits", attrs.name).In(true_classes, "=int64")
      .In(sampled_candidates, "=int64").Attr("num_true", num_true).Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).Run({"=int32", "=int64", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor Concat(const EagerInput& concat_dim, const std::vector<EagerInput>& values,
    const ops::ConcatAttrs& attrs = {}) {
  return detail::EagerCall("Concat", attrs.name).In(concat_dim, "=int32").In(values, "*T:N").One();
}

inline std::vector<EagerTensor> ConcatOffset(const EagerInput& concat_dim,
    const std::vector<EagerInput>& shape, const ops::ConcatOffsetAttrs& attrs = {}) {
  auto out = detail::EagerCall("ConcatOffset", attrs.name).In(concat_dim, "=int32")
      .In(shape, "*shape_type:N").Run({"*shape_type:N"});
  return out[0];
}

inline EagerTensor ConcatV2(const std::vector<EagerInput>& values, const EagerInput& axis,
    const ops::ConcatV2Attrs& attrs = {}) {
  return detail::EagerCall("ConcatV2", attrs.name).In(values, "*T:N").In(axis, "Tidx").One();
}

inline EagerTensor ConcatenateDataset(const EagerInput& input_dataset, const EagerInput& another_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ConcatenateDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ConcatenateDataset", attrs.name).In(input_dataset, "=variant")
      .In(another_dataset, "=variant").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ConditionalAccumulator(const Eager& eager, DType dtype, const PartialShape& shape,
    const ops::ConditionalAccumulatorAttrs& attrs = {}) {
  return detail::EagerCall("ConditionalAccumulator", attrs.name, eager.state()).Attr("dtype", dtype)
      .Attr("shape", shape).Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("reduction_type", attrs.reduction_type).One();
}

inline EagerTensor Conj(const EagerInput& input, const ops::ConjAttrs& attrs = {}) {
  return detail::EagerCall("Conj", attrs.name).In(input, "T").One();
}

inline EagerTensor ConjugateTranspose(const EagerInput& x, const EagerInput& perm,
    const ops::ConjugateTransposeAttrs& attrs = {}) {
  return detail::EagerCall("ConjugateTranspose", attrs.name).In(x, "T").In(perm, "Tperm").One();
}

inline EagerTensor Const(const Eager& eager, const Tensor& value, DType dtype,
    const ops::ConstAttrs& attrs = {}) {
  return detail::EagerCall("Const", attrs.name, eager.state()).Attr("value", value).Attr("dtype", dtype)
      .One();
}

inline void ConsumeMutexLock(const EagerInput& mutex_lock, const ops::ConsumeMutexLockAttrs& attrs = {}) {
  detail::EagerCall("ConsumeMutexLock", attrs.name).In(mutex_lock, "=variant").None();
}

inline void ControlTrigger(const Eager& eager, const ops::ControlTriggerAttrs& attrs = {}) {
  detail::EagerCall("ControlTrigger", attrs.name, eager.state()).None();
}

inline EagerTensor Conv2D(const EagerInput& input, const EagerInput& filter,
    const std::vector<std::int64_t>& strides, const std::string& padding, const ops::Conv2DAttrs& attrs = {})
    {
  return detail::EagerCall("Conv2D", attrs.name).In(input, "T").In(filter, "T")
      .Attr("strides", strides).Attr("padding", padding)
      .Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Conv2DBackpropFilter(const EagerInput& input, const EagerInput& filter_sizes,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::Conv2DBackpropFilterAttrs& attrs = {}) {
  return detail::EagerCall("Conv2DBackpropFilter", attrs.name).In(input, "T").In(filter_sizes, "=int32")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Conv2DBackpropInput(const EagerInput& input_sizes, const EagerInput& filter,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::Conv2DBackpropInputAttrs& attrs = {}) {
  return detail::EagerCall("Conv2DBackpropInput", attrs.name).In(input_sizes, "=int32").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("use_cudnn_on_gpu", attrs.use_cudnn_on_gpu)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Conv3D(const EagerInput& input, const EagerInput& filter,
    const std::vector<std::int64_t>& strides, const std::string& padding, const ops::Conv3DAttrs& attrs = {})
    {
  return detail::EagerCall("Conv3D", attrs.name).In(input, "T").In(filter, "T")
      .Attr("strides", strides).Attr("padding", padding).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Conv3DBackpropFilter(const EagerInput& input, const EagerInput& filter,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::Conv3DBackpropFilterAttrs& attrs = {}) {
  return detail::EagerCall("Conv3DBackpropFilter", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Conv3DBackpropFilterV2(const EagerInput& input, const EagerInput& filter_sizes,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::Conv3DBackpropFilterV2Attrs& attrs = {}) {
  return detail::EagerCall("Conv3DBackpropFilterV2", attrs.name).In(input, "T")
      .In(filter_sizes, "=int32").In(out_backprop, "T").Attr("strides", strides)
      .Attr("padding", padding).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Conv3DBackpropInput(const EagerInput& input, const EagerInput& filter,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::Conv3DBackpropInputAttrs& attrs = {}) {
  return detail::EagerCall("Conv3DBackpropInput", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Conv3DBackpropInputV2(const EagerInput& input_sizes, const EagerInput& filter,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::Conv3DBackpropInputV2Attrs& attrs = {}) {
  return detail::EagerCall("Conv3DBackpropInputV2", attrs.name).In(input_sizes, "Tshape")
      .In(filter, "T").In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Cos(const EagerInput& x, const ops::CosAttrs& attrs = {}) {
  return detail::EagerCall("Cos", attrs.name).In(x, "T").One();
}

inline EagerTensor Cosh(const EagerInput& x, const ops::CoshAttrs& attrs = {}) {
  return detail::EagerCall("Cosh", attrs.name).In(x, "T").One();
}

inline EagerTensor CropAndResize(const EagerInput& image, const EagerInput& boxes, const EagerInput& box_ind,
    const EagerInput& crop_size, const ops::CropAndResizeAttrs& attrs = {}) {
  return detail::EagerCall("CropAndResize", attrs.name).In(image, "T").In(boxes, "=float")
      .In(box_ind, "=int32").In(crop_size, "=int32").Attr("method", attrs.method)
      .Attr("extrapolation_value", attrs.extrapolation_value).One();
}

inline EagerTensor CropAndResizeGradBoxes(const EagerInput& grads, const EagerInput& image,
    const EagerInput& boxes, const EagerInput& box_ind, const ops::CropAndResizeGradBoxesAttrs& attrs = {}) {
  return detail::EagerCall("CropAndResizeGradBoxes", attrs.name).In(grads, "=float").In(image, "T")
      .In(boxes, "=float").In(box_ind, "=int32").Attr("method", attrs.method).One();
}

inline EagerTensor CropAndResizeGradImage(const EagerInput& grads, const EagerInput& boxes,
    const EagerInput& box_ind, const EagerInput& image_size, DType T,
    const ops::CropAndResizeGradImageAttrs& attrs = {}) {
  return detail::EagerCall("CropAndResizeGradImage", attrs.name).In(grads, "=float").In(boxes, "=float")
      .In(box_ind, "=int32").In(image_size, "=int32").Attr("T", T).Attr("method", attrs.method).One();
}

inline EagerTensor Cross(const EagerInput& a, const EagerInput& b, const ops::CrossAttrs& attrs = {}) {
  return detail::EagerCall("Cross", attrs.name).In(a, "T").In(b, "T").One();
}

inline EagerTensor Cumprod(const EagerInput& x, const EagerInput& axis, const ops::CumprodAttrs& attrs = {}) {
  return detail::EagerCall("Cumprod", attrs.name).In(x, "T").In(axis, "Tidx")
      .Attr("exclusive", attrs.exclusive).Attr("reverse", attrs.reverse).One();
}

inline EagerTensor Cumsum(const EagerInput& x, const EagerInput& axis, const ops::CumsumAttrs& attrs = {}) {
  return detail::EagerCall("Cumsum", attrs.name).In(x, "T").In(axis, "Tidx")
      .Attr("exclusive", attrs.exclusive).Attr("reverse", attrs.reverse).One();
}

inline EagerTensor DataFormatDimMap(const EagerInput& x, const ops::DataFormatDimMapAttrs& attrs = {}) {
  return detail::EagerCall("DataFormatDimMap", attrs.name).In(x, "T")
      .Attr("src_format", attrs.src_format).Attr("dst_format", attrs.dst_format).One();
}

inline EagerTensor DataFormatVecPermute(const EagerInput& x, const ops::DataFormatVecPermuteAttrs& attrs = {})
    {
  return detail::EagerCall("DataFormatVecPermute", attrs.name).In(x, "T")
      .Attr("src_format", attrs.src_format).Attr("dst_format", attrs.dst_format).One();
}

inline EagerTensor DatasetCardinality(const EagerInput& input_dataset,
    const ops::DatasetCardinalityAttrs& attrs = {}) {
  return detail::EagerCall("DatasetCardinality", attrs.name).In(input_dataset, "=variant")
      .Attr("cardinality_options", attrs.cardinality_options).One();
}

inline std::vector<EagerTensor> DatasetToSingleElement(const EagerInput& dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::DatasetToSingleElementAttrs& attrs = {}) {
  auto out = detail::EagerCall("DatasetToSingleElement", attrs.name).In(dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).Run({"**output_types"});
  return out[0];
}

inline EagerTensor Dawsn(const EagerInput& x, const ops::DawsnAttrs& attrs = {}) {
  return detail::EagerCall("Dawsn", attrs.name).In(x, "T").One();
}

inline EagerTensor DecodeAndCropJpeg(const EagerInput& contents, const EagerInput& crop_window,
    const ops::DecodeAndCropJpegAttrs& attrs = {}) {
  return detail::EagerCall("DecodeAndCropJpeg", attrs.name).In(contents, "=string")
      .In(crop_window, "=int32").Attr("channels", attrs.channels).Attr("ratio", attrs.ratio)
      .Attr("fancy_upscaling", attrs.fancy_upscaling)
      .Attr("try_recover_truncated", attrs.try_recover_truncated)
      .Attr("acceptable_fraction", attrs.acceptable_fraction).Attr("dct_method", attrs.dct_method)
      .One();
}

inline EagerTensor DecodeBase64(const EagerInput& input, const ops::DecodeBase64Attrs& attrs = {}) {
  return detail::EagerCall("DecodeBase64", attrs.name).In(input, "=string").One();
}

inline EagerTensor DecodeBmp(const EagerInput& contents, const ops::DecodeBmpAttrs& attrs = {}) {
  return detail::EagerCall("DecodeBmp", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).One();
}

inline std::vector<EagerTensor> DecodeCSV(const EagerInput& records,
    const std::vector<EagerInput>& record_defaults, const ops::DecodeCSVAttrs& attrs = {}) {
  auto out = detail::EagerCall("DecodeCSV", attrs.name).In(records, "=string")
      .In(record_defaults, "**OUT_TYPE").Attr("field_delim", attrs.field_delim)
      .Attr("use_quote_delim", attrs.use_quote_delim).Attr("na_value", attrs.na_value)
      .Attr("select_cols", attrs.select_cols).Run({"**OUT_TYPE"});
  return out[0];
}

inline EagerTensor DecodeCompressed(const EagerInput& bytes, const ops::DecodeCompressedAttrs& attrs = {}) {
  return detail::EagerCall("DecodeCompressed", attrs.name).In(bytes, "=string")
      .Attr("compression_type", attrs.compression_type).One();
}

inline EagerTensor DecodeGif(const EagerInput& contents, const ops::DecodeGifAttrs& attrs = {}) {
  return detail::EagerCall("DecodeGif", attrs.name).In(contents, "=string").One();
}

inline EagerTensor DecodeImage(const EagerInput& contents, const ops::DecodeImageAttrs& attrs = {}) {
  return detail::EagerCall("DecodeImage", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).Attr("dtype", attrs.dtype)
      .Attr("expand_animations", attrs.expand_animations).One();
}

inline EagerTensor DecodeJSONExample(const EagerInput& json_examples,
    const ops::DecodeJSONExampleAttrs& attrs = {}) {
  return detail::EagerCall("DecodeJSONExample", attrs.name).In(json_examples, "=string").One();
}

inline EagerTensor DecodeJpeg(const EagerInput& contents, const ops::DecodeJpegAttrs& attrs = {}) {
  return detail::EagerCall("DecodeJpeg", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).Attr("ratio", attrs.ratio)
      .Attr("fancy_upscaling", attrs.fancy_upscaling)
      .Attr("try_recover_truncated", attrs.try_recover_truncated)
      .Attr("acceptable_fraction", attrs.acceptable_fraction).Attr("dct_method", attrs.dct_method)
      .One();
}

inline EagerTensor DecodePaddedRaw(const EagerInput& input_bytes, const EagerInput& fixed_length,
    DType out_type, const ops::DecodePaddedRawAttrs& attrs = {}) {
  return detail::EagerCall("DecodePaddedRaw", attrs.name).In(input_bytes, "=string")
      .In(fixed_length, "=int32").Attr("out_type", out_type).Attr("little_endian", attrs.little_endian)
      .One();
}

inline EagerTensor DecodePng(const EagerInput& contents, const ops::DecodePngAttrs& attrs = {}) {
  return detail::EagerCall("DecodePng", attrs.name).In(contents, "=string")
      .Attr("channels", attrs.channels).Attr("dtype", attrs.dtype).One();
}

inline EagerTensor DecodeRaw(const EagerInput& bytes, DType out_type, const ops::DecodeRawAttrs& attrs = {}) {
  return detail::EagerCall("DecodeRaw", attrs.name).In(bytes, "=string").Attr("out_type", out_type)
      .Attr("little_endian", attrs.little_endian).One();
}

struct DecodeWavOutputs {
  EagerTensor audio;
  EagerTensor sample_rate;
};
inline DecodeWavOutputs DecodeWav(const EagerInput& contents, const ops::DecodeWavAttrs& attrs = {}) {
  auto out = detail::EagerCall("DecodeWav", attrs.name).In(contents, "=string")
      .Attr("desired_channels", attrs.desired_channels).Attr("desired_samples", attrs.desired_samples)
      .Run({"=float", "=int32"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor DeepCopy(const EagerInput& x, const ops::DeepCopyAttrs& attrs = {}) {
  return detail::EagerCall("DeepCopy", attrs.name).In(x, "T").One();
}

inline void DeleteIterator(const EagerInput& handle, const EagerInput& deleter,
    const ops::DeleteIteratorAttrs& attrs = {}) {
  detail::EagerCall("DeleteIterator", attrs.name).In(handle, "=resource").In(deleter, "=variant")
      .None();
}

inline void DeleteMultiDeviceIterator(const EagerInput& multi_device_iterator,
    const std::vector<EagerInput>& iterators, const EagerInput& deleter,
    const ops::DeleteMultiDeviceIteratorAttrs& attrs = {}) {
  detail::EagerCall("DeleteMultiDeviceIterator", attrs.name).In(multi_device_iterator, "=resource")
      .In(iterators, "*=resource:N").In(deleter, "=variant").None();
}

inline void DeleteRandomSeedGenerator(const EagerInput& handle, const EagerInput& deleter,
    const ops::DeleteRandomSeedGeneratorAttrs& attrs = {}) {
  detail::EagerCall("DeleteRandomSeedGenerator", attrs.name).In(handle, "=resource")
      .In(deleter, "=variant").None();
}

inline void DeleteSessionTensor(const EagerInput& handle, const ops::DeleteSessionTensorAttrs& attrs = {}) {
  detail::EagerCall("DeleteSessionTensor", attrs.name).In(handle, "=string").None();
}

inline EagerTensor DenseBincount(const EagerInput& input, const EagerInput& size, const EagerInput& weights,
    const ops::DenseBincountAttrs& attrs = {}) {
  return detail::EagerCall("DenseBincount", attrs.name).In(input, "Tidx").In(size, "Tidx")
      .In(weights, "T").Attr("binary_output", attrs.binary_output).One();
}

struct DenseCountSparseOutputOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_dense_shape;
};
inline DenseCountSparseOutputOutputs DenseCountSparseOutput(const EagerInput& values,
    const EagerInput& weights, bool binary_output, const ops::DenseCountSparseOutputAttrs& attrs = {}) {
  auto out = detail::EagerCall("DenseCountSparseOutput", attrs.name).In(values, "T")
      .In(weights, "output_type").Attr("binary_output", binary_output)
      .Attr("minlength", attrs.minlength).Attr("maxlength", attrs.maxlength)
      .Run({"=int64", "output_type", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct DenseToDenseSetOperationOutputs {
  EagerTensor result_indices;
  EagerTensor result_values;
  EagerTensor result_shape;
};
inline DenseToDenseSetOperationOutputs DenseToDenseSetOperation(const EagerInput& set1,
    const EagerInput& set2, const std::string& set_operation,
    const ops::DenseToDenseSetOperationAttrs& attrs = {}) {
  auto out = detail::EagerCall("DenseToDenseSetOperation", attrs.name).In(set1, "T").In(set2, "T")
      .Attr("set_operation", set_operation).Attr("validate_indices", attrs.validate_indices)
      .Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct DenseToSparseSetOperationOutputs {
  EagerTensor result_indices;
  EagerTensor result_values;
  EagerTensor result_shape;
};
inline DenseToSparseSetOperationOutputs DenseToSparseSetOperation(const EagerInput& set1,
    const EagerInput& set2_indices, const EagerInput& set2_values, const EagerInput& set2_shape,
    const std::string& set_operation, const ops::DenseToSparseSetOperationAttrs& attrs = {}) {
  auto out = detail::EagerCall("DenseToSparseSetOperation", attrs.name).In(set1, "T")
      .In(set2_indices, "=int64").In(set2_values, "T").In(set2_shape, "=int64")
      .Attr("set_operation", set_operation).Attr("validate_indices", attrs.validate_indices)
      .Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor DepthToSpace(const EagerInput& input, std::int64_t block_size,
    const ops::DepthToSpaceAttrs& attrs = {}) {
  return detail::EagerCall("DepthToSpace", attrs.name).In(input, "T").Attr("block_size", block_size)
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor DepthwiseConv2dNative(const EagerInput& input, const EagerInput& filter,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::DepthwiseConv2dNativeAttrs& attrs = {}) {
  return detail::EagerCall("DepthwiseConv2dNative", attrs.name).In(input, "T").In(filter, "T")
      .Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor DepthwiseConv2dNativeBackpropFilter(const EagerInput& input,
    const EagerInput& filter_sizes, const EagerInput& out_backprop, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::DepthwiseConv2dNativeBackpropFilterAttrs& attrs = {}) {
  return detail::EagerCall("DepthwiseConv2dNativeBackpropFilter", attrs.name).In(input, "T")
      .In(filter_sizes, "=int32").In(out_backprop, "T").Attr("strides", strides)
      .Attr("padding", padding).Attr("explicit_paddings", attrs.explicit_paddings)
      .Attr("data_format", attrs.data_format).Attr("dilations", attrs.dilations).One();
}

inline EagerTensor DepthwiseConv2dNativeBackpropInput(const EagerInput& input_sizes, const EagerInput& filter,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::DepthwiseConv2dNativeBackpropInputAttrs& attrs = {}) {
  return detail::EagerCall("DepthwiseConv2dNativeBackpropInput", attrs.name).In(input_sizes, "=int32")
      .In(filter, "T").In(out_backprop, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format)
      .Attr("dilations", attrs.dilations).One();
}

inline EagerTensor Dequantize(const EagerInput& input, const EagerInput& min_range,
    const EagerInput& max_range, const ops::DequantizeAttrs& attrs = {}) {
  return detail::EagerCall("Dequantize", attrs.name).In(input, "T").In(min_range, "=float")
      .In(max_range, "=float").Attr("mode", attrs.mode).Attr("narrow_range", attrs.narrow_range)
      .Attr("axis", attrs.axis).Attr("dtype", attrs.dtype).One();
}

inline void DeserializeIterator(const EagerInput& resource_handle, const EagerInput& serialized,
    const ops::DeserializeIteratorAttrs& attrs = {}) {
  detail::EagerCall("DeserializeIterator", attrs.name).In(resource_handle, "=resource")
      .In(serialized, "=variant").None();
}

struct DeserializeManySparseOutputs {
  EagerTensor sparse_indices;
  EagerTensor sparse_values;
  EagerTensor sparse_shape;
};
inline DeserializeManySparseOutputs DeserializeManySparse(const EagerInput& serialized_sparse, DType dtype,
    const ops::DeserializeManySparseAttrs& attrs = {}) {
  auto out = detail::EagerCall("DeserializeManySparse", attrs.name).In(serialized_sparse, "=string")
      .Attr("dtype", dtype).Run({"=int64", "dtype", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct DeserializeSparseOutputs {
  EagerTensor sparse_indices;
  EagerTensor sparse_values;
  EagerTensor sparse_shape;
};
inline DeserializeSparseOutputs DeserializeSparse(const EagerInput& serialized_sparse, DType dtype,
    const ops::DeserializeSparseAttrs& attrs = {}) {
  auto out = detail::EagerCall("DeserializeSparse", attrs.name).In(serialized_sparse, "Tserialized")
      .Attr("dtype", dtype).Run({"=int64", "dtype", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline void DestroyResourceOp(const EagerInput& resource, const ops::DestroyResourceOpAttrs& attrs = {}) {
  detail::EagerCall("DestroyResourceOp", attrs.name).In(resource, "=resource")
      .Attr("ignore_lookup_error", attrs.ignore_lookup_error).None();
}

inline EagerTensor Diag(const EagerInput& diagonal, const ops::DiagAttrs& attrs = {}) {
  return detail::EagerCall("Diag", attrs.name).In(diagonal, "T").One();
}

inline EagerTensor DiagPart(const EagerInput& input, const ops::DiagPartAttrs& attrs = {}) {
  return detail::EagerCall("DiagPart", attrs.name).In(input, "T").One();
}

inline EagerTensor Digamma(const EagerInput& x, const ops::DigammaAttrs& attrs = {}) {
  return detail::EagerCall("Digamma", attrs.name).In(x, "T").One();
}

inline EagerTensor Dilation2D(const EagerInput& input, const EagerInput& filter,
    const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& rates,
    const std::string& padding, const ops::Dilation2DAttrs& attrs = {}) {
  return detail::EagerCall("Dilation2D", attrs.name).In(input, "T").In(filter, "T")
      .Attr("strides", strides).Attr("rates", rates).Attr("padding", padding).One();
}

inline EagerTensor Dilation2DBackpropFilter(const EagerInput& input, const EagerInput& filter,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides,
    const std::vector<std::int64_t>& rates, const std::string& padding,
    const ops::Dilation2DBackpropFilterAttrs& attrs = {}) {
  return detail::EagerCall("Dilation2DBackpropFilter", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("rates", rates).Attr("padding", padding)
      .One();
}

inline EagerTensor Dilation2DBackpropInput(const EagerInput& input, const EagerInput& filter,
    const EagerInput& out_backprop, const std::vector<std::int64_t>& strides,
    const std::vector<std::int64_t>& rates, const std::string& padding,
    const ops::Dilation2DBackpropInputAttrs& attrs = {}) {
  return detail::EagerCall("Dilation2DBackpropInput", attrs.name).In(input, "T").In(filter, "T")
      .In(out_backprop, "T").Attr("strides", strides).Attr("rates", rates).Attr("padding", padding)
      .One();
}

inline EagerTensor DirectedInterleaveDataset(const EagerInput& selector_input_dataset,
    const std::vector<EagerInput>& data_input_datasets, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::DirectedInterleaveDatasetAttrs& attrs = {}) {
  return detail::EagerCall("DirectedInterleaveDataset", attrs.name)
      .In(selector_input_dataset, "=variant").In(data_input_datasets, "*=variant:N")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("stop_on_empty_dataset", attrs.stop_on_empty_dataset).One();
}

inline void DisableCopyOnRead(const EagerInput& resource, const ops::DisableCopyOnReadAttrs& attrs = {}) {
  detail::EagerCall("DisableCopyOnRead", attrs.name).In(resource, "=resource").None();
}

inline EagerTensor Div(const EagerInput& x, const EagerInput& y, const ops::DivAttrs& attrs = {}) {
  return detail::EagerCall("Div", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor DivNoNan(const EagerInput& x, const EagerInput& y, const ops::DivNoNanAttrs& attrs = {}) {
  return detail::EagerCall("DivNoNan", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor DrawBoundingBoxes(const EagerInput& images, const EagerInput& boxes,
    const ops::DrawBoundingBoxesAttrs& attrs = {}) {
  return detail::EagerCall("DrawBoundingBoxes", attrs.name).In(images, "T").In(boxes, "=float").One();
}

inline EagerTensor DrawBoundingBoxesV2(const EagerInput& images, const EagerInput& boxes,
    const EagerInput& colors, const ops::DrawBoundingBoxesV2Attrs& attrs = {}) {
  return detail::EagerCall("DrawBoundingBoxesV2", attrs.name).In(images, "T").In(boxes, "=float")
      .In(colors, "=float").One();
}

inline std::vector<EagerTensor> DynamicPartition(const EagerInput& data, const EagerInput& partitions,
    std::int64_t num_partitions, const ops::DynamicPartitionAttrs& attrs = {}) {
  auto out = detail::EagerCall("DynamicPartition", attrs.name).In(data, "T").In(partitions, "=int32")
      .Attr("num_partitions", num_partitions).Run({"*T:num_partitions"});
  return out[0];
}

inline EagerTensor DynamicStitch(const std::vector<EagerInput>& indices, const std::vector<EagerInput>& data,
    const ops::DynamicStitchAttrs& attrs = {}) {
  return detail::EagerCall("DynamicStitch", attrs.name).In(indices, "*=int32:N").In(data, "*T:N")
      .One();
}

inline std::vector<EagerTensor> EagerPyFunc(const std::vector<EagerInput>& input, const std::string& token,
    const std::vector<DType>& Tout, const ops::EagerPyFuncAttrs& attrs = {}) {
  auto out = detail::EagerCall("EagerPyFunc", attrs.name).In(input, "**Tin").Attr("token", token)
      .Attr("Tout", Tout).Attr("is_async", attrs.is_async).Run({"**Tout"});
  return out[0];
}

inline EagerTensor EditDistance(const EagerInput& hypothesis_indices, const EagerInput& hypothesis_values,
    const EagerInput& hypothesis_shape, const EagerInput& truth_indices, const EagerInput& truth_values,
    const EagerInput& truth_shape, const ops::EditDistanceAttrs& attrs = {}) {
  return detail::EagerCall("EditDistance", attrs.name).In(hypothesis_indices, "=int64")
      .In(hypothesis_values, "T").In(hypothesis_shape, "=int64").In(truth_indices, "=int64")
      .In(truth_values, "T").In(truth_shape, "=int64").Attr("normalize", attrs.normalize).One();
}

struct EigOutputs {
  EagerTensor e;
  EagerTensor v;
};
inline EigOutputs Eig(const EagerInput& input, DType Tout, const ops::EigAttrs& attrs = {}) {
  auto out = detail::EagerCall("Eig", attrs.name).In(input, "T").Attr("Tout", Tout)
      .Attr("compute_v", attrs.compute_v).Run({"Tout", "Tout"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor Einsum(const std::vector<EagerInput>& inputs, const std::string& equation,
    const ops::EinsumAttrs& attrs = {}) {
  return detail::EagerCall("Einsum", attrs.name).In(inputs, "*T:N").Attr("equation", equation).One();
}

inline EagerTensor Elu(const EagerInput& features, const ops::EluAttrs& attrs = {}) {
  return detail::EagerCall("Elu", attrs.name).In(features, "T").One();
}

inline EagerTensor EluGrad(const EagerInput& gradients, const EagerInput& outputs,
    const ops::EluGradAttrs& attrs = {}) {
  return detail::EagerCall("EluGrad", attrs.name).In(gradients, "T").In(outputs, "T").One();
}

inline EagerTensor Empty(const EagerInput& shape, DType dtype, const ops::EmptyAttrs& attrs = {}) {
  return detail::EagerCall("Empty", attrs.name).In(shape, "=int32").Attr("dtype", dtype)
      .Attr("init", attrs.init).One();
}

inline EagerTensor EmptyTensorList(const EagerInput& element_shape, const EagerInput& max_num_elements,
    DType element_dtype, const ops::EmptyTensorListAttrs& attrs = {}) {
  return detail::EagerCall("EmptyTensorList", attrs.name).In(element_shape, "shape_type")
      .In(max_num_elements, "=int32").Attr("element_dtype", element_dtype).One();
}

inline EagerTensor EncodeBase64(const EagerInput& input, const ops::EncodeBase64Attrs& attrs = {}) {
  return detail::EagerCall("EncodeBase64", attrs.name).In(input, "=string").Attr("pad", attrs.pad)
      .One();
}

inline EagerTensor EncodeJpeg(const EagerInput& image, const ops::EncodeJpegAttrs& attrs = {}) {
  return detail::EagerCall("EncodeJpeg", attrs.name).In(image, "=uint8").Attr("format", attrs.format)
      .Attr("quality", attrs.quality).Attr("progressive", attrs.progressive)
      .Attr("optimize_size", attrs.optimize_size).Attr("chroma_downsampling", attrs.chroma_downsampling)
      .Attr("density_unit", attrs.density_unit).Attr("x_density", attrs.x_density)
      .Attr("y_density", attrs.y_density).Attr("xmp_metadata", attrs.xmp_metadata).One();
}

inline EagerTensor EncodeJpegVariableQuality(const EagerInput& images, const EagerInput& quality,
    const ops::EncodeJpegVariableQualityAttrs& attrs = {}) {
  return detail::EagerCall("EncodeJpegVariableQuality", attrs.name).In(images, "=uint8")
      .In(quality, "=int32").One();
}

inline EagerTensor EncodePng(const EagerInput& image, const ops::EncodePngAttrs& attrs = {}) {
  return detail::EagerCall("EncodePng", attrs.name).In(image, "T")
      .Attr("compression", attrs.compression).One();
}

inline EagerTensor EncodeWav(const EagerInput& audio, const EagerInput& sample_rate,
    const ops::EncodeWavAttrs& attrs = {}) {
  return detail::EagerCall("EncodeWav", attrs.name).In(audio, "=float").In(sample_rate, "=int32")
      .One();
}

inline EagerTensor EnsureShape(const EagerInput& input, const PartialShape& shape,
    const ops::EnsureShapeAttrs& attrs = {}) {
  return detail::EagerCall("EnsureShape", attrs.name).In(input, "T").Attr("shape", shape).One();
}

inline EagerTensor Enter(const EagerInput& data, const std::string& frame_name,
    const ops::EnterAttrs& attrs = {}) {
  return detail::EagerCall("Enter", attrs.name).In(data, "T").Attr("frame_name", frame_name)
      .Attr("is_constant", attrs.is_constant).Attr("parallel_iterations", attrs.parallel_iterations)
      .One();
}

inline EagerTensor Equal(const EagerInput& x, const EagerInput& y, const ops::EqualAttrs& attrs = {}) {
  return detail::EagerCall("Equal", attrs.name).In(x, "T").In(y, "T")
      .Attr("incompatible_shape_error", attrs.incompatible_shape_error).One();
}

inline EagerTensor Erf(const EagerInput& x, const ops::ErfAttrs& attrs = {}) {
  return detail::EagerCall("Erf", attrs.name).In(x, "T").One();
}

inline EagerTensor Erfc(const EagerInput& x, const ops::ErfcAttrs& attrs = {}) {
  return detail::EagerCall("Erfc", attrs.name).In(x, "T").One();
}

inline EagerTensor Erfinv(const EagerInput& x, const ops::ErfinvAttrs& attrs = {}) {
  return detail::EagerCall("Erfinv", attrs.name).In(x, "T").One();
}

inline EagerTensor EuclideanNorm(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::EuclideanNormAttrs& attrs = {}) {
  return detail::EagerCall("EuclideanNorm", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

inline EagerTensor Exit(const EagerInput& data, const ops::ExitAttrs& attrs = {}) {
  return detail::EagerCall("Exit", attrs.name).In(data, "T").One();
}

inline EagerTensor Exp(const EagerInput& x, const ops::ExpAttrs& attrs = {}) {
  return detail::EagerCall("Exp", attrs.name).In(x, "T").One();
}

inline EagerTensor ExpandDims(const EagerInput& input, const EagerInput& dim,
    const ops::ExpandDimsAttrs& attrs = {}) {
  return detail::EagerCall("ExpandDims", attrs.name).In(input, "T").In(dim, "Tdim").One();
}

inline EagerTensor ExperimentalCSVDataset(const EagerInput& filenames, const EagerInput& compression_type,
    const EagerInput& buffer_size, const EagerInput& header, const EagerInput& field_delim,
    const EagerInput& use_quote_delim, const EagerInput& na_value, const EagerInput& select_cols,
    const std::vector<EagerInput>& record_defaults, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalCSVDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalCSVDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(header, "=bool")
      .In(field_delim, "=string").In(use_quote_delim, "=bool").In(na_value, "=string")
      .In(select_cols, "=int64").In(record_defaults, "**output_types")
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalDatasetCardinality(const EagerInput& input_dataset,
    const ops::ExperimentalDatasetCardinalityAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalDatasetCardinality", attrs.name).In(input_dataset, "=variant")
      .One();
}

inline EagerTensor ExperimentalDirectedInterleaveDataset(const EagerInput& selector_input_dataset,
    const std::vector<EagerInput>& data_input_datasets, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalDirectedInterleaveDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalDirectedInterleaveDataset", attrs.name)
      .In(selector_input_dataset, "=variant").In(data_input_datasets, "*=variant:N")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalGroupByReducerDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& key_func_other_arguments,
    const std::vector<EagerInput>& init_func_other_arguments,
    const std::vector<EagerInput>& reduce_func_other_arguments,
    const std::vector<EagerInput>& finalize_func_other_arguments, const Function& key_func,
    const Function& init_func, const Function& reduce_func, const Function& finalize_func,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalGroupByReducerDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalGroupByReducerDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(init_func_other_arguments, "**Tinit_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(finalize_func_other_arguments, "**Tfinalize_func_other_arguments").Attr("key_func", key_func)
      .Attr("init_func", init_func).Attr("reduce_func", reduce_func)
      .Attr("finalize_func", finalize_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalGroupByWindowDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& key_func_other_arguments,
    const std::vector<EagerInput>& reduce_func_other_arguments,
    const std::vector<EagerInput>& window_size_func_other_arguments, const Function& key_func,
    const Function& reduce_func, const Function& window_size_func, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalGroupByWindowDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalGroupByWindowDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(window_size_func_other_arguments, "**Twindow_size_func_other_arguments")
      .Attr("key_func", key_func).Attr("reduce_func", reduce_func)
      .Attr("window_size_func", window_size_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalIgnoreErrorsDataset(const EagerInput& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalIgnoreErrorsDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalIgnoreErrorsDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("log_warning", attrs.log_warning).One();
}

inline EagerTensor ExperimentalMapAndBatchDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& batch_size,
    const EagerInput& num_parallel_calls, const EagerInput& drop_remainder, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalMapAndBatchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalMapAndBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(batch_size, "=int64").In(num_parallel_calls, "=int64")
      .In(drop_remainder, "=bool").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("preserve_cardinality", attrs.preserve_cardinality)
      .One();
}

inline EagerTensor ExperimentalMaxIntraOpParallelismDataset(const EagerInput& input_dataset,
    const EagerInput& max_intra_op_parallelism, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalMaxIntraOpParallelismDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalMaxIntraOpParallelismDataset", attrs.name)
      .In(input_dataset, "=variant").In(max_intra_op_parallelism, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalNonSerializableDataset(const EagerInput& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalNonSerializableDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalNonSerializableDataset", attrs.name)
      .In(input_dataset, "=variant").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalParallelInterleaveDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& cycle_length,
    const EagerInput& block_length, const EagerInput& sloppy, const EagerInput& buffer_output_elements,
    const EagerInput& prefetch_input_elements, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalParallelInterleaveDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalParallelInterleaveDataset", attrs.name)
      .In(input_dataset, "=variant").In(other_arguments, "**Targuments").In(cycle_length, "=int64")
      .In(block_length, "=int64").In(sloppy, "=bool").In(buffer_output_elements, "=int64")
      .In(prefetch_input_elements, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalParseExampleDataset(const EagerInput& input_dataset,
    const EagerInput& num_parallel_calls, const std::vector<EagerInput>& dense_defaults,
    const std::vector<std::string>& sparse_keys, const std::vector<std::string>& dense_keys,
    const std::vector<DType>& sparse_types, const std::vector<PartialShape>& dense_shapes,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalParseExampleDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalParseExampleDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_parallel_calls, "=int64").In(dense_defaults, "**Tdense").Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("sloppy", attrs.sloppy).One();
}

inline EagerTensor ExperimentalPrivateThreadPoolDataset(const EagerInput& input_dataset,
    const EagerInput& num_threads, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalPrivateThreadPoolDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalPrivateThreadPoolDataset", attrs.name)
      .In(input_dataset, "=variant").In(num_threads, "=int64").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalRandomDataset(const EagerInput& seed, const EagerInput& seed2,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalRandomDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalRandomDataset", attrs.name).In(seed, "=int64")
      .In(seed2, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

inline EagerTensor ExperimentalScanDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& initial_state, const std::vector<EagerInput>& other_arguments,
    const Function& f, const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalScanDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalScanDataset", attrs.name).In(input_dataset, "=variant")
      .In(initial_state, "**Tstate").In(other_arguments, "**Targuments").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("preserve_cardinality", attrs.preserve_cardinality).One();
}

inline EagerTensor ExperimentalTakeWhileDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const Function& predicate,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalTakeWhileDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalTakeWhileDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalUnbatchDataset(const EagerInput& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalUnbatchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalUnbatchDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

inline EagerTensor ExperimentalUniqueDataset(const EagerInput& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ExperimentalUniqueDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ExperimentalUniqueDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

inline EagerTensor Expint(const EagerInput& x, const ops::ExpintAttrs& attrs = {}) {
  return detail::EagerCall("Expint", attrs.name).In(x, "T").One();
}

inline EagerTensor Expm1(const EagerInput& x, const ops::Expm1Attrs& attrs = {}) {
  return detail::EagerCall("Expm1", attrs.name).In(x, "T").One();
}

inline EagerTensor ExtractGlimpse(const EagerInput& input, const EagerInput& size, const EagerInput& offsets,
    const ops::ExtractGlimpseAttrs& attrs = {}) {
  return detail::EagerCall("ExtractGlimpse", attrs.name).In(input, "=float").In(size, "=int32")
      .In(offsets, "=float").Attr("centered", attrs.centered).Attr("normalized", attrs.normalized)
      .Attr("uniform_noise", attrs.uniform_noise).Attr("noise", attrs.noise).One();
}

inline EagerTensor ExtractGlimpseV2(const EagerInput& input, const EagerInput& size,
    const EagerInput& offsets, const ops::ExtractGlimpseV2Attrs& attrs = {}) {
  return detail::EagerCall("ExtractGlimpseV2", attrs.name).In(input, "=float").In(size, "=int32")
      .In(offsets, "=float").Attr("centered", attrs.centered).Attr("normalized", attrs.normalized)
      .Attr("uniform_noise", attrs.uniform_noise).Attr("noise", attrs.noise).One();
}

inline EagerTensor ExtractImagePatches(const EagerInput& images, const std::vector<std::int64_t>& ksizes,
    const std::vector<std::int64_t>& strides, const std::vector<std::int64_t>& rates,
    const std::string& padding, const ops::ExtractImagePatchesAttrs& attrs = {}) {
  return detail::EagerCall("ExtractImagePatches", attrs.name).In(images, "T").Attr("ksizes", ksizes)
      .Attr("strides", strides).Attr("rates", rates).Attr("padding", padding).One();
}

inline EagerTensor ExtractJpegShape(const EagerInput& contents, const ops::ExtractJpegShapeAttrs& attrs = {})
    {
  return detail::EagerCall("ExtractJpegShape", attrs.name).In(contents, "=string")
      .Attr("output_type", attrs.output_type).One();
}

inline EagerTensor ExtractVolumePatches(const EagerInput& input, const std::vector<std::int64_t>& ksizes,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::ExtractVolumePatchesAttrs& attrs = {}) {
  return detail::EagerCall("ExtractVolumePatches", attrs.name).In(input, "T").Attr("ksizes", ksizes)
      .Attr("strides", strides).Attr("padding", padding).One();
}

inline EagerTensor FFT(const EagerInput& input, const ops::FFTAttrs& attrs = {}) {
  return detail::EagerCall("FFT", attrs.name).In(input, "Tcomplex").One();
}

inline EagerTensor FFT2D(const EagerInput& input, const ops::FFT2DAttrs& attrs = {}) {
  return detail::EagerCall("FFT2D", attrs.name).In(input, "Tcomplex").One();
}

inline EagerTensor FFT3D(const EagerInput& input, const ops::FFT3DAttrs& attrs = {}) {
  return detail::EagerCall("FFT3D", attrs.name).In(input, "Tcomplex").One();
}

inline EagerTensor FIFOQueue(const Eager& eager, const std::vector<DType>& component_types,
    const ops::FIFOQueueAttrs& attrs = {}) {
  return detail::EagerCall("FIFOQueue", attrs.name, eager.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor FIFOQueueV2(const Eager& eager, const std::vector<DType>& component_types,
    const ops::FIFOQueueV2Attrs& attrs = {}) {
  return detail::EagerCall("FIFOQueueV2", attrs.name, eager.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor FakeQuantWithMinMaxArgs(const EagerInput& inputs,
    const ops::FakeQuantWithMinMaxArgsAttrs& attrs = {}) {
  return detail::EagerCall("FakeQuantWithMinMaxArgs", attrs.name).In(inputs, "=float")
      .Attr("min", attrs.min).Attr("max", attrs.max).Attr("num_bits", attrs.num_bits)
      .Attr("narrow_range", attrs.narrow_range).One();
}

inline EagerTensor FakeQuantWithMinMaxArgsGradient(const EagerInput& gradients, const EagerInput& inputs,
    const ops::FakeQuantWithMinMaxArgsGradientAttrs& attrs = {}) {
  return detail::EagerCall("FakeQuantWithMinMaxArgsGradient", attrs.name).In(gradients, "=float")
      .In(inputs, "=float").Attr("min", attrs.min).Attr("max", attrs.max)
      .Attr("num_bits", attrs.num_bits).Attr("narrow_range", attrs.narrow_range).One();
}

inline EagerTensor FakeQuantWithMinMaxVars(const EagerInput& inputs, const EagerInput& min,
    const EagerInput& max, const ops::FakeQuantWithMinMaxVarsAttrs& attrs = {}) {
  return detail::EagerCall("FakeQuantWithMinMaxVars", attrs.name).In(inputs, "=float").In(min, "=float")
      .In(max, "=float").Attr("num_bits", attrs.num_bits).Attr("narrow_range", attrs.narrow_range)
      .One();
}

struct FakeQuantWithMinMaxVarsGradientOutputs {
  EagerTensor backprops_wrt_input;
  EagerTensor backprop_wrt_min;
  EagerTensor backprop_wrt_max;
};
inline FakeQuantWithMinMaxVarsGradientOutputs FakeQuantWithMinMaxVarsGradient(const EagerInput& gradients,
    const EagerInput& inputs, const EagerInput& min, const EagerInput& max,
    const ops::FakeQuantWithMinMaxVarsGradientAttrs& attrs = {}) {
  auto out = detail::EagerCall("FakeQuantWithMinMaxVarsGradient", attrs.name).In(gradients, "=float")
      .In(inputs, "=float").In(min, "=float").In(max, "=float").Attr("num_bits", attrs.num_bits)
      .Attr("narrow_range", attrs.narrow_range).Run({"=float", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor FakeQuantWithMinMaxVarsPerChannel(const EagerInput& inputs, const EagerInput& min,
    const EagerInput& max, const ops::FakeQuantWithMinMaxVarsPerChannelAttrs& attrs = {}) {
  return detail::EagerCall("FakeQuantWithMinMaxVarsPerChannel", attrs.name).In(inputs, "=float")
      .In(min, "=float").In(max, "=float").Attr("num_bits", attrs.num_bits)
      .Attr("narrow_range", attrs.narrow_range).One();
}

struct FakeQuantWithMinMaxVarsPerChannelGradientOutputs {
  EagerTensor backprops_wrt_input;
  EagerTensor backprop_wrt_min;
  EagerTensor backprop_wrt_max;
};
inline FakeQuantWithMinMaxVarsPerChannelGradientOutputs
    FakeQuantWithMinMaxVarsPerChannelGradient(const EagerInput& gradients, const EagerInput& inputs,
    const EagerInput& min, const EagerInput& max,
    const ops::FakeQuantWithMinMaxVarsPerChannelGradientAttrs& attrs = {}) {
  auto out = detail::EagerCall("FakeQuantWithMinMaxVarsPerChannelGradient", attrs.name)
      .In(gradients, "=float").In(inputs, "=float").In(min, "=float").In(max, "=float")
      .Attr("num_bits", attrs.num_bits).Attr("narrow_range", attrs.narrow_range)
      .Run({"=float", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor FakeQueue(const EagerInput& resource, const ops::FakeQueueAttrs& attrs = {}) {
  return detail::EagerCall("FakeQueue", attrs.name).In(resource, "=resource").One();
}

inline EagerTensor Fill(const EagerInput& dims, const EagerInput& value, const ops::FillAttrs& attrs = {}) {
  return detail::EagerCall("Fill", attrs.name).In(dims, "index_type").In(value, "T").One();
}

inline EagerTensor FilterDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const Function& predicate,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::FilterDatasetAttrs& attrs = {}) {
  return detail::EagerCall("FilterDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor FinalizeDataset(const EagerInput& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::FinalizeDatasetAttrs& attrs = {}) {
  return detail::EagerCall("FinalizeDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("has_captured_ref", attrs.has_captured_ref).One();
}

inline EagerTensor Fingerprint(const EagerInput& data, const EagerInput& method,
    const ops::FingerprintAttrs& attrs = {}) {
  return detail::EagerCall("Fingerprint", attrs.name).In(data, "T").In(method, "=string").One();
}

inline EagerTensor FixedLengthRecordDataset(const EagerInput& filenames, const EagerInput& header_bytes,
    const EagerInput& record_bytes, const EagerInput& footer_bytes, const EagerInput& buffer_size,
    const ops::FixedLengthRecordDatasetAttrs& attrs = {}) {
  return detail::EagerCall("FixedLengthRecordDataset", attrs.name).In(filenames, "=string")
      .In(header_bytes, "=int64").In(record_bytes, "=int64").In(footer_bytes, "=int64")
      .In(buffer_size, "=int64").Attr("metadata", attrs.metadata).One();
}

inline EagerTensor FixedLengthRecordDatasetV2(const EagerInput& filenames, const EagerInput& header_bytes,
    const EagerInput& record_bytes, const EagerInput& footer_bytes, const EagerInput& buffer_size,
    const EagerInput& compression_type, const ops::FixedLengthRecordDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("FixedLengthRecordDatasetV2", attrs.name).In(filenames, "=string")
      .In(header_bytes, "=int64").In(record_bytes, "=int64").In(footer_bytes, "=int64")
      .In(buffer_size, "=int64").In(compression_type, "=string").Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor FixedLengthRecordReader(const Eager& eager, std::int64_t record_bytes,
    const ops::FixedLengthRecordReaderAttrs& attrs = {}) {
  return detail::EagerCall("FixedLengthRecordReader", attrs.name, eager.state())
      .Attr("record_bytes", record_bytes).Attr("header_bytes", attrs.header_bytes)
      .Attr("footer_bytes", attrs.footer_bytes).Attr("hop_bytes", attrs.hop_bytes)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor FixedLengthRecordReaderV2(const Eager& eager, std::int64_t record_bytes,
    const ops::FixedLengthRecordReaderV2Attrs& attrs = {}) {
  return detail::EagerCall("FixedLengthRecordReaderV2", attrs.name, eager.state())
      .Attr("record_bytes", record_bytes).Attr("header_bytes", attrs.header_bytes)
      .Attr("footer_bytes", attrs.footer_bytes).Attr("hop_bytes", attrs.hop_bytes)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("encoding", attrs.encoding).One();
}

struct FixedUnigramCandidateSamplerOutputs {
  EagerTensor sampled_candidates;
  EagerTensor true_expected_count;
  EagerTensor sampled_expected_count;
};
inline FixedUnigramCandidateSamplerOutputs FixedUnigramCandidateSampler(const EagerInput& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const ops::FixedUnigramCandidateSamplerAttrs& attrs = {}) {
  auto out = detail::EagerCall("FixedUnigramCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("range_max", range_max).Attr("vocab_file", attrs.vocab_file)
      .Attr("distortion", attrs.distortion).Attr("num_reserved_ids", attrs.num_reserved_ids)
      .Attr("num_shards", attrs.num_shards).Attr("shard", attrs.shard).Attr("unigrams", attrs.unigrams)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Run({"=int64", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor FlatMapDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::FlatMapDatasetAttrs& attrs = {}) {
  return detail::EagerCall("FlatMapDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor Floor(const EagerInput& x, const ops::FloorAttrs& attrs = {}) {
  return detail::EagerCall("Floor", attrs.name).In(x, "T").One();
}

inline EagerTensor FloorDiv(const EagerInput& x, const EagerInput& y, const ops::FloorDivAttrs& attrs = {}) {
  return detail::EagerCall("FloorDiv", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor FloorMod(const EagerInput& x, const EagerInput& y, const ops::FloorModAttrs& attrs = {}) {
  return detail::EagerCall("FloorMod", attrs.name).In(x, "T").In(y, "T").One();
}

struct FractionalAvgPoolOutputs {
  EagerTensor output;
  EagerTensor row_pooling_sequence;
  EagerTensor col_pooling_sequence;
};
inline FractionalAvgPoolOutputs FractionalAvgPool(const EagerInput& value,
    const std::vector<float>& pooling_ratio, const ops::FractionalAvgPoolAttrs& attrs = {}) {
  auto out = detail::EagerCall("FractionalAvgPool", attrs.name).In(value, "T")
      .Attr("pooling_ratio", pooling_ratio).Attr("pseudo_random", attrs.pseudo_random)
      .Attr("overlapping", attrs.overlapping).Attr("deterministic", attrs.deterministic)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Run({"T", "=int64", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor FractionalAvgPoolGrad(const EagerInput& orig_input_tensor_shape,
    const EagerInput& out_backprop, const EagerInput& row_pooling_sequence,
    const EagerInput& col_pooling_sequence, const ops::FractionalAvgPoolGradAttrs& attrs = {}) {
  return detail::EagerCall("FractionalAvgPoolGrad", attrs.name).In(orig_input_tensor_shape, "=int64")
      .In(out_backprop, "T").In(row_pooling_sequence, "=int64").In(col_pooling_sequence, "=int64")
      .Attr("overlapping", attrs.overlapping).One();
}

struct FractionalMaxPoolOutputs {
  EagerTensor output;
  EagerTensor row_pooling_sequence;
  EagerTensor col_pooling_sequence;
};
inline FractionalMaxPoolOutputs FractionalMaxPool(const EagerInput& value,
    const std::vector<float>& pooling_ratio, const ops::FractionalMaxPoolAttrs& attrs = {}) {
  auto out = detail::EagerCall("FractionalMaxPool", attrs.name).In(value, "T")
      .Attr("pooling_ratio", pooling_ratio).Attr("pseudo_random", attrs.pseudo_random)
      .Attr("overlapping", attrs.overlapping).Attr("deterministic", attrs.deterministic)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Run({"T", "=int64", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor FractionalMaxPoolGrad(const EagerInput& orig_input, const EagerInput& orig_output,
    const EagerInput& out_backprop, const EagerInput& row_pooling_sequence,
    const EagerInput& col_pooling_sequence, const ops::FractionalMaxPoolGradAttrs& attrs = {}) {
  return detail::EagerCall("FractionalMaxPoolGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(out_backprop, "T").In(row_pooling_sequence, "=int64").In(col_pooling_sequence, "=int64")
      .Attr("overlapping", attrs.overlapping).One();
}

inline EagerTensor FresnelCos(const EagerInput& x, const ops::FresnelCosAttrs& attrs = {}) {
  return detail::EagerCall("FresnelCos", attrs.name).In(x, "T").One();
}

inline EagerTensor FresnelSin(const EagerInput& x, const ops::FresnelSinAttrs& attrs = {}) {
  return detail::EagerCall("FresnelSin", attrs.name).In(x, "T").One();
}

struct FusedBatchNormOutputs {
  EagerTensor y;
  EagerTensor batch_mean;
  EagerTensor batch_variance;
  EagerTensor reserve_space_1;
  EagerTensor reserve_space_2;
};
inline FusedBatchNormOutputs FusedBatchNorm(const EagerInput& x, const EagerInput& scale,
    const EagerInput& offset, const EagerInput& mean, const EagerInput& variance,
    const ops::FusedBatchNormAttrs& attrs = {}) {
  auto out = detail::EagerCall("FusedBatchNorm", attrs.name).In(x, "T").In(scale, "T").In(offset, "T")
      .In(mean, "T").In(variance, "T").Attr("epsilon", attrs.epsilon)
      .Attr("exponential_avg_factor", attrs.exponential_avg_factor)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training)
      .Run({"T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0]};
}

struct FusedBatchNormGradOutputs {
  EagerTensor x_backprop;
  EagerTensor scale_backprop;
  EagerTensor offset_backprop;
  EagerTensor reserve_space_3;
  EagerTensor reserve_space_4;
};
inline FusedBatchNormGradOutputs FusedBatchNormGrad(const EagerInput& y_backprop, const EagerInput& x,
    const EagerInput& scale, const EagerInput& reserve_space_1, const EagerInput& reserve_space_2,
    const ops::FusedBatchNormGradAttrs& attrs = {}) {
  auto out = detail::EagerCall("FusedBatchNormGrad", attrs.name).In(y_backprop, "T").In(x, "T")
      .In(scale, "T").In(reserve_space_1, "T").In(reserve_space_2, "T").Attr("epsilon", attrs.epsilon)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training)
      .Run({"T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0]};
}

struct FusedBatchNormGradV2Outputs {
  EagerTensor x_backprop;
  EagerTensor scale_backprop;
  EagerTensor offset_backprop;
  EagerTensor reserve_space_3;
  EagerTensor reserve_space_4;
};
inline FusedBatchNormGradV2Outputs FusedBatchNormGradV2(const EagerInput& y_backprop, const EagerInput& x,
    const EagerInput& scale, const EagerInput& reserve_space_1, const EagerInput& reserve_space_2,
    const ops::FusedBatchNormGradV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("FusedBatchNormGradV2", attrs.name).In(y_backprop, "T").In(x, "T")
      .In(scale, "=float").In(reserve_space_1, "U").In(reserve_space_2, "U")
      .Attr("epsilon", attrs.epsilon).Attr("data_format", attrs.data_format)
      .Attr("is_training", attrs.is_training).Run({"T", "U", "U", "U", "U"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0]};
}

struct FusedBatchNormGradV3Outputs {
  EagerTensor x_backprop;
  EagerTensor scale_backprop;
  EagerTensor offset_backprop;
  EagerTensor reserve_space_4;
  EagerTensor reserve_space_5;
};
inline FusedBatchNormGradV3Outputs FusedBatchNormGradV3(const EagerInput& y_backprop, const EagerInput& x,
    const EagerInput& scale, const EagerInput& reserve_space_1, const EagerInput& reserve_space_2,
    const EagerInput& reserve_space_3, const ops::FusedBatchNormGradV3Attrs& attrs = {}) {
  auto out = detail::EagerCall("FusedBatchNormGradV3", attrs.name).In(y_backprop, "T").In(x, "T")
      .In(scale, "=float").In(reserve_space_1, "U").In(reserve_space_2, "U").In(reserve_space_3, "U")
      .Attr("epsilon", attrs.epsilon).Attr("data_format", attrs.data_format)
      .Attr("is_training", attrs.is_training).Run({"T", "U", "U", "U", "U"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0]};
}

struct FusedBatchNormV2Outputs {
  EagerTensor y;
  EagerTensor batch_mean;
  EagerTensor batch_variance;
  EagerTensor reserve_space_1;
  EagerTensor reserve_space_2;
};
inline FusedBatchNormV2Outputs FusedBatchNormV2(const EagerInput& x, const EagerInput& scale,
    const EagerInput& offset, const EagerInput& mean, const EagerInput& variance,
    const ops::FusedBatchNormV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("FusedBatchNormV2", attrs.name).In(x, "T").In(scale, "U")
      .In(offset, "U").In(mean, "U").In(variance, "U").Attr("epsilon", attrs.epsilon)
      .Attr("exponential_avg_factor", attrs.exponential_avg_factor)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training)
      .Run({"T", "U", "U", "U", "U"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0]};
}

struct FusedBatchNormV3Outputs {
  EagerTensor y;
  EagerTensor batch_mean;
  EagerTensor batch_variance;
  EagerTensor reserve_space_1;
  EagerTensor reserve_space_2;
  EagerTensor reserve_space_3;
};
inline FusedBatchNormV3Outputs FusedBatchNormV3(const EagerInput& x, const EagerInput& scale,
    const EagerInput& offset, const EagerInput& mean, const EagerInput& variance,
    const ops::FusedBatchNormV3Attrs& attrs = {}) {
  auto out = detail::EagerCall("FusedBatchNormV3", attrs.name).In(x, "T").In(scale, "U")
      .In(offset, "U").In(mean, "U").In(variance, "U").Attr("epsilon", attrs.epsilon)
      .Attr("exponential_avg_factor", attrs.exponential_avg_factor)
      .Attr("data_format", attrs.data_format).Attr("is_training", attrs.is_training)
      .Run({"T", "U", "U", "U", "U", "U"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0], out[5][0]};
}

struct GRUBlockCellOutputs {
  EagerTensor r;
  EagerTensor u;
  EagerTensor c;
  EagerTensor h;
};
inline GRUBlockCellOutputs GRUBlockCell(const EagerInput& x, const EagerInput& h_prev, const EagerInput& w_ru,
    const EagerInput& w_c, const EagerInput& b_ru, const EagerInput& b_c,
    const ops::GRUBlockCellAttrs& attrs = {}) {
  auto out = detail::EagerCall("GRUBlockCell", attrs.name).In(x, "T").In(h_prev, "T").In(w_ru, "T")
      .In(w_c, "T").In(b_ru, "T").In(b_c, "T").Run({"T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0]};
}

struct GRUBlockCellGradOutputs {
  EagerTensor d_x;
  EagerTensor d_h_prev;
  EagerTensor d_c_bar;
  EagerTensor d_r_bar_u_bar;
};
inline GRUBlockCellGradOutputs GRUBlockCellGrad(const EagerInput& x, const EagerInput& h_prev,
    const EagerInput& w_ru, const EagerInput& w_c, const EagerInput& b_ru, const EagerInput& b_c,
    const EagerInput& r, const EagerInput& u, const EagerInput& c, const EagerInput& d_h,
    const ops::GRUBlockCellGradAttrs& attrs = {}) {
  auto out = detail::EagerCall("GRUBlockCellGrad", attrs.name).In(x, "T").In(h_prev, "T").In(w_ru, "T")
      .In(w_c, "T").In(b_ru, "T").In(b_c, "T").In(r, "T").In(u, "T").In(c, "T").In(d_h, "T")
      .Run({"T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0]};
}

inline EagerTensor Gather(const EagerInput& params, const EagerInput& indices,
    const ops::GatherAttrs& attrs = {}) {
  return detail::EagerCall("Gather", attrs.name).In(params, "Tparams").In(indices, "Tindices")
      .Attr("validate_indices", attrs.validate_indices).One();
}

inline EagerTensor GatherNd(const EagerInput& params, const EagerInput& indices,
    const ops::GatherNdAttrs& attrs = {}) {
  return detail::EagerCall("GatherNd", attrs.name).In(params, "Tparams").In(indices, "Tindices")
      .Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor GatherV2(const EagerInput& params, const EagerInput& indices, const EagerInput& axis,
    const ops::GatherV2Attrs& attrs = {}) {
  return detail::EagerCall("GatherV2", attrs.name).In(params, "Tparams").In(indices, "Tindices")
      .In(axis, "Taxis").Attr("batch_dims", attrs.batch_dims).One();
}

struct GenerateVocabRemappingOutputs {
  EagerTensor remapping;
  EagerTensor num_present;
};
inline GenerateVocabRemappingOutputs GenerateVocabRemapping(const EagerInput& new_vocab_file,
    const EagerInput& old_vocab_file, std::int64_t new_vocab_offset, std::int64_t num_new_vocab,
    const ops::GenerateVocabRemappingAttrs& attrs = {}) {
  auto out = detail::EagerCall("GenerateVocabRemapping", attrs.name).In(new_vocab_file, "=string")
      .In(old_vocab_file, "=string").Attr("new_vocab_offset", new_vocab_offset)
      .Attr("num_new_vocab", num_new_vocab).Attr("old_vocab_size", attrs.old_vocab_size)
      .Run({"=int64", "=int32"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor GeneratorDataset(const std::vector<EagerInput>& init_func_other_args,
    const std::vector<EagerInput>& next_func_other_args,
    const std::vector<EagerInput>& finalize_func_other_args, const Function& init_func,
    const Function& next_func, const Function& finalize_func, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::GeneratorDatasetAttrs& attrs = {}) {
  return detail::EagerCall("GeneratorDataset", attrs.name).In(init_func_other_args, "**Tinit_func_args")
      .In(next_func_other_args, "**Tnext_func_args")
      .In(finalize_func_other_args, "**Tfinalize_func_args").Attr("init_func", init_func)
      .Attr("next_func", next_func).Attr("finalize_func", finalize_func)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor GetSessionHandle(const EagerInput& value, const ops::GetSessionHandleAttrs& attrs = {}) {
  return detail::EagerCall("GetSessionHandle", attrs.name).In(value, "T").One();
}

inline EagerTensor GetSessionTensor(const EagerInput& handle, DType dtype,
    const ops::GetSessionTensorAttrs& attrs = {}) {
  return detail::EagerCall("GetSessionTensor", attrs.name).In(handle, "=string").Attr("dtype", dtype)
      .One();
}

inline EagerTensor Greater(const EagerInput& x, const EagerInput& y, const ops::GreaterAttrs& attrs = {}) {
  return detail::EagerCall("Greater", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor GreaterEqual(const EagerInput& x, const EagerInput& y,
    const ops::GreaterEqualAttrs& attrs = {}) {
  return detail::EagerCall("GreaterEqual", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor GroupByReducerDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& key_func_other_arguments,
    const std::vector<EagerInput>& init_func_other_arguments,
    const std::vector<EagerInput>& reduce_func_other_arguments,
    const std::vector<EagerInput>& finalize_func_other_arguments, const Function& key_func,
    const Function& init_func, const Function& reduce_func, const Function& finalize_func,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::GroupByReducerDatasetAttrs& attrs = {}) {
  return detail::EagerCall("GroupByReducerDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(init_func_other_arguments, "**Tinit_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(finalize_func_other_arguments, "**Tfinalize_func_other_arguments").Attr("key_func", key_func)
      .Attr("init_func", init_func).Attr("reduce_func", reduce_func)
      .Attr("finalize_func", finalize_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor GroupByWindowDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& key_func_other_arguments,
    const std::vector<EagerInput>& reduce_func_other_arguments,
    const std::vector<EagerInput>& window_size_func_other_arguments, const Function& key_func,
    const Function& reduce_func, const Function& window_size_func, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::GroupByWindowDatasetAttrs& attrs = {}) {
  return detail::EagerCall("GroupByWindowDataset", attrs.name).In(input_dataset, "=variant")
      .In(key_func_other_arguments, "**Tkey_func_other_arguments")
      .In(reduce_func_other_arguments, "**Treduce_func_other_arguments")
      .In(window_size_func_other_arguments, "**Twindow_size_func_other_arguments")
      .Attr("key_func", key_func).Attr("reduce_func", reduce_func)
      .Attr("window_size_func", window_size_func).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor GuaranteeConst(const EagerInput& input, const ops::GuaranteeConstAttrs& attrs = {}) {
  return detail::EagerCall("GuaranteeConst", attrs.name).In(input, "T").One();
}

inline EagerTensor HSVToRGB(const EagerInput& images, const ops::HSVToRGBAttrs& attrs = {}) {
  return detail::EagerCall("HSVToRGB", attrs.name).In(images, "T").One();
}

inline EagerTensor HashTable(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::HashTableAttrs& attrs = {}) {
  return detail::EagerCall("HashTable", attrs.name, eager.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

inline EagerTensor HashTableV2(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::HashTableV2Attrs& attrs = {}) {
  return detail::EagerCall("HashTableV2", attrs.name, eager.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

inline EagerTensor HistogramFixedWidth(const EagerInput& values, const EagerInput& value_range,
    const EagerInput& nbins, const ops::HistogramFixedWidthAttrs& attrs = {}) {
  return detail::EagerCall("HistogramFixedWidth", attrs.name).In(values, "T").In(value_range, "T")
      .In(nbins, "=int32").Attr("dtype", attrs.dtype).One();
}

inline EagerTensor HistogramSummary(const EagerInput& tag, const EagerInput& values,
    const ops::HistogramSummaryAttrs& attrs = {}) {
  return detail::EagerCall("HistogramSummary", attrs.name).In(tag, "=string").In(values, "T").One();
}

inline EagerTensor IFFT(const EagerInput& input, const ops::IFFTAttrs& attrs = {}) {
  return detail::EagerCall("IFFT", attrs.name).In(input, "Tcomplex").One();
}

inline EagerTensor IFFT2D(const EagerInput& input, const ops::IFFT2DAttrs& attrs = {}) {
  return detail::EagerCall("IFFT2D", attrs.name).In(input, "Tcomplex").One();
}

inline EagerTensor IFFT3D(const EagerInput& input, const ops::IFFT3DAttrs& attrs = {}) {
  return detail::EagerCall("IFFT3D", attrs.name).In(input, "Tcomplex").One();
}

inline EagerTensor IRFFT(const EagerInput& input, const EagerInput& fft_length,
    const ops::IRFFTAttrs& attrs = {}) {
  return detail::EagerCall("IRFFT", attrs.name).In(input, "Tcomplex").In(fft_length, "=int32")
      .Attr("Treal", attrs.Treal).One();
}

inline EagerTensor IRFFT2D(const EagerInput& input, const EagerInput& fft_length,
    const ops::IRFFT2DAttrs& attrs = {}) {
  return detail::EagerCall("IRFFT2D", attrs.name).In(input, "Tcomplex").In(fft_length, "=int32")
      .Attr("Treal", attrs.Treal).One();
}

inline EagerTensor IRFFT3D(const EagerInput& input, const EagerInput& fft_length,
    const ops::IRFFT3DAttrs& attrs = {}) {
  return detail::EagerCall("IRFFT3D", attrs.name).In(input, "Tcomplex").In(fft_length, "=int32")
      .Attr("Treal", attrs.Treal).One();
}

inline EagerTensor Identity(const EagerInput& input, const ops::IdentityAttrs& attrs = {}) {
  return detail::EagerCall("Identity", attrs.name).In(input, "T").One();
}

inline std::vector<EagerTensor> IdentityN(const std::vector<EagerInput>& input,
    const ops::IdentityNAttrs& attrs = {}) {
  auto out = detail::EagerCall("IdentityN", attrs.name).In(input, "**T").Run({"**T"});
  return out[0];
}

inline EagerTensor IdentityReader(const Eager& eager, const ops::IdentityReaderAttrs& attrs = {}) {
  return detail::EagerCall("IdentityReader", attrs.name, eager.state())
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor IdentityReaderV2(const Eager& eager, const ops::IdentityReaderV2Attrs& attrs = {}) {
  return detail::EagerCall("IdentityReaderV2", attrs.name, eager.state())
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline std::vector<EagerTensor> If(const EagerInput& cond, const std::vector<EagerInput>& input,
    const std::vector<DType>& Tout, const Function& then_branch, const Function& else_branch,
    const ops::IfAttrs& attrs = {}) {
  auto out = detail::EagerCall("If", attrs.name).In(cond, "Tcond").In(input, "**Tin")
      .Attr("Tout", Tout).Attr("then_branch", then_branch).Attr("else_branch", else_branch)
      .Attr("output_shapes", attrs.output_shapes).Run({"**Tout"});
  return out[0];
}

inline EagerTensor Igamma(const EagerInput& a, const EagerInput& x, const ops::IgammaAttrs& attrs = {}) {
  return detail::EagerCall("Igamma", attrs.name).In(a, "T").In(x, "T").One();
}

inline EagerTensor IgammaGradA(const EagerInput& a, const EagerInput& x,
    const ops::IgammaGradAAttrs& attrs = {}) {
  return detail::EagerCall("IgammaGradA", attrs.name).In(a, "T").In(x, "T").One();
}

inline EagerTensor Igammac(const EagerInput& a, const EagerInput& x, const ops::IgammacAttrs& attrs = {}) {
  return detail::EagerCall("Igammac", attrs.name).In(a, "T").In(x, "T").One();
}

inline EagerTensor IgnoreErrorsDataset(const EagerInput& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::IgnoreErrorsDatasetAttrs& attrs = {}) {
  return detail::EagerCall("IgnoreErrorsDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("log_warning", attrs.log_warning).One();
}

inline EagerTensor Imag(const EagerInput& input, const ops::ImagAttrs& attrs = {}) {
  return detail::EagerCall("Imag", attrs.name).In(input, "T").Attr("Tout", attrs.Tout).One();
}

inline EagerTensor ImageProjectiveTransformV2(const EagerInput& images, const EagerInput& transforms,
    const EagerInput& output_shape, const std::string& interpolation,
    const ops::ImageProjectiveTransformV2Attrs& attrs = {}) {
  return detail::EagerCall("ImageProjectiveTransformV2", attrs.name).In(images, "dtype")
      .In(transforms, "=float").In(output_shape, "=int32").Attr("interpolation", interpolation)
      .Attr("fill_mode", attrs.fill_mode).One();
}

inline EagerTensor ImageProjectiveTransformV3(const EagerInput& images, const EagerInput& transforms,
    const EagerInput& output_shape, const EagerInput& fill_value, const std::string& interpolation,
    const ops::ImageProjectiveTransformV3Attrs& attrs = {}) {
  return detail::EagerCall("ImageProjectiveTransformV3", attrs.name).In(images, "dtype")
      .In(transforms, "=float").In(output_shape, "=int32").In(fill_value, "=float")
      .Attr("interpolation", interpolation).Attr("fill_mode", attrs.fill_mode).One();
}

inline EagerTensor ImageSummary(const EagerInput& tag, const EagerInput& tensor,
    const ops::ImageSummaryAttrs& attrs = {}) {
  return detail::EagerCall("ImageSummary", attrs.name).In(tag, "=string").In(tensor, "T")
      .Attr("max_images", attrs.max_images).Attr("bad_color", attrs.bad_color).One();
}

inline EagerTensor InTopK(const EagerInput& predictions, const EagerInput& targets, std::int64_t k,
    const ops::InTopKAttrs& attrs = {}) {
  return detail::EagerCall("InTopK", attrs.name).In(predictions, "=float").In(targets, "T")
      .Attr("k", k).One();
}

inline EagerTensor InTopKV2(const EagerInput& predictions, const EagerInput& targets, const EagerInput& k,
    const ops::InTopKV2Attrs& attrs = {}) {
  return detail::EagerCall("InTopKV2", attrs.name).In(predictions, "=float").In(targets, "T")
      .In(k, "T").One();
}

inline void InitializeTable(const EagerInput& table_handle, const EagerInput& keys, const EagerInput& values,
    const ops::InitializeTableAttrs& attrs = {}) {
  detail::EagerCall("InitializeTable", attrs.name).In(table_handle, "=resource").In(keys, "Tkey")
      .In(values, "Tval").None();
}

inline void InitializeTableFromTextFile(const EagerInput& table_handle, const EagerInput& filename,
    std::int64_t key_index, std::int64_t value_index, const ops::InitializeTableFromTextFileAttrs& attrs = {})
    {
  detail::EagerCall("InitializeTableFromTextFile", attrs.name).In(table_handle, "=resource")
      .In(filename, "=string").Attr("key_index", key_index).Attr("value_index", value_index)
      .Attr("vocab_size", attrs.vocab_size).Attr("delimiter", attrs.delimiter)
      .Attr("offset", attrs.offset).None();
}

inline void InitializeTableFromTextFileV2(const EagerInput& table_handle, const EagerInput& filename,
    std::int64_t key_index, std::int64_t value_index,
    const ops::InitializeTableFromTextFileV2Attrs& attrs = {}) {
  detail::EagerCall("InitializeTableFromTextFileV2", attrs.name).In(table_handle, "=resource")
      .In(filename, "=string").Attr("key_index", key_index).Attr("value_index", value_index)
      .Attr("vocab_size", attrs.vocab_size).Attr("delimiter", attrs.delimiter)
      .Attr("offset", attrs.offset).None();
}

inline void InitializeTableV2(const EagerInput& table_handle, const EagerInput& keys,
    const EagerInput& values, const ops::InitializeTableV2Attrs& attrs = {}) {
  detail::EagerCall("InitializeTableV2", attrs.name).In(table_handle, "=resource").In(keys, "Tkey")
      .In(values, "Tval").None();
}

inline EagerTensor InplaceAdd(const EagerInput& x, const EagerInput& i, const EagerInput& v,
    const ops::InplaceAddAttrs& attrs = {}) {
  return detail::EagerCall("InplaceAdd", attrs.name).In(x, "T").In(i, "=int32").In(v, "T").One();
}

inline EagerTensor InplaceSub(const EagerInput& x, const EagerInput& i, const EagerInput& v,
    const ops::InplaceSubAttrs& attrs = {}) {
  return detail::EagerCall("InplaceSub", attrs.name).In(x, "T").In(i, "=int32").In(v, "T").One();
}

inline EagerTensor InplaceUpdate(const EagerInput& x, const EagerInput& i, const EagerInput& v,
    const ops::InplaceUpdateAttrs& attrs = {}) {
  return detail::EagerCall("InplaceUpdate", attrs.name).In(x, "T").In(i, "=int32").In(v, "T").One();
}

inline EagerTensor InterleaveDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& cycle_length,
    const EagerInput& block_length, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::InterleaveDatasetAttrs& attrs = {}) {
  return detail::EagerCall("InterleaveDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .Attr("f", f).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor Inv(const EagerInput& x, const ops::InvAttrs& attrs = {}) {
  return detail::EagerCall("Inv", attrs.name).In(x, "T").One();
}

inline EagerTensor InvGrad(const EagerInput& y, const EagerInput& dy, const ops::InvGradAttrs& attrs = {}) {
  return detail::EagerCall("InvGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

inline EagerTensor Invert(const EagerInput& x, const ops::InvertAttrs& attrs = {}) {
  return detail::EagerCall("Invert", attrs.name).In(x, "T").One();
}

inline EagerTensor InvertPermutation(const EagerInput& x, const ops::InvertPermutationAttrs& attrs = {}) {
  return detail::EagerCall("InvertPermutation", attrs.name).In(x, "T").One();
}

inline EagerTensor IsFinite(const EagerInput& x, const ops::IsFiniteAttrs& attrs = {}) {
  return detail::EagerCall("IsFinite", attrs.name).In(x, "T").One();
}

inline EagerTensor IsInf(const EagerInput& x, const ops::IsInfAttrs& attrs = {}) {
  return detail::EagerCall("IsInf", attrs.name).In(x, "T").One();
}

inline EagerTensor IsNan(const EagerInput& x, const ops::IsNanAttrs& attrs = {}) {
  return detail::EagerCall("IsNan", attrs.name).In(x, "T").One();
}

inline EagerTensor Iterator(const Eager& eager, const std::string& shared_name, const std::string& container,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::IteratorAttrs& attrs = {}) {
  return detail::EagerCall("Iterator", attrs.name, eager.state()).Attr("shared_name", shared_name)
      .Attr("container", container).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor IteratorFromStringHandle(const EagerInput& string_handle,
    const ops::IteratorFromStringHandleAttrs& attrs = {}) {
  return detail::EagerCall("IteratorFromStringHandle", attrs.name).In(string_handle, "=string")
      .Attr("output_types", attrs.output_types).Attr("output_shapes", attrs.output_shapes).One();
}

inline EagerTensor IteratorFromStringHandleV2(const EagerInput& string_handle,
    const ops::IteratorFromStringHandleV2Attrs& attrs = {}) {
  return detail::EagerCall("IteratorFromStringHandleV2", attrs.name).In(string_handle, "=string")
      .Attr("output_types", attrs.output_types).Attr("output_shapes", attrs.output_shapes).One();
}

inline EagerTensor IteratorGetDevice(const EagerInput& resource,
    const ops::IteratorGetDeviceAttrs& attrs = {}) {
  return detail::EagerCall("IteratorGetDevice", attrs.name).In(resource, "=resource").One();
}

inline std::vector<EagerTensor> IteratorGetNext(const EagerInput& iterator,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::IteratorGetNextAttrs& attrs = {}) {
  auto out = detail::EagerCall("IteratorGetNext", attrs.name).In(iterator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Run({"**output_types"});
  return out[0];
}

inline EagerTensor IteratorGetNextAsOptional(const EagerInput& iterator,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::IteratorGetNextAsOptionalAttrs& attrs = {}) {
  return detail::EagerCall("IteratorGetNextAsOptional", attrs.name).In(iterator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

inline std::vector<EagerTensor> IteratorGetNextSync(const EagerInput& iterator,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::IteratorGetNextSyncAttrs& attrs = {}) {
  auto out = detail::EagerCall("IteratorGetNextSync", attrs.name).In(iterator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Run({"**output_types"});
  return out[0];
}

inline EagerTensor IteratorToStringHandle(const EagerInput& resource_handle,
    const ops::IteratorToStringHandleAttrs& attrs = {}) {
  return detail::EagerCall("IteratorToStringHandle", attrs.name).In(resource_handle, "=resource").One();
}

inline EagerTensor IteratorV2(const Eager& eager, const std::string& shared_name,
    const std::string& container, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::IteratorV2Attrs& attrs = {}) {
  return detail::EagerCall("IteratorV2", attrs.name, eager.state()).Attr("shared_name", shared_name)
      .Attr("container", container).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor L2Loss(const EagerInput& t, const ops::L2LossAttrs& attrs = {}) {
  return detail::EagerCall("L2Loss", attrs.name).In(t, "T").One();
}

inline EagerTensor LRN(const EagerInput& input, const ops::LRNAttrs& attrs = {}) {
  return detail::EagerCall("LRN", attrs.name).In(input, "T").Attr("depth_radius", attrs.depth_radius)
      .Attr("bias", attrs.bias).Attr("alpha", attrs.alpha).Attr("beta", attrs.beta).One();
}

inline EagerTensor LRNGrad(const EagerInput& input_grads, const EagerInput& input_image,
    const EagerInput& output_image, const ops::LRNGradAttrs& attrs = {}) {
  return detail::EagerCall("LRNGrad", attrs.name).In(input_grads, "T").In(input_image, "T")
      .In(output_image, "T").Attr("depth_radius", attrs.depth_radius).Attr("bias", attrs.bias)
      .Attr("alpha", attrs.alpha).Attr("beta", attrs.beta).One();
}

struct LSTMBlockCellOutputs {
  EagerTensor i;
  EagerTensor cs;
  EagerTensor f;
  EagerTensor o;
  EagerTensor ci;
  EagerTensor co;
  EagerTensor h;
};
inline LSTMBlockCellOutputs LSTMBlockCell(const EagerInput& x, const EagerInput& cs_prev,
    const EagerInput& h_prev, const EagerInput& w, const EagerInput& wci, const EagerInput& wcf,
    const EagerInput& wco, const EagerInput& b, const ops::LSTMBlockCellAttrs& attrs = {}) {
  auto out = detail::EagerCall("LSTMBlockCell", attrs.name).In(x, "T").In(cs_prev, "T").In(h_prev, "T")
      .In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T")
      .Attr("forget_bias", attrs.forget_bias).Attr("cell_clip", attrs.cell_clip)
      .Attr("use_peephole", attrs.use_peephole).Run({"T", "T", "T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0], out[5][0], out[6][0]};
}

struct LSTMBlockCellGradOutputs {
  EagerTensor cs_prev_grad;
  EagerTensor dicfo;
  EagerTensor wci_grad;
  EagerTensor wcf_grad;
  EagerTensor wco_grad;
};
inline LSTMBlockCellGradOutputs LSTMBlockCellGrad(const EagerInput& x, const EagerInput& cs_prev,
    const EagerInput& h_prev, const EagerInput& w, const EagerInput& wci, const EagerInput& wcf,
    const EagerInput& wco, const EagerInput& b, const EagerInput& i, const EagerInput& cs,
    const EagerInput& f, const EagerInput& o, const EagerInput& ci, const EagerInput& co,
    const EagerInput& cs_grad, const EagerInput& h_grad, bool use_peephole,
    const ops::LSTMBlockCellGradAttrs& attrs = {}) {
  auto out = detail::EagerCall("LSTMBlockCellGrad", attrs.name).In(x, "T").In(cs_prev, "T")
      .In(h_prev, "T").In(w, "T").In(wci, "T").In(wcf, "T").In(wco, "T").In(b, "T").In(i, "T")
      .In(cs, "T").In(f, "T").In(o, "T").In(ci, "T").In(co, "T").In(cs_grad, "T").In(h_grad, "T")
      .Attr("use_peephole", use_peephole).Run({"T", "T", "T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0], out[3][0], out[4][0]};
}

inline EagerTensor LeakyRelu(const EagerInput& features, const ops::LeakyReluAttrs& attrs = {}) {
  return detail::EagerCall("LeakyRelu", attrs.name).In(features, "T").Attr("alpha", attrs.alpha).One();
}

inline EagerTensor LeakyReluGrad(const EagerInput& gradients, const EagerInput& features,
    const ops::LeakyReluGradAttrs& attrs = {}) {
  return detail::EagerCall("LeakyReluGrad", attrs.name).In(gradients, "T").In(features, "T")
      .Attr("alpha", attrs.alpha).One();
}

struct LearnedUnigramCandidateSamplerOutputs {
  EagerTensor sampled_candidates;
  EagerTensor true_expected_count;
  EagerTensor sampled_expected_count;
};
inline LearnedUnigramCandidateSamplerOutputs LearnedUnigramCandidateSampler(const EagerInput& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const ops::LearnedUnigramCandidateSamplerAttrs& attrs = {}) {
  auto out = detail::EagerCall("LearnedUnigramCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("range_max", range_max).Attr("seed", attrs.seed).Attr("seed2", attrs.seed2)
      .Run({"=int64", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor LeftShift(const EagerInput& x, const EagerInput& y, const ops::LeftShiftAttrs& attrs = {})
    {
  return detail::EagerCall("LeftShift", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor LegacyParallelInterleaveDatasetV2(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& cycle_length,
    const EagerInput& block_length, const EagerInput& buffer_output_elements,
    const EagerInput& prefetch_input_elements, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ops::LegacyParallelInterleaveDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("LegacyParallelInterleaveDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(buffer_output_elements, "=int64").In(prefetch_input_elements, "=int64").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("deterministic", attrs.deterministic).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor Less(const EagerInput& x, const EagerInput& y, const ops::LessAttrs& attrs = {}) {
  return detail::EagerCall("Less", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor LessEqual(const EagerInput& x, const EagerInput& y, const ops::LessEqualAttrs& attrs = {})
    {
  return detail::EagerCall("LessEqual", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Lgamma(const EagerInput& x, const ops::LgammaAttrs& attrs = {}) {
  return detail::EagerCall("Lgamma", attrs.name).In(x, "T").One();
}

struct ListDiffOutputs {
  EagerTensor out;
  EagerTensor idx;
};
inline ListDiffOutputs ListDiff(const EagerInput& x, const EagerInput& y,
    const ops::ListDiffAttrs& attrs = {}) {
  auto out = detail::EagerCall("ListDiff", attrs.name).In(x, "T").In(y, "T")
      .Attr("out_idx", attrs.out_idx).Run({"T", "out_idx"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor LoadAndRemapMatrix(const EagerInput& ckpt_path, const EagerInput& old_tensor_name,
    const EagerInput& row_remapping, const EagerInput& col_remapping, const EagerInput& initializing_values,
    std::int64_t num_rows, std::int64_t num_cols, const ops::LoadAndRemapMatrixAttrs& attrs = {}) {
  return detail::EagerCall("LoadAndRemapMatrix", attrs.name).In(ckpt_path, "=string")
      .In(old_tensor_name, "=string").In(row_remapping, "=int64").In(col_remapping, "=int64")
      .In(initializing_values, "=float").Attr("num_rows", num_rows).Attr("num_cols", num_cols)
      .Attr("max_rows_in_memory", attrs.max_rows_in_memory).One();
}

inline EagerTensor Log(const EagerInput& x, const ops::LogAttrs& attrs = {}) {
  return detail::EagerCall("Log", attrs.name).In(x, "T").One();
}

inline EagerTensor Log1p(const EagerInput& x, const ops::Log1pAttrs& attrs = {}) {
  return detail::EagerCall("Log1p", attrs.name).In(x, "T").One();
}

struct LogMatrixDeterminantOutputs {
  EagerTensor sign;
  EagerTensor log_abs_determinant;
};
inline LogMatrixDeterminantOutputs LogMatrixDeterminant(const EagerInput& input,
    const ops::LogMatrixDeterminantAttrs& attrs = {}) {
  auto out = detail::EagerCall("LogMatrixDeterminant", attrs.name).In(input, "T").Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor LogSoftmax(const EagerInput& logits, const ops::LogSoftmaxAttrs& attrs = {}) {
  return detail::EagerCall("LogSoftmax", attrs.name).In(logits, "T").One();
}

struct LogUniformCandidateSamplerOutputs {
  EagerTensor sampled_candidates;
  EagerTensor true_expected_count;
  EagerTensor sampled_expected_count;
};
inline LogUniformCandidateSamplerOutputs LogUniformCandidateSampler(const EagerInput& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const ops::LogUniformCandidateSamplerAttrs& attrs = {}) {
  auto out = detail::EagerCall("LogUniformCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("range_max", range_max).Attr("seed", attrs.seed).Attr("seed2", attrs.seed2)
      .Run({"=int64", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor LogicalAnd(const EagerInput& x, const EagerInput& y,
    const ops::LogicalAndAttrs& attrs = {}) {
  return detail::EagerCall("LogicalAnd", attrs.name).In(x, "=bool").In(y, "=bool").One();
}

inline EagerTensor LogicalNot(const EagerInput& x, const ops::LogicalNotAttrs& attrs = {}) {
  return detail::EagerCall("LogicalNot", attrs.name).In(x, "=bool").One();
}

inline EagerTensor LogicalOr(const EagerInput& x, const EagerInput& y, const ops::LogicalOrAttrs& attrs = {})
    {
  return detail::EagerCall("LogicalOr", attrs.name).In(x, "=bool").In(y, "=bool").One();
}

struct LookupTableExportOutputs {
  EagerTensor keys;
  EagerTensor values;
};
inline LookupTableExportOutputs LookupTableExport(const EagerInput& table_handle, DType Tkeys, DType Tvalues,
    const ops::LookupTableExportAttrs& attrs = {}) {
  auto out = detail::EagerCall("LookupTableExport", attrs.name).In(table_handle, "=resource")
      .Attr("Tkeys", Tkeys).Attr("Tvalues", Tvalues).Run({"Tkeys", "Tvalues"});
  return {out[0][0], out[1][0]};
}

struct LookupTableExportV2Outputs {
  EagerTensor keys;
  EagerTensor values;
};
inline LookupTableExportV2Outputs LookupTableExportV2(const EagerInput& table_handle, DType Tkeys,
    DType Tvalues, const ops::LookupTableExportV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("LookupTableExportV2", attrs.name).In(table_handle, "=resource")
      .Attr("Tkeys", Tkeys).Attr("Tvalues", Tvalues).Run({"Tkeys", "Tvalues"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor LookupTableFind(const EagerInput& table_handle, const EagerInput& keys,
    const EagerInput& default_value, const ops::LookupTableFindAttrs& attrs = {}) {
  return detail::EagerCall("LookupTableFind", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(default_value, "Tout").One();
}

inline EagerTensor LookupTableFindV2(const EagerInput& table_handle, const EagerInput& keys,
    const EagerInput& default_value, const ops::LookupTableFindV2Attrs& attrs = {}) {
  return detail::EagerCall("LookupTableFindV2", attrs.name).In(table_handle, "=resource")
      .In(keys, "Tin").In(default_value, "Tout").One();
}

inline void LookupTableImport(const EagerInput& table_handle, const EagerInput& keys,
    const EagerInput& values, const ops::LookupTableImportAttrs& attrs = {}) {
  detail::EagerCall("LookupTableImport", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").None();
}

inline void LookupTableImportV2(const EagerInput& table_handle, const EagerInput& keys,
    const EagerInput& values, const ops::LookupTableImportV2Attrs& attrs = {}) {
  detail::EagerCall("LookupTableImportV2", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").None();
}

inline void LookupTableInsert(const EagerInput& table_handle, const EagerInput& keys,
    const EagerInput& values, const ops::LookupTableInsertAttrs& attrs = {}) {
  detail::EagerCall("LookupTableInsert", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").None();
}

inline void LookupTableInsertV2(const EagerInput& table_handle, const EagerInput& keys,
    const EagerInput& values, const ops::LookupTableInsertV2Attrs& attrs = {}) {
  detail::EagerCall("LookupTableInsertV2", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .In(values, "Tout").None();
}

inline void LookupTableRemoveV2(const EagerInput& table_handle, const EagerInput& keys,
    const ops::LookupTableRemoveV2Attrs& attrs = {}) {
  detail::EagerCall("LookupTableRemoveV2", attrs.name).In(table_handle, "=resource").In(keys, "Tin")
      .None();
}

inline EagerTensor LookupTableSize(const EagerInput& table_handle,
    const ops::LookupTableSizeAttrs& attrs = {}) {
  return detail::EagerCall("LookupTableSize", attrs.name).In(table_handle, "=resource").One();
}

inline EagerTensor LookupTableSizeV2(const EagerInput& table_handle,
    const ops::LookupTableSizeV2Attrs& attrs = {}) {
  return detail::EagerCall("LookupTableSizeV2", attrs.name).In(table_handle, "=resource").One();
}

inline EagerTensor LoopCond(const EagerInput& input, const ops::LoopCondAttrs& attrs = {}) {
  return detail::EagerCall("LoopCond", attrs.name).In(input, "=bool").One();
}

inline EagerTensor LowerBound(const EagerInput& sorted_inputs, const EagerInput& values,
    const ops::LowerBoundAttrs& attrs = {}) {
  return detail::EagerCall("LowerBound", attrs.name).In(sorted_inputs, "T").In(values, "T")
      .Attr("out_type", attrs.out_type).One();
}

struct LuOutputs {
  EagerTensor lu;
  EagerTensor p;
};
inline LuOutputs Lu(const EagerInput& input, const ops::LuAttrs& attrs = {}) {
  auto out = detail::EagerCall("Lu", attrs.name).In(input, "T")
      .Attr("output_idx_type", attrs.output_idx_type).Run({"T", "output_idx_type"});
  return {out[0][0], out[1][0]};
}

inline void MakeIterator(const EagerInput& dataset, const EagerInput& iterator,
    const ops::MakeIteratorAttrs& attrs = {}) {
  detail::EagerCall("MakeIterator", attrs.name).In(dataset, "=variant").In(iterator, "=resource")
      .None();
}

inline EagerTensor MapAndBatchDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& batch_size,
    const EagerInput& num_parallel_calls, const EagerInput& drop_remainder, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::MapAndBatchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("MapAndBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(batch_size, "=int64").In(num_parallel_calls, "=int64")
      .In(drop_remainder, "=bool").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("metadata", attrs.metadata).One();
}

inline void MapClear(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::MapClearAttrs& attrs = {}) {
  detail::EagerCall("MapClear", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).None();
}

inline EagerTensor MapDataset(const EagerInput& input_dataset, const std::vector<EagerInput>& other_arguments,
    const Function& f, const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::MapDatasetAttrs& attrs = {}) {
  return detail::EagerCall("MapDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism)
      .Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("force_synchronous", attrs.force_synchronous).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor MapIncompleteSize(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::MapIncompleteSizeAttrs& attrs = {}) {
  return detail::EagerCall("MapIncompleteSize", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline std::vector<EagerTensor> MapPeek(const EagerInput& key, const EagerInput& indices,
    const std::vector<DType>& dtypes, const ops::MapPeekAttrs& attrs = {}) {
  auto out = detail::EagerCall("MapPeek", attrs.name).In(key, "=int64").In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Run({"**dtypes"});
  return out[0];
}

inline EagerTensor MapSize(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::MapSizeAttrs& attrs = {}) {
  return detail::EagerCall("MapSize", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline void MapStage(const EagerInput& key, const EagerInput& indices, const std::vector<EagerInput>& values,
    const std::vector<DType>& dtypes, const ops::MapStageAttrs& attrs = {}) {
  detail::EagerCall("MapStage", attrs.name).In(key, "=int64").In(indices, "=int32")
      .In(values, "**fake_dtypes").Attr("dtypes", dtypes).Attr("capacity", attrs.capacity)
      .Attr("memory_limit", attrs.memory_limit).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).None();
}

inline std::vector<EagerTensor> MapUnstage(const EagerInput& key, const EagerInput& indices,
    const std::vector<DType>& dtypes, const ops::MapUnstageAttrs& attrs = {}) {
  auto out = detail::EagerCall("MapUnstage", attrs.name).In(key, "=int64").In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Run({"**dtypes"});
  return out[0];
}

struct MapUnstageNoKeyOutputs {
  EagerTensor key;
  std::vector<EagerTensor> values;
};
inline MapUnstageNoKeyOutputs MapUnstageNoKey(const EagerInput& indices, const std::vector<DType>& dtypes,
    const ops::MapUnstageNoKeyAttrs& attrs = {}) {
  auto out = detail::EagerCall("MapUnstageNoKey", attrs.name).In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Run({"=int64", "**dtypes"});
  return {out[0][0], out[1]};
}

inline EagerTensor MatMul(const EagerInput& a, const EagerInput& b, const ops::MatMulAttrs& attrs = {}) {
  return detail::EagerCall("MatMul", attrs.name).In(a, "T").In(b, "T")
      .Attr("transpose_a", attrs.transpose_a).Attr("transpose_b", attrs.transpose_b)
      .Attr("grad_a", attrs.grad_a).Attr("grad_b", attrs.grad_b).One();
}

inline EagerTensor MatchingFiles(const EagerInput& pattern, const ops::MatchingFilesAttrs& attrs = {}) {
  return detail::EagerCall("MatchingFiles", attrs.name).In(pattern, "=string").One();
}

inline EagerTensor MatrixBandPart(const EagerInput& input, const EagerInput& num_lower,
    const EagerInput& num_upper, const ops::MatrixBandPartAttrs& attrs = {}) {
  return detail::EagerCall("MatrixBandPart", attrs.name).In(input, "T").In(num_lower, "Tindex")
      .In(num_upper, "Tindex").One();
}

inline EagerTensor MatrixDeterminant(const EagerInput& input, const ops::MatrixDeterminantAttrs& attrs = {}) {
  return detail::EagerCall("MatrixDeterminant", attrs.name).In(input, "T").One();
}

inline EagerTensor MatrixDiag(const EagerInput& diagonal, const ops::MatrixDiagAttrs& attrs = {}) {
  return detail::EagerCall("MatrixDiag", attrs.name).In(diagonal, "T").One();
}

inline EagerTensor MatrixDiagPart(const EagerInput& input, const ops::MatrixDiagPartAttrs& attrs = {}) {
  return detail::EagerCall("MatrixDiagPart", attrs.name).In(input, "T").One();
}

inline EagerTensor MatrixDiagPartV2(const EagerInput& input, const EagerInput& k,
    const EagerInput& padding_value, const ops::MatrixDiagPartV2Attrs& attrs = {}) {
  return detail::EagerCall("MatrixDiagPartV2", attrs.name).In(input, "T").In(k, "=int32")
      .In(padding_value, "T").One();
}

inline EagerTensor MatrixDiagPartV3(const EagerInput& input, const EagerInput& k,
    const EagerInput& padding_value, const ops::MatrixDiagPartV3Attrs& attrs = {}) {
  return detail::EagerCall("MatrixDiagPartV3", attrs.name).In(input, "T").In(k, "=int32")
      .In(padding_value, "T").Attr("align", attrs.align).One();
}

inline EagerTensor MatrixDiagV2(const EagerInput& diagonal, const EagerInput& k, const EagerInput& num_rows,
    const EagerInput& num_cols, const EagerInput& padding_value, const ops::MatrixDiagV2Attrs& attrs = {}) {
  return detail::EagerCall("MatrixDiagV2", attrs.name).In(diagonal, "T").In(k, "=int32")
      .In(num_rows, "=int32").In(num_cols, "=int32").In(padding_value, "T").One();
}

inline EagerTensor MatrixDiagV3(const EagerInput& diagonal, const EagerInput& k, const EagerInput& num_rows,
    const EagerInput& num_cols, const EagerInput& padding_value, const ops::MatrixDiagV3Attrs& attrs = {}) {
  return detail::EagerCall("MatrixDiagV3", attrs.name).In(diagonal, "T").In(k, "=int32")
      .In(num_rows, "=int32").In(num_cols, "=int32").In(padding_value, "T").Attr("align", attrs.align)
      .One();
}

inline EagerTensor MatrixExponential(const EagerInput& input, const ops::MatrixExponentialAttrs& attrs = {}) {
  return detail::EagerCall("MatrixExponential", attrs.name).In(input, "T").One();
}

inline EagerTensor MatrixInverse(const EagerInput& input, const ops::MatrixInverseAttrs& attrs = {}) {
  return detail::EagerCall("MatrixInverse", attrs.name).In(input, "T").Attr("adjoint", attrs.adjoint)
      .One();
}

inline EagerTensor MatrixLogarithm(const EagerInput& input, const ops::MatrixLogarithmAttrs& attrs = {}) {
  return detail::EagerCall("MatrixLogarithm", attrs.name).In(input, "T").One();
}

inline EagerTensor MatrixSetDiag(const EagerInput& input, const EagerInput& diagonal,
    const ops::MatrixSetDiagAttrs& attrs = {}) {
  return detail::EagerCall("MatrixSetDiag", attrs.name).In(input, "T").In(diagonal, "T").One();
}

inline EagerTensor MatrixSetDiagV2(const EagerInput& input, const EagerInput& diagonal, const EagerInput& k,
    const ops::MatrixSetDiagV2Attrs& attrs = {}) {
  return detail::EagerCall("MatrixSetDiagV2", attrs.name).In(input, "T").In(diagonal, "T")
      .In(k, "=int32").One();
}

inline EagerTensor MatrixSetDiagV3(const EagerInput& input, const EagerInput& diagonal, const EagerInput& k,
    const ops::MatrixSetDiagV3Attrs& attrs = {}) {
  return detail::EagerCall("MatrixSetDiagV3", attrs.name).In(input, "T").In(diagonal, "T")
      .In(k, "=int32").Attr("align", attrs.align).One();
}

inline EagerTensor MatrixSolve(const EagerInput& matrix, const EagerInput& rhs,
    const ops::MatrixSolveAttrs& attrs = {}) {
  return detail::EagerCall("MatrixSolve", attrs.name).In(matrix, "T").In(rhs, "T")
      .Attr("adjoint", attrs.adjoint).One();
}

inline EagerTensor MatrixSolveLs(const EagerInput& matrix, const EagerInput& rhs,
    const EagerInput& l2_regularizer, const ops::MatrixSolveLsAttrs& attrs = {}) {
  return detail::EagerCall("MatrixSolveLs", attrs.name).In(matrix, "T").In(rhs, "T")
      .In(l2_regularizer, "=double").Attr("fast", attrs.fast).One();
}

inline EagerTensor MatrixSquareRoot(const EagerInput& input, const ops::MatrixSquareRootAttrs& attrs = {}) {
  return detail::EagerCall("MatrixSquareRoot", attrs.name).In(input, "T").One();
}

inline EagerTensor MatrixTriangularSolve(const EagerInput& matrix, const EagerInput& rhs,
    const ops::MatrixTriangularSolveAttrs& attrs = {}) {
  return detail::EagerCall("MatrixTriangularSolve", attrs.name).In(matrix, "T").In(rhs, "T")
      .Attr("lower", attrs.lower).Attr("adjoint", attrs.adjoint).One();
}

inline EagerTensor Max(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::MaxAttrs& attrs = {}) {
  return detail::EagerCall("Max", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

inline EagerTensor MaxIntraOpParallelismDataset(const EagerInput& input_dataset,
    const EagerInput& max_intra_op_parallelism, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::MaxIntraOpParallelismDatasetAttrs& attrs = {})
    {
  return detail::EagerCall("MaxIntraOpParallelismDataset", attrs.name).In(input_dataset, "=variant")
      .In(max_intra_op_parallelism, "=int64").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor MaxPool(const EagerInput& input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, const ops::MaxPoolAttrs& attrs = {})
    {
  return detail::EagerCall("MaxPool", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPool3D(const EagerInput& input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::MaxPool3DAttrs& attrs = {}) {
  return detail::EagerCall("MaxPool3D", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPool3DGrad(const EagerInput& orig_input, const EagerInput& orig_output,
    const EagerInput& grad, const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::MaxPool3DGradAttrs& attrs = {}) {
  return detail::EagerCall("MaxPool3DGrad", attrs.name).In(orig_input, "TInput")
      .In(orig_output, "TInput").In(grad, "T").Attr("ksize", ksize).Attr("strides", strides)
      .Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPool3DGradGrad(const EagerInput& orig_input, const EagerInput& orig_output,
    const EagerInput& grad, const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::MaxPool3DGradGradAttrs& attrs = {}) {
  return detail::EagerCall("MaxPool3DGradGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPoolGrad(const EagerInput& orig_input, const EagerInput& orig_output,
    const EagerInput& grad, const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::MaxPoolGradAttrs& attrs = {}) {
  return detail::EagerCall("MaxPoolGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPoolGradGrad(const EagerInput& orig_input, const EagerInput& orig_output,
    const EagerInput& grad, const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::MaxPoolGradGradAttrs& attrs = {}) {
  return detail::EagerCall("MaxPoolGradGrad", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPoolGradGradV2(const EagerInput& orig_input, const EagerInput& orig_output,
    const EagerInput& grad, const EagerInput& ksize, const EagerInput& strides, const std::string& padding,
    const ops::MaxPoolGradGradV2Attrs& attrs = {}) {
  return detail::EagerCall("MaxPoolGradGradV2", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").In(ksize, "=int32").In(strides, "=int32").Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPoolGradGradWithArgmax(const EagerInput& input, const EagerInput& grad,
    const EagerInput& argmax, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::MaxPoolGradGradWithArgmaxAttrs& attrs = {}) {
  return detail::EagerCall("MaxPoolGradGradWithArgmax", attrs.name).In(input, "T").In(grad, "T")
      .In(argmax, "Targmax").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("include_batch_in_index", attrs.include_batch_in_index).One();
}

inline EagerTensor MaxPoolGradV2(const EagerInput& orig_input, const EagerInput& orig_output,
    const EagerInput& grad, const EagerInput& ksize, const EagerInput& strides, const std::string& padding,
    const ops::MaxPoolGradV2Attrs& attrs = {}) {
  return detail::EagerCall("MaxPoolGradV2", attrs.name).In(orig_input, "T").In(orig_output, "T")
      .In(grad, "T").In(ksize, "=int32").In(strides, "=int32").Attr("padding", padding)
      .Attr("data_format", attrs.data_format).One();
}

inline EagerTensor MaxPoolGradWithArgmax(const EagerInput& input, const EagerInput& grad,
    const EagerInput& argmax, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::MaxPoolGradWithArgmaxAttrs& attrs = {}) {
  return detail::EagerCall("MaxPoolGradWithArgmax", attrs.name).In(input, "T").In(grad, "T")
      .In(argmax, "Targmax").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Attr("include_batch_in_index", attrs.include_batch_in_index).One();
}

inline EagerTensor MaxPoolV2(const EagerInput& input, const EagerInput& ksize, const EagerInput& strides,
    const std::string& padding, const ops::MaxPoolV2Attrs& attrs = {}) {
  return detail::EagerCall("MaxPoolV2", attrs.name).In(input, "T").In(ksize, "=int32")
      .In(strides, "=int32").Attr("padding", padding).Attr("data_format", attrs.data_format).One();
}

struct MaxPoolWithArgmaxOutputs {
  EagerTensor output;
  EagerTensor argmax;
};
inline MaxPoolWithArgmaxOutputs MaxPoolWithArgmax(const EagerInput& input,
    const std::vector<std::int64_t>& ksize, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::MaxPoolWithArgmaxAttrs& attrs = {}) {
  auto out = detail::EagerCall("MaxPoolWithArgmax", attrs.name).In(input, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding)
      .Attr("include_batch_in_index", attrs.include_batch_in_index).Attr("Targmax", attrs.Targmax)
      .Run({"T", "Targmax"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor Maximum(const EagerInput& x, const EagerInput& y, const ops::MaximumAttrs& attrs = {}) {
  return detail::EagerCall("Maximum", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Mean(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::MeanAttrs& attrs = {}) {
  return detail::EagerCall("Mean", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct MergeOutputs {
  EagerTensor output;
  EagerTensor value_index;
};
inline MergeOutputs Merge(const std::vector<EagerInput>& inputs, const ops::MergeAttrs& attrs = {}) {
  auto out = detail::EagerCall("Merge", attrs.name).In(inputs, "*T:N").Run({"T", "=int32"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor MergeSummary(const std::vector<EagerInput>& inputs,
    const ops::MergeSummaryAttrs& attrs = {}) {
  return detail::EagerCall("MergeSummary", attrs.name).In(inputs, "*=string:N").One();
}

inline void MergeV2Checkpoints(const EagerInput& checkpoint_prefixes, const EagerInput& destination_prefix,
    const ops::MergeV2CheckpointsAttrs& attrs = {}) {
  detail::EagerCall("MergeV2Checkpoints", attrs.name).In(checkpoint_prefixes, "=string")
      .In(destination_prefix, "=string").Attr("delete_old_dirs", attrs.delete_old_dirs)
      .Attr("allow_missing_files", attrs.allow_missing_files).None();
}

inline EagerTensor Mfcc(const EagerInput& spectrogram, const EagerInput& sample_rate,
    const ops::MfccAttrs& attrs = {}) {
  return detail::EagerCall("Mfcc", attrs.name).In(spectrogram, "=float").In(sample_rate, "=int32")
      .Attr("upper_frequency_limit", attrs.upper_frequency_limit)
      .Attr("lower_frequency_limit", attrs.lower_frequency_limit)
      .Attr("filterbank_channel_count", attrs.filterbank_channel_count)
      .Attr("dct_coefficient_count", attrs.dct_coefficient_count).One();
}

inline EagerTensor Min(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::MinAttrs& attrs = {}) {
  return detail::EagerCall("Min", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

inline EagerTensor Minimum(const EagerInput& x, const EagerInput& y, const ops::MinimumAttrs& attrs = {}) {
  return detail::EagerCall("Minimum", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor MirrorPad(const EagerInput& input, const EagerInput& paddings, const std::string& mode,
    const ops::MirrorPadAttrs& attrs = {}) {
  return detail::EagerCall("MirrorPad", attrs.name).In(input, "T").In(paddings, "Tpaddings")
      .Attr("mode", mode).One();
}

inline EagerTensor MirrorPadGrad(const EagerInput& input, const EagerInput& paddings, const std::string& mode,
    const ops::MirrorPadGradAttrs& attrs = {}) {
  return detail::EagerCall("MirrorPadGrad", attrs.name).In(input, "T").In(paddings, "Tpaddings")
      .Attr("mode", mode).One();
}

inline EagerTensor Mod(const EagerInput& x, const EagerInput& y, const ops::ModAttrs& attrs = {}) {
  return detail::EagerCall("Mod", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor ModelDataset(const EagerInput& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ModelDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ModelDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("algorithm", attrs.algorithm).Attr("cpu_budget", attrs.cpu_budget)
      .Attr("ram_budget", attrs.ram_budget).One();
}

inline EagerTensor Mul(const EagerInput& x, const EagerInput& y, const ops::MulAttrs& attrs = {}) {
  return detail::EagerCall("Mul", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor MulNoNan(const EagerInput& x, const EagerInput& y, const ops::MulNoNanAttrs& attrs = {}) {
  return detail::EagerCall("MulNoNan", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor MultiDeviceIterator(const Eager& eager, const std::vector<std::string>& devices,
    const std::string& shared_name, const std::string& container, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::MultiDeviceIteratorAttrs& attrs = {}) {
  return detail::EagerCall("MultiDeviceIterator", attrs.name, eager.state()).Attr("devices", devices)
      .Attr("shared_name", shared_name).Attr("container", container).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor MultiDeviceIteratorFromStringHandle(const EagerInput& string_handle,
    const ops::MultiDeviceIteratorFromStringHandleAttrs& attrs = {}) {
  return detail::EagerCall("MultiDeviceIteratorFromStringHandle", attrs.name)
      .In(string_handle, "=string").Attr("output_types", attrs.output_types)
      .Attr("output_shapes", attrs.output_shapes).One();
}

inline std::vector<EagerTensor> MultiDeviceIteratorGetNextFromShard(const EagerInput& multi_device_iterator,
    const EagerInput& shard_num, const EagerInput& incarnation_id, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes,
    const ops::MultiDeviceIteratorGetNextFromShardAttrs& attrs = {}) {
  auto out = detail::EagerCall("MultiDeviceIteratorGetNextFromShard", attrs.name)
      .In(multi_device_iterator, "=resource").In(shard_num, "=int32").In(incarnation_id, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Run({"**output_types"});
  return out[0];
}

inline EagerTensor MultiDeviceIteratorInit(const EagerInput& dataset, const EagerInput& multi_device_iterator,
    const EagerInput& max_buffer_size, const ops::MultiDeviceIteratorInitAttrs& attrs = {}) {
  return detail::EagerCall("MultiDeviceIteratorInit", attrs.name).In(dataset, "=variant")
      .In(multi_device_iterator, "=resource").In(max_buffer_size, "=int64").One();
}

inline EagerTensor MultiDeviceIteratorToStringHandle(const EagerInput& multi_device_iterator,
    const ops::MultiDeviceIteratorToStringHandleAttrs& attrs = {}) {
  return detail::EagerCall("MultiDeviceIteratorToStringHandle", attrs.name)
      .In(multi_device_iterator, "=resource").One();
}

inline EagerTensor Multinomial(const EagerInput& logits, const EagerInput& num_samples,
    const ops::MultinomialAttrs& attrs = {}) {
  return detail::EagerCall("Multinomial", attrs.name).In(logits, "T").In(num_samples, "=int32")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("output_dtype", attrs.output_dtype)
      .One();
}

inline EagerTensor MutableDenseHashTable(const EagerInput& empty_key, DType value_dtype,
    const ops::MutableDenseHashTableAttrs& attrs = {}) {
  return detail::EagerCall("MutableDenseHashTable", attrs.name).In(empty_key, "key_dtype")
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).Attr("initial_num_buckets", attrs.initial_num_buckets)
      .Attr("max_load_factor", attrs.max_load_factor).One();
}

inline EagerTensor MutableDenseHashTableV2(const EagerInput& empty_key, const EagerInput& deleted_key,
    DType value_dtype, const ops::MutableDenseHashTableV2Attrs& attrs = {}) {
  return detail::EagerCall("MutableDenseHashTableV2", attrs.name).In(empty_key, "key_dtype")
      .In(deleted_key, "key_dtype").Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).Attr("initial_num_buckets", attrs.initial_num_buckets)
      .Attr("max_load_factor", attrs.max_load_factor).One();
}

inline EagerTensor MutableHashTable(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::MutableHashTableAttrs& attrs = {}) {
  return detail::EagerCall("MutableHashTable", attrs.name, eager.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

inline EagerTensor MutableHashTableOfTensors(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::MutableHashTableOfTensorsAttrs& attrs = {}) {
  return detail::EagerCall("MutableHashTableOfTensors", attrs.name, eager.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).One();
}

inline EagerTensor MutableHashTableOfTensorsV2(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::MutableHashTableOfTensorsV2Attrs& attrs = {}) {
  return detail::EagerCall("MutableHashTableOfTensorsV2", attrs.name, eager.state())
      .Attr("key_dtype", key_dtype).Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .Attr("value_shape", attrs.value_shape).One();
}

inline EagerTensor MutableHashTableV2(const Eager& eager, DType key_dtype, DType value_dtype,
    const ops::MutableHashTableV2Attrs& attrs = {}) {
  return detail::EagerCall("MutableHashTableV2", attrs.name, eager.state()).Attr("key_dtype", key_dtype)
      .Attr("value_dtype", value_dtype).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("use_node_name_sharing", attrs.use_node_name_sharing)
      .One();
}

inline EagerTensor MutexLock(const EagerInput& mutex, const ops::MutexLockAttrs& attrs = {}) {
  return detail::EagerCall("MutexLock", attrs.name).In(mutex, "=resource").One();
}

inline EagerTensor MutexV2(const Eager& eager, const ops::MutexV2Attrs& attrs = {}) {
  return detail::EagerCall("MutexV2", attrs.name, eager.state()).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor Ndtri(const EagerInput& x, const ops::NdtriAttrs& attrs = {}) {
  return detail::EagerCall("Ndtri", attrs.name).In(x, "T").One();
}

inline EagerTensor Neg(const EagerInput& x, const ops::NegAttrs& attrs = {}) {
  return detail::EagerCall("Neg", attrs.name).In(x, "T").One();
}

inline EagerTensor NextAfter(const EagerInput& x1, const EagerInput& x2,
    const ops::NextAfterAttrs& attrs = {}) {
  return detail::EagerCall("NextAfter", attrs.name).In(x1, "T").In(x2, "T").One();
}

inline EagerTensor NextIteration(const EagerInput& data, const ops::NextIterationAttrs& attrs = {}) {
  return detail::EagerCall("NextIteration", attrs.name).In(data, "T").One();
}

inline void NoOp(const Eager& eager, const ops::NoOpAttrs& attrs = {}) {
  detail::EagerCall("NoOp", attrs.name, eager.state()).None();
}

inline EagerTensor NonMaxSuppression(const EagerInput& boxes, const EagerInput& scores,
    const EagerInput& max_output_size, const ops::NonMaxSuppressionAttrs& attrs = {}) {
  return detail::EagerCall("NonMaxSuppression", attrs.name).In(boxes, "=float").In(scores, "=float")
      .In(max_output_size, "=int32").Attr("iou_threshold", attrs.iou_threshold).One();
}

inline EagerTensor NonMaxSuppressionV2(const EagerInput& boxes, const EagerInput& scores,
    const EagerInput& max_output_size, const EagerInput& iou_threshold,
    const ops::NonMaxSuppressionV2Attrs& attrs = {}) {
  return detail::EagerCall("NonMaxSuppressionV2", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T_threshold").One();
}

inline EagerTensor NonMaxSuppressionV3(const EagerInput& boxes, const EagerInput& scores,
    const EagerInput& max_output_size, const EagerInput& iou_threshold, const EagerInput& score_threshold,
    const ops::NonMaxSuppressionV3Attrs& attrs = {}) {
  return detail::EagerCall("NonMaxSuppressionV3", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T_threshold").In(score_threshold, "T_threshold")
      .One();
}

struct NonMaxSuppressionV4Outputs {
  EagerTensor selected_indices;
  EagerTensor valid_outputs;
};
inline NonMaxSuppressionV4Outputs NonMaxSuppressionV4(const EagerInput& boxes, const EagerInput& scores,
    const EagerInput& max_output_size, const EagerInput& iou_threshold, const EagerInput& score_threshold,
    const ops::NonMaxSuppressionV4Attrs& attrs = {}) {
  auto out = detail::EagerCall("NonMaxSuppressionV4", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T_threshold").In(score_threshold, "T_threshold")
      .Attr("pad_to_max_output_size", attrs.pad_to_max_output_size).Run({"=int32", "=int32"});
  return {out[0][0], out[1][0]};
}

struct NonMaxSuppressionV5Outputs {
  EagerTensor selected_indices;
  EagerTensor selected_scores;
  EagerTensor valid_outputs;
};
inline NonMaxSuppressionV5Outputs NonMaxSuppressionV5(const EagerInput& boxes, const EagerInput& scores,
    const EagerInput& max_output_size, const EagerInput& iou_threshold, const EagerInput& score_threshold,
    const EagerInput& soft_nms_sigma, const ops::NonMaxSuppressionV5Attrs& attrs = {}) {
  auto out = detail::EagerCall("NonMaxSuppressionV5", attrs.name).In(boxes, "T").In(scores, "T")
      .In(max_output_size, "=int32").In(iou_threshold, "T").In(score_threshold, "T")
      .In(soft_nms_sigma, "T").Attr("pad_to_max_output_size", attrs.pad_to_max_output_size)
      .Run({"=int32", "T", "=int32"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor NonMaxSuppressionWithOverlaps(const EagerInput& overlaps, const EagerInput& scores,
    const EagerInput& max_output_size, const EagerInput& overlap_threshold, const EagerInput& score_threshold,
    const ops::NonMaxSuppressionWithOverlapsAttrs& attrs = {}) {
  return detail::EagerCall("NonMaxSuppressionWithOverlaps", attrs.name).In(overlaps, "=float")
      .In(scores, "=float").In(max_output_size, "=int32").In(overlap_threshold, "=float")
      .In(score_threshold, "=float").One();
}

inline EagerTensor NonSerializableDataset(const EagerInput& input_dataset,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::NonSerializableDatasetAttrs& attrs = {}) {
  return detail::EagerCall("NonSerializableDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).One();
}

inline EagerTensor NotEqual(const EagerInput& x, const EagerInput& y, const ops::NotEqualAttrs& attrs = {}) {
  return detail::EagerCall("NotEqual", attrs.name).In(x, "T").In(y, "T")
      .Attr("incompatible_shape_error", attrs.incompatible_shape_error).One();
}

inline EagerTensor NthElement(const EagerInput& input, const EagerInput& n,
    const ops::NthElementAttrs& attrs = {}) {
  return detail::EagerCall("NthElement", attrs.name).In(input, "T").In(n, "=int32")
      .Attr("reverse", attrs.reverse).One();
}

inline EagerTensor OneHot(const EagerInput& indices, const EagerInput& depth, const EagerInput& on_value,
    const EagerInput& off_value, const ops::OneHotAttrs& attrs = {}) {
  return detail::EagerCall("OneHot", attrs.name).In(indices, "TI").In(depth, "=int32")
      .In(on_value, "T").In(off_value, "T").Attr("axis", attrs.axis).One();
}

inline EagerTensor OneShotIterator(const Eager& eager, const Function& dataset_factory,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::OneShotIteratorAttrs& attrs = {}) {
  return detail::EagerCall("OneShotIterator", attrs.name, eager.state())
      .Attr("dataset_factory", dataset_factory).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor OnesLike(const EagerInput& x, const ops::OnesLikeAttrs& attrs = {}) {
  return detail::EagerCall("OnesLike", attrs.name).In(x, "T").One();
}

inline EagerTensor OptimizeDataset(const EagerInput& input_dataset, const EagerInput& optimizations,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::OptimizeDatasetAttrs& attrs = {}) {
  return detail::EagerCall("OptimizeDataset", attrs.name).In(input_dataset, "=variant")
      .In(optimizations, "=string").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("optimization_configs", attrs.optimization_configs)
      .One();
}

inline EagerTensor OptimizeDatasetV2(const EagerInput& input_dataset, const EagerInput& optimizations_enabled,
    const EagerInput& optimizations_disabled, const EagerInput& optimizations_default,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::OptimizeDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("OptimizeDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(optimizations_enabled, "=string").In(optimizations_disabled, "=string")
      .In(optimizations_default, "=string").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("optimization_configs", attrs.optimization_configs)
      .One();
}

inline EagerTensor OptionalFromValue(const std::vector<EagerInput>& components,
    const ops::OptionalFromValueAttrs& attrs = {}) {
  return detail::EagerCall("OptionalFromValue", attrs.name).In(components, "**Toutput_types").One();
}

inline std::vector<EagerTensor> OptionalGetValue(const EagerInput& optional,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::OptionalGetValueAttrs& attrs = {}) {
  auto out = detail::EagerCall("OptionalGetValue", attrs.name).In(optional, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes).Run({"**output_types"});
  return out[0];
}

inline EagerTensor OptionalHasValue(const EagerInput& optional, const ops::OptionalHasValueAttrs& attrs = {})
    {
  return detail::EagerCall("OptionalHasValue", attrs.name).In(optional, "=variant").One();
}

inline EagerTensor OptionalNone(const Eager& eager, const ops::OptionalNoneAttrs& attrs = {}) {
  return detail::EagerCall("OptionalNone", attrs.name, eager.state()).One();
}

inline EagerTensor OptionsDataset(const EagerInput& input_dataset, const std::string& serialized_options,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::OptionsDatasetAttrs& attrs = {}) {
  return detail::EagerCall("OptionsDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("serialized_options", serialized_options).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

inline void OrderedMapClear(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::OrderedMapClearAttrs& attrs = {}) {
  detail::EagerCall("OrderedMapClear", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).None();
}

inline EagerTensor OrderedMapIncompleteSize(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::OrderedMapIncompleteSizeAttrs& attrs = {}) {
  return detail::EagerCall("OrderedMapIncompleteSize", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline std::vector<EagerTensor> OrderedMapPeek(const EagerInput& key, const EagerInput& indices,
    const std::vector<DType>& dtypes, const ops::OrderedMapPeekAttrs& attrs = {}) {
  auto out = detail::EagerCall("OrderedMapPeek", attrs.name).In(key, "=int64").In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Run({"**dtypes"});
  return out[0];
}

inline EagerTensor OrderedMapSize(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::OrderedMapSizeAttrs& attrs = {}) {
  return detail::EagerCall("OrderedMapSize", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline void OrderedMapStage(const EagerInput& key, const EagerInput& indices,
    const std::vector<EagerInput>& values, const std::vector<DType>& dtypes,
    const ops::OrderedMapStageAttrs& attrs = {}) {
  detail::EagerCall("OrderedMapStage", attrs.name).In(key, "=int64").In(indices, "=int32")
      .In(values, "**fake_dtypes").Attr("dtypes", dtypes).Attr("capacity", attrs.capacity)
      .Attr("memory_limit", attrs.memory_limit).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).None();
}

inline std::vector<EagerTensor> OrderedMapUnstage(const EagerInput& key, const EagerInput& indices,
    const std::vector<DType>& dtypes, const ops::OrderedMapUnstageAttrs& attrs = {}) {
  auto out = detail::EagerCall("OrderedMapUnstage", attrs.name).In(key, "=int64").In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Run({"**dtypes"});
  return out[0];
}

struct OrderedMapUnstageNoKeyOutputs {
  EagerTensor key;
  std::vector<EagerTensor> values;
};
inline OrderedMapUnstageNoKeyOutputs OrderedMapUnstageNoKey(const EagerInput& indices,
    const std::vector<DType>& dtypes, const ops::OrderedMapUnstageNoKeyAttrs& attrs = {}) {
  auto out = detail::EagerCall("OrderedMapUnstageNoKey", attrs.name).In(indices, "=int32")
      .Attr("dtypes", dtypes).Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Run({"=int64", "**dtypes"});
  return {out[0][0], out[1]};
}

inline EagerTensor Pack(const std::vector<EagerInput>& values, const ops::PackAttrs& attrs = {}) {
  return detail::EagerCall("Pack", attrs.name).In(values, "*T:N").Attr("axis", attrs.axis).One();
}

inline EagerTensor Pad(const EagerInput& input, const EagerInput& paddings, const ops::PadAttrs& attrs = {}) {
  return detail::EagerCall("Pad", attrs.name).In(input, "T").In(paddings, "Tpaddings").One();
}

inline EagerTensor PadV2(const EagerInput& input, const EagerInput& paddings,
    const EagerInput& constant_values, const ops::PadV2Attrs& attrs = {}) {
  return detail::EagerCall("PadV2", attrs.name).In(input, "T").In(paddings, "Tpaddings")
      .In(constant_values, "T").One();
}

inline EagerTensor PaddedBatchDataset(const EagerInput& input_dataset, const EagerInput& batch_size,
    const std::vector<EagerInput>& padded_shapes, const std::vector<EagerInput>& padding_values,
    const std::vector<PartialShape>& output_shapes, const ops::PaddedBatchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("PaddedBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(padded_shapes, "*=int64:N").In(padding_values, "**Toutput_types")
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor PaddedBatchDatasetV2(const EagerInput& input_dataset, const EagerInput& batch_size,
    const std::vector<EagerInput>& padded_shapes, const std::vector<EagerInput>& padding_values,
    const EagerInput& drop_remainder, const std::vector<PartialShape>& output_shapes,
    const ops::PaddedBatchDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("PaddedBatchDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(padded_shapes, "*=int64:N").In(padding_values, "**Toutput_types")
      .In(drop_remainder, "=bool").Attr("output_shapes", output_shapes)
      .Attr("parallel_copy", attrs.parallel_copy).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor PaddingFIFOQueue(const Eager& eager, const std::vector<DType>& component_types,
    const ops::PaddingFIFOQueueAttrs& attrs = {}) {
  return detail::EagerCall("PaddingFIFOQueue", attrs.name, eager.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor PaddingFIFOQueueV2(const Eager& eager, const std::vector<DType>& component_types,
    const ops::PaddingFIFOQueueV2Attrs& attrs = {}) {
  return detail::EagerCall("PaddingFIFOQueueV2", attrs.name, eager.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor ParallelBatchDataset(const EagerInput& input_dataset, const EagerInput& batch_size,
    const EagerInput& num_parallel_calls, const EagerInput& drop_remainder,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ParallelBatchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ParallelBatchDataset", attrs.name).In(input_dataset, "=variant")
      .In(batch_size, "=int64").In(num_parallel_calls, "=int64").In(drop_remainder, "=bool")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("parallel_copy", attrs.parallel_copy).Attr("deterministic", attrs.deterministic)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ParallelConcat(const std::vector<EagerInput>& values, const PartialShape& shape,
    const ops::ParallelConcatAttrs& attrs = {}) {
  return detail::EagerCall("ParallelConcat", attrs.name).In(values, "*T:N").Attr("shape", shape).One();
}

inline EagerTensor ParallelDynamicStitch(const std::vector<EagerInput>& indices,
    const std::vector<EagerInput>& data, const ops::ParallelDynamicStitchAttrs& attrs = {}) {
  return detail::EagerCall("ParallelDynamicStitch", attrs.name).In(indices, "*=int32:N")
      .In(data, "*T:N").One();
}

inline EagerTensor ParallelFilterDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& num_parallel_calls,
    const Function& predicate, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ParallelFilterDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ParallelFilterDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(num_parallel_calls, "=int64").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("deterministic", attrs.deterministic).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ParallelInterleaveDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& cycle_length,
    const EagerInput& block_length, const EagerInput& sloppy, const EagerInput& buffer_output_elements,
    const EagerInput& prefetch_input_elements, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ParallelInterleaveDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ParallelInterleaveDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(sloppy, "=bool").In(buffer_output_elements, "=int64").In(prefetch_input_elements, "=int64")
      .Attr("f", f).Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ParallelInterleaveDatasetV2(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& cycle_length,
    const EagerInput& block_length, const EagerInput& num_parallel_calls, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ParallelInterleaveDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("ParallelInterleaveDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(num_parallel_calls, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("sloppy", attrs.sloppy)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ParallelInterleaveDatasetV3(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& cycle_length,
    const EagerInput& block_length, const EagerInput& num_parallel_calls, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ParallelInterleaveDatasetV3Attrs& attrs = {}) {
  return detail::EagerCall("ParallelInterleaveDatasetV3", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(num_parallel_calls, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("deterministic", attrs.deterministic)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ParallelInterleaveDatasetV4(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& cycle_length,
    const EagerInput& block_length, const EagerInput& buffer_output_elements,
    const EagerInput& prefetch_input_elements, const EagerInput& num_parallel_calls, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ParallelInterleaveDatasetV4Attrs& attrs = {}) {
  return detail::EagerCall("ParallelInterleaveDatasetV4", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(cycle_length, "=int64").In(block_length, "=int64")
      .In(buffer_output_elements, "=int64").In(prefetch_input_elements, "=int64")
      .In(num_parallel_calls, "=int64").Attr("f", f).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("deterministic", attrs.deterministic)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ParallelMapDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& num_parallel_calls, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ParallelMapDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ParallelMapDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(num_parallel_calls, "=int32").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism).Attr("sloppy", attrs.sloppy)
      .Attr("preserve_cardinality", attrs.preserve_cardinality).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ParallelMapDatasetV2(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const EagerInput& num_parallel_calls, const Function& f,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ParallelMapDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("ParallelMapDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").In(num_parallel_calls, "=int64").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism)
      .Attr("deterministic", attrs.deterministic)
      .Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("use_unbounded_threadpool", attrs.use_unbounded_threadpool).Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor ParameterizedTruncatedNormal(const EagerInput& shape, const EagerInput& means,
    const EagerInput& stdevs, const EagerInput& minvals, const EagerInput& maxvals,
    const ops::ParameterizedTruncatedNormalAttrs& attrs = {}) {
  return detail::EagerCall("ParameterizedTruncatedNormal", attrs.name).In(shape, "T").In(means, "dtype")
      .In(stdevs, "dtype").In(minvals, "dtype").In(maxvals, "dtype").Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).One();
}

struct ParseExampleOutputs {
  std::vector<EagerTensor> sparse_indices;
  std::vector<EagerTensor> sparse_values;
  std::vector<EagerTensor> sparse_shapes;
  std::vector<EagerTensor> dense_values;
};
inline ParseExampleOutputs ParseExample(const EagerInput& serialized, const EagerInput& names,
    const std::vector<EagerInput>& sparse_keys, const std::vector<EagerInput>& dense_keys,
    const std::vector<EagerInput>& dense_defaults, const std::vector<DType>& sparse_types,
    const std::vector<PartialShape>& dense_shapes, const ops::ParseExampleAttrs& attrs = {}) {
  auto out = detail::EagerCall("ParseExample", attrs.name).In(serialized, "=string")
      .In(names, "=string").In(sparse_keys, "*=string:Nsparse").In(dense_keys, "*=string:Ndense")
      .In(dense_defaults, "**Tdense").Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes)
      .Run({"*=int64:Nsparse", "**sparse_types", "*=int64:Nsparse", "**Tdense"});
  return {out[0], out[1], out[2], out[3]};
}

inline EagerTensor ParseExampleDataset(const EagerInput& input_dataset, const EagerInput& num_parallel_calls,
    const std::vector<EagerInput>& dense_defaults, const std::vector<std::string>& sparse_keys,
    const std::vector<std::string>& dense_keys, const std::vector<DType>& sparse_types,
    const std::vector<PartialShape>& dense_shapes, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ParseExampleDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ParseExampleDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_parallel_calls, "=int64").In(dense_defaults, "**Tdense").Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("sloppy", attrs.sloppy)
      .Attr("ragged_keys", attrs.ragged_keys).Attr("ragged_value_types", attrs.ragged_value_types)
      .Attr("ragged_split_types", attrs.ragged_split_types).One();
}

inline EagerTensor ParseExampleDatasetV2(const EagerInput& input_dataset,
    const EagerInput& num_parallel_calls, const std::vector<EagerInput>& dense_defaults,
    const std::vector<std::string>& sparse_keys, const std::vector<std::string>& dense_keys,
    const std::vector<DType>& sparse_types, const std::vector<PartialShape>& dense_shapes,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ParseExampleDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("ParseExampleDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(num_parallel_calls, "=int64").In(dense_defaults, "**Tdense").Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes).Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("deterministic", attrs.deterministic)
      .Attr("ragged_keys", attrs.ragged_keys).Attr("ragged_value_types", attrs.ragged_value_types)
      .Attr("ragged_split_types", attrs.ragged_split_types).One();
}

struct ParseExampleV2Outputs {
  std::vector<EagerTensor> sparse_indices;
  std::vector<EagerTensor> sparse_values;
  std::vector<EagerTensor> sparse_shapes;
  std::vector<EagerTensor> dense_values;
  std::vector<EagerTensor> ragged_values;
  std::vector<EagerTensor> ragged_row_splits;
};
inline ParseExampleV2Outputs ParseExampleV2(const EagerInput& serialized, const EagerInput& names,
    const EagerInput& sparse_keys, const EagerInput& dense_keys, const EagerInput& ragged_keys,
    const std::vector<EagerInput>& dense_defaults, std::int64_t num_sparse,
    const std::vector<DType>& sparse_types, const std::vector<DType>& ragged_value_types,
    const std::vector<DType>& ragged_split_types, const std::vector<PartialShape>& dense_shapes,
    const ops::ParseExampleV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("ParseExampleV2", attrs.name).In(serialized, "=string")
      .In(names, "=string").In(sparse_keys, "=string").In(dense_keys, "=string")
      .In(ragged_keys, "=string").In(dense_defaults, "**Tdense").Attr("num_sparse", num_sparse)
      .Attr("sparse_types", sparse_types).Attr("ragged_value_types", ragged_value_types)
      .Attr("ragged_split_types", ragged_split_types).Attr("dense_shapes", dense_shapes)
      .Run({"*=int64:num_sparse", "**sparse_types", "*=int64:num_sparse", "**Tdense", "**ragged_value_types", "**ragged_split_types"});
  return {out[0], out[1], out[2], out[3], out[4], out[5]};
}

struct ParseSequenceExampleOutputs {
  std::vector<EagerTensor> context_sparse_indices;
  std::vector<EagerTensor> context_sparse_values;
  std::vector<EagerTensor> context_sparse_shapes;
  std::vector<EagerTensor> context_dense_values;
  std::vector<EagerTensor> feature_list_sparse_indices;
  std::vector<EagerTensor> feature_list_sparse_values;
  std::vector<EagerTensor> feature_list_sparse_shapes;
  std::vector<EagerTensor> feature_list_dense_values;
  std::vector<EagerTensor> feature_list_dense_lengths;
};
inline ParseSequenceExampleOutputs ParseSequenceExample(const EagerInput& serialized,
    const EagerInput& debug_name, const std::vector<EagerInput>& context_dense_defaults,
    const std::vector<std::string>& feature_list_dense_missing_assumed_empty,
    const std::vector<std::string>& context_sparse_keys, const std::vector<std::string>& context_dense_keys,
    const std::vector<std::string>& feature_list_sparse_keys,
    const std::vector<std::string>& feature_list_dense_keys, const ops::ParseSequenceExampleAttrs& attrs = {})
    {
  auto out = detail::EagerCall("ParseSequenceExample", attrs.name).In(serialized, "=string")
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
      .Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes)
      .Run({"*=int64:Ncontext_sparse", "**context_sparse_types", "*=int64:Ncontext_sparse", "**Tcontext_dense", "*=int64:Nfeature_list_sparse", "**feature_list_sparse_types", "*=int64:Nfeature_list_sparse", "**feature_list_dense_types", "*=int64:Nfeature_list_dense"});
  return {out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8]};
}

struct ParseSequenceExampleV2Outputs {
  std::vector<EagerTensor> context_sparse_indices;
  std::vector<EagerTensor> context_sparse_values;
  std::vector<EagerTensor> context_sparse_shapes;
  std::vector<EagerTensor> context_dense_values;
  std::vector<EagerTensor> context_ragged_values;
  std::vector<EagerTensor> context_ragged_row_splits;
  std::vector<EagerTensor> feature_list_sparse_indices;
  std::vector<EagerTensor> feature_list_sparse_values;
  std::vector<EagerTensor> feature_list_sparse_shapes;
  std::vector<EagerTensor> feature_list_dense_values;
  std::vector<EagerTensor> feature_list_dense_lengths;
  std::vector<EagerTensor> feature_list_ragged_values;
  std::vector<EagerTensor> feature_list_ragged_outer_splits;
  std::vector<EagerTensor> feature_list_ragged_inner_splits;
};
inline ParseSequenceExampleV2Outputs ParseSequenceExampleV2(const EagerInput& serialized,
    const EagerInput& debug_name, const EagerInput& context_sparse_keys, const EagerInput& context_dense_keys,
    const EagerInput& context_ragged_keys, const EagerInput& feature_list_sparse_keys,
    const EagerInput& feature_list_dense_keys, const EagerInput& feature_list_ragged_keys,
    const EagerInput& feature_list_dense_missing_assumed_empty,
    const std::vector<EagerInput>& context_dense_defaults, const ops::ParseSequenceExampleV2Attrs& attrs = {})
    {
  auto out = detail::EagerCall("ParseSequenceExampleV2", attrs.name).In(serialized, "=string")
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
      .Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes)
      .Run({"*=int64:Ncontext_sparse", "**context_sparse_types", "*=int64:Ncontext_sparse", "**Tcontext_dense", "**context_ragged_value_types", "**context_ragged_split_types", "*=int64:Nfeature_list_sparse", "**feature_list_sparse_types", "*=int64:Nfeature_list_sparse", "**feature_list_dense_types", "*=int64:Nfeature_list_dense", "**feature_list_ragged_value_types", "**feature_list_ragged_split_types", "**feature_list_ragged_split_types"});
  return {out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8], out[9], out[10], out[11], out[12], out[13]};
}

struct ParseSingleExampleOutputs {
  std::vector<EagerTensor> sparse_indices;
  std::vector<EagerTensor> sparse_values;
  std::vector<EagerTensor> sparse_shapes;
  std::vector<EagerTensor> dense_values;
};
inline ParseSingleExampleOutputs ParseSingleExample(const EagerInput& serialized,
    const std::vector<EagerInput>& dense_defaults, std::int64_t num_sparse,
    const std::vector<std::string>& sparse_keys, const std::vector<std::string>& dense_keys,
    const std::vector<DType>& sparse_types, const std::vector<PartialShape>& dense_shapes,
    const ops::ParseSingleExampleAttrs& attrs = {}) {
  auto out = detail::EagerCall("ParseSingleExample", attrs.name).In(serialized, "=string")
      .In(dense_defaults, "**Tdense").Attr("num_sparse", num_sparse).Attr("sparse_keys", sparse_keys)
      .Attr("dense_keys", dense_keys).Attr("sparse_types", sparse_types)
      .Attr("dense_shapes", dense_shapes)
      .Run({"*=int64:num_sparse", "**sparse_types", "*=int64:num_sparse", "**Tdense"});
  return {out[0], out[1], out[2], out[3]};
}

struct ParseSingleSequenceExampleOutputs {
  std::vector<EagerTensor> context_sparse_indices;
  std::vector<EagerTensor> context_sparse_values;
  std::vector<EagerTensor> context_sparse_shapes;
  std::vector<EagerTensor> context_dense_values;
  std::vector<EagerTensor> feature_list_sparse_indices;
  std::vector<EagerTensor> feature_list_sparse_values;
  std::vector<EagerTensor> feature_list_sparse_shapes;
  std::vector<EagerTensor> feature_list_dense_values;
};
inline ParseSingleSequenceExampleOutputs ParseSingleSequenceExample(const EagerInput& serialized,
    const EagerInput& feature_list_dense_missing_assumed_empty,
    const std::vector<EagerInput>& context_sparse_keys, const std::vector<EagerInput>& context_dense_keys,
    const std::vector<EagerInput>& feature_list_sparse_keys,
    const std::vector<EagerInput>& feature_list_dense_keys,
    const std::vector<EagerInput>& context_dense_defaults, const EagerInput& debug_name,
    const ops::ParseSingleSequenceExampleAttrs& attrs = {}) {
  auto out = detail::EagerCall("ParseSingleSequenceExample", attrs.name).In(serialized, "=string")
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
      .Attr("feature_list_dense_shapes", attrs.feature_list_dense_shapes)
      .Run({"*=int64:Ncontext_sparse", "**context_sparse_types", "*=int64:Ncontext_sparse", "**Tcontext_dense", "*=int64:Nfeature_list_sparse", "**feature_list_sparse_types", "*=int64:Nfeature_list_sparse", "**feature_list_dense_types"});
  return {out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[7]};
}

inline EagerTensor ParseTensor(const EagerInput& serialized, DType out_type,
    const ops::ParseTensorAttrs& attrs = {}) {
  return detail::EagerCall("ParseTensor", attrs.name).In(serialized, "=string")
      .Attr("out_type", out_type).One();
}

inline std::vector<EagerTensor> PartitionedCall(const std::vector<EagerInput>& args,
    const std::vector<DType>& Tout, const Function& f, const ops::PartitionedCallAttrs& attrs = {}) {
  auto out = detail::EagerCall("PartitionedCall", attrs.name).In(args, "**Tin").Attr("Tout", Tout)
      .Attr("f", f).Attr("config", attrs.config).Attr("config_proto", attrs.config_proto)
      .Attr("executor_type", attrs.executor_type).Run({"**Tout"});
  return out[0];
}

inline EagerTensor Placeholder(const Eager& eager, DType dtype, const ops::PlaceholderAttrs& attrs = {}) {
  return detail::EagerCall("Placeholder", attrs.name, eager.state()).Attr("dtype", dtype)
      .Attr("shape", attrs.shape).One();
}

inline EagerTensor PlaceholderWithDefault(const EagerInput& input, const PartialShape& shape,
    const ops::PlaceholderWithDefaultAttrs& attrs = {}) {
  return detail::EagerCall("PlaceholderWithDefault", attrs.name).In(input, "dtype").Attr("shape", shape)
      .One();
}

inline EagerTensor Polygamma(const EagerInput& a, const EagerInput& x, const ops::PolygammaAttrs& attrs = {})
    {
  return detail::EagerCall("Polygamma", attrs.name).In(a, "T").In(x, "T").One();
}

inline EagerTensor Pow(const EagerInput& x, const EagerInput& y, const ops::PowAttrs& attrs = {}) {
  return detail::EagerCall("Pow", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor PrefetchDataset(const EagerInput& input_dataset, const EagerInput& buffer_size,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::PrefetchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("PrefetchDataset", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("slack_period", attrs.slack_period).Attr("legacy_autotune", attrs.legacy_autotune)
      .Attr("buffer_size_min", attrs.buffer_size_min).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor PreventGradient(const EagerInput& input, const ops::PreventGradientAttrs& attrs = {}) {
  return detail::EagerCall("PreventGradient", attrs.name).In(input, "T").Attr("message", attrs.message)
      .One();
}

inline EagerTensor Print(const EagerInput& input, const std::vector<EagerInput>& data,
    const ops::PrintAttrs& attrs = {}) {
  return detail::EagerCall("Print", attrs.name).In(input, "T").In(data, "**U")
      .Attr("message", attrs.message).Attr("first_n", attrs.first_n).Attr("summarize", attrs.summarize)
      .One();
}

inline void PrintV2(const EagerInput& input, const ops::PrintV2Attrs& attrs = {}) {
  detail::EagerCall("PrintV2", attrs.name).In(input, "=string")
      .Attr("output_stream", attrs.output_stream).Attr("end", attrs.end).None();
}

inline EagerTensor PriorityQueue(const Eager& eager, const std::vector<PartialShape>& shapes,
    const ops::PriorityQueueAttrs& attrs = {}) {
  return detail::EagerCall("PriorityQueue", attrs.name, eager.state()).Attr("shapes", shapes)
      .Attr("component_types", attrs.component_types).Attr("capacity", attrs.capacity)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor PriorityQueueV2(const Eager& eager, const std::vector<PartialShape>& shapes,
    const ops::PriorityQueueV2Attrs& attrs = {}) {
  return detail::EagerCall("PriorityQueueV2", attrs.name, eager.state()).Attr("shapes", shapes)
      .Attr("component_types", attrs.component_types).Attr("capacity", attrs.capacity)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor PrivateThreadPoolDataset(const EagerInput& input_dataset, const EagerInput& num_threads,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::PrivateThreadPoolDatasetAttrs& attrs = {}) {
  return detail::EagerCall("PrivateThreadPoolDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_threads, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .One();
}

inline EagerTensor Prod(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::ProdAttrs& attrs = {}) {
  return detail::EagerCall("Prod", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

inline std::vector<EagerTensor> PyFunc(const std::vector<EagerInput>& input, const std::string& token,
    const std::vector<DType>& Tout, const ops::PyFuncAttrs& attrs = {}) {
  auto out = detail::EagerCall("PyFunc", attrs.name).In(input, "**Tin").Attr("token", token)
      .Attr("Tout", Tout).Run({"**Tout"});
  return out[0];
}

inline std::vector<EagerTensor> PyFuncStateless(const std::vector<EagerInput>& input,
    const std::string& token, const std::vector<DType>& Tout, const ops::PyFuncStatelessAttrs& attrs = {}) {
  auto out = detail::EagerCall("PyFuncStateless", attrs.name).In(input, "**Tin").Attr("token", token)
      .Attr("Tout", Tout).Run({"**Tout"});
  return out[0];
}

struct QrOutputs {
  EagerTensor q;
  EagerTensor r;
};
inline QrOutputs Qr(const EagerInput& input, const ops::QrAttrs& attrs = {}) {
  auto out = detail::EagerCall("Qr", attrs.name).In(input, "T")
      .Attr("full_matrices", attrs.full_matrices).Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor QuantizeAndDequantize(const EagerInput& input,
    const ops::QuantizeAndDequantizeAttrs& attrs = {}) {
  return detail::EagerCall("QuantizeAndDequantize", attrs.name).In(input, "T")
      .Attr("signed_input", attrs.signed_input).Attr("num_bits", attrs.num_bits)
      .Attr("range_given", attrs.range_given).Attr("input_min", attrs.input_min)
      .Attr("input_max", attrs.input_max).One();
}

inline EagerTensor QuantizeAndDequantizeV2(const EagerInput& input, const EagerInput& input_min,
    const EagerInput& input_max, const ops::QuantizeAndDequantizeV2Attrs& attrs = {}) {
  return detail::EagerCall("QuantizeAndDequantizeV2", attrs.name).In(input, "T").In(input_min, "T")
      .In(input_max, "T").Attr("signed_input", attrs.signed_input).Attr("num_bits", attrs.num_bits)
      .Attr("range_given", attrs.range_given).Attr("round_mode", attrs.round_mode)
      .Attr("narrow_range", attrs.narrow_range).Attr("axis", attrs.axis).One();
}

inline EagerTensor QuantizeAndDequantizeV3(const EagerInput& input, const EagerInput& input_min,
    const EagerInput& input_max, const EagerInput& num_bits,
    const ops::QuantizeAndDequantizeV3Attrs& attrs = {}) {
  return detail::EagerCall("QuantizeAndDequantizeV3", attrs.name).In(input, "T").In(input_min, "T")
      .In(input_max, "T").In(num_bits, "=int32").Attr("signed_input", attrs.signed_input)
      .Attr("range_given", attrs.range_given).Attr("narrow_range", attrs.narrow_range)
      .Attr("axis", attrs.axis).One();
}

inline EagerTensor QuantizeAndDequantizeV4(const EagerInput& input, const EagerInput& input_min,
    const EagerInput& input_max, const ops::QuantizeAndDequantizeV4Attrs& attrs = {}) {
  return detail::EagerCall("QuantizeAndDequantizeV4", attrs.name).In(input, "T").In(input_min, "T")
      .In(input_max, "T").Attr("signed_input", attrs.signed_input).Attr("num_bits", attrs.num_bits)
      .Attr("range_given", attrs.range_given).Attr("round_mode", attrs.round_mode)
      .Attr("narrow_range", attrs.narrow_range).Attr("axis", attrs.axis).One();
}

struct QuantizeAndDequantizeV4GradOutputs {
  EagerTensor input_backprop;
  EagerTensor input_min_backprop;
  EagerTensor input_max_backprop;
};
inline QuantizeAndDequantizeV4GradOutputs QuantizeAndDequantizeV4Grad(const EagerInput& gradients,
    const EagerInput& input, const EagerInput& input_min, const EagerInput& input_max,
    const ops::QuantizeAndDequantizeV4GradAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizeAndDequantizeV4Grad", attrs.name).In(gradients, "T")
      .In(input, "T").In(input_min, "T").In(input_max, "T").Attr("axis", attrs.axis)
      .Run({"T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizeDownAndShrinkRangeOutputs {
  EagerTensor output;
  EagerTensor output_min;
  EagerTensor output_max;
};
inline QuantizeDownAndShrinkRangeOutputs QuantizeDownAndShrinkRange(const EagerInput& input,
    const EagerInput& input_min, const EagerInput& input_max, DType out_type,
    const ops::QuantizeDownAndShrinkRangeAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizeDownAndShrinkRange", attrs.name).In(input, "Tinput")
      .In(input_min, "=float").In(input_max, "=float").Attr("out_type", out_type)
      .Run({"out_type", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizeV2Outputs {
  EagerTensor output;
  EagerTensor output_min;
  EagerTensor output_max;
};
inline QuantizeV2Outputs QuantizeV2(const EagerInput& input, const EagerInput& min_range,
    const EagerInput& max_range, DType T, const ops::QuantizeV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizeV2", attrs.name).In(input, "=float").In(min_range, "=float")
      .In(max_range, "=float").Attr("T", T).Attr("mode", attrs.mode)
      .Attr("round_mode", attrs.round_mode).Attr("narrow_range", attrs.narrow_range)
      .Attr("axis", attrs.axis).Attr("ensure_minimum_range", attrs.ensure_minimum_range)
      .Run({"T", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedAddOutputs {
  EagerTensor z;
  EagerTensor min_z;
  EagerTensor max_z;
};
inline QuantizedAddOutputs QuantizedAdd(const EagerInput& x, const EagerInput& y, const EagerInput& min_x,
    const EagerInput& max_x, const EagerInput& min_y, const EagerInput& max_y,
    const ops::QuantizedAddAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedAdd", attrs.name).In(x, "T1").In(y, "T2").In(min_x, "=float")
      .In(max_x, "=float").In(min_y, "=float").In(max_y, "=float").Attr("Toutput", attrs.Toutput)
      .Run({"Toutput", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedAvgPoolOutputs {
  EagerTensor output;
  EagerTensor min_output;
  EagerTensor max_output;
};
inline QuantizedAvgPoolOutputs QuantizedAvgPool(const EagerInput& input, const EagerInput& min_input,
    const EagerInput& max_input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::QuantizedAvgPoolAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedAvgPool", attrs.name).In(input, "T").In(min_input, "=float")
      .In(max_input, "=float").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Run({"T", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedBiasAddOutputs {
  EagerTensor output;
  EagerTensor min_out;
  EagerTensor max_out;
};
inline QuantizedBiasAddOutputs QuantizedBiasAdd(const EagerInput& input, const EagerInput& bias,
    const EagerInput& min_input, const EagerInput& max_input, const EagerInput& min_bias,
    const EagerInput& max_bias, DType out_type, const ops::QuantizedBiasAddAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedBiasAdd", attrs.name).In(input, "T1").In(bias, "T2")
      .In(min_input, "=float").In(max_input, "=float").In(min_bias, "=float").In(max_bias, "=float")
      .Attr("out_type", out_type).Run({"out_type", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedConv2DOutputs {
  EagerTensor output;
  EagerTensor min_output;
  EagerTensor max_output;
};
inline QuantizedConv2DOutputs QuantizedConv2D(const EagerInput& input, const EagerInput& filter,
    const EagerInput& min_input, const EagerInput& max_input, const EagerInput& min_filter,
    const EagerInput& max_filter, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::QuantizedConv2DAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedConv2D", attrs.name).In(input, "Tinput").In(filter, "Tfilter")
      .In(min_input, "=float").In(max_input, "=float").In(min_filter, "=float")
      .In(max_filter, "=float").Attr("strides", strides).Attr("padding", padding)
      .Attr("out_type", attrs.out_type).Attr("dilations", attrs.dilations)
      .Run({"out_type", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedMatMulOutputs {
  EagerTensor out;
  EagerTensor min_out;
  EagerTensor max_out;
};
inline QuantizedMatMulOutputs QuantizedMatMul(const EagerInput& a, const EagerInput& b,
    const EagerInput& min_a, const EagerInput& max_a, const EagerInput& min_b, const EagerInput& max_b,
    const ops::QuantizedMatMulAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedMatMul", attrs.name).In(a, "T1").In(b, "T2")
      .In(min_a, "=float").In(max_a, "=float").In(min_b, "=float").In(max_b, "=float")
      .Attr("Toutput", attrs.Toutput).Attr("transpose_a", attrs.transpose_a)
      .Attr("transpose_b", attrs.transpose_b).Attr("Tactivation", attrs.Tactivation)
      .Run({"Toutput", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedMaxPoolOutputs {
  EagerTensor output;
  EagerTensor min_output;
  EagerTensor max_output;
};
inline QuantizedMaxPoolOutputs QuantizedMaxPool(const EagerInput& input, const EagerInput& min_input,
    const EagerInput& max_input, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::QuantizedMaxPoolAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedMaxPool", attrs.name).In(input, "T").In(min_input, "=float")
      .In(max_input, "=float").Attr("ksize", ksize).Attr("strides", strides).Attr("padding", padding)
      .Run({"T", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedMulOutputs {
  EagerTensor z;
  EagerTensor min_z;
  EagerTensor max_z;
};
inline QuantizedMulOutputs QuantizedMul(const EagerInput& x, const EagerInput& y, const EagerInput& min_x,
    const EagerInput& max_x, const EagerInput& min_y, const EagerInput& max_y,
    const ops::QuantizedMulAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedMul", attrs.name).In(x, "T1").In(y, "T2").In(min_x, "=float")
      .In(max_x, "=float").In(min_y, "=float").In(max_y, "=float").Attr("Toutput", attrs.Toutput)
      .Run({"Toutput", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedReluOutputs {
  EagerTensor activations;
  EagerTensor min_activations;
  EagerTensor max_activations;
};
inline QuantizedReluOutputs QuantizedRelu(const EagerInput& features, const EagerInput& min_features,
    const EagerInput& max_features, const ops::QuantizedReluAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedRelu", attrs.name).In(features, "Tinput")
      .In(min_features, "=float").In(max_features, "=float").Attr("out_type", attrs.out_type)
      .Run({"out_type", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedRelu6Outputs {
  EagerTensor activations;
  EagerTensor min_activations;
  EagerTensor max_activations;
};
inline QuantizedRelu6Outputs QuantizedRelu6(const EagerInput& features, const EagerInput& min_features,
    const EagerInput& max_features, const ops::QuantizedRelu6Attrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedRelu6", attrs.name).In(features, "Tinput")
      .In(min_features, "=float").In(max_features, "=float").Attr("out_type", attrs.out_type)
      .Run({"out_type", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct QuantizedReshapeOutputs {
  EagerTensor output;
  EagerTensor output_min;
  EagerTensor output_max;
};
inline QuantizedReshapeOutputs QuantizedReshape(const EagerInput& tensor, const EagerInput& shape,
    const EagerInput& input_min, const EagerInput& input_max, const ops::QuantizedReshapeAttrs& attrs = {}) {
  auto out = detail::EagerCall("QuantizedReshape", attrs.name).In(tensor, "T").In(shape, "Tshape")
      .In(input_min, "=float").In(input_max, "=float").Run({"T", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline void QueueClose(const EagerInput& handle, const ops::QueueCloseAttrs& attrs = {}) {
  detail::EagerCall("QueueClose", attrs.name).In(handle, "=resource")
      .Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues).None();
}

inline void QueueCloseV2(const EagerInput& handle, const ops::QueueCloseV2Attrs& attrs = {}) {
  detail::EagerCall("QueueCloseV2", attrs.name).In(handle, "=resource")
      .Attr("cancel_pending_enqueues", attrs.cancel_pending_enqueues).None();
}

inline std::vector<EagerTensor> QueueDequeue(const EagerInput& handle,
    const std::vector<DType>& component_types, const ops::QueueDequeueAttrs& attrs = {}) {
  auto out = detail::EagerCall("QueueDequeue", attrs.name).In(handle, "=resource")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Run({"**component_types"});
  return out[0];
}

inline std::vector<EagerTensor> QueueDequeueMany(const EagerInput& handle, const EagerInput& n,
    const std::vector<DType>& component_types, const ops::QueueDequeueManyAttrs& attrs = {}) {
  auto out = detail::EagerCall("QueueDequeueMany", attrs.name).In(handle, "=resource").In(n, "=int32")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Run({"**component_types"});
  return out[0];
}

inline std::vector<EagerTensor> QueueDequeueManyV2(const EagerInput& handle, const EagerInput& n,
    const std::vector<DType>& component_types, const ops::QueueDequeueManyV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("QueueDequeueManyV2", attrs.name).In(handle, "=resource").In(n, "=int32")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Run({"**component_types"});
  return out[0];
}

inline std::vector<EagerTensor> QueueDequeueUpTo(const EagerInput& handle, const EagerInput& n,
    const std::vector<DType>& component_types, const ops::QueueDequeueUpToAttrs& attrs = {}) {
  auto out = detail::EagerCall("QueueDequeueUpTo", attrs.name).In(handle, "=resource").In(n, "=int32")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Run({"**component_types"});
  return out[0];
}

inline std::vector<EagerTensor> QueueDequeueUpToV2(const EagerInput& handle, const EagerInput& n,
    const std::vector<DType>& component_types, const ops::QueueDequeueUpToV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("QueueDequeueUpToV2", attrs.name).In(handle, "=resource").In(n, "=int32")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Run({"**component_types"});
  return out[0];
}

inline std::vector<EagerTensor> QueueDequeueV2(const EagerInput& handle,
    const std::vector<DType>& component_types, const ops::QueueDequeueV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("QueueDequeueV2", attrs.name).In(handle, "=resource")
      .Attr("component_types", component_types).Attr("timeout_ms", attrs.timeout_ms)
      .Run({"**component_types"});
  return out[0];
}

inline void QueueEnqueue(const EagerInput& handle, const std::vector<EagerInput>& components,
    const ops::QueueEnqueueAttrs& attrs = {}) {
  detail::EagerCall("QueueEnqueue", attrs.name).In(handle, "=resource").In(components, "**Tcomponents")
      .Attr("timeout_ms", attrs.timeout_ms).None();
}

inline void QueueEnqueueMany(const EagerInput& handle, const std::vector<EagerInput>& components,
    const ops::QueueEnqueueManyAttrs& attrs = {}) {
  detail::EagerCall("QueueEnqueueMany", attrs.name).In(handle, "=resource")
      .In(components, "**Tcomponents").Attr("timeout_ms", attrs.timeout_ms).None();
}

inline void QueueEnqueueManyV2(const EagerInput& handle, const std::vector<EagerInput>& components,
    const ops::QueueEnqueueManyV2Attrs& attrs = {}) {
  detail::EagerCall("QueueEnqueueManyV2", attrs.name).In(handle, "=resource")
      .In(components, "**Tcomponents").Attr("timeout_ms", attrs.timeout_ms).None();
}

inline void QueueEnqueueV2(const EagerInput& handle, const std::vector<EagerInput>& components,
    const ops::QueueEnqueueV2Attrs& attrs = {}) {
  detail::EagerCall("QueueEnqueueV2", attrs.name).In(handle, "=resource")
      .In(components, "**Tcomponents").Attr("timeout_ms", attrs.timeout_ms).None();
}

inline EagerTensor QueueIsClosed(const EagerInput& handle, const ops::QueueIsClosedAttrs& attrs = {}) {
  return detail::EagerCall("QueueIsClosed", attrs.name).In(handle, "=resource").One();
}

inline EagerTensor QueueIsClosedV2(const EagerInput& handle, const ops::QueueIsClosedV2Attrs& attrs = {}) {
  return detail::EagerCall("QueueIsClosedV2", attrs.name).In(handle, "=resource").One();
}

inline EagerTensor QueueSize(const EagerInput& handle, const ops::QueueSizeAttrs& attrs = {}) {
  return detail::EagerCall("QueueSize", attrs.name).In(handle, "=resource").One();
}

inline EagerTensor QueueSizeV2(const EagerInput& handle, const ops::QueueSizeV2Attrs& attrs = {}) {
  return detail::EagerCall("QueueSizeV2", attrs.name).In(handle, "=resource").One();
}

inline EagerTensor RFFT(const EagerInput& input, const EagerInput& fft_length,
    const ops::RFFTAttrs& attrs = {}) {
  return detail::EagerCall("RFFT", attrs.name).In(input, "Treal").In(fft_length, "=int32")
      .Attr("Tcomplex", attrs.Tcomplex).One();
}

inline EagerTensor RFFT2D(const EagerInput& input, const EagerInput& fft_length,
    const ops::RFFT2DAttrs& attrs = {}) {
  return detail::EagerCall("RFFT2D", attrs.name).In(input, "Treal").In(fft_length, "=int32")
      .Attr("Tcomplex", attrs.Tcomplex).One();
}

inline EagerTensor RFFT3D(const EagerInput& input, const EagerInput& fft_length,
    const ops::RFFT3DAttrs& attrs = {}) {
  return detail::EagerCall("RFFT3D", attrs.name).In(input, "Treal").In(fft_length, "=int32")
      .Attr("Tcomplex", attrs.Tcomplex).One();
}

inline EagerTensor RGBToHSV(const EagerInput& images, const ops::RGBToHSVAttrs& attrs = {}) {
  return detail::EagerCall("RGBToHSV", attrs.name).In(images, "T").One();
}

inline EagerTensor RaggedBincount(const EagerInput& splits, const EagerInput& values, const EagerInput& size,
    const EagerInput& weights, const ops::RaggedBincountAttrs& attrs = {}) {
  return detail::EagerCall("RaggedBincount", attrs.name).In(splits, "=int64").In(values, "Tidx")
      .In(size, "Tidx").In(weights, "T").Attr("binary_output", attrs.binary_output).One();
}

struct RaggedCountSparseOutputOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_dense_shape;
};
inline RaggedCountSparseOutputOutputs RaggedCountSparseOutput(const EagerInput& splits,
    const EagerInput& values, const EagerInput& weights, bool binary_output,
    const ops::RaggedCountSparseOutputAttrs& attrs = {}) {
  auto out = detail::EagerCall("RaggedCountSparseOutput", attrs.name).In(splits, "=int64")
      .In(values, "T").In(weights, "output_type").Attr("binary_output", binary_output)
      .Attr("minlength", attrs.minlength).Attr("maxlength", attrs.maxlength)
      .Run({"=int64", "output_type", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct RaggedGatherOutputs {
  std::vector<EagerTensor> output_nested_splits;
  EagerTensor output_dense_values;
};
inline RaggedGatherOutputs RaggedGather(const std::vector<EagerInput>& params_nested_splits,
    const EagerInput& params_dense_values, const EagerInput& indices, std::int64_t OUTPUT_RAGGED_RANK,
    const ops::RaggedGatherAttrs& attrs = {}) {
  auto out = detail::EagerCall("RaggedGather", attrs.name)
      .In(params_nested_splits, "*Tsplits:PARAMS_RAGGED_RANK").In(params_dense_values, "Tvalues")
      .In(indices, "Tindices").Attr("OUTPUT_RAGGED_RANK", OUTPUT_RAGGED_RANK)
      .Run({"*Tsplits:OUTPUT_RAGGED_RANK", "Tvalues"});
  return {out[0], out[1][0]};
}

struct RaggedRangeOutputs {
  EagerTensor rt_nested_splits;
  EagerTensor rt_dense_values;
};
inline RaggedRangeOutputs RaggedRange(const EagerInput& starts, const EagerInput& limits,
    const EagerInput& deltas, const ops::RaggedRangeAttrs& attrs = {}) {
  auto out = detail::EagerCall("RaggedRange", attrs.name).In(starts, "T").In(limits, "T")
      .In(deltas, "T").Attr("Tsplits", attrs.Tsplits).Run({"Tsplits", "T"});
  return {out[0][0], out[1][0]};
}

struct RaggedTensorFromVariantOutputs {
  std::vector<EagerTensor> output_nested_splits;
  EagerTensor output_dense_values;
};
inline RaggedTensorFromVariantOutputs RaggedTensorFromVariant(const EagerInput& encoded_ragged,
    std::int64_t input_ragged_rank, std::int64_t output_ragged_rank, DType Tvalues,
    const ops::RaggedTensorFromVariantAttrs& attrs = {}) {
  auto out = detail::EagerCall("RaggedTensorFromVariant", attrs.name).In(encoded_ragged, "=variant")
      .Attr("input_ragged_rank", input_ragged_rank).Attr("output_ragged_rank", output_ragged_rank)
      .Attr("Tvalues", Tvalues).Attr("Tsplits", attrs.Tsplits)
      .Run({"*Tsplits:output_ragged_rank", "Tvalues"});
  return {out[0], out[1][0]};
}

struct RaggedTensorToSparseOutputs {
  EagerTensor sparse_indices;
  EagerTensor sparse_values;
  EagerTensor sparse_dense_shape;
};
inline RaggedTensorToSparseOutputs RaggedTensorToSparse(const std::vector<EagerInput>& rt_nested_splits,
    const EagerInput& rt_dense_values, const ops::RaggedTensorToSparseAttrs& attrs = {}) {
  auto out = detail::EagerCall("RaggedTensorToSparse", attrs.name)
      .In(rt_nested_splits, "*Tsplits:RAGGED_RANK").In(rt_dense_values, "T")
      .Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor RaggedTensorToTensor(const EagerInput& shape, const EagerInput& values,
    const EagerInput& default_value, const std::vector<EagerInput>& row_partition_tensors,
    const std::vector<std::string>& row_partition_types, const ops::RaggedTensorToTensorAttrs& attrs = {}) {
  return detail::EagerCall("RaggedTensorToTensor", attrs.name).In(shape, "Tshape").In(values, "T")
      .In(default_value, "T").In(row_partition_tensors, "*Tindex:num_row_partition_tensors")
      .Attr("row_partition_types", row_partition_types).One();
}

inline EagerTensor RaggedTensorToVariant(const std::vector<EagerInput>& rt_nested_splits,
    const EagerInput& rt_dense_values, bool batched_input, const ops::RaggedTensorToVariantAttrs& attrs = {})
    {
  return detail::EagerCall("RaggedTensorToVariant", attrs.name)
      .In(rt_nested_splits, "*Tsplits:RAGGED_RANK").In(rt_dense_values, "Tvalues")
      .Attr("batched_input", batched_input).One();
}

inline EagerTensor RaggedTensorToVariantGradient(const EagerInput& encoded_ragged_grad,
    const EagerInput& row_splits, const EagerInput& dense_values_shape, DType Tvalues,
    const ops::RaggedTensorToVariantGradientAttrs& attrs = {}) {
  return detail::EagerCall("RaggedTensorToVariantGradient", attrs.name)
      .In(encoded_ragged_grad, "=variant").In(row_splits, "Tsplits").In(dense_values_shape, "=int32")
      .Attr("Tvalues", Tvalues).One();
}

inline EagerTensor RandomCrop(const EagerInput& image, const EagerInput& size,
    const ops::RandomCropAttrs& attrs = {}) {
  return detail::EagerCall("RandomCrop", attrs.name).In(image, "T").In(size, "=int64")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

inline EagerTensor RandomDataset(const EagerInput& seed, const EagerInput& seed2,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::RandomDatasetAttrs& attrs = {}) {
  return detail::EagerCall("RandomDataset", attrs.name).In(seed, "=int64").In(seed2, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor RandomGamma(const EagerInput& shape, const EagerInput& alpha,
    const ops::RandomGammaAttrs& attrs = {}) {
  return detail::EagerCall("RandomGamma", attrs.name).In(shape, "S").In(alpha, "T")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

inline EagerTensor RandomGammaGrad(const EagerInput& alpha, const EagerInput& sample,
    const ops::RandomGammaGradAttrs& attrs = {}) {
  return detail::EagerCall("RandomGammaGrad", attrs.name).In(alpha, "T").In(sample, "T").One();
}

inline EagerTensor RandomPoisson(const EagerInput& shape, const EagerInput& rate,
    const ops::RandomPoissonAttrs& attrs = {}) {
  return detail::EagerCall("RandomPoisson", attrs.name).In(shape, "S").In(rate, "dtype")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

inline EagerTensor RandomPoissonV2(const EagerInput& shape, const EagerInput& rate,
    const ops::RandomPoissonV2Attrs& attrs = {}) {
  return detail::EagerCall("RandomPoissonV2", attrs.name).In(shape, "S").In(rate, "R")
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("dtype", attrs.dtype).One();
}

inline EagerTensor RandomShuffle(const EagerInput& value, const ops::RandomShuffleAttrs& attrs = {}) {
  return detail::EagerCall("RandomShuffle", attrs.name).In(value, "T").Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).One();
}

inline EagerTensor RandomShuffleQueue(const Eager& eager, const std::vector<DType>& component_types,
    const ops::RandomShuffleQueueAttrs& attrs = {}) {
  return detail::EagerCall("RandomShuffleQueue", attrs.name, eager.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("min_after_dequeue", attrs.min_after_dequeue)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor RandomShuffleQueueV2(const Eager& eager, const std::vector<DType>& component_types,
    const ops::RandomShuffleQueueV2Attrs& attrs = {}) {
  return detail::EagerCall("RandomShuffleQueueV2", attrs.name, eager.state())
      .Attr("component_types", component_types).Attr("shapes", attrs.shapes)
      .Attr("capacity", attrs.capacity).Attr("min_after_dequeue", attrs.min_after_dequeue)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor RandomStandardNormal(const EagerInput& shape, DType dtype,
    const ops::RandomStandardNormalAttrs& attrs = {}) {
  return detail::EagerCall("RandomStandardNormal", attrs.name).In(shape, "T").Attr("dtype", dtype)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

inline EagerTensor RandomUniform(const EagerInput& shape, DType dtype,
    const ops::RandomUniformAttrs& attrs = {}) {
  return detail::EagerCall("RandomUniform", attrs.name).In(shape, "T").Attr("dtype", dtype)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

inline EagerTensor RandomUniformInt(const EagerInput& shape, const EagerInput& minval,
    const EagerInput& maxval, const ops::RandomUniformIntAttrs& attrs = {}) {
  return detail::EagerCall("RandomUniformInt", attrs.name).In(shape, "T").In(minval, "Tout")
      .In(maxval, "Tout").Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

inline EagerTensor Range(const EagerInput& start, const EagerInput& limit, const EagerInput& delta,
    const ops::RangeAttrs& attrs = {}) {
  return detail::EagerCall("Range", attrs.name).In(start, "Tidx").In(limit, "Tidx").In(delta, "Tidx")
      .One();
}

inline EagerTensor RangeDataset(const EagerInput& start, const EagerInput& stop, const EagerInput& step,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::RangeDatasetAttrs& attrs = {}) {
  return detail::EagerCall("RangeDataset", attrs.name).In(start, "=int64").In(stop, "=int64")
      .In(step, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).Attr("replicate_on_split", attrs.replicate_on_split).One();
}

inline EagerTensor Rank(const EagerInput& input, const ops::RankAttrs& attrs = {}) {
  return detail::EagerCall("Rank", attrs.name).In(input, "T").One();
}

inline EagerTensor ReadFile(const EagerInput& filename, const ops::ReadFileAttrs& attrs = {}) {
  return detail::EagerCall("ReadFile", attrs.name).In(filename, "=string").One();
}

inline EagerTensor ReadVariableOp(const EagerInput& resource, DType dtype,
    const ops::ReadVariableOpAttrs& attrs = {}) {
  return detail::EagerCall("ReadVariableOp", attrs.name).In(resource, "=resource").Attr("dtype", dtype)
      .One();
}

inline EagerTensor ReaderNumRecordsProduced(const EagerInput& reader_handle,
    const ops::ReaderNumRecordsProducedAttrs& attrs = {}) {
  return detail::EagerCall("ReaderNumRecordsProduced", attrs.name).In(reader_handle, "=resource").One();
}

inline EagerTensor ReaderNumRecordsProducedV2(const EagerInput& reader_handle,
    const ops::ReaderNumRecordsProducedV2Attrs& attrs = {}) {
  return detail::EagerCall("ReaderNumRecordsProducedV2", attrs.name).In(reader_handle, "=resource")
      .One();
}

inline EagerTensor ReaderNumWorkUnitsCompleted(const EagerInput& reader_handle,
    const ops::ReaderNumWorkUnitsCompletedAttrs& attrs = {}) {
  return detail::EagerCall("ReaderNumWorkUnitsCompleted", attrs.name).In(reader_handle, "=resource")
      .One();
}

inline EagerTensor ReaderNumWorkUnitsCompletedV2(const EagerInput& reader_handle,
    const ops::ReaderNumWorkUnitsCompletedV2Attrs& attrs = {}) {
  return detail::EagerCall("ReaderNumWorkUnitsCompletedV2", attrs.name).In(reader_handle, "=resource")
      .One();
}

struct ReaderReadOutputs {
  EagerTensor key;
  EagerTensor value;
};
inline ReaderReadOutputs ReaderRead(const EagerInput& reader_handle, const EagerInput& queue_handle,
    const ops::ReaderReadAttrs& attrs = {}) {
  auto out = detail::EagerCall("ReaderRead", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").Run({"=string", "=string"});
  return {out[0][0], out[1][0]};
}

struct ReaderReadUpToOutputs {
  EagerTensor keys;
  EagerTensor values;
};
inline ReaderReadUpToOutputs ReaderReadUpTo(const EagerInput& reader_handle, const EagerInput& queue_handle,
    const EagerInput& num_records, const ops::ReaderReadUpToAttrs& attrs = {}) {
  auto out = detail::EagerCall("ReaderReadUpTo", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").In(num_records, "=int64").Run({"=string", "=string"});
  return {out[0][0], out[1][0]};
}

struct ReaderReadUpToV2Outputs {
  EagerTensor keys;
  EagerTensor values;
};
inline ReaderReadUpToV2Outputs ReaderReadUpToV2(const EagerInput& reader_handle,
    const EagerInput& queue_handle, const EagerInput& num_records,
    const ops::ReaderReadUpToV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("ReaderReadUpToV2", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").In(num_records, "=int64").Run({"=string", "=string"});
  return {out[0][0], out[1][0]};
}

struct ReaderReadV2Outputs {
  EagerTensor key;
  EagerTensor value;
};
inline ReaderReadV2Outputs ReaderReadV2(const EagerInput& reader_handle, const EagerInput& queue_handle,
    const ops::ReaderReadV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("ReaderReadV2", attrs.name).In(reader_handle, "=resource")
      .In(queue_handle, "=resource").Run({"=string", "=string"});
  return {out[0][0], out[1][0]};
}

inline void ReaderReset(const EagerInput& reader_handle, const ops::ReaderResetAttrs& attrs = {}) {
  detail::EagerCall("ReaderReset", attrs.name).In(reader_handle, "=resource").None();
}

inline void ReaderResetV2(const EagerInput& reader_handle, const ops::ReaderResetV2Attrs& attrs = {}) {
  detail::EagerCall("ReaderResetV2", attrs.name).In(reader_handle, "=resource").None();
}

inline void ReaderRestoreState(const EagerInput& reader_handle, const EagerInput& state,
    const ops::ReaderRestoreStateAttrs& attrs = {}) {
  detail::EagerCall("ReaderRestoreState", attrs.name).In(reader_handle, "=resource")
      .In(state, "=string").None();
}

inline void ReaderRestoreStateV2(const EagerInput& reader_handle, const EagerInput& state,
    const ops::ReaderRestoreStateV2Attrs& attrs = {}) {
  detail::EagerCall("ReaderRestoreStateV2", attrs.name).In(reader_handle, "=resource")
      .In(state, "=string").None();
}

inline EagerTensor ReaderSerializeState(const EagerInput& reader_handle,
    const ops::ReaderSerializeStateAttrs& attrs = {}) {
  return detail::EagerCall("ReaderSerializeState", attrs.name).In(reader_handle, "=resource").One();
}

inline EagerTensor ReaderSerializeStateV2(const EagerInput& reader_handle,
    const ops::ReaderSerializeStateV2Attrs& attrs = {}) {
  return detail::EagerCall("ReaderSerializeStateV2", attrs.name).In(reader_handle, "=resource").One();
}

inline EagerTensor Real(const EagerInput& input, const ops::RealAttrs& attrs = {}) {
  return detail::EagerCall("Real", attrs.name).In(input, "T").Attr("Tout", attrs.Tout).One();
}

inline EagerTensor RealDiv(const EagerInput& x, const EagerInput& y, const ops::RealDivAttrs& attrs = {}) {
  return detail::EagerCall("RealDiv", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Reciprocal(const EagerInput& x, const ops::ReciprocalAttrs& attrs = {}) {
  return detail::EagerCall("Reciprocal", attrs.name).In(x, "T").One();
}

inline EagerTensor ReciprocalGrad(const EagerInput& y, const EagerInput& dy,
    const ops::ReciprocalGradAttrs& attrs = {}) {
  return detail::EagerCall("ReciprocalGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

inline EagerTensor RecordInput(const Eager& eager, const std::string& file_pattern,
    const ops::RecordInputAttrs& attrs = {}) {
  return detail::EagerCall("RecordInput", attrs.name, eager.state()).Attr("file_pattern", file_pattern)
      .Attr("file_random_seed", attrs.file_random_seed)
      .Attr("file_shuffle_shift_ratio", attrs.file_shuffle_shift_ratio)
      .Attr("file_buffer_size", attrs.file_buffer_size).Attr("file_parallelism", attrs.file_parallelism)
      .Attr("batch_size", attrs.batch_size).Attr("compression_type", attrs.compression_type).One();
}

inline std::vector<EagerTensor> ReduceDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& initial_state, const std::vector<EagerInput>& other_arguments,
    const Function& f, const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ReduceDatasetAttrs& attrs = {}) {
  auto out = detail::EagerCall("ReduceDataset", attrs.name).In(input_dataset, "=variant")
      .In(initial_state, "**Tstate").In(other_arguments, "**Targuments").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("use_inter_op_parallelism", attrs.use_inter_op_parallelism).Attr("metadata", attrs.metadata)
      .Run({"**output_types"});
  return out[0];
}

inline EagerTensor ReduceJoin(const EagerInput& inputs, const EagerInput& reduction_indices,
    const ops::ReduceJoinAttrs& attrs = {}) {
  return detail::EagerCall("ReduceJoin", attrs.name).In(inputs, "=string")
      .In(reduction_indices, "=int32").Attr("keep_dims", attrs.keep_dims)
      .Attr("separator", attrs.separator).One();
}

inline EagerTensor RegexFullMatch(const EagerInput& input, const EagerInput& pattern,
    const ops::RegexFullMatchAttrs& attrs = {}) {
  return detail::EagerCall("RegexFullMatch", attrs.name).In(input, "=string").In(pattern, "=string")
      .One();
}

inline EagerTensor RegexReplace(const EagerInput& input, const EagerInput& pattern, const EagerInput& rewrite,
    const ops::RegexReplaceAttrs& attrs = {}) {
  return detail::EagerCall("RegexReplace", attrs.name).In(input, "=string").In(pattern, "=string")
      .In(rewrite, "=string").Attr("replace_global", attrs.replace_global).One();
}

inline EagerTensor Relu(const EagerInput& features, const ops::ReluAttrs& attrs = {}) {
  return detail::EagerCall("Relu", attrs.name).In(features, "T").One();
}

inline EagerTensor Relu6(const EagerInput& features, const ops::Relu6Attrs& attrs = {}) {
  return detail::EagerCall("Relu6", attrs.name).In(features, "T").One();
}

inline EagerTensor Relu6Grad(const EagerInput& gradients, const EagerInput& features,
    const ops::Relu6GradAttrs& attrs = {}) {
  return detail::EagerCall("Relu6Grad", attrs.name).In(gradients, "T").In(features, "T").One();
}

inline EagerTensor ReluGrad(const EagerInput& gradients, const EagerInput& features,
    const ops::ReluGradAttrs& attrs = {}) {
  return detail::EagerCall("ReluGrad", attrs.name).In(gradients, "T").In(features, "T").One();
}

inline std::vector<EagerTensor> RemoteCall(const EagerInput& target, const std::vector<EagerInput>& args,
    const std::vector<DType>& Tout, const Function& f, const ops::RemoteCallAttrs& attrs = {}) {
  auto out = detail::EagerCall("RemoteCall", attrs.name).In(target, "=string").In(args, "**Tin")
      .Attr("Tout", Tout).Attr("f", f).Run({"**Tout"});
  return out[0];
}

inline EagerTensor RepeatDataset(const EagerInput& input_dataset, const EagerInput& count,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::RepeatDatasetAttrs& attrs = {}) {
  return detail::EagerCall("RepeatDataset", attrs.name).In(input_dataset, "=variant")
      .In(count, "=int64").Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct RequantizationRangeOutputs {
  EagerTensor output_min;
  EagerTensor output_max;
};
inline RequantizationRangeOutputs RequantizationRange(const EagerInput& input, const EagerInput& input_min,
    const EagerInput& input_max, const ops::RequantizationRangeAttrs& attrs = {}) {
  auto out = detail::EagerCall("RequantizationRange", attrs.name).In(input, "Tinput")
      .In(input_min, "=float").In(input_max, "=float").Run({"=float", "=float"});
  return {out[0][0], out[1][0]};
}

struct RequantizeOutputs {
  EagerTensor output;
  EagerTensor output_min;
  EagerTensor output_max;
};
inline RequantizeOutputs Requantize(const EagerInput& input, const EagerInput& input_min,
    const EagerInput& input_max, const EagerInput& requested_output_min,
    const EagerInput& requested_output_max, DType out_type, const ops::RequantizeAttrs& attrs = {}) {
  auto out = detail::EagerCall("Requantize", attrs.name).In(input, "Tinput").In(input_min, "=float")
      .In(input_max, "=float").In(requested_output_min, "=float").In(requested_output_max, "=float")
      .Attr("out_type", out_type).Run({"out_type", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor Reshape(const EagerInput& tensor, const EagerInput& shape,
    const ops::ReshapeAttrs& attrs = {}) {
  return detail::EagerCall("Reshape", attrs.name).In(tensor, "T").In(shape, "Tshape").One();
}

inline EagerTensor ResizeArea(const EagerInput& images, const EagerInput& size,
    const ops::ResizeAreaAttrs& attrs = {}) {
  return detail::EagerCall("ResizeArea", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).One();
}

inline EagerTensor ResizeBicubic(const EagerInput& images, const EagerInput& size,
    const ops::ResizeBicubicAttrs& attrs = {}) {
  return detail::EagerCall("ResizeBicubic", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

inline EagerTensor ResizeBicubicGrad(const EagerInput& grads, const EagerInput& original_image,
    const ops::ResizeBicubicGradAttrs& attrs = {}) {
  return detail::EagerCall("ResizeBicubicGrad", attrs.name).In(grads, "=float").In(original_image, "T")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

inline EagerTensor ResizeBilinear(const EagerInput& images, const EagerInput& size,
    const ops::ResizeBilinearAttrs& attrs = {}) {
  return detail::EagerCall("ResizeBilinear", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

inline EagerTensor ResizeBilinearGrad(const EagerInput& grads, const EagerInput& original_image,
    const ops::ResizeBilinearGradAttrs& attrs = {}) {
  return detail::EagerCall("ResizeBilinearGrad", attrs.name).In(grads, "=float").In(original_image, "T")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

inline EagerTensor ResizeNearestNeighbor(const EagerInput& images, const EagerInput& size,
    const ops::ResizeNearestNeighborAttrs& attrs = {}) {
  return detail::EagerCall("ResizeNearestNeighbor", attrs.name).In(images, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

inline EagerTensor ResizeNearestNeighborGrad(const EagerInput& grads, const EagerInput& size,
    const ops::ResizeNearestNeighborGradAttrs& attrs = {}) {
  return detail::EagerCall("ResizeNearestNeighborGrad", attrs.name).In(grads, "T").In(size, "=int32")
      .Attr("align_corners", attrs.align_corners).Attr("half_pixel_centers", attrs.half_pixel_centers)
      .One();
}

inline void ResourceAccumulatorApplyGradient(const EagerInput& handle, const EagerInput& local_step,
    const EagerInput& gradient, const ops::ResourceAccumulatorApplyGradientAttrs& attrs = {}) {
  detail::EagerCall("ResourceAccumulatorApplyGradient", attrs.name).In(handle, "=resource")
      .In(local_step, "=int64").In(gradient, "dtype").None();
}

inline EagerTensor ResourceAccumulatorNumAccumulated(const EagerInput& handle,
    const ops::ResourceAccumulatorNumAccumulatedAttrs& attrs = {}) {
  return detail::EagerCall("ResourceAccumulatorNumAccumulated", attrs.name).In(handle, "=resource")
      .One();
}

inline void ResourceAccumulatorSetGlobalStep(const EagerInput& handle, const EagerInput& new_global_step,
    const ops::ResourceAccumulatorSetGlobalStepAttrs& attrs = {}) {
  detail::EagerCall("ResourceAccumulatorSetGlobalStep", attrs.name).In(handle, "=resource")
      .In(new_global_step, "=int64").None();
}

inline EagerTensor ResourceAccumulatorTakeGradient(const EagerInput& handle, const EagerInput& num_required,
    DType dtype, const ops::ResourceAccumulatorTakeGradientAttrs& attrs = {}) {
  return detail::EagerCall("ResourceAccumulatorTakeGradient", attrs.name).In(handle, "=resource")
      .In(num_required, "=int32").Attr("dtype", dtype).One();
}

inline void ResourceApplyAdaMax(const EagerInput& var, const EagerInput& m, const EagerInput& v,
    const EagerInput& beta1_power, const EagerInput& lr, const EagerInput& beta1, const EagerInput& beta2,
    const EagerInput& epsilon, const EagerInput& grad, const ops::ResourceApplyAdaMaxAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAdaMax", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(v, "=resource").In(beta1_power, "T").In(lr, "T").In(beta1, "T").In(beta2, "T")
      .In(epsilon, "T").In(grad, "T").Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyAdadelta(const EagerInput& var, const EagerInput& accum,
    const EagerInput& accum_update, const EagerInput& lr, const EagerInput& rho, const EagerInput& epsilon,
    const EagerInput& grad, const ops::ResourceApplyAdadeltaAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAdadelta", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(accum_update, "=resource").In(lr, "T").In(rho, "T").In(epsilon, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyAdagrad(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& grad, const ops::ResourceApplyAdagradAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAdagrad", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(lr, "T").In(grad, "T").Attr("use_locking", attrs.use_locking)
      .Attr("update_slots", attrs.update_slots).None();
}

inline void ResourceApplyAdagradDA(const EagerInput& var, const EagerInput& gradient_accumulator,
    const EagerInput& gradient_squared_accumulator, const EagerInput& grad, const EagerInput& lr,
    const EagerInput& l1, const EagerInput& l2, const EagerInput& global_step,
    const ops::ResourceApplyAdagradDAAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAdagradDA", attrs.name).In(var, "=resource")
      .In(gradient_accumulator, "=resource").In(gradient_squared_accumulator, "=resource").In(grad, "T")
      .In(lr, "T").In(l1, "T").In(l2, "T").In(global_step, "=int64")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyAdagradV2(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& epsilon, const EagerInput& grad, const ops::ResourceApplyAdagradV2Attrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAdagradV2", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(lr, "T").In(epsilon, "T").In(grad, "T").Attr("use_locking", attrs.use_locking)
      .Attr("update_slots", attrs.update_slots).None();
}

inline void ResourceApplyAdam(const EagerInput& var, const EagerInput& m, const EagerInput& v,
    const EagerInput& beta1_power, const EagerInput& beta2_power, const EagerInput& lr,
    const EagerInput& beta1, const EagerInput& beta2, const EagerInput& epsilon, const EagerInput& grad,
    const ops::ResourceApplyAdamAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAdam", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(v, "=resource").In(beta1_power, "T").In(beta2_power, "T").In(lr, "T").In(beta1, "T")
      .In(beta2, "T").In(epsilon, "T").In(grad, "T").Attr("use_locking", attrs.use_locking)
      .Attr("use_nesterov", attrs.use_nesterov).None();
}

inline void ResourceApplyAdamWithAmsgrad(const EagerInput& var, const EagerInput& m, const EagerInput& v,
    const EagerInput& vhat, const EagerInput& beta1_power, const EagerInput& beta2_power,
    const EagerInput& lr, const EagerInput& beta1, const EagerInput& beta2, const EagerInput& epsilon,
    const EagerInput& grad, const ops::ResourceApplyAdamWithAmsgradAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAdamWithAmsgrad", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(v, "=resource").In(vhat, "=resource").In(beta1_power, "T").In(beta2_power, "T").In(lr, "T")
      .In(beta1, "T").In(beta2, "T").In(epsilon, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyAddSign(const EagerInput& var, const EagerInput& m, const EagerInput& lr,
    const EagerInput& alpha, const EagerInput& sign_decay, const EagerInput& beta, const EagerInput& grad,
    const ops::ResourceApplyAddSignAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyAddSign", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(lr, "T").In(alpha, "T").In(sign_decay, "T").In(beta, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyCenteredRMSProp(const EagerInput& var, const EagerInput& mg, const EagerInput& ms,
    const EagerInput& mom, const EagerInput& lr, const EagerInput& rho, const EagerInput& momentum,
    const EagerInput& epsilon, const EagerInput& grad,
    const ops::ResourceApplyCenteredRMSPropAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyCenteredRMSProp", attrs.name).In(var, "=resource").In(mg, "=resource")
      .In(ms, "=resource").In(mom, "=resource").In(lr, "T").In(rho, "T").In(momentum, "T")
      .In(epsilon, "T").In(grad, "T").Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyFtrl(const EagerInput& var, const EagerInput& accum, const EagerInput& linear,
    const EagerInput& grad, const EagerInput& lr, const EagerInput& l1, const EagerInput& l2,
    const EagerInput& lr_power, const ops::ResourceApplyFtrlAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyFtrl", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(linear, "=resource").In(grad, "T").In(lr, "T").In(l1, "T").In(l2, "T").In(lr_power, "T")
      .Attr("use_locking", attrs.use_locking).Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr)
      .None();
}

inline void ResourceApplyFtrlV2(const EagerInput& var, const EagerInput& accum, const EagerInput& linear,
    const EagerInput& grad, const EagerInput& lr, const EagerInput& l1, const EagerInput& l2,
    const EagerInput& l2_shrinkage, const EagerInput& lr_power,
    const ops::ResourceApplyFtrlV2Attrs& attrs = {}) {
  detail::EagerCall("ResourceApplyFtrlV2", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(linear, "=resource").In(grad, "T").In(lr, "T").In(l1, "T").In(l2, "T")
      .In(l2_shrinkage, "T").In(lr_power, "T").Attr("use_locking", attrs.use_locking)
      .Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr).None();
}

inline void ResourceApplyGradientDescent(const EagerInput& var, const EagerInput& alpha,
    const EagerInput& delta, const ops::ResourceApplyGradientDescentAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyGradientDescent", attrs.name).In(var, "=resource").In(alpha, "T")
      .In(delta, "T").Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyKerasMomentum(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& grad, const EagerInput& momentum,
    const ops::ResourceApplyKerasMomentumAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyKerasMomentum", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(momentum, "T")
      .Attr("use_locking", attrs.use_locking).Attr("use_nesterov", attrs.use_nesterov).None();
}

inline void ResourceApplyMomentum(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& grad, const EagerInput& momentum, const ops::ResourceApplyMomentumAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyMomentum", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(lr, "T").In(grad, "T").In(momentum, "T").Attr("use_locking", attrs.use_locking)
      .Attr("use_nesterov", attrs.use_nesterov).None();
}

inline void ResourceApplyPowerSign(const EagerInput& var, const EagerInput& m, const EagerInput& lr,
    const EagerInput& logbase, const EagerInput& sign_decay, const EagerInput& beta, const EagerInput& grad,
    const ops::ResourceApplyPowerSignAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyPowerSign", attrs.name).In(var, "=resource").In(m, "=resource")
      .In(lr, "T").In(logbase, "T").In(sign_decay, "T").In(beta, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyProximalAdagrad(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& l1, const EagerInput& l2, const EagerInput& grad,
    const ops::ResourceApplyProximalAdagradAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyProximalAdagrad", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(l1, "T").In(l2, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceApplyProximalGradientDescent(const EagerInput& var, const EagerInput& alpha,
    const EagerInput& l1, const EagerInput& l2, const EagerInput& delta,
    const ops::ResourceApplyProximalGradientDescentAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyProximalGradientDescent", attrs.name).In(var, "=resource")
      .In(alpha, "T").In(l1, "T").In(l2, "T").In(delta, "T").Attr("use_locking", attrs.use_locking)
      .None();
}

inline void ResourceApplyRMSProp(const EagerInput& var, const EagerInput& ms, const EagerInput& mom,
    const EagerInput& lr, const EagerInput& rho, const EagerInput& momentum, const EagerInput& epsilon,
    const EagerInput& grad, const ops::ResourceApplyRMSPropAttrs& attrs = {}) {
  detail::EagerCall("ResourceApplyRMSProp", attrs.name).In(var, "=resource").In(ms, "=resource")
      .In(mom, "=resource").In(lr, "T").In(rho, "T").In(momentum, "T").In(epsilon, "T").In(grad, "T")
      .Attr("use_locking", attrs.use_locking).None();
}

inline EagerTensor ResourceConditionalAccumulator(const Eager& eager, DType dtype, const PartialShape& shape,
    const ops::ResourceConditionalAccumulatorAttrs& attrs = {}) {
  return detail::EagerCall("ResourceConditionalAccumulator", attrs.name, eager.state())
      .Attr("dtype", dtype).Attr("shape", shape).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("reduction_type", attrs.reduction_type).One();
}

inline EagerTensor ResourceCountUpTo(const EagerInput& resource, std::int64_t limit, DType T,
    const ops::ResourceCountUpToAttrs& attrs = {}) {
  return detail::EagerCall("ResourceCountUpTo", attrs.name).In(resource, "=resource")
      .Attr("limit", limit).Attr("T", T).One();
}

inline EagerTensor ResourceGather(const EagerInput& resource, const EagerInput& indices, DType dtype,
    const ops::ResourceGatherAttrs& attrs = {}) {
  return detail::EagerCall("ResourceGather", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").Attr("dtype", dtype).Attr("batch_dims", attrs.batch_dims)
      .Attr("validate_indices", attrs.validate_indices).One();
}

inline EagerTensor ResourceGatherNd(const EagerInput& resource, const EagerInput& indices, DType dtype,
    const ops::ResourceGatherNdAttrs& attrs = {}) {
  return detail::EagerCall("ResourceGatherNd", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").Attr("dtype", dtype).One();
}

inline void ResourceScatterAdd(const EagerInput& resource, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterAddAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterAdd", attrs.name).In(resource, "=resource").In(indices, "Tindices")
      .In(updates, "dtype").None();
}

inline void ResourceScatterDiv(const EagerInput& resource, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterDivAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterDiv", attrs.name).In(resource, "=resource").In(indices, "Tindices")
      .In(updates, "dtype").None();
}

inline void ResourceScatterMax(const EagerInput& resource, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterMaxAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterMax", attrs.name).In(resource, "=resource").In(indices, "Tindices")
      .In(updates, "dtype").None();
}

inline void ResourceScatterMin(const EagerInput& resource, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterMinAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterMin", attrs.name).In(resource, "=resource").In(indices, "Tindices")
      .In(updates, "dtype").None();
}

inline void ResourceScatterMul(const EagerInput& resource, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterMulAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterMul", attrs.name).In(resource, "=resource").In(indices, "Tindices")
      .In(updates, "dtype").None();
}

inline void ResourceScatterNdAdd(const EagerInput& ref, const EagerInput& indices, const EagerInput& updates,
    const ops::ResourceScatterNdAddAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterNdAdd", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).None();
}

inline void ResourceScatterNdMax(const EagerInput& ref, const EagerInput& indices, const EagerInput& updates,
    const ops::ResourceScatterNdMaxAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterNdMax", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).None();
}

inline void ResourceScatterNdMin(const EagerInput& ref, const EagerInput& indices, const EagerInput& updates,
    const ops::ResourceScatterNdMinAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterNdMin", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).None();
}

inline void ResourceScatterNdSub(const EagerInput& ref, const EagerInput& indices, const EagerInput& updates,
    const ops::ResourceScatterNdSubAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterNdSub", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).None();
}

inline void ResourceScatterNdUpdate(const EagerInput& ref, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterNdUpdateAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterNdUpdate", attrs.name).In(ref, "=resource").In(indices, "Tindices")
      .In(updates, "T").Attr("use_locking", attrs.use_locking)
      .Attr("bad_indices_policy", attrs.bad_indices_policy).None();
}

inline void ResourceScatterSub(const EagerInput& resource, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterSubAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterSub", attrs.name).In(resource, "=resource").In(indices, "Tindices")
      .In(updates, "dtype").None();
}

inline void ResourceScatterUpdate(const EagerInput& resource, const EagerInput& indices,
    const EagerInput& updates, const ops::ResourceScatterUpdateAttrs& attrs = {}) {
  detail::EagerCall("ResourceScatterUpdate", attrs.name).In(resource, "=resource")
      .In(indices, "Tindices").In(updates, "dtype").None();
}

inline void ResourceSparseApplyAdadelta(const EagerInput& var, const EagerInput& accum,
    const EagerInput& accum_update, const EagerInput& lr, const EagerInput& rho, const EagerInput& epsilon,
    const EagerInput& grad, const EagerInput& indices,
    const ops::ResourceSparseApplyAdadeltaAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyAdadelta", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(accum_update, "=resource").In(lr, "T").In(rho, "T").In(epsilon, "T")
      .In(grad, "T").In(indices, "Tindices").Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceSparseApplyAdagrad(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& grad, const EagerInput& indices, const ops::ResourceSparseApplyAdagradAttrs& attrs = {})
    {
  detail::EagerCall("ResourceSparseApplyAdagrad", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).Attr("update_slots", attrs.update_slots).None();
}

inline void ResourceSparseApplyAdagradDA(const EagerInput& var, const EagerInput& gradient_accumulator,
    const EagerInput& gradient_squared_accumulator, const EagerInput& grad, const EagerInput& indices,
    const EagerInput& lr, const EagerInput& l1, const EagerInput& l2, const EagerInput& global_step,
    const ops::ResourceSparseApplyAdagradDAAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyAdagradDA", attrs.name).In(var, "=resource")
      .In(gradient_accumulator, "=resource").In(gradient_squared_accumulator, "=resource").In(grad, "T")
      .In(indices, "Tindices").In(lr, "T").In(l1, "T").In(l2, "T").In(global_step, "=int64")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceSparseApplyAdagradV2(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& epsilon, const EagerInput& grad, const EagerInput& indices,
    const ops::ResourceSparseApplyAdagradV2Attrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyAdagradV2", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(epsilon, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).Attr("update_slots", attrs.update_slots).None();
}

inline void ResourceSparseApplyCenteredRMSProp(const EagerInput& var, const EagerInput& mg,
    const EagerInput& ms, const EagerInput& mom, const EagerInput& lr, const EagerInput& rho,
    const EagerInput& momentum, const EagerInput& epsilon, const EagerInput& grad, const EagerInput& indices,
    const ops::ResourceSparseApplyCenteredRMSPropAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyCenteredRMSProp", attrs.name).In(var, "=resource")
      .In(mg, "=resource").In(ms, "=resource").In(mom, "=resource").In(lr, "T").In(rho, "T")
      .In(momentum, "T").In(epsilon, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceSparseApplyFtrl(const EagerInput& var, const EagerInput& accum, const EagerInput& linear,
    const EagerInput& grad, const EagerInput& indices, const EagerInput& lr, const EagerInput& l1,
    const EagerInput& l2, const EagerInput& lr_power, const ops::ResourceSparseApplyFtrlAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyFtrl", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(linear, "=resource").In(grad, "T").In(indices, "Tindices").In(lr, "T").In(l1, "T")
      .In(l2, "T").In(lr_power, "T").Attr("use_locking", attrs.use_locking)
      .Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr).None();
}

inline void ResourceSparseApplyFtrlV2(const EagerInput& var, const EagerInput& accum,
    const EagerInput& linear, const EagerInput& grad, const EagerInput& indices, const EagerInput& lr,
    const EagerInput& l1, const EagerInput& l2, const EagerInput& l2_shrinkage, const EagerInput& lr_power,
    const ops::ResourceSparseApplyFtrlV2Attrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyFtrlV2", attrs.name).In(var, "=resource").In(accum, "=resource")
      .In(linear, "=resource").In(grad, "T").In(indices, "Tindices").In(lr, "T").In(l1, "T")
      .In(l2, "T").In(l2_shrinkage, "T").In(lr_power, "T").Attr("use_locking", attrs.use_locking)
      .Attr("multiply_linear_by_lr", attrs.multiply_linear_by_lr).None();
}

inline void ResourceSparseApplyKerasMomentum(const EagerInput& var, const EagerInput& accum,
    const EagerInput& lr, const EagerInput& grad, const EagerInput& indices, const EagerInput& momentum,
    const ops::ResourceSparseApplyKerasMomentumAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyKerasMomentum", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(indices, "Tindices").In(momentum, "T")
      .Attr("use_locking", attrs.use_locking).Attr("use_nesterov", attrs.use_nesterov).None();
}

inline void ResourceSparseApplyMomentum(const EagerInput& var, const EagerInput& accum, const EagerInput& lr,
    const EagerInput& grad, const EagerInput& indices, const EagerInput& momentum,
    const ops::ResourceSparseApplyMomentumAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyMomentum", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(grad, "T").In(indices, "Tindices").In(momentum, "T")
      .Attr("use_locking", attrs.use_locking).Attr("use_nesterov", attrs.use_nesterov).None();
}

inline void ResourceSparseApplyProximalAdagrad(const EagerInput& var, const EagerInput& accum,
    const EagerInput& lr, const EagerInput& l1, const EagerInput& l2, const EagerInput& grad,
    const EagerInput& indices, const ops::ResourceSparseApplyProximalAdagradAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyProximalAdagrad", attrs.name).In(var, "=resource")
      .In(accum, "=resource").In(lr, "T").In(l1, "T").In(l2, "T").In(grad, "T")
      .In(indices, "Tindices").Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceSparseApplyProximalGradientDescent(const EagerInput& var, const EagerInput& alpha,
    const EagerInput& l1, const EagerInput& l2, const EagerInput& grad, const EagerInput& indices,
    const ops::ResourceSparseApplyProximalGradientDescentAttrs& attrs = {}) {
  detail::EagerCall("ResourceSparseApplyProximalGradientDescent", attrs.name).In(var, "=resource")
      .In(alpha, "T").In(l1, "T").In(l2, "T").In(grad, "T").In(indices, "Tindices")
      .Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceSparseApplyRMSProp(const EagerInput& var, const EagerInput& ms, const EagerInput& mom,
    const EagerInput& lr, const EagerInput& rho, const EagerInput& momentum, const EagerInput& epsilon,
    const EagerInput& grad, const EagerInput& indices, const ops::ResourceSparseApplyRMSPropAttrs& attrs = {})
    {
  detail::EagerCall("ResourceSparseApplyRMSProp", attrs.name).In(var, "=resource").In(ms, "=resource")
      .In(mom, "=resource").In(lr, "T").In(rho, "T").In(momentum, "T").In(epsilon, "T").In(grad, "T")
      .In(indices, "Tindices").Attr("use_locking", attrs.use_locking).None();
}

inline void ResourceStridedSliceAssign(const EagerInput& ref, const EagerInput& begin, const EagerInput& end,
    const EagerInput& strides, const EagerInput& value,
    const ops::ResourceStridedSliceAssignAttrs& attrs = {}) {
  detail::EagerCall("ResourceStridedSliceAssign", attrs.name).In(ref, "=resource").In(begin, "Index")
      .In(end, "Index").In(strides, "Index").In(value, "T").Attr("begin_mask", attrs.begin_mask)
      .Attr("end_mask", attrs.end_mask).Attr("ellipsis_mask", attrs.ellipsis_mask)
      .Attr("new_axis_mask", attrs.new_axis_mask).Attr("shrink_axis_mask", attrs.shrink_axis_mask)
      .None();
}

inline EagerTensor Restore(const EagerInput& file_pattern, const EagerInput& tensor_name, DType dt,
    const ops::RestoreAttrs& attrs = {}) {
  return detail::EagerCall("Restore", attrs.name).In(file_pattern, "=string").In(tensor_name, "=string")
      .Attr("dt", dt).Attr("preferred_shard", attrs.preferred_shard).One();
}

inline EagerTensor RestoreSlice(const EagerInput& file_pattern, const EagerInput& tensor_name,
    const EagerInput& shape_and_slice, DType dt, const ops::RestoreSliceAttrs& attrs = {}) {
  return detail::EagerCall("RestoreSlice", attrs.name).In(file_pattern, "=string")
      .In(tensor_name, "=string").In(shape_and_slice, "=string").Attr("dt", dt)
      .Attr("preferred_shard", attrs.preferred_shard).One();
}

inline std::vector<EagerTensor> RestoreV2(const EagerInput& prefix, const EagerInput& tensor_names,
    const EagerInput& shape_and_slices, const std::vector<DType>& dtypes,
    const ops::RestoreV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("RestoreV2", attrs.name).In(prefix, "=string")
      .In(tensor_names, "=string").In(shape_and_slices, "=string").Attr("dtypes", dtypes)
      .Run({"**dtypes"});
  return out[0];
}

inline EagerTensor ReverseSequence(const EagerInput& input, const EagerInput& seq_lengths,
    std::int64_t seq_dim, const ops::ReverseSequenceAttrs& attrs = {}) {
  return detail::EagerCall("ReverseSequence", attrs.name).In(input, "T").In(seq_lengths, "Tlen")
      .Attr("seq_dim", seq_dim).Attr("batch_dim", attrs.batch_dim).One();
}

inline EagerTensor ReverseV2(const EagerInput& tensor, const EagerInput& axis,
    const ops::ReverseV2Attrs& attrs = {}) {
  return detail::EagerCall("ReverseV2", attrs.name).In(tensor, "T").In(axis, "Tidx").One();
}

inline EagerTensor RewriteDataset(const EagerInput& input_dataset, const EagerInput& rewrite_name,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::RewriteDatasetAttrs& attrs = {}) {
  return detail::EagerCall("RewriteDataset", attrs.name).In(input_dataset, "=variant")
      .In(rewrite_name, "=string").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).One();
}

inline EagerTensor RightShift(const EagerInput& x, const EagerInput& y,
    const ops::RightShiftAttrs& attrs = {}) {
  return detail::EagerCall("RightShift", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Rint(const EagerInput& x, const ops::RintAttrs& attrs = {}) {
  return detail::EagerCall("Rint", attrs.name).In(x, "T").One();
}

inline EagerTensor Roll(const EagerInput& input, const EagerInput& shift, const EagerInput& axis,
    const ops::RollAttrs& attrs = {}) {
  return detail::EagerCall("Roll", attrs.name).In(input, "T").In(shift, "Tshift").In(axis, "Taxis")
      .One();
}

inline EagerTensor Round(const EagerInput& x, const ops::RoundAttrs& attrs = {}) {
  return detail::EagerCall("Round", attrs.name).In(x, "T").One();
}

inline EagerTensor Rsqrt(const EagerInput& x, const ops::RsqrtAttrs& attrs = {}) {
  return detail::EagerCall("Rsqrt", attrs.name).In(x, "T").One();
}

inline EagerTensor RsqrtGrad(const EagerInput& y, const EagerInput& dy, const ops::RsqrtGradAttrs& attrs = {})
    {
  return detail::EagerCall("RsqrtGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

inline EagerTensor AffineAdd(const EagerInput& x, const EagerInput& y, float x_scale, float y_scale,
    float z_scale, const ops::AffineAddAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineAdd", attrs.name).In(x, "T").In(y, "T")
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("z_scale", z_scale)
      .Attr("x_zero_point", attrs.x_zero_point).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("z_zero_point", attrs.z_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).One();
}

inline EagerTensor AffineAvgPool(const EagerInput& x, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, float y_scale,
    const ops::AffineAvgPoolAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineAvgPool", attrs.name).In(x, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("y_scale", y_scale)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).One();
}

inline EagerTensor AffineConv2D(const EagerInput& x, const EagerInput& filter, const EagerInput& bias,
    const EagerInput& filter_scales, float x_scale, float y_scale, const std::vector<std::int64_t>& strides,
    const std::string& padding, const ops::AffineConv2DAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineConv2D", attrs.name).In(x, "T").In(filter, "W").In(bias, "B")
      .In(filter_scales, "=float").Attr("x_scale", x_scale).Attr("y_scale", y_scale)
      .Attr("strides", strides).Attr("padding", padding).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("filter_zero_point", attrs.filter_zero_point).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).Attr("rounding", attrs.rounding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("dilations", attrs.dilations).One();
}

inline EagerTensor AffineConv2DSums(const EagerInput& x, const EagerInput& filter,
    const EagerInput& x_zero_points, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::AffineConv2DSumsAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineConv2DSums", attrs.name).In(x, "T").In(filter, "W")
      .In(x_zero_points, "T").Attr("strides", strides).Attr("padding", padding)
      .Attr("filter_zero_point", attrs.filter_zero_point)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("dilations", attrs.dilations).One();
}

inline EagerTensor AffineDepthwiseConv2D(const EagerInput& x, const EagerInput& filter,
    const EagerInput& bias, const EagerInput& filter_scales, float x_scale, float y_scale,
    const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::AffineDepthwiseConv2DAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineDepthwiseConv2D", attrs.name).In(x, "T").In(filter, "W")
      .In(bias, "B").In(filter_scales, "=float").Attr("x_scale", x_scale).Attr("y_scale", y_scale)
      .Attr("strides", strides).Attr("padding", padding).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("filter_zero_point", attrs.filter_zero_point).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).Attr("rounding", attrs.rounding)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("dilations", attrs.dilations).One();
}

inline EagerTensor AffineDequantize(const EagerInput& x, const EagerInput& scales,
    const EagerInput& zero_points, const ops::AffineDequantizeAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineDequantize", attrs.name).In(x, "T").In(scales, "=float")
      .In(zero_points, "=int32").Attr("axis", attrs.axis).One();
}

struct AffineDynamicQuantizeOutputs {
  EagerTensor y;
  EagerTensor scales;
  EagerTensor zero_points;
};
inline AffineDynamicQuantizeOutputs AffineDynamicQuantize(const EagerInput& x, DType T,
    const ops::AffineDynamicQuantizeAttrs& attrs = {}) {
  auto out = detail::EagerCall("Runnel>AffineDynamicQuantize", attrs.name).In(x, "=float").Attr("T", T)
      .Attr("batch_dims", attrs.batch_dims).Attr("method", attrs.method).Run({"T", "=float", "T"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor AffineFullyConnected(const EagerInput& x, const EagerInput& filter, const EagerInput& bias,
    const EagerInput& filter_scales, float x_scale, float y_scale,
    const ops::AffineFullyConnectedAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineFullyConnected", attrs.name).In(x, "T").In(filter, "W")
      .In(bias, "B").In(filter_scales, "=float").Attr("x_scale", x_scale).Attr("y_scale", y_scale)
      .Attr("x_zero_point", attrs.x_zero_point).Attr("filter_zero_point", attrs.filter_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).Attr("keep_dims", attrs.keep_dims).One();
}

inline EagerTensor AffineFullyConnectedSums(const EagerInput& x, const EagerInput& filter,
    const EagerInput& x_zero_points, const ops::AffineFullyConnectedSumsAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineFullyConnectedSums", attrs.name).In(x, "T").In(filter, "W")
      .In(x_zero_points, "T").Attr("filter_zero_point", attrs.filter_zero_point).One();
}

inline EagerTensor AffineHardSwish(const EagerInput& x, float x_scale, float y_scale,
    const ops::AffineHardSwishAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineHardSwish", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).One();
}

inline EagerTensor AffineLeakyRelu(const EagerInput& x, float x_scale, float y_scale,
    const ops::AffineLeakyReluAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineLeakyRelu", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("alpha", attrs.alpha).One();
}

inline EagerTensor AffineLookup(const EagerInput& x, const EagerInput& table,
    const ops::AffineLookupAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineLookup", attrs.name).In(x, "T").In(table, "U").One();
}

inline EagerTensor AffineMaxPool(const EagerInput& x, const std::vector<std::int64_t>& ksize,
    const std::vector<std::int64_t>& strides, const std::string& padding, float y_scale,
    const ops::AffineMaxPoolAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineMaxPool", attrs.name).In(x, "T").Attr("ksize", ksize)
      .Attr("strides", strides).Attr("padding", padding).Attr("y_scale", y_scale)
      .Attr("explicit_paddings", attrs.explicit_paddings).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("activation", attrs.activation).One();
}

inline EagerTensor AffineMean(const EagerInput& x, const EagerInput& axes, float x_scale, float y_scale,
    const ops::AffineMeanAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineMean", attrs.name).In(x, "T").In(axes, "=int32")
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("keep_dims", attrs.keep_dims)
      .Attr("rounding", attrs.rounding).One();
}

inline EagerTensor AffineMul(const EagerInput& x, const EagerInput& y, float x_scale, float y_scale,
    float z_scale, const ops::AffineMulAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineMul", attrs.name).In(x, "T").In(y, "T")
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("z_scale", z_scale)
      .Attr("x_zero_point", attrs.x_zero_point).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("z_zero_point", attrs.z_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).One();
}

inline EagerTensor AffineQuantize(const EagerInput& x, const EagerInput& scales,
    const EagerInput& zero_points, DType T, const ops::AffineQuantizeAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineQuantize", attrs.name).In(x, "=float").In(scales, "=float")
      .In(zero_points, "=int32").Attr("T", T).Attr("axis", attrs.axis)
      .Attr("round_mode", attrs.round_mode).One();
}

inline EagerTensor AffineRequantize(const EagerInput& x, DType U, float x_scale, float y_scale,
    const ops::AffineRequantizeAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineRequantize", attrs.name).In(x, "T").Attr("U", U)
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).One();
}

inline EagerTensor AffineSigmoid(const EagerInput& x, float x_scale, float y_scale,
    const ops::AffineSigmoidAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineSigmoid", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).One();
}

inline EagerTensor AffineSoftmax(const EagerInput& x, DType U, float x_scale, float y_scale,
    const ops::AffineSoftmaxAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineSoftmax", attrs.name).In(x, "T").Attr("U", U)
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("beta", attrs.beta).One();
}

inline EagerTensor AffineSub(const EagerInput& x, const EagerInput& y, float x_scale, float y_scale,
    float z_scale, const ops::AffineSubAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineSub", attrs.name).In(x, "T").In(y, "T")
      .Attr("x_scale", x_scale).Attr("y_scale", y_scale).Attr("z_scale", z_scale)
      .Attr("x_zero_point", attrs.x_zero_point).Attr("y_zero_point", attrs.y_zero_point)
      .Attr("z_zero_point", attrs.z_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).One();
}

inline EagerTensor AffineTanh(const EagerInput& x, float x_scale, float y_scale,
    const ops::AffineTanhAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineTanh", attrs.name).In(x, "T").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("x_zero_point", attrs.x_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).One();
}

inline EagerTensor AffineTransposeConv2D(const EagerInput& x, const EagerInput& filter,
    const EagerInput& bias, const EagerInput& filter_scales, const EagerInput& output_shape, float x_scale,
    float y_scale, const std::vector<std::int64_t>& strides, const std::string& padding,
    const ops::AffineTransposeConv2DAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>AffineTransposeConv2D", attrs.name).In(x, "T").In(filter, "W")
      .In(bias, "B").In(filter_scales, "=float").In(output_shape, "=int32").Attr("x_scale", x_scale)
      .Attr("y_scale", y_scale).Attr("strides", strides).Attr("padding", padding)
      .Attr("x_zero_point", attrs.x_zero_point).Attr("filter_zero_point", attrs.filter_zero_point)
      .Attr("y_zero_point", attrs.y_zero_point).Attr("activation", attrs.activation)
      .Attr("rounding", attrs.rounding).One();
}

inline EagerTensor Attention(const EagerInput& query, const EagerInput& key, const EagerInput& value,
    const EagerInput& mask, const ops::AttentionAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>Attention", attrs.name).In(query, "T").In(key, "T").In(value, "T")
      .In(mask, "T").Attr("scale", attrs.scale).One();
}

inline EagerTensor Gelu(const EagerInput& features, const ops::GeluAttrs& attrs = {}) {
  return detail::EagerCall("Runnel>Gelu", attrs.name).In(features, "T").One();
}

struct LayerNormOutputs {
  EagerTensor y;
  EagerTensor mean;
  EagerTensor inverse_deviation;
};
inline LayerNormOutputs LayerNorm(const EagerInput& x, const EagerInput& scale, const EagerInput& offset,
    const ops::LayerNormAttrs& attrs = {}) {
  auto out = detail::EagerCall("Runnel>LayerNorm", attrs.name).In(x, "T").In(scale, "T")
      .In(offset, "T").Attr("epsilon", attrs.epsilon).Run({"T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SampleDistortedBoundingBoxOutputs {
  EagerTensor begin;
  EagerTensor size;
  EagerTensor bboxes;
};
inline SampleDistortedBoundingBoxOutputs SampleDistortedBoundingBox(const EagerInput& image_size,
    const EagerInput& bounding_boxes, const ops::SampleDistortedBoundingBoxAttrs& attrs = {}) {
  auto out = detail::EagerCall("SampleDistortedBoundingBox", attrs.name).In(image_size, "T")
      .In(bounding_boxes, "=float").Attr("seed", attrs.seed).Attr("seed2", attrs.seed2)
      .Attr("min_object_covered", attrs.min_object_covered)
      .Attr("aspect_ratio_range", attrs.aspect_ratio_range).Attr("area_range", attrs.area_range)
      .Attr("max_attempts", attrs.max_attempts)
      .Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes)
      .Run({"T", "T", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SampleDistortedBoundingBoxV2Outputs {
  EagerTensor begin;
  EagerTensor size;
  EagerTensor bboxes;
};
inline SampleDistortedBoundingBoxV2Outputs SampleDistortedBoundingBoxV2(const EagerInput& image_size,
    const EagerInput& bounding_boxes, const EagerInput& min_object_covered,
    const ops::SampleDistortedBoundingBoxV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("SampleDistortedBoundingBoxV2", attrs.name).In(image_size, "T")
      .In(bounding_boxes, "=float").In(min_object_covered, "=float").Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).Attr("aspect_ratio_range", attrs.aspect_ratio_range)
      .Attr("area_range", attrs.area_range).Attr("max_attempts", attrs.max_attempts)
      .Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes)
      .Run({"T", "T", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline void Save(const EagerInput& filename, const EagerInput& tensor_names,
    const std::vector<EagerInput>& data, const ops::SaveAttrs& attrs = {}) {
  detail::EagerCall("Save", attrs.name).In(filename, "=string").In(tensor_names, "=string")
      .In(data, "**T").None();
}

inline void SaveSlices(const EagerInput& filename, const EagerInput& tensor_names,
    const EagerInput& shapes_and_slices, const std::vector<EagerInput>& data,
    const ops::SaveSlicesAttrs& attrs = {}) {
  detail::EagerCall("SaveSlices", attrs.name).In(filename, "=string").In(tensor_names, "=string")
      .In(shapes_and_slices, "=string").In(data, "**T").None();
}

inline void SaveV2(const EagerInput& prefix, const EagerInput& tensor_names,
    const EagerInput& shape_and_slices, const std::vector<EagerInput>& tensors,
    const ops::SaveV2Attrs& attrs = {}) {
  detail::EagerCall("SaveV2", attrs.name).In(prefix, "=string").In(tensor_names, "=string")
      .In(shape_and_slices, "=string").In(tensors, "**dtypes").None();
}

inline EagerTensor ScalarSummary(const EagerInput& tags, const EagerInput& values,
    const ops::ScalarSummaryAttrs& attrs = {}) {
  return detail::EagerCall("ScalarSummary", attrs.name).In(tags, "=string").In(values, "T").One();
}

inline EagerTensor ScaleAndTranslate(const EagerInput& images, const EagerInput& size,
    const EagerInput& scale, const EagerInput& translation, const ops::ScaleAndTranslateAttrs& attrs = {}) {
  return detail::EagerCall("ScaleAndTranslate", attrs.name).In(images, "T").In(size, "=int32")
      .In(scale, "=float").In(translation, "=float").Attr("kernel_type", attrs.kernel_type)
      .Attr("antialias", attrs.antialias).One();
}

inline EagerTensor ScaleAndTranslateGrad(const EagerInput& grads, const EagerInput& original_image,
    const EagerInput& scale, const EagerInput& translation, const ops::ScaleAndTranslateGradAttrs& attrs = {})
    {
  return detail::EagerCall("ScaleAndTranslateGrad", attrs.name).In(grads, "T").In(original_image, "T")
      .In(scale, "=float").In(translation, "=float").Attr("kernel_type", attrs.kernel_type)
      .Attr("antialias", attrs.antialias).One();
}

inline EagerTensor ScanDataset(const EagerInput& input_dataset, const std::vector<EagerInput>& initial_state,
    const std::vector<EagerInput>& other_arguments, const Function& f, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ScanDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ScanDataset", attrs.name).In(input_dataset, "=variant")
      .In(initial_state, "**Tstate").In(other_arguments, "**Targuments").Attr("f", f)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("preserve_cardinality", attrs.preserve_cardinality)
      .Attr("use_default_device", attrs.use_default_device).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ScatterNd(const EagerInput& indices, const EagerInput& updates, const EagerInput& shape,
    const ops::ScatterNdAttrs& attrs = {}) {
  return detail::EagerCall("ScatterNd", attrs.name).In(indices, "Tindices").In(updates, "T")
      .In(shape, "Tindices").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor ScatterNdNonAliasingAdd(const EagerInput& input, const EagerInput& indices,
    const EagerInput& updates, const ops::ScatterNdNonAliasingAddAttrs& attrs = {}) {
  return detail::EagerCall("ScatterNdNonAliasingAdd", attrs.name).In(input, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor SegmentMax(const EagerInput& data, const EagerInput& segment_ids,
    const ops::SegmentMaxAttrs& attrs = {}) {
  return detail::EagerCall("SegmentMax", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

inline EagerTensor SegmentMean(const EagerInput& data, const EagerInput& segment_ids,
    const ops::SegmentMeanAttrs& attrs = {}) {
  return detail::EagerCall("SegmentMean", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

inline EagerTensor SegmentMin(const EagerInput& data, const EagerInput& segment_ids,
    const ops::SegmentMinAttrs& attrs = {}) {
  return detail::EagerCall("SegmentMin", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

inline EagerTensor SegmentProd(const EagerInput& data, const EagerInput& segment_ids,
    const ops::SegmentProdAttrs& attrs = {}) {
  return detail::EagerCall("SegmentProd", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

inline EagerTensor SegmentSum(const EagerInput& data, const EagerInput& segment_ids,
    const ops::SegmentSumAttrs& attrs = {}) {
  return detail::EagerCall("SegmentSum", attrs.name).In(data, "T").In(segment_ids, "Tindices").One();
}

inline EagerTensor Select(const EagerInput& condition, const EagerInput& t, const EagerInput& e,
    const ops::SelectAttrs& attrs = {}) {
  return detail::EagerCall("Select", attrs.name).In(condition, "=bool").In(t, "T").In(e, "T").One();
}

inline EagerTensor SelectV2(const EagerInput& condition, const EagerInput& t, const EagerInput& e,
    const ops::SelectV2Attrs& attrs = {}) {
  return detail::EagerCall("SelectV2", attrs.name).In(condition, "=bool").In(t, "T").In(e, "T").One();
}

inline EagerTensor SelfAdjointEig(const EagerInput& input, const ops::SelfAdjointEigAttrs& attrs = {}) {
  return detail::EagerCall("SelfAdjointEig", attrs.name).In(input, "T").One();
}

struct SelfAdjointEigV2Outputs {
  EagerTensor e;
  EagerTensor v;
};
inline SelfAdjointEigV2Outputs SelfAdjointEigV2(const EagerInput& input,
    const ops::SelfAdjointEigV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("SelfAdjointEigV2", attrs.name).In(input, "T")
      .Attr("compute_v", attrs.compute_v).Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor Selu(const EagerInput& features, const ops::SeluAttrs& attrs = {}) {
  return detail::EagerCall("Selu", attrs.name).In(features, "T").One();
}

inline EagerTensor SeluGrad(const EagerInput& gradients, const EagerInput& outputs,
    const ops::SeluGradAttrs& attrs = {}) {
  return detail::EagerCall("SeluGrad", attrs.name).In(gradients, "T").In(outputs, "T").One();
}

inline EagerTensor SerializeIterator(const EagerInput& resource_handle,
    const ops::SerializeIteratorAttrs& attrs = {}) {
  return detail::EagerCall("SerializeIterator", attrs.name).In(resource_handle, "=resource")
      .Attr("external_state_policy", attrs.external_state_policy).One();
}

inline EagerTensor SerializeManySparse(const EagerInput& sparse_indices, const EagerInput& sparse_values,
    const EagerInput& sparse_shape, const ops::SerializeManySparseAttrs& attrs = {}) {
  return detail::EagerCall("SerializeManySparse", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("out_type", attrs.out_type).One();
}

inline EagerTensor SerializeSparse(const EagerInput& sparse_indices, const EagerInput& sparse_values,
    const EagerInput& sparse_shape, const ops::SerializeSparseAttrs& attrs = {}) {
  return detail::EagerCall("SerializeSparse", attrs.name).In(sparse_indices, "=int64")
      .In(sparse_values, "T").In(sparse_shape, "=int64").Attr("out_type", attrs.out_type).One();
}

inline EagerTensor SerializeTensor(const EagerInput& tensor, const ops::SerializeTensorAttrs& attrs = {}) {
  return detail::EagerCall("SerializeTensor", attrs.name).In(tensor, "T").One();
}

inline EagerTensor SetSize(const EagerInput& set_indices, const EagerInput& set_values,
    const EagerInput& set_shape, const ops::SetSizeAttrs& attrs = {}) {
  return detail::EagerCall("SetSize", attrs.name).In(set_indices, "=int64").In(set_values, "T")
      .In(set_shape, "=int64").Attr("validate_indices", attrs.validate_indices).One();
}

inline EagerTensor Shape(const EagerInput& input, const ops::ShapeAttrs& attrs = {}) {
  return detail::EagerCall("Shape", attrs.name).In(input, "T").Attr("out_type", attrs.out_type).One();
}

inline std::vector<EagerTensor> ShapeN(const std::vector<EagerInput>& input,
    const ops::ShapeNAttrs& attrs = {}) {
  auto out = detail::EagerCall("ShapeN", attrs.name).In(input, "*T:N").Attr("out_type", attrs.out_type)
      .Run({"*out_type:N"});
  return out[0];
}

inline EagerTensor ShardDataset(const EagerInput& input_dataset, const EagerInput& num_shards,
    const EagerInput& index, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ShardDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ShardDataset", attrs.name).In(input_dataset, "=variant")
      .In(num_shards, "=int64").In(index, "=int64").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("require_non_empty", attrs.require_non_empty)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ShardedFilename(const EagerInput& basename, const EagerInput& shard,
    const EagerInput& num_shards, const ops::ShardedFilenameAttrs& attrs = {}) {
  return detail::EagerCall("ShardedFilename", attrs.name).In(basename, "=string").In(shard, "=int32")
      .In(num_shards, "=int32").One();
}

inline EagerTensor ShardedFilespec(const EagerInput& basename, const EagerInput& num_shards,
    const ops::ShardedFilespecAttrs& attrs = {}) {
  return detail::EagerCall("ShardedFilespec", attrs.name).In(basename, "=string")
      .In(num_shards, "=int32").One();
}

inline EagerTensor ShuffleAndRepeatDataset(const EagerInput& input_dataset, const EagerInput& buffer_size,
    const EagerInput& seed, const EagerInput& seed2, const EagerInput& count,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ShuffleAndRepeatDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ShuffleAndRepeatDataset", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64").In(count, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor ShuffleAndRepeatDatasetV2(const EagerInput& input_dataset, const EagerInput& buffer_size,
    const EagerInput& seed, const EagerInput& seed2, const EagerInput& count,
    const EagerInput& seed_generator, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ShuffleAndRepeatDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("ShuffleAndRepeatDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64").In(count, "=int64")
      .In(seed_generator, "=resource").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor ShuffleDataset(const EagerInput& input_dataset, const EagerInput& buffer_size,
    const EagerInput& seed, const EagerInput& seed2, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ShuffleDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ShuffleDataset", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor ShuffleDatasetV2(const EagerInput& input_dataset, const EagerInput& buffer_size,
    const EagerInput& seed_generator, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::ShuffleDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("ShuffleDatasetV2", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed_generator, "=resource").Attr("output_types", output_types)
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

inline EagerTensor ShuffleDatasetV3(const EagerInput& input_dataset, const EagerInput& buffer_size,
    const EagerInput& seed, const EagerInput& seed2, const EagerInput& seed_generator,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ShuffleDatasetV3Attrs& attrs = {}) {
  return detail::EagerCall("ShuffleDatasetV3", attrs.name).In(input_dataset, "=variant")
      .In(buffer_size, "=int64").In(seed, "=int64").In(seed2, "=int64").In(seed_generator, "=resource")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("reshuffle_each_iteration", attrs.reshuffle_each_iteration).Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor Sigmoid(const EagerInput& x, const ops::SigmoidAttrs& attrs = {}) {
  return detail::EagerCall("Sigmoid", attrs.name).In(x, "T").One();
}

inline EagerTensor SigmoidGrad(const EagerInput& y, const EagerInput& dy,
    const ops::SigmoidGradAttrs& attrs = {}) {
  return detail::EagerCall("SigmoidGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

inline EagerTensor Sign(const EagerInput& x, const ops::SignAttrs& attrs = {}) {
  return detail::EagerCall("Sign", attrs.name).In(x, "T").One();
}

inline EagerTensor Sin(const EagerInput& x, const ops::SinAttrs& attrs = {}) {
  return detail::EagerCall("Sin", attrs.name).In(x, "T").One();
}

inline EagerTensor Sinh(const EagerInput& x, const ops::SinhAttrs& attrs = {}) {
  return detail::EagerCall("Sinh", attrs.name).In(x, "T").One();
}

inline EagerTensor Size(const EagerInput& input, const ops::SizeAttrs& attrs = {}) {
  return detail::EagerCall("Size", attrs.name).In(input, "T").Attr("out_type", attrs.out_type).One();
}

inline EagerTensor SkipDataset(const EagerInput& input_dataset, const EagerInput& count,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::SkipDatasetAttrs& attrs = {}) {
  return detail::EagerCall("SkipDataset", attrs.name).In(input_dataset, "=variant").In(count, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor Slice(const EagerInput& input, const EagerInput& begin, const EagerInput& size,
    const ops::SliceAttrs& attrs = {}) {
  return detail::EagerCall("Slice", attrs.name).In(input, "T").In(begin, "Index").In(size, "Index")
      .One();
}

inline EagerTensor Snapshot(const EagerInput& input, const ops::SnapshotAttrs& attrs = {}) {
  return detail::EagerCall("Snapshot", attrs.name).In(input, "T").One();
}

inline EagerTensor Softmax(const EagerInput& logits, const ops::SoftmaxAttrs& attrs = {}) {
  return detail::EagerCall("Softmax", attrs.name).In(logits, "T").One();
}

struct SoftmaxCrossEntropyWithLogitsOutputs {
  EagerTensor loss;
  EagerTensor backprop;
};
inline SoftmaxCrossEntropyWithLogitsOutputs SoftmaxCrossEntropyWithLogits(const EagerInput& features,
    const EagerInput& labels, const ops::SoftmaxCrossEntropyWithLogitsAttrs& attrs = {}) {
  auto out = detail::EagerCall("SoftmaxCrossEntropyWithLogits", attrs.name).In(features, "T")
      .In(labels, "T").Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor Softplus(const EagerInput& features, const ops::SoftplusAttrs& attrs = {}) {
  return detail::EagerCall("Softplus", attrs.name).In(features, "T").One();
}

inline EagerTensor SoftplusGrad(const EagerInput& gradients, const EagerInput& features,
    const ops::SoftplusGradAttrs& attrs = {}) {
  return detail::EagerCall("SoftplusGrad", attrs.name).In(gradients, "T").In(features, "T").One();
}

inline EagerTensor Softsign(const EagerInput& features, const ops::SoftsignAttrs& attrs = {}) {
  return detail::EagerCall("Softsign", attrs.name).In(features, "T").One();
}

inline EagerTensor SoftsignGrad(const EagerInput& gradients, const EagerInput& features,
    const ops::SoftsignGradAttrs& attrs = {}) {
  return detail::EagerCall("SoftsignGrad", attrs.name).In(gradients, "T").In(features, "T").One();
}

inline EagerTensor SpaceToBatchND(const EagerInput& input, const EagerInput& block_shape,
    const EagerInput& paddings, const ops::SpaceToBatchNDAttrs& attrs = {}) {
  return detail::EagerCall("SpaceToBatchND", attrs.name).In(input, "T").In(block_shape, "Tblock_shape")
      .In(paddings, "Tpaddings").One();
}

inline EagerTensor SpaceToDepth(const EagerInput& input, std::int64_t block_size,
    const ops::SpaceToDepthAttrs& attrs = {}) {
  return detail::EagerCall("SpaceToDepth", attrs.name).In(input, "T").Attr("block_size", block_size)
      .Attr("data_format", attrs.data_format).One();
}

inline void SparseAccumulatorApplyGradient(const EagerInput& handle, const EagerInput& local_step,
    const EagerInput& gradient_indices, const EagerInput& gradient_values, const EagerInput& gradient_shape,
    bool has_known_shape, const ops::SparseAccumulatorApplyGradientAttrs& attrs = {}) {
  detail::EagerCall("SparseAccumulatorApplyGradient", attrs.name).In(handle, "=resource")
      .In(local_step, "=int64").In(gradient_indices, "=int64").In(gradient_values, "dtype")
      .In(gradient_shape, "=int64").Attr("has_known_shape", has_known_shape).None();
}

struct SparseAccumulatorTakeGradientOutputs {
  EagerTensor indices;
  EagerTensor values;
  EagerTensor shape;
};
inline SparseAccumulatorTakeGradientOutputs SparseAccumulatorTakeGradient(const EagerInput& handle,
    const EagerInput& num_required, DType dtype, const ops::SparseAccumulatorTakeGradientAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseAccumulatorTakeGradient", attrs.name).In(handle, "=resource")
      .In(num_required, "=int32").Attr("dtype", dtype).Run({"=int64", "dtype", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SparseAddOutputs {
  EagerTensor sum_indices;
  EagerTensor sum_values;
  EagerTensor sum_shape;
};
inline SparseAddOutputs SparseAdd(const EagerInput& a_indices, const EagerInput& a_values,
    const EagerInput& a_shape, const EagerInput& b_indices, const EagerInput& b_values,
    const EagerInput& b_shape, const EagerInput& thresh, const ops::SparseAddAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseAdd", attrs.name).In(a_indices, "=int64").In(a_values, "T")
      .In(a_shape, "=int64").In(b_indices, "=int64").In(b_values, "T").In(b_shape, "=int64")
      .In(thresh, "Treal").Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SparseAddGradOutputs {
  EagerTensor a_val_grad;
  EagerTensor b_val_grad;
};
inline SparseAddGradOutputs SparseAddGrad(const EagerInput& backprop_val_grad, const EagerInput& a_indices,
    const EagerInput& b_indices, const EagerInput& sum_indices, const ops::SparseAddGradAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseAddGrad", attrs.name).In(backprop_val_grad, "T")
      .In(a_indices, "=int64").In(b_indices, "=int64").In(sum_indices, "=int64").Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor SparseBincount(const EagerInput& indices, const EagerInput& values,
    const EagerInput& dense_shape, const EagerInput& size, const EagerInput& weights,
    const ops::SparseBincountAttrs& attrs = {}) {
  return detail::EagerCall("SparseBincount", attrs.name).In(indices, "=int64").In(values, "Tidx")
      .In(dense_shape, "=int64").In(size, "Tidx").In(weights, "T")
      .Attr("binary_output", attrs.binary_output).One();
}

struct SparseConcatOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_shape;
};
inline SparseConcatOutputs SparseConcat(const std::vector<EagerInput>& indices,
    const std::vector<EagerInput>& values, const std::vector<EagerInput>& shapes, std::int64_t concat_dim,
    const ops::SparseConcatAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseConcat", attrs.name).In(indices, "*=int64:N").In(values, "*T:N")
      .In(shapes, "*=int64:N").Attr("concat_dim", concat_dim).Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor SparseConditionalAccumulator(const Eager& eager, DType dtype, const PartialShape& shape,
    const ops::SparseConditionalAccumulatorAttrs& attrs = {}) {
  return detail::EagerCall("SparseConditionalAccumulator", attrs.name, eager.state())
      .Attr("dtype", dtype).Attr("shape", shape).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).Attr("reduction_type", attrs.reduction_type).One();
}

struct SparseCountSparseOutputOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_dense_shape;
};
inline SparseCountSparseOutputOutputs SparseCountSparseOutput(const EagerInput& indices,
    const EagerInput& values, const EagerInput& dense_shape, const EagerInput& weights, bool binary_output,
    const ops::SparseCountSparseOutputAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseCountSparseOutput", attrs.name).In(indices, "=int64")
      .In(values, "T").In(dense_shape, "=int64").In(weights, "output_type")
      .Attr("binary_output", binary_output).Attr("minlength", attrs.minlength)
      .Attr("maxlength", attrs.maxlength).Run({"=int64", "output_type", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SparseCrossOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_shape;
};
inline SparseCrossOutputs SparseCross(const std::vector<EagerInput>& indices,
    const std::vector<EagerInput>& values, const std::vector<EagerInput>& shapes,
    const std::vector<EagerInput>& dense_inputs, bool hashed_output, std::int64_t num_buckets,
    std::int64_t hash_key, DType out_type, DType internal_type, const ops::SparseCrossAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseCross", attrs.name).In(indices, "*=int64:N")
      .In(values, "**sparse_types").In(shapes, "*=int64:N").In(dense_inputs, "**dense_types")
      .Attr("hashed_output", hashed_output).Attr("num_buckets", num_buckets).Attr("hash_key", hash_key)
      .Attr("out_type", out_type).Attr("internal_type", internal_type)
      .Run({"=int64", "out_type", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SparseCrossHashedOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_shape;
};
inline SparseCrossHashedOutputs SparseCrossHashed(const std::vector<EagerInput>& indices,
    const std::vector<EagerInput>& values, const std::vector<EagerInput>& shapes,
    const std::vector<EagerInput>& dense_inputs, const EagerInput& num_buckets, const EagerInput& strong_hash,
    const EagerInput& salt, const ops::SparseCrossHashedAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseCrossHashed", attrs.name).In(indices, "*=int64:N")
      .In(values, "**sparse_types").In(shapes, "*=int64:N").In(dense_inputs, "**dense_types")
      .In(num_buckets, "=int64").In(strong_hash, "=bool").In(salt, "=int64")
      .Run({"=int64", "=int64", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SparseCrossV2Outputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_shape;
};
inline SparseCrossV2Outputs SparseCrossV2(const std::vector<EagerInput>& indices,
    const std::vector<EagerInput>& values, const std::vector<EagerInput>& shapes,
    const std::vector<EagerInput>& dense_inputs, const EagerInput& sep,
    const ops::SparseCrossV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("SparseCrossV2", attrs.name).In(indices, "*=int64:N")
      .In(values, "**sparse_types").In(shapes, "*=int64:N").In(dense_inputs, "**dense_types")
      .In(sep, "=string").Run({"=int64", "=string", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor SparseDenseCwiseAdd(const EagerInput& sp_indices, const EagerInput& sp_values,
    const EagerInput& sp_shape, const EagerInput& dense, const ops::SparseDenseCwiseAddAttrs& attrs = {}) {
  return detail::EagerCall("SparseDenseCwiseAdd", attrs.name).In(sp_indices, "=int64")
      .In(sp_values, "T").In(sp_shape, "=int64").In(dense, "T").One();
}

inline EagerTensor SparseDenseCwiseDiv(const EagerInput& sp_indices, const EagerInput& sp_values,
    const EagerInput& sp_shape, const EagerInput& dense, const ops::SparseDenseCwiseDivAttrs& attrs = {}) {
  return detail::EagerCall("SparseDenseCwiseDiv", attrs.name).In(sp_indices, "=int64")
      .In(sp_values, "T").In(sp_shape, "=int64").In(dense, "T").One();
}

inline EagerTensor SparseDenseCwiseMul(const EagerInput& sp_indices, const EagerInput& sp_values,
    const EagerInput& sp_shape, const EagerInput& dense, const ops::SparseDenseCwiseMulAttrs& attrs = {}) {
  return detail::EagerCall("SparseDenseCwiseMul", attrs.name).In(sp_indices, "=int64")
      .In(sp_values, "T").In(sp_shape, "=int64").In(dense, "T").One();
}

struct SparseFillEmptyRowsOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor empty_row_indicator;
  EagerTensor reverse_index_map;
};
inline SparseFillEmptyRowsOutputs SparseFillEmptyRows(const EagerInput& indices, const EagerInput& values,
    const EagerInput& dense_shape, const EagerInput& default_value,
    const ops::SparseFillEmptyRowsAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseFillEmptyRows", attrs.name).In(indices, "=int64").In(values, "T")
      .In(dense_shape, "=int64").In(default_value, "T").Run({"=int64", "T", "=bool", "=int64"});
  return {out[0][0], out[1][0], out[2][0], out[3][0]};
}

struct SparseFillEmptyRowsGradOutputs {
  EagerTensor d_values;
  EagerTensor d_default_value;
};
inline SparseFillEmptyRowsGradOutputs SparseFillEmptyRowsGrad(const EagerInput& reverse_index_map,
    const EagerInput& grad_values, const ops::SparseFillEmptyRowsGradAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseFillEmptyRowsGrad", attrs.name).In(reverse_index_map, "=int64")
      .In(grad_values, "T").Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor SparseReduceMax(const EagerInput& input_indices, const EagerInput& input_values,
    const EagerInput& input_shape, const EagerInput& reduction_axes,
    const ops::SparseReduceMaxAttrs& attrs = {}) {
  return detail::EagerCall("SparseReduceMax", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").In(reduction_axes, "=int32")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct SparseReduceMaxSparseOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_shape;
};
inline SparseReduceMaxSparseOutputs SparseReduceMaxSparse(const EagerInput& input_indices,
    const EagerInput& input_values, const EagerInput& input_shape, const EagerInput& reduction_axes,
    const ops::SparseReduceMaxSparseAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseReduceMaxSparse", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").In(reduction_axes, "=int32")
      .Attr("keep_dims", attrs.keep_dims).Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor SparseReduceSum(const EagerInput& input_indices, const EagerInput& input_values,
    const EagerInput& input_shape, const EagerInput& reduction_axes,
    const ops::SparseReduceSumAttrs& attrs = {}) {
  return detail::EagerCall("SparseReduceSum", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").In(reduction_axes, "=int32")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct SparseReduceSumSparseOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_shape;
};
inline SparseReduceSumSparseOutputs SparseReduceSumSparse(const EagerInput& input_indices,
    const EagerInput& input_values, const EagerInput& input_shape, const EagerInput& reduction_axes,
    const ops::SparseReduceSumSparseAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseReduceSumSparse", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").In(reduction_axes, "=int32")
      .Attr("keep_dims", attrs.keep_dims).Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SparseReorderOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
};
inline SparseReorderOutputs SparseReorder(const EagerInput& input_indices, const EagerInput& input_values,
    const EagerInput& input_shape, const ops::SparseReorderAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseReorder", attrs.name).In(input_indices, "=int64")
      .In(input_values, "T").In(input_shape, "=int64").Run({"=int64", "T"});
  return {out[0][0], out[1][0]};
}

struct SparseReshapeOutputs {
  EagerTensor output_indices;
  EagerTensor output_shape;
};
inline SparseReshapeOutputs SparseReshape(const EagerInput& input_indices, const EagerInput& input_shape,
    const EagerInput& new_shape, const ops::SparseReshapeAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseReshape", attrs.name).In(input_indices, "=int64")
      .In(input_shape, "=int64").In(new_shape, "=int64").Run({"=int64", "=int64"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor SparseSegmentMean(const EagerInput& data, const EagerInput& indices,
    const EagerInput& segment_ids, const ops::SparseSegmentMeanAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentMean", attrs.name).In(data, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").Attr("sparse_gradient", attrs.sparse_gradient).One();
}

inline EagerTensor SparseSegmentMeanGrad(const EagerInput& grad, const EagerInput& indices,
    const EagerInput& segment_ids, const EagerInput& output_dim0,
    const ops::SparseSegmentMeanGradAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentMeanGrad", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(output_dim0, "=int32").One();
}

struct SparseSegmentMeanGradV2Outputs {
  EagerTensor output;
  EagerTensor sorted_unique_indices;
};
inline SparseSegmentMeanGradV2Outputs SparseSegmentMeanGradV2(const EagerInput& grad,
    const EagerInput& indices, const EagerInput& segment_ids, const EagerInput& dense_output_dim0,
    const ops::SparseSegmentMeanGradV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSegmentMeanGradV2", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(dense_output_dim0, "=int32").Run({"T", "Tidx"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor SparseSegmentMeanWithNumSegments(const EagerInput& data, const EagerInput& indices,
    const EagerInput& segment_ids, const EagerInput& num_segments,
    const ops::SparseSegmentMeanWithNumSegmentsAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentMeanWithNumSegments", attrs.name).In(data, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(num_segments, "Tnumsegments")
      .Attr("sparse_gradient", attrs.sparse_gradient).One();
}

inline EagerTensor SparseSegmentSqrtN(const EagerInput& data, const EagerInput& indices,
    const EagerInput& segment_ids, const ops::SparseSegmentSqrtNAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentSqrtN", attrs.name).In(data, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").Attr("sparse_gradient", attrs.sparse_gradient).One();
}

inline EagerTensor SparseSegmentSqrtNGrad(const EagerInput& grad, const EagerInput& indices,
    const EagerInput& segment_ids, const EagerInput& output_dim0,
    const ops::SparseSegmentSqrtNGradAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentSqrtNGrad", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(output_dim0, "=int32").One();
}

struct SparseSegmentSqrtNGradV2Outputs {
  EagerTensor output;
  EagerTensor sorted_unique_indices;
};
inline SparseSegmentSqrtNGradV2Outputs SparseSegmentSqrtNGradV2(const EagerInput& grad,
    const EagerInput& indices, const EagerInput& segment_ids, const EagerInput& dense_output_dim0,
    const ops::SparseSegmentSqrtNGradV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSegmentSqrtNGradV2", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(dense_output_dim0, "=int32").Run({"T", "Tidx"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor SparseSegmentSqrtNWithNumSegments(const EagerInput& data, const EagerInput& indices,
    const EagerInput& segment_ids, const EagerInput& num_segments,
    const ops::SparseSegmentSqrtNWithNumSegmentsAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentSqrtNWithNumSegments", attrs.name).In(data, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(num_segments, "Tnumsegments")
      .Attr("sparse_gradient", attrs.sparse_gradient).One();
}

inline EagerTensor SparseSegmentSum(const EagerInput& data, const EagerInput& indices,
    const EagerInput& segment_ids, const ops::SparseSegmentSumAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentSum", attrs.name).In(data, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").Attr("sparse_gradient", attrs.sparse_gradient).One();
}

inline EagerTensor SparseSegmentSumGrad(const EagerInput& grad, const EagerInput& indices,
    const EagerInput& segment_ids, const EagerInput& output_dim0,
    const ops::SparseSegmentSumGradAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentSumGrad", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(output_dim0, "=int32").One();
}

struct SparseSegmentSumGradV2Outputs {
  EagerTensor output;
  EagerTensor sorted_unique_indices;
};
inline SparseSegmentSumGradV2Outputs SparseSegmentSumGradV2(const EagerInput& grad, const EagerInput& indices,
    const EagerInput& segment_ids, const EagerInput& dense_output_dim0,
    const ops::SparseSegmentSumGradV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSegmentSumGradV2", attrs.name).In(grad, "T").In(indices, "Tidx")
      .In(segment_ids, "Tsegmentids").In(dense_output_dim0, "=int32").Run({"T", "Tidx"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor SparseSegmentSumWithNumSegments(const EagerInput& data, const EagerInput& indices,
    const EagerInput& segment_ids, const EagerInput& num_segments,
    const ops::SparseSegmentSumWithNumSegmentsAttrs& attrs = {}) {
  return detail::EagerCall("SparseSegmentSumWithNumSegments", attrs.name).In(data, "T")
      .In(indices, "Tidx").In(segment_ids, "Tsegmentids").In(num_segments, "Tnumsegments")
      .Attr("sparse_gradient", attrs.sparse_gradient).One();
}

struct SparseSliceOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
  EagerTensor output_shape;
};
inline SparseSliceOutputs SparseSlice(const EagerInput& indices, const EagerInput& values,
    const EagerInput& shape, const EagerInput& start, const EagerInput& size,
    const ops::SparseSliceAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSlice", attrs.name).In(indices, "=int64").In(values, "T")
      .In(shape, "=int64").In(start, "=int64").In(size, "=int64").Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor SparseSliceGrad(const EagerInput& backprop_val_grad, const EagerInput& input_indices,
    const EagerInput& input_start, const EagerInput& output_indices,
    const ops::SparseSliceGradAttrs& attrs = {}) {
  return detail::EagerCall("SparseSliceGrad", attrs.name).In(backprop_val_grad, "T")
      .In(input_indices, "=int64").In(input_start, "=int64").In(output_indices, "=int64").One();
}

inline EagerTensor SparseSoftmax(const EagerInput& sp_indices, const EagerInput& sp_values,
    const EagerInput& sp_shape, const ops::SparseSoftmaxAttrs& attrs = {}) {
  return detail::EagerCall("SparseSoftmax", attrs.name).In(sp_indices, "=int64").In(sp_values, "T")
      .In(sp_shape, "=int64").One();
}

struct SparseSoftmaxCrossEntropyWithLogitsOutputs {
  EagerTensor loss;
  EagerTensor backprop;
};
inline SparseSoftmaxCrossEntropyWithLogitsOutputs
    SparseSoftmaxCrossEntropyWithLogits(const EagerInput& features, const EagerInput& labels,
    const ops::SparseSoftmaxCrossEntropyWithLogitsAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSoftmaxCrossEntropyWithLogits", attrs.name).In(features, "T")
      .In(labels, "Tlabels").Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

struct SparseSparseMaximumOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
};
inline SparseSparseMaximumOutputs SparseSparseMaximum(const EagerInput& a_indices, const EagerInput& a_values,
    const EagerInput& a_shape, const EagerInput& b_indices, const EagerInput& b_values,
    const EagerInput& b_shape, const ops::SparseSparseMaximumAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSparseMaximum", attrs.name).In(a_indices, "=int64")
      .In(a_values, "T").In(a_shape, "=int64").In(b_indices, "=int64").In(b_values, "T")
      .In(b_shape, "=int64").Run({"=int64", "T"});
  return {out[0][0], out[1][0]};
}

struct SparseSparseMinimumOutputs {
  EagerTensor output_indices;
  EagerTensor output_values;
};
inline SparseSparseMinimumOutputs SparseSparseMinimum(const EagerInput& a_indices, const EagerInput& a_values,
    const EagerInput& a_shape, const EagerInput& b_indices, const EagerInput& b_values,
    const EagerInput& b_shape, const ops::SparseSparseMinimumAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSparseMinimum", attrs.name).In(a_indices, "=int64")
      .In(a_values, "T").In(a_shape, "=int64").In(b_indices, "=int64").In(b_values, "T")
      .In(b_shape, "=int64").Run({"=int64", "T"});
  return {out[0][0], out[1][0]};
}

struct SparseSplitOutputs {
  std::vector<EagerTensor> output_indices;
  std::vector<EagerTensor> output_values;
  std::vector<EagerTensor> output_shape;
};
inline SparseSplitOutputs SparseSplit(const EagerInput& split_dim, const EagerInput& indices,
    const EagerInput& values, const EagerInput& shape, std::int64_t num_split,
    const ops::SparseSplitAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseSplit", attrs.name).In(split_dim, "=int64").In(indices, "=int64")
      .In(values, "T").In(shape, "=int64").Attr("num_split", num_split)
      .Run({"*=int64:num_split", "*T:num_split", "*=int64:num_split"});
  return {out[0], out[1], out[2]};
}

inline EagerTensor SparseTensorDenseAdd(const EagerInput& a_indices, const EagerInput& a_values,
    const EagerInput& a_shape, const EagerInput& b, const ops::SparseTensorDenseAddAttrs& attrs = {}) {
  return detail::EagerCall("SparseTensorDenseAdd", attrs.name).In(a_indices, "Tindices")
      .In(a_values, "T").In(a_shape, "Tindices").In(b, "T").One();
}

inline EagerTensor SparseTensorDenseMatMul(const EagerInput& a_indices, const EagerInput& a_values,
    const EagerInput& a_shape, const EagerInput& b, const ops::SparseTensorDenseMatMulAttrs& attrs = {}) {
  return detail::EagerCall("SparseTensorDenseMatMul", attrs.name).In(a_indices, "Tindices")
      .In(a_values, "T").In(a_shape, "=int64").In(b, "T").Attr("adjoint_a", attrs.adjoint_a)
      .Attr("adjoint_b", attrs.adjoint_b).One();
}

inline EagerTensor SparseTensorSliceDataset(const EagerInput& indices, const EagerInput& values,
    const EagerInput& dense_shape, const ops::SparseTensorSliceDatasetAttrs& attrs = {}) {
  return detail::EagerCall("SparseTensorSliceDataset", attrs.name).In(indices, "=int64")
      .In(values, "Tvalues").In(dense_shape, "=int64").One();
}

inline EagerTensor SparseToDense(const EagerInput& sparse_indices, const EagerInput& output_shape,
    const EagerInput& sparse_values, const EagerInput& default_value,
    const ops::SparseToDenseAttrs& attrs = {}) {
  return detail::EagerCall("SparseToDense", attrs.name).In(sparse_indices, "Tindices")
      .In(output_shape, "Tindices").In(sparse_values, "T").In(default_value, "T")
      .Attr("validate_indices", attrs.validate_indices).One();
}

struct SparseToSparseSetOperationOutputs {
  EagerTensor result_indices;
  EagerTensor result_values;
  EagerTensor result_shape;
};
inline SparseToSparseSetOperationOutputs SparseToSparseSetOperation(const EagerInput& set1_indices,
    const EagerInput& set1_values, const EagerInput& set1_shape, const EagerInput& set2_indices,
    const EagerInput& set2_values, const EagerInput& set2_shape, const std::string& set_operation,
    const ops::SparseToSparseSetOperationAttrs& attrs = {}) {
  auto out = detail::EagerCall("SparseToSparseSetOperation", attrs.name).In(set1_indices, "=int64")
      .In(set1_values, "T").In(set1_shape, "=int64").In(set2_indices, "=int64").In(set2_values, "T")
      .In(set2_shape, "=int64").Attr("set_operation", set_operation)
      .Attr("validate_indices", attrs.validate_indices).Run({"=int64", "T", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor Spence(const EagerInput& x, const ops::SpenceAttrs& attrs = {}) {
  return detail::EagerCall("Spence", attrs.name).In(x, "T").One();
}

inline std::vector<EagerTensor> Split(const EagerInput& split_dim, const EagerInput& value,
    std::int64_t num_split, const ops::SplitAttrs& attrs = {}) {
  auto out = detail::EagerCall("Split", attrs.name).In(split_dim, "=int32").In(value, "T")
      .Attr("num_split", num_split).Run({"*T:num_split"});
  return out[0];
}

inline std::vector<EagerTensor> SplitV(const EagerInput& value, const EagerInput& size_splits,
    const EagerInput& split_dim, std::int64_t num_split, const ops::SplitVAttrs& attrs = {}) {
  auto out = detail::EagerCall("SplitV", attrs.name).In(value, "T").In(size_splits, "Tlen")
      .In(split_dim, "=int32").Attr("num_split", num_split).Run({"*T:num_split"});
  return out[0];
}

inline EagerTensor Sqrt(const EagerInput& x, const ops::SqrtAttrs& attrs = {}) {
  return detail::EagerCall("Sqrt", attrs.name).In(x, "T").One();
}

inline EagerTensor SqrtGrad(const EagerInput& y, const EagerInput& dy, const ops::SqrtGradAttrs& attrs = {}) {
  return detail::EagerCall("SqrtGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

inline EagerTensor Square(const EagerInput& x, const ops::SquareAttrs& attrs = {}) {
  return detail::EagerCall("Square", attrs.name).In(x, "T").One();
}

inline EagerTensor SquaredDifference(const EagerInput& x, const EagerInput& y,
    const ops::SquaredDifferenceAttrs& attrs = {}) {
  return detail::EagerCall("SquaredDifference", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Squeeze(const EagerInput& input, const ops::SqueezeAttrs& attrs = {}) {
  return detail::EagerCall("Squeeze", attrs.name).In(input, "T")
      .Attr("squeeze_dims", attrs.squeeze_dims).One();
}

inline void StackCloseV2(const EagerInput& handle, const ops::StackCloseV2Attrs& attrs = {}) {
  detail::EagerCall("StackCloseV2", attrs.name).In(handle, "=resource").None();
}

inline EagerTensor StackPopV2(const EagerInput& handle, DType elem_type,
    const ops::StackPopV2Attrs& attrs = {}) {
  return detail::EagerCall("StackPopV2", attrs.name).In(handle, "=resource")
      .Attr("elem_type", elem_type).One();
}

inline EagerTensor StackPushV2(const EagerInput& handle, const EagerInput& elem,
    const ops::StackPushV2Attrs& attrs = {}) {
  return detail::EagerCall("StackPushV2", attrs.name).In(handle, "=resource").In(elem, "T")
      .Attr("swap_memory", attrs.swap_memory).One();
}

inline EagerTensor StackV2(const EagerInput& max_size, DType elem_type, const ops::StackV2Attrs& attrs = {}) {
  return detail::EagerCall("StackV2", attrs.name).In(max_size, "=int32").Attr("elem_type", elem_type)
      .Attr("stack_name", attrs.stack_name).One();
}

inline void Stage(const std::vector<EagerInput>& values, const ops::StageAttrs& attrs = {}) {
  detail::EagerCall("Stage", attrs.name).In(values, "**dtypes").Attr("capacity", attrs.capacity)
      .Attr("memory_limit", attrs.memory_limit).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).None();
}

inline void StageClear(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::StageClearAttrs& attrs = {}) {
  detail::EagerCall("StageClear", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).None();
}

inline std::vector<EagerTensor> StagePeek(const EagerInput& index, const std::vector<DType>& dtypes,
    const ops::StagePeekAttrs& attrs = {}) {
  auto out = detail::EagerCall("StagePeek", attrs.name).In(index, "=int32").Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Run({"**dtypes"});
  return out[0];
}

inline EagerTensor StageSize(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::StageSizeAttrs& attrs = {}) {
  return detail::EagerCall("StageSize", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline std::vector<EagerTensor> StatefulPartitionedCall(const std::vector<EagerInput>& args,
    const std::vector<DType>& Tout, const Function& f, const ops::StatefulPartitionedCallAttrs& attrs = {}) {
  auto out = detail::EagerCall("StatefulPartitionedCall", attrs.name).In(args, "**Tin")
      .Attr("Tout", Tout).Attr("f", f).Attr("config", attrs.config)
      .Attr("config_proto", attrs.config_proto).Attr("executor_type", attrs.executor_type)
      .Run({"**Tout"});
  return out[0];
}

inline std::vector<EagerTensor> StatelessCase(const EagerInput& branch_index,
    const std::vector<EagerInput>& input, const std::vector<DType>& Tout,
    const std::vector<Function>& branches, const ops::StatelessCaseAttrs& attrs = {}) {
  auto out = detail::EagerCall("StatelessCase", attrs.name).In(branch_index, "=int32")
      .In(input, "**Tin").Attr("Tout", Tout).Attr("branches", branches)
      .Attr("output_shapes", attrs.output_shapes).Run({"**Tout"});
  return out[0];
}

inline std::vector<EagerTensor> StatelessIf(const EagerInput& cond, const std::vector<EagerInput>& input,
    const std::vector<DType>& Tout, const Function& then_branch, const Function& else_branch,
    const ops::StatelessIfAttrs& attrs = {}) {
  auto out = detail::EagerCall("StatelessIf", attrs.name).In(cond, "Tcond").In(input, "**Tin")
      .Attr("Tout", Tout).Attr("then_branch", then_branch).Attr("else_branch", else_branch)
      .Attr("output_shapes", attrs.output_shapes).Run({"**Tout"});
  return out[0];
}

inline EagerTensor StatelessMultinomial(const EagerInput& logits, const EagerInput& num_samples,
    const EagerInput& seed, const ops::StatelessMultinomialAttrs& attrs = {}) {
  return detail::EagerCall("StatelessMultinomial", attrs.name).In(logits, "T").In(num_samples, "=int32")
      .In(seed, "Tseed").Attr("output_dtype", attrs.output_dtype).One();
}

inline EagerTensor StatelessParameterizedTruncatedNormal(const EagerInput& shape, const EagerInput& seed,
    const EagerInput& means, const EagerInput& stddevs, const EagerInput& minvals, const EagerInput& maxvals,
    const ops::StatelessParameterizedTruncatedNormalAttrs& attrs = {}) {
  return detail::EagerCall("StatelessParameterizedTruncatedNormal", attrs.name).In(shape, "S")
      .In(seed, "Tseed").In(means, "dtype").In(stddevs, "dtype").In(minvals, "dtype")
      .In(maxvals, "dtype").One();
}

inline EagerTensor StatelessRandomBinomial(const EagerInput& shape, const EagerInput& seed,
    const EagerInput& counts, const EagerInput& probs, const ops::StatelessRandomBinomialAttrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomBinomial", attrs.name).In(shape, "S").In(seed, "Tseed")
      .In(counts, "T").In(probs, "T").Attr("dtype", attrs.dtype).One();
}

inline EagerTensor StatelessRandomGammaV2(const EagerInput& shape, const EagerInput& seed,
    const EagerInput& alpha, const ops::StatelessRandomGammaV2Attrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomGammaV2", attrs.name).In(shape, "T").In(seed, "Tseed")
      .In(alpha, "dtype").One();
}

inline EagerTensor StatelessRandomGammaV3(const EagerInput& shape, const EagerInput& key,
    const EagerInput& counter, const EagerInput& alg, const EagerInput& alpha,
    const ops::StatelessRandomGammaV3Attrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomGammaV3", attrs.name).In(shape, "shape_dtype")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").In(alpha, "dtype").One();
}

inline EagerTensor StatelessRandomGetAlg(const Eager& eager,
    const ops::StatelessRandomGetAlgAttrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomGetAlg", attrs.name, eager.state()).One();
}

struct StatelessRandomGetKeyCounterOutputs {
  EagerTensor key;
  EagerTensor counter;
};
inline StatelessRandomGetKeyCounterOutputs StatelessRandomGetKeyCounter(const EagerInput& seed,
    const ops::StatelessRandomGetKeyCounterAttrs& attrs = {}) {
  auto out = detail::EagerCall("StatelessRandomGetKeyCounter", attrs.name).In(seed, "Tseed")
      .Run({"=uint64", "=uint64"});
  return {out[0][0], out[1][0]};
}

struct StatelessRandomGetKeyCounterAlgOutputs {
  EagerTensor key;
  EagerTensor counter;
  EagerTensor alg;
};
inline StatelessRandomGetKeyCounterAlgOutputs StatelessRandomGetKeyCounterAlg(const EagerInput& seed,
    const ops::StatelessRandomGetKeyCounterAlgAttrs& attrs = {}) {
  auto out = detail::EagerCall("StatelessRandomGetKeyCounterAlg", attrs.name).In(seed, "Tseed")
      .Run({"=uint64", "=uint64", "=int32"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor StatelessRandomNormal(const EagerInput& shape, const EagerInput& seed,
    const ops::StatelessRandomNormalAttrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomNormal", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

inline EagerTensor StatelessRandomNormalV2(const EagerInput& shape, const EagerInput& key,
    const EagerInput& counter, const EagerInput& alg, const ops::StatelessRandomNormalV2Attrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomNormalV2", attrs.name).In(shape, "Tshape").In(key, "=uint64")
      .In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

inline EagerTensor StatelessRandomPoisson(const EagerInput& shape, const EagerInput& seed,
    const EagerInput& lam, DType dtype, const ops::StatelessRandomPoissonAttrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomPoisson", attrs.name).In(shape, "T").In(seed, "Tseed")
      .In(lam, "Rtype").Attr("dtype", dtype).One();
}

inline EagerTensor StatelessRandomUniform(const EagerInput& shape, const EagerInput& seed,
    const ops::StatelessRandomUniformAttrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomUniform", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

inline EagerTensor StatelessRandomUniformFullInt(const EagerInput& shape, const EagerInput& seed,
    const ops::StatelessRandomUniformFullIntAttrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomUniformFullInt", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

inline EagerTensor StatelessRandomUniformFullIntV2(const EagerInput& shape, const EagerInput& key,
    const EagerInput& counter, const EagerInput& alg,
    const ops::StatelessRandomUniformFullIntV2Attrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomUniformFullIntV2", attrs.name).In(shape, "Tshape")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

inline EagerTensor StatelessRandomUniformInt(const EagerInput& shape, const EagerInput& seed,
    const EagerInput& minval, const EagerInput& maxval, const ops::StatelessRandomUniformIntAttrs& attrs = {})
    {
  return detail::EagerCall("StatelessRandomUniformInt", attrs.name).In(shape, "T").In(seed, "Tseed")
      .In(minval, "dtype").In(maxval, "dtype").One();
}

inline EagerTensor StatelessRandomUniformIntV2(const EagerInput& shape, const EagerInput& key,
    const EagerInput& counter, const EagerInput& alg, const EagerInput& minval, const EagerInput& maxval,
    const ops::StatelessRandomUniformIntV2Attrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomUniformIntV2", attrs.name).In(shape, "Tshape")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").In(minval, "dtype")
      .In(maxval, "dtype").One();
}

inline EagerTensor StatelessRandomUniformV2(const EagerInput& shape, const EagerInput& key,
    const EagerInput& counter, const EagerInput& alg, const ops::StatelessRandomUniformV2Attrs& attrs = {}) {
  return detail::EagerCall("StatelessRandomUniformV2", attrs.name).In(shape, "Tshape")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

struct StatelessSampleDistortedBoundingBoxOutputs {
  EagerTensor begin;
  EagerTensor size;
  EagerTensor bboxes;
};
inline StatelessSampleDistortedBoundingBoxOutputs
    StatelessSampleDistortedBoundingBox(const EagerInput& image_size, const EagerInput& bounding_boxes,
    const EagerInput& min_object_covered, const EagerInput& seed,
    const ops::StatelessSampleDistortedBoundingBoxAttrs& attrs = {}) {
  auto out = detail::EagerCall("StatelessSampleDistortedBoundingBox", attrs.name).In(image_size, "T")
      .In(bounding_boxes, "=float").In(min_object_covered, "=float").In(seed, "Tseed")
      .Attr("aspect_ratio_range", attrs.aspect_ratio_range).Attr("area_range", attrs.area_range)
      .Attr("max_attempts", attrs.max_attempts)
      .Attr("use_image_if_no_bounding_boxes", attrs.use_image_if_no_bounding_boxes)
      .Run({"T", "T", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor StatelessTruncatedNormal(const EagerInput& shape, const EagerInput& seed,
    const ops::StatelessTruncatedNormalAttrs& attrs = {}) {
  return detail::EagerCall("StatelessTruncatedNormal", attrs.name).In(shape, "T").In(seed, "Tseed")
      .Attr("dtype", attrs.dtype).One();
}

inline EagerTensor StatelessTruncatedNormalV2(const EagerInput& shape, const EagerInput& key,
    const EagerInput& counter, const EagerInput& alg, const ops::StatelessTruncatedNormalV2Attrs& attrs = {})
    {
  return detail::EagerCall("StatelessTruncatedNormalV2", attrs.name).In(shape, "Tshape")
      .In(key, "=uint64").In(counter, "=uint64").In(alg, "=int32").Attr("dtype", attrs.dtype).One();
}

inline std::vector<EagerTensor> StatelessWhile(const std::vector<EagerInput>& input, const Function& cond,
    const Function& body, const ops::StatelessWhileAttrs& attrs = {}) {
  auto out = detail::EagerCall("StatelessWhile", attrs.name).In(input, "**T").Attr("cond", cond)
      .Attr("body", body).Attr("output_shapes", attrs.output_shapes)
      .Attr("parallel_iterations", attrs.parallel_iterations).Run({"**T"});
  return out[0];
}

inline EagerTensor StaticRegexFullMatch(const EagerInput& input, const std::string& pattern,
    const ops::StaticRegexFullMatchAttrs& attrs = {}) {
  return detail::EagerCall("StaticRegexFullMatch", attrs.name).In(input, "=string")
      .Attr("pattern", pattern).One();
}

inline EagerTensor StaticRegexReplace(const EagerInput& input, const std::string& pattern,
    const std::string& rewrite, const ops::StaticRegexReplaceAttrs& attrs = {}) {
  return detail::EagerCall("StaticRegexReplace", attrs.name).In(input, "=string")
      .Attr("pattern", pattern).Attr("rewrite", rewrite).Attr("replace_global", attrs.replace_global)
      .One();
}

inline EagerTensor StopGradient(const EagerInput& input, const ops::StopGradientAttrs& attrs = {}) {
  return detail::EagerCall("StopGradient", attrs.name).In(input, "T").One();
}

inline EagerTensor StridedSlice(const EagerInput& input, const EagerInput& begin, const EagerInput& end,
    const EagerInput& strides, const ops::StridedSliceAttrs& attrs = {}) {
  return detail::EagerCall("StridedSlice", attrs.name).In(input, "T").In(begin, "Index")
      .In(end, "Index").In(strides, "Index").Attr("begin_mask", attrs.begin_mask)
      .Attr("end_mask", attrs.end_mask).Attr("ellipsis_mask", attrs.ellipsis_mask)
      .Attr("new_axis_mask", attrs.new_axis_mask).Attr("shrink_axis_mask", attrs.shrink_axis_mask)
      .One();
}

inline EagerTensor StridedSliceGrad(const EagerInput& shape, const EagerInput& begin, const EagerInput& end,
    const EagerInput& strides, const EagerInput& dy, const ops::StridedSliceGradAttrs& attrs = {}) {
  return detail::EagerCall("StridedSliceGrad", attrs.name).In(shape, "Index").In(begin, "Index")
      .In(end, "Index").In(strides, "Index").In(dy, "T").Attr("begin_mask", attrs.begin_mask)
      .Attr("end_mask", attrs.end_mask).Attr("ellipsis_mask", attrs.ellipsis_mask)
      .Attr("new_axis_mask", attrs.new_axis_mask).Attr("shrink_axis_mask", attrs.shrink_axis_mask)
      .One();
}

inline EagerTensor StringFormat(const std::vector<EagerInput>& inputs,
    const ops::StringFormatAttrs& attrs = {}) {
  return detail::EagerCall("StringFormat", attrs.name).In(inputs, "**T")
      .Attr("template", attrs.template_).Attr("placeholder", attrs.placeholder)
      .Attr("summarize", attrs.summarize).One();
}

inline EagerTensor StringJoin(const std::vector<EagerInput>& inputs, const ops::StringJoinAttrs& attrs = {}) {
  return detail::EagerCall("StringJoin", attrs.name).In(inputs, "*=string:N")
      .Attr("separator", attrs.separator).One();
}

inline EagerTensor StringLength(const EagerInput& input, const ops::StringLengthAttrs& attrs = {}) {
  return detail::EagerCall("StringLength", attrs.name).In(input, "=string").Attr("unit", attrs.unit)
      .One();
}

inline EagerTensor StringLower(const EagerInput& input, const ops::StringLowerAttrs& attrs = {}) {
  return detail::EagerCall("StringLower", attrs.name).In(input, "=string")
      .Attr("encoding", attrs.encoding).One();
}

struct StringNGramsOutputs {
  EagerTensor ngrams;
  EagerTensor ngrams_splits;
};
inline StringNGramsOutputs StringNGrams(const EagerInput& data, const EagerInput& data_splits,
    const std::string& separator, const std::vector<std::int64_t>& ngram_widths, const std::string& left_pad,
    const std::string& right_pad, std::int64_t pad_width, bool preserve_short_sequences,
    const ops::StringNGramsAttrs& attrs = {}) {
  auto out = detail::EagerCall("StringNGrams", attrs.name).In(data, "=string")
      .In(data_splits, "Tsplits").Attr("separator", separator).Attr("ngram_widths", ngram_widths)
      .Attr("left_pad", left_pad).Attr("right_pad", right_pad).Attr("pad_width", pad_width)
      .Attr("preserve_short_sequences", preserve_short_sequences).Run({"=string", "Tsplits"});
  return {out[0][0], out[1][0]};
}

struct StringSplitOutputs {
  EagerTensor indices;
  EagerTensor values;
  EagerTensor shape;
};
inline StringSplitOutputs StringSplit(const EagerInput& input, const EagerInput& delimiter,
    const ops::StringSplitAttrs& attrs = {}) {
  auto out = detail::EagerCall("StringSplit", attrs.name).In(input, "=string").In(delimiter, "=string")
      .Attr("skip_empty", attrs.skip_empty).Run({"=int64", "=string", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct StringSplitV2Outputs {
  EagerTensor indices;
  EagerTensor values;
  EagerTensor shape;
};
inline StringSplitV2Outputs StringSplitV2(const EagerInput& input, const EagerInput& sep,
    const ops::StringSplitV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("StringSplitV2", attrs.name).In(input, "=string").In(sep, "=string")
      .Attr("maxsplit", attrs.maxsplit).Run({"=int64", "=string", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor StringStrip(const EagerInput& input, const ops::StringStripAttrs& attrs = {}) {
  return detail::EagerCall("StringStrip", attrs.name).In(input, "=string").One();
}

inline EagerTensor StringToHashBucket(const EagerInput& string_tensor, std::int64_t num_buckets,
    const ops::StringToHashBucketAttrs& attrs = {}) {
  return detail::EagerCall("StringToHashBucket", attrs.name).In(string_tensor, "=string")
      .Attr("num_buckets", num_buckets).One();
}

inline EagerTensor StringToHashBucketFast(const EagerInput& input, std::int64_t num_buckets,
    const ops::StringToHashBucketFastAttrs& attrs = {}) {
  return detail::EagerCall("StringToHashBucketFast", attrs.name).In(input, "=string")
      .Attr("num_buckets", num_buckets).One();
}

inline EagerTensor StringToHashBucketStrong(const EagerInput& input, std::int64_t num_buckets,
    const std::vector<std::int64_t>& key, const ops::StringToHashBucketStrongAttrs& attrs = {}) {
  return detail::EagerCall("StringToHashBucketStrong", attrs.name).In(input, "=string")
      .Attr("num_buckets", num_buckets).Attr("key", key).One();
}

inline EagerTensor StringToNumber(const EagerInput& string_tensor, const ops::StringToNumberAttrs& attrs = {})
    {
  return detail::EagerCall("StringToNumber", attrs.name).In(string_tensor, "=string")
      .Attr("out_type", attrs.out_type).One();
}

inline EagerTensor StringUpper(const EagerInput& input, const ops::StringUpperAttrs& attrs = {}) {
  return detail::EagerCall("StringUpper", attrs.name).In(input, "=string")
      .Attr("encoding", attrs.encoding).One();
}

inline EagerTensor Sub(const EagerInput& x, const EagerInput& y, const ops::SubAttrs& attrs = {}) {
  return detail::EagerCall("Sub", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Substr(const EagerInput& input, const EagerInput& pos, const EagerInput& len,
    const ops::SubstrAttrs& attrs = {}) {
  return detail::EagerCall("Substr", attrs.name).In(input, "=string").In(pos, "T").In(len, "T")
      .Attr("unit", attrs.unit).One();
}

inline EagerTensor Sum(const EagerInput& input, const EagerInput& reduction_indices,
    const ops::SumAttrs& attrs = {}) {
  return detail::EagerCall("Sum", attrs.name).In(input, "T").In(reduction_indices, "Tidx")
      .Attr("keep_dims", attrs.keep_dims).One();
}

struct SvdOutputs {
  EagerTensor s;
  EagerTensor u;
  EagerTensor v;
};
inline SvdOutputs Svd(const EagerInput& input, const ops::SvdAttrs& attrs = {}) {
  auto out = detail::EagerCall("Svd", attrs.name).In(input, "T").Attr("compute_uv", attrs.compute_uv)
      .Attr("full_matrices", attrs.full_matrices).Run({"T", "T", "T"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct SwitchOutputs {
  EagerTensor output_false;
  EagerTensor output_true;
};
inline SwitchOutputs Switch(const EagerInput& data, const EagerInput& pred,
    const ops::SwitchAttrs& attrs = {}) {
  auto out = detail::EagerCall("Switch", attrs.name).In(data, "T").In(pred, "=bool").Run({"T", "T"});
  return {out[0][0], out[1][0]};
}

inline std::vector<EagerTensor> SymbolicGradient(const std::vector<EagerInput>& input,
    const std::vector<DType>& Tout, const Function& f, const ops::SymbolicGradientAttrs& attrs = {}) {
  auto out = detail::EagerCall("SymbolicGradient", attrs.name).In(input, "**Tin").Attr("Tout", Tout)
      .Attr("f", f).Run({"**Tout"});
  return out[0];
}

inline EagerTensor TFRecordDataset(const EagerInput& filenames, const EagerInput& compression_type,
    const EagerInput& buffer_size, const ops::TFRecordDatasetAttrs& attrs = {}) {
  return detail::EagerCall("TFRecordDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor TFRecordDatasetV2(const EagerInput& filenames, const EagerInput& compression_type,
    const EagerInput& buffer_size, const EagerInput& byte_offsets,
    const ops::TFRecordDatasetV2Attrs& attrs = {}) {
  return detail::EagerCall("TFRecordDatasetV2", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").In(byte_offsets, "=int64")
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor TFRecordReader(const Eager& eager, const ops::TFRecordReaderAttrs& attrs = {}) {
  return detail::EagerCall("TFRecordReader", attrs.name, eager.state())
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("compression_type", attrs.compression_type).One();
}

inline EagerTensor TFRecordReaderV2(const Eager& eager, const ops::TFRecordReaderV2Attrs& attrs = {}) {
  return detail::EagerCall("TFRecordReaderV2", attrs.name, eager.state())
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("compression_type", attrs.compression_type).One();
}

inline EagerTensor TakeDataset(const EagerInput& input_dataset, const EagerInput& count,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::TakeDatasetAttrs& attrs = {}) {
  return detail::EagerCall("TakeDataset", attrs.name).In(input_dataset, "=variant").In(count, "=int64")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct TakeManySparseFromTensorsMapOutputs {
  EagerTensor sparse_indices;
  EagerTensor sparse_values;
  EagerTensor sparse_shape;
};
inline TakeManySparseFromTensorsMapOutputs TakeManySparseFromTensorsMap(const EagerInput& sparse_handles,
    DType dtype, const ops::TakeManySparseFromTensorsMapAttrs& attrs = {}) {
  auto out = detail::EagerCall("TakeManySparseFromTensorsMap", attrs.name).In(sparse_handles, "=int64")
      .Attr("dtype", dtype).Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Run({"=int64", "dtype", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor TakeWhileDataset(const EagerInput& input_dataset,
    const std::vector<EagerInput>& other_arguments, const Function& predicate,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::TakeWhileDatasetAttrs& attrs = {}) {
  return detail::EagerCall("TakeWhileDataset", attrs.name).In(input_dataset, "=variant")
      .In(other_arguments, "**Targuments").Attr("predicate", predicate)
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline EagerTensor Tan(const EagerInput& x, const ops::TanAttrs& attrs = {}) {
  return detail::EagerCall("Tan", attrs.name).In(x, "T").One();
}

inline EagerTensor Tanh(const EagerInput& x, const ops::TanhAttrs& attrs = {}) {
  return detail::EagerCall("Tanh", attrs.name).In(x, "T").One();
}

inline EagerTensor TanhGrad(const EagerInput& y, const EagerInput& dy, const ops::TanhGradAttrs& attrs = {}) {
  return detail::EagerCall("TanhGrad", attrs.name).In(y, "T").In(dy, "T").One();
}

inline void TensorArrayCloseV2(const EagerInput& handle, const ops::TensorArrayCloseV2Attrs& attrs = {}) {
  detail::EagerCall("TensorArrayCloseV2", attrs.name).In(handle, "=string").None();
}

inline void TensorArrayCloseV3(const EagerInput& handle, const ops::TensorArrayCloseV3Attrs& attrs = {}) {
  detail::EagerCall("TensorArrayCloseV3", attrs.name).In(handle, "=resource").None();
}

struct TensorArrayConcatV2Outputs {
  EagerTensor value;
  EagerTensor lengths;
};
inline TensorArrayConcatV2Outputs TensorArrayConcatV2(const EagerInput& handle, const EagerInput& flow_in,
    DType dtype, const ops::TensorArrayConcatV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("TensorArrayConcatV2", attrs.name).In(handle, "=string")
      .In(flow_in, "=float").Attr("dtype", dtype)
      .Attr("element_shape_except0", attrs.element_shape_except0).Run({"dtype", "=int64"});
  return {out[0][0], out[1][0]};
}

struct TensorArrayConcatV3Outputs {
  EagerTensor value;
  EagerTensor lengths;
};
inline TensorArrayConcatV3Outputs TensorArrayConcatV3(const EagerInput& handle, const EagerInput& flow_in,
    DType dtype, const ops::TensorArrayConcatV3Attrs& attrs = {}) {
  auto out = detail::EagerCall("TensorArrayConcatV3", attrs.name).In(handle, "=resource")
      .In(flow_in, "=float").Attr("dtype", dtype)
      .Attr("element_shape_except0", attrs.element_shape_except0).Run({"dtype", "=int64"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor TensorArrayGatherV2(const EagerInput& handle, const EagerInput& indices,
    const EagerInput& flow_in, DType dtype, const ops::TensorArrayGatherV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayGatherV2", attrs.name).In(handle, "=string")
      .In(indices, "=int32").In(flow_in, "=float").Attr("dtype", dtype)
      .Attr("element_shape", attrs.element_shape).One();
}

inline EagerTensor TensorArrayGatherV3(const EagerInput& handle, const EagerInput& indices,
    const EagerInput& flow_in, DType dtype, const ops::TensorArrayGatherV3Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayGatherV3", attrs.name).In(handle, "=resource")
      .In(indices, "=int32").In(flow_in, "=float").Attr("dtype", dtype)
      .Attr("element_shape", attrs.element_shape).One();
}

inline EagerTensor TensorArrayGradV2(const EagerInput& handle, const EagerInput& flow_in,
    const std::string& source, const ops::TensorArrayGradV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayGradV2", attrs.name).In(handle, "=string").In(flow_in, "=float")
      .Attr("source", source).One();
}

struct TensorArrayGradV3Outputs {
  EagerTensor grad_handle;
  EagerTensor flow_out;
};
inline TensorArrayGradV3Outputs TensorArrayGradV3(const EagerInput& handle, const EagerInput& flow_in,
    const std::string& source, const ops::TensorArrayGradV3Attrs& attrs = {}) {
  auto out = detail::EagerCall("TensorArrayGradV3", attrs.name).In(handle, "=resource")
      .In(flow_in, "=float").Attr("source", source).Run({"=resource", "=float"});
  return {out[0][0], out[1][0]};
}

struct TensorArrayGradWithShapeOutputs {
  EagerTensor grad_handle;
  EagerTensor flow_out;
};
inline TensorArrayGradWithShapeOutputs TensorArrayGradWithShape(const EagerInput& handle,
    const EagerInput& flow_in, const EagerInput& shape_to_prepend, const std::string& source,
    const ops::TensorArrayGradWithShapeAttrs& attrs = {}) {
  auto out = detail::EagerCall("TensorArrayGradWithShape", attrs.name).In(handle, "=resource")
      .In(flow_in, "=float").In(shape_to_prepend, "=int32").Attr("source", source)
      .Run({"=resource", "=float"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor TensorArrayReadV2(const EagerInput& handle, const EagerInput& index,
    const EagerInput& flow_in, DType dtype, const ops::TensorArrayReadV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayReadV2", attrs.name).In(handle, "=string").In(index, "=int32")
      .In(flow_in, "=float").Attr("dtype", dtype).One();
}

inline EagerTensor TensorArrayReadV3(const EagerInput& handle, const EagerInput& index,
    const EagerInput& flow_in, DType dtype, const ops::TensorArrayReadV3Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayReadV3", attrs.name).In(handle, "=resource").In(index, "=int32")
      .In(flow_in, "=float").Attr("dtype", dtype).One();
}

inline EagerTensor TensorArrayScatterV2(const EagerInput& handle, const EagerInput& indices,
    const EagerInput& value, const EagerInput& flow_in, const ops::TensorArrayScatterV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayScatterV2", attrs.name).In(handle, "=string")
      .In(indices, "=int32").In(value, "T").In(flow_in, "=float").One();
}

inline EagerTensor TensorArrayScatterV3(const EagerInput& handle, const EagerInput& indices,
    const EagerInput& value, const EagerInput& flow_in, const ops::TensorArrayScatterV3Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayScatterV3", attrs.name).In(handle, "=resource")
      .In(indices, "=int32").In(value, "T").In(flow_in, "=float").One();
}

inline EagerTensor TensorArraySizeV2(const EagerInput& handle, const EagerInput& flow_in,
    const ops::TensorArraySizeV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArraySizeV2", attrs.name).In(handle, "=string").In(flow_in, "=float")
      .One();
}

inline EagerTensor TensorArraySizeV3(const EagerInput& handle, const EagerInput& flow_in,
    const ops::TensorArraySizeV3Attrs& attrs = {}) {
  return detail::EagerCall("TensorArraySizeV3", attrs.name).In(handle, "=resource")
      .In(flow_in, "=float").One();
}

inline EagerTensor TensorArraySplitV2(const EagerInput& handle, const EagerInput& value,
    const EagerInput& lengths, const EagerInput& flow_in, const ops::TensorArraySplitV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArraySplitV2", attrs.name).In(handle, "=string").In(value, "T")
      .In(lengths, "=int64").In(flow_in, "=float").One();
}

inline EagerTensor TensorArraySplitV3(const EagerInput& handle, const EagerInput& value,
    const EagerInput& lengths, const EagerInput& flow_in, const ops::TensorArraySplitV3Attrs& attrs = {}) {
  return detail::EagerCall("TensorArraySplitV3", attrs.name).In(handle, "=resource").In(value, "T")
      .In(lengths, "=int64").In(flow_in, "=float").One();
}

inline EagerTensor TensorArrayV2(const EagerInput& size, DType dtype,
    const ops::TensorArrayV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayV2", attrs.name).In(size, "=int32").Attr("dtype", dtype)
      .Attr("element_shape", attrs.element_shape).Attr("dynamic_size", attrs.dynamic_size)
      .Attr("clear_after_read", attrs.clear_after_read)
      .Attr("tensor_array_name", attrs.tensor_array_name).One();
}

struct TensorArrayV3Outputs {
  EagerTensor handle;
  EagerTensor flow;
};
inline TensorArrayV3Outputs TensorArrayV3(const EagerInput& size, DType dtype,
    const ops::TensorArrayV3Attrs& attrs = {}) {
  auto out = detail::EagerCall("TensorArrayV3", attrs.name).In(size, "=int32").Attr("dtype", dtype)
      .Attr("element_shape", attrs.element_shape).Attr("dynamic_size", attrs.dynamic_size)
      .Attr("clear_after_read", attrs.clear_after_read)
      .Attr("identical_element_shapes", attrs.identical_element_shapes)
      .Attr("tensor_array_name", attrs.tensor_array_name).Run({"=resource", "=float"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor TensorArrayWriteV2(const EagerInput& handle, const EagerInput& index,
    const EagerInput& value, const EagerInput& flow_in, const ops::TensorArrayWriteV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayWriteV2", attrs.name).In(handle, "=string").In(index, "=int32")
      .In(value, "T").In(flow_in, "=float").One();
}

inline EagerTensor TensorArrayWriteV3(const EagerInput& handle, const EagerInput& index,
    const EagerInput& value, const EagerInput& flow_in, const ops::TensorArrayWriteV3Attrs& attrs = {}) {
  return detail::EagerCall("TensorArrayWriteV3", attrs.name).In(handle, "=resource").In(index, "=int32")
      .In(value, "T").In(flow_in, "=float").One();
}

inline EagerTensor TensorDataset(const std::vector<EagerInput>& components,
    const std::vector<PartialShape>& output_shapes, const ops::TensorDatasetAttrs& attrs = {}) {
  return detail::EagerCall("TensorDataset", attrs.name).In(components, "**Toutput_types")
      .Attr("output_shapes", output_shapes).Attr("metadata", attrs.metadata).One();
}

struct TensorListConcatOutputs {
  EagerTensor tensor;
  EagerTensor lengths;
};
inline TensorListConcatOutputs TensorListConcat(const EagerInput& input_handle, DType element_dtype,
    const ops::TensorListConcatAttrs& attrs = {}) {
  auto out = detail::EagerCall("TensorListConcat", attrs.name).In(input_handle, "=variant")
      .Attr("element_dtype", element_dtype).Attr("element_shape", attrs.element_shape)
      .Run({"element_dtype", "=int64"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor TensorListConcatLists(const EagerInput& input_a, const EagerInput& input_b,
    DType element_dtype, const ops::TensorListConcatListsAttrs& attrs = {}) {
  return detail::EagerCall("TensorListConcatLists", attrs.name).In(input_a, "=variant")
      .In(input_b, "=variant").Attr("element_dtype", element_dtype).One();
}

struct TensorListConcatV2Outputs {
  EagerTensor tensor;
  EagerTensor lengths;
};
inline TensorListConcatV2Outputs TensorListConcatV2(const EagerInput& input_handle,
    const EagerInput& element_shape, const EagerInput& leading_dims, DType element_dtype,
    const ops::TensorListConcatV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("TensorListConcatV2", attrs.name).In(input_handle, "=variant")
      .In(element_shape, "shape_type").In(leading_dims, "=int64").Attr("element_dtype", element_dtype)
      .Run({"element_dtype", "=int64"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor TensorListElementShape(const EagerInput& input_handle, DType shape_type,
    const ops::TensorListElementShapeAttrs& attrs = {}) {
  return detail::EagerCall("TensorListElementShape", attrs.name).In(input_handle, "=variant")
      .Attr("shape_type", shape_type).One();
}

inline EagerTensor TensorListFromTensor(const EagerInput& tensor, const EagerInput& element_shape,
    const ops::TensorListFromTensorAttrs& attrs = {}) {
  return detail::EagerCall("TensorListFromTensor", attrs.name).In(tensor, "element_dtype")
      .In(element_shape, "shape_type").One();
}

inline EagerTensor TensorListGather(const EagerInput& input_handle, const EagerInput& indices,
    const EagerInput& element_shape, DType element_dtype, const ops::TensorListGatherAttrs& attrs = {}) {
  return detail::EagerCall("TensorListGather", attrs.name).In(input_handle, "=variant")
      .In(indices, "=int32").In(element_shape, "=int32").Attr("element_dtype", element_dtype).One();
}

inline EagerTensor TensorListGetItem(const EagerInput& input_handle, const EagerInput& index,
    const EagerInput& element_shape, DType element_dtype, const ops::TensorListGetItemAttrs& attrs = {}) {
  return detail::EagerCall("TensorListGetItem", attrs.name).In(input_handle, "=variant")
      .In(index, "=int32").In(element_shape, "Tshape").Attr("element_dtype", element_dtype).One();
}

inline EagerTensor TensorListLength(const EagerInput& input_handle,
    const ops::TensorListLengthAttrs& attrs = {}) {
  return detail::EagerCall("TensorListLength", attrs.name).In(input_handle, "=variant").One();
}

struct TensorListPopBackOutputs {
  EagerTensor output_handle;
  EagerTensor tensor;
};
inline TensorListPopBackOutputs TensorListPopBack(const EagerInput& input_handle,
    const EagerInput& element_shape, DType element_dtype, const ops::TensorListPopBackAttrs& attrs = {}) {
  auto out = detail::EagerCall("TensorListPopBack", attrs.name).In(input_handle, "=variant")
      .In(element_shape, "=int32").Attr("element_dtype", element_dtype)
      .Run({"=variant", "element_dtype"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor TensorListPushBack(const EagerInput& input_handle, const EagerInput& tensor,
    const ops::TensorListPushBackAttrs& attrs = {}) {
  return detail::EagerCall("TensorListPushBack", attrs.name).In(input_handle, "=variant")
      .In(tensor, "element_dtype").One();
}

inline EagerTensor TensorListPushBackBatch(const EagerInput& input_handles, const EagerInput& tensor,
    const ops::TensorListPushBackBatchAttrs& attrs = {}) {
  return detail::EagerCall("TensorListPushBackBatch", attrs.name).In(input_handles, "=variant")
      .In(tensor, "element_dtype").One();
}

inline EagerTensor TensorListReserve(const EagerInput& element_shape, const EagerInput& num_elements,
    DType element_dtype, const ops::TensorListReserveAttrs& attrs = {}) {
  return detail::EagerCall("TensorListReserve", attrs.name).In(element_shape, "shape_type")
      .In(num_elements, "=int32").Attr("element_dtype", element_dtype).One();
}

inline EagerTensor TensorListResize(const EagerInput& input_handle, const EagerInput& size,
    const ops::TensorListResizeAttrs& attrs = {}) {
  return detail::EagerCall("TensorListResize", attrs.name).In(input_handle, "=variant")
      .In(size, "=int32").One();
}

inline EagerTensor TensorListScatter(const EagerInput& tensor, const EagerInput& indices,
    const EagerInput& element_shape, const ops::TensorListScatterAttrs& attrs = {}) {
  return detail::EagerCall("TensorListScatter", attrs.name).In(tensor, "element_dtype")
      .In(indices, "=int32").In(element_shape, "shape_type").One();
}

inline EagerTensor TensorListScatterIntoExistingList(const EagerInput& input_handle, const EagerInput& tensor,
    const EagerInput& indices, const ops::TensorListScatterIntoExistingListAttrs& attrs = {}) {
  return detail::EagerCall("TensorListScatterIntoExistingList", attrs.name).In(input_handle, "=variant")
      .In(tensor, "element_dtype").In(indices, "=int32").One();
}

inline EagerTensor TensorListScatterV2(const EagerInput& tensor, const EagerInput& indices,
    const EagerInput& element_shape, const EagerInput& num_elements,
    const ops::TensorListScatterV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorListScatterV2", attrs.name).In(tensor, "element_dtype")
      .In(indices, "=int32").In(element_shape, "shape_type").In(num_elements, "=int32").One();
}

inline EagerTensor TensorListSetItem(const EagerInput& input_handle, const EagerInput& index,
    const EagerInput& item, const ops::TensorListSetItemAttrs& attrs = {}) {
  return detail::EagerCall("TensorListSetItem", attrs.name).In(input_handle, "=variant")
      .In(index, "=int32").In(item, "element_dtype")
      .Attr("resize_if_index_out_of_bounds", attrs.resize_if_index_out_of_bounds).One();
}

inline EagerTensor TensorListSplit(const EagerInput& tensor, const EagerInput& element_shape,
    const EagerInput& lengths, const ops::TensorListSplitAttrs& attrs = {}) {
  return detail::EagerCall("TensorListSplit", attrs.name).In(tensor, "element_dtype")
      .In(element_shape, "shape_type").In(lengths, "=int64").One();
}

inline EagerTensor TensorListStack(const EagerInput& input_handle, const EagerInput& element_shape,
    DType element_dtype, const ops::TensorListStackAttrs& attrs = {}) {
  return detail::EagerCall("TensorListStack", attrs.name).In(input_handle, "=variant")
      .In(element_shape, "=int32").Attr("element_dtype", element_dtype)
      .Attr("num_elements", attrs.num_elements).One();
}

inline EagerTensor TensorScatterAdd(const EagerInput& tensor, const EagerInput& indices,
    const EagerInput& updates, const ops::TensorScatterAddAttrs& attrs = {}) {
  return detail::EagerCall("TensorScatterAdd", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor TensorScatterMax(const EagerInput& tensor, const EagerInput& indices,
    const EagerInput& updates, const ops::TensorScatterMaxAttrs& attrs = {}) {
  return detail::EagerCall("TensorScatterMax", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor TensorScatterMin(const EagerInput& tensor, const EagerInput& indices,
    const EagerInput& updates, const ops::TensorScatterMinAttrs& attrs = {}) {
  return detail::EagerCall("TensorScatterMin", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor TensorScatterSub(const EagerInput& tensor, const EagerInput& indices,
    const EagerInput& updates, const ops::TensorScatterSubAttrs& attrs = {}) {
  return detail::EagerCall("TensorScatterSub", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor TensorScatterUpdate(const EagerInput& tensor, const EagerInput& indices,
    const EagerInput& updates, const ops::TensorScatterUpdateAttrs& attrs = {}) {
  return detail::EagerCall("TensorScatterUpdate", attrs.name).In(tensor, "T").In(indices, "Tindices")
      .In(updates, "T").Attr("bad_indices_policy", attrs.bad_indices_policy).One();
}

inline EagerTensor TensorSliceDataset(const std::vector<EagerInput>& components,
    const std::vector<PartialShape>& output_shapes, const ops::TensorSliceDatasetAttrs& attrs = {}) {
  return detail::EagerCall("TensorSliceDataset", attrs.name).In(components, "**Toutput_types")
      .Attr("output_shapes", output_shapes).Attr("is_files", attrs.is_files)
      .Attr("metadata", attrs.metadata).Attr("replicate_on_split", attrs.replicate_on_split).One();
}

inline EagerTensor TensorStridedSliceUpdate(const EagerInput& input, const EagerInput& begin,
    const EagerInput& end, const EagerInput& strides, const EagerInput& value,
    const ops::TensorStridedSliceUpdateAttrs& attrs = {}) {
  return detail::EagerCall("TensorStridedSliceUpdate", attrs.name).In(input, "T").In(begin, "Index")
      .In(end, "Index").In(strides, "Index").In(value, "T").Attr("begin_mask", attrs.begin_mask)
      .Attr("end_mask", attrs.end_mask).Attr("ellipsis_mask", attrs.ellipsis_mask)
      .Attr("new_axis_mask", attrs.new_axis_mask).Attr("shrink_axis_mask", attrs.shrink_axis_mask)
      .One();
}

inline EagerTensor TensorSummary(const EagerInput& tensor, const ops::TensorSummaryAttrs& attrs = {}) {
  return detail::EagerCall("TensorSummary", attrs.name).In(tensor, "T")
      .Attr("description", attrs.description).Attr("labels", attrs.labels)
      .Attr("display_name", attrs.display_name).One();
}

inline EagerTensor TensorSummaryV2(const EagerInput& tag, const EagerInput& tensor,
    const EagerInput& serialized_summary_metadata, const ops::TensorSummaryV2Attrs& attrs = {}) {
  return detail::EagerCall("TensorSummaryV2", attrs.name).In(tag, "=string").In(tensor, "T")
      .In(serialized_summary_metadata, "=string").One();
}

inline EagerTensor TextLineDataset(const EagerInput& filenames, const EagerInput& compression_type,
    const EagerInput& buffer_size, const ops::TextLineDatasetAttrs& attrs = {}) {
  return detail::EagerCall("TextLineDataset", attrs.name).In(filenames, "=string")
      .In(compression_type, "=string").In(buffer_size, "=int64").Attr("metadata", attrs.metadata)
      .One();
}

inline EagerTensor TextLineReader(const Eager& eager, const ops::TextLineReaderAttrs& attrs = {}) {
  return detail::EagerCall("TextLineReader", attrs.name, eager.state())
      .Attr("skip_header_lines", attrs.skip_header_lines).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor TextLineReaderV2(const Eager& eager, const ops::TextLineReaderV2Attrs& attrs = {}) {
  return detail::EagerCall("TextLineReaderV2", attrs.name, eager.state())
      .Attr("skip_header_lines", attrs.skip_header_lines).Attr("container", attrs.container)
      .Attr("shared_name", attrs.shared_name).One();
}

struct ThreadUnsafeUnigramCandidateSamplerOutputs {
  EagerTensor sampled_candidates;
  EagerTensor true_expected_count;
  EagerTensor sampled_expected_count;
};
inline ThreadUnsafeUnigramCandidateSamplerOutputs
    ThreadUnsafeUnigramCandidateSampler(const EagerInput& true_classes, std::int64_t num_true,
    std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const ops::ThreadUnsafeUnigramCandidateSamplerAttrs& attrs = {}) {
  auto out = detail::EagerCall("ThreadUnsafeUnigramCandidateSampler", attrs.name)
      .In(true_classes, "=int64").Attr("num_true", num_true).Attr("num_sampled", num_sampled)
      .Attr("unique", unique).Attr("range_max", range_max).Attr("seed", attrs.seed)
      .Attr("seed2", attrs.seed2).Run({"=int64", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor Tile(const EagerInput& input, const EagerInput& multiples,
    const ops::TileAttrs& attrs = {}) {
  return detail::EagerCall("Tile", attrs.name).In(input, "T").In(multiples, "Tmultiples").One();
}

inline EagerTensor Timestamp(const Eager& eager, const ops::TimestampAttrs& attrs = {}) {
  return detail::EagerCall("Timestamp", attrs.name, eager.state()).One();
}

struct TopKV2Outputs {
  EagerTensor values;
  EagerTensor indices;
};
inline TopKV2Outputs TopKV2(const EagerInput& input, const EagerInput& k, const ops::TopKV2Attrs& attrs = {})
    {
  auto out = detail::EagerCall("TopKV2", attrs.name).In(input, "T").In(k, "Tk")
      .Attr("sorted", attrs.sorted).Attr("index_type", attrs.index_type).Run({"T", "index_type"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor Transpose(const EagerInput& x, const EagerInput& perm,
    const ops::TransposeAttrs& attrs = {}) {
  return detail::EagerCall("Transpose", attrs.name).In(x, "T").In(perm, "Tperm").One();
}

inline EagerTensor TridiagonalMatMul(const EagerInput& superdiag, const EagerInput& maindiag,
    const EagerInput& subdiag, const EagerInput& rhs, const ops::TridiagonalMatMulAttrs& attrs = {}) {
  return detail::EagerCall("TridiagonalMatMul", attrs.name).In(superdiag, "T").In(maindiag, "T")
      .In(subdiag, "T").In(rhs, "T").One();
}

inline EagerTensor TridiagonalSolve(const EagerInput& diagonals, const EagerInput& rhs,
    const ops::TridiagonalSolveAttrs& attrs = {}) {
  return detail::EagerCall("TridiagonalSolve", attrs.name).In(diagonals, "T").In(rhs, "T")
      .Attr("partial_pivoting", attrs.partial_pivoting).Attr("perturb_singular", attrs.perturb_singular)
      .One();
}

inline EagerTensor TruncateDiv(const EagerInput& x, const EagerInput& y,
    const ops::TruncateDivAttrs& attrs = {}) {
  return detail::EagerCall("TruncateDiv", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor TruncateMod(const EagerInput& x, const EagerInput& y,
    const ops::TruncateModAttrs& attrs = {}) {
  return detail::EagerCall("TruncateMod", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor TruncatedNormal(const EagerInput& shape, DType dtype,
    const ops::TruncatedNormalAttrs& attrs = {}) {
  return detail::EagerCall("TruncatedNormal", attrs.name).In(shape, "T").Attr("dtype", dtype)
      .Attr("seed", attrs.seed).Attr("seed2", attrs.seed2).One();
}

inline EagerTensor UnbatchDataset(const EagerInput& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::UnbatchDatasetAttrs& attrs = {}) {
  return detail::EagerCall("UnbatchDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct UnicodeDecodeOutputs {
  EagerTensor row_splits;
  EagerTensor char_values;
};
inline UnicodeDecodeOutputs UnicodeDecode(const EagerInput& input, const std::string& input_encoding,
    const ops::UnicodeDecodeAttrs& attrs = {}) {
  auto out = detail::EagerCall("UnicodeDecode", attrs.name).In(input, "=string")
      .Attr("input_encoding", input_encoding).Attr("errors", attrs.errors)
      .Attr("replacement_char", attrs.replacement_char)
      .Attr("replace_control_characters", attrs.replace_control_characters)
      .Attr("Tsplits", attrs.Tsplits).Run({"Tsplits", "=int32"});
  return {out[0][0], out[1][0]};
}

struct UnicodeDecodeWithOffsetsOutputs {
  EagerTensor row_splits;
  EagerTensor char_values;
  EagerTensor char_to_byte_starts;
};
inline UnicodeDecodeWithOffsetsOutputs UnicodeDecodeWithOffsets(const EagerInput& input,
    const std::string& input_encoding, const ops::UnicodeDecodeWithOffsetsAttrs& attrs = {}) {
  auto out = detail::EagerCall("UnicodeDecodeWithOffsets", attrs.name).In(input, "=string")
      .Attr("input_encoding", input_encoding).Attr("errors", attrs.errors)
      .Attr("replacement_char", attrs.replacement_char)
      .Attr("replace_control_characters", attrs.replace_control_characters)
      .Attr("Tsplits", attrs.Tsplits).Run({"Tsplits", "=int32", "=int64"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline EagerTensor UnicodeEncode(const EagerInput& input_values, const EagerInput& input_splits,
    const std::string& output_encoding, const ops::UnicodeEncodeAttrs& attrs = {}) {
  return detail::EagerCall("UnicodeEncode", attrs.name).In(input_values, "=int32")
      .In(input_splits, "Tsplits").Attr("output_encoding", output_encoding).Attr("errors", attrs.errors)
      .Attr("replacement_char", attrs.replacement_char).One();
}

inline EagerTensor UnicodeScript(const EagerInput& input, const ops::UnicodeScriptAttrs& attrs = {}) {
  return detail::EagerCall("UnicodeScript", attrs.name).In(input, "=int32").One();
}

inline EagerTensor UnicodeTranscode(const EagerInput& input, const std::string& input_encoding,
    const std::string& output_encoding, const ops::UnicodeTranscodeAttrs& attrs = {}) {
  return detail::EagerCall("UnicodeTranscode", attrs.name).In(input, "=string")
      .Attr("input_encoding", input_encoding).Attr("output_encoding", output_encoding)
      .Attr("errors", attrs.errors).Attr("replacement_char", attrs.replacement_char)
      .Attr("replace_control_characters", attrs.replace_control_characters).One();
}

struct UniformCandidateSamplerOutputs {
  EagerTensor sampled_candidates;
  EagerTensor true_expected_count;
  EagerTensor sampled_expected_count;
};
inline UniformCandidateSamplerOutputs UniformCandidateSampler(const EagerInput& true_classes,
    std::int64_t num_true, std::int64_t num_sampled, bool unique, std::int64_t range_max,
    const ops::UniformCandidateSamplerAttrs& attrs = {}) {
  auto out = detail::EagerCall("UniformCandidateSampler", attrs.name).In(true_classes, "=int64")
      .Attr("num_true", num_true).Attr("num_sampled", num_sampled).Attr("unique", unique)
      .Attr("range_max", range_max).Attr("seed", attrs.seed).Attr("seed2", attrs.seed2)
      .Run({"=int64", "=float", "=float"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct UniqueOutputs {
  EagerTensor y;
  EagerTensor idx;
};
inline UniqueOutputs Unique(const EagerInput& x, const ops::UniqueAttrs& attrs = {}) {
  auto out = detail::EagerCall("Unique", attrs.name).In(x, "T").Attr("out_idx", attrs.out_idx)
      .Run({"T", "out_idx"});
  return {out[0][0], out[1][0]};
}

inline EagerTensor UniqueDataset(const EagerInput& input_dataset, const std::vector<DType>& output_types,
    const std::vector<PartialShape>& output_shapes, const ops::UniqueDatasetAttrs& attrs = {}) {
  return detail::EagerCall("UniqueDataset", attrs.name).In(input_dataset, "=variant")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

struct UniqueV2Outputs {
  EagerTensor y;
  EagerTensor idx;
};
inline UniqueV2Outputs UniqueV2(const EagerInput& x, const EagerInput& axis,
    const ops::UniqueV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("UniqueV2", attrs.name).In(x, "T").In(axis, "Taxis")
      .Attr("out_idx", attrs.out_idx).Run({"T", "out_idx"});
  return {out[0][0], out[1][0]};
}

struct UniqueWithCountsOutputs {
  EagerTensor y;
  EagerTensor idx;
  EagerTensor count;
};
inline UniqueWithCountsOutputs UniqueWithCounts(const EagerInput& x,
    const ops::UniqueWithCountsAttrs& attrs = {}) {
  auto out = detail::EagerCall("UniqueWithCounts", attrs.name).In(x, "T").Attr("out_idx", attrs.out_idx)
      .Run({"T", "out_idx", "out_idx"});
  return {out[0][0], out[1][0], out[2][0]};
}

struct UniqueWithCountsV2Outputs {
  EagerTensor y;
  EagerTensor idx;
  EagerTensor count;
};
inline UniqueWithCountsV2Outputs UniqueWithCountsV2(const EagerInput& x, const EagerInput& axis,
    const ops::UniqueWithCountsV2Attrs& attrs = {}) {
  auto out = detail::EagerCall("UniqueWithCountsV2", attrs.name).In(x, "T").In(axis, "Taxis")
      .Attr("out_idx", attrs.out_idx).Run({"T", "out_idx", "out_idx"});
  return {out[0][0], out[1][0], out[2][0]};
}

inline std::vector<EagerTensor> Unpack(const EagerInput& value, std::int64_t num,
    const ops::UnpackAttrs& attrs = {}) {
  auto out = detail::EagerCall("Unpack", attrs.name).In(value, "T").Attr("num", num)
      .Attr("axis", attrs.axis).Run({"*T:num"});
  return out[0];
}

inline EagerTensor UnravelIndex(const EagerInput& indices, const EagerInput& dims,
    const ops::UnravelIndexAttrs& attrs = {}) {
  return detail::EagerCall("UnravelIndex", attrs.name).In(indices, "Tidx").In(dims, "Tidx").One();
}

inline EagerTensor UnsortedSegmentJoin(const EagerInput& inputs, const EagerInput& segment_ids,
    const EagerInput& num_segments, const ops::UnsortedSegmentJoinAttrs& attrs = {}) {
  return detail::EagerCall("UnsortedSegmentJoin", attrs.name).In(inputs, "=string")
      .In(segment_ids, "Tindices").In(num_segments, "Tnumsegments").Attr("separator", attrs.separator)
      .One();
}

inline EagerTensor UnsortedSegmentMax(const EagerInput& data, const EagerInput& segment_ids,
    const EagerInput& num_segments, const ops::UnsortedSegmentMaxAttrs& attrs = {}) {
  return detail::EagerCall("UnsortedSegmentMax", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

inline EagerTensor UnsortedSegmentMin(const EagerInput& data, const EagerInput& segment_ids,
    const EagerInput& num_segments, const ops::UnsortedSegmentMinAttrs& attrs = {}) {
  return detail::EagerCall("UnsortedSegmentMin", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

inline EagerTensor UnsortedSegmentProd(const EagerInput& data, const EagerInput& segment_ids,
    const EagerInput& num_segments, const ops::UnsortedSegmentProdAttrs& attrs = {}) {
  return detail::EagerCall("UnsortedSegmentProd", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

inline EagerTensor UnsortedSegmentSum(const EagerInput& data, const EagerInput& segment_ids,
    const EagerInput& num_segments, const ops::UnsortedSegmentSumAttrs& attrs = {}) {
  return detail::EagerCall("UnsortedSegmentSum", attrs.name).In(data, "T").In(segment_ids, "Tindices")
      .In(num_segments, "Tnumsegments").One();
}

inline std::vector<EagerTensor> Unstage(const Eager& eager, const std::vector<DType>& dtypes,
    const ops::UnstageAttrs& attrs = {}) {
  auto out = detail::EagerCall("Unstage", attrs.name, eager.state()).Attr("dtypes", dtypes)
      .Attr("capacity", attrs.capacity).Attr("memory_limit", attrs.memory_limit)
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).Run({"**dtypes"});
  return out[0];
}

inline EagerTensor UpperBound(const EagerInput& sorted_inputs, const EagerInput& values,
    const ops::UpperBoundAttrs& attrs = {}) {
  return detail::EagerCall("UpperBound", attrs.name).In(sorted_inputs, "T").In(values, "T")
      .Attr("out_type", attrs.out_type).One();
}

inline EagerTensor VarHandleOp(const Eager& eager, DType dtype, const PartialShape& shape,
    const ops::VarHandleOpAttrs& attrs = {}) {
  return detail::EagerCall("VarHandleOp", attrs.name, eager.state()).Attr("dtype", dtype)
      .Attr("shape", shape).Attr("container", attrs.container).Attr("shared_name", attrs.shared_name)
      .Attr("debug_name", attrs.debug_name).Attr("allowed_devices", attrs.allowed_devices).One();
}

inline EagerTensor VarIsInitializedOp(const EagerInput& resource,
    const ops::VarIsInitializedOpAttrs& attrs = {}) {
  return detail::EagerCall("VarIsInitializedOp", attrs.name).In(resource, "=resource").One();
}

inline EagerTensor VariableShape(const EagerInput& input, const ops::VariableShapeAttrs& attrs = {}) {
  return detail::EagerCall("VariableShape", attrs.name).In(input, "=resource")
      .Attr("out_type", attrs.out_type).One();
}

inline EagerTensor Where(const EagerInput& input, const ops::WhereAttrs& attrs = {}) {
  return detail::EagerCall("Where", attrs.name).In(input, "T").One();
}

inline std::vector<EagerTensor> While(const std::vector<EagerInput>& input, const Function& cond,
    const Function& body, const ops::WhileAttrs& attrs = {}) {
  auto out = detail::EagerCall("While", attrs.name).In(input, "**T").Attr("cond", cond)
      .Attr("body", body).Attr("output_shapes", attrs.output_shapes)
      .Attr("parallel_iterations", attrs.parallel_iterations).Run({"**T"});
  return out[0];
}

inline EagerTensor WholeFileReader(const Eager& eager, const ops::WholeFileReaderAttrs& attrs = {}) {
  return detail::EagerCall("WholeFileReader", attrs.name, eager.state())
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor WholeFileReaderV2(const Eager& eager, const ops::WholeFileReaderV2Attrs& attrs = {}) {
  return detail::EagerCall("WholeFileReaderV2", attrs.name, eager.state())
      .Attr("container", attrs.container).Attr("shared_name", attrs.shared_name).One();
}

inline EagerTensor WindowDataset(const EagerInput& input_dataset, const EagerInput& size,
    const EagerInput& shift, const EagerInput& stride, const EagerInput& drop_remainder,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::WindowDatasetAttrs& attrs = {}) {
  return detail::EagerCall("WindowDataset", attrs.name).In(input_dataset, "=variant").In(size, "=int64")
      .In(shift, "=int64").In(stride, "=int64").In(drop_remainder, "=bool")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

inline void WriteFile(const EagerInput& filename, const EagerInput& contents,
    const ops::WriteFileAttrs& attrs = {}) {
  detail::EagerCall("WriteFile", attrs.name).In(filename, "=string").In(contents, "=string").None();
}

inline EagerTensor Xdivy(const EagerInput& x, const EagerInput& y, const ops::XdivyAttrs& attrs = {}) {
  return detail::EagerCall("Xdivy", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Xlog1py(const EagerInput& x, const EagerInput& y, const ops::Xlog1pyAttrs& attrs = {}) {
  return detail::EagerCall("Xlog1py", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor Xlogy(const EagerInput& x, const EagerInput& y, const ops::XlogyAttrs& attrs = {}) {
  return detail::EagerCall("Xlogy", attrs.name).In(x, "T").In(y, "T").One();
}

inline EagerTensor ZerosLike(const EagerInput& x, const ops::ZerosLikeAttrs& attrs = {}) {
  return detail::EagerCall("ZerosLike", attrs.name).In(x, "T").One();
}

inline EagerTensor Zeta(const EagerInput& x, const EagerInput& q, const ops::ZetaAttrs& attrs = {}) {
  return detail::EagerCall("Zeta", attrs.name).In(x, "T").In(q, "T").One();
}

inline EagerTensor ZipDataset(const std::vector<EagerInput>& input_datasets,
    const std::vector<DType>& output_types, const std::vector<PartialShape>& output_shapes,
    const ops::ZipDatasetAttrs& attrs = {}) {
  return detail::EagerCall("ZipDataset", attrs.name).In(input_datasets, "*=variant:N")
      .Attr("output_types", output_types).Attr("output_shapes", output_shapes)
      .Attr("metadata", attrs.metadata).One();
}

}  // namespace eager
RUNNEL_CPP_NAMESPACE_END
#endif  // RUNNEL_CPP_EAGER_OPS_HPP_
