// Gather and its kin, OneHot, Range, Cumsum, UnsortedSegmentSum.
#include <cmath>
#include <cstring>

#include "devices/cuda/device_code/index_args.h"
#include "devices/cuda/kernels/kernel.h"
#include "plugins/sdk/node.h"
#include "plugins/sdk/variable.h"

namespace runnel::cuda {
namespace {

using plugin::CheckAxis;
using plugin::DTypeSize;
using plugin::IndexAt;
using plugin::ProductOf;

// GatherV2, and ResourceGather, whose params are a variable and whose axis is the first after the batch.
template <bool kVariable>
struct GatherKernel : KernelBase {
  CUfunction function;
  int64_t batch_dims = 0;
  int32_t dtype = 0;
  rnlp_status_t* Init(const Build& build) {
    dtype = build.output(0);
    RNLP_TRY(plugin::AttrInt(build.host, build.node, "batch_dims", &batch_dims));
    return FindSized(build, k_index, "gather", DTypeSize(dtype), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* params = run->inputs[0];
    const rnlp_tensor_t* indices = run->inputs[1];
    const int64_t batches = batch_dims < 0 ? batch_dims + indices->rank : batch_dims;
    int32_t axis = static_cast<int32_t>(batches);
    if constexpr (kVariable) {
      RNLP_TRY(plugin::ResolveVariable(run, op, 0, dtype, &params));
    } else {
      if (run->inputs[2]->num_elements != 1) {
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: axis should be a scalar, got shape %s", op,
                    ShapeText(run->inputs[2]).c_str());
      }
      RNLP_TRY(CheckAxis(run->host, op, "axis", IndexAt(run->inputs[2], 0), params->rank, &axis));
    }
    if (batches < 0 || batches > indices->rank || batches > axis || axis >= params->rank ||
        params->rank + indices->rank - 1 - batches > kMaxRank) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: batch_dims %lld does not fit params %s, indices %s and axis %d", op,
                  static_cast<long long>(batch_dims), ShapeText(params).c_str(),
                  ShapeText(indices).c_str(), axis);
    }
    const auto batch_rank = static_cast<int32_t>(batches);
    for (int32_t i = 0; i < batch_rank; ++i) {
      if (params->dims[i] == indices->dims[i]) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: params %s and indices %s differ in batch dimension %d", op,
                  ShapeText(params).c_str(), ShapeText(indices).c_str(), i);
    }
    Dims out;
    for (int32_t i = 0; i < axis; ++i) out.Add(params->dims[i]);
    for (int32_t i = batch_rank; i < indices->rank; ++i) out.Add(indices->dims[i]);
    for (int32_t i = axis + 1; i < params->rank; ++i) out.Add(params->dims[i]);
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    GatherArgs args{AddressOf(params),
                    AddressOf(indices),
                    AddressOf(run->outputs[0]),
                    run->outputs[0]->num_elements,
                    ProductOf(params->dims, batch_rank, axis),
                    params->dims[axis],
                    ProductOf(params->dims, axis + 1, params->rank),
                    ProductOf(indices->dims, batch_rank, indices->rank),
                    indices->dtype == RNLP_INT64};
    if (args.total == 0) return nullptr;
    return Launch(run, function, GridFor(run, args.total, 2), args);
  }
};

struct OneHotKernel : KernelBase {
  CUfunction function;
  int64_t axis = -1;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(plugin::AttrInt(build.host, build.node, "axis", &axis));
    return FindSized(build, k_index, "one_hot", DTypeSize(build.output(0)), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* indices = run->inputs[0];
    for (uint32_t i = 1; i < 4; ++i) {
      if (run->inputs[i]->num_elements == 1) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u should be a scalar, got shape %s", op,
                  i, ShapeText(run->inputs[i]).c_str());
    }
    const int64_t depth = IndexAt(run->inputs[1], 0);
    if (depth < 0 || axis < -1 || axis > indices->rank || indices->rank >= kMaxRank) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT, "%s: depth is %lld and axis %lld, for indices of shape %s",
          op, static_cast<long long>(depth), static_cast<long long>(axis), ShapeText(indices).c_str());
    }
    const int64_t at = axis < 0 ? indices->rank : axis;
    Dims out;
    OneHotArgs args{};
    args.inner = 1;
    for (int32_t i = 0; i <= indices->rank; ++i) {
      if (i == at) out.Add(depth);
      if (i == indices->rank) break;
      out.Add(indices->dims[i]);
      if (i >= at) args.inner *= indices->dims[i];
    }
    int64_t elements = 0;
    if (!plugin::Product(out.size, out.rank, &elements)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: a result of shape %s has too many elements", op,
                  ShapeText(out.rank, out.size).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    args.total = run->outputs[0]->num_elements;
    if (args.total == 0) return nullptr;
    args.indices = AddressOf(indices);
    args.on = AddressOf(run->inputs[2]);
    args.off = AddressOf(run->inputs[3]);
    args.out = AddressOf(run->outputs[0]);
    args.depth = depth;
    args.index_bytes = static_cast<int>(DTypeSize(indices->dtype));
    return Launch(run, function, GridFor(run, args.total, 2), args);
  }
};

struct RangeKernel : KernelBase {
  CUfunction function;
  int32_t dtype = 0;
  rnlp_status_t* Init(const Build& build) {
    dtype = build.output(0);
    return FindTyped(build, op, k_index, "range", dtype, &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    for (uint32_t i = 0; i < 3; ++i) {
      if (run->inputs[i]->num_elements == 1) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input %u should be a scalar, got shape %s", op,
                  i, ShapeText(run->inputs[i]).c_str());
    }
    RangeArgs args{};
    int64_t size = 0;
    if (dtype == RNLP_FLOAT) {
      const float start = *plugin::Data<float>(run->inputs[0]);
      const float limit = *plugin::Data<float>(run->inputs[1]);
      const float delta = *plugin::Data<float>(run->inputs[2]);
      const double count = std::ceil(std::fabs(static_cast<double>((limit - start) / delta)));
      if (!(delta > 0 ? start <= limit : delta < 0 && start >= limit) || !(count < 9e18)) {
        return BadRange(run, start, limit, delta);
      }
      size = static_cast<int64_t>(count);
      args.start = start;
      args.delta = delta;
    } else {
      const int64_t start = IndexAt(run->inputs[0], 0), limit = IndexAt(run->inputs[1], 0);
      const int64_t delta = IndexAt(run->inputs[2], 0);
      if (!(delta > 0 ? start <= limit : delta < 0 && start >= limit)) {
        return BadRange(run, static_cast<double>(start), static_cast<double>(limit),
                        static_cast<double>(delta));
      }
      // Distances in unsigned arithmetic hold every pair of the type.
      const auto from = static_cast<uint64_t>(start), to = static_cast<uint64_t>(limit);
      const uint64_t distance = delta > 0 ? to - from : from - to;
      const uint64_t step =
          delta > 0 ? static_cast<uint64_t>(delta) : uint64_t{0} - static_cast<uint64_t>(delta);
      size = static_cast<int64_t>(
          std::min<uint64_t>(distance / step + (distance % step != 0 ? 1 : 0), uint64_t{INT64_MAX}));
      args.whole_start = start;
      args.whole_delta = delta;
    }
    RNLP_TRY(EnsureOutput(run, 0, 1, &size));
    if (size == 0) return nullptr;
    args.out = AddressOf(run->outputs[0]);
    args.count = size;
    return Launch(run, function, GridFor(run, size, 2), args);
  }
  rnlp_status_t* BadRange(const rnlp_run_t* run, double start, double limit, double delta) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: from start %g, delta %g never comes to limit %g",
                op, start, delta, limit);
  }
};

struct ScanKernel : KernelBase {
  CUfunction function;
  bool exclusive = false, reverse = false;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(plugin::AttrBool(build.host, build.node, "exclusive", &exclusive));
    RNLP_TRY(plugin::AttrBool(build.host, build.node, "reverse", &reverse));
    return FindTyped(build, op, k_index, "scan", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* x = run->inputs[0];
    const rnlp_tensor_t* at = run->inputs[1];
    if (at->num_elements != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: axis should be a scalar, got shape %s", op,
                  ShapeText(at).c_str());
    }
    int32_t axis = 0;
    RNLP_TRY(CheckAxis(run->host, op, "axis", IndexAt(at, 0), x->rank, &axis));
    RNLP_TRY(EnsureOutputLike(run, 0, x));
    if (x->num_elements == 0) return nullptr;
    const ScanArgs args{AddressOf(x),
                        AddressOf(run->outputs[0]),
                        ProductOf(x->dims, 0, axis),
                        x->dims[axis],
                        ProductOf(x->dims, axis + 1, x->rank),
                        std::strcmp(op, "Cumprod") == 0,
                        exclusive,
                        reverse};
    return Launch(run, function, GridFor(run, args.outer * args.inner), args);
  }
};

struct SegmentSumKernel : KernelBase {
  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindTyped(build, op, k_index, "segment_sum", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* data = run->inputs[0];
    const rnlp_tensor_t* ids = run->inputs[1];
    const rnlp_tensor_t* number = run->inputs[2];
    bool fits = ids->rank <= data->rank && number->num_elements == 1 && IndexAt(number, 0) >= 0;
    for (int32_t i = 0; fits && i < ids->rank; ++i) fits = ids->dims[i] == data->dims[i];
    if (!fits) {
      return Fail(
          run->host, RNLP_INVALID_ARGUMENT,
          "%s: segment_ids %s should have the first dimensions of data %s, num_segments be a number "
          "from 0",
          op, ShapeText(ids).c_str(), ShapeText(data).c_str());
    }
    Dims out;
    out.Add(IndexAt(number, 0));
    for (int32_t i = ids->rank; i < data->rank; ++i) out.Add(data->dims[i]);
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    RNLP_TRY(ZeroOutput(run, 0));
    if (data->num_elements == 0 || run->outputs[0]->num_elements == 0) return nullptr;
    const i64 inner = ProductOf(data->dims, ids->rank, data->rank);
    return Launch(run, function, GridFor(run, inner),
                  SegmentSumArgs{AddressOf(data), AddressOf(ids), AddressOf(run->outputs[0]),
                                 ids->num_elements, inner, out.size[0], ids->dtype == RNLP_INT64});
  }
};

constexpr rnlp_type_constraint_t kGatherT[] = {
    Types("Tparams", kMovableTypes), Types("Tindices", kIntegerTypes), Types("Taxis", kIntegerTypes)};
constexpr rnlp_type_constraint_t kVariableT[] = {Types("dtype", kMovableTypes),
                                                 Types("Tindices", kIntegerTypes)};
constexpr int32_t kOneHotIndices[] = {RNLP_UINT8, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kOneHotT[] = {Types("T", kMovableTypes), Types("TI", kOneHotIndices)};
constexpr int32_t kRangeTypes[] = {RNLP_FLOAT, RNLP_INT32, RNLP_INT64};
constexpr rnlp_type_constraint_t kRangeT[] = {Types("Tidx", kRangeTypes)};
constexpr rnlp_type_constraint_t kScanT[] = {Types("T", kNumberTypes), Types("Tidx", kIntegerTypes)};
constexpr rnlp_type_constraint_t kSegmentT[] = {
    Types("T", kNumberTypes), Types("Tindices", kIntegerTypes), Types("Tnumsegments", kIntegerTypes)};
constexpr rnlp_arg_mark_t kAxisArg[] = {{"axis", kHostConstant}};
constexpr rnlp_arg_mark_t kRead[] = {{"resource", RNLP_ARG_READ}};
constexpr rnlp_arg_mark_t kDepth[] = {{"depth", kHostConstant}};
constexpr rnlp_arg_mark_t kBounds[] = {
    {"start", kHostConstant}, {"limit", kHostConstant}, {"delta", kHostConstant}};
constexpr rnlp_arg_mark_t kSegments[] = {{"num_segments", kHostConstant}};

constexpr rnlp_kernel_row_t kRows[] = {
    Row<GatherKernel<false>>("GatherV2", kGatherT, kAxisArg),
    Row<GatherKernel<true>>("ResourceGather", kVariableT, kRead, {}, RNLP_KERNEL_STATEFUL),
    Row<OneHotKernel>("OneHot", kOneHotT, kDepth),
    Row<RangeKernel>("Range", kRangeT, kBounds),
    Row<ScanKernel>("Cumsum", kScanT, kAxisArg, kFirstInPlace),
    Row<ScanKernel>("Cumprod", kScanT, kAxisArg, kFirstInPlace),
    Row<SegmentSumKernel>("UnsortedSegmentSum", kSegmentT, kSegments),
};

}  // namespace

std::span<const rnlp_kernel_row_t> IndexRows() { return kRows; }

}  // namespace runnel::cuda
