// Reductions, ArgMax and ArgMin, softmax and the losses over it.
#include <cstring>

#include "devices/cuda/device_code/reduce_args.h"
#include "devices/cuda/kernels/kernel.h"
#include "devices/cuda/kernels/loops.h"
#include "plugins/sdk/node.h"
#include "plugins/sdk/window.h"

namespace runnel::cuda {
namespace {

struct Named {
  const char* op;
  ReduceCode code;
};
constexpr Named kReductions[] = {{"Sum", kReduceSum}, {"Mean", kReduceMean}, {"Prod", kReduceProd},
                                 {"Max", kReduceMax}, {"Min", kReduceMin},   {"All", kReduceAll},
                                 {"Any", kReduceAny}};

// What reductions share, whatever says which dimensions go.
struct ReduceBase : KernelBase {
  CUfunction function;
  CUfunction finish;
  ReduceCode code = kReduceSum;
  int multiprocessors = 1;
  uint64_t partial_element_bytes = 4;
  uint64_t planned_bytes = 0;  // set once, by plan

  rnlp_status_t* Find(const Build& build) {
    const int32_t dtype = build.input(0);
    multiprocessors = build.device->multiprocessors;
    if (dtype == RNLP_INT32 || dtype == RNLP_INT64) partial_element_bytes = 8;
    RNLP_TRY(FindTyped(build, op, k_reduce, "reduce", dtype, &function));
    return FindTyped(build, op, k_reduce, "reduce_finish", dtype, &finish);
  }

  // The loops of reducing `in` over `axes`. False if there are too many that are apart.
  bool Fit(const rnlp_tensor_t* in, const bool* reduced, ReduceArgs* out) const {
    StridedLoops<1> kept, inner;
    int64_t stride = 1;
    for (int32_t i = 0; i < in->rank; ++i) stride *= std::max<int64_t>(in->dims[i], 1);
    out->outputs = 1;
    out->reduced = 1;
    for (int32_t i = 0; i < in->rank; ++i) {
      stride /= std::max<int64_t>(in->dims[i], 1);
      (reduced[i] ? inner : kept).Loop(in->dims[i], {stride});
      (reduced[i] ? out->reduced : out->outputs) *= in->dims[i];
    }
    kept.Split();
    inner.Split();
    if (kept.loops > kMaxLoops || inner.loops > kMaxLoops) return false;
    const auto take = [](const StridedLoops<1>& from, ReduceLoops* to) {
      to->loops = from.loops;
      for (int i = 0; i < from.loops; ++i) {
        to->size[i] = static_cast<u32>(from.size[i]);
        to->stride[i] = from.stride[0][i];
      }
    };
    take(kept, &out->kept);
    take(inner, &out->inner);
    out->code = code;
    out->divisor = out->reduced;
    const bool next_to = kept.loops > 0 && kept.stride[0][kept.loops - 1] == 1;
    out->columns = next_to && kept.size[kept.loops - 1] >= 16;
    // Many short rows: several for each block.
    constexpr i64 kShort = 2048, kMany = 1024;
    out->lanes = out->columns ? 8 : out->reduced <= kShort && out->outputs >= kMany ? 32 : 256;
    // So many that the device has enough to do, each long enough to be worth it.
    const i64 blocks = Blocks(*out);
    const i64 least = out->columns ? 64 : 2048;
    out->splits = static_cast<int>(std::clamp<i64>(
        std::min<i64>(i64{multiprocessors} * 4 / std::max<i64>(blocks, 1), out->reduced / least), 1,
        1024));
    return true;
  }
  static i64 Blocks(const ReduceArgs& args) {
    const i64 at_once = 256 / args.lanes;
    return (args.outputs + at_once - 1) / at_once;
  }
  uint64_t PartialBytes(const ReduceArgs& args) const {
    return args.splits == 1 ? 0
                            : static_cast<uint64_t>(args.splits) * static_cast<uint64_t>(args.outputs) *
                                  partial_element_bytes;
  }

  rnlp_status_t* Reduce(const rnlp_run_t* run, ReduceArgs args) const {
    if (args.outputs == 0) return nullptr;
    args.in = AddressOf(run->inputs[0]);
    args.out = AddressOf(run->outputs[0]);
    if (PartialBytes(args) > planned_bytes) args.splits = 1;  // planning knew less
    args.partial = WorkspaceOf(run);
    RNLP_TRY(Launch(
        run, function,
        {static_cast<u32>(std::min<i64>(Blocks(args), 1 << 20)), static_cast<u32>(args.splits)}, args));
    if (args.splits == 1) return nullptr;
    const i64 finishing = (args.outputs + kFinishWidth - 1) / kFinishWidth;
    return Launch(run, finish, {static_cast<u32>(std::min<i64>(finishing, 1 << 20))}, args);
  }
};

struct ReduceKernel : ReduceBase {
  bool keep_dims = false;

  rnlp_status_t* Init(const Build& build) {
    for (const Named& named : kReductions) {
      if (std::strcmp(named.op, op) == 0) code = named.code;
    }
    RNLP_TRY(plugin::AttrBool(build.host, build.node, "keep_dims", &keep_dims));
    return Find(build);
  }

  rnlp_status_t* Axes(const rnlp_host_t* host, const rnlp_tensor_t* in, const rnlp_tensor_t* axes,
                      bool* reduced) const {
    std::fill_n(reduced, in->rank, false);
    for (int64_t i = 0; i < axes->num_elements; ++i) {
      int32_t axis = 0;
      RNLP_TRY(
          plugin::CheckAxis(host, op, "reduction_indices", plugin::IndexAt(axes, i), in->rank, &axis));
      reduced[axis] = true;
    }
    return nullptr;
  }

  rnlp_status_t* Plan(const rnlp_host_t* host, rnlp_plan_t* plan) {
    const rnlp_tensor_t* in = plan->inputs[0];
    const rnlp_tensor_t* axes = plan->inputs[1];
    if (in->rank < 0 || in->num_elements < 0 || axes->num_elements < 0 ||
        (axes->data == nullptr && axes->num_elements > 0)) {
      return nullptr;
    }
    bool reduced[kMaxRank + 1];
    RNLP_TRY(Axes(host, in, axes, reduced));
    ReduceArgs args{};
    if (Fit(in, reduced, &args)) planned_bytes = PartialBytes(args);
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }

  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    bool reduced[kMaxRank + 1];
    RNLP_TRY(Axes(run->host, in, run->inputs[1], reduced));
    Dims out;
    for (int32_t i = 0; i < in->rank; ++i) {
      if (!reduced[i] || keep_dims) out.Add(reduced[i] ? 1 : in->dims[i]);
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    ReduceArgs args{};
    if (!Fit(in, reduced, &args)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: reduces more than %d groups of dimensions of shape %s that lie apart", op,
                  kMaxLoops, ShapeText(in).c_str());
    }
    return Reduce(run, args);
  }
};

struct BiasAddGradKernel : ReduceBase {
  bool channels_first = false;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(plugin::AttrChannelsFirst(build.host, build.node, &channels_first));
    return Find(build);
  }
  bool FitChannels(const rnlp_tensor_t* in, ReduceArgs* out) const {
    bool reduced[kMaxRank + 1];
    for (int32_t i = 0; i < in->rank; ++i) reduced[i] = i != (channels_first ? 1 : in->rank - 1);
    return Fit(in, reduced, out);
  }
  rnlp_status_t* Plan(const rnlp_host_t*, rnlp_plan_t* plan) {
    const rnlp_tensor_t* in = plan->inputs[0];
    if (in->rank < 2 || in->num_elements < 0) return nullptr;
    ReduceArgs args{};
    if (FitChannels(in, &args)) planned_bytes = PartialBytes(args);
    plan->workspace_bytes = planned_bytes;
    return nullptr;
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    if (in->rank < 2) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: out_backprop should have rank 2 or more, got %s", op, ShapeText(in).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, 1, &in->dims[channels_first ? 1 : in->rank - 1]));
    ReduceArgs args{};
    FitChannels(in, &args);
    return Reduce(run, args);
  }
};

// Threads for one row of so many columns, and blocks for so many rows.
int GroupFor(i64 columns, int most = 256) {
  int group = 1;
  while (group < columns && group < most) group *= 2;
  return group;
}
Grid RowGrid(i64 rows, int group) {
  const i64 per_block = 256 / group;
  return {static_cast<u32>(std::min<i64>((rows + per_block - 1) / per_block, 1 << 20))};
}

struct ArgKernel : KernelBase {
  static constexpr int kColumns = 32;  // at least so many neighbours are read at once

  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindTyped(build, op, k_reduce, "arg", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    const rnlp_tensor_t* dimension = run->inputs[1];
    if (dimension->num_elements != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dimension should be a scalar, got shape %s", op,
                  ShapeText(dimension).c_str());
    }
    int32_t axis = 0;
    RNLP_TRY(
        plugin::CheckAxis(run->host, op, "dimension", plugin::IndexAt(dimension, 0), in->rank, &axis));
    if (in->dims[axis] == 0) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: dimension %d of %s is empty", op, axis,
                  ShapeText(in).c_str());
    }
    Dims out;
    ArgArgs args{AddressOf(in), 0, 1, in->dims[axis], 1, std::strcmp(op, "ArgMin") == 0, 0, 1};
    for (int32_t i = 0; i < in->rank; ++i) {
      if (i == axis) continue;
      out.Add(in->dims[i]);
      (i < axis ? args.outer : args.inner) *= in->dims[i];
    }
    RNLP_TRY(EnsureOutput(run, 0, out.rank, out.size));
    if (args.outer * args.inner == 0) return nullptr;
    args.out = AddressOf(run->outputs[0]);
    args.wide = run->outputs[0]->dtype == RNLP_INT64;
    args.lanes = GroupFor(args.length, args.inner > 1 ? 256 / kColumns : 256);
    return Launch(run, function, RowGrid(args.outer * args.inner, args.lanes), args);
  }
};

// ---- rows ----

struct SoftmaxKernel : KernelBase {
  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindTyped(build, op, k_reduce, "softmax", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* logits = run->inputs[0];
    if (logits->rank < 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: logits should have rank 1 or more, got %s", op,
                  ShapeText(logits).c_str());
    }
    RNLP_TRY(EnsureOutputLike(run, 0, logits));
    if (logits->num_elements == 0) return nullptr;
    const i64 columns = logits->dims[logits->rank - 1], rows = logits->num_elements / columns;
    // Where a block holds a row each thread has some of it, which is then read once.
    const int group =
        GroupFor(columns <= 256 * kSoftmaxHeld ? (columns + kSoftmaxHeld - 1) / kSoftmaxHeld : columns);
    return Launch(run, function, RowGrid(rows, group),
                  SoftmaxArgs{AddressOf(logits), AddressOf(run->outputs[0]), rows, columns,
                              std::strcmp(op, "LogSoftmax") == 0, group});
  }
};

struct CrossEntropyKernel : KernelBase {
  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindTyped(build, op, k_reduce, "cross_entropy", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* features = run->inputs[0];
    const rnlp_tensor_t* labels = run->inputs[1];
    Dims dims;
    if (features->rank != 2 || labels->rank != 2 || !plugin::BroadcastShapes(run->inputs, 2, &dims)) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: features and labels should be matrices that broadcast, got %s and %s", op,
                  ShapeText(features).c_str(), ShapeText(labels).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, 1, dims.size));
    RNLP_TRY(EnsureOutput(run, 1, 2, dims.size));
    if (dims.size[0] == 0) return nullptr;
    if (dims.size[1] == 0) return ZeroOutput(run, 0);
    const auto row = [](const rnlp_tensor_t* t) { return t->dims[0] == 1 ? 0 : t->dims[1]; };
    const auto column = [](const rnlp_tensor_t* t) { return t->dims[1] == 1 ? 0 : 1; };
    const int group = GroupFor(dims.size[1]);
    return Launch(run, function, RowGrid(dims.size[0], group),
                  CrossEntropyArgs{AddressOf(features), AddressOf(labels), AddressOf(run->outputs[0]),
                                   AddressOf(run->outputs[1]), dims.size[0], dims.size[1], row(features),
                                   column(features), row(labels), column(labels), group, 0});
  }
};

struct SparseCrossEntropyKernel : KernelBase {
  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindTyped(build, op, k_reduce, "sparse_cross_entropy", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* features = run->inputs[0];
    const rnlp_tensor_t* labels = run->inputs[1];
    if (features->rank != 2 || labels->rank != 1 || features->dims[0] != labels->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: features should be [batch,classes] and labels [batch], got %s and %s", op,
                  ShapeText(features).c_str(), ShapeText(labels).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, 1, labels->dims));
    RNLP_TRY(EnsureOutputLike(run, 1, features));
    const i64 rows = features->dims[0], columns = features->dims[1];
    if (rows == 0) return nullptr;
    const int group = GroupFor(columns);
    return Launch(run, function, RowGrid(rows, group),
                  CrossEntropyArgs{AddressOf(features), AddressOf(labels), AddressOf(run->outputs[0]),
                                   AddressOf(run->outputs[1]), rows, columns, columns, 1, 0, 0, group,
                                   labels->dtype == RNLP_INT64});
  }
};

constexpr rnlp_arg_mark_t kAxesArg[] = {{"reduction_indices", kHostConstant}};
constexpr rnlp_arg_mark_t kDimensionArg[] = {{"dimension", kHostConstant}};
constexpr rnlp_type_constraint_t kReduceT[] = {Types("T", kNumberTypes), Types("Tidx", kIntegerTypes)};
constexpr rnlp_type_constraint_t kBoolT[] = {Types("Tidx", kIntegerTypes)};
constexpr rnlp_type_constraint_t kArgT[] = {Types("T", kNumberTypes), Types("Tidx", kIntegerTypes),
                                            Types("output_type", kIntegerTypes)};
constexpr rnlp_type_constraint_t kSparseT[] = {Types("T", kFloatTypes), Types("Tlabels", kIntegerTypes)};

constexpr rnlp_kernel_row_t kRows[] = {
    Row<ReduceKernel>("Sum", kReduceT, kAxesArg),
    Row<ReduceKernel>("Mean", kReduceT, kAxesArg),
    Row<ReduceKernel>("Prod", kReduceT, kAxesArg),
    Row<ReduceKernel>("Max", kReduceT, kAxesArg),
    Row<ReduceKernel>("Min", kReduceT, kAxesArg),
    Row<ReduceKernel>("All", kBoolT, kAxesArg),
    Row<ReduceKernel>("Any", kBoolT, kAxesArg),
    Row<BiasAddGradKernel>("BiasAddGrad", kNumberT),
    Row<ArgKernel>("ArgMax", kArgT, kDimensionArg),
    Row<ArgKernel>("ArgMin", kArgT, kDimensionArg),
    Row<SoftmaxKernel>("Softmax", kFloatT, {}, kFirstInPlace),
    Row<SoftmaxKernel>("LogSoftmax", kFloatT, {}, kFirstInPlace),
    Row<CrossEntropyKernel>("SoftmaxCrossEntropyWithLogits", kFloatT),
    Row<SparseCrossEntropyKernel>("SparseSoftmaxCrossEntropyWithLogits", kSparseT),
};

}  // namespace

std::span<const rnlp_kernel_row_t> ReduceRows() { return kRows; }

}  // namespace runnel::cuda
