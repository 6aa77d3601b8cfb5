// Cast, Select, Fill and their kin, AddN, BiasAdd, ClipByValue.
#include <cstring>

#include "devices/cuda/device_code/element_codes.h"
#include "devices/cuda/kernels/kernel.h"
#include "devices/cuda/kernels/loops.h"
#include "plugins/sdk/node.h"
#include "plugins/sdk/window.h"

namespace runnel::cuda {
namespace {

using plugin::DTypeSize;
using plugin::SameShape;

int MantissaBits(int32_t dtype) {
  switch (dtype) {
    case RNLP_FLOAT:
      return 23;
    case RNLP_HALF:
      return 10;
    case RNLP_BFLOAT16:
      return 7;
    default:
      return -1;
  }
}

struct CastKernel : KernelBase {
  CUfunction function;
  int32_t from = 0, to = 0;
  int clear_bits = 0;
  rnlp_status_t* Init(const Build& build) {
    from = build.input(0);
    to = build.output(0);
    bool truncate = false;
    RNLP_TRY(plugin::AttrBool(build.host, build.node, "Truncate", &truncate));
    if (truncate && from == RNLP_FLOAT && MantissaBits(to) >= 0) {
      clear_bits = std::max(0, MantissaBits(from) - MantissaBits(to));
    }
    return build.device->FindFunction(k_move, "cast", &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* in = run->inputs[0];
    RNLP_TRY(EnsureOutputLike(run, 0, in));
    if (in->num_elements == 0) return nullptr;
    return Launch(
        run, function, GridFor(run, in->num_elements, 2),
        CastArgs{AddressOf(in), AddressOf(run->outputs[0]), in->num_elements, from, to, clear_bits});
  }
};

struct SelectKernel : KernelBase {
  CUfunction function;
  bool broadcasts = false;
  uint32_t bytes = 0;
  rnlp_status_t* Init(const Build& build) {
    broadcasts = std::strcmp(op, "SelectV2") == 0;
    bytes = DTypeSize(build.output(0));
    return FindSized(build, k_move, "select", bytes, &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* t = run->inputs[1];
    rnlp_tensor_t condition = *run->inputs[0];
    int64_t by_row[kMaxRank + 1];
    Dims dims;
    if (!broadcasts) {
      const bool is_row = condition.rank == 1 && t->rank >= 1 && condition.dims[0] == t->dims[0];
      if (!SameShape(t, run->inputs[2]) ||
          (condition.rank != 0 && !is_row && !SameShape(&condition, t))) {
        return Mismatch(
            run, "t and e should have one shape, condition that, that of its first dimension or none");
      }
      // A row of conditions is for the first dimension, not for the last.
      if (is_row && t->rank > 1) {
        by_row[0] = condition.dims[0];
        std::fill_n(by_row + 1, t->rank - 1, 1);
        condition.rank = t->rank;
        condition.dims = by_row;
      }
    }
    const rnlp_tensor_t* operands[] = {&condition, t, run->inputs[2]};
    if (!plugin::BroadcastShapes(operands, 3, &dims))
      return Mismatch(run, "the shapes should broadcast");
    RNLP_TRY(EnsureOutput(run, 0, dims.rank, dims.size));
    if (run->outputs[0]->num_elements == 0) return nullptr;
    StridedLoops<4> loops;
    loops.Broadcast(operands, 3, dims);
    return loops.ForEach(kMaxLoops, [&](const StridedLoops<4>::Part& part) -> rnlp_status_t* {
      SelectArgs args{};
      for (int k = 0; k < 3; ++k) {
        args.in[k] = AddressOf(operands[k]) + static_cast<u64>(part.offset[k]) * (k == 0 ? 1 : bytes);
        for (int i = 0; i < part.loops; ++i) args.stride[k][i] = part.stride[k][i];
      }
      args.out = AddressOf(run->outputs[0]) + static_cast<u64>(part.offset[3]) * bytes;
      args.count = part.count;
      args.loops = part.loops;
      for (int i = 0; i < part.loops; ++i) args.size[i] = static_cast<u32>(part.size[i]);
      return Launch(run, function, GridFor(run, args.count, 2), args);
    });
  }
  rnlp_status_t* Mismatch(const rnlp_run_t* run, const char* what) const {
    return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: condition %s, t %s and e %s: %s", op,
                ShapeText(run->inputs[0]).c_str(), ShapeText(run->inputs[1]).c_str(),
                ShapeText(run->inputs[2]).c_str(), what);
  }
};

struct FillKernel : KernelBase {
  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindSized(build, k_move, "fill", DTypeSize(build.output(0)), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[1];
    Dims dims;
    RNLP_TRY(plugin::ReadDims(run->host, op, "dims", run->inputs[0], &dims));
    if (value->num_elements != 1) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: value should be a scalar, got shape %s", op,
                  ShapeText(value).c_str());
    }
    RNLP_TRY(EnsureOutput(run, 0, dims.rank, dims.size));
    const i64 count = run->outputs[0]->num_elements;
    if (count == 0) return nullptr;
    return Launch(run, function, GridFor(run, count, 4),
                  FillArgs{AddressOf(value), AddressOf(run->outputs[0]), 0, count});
  }
};

// The bits of 1 in a type.
u64 OneOf(int32_t dtype) {
  switch (dtype) {
    case RNLP_FLOAT:
      return 0x3f800000u;
    case RNLP_DOUBLE:
      return 0x3ff0000000000000u;
    case RNLP_HALF:
      return 0x3c00u;
    case RNLP_BFLOAT16:
      return 0x3f80u;
    default:
      return 1;
  }
}
struct LikeKernel : KernelBase {
  CUfunction function;
  u64 bits = 0;
  rnlp_status_t* Init(const Build& build) {
    if (std::strcmp(op, "OnesLike") == 0) bits = OneOf(build.output(0));
    return FindSized(build, k_move, "fill", DTypeSize(build.output(0)), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    RNLP_TRY(EnsureOutputLike(run, 0, run->inputs[0]));
    const i64 count = run->outputs[0]->num_elements;
    if (count == 0) return nullptr;
    return Launch(run, function, GridFor(run, count, 4),
                  FillArgs{0, AddressOf(run->outputs[0]), bits, count});
  }
};

struct AddNKernel : KernelBase {
  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindTyped(build, op, k_elementwise, "addn", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* first = run->inputs[0];
    for (uint32_t i = 1; i < run->num_inputs; ++i) {
      if (SameShape(first, run->inputs[i])) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT, "%s: input 0 has shape %s, input %u has %s", op,
                  ShapeText(first).c_str(), i, ShapeText(run->inputs[i]).c_str());
    }
    RNLP_TRY(EnsureOutputLike(run, 0, first));
    if (first->num_elements == 0) return nullptr;
    for (uint32_t i = 0; i < run->num_inputs; i += kMaxAddends) {
      AddNArgs args{};
      args.out = AddressOf(run->outputs[0]);
      args.count = first->num_elements;
      args.accumulate = i > 0;
      args.addends = static_cast<int>(std::min<uint32_t>(run->num_inputs - i, kMaxAddends));
      for (int k = 0; k < args.addends; ++k)
        args.in[k] = AddressOf(run->inputs[i + static_cast<uint32_t>(k)]);
      RNLP_TRY(Launch(run, function, GridFor(run, args.count, 2), args));
    }
    return nullptr;
  }
};

// An addition whose second operand goes along one dimension.
struct BiasAddKernel : KernelBase {
  CUfunction function;
  bool channels_first = false;
  rnlp_status_t* Init(const Build& build) {
    RNLP_TRY(plugin::AttrChannelsFirst(build.host, build.node, &channels_first));
    return FindTyped(build, op, k_elementwise, "binary", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* value = run->inputs[0];
    const rnlp_tensor_t* bias = run->inputs[1];
    const int32_t channel = channels_first ? 1 : value->rank - 1;
    if (value->rank < 2 || bias->rank != 1 || value->dims[channel] != bias->dims[0]) {
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: bias %s should have one dimension, of the channels of value %s", op,
                  ShapeText(bias).c_str(), ShapeText(value).c_str());
    }
    RNLP_TRY(EnsureOutputLike(run, 0, value));
    BinaryArgs args{};
    args.count = value->num_elements;
    if (args.count == 0) return nullptr;
    args.in[0] = AddressOf(value);
    args.in[1] = AddressOf(bias);
    args.out = AddressOf(run->outputs[0]);
    args.code = kAdd;
    StridedLoops<2> loops;
    i64 inner = 1;
    for (int32_t i = channel + 1; i < value->rank; ++i) inner *= value->dims[i];
    const i64 channels = bias->dims[0];
    loops.Loop(args.count / inner / channels, {channels * inner, 0});
    loops.Loop(channels, {inner, 1});
    loops.Loop(inner, {1, 0});
    return loops.ForEach(kMaxLoops, [&](const StridedLoops<2>::Part& part) {
      args.loops = part.loops;
      for (int i = 0; i < part.loops; ++i) {
        args.size[i] = static_cast<u32>(part.size[i]);
        args.stride[0][i] = part.stride[0][i];
        args.stride[1][i] = part.stride[1][i];
      }
      return Launch(run, function, GridFor(run, args.count, 4), args);
    });
  }
};

struct ClipKernel : KernelBase {
  CUfunction function;
  rnlp_status_t* Init(const Build& build) {
    return FindTyped(build, op, k_elementwise, "clip", build.input(0), &function);
  }
  rnlp_status_t* Run(const rnlp_run_t* run) const {
    const rnlp_tensor_t* t = run->inputs[0];
    const rnlp_tensor_t* low = run->inputs[1];
    const rnlp_tensor_t* high = run->inputs[2];
    for (const rnlp_tensor_t* bound : {low, high}) {
      if (bound->rank == 0 || SameShape(bound, t)) continue;
      return Fail(run->host, RNLP_INVALID_ARGUMENT,
                  "%s: bounds should be scalars or have the shape of t, %s, got %s", op,
                  ShapeText(t).c_str(), ShapeText(bound).c_str());
    }
    RNLP_TRY(EnsureOutputLike(run, 0, t));
    if (t->num_elements == 0) return nullptr;
    return Launch(run, function, GridFor(run, t->num_elements, 2),
                  ClipArgs{AddressOf(t), AddressOf(low), AddressOf(high), AddressOf(run->outputs[0]),
                           t->num_elements, low->rank == 0 ? 0 : 1, high->rank == 0 ? 0 : 1});
  }
};

constexpr int32_t kCastTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                                  RNLP_INT16,  RNLP_INT32,  RNLP_INT64, RNLP_UINT8,    RNLP_UINT16,
                                  RNLP_UINT32, RNLP_UINT64, RNLP_BOOL};
constexpr rnlp_type_constraint_t kCastT[] = {Types("SrcT", kCastTypes), Types("DstT", kCastTypes)};
constexpr rnlp_type_constraint_t kFillT[] = {Types("T", kMovableTypes),
                                             Types("index_type", kIntegerTypes)};
constexpr int32_t kOnesTypes[] = {RNLP_FLOAT,  RNLP_DOUBLE, RNLP_HALF,  RNLP_BFLOAT16, RNLP_INT8,
                                  RNLP_INT16,  RNLP_INT32,  RNLP_INT64, RNLP_UINT8,    RNLP_UINT16,
                                  RNLP_UINT32, RNLP_UINT64, RNLP_BOOL};
constexpr rnlp_type_constraint_t kOnesT[] = {Types("T", kOnesTypes)};
constexpr rnlp_arg_mark_t kDimsArg[] = {{"dims", kHostConstant}};

constexpr rnlp_kernel_row_t kRows[] = {
    Row<CastKernel>("Cast", kCastT),
    Row<SelectKernel>("Select", kMovableT),
    Row<SelectKernel>("SelectV2", kMovableT),
    Row<FillKernel>("Fill", kFillT, kDimsArg),
    Row<LikeKernel>("ZerosLike", kMovableT),
    Row<LikeKernel>("OnesLike", kOnesT),
    Row<AddNKernel>("AddN", kNumberT, {}, kFirstInPlace),
    Row<BiasAddKernel>("BiasAdd", kNumberT, {}, kFirstInPlace),
    Row<ClipKernel>("ClipByValue", kNumberT, {}, kFirstInPlace),
};

}  // namespace

std::span<const rnlp_kernel_row_t> CombineRows() { return kRows; }

}  // namespace runnel::cuda
