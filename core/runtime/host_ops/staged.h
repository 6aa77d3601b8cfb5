// What staging areas and maps share: tuples of tensors within limits, found by the names of nodes.
#ifndef RUNNEL_CORE_RUNTIME_HOST_OPS_STAGED_H_
#define RUNNEL_CORE_RUNTIME_HOST_OPS_STAGED_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/runtime/host_ops/host_util.h"

namespace runnel {

using StagedTuple = std::vector<Tensor>;  // empty tensors: not there

// Of the tensors, and of strings what they point to.
uint64_t StagedBytes(const StagedTuple& tuple);
Status CheckStagedTypes(const StagedTuple& tuple, std::span<const DType> types);
// Makes output `index` an int32 scalar.
Status SetIntScalar(HostContext& ctx, size_t index, int64_t value);

struct StagedLimits {
  int64_t capacity = 0;      // tuples; 0: any number
  int64_t memory_limit = 0;  // bytes; 0: any number
  static Result<StagedLimits> Of(const HostNode& node);
};

struct StagedRoom {
  explicit StagedRoom(StagedLimits given) : limits(given) {}
  // Errors: RESOURCE_EXHAUSTED for a tuple that never fits.
  Status CheckFits(std::string_view name, uint64_t more) const;
  bool HasRoom(size_t tuples, uint64_t more) const;

  const StagedLimits limits;
  uint64_t bytes = 0;
};

// The resource of the node's name. The first node decides on its limits, as in TensorFlow.
template <typename T>
Result<Ref<T>> FindStaged(const HostContext& ctx, const ResourceKey& key, const StagedLimits& limits) {
  RUNNEL_ASSIGN_OR_RETURN(const Ref<Resource> found,
                          ctx.session_resources->LookupOrCreate(
                              key.container, T::kTypeName, key.name, [&]() -> Result<Ref<Resource>> {
                                return Ref<Resource>(MakeRef<T>(key.name, limits));
                              }));
  return Ref<T>::Share(static_cast<T*>(found.get()));
}

}  // namespace runnel

#endif  // RUNNEL_CORE_RUNTIME_HOST_OPS_STAGED_H_
