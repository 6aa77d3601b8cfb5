// By index: gathering, scattering, one-hot vectors, ranges, running sums.
#include <cstring>

#include "devices/vulkan/kernels/kernel.h"
#include "plugins/sdk/variable.h"

namespace runnel::vulkan {
namespace {

uint32_t IsLong(const rnlp_tensor_t* indices) { return indices->dtype == RNLP_INT64 ? 1 : 0; }

// Gather, GatherV2, ResourceGather.
struct GatherKernel {
  int64_t batch_dims = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return plugin::AttrInt(host, node, "batch_dims", &batch_dims);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* params = run->inputs[0];
    if (params->dtype == RNLP_RESOURCE)
      RNLP_TRY(plugin::ResolveVariable(run, "ResourceGather", 0, run->outputs[0]->dtype, &params));
    const rnlp_tensor_t* indices = run->inputs[1];
    const rnlp_tensor_t* out = run->outputs[0];
    const int64_t batch = batch_dims < 0 ? batch_dims + indices->rank : batch_dims;
    int32_t axis = static_cast<int32_t>(batch);
    if (run->num_inputs > 2) {
      if (run->inputs[2]->num_elements != 1)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "GatherV2: axis should be a scalar");
      RNLP_TRY(plugin::CheckAxis(run->host, "GatherV2", "axis", plugin::IndexAt(run->inputs[2], 0),
                                 params->rank, &axis));
    }
    bool fits = batch >= 0 && batch <= indices->rank && batch <= axis && axis < params->rank;
    for (int32_t i = 0; fits && i < batch; ++i) fits = params->dims[i] == indices->dims[i];
    if (!fits)
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "Gather: indices %s, axis %d, %lld batch dimensions of %s",
                  plugin::ShapeText(indices).c_str(), axis, static_cast<long long>(batch),
                  plugin::ShapeText(params).c_str());
    Dims dims;
    for (int32_t i = 0; i < axis; ++i) dims.Add(params->dims[i]);
    for (auto i = static_cast<int32_t>(batch); i < indices->rank; ++i) dims.Add(indices->dims[i]);
    for (int32_t i = axis + 1; i < params->rank; ++i) dims.Add(params->dims[i]);
    RNLP_TRY(Expect(run, 0, dims));
    if (out->num_elements == 0) return nullptr;
    if (params->dims[axis] == 0) return RecordFill(run, out, 0);
    const auto b = static_cast<int32_t>(batch);
    Call call(run, Shader("gather", SizeWord(out->dtype)));
    call.Const(IsLong(indices)).Read(params).Read(indices).Write(out).Push(out->num_elements);
    call.Push(plugin::ProductOf(params->dims, b, axis));
    call.Push(plugin::ProductOf(indices->dims, b, indices->rank));
    call.Push(plugin::ProductOf(params->dims, axis + 1, params->rank)).Push(params->dims[axis]);
    return call.Threads(out->num_elements);
  }
};

constexpr OpNumber kScatter[] = {{"ResourceScatterAdd", 0},    {"ResourceScatterSub", 1},
                                 {"ResourceScatterUpdate", 2}, {"ResourceScatterMul", 3},
                                 {"ResourceScatterMax", 4},    {"ResourceScatterMin", 5}};

rnlp_status_t* RecordScatter(const rnlp_run_t* run, uint32_t number, const rnlp_tensor_t* indices,
                             const rnlp_tensor_t* updates, const rnlp_tensor_t* out, int64_t rows,
                             int64_t inner, bool scalar) {
  if (indices->num_elements == 0 || out->num_elements == 0) return nullptr;
  constexpr int64_t kWanted = 8192;  // invocations: each walks all indices
  const int64_t shares = std::max<int64_t>(1, std::min(rows, kWanted / std::max<int64_t>(inner, 1)));
  Call call(run, Shader("scatter", TypeWord(out->dtype)));
  call.Const(number).Const(IsLong(indices)).Read(indices).Read(updates).Write(out);
  call.Push(shares).Push(indices->num_elements).Push(inner).Push(rows).Push(scalar ? 1 : 0);
  return call.Threads(shares * inner);
}

struct ScatterKernel {
  uint32_t number = 0;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return FindOp(host, node, kScatter, std::size(kScatter), &number);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[1];
    const rnlp_tensor_t* updates = run->inputs[2];
    const rnlp_tensor_t* var = nullptr;
    RNLP_TRY(plugin::ResolveVariable(run, kScatter[number].op, 0, updates->dtype, &var));
    const bool scalar = updates->rank == 0;
    bool fits = var->rank >= 1 && (scalar || updates->rank == indices->rank + var->rank - 1);
    for (int32_t i = 0; fits && !scalar && i < updates->rank; ++i)
      fits =
          updates->dims[i] == (i < indices->rank ? indices->dims[i] : var->dims[i - indices->rank + 1]);
    if (!fits)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: updates %s for indices %s of %s",
                  kScatter[number].op, plugin::ShapeText(updates).c_str(),
                  plugin::ShapeText(indices).c_str(), plugin::ShapeText(var).c_str());
    return RecordScatter(run, number, indices, updates, var, var->dims[0],
                         plugin::ProductOf(var->dims, 1, var->rank), scalar);
  }
};

// Rows of data, summed by segment: what the gradient of a gather is.
struct SegmentSumKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* data = run->inputs[0];
    const rnlp_tensor_t* ids = run->inputs[1];
    bool fits = ids->rank <= data->rank && run->inputs[2]->num_elements == 1;
    for (int32_t i = 0; fits && i < ids->rank; ++i) fits = ids->dims[i] == data->dims[i];
    const int64_t rows = fits ? plugin::IndexAt(run->inputs[2], 0) : -1;
    if (rows < 0)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "UnsortedSegmentSum: segment_ids %s of %s",
                  plugin::ShapeText(ids).c_str(), plugin::ShapeText(data).c_str());
    Dims dims;
    dims.Add(rows);
    for (int32_t i = ids->rank; i < data->rank; ++i) dims.Add(data->dims[i]);
    RNLP_TRY(Expect(run, 0, dims));
    RNLP_TRY(RecordFill(run, run->outputs[0], 0));
    return RecordScatter(run, 0, ids, data, run->outputs[0], rows,
                         plugin::ProductOf(data->dims, ids->rank, data->rank), false);
  }
};

struct OneHotKernel {
  int64_t axis = -1;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    return plugin::AttrInt(host, node, "axis", &axis);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    const rnlp_tensor_t* out = run->outputs[0];
    const int64_t depth = run->inputs[1]->num_elements == 1 ? plugin::IndexAt(run->inputs[1], 0) : -1;
    int32_t at = 0;
    RNLP_TRY(plugin::CheckAxis(run->host, "OneHot", "axis", axis, indices->rank + 1, &at));
    if (depth < 0)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "OneHot: depth should be a scalar from 0");
    Dims dims;
    for (int32_t i = 0; i <= indices->rank; ++i)
      dims.Add(i == at ? depth : indices->dims[i < at ? i : i - 1]);
    RNLP_TRY(Expect(run, 0, dims));
    if (out->num_elements == 0) return nullptr;
    Call call(run, Shader("onehot", SizeWord(out->dtype)));
    call.Const(IsLong(indices)).Read(indices).Read(run->inputs[2]).Read(run->inputs[3]).Write(out);
    call.Push(out->num_elements).Push(depth).Push(plugin::ProductOf(indices->dims, at, indices->rank));
    return call.Threads(out->num_elements);
  }
};

struct ScanKernel {
  bool product = false, exclusive = false, reverse = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    product = host->node_op(host, node).data[3] == 'p';
    RNLP_TRY(plugin::AttrBool(host, node, "exclusive", &exclusive));
    return plugin::AttrBool(host, node, "reverse", &reverse);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    int32_t axis = 0;
    if (run->inputs[1]->num_elements != 1)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "the axis should be a scalar");
    RNLP_TRY(plugin::CheckAxis(run->host, "Cumsum", "axis", plugin::IndexAt(run->inputs[1], 0), in->rank,
                               &axis));
    RNLP_TRY(plugin::EnsureOutputLike(run, 0, in));
    if (in->num_elements == 0) return nullptr;
    const int64_t lines = in->num_elements / in->dims[axis];
    Call call(run, Shader("scan", TypeWord(in->dtype)));
    call.Const(product ? 1 : 0)
        .Const(exclusive ? 1 : 0)
        .Const(reverse ? 1 : 0)
        .Read(in)
        .Write(run->outputs[0]);
    call.Push(lines).Push(in->dims[axis]).Push(plugin::ProductOf(in->dims, axis + 1, in->rank));
    return call.Threads(lines);
  }
};

struct RangeKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const bool is_float = run->outputs[0]->dtype == RNLP_FLOAT;
    double values[3];
    uint64_t bits[3];
    for (uint32_t i = 0; i < 3; ++i) {
      const rnlp_tensor_t* in = run->inputs[i];
      if (in->num_elements != 1)
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Range: input %u is no scalar", i);
      if (is_float) {
        const float value = *plugin::Data<const float>(in);
        values[i] = static_cast<double>(value);
        bits[i] = __builtin_bit_cast(uint32_t, value);
      } else {
        values[i] = static_cast<double>(plugin::IndexAt(in, 0));
        bits[i] = static_cast<uint64_t>(plugin::IndexAt(in, 0));
      }
    }
    const double span = values[1] - values[0], step = values[2];
    if (step == 0 || !(span * step >= 0))
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "Range: from %g to %g by %g", values[0], values[1],
                  step);
    Dims dims;
    int64_t count = static_cast<int64_t>(__builtin_ceil(span / step));
    if (!is_float) {
      const auto start = static_cast<int64_t>(bits[0]), limit = static_cast<int64_t>(bits[1]);
      const auto by = static_cast<int64_t>(bits[2]);
      int64_t whole = 0;
      if (__builtin_sub_overflow(limit, start, &whole))
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "Range: more elements than can be counted");
      count = whole / by + (whole % by != 0 ? 1 : 0);
    }
    dims.Add(count);
    RNLP_TRY(Expect(run, 0, dims));
    Call call(run, Shader("range", TypeWord(run->outputs[0]->dtype)));
    call.Write(run->outputs[0]).Push(dims.size[0]);
    for (const uint64_t word : {bits[0], bits[2]})
      call.PushBits(static_cast<uint32_t>(word)).PushBits(static_cast<uint32_t>(word >> 32));
    return call.Threads(dims.size[0]);
  }
};

constexpr uint32_t kHost = RNLP_ARG_HOST | RNLP_ARG_CONSTANT;
constexpr rnlp_arg_mark_t kAxis[] = {{"axis", kHost}};
constexpr rnlp_arg_mark_t kRead[] = {{"resource", RNLP_ARG_READ}};
constexpr rnlp_arg_mark_t kUpdate[] = {{"resource", RNLP_ARG_UPDATE}};
constexpr rnlp_arg_mark_t kSegments[] = {{"num_segments", kHost}};
constexpr rnlp_arg_mark_t kDepth[] = {{"depth", kHost}};
constexpr rnlp_arg_mark_t kBounds[] = {{"start", kHost}, {"limit", kHost}, {"delta", kHost}};
constexpr int32_t kRanges[] = {RNLP_FLOAT, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kGatherT[] = {plugin::Types("Tparams", kMovable),
                                               plugin::Types("Tindices", kIndices)};
constexpr rnlp_type_constraint_t kResourceT[] = {plugin::Types("dtype", kMovable),
                                                 plugin::Types("Tindices", kIndices)};
constexpr rnlp_type_constraint_t kScatterT[] = {plugin::Types("dtype", kNumbers),
                                                plugin::Types("Tindices", kIndices)};
constexpr rnlp_type_constraint_t kSegmentT[] = {plugin::Types("T", kNumbers),
                                                plugin::Types("Tindices", kIndices)};
constexpr rnlp_type_constraint_t kOneHotT[] = {plugin::Types("T", kMovable),
                                               plugin::Types("TI", kIndices)};
constexpr rnlp_type_constraint_t kRangeT[] = {plugin::Types("Tidx", kRanges)};

constexpr rnlp_kernel_row_t Scatter(const char* op) {
  return Row<ScatterKernel>({.op = op,
                             .flags = RNLP_KERNEL_STATEFUL,
                             .types = kScatterT,
                             .num_types = 2,
                             .args = kUpdate,
                             .num_args = 1});
}

}  // namespace

constinit const rnlp_kernel_row_t kIndexRows[] = {
    Row<GatherKernel>(
        {.op = "GatherV2", .types = kGatherT, .num_types = 2, .args = kAxis, .num_args = 1}),
    Row<GatherKernel>({.op = "Gather", .types = kGatherT, .num_types = 2}),
    Row<GatherKernel>({.op = "ResourceGather",
                       .flags = RNLP_KERNEL_STATEFUL,
                       .types = kResourceT,
                       .num_types = 2,
                       .args = kRead,
                       .num_args = 1}),
    Scatter("ResourceScatterAdd"),
    Scatter("ResourceScatterSub"),
    Scatter("ResourceScatterUpdate"),
    Scatter("ResourceScatterMul"),
    Scatter("ResourceScatterMax"),
    Scatter("ResourceScatterMin"),
    Row<SegmentSumKernel>({.op = "UnsortedSegmentSum",
                           .types = kSegmentT,
                           .num_types = 2,
                           .args = kSegments,
                           .num_args = 1}),
    Row<OneHotKernel>(
        {.op = "OneHot", .types = kOneHotT, .num_types = 2, .args = kDepth, .num_args = 1}),
    Row<ScanKernel>({.op = "Cumsum", .types = kNumberT, .num_types = 1, .args = kAxis, .num_args = 1}),
    Row<ScanKernel>({.op = "Cumprod", .types = kNumberT, .num_types = 1, .args = kAxis, .num_args = 1}),
    Row<RangeKernel>({.op = "Range", .types = kRangeT, .num_types = 1, .args = kBounds, .num_args = 3}),
};
std::span<const rnlp_kernel_row_t> IndexRows() { return kIndexRows; }

}  // namespace runnel::vulkan
