#include "core/runtime/host_ops/staged.h"

namespace runnel {

uint64_t StagedBytes(const StagedTuple& tuple) {
  uint64_t bytes = 0;
  for (const Tensor& tensor : tuple) {
    if (tensor.empty()) continue;
    bytes += tensor.size_bytes();
    if (tensor.dtype() != DType::kString) continue;
    for (int64_t i = 0; i < tensor.num_elements(); ++i) bytes += tensor.string_at(i).size();
  }
  return bytes;
}

Status CheckStagedTypes(const StagedTuple& tuple, std::span<const DType> types) {
  if (tuple.size() != types.size()) {
    return InvalidArgument("the staged tuple has ", tuple.size(), " tensors, the node expects ",
                           types.size());
  }
  for (size_t i = 0; i < types.size(); ++i) {
    if (tuple[i].dtype() != types[i]) {
      return InvalidArgument("tensor ", i, " of the staged tuple is ", DTypeName(tuple[i].dtype()),
                             ", the node expects ", DTypeName(types[i]));
    }
  }
  return OkStatus();
}

Status SetIntScalar(HostContext& ctx, size_t index, int64_t value) {
  RUNNEL_ASSIGN_OR_RETURN(ctx.outputs[index], Tensor::Allocate(ctx.allocator, DType::kInt32, Shape()));
  ctx.outputs[index].values<int32_t>()[0] = static_cast<int32_t>(value);
  return OkStatus();
}

Result<StagedLimits> StagedLimits::Of(const HostNode& node) {
  StagedLimits limits;
  if (const int64_t* capacity = node.attr<int64_t>("capacity")) limits.capacity = *capacity;
  if (const int64_t* memory = node.attr<int64_t>("memory_limit")) limits.memory_limit = *memory;
  if (limits.capacity >= 0 && limits.memory_limit >= 0) return limits;
  return InvalidArgument("capacity is ", limits.capacity, ", memory_limit ", limits.memory_limit,
                         ": expected at least 0");
}

Status StagedRoom::CheckFits(std::string_view name, uint64_t more) const {
  if (limits.memory_limit == 0 || more <= static_cast<uint64_t>(limits.memory_limit)) return OkStatus();
  return ResourceExhausted("tensors of ", more, " bytes cannot go into the staging area \"", name,
                           "\", whose memory_limit is ", limits.memory_limit);
}

bool StagedRoom::HasRoom(size_t tuples, uint64_t more) const {
  if (limits.capacity > 0 && tuples >= static_cast<size_t>(limits.capacity)) return false;
  return limits.memory_limit == 0 || bytes + more <= static_cast<uint64_t>(limits.memory_limit);
}

}  // namespace runnel
