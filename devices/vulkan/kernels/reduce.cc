// Reductions over dimensions, ArgMax and ArgMin, the gradient of a bias, L2Loss.
#include "devices/vulkan/kernels/reduce.h"

#include <algorithm>
#include <cstring>

namespace runnel::vulkan {
namespace {

constexpr int64_t kSplitFrom = 8192;  // elements of one result, from which on it is split
constexpr int64_t kMostSplits = 64;
constexpr int kMostDims = 5;  // of reduce.comp, kept and reduced each

// Whether a workgroup shares each of `num_out` results over `length` elements.
bool IsWide(int64_t length, int64_t num_out) { return length >= 64 && num_out < 4096; }

int64_t SplitsFor(int64_t length, int64_t num_out, int32_t dtype) {
  if (dtype != RNLP_FLOAT || length < kSplitFrom || num_out > 256 || num_out < 1) return 1;
  return std::min(kMostSplits, length / (kSplitFrom / 8));
}

}  // namespace

uint64_t ReduceBytes(int64_t num_in, int64_t num_out, int32_t dtype) {
  if (num_in <= 0 || num_out <= 0) return 0;
  const int64_t splits = SplitsFor(num_in / num_out, num_out, dtype);
  return splits > 1 ? static_cast<uint64_t>(splits * num_out) * 4 : 0;
}

rnlp_status_t* RecordReduce(const rnlp_run_t* run, ReduceOp op, const rnlp_tensor_t* in,
                            const bool* reduced, const rnlp_tensor_t* out) {
  if (out->num_elements == 0) return nullptr;
  Loops<1> kept, gone;
  int64_t strides[plugin::kMaxRank + 1];
  plugin::Strides(in->rank, in->dims, strides);
  int64_t length = 1;
  for (int32_t i = 0; i < in->rank; ++i) {
    const int64_t step[1] = {strides[i]};
    (reduced[i] ? gone : kept).Add(in->dims[i], step);
    if (reduced[i]) length *= in->dims[i];
  }
  if (gone.rank > kMostDims) {
    return Fail(run->host, RNLP_RESOURCE_EXHAUSTED,
                "%s: a reduction over %d separate dimensions, kernels take %d", kId, gone.rank,
                kMostDims);
  }
  if (gone.empty) gone.rank = 0;
  const int64_t n = out->num_elements;
  int64_t splits = SplitsFor(length, n, in->dtype);
  if (run->workspace_buffer == nullptr || kept.rank > kMostDims) splits = 1;
  const uint32_t shader = Shader("reduce", TypeWord(in->dtype));
  const bool wide = IsWide(length, n);
  return ForOuter<1>(kept, kMostDims, [&](const int64_t* offsets, int outer) -> rnlp_status_t* {
    const int inner = kept.rank - outer;
    int64_t count = 1;
    for (int i = outer; i < kept.rank; ++i) count *= kept.size[i];
    // Results of the outer loops follow each other.
    int64_t out_base = 0;
    if (outer > 0) {
      int64_t rest = offsets[0];
      for (int i = 0; i < outer; ++i) {
        out_base = out_base * kept.size[i] + rest / kept.stride[0][i];
        rest %= kept.stride[0][i];
      }
      out_base *= count;
    }
    Call call(run, shader);
    const uint32_t lanes = splits > 1 || wide ? kGroup : 1;
    call.Const(op)
        .Const(lanes)
        .Const(static_cast<uint32_t>(inner))
        .Const(static_cast<uint32_t>(gone.rank));
    call.Const(static_cast<uint32_t>(splits)).Read(in);
    if (splits > 1) {
      call.Work(0, static_cast<uint64_t>(splits * n) * 4, true);
    } else {
      call.Write(out);
    }
    call.Push(count).Push(length).Push(offsets[0]).Push(splits > 1 ? 0 : out_base);
    // Parts of a mean are divided when they are added up, those of half the squares are halved before.
    call.Push(splits > 1 && op != kReduceHalfSquares ? 0 : length);
    call.PushAll(kept.size + outer, inner, 5).PushAll(kept.stride[0] + outer, inner, 5);
    call.PushAll(gone.size, gone.rank, 5).PushAll(gone.stride[0], gone.rank, 5);
    RNLP_TRY(lanes == 1 ? call.Threads(count) : call.Workgroups(count * splits));
    if (splits == 1) return nullptr;
    Call join(run, shader);
    const ReduceOp second = op == kReduceHalfSquares ? kReduceSum : op;
    join.Const(second).Const(1).Const(1).Const(1).Const(1);
    join.Work(0, static_cast<uint64_t>(splits * n) * 4, false).Write(out);
    join.Push(n).Push(splits).Push(0).Push(0).Push(op == kReduceMean ? length : 0);
    const int64_t size[1] = {n}, step[1] = {splits}, inner_size[1] = {splits}, one[1] = {1};
    join.PushAll(size, 1, 5).PushAll(step, 1, 5).PushAll(inner_size, 1, 5).PushAll(one, 1, 5);
    return join.Threads(n);
  });
}

namespace {

constexpr OpNumber kOps[] = {{"Sum", kReduceSum}, {"Mean", kReduceMean}, {"Prod", kReduceProd},
                             {"Max", kReduceMax}, {"Min", kReduceMin},   {"All", kReduceAll},
                             {"Any", kReduceAny}};

struct ReduceKernel {
  uint32_t number = 0;
  bool keep_dims = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    RNLP_TRY(FindOp(host, node, kOps, std::size(kOps), &number));
    return plugin::AttrBool(host, node, "keep_dims", &keep_dims);
  }
  static const char* Refuse(const rnlp_host_t*, const rnlp_node_t*, const rnlp_tensor_t* const* inputs,
                            uint32_t num_inputs) {
    return num_inputs > 0 && inputs != nullptr && inputs[0]->rank > 2 * kMostDims
               ? "reductions take tensors of at most 10 dimensions"
               : nullptr;
  }
  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    plan->workspace_bytes = ReduceBytes(plan->inputs[0]->num_elements, plan->outputs[0]->num_elements,
                                        plan->inputs[0]->dtype);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* axes = run->inputs[1];
    bool reduced[plugin::kMaxRank + 1] = {};
    for (int64_t i = 0; i < axes->num_elements; ++i) {
      int32_t axis = 0;
      RNLP_TRY(plugin::CheckAxis(run->host, kOps[number].op, "reduction_indices",
                                 plugin::IndexAt(axes, i), in->rank, &axis));
      if (reduced[axis])
        return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: axis %d is named twice", kOps[number].op,
                    axis);
      reduced[axis] = true;
    }
    Dims dims;
    for (int32_t i = 0; i < in->rank; ++i) {
      if (!reduced[i])
        dims.Add(in->dims[i]);
      else if (keep_dims)
        dims.Add(1);
    }
    RNLP_TRY(Expect(run, 0, dims));
    return RecordReduce(run, static_cast<ReduceOp>(number), in, reduced, run->outputs[0]);
  }
};

struct ArgKernel {
  bool smallest = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    smallest = host->node_op(host, node).data[4] == 'i';
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* out = run->outputs[0];
    int32_t axis = 0;
    if (run->inputs[1]->num_elements != 1)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "the dimension should be one number");
    RNLP_TRY(plugin::CheckAxis(run->host, smallest ? "ArgMin" : "ArgMax", "dimension",
                               plugin::IndexAt(run->inputs[1], 0), in->rank, &axis));
    Dims dims;
    for (int32_t i = 0; i < in->rank; ++i) {
      if (i != axis) dims.Add(in->dims[i]);
    }
    RNLP_TRY(Expect(run, 0, dims));
    if (out->num_elements == 0) return nullptr;
    if (in->dims[axis] == 0)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "dimension %d of %s is empty", axis,
                  plugin::ShapeText(in).c_str());
    Call call(run, Shader("argmax", TypeWord(in->dtype)));
    const int64_t n = out->num_elements, length = in->dims[axis];
    const uint32_t lanes = IsWide(length, n) ? kGroup : 1;
    call.Const(smallest ? 1 : 0)
        .Const(out->dtype == RNLP_INT64 ? 1 : 0)
        .Const(lanes)
        .Read(in)
        .Write(out);
    call.Push(n).Push(length).Push(plugin::ProductOf(in->dims, axis + 1, in->rank));
    return lanes == 1 ? call.Threads(n) : call.Workgroups(n);
  }
};

struct BiasAddGradKernel {
  bool channels_first = false;
  rnlp_status_t* Init(const rnlp_host_t* host, const rnlp_node_t* node) {
    std::string format = "NHWC";
    RNLP_TRY(plugin::AttrString(host, node, "data_format", &format));
    channels_first = format == "NCHW";
    return nullptr;
  }
  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    plan->workspace_bytes = ReduceBytes(plan->inputs[0]->num_elements, plan->outputs[0]->num_elements,
                                        plan->inputs[0]->dtype);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    if (in->rank < 2)
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "BiasAddGrad of shape %s",
                  plugin::ShapeText(in).c_str());
    const int32_t channel = channels_first ? 1 : in->rank - 1;
    bool reduced[plugin::kMaxRank + 1];
    for (int32_t i = 0; i < in->rank; ++i) reduced[i] = i != channel;
    Dims dims;
    dims.Add(in->dims[channel]);
    RNLP_TRY(Expect(run, 0, dims));
    return RecordReduce(run, kReduceSum, in, reduced, run->outputs[0]);
  }
};

struct L2LossKernel {
  rnlp_status_t* Init(const rnlp_host_t*, const rnlp_node_t*) { return nullptr; }
  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    plan->workspace_bytes = ReduceBytes(plan->inputs[0]->num_elements, 1, plan->inputs[0]->dtype);
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    bool reduced[plugin::kMaxRank + 1];
    std::fill(reduced, reduced + plugin::kMaxRank + 1, true);
    RNLP_TRY(Expect(run, 0, Dims()));
    return RecordReduce(run, kReduceHalfSquares, run->inputs[0], reduced, run->outputs[0]);
  }
};

constexpr rnlp_arg_mark_t kAxes[] = {{"reduction_indices", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};
constexpr rnlp_arg_mark_t kAxis[] = {{"dimension", RNLP_ARG_HOST | RNLP_ARG_CONSTANT}};
constexpr rnlp_type_constraint_t kT[] = {plugin::Types("T", kNumbers), plugin::Types("Tidx", kIndices)};
// The mean of int32 is summed in 64 bits, which not every device has.
constexpr int32_t kMeans[] = {RNLP_FLOAT, RNLP_HALF, RNLP_INT64};
constexpr rnlp_type_constraint_t kMeanT[] = {plugin::Types("T", kMeans),
                                             plugin::Types("Tidx", kIndices)};
constexpr rnlp_type_constraint_t kTruthT[] = {plugin::Types("Tidx", kIndices)};
constexpr rnlp_type_constraint_t kArgT[] = {plugin::Types("T", kNumbers),
                                            plugin::Types("Tidx", kIndices),
                                            plugin::Types("output_type", kIndices)};

template <size_t kCount>
constexpr rnlp_kernel_row_t Reduce(const char* op, const rnlp_type_constraint_t (&types)[kCount]) {
  return Row<ReduceKernel>(
      {.op = op, .types = types, .num_types = kCount, .args = kAxes, .num_args = 1});
}

}  // namespace

constinit const rnlp_kernel_row_t kReduceRows[] = {
    Reduce("Sum", kT),
    Reduce("Mean", kMeanT),
    Reduce("Prod", kT),
    Reduce("Max", kT),
    Reduce("Min", kT),
    Reduce("All", kTruthT),
    Reduce("Any", kTruthT),
    Row<ArgKernel>({.op = "ArgMax", .types = kArgT, .num_types = 3, .args = kAxis, .num_args = 1}),
    Row<ArgKernel>({.op = "ArgMin", .types = kArgT, .num_types = 3, .args = kAxis, .num_args = 1}),
    Row<BiasAddGradKernel>({.op = "BiasAddGrad", .types = kNumberT, .num_types = 1}),
    Row<L2LossKernel>({.op = "L2Loss", .types = kFloatT, .num_types = 1}),
};
std::span<const rnlp_kernel_row_t> ReduceRows() { return kReduceRows; }

}  // namespace runnel::vulkan
